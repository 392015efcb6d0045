"""What a screen reader gets: pages, places, moves and messages, line by line."""

import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter import Game, load, loads
from renderer.app.narrator import TO_TERMINAL, LiveLog, Speech, speaker
from renderer.app.start import gallery
from tests.renderer.app_driver import Driver, table_of
from tests.runtime.terminal.test_play import GUESSES

Act = Callable[[Driver], None]


def listening(game: Game, folder: Path, **options: object) -> Driver:
    """A driver at a table, with the live log switched on and the introduction dismissed."""
    driver = Driver(table_of(game, **options), folder, introduced=(game.name,))
    driver.around.preferences.change(spoken="log")
    driver.settle()
    return driver


def told(driver: Driver) -> list[str]:
    """What the log contains by now; the next look writes it."""
    driver.settle()
    return driver.around.live_log.read_text(encoding="utf-8").splitlines()


def keys(driver: Driver, *names: str) -> list[str]:
    """What is written after some keys."""
    before = len(told(driver))
    for name in names:
        driver.key(name)
        driver.settle()
    return told(driver)[before:]


def test_a_game_from_its_title_to_its_end(tmp_path: Path) -> None:
    driver = listening(load("tic_tac_toe"), tmp_path)
    assert told(driver) == ["Tic-tac-toe", "Cross to play. Choose an empty square."]
    assert keys(driver, "Right", "Enter") == [
        "b2: empty, can be chosen",
        "Cross: b2",
        "Nought to play. Choose an empty square.",
        "b2: Cross",
    ]
    assert keys(driver, "Enter") == ["That square is taken."]


def test_a_win_is_told_with_its_card(tmp_path: Path) -> None:
    driver = listening(load("tic_tac_toe"), tmp_path)
    before = len(told(driver))
    driver.click("a1", "b1", "a2", "b2", "a3")
    driver.step(2)
    assert told(driver)[before:] == [
        "Cross: a1", "Nought to play. Choose an empty square.",
        "Nought: b1", "Cross to play. Choose an empty square.",
        "Cross: a2", "Nought to play. Choose an empty square.",
        "Nought: b2", "Cross to play. Choose an empty square.",
        "Cross: a3", "Cross won. Cross has three in a row.",
        "Cross won", "Cross has three in a row.", "Time 0:00, 5 moves", "Buttons: Copy result, Restart, New game.",
    ]  # fmt: skip


def test_buttons_tell_what_stands_on_them_and_whether_they_can_be_used(tmp_path: Path) -> None:
    driver = listening(load("tic_tac_toe"), tmp_path)
    driver.click("b2")
    driver.focus("button:undo")
    assert told(driver)[-1] == "Undo, Z"
    assert keys(driver, "z")[-3:] == [
        "Undone: b2.",
        "Cross to play. Choose an empty square.",
        "Undo, Z, not available now",
    ]


def test_f2_tells_the_whole_table(tmp_path: Path) -> None:
    driver = listening(load("chess"), tmp_path)
    assert keys(driver, "F2") == [
        "Grid: White rook castling on a1, h1; White knight on b1, g1; White bishop on c1, f1; White queen on d1; "
        "White king on e1; White pawn on a2, b2, c2, d2, e2, f2, g2, h2; "
        "Black pawn on a7, b7, c7, d7, e7, f7, g7, h7; Black rook castling on a8, h8; Black knight on b8, g8; "
        "Black bishop on c8, f8; Black queen on d8; Black king on e8.",
        "Fifty-move count: 0.",
        "Your move.",
    ]


def test_a_hint_is_told(tmp_path: Path) -> None:
    driver = listening(load("tic_tac_toe"), tmp_path)
    driver.click("a1", "b1", "a2", "b2")
    driver.key("h")
    driver.wait(lambda: driver.message.startswith("Look at"))
    assert (
        told(driver)[-2:] == ["Looking for a hint …", "Look at a3. Ask again to see the move."]
        or told(driver)[-1] == "Look at a3. Ask again to see the move."
    )


def test_what_another_hides_is_not_told(tmp_path: Path) -> None:
    driver = listening(loads(GUESSES, "guesses.yaml"), tmp_path)
    site = driver.session.state.program.schema.topology.boards["grid[ann]"].sites[0]
    assert driver.session.perform(("hide", site, 7)).refusal is None
    driver.step(2)
    assert "It is Bob’s turn" in told(driver)
    assert keys(driver, "F2") == []
    before = len(told(driver))
    driver.key("Enter")
    driver.settle()
    assert told(driver)[before:] == ["Guesses", "Bob to move."]
    assert keys(driver, "F2")[:2] == ["Grid, Ann: hidden on a1, b1.", "Grid, Bob: empty."]


def test_forms_tell_what_is_chosen(tmp_path: Path) -> None:
    driver = listening(load("tic_tac_toe"), tmp_path)
    driver.table.command("preferences")
    driver.settle()
    assert told(driver)[-2:] == ["Preferences", f"The live log is {driver.around.live_log}."]
    driver.focus("card:toggle:sound")
    assert told(driver)[-1] == "Sounds: on"
    driver.focus("card:option:theme:light")
    assert told(driver)[-1] == "Theme: Light"
    assert keys(driver, "Enter")[-1:] == ["Theme: Light, chosen"]


def test_the_gallery_tells_of_the_game_that_is_chosen(tmp_path: Path) -> None:
    driver = Driver(gallery, tmp_path)
    driver.around.preferences.change(spoken="log")
    driver.settle()
    assert told(driver)[0] == "All games"
    for letter in "tic-tac":
        driver.app.typed(letter)
    driver.settle()
    driver.click("game:tic_tac_toe")
    about = "Place your marks on a grid of three by three squares. Three in a row win, across, down or diagonally."
    assert f"{about} Also called Noughts and Crosses, Xs and Os." in told(driver)


def test_nothing_is_written_unless_that_is_wanted(tmp_path: Path) -> None:
    driver = Driver(table_of(load("tic_tac_toe")), tmp_path)
    driver.key("F2")
    driver.settle()
    assert not driver.around.live_log.exists()


def test_a_log_that_cannot_be_written_ends_nothing(tmp_path: Path) -> None:
    (tmp_path / "spoken.txt").mkdir()
    driver = Driver(table_of(load("tic_tac_toe")), tmp_path, introduced=("tic_tac_toe",))
    driver.around.preferences.change(spoken="log")
    driver.settle()
    driver.click("b2")
    assert len(driver.session.history) == 1
    log = LiveLog(tmp_path / "spoken.txt")
    log.tell(["one"])
    assert isinstance(log.problem, IsADirectoryError)


def test_the_command_line_sends_it_to_a_file_or_to_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in (str(tmp_path / "new" / "log.txt"), TO_TERMINAL):
        driver = Driver(table_of(load("tic_tac_toe")), tmp_path, introduced=("tic_tac_toe",))
        driver.app.narrator.to = name
        driver.settle()
    lines = "Tic-tac-toe\nCross to play. Choose an empty square.\n"
    assert (tmp_path / "new" / "log.txt").read_text(encoding="utf-8") == lines
    assert capsys.readouterr().out == lines


def test_a_program_speaks_what_it_reads(tmp_path: Path) -> None:
    out = tmp_path / "heard.txt"
    writes = "import sys; open(sys.argv[1], 'w', encoding='utf-8').write(sys.stdin.read())"
    speech = Speech((sys.executable, "-c", writes, str(out)))
    speech.tell(["Cross: b2", "Undo, Z"])
    ends = time.monotonic() + 20
    while not (out.exists() and out.read_text(encoding="utf-8")) and time.monotonic() < ends:
        time.sleep(0.01)
    speech.close()
    assert out.read_text(encoding="utf-8") == "Cross: b2\nUndo, Z"


def test_a_program_that_cannot_speak_is_silent(tmp_path: Path) -> None:
    speech = Speech((str(tmp_path / "nobody"),))
    speech.tell(["Cross: b2"])
    ends_at_once = Speech((sys.executable, "-c", "raise SystemExit(3)"))
    for _ in range(3):
        ends_at_once.tell(["x" * 100_000])
    speech.close()
    ends_at_once.close()


def test_speech_can_be_chosen_where_a_program_speaks(tmp_path: Path) -> None:
    driver = Driver(table_of(load("tic_tac_toe")), tmp_path, introduced=("tic_tac_toe",))
    driver.around.speaker = None
    driver.table.command("preferences")
    driver.settle()
    assert "card:option:spoken:aloud" not in driver.scene.by_key
    driver.around.speaker = (sys.executable, "-c", "")
    driver.app.changed()
    driver.settle()
    assert "card:option:spoken:aloud" in driver.scene.by_key
    driver.around.preferences.change(spoken="log")
    driver.app.changed()
    driver.settle()
    assert f"The live log is {driver.around.live_log}." in " ".join(driver.texts())


def test_the_first_installed_program_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert speaker() is None
    for name in ("espeak-ng", "spd-say"):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
    assert speaker() == (str(tmp_path / "spd-say"), "--pipe-mode")
