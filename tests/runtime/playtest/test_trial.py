"""A trial of a game: what it finds, where it reports it, and the moves that it says led there."""

from dataclasses import replace
from pathlib import Path

import pytest

from interpreter import Diagnostics, Game, load, loads
from interpreter.program import costliest
from interpreter.spec.diagnostics import Diagnostic
from runtime.commands.check import check_spec
from runtime.playtest import trial
from runtime.playtest.trial import Effort, arrangements, try_out

ROOT = Path(__file__).resolve().parents[3]
DRAFTS = sorted((ROOT / "tests" / "data" / "first_drafts").glob("*.yaml"))
# Only counts decide how far this gets, whatever else the machine is doing.
PLENTY = Effort(seconds=1e6, most=1e6, patience=1e3, first=30, others=5, games=2, moves=60)
ONE_MOVE = replace(PLENTY, first=1, others=1, games=0)
SPEC = """\
game: lamps
title: Lamps
settings:
  size: {{default: 3, range: 2..5}}
  mode: {{default: plain, options: [plain, odd, even]}}
  divisor: {{default: 2, range: 0..2 or none}}
  sound: {{default: true, change: any_time}}
levels:
  first: {{}}
  second: {{size: 4}}
boards:
  grid: {{columns: size, rows: size, cell: {{lit: flag}}}}
state:
  pressed: 0
  total: 0
setup:
  - total = {setup}
actions:
  press:
    choose:
      c:
        from: grid
        where: {where}
        else: That lamp is lit.
    effects:
      - c.lit = true
      - pressed += 1
      - total = {effect}
end_conditions:
  all_lit:
    when: {end}
    won: true
view:
  panels:
    Sound: "if sound then 'on' else 'off'"
    Total: total
    Rest: "if mode == odd then 1 else default(divisor, 0)"
"""


def made(setup: str = "0", where: str = "not it.lit", effect: str = "0", end: str = "pressed == size * size") -> Game:
    return loads(SPEC.format(setup=setup, where=where, effect=effect, end=end), "lamps.yaml")


def found(game: Game, effort: Effort = PLENTY) -> list[Diagnostic]:
    diagnostics = Diagnostics()
    try_out(game, diagnostics, effort)
    return list(diagnostics)


def told(game: Game, effort: Effort = PLENTY) -> list[tuple[str, str, str | None]]:
    return [
        (each.severity, each.message, each.span.text if each.span is not None else None) for each in found(game, effort)
    ]


def test_a_good_game_has_nothing_to_tell() -> None:
    assert told(made()) == []


def test_every_level_and_every_option_is_an_arrangement() -> None:
    assert [" ".join(each.words()) for each in arrangements(made())] == [
        "",
        "level second",
        "size: 2",
        "size: 5",
        "mode: odd",
        "mode: even",
        "divisor: 0",
        "divisor: none",
    ]


def test_a_fault_of_the_setup() -> None:
    assert told(made(setup="12 // pressed")) == [
        ("error", "This divides by zero. Seen at the start of a game (seed 0).", "total = 12 // pressed")
    ]


def test_a_fault_of_a_level() -> None:
    message = "This divides by zero. Seen at the start of a game (level second, seed 0)."
    assert told(made(setup="12 // (pressed + size - 4)")) == [("error", message, "total = 12 // (pressed + size - 4)")]


def test_a_fault_of_an_option() -> None:
    message = "This divides by zero. Seen at the start of a game (size: 5, seed 0)."
    assert told(made(setup="12 // (pressed + size - 5)")) == [("error", message, "total = 12 // (pressed + size - 5)")]


def test_a_mistake_that_an_option_makes() -> None:
    text = SPEC.format(setup="0", where="not it.lit", effect="0", end="c3.lit")
    assert told(loads(text, "lamps.yaml")) == [
        ("error", "No board has a site c3. Seen at the start of a game (size: 2, seed 0).", "c3")
    ]


def test_a_fault_of_an_action() -> None:
    [(severity, message, place)] = told(made(effect="6 // (4 - pressed)"))
    assert (severity, place) == ("error", "total = 6 // (4 - pressed)")
    assert message.startswith("This divides by zero. Seen at move 4 of a random game (seed 0). The last moves were ")


def test_a_fault_while_moves_are_listed() -> None:
    [(severity, message, place)] = told(made(where="not it.lit and 6 // (2 - pressed) > 0"))
    assert (severity, place) == ("error", "not it.lit and 6 // (2 - pressed) > 0")
    assert message.startswith("This divides by zero. Seen at move 2 of a random game (seed 0). The moves were press ")


def test_a_fault_of_one_seed_alone() -> None:
    text = SPEC.format(setup="0", where="not it.lit", effect="0", end="pressed == 4")
    drawn = "setup:\n  - random: n in 1..6\n    stream: dice\n  - total = 6 // (n - 3)\n"
    text = text.replace("setup:\n  - total = 0\n", drawn)
    [each] = told(loads(text, "lamps.yaml"), replace(PLENTY, games=30))
    assert each[0] == "error"
    assert each[2] == "total = 6 // (n - 3)"


def test_the_same_game_is_always_tried_in_the_same_way() -> None:
    assert told(made(effect="6 // (4 - pressed)")) == told(made(effect="6 // (4 - pressed)"))


START = "Seen at the start of a game (size: 5, seed 0)."


def test_a_setup_that_never_ends_is_given_up() -> None:
    endless = "sum(x.row * y.row * z.row for x in grid for y in grid for z in grid for v in grid for w in grid)"
    impatient = replace(ONE_MOVE, patience=0.25)
    stopped = "Beginning a game takes longer than 0.25 seconds and was stopped."
    setup = f"if size < 5 then 0 else {endless}"
    assert told(made(setup=setup), impatient) == [("warning", f"{stopped} {START}", f"total = {setup}")]


# Slow lists

SLOW = "not it.lit and count(x for x in grid for y in grid if x.row + y.row + it.row > 99 or x.lit and y.lit) >= 0"


def big(where: str) -> Game:
    text = SPEC.format(setup="0", where=where, effect="0", end="pressed == 2")
    return loads(text.replace("columns: size, rows: size", "columns: 12, rows: 12"), "lamps.yaml")


def test_a_slow_list_is_told_with_the_expression_that_costs_most() -> None:
    [(severity, message, place)] = told(big(SLOW), replace(ONE_MOVE, most=0.2))
    assert severity == "warning"
    assert message.startswith("Listing the moves takes about ")
    assert message.endswith(" ms, and most of that goes here. Seen at the start of a game (seed 0).")
    assert place == SLOW


def test_a_quick_list_is_not() -> None:
    assert told(big("not it.lit and count(x for x in grid if x.lit) >= 0")) == []


def test_a_long_list_is_not_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    game = big(SLOW)
    monkeypatch.setattr(trial, "QUICK", 1.0)
    assert told(game, ONE_MOVE) == []


def test_where_most_of_the_time_goes() -> None:
    text = SPEC.format(setup="0", where="not it.lit", effect="0", end="pressed == 2")
    checks = (
        "    validate:\n"
        "      light: {check: pressed < 5, else: No.}\n"
        "      heavy:\n"
        "        check: count(x for x in grid for y in grid if x.lit and y.column > x.row) > -1\n"
        "        else: No.\n"
        "    effects:\n"
    )
    game = loads(text.replace("    effects:\n", checks), "lamps.yaml")
    state = game.new()
    place, part = costliest(lambda: state.program.legal((*state.data,)), 1e3)
    assert place is not None
    assert place.text == "heavy"
    assert part > 0.5


def test_nothing_of_the_rules_has_no_place() -> None:
    assert costliest(lambda: None, 1e3) == (None, 0.0)


# Shipped specs, and first drafts


@pytest.mark.soak
@pytest.mark.parametrize("path", DRAFTS, ids=[path.stem for path in DRAFTS])
def test_first_drafts_have_no_errors(path: Path) -> None:
    assert [each.message for each in check_spec(path).errors] == []


@pytest.mark.parametrize("name", ["minesweeper", "stacks", "mahjong_solitaire", "tic_tac_toe", "memory", "golf"])
def test_games_can_be_begun_in_every_way(name: str) -> None:
    begun = replace(PLENTY, first=4, others=2, games=0)
    assert [each for each in told(load(name), begun) if each[0] == "error"] == []
