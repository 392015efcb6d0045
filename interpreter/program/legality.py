"""Generated code that finds legal actions: a loop for each choice, and each check as soon as its names are bound."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.code.columns import conjuncts, constant_column, found_at, mask_of, may_repeat, selected_sites
from interpreter.code.loops import each, listed
from interpreter.code.lowering import Lowering
from interpreter.language import terms
from interpreter.language.facts import proved
from interpreter.language.terms import free_variables, substitute
from interpreter.language.types import Listing, Piece, Site, is_reference
from interpreter.library.steps.control import If, Run
from interpreter.library.steps.step import Step
from interpreter.registry import functions
from interpreter.rules.plan import ActionPlan, CheckPlan, ChoicePlan, FieldPlan, closure, needed_lets
from interpreter.spec.nodes import Span
from interpreter.state.layout import Layout

if TYPE_CHECKING:
    from interpreter.program.writer import Writer

MOST_KEPT = 8192
SMALL = 16
"""On a board of so many sites positions come again and again."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A check, or a let that later checks share, with the number of choices that must be made before it."""

    depth: int
    check: CheckPlan | None
    variable: str
    value: terms.Term


def place_checks(plan: ActionPlan) -> list[Placed]:
    """Each check at its depth in the loop nest, in written order; a let that is read once becomes part of its check."""
    position = {choice.variable.name: number for number, choice in enumerate(plan.choices, start=1)}
    values = {variable.name: value for variable, value in plan.lets}
    readers = _readers(plan, values)
    inline = {name: value for name, value in values.items() if readers.get(name, 0) <= 1}
    resolved: dict[str, terms.Term] = {}
    for name, value in inline.items():
        resolved[name] = substitute(value, resolved)
    shared = {name: substitute(value, resolved) for name, value in values.items() if name not in inline}
    depths: dict[str, int] = {}
    placed: list[Placed] = []

    def depth_of(term: terms.Term) -> int:
        found = 0
        for name in free_variables(term):
            found = max(found, position.get(name, 0), depths.get(name, 0))
        return found

    for name, value in shared.items():
        depths[name] = depth_of(value)
        placed.append(Placed(depths[name], None, name, value))
    proving: list[tuple[set[str], int]] = []
    for check in plan.checks:
        term = substitute(check.term, resolved)
        depth = depth_of(term)
        names = free_variables(check.term)
        for others, least in proving:
            if others & names:
                depth = max(depth, least)
        if proved(check.term):
            proving.append((names, depth))
        placed.append(Placed(depth, check, "", term))
    return placed


def _readers(plan: ActionPlan, values: dict[str, terms.Term]) -> dict[str, int]:
    """How often the checks read each let, through other lets too."""
    counts: dict[str, int] = {}
    for term in (*(check.term for check in plan.checks), *values.values()):
        for part in terms.walk(term):
            if isinstance(part, terms.Variable) and part.name in values:
                counts[part.name] = counts.get(part.name, 0) + 1
    return counts


class LegalCode:
    """Writes the loops that enumerate one action; a `search` ends at the first way that is found."""

    def __init__(
        self,
        lowering: Lowering,
        plan: ActionPlan,
        fixed: tuple[str, ...],
        found: Callable[[str], None],
        attempt: str | None,
        quick: bool = False,
        search: bool = False,
    ) -> None:
        self.lowering = lowering
        self.code = lowering.code
        self.plan = plan
        self.fixed = fixed
        self.found = found
        self.attempt = attempt
        self.quick = quick
        self.search = search
        self.placed = place_checks(plan)
        self.recursive = any(choice.form != "one" for choice in plan.choices)

    def write(self) -> None:
        """Write the whole nest; a `continue` outside of the choices leaves it."""
        outer = [placed for placed in self.placed if placed.depth == 0]
        if outer or self.recursive or self.fixed or not self.plan.choices:
            with self.code.block("for _once in ONCE:"):
                self._checks(0)
                self._choose(0)
        else:
            self._choose(0)

    def _checks(self, depth: int, answered: Collection[str] = ()) -> None:
        asked = [check.term for check in self.plan.checks if check.name not in answered]
        needed = closure(self.plan, (name for term in asked for name in free_variables(term)))
        for placed in self.placed:
            if placed.depth != depth or (placed.check is not None and placed.check.name in answered):
                continue
            if placed.check is None:
                if placed.variable in needed:
                    self.code.line(f"{placed.variable} = {self.lowering.value(placed.value)}")
            else:
                with self.code.at(placed.check.span):
                    self.lowering.leave_unless(placed.value, "continue")

    def _choose(self, number: int) -> None:
        if number == len(self.plan.choices):
            self._found()
            return
        choice = self.plan.choices[number]
        with self.code.at(choice.place):
            if self._moved(choice, number):
                return
            if choice.form != "one":
                self._list(choice, number)
            elif choice.name in self.fixed:
                self._fixed_choice(choice, number)
            else:
                self._loop(choice, number)

    def _fixed_choice(self, choice: ChoicePlan, number: int) -> None:
        assert choice.domain is not None
        if choice.ask_if is None:
            self._fixed_candidate(choice)
        else:
            with self.code.block(f"if {self.lowering.condition(choice.ask_if)}:"):
                self._fixed_candidate(choice)
            with self.code.block("else:"):
                self.code.line(f"if {choice.variable.name} != {unasked(self.lowering, choice)}: continue")
        self._checks(number + 1)
        self._choose(number + 1)

    def _fixed_candidate(self, choice: ChoicePlan) -> None:
        assert choice.domain is not None
        self.code.line(f"if {choice.variable.name} not in {self.lowering.value(choice.domain)}: continue")
        if choice.where is not None:
            self.lowering.leave_unless(choice.where, "continue")

    def _optional(self, choice: ChoicePlan, number: int) -> None:
        """A choice that is only sometimes asked for: its candidates are listed first, or else its only value."""
        assert choice.domain is not None and choice.ask_if is not None
        code, name, values = self.code, choice.variable.name, self.code.fresh("values")
        with code.block(f"if {self.lowering.condition(choice.ask_if)}:"):
            code.line(f"{values} = []")
            met = self._first_of_alike(choice)
            with code.block(f"for {name} in {self._candidates(choice.domain)}:"):
                if choice.where is not None:
                    self.lowering.leave_unless(choice.where, "continue")
                self._leave_if_met(choice, met)
                code.line(f"{values}.append({name})")
        with code.block("else:"):
            code.line(f"{values} = ({unasked(self.lowering, choice)},)")
        with code.block(f"for {name} in {values}:"):
            self._checks(number + 1)
            self._choose(number + 1)

    def _loop(self, choice: ChoicePlan, number: int) -> None:
        assert choice.domain is not None
        if choice.ask_if is not None:
            self._optional(choice, number)
            return
        domain, name = choice.domain, choice.variable.name
        one_by_one = listed(domain) if self.search else None
        if one_by_one is not None:
            # Most often the first candidate will do, so the others are not listed.
            where = conjuncts(choice.where)
            each(self.lowering, one_by_one, lambda value: self._candidate(choice, number, where, value))
            return
        repeats = may_repeat(self.lowering.schema.topology, domain)
        if repeats and not self.lowering.analysis.of(domain).reads:
            # What never changes is kept with each of its items once.
            domain = terms.FunctionCall(domain.type, domain.node, functions()["distinct"], (domain,), ())
            repeats = False
        selected, left = selected_sites(self.lowering, name, domain, conjuncts(choice.where))
        if repeats:
            selected = f"dict.fromkeys({selected})"
        met = self._first_of_alike(choice)
        with self.code.block(f"for {name} in {selected}:"):
            self._candidate(choice, number, left, name, met)

    def _candidate(
        self, choice: ChoicePlan, number: int, conditions: list[terms.Term], value: str, met: str = ""
    ) -> None:
        name = choice.variable.name
        if value != name:
            self.code.line(f"{name} = {value}")
        for condition in conditions:
            self.lowering.leave_unless(condition, "continue")
        self._leave_if_met(choice, met)
        if self.plan.spec.symmetric and number == 1 and not self.fixed:
            self.code.line(f"if {name} <= {self.plan.choices[0].variable.name}: continue")
        self._checks(number + 1)
        self._choose(number + 1)

    def _first_of_alike(self, choice: ChoicePlan) -> str:
        """A name for the set of candidates met so far, if some may be alike; empty otherwise."""
        if choice.alike is None:
            return ""
        met = self.code.fresh("met")
        self.code.line(f"{met} = set()")
        return met

    def _leave_if_met(self, choice: ChoicePlan, met: str) -> None:
        """Skip all but the first of candidates that are alike."""
        if choice.alike is None or not met:
            return
        value = self.code.fresh("value")
        self.code.line(f"{value} = {_key(self.lowering, choice.alike)}")
        self.code.line(f"if {value} in {met}: continue")
        self.code.line(f"{met}.add({value})")

    def _found(self) -> None:
        names = [choice.variable.name for choice in self.plan.choices]
        if self.attempt is not None:
            self.code.line(f"if {self.attempt}({', '.join(['data', 'me', *names])}) is not None: continue")
        self.found(f"({', '.join([repr(self.plan.name), *names])},)")

    def _moved(self, choice: ChoicePlan, number: int) -> bool:
        """The values that a mover yields, if it is about this choice; the checks decide on each."""
        moves = self.plan.moves
        if moves is None or moves.choice != choice.name:
            return False
        layout = self.lowering.store
        assert isinstance(layout, Layout)
        written = moves.written(self.lowering, layout)
        if written is None:
            return False
        with self.code.block(f"for {choice.variable.name} in {written[self.quick]}:"):
            self._checks(number + 1, moves.answered)
            self._choose(number + 1)
        return True

    # Lists of choices

    def _list(self, choice: ChoicePlan, number: int) -> None:
        """A list grows item by item, as long as every item passes."""
        extend, name = self.code.fresh("extend"), choice.variable.name
        with self.code.block(f"def {extend}({name}):"):
            with self.code.block(f"if len({name}) >= {choice.low}:"), self.code.block("for _once in ONCE:"):
                self._checks(number + 1)
                self._choose(number + 1)
            with self.code.block(f"if len({name}) < {choice.high}:"):
                self._extend(choice, extend)
        self.code.line(f"yield from {extend}(())")

    def _extend(self, choice: ChoicePlan, extend: str) -> None:
        name, item = choice.variable.name, choice.item.name
        if choice.fields:
            self._record(choice, list(choice.fields), extend)
            return
        assert choice.domain is not None
        with self.code.block(f"for {item} in {self._candidates(choice.domain)}:"):
            self.code.line(f"if {item} in {name}: continue")
            if choice.form == "some":
                self.code.line(f"if {name} and {item} < {name}[-1]: continue")
            if choice.where is not None:
                self.lowering.leave_unless(choice.where, "continue")
            self.code.line(f"yield from {extend}((*{name}, {item}))")

    def _candidates(self, domain: terms.Term) -> str:
        """Python for what can be chosen from a domain, each once."""
        repeats = may_repeat(self.lowering.schema.topology, domain)
        return f"{'dict.fromkeys' if repeats else 'tuple'}({self.lowering.value(domain)})"

    def _record(self, choice: ChoicePlan, fields: list[FieldPlan], extend: str) -> None:
        name = choice.variable.name
        if not fields:
            parts = ", ".join(part.variable.name for part in choice.fields)
            record = f"({parts},)"
            if choice.form == "some":
                self.code.line(f"if {name} and {record} < {name}[-1]: continue")
            self.code.line(f"yield from {extend}((*{name}, {record}))")
            return
        part, rest = fields[0], fields[1:]
        domain = self._candidates(part.domain)
        if part.ask_if is not None and part.otherwise is not None:
            ask, other = self.lowering.condition(part.ask_if), self.lowering.value(part.otherwise)
            domain = f"({domain} if {ask} else ({other},))"
        with self.code.block(f"for {part.variable.name} in {domain}:"):
            if is_unique(part):
                position = choice.fields.index(part)
                self.code.line(f"if any(_r[{position}] == {part.variable.name} for _r in {name}): continue")
            if part.where is not None:
                self.lowering.leave_unless(part.where, "continue")
            self._record(choice, rest, extend)


def _key(lowering: Lowering, alike: terms.Term) -> str:
    """Python for a key that is equal for candidates that are alike."""
    value = lowering.value(alike)
    return f"frozen({value})" if isinstance(alike.type, Listing) else value


def unasked(lowering: Lowering, choice: ChoicePlan) -> str:
    """Python for the value of a choice that nobody has to make."""
    if choice.otherwise is None:
        return "0" if is_reference(choice.variable.type) else "None"
    return lowering.value(choice.otherwise)


def is_unique(part: FieldPlan) -> bool:
    """Whether a part of a record may occur once only: sites and pieces, not letters and numbers."""
    return isinstance(part.variable.type, Site | Piece)


class CheckCode:
    """Writes the function that checks one given action, choice by choice and check by check, in written order.

    It returns None, or the number of the check that refused together with the candidate that was refused.
    """

    def __init__(self, lowering: Lowering, plan: ActionPlan, attempt: str | None) -> None:
        self.lowering = lowering
        self.code = lowering.code
        self.plan = plan
        self.attempt = attempt

    def write(self) -> None:
        """Write all tests."""
        for choice in self.plan.choices:
            with self.code.at(choice.place):
                self._choice(choice)
        wanted = needed_lets(self.plan)
        for variable, value in self.plan.lets:
            if variable.name in wanted:
                with self.code.at(value.node.span):
                    self.code.line(f"{variable.name} = {self.lowering.value(value)}")
        for check in self.plan.checks:
            with self.code.at(check.span):
                test = self.lowering.calls.noted(self.lowering, check.term)
                self.code.line(f"if not {test}: return ({check.refusal}, None)")
        names = [choice.variable.name for choice in self.plan.choices]
        if self.attempt is not None:
            self.code.line(f"found = {self.attempt}({', '.join(['data', 'me', *names])})")
            self.code.line("if found is not None: return found")
        if self.plan.goals:
            action = f"({', '.join([repr(self.plan.name), *names])},)"
            self.code.line(f"return falls_short({self.plan.name!r}, data, me, {action})")
        else:
            self.code.line("return None")

    def _choice(self, choice: ChoicePlan) -> None:
        name, item, code = choice.variable.name, choice.item.name, self.code
        if choice.form == "one":
            if choice.ask_if is None:
                self._candidate(choice)
                return
            with code.block(f"if {self.lowering.condition(choice.ask_if)}:"):
                self._candidate(choice)
            with code.block("else:"):
                code.line(f"if {name} != {unasked(self.lowering, choice)}: return ({choice.refusal}, {name})")
            return
        whole = code.fresh("whole")
        code.varying.add(name)
        code.line(f"if not {choice.low} <= len({name}) <= {choice.high}: return ({choice.refusal}, None)")
        code.line(f"{whole} = {name}")
        code.line(f"{name} = ()")
        with code.block(f"for {item} in {whole}:"):
            if choice.fields:
                self._record(choice)
            else:
                assert choice.domain is not None
                domain = self.lowering.value(choice.domain)
                code.line(f"if {item} in {name} or {item} not in {domain}: return ({choice.refusal}, {item})")
                if choice.where is not None:
                    code.line(f"if not {self.lowering.condition(choice.where)}: return ({choice.refusal}, {item})")
            code.line(f"{name} = (*{name}, {item})")

    def _candidate(self, choice: ChoicePlan) -> None:
        """Whether the value of a single choice is a valid candidate."""
        assert choice.domain is not None
        name, refuse = choice.variable.name, f"return ({choice.refusal}, {choice.variable.name})"
        self.code.line(f"if {name} not in {self.lowering.value(choice.domain)}: {refuse}")
        if choice.where is not None:
            self.code.line(f"if not {self.lowering.calls.noted(self.lowering, choice.where)}: {refuse}")
        if choice.alike is not None:
            with self.code.at(choice.alike.node.span):
                self._one_face(choice, choice.alike)

    def _one_face(self, choice: ChoicePlan, alike: terms.Term) -> None:
        """A fault if candidates that are declared alike can be told apart: by a property, or by where they are."""
        assert choice.domain is not None and isinstance(choice.item.type, Piece)
        code, name, kind = self.code, choice.variable.name, self.lowering.schema.kinds[choice.item.type.kind]
        layout = self.lowering.store
        assert isinstance(layout, Layout)
        columns = [*(prop.column for prop in kind.properties.values()), kind.site_column, kind.zone_column]
        known = [column for column in columns if column in layout.fields]
        self.lowering.used.update(known)
        face = f"({''.join(f'{layout.read(column, name, False)}, ' for column in known)})"
        chosen, value, shown = code.fresh("chosen"), code.fresh("value"), code.fresh("face")
        code.line(f"{value} = {_key(self.lowering, alike)}")
        code.line(f"{chosen}, {shown} = {name}, {face}")
        with code.block(f"for {name} in {self.lowering.value(choice.domain)}:"):
            if choice.where is not None:
                self.lowering.leave_unless(choice.where, "continue")
            names = tuple(str(column).rpartition(".")[2] for column in known)
            apart = f"told_apart({names!r}, {face}, {shown})"
            code.line(f"if {_key(self.lowering, alike)} == {value} and {face} != {shown}: raise {apart}")
        code.line(f"{name} = {chosen}")

    def _record(self, choice: ChoicePlan) -> None:
        name, item, code = choice.variable.name, choice.item.name, self.code
        code.line(f"({', '.join(part.variable.name for part in choice.fields)},) = {item}")
        for position, part in enumerate(choice.fields):
            refuse = f"return ({choice.refusal}, {item})"
            if is_unique(part):
                code.line(f"if any(_r[{position}] == {part.variable.name} for _r in {name}): {refuse}")
            if part.ask_if is not None and part.otherwise is not None:
                with code.block(f"if {self.lowering.condition(part.ask_if)}:"):
                    code.line(f"if {part.variable.name} not in {self.lowering.value(part.domain)}: {refuse}")
                with code.block("else:"):
                    code.line(f"if {part.variable.name} != {self.lowering.value(part.otherwise)}: {refuse}")
            else:
                code.line(f"if {part.variable.name} not in {self.lowering.value(part.domain)}: {refuse}")
            if part.where is not None:
                code.line(f"if not {self.lowering.condition(part.where)}: {refuse}")


def made_action(lowering: Lowering, plan: ActionPlan, action: str) -> str:
    """An action whose only choice is a site is made in advance."""
    if len(plan.choices) == 1 and isinstance(plan.choices[0].variable.type, Site):
        return f"{_made(lowering, plan)}[{plan.choices[0].variable.name}]"
    return action


def _made(lowering: Lowering, plan: ActionPlan) -> str:
    return lowering.constant(tuple((plan.name, site) for site in range(lowering.schema.topology.count + 1)), plan.name)


def compact_legal(lowering: Lowering, plan: ActionPlan, fixed: tuple[str, ...], attempt: str | None) -> str | None:
    """Python for the list of legal ways as one expression, if the action is that simple."""
    choice = _only_choice(lowering, plan, fixed, attempt)
    if choice is None or choice.domain is None:
        return None
    conditions = [*conjuncts(choice.where), *_later(plan)]
    name = choice.variable.name
    column = constant_column(lowering, name, choice.domain, conditions[0]) if conditions else None
    if column is not None and len(conditions) == 1:
        every = tuple((plan.name, site) for site in range(1, lowering.schema.topology.count + 1))
        return f"list(compress({lowering.constant(every, plan.name)}, {mask_of(lowering, column)}))"
    if isinstance(choice.domain, terms.Constant) and isinstance(choice.variable.type, Site):
        return _chosen_pairs(lowering, plan, choice.domain, conditions)
    source, conditions = selected_sites(lowering, name, choice.domain, conditions)
    with lowering.code.aside() as aside, lowering.code.within("listing", (name,)):
        tests = [lowering.condition(condition) for condition in conditions]
    if aside:
        return None
    test = f" if {' and '.join(tests)}" if tests else ""
    return f"[{made_action(lowering, plan, f'({plan.name!r}, {name})')} for {name} in {source}{test}]"


def _chosen_pairs(
    lowering: Lowering, plan: ActionPlan, domain: terms.Constant, conditions: list[terms.Term]
) -> str | None:
    """A choice from sites that are already known: each stands there with its action made in advance."""
    name = plan.choices[0].variable.name
    with lowering.code.aside() as aside, lowering.code.within("listing", (name,)):
        tests = [lowering.condition(condition) for condition in conditions]
    if aside:
        return None
    pairs = tuple((site, (plan.name, site)) for site in domain.value)
    test = f" if {' and '.join(tests)}" if tests else ""
    return f"[_a for {name}, _a in {lowering.constant(pairs, plan.name)}{test}]"


def scan_any(lowering: Lowering, plan: ActionPlan, fixed: tuple[str, ...], attempt: str | None) -> str | None:
    """Python that says whether there is a legal way, if a search in one column answers that."""
    choice = _only_choice(lowering, plan, fixed, attempt)
    if choice is None or choice.domain is None:
        return None
    conditions = [*conjuncts(choice.where), *_later(plan)]
    if len(conditions) != 1:
        return None
    column = constant_column(lowering, choice.variable.name, choice.domain, conditions[0])
    return f"({found_at(lowering, column[0], str(column[1]))} > 0)" if column is not None else None


def _only_choice(
    lowering: Lowering, plan: ActionPlan, fixed: tuple[str, ...], attempt: str | None
) -> ChoicePlan | None:
    if len(plan.choices) != 1 or fixed or attempt is not None or plan.choices[0].form != "one":
        return None
    domain = plan.choices[0].domain
    first = plan.choices[0]
    repeats = domain is not None and may_repeat(lowering.schema.topology, domain)
    if domain is None or repeats or first.ask_if is not None or first.alike is not None:
        return None
    if any(placed.depth == 0 or placed.check is None for placed in place_checks(plan)):
        return None
    return plan.choices[0]


def _later(plan: ActionPlan) -> list[terms.Term]:
    return [part for placed in place_checks(plan) for part in conjuncts(placed.value)]


def way_function(what: str, action: str, fixed: Iterable[str]) -> str:
    """The name of a function about the ways of an action for which some choices are fixed."""
    return "_F_".join((f"{what}_{action}", *fixed))


def write_legal(writer: Writer, plan: ActionPlan, fixed: tuple[str, ...] = ()) -> None:
    """The functions that list the legal ways of an action, and that say whether there is one. If checks ask for most or
    least, ways that pass everything else are listed as well."""
    suffix = "".join(f"_F_{name}" for name in fixed)  # As `way_function` has it.
    parameters = "".join(f", {choice.variable.name}" for choice in plan.choices if choice.name in fixed)
    attempt = f"attempt_{plan.name}" if plan.requires else None
    moved = plan.moves is not None and plan.moves.choice is not None
    header = f"(data, me{parameters}):"
    given = [choice.variable.name for choice in plan.choices if choice.name in fixed]
    legal = "legal"
    if plan.goals:
        # Whether there is a way at all does not depend on which of them comes to most.
        legal = "ways"
        ways = f"ways_{plan.name}{suffix}(data, me{parameters})"
        writer.add_plain(f"def legal_{plan.name}{suffix}{header}\n    return foremost({plan.name!r}, data, me, {ways})")
    if not fixed and _whole_moves(writer, plan, legal, header):
        return
    listed_one_by_one = moved or any(choice.form != "one" for choice in plan.choices)
    if listed_one_by_one or plan.goals:
        _each(writer, plan, fixed, f"each_{plan.name}{suffix}{header}", attempt, quick=False)
    if listed_one_by_one:
        each = first = f"each_{plan.name}{suffix}(data, me{parameters})"
        if moved:
            _each(writer, plan, fixed, f"soonest_{plan.name}{suffix}{header}", attempt, quick=True)
            first = f"soonest_{plan.name}{suffix}(data, me{parameters})"
        writer.add_plain(f"def {legal}_{plan.name}{suffix}{header}\n    return list({each})")
        writer.add_plain(f"def any_{plan.name}{suffix}{header}\n    return next({first}, None) is not None")
        return
    # Where it can be, what passes is sifted from a list of candidates: that saves a call for each.
    sifted = attempt is not None and can_be_sifted(plan)
    tried = None if sifted else attempt
    lowering = writer.start(given=given)
    compact = compact_legal(lowering, plan, fixed, tried)
    if compact is None:
        lowering = writer.start(given=given)
        lowering.code.line("found = []")
        LegalCode(
            lowering,
            plan,
            fixed,
            lambda action: lowering.code.line(f"found.append({made_action(lowering, plan, action)})"),
            tried,
        ).write()
        compact = "found"
    with lowering.code.at(_place(plan)):
        lowering.code.line(f"return {f'sifted_{plan.name}(data, me, {compact})' if sifted else compact}")
    writer.finish(f"def {legal}_{plan.name}{suffix}{header}", lowering)
    lowering = writer.start(given=given)
    scan = scan_any(lowering, plan, fixed, attempt)
    if scan is None:
        found = LegalCode(lowering, plan, fixed, lambda _: lowering.code.line("return True"), attempt, search=True)
        found.write()
    with lowering.code.at(_place(plan)):
        lowering.code.line(f"return {scan or False}")
    writer.finish(f"def any_{plan.name}{suffix}{header}", lowering)


def can_be_sifted(plan: ActionPlan) -> bool:
    """Whether all requires of an action are outside loops, so that each can pass on to the next candidate."""

    def in_order(steps: Iterable[Step]) -> Iterator[Step]:
        for step in steps:
            yield step
            if isinstance(step, If | Run):
                yield from in_order(step.inside())

    return set(plan.required) <= set(in_order(plan.tried))


def _each(
    writer: Writer, plan: ActionPlan, fixed: tuple[str, ...], header: str, attempt: str | None, quick: bool
) -> None:
    """A function that yields the legal ways one by one; `quick`: in the order in which one is found soonest. If only
    single choices are made, a way may come twice."""
    lowering = writer.start(given=[choice.variable.name for choice in plan.choices if choice.name in fixed])
    single = all(choice.form == "one" for choice in plan.choices)

    def found(action: str) -> None:
        lowering.code.line(f"yield {action}")

    LegalCode(lowering, plan, fixed, found, attempt, quick, search=single and bool(plan.goals)).write()
    writer.finish(f"def {header}", lowering)


def _whole_moves(writer: Writer, plan: ActionPlan, legal: str, header: str) -> bool:
    """Let a mover list all legal ways, if it can."""
    if plan.moves is None or plan.moves.choice is not None:
        return False
    for place, name in enumerate((legal, "any")):
        lowering = writer.start()
        written = plan.moves.written(lowering, writer.layout)
        if written is None:
            return False
        with lowering.code.at(_place(plan)):
            lowering.code.line(f"return {written[place]}")
        writer.finish(f"def {name}_{plan.name}{header}", lowering)
    return True


def write_legal_only(writer: Writer, plan: ActionPlan) -> None:
    """Write the function that lists all legal actions of a game with one action."""
    lowering = writer.start()
    attempt = f"attempt_{plan.name}" if plan.requires else None
    compact = (
        None if any(choice.form != "one" for choice in plan.choices) else compact_legal(lowering, plan, (), attempt)
    )
    listed = compact or f"legal_{plan.name}(data, data[0])"
    alike = not lowering.globals - {"me"} and re.search(r"\bme\b", listed) is None
    with lowering.code.at(_place(plan)):
        if compact is not None and alike and len(lowering.used) == 1 and writer.schema.topology.count <= SMALL:
            _keep(writer, lowering, listed)
        else:
            lowering.code.line(f"return {listed}")
    reads = ["me = data[0]"] if lowering.globals & {"me", "opponent"} else []
    writer.finish("def legal(data):", lowering, ["if data[3] is not None: return []", *reads])


def _keep(writer: Writer, lowering: Lowering, listed: str) -> None:
    """Cache the lists of positions already seen if the board is small, because they come up again and again."""
    kept, column = writer.constants.name({}, "kept"), writer.layout.variable(next(iter(lowering.used)))
    lowering.code.line(f"found = {kept}.get({column})")
    with lowering.code.block("if found is None:"):
        lowering.code.line(f"found = {listed}")
        lowering.code.line(f"if len({kept}) < {MOST_KEPT}: {kept}[{column}] = found")
    lowering.code.line("return found[:]")


def _place(plan: ActionPlan) -> Span:
    """Where a fault in the list of an action is reported."""
    return plan.choices[0].place if plan.choices else plan.span
