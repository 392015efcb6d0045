"""A trial of a game: it is begun at every level and with every option, and played at random. Faults are reported."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from time import thread_time
from typing import Any, Literal

from interpreter import Abandoned, Action, Fault, Game, SpecError, State, limited, watched
from interpreter.program import Program, costliest
from interpreter.spec.diagnostics import Diagnostic, Diagnostics, both, found_in_play
from interpreter.spec.nodes import Span
from interpreter.streams import number_below

STREAM = "trial"
SLOW = 0.05
"""Whoever waits longer for a list of moves notices it, and a computer player asks for thousands."""
QUICK = 5e-6
"""So many seconds for each move make no slow list, only a long one."""
SURELY_SLOW = 0.3
TIMES = 3
"""A list that is not surely slow is made again so often, and the quickest counts."""
PROFILE = 0.5
MOST_FAULTS = 5
TOLD_MOVES = 3


@dataclass(frozen=True, slots=True)
class Effort:
    """How much to try. A game is begun in every way within `most` seconds of processor time. Moves are made within
    `seconds`: a number of them in the first game and in those of other levels and options, then in more games with
    different luck. `patience` is the limit for one piece of work."""

    seconds: float
    most: float
    patience: float
    first: int
    others: int
    games: int
    moves: int


USUAL = Effort(seconds=0.5, most=3.0, patience=1.0, first=30, others=5, games=2, moves=60)
THOROUGH = Effort(seconds=60.0, most=60.0, patience=10.0, first=300, others=100, games=20, moves=300)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A level and settings to begin a game with; without either, the defaults."""

    level: str | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)

    def words(self) -> list[str]:
        """The choice in words."""
        level = [f"level {self.level}"] if self.level is not None else []
        return level + [f"{name}: {value}" for name, value in self.settings.items()]


def arrangements(game: Game) -> list[Arrangement]:
    """The default arrangement, every other level, and every option of every setting that rules or boards may read."""
    usual = game.settings.choose(None, None)
    found = [Arrangement(), *(Arrangement(level) for level in game.levels[1:])]
    computer = game.spec.ai.level if game.spec.ai is not None else None
    read = game.program(usual).plan.rule_settings
    for key, setting in game.spec.settings.items():
        name = str(key)
        if setting.change is not None or (name not in read and (setting.reseeds or computer == name)):
            continue
        others = [each for each in game.settings.telling(name) if game.settings.value(name, each) != usual.values[name]]
        found += [Arrangement(None, {name: each}) for each in others]
    return found


def try_out(game: Game, found: Diagnostics, effort: Effort = USUAL) -> None:
    """Begin a game in every way, play on at random, and report faults and slow lists with what led to them.

    The same spec is always tried in the same way; how far that gets depends on the processor time that it takes.
    """
    _Trial(game, found, effort).run()


class _Trial:
    """One trial, as far as it has gone."""

    def __init__(self, game: Game, found: Diagnostics, effort: Effort) -> None:
        self.game = game
        self.found = found
        self.effort = effort
        self.began = thread_time()
        self.met: set[tuple[str, Span | None]] = set()
        self.slow = False
        self.given_up = False

    @property
    def is_late(self) -> bool:
        """Whether it is too late to make more moves."""
        return thread_time() - self.began > self.effort.seconds

    def run(self) -> None:
        """Play every round until the time is up."""
        for arrangement, seed, moves in self._rounds():
            if self.given_up or len(self.met) >= MOST_FAULTS or thread_time() - self.began > self.effort.most:
                return
            _Round(self, arrangement, seed).play(moves)

    def _rounds(self) -> Iterator[tuple[Arrangement, int, int]]:
        """Every way to begin once, then games with different luck: the likeliest failures come first."""
        seed, effort = self.game.spec.seed or 0, self.effort
        ways = arrangements(self.game)
        for number, arrangement in enumerate(ways):
            yield arrangement, seed, effort.others if number else effort.first
        for number in range(1, effort.games + 1):
            for arrangement in ways:
                if self.is_late:
                    return
                yield arrangement, seed + number, effort.moves


class _Round:
    """One game of a trial."""

    def __init__(self, trial: _Trial, arrangement: Arrangement, seed: int) -> None:
        self.trial = trial
        self.game = trial.game
        self.arrangement = arrangement
        self.seed = seed
        self.moves: list[tuple[State, Action]] = []
        self.doing = "Beginning a game"

    def play(self, moves: int) -> None:
        """Begin a game and make random moves; report what goes wrong."""
        kept = len(self.game.diagnostics)
        try:
            with limited(self.trial.effort.patience), watched():
                self._play(moves)
        except SpecError as error:
            # Programs tell their game of their mistakes, which does not know about settings.
            self.game.diagnostics.withdraw(kept)
            for each in error.diagnostics:
                self._report(each)
        except Abandoned as fault:
            message = f"{self.doing}{fault.message.removeprefix('This')}"
            help = "Loop over fewer things here, or less often."
            # What takes as long as this is a fault in play, too.
            played = self.trial.effort.patience >= THOROUGH.patience
            severity: Literal["error", "warning"] = "error" if played else "warning"
            self._report(Diagnostic("slow", message, fault.span, help, severity))
            self.trial.given_up = True
        except Fault as fault:
            found = found_in_play(fault.message, fault.span)
            self._report(found if self.moves else replace(found, help=self._remedy()))

    def _play(self, moves: int) -> None:
        game = self.game
        state = game.new(self.seed, self.arrangement.level, self.arrangement.settings)
        self.doing = "Listing the moves"
        if self.trial.is_late:
            self._listed(state)
        while not state.over and len(self.moves) < moves and not self.trial.is_late:
            self.doing = "Listing the moves"
            legal = self._listed(state)
            if not legal:
                raise Fault(f"{state.to_move} has no legal action, but the game is not over.")
            number, _ = number_below(self.seed, STREAM, len(self.moves), len(legal))
            self.moves.append((state, legal[number]))
            self.doing = "Doing a move"
            state = self._after(state, legal[number])

    def _after(self, state: State, action: Action) -> State:
        """The state after an action. Options are tried without events, which would take as long to compile as
        everything else."""
        if not self.arrangement.settings:
            return self.game.apply(state, action).state
        after: State = state.program.guarded(lambda: self.game.advance(state, action))
        return after

    def _listed(self, state: State) -> list[Action]:
        began, number = thread_time(), len(self.moves)
        legal = self.game.legal(state)
        if state.program.compiler.shared and number & (number - 1) == 0:
            # This list was made when the turn passed: now and then one looks how long that took.
            state.program.legal(_copied(state))
        took = thread_time() - began
        if took > max(SLOW, QUICK * len(legal)) and not self.trial.slow:
            self._time(state, took, len(legal))
        return legal

    def _time(self, state: State, took: float, count: int) -> None:
        """Report a list of this many moves that took this long, at the place where most of the time goes, unless it is
        quick the second time."""
        program = state.program

        def listed() -> None:
            program.legal(_copied(state))

        # On a busy machine everything takes up to twice as long, and the first list may read a word list.
        best = min(took, *(_seconds(listed) for _ in range(TIMES if took < SURELY_SLOW else 1)))
        if best > max(SLOW, QUICK * count):
            self.trial.slow = True
            place, part = costliest(listed, PROFILE)
            place = _expression(program, place)
            share = "most" if part > 0.5 else "the largest part"
            message = f"Listing the moves takes about {round(best * 100) * 10} ms, and {share} of that goes here."
            help = "Go through fewer things here. Put a quick condition that is often false to the left of an ‘and’."
            self._report(Diagnostic("slow", message, place, help, "warning"))

    def _report(self, diagnostic: Diagnostic) -> None:
        """Report something once, with what led to it."""
        known = (diagnostic.message, diagnostic.span)
        if known not in self.trial.met:
            self.trial.met.add(known)
            self.trial.found.add(replace(diagnostic, message=f"{diagnostic.message} {self._course()}"))

    def _remedy(self) -> str:
        """Suggest what to do about a fault before the first move."""
        if self.arrangement.settings:
            return f"Correct the rule here, or have {both(list(self.arrangement.settings))} leave out that value."
        return "Correct the rule here."

    def _course(self) -> str:
        """What led to this point, in a sentence."""
        chosen = f"({', '.join([*self.arrangement.words(), f'seed {self.seed}'])})"
        if not self.moves:
            return f"Seen at the start of a game {chosen}."
        last = both([self.game.text(state, action) for state, action in self.moves[-TOLD_MOVES:]])
        told = f"The moves were {last}." if len(self.moves) <= TOLD_MOVES else f"The last moves were {last}."
        if len(self.moves) == 1:
            told = f"The move was {last}."
        return f"Seen at move {len(self.moves)} of a random game {chosen}. {told}"


def _expression(program: Program, place: Span | None) -> Span | None:
    """The expression of a choice, a check or a require, if the code knows only its name."""
    for plan in program.actions.values():
        for choice in plan.choices:
            if place == choice.span and choice.domain is not None:
                return choice.domain.node.span
        for check in (*plan.checks, *plan.goals):
            if place == check.span:
                return check.term.node.span
        for require in plan.requires:
            if place == require.span:
                return next(require.terms()).node.span
    return place


def _copied(state: State) -> tuple[Any, ...]:
    """A copy of the same position: lists are cached for the very object that they were made for."""
    return (*state.data,)


def _seconds(work: Callable[[], None]) -> float:
    """How long some work takes, without a garbage collection for others that may happen during it."""
    collects = gc.isenabled()
    gc.disable()
    try:
        began = thread_time()
        work()
        return thread_time() - began
    finally:
        if collects:
            gc.enable()
