"""The bot that needs no knowledge of a game: Monte-Carlo tree search."""

from __future__ import annotations

from math import sqrt

from interpreter import Action, Fault, Game, View
from interpreter.native import GaveUp
from interpreter.plugin import bot
from interpreter.position import Data, ResultParts, mover_of, result_of
from interpreter.program import Evaluate, Program
from interpreter.streams import tape
from runtime.bots.bot import CLOCK_EVERY, Allowance, Choice, Options, certain, world
from runtime.bots.compiled import CompiledTree, searcher
from runtime.bots.measures import Legal, considered

Rewards = tuple[float, ...]

LONGEST = 400
SCALE = 100
CURIOSITY = 0.3
MOST_WORLDS = 100_000
BUDGET = 20_000
MILLISECONDS = 5_000
GOING_ON = -1


class Playouts:
    """Plays games of one program to their ends. Rewards go from 0 to 1, one for each player, from number 1. If ends
    have payoffs, the rewards are these, and `unit` makes them comparable: it shrinks when more is paid than ever
    before."""

    def __init__(
        self, program: Program, player: int, evaluate: Evaluate | None, allowance: Allowance, seed: int
    ) -> None:
        self.program = program
        self.player = player
        self.evaluate = evaluate
        self.allowance = allowance
        self.seed = seed
        count = len(program.schema.players.words)
        self.alone = count == 1
        self.players = range(count + 1)
        self.drawn: Rewards = tuple(0.5 for _ in self.players)
        self.won = [tuple(1.0 if player == winner else 0.0 for player in self.players) for winner in self.players]
        self.pays = program.schema.pays
        self.unit = 0.5 if self.pays else 1.0
        self._most = 1
        self._block = 0
        self._tape = tape(seed, "playouts", 0)
        self._place = 0

    def number(self) -> int:
        """The next random number."""
        if self._place == len(self._tape):
            self._block += 1
            self._tape = tape(self.seed, "playouts", self._block)
            self._place = 0
        self._place += 1
        return self._tape[self._place - 1]

    def play(self, data: Data) -> Rewards:
        """Play at random to the end, or until it has gone on for too long."""
        legal, do, drawn, place = self.program.legal, self.program.do, self._tape, self._place
        last = len(drawn)
        moves = 0
        while moves < LONGEST:
            actions = legal(data)
            if not actions:
                break
            if place == last:
                self._place = place
                number, drawn, place = self.number(), self._tape, self._place
            else:
                number = drawn[place]
                place += 1
            action = actions[number % len(actions)]
            data = do[action[0]](data, action)
            moves += 1
            if not moves % CLOCK_EVERY and self.allowance.late():
                break
        self._place = place
        self.allowance.nodes += moves
        return self.rewards(data)

    def rewards(self, data: Data) -> Rewards:
        """The value of a position for each player; that of an unfinished game comes from its evaluation."""
        result = result_of(data)
        if result is None:
            return self._graded(data)
        _, winner, won, payoff = result
        if payoff is not None:
            return self._paid(payoff)
        if self.alone:
            return self._graded(data) if won is None else self.won[1 if won else 0]
        return self.won[winner] if winner else self.drawn

    def _paid(self, payoff: tuple[int, ...]) -> Rewards:
        most = max(map(abs, payoff))
        if most > self._most:
            self._most, self.unit = most, 0.5 / most
        return (0.0, *map(float, payoff))

    def _graded(self, data: Data) -> Rewards:
        """A value between losing and winning, from the evaluation if there is one."""
        if self.evaluate is None:
            return tuple(0.0 for _ in self.players) if self.pays else self.drawn
        value = self.evaluate(data, self.player)
        if self.pays:
            worth = self._most * value / (abs(value) + SCALE)
            return tuple(worth if player == self.player else -worth for player in self.players)
        share = 0.5 + 0.5 * value / (abs(value) + SCALE)
        return tuple(share if player == self.player else 1.0 - share for player in self.players)


class Branch:
    """The statistics of an action: how often it was possible, how often it was taken, and its results."""

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
        """Walk down in one world, play on to the end, and update all branches on the way."""
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
        best, chosen, unit = -1.0, actions[0], self.playouts.unit
        for action in actions:
            other = known[action]
            other.possible += 1
            worth = unit * other.total / other.visits + sqrt(CURIOSITY * other.possible.bit_length() / other.visits)
            if worth > best:
                best, chosen = worth, action
        return chosen, False


class Node:
    """A position. `total` adds up its value to the player who moved here; `winner` is known once it is certain."""

    __slots__ = ("action", "children", "data", "total", "visits", "winner")

    def __init__(self, data: Data, action: Action | None, winner: int) -> None:
        self.data = data
        self.action = action
        self.winner = winner
        self.children: list[Node] = []
        self.visits = 0
        self.total = 0.0


class Tree:
    """The tree of one choice, in a known world."""

    def __init__(self, program: Program, legal: Legal, playouts: Playouts, allowance: Allowance) -> None:
        self.do = program.do
        self.legal = legal
        self.playouts = playouts
        self.allowance = allowance
        self.players = len(program.schema.players.words)

    def ranking(self, data: Data) -> list[Action]:
        """The actions, best first."""
        root = Node(data, None, GOING_ON)
        self._expand(root)
        if not root.children:
            return []
        if len(root.children) > 1:
            while root.winner == GOING_ON and self.allowance.left():
                self._visit(root)
        mover = mover_of(data)
        order = sorted(root.children, key=lambda child: _standing(child, mover), reverse=True)
        return [child.action for child in order if child.action is not None]

    def _visit(self, root: Node) -> None:
        """Walk down to a new position, play on from there, and update all positions on the way."""
        path, node = [root], root
        if self.playouts.pays:
            self.allowance.nodes += 1  # An end is looked at again and again, and each look counts.
        while node.children and node.winner == GOING_ON:
            node = self._promising(node)
            path.append(node)
        if node.winner == GOING_ON:
            self._expand(node)
        if node.winner == GOING_ON:
            rewards = self.playouts.play(node.data)
        else:
            rewards = self._certain(node.winner)
        for number in range(len(path) - 1, 0, -1):
            node, parent = path[number], path[number - 1]
            node.visits += 1
            node.total += rewards[mover_of(parent.data)]
            if node.winner != GOING_ON and parent.winner == GOING_ON:
                parent.winner = self._settled(parent)
        root.visits += 1

    def _certain(self, winner: int) -> Rewards:
        return self.playouts.won[winner] if winner or self.players == 1 else self.playouts.drawn

    def _expand(self, node: Node) -> None:
        """Add the results of every action, in random order; an action that wins at once settles the position."""
        data, do = node.data, self.do
        actions = self.legal(data)
        number = self.playouts.number
        for last in range(len(actions) - 1, 0, -1):
            other = number() % (last + 1)
            actions[last], actions[other] = actions[other], actions[last]
        self.allowance.nodes += len(actions)
        for action in actions:
            after = do[action[0]](data, action)
            result = result_of(after)
            node.children.append(Node(after, action, GOING_ON if result is None else self._winner(result)))
        if node.children:
            node.winner = self._settled(node)
        elif not self.playouts.pays:
            node.winner = 0

    def _winner(self, result: ResultParts) -> int:
        """Who has won: 0 if nobody, GOING_ON if winning is not the point."""
        if self.playouts.pays:
            return GOING_ON
        if self.players == 1:
            return GOING_ON if result[2] is None else 1 if result[2] else 0
        return result[1]

    def _settled(self, node: Node) -> int:
        """The player who is certain to win, if the children show that."""
        mover = mover_of(node.data)
        winners = {child.winner for child in node.children}
        if mover in winners:
            return int(mover)
        if GOING_ON in winners or (len(winners) > 1 and 0 not in winners):
            return GOING_ON
        return 0 if 0 in winners else winners.pop()

    def _promising(self, node: Node) -> Node:
        """The child to look at next: one never visited, or else the best by its mean and by how rarely it was tried."""
        best, chosen, unit = -1.0, node.children[0], self.playouts.unit
        curiosity = CURIOSITY * node.visits.bit_length()
        for child in node.children:
            if child.winner != GOING_ON:
                continue
            visits = child.visits
            if not visits:
                return child
            worth = unit * child.total / visits + sqrt(curiosity / visits)
            if worth > best:
                best, chosen = worth, child
        return chosen


def _standing(child: Node, mover: int) -> tuple[int, int, float]:
    """The key for ranking actions: certain wins first, certain losses last, then by visits."""
    sure = 0 if child.winner == GOING_ON else 1 if child.winner == mover else 0 if child.winner == 0 else -1
    return sure, child.visits, child.total


class TreeBot:
    """Tree search, on sampled worlds if the view does not contain everything."""

    def __init__(self, game: Game, program: Program, player: int, options: Options) -> None:
        self.game = game
        self.program = program
        self.player = player
        self.budget = options.budget if options.budget is not None else BUDGET
        self.think_ms = options.think_ms if options.think_ms is not None else MILLISECONDS
        self.evaluate = options.evaluate.number if options.evaluate is not None else None
        self.legal = considered(program, options)
        self.options = options

    def choose(self, view: View, seed: int) -> Choice:
        """The action that most games went through."""
        allowance = Allowance(self.budget, self.think_ms)
        if certain(view) and (found := self._compiled(view, seed, allowance)) is not None:
            return allowance.choice(found)
        playouts = Playouts(self.program, self.player, self.evaluate, allowance, seed)
        if certain(view):
            ranking = Tree(self.program, self.legal, playouts, allowance).ranking(view.data)
        else:
            ranking = InformationTree(self.program, self.legal, playouts, allowance).ranking(view, seed)
        if not ranking:
            raise Fault(f"{view.state.to_move} has no legal action, but the game is not over.")
        return allowance.choice(ranking)

    def _compiled(self, view: View, seed: int, allowance: Allowance) -> list[Action] | None:
        """The result of machine code, if it can search."""
        found = searcher(self.program, self.player, self.options)
        if found is None:
            return None
        try:
            return CompiledTree(found, allowance, seed).ranking(view.data) or None
        except GaveUp:
            return None


@bot("tree")
def make(game: Game, program: Program, player: int, options: Options) -> TreeBot:
    """Plays many random games to their ends, and more of them where they go well: Monte-Carlo tree search.

    It needs no knowledge of a game. `evaluate` helps it, and `budget` makes it stronger.
    """
    return TreeBot(game, program, player, options)
