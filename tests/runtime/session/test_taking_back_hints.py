"""Hints to undo a step, and the order in which actions are hinted at."""

from __future__ import annotations

import pytest

from interpreter import Game, loads
from runtime.session.hints import TAKE_BACK, Hint, cannot_be_won, hint, hints
from runtime.session.session import Session
from runtime.show.present import present

GAME = """\
game: climb
title: Climb
boards: {hill: {columns: 5, rows: 1}}
state: {height: 0, luck: 0}
actions:
  rest:
    effects:
      - luck += 1
  step_up:
    choose:
      n: 1..3
    effects:
      - height += n
end_conditions:
  top: {when: height == 5, won: true}
  over_it: {when: height > 5, won: false, recover: [undo]}
assist:
  hints:
    limit: 3
    bot: solver
    about: [step_up, rest]
    only:
      step_up: height + n <= 5
      rest: luck < 2
    undo_if: height > 5 or luck > 1
"""


@pytest.fixture(scope="module")
def climb() -> Game:
    return loads(GAME, "climb.yaml")


def test_what_stands_first_is_hinted_at_first(climb: Game) -> None:
    for seed in range(10):
        found = hint(climb, climb.new(), "you", "what", seed)
        assert found is not None
        assert found.action is not None
        assert found.action[0] == "step_up"
    other = loads(GAME.replace("[step_up, rest]", "[rest, step_up]"), "climb.yaml")
    assert {hint(other, other.new(), "you", "what", seed).action for seed in range(10)} == {("rest",)}


def test_the_hint_is_to_take_back(climb: Game) -> None:
    state = climb.new()
    assert not cannot_be_won(state)
    for _ in range(2):
        state = climb.advance(state, ("rest",))
    assert cannot_be_won(state)
    assert hints(climb, state, "you", 1) == (Hint("what", TAKE_BACK, (), None),) * 2


def test_it_is_told_after_an_end_that_can_be_recovered_from_and_counted(climb: Game) -> None:
    session = Session(climb, seed=1)
    session.perform(("step_up", 3))
    session.perform(("step_up", 3))
    assert session.recovery == ("undo",)
    given = session.hint(lambda _view, _tier: hint(climb, session.state, "you", "where", 1))
    assert given == Hint("what", "Undo the last step.", (), None)
    assert session.left[1] == 2


def test_where_undo_leads_back_from_an_end_a_hint_says_so_and_its_button_can_be_pressed() -> None:
    game = loads(GAME.replace("    undo_if: height > 5 or luck > 1\n", ""), "climb.yaml")
    session = Session(game, seed=1)
    session.perform(("step_up", 3))
    session.perform(("step_up", 3))
    assert hint(game, session.state, "you", "what", 1) == Hint("what", TAKE_BACK, (), None)
    [shown] = [button for button in present(session).buttons if button.name == "hint"]
    assert (shown.enabled, shown.left) == (True, 3)
    lost = loads(GAME.replace(", recover: [undo]", "").replace("height > 5 or ", ""), "climb.yaml")
    assert hint(lost, lost.advance(lost.advance(lost.new(), ("step_up", 3)), ("step_up", 3)), "you", "what", 1) is None


def test_without_it_nothing_is_told_about_losing() -> None:
    game = loads(GAME.replace("    undo_if: height > 5 or luck > 1\n", ""), "climb.yaml")
    state = game.advance(game.advance(game.new(), ("rest",)), ("rest",))
    assert not cannot_be_won(state)
    found = hint(game, state, "you", "what", 1)
    assert found is not None
    assert found.action is not None
