"""`sure`: a value that is declared never to be none, and the fault if it is."""

import pytest

from interpreter import loads
from interpreter.faults import Fault
from interpreter.spec.diagnostics import SpecError

SPEC = """
game: lamps
title: Lamps
boards:
  grid: {columns: 3, rows: 1, cell: {lit: flag, number: 1..9 or none}}
state: {total: 0}
define:
  lit: list(x for x in grid if x.lit)
actions:
  light:
    choose:
      c: grid
    effects:
      - c.lit = true
      - c.number = c.column
  count:
    effects:
      - total = sure(first(lit)).column + sure(last(lit).number)
end_conditions:
  never: {when: total == 99, won: false}
"""


def test_what_is_there_is_taken_as_it_is() -> None:
    game = loads(SPEC)
    state = game.new()
    for action in ("light b1", "light c1", "count"):
        state = game.advance(state, game.action(state, action))
    assert state.data[state.program.layout.fields["total"].index] == 5


def test_what_is_none_after_all_is_a_fault_at_its_place() -> None:
    game = loads(SPEC)
    state = game.new()
    with pytest.raises(Fault, match="This is none, though sure") as caught:
        game.apply(state, game.action(state, "count"))
    assert caught.value.span is not None
    assert caught.value.span.text == "sure(first(lit))"


def test_what_is_always_none_is_refused() -> None:
    with pytest.raises(SpecError) as caught:
        loads(SPEC.replace("sure(first(lit)).column", "sure(none)"))
    [found] = caught.value.diagnostics.errors
    assert (found.message, found.help) == ("This is always none.", "Name something that is there.")
