"""The bot that follows rules, with a mover that lists words by rank: it chooses what ranking all of them would
choose."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter import Action, Game, State, load
from interpreter.program.program import Bench
from interpreter.program.refusal import bindings
from interpreter.program.world import StateWorld
from interpreter.words import COMMON, Vocabulary
from runtime.bots import bot_for, made, view_for
from runtime.bots.bot import Options, playing_options
from runtime.bots.ranked import RankedBot

SPEC = """
game: words
title: Words
lexicon: few
players: {one: {title: One, seat: computer}, two: {title: Two}}
entities:
  tile:
    letter: letter
    wild: {is: flag, start: it.letter == '*'}
    owner: {is: player or none, start: none}
boards:
  grid: {columns: 7, rows: 5, holds: tile, legend: {a-z: {letter: it, owner: one}, A-Z: {letter: it, owner: two}}}
zones:
  rack: {holds: tile, per: player, seen_by: owner}
  bag: {holds: tile, seen_by: nobody}
tables:
  value: AEIOULNSTR=1 DG=2 BCMP=3 FHVWY=4 K=5 JX=8 QZ=10 *=0
state:
  turns_taken: 0
actions:
  lay:
    choose:
      placed:
        many: 1..4
        of:
          tile: rack[me]
          letter:
            from: alphabet
            ask_if: tile.wild
            otherwise: tile.letter
          site:
            from: grid
            where: empty(it)
    let:
      word: crossword(grid, placed)
      formed: word.adjoining + [word.main]
      taken: distinct(s for w in formed for s in w.sites if s.tile.owner == opponent)
    moves: crosswords(placed)
    validate:
      one_line: {check: word.in_line, else: One line.}
      no_gap: {check: not word.gap, else: No gap.}
      joins:
        check: empty(grid) or any(s.tile != none for w in formed for s in w.sites)
        else: Join.
      known:
        check: all(is_word(w.text) for w in formed)
        else: Unknown.
    effects:
      - for: p in placed
        do:
          - move: p.tile
            to: p.site
          - p.tile.letter = p.letter
          - p.tile.owner = me
      - turns_taken += 1
  pass:
    effects:
      - turns_taken += 1
end_conditions:
  enough: {when: turns_taken > 40, winner: none}
ai:
  plays: [one]
  bot: ranked
  levels:
    few: {words: common}
    many: {words: all}
  rules:
    - do: lay
      rank:
RANKS
    - do: pass
"""
WORDS = {"cat": 1, "act": 1, "cats": 2, "tact": 2, "sat": 3, "at": 3, "ta": 8, "st": 9, "scat": 9, "attacs": 9}
RANKS = {
    "places first": ["most: len(taken)", "least: min(p.site.column for p in placed)", "most: len(placed)"],
    "letters in between": ["most: len(placed)", "most: sum(value[p.letter] for p in placed)", "least: len(taken)"],
    "letters first": ["most: sum(value[p.letter] for p in placed)", "most: len(word.main.sites)"],
    "nothing": ["most: 0"],
}


def words_game(folder: Path, ranks: list[str], words: dict[str, int] = WORDS, flagged: str = "") -> Game:
    """A small game with its word list in the same folder."""
    alphabet = "abcdefghijklmnopqrstuvwxyz"
    lines = [f"{word} {tier}{' !' if word == flagged else ''}" for word, tier in {**words, alphabet: 9}.items()]
    (folder / "few.txt").write_text("\n".join(lines), "utf-8")
    spec = SPEC.replace("RANKS", "\n".join(f"        - {rank}" for rank in ranks))
    (folder / "words.yaml").write_text(spec, "utf-8")
    return load(folder / "words.yaml")


def with_rack(state: State, letters: str) -> State:
    """The state with different tiles on the rack of the player to move."""
    bench = Bench(state.program.schema, state.program.layout, state.data)
    bench.clear_zone("rack", state.data[0])
    for letter in letters:
        bench.into_zone("tile", bench.create("tile", {"letter": letter, "wild": letter == "*"}), "rack", state.data[0])
    return state.program.state(bench.data())


class ByAll(RankedBot):
    """Rank every legal move."""

    def _rules_knowing(self, vocabulary: Vocabulary) -> list[Any]:
        found = [rule.knowing(vocabulary) for rule in self.options.rules]
        assert any(rule.groups is not None for rule in found)
        return [replace(rule, groups=None) for rule in found]


def choices(game: Game, state: State, options: Options, seed: int) -> tuple[Action, Action]:
    """What the bot chooses, and what it would choose if it ranked every move."""
    player = state.data[0]
    view = view_for(game, state, player)
    quick, slow = made(game, state, player, options), ByAll(game, state.program, player, options)
    meaning = game.meaning(state, player)
    return meaning(quick.choose(view, seed).action), meaning(slow.choose(view, seed).action)


def played(game: Game, seed: int, moves: int, settings: dict[str, Any] | None = None) -> State:
    """A position after some moves by bots."""
    state, random = game.new(seed=seed, settings=settings), Random(seed)
    bots = [bot_for(game, state, player, "hard") for player in (1, 2)]
    for _ in range(moves):
        if state.over:
            break
        player = state.data[0]
        action = bots[player - 1].choose(view_for(game, state, player), random.randrange(99)).action
        state = game.advance(state, game.meaning(state, player)(action))
    return state


@pytest.mark.parametrize("ranks", RANKS)
@pytest.mark.parametrize("level", ["few", "many"])
def test_it_chooses_what_ranking_all_moves_chooses(tmp_path: Path, ranks: str, level: str) -> None:
    game, random = words_game(tmp_path, RANKS[ranks]), Random(5)
    state = game.new()
    for number in range(12):
        state = with_rack(state, "".join(random.choice("cats") for _ in range(4)) + "*" * (number % 3))
        one, other = choices(game, state, playing_options(state.program, level), number)
        assert one == other
        assert game.check(state, one) is None
        state = game.advance(state, one)


@pytest.mark.parametrize(
    ("seed", "moves", "rack"), [(1, 0, "cats**e"), (2, 9, "eiotr**"), (3, 20, "aeinst*"), (4, 31, "qzeuoia")]
)
def test_it_chooses_so_on_a_large_board_too(seed: int, moves: int, rack: str) -> None:
    game = load("khi")
    state = with_rack(played(game, seed, moves, {"victory": "points"}), rack)
    for level in ("easy", "hard"):
        one, other = choices(game, state, playing_options(state.program, level), seed)
        assert one == other


def formed(state: State, action: Action) -> list[str]:
    """The words that a move makes."""
    plan = state.program.actions[action[0]]
    names = bindings(plan, StateWorld(state.program, state.data, state.data[0]), action)
    found = next(value for name, value in names.items() if name.startswith("formed"))
    return [word[0] for word in found]


def test_it_plays_words_of_its_vocabulary_only_also_beside_the_main_word() -> None:
    game, seen = load("khi"), 0
    state = game.new(seed=11, settings={"victory": "points"})
    lexicon = game.lexicon
    assert lexicon is not None
    bots = [bot_for(game, state, player, "easy") for player in (1, 2)]
    for turn in range(24):
        player = state.data[0]
        action = bots[player - 1].choose(view_for(game, state, player), turn).action
        action = game.meaning(state, player)(action)
        if action[0] == "play":
            words = formed(state, action)
            assert all(lexicon.tier(word) <= COMMON and not lexicon.is_flagged(word) for word in words), words
            seen += len(words)
        state = game.advance(state, action)
        if state.over:
            break
    assert seen > 20


def test_it_never_plays_a_flagged_word(tmp_path: Path) -> None:
    words = {"act": 1, "cats": 9, "ac": 9}
    for flagged, wanted in (("", "act"), ("act", "cats")):
        folder = tmp_path / (flagged or "none")
        folder.mkdir()
        game = words_game(folder, ["least: tier(word.main.text)"], words, flagged)
        state = with_rack(game.new(), "cats")
        action = game.meaning(state, 1)(bot_for(game, state, 1, "many").choose(view_for(game, state, 1), 1).action)
        assert formed(state, action) == [wanted]


@pytest.mark.parametrize("seed", range(4))
def test_what_is_hidden_does_not_matter(seed: int) -> None:
    """The rack of the other player and the order of the hold may be anything."""
    game = load("khi")
    state = played(game, seed, 10 + seed)
    player, random = state.data[0], Random(seed)
    bot = bot_for(game, state, player, "hard")
    chosen = bot.choose(view_for(game, state, player), seed).action
    fields = state.program.layout.fields
    for _ in range(3):
        data = list(state.data)
        racks, hold = data[fields["zone.rack"].index], data[fields["zone.hold"].index]
        hidden = random.sample([*hold, *racks[3 - player]], len(hold) + len(racks[3 - player]))
        theirs, left = tuple(hidden[: len(racks[3 - player])]), tuple(hidden[len(racks[3 - player]) :])
        zones = list(data[fields["tile.zone"].index])
        before = {tile: zones[tile] for tile in hidden}
        for tile in hidden:
            zones[tile] = before[racks[3 - player][0]] if tile in theirs else before[hold[0]]
        data[fields["zone.hold"].index] = left
        data[fields["zone.rack"].index] = tuple(theirs if n == 3 - player else each for n, each in enumerate(racks))
        kind = type(data[fields["tile.zone"].index])
        data[fields["tile.zone"].index] = kind(zones)
        other = state.program.state(tuple(data))
        assert other != state
        assert bot.choose(view_for(game, other, player), seed).action == chosen
