"""What `moves` lists: groups by action and first choice, and what narrows them."""

from collections.abc import Callable

import pytest

from interpreter import Game, load, loads
from runtime.session.session import Session
from runtime.terminal.moves import PAGE, entries, moves_page
from runtime.terminal.reader import Do, read_line
from runtime.terminal.table import listed_moves

WIDTH = 80
Played = Callable[..., list[str]]

PLAIN = """\
game: plain
title: Plain
boards: {grid: {columns: 2, rows: 1, cell: {n: 0..9}}}
actions:
  set: {title: Set a number, choose: {c: grid, n: 1..4}, effects: [c.n = n]}
  clear: {title: Clear (all), effects: [grid.n = 0]}
  nudge: {effects: [{end: given_up}]}
end_conditions: {given_up: {won: false}}
"""


def listed(name: str | Game, argument: str = "", *moves: str) -> list[str]:
    """The page of a game after some moves."""
    game = load(name) if isinstance(name, str) else name
    session = Session(game, seed=1, seats=dict.fromkeys(game.players, "person"))
    for move in moves:
        meaning = read_line(move, game, session.state, lambda: listed_moves(game, session.state))
        assert isinstance(meaning, Do)
        assert session.perform(meaning.action).refusal is None
    found = entries(game, session.state, listed_moves(game, session.state))
    return moves_page(session.state, found, argument, WIDTH).lines


def test_moves_stand_in_groups_by_action_and_first_choice() -> None:
    assert listed("chess", "", "e2 e4", "e7 e5", "f1 e2", "f8 e7", "g1 f3", "g8 f6") == [
        "Move (27):",
        "  b1: c3, a3                 e1: f1",
        "  h1: g1, f1                 a2: a3, a4",
        "  b2: b3, b4                 c2: c3, c4",
        "  d2: d3, d4                 e2: f1, d3, c4, b5, a6",
        "  g2: g3, g4                 h2: h3, h4",
        "  f3: g5, h4, g1, d4, e5",
        "Castle: e1 g1",
    ]


def test_an_action_with_one_choice_is_one_line() -> None:
    assert listed("tic_tac_toe", "", "b2") == ["Place your mark: a1, b1, c1, a2, c2, a3, b3, c3"]


def test_pairs_that_hardly_share_a_beginning_are_listed_whole() -> None:
    assert listed("draughts") == ["Move: a3 b4, c3 b4, c3 d4, e3 d4, e3 f4, g3 f4, g3 h4"]


def test_titles_head_the_groups_and_actions_without_choices_stand_alone() -> None:
    assert listed(loads(PLAIN, "plain.yaml")) == [
        "Set a number:",
        "  a1: 1, 2, 3, 4     b1: 1, 2, 3, 4",
        "Clear (all)",
        "Nudge",
    ]


def test_a_long_list_is_cut_and_says_how_to_see_more() -> None:
    lines = listed("gomoku")
    assert lines[0].startswith("Place a stone (225): a1, b1, c1, d1,")
    assert lines[2].endswith(" more")
    assert lines[3:] == ["To see more of them, add a word to ‘moves’, as in ‘moves place’."]
    assert max(map(len, lines)) <= WIDTH


def test_thousands_of_moves_take_a_page() -> None:
    lines = listed("amazons")
    assert lines[0] == "Move (80):"
    lines = listed("word_cell")
    assert lines[0] == "Place (660):"
    assert lines[1].startswith("  ")
    assert lines[1].endswith(" more")
    assert len(lines) <= PAGE


def test_few_moves_with_a_word_have_their_numbers() -> None:
    assert listed("chess", "e2") == ["  13 move e2 e3    14 move e2 e4"]


def test_many_moves_with_a_word_are_listed_whole_on_pages() -> None:
    lines = listed("word_cell", "place")
    assert lines[-1].startswith("Page 1 of ")
    assert lines[-1].endswith("660 moves. ‘moves place 2’ shows the next.")
    assert listed("word_cell", "place 2")[-1].startswith("Page 2 of ")
    assert not any(line.endswith(" more") for line in lines)


def test_a_number_is_a_page_or_else_a_word() -> None:
    assert listed("tic_tac_toe", "1") == listed("tic_tac_toe")
    assert listed("tic_tac_toe", "2") == ["There is no page 2; there is only one."]
    assert listed(loads(PLAIN, "plain.yaml"), "3") == ["   3 set a1 3     7 set b1 3"]
    assert listed("gomoku", "place 9") == ["There is no page 9; there is only one."]


def test_a_word_that_no_move_has() -> None:
    assert listed("tic_tac_toe", "zz") == ["No move has ‘zz’ in it. Type a square, an action or a page after ‘moves’."]


def test_words_that_are_to_be_found_are_not_given_away() -> None:
    assert listed("stacks") == ["Submit Word: type the word."]
    assert listed("khi")[0].startswith("Play Word: type the word, its first square, and across or down, as in")


def test_the_board_is_left_out_where_it_need_not_be_typed() -> None:
    assert listed("sea_battle")[2].split()[:3] == ["a1:", "e1,", "a5"]


@pytest.mark.parametrize(("typed", "done"), [("set a number b1 3", ("set", 2, 3)), ("Clear", ("clear",))])
def test_a_title_stands_for_its_action(typed: str, done: tuple[object, ...]) -> None:
    game = loads(PLAIN, "plain.yaml")
    state = game.new(1)
    assert read_line(typed, game, state, lambda: listed_moves(game, state)) == Do(done)


def test_in_a_game_of_words_a_title_of_one_word_may_be_a_word() -> None:
    game = load("word_trail")
    state = game.new(1)
    assert not isinstance(read_line("spell", game, state, list), Do)
    assert read_line("give up", game, state, list) == Do(("finish",))


def test_numbers_count_once_they_were_seen(played: Played) -> None:
    lines = played(load("tic_tac_toe"), "moves b", "moves b2", "5")
    assert "   5 place b2" in lines
    assert lines[-1].startswith("Saved after 1 move")
