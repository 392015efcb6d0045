"""What the player can do: legal moves, the half-chosen move, and what can be chosen next."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter import Action
from interpreter.program import Notation, Program
from interpreter.spec.diagnostics import Help, suggestion
from interpreter.spec.nodes import Edit, Mapping, Node, Scalar, Sequence
from runtime.session import draft as drafts
from runtime.session.given import Ground, spot_name, spots_named, words_of
from runtime.testing.choices import WrittenAction, action_example, written_action
from runtime.testing.course import Course
from runtime.testing.entries import LastAction, Several, check
from runtime.testing.failures import Failed, Failure, Value, differs
from runtime.testing.screen import presented

# Legal moves


STOP = "stop"
MOST_SHOWN = 30
MOST_EXPLAINED = 5


@dataclass(frozen=True, slots=True)
class HowMany:
    """How many ways of taking an action there are."""

    name: str
    node: Node
    count: int

    def failures(self, course: Course) -> list[Failure]:
        count = len(_actions(course, self.name))
        if count == self.count:
            return []
        moves = "1 legal move" if self.count == 1 else f"{self.count} legal moves"
        texts = [text for text in _texts(course, self.name) if text]
        source = "legal" if len(texts) == count else "legal, without duplicates"
        shown = (Value(source, _listed(texts)),) if texts else ()
        return [Failure(self.node.span, f"{self.name} should have {moves}, but has {count}.", shown)]


@dataclass(frozen=True, slots=True)
class Exactly:
    """These ways of taking an action and no others."""

    name: str
    node: Node
    moves: tuple[WrittenAction, ...]

    def failures(self, course: Course) -> list[Failure]:
        wanted: dict[str, Action] = {}
        program, data = course.state.program, course.state.data
        for move in self.moves:
            try:
                action = move.action(data)
                wanted.setdefault(_text(program, data, action), action)
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
            values += [Value(move, _why_not(course, wanted[move])) for move in missing[:MOST_EXPLAINED]]
        if surplus:
            values.append(Value("legal but not listed", _listed(surplus)))
        return [Failure(self.node.span, f"{self.name} has other legal moves.", tuple(values))]


@check("legal")
def check_legal(ground: Ground, key: Scalar, node: Node, _last: LastAction) -> Several | None:
    """For each action exactly its legal moves, in any order, or how many."""
    if not isinstance(node, Mapping):
        ground.diagnostics.error(
            "shape",
            node.span,
            f"{key} takes a map.",
            _legal_form(ground, node),
        )
        return None
    parts: list[HowMany | Exactly] = []
    for name, wanted in node.items():
        part = _part(ground, name, wanted)
        if part is not None:
            parts.append(part)
    return Several(tuple(parts)) if len(parts) == len(node) else None


def _legal_form(ground: Ground, node: Node) -> str:
    """Show how to write the legal moves of an action, for an author who leaves out the action."""
    names = list(ground.program.plans)
    if isinstance(node, Scalar) and node.isdecimal() and len(names) == 1:
        whole = f"{{{names[0]}: {node}}}"
        return Help(f"Write {whole}.", Edit(node.span, whole))
    if isinstance(node, Scalar) and str(node) in names:
        return f"Write {{{node}: 2}} for the number of moves."
    if isinstance(node, Sequence) and node:
        taken = len(str(node[0]).split()) if isinstance(node[0], Scalar) else 0
        fitting = [name for name, plan in ground.program.plans.items() if len(plan.choices) == taken]
        name = (fitting or names)[0]
        if node.flow and "\n" not in node.span.text:
            whole = f"{{{name}: {node.span.text}}}"
            return Help(f"Write {whole}.", Edit(node.span, whole)) if len(fitting) == 1 else f"Write {whole}."
        return f"Write ‘{name}:’ on a line above them."
    count = node if isinstance(node, Scalar) and node.isdecimal() else 2
    return f"Write {{{names[0]}: {count}}} for the number of moves."


def _moves_form(ground: Ground, name: str) -> str:
    """Show how to write the legal moves of an action."""
    example = action_example(ground, ground.program.plans[name]) if name in ground.program.plans else None
    return f"Write {name}: 2 for their number{f', or {name}: [{example}] for the moves' if example else ''}."


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
            _moves_form(ground, str(name)),
        )
        return None
    moves = [written_action(ground, plans[str(name)], item, item.span) for item in node]
    found = tuple(move for move in moves if move is not None)
    return Exactly(str(name), node, found) if len(found) == len(moves) else None


def _actions(course: Course, name: str) -> list[Action]:
    return [action for action in course.position.game.legal(course.state) if action[0] == name]


def _texts(course: Course, name: str) -> list[str]:
    """The legal moves of an action as texts, without duplicates: two pieces that look the same give one text."""
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
        alike = 2 if plan.spec.symmetric else 0
        action = (action[0], *sorted(values[:alike]), *values[alike:])
    return Notation(program).text(data, action).partition(" ")[2]


def _why_not(course: Course, action: Action) -> str:
    """The name and the text of a move's refusal."""
    refusal = course.position.game.check(course.state, action)
    return "not among the moves" if refusal is None else f"refused by {refusal.name}: {refusal.text}"


def _listed(moves: list[str]) -> str:
    more = f" and {len(moves) - MOST_SHOWN} more" if len(moves) > MOST_SHOWN else ""
    return ", ".join(moves[:MOST_SHOWN]) + more


# The draft


@dataclass(frozen=True, slots=True)
class Drafted:
    """This much of an action is chosen, by the names of its choices or (under an empty name) in order."""

    node: Node
    action: str | None
    expected: dict[str, tuple[str, ...]]

    def failures(self, course: Course) -> list[Failure]:
        state, draft = course.state, course.draft
        found = drafts.text(state, draft)
        if self.action == draft.action and all(
            _alike(words, self._chosen(course, name)) for name, words in self.expected.items()
        ):
            return []
        return [differs(self.node, "Something else is chosen.", self._text(), found or "nothing", "chosen")]

    def _chosen(self, course: Course, name: str) -> list[str]:
        state, draft = course.state, course.draft
        if not name:
            return drafts.text(state, draft).split()[1:]
        assert self.action is not None
        kinds = {choice.name: choice.variable.type for choice in state.program.plans[self.action].choices}
        value = drafts.by_name(state, draft).get(name)
        return [] if value is None else Notation(state.program).value_text(state.data, value, kinds[name]).split()

    def _text(self) -> str:
        words = [word for chosen in self.expected.values() for word in chosen]
        return " ".join([self.action, *words]) if self.action is not None else "nothing"


def _alike(expected: tuple[str, ...], found: list[str]) -> bool:
    """Whether words say the same; the last parts of a record may be left out, and case does not matter."""
    return len(expected) == len(found) and all(
        (actual.lower() + "/").startswith(word.lower() + "/") for word, actual in zip(expected, found, strict=True)
    )


def _draft_form(ground: Ground, name: str | None = None) -> str:
    """Show how to write a half-chosen move, of one action or of the first that chooses anything."""
    plans = ground.program.plans
    choosing = [each for each, plan in plans.items() if plan.choices]
    name = name if name is not None else next(iter(choosing), None)
    example = action_example(ground, plans[name]) if name is not None else None
    return "Write none." if example is None else f"Write {{{name}: {example.split()[0]}}}, or none."


@check("draft")
def check_draft(ground: Ground, key: Scalar, node: Node, _last: LastAction) -> Drafted | None:
    """What the player has chosen so far."""
    error, plans = ground.diagnostics.error, ground.program.plans
    if isinstance(node, Scalar) and node == "none":
        return Drafted(node, None, {})
    if not isinstance(node, Mapping) or len(node) != 1:
        error("shape", node.span, f"{key} takes none, or one action with what is chosen.", _draft_form(ground))
        return None
    [(action, chosen)] = node.items()
    if str(action) not in plans:
        error("unknown-action", action.span, f"There is no action {action}.", suggestion(action, plans))
        return None
    if isinstance(chosen, Scalar):
        return Drafted(node, str(action), {"": _words(chosen)})
    choices = [choice.name for choice in plans[str(action)].choices]
    expected: dict[str, tuple[str, ...]] = {}
    for name, value in chosen.items() if isinstance(chosen, Mapping) else ():
        if str(name) not in choices:
            message = f"{action} does not choose ‘{name}’."
            error("unknown-choice", name.span, message, suggestion(name, choices))
            return None
        if isinstance(value, Scalar):
            expected[str(name)] = _words(value)
    if not expected or (isinstance(chosen, Mapping) and len(expected) < len(chosen)):
        error(
            "shape",
            chosen.span,
            f"{action} takes what is chosen in order, or by name.",
            _draft_form(ground, str(action)),
        )
        return None
    return Drafted(node, str(action), expected)


def _words(scalar: Scalar) -> tuple[str, ...]:
    return () if scalar == "none" else tuple(word.text for word in words_of(scalar))


# Targets


@dataclass(frozen=True, slots=True)
class Targets:
    """Exactly these sites and pieces are highlighted, in any order."""

    node: Node
    wanted: tuple[str, ...]

    def failures(self, course: Course) -> list[Failure]:
        lit = sorted(spot_name(course.state, spot) for spot in presented(course).targets)
        if lit == spots_named(lit, self.wanted):
            return []
        expected, found = (", ".join(names) or "none" for names in (self.wanted, lit))
        return [differs(self.node, "Something else can be chosen.", expected, found, "lit")]


@check("targets")
def check_targets(ground: Ground, key: Scalar, node: Node, _last: LastAction) -> Targets | None:
    """The sites and pieces that are highlighted because they can be chosen next, in any order, or none."""
    items = list(node) if isinstance(node, Sequence) else [node]
    if not all(isinstance(item, Scalar) for item in items):
        ground.diagnostics.error(
            "shape", node.span, f"{key} takes sites and pieces, or none.", f"Write {key}: [a1, b1]."
        )
        return None
    words = [word.text for item in items if isinstance(item, Scalar) for word in words_of(item)]
    return Targets(node, tuple(word for word in words if word != "none"))
