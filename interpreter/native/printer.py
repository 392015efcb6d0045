"""The intermediate representation → C. No text of a spec reaches this point: everything has a number."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable
from pathlib import Path

from interpreter.native import ir
from interpreter.native.ir import NONE, Expr, Function, Items, Stmt
from interpreter.native.structure import Structure
from interpreter.native.tables import Tables

KERNEL = frozenset(
    {
        "add_wide",
        "begin_spread",
        "best_paid",
        "bounded",
        "copy_items",
        "difference",
        "divided",
        "draw",
        "first_above",
        "holds",
        "look_up",
        "note_seen",
        "position_in",
        "product",
        "put_beneath",
        "put_on",
        "remainder",
        "same_items",
        "sum_of",
        "take_held",
        "take_out",
        "times_seen",
        "total",
        "turn_round",
        "usual_payoff",
        "way_back",
        "within",
        "within_or_none",
    }
)
"""Functions that every program shares: see kernel.c."""


def kernel(name: str) -> str:
    """A C file that every program shares."""
    return (Path(__file__).parent / "c" / f"{name}.c").read_text(encoding="utf-8")


def joined(values: Iterable[int]) -> str:
    """Numbers as they are written in a table."""
    return ",".join("-(1LL<<62)" if value == NONE else str(value) for value in values)


def width(values: Iterable[int]) -> str:
    """The narrowest C type for the numbers of a table."""
    low, high = min(values, default=0), max(values, default=0)
    for kind, size in (("int8_t", 7), ("int16_t", 15), ("int32_t", 31)):
        if -(1 << size) <= low and high < 1 << size:
            return kind
    return "int64_t"


class Names:
    """The functions of a program by number."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def of(self, name: str) -> str:
        """The name of a function in C."""
        if name in KERNEL:
            return f"k_{name}"
        return f"f{self._numbers.setdefault(name, len(self._numbers))}"


class Printer:
    """Prints the functions of one program."""

    def __init__(self, structure: Structure, names: Names, tables: Tables) -> None:
        self.structure = structure
        self.tables = tables
        self.padded: set[int] = set()
        self.names = names
        self._lines: list[str] = []
        self._depth = 1
        self._variables: dict[str, str] = {}
        self._declared: dict[str, str] = {}
        self._labels: dict[str, str] = {}
        self._rooms: dict[str, int] = {}
        self._loops = 0

    def prototype(self, function: Function) -> str:
        """The head of a function."""
        state = f"const S *{'s0' if function.copies else 's'}" if function.reads else "S *s"
        given = [state, *(f"int64_t p{number}" for number in range(len(function.parameters)))]
        if function.acts:
            # An action that is done by whoever's turn it is is given no player.
            given = [state, *(["int64_t p0"] if function.of_player else []), "const A *a"]
        if function.found:
            given.append("L *out")
        result = "int64_t" if function.result else "void"
        return f"static {result} {self.names.of(function.name)}({', '.join(given)})"

    def function(self, function: Function) -> str:
        """A whole function."""
        self._lines, self._variables, self._declared, self._labels, self._rooms = [], {}, {}, {}, {}
        self._loops, self._depth = 0, 1
        for number, name in enumerate(function.parameters):
            if not function.acts or function.of_player:
                self._variables[name] = f"p{number}"
        for statement in function.body:
            self._statement(statement)
        head = [f"{self.prototype(function)} {{"]
        if function.copies:
            head.append("  S copy = *s0; S *s = &copy;")
        if function.room is not None:
            head.append(f"  k_reserve(out, {function.room});")
        head += [f"  {declared}" for declared in self._declared.values()]
        return "\n".join([*head, *self._lines, "}"])

    # Names

    def _variable(self, name: str) -> str:
        if name not in self._variables:
            self._variables[name] = made = f"v{len(self._variables)}"
            self._declared[name] = f"int64_t {made} = 0;"
        return self._variables[name]

    def _list(self, name: str) -> str:
        key = f"list {name}"
        if key not in self._variables:
            self._variables[key] = made = f"l{len(self._variables)}"
            self._declared[key] = f"const I *{made} = 0; int64_t n{made} = 0;"
        return self._variables[key]

    def _storage(self, name: str, room: int) -> str:
        listed = self._list(name)
        self._declared[f"room {name}"] = f"I s{listed}[{room}];"
        self._rooms[listed] = room
        return listed

    def _marks(self, name: str, size: int | None = None) -> str:
        key = f"marks {name}"
        if key not in self._variables:
            self._variables[key] = f"m{len(self._variables)}"
        if size is not None:
            width = "int16_t" if size < 1 << 15 else "int32_t"
            self._declared[key] = f"{width} {self._variables[key]}[{size}];"
        return self._variables[key]

    def _field(self, column: str) -> str:
        return f"s->{self.structure.members[column].name}"

    # Expressions

    def value(self, expr: Expr) -> str:
        """An expression in C."""
        match expr:
            case ir.Lit(value=value):
                return "NONE" if value == NONE else str(value) if -(1 << 31) < value < 1 << 31 else f"{value}LL"
            case ir.Var(name=name):
                return self._variable(name)
            case ir.Entry(column=column, index=None):
                return self._field(column)
            case ir.Entry(column=column, index=Expr() as index):
                return f"{self._field(column)}[{self.value(index)}]"
            case ir.Lookup(table=table, key=key):
                return f"T{table}[{self.value(key)}]"
            case ir.Binary(operator=operator, left=left, right=right):
                return f"({self.value(left)} {operator} {self.value(right)})"
            case ir.Not(value=value):
                return f"(!{self.value(value)})"
            case ir.Select(test=test, value=value, other=other):
                return f"({self.value(test)} ? {self.value(value)} : {self.value(other)})"
            case ir.Call():
                return self._call(expr)
            case ir.LengthOf(items=items):
                return self._length(items)
            case ir.ItemAt(items=items, index=index):
                return f"{self._start(items)}[{self.value(index)}]"
            case ir.Marked(marks=marks, index=index):
                return f"{self._marks(marks)}[{self.value(index)}]"
            case ir.Slot(number=number):
                return f"a->v[{number}]"
        raise AssertionError(expr)

    def _call(self, call: ir.Call) -> str:
        given = ["s"] if call.stateful else []
        special = _CALLS.get(call.function)
        if special is not None:
            return special(self, call)
        for each in call.arguments:
            if isinstance(each, Items):
                given += [self._start(each), self._length(each)]
            else:
                given.append(self.value(each))
        return f"{self.names.of(call.function)}({', '.join(given)})"

    # Lists

    def _start(self, items: Items) -> str:
        match items:
            case ir.Named(name=name):
                return self._list(name)
            case ir.Row(table=table, key=key):
                return f"(R{table} + O{table}[{self.value(key)}])"
            case ir.Part(items=whole, start=start):
                return f"({self._start(whole)} + {self.value(start)})"
            case ir.Slots(first=first):
                return f"(a->v + {first + 1})"
            case ir.Held(place=place, index=index):
                found = self.structure.places[place]
                return f"(s->{found.pieces.name} + {found.room} * {self.value(index)})"
        raise AssertionError(items)

    def _length(self, items: Items) -> str:
        match items:
            case ir.Named(name=name):
                return f"n{self._list(name)}"
            case ir.Row(table=table, key=key):
                written = self.value(key)
                return f"(O{table}[{written} + 1] - O{table}[{written}])"
            case ir.Part(length=length):
                return self.value(length)
            case ir.Slots(first=first):
                return f"a->v[{first}]"
            case ir.Held(place=place, index=index):
                return f"s->{self.structure.places[place].lengths.name}[{self.value(index)}]"
        raise AssertionError(items)

    # Statements

    def _line(self, text: str) -> None:
        self._lines.append("  " * self._depth + text)

    def _block(self, head: str, block: Iterable[Stmt], tail: str = "}") -> None:
        self._line(head)
        self._depth += 1
        for statement in block:
            self._statement(statement)
        self._depth -= 1
        self._line(tail)

    def _statement(self, statement: Stmt) -> None:
        match statement:
            case ir.Assign(name=name, value=value):
                written = self.value(value)
                self._line(f"{self._variable(name)} = {written};")
            case ir.Point(name=name, items=items):
                self._point(name, items)
            case ir.New(name=name, room=room):
                listed = self._storage(name, room)
                self._line(f"{listed} = s{listed}; n{listed} = 0;")
            case ir.Keep(name=name, room=room):
                listed = self._list(name)
                self._declared[f"list {name}"] = f"LOCAL I s{listed}[{room}]; const I *{listed} = s{listed};"
            case ir.Append(name=name, value=value, small=small):
                self._append(name, self.value(value), small)
            case ir.Put(name=name, index=index, value=value):
                self._line(f"s{self._list(name)}[{self.value(index)}] = (I){self.value(value)};")
            case ir.Cut(name=name, length=length):
                self._line(f"n{self._list(name)} = {self.value(length)};")
            case ir.Clear(marks=marks, size=size):
                found = self._marks(marks, size)
                self._line(f"memset({found}, 0, sizeof {found});")
            case ir.Mark(marks=marks, index=index, value=value):
                self._line(f"{self._marks(marks)}[{self.value(index)}] = {self.value(value)};")
            case ir.Store(column=column, index=index, value=value):
                target = self._field(column) + (f"[{self.value(index)}]" if index is not None else "")
                self._line(f"{target} = {self.value(value)};")
            case ir.Do(call=call):
                self._line(f"{self._call(call)};")
            case ir.If(test=test, then=then, otherwise=otherwise):
                self._if(test, then, otherwise)
            case ir.Scope(label=label, body=body):
                self._labels[label] = made = f"x{len(self._labels)}"
                self._block("{", body)
                if ir.leaves(body, label):
                    self._line(f"{made}: ;")
            case ir.Leave(label=label):
                self._line(f"goto {self._labels[label]};")
            case ir.Return(value=value):
                self._line(f"return {self.value(value)};" if value is not None else "return;")
            case ir.Broken():
                self._line("FAULT(1);")
            case ir.Found():
                self._found(statement)
            case _:
                self._loop(statement)

    def _point(self, name: str, items: Items) -> None:
        found = self._list(name)
        self._line(f"{{ const I *q = {self._start(items)}; n{found} = {self._length(items)}; {found} = q; }}")

    def _append(self, name: str, value: str, small: bool) -> None:
        listed = self._list(name)
        self._line(f"if (n{listed} >= {self._rooms[listed]}) FAULT(2);")
        self._line(f"s{listed}[n{listed}++] = {'(I)' if small else 'k_small'}({value});")

    def _if(self, test: Expr, then: Iterable[Stmt], otherwise: Iterable[Stmt]) -> None:
        if not list(then):
            self._block(f"if ({self.value(ir.negated(test))}) {{", otherwise)
            return
        written = self.value(test)
        if not list(otherwise):
            self._block(f"if ({written}) {{", then)
            return
        self._block(f"if ({written}) {{", then, "} else {")
        self._depth += 1
        for statement in otherwise:
            self._statement(statement)
        self._depth -= 1
        self._line("}")

    def _loop(self, statement: Stmt) -> None:
        self._loops += 1
        for block in ir.inside(statement):
            if ir.height(block) > 1:
                # Where loops stand in loops, the outer ones see to it that nobody waits for ever.
                block.insert(0, ir.Do(ir.Call("look_up", ())))
        i = f"i{self._loops}"
        match statement:
            case ir.ForEach(name=name, items=ir.Row(table=table, key=key), body=body) if (
                padded := self.tables.padded(table)
            ) is not None:
                self.padded.add(table)
                variable, start = self._variable(name), f"P{table} + {padded.stride} * {self.value(key)}"
                head = f"for (const W{table} *{i} = {start}; ({variable} = *{i}); {i}++) {{"
                self._block(head, body)
            case ir.ForEach(name=name, items=ir.Row(table=table, key=key), body=body):
                variable = self._variable(name)
                self._line(f"{{ int64_t k{i} = {self.value(key)};")
                head = f"for (const I *{i} = R{table} + O{table}[k{i}], *e{i} = R{table} + O{table}[k{i} + 1];"
                self._block(f"{head} {i} < e{i}; {i}++) {{ {variable} = *{i};", body, "}}")
            case ir.ForEach(name=name, items=items, body=body):
                variable = self._variable(name)
                self._line(f"{{ int64_t e{i} = {self._length(items)};")
                start = self._start(items)
                self._line(f"const I *b{i} = {start};")
                self._block(f"for (int64_t {i} = 0; {i} < e{i}; {i}++) {{ {variable} = b{i}[{i}];", body, "}}")
            case ir.ForGrowing(name=name, listed=listed, body=body):
                variable, found = self._variable(name), self._list(listed)
                self._block(f"for (int64_t {i} = 0; {i} < n{found}; {i}++) {{ {variable} = {found}[{i}];", body)
            case ir.ForRange(name=name, low=low, high=high, body=body):
                variable = self._variable(name)
                head = f"for (int64_t {i} = {self.value(low)}, e{i} = {self.value(high)}; {i} <= e{i}; {i}++)"
                self._block(f"{head} {{ {variable} = {i};", body)
            case ir.ForHeld(name=name, entry=entry, column=column, low=low, high=high, body=body):
                variable, held = self._variable(name), self._variable(entry)
                at, width = self._field(column), self.structure.members[column].width
                # Empty entries are passed over a word at a time.
                many = 8 // struct.calcsize(f"={width}")
                self._line(f"for (int64_t {i} = {low}; {i} <= {high}; {i}++) {{ {variable} = {i};")
                self._line(
                    f"  if ({i} + {many - 1} <= {high} && k_is_empty({at} + {i})) {{ {i} += {many - 1}; continue; }}"
                )
                self._block(f"  if (({held} = {at}[{i}])) {{", body, "}}")
            case ir.ForRows(name=name, table=table, first=first, count=count, body=body):
                found = self._list(name)
                self._line(f"{{ int64_t b{i} = {self.value(first)}, e{i} = b{i} + {self.value(count)};")
                row = f"{found} = R{table} + O{table}[{i}]; n{found} = O{table}[{i} + 1] - O{table}[{i}];"
                self._block(f"for (int64_t {i} = b{i}; {i} < e{i}; {i}++) {{ {row}", body, "}}")
            case _:
                raise AssertionError(statement)

    def _found(self, found: ir.Found) -> None:
        taken = "k_found(out)" if found.room is None else "&out->v[out->n++]"
        self._line(f"{{ A *f = {taken}; f->a = {found.action};")
        self._depth += 1
        if found.lists:
            self._line("memset(f->v, 0, sizeof f->v);")
        for number, slot in enumerate(found.slots):
            self._line(f"f->v[{number}] = (I)({self.value(slot)});")
        for number in range(len(found.slots), 0 if found.lists else self.structure.slots):
            self._line(f"f->v[{number}] = 0;")
        for first, items in found.lists:
            self._line(f"f->v[{first}] = (I){self._length(items)};")
            self._line(f"for (int64_t i = 0; i < f->v[{first}]; i++) f->v[{first + 1} + i] = {self._start(items)}[i];")
        self._depth -= 1
        self._line("}")


Write = Callable[[Printer, ir.Call], str]


def _held_call(kernel: str) -> Write:
    """A function of the kernel that changes a zone or pile."""

    def write(printer: Printer, call: ir.Call) -> str:
        held, piece = call.arguments
        assert isinstance(held, ir.Held) and isinstance(piece, Expr)
        place = printer.structure.places[held.place]
        index = printer.value(held.index)
        start = f"s->{place.pieces.name} + {place.room} * {index}"
        return f"{kernel}({start}, s->{place.lengths.name}[{index}], {place.room}, {printer.value(piece)})"

    return write


def _hold(printer: Printer, call: ir.Call) -> str:
    """The code that puts a whole list in a place of the state."""
    held, items = call.arguments
    assert isinstance(held, ir.Held) and isinstance(items, Items)
    place = printer.structure.places[held.place]
    index = printer.value(held.index)
    target = f"(s->{place.pieces.name} + {place.room} * {index}), s->{place.lengths.name}[{index}], {place.room}"
    return f"HOLD({target}, {printer._start(items)}, {printer._length(items)})"


def _cascade(printer: Printer, call: ir.Call) -> str:
    """A cascade: tables of its own say where lines vanish and values fall."""
    counts, sites, column, lines, falls, least, first, last, stream, values, tells = call.arguments
    assert isinstance(counts, ir.Named) and isinstance(sites, ir.Named) and isinstance(column, ir.Entry)
    assert isinstance(lines, ir.Lit) and isinstance(falls, ir.Lit) and isinstance(values, Items)
    waves, cleared = printer._list(counts.name), printer._list(sites.name)
    given = [f"s->{printer.structure.members[column.column].name}"]
    for table in (lines.value, falls.value):
        given += [f"R{table}", f"O{table}", f"(int64_t)(sizeof O{table} / sizeof *O{table}) - 1"]
    for each in (least, first, last, stream):
        assert isinstance(each, Expr)
        given.append(printer.value(each))
    given += [printer._start(values), printer._length(values), f"s{waves}", f"&n{waves}", str(printer._rooms[waves])]
    given += [f"s{cleared}", f"&n{cleared}", str(printer._rooms[cleared]) if tells == ir.ONE else "0"]
    return f"k_cascade(s, {', '.join(given)})"


def _solve_sudoku(printer: Printer, call: ir.Call) -> str:
    """A sudoku, with its rows, columns and blocks in a table."""
    solved, units, cells, numbers, given = call.arguments
    assert isinstance(solved, ir.Named) and isinstance(units, ir.Lit) and isinstance(given, Items)
    assert isinstance(cells, ir.Lit) and isinstance(numbers, ir.Lit)
    found, table = printer._list(solved.name), units.value
    shape = f"R{table}, O{table}, (int64_t)(sizeof O{table} / sizeof *O{table}) - 1, {cells.value}, {numbers.value}"
    asked = f"{printer._start(given)}, {printer._length(given)}, s{found}"
    return f"n{found} = k_solve_sudoku({shape}, {asked})"


def _into_list(kernel: str) -> Write:
    """A function of the kernel that changes a list of the function."""

    def write(printer: Printer, call: ir.Call) -> str:
        target, *others = call.arguments
        assert isinstance(target, ir.Named)
        found = printer._list(target.name)
        given = [f"s{found}", f"n{found}", str(printer._rooms[found])]
        for each in others:
            if isinstance(each, Items):
                given += [printer._start(each), printer._length(each)]
            else:
                given.append(printer.value(each))
        return f"{kernel}({', '.join(given)})"

    return write


def _begin_spread(printer: Printer, call: ir.Call) -> str:
    target, start, marks = call.arguments
    assert isinstance(target, ir.Named) and isinstance(start, Expr) and isinstance(marks, ir.Named)
    found, marked = printer._list(target.name), printer._marks(marks.name)
    first = printer.value(start)
    return f"if ({marked}[{first}]) {{ s{found}[n{found}++] = (I)({first}); {marked}[{first}] = 0; }}"


def _way_back(printer: Printer, call: ir.Call) -> str:
    target, came, goal = call.arguments
    assert isinstance(target, ir.Named) and isinstance(came, ir.Named) and isinstance(goal, Expr)
    found, marked, last = printer._list(target.name), printer._marks(came.name), printer.value(goal)
    return (
        f"for (int64_t w = {last};; w = {marked}[w]) {{ s{found}[n{found}++] = (I)w; if ({marked}[w] == w) break; }} "
        f"k_reverse(s{found}, n{found})"
    )


_CALLS: dict[str, Write] = {
    "cascade": _cascade,
    "solve_sudoku": _solve_sudoku,
    "hold": _hold,
    "take_first": _held_call("TAKE_HELD"),
    "take_held": _held_call("TAKE_HELD"),
    "put_on": _held_call("PUT_ON"),
    "put_beneath": _held_call("PUT_BENEATH"),
    "add_bytes": _into_list("ADD_BYTES"),
    "sort": _into_list("SORT"),
    "turn_round": _into_list("TURN_ROUND"),
    "copy_items": _into_list("COPY_ITEMS"),
    "take_out": _into_list("TAKE_OUT"),
    "add_wide": _into_list("ADD_WIDE"),
    "begin_spread": _begin_spread,
    "way_back": _way_back,
}
