"""Boards by their view: looks, backgrounds, marks, styles, several kinds, boards and owners."""

import pytest

from interpreter import SpecError, load, loads
from interpreter.position import PieceValue
from runtime.session.draft import Draft, start
from runtime.show import present
from runtime.show.values import BoardStyle, Colour, Look, Titles, rows_of_boards
from tests.runtime.show.looking import brief, pieces, played, shown, sites

GREEN = Colour("#1a7f4f", "#1a7f4f")


def test_a_look_that_fills_every_other_cell_is_the_ground_beneath_all() -> None:
    found = sites(shown(load("reversi")))
    assert (found["a1"].ground, found["a1"].look) == (GREEN, None)
    assert (found["d4"].ground, found["d4"].look) == (GREEN, Look("disc", Colour("white", "#f7f5ef")))


def test_looks_of_a_board_with_several_kinds_are_given_to_its_pieces() -> None:
    found = shown(load("sokoban"))
    on_sites, by_site = sites(found), pieces(found)
    man = next(piece for piece in by_site.values() if piece.kind == "man")
    crate = next(piece for piece in by_site.values() if piece.kind == "crate")
    assert man.look == Look("disc", Colour("blue", "blue"), icon="person")
    assert crate.look == Look("tile", Colour("brown", "brown"))
    under = next(site for site in on_sites.values() if site.site == crate.sites[0])
    assert (under.look, under.ground) == (None, Colour("sand", "sand"))
    wall = on_sites["b1"]
    assert (wall.look, wall.ground) == (Look("square", Colour("#5c5346", "#5c5346")), Colour("sand", "sand"))


def test_cells_lie_beneath_the_pieces() -> None:
    found = shown(load("breakthrough"))
    assert {site.ground for site in sites(found).values()} == {Colour("shade", "shade"), Colour("sand", "sand")}
    assert pieces(found)["a1"].look == Look("disc", Colour("white", "ivory"))
    assert pieces(found)["a8"].look == Look("disc", Colour("black", "brown"))


def test_what_is_chosen_looks_chosen_by_its_site_or_its_piece() -> None:
    breakthrough = shown(load("breakthrough"))
    man = PieceValue("man", pieces(breakthrough)["b2"].number)
    found = shown(load("breakthrough"), draft=Draft("move", (man.number,)))
    assert pieces(found)["b2"].look == Look("disc", Colour("highlight", "highlight"))
    assert pieces(found)["a2"].look.colour == Colour("white", "ivory")
    assert found.chosen == frozenset({man})
    draughts = load("draughts")
    c3 = draughts.new(1).program.schema.topology.boards["grid"].by_name["c3"]
    found = shown(draughts, draft=Draft("walk", (c3,)))
    assert found.chosen == frozenset({c3})


def test_the_style_of_a_board() -> None:
    assert shown(load("gomoku")).boards[0].style == BoardStyle(
        lines=Colour("#6b4a1f", "#6b4a1f"),
        outline=Colour("#4d3414", "#4d3414"),
        valid=Colour("faint", "faint"),
        last_move=Colour("amber", "amber"),
        points=True,
    )
    assert not shown(load("reversi")).boards[0].style.points


def test_marks_stand_where_their_expression_says() -> None:
    ended = shown(load("tic_tac_toe"), "place a1", "place b1", "place a2", "place b2", "place a3")
    star = Look(icon="star", colour=Colour("amber", "amber"))
    assert {name: site.mark for name, site in sites(ended).items() if site.mark} == dict.fromkeys(
        ("a1", "a2", "a3"), star
    )
    assert sites(ended)["a1"].look == Look("none", Colour("cross", "#d1495b"), icon="cross")


HARBOUR = """\
game: harbour
title: Harbour
players: {ann: {title: Ann}, bob: {title: Bob}, cid: {title: Cid}}
entities:
  boat:
    name: text
    footprint:
      columns: len(it.name)
      rows: 1
boards:
  sea:
    per: player
    columns: 3
    rows: 1
    holds: boat
    cell: {mine: {is: flag, seen_by: owner}}
  lamps: {columns: 2, rows: 1, cell: {lit: flag}}
setup:
  - create: boat(name = 'ab')
    at: sea[bob].b1
  - sea[ann].a1.mine = true
  - sea[bob].a1.mine = true
actions:
  rest: {}
end_conditions:
  never: {when: turn_number > 99, winner: none}
view:
  pieces:
    boat:
      face: upper(it.name[i])
      corner: i
  boards:
    lamps:
      cells: [{show: false}]
      marks: [{at: lamps.b1, icon: flag, colour: to_move}]
"""


def test_boards_of_players_begin_with_the_viewer_s_own() -> None:
    found = shown(HARBOUR, "rest")
    assert [(board.name, board.instance, board.title) for board in found.boards] == [
        ("sea", "sea[bob]", "Sea, Bob"),
        ("sea", "sea[ann]", "Sea, Ann"),
        ("sea", "sea[cid]", "Sea, Cid"),
        ("lamps", "lamps", "Lamps"),
    ]


def test_what_others_hide_is_covered_and_one_s_own_is_shown() -> None:
    found = shown(HARBOUR, "rest")
    covered = ("tile", "shade", "shade", 0)
    assert [brief(site.look) for site in found.boards[0].sites] == [None] * 3
    assert [brief(site.look) for site in found.boards[1].sites] == [covered] * 3


PLANE = """\
game: plane
title: Plane
players: {ann: {title: Ann}, bob: {title: Bob}}
entities: {tile: {owner: player}}
boards:
  plane: {columns: 20, rows: 12, origin: bottom, holds: tile, cell: {wet: flag}}
actions:
  lay:
    choose: {s: plane}
    effects: [{create: tile(owner = me), at: s}]
  flood:
    choose: {w: plane}
    effects: [w.wet = true]
end_conditions:
  never: {when: turn_number > 99, winner: none}
view:
  boards:
    plane: {margin: 2, lines: none}
"""


def test_a_margin_draws_what_is_in_use_and_so_much_around_it() -> None:
    [board] = shown(PLANE).boards
    assert (board.window, len(board.sites), board.style.lined, board.style.lines) == (None, 240, False, None)
    [board] = shown(PLANE, "lay k6").boards
    assert (board.window, len(board.sites)) == ((8, 4, 13, 9), 25)
    assert (board.sites[0].name, board.sites[-1].name) == ("i4", "m8")
    # A changed value counts as in use, too; there is nothing beyond the rim.
    [board] = shown(PLANE, "lay k6", "flood a1").boards
    assert (board.window, board.sites[0].name, board.sites[-1].name) == ((0, 4, 13, 12), "a1", "m8")


def test_a_footprint_has_a_face_for_each_cell() -> None:
    [boat] = shown(HARBOUR, "rest").boards[0].pieces
    assert (boat.faces, boat.corner, boat.size) == (("A", "B"), "1", (2, 1))
    assert boat.look.shape == "tile"


def test_a_mark_has_a_colour_of_its_own_on_each_site() -> None:
    text = HARBOUR.replace(
        "marks: [{at: lamps.b1, icon: flag, colour: to_move}]",
        "marks:\n        - at: list(x for x in lamps)\n          icon: flag\n"
        "          colour: if it.column == 1 then ann else cid",
    )
    marks = [site.mark for site in shown(text, "rest").boards[3].sites]
    assert marks == [Look(icon="flag", colour=Colour(name, f"player {n}")) for name, n in (("ann", 1), ("cid", 3))]


def test_cells_may_be_left_out_and_marks_be_coloured_by_expressions() -> None:
    lamps = shown(HARBOUR, "rest").boards[3].sites
    assert [site.look for site in lamps] == [Look(show=False)] * 2
    assert [site.mark for site in lamps] == [None, Look(icon="flag", colour=Colour("bob", "player 2"))]


def test_drafted_pieces_lie_on_the_board_and_no_longer_in_their_zone() -> None:
    game = loads(LAYING)
    session = played(game)
    program = session.state.program
    star = next(number for number in range(1, 4) if _letter(session, number) == "*")
    plain = next(number for number in range(1, 4) if _letter(session, number) == "c")
    found = present(session, Draft("write", (), ((1, star, "q"), (2, plain, "c"))))
    laid = {piece.sites[0]: piece for piece in found.boards[0].pieces}
    assert {site: (piece.faces, piece.drafted, piece.look.colour) for site, piece in laid.items()} == {
        1: (("Q",), True, Colour("highlight", "highlight")),
        2: (("C",), True, Colour("highlight", "highlight")),
    }
    assert [piece.faces for piece in found.zones[0].pieces] == [("A",)]
    assert len(present(session, start(session.state, "write")).zones[0].pieces) == 3
    assert program.schema.zones["rack"].size == 3


def _letter(session, number: int) -> str:
    layout = session.state.program.layout
    return layout.decode_value("tile.letter", session.state.data[layout.fields["tile.letter"].index][number])


LAYING = """\
game: laying
title: Laying
entities: {tile: {letter: letter}}
boards:
  grid: {columns: 3, rows: 1, holds: tile}
zones:
  rack: {holds: tile, size: 3}
setup:
  - create: tile(letter = '*')
    in: rack
  - create: tile(letter = 'a')
    in: rack
  - create: tile(letter = 'c')
    in: rack
actions:
  write:
    choose:
      placed:
        many: 1..2
        of:
          site:
            from: grid
            where: empty(it)
          tile: rack
          letter:
            from: alphabet
            ask_if: tile.letter == '*'
            otherwise: tile.letter
    effects:
      - for: p in placed
        do:
          - move: p.tile
            to: p.site
end_conditions:
  full:
    when: all(not empty(x) for x in grid)
    won: true
view:
  boards:
    grid:
      looks:
        - when: chosen(it)
          colour: highlight
"""


TITLED = """
game: titled
title: Titled
settings:
  rows_of_it: {default: 2, range: 1..3}
boards:
  grid: {columns: 2, rows: 1, cell: {lit: flag}}
actions:
  press:
    choose:
      c: grid
    effects:
      - c.lit = true
end_conditions:
  done:
    when: all(x.lit for x in grid)
    won: true
view:
  boards:
    grid:
      title: "{rows_of_it} lamps to light"
      coordinates: false
"""


def test_a_board_may_have_a_title_and_no_coordinates() -> None:
    [board] = shown(loads(TITLED)).boards
    assert (board.title, board.style.coordinates) == ("2 lamps to light", False)
    [plain] = shown(load("reversi")).boards
    assert (plain.title, plain.style.coordinates) == ("", True)
    assert [board.title for board in shown(load("ghost")).boards] == ["The word so far", "Letters"]


def test_a_mark_may_be_a_text() -> None:
    found = sites(shown(load("scrabble_like")))
    white = Colour("white", "white")
    assert found["a1"].mark == Look(colour=white, text="3W")
    assert found["e1"].mark == Look(colour=white, text="2L")
    assert found["b1"].mark is None


SHEETS = """
game: sheets
title: Sheets
players:
  ann: {title: Ann}
  ben: {title: Ben}
settings:
  last: {default: chance, options: [chance, luck]}
boards:
  sheet:
    per: player
    columns: 2
    rows: 3
    cell: {points: number or none}
actions:
  write:
    choose:
      c:
        from: sheet[me]
        where: it.points == none
    effects:
      - c.points = c.row
end_conditions:
  full:
    when: all(x.points != none for p in players for x in sheet[p])
    winner: none
view:
  boards:
    sheet:
      title: The sheet of {it}
      row_titles: [Ones, Twos, '{last}']
      column_titles: [First]
      marks:
        - at: list(x for x in sheet[me] if x.points == none)
          text: '{it.row * 10 + it.column}'
"""


def test_a_title_says_whose_a_board_is_and_rows_and_columns_have_titles() -> None:
    boards = shown(loads(SHEETS)).boards
    assert [board.title for board in boards] == ["The sheet of Ann", "The sheet of Ben"]
    assert [board.titles for board in boards] == [Titles(("Ones", "Twos", "chance"), ("First",))] * 2
    plain = SHEETS.replace("      title: The sheet of {it}\n", "      title: Points\n")
    assert [board.title for board in shown(loads(plain)).boards] == ["Points, Ann", "Points, Ben"]


def test_a_mark_may_say_something_else_on_each_site() -> None:
    mine, theirs = shown(loads(SHEETS)).boards
    assert [site.mark.text for site in mine.sites if site.mark] == ["11", "12", "21", "22", "31", "32"]
    assert [site.mark for site in theirs.sites] == [None] * 6


COUNTED = """\
game: counted
title: Counted
entities: {chip: {worth: 0..9}}
boards:
  row:
    columns: 3
    rows: 1
    cell: {count: number}
  tray: {columns: 2, rows: 1, holds: chip}
setup:
  - (site(row, 2, 1)).count = 3
  - create: chip(worth = 0)
    at: site(tray, 1, 1)
  - create: chip(worth = 4)
    at: site(tray, 2, 1)
actions:
  wait: {effects: []}
end_conditions:
  never:
    when: turn_number > 9
    won: true
view:
  boards:
    row:
      looks:
        - when: it.column < 3
          face: it.count
          pips: if it.count > 2 then it.count else none
        - face: none
    tray:
      looks:
        - face: if it.worth == 0 then 'nil' else none
"""


def test_a_look_says_what_is_written() -> None:
    row, tray = shown(COUNTED).boards
    assert [site.face for site in row.sites] == ["0", "3", ""]
    assert [site.look.pips if site.look is not None else None for site in row.sites] == [None, 3, None]
    assert [piece.faces for piece in tray.pieces] == [("nil",), ("",)]


STANDING = """
game: standing
title: Standing
entities: {man: {weight: 1..9}}
boards:
  grid:
    columns: 1
    rows: 2
    holds: man
    start: |
      1
      2
zones:
  box: {holds: man}
actions:
  rest: {}
end_conditions:
  never: {when: turn_number > 99, won: false}
view:
  boards:
    grid:
      looks:
        - when: it.site.row < 2
          shape: disc
        - shape: ring
"""


def test_a_piece_that_a_board_shows_stands_on_a_site() -> None:
    assert [piece.look.shape for piece in shown(STANDING).boards[0].pieces] == ["disc", "ring"]


def test_a_piece_in_a_zone_does_not() -> None:
    text = STANDING + "  zones:\n    box:\n      looks:\n        - when: it.site.row < 2\n          shape: disc\n"
    with pytest.raises(SpecError, match="This may be none here"):
        shown(text)


# Where boards are placed


@pytest.mark.parametrize(
    ("sides", "rows"),
    [
        (["", "", ""], ()),
        (["", "below", ""], ((0,), (1, 2))),
        (["", "", "below"], ((0, 1), (2,))),
        (["", "above", "left"], ((2, 1), (0,))),
        (["", "left", "below"], ((1, 0), (2,))),
        (["below", ""], ((0, 1),)),
        (["", "below", "above"], ((0,), (2,), (1,))),
        (["", "right", "below", "left"], ((0, 1), (3, 2))),
    ],
)
def test_a_board_stands_beside_the_one_before_it(sides: list[str], rows: tuple[tuple[int, ...], ...]) -> None:
    assert rows_of_boards(sides) == rows
