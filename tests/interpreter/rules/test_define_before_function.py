"""A define of a spec takes precedence over a function of the same name, so that a new function breaks no spec."""

import pytest

import interpreter
from interpreter.registry import functions

GRID = """
game: own_words
title: Own words
players: {one: {}, two: {}}
define:
  NAME(site s): s.height + 40
boards:
  grid: {columns: 2, rows: 1, cell: {height: 0..99}}
actions:
  put:
    choose: {c: grid}
    effects: ['c.height = NAME(c) + 1']
end_conditions:
  high: {when: NAME(a1) > 90, winner: me}
"""


# A define may not have a word of the language for a name.
WORDS = {"list", "opponent"}
OURS = {name for name, each in functions().items() if each.evaluate.__module__.startswith("interpreter.")}


@pytest.mark.parametrize("name", sorted(OURS - WORDS))
def test_a_define_goes_before_a_function(name: str) -> None:
    game = interpreter.loads(GRID.replace("NAME", name), "own_words.yaml")
    state = game.advance(game.new(1), ("put", 1))
    assert state.data[game.new(1).program.layout.fields["cell.height"].index][1] == 41
    assert game.advance(state, ("put", 2)).over is False
    assert game.advance(state, ("put", 1)).over is True
