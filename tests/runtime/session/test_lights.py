"""What lights up: whatever can be completed to a legal move, as far as the player may know, within a bounded time."""

from __future__ import annotations

from dataclasses import dataclass
from time import process_time

import pytest

from interpreter import Game, State, loads
from runtime.session import draft as drafts
from runtime.session.draft import Draft
from runtime.session.gestures import targets

TENS = """
game: tens
title: Tens
boards:
  grid: {columns: 5, rows: 1, cell: {n: 0..9}}
setup:
  - a1.n = 7
  - b1.n = 3
  - c1.n = 6
  - d1.n = 5
  - e1.n = 4
actions:
  take:
    choose:
      cells: {CHOICE, from: grid, where: it.n > 0}
    validate:
      ten: {check: sum(c.n for c in cells) == 10, else: They must make ten.}
    effects:
      - cells.n = 0
end_conditions:
  clear:
    when: all(c.n == 0 for c in grid)
    won: true
"""


@dataclass
class At:
    """Where a gesture is made."""

    game: Game
    state: State


def lit(game: Game, *chosen: str) -> set[str]:
    """The names of the sites that light up after some have been chosen."""
    state = game.new(0)
    draft = Draft()
    for name in chosen:
        site = state.program.schema.topology.boards["grid"].by_name[name]
        draft = drafts.add(game, state, draft if draft.action else drafts.start(state, "take"), site)
    names = state.program.schema.topology.names
    return {names[spot] for spot in targets(At(game, state), draft) if isinstance(spot, int)}


@pytest.mark.parametrize("choice", ["some: 2", "many: 2"])
def test_a_list_lights_what_it_can_be_completed_with(choice: str) -> None:
    game = loads(TENS.replace("CHOICE", choice), "tens.yaml")
    assert lit(game) == {"a1", "b1", "c1", "e1"}
    assert lit(game, "a1") == {"b1"}


def test_a_longer_list_may_be_completed_in_several_ways() -> None:
    game = loads(TENS.replace("CHOICE", "some: 2..4").replace("== 10", "== 12"), "tens.yaml")
    assert lit(game) == {"a1", "b1", "d1", "e1"}
    assert lit(game, "b1") == {"d1", "e1"}


def test_what_is_not_lit_may_still_be_chosen_for_a_list() -> None:
    game = loads(TENS.replace("CHOICE", "some: 2"), "tens.yaml")
    state = game.new(0)
    begun = drafts.start(state, "take")
    assert drafts.add(game, state, begun, 4).items == (4,)


def test_a_search_that_would_take_long_lights_everything() -> None:
    text = TENS.replace("columns: 5, rows: 1", "columns: 7, rows: 7").replace("where: it.n > 0", "where: it.row > 0")
    # Something else is always possible, so nothing searches all lists for a legal one.
    text = text.replace("actions:", "actions:\n  wait: {effects: [a1.n = 1]}")
    game = loads(text.replace("CHOICE", "many: 7").replace("== 10", "== 999"), "tens.yaml")
    start = process_time()
    assert len(lit(game)) == 49
    assert process_time() - start < 2


CARDS = """
game: cards
title: Cards
entities:
  card: {rank: {is: 1..9, seen_if: it.up}, up: flag}
boards:
  grid: {columns: 4, rows: 1, holds: card}
state: {taken: 0}
setup:
  - {create: 'card(rank = 3, up = true)', at: a1}
  - {create: 'card(rank = 8, up = true)', at: b1}
  - {create: 'card(rank = DOWN, up = false)', at: c1}
actions:
  take:
    choose:
      s: {from: grid, where: WHERE}
    VALIDATE
    effects:
      - let n = if s.card != none then s.card.rank else 0
      - taken += 1
      REQUIRE
      - taken += n
end_conditions:
  done: {when: taken > 50, won: true}
"""
ALWAYS = "it.row == 1"


def cards(down: int, where: str = ALWAYS, validate: str = "", require: str = "") -> Game:
    text = CARDS.replace("DOWN", str(down)).replace("WHERE", where)
    text = text.replace("    VALIDATE\n", validate).replace("      REQUIRE\n", require)
    return loads(text, "cards.yaml")


VALIDATE = "    validate:\n      low: {check: 's.card != none and s.card.rank < 5', else: Take a low card.}\n"
REQUIRE = "      - {require: low, check: n > 0 and n < 5, else: Take a low card.}\n"


@pytest.mark.parametrize(
    ("where", "validate"), [("it.card != none and it.card.rank < 5", ""), (ALWAYS, VALIDATE)], ids=["where", "validate"]
)
def test_what_the_player_sees_decides_and_what_is_hidden_does_not(where: str, validate: str) -> None:
    assert lit(cards(2, where, validate)) == lit(cards(7, where, validate)) == {"a1", "c1"}


def test_a_require_that_goes_by_something_hidden_tells_nothing() -> None:
    assert lit(cards(2, require=REQUIRE)) == lit(cards(7, require=REQUIRE)) == {"a1", "b1", "c1", "d1"}
