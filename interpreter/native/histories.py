"""The values that `seen_before` compares: each position is written down as a row of numbers, and equal rows share a
number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from struct import iter_unpack
from typing import TYPE_CHECKING, Any

from interpreter.language import terms, types
from interpreter.language.scope import Board, StateVariable
from interpreter.native import ir
from interpreter.native.ir import Call, Entry, Expr, Named
from interpreter.native.structure import Unsupported
from interpreter.rules.game_calls import history_key

if TYPE_CHECKING:
    from interpreter.native.lowering import Lowering
    from interpreter.program.program import Program

LONGEST = 4_096
"""So many numbers may be compared of one position."""


def number_of(program: Program, call: terms.FunctionCall) -> int:
    """The number of the history that one use of seen_before reads."""
    return dict(program.plan.histories)[history_key(call)]


def calls(program: Program) -> dict[int, terms.FunctionCall]:
    """For the number of each history, one use of seen_before that it serves."""
    found: dict[int, terms.FunctionCall] = {}
    for call in program.plan.seen:
        found.setdefault(number_of(program, call), call)
    return found


class Recorder:
    """Writes what a history stores of a position, as numbers, in machine code and in Python alike."""

    def __init__(self, program: Program, call: terms.FunctionCall) -> None:
        self.program = program
        self.arguments = call.arguments
        self.hideable = program.sight.hideable
        for argument in call.arguments:
            self._refuse(argument)

    def _refuse(self, term: terms.Term) -> None:
        kind = types.strip(term.type)
        inner = types.strip(kind.item) if isinstance(kind, types.Listing) else kind
        match term:
            case terms.BoardTerm(board=name, index=None):
                self._refuse_hidden(self.program.schema.boards[name])
            case terms.BoardTerm() | terms.ZoneTerm():
                raise Unsupported("‘seen_before’ compares zones, or boards with a key")
            case terms.Constant(value=StateVariable()):
                return
            case terms.Constant(value=value) if not isinstance(value, int | None):
                raise Unsupported("‘seen_before’ compares several zones or boards")
            case _ if isinstance(kind, types.Listing) or isinstance(inner, types.Piece | types.Text):
                raise Unsupported("‘seen_before’ compares lists or pieces")

    def _refuse_hidden(self, board: Board) -> None:
        kinds = [self.program.schema.kinds[kind] for kind in board.kinds]
        columns = [prop.column for prop in board.cells.values()]
        columns += [prop.column for kind in kinds for prop in kind.properties.values()]
        if any(column in self.hideable for column in columns):
            raise Unsupported("‘seen_before’ compares what somebody may not know")

    # In machine code

    def write(self, lowering: Lowering, into: str) -> None:
        """Write the code that adds the numbers of a position to a list."""
        for term in self.arguments:
            match term:
                case terms.BoardTerm(board=name):
                    self._write_board(lowering, into, lowering.schema.boards[name])
                case terms.Constant(value=StateVariable(name=name)):
                    count = self.program.layout.fields[terms.column("variable", name)].index
                    length = len(self.program.blank()[count])
                    for number in range(1, length):
                        lowering.emit(ir.Do(Call("add_wide", (Named(into), Entry(name, ir.Lit(number))))))
                case _:
                    lowering.emit(ir.Do(Call("add_wide", (Named(into), lowering.value(term)))))

    def _write_board(self, lowering: Lowering, into: str, board: Board) -> None:
        sites = lowering.topology.boards[board.instances[0]].sites
        together = sites == tuple(range(sites[0], sites[-1] + 1))
        for prop in board.cells.values():
            if together and self._in_bytes(prop.column):
                ends = (ir.Lit(sites[0]), ir.Lit(sites[-1]))
                lowering.emit(ir.Do(Call("add_bytes", (Named(into), Entry(prop.column), *ends))))
                continue
            self._over(lowering, sites, lambda site, prop=prop: self._add(lowering, into, Entry(prop.column, site)))
        for kind in (lowering.schema.kinds[name] for name in board.kinds):
            columns = [prop.column for prop in kind.properties.values()]

            def face(piece: Expr, columns: list[terms.Column] = columns) -> None:
                self._add(lowering, into, ir.ONE)
                for column in columns:
                    self._add(lowering, into, Entry(column, piece))

            if board.pile > 1:

                def pile(site: Expr, name: str = kind.name, face: Any = face) -> None:
                    from interpreter.native import lists

                    held = ir.Held(terms.column("pile", name), site)
                    self._add(lowering, into, ir.LengthOf(held))
                    lists.each_of(lowering, held, face, lowering.fresh("p"))

                self._over(lowering, sites, pile)
                continue

            def stands(site: Expr, name: str = kind.name, face: Any = face) -> None:
                piece = lowering.temporary(Entry(terms.column("at", name), site))
                lowering.when(piece, lambda: face(piece), lambda: self._add(lowering, into, ir.ZERO))

            self._over(lowering, sites, stands)

    def _in_bytes(self, column: terms.Column) -> bool:
        """Whether a column is kept in bytes: four of them are written as one number."""
        return self.program.layout.fields[column].store == "bytes"

    def _add(self, lowering: Lowering, into: str, value: Expr) -> None:
        lowering.emit(ir.Append(into, value, small=False))

    def _over(self, lowering: Lowering, sites: tuple[int, ...], body: Any) -> None:
        name = lowering.fresh("x")
        with lowering.block("loop", (name,)) as inner:
            body(ir.Var(name))
        if sites == tuple(range(sites[0], sites[-1] + 1)):
            lowering.emit(ir.ForRange(name, ir.Lit(sites[0]), ir.Lit(sites[-1]), inner))
        else:
            lowering.emit(ir.ForEach(name, ir.Row(lowering.tables.of_rows([sites]), ir.ZERO), inner))

    # In Python

    def numbers(self, recorded: Any) -> list[int]:
        """The same numbers for what a history has recorded of a position."""
        parts = recorded if len(self.arguments) > 1 else (recorded,)
        return [number for term, part in zip(self.arguments, parts, strict=True) for number in self._part(term, part)]

    def _part(self, term: terms.Term, part: Any) -> Iterator[int]:
        match term:
            case terms.BoardTerm(board=name):
                yield from self._board(self.program.schema.boards[name], part)
            case terms.Constant(value=StateVariable()):
                for each in part[1:]:
                    yield from _wide(each)
            case _:
                yield from _wide(part)

    def _board(self, board: Board, part: Any) -> Iterator[int]:
        schema = self.program.schema
        kinds = [schema.kinds[name] for name in board.kinds]
        parts = part if len(board.cells) + len(kinds) > 1 else (part,)
        sites = schema.topology.boards[board.instances[0]].sites
        whole = len(sites) == schema.topology.count
        together = sites == tuple(range(sites[0], sites[-1] + 1))
        for prop, values in zip(board.cells.values(), parts, strict=False):
            found = values[sites[0] :] if whole else values
            if together and self._in_bytes(prop.column):
                yield from (number for (number,) in iter_unpack("<i", bytes(found) + b"\0" * (-len(found) % 4)))
                continue
            width = types.is_reference(prop.type)
            for each in found:
                yield (0 if width else ir.NONE) if each is None else int(each)
        for kind, found in zip(kinds, parts[len(board.cells) :], strict=True):
            for each in found[sites[0] :] if whole else found:
                yield from self._faces(each, bool(kind.properties), board.pile > 1)

    def _faces(self, each: Any, properties: bool, pile: bool) -> Iterator[int]:
        faces: Iterable[Any] = each if pile else ((each,) if each else ())
        if pile:
            yield len(each)
        elif not each:
            yield 0
        for face in faces:
            yield 1
            if properties:
                for value in face:
                    yield 0 if value is None else int(value)


def _wide(value: Any) -> tuple[int, int]:
    """A number of any size as two small ones."""
    number = ir.NONE if value is None else int(value)
    return (number >> 32, (number & 0xFFFFFFFF) - (1 << 32) if number & 0x80000000 else number & 0xFFFFFFFF)
