"""One lesson at one moment: its texts filled in, and what lights up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from interpreter import State, View
from interpreter.position import PieceValue
from interpreter.spec.nodes import Scalar, Sequence
from interpreter.spec.view_model import TutorialStep
from runtime.draft import Draft, Spot
from runtime.presentation.shown import ANY_NUMBER, Shown
from runtime.presentation.values import Left


@dataclass(frozen=True, slots=True)
class Lesson:
    """What the learner is told. `number` counts from 1 to `count`.

    `button` is what the button says that leads on, empty where something must be done instead. `uses` are the buttons
    that are still to be used; they stand out.
    """

    name: str
    text: str
    spots: frozenset[Spot]
    number: int
    count: int
    button: str = ""
    uses: tuple[str, ...] = ()


def surveyed(state: State, learner: int, draft: Draft | None = None, left: Left = ANY_NUMBER) -> Shown:
    """A position as lessons see it: the learner's, with nothing hidden."""
    return Shown(View(state.program, learner, state.data, (), ()), draft, left=left)


def spots_of(shown: Shown, step: TutorialStep) -> frozenset[Spot]:
    """The sites and pieces that light up."""
    found: set[Spot] = set()
    for scalar in step.show if isinstance(step.show, Sequence) else [step.show]:
        if isinstance(scalar, Scalar):
            found.update(_flat(shown.value(scalar)))
    return frozenset(found)


def _flat(value: Any) -> Iterator[Spot]:
    if isinstance(value, PieceValue | int):
        yield value
    elif value is not None:
        for item in value:
            yield from _flat(item)


def title_of(state: State, action: str) -> str:
    """What people call an action."""
    title = state.program.plans[action].spec.title
    return action.replace("_", " ").capitalize() if title is None else surveyed(state, 1).text(title)
