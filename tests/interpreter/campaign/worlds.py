"""Small specs whose names cover every type, and random states for them."""

from functools import cache
from random import Random
from typing import Any

from interpreter import loads
from interpreter.language.types import (
    Flag,
    Letter,
    Listing,
    Maybe,
    Number,
    Piece,
    Record,
    Site,
    Text,
    Type,
    Words,
    strip,
)
from interpreter.position import PieceValue
from interpreter.program.program import Bench, Program

SQUARE = """\
game: square
title: Square
settings:
  size: {default: 5, range: 3..9, title: Size}
  limit: {default: none, range: 1..9 or none, title: Limit}
  bonus: {default: 4, range: 1..9 or none, title: Bonus}
  strict: {default: true, title: Strict}
  pace: {default: slow, options: [slow, quick], title: Pace}
types:
  colour: [amber, blue, coral]
  taste: [sweet, sour]
players:
  white: {title: White, facing: north}
  black: {title: Black, facing: south}
entities:
  man:
    owner: player
    king: flag
    weight: 0..5
    worth: number
    mark: letter or none
    taste: taste or none
    home: site or none
  ship:
    letters: text
    colour: colour
    footprint:
      columns: len(it.letters)
      rows: 1
    cell:
      painted: it.letters[i]
      length: len(it.letters)
boards:
  grid:
    columns: size
    rows: 4
    neighbours: all
    origin: bottom
    holds: [man, ship]
    regions: {box: [2, 2]}
    cell:
      lit: flag
      value: number
      digit: 1..9
      rest: 0..5
      sign: {is: letter, start: "'a'"}
      spare: letter or none
      disc: player or none
      tone: {is: colour, start: amber}
      tint: colour or none
      goal: site or none
      bid: 1..6 or none
      low: -2..2 or none
      note: {is: flag or none}
  sea:
    per: player
    columns: 2
    rows: 2
    holds: man
    cell: {digit: 1..9, foam: flag}
  isle:
    per: 2..3
    columns: 2
    rows: 1
    holds: man
zones:
  pool: {holds: man}
  rack: {holds: man, per: player, size: 4}
  dock: {holds: ship, per: 2..4}
tables:
  points: AEIOU=1 DG=2 *=0
  prizes: [3, 1, 4, 1, 5]
  names: {amber: "'gold'", blue: "'sky'", coral: "'reef'"}
  steps: {amber: 2, coral: 7}
  stars: {white: grid.b2, black: grid.d3}
  sparse: {2: 20, 7: 70}
  levels: {3: 1, 4: 2, 5: 3}
  nested:
    white: [1, 2, 3]
    black: [4, 5, 6, 7]
  deep:
    white: {amber: [1, 2], coral: [3, 4]}
    black: {amber: [5, 6], coral: [7, 8]}
  base: size * 2 + 1
state:
  score: {per: player, start: 0}
  count: {start: 2}
  goal_row: {is: 1..9, start: 3}
  mood: {is: colour or none}
  leader: {is: player or none}
  place: {is: site or none}
  there: {is: site, start: grid.a1}
  ready: {start: false}
  tally: {per: colour, start: 0}
  slots: {per: 3..5, is: colour or none}
  word: {is: text, start: "'cab'"}
  prey: {is: man or none}
  last: {is: 0..9 or none}
define:
  men(player p): list(x for x in grid if x.man.owner == p)
  near(site s, number n): neighbours(s, compass, n)
  kind_of(site or none s):
    - when: s.lit
      is: amber
    - when: s.tint != none
      is: s.tint
    - is: coral
  twice(n): n + n
  heaviest: most(m.weight for m in pool)
  value_at(site or none s): default(s.digit, 0)
  longest(list site chain): if len(chain) > 3 then chain[2] else last(chain)
  is_lit(site s): s.lit
actions:
  act:
    choose:
      c:
        from: grid
        where: it.tint == none or it.tint != kind_of(it)
    effects:
      - c.lit = true
turns:
  phases:
    opening: {actions: [act]}
end_conditions:
  never:
    when: count > 1000
    winner: none
"""

HEXES = """\
game: hexes
title: Hexes
types:
  colour: [amber, blue, coral]
players:
  red: {title: Red}
  green: {title: Green}
  violet: {title: Violet}
entities:
  stone: {owner: player, wild: flag}
boards:
  field:
    shape: hex
    columns: 4
    rows: 4
    holds: stone
    cell:
      disc: player or none
      tone: colour or none
      lit: flag
      height: number
      digit: 1..9
zones:
  bag: {holds: stone, per: colour}
state:
  score: {per: player, start: 0}
  turns_left: {start: 3}
define:
  chain(site s): group(s, x for x in field if x.disc == s.disc)
actions:
  act:
    choose:
      c: field
    effects:
      - c.lit = true
end_conditions:
  never:
    when: turns_left > 1000
    winner: none
"""

LAYERS = """\
game: layers
title: Layers
entities:
  tile: {face: letter, worth: 1..9, gone: flag}
boards:
  pile:
    shape: layers
    footprint: [2, 2]
    layers:
      bottom: {columns: 4, rows: 3, offset: [0, 0]}
      top: {columns: 2, rows: 2, offset: [1, 1]}
    holds: tile
zones:
  tray: {holds: tile, size: 5}
tables:
  points: AEIOU=1 BCDFGHJKLMNPQRSTVWXYZ=3 *=0
state:
  moves: {start: 0}
define:
  free(site s): len(above(s)) == 0 and (len(left(s)) == 0 or len(right(s)) == 0)
actions:
  act:
    choose:
      c:
        from: pile
        where: not empty(it)
    effects:
      - c.tile.gone = true
end_conditions:
  never:
    when: moves > 1000
    won: true
"""

GRAPH = """\
game: graph
title: Graph
players:
  fox: {title: Fox}
  hounds: {title: Hounds}
entities:
  man: {owner: player, age: number}
boards:
  web:
    shape: graph
    lines: [a1 b2 c3, a3 b2 c1, a1 den, den c1]
    sites: lair
    places: {den: [1, 3], lair: [4, 4]}
    holds: man
    cell: {seen: flag, digit: 0..5}
zones:
  off: {holds: man}
state:
  here: {is: site, start: den}
  gone: {is: man or none}
actions:
  act:
    choose:
      c: web
    effects:
      - c.seen = true
end_conditions:
  never:
    when: len(off) > 1000
    winner: none
"""

TORUS = """\
game: torus
title: Torus
players:
  north_side: {title: North, facing: northeast}
  south_side: {title: South, facing: west}
entities:
  ant: {owner: player or none, name_tag: text}
boards:
  ring:
    columns: 4
    rows: 3
    wrap: true
    holds: ant
    pile: 3
    regions: {half: [2, 3]}
    cell: {lit: flag, disc: player or none, bid: 1..6 or none, sign: letter or none, rest: 0..5}
zones:
  nest: {holds: ant}
state:
  heap: {per: 0..3, start: 1}
  phrase: {is: text, start: "'ab'"}
actions:
  act:
    choose:
      c: ring
    effects:
      - c.lit = true
end_conditions:
  never:
    when: sum(heap[i] for i in 0..3) > 1000
    winner: none
"""

BORDERS = """\
game: borders
title: Borders
types:
  colour: [amber, blue, coral]
players:
  white: {title: White, facing: north}
  black: {title: Black, facing: south}
entities:
  road: {owner: player, worn: flag}
boards:
  grid:
    columns: 3
    rows: 3
    origin: bottom
    holds: road
    cell: {lit: flag, digit: 1..9}
    edges: {rim: true, holds: road, cell: {wall: flag, bid: 1..6 or none}}
    corners: {cell: {wall: flag, tone: colour or none}}
  sea:
    per: player
    columns: 2
    rows: 2
    edges: {cell: {wall: flag}}
  land:
    shape: hex
    columns: 3
    rows: 2
    edges: {holds: road}
    corners: {rim: true, cell: {disc: player or none}}
state:
  score: {per: player, start: 0}
  count: {start: 2}
  here: {is: site or none}
define:
  open(site s, site or none t): t != none and edge(s, t).wall == false
  sides(site c, axis w): list(e for e in around(c, grid.edges) if e.axis == w)
actions:
  act:
    choose:
      e: grid.edges
    effects:
      - e.wall = true
end_conditions:
  never:
    when: count > 1000
    winner: none
"""

SPECS = {"square": SQUARE, "hexes": HEXES, "layers": LAYERS, "graph": GRAPH, "torus": TORUS, "borders": BORDERS}
LETTERS = "abz*"


@cache
def program_of(name: str) -> Program:
    """The compiled program of one of the specs."""
    return loads(SPECS[name], f"{name}.yaml").new().program


def random_value(kind: Type, program: Program, bench: Bench, random: Random) -> Any:
    """A value of a type, as the reference evaluator sees it."""
    if isinstance(kind, Maybe) and random.random() < 0.4:
        return None
    inner = strip(kind)
    match inner:
        case Number():
            if inner.low is not None and inner.high is not None:
                return random.randint(inner.low, inner.high)
            return random.choice([-2, -1, 0, 0, 1, 2, 3, 5])
        case Flag():
            return random.random() < 0.5
        case Letter():
            return random.choice(LETTERS)
        case Text():
            return "".join(random.choice(LETTERS) for _ in range(random.randint(1, 3)))
        case Words():
            return random.randint(1, len(inner.words))
        case Site():
            return random.randint(1, program.schema.topology.count)
        case Piece():
            count = len(bench.fields[f"{inner.kind}.site"]) - 1
            return PieceValue(inner.kind, random.randint(1, count)) if count else None
        case Listing():
            return [random_value(inner.item, program, bench, random) for _ in range(random.randint(0, 4))]
        case Record():
            return tuple(random_value(field, program, bench, random) for _, field in inner.fields)
    raise AssertionError(kind)


def as_stored(value: Any, kind: Type) -> Any:
    """A value of the reference evaluator as generated code sees it."""
    inner = strip(kind)
    if value is None:
        return 0 if isinstance(inner, Words | Site | Piece) else None
    if isinstance(value, PieceValue):
        return value.number
    if isinstance(inner, Listing):
        return tuple(as_stored(item, inner.item) for item in value)
    if isinstance(inner, Record):
        return tuple(as_stored(part, field) for part, (_, field) in zip(value, inner.fields, strict=True))
    return value


def random_state(program: Program, random: Random) -> tuple[Any, ...]:
    """A state with random values in every field."""
    schema = program.schema
    bench = Bench(schema, program.layout, program.blank())
    for cell in [cell for board in schema.boards.values() for cell in board.cells.values()]:
        for site in range(1, schema.topology.count + 1):
            bench.set(cell.column, site, random_value(cell.type, program, bench, random))
    for kind in schema.kinds.values():
        for _ in range(random.randint(1, 7)):
            values = {prop.name: random_value(prop.type, program, bench, random) for prop in kind.properties.values()}
            _place(program, bench, kind.name, bench.create(kind.name, values), random)
    for variable in schema.variables.values():
        entries = 1 if variable.per is None else len(bench.fields[variable.name]) - 1
        values = [as_stored(random_value(variable.type, program, bench, random), variable.type) for _ in range(entries)]
        if variable.per is None:
            bench.fields[variable.name] = values[0]
        else:
            bench.fields[variable.name][1:] = values
    players = len(schema.players.words)
    bench.header[0] = random.randint(1, players)
    bench.header[1] = random.randint(1, 9)
    if random.random() < 0.3:
        won = random.choice([True, False, None]) if players == 1 else None
        bench.header[3] = (1, random.randint(0, players) if players > 1 else 0, won)
    return bench.data()


def _place(program: Program, bench: Bench, kind: str, number: int, random: Random) -> None:
    schema = program.schema
    zones = [zone for zone in schema.zones.values() if zone.kind == kind]
    where = random.choice(["board", "board", "zone", "nowhere"])
    if where == "zone" and zones:
        zone = random.choice(zones)
        key = None if zone.per is None else random.randint(1, zone.count)
        held = bench.fields[f"zone.{zone.name}"] if key is None else bench.fields[f"zone.{zone.name}"][key]
        if zone.size is None or len(held) < zone.size:
            bench.into_zone(kind, number, zone.name, key)
        return
    boards = schema.holders(kind)
    if where == "board" and boards:
        instance = random.choice([name for board in boards for name in board.instances])
        site = random.choice(schema.topology.boards[instance].sites)
        cells = program.cells_of(bench.data(), kind, number, site)
        piled, room = schema.is_piled(kind), schema.room(kind)[site]
        taken = bench.height(kind, site) >= room if piled else any(bench.any_piece(cell) for cell in cells or ())
        if cells is not None and not taken:
            bench.put(kind, number, cells)
