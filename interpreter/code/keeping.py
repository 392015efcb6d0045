"""Values that are computed once and cached: those that do not change in a loop, those that several places of a function
need, and those that never change at all.

A value is cached from the point where everything it reads is known. It is computed when it is first needed, and not
before, so a fault or a long search happens only if the rules get there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field, fields
from math import prod
from typing import TYPE_CHECKING, Any

from interpreter.language import terms
from interpreter.language.types import Flag, Maybe, Number, Piece, Site, Type, Words, strip

if TYPE_CHECKING:
    from interpreter.code.lowering import Lowering

MOST_ENTRIES = 200_000
"""A table of what never changes has at most so many entries."""
LIGHT = frozenset(
    {
        "above",
        "abs",
        "all",
        "any",
        "axes",
        "below",
        "chosen",
        "columns",
        "count",
        "default",
        "directions",
        "empty",
        "facing",
        "first",
        "knows",
        "last",
        "least",
        "left",
        "len",
        "line",
        "lines",
        "list",
        "max",
        "min",
        "most",
        "neighbours",
        "opposite",
        "ray",
        "region",
        "reversed",
        "right",
        "row",
        "rows",
        "site",
        "step",
        "sum",
        "sure",
        "take",
        "turned",
        "values",
    }
)
"""Functions that by themselves cost no more than looking up what was kept."""
_PLAYERS = ("me", "opponent")


@dataclass(frozen=True, slots=True)
class Facts:
    """What decides whether a term's value is cached: the variables that it reads, with their types, whether it reads
    the position, and whether it costs more than a lookup."""

    free: Mapping[str, Type]
    reads: bool
    heavy: bool


_LEAF = Facts({}, False, False)


class Analysis:
    """Facts about the terms of one program. `repeated` says how often the rules contain each term that is worth
    caching."""

    def __init__(self, rules: Iterable[terms.Term] = ()) -> None:
        self._facts: dict[int, tuple[terms.Term, Facts]] = {}
        self._keys: dict[int, tuple[terms.Term, Hashable]] = {}
        self.repeated: Counter[Hashable] = Counter()
        for term in rules:
            for part in terms.walk(term):
                if self.of(part).heavy:
                    self.repeated[self.key(part)] += 1

    def of(self, term: terms.Term) -> Facts:
        """The facts about a term."""
        if isinstance(term, terms.Constant | terms.BoardTerm) and getattr(term, "index", None) is None:
            return _LEAF
        found = self._facts.get(id(term))
        if found is None:
            found = self._facts[id(term)] = (term, self._worked_out(term))
        return found[1]

    def _worked_out(self, term: terms.Term) -> Facts:
        match term:
            case terms.Variable():
                return Facts({term.name: term.type}, False, False)
            case terms.Global():
                known = term.name in _PLAYERS
                return Facts({term.name: term.type} if known else {}, not known, False)
        parts = [self.of(part) for part in term.parts()]
        free = {name: kind for part in parts for name, kind in part.free.items()}
        reads = isinstance(term, terms.StateValue | terms.StateItem | terms.ColumnItem | terms.ZoneTerm)
        heavy = any(part.heavy for part in parts)
        match term:
            case terms.Let():
                free.pop(term.name, None)
            case terms.Comprehension():
                for loop in term.loops:
                    free.pop(loop.name, None)
                heavy = True
            case terms.Route(here=here, there=there):
                for name in (here, there):
                    free.pop(name, None)
                heavy = True
            case terms.Joined() | terms.Lessened():
                heavy = True
            case terms.FunctionCall(function=function):
                # Where a piece stands changes, whatever else a function says of it does not.
                standing = any(isinstance(strip(argument.type), Piece) for argument in term.arguments)
                reads = (function.takes == "world" and not function.fixed) or standing
                ways = term.arguments[1:2] if function.name == "neighbours" else ()
                heavy = heavy or function.name not in LIGHT or any(not isinstance(way, terms.Constant) for way in ways)
        return Facts(free, reads or any(part.reads for part in parts), heavy)

    def columns(self, term: terms.Term) -> set[str] | None:
        """The fields of the state that a term reads; None if only running it would tell."""
        found = set[str]()
        for part in terms.walk(term):
            match part:
                case terms.ColumnItem(column=name) | terms.StateValue(name=name) | terms.StateItem(name=name):
                    found.add(name)
                case terms.ZoneTerm():
                    return None
                case terms.FunctionCall(function=function):
                    if function.takes == "world" and not function.fixed:
                        return None
                    if any(isinstance(strip(argument.type), Piece) for argument in part.arguments):
                        return None
        return found

    def key(self, term: terms.Term) -> Hashable:
        """What identifies a term: equal for terms that are computed in the same way from the same variables."""
        found = self._keys.get(id(term))
        if found is None:
            found = self._keys[id(term)] = (term, _shape(term, {}))
        return found[1]


def _shape(value: Any, bound: Mapping[str, int]) -> Hashable:
    match value:
        case terms.Variable(name=name):
            return bound.get(name, name)
        case terms.Constant(value=held):
            return "constant", _value(held)
        case terms.Let(name=name, value=given, body=body):
            return "let", _shape(given, bound), _shape(body, {**bound, name: len(bound)})
        case terms.Comprehension(loops=loops):
            parts, inner = [], dict(bound)
            for loop in loops:
                parts.append(_shape(loop.items, inner))
                inner[loop.name] = len(inner)
                parts.append(_shape(loop.condition, inner))
            return "list", *parts, *(_shape(part, inner) for part in (value.body, value.stop, value.until))
        case terms.Route(here=here, there=there):
            inner = {**bound, here: len(bound), there: len(bound) + 1}
            return "route", *(_shape(part, inner) for part in (value.items, value.stop, value.until))
        case terms.FunctionCall(function=function, arguments=arguments, extra=extra):
            return function.name, _shape(arguments, bound), *map(_value, extra)
        case terms.Term():
            own = (getattr(value, each.name) for each in fields(value) if each.name not in ("type", "node"))
            return type(value).__name__, *(_shape(part, bound) for part in own)
        case tuple() if any(isinstance(part, terms.Term) for part in value):
            return tuple(_shape(part, bound) for part in value)
    return _value(value)


def _value(value: Any) -> Hashable:
    """What identifies a constant: equal constants are the same, but a flag is not a number."""
    if isinstance(value, tuple):
        return tuple([_value(each) for each in value])
    return (type(value).__name__, value) if isinstance(value, int | str | None) else id(value)


# In a function


def kept(lowering: Lowering, term: terms.Term, write: Callable[[terms.Term], str], form: str = "") -> str | None:
    """Python for the value of a heavy term that is computed once, if that pays; `write` writes its computation, and
    `form` is the Python type in which it is cached."""
    if term is lowering.worked_out:
        return None
    analysis, code = lowering.analysis, lowering.code
    facts = analysis.of(term)
    if not facts.reads and not form:
        table = _looked_up(lowering, term, facts)
        if table is not None:
            return table
    free = facts.free.keys() - set(_PLAYERS)
    base = _first_place(lowering, facts.reads)
    home = base
    for index in range(len(code.places) - 1, base, -1):
        if not code.places[index].names.isdisjoint(free):
            home = index
            break
    place = code.places[home]
    bound = set().union(*(each.names for each in code.places[: home + 1]))
    if place.lines is None or free - bound or not code.varying.isdisjoint(free):
        return None
    repeats = any(each.kind in ("loop", "listing") for each in code.places[home + 1 :])
    key = analysis.key(term)
    times = analysis.repeated[key]
    found = place.kept.get((form, key))
    if found is None and not repeats and (form or times <= lowering.shared):
        return None
    if form and not repeats:
        return None
    if found is not None and found[0] in place.sure:
        return found[0]
    name = found[0] if found is not None else code.keep(place, (form, key), frozenset(free), "k")
    with nullcontext() if name in place.sure else code.block(f"if {name} is ...:"):
        before, lowering.shared = lowering.shared, max(times, lowering.shared)
        value = write(term)
        code.line(f"{name} = {f'{form}({value})' if form else value}")
        lowering.shared = before
    return name


def _first_place(lowering: Lowering, reads: bool) -> int:
    """The first place from which a value can be cached: that of the innermost function or, if it reads the position,
    one since which nothing has changed."""
    places = lowering.code.places
    kinds = {"inner", "settled", "expression"} if reads else {"inner"}
    return next((index for index in range(len(places) - 1, 0, -1) if places[index].kind in kinds), 0)


# In a program


class Worked(dict[Any, Any]):
    """Values that never change, each computed when it is first needed."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        super().__init__()
        self.work = work

    def __missing__(self, key: Any) -> Any:
        value = self.work(key)
        if isinstance(value, list):
            value = tuple(value)
        self[key] = value
        return value


@dataclass(slots=True)
class Fixed:
    """The tables of constant values in one generated module: for each key, a name, the term and what it depends on."""

    tables: dict[Hashable, tuple[str, terms.Term, tuple[str, ...]]] = field(default_factory=dict)

    def name(self, key: Hashable, term: terms.Term, given: tuple[str, ...]) -> str:
        """The name of a table."""
        found = self.tables.get(key)
        if found is None:
            found = self.tables[key] = (f"FIXED_{len(self.tables)}", term, given)
        return found[0]


def _looked_up(lowering: Lowering, term: terms.Term, facts: Facts) -> str | None:
    """Python that looks up a value that depends only on a few sites, players, words and small numbers."""
    sizes = [_size(lowering, kind) for kind in facts.free.values()]
    if None in sizes or prod(size for size in sizes if size is not None) > MOST_ENTRIES:
        return None
    given = tuple(facts.free)
    if not all(name.isidentifier() and name not in lowering.fused for name in given):
        return None
    if lowering.worked_out is not None and lowering.analysis.of(lowering.worked_out).free.keys() == facts.free.keys():
        return None  # The table that is being filled has an entry for just that.
    shape = _shape(term, {name: number for number, name in enumerate(given)})
    table = lowering.fixed.name(shape, term, given)
    names = [lowering.name_global(name) if name in _PLAYERS else name for name in given]
    return f"{table}[{', '.join(names) or '0'}]"


def _size(lowering: Lowering, kind: Type) -> int | None:
    """The number of values of a type, if there are few."""
    inner = strip(kind)
    more = 1 if isinstance(kind, Maybe) else 0
    match inner:
        case Flag():
            return 2 + more
        case Words():
            return len(inner.words) + more
        case Site():
            return lowering.schema.topology.count + more
        case Number(low=int(low), high=int(high)):
            return high - low + 1 + more
    return None
