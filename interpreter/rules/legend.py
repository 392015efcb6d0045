"""The meaning of symbols in pictures: pieces with their properties, and values of cells."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from interpreter.language import terms, types
from interpreter.language.checker import Checker
from interpreter.language.evaluator import Evaluator, FixedWorld
from interpreter.language.parser import parse
from interpreter.language.scope import Board, Local, Property, Schema, Scope
from interpreter.spec import model
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.nodes import Edit, Help, Scalar, Span
from interpreter.spec.suggest import one_of, suggestion

IN_PILE = "/"
"""Stands between the symbols of the pieces in a pile, the lowest first."""
LONGEST_SYMBOL = 100
"""A longer symbol means nothing."""
# How else people say how many there are of a symbol.
_REPEATED = re.compile(r"(.+?)[x×:]?([0-9]+)|([0-9]+)[x×*:]?(.+)")
# How else people write a range of symbols.
_OTHER_RANGE = re.compile(r"(\w|[0-9]{1,4})(?: *(?:\.{2,3}|[–—:]) *| +(?:-|to) +| -|- )(\w|[0-9]{1,4})")
# A range of characters, or of numbers.
_RANGE = re.compile(r"(\S|[0-9]{1,4})-(\S|[0-9]{1,4})")
# How many numbers are listed that stand in pictures without a legend.
_MOST_NUMBERS = 20
Entries = Mapping[Scalar, model.LegendEntry]


@dataclass(slots=True)
class Meaning:
    """The contents of a site: values of the cell, and pieces with their properties. In a pile others may lie `beneath`,
    the lowest first."""

    cells: dict[str, Any] = field(default_factory=dict)
    pieces: dict[str, dict[str, Any]] = field(default_factory=dict)
    beneath: tuple[dict[str, Any], ...] = ()


class Legends:
    """All legends of a program: those of its boards, and those of kinds of pieces with a legend of their own."""

    def __init__(self, schema: Schema, spec: model.Spec, checker: Checker) -> None:
        self.schema = schema
        self.kinds: dict[str, Legend] = {}
        for name, entity in spec.entities.items():
            if entity.legend is not None:
                alone = Board(str(name), None, (), (str(name),), {}, 0, name.span, ("", ""))
                self.kinds[str(name)] = Legend(schema, alone, entity.legend, checker, f"a {name}")
        self.boards: dict[str, Legend] = {}
        for name, board in spec.all_boards().items():
            found = schema.boards.get(str(name))
            if found is None:
                continue  # Edges of a shape that has none.
            legend = Legend(schema, found, board.legend or {}, checker, f"board {name}")
            for kind in found.kinds:
                if kind in self.kinds:
                    legend.take_over(self.kinds[kind])
            self.boards[str(name)] = legend

    def of(self, kind: str) -> list[Legend]:
        """The legends that know the symbols of a kind of pieces."""
        if kind in self.kinds:
            return [self.kinds[kind]]
        return [self.boards[board.name] for board in self.schema.holders(kind)]


class Legend:
    """The legend of one board, or of one kind of pieces."""

    def __init__(self, schema: Schema, board: Board, written: Entries, checker: Checker, owner: str) -> None:
        self.schema = schema
        self.board = board
        self.checker = checker
        self.owner = owner
        self.entries: dict[str, Meaning] = {}
        self.shown: dict[str, str] = {}
        for key, entry in written.items():
            for symbol in self._symbols(key):
                self.entries[symbol] = self._entry(entry, symbol)
        self._settle()

    def take_over(self, other: Legend) -> None:
        """Take over the symbols of another legend; its own take precedence."""
        self.entries = {**other.entries, **self.entries}
        self._settle()

    def _settle(self) -> None:
        self.written = dict(self.entries)
        self._strange: set[str] = set()
        self.in_parts = {kind: names for kind in self.board.kinds if (names := self._parts(kind))}

    def error(self, code: str, span: Span | None, message: str, help: str) -> None:
        """Report a mistake."""
        self.checker.diagnostics.error(code, span, message, help)

    def meaning(self, symbol: str, span: Span | None, diagnostics: Diagnostics | None = None) -> Meaning | None:
        """The meaning of a symbol; None after a report, to those diagnostics or to those of the game."""
        found = self.known(symbol)
        if found is not None:
            return found
        reports = self.checker.diagnostics if diagnostics is None else diagnostics
        if self.board.pile > 1:
            symbol = next((part for part in pile_parts(symbol) if self.known(part) is None), symbol)
            span = _within(span, symbol)
        message = f"Symbol ‘{symbol}’ is not in the legend."
        if not self.entries:
            message = "The board has no legend that says what its symbols mean."
        reports.error("unknown-symbol", span, message, self._symbol_help(symbol))
        return None

    def known(self, symbol: str) -> Meaning | None:
        """The meaning of a symbol, or None: an entry, a value of the first property, several of these in a row, or a
        pile of such symbols."""
        if symbol == ".":
            return Meaning()
        if self.board.pile > 1 and len(parts := pile_parts(symbol)) > 1:
            return self._pile(parts)
        if symbol in self._strange or len(symbol) > LONGEST_SYMBOL:
            return None
        found = self.entries.get(symbol) or self._without_legend(symbol) or self._joined(symbol) or self._spelt(symbol)
        if found is None:
            # The ends of a symbol are asked for again and again, once for every way to begin it.
            self._strange.add(symbol)
        else:
            self.entries[symbol] = found
        return found

    def _spelt(self, symbol: str) -> Meaning | None:
        """The contents of an edge or a corner, which may be spelt out as in a legend: `wall`, `road white`."""
        meaning = Meaning()
        for word in symbol.split() if self.board.of else ():
            fitting = self._fitting(word)
            if word in self.board.kinds:
                meaning.pieces.setdefault(word, {})
            elif len(fitting) == 1:
                self._set(meaning, *fitting[0])
            else:
                return None
        return meaning if meaning.cells or meaning.pieces else None

    def _pile(self, parts: list[str]) -> Meaning | None:
        """The meaning of the symbols of a pile, the lowest first."""
        meanings, kind = [self.known(part) for part in parts], self.board.kinds[0]
        lower = [meaning.pieces[kind] for meaning in meanings[:-1] if meaning is not None and kind in meaning.pieces]
        top = meanings[-1]
        if top is None or kind not in top.pieces or len(lower) < len(parts) - 1:
            return None
        return Meaning(top.cells, top.pieces, tuple(lower))

    def _joined(self, symbol: str) -> Meaning | None:
        """A symbol made of parts, each about other properties: `Qs` with `Q` for a rank and `s` for a suit."""
        for end in range(len(symbol) - 1, 0, -1):
            head = self.entries.get(symbol[:end]) or self._without_legend(symbol[:end])
            tail = self.known(symbol[end:]) if head is not None else None
            both = _both(head, tail) if head is not None and tail is not None else None
            if both is not None:
                return both
        return None

    def _parts(self, kind: str) -> tuple[str, ...]:
        """The properties of a kind that different symbols express; nothing if no two are divided in this way."""
        told = [tuple(meaning.pieces[kind]) for meaning in self.entries.values() if kind in meaning.pieces]
        told += [(first,)] if (first := next(iter(self.schema.kinds[kind].properties), None)) is not None else []
        parted = any(one and other and not set(one) & set(other) for one in told for other in told)
        return tuple(dict.fromkeys(name for names in told for name in names)) if parted else ()

    def symbol_of(self, kind: str, values: Mapping[str, Any]) -> str | None:
        """The symbol in parts that expresses all these values of a piece; None if there is none."""
        left, parts, plain = dict(values), list[str](), self._plain_value(kind, values)
        for symbol, meaning in self.written.items():
            told = meaning.pieces.get(kind)
            if told and not meaning.cells and len(meaning.pieces) == 1 and told.items() <= left.items():
                # The first property goes first, whether it has a symbol or is written as it is.
                parts.insert(0 if plain is not None and plain[0] in told else len(parts), symbol)
                left = {name: value for name, value in left.items() if name not in told}
        if plain is not None and plain[0] in left:
            parts.insert(0, plain[1])
            left.pop(plain[0])
        properties = self.schema.kinds[kind].properties
        silent = all(value in (None, types.default_value(properties[name].type)) for name, value in left.items())
        return "".join(parts) if parts and silent else None

    def _plain_value(self, kind: str, values: Mapping[str, Any]) -> tuple[str, str] | None:
        """The first property of a kind and its value, as they are written where no entry has a symbol for the value."""
        name, prop = next(iter(self.schema.kinds[kind].properties.items()))
        value, inner = values.get(name), types.strip(prop.type)
        match inner:
            case types.Number() | types.Letter() if value is not None:
                text = str(value).upper()
            case types.Words() if value:
                text = str(inner.words[value - 1])
            case _:
                return None
        read = self._without_legend(text)
        return (name, text) if read is not None and read.pieces == {kind: {name: value}} else None

    def _symbol_help(self, symbol: str) -> str:
        if not self.entries:
            return "Add a legend: to the board, or to its pieces under entities:."
        other = next((each for each in self.entries if each.lower() == symbol.lower()), None)
        if other is not None:
            return f"Did you mean ‘{other}’?"
        repeated = _REPEATED.fullmatch(symbol) if self.board.pile > 1 else None
        if repeated is not None and self.known(one := repeated[1] or repeated[4]) is not None:
            several = f"{one}*{repeated[2] or repeated[3]}"
            return Help(f"Write ‘{several}’ for several of a kind.", several)
        if self.board.pile > 1 and len(symbol) > 1 and all(self.known(each) is not None for each in symbol):
            apart = f"{symbol[0]}*{len(symbol)}" if len(set(symbol)) == 1 else " ".join(symbol)
            return f"Write ‘{apart}’: the pieces of a pile are written apart."
        listed = one_of(self.written or self._values_without_legend() or self.entries)
        return f"Add it to the legend: of {self.owner.removeprefix('board ')}. {listed}"

    def _without_legend(self, symbol: str) -> Meaning | None:
        """A symbol is the first property of the only kind that has any, or of the cell of a board without pieces."""
        kind, prop = self._told_without_legend()
        value = None if prop is None else read_value(symbol, prop.type, self.schema)
        if prop is None or value is None:
            return None
        return Meaning(cells={prop.name: value}) if kind is None else Meaning(pieces={kind: {prop.name: value}})

    def _told_without_legend(self) -> tuple[str | None, Property | None]:
        """The property that symbols without a legend are about, with the kind of pieces that has it."""
        telling = [kind for name in self.board.kinds if (kind := self.schema.kinds[name]).properties]
        if len(telling) == 1:
            return telling[0].name, next(iter(telling[0].properties.values()))
        own = not self.board.kinds and self.board.cells
        return None, next(iter(self.board.cells.values())) if own else None

    def _values_without_legend(self) -> list[str]:
        """Which symbols mean something without a legend: words, or numbers as a range."""
        kind = self._told_without_legend()[1]
        inner = None if kind is None else types.strip(kind.type)
        if isinstance(inner, types.Number) and inner.low is not None and inner.high is not None:
            return [str(number) for number in range(inner.low, min(inner.high, inner.low + _MOST_NUMBERS) + 1)]
        return list(inner.words) if isinstance(inner, types.Words) else []

    def _symbols(self, key: Scalar) -> list[str]:
        """The symbols of an entry: one, or a range of characters or of numbers."""
        match, other = _RANGE.fullmatch(key), _OTHER_RANGE.fullmatch(key)
        if match is None and other is not None and _ascends(other[1], other[2]):
            whole = f"{other[1]}-{other[2]}"
            message = "A range of symbols is written with ‘-’."
            self.error("symbol-range", key.span, message, Help(f"Write {whole}.", Edit(key.span, whole)))
            match = other
        if match is None or not _ascends(match[1], match[2]):
            return [str(key)]
        if len(match[2]) > 1:
            return [str(number) for number in range(int(match[1]), int(match[2]) + 1)]
        return [chr(code) for code in range(ord(match[1]), ord(match[2]) + 1)]

    def _entry(self, entry: model.LegendEntry, symbol: str) -> Meaning:
        meaning = Meaning()
        if entry.words is not None:
            offset = 0
            for word in entry.words.split():
                offset = str(entry.words).index(word, offset)
                self._word(meaning, word, entry.words.part(offset, offset + len(word)))
        for name, scalar in (entry.properties or {}).items():
            self._property(meaning, name, scalar, symbol)
        return meaning

    def _word(self, meaning: Meaning, word: str, span: Span) -> None:
        if word in self.board.kinds:
            meaning.pieces.setdefault(word, {})
            return
        fitting = self._fitting(word)
        if len(fitting) > 1:
            names = " and ".join(prop.name for _, prop, _ in fitting)
            self.error(
                "ambiguous-symbol",
                span,
                f"‘{word}’ fits {names}; say which.",
                f"Write {{{fitting[0][1].name}: {word}}}.",
            )
        elif not fitting and any(isinstance(prop.type, types.Unknown) for _, prop in self._properties()):
            return  # It may be a value of a type that was refused.
        elif not fitting:
            flags = [prop.name for _, prop in self._properties() if isinstance(types.strip(prop.type), types.Flag)]
            known = [*self.board.kinds, *flags]
            known += [
                each
                for _, prop in self._properties()
                if isinstance(kind := types.strip(prop.type), types.Words)
                for each in kind.words
            ]
            self.error(
                "unknown-word",
                span,
                f"‘{word}’ is not a kind, flag or value of {self.owner}.",
                f"Give its value: write {{{word}: …}}." if self._has(word) else suggestion(word, known),
            )
        else:
            self._set(meaning, *fitting[0])

    def _has(self, name: str) -> bool:
        """Whether a word is the name of a property."""
        return any(prop.name == name for _, prop in self._properties())

    def _fitting(self, word: str) -> list[tuple[str | None, Property, Any]]:
        """The properties that a word can refer to: a flag of that name, or one that has it as a value."""
        fitting: list[tuple[str | None, Property, Any]] = []
        for owner, prop in self._properties():
            inner = types.strip(prop.type)
            if isinstance(inner, types.Flag) and prop.name == word:
                fitting.append((owner, prop, True))
            elif isinstance(inner, types.Words) and word in inner.numbers:
                fitting.append((owner, prop, inner.numbers[word]))
        return fitting

    def _properties(self) -> list[tuple[str | None, Property]]:
        found: list[tuple[str | None, Property]] = [(None, prop) for prop in self.board.cells.values()]
        for kind in self.board.kinds:
            found += [(kind, prop) for prop in self.schema.kinds[kind].properties.values()]
        return found

    def _set(self, meaning: Meaning, owner: str | None, prop: Property, value: Any) -> None:
        if owner is None:
            meaning.cells[prop.name] = value
        else:
            meaning.pieces.setdefault(owner, {})[prop.name] = value

    def _property(self, meaning: Meaning, name: Scalar, scalar: Scalar, symbol: str) -> None:
        owners = [(owner, prop) for owner, prop in self._properties() if prop.name == str(name)]
        if not owners:
            self.error(
                "no-such-property",
                name.span,
                f"{self.owner[0].upper()}{self.owner[1:]} has no property ‘{name}’.",
                suggestion(name, [prop.name for _, prop in self._properties()]),
            )
            return
        owner, prop = owners[0]
        node = parse(scalar, "expression", self.checker.diagnostics)
        if node is None:
            return
        kind, value = symbol_value(symbol, prop.type)
        scope = Scope(self.schema, frozenset(), {"it": Local(terms.Constant(kind, node, value), "symbol", None)})
        term = self.checker.check(node, scope, prop.type)
        if self.checker.require_fit(term, prop.type, f"‘{name}’", scope):
            if terms.changing_part(term) is not None:
                message = f"A legend applies before the game begins, but ‘{scalar}’ depends on the position."
                self.error("not-constant", scalar.span, message, f"Write the value of ‘{name}’ itself.")
                return
            given = Evaluator(FixedWorld(self.schema)).value(term, {})
            if types.within(given, prop.type):
                self._set(meaning, owner, prop, given)
            else:
                message = f"‘{name}’ is a number from {types.strip(prop.type)}, but this is {given}."
                self.error("out-of-range", scalar.span, message, f"Write a number of {types.strip(prop.type)}.")


def _both(one: Meaning, other: Meaning) -> Meaning | None:
    """Two meanings as one, of the same cell and pieces; None if either is empty, or if both say the same thing."""
    if not (one.cells or one.pieces) or not (other.cells or other.pieces) or one.cells.keys() & other.cells.keys():
        return None
    if any(one.pieces[kind].keys() & other.pieces[kind].keys() for kind in one.pieces.keys() & other.pieces.keys()):
        return None
    kinds = dict.fromkeys([*one.pieces, *other.pieces])
    return Meaning(
        cells=one.cells | other.cells,
        pieces={kind: one.pieces.get(kind, {}) | other.pieces.get(kind, {}) for kind in kinds},
    )


def pile_parts(symbol: str) -> list[str]:
    """The symbols of the pieces in a pile, the lowest first: `w*3/b` is `w` three times and then `b`."""
    found: list[str] = []
    for part in symbol.split(IN_PILE):
        repeated = re.fullmatch(r"(.+)\*([1-9][0-9]{0,3})", part)
        found += [repeated[1]] * int(repeated[2]) if repeated is not None else [part]
    return found


def _within(span: Span | None, symbol: str) -> Span | None:
    """The position of a symbol among those of a pile."""
    sign = re.escape(symbol)
    found = re.search(rf"(?<![^\s/'\"]){sign}(?![^\s/'\"*])", span.text) if span is not None else None
    if span is None or found is None:
        return span
    return Span(span.source, span.start + found.start(), span.start + found.end())


def _ascends(first: str, last: str) -> bool:
    """Whether a range of characters or of numbers has symbols; one end with several characters is a number."""
    if len(first) == len(last) == 1:
        return first < last
    return first.isdecimal() and last.isdecimal() and int(first) < int(last)


def pile_symbol(parts: list[str]) -> str:
    """The symbol of a pile, made from those of its pieces, the lowest first."""
    runs = [(symbol, len(list(run))) for symbol, run in groupby(parts)]
    return IN_PILE.join(symbol if count == 1 else f"{symbol}*{count}" for symbol, count in runs)


def symbol_value(symbol: str, kind: types.Type) -> tuple[types.Type, Any]:
    """The symbol itself as `it` of a legend: a number, a letter or a text, as the property requires."""
    inner = types.strip(kind)
    if isinstance(inner, types.Number) and re.fullmatch(r"-?[0-9]+", symbol):
        return types.Number(int(symbol), int(symbol)), int(symbol)
    if isinstance(inner, types.Letter) or (len(symbol) == 1 and not isinstance(inner, types.Number)):
        return types.LETTER, symbol.lower()
    return types.TEXT, symbol.lower()


def read_value(text: str, kind: types.Type, schema: Schema) -> Any:
    """A value in the notation of its type: a number, a letter, a word, a site; None if it is not one."""
    inner = types.strip(kind)
    if isinstance(inner, types.Number):
        if not re.fullmatch(r"-?[0-9]+", text):
            return None
        number = int(text)
        return number if inner.low is None or inner.high is None or inner.low <= number <= inner.high else None
    if isinstance(inner, types.Letter):
        return text.lower() if text.lower() in schema.letters else None
    if isinstance(inner, types.Text):
        return text.lower()
    if isinstance(inner, types.Words):
        return inner.numbers.get(text)
    if isinstance(inner, types.Flag):
        return {"true": True, "false": False}.get(text)
    if isinstance(inner, types.Site):
        board, _, name = text.rpartition(".")
        if board in schema.topology.boards:
            return schema.topology.boards[board].by_name.get(name)
        found = [board.by_name[text] for board in schema.topology.boards.values() if text in board.by_name]
        return found[0] if len(found) == 1 else schema.site_names.get(text)
    return None


def read_piece(legends: Legends, kind: str, word: str) -> Mapping[str, Any] | None:
    """The properties that a symbol gives to a piece of a kind; None if it is not a symbol for such a piece."""
    prop = next(iter(legends.schema.kinds[kind].properties.values()), None)
    value = read_value(word, prop.type, legends.schema) if prop is not None else None
    if prop is not None and value is not None:
        return {prop.name: value}
    for legend in legends.of(kind):
        meaning = legend.known(word)
        if meaning is not None and meaning.pieces.get(kind) and not meaning.cells and not meaning.beneath:
            return meaning.pieces[kind]
    return None


def symbol_in_parts(legends: Legends, kind: str, value: Callable[[str], Any]) -> str | None:
    """The symbol of a piece that a legend writes in parts, as in `Qs`; `value` reads its properties by their names."""
    for legend in legends.of(kind):
        if kind in legend.in_parts:
            told = {name: value(name) for name in legend.in_parts[kind]}
            found = legend.symbol_of(kind, told)
            if found is not None:
                return found
    return None


def piece_symbol(legends: Legends, kind: str, value: Callable[[str], Any]) -> str | None:
    """The symbol of a piece wherever it is, taken from the legend that says the most about it."""
    found = symbol_in_parts(legends, kind, value)
    if found is not None:
        return found
    best = -1
    for legend in legends.of(kind):
        for symbol, meaning in legend.written.items():
            wanted = meaning.pieces.get(kind)
            if wanted is None or len(meaning.pieces) > 1 or meaning.cells or len(wanted) <= best:
                continue
            if all(value(name) == each for name, each in wanted.items()):
                found, best = symbol, len(wanted)
    return found
