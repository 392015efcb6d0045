"""A game summed up in a line once it is over."""

import pytest

from renderer.table.record import summed_up
from runtime.statistics import Figures, Finished

FIRST = Figures()


@pytest.mark.parametrize(
    ("ended", "before", "line"),
    [
        (Finished("won", 72, None, 252), FIRST, "Time 4:12  ·  72 moves"),
        (Finished("lost", 1, None, 9), FIRST, "Time 0:09  ·  1 move"),
        (Finished("won", 72, None, 252), Figures(fewest_moves=60), "Time 4:12  ·  72 moves  ·  fewest 60"),
        (Finished("won", 59, None, 252), Figures(fewest_moves=60), "Time 4:12  ·  59 moves  ·  your fewest"),
        (Finished("lost", 59, None, 252), Figures(fewest_moves=60), "Time 4:12  ·  59 moves"),
        (Finished("played", 30, 120, 60), Figures(best_score=150), "Time 1:00  ·  30 moves  ·  best score 150"),
        (Finished("played", 30, 151, 60), Figures(best_score=150), "Time 1:00  ·  30 moves  ·  a new best score"),
    ],
)
def test_a_game_is_summed_up_beside_the_best_before_it(ended: Finished, before: Figures, line: str) -> None:
    assert summed_up(ended, before) == line
