"""How often a player may use each kind of help: undo, hints and lives, as `assist` says under the settings chosen."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.program import Program


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
    limit = program.computer_plan.limit
    free = None if program.spec.ai is not None else 0
    return Limits(limit("undo", None), limit("hints", free), limit("lives", 0))
