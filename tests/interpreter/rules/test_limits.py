"""Sizes, counts and lengths have limits. Anything beyond them is refused at its place with what is allowed, and nothing
huge is ever built."""

from __future__ import annotations

import pytest

from interpreter import Fault, Game, SpecError, loads

SPEC = """\
game: limits
title: Limits
players: {players}
settings:
  wide: {{range: 0..200, default: 3}}
entities:
  man: {{{entity}}}
boards:
  grid: {{columns: {columns}, rows: 3, holds: man, cell: {{lit: flag}}}}
zones:
  bag: {{holds: man{zone}}}
{zones}state: {{n: 2, many: 20000}}
setup:
  - {setup}
actions:
  go:
    effects:
      - {step}
{more}end_conditions:
  never: {{when: n == 77, winner: none}}
"""
USUAL = {
    "players": "{ann: {}, bob: {}}",
    "entity": "",
    "columns": "3",
    "zone": "",
    "zones": "",
    "setup": "n = 1",
    "step": "n = 2",
    "more": "",
}


def made(**parts: str) -> Game:
    return loads(SPEC.format(**USUAL | parts), "limits.yaml")


def refused(**parts: str) -> list[tuple[str, int, int, str, str | None]]:
    with pytest.raises(SpecError) as caught:
        made(**parts)
    errors = caught.value.diagnostics.errors
    return [(each.code, each.span.line, each.span.column, each.message, each.help) for each in errors if each.span]


def footprint(size: str) -> dict[str, str]:
    return {
        "entity": f"wide: {{is: number, start: {size}}}, footprint: {{columns: it.wide, rows: 1}}",
        "setup": "create: man\n    at: grid.a1",
    }


@pytest.mark.parametrize(("size", "nearest"), [("0", 1), ("-2", 1), ("101", 100), ("999999999", 100)])
def test_a_footprint_has_from_1_to_100_columns_and_rows(size: str, nearest: int) -> None:
    message = f"A footprint has from 1 to 100 columns, but this is {size}."
    found = refused(entity=f"footprint: {{columns: {size}, rows: 1}}")
    assert found == [("out-of-range", 7, 30, message, f"Write {nearest}.")]
    message = f"A footprint has from 1 to 100 rows, but this is {size}."
    found = refused(entity=f"footprint: {{columns: 1, rows: {size}}}")
    assert found == [("out-of-range", 7, 39, message, f"Write {nearest}.")]


def test_a_footprint_needs_numbers() -> None:
    found = refused(entity="up: flag, footprint: {columns: it.up, rows: 1}")
    assert [each[:4] for each in found] == [
        ("wrong-type", 7, 40, "A footprint needs a number of columns, but this is a flag.")
    ]


@pytest.mark.parametrize("size", ["0", "-2", "4", "999999999"])
def test_a_piece_of_an_impossible_size_fits_nowhere(size: str) -> None:
    game = made(**footprint(size))
    with pytest.raises(Fault) as caught:
        game.new()
    assert str(caught.value) == "limits.yaml:14:5: fault: The piece does not fit there."


def test_a_piece_of_a_possible_size_fits() -> None:
    assert made(**footprint("3")).new() is not None


@pytest.mark.parametrize(("size", "nearest"), [("0", 1), ("-1", 1), ("101", 100), ("999999999", 100)])
def test_a_board_has_from_1_to_100_columns(size: str, nearest: int) -> None:
    message = f"columns must be from 1 to 100, but this is {size}."
    assert refused(columns=size) == [("out-of-range", 9, 19, message, f"Write {nearest}.")]


@pytest.mark.parametrize("size", [0, 101, 200])
def test_sizes_from_settings_have_the_same_limits(size: int) -> None:
    game = made(columns="wide")
    with pytest.raises(SpecError) as caught:
        game.new(settings={"wide": size})
    [found] = caught.value.diagnostics.errors
    assert found.span is not None
    assert (found.code, found.span.line, found.span.column) == ("out-of-range", 9, 19)
    assert found.message == f"columns must be from 1 to 100, but this is {size}."


@pytest.mark.parametrize(("size", "low"), [("0", 1), ("-1", 0), ("10001", 1)])
def test_a_zone_has_room_for_something(size: str, low: int) -> None:
    [found] = refused(zone=f", size: {size}")
    assert found[:4] == ("out-of-range", 11, 27, f"size must be from {low} to 10000, but this is {size}.")


def test_a_setting_may_leave_no_room() -> None:
    assert made(zone=", size: wide").new(settings={"wide": 0}) is not None


def test_zones_are_counted() -> None:
    zones = "".join(f"  zone_{number}: {{holds: man, per: 1..64}}\n" for number in range(65))
    [found] = refused(zones=zones)
    assert found[:4] == ("too-many-zones", 75, 3, "There are more than 4,096 zones, counting all that per: makes.")


def test_there_are_at_most_64_players() -> None:
    players = "{" + ", ".join(f"player_{number}: {{}}" for number in range(64)) + "}"
    assert len(made(players=players).players) == 64
    [found] = refused(players=players[:-1] + ", one_more: {}}")
    assert found[0] == "too-many-players"
    assert found[3] == "A game has at most 64 players."


@pytest.mark.parametrize(
    ("often", "code"), [("0", "too-few-passes"), ("-3", "too-few-passes"), ("10001", "too-many-passes")]
)
def test_repeat_takes_from_1_to_10000_passes(often: str, code: str) -> None:
    [found] = refused(step=f"repeat: {often}\n        do:\n          - n = 3")
    assert (found[0], found[1], found[2], found[4]) == (code, 18, 17, "Write a number from 1 to 10000.")


def test_repeat_takes_no_more_where_a_variable_says_how_often() -> None:
    game = made(step="repeat: many\n        do:\n          - n = 3")
    with pytest.raises(Fault) as caught:
        game.apply(game.new(), ("go",))
    assert str(caught.value) == "limits.yaml:18:9: fault: repeat takes at most 10,000 passes, but this is 20,000."


@pytest.mark.parametrize(
    ("option", "low", "high"),
    [
        ("depth", "1", "100"),
        ("budget", "1", "10,000,000"),
        ("worlds", "1", "1,000"),
        ("think_ms", "1", "600,000"),
        ("delay_ms", "0", "60,000"),
        ("limit_ms", "1", "600,000"),
    ],
)
def test_options_of_bots_have_limits(option: str, low: str, high: str) -> None:
    for size, nearest in (("-1", low), ("999999999", high)):
        message = f"‘{option}’ must be from {low} to {high}, but this is {size}."
        found = refused(more=f"ai: {{bot: search, {option}: {size}}}\n")
        assert found == [("out-of-range", 19, 21 + len(option), message, f"Write {nearest.replace(',', '')}.")]


def test_cells_are_drawn_at_a_size_that_can_be_seen() -> None:
    found = refused(more="view:\n  boards:\n    grid: {cell_size: 0}\n")
    assert found == [("out-of-range", 21, 23, "‘cell_size’ must be from 4 to 1,000, but this is 0.", "Write 4.")]


CONSTANT = "A limit is known before the game begins, but this depends on the position."
NEVER_OR_ALWAYS = "Write 0 for never, or none for no limit."


@pytest.mark.parametrize("limit", ["turn_number", "n", "len(pieces(grid))"])
def test_a_limit_of_undo_does_not_depend_on_the_position(limit: str) -> None:
    found = refused(more=f"assist: {{undo: {{limit: {limit}}}}}\n")
    assert found == [("not-constant", 19, 24, CONSTANT, NEVER_OR_ALWAYS)]


@pytest.mark.parametrize(
    ("limit", "code"),
    [
        ("none and none", "wrong-type"),
        ("list(x for x in none)", "not-a-list"),
        ("'0..99999999999'", "too-costly"),
        ("'5 // 0'", "division-by-zero"),
        ("0 - 1", "out-of-range"),
    ],
)
def test_a_limit_that_is_no_number_is_refused_and_not_worked_out(limit: str, code: str) -> None:
    assert code in [each[0] for each in refused(more=f"assist: {{undo: {{limit: {limit}}}}}\n")]


def test_a_region_without_a_size_is_refused_at_its_name() -> None:
    with pytest.raises(SpecError) as caught:
        loads(SPEC.format(**USUAL).replace("cell: {lit", "regions: {half: []}, cell: {lit"), "limits.yaml")
    (error,) = caught.value.diagnostics.errors
    assert error.span is not None
    assert (error.code, error.span.line, error.span.text) == ("bad-region", 9, "half")
