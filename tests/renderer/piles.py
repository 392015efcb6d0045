"""A patience that has been dealt, to be drawn and played."""

from pathlib import Path

from interpreter import Game, load, loads

WINDOW = Path(__file__).resolve().parents[1] / "data" / "window"
LAID_OUT = "{a1: 2c 3c, b1: 7h+, d1: As+, a2: 4c Kh+ Qs+ Jd+, b2: 5c 9h+, c2: Kd+}"


def patience(start: str = LAID_OUT) -> Game:
    """The patience from the test data with some cards on the table."""
    text = (WINDOW / "patience.yaml").read_text(encoding="utf-8")
    before, rest = text.split("setup:\n")
    after = rest[rest.index("actions:\n") :]
    board = "{columns: 7, rows: 2, holds: card, pile: 52"
    assert board in before
    return loads(before.replace(board, f"{board}, start: {start}") + after, "patience.yaml")


def lanes() -> Game:
    """Men in tall lanes, where players choose sites."""
    return load(WINDOW / "men_in_lanes.yaml")


TOWERS = """\
game: towers
title: Towers
about: Move men onto each other.
players: {white: {title: White}, black: {title: Black}}
entities:
  man: {at_most: 20, owner: player, high: flag, legend: {w: white, b: black, W: white high}}
boards:
  grid: {columns: 3, rows: 2, origin: bottom, holds: man, pile: 20, start: {a1: w*2 b W, b1: b*3, c1: b}}
actions:
  move:
    choose:
      a: {from: pieces(grid), where: len(pieces(grid)) > 3 and not it.high and it.owner == me and it.site.man == it}
      b: {from: neighbours(a)}
    effects:
      - move: a
        to: b
end_conditions:
  one: {when: 'any(len(pile(s)) == 20 for s in grid)', winner: me}
"""


def towers() -> Game:
    """Men of two kinds in piles that do not fan out."""
    return loads(TOWERS, "towers.yaml")
