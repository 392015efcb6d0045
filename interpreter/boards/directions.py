"""Directions and axes as numbers.

A direction is a whole number; 0 is none. The eight compass points are 1 to 8, clockwise from north, and every other
jump has a number too: jumps whose longer side is two have 9 to 24, those of three 25 to 48, and so on, each ring
clockwise from straight north. The number of a jump is therefore the same in every game and every process, and turning
is a walk along the ring.
"""

from math import isqrt

DIRECTIONS: tuple[str, ...] = (
    '', 'north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest',
)  # fmt: skip
NORTH, NORTHEAST, EAST, SOUTHEAST, SOUTH, SOUTHWEST, WEST, NORTHWEST = range(1, 9)

ORTHOGONALS: tuple[int, ...] = (NORTH, EAST, SOUTH, WEST)
DIAGONALS: tuple[int, ...] = (NORTHEAST, SOUTHEAST, SOUTHWEST, NORTHWEST)
COMPASS: tuple[int, ...] = tuple(range(1, 9))

AXES: tuple[str, ...] = ("", "row", "column", "diagonal", "antidiagonal")
ROW, COLUMN, DIAGONAL, ANTIDIAGONAL = range(1, 5)

Offset = tuple[int, int]


def _ring(direction: int) -> int:
    """The longer side of a jump: ring k holds the numbers from (2k-1)² to (2k+1)² - 1."""
    return (isqrt(direction) + 1) // 2


def _first(ring: int) -> int:
    return (2 * ring - 1) ** 2


def offset(direction: int) -> Offset:
    """How many columns to the east and rows upwards a direction leads on square cells; no direction leads nowhere."""
    if direction == 0:
        return (0, 0)
    ring = _ring(direction)
    index = direction - _first(ring)
    if index <= ring:
        return (index, ring)
    if index <= 3 * ring:
        return (ring, 2 * ring - index)
    if index <= 5 * ring:
        return (4 * ring - index, -ring)
    if index <= 7 * ring:
        return (-ring, index - 6 * ring)
    return (index - 8 * ring, ring)


OFFSETS: tuple[Offset, ...] = tuple(offset(direction) for direction in range(9))


def towards(columns: int, upwards: int) -> int:
    """The direction that leads this many columns to the east and rows upwards: the inverse of `offset`."""
    ring = max(abs(columns), abs(upwards))
    if ring == 0:
        return 0
    if upwards == ring:
        index = columns % (8 * ring)
    elif columns == ring:
        index = 2 * ring - upwards
    elif upwards == -ring:
        index = 4 * ring - columns
    else:
        index = 6 * ring + upwards
    return _first(ring) + index


def leaps(a: int, b: int) -> tuple[int, ...]:
    """The directions of all jumps of a by b, either way round, clockwise from north."""
    jumps = {
        (across * columns, up * rows) for columns, rows in ((a, b), (b, a)) for across in (1, -1) for up in (1, -1)
    }
    return tuple(sorted(direction for jump in jumps if (direction := towards(*jump))))


def turned(direction: int, facing: int) -> int:
    """The direction as if north were that facing. No facing turns nothing.

    A jump turns along its ring: exactly by quarter turns, and by an eighth as closely as squares allow.
    """
    if direction == 0 or facing == 0:
        return direction
    ring = _ring(direction)
    first = _first(ring)
    return first + (direction - first + ring * (facing - NORTH)) % (8 * ring)


def opposite(direction: int) -> int:
    """The way back."""
    return turned(direction, SOUTH)


def direction_name(direction: int) -> str:
    """The name of a compass point, or the parts of a jump: ‘2 north 1 east’."""
    if 0 <= direction < len(DIRECTIONS):
        return DIRECTIONS[direction]
    columns, upwards = offset(direction)
    parts = []
    if upwards:
        parts.append(f"{abs(upwards)} {'north' if upwards > 0 else 'south'}")
    if columns:
        parts.append(f"{abs(columns)} {'east' if columns > 0 else 'west'}")
    return " ".join(parts)
