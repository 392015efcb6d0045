"""Tree search where something is hidden or luck is to come: every walk through the tree is in a world of its own.

A node stands for the actions that led there, not for a position: what one does not know cannot be told apart.
"""

from __future__ import annotations

from math import sqrt

from interpreter import Action, View
from interpreter.position import Data, mover_of
from interpreter.program import Program
from runtime.bots.base import Allowance
from runtime.bots.measures import Legal
from runtime.bots.playout import Playouts
from runtime.bots.worlds import world

CURIOSITY = 0.3
MOST_WORLDS = 100_000


class Branch:
    """What is known about an action: how often it was possible, how often it was taken, and what came of it."""

    __slots__ = ("branches", "possible", "total", "visits")

    def __init__(self) -> None:
        self.branches: dict[Action, Branch] = {}
        self.possible = 0
        self.visits = 0
        self.total = 0.0


class InformationTree:
    """The tree of one choice over many worlds."""

    def __init__(self, program: Program, legal: Legal, playouts: Playouts, allowance: Allowance) -> None:
        self.do = program.do
        self.legal = legal
        self.playouts = playouts
        self.allowance = allowance

    def ranking(self, view: View, seed: int) -> list[Action]:
        """The actions, most visited first."""
        root = Branch()
        for number in range(MOST_WORLDS):
            data = world(view, seed, number)
            if not number:
                legal = self.legal(data)
                if len(legal) < 2:
                    return legal
            self._visit(root, data)
            if not self.allowance.left():
                break
        order = sorted(root.branches.items(), key=lambda each: (each[1].visits, each[1].total), reverse=True)
        return [action for action, _ in order]

    def _visit(self, root: Branch, data: Data) -> None:
        """Walk down in one world, play on to the end, and tell all branches on the way."""
        path: list[tuple[Branch, int]] = []
        branch, new = root, False
        while not new:
            actions = self.legal(data)
            if not actions:
                break
            action, new = self._taken(branch, actions)
            branch = branch.branches[action]
            path.append((branch, mover_of(data)))
            data = self.do[action[0]](data, action)
            self.allowance.nodes += 1
        rewards = self.playouts.play(data)
        for branch, mover in path:
            branch.visits += 1
            branch.total += rewards[mover]

    def _taken(self, branch: Branch, actions: list[Action]) -> tuple[Action, bool]:
        """The action to take in this world, and whether it is taken for the first time."""
        known = branch.branches
        fresh = [action for action in actions if action not in known]
        if fresh:
            action = fresh[self.playouts.number() % len(fresh)]
            known[action] = Branch()
            return action, True
        best, chosen = -1.0, actions[0]
        for action in actions:
            other = known[action]
            other.possible += 1
            worth = other.total / other.visits + sqrt(CURIOSITY * other.possible.bit_length() / other.visits)
            if worth > best:
                best, chosen = worth, action
        return chosen, False
