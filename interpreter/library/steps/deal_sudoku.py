"""The step that makes a sudoku with one solution: deal_sudoku."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from interpreter.code.lowering import Lowering
from interpreter.faults import Fault
from interpreter.language import terms, types
from interpreter.language.scope import Property, Schema, Scope
from interpreter.library.steps.chance import cell_of, stream_fields
from interpreter.library.steps.step import Step, StepChecker
from interpreter.position import SEED
from interpreter.registry import step
from interpreter.spec import step_model as arguments
from interpreter.spec.suggest import suggestion
from interpreter.state.layout import Layout
from interpreter.streams import SEEDS, Cursor, Luck, draw
from interpreter.sudoku import Grid, board_grid, deal_sudoku

Sites = tuple[int, ...]
Dealer = Callable[..., tuple[tuple[int, ...], tuple[Sites, Sites], Cursor]]


def sudoku_dealer(grid: Grid, sites: Sites) -> Dealer:
    """The function that deals sudokus on one board: it returns the number of each site, givens and empties, and the
    stream's new cursor."""

    def deal(
        empties: int, even: Any, seed: int, stream: str, cursor: Cursor
    ) -> tuple[tuple[int, ...], tuple[Sites, Sites], Cursor]:
        number, cursor = draw(seed, stream, cursor, SEEDS)
        dealt = deal_sudoku(grid, empties, bool(even), Luck(number).below)
        if dealt is None:
            which = ", each number missing an even number of times" if even else ""
            raise Fault(f"No sudoku with {empties} empty cells was found{which}.")
        left = set(dealt.empties)
        givens = tuple(site for cell, site in enumerate(sites) if cell not in left)
        return dealt.solution, (givens, tuple(sites[cell] for cell in dealt.empties)), cursor

    return deal


@dataclass(frozen=True, slots=True, eq=False)
class DealSudoku(Step):
    """Writes a solution into cells and says which of them are shown."""

    board: terms.BoardTerm
    prop: Property
    region: str
    empties: terms.Term
    even: terms.Term | None
    from_stream: str
    name: str | None

    def writes(self, schema: Schema) -> set[str]:
        return {self.prop.column, *stream_fields(self.from_stream)}

    def stream(self) -> str | None:
        return self.from_stream

    def terms(self) -> Iterator[terms.Term]:
        yield self.board
        yield self.empties
        if self.even is not None:
            yield self.even

    def emit(self, lowering: Lowering, layout: Layout) -> None:
        code, schema = lowering.code, lowering.schema
        board = schema.boards[self.board.board]
        dealers = tuple(self._dealer(schema, instance) for instance in board.instances)
        dealer = lowering.constants.name(dealers[0], "sudoku")
        if self.board.index is not None:
            each = lowering.constants.name(dealers, "sudokus")
            dealer = f"{each}[{lowering.value(self.board.index)} - {types.first_key(board.per)}]"
        sites = lowering.temporary(lowering.value(self.board), "l")
        even = lowering.condition(self.even) if self.even is not None else "False"
        cursor, seed = lowering.column(f"stream.{self.from_stream}"), lowering.column(SEED)
        numbers, parts, place, number = (code.fresh(hint) for hint in "ldsn")
        given = f"{lowering.value(self.empties)}, {even}, {seed}, {self.from_stream!r}, {cursor}"
        code.line(f"{numbers}, {parts}, {cursor} = {dealer}({given})")
        lowering.used.add(self.prop.column)
        with code.block(f"for {place}, {number} in zip({sites}, {numbers}):"):
            code.line(layout.write(self.prop.column, place, number))
        if self.name is not None:
            code.line(f"{self.name} = {parts}")
        source, after = repr(str(self.board.node.source)), layout.freeze(self.prop.column)
        self.tell(
            lowering,
            layout,
            "filled",
            wave="0",
            sites=sites,
            fall="0",
            property=repr(self.prop.column),
            board=source,
            after=after,
        )

    def _dealer(self, schema: Schema, instance: str) -> Dealer:
        grid = board_grid(schema.topology, instance, self.region)
        assert grid is not None
        return sudoku_dealer(grid, schema.topology.boards[instance].sites)


@step("deal_sudoku")
def check_deal_sudoku(steps: StepChecker, given: arguments.DealSudoku, scope: Scope) -> tuple[Step | None, Scope]:
    """Check the board, its boxes, and the property for the numbers."""
    stream = steps.take_stream(given.stream, types.Number(0, None))
    board = steps.term(given.deal_sudoku, scope)
    empties = steps.term(given.empties, scope, types.NUMBER)
    even = steps.condition(given.even, scope) if given.even is not None else None
    if empties is not None and not steps.checker.require_fit(empties, types.NUMBER, "empties", scope):
        empties = None
    name = None
    if given.as_ is not None:
        most = board.type.most if board is not None and isinstance(board.type, types.Listing) else 0
        kind = types.Record((("givens", types.Listing(types.SITE, most)), ("empties", types.Listing(types.SITE, most))))
        node = steps.parse(given.as_, "expression")
        assert node is not None
        scope, name = steps.bind(scope, str(given.as_), kind, "as", node)
    if board is None or isinstance(board.type, types.Unknown):
        return None, scope
    if not isinstance(board, terms.BoardTerm) or not isinstance(board.type, types.BoardSites):
        steps.wrong_type(given.deal_sudoku, board, types.ANY_BOARD, "deal_sudoku needs a board", scope)
        return None, scope
    prop = _numbers(steps, given, board)
    if prop is None or empties is None:
        return None, scope
    return DealSudoku(given.span, board, prop, str(given.boxes), empties, even, stream, name), scope


def _numbers(steps: StepChecker, given: arguments.DealSudoku, board: terms.BoardTerm) -> Property | None:
    """The property for the numbers, if the board can be a sudoku and the property can hold its numbers."""
    topology, instance = steps.schema.topology, steps.schema.boards[board.board].instances[0]
    regions = topology.boards[instance].regions
    if str(given.boxes) not in regions:
        message = f"Board {board.board} has no region ‘{given.boxes}’."
        steps.error("unknown-region", given.boxes.span, message, suggestion(given.boxes, regions))
        return None
    grid = board_grid(topology, instance, str(given.boxes))
    if grid is None:
        message = (
            f"The rows, columns and blocks of {given.boxes} on {board.board} do not all have the same number of cells."
        )
        steps.error("no-sudoku", given.deal_sudoku.span, message, "Nine columns and nine rows need boxes: [3, 3].")
        return None
    prop = cell_of(steps, board.board, given.into)
    if prop is None:
        return None
    kind = types.strip(prop.type)
    if not isinstance(kind, types.Number):
        message = f"The numbers go from 1 to {grid.numbers}, but ‘{prop.name}’ is {types.named(prop.type)}."
    elif (kind.low is not None and kind.low > 1) or (kind.high is not None and kind.high < grid.numbers):
        message = f"The numbers go from 1 to {grid.numbers}, and ‘{prop.name}’ cannot hold them all."
    else:
        return prop
    steps.error("wrong-type", given.into.span, message, f"Write {prop.name}: 1..{grid.numbers}.")
    return None
