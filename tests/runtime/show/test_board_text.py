"""Boards as text: what pictures say, read from a state."""

from textwrap import dedent, indent

import pytest

from interpreter import Diagnostics, loads
from interpreter.state.state import State
from runtime.session.given import position_of
from runtime.show.board_text import board_text, zone_symbols

REST = """\
actions:
  wait:
    effects:
      - waits += 1
state:
  waits: {start: 0}
end_conditions:
  waited: {when: waits > 3, won: true}
"""


def state_of(sections: str, given: str) -> State:
    """The state of a position in a game of these sections."""
    text = f"game: drawn\ntitle: Drawn\n{dedent(sections)}{REST}acceptance:\n  a:\n    given:\n"
    text += indent(dedent(given), " " * 6) + "    then:\n      - not over\n"
    game = loads(text)
    diagnostics = Diagnostics()
    position = position_of(game, game.spec.acceptance["a"].given, diagnostics)
    diagnostics.raise_if_errors()
    assert position is not None
    return position.state()


def redrawn(sections: str, picture: str) -> str:
    """A picture of the board ‘grid’ after it was set up and read back."""
    state = state_of(sections, "grid: |\n" + indent(picture, "  ") + "\n")
    return board_text(state.program, state.data, "grid")


CELLS = """\
boards:
  grid: {columns: 3, rows: 2, cell: {lit: flag, wall: flag}, legend: {O: lit, '#': wall, '*': lit wall}%s}
"""
CRATES = """\
entities: {man: {}, crate: {}}
boards:
  grid:
    holds: [man, crate]
    cell: {wall: flag, target: flag}
    legend: {P: man, '*': crate, O: target, '@': crate target, '#': wall}
    start: P*
"""
KINGS = """\
types: {side: [light, dark]}
entities:
  man: {owner: side, king: flag}
boards:
  grid: {columns: 3, rows: 2, holds: man, legend: {l: light, d: dark, L: light king, D: dark king}}
"""
NUMBERS = """\
entities:
  tile: {value: 1..2048}
boards:
  grid: {columns: 3, rows: 2, holds: tile}
"""
LETTERS = """\
entities:
  tile: {letter: letter}
boards:
  grid: {columns: 3, rows: 2, holds: tile}
"""
OWNERS = """\
boards:
  grid:
    columns: 3
    rows: 2
    holds: tile
    legend:
      A-Z: {letter: it, upper: true}
      a-z: {letter: it}
entities:
  tile: {letter: letter, upper: flag}
"""
HEX = """\
types: {colour: [red, blue]}
boards:
  grid: {shape: hex, columns: 3, rows: 3, cell: {stone: colour or none}, legend: {R: red, B: blue}}
"""
WORDS = """\
entities:
  tile:
    letters: text
    footprint: {columns: len(it.letters), rows: 1}
boards:
  grid: {columns: 5, rows: 2, holds: tile}
"""


@pytest.mark.parametrize(
    ("sections", "picture"),
    [
        (CELLS % "", "O#*\n..O"),
        (CELLS % ", origin: bottom", "O#*\n..O"),
        (CRATES, "######\n#P*@O#\n#-...#\n######"),
        (KINGS, "ld.\n.LD"),
        (NUMBERS, "2    .    1024\n.    16   ."),
        (LETTERS, "CA.\n..*"),
        (OWNERS, "cAt\n..S"),
        (HEX, "R..\n.B.\n..R"),
    ],
    ids=["cells", "from below", "crates", "kings", "numbers", "letters", "owners", "hex"],
)
def test_a_picture_comes_back_as_it_was_drawn(sections, picture):
    assert redrawn(sections, picture) == picture


def test_pieces_that_cover_several_cells():
    words = WORDS.replace("{columns: len(it.letters), rows: 1}", "\n      columns: len(it.letters)\n      rows: 1")
    assert redrawn(words, "CA . . .\n. ING .") == "CA  .   .   .\n.   ING ."


def test_layers_are_drawn_one_by_one():
    sections = """\
entities:
  tile: {letter: letter}
boards:
  pile:
    shape: layers
    footprint: [2, 2]
    holds: tile
    layers:
      bottom: {columns: 2, rows: 1, offset: [0, 0]}
      top: {columns: 1, rows: 1, offset: [1, 0]}
"""
    state = state_of(sections, "pile:\n  bottom: A B\n  top: C\n")
    assert board_text(state.program, state.data, "pile") == "bottom:\nAB\ntop:\nC"


def test_a_graph_is_drawn_by_the_names_of_its_sites_or_lists_them():
    sections = """\
types: {colour: [red, blue]}
boards:
  ring:
    shape: graph
    lines: [a1 b1 c1, c1 c2 a1]
    cell: {stone: colour or none}
    legend: {R: red}
"""
    state = state_of(sections, "do:\n  - c1.stone = red\n  - c2.stone = blue\n")
    assert board_text(state.program, state.data, "ring") == ".    .    R\n-    -    blue"
    state = state_of(sections.replace("b1", "gate"), "do:\n  - c1.stone = red\n  - gate.stone = blue\n")
    assert board_text(state.program, state.data, "ring") == "gate blue\nc1 R"


def test_boards_and_zones_of_each_player():
    sections = """\
players: {ann: {title: Ann}, bob: {title: Bob}}
entities:
  ship: {size: 1..5}
boards:
  sea: {columns: 2, rows: 1, per: player, holds: ship}
zones:
  yard: {holds: ship, per: player}
  hold: {holds: ship}
"""
    given = "sea: {ann: 3 ., bob: . 5}\nyard: {bob: 1 2}\nhold: 4\n"
    rest = REST.replace("won: true", "winner: none")
    text = f"game: drawn\ntitle: Drawn\n{sections}{rest}acceptance:\n  a:\n    given:\n"
    game = loads(text + indent(given, " " * 6) + "    then:\n      - not over\n")
    position = position_of(game, game.spec.acceptance["a"].given, Diagnostics())
    assert position is not None
    state = position.state()
    program, data = state.program, state.data
    first, second = program.schema.boards["sea"].instances
    assert board_text(program, data, "sea") == "3."
    assert board_text(program, data, "sea", first) == "3."
    assert board_text(program, data, "sea", second) == ".5"
    assert zone_symbols(program, data, "yard", 1) == []
    assert zone_symbols(program, data, "yard", 2) == ["1", "2"]
    assert zone_symbols(program, data, "hold") == ["4"]


def test_what_no_symbol_stands_for():
    sections = CRATES.replace("'@': crate target, ", "")
    state = state_of(sections, "grid: |\n  *O\ndo:\n  - a1.target = true\n  - b1.wall = true\n")
    assert board_text(state.program, state.data, "grid") == "crate !"


def test_in_a_single_column_a_row_is_one_symbol() -> None:
    sections = """\
    entities: {tile: {face: 1..40}}
    boards:
      grid:
        shape: layers
        layers:
          low: {columns: 2, rows: 1}
          high: {columns: 1, rows: 2}
        holds: tile
    """
    state = state_of(sections, "grid:\n  low: |\n    7 12\n  high: |\n    17\n    3\n")
    assert board_text(state.program, state.data, "grid") == "low:\n7  12\nhigh:\n17\n3"


def test_a_number_of_a_range_without_0_is_written_even_at_its_start() -> None:
    dice = "boards:\n  grid: {columns: 3, rows: 1, cell: {pips: 1..6}}\n"
    assert redrawn(dice, "1 6 2") == "162"
    assert redrawn(dice, ". 6 2") == "162"
