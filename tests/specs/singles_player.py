"""A player of stack-and-sudoku puzzles who knows only singles: a cell with one number left, a number with one cell left
in a row, column or box. Pairs are chosen sensibly: numbers that can be placed at once, then those that free the most
tiles.

It looks only at what a player may know. If nothing is certain and the tray is full it guesses, and it never undoes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from interpreter import Action, Game, State
from interpreter.program.program import Program


class Table:
    """What is known about a position."""

    def __init__(self, game: Game, state: State) -> None:
        program, view = state.program, game.seen(state, "you")
        self.program = program
        self.topology = program.schema.topology
        self.number = field(program, view.data, "tile.number")
        self.at = field(program, view.data, "at.tile")
        self.tray = field(program, view.data, "zone.tray")
        self.cells = self.topology.boards["grid"].sites
        self.stack = {site for site in self.topology.boards["stack"].sites if self.at[site]}
        self.size = self.topology.boards["grid"].columns

    def units(self) -> Iterable[tuple[int, ...]]:
        """Rows, columns and boxes."""
        for axis in (1, 2):
            yield from dict.fromkeys(self.topology.line_table(axis)[cell] for cell in self.cells)
        yield from dict.fromkeys(self.topology.region_table("box")[cell] for cell in self.cells)

    def candidates(self) -> dict[int, set[int]]:
        """For each empty cell the numbers that do not clash."""
        found = {cell: set(range(1, self.size + 1)) for cell in self.cells if not self.at[cell]}
        for unit in self.units():
            taken = {self.number[self.at[cell]] for cell in unit if self.at[cell]}
            for cell in unit:
                if cell in found:
                    found[cell] -= taken
        return found

    def singles(self, candidates: dict[int, set[int]]) -> dict[int, set[int]]:
        """For each number, the cells where it certainly goes."""
        found: dict[int, set[int]] = {number: set() for number in range(1, self.size + 1)}
        for cell, numbers in candidates.items():
            if len(numbers) == 1:
                found[next(iter(numbers))].add(cell)
        for unit in self.units():
            for number in found:
                cells = [cell for cell in unit if number in candidates.get(cell, ())]
                if len(cells) == 1:
                    found[number].add(cells[0])
        return found

    def free(self, gone: Iterable[int] = ()) -> int:
        """How many tiles of the stack are free once some of them are gone."""
        left = self.stack - set(gone)
        return sum(
            not any(site in left for site in self.topology.above[tile])
            and not (
                any(site in left for site in self.topology.left[tile])
                and any(site in left for site in self.topology.right[tile])
            )
            for tile in left
        )


def field(program: Program, data: tuple[Any, ...], name: str) -> Any:
    """A field of a state."""
    return data[program.layout.fields[name].index]


def choose(game: Game, state: State) -> Action:
    """What this player does next."""
    table = Table(game, state)
    candidates = table.candidates()
    certain = table.singles(candidates)
    for token in table.tray:
        cells = certain[table.number[token]]
        if cells:
            return ("place", token, min(cells))
    legal = game.legal(state)
    pairs = [action for action in legal if action[0] == "pair"]
    if pairs:
        return max(pairs, key=lambda pair: _worth(table, certain, pair))
    places = [action for action in legal if action[0] == "place"]
    return min(places, key=lambda place: (len(candidates[place[2]]), place))


def _worth(table: Table, certain: dict[int, set[int]], pair: Action) -> tuple[int, int]:
    sites = [site for site in table.stack if table.at[site] in pair[1:]]
    return min(2, len(certain[table.number[pair[1]]])), table.free(sites)


def plays(game: Game, state: State) -> bool:
    """Play a game to its end; return whether it is won."""
    while not state.over:
        state = game.advance(state, choose(game, state))
    return bool(game.status(state).won)
