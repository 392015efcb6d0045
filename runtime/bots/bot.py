"""What all bots have in common: they receive what their player may know, their options and an allowance, and choose an
action."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from time import perf_counter
from typing import Any, Protocol

from interpreter import Action, View
from interpreter.expressions import Step, Words, strip
from interpreter.program import VOCABULARIES, Considered, Program, RulePlan, Vocabulary, Worth, sample_world
from interpreter.spec.model import AiLevel, BotOptions
from interpreter.streams import number_below

POLITE = Vocabulary(flagged=False)
"""What bots use if a spec does not say: all words but those that are flagged."""
CLOCK_EVERY = 64
Data = tuple[Any, ...]
_SEEDS = 1 << 53


@dataclass(frozen=True, slots=True)
class Options:
    """How one bot plays. Options that are None are left to the bot."""

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
    """How hints are found: according to `assist.hints`, and otherwise as the computer plays at its level."""
    assist, ai = program.spec.assist, program.spec.ai
    hints = assist.hints if assist is not None else None
    level = _played_level(program) if ai is not None else None
    sections = tuple(section for section in (hints, level, ai) if section is not None)
    about = hints.about if hints is not None else None
    return replace(_merged(program, sections), about=tuple(str(name) for name in about or ()))


def _played_level(program: Program) -> AiLevel | None:
    """The level of the computer that the settings ask for; if a bot is defined only in levels and none is asked for,
    the first that has one."""
    ai = program.spec.ai
    assert ai is not None
    levels = {str(name): options for name, options in (ai.levels or {}).items()}
    asked = levels.get(_set_level(program) or "")
    if asked is not None or ai.bot is not None or ai.rules is not None or ai.evaluate is not None:
        return asked
    return next((options for options in levels.values() if options.bot is not None or options.rules is not None), None)


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
    """The options of several sections combined; for each option the first section that has it counts."""

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


@dataclass(frozen=True, slots=True)
class Choice:
    """What a bot chose, and the effort that it took: nodes are actions tried out.

    `guard_fired` says that the clock cut it short; another machine might then choose differently. `ranking` lists what
    was considered, best first.
    """

    action: Action
    nodes: int
    seconds: float
    guard_fired: bool
    ranking: tuple[Action, ...] = ()


class Bot(Protocol):
    """A computer player. The same view and seed give the same choice, unless the guard fires."""

    def choose(self, view: View, seed: int) -> Choice:
        """An action for the viewer, who is to move."""


class Spent(Exception):
    """The allowance is used up."""


class Allowance:
    """How many nodes and how much time a bot may use. Nodes are counted; the clock is only a guard, and says so when it
    fires."""

    __slots__ = ("_deadline", "_start", "fired", "most", "nodes")

    def __init__(self, most: int, milliseconds: int | None) -> None:
        self.nodes = 0
        self.most = most
        self.fired = False
        self._start = perf_counter()
        self._deadline = None if milliseconds is None else self._start + milliseconds / 1000

    def late(self) -> bool:
        """Whether the time is up; if so, the guard has fired."""
        if self._deadline is not None and perf_counter() > self._deadline:
            self.fired = True
        return self.fired

    def left(self) -> bool:
        """Whether there is anything left. Ask between pieces of work."""
        return self.nodes < self.most and not self.late()

    def spend(self) -> None:
        """Count a node; raises Spent if there is none left."""
        self.nodes += 1
        if self.nodes > self.most or (not self.nodes % CLOCK_EVERY and self.late()):
            raise Spent

    def seconds_left(self) -> float | None:
        """How much time is left; None if there is no limit."""
        return None if self._deadline is None else max(0.0, self._deadline - perf_counter())

    def take(self, nodes: int, fired: bool) -> None:
        """Note what a search elsewhere has used up by now, and whether the clock cut it short."""
        self.nodes, self.fired = nodes, self.fired or fired

    def choice(self, ranking: list[Action]) -> Choice:
        """The first of some actions, with the effort that it took to find it."""
        return Choice(ranking[0], self.nodes, perf_counter() - self._start, self.fired, tuple(ranking))


@lru_cache(maxsize=64)
def drawn_streams(program: Program) -> frozenset[str]:
    """The streams that are drawn from after the start: by an action, or between actions."""
    plan = program.plan
    steps: list[Step] = [
        *(step for action in program.actions.values() for step in action.effects),
        *plan.steps_between(),
    ]
    streams = (each.stream() for step in steps for each in step.all_steps())
    return frozenset(stream for stream in streams if stream is not None)


def certain(view: View) -> bool:
    """Whether the view contains everything that matters: nothing is hidden, and no unknown luck is to come."""
    unseen = any(each == () for each in view.choices)
    return not view.hidden and not unseen and drawn_streams(view.program) <= set(view.ahead)


def world(view: View, seed: int, number: int) -> Data:
    """One of many worlds that agree with a view."""
    drawn, _ = number_below(seed, "world of a bot", number, _SEEDS)
    return sample_world(view, drawn).data


def without_luck(view: View) -> Callable[[Data], Data]:
    """The function that turns a world into one in which nobody knows what luck will bring, except as far as the view
    does."""
    return view.program.without_luck(view.ahead)


def worlds(view: View, seed: int, most: int) -> Iterator[Data]:
    """The only possible world, or a number of worlds that agree with a view."""
    if certain(view):
        yield view.data
    else:
        yield from (world(view, seed, number) for number in range(most))
