"""Our rules compared with other engines: every list of legal moves and every result of the games in tests/data/truth.

`python -m tools.truth` recorded them with another engine, which these tests do not need.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from interpreter import Game, State, load
from runtime.session.given import Script, Word
from tools.truth.record import Record, RecordedGame, paths, weight

# `make test` replays every third game, `make soak` all of them.
EVERY = 3


class Weights(dict[tuple[object, ...], int]):
    """What each action adds to the checksum of a list; moves are typed the same way in every position."""

    def __init__(self, game: Game, state: State) -> None:
        super().__init__()
        self.game, self.state = game, state

    def __missing__(self, action: tuple[object, ...]) -> int:
        found = self[action] = weight(self.game.text(self.state, action))
        return found


def asks_sometimes(state: State) -> bool:
    """Whether the way an action is typed depends on the position: some choices are not always asked."""
    return any(choice.ask_if is not None for plan in state.program.actions.values() for choice in plan.choices)


def begun(game: Game, record: Record, played: RecordedGame) -> State:
    """The start of a recorded game, with its luck as recorded."""
    if not played.luck:
        return game.new(settings=record.settings)
    chosen = game.settings.choose(None, record.settings)
    program = game.program(chosen)
    data = game.laid_out(program, chosen.pictures)
    there = program.set_up(data)
    for stream, outcomes in played.luck.items():
        words = tuple(Word(each, game.spec.game.span) for each in outcomes)
        script = Script(program, stream, program.steps.stream_types[stream], words)
        data = program.scripted(data, stream, script.outcomes(there))
    return program.state(program.turns.start(program.set_up(data), []))


def returns_of(game: Game, state: State) -> list[float]:
    """What each player gets: what the end pays, or else 1 for winning, -1 for losing, 0 for a draw."""
    status = game.status(state)
    if status.payoff is not None:
        return [float(status.payoff[player]) for player in game.players]
    return [0.0 if status.winner is None else 1.0 if status.winner == player else -1.0 for player in game.players]


@pytest.mark.parametrize("path", paths(), ids=lambda path: path.name.split(".")[0])
def test_every_list_of_moves_and_every_result_is_as_recorded(path: Path) -> None:
    record = Record.read(path)
    replay(record, record.games[::EVERY])


@pytest.mark.soak
@pytest.mark.parametrize("path", paths(), ids=lambda path: path.name.split(".")[0])
def test_every_recorded_game_agrees(path: Path) -> None:
    record = Record.read(path)
    replay(record, record.games)


def replay(record: Record, games: Sequence[RecordedGame]) -> None:
    """Replay the games and compare at each move."""
    game = load(record.game)
    weights: Weights | None = None
    actions: dict[str, tuple[object, ...]] = {}
    for number, played in enumerate(games):
        state = begun(game, record, played)
        weights = weights or Weights(game, state)
        weigh, legal, advance, sometimes = weights.__getitem__, game.legal, game.advance, asks_sometimes(state)
        for ply, (move, count, expected) in enumerate(zip(played.moves, played.counts, played.sums, strict=True)):
            if sometimes:
                weights.clear()
                actions.clear()
                weights.state = state
            listed = legal(state)
            if len(listed) != count or sum(map(weigh, listed)) & 0xFFFF != expected:
                moves = sorted(game.text(state, action) for action in listed)
                pytest.fail(
                    f"game {number}, after {played.moves[:ply]}: {count} moves expected, these are legal: {moves}"
                )
            action = actions.get(move)
            if action is None:
                action = actions[move] = game.action(state, move)
            state = advance(state, action)
        assert state.over == (played.returns is not None), f"game {number}"
        if played.returns is not None:
            assert returns_of(game, state) == list(played.returns), f"game {number}"
