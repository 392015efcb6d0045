"""Whatever happens to a file operation, nothing acknowledged is lost, no half-written file is left, and no message is
untrue."""

from __future__ import annotations

import errno
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.faults.injection import KINDS, LASTING

ROOT = Path(__file__).resolve().parents[2]
FEW = 1
"""How many faults of each scenario a short run tries; each of them takes several processes."""
SCENARIOS = (
    "statistics and preferences", "damaged statistics", "replays", "caches", "pictures", "bug report", "gallery",
    "playing in a window", "playing in a terminal", "continuing in a terminal",
    "new", "schema", "shot", "reference", "junit", "check", "replay",
)  # fmt: skip


def tried(most: int, *names: str) -> list[dict[str, Any]]:
    """How each scenario turned out."""
    command = [sys.executable, "-m", "tests.faults.trials", str(most), *names]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_kinds_of_faults_exist() -> None:
    errors = {word for kinds in KINDS.values() for kind in kinds for word in kind.split() if word.isupper()}
    assert all(hasattr(errno, name) for name in errors | set(LASTING.values()))


def test_some_faults_do_no_harm() -> None:
    found = tried(FEW)
    assert [violation for each in found for violation in each["violations"]] == []
    assert [(each["scenario"], each["tried"]) for each in found] == [(name, FEW) for name in SCENARIOS]
    kinds = set().union(*(each["kinds"] for each in found))
    assert kinds == KINDS.keys() - {"rmdir", "scandir"}


@pytest.mark.soak
@pytest.mark.parametrize("name", SCENARIOS)
def test_no_fault_does_any_harm(name: str) -> None:
    [found] = tried(0, name)
    assert found["violations"] == []
    print(f"{name}: {found['operations']} operations, {found['tried']} faults")
