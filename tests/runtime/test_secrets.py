"""Players cannot find out what they may not know: in worlds that look alike to a player, everything else is the same,
too."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter import Action, Game, State, load
from interpreter.spec.catalogue import shipped
from runtime.session.session import Move
from tests.any_action import random_action
from tests.secrets import differing, disguised, noticed, told, told_of, worlds, written
from tests.shipped import is_variant

OWN = sorted((Path(__file__).parents[1] / "data" / "secrets").glob("*.yaml"))
SLOW = ("khi", "mahjong_solitaire", "scrabble_like", "stackdoku", "stacks", "sudoku")
"""Games whose bots take a second for a move: `make soak` runs them."""
LATER = (*SLOW, "sea_battle")
"""Games that `make soak` runs; our own specs include another sea battle."""


@cache
def game_of(name: str) -> Game:
    return load(next((path for path in OWN if path.stem == name), name))


def hides(path: Path) -> bool:
    """Whether a spec hides something. Loading every game would take seconds."""
    text = path.read_text(encoding="utf-8")
    return any(word in text for word in ("seen_by: nobody", "seen_by: owner", "seen_if:", "who: everyone"))


def subjects() -> list[Any]:
    """Our own specs, and every shipped game with hidden information."""
    found = [pytest.param(path.stem, id=path.stem) for path in OWN]
    for name, path in shipped().items():
        if is_variant(path) or name in LATER:
            found.append(pytest.param(name, id=name, marks=pytest.mark.soak))
        elif hides(path):
            found.append(pytest.param(name, id=name))
    return found


every_subject = pytest.mark.parametrize("name", subjects())


def positions(game: Game, seed: int, count: int, apart: int) -> list[State]:
    """Positions of random games, some moves apart."""
    random, found = Random(seed), list[State]()
    state = game.new(seed)
    while len(found) < count:
        found.append(state)
        for _ in range(1 + random.randrange(apart)):
            if state.over:
                seed += 1
                state = game.new(seed)
                break
            state = game.advance(state, random.choice(game.legal(state)))
    return found


def check_positions(name: str, seed: int, count: int, most: int, helped: int) -> None:
    """At positions of whole games, worlds drawn by `sample` look and sound like the real one. Bots and hints take long,
    so only the first `helped` worlds are tried with them."""
    game, random = game_of(name), Random(seed)
    for state in positions(game, seed, count, 4):
        for viewer in range(1, len(game.players) + 1):
            actions = [random_action(state, random) for _ in range(6)]
            alone, seen = told(game, state, viewer, actions, False), noticed(state, viewer)
            ours = told(game, state, viewer, actions)
            for number, world in enumerate(worlds(game, game.view(state, viewer), most)):
                help_too = number < helped
                theirs = told(game, world, viewer, actions, help_too)
                assert noticed(world, viewer) == seen
                assert differing(ours if help_too else alone, theirs) == []


def moved(game: Game, state: State, action: Action) -> Move | None:
    """A move, if it is allowed."""
    outcome = game.apply(state, action)
    if outcome.refusal is not None:
        return None
    text = game.text(state, action)
    return Move(game, state.to_move, "person", action, text, state, outcome.state, outcome.events)


def check_moves(name: str, seed: int, count: int, most: int) -> None:
    """After a move that leaves worlds alike, the same is said and shown, whatever was chosen unseen."""
    # If most moves uncover something, few worlds still look alike.
    assert any(compared_moves(game_of(name), each, count, most) for each in range(seed, seed + 8))


def compared_moves(game: Game, seed: int, count: int, most: int) -> int:
    """How many moves could be compared, all of them described alike."""
    random, compared = Random(seed), 0
    for state in positions(game, seed, count, 4):
        if state.over:
            continue
        for viewer in range(1, len(game.players) + 1):
            seen_so = game.renumbered(state, viewer)
            move = moved(game, seen_so, random.choice(game.legal(seen_so)))
            assert move is not None
            ours, seen = told_of(game, move, viewer), noticed(move.after, viewer)
            for world in worlds(game, game.view(state, viewer), most):
                others = [action for action in game.legal(world) if action[0] == move.action[0]]
                tried = [move.action] if viewer == state.mover else random.sample(others, min(len(others), 4))
                for action in tried:
                    theirs = moved(game, world, action)
                    if theirs is not None and noticed(theirs.after, viewer) == seen:
                        assert differing(ours, told_of(game, theirs, viewer)) == [], (viewer, move.text, theirs.text)
                        compared += 1
    return compared


def check_deals(name: str, seeds: int, plies: int) -> None:
    """Games from other seeds that look alike to a player from the start are described alike, for as long as they look
    alike."""
    game, random = game_of(name), Random(1)
    for viewer in range(1, len(game.players) + 1):
        alike: dict[Any, list[State]] = {}
        for seed in range(seeds):
            state = game.new(seed)
            alike.setdefault(noticed(state, viewer), []).append(state)
        for group in alike.values():
            for _ in range(plies):
                first = group[0]
                if len(group) < 2 or first.over:
                    break
                actions = [random_action(first, random) for _ in range(6)]
                ours = told(game, first, viewer, actions)
                for state in group[1:]:
                    assert differing(ours, told(game, state, viewer, actions)) == []
                action = random.choice(game.legal(game.renumbered(first, first.mover)))
                meant = [(state, game.meaning(state, state.mover)(action)) for state in group]
                group = [game.advance(state, each) for state, each in meant if each in game.legal(state)]
                group = [state for state in group if noticed(state, viewer) == noticed(group[0], viewer)]


def check_numbers(name: str, seed: int, games: int, most: int) -> None:
    """At every position of whole games, whatever the numbers of the pieces, views are the same byte by byte, and so is
    what is legal on them. So comparing the views of several moves reveals nothing about numbers either."""
    game, random = game_of(name), Random(seed)
    for number in range(games):
        state, plies = game.new(seed + number), 0
        while not state.over and plies < most:
            twin, players = disguised(state, random), range(1, len(game.players) + 1)
            for viewer in players:
                assert written(game.view(twin, viewer)) == written(game.view(state, viewer))
                assert noticed(game.renumbered(state, viewer), viewer) == noticed(state, viewer)
            mover, legal = state.mover, game.legal(game.renumbered(state, state.mover))
            assert game.legal(game.renumbered(twin, mover)) == legal
            for each in (state, twin):
                assert set(map(game.meaning(each, mover), legal)) == set(game.legal(each))
            state, plies = game.advance(state, random.choice(game.legal(state))), plies + 1


@every_subject
def test_numbers_of_pieces_tell_nothing(name: str) -> None:
    check_numbers(name, 5, 1, 60)


@pytest.mark.soak
@every_subject
def test_numbers_of_pieces_tell_nothing_in_whole_games(name: str) -> None:
    slow = name.startswith(SLOW)
    check_numbers(name, 6, 1 if slow else 3, 20 if slow else 400)


@every_subject
def test_worlds_that_look_alike_are_told_alike(name: str) -> None:
    check_positions(name, 2, 2, 2, 2)


@every_subject
def test_moves_that_look_alike_are_told_alike(name: str) -> None:
    check_moves(name, 3, 4, 2)


@every_subject
def test_deals_that_look_alike_are_told_alike(name: str) -> None:
    check_deals(name, 4, 2)


@pytest.mark.soak
@every_subject
def test_two_hundred_worlds_are_told_alike(name: str) -> None:
    slow = name.startswith(SLOW)
    check_positions(name, 7, 1 if slow else 3, 200, 2 if slow else 200)


@pytest.mark.soak
@every_subject
def test_moves_in_many_worlds_are_told_alike(name: str) -> None:
    slow = name.startswith(SLOW)
    check_moves(name, 8, 4 if slow else 12, 4 if slow else 8)


@pytest.mark.soak
@every_subject
def test_two_hundred_deals_are_told_alike(name: str) -> None:
    check_deals(name, 200, 6)
