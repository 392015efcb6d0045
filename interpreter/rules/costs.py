"""The minimum cost of actions and steps: a spec that nobody could ever play is refused.

Only work that must happen in every position where an action is possible is counted here. A condition may let nothing
pass, `any` may stop at the first item and an `if` may take its short branch, so rules that look costly are not refused:
the time they take is measured when the game is tried, and nothing runs for ever during play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import prod

from interpreter.language import terms
from interpreter.language.types import Listing, Maybe, Number
from interpreter.library.steps.control import For, If, Repeat
from interpreter.library.steps.step import Step
from interpreter.rules.plan import ActionPlan, ChoicePlan, closure
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.nodes import Span

LIMIT = 1_000_000_000
"""So many steps take ten seconds at the very least."""
MOST_ITEMS = 10_000_000
MOST_LISTS = 1_000_000
AT_ONCE = 16
"""How many items of a list are copied, or compared on a board, in the time of one step."""
_SEARCHES = frozenset({"all", "any", "first"})
"""Functions that may look at the first items of a list only."""
_FEWER = "Every pass of every loop counts. Loop over fewer things, such as neighbours or a line instead of the board."
_SIMPLE = (terms.Compare, terms.ColumnItem, terms.FixedItem, terms.Variable, terms.Constant, terms.Not)


class Least:
    """The fewest steps that terms take, whatever the position; it knows the length of named lists."""

    def __init__(self) -> None:
        self._lengths: dict[str, int] = {}

    def steps(self, term: terms.Term) -> int:
        """The fewest elementary steps that a term takes."""
        match term:
            case terms.Comprehension():
                return self._loops(term, 0)
            case terms.Both(left=left) | terms.Either(left=left):
                return 1 + self.steps(left)
            case terms.Choice(test=test, value=value, other=other):
                return 1 + self.steps(test) + min(self.steps(value), self.steps(other))
            case terms.Let(name=name, value=value, body=body):
                known = self.steps(value)
                self._lengths[name] = self.length(value)
                return known + self.steps(body)
            case terms.FunctionCall(function=function) if function.name in _SEARCHES:
                return 1 + sum(self._first(part) for part in term.parts())
            case terms.Compare(left=terms.FunctionCall(function=function)) if function.name in ("len", "count"):
                # Compared with 0, it is enough to find one.
                found = term.right.value if isinstance(term.right, terms.Constant) else None
                return 1 + sum(map(self._first if found in (0, 1) else self.steps, term.left.parts()))
            case terms.Route():
                # There may be no site to start from.
                return 1
            case terms.Joined() | terms.Lessened() | terms.RangeOf():
                return 1 + sum(map(self.steps, term.parts())) + self.length(term) // AT_ONCE
            case terms.Contains():
                return 1 + self.steps(term.value) + self._first(term.items)
            case _:
                return 1 + sum(map(self.steps, term.parts()))

    def met(self, term: terms.Term) -> int:
        """The fewest steps after which a condition can hold."""
        match term:
            case terms.Both(left=left, right=right):
                return self.met(left) + self.met(right)
            case terms.Let(name=name, value=value, body=body):
                known = self.steps(value)
                self._lengths[name] = self.length(value)
                return known + self.met(body)
            case terms.FunctionCall(function=function, arguments=[terms.Comprehension() as each]):
                return 1 + self.steps(each) if function.name == "all" else self.steps(term)
            case _:
                return self.steps(term)

    def _loops(self, term: terms.Comprehension, number: int, first: bool = False) -> int:
        if number == len(term.loops):
            ends = [part for part in (term.stop, term.until) if part is not None]
            return sum(map(self.steps, ends[:1])) if ends else self.steps(term.body)
        loop = term.loops[number]
        turns = self.length(loop.items)
        if first or term.stop is not None:
            turns = min(1, turns)
        if loop.condition is not None:
            inside = self.steps(loop.condition)
        else:
            inside = self._loops(term, number + 1, first)
        quick = number == len(term.loops) - 1 and isinstance(loop.items, terms.BoardTerm)
        test = term.body if loop.condition is None else loop.condition
        if quick and all(isinstance(part, _SIMPLE) for part in terms.walk(test)):
            return self.steps(loop.items) + turns // AT_ONCE
        return self.steps(loop.items) + turns * (1 + inside)

    def _first(self, term: terms.Term) -> int:
        """The fewest steps to the first item of a list."""
        match term:
            case terms.Comprehension():
                return self._loops(term, 0, first=True)
            case terms.FunctionCall(function=function) if function.name in ("list", "distinct", "reversed"):
                return 1 + sum(map(self._first, term.parts()))
            case terms.Joined() | terms.RangeOf():
                return 1 + sum(map(self._first, term.parts()))
            case _:
                return self.steps(term)

    def length(self, term: terms.Term | None) -> int:
        """The minimum number of items in a list."""
        match term:
            case terms.BoardTerm(type=Listing(most=size)):
                return size
            case terms.Constant(value=value):
                return len(value) if isinstance(value, tuple | list | range) else 0
            case terms.Variable(name=name):
                return self._lengths.get(name, 0)
            case terms.Listed(items=items):
                return sum(not isinstance(each.type, Maybe) for each in items)
            case terms.RangeOf(low=terms.Term(type=Number(high=int(low))), high=terms.Term(type=Number(low=int(high)))):
                return max(0, high - low + 1)
            case terms.Joined(left=left, right=right):
                return self.length(left) + self.length(right)
            case terms.Lessened(left=left, right=terms.Term(type=Listing(most=most))):
                return max(0, self.length(left) - most)
            case terms.Choice(value=value, other=other):
                return min(self.length(value), self.length(other))
            case terms.Let(name=name, value=value, body=body):
                self._lengths[name] = self.length(value)
                return self.length(body)
            case terms.Comprehension(body=body, loops=loops, stop=None):
                if isinstance(body.type, Maybe) or any(loop.condition is not None for loop in loops):
                    return 0
                return prod(self.length(loop.items) for loop in loops)
            case terms.FunctionCall(function=function, arguments=[only]) if function.name in ("list", "reversed"):
                return self.length(only)
            case terms.FunctionCall(function=function, arguments=[items, number]) if function.name == "take":
                asked = number.type.low if isinstance(number.type, Number) else None
                return max(0, min(self.length(items), asked or 0))
        return 0

    # Steps

    def of_steps(self, steps: Iterable[Step]) -> int:
        """The fewest elementary steps that steps of a spec take."""
        return sum(map(self.of_step, steps))

    def of_step(self, step: Step) -> int:
        """The fewest elementary steps that a step of a spec takes."""
        match step:
            case For(loops=loops, body=body):
                return self._turns(loops, lambda: self.of_steps(body))
            case If(test=test, then=then, otherwise=otherwise):
                return self.steps(test) + min(self.of_steps(then), self.of_steps(otherwise))
            case Repeat(most=most, until=until, body=body):
                passes = (most.type.low or 0) if isinstance(most.type, Number) and until is None else 0
                return 1 + self.steps(most) + max(0, passes) * (1 + self.of_steps(body))
            case _:
                return 1 + sum(map(self.steps, step.terms())) + self.of_steps(step.inside())

    def _turns(self, loops: tuple[terms.Loop, ...], body: Callable[[], int]) -> int:
        if not loops:
            return body()
        loop, *rest = loops
        inside = self._turns(tuple(rest), body) if loop.condition is None else self.steps(loop.condition)
        return self.steps(loop.items) + self.length(loop.items) * (1 + inside)


class _Costs:
    """Reports the minimum cost of one place of a spec."""

    def __init__(self, diagnostics: Diagnostics) -> None:
        self.diagnostics = diagnostics
        self.least = Least()

    def action(self, plan: ActionPlan) -> None:
        """Report an action whose moves cannot be listed, or which cannot be taken."""
        listed = plan.spec.moves is None
        ways, cut = 1, _depths(plan)
        for number, choice in enumerate(plan.choices, start=1):
            if not listed:
                break
            for term in (choice.ask_if, choice.domain, *(part.domain for part in choice.fields)):
                if term is not None and self.term(term):
                    return
            size = self._size(choice)
            if choice.form != "one":
                size = _lists(choice, size) if choice.where is None else 1
                if size > MOST_LISTS:
                    self._too_many(choice, size)
                    return
            if choice.where is not None and self.term(choice.where, self.least.met):
                return
            spared = choice.where is not None or choice.ask_if is not None or number in cut
            ways *= 1 if spared else max(1, size)
            if ways > MOST_ITEMS:
                message = f"With this choice {plan.name} can be done in at least {terms.rounded(ways)} ways."
                help = "Say with where: what can be chosen, or make two actions of it, joined by continue:."
                self.diagnostics.error("too-costly", choice.span, message, help)
                return
        for check in plan.checks:
            if self.term(check.term, self.least.met):
                return
        for _, value in plan.lets:
            if self.term(value):
                return
        self.steps(plan.effects)

    def _size(self, choice: ChoicePlan) -> int:
        """The minimum number of values to choose from."""
        if not choice.fields:
            return self.least.length(choice.domain)
        whole = (part.where is None and part.ask_if is None for part in choice.fields)
        sizes = (self.least.length(part.domain) for part in choice.fields)
        return prod(size if kept else 1 for size, kept in zip(sizes, whole, strict=True))

    def _too_many(self, choice: ChoicePlan, count: int) -> None:
        self.diagnostics.error(
            "too-many-values",
            choice.span,
            f"‘{choice.name}’ has at least {terms.rounded(count)} values.",
            "Choose fewer, choose from fewer things, or say with where: or moves: which can be chosen.",
        )

    def steps(self, steps: Iterable[Step]) -> None:
        """Report the steps, or the expressions in them, that take too long."""
        for step in steps:
            if self.least.of_step(step) <= LIMIT:
                continue
            if isinstance(step, If):
                self.steps((*step.then, *step.otherwise))
            elif any(self.least.of_step(each) > LIMIT for each in step.inside()):
                self.steps(step.inside())
            elif not any(self.term(term) for term in step.terms()):
                self._report(step.span, self.least.of_step(step), "This step takes")

    def term(self, term: terms.Term, least: Callable[[terms.Term], int] | None = None) -> bool:
        """Report the innermost part of a term that takes too long; return whether there is one."""
        measure = least or self.least.steps
        steps = measure(term)
        if steps > LIMIT:
            found = self._innermost(term, measure)
            self._report(found.node.span, measure(found), "This takes")
            return True
        for part in terms.walk(term):
            if _makes_a_list(part) and (size := self.least.length(part)) > MOST_ITEMS:
                message = f"This list has at least {terms.rounded(size)} items."
                self.diagnostics.error("too-costly", part.node.span, message, "Make a shorter list.")
                return True
        return False

    def _innermost(self, term: terms.Term, measure: Callable[[terms.Term], int]) -> terms.Term:
        """The part of a term that takes too long by itself, while none of its own parts would."""
        left = list(term.parts())
        while left:
            part = left.pop(0)
            if measure(part) > LIMIT:
                # Loops are pointed at with the function around them: by themselves they have no place.
                term = term if isinstance(part, terms.Comprehension) else part
                left = list(part.parts())
        return term

    def _report(self, span: Span, steps: int, what: str) -> None:
        message = f"{what} at least {terms.rounded(steps)} steps in any position, longer than anybody would wait."
        self.diagnostics.error("too-costly", span, message, _FEWER)


def check_action(plan: ActionPlan, diagnostics: Diagnostics) -> None:
    """Report an action whose choices, checks or effects take too long in any position."""
    _Costs(diagnostics).action(plan)


def check_steps(steps: Iterable[Step], diagnostics: Diagnostics) -> None:
    """Report steps that take too long in any position."""
    _Costs(diagnostics).steps(steps)


def check_term(term: terms.Term, diagnostics: Diagnostics) -> None:
    """Report a term that takes too long in any position."""
    _Costs(diagnostics).term(term)


def _makes_a_list(term: terms.Term) -> bool:
    return isinstance(term, terms.Joined) or (isinstance(term, terms.FunctionCall) and term.function.name == "list")


def _depths(plan: ActionPlan) -> set[int]:
    """The numbers of choices after which a check may already rule out some ways."""
    places = {choice.variable.name: number for number, choice in enumerate(plan.choices, start=1)}
    values = {variable.name: value for variable, value in plan.lets}
    found = set()
    for check in plan.checks:
        names = terms.free_variables(check.term)
        names |= {name for let in closure(plan, names) for name in terms.free_variables(values[let])}
        found.add(max((places.get(name, 0) for name in names), default=0))
    return found


def _lists(choice: ChoicePlan, size: int) -> int:
    """The number of lists that can be chosen from this many values."""
    total, ways = 0, 1
    for number in range(1, choice.high + 1):
        left = size - number + 1
        if left <= 0:
            break
        ways = ways * left // (number if choice.form == "some" else 1)
        if number >= choice.low:
            total += ways
        if total > 10**15:
            break
    return total
