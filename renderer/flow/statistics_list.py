"""How the player has fared, game by game."""

from __future__ import annotations

from renderer.flow.sheet import Sheet
from renderer.nodes import Target
from renderer.page_models import Choice, Listing, Row
from runtime.statistics import Figures

HEADINGS = ("Game", "Played", "Won", "Lost", "Drawn", "Streak", "Best score", "Fewest moves", "Time")
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
        close = Choice("Close", Target("command", "close"), primary=True, key="Esc")
        return Listing("Statistics", HEADINGS if rows else (), rows, (close,), text, self.first)


def cells(figures: Figures) -> tuple[str, ...]:
    """The figures in words; a streak with the best one so far."""
    return (
        str(figures.played),
        str(figures.won),
        str(figures.lost),
        str(figures.drawn),
        f"{figures.streak} (best {figures.best_streak})",
        NONE if figures.best_score is None else str(figures.best_score),
        NONE if figures.fewest_moves is None else str(figures.fewest_moves),
        duration(figures.seconds),
    )


def duration(seconds: int) -> str:
    """A time as people read it."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
