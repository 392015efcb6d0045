"""Where pieces that cover several cells find room, compared with trying each site."""

from __future__ import annotations

from random import Random

import pytest

from interpreter.boards import BoardShape, build
from interpreter.boards.topology import taken
from interpreter.language.kernel import fits_on


def test_the_sites_that_others_take() -> None:
    column = bytes([0, 3, 0, 4, 3, 0])
    assert taken(column, 0) == 0b11010
    assert taken(column, 3) == 0b01000
    assert taken(tuple(column), 3) == 0b01000
    assert taken((0, 300, 0, 4), 300) == 0b1000


@pytest.mark.parametrize("seed", range(8))
def test_room_is_found_where_trying_finds_it(seed: int) -> None:
    random = Random(seed)
    topology = build(
        [
            BoardShape(name="first", shape="square", columns=3, rows=2),
            BoardShape(name="grid", shape="square", columns=random.randint(1, 9), rows=random.randint(1, 6)),
        ]
    )
    room = topology.room("grid")
    assert topology.room("grid") is room
    at = bytes([0, *(random.choice((0, 0, 0, 1, 2)) for _ in range(topology.count))])
    other = bytes([0, *(random.choice((0, 0, 0, 0, 7)) for _ in range(topology.count))])
    for columns, rows, piece in ((1, 1, 0), (2, 1, 1), (3, 1, 2), (2, 2, 1), (1, 3, 9), (10, 1, 1)):
        sites = topology.boards["grid"].sites
        wanted = [site for site in sites if fits_on(topology.block(site, columns, rows), at, piece)]
        assert room.free(columns, rows, piece, at) == wanted
        both = [site for site in sites if fits_on(topology.block(site, columns, rows), at, piece, other)]
        assert room.free(columns, rows, piece, at, other) == both


def test_a_block_ends_at_the_edge() -> None:
    topology = build([BoardShape(name="grid", shape="square", columns=4, rows=2)])
    assert topology.block(1, 3, 1) == (1, 2, 3)
    assert topology.block(2, 3, 1) == (2, 3, 4)
    assert topology.block(3, 3, 1) is None
    assert topology.block(3, 2, 2) == (3, 4, 7, 8)
    assert topology.block(7, 2, 2) is None
    assert topology.block(0, 1, 1) is None
