"""The lists: unfinished games, replays, statistics, and what is wrong with a spec."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date

from renderer.app.pages.sheet import Sheet
from renderer.app.screen import Host
from renderer.nodes import Target
from renderer.scene.page_models import CLOSE, Choice, Listing, Reading, Row, Section
from runtime.keep.saves import Kept, Started
from runtime.keep.statistics import NO_DAYS, Days, Figures, Tally
from runtime.messages import counted
from runtime.show.kinds import USUAL, lowered
from runtime.show.results import RESULTS, duration
from runtime.show.started import capitalised, what, when

HEADINGS = ("Game", "Played", "Won", "Streak", "Daily", "Best", "Lost", "Won with hints", "Drawn", "Fastest", "Time")
NEEDED = HEADINGS[: HEADINGS.index("Best") + 1]
"""The columns that are shown however narrow the list is."""
SELDOM = ("Won with hints", "Drawn", "Daily")
"""Columns that are left out if nothing stands in them."""
ABOUT_HINTS = "Games played with hints set no records."
NONE = "–"


class Problems(Sheet):
    """The text of some diagnostics under a title."""

    name = "problems"

    def __init__(self, host: Host, title: str, text: str) -> None:
        super().__init__(host)
        self.title = title
        self.text = text

    def page(self) -> Reading:
        """The text, line by line, with space between two mistakes."""
        close = Choice("Close", Target("command", "close"), key="Esc")
        lines = tuple(_apart(self.text.split("\n")))
        return Reading(self.title, (Section("", lines),), (close,), self.first, code=True)


def _apart(lines: list[str]) -> Iterator[str]:
    """The lines, with an empty one before each mistake except the first; lines that belong to a mistake are
    indented."""
    for number, line in enumerate(lines):
        if number and line and not line.startswith(" ") and lines[number - 1].startswith(" "):
            yield ""
        yield line


class ReplayList(Sheet):
    """The replays, the latest first; or only those of one game."""

    name = "replays"

    def __init__(self, host: Host, show: Callable[[Kept], None], game: str | None = None) -> None:
        super().__init__(host)
        self.show = show
        self.problem = ""
        try:
            self.kept = [kept for kept in host.surroundings.replays.all() if game in (None, kept.game)]
        except OSError as problem:
            self.kept, self.problem = [], f"The replays cannot be read: {problem.strerror}."

    def page(self) -> Listing:
        """A row for each game."""
        titles = {listed.name: listed.title for listed in self.host.surroundings.games()}
        rows = tuple(
            Row(
                (
                    titles.get(kept.game, kept.game),
                    kept.ended.strftime("%d %b %Y, %H:%M"),
                    RESULTS[kept.result],
                    str(kept.moves),
                ),
                Target("option", "replay", number),
            )
            for number, kept in enumerate(self.kept)
        )
        text = "" if rows else self.problem or "You haven’t finished a game yet."
        headings = ("Game", "Ended", "Result", "Moves") if rows else ()
        return Listing("Replays", headings, rows, (CLOSE,), text, self.first)

    def choose(self, name: str, value: object) -> None:
        """Look at one of them."""
        if name == "replay" and isinstance(value, int) and value < len(self.kept):
            self.show(self.kept[value])


class StartedList(Sheet):
    """The unfinished games, the most recently played first; or only those of one game.

    A game that is pressed is continued, or removed while `removing`.
    """

    name = "started"

    def __init__(self, host: Host, resume: Callable[[Started], None], game: str | None = None) -> None:
        super().__init__(host)
        self.resume = resume
        self.game = game
        self.removing = False
        self.started = host.surroundings.saves.started(game)

    def page(self) -> Listing:
        """A row for each game."""
        around = self.host.surroundings
        titles = {listed.name: listed.title for listed in around.games()}
        today = around.time().date()
        rows = tuple(
            Row(
                (
                    titles.get(each.game, each.game),
                    what(each, today) if each.is_readable else "Cannot be opened",
                    str(each.moves) if each.is_readable else NONE,
                    capitalised(when(each.played, today)),
                ),
                Target("option", "started", number),
            )
            for number, each in enumerate(self.started)
        )
        problem = None if rows else around.saves.unreadable()
        none = "There is no unfinished game."
        text = "" if rows else none if problem is None else f"Your saved games cannot be read: {problem.strerror}."
        if self.removing:
            text = "Press a game to remove it for good."
        headings = ("Game", "Which", "Moves", "Played last") if rows else ()
        keep = Choice("Stop removing", Target("command", "remove_games"))
        remove = Choice("Remove games", Target("command", "remove_games"), enabled=bool(rows))
        choices = (keep if self.removing else remove, CLOSE)
        return Listing("Unfinished games", headings, rows, choices, text, self.first)

    def command(self, name: str) -> None:
        """Start or stop removing games."""
        if name == "remove_games":
            self.removing = not self.removing
            self.host.changed()

    def choose(self, name: str, value: object) -> None:
        """Continue one of them, or remove it."""
        if name != "started" or not isinstance(value, int) or value >= len(self.started):
            return
        if not self.removing:
            self.resume(self.started[value])
            return
        self.host.surroundings.saves.remove(self.started[value])
        self.started = self.host.surroundings.saves.started(self.game)
        self.removing = bool(self.started)
        self.host.changed()


class StatisticsList(Sheet):
    """The statistics of every game that was played to its end, with each kind of game below its total."""

    name = "statistics"

    def page(self) -> Listing:
        """A row for each game, and rows below it for each kind of it if there are several."""
        around = self.host.surroundings
        titles = {listed.name: listed.title for listed in around.games()}
        try:
            found, text = around.statistics.tallies(), "You haven’t finished a game yet."
        except OSError as problem:
            found, text = {}, f"The statistics cannot be read: {problem.strerror}."
        named = [(titles.get(game, game), tally) for game, tally in found.items()]
        named.sort(key=lambda each: each[0].lower())
        today = around.time().date()
        lines = [line for title, tally in named for line in _lines(title, tally, today)]
        headings, cells = worth_showing([cells for _, cells, _ in lines])
        rows = tuple(Row((title, *row), below=below) for (title, _, below), row in zip(lines, cells, strict=True))
        spare = sum(heading not in NEEDED for heading in headings) if rows else 0
        text = ABOUT_HINTS if rows else text
        return Listing("Statistics", headings if rows else (), rows, (CLOSE,), text, self.first, spare)


def _lines(title: str, tally: Tally, today: date) -> Iterator[tuple[str, tuple[str, ...], bool]]:
    """The total of a game and its parts, each with its cells, and whether it belongs below the total."""
    total = cells_of(tally.total, tally.days, today)
    kind = tally.kinds[0][0] if len(tally.kinds) == 1 else ""
    if kind and ":" not in kind and tally.kinds[0][1].played == tally.total.played:
        yield (title if kind == USUAL else f"{title} ({lowered(kind)})"), total, False
        return
    yield title, total, False
    for kind, figures in tally.kinds:
        yield kind, cells_of(figures, NO_DAYS, today), True


def worth_showing(rows: list[tuple[str, ...]]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Headings and rows, without the columns for hints, draws and days if they are empty."""
    filled = [name for at, name in enumerate(HEADINGS[1:]) if any(row[at] not in ("0", NONE) for row in rows)]
    kept = [at for at, name in enumerate(HEADINGS[1:]) if name in filled or name not in SELDOM]
    return (HEADINGS[0], *(HEADINGS[at + 1] for at in kept)), [tuple(row[at] for at in kept) for row in rows]


def cells_of(figures: Figures, days: Days, today: date) -> tuple[str, ...]:
    """The statistics in words; streaks with the best ones so far. The best is a score, or else a win in few moves."""
    return (
        str(figures.played),
        str(figures.won - figures.hinted),
        f"{figures.streak} (best {figures.best_streak})",
        f"{days.streak(today)} (best {days.longest})" if days.results else NONE,
        best_of(figures),
        str(figures.lost),
        str(figures.hinted),
        str(figures.drawn),
        NONE if figures.fastest is None else duration(figures.fastest),
        duration(figures.seconds),
    )


def best_of(figures: Figures) -> str:
    """The best score; for a game without scores, the fewest moves of a win."""
    if figures.best_score is not None:
        return counted(figures.best_score, "point")
    return NONE if figures.fewest_moves is None else counted(figures.fewest_moves, "move")
