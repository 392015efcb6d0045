"""The function pairs_off: generated code and the reference evaluator agree, and neither changes the position."""

from __future__ import annotations

from typing import Any

import pytest

from interpreter import Game, State, loads
from interpreter.language.evaluator import Evaluator
from interpreter.language.scope import RULES, Scope
from interpreter.language.types import NUMBER
from interpreter.position import PieceValue
from interpreter.program import Worth
from interpreter.program.world import StateWorld
from interpreter.spec.nodes import Scalar, Source
from interpreter.streams import number_below

GAME = """\
game: shelf
title: Shelf
entities:
  tile: {number: 1..9, glued: flag}
boards:
  shelf:
    columns: 6
    rows: 1
    holds: tile
    legend: {a-a: {number: 1}, 1-9: {number: it}}
    start: |
      1 2 3 3 2 1
zones:
  bag: {holds: tile}
define:
  open(tile t): not t.glued and (all(empty(s) for s in left(t)) or all(empty(s) for s in right(t)))
  way: pairs_off(t.number for t in pieces(shelf) while open(t))
  most_of_it: pairs_off(t.number for t in pieces(shelf) if t.number != 3 while open(t))
  opened_by(tile k): pairs_off(t.number for t in pieces(shelf) while open(t) or k.number == 3)
state: {found: 0}
actions:
  take_off:
    choose:
      t: pieces(shelf)
    effects:
      - move: t
        to: bag
      - found = len(way)
  glue:
    choose:
      t: pieces(shelf)
    effects:
      - t.glued = true
  change:
    choose:
      t: pieces(shelf)
      n: 1..3
    effects:
      - t.number = n
end_conditions:
  bare:
    when: empty(shelf)
    won: true
"""


@pytest.fixture(scope="module")
def shelf() -> Game:
    return loads(GAME.replace("a-a: {number: 1}, ", ""), "shelf.yaml")


def scalar(text: str) -> Scalar:
    return Scalar(text, Source("test", text), 0, len(text))


def plainly(state: State, text: str) -> Any:
    """The value of an expression according to the reference evaluator."""
    state.program.checker.size = 0
    term = state.program.steps.term(scalar(text), Scope(state.program.schema, RULES))
    assert term is not None
    return Evaluator(StateWorld(state.program, state.data, 1)).value(term, {})


def reckoned(state: State, text: str) -> int:
    """The value of a number according to generated code."""
    term = state.program.steps.term(scalar(text), Scope(state.program.schema, RULES), NUMBER)
    assert term is not None
    return Worth(state.program, term).number(state.data, 1)


def test_both_ends_first(shelf: Game) -> None:
    state = shelf.new()
    assert plainly(state, "way") == [PieceValue("tile", number) for number in (1, 6, 2, 5, 3, 4)]
    assert [reckoned(state, f"default(way[{place}].site.column, 0)") for place in range(1, 8)] == [1, 6, 2, 5, 3, 4, 0]


def test_other_pieces_stay_in_the_way(shelf: Game) -> None:
    state = shelf.new()
    assert plainly(state, "most_of_it") == [PieceValue("tile", number) for number in (1, 6, 2, 5)]
    state = shelf.advance(state, ("glue", 1))
    assert plainly(state, "way") == plainly(state, "most_of_it") == []


def test_inside_effects_the_position_as_it_is_then_counts(shelf: Game) -> None:
    state = shelf.new()
    found = state.program.layout.fields["found"].index
    after = shelf.advance(state, ("take_off", 1))
    assert after.data[found] == 0
    after = shelf.advance(after, ("take_off", 6))
    assert after.data[found] == 4
    assert shelf.apply(shelf.advance(state, ("take_off", 1)), ("take_off", 6)).state.data == after.data


def test_what_differs_between_two_questions_is_not_forgotten(shelf: Game) -> None:
    state = shelf.advance(shelf.new(), ("glue", 1))
    both = "sum(len(opened_by(k)) for k in pieces(shelf))"
    assert plainly(state, both) == reckoned(state, both) == 12


@pytest.mark.parametrize("seed", range(20))
def test_both_ways_of_working_it_out_agree(shelf: Game, seed: int) -> None:
    state = shelf.new()
    for step in range(8):
        before = state.data
        for name in ("way", "most_of_it"):
            at = state.data[state.program.layout.fields["tile.site"].index]
            sites = [at[tile] for _, tile in plainly(state, name)]
            shown = [reckoned(state, f"default({name}[{place}].site.column, 0)") for place in range(1, len(sites) + 1)]
            assert shown == sites
            assert reckoned(state, f"len({name})") == len(sites)
        assert state.data == before
        legal = shelf.legal(state)
        if not legal:
            break
        state = shelf.advance(state, legal[number_below(seed, "steps", step, len(legal))[0]])
