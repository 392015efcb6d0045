"""Stacks: what a spec cannot show about its deals and hints."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from interpreter import Action, Game, State, load, loads
from interpreter.words import COMMON, Lexicon
from runtime.bots import bot_for, view_for
from runtime.session.hints import hint

SEEDS = 200

RECORDED = """
game: stacks_recorded
title: Stacks with the solution of each deal
extends: stacks
entities:
  tile:
    step: 0..29
    place: 0..29
setup:
  - create: tile
    in: bag
    property: letter
    counts: letter_sets[letter_set]
  - shuffle: bag
    stream: deal
  - deal_words: bag
    to: stack
    removable: open(it)
    shortest: shortest_word
    prefer: common
    stream: deal
    as: solution
  - for: n in 1..len(solution.words), i in 1..16
    do:
      - if: i <= len(solution.words[n].pieces)
        then:
          - let t = solution.words[n].pieces[i]
          - t.step = n
          - t.place = i
"""
"""The shipped game, with its recorded solution written on the tiles."""

LAID = """
game: stacks_laid
title: Stacks with a board that is laid out
extends: stacks
boards:
  stack:
    start:
      top: |
{rows}
setup: []
settings: {{shortest_word: {shortest}}}
"""


@cache
def game(text: str | None = None) -> Game:
    return load("stacks") if text is None else loads(text)


def laid(rows: str, shortest: int = 2) -> State:
    """The start of a game with these letters in its top layer."""
    lines = "\n".join(f"        {row}" for row in rows.split("/"))
    return game(LAID.format(rows=lines, shortest=shortest)).new()


def column(state: State, name: str) -> Any:
    return state.data[state.program.layout.fields[name].index]


def letters(state: State) -> dict[int, str | None]:
    """The letters on the board, by site."""
    codes, at = column(state, "tile.letter"), column(state, "at.tile")
    return {site: state.program.layout.letters[codes[tile]] for site, tile in enumerate(at) if tile}


def recorded(state: State) -> list[Action]:
    """The words that the deal was made from, as actions in order."""
    steps, places = column(state, "tile.step"), column(state, "tile.place")
    order: dict[int, list[tuple[int, int]]] = {}
    for tile, step in enumerate(steps):
        if step:
            order.setdefault(step, []).append((places[tile], tile))
    return [("spell", tuple(tile for _, tile in sorted(order[step]))) for step in sorted(order)]


def test_every_deal_is_cleared_by_its_recorded_words() -> None:
    watched, lexicon = game(RECORDED), game().lexicon
    assert lexicon is not None
    lengths: Counter[int] = Counter()
    for seed in range(SEEDS):
        state = watched.new(seed=seed)
        assert letters(state) == letters(game().new(seed=seed)), seed
        for action in recorded(state):
            lengths[len(action[1])] += 1
            outcome = watched.apply(state, action)
            assert outcome.refusal is None, (seed, outcome.refusal)
            word = next(event.fields["word"] for event in outcome.events if event.name == "spelt")
            assert lexicon.tier(word) <= COMMON
            state = outcome.state
        assert watched.status(state).ended_by == "cleared", seed
    assert sum(count * length for length, count in lengths.items()) == 29 * SEEDS
    assert min(lengths) == 2
    assert lengths[4] + lengths[5] + lengths[6] > sum(lengths.values()) / 2


def test_deals_use_the_letters_of_the_bag() -> None:
    whole = Counter("a" * 9 + "bbccddddffggghh" + "e" * 12 + "i" * 9 + "jkllllmmnnnnnn" + "o" * 8 + "ppq")
    whole += Counter("rrrrrrsssstttttt" + "uuuuvvwwxyyz**")
    stars = 0
    for seed in range(SEEDS):
        state = game().new(seed=seed)
        codes = column(state, "tile.letter")
        assert Counter(state.program.layout.letters[code] for code in codes[1:]) == whole
        stars += list(letters(state).values()).count("*")
    # Two of a hundred tiles are stars, and 29 are dealt.
    assert stars / SEEDS == pytest.approx(0.58, abs=0.12)


def test_random_deals_are_not_built_of_words() -> None:
    state = game().new(seed=1, settings={"deal": "random"})
    assert len(letters(state)) == 29
    assert letters(state) != letters(game().new(seed=1))


# Hints and the computer


def hinted(state: State) -> str | None:
    """What the second tier of a hint says."""
    found = hint(game(), state, 1, "what", 1)
    return found.text if found is not None else None


def test_hints_propose_common_words_first() -> None:
    state = laid("Z I T H/A S . ./. . . ./. . . .", shortest=4)
    assert hinted(state) == "Spell THIS with the highlighted tiles."
    where = hint(game(), state, 1, "where", 1)
    assert where is not None
    assert where.text == "Look at the highlighted places."
    names = state.program.schema.topology.names
    assert [names[site] for site in where.spots] == ["c1@top", "d1@top", "b1@top", "b2@top"]


def test_hints_lead_to_no_dead_end_while_there_is_another_way() -> None:
    """After THIS, the Q and the E would be left."""
    state = laid("Q I T H/E S . ./. . . ./. . . .")
    assert hinted(state) == "Spell HES with the highlighted tiles."


@pytest.mark.parametrize("seed", [273237821, 951061301, *range(8)])
def test_who_follows_the_hints_from_the_start_clears_the_board(seed: int) -> None:
    state = game().new(seed)
    while not state.over:
        found = hint(game(), state, 1, "what", 1)
        assert found is not None and found.action is not None
        state = game().advance(state, found.action)
    assert game().status(state).won is True


def test_hints_fall_back_to_rare_words() -> None:
    assert hinted(laid("Z A X V/. . . ./. . . ./. . . .", shortest=3)) == "Spell ZAX with the highlighted tiles."


def test_hints_never_propose_a_flagged_word() -> None:
    lexicon = game().lexicon
    assert isinstance(lexicon, Lexicon)
    state = laid("G O O K/. . . ./. . . ./. . . .", shortest=4)
    assert [action[0] for action in game().legal(state)] == ["spell"]
    assert hinted(state) is None
    assert hinted(laid("G O O K/S . . ./. . . ./. . . .")) == "Spell GO with the highlighted tiles."


def test_the_computer_plays_whole_games_with_common_words() -> None:
    lexicon = game().lexicon
    assert lexicon is not None
    state, words = game().new(seed=4), []
    bot = bot_for(game(), state, 1)
    while not state.over:
        chosen = bot.choose(view_for(game(), state, 1), 1).action
        outcome = game().apply(state, game().meaning(state, 1)(chosen))
        words += [event.fields["word"] for event in outcome.events if event.name == "spelt"]
        state = outcome.state
    assert len(words) >= 3
    assert not any(lexicon.is_flagged(word) for word in words)
    assert lexicon.tier(words[0]) <= COMMON
