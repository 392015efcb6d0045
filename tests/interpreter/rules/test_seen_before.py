"""How often a position stood there before, wherever a rule asks for it."""

import pytest

import interpreter

LAMPS = """
game: lamps
title: Lamps
players:
  first: {title: First}
  second: {title: Second}
boards:
  grid: {columns: 2, rows: 1, cell: {lit: flag}}
state:
  times: 0
SETUP
turns:
  when_stuck: STUCK
actions:
  press:
    choose:
      CHOICE
    effects:
      - EFFECT
end_conditions:
  often:
    when: times >= 9
    winner: none
"""


def lamps(
    choice: str = "c: grid", effect: str = "c.lit = not c.lit", setup: str = "", stuck: str = "pass"
) -> interpreter.Game:
    text = LAMPS.replace("CHOICE", choice).replace("EFFECT", effect).replace("SETUP", setup).replace("STUCK", stuck)
    return interpreter.loads(text, "lamps.yaml")


def test_the_part_of_a_record_may_ask() -> None:
    parts = "s:\n            from: grid\n            where: seen_before(grid) < 2\n          n: 1..1"
    choice = f"r:\n        many: 1..1\n        of:\n          {parts}"
    game = lamps(choice, "times += len(r)")
    state, counts = game.new(), []
    for _ in range(2):
        counts.append(len(game.legal(state)))
        state = game.advance(state, ("press", ((1, 1),)))
    assert (counts, state.over, game.status(state).ended_by) == ([2, 0], True, "stalled")


def test_setup_and_being_stuck_may_ask() -> None:
    choice = "c:\n        from: grid\n        where: times == 0"
    stuck = "\n    - times += 1 + seen_before(grid)"
    game = lamps(choice, "times = c.column", "setup:\n  - times = seen_before(grid)", stuck)
    state = game.advance(game.new(), ("press", 1))
    field = state.program.layout.fields["times"]
    assert (state.data[field.index], game.status(state).ended_by) == (7, "stalled")


@pytest.mark.parametrize("presses", [0, 1, 2, 3])
def test_moves_that_ask_are_listed_alike_before_and_after_a_turn(presses: int) -> None:
    game = lamps("c:\n        from: grid\n        where: seen_before(grid) <= 1")
    state = game.new()
    for _ in range(presses):
        if state.over:
            break
        state = game.advance(state, game.legal(state)[0])
    assert state.over == (presses >= 2)
    assert bool(game.legal(state)) == (presses < 2)
