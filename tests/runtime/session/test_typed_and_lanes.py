"""Gestures that stand for others: letters that pick tiles, and clicks next to the edge that is chosen from."""

from __future__ import annotations

import pytest

from interpreter import Game, load, loads
from interpreter.position import PieceValue
from runtime.session.draft import Draft, Spot, begin
from runtime.session.gestures import press
from runtime.session.hand import Click, Key
from runtime.session.letters import takes_letters
from runtime.session.session import Session

SPELLING = """\
game: spelling
title: Spelling
entities:
  tile:
    letter:
      is: letter
      seen_if: it.site.row == 1
boards:
  grid: {columns: 3, rows: 2, holds: tile}
setup:
  - create: tile(letter = 'b')
    at: a1
  - create: tile(letter = 'a')
    at: b1
  - create: tile(letter = 'b')
    at: c1
  - create: tile(letter = 'q')
    at: a2
actions:
  spell:
    choose:
      word:
        many: 2..3
        from: pieces(grid)
    effects:
      - remove: word
  point:
    choose:
      t: pieces(grid)
    effects:
      - remove: t
end_conditions:
  bare:
    when: empty(grid)
    won: true
"""

HOME_ROW = """\
game: home_row
title: Home row
boards:
  grid: {columns: 3, rows: 3, cell: {man: flag}}
actions:
  enter:
    choose:
      c:
        from: line(site(grid, 1, 1), row)
        where: not it.man
        else: That place is taken.
    effects:
      - c.man = true
end_conditions:
  full:
    when: all(x.man for x in line(site(grid, 1, 1), row))
    won: true
"""


@pytest.fixture(scope="module")
def spelling() -> Game:
    return loads(SPELLING, "spelling.yaml")


# Letters


def test_letters_pick_tiles_of_a_list_one_after_the_other(spelling: Game) -> None:
    at, draft = Session(spelling, seed=1), Draft()
    for letter, items in (("b", (1,)), ("A", (1, 2)), ("b", (1, 2, 3))):
        draft = press(at, draft, Key(letter)).draft
        assert (draft.action, draft.items) == ("spell", items)
    assert press(at, draft, Key("Backspace")).draft.items == (1, 2)
    assert press(at, draft, Key("Enter")).action == ("spell", (1, 2, 3))


def test_a_letter_that_nothing_shows_is_refused_and_what_is_hidden_is_not_typed(spelling: Game) -> None:
    at = Session(spelling, seed=1)
    for letter in ("z", "q"):
        pressed = press(at, Draft(), Key(letter))
        assert (pressed.draft, pressed.message) == (
            Draft(),
            f"There is no {letter.upper()} to choose.",
        )
    assert press(at, Draft(), Key("7")).message is None


def test_a_typed_letter_that_may_not_be_chosen_is_refused_as_if_it_were_clicked() -> None:
    at = Session(load("ghost"), seed=1)
    for key in ("q", "u"):
        assert at.perform(press(at, Draft(), Key(key)).action).refusal is None
    pressed = press(at, Draft(), Key("q"))
    assert pressed.action is not None
    refusal = at.game.check(at.state, pressed.action)
    assert refusal is not None
    assert refusal.text == "No word begins with “QUQ”."


def test_letters_are_taken_only_where_lettered_things_are_chosen(spelling: Game) -> None:
    at = Session(spelling, seed=1)
    assert takes_letters(at, Draft())
    assert takes_letters(at, Draft("spell", items=(1,)))
    assert takes_letters(at, Draft("point"))
    assert not takes_letters(Session(load("reversi")), Draft())
    for action in (("spell", (1, 2, 3)), ("point", 4)):
        at.perform(action)
    assert not takes_letters(at, begin(at.state))


def test_a_letter_picks_the_tile_of_a_record_that_is_then_placed(letters: Game) -> None:
    at = Session(letters, seed=1)
    draft = press(at, Draft(), Key("t")).draft
    assert draft == Draft("write", parts=(None, 3, "t"))
    draft = press(at, draft, Click(2)).draft
    assert draft == Draft("write", items=((2, 3, "t"),))
    assert press(at, draft, Key("t")).message == "There is no T to choose."
    assert press(at, draft, Key("*")).draft.parts == (None, 4, None)


def test_what_is_lit_is_picked_before_all_else_that_shows_the_letter(spelling: Game) -> None:
    at = Session(spelling, seed=1)
    lit: frozenset[Spot] = frozenset({PieceValue("tile", 3)})
    assert press(at, Draft(), Key("b", lit)).draft.items == (3,)
    assert press(at, Draft(), Key("a", lit)).draft.items == (2,)


def test_a_wild_tile_stands_for_a_letter_that_no_tile_shows() -> None:
    game = loads(SPELLING.replace("letter = 'a'", "letter = '*'"), "wild.yaml")
    at, draft = Session(game, seed=1), Draft()
    for letter, items in (("b", (1,)), ("e", (1, 2)), ("b", (1, 2, 3))):
        draft = press(at, draft, Key(letter)).draft
        assert draft.items == items
    # There is no other one.
    assert press(at, Draft("spell", items=(1, 2)), Key("e")).message == "There is no E to choose."


def test_a_wild_tile_of_a_record_is_taken_with_the_letter_that_was_typed(letters: Game) -> None:
    at = Session(letters, seed=1)
    assert press(at, Draft(), Key("b")).draft == Draft("write", parts=(None, 4, "b"))
    # It can only stand for A, B and C.
    assert press(at, Draft(), Key("e")).message == "There is no E to choose."


# Lanes


def test_a_click_anywhere_in_a_column_drops_into_it() -> None:
    game = load("connect_four")
    at = Session(game, seed=1)
    names = at.state.program.schema.topology.names
    for place in ("d6", "d3", "d1", "d5"):
        pressed = press(at, Draft(), Click(names.index(place)))
        assert pressed.action == ("drop", names.index("d6"))
        at.perform(pressed.action)
    discs = at.state.data[at.state.program.layout.fields["cell.disc"].index]
    assert [discs[names.index(f"d{row}")] for row in range(1, 7)] == [1, 2, 1, 2, 0, 0]


def test_a_full_column_is_full_wherever_it_is_clicked_and_no_other_is() -> None:
    game = load("connect_four")
    at = Session(game, seed=1)
    names = at.state.program.schema.topology.names
    for _ in range(6):
        at.perform(("drop", names.index("a6")))
    for place in ("a6", "a2"):
        action = press(at, Draft(), Click(names.index(place))).action
        assert action is not None
        refusal = at.perform(action).refusal
        assert refusal is not None and refusal.text == "That column is full."
    assert press(at, Draft(), Click(names.index("b2"))).action == ("drop", names.index("b6"))


def test_what_stays_at_the_edge_is_put_there_by_pointing_at_it_alone() -> None:
    at = Session(loads(HOME_ROW, "home_row.yaml"), seed=1)
    names = at.state.program.schema.topology.names
    assert press(at, Draft(), Click(names.index("b1"))).action == ("enter", names.index("b1"))
    beside = press(at, Draft(), Click(names.index("b3"))).action
    assert beside == ("enter", names.index("b3"))
    refusal = at.perform(beside).refusal
    assert refusal is not None and refusal.text == "That place is taken."


# Refusals


def test_a_man_that_cannot_go_is_told_so_by_the_action_that_is_possible_at_all() -> None:
    game = load("draughts")
    at = Session(game, seed=1)
    names = at.state.program.schema.topology.names
    pressed = press(at, Draft(), Click(names.index("b2")))
    assert (pressed.action, pressed.message) == (None, "There is no legal move from b2. That square is taken.")
