"""Panels, the status line and players by their view."""

from interpreter import load
from runtime.session.draft import Draft
from runtime.show import present
from runtime.show.values import PanelShown
from tests.runtime.show.looking import played, shown

COUNTING = """\
game: counting
title: Counting
about: Count with me.
players: {ann: {title: Ann}, bob: {title: Bob}}
boards:
  grid: {columns: 4, rows: 1, cell: {number: 0..9}}
state: {score: {per: player, start: 0}}
actions:
  add:
    choose:
      sites: {many: 1..3, from: grid}
    effects:
      - score[me] += len(sites)
end_conditions:
  enough:
    when: score[me] >= 4
    winner: me
assist: {undo: {limit: 3}, lives: {limit: 2}}
view:
  panels:
    Yours: score[me]
    Chosen: len(draft.add.sites)
    Left: assist.undo_left
    Hints: assist.hints_left
    Lives: assist.lives_left
    Best: 'most(score[p] for p in players)'
  status:
    - {when: thinking, say: 'Wait, {about}'}
    - when: chosen(b1)
      say: '{len(draft.add.sites)} chosen, the last {last(draft.add.sites)}.'
    - {when: winner == ann, say: Ann did it.}
    - say: '{to_move}, please.'
"""


def test_panels_read_the_draft_and_the_help_that_is_left() -> None:
    session = played(COUNTING, "add a1 b1", "add a1")
    session.undo()
    found = present(session, Draft("add", (), (1, 2, 4)))
    assert found.panels == (
        PanelShown("Yours", "0"),
        PanelShown("Chosen", "3"),
        PanelShown("Left", "2"),
        PanelShown("Hints", "0"),
        PanelShown("Lives", "2"),
        PanelShown("Best", "Ann"),
    )


def test_the_status_is_the_first_message_that_fits() -> None:
    session = played(COUNTING)
    assert present(session).status == "Ann, please."
    assert present(session, thinking=True).status == "Wait, Count with me."
    assert present(session, Draft("add", (), (2, 4))).status == "2 chosen, the last d1."
    assert present(session, Draft("add", (), (4,))).status == "Ann, please."


def test_after_the_end_only_messages_that_ask_for_it_count() -> None:
    assert shown(COUNTING, "add a1 b1 c1", "add a1", "add a1").status == "Ann did it."
    lost = shown(COUNTING, "add a1", "add a1 b1 c1", "add a1", "add a1")
    assert lost.status == "Bob won."


def test_after_the_end_it_is_told_how_it_came_to_it_where_the_spec_says_so() -> None:
    found = shown(load("tic_tac_toe"), "place a1", "place a2", "place b1", "place b2", "place c1")
    assert found.status == "Cross won. Cross has three in a row."


def test_a_computer_that_thinks_is_named() -> None:
    session = played(load("tic_tac_toe"), "place a1", computers=("nought",))
    found = present(session, thinking=True)
    assert found.status == "The computer is thinking."
    assert [(player.name, player.to_move, player.computer, player.viewer) for player in found.players] == [
        ("cross", False, False, True),
        ("nought", True, True, False),
    ]
    assert found.targets == frozenset()
    plain = played(COUNTING[: COUNTING.index("view:")], "add a1", computers=("bob",))
    assert present(plain, thinking=True).status == "Bob is thinking …"
    assert present(plain).status == "Bob to move."


def test_colours_of_players_come_from_the_view_the_theme_or_their_number() -> None:
    named = [player.colour for player in shown(load("breakthrough")).players]
    assert named == [("white", "ivory"), ("black", "brown")]
    assert [player.colour for player in shown(COUNTING).players] == [("ann", "player 1"), ("bob", "player 2")]
