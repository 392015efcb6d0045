"""The reference evaluator: slow and simple. It explains refusals, fills in texts, and checks the lowering.

Here none is None for every type, and a piece is a `PieceValue`, so nothing depends on how states are stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from interpreter.boards import direction_name
from interpreter.faults import Absent, Fault, Missing, NotChosen, Unknowable
from interpreter.language import terms
from interpreter.language.kernel import bounded, made_text, numbers
from interpreter.language.scope import Schema
from interpreter.language.types import NUMBER, Listing, Piece, Site, Type, Words, can_be_none, is_reference, strip
from interpreter.position import ZoneItems

DIVIDED_BY_ZERO = "This divides by zero."


class Sites(list[int]):
    """The sites of one board."""

    def __init__(self, board: str, sites: Any) -> None:
        super().__init__(sites)
        self.board = board


class Made(list[Any]):
    """The result of a comprehension, with the items of its last loop alongside."""

    items: list[Any]


@dataclass(slots=True)
class WalkStep:
    """One item of a `while` comprehension; its parts are computed when needed."""

    item: Any
    value: Callable[[], Any]
    goes_on: Callable[[], bool]
    arrives: Callable[[], bool]


class Walk:
    """A `while` comprehension that has not been walked yet."""

    def __init__(self, steps: Callable[[], Iterator[WalkStep]], until: terms.Term | None) -> None:
        self._steps = steps
        self.until = until

    def __iter__(self) -> Iterator[WalkStep]:
        return self._steps()


class Way:
    """How a walk goes on: the sites after a given one, and whether one is a goal; each is computed when needed."""

    def __init__(
        self,
        onward: Callable[[int], Iterator[tuple[int, Callable[[], bool]]]],
        goal: Callable[[int], bool] | None,
    ) -> None:
        self.onward = onward
        self.goal = goal


class World(Protocol):
    """What the evaluator needs from a state."""

    schema: Schema

    def read(self, column: str, target: Any) -> Any:
        """A property of a site or piece."""

    def variable(self, name: str) -> Any:
        """A state variable."""

    def global_value(self, name: str) -> Any:
        """A global such as `me`."""

    def zone(self, name: str, key: int | None) -> ZoneItems:
        """The pieces of a zone."""

    def knows(self, evaluator: Evaluator, call: terms.FunctionCall, names: Environment) -> bool:
        """Whether a player may know the value in a call of `knows`."""

    def seen_before(self, call: terms.FunctionCall) -> int:
        """How many earlier states had the values that a call of `seen_before` compares."""


Environment = dict[str, Any]


class Evaluator:
    """Evaluates terms in one world."""

    def __init__(self, world: World) -> None:
        self.world = world

    def value(self, term: terms.Term, names: Environment) -> Any:
        """The value of a term, with local names bound; a fault is located at the smallest term that causes it."""
        try:
            return _VALUED[type(term)](self, term, names)
        except Fault as fault:
            fault.span = fault.span or term.node.span
            raise

    def text(
        self,
        parts: Iterable[tuple[str, terms.Term | None]],
        names: Environment,
        untold: tuple[type[Exception], ...] = (Unknowable, Missing),
    ) -> str:
        """A text for people, from its literal parts and the terms between them; `untold` are the values that read as
        none."""
        found = []
        for literal, term in parts:
            found.append(literal)
            if term is not None:
                try:
                    value = self.value(term, names)
                except untold:
                    value = None
                found.append(in_words(value, term.type, self.world.schema))
        return "".join(found)

    def _present(self, term: terms.Term, names: Environment) -> Any:
        """The value of a term that must have one."""
        value = self.value(term, names)
        if value is None:
            raise Absent(term.node.source)
        return value

    def _constant(self, term: terms.Constant, _names: Environment) -> Any:
        return _as_lists(term.value)

    def _variable(self, term: terms.Variable, names: Environment) -> Any:
        if term.name not in names:
            raise NotChosen(term.name)
        return names[term.name]

    def _global(self, term: terms.Global, _names: Environment) -> Any:
        return self.world.global_value(term.name)

    def _statevalue(self, term: terms.StateValue, _names: Environment) -> Any:
        return self.world.variable(term.name)

    def _stateitem(self, term: terms.StateItem, names: Environment) -> Any:
        index = self.value(term.index, names)
        if index is None or not 0 <= index - term.base < term.size:
            return None
        return self.world.variable(term.name)[index - term.base]

    def _columnitem(self, term: terms.ColumnItem, names: Environment) -> Any:
        target = self.value(term.target, names)
        return None if target is None else self.world.read(term.column, target)

    def _fixeditem(self, term: terms.FixedItem, names: Environment) -> Any:
        target = self.value(term.target, names)
        value = None if target is None else term.values[target]
        return None if value == 0 and is_reference(term.type) else value

    def _fieldof(self, term: terms.FieldOf, names: Environment) -> Any:
        target = self.value(term.target, names)
        return None if target is None else target[term.position]

    def _itemof(self, term: terms.ItemOf, names: Environment) -> Any:
        target, index = self.value(term.target, names), self.value(term.index, names)
        if target is None or index is None or not 1 <= index <= len(target):
            return None
        return target[index - 1]

    def _tableitem(self, term: terms.TableItem, names: Environment) -> Any:
        return term.table.get(self._key(term.index, names))

    def _key(self, term: terms.Term, names: Environment) -> Any:
        if isinstance(term, terms.Listed):
            return tuple(self._key(item, names) for item in term.items)
        return self.value(term, names)

    def _boardterm(self, term: terms.BoardTerm, names: Environment) -> Any:
        board = self.world.schema.boards[term.board]
        number = 0
        if term.index is not None:
            number = self._present(term.index, names) - (getattr(board.per, "low", None) or 1)
        name = board.instances[number]
        return Sites(name, self.world.schema.topology.boards[name].sites)

    def _zoneterm(self, term: terms.ZoneTerm, names: Environment) -> Any:
        return self.world.zone(term.zone, None if term.index is None else self._present(term.index, names))

    def _listed(self, term: terms.Listed, names: Environment) -> Any:
        return [value for item in term.items if (value := self.value(item, names)) is not None]

    def _rangeof(self, term: terms.RangeOf, names: Environment) -> Any:
        low, high = self._present(term.low, names), self._present(term.high, names)
        unbounded = isinstance(term.type, Listing) and term.type.item == NUMBER
        return list(numbers(low, high) if unbounded else range(low, high + 1))

    def _joined(self, term: terms.Joined, names: Environment) -> Any:
        left, right = self._present(term.left, names), self._present(term.right, names)
        return made_text(left + right) if isinstance(left, str) else [*left, *right]

    def _lessened(self, term: terms.Lessened, names: Environment) -> Any:
        left, right = self._present(term.left, names), list(self._present(term.right, names))
        kept = []
        for item in left:
            if item in right:
                right.remove(item)
            else:
                kept.append(item)
        return kept

    def _arithmetic(self, term: terms.Arithmetic, names: Environment) -> Any:
        left, right = self._present(term.left, names), self._present(term.right, names)
        if right == 0 and term.operator in ("//", "%"):
            raise Fault(DIVIDED_BY_ZERO)
        match term.operator:
            case "+":
                return left + right
            case "-":
                return left - right
            case "*":
                return bounded(left * right)
            case "//":
                return left // right
        return left % right

    def _minus(self, term: terms.Minus, names: Environment) -> Any:
        return -self._present(term.value, names)

    def _not(self, term: terms.Not, names: Environment) -> Any:
        return not self.value(term.value, names)

    def _both(self, term: terms.Both, names: Environment) -> Any:
        return bool(self.value(term.left, names)) and bool(self.value(term.right, names))

    def _either(self, term: terms.Either, names: Environment) -> Any:
        return bool(self.value(term.left, names)) or bool(self.value(term.right, names))

    def _compare(self, term: terms.Compare, names: Environment) -> Any:
        if term.operator in ("==", "!="):
            return (self.value(term.left, names) == self.value(term.right, names)) == (term.operator == "==")
        left, right = self._present(term.left, names), self._present(term.right, names)
        match term.operator:
            case "<":
                return left < right
            case "<=":
                return left <= right
            case ">":
                return left > right
        return left >= right

    def _contains(self, term: terms.Contains, names: Environment) -> Any:
        value = self.value(term.value, names)
        if isinstance(term.items, terms.RangeOf):
            # However long the range is, its ends decide.
            low, high = self._present(term.items.low, names), self._present(term.items.high, names)
            return value is not None and low <= value <= high
        return value is not None and value in self._present(term.items, names)

    def _choice(self, term: terms.Choice, names: Environment) -> Any:
        return self.value(term.value if self.value(term.test, names) else term.other, names)

    def _let(self, term: terms.Let, names: Environment) -> Any:
        return self.value(term.body, {**names, term.name: self.value(term.value, names)})

    def _comprehension(self, term: terms.Comprehension, names: Environment) -> Any:
        if term.stop is not None:
            return Walk(lambda: self._walk(term, names), term.until)
        made = Made()
        made.items = []
        for inner in self._bindings(term.loops, names):
            made.append(self.value(term.body, inner))
            made.items.append(inner[term.loops[-1].name])
        return made

    def _bindings(self, loops: tuple[terms.Loop, ...], names: Environment) -> Iterator[Environment]:
        if not loops:
            yield names
            return
        loop = loops[0]
        for item in self._present(loop.items, names):
            inner = {**names, loop.name: item}
            if loop.condition is None or self.value(loop.condition, inner):
                yield from self._bindings(loops[1:], inner)

    def _walk(self, term: terms.Comprehension, names: Environment) -> Iterator[WalkStep]:
        stop, until = term.stop, term.until
        assert stop is not None
        for inner in self._bindings(term.loops, names):
            yield WalkStep(
                inner[term.loops[0].name],
                partial(self.value, term.body, inner),
                partial(self._holds, stop, inner),
                partial(self._holds, until, inner),
            )

    def _route(self, term: terms.Route, names: Environment) -> Any:
        def onward(here: int) -> Iterator[tuple[int, Callable[[], bool]]]:
            for there in self._present(term.items, {**names, term.here: here}):
                inner = {**names, term.here: here, term.there: there}
                yield there, partial(self._goes_on, term.stop, inner)

        def arrives(there: int) -> bool:
            return self._holds(term.until, {**names, term.there: there})

        return Way(onward, arrives if term.until is not None else None)

    def _goes_on(self, condition: terms.Term | None, names: Environment) -> bool:
        return condition is None or self._holds(condition, names)

    def _holds(self, condition: terms.Term | None, names: Environment) -> bool:
        return condition is not None and bool(self.value(condition, names))

    def _functioncall(self, term: terms.FunctionCall, names: Environment) -> Any:
        if term.function.name == "knows":
            return self.world.knows(self, term, names)
        if term.function.name == "seen_before":
            return self.world.seen_before(term)
        if term.function.name == "default":
            # What stands in place of none is worked out only then.
            value = self.value(term.arguments[0], names)
            return value if value is not None else self.value(term.arguments[1], names)
        values = [
            self.value(argument, names) if can_be_none(argument.type) else self._present(argument, names)
            for argument in term.arguments
        ]
        if any(type(value) in (list, Made) and None in value for value in values) and not term.function.skips_none:
            raise Absent(term.node.source)
        function = term.function
        before = {"world": (self.world,), "schema": (self.world.schema,)}.get(function.takes, ())
        return function.evaluate(*before, *values, *term.extra)


_VALUED: dict[type[terms.Term], Callable[[Evaluator, Any, Environment], Any]] = {
    terms.Constant: Evaluator._constant,
    terms.Variable: Evaluator._variable,
    terms.Global: Evaluator._global,
    terms.StateValue: Evaluator._statevalue,
    terms.StateItem: Evaluator._stateitem,
    terms.ColumnItem: Evaluator._columnitem,
    terms.FixedItem: Evaluator._fixeditem,
    terms.FieldOf: Evaluator._fieldof,
    terms.ItemOf: Evaluator._itemof,
    terms.TableItem: Evaluator._tableitem,
    terms.BoardTerm: Evaluator._boardterm,
    terms.ZoneTerm: Evaluator._zoneterm,
    terms.Listed: Evaluator._listed,
    terms.RangeOf: Evaluator._rangeof,
    terms.Joined: Evaluator._joined,
    terms.Lessened: Evaluator._lessened,
    terms.Arithmetic: Evaluator._arithmetic,
    terms.Minus: Evaluator._minus,
    terms.Not: Evaluator._not,
    terms.Both: Evaluator._both,
    terms.Either: Evaluator._either,
    terms.Compare: Evaluator._compare,
    terms.Contains: Evaluator._contains,
    terms.Choice: Evaluator._choice,
    terms.Let: Evaluator._let,
    terms.Comprehension: Evaluator._comprehension,
    terms.Route: Evaluator._route,
    terms.FunctionCall: Evaluator._functioncall,
}
"""How each kind of term is evaluated."""


class FixedWorld:
    """A world without a state: only what settings, boards and players define."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema

    def read(self, column: str, target: Any) -> Any:
        raise Unknowable(column)

    def variable(self, name: str) -> Any:
        raise Unknowable(name)

    def global_value(self, name: str) -> Any:
        raise Unknowable(name)

    def zone(self, name: str, key: int | None) -> ZoneItems:
        raise Unknowable(name)

    def knows(self, evaluator: Evaluator, call: terms.FunctionCall, names: Environment) -> bool:
        raise Unknowable(call.function.name)

    def seen_before(self, call: terms.FunctionCall) -> int:
        raise Unknowable(call.function.name)

    def site_of(self, spot: Any) -> Any:
        """A spot that is a site."""
        return spot


def _as_lists(value: Any) -> Any:
    return [_as_lists(item) for item in value] if type(value) is tuple else value


def in_words(value: Any, kind: Type, schema: Schema) -> str:
    """A value as people read it: players by title, sites by name, words with blanks for their underscores."""
    inner = strip(kind)
    if value is None:
        return "none"
    if isinstance(inner, Words):
        if inner == schema.players:
            return str(schema.titles[value - 1])
        known = 0 < value <= len(inner.words)
        return inner.words[value - 1].replace("_", " ") if known else direction_name(value)
    if isinstance(inner, Listing):
        return ", ".join(in_words(item, inner.item, schema) for item in value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(inner, Piece):
        return inner.kind
    if isinstance(inner, Site):
        return str(schema.topology.names[value])
    return str(value)
