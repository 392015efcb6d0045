"""A game that was played, written as an acceptance test: where it began, its moves, and their results."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from interpreter import Game, State, read, validate
from interpreter.drawing import ANYTHING, EMPTY
from interpreter.expressions import Flag, Letter, Number, Property, Site, StateWorld, Text, Words, strip
from interpreter.program import Program
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.model import AcceptanceTest
from interpreter.spec.nodes import Mapping as MappingNode
from interpreter.spec.nodes import Source
from runtime.messages import Problem
from runtime.session.given import described, keys_of
from runtime.session.session import Move, Session
from runtime.show.board_text import SymbolReader, plane_rows, zone_symbols
from runtime.testing.failures import Failure
from runtime.testing.runner import run_test

Lines = list[str]
Data = tuple[Any, ...]
PLAIN = re.compile(r"[A-Za-z0-9][\w ,.;()’‘/+@-]*")
PLAIN_TYPES = (Number, Flag, Words, Text, Letter, Site)


def transcript(session: Session, name: str, last: int | None = None) -> str:
    """The test as YAML, to be put under `acceptance:` of the spec; it has been run, and passes.

    It begins as the game began. With `last` it has only that many moves, and begins with the position before them.
    """
    moves = session.history if last is None else session.history[-last:]
    if not moves:
        raise Problem("There is no move to write a test of.", "Play first.")
    given = _begun(session) if last is None else _drawn(session, moves[0].before)
    before = session.start if last is None else moves[0].before
    lines = [
        f"{_scalar(name)}:",
        *_nested(["given:", *_nested(given)]),
        *_nested(["when:", *_nested(_happening(move) for move in moves)]),
        *_nested(["then:", *_nested(_outcomes(session.game, before, session.state))]),
    ]
    failures = _tried(session.game, lines)
    if failures:
        raise _untold(session, moves, failures[0], drawn=last is not None)
    return "\n".join(["acceptance:", *_nested(lines)]) + "\n"


def _tried(game: Game, lines: Lines) -> tuple[Failure, ...]:
    """The failures when the test is read back and run."""
    diagnostics = Diagnostics()
    node = read(Source("<test>", "\n".join(lines) + "\n"), diagnostics)
    diagnostics.raise_if_errors()
    assert node is not None
    [(name, body)] = node.items()
    assert isinstance(body, MappingNode)
    test = validate(AcceptanceTest, body, diagnostics)
    diagnostics.raise_if_errors()
    assert test is not None
    return run_test(game, name, test).failures


def _untold(session: Session, moves: list[Move], failure: Failure, drawn: bool) -> Problem:
    """Why there is no test: the first thing in it that does not hold."""
    where = "" if failure.span is None else f" ({failure.span.source.line(failure.span.line).strip()})"
    what = f"As a test this does not come out as it was played: {failure.message}{where}"
    if drawn and moves[0].before.cursors() != session.state.cursors():
        return Problem(what, "These moves involve luck. Leave out --last, so that the test has the game's luck.")
    return Problem(what, "Leave --last out to write the whole game." if drawn else None)


# Given


def _begun(session: Session) -> Lines:
    """The start of the game: level, settings that differ from it, and the seed."""
    return [*_chosen(session), f"seed: {session.seed}"]


def _chosen(session: Session) -> Lines:
    game = session.game
    usual = game.settings.shown(game.settings.choose(session.level, None).values)
    differing = {name: value for name, value in session.settings.items() if value != usual[name]}
    lines = [] if session.level is None else [f"level: {_scalar(session.level)}"]
    if differing:
        lines += ["settings:", *_nested(f"{name}: {_setting(value)}" for name, value in differing.items())]
    return lines


def _setting(value: Any) -> str:
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else _scalar(str(value))


def _drawn(session: Session, state: State) -> Lines:
    """A position in pictures; values that pictures do not show are set by steps."""
    program, data = state.program, state.data
    lines = [*_begun(session), f"to_move: {state.to_move}"]
    if program.phases:
        lines.append(f"phase: {program.phases[state.phase - 1].name}")
    lines.append(f"turn_number: {state.turn_number}")
    for board in program.schema.boards:
        lines += _board(program, data, board, unknown=EMPTY)
    for zone in program.schema.zones:
        lines += _zone(program, data, zone)
    steps = _placing(program, data)
    steps += [f"- {name} = {value}" for name, value in _variables(program, session.start.data, data).items()]
    return [*lines, "do:", *_nested(steps)] if steps else lines


# When


def _happening(move: Move) -> str:
    action, _, choices = move.text.partition(" ")
    return f"- {action}: {_scalar(choices)}" if choices else f"- {action}"


# Then


def _outcomes(game: Game, before: State, after: State) -> Lines:
    """The results of the moves: the end or whose turn it is, then boards, zones and variables."""
    program, status = after.program, game.status(after)
    lines = [f"- to_move == {status.to_move}"] if len(game.players) > 1 else ["- not over"]
    if status.over:
        lines = [f"- ended: {status.ended_by}"]
        if len(game.players) > 1:
            lines.append(f"- winner == {status.winner or 'none'}")
        elif status.won is not None:
            lines.append("- won" if status.won else "- not won")
        lines += [f"- payoff({player}) == {number}" for player, number in (status.payoff or {}).items()]
    for name, value in _variables(program, before.data, after.data).items():
        lines.append(f"- {name} == {value}")
    for zone, found in program.schema.zones.items():
        if found.seen_by == "nobody":
            lines += _lengths(program, after.data, zone)
        else:
            lines += _entry(_zone(program, after.data, zone))
    for board in program.schema.boards:
        lines += _entry(_board(program, after.data, board, unknown=ANYTHING))
    return lines + _looking(program, after.data)


def _lengths(program: Program, data: Data, zone: str) -> Lines:
    """The size of a zone that nobody sees."""
    found = program.schema.zones[zone]
    if found.per is None:
        return [f"- len({zone}) == {len(zone_symbols(program, data, zone))}"]
    counts = [len(zone_symbols(program, data, zone, number + 1)) for number in range(found.count)]
    return [f"- len({zone}[{key}]) == {count}" for key, count in zip(keys_of(found.per), counts, strict=True)]


# Boards, zones and variables


def _board(program: Program, data: Data, name: str, unknown: str) -> Lines:
    """A board under its name; nothing if it cannot be drawn. `unknown` stands for contents without a symbol."""
    board = program.schema.boards[name]
    pictures = [_picture(program, data, name, instance, unknown) for instance in board.instances]
    if not all(pictures):
        return []
    if board.per is None:
        return [f"{name}:{pictures[0][0]}", *pictures[0][1:]]
    keyed = zip(keys_of(board.per), pictures, strict=True)
    return [f"{name}:", *_nested(line for key, rows in keyed for line in (f"{key}:{rows[0]}", *rows[1:]))]


def _picture(program: Program, data: Data, name: str, instance: str, unknown: str) -> Lines:
    """The rows of a board, or of each of its layers; the first line continues the line with its name."""
    board = program.schema.topology.boards[instance]
    reader = SymbolReader(program, data, name)
    symbols = {site: symbol if reader.drawn(site) else unknown for site, symbol in reader.symbols(instance).items()}
    symbols |= {site: EMPTY for site in board.sites if site not in symbols and not _within(program, reader, site)}
    if board.shape == "layers":
        layers = zip(board.layers, board.planes, strict=True)
        rows = [[f"{layer.name}: |", *_nested(plane_rows(plane, symbols))] for layer, plane in layers]
        return ["", *_nested(line for each in rows for line in each)]
    if board.of:
        names = program.schema.topology.names
        listed = [f"{names[site]}: {_scalar(symbol)}" for site, symbol in symbols.items() if symbol != EMPTY]
        return ["", *_nested(listed)] if listed else [" none"]
    parted = program.schema.parted(name)
    return [] if board.sheet is None else [" |", *_nested(plane_rows(board.sheet, symbols, parted=parted))]


def _within(program: Program, reader: SymbolReader, site: int) -> bool:
    """Whether a site shows a part of the symbol of a piece that begins earlier: a word covers several columns."""
    topology, first = program.schema.topology, reader.first_cell(site)
    ahead = topology.column[site] - topology.column[first]
    return topology.row[site] == topology.row[first] and 0 < ahead < len(reader.symbol(first))


def _undrawn(program: Program, data: Data) -> list[tuple[str, dict[str, str], dict[str, dict[str, str]]]]:
    """Each site without a symbol, with what pictures would show there: of the cell, and of each piece."""
    found: list[tuple[str, dict[str, str], dict[str, dict[str, str]]]] = []
    for name, board in program.schema.boards.items():
        reader = SymbolReader(program, data, name)

        def told(values: Mapping[str, Any], known: Mapping[str, Property], shown: Collection[str]) -> dict[str, str]:
            return {name: described(program, data, values[name], known[name].type) for name in known if name in shown}

        for site in (site for each in board.instances for site in reader.symbols(each) if not reader.drawn(site)):
            face = reader.face(site)
            pieces = {
                kind: told(values, program.schema.kinds[kind].properties, reader.shown_properties[kind])
                for kind, values in face.pieces.items()
            }
            place = described(program, data, site, Site())
            found.append((place, told(face.cells, board.cells, reader.shown_cells), pieces))
    return found


def _placing(program: Program, data: Data) -> Lines:
    """Steps that place contents without a symbol on sites."""
    lines: Lines = []
    for place, cells, pieces in _undrawn(program, data):
        lines += [f"- {place}.{name} = {value}" for name, value in cells.items()]
        for kind, values in pieces.items():
            given = ", ".join(f"{name} = {value}" for name, value in values.items())
            lines += [f"- create: {kind}({given})", f"  at: {place}"]
    return lines


def _looking(program: Program, data: Data) -> Lines:
    """Expressions about sites without a symbol."""
    lines: Lines = []
    for place, cells, pieces in _undrawn(program, data):
        lines += [f"- {place}.{name} == {value}" for name, value in cells.items()]
        lines += [
            f"- {place}.{kind}.{name} == {value}" for kind, values in pieces.items() for name, value in values.items()
        ]
    return lines


def _zone(program: Program, data: Data, name: str) -> Lines:
    zone = program.schema.zones[name]
    if zone.per is None:
        return [f"{name}: {_held(zone_symbols(program, data, name))}"]
    entries = (
        f"{key}: {_held(zone_symbols(program, data, name, number))}"
        for number, key in enumerate(keys_of(zone.per), start=1)
    )
    return [f"{name}:", *_nested(entries)]


def _held(symbols: list[str]) -> str:
    return _scalar(" ".join(symbols)) if symbols else "none"


def _variables(program: Program, before: Data, after: Data) -> dict[str, str]:
    """The variables that have changed, each with its value as an expression."""
    found: dict[str, str] = {}
    for name, variable in program.schema.variables.items():
        if not isinstance(strip(variable.type), PLAIN_TYPES):
            continue
        was, now = (StateWorld(program, data, 1).variable(name) for data in (before, after))
        if variable.per is None:
            was, now, names = [was], [now], [name]
        else:
            names = [f"{name}[{key}]" for key in keys_of(variable.per)]
        for each, old, new in zip(names, was, now, strict=True):
            if old != new:
                found[each] = described(program, after, new, variable.type)
    return found


# YAML


def _nested(lines: Iterable[str]) -> Lines:
    return [f"  {line}" for line in lines]


def _entry(lines: Lines) -> Lines:
    """The lines as one entry of a list."""
    return [f"{'- ' if number == 0 else '  '}{line}" for number, line in enumerate(lines)]


def _scalar(text: str) -> str:
    """A text in YAML's notation."""
    return text if PLAIN.fullmatch(text) else f"'{text.replace(chr(39), chr(39) * 2)}'"
