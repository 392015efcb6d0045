"""Journals: every line is checked together with the one before it, and unfinished lines are dropped."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from random import Random

import pytest

from interpreter import Game, load
from runtime.keep.journal import BEFORE, lines_of, read, read_journal, whole
from runtime.keep.recording import BadRecording, recording_of
from runtime.keep.replay import replayed
from runtime.keep.saves import Saves
from runtime.session.session import Session


@pytest.fixture(scope="module")
def lamps() -> Game:
    return load("lights_out")


def press(session: Session, *sites: str) -> None:
    for site in sites:
        assert session.perform(session.game.action(session.state, f"press {site}")).refusal is None


@pytest.fixture
def content(lamps: Game, tmp_path: Path) -> bytes:
    """A file with a line for each of some moves, an undo, a redo, a restart and a hint."""
    session = Session(lamps, seed=4)
    keeping = Saves(tmp_path).keep(session)
    press(session, "a1", "b2")
    session.restart()
    press(session, "a1", "b2", "c3")
    session.undo()
    session.redo()
    session.undo()
    session.undo()
    session.hint(lambda _view, tier: tier)
    keeping.end()
    [path] = tmp_path.iterdir()
    return path.read_bytes()


def test_a_line_is_added_for_each_change(content: bytes, lamps: Game) -> None:
    done = [line.split(b'"')[3] for line in content.splitlines()[1:]]
    assert b" ".join(done) == b"move move restart move move move undo redo undo undo hint"
    found = read_journal(content, "x")
    assert (found.length, found.damaged, found.over) == (len(content), None, False)
    session = replayed(read(content, "x"), lamps, "x")
    assert [move.text for move in session.history] == ["press a1"]
    assert [move.text for move in session.undone] == ["press c3", "press b2"]
    assert (session.used.undos, session.used.hints) == (3, 1)


def test_an_unfinished_last_line_is_left_out(content: bytes) -> None:
    ends = [number + 1 for number, byte in enumerate(content) if byte == ord("\n")]
    for cut in range(ends[0], len(content)):
        found = read_journal(content[:cut], "x")
        assert (found.length, found.damaged) == (max(end for end in ends if end <= cut), None)


@pytest.mark.parametrize("cut", [0, 1, 50])
def test_without_a_whole_first_line_there_is_no_game(content: bytes, cut: int) -> None:
    with pytest.raises(BadRecording, match="x is cut short"):
        read_journal(content[:cut], "x")


def test_every_changed_byte_is_noticed(content: bytes) -> None:
    ends = [number + 1 for number, byte in enumerate(content) if byte == ord("\n")]
    random = Random(1)
    for place in range(ends[0], len(content)):
        line = sum(end <= place for end in ends)
        spoilt = bytearray(content)
        spoilt[place] ^= random.randrange(1, 256)
        found = read_journal(bytes(spoilt), "x")
        assert found.length == ends[line - 1], place
        # Without its end, the last line looks unfinished.
        assert found.damaged == (None if place == len(content) - 1 else line + 1), place
        assert read_journal(content[: found.length], "x").recording == found.recording


def test_lines_that_are_lost_swapped_or_doubled_are_noticed(content: bytes) -> None:
    lines = content.splitlines(keepends=True)
    for number in range(1, len(lines) - 1):
        lost = lines[:number] + lines[number + 1 :]
        swapped = [*lines[:number], lines[number + 1], lines[number], *lines[number + 2 :]]
        doubled = lines[: number + 1] + lines[number:]
        assert read_journal(b"".join(lost), "x").damaged == number + 1
        assert read_journal(b"".join(swapped), "x").damaged == number + 1
        assert read_journal(b"".join(doubled), "x").damaged == number + 2


def test_a_damaged_first_line_leaves_nothing(content: bytes) -> None:
    with pytest.raises(BadRecording, match=r"x is damaged in line 1\."):
        read_journal(content.replace(b'"seed":4', b'"seed":5'), "x")


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        ({"format": 3, "game": "lights_out"}, "newer"),
        ({"format": 2, "game": "lights_out"}, "not_a_recording"),
        ({}, "not_a_recording"),
    ],
)
def test_other_first_lines_are_told_apart(entry: dict[str, object], fault: str) -> None:
    with pytest.raises(BadRecording) as caught:
        read_journal(lines_of([entry], BEFORE)[0], "x")
    assert caught.value.fault == fault


@pytest.mark.parametrize(
    "entry",
    [
        {"do": "undo", "moves": 2},
        {"do": "redo", "moves": 1},
        {"do": "undo", "moves": -1},
        {"do": "move", "move": "press a1"},
        {"do": "dance"},
        {"do": "hint", "used": [1]},
        {"do": "leave", "seconds": "5"},
        {"do": "seats", "seats": {"you": "nobody"}},
        {},
    ],
)
def test_a_line_that_makes_no_sense_is_damage(lamps: Game, entry: dict[str, object]) -> None:
    session = Session(lamps, seed=4)
    press(session, "a1")
    content, last = lines_of(whole(session, "me", None), BEFORE)
    more, _ = lines_of([entry], last)
    found = read_journal(content + more, "x")
    assert (found.length, found.damaged) == (len(content), 3)


def test_a_whole_game_reads_as_it_was_written(lamps: Game) -> None:
    session = Session(lamps, "warm_up", {"limit": "none"}, seed=4)
    press(session, "a1", "b2", "c3")
    session.undo()
    session.seconds = 61.0
    content, last = lines_of(whole(session, "me", date(2024, 5, 17)), BEFORE)
    found = read_journal(content, "x")
    assert found.recording == recording_of(session, with_help=True)
    assert (found.owner, found.daily, found.luck, found.last) == ("me", date(2024, 5, 17), True, last)
