"""The computer's thinking, seen from the process that plays: questions go out, answers are fetched when they are there.

Nothing here waits. A thinker that dies is started once more; if it dies again there are no answers any more, and
whoever asks is told so.
"""

from __future__ import annotations

import multiprocessing
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Literal

from interpreter import Game, State
from runtime.digest import spec_digest
from runtime.interrupts import uninterrupted
from runtime.thinker import Answer, Cancelled, NotFound, Question, Rules, serve

RESTARTS = 1
ENDING = 2.0
GONE = "The computer player has stopped working. You can go on without it, or start the game again."


class Thinking:
    """A process that thinks about one game. It is started by the first question, or by `warm` beforehand."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rules = rules_of(game)
        self.broken = False
        self._process: Any = None
        self._connection: Connection[Any, Any] | None = None
        self._asked: Question | None = None
        self._number = 0
        self._restarts = 0

    @property
    def busy(self) -> bool:
        """Whether an answer is awaited."""
        return self._asked is not None

    @property
    def process_id(self) -> int | None:
        """The number of the process, if there is one."""
        return self._process.pid if self._process is not None else None

    def warm(self, state: State) -> None:
        """Have the process ready for the first question."""
        self._send(self._question("warm", state, 0))

    def ask(self, kind: Literal["move", "hint"], state: State, seed: int) -> int:
        """Ask for the move of whose turn it is, or for hints; what was asked before is cancelled. Gives a number."""
        self.cancel()
        self._asked = self._question(kind, state, seed)
        self._send(self._asked)
        return self._asked.number

    def _question(self, kind: Literal["move", "hint", "warm"], state: State, seed: int) -> Question:
        self._number += 1
        return Question(self._number, kind, self.rules, self.game.encode(state), state.mover, seed)

    def cancel(self) -> None:
        """The answer is not wanted any more."""
        if self._asked is not None:
            asked, self._asked = self._asked, None
            if self._connection is not None:
                with suppress(OSError):
                    self._connection.send(Cancelled(asked.number))

    def answer(self) -> Answer | None:
        """The answer to what was asked last, once it is there."""
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
        """The process is gone: start it once more with what was asked, or give up."""
        self._end()
        if self._restarts >= RESTARTS:
            self.broken = True
            return
        self._restarts += 1
        if self._asked is not None:
            self._send(self._asked)

    def _send(self, question: Question) -> None:
        if self.broken:
            return
        try:
            if self._connection is None:
                self._start()
            assert self._connection is not None
            self._connection.send(question)
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
    """Where the rules of a game can be read again."""
    source = game.spec.game.span.source
    path = Path(source.name).resolve()
    return Rules(str(path) if path.is_file() else None, source.text, source.name, spec_digest(game))
