"""A person's statistics: for each game how often it was played and won, and the best results."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from interpreter import State
from interpreter.expressions import Number, strip
from runtime.files import change_stored, data_folder, read_stored
from runtime.session.session import Session, moves_made

Result: TypeAlias = Literal["won", "lost", "drawn", "played"]
"""How a game ended for the one person who played it; `played`: for nobody in particular."""
FORMAT = 1
STRANGE, GAMES, KINDS, DAYS = "not_understood", "games", "kinds", "days"
DAILY_WON, DAILY_STREAK = "daily_won", "daily_streak"
"""What the figures of a game once said of its days: the last one that was won, and how many in a row."""
DAY = timedelta(days=1)
FIRST_DAY, LAST_DAY = date.min.toordinal(), date.max.toordinal() - 1
"""There is a day before and a day after each that counts."""
SCORE = "score"
"""The variable that is taken for the score, if a spec has one."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one game. Those without data yet are None. `hinted` is how many of the wins used hints; these
    count neither for the best score, the fewest moves and the shortest time, nor for a streak, which they do not end
    either. `fastest` is the shortest time of a win, in seconds."""

    played: int = 0
    won: int = 0
    hinted: int = 0
    lost: int = 0
    drawn: int = 0
    streak: int = 0
    best_streak: int = 0
    best_score: int | None = None
    fewest_moves: int | None = None
    seconds: int = 0
    fastest: int | None = None


@dataclass(frozen=True, slots=True)
class Finished:
    """A game that has ended: how, in how many moves by the person, with what score, in what time, and with how many
    hints."""

    result: Result
    moves: int
    score: int | None
    seconds: int
    hints: int = 0


@dataclass(frozen=True, slots=True)
class Days:
    """The days whose game of the day was finished, each with the result of the first attempt.

    A day is that of the game, whatever the clock said when it ended. So neither a clock that is set back nor a second
    window can count one twice.
    """

    results: Mapping[date, Result] = field(default_factory=dict)

    def streak(self, today: date) -> int:
        """How many days in a row were played, up to today. As long as today's game is open, yesterday's counts as the
        last."""
        last = today if today in self.results else today - DAY
        return self._run(last)

    @property
    def longest(self) -> int:
        """The longest streak so far."""
        return max((self._run(day) for day in self.results if day + DAY not in self.results), default=0)

    def _run(self, last: date) -> int:
        """How many days in a row were played up to a day."""
        first = last
        while first in self.results:
            first -= DAY
        return (last - first).days

    def with_day(self, day: date, result: Result) -> Days:
        """These days with one more; a day that was already played keeps its first result."""
        return Days({day: result, **self.results})


class Kind(NamedTuple):
    """A way to play a game whose figures are kept separately: its key, and what people call it."""

    key: str
    title: str


NO_DAYS = Days()


@dataclass(frozen=True, slots=True)
class Tally:
    """Everything known about one game: the figures of all its games, those of each kind by its title, and its days."""

    total: Figures
    kinds: tuple[tuple[str, Figures], ...] = ()
    days: Days = NO_DAYS


def finished(session: Session, seconds: float) -> Finished:
    """The facts to remember about a game that is over."""
    persons = [player for player in session.game.players if session.seats[player] == "person"]
    score = _score(session.state, persons[0]) if len(persons) == 1 else None
    moves = moves_made(session.history)
    return Finished(result_of(session, persons), moves, score, round(seconds), session.used.hints)


def result_of(session: Session, persons: list[str]) -> Result:
    """How the game ended for the only person; if several share a screen, nobody's wins are counted."""
    status = session.game.status(session.state)
    if len(persons) != 1:
        return "played"
    if len(session.game.players) == 1:
        return "played" if status.won is None else "won" if status.won else "lost"
    if status.winner is None:
        return "drawn"
    return "won" if status.winner == persons[0] else "lost"


def _score(state: State, player: str) -> int | None:
    """The score of a player: the variable of that name, one for each player or one for all."""
    variable = state.program.schema.variables.get(SCORE)
    if variable is None or not isinstance(strip(variable.type), Number):
        return None
    value = state.variable(SCORE)
    if variable.per is not None:
        number = state.program.schema.players.words.index(player)
        value = value[number] if len(value) > number else None
    return value if isinstance(value, int) else None


def added(figures: Figures, game: Finished) -> Figures:
    """The figures with one more game."""
    won, alone = game.result == "won", not game.hints
    streak = 0 if game.result in ("lost", "drawn") else figures.streak + (won and alone)
    return replace(
        figures,
        played=figures.played + 1,
        won=figures.won + won,
        hinted=figures.hinted + (won and not alone),
        lost=figures.lost + (game.result == "lost"),
        drawn=figures.drawn + (game.result == "drawn"),
        streak=streak,
        best_streak=max(figures.best_streak, streak),
        best_score=_better(figures.best_score, game.score, max) if alone else figures.best_score,
        fewest_moves=_better(figures.fewest_moves, game.moves, min) if won and alone else figures.fewest_moves,
        seconds=figures.seconds + game.seconds,
        fastest=_better(figures.fastest, game.seconds, min) if won and alone else figures.fastest,
    )


def _better(before: int | None, now: int | None, best: Any) -> int | None:
    given = [value for value in (before, now) if value is not None]
    return best(given) if given else None


class Statistics:
    """The figures of all games, in one file. Each change starts from the file's content, because another window may
    have written it."""

    def __init__(self, folder: Path | None = None) -> None:
        self.path = (folder if folder is not None else data_folder()) / "statistics.json"

    def all(self) -> dict[str, Figures]:
        """The figures by game; OSError if they cannot be read."""
        return {game: tally.total for game, tally in self.tallies().items()}

    def tallies(self) -> dict[str, Tally]:
        """Everything known about each game, its kinds in the order of their titles; OSError if it cannot be read."""
        content = read_stored(self.path)
        found = {game: _figures(entry) for game, entry in _part(content, GAMES).items()}
        return {
            game: Tally(total, _kinds(content, game), _days(content, game))
            for game, total in found.items()
            if total is not None
        }

    def of(self, game: str, kind: Kind | None = None) -> Figures:
        """The figures of one game, or of one kind of it."""
        if kind is None:
            return self.all().get(game, Figures())
        entry = _part(_part(read_stored(self.path), KINDS), game).get(kind.key)
        return _of_kind(entry) or Figures()

    def days(self, game: str) -> Days:
        """The days whose game of the day was played; OSError if they cannot be read."""
        return _days(read_stored(self.path), game)

    def note(self, game: str, ended: Finished, daily: date | None = None, kind: Kind | None = None) -> Figures:
        """Count a game that has ended; `daily` is the day whose game it was. OSError if it does not reach the disk."""

        def counted(content: dict[str, Any]) -> dict[str, Any]:
            games, strange = _part(content, GAMES), dict(_part(content, STRANGE))
            before = _figures(games.get(game, {}))
            if before is None:
                # What makes no sense to this version stays for the one that wrote it.
                strange[game] = games[game]
            figures = added(before or Figures(), ended)
            after = {"format": FORMAT, **content, GAMES: {**games, game: asdict(figures)}}
            days = _days(content, game)
            days = days if daily is None else days.with_day(daily, ended.result)
            if days.results:
                written = {day.isoformat(): result for day, result in sorted(days.results.items())}
                after[DAYS] = {**_part(content, DAYS), game: written}
            if kind is not None:
                kinds = _part(content, KINDS)
                apart = _part(kinds, game)
                known = _of_kind(apart.get(kind.key))
                if known is None and kind.key in apart:
                    strange[f"{game}/{kind.key}"] = apart[kind.key]
                entry = {"title": kind.title, "figures": asdict(added(known or Figures(), ended))}
                after[KINDS] = {**kinds, game: {**apart, kind.key: entry}}
            return {**after, STRANGE: strange} if strange else after

        return _figures(_part(change_stored(self.path, counted), GAMES)[game]) or Figures()


def _part(content: dict[str, Any], name: str) -> dict[str, Any]:
    """A part of a file's content; empty if it has another shape."""
    found = content.get(name)
    return found if isinstance(found, dict) else {}


def _kinds(content: dict[str, Any], game: str) -> tuple[tuple[str, Figures], ...]:
    found = _part(_part(content, KINDS), game).values()
    known = [(str(entry["title"]), figures) for entry in found if (figures := _of_kind(entry)) is not None]
    return tuple(sorted(known, key=lambda each: each[0].lower()))


def _days(content: dict[str, Any], game: str) -> Days:
    """The days of a game; entries that are not a day with a result are left out. The figures used to count the days
    that were won."""
    before, found = _part(_part(content, GAMES), game), dict[date, Result]()
    last, count = before.get(DAILY_WON), before.get(DAILY_STREAK)
    if isinstance(last, int) and isinstance(count, int):
        won = range(last, max(last - count, FIRST_DAY), -1) if last <= LAST_DAY else ()
        found = {date.fromordinal(day): "won" for day in won}
    for day, result in _part(_part(content, DAYS), game).items():
        with suppress(ValueError):
            if result in get_args(Result) and FIRST_DAY < date.fromisoformat(day).toordinal() <= LAST_DAY:
                found[date.fromisoformat(day)] = result
    return Days(found)


def _of_kind(entry: Any) -> Figures | None:
    """The figures of a kind; None if there are none, or the entry has another shape."""
    if not isinstance(entry, dict) or not isinstance(entry.get("title"), str):
        return None
    return _figures(entry.get("figures"))


def _figures(entry: Any) -> Figures | None:
    """The figures of an entry; None if it contains anything but whole numbers."""
    names = {each.name for each in fields(Figures)}
    if not isinstance(entry, dict) or not entry.keys() <= names | {DAILY_WON, DAILY_STREAK}:
        return None
    if any(isinstance(value, bool) or not isinstance(value, int | None) for value in entry.values()):
        return None
    given = {name: value for name, value in entry.items() if value is not None and name in names}
    return Figures(**given)
