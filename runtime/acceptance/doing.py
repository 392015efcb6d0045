"""Steps that stand outside of the rules: `given.do`, checked and compiled against a program that is already there."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from interpreter.events import Event
from interpreter.expr.scope import RULES, Scope
from interpreter.spec.steps import Steps
from interpreter.spec.suggest import suggestion
from interpreter.steps.base import Step
from runtime.acceptance.ground import Ground

Data = tuple[Any, ...]


def compiled_steps(ground: Ground, steps: Steps) -> Callable[[Data, int], Data] | None:
    """The steps as a function of a state and a player; None after a report."""
    before = len(ground.diagnostics.errors)
    checked, _ = ground.steps.steps(steps, Scope(ground.program.schema, RULES, place="given.do"))
    for stream, span in ground.steps.streams.items():
        if stream not in ground.program.steps.streams:
            message = f"No step of the rules draws from ‘{stream}’, so given cannot either."
            ground.diagnostics.error("unknown-stream", span, message, suggestion(stream, ground.program.steps.streams))
    if len(ground.diagnostics.errors) > before:
        return None
    return _run(ground, checked)


def _run(ground: Ground, checked: list[Step]) -> Callable[[Data, int], Data]:
    """What runs checked steps; it is compiled when it is first run, as checking a spec needs none of it."""

    @cache
    def compiled() -> Callable[[Data, int, list[Event]], Data]:
        return ground.program.compiler.steps(checked)

    return lambda data, me: compiled()(data, me, [])
