"""Questions before something irreversible: they name what would be lost, and their buttons are verbs."""

from interpreter import loads
from runtime.session.session import Session
from runtime.show.confirmation import Confirmation, of_action, of_leaving, of_new_game, of_restart
from tests.runtime.show.looking import played

LAST_STAND = """\
game: last_stand
title: Last stand
players: {ann: {title: Ann}, bob: {title: Bob}}
boards: {grid: {columns: 4, rows: 1, cell: {trodden: flag}}}
actions:
  tread:
    choose:
      c: {from: grid, where: not it.trodden}
    effects: [c.trodden = true]
  resign:
    confirm: Resign? {if me == ann then 'Bob' else 'Ann'} wins.
    effects: [{end: resigned}]
  sweep:
    title: Sweep the board
    confirm: Every mark goes.
    effects: [a1.trodden = false]
end_conditions:
  resigned: {winner: opponent(me)}
  full: {when: all(x.trodden for x in grid), winner: none}
"""


def asked(session: Session, action: str) -> Confirmation | None:
    return of_action(session.view(), (action, 1) if action == "tread" else (action,))


def test_an_action_asks_what_its_spec_says_and_its_button_does_it() -> None:
    session = played(loads(LAST_STAND, "last_stand.yaml"))
    assert asked(session, "resign") == Confirmation("Resign?", "Bob wins.", "Resign", "Keep playing")
    assert asked(session, "sweep") == Confirmation("Sweep the board?", "Every mark goes.", "Sweep the board")
    assert asked(session, "tread") is None


def test_a_restart_and_a_new_game_name_the_moves_of_people() -> None:
    session = played(LAST_STAND, "tread a1", computers=())
    assert of_restart(session) == Confirmation("Restart this game?", "Your move will be lost.", "Restart")
    session.perform(session.game.action(session.state, "tread b1"), "computer")
    session.perform(session.game.action(session.state, "tread c1"))
    assert of_restart(session).text == "Your 2 moves will be lost."
    kept = of_new_game(session, "Unfinished games")
    assert kept == Confirmation(
        "Start a new game?", "Your game with 2 moves stays under Unfinished games.", "Start new game"
    )
    assert of_new_game(session, "").text == "Your game with 2 moves could not be saved and will be lost."


def test_leaving_names_what_is_not_on_disk() -> None:
    assert of_leaving("Not saved: disk full.", 1) == Confirmation(
        "Leave this game?", "Not saved: disk full. 1 move would be lost.", "Leave"
    )
