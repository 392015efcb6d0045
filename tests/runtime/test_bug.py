"""Bugs of Tilewright: what is said about them, and what is saved."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from runtime.bug import about_session, kept_report, told, told_with_report
from runtime.session.session import Session


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TILEWRIGHT_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def bug() -> Exception:
    try:
        raise TypeError("first line\nsecond line")
    except TypeError as problem:
        problem.add_note("in the code for my.yaml:3:4")
        return problem


def test_a_bug_says_whose_it_is() -> None:
    assert told(bug()) == (
        "This is a mistake in Tilewright, not in the spec (TypeError: first line, in the code for my.yaml:3:4)."
    )


def test_a_report_says_what_it_takes_to_find_it(data: Path) -> None:
    session = Session(load("tic_tac_toe"), seed=7)
    session.perform(("place", 5))
    path = kept_report(bug(), about_session(session))
    assert path is not None
    assert path.parent == data / "bugs"
    text = path.read_text(encoding="utf-8")
    for part in ("Tilewright: ", "Python: 3.", "seed: 7\n", "moves: place b2\n", "tic_tac_toe.yaml\n", "Traceback"):
        assert part in text
    assert 'raise TypeError("first line\\nsecond line")' in text


def test_the_same_bug_has_one_report(data: Path) -> None:
    for _ in range(2):
        told_with_report(bug(), {})
    assert len(list((data / "bugs").iterdir())) == 1


def test_a_disk_that_takes_nothing_is_no_second_bug(data: Path) -> None:
    data.write_text("a file in place of the folder")
    assert told_with_report(bug(), {}).endswith("Please report it.")
