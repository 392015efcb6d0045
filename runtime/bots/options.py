"""How a spec wants its bots to play: `ai`, one of its levels, or the section on hints, as one set of options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from interpreter.expressions import Words, strip
from interpreter.program import VOCABULARIES, Considered, Program, RulePlan, Vocabulary, Worth
from interpreter.spec.model import BotOptions

POLITE = Vocabulary(flagged=False)
"""What bots use if a spec does not say: all words but those that are flagged."""


@dataclass(frozen=True, slots=True)
class Options:
    """How one bot plays. What is None is left to the bot."""

    bot: str
    depth: int | None = None
    budget: int | None = None
    think_ms: int | None = None
    evaluate: Worth | None = None
    luck: str = "sampled"
    worlds: int | None = None
    slack: Worth | None = None
    rules: tuple[RulePlan, ...] = ()
    only: Mapping[str, Considered] = field(default_factory=dict)
    about: tuple[str, ...] = ()
    sees_all: bool = False
    vocabulary: Vocabulary = POLITE


class NoSuchLevel(ValueError):
    """A level that the spec's `ai` does not have."""


def playing_options(program: Program, level: str | None = None) -> Options:
    """How the computer plays: at the level that a setting names, or at a given one."""
    ai = program.spec.ai
    if ai is None:
        if level is not None:
            raise NoSuchLevel(f"There is no level ‘{level}’: this game has no ai section.")
        return _merged(program, ())
    levels = {str(name): options for name, options in (ai.levels or {}).items()}
    if level is not None and level not in levels:
        known = f"There are {', '.join(levels)}." if levels else "The computer of this game has no levels."
        raise NoSuchLevel(f"There is no level ‘{level}’. {known}")
    at = levels.get(level or _set_level(program) or "")
    found = _merged(program, (at, ai) if at is not None else (ai,))
    # What it may take in all includes the wait before it acts.
    limit = max(1, ai.limit_ms - (ai.delay_ms or 0)) if ai.limit_ms is not None else None
    return replace(found, think_ms=_least(found.think_ms, limit), sees_all=False)


def hint_options(program: Program) -> Options:
    """How hints are found: by `assist.hints`, and what it leaves open as the computer plays."""
    assist, ai = program.spec.assist, program.spec.ai
    hints = assist.hints if assist is not None else None
    sections = tuple(section for section in (hints, ai) if section is not None)
    about = hints.about if hints is not None else None
    return replace(_merged(program, sections), about=tuple(str(name) for name in about or ()))


def _set_level(program: Program) -> str | None:
    """The level that the settings ask for."""
    ai = program.spec.ai
    assert ai is not None
    name = str(ai.level) if ai.level is not None else ""
    if name not in program.schema.settings:
        return None
    kind, value = strip(program.schema.settings[name][0]), program.settings[name]
    return kind.words[value - 1] if isinstance(kind, Words) and value else None


def _merged(program: Program, sections: tuple[BotOptions, ...]) -> Options:
    """The options of several sections; the first that says something counts."""

    def first(name: str) -> Any:
        return next((value for section in sections if (value := getattr(section, name)) is not None), None)

    plans = [program.computer_plan.bot(section) for section in sections]
    program.diagnostics.raise_if_errors()
    evaluate = next((plan.evaluate for plan in plans if plan.evaluate is not None), None)
    slack = next((plan.slack for plan in plans if plan.slack is not None), None)
    rules = next((plan.rules for plan in plans if plan.rules is not None), None)
    only = next((plan.only for plan in plans if plan.only is not None), None)
    bot = first("bot") or ("ranked" if rules else "search" if evaluate is not None else "tree")
    return Options(
        str(bot),
        first("depth"),
        first("budget"),
        first("think_ms"),
        evaluate,
        str(first("luck") or "sampled"),
        first("worlds"),
        slack,
        rules or (),
        only or {},
        sees_all=bool(first("sees_all")),
        vocabulary=Vocabulary(VOCABULARIES[str(first("words") or "all")], str(first("avoid_words")) == "none"),
    )


def _least(*values: int | None) -> int | None:
    given = [value for value in values if value is not None]
    return min(given) if given else None
