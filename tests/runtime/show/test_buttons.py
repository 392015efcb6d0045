"""Buttons: which ones there are, whether they can be pressed, and why not."""

import pytest

from interpreter import Game, load, loads
from runtime.session import draft as drafts
from runtime.session.draft import Draft
from runtime.session.session import Session
from runtime.show import present
from runtime.show.moves import move_text
from runtime.show.values import ButtonShown, Presentation
from tests.runtime.show.looking import played, shown

GO = """\
game: go
title: Go
players: {ann: {title: Ann}, bob: {title: Bob}}
boards:
  grid: {columns: 3, rows: 1, cell: {flagged: flag, opened: flag}}
actions:
  open:
    choose:
      c: {from: grid, where: not it.opened, else: It is open.}
    effects: [c.opened = true]
  put_flag:
    title: Flag
    choose:
      c: {from: grid, where: not it.opened, else: It is open.}
    effects: [c.flagged = true]
  clear:
    choose:
      c: {from: grid, where: it.flagged, else: No flag is there.}
    effects: [c.flagged = false]
  wager:
    choose:
      n: 1..3
    effects:
      - site(grid, n, 1).opened = true
  pass:
    confirm: Pass, {me}?
    validate:
      late: {check: turn_number > 1, else: Not in the first turn.}
    effects: [a1.flagged = true]
  leave:
    only_if: false
    effects: [a1.flagged = true]
end_conditions:
  never: {when: turn_number > 9, winner: none}
"""


def buttons(presentation: Presentation) -> dict[str, ButtonShown]:
    return {button.name: button for button in presentation.buttons}


def test_what_was_undone_can_be_done_again_beside_undo() -> None:
    session = played(GO, "open a1")
    found = buttons(present(session))
    assert list(found) == ["put_flag", "wager", "pass", "undo", "redo", "restart"]
    assert found["redo"] == ButtonShown("redo", "Redo", False, "There is nothing to redo.")
    session.undo()
    found = buttons(present(session))
    assert list(found) == ["put_flag", "wager", "pass", "undo", "redo", "restart"]
    assert found["redo"].enabled


def test_a_new_game_takes_the_place_of_the_hint_at_the_end() -> None:
    session = Session(load("tic_tac_toe"), seed=1, seats={"cross": "person", "nought": "person"})
    assert list(buttons(present(session))) == ["undo", "redo", "hint", "restart"]
    for text in ("a1", "b1", "a2", "b2", "a3"):
        session.perform(session.game.action(session.state, f"place {text}"))
    assert list(buttons(present(session))) == ["undo", "redo", "new_game", "restart"]


def test_actions_that_pointing_cannot_begin_have_buttons() -> None:
    found = buttons(shown(GO))
    assert list(found) == ["put_flag", "wager", "pass", "undo", "redo", "restart"]
    assert found["put_flag"] == ButtonShown("put_flag", "Flag", True, is_action=True)
    assert found["wager"] == ButtonShown("wager", "Wager", True, is_action=True)
    assert found["pass"] == ButtonShown(
        "pass", "Pass", False, "Not in the first turn.", is_action=True, confirm="Pass, Ann?"
    )
    assert found["undo"] == ButtonShown("undo", "Undo", False, "There is nothing to undo.")
    assert found["restart"] == ButtonShown("restart", "Restart", False, "The game has only just begun.")


def test_a_named_action_is_armed_and_asks_its_question() -> None:
    session = played(GO)
    found = present(session, drafts.start(session.state, "wager", armed=True))
    assert buttons(found)["wager"].armed
    assert found.question is not None
    assert (found.question.slot, found.question.title) == ("n", "N")
    assert found.question.options == ((1, "1"), (2, "2"), (3, "3"))
    assert not buttons(present(session))["wager"].armed


def test_who_is_not_to_move_cannot_press() -> None:
    session = played(GO, "open a1", computers=("bob",))
    found = buttons(present(session))
    assert found["pass"].why == "It is not your turn."
    assert found["undo"].enabled


def test_of_several_boards_the_one_to_choose_on_is_named() -> None:
    assert buttons(present(played(load("five_dice"))))["roll"].why == "Choose a place on ‘Dice’ first."


def test_lists_are_submitted_by_their_button(letters: Game) -> None:
    session = played(letters)
    state = session.state
    assert [button.name for button in present(session).buttons] == [
        "write",
        "swap_out",
        "give_up",
        "undo",
        "redo",
        "restart",
    ]
    assert buttons(present(session))["write"].why == "Place a tile on the board first."
    assert buttons(present(session))["swap_out"].enabled
    tile = state.data[state.program.layout.fields["zone.rack"].index][1][0]
    one = Draft("write", (), ((1, tile, "c"),))
    assert buttons(present(session, one))["write"] == ButtonShown("write", "Write", True, is_action=True, armed=True)
    half = Draft("write", (), (), (1, None, None))
    assert buttons(present(session, half))["write"].why == "Something is not chosen yet."
    other = state.data[state.program.layout.fields["zone.rack"].index][1][1]
    two_rows = Draft("write", (), ((1, tile, "c"), (4, other, "a")))
    assert buttons(present(session, two_rows))["write"].why == "All in one row."


def test_help_is_counted_and_used_up(stuck: Game) -> None:
    session = played(stuck)
    assert [(button.name, button.left) for button in present(session).buttons] == [
        ("undo", 2),
        ("redo", None),
        ("hint", 2),
        ("restart", None),
    ]
    for _ in range(2):
        session.perform(stuck.action(session.state, "tread a1"))
        session.undo()
    session.perform(stuck.action(session.state, "tread a1"))
    found = buttons(present(session))
    assert list(found) == ["undo", "redo", "hint", "restart"]
    assert (found["undo"].enabled, found["undo"].why) == (False, "You have no undos left.")


def test_the_second_tier_of_the_last_hint_can_be_asked_for(stuck: Game) -> None:
    session = Session(stuck, settings={"hints_given": 1}, seed=1)
    session.hint(lambda _view, tier: tier)
    hint = buttons(present(session))["hint"]
    assert (hint.enabled, hint.why, hint.left) == (True, "", 0)
    session.hint(lambda _view, tier: tier)
    hint = buttons(present(session))["hint"]
    assert (hint.enabled, hint.why, hint.left) == (False, "You have no hints left.", 0)


def test_the_view_says_which_buttons_there_are() -> None:
    found = shown(load("hex"))
    assert [(button.name, button.title) for button in found.buttons] == [
        ("take_over", "Swap"),
        ("undo", "Undo"),
        ("redo", "Redo"),
        ("hint", "Hint"),
        ("restart", "Restart"),
    ]
    assert [button.title for button in found.menu] == ["Rules", "Game settings", "New game"]
    assert not found.buttons[0].enabled
    assert buttons(shown(load("hex"), "place a1"))["take_over"].enabled


STOPPING = """\
game: stopping
title: Stopping
players: {ann: {title: Ann}, bob: {title: Bob}}
boards: {grid: {columns: 4, rows: 1, cell: {trodden: flag}}}
actions:
  tread:
    choose:
      c: {from: grid, where: not it.trodden}
    effects:
      - c.trodden = true
      - continue: tread
        may_stop: true
end_conditions:
  full:
    when: all(x.trodden for x in grid)
    winner: none
view: {buttons: [undo]}
"""


def test_a_turn_that_may_go_on_can_be_ended() -> None:
    before = shown(STOPPING).buttons
    assert [button.name for button in before] == ["stop", "undo", "redo"]
    assert (before[0].enabled, before[0].why) == (False, "Make a move first.")
    found = shown(STOPPING, "tread a1")
    assert [(button.name, button.title, button.enabled) for button in found.buttons] == [
        ("stop", "End turn", True),
        ("undo", "Undo", True),
        ("redo", "Redo", False),
    ]
    session = played(STOPPING, "tread a1", "stop")
    assert [move_text(session.game, move, 1) for move in session.history] == ["tread a1", "end turn"]


SECRET = """\
game: secret
title: Secret
players: {ann: {title: Ann}, bob: {title: Bob}}
boards: {grid: {columns: 2, rows: 1, cell: {mine: {is: flag, seen_by: nobody}}}}
setup: [a1.mine = true]
actions:
  wait: {}
  defuse:
    validate:
      there: {check: a1.mine, else: There is no mine.}
    effects: [a1.mine = false]
end_conditions:
  never: {when: turn_number > 9, winner: none}
"""


@pytest.mark.parametrize("mined", [True, False])
def test_a_button_gives_nothing_hidden_away(mined: bool) -> None:
    text = SECRET if mined else SECRET.replace("a1.mine = true", "a1.mine = false")
    assert buttons(shown(text))["defuse"].enabled


@pytest.mark.parametrize("mined", [True, False])
def test_what_the_player_knows_is_told_beside_what_is_hidden(mined: bool) -> None:
    marked = "      marked: {check: turn_number == 2, else: Mark it first.}\n      there:"
    text = SECRET.replace("      there:", marked)
    text = text if mined else text.replace("a1.mine = true", "a1.mine = false")
    first, second = buttons(shown(text))["defuse"], buttons(shown(text, "wait"))["defuse"]
    assert (first.enabled, first.why) == (False, "Mark it first.")
    assert second.enabled


PHASES = """\
game: phases
title: Phases
boards:
  grid: {columns: 3, rows: 1, cell: {on: flag}}
state: {left: 1}
actions:
  prepare:
    effects: [left -= 1]
  throw:
    effects: [a1.on = true]
  rest:
    effects: [a1.on = false]
turns:
  phases:
    preparing: {actions: [prepare], until: left == 0, next: throwing}
    throwing: {actions: [throw], until: a1.on, next: resting}
    resting: {actions: [rest], until: not a1.on, next: throwing}
end_conditions:
  never: {when: left > 5, won: true}
"""


def test_actions_of_a_phase_that_never_comes_back_have_no_button() -> None:
    game = loads(PHASES, "phases.yaml")
    assert [button.name for button in shown(game).buttons if button.is_action] == ["prepare", "throw", "rest"]
    for moves in (["prepare"], ["prepare", "throw"], ["prepare", "throw", "rest"]):
        later = shown(game, *moves)
        assert [button.name for button in later.buttons if button.is_action] == ["throw", "rest"]
