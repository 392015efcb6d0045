"""How long it takes to load each shipped spec, and to check all of them from the command line."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from interpreter import load
from interpreter.spec import catalogue
from tools.bench.stopwatch import seconds
from tools.bench.table import NotMeasured, Row

REPEATS = 5


def load_row(name: str) -> Row:
    """The first load fills the caches that a second start of the program would find filled."""
    load(name)
    return Row(name, {"warm ms": 1000 * min(seconds(lambda: load(name)) for _ in range(REPEATS))})


def check_row() -> Row:
    """Checks all specs in a new process, first with an empty user cache and then with a filled one."""
    command = Path(sys.executable).with_name("tilewright")
    if not command.exists():
        raise NotMeasured(f"{command} does not exist; run make venv.")
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "XDG_CACHE_HOME": cache}

        def check() -> None:
            subprocess.run(
                [command, "check", catalogue.SPECS],
                env=environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=True,
            )

        try:
            cold = seconds(check)
            warm = min(seconds(check) for _ in range(2))
        except subprocess.CalledProcessError as problem:
            raise NotMeasured(f"tilewright check ended with status {problem.returncode}.") from problem
    return Row("check of all specs, new process", {"warm ms": 1000 * warm, "cold ms": 1000 * cold})


def rows() -> list[Row]:
    measured = [load_row(name) for name in sorted(catalogue.shipped())]
    try:
        measured.append(check_row())
    except NotMeasured as problem:
        measured.append(Row("check of all specs, new process", note=str(problem)))
    return measured
