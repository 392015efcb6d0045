"""A state as the reference evaluator sees it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from interpreter.faults import Hidden, Unknowable
from interpreter.language import terms
from interpreter.language.evaluator import Environment, Evaluator
from interpreter.language.kernel import paid
from interpreter.language.parser import parses
from interpreter.language.scope import Scope
from interpreter.language.terms import column
from interpreter.position import PHASE, RESULT, TO_MOVE, TURN_NUMBER, Data, PieceValue, Position, ZoneItems
from interpreter.rules.game_calls import history_key
from interpreter.spec.diagnostics import Diagnostics, Help
from interpreter.spec.nodes import Scalar

if TYPE_CHECKING:
    from interpreter.program.program import Program

# An expression in two braces, as other languages fill in texts.
_DOUBLED = re.compile(r"\{\{([^{}]+)\}\}")
# How much of a text is tried as an expression whose brace is never closed.
_LONGEST_BEGINNING = 200


class StateWorld(Position):
    """Reads one position. `me` is the player on whose behalf expressions are read."""

    program: Program
    data: Data

    def __init__(self, program: Program, data: Data, me: int) -> None:
        self.program = program
        self.schema = program.schema
        self.layout = program.layout
        self.data = data
        self.me = me
        self.extras: dict[str, Any] = {}
        self.draft: frozenset[Any] = frozenset()

    def global_value(self, name: str) -> Any:
        """A global."""
        data = self.data
        match name:
            case "me":
                return self.me
            case "opponent":
                return 3 - self.me
            case "to_move":
                return data[TO_MOVE]
            case "turn_number":
                return data[TURN_NUMBER]
            case "phase":
                return data[PHASE] or None
            case "over":
                return data[RESULT] is not None
            case "winner":
                return (data[RESULT][1] or None) if data[RESULT] is not None else None
            case "won":
                return data[RESULT][2] if data[RESULT] is not None else None
        return self.extras.get(name)

    def any_piece_at(self, site: int) -> bool:
        """Whether any piece is on a site."""
        return any(self.piece_at(kind, site) for kind in self.schema.kinds)

    def footprint(self, piece: PieceValue, site: int) -> tuple[int, ...] | None:
        """The cells that a piece would cover."""
        return self.program.cells_of(self.data, piece.kind, piece.number, site)

    def can(self, action: str, player: int | None = None) -> bool:
        """Whether a player could take an action; `me` if nobody is named."""
        return self.program.can(self.data, self.me if player is None else player, action)

    def stuck(self, player: int) -> bool:
        """Whether a player could do nothing."""
        return not self.program.functions["can_act"](self.data, player)

    def payoff(self, player: int) -> int | None:
        """What a player gets at the end."""
        return paid(self.data[RESULT], player)

    def knows(self, evaluator: Evaluator, call: terms.FunctionCall, names: Environment) -> bool:
        """Whether a player may know a property."""
        player, value = call.arguments
        viewer = evaluator.value(player, names)
        if not isinstance(value, terms.ColumnItem):
            return True
        target = evaluator.value(value.target, names)
        if target is None:
            return True
        number = target.number if isinstance(target, PieceValue) else target
        return self.program.known(self.data, viewer, value.column, number)

    def chosen(self, what: Any) -> bool:
        """Whether something is part of the draft."""
        return what in self.draft

    def seen_before(self, call: terms.FunctionCall) -> int:
        """Not known in general: histories are stored in the form of generated code."""
        raise Unknowable(call.function.name)


class RecordedWorld(StateWorld):
    """Reads a position between two actions that has been recorded: the last entry of each history is its own."""

    def seen_before(self, call: terms.FunctionCall) -> int:
        """How many earlier states had these values, as end conditions count them."""
        key, histories = history_key(call), self.program.plan.histories
        if key not in histories:
            raise Unknowable(call.function.name)
        history = self.data[self.layout.fields[column("history", str(histories[key]))].index]
        return history.count(history[-1]) - 1 if history else 0


class KnownWorld(StateWorld):
    """Reads one position as far as a viewer, by default `me`, may know it: anything hidden raises Hidden, and `met`
    says that it was read.

    `asks_hidden` says whether an action's legality depends on anything that may be hidden.
    """

    def __init__(
        self, program: Program, data: Data, me: int, asks_hidden: Callable[[str], bool], viewer: int | None = None
    ) -> None:
        super().__init__(program, data, me)
        self.asks_hidden = asks_hidden
        self.viewer = me if viewer is None else viewer
        self.met = False

    def read(self, column: str, target: int | PieceValue) -> Any:
        """A property of a site or a piece."""
        self._see(column, target.number if isinstance(target, PieceValue) else target)
        return super().read(column, target)

    def values(self, column: str, targets: Iterable[int]) -> list[Any]:
        """A property of several sites or pieces."""
        wanted = list(targets)
        for target in wanted:
            self._see(column, target)
        return super().values(column, wanted)

    def entries(self, column: str) -> Sequence[Any]:
        """A whole column, as stored."""
        if column in self.program.sight.hidden:
            raise self._hidden(column)
        return super().entries(column)

    def zone(self, name: str, key: int | None = None) -> ZoneItems:
        """The pieces of a zone."""
        seen_by = self.program.schema.zones[name].seen_by
        if seen_by == "nobody" or (seen_by == "owner" and key != self.viewer):
            raise self._hidden(name)
        return super().zone(name, key)

    def can(self, action: str, player: int | None = None) -> bool:
        """Whether a player could take an action, if that reveals nothing."""
        if self.asks_hidden(action):
            raise self._hidden(action)
        return super().can(action, player)

    def stuck(self, player: int) -> bool:
        """Whether a player could do nothing, if that reveals nothing."""
        if any(map(self.asks_hidden, self.program.actions)):
            raise self._hidden("stuck")
        return super().stuck(player)

    def _see(self, column: str, target: int) -> None:
        if not self.program.known(self.data, self.viewer, column, target):
            raise self._hidden(column)

    def _hidden(self, what: str) -> Hidden:
        self.met = True
        return Hidden(what)


def fill_template(text: Scalar | str, scope: Scope, world: Any, names: Environment, program: Program) -> str:
    """A text for people, with `{expr}` filled in."""
    if "{" not in text and "}" not in text:
        return str(text)
    return Evaluator(world).text(program.template(text, scope), names)


def _begun_expression(text: str) -> str | None:
    """The longest beginning of a text that is an expression and whose brace is never closed: `score[me] points`."""
    text = re.split(r"[{}\n]", text[:_LONGEST_BEGINNING])[0]
    ends = [found.end() for found in re.finditer(r"\w+|[)\]']", text)]
    whole = [text[:end] for end in ends if parses(text[:end].strip(), "expression")]
    return whole[-1].strip() if whole else None


def _warn_of_unopened(text: Scalar, position: int, diagnostics: Diagnostics) -> None:
    """Warn of a stray closing brace, which players would see."""
    written = re.search(r"[\w.\[\]()]+$", text[:position])
    known = written is not None and parses(written[0], "expression")
    help = f"Write {{{written[0]}}}, or }}}} for a brace." if known and written else "Write }} for a brace."
    message = "‘}’ closes nothing, and players would read it."
    diagnostics.warning("unopened-brace", text.part(position, position + 1), message, help)


def split_template(text: Scalar, diagnostics: Diagnostics) -> list[tuple[str, Scalar | None]]:
    """The literal parts of a text and the expressions between them, each a scalar with a position of its own."""
    found: list[tuple[str, Scalar | None]] = []
    literal, position = "", 0
    if text.style == "plain" and re.fullmatch(r"f(['\"]).*\1", text):
        help_text = "Every text fills in its {…}. Write it without the f."
        diagnostics.error("f-string", text.part(0, 1), "This f and the quotes would be shown.", help_text)
    while position < len(text):
        character = text[position]
        if text[position : position + 2] in ("{{", "}}"):
            doubled = _DOUBLED.match(text, position)
            if doubled is not None and parses(doubled[1].strip(), "expression"):
                message = "Double braces show a single brace, so this is not filled in."
                help = Help(f"Write {{{doubled[1].strip()}}}.", f"{{{doubled[1].strip()}}}")
                diagnostics.warning("doubled-braces", text.part(*doubled.span()), message, help)
            literal += character
            position += 2
        elif character == "{":
            end = str(text).find("}", position)
            if end < 0 or "{" in text[position + 1 : end]:
                written = _begun_expression(text[position + 1 :])
                closed = f"{{{written}}}" if written is not None else "‘}’ after the expression"
                help_text = f"Write {closed}, or {{{{ for a brace."
                span = text.part(position, position + 1)
                diagnostics.error("unclosed-brace", span, "‘{’ is never closed.", help_text)
                return [*found, (literal + text[position:], None)]
            inside = str(text)[position + 1 : end]
            span = text.part(position + 1, end)
            found.append((literal, Scalar(inside, span.source, span.start, span.end)))
            literal, position = "", end + 1
        else:
            if character == "}":
                _warn_of_unopened(text, position, diagnostics)
            literal += character
            position += 1
    return [*found, (literal, None)]
