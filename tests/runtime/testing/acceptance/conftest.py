"""Two small games for tests: marks on a grid for two players, and lettered tiles in racks."""

from collections.abc import Callable
from textwrap import dedent, indent

import pytest

from interpreter import Diagnostics, Game, loads
from runtime.testing import TestResult, check_acceptance, run_tests

MARKS = """\
game: marks
title: Marks

settings:
  size: {default: 3, range: 3..5}
  bonus: {default: true}
  dividing: {default: false}

players:
  cross: {title: Cross}
  nought: {title: Nought}

boards:
  grid:
    columns: size
    rows: size
    cell: {mark: player or none}
    legend: {X: cross, O: nought}

state:
  placed: {start: 0}
  score: {per: player, start: 0}

actions:
  place:
    choose:
      c: {from: grid, where: it.mark == none, else: That square is taken.}
    validate:
      not_in_the_middle:
        check: c != b2 or turn_number > 1
        else: Not {c} in the first turn.
        show: neighbours(c)
    effects:
      - c.mark = me
      - placed += 1
      - score[me] += if bonus then 2 else 1
      - event: put(site = c, by = me, number = placed)
  split:
    only_if: dividing
    choose:
      n: 0..3
    effects:
      - score[me] = 6 // n
  give_up:
    effects:
      - end: given_up

end_conditions:
  three_in_line:
    after: place
    when: any(len(span(c, x for x in line(c, a) while x.mark == me)) == 3 for a in axes(grid))
    winner: me
    say: A line of three.
  full:
    when: all(x.mark != none for x in grid)
  given_up: {winner: opponent}

rules:
  R-1: Three in a line win.
  R-2: A taken square cannot be used.
"""

TILES = """\
game: tiles
title: Tiles

players:
  ann: {title: Ann}
  bob: {title: Bob}

entities:
  tile:
    letter: letter
    owner: player or none

boards:
  grid:
    columns: 4
    rows: 2
    holds: tile
    legend:
      A-Z: {letter: it, owner: ann}
      a-z: {letter: it, owner: bob}

zones:
  rack: {holds: tile, per: player, size: 4, seen_by: owner}
  bin: {holds: tile}

setup:
  - for: p in players
    do:
      - random: x in alphabet
        stream: letters
      - create: tile(letter = x)
        in: rack[p]

actions:
  lay:
    choose:
      tile: rack[me]
      at:
        from: grid
        where: empty(it)
        else: There lies a tile.
    effects:
      - tile.owner = me
      - move: tile
        to: at
      - random: x in alphabet
        stream: letters
      - create: tile(letter = x)
        in: rack[me]
      - event: drew(letter = x)
  drop:
    choose:
      tiles:
        some: 1..2
        from: rack[me]
    effects:
      - move: tiles
        to: bin
  write:
    choose:
      placed:
        many: 1..3
        of:
          site:
            from: grid
            where: empty(it)
          tile: rack[me]
    effects:
      - for: p in placed
        do:
          - p.tile.owner = me
          - move: p.tile
            to: p.site
      - event: wrote(sites = list(p.site for p in placed), by = me)

end_conditions:
  full:
    when: all(not empty(x) for x in grid)
"""

GameOf = Callable[[str], Game]


def with_tests(spec: str, tests: str) -> Game:
    """The spec with these acceptance tests."""
    return loads(spec + "acceptance:\n" + indent(dedent(tests), "  "), "game.yaml")


@pytest.fixture
def marks() -> GameOf:
    return lambda tests: with_tests(MARKS, tests)


@pytest.fixture
def tiles() -> GameOf:
    return lambda tests: with_tests(TILES, tests)


@pytest.fixture
def failures() -> Callable[[Game], list[tuple[str, str]]]:
    """For each failure of a game’s tests, the text that it points at and its message."""

    def found(game: Game) -> list[tuple[str, str]]:
        return [(each.span.text if each.span else "", each.message) for r in run_tests(game) for each in r.failures]

    return found


@pytest.fixture
def problems() -> Callable[[Game], list[tuple[str, str, str | None]]]:
    """For each mistake in a game’s tests, the text that it points at, its message and its help."""

    def found(game: Game) -> list[tuple[str, str, str | None]]:
        diagnostics = Diagnostics()
        check_acceptance(game, diagnostics)
        return [(each.span.text if each.span else "", each.message, each.help) for each in diagnostics]

    return found


@pytest.fixture
def outcome() -> Callable[[Game], TestResult]:
    """The result of a game's only test."""

    def found(game: Game) -> TestResult:
        (result,) = run_tests(game)
        return result

    return found
