"""The wheel holds the packages, the specs and the word lists, and nothing else."""

import subprocess
import sys
import zipfile
from collections.abc import Iterator
from configparser import ConfigParser
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[zipfile.ZipFile]:
    """The wheel, built with the installed backend: nothing is downloaded."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT],
        check=True,
        capture_output=True,
    )
    [path] = folder.glob("*.whl")
    with zipfile.ZipFile(path) as opened:
        yield opened


def test_top_level_folders(wheel: zipfile.ZipFile) -> None:
    folders = {name.split("/")[0] for name in wheel.namelist()}
    assert {folder for folder in folders if not folder.endswith(".dist-info")} == {
        "interpreter",
        "runtime",
        "renderer",
        "specs",
        "wordlists",
    }


def test_every_spec_ships(wheel: zipfile.ZipFile) -> None:
    specs = {path.relative_to(ROOT).as_posix() for path in (ROOT / "specs").rglob("*.yaml")}
    assert specs - set(wheel.namelist()) == set()


def test_every_c_file_ships(wheel: zipfile.ZipFile) -> None:
    files = {path.relative_to(ROOT).as_posix() for path in (ROOT / "interpreter").rglob("*.c")}
    assert len(files) > 5
    assert files - set(wheel.namelist()) == set()


def test_the_packages_are_typed(wheel: zipfile.ZipFile) -> None:
    typed = {name for name in wheel.namelist() if name.endswith("py.typed")}
    assert typed == {"interpreter/py.typed", "runtime/py.typed", "renderer/py.typed"}


def test_pytest_is_needed_by_extras_alone(wheel: zipfile.ZipFile) -> None:
    [name] = [name for name in wheel.namelist() if name.endswith("METADATA")]
    lines = wheel.read(name).decode().splitlines()
    needed = [line.removeprefix("Requires-Dist: ") for line in lines if line.startswith("Requires-Dist: pytest")]
    assert sorted(needed) == [
        "pytest-xdist; extra == 'test'",
        "pytest; extra == 'pytest'",
        "pytest; extra == 'test'",
    ]


def test_specs_are_tested_without_pytest() -> None:
    script = "import sys; sys.modules['pytest'] = sys.modules['_pytest'] = None; from runtime import cli; cli.main()"
    command = [sys.executable, "-c", script, "test", "tic_tac_toe"]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True, encoding="utf-8")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1].endswith(" passed, 0 failed")


def test_the_command(wheel: zipfile.ZipFile) -> None:
    [name] = [name for name in wheel.namelist() if name.endswith("entry_points.txt")]
    entry_points = ConfigParser()
    entry_points.read_string(wheel.read(name).decode())
    assert dict(entry_points["console_scripts"]) == {"tilewright": "runtime.__main__:main"}
    assert set(entry_points["pytest11"]) == {"tilewright"}
