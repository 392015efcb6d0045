"""The words that bots use: those they know, others only if they must, and flagged ones never if there is a choice."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import Game, load
from interpreter.words import Vocabulary
from runtime.bots import bot_for, view_for
from runtime.bots.bot import playing_options

WORDS = "cat 1\nact 9\ntac 2 !\nat 9\n"
SPEC = """
game: letters
title: Letters
lexicon: few
entities:
  tile: {letter: letter}
boards:
  row: {columns: 3, rows: 1, holds: tile, start: C A T}
actions:
  spell:
    choose:
      tiles:
        many: 1..3
        from: pieces(row)
    moves: spellings(tiles)
    validate:
      known:
        check: is_word(join(t.letter for t in tiles))
        else: No word.
    effects:
      - remove: tiles
end_conditions:
  gone:
    when: len(pieces(row)) < 3
    won: true
"""


def made(folder: Path, words: str = WORDS, ai: str = "") -> Game:
    (folder / "few.txt").write_text(words, "utf-8")
    (folder / "letters.yaml").write_text(SPEC + ai, "utf-8")
    return load(folder / "letters.yaml")


def chosen(game: Game, bot: str, seeds: int = 12) -> set[str]:
    """The words that a bot chooses, by seed."""
    state = game.new()
    player = bot_for(game, state, 1, name=bot)
    actions = (player.choose(view_for(game, state, 1), seed).action for seed in range(seeds))
    return {"".join(" cat"[tile] for tile in action[1]) for action in actions}


def test_what_the_options_say(tmp_path: Path) -> None:
    for ai, vocabulary in (
        ("", Vocabulary(9, False)),
        ("ai: {words: common}\n", Vocabulary(3, False)),
        ("ai: {words: wider, avoid_words: none}\n", Vocabulary(7, True)),
        ("ai: {avoid_words: flagged}\n", Vocabulary(9, False)),
    ):
        assert playing_options(made(tmp_path, ai=ai).new().program).vocabulary == vocabulary


@pytest.mark.parametrize("bot", ["random", "ranked", "search", "tree", "solver"])
def test_bots_use_only_words_that_they_know(tmp_path: Path, bot: str) -> None:
    assert chosen(made(tmp_path, ai="ai: {words: common}\n"), bot) == {"cat"}


def test_without_an_option_only_flagged_words_are_avoided(tmp_path: Path) -> None:
    assert chosen(made(tmp_path), "random") == {"cat", "act", "at"}
    assert chosen(made(tmp_path, ai="ai: {avoid_words: none}\n"), "random", 40) == {"cat", "act", "tac", "at"}


def test_words_that_are_not_known_are_used_if_there_are_no_others(tmp_path: Path) -> None:
    game = made(tmp_path, "act 9\ntac 2 !\n", "ai: {words: common}\n")
    assert chosen(game, "random") == {"act"}
    assert chosen(game, "search") == {"act"}


def test_a_bot_that_has_only_a_flagged_word_must_use_it(tmp_path: Path) -> None:
    game = made(tmp_path, "tac 2 !\n", "ai: {words: common}\n")
    assert chosen(game, "random") == {"tac"}
    assert chosen(game, "tree") == {"tac"}
