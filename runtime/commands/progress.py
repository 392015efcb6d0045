"""How far long work has come."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

Told: TypeAlias = Callable[[int], None]
"""To be told how many pieces of work are done."""


@contextmanager
def bar(count: int | None) -> Iterator[Told | None]:
    """A progress bar on a terminal, of an unknown length without a count; nothing elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    # A thread that draws the bar would keep helpers from being started by a fork.
    drawn = Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        auto_refresh=False,
    )
    with drawn:
        task = drawn.add_task("", total=count)
        yield lambda done: drawn.update(task, completed=done, refresh=True)
