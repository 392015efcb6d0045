"""Other processes: patience with a busy machine, the time they have worked, Ctrl-C that they hear."""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

PATIENCE = 120.0
"""Seconds after which something that should happen is not going to happen. Nothing that works takes as long, however
much else the machine has to do."""


def until(happened: Callable[[], object], otherwise: str = "It never came.") -> None:
    """Wait for something that another process does."""
    ends = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < ends, otherwise
        time.sleep(0.01)


def _status(process: int) -> list[str]:
    """The third and the following fields of what the system says about a process; none when there is none."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []


def cpu_seconds(process: int) -> float:
    """The time that a process has worked, which does not pass while others do."""
    user, system = _status(process)[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def alive(process: int) -> bool:
    """Whether a process is there, and not only left to be buried."""
    return _status(process)[:1] not in ([], ["Z"])


def hear_interruptions() -> None:
    """A process started in the background of a shell is deaf to Ctrl-C, and so would be its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
