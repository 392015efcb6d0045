"""Statistics of finished games: counted once, stored whole, never overwritten because they cannot be read."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

from interpreter import Game, load, loads
from runtime.files import change_stored, read_stored
from runtime.keep.recording import read
from runtime.keep.replay import replayed
from runtime.keep.saves import MOST, Replays
from runtime.keep.statistics import Figures, Finished, Kind, Result, Statistics, Tally, added, finished
from runtime.session.session import Session

ROOT = Path(__file__).resolve().parents[3]
SCORING = """\
game: scoring
title: Scoring
players: {one: {title: One}, two: {title: Two, seat: computer}}
boards:
  line: {columns: 3, rows: 1, cell: {taken: player or none}}
state:
  score: {per: player, start: 0}
actions:
  take:
    choose:
      c: {from: line, where: it.taken == none, else: Taken.}
    effects:
      - c.taken = me
      - score[me] += 5
end_conditions:
  full:
    when: all(x.taken != none for x in line)
    winner: one
"""


@pytest.fixture(scope="module")
def scoring() -> Game:
    return loads(SCORING)


def played(game: Game, **seats: str) -> Session:
    session = Session(game, seed=1, seats=seats)
    while not session.state.over:
        session.perform(session.legal[0])
    return session


def test_a_game_counts_for_the_only_person(scoring: Game) -> None:
    assert finished(played(scoring), 12.6) == Finished("won", 2, 10, 13)
    assert finished(played(scoring, one="computer", two="person"), 1.0) == Finished("lost", 1, 5, 1)
    assert finished(played(scoring, two="person"), 1.0) == Finished("played", 3, None, 1)


def test_a_game_for_one_is_won_lost_or_just_over() -> None:
    session = Session(load("lights_out"), "warm_up", {"limit": 1}, seed=1)
    session.perform(session.legal[0])
    assert finished(session, 0).result == ("won" if session.status.won else "lost")


def test_figures_add_up() -> None:
    figures = Figures()
    for game in (
        Finished("won", 9, 40, 60),
        Finished("won", 7, 30, 30),
        Finished("drawn", 3, 50, 10),
        Finished("won", 8, None, 5),
        Finished("played", 2, 1, 1),
        Finished("lost", 1, 2, 4),
    ):
        figures = added(figures, game)
    assert figures == Figures(
        played=6, won=3, lost=1, drawn=1, streak=0, best_streak=2, best_score=50, fewest_moves=7, seconds=110, fastest=5
    )


def test_a_win_with_hints_is_counted_as_such_and_is_best_at_nothing() -> None:
    figures = added(added(Figures(), Finished("won", 9, 40, 60)), Finished("won", 2, 90, 5, hints=1))
    assert figures == Figures(
        played=2, won=2, hinted=1, streak=1, best_streak=1, best_score=40, fewest_moves=9, seconds=65, fastest=60
    )
    assert added(figures, Finished("won", 9, 40, 60)).streak == 2
    assert added(figures, Finished("lost", 9, 40, 60, hints=1)).streak == 0


def test_hints_of_a_game_are_counted(scoring: Game) -> None:
    session = Session(scoring, seed=1)
    session.limits = replace(session.limits, hints=None)
    session.hint(lambda _view, _tier: "here")
    session.hint(lambda _view, _tier: "this")
    session.perform(session.legal[0])
    session.hint(lambda _view, _tier: "there")
    while not session.state.over:
        session.perform(session.legal[0])
    assert finished(session, 3.0) == Finished("won", 2, 10, 3, hints=2)


def ended(result: Result) -> Finished:
    return Finished(result, 9, None, 60)


MONDAY = date(2026, 11, 16)


def days_after(count: int) -> date:
    return MONDAY + timedelta(count)


def test_a_streak_counts_days_that_were_played_won_or_not_and_a_missed_day_ends_it(tmp_path: Path) -> None:
    statistics, results = Statistics(tmp_path), ("won", "lost", "played", "drawn")
    for number, result in enumerate(results):
        statistics.note("sudoku", ended(result), days_after(number))
        found = statistics.days("sudoku")
        assert (found.streak(days_after(number)), found.longest) == (number + 1, number + 1)
    assert [found.streak(days_after(number)) for number in (3, 4, 5)] == [4, 4, 0]
    statistics.note("sudoku", ended("won"), days_after(5))
    statistics.note("sudoku", ended("won"))
    found = statistics.days("sudoku")
    assert (found.streak(days_after(5)), found.longest) == (1, 4)
    assert statistics.days("hidato").longest == 0
    assert statistics.tallies()["sudoku"].days == found


def test_a_day_counts_once_as_it_ended_first(tmp_path: Path) -> None:
    statistics = Statistics(tmp_path)
    for result in ("lost", "won"):
        statistics.note("sudoku", ended(result), MONDAY)
    assert statistics.days("sudoku").results == {MONDAY: "lost"}


def test_a_clock_that_was_set_forward_and_back_ends_no_streak(tmp_path: Path) -> None:
    statistics = Statistics(tmp_path)
    for number in (0, 1, 900, 2):
        statistics.note("sudoku", ended("won"), days_after(number))
    found = statistics.days("sudoku")
    assert (found.streak(days_after(2)), found.longest) == (3, 3)
    assert found.streak(days_after(900)) == 1


def test_two_windows_count_days_side_by_side(tmp_path: Path) -> None:
    one, other = Statistics(tmp_path), Statistics(tmp_path)
    one.note("sudoku", ended("won"), days_after(0))
    other.note("sudoku", ended("won"), days_after(1))
    one.note("sudoku", ended("won"), days_after(1))
    one.note("sudoku", ended("won"), days_after(2))
    assert other.days("sudoku").streak(days_after(2)) == 3


def test_days_that_the_figures_counted_before_are_kept(tmp_path: Path) -> None:
    before = {"games": {"sudoku": {"played": 5, "won": 4, "daily_won": MONDAY.toordinal(), "daily_streak": 3}}}
    (tmp_path / "statistics.json").write_text(json.dumps(before))
    statistics = Statistics(tmp_path)
    assert (statistics.of("sudoku").won, statistics.days("sudoku").streak(MONDAY)) == (4, 3)
    statistics.note("sudoku", ended("lost"), days_after(1))
    assert statistics.days("sudoku").results == {
        days_after(-2): "won", days_after(-1): "won", MONDAY: "won", days_after(1): "lost",
    }  # fmt: skip


@pytest.mark.parametrize(
    "days",
    [
        [],
        {"sudoku": 7},
        {"sudoku": {"yesterday": "won", "2026-11-16": "finished", "2026-11-17": ["won"]}},
        {"sudoku": {"0001-01-01": "won", "9999-12-31": "won"}},
    ],
)
def test_what_makes_no_sense_as_a_day_is_no_day(tmp_path: Path, days: object) -> None:
    wrong = {"sudoku": {"played": 1, "daily_won": 10**18, "daily_streak": 10**18}}
    (tmp_path / "statistics.json").write_text(json.dumps({"games": wrong, "days": days}))
    statistics = Statistics(tmp_path)
    statistics.note("sudoku", ended("won"), MONDAY)
    assert statistics.days("sudoku").results == {MONDAY: "won"}


def test_figures_are_kept_for_each_game(tmp_path: Path) -> None:
    statistics = Statistics(tmp_path)
    assert statistics.of("hex") == Figures()
    statistics.note("hex", Finished("won", 5, None, 3))
    Statistics(tmp_path).note("go", Finished("lost", 5, None, 3))
    statistics.note("hex", Finished("lost", 5, None, 3))
    assert {game: (figures.won, figures.lost) for game, figures in statistics.all().items()} == {
        "go": (0, 1),
        "hex": (1, 1),
    }


EASY, HARD = Kind("level=easy", "Easy"), Kind("level=hard", "Hard")


def test_kinds_of_a_game_are_kept_apart_and_added_up(tmp_path: Path) -> None:
    statistics = Statistics(tmp_path)
    statistics.note("sudoku", Finished("won", 9, None, 60))
    for kind, result, seconds in ((HARD, "won", 50), (EASY, "won", 20), (HARD, "lost", 5)):
        statistics.note("sudoku", Finished(result, 9, None, seconds), kind=kind)
    tally = statistics.tallies()["sudoku"]
    assert (tally.total.played, tally.total.won, tally.total.fastest) == (4, 3, 20)
    assert [(title, each.played, each.won, each.fastest) for title, each in tally.kinds] == [
        ("Easy", 1, 1, 20),
        ("Hard", 2, 1, 50),
    ]
    assert statistics.of("sudoku", HARD) == tally.kinds[1][1]
    assert statistics.of("sudoku", Kind("level=odd", "Odd")) == statistics.of("hex", HARD) == Figures()


def test_kinds_that_make_no_sense_stay_for_whoever_wrote_them(tmp_path: Path) -> None:
    strange = {"level=hard": {"title": "Hard", "figures": {"cheated": 1}}, "level=easy": 3}
    content = {"games": {"sudoku": {"played": 2}}, "kinds": {"sudoku": strange}}
    (tmp_path / "statistics.json").write_text(json.dumps(content))
    statistics = Statistics(tmp_path)
    assert statistics.tallies() == {"sudoku": Tally(Figures(played=2))}
    statistics.note("sudoku", Finished("lost", 9, None, 60), kind=HARD)
    assert statistics.tallies()["sudoku"].kinds == (("Hard", Figures(played=1, lost=1, seconds=60)),)
    kept = read_stored(tmp_path / "statistics.json")
    assert kept["kinds"]["sudoku"]["level=easy"] == 3
    assert kept["not_understood"] == {"sudoku/level=hard": strange["level=hard"]}


@pytest.mark.parametrize("content", [b"{", b"\xff\xfe", b"[1]", b""])
def test_a_damaged_file_is_put_aside(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "statistics.json").write_bytes(content)
    statistics = Statistics(tmp_path)
    assert statistics.all() == {}
    statistics.note("hex", Finished("won", 5, None, 3))
    assert statistics.of("hex").won == 1
    (kept,) = tmp_path.glob("statistics.damaged-*.json")
    assert kept.read_bytes() == content


TOGETHER = """
import os, sys
from pathlib import Path
from renderer.app.screen import StoredPreferences
from runtime.keep.statistics import Finished, Kind, Statistics
folder, together = Path(sys.argv[1]), os.pipe()
children = []
for player in range(4):
    children.append(os.fork())
    if not children[-1]:
        # It is closed when all are there.
        os.close(together[1])
        os.read(together[0], 1)
        statistics, preferences = Statistics(folder), StoredPreferences(folder)
        for number in range(50):
            statistics.note("ab"[player % 2], Finished("won", 5, None, 3), kind=Kind(str(player), "Kind"))
            preferences.note_introduced(f"{player} {number}")
        os._exit(0 if preferences.problem is None else 1)
os.close(together[1])
print([os.waitpid(child, 0)[1] for child in children])
"""


def test_nothing_is_lost_where_several_write_at_once(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", TOGETHER, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("[0, 0, 0, 0]\n", "")
    figures = Statistics(tmp_path).all()
    assert {game: (each.played, each.won) for game, each in figures.items()} == {"a": (100, 100), "b": (100, 100)}
    kinds = {game: [each.won for _, each in tally.kinds] for game, tally in Statistics(tmp_path).tallies().items()}
    assert kinds == {"a": [50, 50], "b": [50, 50]}
    introduced = read_stored(tmp_path / "preferences.json")["introduced"]
    assert sorted(introduced) == sorted(f"{player} {number}" for player in range(4) for number in range(50))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["preferences.json", "statistics.json"]


def test_figures_that_cannot_be_read_are_not_written_over(tmp_path: Path) -> None:
    statistics = Statistics(tmp_path)
    statistics.path.mkdir()
    for ask in (statistics.all, lambda: statistics.note("hex", Finished("won", 5, None, 3))):
        with pytest.raises(OSError, match="is a folder, not a file"):
            ask()
    assert statistics.path.is_dir()


def test_what_a_newer_version_wrote_stays(tmp_path: Path) -> None:
    content = {"format": 2, "more": [1], "games": {"a": {"played": 2, "cheated": 1}, "b": {"new": True}}}
    (tmp_path / "statistics.json").write_text(json.dumps(content))
    Statistics(tmp_path).note("a", Finished("lost", 5, None, 3))
    kept = read_stored(tmp_path / "statistics.json")
    assert (kept["format"], kept["more"], kept["games"]["b"]) == (2, [1], {"new": True})
    assert kept["not_understood"] == {"a": {"played": 2, "cheated": 1}}
    assert Statistics(tmp_path).of("a").lost == 1


def test_entries_that_make_no_sense_are_left_out(tmp_path: Path) -> None:
    games = {"a": {"played": 2}, "b": {"played": "2"}, "c": {"cheated": 1}, "d": 3, "e": {"best_score": None}}
    (tmp_path / "statistics.json").write_text(json.dumps({"games": games}))
    assert Statistics(tmp_path).all() == {"a": Figures(played=2), "e": Figures()}


def test_a_disk_that_refuses_is_no_catastrophe(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(OSError, match="File exists"):
        change_stored(file / "x.json", lambda _: {})
    assert read_stored(file / "x.json") == {}


# Replays


def test_finished_games_are_kept_and_can_be_played_again(tmp_path: Path, scoring: Game) -> None:
    session, replays = played(scoring), Replays(tmp_path)
    at = datetime(2024, 2, 29, 23, 59, 1)
    first, second = replays.keep(session, "won", at), replays.keep(session, "won", at)
    assert (first.name, second.name) == (
        "000001 20240229-235901 scoring 2 won.json",
        "000002 20240229-235901 scoring 2 won.json",
    )
    (tmp_path / "notes.json").write_text("")
    listed = replays.all()
    assert [(kept.game, kept.moves, kept.result, kept.ended) for kept in listed] == [("scoring", 2, "won", at)] * 2
    assert replayed(read(first.read_bytes(), first.name), scoring, first.name).state == session.state


def test_only_the_latest_are_kept(tmp_path: Path, scoring: Game) -> None:
    replays, session = Replays(tmp_path), played(scoring)
    start = datetime(2024, 1, 1)
    paths = []
    for number in range(MOST):
        # The names that earlier versions gave them.
        stamp = (start + timedelta(hours=number)).strftime("%Y%m%d-%H%M%S")
        paths.append(tmp_path / f"{stamp} scoring 2 won.json")
        paths[-1].write_text("")
    paths.append(replays.keep(session, "drawn", start + timedelta(days=300)))
    assert [kept.path for kept in replays.all()] == paths[:0:-1]
    # The clock is set back: the replay stored last is still the newest.
    paths += [replays.keep(session, result, start - timedelta(days=9)) for result in ("lost", "won")]
    assert [kept.path for kept in replays.all()] == paths[:2:-1]
    assert [kept.ended for kept in replays.all()[:2]] == [start - timedelta(days=9)] * 2
