"""What doctor finds out about a machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from interpreter.cache import CACHE_VARIABLE
from renderer.window import examination
from runtime.cli import app
from runtime.commands.doctor import looked_at
from runtime.files import DATA_VARIABLE
from tests.compilers import WITHOUT_HEADERS, Use, script, use
from tools.display import display, missing

__all__ = ["use"]
ROOT = Path(__file__).resolve().parents[3]
NAMES = ["system", "Python", "packages", "C compiler", "display", "OpenGL", "fonts", "sound", "cache", "data"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for data and cache, neither of which is there yet."""
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path / "data"))
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    return tmp_path


def found(code: int = 0) -> dict[str, dict[str, Any]]:
    """What it finds, by name."""
    told = CliRunner().invoke(app, ["doctor", "--json"])
    assert (told.exit_code, told.stderr) == (code, "")
    return {each["name"]: each for each in json.loads(told.stdout)["findings"]}


def test_each_thing_has_a_verdict_and_what_is_not_there_has_help(use: Use) -> None:
    things = found()
    assert list(things) == NAMES
    assert {name: things[name]["verdict"] for name in NAMES if name not in ("C compiler", "sound")} == {
        "system": "fine",
        "Python": "fine",
        "packages": "fine",
        "display": "missing",
        "OpenGL": "missing",
        "fonts": "fine",
        "cache": "fine",
        "data": "fine",
    }
    assert "pydantic " in things["packages"]["about"]
    assert things["display"]["help"] == (
        "Start it from a desktop, or with ‘ssh -X’. You can play in the terminal meanwhile."
    )


def test_it_leaves_nothing_in_the_folder_for_data(folder: Path) -> None:
    assert found()["data"]["about"] == f"{folder / 'data'}, which is made when it is needed"
    assert not (folder / "data").exists()
    (folder / "data" / "games").mkdir(parents=True)
    (folder / "data" / "games" / "one.json").write_bytes(b"x" * 200_000)
    assert found()["data"]["about"] == f"{folder / 'data'}, 1 file, 0.2 MB"
    assert len(list((folder / "data").rglob("*"))) == 2


def test_lines_are_for_people() -> None:
    told = CliRunner().invoke(app, ["doctor"]).stdout.splitlines()
    assert told[0] == f"Tilewright 0.1.0, in {ROOT}"
    assert [line[2:15].strip() for line in told[1:] if line[2:15].strip()] == NAMES
    assert told[told.index(next(line for line in told if " display" in line)) + 1] == (
        "               help: Start it from a desktop, or with ‘ssh -X’. You can play in the terminal meanwhile."
    )


def test_a_missing_compiler_says_what_to_install(use: Use, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    use(None)
    told = found()["C compiler"]
    assert (told["verdict"], told["about"]) == ("missing", "there is no C compiler")
    assert told["help"].startswith("Install one with ")
    assert "pip install 'tilewright[native]'" in told["help"]


def test_a_compiler_without_headers_is_found_out(use: Use, tmp_path: Path) -> None:
    use(script(tmp_path, "cc-bare", WITHOUT_HEADERS))
    told = found()["C compiler"]
    assert told["verdict"] == "missing"
    assert told["about"] == (
        "cc-bare, named by TILEWRIGHT_CC, does not work "
        "(program.c:1:10: fatal error: math.h: No such file or directory)"
    )


def test_a_compiler_that_no_longer_works_is_found_out(use: Use, tmp_path: Path) -> None:
    path = Path(script(tmp_path, "cc-once", '#!/bin/sh\nexec cc "$@"\n'))
    use(str(path))
    assert found()["C compiler"]["verdict"] == "fine"
    path.write_text("#!/bin/sh\nexit 3\n")
    told = found()["C compiler"]
    assert told["verdict"] == "missing"
    assert "no longer works (it ended with 3 and made no library)" in told["about"]


def test_folders_that_cannot_be_used_are_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "file").write_text("")
    monkeypatch.setenv(DATA_VARIABLE, str(folder / "file" / "data"))
    monkeypatch.setenv(CACHE_VARIABLE, str(folder / "file" / "cache"))
    things = found(code=1)
    assert things["data"]["verdict"] == "broken"
    assert things["data"]["about"] == f"{folder}/file/data cannot be written to, so no game can be saved"
    assert things["cache"]["verdict"] == "limited"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes.")
def test_a_cache_that_others_can_look_into_is_told(folder: Path) -> None:
    (folder / "cache" / "words").mkdir(parents=True)
    (folder / "cache" / "words").chmod(0o755)
    told = found()["cache"]
    assert told["verdict"] == "limited"
    assert f"because others can look into it: {folder}/cache/words" in told["about"]
    assert told["help"] == f"Run chmod 700 {folder}/cache/words, or delete it if it is not yours."


def test_whatever_goes_wrong_is_a_line() -> None:
    def broken() -> Any:
        raise RuntimeError("oh\nno")

    [told] = looked_at("thing", broken)
    assert (told.verdict, told.about) == ("broken", "looking at it failed (RuntimeError: oh)")
    assert told.help is not None


@pytest.mark.skipif(bool(missing()), reason=missing())
@pytest.mark.parametrize("opengl", [True, False])
def test_a_display_is_tried_in_another_process(opengl: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LP_NUM_THREADS", "1")
    with display(800, 600, opengl=opengl) as name:
        monkeypatch.setenv("DISPLAY", name)
        things = {each.name: each for each in examination.examine()}
    if opengl:
        assert things["display"].about == "800 × 600 pixels"
        assert things["OpenGL"].verdict == "fine"
        assert float(things["OpenGL"].about.split(",")[0]) >= 3.3
    else:
        assert "display" not in things
        assert things["OpenGL"].verdict == "missing"
        assert things["OpenGL"].about.startswith("The window needs OpenGL 3.3, which this display does not offer")


def test_a_display_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":65000")
    things = {each.name: each for each in examination.examine()}
    assert things["display"].about == "The display ‘:65000’ cannot be reached"


def test_doctor_opens_no_window_in_its_own_process() -> None:
    lines = (
        "import sys",
        "from runtime.cli import app",
        "app(['doctor'], standalone_mode=False)",
        "print('arcade' in sys.modules)",
    )
    command = [sys.executable, "-c", "\n".join(lines)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stderr, done.stdout.splitlines()[-1]) == ("", "False")
