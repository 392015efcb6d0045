"""What `check`, `test` and `trace` print for other programs."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from runtime.cli import app

LAMP = """\
game: lamp
title: Lamp
boards:
  grid: {columns: 2, rows: 1, cell: {lit: flag}}
actions:
  light:
    choose:
      c: {from: grid, where: not it.lit, else: It burns.}
    effects:
      - c.lit = true
end_conditions:
  lit: {when: a1.lit and b1.lit, won: true}
rules:
  L-1: Light both lamps.
acceptance:
  one lamp is not enough:
    covers: [L-1]
    when: [light: a1]
    then: [not over]
  both lamps win:
    when: [light: a1]
    then: [b1.lit]
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lamp.yaml").write_text(LAMP, encoding="utf-8")
    return tmp_path


def printed(*words: str) -> tuple[int, Any]:
    """The exit code of a command, and what it printed."""
    found = CliRunner().invoke(app, [*words, "--json"])
    return found.exit_code, json.loads(found.stdout)


def test_tests() -> None:
    code, found = printed("test", "lamp.yaml")
    assert (code, found["passed"], found["failed"]) == (1, 1, 1)
    [spec] = found["specs"]
    assert {key: spec[key] for key in ("spec", "passed", "failed", "problems")} == {
        "spec": "lamp",
        "passed": 1,
        "failed": 1,
        "problems": [],
    }
    good, bad = spec["tests"]
    assert {key: good[key] for key in good if key != "seconds"} == {
        "name": "one lamp is not enough",
        "file": "lamp.yaml",
        "line": 16,
        "column": 3,
        "covers": ["L-1"],
        "passed": True,
    }
    assert bad["failures"] == [
        {"message": "This does not hold.", "file": "lamp.yaml", "line": 22, "column": 12, "values": {"b1.lit": "false"}}
    ]
    assert bad["report"].startswith("FAILED: both lamps win\n  lamp.yaml:22: This does not hold.\n")
    assert "unreached" not in spec


def test_what_no_test_reaches_and_a_junit_file(folder: Path) -> None:
    _, found = printed("test", "lamp.yaml", "--reach", "--junit", "results.xml")
    assert found["specs"][0]["unreached"] == [
        {"what": "no game ends by lit", "file": "lamp.yaml", "line": 12, "column": 3},
        {"what": "‘a1.lit and b1.lit’ is never true", "file": "lamp.yaml", "line": 12, "column": 15},
    ]
    assert (folder / "results.xml").is_file()


def test_a_spec_that_does_not_load(folder: Path) -> None:
    (folder / "lamp.yaml").write_text(LAMP.replace("c.lit = true", "c.light = true"), encoding="utf-8")
    code, found = printed("test", "lamp.yaml")
    assert (code, found["failed"], found["specs"][0]["tests"]) == (1, 1, [])
    [problem] = found["specs"][0]["problems"]
    assert (problem["line"], problem["column"], problem["severity"]) == (10, 11, "error")


def test_rules_and_their_tests() -> None:
    code, found = printed("trace", "lamp.yaml")
    assert (code, found["game"]) == (0, "lamp")
    assert found["rules"] == [
        {"rule": "L-1", "text": "Light both lamps.", "tests": ["one lamp is not enough"], "checked_by": []}
    ]
    assert [gap["what"] for gap in found["unreached"]] == ["no game ends by lit", "‘a1.lit and b1.lit’ is never true"]


def test_checking_takes_the_same_option_as_the_others() -> None:
    assert printed("check", "lamp.yaml") == (0, [])
