"""Everything that can go wrong with a command, as a message to stderr and an exit code."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from runtime.problem import Problem

FAILED = 1
"""A spec has mistakes, or a test fails."""
WRONG_USE = 2
"""The command line names something that does not exist or does not fit."""
INTERNAL = 70
"""A mistake of Tilewright itself."""
INTERRUPTED = 130
BROKEN_PIPE = 141


@contextmanager
def working_on(path: Path) -> Iterator[None]:
    """Let a mistake of Tilewright name the spec that it came up with."""
    try:
        yield
    except Exception as problem:
        problem.add_note(f"with {path}")
        raise


def report(problem: BaseException, debug: bool) -> int:
    """Tell the user about a problem; gives the exit code."""
    if isinstance(problem, BrokenPipeError):
        silence_stdout()
        return BROKEN_PIPE
    if debug:
        traceback.print_exception(problem, file=sys.stderr)
    if isinstance(problem, KeyboardInterrupt):
        print("Stopped.", file=sys.stderr)
        return INTERRUPTED
    text, code = _described(problem)
    print(text, file=sys.stderr)
    return code


def silence_stdout() -> None:
    """Whoever read stdout has gone: what is still to be written goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _described(problem: BaseException) -> tuple[str, int]:
    if isinstance(problem, Problem):
        help = f"\n  help: {problem.help}" if problem.help else ""
        return f"error: {problem}{help}", WRONG_USE
    if isinstance(problem, OSError):
        where = f"{problem.filename}: " if problem.filename else ""
        return f"error: {where}{problem.strerror or problem}", WRONG_USE
    from interpreter import BadAction, BadSetting, Fault, SpecError
    from interpreter.spec.diagnostics import found_in_play, render
    from runtime.bug import told
    from runtime.commands.output import coloured

    if isinstance(problem, SpecError):
        colour = coloured(sys.stderr)
        return "\n".join(render(diagnostic, colour) for diagnostic in problem.diagnostics), FAILED
    if isinstance(problem, Fault):
        return render(found_in_play(problem.message, problem.span), coloured(sys.stderr)), FAILED
    if isinstance(problem, BadSetting | BadAction):
        return f"error: {problem}", WRONG_USE
    asked = "Please report it with your spec and what ‘tilewright --debug …’ prints for this command."
    return f"error: {told(problem)} {asked}", INTERNAL
