"""The command line, called in this process."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from interpreter import load
from interpreter.spec import catalogue
from runtime import arguments
from runtime.cli import app
from runtime.commands.output import fitting, plain_table
from runtime.messages import Problem

DIVIDES = """\
game: divides
title: Divides
boards: {grid: {columns: 1, rows: 1}}
state: {left: 1, share: 0}
actions:
  take:
    effects:
      - left -= 1
      - share = 6 // left
end_conditions:
  never: {when: left < 0, won: true}
"""


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments), prog_name="tilewright")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder as the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_help_names_every_command() -> None:
    listed = [line.split()[0] for line in run("--help").stdout.split("Commands:\n")[1].splitlines()]
    assert " ".join(listed) == (
        "list play check test trace mutate new simulate compile profile replay shot schema reference doctor"
    )


def test_help_says_whole_what_each_command_does() -> None:
    lines = run("--help").stdout.split("Commands:\n")[1].splitlines()
    assert [line for line in lines if not line.endswith(".") or line.endswith("...")] == []


def test_without_a_command_the_help_is_shown() -> None:
    found = run()
    assert found.exit_code == 2
    assert "Usage: tilewright [OPTIONS] COMMAND [ARGS]..." in found.output


def test_version() -> None:
    found = run("--version")
    assert (found.exit_code, found.stdout) == (0, "tilewright 0.1.0\n")


def test_an_unknown_command_is_corrected() -> None:
    found = run("chekc")
    assert (found.exit_code, found.stdout) == (2, "")
    assert "No such command 'chekc'. Did you mean 'check'" in found.stderr


# list


def test_list_is_plain_text_where_there_is_no_terminal() -> None:
    lines = run("list").stdout.splitlines()
    assert lines[0].split() == ["game", "title", "players", "minutes", "also", "called"]
    at = [number for number, line in enumerate(lines) if not line]
    headings = [lines[number + 1] for number in at]
    assert headings == ["TILEWRIGHT ORIGINALS", "BOARD GAMES", "WORD GAMES", "PUZZLES", "CARDS AND DICE"]
    names = [line.split()[0] for line in lines[1:] if line and line not in headings]
    assert sorted(names) == sorted(catalogue.shipped())
    end = lines.index("BOARD GAMES") - 1
    assert [line.split("  ")[0 if line[0] != " " else 1] for line in lines[end - 4 : end]] == [
        "word_cell",
        "word_cell_initials",
        "word_cell_ranked",
        "word_cell_stones",
    ]


def test_list_finds_games_by_other_names_and_corrects_slips() -> None:
    lines = run("list", "checkers").stdout.splitlines()
    assert lines[1:] == [
        "",
        "BOARD GAMES",
        "backgammon   Backgammon              2       20  Tavla, Nardi, Tric-trac",
        "draughts     English Draughts        2       20  Checkers, Draughts",
    ]
    found = run("list", "chekers")
    assert (found.exit_code, found.stdout) == (2, "")
    error, help = found.stderr.splitlines()
    assert error == "error: No game has ‘chekers’ in its names or description."
    assert help == "  help: Did you mean ‘Checkers’?"
    assert run("list", "zzzz").stderr.endswith("help: ‘tilewright list’ without a word lists every game.\n")


def test_list_as_json() -> None:
    games: list[dict[str, Any]] = json.loads(run("list", "--json").stdout)
    assert sorted(game["name"] for game in games) == sorted(catalogue.shipped())
    for game in games:
        loaded = load(game["name"])
        asked = ("title", "kind", "also_called", "players", "minutes", "levels", "settings")
        told = {name: game[name] for name in asked}
        assert told == {
            "title": loaded.title,
            "kind": loaded.spec.kind,
            "also_called": loaded.spec.also_called,
            "players": len(loaded.players),
            "minutes": loaded.spec.minutes,
            "levels": len(loaded.levels),
            "settings": len(loaded.spec.settings),
        }
        assert game["variant_of"] == loaded.spec.extends
        assert not game["mistakes"]
    assert {game["name"]: game["heading"] for game in games}["connect_five"] == "Board games"


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("checkers", "Checkers is English Draughts here: write ‘draughts’."),
        ("noughts_and_crosses", "Noughts and Crosses is Tic-tac-toe here: write ‘tic_tac_toe’."),
        ("Nine Men's Morris", "Did you mean ‘nine_mens_morris’?"),
        ("yahtze", "Did you mean Yahtzee? Write ‘five_dice’."),
        ("wordcell", "Did you mean ‘word_cell’?"),
        ("zzzz", "‘tilewright list’ shows the games that come with Tilewright."),
    ],
)
def test_who_types_another_name_is_told_what_the_game_is_called_here(typed: str, told: str) -> None:
    found = run("play", typed)
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr == f"error: There is no game ‘{typed}’.\n  help: {told}\n"


def test_a_plain_table_is_set_in_columns() -> None:
    assert plain_table(["game", "n"], [["a", "10"], ["long name", "2"]], numbers=(1,)) == [
        "game        n",
        "a          10",
        "long name   2",
    ]


# Which specs are chosen


def test_a_narrow_table_leaves_columns_out_but_for_the_first() -> None:
    rows = [["tic_tac_toe", "Tic-tac-toe", "2"], ["hex", "Hex", "2"]]
    headings = ["game", "title", "players"]
    assert [fitting(headings, rows, width, 1) for width in (39, 38, 29, 28, 5)] == [3, 2, 2, 1, 1]
    assert fitting(headings, rows, 5, 2) == 2


def test_a_name_a_file_and_a_folder_are_found(folder: Path) -> None:
    (folder / "deep" / "er").mkdir(parents=True)
    (folder / ".hidden").mkdir()
    for path in ("own.yaml", "deep/b.yml", "deep/er/a.yaml", ".hidden/c.yaml", "deep/text.txt"):
        (folder / path).write_text("game: x\n")
    assert arguments.specs(["own"]) == [folder / "own.yaml"]
    assert [path.relative_to(folder) for path in map(Path.resolve, arguments.specs(["."]))] == [
        Path("deep/b.yml"),
        Path("deep/er/a.yaml"),
        Path("own.yaml"),
    ]
    assert arguments.specs(["hex", "own.yaml", "./own.yaml"]) == [catalogue.find("hex"), folder / "own.yaml"]
    assert arguments.specs([]) == list(catalogue.shipped().values())


def test_a_folder_without_specs_is_a_problem(folder: Path) -> None:
    (folder / "empty").mkdir()
    with pytest.raises(Problem, match="There is no spec in the folder empty"):
        arguments.specs(["empty"])


def test_settings_are_pairs() -> None:
    assert arguments.settings(["size=3", "mode = a=b"]) == {"size": "3", "mode": "a=b"}
    with pytest.raises(Problem, match="‘size’ is not a setting"):
        arguments.settings(["size"])


@pytest.mark.parametrize("command", ["play", "check", "test", "trace", "mutate", "simulate"])
def test_an_unknown_game_is_corrected(command: str) -> None:
    found = run(command, "hexx")
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr == "error: There is no game ‘hexx’.\n  help: Did you mean ‘hex’?\n"


def test_a_missing_file_is_named(folder: Path) -> None:
    found = run("check", "none.yaml")
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr.startswith("error: There is no file none.yaml.\n")


# Problems


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("leapforg.yaml", "error: There is no file leapforg.yaml.\n  help: Did you mean ‘leapfrog.yaml’?\n"),
        ("hex.yaml", "error: There is no file hex.yaml.\n  help: Did you mean ‘hex’?\n"),
        ("Stack Swap Mosaic", "error: There is no game ‘Stack Swap Mosaic’.\n  help: Did you mean ‘mosaic’?\n"),
        ("tic", "error: There is no game ‘tic’.\n  help: Did you mean ‘tic_tac_toe’?\n"),
        ("ponds", "error: ‘ponds’ is a folder.\n  help: Name one of the specs in it.\n"),
    ],
)
def test_what_was_meant_is_asked(folder: Path, name: str, message: str) -> None:
    (folder / "leapfrog.yaml").touch()
    (folder / "ponds").mkdir()
    found = run("simulate", name)
    assert (found.exit_code, found.stderr) == (2, message)


def test_links_that_lead_in_circles_are_passed_by(folder: Path) -> None:
    (folder / "deep").mkdir()
    (folder / "deep" / "up").symlink_to(folder)
    (folder / "loop.yaml").symlink_to("loop.yaml")
    (folder / "gone.yaml").symlink_to("nowhere.yaml")
    (folder / "deep" / "own.yaml").touch()
    assert arguments.specs(["."]) == [Path("deep/own.yaml")]


def test_an_empty_name_is_no_folder() -> None:
    with pytest.raises(Problem, match="An empty name means no spec"):
        arguments.specs([""])


def test_a_wrong_setting_is_corrected(folder: Path) -> None:
    run("new", "stones")
    found = run("simulate", "stones", "--set", "sise=3")
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr == "error: There is no setting ‘sise’. Did you mean ‘size’?\n"
    others = run("simulate", "hex", "--set", "colour=3").stderr
    assert others == "error: There is no setting ‘colour’. There are size, swap_rule.\n"
    assert run("simulate", "reversi", "--set", "size=3").stderr.endswith("This game has no settings.\n")


def test_a_wrong_level_is_told(folder: Path) -> None:
    run("new", "stones")
    found = run("play", "stones", "--level", "hard")
    assert (found.exit_code, found.stderr) == (
        2,
        "error: There is no level ‘hard’. This game has no levels.\n",
    )


def test_a_spec_with_mistakes_is_not_played(folder: Path) -> None:
    (folder / "divides.yaml").write_text(DIVIDES.replace("left -= 1", "lefd -= 1"))
    found = run("play", "divides")
    assert (found.exit_code, found.stdout) == (1, "")
    assert found.stderr.startswith("divides.yaml:8:9: error: ")


def test_a_fault_is_shown_at_its_step(folder: Path) -> None:
    (folder / "divides.yaml").write_text(DIVIDES)
    found = run("play", "divides")
    assert found.exit_code == 1
    assert found.stderr == (
        "divides.yaml:9:9: error: This divides by zero. [fault]\n"
        "  9 |       - share = 6 // left\n"
        "    |         ^^^^^^^^^^^^^^^^^\n"
        "  help: Correct the rule here, or refuse the move before it with a check.\n"
    )


def test_an_unexpected_problem_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("first line\nsecond line")

    monkeypatch.setattr(catalogue, "shipped", broken)
    found = run("list")
    assert (found.exit_code, found.stdout) == (70, "")
    assert found.stderr == (
        "error: This is a mistake in Tilewright, not in the spec (RuntimeError: first line). Please report it with "
        "your spec and "
        "what ‘tilewright --debug …’ prints for this command.\n"
    )
    assert "Traceback (most recent call last)" in run("--debug", "list").stderr


def test_an_unexpected_problem_names_the_spec(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("oh")

    monkeypatch.setattr("runtime.commands.check.load_spec", broken)
    (folder / "divides.yaml").write_text(DIVIDES)
    found = run("check", "./divides.yaml")
    path = folder / "divides.yaml"
    assert found.exit_code == 70
    assert found.stderr.startswith(
        f"error: This is a mistake in Tilewright, not in the spec (RuntimeError: oh, with {path}). "
    )


def test_an_interruption_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(catalogue, "shipped", stopped)
    found = run("list")
    assert (found.exit_code, found.stdout, found.stderr) == (130, "", "Stopped.\n")


# simulate and play


def test_simulate_says_the_same_again(folder: Path) -> None:
    run("new", "stones")
    first, second = (run("simulate", "stones", "-n", "20", "--seed", "5").stdout for _ in range(2))
    assert first.splitlines()[:-1] == second.splitlines()[:-1]
    assert first.splitlines()[0] == "stones: 20 games, seed 5"
    assert first.splitlines()[-1].split()[0] == "speed"


def test_simulate_as_json(folder: Path) -> None:
    run("new", "stones")
    figures = json.loads(run("simulate", "stones", "-n", "4", "--set", "size=3", "--json").stdout)
    assert figures["games"] == 4
    assert figures["settings"]["size"] == 3
    assert sum(figures["wins"].values()) == 4


def test_simulate_fails_on_a_fault(folder: Path) -> None:
    (folder / "divides.yaml").write_text(DIVIDES)
    found = run("simulate", "divides.yaml", "-n", "2", "--json")
    assert found.exit_code == 1
    assert json.loads(found.stdout)["faults"] == 2
    assert found.stderr.startswith("divides.yaml:9:9: error: This divides by zero. [fault]\n")
    assert "2 games failed, first the one with seed " in found.stderr


def test_simulate_wants_at_least_one_game() -> None:
    assert run("simulate", "hex", "-n", "0").exit_code == 2


def test_play_shows_moves_board_and_result(folder: Path) -> None:
    run("new", "stones")
    lines = run("play", "stones", "--seed", "3", "--set", "size=2").stdout.splitlines()
    assert lines == [
        "Stones, seed 3",
        "   1. red: place a2",
        "   2. blue: place a1",
        "   3. red: place b1",
        "   4. blue: place b2",
        "",
        "BR",
        "RB",
        "",
        "Blue won after 4 moves (board_full). The board is full and Blue placed the last stone.",
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--seat", "cross=robot"], "error: ‘cross=robot’ is not a seat.\n"),
        (["--seat", "crss=person"], "error: There is no player ‘crss’ in Tic-tac-toe.\n  help: Did you mean ‘cross’?"),
    ],
)
def test_play_refuses_wrong_seats_where_nobody_sits_too(arguments: list[str], message: str) -> None:
    found = run("play", "tic_tac_toe", *arguments)
    assert found.exit_code == 2
    assert found.stderr.startswith(message)


def test_nobody_is_taught_where_there_is_no_terminal() -> None:
    found = run("play", "khi", "--tutorial")
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr.startswith("error: There is nobody to teach: this is neither a window nor a terminal.\n")


def test_play_without_a_game_lists_the_games_and_plays_one() -> None:
    found = run("play")
    assert found.exit_code == 0
    assert found.stdout.splitlines()[0].split()[0] == "game"
    assert re.search(r" after \d+ moves \(", found.stdout.splitlines()[-1])


# new


@pytest.mark.parametrize("parent", [None, "hex", "sokoban", "word_cell"])
def test_a_new_spec_passes_check_and_test(folder: Path, parent: str | None) -> None:
    made = run("new", "my_game", *(["--from", parent] if parent else []))
    assert (made.exit_code, made.stderr) == (0, "")
    assert load("./my_game.yaml").title == "My game"
    checked = run("check", "my_game.yaml")
    assert (checked.exit_code, checked.stdout) == (0, "1 spec checked: 0 errors, 0 warnings.\n")
    tested = run("test", "my_game")
    assert tested.exit_code == 0
    assert ", 0 failed" in tested.stdout.splitlines()[-1]
    assert run("play", "my_game").exit_code == 0


def test_a_new_variant_tells_where_the_rules_of_its_parent_end(folder: Path) -> None:
    run("new", "my_game", "--from", "stackdoku")
    lines = (folder / "my_game.yaml").read_text(encoding="utf-8").splitlines()
    assert "# The parent’s rules end with D-15; a rule of the same id takes its place." in lines


def test_a_new_spec_tells_where_many_tests_stand(folder: Path) -> None:
    run("new", "my_game")
    assert "move them into a file beside this one: my_game.tests.yaml." in Path("my_game.yaml").read_text("utf-8")
    run("new", "my_hex", "--from", "hex")
    assert "beside it in my_hex.tests.yaml." in Path("my_hex.yaml").read_text("utf-8")


def test_an_editor_finds_the_schema_beside_a_new_spec(folder: Path) -> None:
    first = run("new", "my_game").stdout
    assert "Wrote my_game.yaml.\nWrote tilewright.schema.json, with which your editor" in first
    first_line = (folder / "my_game.yaml").read_text(encoding="utf-8").splitlines()[0]
    assert first_line == "# yaml-language-server: $schema=tilewright.schema.json"
    assert (folder / "tilewright.schema.json").read_text(encoding="utf-8") == run("schema").stdout
    (folder / "tilewright.schema.json").write_text("mine", encoding="utf-8")
    assert run("new", "my_other", "--from", "hex").stdout.startswith("Wrote my_other.yaml.\n")
    assert (folder / "my_other.yaml").read_text(encoding="utf-8").startswith(f"{first_line}\n")
    assert (folder / "tilewright.schema.json").read_text(encoding="utf-8") == "mine"


def test_new_overwrites_nothing(folder: Path) -> None:
    (folder / "my_game.yaml").write_text("mine")
    found = run("new", "my_game")
    assert found.exit_code == 2
    assert found.stderr.startswith("error: There is already a file my_game.yaml.\n")
    assert (folder / "my_game.yaml").read_text() == "mine"


@pytest.mark.parametrize("name", ["My_game", "1up", "a-b", "../x", "_x", ""])
def test_a_name_that_is_none_is_refused(folder: Path, name: str) -> None:
    found = run("new", name)
    assert found.exit_code == 2
    assert found.stderr.startswith(f"error: ‘{name}’ cannot be the name of a game.\n")
    assert list(folder.iterdir()) == []


def test_a_shipped_name_is_refused(folder: Path) -> None:
    assert run("new", "hex").stderr.startswith("error: ‘hex’ is a game that comes with Tilewright.\n")


def test_a_variant_of_ones_own_game_lies_beside_it(folder: Path) -> None:
    run("new", "parent_game")
    assert run("new", "child_game", "--from", "parent_game").exit_code == 0
    assert load("./child_game.yaml").spec.actions.keys() == load("./parent_game.yaml").spec.actions.keys()
    (folder / "other").mkdir()
    (folder / "parent_game.yaml").rename(folder / "other" / "parent_game.yaml")
    found = run("new", "second_child", "--from", "other/parent_game.yaml")
    assert found.exit_code == 2
    assert "must lie beside it" in found.stderr
