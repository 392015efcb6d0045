"""The games to choose from: their headings, how they are found, and what is cached about their specs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interpreter import catalogue, load_spec
from runtime.keep import library
from runtime.keep.library import (
    HOUSE,
    KIND_TITLES,
    OPENED,
    OWN,
    Facts,
    Library,
    Listed,
    other_name,
    resembling,
    searched,
)

LAMPS = """
game: lamps
title: Lamps
kind: puzzle
also_called: [Lanterns]
boards: {grid: {columns: 2, rows: 2, cell: {lit: flag}}}
actions: {press: {choose: {c: grid}, effects: [c.lit = not c.lit]}}
end_conditions: {dark: {when: 'all(not x.lit for x in grid)', won: true}}
"""


@pytest.fixture
def games() -> list[Listed]:
    return Library(Path("nowhere")).shipped()


def keys(found: list[Listed]) -> list[str]:
    return [listed.key for listed in found]


# Headings


def test_the_games_of_the_house_are_those_of_the_first_folder_with_their_variants(games: list[Listed]) -> None:
    house = [listed for listed in games if listed.group == HOUSE]
    assert {each.key for each in house if not each.parent} == {path.stem for path in catalogue.files(catalogue.SPECS)}
    assert house == games[: len(house)]
    assert keys(house)[:5] == ["khi", "khi_points", "khi_forts", "khi_raid", "khi_short"]
    assert all(each.parent == each.extends for each in house)


def test_every_classic_stands_under_the_heading_of_its_kind(games: list[Listed]) -> None:
    classics = [listed for listed in games if listed.group != HOUSE]
    for listed in classics:
        kind = re.search(r"^kind: (\w+)", listed.path.read_text(encoding="utf-8"), re.MULTILINE)
        assert kind is not None or listed.parent, listed.key
        assert listed.group == KIND_TITLES[kind[1] if kind is not None else listed.kind]
    assert list(dict.fromkeys(listed.group for listed in classics)) == list(KIND_TITLES.values())
    at = keys(games).index("chess")
    assert keys(games)[at : at + 3] == ["chess", "chess_hill", "chess_three_checks"]


def test_every_shipped_game_says_how_long_it_takes(games: list[Listed]) -> None:
    assert [listed.key for listed in games if listed.minutes is None] == []


def test_games_of_ones_own_and_opened_ones_are_listed_behind_the_others(tmp_path: Path) -> None:
    own, elsewhere = tmp_path / "games", tmp_path / "elsewhere"
    own.mkdir()
    elsewhere.mkdir()
    (own / "lamps.yaml").write_text(LAMPS)
    (elsewhere / "other.yaml").write_text(LAMPS.replace("game: lamps", "game: other"))
    found = Library(own)
    every = found.all([elsewhere / "other.yaml", own / "lamps.yaml"])
    assert [(each.name, each.group) for each in every[-2:]] == [("lamps", OWN), ("other", OPENED)]
    assert (every[-2].kind, every[-2].also_called, every[-2].parent) == ("puzzle", ("Lanterns",), "")
    assert len(every) == len(catalogue.shipped()) + 2
    (own / "lamps.yaml").write_text(LAMPS.replace("title: Lamps", "title: Lights"))
    assert {each.name: each.title for each in found.all()}["lamps"] == "Lights"
    (own / "lamps.yaml").write_text("game: lamps")
    assert "boards" in {each.name: each.problem for each in found.all()}["lamps"]


# Searching


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("checkers", "draughts"),
        ("othello", "reversi"),
        ("battleship", "sea_battle"),
        ("wordle", "hidden_word"),
        ("boggle", "word_trail"),
        ("yahtzee", "five_dice"),
        ("mancala", "kalah"),
        ("quoridor", "wall_race"),
        ("scrabble", "scrabble_like"),
        ("solitaire", "klondike"),
        ("tic tac toe", "tic_tac_toe"),
        ("nine mens morris", "nine_mens_morris"),
        ("go", "go"),
    ],
)
def test_a_search_finds_other_names_whatever_their_strokes(games: list[Listed], typed: str, first: str) -> None:
    assert searched(games, typed)[0].key == first


def test_what_is_named_so_comes_before_what_is_only_described_so(games: list[Listed]) -> None:
    assert keys(searched(games, "checkers")) == ["draughts", "backgammon"]
    assert searched(games, "  ") == games
    assert searched(games, "quidditch") == []
    assert "sudoku" in keys(searched(games, "puzzles"))


def test_by_which_other_name_a_game_was_found(games: list[Listed]) -> None:
    [draughts] = [listed for listed in games if listed.key == "draughts"]
    assert [other_name(draughts, typed) for typed in ("check", "draughts", "", "man")] == ["Checkers", "", "", ""]


def test_a_slip_is_corrected_to_the_name_that_was_meant(games: list[Listed]) -> None:
    found = resembling(games, "otello")
    assert found is not None
    assert (found[0], found[1].key) == ("Othello", "reversi")
    assert resembling(games, "zzzz") is None


# What is cached


def test_what_a_spec_says_is_kept_until_a_file_changes_that_it_depends_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path / "cache"))
    parent, child = tmp_path / "lamps.yaml", tmp_path / "dim.yaml"
    parent.write_text(LAMPS)
    child.write_text("game: dim\ntitle: Dim\nextends: lamps\n")
    read: list[Path] = []
    monkeypatch.setattr(library, "load_spec", lambda path: (read.append(path), load_spec(path))[1])
    facts = library.remembered(child)
    assert facts == Facts("dim", "Dim", kind="puzzle", extends="lamps")
    assert library.remembered(child) == facts
    assert read == [child]
    for path, change in ((parent, LAMPS + "minutes: 3\n"), (child, child.read_text() + "kind: word_game\n")):
        path.write_text(change)
        library.remembered(child)
    assert library.remembered(child) == Facts("dim", "Dim", kind="word_game", minutes=3, extends="lamps")
    assert read == [child] * 3
    (tmp_path / "dim.tests.yaml").write_text("acceptance: 3\n")
    assert "acceptance" in str(library.remembered(child))
    assert isinstance(library.remembered(child), str)
    assert read == [child] * 5
