"""What the state of a game stores is what its types allow: no none where none is excluded, no number out of its
range."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from interpreter import State, load, loads
from interpreter.language.types import Flag, Letter, Listing, Maybe, Number, Piece, Record, Site, Text, Type, Words
from interpreter.state.layout import Field
from tests.interpreter.test_language import LANGUAGE
from tests.interpreter.test_properties import every_game, game_of, more_seeds, seeds, walk


def fits(value: Any, kind: Type, state: State) -> bool:
    """Whether a value belongs to a type; None stands for none."""
    schema = state.program.schema
    match kind:
        case Maybe():
            return value is None or fits(value, kind.of, state)
        case Flag():
            return isinstance(value, bool)
        case Number():
            low, high = kind.low, kind.high
            return type(value) is int and (low is None or high is None or low <= value <= high)
        case Letter():
            return value in (*schema.alphabet, "*")
        case Text():
            return isinstance(value, str)
        case Words():
            return type(value) is int and 1 <= value <= len(kind.words)
        case Site():
            return type(value) is int and 1 <= value <= schema.topology.count
        case Piece():
            return type(value) is int and 1 <= value < len(kept(state, f"{kind.kind}.site"))
        case Listing():
            return isinstance(value, tuple) and all(fits(item, kind.item, state) for item in value)
        case Record():
            parts = zip(value, kind.fields, strict=True)
            return isinstance(value, tuple) and all(fits(part, each, state) for part, (_, each) in parts)
    raise AssertionError(kind)


def kept(state: State, name: str) -> Any:
    """What a state stores under a name."""
    return state.data[state.program.layout.fields[name].index]


def entries(state: State, field: Field) -> Iterator[tuple[int, Any]]:
    """The meaningful values of a field, by place: those of cells, and of pieces that are in play."""
    raw, program = kept(state, field.name), state.program
    kind, _, name = field.name.partition(".")
    if field.store == "value":
        yield 0, raw
    elif kind == "cell":
        holders = [board for board in program.schema.boards.values() if name in board.cells]
        for instance in (instance for board in holders for instance in board.instances):
            yield from ((site, raw[site]) for site in program.schema.topology.boards[instance].sites)
    elif kind in program.schema.kinds and name:
        places = zip(kept(state, f"{kind}.site"), kept(state, f"{kind}.zone"), strict=True)
        yield from ((number, raw[number]) for number, place in enumerate(places) if any(place))
    else:
        yield from list(enumerate(raw))[1:]


def misfits(state: State) -> list[tuple[str, int, Any]]:
    """Every value that its type does not allow, except for cells that nothing was ever put into."""
    layout, blank = state.program.layout, state.program.blank()
    found = []
    for field in layout.fields.values():
        if field.type is None:
            continue
        for place, raw in entries(state, field):
            never_set = field.name.startswith("cell.") and raw == blank[field.index][place]
            if not never_set and not fits(layout.decode_value(field.name, raw), field.type, state):
                found.append((field.name, place, raw))
    return found


@every_game
@seeds
def test_states_keep_what_their_types_allow(name: str, seed: int) -> None:
    for state, _ in walk(game_of(name), seed, 25):
        assert misfits(state) == []


@pytest.mark.parametrize("path", LANGUAGE, ids=lambda path: path.stem)
@seeds
def test_states_of_the_language_specs_keep_what_their_types_allow(path: Path, seed: int) -> None:
    for state, _ in walk(load(path), seed, 40):
        assert misfits(state) == []


@pytest.mark.soak
@every_game
@more_seeds
def test_states_of_many_games_keep_what_their_types_allow(name: str, seed: int) -> None:
    for state, _ in walk(game_of(name), seed, 150):
        assert misfits(state) == []


def test_a_misfit_is_seen() -> None:
    spec = """
game: fields
title: Fields
boards: {grid: {columns: 2, rows: 1, cell: {digit: {is: 1..9, start: 1}}}}
state: {mark: {is: site, start: a1}, heap: {per: 1..2, is: 0..3}, n: 0}
actions:
  go:
    effects: [n += 1]
end_conditions:
  often: {when: n == 9, won: true}
"""
    state = loads(spec, "fields.yaml").new()
    assert misfits(state) == []
    for name, wrong, found in [
        ("mark", 0, ("mark", 0, 0)),
        ("mark", 3, ("mark", 0, 3)),
        ("n", True, ("n", 0, True)),
        ("heap", (0, 0, 4), ("heap", 2, 4)),
        ("cell.digit", bytes([0, 1, 12]), ("cell.digit", 2, 12)),
    ]:
        data = list(state.data)
        data[state.program.layout.fields[name].index] = wrong
        assert misfits(type(state)(tuple(data))) == [found]
