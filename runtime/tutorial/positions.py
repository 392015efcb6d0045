"""The positions that lessons begin with."""

from __future__ import annotations

import json
from collections.abc import Mapping

from interpreter import BadSetting, Game, NotAState, SpecError, State
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.model import Tutorial as Section
from interpreter.spec.model import TutorialStep
from interpreter.spec.nodes import Scalar
from runtime.acceptance.given import StartPosition, position_of

Words = dict[Scalar, Scalar]


def position_for(
    game: Game, section: Section, step: TutorialStep, settings: Mapping[Scalar, Scalar], diagnostics: Diagnostics
) -> StartPosition | None:
    """The position of a step, checked, or the start of a game; None after a report."""
    before = len(diagnostics.errors)
    if step.given is not None and step.given.lesson is not None:
        diagnostics.error(
            "shape", step.given.lesson.span, "Only tests begin with a lesson.", "Draw the position itself under given:."
        )
    found = position_of(game, step.given, diagnostics, section.level, settings)
    return found if len(diagnostics.errors) == before else None


def settings_up_to(section: Section, number: int) -> Words:
    """The settings that count in a step, counted from 0: what an earlier one has changed stays so."""
    found: Words = dict(section.settings or {})
    for step in list(section.steps.values())[: number + 1]:
        found |= step.settings or {}
    return found


def sets_up(step: TutorialStep) -> bool:
    """Whether a step begins with a position of its own, or changes the one before."""
    return step.given is not None or bool(step.settings)


def first_state(game: Game, section: Section, number: int, before: State | None) -> State:
    """The state that a step begins with; raises SpecError if its position has mistakes.

    Without `given` it goes on where the step before has ended, if that can be under the settings of this one.
    """
    step = list(section.steps.values())[number]
    settings = settings_up_to(section, number)
    if step.given is None and before is not None:
        kept = under(game, before, settings) if step.settings else before
        if kept is not None:
            return kept
    diagnostics = Diagnostics()
    position = position_for(game, section, step, settings, diagnostics)
    if position is None:
        raise SpecError(diagnostics)
    if step.given is not None:
        return position.state(then_luck=True)
    return game.start(position.program, position.chosen, position.seed)


def under(game: Game, state: State, settings: Mapping[Scalar, Scalar]) -> State | None:
    """The same position under some other settings; None if it is none there."""
    content = json.loads(game.encode(state))
    content["settings"].update({str(name): str(value) for name, value in settings.items()})
    try:
        return game.decode(json.dumps(content))
    except (NotAState, BadSetting):
        return None
