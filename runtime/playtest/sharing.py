"""Numbered pieces of work, shared among processes: any free process takes the next ones."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from time import perf_counter
from typing import Any, Generic, TypeAlias, TypeVar

from runtime.interrupts import uninterrupted

Result = TypeVar("Result")
Tick: TypeAlias = Callable[[], None]
"""To be called now and then during long work."""

INTERVAL = 0.05
MOST_AT_ONCE = 16
SHARES = 24
ENDING = 2.0


def nothing() -> None:
    """A tick that does nothing."""


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def start_method() -> str:
    """How helpers are started: with a fork if nothing else runs in this process, which is quick; otherwise from
    scratch."""
    if sys.platform == "linux" and len(os.listdir("/proc/self/task")) == 1:
        return "fork"
    return "spawn"


class Shared(Generic[Result]):
    """One piece of work. `prepare` returns the function that processes a number; every process calls it once.

    `patience` is how long to work alone: for short work it is not worth starting anybody. `progress` is told how many
    are done.
    """

    def __init__(
        self,
        prepare: Callable[[], Callable[[int, Tick], Result]],
        count: int,
        workers: int,
        patience: float = 0.0,
        progress: Callable[[int], None] | None = None,
        method: str | None = None,
    ) -> None:
        self.prepare = prepare
        self.count = count
        self.helpers = min(workers, count) - 1
        self.at_once = max(1, min(MOST_AT_ONCE, count // (SHARES * workers)))
        self.progress = progress
        self.method = method
        self.results: dict[int, Result] = {}
        self._next = 0
        self._counter: Any = None
        self._processes: list[Any] = []
        self._connections: list[Connection[Any, Any]] = []
        self._due = perf_counter() + patience
        self._alone = not self.helpers

    def run(self) -> list[Result]:
        """Do it all."""
        try:
            self._tick()
            work = self.prepare()
            while numbers := self._taken():
                for number in numbers:
                    self.results[number] = work(number, self._tick)
                    self._tick()
            while self._connections and len(self.results) < self.count:
                self._collect(INTERVAL)
                self._tell()
        finally:
            self._dismiss()
        for number in range(self.count):
            if number not in self.results:
                self.results[number] = work(number, nothing)
        self._tell()
        return [self.results[number] for number in range(self.count)]

    def _taken(self) -> range:
        """The next numbers for this process."""
        if self._counter is not None:
            return _take(self._counter, self.count, self.at_once)
        first = self._next
        self._next = min(first + self.at_once, self.count)
        return range(first, self._next)

    def _tick(self) -> None:
        """Start the helpers when it is time; collect their results."""
        now = perf_counter()
        if now < self._due:
            return
        self._due = now + INTERVAL
        if not self._alone:
            self._start()
        self._collect(0)
        self._tell()

    def _tell(self) -> None:
        if self.progress is not None:
            self.progress(len(self.results))

    def _start(self) -> None:
        self._alone = True
        method = self.method or start_method()
        context: Any = multiprocessing.get_context(method)
        with suppress(OSError, ImportError), uninterrupted():
            self._counter = context.Value("q", self._next)
            for _ in range(self.helpers):
                ours, theirs = context.Pipe(duplex=False)
                self._connections.append(ours)
                # A fork inherits our ends as well, and has to close them: else it would not notice our end.
                inherited = tuple(self._connections) if method == "fork" else ()
                given = (self.prepare, self._counter, self.count, self.at_once, theirs, os.getpid(), inherited)
                process = context.Process(target=_help, args=given, daemon=True)
                process.start()
                theirs.close()
                self._processes.append(process)

    def _collect(self, seconds: float) -> None:
        """Collect everything that helpers have sent; one that has closed its connection sends no more."""
        ready: list[Any] = wait(self._connections, seconds) if self._connections else []
        for connection in ready:
            try:
                while connection.poll():
                    self.results.update(connection.recv())
            except (EOFError, OSError):
                self._connections.remove(connection)

    def _dismiss(self) -> None:
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.join(ENDING)
            if process.is_alive():
                process.kill()
                process.join()
        for connection in self._connections:
            connection.close()


def in_order(
    prepare: Callable[[], Callable[[int, Tick], Result]], count: int, tell: Callable[[Result], None] | None = None
) -> list[Result]:
    """Work shared among all cores; `tell` receives each result as soon as all earlier ones are there."""
    told = 0

    def progress(_done: int) -> None:
        nonlocal told
        while tell is not None and told in shared.results:
            tell(shared.results[told])
            told += 1

    shared: Shared[Result] = Shared(prepare, count, cores(), progress=progress)
    return shared.run()


def _take(counter: Any, count: int, at_once: int) -> range:
    with counter.get_lock():
        first = min(counter.value, count)
        counter.value = min(first + at_once, count)
        return range(first, counter.value)


def _help(
    prepare: Callable[[], Callable[[int, Tick], Any]],
    counter: Any,
    count: int,
    at_once: int,
    connection: Connection[Any, Any],
    starter: int,
    inherited: tuple[Connection[Any, Any], ...],
) -> None:
    """The work of a helper. It ends with the process that started it, not with Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for other in inherited:
        other.close()

    def tick() -> None:
        if os.getppid() != starter:
            sys.exit()

    # What is missing afterwards is done by the other process, where the same problem comes up again.
    with suppress(Exception):
        work = prepare()
        while numbers := _take(counter, count, at_once):
            connection.send({number: work(number, tick) for number in numbers})
    connection.close()
