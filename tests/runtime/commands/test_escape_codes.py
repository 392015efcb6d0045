"""No content of a file, a name, an argument or a variable can control a terminal."""

import io
import json
import os
import re
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pexpect
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from interpreter import load
from interpreter.spec.catalogue import shipped
from interpreter.spec.characters import is_strange, visible
from runtime.cli import main
from runtime.commands.output import Guarded, json_text
from runtime.keep.recording import recording_of, written
from runtime.session.session import Session
from runtime.terminal.table import print_lines

ROOT = Path(__file__).resolve().parents[3]
COMMAND = [sys.executable, "-m", "runtime"]
PAYLOAD = "\x1b[2J\x1b]0;taken\x07\x9b31m\u202etxt\u2066\r\u2028"
"""Clears the screen, names the window, rings, colours, reverses the order of letters and goes back in the line."""
OURS = re.compile(r"\x1b\[(?:1;31|1;33|36|0)m")
"""The colours of messages."""


def steers(text: str) -> list[str]:
    """The characters of an output that control a terminal; its line endings are as usual there."""
    return [each for each in text.replace("\r\n", "\n") if each not in "\n\t" and is_strange(each)]


@dataclass
class Ran:
    """What a command has printed, and its exit code."""

    code: int
    shown: str


Run = Callable[..., Ran]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command line as it is usually started, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TILEWRIGHT_DATA", str(tmp_path / "data"))

    def called(*arguments: str, typed: str = "") -> Ran:
        output = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n")
        monkeypatch.setattr(sys, "argv", ["tilewright", *arguments])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        monkeypatch.setattr(sys, "stdout", output)
        monkeypatch.setattr(sys, "stderr", output)
        with pytest.raises(SystemExit) as left:
            main()
        output.flush()
        code = left.value.code
        return Ran(code if isinstance(code, int) else 0, output.buffer.getvalue().decode("utf-8"))  # type: ignore[attr-defined]

    return called


@given(st.text())
def test_a_guarded_stream_lets_nothing_through(text: str) -> None:
    stream = io.StringIO(newline="\n")
    print(text, file=Guarded(stream))
    assert steers(stream.getvalue()) == []
    if not steers(text):
        assert stream.getvalue() == f"{text}\n"


@given(st.dictionaries(st.text(), st.text() | st.integers()))
def test_json_holds_every_text_and_steers_nothing(value: dict[str, str | int]) -> None:
    assert steers(json_text(value)) == []
    assert json.loads(json_text(value)) == value


@given(st.text())
def test_the_terminal_player_lets_nothing_through(text: str) -> None:
    stream = io.StringIO(newline="\n")
    print_lines(Console(file=stream, width=80, highlight=False, markup=False, emoji=False), text)
    assert steers(stream.getvalue()) == []


def test_strange_characters_are_written_out() -> None:
    assert visible("a\x1b[2Jb\u202ec\nd\te") == "a\\x1b[2Jb\\u202ec\nd\te"


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", f"{PAYLOAD}.yaml"),
        ("check", f"{PAYLOAD}.yaml", "--json"),
        ("test", PAYLOAD),
        ("play", PAYLOAD),
        ("play", "tic_tac_toe", "--terminal", "--seat", f"cross={PAYLOAD}"),
        ("play", "klotski", "--terminal", "--level", PAYLOAD),
        ("play", "mosaic", "--terminal", "--set", f"{PAYLOAD}=1"),
        ("play", "mosaic", "--terminal", "--set", f"colours={PAYLOAD}"),
        ("replay", PAYLOAD),
        ("simulate", "tic_tac_toe", "--bots", PAYLOAD),
        ("new", PAYLOAD),
        (PAYLOAD,),
        ("--debug", "play", PAYLOAD),
    ],
)
def test_arguments_do_not_steer_the_terminal(arguments: tuple[str, ...], run: Run) -> None:
    found = run(*arguments)
    assert steers(found.shown) == []
    assert found.code != 0


@pytest.mark.parametrize("command", ["check", "test", "play", "simulate", "trace"])
def test_names_of_files_do_not_steer_the_terminal(command: str, run: Run, tmp_path: Path) -> None:
    path = tmp_path / f"{PAYLOAD}.yaml"
    shutil.copy(shipped()["tic_tac_toe"], path)
    found = run(command, path.name)
    assert "\\x1b[2J" in found.shown
    assert steers(found.shown) == []


def test_variables_do_not_steer_the_terminal(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("TILEWRIGHT_DATA", str(tmp_path / "file" / PAYLOAD))
    found = run("play", "tic_tac_toe", "--terminal", typed="b2\nsave mine\nquit\n")
    assert "\\x1b[2J" in found.shown
    assert steers(found.shown) == []


def test_what_is_typed_does_not_steer_the_terminal(run: Run) -> None:
    typed = f"{PAYLOAD}\nsave {PAYLOAD}\nset {PAYLOAD}\nquit\n"
    found = run("play", "tic_tac_toe", "--terminal", typed=typed)
    assert steers(found.shown) == []


def test_recordings_do_not_steer_the_terminal(run: Run, tmp_path: Path) -> None:
    session = Session(load("tic_tac_toe"), seed=1)
    session.perform(("place", 5))
    text = written(recording_of(session))
    values = sorted(set(re.findall(r'"(?:[^"\\]|\\.)*"', text)))
    assert len(values) > 10
    for value in values:
        damaged = text.replace(value, json.dumps(json.loads(value) + PAYLOAD))
        (tmp_path / "damaged.json").write_text(damaged, encoding="utf-8")
        for arguments in (("replay", "damaged.json"), ("replay", "damaged.json", "--verify")):
            assert steers(run(*arguments).shown) == [], value


def test_a_window_that_cannot_be_opened_is_a_failure(run: Run, tmp_path: Path) -> None:
    session = Session(load("tic_tac_toe"), seed=1)
    (tmp_path / "game.json").write_text(written(recording_of(session)), encoding="utf-8")
    for arguments in (("play", "tic_tac_toe", "--window"), ("play", "tic_tac_toe", "--watch")):
        found = run(*arguments)
        assert found.code == 2
        assert found.shown.startswith("error: There is no display to open a window on")
        assert f"help: Leave {arguments[-1]} out" in found.shown
    assert run("replay", "game.json", "--window").code == 2


@pytest.mark.parametrize("option", [("--resume",), ("--seat", "cross=person")])
def test_what_random_players_cannot_do_is_said(option: tuple[str, ...], run: Run) -> None:
    found = run("play", "tic_tac_toe", *option)
    assert (found.code, f"Leave {option[0]} out." in found.shown) == (2, True)


def test_on_a_terminal_only_our_own_colours_are_left(tmp_path: Path) -> None:
    path = tmp_path / f"{PAYLOAD}.yaml"
    path.write_text("game: wrong\ntitle: Wrong\nboard: {}\n", encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", "NO_COLOR": ""}
    child = pexpect.spawn(
        COMMAND[0], [*COMMAND[1:], "check", path.name], cwd=tmp_path, env=environment, encoding="utf-8", timeout=60
    )
    shown = child.read()
    child.close()
    assert OURS.search(shown) is not None
    assert steers(OURS.sub("", shown)) == []
