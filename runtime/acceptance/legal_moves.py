"""The check `legal`: exactly these moves of an action, or how many."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.rules.notation import Notation
from interpreter.rules.program import Program
from interpreter.spec.nodes import Mapping, Node, Scalar, Sequence
from interpreter.spec.suggest import suggestion
from interpreter.state import Action
from runtime.acceptance.choices import WrittenAction, written_action
from runtime.acceptance.course import Course
from runtime.acceptance.failures import Failed, Failure, Value
from runtime.acceptance.ground import Ground

STOP = "stop"
MOST_SHOWN = 30


@dataclass(frozen=True, slots=True)
class HowMany:
    """So many ways of doing an action."""

    name: str
    node: Node
    count: int

    def failures(self, course: Course) -> list[Failure]:
        count = len(_actions(course, self.name))
        if count == self.count:
            return []
        moves = "1 legal move" if self.count == 1 else f"{self.count} legal moves"
        texts = [text for text in _texts(course, self.name) if text]
        source = "legal" if len(texts) == count else "legal, alike ones once"
        shown = (Value(source, _listed(texts)),) if texts else ()
        return [Failure(self.node.span, f"{self.name} should have {moves}, but has {count}.", shown)]


@dataclass(frozen=True, slots=True)
class Exactly:
    """These ways of doing an action and no others."""

    name: str
    node: Node
    moves: tuple[WrittenAction, ...]

    def failures(self, course: Course) -> list[Failure]:
        wanted: list[str] = []
        program, data = course.state.program, course.state.data
        for move in self.moves:
            try:
                wanted.append(_text(program, data, move.action(data)))
            except Failed as problem:
                return [problem.failure]
        found = _texts(course, self.name)
        missing = [move for move in wanted if move not in found]
        surplus = [move for move in found if move not in wanted]
        if not missing and not surplus:
            return []
        values = []
        if missing:
            values.append(Value("not legal", _listed(missing)))
        if surplus:
            values.append(Value("legal but not listed", _listed(surplus)))
        return [Failure(self.node.span, f"{self.name} has other legal moves.", tuple(values))]


@dataclass(frozen=True, slots=True)
class Legal:
    """What each action may do."""

    parts: tuple[HowMany | Exactly, ...]

    def failures(self, course: Course) -> list[Failure]:
        return [failure for part in self.parts for failure in part.failures(course)]


def check_legal(ground: Ground, key: Scalar, node: Node, _last: object) -> Legal | None:
    """`legal: {action: [moves] or a number}`."""
    if not isinstance(node, Mapping):
        ground.diagnostics.error(
            "shape",
            node.span,
            f"{key} takes a map.",
            f"Write {key}: {{action: [a1, b2]}}, or {{action: 2}} for how many.",
        )
        return None
    parts: list[HowMany | Exactly] = []
    for name, wanted in node.items():
        part = _part(ground, name, wanted)
        if part is not None:
            parts.append(part)
    return Legal(tuple(parts)) if len(parts) == len(node) else None


def _part(ground: Ground, name: Scalar, node: Node) -> HowMany | Exactly | None:
    plans = ground.program.plans
    if str(name) not in plans and str(name) != STOP:
        hint = suggestion(name, plans)
        ground.diagnostics.error("unknown-action", name.span, f"There is no action {name}.", hint)
        return None
    if isinstance(node, Scalar) and node.isdecimal():
        return HowMany(str(name), node, int(node))
    if not isinstance(node, Sequence) or str(name) == STOP:
        ground.diagnostics.error(
            "shape",
            node.span,
            f"legal takes a list of moves or a number for {name}.",
            f"Write {name}: [a1, b2], or {name}: 2.",
        )
        return None
    moves = [written_action(ground, plans[str(name)], item, item.span) for item in node]
    found = tuple(move for move in moves if move is not None)
    return Exactly(str(name), node, found) if len(found) == len(moves) else None


def _actions(course: Course, name: str) -> list[Action]:
    return [action for action in course.position.game.legal(course.state) if action[0] == name]


def _texts(course: Course, name: str) -> list[str]:
    """The legal moves of an action as texts, each once: two pieces that look the same give one text."""
    program, data = course.state.program, course.state.data
    return list(dict.fromkeys(_text(program, data, action) for action in _actions(course, name)))


def _text(program: Program, data: tuple[object, ...], action: Action) -> str:
    """A move without its action's name. Moves that differ only in an order without meaning are one text."""
    plan = program.plans.get(action[0])
    if plan is not None:
        values = [
            tuple(sorted(value)) if choice.form == "some" else value
            for choice, value in zip(plan.choices, action[1:], strict=True)
        ]
        action = (action[0], *(sorted(values) if plan.spec.symmetric else values))
    return Notation(program).text(data, action).partition(" ")[2]


def _listed(moves: list[str]) -> str:
    more = f" and {len(moves) - MOST_SHOWN} more" if len(moves) > MOST_SHOWN else ""
    return ", ".join(moves[:MOST_SHOWN]) + more
