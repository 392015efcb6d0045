"""Settings and levels: requested values → the value of every setting, and the pictures of the level."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from interpreter.boards import build
from interpreter.language.checker import Checker
from interpreter.language.parser import parse
from interpreter.language.scope import Schema, Scope
from interpreter.language.types import FLAG, NUMBER, TEXT, Flag, Maybe, Number, Text, Type, Words, strip
from interpreter.spec import model
from interpreter.spec.diagnostics import Diagnostics, Help
from interpreter.spec.nodes import Node, Scalar
from interpreter.spec.suggest import did_you_mean, suggestion
from interpreter.streams import derived_seed

WORD = re.compile(r"[a-z][a-z0-9_]*")
_EMPTY = Schema(
    build([]),
    Words("player", ()),
    (),
    (),
    Words("direction", ()),
    Words("axis", ()),
    Words("phase", ()),
    Words("zone", ()),
    (),
)


def as_word(text: str) -> str:
    """Show how to write a text as a word."""
    meant = re.sub(r"[^a-z0-9_]+", "_", text.lower()).strip("_0123456789")
    if not WORD.fullmatch(meant):
        return "Choose another word."
    parts = text.split()
    several = f"‘{', '.join(parts)}’ for {len(parts)} words, or " if all(map(WORD.fullmatch, parts)) else ""
    return f"Write {several}‘{meant}’{' for one' if several else ''}." if len(parts) > 1 else f"Write ‘{meant}’."


def setting_type(setting: model.Setting, name: str, checker: Checker) -> Type:
    """The type of a setting: an enum of its options, a range, or the type of its default."""
    if setting.options is not None:
        words = setting.options.words
        if words and all(re.fullmatch(r"-?[0-9]+", option) for option in words):
            numbers = [int(option) for option in words]
            return Number(min(numbers), max(numbers))
        for option in words:
            if not WORD.fullmatch(option):
                message = "Options are all numbers, or all words of lower-case letters, digits and _."
                checker.error("bad-name", option.span, message, as_word(option))
            else:
                checker.refuse_keyword(str(option), option.span, "word")
        return Words(name, tuple(setting.words))
    if setting.range is not None:
        node = parse(setting.range, "type", checker.diagnostics)
        return checker.type_of(node, Scope(_EMPTY, frozenset())) if node is not None else NUMBER
    if setting.default in ("true", "false"):
        return FLAG
    return NUMBER if re.fullmatch(r"-?[0-9]+", setting.default) else TEXT


class BadSetting(ValueError):
    """A level or setting that the game does not have, or a value that it does not take."""


@dataclass(slots=True)
class Chosen:
    """A choice of settings: `values` as rules see them (words as numbers), `pictures` by board."""

    level: str | None
    values: dict[str, Any] = field(default_factory=dict)
    pictures: dict[str, Node] = field(default_factory=dict)


def _key_of(default: Scalar, setting: Scalar) -> str:
    """The option name before a default: a variant may write it after that of the setting."""
    return "default" if default.source.text[: default.start].rstrip(" '\"").endswith("default:") else str(setting)


def _one_of(allowed: str) -> str:
    """Describe the values that a setting takes as one of them: “numbers from 1 to 9” becomes “a number from 1 to 9”."""
    return re.sub(r"^numbers\b", "a number", allowed)


class Settings:
    """The settings of a spec."""

    def __init__(self, spec: model.Spec, diagnostics: Diagnostics) -> None:
        self.spec = spec
        checker = Checker(diagnostics)
        self.types: dict[str, Type] = {}
        self.options: dict[str, list[str]] = {}
        for name, setting in spec.settings.items():
            self.types[str(name)] = setting_type(setting, str(name), checker)
            self.options[str(name)] = setting.words
        self.defaults: dict[str, Any] = {}
        for name, setting in spec.settings.items():
            value = self._read(str(name), str(setting.default))
            if isinstance(self.types[str(name)], Text):
                message = f"The default of {name} is neither a number nor true or false."
                help = did_you_mean(setting.default, ("true", "false")) or "List the words under options:."
                diagnostics.error("bad-default", setting.default.span, message, help)
                value = None
            elif isinstance(value, BadSetting) and not (setting.range is not None and diagnostics.errors):
                allowed = self._allowed(str(name))
                added = f", or add {setting.default} to options" if self.options[str(name)] else ""
                message = f"{name} takes {allowed}, but its default is {setting.default}."
                help = f"Write {_key_of(setting.default, name)}: and {_one_of(allowed)}{added}."
                help = self._near(str(name), setting.default) or help
                diagnostics.error("bad-default", setting.default.span, message, help)
                value = None
            self.defaults[str(name)] = value
        boards = [str(board) for board in spec.all_boards()]
        self.levels = {
            str(name): self._level(str(name), entries, boards, diagnostics) for name, entries in spec.levels.items()
        }
        if spec.daily is not None and spec.daily.settings is not None:
            self._level(None, spec.daily.settings, (), diagnostics)

    def _level(
        self, name: str | None, entries: Mapping[Scalar, Node], boards: Collection[str], diagnostics: Diagnostics
    ) -> Chosen:
        """What a level, or the game of the day, says about settings and the pictures of some boards."""
        chosen = Chosen(name)
        for key, node in entries.items():
            if str(key) in self.types:
                value = self._read(str(key), str(node)) if isinstance(node, Scalar) else BadSetting("a map")
                if isinstance(value, BadSetting):
                    diagnostics.error(
                        "bad-setting",
                        node.span,
                        f"{key} takes {self._allowed(str(key))}, not this.",
                        self._meant(str(key), node),
                    )
                else:
                    chosen.values[str(key)] = value
            elif str(key) in boards:
                chosen.pictures[str(key)] = node
            else:
                names = [*self.types, *boards]
                diagnostics.error(
                    "unknown-setting",
                    key.span,
                    f"‘{key}’ is neither a setting nor a board." if boards else f"There is no setting ‘{key}’.",
                    suggestion(key, names, "This game has no settings, so leave this out."),
                )
        return chosen

    def choose(self, level: str | None, overrides: Mapping[str, Any] | None) -> Chosen:
        """The value of every setting for a level with some settings changed."""
        if level is None and self.levels:
            level = next(iter(self.levels))
        if level is not None and level not in self.levels:
            hint = did_you_mean(level, self.levels) or (
                f"There are {', '.join(self.levels)}." if self.levels else "This game has no levels."
            )
            raise BadSetting(f"There is no level ‘{level}’. {hint}")
        chosen = Chosen(level, dict(self.defaults))
        if level is not None:
            chosen.values.update(self.levels[level].values)
            chosen.pictures.update(self.levels[level].pictures)
        for name, given in (overrides or {}).items():
            chosen.values[str(name)] = self.value(str(name), given)
        return chosen

    def may_change(self, name: str) -> bool:
        """Whether a setting may change during a game: no rule reads it."""
        return any(str(key) == name and setting.change is not None for key, setting in self.spec.settings.items())

    def fixed(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The settings that stay the same throughout a game."""
        return {name: value for name, value in values.items() if not self.may_change(name)}

    def value(self, name: str, given: Any) -> Any:
        """A given value of a setting, as rules see it."""
        if name not in self.types:
            known = ", ".join(self.types)
            hint = did_you_mean(name, self.types) or (f"There are {known}." if known else "This game has no settings.")
            raise BadSetting(f"There is no setting ‘{name}’. {hint}")
        text = "none" if given is None else str(given).lower() if isinstance(given, bool) else str(given)
        value = self._read(name, text)
        if isinstance(value, BadSetting):
            raise BadSetting(f"{name} takes {self._allowed(name)}, not {text}.")
        return value

    def telling(self, name: str) -> list[str]:
        """Values that show the effect of a setting: every option, or both ends of a range."""
        kind = self.types[name]
        inner = strip(kind)
        found = list(self.options[name])
        if isinstance(inner, Flag):
            found = ["true", "false"]
        elif not found and isinstance(inner, Number) and inner.low is not None and inner.high is not None:
            found = [str(inner.low), str(inner.high)]
        return [*found, "none"] if isinstance(kind, Maybe) else found

    def _read(self, name: str, text: str) -> Any:
        kind = self.types[name]
        if text == "none":
            return None if isinstance(kind, Maybe) else BadSetting(text)
        inner = strip(kind)
        if isinstance(inner, Words):
            return inner.words.index(text) + 1 if text in inner.words else BadSetting(text)
        if isinstance(inner, Flag):
            return text == "true" if text in ("true", "false") else BadSetting(text)
        if isinstance(inner, Number):
            if not re.fullmatch(r"-?[0-9]{1,15}", text) or (self.options[name] and text not in self.options[name]):
                return BadSetting(text)
            number = int(text)
            fits = inner.low is None or inner.high is None or inner.low <= number <= inner.high
            return number if fits else BadSetting(text)
        return text

    def _allowed(self, name: str) -> str:
        if self.options[name]:
            return f"one of {', '.join(self.options[name])}"
        kind = self.types[name]
        inner = strip(kind)
        if isinstance(inner, Flag):
            return "true or false"
        if isinstance(inner, Number) and inner.low is not None:
            return f"numbers from {inner.low} to {inner.high}{' or none' if isinstance(kind, Maybe) else ''}"
        return "whole numbers" if isinstance(inner, Number) else "texts"

    def _near(self, name: str, given: str) -> str | None:
        """The word that was probably meant; numbers differ on purpose."""
        if (fraction := re.fullmatch(r"([0-9]+)\.[0-9]+", given)) is not None and not self.options[name]:
            return Help(f"Numbers are whole: write {fraction[1]} or {int(fraction[1]) + 1}.", fraction[1])
        words = (*self.options[name], *(["none"] if isinstance(self.types[name], Maybe) else []))
        return None if re.fullmatch(r"-?[0-9]+", given) else did_you_mean(given, words)

    def _meant(self, name: str, node: Node) -> str:
        """Suggest what to write when a level gives a setting a value that it does not take."""
        meant = self._near(name, node) if isinstance(node, Scalar) else None
        return meant or f"Write {name}: with one of these."

    def seed(self, seed: int, values: Mapping[str, Any]) -> int:
        """The seed under settings, some of which are part of it; if those have their defaults, the seed itself."""
        parts = [
            f"{name}={values[str(name)]}"
            for name, setting in self.spec.settings.items()
            if setting.reseeds and values[str(name)] != self.defaults[str(name)]
        ]
        return derived_seed(seed, ", ".join(parts)) if parts else seed

    def shown(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Settings as people write them."""
        found: dict[str, Any] = {}
        for name, value in values.items():
            inner = strip(self.types[name])
            found[name] = inner.words[value - 1] if isinstance(inner, Words) and value is not None else value
        return found
