"""Whose turn it is."""

import interpreter

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
