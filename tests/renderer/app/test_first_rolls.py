"""What happened before the first action is in the log of the window, of a replay, and of a screen reader."""

from pathlib import Path

from renderer.app.display import Display
from renderer.app.pages.replay_viewer import ReplayScreen
from tests.renderer.app.test_narrator import listening, told
from tests.renderer.app_driver import Driver
from tests.runtime.session.test_opening import passing, told_of


def test_the_window_tells_it_above_the_moves() -> None:
    session = passing()
    display, before = Display(session), told_of(session)
    assert display.log(1) == before
    session.perform(session.legal[0])
    assert display.log(1)[:4] == (*before, "Bob: walk 3")
    session.new_game(session.seed + 1)
    assert display.log(1) == told_of(session)


def test_a_replay_tells_it(tmp_path: Path) -> None:
    session = passing()
    session.perform(session.legal[0])
    driver = Driver(lambda host: ReplayScreen(host, session), tmp_path)
    assert all(line in driver.texts() for line in told_of(session))


def test_a_screen_reader_tells_it(tmp_path: Path) -> None:
    session = passing()
    driver = listening(session.game, tmp_path, seed=session.seed)
    assert told(driver)[:4] == ["Rolls", *told_of(session)]
