"""Searches in machine code, instead of their versions in Python: for the same seed and nodes they make the same
choice."""

from __future__ import annotations

from typing import Any

from interpreter import Action
from interpreter.native import AllowanceOf, GaveUp, Machine, UsedUp, machine_of
from interpreter.position import Data, mover_of
from interpreter.program import Program
from runtime.bots.bot import Allowance, Options, Spent, hint_options, playing_options

GOING_ON = -1
SEARCHES = ("search", "tree")


def machine_for(program: Program, options: Options) -> Machine | None:
    """The machine code in which a bot with these options can search, if it is ready."""
    if any(name in program.actions for name in options.only):
        return None
    machine = machine_of(program)
    if machine is None or machine.measure(options.evaluate) is None:
        return None
    return machine


def may_search(program: Program) -> bool:
    """Whether the computer of a game, or its hints, would search in machine code."""
    return any(options.bot in SEARCHES for options in (playing_options(program), hint_options(program)))


def _shared(machine: Machine, allowance: Allowance) -> AllowanceOf:
    """An allowance as machine code sees it."""
    return AllowanceOf(allowance.nodes, allowance.most, machine.deadline(allowance.seconds_left()), 0)


class CompiledTree:
    """The tree of one choice, in a known world: `tree.Tree`."""

    def __init__(self, machine: Machine, player: int, options: Options, allowance: Allowance, seed: int) -> None:
        measure = machine.measure(options.evaluate)
        assert measure is not None
        self.machine = machine
        self.player = player
        self.measure = measure
        self.allowance = allowance
        self.seed = seed

    def ranking(self, data: Data) -> list[Action]:
        """The actions, best first. Raises GaveUp."""
        self.machine.begin()
        given = _shared(self.machine, self.allowance)
        looked = self.machine.tree(self.machine.position(data), self.player, self.measure, self.seed, given)
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
        self, machine: Machine, program: Program, player: int, options: Options, allowance: Allowance, remembers: bool
    ) -> None:
        measure = machine.measure(options.evaluate)
        assert measure is not None
        self.machine = machine
        self.do = program.do
        self.legal = program.legal
        self.pays = False
        self.allowance = allowance
        self._given = _shared(machine, allowance)
        self._search = machine.search(player, measure, remembers, self._given)
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


__all__ = ["CompiledAlphaBeta", "CompiledTree", "GaveUp", "machine_for", "may_search"]
