"""How the player has fared, game by game."""

from __future__ import annotations

from renderer.flow.sheet import Sheet
from renderer.page_models import CLOSE, Listing, Row
from runtime.statistics import Figures
from runtime.wording import counted

HEADINGS = ("Game", "Played", "Won", "Lost", "Drawn", "Streak", "Best", "Fastest win", "Time played")
NONE = "–"


class StatisticsList(Sheet):
    """The figures of every game that was played to its end."""

    name = "statistics"

    def page(self) -> Listing:
        """A row for each game."""
        around = self.host.surroundings
        titles = {listed.name: listed.title for listed in around.games()}
        every = sorted(around.statistics.all().items(), key=lambda each: titles.get(each[0], each[0]).lower())
        rows = tuple(Row((titles.get(game, game), *cells(figures))) for game, figures in every)
        text = "" if rows else "No game was played to its end yet."
        return Listing("Statistics", HEADINGS if rows else (), rows, (CLOSE,), text, self.first)


def cells(figures: Figures) -> tuple[str, ...]:
    """The figures in words; a streak with the best one so far. The best is a score, or else a win in few moves."""
    return (
        str(figures.played),
        str(figures.won),
        str(figures.lost),
        str(figures.drawn),
        f"{figures.streak} (best {figures.best_streak})",
        best_of(figures),
        NONE if figures.fastest is None else duration(figures.fastest),
        duration(figures.seconds),
    )


def best_of(figures: Figures) -> str:
    """The best score; of a game without one the fewest moves with which it was won."""
    if figures.best_score is not None:
        return counted(figures.best_score, "point")
    return NONE if figures.fewest_moves is None else counted(figures.fewest_moves, "move")


def duration(seconds: int) -> str:
    """A time as people read it."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
