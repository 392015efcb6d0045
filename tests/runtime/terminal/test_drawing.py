"""Boards of every shape as text."""

import pytest

from interpreter import Game, load, loads
from runtime.session.session import Session
from runtime.show.colours import contrast
from runtime.show.looks import short
from runtime.show.shown import Shown
from runtime.show.values import Titles
from runtime.terminal.drawing import GROUND, Cell, CellReader, Marks, drawn_board, ink_on, legible
from runtime.terminal.screen import position
from tests.renderer.piles import lanes, patience, towers

GRAPH = """\
game: roads
title: Roads
players: {white: {title: White}, black: {title: Black}}
boards:
  field:
    shape: graph
    lines: [a1 b1 c1, a1 a2, c1 c2]
    cell: {man: player or none}
actions:
  place: {choose: {c: {from: field, where: it.man == none}}, effects: [c.man = me]}
end_conditions:
  full:
    when: all(x.man != none for x in field)
    winner: none
"""

LINES = "lines: [a1 b1 c1, a1 a2, c1 c2]"
PLACES = GRAPH.replace(LINES, "lines: [home mill]\n    places: {home: [1, 1], mill: [2, 2]}")

LAYERS = """\
game: heap
title: Heap
entities: {tile: {number: 1..9}}
boards:
  field:
    shape: layers
    footprint: [2, 2]
    layers:
      bottom: {columns: 2, rows: 2, offset: [0, 0]}
      top: {columns: 1, rows: 1, offset: [1, 1]}
    holds: tile
actions:
  lay:
    choose: {c: {from: field, where: it.tile == none}, n: 1..9}
    effects:
      - create: tile(number = n)
        at: c
end_conditions:
  full:
    when: len(pieces(field)) == 5
    won: true
"""


NO_MARKS = Marks()


def session(game: Game, *actions: str, level: str | None = None) -> Session:
    found = Session(game, level, seed=1)
    for text in actions:
        assert found.perform(game.action(found.state, text)).refusal is None
    return found


def drawn(playing: Session, board: str, marks: Marks = NO_MARKS, width: int = 80, plain: bool = False) -> list[str]:
    shown = Shown(playing.view(playing.game.players[0]))
    cells = CellReader(shown, board).cells(board)
    topology = playing.state.program.schema.topology
    return [line.plain.rstrip() for line in drawn_board(topology, board, cells, marks, width, plain)]


def test_a_square_board_has_coordinates_along_its_edges() -> None:
    assert drawn(session(load("tic_tac_toe"), "place b2", "place c3"), "grid") == [
        "   a  b  c",
        "1  .  .  .",
        "2  .  X  .",
        "3  .  .  O",
        "   a  b  c",
    ]


def test_row_one_may_be_at_the_bottom() -> None:
    lines = drawn(session(load("connect_four"), "drop d6"), "grid")
    assert lines[1] == "6  .  .  .  .  .  .  ."
    assert lines[6] == "1  .  .  .  Y  .  .  ."


def test_the_last_move_is_in_brackets_and_what_is_lit_in_parentheses() -> None:
    playing = session(load("tic_tac_toe"), "place b2", "place c3")
    marks = Marks(last=frozenset({9}), lit=frozenset({1, 9}))
    assert drawn(playing, "grid", marks) == [
        "   a  b  c",
        "1 (.) .  .",
        "2  .  X  .",
        "3  .  . (O)",
        "   a  b  c",
    ]
    assert drawn(playing, "grid", Marks(last=frozenset({5, 9})))[2:4] == ["2  . [X] .", "3  .  . [O]"]


def test_a_mark_of_the_spec_is_a_star() -> None:
    lines = drawn(session(load("tic_tac_toe"), *("place a1", "place b1", "place a2", "place b2", "place a3")), "grid")
    assert lines[1:4] == ["1 *X* O  .", "2 *X* O  .", "3 *X* .  ."]


def test_sites_that_are_missing_are_blank() -> None:
    assert drawn(session(load("peg_solitaire"), level="cross"), "grid")[:4] == [
        "   a  b  c  d  e  f  g",
        "1        .  .  .",
        "2        .  o  .",
        "3  .  .  o  o  o  .  .",
    ]


def test_wide_symbols_and_narrow_terminals() -> None:
    cells = {1: Cell("128", "#ffffff", GROUND), 2: Cell(".", "#ffffff", GROUND, empty=True)}
    game = loads(GRAPH.replace(f"shape: graph\n    {LINES}", "columns: 2\n    rows: 1"))
    topology = game.new(0).program.schema.topology
    wide, narrow = (
        [line.plain.rstrip() for line in drawn_board(topology, "field", cells, Marks(frozenset({1})), width)]
        for width in (80, 12)
    )
    assert wide == ["    a    b", "1 [128]  .", "    a    b"]
    assert narrow == ["   a   b", "1[128] .", "   a   b"]


def test_hexes_are_slanted() -> None:
    game = load("hex")
    playing = Session(game, settings={"size": 3}, seed=1)
    playing.perform(game.action(playing.state, "place b2"))
    assert drawn(playing, "grid", Marks(last=frozenset({5}))) == [
        "   a   b   c",
        "1  .   .   .",
        "  2  .  [R]  .",
        "    3  .   .   .",
        "       a   b   c",
    ]
    assert drawn(playing, "grid", width=14) == ["  a b c", "1 . . .", " 2 . R .", "  3 . . .", "    a b c"]


def test_layers_stand_one_below_the_other_where_they_lie() -> None:
    playing = session(loads(LAYERS), "lay a1@bottom 4", "lay b2@bottom 7")
    assert drawn(playing, "field") == [
        "bottom:",
        "   a   b",
        "1  4   .",
        "2  .   7",
        "   a   b",
        "top:",
        "     a",
        "  1  .",
        "     a",
    ]


def test_a_graph_with_coordinates_has_them_along_its_edges() -> None:
    playing = session(loads(GRAPH), "place a1", "place c2")
    assert drawn(playing, "field") == [
        "   a   b   c",
        "1  W ─ . ─ .",
        "   │       │",
        "2  .       B",
        "   a   b   c",
    ]
    assert drawn(playing, "field", plain=True)[1:3] == ["1  W - . - .", "   |       |"]


def test_a_graph_of_places_names_each_site() -> None:
    assert drawn(session(loads(PLACES), "place mill"), "field", Marks(last=frozenset({2}))) == [
        " . home",
        "     ·",
        "        ·[W]mill",
    ]


def test_a_whole_position_fits_a_small_terminal() -> None:
    for name in ("draughts", "gomoku", "hex", "nine_mens_morris", "memory", "game_2048"):
        game = load(name)
        lines = position(Shown(game.view(game.new(1), 1)), Marks())
        assert len(lines) <= 21
        assert max(len(line.plain.rstrip()) for line in lines) <= 80


def test_panels_stand_beside_the_board_with_key_and_status_below() -> None:
    game = load("reversi")
    lines = [line.plain.rstrip() for line in position(Shown(game.view(game.new(1), 1)), Marks())]
    assert lines == [
        "     a  b  c  d  e  f  g  h",
        "  1  .  .  .  .  .  .  .  .    Black  2",
        "  2  .  .  .  .  .  .  .  .    White  2",
        "  3  .  .  .  .  .  .  .  .",
        "  4  .  .  .  W  B  .  .  .",
        "  5  .  .  .  B  W  .  .  .",
        "  6  .  .  .  .  .  .  .  .",
        "  7  .  .  .  .  .  .  .  .",
        "  8  .  .  .  .  .  .  .  .",
        "     a  b  c  d  e  f  g  h",
        "  B Black   W White",
        "  Black to play. Outflank at least one enemy disc.",
    ]


FACES = """
game: faces
title: Faces
entities:
  man:
    strength: 1..9
    wounds: 0..3
    legend: {m: {strength: 1}, M: {strength: 9}}
boards:
  field: {columns: 3, rows: 1, holds: man, start: m M .}
  track: {columns: 4, rows: 1, cell: {steps: 0..9, note: text}, legend: {x: {steps: 5}}, start: . . x .}
actions:
  hurt:
    choose: {m: pieces(field)}
    effects: [m.wounds += 1, track.b1.note = 'so\nmuch to read here']
end_conditions:
  never: {when: turn_number > 99, won: true}
view:
  boards:
    field:
      looks:
        - {when: it.wounds > 0, face: "text(it.strength) + '/' + text(it.wounds)"}
        - {when: it.strength == 1, face: "'M'"}
    track:
      looks:
        - {when: it.note != '', face: it.note}
        - {when: it.steps > 0, shape: none, face: "text(10 * it.steps) + ' km'"}
        - {when: it.column == 4, shape: none, face: "'end'"}
"""


def test_what_looks_write_is_shown() -> None:
    game = loads(FACES, "faces.yaml")
    assert drawn(session(game), "field")[1].split() == ["1", "m", "M", "."]
    hurt = session(game, "hurt field.b1")
    assert drawn(hurt, "field")[1].split() == ["1", "m", "9/1", "."]
    assert drawn(session(game), "track")[1].split() == ["1", ".", ".", "50", "km", "end"]
    assert drawn(hurt, "track")[1] == "1       .        so much to r     50 km          end"


PLOTS = """
game: plots
title: Plots
boards:
  left: {columns: 2, rows: 1, cell: {sown: flag}}
  right: {columns: 2, rows: 1, cell: {sown: flag}}
actions:
  sow:
    choose: {s: {from: left + right, where: not it.sown}}
    effects: [s.sown = true]
end_conditions:
  full: {when: all(s.sown for s in right), won: true}
view:
  boards:
    right: {title: Right, AT}
"""


def test_boards_stand_where_the_spec_places_them() -> None:
    beside = loads(PLOTS.replace(", AT", ""), "plots.yaml")
    assert [line.split() for line in text_of(beside)[:2]] == [["Left:", "Right:"], ["a", "b", "a", "b"]]
    below = loads(PLOTS.replace("AT", "at: below"), "plots.yaml")
    assert [line.split()[:1] for line in text_of(below)[:5]] == [["Left:"], ["a"], ["1"], ["a"], ["Right:"]]
    above = loads(PLOTS.replace("AT", "at: above"), "plots.yaml")
    assert text_of(above)[0].split() == ["Right:"]


def test_cards_that_lie_face_down_are_not_shown() -> None:
    game = load("memory")
    playing = session(game, "turn_up b1")
    face = playing.view("one").data[playing.state.program.layout.fields["card.picture"].index]
    lines = drawn(playing, "grid")
    assert lines[1].split() == ["1", "?", str(max(face)), "?", "?"]
    assert [line.split()[1:] for line in lines[2:5]] == [["?"] * 4] * 3


def test_a_rack_is_shown_to_its_owner_and_counted_for_others(letters: Game) -> None:
    state = letters.new(1)
    ann, bob = (
        [line.plain.rstrip() for line in position(Shown(letters.view(state, player)), Marks())] for player in (1, 2)
    )
    assert ann == [
        "     a  b  c",
        "  1  .  .  .    Rack, Ann   C A T *",
        "  2  .  .  .    Rack, Bob   1",
        "     a  b  c    Bin         –",
        "                Score, Ann  0",
        "                Score, Bob  0",
        "  Ann to move.",
    ]
    assert bob[1:3] == ["  1  .  .  .    Rack, Ann   4", "  2  .  .  .    Rack, Bob   S"]


def test_colours_come_from_the_view() -> None:
    playing = session(load("tic_tac_toe"), "place b2")
    reversi = load("reversi")
    mark = CellReader(Shown(playing.view("cross")), "grid").cell(5)
    disc = CellReader(Shown(reversi.view(reversi.new(1), 1)), "grid").cell(28)
    free = CellReader(Shown(reversi.view(reversi.new(1), 1)), "grid").cell(1)
    assert (mark.text, mark.ink, mark.ground) == ("X", legible("#d1495b", GROUND), GROUND)
    assert (disc.text, disc.ink, disc.ground) == ("W", "#101012", "#f7f5ef")
    assert (free.text, free.ground) == (".", "#1a7f4f")


def test_every_symbol_can_be_read_on_its_ground() -> None:
    assert ink_on("#000000") == "#ffffff"
    assert ink_on("#ffffff") == "#101012"
    assert legible("#ff0000", "#ffffff") == "#ff0000"
    assert contrast(legible("#101012", "#000000"), "#000000") >= 3


def test_words_are_shortened_as_far_as_they_can_be_told_apart() -> None:
    assert [short(word, ["white", "black"]) for word in ("white", "black")] == ["W", "B"]
    assert [short(word, ["red", "rose"]) for word in ("red", "rose")] == ["Re", "Ro"]
    assert short("blackbird", ["blackbird", "blackcap"]) == "blackbird"


def test_titles_stand_before_the_names_by_which_a_player_types() -> None:
    playing = session(load("tic_tac_toe"), "place b2")
    cells = CellReader(Shown(playing.view("cross")), "grid").cells("grid")
    titles = Titles(("Top", "Middle"), ("Left", "Middle", "Right"))
    topology = playing.state.program.schema.topology
    lines = [line.plain.rstrip() for line in drawn_board(topology, "grid", cells, NO_MARKS, 80, titles=titles)]
    assert lines == [
        "a Left  b Middle  c Right",
        "          a  b  c",
        "   Top 1  .  .  .",
        "Middle 2  .  X  .",
        "       3  .  .  .",
        "          a  b  c",
    ]


def test_pips_and_marks_are_read_as_in_a_window() -> None:
    session = Session(load("five_dice"), seed=3)
    shown = Shown(session.game.view(session.state, 1))
    dice, sheet = (list(CellReader(shown, board).cells(board).values()) for board in ("dice", "sheet"))
    assert [cell.text for cell in dice] == ["2", "3", "1", "5", "1"]
    assert [(cell.text, cell.empty) for cell in sheet[:4]] == [("2", True), (".", True), ("2", True), (".", True)]


FENCES = """\
game: fences
title: Fences
players: {low: {title: Low, facing: north}, high: {title: High, facing: south}}
boards:
  grid: {columns: 3, rows: 2, origin: bottom, cell: {man: player or none}, edges: {cell: {wall: flag}}}
actions:
  go:
    choose: {s: grid}
    effects: [s.man = me]
  build:
    choose: {e: grid.edges}
    effects: [e.wall = true]
end_conditions:
  never: {when: turn_number > 9, winner: none}
"""


def turned_round(playing: Session, *boards: str) -> list[str]:
    shown, topology = Shown(playing.view(playing.game.players[0])), playing.state.program.schema.topology
    cells = {site: cell for board in boards for site, cell in CellReader(shown, board).cells(board).items()}
    lines = drawn_board(topology, boards[0], cells, NO_MARKS, 80, plain=True, turned=True)
    return [line.plain.rstrip() for line in lines]


def test_a_turned_board_is_seen_from_its_upper_side() -> None:
    assert turned_round(session(load("tic_tac_toe"), "place a1", "place c2"), "grid") == [
        "   c  b  a",
        "3  .  .  .",
        "2  O  .  .",
        "1  .  .  X",
        "   c  b  a",
    ]


def test_edges_turn_with_their_board() -> None:
    playing = session(loads(FENCES), "go a1", "build a1|a2", "build b2|c2")
    upright, turned = drawn_fences(playing), turned_round(playing, "grid", "grid.edges")
    assert upright == ["   a   b   c", "2  .   . | .", "  ---", "1  L   .   .", "   a   b   c"]
    assert turned == ["   c   b   a", "1  .   .   L", "          ---", "2  . | .   .", "   c   b   a"]


def drawn_fences(playing: Session) -> list[str]:
    shown, topology = Shown(playing.view("low")), playing.state.program.schema.topology
    cells = {
        site: cell for board in ("grid", "grid.edges") for site, cell in CellReader(shown, board).cells(board).items()
    }
    return [line.plain.rstrip() for line in drawn_board(topology, "grid", cells, NO_MARKS, 80, plain=True)]


# Piles and cards


def text_of(game: Game) -> list[str]:
    return [line.plain.rstrip() for line in position(Shown(Session(game, seed=1).view()), Marks())]


def test_piles_that_fan_out_take_a_line_for_each_piece() -> None:
    assert text_of(patience()) == [
        "     a   b   c   d   e   f   g",
        "  1  ?²  7♥  .   A♠  .   .   .",
        "  2  ?   ?   K♦  .   .   .   .",
        "     K♥  9♥",
        "     Q♠",
        "     J♦",
        "     a   b   c   d   e   f   g",
    ]


def test_piles_that_fan_upwards_begin_at_the_foot() -> None:
    assert text_of(lanes())[:14] == [
        "     a  b  c  d  e  f  g  h  i  j  k  l",
        "  2  w  .  .  .  b  .  .  b  .  .  .  w",
        "     w           b        b           w",
        "     w           b        b",
        "     w                    b",
        "     w                    b",
        "                          w",
        "                          w",
        "     b                    w",
        "     b                    w",
        "     b           w        w",
        "     b           w        w           b",
        "  1  b  .  .  .  w  .  .  w  .  .  .  b",
        "     a  b  c  d  e  f  g  h  i  j  k  l",
    ]


def test_other_piles_are_listed_from_below_in_the_symbols_of_the_legend() -> None:
    assert text_of(towers())[:4] == [
        "     a   b   c",
        "  2  .   .   .     Piles  from the bottom to the top",
        "  1  W⁴  b³  b     a1     w*2 b W",
        "     a   b   c     b1     b*3",
    ]


def test_cards_are_red_and_black_on_paper_and_blue_from_behind() -> None:
    game = patience()
    session = Session(game, seed=1)
    cells = CellReader(Shown(session.view()), "table").cells("table")
    names = session.state.program.schema.topology.names
    king, ace, stock = (cells[names.index(name)] for name in ("c2", "d1", "a1"))
    assert (king.text, king.ground, ace.text, ace.ground) == ("K♦", "#f7f5ef", "A♠", "#f7f5ef")
    assert (king.ink, ace.ink) == ("#c74052", "#101012")
    assert (stock.text, stock.ground) == ("?²", "#2872e5")


ITALIAN = """
game: italian
title: Italian
types: {suit: [coins, cups, clubs]}
entities: {card: {rank: 1..10, suit: suit}}
boards: {table: {columns: 3, rows: 1, holds: card}}
tables: {emblem: {texts: {coins: coin, cups: drop, clubs: clubs}}}
setup:
  - for: s in values(suit)
    do:
      - let n = count(x for x in table if not empty(x))
      - create: card(rank = n + 5, suit = s)
        at: table[n + 1]
actions: {take: {choose: {c: pieces(table)}, effects: [{remove: c}]}}
end_conditions: {bare: {when: empty(table), won: true}}
view:
  pieces: {card: {face: it.rank}}
  boards: {table: {looks: [{shape: card, icon: 'emblem[it.suit]'}]}}
"""


@pytest.mark.parametrize(
    ("legend", "texts"),
    [
        ("{d: coins, c: cups, b: clubs}", ["5d", "6c", "7♣"]),
        ("{O: {rank: 5, suit: coins}}", ["5O", "6", "7♣"]),
        (None, ["5", "6", "7♣"]),
    ],
)
def test_cards_of_other_suits_have_the_names_of_their_legend(legend: str | None, texts: list[str]) -> None:
    text = ITALIAN if legend is None else ITALIAN.replace("suit: suit}", f"suit: suit, legend: {legend}}}")
    cells = CellReader(Shown(Session(loads(text), seed=1).view()), "table").cells("table")
    assert [cell.text for cell in cells.values()] == texts


def test_a_card_with_nothing_but_a_picture_is_told_by_its_icon() -> None:
    text = ITALIAN.replace("pieces: {card: {face: it.rank}}", "pieces: {card: {face: none}}")
    cells = CellReader(Shown(Session(loads(text), seed=1).view()), "table").cells("table")
    assert [cell.text for cell in cells.values()] == ["coin", "drop", "♣"]


def test_cards_of_other_suits_are_read_aloud_by_their_suits() -> None:
    reader = CellReader(Shown(Session(loads(ITALIAN), seed=1).view()), "table")
    assert [reader.in_words(site) for site in reader.sites] == ["5 of coins", "6 of cups", "7 of clubs"]
