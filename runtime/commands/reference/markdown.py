"""Parts of a Markdown page."""

from __future__ import annotations

import re
from collections.abc import Sequence


def page(title: str, about: str, *parts: Sequence[str]) -> str:
    """A page: its title, a paragraph, and parts parted by empty lines."""
    blocks = [f"# {title}", about, *("\n".join(part) for part in parts if part)]
    return "\n\n".join(blocks) + "\n"


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """The lines of a table."""
    lines = [headings, ["---"] * len(headings), *rows]
    return ["| " + " | ".join(_cell(cell) for cell in line) + " |" for line in lines]


def sentence(text: str | None) -> str:
    """A docstring on one line."""
    return " ".join((text or "").split())


def anchor(heading: str) -> str:
    """The link to a heading of the same page."""
    return "#" + re.sub(r"[^a-z0-9_ -]", "", heading.lower()).replace(" ", "-")


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
