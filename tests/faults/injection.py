"""Faults injected into file operations: the n-th one below a folder fails, is cut short, or ends its process.

Operations are counted where Python hands them to the system, so nothing above that is mocked. An audit hook notes
anything that reaches a file below the folder without having been counted: there must be nothing.
"""

from __future__ import annotations

import errno
import fcntl
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

CRASHED = 77
"""The exit code of a process that a fault has killed."""

READING = ("EACCES", "EIO")
CHANGING = ("ENOSPC", "EACCES", "EROFS", "EIO", "crash before", "crash after")
KINDS: dict[str, tuple[str, ...]] = {
    "open": (*READING, "EMFILE"),
    "create": (*CHANGING, "EMFILE"),
    "read": ("EIO", "short"),
    "write": ("ENOSPC", "EIO", "short", "short then ENOSPC", "short then crash", "crash before", "crash after"),
    "fsync": ("EIO", "ENOSPC", "crash before", "crash after"),
    "ftruncate": ("EIO", "crash before", "crash after"),
    "replace": CHANGING,
    "link": CHANGING,
    "unlink": ("EACCES", "EROFS", "EIO", "crash before", "crash after"),
    "mkdir": CHANGING,
    "rmdir": ("EACCES", "EIO"),
    "fchmod": ("EPERM", "EIO"),
    "flock": ("EIO", "ENOLCK"),
    "listdir": READING,
    "scandir": READING,
    "stat": READING,
    "lstat": READING,
    "fstat": ("EIO",),
}
"""What can happen to each kind of operation."""
LASTING = {"disk full": "ENOSPC", "read-only": "EROFS"}
"""What can happen, from one operation on, to all operations that change something."""
FILLING = ("create", "write", "mkdir", "link")
MODIFYING = (*FILLING, "replace", "unlink", "rmdir", "fchmod", "ftruncate")
AUDITED = ("open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.truncate", "os.chmod")
"""What the audit hook watches: whatever can change a file, or open it."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What happens to the operation with a given number."""

    at: int
    kind: str


@dataclass(frozen=True, slots=True)
class Operation:
    """A request to the system: what it does, and to which file."""

    kind: str
    path: str


class Injection:
    """Counts this process’s operations below a folder, and makes one go wrong. This cannot be undone."""

    def __init__(self, root: str, fault: Fault | None = None) -> None:
        self.root = root
        self.fault = fault
        self.done: list[Operation] = []
        self.uncounted: list[str] = []
        self._opened: dict[int, str] = {}
        self._inside = 0

    def install(self) -> None:
        """Start counting."""
        for kind in ("replace", "link", "unlink", "mkdir", "rmdir", "listdir", "scandir", "stat", "lstat"):
            self._wrap_path(kind)
        for kind in ("read", "write", "fsync", "fstat", "ftruncate", "fchmod"):
            self._wrap_descriptor(os, kind)
        self._wrap_descriptor(fcntl, "flock")
        self._wrap_open()
        sys.addaudithook(self._audit)

    # Wrapping

    def _below(self, path: Any) -> str | None:
        """The path of a file below the folder; None for any other."""
        if isinstance(path, int):
            return self._opened.get(path)
        try:
            text = os.path.abspath(os.fsdecode(path))
        except TypeError:
            return None
        return text if text == self.root or text.startswith(self.root + os.sep) else None

    def _wrap_path(self, kind: str) -> None:
        real = getattr(os, kind)

        def wrapped(path: Any = ".", *others: Any, **options: Any) -> Any:
            below = self._below(path)
            if below is None or self._inside:
                return real(path, *others, **options)
            return self._do(kind, below, lambda: real(path, *others, **options))

        setattr(os, kind, wrapped)

    def _wrap_descriptor(self, module: Any, kind: str) -> None:
        real = getattr(module, kind)

        def wrapped(opened: int, *others: Any) -> Any:
            below = self._opened.get(opened) if isinstance(opened, int) else None
            if below is None:
                return real(opened, *others)
            partly = None
            if kind in ("read", "write"):
                count = others[0] if kind == "read" else len(others[0])
                part = max(1, count // 2)
                partly = lambda: real(opened, part if kind == "read" else bytes(others[0])[:part])  # noqa: E731
            return self._do(kind, below, lambda: real(opened, *others), partly)

        setattr(module, kind, wrapped)

    def _wrap_open(self) -> None:
        real_open, real_close = os.open, os.close

        def wrapped(path: Any, flags: int, *others: Any, **options: Any) -> int:
            below = self._below(path)
            if below is None:
                return real_open(path, flags, *others, **options)
            kind = "create" if flags & (os.O_CREAT | os.O_TRUNC) else "open"
            opened: int = self._do(kind, below, lambda: real_open(path, flags, *others, **options))
            self._opened[opened] = below
            return opened

        def closed(opened: int) -> None:
            self._opened.pop(opened, None)
            real_close(opened)

        os.open, os.close = wrapped, closed

    def _audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self._inside or event not in AUDITED or not arguments or isinstance(arguments[0], int):
            return
        if self._below(arguments[0]) is not None:
            self.uncounted.append(f"{event} {arguments[0]}")

    # Faults

    def _do(self, kind: str, path: str, do: Callable[[], Any], partly: Callable[[], Any] | None = None) -> Any:
        self.done.append(Operation(kind, path))
        fault = self._fault_of(kind)
        self._inside += 1
        try:
            if fault is None:
                return do()
            if fault == "short":
                assert partly is not None
                return partly()
            if fault.startswith("short then"):
                assert partly is not None
                partly()
                fault = fault.removeprefix("short then ")
            if fault == "crash after":
                do()
            if fault.startswith("crash"):
                os._exit(CRASHED)
            number = getattr(errno, fault)
            raise OSError(number, os.strerror(number), path)
        finally:
            self._inside -= 1

    def _fault_of(self, kind: str) -> str | None:
        if self.fault is None or len(self.done) < self.fault.at:
            return None
        lasting = LASTING.get(self.fault.kind)
        if lasting is not None:
            return lasting if kind in (FILLING if lasting == "ENOSPC" else MODIFYING) else None
        return self.fault.kind if len(self.done) == self.fault.at else None


def faults(done: list[Operation]) -> list[Fault]:
    """Everything that can go wrong during some operations."""
    single = [Fault(at, kind) for at, each in enumerate(done, start=1) for kind in KINDS[each.kind]]
    lasting = [
        Fault(at, kind)
        for kind, error in LASTING.items()
        for at, each in enumerate(done, start=1)
        if each.kind in (FILLING if error == "ENOSPC" else MODIFYING)
    ]
    return single + lasting
