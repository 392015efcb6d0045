"""What other players could do if it were their turn: `can` with a player, and `stuck`."""

from __future__ import annotations

import pytest

from interpreter import Game, SpecError, State, loads
from interpreter.program.world import StateWorld

LEAPS = """
game: leaps
title: Leaps
players:
  white: {title: White}
  black: {title: Black}
entities: {man: {owner: player}}
boards:
  lane:
    holds: man
    legend: {w: white, b: black}
    start: |
      wb.b.b.
actions:
  step_on:
    choose:
      a: {from: lane, where: it.man.owner == me}
      b: {from: neighbours(a), where: empty(it)}
    effects:
      - move: a.man
        to: b
  leap:
    choose:
      a: {from: lane, where: it.man.owner == me}
      b: {from: 'neighbours(a, orthogonals, 2)', where: 'empty(it) and between(a, it)[1].man.owner == opponent'}
    effects:
      - remove: between(a, b)[1].man
      - move: a.man
        to: b
      - continue: leap(a = b)
end_conditions:
  shut_in:
    after: leap
    when: CONDITION
    winner: me
"""


def leaps(condition: str) -> Game:
    return loads(LEAPS.replace("CONDITION", condition), "leaps.yaml")


def after(game: Game, *actions: str) -> State:
    state = game.new(0)
    for text in actions:
        outcome = game.apply(state, game.action(state, text))
        assert outcome.refusal is None
        assert game.advance(state, game.action(state, text)) == outcome.state
        state = outcome.state
    return state


@pytest.mark.parametrize(
    ("condition", "ended"),
    [
        ("not can(step_on, opponent)", False),
        ("can(step_on, opponent) and can(leap, opponent)", True),
        ("not can(leap, opponent)", False),
        ("can(leap, white) and can(step_on, black) and me == white", True),
        ("stuck(opponent)", False),
    ],
)
def test_others_are_asked_as_if_it_were_their_turn(condition: str, ended: bool) -> None:
    assert after(leaps(condition), "leap a1 c1").over is ended


BLACK = "len(list(m for m in pieces(lane) if m.owner == black))"


@pytest.mark.parametrize(
    ("condition", "ended"),
    [("stuck(opponent)", False), ("not can(step_on, opponent)", False), ("can(step_on, opponent)", True)],
)
def test_an_action_that_goes_on_is_not_theirs(condition: str, ended: bool) -> None:
    """White leaps on; the turn that White has begun says nothing about what Black could do."""
    game = leaps(f"turn_number == 1 and b_count() == 1 and ({condition})".replace("b_count()", BLACK))
    assert after(game, "leap a1 c1", "leap c1 e1").over is ended


def test_to_move_names_whoever_is_asked_about() -> None:
    end = "}\n      b: {from: neighbours(a), "
    text = LEAPS.replace(f"it.man.owner == me{end}", f"it.man.owner == to_move{end}")
    assert text != LEAPS
    game = loads(text.replace("CONDITION", "can(step_on, opponent)"), "leaps.yaml")
    assert after(game, "leap a1 c1").over
    shut = loads(text.replace("CONDITION", "can(step_on, opponent)").replace("wb.b.b.", "wb.wbw"), "leaps.yaml")
    assert not after(shut, "leap a1 c1").over


def test_the_reference_evaluator_asks_alike() -> None:
    state = after(leaps("can(leap, white) and can(step_on, black) and stuck(black)"), "leap a1 c1")
    assert state.pending is not None
    world = StateWorld(state.program, state.data, 1)
    assert (world.can("step_on", 1), world.can("leap", 1), world.can("step_on", 2), world.can("leap", 2)) == (
        False,
        True,
        True,
        True,
    )
    assert (world.stuck(1), world.stuck(2)) == (False, False)


def test_an_action_that_asks_for_itself_is_refused() -> None:
    text = LEAPS.replace("where: empty(it)}", "where: 'empty(it) and not can(step_on, opponent)'}", 1)
    with pytest.raises(SpecError, match="Here the legality of step_on depends on itself"):
        loads(text.replace("CONDITION", "stuck(me)"), "leaps.yaml")
