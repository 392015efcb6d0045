"""The worlds that a bot plays on: states that agree with what its player knows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from interpreter import View
from interpreter.expressions import Step
from interpreter.program import Program, sample_world
from interpreter.streams import number_below

Data = tuple[Any, ...]

_SEEDS = 1 << 53


@lru_cache(maxsize=64)
def drawn_streams(program: Program) -> frozenset[str]:
    """The streams that are drawn from after the start: by an action, a phase or being stuck."""
    plan = program.plan
    steps: list[Step] = [
        *(step for action in program.actions.values() for step in action.effects),
        *plan.stuck_steps,
        *(step for phase in plan.phases for step in phase.after),
    ]
    streams = (each.stream() for step in steps for each in step.all_steps())
    return frozenset(stream for stream in streams if stream is not None)


def certain(view: View) -> bool:
    """Whether the view tells everything that matters: nothing is hidden and no luck is to come that is not known."""
    unseen = any(each == () for each in view.choices)
    return not view.hidden and not unseen and drawn_streams(view.program) <= set(view.ahead)


def world(view: View, seed: int, number: int) -> Data:
    """One of many worlds that agree with a view."""
    drawn, _ = number_below(seed, "world of a bot", number, _SEEDS)
    return sample_world(view, drawn).data


def without_luck(view: View) -> Callable[[Data], Data]:
    """The function that makes a world one in which nobody knows what luck will bring, but for what the view tells."""
    return view.program.without_luck(view.ahead)


def worlds(view: View, seed: int, most: int) -> Iterator[Data]:
    """The only world there is, or so many that agree with a view."""
    if certain(view):
        yield view.data
    else:
        yield from (world(view, seed, number) for number in range(most))
