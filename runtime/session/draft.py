"""The player's choices so far: a value outside the state, and functions that return the next one.

A draft belongs to one action. Single choices are made one after another, a list grows item by item, a record part by
part in any order. Nothing is added that could not be chosen.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from interpreter import Action, BadAction, Game, Refusal, State
from interpreter.expressions import Listing, Piece, Record, Site, Type, strip
from interpreter.position import PieceValue
from interpreter.program import ActionPlan, ChoicePlan, Notation, completed, is_asked
from runtime.session.choice import Choosing

Spot = int | PieceValue
"""Something to point at: a site, or a piece wherever it is."""


@dataclass(frozen=True, slots=True)
class Draft:
    """`values` are the choices made, `items` those of the list that is growing, `parts` those of the record in progress
    (None if not chosen yet). `armed` says that the action was named, not guessed from a gesture. `cursor` is the site
    where the keyboard points, 0 if it does not. Nobody has to choose the first `unasked` values."""

    action: str | None = None
    values: tuple[Any, ...] = ()
    items: tuple[Any, ...] = ()
    parts: tuple[Any, ...] = ()
    armed: bool = False
    cursor: int = 0
    unasked: int = 0

    @property
    def empty(self) -> bool:
        """Whether nothing is chosen."""
        return not (self.values[self.unasked :] or self.items or self.parts)


class NotChoosable(Exception):
    """A value that cannot be added, with the refusal that says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.text)
        self.refusal = refusal


def start(state: State, action: str, armed: bool = False, cursor: int = 0) -> Draft:
    """An action without any choices yet, except those that its continuation fixes."""
    values = fixed(state, action)
    known = settled(state, action, values)
    return Draft(action, known, armed=armed, cursor=cursor, unasked=0 if values else len(known))


def fixed(state: State, action: str) -> tuple[Any, ...]:
    """The first values of an action, as far as its continuation fixes them."""
    way = state.pending.way(action) if state.pending is not None else None
    if way is None:
        return ()
    names = (choice.name for choice in _plan(state, action).choices)
    return tuple(way.fixed[name] for name in takewhile(way.fixed.__contains__, names))


def settled(state: State, action: str, values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Those values of an action, followed by the ones that nobody has to choose."""
    return completed(state.program, state.data, _plan(state, action), values, state.mover)


def begin(state: State, cursor: int = 0) -> Draft:
    """The draft with which a move begins: empty, or the continuation that must be made."""
    pending = state.pending
    if pending is None or state.over:
        return Draft(cursor=cursor)
    names = [way.action for way in pending.ways]
    if len(names) > 1:
        names = [name for name in names if state.program.can(state.data, state.mover, name)]
    starts = [start(state, name, cursor=cursor) for name in names]
    # Where it may be one of several, only what all of them choose is chosen already.
    open_ways = len(starts) > 1 and any(choice_of(state, each) is None for each in starts)
    alike = len({spots(state, each) for each in starts}) == 1
    return Draft(cursor=cursor) if not alike or open_ways or starts[0].empty else starts[0]


def clear(state: State, draft: Draft) -> Draft:
    """Clear all choices."""
    return begin(state, draft.cursor)


def choice_of(state: State, draft: Draft) -> ChoicePlan | None:
    """The choice in progress; None if all are made, or there is no action."""
    if draft.action is None:
        return None
    choices = _plan(state, draft.action).choices
    return choices[len(draft.values)] if len(draft.values) < len(choices) else None


def slots(state: State, draft: Draft) -> dict[str, Type]:
    """What can be chosen next, by name, with its type: a choice, or the missing parts of a record."""
    choice = choice_of(state, draft)
    if choice is None:
        return {}
    if not choice.fields:
        return {choice.name: choice.item.type}
    parts = draft.parts or (None,) * len(choice.fields)
    missing = [part for part, value in zip(choice.fields, parts, strict=True) if value is None]
    return {part.name: part.variable.type for part in (missing[:1] if choice.in_order else missing)}


def candidates(game: Game, state: State, draft: Draft) -> dict[str, tuple[Any, ...]]:
    """For each slot the values that can now be chosen."""
    choice = choice_of(state, draft)
    if choice is None or draft.action is None:
        return {}
    choosing, number = Choosing(game, state, draft.action), len(draft.values)
    if choice.fields:
        parts = draft.parts or (None,) * len(choice.fields)
        return choosing.parts(number, draft.values, draft.items, parts)
    if choice.form == "one":
        return {choice.name: choosing.single(number, draft.values)}
    return {choice.name: choosing.items(number, draft.values, draft.items)}


def questions(game: Game, state: State, draft: Draft) -> dict[str, tuple[Any, ...]]:
    """The slots that are chosen from a menu, not by pointing: numbers, words, and letters that must be chosen."""
    kinds = slots(state, draft)
    choice = choice_of(state, draft)
    if choice is not None and choice.fields and not draft.parts:
        return {}
    asked = {
        name: values
        for name, values in candidates(game, state, draft).items()
        if values and not isinstance(strip(kinds[name]), Site | Piece)
    }
    assist = state.program.spec.assist
    if asked and choice is not None and choice.form == "one" and (assist is None or assist.highlight is None):
        # Where legal choices are not lit, a menu does not tell them either.
        choosing = Choosing(game, state, draft.action or "")
        return {choice.name: choosing.offered(len(draft.values), draft.values)}
    return asked


def add(game: Game, state: State, draft: Draft, value: Any, to: str | None = None) -> Draft:
    """Choose a value: for the slot with that name, or the first. Raises NotChoosable."""
    open_slots = candidates(game, state, draft)
    choice = choice_of(state, draft)
    if choice is None or draft.action is None:
        raise BadAction("There is nothing left to choose.")
    name = to if to is not None else next(iter(open_slots), choice.name)
    if value not in open_slots.get(name, ()):
        choosing = Choosing(game, state, draft.action)
        raise NotChoosable(choosing.refusal(len(draft.values), draft.values, value))
    if choice.form == "one":
        value = Choosing(game, state, draft.action).first_alike(len(draft.values), draft.values, value)
        return replace(draft, values=settled(state, draft.action, (*draft.values, value)))
    if not choice.fields:
        return _grown(state, draft, choice, value)
    parts = list(draft.parts or (None,) * len(choice.fields))
    parts[[part.name for part in choice.fields].index(name)] = value
    choosing = Choosing(game, state, draft.action)
    record = choosing.settled(len(draft.values), draft.values, draft.items, tuple(parts))
    if None in record:
        return replace(draft, parts=record)
    return _grown(state, replace(draft, parts=()), choice, record)


def _grown(state: State, draft: Draft, choice: ChoicePlan, item: Any) -> Draft:
    """The draft with one more item; a full list makes way for the next choice, if there is one."""
    grown = replace(draft, items=(*draft.items, item))
    last = choice is _plan(state, draft.action or "").choices[-1]
    return grown if last or len(grown.items) < choice.high else close(state, grown)


def toggle(game: Game, state: State, draft: Draft, value: Any, to: str | None = None) -> Draft:
    """Remove a value from the list if it is in it, otherwise choose it. A record is identified by any part of it.

    Items after a removed one stay only as far as they could still be chosen.
    """
    choice = choice_of(state, draft)
    if choice is None or choice.form == "one":
        return add(game, state, draft, value, to)
    at = _item_with(choice, draft.items, value, to)
    if at is None:
        return add(game, state, draft, value, to)
    kept = replace(draft, items=draft.items[:at], parts=())
    for item in draft.items[at + 1 :]:
        try:
            kept = _again(game, state, kept, choice, item)
        except NotChoosable:
            break
    return kept


def _item_with(choice: ChoicePlan, items: tuple[Any, ...], value: Any, to: str | None) -> int | None:
    if not choice.fields:
        return items.index(value) if value in items else None
    for at, record in enumerate(items):
        for part, chosen in zip(choice.fields, record, strict=True):
            if chosen == value and to in (None, part.name):
                return at
    return None


def _again(game: Game, state: State, draft: Draft, choice: ChoicePlan, item: Any) -> Draft:
    if not choice.fields:
        return add(game, state, draft, item)
    count = len(draft.items)
    for part, value in zip(choice.fields, item, strict=True):
        if len(draft.items) == count and part.name in candidates(game, state, draft):
            draft = add(game, state, draft, value, part.name)
    return draft


def exchanged(game: Game, state: State, draft: Draft, value: Any, to: str) -> Draft:
    """The draft with another value for a part of the record in progress, whose other parts stay. Raises
    NotChoosable."""
    choice = choice_of(state, draft)
    assert choice is not None and draft.parts
    kept = {
        part.name: chosen
        for part, chosen in zip(choice.fields, draft.parts, strict=True)
        if chosen is not None and part.name != to and isinstance(strip(part.variable.type), Site | Piece)
    }
    begun = replace(draft, parts=())
    for name in (part.name for part in choice.fields if part.name in {*kept, to}):
        begun = add(game, state, begun, value if name == to else kept[name], name)
    return begun


def put_down(state: State, draft: Draft) -> Draft:
    """The draft without a piece that is only held: chosen for a record whose place is not chosen yet."""
    choice = choice_of(state, draft)
    if choice is None or not draft.parts or not draft.items:
        return draft
    sites = [isinstance(strip(part.variable.type), Site) for part in choice.fields]
    placed = any(is_site and value is not None for is_site, value in zip(sites, draft.parts, strict=True))
    return draft if placed or not any(sites) else replace(draft, parts=())


def backspace(state: State, draft: Draft) -> Draft:
    """Take back the last choice: a part, an item, or a whole choice. Choices that a continuation fixes stay."""
    if draft.parts:
        return replace(draft, parts=())
    if draft.items:
        return replace(draft, items=draft.items[:-1])
    if draft.action is None or len(draft.values) <= len(start(state, draft.action).values):
        return clear(state, draft)
    last = len(draft.values) - 1
    while last and settled(state, draft.action, draft.values[:last]) != draft.values[:last]:
        last -= 1
    choice, value = _plan(state, draft.action).choices[last], draft.values[last]
    shorter = replace(draft, values=draft.values[:last], items=value if choice.form != "one" else ())
    return clear(state, shorter) if shorter.empty and not shorter.armed else shorter


def close(state: State, draft: Draft) -> Draft:
    """Close a list, so that the choice after it can be made."""
    choice = choice_of(state, draft)
    if choice is None or choice.form == "one" or draft.parts or len(draft.items) < choice.low:
        raise BadAction("There is no list that could be ended.")
    items = tuple(sorted(draft.items)) if choice.form == "some" else draft.items
    return replace(draft, values=settled(state, draft.action or "", (*draft.values, items)), items=())


def ready(state: State, draft: Draft) -> bool:
    """Whether every choice is made: the last may be a list that is long enough."""
    if draft.action is None or draft.parts:
        return False
    choices, made = _plan(state, draft.action).choices, len(draft.values)
    if made == len(choices):
        return True
    choice = choices[made]
    if choice.form == "one" or len(draft.items) < choice.low:
        return False
    return made == len(choices) - 1 or len(close(state, draft).values) == len(choices)


def submit(state: State, draft: Draft) -> Action:
    """The action that was chosen; BadAction if it is not ready."""
    if not ready(state, draft) or draft.action is None:
        raise BadAction("Not everything is chosen yet.")
    closed = draft if choice_of(state, draft) is None else close(state, draft)
    return (closed.action, *closed.values)


def by_name(state: State, draft: Draft) -> dict[str, Any]:
    """The choices, by name; a list that is growing is included as far as it goes."""
    if draft.action is None:
        return {}
    choices = _plan(state, draft.action).choices
    found = {choice.name: value for choice, value in zip(choices, draft.values, strict=False)}
    choice = choice_of(state, draft)
    if choice is not None and choice.form != "one":
        found[choice.name] = draft.items
    return found


def spots(state: State, draft: Draft) -> frozenset[Spot]:
    """The sites and pieces that are part of the draft: those for which `chosen()` is true."""
    found: set[Spot] = set()

    def take(value: Any, kind: Type) -> None:
        inner = strip(kind)
        if value is None or (not value and not isinstance(inner, Listing)):
            return
        if isinstance(inner, Listing):
            for item in value:
                take(item, inner.item)
        elif isinstance(inner, Record):
            for part, (_, field) in zip(value, inner.fields, strict=True):
                take(part, field)
        elif isinstance(inner, Site):
            found.add(value)
        elif isinstance(inner, Piece):
            found.add(PieceValue(inner.kind, value))

    if draft.action is not None:
        kinds = {choice.name: choice.variable.type for choice in _plan(state, draft.action).choices}
        for name, value in by_name(state, draft).items():
            take(value, kinds[name])
        choice = choice_of(state, draft)
        for part, value in zip(choice.fields if choice is not None else (), draft.parts, strict=False):
            take(value, part.variable.type)
    return frozenset(found)


def text(state: State, draft: Draft) -> str:
    """The half-chosen action, as people write an action: `jump a3`."""
    if draft.action is None:
        return ""
    notation, plan = Notation(state.program), _plan(state, draft.action)
    kinds = {choice.name: choice.variable.type for choice in plan.choices}
    words = [
        notation.value_text(state.data, value, kinds[name])
        for number, (name, value) in enumerate(by_name(state, draft).items())
        if is_asked(state.program, state.data, plan, draft.values[:number], state.mover)
    ]
    choice = choice_of(state, draft)
    if choice is not None and draft.parts:
        parts = zip(choice.fields, draft.parts, strict=True)
        words.append(
            "/".join(
                "?" if value is None else notation.value_text(state.data, value, part.variable.type)
                for part, value in parts
            )
        )
    return " ".join([draft.action, *(word for word in words if word)])


def _plan(state: State, action: str) -> ActionPlan:
    if action not in state.program.actions:
        raise BadAction(f"There is no action {action} in this game.")
    return state.program.actions[action]
