"""The command `tilewright shot`: pictures of positions, and the message if one cannot be drawn."""

from pathlib import Path

import pytest
from PIL import Image, ImageChops
from typer.testing import CliRunner, Result

from interpreter import load
from renderer.app.display import subtitle
from renderer.scene.snapshot import snapshot
from renderer.scene.table import scene
from renderer.scene.ui import Ui
from renderer.shot import perform, picture, play_on
from renderer.skins.theme import Size, theme
from runtime import arguments
from runtime.cli import app
from runtime.session.session import Session
from runtime.show import present

SMALL = ("--size", "400x300")
ROWS = "place a1\n\nplace b1   # a comment\nplace a2\n"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["shot", *arguments], prog_name="tilewright")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder as the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def session() -> Session:
    return Session(load(arguments.spec("tic_tac_toe")), seed=0)


def opened(path: str) -> Image.Image:
    with Image.open(path) as file:
        return file.copy()


def test_a_picture_is_written_in_the_size_that_is_wanted(folder: Path) -> None:
    found = run("tic_tac_toe", "--out", "one.png")
    assert (found.exit_code, found.stdout, found.stderr) == (0, "Wrote one.png.\n", "")
    assert (opened("one.png").size, opened("one.png").mode) == ((1280, 800), "RGB")
    assert run("tic_tac_toe", "--out", "two.PNG", "--size", "640×480").exit_code == 0
    assert opened("two.PNG").size == (640, 480)


def test_a_picture_names_the_keys_that_the_window_names() -> None:
    game, size, dark = Session(load("stacks"), seed=0), Size(1280, 800), theme("dark")
    shown = picture(game, size, dark).tobytes()
    told = subtitle(game)
    by_letters = {
        letters: snapshot(scene(present(game), Ui(subtitle=told, letters=letters), size, dark), dark).tobytes()
        for letters in (True, False)
    }
    assert shown == by_letters[True] != by_letters[False]


def test_the_same_call_gives_the_same_picture(folder: Path) -> None:
    for name in ("one.png", "two.png"):
        run("memory", "--out", name, "--moves", "4", *SMALL)
    run("memory", "--out", "other.png", "--moves", "4", "--seed", "5", *SMALL)
    assert (folder / "one.png").read_bytes() == (folder / "two.png").read_bytes()
    assert opened("one.png").tobytes() != opened("other.png").tobytes()


def test_actions_from_a_file_are_done_first(folder: Path) -> None:
    (folder / "moves.txt").write_text("\ufeff" + ROWS, encoding="utf-8")
    assert run("tic_tac_toe", "--out", "one.png", "--actions", "moves.txt", *SMALL).exit_code == 0
    played = session()
    for text in ("place a1", "place b1", "place a2"):
        played.perform(played.game.action(played.state, text))
    expected = picture(played, Size(400, 300), theme("dark"))
    assert ImageChops.difference(opened("one.png"), expected).getbbox() is None


def test_bots_play_on_until_the_game_is_over(folder: Path) -> None:
    (folder / "moves.txt").write_text(ROWS, encoding="utf-8")
    played = session()
    perform(played, Path("moves.txt"))
    assert [move.text for move in played.history] == ["place a1", "place b1", "place a2"]
    play_on(played, 1, ["random"])
    assert (len(played.history), played.history[-1].by, played.state.over) == (4, "computer", False)
    play_on(played, 99, ["ai"])
    assert (len(played.history) <= 9, played.state.over) == (True, True)


@pytest.mark.parametrize(
    "options",
    [("--theme", "light"), ("--patterns",), ("--overlay", "intro"), ("--level", "large"), ("--set", "size=3")],
    ids=" ".join,
)
def test_options_change_the_picture(folder: Path, options: tuple[str, ...]) -> None:
    run("lights_out", "--out", "plain.png", *SMALL)
    found = run("lights_out", "--out", "other.png", *SMALL, *options)
    assert (found.exit_code, found.stderr) == (0, "")
    assert opened("plain.png").tobytes() != opened("other.png").tobytes()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["--out", "x.png", "--size", "big"],
            "‘big’ is not a size.\n  help: Write width x height in pixels, as in 1280x800.",
        ),
        (
            ["--out", "x.png", "--size", "100x8000"],
            "A picture of 100x8000 pixels cannot be drawn.\n  help: Take 320x240 to 3840x2160.",
        ),
        (["--out", "x.png", "--theme", "lihgt"], "There is no theme ‘lihgt’.\n  help: Did you mean ‘light’?"),
        (
            ["--out", "x.png", "--theme", "sepia"],
            "There is no theme ‘sepia’.\n  help: There are dark, light, high_contrast.",
        ),
        (["--out", "x.jpg"], "‘x.jpg’ cannot be the name of a picture.\n  help: Use a name that ends in .png."),
        (
            ["--out", "none/x.png"],
            "There is no folder none for the picture.\n  help: Make it first, or choose another.",
        ),
        (["--out", "taken.png"], "taken.png is a folder, not a file.\n  help: Name a plain file."),
        (["--out", "x.png", "--overlay", "result"], "There is no card ‘result’ now.\n  help: There are intro."),
        (["--out", "x.png", "--bots", "randum"], "There is no bot ‘randum’.\n  help: Did you mean ‘random’?"),
        (
            ["--out", "x.png", "--bots", "random,random,random", "--moves", "1"],
            "There are 2 players, but 3 bots.",
        ),
        (["--out", "x.png", "--actions", "none.txt"], "none.txt: No such file or directory"),
        (
            ["--out", "x.png", "--actions", "odd.txt"],
            "odd.txt is not a text file.\n  help: Write one action per line, in UTF-8.",
        ),
        (["--out", "x.png", "--actions", "taken.txt"], "taken.txt:3: ‘place a1’ is refused. That square is taken."),
        (["--out", "x.png", "--actions", "over.txt"], "over.txt:6: The game is over before ‘place c3’."),
    ],
    ids=lambda value: " ".join(value[1:]) if isinstance(value, list) else "",
)
def test_what_cannot_be_done_is_said(folder: Path, arguments: list[str], said: str) -> None:
    (folder / "taken.png").mkdir()
    (folder / "odd.txt").write_bytes(b"\xff\xfe\x00place")
    (folder / "taken.txt").write_text("place a1\n\nplace a1\n", encoding="utf-8")
    whole = [f"place {at}" for at in ("a1", "b1", "a2", "b2", "a3", "c3")]
    (folder / "over.txt").write_text("\n".join(whole), encoding="utf-8")
    found = run("tic_tac_toe", *SMALL, *arguments)
    assert (found.exit_code, found.stdout, found.stderr) == (2, "", f"error: {said}\n")
    assert not (folder / "x.png").exists()


def test_a_line_that_is_no_action_is_named(folder: Path) -> None:
    (folder / "moves.txt").write_text("place a1\nplaec b1\n", encoding="utf-8")
    found = run("tic_tac_toe", "--out", "x.png", "--actions", "moves.txt", *SMALL)
    assert found.exit_code == 2
    assert found.stderr.startswith("error: moves.txt:2: ")


def test_a_game_that_does_not_exist_and_a_call_without_a_file(folder: Path) -> None:
    found = run("hexx", "--out", "x.png")
    assert (found.exit_code, found.stderr) == (2, "error: There is no game ‘hexx’.\n  help: Did you mean ‘hex’?\n")
    assert run("hex").exit_code == 2
