"""What happens before the first action: rolls of first turns, and turns that are passed."""

from interpreter import Event, Game, load, loads
from runtime.keep.recording import read, recording_of, written
from runtime.keep.replay import replayed
from runtime.session.session import Session
from runtime.show import opening_lines
from runtime.testing import run_tests

ROLLS = """\
game: rolls
title: Rolls
players: {ann: {title: Ann}, bob: {title: Bob}}
boards: {way: {columns: 9, rows: 1}}
state:
  die: 1
  at: {per: player, start: 0}
setup:
  - event: laid_out(n = 1)
turns:
  when_stuck: pass
  begin:
    - {random: n in 1..3, stream: dice}
    - die = n
    - event: rolled(by = me, value = n)
actions:
  walk:
    choose: {n: {from: 1..3, where: it == die and die == 3}}
    effects: ['at[me] += n']
end_conditions:
  home: {when: 'at[me] >= 9', winner: me}
view:
  log:
    rolled: '{it.by} rolls a {it.value}.'
    passed: '{it.player} passes.'
    laid_out: The board lies there.
acceptance:
  the first roll is told:
    given: {random: {dice: '1 3 2 3'}}
    when:
      - expect:
          - log: [Ann rolls a 1., Ann passes., Bob rolls a 3.]
      - walk: 3
    then:
      - log: ['Bob: walk 3', Ann rolls a 2., Ann passes., Bob rolls a 3.]
"""


def rolls() -> Game:
    return loads(ROLLS, "rolls.yaml")


def passing() -> Session:
    """A game in which somebody passes before the first action."""
    return next(session for seed in range(99) if len(told_of(session := Session(rolls(), seed=seed))) == 3)


def told_of(session: Session) -> tuple[str, ...]:
    return opening_lines(session, 1)


def names(events: tuple[Event, ...]) -> list[str]:
    return [event.name for event in events if event.name != "changed"]


def test_a_session_knows_what_happened_before_the_first_action() -> None:
    session = passing()
    assert names(session.opening) == ["turn", "rolled", "passed", "turn", "rolled"]
    die = session.state.variable("die")
    assert told_of(session)[1:] == ("Ann passes.", f"Bob rolls a {die}.")
    session.perform(session.legal[0])
    assert len(told_of(session)) == 3
    session.undo()
    session.restart()
    assert len(told_of(session)) == 3
    session.new_game(session.seed)
    assert len(told_of(session)) == 3


def test_nothing_happens_where_no_turn_begins_with_steps() -> None:
    assert Session(load("backgammon"), seed=1).opening
    assert Session(load("tic_tac_toe"), seed=1).opening == ()
    assert Session(load("mosaic"), seed=1).opening == ()


def test_a_position_that_was_set_up_has_no_opening_but_its_own() -> None:
    session = passing()
    assert Session(session.game, start=session.state).opening == ()
    assert Session(session.game, start=session.state, opening=session.opening).opening == session.opening
    session.set_up(session.state)
    assert session.opening == ()


def test_a_game_that_is_continued_has_the_same_opening() -> None:
    session = passing()
    session.perform(session.legal[0])
    again = replayed(read(written(recording_of(session)).encode(), "rolls.save"), session.game, "rolls.save")
    assert told_of(again) == told_of(session)


def test_tests_see_it_too() -> None:
    assert [result.failures for result in run_tests(rolls())] == [()]
