"""Texts that people read and type: problems in one sentence, numbers with their nouns, and the version."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

LONGEST_NUMBER = 18
"""How many digits a typed number may have: it fits into 64 bits."""


class Problem(Exception):
    """A request on the command line that cannot be carried out."""

    def __init__(self, message: str, help: str | None = None) -> None:
        super().__init__(message)
        self.help = help


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found out about one thing that a machine has or lacks, in words, and what to do about it.

    What is `limited` or `missing` can be done without, what is `broken` cannot.
    """

    name: str
    verdict: Literal["fine", "limited", "missing", "broken"]
    about: str
    help: str | None = None


def counted(number: int, noun: str) -> str:
    """A number with its noun: `1 error`, `2 errors`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def whole_number(text: str) -> int | None:
    """The number that somebody typed; None if it is not one. Superscript digits and the like do not count."""
    return int(text) if text.isdecimal() and len(text) <= LONGEST_NUMBER else None


def version() -> str:
    """The installed version, or that of the folder that it runs from."""
    # The command line imports this module before it knows what is asked of it.
    from importlib import metadata

    try:
        return metadata.version("tilewright")
    except metadata.PackageNotFoundError:
        import tomllib

        project = Path(__file__).resolve().parents[1] / "pyproject.toml"
        return str(tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"])
