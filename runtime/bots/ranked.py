"""The bot that follows rules: the first rule with a move counts, and its ranks decide among its moves."""

from __future__ import annotations

from functools import partial
from typing import Any

from interpreter import Action, Fault, Game, View
from interpreter.registry import bot
from interpreter.rules.program import Program
from runtime.bots.base import Allowance, Bot, Choice
from runtime.bots.measures import Key, Rule, considered, rules
from runtime.bots.options import Options
from runtime.bots.random_bot import legal_in_random_order
from runtime.bots.search import SearchBot

Data = tuple[Any, ...]


class RankedBot:
    """Reads rules on what its player may see: hidden values are none."""

    def __init__(self, game: Game, program: Program, player: int, options: Options) -> None:
        self.game = game
        self.program = program
        self.player = player
        self.options = options
        self.rules = rules(program, options.rules)
        self.considered = considered(program, options.only)

    def choose(self, view: View, seed: int) -> Choice:
        """The best move of the first rule that has one; any legal move if no rule has."""
        allowance = Allowance(0, None)
        legal = legal_in_random_order(view, seed)
        kept = self._asked(view, lambda: set(self.considered(view.data))) or set(legal)
        legal = [action for action in legal if action in kept] or legal
        for rule in self.rules:
            if rule.when is None or self._asked(view, partial(rule.when, view.data, self.player)):
                ranked = self._ranked(view, rule, legal)
                allowance.nodes += len(ranked)
                if ranked:
                    return allowance.choice(ranked)
        return allowance.choice(legal)

    def _ranked(self, view: View, rule: Rule, legal: list[Action]) -> list[Action]:
        """The moves of one rule, best first; equal ones stay in random order."""
        data, me = view.data, self.player
        found: list[tuple[Key, Action]] = []
        for action in legal:
            if action[0] != rule.action:
                continue
            if rule.only is not None:
                passed = self._asked(view, partial(rule.only, data, me, *action[1:]))
                if not passed or not passed[0]:
                    continue
            found.append((self._asked(view, partial(rule.key, data, me, action)) or (), action))
        return [action for _, action in sorted(found, key=lambda each: each[0], reverse=True)]

    def _asked(self, view: View, question: Any) -> Any:
        """The answer to an expression; None where it needs something that is hidden."""
        try:
            return self.game.guarded(self.program, question)
        except (Fault, TypeError, IndexError, ValueError):
            if not view.hidden:
                raise
            return None


@bot("ranked")
def make(game: Game, program: Program, player: int, options: Options) -> Bot:
    """A bot that follows rules; without rules it looks one move ahead for the highest evaluation."""
    if not options.rules:
        return SearchBot(game, program, player, options, deepest=1)
    return RankedBot(game, program, player, options)
