"""Room for small pictures on a large one."""

import random

from renderer.window.textures import GAP, STEP, Shelves


def test_pictures_stand_side_by_side_and_then_on_the_next_shelf() -> None:
    shelves = Shelves(64)
    assert [shelves.place(20, 10) for _ in range(3)] == [(1, 1), (23, 1), (1, 13)]


def test_nearly_the_same_height_shares_a_shelf() -> None:
    shelves = Shelves(64)
    assert STEP == 4
    assert (shelves.place(10, 10), shelves.place(10, 9), shelves.place(10, 11)) == ((1, 1), (13, 1), (1, 13))


def test_there_is_no_room_for_what_is_too_large() -> None:
    shelves = Shelves(64)
    assert shelves.place(63, 5) is None
    assert shelves.place(5, 63) is None
    assert shelves.place(62, 62) == (1, 1)
    assert shelves.place(1, 1) is None
    shelves.clear()
    assert shelves.place(1, 1) == (1, 1)


def test_no_two_pictures_touch() -> None:
    chance = random.Random(3)
    shelves = Shelves(512)
    taken: set[tuple[int, int]] = set()
    count = 0
    while (corner := shelves.place(*(size := (chance.randint(1, 60), chance.randint(1, 24))))) is not None:
        framed = {
            (x, y)
            for x in range(corner[0] - GAP, corner[0] + size[0] + GAP)
            for y in range(corner[1] - GAP, corner[1] + size[1] + GAP)
        }
        assert not framed & taken
        assert all(0 <= x < 512 and 0 <= y < 512 for x, y in framed)
        taken |= framed
        count += 1
    assert count > 150
