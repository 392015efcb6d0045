"""The games that come with Tilewright, under the gallery's headings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from runtime.commands.output import print_json, print_table
from runtime.keep.library import Library, Listed, resembling, searched
from runtime.messages import Problem

TITLES = ("game", "title", "players", "minutes", "also called")
FOLD = "  "


def run(as_json: bool, wanted: Sequence[str] = ()) -> None:
    """Print every shipped game, or those that have some words in their names or descriptions."""
    games, words = Library().shipped(), " ".join(wanted)
    found = {listed.key for listed in searched(games, words)}
    if not found:
        near = resembling(games, words)
        help = "‘tilewright list’ without a word lists every game." if near is None else f"Did you mean ‘{near[0]}’?"
        raise Problem(f"No game has ‘{words}’ in its names or description.", help)
    shown = [listed for listed in games if listed.key in found]
    if as_json:
        print_json([_game(listed) for listed in shown])
        return
    print_table(TITLES, list(_lines(shown)), numbers=(2, 3), least=2)


def _lines(games: Sequence[Listed]) -> Iterator[tuple[str, ...]]:
    """The lines of the table: a heading above the games of each kind, and variants indented below their parents."""
    for heading, under in groupby(games, lambda listed: listed.group):
        yield ("",) * len(TITLES)
        yield heading.upper(), *("",) * (len(TITLES) - 1)
        for listed in under:
            fold = FOLD if listed.parent else ""
            minutes = str(listed.minutes) if listed.minutes is not None else ""
            called = ", ".join(listed.also_called)
            # A spec with mistakes is listed too, so that nobody looks for it in vain.
            title = listed.title if not listed.problem else "(has mistakes: see tilewright check)"
            players = str(listed.players) if not listed.problem else ""
            yield f"{fold}{listed.key}", f"{fold}{title}", players, minutes, called


def _game(listed: Listed) -> dict[str, Any]:
    return {
        "name": listed.key,
        "title": listed.title,
        "heading": listed.group,
        "kind": listed.kind or None,
        "variant_of": listed.parent or None,
        "also_called": list(listed.also_called),
        "players": listed.players,
        "minutes": listed.minutes,
        "levels": len(listed.levels),
        "settings": listed.settings,
        "mistakes": bool(listed.problem),
    }
