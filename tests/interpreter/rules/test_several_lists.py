"""Actions that choose several lists, in the notation that people type."""

import interpreter
from runtime.terminal.reader import drafted
from runtime.testing import run_tests

TRADE = """
game: trade
title: Trade
entities:
  card: {rank: 1..9}
boards:
  grid: {columns: 2, rows: 1, holds: card}
zones:
  hand: {holds: card, size: 5}
  shop: {holds: card, size: 5}
setup:
  - for: r in 1..3
    do:
      - create: card(rank = r)
        in: hand
      - create: card(rank = r + 3)
        in: shop
actions:
  trade:
    choose:
      give: {some: 1..3, from: hand}
      price: 1..2
      take: {some: 0..3, from: shop}
    effects:
      - move: give
        to: shop
      - move: take
        to: hand
      - paid += price
state: {paid: 0}
end_conditions:
  rich: {when: paid > 99, won: true}
acceptance:
  in order:
    when:
      - trade: 1 2 | 2 4 5
    then:
      - hand: 3 4 5
      - paid == 2
"""


def test_a_bar_ends_a_list_where_another_follows() -> None:
    game = interpreter.loads(TRADE, "trade.yaml")
    state = game.new()
    action = game.action(state, "trade 1 2 | 2 4 5")
    assert game.text(state, action) == "trade 1 2 | 2 4 5"
    assert all(game.action(state, game.text(state, each)) == each for each in game.legal(state))
    assert game.text(state, game.action(state, "trade 3 | 1")) == "trade 3 | 1"


def test_it_does_so_in_tests_and_in_what_is_half_typed() -> None:
    game = interpreter.loads(TRADE, "trade.yaml")
    [result] = run_tests(game)
    assert result.failures == ()
    state = game.new()
    draft = drafted(game, state, "trade", ["1", "|", "2", "4"])
    assert (draft.values[1:], len(draft.items)) == ((2,), 1)
