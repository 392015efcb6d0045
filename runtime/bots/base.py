"""What every bot is: it gets what its player may know, and chooses an action within its allowance."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import Protocol

from interpreter import Action, View

CLOCK_EVERY = 64


@dataclass(frozen=True, slots=True)
class Choice:
    """What a bot chose, and what it took: nodes are actions tried out.

    `guard_fired` says that the clock cut it short; then another machine might choose otherwise. `ranking` holds what
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
    """So many nodes and so much time. Nodes are counted; the clock is only a guard, and says so when it fires."""

    __slots__ = ("_deadline", "_start", "fired", "most", "nodes")

    def __init__(self, most: int, milliseconds: int | None) -> None:
        self.nodes = 0
        self.most = most
        self.fired = False
        self._start = perf_counter()
        self._deadline = None if milliseconds is None else self._start + milliseconds / 1000

    def late(self) -> bool:
        """Whether the time is over; then the guard has fired."""
        if self._deadline is not None and perf_counter() > self._deadline:
            self.fired = True
        return self.fired

    def left(self) -> bool:
        """Whether there is anything left. Ask between pieces of work."""
        return self.nodes < self.most and not self.late()

    def spend(self) -> None:
        """Count a node; raises Spent when there is none left."""
        self.nodes += 1
        if self.nodes > self.most or (not self.nodes % CLOCK_EVERY and self.late()):
            raise Spent

    def choice(self, ranking: list[Action]) -> Choice:
        """The first of some actions, with what it took to find it."""
        return Choice(ranking[0], self.nodes, perf_counter() - self._start, self.fired, tuple(ranking))
