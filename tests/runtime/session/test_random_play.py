"""Random players on every shipped game: no action, undo, redo, restart or hint ever runs into a bug of ours."""

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from interpreter import Action, BadAction, Game, State, load
from interpreter.spec.catalogue import shipped
from runtime.playtest.simulation import playing
from runtime.session.hints import TIERS, Hint, hint
from runtime.session.session import Session, Unavailable
from tests.shipped import later

ACTIONS = 1_000_000
"""How many actions ‘make soak’ does in total."""
SESSION = 60
"""How many actions are done in sessions, out of every `IN_ALL`."""
IN_ALL = 1500


@cache
def game_of(name: str) -> Game:
    return load(shipped()[name])


def levels(game: Game) -> list[str | None]:
    """Every level, or None if a game has no levels."""
    return list(game.levels) or [None]


def fast(game: Game, count: int, random: Random) -> int:
    """Do that many actions as bots do; return how many there were."""
    done = 0
    while done < count:
        seed = random.randrange(1 << 30)
        state = game.new(seed, random.choice(levels(game)))
        for _ in playing(game, state, seed):
            done += 1
            if done >= count:
                break
        else:
            # A game that is over at once counts as one, too.
            done += 1
    return done


def sessions(game: Game, count: int, random: Random) -> int:
    """Do that many actions as people do, who also undo, restart, ask for hints and try what is not allowed."""
    done = 0
    while done < count:
        session = Session(game, random.choice(levels(game)), seed=random.randrange(1 << 30))
        others = list[Action]()
        while done < count and not session.state.over and len(session.history) < 200:
            done += 1
            _something(session, others, random)
            others = [*others[-5:], *(move.action for move in session.history[-1:])]
    return done


def _something(session: Session, others: list[Action], random: Random) -> None:
    game, state = session.game, session.state
    kind = random.random()
    try:
        if kind < 0.1:
            session.undo()
        elif kind < 0.15:
            session.redo()
        elif kind < 0.17:
            session.restart()
        elif kind < 0.18:
            session.hint(lambda _view, tier: _hint(session, tier))
        elif kind < 0.25 and others:
            _refused_or_done(game, state, random.choice(others))
        elif legal := session.legal:
            outcome = session.perform(random.choice(legal))
            assert outcome.refusal is None
    except Unavailable:
        pass


def _hint(session: Session, tier: int) -> Hint | None:
    kind = TIERS[min(tier, len(TIERS)) - 1]
    return hint(session.game, session.state, session.state.to_move, kind, session.bot_seed())


def _refused_or_done(game: Game, state: State, action: Action) -> None:
    """Try something that was an action at another time."""
    try:
        outcome = game.apply(state, action)
    except BadAction:
        return
    assert (outcome.refusal is None) == (action in game.legal(state))


def parts(count: int) -> Iterator[int]:
    """Split a number of actions into parts, each small enough for one sitting."""
    while count > 0:
        yield min(count, IN_ALL)
        count -= IN_ALL


def played(name: str, seed: int, count: int) -> int:
    """Do that many actions of a game in total; return how many there were."""
    game, random = game_of(name), Random(f"{name}/{seed}")
    done = 0
    for part in parts(count):
        in_session = part * SESSION // IN_ALL
        done += sessions(game, in_session, random) + fast(game, part - in_session, random)
    return done


@pytest.mark.parametrize("name", later("scrabble_like", "khi", "word_trail"))
def test_random_actions_meet_no_mistake(name: str) -> None:
    game, random = game_of(name), Random(name)
    assert sessions(game, 12, random) + fast(game, 40, random) == 52


@pytest.mark.soak
@pytest.mark.parametrize("name", list(shipped()))
def test_a_million_random_actions_meet_no_mistake(name: str) -> None:
    share = -(-ACTIONS // len(shipped()))
    assert played(name, 1, share) == share
