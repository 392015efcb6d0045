"""The gallery: all games with pictures, a search, and the ways to play the one that is chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

from renderer.app.pages.forms import PreferencesForm
from renderer.app.pages.help import GalleryHelp
from renderer.app.pages.lists import Problems, ReplayList, StartedList, StatisticsList
from renderer.app.pages.replay_viewer import show_kept
from renderer.app.pages.sheet import Sheet, SheetScreen
from renderer.app.screen import Host, Surroundings
from renderer.nodes import Target
from renderer.scene.page_models import Choice, Entry, Gallery
from renderer.scene.scrolling import Rows
from renderer.skins.theme import Theme
from runtime.keep.library import Listed
from runtime.keep.saves import Started
from runtime.keep.statistics import Days, Figures, Tally
from runtime.messages import counted
from runtime.show.buttons import usual_title
from runtime.show.days import today_text

UNUSABLE = "The unfinished game cannot be opened"
Progress: TypeAlias = Literal["found", "waiting", "complete"]
"""What came of looking further: something new, nothing yet, or there is nothing left to find out."""
Opening = Callable[[Listed, str, str | None, Started | None], None]
"""Opens a game: which one, in what way (play, resume, new_game, daily, tutorial, rules), at which level, and the
started game that is resumed."""
LONGEST_SEARCH = 40
NOTHING = Tally(Figures())
QUIET = 0.2
"""Seconds without input after which there is time for pictures."""
CHOICES = (
    Choice("Unfinished games", Target("command", "all_started")),
    Choice("Replays", Target("command", "all_replays")),
    Choice("Statistics", Target("command", "statistics")),
    Choice("Preferences", Target("command", "preferences")),
    Choice("Quit", Target("command", "quit")),
)


class Shelf:
    """Finds out about games when there is time for it."""

    def __init__(self, surroundings: Surroundings) -> None:
        self.surroundings = surroundings
        self._tallies = _tallies(surroundings)
        self._started = surroundings.saves.started()
        self._bugs: dict[str, str] = {}

    def started(self, listed: Listed, level: str | None = None) -> list[Started]:
        """The started games of a game, of one level if that is asked for; the one that was played last first."""
        return [each for each in self._started if each.game == listed.name and level in (None, each.level)]

    def note(self, listed: Listed) -> str:
        """How a game stands, in a line."""
        if listed.key in self._bugs:
            return self._bugs[listed.key]
        started = self.started(listed)
        readable = [each for each in started if each.is_readable]
        if len(readable) > 1:
            return counted(len(readable), "unfinished game")
        if started:
            return f"Unfinished, {counted(readable[0].moves, 'move')}" if readable else UNUSABLE
        if listed.name not in self._tallies:
            return ""
        figures = self._tallies[listed.name].total
        played = f"Played {counted(figures.played, 'time')}"
        return f"Won {figures.won} of {figures.played}" if figures.won else played

    def daily(self, listed: Listed) -> str:
        """How the game of today stands, in a line; empty if there is none."""
        today = self.surroundings.time().date()
        begun = any(each.daily == today for each in self.started(listed))
        return today_text(self._days(listed), today, begun) if listed.daily else ""

    def daily_played(self, listed: Listed) -> bool:
        """Whether the game of today was played to its end already."""
        return self.surroundings.time().date() in self._days(listed).results

    def _days(self, listed: Listed) -> Days:
        return self._tallies.get(listed.name, NOTHING).days

    def look_further(self, listed: Sequence[Listed]) -> Progress:
        """Find out about one more game."""
        style = self.surroundings.theme
        for each in listed:
            if not each.problem and self.surroundings.thumbnails.is_missing(each.path, style):
                return self._picture(each, style)
        if self.surroundings.painter is not None:
            self.surroundings.painter.rest()
        return "complete"

    def _picture(self, listed: Listed, style: Theme) -> Progress:
        """Have a picture made: elsewhere, or here and now."""
        thumbnails, painter = self.surroundings.thumbnails, self.surroundings.painter
        if painter is None or painter.broken:
            if thumbnails.make(listed.path, style) is None:
                self._note_bug(listed, thumbnails.bug)
            return "found"
        asked = painter.asked
        if asked is None:
            painter.ask(listed.path, style)
            return "waiting"
        if not painter.answered():
            return "waiting"
        if thumbnails.is_missing(*asked):
            thumbnails.give_up(*asked)
            if asked[0] == listed.path:
                self._note_bug(listed, painter.bug)
        return "found"

    def _note_bug(self, listed: Listed, bug: str) -> None:
        """A game without a picture says so, if that is a mistake of ours."""
        if bug:
            self._bugs[listed.key] = bug


def _tallies(surroundings: Surroundings) -> dict[str, Tally]:
    """The figures of all games; what cannot be read is not told of here, but where somebody asks for it."""
    try:
        return surroundings.statistics.tallies()
    except OSError:
        return {}


class GallerySheet(Sheet):
    """The games that fit what was searched for. Pictures are made one by one while nothing else is to be done."""

    name = "gallery"

    def __init__(self, host: Host, opening: Opening) -> None:
        super().__init__(host)
        self.opening = opening
        self.shelf = Shelf(host.surroundings)
        self.search = ""
        self.selected: str | None = None
        self.levels: dict[str, str] = {}
        self.message = ""
        self._complete: object = None
        self._sought = ""

    def refresh(self) -> None:
        """Look again which games there are and how they stand."""
        self.shelf = Shelf(self.host.surroundings)
        self.host.changed()

    # What is shown

    def fitting(self) -> list[Listed]:
        """The games that fit the search: every word of it is in what there is to read about them."""
        words = self.search.lower().split()
        found = [
            listed
            for listed in self.host.surroundings.games()
            if all(word in f"{listed.title} {listed.about} {listed.group} {listed.name}".lower() for word in words)
        ]
        # What is named so comes before what is only described so.
        return sorted(found, key=lambda listed: not all(word in listed.title.lower() for word in words))

    def page(self) -> Gallery:
        """The gallery now."""
        entries = tuple(self._entry(listed) for listed in self.fitting())
        return Gallery(entries, self.search, self.selected, self.first, CHOICES, self.message)

    def measure(self, rows: Rows) -> None:
        """The game that was just chosen, or left, stays in sight though the others make room for its details."""
        super().measure(rows)
        at = next((number for number, listed in enumerate(self.fitting()) if listed.key == self._sought), None)
        if at is not None:
            row = at // rows.columns
            self.first = rows.clamped(max(row - rows.visible + 1, min(self.first, row)))
        self._sought = ""

    def _entry(self, listed: Listed) -> Entry:
        around, started = self.host.surroundings, self.shelf.started(listed)
        return Entry(
            listed.key,
            listed.title,
            listed.about if not listed.problem else "The spec of this game has mistakes.",
            around.thumbnails.find(listed.path, around.theme),
            tuple((level, usual_title(level)) for level in listed.levels) if len(listed.levels) > 1 else (),
            self._level(listed),
            self._last(listed) is not None,
            self.shelf.daily(listed),
            listed.tutorial,
            self.shelf.note(listed) if not listed.problem else "Has mistakes",
            listed.group,
            self.shelf.daily_played(listed),
            bool(listed.problem),
            len(started) if len(started) > 1 or not all(each.is_readable for each in started) else 0,
        )

    # What is done

    def choose(self, name: str, value: object) -> None:
        """A game, or a level of the one that is chosen. A game that is chosen twice is played."""
        if name == "game":
            if value == self.selected:
                self._open(self._likeliest())
            self.selected = self._sought = str(value)
            self.host.focus_on(f"details:button:{self._likeliest()}")
        elif name == "level" and self.selected is not None:
            self.levels[self.selected] = str(value)
        self.host.changed()

    def _level(self, listed: Listed) -> str | None:
        """The level that was chosen here, else that of the game that was played last."""
        chosen = self.levels.get(listed.key)
        last = next((each for each in self.shelf.started(listed) if each.is_readable), None)
        return chosen if chosen is not None or last is None else last.level

    def _last(self, listed: Listed) -> Started | None:
        """The game to continue: the one that was played last, at the level that was chosen here."""
        started = self.shelf.started(listed, self.levels.get(listed.key))
        return next((each for each in started if each.is_readable), None)

    def _likeliest(self) -> str:
        """What is most likely wanted of the game that is chosen."""
        listed = self._chosen()
        return "resume" if listed is not None and self._last(listed) is not None else "play"

    def _chosen(self) -> Listed | None:
        return next((listed for listed in self.fitting() if listed.key == self.selected), None)

    def press(self, target: Target) -> None:
        """Closing closes the details."""
        if target == Target("command", "close"):
            self._close_details()
        else:
            super().press(target)

    def _close_details(self) -> None:
        self._sought, self.selected = self.selected or "", None
        self.host.focus_on(f"game:{self._sought}")
        self.host.changed()

    def command(self, name: str) -> None:
        """A way to play, or one of the pages beside."""
        match name:
            case "statistics":
                self.host.open(SheetScreen(self.host, StatisticsList(self.host)))
            case "preferences":
                self.host.open(SheetScreen(self.host, PreferencesForm(self.host)))
            case "quit":
                self.host.effect("quit")
            case "all_started" | "started":
                self._list_started(self._chosen() if name == "started" else None)
            case "all_replays" | "replays":
                listed = self._chosen() if name == "replays" else None
                game = listed.name if listed is not None else None
                sheet = ReplayList(self.host, lambda kept: show_kept(self.host, kept.path), game)
                self.host.open(SheetScreen(self.host, sheet))
            case _:
                self._open(name)

    def _open(self, way: str) -> None:
        listed = self._chosen()
        if listed is None:
            return
        if listed.problem:
            self.host.open(SheetScreen(self.host, Problems(self.host, listed.title, listed.problem)))
        else:
            self.opening(listed, way, self._level(listed), self._last(listed))

    def _list_started(self, listed: Listed | None) -> None:
        """Show the started games, of one game or of all."""

        def resume(started: Started) -> None:
            found = next((each for each in self.host.surroundings.games() if each.name == started.game), None)
            if found is not None:
                self.host.back()
                self.opening(found, "resume", None, started)

        sheet = StartedList(self.host, resume, listed.name if listed is not None else None)
        self.host.open(SheetScreen(self.host, sheet))

    def typed(self, text: str, field: str | None) -> None:
        """Letters go to the search wherever the keyboard is."""
        self._search(self.search + text)
        self.host.focus_on("field:search")

    def _search(self, text: str) -> None:
        self.search = text[:LONGEST_SEARCH].lstrip()
        self.first = 0
        nothing = f"No game fits ‘{self.search.strip()}’. Press Escape to see all games again."
        self.message = "" if self.fitting() else nothing
        self.host.changed()

    def key(self, name: str, shift: bool, control: bool) -> bool:
        """Backspace shortens the search, Down leads to what it found; Escape ends it, then closes the details."""
        if name == "Backspace" and self.search:
            self._search(self.search[:-1])
        elif name == "Escape" and self.search:
            self._search("")
        elif name == "Escape" and self.selected is not None:
            self._close_details()
        elif name == "F1":
            self.host.open(SheetScreen(self.host, GalleryHelp(self.host)))
        elif name == "Enter" and self.host.field is not None:
            first = next(iter(self.fitting()), None)
            if first is not None:
                self.choose("game", first.key)
        elif name == "Down" and self.host.field is not None and self.fitting():
            self.first = 0
            self.host.focus_on(f"game:{self.fitting()[0].key}")
            self.host.changed()
        else:
            return super().key(name, shift, control)
        return True

    def tick(self, now: float) -> None:
        """Look after one game at a time: how it stands, and its picture."""
        wanted = (self.shelf, self.search, self.host.surroundings.theme)
        if self.host.idle < QUIET or self._complete == wanted:
            return
        progress = self.shelf.look_further(self.fitting())
        if progress == "found":
            self.host.changed()
        elif progress == "complete":
            self._complete = wanted


class GalleryScreen(SheetScreen):
    """The gallery as a page: the first one."""

    def __init__(self, host: Host, opening: Opening) -> None:
        self.gallery = GallerySheet(host, opening)
        super().__init__(host, self.gallery)

    def escape(self) -> None:
        """There is nothing to go back to, and nobody leaves by accident."""

    def close(self) -> None:
        """No more pictures."""
        if self.host.surroundings.painter is not None:
            self.host.surroundings.painter.rest()

    def appear(self) -> None:
        """Games may have been played meanwhile."""
        self.host.effect("title")
        self.gallery.refresh()

    @property
    def asks_letters(self) -> bool:
        """Letters go to the search."""
        return True
