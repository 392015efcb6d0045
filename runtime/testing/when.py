"""What happens in a test: actions, gestures, stopping, undo, bots, and checks in between."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import NamedTuple

from interpreter import BadSetting, expressions
from interpreter.expressions import Evaluator, terms
from interpreter.spec.diagnostics import Diagnostics, did_you_mean, suggestion
from interpreter.spec.model import WhenEntry
from interpreter.spec.nodes import Mapping, Node, Scalar, Span
from runtime.bots import Chooser, bot_names, chooser
from runtime.session.given import Ground, player_help
from runtime.testing.choices import WrittenAction, written_action
from runtime.testing.course import Course
from runtime.testing.entries import (
    ALONE,
    WITH_VALUE,
    Expectation,
    Happening,
    LastAction,
    happening,
    happening_alone,
    lacks_colon,
)
from runtime.testing.explanation import parts_of
from runtime.testing.failures import Failed, Failure
from runtime.testing.screen import greet_again
from runtime.testing.then import check_entries

AT_MOST = 1000
_PLAY_OPTIONS = ("bot", "until", "at_most")


@dataclass(frozen=True, slots=True)
class Act:
    """An action with its choices."""

    written: WrittenAction
    span: Span

    def happen(self, course: Course) -> None:
        course.trace = []
        course.act(self.written.action(course.state.data), self.span)


@happening_alone("stop")
@dataclass(frozen=True, slots=True)
class Stop:
    """Ends a turn that could go on."""

    span: Span

    def happen(self, course: Course) -> None:
        course.act(("stop",), self.span)


@happening_alone("undo")
@dataclass(frozen=True, slots=True)
class Undo:
    """Undoes the last action."""

    span: Span

    def happen(self, course: Course) -> None:
        course.help("undo", self.span)


@happening_alone("redo")
@dataclass(frozen=True, slots=True)
class Redo:
    """Redoes what was undone."""

    span: Span

    def happen(self, course: Course) -> None:
        course.help("redo", self.span)


@happening_alone("hint")
@dataclass(frozen=True, slots=True)
class AskHint:
    """Asks for a hint."""

    span: Span

    def happen(self, course: Course) -> None:
        course.help("hint", self.span)


@happening_alone("life")
@dataclass(frozen=True, slots=True)
class SpendLife:
    """Uses a life to go on after an end that offers it."""

    span: Span

    def happen(self, course: Course) -> None:
        course.help("life", self.span)


@happening_alone("restart")
@dataclass(frozen=True, slots=True)
class Restart:
    """Starts again from the position of the test."""

    span: Span

    def happen(self, course: Course) -> None:
        course.help("restart", self.span)
        greet_again(course, "restart")


@happening_alone("think")
@dataclass(frozen=True, slots=True)
class Think:
    """The computer starts to think, until something else is done."""

    span: Span

    def happen(self, course: Course) -> None:
        course.thinking = True


@dataclass(frozen=True, slots=True)
class SetSettings:
    """Changing settings during a game."""

    values: tuple[tuple[str, str], ...]
    span: Span

    def happen(self, course: Course) -> None:
        course.change_settings(dict(self.values))


@dataclass(frozen=True, slots=True)
class Expect:
    """What must hold in between."""

    expectations: tuple[Expectation, ...]
    span: Span

    def happen(self, course: Course) -> None:
        for expectation in self.expectations:
            for failure in expectation.failures(course):
                raise Failed(failure)


@dataclass(frozen=True, slots=True)
class BotMoves:
    """The computer makes one move for the player whose turn it is."""

    player: str
    bot: Chooser
    span: Span

    def happen(self, course: Course) -> None:
        if course.state.to_move != self.player and not course.state.over:
            raise Failed(Failure(self.span, f"It is the turn of {course.state.to_move}, not of {self.player}."))
        course.let_bot_act(self.bot, self.span)


class Goal(NamedTuple):
    """A condition that should come to hold, as written and as a term."""

    written: Scalar
    term: terms.Term


@dataclass(frozen=True, slots=True)
class BotPlays:
    """A bot plays for everyone until something holds, or to the end."""

    bot: Chooser
    until: Goal | None
    at_most: int
    span: Span

    def happen(self, course: Course) -> None:
        for _ in range(self.at_most):
            if self._reached(course):
                return
            course.let_bot_act(self.bot, self.span)
        if not self._reached(course):
            values = () if self.until is None else parts_of(*self.until, course)
            what = "The end" if self.until is None else f"‘{self.until.written}’"
            raise Failed(Failure(self.span, f"{what} was not reached in {self.at_most} actions.", values))

    def _reached(self, course: Course) -> bool:
        if self.until is None:
            return course.state.over
        if Evaluator(course.world()).value(self.until.term, {}):
            return True
        if course.state.over:
            ended = course.position.game.status(course.state).ended_by
            raise Failed(Failure(self.span, f"The game ended by {ended} before ‘{self.until.written}’ held."))
        return False


def check_happening(ground: Ground, entry: WhenEntry, last: LastAction) -> Happening | None:
    """Check an entry of `when`; None after a report."""
    name, node, plans = str(entry.name), entry.argument, ground.program.plans
    error = ground.diagnostics.error
    if name in plans and not _lets_a_bot_play(ground, name, node):
        written = written_action(ground, plans[name], node, entry.span)
        return None if written is None else Act(written, entry.span)
    if name in ALONE:
        if node is not None:
            error("surplus-choice", node.span, f"{name} takes no value.", f"Write ‘- {name}’ alone.")
            return None
        return ALONE[name](entry.span)
    if _names_player(ground, entry) or not is_known(entry.name, plans, ground.diagnostics):
        return None
    if node is None:
        error("missing-value", entry.name.span, f"{name} needs a value.", f"Write ‘- {name}: …’.")
        return None
    return WITH_VALUE[name](ground, node, entry.span, last)


def _names_player(ground: Ground, entry: WhenEntry) -> bool:
    """Report an entry that begins with a player instead of an action, and return whether it does."""
    program, name = ground.program, str(entry.name)
    if name not in program.schema.players.words and expressions.players_titled(program.spec, name) is None:
        return False
    silent = replace(ground, diagnostics=Diagnostics())
    plans = program.plans.items()
    fitting = [each for each, plan in plans if written_action(silent, plan, entry.argument, entry.span) is not None]
    shown = f": {entry.argument}" if isinstance(entry.argument, Scalar) else ""
    help = f"Write the action, as in ‘- {fitting[0]}{shown}’." if fitting else suggestion(name, program.plans)
    message = f"‘{name}’ is a player; actions are always those of the player to move."
    ground.diagnostics.error("unknown-action", entry.name.span, message, help)
    return True


def is_known(name: Scalar, actions: Collection[str], diagnostics: Diagnostics) -> bool:
    """Whether an entry of `when` exists; if it does not, that is reported."""
    if str(name) in (*actions, *ALONE, *WITH_VALUE):
        return True
    if lacks_colon(name, (*actions, *WITH_VALUE), diagnostics):
        return False
    hint = did_you_mean(name, [*actions, *ALONE, *WITH_VALUE]) or suggestion(name, actions)
    diagnostics.error("unknown-action", name.span, f"There is no action {name}.", hint)
    return False


def _lets_a_bot_play(ground: Ground, name: str, node: Node | None) -> bool:
    """Whether `play` means letting a bot play, in a game that has an action with that name."""
    choices = [choice.name for choice in ground.program.plans[name].choices]
    return name == "play" and isinstance(node, Mapping) and "bot" in node and "bot" not in choices


@happening("expect")
def _expect(ground: Ground, node: Node, span: Span, last: LastAction) -> Expect:
    """What must hold at this point, before the test goes on."""
    return Expect(tuple(check_entries(ground, node, last)), span)


def _setting_example(ground: Ground, node: Node) -> str:
    """An example of how to write a setting of the game that can be changed."""
    settings = ground.game.settings
    name = next((name for name in settings.types if settings.may_change(name)), None)
    if name is None:
        return "No setting of this game can be changed while it is played, so leave this out."
    written = re.fullmatch(r"(\w+) *(?:[=:]| to | ) *(\S+)", node) if isinstance(node, Scalar) else None
    if written is not None and written[1] in settings.types:
        return f"Write {{{written[1]}: {written[2]}}}."
    return f"Write {{{name}: …}} with a value of it."


@happening("set")
def _set(ground: Ground, node: Node, span: Span, _last: LastAction) -> SetSettings | None:
    """Settings that are changed during the game, with their new values."""
    error, found = ground.diagnostics.error, list[tuple[str, str]]()
    if not isinstance(node, Mapping):
        error("shape", node.span, "set takes settings with their new values.", _setting_example(ground, node))
        return None
    settings = {str(name): setting for name, setting in ground.program.spec.settings.items()}
    for name, value in node.items():
        if str(name) not in settings:
            hint = suggestion(name, settings, "This game has no settings, so leave this out.")
            error("unknown-setting", name.span, f"There is no setting ‘{name}’.", hint)
            return None
        if not ground.game.settings.may_change(str(name)):
            error(
                "fixed-setting",
                name.span,
                f"The setting {name} cannot be changed during a game.",
                "Set it under given: settings:.",
            )
            return None
        try:
            ground.game.settings.value(str(name), str(value))
        except BadSetting as problem:
            error("bad-setting", value.span, str(problem), f"Write {name}: with one of these.")
            return None
        found.append((str(name), str(value)))
    return SetSettings(tuple(found), span)


@happening("bot")
def _bot(ground: Ground, node: Node, span: Span, _last: LastAction) -> BotMoves | None:
    """The computer moves for this player."""
    names = ground.program.schema.players.words
    if not isinstance(node, Scalar) or str(node) not in names:
        hint = player_help(ground, str(node))
        ground.diagnostics.error("unknown-player", node.span, f"There is no player {node}.", hint)
        return None
    return BotMoves(str(node), chooser(), span)


@happening("play")
def _play(ground: Ground, node: Node, span: Span, _last: LastAction) -> BotPlays | None:
    """A bot plays for everyone until something holds, or to the end: {bot, until, at_most}."""
    error, before = ground.diagnostics.error, len(ground.diagnostics.errors)
    if not isinstance(node, Mapping):
        help = "Write play: {bot: random, until: end}."
        if (
            isinstance(node, Scalar)
            and re.search(r"\d", node)
            and (action := next(iter(ground.program.schema.actions), None)) is not None
        ):
            help += f" For an action write its name, as in ‘- {action}: {node}’."
        error("shape", node.span, "play takes {bot, until, at_most}.", help)
        return None
    for key in node:
        if str(key) not in _PLAY_OPTIONS:
            message = f"‘{key}’ is not an option of play. It takes {', '.join(_PLAY_OPTIONS)}."
            error("unknown-key", key.span, message, suggestion(key, _PLAY_OPTIONS))
    name, until, most = node.get("bot"), node.get("until"), node.get("at_most")
    bot = chooser(name=str(name)) if isinstance(name, Scalar) and str(name) in bot_names() else None
    if bot is None:
        place = name.span if name is not None else node.span
        message = f"There is no bot {name or ''}".rstrip() + "."
        error("unknown-bot", place, message, suggestion(str(name or ""), sorted(bot_names())))
    term = None
    if isinstance(until, Scalar) and str(until) != "end":
        term = ground.condition(until)
    elif until is not None and not isinstance(until, Scalar):
        error("shape", until.span, "until takes an expression or end.", "Write until: end, or a condition on one line.")
    if most is not None and not (isinstance(most, Scalar) and most.isdecimal()):
        error("shape", most.span, "at_most takes a number.", "Write at_most: 100.")
    if bot is None or len(ground.diagnostics.errors) > before:
        return None
    goal = Goal(until, term) if isinstance(until, Scalar) and term is not None else None
    return BotPlays(bot, goal, int(str(most)) if most is not None else AT_MOST, span)
