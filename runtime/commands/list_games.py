"""The games that come with Tilewright."""

from __future__ import annotations

from typing import Any

from interpreter import catalogue, load_spec
from runtime.commands.output import print_json, print_table


def run(as_json: bool) -> None:
    """Print every shipped game with what it offers."""
    games = [_game(name) for name in catalogue.shipped()]
    if as_json:
        print_json(games)
        return
    rows = [[str(game[key]) for key in ("name", "title", "players", "levels", "settings")] for game in games]
    print_table(["game", "title", "players", "levels", "settings"], rows, numbers=(2, 3, 4), least=2)


def _game(name: str) -> dict[str, Any]:
    """One line of the list; a spec with mistakes is listed too, so that nobody looks for it in vain."""
    spec, _ = load_spec(catalogue.find(name))
    if spec is None:
        return {
            "name": name,
            "title": "(has mistakes: see tilewright check)",
            "players": 0,
            "levels": 0,
            "settings": 0,
        }
    return {
        "name": name,
        "title": str(spec.title),
        "players": max(1, len(spec.players)),
        "levels": len(spec.levels),
        "settings": len(spec.settings),
    }
