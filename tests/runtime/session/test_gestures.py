"""Gestures: what clicks, drags, keys and buttons amount to."""

from dataclasses import dataclass
from typing import Any

import pytest

from interpreter import BadAction, Game, State, load, loads
from interpreter.language.types import Piece, Site, Type, strip
from interpreter.position import PieceValue
from interpreter.rules.plan import ChoicePlan
from runtime.session.draft import Draft, begin, questions
from runtime.session.gestures import press, targets
from runtime.session.hand import Button, Click, Drag, Gesture, Key, Lift, Pick, Pressed, RightClick
from runtime.session.session import Session
from tests.shipped import shared_out


@dataclass
class Hand:
    """A hand at a game: what it presses happens at once."""

    game: Game
    state: State
    draft: Draft

    def site(self, name: str) -> int:
        return self.state.program.schema.topology.names.index(name)

    def press(self, gesture: Gesture) -> Pressed:
        pressed = press(self, self.draft, gesture)
        self.draft = pressed.draft
        return pressed

    def click(self, *names: str) -> Pressed:
        for name in names[:-1]:
            self.press(Click(self.site(name)))
        return self.press(Click(self.site(names[-1])))

    def drag(self, start: str, end: str) -> Pressed:
        return self.press(Drag(self.site(start), self.site(end)))

    def do(self, pressed: Pressed) -> str:
        """Do what a gesture amounts to; return the refusal, if any."""
        assert pressed.action is not None
        outcome = self.game.apply(self.state, pressed.action)
        if outcome.refusal is None:
            self.state, self.draft = outcome.state, begin(outcome.state)
            return ""
        return f"{outcome.refusal.name}: {outcome.refusal.text}"


def hand(game: Game, *moves: str) -> Hand:
    state = game.new(1)
    for move in moves:
        state = game.advance(state, game.action(state, move))
    return Hand(game, state, begin(state))


@pytest.fixture(scope="module")
def men() -> Game:
    return load("draughts")


@pytest.fixture(scope="module")
def morris() -> Game:
    return load("nine_mens_morris")


# The right button


FLAGS = """
game: flags
title: Flags
boards:
  row: {columns: 3, rows: 1, cell: {open: flag, flag: flag}}
actions:
  open:
    choose:
      c:
        from: row
        where: not it.open and not it.flag
        else: It is open or has a flag.
    effects:
      - c.open = true
  flag:
    gesture: right_click
    choose:
      c: {from: row, where: not it.open, else: It is open.}
    effects:
      - c.flag = not c.flag
end_conditions:
  all_open:
    when: all(x.open for x in row)
    won: true
"""


def test_a_right_click_makes_the_action_that_is_kept_for_it_and_a_click_never_does() -> None:
    at = hand(loads(FLAGS))
    assert at.press(RightClick(at.site("b1"))) == Pressed(Draft(), ("flag", 2))
    assert at.do(at.press(RightClick(at.site("b1")))) == ""
    assert at.do(at.click("b1")) == "c: It is open or has a flag."
    assert targets(at, at.draft) == {1, 3}
    assert at.do(at.click("a1")) == ""
    assert at.do(at.press(RightClick(at.site("a1")))) == "c: It is open."


def test_what_is_kept_for_the_right_button_is_also_done_by_key_and_by_its_button() -> None:
    at = hand(loads(FLAGS))
    at.press(Key("Right"))
    assert at.press(Key("Shift+Enter")).action == ("flag", 1)
    at = hand(loads(FLAGS))
    at.press(Button("flag"))
    assert at.click("c1").action == ("flag", 3)


def test_a_right_click_gives_up_what_is_half_chosen(men: Game) -> None:
    at = hand(men)
    at.click("c3")
    assert not at.draft.empty
    assert at.press(RightClick(at.site("d4"))) == Pressed(Draft())
    at = hand(loads(FLAGS))
    at.press(Button("flag"))
    assert at.press(RightClick(at.site("a1"))) == Pressed(Draft())


# One click


def test_a_click_that_completes_an_action_gives_it() -> None:
    at = hand(load("tic_tac_toe"))
    assert at.click("b2") == Pressed(Draft(), ("place", 5))


def test_a_click_on_what_may_not_be_chosen_gives_the_action_too_so_that_the_rules_refuse_it() -> None:
    at = hand(load("tic_tac_toe"), "place b2")
    pressed = at.click("b2")
    assert pressed == Pressed(Draft(), ("place", 5))
    assert at.do(pressed) == "c: That square is taken."


def test_a_click_on_a_site_chooses_the_piece_there() -> None:
    game = load("memory")
    at = hand(game)
    assert at.click("c2").action == game.action(at.state, "turn_up c2")
    number = game.action(at.state, "turn_up c2")[1]
    assert at.press(Click(PieceValue("card", number))).action == ("turn_up", number)


def test_a_session_can_be_pressed_too() -> None:
    session = Session(load("tic_tac_toe"), seed=1)
    assert press(session, Draft(), Click(1)).action == ("place", 1)


# Two clicks


def test_click_and_click(men: Game) -> None:
    at = hand(men)
    walks = [men.text(at.state, action) for action in men.legal(at.state)]
    _, start, end = walks[0].split()
    assert at.click(start) == Pressed(Draft("walk", (at.site(start),)))
    assert at.click(end) == Pressed(Draft("walk", (at.site(start),)), ("walk", at.site(start), at.site(end)))


def test_a_click_on_what_is_chosen_takes_it_back_and_another_man_is_chosen_instead(men: Game) -> None:
    at = hand(men)
    first, second = sorted({men.text(at.state, action).split()[1] for action in men.legal(at.state)})[:2]
    assert at.click(first, first) == Pressed(Draft())
    assert at.click(first, second) == Pressed(Draft("walk", (at.site(second),)))


def test_a_target_that_is_refused_leaves_the_first_choice(men: Game) -> None:
    at = hand(men)
    _, start, _ = men.text(at.state, men.legal(at.state)[0]).split()
    pressed = at.click(start, "d4" if start != "d4" else "e5")
    assert pressed.action is not None
    assert pressed.action[:2] == ("walk", at.site(start))
    assert at.do(pressed).split(":")[0] in ("b", "free_square")
    assert at.draft == Draft("walk", (at.site(start),))


def test_why_a_man_cannot_begin(men: Game) -> None:
    at = hand(men)
    ours = {action[1] for action in men.legal(at.state)}
    owner = at.state.data[at.state.program.layout.fields["man.owner"].index]
    men_at = at.state.data[at.state.program.layout.fields["at.man"].index]
    theirs = next(site for site, man in enumerate(men_at) if man and owner[man] != at.state.data[0])
    pressed = at.press(Click(theirs))
    assert (pressed.message, pressed.action, pressed.draft) == ("That piece isn’t yours.", None, Draft())
    assert ours == targets(at, Draft())


def test_another_action_of_the_same_shape_is_found_by_the_second_click(men: Game) -> None:
    at = _before_a_jump(men)
    jumps = [action for action in men.legal(at.state) if action[0] == "jump"]
    jump = men.text(at.state, jumps[0]).split()
    assert at.click(jump[1], jump[2]).action == jumps[0]


def test_a_man_that_cannot_take_is_told_that_another_must(men: Game) -> None:
    at = _before_a_jump(men)
    jumping = {action[1] for action in men.legal(at.state)}
    owner = at.state.data[at.state.program.layout.fields["man.owner"].index]
    men_at = at.state.data[at.state.program.layout.fields["at.man"].index]
    idle = next(s for s, man in enumerate(men_at) if man and owner[man] == at.state.data[0] and s not in jumping)
    assert at.press(Click(idle)).message == "You must capture when you can."


def _before_a_jump(men: Game) -> Hand:
    state = men.new(1)
    while not any(action[0] == "jump" for action in men.legal(state)):
        state = men.advance(state, men.legal(state)[0])
    return Hand(men, state, begin(state))


def test_actions_of_one_shape_take_turns_by_phase_and_continuation(morris: Game) -> None:
    at = hand(morris)
    for name in ("a7", "a1", "d7", "d1"):
        assert at.do(at.click(name)) == ""
    pressed = at.click("a7")
    assert at.do(pressed) == "c: That point is taken."
    assert at.do(at.click("g7")) == ""
    assert at.do(at.click("a4")) == "s: Take one of your opponent’s men."
    assert at.do(at.click("a7")) == "s: Take one of your opponent’s men."
    assert at.do(at.click("a1")) == ""
    assert at.state.to_move == "black"


# Drags


def test_a_drag_makes_both_choices(men: Game) -> None:
    at = hand(men)
    action = men.legal(at.state)[0]
    assert at.press(Drag(action[1], action[2])) == Pressed(Draft(), action)


def test_a_drag_that_is_refused_leaves_nothing_chosen(men: Game) -> None:
    at = hand(men)
    action = men.legal(at.state)[0]
    pressed = at.press(Drag(action[1], at.site("h8") if action[2] != at.site("h8") else 1))
    assert pressed.action is not None
    assert (pressed.action[:2], pressed.draft) == (action[:2], Draft())


def test_clicks_and_drags_tell_actions_apart(trays: Game) -> None:
    at = hand(trays)
    assert at.click("b1").action == trays.action(at.state, "claim b1")
    pressed = at.click("a1")
    assert at.do(pressed) == "tile: “4” is too small."
    assert at.drag("a1", "a2").action == trays.action(at.state, "shift a1 a2")
    pressed = at.drag("a1", "c2")
    assert at.do(pressed) == "at: It does not fit there."
    tray = PieceValue("tile", trays.action(at.state, "place 7 c2")[1])
    assert at.press(Drag(tray, at.site("c2"))).action == ("place", tray.number, at.site("c2"))
    assert at.press(Click(tray)).draft == Draft("place", (tray.number,))
    assert at.click("c2").action == ("place", tray.number, at.site("c2"))


def test_a_swipe_and_an_arrow_choose_a_direction() -> None:
    game = load("game_2048")
    at = hand(game)
    legal = {game.text(at.state, action).split()[1] for action in game.legal(at.state)}
    swipes = (("Left", "west", "c1", "a1"), ("Down", "south", "b1", "b4"), ("Up", "north", "a3", "a1"))
    for key, word, start, end in swipes:
        wanted = game.action(at.state, f"{next(iter(at.state.program.actions))} {word}")
        assert at.press(Key(key)) == Pressed(Draft(), wanted)
        assert at.drag(start, end) == Pressed(Draft(), wanted)
        assert (at.do(Pressed(Draft(), wanted)) == "") is (word in legal)
        at = hand(game)


# Lists


def test_a_list_is_clicked_together_and_entered(trays: Game) -> None:
    at = hand(trays)
    assert at.press(Button("trail")) == Pressed(Draft("trail", armed=True))
    assert at.click("b2", "b1").draft.items == (at.site("b2"), at.site("b1"))
    assert at.click("c2").message == "A trail goes from square to square."
    assert at.click("a1").draft.items == (at.site("b2"), at.site("b1"), at.site("a1"))
    assert at.click("b1").draft.items == (at.site("b2"),)
    assert at.do(at.press(Key("Enter"))) == "sites: A trail goes from square to square."
    assert at.draft.items == (at.site("b2"),)
    assert at.click("a2").draft.items == (at.site("b2"), at.site("a2"))
    assert at.press(Key("Backspace")).draft.items == (at.site("b2"),)
    at.click("c2")
    pressed = at.press(Button("trail"))
    assert pressed.action == ("trail", (at.site("b2"), at.site("c2")))
    assert pressed.draft.items == (at.site("b2"), at.site("c2"))
    assert at.press(Key("Escape")) == Pressed(Draft())


def test_a_list_before_another_choice(letters: Game) -> None:
    at = hand(letters)
    at.press(Button("swap_out"))
    for number in (4, 2):
        at.press(Click(PieceValue("tile", number)))
    assert at.press(Key("Enter")).draft.values == ((2, 4),)
    assert at.press(Key("7")) == Pressed(at.draft)
    assert at.press(Key("3")).action == ("swap_out", (2, 4), 3)


# Records


def test_tiles_are_placed_from_the_rack_by_click_or_drag(letters: Game) -> None:
    at = hand(letters)
    c, a, t = (PieceValue("tile", number) for number in (1, 2, 3))
    assert at.press(Drag(c, at.site("a1"))) == Pressed(Draft("write", items=((1, 1, "c"),)))
    pressed = at.press(Drag(a, at.site("a1")))
    assert (pressed.draft.items, pressed.message) == (((1, 1, "c"),), "That square is taken.")
    at.press(Click(a))
    assert at.click("b1").draft.items == ((1, 1, "c"), (2, 2, "a"))
    assert at.drag("b1", "c1").draft.items == ((1, 1, "c"), (3, 2, "a"))
    assert at.press(Click(c)).draft.items == ((3, 2, "a"),)
    assert at.press(Drag(at.site("c1"), None)).draft.items == ()
    at.press(Drag(t, at.site("a2")))
    assert at.press(Key("Enter")).action == ("write", ((4, 3, "t"),))


def test_a_letter_is_typed_or_picked_where_it_is_asked_for(letters: Game) -> None:
    at = hand(letters)
    wild = PieceValue("tile", 4)
    assert at.press(Drag(wild, at.site("a1"))).draft.parts == (1, 4, None)
    assert at.press(Key("Enter")) == Pressed(at.draft)
    assert at.press(Key("z")).draft.parts == (1, 4, None)
    assert at.press(Key("b")).draft == Draft("write", items=((1, 4, "b"),))
    at.press(Key("Backspace"))
    at.press(Drag(wild, at.site("a1")))
    assert at.press(Pick("c", "letter")).draft.items == ((1, 4, "c"),)


# Keys, buttons and menus


def test_the_keyboard_points_and_clicks() -> None:
    at = hand(load("tic_tac_toe"))
    assert at.press(Key("Space")) == Pressed(Draft())
    assert [at.press(Key(key)).draft.cursor for key in ("Right", "Right", "Down", "Left", "Left")] == [1, 2, 5, 4, 4]
    assert at.press(Key("Space")) == Pressed(Draft(cursor=4), ("place", 4))
    assert at.press(Key("Enter")) == Pressed(Draft(cursor=4), ("place", 4))


def test_a_button_does_an_action_without_choices(letters: Game) -> None:
    at = hand(letters)
    assert at.press(Button("give_up")) == Pressed(Draft(), ("give_up",))
    assert at.press(Button("stop")) == Pressed(Draft(), ("stop",))
    with pytest.raises(BadAction, match="There is no action dance"):
        at.press(Button("dance"))


def test_a_button_of_an_action_that_may_not_be_tried_says_why(morris: Game) -> None:
    at = hand(morris)
    pressed = at.press(Button("take"))
    assert (pressed.message, pressed.draft) == ("That can only follow another move.", Draft())


def test_a_word_is_picked_from_a_menu_or_typed(trays: Game) -> None:
    at = hand(trays)
    at.press(Button("dye"))
    assert at.press(Pick(2)).action == ("dye", 2)
    assert at.press(Key("b")).action == ("dye", 3)
    assert at.press(Pick(9)).message == "That cannot be chosen."


def test_an_armed_action_takes_every_click(trays: Game) -> None:
    at = hand(trays)
    at.press(Button("shift"))
    assert at.click("b1").draft == Draft("shift", (trays.action(at.state, "shift b1 b2")[1],), armed=True)
    assert at.click("b2").action == trays.action(at.state, "shift b1 b2")


def test_what_lights_up(trays: Game) -> None:
    at = hand(trays)
    tray = PieceValue("tile", trays.action(at.state, "place 7 c2")[1])
    assert tray in targets(at, Draft())
    at.press(Click(tray))
    assert targets(at, at.draft) == {at.site(name) for name in ("c1", "a2", "b2", "c2")}


# Every game


def spot_of(kind: Type, value: int) -> Gesture:
    inner = strip(kind)
    if isinstance(inner, Piece):
        return Click(PieceValue(inner.kind, value))
    return Click(value) if isinstance(inner, Site) else Pick(value)


def _choose_item(at: Hand, choice: ChoicePlan, item: Any) -> None:
    """One more item of a list: the parts of a record are pointed at, and its letter is picked if there is a
    question."""
    if not choice.fields:
        at.press(spot_of(choice.item.type, item))
        return
    for part, value in zip(choice.fields, item, strict=True):
        if isinstance(strip(part.variable.type), Site | Piece):
            at.press(spot_of(part.variable.type, value))
    for part, value in zip(choice.fields, item, strict=True):
        if at.draft.parts and part.name in questions(at.game, at.state, at.draft):
            at.press(Pick(value, part.name))


@pytest.mark.parametrize("name", shared_out(0))
def test_every_legal_action_can_be_made_by_hand(name: str) -> None:
    game = load(name)
    state = game.new(3)
    for turn in range(8):
        legal = game.legal(state)
        for action in legal[:: max(1, len(legal) // 12)]:
            at = Hand(game, state, begin(state))
            pressed = at.press(Button(action[0]))
            choices = state.program.actions[action[0]].choices if action[0] != "stop" else []
            for choice, value in list(zip(choices, action[1:], strict=True))[len(pressed.draft.values) :]:
                if pressed.action is not None:
                    break  # There is no question about the others.
                if choice.form == "one":
                    pressed = at.press(spot_of(choice.item.type, value))
                else:
                    for item in value:
                        _choose_item(at, choice, item)
                    pressed = at.press(Key("Enter"))
            assert pressed.action == action
        if not legal:
            return
        state = game.advance(state, legal[(7 * turn) % len(legal)])


@pytest.mark.parametrize("name", shared_out(1))
def test_what_lights_up_begins_a_move(name: str) -> None:
    game = load(name)
    state = game.new(3)
    dragged = any(plan.spec.gesture == "drag" for plan in state.program.actions.values())
    for turn in range(6):
        at = Hand(game, state, begin(state))
        for spot in sorted(targets(at, at.draft), key=repr)[:10]:
            pressed = press(at, at.draft, Click(spot))
            if pressed.action is not None:
                # Something that lights up because it can be dragged may mean something else to a click.
                assert dragged or game.check(state, pressed.action) is None
            else:
                assert pressed.refusal is None
                assert targets(at, pressed.draft) or questions(game, state, pressed.draft)
        legal = game.legal(state)
        if not legal:
            return
        state = game.advance(state, legal[(5 * turn) % len(legal)])


TWO_BOARDS = """
game: two_boards
title: Two boards
entities:
  apple: {ripe: flag}
boards:
  tree: {columns: 3, rows: 1, holds: apple, start: "x o .", legend: {x: {ripe: true}, o: {ripe: false}}}
  table: {columns: 3, rows: 1, holds: apple, start: ". . x", legend: {x: {ripe: true}}}
state:
  picked: 0
actions:
  pick:
    choose:
      a:
        from: pieces(tree)
        where: it.ripe
        else: That apple is not ripe.
      s:
        from: table
        where: empty(it)
        else: There is one already.
    validate:
      room:
        check: picked < 1
        else: The table is laid.
    effects:
      - picked += 1
      - move: a
        to: s
  rest:
    effects:
      - picked = 0
end_conditions:
  done: {when: picked == 9, won: true}
"""


def test_what_lies_elsewhere_is_not_meant_and_what_comes_later_is_told_to_wait() -> None:
    game = loads(TWO_BOARDS, "two_boards.yaml")
    state = game.new()
    sites = state.program.schema.topology.boards

    def told(state: State, board: str, name: str) -> str:
        refusal = press(Hand(game, state, begin(state)), begin(state), Click(sites[board].by_name[name])).refusal
        return refusal.text if refusal is not None else ""

    assert told(state, "tree", "b1") == "That apple is not ripe."
    assert told(state, "table", "a1") == "Choose an apple first."
    assert told(state, "table", "c1") == "Choose an apple first."
    laid = game.advance(state, game.action(state, "pick tree.a1 table.a1"))
    assert told(laid, "tree", "b1") == "The table is laid."
    assert targets(Hand(game, laid, begin(laid)), begin(laid)) == frozenset()


def test_the_keyboard_takes_up_what_only_a_drag_could() -> None:
    made = hand(load("word_cell"))
    tile = next(spot for spot in targets(made, made.draft) if isinstance(spot, PieceValue))
    assert made.press(Lift(tile)) == Pressed(made.draft)  # A click takes it up, too.
    assert made.do(made.press(Drag(tile, made.site("a1")))) == ""
    clicked = press(made, made.draft, Click(made.site("a1"))).action
    assert clicked is not None
    assert clicked[0] == "claim"
    assert made.press(Lift(made.site("a1"))).draft.action == "shift"
    pressed = made.press(Click(made.site("a5")))
    assert pressed.action is not None
    assert pressed.action[0] == "shift"
    assert made.do(pressed) == ""
    assert made.press(Lift(made.site("a1"))).draft.empty
