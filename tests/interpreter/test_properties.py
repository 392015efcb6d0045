"""Properties of every game, whatever its rules: checked by random play on all shipped specs, and on small ones that use
what no shipped spec does."""

import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter import BadAction, Fault, Game, State, load
from interpreter.position import SEED
from interpreter.spec.catalogue import shipped
from tests.any_action import random_action
from tests.shipped import GAMES, is_variant

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 2000
Action = tuple[Any, ...]

SMALL = {name: ROOT / "tests" / "data" / "language" / f"{name}.yaml" for name in ("dice_race", "greedy_leaps")}

every_game = pytest.mark.parametrize("name", [*GAMES, *SMALL])
seeds = pytest.mark.parametrize("seed", [1, 2])
more_seeds = pytest.mark.parametrize("seed", range(3, 9))


@cache
def game_of(name: str) -> Game:
    return load(SMALL.get(name) or shipped()[name])


def walk(game: Game, seed: int, moves: int) -> list[tuple[State, Action]]:
    """States of a random game, each with the next action."""
    random, state, found = Random(seed), game.new(seed=seed), []
    for _ in range(moves):
        legal = game.legal(state)
        if not legal:
            break
        action = random.choice(legal)
        found.append((state, action))
        state = game.advance(state, action)
    return found


def some(items: list[Any], random: Random, count: int) -> list[Any]:
    return items if len(items) <= count else random.sample(items, count)


# Legality


def same_move(state: State, action: Action) -> frozenset[Action]:
    """The ways to write one move: some choices have no order, and some actions have two interchangeable ends."""
    plan = state.program.actions.get(action[0])
    if plan is None:
        return frozenset({action})
    values = [
        tuple(sorted(value)) if choice.form == "some" else value
        for choice, value in zip(plan.choices, action[1:], strict=True)
    ]
    ways = {(plan.name, *values)}
    if plan.spec.symmetric:
        ways.add((plan.name, values[1], values[0], *values[2:]))
    return frozenset(ways)


def check_legality(name: str, seed: int, moves: int) -> None:
    """What is listed is accepted, and what is accepted is listed."""
    game, random = game_of(name), Random(seed)
    for state, done in walk(game, seed, moves):
        legal = game.legal(state)
        assert len(set(legal)) == len(legal)
        assert game.any_legal(state) == bool(legal)
        for action in [done, *some(legal, random, 5)]:
            assert game.check(state, action) is None, (game.text(state, action), state)
        listed = {way for action in legal for way in same_move(state, action)}
        for _ in range(20):
            action = random_action(state, random)
            mover = state.program.actions[action[0]].moves
            try:
                accepted = game.check(state, action) is None
            except BadAction:
                accepted = False
            if mover is None or mover.choice is None:
                assert accepted == bool(same_move(state, action) & listed), (action, accepted)
            else:
                # If the same can be chosen in several ways, a mover may list just one.
                assert not accepted or any(each[0] == action[0] for each in legal), action


@every_game
@seeds
def test_legal_actions_are_those_that_are_accepted(name: str, seed: int) -> None:
    check_legality(name, seed, 25)


@pytest.mark.soak
@every_game
@more_seeds
def test_legal_actions_are_those_that_are_accepted_in_many_games(name: str, seed: int) -> None:
    check_legality(name, seed, 150)


@every_game
def test_a_refused_action_changes_nothing(name: str) -> None:
    game, random = game_of(name), Random(5)
    for state, _ in walk(game, 5, 15):
        before = game.encode(state)
        for _ in range(10):
            try:
                outcome = game.apply(state, random_action(state, random))
            except (BadAction, Fault):
                outcome = None
            if outcome is not None and outcome.refusal is not None:
                assert outcome.state is state
                assert outcome.events == ()
                assert outcome.refusal.name
            assert game.encode(state) == before


@every_game
def test_a_finished_game_takes_no_action(name: str) -> None:
    game = game_of(name)
    steps = walk(game, 3, LONGEST)
    state, action = steps[-1]
    last = game.advance(state, action)
    if game.status(last).over:
        assert game.legal(last) == []
        refusal = game.check(last, action)
        assert refusal is not None
        assert refusal.name == "over"


# Playing


def check_play(name: str, seed: int, moves: int) -> None:
    """The fast and the full code agree, states survive being written down, and so do actions."""
    game = game_of(name)
    for state, action in walk(game, seed, moves):
        outcome = game.apply(state, action)
        fast = game.advance(state, action)
        assert outcome.refusal is None
        assert outcome.state == fast
        assert hash(outcome.state) == hash(fast)
        text = game.encode(fast)
        again = game.decode(text)
        assert again == fast
        assert game.encode(again) == text
        assert game.legal(again) == game.legal(fast)
        told = game.text(state, action)
        # Equal pieces of a zone are written alike.
        assert game.text(state, game.action(state, told)) == told
        assert game.key(again) == game.key(fast)


@every_game
@seeds
def test_apply_and_advance_agree_and_states_survive(name: str, seed: int) -> None:
    check_play(name, seed, 40)


@pytest.mark.soak
@every_game
@more_seeds
def test_apply_and_advance_agree_in_many_games(name: str, seed: int) -> None:
    check_play(name, seed, 400)


@every_game
def test_random_play_ends_or_goes_on_without_a_fault(name: str) -> None:
    game = game_of(name)
    steps = walk(game, 8, LONGEST)
    state, action = steps[-1]
    assert game.status(game.advance(state, action)).over or len(steps) == LONGEST


@pytest.mark.soak
@every_game
@more_seeds
def test_many_random_games_end_or_go_on(name: str, seed: int) -> None:
    game = game_of(name)
    steps = walk(game, seed, LONGEST)
    state, action = steps[-1]
    assert game.status(game.advance(state, action)).over or len(steps) == LONGEST


# The same everywhere

DIGESTS = """
import json, sys
from tests.interpreter.test_properties import digest
print(json.dumps({name: digest(name) for name in sys.argv[1:]}))
"""


def digest(name: str) -> str:
    """A short text that distinguishes two courses of a game; nothing for a spec that cannot be loaded."""
    try:
        game = game_of(name)
    except Exception as problem:
        return f"cannot be loaded: {problem!r}"
    states = [game.encode(state) for state, _ in walk(game, 4, 30)]
    return hashlib.sha256("\n".join(states).encode()).hexdigest()


@cache
def digests(hash_seed: str, variants: bool) -> dict[str, str]:
    names = [name for name, path in {**shipped(), **SMALL}.items() if is_variant(path) == variants]
    run = subprocess.run(
        [sys.executable, "-c", DIGESTS, *names],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, str] = json.loads(run.stdout)
    return found


@every_game
def test_the_same_seed_gives_the_same_game_in_another_process(name: str) -> None:
    variants = is_variant(SMALL.get(name) or shipped()[name])
    first, second = digests("1", variants)[name], digests("2", variants)[name]
    assert first == second
    assert not first.startswith("cannot")


@every_game
def test_another_seed_gives_the_same_rules(name: str) -> None:
    game = game_of(name)
    assert game.new(seed=1).program is game.new(seed=2).program
    assert game.encode(game.new(seed=3)) == game.encode(game.new(seed=3))


# Pieces


def misplaced(state: State) -> list[str]:
    """Pieces that are in two places, or whose place does not know about them."""
    program, found = state.program, []
    schema, fields = program.schema, program.layout.fields
    for kind in schema.kinds:
        sites = state.data[fields[f"{kind}.site"].index]
        zones = state.data[fields[f"{kind}.zone"].index]
        at = state.data[fields[f"at.{kind}"].index] if f"at.{kind}" in fields else (0,)
        covered: dict[int, list[int]] = {}
        piles = state.data[fields[f"pile.{kind}"].index] if f"pile.{kind}" in fields else ()
        tops = [pile[-1] if pile else 0 for pile in piles]
        found += [f"{kind} {top} is not what site {site} shows" for site, top in enumerate(tops) if top != at[site]]
        for site, number in enumerate(at):
            for each in piles[site] if piles and piles[site] else (number,):
                if each:
                    covered.setdefault(each, []).append(site)
        held: Counter[tuple[int, int]] = Counter()
        for zone in schema.zones.values():
            if zone.kind == kind:
                inside = state.data[fields[f"zone.{zone.name}"].index]
                for key, pieces in enumerate([inside] if zone.per is None else inside[1:]):
                    held.update((number, zone.first + key) for number in pieces)
                    if zone.size is not None and len(pieces) > zone.size:
                        found.append(f"{zone.name} holds {len(pieces)} of at most {zone.size}")
        for number in range(1, len(sites)):
            site, zone_number = sites[number], zones[number]
            cells = program.cells_of(state.data, kind, number, site) if site else ()
            if sorted(cells or ()) != covered.pop(number, []):
                found.append(f"{kind} {number} at {site} does not cover its cells")
            if site and zone_number:
                found.append(f"{kind} {number} is on a site and in a zone")
            where = [zone for (piece, zone), count in held.items() if piece == number for _ in range(count)]
            if where != ([zone_number] if zone_number else []):
                found.append(f"{kind} {number} is in zones {where}, not {zone_number}")
        found += [f"{kind} {number} covers {cells} but is not in play" for number, cells in covered.items()]
    return found


def crowded(state: State) -> list[int]:
    """Sites that hold two pieces."""
    program = state.program
    fields, schema = program.layout.fields, program.schema
    columns = [state.data[fields[f"at.{kind}"].index] for kind in schema.kinds if f"at.{kind}" in fields]
    sites = range(1, schema.topology.count + 1)
    return [site for site in sites if sum(bool(column[site]) for column in columns) > 1]


def check_pieces(name: str, seed: int, moves: int) -> None:
    game = game_of(name)
    for state, _ in walk(game, seed, moves):
        assert misplaced(state) == []
        assert crowded(state) == []


@every_game
@seeds
def test_each_piece_is_in_one_place(name: str, seed: int) -> None:
    check_pieces(name, seed, 40)


@pytest.mark.soak
@every_game
@more_seeds
def test_each_piece_is_in_one_place_in_many_games(name: str, seed: int) -> None:
    check_pieces(name, seed, 400)


# Views


def luck(state: State) -> set[int]:
    """The fields that hold a game’s luck, which nobody may see."""
    fields = state.program.layout.fields
    return {field.index for name, field in fields.items() if name == SEED or name.startswith("stream.")}


def hides(game: Game, state: State) -> bool:
    sight = state.program.sight
    return bool(sight.hidden or sight.zones) or "chosen" in state.program.layout.fields


def check_views(name: str, seed: int, moves: int) -> None:
    game = game_of(name)
    for state, _ in walk(game, seed, moves):
        for viewer in game.players:
            view = game.view(state, viewer)
            if not hides(game, state):
                kept = [index for index in range(len(state.data)) if index not in luck(state)]
                assert [view.data[index] for index in kept] == [state.data[index] for index in kept]
                assert view.hidden == ()
            assert all(view.data[index] == 0 for index in luck(state))
            world = game.sample(view, seed)
            again = game.view(world, viewer)
            assert (again.data, again.hidden, again.pools) == (view.data, view.hidden, view.pools)
            assert misplaced(world) == []
            assert game.sample(view, seed) == world


@every_game
def test_views_and_sampled_worlds_agree(name: str) -> None:
    check_views(name, 6, 20)


@pytest.mark.soak
@every_game
@more_seeds
def test_views_and_sampled_worlds_agree_in_many_games(name: str, seed: int) -> None:
    check_views(name, seed, 150)
