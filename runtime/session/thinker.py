"""The computer's thinking in a process of its own: tasks go out, answers are fetched when they are ready."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from types import FrameType
from typing import Any, Literal, TypeAlias

from interpreter import Action, BadSetting, Fault, Game, NotAState, SpecError, State, is_plain, load, loads, watched
from interpreter.native import machine_of, may_go_on, stop_all
from runtime.bots import Bot, bot_for, move_of, view_for
from runtime.bots.compiled import may_search
from runtime.bug import told_with_report
from runtime.digest import spec_digest
from runtime.interrupts import uninterrupted
from runtime.session.hints import Hint, hints

NICENESS = 5
"""Frames come first: the thinking gives way to whoever draws."""
RESTARTS = 1
ENDING = 2.0
GONE = "The computer player has stopped working. You can go on without it, or start the game again."


@dataclass(frozen=True, slots=True)
class Rules:
    """The source of a game's rules: a file, or a text; and their fingerprint."""

    path: str | None
    text: str
    name: str
    digest: str


@dataclass(frozen=True, slots=True)
class Task:
    """The question. `warm` only asks for the bot to get ready and the game to be compiled; it is not answered."""

    number: int
    kind: Literal["move", "hint", "warm"]
    rules: Rules
    state: str
    player: int
    seed: int


@dataclass(frozen=True, slots=True)
class Cancelled:
    """A task whose answer is no longer needed."""

    number: int


@dataclass(frozen=True, slots=True)
class MoveFound:
    """The move of the computer; `guard_fired` says that the clock cut the thinking short."""

    number: int
    action: Action
    guard_fired: bool


@dataclass(frozen=True, slots=True)
class HintsFound:
    """The hints for a position, one for each tier; empty if there is nothing to hint at."""

    number: int
    hints: tuple[Hint, ...]


@dataclass(frozen=True, slots=True)
class NotFound:
    """Why there is no answer."""

    number: int
    text: str


Answer: TypeAlias = MoveFound | HintsFound | NotFound


class Outdated(Exception):
    """A task about rules that no longer exist."""


class _BrokenOff(BaseException):
    """The current task was cancelled."""


class Thinker:
    """Answers tasks one after another. Games and bots are kept for the next task."""

    def __init__(self) -> None:
        self._games: dict[str, Game] = {}
        self._bots: dict[Any, Bot] = {}

    def answer(self, task: Task) -> Answer | None:
        """The answer to a task."""
        try:
            with watched():
                return self._answer(task)
        except (Fault, SpecError, NotAState, BadSetting, Outdated) as problem:
            return NotFound(task.number, str(problem))
        except Exception as problem:
            # Whatever it is, it belongs in front of the player, not onto the standard error of another process.
            about = {"spec": task.rules.name, "wanted": task.kind, "state": task.state}
            about |= {"player": str(task.player), "seed": str(task.seed)}
            return NotFound(task.number, told_with_report(problem, about))

    def _answer(self, task: Task) -> Answer | None:
        game = self._game(task.rules)
        state = game.decode(task.state)
        if task.kind == "hint":
            return HintsFound(task.number, hints(game, state, task.player, task.seed))
        bot = self._bot(game, state, task)
        if task.kind == "warm":
            if may_search(state.program):
                machine_of(state.program, at_once=True)
            return None
        found = move_of(bot, view_for(game, state, task.player), task.seed)
        return MoveFound(task.number, game.meaning(state, task.player)(found.action), found.guard_fired)

    def _game(self, rules: Rules) -> Game:
        if rules.digest not in self._games:
            game = load(rules.path) if rules.path is not None else loads(rules.text, rules.name)
            if spec_digest(game) != rules.digest:
                raise Outdated("The spec was changed in the meantime.")
            self._games[rules.digest] = game
        return self._games[rules.digest]

    def _bot(self, game: Game, state: State, task: Task) -> Bot:
        key = (task.rules.digest, state.program.key, task.player)
        if key not in self._bots:
            self._bots[key] = bot_for(game, state, task.player)
        return self._bots[key]


def serve(connection: Connection[Any, Any]) -> None:
    """Answer whatever arrives over a connection until it closes."""
    tasks: SimpleQueue[Task] = SimpleQueue()
    cancelled: set[int] = set()
    working: list[int] = []
    turning = threading.Lock()
    """Held while one task gives way to the next, so that machine code is never stopped for the one before."""

    def break_off(_signal: int, _frame: FrameType | None) -> None:
        # Ctrl-C in a terminal reaches this process too; that is for the other one to deal with.
        if working and working[0] in cancelled:
            working.clear()
            raise _BrokenOff

    def listen() -> None:
        while True:
            try:
                message = connection.recv()
            except (EOFError, OSError):
                os._exit(0)
            if isinstance(message, Cancelled):
                cancelled.add(message.number)
                with turning:
                    if working == [message.number]:
                        # No signal gets through to Python before machine code returns.
                        stop_all()
                signal.raise_signal(signal.SIGINT)
            else:
                tasks.put(message)

    signal.signal(signal.SIGINT, break_off)
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(NICENESS)
    threading.Thread(target=listen, daemon=True).start()
    thinker = Thinker()
    while True:
        try:
            task = tasks.get()
            with turning:
                working[:] = [task.number]
                may_go_on()
            answer = thinker.answer(task) if task.number not in cancelled else None
            working.clear()
        except _BrokenOff:
            continue
        if answer is not None:
            try:
                connection.send(answer)
            except OSError:
                os._exit(0)


class Thinking:
    """A process that thinks about one game. It is started by the first task, or by `warm` in advance."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rules = rules_of(game)
        self.broken = False
        self._process: Any = None
        self._connection: Connection[Any, Any] | None = None
        self._asked: Task | None = None
        self._number = 0
        self._restarts = 0

    @property
    def busy(self) -> bool:
        """Whether an answer is expected."""
        return self._asked is not None

    @property
    def process_id(self) -> int | None:
        """The number of the process, if there is one."""
        return self._process.pid if self._process is not None else None

    def warm(self, state: State) -> None:
        """Start the process before the first task."""
        self._send(self._task("warm", state, 0))

    def ask(self, kind: Literal["move", "hint"], state: State, seed: int) -> int:
        """Ask for the move of the player to move, or for hints; an earlier request is cancelled. Return a number."""
        self.cancel()
        self._asked = self._task(kind, state, seed)
        self._send(self._asked)
        return self._asked.number

    def _task(self, kind: Literal["move", "hint", "warm"], state: State, seed: int) -> Task:
        self._number += 1
        return Task(self._number, kind, self.rules, self.game.encode(state), state.mover, seed)

    def cancel(self) -> None:
        """Cancel the request."""
        if self._asked is not None:
            asked, self._asked = self._asked, None
            if self._connection is not None:
                with suppress(OSError):
                    self._connection.send(Cancelled(asked.number))

    def answer(self) -> Answer | None:
        """The answer to the last question, once it is ready."""
        if self._asked is None:
            return None
        if self.broken:
            return self._answered(NotFound(self._asked.number, GONE))
        assert self._connection is not None
        try:
            while self._connection.poll():
                found: Answer = self._connection.recv()
                if found.number == self._asked.number:
                    return self._answered(found)
        except (EOFError, OSError):
            self._died()
        return None

    def _answered(self, found: Answer) -> Answer:
        self._asked = None
        return found

    def _died(self) -> None:
        """The process is gone: start it once more with the same question, or give up."""
        self._end()
        if self._restarts >= RESTARTS:
            self.broken = True
            return
        self._restarts += 1
        if self._asked is not None:
            self._send(self._asked)

    def _send(self, task: Task) -> None:
        if self.broken:
            return
        try:
            if self._connection is None:
                self._start()
            assert self._connection is not None
            self._connection.send(task)
        except OSError:
            self._died()

    def _start(self) -> None:
        context: Any = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        self._process = context.Process(target=serve, args=(theirs,), daemon=True, name="tilewright thinker")
        with uninterrupted():
            self._process.start()
        theirs.close()
        self._connection = ours

    def close(self) -> None:
        """End the process."""
        self._asked = None
        self._end()
        self.broken = True

    def _end(self) -> None:
        if self._connection is not None:
            self._connection.close()
        if self._process is not None:
            self._process.kill()
            self._process.join(ENDING)
            self._process.close()
        self._connection = self._process = None


def rules_of(game: Game) -> Rules:
    """The place from which the rules of a game can be read again."""
    source = game.spec.game.span.source
    path = Path(source.name).resolve()
    return Rules(str(path) if is_plain(path) else None, source.text, source.name, spec_digest(game))
