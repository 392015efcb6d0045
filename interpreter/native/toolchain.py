"""The C compiler of this machine, and the libraries that it has made: stored in the user's own cache and verified."""

from __future__ import annotations

import ctypes
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from interpreter.cache import cache_folder, keep, kept

COMPILER_VARIABLE = "TILEWRIGHT_CC"
"""The environment variable that names another compiler; empty for none."""
FLAGS = ("-std=gnu11", "-O1", "-fPIC", "-ffp-contract=off", "-fno-strict-aliasing", "-w")
SECONDS = 120
_SUFFIX = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")


class NotCompiled(Exception):
    """The compiler did not produce a library."""


@dataclass(frozen=True, slots=True)
class Toolchain:
    """A C compiler: the command that runs it, and its version text."""

    command: tuple[str, ...]
    version: str

    @property
    def name(self) -> str:
        """The everyday name of the compiler."""
        return f"{Path(self.command[0]).name if len(self.command) == 1 else 'zig cc'} ({self.version})"

    def library(self, source: str) -> ctypes.CDLL:
        """The library of a C file, compiled if it is not in the cache. Raises NotCompiled."""
        path = self.place_of(source)
        if kept(path) is None:
            content = self.compiled(source)
            if not keep(path, content):
                return _opened_aside(content)
        try:
            return ctypes.CDLL(str(path))
        except OSError as problem:
            raise NotCompiled(str(problem)) from problem

    def is_kept(self, source: str) -> bool:
        """Whether the library of a C file is already compiled."""
        return kept(self.place_of(source)) is not None

    def place_of(self, source: str) -> Path:
        """The path of a C file's library: its name identifies everything that it was made from."""
        machine = f"{sys.platform} {platform.machine()}"
        told = "\0".join((source, *self.command, self.version, *FLAGS, machine))
        return cache_folder() / "native" / f"{hashlib.sha256(told.encode()).hexdigest()[:32]}{_SUFFIX}"

    def compiled(self, source: str, *more: str) -> bytes:
        """The library of a C file, newly compiled. Raises NotCompiled."""
        with tempfile.TemporaryDirectory(prefix="tilewright") as folder:
            written, made = Path(folder) / "program.c", Path(folder) / f"program{_SUFFIX}"
            written.write_text(source, encoding="ascii")
            shared = "-dynamiclib" if sys.platform == "darwin" else "-shared"
            command = [*self.command, *FLAGS, *more, shared, "-o", str(made), str(written), "-lm"]
            try:
                done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
            except (OSError, subprocess.TimeoutExpired) as problem:
                raise NotCompiled(str(problem)) from problem
            if done.returncode or not made.is_file():
                raise NotCompiled(done.stderr.strip() or f"{self.name} ended with {done.returncode}.")
            return made.read_bytes()


def _opened_aside(content: bytes) -> ctypes.CDLL:
    """A library that cannot be cached: it is opened from a file that is gone when the program ends."""
    folder = tempfile.mkdtemp(prefix="tilewright")
    try:
        path = Path(folder) / f"program{_SUFFIX}"
        path.write_bytes(content)
        return ctypes.CDLL(str(path))
    except OSError as problem:
        raise NotCompiled(str(problem)) from problem
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@cache
def toolchain() -> Toolchain | None:
    """The compiler of this machine: the one that is named, that of the system, or the one that can be installed with
    the extra `native`; None if there is none."""
    named = os.environ.get(COMPILER_VARIABLE)
    if named is not None:
        return _asked((named,)) if named else None
    for command in ("cc", "gcc", "clang"):
        found = shutil.which(command)
        if found is not None and (made := _asked((found,))) is not None:
            return made
    if find_spec("ziglang") is not None:
        return _asked((sys.executable, "-m", "ziglang", "cc"))
    return None


def _asked(command: tuple[str, ...]) -> Toolchain | None:
    """A compiler that answers when asked for its version."""
    try:
        done = subprocess.run([*command, "--version"], capture_output=True, text=True, timeout=SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    if done.returncode:
        return None
    lines = done.stdout.splitlines()
    return Toolchain(command, lines[0].strip() if lines else "")
