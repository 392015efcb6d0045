"""The sounds of moves, stage by stage."""

from typing import get_args

import pytest

from interpreter import Game, load, loads
from runtime.session.session import Session
from runtime.show import presentation
from runtime.show.cues import LOUDEST, Cue, contents, cue, loudest
from runtime.show.stages import stages

ERASER = """\
game: eraser
title: Eraser
players: {you: {title: You}}
boards: {grid: {columns: 3, rows: 1, cell: {digit: 1..9 or none}}}
state: {spare: 0}
actions:
  write: {choose: {s: grid}, effects: [s.digit = 5]}
  wipe: {choose: {s: grid}, effects: [s.digit = none]}
  take:
    choose: {s: grid}
    effects:
      - s.digit = none
      - event: taken(at = s)
  count: {effects: [spare += 1]}
end_conditions: {never: {when: spare == 9, won: true}}
view: {boards: {grid: {looks: [{when: it.digit != none, face: it.digit}]}}}
"""


def heard(session: Session) -> list[Cue | None]:
    """The cues of the last move."""
    game, move, found = session.game, session.history[-1], list[Cue | None]()
    lying = contents(presentation(game.seen(move.before, 1), game=game))
    for stage in stages(game, move.before, move.events, move.after, 1, move.action):
        before, lying = lying, contents(presentation(game.seen(stage.state, 1), game=game))
        found.append(cue(before, lying, stage.events, move.events, first=not found))
    return found


def played(game: Game, *moves: str, seed: int = 1) -> Session:
    session = Session(game, seed=seed, seats=dict.fromkeys(game.players, "person"))
    names = session.state.program.schema.topology.names
    for move in moves:
        action, *sites = move.split()
        assert session.perform((action, *map(names.index, sites))).refusal is None
    return session


@pytest.mark.parametrize(
    ("moves", "cues"),
    [
        (("write a1",), ["move"]),
        (("write a1", "wipe a1"), ["slide"]),
        (("write a1", "take a1"), ["capture"]),
        (("count",), [None]),
    ],
    ids=lambda value: value[-1],
)
def test_what_is_wiped_out_is_not_taken_unless_the_rules_tell_of_it(moves: tuple[str, ...], cues: list[Cue]) -> None:
    assert heard(played(loads(ERASER), *moves)) == cues


def test_a_stone_is_set_down_and_takes_another() -> None:
    session = played(load("go"), "place b1", "place a1", "place a2")
    assert heard(session) == ["move", "capture"]


def test_a_man_that_jumps_takes_what_it_jumps_over() -> None:
    session = played(load("draughts"))
    while session.legal[0][0] != "jump":
        session.perform(session.legal[0])
        assert heard(session) == ["move"]
    session.perform(session.legal[0])
    assert heard(session) == ["capture"]


def test_every_wave_of_a_cascade_is_higher_than_the_one_before() -> None:
    session = played(load("mosaic"))
    waves: list[Cue | None] = []
    while "wave_3" not in waves:
        session.perform(session.legal[0])
        waves = heard(session)
    assert waves[0] == "slide"
    assert [each for each in waves if each not in ("slide", "fall")][:3] == ["wave_1", "wave_2", "wave_3"]
    assert waves[-1] == "fall"


def test_the_loudest_cue_stands_for_a_move_that_is_shown_at_once() -> None:
    assert sorted(LOUDEST) == sorted(get_args(Cue))
    assert loudest(["slide", "wave_1", "fall", "wave_2", "fall"]) == "wave_2"
    assert loudest(["move", "capture"]) == "capture"
    assert loudest([]) is None
