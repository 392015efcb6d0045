"""A record of what the window shows, for programs that drive or debug it from outside."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from time import process_time, time
from typing import TYPE_CHECKING, Any

from interpreter.position import PieceValue
from renderer.app.pages.sheet import SheetScreen
from renderer.app.screen import Pointing, Screen
from renderer.app.table.table import Table
from renderer.nodes import Box, Scene
from runtime.session.draft import Spot

if TYPE_CHECKING:
    from renderer.window.shell import Shown

VARIABLE = "TILEWRIGHT_TRACE"


def described(screen: Screen, scene: Scene, pointing: Pointing) -> dict[str, Any]:
    """A page at rest, as the record describes it."""
    names = spot_names(screen)
    found: dict[str, Any] = {
        "page": page_name(screen),
        "size": list(scene.size),
        "spots": {names.get(spot, spot_name(spot)): _box(box) for spot, box in scene.spots.items()},
        "nodes": {
            node.key: {
                "box": _box(node.box),
                "kind": node.target.kind,
                "name": node.target.name,
                "enabled": node.enabled,
            }
            for node in scene.nodes
            if node.target is not None
        },
        "focus": pointing.focus,
    }
    if isinstance(screen, Table):
        presented = screen.presented()
        found["status"] = presented.status
        found["message"] = screen.voice.message
        cursor = pointing.cursor
        found["cursor"] = names.get(cursor, spot_name(cursor)) if cursor is not None else None
        found["targets"] = sorted(names.get(spot, spot_name(spot)) for spot in screen.play.targets())
        found["moves"] = len(screen.session.history)
        found["over"] = screen.session.state.over
        found["overlay"] = screen.cards.overlay
        found["card"] = card.name if (card := screen.cards.shown) is not None else None
    return found


def page_name(screen: Screen) -> str:
    """The name of a page."""
    return screen.sheet.name if isinstance(screen, SheetScreen) else type(screen).__name__.lower()


def spot_names(screen: Screen) -> dict[Spot, str]:
    """The sites of a table by name; with the name of their board if there are several."""
    if not isinstance(screen, Table):
        return {}
    boards = screen.presented().boards
    several = len(boards) > 1
    return {
        site.site: f"{board.instance} {site.name}" if several else site.name
        for board in boards
        for site in board.places
    }


def spot_name(spot: Spot) -> str:
    """A name for a spot without one of its own: `letter 12` is the twelfth piece of the kind letter."""
    return f"{spot.kind} {spot.number}" if isinstance(spot, PieceValue) else str(spot)


def _box(box: Box) -> list[int]:
    return [round(length) for length in box]


class Trace:
    """Writes the record; without a file it writes nothing."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._last: dict[str, Any] = {}

    @classmethod
    def from_environment(cls) -> Trace:
        """The record that the environment variable asks for."""
        named = os.environ.get(VARIABLE)
        return cls(Path(named) if named else None)

    def frame(self) -> None:
        """Note that a first frame is on the screen."""
        if self._path is not None:
            self._write({"event": "frame", "time": time(), "cpu": process_time()})

    def scene(self, shown: Shown, corner: tuple[int, int]) -> None:
        """Write what the window shows once everything has stopped moving, unless it is the same as last time."""
        if self._path is None:
            return

        line = {"event": "scene", "window": corner, **described(shown.screen, shown.scene, shown.pointing)}
        if line != self._last:
            self._last = line
            self._write(line)

    def _write(self, line: Mapping[str, Any]) -> None:
        assert self._path is not None
        try:
            with open(self._path, "a", encoding="utf-8") as file:
                file.write(json.dumps(line, ensure_ascii=False) + "\n")
        except OSError as problem:
            # A game goes on without it.
            print(f"{VARIABLE}: {self._path}: {problem.strerror}.", file=sys.stderr)
            self._path = None
