"""The mover `line_swaps`: every swap of two neighbours that makes a line of equal values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import compress, pairwise
from typing import Any

from interpreter.code.lowering import Lowering
from interpreter.language import terms
from interpreter.language.scope import Property
from interpreter.library.functions.parts import STRAIGHT
from interpreter.library.functions.sites import constant_value
from interpreter.library.steps.cascade import Packing, Shift, fits_packing, packed_matches, packing_of, shifted
from interpreter.library.steps.outcomes import Require
from interpreter.library.steps.pieces import Swap
from interpreter.registry import mover
from interpreter.rules.plan import ActionPlan
from interpreter.state.layout import Layout
from interpreter.state.state import Action

HERE = (0, 0)

Listed = Callable[[bytes], list[Action]]
Exists = Callable[[bytes], bool]
CHOICES = "line_swaps(a, b) needs two choices alone: a from a board and b from neighbours(a), both without where."
EFFECTS = "line_swaps needs effects that begin with ‘swap: [a, b]’ and one require: len(runs(board, property, 3)) > 0."


def swap_finder(
    packing: Packing, ways: Sequence[int], axes: Sequence[int], at_least: int, name: str, symmetric: bool
) -> tuple[Listed, Exists]:
    """The functions that list all swaps that make a line, and that say whether there is one.

    Neighbours lie in the directions of `ways`, which also give the order of a site's swaps; lines are walked in the
    directions of `axes`. A symmetric swap is listed once, from its first site.
    """
    steps = [packing.step(way) for way in ways]
    slots = [step for step in steps if packing.lanes(step) > 0] if symmetric else steps
    swaps = [step for step in steps if packing.lanes(step) > 0]
    every = tuple(
        (name, site, site + packing.lanes(step))
        for site in range(packing.first, packing.first + packing.size)
        for step in slots
    )
    masks = [packing.mask([step]).to_bytes(packing.size, "little") for step in slots]
    possible = list(compress(every, (mask[place] for place in range(packing.size) for mask in masks)))
    matched = packed_matches(packing, axes, at_least)

    def tried(board: int) -> list[Action]:
        """The swaps of a board that already has a line: each is tried."""
        found = []
        for action in possible:
            first, second = (site - packing.first for site in action[1:])
            cells = bytearray(board.to_bytes(packing.size, "little"))
            cells[first], cells[second] = cells[second], cells[first]
            if matched(int.from_bytes(cells, "little")):
                found.append(action)
        return found

    source = _Source(packing, [packing.step(axis) for axis in axes], at_least).text(swaps, slots)
    names: dict[str, Any] = {"tried": tried, "every": every, "compress": compress}
    exec(compile(source, f"<swaps of {name}>", "exec"), names)
    return names["listed"], names["exists"]


@dataclass
class _Source:
    """Writes the two functions. `board` is the packed board; every mask marks first sites."""

    packing: Packing
    axes: list[Shift]
    at_least: int
    lines: list[str] = field(default_factory=list)
    names: dict[tuple[Shift, Shift], str] = field(default_factory=dict)

    def text(self, swaps: list[Shift], slots: list[Shift]) -> str:
        """The whole module."""
        size, slot_count = self.packing.size, len(slots)
        parts = []
        for listing in (True, False):
            self.names.clear()
            self.lines = [f"def {'listed' if listing else 'exists'}(column):"]
            self._begin("tried(board)" if listing else "len(tried(board)) > 0")
            for number, step in enumerate(swaps):
                self._swaps(f"swaps_{number}", step)
                if not listing:
                    self._line(f"if swaps_{number}: return True")
            if listing:
                self._line(f"lanes = bytearray({size * slot_count})")
                for place, step in enumerate(slots):
                    self._line(f"lanes[{place}::{slot_count}] = {self._from(step, swaps)}.to_bytes({size}, 'little')")
                self._line("return list(compress(every, lanes))")
            else:
                self._line("return False")
            parts.append("\n".join(self.lines))
        return "\n\n".join(parts) + "\n"

    def _line(self, text: str) -> None:
        self.lines.append(f"    {text}")

    def _begin(self, otherwise: str) -> None:
        """Read the board; if it already has a line, every swap must be tried."""
        packing = self.packing
        first, end = packing.first, packing.first + packing.size
        self._line(f"board = int.from_bytes(column[{first}:{end}], 'little')")
        self._line(f"full = (board + {hex(packing.low)}) & {hex(packing.high)}")
        for axis in self.axes:
            step = axis if packing.lanes(axis) > 0 else (-axis[0], -axis[1])
            cells = [(step[0] * number, step[1] * number) for number in range(self.at_least)]
            parts = [self._equal(one, other) for one, other in pairwise(cells)]
            if packing.mask(cells):
                self._line(f"if {' & '.join(parts)} & full: return {otherwise}")

    def _equal(self, one: Shift, other: Shift) -> str:
        """The name of the mask of sites from which two steps lead to equal values. It is meaningless where a step
        leaves the board."""
        packing = self.packing
        if packing.lanes(one) > packing.lanes(other):
            one, other = other, one
        if (one, other) not in self.names:
            further = (other[0] - one[0], other[1] - one[1])
            if one != HERE:
                text = shifted(self._equal(HERE, further), packing.lanes(one))
            else:
                edges, ahead = hex(packing.mask([further])), shifted("board", packing.lanes(further))
                text = f"((board ^ {ahead}) + {hex(packing.low)} & {edges}) ^ {edges}"
            name = self.names[one, other] = f"equal_{len(self.names)}"
            self._line(f"{name} = {text}")
        return self.names[one, other]

    def _swaps(self, name: str, step: Shift) -> None:
        """The mask of all sites whose swap along a step makes a line."""
        ahead = shifted("full", self.packing.lanes(step))
        first, second = self._windows(HERE, step), self._windows(step, HERE)
        parts = [f"({first}) & {ahead}" if first else "", f"({second}) & full" if second else ""]
        self._line(f"{name} = {' | '.join(part for part in parts if part) or 0}")

    def _windows(self, at: Shift, value: Shift) -> str:
        """Python for the mask of sites where the value of one step makes a line at another."""
        found = []
        for across, on in self.axes:
            for before in range(self.at_least):
                places = range(-before, self.at_least - before)
                window = [(at[0] + across * place, at[1] + on * place) for place in places if place]
                mask = self.packing.mask([at, value, *window])
                if value not in window and mask:
                    equal = [self._equal(each, value) for each in window]
                    found.append(f"{' & '.join(equal)} & {hex(mask)}")
        return " | ".join(found)

    def _from(self, step: Shift, swaps: list[Shift]) -> str:
        """Python for the mask of sites from which a swap along the step makes a line."""
        if step in swaps:
            return f"swaps_{swaps.index(step)}"
        back = (-step[0], -step[1])
        return shifted(f"swaps_{swaps.index(back)}", -self.packing.lanes(back))


@dataclass(frozen=True, slots=True)
class LineSwaps:
    """The condition of the require after a swap."""

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
    """Every swap of two neighbours that makes a line, as the require after the swap demands; all are found at once."""
    narrowed = any(choice.where is not None or choice.ask_if is not None for choice in plan.choices)
    if len(plan.choices) != 2 or plan.checks or narrowed:
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
    if [terms.variable_name(argument) for argument in around.arguments] != [names[0]]:
        return CHOICES
    swap, require = (*plan.effects[:2], None, None)[:2]
    if not isinstance(swap, Swap) or {terms.variable_name(swap.first), terms.variable_name(swap.second)} != set(names):
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
