"""Whole presentations: whose eyes, what lights up, and what the log says."""

import pytest

from interpreter import Game, load, loads
from interpreter.position import PieceValue
from runtime.session.draft import Draft
from runtime.session.session import Session
from runtime.show import last_sites, log_lines, move_text, present, presentation, viewer_of
from tests.runtime.show.looking import played, shown

CARDS = """\
game: bids
title: Bids
players: {ann: {title: Ann}, bob: {title: Bob}}
boards:
  grid:
    per: player
    columns: 2
    rows: 1
    cell:
      number: {is: 1..9 or none, seen_by: owner}
actions:
  hide:
    choose:
      c:
        from: grid[me]
        where: it.number == none
      n: 1..9
    effects: [c.number = n]
end_conditions:
  never: {when: turn_number > 9, winner: none}
"""


def test_the_viewer_is_the_person_to_move_else_the_one_who_moved_last() -> None:
    game = load("tic_tac_toe")
    assert viewer_of(played(game)) == 1
    assert viewer_of(played(game, "place a1")) == 2
    assert viewer_of(played(game, "place a1", computers=("nought",))) == 1
    assert viewer_of(played(game, "place a1", computers=("cross", "nought"))) == 2
    assert viewer_of(played(game, computers=("cross",))) == 2


def test_targets_are_what_can_be_clicked_to_go_on() -> None:
    found = shown(load("tic_tac_toe"), "place a1", "place b2")
    assert found.targets == frozenset({2, 3, 4, 6, 7, 8, 9})
    assert shown(load("tic_tac_toe"), "place a1", viewer=1).targets == frozenset()
    game = load("breakthrough")
    front = shown(game)
    at = {site.name: site.site for site in front.boards[0].sites}
    man = {piece.sites[0]: piece.number for piece in front.boards[0].pieces}
    assert front.targets == {PieceValue("man", man[at[f"{column}2"]]) for column in "abcdefgh"}
    chosen = shown(game, draft=Draft("move", (man[at["b2"]],)))
    assert chosen.targets == {at["a3"], at["b3"], at["c3"]}


@pytest.mark.parametrize(("wanted", "count"), [("true", 3), ("false", 0), ("turn_number > 1", 0), ("helpful", 3)])
def test_targets_are_lit_only_where_the_spec_wants_it(wanted: str, count: int) -> None:
    spec = f"""\
game: lit
title: Lit
settings: {{helpful: {{default: true}}}}
boards: {{grid: {{columns: 3, rows: 1, cell: {{on: flag}}}}}}
actions:
  flip: {{choose: {{c: {{from: grid, where: not it.on}}}}, effects: [c.on = true]}}
end_conditions:
  done: {{when: turn_number > 4, won: true}}
assist: {{highlight: {wanted}}}
"""
    assert len(shown(spec).targets) == count


def test_what_is_hidden_is_not_told_by_what_lights_up() -> None:
    game = loads(CARDS)
    session = played(game, "hide grid[ann].a1 5", "hide grid[bob].a1 7")
    # Ann knows what she has hidden herself, and nothing about what Bob has.
    assert present(session).targets == frozenset({2})


def test_a_presentation_of_a_view_alone_lets_nothing_be_done() -> None:
    game = load("tic_tac_toe")
    found = presentation(game.view(game.new(1), 1), game=game)
    assert (found.title, found.targets, found.question, found.over) == ("Tic-tac-toe", frozenset(), None, False)
    assert [button.enabled for button in found.buttons] == [False, False, False, True]
    assert found == presentation(game.view(game.new(1), 1), game=game)


def test_the_log_tells_a_move_and_what_the_spec_says_of_it() -> None:
    game = load("nine_mens_morris")
    moves = ("place a1", "place d1", "place a4", "place d2", "place a7", "take d1")
    session = played(game, *moves)
    lines = [log_lines(game, 1, move) for move in session.history]
    assert lines[0] == ("White: a1",)
    assert lines[4] == ("White: a7", "White closes a mill on a7.")
    assert lines[5] == ("White takes the man on d1.",)


def test_the_log_leaves_out_an_action_that_its_events_tell() -> None:
    game = load("samegame")
    session = played(game)
    session.perform(session.legal[0])
    (took,) = [event.fields for event in session.history[0].events if event.name == "took"]
    told = f"Took {took['count']} stones for {took['points']} points."
    assert log_lines(game, 1, session.history[0]) == (told,)


def test_the_log_leaves_out_an_event_that_the_spec_wants_out() -> None:
    game = load("draughts")
    session = played(game, "walk c3 d4", "walk f6 e5", "jump d4 f6")
    assert log_lines(game, 1, session.history[2]) == ("Dark: d4×f6",)


def test_the_log_of_a_game_for_one_begins_with_a_capital_or_the_name_of_a_site() -> None:
    session = played(load("peg_solitaire"), "jump d2 d4")
    assert log_lines(session.game, 1, session.history[0]) == ("d2 to d4",)
    session = played(load("lights_out"), "press b2")
    assert log_lines(session.game, 1, session.history[0]) == ("Press b2",)


def test_the_log_says_nothing_of_an_event_with_none() -> None:
    game = loads("game: quiet_morris\ntitle: Quiet Morris\nextends: nine_mens_morris\nview: {log: {closed: none}}\n")
    session = played(game, "place a1", "place d1", "place a4", "place d2", "place a7")
    assert log_lines(game, 1, session.history[4]) == ("White: a7",)


def test_the_log_says_nothing_of_an_action_whose_events_it_leaves_out_too() -> None:
    quiet = "game: quiet\ntitle: Quiet\nextends: nine_mens_morris\nview: {log: {place: none, closed: none}}\n"
    game = loads(quiet)
    session = played(game, "place a1", "place d1", "place a4", "place d2", "place a7")
    assert log_lines(game, 1, session.history[4]) == ()
    # No event describes the others.
    assert log_lines(game, 1, session.history[0]) == ("White: a1",)


def test_the_log_of_a_game_for_one_names_nobody() -> None:
    session = played(load("lights_out"))
    session.perform(session.legal[0])
    assert log_lines(session.game, 1, session.history[0]) == ("Press a1",)


def test_another_s_hidden_choice_is_not_told() -> None:
    game = loads(CARDS)
    session = played(game, "hide grid[ann].a1 5")
    assert move_text(game, session.history[0], 1) == "hide grid[ann].a1 5"
    assert move_text(game, session.history[0], 2) == "hide"
    assert last_sites(game, session.history, 1) == frozenset({1})
    assert last_sites(game, session.history, 2) == frozenset()


def test_the_last_move_is_where_something_fell() -> None:
    game = load("connect_four")
    session = played(game, "drop d6")
    d1 = session.state.program.schema.topology.boards["grid"].by_name["d1"]
    assert last_sites(game, session.history, 1) == frozenset({d1})


def test_whoever_has_stirred_the_board_is_not_shown_what_lies_there_now() -> None:
    game = load("samegame")
    session = Session(game, seed=3)
    sites = session.state.program.schema.topology.boards["grid"].by_name
    for name in ("g5", "d6"):
        session.perform(("take", sites[name]))
        assert last_sites(game, session.history, 1) == frozenset()


def test_before_a_move_that_stirred_the_board_nothing_is_pointed_at_either() -> None:
    game = load("hidden_word")
    session = Session(game, seed=7)
    for letter in "crane":
        session.perform(game.action(session.state, f"type {letter}"))
    assert last_sites(game, session.history, 1) == frozenset()


PEBBLES = """\
game: pebbles
title: Pebbles
players: {ann: {title: Ann}, bob: {title: Bob}}
entities: {pebble: {}}
boards: {row: {columns: 5, rows: 1, holds: pebble}}
setup:
  - for: x in row
    do:
      - create: pebble
        at: x
actions:
  take:
    choose:
      c:
        from: row
        where: not empty(it)
    effects:
      - remove: c.pebble
  shove:
    choose:
      c:
        from: row
        where: not empty(it)
      to:
        from: row
        where: empty(it)
    effects:
      - move: c.pebble
        to: to
      - again
end_conditions:
  done:
    when: empty(row)
    winner: none
"""


def test_where_pieces_were_taken_away_nothing_is_pointed_at() -> None:
    session = played(PEBBLES, "take a1")
    assert last_sites(session.game, session.history, 2) == frozenset()


def test_of_moves_in_a_row_one_that_took_everything_away_is_not_pointed_at() -> None:
    game = load("ghost")
    session = played(game, "add d", "add o", "add g", "add s", "add q")
    assert session.history[-2].player == session.history[-1].player
    a1 = session.state.program.schema.topology.boards["slate"].by_name["a1"]
    assert last_sites(game, session.history, 1) == frozenset({a1})


def test_who_has_just_taken_pieces_away_is_not_shown_the_move_before() -> None:
    session = played(PEBBLES.replace("remove: c.pebble", "remove: c.pebble\n      - again"), "take a1", "shove e1 a1")
    assert last_sites(session.game, session.history, 1) == frozenset({1, 5})
    session.perform(("take", 3))
    assert last_sites(session.game, session.history, 1) == frozenset()


def test_who_goes_on_sees_the_last_move_alone_and_the_others_all_of_them() -> None:
    session = played(PEBBLES, "take a1", "shove e1 a1", "shove d1 e1")
    assert last_sites(session.game, session.history, 2) == frozenset({4, 5})
    assert last_sites(session.game, session.history, 1) == frozenset({1, 4, 5})


def test_all_shipped_games_begin_alike(letters: Game) -> None:
    found = present(played(letters))
    assert found.over is False
    assert found.boards[0].title == ""
    assert found.view.viewer == 1
