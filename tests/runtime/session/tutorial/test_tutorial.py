"""Lessons one by one: what they say, what they refuse, what counts, and where each begins."""

from itertools import islice

import pytest

from interpreter import Diagnostics, Game, SpecError, load, loads
from interpreter.position import PieceValue
from runtime.commands.check import check_spec
from runtime.session.draft import Draft
from runtime.session.session import Change
from runtime.tutorial import Lesson, NoTutorial, Tutorial, check_tutorial

PAIRS = """\
game: pairs
title: Pairs
settings:
  goal: {default: 4, range: 1..9, title: Goal}
levels:
  long: {}
  short: {goal: 2}
entities:
  tile:
    number: 1..9
boards:
  grid:
    columns: 4
    rows: 1
    holds: tile
    start: |
      1 2 1 2
zones:
  tray: {holds: tile}
state:
  taken: 0
define:
  first_one: first(pieces(grid))
actions:
  pair:
    title: Take a pair
    choose:
      a: pieces(grid)
      b:
        from: pieces(grid)
        where: it != a
        else: Take two different tiles.
    validate:
      same_number:
        check: a.number == b.number
        else: The numbers differ.
    effects:
      - move: list(a, b)
        to: tray
      - taken += 2
  peek:
    title: Peek
    choose:
      c: pieces(grid)
    effects:
      - c.number = c.number
  put_back:
    title: Put back
    choose:
      tiles: {many: 1..2, from: tray}
    effects:
      - remove: tiles
  rest:
    title: Rest
    effects:
      - taken += 0
end_conditions:
  rested: {when: turn_number > 6, won: false}
  done: {when: taken >= goal, won: true}
assist: {undo: {limit: none}}
tutorial:
  level: short
  steps:
    look:
      say: There are {len(pieces(grid))} tiles, and the goal is {goal}.
      show: grid
      wait: {button: Next}
    first:
      say: Choose a tile.
      show: list(t for t in pieces(grid) if t.number == 2)
      wait: {chosen: pair.a}
      only: draft.pair.a.number == 2
    second:
      say: You chose a {default(draft.pair.a.number, 0)}. Choose the other.
      wait: {action: pair}
      only: a.number == 2
      nudge: The other one with a 2, please.
    again:
      settings: {goal: 6}
      say: The goal is {goal} now. Try undo and rest.
      show: tray
      wait: {used: [undo, restart]}
    finish:
      given:
        grid: |
          3 3 4 .
        settings: {goal: 2}
      say: Finish.
      show:
        - a1
        - first_one
      wait: {ended: done}
      nudge: That is not how it ends.
"""


@pytest.fixture(scope="module")
def pairs() -> Game:
    return loads(PAIRS, "pairs.yaml")


class Course:
    """A tutorial that is told about changes of its session, as in a window."""

    def __init__(self, game: Game) -> None:
        self.tutorial = Tutorial(game)
        self.session = self.tutorial.session
        self.changes: list[Change] = []
        self.session.subscribe(self.changes.append)

    def do(self, text: str) -> bool:
        action = self.session.game.action(self.session.state, text)
        assert self.tutorial.allows(action) is None
        assert self.session.perform(action).refusal is None
        return self.tell()

    def tell(self) -> bool:
        changes, self.changes[:] = list(self.changes), []
        learnt = [self.tutorial.happened(change) for change in changes]
        return any(learnt)

    def refusal(self, text: str) -> str | None:
        return self.tutorial.allows(self.session.game.action(self.session.state, text))


@pytest.fixture
def course(pairs) -> Course:
    return Course(pairs)


@pytest.fixture
def at_first(course) -> Course:
    course.tutorial.happened("Next")
    return course


@pytest.fixture
def at_second(at_first) -> Course:
    at_first.tutorial.happened(Draft("pair", (2,)))
    return at_first


@pytest.fixture
def at_uses(at_second) -> Course:
    at_second.do("pair b1 d1")
    at_second.tutorial.advance()
    at_second.changes.clear()
    return at_second


def test_a_game_without_lessons_has_no_tutorial():
    with pytest.raises(NoTutorial, match="Gomoku has no tutorial"):
        Tutorial(load("gomoku"))


def test_the_first_lesson(course):
    sites = frozenset({1, 2, 3, 4})
    assert course.tutorial.lesson == Lesson("look", "There are 4 tiles, and the goal is 2.", sites, 1, 5, "Next")
    assert (course.session.level, course.session.settings) == ("short", {"goal": 2})
    assert not course.tutorial.finished


def test_a_button_leads_on_and_nothing_else_does(course):
    tutorial = course.tutorial
    assert course.refusal("rest") == "Press ‘Next’ to go on."
    assert [tutorial.allows(name) for name in ("Next", "rules", "undo", "pair", "rest")] == [
        None,
        None,
        *["Press ‘Next’ to go on."] * 3,
    ]
    assert tutorial.allows(Draft("pair", (1,))) == "Press ‘Next’ to go on."
    assert tutorial.allows(Draft()) is None
    assert not tutorial.happened("Weiter")
    assert tutorial.happened("Next")
    assert tutorial.lesson.name == "first"


def test_a_choice_is_waited_for(at_first):
    tutorial = at_first.tutorial
    assert tutorial.lesson.spots == {PieceValue("tile", 2), PieceValue("tile", 4)}
    assert tutorial.allows(Draft("pair", (1,))) == "Choose what is highlighted."
    assert tutorial.allows(Draft("pair", (2,))) is None
    assert tutorial.allows("pair") is None
    assert [tutorial.allows("rest"), tutorial.allows("put_back")] == ["Choose what is highlighted."] * 2
    assert not tutorial.happened(Draft("pair"))
    assert tutorial.happened(Draft("pair", (2,)))
    assert (tutorial.lesson.name, tutorial.lesson.text) == ("second", "You chose a 2. Choose the other.")


def test_a_click_that_could_mean_several_actions_may_mean_the_right_one(at_first):
    tutorial = at_first.tutorial
    assert tutorial.allows(Draft("peek", (2,))) is None
    assert tutorial.allows(Draft("peek", (1,))) == "Choose what is highlighted."
    assert tutorial.allows(Draft("peek", (2,), armed=True)) == "Choose what is highlighted."
    assert tutorial.happened(Draft("peek", (2,)))


def test_a_whole_move_is_asked_of_both_lessons(at_first):
    assert at_first.refusal("pair a1 c1") == "Choose what is highlighted."
    assert at_first.do("pair b1 d1")
    assert at_first.tutorial.fulfilled
    at_first.tutorial.advance()
    assert at_first.tutorial.lesson.name == "again"


def test_an_action_is_waited_for(at_second):
    tutorial, before = at_second.tutorial, at_second.session.state
    assert at_second.refusal("pair a1 c1") == "The other one with a 2, please."
    assert at_second.refusal("pair a1 b1") == "The other one with a 2, please."
    assert tutorial.allows(Draft("pair", (1,))) == "The other one with a 2, please."
    assert tutorial.allows(Draft("pair", (2,))) is None
    assert tutorial.allows("rest") == "The other one with a 2, please."
    assert at_second.session.state is before
    assert at_second.do("pair b1 d1")
    assert (tutorial.fulfilled, tutorial.lesson.name) == (True, "second")
    assert tutorial.allows(("rest",)) == "This lesson is over; go on to the next."


def test_without_a_nudge_the_rules_say_why():
    game = loads(PAIRS.replace("      nudge: The other one with a 2, please.\n", ""), "pairs.yaml")
    course = Course(game)
    course.tutorial.happened("Next")
    course.tutorial.happened(Draft("pair", (2,)))
    assert course.refusal("pair b1 a1") == "The numbers differ."
    assert course.refusal("pair a1 c1") == "Not this one. Read what the lesson asks for."
    assert course.refusal("rest") == "Not yet. This lesson is about ‘Take a pair’."


def test_settings_change_and_the_position_stays(at_uses):
    tutorial, session = at_uses.tutorial, at_uses.session
    assert tutorial.lesson.text == "The goal is 6 now. Try undo and rest."
    assert session.settings == {"goal": 6}
    assert tutorial.lesson.spots == {PieceValue("tile", 2), PieceValue("tile", 4)}
    assert (session.history, session.can_undo) == ([], False)


def test_buttons_are_used_in_any_order():
    game = loads(PAIRS.replace("      settings: {goal: 6}\n", ""), "pairs.yaml")
    course = Course(game)
    tutorial = course.tutorial
    tutorial.happened("Next")
    course.do("pair b1 d1")
    assert tutorial.lesson.uses == ("undo", "restart")
    assert [tutorial.allows(name) for name in ("undo", "restart")] == [None, None]
    assert tutorial.allows("hint") == "Not yet. Use ‘undo’ and ‘restart’."
    course.session.undo()
    assert not course.tell()
    assert tutorial.lesson.uses == ("restart",)
    assert tutorial.happened("restart")
    assert tutorial.fulfilled


def test_setting_up_a_lesson_is_no_restart_of_the_learner(pairs):
    tutorial = Tutorial(pairs)
    tutorial.session.subscribe(tutorial.happened)
    tutorial.happened("Next")
    assert tutorial.session.perform(("pair", 2, 4)).refusal is None
    tutorial.advance()
    assert tutorial.lesson.uses == ("undo", "restart")
    tutorial.again()
    assert tutorial.lesson.uses == ("undo", "restart")
    tutorial.session.restart()
    assert tutorial.lesson.uses == ("undo",)


def test_while_an_end_is_waited_for_everything_is_free_and_a_wrong_end_is_missed(at_uses):
    tutorial, session = at_uses.tutorial, at_uses.session
    tutorial.happened("undo")
    tutorial.happened("restart")
    tutorial.advance()
    at_uses.changes.clear()
    assert tutorial.lesson.spots == {1, PieceValue("tile", 1)}
    assert (session.settings, session.level) == ({"goal": 2}, "short")
    assert [tutorial.allows(name) for name in ("undo", "hint", "rest", "new_game")] == [
        None,
        None,
        None,
        "That is not how it ends.",
    ]
    start = session.state
    for _ in range(7):
        assert not at_uses.do("rest")
    assert session.state.over
    assert (tutorial.missed, tutorial.finished) == (True, False)
    tutorial.again()
    at_uses.changes.clear()
    assert (session.state, tutorial.missed, session.history) == (start, False, [])
    assert at_uses.do("pair a1 b1")
    assert (tutorial.finished, tutorial.lesson, tutorial.allows("rest")) == (True, None, None)


def test_a_lesson_whose_move_is_gone_is_missed():
    text = PAIRS.replace("wait: {ended: done}", "wait: {action: pair}\n      only: a.number == 5")
    course = Course(loads(text, "pairs.yaml"))
    tutorial = course.tutorial
    for _ in range(4):
        tutorial.advance()
    course.session.perform(("rest",))
    course.tell()
    assert tutorial.missed


def test_going_back_begins_the_lesson_before(at_second):
    tutorial, session = at_second.tutorial, at_second.session
    start = session.state
    at_second.do("pair b1 d1")
    tutorial.back()
    assert (tutorial.lesson.name, session.state, tutorial.fulfilled) == ("first", start, False)
    tutorial.back()
    tutorial.back()
    assert tutorial.lesson.name == "look"


def test_the_last_lesson_can_be_gone_back_to(at_uses):
    tutorial = at_uses.tutorial
    tutorial.happened("undo")
    tutorial.happened("restart")
    tutorial.advance()
    tutorial.advance()
    assert tutorial.finished
    tutorial.back()
    assert tutorial.lesson.name == "finish"


def test_a_list_may_grow_until_it_is_right():
    text = PAIRS.replace("{chosen: pair.a}", "{chosen: put_back.tiles}").replace(
        "draft.pair.a.number == 2", "len(draft.put_back.tiles) == 2"
    )
    lit = "show: list(t for t in pieces(grid) if t.number == 2)"
    text = text.replace(lit, "show: tray")
    text = text.replace("    first:\n", "    first:\n      given:\n        tray: 5 5\n")
    tutorial = Tutorial(loads(text, "pairs.yaml"))
    tutorial.happened("Next")
    assert (tutorial.lesson.name, tutorial.fulfilled) == ("first", False)
    one, two = Draft("put_back", items=(5,)), Draft("put_back", items=(5, 6))
    answers = [tutorial.allows(draft) for draft in (one, two, Draft("pair", (1,)))]
    assert answers == [None, None, "Choose what is highlighted."]
    assert [tutorial.happened(draft) for draft in (one, two)] == [False, True]
    tutorial = Tutorial(loads(text.replace("show: tray", "show: first(tray)"), "pairs.yaml"))
    tutorial.happened("Next")
    other = Draft("put_back", items=(6,))
    assert [tutorial.allows(draft) for draft in (one, other)] == [None, "Choose what is highlighted."]


def test_the_computer_moves_in_between():
    course = Course(load("draughts"))
    tutorial, session = course.tutorial, course.session
    assert session.seats == {"dark": "person", "light": "computer"}
    tutorial.happened(Draft("walk", (17,)))
    course.do("walk a3 b4")
    assert tutorial.fulfilled
    for _ in range(5):
        tutorial.advance()
    course.changes.clear()
    assert tutorial.lesson.name == "the_end"
    tutorial.back()
    course.changes.clear()
    course.do("walk c7 b8")
    assert (tutorial.lesson.name, session.seat_to_move) == ("the_end", "computer")
    session.perform(session.legal[0])
    assert not course.tell()
    assert not tutorial.missed


# Positions with mistakes


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("3 3 4 .", "3 3 X .", "‘X’"),
        ("settings: {goal: 2}\n      say", "settings: {goal: 77}\n      say", "goal takes numbers from 1 to 9"),
        ("settings: {goal: 6}", "settings: {goal: many}", "goal takes numbers from 1 to 9"),
    ],
)
def test_mistakes_of_positions_are_found_when_a_spec_is_checked(old, new, message):
    assert old in PAIRS
    game = loads(PAIRS.replace(old, new), "pairs.yaml")
    diagnostics = Diagnostics()
    check_tutorial(game, diagnostics)
    assert [message in each.message for each in diagnostics.errors] == [True]
    tutorial = Tutorial(game)
    steps = iter(tutorial.advance, 0)
    with pytest.raises(SpecError):
        list(islice(steps, 5))


def test_the_command_check_looks_at_positions(tmp_path):
    path = tmp_path / "pairs.yaml"
    path.write_text(PAIRS.replace("3 3 4 .", "3 3 . . ."), encoding="utf-8")
    assert [each.message for each in check_spec(path).errors] == ["Row 1 has 5 symbols; the board has 4 columns."]


def test_a_good_tutorial_has_no_mistakes(pairs):
    diagnostics = Diagnostics()
    check_tutorial(pairs, diagnostics)
    check_tutorial(load("gomoku"), diagnostics)
    assert list(diagnostics) == []


def test_a_hint_that_a_lesson_asked_for_can_be_asked_for_again():
    course = Course(loads(PAIRS.replace("used: [undo, restart]", "used: [hint]"), "pairs.yaml"))
    tutorial = course.tutorial
    while not (tutorial.lesson is None or tutorial.lesson.uses == ("hint",)):
        tutorial.advance()
    tutorial.happened("hint")
    assert tutorial.allows("undo") == "This lesson is over; go on to the next."
    assert tutorial.allows("hint") is None
