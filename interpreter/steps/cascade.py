"""The step that clears lines of equal values, lets the rest fall and refills, wave by wave: cascade."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.advice.values import remedy
from interpreter.boards.directions import AXES, EAST, NORTH, SOUTH, WEST
from interpreter.expr import terms
from interpreter.expr.lowering import Lowering
from interpreter.expr.scope import Property, Schema, Scope
from interpreter.expr.types import (
    ANY_BOARD,
    NUMBER,
    SITE,
    BoardSites,
    Listing,
    Maybe,
    Number,
    Record,
    Unknown,
    first_key,
    named,
    strip,
)
from interpreter.layout import Layout
from interpreter.packing import fits_packing, packing_of
from interpreter.position import SEED
from interpreter.registry import step
from interpreter.spec import steps as arguments
from interpreter.spec.suggest import one_of
from interpreter.steps.base import Step, StepChecker
from interpreter.steps.cascade_kernel import MOST_WAVES, Cascade, Well, plain_cascade
from interpreter.steps.cascade_packed import falls_of, packed_cascade, packed_matches
from interpreter.steps.chance import cell_of, stream_fields

FALLS = {"down": SOUTH, "up": NORTH, "left": WEST, "right": EAST, "none": 0}
USUAL_WAVES = 100
"""As many waves are counted for the static cost."""


@dataclass(frozen=True, slots=True, eq=False)
class Cascading(Step):
    """Clears lines until none is left."""

    board: terms.BoardTerm
    prop: Property
    at_least: int
    axes: tuple[int, ...]
    fall: int
    refill: terms.Term | None
    from_stream: str | None
    name: str | None
    # What the game asks of records, known once all of it is checked.
    parts_read: set[str]

    def writes(self, schema: Schema) -> set[str]:
        drawn = stream_fields(self.from_stream) if self.from_stream is not None else set()
        return {self.prop.column, *drawn}

    def stream(self) -> str | None:
        return self.from_stream

    def terms(self) -> Iterator[terms.Term]:
        yield self.board
        if self.refill is not None:
            yield self.refill

    def work(self) -> int:
        assert isinstance(self.board.type, BoardSites)
        return USUAL_WAVES * self.board.type.most * len(self.axes)

    def emit(self, lowering: Lowering, layout: Layout) -> None:
        code, schema = lowering.code, lowering.schema
        board = schema.boards[self.board.board]
        kernels = tuple(self.kernel(schema, layout, instance) for instance in board.instances)
        if self.board.index is None:
            kernel = lowering.constants.name(kernels[0], "cascade")
        else:
            each = lowering.constants.name(kernels, "cascades")
            kernel = f"{each}[{lowering.value(self.board.index)} - {first_key(board.per)}]"
        column, values, cursor, seed = lowering.column(self.prop.column), "()", "_", "0"
        place = "0"
        if self.refill is not None:
            values = f"tuple({lowering.value(self.refill)})"
            place = cursor = lowering.column(f"stream.{self.from_stream}")
            seed = lowering.column(SEED)
        told = ", events" if lowering.tells else ""
        code.line(f"{cursor}, {self.name or '_'} = {kernel}({column}, {seed}, {place}, {values}{told})")

    def well(self, schema: Schema, layout: Layout, instance: str) -> Well:
        """Where and how it happens on one board."""
        topology, field = schema.topology, layout.fields[self.prop.column]
        lines, rings = topology.straight_lines((instance,), self.axes)
        return Well(
            instance,
            self.prop.column,
            field.index,
            topology.boards[instance].sites,
            lines,
            rings,
            topology.lines_of(instance, self.fall) if self.fall else (),
            self.at_least,
            self.from_stream,
            layout.encode_value(self.prop.column, None),
            {letter: code for code, letter in enumerate(layout.letters)} if field.code == "letter" else None,
            "sites" in self.parts_read,
        )

    def kernel(self, schema: Schema, layout: Layout, instance: str) -> Cascade:
        """What does it on one board, packed where that fits."""
        topology, well = schema.topology, self.well(schema, layout, instance)
        packing = packing_of(topology, instance)
        if packing is None or not fits_packing(layout, self.prop.column):
            return plain_cascade(well)
        directions = [topology.axis_directions(axis, instance)[0] for axis in self.axes]
        falls = falls_of(topology, instance, packing, self.fall) if self.fall else []
        return packed_cascade(well, packing, packed_matches(packing, directions, self.at_least), falls)


@step("cascade")
def check_cascade(steps: StepChecker, given: arguments.Cascade, scope: Scope) -> tuple[Step | None, Scope]:
    """Check the board, the property, how many make a line, where values fall and what comes after."""
    board = steps.term(given.cascade, scope)
    at_least = steps.term(given.at_least, scope, NUMBER)
    found = None
    if isinstance(board, terms.BoardTerm) and isinstance(board.type, BoardSites):
        found = cell_of(steps, board.board, given.match)
    elif board is not None and not isinstance(board.type, Unknown):
        steps.error(
            "wrong-type",
            given.cascade.span,
            f"cascade needs a board, this is {named(board.type)}.",
            remedy(board, ANY_BOARD, scope),
        )
    refill, stream = _refill(steps, given, found, scope)
    name = None
    if given.as_ is not None:
        scope, name = _result(steps, given, board, scope)
    if not isinstance(board, terms.BoardTerm) or found is None or at_least is None:
        return None, scope
    if not isinstance(found.type, Maybe):
        message = f"cascade empties cells, but ‘{found.name}’ is never none."
        steps.error("never-none", given.match.span, message, f"Write {found.name}: {found.type} or none.")
        return None, scope
    if not isinstance(at_least, terms.Constant) or not isinstance(at_least.type, Number) or at_least.value < 2:
        if not isinstance(at_least.type, Unknown):
            message = "at_least takes a number from 2 on, or settings."
            steps.error("not-constant", given.at_least.span, message, "Write 3, or the name of a setting.")
        return None, scope
    most = steps.schema.boards[board.board].most
    if at_least.value > most:
        message = f"No line is as long as that: {board.board} has {most} sites."
        steps.error("out-of-range", given.at_least.span, message, f"Write a number from 2 to {most}.")
        return None, scope
    axes, fall = _axes(steps, given, board), _fall(steps, given, board)
    if axes is None or fall is None or (given.refill is not None and refill is None):
        return None, scope
    parts_read = steps.checker.parts_read
    return Cascading(given.span, board, found, at_least.value, axes, fall, refill, stream, name, parts_read), scope


def _refill(
    steps: StepChecker, given: arguments.Cascade, found: Property | None, scope: Scope
) -> tuple[terms.Term | None, str | None]:
    """What comes after, and from which stream."""
    if given.refill is None:
        if given.stream is not None:
            message = "cascade draws nothing without refill."
            steps.error("needless-stream", given.stream.span, message, "Leave stream out, or add refill.")
        return None, None
    if given.stream is None:
        steps.error("needs-stream", given.refill.span, "cascade needs a stream for its refill.", "Add stream: refill.")
        return None, None
    if found is None:
        steps.listed(given.refill, scope)
        return None, None
    kind = strip(found.type)
    stream = steps.take_stream(given.stream, found.type)
    values = steps.listed(given.refill, scope, Listing(kind, 100))
    if values is None or not steps.checker.require_fit(values, Listing(kind, 0), "refill", scope):
        return None, None
    return values, stream


def _result(steps: StepChecker, given: arguments.Cascade, board: terms.Term | None, scope: Scope) -> tuple[Scope, str]:
    """The name of the result: how many values vanished, in all and in each wave, and from where."""
    most = board.type.most if board is not None and isinstance(board.type, Listing) else 0
    sites = Listing(SITE, most)
    wave = Record((("removed", Number(0, most)), ("number", Number(1, MOST_WAVES)), ("sites", sites)))
    kind = Record((("removed", Number(0, most * MOST_WAVES)), ("waves", Listing(wave, MOST_WAVES))))
    node = steps.parse(given.as_, "expression") if given.as_ is not None else None
    assert node is not None
    return steps.bind(scope, str(given.as_), kind, "as", node)


def _axes(steps: StepChecker, given: arguments.Cascade, board: terms.BoardTerm) -> tuple[int, ...] | None:
    """The axes along which lines count; the board must have them."""
    instance = steps.schema.boards[board.board].instances[0]
    found = []
    for word in given.lines:
        axis = AXES.index(str(word))
        if axis not in steps.schema.topology.boards[instance].axis_directions:
            steps.error(
                "no-such-axis",
                word.span,
                f"Board {board.board} has no {word} lines.",
                one_of(_lines_of(steps, instance)),
            )
            return None
        found.append(axis)
    return tuple(dict.fromkeys(found))


def _lines_of(steps: StepChecker, instance: str) -> list[str]:
    """The axes along which a board has lines."""
    return [AXES[axis] for axis in steps.schema.topology.boards[instance].axis_directions]


def _fall(steps: StepChecker, given: arguments.Cascade, board: terms.BoardTerm) -> int | None:
    """The direction in which values fall, 0 if they stay; on joined edges and off straight columns nothing falls."""
    direction = FALLS[str(given.fall)]
    topology, instance = steps.schema.topology, steps.schema.boards[board.board].instances[0]
    planes = topology.boards[instance].planes
    if direction and (not topology.lines_of(instance, direction) or any(plane.wrap for plane in planes)):
        message = f"On board {board.board} nothing can fall {given.fall}."
        steps.error("cannot-fall", given.fall.span, message, "Write fall: none.")
        return None
    return direction
