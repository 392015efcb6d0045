"""A finished game summed up in a line."""

import pytest

from runtime.keep.statistics import Figures, Finished
from runtime.show.results import again, summed_up

FIRST = Figures()
SECOND = Figures(fewest_moves=60, fastest=238)


@pytest.mark.parametrize(
    ("ended", "before", "line"),
    [
        (Finished("won", 72, None, 252), FIRST, "Time 4:12  ·  72 moves"),
        (Finished("lost", 1, None, 9), FIRST, "Time 0:09  ·  1 move"),
        (Finished("won", 72, None, 252), SECOND, "Time 4:12  ·  72 moves  ·  best time 3:58"),
        (Finished("won", 59, None, 252), SECOND, "Time 4:12  ·  59 moves, your fewest  ·  best time 3:58"),
        (Finished("won", 72, None, 237), SECOND, "Time 3:57  ·  72 moves  ·  a new best time"),
        (Finished("lost", 59, None, 100), SECOND, "Time 1:40  ·  59 moves"),
        (Finished("won", 30, 120, 60), FIRST, "Time 1:00  ·  30 moves"),
        (Finished("played", 30, 120, 60), Figures(best_score=150), "Time 1:00  ·  30 moves  ·  best score 150"),
        (Finished("played", 30, 151, 60), Figures(best_score=150), "Time 1:00  ·  30 moves  ·  a new best score"),
        (Finished("won", 9, None, 60, hints=3), SECOND, "Won with 3 hints  ·  Time 1:00  ·  9 moves"),
        (Finished("won", 9, 99, 60, hints=1), Figures(best_score=50), "Won with 1 hint  ·  Time 1:00  ·  9 moves"),
        (Finished("lost", 9, None, 60, hints=2), SECOND, "2 hints  ·  Time 1:00  ·  9 moves"),
    ],
)
def test_a_game_is_summed_up_beside_the_best_before_it(ended: Finished, before: Figures, line: str) -> None:
    assert summed_up(ended, before) == line


def test_an_end_that_was_taken_back_and_made_again_has_figures_of_its_own() -> None:
    assert again(Finished("won", 7, 50, 102)) == "Time 1:42  ·  7 moves  ·  only the first ending counts"
    line = "Won with 2 hints  ·  Time 1:42  ·  7 moves  ·  only the first ending counts"
    assert again(Finished("won", 7, 50, 102, hints=2)) == line
