"""The state of the game: boards and zones by name, what has stayed unchanged, and how the game ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from interpreter.drawing import ANYTHING, Drawing, Meaning, parted_by_blanks, read_piece
from interpreter.expressions import StateWorld
from interpreter.program import ENGINE_ENDS, Program
from interpreter.spec.diagnostics import suggestion
from interpreter.spec.nodes import Mapping, Node, Scalar
from runtime.session.given import Ground, Word, described, keyed, report_which, words_of
from runtime.show.board_text import SymbolReader, board_text, drawn_symbols, first_property, piece_symbol, zone_symbols
from runtime.testing.course import Course
from runtime.testing.entries import LastAction, Several, check, text_of
from runtime.testing.failures import Comparison, Failure, Value, differs

# Boards and zones


Data = tuple[Any, ...]
MOST_SHOWN = 5


@dataclass(frozen=True, slots=True)
class BoardShows:
    """A board looks like a picture; ‘?’ stands for anything."""

    name: Scalar
    instance: str
    expected: dict[int, tuple[str, Meaning | None]]

    def failures(self, course: Course) -> list[Failure]:
        program = course.state.program
        reader = SymbolReader(program, course.state.data, str(self.name))
        wrong = [
            site
            for site, (_, meaning) in self.expected.items()
            if meaning is not None and not _holds(reader, site, meaning)
        ]
        if not wrong:
            return []
        names, actual = program.schema.topology.names, reader.symbols(self.instance)
        listed = [f"{names[s]} is {reader.symbol(s)}, not {self.expected[s][0]}" for s in wrong[:MOST_SHOWN]]
        more = f" and {len(wrong) - MOST_SHOWN} more" if len(wrong) > MOST_SHOWN else ""
        shown = {site: self.expected.get(site, (ANYTHING, None))[0] for site in actual}
        shown |= {site: symbol for site, (symbol, _) in self.expected.items()}
        comparison = Comparison(
            tuple(drawn_symbols(program, self.instance, shown)),
            tuple(drawn_symbols(program, self.instance, actual)),
        )
        message = f"{self.instance} differs: {'; '.join(listed)}{more}."
        return [Failure(self.name.span, message, pictures=(comparison,))]


def _holds(reader: SymbolReader, site: int, meaning: Meaning) -> bool:
    """Whether a site shows what a symbol means. Sites covered by a larger piece may show that piece again, or
    nothing."""
    first = reader.first_cell(site)
    return reader.fits(meaning, first) or (first != site and not meaning.pieces)


def check_board(ground: Ground, key: Scalar, node: Node) -> Several | None:
    """`<board>: picture`."""
    board, before = ground.program.schema.boards[str(key)], len(ground.diagnostics.errors)
    if board.per is None:
        parts = [_board(ground, key, board.instances[0], node)]
    elif isinstance(node, Mapping):
        entries = keyed(ground, board.per, str(key), node)
        parts = [_board(ground, key, board.instances[number - 1], picture) for number, _, picture in entries]
    else:
        report_which(ground, str(key), board.per, node)
        return None
    return Several(tuple(parts)) if len(ground.diagnostics.errors) == before else None


def _board(ground: Ground, key: Scalar, instance: str, node: Node) -> BoardShows:
    program = ground.program
    drawing = Drawing(program, program.bench(), ground.diagnostics)
    legend = program.legends.boards[str(key)]
    expected: dict[int, tuple[str, Meaning | None]] = {}
    if isinstance(node, Scalar) and str(node) == "none":
        expected = {site: (".", Meaning()) for site in program.schema.topology.boards[instance].sites}
        return BoardShows(key, instance, expected)
    for site, symbol in drawing.symbols(str(key), instance, node):
        if symbol.text == ANYTHING:
            expected[site] = (ANYTHING, None)
            continue
        meaning = legend.meaning(symbol.text, symbol.span, ground.diagnostics)
        if meaning is not None:
            expected[site] = (symbol.text, meaning)
    return BoardShows(key, instance, expected)


@dataclass(frozen=True, slots=True)
class ZoneHolds:
    """A zone holds these pieces in this order; ‘?’ stands for any."""

    node: Node
    zone: str
    title: str
    number: int | None
    symbols: tuple[str, ...]

    def failures(self, course: Course) -> list[Failure]:
        found = zone_symbols(course.state.program, course.state.data, self.zone, self.number)
        fits = len(found) == len(self.symbols) and all(
            wanted in (ANYTHING, symbol) for wanted, symbol in zip(self.symbols, found, strict=True)
        )
        if fits:
            return []
        expected, held = (" ".join(symbols) or "none" for symbols in (self.symbols, found))
        return [differs(self.node, f"{self.title} holds something else.", expected, held, "found")]


def check_zone(ground: Ground, key: Scalar, node: Node) -> Several | None:
    """`<zone>: symbols`, or for several zones `<zone>: {key: symbols}`."""
    zone, before = ground.program.schema.zones[str(key)], len(ground.diagnostics.errors)
    parts: list[ZoneHolds] = []
    if zone.per is None:
        parts.append(_zone(ground, str(key), str(key), None, node))
    elif isinstance(node, Mapping):
        for number, title, text in keyed(ground, zone.per, str(key), node):
            parts.append(_zone(ground, str(key), f"{key}[{title}]", number, text))
    else:
        report_which(ground, str(key), zone.per, node)
    return Several(tuple(parts)) if len(ground.diagnostics.errors) == before else None


def _zone(ground: Ground, zone: str, title: str, number: int | None, node: Node) -> ZoneHolds:
    words: list[Word] = []
    if (apart := parted_by_blanks(node)) is not None or not isinstance(node, Scalar):
        help = apart or "Write them on one line, as in a b c, or none."
        ground.diagnostics.error("zone-shape", node.span, "A zone is given as symbols separated by spaces.", help)
    else:
        words = [] if node == "none" else words_of(node)
    kind = ground.program.schema.zones[zone].kind
    prop, found = first_property(ground.program, kind), list[str]()
    for word in words:
        if word.text == ANYTHING or (prop is None and word.text == kind):
            found.append(word.text)
            continue
        values = read_piece(ground.program.legends, kind, word.text)
        if values is None:
            ground.diagnostics.error(
                "unknown-symbol",
                word.span,
                f"‘{word.text}’ is not a valid {kind}.",
                f"Write a {prop.type if prop is not None else kind}, or * for anything.",
            )
        else:
            found.append(piece_symbol(ground.program, kind, values))
    return ZoneHolds(node, zone, title, number, tuple(found))


def place_content(program: Program, data: Data, name: str) -> Any:
    """Everything in a board, zone or variable, in a form that can be compared."""
    schema, position = program.schema, StateWorld(program, data, 1)
    if name in schema.boards:
        reader = SymbolReader(program, data, name)
        sites = [s for each in schema.boards[name].instances for s in schema.topology.boards[each].sites]
        return [reader.face(site) for site in sites]
    if name in schema.zones:
        zone = schema.zones[name]
        columns = [prop.column for prop in schema.kinds[zone.kind].properties.values()]
        groups = [position.zone(name, key) for key in zone.keys]
        return [[tuple(position.read(column, piece) for column in columns) for piece in group] for group in groups]
    return position.variable(name)


def describe_place(program: Program, before: Data, now: Data, name: Scalar) -> Failure:
    """The failure of a board, zone or variable that should have stayed unchanged."""
    text, schema = str(name), program.schema
    message = f"{name} has changed."
    if text in schema.boards:
        comparisons = [
            Comparison(tuple(was.split("\n")), tuple(now_is.split("\n")), ("before", "now"))
            for each in schema.boards[text].instances
            if (was := board_text(program, before, text, each)) != (now_is := board_text(program, now, text, each))
        ]
        return Failure(name.span, message, pictures=tuple(comparisons))
    if text in schema.zones:
        numbers = [None] if schema.zones[text].per is None else list(range(1, schema.zones[text].count + 1))
        was = " / ".join(" ".join(zone_symbols(program, before, text, number)) or "none" for number in numbers)
        now_is = " / ".join(" ".join(zone_symbols(program, now, text, number)) or "none" for number in numbers)
        return Failure(name.span, message, (Value("before", was), Value("now", now_is)))
    was, now_is = (variable_text(program, data, text) for data in (before, now))
    return Failure(name.span, message, (Value("before", was), Value("now", now_is)))


def variable_text(program: Program, data: Data, name: str) -> str:
    """A state variable as people read it."""
    variable = program.schema.variables[name]
    value = StateWorld(program, data, 1).variable(name)
    if variable.per is None:
        return described(program, data, value, variable.type)
    return ", ".join(described(program, data, each, variable.type) for each in value)


# What has stayed, and the end


@dataclass(frozen=True, slots=True)
class Unchanged:
    """Boards, zones and variables are the same as after `given`."""

    names: tuple[Scalar, ...]

    def failures(self, course: Course) -> list[Failure]:
        found = []
        for name in self.names:
            program, before, now = course.state.program, course.start.data, course.state.data
            if place_content(program, before, str(name)) != place_content(program, now, str(name)):
                found.append(describe_place(program, before, now, name))
        return found


@check("unchanged")
def check_unchanged(ground: Ground, key: Scalar, node: Node, _last: LastAction) -> Unchanged | None:
    """Boards, zones or variables that are as before."""
    schema = ground.program.schema
    names = [*schema.boards, *schema.zones, *schema.variables]
    listed = [node] if isinstance(node, Scalar) else list(node)
    found: list[Scalar] = []
    for name in listed:
        if not isinstance(name, Scalar) or str(name) not in names:
            hint = suggestion(str(name), names)
            unknown = f"‘{name}’ is not a board, a zone or a variable."
            message = unknown if isinstance(name, Scalar) else f"{key} takes names."
            ground.diagnostics.error("unknown-place", name.span, message, hint)
        else:
            found.append(name)
    return Unchanged(tuple(found)) if len(found) == len(listed) else None


@dataclass(frozen=True, slots=True)
class Ended:
    """The game has ended by this end condition."""

    name: Scalar

    def failures(self, course: Course) -> list[Failure]:
        status = course.position.game.status(course.state)
        if status.ended_by == str(self.name):
            return []
        how = f"it ended by {status.ended_by}" if status.over else "it goes on"
        return [Failure(self.name.span, f"The game should have ended by {self.name}, but {how}.")]


@check("ended")
def check_ended(ground: Ground, key: Scalar, node: Node, _last: LastAction) -> Ended | None:
    """The end condition by which the game ended."""
    name = text_of(ground, key, node)
    if name is None:
        return None
    ends = [*(str(end) for end in ground.game.spec.end_conditions), *ENGINE_ENDS]
    if str(name) not in ends:
        ground.diagnostics.error("unknown-end", name.span, f"There is no end condition {name}.", suggestion(name, ends))
        return None
    return Ended(name)
