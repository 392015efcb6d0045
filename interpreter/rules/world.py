"""A state as the reference evaluator sees it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from interpreter.expr import terms
from interpreter.expr.evaluator import Environment, Evaluator, PieceValue, ZoneItems, in_words
from interpreter.expr.scope import Scope
from interpreter.expr.types import Listing, Piece, Record, Site, Type, Words, strip
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.nodes import Scalar
from interpreter.state import PHASE, RESULT, TO_MOVE, TURN_NUMBER

if TYPE_CHECKING:
    from interpreter.rules.program import Program


class StateWorld:
    """Reads one state. `me` is the player in whose name expressions are read."""

    def __init__(self, program: Program, data: tuple[Any, ...], me: int) -> None:
        self.program = program
        self.schema = program.schema
        self.layout = program.layout
        self.data = data
        self.me = me
        self.extras: dict[str, Any] = {}
        self.draft: frozenset[Any] = frozenset()

    def field(self, name: str) -> Any:
        """A field of the state."""
        return self.data[self.layout.fields[name].index]

    def read(self, column: str, target: Any) -> Any:
        """A property of a site or piece."""
        number = target.number if isinstance(target, PieceValue) else target
        value = self.layout.decode_value(column, self.field(column)[number])
        return from_state(value, self.layout.fields[column].type)

    def variable(self, name: str) -> Any:
        """A state variable; with `per` its values in order."""
        variable = self.schema.variables[name]
        value = self.field(name)
        if variable.per is not None:
            return [from_state(each, variable.type) for each in value[1:]]
        return from_state(value, variable.type)

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

    def zone(self, name: str, key: int | None) -> ZoneItems:
        """The pieces of a zone."""
        zone = self.schema.zones[name]
        held = self.field(f"zone.{name}")
        if key is not None:
            held = held[key - (getattr(zone.per, "low", None) or 1) + 1]
        return ZoneItems(PieceValue(zone.kind, number) for number in held)

    def site_of(self, spot: Any) -> Any:
        """Where a spot is."""
        return self.read(f"{spot.kind}.site", spot) if isinstance(spot, PieceValue) else spot

    def piece_at(self, kind: str, site: int) -> PieceValue | None:
        """The piece of a kind on a site."""
        name = f"at.{kind}"
        number = self.field(name)[site] if name in self.layout.fields else 0
        return PieceValue(kind, number) if number else None

    def any_piece_at(self, site: int) -> bool:
        """Whether any piece is on a site."""
        return any(self.piece_at(kind, site) for kind in self.schema.kinds)

    def footprint(self, piece: PieceValue, site: int) -> tuple[int, ...] | None:
        """The cells a piece would cover."""
        return self.program.cells_of(self.data, piece.kind, piece.number, site)

    def can(self, action: str) -> bool:
        """Whether `me` could do an action."""
        return self.program.can(self.data, self.me, action)

    def stuck(self, player: int) -> bool:
        """Whether a player could do nothing."""
        return not self.program.any_action(self.data, player)

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

    def seen_before(self, values: tuple[Any, ...]) -> int:
        """Not known to the reference evaluator: histories are kept in the form of generated code."""
        raise LookupError("seen_before")


def from_state(value: Any, kind: Type | None) -> Any:
    """A value of generated code as the evaluator sees it."""
    if value is None or kind is None:
        return None if value == 0 and kind is None else value
    inner = strip(kind)
    if isinstance(inner, Piece):
        return PieceValue(inner.kind, value) if value else None
    if isinstance(inner, Listing):
        return [from_state(item, inner.item) for item in value]
    if isinstance(inner, Record):
        return tuple(from_state(part, field) for part, (_, field) in zip(value, inner.fields, strict=True))
    if isinstance(inner, Words | Site):
        return value or None
    return value


def to_state(value: Any, kind: Type) -> Any:
    """A value of the evaluator as generated code sees it."""
    inner = strip(kind)
    if isinstance(value, PieceValue):
        return value.number
    if value is None:
        return 0 if isinstance(inner, Words | Site | Piece) else None
    if isinstance(inner, Listing):
        return tuple(to_state(item, inner.item) for item in value)
    return value


def fill_template(text: Scalar | str, scope: Scope, world: Any, names: Environment, program: Program) -> str:
    """A text for people, with `{expr}` filled in."""
    if "{" not in text and "}" not in text:
        return str(text)
    parts = []
    for literal, term in program.template(text, scope):
        parts.append(literal)
        if term is not None:
            try:
                value = Evaluator(world).value(term, names)
            except (LookupError, TypeError):
                value = None
            parts.append(in_words(value, term.type, program.schema))
    return "".join(parts)


def split_template(text: Scalar, diagnostics: Diagnostics) -> list[tuple[str, Scalar | None]]:
    """The literal parts of a text and the expressions between them, each a scalar with its own position."""
    found: list[tuple[str, Scalar | None]] = []
    literal, position = "", 0
    if text.style == "plain" and re.fullmatch(r"f(['\"]).*\1", text):
        help_text = "Every text fills in its {…}. Write it without the f."
        diagnostics.error("f-string", text.part(0, 1), "This f and the quotes would be shown.", help_text)
    while position < len(text):
        character = text[position]
        if text[position : position + 2] in ("{{", "}}"):
            literal += character
            position += 2
        elif character == "{":
            end = str(text).find("}", position)
            if end < 0 or "{" in text[position + 1 : end]:
                written = re.match(r"\{\s*([\w.]+)", text[position:])
                closed = f"{{{written[1]}}}" if written is not None else "‘}’ behind the expression"
                help_text = f"Write {closed}, or {{{{ for a brace."
                span = text.part(position, position + 1)
                diagnostics.error("unclosed-brace", span, "‘{’ is never closed.", help_text)
                return [*found, (literal + text[position:], None)]
            inside = str(text)[position + 1 : end]
            span = text.part(position + 1, end)
            found.append((literal, Scalar(inside, span.source, span.start, span.end)))
            literal, position = "", end + 1
        else:
            literal += character
            position += 1
    return [*found, (literal, None)]
