"""The `view` section of a game as one player sees it: texts, panels, looks and marks, without what is hidden."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

from interpreter import Event, Fault, View
from interpreter.expr import terms
from interpreter.expr.evaluator import Evaluator, PieceValue, in_words
from interpreter.expr.scope import Scope
from interpreter.expr.types import NUMBER, Piece, Record, Type, Words, strip
from interpreter.rules.program import Program
from interpreter.rules.review import Review
from interpreter.rules.world import StateWorld, fill_template, from_state
from interpreter.spec.nodes import Scalar
from interpreter.spec.view_model import Look
from runtime.terminal.palette import PLAYERS, THEME

UNKNOWN = (LookupError, TypeError, ArithmeticError, ValueError, Fault)
"""What the evaluator raises where something is hidden, or cannot be told from a view."""

Entry = TypeVar("Entry")
Left = tuple[int | None, int | None, int | None]


@dataclass(frozen=True, slots=True)
class Appearance:
    """How something looks: a shape of the theme, and a colour as #rrggbb."""

    shape: str | None
    colour: str | None
    show: bool = True


@dataclass(frozen=True, slots=True)
class Sign:
    """A mark of the spec on a site."""

    icon: str | None
    colour: str | None


class ViewTerms:
    """The expressions of one program's view, checked once."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.review = Review(program)
        self._scopes: dict[Any, Scope] = {}
        self._terms: dict[tuple[int, int, bool], terms.Term | None] = {}

    def scope(self, it: Type | None = None) -> Scope:
        """The scope of view; `it` is what an expression is about."""
        if it not in self._scopes:
            more = {"i": NUMBER} if isinstance(it, Piece) else None
            self._scopes[it] = self.review.view_scope(it, more)
        return self._scopes[it]

    def term(self, scalar: Scalar, scope: Scope, condition: bool = False) -> terms.Term | None:
        """An expression as a term."""
        key = (id(scalar), id(scope), condition)
        if key not in self._terms:
            self.program.checker.size = 0
            steps = self.program.steps
            self._terms[key] = steps.condition(scalar, scope) if condition else steps.term(scalar, scope)
        return self._terms[key]


@lru_cache(maxsize=64)
def view_terms(program: Program) -> ViewTerms:
    """The expressions of a program's view."""
    return ViewTerms(program)


class Shown:
    """The view section, evaluated for the viewer of one state."""

    def __init__(self, view: View, thinking: bool = False, left: Left = (None, None, None)) -> None:
        self.view = view
        self.program: Program = view.program
        self.schema = view.program.schema
        self.spec = view.program.spec.view
        self.terms = view_terms(view.program)
        self.world = StateWorld(view.program, view.data, view.viewer)
        about = str(view.program.spec.about or "")
        self.world.extras = {"thinking": thinking, "about": about, "assist": left}
        self.evaluator = Evaluator(self.world)

    # Values

    def value(self, scalar: Scalar, it: Type | None = None, names: dict[str, Any] | None = None) -> Any:
        """The value of an expression; None where it is hidden or cannot be told."""
        term = self.terms.term(scalar, self.terms.scope(it))
        return None if term is None else self._evaluated(term, names or {})

    def words(self, scalar: Scalar, it: Type | None = None, names: dict[str, Any] | None = None) -> str | None:
        """The value of an expression as people read it; None where there is none."""
        term = self.terms.term(scalar, self.terms.scope(it))
        value = None if term is None else self._evaluated(term, names or {})
        return None if term is None or value is None else in_words(value, term.type, self.schema)

    def holds(self, scalar: Scalar | None, it: Type | None = None, names: dict[str, Any] | None = None) -> bool:
        """Whether a condition holds; one that is left out does."""
        if scalar is None:
            return True
        term = self.terms.term(scalar, self.terms.scope(it), condition=True)
        return term is not None and bool(self._evaluated(term, names or {}))

    def text(self, template: Scalar, it: Type | None = None, names: dict[str, Any] | None = None) -> str:
        """A text with its values filled in."""
        return fill_template(template, self.terms.scope(it), self.world, names or {}, self.program)

    def _evaluated(self, term: terms.Term, names: dict[str, Any]) -> Any:
        try:
            return self.evaluator.value(term, names)
        except UNKNOWN:
            return None

    # Texts beside the board

    def status(self) -> str:
        """The line below the board: the first message that fits, or whose turn it is."""
        for message in (self.spec.status if self.spec is not None else None) or []:
            if self.holds(message.when):
                return self.text(message.say)
        if self.view.state.over or len(self.schema.titles) == 1:
            return ""
        return f"{self.schema.titles[self.view.data[0] - 1]} to move."

    def panels(self) -> list[tuple[str, str]]:
        """The values beside the board, by label."""
        panels = _named(self.spec.panels if self.spec is not None else None)
        return [(label, self.words(scalar) or "–") for label, scalar in panels.items()]

    def log(self, events: Iterable[Event]) -> list[str]:
        """What the log says of events."""
        texts = _named(self.spec.log if self.spec is not None else None)
        lines = []
        for event in events:
            text = texts.get(event.name)
            if text is not None:
                kind = self.terms.review.event_type(event.name)
                lines.append(self.text(text, kind, {"it": _as_record(event, kind)}))
        return lines

    def result(self, won: bool | None, draw: bool) -> str | None:
        """What the card at the end says to the viewer."""
        overlays = self.spec.overlays if self.spec is not None else None
        card = overlays.result if overlays is not None else None
        if card is None:
            return None
        template = card.draw if draw else card.win if won else card.over if won is None else card.lose
        return None if template is None else self.text(template)

    # Looks

    def colour(self, scalar: Scalar | None, it: Type | None = None, names: dict[str, Any] | None = None) -> str | None:
        """A colour of a look as #rrggbb: given as such, a word of the theme, a player, or an enum word."""
        if scalar is None:
            return None
        known = self.named_colour(str(scalar))
        if known is not None:
            return known
        term = self.terms.term(scalar, self.terms.scope(it))
        value = None if term is None else self._evaluated(term, names or {})
        if term is None or value is None:
            return None
        kind = strip(term.type)
        return self.word_colour(kind, value) if isinstance(kind, Words) else self.named_colour(str(value))

    def named_colour(self, name: str) -> str | None:
        """A colour by its name: the spec's own come first."""
        own = _named(self.spec.colours if self.spec is not None else None)
        given = str(own.get(name, name))
        return given.lower() if given.startswith("#") else THEME.get(given)

    def word_colour(self, kind: Words, value: int) -> str | None:
        """The colour of a player or an enum word; players have one in any case."""
        if not 0 < value <= len(kind.words):
            return None
        given = self.named_colour(str(kind.words[value - 1]))
        if given is None and kind == self.schema.players:
            return PLAYERS[(value - 1) % len(PLAYERS)]
        return given

    def look(self, looks: Iterable[Look] | None, it: Type, value: int | PieceValue) -> Appearance | None:
        """The first look that fits a piece or a site."""
        names = {"it": value, "i": 1}
        for look in looks or ():
            if self.holds(look.when, it, names):
                shown = look.show is None or str(look.show) != "false"
                shape = str(look.shape) if look.shape is not None else None
                return Appearance(shape, self.colour(look.colour, it, names), shown)
        return None

    def signs(self, board: str) -> dict[int, Sign]:
        """The marks of the spec on a board, by site; a later one counts."""
        view = _named(self.spec.boards if self.spec is not None else None).get(board)
        found: dict[int, Sign] = {}
        for mark in (view.marks if view is not None else None) or []:
            sign = Sign(str(mark.icon) if mark.icon is not None else None, self.colour(mark.colour))
            for scalar in [mark.at] if isinstance(mark.at, Scalar) else mark.at:
                for spot in _listed(self.value(scalar) if isinstance(scalar, Scalar) else None):
                    site = self.world.site_of(spot)
                    if site:
                        found[site] = sign
        return found

    def piece_face(self, kind: str, piece: PieceValue, number: int = 1) -> tuple[bool, str | None]:
        """Whether the spec says what stands on a piece, and that; `number` counts the cells that it covers."""
        view = _named(self.spec.pieces if self.spec is not None else None).get(kind)
        if view is None or view.face is None:
            return False, None
        return True, self.words(view.face, Piece(kind), {"it": piece, "i": number})

    def board_looks(self, board: str) -> tuple[list[Look], list[Look]]:
        """The looks of what is on a board, and of the cells beneath."""
        view = _named(self.spec.boards if self.spec is not None else None).get(board)
        return (view.looks or [], view.cells or []) if view is not None else ([], [])


def _named(section: Mapping[Scalar, Entry] | None) -> dict[str, Entry]:
    """The entries of a section by their names; a section that is left out has none."""
    return {str(name): entry for name, entry in (section or {}).items()}


def _as_record(event: Event, kind: Record) -> tuple[Any, ...]:
    return tuple(from_state(event.fields.get(name), field) for name, field in kind.fields)


def _listed(value: Any) -> list[Any]:
    if value is None:
        return []
    return list(value) if isinstance(value, list | tuple) and not isinstance(value, PieceValue) else [value]
