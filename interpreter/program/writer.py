"""The generated module of a program: every function that plays the game, in a fast and a full variant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from interpreter.code.keeping import Analysis, Fixed
from interpreter.code.loops import stretch_search
from interpreter.code.lowering import Lowering
from interpreter.code.printer import Code, Constants
from interpreter.language import terms
from interpreter.language.scope import Schema
from interpreter.language.terms import free_variables
from interpreter.language.types import Listing
from interpreter.library.steps.control import For, Run, emit_all
from interpreter.library.steps.outcomes import Continue, End
from interpreter.library.steps.statements import Again, Assign, Let
from interpreter.library.steps.step import Step
from interpreter.position import PENDING
from interpreter.program.legality import MOST_KEPT, CheckCode, LegalCode, scan_any
from interpreter.rules.actions import EndPlan
from interpreter.rules.game_calls import Calls
from interpreter.rules.plan import ActionPlan, closure
from interpreter.spec.nodes import Span
from interpreter.state.layout import HEADER_UNCHANGED, Layout
from interpreter.words import WHOLE, Vocabulary

GLOBALS = {
    "opponent": "opponent = 3 - me",
    "to_move": "to_move = data[0]",
    "turn_number": "turn_number = data[1]",
    "phase": "phase = data[2]",
    "over": "over = data[3] is not None",
    "winner": "winner = data[3][1] if data[3] is not None else 0",
    "won": "won = data[3][2] if data[3] is not None else None",
}

VIEW_ARGUMENTS = "data, me, CHOSEN, thinking, about, draft, assist"
"""What every compiled expression of a view is given."""


@dataclass(slots=True)
class Writer:
    """Writes functions and keeps the spec position of each line."""

    schema: Schema
    layout: Layout
    constants: Constants
    actions: dict[str, ActionPlan]
    ends: list[EndPlan]
    seen: list[terms.FunctionCall]
    following: tuple[int, ...]
    remembers: bool
    hands_over: bool
    full: bool
    shared: bool
    histories: dict[str, int]
    notes: dict[Span, int]
    hideable: frozenset[str]
    analysis: Analysis
    fixed: Fixed = field(default_factory=Fixed)
    vocabulary: Vocabulary = WHOLE
    parts: list[str] = field(default_factory=list)
    spans: list[Span | None] = field(default_factory=list)
    expressions: list[Span | None] = field(default_factory=list)

    # Functions

    def start(
        self,
        written: Iterable[str] = (),
        attempting: ActionPlan | None = None,
        given: Iterable[str] = (),
        sifting: bool = False,
    ) -> Lowering:
        """A new function to be lowered; `attempting` is the action that it only tries, one way after another if it is
        `sifting`; `given` are its parameters."""
        calls = Calls(self.layout, self.histories, self.notes, set(written), False, attempting, self.actions)
        calls.sifting = sifting
        calls.vocabulary, calls.hideable = self.vocabulary, self.hideable
        code = Code()
        code.bind(given)
        return Lowering(
            self.schema, self.layout, self.constants, code, calls, self.analysis, self.fixed, self.full, self.full
        )

    def finish(self, header: str, lowering: Lowering, first: Iterable[str] = ()) -> None:
        """Add a lowered function, with a prologue that unpacks what it uses."""
        prologue = list(first)
        for name in sorted(lowering.used | lowering.calls.written, key=lambda each: self.layout.fields[each].index):
            found = self.layout.fields[name]
            value = self.layout.thaw(name) if name in lowering.calls.written else f"data[{found.index}]"
            prologue.append(f"{found.variable} = {value}")
        prologue += [GLOBALS[name] for name in sorted(lowering.globals & GLOBALS.keys())]
        text, spans, expressions = lowering.code.text(header, prologue)
        self.parts.append(text)
        self.spans += [*spans, None]
        self.expressions += [*expressions, None]

    def add_plain(self, text: str) -> None:
        """Add code that comes from no place of the spec."""
        self.parts.append(text)
        unplaced = [None] * (text.count("\n") + 2)
        self.spans += unplaced
        self.expressions += unplaced

    def tables(self) -> None:
        """Add the code that computes the values that never change."""
        done = 0
        while done < len(self.fixed.tables):
            name, term, given = list(self.fixed.tables.values())[done]
            done += 1
            lowering = self.start(given=given)
            lowering.calls.committed = True
            lowering.worked_out = term
            # Its lines have no place of their own: a fault is reported where the rules ask for the value.
            lowering.code.line(f"return {lowering.value(term)}")
            lowering.globals -= set(given)
            self.finish(f"def work_{name}(KEY):", lowering, [f"{', '.join(given)} = KEY"] if given else ())
            self.add_plain(f"{name} = Worked(work_{name})")

    def source(self) -> str:
        """The whole module."""
        return "\n\n".join(self.parts) + "\n"

    def value_function(self, name: str, term: terms.Term, arguments: str = "data, me") -> None:
        """A function that returns one value."""
        lowering = self.start()
        lowering.calls.committed = True
        with lowering.code.at(term.node.span):
            lowering.code.line(f"return {lowering.value(term)}")
        self.finish(f"def {name}({arguments}):", lowering)

    def measures(self, name: str, plan: ActionPlan, values: list[terms.Term]) -> None:
        """A function that returns values of an action, computed from its choices and lets."""
        lowering = self.start(given=_chosen(plan))
        lowering.calls.committed = True
        self._lets(lowering, plan, [], values)
        names = []
        for value in values:
            names.append(lowering.code.fresh("v"))
            with lowering.code.at(value.node.span):
                lowering.code.line(f"{names[-1]} = {lowering.value(value)}")
        lowering.code.line(f"return ({''.join(f'{each}, ' for each in names)})")
        self.finish(f"def {name}({_parameters(plan)}):", lowering)

    # Views

    def view_value(self, term: terms.Term) -> None:
        """The function `shown`, which returns the value of a term without local names."""
        lowering = self.start()
        lowering.calls.committed = lowering.calls.drafted = True
        with lowering.code.at(term.node.span):
            lowering.code.line(f"return {lowering.value(term)}")
        self.finish(f"def shown({VIEW_ARGUMENTS}):", lowering)

    def view_all(self, wanted: Iterable[terms.Term]) -> None:
        """The function `shown`, which returns the values of terms without local names, as a tuple."""
        lowering = self.start()
        lowering.calls.committed = lowering.calls.drafted = True
        values = [lowering.value(term) for term in wanted]
        lowering.code.line(f"return ({''.join(f'{value}, ' for value in values)})")
        self.finish(f"def shown({VIEW_ARGUMENTS}):", lowering)

    def view_first(self, conditions: Iterable[terms.Term | None]) -> None:
        """The function `shown`, which returns the number, from 0, of the first condition that holds; -1 if none
        does."""
        lowering = self.start()
        lowering.calls.committed = lowering.calls.drafted = True
        for number, condition in enumerate(conditions):
            with lowering.code.at(condition.node.span if condition is not None else None):
                holds = f"if {lowering.condition(condition)}: " if condition is not None else ""
                lowering.code.line(f"{holds}return {number}")
        lowering.code.line("return -1")
        self.finish(f"def shown({VIEW_ARGUMENTS}):", lowering)

    def view_values(self, term: terms.Term) -> None:
        """The function `shown`, which returns the values of a term for pairs of `it` and `i`, as a list."""
        lowering = self.start()
        lowering.calls.drafted = True
        lowering.code.line("FOUND = []")
        with lowering.code.at(term.node.span), lowering.code.block("for it, i in ITEMS:"):
            lowering.code.line(f"FOUND.append({lowering.value(term)})")
        lowering.code.line("return FOUND")
        self.finish(f"def shown(ITEMS, {VIEW_ARGUMENTS}):", lowering)

    def view_cases(self, cases: Iterable[tuple[terms.Term | None, Sequence[terms.Term]]]) -> None:
        """The function `shown`, which returns for each `it` the first case whose condition holds: its number from 0 and
        its values, or only its number if it has none; -1 if no case holds."""
        lowering = self.start()
        lowering.calls.drafted = True
        code = lowering.code
        code.line("FOUND = []")
        with code.block("for it in ITEMS:"):
            for number, (condition, values) in enumerate(cases):
                first = next((term for term in (condition, *values) if term is not None), None)
                with code.at(first.node.span if first is not None else None):
                    test = lowering.condition(condition) if condition is not None else "True"
                    with code.block(f"if {test}:"):
                        worked_out = ", ".join(lowering.value(value) for value in values)
                        code.line(f"FOUND.append({f'({number}, {worked_out})' if values else number})")
                        code.line("continue")
            code.line("FOUND.append(-1)")
        code.line("return FOUND")
        self.finish(f"def shown(ITEMS, {VIEW_ARGUMENTS}):", lowering)

    # Actions

    def check(self, plan: ActionPlan) -> None:
        """The function that checks one given action."""
        lowering = self.start(given=_chosen(plan))
        CheckCode(lowering, plan, f"attempt_{plan.name}" if plan.requires else None).write()
        self.finish(f"def check_{plan.name}({_parameters(plan)}):", lowering)

    def attempt(self, plan: ActionPlan) -> None:
        """The function that tries effects up to the last require and no further."""
        steps = plan.tried
        lowering = self.start(_written(steps, self.schema), plan, _chosen(plan))
        lowering.full = lowering.tells = False
        self._lets(lowering, plan, steps, [])
        emit_all(steps, lowering, self.layout)
        lowering.code.line("return None")
        self.finish(f"def attempt_{plan.name}({_parameters(plan)}):", lowering)

    def sift(self, plan: ActionPlan) -> None:
        """The function that returns those of the given ways of an action that pass every require among its effects."""
        steps = plan.tried
        written = _written(steps, self.schema)
        lowering = self.start(written, plan, _chosen(plan), sifting=True)
        lowering.full = lowering.tells = False
        inside = (each for step in steps for each in step.all_steps())
        lowering.calls.count_ahead(lowering, (term for each in inside for term in each.terms()))
        lowering.code.line("found = []")
        with lowering.code.block("for action in ways:"):
            for line in _unpacked(plan):
                lowering.code.line(line)
            for name in sorted(written):
                lowering.code.line(f"{self.layout.fields[name].variable} = {self.layout.thaw(name)}")
            self._lets(lowering, plan, steps, [])
            emit_all(steps, lowering, self.layout)
            lowering.code.line("found.append(action)")
        lowering.code.line("return found")
        self.finish(f"def sifted_{plan.name}(data, me, ways):", lowering)

    def _lets(self, lowering: Lowering, plan: ActionPlan, steps: list[Step], others: list[terms.Term]) -> None:
        read = {
            name
            for step in steps
            for each in step.all_steps()
            for term in each.terms()
            for name in free_variables(term)
        }
        read |= {name for term in others for name in free_variables(term)}
        wanted = closure(plan, read)
        for variable, value in plan.lets:
            if variable.name in wanted:
                with lowering.code.at(value.node.span):
                    text = lowering.value(value)
                    made = f"tuple({text})" if isinstance(value.type, Listing) else text
                    lowering.code.line(f"{variable.name} = {made}")

    def do(self, plan: ActionPlan, then: Literal["turn", "onward", "effects"] = "turn") -> None:
        """The function that takes an action: effects, commit, end conditions, and then the turn; only how it goes on,
        if it does; or nothing, if all act at once."""
        tested = [end for end in self.ends if end.after in (None, plan.name) and end.when is not None]
        ends = [end for end in tested if not end.of_turn]
        ends_of_turn = [end for end in tested if end.of_turn] if then == "turn" and not self.hands_over else []
        written = _written(plan.effects, self.schema) | {f"history.{self._history(call)}" for call in self.seen}
        lowering = self.start(written, given=_chosen(plan))
        code = lowering.code
        kinds = {type(step) for each in plan.effects for step in each.all_steps()}
        goes_on = bool(kinds & {Again, Continue})
        can_end = End in kinds
        if goes_on:
            code.line("_again = False; _pending = None")
        if can_end:
            code.line("_end = 0")
        ended = [term for end in ends if end.after == plan.name for term in end.terms()]
        self._lets(lowering, plan, plan.effects, ended)
        emit_all(plan.effects, lowering, self.layout)
        self._settle(lowering, plan)
        self._commit(lowering)
        early = then == "turn" and not goes_on and not self.hands_over and self.shared
        if early:
            self._pass_on(lowering, False)
            lowering.calls.next_data = "data_"
        if can_end:
            self._step_ends(lowering)
        for end in ends:
            self._end(lowering, end)
        if goes_on and then == "turn":
            self._go_on(lowering)
        for end in ends_of_turn:
            self._end(lowering, end)
        extra = ", events" if self.full else ""
        if then == "turn":
            self._turn(lowering, goes_on, early)
            self.finish(f"def do_{plan.name}(data, action{extra}):", lowering, ["me = data[0]", *_unpacked(plan)])
            return
        going_on = ("me", "data[1]", "data[2]", "None", "_pending" if goes_on else "None", "0")
        lowering.code.line(f"return {self._packed(lowering, going_on if then == 'onward' else HEADER_UNCHANGED)}")
        self.finish(f"def {then}_{plan.name}(data, me, action{extra}):", lowering, _unpacked(plan))

    def goals(self, plan: ActionPlan) -> None:
        """The function that says what a turn has come to when it ends; more is better."""
        lowering = self.start()
        self._worth(lowering, plan)
        self.finish(f"def goals_{plan.name}(data, me):", lowering)

    def closing(self, looking: ActionPlan, plan: ActionPlan) -> None:
        """The function that says what a turn has come to when an action ends it, using only the effects that decide
        that; it returns None if the turn goes on. There is no such function if all effects may be needed."""
        steps = self._deciding(looking, plan)
        if steps is None:
            return
        lowering = self.start(_written(steps, self.schema), given=_chosen(plan))
        lowering.code.line("_again = False; _pending = None; _end = 0")
        self._lets(lowering, plan, steps, [])
        emit_all(steps, lowering, self.layout)
        lowering.code.line("if _pending is not None: return None")
        self._worth(lowering, looking)
        name, read = f"closing_{looking.name}_F_{plan.name}", lowering.used | lowering.calls.written
        self.finish(f"def {name}(data, me, action):", lowering, _unpacked(plan))
        found = [self.layout.fields[each] for each in read]
        if not lowering.globals - {"me", "opponent"} and all(field.store == "value" for field in found):
            self._keep(name, [f"data[{field.index}]" for field in found])

    def _keep(self, name: str, read: list[str]) -> None:
        """Cache what a function of an action returns for the same action and values."""
        kept = self.constants.name({}, "kept")
        lines = [
            f"def {name}(data, me, action, work={name}):",
            f"    key = ({''.join(f'{value}, ' for value in read)}me, action)",
            f"    if key not in {kept}:",
            f"        if len({kept}) > {MOST_KEPT}: {kept}.clear()",
            f"        {kept}[key] = work(data, me, action)",
            f"    return {kept}[key]",
        ]
        self.add_plain("\n".join(lines))

    def _worth(self, lowering: Lowering, plan: ActionPlan) -> None:
        """Return what a turn has come to: a number for each goal; more is better."""
        lowering.calls.committed = True
        values = []
        for goal in plan.goals:
            with lowering.code.at(goal.term.node.span):
                values.append(lowering.temporary(f"{'-' if goal.sign < 0 else ''}({lowering.value(goal.term)})"))
        lowering.code.line(f"return ({''.join(f'{value}, ' for value in values)})")

    def _deciding(self, looking: ActionPlan, plan: ActionPlan) -> list[Step] | None:
        """The effects of an action that decide whether its turn goes on and what it has come to; None if they cannot be
        told from the others, or if there are no others."""
        lets = {variable.name: value for variable, value in plan.lets}
        kept = {step for step in plan.effects if _decides(step)}
        while True:
            read = [goal.term for goal in looking.goals]
            read += [term for step in kept for each in step.all_steps() for term in each.terms()]
            names = {name for term in read for name in self.analysis.of(term).free} - GLOBALS.keys() - {"me"}
            read += [lets[name] for name in closure(plan, names)]
            columns = [self.analysis.columns(term) for term in read]
            if None in columns or any(each.stream() is not None for step in kept for each in step.all_steps()):
                return None
            wanted = {name for each in columns for name in each or ()}
            more = {
                step
                for step in plan.effects
                if step.writes(self.schema) & wanted or (isinstance(step, Let) and step.name in names)
            }
            if more <= kept:
                break
            kept |= more
        bound = {*_chosen(plan), *lets}
        for each in (each for step in kept for each in step.all_steps()):
            match each:
                case Let(name=name):
                    bound.add(name)
                case For(loops=loops):
                    bound |= {loop.name for loop in loops}
                case Run(bound=given):
                    bound |= {name for name, _ in given}
        if not names <= bound or len(kept) == len(plan.effects):
            return None
        return [step for step in plan.effects if step in kept]

    def _settle(self, lowering: Lowering, plan: ActionPlan) -> None:
        """Note what the effects have certainly made true: `c.mark = me`, if no other step writes marks."""
        steps = [step for each in plan.effects for step in each.all_steps()]
        writers = Counter(column for step in steps for column in step.writes(self.schema))
        for step in plan.effects:
            target = step.target if isinstance(step, Assign) and not step.loops and step.operator == "=" else None
            if not isinstance(target, terms.ColumnItem) or not isinstance(target.target, terms.Variable):
                continue
            alone = writers[target.column] == 1
            if alone and isinstance(step, Assign) and isinstance(step.value, terms.Global | terms.Constant):
                lowering.settled[target.column, target.target.name] = lowering.value(step.value)

    def _history(self, call: terms.FunctionCall) -> int:
        return Calls(self.layout, self.histories, self.notes).history_of(call)

    def _commit(self, lowering: Lowering) -> None:
        """Record what seen_before asks for, and what players have seen."""
        done: set[int] = set()
        for call in self.seen:
            number = self._history(call)
            if number not in done:
                done.add(number)
                history = lowering.column(f"history.{number}")
                lowering.code.line(f"{history} = (*{history}, {lowering.calls.recorded(lowering, call)})")
        lowering.calls.committed = lowering.calls.just_recorded = True
        lowering.code.settle()

    def _packed(self, lowering: Lowering, header: tuple[str, ...]) -> str:
        data = self.layout.pack(lowering.calls.written, header)
        return f"remember({data})" if self.remembers else data

    def _step_ends(self, lowering: Lowering) -> None:
        for number, end in enumerate(self.ends, start=1):
            if end.by_step:
                with lowering.code.block(f"if _end == {number}:"):
                    self._result(lowering, end, number)

    def _end(self, lowering: Lowering, end: EndPlan) -> None:
        assert end.when is not None
        if isinstance(end.when, terms.Constant) and not end.when.value:
            return
        number = self.ends.index(end) + 1
        with lowering.code.at(end.span):
            if not self.full and self._ended_at_once(lowering, end, number):
                return
            test = lowering.calls.noted(lowering, end.when)
            with lowering.code.block(f"if {test}:"):
                self._result(lowering, end, number)

    def _ended_at_once(self, lowering: Lowering, end: EndPlan, number: int) -> bool:
        """A stretch that ends the game takes effect where it is found."""
        when = end.when
        if not isinstance(when, terms.FunctionCall) or when.function.name != "any":
            return False
        search = when.arguments[0]
        if not isinstance(search, terms.Comprehension):
            return False
        return stretch_search(lowering, search, lambda: self._result(lowering, end, number)) is not None

    def _result(self, lowering: Lowering, end: EndPlan, number: int) -> None:
        header = ("data[0]", "data[1]", "data[2]", self._outcome(lowering, end, number), "None", "0")
        if self.full:
            lowering.code.line(f"events.append(Event('ended', {{'name': {end.name!r}}}))")
        lowering.code.line(f"return {self._packed(lowering, header)}")

    def _outcome(self, lowering: Lowering, end: EndPlan, number: int) -> str:
        """The result of a game that ends this way: the number of the end, who has won, and what each player gets."""
        winner = lowering.as_type(end.winner, self.schema.players) if end.winner is not None else "0"
        won = lowering.value(end.won) if end.won is not None else "None"
        if end.payoff is None:
            return f"({number}, {winner}, {won}, {self._usual_payoff(winner, won)})"
        paid, player = lowering.code.fresh("paid"), end.payoff.player.name
        everyone = tuple(range(1, len(self.schema.players.words) + 1))
        with lowering.code.at(end.payoff.term.node.span):
            lowering.code.line(f"{paid} = []")
            with lowering.code.block(f"for {player} in {everyone!r}:"):
                lowering.code.line(f"{paid}.append({lowering.value(end.payoff.term)})")
        if end.winner is None and len(everyone) > 1:
            winner = f"best_paid({paid})"
        return f"({number}, {winner}, {won}, tuple({paid}))"

    def _usual_payoff(self, winner: str, won: str) -> str:
        """The payoffs at an end that does not state them; there are none if no end states any."""
        if not self.schema.pays:
            return "None"
        return f"usual_payoff({len(self.schema.players.words)}, {winner}, {won})"

    def _go_on(self, lowering: Lowering) -> None:
        """Let the turn go on if that was asked for and is possible."""
        with lowering.code.block("if _pending is not None:"):
            header = ("me", "data[1]", "data[2]", "None", "_pending", "0")
            lowering.code.line(f"data_ = {self._packed(lowering, header)}")
            lowering.code.line("if any_pending(data_, me): return data_")

    def _turn(self, lowering: Lowering, goes_on: bool, early: bool) -> None:
        """Pass the turn. Phases, steps around turns and stuck players are left to `turns`."""
        code = lowering.code
        events = "events" if self.full else "None"
        if self.hands_over:
            code.line(f"data_ = {self._packed(lowering, ('me', 'data[1]', 'data[2]', 'None', 'None', '0'))}")
            code.line(f"return end_turn(data_, me, {'_again' if goes_on else 'False'}, {events})")
            return
        if not early:
            self._pass_on(lowering, goes_on)
        only = self._plain_action()
        if only is not None and not self.shared and scan_any(lowering, only, (), None) is None:
            LegalCode(lowering, only, (), lambda _action: code.line("return data_"), None).write()
        else:
            code.line(f"if {self._can_act(lowering, only)}: return data_")
        code.line(f"return unstick(data_, {events})")

    def _plain_action(self) -> ActionPlan | None:
        """The only action, if its choices are single and none of them depends on who chooses."""
        plan = next(iter(self.actions.values()))
        if len(self.actions) > 1 or plan.requires or any(choice.form != "one" for choice in plan.choices):
            return None
        read = [term for choice in plan.choices for term in choice.terms()]
        read += [check.term for check in plan.checks]
        if plan.checks and plan.lets:
            return None
        # After an action its state is recorded, so that seen_before counts otherwise there than where moves are listed.
        dependent = any(
            isinstance(part, terms.Global)
            or (isinstance(part, terms.FunctionCall) and part.function.name == "seen_before")
            for term in read
            for part in terms.walk(term)
        )
        return None if dependent else plan

    def _can_act(self, lowering: Lowering, only: ActionPlan | None) -> str:
        """Whether the next player can do anything; a search in a column of the only action is written out here."""
        if self.shared:
            return "has_action(data_, _next)"
        scan = scan_any(lowering, only, (), None) if only is not None else None
        return scan or "any_action(data_, _next)"

    def _pass_on(self, lowering: Lowering, goes_on: bool) -> None:
        """The state after the turn has passed."""
        following = "3 - me" if self.following == (0, 2, 1) else f"{self.constants.name(self.following, 'next')}[me]"
        lowering.code.line(f"_next = {f'me if _again else {following}' if goes_on else following}")
        lowering.code.line(f"data_ = {self._packed(lowering, ('_next', 'data[1] + 1', '0', 'None', 'None', '0'))}")

    # Whole games

    def ends_function(self, name: str, of_turn: bool) -> None:
        """A function that tests the end conditions that stand on their own, or all that count when a turn ends; it
        returns a result or None."""
        lowering = self.start()
        lowering.calls.committed = True
        for number, end in enumerate(self.ends, start=1):
            if end.after is None and end.when is not None and (of_turn or not end.of_turn):
                with lowering.code.at(end.span), lowering.code.block(f"if {lowering.condition(end.when)}:"):
                    lowering.code.line(f"return {self._outcome(lowering, end, number)}")
        lowering.code.line("return None")
        self.finish(f"def {name}(data, me):", lowering)

    def first_steps(self, name: str, steps: list[Step]) -> None:
        """A function that runs steps before a game begins. Conditions are noted; no events are reported."""
        lowering = self.start(_written(steps, self.schema))
        lowering.full = True
        self._steps_function(f"def {name}(data, me):", lowering, steps)

    def steps_between(self, name: str, steps: list[Step]) -> None:
        """A function that does steps between actions: around turns, being stuck, after a phase. Where one who is stuck
        may have another turn, the place for how a turn goes on says whether that is so."""
        extra = ", events" if self.full else ""
        self._steps_function(f"def {name}(data, me{extra}):", self.start(_written(steps, self.schema)), steps)

    def _steps_function(self, header: str, lowering: Lowering, steps: list[Step]) -> None:
        can_end = any(isinstance(each, End) for step in steps for each in step.all_steps())
        if can_end:
            lowering.code.line("_end = 0")
        goes_on = any(isinstance(each, Again) for step in steps for each in step.all_steps())
        if goes_on:
            lowering.code.line("_again = None")
        emit_all(steps, lowering, self.layout)
        if can_end:
            self._step_ends(lowering)
        if goes_on:
            flags = (*HEADER_UNCHANGED[:PENDING], "_again", *HEADER_UNCHANGED[PENDING + 1 :])
            lowering.code.line(f"return {self.layout.pack(lowering.calls.written, flags)}")
        else:
            lowering.code.line(f"return {lowering.calls.data()}")
        self.finish(header, lowering)

    def record_function(self) -> None:
        """The function that records a state for seen_before outside of actions."""
        lowering = self.start({f"history.{self._history(call)}" for call in self.seen})
        self._commit(lowering)
        lowering.code.line(f"return {lowering.calls.data()}")
        self.finish("def record(data, me):", lowering)


def _chosen(plan: ActionPlan) -> list[str]:
    return [choice.variable.name for choice in plan.choices]


def _parameters(plan: ActionPlan) -> str:
    return ", ".join(["data", "me", *_chosen(plan)])


def _unpacked(plan: ActionPlan) -> list[str]:
    names = "".join(f", {name}" for name in _chosen(plan))
    return [f"_{names} = action"] if names else []


def _decides(step: Step) -> bool:
    """Whether a step can make a turn go on or end the game."""
    return any(isinstance(each, Again | Continue | End) for each in step.all_steps())


def _written(steps: Iterable[Step], schema: Schema) -> set[str]:
    return {name for step in steps for each in step.all_steps() for name in each.writes(schema)}
