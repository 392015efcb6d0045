"""What every part of a review is checked with: expressions, conditions, texts and names that no program runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from interpreter.expr import terms
from interpreter.expr.remedies import remedy
from interpreter.expr.scope import Scope
from interpreter.expr.types import SITE, TEXT, Listing, Nothing, Piece, Record, Site, Type, Unknown, named, strip
from interpreter.rules.costs import check_term
from interpreter.rules.program import Program
from interpreter.spec import model
from interpreter.spec.nodes import Scalar
from interpreter.spec.source import Span
from interpreter.spec.suggest import suggestion


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

    def wanted(self, scalar: Scalar | None, scope: Scope, wanted: Type, what: str) -> None:
        """Check an expression of a certain type; none is allowed, as hidden values read as none."""
        term = self.term(scalar, scope, wanted)
        if term is not None and not isinstance(term.type, Unknown | Nothing):
            self.steps.wanted(term, wanted, what, scope)

    def condition(self, scalar: Scalar | None, scope: Scope) -> terms.Term | None:
        """Check a condition."""
        if scalar is None:
            return None
        self.checker.size = 0
        return self._quick(self.steps.condition(scalar, scope))

    def text(self, text: Scalar | None, scope: Scope) -> None:
        """Check the expressions inside a text."""
        if text is not None:
            for _, term in self.program.template(text, scope):
                self._quick(term)
                if term is not None and isinstance(strip(term.type), Record):
                    self.error(
                        "cannot-show",
                        term.node.span,
                        "A record cannot be shown; name one of its fields.",
                        remedy(term, TEXT, scope),
                    )

    def public_text(self, text: Scalar | None, scope: Scope) -> None:
        """Check a text that a player reads during the game: it should give nothing hidden away."""
        self.text(text, scope)
        for _, term in self.program.template(text, scope) if text is not None else ():
            for part in terms.walk(term) if term is not None else ():
                if isinstance(part, terms.ColumnItem) and part.column in self.hidden:
                    name = part.column.rsplit(".", 1)[-1]
                    message = f"This text shows {name}, which a player may not know."
                    self.diagnostics.warning("shows-hidden", part.node.span, message, "Leave it out of the text.")

    def names(self, names: Iterable[Scalar] | None, known: Iterable[str], what: str, code: str) -> None:
        """Check names against a list."""
        listed = list(known)
        for name in names or []:
            if str(name) not in listed:
                nothing = f"This game has no {what}: leave it out, or declare it."
                self.error(code, name.span, f"There is no {what} {name}.", suggestion(name, listed, nothing))

    def sites(self, scalar: Scalar, scope: Scope, what: str) -> None:
        """Check what is to be lit: sites or pieces."""
        term = self.term(scalar, scope)
        if term is None:
            return
        kind = strip(term.type)
        inner = kind.item if isinstance(kind, Listing) else kind
        if not isinstance(inner, Site | Piece | Unknown):
            self.error(
                "wrong-type",
                scalar.span,
                f"{what} needs sites or pieces, this is {named(term.type)}.",
                remedy(term, Listing(SITE, 0), scope),
            )
