"""The small changes that can be made to a spec."""

from pathlib import Path

import pytest

from interpreter import SpecError, load, loads
from interpreter.spec import catalogue
from runtime.testing.mutants import SpecChange, changes
from tests.shipped import GAMES


def told(path: Path, part: str = "") -> list[tuple[int, int, str]]:
    return [
        (change.span.line, change.span.column, change.what)
        for change in changes(load(path).spec)
        if part in change.path
    ]


def of_text(text: str, part: str) -> list[str]:
    return [change.what for change in changes(loads(text).spec) if part in change.path]


def test_comparisons_numbers_and_whole_conditions(stones: Path) -> None:
    assert told(stones, "end_conditions.all_gone.when") == [
        (26, 11, "‘left == 0’ holds only if ‘order == last_wins’ does"),
        (26, 11, "‘left == 0’ never holds"),
        (26, 11, "‘left == 0’ always holds"),
        (26, 16, "‘==’ becomes ‘!=’"),
        (26, 19, "‘0’ becomes ‘1’"),
    ]


def test_players_and_words_of_settings(stones: Path) -> None:
    assert told(stones, "end_conditions.all_gone.winner") == [
        (27, 16, "‘order == last_wins’ never holds"),
        (27, 16, "‘order == last_wins’ always holds"),
        (27, 22, "‘==’ becomes ‘!=’"),
        (27, 25, "‘last_wins’ becomes ‘last_loses’"),
        (27, 40, "‘me’ becomes ‘opponent’"),
        (27, 48, "‘opponent’ becomes ‘me’"),
    ]


def test_steps_are_left_out_and_statements_changed(stones: Path) -> None:
    assert told(stones, "actions.take.effects") == [
        (22, 1, "‘left -= n’ is left out"),
        (22, 14, "‘-=’ becomes ‘+=’"),
        (23, 1, "‘event: taken(stones = n)’ is left out"),
    ]


def test_checks_options_settings_seats_ranks_and_buttons(stones: Path) -> None:
    assert told(stones, "validate") == [
        (19, 16, "‘n <= left’ holds only if ‘it <= most’ does"),
        (19, 16, "‘n <= left’ is turned round"),
        (19, 16, "‘n <= left’ always holds"),
        (19, 18, "‘<=’ becomes ‘<’"),
    ]
    assert told(stones, "confirm") == [(11, 1, "‘confirm: Take them?’ is left out")]
    assert told(stones, "settings") == [
        (4, 19, "‘2’ becomes ‘1’"),
        (4, 19, "‘2’ becomes ‘3’"),
        (5, 20, "‘last_wins’ becomes ‘last_loses’"),
    ]
    assert told(stones, "seat") == [(6, 23, "‘person’ becomes ‘computer’"), (6, 44, "‘computer’ becomes ‘person’")]
    assert told(stones, "ai.") == [(33, 11, "‘most’ becomes ‘least’")]
    assert told(stones, "buttons") == [(37, 13, "‘undo’ is left out"), (37, 17, "‘restart’ is left out")]


def test_words_for_players_and_tests_stay(stones: Path) -> None:
    touched = {line for line, _, _ in told(stones)}
    assert touched == {4, 5, 6, 7, 8, 11, 15, 19, 22, 23, 26, 27, 33, 37}


def test_a_change_gives_the_lines_before_and_after(stones: Path) -> None:
    found = {change.what: change for change in changes(load(stones).spec)}
    assert found["‘-=’ becomes ‘+=’"].lines == (["      - left -= n"], ["      - left += n"])
    assert found["‘left -= n’ is left out"].lines == (["      - left -= n"], [])
    assert found["‘restart’ is left out"].lines == (["  buttons: [undo, restart]"], ["  buttons: [undo]"])


CONDITIONS = """\
game: conditions
title: Conditions
boards: {grid: {columns: 2, rows: 2, cell: {n: number}}}
tables: {points: AB=1 C=3 *=0}
state: {score: 0}
define:
  near(site s): any(x.n > 0 and not (x.n == s.n or x.n in 2..3) for x in line(s, row) if x != s)
  sum_of(site s): (s.n + 1) * 2 + max(s.n, s.row)
actions:
  go:
    choose: {s: grid}
    effects:
      - if: near(s)
        then:
          - score += sum_of(s)
      - s.n = 1
end_conditions:
  far: {when: score > 9, won: true}
  full:
    when: all(x.n > 0 for x in grid)
    won: false
  never:
    when: score < 0
    won: true
"""


def test_logic_functions_directions_and_filters() -> None:
    assert of_text(CONDITIONS, "define.near") == [
        "‘any’ becomes ‘all’",
        "‘x.n > 0’ does not count",
        "‘>’ becomes ‘>=’",
        "‘0’ becomes ‘1’",
        "‘and’ becomes ‘or’",
        "‘not’ is left out",
        "‘not (x.n == s.n or x.n in 2..3)’ does not count",
        "‘x.n == s.n’ does not count",
        "‘==’ becomes ‘!=’",
        "‘or’ becomes ‘and’",
        "‘x.n in 2..3’ does not count",
        "‘in’ becomes ‘not in’",
        "‘2’ becomes ‘1’",
        "‘2’ becomes ‘3’",
        "‘3’ becomes ‘2’",
        "‘3’ becomes ‘4’",
        "‘row’ becomes ‘column’",
        "‘x != s’ always holds",
        "‘!=’ becomes ‘==’",
    ]


def test_sums_lose_a_part() -> None:
    assert of_text(CONDITIONS, "define.sum_of") == [
        "‘(s.n + 1) * 2 +’ is left out",
        "‘s.n +’ is left out",
        "‘+ 1’ is left out",
        "‘+’ becomes ‘-’",
        "‘1’ becomes ‘0’",
        "‘1’ becomes ‘2’",
        "‘*’ becomes ‘+’",
        "‘2’ becomes ‘1’",
        "‘2’ becomes ‘3’",
        "‘+ max(s.n, s.row)’ is left out",
        "‘+’ becomes ‘-’",
        "‘max’ becomes ‘min’",
    ]


def test_letter_tables_and_the_order_of_ends() -> None:
    assert of_text(CONDITIONS, "tables") == ["‘1’ becomes ‘2’", "‘3’ becomes ‘4’", "‘0’ becomes ‘1’"]
    swaps = [change for change in changes(loads(CONDITIONS).spec) if change.path == "end_conditions"]
    assert [change.what for change in swaps] == ["these two change places"] * 2
    assert list(loads(swaps[1].applied()).spec.end_conditions) == ["far", "never", "full"]


def test_a_step_under_a_condition_is_not_left_out_twice() -> None:
    assert [what for what in of_text(CONDITIONS, "actions.go.effects") if "near" in what] == [
        "‘near(s)’ never holds",
        "‘near(s)’ is turned round",
        "‘near(s)’ always holds",
    ]


def test_a_variant_leaves_the_rules_of_its_parent_alone(stones: Path) -> None:
    variant = stones.with_name("more_stones.yaml")
    variant.write_text("game: more_stones\nextends: stones\ntitle: More\nstate: {left: 9}\n", encoding="utf-8")
    assert told(variant) == [(4, 15, "‘9’ becomes ‘10’"), (4, 15, "‘9’ becomes ‘8’")]


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_change_of_a_shipped_game_leaves_a_text_that_can_be_read(name: str) -> None:
    found = changes(load(name).spec)
    assert len({(change.span.start, change.span.end, change.text) for change in found}) == len(found)
    for change in found[::60]:
        assert change.applied() != change.span.source.text
        assert _readable(change), f"{change.span.line}: {change.what}"


def _readable(change: SpecChange) -> bool:
    """Whether it is not a mistake of YAML: those have codes of their own."""
    try:
        loads(change.applied())
    except SpecError as error:
        codes = {each.code for each in error.diagnostics.errors}
        return not any(code.startswith("yaml") or code in ("indentation", "no-colon", "parse") for code in codes)
    return True


def test_an_option_is_not_left_out_where_that_makes_no_difference() -> None:
    spec = catalogue.find("tic_tac_toe").read_text(encoding="utf-8")
    assert of_text(spec, "assist.highlight") == ["‘true’ becomes ‘false’"]
    told = of_text(spec.replace("highlight: true", "highlight: to_move == cross"), "assist.highlight")
    assert told[0] == "‘highlight: to_move == cross’ is left out"


def test_a_default_that_every_level_overrides_is_left_alone() -> None:
    spec = catalogue.find("stackdoku").read_text(encoding="utf-8")
    assert of_text(spec, "settings.lives") == []
    assert of_text(spec, "settings.puzzle") == ["‘1’ becomes ‘0’", "‘1’ becomes ‘2’"]
    assert of_text(spec, "levels.medium.lives") == ["‘3’ becomes ‘2’", "‘3’ becomes ‘4’"]


def test_conditions_are_added_and_turned_round_in_every_style() -> None:
    spec = catalogue.find("stacks").read_text(encoding="utf-8")
    found = {change.what: change for change in changes(loads(spec).spec)}
    turned = found["‘refill’ is turned round"]
    assert (turned.path, turned.lines[1]) == (
        "view.zones.bag.when",
        ["    bag: {when: 'not (refill)', as: counter, label: In the bag}"],
    )
    joined = found["‘not can(spell)’ holds only if ‘not refill’ does"]
    assert (joined.path, joined.lines[1]) == (
        "end_conditions.no_word_left.when",
        ["    when: (not can(spell)) and (not refill)"],
    )
    assert "‘not can(spell)’ is turned round" not in found
