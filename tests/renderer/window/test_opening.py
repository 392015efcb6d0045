"""If no window can be opened, one sentence says what is missing, and the game is played elsewhere."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pexpect
import pytest

from renderer.window import opening
from renderer.window.opening import NoWindow, available, has_sound, telling_what_is_missing
from tests.processes import PATIENCE
from tests.renderer.window.screen import MISSING, ROOT, display

if TYPE_CHECKING:
    from renderer.window.shell import Shell

WITHOUT = "  help: Leave --window out to play without one.\n"
LIBRARIES = "sudo apt-get install libgl1 libegl1 libgl1-mesa-dri libx11-6 libfontconfig1 libfreetype6 (Debian, Ubuntu)"


@pytest.mark.parametrize(
    ("environment", "platform", "answer"),
    [
        ({}, "linux", opening.NO_DISPLAY),
        ({"DISPLAY": ""}, "linux", opening.NO_DISPLAY),
        ({"DISPLAY": ":0"}, "linux", None),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", None),
        ({}, "darwin", None),
        ({}, "win32", None),
    ],
)
def test_a_display_is_looked_for_where_it_is_named(
    environment: dict[str, str], platform: str, answer: str | None
) -> None:
    assert available(environment, platform) == answer


def test_without_arcade_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    assert available({"DISPLAY": ":0"}, "linux") == opening.NO_ARCADE


def why(problem: BaseException) -> str:
    """What a player reads if this goes wrong while a window is opened."""
    with pytest.raises(NoWindow) as caught, telling_what_is_missing():
        raise problem
    assert caught.value.__cause__ is problem
    return str(caught.value)


def test_missing_libraries_are_named_with_their_packages() -> None:
    text = why(ImportError('Library "GL" not found.'))
    assert text.startswith('The window needs libraries that are missing here (Library "GL" not found): ')
    assert LIBRARIES in text
    assert "(Fedora)" in text


def test_an_exception_that_is_none_is_caught_too(shell: Shell) -> None:
    """Pyglet's ShaderException is not an Exception: it would end the program."""
    from pyglet.graphics.shader import ShaderException

    assert not issubclass(ShaderException, Exception)
    text = why(ShaderException("version 330 is not supported"))
    assert "OpenGL 3.3" in text
    assert "(ShaderException: version 330 is not supported)" in text


@pytest.mark.parametrize("problem", [KeyboardInterrupt(), SystemExit(3)])
def test_who_wants_to_stop_may_stop(problem: BaseException) -> None:
    with pytest.raises(type(problem)), telling_what_is_missing():
        raise problem


def test_sound_is_where_a_server_or_a_card_is(tmp_path: Path) -> None:
    assert not has_sound({}, "linux", tmp_path)
    assert has_sound({}, "darwin", tmp_path)
    assert has_sound({"PULSE_SERVER": "unix:/tmp/x"}, "linux", tmp_path)
    (tmp_path / "pulse").mkdir()
    (tmp_path / "pulse" / "native").touch()
    assert has_sound({"XDG_RUNTIME_DIR": str(tmp_path)}, "linux", tmp_path)
    cards = tmp_path / "dev" / "snd"
    cards.mkdir(parents=True)
    (cards / "controlC0").touch()
    assert not has_sound({}, "linux", tmp_path)
    (cards / "pcmC0D0p").touch()
    assert has_sound({}, "linux", tmp_path)


# The command itself


def played(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "runtime", "play", *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def test_without_display_and_terminal_random_players_play_and_it_is_said_why(tmp_path: Path) -> None:
    found = played("tic_tac_toe", "--seed", "1", TILEWRIGHT_DATA=str(tmp_path))
    assert found.returncode == 0
    assert found.stderr.startswith("There is no display to open a window on: ")
    assert found.stdout.startswith("Tic-tac-toe, seed 1\n   1. cross: ")


def test_a_display_that_is_not_there_is_named(tmp_path: Path) -> None:
    found = played("tic_tac_toe", "--window", DISPLAY=":65000", TILEWRIGHT_DATA=str(tmp_path))
    assert found.returncode == 2
    what = "The display ‘:65000’ cannot be reached. Start it from a desktop, or with ‘ssh -X’."
    assert found.stderr == f"error: {what}\n{WITHOUT}"


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
def test_a_display_without_opengl_is_one_sentence(tmp_path: Path) -> None:
    with display(800, 600, opengl=False) as name:
        found = played("tic_tac_toe", "--window", DISPLAY=name, TILEWRIGHT_DATA=str(tmp_path))
    assert found.returncode == 2
    assert found.stderr == f"error: {opening.NO_OPENGL.format(what='')}\n{WITHOUT}"


def test_in_a_terminal_without_a_display_the_game_is_played_there(tmp_path: Path) -> None:
    terminal = pexpect.spawn(
        sys.executable,
        ["-m", "runtime", "play", "tic_tac_toe"],
        cwd=str(ROOT),
        env={**os.environ, "TILEWRIGHT_DATA": str(tmp_path), "TERM": "dumb"},
        encoding="utf-8",
        timeout=PATIENCE,
    )
    terminal.expect_exact("There is no display to open a window on")
    terminal.expect_exact("Cross> ")
    terminal.sendline("quit")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0


def test_window_and_terminal_do_not_go_together() -> None:
    found = played("tic_tac_toe", "--window", "--terminal")
    assert (found.returncode, found.stderr) == (
        2,
        "error: --terminal and --window do not go together.\n  help: Leave one of them out.\n",
    )


def test_a_mistake_in_calling_is_told_before_any_window(tmp_path: Path) -> None:
    found = played("tic_tac_to", DISPLAY=":65000")
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr == "error: There is no game ‘tic_tac_to’.\n  help: Did you mean ‘tic_tac_toe’?\n"
