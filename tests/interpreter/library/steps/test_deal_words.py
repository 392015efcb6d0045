"""The step deal_words: letters are dealt so that words can clear the board, in the way that it records."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from interpreter import Fault, Game, SpecError, State, loads
from interpreter.words import COMMON, open_lexicon
from interpreter.words.lexicon import WORDLISTS

SPEC = """
game: heap
title: Heap
lexicon: english
settings:
  shortest: {default: 2, range: 1..9}
entities:
  tile: {letter: letter, step: 0..30, place: 0..30}
boards:
  pile:
    shape: layers
    holds: tile
    footprint: [2, 2]
    layers:
      low: {columns: 2, rows: 2, offset: [1, 1]}
      high: {columns: 3, rows: 3, offset: [0, 0]}
zones:
  bag: {holds: tile}
tables:
  counts: AEIORSTLN=3 DGMPCBHU=2 *=2
state: {spelt: 0}
define:
  free(tile t): all(empty(s) for s in above(t))
setup:
  - create: tile
    in: bag
    property: letter
    counts: counts
  - deal_words: bag
    to: pile
    removable: free(it)
    shortest: shortest
    stream: deal
    as: solution
  - for: n in 1..len(solution.words), i in 1..9
    do:
      - if: i <= len(solution.words[n].pieces)
        then:
          - let t = solution.words[n].pieces[i]
          - t.step = n
          - t.place = i
actions:
  spell:
    choose:
      tiles:
        many: 1..13
        from: pieces(pile)
        where: free(it)
    moves: spellings(tiles)
    validate:
      known:
        check: len(tiles) >= shortest and is_word(join(t.letter for t in tiles))
        else: No word.
    effects:
      - remove: tiles
      - spelt += 1
end_conditions:
  cleared:
    when: empty(pile)
    won: true
"""


@cache
def game(text: str = SPEC) -> Game:
    return loads(text)


def column(state: State, name: str) -> Any:
    return state.data[state.program.layout.fields[name].index]


def recorded(state: State) -> list[tuple[Any, ...]]:
    """The actions of the recorded solution."""
    steps, places = column(state, "tile.step"), column(state, "tile.place")
    order: dict[int, list[tuple[int, int]]] = {}
    for tile in range(1, len(steps)):
        if steps[tile]:
            order.setdefault(steps[tile], []).append((places[tile], tile))
    return [("spell", tuple(tile for _, tile in sorted(order[step]))) for step in sorted(order)]


def letters(state: State, sites: bool = True) -> str:
    """The letters of the tiles on the board, or in the bag, in the order of their numbers."""
    codes, places = column(state, "tile.letter"), column(state, "tile.site")
    found = [codes[tile] for tile in range(1, len(codes)) if bool(places[tile]) == sites]
    return "".join(state.program.layout.letters[code] or "" for code in found)


@pytest.mark.parametrize("seed", range(25))
def test_the_recorded_words_clear_the_board(seed: int) -> None:
    state = game().new(seed=seed)
    assert len(letters(state)) == 13
    for action in recorded(state):
        outcome = game().apply(state, action)
        assert outcome.refusal is None, outcome.refusal
        state = outcome.state
    assert game().status(state).ended_by == "cleared"


def test_the_tiles_are_those_of_the_zone() -> None:
    lexicon = open_lexicon(WORDLISTS / "english.txt")
    wanted = Counter({**dict.fromkeys("aeiorstln", 3), **dict.fromkeys("dgmpcbhu", 2), "*": 2})
    stars, tiers = 0, []
    for seed in range(40):
        state = game().new(seed=seed)
        assert Counter(letters(state) + letters(state, sites=False)) == wanted
        stars += letters(state).count("*")
        codes = column(state, "tile.letter")
        for _, tiles in recorded(state):
            word = "".join(state.program.layout.letters[codes[tile]] or "" for tile in tiles)
            tiers.append(lexicon.tier(word))
    assert max(tiers) <= COMMON
    # 13 of 45 tiles are dealt, and 2 of them are stars.
    assert 10 <= stars <= 36


def test_the_same_seed_gives_the_same_deal() -> None:
    assert game().new(seed=5).data == game().new(seed=5).data
    assert letters(game().new(seed=5)) != letters(game().new(seed=6))


def test_long_words_can_be_asked_for() -> None:
    for seed in range(5):
        state = game().new(seed=seed, settings={"shortest": 4})
        assert all(len(tiles) >= 4 for _, tiles in recorded(state))
        assert sum(len(tiles) for _, tiles in recorded(state)) == 13


def test_numbers_of_tiles_tell_nothing() -> None:
    state = game().new(seed=3)
    places = column(state, "tile.site")
    assert [places[tile] for tile in range(1, 14)] == list(range(1, 14))


def test_sites_that_are_taken_stay_as_they_are() -> None:
    taken = SPEC.replace("setup:\n", "setup:\n  - create: tile(letter = 'z')\n    at: a1@low\n")
    state = game(taken).new(seed=1)
    at = column(state, "at.tile")
    names = state.program.schema.topology.names
    corner = names.index("a1@low")
    assert state.program.layout.letters[column(state, "tile.letter")[at[corner]]] == "z"
    assert len(letters(state)) == 13


@pytest.mark.parametrize(
    ("counts", "fault"),
    [
        ("counts: AEIORSTLN=3 DGMPCBHU=2 *=2", None),
        ("counts: QXVZ=5", "The pieces of this zone cannot be dealt so that words clear the board."),
    ],
)
def test_what_cannot_be_dealt_is_a_fault(counts: str, fault: str | None) -> None:
    made = loads(SPEC.replace("counts: AEIORSTLN=3 DGMPCBHU=2 *=2", counts))
    if fault is None:
        assert letters(made.new(seed=1))
        return
    with pytest.raises(Fault) as problem:
        made.new(seed=1)
    assert fault in str(problem.value)


def test_fewer_tiles_than_sites_fill_the_first_sites() -> None:
    few = loads(SPEC.replace("counts: AEIORSTLN=3 DGMPCBHU=2 *=2", "counts: AEST=2 R=1"))
    state = few.new(seed=2)
    assert len(letters(state)) == 9
    assert letters(state, sites=False) == ""
    assert sum(len(tiles) for _, tiles in recorded(state)) == 9


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("deal_words: bag", "deal_words: pile", "deal_words needs a zone, but this is a board."),
        ("to: pile", "to: bag", "to needs a board or sites that take tile, but this is a zone."),
        ("removable: free(it)", "removable: it.letter != '*'", "‘letter’ is dealt only after it is known when"),
        ("letter: letter,", "letter: letter, other: letter,", "A tile has several letters."),
        ("    stream: deal\n", "    stream: deal\n    property: lettr\n", "A tile has no ‘lettr’."),
        ("    stream: deal\n", "    stream: deal\n    property: step\n", "deal_words needs a property of type letter"),
        ("    stream: deal\n", "    stream: deal\n    prefer: rare\n", "‘prefer’ is common, wider or all, not ‘rare’."),
        ("lexicon: english\n", "", "deal_words needs a word list."),
    ],
)
def test_mistakes_are_told(old: str, new: str, message: str) -> None:
    assert SPEC.count(old) == 1
    with pytest.raises(SpecError) as problem:
        loads(SPEC.replace(old, new))
    assert message in str(problem.value)
