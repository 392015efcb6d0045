"""The properties that need not be declared, as the reference lists them."""

import pytest

from interpreter import loads
from interpreter.language.properties import OF_EVERYTHING

SPEC = """
game: walls
title: Walls
players: {one: {title: One}, two: {title: Two}}
entities: {man: {owner: player}}
zones: {hand: {holds: man}}
boards:
  grid: {columns: 3, rows: 3, holds: man, edges: {cell: {wall: flag}}}
actions:
  go:
    choose: {s: grid}
    effects: [{create: man(owner = me), at: s}]
end_conditions:
  done: {when: 'WHEN', winner: none}
"""
TARGETS = {"a site": "a1|a2", "a piece": "sure(first(pieces(grid)))", "a player": "me"}


@pytest.mark.parametrize(("of", "name"), [(of, name) for of, name, _, _ in OF_EVERYTHING if name.isidentifier()])
def test_each_can_be_asked_for(of: str, name: str) -> None:
    loads(SPEC.replace("WHEN", f"len(pieces(grid)) == 9 and {TARGETS[of]}.{name} == {TARGETS[of]}.{name}"))
