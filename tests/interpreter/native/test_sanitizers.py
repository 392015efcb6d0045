"""Machine code under the sanitizers of the compiler: nothing is read or written outside, no arithmetic is undefined."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from interpreter import State, load
from interpreter.native import Source, Unsupported
from interpreter.native.toolchain import FLAGS, toolchain
from interpreter.spec.catalogue import shipped
from tests.interpreter.native.planted import MISTAKES

ROOT = Path(__file__).parents[3]
MAIN = (ROOT / "tests" / "data" / "native" / "main.c").read_text(encoding="ascii")
SANITIZERS = ("-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
SECONDS = 300


def program_of(name: str) -> tuple[Source, State]:
    """The C file of a game, and its start."""
    start = load(name).new(seed=1)
    try:
        return Source(start.program), start
    except Unsupported as reason:
        pytest.skip(f"{name} stays in Python: {reason}")


def ran(source: str, start: bytes, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Compile a C file with its harness and run it from a start."""
    compiler = toolchain()
    assert compiler is not None
    (folder / "program.c").write_text(source + MAIN, encoding="ascii")
    (folder / "start").write_bytes(start)
    made = folder / "program"
    command = [*compiler.command, *FLAGS, *words, "-o", str(made), str(folder / "program.c"), "-lm"]
    subprocess.run(command, check=True, timeout=SECONDS)
    return subprocess.run(
        [str(made), str(folder / "start"), "5"], capture_output=True, text=True, timeout=SECONDS, check=False
    )


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[] if name in ("nine_mens_morris", "leduc_poker") else [pytest.mark.soak])
        for name in shipped()
    ],
)
def test_nothing_is_read_or_written_outside(name: str, tmp_path: Path) -> None:
    source, start = program_of(name)
    done = ran(source.text, source.structure.packed(start.data), tmp_path, *SANITIZERS)
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout) > 0


def test_an_access_outside_is_noticed(tmp_path: Path) -> None:
    source, start = program_of("reversi")
    wrong = re.sub(r"(for \(int64_t i1 = 1, ei1 = )64;", r"\g<1>64000;", source.text)
    assert wrong != source.text
    done = ran(wrong, source.structure.packed(start.data), tmp_path, *SANITIZERS)
    assert done.returncode != 0
    assert "runtime error" in done.stderr or "AddressSanitizer" in done.stderr


@pytest.mark.soak
def test_nine_of_ten_planted_mistakes_are_noticed() -> None:
    unnoticed = []
    for number, mistake in enumerate(MISTAKES):
        command = [sys.executable, "-m", "tests.interpreter.native.planted", str(number)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False, cwd=ROOT)
        assert done.returncode != 2, done.stderr
        if done.returncode == 0:
            unnoticed.append(mistake)
    assert len(unnoticed) <= len(MISTAKES) // 10, unnoticed
