"""The zones whose order can matter to the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.language import terms
from interpreter.language.scope import Schema, Zone
from interpreter.language.types import Piece, strip
from interpreter.library.steps.create import Create
from interpreter.library.steps.pieces import Move
from interpreter.library.steps.step import Step
from interpreter.rules.plan import ChoicePlan

_COUNTING = ("all", "any", "count", "empty", "len", "max", "min", "seen_before", "sum")
"""Functions that give the same whatever the order of what they are given."""
_IN_ROW = ("beneath", "upwards")
"""Functions that ask a piece what lies next to it."""
_BY_PLACE = ("first", "last", "onward", "position", "reverse", "take")
"""Functions that ask which piece of a zone lies where."""
Used = tuple[terms.Term, bool]
"""A term, and whether it is all the same in which order its items come."""


def ordered_zones(
    choices: Iterable[ChoicePlan], steps: Iterable[Step], others: Iterable[terms.Term], schema: Schema
) -> frozenset[str]:
    """The zones that the rules use in other ways than choosing from them, counting in them and putting pieces into
    them.

    Anything not known to be safe counts as depending on the order.
    """
    left: list[Used] = [(term, False) for term in others]
    for choice in choices:
        domains = (choice.domain, *(part.domain for part in choice.fields))
        left += [(term, any(term is domain for domain in domains)) for term in choice.terms()]
    for step in steps:
        arrives = step.to if isinstance(step, Move) else step.place if isinstance(step, Create) else None
        left += [(term, term is arrives) for term in step.terms()]
    found: set[str] = set()
    while left:
        term, any_order = left.pop()
        if not any_order:
            found.update(_zones(term, schema))
        left += _parts(term, any_order)
    return frozenset(found)


def zones_by_place(others: Iterable[terms.Term]) -> frozenset[str]:
    """The zones where the rules ask which piece is in a given place: the first one, the last, or the one with a
    number."""
    found: set[str] = set()
    for term in others:
        for part in terms.walk(term):
            match part:
                case terms.FunctionCall() if part.function.name in _BY_PLACE:
                    listed = part.arguments[0]
                case terms.ItemOf():
                    listed = part.target
                case _:
                    continue
            if isinstance(listed, terms.ZoneTerm):
                found.add(listed.zone)
    return frozenset(found)


def _zones(term: terms.Term, schema: Schema) -> Iterator[str]:
    """The zones whose order a term uses by itself."""
    match term:
        case terms.ZoneTerm(zone=name) | terms.Constant(value=Zone(name=name)):
            yield name
        case terms.FunctionCall() if term.function.name in _IN_ROW:
            kind = strip(term.arguments[0].type)
            assert isinstance(kind, Piece)
            yield from (zone.name for zone in schema.zones.values() if zone.kind == kind.kind)


def _parts(term: terms.Term, any_order: bool) -> Iterator[Used]:
    match term:
        case terms.FunctionCall():
            free = term.function.name in _COUNTING or (any_order and term.function.name == "list")
            yield from ((part, free) for part in term.arguments)
        case terms.Contains():
            yield term.value, False
            yield term.items, True
        case terms.Joined():
            yield from ((part, any_order) for part in term.parts())
        case terms.Comprehension(stop=None, until=None):
            sources = [loop.items for loop in term.loops]
            yield from ((part, any_order and any(part is each for each in sources)) for part in term.parts())
        case _:
            yield from ((part, False) for part in term.parts())
