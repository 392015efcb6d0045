"""A file that is not a plain file, or too large to be one of ours, is refused at once wherever a command can name a
file."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from interpreter import catalogue, load
from runtime.cli import app
from runtime.keep.recording import recording_of, written
from runtime.session.session import Session
from tests.interpreter.test_files import make_folder, make_large, make_link_to_device, make_socket

MAKERS: dict[str, Callable[[Path], None]] = {
    "a folder": make_folder,
    "a FIFO": os.mkfifo,
    "a socket": make_socket,
    "a device": make_link_to_device,
    "3 GB": make_large,
}
SPEC = """\
game: own
title: Own
lexicon: few
tables:
  worth: {file: points}
boards:
  line: {columns: 3, rows: 1, cell: {lit: flag}}
actions:
  light:
    choose: {c: {from: line, where: not it.lit, else: It is lit.}}
    effects: [c.lit = true]
end_conditions:
  all_lit:
    when: all(x.lit for x in line)
    won: true
rules:
  L-1: {text: Light all., checked_by: [tests/some.py::test_some]}
"""
FILES = {
    "own.yaml": SPEC,
    "variant.yaml": "game: variant\ntitle: Variant\nextends: own\n",
    "few.txt": "ace 1\n",
    "points.yaml": "- 1\n- 2\n- 3\n",
    "own.tests.yaml": "acceptance: {}\n",
}
READ = {
    "check": ("own.yaml", ["check", "own.yaml"]),
    "check by name": ("own.yaml", ["check", "own"]),
    "test": ("own.yaml", ["test", "own.yaml"]),
    "play": ("own.yaml", ["play", "--terminal", "own.yaml"]),
    "trace": ("own.yaml", ["trace", "own.yaml"]),
    "mutate": ("own.yaml", ["mutate", "own.yaml"]),
    "simulate": ("own.yaml", ["simulate", "own.yaml"]),
    "shot": ("own.yaml", ["shot", "own.yaml", "--out", "x.png"]),
    "new --from": ("own.yaml", ["new", "fresh", "--from", "own"]),
    "replay": ("game.json", ["replay", "game.json"]),
    "replay --verify": ("game.json", ["replay", "--verify", "game.json"]),
    "replay --spec": ("own.yaml", ["replay", "kept.json", "--spec", "own.yaml"]),
    "shot --actions": ("moves.txt", ["shot", "tic_tac_toe", "--out", "x.png", "--actions", "moves.txt"]),
    "extends": ("own.yaml", ["check", "variant.yaml"]),
    "tests": ("own.tests.yaml", ["check", "own.yaml"]),
    "lexicon": ("few.txt", ["check", "own.yaml"]),
    "table": ("points.yaml", ["check", "own.yaml"]),
    "checked_by": ("tests/some.py", ["check", "own.yaml"]),
}
WRITTEN = {
    "schema --out": ("x.json", ["schema", "--out", "x.json"]),
    "shot --out": ("x.png", ["shot", "tic_tac_toe", "--out", "x.png", "--size", "320x240"]),
    "test --junit": ("x.xml", ["test", "tic_tac_toe", "-k", "a row wins", "--junit", "x.xml"]),
    "reference --out": ("pages/README.md", ["reference", "--out", "pages"]),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TILEWRIGHT_DATA", str(tmp_path / "data"))
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "some.py").write_text("def test_some(): pass\n")
    (tmp_path / "kept.json").write_text(written(recording_of(Session(load(catalogue.find("tic_tac_toe"))))))
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments), prog_name="tilewright")


def test_what_is_refused_is_else_accepted(folder: Path) -> None:
    for command in (["check", "own.yaml"], ["check", "variant.yaml"], ["replay", "kept.json"]):
        assert run(*command).exit_code == 0, run(*command).output


@pytest.mark.parametrize(
    ("place", "kind"),
    [(place, kind) for place in READ for kind in (MAKERS if place in ("check", "replay", "extends") else ["a FIFO"])],
)
def test_it_is_not_read(folder: Path, place: str, kind: str) -> None:
    name, command = READ[place]
    path = folder / name
    path.unlink(missing_ok=True)
    MAKERS[kind](path)
    found = run(*command)
    said = found.stdout + found.stderr
    if kind == "3 GB":
        expected = "is too large" if "this file is larger" not in said else "this file is larger"
    else:
        expected = "folder" if kind == "a folder" else f"is {kind}, not a file"
    assert (found.exit_code in (1, 2), expected in said) == (True, True), said
    assert "Traceback" not in said and "mistake in Tilewright" not in said


@pytest.mark.parametrize(
    ("place", "kind"),
    [*((place, "a FIFO") for place in WRITTEN), *(("schema --out", kind) for kind in ("a folder", "a device"))],
)
def test_it_is_not_written(folder: Path, place: str, kind: str) -> None:
    name, command = WRITTEN[place]
    (folder / name).parent.mkdir(exist_ok=True)
    MAKERS[kind](folder / name)
    before = (folder / name).lstat()
    found = run(*command)
    assert (found.exit_code, found.stderr) == (2, f"error: {name} is {kind}, not a file.\n  help: Name a plain file.\n")
    assert (folder / name).lstat().st_ino == before.st_ino
    assert "Wrote" not in found.stdout
