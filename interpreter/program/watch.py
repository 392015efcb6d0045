"""A watch on the rules: a piece of work for them that takes too long, or too much memory, is abandoned.

Whatever calls the rules from outside does so `with watched():`. Inside it, a timer that counts this process's processor
time checks now and then what is running. A piece of work is the outermost call of generated code or of the evaluator;
if it is still the same one after `patience()` seconds, a fault is raised right where it is. Nothing counts along, so
nothing gets slower, and only work for the rules is ever stopped: the code around it carries on as after any other
fault. Only processor time counts, so a busy machine changes nothing.

Timers reach only the main thread. Elsewhere, and on systems without them, a thread does the checking.
"""

from __future__ import annotations

import atexit
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ContextDecorator, contextmanager
from types import FrameType
from typing import Any

from interpreter.faults import Abandoned
from interpreter.language.evaluator import Evaluator
from interpreter.position import Position
from interpreter.spec.nodes import Span

SPANS = "__spans__"
"""Under this name the globals of generated code hold the spec position of each line."""
PATIENCE = "TILEWRIGHT_PATIENCE"
"""This environment variable says how many seconds of processor time a piece of work may take."""
SECONDS = 10.0
LEAST_SECONDS = 0.05
MEGABYTES = 512
INTERVAL = 0.25
"""How often one looks, in seconds: memory can grow by as much as a hundred megabytes in that time."""
SOON = 0.005
MOST_WAITS = 100
"""How often one looks again soon, if what runs just then is neither generated code nor ours."""

_EVALUATION = Evaluator.value.__code__
_STATM = "/proc/self/statm"
_TIMED = hasattr(signal, "setitimer")


class _AbandonedThere(Abandoned):
    """The same fault in another thread, which accepts only a class."""

    def __init__(self, message: str = "", span: Span | None = None) -> None:
        guard = _guards.get(threading.get_ident())
        if not message and guard is not None and guard.told is not None:
            message, span = guard.told.message, guard.told.span
        super().__init__(message, span)


def patience() -> float:
    """How many seconds of processor time a piece of work may take."""
    if _limits:
        return _limits[-1][0]
    given = os.environ.get(PATIENCE, "")
    return max(LEAST_SECONDS, float(given)) if given.replace(".", "", 1).isdecimal() else SECONDS


@contextmanager
def limited(seconds: float = SECONDS, megabytes: float = MEGABYTES) -> Iterator[None]:
    """Apply other limits in here."""
    _limits.append((seconds, megabytes))
    _timer.restart()
    try:
        yield
    finally:
        _limits.pop()
        _stopped.clear()
        _timer.restart()


class watched(ContextDecorator):  # noqa: N801 -- it reads as a word of a `with`, as `suppress` does
    """Raise Abandoned if the work done in here for the rules takes too long or too much memory."""

    def _recreate_cm(self) -> watched:
        return watched()

    def __enter__(self) -> None:
        self._guard: _Guard | None = None
        if _TIMED and threading.current_thread() is threading.main_thread():
            _timer.depth += 1
            if not _timer.running:
                _timer.start()
        else:
            self._guard = _Guard.here()

    def __exit__(self, *_problem: object) -> None:
        if self._guard is None:
            _timer.depth -= 1
        else:
            self._guard.leave()


class _Glance:
    """The last glance at a thread: the piece of work, and since when it has been running."""

    __slots__ = ("again", "frame", "megabytes", "since", "taken")

    def __init__(self) -> None:
        self.frame: FrameType | None = None
        self.again: Abandoned | None = None
        self.since = 0.0
        self.taken = self.megabytes = _megabytes()

    def verdict(self, frame: FrameType | None, now: float) -> Abandoned | None:
        """Judge a thread by its innermost frame and its processor time: why its work should be abandoned, or None."""
        work = _work(frame)
        before, self.megabytes = self.megabytes, _megabytes()
        if work is None or work is not self.frame:
            self.frame, self.since, self.taken = work, now, before
            if work is None:
                return None
            # What took too long once takes as long again.
            self.again = next((problem for each, problem in _stopped if each == _question(work)), None)
        assert work is not None
        limit = patience()
        most = _limits[-1][1] if _limits else MEGABYTES
        if self.again is not None:
            return Abandoned(self.again.message, self.again.span)
        if now - self.since >= limit:
            found = Abandoned(f"This takes longer than {_seconds(limit)} and was stopped.", _place(frame))
        elif self.megabytes - self.taken > most:
            found = Abandoned(f"This takes more than {most:g} MB of memory and was stopped.", _place(frame))
        else:
            return None
        _stopped.append((_question(work), found))
        return found


class _Timer:
    """The timer of the main thread. It carries on from one piece of work to the next, and ends when there was none."""

    def __init__(self) -> None:
        self.depth = 0
        self.running = False
        self.waits = 0
        self.glance: _Glance | None = None

    def start(self) -> None:
        """Start watching."""
        if signal.getsignal(signal.SIGVTALRM) != self.look:
            signal.signal(signal.SIGVTALRM, self.look)
            signal.siginterrupt(signal.SIGVTALRM, False)
        self.glance = _Glance()
        self.running = True
        signal.setitimer(signal.ITIMER_VIRTUAL, _interval(), _interval())

    def stop(self) -> None:
        """Stop watching."""
        if self.running:
            self.running, self.glance = False, None
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)

    def restart(self) -> None:
        """Watch at the interval that suits the current limits."""
        self.stop()
        if self.depth:
            self.start()

    def look(self, _signal: int, frame: FrameType | None) -> None:
        """Look at what is running; raises Abandoned in it."""
        if not self.depth:
            self.stop()
        elif self.glance is not None:
            problem = self.glance.verdict(frame, time.thread_time())
            if problem is None:
                self.waits = 0
            elif _is_ours(frame) or self.waits > MOST_WAITS:
                raise problem
            else:
                # This may be a finalizer, or an import: what is raised there is lost, or worse.
                self.waits += 1
                signal.setitimer(signal.ITIMER_VIRTUAL, SOON, _interval())

    def forget(self) -> None:
        """Reset the watch in a fork, which has no timer and no work under way."""
        self.depth, self.running, self.glance = 0, False, None


class _Guard:
    """A thread that watches another one."""

    def __init__(self, ident: int) -> None:
        self.ident = ident
        self.depth = 0
        self.told: Abandoned | None = None
        self.clock = _clock(ident)
        self.lock = threading.Lock()
        self.ended = threading.Event()

    @staticmethod
    def here() -> _Guard:
        """The guard of this thread, started again."""
        guard = _guards.get(threading.get_ident())
        if guard is None:
            guard = _guards[threading.get_ident()] = _Guard(threading.get_ident())
            threading.Thread(target=guard.look, daemon=True, name="watch").start()
        guard.depth += 1
        return guard

    def leave(self) -> None:
        """Note that the thread has left the watched block. Anything sent to it in the meantime arrives here, too
        late."""
        self.depth -= 1
        if self.depth:
            return
        with self.lock:
            self.ended.set()
        try:
            for _ in range(1000 if self.told is not None else 0):
                pass
        except Abandoned:
            pass
        del _guards[self.ident]

    def look(self) -> None:
        """Watch the thread until it has left."""
        glance, waits = _Glance(), 0
        while not self.ended.wait(SOON if waits else _interval()):
            frame = sys._current_frames().get(self.ident)
            problem = glance.verdict(frame, self.clock())
            if problem is not None and not _is_ours(frame) and waits <= MOST_WAITS:
                waits += 1
                continue
            waits = 0
            with self.lock:
                if problem is None or self.ended.is_set():
                    continue
                self.told = problem
                _send(self.ident, frame)


def _send(ident: int, seen: FrameType | None) -> None:
    """Raise Abandoned in a thread, if it is still where it was seen."""
    import ctypes

    raised = ctypes.pythonapi.PyThreadState_SetAsyncExc
    target, kind = ctypes.c_ulong(ident), ctypes.py_object(_AbandonedThere)
    # No thread takes its turn between the next item of a loop and the call after it.
    for frames in iter(sys._current_frames, None):
        if frames.get(ident) is seen:
            raised(target, kind)
        break


def _clock(ident: int) -> Callable[[], float]:
    """The processor time that a thread has used; that of the whole process if a system does not report it."""
    if hasattr(time, "pthread_getcpuclockid"):
        clock = time.pthread_getcpuclockid(ident)
        return lambda: time.clock_gettime(clock)
    return time.process_time


def _interval() -> float:
    """How long to wait between two glances."""
    return min(INTERVAL, patience() / 8)


def _is_ours(frame: FrameType | None) -> bool:
    """Whether generated code runs, or a function of ours that it calls."""
    return frame is not None and (
        SPANS in frame.f_globals or str(frame.f_globals.get("__name__")).startswith("interpreter.")
    )


def _work(frame: FrameType | None) -> FrameType | None:
    """The piece of work that a frame belongs to: the outermost call for the rules."""
    found = None
    while frame is not None:
        if frame.f_code is _EVALUATION or SPANS in frame.f_globals:
            found = frame
        frame = frame.f_back
    return found


def _question(work: FrameType) -> tuple[Any, ...]:
    """What a piece of work has to find out: the same question takes the same time."""
    given = work.f_locals
    if work.f_code is _EVALUATION:
        world = given["self"].world
        return given["term"], given["names"], world.data if isinstance(world, Position) else world
    names = work.f_code.co_varnames[: work.f_code.co_argcount]
    return work.f_code, *(given.get(name) for name in names if name != "events")


def _place(frame: FrameType | None) -> Span | None:
    """The innermost place of a spec that a frame is working on."""
    while frame is not None:
        spans: list[Span | None] | None = frame.f_globals.get(SPANS)
        line: int | None = frame.f_lineno  # Some instructions have none.
        if spans is not None and line and line <= len(spans) and spans[line - 1] is not None:
            return spans[line - 1]
        if frame.f_code is _EVALUATION:
            span: Span = frame.f_locals["term"].node.span
            return span
        frame = frame.f_back
    return None


def _megabytes() -> float:
    """How much memory this process uses, or the most it has used; 0 if a system does not report it."""
    if os.path.exists(_STATM):
        with open(_STATM, "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    if not hasattr(os, "sysconf"):
        return 0.0
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6


def _seconds(limit: float) -> str:
    number = f"{limit:g}"
    return f"{number} second" if number == "1" else f"{number} seconds"


_limits: list[tuple[float, float]] = []
_stopped: deque[tuple[tuple[Any, ...], Abandoned]] = deque(maxlen=16)
_guards: dict[int, _Guard] = {}
_timer = _Timer()
# At its end Python forgets who handles signals, and a timer that rings after that would kill the process.
atexit.register(_timer.stop)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_timer.forget)
