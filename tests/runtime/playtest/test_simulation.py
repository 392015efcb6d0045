"""Games between bots."""

import json
import os
import pickle
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pexpect
import pytest
from typer.testing import CliRunner

from interpreter import BadSetting, Fault, Game, load, loads
from interpreter.spec.diagnostics import Diagnostics
from runtime.bots import NoSuchBot, NoSuchLevel
from runtime.bots.random_bot import choose
from runtime.cli import app
from runtime.commands.new import STARTER
from runtime.playtest.seats import WrongSeats
from runtime.playtest.simulation import MOST_MOVES, game_seed, play_one, playing, simulate
from tests.processes import PATIENCE, cpu_seconds, hear_interruptions, until
from tests.shipped import GAMES, shared_out

ROOT = Path(__file__).resolve().parents[3]

COUNTDOWN = """\
game: countdown
title: Countdown
players: {one: {}, two: {}}
boards: {grid: {columns: 1, rows: 1}}
state: {left: 5}
actions:
  take:
    choose: {n: {from: 1..2, where: it <= left}}
    effects: [left -= n]
end_conditions:
  empty: {when: left == 0, winner: me}
"""

ENDLESS = """\
game: endless
title: Endless
boards: {grid: {columns: 1, rows: 1}}
state: {turns_done: 0}
actions:
  wait: {effects: [turns_done += 1]}
end_conditions:
  never: {when: turns_done < 0, won: true}
"""

BREAKS = """\
game: breaks
title: Breaks
boards: {grid: {columns: 1, rows: 1}}
state: {left: 3, share: 0}
actions:
  take:
    effects:
      - left -= 1
      - share = 6 // left
end_conditions:
  never: {when: left < 0, won: true}
"""


def without_speed(figures: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in figures.items() if key != "games_per_second"}


@pytest.fixture(scope="module")
def countdown() -> Game:
    return loads(COUNTDOWN, "countdown.yaml")


def test_the_random_bot_draws_every_legal_action(countdown: Game) -> None:
    state = countdown.new()
    drawn = [choose(countdown, state, seed) for seed in range(20)]
    assert set(drawn) == {("take", 1), ("take", 2)}
    assert drawn[:8] == [choose(countdown, state, seed) for seed in range(8)]


def test_the_random_bot_draws_the_same_on_every_platform(countdown: Game) -> None:
    state = countdown.new()
    assert [choose(countdown, state, seed)[1] for seed in range(16)] == [
        1,
        1,
        2,
        2,
        1,
        1,
        2,
        2,
        1,
        1,
        2,
        2,
        2,
        2,
        2,
        2,
    ]


def test_a_finished_game_has_nothing_to_choose(countdown: Game) -> None:
    state = countdown.new()
    for _, _, after in playing(countdown, state, 0):
        state = after
    with pytest.raises(Fault, match="no legal action"):
        choose(countdown, state, 0)


def test_moves_follow_one_another(countdown: Game) -> None:
    state = countdown.new()
    for before, action, after in playing(countdown, state, 3):
        assert before == state
        assert action in countdown.legal(before)
        assert after == countdown.apply(before, action).state
        state = after
    assert state.over


def test_figures(countdown: Game) -> None:
    figures = simulate(countdown, 40, seed=1).summary()
    assert without_speed(figures) == {
        "game": "countdown",
        "level": None,
        "settings": {},
        "seed": 1,
        "bots": {"one": "random", "two": "random"},
        "games": 40,
        "wins": {"one": 26, "two": 14},
        "win_rates": {
            "one": {"rate": 0.65, "low": 0.4951, "high": 0.7787},
            "two": {"rate": 0.35, "low": 0.2213, "high": 0.5049},
        },
        "losses": None,
        "draws": 0,
        "undecided": None,
        "unfinished": 0,
        "most_moves": 2000,
        "faults": 0,
        "faulty_games": [],
        "ends": {"empty": 40},
        "moves": {"shortest": 3, "median": 3.0, "mean": 3.55, "longest": 5},
        "scores": {},
        "payoffs": None,
        "legal_actions": {"mean": 1.8, "most": 2},
    }


def test_wins_draws_and_unfinished_games_make_up_all_games(countdown: Game) -> None:
    figures = simulate(countdown, 25).summary()
    assert sum(figures["wins"].values()) + figures["draws"] + figures["unfinished"] == 25
    assert sum(figures["ends"].values()) == 25


def test_the_same_seed_gives_the_same_games(countdown: Game) -> None:
    first, second = simulate(countdown, 30, seed=7), simulate(countdown, 30, seed=7)
    assert first.played == second.played
    assert without_speed(first.summary()) == without_speed(second.summary())
    assert simulate(countdown, 30, seed=8).played != first.played


def test_a_longer_run_begins_with_the_shorter_one(countdown: Game) -> None:
    assert simulate(countdown, 30, seed=7).played[:10] == simulate(countdown, 10, seed=7).played


def test_a_game_can_be_played_again_by_its_seed(countdown: Game) -> None:
    played = simulate(countdown, 5, seed=7).played[4]
    assert played.seed == game_seed(7, 5)
    assert play_one(countdown, played.seed, None, None) == played


def test_an_endless_game_is_given_up() -> None:
    figures = simulate(loads(ENDLESS, "endless.yaml"), 2).summary()
    assert (figures["unfinished"], figures["ends"], figures["moves"]) == (2, {}, None)
    assert figures["legal_actions"] == {"mean": 1.0, "most": 1}
    assert play_one(loads(ENDLESS, "endless.yaml"), 1, None, None).moves == MOST_MOVES


def test_games_that_were_stopped_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "endless.yaml"
    path.write_text(ENDLESS, encoding="utf-8")
    shown = CliRunner().invoke(app, ["simulate", str(path), "-n", "2", "--moves", "30"]).stdout
    assert "  no result              2 (100.0 %), stopped after 30 moves\n" in shown
    assert "2 of 2 games did not end within 30 moves. They count for nobody." in shown
    figures = json.loads(CliRunner().invoke(app, ["simulate", str(path), "-n", "2", "--moves", "30", "--json"]).stdout)
    assert (figures["unfinished"], figures["most_moves"], sum(figures["wins"].values())) == (2, 30, 0)


def test_a_fault_ends_its_game_and_names_the_step() -> None:
    found = simulate(loads(BREAKS, "breaks.yaml"), 3)
    assert [(each.moves, str(each.fault)) for each in found.faults] == [
        (2, "breaks.yaml:9:9: fault: This divides by zero.")
    ] * 3
    assert found.summary()["faults"] == 3
    assert found.summary()["faulty_games"] == [
        {"seed": game_seed(0, number), "fault": "breaks.yaml:9:9: fault: This divides by zero."} for number in (1, 2, 3)
    ]


def test_an_unknown_setting_is_refused(countdown: Game) -> None:
    with pytest.raises(BadSetting, match="There is no setting ‘size’"):
        simulate(countdown, 1, settings={"size": 3})


def test_settings_and_level_are_part_of_the_figures() -> None:
    figures = simulate(load(STARTER), 1, settings={"size": "3"}).summary()
    assert figures["settings"]["size"] == 3
    assert figures["legal_actions"]["most"] == 9
    sokoban = load("sokoban")
    assert simulate(sokoban, 1).summary()["level"] == sokoban.levels[0]


# Scores

PICKING = """\
game: picking
title: Picking
players: {one: {}, two: {}}
boards: {grid: {columns: 1, rows: 1}}
state:
  score: {per: player, start: 0}
  left: 6
  hidden: 0
actions:
  take:
    choose: {n: {from: 1..2, where: it <= left}}
    effects:
      - left -= n
      - score[me] += n
      - hidden += 1
end_conditions:
  empty:
    when: left == 0
    winner: most(score[p] for p in players)
view:
  panels: {Left: 10 - left}
"""


def test_scores_are_the_score_and_what_panels_name() -> None:
    found = simulate(loads(PICKING, "picking.yaml"), 20, seed=3)
    assert [each.scores for each in found.played[:3]] == [
        {"score": (4, 2), "left": (0,)},
        {"score": (4, 2), "left": (0,)},
        {"score": (3, 3), "left": (0,)},
    ]
    assert found.summary()["scores"] == {
        "score": {
            "one": {"lowest": 2, "median": 3.0, "mean": 3.25, "highest": 4},
            "two": {"lowest": 2, "median": 3.0, "mean": 2.75, "highest": 4},
        },
        "left": {"lowest": 0, "median": 0.0, "mean": 0.0, "highest": 0},
    }


def test_a_die_beside_the_board_is_no_score() -> None:
    rolls = "turns: {begin: [{random: n in 1..6, stream: dice}, die = n, rolled += n]}\n"
    text = PICKING.replace("  left: 6", "  left: 6\n  die: 1\n  rolled: 0")
    text = text.replace("{Left: 10 - left}", "{Die: die, Rolled: rolled}")
    found = simulate(loads(text.replace("actions:", f"{rolls}actions:"), "picking.yaml"), 2)
    assert found.summary()["scores"].keys() == {"score", "rolled"}


# Bots


def test_each_player_has_a_bot(countdown: Game) -> None:
    found = simulate(countdown, 6, bots=("tree", "random"))
    assert found.summary()["bots"] == {"one": "tree", "two": "random"}
    # With five or more, a player who leaves three wins, and the first player can always do so.
    assert found.summary()["wins"] == {"one": 6, "two": 0}
    assert simulate(countdown, 6, bots=("random", "tree")).summary()["wins"]["two"] >= 4


def test_one_bot_is_for_all(countdown: Game) -> None:
    assert simulate(countdown, 2, bots=("search",)).bots == ("search", "search")


def test_the_computer_as_the_spec_describes_it() -> None:
    memory = load("memory")
    found = simulate(memory, 2, level="twelve_cards", bots=("ai:hard", "ai:easy"))
    assert found.summary()["wins"] == {"one": 2, "two": 0}


def test_bots_that_do_not_exist(countdown: Game) -> None:
    with pytest.raises(NoSuchBot, match="There is no bot wizard"):
        simulate(countdown, 1, bots=("wizard",))
    with pytest.raises(NoSuchLevel, match="this game has no ai section"):
        simulate(countdown, 1, bots=("ai:hard",))
    with pytest.raises(WrongSeats, match="There are 2 players, but 3 bots"):
        simulate(countdown, 1, bots=("random", "random", "random"))
    with pytest.raises(WrongSeats, match="Only ai has levels, as in ai:hard"):
        simulate(countdown, 1, bots=("tree:hard",))


# Workers


@pytest.mark.parametrize("bots", [("random",), ("tree", "random")])
def test_the_number_of_workers_changes_nothing(countdown: Game, bots: tuple[str, ...]) -> None:
    alone = simulate(countdown, 30, seed=7, bots=bots)
    for workers in (2, 3):
        shared = simulate(countdown, 30, seed=7, bots=bots, workers=workers)
        assert shared.played == alone.played
        assert without_speed(shared.summary()) == without_speed(alone.summary())


def test_faults_come_back_from_workers() -> None:
    game = loads(BREAKS, "breaks.yaml")
    alone, shared = simulate(game, 40), simulate(game, 40, workers=2)
    assert [(each.seed, str(each.fault)) for each in shared.faults] == [
        (each.seed, str(each.fault)) for each in alone.faults
    ]


def test_progress_reaches_the_end(countdown: Game) -> None:
    told: list[int] = []
    simulate(countdown, 30, workers=2, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 30


# The command


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, ["simulate", *arguments])


def test_the_command_says_the_same_with_any_number_of_workers() -> None:
    figures = [
        json.loads(run("tic_tac_toe", "-n", "60", "--bots", "random,random", "--workers", workers, "--json").stdout)
        for workers in ("1", "2")
    ]
    assert without_speed(figures[0]) == without_speed(figures[1])
    assert figures[0]["games"] == 60


def test_the_command_names_bots_and_scores(tmp_path: Path) -> None:
    (tmp_path / "picking.yaml").write_text(PICKING, encoding="utf-8")
    shown = run(str(tmp_path / "picking.yaml"), "-n", "4", "--bots", "search,random", "--workers", "1").stdout
    assert [line[2:24].rstrip() for line in shown.splitlines()] == [
        "cking: 4 games, seed 0",
        "one (search) won",
        "two won",
        "draws",
        "ended by empty",
        "moves a game",
        "score of one",
        "score of two",
        "left",
        "legal actions",
        "speed",
    ]


@pytest.mark.parametrize(
    ("bots", "message"),
    [
        ("randon", "error: There is no bot ‘randon’.\n  help: Did you mean ‘random’?\n"),
        ("random,random,random", "error: There are 2 players, but 3 bots.\n"),
        ("ai:wild", "error: There is no level ‘wild’. The computer of this game has no levels.\n"),
    ],
)
def test_the_command_corrects_bots(bots: str, message: str) -> None:
    found = run("tic_tac_toe", "--bots", bots)
    assert (found.exit_code, found.stdout, found.stderr) == (2, "", message)


def test_a_bar_is_shown_on_a_terminal_alone() -> None:
    command = ["-m", "runtime", "simulate", "tic_tac_toe", "-n", "20"]
    terminal = pexpect.spawn(sys.executable, command, cwd=str(ROOT), encoding="utf-8", timeout=PATIENCE)
    terminal.expect("20/20")
    terminal.expect("tic_tac_toe: 20 games, seed 0")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0
    piped = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=True)
    assert (piped.stdout.splitlines()[0], piped.stderr) == ("tic_tac_toe: 20 games, seed 0", "")


def started() -> subprocess.Popen[str]:
    """A long run in a process group of its own, once its helper is at work."""
    command = [sys.executable, "-m", "runtime", "simulate", "reversi", "-n", "1000000", "--workers", "2"]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=hear_interruptions,
    )
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    until(children.read_text)
    until(lambda: cpu_seconds(int(children.read_text().split()[0])) > 0.2)
    return process


def ended(group: int) -> bool:
    """Whether no process of a group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_ctrl_c_leaves_no_process() -> None:
    process = started()
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err) == (130, "", "Stopped.\n")
    until(lambda: ended(process.pid))


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_helpers_end_when_their_starter_is_killed() -> None:
    process = started()
    process.kill()
    process.communicate(timeout=PATIENCE)
    until(lambda: ended(process.pid))


# All games


@pytest.mark.parametrize("name", shared_out(0))
def test_every_shipped_game_can_be_played(name: str) -> None:
    found = simulate(load(name), 3, seed=2)
    assert [str(each.fault) for each in found.faults] == []
    assert sum(each.moves for each in found.played) > 0


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_every_shipped_game_is_the_same_in_another_process(name: str) -> None:
    game = load(name)
    sent = pickle.loads(pickle.dumps(game.spec))
    assert play_one(Game(sent, Diagnostics()), 5) == play_one(game, 5)
