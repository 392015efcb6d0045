"""Checking and testing specs from the command line."""

import json
import os
import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pexpect
import pytest
from typer.testing import CliRunner, Result

from interpreter.spec import catalogue
from runtime.cli import app
from tests.processes import PATIENCE

ROOT = Path(__file__).resolve().parents[3]

LAMPS = """\
game: lamps
title: Lamps
levels:
  small:
    grid: |
      .O
  large:
    grid: |
      .O.
      O.O
boards:
  grid:
    cell: {lit: flag}
    legend: {O: lit}
actions:
  press:
    choose: {c: {from: grid, where: not it.lit, else: That lamp is lit.}}
    effects: [c.lit = true]
end_conditions:
  all_lit:
    when: all(x.lit for x in grid)
    won: true
rules:
  L-1: A lamp is lit once.
acceptance:
  a lamp is lit:
    covers: [L-1]
    when:
      - press: a1
    then:
      - a1.lit
      - ended: all_lit
  a lit lamp is refused:
    covers: [L-1]
    when:
      - press: b1
    then:
      - refused: c
"""


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments), prog_name="tilewright")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current folder with one spec in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lamps.yaml").write_text(LAMPS, encoding="utf-8")
    return tmp_path


def change(folder: Path, *changes: tuple[str, str]) -> None:
    text = LAMPS
    for part, by in changes:
        assert part in text
        text = text.replace(part, by)
    (folder / "lamps.yaml").write_text(text, encoding="utf-8")


# check


def test_a_good_spec_has_nothing_to_say(folder: Path) -> None:
    found = run("check", "lamps")
    assert (found.exit_code, found.stdout, found.stderr) == (0, "1 spec checked: 0 errors, 0 warnings.\n", "")


@pytest.mark.parametrize("effort", [["--quick"], pytest.param([], marks=pytest.mark.soak)])
def test_every_shipped_spec_is_good(effort: list[str]) -> None:
    found = run("check", *effort)
    # How long a list takes depends on the machine, so warnings do not count as mistakes here.
    assert found.exit_code == 0
    assert found.stdout.splitlines()[-1].startswith(f"{len(catalogue.shipped())} specs checked: 0 errors, ")


def test_a_game_is_tried_unless_it_is_to_be_quick(folder: Path) -> None:
    change(folder, ("c.lit = true", "c.lit = 6 // (len(grid) - 6) > 0"))
    found = run("check", "lamps.yaml")
    assert found.exit_code == 1
    assert "This divides by zero. Seen at move 1 of a random game (level large, seed 0). The move was " in found.stdout
    assert found.stdout.endswith("1 spec checked: 1 error, 0 warnings.\n")
    assert run("check", "lamps.yaml", "--quick").stdout == "1 spec checked: 0 errors, 0 warnings.\n"
    both = run("check", "lamps.yaml", "--quick", "--thorough")
    assert (both.exit_code, both.stdout) == (2, "")


def test_a_mistake_is_shown_at_its_place(folder: Path) -> None:
    change(folder, ("c.lit = true", "c.lid = true"))
    found = run("check", "lamps.yaml")
    assert found.exit_code == 1
    first, line, carets = found.stdout.splitlines()[:3]
    assert first.startswith("lamps.yaml:18:")
    assert ": error: " in first
    assert line == "  18 |     effects: [c.lid = true]"
    assert re.fullmatch(r" +\| +\^+", carets)
    assert found.stdout.splitlines()[-1] == "1 spec checked: 1 error, 0 warnings."


def test_mistakes_of_all_files_and_parts_come_in_one_run(folder: Path) -> None:
    change(folder, ("      O.O\n", "      O.X\n"), ("      - refused: c\n", "      - refusd: c\n"))
    (folder / "wrong.yaml").write_text("game: wrong\ntitle: Wrong\nboard: {}\n", encoding="utf-8")
    found = run("check", ".")
    assert found.exit_code == 1
    places = re.findall(r"^(\w+\.yaml:\d+):\d+: error", found.stdout, re.MULTILINE)
    assert {"lamps.yaml:10", "lamps.yaml:38", "wrong.yaml:3"} <= set(places)
    assert found.stdout.splitlines()[-1].startswith("2 specs checked: ")


def test_mistakes_as_json(folder: Path) -> None:
    change(folder, ("c.lit = true", "c.lid = true"))
    found = run("check", "lamps.yaml", "--format", "json")
    assert found.exit_code == 1
    [mistake] = json.loads(found.stdout)
    assert (mistake["file"], mistake["line"], mistake["severity"]) == ("lamps.yaml", 18, "error")
    assert set(mistake) == {
        "code",
        "severity",
        "message",
        "help",
        "file",
        "line",
        "column",
        "end_line",
        "end_column",
        "also",
        "fix",
        "specs",
    }
    place = {"file": "lamps.yaml", "line": 18, "column": 17, "end_line": 18, "end_column": 20}
    assert mistake["fix"] == {**place, "text": "lit"}
    assert mistake["specs"] == ["lamps"]


def test_no_mistakes_as_json(folder: Path) -> None:
    found = run("check", "lamps.yaml", "--format", "json")
    assert (found.exit_code, json.loads(found.stdout)) == (0, [])


def test_an_unknown_format_is_refused(folder: Path) -> None:
    assert run("check", "--format", "xml").exit_code == 2


def test_a_rule_without_a_test_is_a_warning(folder: Path) -> None:
    change(folder, ("  L-1: A lamp is lit once.\n", "  L-1: A lamp is lit once.\n  L-2: Light all.\n"))
    found = run("check", "lamps.yaml")
    assert found.exit_code == 0
    assert "lamps.yaml:25:3: warning: " in found.stdout
    assert found.stdout.splitlines()[-1] == "1 spec checked: 0 errors, 1 warning."


def test_variants_share_the_mistake_of_their_parent(folder: Path) -> None:
    change(folder, ("c.lit = true", "c.lid = true"))
    for name in ("one", "two"):
        text = f"game: {name}\ntitle: {name}\nextends: lamps\n"
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    found = run("check", ".")
    assert found.exit_code == 1
    assert found.stdout.splitlines()[-1] == "3 specs checked: 1 error, 0 warnings."
    assert "variant" not in found.stdout


def test_a_mistake_that_a_variant_brings_into_its_parent_names_the_variant(folder: Path) -> None:
    (folder / "other.yaml").write_text(
        "game: other\ntitle: Other\nextends: lamps\nboards: {grid: {cell: {lit: number}}}\n", encoding="utf-8"
    )
    found = run("check", "lamps.yaml", "other.yaml")
    assert found.exit_code == 1
    [first, *_, last] = found.stdout.split("\n\n")[0].splitlines()
    assert first.startswith("lamps.yaml:14:17: error: ")
    assert last == "  in the variant other"


def test_what_a_variant_removes_is_told_at_its_own_line(folder: Path) -> None:
    (folder / "other.yaml").write_text(
        "game: other\ntitle: Other\nextends: lamps\n"
        "end_conditions: {remove: [all_lit], done: {when: turn_number > 9, won: true}}\n",
        encoding="utf-8",
    )
    found = run("check", "other.yaml")
    message = "‘all_lit’ is removed here, but lamps.yaml:32:16 still uses it. [still-used]"
    assert found.stdout.splitlines()[0] == f"other.yaml:4:27: error: {message}"


# test


def test_passed_tests_are_counted(folder: Path) -> None:
    found = run("test", "lamps")
    assert (found.exit_code, found.stdout) == (0, "lamps: 2 passed\n2 passed, 0 failed\n")


def test_a_failure_is_shown_in_full(folder: Path) -> None:
    change(folder, ("      - a1.lit\n", "      - not a1.lit\n"))
    found = run("test", "lamps.yaml")
    lines = found.stdout.splitlines()
    assert found.exit_code == 1
    assert lines[0] == "lamps: 1 passed, 1 failed"
    assert lines[1] == "FAILED: a lamp is lit"
    assert "lamps.yaml:31" in found.stdout
    assert lines[-1] == "1 passed, 1 failed"


def test_some_tests_are_picked_by_a_word(folder: Path) -> None:
    assert run("test", "lamps", "-k", "REFUSED").stdout == "lamps: 1 passed\n1 passed, 0 failed\n"
    assert run("test", "lamps", "-k", "lamps").stdout.splitlines()[-1] == "2 passed, 0 failed"
    nothing = run("test", "lamps", "-k", "zebra")
    assert (nothing.exit_code, nothing.stderr) == (2, "error: No test has ‘zebra’ in its name.\n")


def test_a_spec_that_does_not_load_fails(folder: Path) -> None:
    change(folder, ("c.lit = true", "c.lid = true"))
    found = run("test", "lamps.yaml")
    assert found.exit_code == 1
    assert found.stdout.splitlines()[0] == "lamps: cannot be tested"
    assert "lamps.yaml:18:" in found.stdout
    assert found.stdout.splitlines()[-1] == "0 passed, 1 failed"


def test_results_are_written_for_other_programs(folder: Path) -> None:
    change(folder, ("      - a1.lit\n", "      - not a1.lit\n"))
    assert run("test", "lamps.yaml", "--junit", "out/results.xml").exit_code == 1
    root = ElementTree.parse(folder / "out" / "results.xml").getroot()
    cases = list(root.iter("testcase"))
    assert [case.get("name") for case in cases] == ["a lamp is lit", "a lit lamp is refused"]
    assert [case.find("failure") is not None for case in cases] == [True, False]


# trace


def test_the_trace_names_rules_and_tests(folder: Path) -> None:
    found = run("trace", "lamps")
    assert (found.exit_code, found.stderr) == (0, "")
    assert "L-1" in found.stdout
    assert "a lit lamp is refused" in found.stdout
    assert "\nNo test of lamps reaches " in found.stdout


def test_what_no_test_reaches_is_listed_after_the_tests(folder: Path) -> None:
    found = run("test", "lamps", "--reach")
    assert found.exit_code == 0
    lines = found.stdout.splitlines()
    assert lines[0] == "lamps: 2 passed"
    assert lines[1].startswith("No test of lamps reaches ")
    assert lines[-1] == "2 passed, 0 failed"


# In a terminal


@pytest.fixture
def split(folder: Path) -> Path:
    """The spec, with its tests in a file beside it."""
    rules, tests = LAMPS.split("acceptance:\n")
    (folder / "lamps.yaml").write_text(rules, encoding="utf-8")
    (folder / "lamps.tests.yaml").write_text("acceptance:\n" + tests, encoding="utf-8")
    return folder / "lamps.tests.yaml"


@pytest.mark.parametrize("named", ["lamps", "lamps.yaml", "lamps.tests.yaml", "."])
def test_tests_beside_a_spec_are_checked_and_run(split: Path, named: str) -> None:
    assert run("check", named).stdout == "1 spec checked: 0 errors, 0 warnings.\n"
    assert run("test", named).stdout.splitlines()[-1] == "2 passed, 0 failed"


def test_what_is_wrong_beside_a_spec_names_that_file(split: Path) -> None:
    split.write_text(split.read_text(encoding="utf-8").replace("- a1.lit", "- a1.lti"), encoding="utf-8")
    assert "lamps.tests.yaml:7:12: error: A site has no ‘lti’. [no-such-property]" in run("check", "lamps").stdout
    split.write_text(split.read_text(encoding="utf-8").replace("- a1.lti", "- not a1.lit"), encoding="utf-8")
    failed = run("test", "lamps")
    assert failed.exit_code == 1
    assert "lamps.tests.yaml:7: This does not hold." in failed.stdout


def test_tests_beside_a_spec_are_traced(split: Path) -> None:
    assert [line.split() for line in run("trace", "lamps").stdout.splitlines()[1:3]] == [
        ["L-1", *["A", "lamp", "is", "lit", "once."], *["a", "lamp", "is", "lit"]],
        ["a", "lit", "lamp", "is", "refused"],
    ]


def test_tests_without_a_spec_are_a_mistake(split: Path) -> None:
    split.with_name("lamps.yaml").unlink()
    told = "lamps.tests.yaml contains tests, but there is no lamps.yaml beside it."
    checked = run("check", ".")
    assert (checked.exit_code, checked.stdout.splitlines()[0]) == (1, f"error: {told} [no-spec]")
    assert told in run("test", "lamps.tests.yaml").stderr


@pytest.mark.skipif(os.name == "nt", reason="there are no such terminals")
def test_a_terminal_gets_colours_and_frames(folder: Path) -> None:
    change(folder, ("c.lit = true", "c.lid = true"))

    def shown(command: str, **environment: str) -> str:
        settings = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm-256color", **environment}
        found = pexpect.run(f"{sys.executable} -m runtime {command}", env=settings, cwd=str(folder), timeout=PATIENCE)
        return found.decode()

    assert "\x1b[1;31merror:\x1b[0m" in shown("check lamps.yaml", NO_COLOR="")
    assert "\x1b" not in shown("check lamps.yaml", NO_COLOR="1")
    assert "─" in shown("list")
