"""Whose turn it is."""

import pytest

import interpreter
from runtime.testing.runner import run_tests

MARKS = """
game: marks
title: Marks
players:
  black: {title: Black}
  white: {title: White}
boards:
  grid:
    columns: 3
    rows: 1
    cell: {mark: player or none}
state:
  leader: {is: player, start: black}
setup:
  - leader = white
turns:
  phases:
    leading: {who: leader, actions: [place], until: grid.a1.mark != none, next: free}
    free: {actions: [place]}
actions:
  place:
    choose:
      c: {from: grid, where: it.mark == none}
    effects:
      - c.mark = me
end_conditions:
  full:
    when: all(x.mark != none for x in grid)
    winner: none
"""


def test_the_first_phase_says_who_begins() -> None:
    game = interpreter.loads(MARKS, "marks.yaml")
    state, players = game.new(), []
    for action in ("place b1", "place a1", "place c1"):
        players.append(state.to_move)
        state = game.advance(state, game.action(state, action))
    assert players == ["white", "white", "black"]


ROUNDS = """
game: rounds
title: Rounds
players:
  black: {title: Black}
  white: {title: White}
settings:
  trading: {default: true}
boards:
  grid: {columns: 1, rows: 1}
state:
  round: 1
  placed: 0
turns:
  phases:
    trade: {when: trading and round % 2 == 1, actions: [swap], until: true, next: play}
    play: {who: white, actions: [place], until: placed == 0, next: trade}
actions:
  swap: {}
  place:
    effects:
      - placed += 1
      - if: placed == 2
        then:
          - placed = 0
          - round += 1
end_conditions:
  done: {when: round == 5, winner: none}
"""


def played(**settings: bool) -> list[tuple[int, str, str]]:
    """Round, player and action of a game that offers no choices."""
    game = interpreter.loads(ROUNDS, "rounds.yaml")
    state, found = game.new(settings=settings), []
    while not state.over:
        [action] = game.legal(state)
        round_number = state.data[state.program.layout.fields["round"].index]
        found.append((round_number, state.to_move, game.text(state, action)))
        state = game.advance(state, action)
    return found


def test_a_phase_is_left_out_where_its_condition_fails() -> None:
    place = "place"
    rest = {n: [(n, "white", place), (n, "white", place)] for n in range(1, 5)}
    swaps = {1: [(1, "black", "swap")], 3: [(3, "black", "swap")]}
    assert played() == [*swaps[1], *rest[1], *rest[2], *swaps[3], *rest[3], *rest[4]]


def test_a_game_may_begin_with_the_second_phase() -> None:
    assert played(trading=False) == [(n, "white", "place") for n in range(1, 5) for _ in range(2)]


def test_a_phase_that_may_be_left_out_needs_a_next() -> None:
    text = ROUNDS.replace(
        "play: {who: white, actions: [place], until: placed == 0, next: trade}",
        "play: {who: white, actions: [place], when: placed == 0}",
    )
    with pytest.raises(interpreter.SpecError, match="Phase play has when but no next"):
        interpreter.loads(text, "rounds.yaml")


def test_a_position_of_a_test_begins_as_a_game_does() -> None:
    text = f"""{ROUNDS}acceptance:
  at first: {{given: {{settings: {{trading: false}}}}, then: [phase == play, to_move == white]}}
  as it says: {{given: {{to_move: black}}, then: [phase == trade, to_move == black]}}
"""
    assert [result.failures for result in run_tests(interpreter.loads(text, "rounds.yaml"))] == [(), ()]
