"""Pencil marks in the terminal: one command writes them, and they are listed below the board."""

from __future__ import annotations

from collections.abc import Callable

from interpreter import Game, load
from runtime.terminal.reader import completions

Played = Callable[..., list[str]]


def sudoku() -> Game:
    return load("sudoku")


def answers(lines: list[str], *starts: str) -> list[str]:
    return [line for line in lines if line.startswith(starts)]


def test_marks_are_written_listed_and_taken_out(played: Played) -> None:
    typed = ("pencil", "pencil e1 6 4", "pencil e1 4", "pencil b2 2 3", "board", "pencil b2 none", "pencil")
    lines = played(sudoku(), *typed)
    assert answers(lines, "There are no marks", "e1:", "b2:", "  Pencil marks:", "Pencil marks:") == [
        "There are no marks.",
        "e1: 4 6.",
        "e1: 6.",
        "b2: 2 3.",
        "  Pencil marks: e1 6 · b2 2 3",
        "b2: no marks.",
        "Pencil marks: e1 6",
    ]


def test_a_move_covers_marks_and_undo_shows_them(played: Played) -> None:
    lines = played(sudoku(), "pencil e1 6", "pencil h1 8", "e1 6", "undo")
    assert answers(lines, "  Pencil marks:") == ["  Pencil marks: h1 8", "  Pencil marks: e1 6 · h1 8"]
    assert lines[-1] == "Your pencil marks are saved; ‘tilewright play sudoku’ continues."


def test_automatic_marks(played: Played) -> None:
    lines = played(sudoku(), "pencil auto", "pencil e1 4", "pencil auto")
    at = lines.index("Automatic marks on.")
    assert lines[at + 1 : at + 3] == [
        "Pencil marks: e1 6 · h1 8 · b2 2 3 4 · c2 2 3 · e2 4 7 · h2 3 · a3 4 6 ·",
        "b3 3 4 6 · e3 4 6 · a4 2 · c4 1 2 · e4 1 9 · f4 2 5 9 · b5 2 5 · d5 1 4 8 ·",
    ]
    assert "Automatic marks show what the rules allow, and 4 cannot go in e1 now." in lines
    assert lines[lines.index("Automatic marks off. Your own marks are shown.") + 1] == "There are no marks."


def test_what_cannot_be_marked_is_told(played: Played) -> None:
    lines = played(sudoku(), "pencil a1 2", "pencil zz 3", "pencil e1 12")
    assert answers(lines, "Pencil marks go", "There is no cell", "‘12’") == [
        "Pencil marks go in empty cells, and a1 is not one.",
        "There is no cell zz. Write it as ‘pencil e5 1 2’.",
        "‘12’ is not a mark. Marks are 1, 2, 3, 4, 5, 6, 7, 8, 9; ‘none’ erases all.",
    ]


def test_other_games_have_no_pencil(played: Played) -> None:
    lines = played(load("tic_tac_toe"), "help", "pencil")
    assert "There are no pencil marks in this game." in lines
    assert not answers(lines, "  pencil")
    assert answers(played(sudoku(), "help"), "  pencil") == [
        "  pencil [cell marks]    write small marks into a cell; ‘pencil auto’ does it",
    ]


def test_the_tab_key_offers_cells_and_marks() -> None:
    game = sudoku()
    state = game.new(1)
    assert completions(game, state, "pencil a")[:3] == ["auto", "a1", "a2"]
    assert completions(game, state, "pencil e5 1 ") == [*"123456789", "none"]
