"""The drafts of the larger games load and type-check, with their plugins declared as a third party would.

They run in a process of their own: a plugin, once registered, stays.
"""

import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
DRAFTS = sorted(path for path in (TESTS / "data" / "drafts").glob("*.yaml") if path.stem != "english_pieces")
CODE = """
import sys
import draft_plugins
import interpreter

try:
    game = interpreter.load(sys.argv[1])
except interpreter.SpecError as problem:
    print(problem)
else:
    print(len(game.spec.actions), len(game.diagnostics.errors))
"""
ACTIONS = {
    "khi": "3 0",
    "khi_13_points": "3 0",
    "mosaic": "1 0",
    "mosaic_duel": "1 0",
    "stackdoku": "4 0",
    "stacks": "1 0",
    "word_cell": "5 0",
}


@pytest.mark.parametrize("path", DRAFTS, ids=lambda path: path.stem)
def test_draft_type_checks(path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CODE, str(path)],
        capture_output=True,
        text=True,
        check=True,
        cwd=TESTS.parent,
        env={"PYTHONPATH": f"{TESTS.parent}:{TESTS / 'plugins'}", "PATH": ""},
    )
    assert done.stdout.strip() == ACTIONS[path.stem]
