"""Steps that draw from random streams: random, shuffle and fill."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.code.lowering import Lowering
from interpreter.language import nodes, terms, types
from interpreter.language.mistakes import MayBeNone, WrongType
from interpreter.language.scope import Property, Schema, Scope
from interpreter.library.steps.pieces import (
    dealt_kind,
    emit_faces,
    faces,
    refuse_piles,
    whereabouts,
    zone_reference,
)
from interpreter.library.steps.step import Step, StepChecker, not_none
from interpreter.position import SEED
from interpreter.registry import step
from interpreter.spec import step_model as arguments
from interpreter.spec.nodes import Scalar
from interpreter.spec.suggest import suggestion
from interpreter.state.layout import Layout


def stream_fields(name: str) -> set[str]:
    """The fields that drawing from a stream changes."""
    return {f"stream.{name}"}


def emit_draw(lowering: Lowering, name: str, call: str, *values: str) -> str:
    """Write a draw; return the name of its result."""
    drawn = lowering.code.fresh("d")
    cursor, seed = lowering.column(f"stream.{name}"), lowering.column(SEED)
    inside = ", ".join([seed, repr(name), cursor, *values])
    lowering.code.line(f"{drawn}, {cursor} = {call}({inside})")
    return drawn


@dataclass(frozen=True, slots=True, eq=False)
class Random(Step):
    """Draws an item of a list, a key of a table of weights, or a sample."""

    name: str
    items: terms.Term
    from_stream: str
    sample: terms.Term | None

    def writes(self, schema: Schema) -> set[str]:
        return stream_fields(self.from_stream)

    def stream(self) -> str | None:
        return self.from_stream

    def terms(self) -> Iterator[terms.Term]:
        yield self.items
        if self.sample is not None:
            yield self.sample

    def emit(self, lowering: Lowering, layout: Layout) -> None:
        if isinstance(self.items.type, types.Table):
            value = (
                lowering.constants.name(self.items.value, "weights")
                if isinstance(self.items, terms.Constant)
                else lowering.value(self.items)
            )
            drawn = emit_draw(lowering, self.from_stream, "draw_weighted", value)
        elif self.sample is not None:
            drawn = emit_draw(
                lowering,
                self.from_stream,
                "draw_sample",
                lowering.value(self.items),
                lowering.value(self.sample),
            )
        else:
            drawn = emit_draw(lowering, self.from_stream, "draw", lowering.value(self.items))
        lowering.code.line(f"{self.name} = {drawn}")


@step("random")
def check_random(steps: StepChecker, given: arguments.Random, scope: Scope) -> tuple[Step | None, Scope]:
    """Check what is drawn from, and name the result."""
    node = steps.parse(given.random, "draw")
    if not isinstance(node, nodes.Draw):
        return None, steps.bind_unread(scope, given.random, "random")
    items = steps.checker.check(node.items, scope)
    if isinstance(items.type, types.Unknown):
        scope, _ = steps.bind(scope, node.name, items.type, "random", node)
        return None, scope
    kind: types.Type
    if isinstance(items.type, types.Table) and types.fits(items.type.value, types.NUMBER):
        kind = items.type.key
    elif isinstance(items.type, types.Listing):
        kind = items.type.item
    elif isinstance(types.strip(items.type), types.Table | types.Listing):
        steps.report(MayBeNone(items, node.items))
        scope, _ = steps.bind(scope, node.name, types.UNKNOWN, "random", node)
        return None, scope
    else:
        message = f"random draws from a list or a table of weights, but this is {types.named(items.type)}."
        steps.report(WrongType(items, types.Listing(types.UNKNOWN, 0), scope, message, node.items))
        scope, _ = steps.bind(scope, node.name, types.UNKNOWN, "random", node)
        return None, scope
    sample = steps.term(given.sample, scope, types.NUMBER) if given.sample is not None else None
    if sample is not None:
        steps.checker.require_fit(sample, types.NUMBER, "sample", scope)
        kind = types.Listing(kind, items.type.most if isinstance(items.type, types.Listing) else 100)
        if isinstance(items.type, types.Table):
            steps.error(
                "wrong-type",
                node.items.span,
                "sample draws from a list, not from a table.",
                "Leave sample: out, or give a list: list(1, 2, 3).",
            )
            scope, _ = steps.bind(scope, node.name, types.UNKNOWN, "random", node)
            return None, scope
    stream = steps.take_stream(given.stream, kind.item if isinstance(kind, types.Listing) else kind)
    scope, name = steps.bind(scope, node.name, kind, "random", node)
    return Random(given.span, name, items, stream, sample), scope


@dataclass(frozen=True, slots=True, eq=False)
class Shuffle(Step):
    """Puts a zone, a pile, the pieces of a board, or the values of a property in random order."""

    what: terms.Term
    column: str | None
    kind: str | None
    from_stream: str

    def writes(self, schema: Schema) -> set[str]:
        found = stream_fields(self.from_stream)
        if self.column is not None:
            return found | {self.column}
        assert self.kind is not None
        return found | whereabouts(schema, self.kind) | faces(schema, self.kind)

    def stream(self) -> str | None:
        return self.from_stream

    def terms(self) -> Iterator[terms.Term]:
        yield self.what

    def emit(self, lowering: Lowering, layout: Layout) -> None:
        code = lowering.code
        if isinstance(self.what, terms.ZoneTerm):
            variable, index, number = zone_reference(lowering, self.what)
            self._row(lowering, f"{variable}[{index}]" if index else variable, bool(index))
            self.tell(lowering, layout, "shuffled", what=number)
            return
        if isinstance(types.strip(self.what.type), types.Site):
            place = not_none(lowering, self.what, self.what.node.source)
            held = f"{lowering.column(f'pile.{self.kind}')}[{place}]"
            self._row(lowering, held, True)
            code.line(f"{lowering.column(f'at.{self.kind}')}[{place}] = {held}[-1] if {held} else 0")
            self.tell(lowering, layout, "shuffled", what=repr("site"))
            return
        sites, place = lowering.temporary(lowering.value(self.what)), code.fresh("s")
        name = self.column if self.column is not None else f"at.{self.kind}"
        column = lowering.column(name)
        drawn = emit_draw(lowering, self.from_stream, "shuffled", f"[{column}[{place}] for {place} in {sites}]")
        each = code.fresh("v")
        if self.kind is not None and self._is_hidden(lowering, self.kind):
            # Nobody can follow a piece that is shuffled: the pieces stand in the order of their numbers again.
            found, numbers = code.fresh("l"), code.fresh("l")
            code.line(f"{found} = [{each} for {each} in {drawn} if {each}]; {numbers} = sorted({found})")
            emit_faces(lowering, self.kind, numbers, found)
            code.line(f"{numbers} = iter({numbers}); {drawn} = [{each} and next({numbers}) for {each} in {drawn}]")
        with code.block(f"for {place}, {each} in zip({sites}, {drawn}):"):
            code.line(f"{column}[{place}] = {each}")
            if self.kind is not None:
                code.line(f"if {each}: {lowering.column(f'{self.kind}.site')}[{each}] = {place}")
        self.tell(lowering, layout, "shuffled", what=repr(str(self.what.type)))

    def _row(self, lowering: Lowering, held: str, is_tuple: bool) -> None:
        """Shuffle a zone or a pile. The pieces stay in the order of their numbers, so that a number reveals nothing."""
        drawn = emit_draw(lowering, self.from_stream, "shuffled", held)
        assert self.kind is not None
        emit_faces(lowering, self.kind, f"sorted({drawn})", drawn)
        lowering.code.line(f"{held} = tuple(sorted({drawn}))" if is_tuple else f"{held}[:] = sorted({drawn})")

    def _is_hidden(self, lowering: Lowering, kind: str) -> bool:
        """Whether somebody may not know something about such pieces."""
        properties = lowering.schema.kinds[kind].properties.values()
        return any(prop.column in lowering.calls.hideable for prop in properties)


@step("shuffle")
def check_shuffle(steps: StepChecker, given: arguments.Shuffle, scope: Scope) -> tuple[Step | None, Scope]:
    """Check what is shuffled."""
    what = steps.term(given.shuffle, scope, types.ANY_ZONE)
    if what is None or isinstance(what.type, types.Unknown):
        return None, scope
    kind = dealt_kind(steps, what)
    if kind is not None:
        if given.property is not None:
            steps.error(
                "no-property-here",
                given.property.span,
                "A zone or a pile is shuffled whole; property goes with a board.",
                "Leave property: out.",
            )
        stream = steps.take_stream(given.stream, types.Piece(kind))
        return Shuffle(given.span, what, None, kind, stream), scope
    if not isinstance(what.type, types.BoardSites):
        steps.wrong_type(given.shuffle, what, types.ANY_ZONE, "shuffle needs a zone, a pile or a board", scope)
        return None, scope
    board = steps.schema.boards[what.type.board]
    if given.property is None:
        if len(board.kinds) != 1:
            steps.error(
                "no-pieces",
                given.shuffle.span,
                f"Board {board.name} does not hold exactly one kind of pieces.",
                "Add property:.",
            )
            return None, scope
        if refuse_piles(steps, board.kinds[0], "shuffle", given.shuffle.span):
            return None, scope
        if steps.schema.kinds[board.kinds[0]].covers_many:
            steps.error(
                "covers-many",
                given.shuffle.span,
                f"A {board.kinds[0]} may cover several cells; shuffle takes pieces of one cell.",
                "Shuffle a zone, and place its pieces one by one.",
            )
            return None, scope
        stream = steps.take_stream(given.stream, types.Piece(board.kinds[0]))
        return Shuffle(given.span, what, None, board.kinds[0], stream), scope
    found = cell_of(steps, what.type.board, given.property)
    if found is None:
        return None, scope
    return Shuffle(given.span, what, found.column, None, steps.take_stream(given.stream, found.type)), scope


def cell_of(steps: StepChecker, board: str, name: Scalar) -> Property | None:
    """A cell property of a board; a missing one is reported."""
    cells = steps.schema.boards[board].cells
    if str(name) not in cells:
        steps.error("no-such-property", name.span, f"The cells of {board} have no ‘{name}’.", suggestion(name, cells))
        return None
    return cells[str(name)]


@dataclass(frozen=True, slots=True, eq=False)
class Fill(Step):
    """Gives every site of a board a random value."""

    board: terms.Term
    column: str
    values: terms.Term
    from_stream: str

    def writes(self, schema: Schema) -> set[str]:
        return {self.column, *stream_fields(self.from_stream)}

    def stream(self) -> str | None:
        return self.from_stream

    def terms(self) -> Iterator[terms.Term]:
        yield self.board
        yield self.values

    def emit(self, lowering: Lowering, layout: Layout) -> None:
        code, place = lowering.code, lowering.code.fresh("s")
        lowering.used.add(self.column)
        values = lowering.temporary(f"tuple({lowering.value(self.values)})", "l")
        sites = lowering.temporary(lowering.value(self.board), "l")
        with code.block(f"for {place} in {sites}:"):
            drawn = emit_draw(lowering, self.from_stream, "draw", values)
            code.line(layout.write(self.column, place, drawn))
        board, after = repr(str(self.board.node.source)), layout.freeze(self.column)
        told = {"property": repr(self.column), "board": board, "after": after}
        self.tell(lowering, layout, "filled", wave="0", sites=sites, fall="0", **told)


@step("fill")
def check_fill(steps: StepChecker, given: arguments.Fill, scope: Scope) -> tuple[Step | None, Scope]:
    """Check the board, the property and the values."""
    board = steps.term(given.fill, scope, types.ANY_BOARD)
    if board is None or isinstance(board.type, types.Unknown):
        return None, scope
    if not isinstance(board.type, types.BoardSites):
        steps.wrong_type(given.fill, board, types.ANY_BOARD, "fill needs a board", scope)
        return None, scope
    found = cell_of(steps, board.type.board, given.property)
    if found is None:
        return None, scope
    values = steps.listed(given.from_, scope, types.Listing(found.type, 100))
    if values is None or not steps.checker.require_fit(values, types.Listing(found.type, 0), "from", scope):
        return None, scope
    return Fill(given.span, board, found.column, values, steps.take_stream(given.stream, found.type)), scope
