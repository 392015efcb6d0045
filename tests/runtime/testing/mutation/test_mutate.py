"""`tilewright mutate`."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from interpreter import load
from runtime.cli import app
from runtime.testing.mutation import survey
from runtime.testing.runner import run_tests

SEEN = """\
stones.yaml:26:19: no test notices that ‘0’ becomes ‘1’ (in end_conditions.all_gone.when)
  - 26 |     when: left == 0
  + 26 |     when: left == 1
"""


def run(*arguments: str) -> tuple[int, str, str]:
    found = CliRunner().invoke(app, ["mutate", *arguments])
    return found.exit_code, found.stdout, found.stderr


def test_what_no_test_notices_is_shown(stones: Path) -> None:
    code, shown, _ = run("stones.yaml", "--all")
    assert code == 1
    assert SEEN in shown
    assert "‘-=’ becomes ‘+=’" not in shown
    counts = "Tests notice 12 (36 %), the checker refuses 4, and 21 go unnoticed."
    assert shown.splitlines()[-1] == f"stones: 37 changes tried. {counts}"


def test_some_are_picked_by_the_seed(stones: Path) -> None:
    first, again, other = (run("stones.yaml", "-n", "8", "--seed", seed, "--json")[1] for seed in ("1", "1", "2"))
    picked = [[(each["line"], each["what"]) for each in json.loads(text)["changes"]] for text in (first, again, other)]
    assert picked[0] == picked[1] != picked[2]
    assert [len(each) for each in picked] == [8, 8, 8]


def test_a_place_narrows_it_down(stones: Path) -> None:
    code, shown, _ = run("stones.yaml", "--in", "effects[1]")
    assert (code, shown.partition(" tried")[0]) == (0, "stones: 1 change")
    code, _, told = run("stones.yaml", "--in", "nowhere")
    assert (code, told) == (2, "error: No rule of stones that can be changed has ‘nowhere’ in its place.\n")


def test_json_for_other_programs(stones: Path) -> None:
    code, shown, _ = run("stones.yaml", "--in", "end_conditions.all_gone.when", "--json")
    found = json.loads(shown)
    assert code == 1
    assert [found[key] for key in ("game", "tried", "noticed", "refused", "survived")] == ["stones", 5, 2, 0, 3]
    assert found["changes"][4] == {
        "file": "stones.yaml",
        "line": 26,
        "column": 19,
        "rule": "end_conditions.all_gone.when",
        "what": "‘0’ becomes ‘1’",
        "before": ["    when: left == 0"],
        "after": ["    when: left == 1"],
        "fate": "survived",
        "by": "",
        "reason": "",
    }
    assert found["changes"][2]["by"] == "two are taken"


def test_tests_must_pass_first(stones: Path) -> None:
    stones.write_text(stones.read_text(encoding="utf-8").replace("left == 3", "left == 4"), encoding="utf-8")
    code, shown, told = run("stones.yaml")
    assert (code, shown) == (1, "")
    assert "FAILED: two are taken" in told
    assert told.endswith("Tests that fail cannot notice anything. Fix them first.\n")


def test_a_spec_without_tests(stones: Path) -> None:
    text = stones.read_text(encoding="utf-8").partition("acceptance:")[0]
    stones.write_text(text, encoding="utf-8")
    code, _, told = run("stones.yaml")
    assert (code, told) == (2, "error: stones has no tests.\n  help: Write some under acceptance first.\n")


@pytest.mark.parametrize("workers", [1, 3])
def test_whoever_does_the_work_finds_the_same(stones: Path, workers: int) -> None:
    found = survey(stones, run_tests(load(stones)), None, workers=workers)
    assert [found.number("noticed"), found.number("refused"), found.number("survived")] == [12, 4, 21]


def test_every_change_and_a_number_of_them_do_not_go_together() -> None:
    found = CliRunner().invoke(app, ["mutate", "tic_tac_toe", "--all", "-n", "5"])
    assert found.exit_code == 2
    assert "--all and -n do not go together." in found.stderr
