"""Random games to the end, and what they are worth."""

from __future__ import annotations

from interpreter.position import Data, result_of
from interpreter.program import Evaluate, Program
from interpreter.streams import tape
from runtime.bots.base import CLOCK_EVERY, Allowance

Rewards = tuple[float, ...]

LONGEST = 400
SCALE = 100


class Playouts:
    """Plays games of one program to their ends. Rewards go from 0 to 1, one for each player from number 1 on."""

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
        self.won = [
            tuple(1.0 if player == winner else 0.0 for player in self.players) for winner in self.players
        ]
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
        """What a position is worth to each player; one that goes on by its evaluation."""
        result = result_of(data)
        if result is None:
            return self._graded(data)
        _, winner, won = result
        if self.alone:
            return self._graded(data) if won is None else self.won[1 if won else 0]
        return self.won[winner] if winner else self.drawn

    def _graded(self, data: Data) -> Rewards:
        """Between losing and winning, by the evaluation if there is one."""
        if self.evaluate is None:
            return self.drawn
        value = self.evaluate(data, self.player)
        share = 0.5 + 0.5 * value / (abs(value) + SCALE)
        return tuple(share if player == self.player else 1.0 - share for player in self.players)
