"""What is lit because it can be chosen next, in a test: `targets: [a1, b2]`."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.spec.nodes import Node, Scalar, Sequence
from runtime.acceptance.course import Course
from runtime.acceptance.failures import Failure, Value
from runtime.acceptance.ground import Ground
from runtime.acceptance.screen import presented
from runtime.acceptance.spots import spot_name
from runtime.acceptance.words import words_of


@dataclass(frozen=True, slots=True)
class Targets:
    """Exactly these sites and pieces are lit, in any order."""

    node: Node
    wanted: tuple[str, ...]

    def failures(self, course: Course) -> list[Failure]:
        lit = sorted(spot_name(course.state, spot) for spot in presented(course).targets)
        if lit == sorted(self.wanted):
            return []
        values = (Value("expected", ", ".join(self.wanted) or "none"), Value("lit", ", ".join(lit) or "none"))
        return [Failure(self.node.span, "Something else can be chosen.", values)]


def check_targets(ground: Ground, key: Scalar, node: Node, _last: object) -> Targets | None:
    """Check an entry `targets`; None after a report."""
    items = list(node) if isinstance(node, Sequence) else [node]
    if not all(isinstance(item, Scalar) for item in items):
        ground.diagnostics.error(
            "shape", node.span, f"{key} takes sites and pieces, or none.", f"Write {key}: [a1, b1]."
        )
        return None
    words = [word.text for item in items if isinstance(item, Scalar) for word in words_of(item)]
    return Targets(node, tuple(word for word in words if word != "none"))
