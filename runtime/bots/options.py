"""How a spec wants its bots to play: `ai`, one of its levels, or the section on hints, as one set of options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from interpreter.expressions import RULES, Evaluator, Scope, StateWorld, Words, strip
from interpreter.program import VOCABULARIES, Program, Vocabulary
from interpreter.spec.model import AiRule, BotOptions
from interpreter.spec.nodes import Scalar

POLITE = Vocabulary(flagged=False)
"""What bots use if a spec does not say: all words but those that are flagged."""


@dataclass(frozen=True, slots=True)
class Options:
    """How one bot plays. What is None is left to the bot."""

    bot: str
    depth: int | None = None
    budget: int | None = None
    think_ms: int | None = None
    evaluate: Scalar | None = None
    luck: str = "sampled"
    worlds: int | None = None
    slack: Scalar | None = None
    rules: tuple[AiRule, ...] = ()
    only: Mapping[str, Scalar] = field(default_factory=dict)
    about: tuple[str, ...] = ()
    undo_if: Scalar | None = None
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
        return _merged(())
    levels = {str(name): options for name, options in (ai.levels or {}).items()}
    if level is not None and level not in levels:
        known = f"There are {', '.join(levels)}." if levels else "The computer of this game has no levels."
        raise NoSuchLevel(f"There is no level ‘{level}’. {known}")
    at = levels.get(level or _set_level(program) or "")
    found = _merged((at, ai) if at is not None else (ai,))
    # What it may take in all includes the wait before it acts.
    limit = max(1, ai.limit_ms - (ai.delay_ms or 0)) if ai.limit_ms is not None else None
    return replace(found, think_ms=_least(found.think_ms, limit), sees_all=False)


def known_streams(program: Program, player: int) -> tuple[str, ...]:
    """The streams whose coming luck the computer may see, by `ai.knows`."""
    ai = program.spec.ai
    if ai is None or not ai.knows:
        return ()
    scope, evaluator = Scope(program.schema, RULES, place="ai"), Evaluator(StateWorld(program, program.blank(), player))
    found = []
    for name, flag in ai.knows.items():
        term = program.steps.condition(flag, scope)
        if term is not None and evaluator.value(term, {}):
            found.append(str(name))
    return tuple(found)


def hint_options(program: Program) -> Options:
    """How hints are found: by `assist.hints`, and what it leaves open as the computer plays."""
    assist, ai = program.spec.assist, program.spec.ai
    hints = assist.hints if assist is not None else None
    sections = tuple(section for section in (hints, ai) if section is not None)
    about, undo_if = (hints.about, hints.undo_if) if hints is not None else (None, None)
    return replace(_merged(sections), about=tuple(str(name) for name in about or ()), undo_if=undo_if)


def _set_level(program: Program) -> str | None:
    """The level that the settings ask for."""
    ai = program.spec.ai
    assert ai is not None
    name = str(ai.level) if ai.level is not None else ""
    if name not in program.schema.settings:
        return None
    kind, value = strip(program.schema.settings[name][0]), program.settings[name]
    return kind.words[value - 1] if isinstance(kind, Words) and value else None


def _merged(sections: tuple[BotOptions, ...]) -> Options:
    """The options of several sections; the first that says something counts."""

    def first(name: str) -> Any:
        return next((value for section in sections if (value := getattr(section, name)) is not None), None)

    evaluate, rules, only = first("evaluate"), first("rules"), first("only")
    bot = first("bot") or ("ranked" if rules else "search" if evaluate is not None else "tree")
    return Options(
        str(bot),
        first("depth"),
        first("budget"),
        first("think_ms"),
        evaluate,
        str(first("luck") or "sampled"),
        first("worlds"),
        first("slack"),
        tuple(rules or ()),
        {str(name): flag for name, flag in (only or {}).items()},
        sees_all=bool(first("sees_all")),
        vocabulary=Vocabulary(VOCABULARIES[str(first("words") or "all")], str(first("avoid_words")) == "none"),
    )


def _least(*values: int | None) -> int | None:
    given = [value for value in values if value is not None]
    return min(given) if given else None
