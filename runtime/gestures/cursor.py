"""Where the keyboard points: from site to site, on layers over what is seen from above."""

from __future__ import annotations

from interpreter import State
from interpreter.boards import EAST, NORTH, SOUTH, WEST, Board

WAYS = {NORTH: (0, -1), EAST: (1, 0), SOUTH: (0, 1), WEST: (-1, 0)}
SIDEWAYS = 1.5
"""How much worse it is to stray from the way than to go further on it."""


def moved_cursor(state: State, cursor: int, direction: int) -> int:
    """The next site that way, or where it was if there is none; at first the first of all."""
    topology = state.program.schema.topology
    board = topology.board_at(cursor or 1)
    assert board is not None
    if not board.layers:
        return topology.step_table(direction)[cursor] or cursor if cursor else 1
    seen = _seen(state, board)
    if not cursor:
        highest = max((topology.layer[site] for site in seen), default=0)
        return next((site for site in seen if topology.layer[site] == highest), 0)
    across, along = WAYS[direction]
    x, y = topology.places[cursor]
    found: list[tuple[float, int]] = []
    for site in seen:
        right, down = topology.places[site][0] - x, topology.places[site][1] - y
        ahead, aside = right * across + down * along, abs(right * along) + abs(down * across)
        if ahead > 0:
            found.append((ahead + SIDEWAYS * aside, site))
    return min(found)[1] if found else cursor


def _seen(state: State, board: Board) -> list[int]:
    """The sites whose pieces are not wholly covered by others."""
    taken, above = state.occupied(), state.program.schema.topology.above
    return [site for site in board.sites if site in taken and (not above[site] or not taken.issuperset(above[site]))]
