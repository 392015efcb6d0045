"""Khi as a whole: its computer player knows only what it sees and avoids indecent words, and its games come to an
end."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

import pytest

from interpreter import Action, Game, State, load
from interpreter.position import TO_MOVE
from runtime.bots import bot_for, view_for

LEVELS = ("easy", "medium", "hard")
LONGEST = 400
"""A game that is still going on after this many moves has gone wrong."""


@lru_cache(maxsize=4)
def khi(name: str = "khi") -> Game:
    return load(name)


def chosen(game: Game, state: State, level: str | None = None) -> Action:
    """What the computer does for the player to move."""
    player = state.to_move
    action = bot_for(game, state, player, level).choose(view_for(game, state, player), 1).action
    return game.meaning(state, player)(action)


def positions(game: Game, count: int, seed: int = 1) -> list[State]:
    """Positions of a game between computers."""
    state, found = game.new(seed=seed), list[State]()
    while not state.over and len(found) < count:
        found.append(state)
        state = game.advance(state, chosen(game, state, "medium"))
    return found


def field(state: State, name: str) -> Any:
    return state.data[state.program.layout.fields[name].index]


def with_unseen_tiles_mixed(state: State, random: Random) -> State:
    """The same position with different letters on the opponent’s rack and in the hold."""
    fields, other = state.program.layout.fields, 3 - state.data[TO_MOVE]
    unseen = [*field(state, "zone.rack")[other], *field(state, "zone.hold")]
    order, data = random.sample(unseen, len(unseen)), list(state.data)
    for name in ("tile.letter", "tile.wild"):
        column = list(field(state, name))
        for tile, source in zip(unseen, order, strict=True):
            column[tile] = field(state, name)[source]
        data[fields[name].index] = bytes(column)
    return state.program.state(tuple(data))


@pytest.mark.parametrize("level", LEVELS)
def test_the_choice_does_not_depend_on_what_the_computer_cannot_see(level: str) -> None:
    game, random = khi(), Random(level)
    for state in positions(game, 8):
        expected = chosen(game, state, level)
        for _ in range(3):
            other = with_unseen_tiles_mixed(state, random)
            assert field(other, "tile.letter") != field(state, "tile.letter")
            assert chosen(game, other, level) == expected


def test_the_computer_never_plays_a_flagged_word() -> None:
    game = khi()
    lexicon = game.lexicon
    assert lexicon is not None
    for seed in range(3):
        state, played = game.new(seed=seed), 0
        for _ in range(12):
            if state.over:
                break
            outcome = game.apply(state, chosen(game, state, "hard"))
            for event in outcome.events:
                if event.name == "scored" and event.fields["captures"] is not None:
                    word = str(event.fields["what"]).lower()
                    played += lexicon.is_word(word)
                    assert not lexicon.is_flagged(word)
            state = outcome.state
        assert played > 3


@pytest.mark.parametrize("name", ["khi", "khi_points", "khi_short"])
@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 60), marks=pytest.mark.soak)])
def test_games_between_computers_end(name: str, seeds: range) -> None:
    game = khi(name)
    for seed in seeds:
        state, moves = game.new(seed=seed), 0
        while not state.over:
            state = game.advance(state, chosen(game, state, LEVELS[(seed + moves) % 3]))
            moves += 1
            assert moves < LONGEST
        assert game.status(state).ended_by is not None


def without_words(game: Game, state: State, moves: int) -> Action:
    """The actions of somebody who never plays a word: changes and passes in turn, as long as tiles can be changed."""
    legal = {action[0] for action in game.legal(state) if action[0] != "play"}
    return ("change",) if "change" in legal and moves % 4 == 0 else ("pass",)


@pytest.mark.parametrize("name", ["khi", "khi_short", "khi_points"])
def test_players_who_change_and_pass_cannot_drag_a_game_on(name: str) -> None:
    game, state, moves = khi(name), khi(name).new(seed=3), 0
    while not state.over:
        state = game.advance(state, without_words(game, state, moves))
        moves += 1
    assert (moves, game.status(state).ended_by) == (6, "no_words")


@pytest.mark.parametrize("level", LEVELS)
def test_one_player_who_plays_no_word_cannot_drag_a_game_on(level: str) -> None:
    game, state, moves, words = khi("khi_short"), khi("khi_short").new(seed=3), 0, 0
    while not state.over:
        person = state.to_move == "human"
        action = without_words(game, state, moves) if person else chosen(game, state, level)
        words += action[0] == "play"
        state = game.advance(state, action)
        moves += 1
    assert moves <= 2 * words + 6
