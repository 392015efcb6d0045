"""Machine code for programs: whatever can be expressed in C is compiled by the machine's own compiler, and searches run
in it.

Everything can also be computed in Python, with the same result: without a compiler, or if a program cannot be expressed
in C, only the speed differs.
"""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Literal
from weakref import WeakKeyDictionary

from interpreter.native.machine import (
    FUNCTIONS,
    AllowanceOf,
    GaveUp,
    Machine,
    Mind,
    Search,
    UsedUp,
    ended_games,
    may_go_on,
    stop_all,
)
from interpreter.native.source import Source, worths
from interpreter.native.structure import Unsupported
from interpreter.native.toolchain import (
    Built,
    NotCompiled,
    Toolchain,
    how_to_install,
    toolchain,
    webassembly_of,
    why_no_compiler,
    zig,
)

if TYPE_CHECKING:
    from interpreter.program.program import Program

__all__ = [
    "ENGINE_VARIABLE",
    "NO_COMPILER",
    "AllowanceOf",
    "Built",
    "Compilation",
    "Engine",
    "GaveUp",
    "Machine",
    "Mind",
    "NotCompiled",
    "Search",
    "Source",
    "Toolchain",
    "Unsupported",
    "UsedUp",
    "choose_engine",
    "compilation",
    "ended_games",
    "engine",
    "how_to_install",
    "machine_now",
    "machine_of",
    "may_go_on",
    "stop_all",
    "toolchain",
    "tried_compiler",
    "webassembly",
    "why_no_compiler",
    "why_python",
]

Engine = Literal["auto", "python", "native"]
NO_COMPILER = "there is no C compiler"
PATIENCE = 0.5
ENGINE_VARIABLE = "TILEWRIGHT_ENGINE"
"""The environment variable that says what searches run in: auto, python or native."""


class _Making:
    """The machine code of one program: in the making, made, or the reason why there is none."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.machine: Machine | None = None
        self.reason: str | None = None
        self.asked = 0.0
        self.begun = False


_made: WeakKeyDictionary[Program, _Making] = WeakKeyDictionary()
_lock = threading.Lock()


def choose_engine(chosen: Engine) -> None:
    """Choose the engine in which searches of this process, and of those it starts, run."""
    os.environ[ENGINE_VARIABLE] = chosen


def engine() -> Engine:
    """The engine of searches: machine code if available (auto), Python only, or machine code or nothing."""
    chosen = os.environ.get(ENGINE_VARIABLE, "auto")
    return chosen if chosen in ("python", "native") else "auto"  # type: ignore[return-value]


def machine_now(program: Program) -> Machine | None:
    """The machine code of a program if it can have any, made now if necessary."""
    if engine() == "python":
        return None
    making = _making(program)
    with making.lock:
        if making.machine is None and making.reason is None:
            _make(program, making)
    return making.machine


def machine_of(program: Program, at_once: bool = False) -> Machine | None:
    """The machine code of a program if it is there already. Otherwise it is made in the background, for next time: once
    it has been asked for during `PATIENCE` seconds, or `at_once`. Many programs are searched for a moment only, such as
    those of a mutated spec, and a compiler takes longer."""
    if engine() == "python":
        return None
    if engine() == "native":
        return machine_now(program)
    making = _making(program)
    if making.machine is not None or making.reason is not None:
        return making.machine
    with _lock:
        making.asked = making.asked or monotonic()
        begin = not making.begun and (at_once or monotonic() - making.asked >= PATIENCE)
        making.begun = making.begun or begin
    if begin:
        threading.Thread(target=machine_now, args=(program,), daemon=True, name="compile").start()
    return None


def why_python(program: Program) -> str | None:
    """Why a program stays in Python, in words that finish a sentence; None if it does not have to."""
    if toolchain() is None:
        return NO_COMPILER
    machine_now(program)
    return _making(program).reason


def tried_compiler() -> tuple[str | None, str | None]:
    """The name of this machine's compiler, if there is one, and what is wrong with it now, or why there is none."""
    compiler = toolchain()
    return (None, why_no_compiler()) if compiler is None else (compiler.name, compiler.problem())


@dataclass(frozen=True, slots=True)
class Compilation:
    """What became of a program: its C file, if it can be said in C; its library, if there is a compiler; and why there
    is no library, in words that finish a sentence."""

    source: Source | None = None
    built: Built | None = None
    compiler: Toolchain | None = None
    reason: str | None = None
    evaluations_in_python: tuple[str, ...] = ()
    """What computer players evaluate positions by that cannot be said in C: they think in Python."""


def compilation(program: Program) -> Compilation:
    """Compile a program now, whatever engine was chosen, and say how it went."""
    try:
        source = Source(program)
    except Unsupported as problem:
        return Compilation(reason=str(problem))
    stay = tuple(each.term.node.source for each in worths(program) if each.term.node.source not in source.measured)
    compiler = toolchain()
    if compiler is None:
        return Compilation(source, reason=NO_COMPILER, evaluations_in_python=stay)
    try:
        return Compilation(source, compiler.build(source.text), compiler, evaluations_in_python=stay)
    except NotCompiled as problem:
        return Compilation(source, None, compiler, _refused(compiler, problem), stay)


def webassembly(program: Program) -> bytes | None:
    """A program as a module of WebAssembly; None if zig is not installed. Raises Unsupported or NotCompiled."""
    compiler = zig()
    if compiler is None:
        return None
    return webassembly_of(compiler, Source(program).text, [name for name, *_ in FUNCTIONS])


def _refused(compiler: Toolchain, problem: NotCompiled) -> str:
    return f"{compiler.name} could not compile it: {(str(problem).splitlines() or [''])[0].rstrip('.')}"


def _making(program: Program) -> _Making:
    with _lock:
        return _made.setdefault(program, _Making())


def _make(program: Program, making: _Making) -> None:
    compiler = toolchain()
    if compiler is None:
        making.reason = NO_COMPILER
        return
    try:
        making.machine = Machine(program, Source(program), compiler)
    except Unsupported as problem:
        making.reason = str(problem)
    except NotCompiled as problem:
        making.reason = _refused(compiler, problem)
