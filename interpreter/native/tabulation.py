"""Values that depend only on a few sites, players, words and small numbers: computed once, by the reference evaluator,
and looked up in a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from interpreter.faults import Fault
from interpreter.language import terms, types
from interpreter.language.evaluator import Evaluator, FixedWorld
from interpreter.native import ir
from interpreter.native.ir import Expr, Lit, Lookup
from interpreter.native.structure import Unsupported

if TYPE_CHECKING:
    from interpreter.native.lowering import Lowering
    from interpreter.native.values import Value

MOST_ENTRIES = 25_000
"""So many values are worked out for one table at most."""
MOST_CALLS = 200_000
"""The same where a value is no more than one call of a function."""
_PLAYERS = ("me", "opponent")
_FORMS = (terms.FunctionCall, terms.Comprehension, terms.Contains, terms.Listed, terms.Joined, terms.Lessened)
UNKNOWN = "unknown"


class Hole:
    """A part of a term for which every possible value is tried."""

    def __init__(self, name: str, kind: types.Type, value: Expr, domain: Sequence[int]) -> None:
        self.name = name
        self.kind = kind
        self.value = value
        self.domain = domain


class _Players(FixedWorld):
    """A world in which only the acting player is known."""

    me = 1

    def global_value(self, name: str) -> Any:
        return 3 - self.me if name == "opponent" else self.me


def looked_up(lowering: Lowering, term: terms.Term) -> Value | None:
    """The value of a term by a table, if it can stand in one."""
    if not isinstance(term, _FORMS) or not lowering.rays.keys().isdisjoint(lowering.unit.analysis.of(term).free):
        return None
    kind = types.strip(term.type)
    if isinstance(kind, types.Record | types.Text | types.Table) or types.is_plain(kind) is None:
        return None
    listed = isinstance(kind, types.Listing)
    if listed and isinstance(types.strip(types.item(kind)), types.Listing | types.Record | types.Text):
        return None
    if listed and types.can_be_none(term.type):
        return None
    found = _table(lowering, term, "rows" if listed else "numbers")
    if found is None:
        return None
    table, key = found
    if listed:
        return ir.Row(table, key)
    if isinstance(key, Lit):
        return Lit(list(lowering.tables.numbers)[table][key.value])
    return Lookup(table, key)


def groups(lowering: Lowering, term: terms.Term) -> tuple[int, int, Expr] | None:
    """A list of lists from tables: the one with the rows, the one with the first row by key, and the key."""
    found = _table(lowering, term, "groups")
    if found is None:
        return None
    (rows, firsts), key = found
    return rows, firsts, key


def _table(lowering: Lowering, term: terms.Term, form: str) -> tuple[Any, Expr] | None:
    """A table for a term, over everything that it may depend on; if that is too much or fails for some values, over the
    values of its arguments."""
    for write in (_abstracted, _of_arguments):
        holes: list[Hole] = []
        before, names = list(lowering.out), set(lowering.places[-1].names)
        abstract = write(lowering, term, holes)
        made = _worked_out(lowering, abstract, holes, form) if abstract is not None else None
        if made is not None:
            return made, _key(holes)
        lowering.out[:] = before
        lowering.places[-1].names = names
    return None


def _worked_out(lowering: Lowering, term: terms.Term, holes: Sequence[Hole], form: str) -> Any:
    single = isinstance(term, terms.FunctionCall) and not any(
        isinstance(part, terms.FunctionCall) for each in term.arguments for part in terms.walk(each)
    )
    if prod(len(hole.domain) for hole in holes) > (MOST_CALLS if single else MOST_ENTRIES):
        return None
    domains = tuple((str(hole.kind), tuple(hole.domain)) for hole in holes)
    key = (form, lowering.unit.analysis.key(_numbered(term, holes)), domains)
    found = lowering.unit.tabulated.get(key, UNKNOWN)
    if found == UNKNOWN:
        found = lowering.unit.tabulated[key] = _filled(lowering, term, holes, form)
    return found


def _key(holes: Sequence[Hole]) -> Expr:
    place: Expr = ir.ZERO
    for hole in holes:
        shifted = hole.value
        if place != ir.ZERO:
            shifted = ir.plus(ir.Binary("*", place, Lit(_size(hole))), shifted)
        place = shifted
    return place


def _size(hole: Hole) -> int:
    return max(hole.domain, default=0) + 1


def _numbered(term: terms.Term, holes: Sequence[Hole]) -> terms.Term:
    """The term with its holes numbered, so that the same table serves whatever they are called."""
    names: dict[str, terms.Term] = {
        hole.name: terms.Variable(hole.kind, term.node, f"hole {number}")
        for number, hole in enumerate(holes)
        if hole.name not in _PLAYERS
    }
    return terms.substitute(term, names)


def _abstracted(lowering: Lowering, term: terms.Term, holes: list[Hole]) -> terms.Term | None:
    """The term with everything that changes replaced by holes; None if there is too much of it."""
    facts = lowering.unit.analysis.of(term)
    known = all(_domain(lowering, kind) is not None for kind in facts.free.values())
    if not facts.reads and not _has_pieces(term) and known:
        for name, kind in facts.free.items():
            _add_hole(lowering, holes, name, kind, ir.Var("me") if name == "me" else _opponent(name))
        return term
    match term:
        case terms.FunctionCall(arguments=parts) if term.function.fixed:
            # Of a piece such a function sees nothing but where it stands.
            made = _arguments(lowering, parts, holes)
            return None if made is None else replace(term, arguments=made)
        case _ if _about_pieces(term.type):
            return None
        case terms.Choice(test=test, value=value, other=other):
            made = _arguments(lowering, (test, value, other), holes)
            return None if made is None else replace(term, test=made[0], value=made[1], other=made[2])
        case terms.Listed(items=parts):
            made = _arguments(lowering, parts, holes)
            return None if made is None else replace(term, items=made)
        case terms.Joined(left=left, right=right):
            made = _arguments(lowering, (left, right), holes)
            return None if made is None else replace(term, left=made[0], right=made[1])
    return None


def _of_arguments(lowering: Lowering, term: terms.Term, holes: list[Hole]) -> terms.Term | None:
    """A call of a fixed function with every argument that is a value replaced by a hole."""
    if not isinstance(term, terms.FunctionCall) or not term.function.fixed:
        return None
    found: list[terms.Term] = []
    for each in term.arguments:
        distance = len(found) == 2 and term.function.name in ("neighbours", "step")
        if distance and not isinstance(each, terms.Constant) and (far := _distance(lowering, each, holes)) is not None:
            found.append(far)
            continue
        listed = isinstance(types.strip(each.type), types.Listing)
        whole = listed or isinstance(each, terms.Constant)
        made = _argument(lowering, each, holes) if whole else _hole(lowering, each, holes)
        if made is None:
            return None
        found.append(made)
    return replace(term, arguments=tuple(found))


def _arguments(lowering: Lowering, parts: Iterable[terms.Term], holes: list[Hole]) -> tuple[terms.Term, ...] | None:
    found = []
    for each in parts:
        made = _argument(lowering, each, holes)
        if made is None:
            return None
        found.append(made)
    return tuple(found)


def _opponent(name: str) -> Expr:
    return ir.Binary("-", Lit(3), ir.Var("me")) if name == "opponent" else ir.Var(name)


def _argument(lowering: Lowering, term: terms.Term, holes: list[Hole]) -> terms.Term | None:
    whole = _abstracted(lowering, term, holes)
    return whole if whole is not None else _hole(lowering, term, holes)


def _distance(lowering: Lowering, term: terms.Term, holes: list[Hole]) -> terms.Term | None:
    """A hole for a number of steps. If edges are not joined, all numbers that lead off every board are alike."""
    if _domain(lowering, term.type) is not None or types.can_be_none(term.type):
        return None
    boards = lowering.topology.boards.values()
    if any(plane.wrap for board in boards for plane in board.planes):
        return None
    most = max(max(board.columns, board.rows) for board in boards) + 1
    steps = lowering.temporary(lowering.value(term))
    lowering.fault_unless(ir.Binary("<", ir.ZERO, steps))
    few = lowering.temporary(ir.Select(ir.Binary("<", steps, Lit(most)), steps, Lit(most)))
    name = f"{few.name if isinstance(few, ir.Var) else most} steps"
    kind = types.Number(1, most)
    return terms.Variable(kind, term.node, name) if _add_hole(lowering, holes, name, kind, few) else None


def _hole(lowering: Lowering, term: terms.Term, holes: list[Hole]) -> terms.Term | None:
    """A hole in place of a value."""
    found: types.Type
    kind = types.strip(term.type)
    if isinstance(kind, types.Listing | types.Record | types.Text | types.Table):
        return None
    if isinstance(kind, types.Flag):
        test = lowering.condition(term)
        value, found = lowering.temporary(ir.negated(ir.negated(test))), types.FLAG
    elif isinstance(kind, types.Piece):
        value, found = lowering.temporary(lowering.spot(term)), types.maybe(types.SITE)
    else:
        value, found = lowering.temporary(lowering.value(term)), term.type
    name = value.name if isinstance(value, ir.Var) else f"known {len(holes)}"
    if not _add_hole(lowering, holes, f"{name} there", found, value):
        return None
    return terms.Variable(found, term.node, f"{name} there")


def _add_hole(lowering: Lowering, holes: list[Hole], name: str, kind: types.Type, value: Expr) -> bool:
    if any(hole.name == name for hole in holes):
        return True
    domain = _domain(lowering, kind)
    if domain is None:
        return False
    holes.append(Hole(name, kind, value, domain))
    return True


def _about_pieces(kind: types.Type) -> bool:
    inner = types.strip(kind)
    return isinstance(types.strip(inner.item) if isinstance(inner, types.Listing) else inner, types.Piece)


def _has_pieces(term: terms.Term) -> bool:
    variables = (part for part in terms.walk(term) if isinstance(part, terms.Variable))
    return any(isinstance(types.strip(each.type), types.Piece) for each in variables)


def _domain(lowering: Lowering, kind: types.Type) -> Sequence[int] | None:
    """The values that a type can have, as machine code stores them."""
    inner = types.strip(kind)
    first = 0 if types.can_be_none(kind) else 1
    match inner:
        case types.Flag() if first:
            return range(2)
        case types.Words():
            if inner == lowering.schema.directions:
                return [*range(first, 1), *directions(lowering)]
            return range(first, len(inner.words) + 1)
        case types.Site():
            return range(first, lowering.topology.count + 1)
        case types.Number(low=int(low), high=int(high)) if low >= 0 and high < 4_096 and first:
            return range(low, high + 1)
    return None


def directions(lowering: Lowering) -> list[int]:
    """Every direction that can occur: those of the compass, and the jumps that the rules name."""
    found = lowering.unit.tabulated.get("directions")
    if found is None:
        wanted = set(range(1, 9))
        kind = lowering.schema.directions
        for term in lowering.program.plan.all_terms():
            for part in terms.walk(term):
                if isinstance(part, terms.FunctionCall) and part.function.name == "leaps":
                    wanted |= set(range(9, 256))
                if isinstance(part, terms.Constant):
                    wanted |= set(_directions_in(part.value, part.type, kind))
        found = lowering.unit.tabulated["directions"] = sorted(wanted)
    return list(found)


def _directions_in(value: Any, kind: types.Type, directions: types.Words) -> Iterable[int]:
    inner = types.strip(kind)
    if inner == directions and isinstance(value, int):
        return [value]
    if isinstance(inner, types.Listing) and types.strip(inner.item) == directions and isinstance(value, tuple):
        return [each for each in value if isinstance(each, int)]
    return []


def _filled(lowering: Lowering, term: terms.Term, holes: Sequence[Hole], form: str) -> Any:
    """Compute a table; None if one of its values cannot be computed."""
    world = _Players(lowering.schema)
    evaluator = Evaluator(world)
    sizes = [_size(hole) for hole in holes]
    none: Any = () if form != "numbers" else lowering.encoded(None, term.type)
    found: list[Any] = [none] * prod(sizes)
    for values in product(*(hole.domain for hole in holes)):
        names: dict[str, Any] = {}
        place = 0
        for hole, value, size in zip(holes, values, sizes, strict=True):
            place = place * size + value
            if hole.name == "me":
                world.me = value
            elif hole.name == "opponent":
                world.me = 3 - value
            elif isinstance(types.strip(hole.kind), types.Flag):
                names[hole.name] = bool(value)
            else:
                names[hole.name] = None if value == 0 and types.is_reference(hole.kind) else value
        try:
            found[place] = _stored(lowering, evaluator.value(term, names), term.type, form)
        except (Fault, Unsupported):
            return None
        if found[place] is None:
            return None
    match form:
        case "rows":
            return lowering.tables.of_rows(found)
        case "groups":
            return lowering.tables.of_groups(found)
    return lowering.tables.of_numbers(found)


def _stored(lowering: Lowering, value: Any, kind: types.Type, form: str) -> Any:
    if form == "numbers":
        return lowering.encoded(value, kind)
    if value is None or any(each is None for each in value):
        return None
    if form == "rows":
        return tuple(lowering.number(each) for each in value)
    return tuple(tuple(lowering.number(each) for each in row) for row in value)
