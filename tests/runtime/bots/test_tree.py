"""Tree search: it sees what is certain, and loses no game that it need not lose."""

from time import perf_counter

import pytest

from interpreter import Game, State, load, loads
from interpreter.streams import number_below
from runtime.bots import Bot, Options, bot_for, made


def playing(game: Game, bots: list[Bot], seed: int) -> State:
    """One game between bots."""
    state = game.new(seed)
    for move in range(500):
        if state.over:
            break
        player = state.data[0]
        choice = bots[player - 1].choose(game.view(state, player), number_below(seed, "moves", move, 1 << 53)[0])
        assert not choice.guard_fired
        state = game.advance(state, game.meaning(state, player)(choice.action))
    return state


def winners(game: Game, pairs: list[tuple[str, str]], seeds: range) -> list[tuple[str, str, str | None]]:
    found = []
    state = game.new(0)
    for names in pairs:
        bots = [made(game, state, player, Options(name)) for player, name in enumerate(names, start=1)]
        found += [(*names, game.status(playing(game, bots, seed)).winner) for seed in seeds]
    return found


def after(game: Game, moves: str) -> State:
    state = game.new(1)
    for move in moves.split(", "):
        state = game.advance(state, game.action(state, move))
    return state


def chosen(game: Game, state: State, seed: int, budget: int = 5000) -> str:
    bot = made(game, state, state.to_move, Options("tree", budget=budget))
    return game.text(state, bot.choose(game.view(state, state.to_move), seed).action)


def test_a_win_in_one_is_taken_and_ends_the_thinking() -> None:
    game = load("connect_four")
    state = after(game, "drop a6, drop a6, drop b6, drop b6, drop c6, drop g6")
    choice = made(game, state, 1, Options("tree")).choose(game.view(state, 1), 1)
    assert game.text(state, choice.action) == "drop d6"
    assert choice.nodes == 7


def test_a_loss_in_one_is_stopped() -> None:
    game = load("connect_four")
    state = after(game, "drop a6, drop a6, drop b6, drop b6, drop c6")
    assert {chosen(game, state, seed, 1000) for seed in range(5)} == {"drop d6"}


def test_a_win_in_two_is_found() -> None:
    game = load("connect_four")
    state = after(game, "drop d6, drop d6, drop c6, drop c6")
    assert {chosen(game, state, seed) for seed in range(5)} <= {"drop b6", "drop e6"}


def test_a_choice_of_one_needs_no_thought() -> None:
    game = load("tic_tac_toe")
    moves = "place a1, place b1, place c1, place a2, place c2, place b2, place a3, place c3"
    state = after(game, moves)
    choice = made(game, state, 1, Options("tree")).choose(game.view(state, 1), 1)
    assert (game.text(state, choice.action), choice.nodes, choice.ranking) == ("place b3", 1, (choice.action,))


def test_without_an_ai_section_a_tree_search_plays() -> None:
    text = "game: race\ntitle: Race\nplayers: {one: {}, two: {}}\nboards: {grid: {columns: 1, rows: 1}}\n"
    text += "state: {left: 13}\nactions:\n  take:\n    choose: {n: {from: 1..3, where: it <= left}}\n"
    text += "    effects: [left -= n]\nend_conditions: {empty: {when: left == 0, winner: me}}\n"
    game = loads(text, "race.yaml")
    state = game.new()
    taken = []
    # Leaving a multiple of four wins; a player who starts with 13 takes one and can always do so.
    while not state.over:
        player = state.data[0]
        if player == 1:
            choice = bot_for(game, state, player).choose(game.view(state, player), state.data[1])
            taken.append(choice.action[1])
            state = game.advance(state, choice.action)
        else:
            state = game.advance(state, ("take", 2))
    assert game.status(state).winner == "one"
    assert taken == [1, 2, 2, 2]


def test_a_tree_never_loses_twenty_games_on_each_side() -> None:
    game = load("tic_tac_toe")
    for first, second, winner in winners(game, [("tree", "random"), ("random", "tree")], range(20)):
        assert winner != ("nought" if first == "tree" else "cross"), (first, second)


@pytest.mark.soak
def test_a_tree_never_loses_two_hundred_games() -> None:
    game = load("tic_tac_toe")
    pairs = [("tree", "random"), ("random", "tree"), ("tree", "tree")]
    played = winners(game, pairs[:2], range(75)) + winners(game, pairs[2:], range(50))
    assert len(played) == 200
    for first, second, winner in played:
        if first == second:
            assert winner is None
        else:
            assert winner != ("nought" if first == "tree" else "cross"), (first, second)


@pytest.mark.soak
@pytest.mark.parametrize("side", [1, 2])
def test_a_tree_wins_nearly_all_of_a_hundred_games_against_random(side: int) -> None:
    game = load("connect_four")
    names = ("tree", "random") if side == 1 else ("random", "tree")
    start = perf_counter()
    played = winners(game, [names], range(100))
    won = sum(winner == game.players[side - 1] for _, _, winner in played)
    print(f"\nside {side}: {won} of 100 won in {perf_counter() - start:.0f} s")
    assert won >= 95
