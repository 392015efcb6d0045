"""The C compiler of this machine, and the libraries that it has made: stored in the user's own cache and verified."""

from __future__ import annotations

import atexit
import ctypes
import hashlib
import os
import platform
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from interpreter.cache import cache_folder, keep, kept, private

COMPILER_VARIABLE = "TILEWRIGHT_CC"
"""The environment variable that names another compiler; empty for none."""
FLAGS = ("-std=gnu11", "-O1", "-fPIC", "-ffp-contract=off", "-fno-strict-aliasing", "-w")
SECONDS = 120
ABANDONED = 600
"""After so many seconds nobody works in a folder any more: whoever made it was killed."""
WORK = "work-"
MOST_KEPT = 400
"""So many libraries are kept: every change of a spec makes another one."""
_ZIG = (sys.executable, "-m", "ziglang", "cc")
_SUFFIX = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")
_PROBE = """\
#include <math.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
static __thread jmp_buf here;
int64_t tw_probe(int64_t number) { return setjmp(here) ? 0 : number + 1; }
"""
"""What a compiler must be able to compile before it is trusted with a game: not every one has the headers of C."""
WEBASSEMBLY = (
    *("-target", "wasm32-wasi", "-mcpu=generic+exception_handling", "-mllvm", "-wasm-enable-sjlj"),
    *("-mexec-model=reactor", "-s", "-Wl,-z,stack-size=8388608"),
)
"""WebAssembly has no setjmp: a fault is thrown as an exception there, which every browser of today and node know."""
_THROWN = '__asm__(".tagtype __c_longjmp i32\\n.globl __c_longjmp\\n__c_longjmp:\\n");\n'
"""What is thrown; zig has all that this needs but its declaration."""
INSTALL = {
    "linux": "Install one with sudo apt-get install gcc libc6-dev (Debian, Ubuntu) or sudo dnf install gcc (Fedora), "
    "or run pip install 'tilewright[native]'.",
    "darwin": "Install one with xcode-select --install, or run pip install 'tilewright[native]'.",
}
INSTALL_ELSEWHERE = "Run pip install tilewright[native]."


class NotCompiled(Exception):
    """The compiler did not produce a library."""


@dataclass(frozen=True, slots=True)
class Built:
    """A library that was loaded: its size in bytes, how many seconds that took, and whether it was in the cache."""

    library: ctypes.CDLL
    size: int
    seconds: float
    cached: bool


@dataclass(frozen=True, slots=True)
class Toolchain:
    """A C compiler: the command that runs it, and its version text."""

    command: tuple[str, ...]
    version: str

    @property
    def name(self) -> str:
        """The everyday name of the compiler."""
        called = Path(self.command[0]).stem if len(self.command) == 1 else "zig cc"
        return self.version if self.version.startswith(f"{called} ") else f"{called} ({self.version})"

    def library(self, source: str) -> ctypes.CDLL:
        """The library of a C file, compiled if it is not in the cache. Raises NotCompiled."""
        return self.build(source).library

    def build(self, source: str) -> Built:
        """The library of a C file, and what it took to get it. Raises NotCompiled."""
        began, path = time.perf_counter(), self.place_of(source)
        found = kept(path)
        if found is not None:
            with suppress(OSError):
                os.utime(path)
                return Built(ctypes.CDLL(str(path)), len(found), time.perf_counter() - began, True)
        content = self.compiled(source)
        library: ctypes.CDLL | None = None
        if keep(path, content):
            # A folder can be one that nothing may be run from.
            with suppress(OSError):
                library = ctypes.CDLL(str(path))
        library = library or _opened_aside(content)
        return Built(library, len(content), time.perf_counter() - began, False)

    def is_kept(self, source: str) -> bool:
        """Whether the library of a C file is already compiled."""
        return kept(self.place_of(source)) is not None

    def place_of(self, source: str) -> Path:
        """The path of a C file's library: its name identifies everything that it was made from."""
        machine = f"{sys.platform} {platform.machine()}"
        told = "\0".join((source, *self.command, self.version, *FLAGS, machine))
        return _native_folder() / f"{hashlib.sha256(told.encode()).hexdigest()[:32]}{_SUFFIX}"

    def compiled(self, source: str, *more: str) -> bytes:
        """The library of a C file, newly compiled. Raises NotCompiled."""
        with _work_folder() as folder:
            written, made = folder / "program.c", folder / f"program{_SUFFIX}"
            written.write_text(source, encoding="ascii")
            shared = "-dynamiclib" if sys.platform == "darwin" else "-shared"
            command = [*self.command, *FLAGS, *more, shared, "-o", str(made), str(written), "-lm"]
            try:
                done = _run(command, folder)
            except (OSError, subprocess.TimeoutExpired) as problem:
                raise NotCompiled(str(problem)) from problem
            if done.returncode or not made.is_file():
                raise NotCompiled(done.stderr.strip() or f"it ended with {done.returncode} and made no library")
            return made.read_bytes()

    def problem(self) -> str | None:
        """Why this compiler is of no use, found out by compiling a few lines; None if it works."""
        try:
            library = _opened_aside(self.compiled(_PROBE))
        except NotCompiled as problem:
            return (str(problem).splitlines() or [""])[0].rstrip(".")
        library.tw_probe.restype, library.tw_probe.argtypes = ctypes.c_int64, [ctypes.c_int64]
        return None if library.tw_probe(41) == 42 else "what it compiles gives wrong results"


def _native_folder() -> Path:
    return cache_folder() / "native"


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


def zig() -> Toolchain | None:
    """The compiler that comes with the extra `native`; it compiles for every system."""
    return Toolchain(_ZIG, "zig") if find_spec("ziglang") is not None else None


def webassembly_of(compiler: Toolchain, source: str, exported: Sequence[str]) -> bytes:
    """A C file as a module of WebAssembly, by zig. It imports the clock of WASI alone. Raises NotCompiled."""
    flags = [each for each in FLAGS if each != "-fPIC"]
    with _work_folder() as folder:
        written, made = folder / "program.c", folder / "program.wasm"
        written.write_text(source + _THROWN, encoding="ascii")
        names = [f"-Wl,--export={name}" for name in (*exported, "malloc", "free")]
        try:
            done = _run([*compiler.command, *flags, *WEBASSEMBLY, *names, "-o", str(made), str(written)], folder)
        except (OSError, subprocess.TimeoutExpired) as problem:
            raise NotCompiled(str(problem)) from problem
        if done.returncode or not made.is_file():
            raise NotCompiled(done.stderr.strip() or f"it ended with {done.returncode} and made no module")
        return made.read_bytes()


# Running a compiler


_process = os.getpid()
_running: set[subprocess.Popen[str]] = set()
_folders: set[Path] = set()


@contextmanager
def _work_folder() -> Iterator[Path]:
    """A folder for one compilation, removed afterwards; in the cache, so is what killed processes have left."""
    home = _native_folder()
    inside = private(home)
    if inside:
        _sweep(home)
    folder = Path(tempfile.mkdtemp(prefix=WORK if inside else "tilewright", dir=home if inside else None))
    _folders.add(folder)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        _folders.discard(folder)


def _sweep(home: Path) -> None:
    """Remove what killed processes have left, and the libraries that were not used for the longest time."""
    for each in home.glob(f"{WORK}*"):
        with suppress(OSError):
            if time.time() - each.lstat().st_mtime > ABANDONED:
                shutil.rmtree(each, ignore_errors=True)
    libraries = []
    for each in home.glob(f"*{_SUFFIX}"):
        with suppress(OSError):
            libraries.append((each.lstat().st_mtime, each))
    for _, each in sorted(libraries)[: max(0, len(libraries) - MOST_KEPT)]:
        with suppress(OSError):
            each.unlink()


def _run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a compiler in a folder of its own, where its own temporary files are too. Ctrl-C does not reach it: it is
    meant for the game, and the library is needed in spite of it."""
    given = {**os.environ, "TMPDIR": str(folder), "LC_ALL": "C"}
    if len(command) > 1 and "ziglang" in command and private(_native_folder()):
        given.setdefault("ZIG_GLOBAL_CACHE_DIR", str(_native_folder() / "zig"))
        given.setdefault("ZIG_LOCAL_CACHE_DIR", str(_native_folder() / "zig"))
    with subprocess.Popen(
        command,
        cwd=folder,
        env=given,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,
    ) as process:
        _running.add(process)
        try:
            printed, complained = process.communicate(timeout=SECONDS)
        except BaseException:
            _end(process)
            raise
        finally:
            _running.discard(process)
    return subprocess.CompletedProcess(command, process.returncode, printed, complained)


def _end(process: subprocess.Popen[str]) -> None:
    """End a compiler and what it has started."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGTERM)
        else:
            process.kill()


@atexit.register
def _leave_nothing() -> None:
    """A program may end while a library is compiled in the background. What a fork inherits is not its own."""
    if os.getpid() != _process:
        return
    for process in list(_running):
        _end(process)
    for folder in list(_folders):
        shutil.rmtree(folder, ignore_errors=True)


# Finding one


def toolchain() -> Toolchain | None:
    """The compiler of this machine: the one that is named, that of the system, or the one that can be installed as the
    extra `native`; None if there is none that works."""
    return _found()[0]


def why_no_compiler() -> str:
    """Why there is no compiler, in words that finish a sentence."""
    return _found()[1]


def how_to_install(system: str = sys.platform) -> str:
    """How to get a compiler on a system."""
    if COMPILER_VARIABLE in os.environ:
        return f"Unset {COMPILER_VARIABLE}, or let it name a C compiler."
    return INSTALL.get("linux" if system.startswith("linux") else system, INSTALL_ELSEWHERE)


@cache
def _found() -> tuple[Toolchain | None, str]:
    named = os.environ.get(COMPILER_VARIABLE)
    if named == "":
        return None, f"{COMPILER_VARIABLE} is empty, which means no compiler"
    problems = []
    for command in [(named,)] if named is not None else _candidates():
        made, problem = _asked(command)
        if made is not None:
            return made, ""
        called = Path(command[0]).name if len(command) == 1 else "zig cc"
        if named is not None:
            called += f", named by {COMPILER_VARIABLE},"
        problems.append(f"{called} does not work ({problem})")
    return None, "; ".join(problems) or "there is no C compiler"


def _candidates() -> Iterator[tuple[str, ...]]:
    for name in ("cc", "gcc", "clang"):
        found = shutil.which(name)
        # What lies in the current folder came with somebody's game.
        if found is not None and Path(found).parent.absolute() != Path.cwd():
            yield (found,)
    if find_spec("ziglang") is not None:
        yield _ZIG


def _asked(command: tuple[str, ...]) -> tuple[Toolchain | None, str]:
    """A compiler that works, or what is wrong with it. One that has worked is not asked again until it changes."""
    place = _place_of_version(command)
    known = kept(place) if place is not None else None
    if known is not None:
        return Toolchain(command, bytes(known).decode()), ""
    try:
        with _work_folder() as folder:
            done = _run([*command, "--version"], folder)
    except (OSError, subprocess.TimeoutExpired) as problem:
        return None, str(problem)
    if done.returncode:
        return None, f"--version ends with {done.returncode}"
    lines = done.stdout.splitlines()
    made = Toolchain(command, lines[0].strip() if lines else "")
    wrong = made.problem()
    if wrong is not None:
        return None, wrong
    if place is not None:
        keep(place, made.version.encode())
    return made, ""


def _place_of_version(command: tuple[str, ...]) -> Path | None:
    """Where the version of a compiler that works is kept, by the file that it is."""
    spec = find_spec("ziglang") if len(command) > 1 else None
    file = spec.origin if spec is not None else shutil.which(command[0])
    try:
        path = Path(file or command[0]).resolve()
        found = path.stat()
    except OSError:
        return None
    told = "\0".join((*command, str(path), str(found.st_size), str(found.st_mtime_ns), _PROBE, *FLAGS))
    return _native_folder() / f"{hashlib.sha256(told.encode()).hexdigest()[:32]}.version"
