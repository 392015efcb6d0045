"""Every swap of two neighbours that makes a line on a packed board, found by shifts: Python is written for one board.

A swap is known by its first site and the step to the second. It makes a line if one of the two values finds, around its
new place, enough of its own kind in a row: a window of sites that must all be equal to it. All sites are compared at
once, a window at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import compress, pairwise
from typing import Any

from interpreter.packing import Packing, Step, shifted
from interpreter.state import Action
from interpreter.steps.cascade_packed import packed_matches

HERE = (0, 0)

Listed = Callable[[bytes], list[Action]]
Exists = Callable[[bytes], bool]


def swap_finder(
    packing: Packing, ways: Sequence[int], axes: Sequence[int], at_least: int, name: str, symmetric: bool
) -> tuple[Listed, Exists]:
    """The functions that list all swaps that make a line, and that say whether there is one.

    Neighbours lie in the directions of `ways`, in whose order the swaps of a site come; lines are walked in the
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
        """The swaps of a board on which there is a line before: each is tried."""
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
    """Writes the two functions. `board` is the packed board; every mask is of first sites."""

    packing: Packing
    axes: list[Step]
    at_least: int
    lines: list[str] = field(default_factory=list)
    names: dict[tuple[Step, Step], str] = field(default_factory=dict)

    def text(self, swaps: list[Step], slots: list[Step]) -> str:
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
        """Read the board; where there is a line before, nothing but trying helps."""
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

    def _equal(self, one: Step, other: Step) -> str:
        """The name of the mask of sites from which two steps lead to equal values. Where a step leaves the board it
        means nothing."""
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

    def _swaps(self, name: str, step: Step) -> None:
        """The mask of all sites whose swap along a step makes a line."""
        ahead = shifted("full", self.packing.lanes(step))
        first, second = self._windows(HERE, step), self._windows(step, HERE)
        parts = [f"({first}) & {ahead}" if first else "", f"({second}) & full" if second else ""]
        self._line(f"{name} = {' | '.join(part for part in parts if part) or 0}")

    def _windows(self, at: Step, value: Step) -> str:
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

    def _from(self, step: Step, swaps: list[Step]) -> str:
        """Python for the mask of sites from which a swap along the step makes a line."""
        if step in swaps:
            return f"swaps_{swaps.index(step)}"
        back = (-step[0], -step[1])
        return shifted(f"swaps_{swaps.index(back)}", -self.packing.lanes(back))
