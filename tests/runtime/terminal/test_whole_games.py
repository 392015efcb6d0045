"""Whole games through a real terminal, from start to finish."""

import os
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

from interpreter import Game, load, loads
from runtime.keep.saves import Saves
from tests.processes import PATIENCE, hear_interruptions
from tests.specs.test_stacks import RECORDED, recorded

REPOSITORY = Path(__file__).parents[3]

DRAUGHTS = (
    "e3 d4", "h6 g5", "d2 e3", "b6 a5", "e3 f4", "g5 e3", "c1 d2", "e3 c1", "e1 d2", "c1 e3", "e3 c5", "f2 e3",
    "g7 h6", "a3 b4", "c5 a3", "a3 c1", "c3 b4", "a5 c3", "g3 f4", "f6 e5", "f4 g5", "h6 f4", "f4 d2", "h2 g3",
    "f8 g7", "g1 h2", "a7 b6", "g3 f4", "e5 g3", "h2 f4", "g7 f6", "f4 e5", "d6 f4", "a1 b2", "c3 a1",
)  # fmt: skip
"""A game in which light takes every man."""

VARIANT = """\
game: quick
title: Quick
extends: tic_tac_toe
ai: {bot: search, depth: 2, budget: 200}
"""


def game_of_solutions() -> Game:
    """Stacks, whose tiles tell how each deal can be cleared."""
    return loads(RECORDED)


class Terminal:
    """One run of `tilewright play` in a terminal of 80 × 24."""

    def __init__(self, data: Path, *arguments: str, term: str = "dumb", colours: str = "") -> None:
        environment = {**os.environ, "TILEWRIGHT_DATA": str(data), "TERM": term, "COLORTERM": "truecolor"}
        environment["NO_COLOR"] = "" if colours else "1"
        environment.pop("PYTEST_CURRENT_TEST", None)
        self.process = pexpect.spawn(
            sys.executable, ["-m", "runtime", "play", *arguments], cwd=str(REPOSITORY), env=environment,
            dimensions=(24, 80), encoding="utf-8", timeout=PATIENCE, echo=False, preexec_fn=hear_interruptions,
        )  # fmt: skip
        self.process.delaybeforesend = None

    def type(self, line: str, prompt: str = r"\w+> $") -> str:
        """Type a line; return what is shown until the next prompt."""
        self.process.sendline(line)
        return self.until(prompt)

    def until(self, prompt: str = r"\w+> $") -> str:
        self.process.expect(prompt)
        return str(self.process.before).replace("\r\n", "\n")

    def end(self) -> str:
        self.process.expect(pexpect.EOF)
        self.process.close()
        return str(self.process.before).replace("\r\n", "\n")


@pytest.fixture
def terminals(tmp_path: Path) -> Iterator[list[Terminal]]:
    started: list[Terminal] = []
    yield started
    for terminal in started:
        terminal.process.close(force=True)


def test_tic_tac_toe_by_two_persons(tmp_path: Path, terminals: list[Terminal]) -> None:
    terminal = Terminal(tmp_path, "tic_tac_toe", "--terminal", "--seat", "nought=person")
    terminals.append(terminal)
    assert "Cross to play. Choose an empty square." in terminal.until("Cross> $")
    terminal.type("a1", "Nought> $")
    assert "That square is taken." in terminal.type("a1", "Nought> $")
    why = terminal.type("why", "Nought> $")
    assert re.search(r"specs/classics/tic_tac_toe\.yaml:\d+\n  where: it\.mark == none\n", why)
    terminal.type("place b1", "Cross> $")
    assert "Undone: b1." in terminal.type("undo", "Nought> $")
    terminal.type("redo", "Cross> $")
    terminal.type("a2", "Nought> $")
    terminal.type("b2", "Cross> $")
    shown = terminal.type("a3", "Over> $")
    assert "Cross won\nCross has three in a row." in shown
    terminal.process.sendline("quit")
    assert terminal.end() == "Goodbye.\n"
    assert terminal.process.exitstatus == 0


def test_a_game_against_the_computer(tmp_path: Path, terminals: list[Terminal]) -> None:
    spec = tmp_path / "quick.yaml"
    spec.write_text(VARIANT)
    terminal = Terminal(tmp_path, str(spec), "--seed", "5")
    terminals.append(terminal)
    assert "You play Cross, the computer plays Nought." in terminal.until("Cross> $")
    assert "Hint: Look at " in terminal.type("hint", "Cross> $")
    told = 0
    for _ in range(5):
        terminal.process.sendline("1")
        which = terminal.process.expect([r"Cross> $", r"Over> $"])
        shown = str(terminal.process.before)
        told += len(re.findall(r"(?:Nought is thinking …|The computer is thinking\.)\r\nNought: [abc][123]", shown))
        if which == 1:
            break
    else:
        raise AssertionError("The game did not end.")
    assert told >= 2
    assert re.search(r"has three in a row\.|nobody has three in a row\.", shown)
    terminal.process.sendeof()
    assert terminal.end().strip() == "Goodbye."


def test_peg_solitaire_is_solved(tmp_path: Path, terminals: list[Terminal]) -> None:
    terminal = Terminal(tmp_path, "peg_solitaire", "--level", "cross")
    terminals.append(terminal)
    assert "Pegs left  6" in terminal.until("> $")
    assert "Pegs left  5" in terminal.type("d3 f3", "> $")
    assert "Pegs left  6" in terminal.type("undo", "> $")
    for jump in ("d3-f3", "jump d5 d3", "c3e3", "f3 d3"):
        terminal.type(jump, "> $")
    shown = terminal.type("d2 d4", "Over> $")
    assert "Pegs left  1" in shown
    terminal.process.sendline("q")
    assert terminal.end() == "Goodbye.\n"


def test_draughts_goes_on_after_the_player_was_killed(tmp_path: Path, terminals: list[Terminal]) -> None:
    prompts = r"(Dark|Light)> $"
    first = Terminal(tmp_path, "draughts", "--seat", "light=person")
    terminals.append(first)
    first.until(prompts)
    assert "A man moves one square diagonally forward" in first.type("walk a3 a5", prompts)
    assert re.search(r"specs/classics/draughts\.yaml:\d+", first.type("why", prompts))
    for move in DRAUGHTS[:9]:
        first.type(move, prompts)
    assert "Undone: e1–d2." in first.type("undo", prompts)
    first.type(DRAUGHTS[8], prompts)
    assert "Jump: c1 e3" in first.type("moves", prompts)
    first.process.kill(signal.SIGKILL)
    first.process.wait()

    saved = Saves(tmp_path / "saves").load(load("draughts"))
    assert saved is not None
    assert len(saved.history) == 9

    second = Terminal(tmp_path, "draughts")
    terminals.append(second)
    assert "You have an unfinished game (9 moves, played" in second.until(r"Continue it\? \[Y/n\] $")
    shown = second.type("", prompts)
    assert "You must capture." in shown
    for move in DRAUGHTS[9:-1]:
        second.type(move, prompts)
    assert "Light won\nLight captured every piece." in second.type(DRAUGHTS[-1], "Over> $")
    second.process.sendline("quit")
    assert second.end() == "Goodbye.\n"


def test_stacks_is_cleared_word_by_word(tmp_path: Path, terminals: list[Terminal]) -> None:
    terminal = Terminal(tmp_path, "stacks", "--terminal", "--seed", "3")
    terminals.append(terminal)
    assert "Tiles left  29" in terminal.until("> $")
    assert "Spelt EN for 2 points." in terminal.type("spell a1@top b1@top", "> $")
    assert "Undone: Spelt EN for 2 points." in terminal.type("undo", "> $")
    assert "That tile is still covered." in terminal.type("spell a1@top a1@middle", "> $")
    assert "“NF” is not in the word list. Similar words:" in terminal.type("spell b1@top a2@top", "> $")
    assert "word != none" in terminal.type("why", "> $")
    assert "Spelt EN for 2 points." in terminal.type("en", "> $")
    assert "Undone: Spelt EN for 2 points." in terminal.type("undo", "> $")
    told = terminal.type("hint", "> $")
    assert re.search(r"Look at the highlighted places\. Ask again to see the move\.\s+\(([a-d][1-4]@top ?)+\)", told)
    told = terminal.type("hint", "> $")
    assert re.search(r"Spell [A-Z]+ with the highlighted tiles\.\s+\(spell ([a-d][1-4]@top\s?)+\)", told)
    state = game_of_solutions().new(seed=3)
    words = [game_of_solutions().text(state, action) for action in recorded(state)]
    for word in words[:-1]:
        assert re.search(r"Spelt [A-Z]+ for \d+ points?\.", terminal.type(word, "> $"))
    shown = terminal.type(words[-1], "Over> $")
    assert "You cleared the board and scored 46 points.\nAll tiles are used." in shown
    terminal.process.sendline("quit")
    assert terminal.end() == "Goodbye.\n"


def test_word_cell_from_the_first_tile_to_the_end(tmp_path: Path, terminals: list[Terminal]) -> None:
    terminal = Terminal(tmp_path, "word_cell", "--terminal", "--seed", "2")
    terminals.append(terminal)
    assert "Tray   I TS S N A" in terminal.until("> $")
    assert "Hint: You can make NITS." in terminal.type("hint", "> $")
    assert "Hint: Place N on a1 to begin NITS." in terminal.type("hint", "> $")
    assert "Tray   I TS S A W" in terminal.type("place N a1", "> $")
    terminal.type("place I c1", "> $")
    assert "“N” is not a word." in terminal.type("claim a1", "> $")
    assert "  1  N [I][.] . " in terminal.type("shift c1 b1", "> $")
    assert "That tile does not fit there." in terminal.type("place TS b1", "> $")
    assert "  1  N  I [T] S " in terminal.type("place TS c1", "> $")
    assert "Claimed NITS for 43 points." in terminal.type("claim b1", "> $")
    assert "Score  43" in terminal.type("redraw", "> $")
    terminal.type("redraw", "> $")
    terminal.type("redraw", "> $")
    assert "You have no redraws left." in terminal.type("redraw", "> $")
    terminal.type("finish", r"End the game now\? You finish with 43 points\. \(y = end game, Enter = keep playing\) $")
    assert "You won with 43 points.\nYou ended the game." in terminal.type("y", "Over> $")
    assert "Score  0" in terminal.type("restart", "> $")
    terminal.process.sendline("quit")
    terminal.end()


def test_ctrl_c_leaves_with_the_game_saved(tmp_path: Path, terminals: list[Terminal]) -> None:
    terminal = Terminal(tmp_path, "lights_out", "--seed", "4")
    terminals.append(terminal)
    terminal.until("> $")
    terminal.type("b2", "> $")
    terminal.process.sendintr()
    assert terminal.end().strip() == "Saved after 1 move; ‘tilewright play lights_out’ continues."
    assert terminal.process.exitstatus == 0


def test_the_tab_key_completes(tmp_path: Path, terminals: list[Terminal]) -> None:
    terminal = Terminal(tmp_path, "tic_tac_toe", "--seat", "nought=person", term="xterm")
    terminals.append(terminal)
    terminal.until("Cross> ")
    terminal.process.send("pl\tb2\t\r")
    assert "  2  . [X] ." in terminal.until("Nought> ")


def test_colours_are_shown_unless_the_player_wants_none(tmp_path: Path, terminals: list[Terminal]) -> None:
    coloured = Terminal(tmp_path, "reversi", term="xterm-256color", colours="yes")
    plain = Terminal(tmp_path, "reversi", term="xterm-256color")
    terminals += [coloured, plain]
    assert "\x1b[1;38;2;16;16;18;48;2;247;245;239m W \x1b[0m" in coloured.until("Black> ")
    assert "\x1b[" not in plain.until("Black> ").replace("\x1b[?2004h", "")
