"""Searches in machine code, instead of their versions in Python: for the same seed and nodes they make the same
choice."""

from __future__ import annotations

from typing import Any, NamedTuple

from interpreter import Action
from interpreter.native import AllowanceOf, Machine, Mind, UsedUp, machine_of
from interpreter.position import Data, mover_of
from interpreter.program import Program
from runtime.bots.bot import Allowance, Options, Spent, hint_options, playing_options
from runtime.bots.measures import Legal

GOING_ON = -1
SEARCHES = ("search", "tree")


class Searcher(NamedTuple):
    """The machine code in which a bot searches, and what it goes by there."""

    machine: Machine
    mind: Mind


def searcher(program: Program, player: int, options: Options) -> Searcher | None:
    """The machine code in which a bot with these options can search, if it is ready and has all of them."""
    machine = machine_of(program)
    mind = machine.mind(player, options.evaluate, options.only) if machine is not None else None
    return Searcher(machine, mind) if machine is not None and mind is not None else None


def may_search(program: Program) -> bool:
    """Whether the computer of a game, or its hints, would search in machine code."""
    return any(options.bot in SEARCHES for options in (playing_options(program), hint_options(program)))


def _shared(machine: Machine, allowance: Allowance) -> AllowanceOf:
    """An allowance as machine code sees it."""
    return AllowanceOf(allowance.nodes, allowance.most, machine.deadline(allowance.seconds_left()), 0)


class CompiledTree:
    """The tree of one choice, in a known world: `tree.Tree`."""

    def __init__(self, searcher: Searcher, allowance: Allowance, seed: int) -> None:
        self.machine, self.mind = searcher
        self.allowance = allowance
        self.seed = seed

    def ranking(self, data: Data) -> list[Action]:
        """The actions, best first. Raises GaveUp."""
        self.machine.begin()
        given = _shared(self.machine, self.allowance)
        looked = self.machine.tree(self.machine.position(data), self.mind, self.seed, given)
        self.allowance.take(given.nodes, bool(given.fired))
        mover = mover_of(data)

        def standing(number: int) -> tuple[int, int, float]:
            each = looked[number]
            sure = 1 if each.winner == mover else 0 if each.winner in (GOING_ON, 0) else -1
            return sure, each.visits, each.total

        return [looked[number].action for number in sorted(range(len(looked)), key=standing, reverse=True)]


class CompiledAlphaBeta:
    """The search of one player in one world: `search.AlphaBeta`."""

    def __init__(
        self, searcher: Searcher, program: Program, legal: Legal, allowance: Allowance, remembers: bool
    ) -> None:
        self.machine, mind = searcher
        self.do = program.do
        self.legal = legal
        self.pays = program.schema.pays
        self.allowance = allowance
        self._given = _shared(self.machine, allowance)
        self._search = self.machine.search(mind, remembers, self._given)
        self._positions: dict[int, tuple[Data, Any]] = {}

    @property
    def cut(self) -> bool:
        """Whether something was judged without looking further."""
        return self._search.cut

    @cut.setter
    def cut(self, value: bool) -> None:
        self._search.cut = value

    def after(self, data: Data, action: Action, depth: int, alpha: int, beta: int) -> int:
        """The value of an action when its turn ends and this many more turns follow."""
        self._begin()
        try:
            return self._search.after(self._position(data), action, depth, alpha, beta)
        except UsedUp:
            raise Spent from None
        finally:
            self.allowance.take(self._given.nodes, bool(self._given.fired))

    def worth(self, data: Data, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The value of a position after this many actions."""
        self._begin()
        try:
            return self._search.worth(self._position(data), depth, alpha, beta, ply)
        except UsedUp:
            raise Spent from None
        finally:
            self.allowance.take(self._given.nodes, bool(self._given.fired))

    def _begin(self) -> None:
        self._given.nodes, self._given.fired = self.allowance.nodes, int(self.allowance.fired)

    def _position(self, data: Data) -> Any:
        """A position as machine code stores it, made once."""
        found = self._positions.get(id(data))
        if found is None:
            found = self._positions[id(data)] = data, self.machine.position(data)
        return found[1]
