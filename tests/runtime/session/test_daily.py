"""The game of the day: which games have one, and that it is the same for everybody."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from interpreter import Game, catalogue, has_luck, load, load_spec, loads
from interpreter.spec.model import Spec
from runtime.session.daily import daily_seed, daily_session, day_of, has_daily, is_daily
from runtime.session.session import SEEDS, Session, usual_seats

DAY = date(2026, 11, 18)
DICE = """\
game: dice
title: Dice
settings:
  sides: {default: 6, range: 2..20}
  loud: {default: true, change: any_time}
levels: {small: {sides: 4}, large: {sides: 12}}
players: {ann: {title: Ann}, bob: {title: Bob, seat: computer}}
boards: {table: {columns: 1, rows: 1, cell: {rolled: number}}}
setup:
  - random: n in 1..sides
    stream: dice
  - a1.rolled = n
actions: {rest: {effects: [a1.rolled = 0]}}
end_conditions: {rested: {when: a1.rolled == 0, winner: ann}}
ai: {plays: [bob]}
"""


def spec_of(name: str) -> Spec:
    spec, _ = load_spec(name)
    assert spec is not None
    return spec


def dice(daily: str = "", seat: str = "computer") -> Game:
    return loads(DICE.replace("seat: computer", f"seat: {seat}") + daily)


@pytest.mark.parametrize("name", sorted(catalogue.shipped()))
def test_luck_is_found_out_from_the_rules(name: str) -> None:
    game = load(name)
    drawn = [game.program(game.settings.choose(level, None)).steps.streams for level in game.levels or (None,)]
    assert {bool(streams) for streams in drawn} == {has_luck(game.spec)}


@pytest.mark.parametrize(
    "steps",
    [
        "routines: {roll: [{random: n in 1..6, stream: dice}]}",
        "turns: {begin: [{random: n in 1..6, stream: dice}]}",
        "turns: {end: [{random: n in 1..6, stream: dice}]}",
        "turns: {when_stuck: [{random: n in 1..6, stream: dice}]}",
        "turns: {phases: {all: {who: everyone, actions: [rest], after: [{random: n in 1..6, stream: dice}]}}}",
        "setup: [{if: a1.rolled == 0, then: [], else: [{random: n in 1..6, stream: dice}]}]",
        "setup: [{for: x in table, do: [{shuffle: table, property: rolled, stream: dice}]}]",
        "actions: {rest: {effects: [{fill: table, property: rolled, from: [1, 2], stream: dice}]}}",
    ],
)
def test_luck_anywhere_in_the_rules_counts(steps: str) -> None:
    without = DICE[: DICE.index("setup:")] + DICE[DICE.index("actions:") :]
    assert not has_luck(loads(without).spec)
    if steps.startswith("actions"):
        without = without.replace("actions: {rest: {effects: [a1.rolled = 0]}}\n", "")
    assert has_luck(loads(without + steps).spec)


def test_every_game_with_luck_for_one_person_has_a_game_of_the_day() -> None:
    specs = {name: spec_of(name) for name in catalogue.shipped()}
    found = {name for name, spec in specs.items() if has_daily(spec)}
    assert {"khi", "mosaic", "stackdoku", "stacks", "word_cell", "hidden_word", "hearts", "backgammon"} <= found
    assert found == {name for name, spec in specs.items() if has_luck(spec)}
    assert not found & {"chess", "sokoban", "peg_solitaire", "tic_tac_toe"}


def test_a_spec_may_refuse_it_or_ask_for_it() -> None:
    assert has_daily(dice().spec)
    assert not has_daily(dice("daily: none").spec)
    assert not has_daily(dice(seat="person").spec)
    assert has_daily(dice("daily: {level: large}", seat="person").spec)


def test_a_date_gives_everyone_the_same_seed() -> None:
    assert daily_seed("hex", DAY) == 727885722
    days = [date(2024, 1, 1) + timedelta(days=number) for number in range(366)]
    seeds = {daily_seed(game, day) for day in days for game in ("hex", "go")}
    assert len(seeds) == 2 * 366
    assert all(0 <= seed < SEEDS for seed in seeds)


def test_the_same_day_is_the_same_game_for_everybody() -> None:
    game = load("stackdoku")
    first, again, other = (daily_session(load("stackdoku"), day) for day in (DAY, DAY, DAY + timedelta(1)))
    assert first.start.data == again.start.data
    assert first.start.data != other.start.data
    assert (first.level, first.seats) == ("medium", usual_seats(game))


def test_it_is_played_at_the_level_and_with_the_settings_of_the_spec() -> None:
    session = daily_session(dice("daily: {level: large, settings: {loud: false}}"), DAY)
    assert (session.level, session.settings) == ("large", {"sides": 12, "loud": False})
    assert daily_session(dice(), DAY).level == "small"


def test_only_the_very_game_is_the_game_of_the_day() -> None:
    game = dice("daily: {level: large}")
    seed = daily_seed("dice", DAY)
    assert is_daily(daily_session(game, DAY), DAY)
    assert not is_daily(daily_session(game, DAY), DAY + timedelta(1))
    assert is_daily(Session(game, "large", {"loud": False}, seed), DAY)
    assert not is_daily(Session(game, "small", None, seed), DAY)
    assert not is_daily(Session(game, "large", {"sides": 3}, seed), DAY)
    assert not is_daily(Session(game, "large", None, seed, {"bob": "person"}), DAY)
    assert not is_daily(Session(game, "large", None, seed, start=game.new(seed, "large")), DAY)
    assert not is_daily(Session(dice("daily: none"), "large", None, seed), DAY)


def test_a_game_that_was_begun_before_midnight_is_that_of_yesterday() -> None:
    session = daily_session(dice(), DAY)
    assert [day_of(session, DAY + timedelta(number)) for number in (-1, 0, 1, 2)] == [None, DAY, DAY, None]
