"""Settings, seats and levels as the lines of a form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter import Game
from interpreter.expressions import Flag, Maybe, Number, strip
from renderer.page_models import Field
from runtime.presentation.buttons import usual_title
from runtime.presentation.sections import by_name, setting_title

MOST_STEPS = 60
"""A longer range of numbers is typed."""
LEVEL, SEED, SEAT = "level", "seed", "seat "
NO_LIMIT = "No limit"
SEATS = (("person", "Person"), ("computer", "Computer"))


def level_field(game: Game, level: str | None) -> list[Field]:
    """The choice of a level, if there are several."""
    if len(game.levels) < 2:
        return []
    options = tuple((name, usual_title(name)) for name in game.levels)
    return [Field(LEVEL, "Level", "choice", level or game.levels[0], options)]


def seat_fields(game: Game, seats: Mapping[str, str]) -> list[Field]:
    """Who plays whom, where there are several players."""
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
    """A setting as it is chosen: options side by side, a number in steps, a switch, or typed."""
    kind = game.settings.types[name]
    inner, setting = strip(kind), by_name(game.spec.settings)[name]
    title = setting_title(name, setting)
    note = "" if setting.change is None else "This can be changed at any time."
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
