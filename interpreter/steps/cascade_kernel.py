"""A cascade in plain steps, over any board and any values: lines vanish, the rest falls, new values come."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from interpreter.events import Event
from interpreter.faults import Fault
from interpreter.kernel import runs_in
from interpreter.streams import UNSEEN, Cursor, draw_many

MOST_WAVES = 1000

Sites = tuple[int, ...]
Column: TypeAlias = Any
"""The values of all sites, as a bytearray or a list."""

Wave = tuple[int, int, Sites]
Cleared = tuple[int, list[Wave]]
"""How many values vanished, and of each wave how many, its number, and from which sites if that is asked for."""

Cascade: TypeAlias = Callable[[Column, int, Cursor, tuple[Any, ...], list[Event] | None], tuple[Cursor, Cleared]]
"""Changes a column until no line is left. It is given the seed, the stream's place and the values of the refill, and
a list for events or None."""


@dataclass(frozen=True, slots=True)
class Well:
    """Where and how a cascade happens: `field` is where the state keeps the property.

    Lines of at least so many equal values vanish; `rings` are lines without an end. In each of `falls` values fall
    towards its end. `stream` is None where nothing comes after, and `codes` are what columns keep for drawn values,
    where that is something else. `tells_sites`: whether someone asks where values vanished.
    """

    board: str
    property: str
    field: int
    sites: Sites
    lines: tuple[Sites, ...]
    rings: tuple[Sites, ...]
    falls: tuple[Sites, ...]
    at_least: int
    stream: str | None
    empty: Any
    codes: dict[Any, int] | None = None
    tells_sites: bool = False


def matched_sites(well: Well, column: Column) -> Sites:
    """The sites of all lines, each once, in board order."""
    runs = runs_in(well.lines, well.rings, column, well.at_least, well.empty)
    return tuple(sorted({site for run in runs for site in run}))


def falling(well: Well, column: Column) -> list[tuple[int, int]]:
    """Which values fall from where to where; those that land first come first."""
    moves: list[tuple[int, int]] = []
    for line in well.falls:
        landing = len(line) - 1
        for place in range(landing, -1, -1):
            if column[line[place]] != well.empty:
                if place < landing:
                    moves.append((line[place], line[landing]))
                landing -= 1
    return moves


def plain_cascade(well: Well) -> Cascade:
    """The cascade of a well."""
    empty = well.empty

    def settle(
        column: Column, seed: int, cursor: Cursor, values: tuple[Any, ...], events: list[Event] | None = None
    ) -> tuple[Cursor, Cleared]:
        waves: list[Wave] = []
        removed = 0
        while sites := matched_sites(well, column):
            removed += len(sites)
            waves.append(next_wave(well, waves, len(sites), sites if well.tells_sites else ()))
            for site in sites:
                column[site] = empty
            tell_matched(well, events, waves, sites, column)
            moves = falling(well, column)
            for source, target in moves:
                column[target], column[source] = column[source], empty
            tell_fell(well, events, waves, moves, column)
            if well.stream is not None and cursor is not UNSEEN:
                sites = tuple([site for site in well.sites if column[site] == empty])
                drawn, cursor = refills(well, seed, cursor, values, len(sites))
                for site, value in zip(sites, drawn, strict=True):
                    column[site] = value
                tell_filled(well, events, waves, sites, column)
        return cursor, (removed, waves)

    return settle


def next_wave(well: Well, waves: list[Wave], count: int, sites: Sites) -> Wave:
    """The wave after others; too many are a mistake of the spec."""
    if len(waves) >= MOST_WAVES:
        raise Fault(f"The cascade on {well.board} does not come to rest within {MOST_WAVES:,} waves.")
    return count, len(waves) + 1, sites


def refills(
    well: Well, seed: int, cursor: Cursor, values: tuple[Any, ...], count: int
) -> tuple[Sequence[Any], Cursor]:
    """So many new values, as columns keep them."""
    assert well.stream is not None
    drawn, cursor = draw_many(seed, well.stream, cursor, values, count)
    return (drawn if well.codes is None else [well.codes[value] for value in drawn]), cursor


# What a window shows, stage by stage


def tell_matched(well: Well, events: list[Event] | None, waves: list[Wave], sites: Sites, column: Column) -> None:
    """Tell which sites vanish together."""
    if events is not None:
        count, number, _ = waves[-1]
        fields = {"wave": number, "count": count, "sites": sites}
        events.append(Event("matched", fields, ((well.field, None, _frozen(column)),)))


def tell_fell(
    well: Well, events: list[Event] | None, waves: list[Wave], moves: list[tuple[int, int]], column: Column
) -> None:
    """Tell what fell from where to where."""
    if events is not None and moves:
        sources, targets = zip(*moves, strict=True)
        fields = {"wave": waves[-1][1], "sources": sources, "targets": targets}
        events.append(_with_column("fell", well, fields, column))


def tell_filled(well: Well, events: list[Event] | None, waves: list[Wave], sites: Sites, column: Column) -> None:
    """Tell where new values came."""
    if events is not None and sites:
        fields = {"wave": waves[-1][1], "sites": sites}
        events.append(_with_column("filled", well, fields, column))


def _with_column(name: str, well: Well, fields: dict[str, Any], column: Column) -> Event:
    """An event that tells a whole column."""
    after = _frozen(column)
    fields |= {"property": well.property, "board": well.board, "after": after}
    return Event(name, fields, ((well.field, None, after),))


def _frozen(column: Column) -> bytes | tuple[Any, ...]:
    return bytes(column) if isinstance(column, bytearray) else tuple(column)
