"""The gallery: all games with pictures, ways to find them, and the ways to play the chosen one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Literal, TypeAlias

from renderer.app.pages.forms import PreferencesForm
from renderer.app.pages.help import GalleryHelp
from renderer.app.pages.lists import Problems, ReplayList, StartedList, StatisticsList
from renderer.app.pages.replay_viewer import show_kept
from renderer.app.pages.sheet import Sheet, SheetScreen, pointed_at
from renderer.app.screen import Host, Pointing, Surroundings
from renderer.nodes import Scene, Target
from renderer.scene.gallery import first_showing
from renderer.scene.layout import unit_of
from renderer.scene.page import gallery_in, page_scene
from renderer.scene.page_models import Choice, Entry, Field, Gallery, Group, Offer
from renderer.skins.theme import Size, Theme
from runtime.keep.library import HOUSE, KIND_TITLES, Listed, other_name, resembling, searched
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
LAST, FAVOURITES, GAMES = "last", "favourite", "game"
"""How the keys of cards begin: in the row of the games played last, among the favourites, and under the headings."""
FILTERS: dict[str, tuple[tuple[str, str], ...]] = {
    "players": (("1", "1 player"), ("2", "2 players"), ("more", "3+")),
    "minutes": (("5", "≤ 5 min"), ("15", "≤ 15 min"), ("more", "> 15 min")),
    "kind": tuple(KIND_TITLES.items()),
}
MIDDLING = 15
"""A game of more minutes is a long one."""
WELCOME = "Welcome!", "Learn one of our own games in a few minutes:"
NOTHING = Tally(Figures())
LOOKING = 2.0
"""Every so many seconds it looks for specs that were changed."""
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
        self.games = surroundings.games()
        self.state = surroundings.state_of_games()
        self._tallies = _tallies(surroundings)
        self._started = surroundings.saves.started()
        self._ended = _ended(surroundings)
        self._bugs: dict[str, str] = {}

    @property
    def played(self) -> list[str]:
        """The names of the games that were played, the most recent first, including unfinished ones."""
        times = [*self._ended, *((each.played, each.game) for each in self._started)]
        return list(dict.fromkeys(game for _, game in sorted(times, reverse=True)))

    @property
    def is_new(self) -> bool:
        """Whether nobody has played here yet."""
        return not (self._started or self._ended or self._tallies or self.surroundings.preferences.value.introduced)

    def started(self, listed: Listed, level: str | None = None) -> list[Started]:
        """The started games of a game, or only those at one level; the most recently played first."""
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
        played = "Played once" if figures.played == 1 else f"Played {figures.played} times"
        return f"Won {figures.won} of {figures.played}" if figures.won else played

    def daily(self, listed: Listed) -> str:
        """How the game of today stands, in a line; empty if there is none."""
        today = self.surroundings.time().date()
        begun = any(each.daily == today for each in self.started(listed))
        return today_text(self._days(listed), today, begun) if listed.daily else ""

    def daily_played(self, listed: Listed) -> bool:
        """Whether today's game has already been played to its end."""
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
        """Have a picture made: in another process, or here and now."""
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
        """Note that a game has no picture because of a mistake of ours."""
        if bug:
            self._bugs[listed.key] = bug


def _tallies(surroundings: Surroundings) -> dict[str, Tally]:
    """The statistics of all games; unreadable ones are not reported here, but where somebody asks for them."""
    try:
        return surroundings.statistics.tallies()
    except OSError:
        return {}


def _ended(surroundings: Surroundings) -> list[tuple[datetime, str]]:
    """When the recorded games ended; unreadable ones are not reported here."""
    try:
        return [(kept.ended, kept.game) for kept in surroundings.replays.all()]
    except OSError:
        return []


def facts(listed: Listed) -> str:
    """The number of players, and how long a game takes."""
    if listed.problem:
        return ""
    minutes = f"  ·  {listed.minutes} min" if listed.minutes is not None else ""
    return f"{counted(listed.players, 'player')}{minutes}"


def _short(title: str, family: str) -> str:
    """The title of a variant among its family: without the name that they share."""
    rest = title.removeprefix(f"{family} ")
    return rest[:1].upper() + rest[1:]


class GallerySheet(Sheet):
    """The games that match the search. Pictures are made one by one when there is nothing else to do."""

    name = "gallery"

    def __init__(self, host: Host, opening: Opening) -> None:
        super().__init__(host)
        self.opening = opening
        self.shelf = Shelf(host.surroundings)
        self.search = ""
        self.filters: dict[str, str] = {}
        self.selected: str | None = None
        self.levels: dict[str, str] = {}
        self.message = ""
        self.beside = False
        """Whether details stand beside the games, so that those of some game are always shown."""
        self._card = ""
        """The key of the card that the details were opened from."""
        self._previewed: str | None = None
        """The game whose card the keyboard is on: its details are shown beside the games."""
        self._seen: str | None = None
        """What the keyboard was on when the games were last scrolled to it."""
        self._complete: object = None
        self._looked = 0.0

    def refresh(self) -> None:
        """Check again which games there are and how they stand."""
        self.shelf = Shelf(self.host.surroundings)
        self.host.changed()

    # What is shown

    def fitting(self) -> list[Listed]:
        """The games that match the search and the filters, the best match first."""
        found = searched(self.shelf.games, self.search)
        return [listed for listed in found if self._passes(listed)]

    def _passes(self, listed: Listed) -> bool:
        """Whether the filters let a game through."""
        players = str(listed.players) if listed.players < 3 else "more"
        if self.filters.get("players", players) != players or self.filters.get("kind", listed.kind) != listed.kind:
            return False
        limit = self.filters.get("minutes")
        if limit is None or listed.minutes is None:
            return limit is None
        return listed.minutes > MIDDLING if limit == "more" else listed.minutes <= int(limit)

    def page(self) -> Gallery:
        """The gallery now."""
        fitting = self.fitting()
        shown = self._chosen(fitting)
        return Gallery(
            tuple(self._groups(fitting)),
            self.search,
            self.selected,
            self.first,
            CHOICES,
            self.message,
            self._detailed(shown) if shown is not None else None,
            tuple(Field(name, "", "choice", self.filters.get(name), options) for name, options in FILTERS.items()),
            self._offer(),
        )

    def _groups(self, fitting: Sequence[Listed]) -> Iterator[Group]:
        """The games under their headings. Search results have no headings: the best match comes first."""
        if self.search.strip():
            if fitting:
                entries = tuple(self._entry(listed) for listed in fitting)
                yield Group(f"{counted(len(entries), 'game')} found", entries)
            return
        keys = {listed.key for listed in fitting}
        # A variant is folded under its game, if that is shown.
        cards = [listed for listed in fitting if listed.parent not in keys]
        if not self.filters:
            by_name = {listed.name: listed for listed in reversed(fitting)}
            last = tuple(self._entry(by_name[name]) for name in self.shelf.played if name in by_name)
            if last:
                yield Group("Recently played", last, LAST, one_row=True)
            by_key = {listed.key: listed for listed in fitting}
            favourites = self.host.surroundings.preferences.value.favourites
            starred = tuple(self._entry(by_key[key]) for key in favourites if key in by_key)
            if starred:
                yield Group("Favourites", starred, FAVOURITES)
        for heading in dict.fromkeys(listed.group for listed in cards):
            under = [listed for listed in cards if listed.group == heading]
            yield Group(heading, tuple(self._entry(listed, not listed.parent) for listed in under))

    def _entry(self, listed: Listed, with_variants: bool = False) -> Entry:
        around, started = self.host.surroundings, self.shelf.started(listed)
        found_by = other_name(listed, self.search)
        note = "Has mistakes" if listed.problem else self.shelf.note(listed)
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
            f"aka {found_by}" if found_by else note,
            facts(listed),
            self.shelf.daily_played(listed),
            bool(listed.problem),
            len(started) if len(started) > 1 or not all(each.is_readable for each in started) else 0,
            self._family(listed) if with_variants else (),
            listed.key in around.preferences.value.favourites,
        )

    def _detailed(self, listed: Listed) -> Entry:
        """A game with everything that is shown about it."""
        entry = self._entry(listed, True)
        if not listed.also_called:
            return entry
        return replace(entry, about=f"{entry.about} Also called {', '.join(listed.also_called)}.")

    def _family(self, listed: Listed) -> tuple[tuple[str, str], ...]:
        """A game and its variants, each with its short title; nothing for a game without variants."""
        root = listed.parent or listed.key
        family = [each for each in self.shelf.games if root in (each.key, each.parent)]
        title = next((each.title for each in family if each.key == root), "")
        return tuple((each.key, _short(each.title, title)) for each in family) if len(family) > 1 else ()

    def _offer(self) -> Offer | None:
        """The lesson offered to players who have not played yet, until they accept or decline it."""
        if not self.shelf.is_new or self.host.surroundings.preferences.value.welcomed or self.search or self.filters:
            return None
        games = self.shelf.games
        taught = [each for each in games if each.group == HOUSE and each.tutorial and not each.parent]
        lessons = [Choice(each.title, Target("option", "learn", each.key)) for each in taught]
        if not lessons:
            return None
        title, text = WELCOME
        return Offer(title, text, (*lessons, Choice("No, thanks", Target("command", "decline"))))

    def arranged(self, size: Size, focus: str | None) -> Gallery:
        """The gallery in a window, scrolled to where the keyboard is."""
        moved = focus is not None and focus != self._seen
        self._seen = focus
        if moved and focus is not None and focus != self._card:
            self._preview(focus)
        page = self.page()
        layout = gallery_in(page, size)
        if layout.beside != self.beside:
            self.beside = layout.beside
            page = self.page()
        self.measure(layout.rows)
        if moved and focus is not None:
            self.first = first_showing(layout, self.first, focus, unit_of(size))
        return replace(page, first=self.first)

    def _preview(self, key: str) -> None:
        """Show the details of the card that the keyboard has moved to, if there is room for them."""
        group, _, game = key.partition(":")
        if self.beside and group in (GAMES, LAST, FAVOURITES):
            self.selected, self._previewed, self._card = None, game, key

    # What is done

    def choose(self, name: str, value: object) -> None:
        """Choose a game, a variant or level of the chosen one, or a filter. A game that is chosen twice starts."""
        if name in (GAMES, LAST, FAVOURITES):
            if value == self.selected:
                self._open(self._likeliest())
            self.selected, self._card = str(value), f"{name}:{value}"
            self.host.focus_on(f"details:button:{self._likeliest()}")
        elif name == "variant":
            self.selected = str(value)
        elif name == "level" and (listed := self._chosen()) is not None:
            self.levels[listed.key] = str(value)
        elif name in FILTERS:
            self.filters = {**self.filters, name: str(value)}
            if value is None:
                del self.filters[name]
            self._look_anew()
        elif name == "learn":
            listed = next((each for each in self.shelf.games if each.key == value), None)
            self.host.surroundings.preferences.change(welcomed=True)
            if listed is not None:
                self.opening(listed, "tutorial", None, None)
        self.host.changed()

    def _level(self, listed: Listed) -> str | None:
        """The level that was chosen here, or else that of the most recent game."""
        chosen = self.levels.get(listed.key)
        last = next((each for each in self.shelf.started(listed) if each.is_readable), None)
        return chosen if chosen is not None or last is None else last.level

    def _last(self, listed: Listed) -> Started | None:
        """The game to continue: the most recent one, at the level that was chosen here."""
        started = self.shelf.started(listed, self.levels.get(listed.key))
        return next((each for each in started if each.is_readable), None)

    def _likeliest(self) -> str:
        """What the player most likely wants to do with the chosen game."""
        listed = self._chosen()
        return "resume" if listed is not None and self._last(listed) is not None else "play"

    def _chosen(self, fitting: Sequence[Listed] | None = None) -> Listed | None:
        """The game whose details are shown: the chosen one, or else the first if there is room for them."""
        fitting = self.fitting() if fitting is None else fitting
        wanted = self.selected or (self._previewed if self.beside else None)
        found = next((listed for listed in fitting if listed.key == wanted), None)
        if found is not None or not self.beside:
            return found
        played = [] if self.search or self.filters else self.shelf.played
        by_name = {listed.name: listed for listed in reversed(fitting)}
        return next((by_name[name] for name in played if name in by_name), next(iter(fitting), None))

    def press(self, target: Target) -> None:
        """Close the details."""
        if target == Target("command", "close"):
            self._close_details()
        else:
            super().press(target)

    def _close_details(self) -> None:
        """Go back from the details to the card; details that cover the games disappear."""
        self.host.focus_on(self._card or None)
        if not self.beside:
            self.selected = None
        self.host.changed()

    def command(self, name: str) -> None:
        """Do what a button asks for: a way to play, or another page."""
        match name:
            case "statistics":
                self.host.open(SheetScreen(self.host, StatisticsList(self.host)))
            case "preferences":
                self.host.open(SheetScreen(self.host, PreferencesForm(self.host)))
            case "quit":
                self.host.effect("quit")
            case "show_all":
                self._show_all()
            case "decline":
                self.host.surroundings.preferences.change(welcomed=True)
                self.host.changed()
            case "favourite":
                self._turn_favourite()
            case "all_started" | "started":
                self._list_started(self._chosen() if name == "started" else None)
            case "all_replays" | "replays":
                listed = self._chosen() if name == "replays" else None
                game = listed.name if listed is not None else None
                sheet = ReplayList(self.host, lambda kept: show_kept(self.host, kept.path), game)
                self.host.open(SheetScreen(self.host, sheet))
            case _:
                self._open(name)

    def _turn_favourite(self) -> None:
        """Make the game whose details are shown a favourite, or remove it from the favourites."""
        listed, preferences = self._chosen(), self.host.surroundings.preferences
        if listed is not None:
            preferences.note_favourite(listed.key, listed.key not in preferences.value.favourites)
            self.host.changed()

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
            found = next((each for each in self.shelf.games if each.name == started.game), None)
            if found is not None:
                self.host.back()
                self.opening(found, "resume", None, started)

        sheet = StartedList(self.host, resume, listed.name if listed is not None else None)
        self.host.open(SheetScreen(self.host, sheet))

    def typed(self, text: str, field: str | None) -> None:
        """Send letters to the search field, wherever the keyboard is."""
        self._search(self.search + text)
        self.host.focus_on("field:search")

    def _search(self, text: str) -> None:
        self.search = text[:LONGEST_SEARCH].lstrip()
        self._look_anew()

    def _show_all(self) -> None:
        self.filters = {}
        self._search("")

    def _look_anew(self) -> None:
        """Show other games: start with the first, or say what to do if there are none."""
        self.first, self.selected, self._previewed = 0, None, None
        self.message = "" if self.fitting() else self._nothing()
        self.host.changed()

    def _nothing(self) -> str:
        """What to do if no game is found."""
        wanted, games = self.search.strip(), self.shelf.games
        if self.filters:
            fits = f"‘{wanted}’ and your filters" if wanted else "all of these filters"
            return f"No games match {fits}. Press Escape to clear {'them' if not wanted else 'the search'}."
        near = resembling(games, wanted)
        help = f"Did you mean ‘{near[0]}’?" if near is not None else "Press Escape to see all games again."
        return f"No games match ‘{wanted}’. {help}"

    def first_card(self) -> str | None:
        """The key of the first card."""
        group = next(self._groups(self.fitting()), None)
        return f"{group.name}:{group.entries[0].game}" if group is not None else None

    def key(self, name: str, shift: bool, control: bool) -> bool:
        """Backspace shortens the search, Down leads to its results; Escape clears it, then the filters, then closes the
        details."""
        in_details = (self._seen or "").startswith("details:")
        if name == "Backspace" and self.search:
            self._search(self.search[:-1])
        elif name == "Escape" and self.search:
            self._search("")
        elif name == "Escape" and self.filters:
            self._show_all()
        elif name == "Escape" and (in_details or (self.selected is not None and not self.beside)):
            self._close_details()
        elif name == "F1":
            self.host.open(SheetScreen(self.host, GalleryHelp(self.host)))
        elif control and name.lower() == "d":
            self._turn_favourite()
        elif name == "Enter" and self.host.field is not None:
            first = next(iter(self.fitting()), None)
            if first is not None:
                self.choose(GAMES, first.key)
        elif name == "Down" and self.host.field is not None and self.search and self.fitting():
            self.first = 0
            self.host.focus_on(self.first_card())
            self.host.changed()
        else:
            return super().key(name, shift, control)
        return True

    def tick(self, now: float) -> None:
        """Look for changed specs, then deal with one game at a time: how it stands, and its picture."""
        if now - self._looked > LOOKING:
            self._looked = now
            if self.host.surroundings.state_of_games() != self.shelf.state:
                self.refresh()
        wanted = (self.shelf, self.search, tuple(self.filters.items()), self.host.surroundings.theme)
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

    def scene(self, pointing: Pointing, size: Size, theme: Theme) -> Scene:
        """The gallery, scrolled so that the keyboard's place is visible."""
        page = self.gallery.arranged(size, pointing.focus if pointing.keyboard else None)
        return page_scene(page, pointed_at(pointing), size, theme)

    @property
    def in_rows(self) -> bool:
        """Since the details are beside the games, up and down stay in the same column."""
        return False

    def wheel(self, amount: float) -> None:
        """Handle a turn of the wheel; high rows are scrolled by fewer lines."""
        self.gallery.scroll(round(-amount) or (-1 if amount > 0 else 1))

    def escape(self) -> None:
        """Do nothing: there is nothing to go back to, and nobody should leave by accident."""

    def close(self) -> None:
        """Stop making pictures."""
        if self.host.surroundings.painter is not None:
            self.host.surroundings.painter.rest()

    def appear(self) -> None:
        """Look again, because games may have been played in the meantime."""
        self.host.effect("title")
        self.gallery.refresh()

    @property
    def asks_letters(self) -> bool:
        """Whether letters are text: yes, they go to the search field."""
        return True
