"""Other processes: patience on a busy machine, the time they have worked, and Ctrl-C that reaches them."""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

PATIENCE = 120.0
"""Seconds after which something that should happen is not going to happen. Nothing that works takes that long, however
busy the machine is."""


def until(happened: Callable[[], object], otherwise: str = "It never came.") -> None:
    """Wait for something that another process does."""
    ends = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < ends, otherwise
        time.sleep(0.01)


def _status(process: int) -> list[str]:
    """The third field and those after it of what the system says about a process; none if the process does not
    exist."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []


def cpu_seconds(process: int) -> float:
    """The time that a process has worked, which stands still while others work."""
    user, system = _status(process)[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def alive(process: int) -> bool:
    """Whether a process exists and is more than a zombie."""
    return _status(process)[:1] not in ([], ["Z"])


def hear_interruptions() -> None:
    """Make Ctrl-C work again: a process started in the background of a shell ignores it, and so would its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
