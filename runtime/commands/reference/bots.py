"""The page on bots."""

from __future__ import annotations

from inspect import getdoc

from interpreter.plugin import bots
from runtime.bots import bot_names
from runtime.commands.reference import markdown

ABOUT = (
    "`bot:` in `ai` names how the computer plays, in `assist: {hints: …}` how hints are found. Bots see what their "
    "player may see. [Their options](sections.md#ai) stand beside `bot`."
)


def page() -> str:
    """All bots by name."""
    return markdown.page("Bots", ABOUT, *(_part(name) for name in sorted(bot_names())))


def _part(name: str) -> list[str]:
    return [f"## {name}", "", *(getdoc(bots()[name]) or "").splitlines()]
