"""The mover `spellings`, with rules on which letter may follow which: words along trails."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from interpreter import Game, State, loads
from interpreter.words import COMMON, Vocabulary, open_lexicon, read_words
from interpreter.words.lexicon import WORDLISTS

ENGLISH = WORDLISTS / "english.txt"
SPEC = """
game: tray
title: Tray
lexicon: english
settings:
  shortest: {default: 3, range: 1..9}
boards:
  grid: {columns: 4, rows: 3, neighbours: all, cell: {letter: letter or none}}
state: {spelt: 0}
actions:
  spell:
    choose:
      trail:
        many: 1..12
        from: grid
        where: len(trail) == 0 or it in neighbours(last(trail))
        else: That is no neighbour.
    moves: spellings(trail)
    validate:
      known:
        check: is_word(join(c.letter for c in trail)) and len(trail) >= shortest
        else: No word.
    effects:
      - spelt += 1
end_conditions:
  enough: {when: spelt == 9, won: true}
"""
NEIGHBOURS = {
    site: {
        other
        for other in range(12)
        if other != site and abs(other % 4 - site % 4) <= 1 and abs(other // 4 - site // 4) <= 1
    }
    for site in range(12)
}


@cache
def game() -> Game:
    return loads(SPEC)


@cache
def every_word() -> tuple[str, ...]:
    return tuple(word.text for word in read_words(ENGLISH.read_text("utf-8")))


def tray(letters: str, shortest: int = 3) -> State:
    """A state with these letters, row by row; a dot is an empty site."""
    program = game().new(settings={"shortest": shortest}).program
    data = list(program.blank())
    held = [0, *(program.layout.letters.index(letter) if letter != "." else 0 for letter in letters)]
    data[program.layout.fields["cell.letter"].index] = bytes(held)
    return program.state(tuple(data))


def trails(word: str, letters: str) -> list[tuple[int, ...]]:
    """Every trail that spells a word, by plain search."""
    found: list[tuple[int, ...]] = [()]
    for letter in word:
        found = [
            (*trail, site)
            for trail in found
            for site in range(12)
            if letters[site] in (letter, "*") and site not in trail and (not trail or site in NEIGHBOURS[trail[-1]])
        ]
    return found


def test_a_word_is_spelt_only_along_neighbours() -> None:
    assert game().legal(tray("cat........s")) == [("spell", (1, 2, 3))]
    assert game().legal(tray("ca.t........")) == []


def test_no_site_is_used_twice_and_none_that_is_empty() -> None:
    assert game().legal(tray("to..........")) == []
    assert game().legal(tray("to..t.......")) == [("spell", (1, 2, 5))]


def test_a_wildcard_is_used_only_where_no_letter_leads_on() -> None:
    assert ("spell", (1, 2, 3)) in game().legal(tray("cat..*......"))
    assert [move for move in game().legal(tray("c*..t.......")) if move[1] == (1, 2, 5)] == [("spell", (1, 2, 5))]


@pytest.mark.parametrize("seed", range(4))
def test_the_list_equals_a_plain_search(seed: int) -> None:
    random = Random(seed)
    letters = "".join(random.choices("eeeaaiiostrnldcmpgubh", k=12))
    state = tray(letters, shortest=3)
    listed = game().legal(state)
    spelt = ["".join(letters[site - 1] for site in trail) for _, trail in listed]
    expected = {word for word in every_word() if 3 <= len(word) <= 12 and trails(word, letters)}
    assert set(spelt) == expected and len(spelt) == len(expected) > 10
    assert sorted(spelt, key=len, reverse=True) == spelt
    assert all(game().check(state, action) is None for action in listed)
    assert game().any_legal(state)


def test_who_knows_common_words_lists_only_those() -> None:
    state = tray("tacsxiuneorl")
    lexicon = open_lexicon(ENGLISH)
    everything = game().legal(state)
    common = state.program.knowing(Vocabulary(COMMON, True))(state.data)
    letters = "tacsxiuneorl"

    def read(trail: tuple[int, ...]) -> str:
        return "".join(letters[site - 1] for site in trail)

    assert 0 < len(common) < len(everything)
    assert common == [move for move in everything if lexicon.tier(read(move[1])) <= COMMON]
