"""What the pointer shows beforehand, in a test: `preview` after `hover`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from interpreter.spec.nodes import Node
from runtime.acceptance.course import Course
from runtime.acceptance.failures import Failure
from runtime.acceptance.hands import Table
from runtime.acceptance.screen import viewer_of
from runtime.preview import previewed


class Outcome(Protocol):
    """Something that must hold."""

    def failures(self, course: Course) -> list[Failure]:
        """What does not hold."""


@dataclass(frozen=True, slots=True)
class Foreseen:
    """After the move that the pointer is about to make this would hold; without outcomes nothing is shown of a move."""

    node: Node
    outcomes: tuple[Outcome, ...]

    def failures(self, course: Course) -> list[Failure]:
        table = Table(course.position.game, course.state)
        gesture, draft = course.hovered, course.draft
        after = previewed(table, draft, gesture, viewer_of(course)) if gesture is not None else None
        if after is None:
            return [Failure(self.node.span, "Nothing is shown of a move beforehand.")] if self.outcomes else []
        if not self.outcomes:
            return [Failure(self.node.span, "A move is shown beforehand.")]
        foreseen = replace(course, state=after)
        return [failure for outcome in self.outcomes for failure in outcome.failures(foreseen)]


def check_preview(node: Node, outcomes: Sequence[Outcome]) -> Foreseen:
    """An entry `preview`: what was checked in it, nothing for `none`."""
    return Foreseen(node, tuple(outcomes))
