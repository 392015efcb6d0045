"""One lesson at one moment: its texts filled in, and what lights up."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter import State, View
from interpreter.spec.model import TutorialStep
from interpreter.views import ANY_NUMBER
from runtime.draft import Draft, Spot
from runtime.presentation.shown import Shown
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
    return frozenset(shown.places(shown.plan.lesson(step).show))


def title_of(state: State, action: str) -> str:
    """What people call an action."""
    title = state.program.plans[action].spec.title
    return action.replace("_", " ").capitalize() if title is None else state.program.say(title, state.data, 1)
