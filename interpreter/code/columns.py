"""Comparisons over a whole board, answered by searching a column, and lists without duplicates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from interpreter.boards import COMPASS, Topology
from interpreter.language import terms
from interpreter.language.types import (
    Flag,
    Listing,
    Nothing,
    Piece,
    Record,
    Site,
    Words,
    can_be_none,
    is_reference,
    strip,
)

if TYPE_CHECKING:
    from interpreter.code.lowering import Lowering

FEWEST = 12
"""On a smaller board a loop over all sites is as quick as a search in a column."""
EACH_ONCE = {
    "above",
    "axes",
    "below",
    "between",
    "border",
    "directions",
    "distinct",
    "group",
    "leaps",
    "left",
    "line",
    "near_words",
    "neighbours",
    "pieces",
    "ray",
    "region",
    "right",
    "values",
    "walk",
    "words_from",
    "words_like",
}
"""Functions whose lists never repeat."""
AS_GIVEN = {"default", "list", "prefix", "reach", "reversed", "span", "take", "turned"}
"""Functions whose lists repeat only what those repeat that they are given."""


def whole_column(lowering: Lowering, term: terms.Term, loop: terms.Loop) -> tuple[str, str, bool] | None:
    """The column, the byte and whether equality is meant, if the term compares a byte column over all sites."""
    board = loop.items
    if not isinstance(board, terms.BoardTerm) or len(lowering.schema.topology.boards) != 1:
        return None
    read: terms.Term = term
    other: terms.Term | None = None
    equal = True
    if isinstance(term, terms.Compare) and term.operator in ("==", "!="):
        read, other, equal = term.left, term.right, term.operator == "=="
    if (
        not isinstance(read, terms.ColumnItem)
        or not isinstance(read.target, terms.Variable)
        or read.target.name != loop.name
    ):
        return None
    if not lowering.store.is_bytes(read.column):
        return None
    if other is None:
        return lowering.column(read.column), "1", True
    if not isinstance(other, terms.Constant | terms.Global) and not (
        isinstance(other, terms.Variable) and other.name != loop.name
    ):
        return None
    if not is_reference(read.type):
        return None
    return lowering.column(read.column), lowering.as_type(other, read.type), equal


def conjuncts(term: terms.Term | None) -> list[terms.Term]:
    """The conditions that must all hold."""
    if term is None:
        return []
    return [*conjuncts(term.left), *conjuncts(term.right)] if isinstance(term, terms.Both) else [term]


def constant_column(lowering: Lowering, name: str, items: terms.Term, condition: terms.Term) -> tuple[str, int] | None:
    """The column and the byte that a condition looks for, if it is equality with a constant over the whole board."""
    with lowering.code.aside() as aside:
        found = whole_column(lowering, condition, terms.Loop(name, items, None))
    if aside or found is None or not found[2] or not found[1].isdigit():
        return None
    return found[0], int(found[1])


def mask_of(lowering: Lowering, column: tuple[str, int]) -> str:
    """Python for a byte string that is 1 at every site where the column has the byte."""
    return f"{column[0]}.translate({lowering.constant(_mask(column[1], True), 'mask')})[1:]"


def _mask(byte: int, equal: bool) -> bytes:
    return bytes(int((each == byte) is equal) for each in range(256))


def mask(lowering: Lowering, name: str, items: terms.Term, condition: terms.Term) -> str | None:
    """Python for a byte string that is true at every site of a whole board that passes a condition, if the condition
    reads only columns of bytes: `x.disc == me`, `x.man.owner != opponent`, `empty(x)`."""
    if not isinstance(items, terms.BoardTerm) or items.index is not None:
        return None
    sites = lowering.schema.topology.boards[lowering.schema.boards[items.board].instances[0]].sites
    if len(sites) < FEWEST or sites != tuple(range(sites[0], sites[-1] + 1)):
        return None
    return _passing_bytes(lowering, name, condition, f"[{sites[0]}:{sites[-1] + 1}]")


def marks(lowering: Lowering, name: str, condition: terms.Term) -> str | None:
    """Python for a byte string that is true at the number of every site that passes such a condition."""
    return _passing_bytes(lowering, name, condition, "")


def _passing_bytes(lowering: Lowering, name: str, condition: terms.Term, part: str) -> str | None:
    equal = True
    while isinstance(condition, terms.Not):
        condition, equal = condition.value, not equal
    read, byte = condition, "1"
    if isinstance(condition, terms.FunctionCall) and condition.function.name == "empty":
        return _empty_mask(lowering, name, part, condition.arguments[0], equal)
    if isinstance(condition, terms.Compare):
        if condition.operator not in ("==", "!="):
            return None
        equal = equal is (condition.operator == "==")
        turned = not isinstance(condition.left, terms.ColumnItem)
        read, other = (condition.right, condition.left) if turned else (condition.left, condition.right)
        if not _is_settled(other, name) or not is_reference(read.type):
            return None
        if not isinstance(other.type, Nothing) and not is_reference(other.type):
            return None
        byte = lowering.as_type(other, read.type)
    elif not isinstance(strip(read.type), Flag):
        return None
    column = _bytes_of(lowering, name, read, part)
    if column is None:
        return None
    if byte.isdigit():
        return f"{column}.translate({lowering.constant(_mask(int(byte), equal), 'mask')})"
    words = strip(read.type)
    if not isinstance(words, Words):
        return None
    masks = tuple(_mask(each, equal) for each in range(len(words.words) + 1))
    return f"{column}.translate({lowering.constant(masks, 'masks')}[{byte}])"


def _is_settled(term: terms.Term, name: str) -> bool:
    """Whether a term has the same value for every value of a name and is quick to read."""
    if isinstance(term, terms.ColumnItem):
        return _is_settled(term.target, name)
    return isinstance(term, terms.Constant | terms.Global) or (isinstance(term, terms.Variable) and term.name != name)


def _bytes_of(lowering: Lowering, name: str, term: terms.Term, part: str) -> str | None:
    """Python for the bytes of a property, site by site: of the cells, or of the pieces on them."""
    if not isinstance(term, terms.ColumnItem) or not lowering.store.is_bytes(term.column):
        return None
    if isinstance(term.target, terms.Variable) and term.target.name == name and isinstance(term.target.type, Site):
        return f"{lowering.column(term.column)}{part}"
    standing = _bytes_of(lowering, name, term.target, part) if is_reference(term.target.type) else None
    return f"{standing}.translate({lowering.column(term.column)}.ljust(256, NULL))" if standing is not None else None


def _empty_mask(lowering: Lowering, name: str, part: str, place: terms.Term, empty: bool) -> str | None:
    kinds = [kind for kind in lowering.schema.kinds if lowering.schema.holders(kind)]
    if not isinstance(place, terms.Variable) or place.name != name or len(kinds) != 1:
        return None
    if not lowering.store.is_bytes(f"at.{kinds[0]}"):
        return None
    column = f"{lowering.column(f'at.{kinds[0]}')}{part}"
    return f"{column}.translate({lowering.constant(_mask(0, True), 'mask')})" if empty else column


def selected_sites(
    lowering: Lowering, name: str, items: terms.Term, conditions: list[terms.Term]
) -> tuple[str, list[terms.Term]]:
    """Python for the items that pass the first of some conditions, which look at columns, a list or the room for a
    piece; and the conditions that are left to test."""
    if not conditions:
        return lowering.value(items), []
    chosen = sites_with_room(lowering, name, items, conditions[0]) or _sites_of_list(
        lowering, name, items, conditions[0]
    )
    if chosen is not None:
        return chosen, conditions[1:]
    passing = mask(lowering, name, items, conditions[0])
    if passing is None:
        return lowering.value(items), conditions
    return f"compress({lowering.value(items)}, {passing})", conditions[1:]


def _sites_of_list(lowering: Lowering, name: str, items: terms.Term, condition: terms.Term) -> str | None:
    """Python for the sites of a whole board that a list contains, in the board's order: `it in ways(a)`."""
    if not isinstance(condition, terms.Contains) or not isinstance(items, terms.BoardTerm) or items.index is not None:
        return None
    listed, kind = condition.items, condition.items.type
    if not isinstance(condition.value, terms.Variable) or condition.value.name != name:
        return None
    if not isinstance(kind, Listing) or not isinstance(kind.item, Site) or name in terms.free_variables(listed):
        return None
    sites = lowering.schema.topology.boards[lowering.schema.boards[items.board].instances[0]].sites
    if list(sites) != sorted(sites):
        return None
    return f"sorted({lowering.constant(frozenset(sites), 'sites')}.intersection({lowering.value(listed)}))"


def sites_with_room(lowering: Lowering, name: str, items: terms.Term, condition: terms.Term) -> str | None:
    """Python for the sites of a whole board where a piece fits, if that is what the condition asks."""
    asked = isinstance(condition, terms.FunctionCall) and condition.function.name == "fits"
    if not asked or not isinstance(items, terms.BoardTerm) or items.index is not None:
        return None
    assert isinstance(condition, terms.FunctionCall)
    piece, place = condition.arguments
    kind = strip(piece.type)
    if not isinstance(place, terms.Variable) or place.name != name or not isinstance(piece, terms.Variable):
        return None
    if not isinstance(kind, Piece) or piece.name == name or can_be_none(piece.type):
        return None
    if lowering.schema.is_piled(kind.kind):
        return None
    room = lowering.schema.topology.room(lowering.schema.boards[items.board].instances[0])
    wide, high = lowering.store.footprint_size(lowering, kind.kind, piece.name)
    held = [lowering.column(f"at.{kind.kind}")]
    held += [lowering.column(f"at.{each}") for each in lowering.schema.kinds if lowering.schema.holders(each)]
    return f"{lowering.constants.name(room, 'room')}.free({', '.join([wide, high, piece.name, *dict.fromkeys(held)])})"


def found_at(lowering: Lowering, column: str, value: str) -> str:
    """Where a byte first occurs in a column, or a negative number if it does not. After the last write the answer is
    looked up only once."""
    search = f"{column}.find({value}, 1)"
    # What is kept aside may be written where it is not always passed.
    sometimes = lowering.code.depth > 1 or lowering.code.asides > 0
    if sometimes or not lowering.calls.committed:
        return search
    if search not in lowering.searches:
        lowering.searches[search] = lowering.code.fresh("i")
        lowering.code.line(f"{lowering.searches[search]} = {search}")
    return lowering.searches[search]


def may_repeat(topology: Topology, term: terms.Term) -> bool:
    """Whether an item may occur in a list more than once."""
    if not isinstance(term.type, Listing) or isinstance(term.type.item, Listing | Record):
        return False
    match term:
        case terms.BoardTerm() | terms.ZoneTerm() | terms.RangeOf():
            return False
        case terms.Constant():
            return len(set(term.value)) < len(term.value)
        case terms.Listed():
            return _any_twice(term.items)
        case terms.Comprehension():
            loop = term.loops[-1]
            if not isinstance(term.body, terms.Variable) or term.body.name != loop.name:
                return True
            if len(term.loops) > 1:
                return not _are_rays(topology, term)
            return may_repeat(topology, loop.items)
        case terms.FunctionCall(arguments=given):
            name = term.function.name
            if name == "list" and not any(isinstance(each.type, Listing) for each in given):
                return _any_twice(given)
            return any(may_repeat(topology, each) for each in given) if name in AS_GIVEN else name not in EACH_ONCE
        case terms.Choice():
            return may_repeat(topology, term.value) or may_repeat(topology, term.other)
        case terms.Lessened():
            return may_repeat(topology, term.left)
    return True


def _are_rays(topology: Topology, term: terms.Comprehension) -> bool:
    """Whether a list goes through the rays of one site, or through what `prefix` or `reach` leaves of them, and no two
    of them can meet."""
    outer, inner = term.loops[0], term.loops[-1].items
    if len(term.loops) != 2 or not _along_compass(outer.items):
        return False
    if isinstance(inner, terms.FunctionCall) and inner.function.name in ("prefix", "reach"):
        walk = inner.arguments[0]
        if not isinstance(walk, terms.Comprehension) or len(walk.loops) != 1:
            return False
        if not isinstance(walk.body, terms.Variable) or walk.body.name != walk.loops[0].name:
            return False
        inner = walk.loops[0].items
    if not isinstance(inner, terms.FunctionCall) or inner.function.name != "ray":
        return False
    spot, direction = inner.arguments[:2]
    turns = isinstance(direction, terms.Variable) and direction.name == outer.name
    return turns and outer.name not in terms.free_variables(spot) and topology.rays_part


def _along_compass(term: terms.Term) -> bool:
    """Whether a list contains points of the compass, each only once."""
    if isinstance(term, terms.FunctionCall):
        name = term.function.name
        return name == "directions" or (name == "turned" and _along_compass(term.arguments[0]))
    if not isinstance(term, terms.Constant) or not isinstance(term.value, tuple):
        return False
    return len(set(term.value)) == len(term.value) and set(term.value) <= set(COMPASS)


def each_once(lowering: Lowering, term: terms.Term) -> str:
    """Python for the items of a list, each once."""
    value = lowering.value(term)
    return f"dict.fromkeys({value})" if may_repeat(lowering.schema.topology, term) else value


def _any_twice(items: Sequence[terms.Term]) -> bool:
    """Whether two of the items may be equal: only constants are known to differ."""
    values = {item.value for item in items if isinstance(item, terms.Constant)}
    return len(values) < len(items) > 1
