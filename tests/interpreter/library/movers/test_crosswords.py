"""The mover `crosswords` lists one way to lay each word in each place, for exactly the placements that are accepted."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter import Game, SpecError, State, load
from interpreter.program.program import Bench

WORDS = "at cat act tac tact cats acts sat sac stat as is its it sit ti si sic tic cist aa cast scat taco\n"
LETTERS = "acist"

SPEC = """
game: words
title: Words
lexicon: few
players: {{one: {{title: One}}, two: {{title: Two}}}}
entities:
  tile:
    letter: letter
    wild: {{is: flag, start: it.letter == '*'}}
    owner: {{is: player or none, start: none}}
  rock: {{}}
boards:
  grid: {{columns: {columns}, rows: {rows}, holds: [tile, rock]}}
zones:
  rack: {{holds: tile, per: player, seen_by: owner}}
state:
  laid: 0
define:
  bare: empty(grid)
  beside(words): any(s.tile != none for w in words for s in w.sites)
  mine(words): any(s.tile.owner == me for w in words for s in w.sites)
actions:
  lay:
    choose:
      placed:
        many: {many}
        of:
          site:
            from: grid
            where: {site}
          tile:
            from: rack[me]
            where: {tile}
          letter:
            from: alphabet
            ask_if: tile.wild
            otherwise: tile.letter
    let:
      word: crossword(grid, placed)
      formed: word.adjoining + [word.main]
    moves: crosswords(placed)
    validate:
{checks}
    effects:
      - for: p in placed
        do:
          - move: p.tile
            to: p.site
          - p.tile.letter = p.letter
          - p.tile.owner = me
      - laid += 1
{effects}
  pass:
    effects:
      - laid += 1
end_conditions:
  enough: {{when: laid > 99, winner: none}}
"""

SHAPE = {
    "one_line": ("word.in_line", "One line."),
    "no_gap": ("not word.gap", "No gap."),
}
KNOWN = {
    "known": ("is_word(word.main.text)", "Unknown."),
    "beside_known": ("all(is_word(w.text) for w in word.adjoining)", "Unknown beside."),
}
PLAIN: dict[str, Any] = {
    "columns": 4,
    "rows": 4,
    "many": "1..3",
    "site": "empty(it)",
    "tile": "true",
    "effects": "",
    "checks": {**SHAPE, "joins": ("bare or beside(formed)", "Join."), **KNOWN},
}
GAMES: dict[str, dict[str, Any]] = {
    "joins anything": {},
    "joins one's own": {"checks": {**SHAPE, "joins": ("bare or mine(formed)", "Join."), **KNOWN}},
    "anywhere": {"checks": {**SHAPE, **KNOWN}},
    "never apart": {"checks": {**SHAPE, "joins": ("beside(formed)", "Join."), **KNOWN}},
    "on a site first": {
        "checks": {**SHAPE, "start": ("not bare or b2 in word.main.sites", "Start."), **KNOWN},
    },
    "a check without the placement": {"checks": {"early": ("laid < 2", "Late."), **SHAPE, **KNOWN}},
    "only rows": {"checks": {**SHAPE, "rows": ("word.main.axis == row", "Rows."), **KNOWN}},
    "long words": {"checks": {**SHAPE, "long": ("len(word.main.text) >= 3", "Short."), **KNOWN}},
    "at least two tiles": {"many": "2..3"},
    "not on the edge": {"site": "empty(it) and it.column > 1"},
    "a check of letters": {
        "checks": {**SHAPE, **KNOWN, "with_a": ("any(l == 'a' for l in letters(word.main.text))", "An a.")},
    },
    "a check of tiles": {"checks": {**SHAPE, **KNOWN, "real": ("not any(p.tile.wild for p in placed)", "Real.")}},
    "a require": {
        "effects": "      - require: few\n        check: len(pieces(grid, tile)) < 6\n        else: Full.",
    },
    "every word known": {
        "checks": {**SHAPE, "known": ("all(is_word(w.text) for w in formed)", "Unknown."), "joins": ("true", "No.")},
    },
    "unknown words listed": {
        "checks": {
            **SHAPE,
            "known": KNOWN["known"],
            "beside_known": ("len(list(w.text for w in word.adjoining if not is_word(w.text))) == 0", "Unknown."),
        },
    },
    "some tiles": {"tile": "it.letter != 's'"},
    "wide": {"columns": 6, "rows": 2},
}


def text_of(changes: dict[str, Any]) -> str:
    values = {**PLAIN, **changes}
    named = values["checks"].items()
    checks = [f"      {name}:\n        check: {check}\n        else: {text}" for name, (check, text) in named]
    return SPEC.format(**{**values, "checks": "\n".join(checks)})


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Game]:
    """The games, with their word list in the same folder."""
    found = {}
    for number, (name, changes) in enumerate(GAMES.items()):
        folder = tmp_path_factory.mktemp(f"game{number}")
        (folder / "few.txt").write_text(WORDS.replace(" ", "\n"), "utf-8")
        (folder / "words.yaml").write_text(text_of(changes), "utf-8")
        found[name] = load(folder / "words.yaml")
    return found


def position(game: Game, random: Random, wild: int) -> State:
    """Some letters and rocks on the board, and a rack of three tiles."""
    program = game.new().program
    bench = Bench(program.schema, program.layout, program.blank())
    sites = program.schema.topology.boards["grid"].sites
    for site in sites:
        drawn = random.random()
        if drawn < 0.25:
            letter = random.choice(LETTERS + "*" * (random.random() < 0.1))
            number = bench.create("tile", {"letter": letter, "wild": letter == "*", "owner": random.randint(1, 2)})
            bench.put("tile", number, (site,))
        elif drawn < 0.3:
            bench.put("rock", bench.create("rock", {}), (site,))
    for letter in "*" * wild + "".join(random.choice(LETTERS) for _ in range(3 - wild)):
        bench.into_zone("tile", bench.create("tile", {"letter": letter, "wild": letter == "*"}), "rack", 1)
    return program.state(bench.data())


def placements(game: Game, state: State) -> Iterator[tuple[Any, ...]]:
    """Every way to lay up to three tiles in a row or column, sites in reading order: others are always refused."""
    program = state.program
    fields, letters = program.layout.fields, program.layout.letters
    topology = program.schema.topology
    rack = state.data[fields["zone.rack"].index][1]
    shown = {tile: letters[state.data[fields["tile.letter"].index][tile]] for tile in rack}
    for count in range(1, 4):
        for sites in combinations(topology.boards["grid"].sites, count):
            if min(len({topology.row[site] for site in sites}), len({topology.column[site] for site in sites})) > 1:
                continue
            for tiles in permutations(rack, count):
                for spelt in _spelt([shown[tile] or "" for tile in tiles]):
                    yield ("lay", tuple(zip(sites, tiles, spelt, strict=True)))


def _spelt(letters: list[str]) -> Iterator[str]:
    if not letters:
        yield ""
        return
    for first in LETTERS + "o" if letters[0] == "*" else letters[0]:
        for rest in _spelt(letters[1:]):
            yield first + rest


def laid(action: tuple[Any, ...]) -> tuple[tuple[int, str], ...]:
    """Which letters go where, whatever tiles they are on."""
    return tuple((site, letter) for site, _, letter in action[1])


def wildcards(state: State, action: tuple[Any, ...]) -> int:
    column = state.data[state.program.layout.fields["tile.wild"].index]
    return sum(column[tile] for _, tile, _ in action[1])


@pytest.mark.parametrize("name", GAMES)
def test_it_lists_each_accepted_placement_once(games: dict[str, Game], name: str) -> None:
    game, random, total = games[name], Random(7), 0
    for wild in (0, 0, 1):
        state = position(game, random, wild)
        accepted: dict[Any, list[Any]] = {}
        for action in placements(game, state):
            if game.check(state, action) is None:
                accepted.setdefault(laid(action), []).append(action)
        listed = [action for action in game.legal(state) if action[0] == "lay"]
        assert len({laid(action) for action in listed}) == len(listed)
        assert {laid(action) for action in listed} == accepted.keys()
        assert state.program.can(state.data, 1, "lay") == bool(listed)
        for action in listed:
            ways = accepted[laid(action)]
            assert action in ways
            assert wildcards(state, action) == min(wildcards(state, way) for way in ways)
        total += len(listed)
    assert total > 0


def test_two_wildcards(games: dict[str, Game]) -> None:
    game = games["joins one's own"]
    state = position(game, Random(3), wild=2)
    accepted = {laid(action) for action in placements(game, state) if game.check(state, action) is None}
    assert {laid(action) for action in game.legal(state) if action[0] == "lay"} == accepted
    assert len(accepted) > 8


def test_checks_about_places_are_asked_once_for_each_place(games: dict[str, Game]) -> None:
    moves = {name: game.new().program.actions["lay"].moves for name, game in games.items()}
    answered = {name: sorted(found.answered) for name, found in moves.items() if found is not None}
    assert answered["joins one's own"] == ["beside_known", "joins", "known", "no_gap", "one_line"]
    assert answered["a check without the placement"] == ["beside_known", "known", "no_gap", "one_line"]
    assert answered["long words"] == ["beside_known", "known", "long", "no_gap", "one_line"]
    assert answered["a check of letters"] == ["beside_known", "known", "no_gap", "one_line"]
    assert answered["a check of tiles"] == ["beside_known", "known", "no_gap", "one_line"]


CHOICE = "crosswords needs a single choice: many records of a site of a board, a tile, and a letter"
CHECKS = "known words, so the action must check:"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("moves: crosswords(placed)", "moves: crosswords(placed, placed)", CHOICE),
        ("moves: crosswords(placed)", "moves: crossword(placed)", "There is no mover crossword."),
        ("many: 1..3", "some: 1..3", CHOICE),
        ("where: true", "where: site.column > 2", CHOICE),
        ("from: alphabet", "from: take(alphabet, 2)", CHOICE),
        ("ask_if: tile.wild", "ask_if: tile.wild and site.column > 2", CHOICE),
        ("      placed:\n", "      n: 1..2\n      placed:\n", CHOICE),
        ("check: word.in_line", "check: true", f"{CHECKS} word.in_line."),
        ("check: not word.gap", "check: true", f"{CHECKS} not word.gap."),
        ("check: is_word(word.main.text)", "check: true", f"{CHECKS} is_word(word.main.text)."),
        (
            "check: all(is_word(w.text) for w in word.adjoining)",
            "check: true",
            f"{CHECKS} all(is_word(w.text) for w in word.adjoining).",
        ),
    ],
)
def test_it_refuses_what_it_cannot_answer_for(tmp_path: Path, old: str, new: str, message: str) -> None:
    text = text_of({})
    assert old in text
    (tmp_path / "few.txt").write_text(WORDS.replace(" ", "\n"), "utf-8")
    (tmp_path / "words.yaml").write_text(text.replace(old, new), "utf-8")
    with pytest.raises(SpecError) as problem:
        load(tmp_path / "words.yaml")
    assert message in str(problem.value)
