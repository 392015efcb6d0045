"""A test in progress: the session that it plays on, and what only a test wants to know about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from interpreter import Action, Event, Fault, Refusal, State
from interpreter.expressions import RecordedWorld
from interpreter.spec.nodes import Span
from interpreter.streams import number_below
from runtime.bots import Chooser
from runtime.session.draft import Draft, begin
from runtime.session.given import StartPosition
from runtime.session.hand import Gesture
from runtime.session.hints import Hint, hints
from runtime.session.session import BOT_SEEDS, TIERS, Change, Move, Seat, Session, Unavailable
from runtime.testing.failures import Failed, Failure, TraceLine
from runtime.testing.reach import Reached


@dataclass(slots=True)
class Course:
    """The course of one test. Moves, undos and used help belong to the session."""

    position: StartPosition
    session: Session
    reached: Reached = field(default_factory=Reached)
    changes: list[Change] = field(default_factory=list)
    trace: list[tuple[int, Any]] = field(default_factory=list)
    refusal: Refusal | None = None
    bot_did: str = ""
    hint: Hint | None = None
    hinted_at: str = ""
    draws: int = 0
    draft: Draft = field(default_factory=Draft)
    cards: list[str] = field(default_factory=list)
    hovered: Gesture | None = None
    thinking: bool = False

    def __post_init__(self) -> None:
        self.session.subscribe(self._changed)

    @property
    def start(self) -> State:
        """The state in which the test began."""
        return self.session.start

    @property
    def state(self) -> State:
        """The current state."""
        return self.session.state

    @property
    def done(self) -> list[Move]:
        """Every move that was made and not undone."""
        return self.session.history

    @property
    def events(self) -> list[Event]:
        """Everything that happened and was not undone."""
        return [event for move in self.done for event in move.events]

    def world(self) -> RecordedWorld:
        """The current state as expressions see it."""
        program, data = self.state.program, self.state.data
        world = RecordedWorld(program, data, 1 if len(program.schema.players.words) == 1 else 0)
        world.extras["assist"] = self.session.left
        return world

    def _changed(self, change: Change) -> None:
        self.changes.append(change)
        if change.what in ("hinted", "settings"):
            return
        self.refusal = change.refusal
        if change.what != "refused":
            self.draft = begin(self.state, self.draft.cursor if change.what == "performed" else 0)
        if change.what == "started":
            self.hint, self.hovered, self.trace = None, None, []

    def act(self, action: Action, span: Span, by: Seat | None = None) -> None:
        """Try an action; a refusal is recorded, a fault fails the test."""
        program, before = self.state.program, self.state
        self.bot_did = ""
        program.trace = self.trace = []
        try:
            outcome = self.session.perform(action, by)
        except Fault as fault:
            raise Failed(fault_failure(fault, span)) from fault
        finally:
            program.trace = None
        self.hovered, self.thinking = None, False
        self.reached.note(outcome.state, action, outcome.refusal, self.trace)
        if outcome.refusal is not None and outcome.state.data != before.data:
            raise Failed(Failure(span, "The action was refused, and yet the state has changed."))

    def let_bot_act(self, bot: Chooser, span: Span) -> None:
        """Let a bot make one move."""
        if self.state.over:
            raise Failed(Failure(span, "The game is over; a bot has nothing to do."))
        game, before = self.session.game, self.state
        self.draws += 1
        action = bot(game, before, self._bot_seed())
        self.act(action, span, "computer")
        self.bot_did = game.text(before, action)
        if self.refusal is not None:
            raise Failed(Failure(span, f"The bot's move was refused by {self.refusal.name}: “{self.refusal.text}”"))

    def _bot_seed(self) -> int:
        """The seed of bots and hints: it depends only on how often bots have played in this test."""
        return number_below(self.session.seed, "bots of a test", self.draws, BOT_SEEDS)[0]

    def help(self, what: str, span: Span) -> None:
        """Ask the session for help, as a player does; if there is none, the test fails."""
        session = self.session
        asked = {"undo": session.undo, "redo": session.redo, "life": session.spend_life, "restart": session.restart}
        try:
            if what == "hint":
                self._hear_hint()
            else:
                asked[what]()
        except Unavailable as problem:
            limit = "" if problem.limit is None else f": the limit is {problem.limit}"
            raise Failed(Failure(span, f"{str(problem).removesuffix('.')}{limit}.")) from problem

    def _hear_hint(self) -> None:
        """Ask for a hint, and hear all of it at once."""
        session = self.session
        game, state, seed = session.game, session.state, self._bot_seed()
        self.hint = session.hint(
            lambda _view, _tier: next(reversed(hints(game, state, state.to_move, seed)), None), tiers=len(TIERS)
        )
        action = self.hint.action if self.hint is not None else None
        self.hinted_at = game.text(state, action) if action is not None else ""

    def change_settings(self, values: Mapping[str, str]) -> None:
        """Continue with other values of settings that no rule reads."""
        self.session.change_settings(values)
        program = self.state.program
        self.position = replace(self.position, ground=replace(self.position.ground, program=program))
        self.reached.begin(program)
        self.trace = []  # Its numbers are those of the program before.

    def trace_lines(self) -> tuple[TraceLine, ...]:
        """The conditions that were tested during the last action; consecutive repetitions are shown once."""
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
