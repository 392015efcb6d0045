"""Piles: where each piece is, how much of it is visible, and how a board makes room for fans."""

from dataclasses import replace
from itertools import pairwise

import pytest

from interpreter import Game, loads
from renderer.nodes import LIFTED, Box
from renderer.scene.board import BoardScene, board_nodes
from renderer.scene.geometry import spot_at
from renderer.scene.piles import Part, Under, cells_of, heap_of, upright
from renderer.scene.ui import Dragged, Ui
from renderer.skins.marks import Halo, Ring
from renderer.skins.playing_cards import CardBack, PlayingCard
from renderer.skins.theme import theme
from runtime.session.session import Session
from runtime.show import present
from runtime.show.values import Look, PieceShown, Presentation
from tests.renderer.invariants import body
from tests.renderer.piles import lanes, patience
from tests.renderer.tables import named

CARD, BACK, DISC, SQUARE = Look("card", icon="hearts"), Look("back"), Look("disc"), Look("square")
ROOM = (50, 70)
BOX = Box(0, 0, 724, 545)


def pile(*looks: Look) -> list[PieceShown]:
    return [PieceShown("card", number, (1,), look) for number, look in enumerate(looks, start=1)]


def shown(game: Game) -> Presentation:
    return present(Session(game, seed=1))


def drawn(found: Presentation, ui: Ui | None = None, box: Box = BOX) -> BoardScene:
    return board_nodes(found.boards[0], found, ui if ui is not None else Ui(), box, theme("dark"), 1.0)


# One pile


def test_cards_fan_down_with_less_seen_of_those_that_lie_face_down() -> None:
    heap = heap_of(pile(BACK, BACK, CARD, CARD), [(46, 64)] * 4, Box(0, 0, 50, 300), Box(0, 0, 50, 70), "down", ROOM)
    assert [lying.box for lying in heap.lying] == [
        Box(2, 3, 46, 64),
        Box(2, 10, 46, 64),
        Box(2, 17, 46, 64),
        Box(2, 38, 46, 64),
    ]
    assert [lying.seen for lying in heap.lying] == [
        Part(2, 3, 46, 7),
        Part(2, 10, 46, 7),
        Part(2, 17, 46, 21),
        Part(2, 38, 46, 64),
    ]
    assert not heap.counted


@pytest.mark.parametrize(
    ("way", "boxes", "seen"),
    [
        ("down", [(2, 3), (2, 24)], (2, 3, 46, 21)),
        ("up", [(2, 233), (2, 212)], (2, 276, 46, 21)),
        ("right", [(2, 118), (17, 118)], (2, 118, 15, 64)),
        ("left", [(252, 118), (237, 118)], (283, 118, 15, 64)),
    ],
)
def test_a_pile_fans_out_in_any_direction(
    way: str, boxes: list[tuple[int, int]], seen: tuple[int, int, int, int]
) -> None:
    cell = Box(0, 0, 300, 300) if way in ("left", "right") else Box(0, 0, 50, 300)
    heap = heap_of(pile(CARD, CARD), [(46, 64)] * 2, cell, cell, way, ROOM)
    assert [lying.box[:2] for lying in heap.lying] == boxes
    assert heap.lying[0].seen == Part(*seen)


def test_a_fan_that_is_too_long_is_closed_until_it_fits() -> None:
    cell = Box(0, 0, 50, 140)
    heap = heap_of(pile(*[BACK] * 6, *[CARD] * 13), [(46, 64)] * 19, cell, cell, "down", ROOM)
    starts = [lying.box.y for lying in heap.lying]
    assert (starts[0], heap.lying[-1].box.bottom) == (3, 137)
    gaps = [after - start for start, after in pairwise(starts)]
    assert set(gaps[:6]) == {1, 2} and set(gaps[6:]) == {5}


def test_men_stand_one_after_another_until_there_is_no_room() -> None:
    cell = Box(0, 0, 50, 250)
    few = heap_of(pile(*[DISC] * 5), [(42, 42)] * 5, cell, cell, "down", (50, 50))
    assert [lying.box.y for lying in few.lying] == [4, 46, 88, 130, 172]
    many = heap_of(pile(*[DISC] * 15), [(42, 42)] * 15, cell, cell, "down", (50, 50))
    assert (many.lying[0].box.y, many.lying[-1].box.bottom) == (4, 246)
    assert (few.counted, many.counted) == (False, True)


def test_a_heap_shows_its_top_and_some_edges() -> None:
    base = Box(0, 0, 50, 70)
    heap = heap_of(pile(*[CARD] * 9), [(46, 64)] * 9, base, base, "", ROOM)
    assert [lying.box[:2] for lying in heap.lying] == [(4, 5)] * 5 + [(3, 4), (2, 3), (1, 2), (0, 1)]
    # An edge of a single pixel cannot be pointed at.
    assert [lying.seen for lying in heap.lying] == [None] * 8 + [Part(0, 1, 46, 64)]
    assert heap.counted
    five = heap_of(pile(*[DISC] * 5), [(50, 50)] * 5, base, base, "", ROOM)
    assert [lying.box[:2] for lying in five.lying] == [(0, 18), (0, 14), (0, 10), (0, 6), (0, 2)]
    assert five.lying[0].seen == Part(0, 64, 50, 4)
    assert not five.counted


@pytest.mark.parametrize("high", [1, 2, 3, 5, 9])
def test_a_heap_stays_in_the_middle_of_its_cell(high: int) -> None:
    cell = Box(100, 200, 135, 135)
    heap = heap_of(pile(*[SQUARE] * high, DISC), [(105, 105)] * high + [(97, 97)], cell, cell, "", (119, 119))
    assert {lying.box.middle[0] for lying in heap.lying} == {167.5}
    assert heap.lying[0].box.bottom <= cell.bottom and heap.lying[-1].box.y >= cell.y
    above, below = heap.lying[high - 1].box.y - cell.y, cell.bottom - heap.lying[0].box.bottom
    assert abs(above - below) <= 9 + 1  # the disc on top is one edge higher
    # It is possible to point at each edge.
    assert [lying.seen is not None and lying.seen.height for lying in heap.lying[-5:-1]] == [
        min(9, (135 - 105) // min(high, 4))
    ] * min(high, 4)


@pytest.mark.parametrize(("high", "step"), [(2, 15), (3, 15), (4, 14), (6, 8)])
def test_a_close_fan_is_in_the_middle_of_its_cell(high: int, step: int) -> None:
    cell = Box(100, 200, 135, 135)
    heap = heap_of(pile(*[SQUARE] * high), [(83, 83)] * high, cell, cell, "up", (95, 95), close=True)
    bottoms = [lying.box.bottom for lying in heap.lying]
    assert all(step <= lower - upper <= step + 1 for lower, upper in pairwise(bottoms))
    assert [lying.seen.height for lying in heap.lying if lying.seen][:-1] == [a - b for a, b in pairwise(bottoms)]
    assert abs((heap.lying[-1].box.y - cell.y) - (cell.bottom - bottoms[0])) <= 1
    assert heap.lying[-1].box.y >= cell.y + 4 and {lying.box.x for lying in heap.lying} == {126}
    assert not heap.counted


def test_a_close_fan_of_many_is_counted() -> None:
    cell = Box(0, 0, 100, 100)
    heap = heap_of(pile(*[DISC] * 12), [(58, 58)] * 12, cell, cell, "left", (70, 70), close=True)
    assert (heap.lying[0].box.right, heap.lying[-1].box.x, heap.counted) == (97, 3, True)


def test_a_disc_on_squares_is_in_the_middle_of_a_fan() -> None:
    cell = Box(0, 0, 100, 100)
    for way, close in (("up", True), ("up", False), ("down", True), ("down", False)):
        heap = heap_of(pile(SQUARE, DISC), [(60, 60), (56, 56)], cell, cell, way, (70, 70), close)
        assert [lying.box.middle[0] for lying in heap.lying] == [50, 50]


def test_a_card_keeps_its_proportions_in_any_cell() -> None:
    assert (upright(50, 70), upright(50, 300), upright(300, 70)) == ((50, 70), (50, 70), (50, 70))


# Boards


def test_rows_with_a_fan_are_longer_than_others() -> None:
    found = shown(patience())
    cells = cells_of(found.boards[0])
    assert (cells.aspect, cells.tall, cells.wide, len(cells.fans)) == (1.4, 2.75, 1.6, 7)
    scene = drawn(found)
    table = found.view.program.schema.topology
    a1, a2 = (scene.spots[table.names.index(name)] for name in ("a1", "a2"))
    assert (scene.cell, a1, a2) == (100.0, Box(12, 10, 100, 140), Box(12, 150, 100, 385))


def towers(columns: int, rows: int, fan: str, more: str = "") -> Presentation:
    return shown(
        loads(
            f"""
game: towers
title: Towers
about: Move men onto each other.
players: {{white: {{}}, black: {{}}}}
entities:
  man: {{at_most: 20, owner: player, legend: {{w: white, b: black}}}}
boards:
  grid: {{columns: {columns}, rows: {rows}, origin: bottom, holds: man, pile: 20, start: {{a1: w b w}}}}
actions:
  move:
    choose:
      a: {{from: pieces(grid)}}
      b: {{from: neighbours(a)}}
    effects:
      - move: a
        to: b
end_conditions:
  one: {{when: 'any(len(pile(s)) == 20 for s in grid)', winner: me}}
view:
  boards:
    grid: {{fan: {fan}{more}, looks: [{{shape: square, colour: it.owner}}]}}
""",
            "towers.yaml",
        )
    )


@pytest.mark.parametrize("fan", ["up", "left"])
@pytest.mark.parametrize("more", ["", ", cell_size: [130, 130]", ", cell_size: 40"])
def test_a_board_of_many_rows_stays_square_and_its_fans_stay_in_their_cells(fan: str, more: str) -> None:
    found = towers(5, 5, fan, more)
    scene = drawn(found, box=Box(0, 0, 700, 700))
    cell = scene.spots[found.view.program.schema.topology.names.index("a1")]
    assert cell.width == cell.height
    men = [scene.spots[piece.value] for piece in found.boards[0].pieces]
    assert all(cell.x <= part.x and part.right <= cell.right for part in men)
    assert all(cell.y <= part.y and part.bottom <= cell.bottom for part in men)
    seen = [min(part.width, part.height) for part in men]
    assert min(seen[:-1]) >= 0.17 * seen[-1] and seen[-1] >= 0.55 * cell.width
    for part, piece in zip(men, found.boards[0].pieces, strict=True):
        assert spot_at(scene.spots, *part.middle) == piece.value


@pytest.mark.parametrize(
    ("columns", "rows", "fan", "shape"),
    [
        (3, 1, "up", (1, 5)),
        (12, 2, "up", (1, 5)),
        (1, 6, "right", (5, 1)),
        (4, 4, "if it.row == 1 then up else none", (1, 5)),
        (3, 2, "up", (1, 1)),
        (7, 7, "down", (1, 1)),
    ],
)
def test_rows_are_longer_where_that_leaves_a_sensible_board(
    columns: int, rows: int, fan: str, shape: tuple[int, int]
) -> None:
    found = towers(columns, rows, fan)
    cell = drawn(found).spots[found.view.program.schema.topology.names.index("a1")]
    short = min(cell.width, cell.height)
    assert (round(cell.width / short), round(cell.height / short)) == shape


def test_cells_are_as_wide_and_high_as_the_spec_says() -> None:
    scene = drawn(shown(lanes()), box=Box(0, 0, 900, 700))
    assert scene.cell == 56.0
    assert {box[2:] for box in scene.spots.values()} == {(56, 280)}


def test_a_click_means_the_piece_whose_visible_part_it_hits() -> None:
    found = shown(patience())
    scene, program = drawn(found), found.view.program
    site = program.schema.topology.names.index("a2")
    pieces = [piece.value for piece in found.boards[0].pieces if piece.sites == (site,)]
    assert [spot_at(scene.spots, *scene.spots[piece].middle) for piece in pieces] == pieces
    # Below them all is the pile itself.
    assert spot_at(scene.spots, scene.spots[site].middle[0], scene.spots[site].bottom - 5) == site
    assert isinstance(scene.spots[site], Under)


def test_where_sites_are_chosen_a_click_means_the_pile() -> None:
    found = shown(lanes())
    assert all(isinstance(spot, int) for spot in drawn(found).spots)


def test_hidden_cards_show_their_backs_and_others_their_faces() -> None:
    found = shown(patience())
    nodes = {node.key: node for node in drawn(found).nodes}
    site = found.view.program.schema.topology.names.index("a2")
    skins = [nodes[f"piece:card:{piece.number}"].skin for piece in found.boards[0].pieces if piece.sites == (site,)]
    assert isinstance(skins[0], CardBack)
    assert [(skin.face, skin.icon) for skin in skins[1:] if isinstance(skin, PlayingCard)] == [
        ("K", "hearts"),
        ("Q", "spades"),
        ("J", "diamonds"),
    ]


def test_a_part_of_a_pile_is_lifted_as_one() -> None:
    found = shown(patience())
    site = found.view.program.schema.topology.names.index("a2")
    _, king, queen, jack = (piece.value for piece in found.boards[0].pieces if piece.sites == (site,))
    still = {node.key: node for node in drawn(found).nodes}
    held = {node.key: node for node in drawn(found, Ui(dragged=Dragged(queen, 400, 300))).nodes}
    names = [f"piece:card:{piece.number}" for piece in (king, queen, jack)]
    assert [held[name].z > LIFTED for name in names] == [False, True, True]
    assert held[names[1]].box.middle == pytest.approx((400, 300), abs=1)
    apart = (still[names[2]].x - still[names[1]].x, still[names[2]].y - still[names[1]].y)
    assert (held[names[2]].x - held[names[1]].x, held[names[2]].y - held[names[1]].y) == apart
    assert [name for name in held if name.startswith("ghost:")] == [f"ghost:{name}" for name in names[1:]]


def test_where_sites_are_chosen_a_drag_lifts_the_top() -> None:
    found = shown(lanes())
    site = found.view.program.schema.topology.names.index("a2")
    men = [piece.value for piece in found.boards[0].pieces if piece.sites == (site,)]
    held = drawn(found, Ui(dragged=Dragged(site, 400, 300)), Box(0, 0, 900, 700)).nodes
    assert [node.key for node in held if node.z > LIFTED] == [f"piece:man:{men[-1].number}"]


def test_what_is_chosen_rises_with_all_that_lies_on_it() -> None:
    found = shown(patience())
    site = found.view.program.schema.topology.names.index("a2")
    pieces = [piece.value for piece in found.boards[0].pieces if piece.sites == (site,)]
    before = {node.key: body(node) for node in drawn(found).nodes}
    after = {node.key: body(node) for node in drawn(replace(found, chosen=frozenset({pieces[2]}))).nodes}
    names = [f"piece:card:{piece.number}" for piece in pieces]
    assert [before[name][1] - after[name][1] for name in names] == [0, 0, 5, 5]


def test_signs_go_on_what_is_seen_of_a_piece() -> None:
    found = shown(patience())
    site = found.view.program.schema.topology.names.index("a2")
    pieces = [piece.value for piece in found.boards[0].pieces if piece.sites == (site,)]
    # A site that can be chosen has its mark on its top piece; what has been chosen has its own.
    chosen = replace(found, targets=frozenset({site}), chosen=frozenset({pieces[2]}))
    scene = drawn(chosen)
    boxes = {node.key: node.box for node in scene.nodes if node.key.startswith(("chosen:", "valid:"))}
    assert set(boxes) == {f"chosen:card:{pieces[2].number}", f"valid:{site}"}
    seen = scene.spots[pieces[2]]
    assert boxes[f"chosen:card:{pieces[2].number}"] == Box(*seen).inside(-1)._replace(y=seen.y - 1 - 5)


def test_a_high_heap_says_how_many_there_are() -> None:
    found = shown(patience("{a1: Ac*24}"))
    scene = drawn(found)
    texts = {node.key: getattr(node.skin, "text", "") for node in scene.nodes if node.key.startswith("count:")}
    assert list(texts.values()) == ["", "24"]
    # All of them are there, so that they can slide to where they go, but shadows at the same place do not add up.
    assert [node.alpha for node in scene.nodes if node.key.startswith("piece:")] == [0.0] * 19 + [1.0] * 5


def test_signs_on_a_man_in_a_pile_are_round_as_he_is() -> None:
    found = named("lasca")
    board = found.boards[0]
    site = next(piece.sites[0] for piece in board.pieces if piece.sites)
    ui = Ui(last_move=frozenset({site}), cursor=site, lit=frozenset())
    signs = {node.key: node for node in drawn(found, ui).nodes if node.key in (f"last:{site}", "cursor")}
    assert len(signs) == 2
    for node in signs.values():
        skin = node.skin
        assert isinstance(skin, Ring)
        assert skin.radius == skin.width / 2 == skin.height / 2
    lit = {node.key: node for node in drawn(found, Ui(lit=frozenset({site}))).nodes}[f"lit:{site}"].skin
    assert isinstance(lit, Halo)
    assert lit.radius == lit.width / 2
