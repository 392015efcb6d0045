"""Comparisons over a whole board, answered by searching a column, and lists that hold nothing twice."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.code.lowering import Lowering
from interpreter.language import terms
from interpreter.language.types import Listing, Piece, Record, can_be_none, is_reference, strip

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
    mask = bytes(1 if byte == column[1] else 0 for byte in range(256))
    return f"{column[0]}.translate({lowering.constant(mask, 'mask')})[1:]"


def selected_sites(
    lowering: Lowering, name: str, items: terms.Term, where: terms.Term | None
) -> tuple[str, list[terms.Term]]:
    """Python for the items that pass a first condition, on one column or about room for a piece, and the conditions
    that are left to test."""
    conditions = conjuncts(where)
    fitting = sites_with_room(lowering, name, items, conditions[0]) if conditions else None
    if fitting is not None:
        return fitting, conditions[1:]
    column = constant_column(lowering, name, items, conditions[0]) if conditions else None
    if column is None:
        return lowering.value(items), conditions
    return f"compress({lowering.value(items)}, {mask_of(lowering, column)})", conditions[1:]


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
    room = lowering.schema.topology.room(lowering.schema.boards[items.board].instances[0])
    wide, high = lowering.store.footprint_size(lowering, kind.kind, piece.name)
    held = [lowering.column(f"at.{kind.kind}")]
    held += [lowering.column(f"at.{each}") for each in lowering.schema.kinds if lowering.schema.holders(each)]
    return f"{lowering.constants.name(room, 'room')}.free({', '.join([wide, high, piece.name, *dict.fromkeys(held)])})"


def found_at(lowering: Lowering, column: str, value: str) -> str:
    """Where a byte first stands in a column, less than 0 if nowhere. After the last write it is looked up once."""
    search = f"{column}.find({value}, 1)"
    # What is kept aside may be written where it is not always passed.
    sometimes = lowering.code.depth > 1 or lowering.code.asides > 0
    if sometimes or not lowering.calls.committed:
        return search
    if search not in lowering.searches:
        lowering.searches[search] = lowering.code.fresh("i")
        lowering.code.line(f"{lowering.searches[search]} = {search}")
    return lowering.searches[search]


def may_repeat(term: terms.Term) -> bool:
    """Whether an item may stand in a list more than once."""
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
            loop = term.loops[0]
            same = isinstance(term.body, terms.Variable) and term.body.name == loop.name
            return len(term.loops) > 1 or not same or may_repeat(loop.items)
        case terms.FunctionCall(arguments=given):
            name = term.function.name
            if name == "list" and not any(isinstance(each.type, Listing) for each in given):
                return _any_twice(given)
            return any(may_repeat(each) for each in given) if name in AS_GIVEN else name not in EACH_ONCE
        case terms.Choice():
            return may_repeat(term.value) or may_repeat(term.other)
    return True


def each_once(lowering: Lowering, term: terms.Term) -> str:
    """Python for the items of a list, each once."""
    value = lowering.value(term)
    return f"dict.fromkeys({value})" if may_repeat(term) else value


def _any_twice(items: Sequence[terms.Term]) -> bool:
    """Whether two of the items may be the same: only constants are known not to be."""
    values = {item.value for item in items if isinstance(item, terms.Constant)}
    return len(values) < len(items) > 1
