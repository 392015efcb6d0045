"""What must be redrawn."""

from dataclasses import replace

import pytest

from renderer.nodes import Node
from renderer.window.canvas import Area, area_of, damage
from tests.renderer.window.figures import plain

SIZE = (400, 300)
WHOLE = Area(0, 0, 400, 300)
BACK = plain("back", 0, 0, 400, 300, "#101010")
LEFT = plain("left", 20, 30, 40, 40, "#ff0000")
RIGHT = plain("right", 300, 200, 40, 40, "#00ff00")


def test_the_area_of_a_node_has_a_pixel_to_spare() -> None:
    assert area_of(LEFT) == Area(19, 29, 61, 71)
    assert area_of(replace(LEFT, x=20.4)) == Area(19, 29, 62, 71)
    assert area_of(replace(LEFT, scale=0.5)) == Area(29, 39, 51, 61)
    # A turned square is at most as wide as its diagonal: 28.3 to either side.
    assert area_of(replace(LEFT, angle=30)) == Area(10, 20, 70, 80)


def test_nothing_changes_nothing() -> None:
    assert damage([BACK, LEFT], [replace(BACK), replace(LEFT)], SIZE) == []


@pytest.mark.parametrize(
    ("before", "after", "areas"),
    [
        ([BACK, LEFT], [BACK, LEFT, RIGHT], [Area(299, 199, 341, 241)]),
        ([BACK, LEFT, RIGHT], [BACK, RIGHT], [Area(19, 29, 61, 71)]),
        ([BACK, LEFT], [BACK, replace(LEFT, alpha=0.5)], [Area(19, 29, 61, 71)]),
        ([BACK, LEFT], [BACK, replace(LEFT, x=30)], [Area(19, 29, 71, 71)]),
        ([BACK, LEFT], [BACK, replace(LEFT, x=300, y=200)], [Area(299, 199, 341, 241), Area(19, 29, 61, 71)]),
    ],
)
def test_only_what_changed_is_damaged(before: list[Node], after: list[Node], areas: list[Area]) -> None:
    assert damage(before, after, SIZE) == areas


def test_what_is_outside_does_not_count() -> None:
    assert damage([BACK], [BACK, replace(LEFT, x=-50)], SIZE) == []
    assert damage([BACK], [BACK, replace(LEFT, x=-20)], SIZE) == [Area(0, 29, 21, 71)]


def test_another_order_draws_everything() -> None:
    over = replace(RIGHT, x=30, y=40)
    assert damage([BACK, LEFT, over], [BACK, over, LEFT], SIZE) == [WHOLE]


def test_a_large_change_draws_everything() -> None:
    assert damage([BACK, LEFT], [plain("back", 0, 0, 400, 300, "#202020"), LEFT], SIZE) == [WHOLE]


def test_many_small_changes_become_few_areas() -> None:
    """Nineteen by nineteen places change at once: they are neighbours, and are merged into one."""
    stones = [plain(f"stone {x} {y}", 10 * x, 10 * y, 10, 10, "#000000") for x in range(19) for y in range(19)]
    assert damage([BACK], [BACK, *stones], SIZE) == [Area(0, 0, 191, 191)]
    far = [plain(f"far {number}", 90 * (number % 4), 90 * (number // 4), 10, 10, "#000000") for number in range(12)]
    assert damage([BACK], [BACK, *far], SIZE) == [Area(0, 0, 281, 191)]
