"""The command line as a program of its own: exit codes, output streams, pipes and signals."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import cpu_seconds, hear_interruptions, until

ROOT = Path(__file__).resolve().parents[3]
COMMAND = [sys.executable, "-m", "runtime"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}


def run(*arguments: str, folder: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        cwd=folder,
        env={**ENVIRONMENT, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_the_help_does_not_load_the_engine() -> None:
    program = "import sys, runtime.cli; print(sorted({'interpreter', 'rich', 'pydantic'} & set(sys.modules)))"
    found = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert found.stdout == "[]\n"


@pytest.mark.parametrize(
    ("typed", "offered"),
    [("si", ["simulate"]), ("play stackdoku_t", ["stackdoku_tens", "stackdoku_turtle"]), ("test tic", ["tic_tac_toe"])],
)
def test_a_shell_completes_commands_and_games(typed: str, offered: list[str]) -> None:
    words = f"tilewright {typed}"
    asked = {"_TILEWRIGHT_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    assert run(**asked).stdout.split()[: len(offered)] == offered


def test_output_and_errors_go_apart(tmp_path: Path) -> None:
    found = run("simulate", "no_such_game", folder=tmp_path)
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr.splitlines()[0] == "error: There is no game ‘no_such_game’."
    listed = run("list", "--json", folder=tmp_path)
    assert (listed.returncode, listed.stderr) == (0, "")
    assert json.loads(listed.stdout)


def test_a_mistake_is_shown_without_colours_in_a_pipe(tmp_path: Path) -> None:
    (tmp_path / "wrong.yaml").write_text("game: wrong\ntitle: Wrong\nboard: {}\n", encoding="utf-8")
    found = run("check", "wrong.yaml", folder=tmp_path)
    assert (found.returncode, found.stderr) == (1, "")
    assert "wrong.yaml:3:1: error: ‘board’ is not an option of a spec." in found.stdout
    assert "\x1b" not in found.stdout


def test_a_file_that_is_no_text_is_a_mistake(tmp_path: Path) -> None:
    (tmp_path / "noise.yaml").write_bytes(bytes(range(256)))
    found = run("check", "noise.yaml", folder=tmp_path)
    assert found.returncode == 1
    assert "Traceback" not in found.stderr + found.stdout


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may read every file")
def test_an_unreadable_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / "shut.yaml"
    path.write_text("game: shut\n", encoding="utf-8")
    path.chmod(0)
    found = run("check", "shut.yaml", folder=tmp_path)
    assert (found.returncode, found.stderr) == (2, f"error: {path}: Permission denied\n")


def test_an_unwritable_place_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    found = run("schema", "--out", "file/schema.json", folder=tmp_path)
    assert found.returncode == 2
    assert found.stderr in ("error: file: File exists\n", "error: file: Not a directory\n")


def test_a_terminal_without_our_letters_gets_others(tmp_path: Path) -> None:
    found = run("play", "no_such_game", folder=tmp_path, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert (found.returncode, found.stderr.splitlines()[0]) == (2, "error: There is no game ?no_such_game?.")


@pytest.mark.skipif(os.name == "nt", reason="pipes break otherwise there")
@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["schema"], 141), (["list"], 141), (["play", "sokoban"], 141), (["--help"], 141), (["--version"], 141)],
)
def test_a_reader_who_leaves_is_no_error(arguments: list[str], code: int) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    found = subprocess.run(
        [*COMMAND, *arguments], cwd=ROOT, stdout=writing, stderr=subprocess.PIPE, text=True, check=False
    )
    os.close(writing)
    assert (found.returncode, found.stderr) == (code, "")


@pytest.mark.skipif(os.name == "nt", reason="needs a shell that closes streams")
def test_closed_streams_are_no_error() -> None:
    for redirection in (">&-", "2>&-", ">&- 2>&-"):
        shell = f'"{sys.executable}" -m runtime --version {redirection}'
        found = subprocess.run(shell, shell=True, cwd=ROOT, capture_output=True, text=True, check=False)
        assert (found.returncode, found.stderr) == (0, "")


@pytest.mark.skipif(os.name == "nt", reason="needs a shell that closes streams")
def test_nobody_at_the_keyboard_is_no_error(tmp_path: Path) -> None:
    shell = f'"{sys.executable}" -m runtime play tic_tac_toe --terminal <&-'
    environment = {**ENVIRONMENT, "TILEWRIGHT_DATA": str(tmp_path)}
    found = subprocess.run(shell, shell=True, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout.startswith("Tic-tac-toe\n")


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc how far the program is")
def test_an_interruption_is_quiet() -> None:
    with subprocess.Popen(
        [*COMMAND, "simulate", "sokoban", "-n", "1000000", "--workers", "1"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hear_interruptions,
    ) as started:
        # By the process’s own clock: other work on the machine makes no difference.
        until(lambda: cpu_seconds(started.pid) > 2)
        started.send_signal(signal.SIGINT)
        output, errors = started.communicate()
    assert (started.returncode, output, errors) == (130, "", "Stopped.\n")


@pytest.mark.skipif(os.name == "nt", reason="there is no such signal")
def test_an_interruption_while_it_is_loaded_is_quiet(tmp_path: Path) -> None:
    """A module that presses Ctrl-C while it is being imported."""
    (tmp_path / "typer.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")
    found = subprocess.run(
        [*COMMAND, "list"],
        cwd=ROOT,
        env={**ENVIRONMENT, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=hear_interruptions,
    )
    assert (found.returncode, found.stdout, found.stderr) == (130, "", "Stopped.\n")
