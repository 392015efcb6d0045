"""The bot that follows rules: the first rule with a move counts, and its ranks decide among its moves.

If a mover lists moves by rank, only the best are computed: the choice is the same as if all were ranked.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from interpreter import Abandoned, Action, Fault, Game, Unknowable, View
from interpreter.plugin import bot
from interpreter.program import (
    EVERY_WORD,
    STOP,
    Evaluate,
    Groups,
    Measure,
    Program,
    RankKey,
    Rule,
    Vocabulary,
    may_be_tried,
    refuse,
)
from interpreter.streams import number_below, shuffled
from runtime.bots.bot import Allowance, Bot, Choice, Options, worlds
from runtime.bots.measures import considered, usable
from runtime.bots.random_bot import legal_in_random_order
from runtime.bots.search import SearchBot

Data = tuple[Any, ...]
STREAM = "ranked bot"
CHANCE = "rules of the ranked bot"


class RankedBot:
    """Applies rules to what its player may see: hidden values are none."""

    def __init__(self, game: Game, program: Program, player: int, options: Options) -> None:
        self.game = game
        self.program = program
        self.player = player
        self.options = options
        self.words = usable(program, options.vocabulary)
        self.considered = considered(program, options) if options.only else None
        self._rules: dict[Vocabulary, list[Rule]] = {}

    def choose(self, view: View, seed: int) -> Choice:
        """The best move of the first rule that has one; any legal move if no rule has."""
        allowance = Allowance(0, None)
        known = self.options.vocabulary
        # Who knows no word that fits thinks of any.
        for vocabulary in dict.fromkeys((known, known._replace(tier=EVERY_WORD))):
            listing = MovesAtHand(self.program, view, seed, vocabulary, self._kept(view))
            for number, rule in enumerate(self._rules_knowing(vocabulary)):
                if rule.when is not None and not self._asked(view, partial(rule.when, view.data, self.player)):
                    continue
                if rule.percent is not None and not self._drawn(view, rule.percent, number, seed):
                    continue
                ranked = self._ranked(view, rule, listing, seed)
                allowance.nodes += len(ranked)
                if ranked:
                    return allowance.choice(ranked)
        return allowance.choice(legal_in_random_order(view, seed, self.words))

    def _drawn(self, view: View, percent: Evaluate, number: int, seed: int) -> bool:
        """Whether a rule with this number applies this time. The seed decides, so the result can be repeated."""
        share = self._asked(view, partial(percent, view.data, self.player)) or 0
        return number_below(seed, CHANCE, number, 100)[0] < share

    def _rules_knowing(self, vocabulary: Vocabulary) -> list[Rule]:
        if vocabulary not in self._rules:
            self._rules[vocabulary] = [rule.knowing(vocabulary) for rule in self.options.rules]
        return self._rules[vocabulary]

    def _kept(self, view: View) -> frozenset[Action] | None:
        """The actions that are looked at; None means all."""
        considered = self.considered
        if considered is None:
            return None
        found = self._asked(view, lambda: frozenset(considered(view.data)))
        return found or None

    def _ranked(self, view: View, rule: Rule, listing: MovesAtHand, seed: int) -> list[Action]:
        """The moves of one rule, best first, as far as they have been computed."""
        if rule.groups is not None and listing.may_try(rule.action):
            try:
                return self._first_group(view, rule, rule.groups, seed)
            except (Fault, Unknowable) as problem:
                if not view.hidden or isinstance(problem, Abandoned):
                    raise
        return self._sorted(view, self._passing(view, rule, listing.of(rule.action)), rule.rank, seed)

    def _first_group(self, view: View, rule: Rule, groups: Groups, seed: int) -> list[Action]:
        """The moves of the best group that has any."""
        program, hides = self.program, bool(view.hidden)
        listed = program.guarded(partial(groups.listed, view.data, self.player), hides)
        while True:
            values = program.guarded(partial(next, listed, None), hides)
            if values is None:
                return []
            moves: Sequence[Action] = [(rule.action, value) for value in values]
            if not groups.legal:
                moves = [
                    move for move in moves if program.guarded(partial(refuse, program, view.data, move), hides) is None
                ]
            found = self._sorted(view, self._passing(view, rule, moves) if groups.only else moves, groups.rank, seed)
            if found:
                return found

    def _passing(self, view: View, rule: Rule, moves: Sequence[Action]) -> Sequence[Action]:
        """The given moves that the rule considers."""
        if rule.only is None:
            return moves
        only, found = rule.only, []
        for move in moves:
            passed = self._asked(view, partial(only, view.data, self.player, *move[1:]))
            if passed and passed[0]:
                found.append(move)
        return found

    def _sorted(self, view: View, moves: Sequence[Action], rank: Measure | None, seed: int) -> list[Action]:
        """Moves, best first; luck decides the order of equally good ones."""
        keys: list[RankKey] = [()] * len(moves)
        if rank is not None:
            keys = [self._asked(view, partial(rank.key, view.data, self.player, move)) or () for move in moves]
        order = sorted(range(len(moves)), key=keys.__getitem__, reverse=True)
        best = [place for place in order if keys[place] == keys[order[0]]]
        first, _ = shuffled(seed, STREAM, 0, best)
        return [moves[place] for place in (*first, *order[len(best) :])]

    def _asked(self, view: View, question: Any) -> Any:
        """The value of an expression; None if it needs something that is hidden."""
        try:
            return self.program.guarded(question, bool(view.hidden))
        except (Fault, Unknowable) as problem:
            # With something hidden a fault may be none in the position as it is.
            if not view.hidden or isinstance(problem, Abandoned):
                raise
            return None


class MovesAtHand:
    """The legal actions of a world that agrees with a view, with known words; listed as far as rules need them. `kept`:
    only these are looked at."""

    def __init__(
        self, program: Program, view: View, seed: int, vocabulary: Vocabulary, kept: frozenset[Action] | None
    ) -> None:
        self.program = program
        self.view = view
        self.seed = seed
        self.vocabulary = vocabulary
        self.kept = kept
        self._data: Data | None = None
        self._all: list[Action] | None = None

    @property
    def data(self) -> Data:
        """The world."""
        if self._data is None:
            self._data = next(worlds(self.view, self.seed, 1))
        return self._data

    def may_try(self, action: str) -> bool:
        """Whether an action may be tried now and all its moves are looked at."""
        if self.kept is not None or self.view.pending is not None:
            return False
        return may_be_tried(self.program, self.view.data, (action,)) is None

    def of(self, action: str) -> list[Action]:
        """The legal ways of an action, or of stopping a turn that could go on."""
        if action == STOP and self.view.pending is None:
            return []
        if action != STOP and self.may_try(action) and self.program.actions[action].moves is None:
            found: list[Action] = self.program.functions[f"legal_{action}"](self.data, self.view.viewer)
            return found
        if self._all is None:
            self._all = self.program.knowing(self.vocabulary)(self.data)
        kept = self.kept
        return [move for move in self._all if move[0] == action and (kept is None or move in kept)]


@bot("ranked")
def make(game: Game, program: Program, player: int, options: Options) -> Bot:
    """Follows `rules`: the first rule with a move counts, and its ranks say which of its moves is best. If no rule has
    a move, any legal one is made. `do: stop` ends a turn that could go on.

    A rule with `percent` applies that often out of a hundred: a bluff now and then.
    Without rules it looks one move ahead for the highest `evaluate`. It is quick, so it suits games with many moves.
    """
    if not options.rules:
        return SearchBot(game, program, player, options, deepest=1)
    return RankedBot(game, program, player, options)
