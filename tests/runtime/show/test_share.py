"""The result that a player copies: what it says, what a spec adds, and that it gives nothing away."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from interpreter import Game, load, loads
from runtime.keep.statistics import NO_DAYS, Days
from runtime.session.daily import daily_session
from runtime.session.session import Seat, Session
from runtime.show.share import added_lines, result_text
from tests.runtime.session.test_daily import DICE

DAY = date(2026, 11, 18)
DRAWN = """\
game: drawn
title: Drawn
boards:
  grid: {columns: 3, rows: 3, origin: bottom, cell: {lit: flag, old: flag}}
state: {score: 7}
actions:
  light: {choose: {c: grid}, effects: [c.lit = true, c.old = true]}
  finish: {effects: [{end: done}]}
end_conditions:
  done: {won: true}
view:
  share:
    text: '{count(x for x in grid if x.lit)} of {len(grid)}'
    board: grid
    signs: {o: it.lit and it.row == 3, x: it.lit}
"""


def played(game: Game, *actions: str, seconds: float = 0.0, seats: dict[str, Seat] | None = None) -> Session:
    session = Session(game, seed=5, seats=seats)
    for text in actions:
        session.perform(session.game.action(session.state, text))
    session.seconds = seconds
    return session


def head(session: Session, day: date | None = None, days: Days = NO_DAYS) -> str:
    return result_text(session, day, days, DAY).split("\n")[0]


def test_a_game_of_the_day_tells_its_day_level_time_help_and_streak() -> None:
    session = daily_session(load("stackdoku"), DAY)
    while not session.state.over:
        session.perform(session.legal[0])
    session.seconds = 760
    days = Days({DAY - timedelta(number): "won" for number in range(4)})
    moves = len(session.history)
    assert head(session, DAY, days) == (
        f"Stackdoku daily 18 November 2026 · medium · lost after 12:40, {moves} moves, 0 hints · streak 4"
    )


def test_another_game_with_luck_tells_its_seed_by_which_it_can_be_played_again() -> None:
    game = loads(DICE)
    assert head(played(game, "rest", seconds=3)) == "Dice · small · seed 5 · won in 0:03, 1 move, 0 hints"
    larger = Session(game, "small", {"sides": 9}, seed=5)
    larger.perform(larger.legal[0])
    assert head(larger) == "Dice · small, sides: 9 · seed 5 · won in 0:00, 1 move, 0 hints"


def test_a_game_without_luck_tells_its_points_and_no_seed() -> None:
    assert head(played(loads(DRAWN), "finish", seconds=61)) == "Drawn · won in 1:01, 7 points, 1 move"


def test_among_several_persons_the_winner_is_named() -> None:
    game = load("tic_tac_toe")
    seats: dict[str, Seat] = {"cross": "person", "nought": "person"}
    won = played(game, *(f"place {site}" for site in ("a1", "b1", "a2", "b2", "a3")), seats=seats)
    assert head(won).endswith(" · Cross won in 0:00, 5 moves, 0 hints")
    full = ("a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3", "c3")
    drawn = played(game, *(f"place {site}" for site in full), seats=seats)
    assert head(drawn).endswith(" · drawn after 0:00, 9 moves, 0 hints")


def test_a_board_is_drawn_from_the_top_and_rows_without_signs_are_left_out() -> None:
    session = played(loads(DRAWN), "light a3", "light c3", "light b1", "finish")
    assert added_lines(session) == ["3 of 9", "o\u3000o", "\u3000x"]


def test_a_spec_need_not_add_anything() -> None:
    assert added_lines(played(load("tic_tac_toe"))) == []


def solution(session: Session) -> str:
    """The hidden word, read in spite of everything that hides it."""
    sites = session.state.program.schema.topology.boards["answer"].sites
    return "".join(str(session.state.read("cell.sought", site)) for site in sites)


def guess(session: Session, word: str) -> None:
    for letter in word:
        session.perform(session.game.action(session.state, f"type {letter}"))


@pytest.mark.parametrize("seed", range(1, 6))
def test_a_result_gives_the_hidden_word_away_neither_won_nor_lost(seed: int) -> None:
    won, lost = (Session(load("hidden_word"), seed=seed) for _ in range(2))
    guess(won, solution(won))
    assert added_lines(won) == ["1 of 6 guesses", "🟩🟩🟩🟩🟩"]
    for _ in range(6):
        guess(lost, "fuzzy")
    assert lost.state.over
    assert set("".join(added_lines(lost))) <= set("6 of 6 guesses🟩🟨⬛")
    for session in (won, lost):
        assert solution(session) in str(session.game.status(session.state).text).lower()
        text = result_text(session, DAY, NO_DAYS, DAY)
        assert solution(session) not in text.lower()
        assert len(text.split("\n")) == 2 + len(session.history) // 5
