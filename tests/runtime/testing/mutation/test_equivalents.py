"""The file beside a spec that lists changes which make no difference."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from interpreter import catalogue, load, load_equivalents
from runtime.cli import app
from runtime.testing.equivalents import Explained, drafts
from runtime.testing.mutants import changes

END = """\
equivalents:
  - rule: end_conditions.all_gone.when
    before: 'when: left == 0'
    after: 'when: left == 1'
    reason: Nobody plays that far.
"""
NO_MAP = "A file of changes that make no difference is a map: it begins with ‘equivalents:’."
CHECK = """\
  - rule: actions.take.validate.enough.check
    before: 'check: n <= left'
    after: 'check: n < left'
    reason: The last stone stays.
"""


def run(*arguments: str) -> tuple[int, str, str]:
    found = CliRunner().invoke(app, [*arguments])
    return found.exit_code, found.stdout, found.stderr


def write(spec: Path, text: str) -> None:
    catalogue.equivalents_of(spec).write_text(text, encoding="utf-8")


def test_what_is_explained_does_not_fail_a_build(stones: Path) -> None:
    part = ("mutate", "stones.yaml", "--in", "end_conditions.all_gone.when")
    code, shown, _ = run(*part)
    assert (code, shown.splitlines()[-1].rpartition(", ")[2]) == (1, "and 3 go unnoticed.")
    _, drafted, _ = run(*part, "--draft")
    write(stones, drafted.replace("reason:", "reason: Nobody plays that far."))
    code, shown, told = run(*part)
    counts = "Tests notice 2 (40 %), the checker refuses 0, 3 make no difference, and 0 go unnoticed."
    assert (code, shown, told) == (0, f"stones: 5 changes tried. {counts}\n", "")
    assert run("check", "stones.yaml")[0] == 0


def test_a_draft_without_a_reason_is_refused(stones: Path) -> None:
    _, drafted, _ = run("mutate", "stones.yaml", "--in", "end_conditions.all_gone.when", "--draft")
    write(stones, drafted)
    code, _, told = run("mutate", "stones.yaml")
    assert code == 1
    assert "stones.equivalents.yaml:5:5: error: ‘reason’ has no value. [empty-value]" in told


def test_more_is_drafted_for_a_file_that_is_there(stones: Path) -> None:
    write(stones, END)
    _, drafted, _ = run("mutate", "stones.yaml", "--in", "enough", "--draft")
    assert drafted.startswith("  - rule: actions.take.validate.enough.check\n    before: ")
    write(stones, END + drafted.replace("reason:", "reason: So be it."))
    assert run("mutate", "stones.yaml", "--in", "enough")[0] == 0


def test_entries_are_found_wherever_their_lines_stand(stones: Path) -> None:
    write(stones, END)
    text = stones.read_text(encoding="utf-8").replace("state: {left: 5}", "# A comment.\nstate: {left: 5, more: 1}")
    stones.write_text(text.replace("    - left -= n", "    - more += 1\n      - left -= n"), encoding="utf-8")
    game = load(stones)
    explained = Explained(load_equivalents(stones)[0], changes(game.spec))
    assert explained.unknown() == []
    [change] = [each for each in changes(game.spec) if Explained(explained.entries, [each]).of(each) is not None]
    assert (change.span.line, change.what) == (28, "‘0’ becomes ‘1’")


@pytest.mark.parametrize(
    ("old", "new", "place", "message"),
    [
        ("all_gone", "all_done", "2:11", "No rule that can be changed is called ‘end_conditions.all_done.when’."),
        ("left == 0", "left == 3", "3:13", "‘end_conditions.all_gone.when’ no longer has these lines."),
        ("left == 1", "left == 7", "4:12", "These lines are there, but no change turns them into that."),
    ],
)
def test_what_is_no_change_any_more_is_told(stones: Path, old: str, new: str, place: str, message: str) -> None:
    write(stones, END.replace(old, new))
    told = f"stones.equivalents.yaml:{place}: warning: {message} [no-such-change]"
    code, shown, _ = run("check", "stones.yaml")
    assert (code, shown.splitlines()[0]) == (0, told)
    code, shown, errors = run("mutate", "stones.yaml", "--in", "effects[1]")
    assert (code, errors.splitlines()[0]) == (1, told)
    assert shown.splitlines()[-1] == "1 entry about a change without a difference is out of date."


def test_a_change_that_a_test_notices_now_is_told(stones: Path) -> None:
    write(stones, END + CHECK)
    tests = "  the last stones:\n    given: {do: [left = 2]}\n    when: [take: 2]\n    then: [over]\n"
    stones.write_text(stones.read_text(encoding="utf-8") + tests, encoding="utf-8")
    code, shown, told = run("mutate", "stones.yaml", "--in", "check")
    assert code == 1
    first = "stones.equivalents.yaml:7:13: error: A test notices this change: ‘the last stones’. [noticed-change]"
    assert told.splitlines()[0] == first
    assert "help: Delete this entry: the change makes a difference." in told
    assert "out of date" in shown


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("- rule: x\n", f"1:1: error: {NO_MAP}"),
        ("", f"1:1: error: {NO_MAP}"),
        ("equivalents:\n  - rule: state\n    before: x\n", "2:5: error: ‘equivalents[1]’ needs ‘reason’."),
        (END.replace("reason", "because"), "5:5: error: ‘because’ is not an option of ‘equivalents[1]’."),
        ("changes: []\n", "1:1: error: ‘changes’ does not belong in this file, which holds only ‘equivalents’."),
    ],
)
def test_mistakes_have_their_places(stones: Path, text: str, told: str) -> None:
    write(stones, text)
    code, shown, _ = run("check", "stones.yaml")
    assert code == 1
    assert f"stones.equivalents.yaml:{told}" in shown


def test_json_has_the_reasons(stones: Path) -> None:
    write(stones, END)
    found = json.loads(run("mutate", "stones.yaml", "--in", "all_gone.when", "--json")[1])
    assert (found["explained"], found["survived"], found["stale"]) == (1, 2, [])
    assert [each["reason"] for each in found["changes"] if each["reason"]] == ["Nobody plays that far."]


def test_long_texts_are_told_by_their_first_line(stones: Path) -> None:
    swaps = [each for each in changes(load("minesweeper").spec) if each.what == "these two change places"]
    assert drafts(swaps[:1], stones)[:4] == [
        "equivalents:",
        "  - rule: end_conditions",
        "    before: 'blown_up: …'",
        "    after: 'cleared: …'",
    ]


def test_it_is_no_spec_of_its_own(stones: Path) -> None:
    write(stones, END)
    beside = catalogue.equivalents_of(stones)
    assert catalogue.files(stones.parent) == [stones]
    assert catalogue.find(beside) == stones
    assert run("check", ".")[1] == "1 spec checked: 0 errors, 0 warnings.\n"


EXPLAINED = [name for name, path in catalogue.shipped().items() if catalogue.equivalents_of(path).is_file()]


@pytest.mark.parametrize("name", EXPLAINED)
def test_the_entries_of_shipped_games_tell_of_changes_that_there_are(name: str) -> None:
    path = catalogue.shipped()[name]
    entries, diagnostics = load_equivalents(path)
    assert list(diagnostics) == []
    assert Explained(entries, changes(load(path).spec)).unknown() == []
    assert all(len(entry.reason) > 10 for entry in entries)
