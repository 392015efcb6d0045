"""Whatever happens to a file operation: nothing acknowledged is lost, nothing half stays, and no message is untrue."""

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
SPREAD = 173
"""In a short run so many faults are left out after each that is tried."""


def tried(stride: int, first: int = 0, *names: str) -> list[dict[str, Any]]:
    """What came of each scenario."""
    command = [sys.executable, "-m", "tests.faults.trials", str(stride), str(first), *names]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_kinds_of_faults_exist() -> None:
    errors = {word for kinds in KINDS.values() for kind in kinds for word in kind.split() if word.isupper()}
    assert all(hasattr(errno, name) for name in errors | set(LASTING.values()))


def test_some_faults_do_no_harm() -> None:
    found = tried(SPREAD)
    assert [violation for each in found for violation in each["violations"]] == []
    counted: dict[str, int] = {}
    for each in found:
        assert each["tried"] > 0 or each["operations"] < SPREAD, each
        for kind, count in each["kinds"].items():
            counted[kind] = counted.get(kind, 0) + count
    assert {"create", "write", "fsync", "replace", "link", "unlink", "mkdir", "read", "flock"} <= counted.keys()


@pytest.mark.soak
def test_no_fault_does_any_harm() -> None:
    found = tried(1)
    assert [violation for each in found for violation in each["violations"]] == []
    for each in found:
        print(f"{each['scenario']}: {each['operations']} operations, {each['tried']} faults")
