"""The view of one player at one moment, in which the expressions and texts of a spec are worked out."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from interpreter import Fault, Unknowable, View
from interpreter.expr import terms
from interpreter.expr.evaluator import Evaluator, in_words
from interpreter.expr.types import Listing, Type, is_reference
from interpreter.position import PieceValue, from_state
from interpreter.rules.program import Program
from interpreter.rules.world import StateWorld
from interpreter.spec.nodes import Scalar
from runtime import draft as drafts
from runtime.draft import Draft
from runtime.presentation.colours import Colours
from runtime.presentation.terms import Compiled, ViewTerms, view_terms
from runtime.presentation.values import Left

UNKNOWN = (LookupError, TypeError, ArithmeticError, ValueError, AttributeError, Fault, Unknowable)
"""What is raised where something is hidden, or cannot be told from a view."""

ANY_NUMBER: Left = (None, None, None)


class ViewWorld(StateWorld):
    """A view as the evaluator sees it: what the viewer may not know is none, whatever its type."""

    def __init__(self, view: View) -> None:
        super().__init__(view.program, view.data, view.viewer)
        self.hidden = {(name, target) for names, targets in view.hidden for name in names for target in targets}

    def read(self, column: str, target: Any) -> Any:
        """A property of a site or piece."""
        if self.hidden:
            number = target.number if isinstance(target, PieceValue) else target
            if (column, number) in self.hidden:
                return None
        return super().read(column, target)


class Shown:
    """What a viewer knows, has half chosen and is told: all that expressions of a view may read.

    Values are those of the evaluator. Compiled expressions are asked first where nothing hidden is in play.
    """

    def __init__(self, view: View, draft: Draft | None = None, thinking: bool = False, left: Left = ANY_NUMBER) -> None:
        self.view = view
        self.draft = draft if draft is not None else Draft()
        self.thinking = thinking
        self.left = left
        self.program: Program = view.program
        self.schema = view.program.schema
        self.spec = view.program.spec.view
        self.terms: ViewTerms = view_terms(view.program)

    @cached_property
    def colours(self) -> Colours:
        """The colours of the game."""
        memo = self.terms.memo
        if "colours" not in memo:
            memo["colours"] = Colours(self.program)
        found: Colours = memo["colours"]
        return found

    # What expressions read

    @cached_property
    def chosen(self) -> frozenset[Any]:
        """What is part of the draft: a piece counts with its site, a site with the pieces on it."""
        found: set[Any] = set(drafts.spots(self.view.state, self.draft)) if not self.draft.empty else set()
        for spot in tuple(found):
            if isinstance(spot, PieceValue):
                found.add(self.world.site_of(spot))
            else:
                found.update(self.world.piece_at(kind, spot) for kind in self.schema.kinds)
        return frozenset(found - {None})

    @cached_property
    def _raw_draft(self) -> tuple[tuple[Any, ...], ...]:
        """The draft as generated code sees it: for each action its choices in order, as far as they are made."""
        made = drafts.by_name(self.view.state, self.draft) if self.draft.action is not None else {}
        return tuple(
            tuple(
                made[choice] if name == self.draft.action and choice in made else _unmade(kind)
                for choice, kind in choices
            )
            for name, choices in self.schema.actions.items()
        )

    @cached_property
    def _about(self) -> str:
        return str(self.program.spec.about or "")

    @cached_property
    def world(self) -> ViewWorld:
        """The view as the evaluator sees it."""
        world = ViewWorld(self.view)
        records = zip(self.schema.actions.values(), self._raw_draft, strict=True)
        draft = tuple(
            tuple(from_state(value, kind) for (_, kind), value in zip(choices, values, strict=True))
            for choices, values in records
        )
        world.extras = {"thinking": self.thinking, "about": self._about, "assist": self.left, "draft": draft}
        return world

    @cached_property
    def evaluator(self) -> Evaluator:
        """The evaluator, with the draft."""
        self.world.draft = self.chosen
        return Evaluator(self.world)

    @cached_property
    def arguments(self) -> tuple[Any, ...]:
        """What compiled expressions are given."""
        chosen: dict[str, set[int]] = {name: set() for name in ("", *self.schema.kinds)}
        if not self.draft.empty:
            for spot in self.chosen:
                if isinstance(spot, PieceValue):
                    chosen[spot.kind].add(spot.number)
                else:
                    chosen[""].add(spot)
        return (self.view.data, self.view.viewer, chosen, self.thinking, self._about, self._raw_draft, self.left)

    # Values

    def worked_out(self, term: terms.Term, names: dict[str, Any] | None = None) -> Any:
        """The value of a term; None where it is hidden or cannot be told."""
        if not names and not (self.view.hidden and self.terms.reads_hidden(term)):
            compiled = self.terms.function(term)
            if compiled is not None:
                try:
                    return from_state(compiled(*self.arguments), term.type)
                except UNKNOWN:
                    pass
        return self.evaluated(term, names or {})

    def evaluated(self, term: terms.Term, names: dict[str, Any]) -> Any:
        """The value of a term by the evaluator."""
        try:
            return self.evaluator.value(term, names)
        except UNKNOWN:
            return None

    def many(self, compiled: Compiled | None, secret: bool, items: Any) -> list[Any] | None:
        """What a compiled function gives for many items; None if it cannot be asked here."""
        if compiled is None or (secret and self.view.hidden):
            return None
        try:
            found: list[Any] = compiled(items, *self.arguments)
        except UNKNOWN:
            return None
        return found

    def value(self, scalar: Scalar, it: Type | None = None, names: dict[str, Any] | None = None) -> Any:
        """The value of an expression; None where it is hidden or cannot be told."""
        term = self.terms.term(scalar, it)
        return None if term is None else self.worked_out(term, names)

    def words(self, scalar: Scalar, it: Type | None = None, names: dict[str, Any] | None = None) -> str | None:
        """The value of an expression as people read it; None where there is none."""
        term = self.terms.term(scalar, it)
        value = None if term is None else self.worked_out(term, names)
        return None if term is None or value is None else in_words(value, term.type, self.schema)

    def holds(self, scalar: Scalar | None, it: Type | None = None, names: dict[str, Any] | None = None) -> bool:
        """Whether a condition holds; one that is left out does."""
        if scalar is None:
            return True
        term = self.terms.term(scalar, it, condition=True)
        return term is not None and bool(self.worked_out(term, names))

    def text(self, template: Scalar, it: Type | None = None, names: dict[str, Any] | None = None) -> str:
        """A text with its values filled in."""
        if "{" not in template and "}" not in template:
            return str(template)
        parts = []
        for literal, term in self.program.template(template, self.terms.scope(it)):
            parts.append(literal)
            if term is not None:
                parts.append(in_words(self.worked_out(term, names), term.type, self.schema))
        return "".join(parts)


def _unmade(kind: Type) -> Any:
    """A choice that is not made: a list is empty, anything else none."""
    if isinstance(kind, Listing):
        return ()
    return 0 if is_reference(kind) else None
