"""`continue` with one of several actions."""

from __future__ import annotations

import json

import pytest

from interpreter import Game, SpecError, State, loads
from interpreter.position import PENDING, Pending, Way
from runtime.environments.encoding import Encoding
from runtime.session import draft as drafts
from runtime.session.draft import Draft
from runtime.session.gestures import press, targets
from runtime.session.hand import Button, Click, Drag
from runtime.session.session import Session
from runtime.show.present import present

STONES = """
game: stones
title: Stones
players:
  white: {title: White}
  black: {title: Black}
entities:
  stone:
    owner: player
    legend: {w: white, b: black}
boards:
  grid:
    holds: stone
    start: |
      w.b...
      ......
      b.....
define:
  over(site s, site t): any(x.stone.owner == opponent for x in between(s, t))
actions:
  step:
    title: a step
    choose:
      a: {from: grid, where: it.stone.owner == me, else: Choose one of your stones.}
      b: {from: neighbours(a), where: empty(it), else: Step to an empty square.}
    effects:
      - {move: a.stone, to: b}
      - ON
  jump:
    title: a jump
    choose:
      a: {from: grid, where: it.stone.owner == me, else: Choose one of your stones.}
      b:
        from: neighbours(a, orthogonals, 2)
        where: empty(it) and over(a, it)
        else: Jump over a stone of the other side.
    effects:
      - {move: a.stone, to: b}
      - continue: [jump(a = b), rest]
  rest:
    follows: jump
    title: a rest
end_conditions:
  late: {when: turn_number > 20, winner: none}
"""
BOTH = "{continue: ['step(a = b)', 'jump(a = b)'], may_stop: true}"


def stones(on: str = BOTH, **changes: str) -> Game:
    text = STONES.replace("ON", on)
    for old, new in changes.items():
        text = text.replace(f"title: a {old}", new)
    return loads(text, "stones.yaml")


def after(game: Game, *moves: str) -> State:
    state = game.new()
    for move in moves:
        state = game.apply(state, game.action(state, move)).state
    return state


def legal(game: Game, state: State) -> list[str]:
    return [game.text(state, action) for action in game.legal(state)]


def refused(game: Game, state: State, move: str) -> tuple[str, str] | None:
    refusal = game.check(state, game.action(state, move))
    return None if refusal is None else (refusal.name, refusal.text)


def test_the_turn_goes_on_with_any_of_them() -> None:
    game = stones()
    state = after(game, "step a1 b1")
    b1 = game.action(state, "step b1 b2")[1]
    assert state.pending == Pending((Way("step", {"a": b1}), Way("jump", {"a": b1})), True)
    assert legal(game, state) == ["step b1 b2", "step b1 a1", "jump b1 d1", "stop"]
    assert (state.to_move, state.turn_number) == ("white", 1)
    assert legal(game, after(game, "step a1 b1", "step b1 b2"))[-1] == "stop"
    assert after(game, "step a1 b1", "stop").to_move == "black"


def test_an_action_without_fixed_choices_stands_beside_one_with_them() -> None:
    game = stones()
    state = after(game, "step a1 b1", "jump b1 d1")
    assert legal(game, state) == ["jump d1 b1", "rest"]
    assert after(game, "step a1 b1", "jump b1 d1", "rest").to_move == "black"


def test_the_turn_ends_if_none_of_them_can_be_done() -> None:
    game = stones("{continue: ['jump(a = b)']}")
    assert after(game, "step a1 a2").to_move == "black"
    assert after(game, "step a1 b1").to_move == "white"


def test_a_list_of_one_is_that_action() -> None:
    one, listed = stones("{continue: jump(a = b)}"), stones("{continue: ['jump(a = b)']}")
    assert after(one, "step a1 b1").data == after(listed, "step a1 b1").data


def test_what_is_refused_names_all_of_them() -> None:
    game = stones()
    state = after(game, "step a1 b1")
    text = "First go on with a step or a jump, or end the turn."
    assert refused(game, state, "rest") == ("continuation", text)
    assert refused(game, state, "step a3 b3") == ("continuation", text)
    assert refused(game, state, "step b1 b2") is None
    assert refused(game, state, "jump b1 b3") == ("b", "Jump over a stone of the other side.")
    game = stones("{continue: ['step(a = b)', 'jump(a = b)', rest]}")
    other = refused(game, after(game, "step a1 b1"), "step a3 b3")
    assert other == ("continuation", "First go on with a step, a jump or a rest.")


def test_a_forced_one_goes_before_the_others() -> None:
    game = stones(jump="forced: You must jump.")
    state = after(game, "step a1 b1")
    assert legal(game, state) == ["jump b1 d1", "stop"]
    assert refused(game, state, "step b1 b2") == ("forced", "You must jump.")
    assert legal(game, after(game, "step a1 a2")) == ["step a2 a1", "step a2 b2", "stop"]
    can = [state.program.can(state.data, 1, name) for name in ("step", "jump", "rest")]
    assert can == [False, True, False]


def test_what_can_be_done_counts_one_by_one() -> None:
    game = stones()
    state = after(game, "step a1 a2")
    assert [state.program.can(state.data, 1, name) for name in ("step", "jump", "rest")] == [True, False, False]
    assert state.program.can(state.data, 2, "step")


def test_a_state_is_written_and_read() -> None:
    game = stones()
    state = after(game, "step a1 b1")
    assert game.decode(game.encode(state)) == state


def test_a_state_that_was_written_before_there_were_lists_is_read() -> None:
    game = stones("{continue: jump(a = b), may_stop: true}")
    state = after(game, "step a1 b1")
    content = json.loads(game.encode(state))
    ((name, fixed),), values, may_stop = content["data"][PENDING]
    content["data"][PENDING] = [name, fixed, values, may_stop]
    assert game.decode(json.dumps(content)) == state


def test_fixed_choices_may_be_written_in_any_order() -> None:
    game = stones("{continue: 'step(b = a, a = b)'}")
    assert legal(game, after(game, "step a1 b1")) == ["step b1 a1"]


def test_the_value_of_a_turn_is_looked_for_along_each_of_them() -> None:
    goal = "validate: {far: {most: 'sum(x.column for x in grid if x.stone.owner == me)', else: Go further.}}"
    game = stones("{continue: ['jump(a = b)', rest]}", step=goal)
    assert legal(game, game.new()) == ["step a1 b1"]
    assert refused(game, game.new(), "step a1 a2") == ("far", "Go further.")


# At the table


def at_table(on: str, *moves: str) -> tuple[Game, Session]:
    game = stones(on)
    session = Session(game, seats={"white": "person", "black": "person"})
    for move in moves:
        session.perform(game.action(session.state, move))
    return game, session


def test_what_is_fixed_for_all_of_them_is_chosen_and_a_click_means_any() -> None:
    game, session = at_table(BOTH, "step a1 b1")
    state = session.state
    names = state.program.schema.topology.names
    draft = drafts.begin(state)
    assert drafts.text(state, draft) == "step b1"
    assert {names[spot] for spot in targets(session, draft) if isinstance(spot, int)} == {"a1", "b2", "d1"}
    pressed = press(session, draft, Click(names.index("d1")))
    assert game.text(state, pressed.action or ()) == "jump b1 d1"
    pressed = press(session, draft, Click(names.index("b2")))
    assert game.text(state, pressed.action or ()) == "step b1 b2"
    pressed = press(session, draft, Drag(names.index("b1"), names.index("d1")))
    assert game.text(state, pressed.action or ()) == "jump b1 d1"
    refusal = press(session, draft, Click(names.index("f3")))
    assert refusal.action is not None or refusal.refusal is not None


def test_nothing_is_chosen_where_they_begin_differently() -> None:
    _, session = at_table(BOTH, "step a1 b1", "jump b1 d1")
    assert drafts.begin(session.state) == Draft()
    shown = present(session)
    names = session.state.program.schema.topology.names
    assert {names[spot] for spot in targets(session, Draft()) if isinstance(spot, int)} == {"b1"}
    assert [button.name for button in shown.buttons[:1]] == ["rest"]
    assert press(session, Draft(), Button("rest")).action == ("rest",)


def test_only_what_can_be_done_is_begun() -> None:
    _, session = at_table("{continue: ['jump(a = b)', 'step(a = b)']}", "step a1 a2")
    assert drafts.text(session.state, drafts.begin(session.state)) == "step a2"


def test_learning_programs_are_told_all_of_them() -> None:
    game = stones()
    encoding = Encoding(game.new().program)
    parts = {part.name: part for part in encoding.parts}
    row = list(encoding.array(game.view(after(game, "step a1 b1"), "white")))
    ways, fixed = parts["continues"], parts["continues_with"]
    assert row[ways.start : ways.start + ways.count] == [1, 0, 1]
    assert row[fixed.start : fixed.start + fixed.count] == [2, 2]


@pytest.mark.parametrize(
    ("on", "message", "help"),
    [
        ("continue: [step, hop]", "There is no action hop.", "Take step, jump or rest."),
        ("continue: [step, step(a = b)]", "step appears twice in this list.", "Name each action once"),
        ("continue: []", "This list is empty.", "Write the actions"),
        ("continue: [step(c = b), jump]", "step does not choose ‘c’.", ""),
        (
            "continue: step\n      - continue: jump",
            "In line 28 the turn goes on already, and only the last continue: counts.",
            "Write continue: [step, jump] for one of several actions, put one under if:",
        ),
        (
            "continue: step\n      - continue: step",
            "In line 28 the turn goes on already, and only the last continue: counts.",
            "Leave one out, put one under if:",
        ),
        ("continue: step, jump", "several actions", "Write [step, jump]."),
        ("continue: step or jump(a = b)", "several actions", "Write [step, jump(a = b)]."),
    ],
)
def test_mistakes(on: str, message: str, help: str) -> None:
    with pytest.raises(SpecError) as problem:
        stones(on)
    first = problem.value.diagnostics.errors[0]
    assert message in first.message
    assert help in first.help
