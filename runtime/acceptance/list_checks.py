"""Lists that stand on the screen, in a test: the log, the buttons and the menu."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from interpreter.spec.nodes import Node, Scalar, Sequence
from runtime.acceptance.course import Course
from runtime.acceptance.failures import Failure, Value
from runtime.acceptance.ground import Ground
from runtime.acceptance.screen import logged, presented


@dataclass(frozen=True, slots=True)
class Listed:
    """A list on the screen is exactly this; `what` says which one."""

    node: Node
    wanted: tuple[str, ...]
    what: str
    found: Callable[[Course], tuple[str, ...]]

    def failures(self, course: Course) -> list[Failure]:
        shown = self.found(course)
        if shown == self.wanted:
            return []
        values = (Value("expected", _written(self.wanted)), Value("shown", _written(shown)))
        return [Failure(self.node.span, f"{self.what} something else.", values)]


def _written(lines: tuple[str, ...]) -> str:
    return " / ".join(lines) or "nothing"


def check_log(ground: Ground, key: Scalar, node: Node, _last: object) -> Listed | None:
    """Check an entry `log`: what it says of the last action, a line or several."""
    return _listed(ground, key, node, "The log says", logged)


def check_buttons(ground: Ground, key: Scalar, node: Node, _last: object) -> Listed | None:
    """Check an entry `buttons`: those beside the board, in order."""
    return _listed(ground, key, node, "The buttons are", lambda course: _names(course, menu=False))


def check_menu(ground: Ground, key: Scalar, node: Node, _last: object) -> Listed | None:
    """Check an entry `menu`: what it offers, in order."""
    return _listed(ground, key, node, "The menu offers", lambda course: _names(course, menu=True))


def _names(course: Course, menu: bool) -> tuple[str, ...]:
    shown = presented(course)
    return tuple(button.name for button in (shown.menu if menu else shown.buttons))


def _listed(
    ground: Ground, key: Scalar, node: Node, what: str, found: Callable[[Course], tuple[str, ...]]
) -> Listed | None:
    items = list(node) if isinstance(node, Sequence) else [] if str(node) == "none" else [node]
    if not all(isinstance(item, Scalar) for item in items):
        ground.diagnostics.error(
            "shape", node.span, f"{key} takes a text, a list of texts, or none.", f"Write {key}: ['a text', 'another']."
        )
        return None
    return Listed(node, tuple(str(item) for item in items), what, found)
