"""What may be chosen next."""

import interpreter
from runtime.session.choice import Choosing

PAIRS = """
game: pairs
title: Pairs
boards:
  grid: {columns: 3, rows: 1, cell: {times: 0..9}}
actions:
  join:
    symmetric: true
    choose:
      a: grid
      b: {from: grid, where: it != a}
    effects:
      - a.times += 1
      - b.times += 1
      - continue: join(a = b)
end_conditions:
  often:
    when: a1.times == 9
    won: true
"""


def test_either_site_of_a_symmetric_action_comes_first_until_one_is_fixed() -> None:
    game = interpreter.loads(PAIRS, "pairs.yaml")
    start = Choosing(game, game.new(), "join")
    assert (start.single(0, ()), start.single(1, (3,))) == ((1, 2, 3), (1, 2))
    going_on = Choosing(game, game.advance(game.new(), ("join", 1, 2)), "join")
    assert (going_on.single(0, ()), going_on.single(1, (2,))) == ((2,), (1, 3))
