"""Saved games: on disk before they are acknowledged, whole whatever happens, never written over what is unreadable."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from interpreter import Game, load, loads
from runtime.digest import seal
from runtime.files import DATA_VARIABLE, data_folder, write_atomically
from runtime.keep import saves as saves_module
from runtime.keep.recording import BadRecording
from runtime.keep.saves import Saves
from runtime.session.session import Session

ROOT = Path(__file__).resolve().parents[3]
PLAYER = Path(__file__).with_name("saving_player.py")
LONGEST = 120
"""A player begins a new game instead of going on with one of so many moves."""


@pytest.fixture(scope="module")
def lamps() -> Game:
    return load("lights_out")


@pytest.fixture
def saves(tmp_path: Path) -> Saves:
    return Saves(tmp_path / "saves")


def press(session: Session, *sites: str) -> None:
    for site in sites:
        assert session.perform(session.game.action(session.state, f"press {site}")).refusal is None


def test_the_folder_is_that_of_the_user_unless_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path))
    assert (data_folder(), Saves().folder) == (tmp_path, tmp_path / "saves")
    monkeypatch.delenv(DATA_VARIABLE)
    assert data_folder().name == "tilewright"


def test_a_game_is_saved_after_each_action_and_resumed(saves: Saves, lamps: Game) -> None:
    session = Session(lamps, "warm_up", {"limit": "none"}, seed=4)
    keeping = saves.keep(session)
    assert (keeping.put_aside, keeping.problem, saves.names()) == (None, None, ["lights_out"])
    press(session, "a1", "b2", "c3")
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
    session.seconds = 95.4
    path = saves.write(session)
    found = saves.load(lamps)
    assert found is not None and found.seconds == 95
    found.restart()
    assert found.seconds == 0
    content = json.loads(path.read_text(encoding="utf-8"))
    del content["help"]["seconds"], content["seal"]
    content["seal"] = seal(content)
    path.write_text(json.dumps(content), encoding="utf-8")
    older = saves.load(lamps)
    assert older is not None and older.seconds == 0


def test_every_kind_of_change_is_saved(saves: Saves, lamps: Game) -> None:
    session = Session(lamps, seed=4)
    keeping = saves.keep(session, "mine")

    def saved() -> tuple[int, int, int, int]:
        found = saves.load(lamps, "mine")
        assert found is not None
        return found.seed, len(found.history), len(found.undone), found.used.undos

    assert saved() == (4, 0, 0, 0)
    press(session, "a1")
    assert saved() == (4, 1, 0, 0)
    session.undo()
    assert saved() == (4, 0, 1, 1)
    session.redo()
    assert saved() == (4, 1, 0, 1)
    session.restart()
    assert saved() == (4, 0, 0, 0)
    session.new_game(9)
    assert saved() == (9, 0, 0, 0)
    keeping.end()
    press(session, "a1")
    assert saved() == (9, 0, 0, 0)


def test_nothing_saved_gives_nothing(saves: Saves, lamps: Game) -> None:
    assert saves.load(lamps) is None
    assert (saves.exists("lights_out"), saves.names()) == (False, [])


@pytest.mark.parametrize("name", ["", "../x", "a/b", ".hidden", "x" * 81, "a.b"])
def test_a_name_stays_within_the_folder(saves: Saves, name: str) -> None:
    with pytest.raises(ValueError, match="is no name for a saved game"):
        saves.path(name)


def test_what_is_damaged_is_put_aside_before_a_new_game_is_saved(saves: Saves, lamps: Game) -> None:
    saves.write(Session(lamps, seed=1))
    path = saves.path("lights_out")
    path.write_bytes(path.read_bytes()[:-30])
    damaged = path.read_bytes()
    with pytest.raises(BadRecording, match="is cut short"):
        saves.load(lamps)
    assert path.read_bytes() == damaged
    keeping = saves.keep(Session(lamps, seed=2))
    assert keeping.put_aside is not None
    assert keeping.put_aside.read_bytes() == damaged
    found = saves.load(lamps)
    assert found is not None
    assert (found.seed, saves.names()) == (2, ["lights_out"])


def changed_lamps(before: str, after: str) -> Game:
    text = (ROOT / "specs" / "classics" / "lights_out.yaml").read_text(encoding="utf-8")
    assert before in text
    return loads(text.replace(before, after, 1), "lights_out.yaml")


def test_a_save_goes_on_under_rules_that_have_changed_without_effect_on_it(saves: Saves, lamps: Game) -> None:
    session = Session(lamps, seed=1)
    press(session, "a1")
    saves.write(session)
    changed = changed_lamps("title: Lights Out\n", "title: Lamps\n")
    resumed = saves.load(changed)
    assert resumed is not None
    assert resumed.state.data == session.state.data
    keeping = saves.keep(resumed)
    assert (keeping.put_aside, saves.names()) == (None, ["lights_out"])
    press(resumed, "a2")
    again = saves.load(changed)
    assert again is not None
    assert [move.text for move in again.history] == ["press a1", "press a2"]


def test_a_save_of_other_rules_is_put_aside_too(saves: Saves, lamps: Game) -> None:
    session = Session(lamps, seed=1)
    press(session, "a1")
    saves.write(session)
    before = saves.path("lights_out").read_bytes()
    changed = changed_lamps("do: [x.lit = not x.lit]", "do: [x.lit = true]")
    with pytest.raises(BadRecording, match="has changed since"):
        saves.load(changed)
    keeping = saves.keep(Session(changed, seed=2))
    assert keeping.put_aside is not None
    assert keeping.put_aside.read_bytes() == before


def test_a_save_that_comes_out_otherwise_is_put_aside_though_the_rules_are_the_same(saves: Saves, lamps: Game) -> None:
    """As if another version of Tilewright had written it."""
    path = saves.write(Session(lamps, seed=1))
    content = json.loads(path.read_text(encoding="utf-8"))
    del content["seal"]
    content["start"] = "0" * 32
    content["seal"] = seal(content)
    path.write_text(json.dumps(content), encoding="utf-8")
    before = path.read_bytes()
    keeping = saves.keep(Session(lamps, seed=2))
    assert keeping.put_aside is not None
    assert keeping.put_aside.read_bytes() == before


def test_a_failing_disk_is_told_and_does_not_stop_the_game(
    saves: Saves, lamps: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = Session(lamps, seed=1)
    keeping = saves.keep(session)

    def full(_path: Path, _text: str) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(saves_module, "write_atomically", full)
        press(session, "a1")
    assert str(keeping.problem) == "[Errno 28] No space left on device"
    assert len(session.history) == 1
    press(session, "a2")
    found = saves.load(lamps)
    assert found is not None
    assert (keeping.problem, len(found.history)) == (None, 2)


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
    """What the next player goes on from: all that was acknowledged, or that the last player itself went on from,
    and at most the one change that was being acknowledged."""
    session = saves.load(lamps)
    if session is None:
        assert count == 0
        return 0, 0, ""
    if session.seed != seed:
        # A new game had begun and nothing of it was acknowledged yet.
        assert len(session.history) <= 1
        assert count == 0 or count >= LONGEST - 1
    else:
        moves = [*session.history, *reversed(session.undone)]
        assert abs(len(session.history) - count) <= 1
        assert count == 0 or moves[count - 1].digest == digest
    return session.seed, len(session.history), session.history[-1].digest if session.history else ""
