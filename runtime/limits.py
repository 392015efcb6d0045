"""How often a player may use each kind of help: undo, hints and lives, as `assist` says under the settings chosen."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.expressions import Checker, Evaluator, Scope, StateWorld, parse
from interpreter.program import Program
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.nodes import Scalar


@dataclass(frozen=True, slots=True)
class Limits:
    """How often each kind of help may be used in one game; None is any number of times."""

    undo: int | None
    hints: int | None
    lives: int | None


def limits_of(program: Program) -> Limits:
    """The limits of a game. Where `assist` does not speak of them, undo is free, and there are no lives.

    Hints are free if the spec says how to find them: by `hints` or by a computer player. Others would be random.
    """
    assist = program.spec.assist
    undo, hints, lives = (None, None, None) if assist is None else (assist.undo, assist.hints, assist.lives)
    return Limits(
        None if undo is None else limit_value(program, undo.limit),
        limit_value(program, hints.limit) if hints is not None else None if program.spec.ai is not None else 0,
        0 if lives is None else limit_value(program, lives.limit),
    )


def limit_value(program: Program, scalar: Scalar | None) -> int | None:
    """The value of a limit, an expression over settings; None is no limit."""
    if scalar is None:
        return None
    diagnostics = Diagnostics()
    node = parse(scalar, "expression", diagnostics)
    if node is None:
        return None
    term = Checker(diagnostics).check(node, Scope(program.schema, frozenset()))
    if diagnostics.errors:
        return None
    value = Evaluator(StateWorld(program, program.blank(), 0)).value(term, {})
    return value if isinstance(value, int) else None
