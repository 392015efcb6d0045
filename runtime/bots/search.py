"""The bot that looks ahead: alpha-beta, deeper and deeper until it reaches its depth or its allowance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter import Action, Fault, Game, View
from interpreter.native import GaveUp
from interpreter.plugin import bot
from interpreter.position import Data, ResultParts, goes_on, mover_of, result_of
from interpreter.program import Evaluate, Program, key_function
from interpreter.streams import Unforeseen, number_below, shuffled
from runtime.bots.bot import Allowance, Choice, Options, Spent, certain, without_luck, worlds
from runtime.bots.compiled import CompiledAlphaBeta, Searcher, searcher
from runtime.bots.measures import Legal, considered

WIN = 1 << 60
MOST = 1 << 120
"""More than any end is worth, also where it pays."""
SURE = WIN - (1 << 20)
EXACT, AT_LEAST, AT_MOST = range(3)
BUDGET = 40_000
MILLISECONDS = 5_000
DEEPEST = 64
WORLDS = 8
LONGEST = 4
"""How many actions turns have at most, on average, in a search that counts turns: in some games they never end."""


class AlphaBeta:
    """The search of one player in one world. Values are from the player's point of view; a win is worth more the sooner
    it comes. If ends have payoffs, each unit is worth as much as a win elsewhere."""

    def __init__(
        self,
        program: Program,
        player: int,
        evaluate: Evaluate | None,
        legal: Legal,
        allowance: Allowance,
        remembers: bool = True,
    ) -> None:
        self.do = program.do
        self.legal = legal
        self.player = player
        self.pays = program.schema.pays
        self.alone = len(program.schema.players.words) == 1
        self.evaluate = evaluate
        self.allowance = allowance
        self.cut = False
        self.continued = bool(program.steps.continued)
        self.plies = 0
        """Up to so many actions, those that continue a turn are not counted."""
        self.key: Callable[[Data], Any] | None = key_function(program) if remembers else None
        self.table: dict[Any, tuple[int, int, int, Action]] = {}
        self.history: dict[Action, int] = {}
        self.killers: dict[int, Action] = {}

    def after(self, data: Data, action: Action, depth: int, alpha: int, beta: int) -> int:
        """The value of an action when its turn ends and this many more turns follow, exact if it lies between alpha and
        beta. With a depth of -1 its turn does not go on."""
        self.allowance.spend()
        return self.worth(self.do[action[0]](data, action), depth, alpha, beta, 1)

    def worth(self, data: Data, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The value of a position after this many actions, when the turn ends and the given number of turns follows."""
        result = result_of(data)
        if result is not None:
            return self._ended(data, result, ply)
        if self.continued:
            self.plies = LONGEST * (depth + 1)
            depth += goes_on(data) is not None
        if depth <= 0:
            return self._standing(data)
        return self._best(data, depth, alpha, beta, ply)

    def _standing(self, data: Data) -> int:
        """The value of a position without looking further."""
        self.cut = True
        return self.evaluate(data, self.player) if self.evaluate is not None else 0

    def _ended(self, data: Data, result: ResultParts, ply: int) -> int:
        """The value of the end of a game."""
        _, winner, won, payoff = result
        if payoff is not None:
            paid = payoff[self.player - 1]
            return paid * WIN - ply if paid > 0 else paid * WIN + ply if paid else 0
        if self.alone:
            if won is None:
                return self.evaluate(data, self.player) if self.evaluate is not None else 0
            return WIN - ply if won else ply - WIN
        if not winner:
            return 0
        return WIN - ply if winner == self.player else ply - WIN

    def _best(self, data: Data, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The value of a position that goes on, for the bot's player."""
        first: Action | None = None
        key = None
        if self.key is not None and (depth > 1 or (self.continued and goes_on(data) is not None)):
            key = self.key(data)
            entry = self.table.get(key)
            if entry is not None:
                known, kind, value, first = entry
                if known == depth:
                    value = value - ply if value > SURE else value + ply if value < -SURE else value
                    if kind == EXACT or (kind == AT_LEAST and value >= beta) or (kind == AT_MOST and value <= alpha):
                        return value
        mine = mover_of(data) == self.player
        low, high = alpha, beta
        best, chosen = (-MOST, None) if mine else (MOST, None)
        do, spend, ended, continued = self.do, self.allowance.spend, result_of, self.continued
        actions = self.legal(data)
        for action in self._ordered(actions, first, ply) if depth > 1 else actions:
            spend()
            try:
                # What `worth` does, written out: most nodes are leaves, and a call is dear.
                after = do[action[0]](data, action)
                result = ended(after)
                if result is not None:
                    value = self._ended(after, result, ply + 1)
                elif continued and ply < self.plies and goes_on(after) is not None:
                    value = self._best(after, depth, low, high, ply + 1)
                elif depth <= 1:
                    value = self._standing(after)
                else:
                    value = self._best(after, depth - 1, low, high, ply + 1)
            except Unforeseen as draw:
                value = self._standing(draw.reached or data)
            if mine:
                if value > best or chosen is None:
                    best, chosen = value, action
                low = max(low, best)
            else:
                if value < best or chosen is None:
                    best, chosen = value, action
                high = min(high, best)
            if low >= high:
                self.killers[ply] = action
                self.history[action] = self.history.get(action, 0) + depth * depth
                break
        if chosen is None:
            return self._standing(data)
        if key is not None:
            kind = AT_MOST if best <= alpha else AT_LEAST if best >= beta else EXACT
            kept = best + ply if best > SURE else best - ply if best < -SURE else best
            self.table[key] = (depth, kind, kept, chosen)
        return best

    def _ordered(self, actions: list[Action], first: Action | None, ply: int) -> list[Action]:
        """The actions, with those that are likely to be good first."""
        history = self.history
        if history:
            actions = sorted(actions, key=lambda action: -history.get(action, 0))
        for ahead in (self.killers.get(ply), first):
            if ahead is not None and ahead in actions and actions[0] != ahead:
                actions.remove(ahead)
                actions.insert(0, ahead)
        return actions


Searching = AlphaBeta | CompiledAlphaBeta


class SearchBot:
    """Alpha-beta with iterative deepening."""

    def __init__(
        self, game: Game, program: Program, player: int, options: Options, deepest: int = DEEPEST, table: bool = True
    ) -> None:
        self.game = game
        self.program = program
        self.player = player
        self.deepest = min(deepest, max(1, options.depth if options.depth is not None else deepest))
        self.budget = options.budget if options.budget is not None else BUDGET
        self.think_ms = options.think_ms if options.think_ms is not None else MILLISECONDS
        self.evaluate = options.evaluate.number if options.evaluate is not None else None
        self.legal = considered(program, options)
        self.options = options
        self.luck = options.luck
        self.worlds = max(1, options.worlds) if options.worlds is not None else WORLDS
        self.slack = options.slack.number if options.slack is not None else None
        self.table = table

    def choose(self, view: View, seed: int) -> Choice:
        """The action with the best value after the deepest completed search, or one that is not much worse."""
        found = searcher(self.program, self.player, self.options)
        if found is not None:
            try:
                found.machine.begin()
                return self._chosen(view, seed, found)
            except GaveUp:
                pass  # In Python the same search says what is wrong, or goes on where machine code has no room.
        return self._chosen(view, seed, None)

    def _chosen(self, view: View, seed: int, native: Searcher | None) -> Choice:
        allowance = Allowance(self.budget, self.think_ms)
        looks = self._looks(view, seed, allowance, native)
        actions = list(dict.fromkeys(action for look in looks for action in look.legal))
        if not actions:
            raise Fault(f"{view.state.to_move} has no legal action, but the game is not over.")
        ranking, _ = shuffled(seed, "search bot", 0, actions)
        if len(ranking) == 1:
            return allowance.choice(ranking)
        slack = max(0, self.slack(view.data, self.player)) if self.slack is not None else 0
        values: dict[Action, int] = {}
        # A whole turn may be more than there is time for, so each of its actions is looked at by itself before.
        for depth in range(-1 if self.program.steps.continued else 0, self.deepest):
            try:
                if len(looks) == 1 and not slack:
                    ranking, done = looks[0].ranked(ranking, depth)
                else:
                    values, done = _agreed(looks, ranking, depth)
                    ranking = _sorted(ranking, values)
            except Spent:
                break
            if done or not allowance.left():
                break
        return allowance.choice(_relaxed(ranking, values, slack * len(looks), seed))

    def _looks(self, view: View, seed: int, allowance: Allowance, native: Searcher | None) -> list[Lookahead]:
        """A search in each world. If luck is left out, all worlds go on alike, and one search serves them all."""

        def search() -> Searching:
            if native is not None:
                return CompiledAlphaBeta(native, self.program, self.legal, allowance, self.table)
            return AlphaBeta(self.program, self.player, self.evaluate, self.legal, allowance, self.table)

        if self.luck == "sampled" or certain(view):
            return [Lookahead(data, search()) for data in worlds(view, seed, self.worlds)]
        blind = without_luck(view)
        if self.luck == "own_move":
            shared = search()
            return [Lookahead(data, shared, blind) for data in worlds(view, seed, self.worlds)]
        sampled = worlds(view, seed, self.worlds if view.hidden else 1)
        return [Lookahead(blind(data), search()) for data in sampled]


class Lookahead:
    """A search in one world. With `blind` luck is left out after the first action."""

    def __init__(self, data: Data, search: Searching, blind: Callable[[Data], Data] | None = None) -> None:
        self.data = data
        self.search = search
        self.blind = blind
        self.legal = search.legal(data)
        self._reached: dict[Action, Data] = {}

    def ranked(self, actions: list[Action], depth: int) -> tuple[list[Action], bool]:
        """The actions, best first, and whether a deeper search could change nothing.

        Only the first has its true place: the others are only known to be no better. If the allowance runs out on the
        way, an action that has already done better than the previous best is taken.
        """
        self.search.cut = False
        values: dict[Action, int] = {}
        best = -MOST
        for action in actions:
            try:
                values[action] = self._value(action, depth, best)
            except Spent:
                if not values:
                    raise
                return _sorted(actions, values), True
            best = max(best, values[action])
        # A sure win is enough, but a sure payoff may not be the highest.
        return _sorted(actions, values), not self.search.cut or (abs(best) > SURE and not self.search.pays)

    def values(self, depth: int) -> dict[Action, int]:
        """The true value of every action."""
        return {action: self._value(action, depth, -MOST) for action in self.legal}

    def _value(self, action: Action, depth: int, least: int) -> int:
        if self.blind is None:
            try:
                return self.search.after(self.data, action, depth, least, MOST)
            except Unforeseen as draw:
                return self.search.worth(draw.reached or self.data, 0, least, MOST, 0)
        if action not in self._reached:
            self.search.allowance.spend()
            self._reached[action] = self.blind(self.search.do[action[0]](self.data, action))
        return self.search.worth(self._reached[action], depth, least, MOST, 1)


def _agreed(looks: list[Lookahead], actions: list[Action], depth: int) -> tuple[dict[Action, int], bool]:
    """The value of each action over the worlds in which it is legal, as a sum over all worlds, and whether a deeper
    search could change nothing."""
    found: dict[Action, list[int]] = {action: [] for action in actions}
    cut = False
    for look in looks:
        look.search.cut = False
        for action, value in look.values(depth).items():
            found[action].append(value)
        cut = cut or look.search.cut
    count = len(looks)
    return {action: sum(values) * count // len(values) for action, values in found.items()}, not cut


def _sorted(actions: list[Action], values: dict[Action, int]) -> list[Action]:
    """The actions by decreasing value; equal ones stay in order, and those without a value come last."""
    return sorted(actions, key=lambda action: values.get(action, -MOST - 1), reverse=True)


def _relaxed(ranking: list[Action], values: dict[Action, int], slack: int, seed: int) -> list[Action]:
    """The ranking, with one of the actions that are not much worse than the best moved to the front."""
    if not slack or not values:
        return ranking
    close = [action for action in ranking if values[action] >= values[ranking[0]] - slack]
    number, _ = number_below(seed, "slack of search", 0, len(close))
    return [close[number], *(action for action in ranking if action != close[number])]


@bot("search")
def make(game: Game, program: Program, player: int, options: Options) -> SearchBot:
    """Looks ahead, deeper and deeper, to `depth` turns or until its `budget` is used up, and goes by `evaluate`.

    Actions that `continue` a turn belong to it: with a depth of 1 it sees its own turn to the end, with 2 the answer.
    Without `evaluate` it sees only wins and losses, or what `payoff` gives. If something is hidden or up to luck, it
    looks ahead in several `worlds` and goes by the mean. It suits games of skill for two; less depth or some `slack`
    makes it weaker.
    """
    return SearchBot(game, program, player, options)
