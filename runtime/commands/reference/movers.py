"""The page on movers."""

from __future__ import annotations

from inspect import getdoc

from interpreter.plugin import movers
from runtime.commands.reference import markdown

ABOUT = (
    "`moves:` in an action names what lists its moves where trying all choices would take too long: "
    "`moves: spellings(tiles)`. In brackets stand the choices that it is about. Whatever is listed is legal."
)


def page() -> str:
    """All movers by name."""
    return markdown.page("Movers", ABOUT, *(_part(name) for name in sorted(movers())))


def _part(name: str) -> list[str]:
    return [f"## {name}", "", *(getdoc(movers()[name]) or "").splitlines()]
