"""The most expensive part of some work of the rules: which expressions its lines compute, and how long those take."""

from __future__ import annotations

import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from interpreter.program.watch import SPANS
from interpreter.spec.nodes import Span

Trace = Callable[[FrameType, str, Any], Any]
EXPRESSIONS = "__expressions__"
"""Under this name the globals of generated code hold the expression that each line works out."""
INTERVAL = 0.001
"""How often one looks where the rules are, in seconds."""


class _Enough(BaseException):
    """Timing has gone on for long enough. It is not an Exception, so nothing on its way out takes it for a mistake."""


def costliest(work: Callable[[], object], seconds: float) -> tuple[Span | None, float]:
    """Where a piece of work spends most of its time, and what share of its time that is; it is stopped after that many
    seconds of processor time. There is no place if it ran no generated code."""
    timing = _Timing(seconds)
    before = sys.gettrace()
    sys.settrace(timing.entered)
    try:
        work()
    except _Enough:
        pass
    finally:
        sys.settrace(before)
    if not timing.spent:
        return None, 0.0
    [(place, most)] = timing.spent.most_common(1)
    return place, most / max(1, timing.spent.total())


class _Timing:
    """The time that each place of a spec has taken so far."""

    def __init__(self, seconds: float) -> None:
        self.spent: Counter[Span] = Counter()
        self.place: Span | None = None
        self.since = time.thread_time_ns()
        self.end = self.since + int(seconds * 1e9)

    def entered(self, frame: FrameType, _event: str, _argument: Any) -> Trace | None:
        """Time the lines of generated code. Functions that it calls count towards the calling line."""
        return self.line if SPANS in frame.f_globals else None

    def line(self, frame: FrameType, event: str, _argument: Any) -> Trace:
        """Note how long the last line took."""
        now = time.thread_time_ns()
        if self.place is not None:
            self.spent[self.place] += now - self.since
        if now > self.end:
            raise _Enough
        self.place = _place(frame.f_back if event == "return" else frame, SPANS)
        self.since = time.thread_time_ns()
        return self.line


def _place(frame: FrameType | None, which: str) -> Span | None:
    """The place of a spec that a line of generated code comes from."""
    spans: list[Span | None] = frame.f_globals.get(which, []) if frame is not None else []
    line: int | None = frame.f_lineno if frame is not None else None
    return spans[line - 1] if line and line <= len(spans) else None


@contextmanager
def sampled() -> Iterator[Counter[Span | None]]:
    """Sample repeatedly which expression this thread is computing in here, without the slowdown of timing. The counts
    are filled in at the end; None stands for anything that is not an expression of a spec."""
    found: Counter[Span | None] = Counter()
    done, own = threading.Event(), threading.get_ident()

    def look() -> None:
        while not done.wait(INTERVAL):
            found[_worked_out(sys._current_frames().get(own))] += 1

    before = sys.getswitchinterval()
    sys.setswitchinterval(INTERVAL)
    looking = threading.Thread(target=look, daemon=True, name="samples")
    looking.start()
    try:
        yield found
    finally:
        done.set()
        looking.join()
        sys.setswitchinterval(before)


def _worked_out(frame: FrameType | None) -> Span | None:
    """The innermost expression that is being computed; anything that generated code calls counts towards its caller."""
    while frame is not None:
        place = _place(frame, EXPRESSIONS)
        if place is not None:
            return place
        frame = frame.f_back
    return None
