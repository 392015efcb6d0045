"""Saved games: on disk before they are acknowledged, complete whatever happens, and never overwritten because they
cannot be read."""

import errno
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from datetime import date
from pathlib import Path
from random import Random

import pytest

from interpreter import Game, load, loads
from runtime.digest import seal
from runtime.files import DATA_VARIABLE, data_folder, write_atomically
from runtime.keep.journal import BEFORE, OVER, lines_of, read_journal
from runtime.keep.keeping import Following, why_unsaved
from runtime.keep.recording import BadRecording
from runtime.keep.saves import Saves
from runtime.session.daily import daily_session
from runtime.session.session import Session
from tests.runtime.test_growing_files import largest_file

ROOT = Path(__file__).resolve().parents[3]
PLAYER = Path(__file__).with_name("saving_player.py")
LONGEST = 120
"""A player starts a new game instead of continuing one with that many moves."""


@pytest.fixture(scope="module")
def lamps() -> Game:
    return load("lights_out")


@pytest.fixture
def saves(tmp_path: Path) -> Saves:
    return Saves(tmp_path / "saves")


def press(session: Session, *sites: str) -> None:
    for site in sites:
        assert session.perform(session.game.action(session.state, f"press {site}")).refusal is None


def started(saves: Saves, game: Game, *sites: str) -> Path:
    """A game with some moves, in its file."""
    session = Session(game, seed=1)
    keeping = saves.keep(session)
    press(session, *sites)
    keeping.end()
    assert keeping.path is not None
    return keeping.path


def test_the_folder_is_that_of_the_user_unless_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path))
    assert (data_folder(), Saves().folder) == (tmp_path, tmp_path / "saves")
    monkeypatch.delenv(DATA_VARIABLE)
    assert data_folder().name == "tilewright"


def test_a_game_is_saved_after_each_action_and_resumed(saves: Saves, lamps: Game) -> None:
    session = Session(lamps, "warm_up", {"limit": "none"}, seed=4)
    keeping = saves.keep(session)
    assert (keeping.problem, keeping.path, saves.folder.exists()) == (None, None, False)
    press(session, "a1", "b2", "c3")
    assert keeping.path == saves.folder / f"{saves.slot(session)}.save"
    session.undo()
    session.hint(lambda _view, tier: tier)
    found = saves.load(lamps)
    assert found is not None
    assert [move.text for move in found.history] == ["press a1", "press b2"]
    assert found.state == session.state
    assert (found.level, found.seed, found.settings["limit"], found.used) == ("warm_up", 4, None, session.used)
    found.redo()
    assert [move.text for move in found.history] == ["press a1", "press b2", "press c3"]
    found.undo()
    found.undo()
    found.redo()
    assert found.state == session.state


def test_the_time_that_was_played_is_kept(saves: Saves, lamps: Game) -> None:
    session = Session(lamps, seed=4)
    keeping = saves.keep(session)
    press(session, "a1")
    session.seconds = 95.4
    keeping.end()
    found = saves.load(lamps)
    assert found is not None and found.seconds == 95
    found.restart()
    assert found.seconds == 0


def test_a_save_of_the_older_format_is_continued_in_the_newer_one(saves: Saves, lamps: Game) -> None:
    session = Session(lamps, seed=4)
    press(session, "a1", "b2")
    session.undo()
    older = saves.write(session)
    [found] = saves.started("lights_out")
    assert (found.path, found.moves, found.seed) == (older, 1, 4)
    opened = saves.open(lamps, older)
    keeping = saves.keep(opened.session, opened)
    assert (keeping.path, older.exists()) == (saves.folder / "lights_out classic 4.save", False)
    opened.session.redo()
    again = saves.load(lamps)
    assert again is not None
    assert [move.text for move in again.history] == ["press a1", "press b2"]


def test_the_older_format_had_no_time_at_first(saves: Saves, lamps: Game) -> None:
    session = Session(lamps, seed=4)
    session.seconds = 95.4
    press(session, "a1")
    path = saves.write(session)
    content = json.loads(path.read_text(encoding="utf-8"))
    del content["help"]["seconds"], content["seal"]
    content["seal"] = seal(content)
    path.write_text(json.dumps(content), encoding="utf-8")
    older = saves.load(lamps)
    assert older is not None and older.seconds == 0


def test_every_kind_of_change_is_saved(saves: Saves, lamps: Game) -> None:
    session = Session(lamps, seed=4)
    keeping = saves.keep(session)

    def saved() -> tuple[int, int, int, int]:
        path = keeping.path
        assert path is not None
        found = saves.open(lamps, path).session
        return found.seed, len(found.history), len(found.undone), found.used.undos

    press(session, "a1")
    assert saved() == (4, 1, 0, 0)
    session.undo()
    assert saved() == (4, 0, 1, 1)
    session.redo()
    assert saved() == (4, 1, 0, 1)
    session.restart()
    assert saved() == (4, 0, 0, 0)
    press(session, "a1")
    session.new_game(9)
    assert keeping.path is None
    press(session, "a1")
    assert saved() == (9, 1, 0, 0)
    keeping.end()
    press(session, "b1")
    assert saved() == (9, 1, 0, 0)
    assert sorted((each.seed, each.moves) for each in saves.started()) == [(4, 1), (9, 1)]


def test_nothing_saved_gives_nothing(saves: Saves, lamps: Game) -> None:
    assert saves.load(lamps) is None
    assert (saves.started(), saves.names()) == ([], [])


@pytest.mark.parametrize("name", ["", "../x", "a/b", ".hidden", "x" * 81, "a.b"])
def test_a_name_stays_within_the_folder(saves: Saves, name: str) -> None:
    with pytest.raises(ValueError, match="cannot be the name of a saved game"):
        saves.path(name)


# What cannot be continued


def changed_lamps(before: str, after: str) -> Game:
    text = (ROOT / "specs" / "classics" / "lights_out.yaml").read_text(encoding="utf-8")
    assert before in text
    return loads(text.replace(before, after, 1), "lights_out.yaml")


def test_a_save_goes_on_under_rules_that_have_changed_without_effect_on_it(saves: Saves, lamps: Game) -> None:
    path = started(saves, lamps, "a1")
    changed = changed_lamps("title: Lights Out\n", "title: Lamps\n")
    opened = saves.open(changed, path)
    saves.keep(opened.session, opened)
    press(opened.session, "a2")
    again = saves.load(changed)
    assert again is not None
    assert [move.text for move in again.history] == ["press a1", "press a2"]
    assert b'"title":"Lamps"' in path.read_bytes()


def refused(saves: Saves, game: Game, path: Path, fault: str, why: str) -> None:
    """A save that cannot be continued is moved away whole, under a name that says why, and the player is told where."""
    before = path.read_bytes()
    with pytest.raises(BadRecording) as caught:
        saves.open(game, path)
    [kept] = path.parent.glob(f"{path.stem}.{why}-*{path.suffix}")
    assert caught.value.fault == fault
    assert f"It is kept as {kept}." in str(caught.value)
    assert (kept.read_bytes(), path.exists(), saves.started()) == (before, False, [])
    # A game of exactly the same name starts beside it.
    session = Session(game, seed=1)
    saves.keep(session)
    press(session, "a1")
    assert kept.read_bytes() == before


def respelt(path: Path, line: int, **changes: object) -> None:
    """Change a line of a journal and correct all its checksums."""
    entries = [json.loads(line.split(b" ", 1)[1]) for line in path.read_bytes().splitlines()]
    entries[line] |= changes
    path.write_bytes(lines_of(entries, BEFORE)[0])


def test_a_save_of_other_rules_is_put_aside(saves: Saves, lamps: Game) -> None:
    path = started(saves, lamps, "a1")
    refused(saves, changed_lamps("do: [x.lit = not x.lit]", "do: [x.lit = true]"), path, "other_spec", "rules-changed")


def test_a_save_with_other_words_is_put_aside(saves: Saves) -> None:
    game = load("khi")
    session = Session(game, seed=1)
    keeping = saves.keep(session)
    session.perform(session.legal[0])
    keeping.end()
    [path] = saves.folder.iterdir()
    respelt(path, 0, words="0" * 32, start="0" * 32)
    with pytest.raises(BadRecording, match="The word list of ‘khi’ has changed since"):
        saves.open(game, path)
    assert [each.name.rpartition("-")[0] for each in saves.folder.iterdir()] == [f"{path.stem}.words-changed"]


@pytest.mark.parametrize(
    ("changes", "fault", "why"),
    [
        ({"start": "0" * 32}, "wrong_start", "starts-differently-now"),
        ({"settings": {}}, "wrong_start", "starts-differently-now"),
        ({"seats": {"nobody": "person"}}, "wrong_start", "starts-differently-now"),
        ({"format": 9}, "newer", "of-a-newer-version"),
        ({"seed": "x"}, "not_a_recording", "no-saved-game"),
    ],
)
def test_a_save_of_another_engine_is_put_aside(
    saves: Saves, lamps: Game, changes: dict[str, object], fault: str, why: str
) -> None:
    path = started(saves, lamps, "a1")
    respelt(path, 0, **changes)
    refused(saves, lamps, path, fault, why)


def test_a_save_whose_moves_come_out_otherwise_is_put_aside(saves: Saves, lamps: Game) -> None:
    path = started(saves, lamps, "a1", "b1")
    respelt(path, 2, digest="0" * 32)
    refused(saves, lamps, path, "wrong_move", "plays-differently-now")


@pytest.mark.parametrize(("content", "why"), [(b"", "cut-short"), (b"{", "cut-short"), (b"x y\n", "damaged")])
def test_a_file_without_a_game_in_it_is_put_aside(saves: Saves, lamps: Game, content: bytes, why: str) -> None:
    path = started(saves, lamps, "a1")
    path.write_bytes(content)
    refused(saves, lamps, path, "damaged" if why == "damaged" else "truncated", why)


def test_a_save_of_the_older_format_is_put_aside_too(saves: Saves, lamps: Game) -> None:
    session = Session(lamps, seed=1)
    press(session, "a1")
    path = saves.write(session)
    path.write_bytes(path.read_bytes()[:-30])
    refused(saves, lamps, path, "truncated", "cut-short")


def test_what_is_kept_under_a_name_is_put_aside_before_another_takes_it(saves: Saves, lamps: Game) -> None:
    session = Session(lamps, seed=1)
    press(session, "a1")
    before = saves.write(session, "mine").read_bytes()
    assert saves.clear(lamps, "mine") is None
    kept = saves.clear(changed_lamps("do: [x.lit = not x.lit]", "do: [x.lit = true]"), "mine")
    assert kept is not None
    assert (kept.name.rpartition("-")[0], kept.read_bytes()) == ("mine.rules-changed", before)


def test_damage_in_the_middle_costs_only_what_comes_after_it(saves: Saves, lamps: Game) -> None:
    path = started(saves, lamps, "a1", "b2", "c3")
    lines = path.read_bytes().splitlines(keepends=True)
    damaged = b"".join([*lines[:2], lines[2][:-9] + b"!" * 8 + b"\n", *lines[3:]])
    path.write_bytes(damaged)
    opened = saves.open(lamps, path)
    [kept] = saves.folder.glob("*.damaged-*.save")
    assert kept.read_bytes() == damaged
    assert opened.told == (
        f"The saved game is damaged from line 3 on. It continues after 1 move. The damaged file is kept as {kept}."
    )
    saves.keep(opened.session, opened)
    press(opened.session, "d4")
    found = saves.load(lamps)
    assert found is not None
    assert [move.text for move in found.history] == ["press a1", "press d4"]


def test_an_unfinished_last_line_is_dropped_without_a_word(saves: Saves, lamps: Game) -> None:
    path = started(saves, lamps, "a1", "b2")
    content = path.read_bytes()
    path.write_bytes(content[:-20])
    opened = saves.open(lamps, path)
    assert opened.told == ""
    saves.keep(opened.session, opened)
    press(opened.session, "b2")
    assert path.read_bytes() == content
    assert list(saves.folder.iterdir()) == [path]


# A disk that fails


def test_a_failing_disk_is_told_and_the_next_move_saves_all_that_is_missing(saves: Saves, lamps: Game) -> None:
    session = Session(lamps, seed=1)
    keeping = saves.keep(session)
    press(session, "a1")
    assert keeping.path is not None
    before = keeping.path.read_bytes()
    with largest_file(len(before) + 40):
        press(session, "a2")
        session.undo()
        press(session, "a3")
        assert keeping.problem is not None and keeping.problem.errno == errno.EFBIG
        assert keeping.unsaved == 2
        assert keeping.path.read_bytes() == before
    press(session, "a4")
    assert (keeping.problem, keeping.unsaved) == (None, 0)
    found = saves.load(lamps)
    assert found is not None
    assert [move.text for move in found.history] == ["press a1", "press a3", "press a4"]


def test_a_folder_that_is_gone_is_made_anew_with_the_whole_game(saves: Saves, lamps: Game) -> None:
    session = Session(lamps, seed=1)
    keeping = saves.keep(session)
    press(session, "a1")
    shutil.rmtree(saves.folder)
    saves.folder.write_text("A file stands where the folder should.", encoding="utf-8")
    press(session, "a2")
    assert keeping.problem is not None
    assert why_unsaved(keeping.problem, saves.folder) == f"Not saved: {saves.folder} is not a folder."
    saves.folder.unlink()
    press(session, "a3")
    found = saves.load(lamps)
    assert found is not None
    assert (keeping.problem, len(found.history)) == (None, 3)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (errno.ENOSPC, "Not saved: the disk is full."),
        (errno.EDQUOT, "Not saved: your share of the disk is full."),
        (errno.EROFS, "Not saved: the disk with /x is read-only."),
        (errno.EACCES, "Not saved: you may not write to /x."),
        (errno.EIO, "Not saved: Input/output error (/x)."),
    ],
)
def test_why_a_game_is_not_saved(number: int, text: str) -> None:
    assert why_unsaved(OSError(number, os.strerror(number)), Path("/x")) == text


def test_what_a_move_costs_does_not_grow_with_the_game(saves: Saves, lamps: Game) -> None:
    session = Session(lamps, "warm_up", {"limit": "none"}, seed=1)
    keeping = saves.keep(session)
    costs = []
    for number in range(600):
        before = keeping.bytes_written
        press(session, "a1" if number % 2 else "b2")
        costs.append(keeping.bytes_written - before)
    assert (keeping.problem, max(costs[1:]) - min(costs[1:])) == (None, 0)
    assert keeping.path is not None
    assert sum(costs) == keeping.path.stat().st_size


# Several games


def test_a_daily_a_level_and_a_seed_keep_files_of_their_own(saves: Saves) -> None:
    game, day = load("stackdoku"), date(2024, 5, 17)
    daily = daily_session(game, day)
    easy, other = Session(game, game.levels[0], seed=5), Session(game, game.levels[-1], seed=5)
    for session in (daily, easy, other):
        keeping = saves.keep(session, today=day)
        session.perform(session.legal[0])
        keeping.end()
    found = {(each.level, each.seed, each.daily) for each in saves.started("stackdoku")}
    assert found == {(daily.level, daily.seed, day), (game.levels[0], 5, None), (game.levels[-1], 5, None)}
    again = saves.same(daily_session(game, day))
    assert again is not None
    assert len(saves.open(game, again.path).session.history) == 1
    assert saves.same(daily_session(game, date(2024, 5, 18))) is None


def test_a_daily_that_was_begun_before_midnight_is_that_of_its_day(saves: Saves) -> None:
    game, day = load("stackdoku"), date(2024, 5, 17)
    session = daily_session(game, day)
    keeping = saves.keep(session, today=date(2024, 5, 18))
    session.perform(session.legal[0])
    keeping.end()
    [found] = saves.started()
    assert found.daily == day


def test_a_game_that_is_begun_again_does_not_write_over_the_one_before(saves: Saves, lamps: Game) -> None:
    first = started(saves, lamps, "a1", "b2")
    session = Session(lamps, seed=1)
    keeping = saves.keep(session)
    press(session, "c3")
    assert keeping.path == first.with_name(f"{first.stem} copy 2.save")
    assert sorted(each.moves for each in saves.started()) == [1, 2]


def test_a_game_that_is_given_up_goes_with_the_first_move_of_the_next(saves: Saves, lamps: Game) -> None:
    session = Session(lamps, seed=1)
    keeping = saves.keep(session)
    press(session, "a1")
    keeping.give_up()
    session.new_game(2)
    assert [each.seed for each in saves.started()] == [1]
    press(session, "a1")
    assert [each.seed for each in saves.started()] == [2]


def test_a_finished_game_is_no_started_one(saves: Saves, lamps: Game) -> None:
    session = Session(lamps, seed=1)
    keeping = saves.keep(session)
    press(session, "a1")
    keeping.finish()
    assert saves.started() == []
    session.undo()
    press(session, "b2")
    assert [each.moves for each in saves.started()] == [1]
    keeping.finish()
    keeping.end()
    assert list(saves.folder.iterdir()) == []


def test_a_finished_game_whose_player_was_killed_goes_when_games_are_listed(saves: Saves, lamps: Game) -> None:
    path = started(saves, lamps, "a1")
    content = path.read_bytes()
    path.write_bytes(content + lines_of([OVER], read_journal(content, "x").last)[0])
    assert saves.started() == []
    assert not path.exists()


def test_a_position_of_other_rules_is_saved_with_the_game(saves: Saves, lamps: Game) -> None:
    before = Session(lamps, seed=1)
    press(before, "a1", "b2")
    session = Session(lamps, seed=1)
    session.carry_on(before.state)
    saves.keep(session)
    press(session, "c3")
    found = saves.load(lamps)
    assert found is not None
    assert (found.state, len(found.history)) == (session.state, 1)


# Two processes with one game


def test_who_comes_second_is_told_and_writes_nothing(saves: Saves, lamps: Game) -> None:
    first = Session(lamps, seed=1)
    keeping = saves.keep(first)
    press(first, "a1")
    assert keeping.path is not None
    opened = saves.open(lamps, keeping.path)
    assert opened.is_played
    second = saves.keep(opened.session, opened)
    assert second.busy
    press(opened.session, "c3")
    press(first, "b2")
    assert (keeping.overtaken, keeping.problem) == (False, None)
    found = saves.load(lamps)
    assert found is not None
    assert [move.text for move in found.history] == ["press a1", "press b2"]


def test_who_looks_on_sees_what_is_played(saves: Saves, lamps: Game) -> None:
    first = Session(lamps, seed=1)
    keeping = saves.keep(first)
    press(first, "a1")
    assert keeping.path is not None
    following = Following(saves.open(lamps, keeping.path))
    assert not following.news()
    seen = following.session
    press(first, "b2", "c3")
    assert following.news()
    assert (following.session is seen, following.session.state) == (True, first.state)
    first.undo()
    assert following.news()
    assert (following.session.state, len(following.session.undone)) == (first.state, 1)
    first.restart()
    assert following.news()
    assert following.session.history == []
    keeping.finish()
    keeping.end()
    assert following.news()
    assert following.gone


def test_a_copy_leaves_the_other_game_alone(saves: Saves, lamps: Game) -> None:
    first = Session(lamps, seed=1)
    keeping = saves.keep(first)
    press(first, "a1")
    assert keeping.path is not None
    opened = saves.open(lamps, keeping.path)
    copy = saves.keep(opened.session)
    press(opened.session, "c3")
    press(first, "b2")
    assert (keeping.overtaken, copy.overtaken) == (False, False)
    assert copy.path == keeping.path.with_name(f"{keeping.path.stem} copy 2.save")
    last = sorted(saves.open(lamps, each.path).session.history[-1].text for each in saves.started())
    assert last == ["press b2", "press c3"]


def test_who_was_taken_over_notices_and_writes_no_more(saves: Saves, lamps: Game) -> None:
    first = Session(lamps, seed=1)
    keeping = saves.keep(first)
    press(first, "a1")
    assert keeping.path is not None and not keeping.notice()
    opened = saves.open(lamps, keeping.path)
    taken = saves.keep(opened.session, opened)
    taken.take_over()
    assert (taken.busy, taken.overtaken, taken.problem) == (False, False, None)
    press(opened.session, "c3")
    press(first, "b2")
    assert (keeping.overtaken, keeping.unsaved, taken.overtaken) == (True, 1, False)
    press(opened.session, "d4")
    keeping.end()
    press(opened.session, "e5")
    found = saves.load(lamps)
    assert found is not None
    assert [move.text for move in found.history] == ["press a1", "press c3", "press d4", "press e5"]


def test_who_was_taken_over_can_notice_before_the_next_move(saves: Saves, lamps: Game) -> None:
    first = Session(lamps, seed=1)
    keeping = saves.keep(first)
    press(first, "a1")
    assert keeping.path is not None
    opened = saves.open(lamps, keeping.path)
    saves.keep(opened.session, opened).take_over()
    assert (keeping.notice(), keeping.notice(), keeping.overtaken) == (True, False, True)


def test_both_who_begin_the_same_game_keep_theirs(saves: Saves, lamps: Game) -> None:
    one, other = Session(lamps, seed=1), Session(lamps, seed=1)
    first, second = saves.keep(one), saves.keep(other)
    press(one, "a1")
    press(other, "b2")
    press(one, "c3")
    assert (first.overtaken, second.overtaken, first.path == second.path) == (False, False, False)
    assert sorted(each.moves for each in saves.started()) == [1, 2]


def test_a_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    write_atomically(path, "old")
    write_atomically(path, "ü")
    assert path.read_bytes() == "ü".encode()
    assert [each.name for each in tmp_path.iterdir()] == ["x.json"]


@pytest.mark.skipif(os.name != "posix", reason="kills with SIGKILL")
@pytest.mark.parametrize("cycles", [20, pytest.param(200, marks=pytest.mark.soak)])
def test_killed_at_any_point_a_game_holds_every_acknowledged_move(saves: Saves, lamps: Game, cycles: int) -> None:
    random, known, acknowledged = Random(cycles), (0, 0, ""), 0
    command = [sys.executable, str(PLAYER), str(saves.folder), str(LONGEST)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment) as nursery:
        assert nursery.stdin is not None
        assert nursery.stdout is not None
        for cycle in range(1, cycles + 1):
            print(cycle, file=nursery.stdin, flush=True)
            word, pid = nursery.stdout.readline().split()
            assert word == "player"
            if random.random() < 0.8:
                line = nursery.stdout.readline()
                known, acknowledged = _saved(line), acknowledged + 1
            time.sleep(random.uniform(0, 0.06))
            os.kill(int(pid), signal.SIGKILL)
            while (line := nursery.stdout.readline()) != "dead\n":
                known, acknowledged = _saved(line), acknowledged + 1
            known = _resumed(saves, lamps, *known)
        nursery.stdin.close()
    assert acknowledged > cycles


def _saved(line: str) -> tuple[int, int, str]:
    word, seed, count, digest = line.split()
    assert word == "saved"
    return int(seed), int(count), digest


def _resumed(saves: Saves, lamps: Game, seed: int, count: int, digest: str) -> tuple[int, int, str]:
    """What the next player continues from: everything that was acknowledged, or that the last player continued from,
    and at most the one change that was just being acknowledged."""
    session = saves.load(lamps)
    if session is None:
        assert count == 0
        return 0, 0, ""
    if session.seed != seed:
        # A new game had started and nothing of it had been acknowledged yet.
        assert len(session.history) <= 1
        assert count == 0 or count >= LONGEST - 1
    else:
        moves = [*session.history, *reversed(session.undone)]
        assert abs(len(session.history) - count) <= 1
        assert count == 0 or moves[count - 1].digest == digest
    return session.seed, len(session.history), session.history[-1].digest if session.history else ""
