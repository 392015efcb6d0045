"""Players are killed at any moment of real play, in terminals and windows: no move that they were shown is lost."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

import pytest

from interpreter import Game, load
from runtime.keep.saves import Saves
from runtime.session.session import Session
from tests.processes import PATIENCE
from tests.renderer.window.screen import MISSING, Gone, Player, display, playing

pytestmark = pytest.mark.skipif(os.name != "posix", reason="kills with SIGKILL")
ROOT = Path(__file__).resolve().parents[3]
NURSERY = Path(__file__).with_name("terminal_nursery.py")
LONGEST = 80
"""A new game starts after that many moves; the one before must stay as it is."""
Position = tuple[tuple[str, ...], tuple[str, ...]]
"""The moves of a game, and those that were undone."""


class Nursery:
    """Starts players in terminals, one after the other."""

    def __init__(self, ours: socket.socket, folder: Path) -> None:
        self.folder = folder
        self._socket = ours
        self._answers = ours.makefile("r")

    def start(self, *arguments: str) -> Terminal:
        typed, type_in = os.pipe()
        read_from, printed = os.pipe()
        content = json.dumps(["play", "lights_out", "--terminal", *arguments]).encode()
        socket.send_fds(self._socket, [content], [typed, printed])
        os.close(typed)
        os.close(printed)
        return Terminal(self, int(self._answers.readline()), type_in, read_from)

    def wait(self) -> None:
        assert self._answers.readline() == "gone\n"


@contextmanager
def nursery(folder: Path) -> Iterator[Nursery]:
    ours, theirs = socket.socketpair()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TILEWRIGHT_DATA": str(folder), "COLUMNS": "80"}
    command = [sys.executable, str(NURSERY), str(theirs.fileno())]
    with subprocess.Popen(command, env=environment, pass_fds=[theirs.fileno()]) as process, ours:
        theirs.close()
        try:
            yield Nursery(ours, folder)
        finally:
            ours.shutdown(socket.SHUT_RDWR)
            process.wait(PATIENCE)


class Terminal:
    """A player in a terminal, driven line by line. `printed` is everything printed so far."""

    def __init__(self, nursery: Nursery, process: int, type_in: int, read_from: int) -> None:
        self.nursery = nursery
        self.process = process
        self.printed = ""
        self._type_in, self._read_from = type_in, read_from

    @property
    def prompts(self) -> int:
        return len(re.findall(r"(?m)^> ", self.printed))

    def type(self, *lines: str) -> None:
        os.write(self._type_in, "".join(f"{line}\n" for line in lines).encode())

    def read(self, seconds: float) -> bool:
        """Read what is printed; false if nothing comes within that time, or nothing more will come."""
        if not select.select([self._read_from], [], [], seconds)[0]:
            return False
        content = os.read(self._read_from, 1 << 16)
        self.printed += content.decode(errors="replace")
        return bool(content)

    def wait_for_prompts(self, count: int) -> None:
        while self.prompts < count:
            assert self.read(PATIENCE), self.printed

    def kill(self) -> None:
        """Kill it in a way that nothing can prepare for; what it had printed can still be read."""
        os.kill(self.process, signal.SIGKILL)
        self.nursery.wait()
        os.close(self._type_in)
        while self.read(0.0):
            pass
        os.close(self._read_from)


def position_of(session: Session) -> Position:
    return tuple(move.text for move in session.history), tuple(move.text for move in session.undone)


def typed_for(random: Random, session: Session) -> list[str]:
    """What to type next; the session is updated with it."""
    kind = random.random()
    if kind < 0.1 and session.can_undo:
        session.undo()
        return ["undo"]
    if kind < 0.15 and session.undone:
        session.redo()
        return ["redo"]
    if 0.15 <= kind < 0.155 and session.history:
        session.restart()
        return ["restart", "y"]
    action = random.choice(session.legal)
    text = session.game.text(session.state, action)
    session.perform(action)
    return [text]


def check_files(folder: Path) -> None:
    """No half-written or empty files are left, and nothing was set aside."""
    for path in folder.rglob("*"):
        assert not path.name.endswith(".half"), path
        assert path.is_dir() or path.stat().st_size > 0, path
        assert path.parent.name != "saves" or "." not in path.stem, path


def saved(saves: Saves, game: Game, seed: int) -> Session | None:
    """The unfinished game with a seed, as it is on disk."""
    found = [each for each in saves.started(game.name) if each.seed == seed]
    assert len(found) <= 1
    assert all(each.is_readable for each in found)
    return saves.open(game, found[0].path).session if found else None


@pytest.mark.parametrize("kills", [8, pytest.param(960, marks=pytest.mark.soak)])
def test_killed_in_a_terminal_no_shown_move_is_lost(tmp_path: Path, kills: int) -> None:
    random, game, saves = Random(kills), load("lights_out"), Saves(tmp_path / "saves")
    seed, shown, known = 1, 0, dict[int, Position]()
    model = Session(game, settings={"limit": "none"}, seed=seed)
    with nursery(tmp_path) as players:
        for _ in range(kills):
            if len(model.history) >= LONGEST or model.state.over:
                seed += 1
                model = Session(game, settings={"limit": "none"}, seed=seed)
            begun = bool(model.history or model.undone)
            wanted = ["--seed", str(seed), "--set", "limit=none", "--resume" if begun else "--fresh"]
            player = players.start(*wanted)
            player.wait_for_prompts(1)
            check_files(tmp_path)
            positions = [position_of(model)]
            for _ in range(random.randrange(1, 6)):
                if model.state.over:
                    break
                player.type(*typed_for(random, model))
                positions.append(position_of(model))
                if random.random() < 0.5:
                    player.wait_for_prompts(len(positions))
            time.sleep(random.choice((0.0, random.uniform(0, 0.03))))
            player.kill()
            acknowledged = player.prompts - 1
            shown += acknowledged
            found = saved(saves, game, seed)
            now = position_of(found) if found is not None else ((), ())
            if model.state.over and found is None:
                continue
            assert now in positions[acknowledged : acknowledged + 2], (now, positions, acknowledged)
            known[seed] = now
            model = found if found is not None else Session(game, settings={"limit": "none"}, seed=seed)
    for older, expected in known.items():
        left = saved(saves, game, older)
        assert (position_of(left) if left is not None else ((), ())) == expected
    print(f"{kills} kills in terminals, {shown} changes shown before, {len(known)} games")
    assert shown > kills // 2


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
@pytest.mark.parametrize("kills", [2, pytest.param(40, marks=pytest.mark.soak)])
def test_killed_in_a_window_no_shown_move_is_lost(tmp_path: Path, kills: int) -> None:
    random, game, shown = Random(kills), load("lights_out"), 0
    saves = Saves(tmp_path / "data" / "saves")
    texts: list[str] = []
    with display() as screen:
        for _ in range(kills):
            wanted = ["--seed", "5", "--set", "limit=none", "--resume" if texts else "--fresh"]
            with playing(screen, tmp_path, "lights_out", *wanted) as player:
                _sit_down(player, len(texts))
                check_files(tmp_path / "data")
                clicked = _click(random, player)
                time.sleep(random.uniform(0, 0.3))
                player.process.kill()
                player.process.wait()
                seen = _seen(player, len(texts))
            found = saved(saves, game, 5)
            now = [move.text for move in found.history] if found is not None else []
            assert now == [*texts, *clicked][: len(now)], (now, texts, clicked)
            assert len(now) >= seen
            shown, texts = shown + seen - len(texts), now
    print(f"{kills} kills in windows, {shown} moves shown before")


def _sit_down(player: Player, moves: int) -> None:
    """Wait for the board, past the introduction."""
    player.wait(lambda scene: scene["overlay"] == "intro" or bool(scene["spots"]))
    if player.scene["overlay"] == "intro":
        player.key("Return")
    player.wait(lambda scene: scene["overlay"] is None and bool(scene["spots"]) and scene["moves"] == moves)


def _click(random: Random, player: Player) -> list[str]:
    """Press some lamps one after the other, without waiting for an answer."""
    places = {name: player.middle(name) for name in player.scene["spots"]}
    clicked = [random.choice(sorted(places)) for _ in range(random.randrange(1, 6))]
    for name in clicked:
        player.click_at(*places[name])
        time.sleep(random.uniform(0, 0.1))
    return [f"press {name}" for name in clicked]


def _seen(player: Player, moves: int) -> int:
    """How many moves were shown before the process was killed."""
    with suppress(Gone):
        player.wait(lambda _scene: False, patience=0.0)
    return max([moves, *(line["moves"] for line in player.lines if line["event"] == "scene" and line["spots"])])
