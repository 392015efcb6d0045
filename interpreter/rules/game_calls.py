"""Expressions that depend on the game itself, as generated code: can, stuck, seen_before, knows, chosen, requires."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, fields, replace
from typing import Any

from interpreter.code.lowering import Lowering
from interpreter.faults import Unlowerable
from interpreter.language import nodes, terms
from interpreter.language.kernel import Seen
from interpreter.language.scope import Board, StateVariable, Zone
from interpreter.language.types import Listing, Piece, first_key, strip
from interpreter.rules.plan import ActionPlan, made_before
from interpreter.spec.nodes import Span
from interpreter.state.layout import HEADER_UNCHANGED, Layout
from interpreter.words import WHOLE, Vocabulary


@dataclass(slots=True)
class Calls:
    """Writes such calls for one generated function. `written` are the fields with working copies in it.

    `just_recorded`: the function has recorded its state itself, and nothing has changed since. `sifting`: the function
    tries one way after another, and goes on to the next if a require fails. `drafted`: the function has the parameter
    CHOSEN, the contents of the draft, as sets by kind of piece (sites under ""). `counting`: for each history, the name
    of the function that counts in it. `vocabulary`: the words that movers list. `hideable`: the columns that somebody
    may not know.
    """

    layout: Layout
    histories: dict[str, int]
    notes: dict[Span, int]
    written: set[str] = field(default_factory=set)
    committed: bool = False
    attempting: ActionPlan | None = None
    actions: dict[str, Any] = field(default_factory=dict)
    next_data: str | None = None
    just_recorded: bool = False
    drafted: bool = False
    sifting: bool = False
    counting: dict[str, str] = field(default_factory=dict)
    vocabulary: Vocabulary = WHOLE
    hideable: Collection[str] = ()

    def data(self) -> str:
        """The state as it is at this point of the function."""
        return self.layout.pack(self.written, HEADER_UNCHANGED) if self.written else "data"

    def can(self, action: str, player: str) -> str:
        """Whether a player could take the action now."""
        return f"can_{action}({self.data()}, {player})" if action in self.actions else "False"

    def stuck(self, lowering: Lowering, player: str) -> str:
        """Whether a player could do nothing now."""
        if self.next_data is not None:
            name = lowering.temporary(player)
            return f"(not (has_action if {name} == _next else any_action)({self.next_data}, {name}))"
        return f"(not can_act({self.data()}, {player}))"

    def next_first(self, term: terms.Comprehension) -> terms.Comprehension:
        """Start a search over all players for one who can act with the next player, whose list is needed anyway."""
        loop = term.loops[0]
        players = (
            isinstance(loop.items, terms.Constant)
            and isinstance(loop.items.node, nodes.Name)
            and loop.items.node.value == "players"
        )
        asks = any(
            isinstance(part, terms.FunctionCall) and part.function.name == "stuck" for part in terms.walk(term.body)
        )
        if self.next_data is None or len(term.loops) > 1 or not players or not asks:
            return term
        assert isinstance(loop.items, terms.Constant)
        count = len(loop.items.value)
        turned = tuple(tuple((first + step - 1) % count + 1 for step in range(count)) for first in range(count + 1))
        rotated = terms.FixedItem(
            loop.items.type,
            loop.items.node,
            "rotated",
            turned,
            terms.Variable(loop.items.type, loop.items.node, "_next"),
        )
        return replace(term, loops=(terms.Loop(loop.name, rotated, loop.condition),))

    def history_of(self, call: terms.FunctionCall) -> int:
        """The number of the history for one use of seen_before."""
        return self.histories[history_key(call)]

    def seen_before(self, lowering: Lowering, call: terms.FunctionCall) -> str:
        """How many earlier states had these values; a state that was just recorded does not count itself."""
        if history_key(call) not in self.histories:
            raise Unlowerable("The rules keep no such history.")
        history = lowering.column(f"history.{self.history_of(call)}")
        if self._counts(call):
            count = self.counting.get(history) or self._count_in(lowering, history)
            return f"{count}({self.recorded(lowering, call)}, 0)"
        values = f"{history}[-1]" if self.just_recorded else self.recorded(lowering, call)
        count = f"{history}.count({values})"
        return f"({count} - 1)" if self.committed else count

    def count_ahead(self, lowering: Lowering, tried: Iterable[terms.Term]) -> None:
        """Write the code that counts in histories, before a loop that tries one way after another: none of them adds to
        one."""
        for part in (part for term in tried for part in terms.walk(term)):
            if isinstance(part, terms.FunctionCall) and part.function.name == "seen_before" and self._counts(part):
                history = lowering.column(f"history.{self.history_of(part)}")
                self.counting[history] = lowering.temporary(self._count_in(lowering, history), "count")

    def _counts(self, call: terms.FunctionCall) -> bool:
        """Whether the values are looked up, as when actions are tried, and not searched for."""
        return (
            self.attempting is not None
            and history_key(call) in self.histories
            and all(_can_be_key(argument) for argument in call.arguments)
        )

    def _count_in(self, lowering: Lowering, history: str) -> str:
        return f"{lowering.constants.name(Seen(), 'seen')}.count_in({history})"

    def recorded(self, lowering: Lowering, call: terms.FunctionCall) -> str:
        """The values of one use of seen_before, as its history stores them: what everybody sees of them, so that a
        history reveals nothing."""
        return _joined([self._kept(lowering, argument) for argument in call.arguments])

    def _kept(self, lowering: Lowering, term: terms.Term) -> str:
        inner = strip(term.type)
        item = strip(inner.item) if isinstance(inner, Listing) else inner
        match term:
            case terms.BoardTerm(board=name, index=None):
                return self._board(lowering, lowering.schema.boards[name])
            case terms.BoardTerm(board=name, index=terms.Term() as index):
                return f"kept_board({self.data()}, {name!r}, {lowering.value(index)})"
            case terms.ZoneTerm(zone=name, index=index):
                key = lowering.value(index) if index is not None else "None"
                return f"kept_zone({self.data()}, {name!r}, {key})"
            case terms.Constant(value=Board(name=name, per=per, instances=instances)):
                keys = range(first_key(per), first_key(per) + len(instances))
                return f"({', '.join(f'kept_board({self.data()}, {name!r}, {key})' for key in keys)},)"
            case terms.Constant(value=Zone(name=name, keys=keys)):
                return f"({', '.join(f'kept_zone({self.data()}, {name!r}, {key})' for key in keys)},)"
            case terms.Constant(value=StateVariable(name=name)):
                return f"tuple({lowering.column(name)})"
        if isinstance(item, Piece):
            value = lowering.value(term)
            return f"kept_pieces({self.data()}, {item.kind!r}, {value if inner is not item else f'({value},)'})"
        return f"tuple({lowering.value(term)})" if isinstance(inner, Listing) else lowering.value(term)

    def _board(self, lowering: Lowering, board: Board) -> str:
        kinds = [lowering.schema.kinds[kind] for kind in board.kinds]
        of_pieces = [prop.column for kind in kinds for prop in kind.properties.values()]
        if any(column in self.hideable for column in (*(prop.column for prop in board.cells.values()), *of_pieces)):
            return f"kept_board({self.data()}, {board.name!r}, None)"
        sites = lowering.schema.topology.boards[board.instances[0]].sites
        # What stands before the first site is always the same.
        part = "" if len(sites) == lowering.schema.topology.count else f"[{sites[0]}:{sites[-1] + 1}]"
        parts = []
        for prop in board.cells.values():
            wrap = "bytes" if self.layout.fields[prop.column].store == "bytes" else "tuple"
            parts.append(f"{wrap}({lowering.column(prop.column)}{part})")
        for kind in kinds:
            columns = [lowering.column(prop.column) for prop in kind.properties.values()]
            face = f"({', '.join(f'{column}[_p]' for column in columns)},)" if columns else "1"
            if board.pile > 1:
                piles = lowering.column(kind.pile_column)
                parts.append(f"tuple([tuple([{face} for _p in _pile]) for _pile in {piles}{part}])")
            else:
                parts.append(f"tuple([{face} if _p else 0 for _p in {lowering.column(kind.at_column)}{part}])")
        return _joined(parts)

    def knows(self, lowering: Lowering, call: terms.FunctionCall) -> str:
        """Whether a player may know a property."""
        player, value = call.arguments
        if not isinstance(value, terms.ColumnItem):
            return "True"
        return f"known({self.data()}, {lowering.value(player)}, {value.column!r}, {lowering.value(value.target)})"

    def chosen(self, lowering: Lowering, term: terms.Term) -> str:
        """Whether something is part of the draft; only the rules about what is shown have one."""
        kind = strip(term.type)
        of = kind.kind if isinstance(kind, Piece) else ""
        if not self.drafted:
            return f"is_chosen({of!r}, {lowering.value(term)})"
        return f"({lowering.value(term)} in CHOSEN[{of!r}])"

    def emit_require(self, lowering: Lowering, require: Any) -> None:
        """Write the test of a require where an action is only being tried."""
        if self.attempting is None:
            return
        if self.sifting:
            lowering.leave_unless(require.check, "continue")
            return
        number = self.attempting.required[require]
        made = made_before(self.attempting, require.scope)
        names = ", ".join(f"{variable.name!r}: {variable.name}" for variable in made)
        lowering.code.line(
            f"if not {lowering.condition(require.check)}: return ({number}, None, {self.data()}, {{{names}}})"
        )

    def note_number(self, term: terms.Term) -> int:
        """The number under which the result of a condition is noted."""
        return self.notes.setdefault(term.node.span, len(self.notes))

    def noted(self, lowering: Lowering, term: terms.Term) -> str:
        """A test whose result is noted in the full variant."""
        test = lowering.condition(term)
        return f"note({self.note_number(term)}, {test})" if lowering.full else test


def _joined(values: list[str]) -> str:
    """Python for several values as one; a single value stands for itself."""
    return values[0] if len(values) == 1 else f"({''.join(f'{value}, ' for value in values)})"


def _can_be_key(term: terms.Term) -> bool:
    """Whether the form in which a history stores a value can be the key of a dict: true of a board, and of anything but
    a list."""
    return isinstance(term, terms.BoardTerm) or not isinstance(strip(term.type), Listing)


def history_key(call: terms.FunctionCall) -> str:
    """The key that tells one list of values in seen_before from another: what they are, with every define expanded,
    however they are written."""
    names: dict[str, int] = {}
    return repr([_shape(argument, names) for argument in call.arguments])


def _shape(value: Any, names: dict[str, int]) -> Any:
    match value:
        case terms.Variable(name=name):
            return names.setdefault(name, len(names))
        case terms.Loop(name=name, items=items, condition=condition):
            return names.setdefault(name, len(names)), _shape(items, names), _shape(condition, names)
        case terms.Route(here=here, there=there):
            bound = names.setdefault(here, len(names)), names.setdefault(there, len(names))
            return bound, [_shape(part, names) for part in (value.items, value.stop, value.until)]
        case terms.Let(name=name, value=given, body=body):
            shaped = _shape(given, names)
            return names.setdefault(name, len(names)), shaped, _shape(body, names)
        case terms.Constant(value=Board(name=name) | Zone(name=name) | StateVariable(name=name)):
            return name
        case terms.FunctionCall(function=function, arguments=arguments, extra=extra):
            return function.name, [_shape(part, names) for part in arguments], extra
        case terms.Term():
            held = (getattr(value, each.name) for each in fields(value) if each.name not in ("type", "node"))
            return type(value).__name__, *(_shape(part, names) for part in held)
        case tuple():
            return [_shape(part, names) for part in value]
    return value
