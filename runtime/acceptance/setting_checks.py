"""What settings may be, in a test: `settings: {size: 3..9, order: [first, last]}`."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.game import Game
from interpreter.spec.nodes import Mapping, Node, Scalar, Sequence
from interpreter.spec.suggest import suggestion
from runtime.acceptance.course import Course
from runtime.acceptance.failures import Failure, Value
from runtime.acceptance.ground import Ground


@dataclass(frozen=True, slots=True)
class Takes:
    """Settings have these ranges or options."""

    expected: tuple[tuple[Scalar, Node], ...]

    def failures(self, course: Course) -> list[Failure]:
        game, found = course.position.game, list[Failure]()
        for name, node in self.expected:
            wanted, takes = _written(node), _taken(game, str(name))
            if wanted != takes:
                values = (Value("expected", wanted), Value("takes", takes))
                found.append(Failure(node.span, f"The setting {name} takes something else.", values))
        return found


def _written(node: Node) -> str:
    return ", ".join(str(item) for item in node) if isinstance(node, Sequence) else " ".join(str(node).split())


def _taken(game: Game, name: str) -> str:
    if game.settings.options[name]:
        return ", ".join(game.settings.options[name])
    setting = next(setting for key, setting in game.spec.settings.items() if key == name)
    return " ".join(str(setting.range).split()) if setting.range is not None else "true, false"


def check_settings(ground: Ground, key: Scalar, node: Node, _last: object) -> Takes | None:
    """Check an entry `settings`; None after a report."""
    if not isinstance(node, Mapping):
        message = f"{key} takes settings with the range or the options that they have."
        ground.diagnostics.error("shape", node.span, message, "Write {size: 3..9, order: [first, last]}.")
        return None
    names = [str(name) for name in ground.program.spec.settings]
    for name in node:
        if str(name) not in names:
            message = f"There is no setting ‘{name}’."
            ground.diagnostics.error("unknown-setting", name.span, message, suggestion(name, names))
            return None
    return Takes(tuple(node.items()))
