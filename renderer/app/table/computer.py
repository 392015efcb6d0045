"""The computer at the table: its moves and hints are computed elsewhere and fetched when they are ready."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from interpreter import Action, Fault, State
from renderer.app.display import Voice
from renderer.app.table.play import show_fault
from runtime.session.hints import Hint
from runtime.session.session import Session, Unavailable
from runtime.session.thinker import HintsFound, MoveFound, NotFound, Thinking
from runtime.show import replies

if TYPE_CHECKING:
    from renderer.app.table.table import Table


@dataclass(frozen=True, slots=True)
class Failed:
    """Why there is no move or hint; `about` is what was asked for."""

    about: Literal["move", "hint"]
    text: str


class Computer:
    """Thinks for the computer's seats, and about hints. It does one thing at a time: a hint gives way to a move.

    `rests`: another process plays and does the thinking.
    """

    def __init__(self, session: Session, thinking: Callable[[], Thinking]) -> None:
        self.session = session
        self._make = thinking
        self.rests = False
        self._thinking: Thinking | None = None
        self._asked: tuple[Literal["move", "hint"], State] | None = None
        self._began = 0.0
        self._found: Action | None = None
        self._hints: tuple[State | None, tuple[Hint, ...]] = (None, ())

    @property
    def plays(self) -> bool:
        """Whether it is the computer's turn."""
        return not self.rests and not self.session.state.over and self.session.seat_to_move == "computer"

    @property
    def thinks(self) -> bool:
        """Whether the computer is thinking about a move, or has one waiting to be made."""
        return self._asked is not None and self._asked[0] == "move"

    @property
    def looks_for_a_hint(self) -> bool:
        """Whether a hint is on its way."""
        return self._asked is not None and self._asked[0] == "hint"

    @property
    def broken(self) -> bool:
        """Whether no more moves or hints will come."""
        return self._thinking is not None and self._thinking.broken

    @property
    def process_id(self) -> int | None:
        """The number of the process that thinks, if there is one."""
        return self._thinking.process_id if self._thinking is not None else None

    def warm(self) -> None:
        """Start the process if the computer plays."""
        if not self.rests and "computer" in self.session.seats.values():
            self._ready().warm(self.session.state)

    def _ready(self) -> Thinking:
        if self._thinking is None:
            self._thinking = self._make()
        return self._thinking

    # Moves

    def move(self, now: float) -> Action | Failed | None:
        """The move for the player to move, once it is ready and the spec's delay has passed; until then, ask again."""
        if self._asked is None or self._asked[1] is not self.session.state or self._asked[0] != "move":
            self.cancel()
            self._asked, self._began = ("move", self.session.state), now
            self._ready().ask("move", self.session.state, self.session.bot_seed())
        if self._found is None:
            answer = self._ready().answer()
            if isinstance(answer, MoveFound):
                self._found = answer.action
            elif isinstance(answer, NotFound):
                self._asked = None
                return Failed("move", answer.text)
        if self._found is None or now < self._began + self._delay():
            return None
        found, self._found, self._asked = self._found, None, None
        return found

    def _delay(self) -> float:
        ai = self.session.game.spec.ai
        return (ai.delay_ms or 0) / 1000 if ai is not None else 0.0

    # Hints

    def ask_hint(self) -> None:
        """Start looking for a hint at this position, unless it is already known."""
        if self._hints[0] is not self.session.state and not self.looks_for_a_hint:
            self.cancel()
            self._asked = ("hint", self.session.state)
            self._ready().ask("hint", self.session.state, self.session.bot_seed())

    def hints(self) -> tuple[Hint, ...] | Failed | None:
        """The hints for this position, one for each tier; None while they are being looked for."""
        if self._hints[0] is self.session.state:
            return self._hints[1]
        answer = self._ready().answer() if self.looks_for_a_hint else None
        if isinstance(answer, HintsFound):
            self._asked = None
            self._hints = (self.session.state, answer.hints)
            return answer.hints
        if isinstance(answer, NotFound):
            self._asked = None
            return Failed("hint", answer.text)
        return None

    def cancel(self) -> None:
        """Stop thinking about the current question."""
        self._asked = self._found = None
        if self._thinking is not None:
            self._thinking.cancel()

    def close(self) -> None:
        """End the process."""
        self._asked = self._found = None
        if self._thinking is not None:
            self._thinking.close()


class Hinting:
    """Asks for hints and shows them. `changed` is called when there is something new to see."""

    def __init__(self, session: Session, computer: Computer, voice: Voice, changed: Callable[[], None]) -> None:
        self.session = session
        self.computer = computer
        self.voice = voice
        self.changed = changed
        self._wanted = False

    def ask(self) -> None:
        """Look for a hint; asking again at the same point gives the next tier. Raises Unavailable."""
        if self.computer.plays:
            raise Unavailable("It is not your turn.")
        if self.computer.broken:
            raise Unavailable("There are no more hints: the computer player has stopped working.")
        # Nothing is given yet: this only asks whether there is a hint left.
        self.session.hint(lambda _view, _tier: None)
        self.computer.ask_hint()
        self._wanted = True
        self.fetch()
        if self._wanted:
            self.voice.say(replies.LOOKING_FOR_A_HINT, "hint")

    def forget(self) -> None:
        """Drop the hint that is being looked for."""
        self._wanted = False

    def fetch(self) -> None:
        """Show the hint once it is ready."""
        if not self._wanted:
            return
        found = self.computer.hints()
        if found is None:
            return
        self._wanted = False
        self.changed()
        if isinstance(found, Failed):
            self.voice.say(found.text, "refused", about=("button:hint",))
            return
        given = self.session.hint(lambda _view, tier: found[min(tier, len(found)) - 1] if found else None)
        if given is None:
            self.voice.say(replies.NO_HINT, about=("button:hint",))
            return
        self.voice.say(replies.hinted(self.session, given), "hint", given.spots)


def let_play(table: Table, now: float) -> None:
    """Make the computer's move once it is ready."""
    found = table.computer.move(now)
    if isinstance(found, Failed):
        _play_without(table, found.text)
    elif found is not None:
        _move(table, found)


def _move(table: Table, action: Action) -> None:
    try:
        refusal = table.session.perform(action, "computer").refusal
    except Fault as fault:
        _play_without(table, replies.CANNOT_MOVE)
        show_fault(table, fault)
        return
    if refusal is not None:
        _play_without(table, "The computer chose a move that is not allowed.")
    else:
        table.voice.hush()


def _play_without(table: Table, text: str) -> None:
    """Let a person play on for the computer, which cannot play."""
    session = table.session
    player = session.state.to_move
    session.seats[player] = "person"
    title = table.looking.title(session.game.players.index(player) + 1)
    table.voice.say(f"{text} {replies.play_without(title)}", "refused")
    table.host.changed()
