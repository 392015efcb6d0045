"""Pictures → states: the drawings of start, levels and tests are put on a bench."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from interpreter.advice.names import no_site_help
from interpreter.boards import Board
from interpreter.language import nodes, terms
from interpreter.language.evaluator import Evaluator
from interpreter.language.scope import Local, Scope
from interpreter.language.types import Piece, default_value, named
from interpreter.position import PieceValue
from interpreter.program.program import Bench, Program
from interpreter.program.world import StateWorld
from interpreter.rules.legend import IN_PILE, Legend, Meaning, read_piece, read_value
from interpreter.rules.pictures import EMPTY, Symbol, placed, report_joined, symbols
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.nodes import Edit, Help, Mapping, Node, Scalar, Sequence, Span
from interpreter.spec.suggest import suggestion

_ROWS = "Write ‘|’, and below it rows of symbols."


class Drawing:
    """Puts pictures on one bench."""

    def __init__(self, program: Program, bench: Bench, diagnostics: Diagnostics) -> None:
        self.program = program
        self.schema = program.schema
        self.bench = bench
        self.diagnostics = diagnostics

    def board(self, name: str, picture: Node, key: int | None = None) -> None:
        """Replace the contents of a board with a picture."""
        board = self.schema.boards[name]
        instance = board.instances[(key or 1) - 1]
        self.bench.clear_board(name, instance, partial(self.program.cell_starts, name))
        unknown: set[str] = set()
        for site, symbol in self.symbols(name, instance, picture):
            if symbol.text not in unknown and not self._put(self.program.legends.boards[name], site, symbol):
                unknown.add(symbol.text)

    def cells(self, name: str, prop: str, picture: Node) -> None:
        """Set one property of a board's cells from a picture of its values."""
        board = self.schema.boards[name]
        found = board.cells.get(prop)
        if found is None:
            self.diagnostics.error(
                "no-such-property",
                picture.span,
                f"The cells of {name} have no ‘{prop}’.",
                suggestion(prop, board.cells),
            )
            return
        for site, symbol in self.symbols(name, board.instances[0], picture):
            if symbol.text in (".", "?"):
                continue
            value = read_value(symbol.text, found.type, self.schema)
            if value is None:
                self.diagnostics.error(
                    "unknown-symbol",
                    symbol.span,
                    f"‘{symbol.text}’ is not {named(found.type)}.",
                    f"Write a {found.type}, or . for nothing.",
                )
            else:
                self.bench.set(found.column, site, value)

    def symbols(self, name: str, instance: str, picture: Node) -> list[tuple[int, Symbol]]:
        """Each symbol of a picture with its site."""
        board = self.schema.topology.boards[instance]
        topology = self.schema.topology
        if isinstance(picture, Scalar):
            if str(picture) == "none":
                return []
            if board.of:
                example = topology.names[board.sites[0]] if board.sites else "a1|b1"
                message, help = f"{name} are not in rows.", f"Write what is on each: {{{example}: …}}."
                self.diagnostics.error("picture-shape", picture.span, message, help)
                return []
            return placed(
                board,
                topology,
                self._rows(name, picture, board.sheet.columns if board.sheet is not None else 0),
                self.diagnostics,
                picture.span,
                width=self._width(name),
                joins=lambda text: self.program.legends.boards[name].known(text) is not None,
            )
        if isinstance(picture, Mapping) and ("at" in picture or "rows" in picture):
            return self._part(name, instance, picture)
        if isinstance(picture, Mapping) and board.shape != "layers":
            return self._by_site(name, board, picture)
        found: list[tuple[int, Symbol]] = []
        if isinstance(picture, Mapping):
            for layer, rows in picture.items():
                if not isinstance(rows, Scalar):
                    self.diagnostics.error("picture-shape", layer.span, "A layer is drawn as rows of symbols.", _ROWS)
                    continue
                columns = next((each.columns for each in board.layers if each.name == str(layer)), 0)
                drawn = self._rows(name, rows, columns)
                found += placed(board, topology, drawn, self.diagnostics, layer.span, layer=str(layer))
        else:
            self.diagnostics.error("picture-shape", picture.span, "A picture is rows of symbols.", _ROWS)
        return found

    def _by_site(self, name: str, board: Board, picture: Mapping) -> list[tuple[int, Symbol]]:
        """A picture that lists what is on each site: a symbol, or those of a pile, the lowest first. All other sites
        are empty."""
        found = {site: Symbol(EMPTY, picture.span) for site in board.sites}
        for key, text in picture.items():
            site = board.by_name.get(str(key))
            if site is None:
                help = no_site_help(str(key), board, self.schema.topology)
                if isinstance(text, Scalar) and str(text) in board.by_name:
                    help = f"The site comes first: write {text}: {key}."
                self.diagnostics.error("no-such-site", key.span, f"Board {name} has no site {key}.", help)
            elif not isinstance(text, Scalar) or not text.split():
                message = "Write the symbol of what is on a site, or those of a pile from the bottom up."
                help = parted_by_blanks(text) or "Write them after the site on one line, or . for nothing."
                self.diagnostics.error("picture-shape", text.span, message, help)
            else:
                piled = self.schema.boards[name].pile > 1
                found[site] = Symbol(IN_PILE.join(text.split()) if piled else str(text), text.span)
        return list(found.items())

    def _part(self, name: str, instance: str, picture: Mapping) -> list[tuple[int, Symbol]]:
        board = self.schema.topology.boards[instance]
        at, rows = picture.get(_key(picture, "at")), picture.get(_key(picture, "rows"))
        if not isinstance(at, Scalar) or not isinstance(rows, Scalar) or len(picture) > 2:
            self.diagnostics.error(
                "picture-shape",
                next(iter(picture)).span,
                "A part of a picture has at: and rows:.",
                "Write {at: a site, rows: |} and the rows below.",
            )
            return []
        site = board.by_name.get(str(at))
        if site is None:
            self.diagnostics.error(
                "no-such-site",
                at.span,
                f"Board {name} has no site {at}.",
                no_site_help(str(at), board, self.schema.topology),
            )
            return []
        return placed(
            board,
            self.schema.topology,
            self._rows(name, rows),
            self.diagnostics,
            rows.span,
            at=site,
            width=self._width(name),
        )

    def _rows(self, name: str, picture: Scalar, columns: int = 0) -> list[list[Symbol]]:
        """The symbols of a picture. In a single column each row is one symbol, however long."""
        report_joined(picture, self.diagnostics)
        return symbols(picture, True if self.schema.parted(name) or columns == 1 else None)

    def _width(self, name: str) -> Any:
        if self.schema.parted(name):
            return lambda text: 1 if text in (".", "?", "-") else len(text)
        return lambda _text: 1

    def _put(self, legend: Legend, site: int, symbol: Symbol) -> bool:
        """Put a symbol on a site; False after reporting that it is unknown."""
        meaning = legend.meaning(symbol.text, symbol.span, self.diagnostics)
        if meaning is not None:
            self.put(legend.board.name, meaning, site, symbol.span)
        return meaning is not None

    def put(self, board: str, meaning: Meaning, site: int, span: Span) -> None:
        """Put what a symbol stands for on a site."""
        for name, value in meaning.cells.items():
            self.bench.set(self.schema.boards[board].cells[name].column, site, value)
        for values in meaning.beneath:
            self._put_piece(self.schema.boards[board].kinds[0], values, site, span)
        for kind, values in meaning.pieces.items():
            self._put_piece(kind, values, site, span)

    def _put_piece(self, kind: str, values: dict[str, Any], site: int, span: Span) -> None:
        """Put a piece on a site, on top of what is there."""
        most, where = self.schema.room(kind)[site], self.schema.topology.names[site]
        if most > 1 and self.bench.height(kind, site) >= most:
            message = f"There are {most} on {where} already."
            self.diagnostics.error("does-not-fit", span, message, f"Draw at most {most}.")
            return
        number = self.create(kind, values)
        cells = self.program.cells_of(self.bench.data(), kind, number, site)
        taken = next((cell for cell in cells or () if most <= 1 and self.bench.any_piece(cell)), None)
        if cells is None:
            self.diagnostics.error(
                "does-not-fit",
                span,
                f"This {kind} does not fit: it would leave the board.",
                "Draw its first cell further from the edge.",
            )
        elif not cells:
            message = f"This {kind} covers no cell: its footprint has no columns or no rows."
            self.diagnostics.error("does-not-fit", span, message, "Give it a size of 1 or more.")
        elif taken is not None:
            where = self.schema.topology.names[taken]
            message = f"This {kind} covers {where}, where another piece stands."
            self.diagnostics.error("does-not-fit", span, message, "Draw each piece once, at its first cell.")
        else:
            self.bench.put(kind, number, cells)

    def create(self, kind: str, values: dict[str, Any]) -> int:
        """A new piece, with start values for properties that are not given."""
        properties = self.schema.kinds[kind].properties
        given = {name: default_value(prop.type) for name, prop in properties.items()} | values
        number = self.bench.create(kind, given)
        for name, scalar in self.program.steps.starts.get(kind, {}).items():
            if name in values:
                continue
            piece = terms.Variable(Piece(kind), nodes.Nothing(scalar, 0, 0), "it")
            scope = Scope(self.schema, frozenset(), {"it": Local(piece, "piece", None)})
            term = self.program.steps.term(scalar, scope, properties[name].type)
            if term is not None:
                world = StateWorld(self.program, self.bench.data(), self.bench.header[0])
                value = Evaluator(world).value(term, {"it": PieceValue(kind, number)})
                self.bench.set(properties[name].column, number, value)
        return number

    def zone(self, name: str, key: int | None, text: Node) -> None:
        """Replace the contents of a zone with symbols separated by spaces."""
        zone = self.schema.zones[name]
        self.bench.clear_zone(name, key)
        if (apart := parted_by_blanks(text)) is not None or not isinstance(text, Scalar):
            help = apart or "Write them on one line, as in a b c, or none."
            self.diagnostics.error("zone-shape", text.span, "A zone is given as symbols separated by spaces.", help)
            return
        if str(text) == "none":
            return
        prop = next(iter(self.schema.kinds[zone.kind].properties.values()), None)
        offset = 0
        for word in text.split():
            offset = str(text).index(word, offset)
            values = read_piece(self.program.legends, zone.kind, word)
            if values is None:
                wanted = f"Write a {prop.type if prop is not None else zone.kind}, or a symbol of a legend."
                span = text.part(offset, offset + len(word))
                self.diagnostics.error("unknown-symbol", span, f"‘{word}’ is not a valid {zone.kind}.", wanted)
                return
            self.bench.into_zone(zone.kind, self.create(zone.kind, dict(values)), name, key)
            offset += len(word)


def parted_by_blanks(node: Node) -> str | None:
    """How to write symbols that are in brackets or have commas between them; None if they are not."""
    if isinstance(node, Sequence):
        words = [str(item) for item in node if isinstance(item, Scalar)]
        whole = len(words) == len(node) > 0
    else:
        words = re.split(r"\s*,\s*|\s+", str(node)) if isinstance(node, Scalar) else []
        whole = len(words) > 1 and "," in str(node) and all(words)
    text = " ".join(words)
    return Help(f"Write {text}.", Edit(node.span, text)) if whole else None


def _key(mapping: Mapping, name: str) -> Any:
    return next((key for key in mapping if str(key) == name), None)
