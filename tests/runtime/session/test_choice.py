"""What may be chosen next."""

import pytest

import interpreter
from runtime.session.choice import Choosing
from runtime.session.draft import Draft
from runtime.session.gestures import press
from runtime.session.hand import Click, Pressed
from runtime.session.session import Session

PAIRS = """
game: pairs
title: Pairs
boards:
  grid: {columns: 3, rows: 1, cell: {times: 0..9}}
actions:
  join:
    symmetric: true
    choose:
      a: grid
      b: {from: grid, where: it != a}
    effects:
      - a.times += 1
      - b.times += 1
      - continue: join(a = b)
end_conditions:
  often:
    when: a1.times == 9
    won: true
"""


def test_either_site_of_a_symmetric_action_comes_first_until_one_is_fixed() -> None:
    game = interpreter.loads(PAIRS, "pairs.yaml")
    start = Choosing(game, game.new(), "join")
    assert (start.single(0, ()), start.single(1, (3,))) == ((1, 2, 3), (1, 2))
    going_on = Choosing(game, game.advance(game.new(), ("join", 1, 2)), "join")
    assert (going_on.single(0, ()), going_on.single(1, (2,))) == ((2,), (1, 3))


HOPS = """
game: hops
title: Hops
boards:
  row: {columns: 4, rows: 1, cell: {taken: flag}}
state:
  tries: 0
setup:
  - c1.taken = true
actions:
  hop:
    choose:
      start: {from: row, where: it.column < 4}
      goal: {from: row, where: it.column > start.column}
    validate:
      near: {check: goal.column == start.column + 1, else: That is too far.}
      free: {check: not goal.taken and not start.taken, else: A stone lies there.}
    effects: [goal.taken = true]
end_conditions:
  done: {when: d1.taken, won: true}
"""


def clicked(spec: str, site: str) -> Pressed:
    session = Session(interpreter.loads(spec, "hops.yaml"), seed=1)
    return press(session, Draft(), Click(session.state.program.schema.topology.names.index(site)))


def test_what_no_later_choice_completes_is_told_as_such_with_the_reason_that_all_have_in_common() -> None:
    assert clicked(HOPS, "c1").message == "There is no legal move from c1. A stone lies there."
    assert clicked(HOPS, "b1").message == "There is no legal move from b1.", "too far, or taken: there is no one reason"
    assert clicked(HOPS, "a1").draft.values == (1,)


def test_a_place_whose_name_cannot_be_read_off_the_board_is_not_named() -> None:
    bare = f"{HOPS}view: {{boards: {{row: {{coordinates: false}}}}}}\n"
    assert clicked(bare, "b1").message == "There is no legal move from there."


def test_a_dead_end_is_told_in_the_words_of_the_spec_and_named_after_the_first_check_that_fails() -> None:
    spec = HOPS.replace("it.column < 4}", "it.column < 4, dead_end: 'From {it} you can hop nowhere.'}")
    pressed = clicked(spec, "b1")
    assert pressed.message == "From b1 you can hop nowhere."
    assert pressed.refusal is not None and pressed.refusal.name == "free"


def test_a_token_that_no_swap_brings_into_line_is_told_so_at_the_first_click() -> None:
    session = Session(interpreter.load("mosaic"), seed=12345)
    pressed = press(session, Draft(), Click(1))
    assert pressed.message == "No swap of this token makes a line of three."


def test_the_last_choice_is_no_dead_end() -> None:
    spec = HOPS.replace("it.column > start.column}", "it.column > start.column, dead_end: Not there.}")
    with pytest.raises(interpreter.SpecError) as caught:
        interpreter.loads(spec, "hops.yaml")
    (mistake,) = caught.value.diagnostics
    assert (mistake.code, mistake.span.text) == ("needless-dead-end", "Not there.")
