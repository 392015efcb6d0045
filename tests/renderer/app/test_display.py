"""What a table says below its title, and in its log while a move is shown."""

from datetime import date

from interpreter import load
from renderer.app.display import Display, subtitle
from renderer.nodes import Scene
from renderer.scene.ui import Ui
from runtime.session.daily import daily_session
from runtime.session.session import Session
from runtime.show.values import Presentation


def test_the_subtitle_names_the_level_and_the_seed() -> None:
    assert subtitle(Session(load("stackdoku"), "hard", seed=7)) == "Hard · seed 7"
    assert subtitle(Session(load("stacks"), seed=7)) == "Seed 7"


def test_a_game_without_luck_has_no_seed_to_tell() -> None:
    assert subtitle(Session(load("tic_tac_toe"), seed=7)) == ""
    assert subtitle(Session(load("peg_solitaire"), seed=7)) == "English"


def test_the_game_of_the_day_says_so() -> None:
    game, day = load("sudoku"), date(2026, 11, 17)
    session = daily_session(game, day)
    assert subtitle(session, is_of_day=True) == "Medium · daily game"
    assert subtitle(session) == f"Medium · seed {session.seed}"


def test_the_log_tells_no_wave_before_it_is_shown() -> None:
    session = Session(load("mosaic"), seed=3)
    sites = session.state.program.schema.topology.boards["grid"].by_name
    session.perform(("swap", sites["a3"], sites["b3"]))
    display, told = Display(session), list[tuple[str, ...]]()

    def draw(shown: Presentation, ui: Ui) -> Scene:
        told.append(ui.log)
        return Scene((0, 0), ())

    display.steps(session.history, 1, Ui(log=display.log(1)), draw)
    assert told[0] == ()
    assert [len(lines) for lines in told] == sorted(len(lines) for lines in told)
    assert told[-1] == display.log(1)
    assert told[-1] == ("You swapped a3 and b3, +18 in 3 waves.",)


def test_the_status_names_a_move_of_several_stages_as_soon_as_the_log_does() -> None:
    session = Session(load("mosaic"), seed=3)
    sites = session.state.program.schema.topology.boards["grid"].by_name
    session.perform(("swap", sites["a3"], sites["b3"]))
    display, told = Display(session), list[tuple[str, tuple[str, ...]]]()

    def draw(shown: Presentation, ui: Ui) -> Scene:
        told.append((shown.status, ui.log))
        return Scene((0, 0), ())

    display.steps(session.history, 1, Ui(log=display.log(1)), draw)
    assert told[0] == ("Your turn. Swap two neighbouring tokens.", ())
    assert all(status == log[-1] for status, log in told if log)
    assert told[-1][0] == "You swapped a3 and b3, +18 in 3 waves."
