"""The forms for a new game and for the player's preferences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from interpreter import BadSetting, Fault, Game, SpecError
from interpreter.expressions import Flag, Maybe, Number, strip
from renderer.app.pages.sheet import Sheet
from renderer.app.screen import Host
from renderer.nodes import Target
from renderer.scene.page_models import CLOSE, Choice, Field, Form
from runtime.messages import LONGEST_NUMBER
from runtime.session.session import Seat, Session, new_seed, usual_seats
from runtime.show.buttons import usual_title
from runtime.show.values import by_name, setting_title

THEMES = (("dark", "Dark"), ("light", "Light"), ("high_contrast", "High contrast"))
TEXTS = (("small", "Small"), ("normal", "Normal"), ("large", "Large"), ("very_large", "Very large"))
SPEEDS = (("off", "Off"), ("fast", "Fast"), ("normal", "Normal"))
VOLUMES = (("quiet", "Quiet"), ("normal", "Normal"), ("loud", "Loud"))
MOST_STEPS = 60
"""A longer range of numbers is typed."""
LEVEL, SEED, SEAT = "level", "seed", "seat "
NO_LIMIT = "No limit"
SEATS = (("person", "Person"), ("computer", "Computer"))


class PreferencesForm(Sheet):
    """Theme, patterns, animation, sounds, highlights, the side that boards are seen from, and what a screen reader
    gets."""

    name = "preferences"

    def page(self) -> Form:
        """The form as it is filled in."""
        stored = self.host.surroundings.preferences
        preferred, problem = stored.value, stored.problem
        fields = (
            Field("theme", "Theme", "choice", preferred.theme, THEMES),
            Field("text", "Text size", "choice", preferred.text, TEXTS),
            Field("patterns", "Patterns as well as colours", "flag", preferred.patterns),
            Field("animation", "Animation", "choice", preferred.animation, SPEEDS),
            Field("sound", "Sounds", "flag", preferred.sound),
            Field("volume", "Volume", "choice", preferred.volume, VOLUMES),
            Field("highlights", "Light up legal choices", "flag", preferred.highlights),
            Field("turn", "Turn boards to my side", "flag", preferred.turn),
            Field("spoken", "For a screen reader", "choice", preferred.spoken, self._tellings()),
        )
        message = "" if preferred.spoken == "off" else f"The live log is {self.host.surroundings.live_log}."
        if problem is not None:
            message = f"Your preferences could not be saved: {problem.strerror}."
        return Form("Preferences", fields, (CLOSE,), "", message, self.first, wrong=problem is not None)

    def _tellings(self) -> tuple[tuple[str, str], ...]:
        """Ways to be told what happens; speech is offered only if there is a program for it."""
        ways = (("off", "Off"), ("log", "Live log"), ("aloud", "Speech"))
        return ways if self.host.surroundings.speaker is not None else ways[:2]

    def choose(self, name: str, value: object) -> None:
        """Change one of them."""
        self.host.surroundings.preferences.change(**{name: value})
        self.host.changed()


def level_field(game: Game, level: str | None) -> list[Field]:
    """The choice of a level, if there are several."""
    if len(game.levels) < 2:
        return []
    options = tuple((name, usual_title(name)) for name in game.levels)
    return [Field(LEVEL, "Level", "choice", level or game.levels[0], options)]


def seat_fields(game: Game, seats: Mapping[str, str]) -> list[Field]:
    """Who plays whom, if there are several players."""
    if len(game.players) < 2:
        return []
    titles = game.program(game.settings.choose(None, None)).schema.titles
    return [
        Field(f"{SEAT}{player}", str(title), "choice", seats[player], SEATS, note="Who plays for this side.")
        for player, title in zip(game.players, titles, strict=True)
    ]


def setting_fields(game: Game, values: Mapping[str, Any]) -> list[Field]:
    """Every setting with its value."""
    return [setting_field(game, str(name), values[str(name)]) for name in game.spec.settings]


def setting_field(game: Game, name: str, value: Any) -> Field:
    """A setting as a form field: options side by side, a number in steps, a switch, or text."""
    kind = game.settings.types[name]
    inner, setting = strip(kind), by_name(game.spec.settings)[name]
    title = setting_title(name, setting)
    note = "" if setting.change is None else "Takes effect at once."
    none = ((None, NO_LIMIT if isinstance(inner, Number) else "None"),) if isinstance(kind, Maybe) else ()
    if isinstance(inner, Flag):
        return Field(name, title, "flag", value, note=note, about=setting.about)
    if setting.options:
        options = tuple((_option(text, inner), usual_title(text)) for text in setting.words)
        meanings = tuple(setting.meaning(text) for text in setting.words)
        return Field(name, title, "choice", value, (*options, *none), note=note, about=setting.about, meanings=meanings)
    if isinstance(inner, Number) and inner.low is not None and inner.high is not None:
        if inner.high - inner.low > MOST_STEPS:
            allowed = f"{inner.low} to {inner.high}{', or none for no limit' if none else ''}"
            shown = NO_LIMIT if value is None else str(value)
            return Field(name, title, "text", shown, note=allowed, about=setting.about)
        if none:
            numbers = tuple((number, str(number)) for number in range(inner.low, inner.high + 1))
            return Field(name, title, "choice", value, (*numbers, *none), note=note, about=setting.about)
        return Field(name, title, "number", value, low=inner.low, high=inner.high, note=note, about=setting.about)
    return Field(name, title, "number" if isinstance(inner, Number) else "text", value, note=note, about=setting.about)


def _option(text: str, kind: Any) -> Any:
    return int(text) if isinstance(kind, Number) else text


class NewGame(Sheet):
    """A form that starts with the settings of an earlier session, or with the spec's own. `start` receives the new
    game."""

    name = "settings"

    def __init__(
        self,
        host: Host,
        game: Game,
        start: Callable[[Session], None],
        session: Session | None = None,
        level: str | None = None,
        change: Callable[[str, Any], None] | None = None,
    ) -> None:
        super().__init__(host)
        self.game = game
        self.start = start
        self.change = change
        self.session = session
        self.level = session.level if session is not None else game.settings.choose(level, None).level
        self.changed: dict[str, Any] = dict(session.settings) if session is not None else {}
        self.applied = False
        """Whether the game that is being played has changed already: no Cancel takes that back."""
        self.seats: dict[str, Seat] = dict(session.seats) if session is not None else usual_seats(game)
        # A running game is followed by another one; the first may have the seed of its spec.
        self.seed = "" if session is not None or game.spec.seed is None else str(int(game.spec.seed))
        self.message = ""
        self.wrong = False
        self._edited: tuple[str, int] | None = None

    def page(self) -> Form:
        """The form as it is filled in."""
        fields = [*level_field(self.game, self.level), *self._settings(), *seat_fields(self.game, self.seats)]
        fields.append(Field(SEED, "Seed", "text", self.seed, note="Leave it empty for a new one."))
        fields = [replace(field, selected=self._is_selected(field.name)) for field in fields]
        choices = [Choice("Close" if self.applied else "Cancel", Target("command", "close"), key="Esc")]
        if self.session is not None:
            choices.append(Choice("Copy seed", Target("command", "copy_seed")))
        start = "New game" if self.session is not None else "Play"
        choices.append(Choice(start, Target("command", "play"), primary=True))
        text = f"The seed of this game is {self.session.seed}." if self.session is not None else ""
        return Form(self.game.title, tuple(fields), tuple(choices), text, self.message, self.first, self.wrong)

    def _settings(self) -> list[Field]:
        shown = self.game.settings.shown(self.game.settings.choose(self.level, None).values)
        return setting_fields(self.game, {**shown, **self.changed})

    # Filling in

    def choose(self, name: str, value: object) -> None:
        """Choose another level, seat or setting."""
        self.message = ""
        if name == LEVEL:
            self.level, self.changed = str(value), {}
        elif name.startswith(SEAT):
            self.seats[name.removeprefix(SEAT)] = "computer" if value == "computer" else "person"
        else:
            self._set(name, value)

    def _set(self, name: str, value: Any) -> None:
        self.changed[name] = value
        if self.change is not None and self.game.settings.may_change(name):
            self.change(name, value)
            self.applied = True

    def _is_selected(self, field: str) -> bool:
        """Whether typed text replaces the contents of a field: nothing has been typed since the field got the
        keyboard."""
        return self._edited != (field, self.host.visits)

    def typed(self, text: str, field: str | None) -> None:
        """Accept a seed, or a number that is too large for steps."""
        if field is None:
            return
        before = "" if self._is_selected(field) else self._text(field)
        digits = "".join(letter for letter in text if letter.isdecimal())
        self._edited = (field, self.host.visits)
        self._write(field, (before + (digits if field == SEED else text))[:LONGEST_NUMBER])
        if field == SEED:
            self.message, self.wrong = ("", False) if digits == text else ("A seed is a number.", True)
        self.host.changed()

    def _write(self, field: str, text: str) -> None:
        if field == SEED:
            self.seed = text
        else:
            self.changed[field] = text

    def key(self, name: str, shift: bool, control: bool) -> bool:
        """Backspace deletes the last character, or the whole selection; Ctrl with A selects all."""
        field = self.host.field
        if name == "Backspace" and field is not None:
            self._write(field, "" if self._is_selected(field) else self._text(field)[:-1])
            self._edited = (field, self.host.visits)
            self.host.changed()
            return True
        if control and name.lower() == "a" and field is not None:
            self._edited = None
            self.host.changed()
            return True
        if name == "Enter" and field is not None:
            self.command("play")
            self.host.changed()
            return True
        return super().key(name, shift, control)

    def _text(self, field: str) -> str:
        if field == SEED:
            return self.seed
        value = next((each.value for each in self._settings() if each.name == field), "")
        return "" if value in (None, "none", NO_LIMIT) else str(value)

    # Starting

    def command(self, name: str) -> None:
        """Start, or copy the seed."""
        if name == "copy_seed" and self.session is not None:
            self.host.effect("copy", str(self.session.seed))
            self.message, self.wrong = f"The seed {self.session.seed} is copied.", False
        elif name == "play":
            try:
                seed = int(self.seed) if self.seed else None
                session = Session(self.game, self.level, self.changed, new_seed() if seed is None else seed, self.seats)
            except (BadSetting, SpecError, Fault) as problem:
                self.message = problem.message if isinstance(problem, Fault) else self._in_titles(str(problem))
                self.wrong = True
            else:
                self.start(session)

    def _in_titles(self, problem: str) -> str:
        """What is wrong with a setting, using its name in the form."""
        titles = {field.name: field.title for field in self._settings()}
        name, blank, rest = problem.partition(" ")
        return f"‘{titles[name]}’{blank}{rest}" if name in titles else problem
