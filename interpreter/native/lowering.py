"""Terms → the intermediate representation: values as expressions, preceded by the statements that they need."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from interpreter.language import terms, types
from interpreter.native import ir, lists, tabulation
from interpreter.native.ir import ABSENT, ONE, ZERO, Binary, Call, Entry, Expr, If, Items, Lit, Lookup, Select, Var
from interpreter.native.structure import Unsupported
from interpreter.native.values import SMALL, Bundle, Unit, Value, Waves, is_small, lowest
from interpreter.native.vocabulary import VALUES

_COMPARED: dict[str, ir.Operator] = {"==": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_HEADER = {"to_move": ".to_move", "turn_number": ".turn", "phase": ".phase", "over": ".over"}


@dataclass(slots=True, eq=False)
class Place:
    """A point of a function where names get their values; whatever is computed once for the code that follows is set up
    there. An `expression` is a point since which the state has not changed."""

    kind: str
    block: ir.Block
    names: set[str]
    kept: dict[Hashable, tuple[Value, frozenset[str], str]] = field(default_factory=dict)


class Lowering:
    """Writes one function. `changing`: its steps change the state, so values read earlier may be out of date."""

    def __init__(self, unit: Unit, given: Iterable[str] = (), changing: bool = False) -> None:
        self.unit = unit
        self.program = unit.program
        self.schema = unit.program.schema
        self.layout = unit.program.layout
        self.structure = unit.structure
        self.tables = unit.tables
        self.topology = self.schema.topology
        self.changing = changing
        self.committed = False
        self.attempting = False
        self.out: ir.Block = []
        self.places = [Place("start", self.out, {"me", *given})]
        self.bundles: dict[str, Bundle] = {}
        self.lists: dict[str, types.Type] = {}
        self.storage = 0
        self.rays: dict[str, str] = {}
        """By the name of a direction: the list that is the ray in that direction from the spot where all begin."""

    # Statements

    def emit(self, statement: ir.Stmt) -> None:
        """Write a statement."""
        self.out.append(statement)

    def fresh(self, hint: str = "t") -> str:
        """A name that nothing else has."""
        return self.unit.fresh(hint)

    @contextmanager
    def block(self, kind: str = "", names: Iterable[str] = ()) -> Iterator[ir.Block]:
        """A new block; a block of a `kind` is a place where values can be cached, with the names that get their values
        there."""
        outer, self.out = self.out, []
        if kind:
            self.places.append(Place(kind, self.out, set()))
            self.bind(names)
        yield self.out
        if kind:
            self.places.pop()
        self.out = outer

    def when(self, test: Expr, then: Callable[[], None], otherwise: Callable[[], None] | None = None) -> None:
        """Write steps under a condition."""
        with self.block() as yes:
            then()
        with self.block() as no:
            if otherwise is not None:
                otherwise()
        if isinstance(test, Lit):
            self.out += yes if test.value else no
        elif yes or no:
            self.emit(If(test, yes, no))

    @contextmanager
    def scope(self) -> Iterator[str]:
        """A block that can be left; return its label."""
        label = self.fresh("L")
        with self.block() as body:
            yield label
        self.emit(ir.Scope(label, body))

    def fault_unless(self, test: Expr) -> None:
        """Write a test of something that the rules guarantee."""
        self.when(test, lambda: None, lambda: self.emit(ir.Broken()))

    def assign(self, name: str, value: Expr) -> Var:
        """Give a name a value."""
        self.emit(ir.Assign(name, value))
        self.bind((name,))
        return Var(name)

    def temporary(self, value: Expr, hint: str = "t") -> Expr:
        """A value that can be used more than once."""
        return value if isinstance(value, Var | Lit) else self.assign(self.fresh(hint), value)

    def bind(self, names: Iterable[str]) -> None:
        """Note that names have new values from here on."""
        new = set(names)
        self.places[-1].names |= new
        for place in self.places:
            for key in [key for key, (_, read, _) in place.kept.items() if not new.isdisjoint(read)]:
                del place.kept[key]

    def bind_value(self, name: str, value: Value) -> None:
        """Give a name of the spec a value of any form."""
        match value:
            case Expr():
                if value != Var(name):
                    self.emit(ir.Assign(name, value))
            case Items():
                if value != ir.Named(name):
                    self.emit(ir.Point(name, value))
            case dict():
                made: Bundle = {}
                for part, each in value.items():
                    if isinstance(each, Waves):
                        made[part] = each
                        continue
                    self.bind_value(f"{name}.{part}", each)
                    made[part] = (
                        Var(f"{name}.{part}")
                        if isinstance(each, Expr)
                        else (ir.Named(f"{name}.{part}") if isinstance(each, Items) else self.bundles[f"{name}.{part}"])
                    )
                self.bundles[name] = made
        self.bind((name,))

    def bind_term(self, name: str, term: terms.Term) -> None:
        """Give a name the value of a term; a list of the state is copied if steps may change it."""
        kind = types.strip(term.type)
        if isinstance(kind, types.Listing):
            steady = not self.changing or not self.unit.analysis.of(term).reads
            self.bind_value(name, self.items(term) if steady else self.copied(term))
        else:
            self.bind_value(name, self.any_value(term))

    def settle(self) -> None:
        """Note that the state no longer changes, up to the end of the function."""
        self.committed = True
        self.places.append(Place("settled", self.out, set()))

    # Values

    def any_value(self, term: terms.Term) -> Value:
        """The value of a term of any type."""
        kind = types.strip(term.type)
        if isinstance(kind, types.Record):
            return self.record(term)
        return self.items(term) if isinstance(kind, types.Listing) else self.value(term)

    def value(self, term: terms.Term) -> Expr:
        """The value of a term that is not a list."""
        found = self._once(term, self._plain_value)
        assert isinstance(found, Expr)
        return found

    def _plain_value(self, term: terms.Term) -> Expr:
        made = _WRITTEN.get(type(term))
        if made is None:
            raise Unsupported(f"machine code has no {type(term).__name__} of this type")
        return made(self, term)

    def items(self, term: terms.Term) -> Items:
        """A list: in its place, or made here."""
        found = self._once(term, lambda each: lists.items(self, each))
        assert isinstance(found, Items)
        return found

    def copied(self, term: terms.Term) -> Items:
        """A list that nothing changes any more."""
        return lists.made(self, term)

    def record(self, term: terms.Term) -> Bundle:
        """The fields of a record."""
        if isinstance(term, terms.Variable) and term.name in self.bundles:
            return self.bundles[term.name]
        if isinstance(term, terms.Let):
            self.bind_term(term.name, term.value)
            return self.record(term.body)
        raise Unsupported("machine code has no records but those of steps")

    def none(self, kind: types.Type) -> Expr:
        """The none of a type."""
        return ZERO if types.is_reference(kind) else ABSENT

    def as_type(self, term: terms.Term, kind: types.Type) -> Expr:
        """The value in the form used for a type: a lone `none` becomes the none of that type."""
        return self.none(kind) if isinstance(term.type, types.Nothing) else self.value(term)

    def spot(self, term: terms.Term) -> Expr:
        """The site of a spot: the site itself, or the place of a piece."""
        kind = types.strip(term.type)
        if isinstance(kind, types.Nothing):
            return ZERO
        value = self.value(term)
        return Entry(terms.column("site", kind.kind), value) if isinstance(kind, types.Piece) else value

    def is_present(self, value: Expr, kind: types.Type) -> Expr:
        """Whether a value is not none."""
        if not types.can_be_none(kind):
            return ONE
        return Binary("!=", value, self.none(kind))

    # What is worked out once

    def _once(self, term: terms.Term, work: Callable[[terms.Term], Value]) -> Value:
        looked_up = tabulation.looked_up(self, term)
        if looked_up is not None:
            return looked_up
        facts = self.unit.analysis.of(term)
        if not facts.heavy:
            return work(term)
        if facts.reads and self.changing and not self.committed and not self._inside_expression():
            with self._expression():
                return self._kept(term, work)
        return self._kept(term, work)

    def _inside_expression(self) -> bool:
        return any(place.kind == "expression" for place in self.places)

    @contextmanager
    def _expression(self) -> Iterator[None]:
        self.places.append(Place("expression", self.out, set()))
        yield
        gone = self.places.pop()
        self.places[-1].names |= gone.names

    def _kept(self, term: terms.Term, work: Callable[[terms.Term], Value]) -> Value:
        """The value of a heavy term: if it stays the same in a surrounding loop, the value computed earlier."""
        facts = self.unit.analysis.of(term)
        free = facts.free.keys() - {"me", "opponent"}
        base = 0
        if facts.reads and self.changing:
            kinds = ("settled",) if self.committed else ("expression",)
            base = next(number for number in range(len(self.places) - 1, -1, -1) if self.places[number].kind in kinds)
        home = base
        for number in range(len(self.places) - 1, base, -1):
            if not self.places[number].names.isdisjoint(free):
                home = number
                break
        place = self.places[home]
        bound = set().union(*(each.names for each in self.places[: home + 1]))
        repeats = any(each.kind == "loop" for each in self.places[home + 1 :])
        key = self.unit.analysis.key(term)
        known = place.kept.get(key)
        if free - bound or (known is None and not repeats):
            return work(term)
        if known is not None and known[2] == "":
            return known[0]
        listed = isinstance(types.strip(term.type), types.Listing)
        if known is None:
            name, done = self.fresh("k"), self.fresh("done")
            kept: Value = ir.Named(name) if listed else Var(name)
            place.kept[key] = known = (kept, frozenset(free), done)
            place.block.insert(0, ir.Assign(done, ZERO))
        kept, _, done = known
        name = kept.name if isinstance(kept, Var | ir.Named) else ""
        with self.block() as inner:
            value = work(term)
            if isinstance(value, Items):
                self.emit(ir.Point(name, value))
            elif isinstance(value, Expr):
                self.emit(ir.Assign(name, value))
            else:
                raise Unsupported("machine code keeps no records")
            self.emit(ir.Assign(done, ONE))
        self.emit(If(ir.negated(Var(done)), inner, []))
        return kept

    # Kinds of terms

    def _constant(self, term: terms.Constant) -> Expr:
        if term.value is None:
            return self.none(term.type)
        return Lit(self.number(term.value))

    def number(self, value: Any) -> int:
        """A constant as a number."""
        if isinstance(value, bool | int):
            return int(value)
        raise Unsupported("it compares texts or letters")

    def encoded(self, value: Any, kind: types.Type) -> int:
        """A value of the reference evaluator as machine code stores it."""
        if value is None:
            return 0 if types.is_reference(kind) else ir.NONE
        return self.number(value)

    def _variable(self, term: terms.Variable) -> Expr:
        return Var(term.name)

    def _global(self, term: terms.Global) -> Expr:
        match term.name:
            case "me":
                return Var("me")
            case "opponent":
                return Binary("-", Lit(3), Var("me"))
            case "winner":
                return Select(Entry(".over"), Entry(".winner"), ZERO)
            case "won":
                return Select(Entry(".over"), Entry(".won"), ABSENT)
        if term.name not in _HEADER:
            raise Unsupported(f"its rules read ‘{term.name}’")
        return Entry(_HEADER[term.name])

    def _statevalue(self, term: terms.StateValue) -> Expr:
        return Entry(term.name)

    def _stateitem(self, term: terms.StateItem) -> Expr:
        index = self.value(term.index)
        shifted = ir.minus(index, Lit(term.base - 1))
        if not types.can_be_none(term.type) or not isinstance(types.strip(term.index.type), types.Number):
            return Entry(term.name, shifted)
        index = self.temporary(shifted)
        inside = ir.both(Binary("<=", ONE, index), Binary("<=", index, Lit(term.size)))
        return Select(inside, Entry(term.name, index), self.none(term.type))

    def _columnitem(self, term: terms.ColumnItem) -> Expr:
        column = self.layout.fields[term.column]
        target, optional = self.value(term.target), types.can_be_none(term.target.type)
        plain: Expr = Entry(term.column, target)
        if column.type is None or types.is_reference(column.type) or column.store == "tuple":
            return plain
        inner = types.strip(column.type)
        if isinstance(column.type, types.Maybe) or (
            optional and isinstance(inner, types.Number) and (inner.low or 0) >= 1
        ):
            plain = self.temporary(plain)
            return Select(plain, plain, ABSENT)
        if not optional:
            return plain
        target = self.temporary(target)
        return Select(target, Entry(term.column, target), ABSENT)

    def _fixeditem(self, term: terms.FixedItem) -> Expr:
        if isinstance(types.strip(term.type), types.Text):
            raise Unsupported("it reads a text")
        values = [self.encoded(value, term.type) for value in term.values]
        return Lookup(self.tables.of_numbers(values), self.value(term.target))

    def _fieldof(self, term: terms.FieldOf) -> Expr:
        found = self.record(term.target)[term.name]
        assert isinstance(found, Expr)
        return found

    def _itemof(self, term: terms.ItemOf) -> Expr:
        if isinstance(types.strip(term.target.type), types.Text):
            raise Unsupported("it takes letters of texts")
        items = self.items(term.target)
        index = self.temporary(self.value(term.index))
        there = ir.both(Binary("<=", ONE, index), Binary("<=", index, ir.LengthOf(items)))
        return Select(there, ir.ItemAt(items, ir.minus(index, ONE)), self.none(term.type))

    def _tableitem(self, term: terms.TableItem) -> Expr:
        keys = [key if isinstance(key, tuple) else (key,) for key in term.table]
        flat = all(isinstance(part, int) and part >= 0 for key in keys for part in key)
        if not flat or any(isinstance(value, tuple | list | dict | str) for value in term.table.values()):
            raise Unsupported("it has a table of texts or lists")
        index = term.index.items if isinstance(term.index, terms.Listed) else (term.index,)
        sizes = [max(key[number] for key in keys) + 1 for number in range(len(index))]
        values = self._spread(keys, list(term.table.values()), sizes, term.type)
        place: Expr = ZERO
        inside: Expr = ONE
        for part, size in zip(index, sizes, strict=True):
            value = self.temporary(self.value(part))
            place = ir.plus(Binary("*", place, Lit(size)) if place != ZERO else ZERO, value)
            inside = ir.both(inside, ir.both(Binary("<=", ZERO, value), Binary("<", value, Lit(size))))
        found = Lookup(self.tables.of_numbers(values), place)
        return Select(inside, found, self.none(term.type))

    def _spread(self, keys: list[tuple[int, ...]], values: list[Any], sizes: list[int], kind: types.Type) -> list[int]:
        room = 1
        for size in sizes:
            room *= size
        if room > SMALL >> 12:
            raise Unsupported("it has a very large table")
        found = [self.encoded(None, kind)] * room
        for key, value in zip(keys, values, strict=True):
            place = 0
            for part, size in zip(key, sizes, strict=True):
                place = place * size + part
            found[place] = self.encoded(value, kind)
        return found

    def _arithmetic(self, term: terms.Arithmetic) -> Expr:
        left, right = self.value(term.left), self.value(term.right)
        if term.operator in ("//", "%"):
            certain = isinstance(right, Lit) and right.value > 0 and lowest(term.left) is not None
            if certain and (lowest(term.left) or 0) >= 0:
                return Binary("/" if term.operator == "//" else "%", left, right)
            return Call("divided" if term.operator == "//" else "remainder", (left, right))
        if term.operator == "*" and not is_small(term):
            return Call("product", (left, right))
        if term.operator == "+":
            return ir.plus(left, right) if is_small(term) else Call("sum_of", (left, right))
        if term.operator == "-":
            return ir.minus(left, right) if is_small(term) else Call("difference", (left, right))
        return Binary("*", left, right)

    def _minus(self, term: terms.Minus) -> Expr:
        return Binary("-", ZERO, self.value(term.value))

    def _let(self, term: terms.Let) -> Expr:
        self.bind_term(term.name, term.value)
        return self.value(term.body)

    def _choice(self, term: terms.Choice) -> Expr:
        test = self.condition(term.test)
        with self.block() as yes:
            value = self.as_type(term.value, term.type)
        with self.block() as no:
            other = self.as_type(term.other, term.type)
        if isinstance(test, Lit):
            self.out += yes if test.value else no
            return value if test.value else other
        if not yes and not no:
            return Select(test, value, other)
        name = self.fresh("v")
        self.emit(If(test, [*yes, ir.Assign(name, value)], [*no, ir.Assign(name, other)]))
        self.bind((name,))
        return Var(name)

    def _functioncall(self, term: terms.FunctionCall) -> Expr:
        made = VALUES.get(term.function.name)
        if made is None:
            raise Unsupported(f"machine code has no function ‘{term.function.name}’")
        return made(self, term)

    # Conditions

    def condition(self, term: terms.Term) -> Expr:
        """A value that is true or false as a test; none counts as false."""
        if isinstance(term, terms.Both | terms.Either):
            return self._connected(term)
        if isinstance(term, terms.Not):
            return ir.negated(self.condition(term.value))
        if isinstance(term, terms.ColumnItem) and isinstance(types.strip(term.type), types.Flag):
            column = self.layout.fields[term.column]
            if column.store == "bytes":
                return Entry(term.column, self.value(term.target))
        value = self.value(term)
        if isinstance(term.type, types.Maybe) and not types.is_reference(term.type):
            return Binary(">", value, ZERO)
        return value

    def _connected(self, term: terms.Both | terms.Either) -> Expr:
        conjunction = isinstance(term, terms.Both)
        left = self.condition(term.left)
        with self.block() as aside:
            right = self.condition(term.right)
        if not aside:
            return ir.both(left, right) if conjunction else ir.either(left, right)
        if isinstance(left, Lit):
            if bool(left.value) is not conjunction:
                return Lit(int(not conjunction))
            self.out += aside
            return right
        name = self.fresh("c")
        self.emit(ir.Assign(name, left))
        more = [*aside, ir.Assign(name, right)]
        self.emit(If(Var(name) if conjunction else ir.negated(Var(name)), more, []))
        self.bind((name,))
        return Var(name)

    def _condition_value(self, term: terms.Term) -> Expr:
        return self.condition(term)

    def _compare(self, term: terms.Compare) -> Expr:
        left, right, operator = term.left, term.right, term.operator
        for each in (left, right):
            if isinstance(types.strip(each.type), types.Text):
                raise Unsupported("it compares texts or letters")
        if isinstance(right.type, types.Nothing) or isinstance(left.type, types.Nothing):
            return self._compared_with_none(left if isinstance(right.type, types.Nothing) else right, operator)
        if isinstance(types.strip(left.type), types.Listing):
            if types.can_be_none(left.type) or types.can_be_none(right.type):
                raise Unsupported("it compares lists that may be none")
            same = Call("same_items", (self.items(left), self.items(right)))
            return same if operator == "==" else ir.negated(same)
        length = lists.compared_length(self, term)
        if length is not None:
            return length
        return Binary(_COMPARED[operator], self.value(left), self.value(right))

    def _compared_with_none(self, term: terms.Term, operator: str) -> Expr:
        if isinstance(term.type, types.Nothing):
            return Lit(int(operator == "=="))
        if isinstance(types.strip(term.type), types.Listing | types.Record):
            raise Unsupported("it has lists or records that may be none")
        return Binary("==" if operator == "==" else "!=", self.value(term), self.none(term.type))

    def _contains(self, term: terms.Contains) -> Expr:
        if isinstance(types.strip(term.items.type), types.Text):
            raise Unsupported("it searches in texts")
        if isinstance(types.strip(term.value.type), types.Listing):
            raise Unsupported("it searches for lists in lists")
        value = self.temporary(self.value(term.value))
        if isinstance(term.items, terms.RangeOf):
            low, high = self.value(term.items.low), self.value(term.items.high)
            return ir.both(Binary("<=", low, value), Binary("<=", value, high))
        return lists.holds(self, term.items, value)


_WRITTEN: dict[type[terms.Term], Callable[[Lowering, Any], Expr]] = {
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
    terms.Arithmetic: Lowering._arithmetic,
    terms.Minus: Lowering._minus,
    terms.Let: Lowering._let,
    terms.FunctionCall: Lowering._functioncall,
    terms.Not: Lowering._condition_value,
    terms.Both: Lowering._condition_value,
    terms.Either: Lowering._condition_value,
    terms.Compare: Lowering._compare,
    terms.Contains: Lowering._contains,
    terms.Choice: Lowering._choice,
}
"""How each kind of term is written."""
