"""What every part of a review is checked with: expressions, conditions, texts and names that no program runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from interpreter.advice.values import remedy
from interpreter.expr import terms
from interpreter.expr.scope import Scope
from interpreter.expr.types import SITE, TEXT, Listing, Nothing, Piece, Record, Site, Type, Unknown, named, strip
from interpreter.rules.costs import check_term
from interpreter.spec import model
from interpreter.spec.nodes import Scalar
from interpreter.spec.source import Span
from interpreter.spec.suggest import suggestion

if TYPE_CHECKING:
    from interpreter.rules.program import Program


class Reviewer:
    """Checks what programs leave aside, once, under the default settings."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.spec = program.spec
        self.schema = program.schema
        self.steps = program.steps
        self.checker = program.checker
        self.diagnostics = program.diagnostics
        places: list[tuple[str, Mapping[Scalar, model.Property]]] = [
            ("cell", board.cell or {}) for board in self.spec.boards.values()
        ]
        places += [(str(kind), entity.properties) for kind, entity in self.spec.entities.items()]
        # What even the player whose move it is may not know.
        self.hidden = {
            f"{place}.{name}"
            for place, properties in places
            for name, prop in properties.items()
            if prop.seen_if is not None or prop.seen_by == "nobody"
        }

    def error(self, code: str, span: Span | None, message: str, help: str) -> None:
        """Report a mistake."""
        self.diagnostics.error(code, span, message, help)

    def term(self, scalar: Scalar | None, scope: Scope, expected: Type | None = None) -> terms.Term | None:
        """Check an expression."""
        if scalar is None:
            return None
        self.checker.size = 0
        return self._quick(self.steps.term(scalar, scope, expected))

    def _quick(self, term: terms.Term | None) -> terms.Term | None:
        """The term; one that may take too long is reported."""
        if term is not None:
            check_term("This", term, term.node.span, self.diagnostics)
        return term

    def wanted(self, scalar: Scalar | None, scope: Scope, wanted: Type, what: str) -> terms.Term | None:
        """Check an expression of a certain type; none is allowed, as hidden values read as none."""
        term = self.term(scalar, scope, wanted)
        if term is not None and not isinstance(term.type, Unknown | Nothing):
            self.steps.wanted(term, wanted, what, scope)
        return term

    def condition(self, scalar: Scalar | None, scope: Scope) -> terms.Term | None:
        """Check a condition."""
        if scalar is None:
            return None
        self.checker.size = 0
        return self._quick(self.steps.condition(scalar, scope))

    def text(self, text: Scalar | None, scope: Scope) -> list[tuple[str, terms.Term | None]]:
        """Check the expressions inside a text; it comes back in parts."""
        if text is None:
            return []
        parts = self.program.template(text, scope)
        for _, term in parts:
            self._quick(term)
            if term is not None and isinstance(strip(term.type), Record):
                self.error(
                    "cannot-show",
                    term.node.span,
                    "A record cannot be shown; name one of its fields.",
                    remedy(term, TEXT, scope),
                )
        return parts

    def public_text(self, text: Scalar | None, scope: Scope) -> None:
        """Check a text that a player reads during the game: it should give nothing hidden away."""
        for _, term in self.text(text, scope):
            if text is None or term is None:
                continue
            # A define stands elsewhere, and is no mistake.
            read = term.node.span
            inside = read.source is text.span.source and text.span.start <= read.start < text.span.end
            for column in self._given_away(term):
                name = column.rsplit(".", 1)[-1]
                message = f"This text shows {name}, which a player may not know."
                help = f"Ask knows(me, ….{name}) in the same expression, or leave it out of the text."
                self.diagnostics.warning("shows-hidden", read if inside else text.span, message, help)

    def _given_away(self, term: terms.Term) -> list[str]:
        """The hidden columns that an expression reads, but for those of which it asks whether they are known, and for
        what is read on places of the player's own that the player sees."""
        parts = list(terms.walk(term))
        made = [part for part in parts if isinstance(part, terms.Comprehension)]
        loops = {loop.name: loop.items for part in made for loop in part.loops}
        asked = {
            each.column
            for part in parts
            if isinstance(part, terms.FunctionCall) and part.function.name == "knows"
            for each in terms.walk(part)
            if isinstance(each, terms.ColumnItem)
        }
        found = dict[str, None]()
        for part in parts:
            if isinstance(part, terms.ColumnItem) and part.column in self.hidden - asked:
                place = loops.get(part.target.name) if isinstance(part.target, terms.Variable) else None
                if place is None or not self._sees_own(part.column, place):
                    found[part.column] = None
        return list(found)

    def _sees_own(self, column: str, place: terms.Term) -> bool:
        """Whether a place is the player's own, as in `sea[me]`, and the property is seen there."""
        hidden = self.program.sight.hidden.get(column)
        own = _own_place(place)
        if hidden is None or hidden.term is None or own is None:
            return False
        return any(
            isinstance(part, terms.Contains) and _own_place(part.items) == own for part in terms.walk(hidden.term)
        )

    def names(self, names: Iterable[Scalar] | None, known: Iterable[str], what: str, code: str) -> None:
        """Check names against a list."""
        listed = list(known)
        for name in names or []:
            if str(name) not in listed:
                nothing = f"This game has no {what}: leave it out, or declare it."
                self.error(code, name.span, f"There is no {what} {name}.", suggestion(name, listed, nothing))

    def sites(self, scalar: Scalar, scope: Scope, what: str) -> terms.Term | None:
        """Check what is to be lit: sites or pieces."""
        term = self.term(scalar, scope)
        if term is None:
            return None
        kind = strip(term.type)
        inner = kind.item if isinstance(kind, Listing) else kind
        if not isinstance(inner, Site | Piece | Unknown):
            self.error(
                "wrong-type",
                scalar.span,
                f"{what} needs sites or pieces, this is {named(term.type)}.",
                remedy(term, Listing(SITE, 0), scope),
            )
        return term


def _own_place(term: terms.Term) -> str | None:
    """The name of the board or zone that is the own one of the player `me`; None if the term is no such place."""
    if not isinstance(term, terms.BoardTerm | terms.ZoneTerm):
        return None
    mine = isinstance(term.index, terms.Global) and term.index.name == "me"
    return (term.board if isinstance(term, terms.BoardTerm) else term.zone) if mine else None
