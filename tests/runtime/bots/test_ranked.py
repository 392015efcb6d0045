"""Rules as data: the first rule with a move counts, and its ranks decide in their order."""

import pytest

from interpreter import Game, SpecError, State, load, loads
from runtime.bots import Options, bot_for, made
from runtime.bots.bot import playing_options

SHOP = """\
game: shop
title: Shop
players: {one: {}, two: {}}
boards:
  grid:
    columns: 4
    rows: 1
    cell: {price: 0..9, worth: 0..9, sold: flag, secret: {is: 0..9 or none, seen_by: nobody}}
state: {money: {per: player, start: 5}, sales: 0}
setup:
  - a1.price = 3
  - a1.worth = 5
  - b1.price = 2
  - b1.worth = 5
  - c1.price = 9
  - c1.worth = 9
  - d1.price = 2
  - d1.worth = 4
  - d1.secret = 7
actions:
  buy:
    choose: {c: {from: grid, where: not it.sold}}
    let:
      left: money[me] - c.price
    effects:
      - c.sold = true
      - sales += 1
  leave: {effects: [sales += 1]}
end_conditions:
  shut: {when: sales == 6, winner: none}
ai:
  bot: ranked
  rules:
    - when: money[me] == 0
      do: leave
    - do: buy
      only: left >= 0
      rank:
        - most: c.worth
        - least: c.price
    - do: leave
"""


def bought(game: Game, state: State, seed: int) -> list[str]:
    choice = bot_for(game, state, state.to_move).choose(game.view(state, state.to_move), seed)
    return [game.text(state, action) for action in choice.ranking]


def test_ranks_decide_in_their_order() -> None:
    game = loads(SHOP, "shop.yaml")
    for seed in range(5):
        assert bought(game, game.new(), seed) == ["buy b1", "buy a1", "buy d1"]


def test_the_first_rule_that_holds_and_has_a_move_counts() -> None:
    game = loads(SHOP, "shop.yaml")
    state = game.new()
    for site in ("b1", "a1", "d1"):
        state = game.advance(state, game.action(state, f"buy {site}"))
    assert bought(game, state, 1) == ["leave"]
    poor = loads(SHOP.replace("start: 5", "start: 0"), "shop.yaml")
    assert bought(poor, poor.new(), 1) == ["leave"]


def test_moves_of_equal_rank_are_drawn_by_the_seed() -> None:
    game = loads(SHOP.replace("        - least: c.price\n", ""), "shop.yaml")
    orders = {tuple(bought(game, game.new(), seed)) for seed in range(20)}
    assert orders == {("buy a1", "buy b1", "buy d1"), ("buy b1", "buy a1", "buy d1")}


def test_what_is_hidden_reads_as_none_and_ranks_last() -> None:
    text = SHOP.replace("- most: c.worth", "- most: c.secret")
    game = loads(text, "shop.yaml")
    # Nobody may know the secret of d1, so the price decides.
    assert {bought(game, game.new(), seed)[0] for seed in range(20)} == {"buy b1", "buy d1"}


def test_without_a_rule_that_has_a_move_any_move_is_taken() -> None:
    text = SHOP.split("    - do: leave\n")[0].replace("left >= 0", "left > 99")
    game = loads(text, "shop.yaml")
    moves = {bought(game, game.new(), seed)[0] for seed in range(40)}
    assert moves == {"buy a1", "buy b1", "buy c1", "buy d1", "leave"}


def test_without_rules_it_is_greedy() -> None:
    game = load("reversi")
    state = game.new()
    for _ in range(6):
        state = game.advance(state, game.legal(state)[0])
    bot = made(game, state, state.to_move, Options("ranked", evaluate=playing_options(state.program).evaluate))
    choice = bot.choose(game.view(state, state.to_move), 1)
    assert choice.nodes == len(game.legal(state))


def test_a_remembered_card_is_turned_up_again() -> None:
    game = load("memory")
    state = game.new(5, settings={"difficulty": "hard"})
    pictures = state.data[state.program.layout.fields["card.picture"].index]
    first, second = (number for number in range(1, 17) if pictures[number] == 3)
    other = next(number for number in range(1, 17) if pictures[number] == 5)
    twin = next(number for number in range(other + 1, 17) if pictures[number] == 5)
    for card in (first, other, second, twin):
        state = game.advance(state, ("turn_up", card))
    assert state.to_move == "one"
    choice = bot_for(game, state, "one").choose(game.view(state, "one"), 1)
    assert pictures[choice.action[1]] in (3, 5)
    state = game.advance(state, choice.action)
    again = bot_for(game, state, "one").choose(game.view(state, "one"), 2)
    assert pictures[again.action[1]] == pictures[choice.action[1]]
    assert again.action != choice.action


BLUFF = SHOP.replace("    - when: money[me] == 0\n      do: leave\n", "    - percent: PERCENT\n      do: leave\n")


def leaves(percent: str, moves: int = 600) -> list[bool]:
    """Whether the bot leaves, for each of that many seeds."""
    game = loads(BLUFF.replace("PERCENT", percent), "shop.yaml")
    return [bought(game, game.new(), seed) == ["leave"] for seed in range(moves)]


def test_a_rule_with_a_percentage_counts_so_often() -> None:
    assert sum(leaves("33")) == 189
    assert leaves("33") == leaves("33")


def test_a_percentage_may_depend_on_the_position() -> None:
    assert not any(leaves("if money[me] == 5 then 0 else 100", 50))
    assert all(leaves("if money[me] == 5 then 100 else 0", 50))
    assert all(leaves("money[me] * 50", 50))


def test_each_rule_is_drawn_by_itself() -> None:
    text = BLUFF.replace(
        "    - percent: PERCENT\n", "    - percent: 50\n      do: buy\n      only: c == d1\n    - percent: 50\n"
    )
    game = loads(text, "shop.yaml")
    found = [bought(game, game.new(), seed)[0] for seed in range(400)]
    assert {text: found.count(text) for text in set(found)} == {"buy d1": 199, "leave": 122, "buy b1": 79}


PUSHING = """
game: pushing
title: Pushing
players:
  ann: {title: Ann}
  bob: {title: Bob}
boards:
  grid: {columns: 6, rows: 1, cell: {mark: player or none}}
state: {taken: 0}
turns: {begin: [taken = 0]}
actions:
  take:
    choose: {c: {from: grid, where: it.mark == none}}
    effects:
      - c.mark = me
      - taken += 1
      - continue: take
        may_stop: true
end_conditions:
  full: {when: 'all(x.mark != none for x in grid)', winner: none}
ai:
  bot: ranked
  rules:
    - {when: taken == 2, do: stop}
    - {do: take}
"""


def test_a_rule_may_stop_a_turn_that_could_go_on() -> None:
    game = loads(PUSHING)
    state = game.new()
    bot = bot_for(game, state, "ann")
    made = []
    for seed in range(4):
        action = bot.choose(game.view(state, state.mover), seed).action
        made.append(action[0])
        state = game.advance(state, action)
        if state.to_move == "bob":
            break
    assert made == ["take", "take", "stop"]


def test_who_stops_chooses_nothing() -> None:
    with pytest.raises(SpecError, match="stop makes no choices"):
        loads(PUSHING.replace("do: stop}", "do: stop, only: taken == 2}"))
    with pytest.raises(SpecError, match="There is no action stop"):
        loads(PUSHING.replace("        may_stop: true\n", ""))
