"""The pictures and films of the documentation."""

import re
from math import ceil
from pathlib import Path

from PIL import Image

from interpreter import load
from interpreter.spec import catalogue
from runtime.session.session import Session
from tools.film import FRAME, film, longest_cascade, save
from tools.pictures import DOCS, MOVES, PLAYING, ROWS, SIZES, index, portrait
from tools.screens import SCREENS


def test_a_film_begins_before_a_move_and_ends_when_nothing_moves(tmp_path: Path) -> None:
    session = Session(load("reversi"), seed=1)
    frames = list(film(session, ["d3"]))
    assert session.game.text(session.history[0].before, session.history[0].action) == "place d3"
    assert len(frames) > 4
    assert {frame.size for frame in frames} == {(800, 600)}
    assert len({frame.tobytes() for frame in frames}) > 3
    save(frames, tmp_path / "move.gif")
    with Image.open(tmp_path / "move.gif") as written:
        assert (written.size, written.info["loop"]) == ((800, 600), 0)
        assert written.info["duration"] / 1000 > FRAME


def test_the_longest_cascade_is_a_swap_of_neighbours() -> None:
    session = Session(load("mosaic"), seed=7)
    assert f"swap {' '.join(longest_cascade(session))}" in [
        session.game.text(session.state, action) for action in session.legal
    ]


def test_a_portrait_is_the_same_twice() -> None:
    once, twice = portrait("stacks"), portrait("stacks")
    assert once.size == (960, 600)
    assert once.tobytes() == twice.tobytes()


def test_the_games_of_the_documentation_are_there() -> None:
    assert set(MOVES) <= set(catalogue.shipped())
    assert [name for name in catalogue.shipped() if not (DOCS / f"{name}.png").is_file()] == []
    page = (DOCS / "README.md").read_text(encoding="utf-8")
    sheets = [
        DOCS / f"games-{size.width}x{size.height}-{number}.png"
        for size in SIZES
        for number in range(1, ceil(len(catalogue.shipped()) / ROWS) + 1)
    ]
    assert sorted(sheets) == sorted(DOCS.glob("games-*.png"))
    assert page == index([*sheets, DOCS / "themes.png"])


def test_the_page_about_playing_shows_each_of_its_pictures() -> None:
    page = (DOCS.parent / "playing.md").read_text(encoding="utf-8")
    assert {f"playing-{part}" for part in PLAYING} == set(re.findall(r"pictures/([\w-]+)\.png", page))
    assert [part for part in PLAYING if not (DOCS / f"playing-{part}.png").is_file()] == []
    assert set(PLAYING.values()) <= set(SCREENS)
