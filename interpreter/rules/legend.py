"""What the symbols of pictures mean: pieces with their properties, and values of cells."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from interpreter.expr import terms
from interpreter.expr.checker import Checker
from interpreter.expr.evaluator import Evaluator, FixedWorld
from interpreter.expr.parser import parse
from interpreter.expr.scope import Board, Local, Property, Schema, Scope
from interpreter.expr.types import (
    LETTER,
    TEXT,
    Flag,
    Letter,
    Number,
    Site,
    Text,
    Type,
    Unknown,
    Words,
    strip,
    within,
)
from interpreter.spec import model
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.nodes import Scalar
from interpreter.spec.source import Span
from interpreter.spec.suggest import one_of, suggestion


@dataclass(slots=True)
class Meaning:
    """What stands on a site: values of the cell, and pieces with their properties."""

    cells: dict[str, Any] = field(default_factory=dict)
    pieces: dict[str, dict[str, Any]] = field(default_factory=dict)


class Legend:
    """The legend of one board."""

    def __init__(self, schema: Schema, board: Board, spec: model.Board, checker: Checker) -> None:
        self.schema = schema
        self.board = board
        self.checker = checker
        self.entries: dict[str, Meaning] = {}
        self.shown: dict[str, str] = {}
        for key, entry in (spec.legend or {}).items():
            for symbol in _symbols(key):
                self.entries[symbol] = self._entry(entry, symbol)

    def error(self, code: str, span: Span | None, message: str, help: str) -> None:
        """Report a mistake."""
        self.checker.diagnostics.error(code, span, message, help)

    def meaning(self, symbol: str, span: Span | None, diagnostics: Diagnostics | None = None) -> Meaning | None:
        """What a symbol means; None after a report, to those diagnostics or to those of the game."""
        found = self.entries.get(symbol)
        if found is not None:
            return found
        if symbol == ".":
            return Meaning()
        plain = self._without_legend(symbol)
        if plain is not None:
            self.entries[symbol] = plain
            return plain
        reports = self.checker.diagnostics if diagnostics is None else diagnostics
        reports.error(
            "unknown-symbol",
            span,
            f"Symbol ‘{symbol}’ is not in the legend.",
            self._symbol_help(symbol),
        )
        return None

    def _symbol_help(self, symbol: str) -> str:
        if not self.entries:
            return "Add a legend: to the board."
        other = next((each for each in self.entries if each.lower() == symbol.lower()), None)
        if other is not None:
            return f"Did you mean ‘{other}’?"
        return f"Add it to the legend: of {self.board.name}. {one_of(self.entries)}"

    def _without_legend(self, symbol: str) -> Meaning | None:
        """A symbol is the first property of the only kind that has any, or of the cell of a board without pieces."""
        telling = [kind for name in self.board.kinds if (kind := self.schema.kinds[name]).properties]
        if len(telling) == 1:
            prop = next(iter(telling[0].properties.values()))
            value = read_value(symbol, prop.type, self.schema)
            return None if value is None else Meaning(pieces={telling[0].name: {prop.name: value}})
        if not self.board.kinds and self.board.cells:
            prop = next(iter(self.board.cells.values()))
            value = read_value(symbol, prop.type, self.schema)
            return None if value is None else Meaning(cells={prop.name: value})
        return None

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
        fitting: list[tuple[str | None, Property, Any]] = []
        for owner, prop in self._properties():
            inner = strip(prop.type)
            if isinstance(inner, Flag) and prop.name == word:
                fitting.append((owner, prop, True))
            elif isinstance(inner, Words) and word in inner.words:
                fitting.append((owner, prop, inner.words.index(word) + 1))
        if len(fitting) > 1:
            names = " and ".join(prop.name for _, prop, _ in fitting)
            self.error(
                "ambiguous-symbol",
                span,
                f"‘{word}’ fits {names}; say which.",
                f"Write {{{fitting[0][1].name}: {word}}}.",
            )
        elif not fitting and any(isinstance(prop.type, Unknown) for _, prop in self._properties()):
            return  # It may be a value of a type that was refused.
        elif not fitting:
            known = [*self.board.kinds, *(prop.name for _, prop in self._properties())]
            known += [
                each
                for _, prop in self._properties()
                if isinstance(kind := strip(prop.type), Words)
                for each in kind.words
            ]
            self.error(
                "unknown-word",
                span,
                f"‘{word}’ is no kind, flag or value of board {self.board.name}.",
                suggestion(word, known),
            )
        else:
            self._set(meaning, *fitting[0])

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
                f"Board {self.board.name} has no property ‘{name}’.",
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
            given = Evaluator(FixedWorld(self.schema)).value(term, {})
            if within(given, prop.type):
                self._set(meaning, owner, prop, given)
            else:
                message = f"‘{name}’ goes from {strip(prop.type)}, and this is {given}."
                self.error("out-of-range", scalar.span, message, f"Write a number of {strip(prop.type)}.")


def _symbols(key: Scalar) -> list[str]:
    match = re.fullmatch(r"(\S)-(\S)", key)
    if match is not None and match.group(1) < match.group(2):
        return [chr(code) for code in range(ord(match.group(1)), ord(match.group(2)) + 1)]
    return [str(key)]


def symbol_value(symbol: str, kind: Type) -> tuple[Type, Any]:
    """The symbol itself as `it` of a legend: a number, a letter or a text, as the property wants."""
    inner = strip(kind)
    if isinstance(inner, Number) and re.fullmatch(r"-?[0-9]+", symbol):
        return Number(int(symbol), int(symbol)), int(symbol)
    if isinstance(inner, Letter) or (len(symbol) == 1 and not isinstance(inner, Number)):
        return LETTER, symbol.lower()
    return TEXT, symbol.lower()


def read_value(text: str, kind: Type, schema: Schema) -> Any:
    """A value in the notation of its type: a number, a letter, a word, a site; None if it is none such."""
    inner = strip(kind)
    if isinstance(inner, Number):
        if not re.fullmatch(r"-?[0-9]+", text):
            return None
        number = int(text)
        return number if inner.low is None or inner.high is None or inner.low <= number <= inner.high else None
    if isinstance(inner, Letter):
        return text.lower() if text.lower() in (*schema.alphabet, "*") else None
    if isinstance(inner, Text):
        return text.lower()
    if isinstance(inner, Words):
        return inner.words.index(text) + 1 if text in inner.words else None
    if isinstance(inner, Flag):
        return {"true": True, "false": False}.get(text)
    if isinstance(inner, Site):
        board, _, name = text.rpartition(".")
        if board in schema.topology.boards:
            return schema.topology.boards[board].by_name.get(name)
        found = [board.by_name[text] for board in schema.topology.boards.values() if text in board.by_name]
        return found[0] if len(found) == 1 else schema.site_names.get(text)
    return None
