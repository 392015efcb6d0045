"""The process that thinks: it is sent positions, and answers with a move or with hints.

It ends with the process that started it, even if that is killed: then the connection closes, which a thread of its own
notices while the bot is at work. Work that nobody wants any more is broken off.
"""

from __future__ import annotations

import os
import signal
import threading
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from queue import SimpleQueue
from types import FrameType
from typing import Any, Literal, TypeAlias

from interpreter import Action, BadSetting, Fault, Game, NotAState, SpecError, State, load, loads
from runtime.bots import Bot, bot_for, choice_of, view_for
from runtime.bug import told_with_report
from runtime.digest import spec_digest
from runtime.hints import Hint, hints

NICENESS = 5
"""Frames come first: the thinking gives way to whoever draws."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Where the rules of a game are found: in a file, or as a text; and their fingerprint."""

    path: str | None
    text: str
    name: str
    digest: str


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked. `warm` wants the bot to be made ready; it is not answered."""

    number: int
    kind: Literal["move", "hint", "warm"]
    rules: Rules
    state: str
    player: int
    seed: int


@dataclass(frozen=True, slots=True)
class Cancelled:
    """A question that needs no answer any more."""

    number: int


@dataclass(frozen=True, slots=True)
class MoveFound:
    """The move of the computer; `guard_fired` says that the clock cut the thinking short."""

    number: int
    action: Action
    guard_fired: bool


@dataclass(frozen=True, slots=True)
class HintsFound:
    """The hints for a position, a tier each; none if there is nothing to hint at."""

    number: int
    hints: tuple[Hint, ...]


@dataclass(frozen=True, slots=True)
class NotFound:
    """Why there is no answer."""

    number: int
    text: str


Answer: TypeAlias = MoveFound | HintsFound | NotFound


class Outdated(Exception):
    """A question about rules that stand nowhere any more."""


class _BrokenOff(BaseException):
    """The question that is being worked on was cancelled."""


class Thinker:
    """Answers questions one after the other. Games and bots are kept for the next question."""

    def __init__(self) -> None:
        self._games: dict[str, Game] = {}
        self._bots: dict[Any, Bot] = {}

    def answer(self, question: Question) -> Answer | None:
        """What is to be said to a question."""
        try:
            game = self._game(question.rules)
            state = game.decode(question.state)
            if question.kind == "hint":
                return HintsFound(question.number, hints(game, state, question.player, question.seed))
            bot = self._bot(game, state, question)
            if question.kind == "warm":
                return None
            found = choice_of(bot, view_for(game, state, question.player), question.seed)
            return MoveFound(question.number, found.action, found.guard_fired)
        except (Fault, SpecError, NotAState, BadSetting, Outdated) as problem:
            return NotFound(question.number, str(problem))
        except Exception as problem:
            # Whatever it is, it belongs in front of the player, not onto the standard error of another process.
            about = {"spec": question.rules.name, "wanted": question.kind, "state": question.state}
            about |= {"player": str(question.player), "seed": str(question.seed)}
            return NotFound(question.number, told_with_report(problem, about))

    def _game(self, rules: Rules) -> Game:
        if rules.digest not in self._games:
            game = load(rules.path) if rules.path is not None else loads(rules.text, rules.name)
            if spec_digest(game) != rules.digest:
                raise Outdated("The spec was changed in the meantime.")
            self._games[rules.digest] = game
        return self._games[rules.digest]

    def _bot(self, game: Game, state: State, question: Question) -> Bot:
        key = (question.rules.digest, state.program.key, question.player)
        if key not in self._bots:
            self._bots[key] = bot_for(game, state, question.player)
        return self._bots[key]


def serve(connection: Connection[Any, Any]) -> None:
    """Answer what comes over a connection until it closes."""
    questions: SimpleQueue[Question] = SimpleQueue()
    cancelled: set[int] = set()
    working: list[int] = []

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
                signal.raise_signal(signal.SIGINT)
            else:
                questions.put(message)

    signal.signal(signal.SIGINT, break_off)
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(NICENESS)
    threading.Thread(target=listen, daemon=True).start()
    thinker = Thinker()
    while True:
        try:
            question = questions.get()
            working[:] = [question.number]
            answer = thinker.answer(question) if question.number not in cancelled else None
            working.clear()
        except _BrokenOff:
            continue
        if answer is not None:
            try:
                connection.send(answer)
            except OSError:
                os._exit(0)
