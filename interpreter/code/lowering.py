"""Terms → Python: values as expressions, loops as plain statements written before the expression that needs them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from interpreter.code.keeping import Analysis, Fixed, kept
from interpreter.code.loops import comprehension, exists
from interpreter.code.printer import Code, Constants
from interpreter.code.routes import is_flood, walk_arrives
from interpreter.language import terms, types
from interpreter.language.scope import Schema
from interpreter.language.types import item
from interpreter.position import from_state, to_state
from interpreter.words import Vocabulary

_NEGATED = re.compile(r"\(not ([\w\[\]]+)\)")
"""A test for something false, as Python."""


class Store(Protocol):
    """How the state stores what expressions read: see `interpreter.state.layout`."""

    def variable(self, name: str) -> str:
        """The Python name that holds a column, variable or zone in generated code."""

    def read(self, column: str, target: str, optional: bool) -> str:
        """Python that reads a column for a site or piece."""

    def is_bytes(self, name: str) -> bool:
        """Whether a column is stored as bytes and can be searched as such."""

    def footprint_cells(self, lowering: Lowering, kind: str, piece: str, site: str) -> str:
        """Python for the sites that a piece would cover, starting from a site; None if it would leave the board."""

    def footprint_size(self, lowering: Lowering, kind: str, piece: str) -> tuple[str, str]:
        """Python for how many columns and rows a piece covers."""


class GameCalls(Protocol):
    """What the terms and steps of one generated function need from the game itself: see `interpreter.rules.game_calls`.

    `written` are the fields with working copies in the function. `committed`: what happened is already recorded;
    `just_recorded`: by this function, and nothing has changed since. `hideable` are the columns that somebody may not
    know.
    """

    written: set[str]
    committed: bool
    just_recorded: bool
    drafted: bool
    next_data: str | None
    vocabulary: Vocabulary
    hideable: Collection[str]

    def data(self) -> str:
        """The state as it is at this point of the function."""

    def can(self, action: str, player: str) -> str:
        """Whether a player could do the action now."""

    def stuck(self, lowering: Lowering, player: str) -> str:
        """Whether a player could do nothing now."""

    def next_first(self, term: terms.Comprehension) -> terms.Comprehension:
        """A search over all players, starting with the next one if that is quicker."""

    def seen_before(self, lowering: Lowering, call: terms.FunctionCall) -> str:
        """How many earlier states had these values."""

    def count_ahead(self, lowering: Lowering, tried: Iterable[terms.Term]) -> None:
        """Write the code that counts in histories, before a loop that tries one way after another."""

    def recorded(self, lowering: Lowering, call: terms.FunctionCall) -> str:
        """The values of one use of seen_before, as its history stores them."""

    def knows(self, lowering: Lowering, call: terms.FunctionCall) -> str:
        """Whether a player may know a property."""

    def chosen(self, lowering: Lowering, term: terms.Term) -> str:
        """Whether something is part of the draft."""

    def emit_require(self, lowering: Lowering, require: Any) -> None:
        """Write the test of a require where an action is only being tried."""

    def noted(self, lowering: Lowering, term: terms.Term) -> str:
        """A test whose result is noted in the full variant."""


@dataclass(slots=True)
class Lowering:
    """Writes the Python of one generated function. `used` collects what its prologue must unpack.

    `full` says whether the results of conditions are noted, `tells` whether events are written. `shared` says how often
    the rules contain each value that could be cached; `worked_out` is the term of a table that this function fills.
    """

    schema: Schema
    store: Store
    constants: Constants
    code: Code
    calls: GameCalls
    analysis: Analysis
    fixed: Fixed
    full: bool = False
    tells: bool = False
    used: set[str] = field(default_factory=set)
    globals: set[str] = field(default_factory=set)
    fused: dict[str, str] = field(default_factory=dict)
    peeled: dict[str, Any] = field(default_factory=dict)
    settled: dict[tuple[str, str], str] = field(default_factory=dict)
    leave_empty: bool = False
    searches: dict[str, str] = field(default_factory=dict)
    shared: int = 1
    worked_out: terms.Term | None = None

    # Names

    def column(self, name: str) -> str:
        """The Python name of a column, marked as used."""
        self.used.add(name)
        return self.store.variable(name)

    def constant(self, value: Any, hint: str = "k") -> str:
        """Python for a constant: small values are written out."""
        if value is None or isinstance(value, bool | int | str):
            return repr(value)
        return self.constants.name(value, hint)

    def name_global(self, name: str) -> str:
        """A global of the rules, marked as used."""
        self.globals.add(name)
        return name

    def temporary(self, value: str, hint: str = "t") -> str:
        """A name for a value that is needed more than once."""
        if value.isidentifier() or value.isdigit():
            return value
        name = self.code.fresh(hint)
        self.code.line(f"{name} = {value}")
        return name

    def spot(self, term: terms.Term) -> str:
        """The site of a spot: the site itself, or the place of a piece; 0 for none."""
        kind = types.strip(term.type)
        if isinstance(kind, types.Nothing):
            return "0"
        value = self.value(term)
        if not isinstance(kind, types.Piece):
            return value
        self.used.add(f"{kind.kind}.site")
        return self.store.read(f"{kind.kind}.site", value, False)

    # Values

    def value(self, term: terms.Term) -> str:
        """Python for a term's value; any statements that it needs are written first."""
        return self._once(term, self._plain_value)

    def _plain_value(self, term: terms.Term) -> str:
        return _WRITTEN[type(term)](self, term)

    def _once(self, term: terms.Term, write: Callable[[terms.Term], str]) -> str:
        """Write a term, or read its cached value. In a function that changes the state, no value that depends on the
        state is cached from one expression to the next."""
        if not self.analysis.of(term).heavy:
            return write(term)
        moving = self.calls.written and not self.calls.committed
        inside = any(place.kind == "expression" for place in self.code.places)
        # Loops are pointed at with the function around them: by themselves they have no place.
        place = self.code.expression if isinstance(term, terms.Comprehension) else term.node.span
        with self.code.working_out(place), self.code.within("expression") if moving and not inside else nullcontext():
            return kept(self, term, self._plain_value) or write(term)

    def one_by_one(self, call: terms.FunctionCall) -> str:
        """Python for the items of a list that a search takes one by one, perhaps without reaching the end."""
        each = call.function.each
        return self._once(call, self._plain_value if each is None else lambda _call: each(self, call))

    def none(self, kind: types.Type) -> str:
        """How none of this type is written in Python."""
        return "0" if types.is_reference(kind) else "None"

    def as_type(self, term: terms.Term, kind: types.Type) -> str:
        """The value in the form used for a type: a lone `none` becomes the none of that type."""
        if isinstance(term.type, types.Nothing):
            return self.none(kind)
        return self.value(term)

    def _constant(self, term: terms.Constant) -> str:
        if term.value is None:
            return self.none(term.type)
        return self.constant(term.value)

    def _variable(self, term: terms.Variable) -> str:
        return term.name

    def _global(self, term: terms.Global) -> str:
        return self.name_global(term.name)

    def _statevalue(self, term: terms.StateValue) -> str:
        return self.column(term.name)

    def _stateitem(self, term: terms.StateItem) -> str:
        column, index = self.column(term.name), self.value(term.index)
        shift = "" if term.base == 1 else f" - {term.base - 1}"
        if not types.can_be_none(term.type) or not isinstance(types.strip(term.index.type), types.Number):
            return f"{column}[{index}{shift}]"
        index = self.temporary(index)
        test = f"{term.base} <= {index} < {term.base + term.size}"
        if types.can_be_none(term.index.type):
            test = f"{index} is not None and {test}"
        return f"({column}[{index}{shift}] if {test} else {self.none(term.type)})"

    def _columnitem(self, term: terms.ColumnItem) -> str:
        self.used.add(term.column)
        target, optional = self.value(term.target), types.can_be_none(term.target.type)
        if optional and isinstance(types.strip(term.type), types.Flag | types.Number):
            if target == "0":
                return self.none(term.type)
            target = self.temporary(target)
        return self.store.read(term.column, target, optional)

    def _fixeditem(self, term: terms.FixedItem) -> str:
        table = self.constant(term.values, term.label if term.label.isidentifier() else "fixed")
        return f"{table}[{self.value(term.target)}]"

    def _fieldof(self, term: terms.FieldOf) -> str:
        target = self.value(term.target)
        if not types.can_be_none(term.target.type):
            return f"{target}[{term.position}]"
        name = self.temporary(target)
        return f"({name}[{term.position}] if {name} is not None else {self.none(term.type)})"

    def _itemof(self, term: terms.ItemOf) -> str:
        if (
            isinstance(term.index, terms.Constant)
            and term.index.value == 1
            and isinstance(term.target, terms.FunctionCall | terms.Variable)
        ):
            target = self.temporary(self.value(term.target))
            return f"({target}[0] if {target} else {self.none(term.type)})"
        return f"item_of({self.value(term.target)}, {self.value(term.index)}, {self.none(term.type)})"

    def _tableitem(self, term: terms.TableItem) -> str:
        index = self._key(term.index)
        keys = sorted(term.table) if all(isinstance(key, int) for key in term.table) else []
        if term.total and keys and keys[0] >= 0 and keys[-1] < 1000:
            values = tuple(term.table.get(key) for key in range(keys[-1] + 1))
            return f"{self.constant(values, 'table')}[{index}]"
        return f"{self.constants.name(term.table, 'table')}.get({index}, {self.none(term.type)})"

    def _key(self, term: terms.Term) -> str:
        if isinstance(term, terms.Listed):
            return f"({', '.join(self._key(item) for item in term.items)})"
        return self.value(term)

    def _boardterm(self, term: terms.BoardTerm) -> str:
        board = self.schema.boards[term.board]
        sites = tuple(self.schema.topology.boards[name].sites for name in board.instances)
        if term.index is None:
            return self.constant(sites[0], "sites")
        base = board.per.low if isinstance(board.per, types.Number) and board.per.low is not None else 1
        return f"{self.constant(sites, 'sites')}[{self.value(term.index)} - {base}]"

    def _zoneterm(self, term: terms.ZoneTerm) -> str:
        zone = self.schema.zones[term.zone]
        column = self.column(f"zone.{term.zone}")
        if term.index is None:
            return column
        base = zone.per.low if isinstance(zone.per, types.Number) and zone.per.low is not None else 1
        index = self.value(term.index)
        return f"{column}[{index}]" if base == 1 else f"{column}[{index} - {base - 1}]"

    def _listed(self, term: terms.Listed) -> str:
        items = [self.value(each) for each in term.items]
        inside = f"({', '.join(items)},)" if items else "()"
        if not any(types.can_be_none(each.type) for each in term.items):
            return inside
        test = "" if types.is_reference(item(term.type)) else " is not None"
        if len(items) == 1:
            only = self.temporary(items[0])
            return f"(({only},) if {only}{test} else ())"
        return f"[_x for _x in {inside} if _x{test}]"

    def _rangeof(self, term: terms.RangeOf) -> str:
        if isinstance(term.type, types.Listing) and term.type.item == types.NUMBER:
            return f"numbers({self.value(term.low)}, {self.value(term.high)})"
        if isinstance(term.high, terms.Constant):
            return f"range({self.value(term.low)}, {term.high.value + 1})"
        return f"range({self.value(term.low)}, {self.value(term.high)} + 1)"

    def _joined(self, term: terms.Joined) -> str:
        left, right = self.value(term.left), self.value(term.right)
        return f"made_text({left} + {right})" if isinstance(term.type, types.Text) else f"[*{left}, *{right}]"

    def _lessened(self, term: terms.Lessened) -> str:
        return f"lessened({self.value(term.left)}, {self.value(term.right)})"

    def _arithmetic(self, term: terms.Arithmetic) -> str:
        value = f"({self.value(term.left)} {term.operator} {self.value(term.right)})"
        # Products of products grow beyond all bounds; what is known to be small needs no care.
        return f"bounded{value}" if term.operator == "*" and term.type == types.NUMBER else value

    def _minus(self, term: terms.Minus) -> str:
        return f"(-{self.value(term.value)})"

    def _let(self, term: terms.Let) -> str:
        self.code.line(f"{term.name} = {self.value(term.value)}")
        return self.value(term.body)

    def _functioncall(self, term: terms.FunctionCall) -> str:
        emit = term.function.emit
        return emit(self, term) if emit is not None else self.plain_call(term)

    def plain_call(self, term: terms.FunctionCall) -> str:
        """A call of the Python function behind a function of the language. Values that generated code stores in another
        form are converted for it."""
        function = term.function
        given = [self.constants.name(self.schema, "schema")] if function.takes == "schema" else []
        for argument in term.arguments:
            value = self.compared(argument) if function.generic else self.hashable(argument)
            known = function.generic or types.is_plain(argument.type)
            given.append(value if known else self._converted(from_state, value, argument.type))
        given += [self.constant(each) for each in term.extra]
        call = f"{self.constants.name(function.evaluate, function.name)}({', '.join(given)})"
        return call if types.is_plain(term.type) else self._converted(to_state, call, term.type)

    def _converted(self, convert: Callable[[Any, types.Type], Any], value: str, kind: types.Type) -> str:
        return f"{self.constants.name(convert, convert.__name__)}({value}, {self.constants.name(kind, 'type')})"

    # Conditions

    def _not(self, term: terms.Not) -> str:
        return f"(not {self.condition(term.value)})"

    def _both(self, term: terms.Both) -> str:
        return f"bool({self._plain_condition(term)})"

    def _either(self, term: terms.Either) -> str:
        return f"bool({self._plain_condition(term)})"

    def condition(self, term: terms.Term) -> str:
        """Python that is true or false as a test; none counts as false."""
        return self._once(term, self._plain_condition)

    def _plain_condition(self, term: terms.Term) -> str:
        match term:
            case terms.Both() | terms.Either():
                return self._short_circuit(term)
            case terms.ColumnItem():
                self.used.add(term.column)
                return self.store.read(term.column, self.value(term.target), False)
            case terms.Not():
                return f"(not {self.condition(term.value)})"
            case terms.Compare() if isinstance(term.right.type, types.Nothing) and types.is_reference(term.left.type):
                value = self.value(term.left)
                return f"(not {value})" if term.operator == "==" else value
        return self._plain_value(term)

    def _short_circuit(self, term: terms.Both | terms.Either) -> str:
        word = "and" if isinstance(term, terms.Both) else "or"
        left = self.condition(term.left)
        with self.code.aside() as aside:
            right = self.condition(term.right)
        if not aside:
            return f"({left} {word} {right})"
        name = self.code.fresh("c")
        self.code.line(f"{name} = {left}")
        with self.code.block(f"if {name}:" if word == "and" else f"if not {name}:"):
            self.code.paste(aside, 1)
            self.code.line(f"{name} = {right}")
        return name

    def leave_unless(self, term: terms.Term, leave: str) -> None:
        """Write tests that leave (`continue`, `break`, `return …`) unless the condition holds."""
        if isinstance(term, terms.Both):
            self.leave_unless(term.left, leave)
            self.leave_unless(term.right, leave)
        elif isinstance(term, terms.Not):
            self._leave_if(term.value, leave)
        elif isinstance(term, terms.Compare) and term.operator in ("==", "!="):
            inverse = "!=" if term.operator == "==" else "=="
            self.code.line(f"if {self.condition(replace(term, operator=inverse))}: {leave}")
        else:
            test = self.condition(term)
            negated = _NEGATED.fullmatch(test)
            self.code.line(f"if {negated[1] if negated is not None else f'not {test}'}: {leave}")

    def _leave_if(self, term: terms.Term, leave: str) -> None:
        if isinstance(term, terms.Either):
            self._leave_if(term.left, leave)
            self._leave_if(term.right, leave)
        else:
            self.code.line(f"if {self.condition(term)}: {leave}")

    def _compare(self, term: terms.Compare) -> str:
        left, right, operator = term.left, term.right, term.operator
        if isinstance(right.type, types.Nothing) or isinstance(left.type, types.Nothing):
            return self._compare_none(left if isinstance(right.type, types.Nothing) else right, operator)
        short = self._compare_length(term)
        if short is not None:
            return short
        return f"({self.compared(left)} {operator} {self.compared(right)})"

    def compared(self, term: terms.Term) -> str:
        """The value in a form that can be compared with another, or with the items of a list: a list becomes a
        tuple."""
        kind = types.strip(term.type)
        if (
            isinstance(kind, types.Listing)
            and not isinstance(types.strip(kind.item), types.Listing)
            and not types.can_be_none(term.type)
        ):
            return f"tuple({self.value(term)})"
        return f"frozen({self.value(term)})" if isinstance(kind, types.Listing) else self.value(term)

    def hashable(self, term: terms.Term) -> str:
        """The value with lists inside it as tuples, so that they are equal if they have the same items."""
        kind = types.strip(term.type)
        inner = types.strip(kind.item) if isinstance(kind, types.Listing) else kind
        return f"frozen({self.value(term)})" if isinstance(inner, types.Listing) else self.value(term)

    def _compare_none(self, term: terms.Term, operator: str) -> str:
        if isinstance(term.type, types.Nothing):
            return repr(operator == "==")
        value = self.value(term)
        if types.is_reference(term.type):
            return f"({value} {operator} 0)"
        if not types.can_be_none(term.type):
            # A literal beside `is` would make Python warn.
            value, literal = self.code.fresh("t"), value
            self.code.line(f"{value} = {literal}")
        return f"({value} {'is' if operator == '==' else 'is not'} None)"

    def _compare_length(self, term: terms.Compare) -> str | None:
        """`len(…) > 0` and the like need only know whether there is any item."""
        call, other = term.left, term.right
        if not isinstance(call, terms.FunctionCall) or call.function.name not in ("len", "count"):
            return None
        if not isinstance(other, terms.Constant) or not isinstance(call.arguments[0].type, types.Listing):
            return None
        if (term.operator, other.value) in ((">", 0), ("!=", 0), (">=", 1)):
            return exists(self, call.arguments[0])
        if (term.operator, other.value) in (("==", 0), ("<", 1), ("<=", 0)):
            return f"(not {exists(self, call.arguments[0])})"
        return None

    def _contains(self, term: terms.Contains) -> str:
        if isinstance(term.items, terms.RangeOf):
            value = self.temporary(self.value(term.value))
            test = f"{self.value(term.items.low)} <= {value} <= {self.value(term.items.high)}"
            return f"({value} is not None and {test})" if types.can_be_none(term.value.type) else f"({test})"
        if is_flood(term.items) and isinstance(term.items, terms.FunctionCall):
            return walk_arrives(self, term.items, self.temporary(self.as_type(term.value, types.SITE)))
        value = self.compared(term.value)
        items = self.hashable(term.items)
        if isinstance(term.items.type, types.Text) and types.can_be_none(term.value.type):
            value = self.temporary(value)
            return f"({value} is not None and {value} in {items})"
        return f"({value} in {items})"

    def _comprehension(self, term: terms.Comprehension) -> str:
        return comprehension(self, term)

    def _choice(self, term: terms.Choice) -> str:
        test = self.condition(term.test)
        with self.code.aside() as yes:
            value = self.as_type(term.value, term.type)
        with self.code.aside() as no:
            other = self.as_type(term.other, term.type)
        if not yes and not no:
            return f"({value} if {test} else {other})"
        name = self.code.fresh("v")
        with self.code.block(f"if {test}:"):
            self.code.paste(yes, 1)
            self.code.line(f"{name} = {value}")
        with self.code.block("else:"):
            self.code.paste(no, 1)
            self.code.line(f"{name} = {other}")
        return name


_WRITTEN: dict[type[terms.Term], Callable[[Lowering, Any], str]] = {
    terms.Constant: Lowering._constant,
    terms.Variable: Lowering._variable,
    terms.Global: Lowering._global,
    terms.StateValue: Lowering._statevalue,
    terms.StateItem: Lowering._stateitem,
    terms.ColumnItem: Lowering._columnitem,
    terms.FixedItem: Lowering._fixeditem,
    terms.FieldOf: Lowering._fieldof,
    terms.ItemOf: Lowering._itemof,
    terms.TableItem: Lowering._tableitem,
    terms.BoardTerm: Lowering._boardterm,
    terms.ZoneTerm: Lowering._zoneterm,
    terms.Listed: Lowering._listed,
    terms.RangeOf: Lowering._rangeof,
    terms.Joined: Lowering._joined,
    terms.Lessened: Lowering._lessened,
    terms.Arithmetic: Lowering._arithmetic,
    terms.Minus: Lowering._minus,
    terms.Let: Lowering._let,
    terms.FunctionCall: Lowering._functioncall,
    terms.Not: Lowering._not,
    terms.Both: Lowering._both,
    terms.Either: Lowering._either,
    terms.Compare: Lowering._compare,
    terms.Contains: Lowering._contains,
    terms.Comprehension: Lowering._comprehension,
    terms.Choice: Lowering._choice,
}
"""How each kind of term is written."""
