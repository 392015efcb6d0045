"""Small games for tests of playing, with one of each kind of choice."""

import pytest

from interpreter import Game, loads

LETTERS = """\
game: letters
title: Letters
players:
  ann: {title: Ann}
  bob: {title: Bob, seat: computer}
entities:
  tile:
    letter: letter
    wild: {is: flag, start: it.letter == '*'}
boards:
  grid: {columns: 3, rows: 2, holds: tile}
zones:
  rack: {holds: tile, per: player, size: 4, seen_by: owner}
  bin: {holds: tile}
state:
  score: {per: player, start: 0}
setup:
  - create: tile(letter = 'c')
    in: rack[ann]
  - create: tile(letter = 'a')
    in: rack[ann]
  - create: tile(letter = 't')
    in: rack[ann]
  - create: tile(letter = '*')
    in: rack[ann]
  - create: tile(letter = 's')
    in: rack[bob]
actions:
  write:
    title: Write
    choose:
      placed:
        many: 1..2
        of:
          site:
            from: grid
            where: empty(it)
            else: That square is taken.
          tile: rack[me]
          letter:
            from: take(alphabet, 3)
            ask_if: tile.wild
            otherwise: tile.letter
    validate:
      one_row:
        check: len(distinct(p.site.row for p in placed)) == 1
        else: All in one row.
    effects:
      - for: p in placed
        do:
          - move: p.tile
            to: p.site
          - p.tile.letter = p.letter
  swap_out:
    title: Put back
    choose:
      tiles:
        some: 1..3
        from: rack[me]
      points: 1..5
    effects:
      - score[me] -= points
      - move: tiles
        to: bin
  give_up:
    title: Give up
    effects:
      - end: given_up
end_conditions:
  given_up: {winner: opponent}
"""

TRAYS = """\
game: trays
title: Trays
types:
  colour: [red, green, blue]
entities:
  tile:
    number: 1..9
boards:
  grid:
    columns: 3
    rows: 2
    holds: tile
    start: |
      4 5 .
      . . .
zones:
  tray: {holds: tile}
state:
  paint: {is: colour or none}
  claimed: 0
setup:
  - create: tile(number = 7)
    in: tray
actions:
  place:
    gesture: drag
    choose:
      tile: tray
      at:
        from: grid
        where: empty(it)
        else: There lies a tile.
    effects:
      - move: tile
        to: at
  shift:
    gesture: drag
    choose:
      tile: pieces(grid)
      at:
        from: neighbours(tile)
        where: empty(it)
        else: It does not fit there.
    effects:
      - move: tile
        to: at
  claim:
    gesture: click
    choose:
      tile:
        from: pieces(grid)
        where: it.number > 4
        else: “{it.number}” is too small.
    effects:
      - remove: tile
      - claimed += 1
  trail:
    title: Trail
    gesture: drag
    choose:
      sites:
        many: 2..4
        from: grid
        where: len(sites) == 0 or it in neighbours(last(sites))
        else: A trail goes from square to square.
    effects:
      - claimed += len(sites)
  dye:
    title: Dye
    choose:
      colour: values(colour)
    effects:
      - paint = colour
end_conditions:
  all_claimed: {when: claimed > 90, won: true}
"""

STUCK = """\
game: stuck
title: Stuck
settings:
  undos: {default: 2, range: 0..9 or none}
  lives_given: {default: 1, range: 0..9 or none}
  hints_given: {default: 2, range: 0..9 or none}
boards:
  grid:
    columns: 4
    rows: 1
    cell: {trodden: flag}
state: {left: 3}
actions:
  tread:
    choose:
      c: {from: grid, where: not it.trodden, else: You were there.}
    effects:
      - c.trodden = true
      - left -= 1
end_conditions:
  home: {when: d1.trodden, won: true}
  tired:
    when: left == 0
    won: false
    recover: [undo, life]
    say: You are tired.
assist:
  undo: {limit: undos}
  hints: {limit: hints_given}
  lives: {limit: lives_given}
"""


@pytest.fixture(scope="session")
def letters() -> Game:
    return loads(LETTERS, "letters.yaml")


@pytest.fixture(scope="session")
def trays() -> Game:
    return loads(TRAYS, "trays.yaml")


@pytest.fixture(scope="session")
def stuck() -> Game:
    return loads(STUCK, "stuck.yaml")
