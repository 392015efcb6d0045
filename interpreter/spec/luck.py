"""Whether a game has luck, judging by its rules: some step draws from a random stream."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from interpreter.spec.model import Phase, Spec, StepArguments

STREAM = "stream"
"""The option by which every step that draws names its stream; those of plugins call it the same."""


def has_luck(spec: Spec) -> bool:
    """Whether the rules draw anything at random: when the game is set up, in an action, or between actions."""
    turns = spec.turns
    between = () if turns is None else (turns.begin, turns.end, turns.when_stuck, *(turns.phases or {}).values())
    effects = [action.effects for action in spec.actions.values()]
    return any(_draws(part) for part in (spec.setup, spec.routines, effects, between))


def _draws(part: Any) -> bool:
    if isinstance(part, StepArguments) and getattr(part, STREAM, None) is not None:
        return True
    return any(_draws(inner) for inner in _inside(part))


def _inside(part: Any) -> Iterator[Any]:
    """The children of a part of a spec, as far as they may contain steps."""
    match part:
        case str():
            return
        case Mapping():
            yield from part.values()
        case list() | tuple():
            yield from part
        case StepArguments() | Phase():
            yield from (getattr(part, name) for name in type(part).model_fields)
