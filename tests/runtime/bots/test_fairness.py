"""A bot knows what its player knows; nothing else affects its choice."""

from itertools import permutations
from typing import Any

import pytest

from interpreter import Game, State, load, loads
from runtime.bots import Options, bot_for, made, view_for
from runtime.bots.bot import certain, drawn_streams, playing_options, worlds

CUPS = """\
game: cups
title: Cups
players: {one: {}, two: {}}
entities:
  cup:
    coins: {is: 0..9, seen_if: it.open}
    weight: {is: 0..9, seen_if: it.open}
    open: flag
boards: {grid: {columns: 4, rows: 1, holds: cup}}
state: {score: {per: player, start: 0}}
setup:
  - create: cup(coins = 9, weight = 1)
    at: a1
  - create: cup(coins = 4, weight = 2)
    at: b1
  - create: cup(coins = 0, weight = 3)
    at: c1
  - create: cup(coins = 2, weight = 4, open = true)
    at: d1
actions:
  lift:
    choose:
      k: pieces(grid)
    effects:
      - score[me] += k.coins
      - remove: k
end_conditions:
  gone:
    when: empty(grid)
    winner: most(score[p] for p in players)
ai:
  bot: search
  depth: 2
  evaluate: score[me] - score[opponent]
"""

HOLD = """\
game: letters
title: Letters
players: {one: {}, two: {}}
entities:
  tile: {letter: letter, price: 0..9}
boards: {grid: {columns: 3, rows: 1, holds: tile}}
zones:
  hold: {holds: tile, seen_by: nobody}
  rack: {holds: tile, per: player, size: 2, seen_by: owner}
state: {score: {per: player, start: 0}}
setup:
  - create: tile(letter = 'a', price = 1)
    in: hold
  - create: tile(letter = 'b', price = 2)
    in: hold
  - create: tile(letter = 'c', price = 3)
    in: hold
  - create: tile(letter = 'd', price = 4)
    in: hold
  - create: tile(letter = 'e', price = 5)
    in: hold
  - create: tile(letter = 'f', price = 6)
    in: hold
  - create: tile(letter = 'g', price = 7)
    in: hold
  - deal: hold
    to: rack[one]
    up_to: 2
  - deal: hold
    to: rack[two]
    up_to: 2
actions:
  play:
    choose:
      t: rack[me]
    effects:
      - score[me] += t.price
      - remove: t
      - deal: hold
        to: rack[me]
        up_to: 1
end_conditions:
  out:
    when: empty(rack[me])
    winner: most(score[p] for p in players)
ai:
  bot: search
  depth: 3
  evaluate: score[me] - score[opponent]
"""

DICE = """\
game: dice
title: Dice
players: {one: {}, two: {}}
boards: {grid: {columns: 1, rows: 1}}
state: {score: {per: player, start: 0}, rounds: 0}
actions:
  roll:
    effects:
      - random: n in 1..6
        stream: die
      - score[me] += n
      - rounds += 1
  keep:
    effects:
      - score[me] += 3
      - rounds += 1
  spin:
    effects:
      - random: n in 0..8
        stream: wheel
      - score[me] += n
      - rounds += 1
end_conditions:
  done:
    when: rounds == 6
    winner: most(score[p] for p in players)
ai:
  bot: search
  depth: 2
  evaluate: score[me] - score[opponent]
"""

SEEN = """\
game: seen
title: Seen
players: {one: {}, two: {}}
entities:
  tile:
    letter: {is: letter, remembered: true}
boards: {grid: {columns: 1, rows: 1, holds: tile}}
zones:
  hold: {holds: tile, seen_by: nobody}
setup:
  - create: tile(letter = 'x')
    at: a1
  - create: tile(letter = 'b')
    in: hold
  - create: tile(letter = 'c')
    in: hold
actions:
  hide:
    effects:
      - move: a1.tile
        to: hold
  draw:
    effects:
      - move: hold[1]
        to: a1
end_conditions:
  open:
    after: draw
    when: a1.tile.letter == 'x'
    winner: me
"""

BOTS = ("random", "ranked", "search", "tree")


def changed(state: State, **columns: Any) -> State:
    """A state with some fields replaced; in a name, __ stands for a dot."""
    data = list(state.data)
    for name, value in columns.items():
        field = state.program.layout.fields[name.replace("__", ".")]
        data[field.index] = bytes(value) if field.store == "bytes" else value
    return state.program.state(tuple(data))


def value(state: State, name: str) -> Any:
    return state.data[state.program.layout.fields[name].index]


def choices(game: Game, state: State, player: int) -> list[Any]:
    """What every bot chooses, for several seeds."""
    found: list[Any] = []
    for name in BOTS:
        for seed in range(6):
            options = Options(name, depth=2, budget=400, evaluate=playing_options(state.program).evaluate)
            found.append(made(game, state, player, options).choose(game.view(state, player), seed).ranking)
    return found


def test_hidden_faces_do_not_matter() -> None:
    game = loads(CUPS, "cups.yaml")
    state = game.new()
    view, expected = game.view(state, 1), choices(game, state, 1)
    assert not certain(view)
    for order in permutations((1, 2, 3)):
        coins, weights = value(state, "cup.coins"), value(state, "cup.weight")
        other = changed(
            state,
            cup__coins=[0, *(coins[place] for place in order), 2],
            cup__weight=[0, *(weights[place] for place in order), 4],
        )
        assert game.view(other, 1) == view
        assert choices(game, other, 1) == expected


def test_what_is_seen_does_matter() -> None:
    game = loads(CUPS, "cups.yaml")
    state = game.new()
    poor = changed(state, cup__coins=[0, 9, 4, 0, 0])
    rich = changed(state, cup__coins=[0, 9, 4, 0, 9])
    assert game.view(poor, 1) != game.view(rich, 1)
    for seed in range(6):
        assert bot_for(game, rich, 1).choose(game.view(rich, 1), seed).action == ("lift", 4)
        assert bot_for(game, poor, 1).choose(game.view(poor, 1), seed).action != ("lift", 4)


def test_values_that_go_together_are_sampled_together() -> None:
    game = loads(CUPS, "cups.yaml")
    pairs = {(9, 1), (4, 2), (0, 3)}
    orders = set()
    for data in worlds(game.view(game.new(), 1), 5, 40):
        state = game.new().program.state(data)
        found = list(zip(value(state, "cup.coins"), value(state, "cup.weight"), strict=True))
        assert set(found[1:4]) == pairs
        assert found[4] == (2, 4)
        orders.add(tuple(found))
    assert len(orders) == 6


def test_the_order_of_the_hold_does_not_matter() -> None:
    game = loads(HOLD, "letters.yaml")
    state = game.new()
    assert value(state, "zone.hold") == (5, 6, 7)
    view, expected = game.view(state, 1), choices(game, state, 1)
    for order in permutations((5, 6, 7)):
        other = changed(state, zone__hold=order)
        assert game.view(other, 1) == view
        assert choices(game, other, 1) == expected


def test_whether_a_tile_is_in_the_hold_or_on_the_other_rack_does_not_matter() -> None:
    game = loads(HOLD, "letters.yaml")
    state = game.new()
    assert value(state, "zone.rack") == ((), (1, 2), (3, 4))
    view, expected = game.view(state, 1), choices(game, state, 1)
    zones = list(value(state, "tile.zone"))
    zones[3], zones[6] = zones[6], zones[3]
    other = changed(state, zone__hold=(5, 3, 7), zone__rack=((), (1, 2), (4, 6)), tile__zone=zones)
    assert game.view(other, 1) == view
    assert choices(game, other, 1) == expected
    own = changed(state, zone__hold=(1, 6, 7), zone__rack=((), (5, 2), (3, 4)))
    assert game.view(own, 1) != view


def test_coming_luck_does_not_matter() -> None:
    game = loads(DICE, "dice.yaml")
    state = game.new(1)
    assert drawn_streams(state.program) == {"die", "wheel"}
    view, expected = game.view(state, 1), choices(game, state, 1)
    for seed in range(2, 6):
        for cursor in (0, 7):
            other = changed(state, engine__seed=seed, stream__die=cursor, stream__wheel=cursor + 1)
            assert game.view(other, 1) == view
            assert choices(game, other, 1) == expected


def test_a_bot_goes_by_the_mean_of_what_may_be_drawn() -> None:
    game = loads(DICE, "dice.yaml")
    state = game.new()
    # A spin gives 4 on average, a roll 3.5, keeping 3: over all seeds the spin is chosen most often.
    actions = [bot_for(game, state, 1).choose(game.view(state, 1), seed).action[0] for seed in range(40)]
    assert actions.count("spin") > actions.count("roll") > actions.count("keep")


def test_a_stream_that_the_computer_may_know_is_known_and_no_other() -> None:
    game = loads(DICE + "  knows: {die: true}\n", "dice.yaml")
    rolled = set()
    for seed in range(12):
        state = game.new(seed)
        view = view_for(game, state, 1)
        assert not certain(view)
        # The die will show the same in all worlds, but the wheel differs.
        shown = {game.advance(view.program.state(data), ("roll",)).data for data in worlds(view, 1, 20)}
        scores = {value(view.program.state(data), "score")[1] for data in shown}
        assert scores == {value(game.advance(state, ("roll",)), "score")[1]}
        spun = [game.advance(view.program.state(data), ("spin",)) for data in worlds(view, 1, 20)]
        assert len({value(each, "score")[1] for each in spun}) > 4
        other = changed(state, stream__wheel=50)
        assert view_for(game, other, 1) == view
        options = Options("search", depth=1, evaluate=playing_options(state.program).evaluate)
        action = made(game, state, 1, options).choose(view, seed).action[0]
        if scores == {6}:
            assert action == "roll"
        if scores in ({1}, {2}):
            assert action != "roll"
        rolled |= scores
    assert {1, 6} <= rolled
    blind = loads(DICE + "  knows: {die: 1 > 2}\n", "dice.yaml")
    assert view_for(blind, blind.new(), 1) == blind.view(blind.new(), 1)


def test_luck_only_at_the_start_leaves_nothing_to_sample() -> None:
    assert drawn_streams(load("memory").new().program) == set()
    assert drawn_streams(load("game_2048").new().program) == {"places", "values"}
    assert certain(load("connect_four").view(load("connect_four").new(), 1))


@pytest.mark.parametrize("name", ["memory", "game_2048"])
def test_shipped_games_are_played_fairly(name: str) -> None:
    game = load(name)
    state = game.new(4)
    player = state.data[0]
    view = game.view(state, player)
    other = changed(state, engine__seed=99)
    if name == "memory":
        column = value(state, "card.picture")
        other = changed(other, card__picture=[0, *reversed(column[1:])])
    assert game.view(other, player) == view
    for each in ("tree", "search", "ranked", "random"):
        options = Options(each, depth=2, budget=300)
        first = made(game, state, player, options).choose(view, 8)
        second = made(game, other, player, options).choose(game.view(other, player), 8)
        assert first.ranking == second.ranking


def test_hidden_values_are_sampled_evenly() -> None:
    game = loads(CUPS, "cups.yaml")
    state = game.new()
    found = [data[state.program.layout.fields["cup.coins"].index][1] for data in worlds(game.view(state, 1), 1, 300)]
    assert all(80 <= found.count(coins) <= 120 for coins in (9, 4, 0))


def test_a_tile_that_was_seen_is_known_but_not_where_it_lies_in_the_hold() -> None:
    game = loads(SEEN, "seen.yaml")
    state = game.advance(game.new(), ("hide",))
    assert value(state, "zone.hold") == (2, 3, 1)
    other = changed(state, zone__hold=(1, 3, 2))
    view = game.view(state, 2)
    assert game.view(other, 2) == view
    first = []
    for data in worlds(view, 1, 60):
        sampled = state.program.state(data)
        letters = [state.program.layout.letters[code] for code in value(sampled, "tile.letter")]
        names = [letters[piece] for piece in value(sampled, "zone.hold")]
        assert sorted(str(name) for name in names) == ["b", "c", "x"]
        assert letters[3] == "x"
        first.append(names[0])
    assert all(12 <= first.count(letter) <= 28 for letter in ("b", "c", "x"))
