"""Where the window was: remembered for the next start, and restored where there is a screen for it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from renderer.window.place import Area, Place, StoredPlace, fills, fitting
from tests.processes import PATIENCE
from tests.renderer.window.screen import MISSING, Player, display, program

LAPTOP, WIDE = Area(0, 0, 1366, 768), Area(1366, 0, 2560, 1440)


def test_a_first_window_is_as_usual_if_there_is_room() -> None:
    assert fitting(Place(), [WIDE], 1.0) == Place(1280, 800)
    assert fitting(Place(), [LAPTOP], 1.0) == Place(1280, 688)
    assert fitting(Place(), [Area(0, 0, 640, 480)], 1.0) == Place(800, 600)
    assert fitting(Place(), [WIDE], 2.0) == Place(1260, 640)


def test_a_window_is_where_it_was() -> None:
    for place in (Place(1000, 700, 40, 30), Place(2000, 1300, 1500, 60), Place(1000, 700, 40, 30, maximised=True)):
        assert fitting(place, [LAPTOP, WIDE], 1.0) == place


def test_a_window_whose_screen_was_unplugged_is_placed_by_the_desktop() -> None:
    assert fitting(Place(2000, 1300, 1500, 60), [LAPTOP], 1.0) == Place(1346, 688)


def test_a_window_that_hangs_over_the_edge_is_moved_onto_its_screen() -> None:
    assert fitting(Place(1000, 700, 900, 500), [LAPTOP], 1.0) == Place(1000, 700, 366, 68)
    assert fitting(Place(1000, 700, -300, -20), [LAPTOP], 1.0) == Place(1000, 700, 0, 0)
    assert fitting(Place(1000, 700, 1340, 20), [LAPTOP], 1.0) == Place(1000, 688)


def test_a_window_is_no_larger_than_its_screen() -> None:
    assert fitting(Place(2000, 1300, 10, 10), [LAPTOP], 1.0) == Place(1366, 768, 0, 0)
    assert fitting(Place(1000, 700, 100, 100), [Area(0, 0, 1600, 1200)], 2.0) == Place(800, 600, 0, 0)


def test_a_window_that_fills_its_screen_is_maximised() -> None:
    assert fills(1366, 768, LAPTOP)
    assert fills(1366, 700, LAPTOP)
    assert not fills(1366, 500, LAPTOP)
    assert not fills(1280, 768, LAPTOP)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("", Place()),
        ("[1, 2]", Place()),
        ('{"width": "wide", "height": 700}', Place()),
        ('{"width": 0, "height": 700}', Place()),
        ('{"width": 900, "height": 1e9}', Place()),
        ('{"width": true, "height": 700}', Place()),
        ('{"width": 900, "height": 700, "x": 99999999, "y": 3}', Place(900, 700)),
        ('{"width": 900, "height": 700, "x": 5, "y": 3, "maximised": 1}', Place(900, 700, 5, 3)),
        ('{"width": 900, "height": 700, "x": 5, "y": 3, "maximised": true}', Place(900, 700, 5, 3, True)),
    ],
)
def test_what_makes_no_sense_on_disk_is_as_usual(tmp_path: Path, content: str, expected: Place) -> None:
    (tmp_path / "window.json").write_text(content)
    assert StoredPlace(tmp_path).read() == expected


def test_a_place_is_kept(tmp_path: Path) -> None:
    StoredPlace(tmp_path).keep(Place(900, 700, -5, 3))
    assert StoredPlace(tmp_path).read() == Place(900, 700, -5, 3)


def test_a_place_that_cannot_be_kept_is_not_worth_a_word(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    StoredPlace(tmp_path / "file").keep(Place())
    assert StoredPlace(tmp_path / "file").read() == Place()


def moved(player: Player, left: int, top: int, width: int, height: int) -> None:
    """Have the desktop move and resize a window."""
    player.do("search", "--class", "Tilewright", "windowsize", width, height, "windowmove", left, top)
    player.wait(lambda scene: (scene["size"], scene["window"]) == ([width, height], [left, top]))


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
def test_a_window_opens_where_it_was_closed(tmp_path: Path) -> None:
    command = ("tests.renderer.window.probe", str(tmp_path / "notes.jsonl"))
    with display(1400, 1000) as name:
        with program(name, tmp_path, *command) as player:
            player.wait(lambda scene: scene["size"] == [1280, 800])
            moved(player, 210, 120, 930, 710)
            player.key("q")
            assert player.process.wait(PATIENCE) == 0
        kept = json.loads((tmp_path / "data" / "window.json").read_text())
        assert kept == {"width": 930, "height": 710, "x": 210, "y": 120, "maximised": False}
        for _ in range(2):
            with program(name, tmp_path, *command) as player:
                player.wait(lambda scene: (scene["size"], scene["window"]) == ([930, 710], [210, 120]))
                player.key("q")
                assert player.process.wait(PATIENCE) == 0
    with display(900, 640) as name, program(name, tmp_path, *command) as player:
        player.wait(lambda scene: scene["size"] == [900, 640])
