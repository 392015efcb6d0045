"""A game being played: its history, what can be undone, how much help is left, and who sits where."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property
from secrets import randbelow
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

from interpreter import Action, BadSetting, Event, Game, Outcome, Refusal, State, Status, View
from interpreter.program import Program
from interpreter.spec.model import Spec
from interpreter.streams import number_below
from runtime.bots import view_for
from runtime.digest import state_digest

Seat: TypeAlias = Literal["person", "computer"]
Choose: TypeAlias = Callable[[View, int], Action]
"""How a computer plays: from what its bot may know and a seed to an action."""
Tier: TypeAlias = Literal["where", "what"]
Topic: TypeAlias = tuple[str | int, ...]
"""What a note is about: its kind, whose it is, and which cell, zone …"""
Words: TypeAlias = tuple[str | int, ...]
"""What a note says."""
Given = TypeVar("Given")

TIERS: tuple[Tier, ...] = ("where", "what")
"""What a hint tells: first where to look, then what to do."""
SEEDS = 10**9
"""New seeds are below this: short enough to be typed."""
BOT_SEEDS = 1 << 62
ONLY_PLAYER = "you"
"""The player of a game that names none."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How often each kind of help may be used in one game; None means without limit."""

    undo: int | None
    hints: int | None
    lives: int | None


def limits_of(program: Program) -> Limits:
    """The limits of a game. If `assist` does not mention them, undo is free, and there are no lives.

    Hints are free if the spec says how to find them: with `hints` or with a computer player. Otherwise they would be
    random.
    """
    limit = program.computer_plan.limit
    free = None if program.spec.ai is not None else 0
    return Limits(limit("undo", None), limit("hints", free), limit("lives", 0))


@dataclass(frozen=True)
class Move:
    """An action that was taken: by whom, from which state to which, and what happened."""

    game: Game = field(repr=False, compare=False)
    player: str
    by: Seat
    action: Action
    text: str
    before: State
    after: State
    events: tuple[Event, ...]

    @cached_property
    def digest(self) -> str:
        """The fingerprint of the state after it. Only saved games need it."""
        return state_digest(self.game, self.after)


@dataclass(frozen=True, slots=True)
class Change:
    """What listeners receive. `events` is empty unless something was performed or redone; `topic` is the topic of a
    note."""

    what: Literal["started", "performed", "refused", "undone", "redone", "hinted", "settings", "noted"]
    before: State
    after: State
    events: tuple[Event, ...] = ()
    moves: tuple[Move, ...] = ()
    refusal: Refusal | None = None
    topic: Topic = ()


@dataclass(frozen=True, slots=True)
class Used:
    """How often help was used in this game."""

    undos: int = 0
    hints: int = 0
    lives: int = 0


class Unavailable(Exception):
    """Help that is used up, or that is not possible now. `limit` is how much there was of what is used up."""

    def __init__(self, text: str, limit: int | None = None) -> None:
        super().__init__(text)
        self.limit = limit


Listener: TypeAlias = Callable[[Change], None]


class Session:
    """One game from its start. Without a seed it takes the spec's own, or a new one if there is none.

    `start` is a position to begin with instead of the game's own, with its settings, and `opening` is what has just
    happened there.
    """

    def __init__(
        self,
        game: Game,
        level: str | None = None,
        settings: Mapping[str, Any] | None = None,
        seed: int | None = None,
        seats: Mapping[str, Seat] | None = None,
        start: State | None = None,
        opening: Iterable[Event] = (),
    ) -> None:
        chosen = game.settings.choose(level, settings)
        self.game = game
        self.level = chosen.level
        self.settings: dict[str, Any] = game.settings.shown(chosen.values)
        self.seats: dict[str, Seat] = {**usual_seats(game), **(seats or {})}
        for player in self.seats:
            if player not in game.players:
                raise ValueError(f"There is no player {player}; there are {', '.join(game.players)}.")
        self._listeners: list[Listener] = []
        self._opening: tuple[Event, ...] | None = ()
        self.seed = seed if seed is not None else int(game.spec.seed) if game.spec.seed is not None else new_seed()
        if start is None:
            self._begin(self.seed)
        else:
            self._begin_with(start)
            self._opening = (*opening,)

    def _begin(self, seed: int) -> None:
        self._start_from(self.game.new(seed, self.level, self.settings))
        self.seed, self._arranged, self._opening = seed, False, None

    def _begin_with(self, state: State) -> None:
        self.settings = self.game.settings.shown(state.program.settings)
        self._start_from(state)
        self._arranged = True

    def _start_from(self, state: State) -> None:
        self.start = self.state = state
        self._carried = False
        self._opening = ()
        self.history: list[Move] = []
        self.undone: list[Move] = []
        self.used = Used()
        self.notes: Mapping[Topic, Words] = {}
        self.seconds: float = 0.0
        self.limits: Limits = limits_of(self.state.program)
        self._hinted: tuple[State | None, int] = (None, 0)

    @property
    def opening(self) -> tuple[Event, ...]:
        """What happened before the first action: the first steps of turns, and turns that were passed."""
        if self._opening is None:
            self._opening = self.game.opening(self.seed, self.level, self.settings)
        return self._opening

    # Listening

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Notify a listener of every change from now on, in order; calling the returned function ends that."""
        self._listeners.append(listener)

        def end() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return end

    def _tell(self, change: Change) -> None:
        for listener in tuple(self._listeners):
            listener(change)

    # Playing

    @property
    def legal(self) -> list[Action]:
        """Every legal action of the player whose turn it is."""
        return self.game.legal(self.state)

    @property
    def seat_to_move(self) -> Seat:
        """Whether a person or the computer plays for the player to move."""
        return self.seats[self.state.to_move]

    def view(self, player: str | None = None) -> View:
        """What a player may know; by default the player to move."""
        return self.game.view(self.state, player if player is not None else self.state.to_move)

    def perform(self, action: Action, by: Seat | None = None) -> Outcome:
        """Take an action for the player to move. A refusal, like a fault, leaves everything unchanged."""
        before = self.state
        outcome = self.game.apply(before, action)
        if outcome.refusal is not None:
            self._tell(Change("refused", before, before, refusal=outcome.refusal))
            return outcome
        move = Move(
            self.game,
            before.to_move,
            by if by is not None else self.seat_to_move,
            action,
            self.game.text(before, action),
            before,
            outcome.state,
            outcome.events,
        )
        self.history.append(move)
        self.undone.clear()
        self.state = outcome.state
        self._tell(Change("performed", before, self.state, outcome.events, (move,)))
        return outcome

    def play_computer(self, choose: Choose) -> Outcome | None:
        """Let the computer make one move; None if it is not its turn. It receives what its bot may know."""
        if self.state.over or self.seat_to_move != "computer":
            return None
        view = view_for(self.game, self.state, self.state.to_move)
        action = choose(view, self.bot_seed())
        return self.perform(self.game.meaning(self.state, self.state.to_move)(action), "computer")

    def bot_seed(self) -> int:
        """The seed for a computer's choice at this point: the same whenever the game reaches this point."""
        return number_below(self.seed, "computer players", len(self.history), BOT_SEEDS)[0]

    @property
    def is_arranged(self) -> bool:
        """Whether the game began with a position that was set up for it."""
        return self._arranged or self._carried

    def carry_on(self, state: State) -> None:
        """Continue from a position of other rules. A restart begins as these rules do."""
        self.start = self.state = state
        self._carried, self._opening = True, ()

    def restart(self) -> None:
        """Restart with the same luck, from the set-up position if there was one."""
        if self._arranged:
            self.set_up(self.start)
        else:
            self._anew(self.seed)

    def new_game(self, seed: int | None = None) -> None:
        """Start another game with the same settings; without a seed, with a new one."""
        self._anew(new_seed() if seed is None else seed)

    def set_up(self, state: State) -> None:
        """Continue from another position, perhaps under other settings, as lessons do. Everything before is
        forgotten."""
        before = self.state
        self._begin_with(state)
        self._tell(Change("started", before, state))

    def _anew(self, seed: int) -> None:
        before = self.state
        self._begin(seed)
        self._tell(Change("started", before, self.state))

    def change_settings(self, changes: Mapping[str, Any]) -> None:
        """Continue with other values of settings that can be changed at any time; raises BadSetting for others.

        No rule reads those, so every position of the game stays the same.
        """
        for name in changes:
            if name in self.game.settings.types and not self.game.settings.may_change(name):
                raise BadSetting(f"The setting {name} cannot be changed during a game.")
        before, program = self.state, self.game.program_with(self.state.program, changes)
        states: dict[int, State] = {}

        def under(state: State) -> State:
            # What was one state stays one: hints are known by theirs.
            return states.setdefault(id(state), program.state(state.data))

        for moves in (self.history, self.undone):
            moves[:] = (replace(move, before=under(move.before), after=under(move.after)) for move in moves)
        self.start, self.state = under(self.start), under(before)
        if self._hinted[0] is before:
            self._hinted = (self.state, self._hinted[1])
        self.settings = self.game.settings.shown(program.settings)
        self.limits = limits_of(program)
        self._tell(Change("settings", before, self.state))

    def supposing(self, state: State) -> Session:
        """This game as if it were in another position; for looking, not for playing on."""
        found = copy(self)
        found.state, found._listeners = state, []
        return found

    def note(self, topic: Topic, words: Words) -> None:
        """Save a player's note beside the game, replacing an earlier one on that topic; without words, remove it.

        Notes are not part of the game: no rule, no bot and no replay knows about them.
        """
        if self.notes.get(topic, ()) == words:
            return
        others = {each: said for each, said in self.notes.items() if each != topic}
        self.notes = {**others, topic: words} if words else others
        self._tell(Change("noted", self.state, self.state, topic=topic))

    # Taking back

    @property
    def can_undo(self) -> bool:
        """Whether there is something to undo, and undoing is allowed."""
        return self._why_no_undo() is None

    def _why_no_undo(self) -> Unavailable | None:
        if not _is_left(self.limits.undo, self.used.undos):
            return _used_up("undos", self.limits.undo, "There is no undo in this game.")
        return Unavailable("There is nothing to undo.") if self._taken_back() == 0 else None

    @property
    def why_no_undo(self) -> str:
        """Why nothing can be undone; empty if something can."""
        return str(self._why_no_undo() or "")

    def undo(self) -> None:
        """Go back to before the last action of a person, past everything that the computer has done since."""
        if (reason := self._why_no_undo()) is not None:
            raise reason
        self.used = replace(self.used, undos=self.used.undos + 1)
        self._go_back()

    def redo(self) -> None:
        """Redo what was undone last, with what the computer did after it."""
        if not self.undone:
            raise Unavailable("There is nothing to redo.")
        before, moves = self.state, [self.undone.pop()]
        while self.undone and self.undone[-1].by == "computer":
            moves.append(self.undone.pop())
        self.history += moves
        self.state = moves[-1].after
        events = tuple(event for move in moves for event in move.events)
        self._tell(Change("redone", before, self.state, events, tuple(moves)))

    def _taken_back(self) -> int:
        """How many moves an undo removes; 0 if no person has moved yet."""
        for count, move in enumerate(reversed(self.history), start=1):
            if move.by == "person":
                return count
        return 0

    def _go_back(self) -> None:
        before = self.state
        moves = [self.history.pop() for _ in range(self._taken_back())]
        self.undone += moves
        self.state = moves[-1].before
        self._tell(Change("undone", before, self.state, moves=tuple(moves)))

    # Ends

    @property
    def recovery(self) -> tuple[str, ...]:
        """What is offered instead of the end that the game has reached: undo, life, or nothing."""
        return tuple(way for way in self._offered if (self.can_undo if way == "undo" else self._life_helps()))

    @property
    def _offered(self) -> tuple[str, ...]:
        """What the spec offers instead of the end that the game has reached."""
        return self.state.end.recover if self.state.end is not None else ()

    @property
    def status(self) -> Status:
        """The standing of the game. It is not over while the player can recover from the end that it has reached."""
        status = self.game.status(self.state)
        return replace(status, over=False) if status.over and self.recovery else status

    @property
    def can_spend_life(self) -> bool:
        """Whether a life would get the player out of the end that the game has reached."""
        return "life" in self.recovery

    def _life_helps(self) -> bool:
        return self._taken_back() > 0 and _is_left(self.limits.lives, self.used.lives)

    def spend_life(self) -> None:
        """Go on after an end that offers it: back to before one's own last action, with the undo limit reset."""
        if not self.can_spend_life:
            used_up = not _is_left(self.limits.lives, self.used.lives)
            if self.limits.lives == 0 or (used_up and "life" in self._offered):
                raise _used_up("lives", self.limits.lives, "There are no lives in this game.")
            raise Unavailable("A life cannot help here.")
        self.used = replace(self.used, undos=0, lives=self.used.lives + 1)
        self._go_back()

    # Hints

    @property
    def _tiers_heard(self) -> int:
        """How many tiers of a hint were given at this point."""
        at, tier = self._hinted
        return tier if at is self.state else 0

    def _why_no_hint(self, counted: bool) -> Unavailable | None:
        """Why there is no hint. One that has already been given at this point is not counted."""
        if self.status.over:
            return Unavailable("The game is over.")
        if not counted or _is_left(self.limits.hints, self.used.hints):
            return None
        return _used_up("hints", self.limits.hints, "There are no hints in this game.")

    @property
    def why_no_hint(self) -> str:
        """Why there is nothing new to hint at; empty if there is."""
        return str(self._why_no_hint(counted=self._tiers_heard not in range(1, len(TIERS))) or "")

    def hint(self, give: Callable[[View, int], Given | None], tiers: int = 1) -> Given | None:
        """Give the player to move a hint; asking again at the same point asks for the next tier and is not counted.

        `give` receives what the player may know and the tier from 1, and returns None if it knows nothing. The last
        tier may be heard any number of times. `tiers` is how many are heard at once.
        """
        heard = self._tiers_heard
        if (reason := self._why_no_hint(counted=heard == 0)) is not None:
            raise reason
        given = give(self.view(), heard + tiers)
        if given is None:
            return None
        self._hinted = (self.state, heard + tiers)
        if not heard:
            self.used = replace(self.used, hints=self.used.hints + 1)
        self._tell(Change("hinted", self.state, self.state))
        return given

    @property
    def left(self) -> tuple[int | None, int | None, int | None]:
        """The undos, hints and lives that are left, in the form of `assist` in a view; None means any number."""
        pairs = (
            (self.limits.undo, self.used.undos),
            (self.limits.hints, self.used.hints),
            (self.limits.lives, self.used.lives),
        )
        undos, hints, lives = (None if limit is None else max(0, limit - used) for limit, used in pairs)
        return undos, hints, lives


def usual_seats(game: Game) -> dict[str, Seat]:
    """Who plays each player by default."""
    return seats_of(game.spec)


def seats_of(spec: Spec) -> dict[str, Seat]:
    """Who plays each player of a spec: as `seat` says, otherwise the computer for those that `ai` plays."""
    players = [str(name) for name in spec.players] or [ONLY_PLAYER]
    plays = {str(name) for name in (spec.ai.plays or [])} if spec.ai is not None else set[str]()
    seats: dict[str, Seat] = {
        player: "computer" if player in plays and len(players) > 1 else "person" for player in players
    }
    for name, player in spec.players.items():
        if player.seat is not None:
            seats[str(name)] = "computer" if str(player.seat) == "computer" else "person"
    return seats


class Made(Protocol):
    """A move that somebody made."""

    @property
    def by(self) -> Seat:
        """The player who made it."""


def moves_made(moves: Sequence[Made]) -> int:
    """How many moves a game took, wherever players see it: those of people, or all if only the computer played."""
    return sum(move.by == "person" for move in moves) or len(moves)


def new_seed() -> int:
    """A seed that nobody could foresee."""
    return randbelow(SEEDS)


def _used_up(what: str, limit: int | None, never: str) -> Unavailable:
    """Why there is no more of some kind of help: it is used up, or there never was any."""
    return Unavailable(f"You have no {what} left.", limit) if limit else Unavailable(never)


def _is_left(limit: int | None, used: int) -> bool:
    return limit is None or used < limit
