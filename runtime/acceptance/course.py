"""How a test has gone so far: the states it went through, what happened, and what was refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from interpreter.events import Event
from interpreter.faults import Fault
from interpreter.position import RESULT
from interpreter.rules.refusal import Refusal
from interpreter.rules.world import StateWorld
from interpreter.spec.source import Span
from interpreter.state import Action, State
from runtime.acceptance.assist import assist_limits, assist_value
from runtime.acceptance.bots import bot_seed
from runtime.acceptance.failures import Failed, Failure, TraceLine
from runtime.acceptance.given import Position
from runtime.acceptance.reach import Reached
from runtime.draft import Draft, begin
from runtime.gestures import Gesture
from runtime.hints import Hint, hints
from runtime.session import Used


@dataclass(frozen=True, slots=True)
class Moment:
    """One action that was done: whether by a bot, from which state to which, and what happened."""

    action: Action
    by_bot: bool
    before: State
    after: State
    events: tuple[Event, ...]


@dataclass(slots=True)
class Course:
    """The course of one test."""

    position: Position
    start: State
    state: State
    done: list[Moment] = field(default_factory=list)
    undone: list[Moment] = field(default_factory=list)
    used: Used = field(default_factory=Used)
    hint: Hint | None = None
    hinted_at: str = ""
    draws: int = 0
    refusal: Refusal | None = None
    draft: Draft = field(default_factory=Draft)
    cards: list[str] = field(default_factory=list)
    helped: list[str] = field(default_factory=list)
    hovered: Gesture | None = None
    thinking: bool = False
    trace: list[tuple[int, Any]] = field(default_factory=list)
    bot_did: str = ""
    reached: Reached = field(default_factory=Reached)

    @property
    def events(self) -> list[Event]:
        """Everything that happened and was not taken back."""
        return [event for moment in self.done for event in moment.events]

    def world(self) -> StateWorld:
        """The present state as expressions see it."""
        program, data = self.state.program, self.state.data
        world = StateWorld(program, data, 1 if len(program.schema.players.words) == 1 else 0)
        world.extras["assist"] = assist_value(program, self.used)
        return world

    def act(self, action: Action, span: Span, by_bot: bool = False) -> None:
        """Try an action; a refusal is kept, a fault fails the test."""
        game, program, before = self.position.game, self.state.program, self.state
        self.bot_did = game.text(before, action) if by_bot else ""
        program.trace = self.trace = []
        try:
            outcome = game.apply(before, action)
        except Fault as fault:
            raise Failed(fault_failure(fault, span)) from fault
        finally:
            program.trace = None
        self.refusal, self.hovered, self.thinking = outcome.refusal, None, False
        self.reached.note(outcome.state, action, outcome.refusal, self.trace)
        if outcome.refusal is not None:
            if outcome.state.data != before.data:
                raise Failed(Failure(span, "The action was refused, and yet the state has changed."))
            return
        self.done.append(Moment(action, by_bot, before, outcome.state, outcome.events))
        self.undone.clear()
        self.helped.clear()
        self.state = outcome.state
        self.draft = begin(self.state, self.draft.cursor)

    def undo(self, span: Span) -> None:
        """Go back to before the last action that the test itself made, not a bot."""
        self._refuse_without(span, 0, "undo")
        self._go_back(span)
        self.used = replace(self.used, undos=self.used.undos + 1)
        self.helped.append("undo")

    def spend_life(self, span: Span) -> None:
        """Go on after an end that offers a life: back to before the last action, with all undos given anew."""
        result = self.state.data[RESULT]
        if result is None or result[0] <= 0 or "life" not in self.state.program.ends[result[0] - 1].recover:
            raise Failed(Failure(span, "There is no end here from which a life would help."))
        self._refuse_without(span, 2, "life")
        self._go_back(span)
        self.used = replace(self.used, undos=0, lives=self.used.lives + 1)
        self.helped.append("life")

    def ask_hint(self, span: Span) -> None:
        """Ask for a hint, and hear all of it."""
        self._refuse_without(span, 1, "hint")
        seed = bot_seed(self.position.seed, self.draws)
        found = hints(self.position.game, self.state, self.state.to_move, seed)
        self.hint = found[-1] if found else None
        action = self.hint.action if self.hint is not None else None
        self.hinted_at = self.position.game.text(self.state, action) if action is not None else ""
        if found:
            self.used = replace(self.used, hints=self.used.hints + 1)
            self.helped.append("hint")

    def restart(self) -> None:
        """Begin again from the position of the test."""
        self.state = self.start
        self.done, self.undone, self.helped, self.trace = [], [], [], []
        self.used, self.hint, self.refusal, self.hovered = Used(), None, None, None
        self.draft = begin(self.state)

    def change_settings(self, values: Mapping[str, str]) -> None:
        """Go on under other values of settings that no rule reads, so that every state so far is the same."""
        game, chosen = self.position.game, self.position.chosen
        changed = replace(
            chosen, values={**chosen.values, **{name: game.settings.value(name, values[name]) for name in values}}
        )
        program = game.program(changed, self.position.pictures)
        self.position = replace(self.position, chosen=changed, ground=replace(self.position.ground, program=program))
        self.start, self.state = program.state(self.start.data), program.state(self.state.data)
        self.reached.begin(program)
        self.trace = []  # Its numbers are those of the program before.
        for moments in (self.done, self.undone):
            moments[:] = (
                replace(each, before=program.state(each.before.data), after=program.state(each.after.data))
                for each in moments
            )

    def _refuse_without(self, span: Span, kind: int, name: str) -> None:
        if assist_value(self.state.program, self.used)[kind] == 0:
            limit = assist_limits(self.state.program)[kind]
            raise Failed(Failure(span, f"There is no {name} left: the limit is {limit}."))

    def _go_back(self, span: Span) -> None:
        if all(moment.by_bot for moment in self.done):
            raise Failed(Failure(span, "There is nothing to undo."))
        while True:
            moment = self.done.pop()
            self.undone.append(moment)
            self.state = moment.before
            if not moment.by_bot:
                break
        self.refusal, self.draft = None, begin(self.state)

    def redo(self, span: Span) -> None:
        """Do again what was undone last, with the answers of bots to it."""
        if not self.undone:
            raise Failed(Failure(span, "There is nothing to redo."))
        while True:
            moment = self.undone.pop()
            self.done.append(moment)
            self.state = moment.after
            if not self.undone or not self.undone[-1].by_bot:
                break
        self.refusal, self.draft = None, begin(self.state)
        self.helped.append("redo")

    def trace_lines(self) -> tuple[TraceLine, ...]:
        """The conditions that were tested during the last action; repetitions in a row are shown once."""
        spans = {number: span for span, number in self.state.program.notes.items()}
        lines: list[TraceLine] = []
        for number, outcome in self.trace:
            line = TraceLine(spans[number], bool(outcome))
            if not lines or lines[-1] != line:
                lines.append(line)
        return tuple(lines)


def fault_failure(fault: Fault, span: Span) -> Failure:
    """A fault at the step where it happened, or at the line of the test if that is not known."""
    line = f" (at line {span.line} of the test)" if fault.span is not None else ""
    return Failure(fault.span or span, f"Fault: {fault.message}{line}")
