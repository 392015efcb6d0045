"""Kinds of a game that are not compared with each other: by level, by the strength of the computer, by settings."""

from __future__ import annotations

from typing import Any

from runtime.keep.statistics import Kind
from runtime.session.session import Session
from runtime.show.buttons import usual_title
from runtime.show.values import setting_title

USUAL = "Usual settings"


def kind_of(session: Session) -> Kind:
    """The kind of game that a session plays: its level, the strength of the computer, and each setting that a rule
    reads and that differs from its default. Differences in looks or seeds do not matter."""
    game, level = session.game, session.level
    strength = _strength(session)
    usual = game.settings.shown(game.settings.choose(level, None).values)
    read = session.state.program.plan.rule_settings - {strength}
    key, title = ([f"level={level}"], [usual_title(level)]) if level is not None else ([], [])
    if strength is not None:
        key.append(f"{strength}={session.settings[strength]}")
        title.append(_strength_title(session, strength))
    for name, setting in game.spec.settings.items():
        value = session.settings[str(name)]
        if str(name) in read and value != usual[str(name)]:
            key.append(f"{name}={value}")
            title.append(f"{setting_title(str(name), setting)}: {_value_text(value)}")
    first, *others = title or [USUAL]
    return Kind(";".join(key), ", ".join([first, *map(lowered, others)]))


def lowered(text: str) -> str:
    """A text in the form used within a line."""
    return f"{text[:1].lower()}{text[1:]}"


def _strength(session: Session) -> str | None:
    """The setting for the computer's strength, if there is one and the computer plays."""
    ai = session.game.spec.ai
    level = str(ai.level) if ai is not None and ai.level is not None else None
    return level if level in session.settings and "computer" in session.seats.values() else None


def _strength_title(session: Session, name: str) -> str:
    """The title of a strength: a word of its own is enough if there are no levels beside it."""
    value = _value_text(session.settings[name])
    if session.level is None:
        return usual_title(value)
    setting = next(setting for key, setting in session.game.spec.settings.items() if str(key) == name)
    return f"{setting_title(name, setting)}: {value}"


def _value_text(value: Any) -> str:
    """A value as players read it."""
    if value is None or isinstance(value, bool):
        return {None: "none", True: "on", False: "off"}[value]
    return str(value).replace("_", " ")
