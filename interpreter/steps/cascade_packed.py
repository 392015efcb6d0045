"""A cascade on a rectangular board of small values: lines are found by shifts of one integer that is the whole board,
and lines of the board fall as slices of bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from interpreter.boards.topology import Topology
from interpreter.events import Event
from interpreter.packing import LANE, Packing
from interpreter.steps.cascade_kernel import (
    Cascade,
    Cleared,
    Column,
    Wave,
    Well,
    falling,
    next_wave,
    refills,
    tell_fell,
    tell_filled,
    tell_matched,
)
from interpreter.streams import TAPE, UNSEEN, Cursor, item_tape

Matched = Callable[[int], int]
EMPTY = b"\0"


def packed_matches(packing: Packing, directions: Iterable[int], at_least: int) -> Matched:
    """The function that gives the mask of all lines of a packed board, each walked in one of the directions.

    Python is written for the board: where neighbours are equal, where enough of them follow each other, and all that
    belongs to those.
    """
    low, high = hex(packing.low), hex(packing.high)
    lines = ["def matched(board):", "    found = 0"]
    for direction in directions:
        across, on = packing.step(direction)
        step = (across, on) if packing.lanes((across, on)) > 0 else (-across, -on)
        shift, edges = LANE * packing.lanes(step), hex(packing.mask([step]))
        follow = "".join(f" & (equal >> {shift * number})" for number in range(1, at_least - 1))
        spread = "".join(f" | (starts << {shift * number})" for number in range(1, at_least))
        lines += [
            f"    equal = ((board ^ (board >> {shift})) + {low} & {edges}) ^ {edges}",
            f"    starts = equal{follow}",
            f"    if starts: found |= starts{spread}",
        ]
    lines.append(f"    return found and found & (board + {low}) & {high}")
    names: dict[str, Any] = {}
    exec(compile("\n".join(lines), "<lines of a board>", "exec"), names)
    matched: Matched = names["matched"]
    return matched


def packed_cascade(well: Well, packing: Packing, matched: Matched, falls: Sequence[slice]) -> Cascade:
    """The cascade of a well that fits into one integer. In each slice of `falls` values fall towards its end."""
    size, first = packing.size, packing.first
    end = first + size
    lengths = [(part, len(range(*part.indices(size)))) for part in falls]
    stream, coded, tells_sites = well.stream, well.codes is not None, well.tells_sites

    def settle(
        column: Column, seed: int, cursor: Cursor, values: tuple[Any, ...], events: list[Event] | None = None
    ) -> tuple[Cursor, Cleared]:
        cells = column[first:end]
        board = int.from_bytes(cells, "little")
        found = matched(board)
        waves: list[Wave] = []
        removed = 0
        while found:
            count = found.bit_count()
            removed += count
            waves.append(next_wave(well, waves, count, sites_of(found, size, first) if tells_sites else ()))
            cells = bytearray((board & ~((found << 1) - (found >> 7))).to_bytes(size, "little"))
            if events is not None:
                column[first:end] = cells
                tell_matched(well, events, waves, sites_of(found, size, first), column)
            for part, length in lengths:
                line = cells[part]
                if 0 in line:
                    cells[part] = line.replace(EMPTY, b"").rjust(length, EMPTY)
            if events is not None:
                moves = falling(well, column)
                column[first:end] = cells
                tell_fell(well, events, waves, moves, column)
            if stream is not None and cursor is not UNSEEN:
                holes, before, place = cells.count(0), None if events is None else bytes(cells), -1
                if coded or type(cursor) is not int or (start := cursor % TAPE) + holes > TAPE:
                    drawn, cursor = refills(well, seed, cursor, values, holes)
                else:
                    # The commonest case of draw_many, without the way there.
                    drawn = item_tape(seed, stream, cursor // TAPE, values)[start : start + holes]
                    cursor += holes
                for value in drawn:
                    place = cells.find(0, place + 1)
                    cells[place] = value
                if before is not None:
                    column[first:end] = cells
                    sites = tuple([site for site, value in enumerate(before, start=first) if not value])
                    tell_filled(well, events, waves, sites, column)
            board = int.from_bytes(cells, "little")
            found = matched(board)
        if waves:
            column[first:end] = cells
        return cursor, (removed, waves)

    return settle


def sites_of(mask: int, size: int, first: int) -> tuple[int, ...]:
    """The sites that a mask means."""
    return tuple([place for place, lane in enumerate(mask.to_bytes(size, "little"), start=first) if lane])


def falls_of(topology: Topology, board: str, packing: Packing, direction: int) -> list[slice]:
    """The lines of a rectangular board in a direction, as slices of its cells."""
    slices = []
    for line in topology.lines_of(board, direction):
        step = packing.lanes(packing.step(direction))
        stop = line[-1] - packing.first + step
        slices.append(slice(line[0] - packing.first, stop if stop >= 0 else None, step))
    return slices
