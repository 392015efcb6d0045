"""What whole turns can come to: the moves from which the best result can still be reached."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import chain
from math import inf
from typing import TYPE_CHECKING, Any

from interpreter.faults import Fault
from interpreter.language import terms
from interpreter.language.types import Listing, Number, strip
from interpreter.position import PENDING, RESULT, Data, OnwardWays
from interpreter.program.encoding import key_function
from interpreter.program.legality import way_function
from interpreter.state.state import Action

if TYPE_CHECKING:
    from interpreter.program.program import Program
    from interpreter.rules.plan import GoalPlan

MOST_POSITIONS = 100_000
"""So many positions may be looked at for one list of moves; about as many are kept for the lists after it."""

UNNOTED = 8
"""So many positions of one turn are looked at before it is noted which they were."""

Worth = tuple[float, ...]
"""What a turn comes to, the more the better: a number for each of the checks that ask for most or least, in order."""


class Prospects:
    """How far the turns of one program can go.

    From each move a turn is followed along every way in which it can go on, apart from the checks for most or least
    themselves. Ways meet again and may go in circles, so each position is looked at once, and what can be reached is
    computed backwards, from the ends of the turn.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self._known: dict[str, dict[Any, Worth]] = {name: {} for name, plan in program.actions.items() if plan.goals}
        self._limits = {name: _limit(program.actions[name].goals) for name in self._known}

    def limit(self, name: str) -> Worth | None:
        """The best that a turn which begins with an action could come to, if the goals alone tell that."""
        return self._limits[name]

    def foremost(self, name: str, data: Data, me: int, ways: list[Action]) -> list[Action]:
        """The ways of an action from which the best result can still be reached."""
        if len(ways) < 2:
            return ways
        if self._limits[name] is not None and (found := self._to_the_limit(name, data, me, ways)):
            return found
        worth = self._after(name, data, me, ways)
        best = max(worth)
        return [way for way, reached in zip(ways, worth, strict=True) if reached == best]

    def _to_the_limit(self, name: str, data: Data, me: int, ways: list[Action]) -> list[Action]:
        """The ways from which a turn can reach the best possible result; none unless the first of them does, since
        usually most do if any does. Looking at one turn for each is enough for these."""
        limit, closings, onward = self._limits[name], self._closing[name], self._onward
        dead, found = set[Any](), list[Action]()
        for way in ways:
            reached = closings[way[0]](data, me, way) if way[0] in closings else None
            if reached is None:
                after = onward[way[0]](data, me, way)
                reaches = self._ends_at_limit(name, after, me) or self._reaches_limit(name, me, way, after, dead)
            else:
                reaches = reached == limit
            if reaches:
                found.append(way)
            elif not found:
                return []
        return found

    def _ends_at_limit(self, name: str, data: Data, me: int) -> bool:
        """Whether the first way in which a turn can go on ends it with the best possible result, as is the case before
        the last action of most turns."""
        first, closings = next(self._one_by_one(data, me), None), self._closing[name]
        return first is not None and first[0] in closings and closings[first[0]](data, me, first) == self._limits[name]

    def _reaches_limit(self, name: str, me: int, way: Action, after: Data, dead: set[Any]) -> bool:
        """Whether a turn that begins with a way can reach the best possible result from the position `after` it. From
        positions in `dead`, which this adds to, it cannot."""
        value, limit, onward = self.program.functions[f"goals_{name}"], self._limits[name], self._onward
        closings = self._closing[name]
        seen = set[Any]()
        left: list[tuple[Data, Iterator[Action]]] = [(after, iter((way,)))]
        looked_at = 0
        while left:
            before, ways = left[-1]
            for following in ways:
                if looked_at and following[0] in closings:
                    reached = closings[following[0]](before, me, following)
                    if reached == limit:
                        return True
                    if reached is not None:
                        continue
                position = onward[following[0]](before, me, following) if looked_at else after
                looked_at += 1
                # Keys cost more than a few positions that are looked at twice.
                if dead or looked_at > UNNOTED:
                    key = self._key(position)
                    if key in dead or key in seen:
                        continue
                    seen.add(key)
                    if len(seen) > MOST_POSITIONS:
                        raise self._too_many(name)
                going_on = self._one_by_one(position, me)
                first = next(going_on, None)
                if (first is None or position[PENDING][2]) and value(position, me) == limit:
                    return True
                if first is not None:
                    left.append((position, chain((first,), going_on)))
                    break
            else:
                left.pop()
        dead |= seen
        return False

    def falls_short(self, name: str, data: Data, me: int, action: Action) -> tuple[int, None] | None:
        """The number of the refusal for an action that passes everything else, if another way comes to more."""
        reached, best = self.compared(name, data, me, action)
        for goal, own, most in zip(self.program.actions[name].goals, reached, best, strict=True):
            if own < most:
                return goal.refusal, None
        return None

    def compared(self, name: str, data: Data, me: int, action: Action) -> tuple[Worth, Worth]:
        """What an action can reach, and what the best way can."""
        fresh = data[PENDING] is None
        going_on = [] if fresh else (way for way in self._going_on(data, me) if way[0] == name)
        ways = self.program.functions[f"ways_{name}"](data, me) if fresh else going_on
        worth = self._after(name, data, me, [action, *ways])
        return worth[0], max(worth)

    def _after(self, name: str, data: Data, me: int, ways: Iterable[Action]) -> list[Worth]:
        """What can be reached after each of some ways of an action."""
        positions = [self._onward[way[0]](data, me, way) for way in ways]
        keys = [self._key(position) for position in positions]
        known = self._known[name]
        if len(known) > MOST_POSITIONS:
            known.clear()
        self._follow(name, me, {key: each for key, each in zip(keys, positions, strict=True) if key not in known})
        return [known[key] for key in keys]

    def _follow(self, name: str, me: int, new: dict[Any, Data]) -> None:
        """Follow turns from some positions and note what can be reached from each position on the way."""
        known, value, key_of = self._known[name], self.program.functions[f"goals_{name}"], self._key
        before: dict[Any, list[Any]] = {key: [] for key in new}
        ends: list[tuple[Worth, Any]] = []
        left = list(new.items())
        while left:
            key, data = left.pop()
            ways = self._going_on(data, me)
            if not ways or data[PENDING][2]:
                ends.append((value(data, me), key))
            for way in ways:
                after = self._onward[way[0]](data, me, way)
                reached = key_of(after)
                if reached in before:
                    before[reached].append(key)
                    continue
                before[reached] = [key]
                if reached in known:
                    ends.append((known[reached], reached))
                else:
                    left.append((reached, after))
            if len(before) > MOST_POSITIONS:
                raise self._too_many(name)
        _tell_backwards(known, before, ends)
        never: Worth = tuple(float("-inf") for _ in self.program.actions[name].goals)
        for key in before:
            known.setdefault(key, never)

    def _too_many(self, name: str) -> Fault:
        goal = self.program.actions[name].goals[0]
        message = f"{goal.name} looks at more than {MOST_POSITIONS:,} positions to the end of the turn."
        return Fault(message, goal.span)

    def _going_on(self, data: Data, me: int) -> list[Action]:
        """The ways in which a turn can go on; empty if it ends."""
        if data[PENDING] is None or data[RESULT] is not None:
            return []
        found: list[Action] = self.program.functions["open_pending"](data, me)
        return found

    def _one_by_one(self, data: Data, me: int) -> Iterator[Action]:
        """The ways in which a turn can go on, each computed when it is needed if a single action continues the turn."""
        pending = data[PENDING]
        if pending is None or data[RESULT] is not None:
            return iter(())
        each = self._each.get(pending[0])
        return iter(self._going_on(data, me)) if each is None else each(data, me, *pending[1])

    @cached_property
    def _each(self) -> dict[OnwardWays, Callable[..., Iterator[Action]]]:
        """The function that yields the ways of an action with some choices fixed one by one, if that is possible."""
        functions, found = self.program.functions, dict[OnwardWays, Callable[..., Iterator[Action]]]()
        for ways, _ in self.program.steps.continued:
            if len(ways) == 1 and (each := functions.get(way_function("each", *ways[0]))) is not None:
                found[ways] = each
        return found

    @cached_property
    def _onward(self) -> dict[str, Callable[[Data, int, Action], Data]]:
        """The function that takes an action without ending its turn."""
        looking = (plan for plan in self.program.actions.values() if plan.goals)
        names = {name for plan in looking for name in self.program.plan.onward(plan)}
        return {name: self.program.functions[f"onward_{name}"] for name in names}

    @cached_property
    def _closing(self) -> dict[str, dict[str, Callable[[Data, int, Action], Worth | None]]]:
        """The function that says what a turn has come to when an action ends it, by the action that looks and the one
        that ends."""
        functions = self.program.functions
        return {
            name: {other: found for other in self._onward if (found := functions.get(f"closing_{name}_F_{other}"))}
            for name in self._known
        }

    @cached_property
    def _key(self) -> Callable[[Data], Any]:
        """What makes two positions the same; what was seen before counts if the rules ask for it."""
        key, histories = key_function(self.program), self.program.turns.histories
        if not histories:
            return key
        return lambda data: (key(data), *[data[index] for index in histories])


def _limit(goals: list[GoalPlan]) -> Worth | None:
    """The best result that a turn could have, if the goals alone determine it."""
    found = [-(low if (low := _lowest(goal.term)) is not None else inf) for goal in goals if goal.sign < 0]
    return tuple(found) if len(found) == len(goals) and -inf not in found else None


def _lowest(term: terms.Term) -> int | None:
    """The number that a term cannot go below, if its form tells."""
    kind = strip(term.type)
    if isinstance(kind, Number) and kind.low is not None:
        return kind.low
    if isinstance(term, terms.FunctionCall) and term.function.name in ("count", "len"):
        return 0
    if isinstance(term, terms.FunctionCall) and term.function.name == "sum":
        items = term.arguments[0].type
        each = strip(items.item) if isinstance(items, Listing) else None
        return 0 if isinstance(each, Number) and each.low is not None and each.low >= 0 else None
    return None


def _tell_backwards(known: dict[Any, Worth], before: dict[Any, list[Any]], ends: list[tuple[Worth, Any]]) -> None:
    """Give each position the best result that can be reached from it, the best ends first."""
    told: set[Any] = set()
    for worth, end in sorted(ends, key=lambda each: each[0], reverse=True):
        left = [end]
        while left:
            key = left.pop()
            if key not in told:
                told.add(key)
                known.setdefault(key, worth)
                left += before.get(key, ())
