"""Functions that solve puzzles: taking pieces in pairs, sudokus."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from interpreter.code.lowering import Lowering
from interpreter.faults import Fault
from interpreter.language import terms
from interpreter.language.scope import Scope
from interpreter.language.types import Listing, Piece, first_key
from interpreter.library.pairs import Pile, emit_removable
from interpreter.library.pairs import pairs_off as order_of
from interpreter.position import PieceValue
from interpreter.registry import function
from interpreter.sudoku import Grid, board_grid, solve

GROUP = "puzzles"


class Kept:
    """The last answer, cached as long as the questions are about the same position."""

    def __init__(self) -> None:
        self.asked: tuple[Any, ...] = ()
        self.answer: list[int] = []

    def order(self, data: Any, pieces: list[int], values: list[Any], sites: Any, at: Any, removable: Any) -> list[int]:
        """The order in which pieces can be taken; `data` is the position, None if it is being changed."""
        if data is None:
            return order_of(Pile(pieces, sites, list(at), removable), values)
        same = bool(self.asked) and self.asked[0] is data and self.asked[1:] == (pieces, values)
        if not same:
            self.answer = order_of(Pile(pieces, sites, list(at), removable), values)
            self.asked = (data, pieces, values)
        return self.answer


def _pieces(_scope: Scope, arguments: tuple[terms.Term, ...]) -> tuple[Any, ...] | str:
    """The kind of the pieces that the loop covers."""
    walk = arguments[0]
    items = walk.loops[0].items.type if isinstance(walk, terms.Comprehension) and walk.loops else None
    if isinstance(items, Listing) and isinstance(items.item, Piece):
        return (items.item.kind,)
    return "pairs_off takes a loop over pieces: pairs_off(t.number for t in pieces(…) while …)."


def _pairs_off(lowering: Lowering, call: terms.FunctionCall) -> str:
    walk, kind = call.arguments[0], call.extra[-1]
    assert isinstance(walk, terms.Comprehension) and walk.stop is not None
    code, loop = lowering.code, walk.loops[0]
    sites, at = lowering.column(f"{kind}.site"), lowering.column(f"at.{kind}")
    pieces, values = code.fresh("l"), code.fresh("l")
    code.line(f"{pieces}, {values} = [], []")
    with code.block(f"for {loop.name} in {lowering.value(loop.items)}:"):
        code.line(f"if not {sites}[{loop.name}]: continue")
        if loop.condition is not None:
            lowering.leave_unless(loop.condition, "continue")
        code.line(f"{pieces}.append({loop.name})")
        code.line(f"{values}.append({lowering.value(walk.body)})")
    removable = emit_removable(lowering, kind, loop.name, walk.stop)
    order = lowering.constants.name(Kept().order, "pairs_off")
    # The same position is asked about again only where nothing is being changed and nothing else decides.
    position = "data" if not lowering.calls.written and _decides_alone(walk.stop, loop.name) else "None"
    return f"{order}({position}, {pieces}, {values}, {sites}, {at}, {removable})"


def _decides_alone(term: terms.Term, own: str) -> bool:
    """Whether a term reads the position and one name, but nothing that differs between two calls."""
    bound, read = {own}, set[str]()
    for part in terms.walk(term):
        bound.update(terms.bound_by(part))
        if isinstance(part, terms.Variable | terms.Global):
            read.add(part.name)
    return read <= bound


@function("pairs_off(list T while …) -> list loop item", group=GROUP, emit=_pairs_off, resolve=_pieces)
def pairs_off(world: Any, walk: Any, kind: str) -> list[Any]:
    """An order in which pieces on boards can be taken in pairs of equal value, each only while `while` holds for it;
    other pieces stay. Empty if there is no such order, or none was found."""
    steps = {step.item.number: step for step in walk if world.site_of(step.item)}
    values = [step.value() for step in steps.values()]
    if None in values:
        return []
    before, index = world.data, world.layout.fields[f"at.{kind}"].index
    sites = {number: world.site_of(step.item) for number, step in steps.items()}

    def removable(at: list[int], number: int) -> bool:
        world.data = (*before[:index], tuple(at), *before[index + 1 :])
        return bool(steps[number].goes_on())

    try:
        found = order_of(Pile(steps, sites, list(before[index]), removable), values)
    finally:
        world.data = before
    return [PieceValue(kind, number) for number in found]


def sudoku_solver(grid: Grid) -> Callable[[Sequence[int]], tuple[int, ...]]:
    """The function that solves sudokus of one shape; it remembers the last one that it solved."""

    @lru_cache(maxsize=256)
    def solved(numbers: tuple[int, ...]) -> tuple[int, ...]:
        if len(numbers) != grid.cells:
            raise Fault(f"solve_sudoku needs {grid.cells} numbers, one for each cell, but is given {len(numbers)}.")
        if not all(0 <= number <= grid.numbers for number in numbers):
            return ()
        return tuple(solve(grid, numbers) or ())

    return lambda numbers: solved(tuple(numbers))


def _solvers(scope: Scope, arguments: tuple[terms.Term, ...], region: str) -> tuple[Any, ...] | str:
    """A solver for each board of that name."""
    board = arguments[0]
    assert isinstance(board, terms.BoardTerm)
    grids = [board_grid(scope.schema.topology, name, region) for name in scope.schema.boards[board.board].instances]
    found = tuple(sudoku_solver(grid) for grid in grids if grid is not None)
    if len(found) == len(grids):
        return (found,)
    return f"The rows, columns and blocks of {region} on {board.board} do not all have the same number of cells."


def _solve_sudoku(lowering: Lowering, call: terms.FunctionCall) -> str:
    board, numbers = call.arguments
    solvers = call.extra[-1]
    assert isinstance(board, terms.BoardTerm)
    solver = lowering.constants.name(solvers[0], "solver")
    if board.index is not None:
        first = first_key(lowering.schema.boards[board.board].per)
        solver = f"{lowering.constants.name(solvers, 'solvers')}[{lowering.value(board.index)} - {first}]"
    return f"{solver}({lowering.value(numbers)})"


@function(
    "solve_sudoku(board, region, list number) -> list number",
    group=GROUP,
    bound="board",
    emit=_solve_sudoku,
    resolve=_solvers,
)
def solve_sudoku(world: Any, board: Any, numbers: list[int], region: str, _solvers: Any) -> list[int]:
    """The number of each cell, in the order of the board, so that each row, column and block of the region contains
    every number once; given is the number of each cell, 0 for an empty one. Empty if there is no solution."""
    grid = board_grid(world.schema.topology, board.board, region)
    assert grid is not None
    return list(sudoku_solver(grid)(numbers))
