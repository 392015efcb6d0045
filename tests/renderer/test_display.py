"""What stands below the title of a table."""

from datetime import date

from interpreter import load
from renderer.display import subtitle
from runtime.daily import daily_level, daily_seed
from runtime.session import Session


def test_the_subtitle_names_the_level_and_the_seed() -> None:
    assert subtitle(Session(load("stackdoku"), "hard", seed=7)) == "Hard · seed 7"
    assert subtitle(Session(load("stacks"), seed=7)) == "seed 7"


def test_a_game_without_luck_has_no_seed_to_tell() -> None:
    assert subtitle(Session(load("tic_tac_toe"), seed=7)) == ""
    assert subtitle(Session(load("peg_solitaire"), seed=7)) == "English"


def test_the_game_of_the_day_says_so_on_that_day() -> None:
    game, day = load("sudoku"), date(2026, 11, 17)
    session = Session(game, daily_level(game), None, daily_seed(game.name, day))
    assert subtitle(session, day) == "Medium · game of the day"
    assert subtitle(session, date(2026, 11, 18)) == f"Medium · seed {session.seed}"
