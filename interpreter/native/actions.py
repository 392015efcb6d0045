"""Actions, ends and the measures of bots → functions of the intermediate representation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Literal

from interpreter.code.columns import conjuncts
from interpreter.language import terms, types
from interpreter.language.terms import free_variables
from interpreter.library.steps.outcomes import End
from interpreter.library.steps.statements import Again
from interpreter.library.steps.step import Step
from interpreter.native import histories, ir, lists, steps
from interpreter.native.ir import ABSENT, ONE, ZERO, Binary, Call, Entry, Expr, Function, Lit, Named, Var
from interpreter.native.lowering import Lowering
from interpreter.native.slots import Slotted
from interpreter.native.structure import Unsupported
from interpreter.native.values import Unit
from interpreter.program.legality import place_checks, way_function
from interpreter.rules.plan import closure

if TYPE_CHECKING:
    from interpreter.native.values import Value
    from interpreter.rules.actions import EndPlan
    from interpreter.rules.plan import ActionPlan, ChoicePlan


MOST_WAYS = 4_096
"""Room for so many ways of an action is made beforehand."""


class Functions:
    """Writes the functions of one program."""

    def __init__(self, unit: Unit, slotted: Slotted) -> None:
        self.unit = unit
        self.program = unit.program
        self.plan = unit.program.plan
        self.schema = unit.program.schema
        self.slotted = slotted
        self.found: list[Function] = []

    def _lowering(self, given: Iterable[str] = (), changing: bool = False) -> Lowering:
        return Lowering(self.unit, given, changing)

    def add(
        self,
        name: str,
        lowering: Lowering,
        parameters: Iterable[str] = (),
        result: bool = False,
        found: bool = False,
        acts: bool = False,
        of_player: bool = False,
        reads: bool = False,
        copies: bool = False,
        room: int | None = None,
    ) -> None:
        """Add a function."""
        block = lowering.places[0].block
        self.found.append(
            Function(name, ("me", *parameters), block, result, found, acts, of_player, reads, copies, room)
        )

    # Legal ways

    def ways(self, plan: ActionPlan, fixed: tuple[str, ...] = ()) -> None:
        """The functions that list the legal ways of an action, and that say whether there is one."""
        given = [choice.variable.name for choice in plan.choices if choice.name in fixed]
        lowering, room = self._lowering(given), _most_ways(plan, fixed)
        _Ways(self, lowering, plan, fixed, lambda: lowering.emit(self._action(plan, room))).write()
        # Where checks ask for most or least, those that pass all else are sifted once more.
        listed = "ways" if plan.goals else "legal"
        self.add(way_function(listed, plan.name, fixed), lowering, given, found=True, reads=True, room=room)
        searching = self._lowering(given)
        _Ways(self, searching, plan, fixed, lambda: searching.emit(ir.Return(ONE))).write()
        searching.emit(ir.Return(ZERO))
        self.add(way_function("any", plan.name, fixed), searching, given, result=True, reads=True)

    def _action(self, plan: ActionPlan, room: int | None) -> ir.Stmt:
        values: list[Expr] = []
        chosen: list[tuple[int, ir.Items]] = []
        for choice, slot in zip(plan.choices, self.slotted.slots[plan.name], strict=True):
            values += [ZERO] * (slot - len(values))
            if choice.form == "one":
                values.append(Var(choice.variable.name))
            else:
                chosen.append((slot, Named(choice.variable.name)))
        return ir.Found(self.slotted.numbers[plan.name], tuple(values), tuple(chosen), room)

    def attempt(self, plan: ActionPlan) -> None:
        """The function that tries effects up to the last require."""
        names = [choice.variable.name for choice in plan.choices]
        if any(choice.form != "one" for choice in plan.choices):
            raise Unsupported("effects of it may refuse a list")
        lowering = self._lowering(names, changing=True)
        lowering.attempting = True
        self._lets(lowering, plan, plan.tried, [])
        steps.write_all(lowering, plan.tried)
        lowering.emit(ir.Return(ONE))
        self.add(f"attempt {plan.name}", lowering, names, result=True, reads=True, copies=True)

    def _lets(
        self, lowering: Lowering, plan: ActionPlan, effects: Sequence[Step], others: Sequence[terms.Term]
    ) -> None:
        read = {
            name
            for step in effects
            for each in step.all_steps()
            for term in each.terms()
            for name in free_variables(term)
        }
        read |= {name for term in others for name in free_variables(term)}
        wanted = closure(plan, read)
        for variable, value in plan.lets:
            if variable.name in wanted:
                lowering.bind_term(variable.name, value)

    def goals(self, plan: ActionPlan) -> None:
        """The functions that say what a turn has come to when it ends, one for each goal; more is better."""
        for number, goal in enumerate(plan.goals):
            lowering = self._lowering(changing=True)
            lowering.settle()
            value = lowering.temporary(lowering.value(goal.term))
            lowering.emit(ir.Return(Binary("-", ZERO, value) if goal.sign < 0 else value))
            self.add(f"goal {plan.name} {number}", lowering, result=True, reads=True)

    # What actions do

    def do(self, plan: ActionPlan, hands_over: bool, then: Literal["turn", "onward", "effects"] = "turn") -> None:
        """The function that takes an action: effects, what is recorded, ends, and then the turn; only how it goes on;
        or nothing, if all act at once."""
        ends = [end for end in self.program.ends if end.after in (None, plan.name) and end.when is not None]
        last = [end for end in ends if end.of_turn and not hands_over and then == "turn"]
        ends = [end for end in ends if not end.of_turn]
        lowering = self._lowering([choice.variable.name for choice in plan.choices], changing=True)
        if then == "turn":
            lowering.emit(ir.Assign("me", Entry(".to_move")))
        self._unpack(lowering, plan)
        for name in (steps.AGAIN, steps.PENDING, steps.MAY_STOP, steps.END):
            lowering.assign(name, ZERO)
        for number in range(self.unit.structure.most_fixed):
            lowering.assign(steps.fixed_name(number), ZERO)
        own = [term for end in ends if end.after == plan.name for term in end.terms()]
        self._lets(lowering, plan, plan.effects, own)
        steps.write_all(lowering, plan.effects)
        lowering.emit(ir.Do(Call("record", (Var("me"),), stateful=True)))
        lowering.settle()
        self._step_ends(lowering, plan.effects)
        for end in ends:
            self._end(lowering, end)
        if then == "onward":
            self._pend(lowering)
        if then == "turn":
            self._go_on(lowering)
            for end in last:
                self._end(lowering, end)
            lowering.emit(ir.Do(Call("pass_on", (Var("me"), Var(steps.AGAIN)), stateful=True)))
        self.add(f"{'do' if then == 'turn' else then} {plan.name}", lowering, acts=True, of_player=then != "turn")

    def _unpack(self, lowering: Lowering, plan: ActionPlan) -> None:
        for choice, slot in zip(plan.choices, self.slotted.slots[plan.name], strict=True):
            if choice.form == "one":
                lowering.emit(ir.Assign(choice.variable.name, ir.Slot(slot)))
            else:
                lowering.emit(ir.Point(choice.variable.name, ir.Slots(slot)))

    def _step_ends(self, lowering: Lowering, effects: Iterable[Step]) -> None:
        if not any(isinstance(each, End) for step in effects for each in step.all_steps()):
            return
        for number, end in enumerate(self.program.ends, start=1):
            if end.by_step:
                test = Binary("==", Var(steps.END), Lit(number))
                lowering.when(test, lambda end=end: self._over(lowering, end))  # type: ignore[misc]

    def _end(self, lowering: Lowering, end: EndPlan) -> None:
        assert end.when is not None
        lowering.when(lowering.condition(end.when), lambda: self._over(lowering, end))

    def _over(self, lowering: Lowering, end: EndPlan) -> None:
        """End the game by an end condition."""
        self._outcome(lowering, end)
        lowering.emit(ir.Store(".pending", None, ZERO))
        lowering.emit(ir.Store(".passes", None, ZERO))
        lowering.emit(ir.Return())

    def _outcome(self, lowering: Lowering, end: EndPlan) -> None:
        number = self.program.ends.index(end) + 1
        winner = lowering.as_type(end.winner, self.schema.players) if end.winner is not None else ZERO
        winner = lowering.temporary(winner)
        won = lowering.temporary(lowering.value(end.won)) if end.won is not None else ABSENT
        count = len(self.schema.players.words)
        if end.payoff is not None:
            for player in range(1, count + 1):
                lowering.assign(end.payoff.player.name, Lit(player))
                lowering.emit(ir.Store(".paid", Lit(player - 1), lowering.value(end.payoff.term)))
            if end.winner is None and count > 1:
                winner = Call("best_paid", (), stateful=True)
        elif self.schema.pays:
            lowering.emit(ir.Do(Call("usual_payoff", (winner, won), stateful=True)))
        for name, value in ((".end", Lit(number)), (".winner", winner), (".won", won), (".over", ONE)):
            lowering.emit(ir.Store(name, None, value))

    def _go_on(self, lowering: Lowering) -> None:
        """Let the turn go on if that was asked for and is possible."""
        if not self.unit.structure.ways:
            return

        def goes_on() -> None:
            self._pend(lowering)
            possible = Call("any_pending", (Var("me"),), stateful=True)
            lowering.when(possible, lambda: lowering.emit(ir.Return()))

        lowering.when(Var(steps.PENDING), goes_on)
        lowering.emit(ir.Store(".pending", None, ZERO))

    def _pend(self, lowering: Lowering) -> None:
        """Note how the turn goes on."""
        lowering.emit(ir.Store(".pending", None, Var(steps.PENDING)))
        lowering.emit(ir.Store(".may_stop", None, Var(steps.MAY_STOP)))
        for number in range(self.unit.structure.most_fixed):
            lowering.emit(ir.Store(".fixed", Lit(number), Var(steps.fixed_name(number))))
        lowering.emit(ir.Store(".passes", None, ZERO))

    # Between actions

    def ends(self, name: str, of_turn: bool) -> None:
        """The function that tests the end conditions that stand on their own, or all that count when a turn ends."""
        lowering = self._lowering(changing=True)
        lowering.settle()
        for end in self.program.ends:
            if end.after is None and end.when is not None and (of_turn or not end.of_turn):

                def over(end: EndPlan = end) -> None:
                    self._outcome(lowering, end)
                    lowering.emit(ir.Return(ONE))

                lowering.when(lowering.condition(end.when), over)
        lowering.emit(ir.Return(ZERO))
        self.add(name, lowering, result=True)

    def between(self, name: str, effects: Sequence[Step]) -> None:
        """The function that runs steps between actions. If one who is stuck may have another turn, the place for how a
        turn goes on says whether that is so."""
        lowering = self._lowering(changing=True)
        goes_on = any(isinstance(each, Again) for step in effects for each in step.all_steps())
        for flag in (steps.END, *((steps.AGAIN, steps.PENDING) if goes_on else ())):
            lowering.assign(flag, ZERO)
        steps.write_all(lowering, effects)
        lowering.settle()
        self._step_ends(lowering, effects)
        if goes_on:
            lowering.emit(ir.Store(".pending", None, Var(steps.AGAIN)))
        self.add(f"between {name}", lowering)

    def value(self, name: str, term: terms.Term) -> None:
        """A function that returns one value of a position."""
        lowering = self._lowering(changing=True)
        lowering.settle()
        lowering.emit(ir.Return(lowering.value(term)))
        self.add(name, lowering, result=True, reads=True)

    def worth(self, name: str, term: terms.Term) -> None:
        """A function that returns the worth of a position to a player; 0 for none."""
        lowering = self._lowering(changing=True)
        lowering.settle()
        value = lowering.temporary(lowering.value(term))
        lowering.emit(ir.Return(ir.Select(lowering.is_present(value, term.type), value, ZERO)))
        self.add(name, lowering, result=True, reads=True)

    def considered(self, name: str, plan: ActionPlan, term: terms.Term) -> None:
        """A function that says whether a way of an action is considered, from its choices and lets."""
        if any(choice.form != "one" for choice in plan.choices):
            raise Unsupported("what is considered of it are lists")
        names = [choice.variable.name for choice in plan.choices]
        lowering = self._lowering(names, changing=True)
        lowering.settle()
        self._lets(lowering, plan, [], [term])
        lowering.emit(ir.Return(ir.negated(ir.negated(lowering.condition(term)))))
        self.add(name, lowering, names, result=True, reads=True)

    def condition(self, name: str, term: terms.Term) -> None:
        """A function that says whether something holds."""
        lowering = self._lowering(changing=True)
        lowering.settle()
        lowering.emit(ir.Return(ir.negated(ir.negated(lowering.condition(term)))))
        self.add(name, lowering, result=True, reads=True)

    def recorder(self, number: int, call: terms.FunctionCall) -> None:
        """The functions that write down what a history stores of a position: one to ask how often it occurred, one to
        add it."""
        column = terms.column("history", str(number))
        for name, what in ((f"seen {number}", "times_seen"), (f"note {number}", "note_seen")):
            lowering = self._lowering(changing=True)
            lowering.settle()
            row = lists.new(lowering, histories.LONGEST)
            histories.Recorder(self.program, call).write(lowering, row)
            asked = Call(what, (Lit(number), Entry(column), Named(row)))
            if what == "times_seen":
                lowering.emit(ir.Return(asked))
            else:
                lowering.emit(ir.Store(column, None, asked))
            self.add(name, lowering, result=what == "times_seen", reads=what == "times_seen")


def _most_ways(plan: ActionPlan, fixed: tuple[str, ...]) -> int | None:
    """How many ways of an action there are at most, if that is known to be few."""
    most = 1
    for choice in plan.choices:
        if choice.form != "one" or choice.domain is None:
            return None
        if choice.name not in fixed:
            most *= lists.room(choice.domain)
    return most if most <= MOST_WAYS else None


class _Ways:
    """Writes the loops over the ways of one action."""

    def __init__(
        self,
        functions: Functions,
        lowering: Lowering,
        plan: ActionPlan,
        fixed: tuple[str, ...],
        found: Callable[[], None],
    ) -> None:
        self.functions = functions
        self.lowering = lowering
        self.plan = plan
        self.fixed = fixed
        self.found = found
        self.placed = place_checks(plan)
        self.needed = closure(plan, (name for check in plan.checks for name in free_variables(check.term)))

    def write(self) -> None:
        """Write the whole nest."""
        self._checks(0, 0, lambda: self._choose(0))

    def _checks(self, depth: int, number: int, then: Callable[[], None]) -> None:
        """The checks and lets that can be computed once this many choices are made."""
        at_depth = (each for each in self.placed if each.depth == depth)
        due = [each for each in at_depth if each.check is not None or each.variable in self.needed]
        if number == len(due):
            then()
            return
        placed = due[number]
        if placed.check is None:
            self.lowering.bind_term(placed.variable, placed.value)
            self._checks(depth, number + 1, then)
            return
        lists.under(self.lowering, conjuncts(placed.value), lambda: self._checks(depth, number + 1, then))

    def _choose(self, number: int) -> None:
        if number == len(self.plan.choices):
            self._possible()
            return
        choice = self.plan.choices[number]
        then = lambda: self._checks(number + 1, 0, lambda: self._choose(number + 1))  # noqa: E731
        if choice.form != "one":
            self._list(choice, then)
        elif choice.name in self.fixed:
            self._fixed_choice(choice, then)
        elif choice.ask_if is not None:
            self._optional(choice, then)
        else:
            self._loop(choice, number, then)

    def _possible(self) -> None:
        if not self.plan.requires:
            self.found()
            return
        names = tuple(Var(choice.variable.name) for choice in self.plan.choices)
        tried = Call(f"attempt {self.plan.name}", (Var("me"), *names), stateful=True)
        self.lowering.when(tried, self.found)

    def _fixed_choice(self, choice: ChoicePlan, then: Callable[[], None]) -> None:
        lowering, name = self.lowering, choice.variable.name
        assert choice.domain is not None
        domain = choice.domain

        def candidate() -> None:
            among = lists.holds(lowering, domain, Var(name))
            lowering.when(among, lambda: lists.under(lowering, conjuncts(choice.where), then))

        if choice.ask_if is None:
            candidate()
            return
        same = Binary("==", Var(name), self._unasked(choice))
        lowering.when(lowering.condition(choice.ask_if), candidate, lambda: lowering.when(same, then))

    def _unasked(self, choice: ChoicePlan) -> Expr:
        if choice.otherwise is None:
            return self.lowering.none(choice.variable.type)
        return self.lowering.value(choice.otherwise)

    def _optional(self, choice: ChoicePlan, then: Callable[[], None]) -> None:
        """A choice that is only sometimes asked for: its candidates are listed first, or else its only value."""
        lowering, name = self.lowering, choice.variable.name
        assert choice.domain is not None and choice.ask_if is not None
        domain = choice.domain
        values = lists.new(lowering, lists.room(domain))

        def asked() -> None:
            distinct = not lists.is_distinct(lowering, domain)
            found = lists.made(lowering, domain, distinct) if distinct else lowering.items(domain)
            met = self._met(choice)

            def candidate(value: Value) -> None:
                lowering.bind_value(name, value)
                add = lambda: lowering.emit(ir.Append(values, Var(name), lists.fits(domain)))  # noqa: E731
                lists.under(lowering, conjuncts(choice.where), lambda: self._first_met(choice, met, add))

            lists.each_of(lowering, found, candidate, name)

        def unasked() -> None:
            lowering.emit(ir.Append(values, self._unasked(choice), small=False))

        lowering.when(lowering.condition(choice.ask_if), asked, unasked)
        lists.each_of(lowering, Named(values), lambda _value: then(), name)

    def _loop(self, choice: ChoicePlan, number: int, then: Callable[[], None]) -> None:
        lowering, name = self.lowering, choice.variable.name
        assert choice.domain is not None
        met = self._met(choice)

        def candidate(value: Value) -> None:
            lowering.bind_value(name, value)
            inside = lambda: self._first_met(choice, met, then)  # noqa: E731
            if self.plan.spec.symmetric and number == 1 and not self.fixed:
                first = Var(self.plan.choices[0].variable.name)
                later = Binary(">", Var(name), first)
                lists.under(lowering, conjuncts(choice.where), lambda: lowering.when(later, inside))
            else:
                lists.under(lowering, conjuncts(choice.where), inside)

        if lists.is_distinct(lowering, choice.domain):
            lists.each(lowering, choice.domain, candidate, name)
        else:
            lists.each_of(lowering, lists.made(lowering, choice.domain, distinct=True), candidate, name)

    def _met(self, choice: ChoicePlan) -> str:
        """A list for the candidates met so far, if some may be alike; empty otherwise."""
        if choice.alike is None:
            return ""
        if isinstance(types.strip(choice.alike.type), types.Listing | types.Record | types.Text):
            raise Unsupported("pieces of it are alike by lists or texts")
        assert choice.domain is not None
        return lists.new(self.lowering, lists.room(choice.domain))

    def _first_met(self, choice: ChoicePlan, met: str, then: Callable[[], None]) -> None:
        """Skip all but the first of candidates that are alike."""
        if choice.alike is None:
            then()
            return
        value = self.lowering.temporary(self.lowering.value(choice.alike))

        def new() -> None:
            self.lowering.emit(ir.Append(met, value, small=False))
            then()

        self.lowering.when(ir.negated(Call("holds", (Named(met), value))), new)

    def _list(self, choice: ChoicePlan, then: Callable[[], None]) -> None:
        """A list that grows item by item, as long as every item passes."""
        lowering, name = self.lowering, choice.variable.name
        assert choice.domain is not None
        if isinstance(types.strip(types.item(choice.variable.type)), types.Listing | types.Record | types.Text):
            raise Unsupported("lists of lists or texts are chosen in it")
        lowering.storage += 4 * choice.high
        lowering.emit(ir.New(name, max(1, choice.high)))
        lowering.bind((name,))
        domain = lists.made(lowering, choice.domain, distinct=not lists.is_distinct(lowering, choice.domain))
        chosen = Named(name)

        def extend(length: int) -> None:
            lowering.bind((name,))
            if length >= choice.low:
                then()
            if length == choice.high:
                return

            def candidate(value: Value) -> None:
                assert isinstance(value, Expr)
                lowering.emit(ir.Assign(choice.item.name, value))
                lowering.bind((choice.item.name,))
                item = Var(choice.item.name)
                fresh = ir.negated(Call("holds", (chosen, item)))
                if choice.form == "some" and length:
                    fresh = Binary("<=", ir.ItemAt(chosen, Lit(length - 1)), item)
                    fresh = ir.both(fresh, ir.negated(Call("holds", (chosen, item))))

                def add() -> None:
                    lowering.emit(ir.Append(name, item, small=False))
                    extend(length + 1)
                    lowering.emit(ir.Cut(name, Lit(length)))

                lowering.when(fresh, lambda: lists.under(lowering, conjuncts(choice.where), add))

            lists.each_of(lowering, domain, candidate, lowering.fresh("x"))

        extend(0)
