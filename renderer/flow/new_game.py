"""The form for a new game: level, settings, who plays, and the seed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from interpreter import BadSetting, Fault, Game, SpecError
from renderer.flow.setting_fields import LEVEL, NO_LIMIT, SEAT, SEED, level_field, seat_fields, setting_fields
from renderer.flow.sheet import Sheet
from renderer.nodes import Target
from renderer.page_models import Choice, Field, Form
from renderer.screen import Host
from runtime.session import Seat, Session, usual_seats

LONGEST_SEED = 18


class NewGame(Sheet):
    """A form that begins with how a session was set up, or with the spec's own settings. `start` takes the new game."""

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
        self.seats: dict[str, Seat] = dict(session.seats) if session is not None else usual_seats(game)
        self.seed = ""
        self.message = ""
        self.wrong = False
        self._edited: tuple[str, int] | None = None

    def page(self) -> Form:
        """The form as it is filled in."""
        fields = [*level_field(self.game, self.level), *self._settings(), *seat_fields(self.game, self.seats)]
        fields.append(Field(SEED, "Seed", "text", self.seed, note="Leave it empty for a new one."))
        fields = [replace(field, selected=self._is_selected(field.name)) for field in fields]
        choices = [Choice("Cancel", Target("command", "close"), key="Esc")]
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
        """Another level, seat or setting."""
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

    def _is_selected(self, field: str) -> bool:
        """Whether what is typed takes the place of what stands in a field: nothing was typed since it was gone to."""
        return self._edited != (field, self.host.visits)

    def typed(self, text: str, field: str | None) -> None:
        """A seed, or a number that is too large for steps."""
        if field is None:
            return
        before = "" if self._is_selected(field) else self._text(field)
        digits = "".join(letter for letter in text if letter.isdecimal())
        self._edited = (field, self.host.visits)
        self._write(field, (before + (digits if field == SEED else text))[:LONGEST_SEED])
        if field == SEED:
            self.message, self.wrong = ("", False) if digits == text else ("A seed is a number.", True)
        self.host.changed()

    def _write(self, field: str, text: str) -> None:
        if field == SEED:
            self.seed = text
        else:
            self.changed[field] = text

    def key(self, name: str, shift: bool, control: bool) -> bool:
        """Backspace takes back what was typed, or all that stood there; Ctrl with A selects it."""
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
                session = Session(self.game, self.level, self.changed, seed, self.seats)
                if seed is None and self.game.spec.seed is not None:
                    session.new_game()
            except (BadSetting, SpecError, Fault) as problem:
                self.message = problem.message if isinstance(problem, Fault) else self._in_titles(str(problem))
                self.wrong = True
            else:
                self.start(session)

    def _in_titles(self, problem: str) -> str:
        """What is wrong with a setting, by the name that stands in the form."""
        titles = {field.name: field.title for field in self._settings()}
        name, blank, rest = problem.partition(" ")
        return f"‘{titles[name]}’{blank}{rest}" if name in titles else problem


