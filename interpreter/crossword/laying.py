"""Words as placements: which tiles of a rack spell a word in a slot.

A word is laid with the first tiles that have its letters, and with wildcards only where a letter is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Any

from interpreter.crossword.slots import Slot
from interpreter.lexicon import Lexicon
from interpreter.lexicon.shelf import Bits, bits

WILD = ""
Tile = tuple[int, str | None]
"""A tile and its letter: WILD if any letter can be chosen for it, None if its letter is not known."""
Record = tuple[Any, ...]
"""A tile that is laid: its site, the tile, and the letter that it shows, in the order of the action's choice."""
Placed = tuple[Record, ...]
Records = Callable[[Sequence[int], Sequence[int], Sequence[str | None]], Placed]

RECORDS: dict[tuple[int, ...], Records] = {
    (0, 1, 2): lambda sites, tiles, letters: tuple(zip(sites, tiles, letters, strict=True)),
    (0, 2, 1): lambda sites, tiles, letters: tuple(zip(sites, letters, tiles, strict=True)),
    (1, 0, 2): lambda sites, tiles, letters: tuple(zip(tiles, sites, letters, strict=True)),
    (2, 0, 1): lambda sites, tiles, letters: tuple(zip(tiles, letters, sites, strict=True)),
    (1, 2, 0): lambda sites, tiles, letters: tuple(zip(letters, sites, tiles, strict=True)),
    (2, 1, 0): lambda sites, tiles, letters: tuple(zip(letters, tiles, sites, strict=True)),
}
"""Records of sites, tiles and letters, by where each of the three stands in them."""


class Rack:
    """The tiles that can be laid. `order` is where site, tile and letter stand in a record."""

    def __init__(self, lexicon: Lexicon, tiles: Iterable[Tile], order: tuple[int, int, int]) -> None:
        self.lexicon = lexicon
        self.tiles: dict[str, list[int]] = {}
        self.wild: list[int] = []
        for tile, letter in tiles:
            if letter == WILD:
                self.wild.append(tile)
            elif letter is not None and letter in lexicon.codes:
                self.tiles.setdefault(letter, []).append(tile)
        self.held = {lexicon.codes[letter]: len(tiles) for letter, tiles in self.tiles.items()}
        self.size = sum(self.held.values()) + len(self.wild)
        self._records = RECORDS[order]
        self._used: dict[tuple[str, ...], tuple[int, ...]] = {}

    def laid(self, slot: Slot, free: tuple[int, ...], words: Bits) -> Iterator[Placed]:
        """The placements of some words in a slot whose free places are given, the most common word first."""
        used, records, sites = self._used, self._records, slot.free
        pick: Callable[[str], tuple[str, ...]] = itemgetter(*free) if len(free) > 1 else itemgetter(slice(*_one(free)))
        for letters in map(pick, map(self.lexicon.shelves[len(slot.sites)].spelt.__getitem__, bits(words))):
            tiles = used.get(letters)
            if tiles is None:
                tiles = used[letters] = self._tiles_for(letters)
            yield records(sites, tiles, letters)

    def _tiles_for(self, letters: tuple[str, ...]) -> tuple[int, ...]:
        taken: dict[str, int] = {}
        wild = iter(self.wild)
        found = []
        for letter in letters:
            number, held = taken.get(letter, 0), self.tiles.get(letter, ())
            taken[letter] = number + 1
            found.append(held[number] if number < len(held) else next(wild))
        return tuple(found)


def _one(places: tuple[int, ...]) -> tuple[int, int]:
    """The bounds of the slice that is one place: what is picked is then a text of one letter."""
    return places[0], places[0] + 1
