"""Boards of a spec → shapes: sizes, layers, lines and holes under the settings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from interpreter.boards import LARGEST_SIDE, BoardShape, Layer
from interpreter.boards.board import coordinates
from interpreter.boards.layers import heights, overlap
from interpreter.language import nodes
from interpreter.language.parser import parse
from interpreter.language.scope import SITE_NAME
from interpreter.language.types import Words
from interpreter.rules.pictures import EMPTY, NO_SITE, extent, report_joined, symbols
from interpreter.spec import model
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.nodes import Scalar
from interpreter.spec.suggest import either, suggestion

if TYPE_CHECKING:
    from interpreter.rules.schema import SchemaBuilder

# From so many sites on a single one without a place is a slip.
_MANY_SITES = 3
_SIZE = "Write columns: 8 and rows: 8, or draw it: {}: |."

Extents = dict[str, tuple[int, int, frozenset[tuple[int, int]]]]


def shape_of(builder: SchemaBuilder, name: Scalar, board: model.Board, instance: str) -> BoardShape:
    shape = str(board.shape or "square")
    origin: Literal["top", "bottom"] = "bottom" if board.origin == "bottom" else "top"
    common: dict[str, Any] = {"name": instance, "shape": shape, "origin": origin, "wrap": board.wrap}
    _refuse_options(builder, name, board, shape)
    if shape == "graph":
        return _graph(builder, name, board, common)
    if shape == "layers":
        return _layers(builder, name, board, common)
    columns, rows, holes = _extent(builder, name, board, origin)
    regions = {str(region): _block(builder, region, size) for region, size in (board.regions or {}).items()}
    for size, (wide, high) in zip((board.regions or {}).values(), regions.values(), strict=True):
        if len(size) == 2 and (columns % wide or rows % high):
            message = f"Blocks of {wide} by {high} do not fill {columns} columns and {rows} rows."
            help_text = f"Write [{_divisor(columns, wide)}, {_divisor(rows, high)}]."
            builder.checker.diagnostics.warning("bad-region", size[0].span, message, help_text)
    return BoardShape(
        **common,
        columns=columns,
        rows=rows,
        holes=holes,
        neighbours="all" if board.neighbours == "all" else "sides",
        regions=regions,
        borders=_borders(builder, board),
        skip_i=board.skip_i,
    )


def _borders(builder: SchemaBuilder, board: model.Board) -> dict[str, bool]:
    """The edges and corners that are sites, and whether those at the rim are included."""
    if board.wrap and (part := next(iter(board.borders), None)) is not None:
        message = f"A board whose opposite sides are joined has no {part} as sites."
        builder.error("borders-of-ring", board.borders[part].span, message, "Leave it out, or leave out wrap: true.")
        return {}
    return {part: borders.rim for part, borders in board.borders.items()}


def _refuse_options(builder: SchemaBuilder, name: Scalar, board: model.Board, shape: str) -> None:
    allowed = {
        "square": {"columns", "rows", "wrap", "neighbours", "regions", "edges", "corners", "skip_i"},
        "hex": {"columns", "rows", "wrap", "regions", "edges", "corners", "skip_i"},
        "layers": {"footprint", "layers", "layouts", "layout"},
        "graph": {"lines", "sites", "places"},
    }
    for option in sorted(set().union(*allowed.values()) - allowed[shape]):
        if getattr(board, option) not in (None, False):
            value = getattr(board, option)
            span = value.span if isinstance(value, Scalar | model.Borders) else name.span
            builder.error(
                "option-of-other-shape", span, f"‘{option}’ does not go with shape {shape}.", _fitting(option, allowed)
            )


def _extent(
    builder: SchemaBuilder, name: Scalar, board: model.Board, origin: Literal["top", "bottom"]
) -> tuple[int, int, frozenset[tuple[int, int]]]:
    drawn = builder.extents.get(str(name))
    if isinstance(board.start, Scalar):
        report_joined(board.start, builder.checker.diagnostics)
    if drawn is None and isinstance(board.start, Scalar):
        drawn = extent(symbols(board.start), origin)
    columns = builder.number(board.columns, 1, LARGEST_SIDE, "columns") if board.columns is not None else None
    rows = builder.number(board.rows, 1, LARGEST_SIDE, "rows") if board.rows is not None else None
    if (columns is None or rows is None) and drawn is None:
        _report_no_size(builder, name)
        return 1, 1, frozenset()
    width, height, holes = drawn if drawn is not None else (1, 1, frozenset())
    if columns is not None and rows is not None:
        fitting = drawn is not None and (width, height) == (columns, rows)
        return columns, rows, holes if fitting else frozenset()
    return columns or width or 1, rows or height or 1, holes


def _report_no_size(builder: SchemaBuilder, name: Scalar) -> None:
    """Report a board without a size, at the level that does not draw it if others do."""
    levels = builder.spec.levels
    undrawn = [level for level, entries in levels.items() if name not in entries]
    if undrawn and len(undrawn) < len(levels):
        message = f"Level {undrawn[0]} has no picture of {name}, which takes its size from that."
        builder.error("no-size", undrawn[0].span, message, f"Draw it below the level: {name}: |.")
    else:
        message = f"Board {name} has neither columns and rows nor a picture."
        builder.error("no-size", name.span, message, _SIZE.format("start"))


def _fitting(option: str, allowed: Mapping[str, set[str]]) -> str:
    """The shapes that take an option."""
    shapes = [shape for shape, options in allowed.items() if option in options]
    return f"Leave it out, or write shape: {either(shapes)}."


def _divisor(whole: int, part: int) -> int:
    """The divisor of a number that is nearest to another, and neither the number itself nor 1 if possible."""
    inner = [number for number in range(2, whole) if whole % number == 0] or [whole]
    return min(inner, key=lambda number: abs(number - part))


def _block(builder: SchemaBuilder, owner: Scalar, size: list[Scalar]) -> tuple[int, int]:
    if len(size) != 2:
        span = size[0].span if size else owner.span
        builder.error("bad-region", span, "A region is [columns, rows].", "Write two numbers, such as [3, 3].")
        return 1, 1
    return builder.number(size[0], 1, 100, "A region"), builder.number(size[1], 1, 100, "A region")


def _layers(builder: SchemaBuilder, name: Scalar, board: model.Board, common: dict[str, Any]) -> BoardShape:
    chosen = board.layers
    if board.layouts is not None:
        before = len(builder.checker.diagnostics)
        word = _layout_word(builder, board)
        chosen = next((layers for key, layers in board.layouts.items() if str(key) == word), None)
        if chosen is None and len(builder.checker.diagnostics) > before:
            # Any layout will do until the one that was meant is known.
            chosen = next(iter(board.layouts.values()), None)
    if chosen is None:
        help_text = "Add layers: with a name and {columns: 8, rows: 6} for each."
        if board.layouts:
            help_text = f"Add layout: with a setting that names one, or {either([str(key) for key in board.layouts])}."
        builder.error("no-layers", name.span, f"Board {name} needs layers, or layouts with a layout.", help_text)
        return BoardShape(**{**common, "shape": "square"}, columns=1, rows=1)
    layers: list[Layer] = []
    for key, layer in chosen.layers.items():
        layers.append(_layer(builder, key, layer, common["origin"], [each.name for each in layers]))
    footprint = _block(builder, name, board.footprint) if board.footprint is not None else (1, 1)
    _refuse_overlaps(builder, chosen, layers, footprint)
    return BoardShape(**common, columns=0, rows=0, layers=tuple(layers), footprint=footprint)


def _layer(
    builder: SchemaBuilder, key: Scalar, layer: model.Layer, origin: Literal["top", "bottom"], before: list[str]
) -> Layer:
    """One layer, from its size or its picture."""
    beside = ""
    if layer.beside is not None:
        beside = str(layer.beside)
        if beside not in before:
            hint = suggestion(beside, before, "This is the first layer: leave beside: out.")
            builder.error("no-such-layer", layer.beside.span, f"No layer before this one is called ‘{beside}’.", hint)
    offset = _offset(builder, layer)
    if layer.picture is not None:
        report_joined(layer.picture, builder.checker.diagnostics)
        rows = symbols(layer.picture)
        columns, high, holes = extent(rows, origin)
        for number, row in enumerate(rows, start=1):
            if len(row) != columns:
                message = f"Row {number} has {len(row)} symbols; the layer has {columns} columns."
                builder.error(
                    "picture-columns",
                    row[0].span if row else layer.picture.span,
                    message,
                    "Make all rows equally long.",
                )
            for symbol in row:
                if symbol.text not in (EMPTY, NO_SITE):
                    message = f"‘{symbol.text}’ is not a symbol of a layer."
                    help_text = f"Write ‘{EMPTY}’ for a site and ‘{NO_SITE}’ for none."
                    builder.error("unknown-symbol", symbol.span, message, help_text)
        if max(columns, high) > LARGEST_SIDE:
            message = f"A layer has at most {LARGEST_SIDE} columns and rows."
            builder.error("out-of-range", layer.picture.span, message, "Draw fewer.")
            return Layer(str(key), 1, 1, offset, beside=beside)
        return Layer(str(key), max(1, columns), max(1, high), offset, holes, beside)
    if layer.columns is None or layer.rows is None:
        message = f"Layer {key} has neither columns and rows nor a picture."
        builder.error("no-size", key.span, message, _SIZE.format("picture"))
        return Layer(str(key), 1, 1, offset, beside=beside)
    columns = builder.number(layer.columns, 1, LARGEST_SIDE, "columns")
    return Layer(str(key), columns, builder.number(layer.rows, 1, LARGEST_SIDE, "rows"), offset, beside=beside)


def _refuse_overlaps(
    builder: SchemaBuilder, chosen: model.Layers, layers: list[Layer], footprint: tuple[int, int]
) -> None:
    """Report layers that lie beside others and overlap them."""
    height, (wide, high) = heights(layers), footprint
    for number, (key, layer) in enumerate(zip(chosen.layers, layers, strict=True)):
        for other, level in zip(layers[:number], height, strict=False):
            if level == height[number] and overlap(layer, other, wide, high):
                message = f"Layer {key} lies beside {other.name}, but their sites overlap."
                builder.error("layers-overlap", key.span, message, "Change an offset, or leave beside out.")
                return


def _layout_word(builder: SchemaBuilder, board: model.Board) -> str | None:
    if board.layout is None:
        return None
    words = Words("layout", tuple(str(key) for key in board.layouts or ()))
    node = parse(board.layout, "expression", Diagnostics())
    known = [name for name, (kind, _) in builder.schema.settings.items() if isinstance(kind, Words)]
    if isinstance(node, nodes.Name) and node.value not in (*known, *words.words):
        message = f"‘{node.value}’ is neither a setting nor a layout."
        builder.error("unknown-name", board.layout.span, message, suggestion(node.value, [*known, *words.words]))
        return None
    kind, value = builder.constant(board.layout)
    return kind.words[value - 1] if isinstance(kind, Words) and value else None


def _offset(builder: SchemaBuilder, layer: model.Layer) -> tuple[int, int]:
    if layer.offset is None:
        return 0, 0
    values = [builder.number(each, -100, 100, "offset") for each in layer.offset]
    if len(values) != 2:
        builder.error("bad-offset", layer.span, "An offset is [x, y].", "Write two numbers, such as [1, 0].")
        return 0, 0
    return values[0], values[1]


def _sites(builder: SchemaBuilder, written: Scalar) -> list[str]:
    """The names of sites in a row."""
    names = written.replace(",", " ").split()
    if "," in written:
        at = written.index(",")
        message = "Separate the sites of a line with spaces, not commas."
        builder.error("bad-name", written.part(at, at + 1), message, f"Write {' '.join(names)}.")
    return names


def _report_misnamed(builder: SchemaBuilder, name: Scalar, board: model.Board) -> None:
    """Warn of the one site of a graph that has no place, if all others have one by their names or under places."""
    words = [
        (scalar, word)
        for scalar in [*(board.lines or []), *([board.sites] if board.sites is not None else [])]
        for word in re.finditer(r"[a-z]\w*", scalar)
    ]
    placed = {str(site) for site in board.places or {}}
    nowhere = [(each, word) for each, word in words if word[0] not in placed and coordinates(word[0]) == (0, 0)]
    if len({word[0] for _, word in nowhere}) == 1 and len({word[0] for _, word in words}) > _MANY_SITES:
        scalar, word = nowhere[0]
        message = f"{word[0]} has no place on {name}: the other sites are named by column and row, or placed."
        help = f"Correct its name, or place it: places: {{{word[0]}: [1, 1]}}."
        builder.checker.diagnostics.warning("no-place", scalar.part(word.start(), word.end()), message, help)


def _graph(builder: SchemaBuilder, name: Scalar, board: model.Board, common: dict[str, Any]) -> BoardShape:
    lines = tuple(tuple(_sites(builder, line)) for line in board.lines or [])
    extra = tuple(_sites(builder, board.sites)) if board.sites is not None else ()
    known = {site for line in lines for site in line} | set(extra)
    if not known:
        builder.error("no-sites", name.span, f"Board {name} has no sites.", "Give lines: or sites:.")
    for scalar in [*(board.lines or []), *([board.sites] if board.sites is not None else [])]:
        for site in scalar.replace(",", " ").split():
            if not re.fullmatch(r"[a-z][a-z0-9_]*", site):
                at = str(scalar).index(site)
                several = [part for part in re.split(r"[^a-z0-9_]+", site.lower()) if part]
                meant = (" " if all(map(SITE_NAME.fullmatch, several)) else "_").join(several)
                builder.error(
                    "bad-name",
                    scalar.part(at, at + len(site)),
                    "Site names have lower-case letters, digits and _, with spaces between them.",
                    f"Write ‘{meant}’.",
                )
    _report_misnamed(builder, name, board)
    places = {}
    for site, place in (board.places or {}).items():
        if str(site) not in known:
            builder.error("no-such-site", site.span, f"Board {name} has no site {site}.", suggestion(site, known))
        elif len(place) == 2:
            places[str(site)] = (
                float(builder.number(place[0], -100, 100, "A place")),
                float(builder.number(place[1], -100, 100, "A place")),
            )
        else:
            builder.error("bad-place", site.span, "A place is [column, row].", "Write two numbers, such as [2, 1].")
    return BoardShape(**common, columns=0, rows=0, lines=lines, extra_sites=extra, places=places)


def site_count(shape: BoardShape) -> int:
    """The maximum number of sites of a shape."""
    if shape.layers:
        return sum(layer.columns * layer.rows - len(layer.holes) for layer in shape.layers)
    cells = shape.columns * shape.rows
    # Each cell has half of its edges and its share of corners for itself, and there are those of the rim.
    sides, hexes = shape.columns + shape.rows, shape.shape == "hex"
    edges, corners = (3 * cells + 2 * sides, 2 * cells + 2 * sides) if hexes else (2 * cells + sides, cells + sides + 1)
    borders = edges * ("edges" in shape.borders) + corners * ("corners" in shape.borders)
    return cells + borders + len(shape.extra_sites) + sum(len(line) for line in shape.lines)
