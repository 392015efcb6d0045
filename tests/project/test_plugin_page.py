"""The package that docs/plugins.md shows: installed beside Tilewright, it adds to the language."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILE = re.compile(r"^```\w+\n# (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def installed(folder: Path, name: str, files: dict[str, str], module: str) -> Path:
    """Unpack a package as an installer would: its files, and the metadata that names its entry point."""
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    metadata = folder / f"{name}-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(f"[tilewright.plugins]\n{name} = {module}\n")
    return folder


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "runtime", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{folder}"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    files = dict(FILE.findall((ROOT / "docs" / "plugins.md").read_text(encoding="utf-8")))
    return installed(tmp_path_factory.mktemp("heaps"), "tilewright_heaps", files, "heaps")


def test_a_spec_uses_the_step_the_function_the_mover_and_the_bot(folder: Path) -> None:
    checked = run(folder, "check", "moving_heaps.yaml")
    assert (checked.returncode, checked.stderr) == (0, "")
    tested = run(folder, "test", "moving_heaps.yaml")
    assert tested.stdout == "moving_heaps: 3 passed\n3 passed, 0 failed\n", tested.stdout + tested.stderr


def test_a_spec_that_uses_a_plugin_stays_in_python(folder: Path) -> None:
    compiled = run(folder, "compile", "moving_heaps.yaml")
    assert (compiled.returncode, compiled.stderr) == (0, "")
    assert compiled.stdout.startswith("moving_heaps stays in Python: ")


def test_the_command_knows_the_bot(folder: Path) -> None:
    played = run(folder, "simulate", "moving_heaps.yaml", "-n", "5", "--bots", "stifling")
    assert played.returncode == 0, played.stdout + played.stderr


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("rotate: row_of_heaps", "rotate: 3", "29:17: error: rotate needs a board, but this is a number. [wrong-type]"),
        (
            "property: stones",
            "property: stone",
            "30:19: error: The cells of row_of_heaps have no ‘stone’. [no-such-property]",
        ),
        ("bot: stifling", "bot: stiffling", "35:11: error: There is no bot stiffling. [unknown-bot]"),
    ],
)
def test_mistakes_are_located(folder: Path, tmp_path: Path, right: str, wrong: str, told: str) -> None:
    text = (folder / "moving_heaps.yaml").read_text(encoding="utf-8")
    (tmp_path / "moving_heaps.yaml").write_text(text.replace(right, wrong), encoding="utf-8")
    checked = run(folder, "check", str(tmp_path / "moving_heaps.yaml"))
    assert checked.returncode == 1
    assert f"moving_heaps.yaml:{told}" in checked.stdout + checked.stderr


BROKEN = {
    "raises": ("import nothing_of_that_name\n", "ModuleNotFoundError: No module named 'nothing_of_that_name'."),
    "taken": (
        "from interpreter.registry import bot\n\n\n@bot('taken')\ndef one(): ...\n\n\n@bot('taken')\ndef two(): ...\n",
        "There is a bot taken already.",
    ),
    "function": (
        "from interpreter.registry import function\n\n\n"
        "@function('abs(number) -> number', group='lists', emit=None)\ndef one(): ...\n",
        "There is a function abs already.",
    ),
    "ours": (
        "from interpreter.registry import bot\n\n\n@bot('search')\ndef one(): ...\n",
        "There is a bot search already.",
    ),
    "no_model": (
        "from interpreter.registry import step\n\n\n@step('leap')\ndef check(): ...\n",
        "The step leap has no model of its options: register one with step_arguments.",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_plugin_that_cannot_be_loaded_is_told_and_harms_nothing(name: str, tmp_path: Path) -> None:
    text, why = BROKEN[name]
    folder = installed(tmp_path, f"bad_{name}", {f"bad_{name}.py": text}, f"bad_{name}")
    checked = run(folder, "check", "tic_tac_toe")
    assert checked.returncode == 0
    wanted = f"warning: The plugin ‘bad_{name}’ (bad_{name}) cannot be loaded. {why} [bad-plugin]"
    assert wanted in checked.stdout + checked.stderr
    assert "Traceback" not in checked.stdout + checked.stderr
