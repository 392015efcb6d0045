"""The mover `line_swaps`: every swap of two neighbours that makes a line of equal values."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.expr import terms
from interpreter.expr.lowering import Lowering
from interpreter.expr.scope import Property
from interpreter.functions.parts import STRAIGHT
from interpreter.functions.sites import constant_value
from interpreter.layout import Layout
from interpreter.movers.swap_kernel import swap_finder
from interpreter.packing import fits_packing, packing_of
from interpreter.registry import mover
from interpreter.rules.plans import ActionPlan
from interpreter.steps.outcomes import Require
from interpreter.steps.pieces import Swap

CHOICES = "line_swaps(a, b) needs two choices alone: a from a board and b from neighbours(a), both without where."
EFFECTS = "line_swaps needs effects that begin with ‘swap: [a, b]’ and one require: len(runs(board, property, 3)) > 0."


@dataclass(frozen=True, slots=True)
class LineSwaps:
    """What the require after a swap asks for."""

    name: str
    board: str
    prop: Property
    at_least: int
    axes: tuple[int, ...]
    symmetric: bool
    choice: None = None
    answered: frozenset[str] = frozenset()

    def written(self, lowering: Lowering, layout: Layout) -> tuple[str, str] | None:
        """Python for the list of all swaps that make a line, and for whether there is one."""
        topology = lowering.schema.topology
        instance = lowering.schema.boards[self.board].instances[0]
        packing = packing_of(topology, instance)
        if packing is None or not fits_packing(layout, self.prop.column):
            return None
        if self.at_least > max(packing.columns, packing.rows):
            # No line of the board is that long: the usual loops find nothing as well, and windows grow with the square.
            return None
        ways = topology.boards[instance].directions
        axes = [topology.axis_directions(axis, instance)[0] for axis in self.axes]
        listed, exists = swap_finder(packing, ways, axes, self.at_least, self.name, self.symmetric)
        column = lowering.column(self.prop.column)
        return (
            f"{lowering.constants.name(listed, 'line_swaps')}({column})",
            f"{lowering.constants.name(exists, 'line_swap')}({column})",
        )


@mover("line_swaps")
def line_swaps(plan: ActionPlan, given: tuple[str, ...]) -> LineSwaps | str:
    """Every swap of two neighbours that makes a line: what the require after the swap asks for, found all at once."""
    if len(plan.choices) != 2 or plan.checks or any(choice.where is not None for choice in plan.choices):
        return CHOICES
    first, second = plan.choices
    if given != (first.name, second.name):
        return CHOICES
    around = second.domain
    if not isinstance(first.domain, terms.BoardTerm) or first.domain.index is not None:
        return CHOICES
    if not isinstance(around, terms.FunctionCall) or around.function.name != "neighbours":
        return CHOICES
    names = (first.variable.name, second.variable.name)
    if [_name(argument) for argument in around.arguments] != [names[0]]:
        return CHOICES
    swap, require = (*plan.effects[:2], None, None)[:2]
    if not isinstance(swap, Swap) or {_name(swap.first), _name(swap.second)} != set(names):
        return EFFECTS
    if not isinstance(require, Require) or len(plan.requires) != 1:
        return EFFECTS
    runs = _runs(require.check)
    if runs is None:
        return EFFECTS
    if swap.column not in (None, runs.extra[0].column):
        return EFFECTS
    board, at_least, *axes = runs.arguments
    wanted = constant_value(axes[0]) if axes else STRAIGHT
    if not isinstance(board, terms.BoardTerm) or board.board != first.domain.board or board.index is not None:
        return EFFECTS
    if not isinstance(at_least, terms.Constant) or at_least.value < 2 or not wanted:
        return EFFECTS
    return LineSwaps(plan.name, board.board, runs.extra[0], at_least.value, wanted, bool(plan.spec.symmetric))


def _name(term: terms.Term) -> str | None:
    return term.name if isinstance(term, terms.Variable) else None


def _runs(check: terms.Term) -> terms.FunctionCall | None:
    """The call of runs in `len(runs(…)) > 0`."""
    if not isinstance(check, terms.Compare) or not isinstance(check.right, terms.Constant):
        return None
    if (check.operator, check.right.value) not in ((">", 0), (">=", 1), ("!=", 0)):
        return None
    length = check.left
    if not isinstance(length, terms.FunctionCall) or length.function.name not in ("len", "count"):
        return None
    inner = length.arguments[0]
    return inner if isinstance(inner, terms.FunctionCall) and inner.function.name == "runs" else None
