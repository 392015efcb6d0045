"""Boards as nodes: what is drawn for a position, in which order, and what is at a given place."""

from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as some
from PIL import ImageColor

from interpreter import load, loads
from interpreter.position import PieceValue
from renderer.nodes import LIFTED, Box, Node
from renderer.scene.board import BoardScene, board_nodes, wanted_size
from renderer.scene.geometry import spot_at
from renderer.scene.painter import body as piece_skin
from renderer.scene.painter import spread
from renderer.scene.signs import Place, last_node, lit_nodes
from renderer.scene.ui import Dragged, Ui
from renderer.skins.figures import Figure
from renderer.skins.grounds import Ground
from renderer.skins.marks import Dot, Ring, Wash
from renderer.skins.paper import Paper
from renderer.skins.text import Label
from renderer.skins.theme import theme
from renderer.skins.tokens import Spread, Token
from runtime.session import draft as drafts
from runtime.session.draft import Spot
from runtime.session.session import Session
from runtime.show import present
from runtime.show.colours import contrast, mixed
from runtime.show.values import BoardShown, Colour, Look, PieceShown, Presentation
from tests.renderer.invariants import body
from tests.renderer.tables import SPECS, named, position
from tests.shipped import PATHS

DARK = theme("dark")
BOX = Box(10, 20, 500, 500)

STACK = """
game: stack
title: Stack
entities:
  tile:
    letter:
      is: letter
      seen_if: it.site != none and it.site.layer > 1
boards:
  stack:
    shape: layers
    holds: tile
    footprint: [2, 2]
    layers:
      low: {columns: 2, rows: 2, offset: [0, 0]}
      high: {columns: 1, rows: 1, offset: [1, 1]}
setup:
  - for: x in stack
    do:
      - create: tile(letter = 'k')
        at: x
actions:
  take:
    choose:
      t:
        from: pieces(stack)
        where: len(above(it)) == 0
    effects:
      - remove: t
end_conditions:
  done:
    when: empty(stack)
    won: true
"""

WORDS = """
game: words
title: Words
entities:
  tile:
    letters: text
    footprint:
      columns: len(it.letters)
      rows: 1
boards:
  grid: {columns: 4, rows: 2, holds: tile, regions: {half: [2, 2]}}
zones:
  tray: {holds: tile}
setup:
  - create: tile(letters = 'cat')
    at: b2
actions:
  take:
    choose:
      t:
        from: pieces(grid)
    effects:
      - move: t
        to: tray
end_conditions:
  done:
    when: empty(grid)
    won: true
view:
  pieces:
    tile:
      face: upper(it.letters[i])
  boards:
    grid: {borders: half}
"""


@lru_cache
def shown(text: str) -> Presentation:
    return present(Session(loads(text), seed=1))


def drawn(presentation: Presentation, ui: Ui | None = None, box: Box = BOX) -> BoardScene:
    return board_nodes(presentation.boards[0], presentation, ui if ui is not None else Ui(), box, DARK, 1.0)


def by_key(scene: BoardScene) -> dict[str, Node]:
    found = {node.key: node for node in scene.nodes}
    assert len(found) == len(scene.nodes)
    return found


def site(presentation: Presentation, name: str) -> int:
    topology = presentation.view.program.schema.topology
    return topology.boards[presentation.boards[0].instance].by_name[name]


def middle(node: Node) -> tuple[float, float]:
    return body(node).middle


# Things


def test_a_board_is_a_plate_a_ground_captions_and_a_node_for_each_thing() -> None:
    found = by_key(drawn(named("draughts")))
    things = [key for key in found if key.startswith("piece:")]
    captions = [key for key in found if key.startswith("label:")]
    assert (len(things), len(captions)) == (24, 16)
    assert found["ground:grid"].z > found["plate:grid"].z
    assert body(found["ground:grid"]) == body(found["plate:grid"])


def test_the_corners_of_a_plate_are_no_rounder_than_leaves_those_of_the_cells_inside() -> None:
    presentation = named("hidden_word")
    for number, high in ((1, 60), (1, 200), (0, 400)):
        made = board_nodes(presentation.boards[number], presentation, Ui(), Box(0, 0, 400, high), theme("light"), 1.0)
        plate = next(node for node in made.nodes if node.key.startswith("plate:"))
        cells = [made.spots[site.site] for site in presentation.boards[number].sites]
        corner = body(plate)
        inset = min(min(box.x for box in cells) - corner.x, min(box.y for box in cells) - corner.y)
        assert isinstance(plate.skin, Paper)
        # How far the round corner cuts in along the diagonal.
        assert inset >= (1 - 0.5**0.5) * plate.skin.radius + plate.skin.edge_width / 2, number
    assert plate.skin.radius == 12


def test_what_stands_on_a_site_is_in_its_middle() -> None:
    presentation = named("draughts")
    scene = drawn(presentation)
    nodes = by_key(scene)
    for piece in presentation.boards[0].pieces:
        assert middle(nodes[f"piece:man:{piece.number}"]) == scene.spots[piece.sites[0]].middle


def test_the_same_position_gives_the_very_same_nodes() -> None:
    session = Session(loads(STACK), seed=1)
    first, second = drawn(present(session)), drawn(present(session))
    assert all(one is other for one, other in zip(first.nodes, second.nodes, strict=True))


def test_cells_get_the_colours_of_their_ground() -> None:
    presentation = named("draughts")
    skin = by_key(drawn(presentation))["ground:grid"].skin
    assert isinstance(skin, Ground)
    cells = {colour for _, colour in skin.cells}
    assert {DARK.palette.words["sand"], DARK.palette.words["shade"]} <= cells


def test_a_look_that_fills_its_cell_is_part_of_the_ground() -> None:
    presentation = named("sokoban")
    nodes = by_key(drawn(presentation))
    walls = [each.site for each in presentation.boards[0].sites if each.look and each.look.shape == "square"]
    assert walls
    assert not any(f"site:{wall}" in nodes for wall in walls)
    skin = nodes["ground:grid"].skin
    assert isinstance(skin, Ground)
    assert sum(colour == "#5c5346" for _, colour in skin.cells) == len(walls)


def test_holes_have_no_cell() -> None:
    presentation = named("peg_solitaire")
    skin = by_key(drawn(presentation))["ground:grid"].skin
    assert isinstance(skin, Ground)
    assert len(skin.cells) == 33


def test_stones_stand_on_the_crossings_of_lines() -> None:
    presentation = named("gomoku", 6)
    scene = drawn(presentation)
    skin = by_key(scene)["ground:grid"].skin
    assert isinstance(skin, Ground)
    assert len(skin.lines) == 30
    plate = scene.outline[0]
    left = next(line for line in skin.lines if line[0][0] == line[1][0])[0][0] + plate.x
    assert left == scene.spots[1].middle[0]


@pytest.mark.parametrize("side", [400, 415, 430, 445])
def test_lines_through_stones_are_in_their_middle_to_the_pixel(side: int) -> None:
    scene = drawn(named("gomoku", 6), box=Box(0, 0, side, side))
    skin = by_key(scene)["ground:grid"].skin
    assert isinstance(skin, Ground)
    assert (scene.cell - skin.line_width) % 2 == 0


def test_a_graph_has_its_lines_and_a_dot_for_each_site() -> None:
    skin = by_key(drawn(named("nine_mens_morris")))["ground:field"].skin
    assert isinstance(skin, Ground)
    assert (len(skin.lines), len(skin.dots)) == (32, 24)


def test_dots_on_the_rim_of_a_hex_board_colour_its_frame() -> None:
    presentation = named("hex")
    nodes = by_key(drawn(presentation))
    skin = nodes["ground:grid"].skin
    assert isinstance(skin, Ground)
    colours = [colour for _, colour in skin.cells]
    assert (colours.count("#c8443c"), colours.count("#2f62b5")) == (18, 22)
    assert not any(key.startswith("mark:") for key in nodes)


def test_a_dot_elsewhere_on_a_hex_board_is_a_mark() -> None:
    presentation = named("hex")
    board = presentation.boards[0]
    inner = site(presentation, "f6")
    dot = Look(icon="dot", colour=Colour("red", "red"))
    sites = tuple(replace(each, mark=dot) if each.site == inner else each for each in board.sites)
    marked = replace(presentation, boards=(replace(board, sites=sites),))
    assert f"mark:{inner}" in by_key(drawn(marked))


def test_a_mark_goes_to_the_corner_of_what_it_would_hide() -> None:
    presentation = named("memory")
    board = presentation.boards[0]
    star = Look(icon="star", colour=Colour("amber", "amber"))
    sites = tuple(replace(each, mark=star) for each in board.sites)
    covered = drawn(replace(presentation, boards=(replace(board, sites=sites),)))
    bare = drawn(replace(presentation, boards=(replace(board, sites=sites, pieces=()),)))
    first = board.sites[0].site
    cell = covered.spots[first]
    x, y = middle(by_key(covered)[f"mark:{first}"])
    assert x > cell.middle[0] + cell.width / 5 and y < cell.middle[1] - cell.height / 5
    assert middle(by_key(bare)[f"mark:{first}"]) == pytest.approx(cell.middle, abs=0.5)


# Layers


def test_upper_layers_are_drawn_later_with_their_signs_below_the_next() -> None:
    presentation = shown(STACK)
    scene = drawn(presentation, Ui(lit=frozenset(presentation.view.program.schema.topology.boards["stack"].sites)))
    keys = [node.key for node in scene.nodes]
    low, high = site(presentation, "a1@low"), site(presentation, "a1@high")
    pieces = {piece.sites[0]: f"piece:tile:{piece.number}" for piece in presentation.boards[0].pieces}
    order = [pieces[low], f"lit:{low}", pieces[high], f"lit:{high}"]
    assert sorted(order, key=keys.index) == order


def test_pieces_of_one_layer_are_drawn_from_the_upper_left_to_the_lower_right() -> None:
    presentation = shown(STACK)
    keys = [node.key for node in drawn(presentation).nodes]
    pieces = {piece.sites[0]: f"piece:tile:{piece.number}" for piece in presentation.boards[0].pieces}
    order = [pieces[site(presentation, name)] for name in ("a1@low", "b1@low", "a2@low", "b2@low")]
    assert sorted(order, key=keys.index) == order


def test_pieces_on_layers_are_thick_and_seen_from_behind_where_they_are_hidden() -> None:
    presentation = shown(STACK)
    nodes = by_key(drawn(presentation))
    skins = {piece.sites[0]: nodes[f"piece:tile:{piece.number}"].skin for piece in presentation.boards[0].pieces}
    low, high = skins[site(presentation, "a1@low")], skins[site(presentation, "a1@high")]
    assert isinstance(low, Token) and isinstance(high, Token)
    assert (low.back, high.back, high.face) == (True, False, "K")
    assert low.depth == high.depth > 0


def test_the_topmost_piece_is_hit_first_and_the_others_where_they_are_seen() -> None:
    presentation = shown(STACK)
    spots = drawn(presentation).spots
    low, high = site(presentation, "a1@low"), site(presentation, "a1@high")
    top = spots[high]
    assert spot_at(spots, *top.middle) == high
    assert spot_at(spots, top.x, top.y) == high
    assert spot_at(spots, top.x - 1, top.y) == low


def without(presentation: Presentation, name: str, show: bool) -> Presentation:
    """The position without the piece on a site: either removed, or just not shown."""
    board, gone = presentation.boards[0], site(presentation, name)
    if show:
        pieces = tuple(piece for piece in board.pieces if gone not in piece.sites)
    else:
        pieces = tuple(
            replace(piece, look=replace(piece.look, show=False)) if gone in piece.sites else piece
            for piece in board.pieces
        )
    return replace(presentation, boards=(replace(board, pieces=pieces),), targets=frozenset())


@pytest.mark.parametrize("taken", [True, False])
def test_what_is_gone_or_not_shown_neither_is_drawn_nor_hides_what_is_beneath(taken: bool) -> None:
    presentation = shown(STACK)
    bare = without(presentation, "a1@high", taken)
    high, low = site(presentation, "a1@high"), site(presentation, "a1@low")
    scene = drawn(bare)
    assert sum(node.key.startswith("piece:") for node in scene.nodes) == 4
    gone = next(piece for piece in presentation.boards[0].pieces if high in piece.sites)
    assert high not in scene.spots
    assert PieceValue("tile", gone.number) not in scene.spots
    place = drawn(presentation).spots[high]
    assert spot_at(scene.spots, place.x + 1, place.y + 1) == low


def test_only_on_the_lowest_layer_a_place_can_be_pointed_at_when_nothing_is_there() -> None:
    low = site(shown(STACK), "a1@low")
    assert low in drawn(without(shown(STACK), "a1@low", True)).spots
    assert low not in drawn(without(shown(STACK), "a1@low", False)).spots


def test_the_ground_of_layers_has_a_place_for_each_site_of_the_lowest() -> None:
    skin = by_key(drawn(shown(STACK)))["ground:stack"].skin
    assert isinstance(skin, Ground)
    assert len(skin.cells) == 4


def test_an_empty_place_on_an_upper_layer_can_be_pointed_at_when_it_is_a_target() -> None:
    presentation = without(shown(STACK), "a1@high", True)
    high = site(presentation, "a1@high")
    scene = drawn(replace(presentation, targets=frozenset({high})))
    assert spot_at(scene.spots, *scene.spots[high].middle) == high


# Pieces over several cells


def test_a_piece_over_several_cells_is_one_body_with_a_face_in_each() -> None:
    presentation = shown(WORDS)
    scene = drawn(presentation)
    piece = presentation.boards[0].pieces[0]
    assert [presentation.view.program.schema.topology.names[cell] for cell in piece.sites] == ["b2", "c2", "d2"]
    node = by_key(scene)[f"piece:tile:{piece.number}"]
    skin = node.skin
    assert isinstance(skin, Spread)
    box = body(node)
    faces = {(text, box.x + x, box.y + y) for text, x, y, _, _ in skin.faces}
    assert faces == {(text, *scene.spots[cell].middle) for text, cell in zip("CAT", piece.sites, strict=True)}


def test_the_faces_of_a_piece_over_several_cells_are_drawn() -> None:
    presentation = shown(WORDS)
    skin = next(node.skin for node in drawn(presentation).nodes if node.key.startswith("piece:"))
    assert isinstance(skin, Spread)
    picture, bare = skin.draw(), skin.body.draw()
    assert picture.size == bare.size
    for _, x, y, width, height in skin.faces:
        left, top = skin.margin + x - width / 4, skin.margin + y - height / 4
        part = (round(left), round(top), round(left + width / 2), round(top + height / 2))
        assert picture.crop(part).tobytes() != bare.crop(part).tobytes()


def test_of_a_piece_over_several_cells_the_cell_is_hit() -> None:
    presentation = shown(WORDS)
    scene = drawn(presentation)
    piece = presentation.boards[0].pieces[0]
    assert [spot_at(scene.spots, *scene.spots[cell].middle) for cell in piece.sites] == list(piece.sites)
    whole = scene.spots[PieceValue("tile", piece.number)]
    assert whole.width == 3 * scene.cell


def test_the_borders_of_a_region_are_lines() -> None:
    skin = by_key(drawn(shown(WORDS)))["ground:grid"].skin
    assert isinstance(skin, Ground)
    assert len(skin.lines) == 1
    (x, y), (across, down) = skin.lines[0]
    assert (x == across, down - y) == (True, 2 * drawn(shown(WORDS)).cell)


# Signs


def test_free_targets_have_dots_and_things_rings() -> None:
    reversi = named("reversi")
    dots = {key: node.skin for key, node in by_key(drawn(reversi)).items() if key.startswith("valid:")}
    assert set(dots) == {f"valid:{target}" for target in reversi.targets}
    assert all(isinstance(skin, Dot) for skin in dots.values())
    draughts = named("draughts")
    rings = {key: node.skin for key, node in by_key(drawn(draughts)).items() if key.startswith("valid:")}
    assert len(rings) == 4
    assert all(isinstance(skin, Ring) for skin in rings.values())


def test_no_dot_hides_a_number_on_a_square() -> None:
    counts = shown(
        """
game: counts
title: Counts
boards:
  grid: {columns: 3, rows: 1, cell: {count: number}}
setup: [a1.count = 7]
actions:
  take:
    choose:
      c: {from: grid, where: it.column < 3}
    effects:
      - c.count = 0
end_conditions:
  never: {when: a1.count < 0, won: true}
"""
    )
    signs = {key: type(node.skin) for key, node in by_key(drawn(counts)).items() if key.startswith("valid:")}
    assert signs == {"valid:1": Ring, "valid:2": Dot}


@pytest.mark.parametrize("game", ["gomoku", "hex", "memory", "lights_out"])
def test_where_all_can_be_chosen_no_sign_says_so(game: str) -> None:
    presentation = named(game)
    assert len(presentation.targets) > 9
    nodes = by_key(drawn(presentation))
    assert not any(key.startswith("valid:") for key in nodes)


def test_nor_where_nearly_all_places_and_few_things_can_be() -> None:
    presentation = named("gomoku", 4)
    all_sites = frozenset(each.site for each in presentation.boards[0].sites)
    assert all_sites - presentation.targets
    everything = replace(presentation, targets=all_sites)
    assert not any(key.startswith("valid:") for key in by_key(drawn(everything)))


def test_a_sign_stands_out_from_its_ground_whatever_colour_it_is_given() -> None:
    presentation = named("reversi")
    board = presentation.boards[0]
    green = board.sites[0].ground
    assert green is not None
    same = replace(presentation, boards=(replace(board, style=replace(board.style, valid=green)),))
    dot = next(node.skin for node in drawn(same).nodes if node.key.startswith("valid:"))
    assert isinstance(dot, Dot)
    assert contrast(dot.colour, green.value) >= 1.7


def test_a_target_under_the_pointer_has_a_ring_even_there() -> None:
    presentation = named("gomoku")
    target = site(presentation, "h8")
    assert isinstance(by_key(drawn(presentation, Ui(hovered=target)))["hover:ring"].skin, Ring)
    elsewhere = replace(presentation, targets=frozenset())
    assert "hover:ring" not in by_key(drawn(elsewhere, Ui(hovered=target)))


def test_signs_lie_on_their_spots() -> None:
    presentation = named("draughts")
    last, hovered, cursor, lit = (site(presentation, name) for name in ("c3", "b6", "e5", "h8"))
    ui = Ui(last_move=frozenset({last}), hovered=hovered, cursor=cursor)
    scene = drawn(presentation, ui)
    nodes = by_key(scene)
    for key, spot in ((f"last:{last}", last), ("hover:wash", hovered), ("cursor", cursor)):
        assert middle(nodes[key]) == scene.spots[spot].middle
    pointed_out = by_key(drawn(presentation, replace(ui, lit=frozenset({lit}))))
    assert middle(pointed_out[f"lit:{lit}"]) == scene.spots[lit].middle
    assert f"last:{last}" not in pointed_out


def test_a_piece_and_its_site_have_one_sign() -> None:
    presentation = named("draughts")
    piece = presentation.boards[0].pieces[0]
    spots: frozenset[Spot] = frozenset({piece.sites[0], PieceValue(piece.kind, piece.number)})
    nodes = drawn(presentation, Ui(lit=spots)).nodes
    assert [node.key for node in nodes if node.key.startswith("lit:")] == [
        f"lit:{piece.sites[0]}", f"lit:{piece.sites[0]}:wash",
    ]  # fmt: skip


def test_lines_between_cells_stay_when_a_few_of_them_are_filled() -> None:
    session = Session(load("sea_battle"), seed=7)

    def inks() -> set[str]:
        [ground] = [each.skin for each in drawn(present(session)).nodes if each.key == "ground:sea[human]"]
        assert isinstance(ground, Ground)
        return {colour for _, colour in ground.cells}

    before = inks()
    session.perform(("scatter",))
    assert len(before) == 2
    assert before < inks()


def test_the_colour_of_what_is_lit_can_still_be_told() -> None:
    place = Place("a1", Box(0, 0, 50, 50), False, 0, True, "#333333")
    alphas = []
    for solid in (True, False):
        nodes = lit_nodes(place._replace(solid=solid), "#ffd65c")
        alphas += [node.skin.alpha for node in nodes if isinstance(node.skin, Wash)]
    assert alphas == [0.15, 0.25]


GROUNDS = ["#c9a77c", "#a9825a", "#e0bd70", "#ddc9a3", "#7a684e", "#ffffff", "#808080", "#1f2430", "#2f6f4f"]


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("name", ["dark", "light", "high_contrast"])
def test_where_the_last_move_came_from_is_seen_on_any_ground(name: str, ground: str) -> None:
    made = last_node(Place("a1", Box(0, 0, 50, 50), False, 0, False, ground), theme(name).last_move)
    assert isinstance(made.skin, Ring)
    assert contrast(mixed(ground, made.skin.colour, made.alpha), ground) >= 1.9


def test_spots_of_other_boards_have_no_sign() -> None:
    presentation = named("draughts")
    ui = Ui(lit=frozenset({999, PieceValue("man", 999)}), hovered=999, cursor=PieceValue("man", 999))
    assert drawn(presentation, ui).nodes == drawn(presentation).nodes


def test_what_is_chosen_rises_and_has_a_ring() -> None:
    session = Session(loads(STACK), seed=1)
    start = drafts.start(session.state, "take")
    before = present(session, start)
    piece = before.boards[0].pieces[-1]
    value = PieceValue(piece.kind, piece.number)
    key = f"piece:tile:{piece.number}"
    was = by_key(drawn(before))[key]
    chosen = by_key(drawn(replace(before, chosen=frozenset({value}))))
    assert chosen[key].y < was.y
    assert chosen[key].x == was.x
    ring = chosen[f"chosen:{piece.sites[0]}"]
    assert isinstance(ring.skin, Ring)
    # The ring rises with the tile: it surrounds the tile, not its place.
    at_rest = by_key(drawn(replace(before, targets=frozenset({value}))))[f"valid:{piece.sites[0]}"]
    assert middle(at_rest)[1] - middle(ring)[1] == was.y - chosen[key].y


def test_the_ring_around_a_disc_is_a_circle() -> None:
    presentation = named("draughts")
    piece = presentation.boards[0].pieces[0]
    value = PieceValue(piece.kind, piece.number)
    assert piece.look.shape == "disc"
    disc = by_key(drawn(replace(presentation, chosen=frozenset({value}))))[f"chosen:{piece.sites[0]}"].skin
    board = presentation.boards[0]
    square = replace(board, pieces=(replace(piece, look=replace(piece.look, shape="square")), *board.pieces[1:]))
    changed = replace(presentation, boards=(square,), chosen=frozenset({value}))
    tile = by_key(drawn(changed))[f"chosen:{piece.sites[0]}"].skin
    assert isinstance(disc, Ring)
    assert isinstance(tile, Ring)
    assert disc.width == disc.height == 2 * disc.radius
    assert tile.radius < tile.width / 4


def test_neither_the_cursor_nor_the_last_move_is_framed_in_the_air_above_a_stack() -> None:
    session = Session(loads(STACK), seed=1)
    high = session.state.program.schema.topology.boards["stack"].sites[-1]
    ui = Ui(cursor=high, last_move=frozenset({high}))
    assert {"cursor", f"last:{high}"} <= set(by_key(drawn(present(session), ui)))
    tile = next(piece for piece in present(session).boards[0].pieces if piece.sites == (high,))
    session.perform(("take", tile.number))
    gone = by_key(drawn(present(session), ui))
    assert not {"cursor", "cursor:under", f"last:{high}"} & set(gone)


def test_of_several_lit_things_those_that_are_chosen_need_no_light() -> None:
    presentation = named("draughts")
    first, second = (piece.sites[0] for piece in presentation.boards[0].pieces[:2])
    chosen = replace(presentation, chosen=frozenset({first}))
    for lit, expected in (({first, second}, {f"lit:{second}"}), ({first}, {f"lit:{first}"})):
        keys = by_key(drawn(chosen, Ui(lit=frozenset(lit))))
        assert {key for key in keys if key.startswith("lit:") and not key.endswith("wash")} == expected


# Dragging and preview


@pytest.mark.parametrize("by_site", [True, False])
def test_what_is_dragged_leaves_a_ghost_and_follows_the_pointer(by_site: bool) -> None:
    presentation = named("draughts")
    piece = presentation.boards[0].pieces[0]
    spot = piece.sites[0] if by_site else PieceValue(piece.kind, piece.number)
    key = f"piece:man:{piece.number}"
    was = by_key(drawn(presentation))[key]
    nodes = by_key(drawn(presentation, Ui(dragged=Dragged(spot, 222, 333))))
    ghost, held = nodes[f"ghost:{key}"], nodes[key]
    assert (ghost.x, ghost.y, ghost.skin, ghost.z) == (was.x, was.y, was.skin, was.z)
    assert ghost.alpha < 0.5
    assert middle(held) == pytest.approx((222, 333), abs=0.5)
    assert (held.alpha, held.skin) == (1.0, was.skin)
    assert held.z > nodes["shadow:dragged"].z >= LIFTED
    assert [node.key for node in drawn(presentation, Ui(dragged=Dragged(spot, 222, 333))).nodes][-1] == key


def test_what_stands_on_a_site_by_its_cell_is_dragged_too() -> None:
    presentation = named("peg_solitaire")
    peg = next(iter(presentation.targets))
    nodes = by_key(drawn(presentation, Ui(dragged=Dragged(peg, 100, 100))))
    assert nodes[f"site:{peg}"].z > LIFTED
    assert f"ghost:site:{peg}" in nodes


def test_a_preview_shows_through_what_would_change() -> None:
    session = Session(loads(STACK), seed=1)
    before = present(session)
    gone = before.boards[0].pieces[-1]
    after = replace(before, boards=(replace(before.boards[0], pieces=before.boards[0].pieces[:-1]),))
    nodes = by_key(drawn(before, Ui(preview=after)))
    assert nodes[f"piece:tile:{gone.number}"].alpha < 0.5
    assert all(nodes[f"piece:tile:{piece.number}"].alpha == 1 for piece in before.boards[0].pieces[:-1])
    backwards = by_key(drawn(after, Ui(preview=before)))
    assert 0.3 < backwards[f"preview:piece:tile:{gone.number}"].alpha < 0.8
    assert f"piece:tile:{gone.number}" not in backwards


def test_a_previewed_piece_is_seen_where_it_was_and_where_it_would_be() -> None:
    presentation = named("draughts")
    board = presentation.boards[0]
    piece = next(each for each in board.pieces if each.sites[0] == site(presentation, "c3"))
    moved = replace(piece, sites=(site(presentation, "d4"),))
    after = replace(board, pieces=tuple(moved if each is piece else each for each in board.pieces))
    scene = drawn(presentation, Ui(preview=replace(presentation, boards=(after,))))
    nodes = by_key(scene)
    assert middle(nodes[f"piece:man:{piece.number}"]) == scene.spots[piece.sites[0]].middle
    assert middle(nodes[f"preview:piece:man:{piece.number}"]) == scene.spots[moved.sites[0]].middle
    assert sum(key.startswith("preview:") for key in nodes) == 1


# Every shipped game


def busy(presentation: Presentation, luck: Random) -> Ui:
    """Signs everywhere."""
    sites = [shown.site for shown in presentation.boards[0].sites]
    return Ui(
        hovered=luck.choice(sites),
        cursor=luck.choice(sites),
        lit=frozenset(luck.sample(sites, min(3, len(sites)))),
        last_move=frozenset(luck.sample(sites, min(2, len(sites)))),
    )


@pytest.mark.parametrize("path", PATHS)
def test_everything_is_inside_of_the_box_whatever_its_size(path: Path) -> None:
    luck = Random(path.stem)
    for number in range(4):
        presentation = position(path, number * 5)
        scale = luck.choice([0.75, 1.0, 1.5, 2.0])
        wide, high = luck.randint(round(260 * scale), 1800), luck.randint(round(260 * scale), 1400)
        box = Box(luck.randint(0, 60), luck.randint(0, 60), wide, high)
        ui = busy(presentation, luck)
        scene = board_nodes(presentation.boards[0], presentation, ui, box, DARK, scale)
        for inner in (*map(body, scene.nodes), *scene.spots.values(), *scene.outline):
            assert inner.x >= box.x and inner.y >= box.y, (path.stem, box, inner)
            assert inner.right <= box.right and inner.bottom <= box.bottom, (path.stem, box, inner)
        assert [node.z for node in scene.nodes] == sorted(node.z for node in scene.nodes)
        by_key(scene)


@given(some.sampled_from(SPECS), some.integers(240, 1600), some.integers(240, 1200), some.integers(0, 3))
def test_the_middle_of_each_site_hits_that_site(path: Path, width: int, height: int, moves: int) -> None:
    presentation = position(path, moves * 4)
    spots = board_nodes(presentation.boards[0], presentation, Ui(), Box(7, 9, width, height), DARK, 1.0).spots
    layered = bool(presentation.view.program.schema.topology.boards[presentation.boards[0].instance].layers)
    lying = {piece.value: piece.sites[0] for piece in presentation.boards[0].pieces if piece.sites}
    for each in presentation.boards[0].sites:
        if each.site in spots and not layered:
            hit = spot_at(spots, *spots[each.site].middle)
            # In a pile, a piece may be hit.
            assert lying.get(hit, hit) == each.site


def test_hexes_are_hit_exactly_up_to_their_corners() -> None:
    presentation = named("hex")
    spots = drawn(presentation, box=Box(0, 0, 900, 700)).spots
    upper, right, lower = (site(presentation, name) for name in ("b2", "c2", "b3"))
    box = spots[upper]
    assert spot_at(spots, box.right - 1, box.middle[1]) == upper
    assert spot_at(spots, box.right + 1, box.middle[1]) == right
    assert spot_at(spots, box.middle[0] - 1, box.bottom - 2) == upper
    assert spot_at(spots, box.right - 2, box.bottom - 1) == lower
    first = spots[site(presentation, "a1")]
    assert spot_at(spots, first.x, first.y) is None


def test_a_board_wants_room_for_its_cells_and_its_frame() -> None:
    presentation = named("reversi")
    wide, high = wanted_size(presentation.boards[0], presentation)
    assert wide == high == 8 + 2 * 20 / 60
    hexes = named("hex")
    wide, high = wanted_size(hexes.boards[0], hexes)
    assert wide == 16 + 2 * 20 / 30
    assert 9 < high < 12


def test_faces_fit_any_theme_and_every_skin_can_be_drawn() -> None:
    shape = Look(shape="star", colour=Colour("red", "red"))
    presentation = named("draughts")
    board: BoardShown = presentation.boards[0]
    odd = PieceShown("man", 77, (site(presentation, "d4"),), shape, ("a very long face",), "corner")
    strange = replace(presentation, boards=(replace(board, pieces=(*board.pieces, odd)),))
    for name in ("dark", "light", "high_contrast"):
        scene = board_nodes(strange.boards[0], strange, busy(strange, Random(1)), BOX, theme(name, True), 1.0)
        for node in scene.nodes:
            assert node.skin.draw().size == node.skin.size


def test_the_texts_that_are_marks_on_a_board_have_letters_of_one_size() -> None:
    marks = [each.skin for each in drawn(named("hearts")).nodes if each.key.startswith("mark:")]
    labels = {skin.text: skin.font_size for skin in marks if isinstance(skin, Label)}
    assert {"You", "Norman"} < labels.keys()
    assert len(set(labels.values())) == 1


@pytest.mark.parametrize("name", ["dark", "light", "high_contrast"])
def test_a_text_as_a_mark_can_be_read_whatever_colour_it_wants(name: str) -> None:
    made = theme(name)
    presentation = named("hearts")
    (board,) = presentation.boards
    scene = board_nodes(board, presentation, Ui(), BOX, made, 1.0)
    marks = [each.skin for each in scene.nodes if each.key.startswith("mark:")]
    inks = {skin.text: skin.colour for skin in marks if isinstance(skin, Label)}
    assert {"Wendy", "Norman", "Esther", "You"} == inks.keys()
    assert len(set(inks.values())) == 4
    for ink in inks.values():
        assert contrast(ink, made.cell) >= 4.5


def test_a_text_as_a_mark_makes_way_for_what_is_placed() -> None:
    presentation = named("scrabble_like")
    free, taken = site(presentation, "a1"), site(presentation, "e1")
    nodes = by_key(drawn(presentation))
    assert [getattr(nodes[f"mark:{each}"].skin, "text", "") for each in (free, taken)] == ["3W", "2L"]
    (board,) = presentation.boards
    tile = PieceShown("tile", 1, (taken,), Look("tile", Colour("ivory", "ivory")), ("A",))
    nodes = by_key(drawn(replace(presentation, boards=(replace(board, pieces=(tile,)),))))
    assert f"mark:{free}" in nodes
    assert f"mark:{taken}" not in nodes


@pytest.mark.parametrize("colour", ["green", "ivory", "blue"])
def test_letters_are_the_same_on_pieces_of_one_and_of_two_cells(colour: str) -> None:
    dark, look = theme("dark"), Look("tile", Colour(colour, colour))
    cells = ((23.0, 22.0, 46.0, 44.0), (69.0, 22.0, 46.0, 44.0))
    one = piece_skin(look, 48, 48, dark, "R")
    two = spread(PieceShown("tile", 1, (1, 2), look, ("O", "L"), size=(2, 1)), cells, 92, 44, dark)
    assert isinstance(one, Token) and isinstance(two, Spread)
    assert two.body.lettering == one.lettering
    wanted = ImageColor.getrgb(one.lettering)
    for skin in (one, two):
        assert any(found == wanted for _, found in skin.draw().convert("RGB").getcolors(100_000) or ())


def test_star_points_are_small_dots_and_crossings_thin_lines() -> None:
    presentation = named("gomoku")
    found = board_nodes(presentation.boards[0], presentation, Ui(), BOX, DARK, 1.0)
    dots = [node.skin for node in found.nodes if node.key.startswith("mark:")]
    assert (found.cell, len(dots), {(type(dot), dot.side) for dot in dots}) == (29.0, 9, {(Dot, 5)})
    [ground] = [node.skin for node in found.nodes if node.key.startswith("ground:")]
    assert isinstance(ground, Ground) and ground.line_width == 1 and len(ground.lines) == 30


def test_a_figure_stands_for_its_icon_and_a_hidden_one_shows_its_back() -> None:
    look = Look("figure", Colour("white", "white"), icon="knight")
    standing = piece_skin(look, 60, 60, DARK)
    assert isinstance(standing, Figure) and (standing.icon, standing.side) == ("knight", 58)
    assert isinstance(hidden := piece_skin(look, 60, 60, DARK, hidden=True), Token) and hidden.back
    plain = piece_skin(replace(look, icon=None), 60, 60, DARK)
    assert isinstance(plain, Token) and plain.shape == "disc"
    assert (
        piece_skin(look, 60, 60, theme("dark", True)).pattern
        == piece_skin(replace(look, shape="disc"), 60, 60, theme("dark", True)).pattern
    )
