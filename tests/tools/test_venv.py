"""The first run of make: when .venv is built, and what is printed if it cannot be."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import PATIENCE, hear_interruptions, until

ROOT = Path(__file__).resolve().parents[2]
NEEDED = ("Makefile", "pyproject.toml", "constraints.txt", "tools/venv.sh", "tools/quietly.sh")

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed.")


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A folder with what builds .venv."""
    folder = tmp_path / "a clone – é"
    for name in NEEDED:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    (folder / ".venv").mkdir()
    return folder


def made(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "PIP"))}
    environment |= {"PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull}
    command = ["make", "--no-print-directory", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False)


def test_venv_is_built_once_and_again_where_its_folder_was_moved(clone: Path) -> None:
    builds = "PYTHON='' sh tools/venv.sh\n"
    assert made(clone, "-n", "venv").stdout == builds
    (clone / ".venv" / "installed").write_text(f"{clone.resolve()}\n", encoding="utf-8")
    assert "Nothing to be done" in made(clone, "-n", "venv").stdout
    moved = clone.rename(clone.with_name("moved"))
    assert made(moved, "-n", "venv").stdout == builds


@pytest.mark.parametrize("python", ["/nowhere/python3.12", "/no where/python"])
def test_an_unsuitable_python_is_named_whole(clone: Path, python: str) -> None:
    found = made(clone, f"PYTHON={python}", "venv")
    assert found.returncode == 2
    assert found.stderr.startswith(
        f"Tilewright needs Python 3.11, 3.12 or 3.13. Tried without success: {python}\nInstall one, then run make again"
    )


def test_a_python_whose_path_has_blanks_is_taken(clone: Path, tmp_path: Path) -> None:
    python = tmp_path / "of mine" / "python"
    python.parent.mkdir()
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n', encoding="utf-8")
    python.chmod(0o755)
    found = made(clone, f"PYTHON={python}", "venv")
    lines = found.stderr.splitlines()
    assert lines[0].startswith("Building .venv with Python 3.")
    # There is nowhere to download from.
    assert any(line.startswith("The packages that Tilewright needs could not be installed.") for line in lines)
    assert not (clone / ".venv" / "installed").exists()


def test_what_succeeds_is_quiet_and_what_fails_is_shown() -> None:
    def ran(script: str) -> tuple[int, str, str]:
        command = ["sh", str(ROOT / "tools" / "quietly.sh"), "sh", "-c", script]
        found = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
        return found.returncode, found.stdout, found.stderr

    assert ran("echo much; echo more >&2") == (0, "", "")
    assert ran("echo much; echo more >&2; exit 3") == (3, "", "much\nmore\n")


def test_an_interruption_is_quiet(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    command = ["sh", str(ROOT / "tools" / "quietly.sh"), "sh", "-c", f"touch '{begun}'; exec sleep 600"]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, encoding="utf-8", start_new_session=True, preexec_fn=hear_interruptions
    ) as started:
        until(begun.exists)
        os.killpg(started.pid, signal.SIGINT)
        assert (started.wait(PATIENCE), started.stderr.read() if started.stderr else None) == (130, "")
