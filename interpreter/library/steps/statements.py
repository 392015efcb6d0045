"""Steps on one line: assignments, `let` and `again`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass

from interpreter.advice.values import one_for_each, shortened
from interpreter.code.lowering import Lowering
from interpreter.language import nodes, terms, types
from interpreter.language.facts import known_of
from interpreter.language.names import lookup
from interpreter.language.operators import takes_away
from interpreter.language.parser import BARE_WORDS
from interpreter.language.properties import declared_properties, property_of
from interpreter.language.scope import Schema, Scope
from interpreter.library.steps.step import GIVES_A_NAME, Step, StepChecker
from interpreter.registry import step
from interpreter.spec.diagnostics import Help
from interpreter.spec.nodes import Scalar, Span
from interpreter.spec.step_model import STEP_ARGUMENTS
from interpreter.spec.suggest import did_you_mean, either, nearest, suggestion
from interpreter.state.layout import Layout, stored

_CHANGING = "Set a variable of state:, or a property of a cell or a piece."


@dataclass(frozen=True, slots=True, eq=False)
class Assign(Step):
    """`target = value`; with loops if the target is a list of sites or pieces."""

    loops: tuple[tuple[str, terms.Term], ...]
    target: terms.Term
    operator: str
    value: terms.Term

    def writes(self, schema: Schema) -> set[str]:
        if isinstance(self.target, terms.ColumnItem):
            return {self.target.column}
        assert isinstance(self.target, terms.StateValue | terms.StateItem)
        return {self.target.name}

    def terms(self) -> Iterator[terms.Term]:
        yield self.value
        yield self.target
        yield from (items for _, items in self.loops)

    def emit(self, lowering: Lowering, layout: Layout) -> None:
        value = lowering.as_type(self.value, self.target.type)
        if self.loops:
            value = lowering.temporary(value)
        with ExitStack() as inside:
            for name, items in self.loops:
                listed = lowering.value(items)
                each = listed if isinstance(items, terms.Variable) else f"tuple({listed})"
                inside.enter_context(lowering.code.block(f"for {name} in {each}:"))
            self._set(lowering, layout, value)

    def _set(self, lowering: Lowering, layout: Layout, value: str) -> None:
        code, target = lowering.code, self.target
        if isinstance(target, terms.StateValue):
            name = lowering.column(target.name)
            code.line(f"{name} = {stored(target.type, self._changed(name, value))}")
            self.tell(lowering, layout, "changed", property=repr(target.name), of="None", value=name)
            return
        if isinstance(target, terms.StateItem):
            name, index = lowering.column(target.name), lowering.value(target.index)
            index = lowering.temporary(index if target.base == 1 else f"{index} - {target.base - 1}")
            if types.can_be_none(target.type):
                code.line(
                    f"if not 0 < {index} <= {target.size}: raise Fault('There is no such entry of {target.name}.')"
                )
            kind = lowering.schema.variables[target.name].type
            code.line(f"{name}[{index}] = {stored(kind, self._changed(f'{name}[{index}]', value))}")
            self.tell(lowering, layout, "changed", property=repr(target.name), of=index, value=f"{name}[{index}]")
            return
        assert isinstance(target, terms.ColumnItem)
        lowering.used.add(target.column)
        place = lowering.temporary(lowering.value(target.target))
        if types.can_be_none(target.target.type):
            code.line(f"if not {place}: raise Fault({f'{target.target.node.source} is none here.'!r})")
        read = layout.read(target.column, place, False)
        code.line(layout.write(target.column, place, self._changed(read, value)))
        self.tell(lowering, layout, "changed", property=repr(target.column), of=place, value=read)

    def changes(self, layout: Layout, schema: Schema, fields: Mapping[str, str]) -> Iterator[str]:
        for name in self.writes(schema):
            yield layout.change(name, fields["of"] if fields["of"] != "None" else None)

    def _changed(self, old: str, value: str) -> str:
        if self.operator != "=" and isinstance(types.strip(self.target.type), types.Listing):
            return f"(*{old}, *{value})" if self.operator == "+=" else f"lessened({old}, {value})"
        return value if self.operator == "=" else f"{old} {self.operator[0]} {value}"


@dataclass(frozen=True, slots=True, eq=False)
class Let(Step):
    """`let name = value`."""

    name: str
    value: terms.Term

    def terms(self) -> Iterator[terms.Term]:
        yield self.value

    def emit(self, lowering: Lowering, layout: Layout) -> None:
        value = lowering.value(self.value)
        if isinstance(self.value.type, types.Listing):
            value = f"tuple({value})"
        lowering.code.line(f"{self.name} = {value}")


@dataclass(frozen=True, slots=True, eq=False)
class Again(Step):
    """`again`: the same player has another turn."""

    def emit(self, lowering: Lowering, layout: Layout) -> None:
        lowering.code.line("_again = True; _pending = None")


@step("")
def check_statement(steps: StepChecker, scalar: Scalar, scope: Scope) -> tuple[Step | None, Scope]:
    """A step on one line: `x = y`, `x += y`, `x -= y`, `let n = y` or `again`."""
    node = steps.parse(scalar, "statement")
    match node:
        case nodes.LetStatement():
            value = steps.checker.check(node.value, scope)
            scope, name = steps.bind(scope, node.name, value.type, "let", node)
            scope = scope.knowing(known_of(terms.Variable(value.type, node, name), value))
            return Let(scalar.span, name, value), scope
        case nodes.Assignment():
            _refuse_minus_behind_equals(steps, node, scalar)
            if node.operator == "=" and _is_new_name(steps, node.target, scope):
                name = node.target.source
                message = f"There is nothing called ‘{name}’ here."
                steps.error("unknown-name", node.target.span, message, f"Write let {name} = … for a new name.")
                return None, steps.bind_unread(scope, scalar, "let")
            return _assignment(steps, node, scalar.span, scope), scope
        case nodes.BareWord() if node.value == "again":
            if steps.in_action is None and steps.between != "when_stuck":
                message = "again can be used only in the effects of an action and in when_stuck."
                help = "Move it to effects: of the action after which the player has another turn"
                if steps.between is not None:
                    help += ", or to when_stuck: under turns: for a player who cannot move"
                steps.error("again", node.span, message, f"{help}.")
                return None, scope
            return Again(scalar.span), scope
        case nodes.BareWord():
            is_routine = node.value in steps.routines
            help_text = f"Write run: {node.value}." if is_routine else _meant(node.value)
            steps.error("unknown-step", node.span, f"‘{node.value}’ is not a step.", help_text)
        case None if GIVES_A_NAME.match(scalar):
            return None, steps.bind_unread(scope, scalar, "let")
    return None, scope


def _refuse_minus_behind_equals(steps: StepChecker, node: nodes.Assignment, scalar: Scalar) -> None:
    """Refuse `score =- 1`, which sets a value but looks as if it took something away."""
    at = node.value.start - 1
    if node.operator == "=" and isinstance(node.value, nodes.Negative) and scalar[at : at + 2] == "=-":
        help_text = "Write ‘-=’, or ‘= -’ for a negative number."
        steps.error("foreign-operator", scalar.part(at, at + 2), "‘=-’ is not an operator.", help_text)


def _meant(word: str) -> str:
    """Suggest what to write for a word that is not a step."""
    if word in STEP_ARGUMENTS:
        return f"It needs a value: write ‘{word}: …’."
    return (
        did_you_mean(word, [*BARE_WORDS, *STEP_ARGUMENTS]) or f"{nearest(word, STEP_ARGUMENTS)} Or set a value: x = y."
    )


def _assignment(steps: StepChecker, node: nodes.Assignment, span: Span, scope: Scope) -> Step | None:
    checker = steps.checker
    loops, target = _target(steps, node.target, scope)
    value = checker.check(node.value, scope, types.strip(target.type))
    if isinstance(target.type, types.Unknown):
        return None
    if not _assignable(steps, node, target, value, scope):
        return None
    if node.operator != "=" and isinstance(target.type, types.Listing):
        if not _changes_list(steps, node, target.type, value, scope):
            return None
    elif node.operator != "=":
        if not types.fits(types.strip(target.type), types.NUMBER):
            steps.error(
                "wrong-type",
                node.target.span,
                f"‘{node.operator}’ needs a number, but this is {types.named(target.type)}.",
                _more(node, target),
            )
            return None
        checker.require_fit(value, types.NUMBER, f"‘{node.operator}’", scope)
    elif not checker.require_fit(value, _declared(target, scope), f"‘{node.target.source}’", scope, node.value):
        return None
    return Assign(span, tuple(loops), target, node.operator, value)


def _changes_list(
    steps: StepChecker, node: nodes.Assignment, kind: types.Listing, value: terms.Term, scope: Scope
) -> bool:
    """Return whether a list can be added to a list, or taken away from it, and report it if not."""
    if isinstance(value.type, types.Unknown):
        return False
    if node.operator == "-=":
        return takes_away(steps.checker, kind, value, "‘-=’", node.value, scope)
    if isinstance(value.type, types.Listing):
        return steps.checker.require_fit(value, types.Listing(kind.item, 0), "‘+=’", scope, node.value)
    message = f"‘+=’ adds a list to a list, but this is {types.named(value.type)}."
    steps.error("wrong-type", node.value.span, message, Help(f"Write [{node.value.source}].", f"[{node.value.source}]"))
    return False


def _more(node: nodes.Assignment, target: terms.Term) -> str:
    """Suggest what to write for a list or a text that should grow, or for a variable with a value for each player."""
    name, value = node.target.source, node.value.source
    if isinstance(target.type, types.Table):
        return one_for_each(target)
    if isinstance(types.strip(target.type), types.Listing):
        return "Test it with != none first: it may be none here."
    return f"Write {name} = {value}."


def _declared(target: terms.Term, scope: Scope) -> types.Type:
    """The type that a target may take, which narrowing must not shrink."""
    schema = scope.schema
    if isinstance(target, terms.ColumnItem):
        groups = [board.cells for board in schema.boards.values()] + [kind.properties for kind in schema.kinds.values()]
        for prop in (prop for group in groups for prop in group.values()):
            if prop.column == target.column:
                return prop.type
    if isinstance(target, terms.StateValue | terms.StateItem):
        return schema.variables[target.name].type
    return target.type


def _is_new_name(steps: StepChecker, node: nodes.Node, scope: Scope) -> bool:
    """Whether a value is assigned to a word that means nothing and resembles nothing here."""
    if not isinstance(node, nodes.Name) or lookup(steps.checker, node, scope, None) is not None:
        return False
    return node.value not in scope.schema.defines and did_you_mean(node.value, scope.visible()) is None


def _target(steps: StepChecker, node: nodes.Node, scope: Scope) -> tuple[list[tuple[str, terms.Term]], terms.Term]:
    """The target of an assignment: a list of sites or pieces means each of them."""
    checker = steps.checker
    if not isinstance(node, nodes.Attribute):
        return [], checker.check(node, scope)
    loops, owner = _target(steps, node.target, scope)
    kind = owner.type
    if isinstance(kind, types.Listing) and isinstance(kind.item, types.Site | types.Piece):
        variable = terms.Variable(kind.item, node.target, checker.fresh("each"))
        loops = [*loops, (variable.name, owner)]
        owner = variable
    return loops, property_of(checker, owner, node, scope)


def _own_properties(owner: terms.Term, value: terms.Term, scope: Scope) -> list[str]:
    """The properties that the value may have been meant for, if it was assigned to the site or piece itself."""
    return [
        name
        for name, kind in declared_properties(types.strip(owner.type), scope)
        if name not in (*scope.schema.kinds, "site", "row", "column") and types.fits(value.type, kind)
    ]


def _is_there(steps: StepChecker, node: nodes.Assignment, owner: terms.Term) -> bool:
    """Whether the owner of a property may be assumed to exist: a name for a piece that may be none is reported."""
    named = isinstance(owner, terms.Variable) and isinstance(types.strip(owner.type), types.Piece)
    if not named or not types.can_be_none(owner.type) or not isinstance(node.target, nodes.Attribute):
        return True
    name = node.target.target
    whole = f"list({name.source}).{node.target.name} {node.operator} {node.value.source}"
    help = f"Test {name.source} != none first, or write {shortened(whole)}, which does nothing if it is none."
    steps.error("may-be-none", name.span, "This may be none here.", help)
    return False


def _assignable(
    steps: StepChecker, node: nodes.Assignment, target: terms.Term, value: terms.Term, scope: Scope
) -> bool:
    schema = scope.schema
    if isinstance(target, terms.StateValue | terms.StateItem):
        return True
    if isinstance(target, terms.ColumnItem):
        if target.column.role not in ("at", "site", "zone_of"):
            return _is_there(steps, node, target.target)
        steps.error(
            "not-assignable",
            node.target.span,
            f"‘{node.target.source}’ cannot be assigned: it says where a piece is.",
            "Use move:, create: or remove:.",
        )
        return False
    what, help_text = "a fixed value", None
    if isinstance(node.target, nodes.Name):
        name = node.target.value
        if name in scope.locals:
            what = f"a {scope.locals[name].what}"
        elif name in schema.variables:
            per = schema.variables[name].per
            what = f"several values, one for each {per}"
            key = "me" if per == schema.players and "me" in scope.globals else "…"
            help_text = f"Write {name}[{key}]."
        elif name in schema.declared:
            what = f"a {schema.declared[name][0]}"
    elif (
        isinstance(node.target, nodes.Index)
        and isinstance(node.target.target, nodes.Name)
        and node.target.target.value in schema.tables
    ):
        what = "a table"
    if found := _own_properties(target, value, scope):
        given = f"{node.operator} {shortened(node.value.source)}"
        help_text = f"Did you mean {either([f'{node.target.source}.{name} {given}' for name in dict.fromkeys(found)])}?"
    steps.error(
        "not-assignable",
        node.target.span,
        f"‘{node.target.source}’ cannot be assigned: it is {what}.",
        help_text or suggestion(node.target.source, schema.variables, _CHANGING),
    )
    return False
