"""The mover `spellings` lists every word that the candidates of a choice can spell, each with one choice of pieces."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

from interpreter import Game, SpecError, State, loads
from interpreter.words import COMMON, EVERY_WORD, Vocabulary, open_lexicon, read_words
from interpreter.words.lexicon import WORDLISTS
from runtime.bots import bot_for, view_for

ENGLISH = WORDLISTS / "english.txt"

SPEC = """
game: rack
title: Rack
lexicon: english
settings:
  shortest: {default: 2, range: 1..9}
entities:
  tile: {letter: letter, loose: flag}
boards:
  row: {columns: 18, rows: 1, holds: tile}
state: {spelt: 0}
define:
  read(ts): join(t.letter for t in ts)
actions:
  spell:
    choose:
      tiles:
        many: 1..18
        from: pieces(row)
        where: not it.loose
    let:
      word: best_word(read(tiles))
    moves: spellings(tiles)
    validate:
      long_enough:
        check: len(tiles) >= shortest
        else: Too short.
      known: {check: word != none, else: No word.}
    effects:
      - spelt += 1
  pass_by:
    effects:
      - spelt += 1
end_conditions:
  enough: {when: spelt == 9, won: true}
"""
SITES = """
game: cells
title: Cells
lexicon: english
boards:
  row: {columns: 8, rows: 1, cell: {letter: letter or none}}
state: {spelt: 0}
actions:
  spell:
    choose:
      cells:
        many: 2..8
        from: row
    moves: spellings(cells)
    validate:
      known:
        check: is_word(join(c.letter for c in cells)) and 4 > len(cells)
        else: No word.
      a_vowel:
        check: any(c.letter in 'aeiou' for c in cells)
        else: A vowel is missing.
    effects:
      - spelt += 1
end_conditions:
  enough: {when: spelt == 9, won: true}
"""


@cache
def game(text: str = SPEC) -> Game:
    return loads(text)


@cache
def every_word() -> tuple[str, ...]:
    return tuple(word.text for word in read_words(ENGLISH.read_text("utf-8")))


def rack(letters: str, shortest: int = 2, loose: str = "", text: str = SPEC) -> State:
    """A state with these letters in the row; those in `loose` may not be used."""
    program = game(text).new(settings={"shortest": shortest} if "shortest" in text else None).program
    fields, data = program.layout.fields, list(program.blank())
    if "cell.letter" in fields:
        held = [0, *(program.layout.letters.index(letter) if letter != "." else 0 for letter in letters)]
        data[fields["cell.letter"].index] = bytes(held).ljust(program.schema.topology.count + 1, b"\0")
        return program.state(tuple(data))
    tiles = letters + loose
    numbers = range(len(tiles) + 1)
    data[fields["tile.site"].index] = bytes(numbers)
    data[fields["tile.zone"].index] = bytes(len(numbers))
    data[fields["at.tile"].index] = bytes(numbers).ljust(program.schema.topology.count + 1, b"\0")
    data[fields["tile.letter"].index] = bytes([0, *(program.layout.letters.index(letter) for letter in tiles)])
    data[fields["tile.loose"].index] = bytes([0] * (len(letters) + 1) + [1] * len(loose))
    return program.state(tuple(data))


def spelt(state: State, listed: list[Any] | None = None) -> list[str]:
    """What the listed moves spell, with wildcards as they are."""
    legal = game().legal(state) if listed is None else listed
    letters, known = state.data[state.program.layout.fields["tile.letter"].index], state.program.layout.letters
    return ["".join(known[letters[tile]] or "" for tile in move[1]) for move in legal if move[1:]]


def test_each_word_is_listed_once_long_and_common_ones_first() -> None:
    state = rack("tacst", shortest=4)
    assert spelt(state)[:5] == ["scatt", "tacts", "acts", "cast", "cats"]
    assert len(spelt(state)) == len(set(spelt(state))) == 9
    assert game().legal(state)[4] == ("spell", (3, 2, 1, 4))
    assert game().legal(state)[-1] == ("pass_by",)


def test_of_equal_letters_the_first_are_taken() -> None:
    listed = game().legal(rack("toot", shortest=4))
    assert listed == [("spell", (1, 2, 3, 4)), ("spell", (2, 1, 4, 3)), ("pass_by",)]


def test_a_wildcard_stands_in_only_where_a_letter_is_missing() -> None:
    assert spelt(rack("c*t", shortest=3)) == ["*ct", "c*t", "t*c"]
    assert "cat" in spelt(rack("ca*t", shortest=3))
    assert "c*t" in spelt(rack("ca*t", shortest=3))


def test_what_may_not_be_chosen_is_not_used() -> None:
    assert spelt(rack("ca", loose="t")) == []
    assert spelt(rack("cat")) == ["act", "cat", "at", "ta"]
    assert spelt(rack("ta", loose="c")) == ["at", "ta"]


def test_a_tile_that_is_named_twice_is_there_once() -> None:
    twice = SPEC.replace("from: pieces(row)", "from: pieces(row) + pieces(row)")
    state = rack("to", text=twice)
    assert game(twice).legal(state) == game().legal(rack("to"))
    assert all(game(twice).check(state, action) is None for action in game(twice).legal(state))


def test_whether_there_is_a_word_at_all() -> None:
    def can(state: State) -> bool:
        return state.program.can(state.data, 1, "spell")

    assert [can(rack(letters)) for letters in ("", "v", "vv", "v*", "cat", "*", "**")] == [
        False, False, False, False, True, False, True,
    ]  # fmt: skip
    assert can(rack("cat", shortest=3))
    assert not can(rack("cat", shortest=4))


def brute_force(letters: str, shortest: int) -> set[str]:
    """The patterns of all words, found by searching the list: a missing letter becomes a wildcard."""
    found = set()
    held, wild = Counter(letters.replace("*", "")), letters.count("*")
    for word in every_word():
        if not shortest <= len(word) <= len(letters):
            continue
        left, pattern = held.copy(), ""
        for letter in word:
            pattern += letter if left[letter] > 0 else "*"
            left[letter] -= 1
        if pattern.count("*") <= wild:
            found.add(pattern)
    return found


@pytest.mark.parametrize("seed", range(6))
def test_the_list_equals_a_plain_search(seed: int) -> None:
    random = Random(seed)
    letters = "".join(random.choices("eeeaaiiostrnldcmpgubhfkvwyxjqz", k=random.randint(3, 9)))
    letters += "*" * random.randint(0, 2 if seed % 3 == 0 else 1)
    shortest = random.randint(2, 4)
    state = rack(letters, shortest)
    listed = game().legal(state)
    assert len(set(listed)) == len(listed)
    assert set(spelt(state)) == brute_force(letters, shortest)
    assert game().any_legal(state)
    assert bool(spelt(state)) == state.program.can(state.data, 1, "spell")
    for action in random.sample(listed, min(20, len(listed))):
        assert game().check(state, action) is None


def test_who_knows_common_words_lists_only_those() -> None:
    state = rack("tacsxiu", shortest=2)
    everything = spelt(state)
    common = spelt(state, state.program.knowing(Vocabulary(COMMON, False))(state.data))
    assert "xu" in everything and "xu" not in common
    assert "cats" in common
    lexicon = open_lexicon(ENGLISH)
    assert common == [word for word in everything if lexicon.tier(word) <= COMMON]
    assert state.program.knowing(Vocabulary(EVERY_WORD, True))(state.data) == game().legal(state)


def test_flagged_words_can_be_left_out() -> None:
    lexicon = open_lexicon(ENGLISH)
    flagged = next(word for word in every_word() if lexicon.is_flagged(word) and len(word) == 5)
    state = rack(flagged, shortest=5)
    assert flagged in spelt(state)
    assert flagged not in spelt(state, state.program.knowing(Vocabulary(EVERY_WORD, False))(state.data))
    assert game().check(state, ("spell", (1, 2, 3, 4, 5))) is None


def test_a_game_without_words_has_one_list() -> None:
    unlisted = SPEC.replace("    moves: spellings(tiles)\n", "").replace("many: 1..18", "many: 1..2")
    program = loads(unlisted).new().program
    assert program.knowing(Vocabulary(COMMON, False)) == program.legal


def test_sites_with_letters_spell_too_and_other_checks_still_count() -> None:
    state = rack("cat.s*", text=SITES)
    program = state.program
    moves = program.actions["spell"].moves
    assert moves is not None
    assert moves.answered == {"known"}
    letters = state.data[program.layout.fields["cell.letter"].index]
    chosen = [move[1] for move in game(SITES).legal(state)]
    words = {"".join(program.layout.letters[letters[site]] or "." for site in sites) for sites in chosen}
    assert {"cat", "act", "at", "as", "a*"} <= words
    assert all(len(word) in (2, 3) and "a" in word for word in words)
    assert all(game(SITES).check(state, action) is None for action in game(SITES).legal(state))


CHOICE = "spellings needs a choice of many pieces or sites."
CHECK = "spellings needs a check of the word: is_word(join(t.letter for t in tiles)), or best_word(…) != none."


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("spellings(tiles)", "spellings", "spellings lists the values of choices."),
        ("spellings(tiles)", "spellings(words)", "spellings lists the values of choices."),
        ("spellings(tiles)", "spelings(tiles)", "There is no mover spelings."),
        ("many: 1..18", "some: 1..18", CHOICE),
        ("best_word(read(tiles))", "best_word(read(reversed(tiles)))", CHECK),
        ("best_word(read(tiles))", "best_word(read(tiles) + 's')", CHECK),
        ("join(t.letter for t in ts)", "join(list(t.letter for t in ts), '-')", CHECK),
        ("join(t.letter for t in ts)", "join(t.letter for t in ts if t.loose)", CHECK),
        ("word != none", "word == none or word != none", CHECK),
    ],
)
def test_it_refuses_what_it_cannot_answer_for(old: str, new: str, message: str) -> None:
    assert old in SPEC
    with pytest.raises(SpecError) as problem:
        loads(SPEC.replace(old, new))
    assert message in str(problem.value)


def test_what_a_rule_says_of_each_tile_is_asked_before_words_are_spelt() -> None:
    """The word is spelt with the tiles that the rule requires, although others with the same letters come first."""
    text = (
        SPEC.replace("{letter: letter, loose: flag}", "{letter: letter, loose: flag, gold: flag}")
        + """
ai:
  bot: ranked
  rules:
    - do: spell
      only: all(t.gold for t in tiles) and len(tiles) == 3
"""
    )
    row = "  row: {columns: 18, rows: 1, holds: tile}"
    drawn = "  row:\n    columns: 6\n    rows: 1\n    holds: tile\n    start: C A T c a t\n    legend:\n"
    laid = text.replace(row, f"{drawn}      A-Z: {{letter: it}}\n      a-z: {{letter: it, gold: true}}")
    game = loads(laid, "rack.yaml")
    state = game.new()
    found = bot_for(game, state, 1).choose(view_for(game, state, 1), 1).action
    assert (found[0], sorted(found[1])) == ("spell", [4, 5, 6])
