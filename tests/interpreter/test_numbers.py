"""A number that does not fit is a fault at its place, wherever it is stored or computed; nothing is cut to size."""

from __future__ import annotations

import pytest

from interpreter import Fault, Game, SpecError, loads
from interpreter.language.types import LARGEST

SPEC = """\
game: numbers
title: Numbers
players: {{ann: {{}}, bob: {{}}}}
entities:
  man: {{worth: {{is: number, start: 9007199254740991}}}}
boards:
  grid: {{columns: 2, rows: 2, cell: {{points: number}}}}
zones: {{bag: {{holds: man}}}}
state:
  big: 9007199254740991
  small: {{is: 1..9, start: 9}}
  score: {{is: number, per: player, start: 9007199254740991}}
setup:
  - create: man
    in: bag
actions:
  go:
    effects:
      - {step}
end_conditions:
  never:
    when: small == 0
    won: true
"""

TOO_LARGE = "This number is too large. Numbers go up to 9,007,199,254,740,992."
TOO_SMALL = "This number is too small. Numbers go down to −9,007,199,254,740,992."


def made(step: str) -> Game:
    return loads(SPEC.format(step=step).replace("won: true", "winner: none"), "numbers.yaml")


def fault_of(game: Game, ask: str) -> Fault:
    state = game.new()
    ways = {"apply": game.apply, "advance": game.advance}
    with pytest.raises(Fault) as caught:
        state.program.guarded(lambda: ways[ask](state, ("go",)))
    assert state.data == game.new().data
    return caught.value


@pytest.mark.parametrize("ask", ["apply", "advance"])
@pytest.mark.parametrize(
    ("step", "message"),
    [
        ("big += 2", TOO_LARGE),
        ("big = big + 2", TOO_LARGE),
        ("big = 0 - big - 2", TOO_SMALL),
        ("big -= big + big + 2", TOO_SMALL),
        ("score[me] += 2", TOO_LARGE),
        ("grid.a1.points = big + big", TOO_LARGE),
        ("grid.points = big + big", TOO_LARGE),
        ("first(bag).worth += big", TOO_LARGE),
        ("big = big * big", TOO_LARGE),
        ("big = (0 - big) * big", TOO_SMALL),
        ("small = (big * big) % 9 + 1", TOO_LARGE),
        ("big = sum(big for c in grid)", TOO_LARGE),
        ("small += 1", "10 is not within 1..9."),
        ("small -= 9", "0 is not within 1..9."),
    ],
)
def test_what_does_not_fit_is_a_fault_at_its_step(step: str, message: str, ask: str) -> None:
    fault = fault_of(made(step), ask)
    assert fault.message == message
    assert fault.span is not None
    assert (fault.span.source.name, fault.span.line, fault.span.column) == ("numbers.yaml", 19, 9)


@pytest.mark.parametrize("step", ["big += 1", "big = 0 - big - 1", "big = big + big - big", "big = big * 1 + 1"])
def test_what_fits_is_stored_as_it_is(step: str) -> None:
    game = made(step)
    after = game.apply(game.new(), ("go",)).state
    assert abs(after.variable("big")) in (LARGEST, LARGEST - 1)
    assert game.decode(game.encode(after)) == after


@pytest.mark.parametrize(
    ("step", "column"),
    [
        ("big = 94906266 * 94906267", 15),
        ("big = 9007199254740992 + 1", 15),
        ("big = big + 94906266 * 2 * 94906267", 21),
        ("big = 0 - 9007199254740992 - 1", 15),
        ("big = 9007199254740993", 15),
    ],
)
def test_what_is_known_beforehand_is_a_mistake_at_its_place(step: str, column: int) -> None:
    with pytest.raises(SpecError) as caught:
        made(step)
    found = [(each.code, each.span.line, each.span.column) for each in caught.value.diagnostics.errors if each.span]
    assert found == [("number-too-large", 19, column)]


REPEATED = """\
repeat: 10000
        do:
          - big = big * 3
"""


def test_repeated_products_end_at_the_first_that_does_not_fit() -> None:
    fault = fault_of(made(REPEATED.rstrip()), "advance")
    assert fault.message == TOO_LARGE
    assert fault.span is not None
    assert (fault.span.line, fault.span.column) == (21, 13)
