"""The values of a view at one moment: the expressions and texts of a spec that one player is shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from interpreter.faults import Abandoned, Fault, Unknowable
from interpreter.language.evaluator import Evaluator, in_words
from interpreter.language.types import Listing, Piece, Record, Site, Type, strip
from interpreter.position import PieceValue, from_state, to_state
from interpreter.program.program import Program
from interpreter.program.view import View
from interpreter.program.world import StateWorld
from interpreter.rules import view_plan
from interpreter.rules.telling_plan import EventPlan
from interpreter.state.state import Event

Left = tuple[int | None, int | None, int | None]
"""How many undos, hints and lives are left; None is any number."""

ANY_NUMBER: Left = (None, None, None)

Names = dict[str, Any]
Key = Any
"""Which look fits, with the values of its expressions: equal keys look the same. NO_LOOK if none does."""
NO_LOOK = -1


class ViewWorld(StateWorld):
    """A view as the evaluator sees it: values that the viewer may not know are none, whatever their type."""

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


class ViewValues:
    """What a viewer knows, has half chosen and is shown: everything that the expressions of a view may read.

    `made` are the choices of `action` that have been made, by name, and `spots` the sites and pieces among them. Values
    are those of the evaluator. Compiled expressions are tried first if nothing hidden is in play.
    """

    def __init__(
        self,
        view: View,
        action: str | None = None,
        made: Mapping[str, Any] | None = None,
        spots: Iterable[PieceValue | int] = (),
        thinking: bool = False,
        left: Left = ANY_NUMBER,
    ) -> None:
        self.view = view
        self.thinking = thinking
        self.left = left
        self.program: Program = view.program
        self.schema = view.program.schema
        self.plan: view_plan.ViewPlan = view.program.view_plan
        self._action = action
        self._made = made or {}
        self._spots = spots

    @cached_property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.view.over

    # What expressions read

    @cached_property
    def chosen(self) -> frozenset[Any]:
        """What is part of the draft: a piece counts along with its site, a site with the pieces on it."""
        found: set[Any] = set(self._spots)
        for spot in tuple(found):
            if isinstance(spot, PieceValue):
                found.add(self.world.site_of(spot))
            else:
                found.update(self.world.piece_at(kind, spot) for kind in self.schema.kinds)
        return frozenset(found - {None})

    @cached_property
    def _raw_draft(self) -> tuple[tuple[Any, ...], ...]:
        """The draft as generated code sees it: for each action its choices in order, as far as they have been made."""
        action, made = self._action, self._made
        if not made:
            return self.plan.no_draft
        return tuple(
            tuple(
                made[choice] if name == action and choice in made else view_plan.unmade(kind)
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
        draft = self.plan.no_draft_read
        if self._made:
            records = zip(self.schema.actions.values(), self._raw_draft, strict=True)
            draft = tuple(
                tuple(from_state(value, kind) for (_, kind), value in zip(choices, values, strict=True))
                for choices, values in records
            )
        world.extras = {"thinking": self.thinking, "about": self._about, "assist": self.left, "draft": draft}
        return world

    @cached_property
    def _evaluator(self) -> Evaluator:
        self.world.draft = self.chosen
        return Evaluator(self.world)

    @cached_property
    def _arguments(self) -> tuple[Any, ...]:
        """The arguments for compiled expressions: `VIEW_ARGUMENTS`."""
        chosen: dict[str, set[int]] = {name: set() for name in ("", *self.schema.kinds)}
        for spot in self.chosen if self._spots else ():
            if isinstance(spot, PieceValue):
                chosen[spot.kind].add(spot.number)
            else:
                chosen[""].add(spot)
        return (self.view.data, self.view.viewer, chosen, self.thinking, self._about, self._raw_draft, self.left)

    # Values

    def value(self, expression: view_plan.Expression | None, names: Names | None = None) -> Any:
        """The value of an expression; None if it is hidden or cannot be worked out."""
        if expression is None:
            return None
        if not names:
            found, known = self._worked_out(expression)
            if known:
                return expression.read(found)
        return self._evaluated(expression, names or {})

    def _worked_out(self, part: view_plan.Part, *given: Any) -> tuple[Any, bool]:
        """What the function for a part returns, and whether it could be worked out."""
        function = part.function
        if (self.view.hidden and part.secret) or function is None or self._is_left_out(part):
            return None, False
        return self._run(part, function, *given)

    def _run(self, part: view_plan.Part, function: view_plan.Compiled, *given: Any) -> tuple[Any, bool]:
        """What generated code returns, and whether it could be worked out."""
        try:
            return self.view.program.guarded(lambda: function(*given, *self._arguments)), True
        except Abandoned as fault:
            # Of several things each is tried by itself.
            several = isinstance(part, view_plan.PanelsPlan | view_plan.StatusPlan)
            self.program.leave_out(part, None if several else fault)
        except Fault:
            pass
        return None, False

    def _is_left_out(self, part: view_plan.Part) -> bool:
        """Whether a part once took too long and is therefore no longer shown."""
        left_out = self.program.left_out
        return bool(left_out) and id(part) in left_out

    def _evaluated(self, expression: view_plan.Expression, names: Names) -> Any:
        if self._is_left_out(expression):
            return None
        try:
            return self._evaluator.value(expression.term, names)
        except Abandoned as fault:
            self.program.leave_out(expression, fault)
            return None
        except (Unknowable, Fault):
            return None

    def holds(self, condition: view_plan.Expression | None, names: Names | None = None) -> bool:
        """Whether a condition holds; one that is left out counts as true."""
        return condition is None or bool(self.value(condition, names))

    def words(self, expression: view_plan.Expression | None, names: Names | None = None) -> str | None:
        """The value of an expression as people read it; None if there is no value."""
        return None if expression is None else self._in_words(expression, self.value(expression, names))

    def _in_words(self, expression: view_plan.Expression, value: Any) -> str | None:
        return None if value is None else in_words(value, expression.type, self.schema)

    def text(self, text: view_plan.TextPlan, names: Names | None = None) -> str:
        """A text with its values filled in."""
        if names:
            return self._evaluator.text(text.terms, names, (Unknowable, Fault))
        parts = []
        for literal, expression in text.parts:
            parts.append(literal)
            if expression is not None:
                parts.append(in_words(self.value(expression), expression.type, self.schema))
        return "".join(parts)

    def texts(self, texts: Iterable[view_plan.TextPlan]) -> tuple[str, ...]:
        """Texts with their values filled in."""
        return tuple([self.text(text) for text in texts])

    def panels(self) -> list[tuple[str, str | None, bool]] | None:
        """The panels of the spec: label, value as people read it, and whether none means unlimited. None if the spec
        defines none."""
        plan = self.plan.panels
        if plan is None:
            return None
        found, known = self._worked_out(plan)
        if not known:
            return [(label, self.words(each), each.asks_help) for label, each in plan.panels.items()]
        values = zip(plan.panels.items(), from_state(found, plan.kind), strict=True)
        return [(label, self._in_words(each, value), each.asks_help) for (label, each), value in values]

    def status(self) -> str | None:
        """The first line of the status that applies, filled in; after the end only lines that ask for it count."""
        plan = self.plan.status_at_end if self.over else self.plan.status
        if not plan.messages:
            return None
        number, known = self._worked_out(plan)
        if not known:
            number = next((n for n, message in enumerate(plan.messages) if self.holds(message.when)), -1)
        return self.text(plan.messages[number].say) if number >= 0 else None

    def places(self, expressions: Iterable[view_plan.Expression]) -> list[PieceValue | int]:
        """The sites and pieces that some expressions yield, in order."""
        return [spot for each in expressions for spot in _flat(self.value(each))]

    # Pieces and cells

    def keys(self, plan: view_plan.LooksPlan, items: Sequence[int]) -> list[Key]:
        """For each site, or number of a piece, which look applies."""
        if not plan.looks:
            return [NO_LOOK] * len(items)
        found, known = self._worked_out(plan, items)
        if known:
            keys: list[Key] = found
            return keys
        if self._is_left_out(plan):
            return [NO_LOOK] * len(items)
        it = plan.it
        return [self._first_look(plan, PieceValue(it.kind, item) if isinstance(it, Piece) else item) for item in items]

    def _first_look(self, plan: view_plan.LooksPlan, it: int | PieceValue) -> Key:
        names = {"it": it}
        for number, look in enumerate(plan.looks):
            if look.when is None or self._evaluated(look.when, names):
                if not look.open:
                    return number
                return (number, *(to_state(self._evaluated(each, names), each.type) for each in look.open))
        return NO_LOOK

    def faces(self, face: view_plan.Expression, kind: str, items: Sequence[tuple[int, int]]) -> list[str | None]:
        """What is written on pieces, for pairs of a piece and the number of its cell; None where that is not known."""
        found, known = self._worked_out(face.listing, items)
        if known:
            values = [face.read(value) for value in found]
        elif self._is_left_out(face.listing):
            values = [None] * len(items)
        else:
            values = [self._evaluated(face, {"it": PieceValue(kind, it), "i": i}) for it, i in items]
        return [self._in_words(face, value) for value in values]

    def each_of(self, expression: view_plan.Expression, sites: Sequence[int]) -> list[Any]:
        """The value of an expression over `it` for each of some sites; None where it cannot be worked out."""
        found, known = self._worked_out(expression.listing, [(site, 1) for site in sites])
        if known:
            return [expression.read(value) for value in found]
        if self._is_left_out(expression.listing):
            return [None] * len(sites)
        return [self._evaluated(expression, {"it": site}) for site in sites]

    # Events

    def event_text(self, plan: EventPlan, event: Event) -> str:
        """The text about an event."""
        assert plan.text is not None
        return self.text(plan.text, {"it": _record(event, plan.kind)})

    def log(self, events: Iterable[Event]) -> tuple[str, ...]:
        """What the spec says about events; nothing for those that it leaves out."""
        plans = self.plan.log
        said = [(plans[event.name], event) for event in events if event.name in plans]
        return tuple([self.event_text(plan, event) for plan, event in said if plan.text is not None])

    def call_outs(self, event: Event) -> list[tuple[str, list[PieceValue | int]]]:
        """What is called out as an event happens: the first text that applies, with the sites and pieces that the spec
        or the event names."""
        plans = self.plan.call_outs.get(event.name, ())
        names: Names = {"it": _record(event, plans[0].kind)} if plans else {}
        plan = next((plan for plan in plans if self.holds(plan.when, names)), None)
        if plan is None:
            return []
        named = zip(plan.kind.fields, names["it"], strict=True)
        values = (
            [self.value(each, names) for each in plan.at]
            if plan.at
            else [value for (_, kind), value in named if _is_place(kind)]
        )
        return [(self.text(plan.say, names), [spot for value in values for spot in _flat(value)])]

    def event_value(self, plan: EventPlan, event: Event) -> Any:
        """The value that is shown for an event."""
        return self.value(plan.value, {"it": _record(event, plan.kind)})


def _record(event: Event, kind: Record) -> tuple[Any, ...]:
    """An event as expressions see it."""
    found: tuple[Any, ...] = from_state(tuple([event.fields.get(name) for name, _ in kind.fields]), kind)
    return found


def _is_place(kind: Type) -> bool:
    """Whether values of a type are sites or pieces, or lists of them."""
    inner = strip(kind)
    return isinstance(strip(inner.item) if isinstance(inner, Listing) else inner, Site | Piece)


def _flat(value: Any) -> Iterable[PieceValue | int]:
    if isinstance(value, PieceValue | int):
        yield value
    elif value is not None:
        for item in value:
            yield from _flat(item)
