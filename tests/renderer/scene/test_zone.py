"""Zones as nodes: trays with pieces that never leave them, and counters."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as some

from interpreter.position import PieceValue
from renderer.nodes import LIFTED, Box, Node
from renderer.scene.board import BoardScene
from renderer.scene.geometry import spot_at
from renderer.scene.ui import Dragged, Ui
from renderer.scene.zone import hand_of, row_of, zone_nodes
from renderer.skins.marks import Ring
from renderer.skins.paper import Paper
from renderer.skins.text import Label
from renderer.skins.theme import theme
from renderer.skins.tokens import Spread, Token
from runtime.session.draft import Spot
from runtime.show.values import Look, PieceShown, ZoneShown
from tests.renderer.invariants import body
from tests.renderer.tables import named

DARK = theme("dark")
BOX = Box(10, 20, 400, 92)
TILE = Look(shape="tile")


def rack(letters: str, room: int | None = None, label: str = "Rack", **other: object) -> ZoneShown:
    pieces = tuple(PieceShown("tile", number, (), TILE, (letter,)) for number, letter in enumerate(letters, start=1))
    zone = ZoneShown("rack", "rack[one]", label, 1, "below", "row", len(pieces), room, pieces)
    return replace(zone, **other)


def drawn(zone: ZoneShown, ui: Ui | None = None, box: Box = BOX, **shown: frozenset[Spot]) -> BoardScene:
    presentation = replace(named("tic_tac_toe"), **{"targets": frozenset(), **shown})
    return zone_nodes(zone, presentation, ui if ui is not None else Ui(), box, DARK, 1.0, 50)


def by_key(scene: BoardScene) -> dict[str, Node]:
    found = {node.key: node for node in scene.nodes}
    assert len(found) == len(scene.nodes)
    return found


def test_a_tray_lies_below_its_label_and_holds_pieces_and_empty_places() -> None:
    scene = drawn(rack("CAT", 5))
    nodes = by_key(scene)
    assert body(nodes["zone:rack[one]"]) == (10, 42, 400, 70)
    label = nodes["label:zone:rack[one]"].skin
    assert isinstance(label, Label)
    assert label.text == "RACK"
    assert [key for key in nodes if key.startswith("slot:")] == ["slot:rack[one]:0", "slot:rack[one]:1"]
    faces = [nodes[f"piece:tile:{number}"].skin for number in (1, 2, 3)]
    assert [skin.face for skin in faces if isinstance(skin, Token)] == ["C", "A", "T"]


def test_without_a_label_the_tray_has_the_whole_box() -> None:
    assert body(by_key(drawn(rack("CAT", label="")))["zone:rack[one]"]) == BOX


def test_pieces_stand_side_by_side_in_the_middle_of_the_tray() -> None:
    row = row_of(((1, 1),) * 3, 5, Box(0, 0, 400, 70), False, 50, 1.0)
    assert [tuple(box) for box in row.boxes] == [(67, 10, 50, 50), (121, 10, 50, 50), (175, 10, 50, 50)]
    assert [tuple(box) for box in row.empty] == [(229, 10, 50, 50), (283, 10, 50, 50)]


def test_beside_a_board_they_stand_one_below_the_other() -> None:
    row = row_of(((1, 1),) * 2, 0, Box(0, 0, 70, 400), True, 50, 1.0)
    assert [tuple(box) for box in row.boxes] == [(10, 148, 50, 50), (10, 202, 50, 50)]


def test_many_pieces_shrink_before_they_overlap() -> None:
    row = row_of(((1, 1),) * 10, 0, Box(0, 0, 400, 70), False, 50, 1.0)
    assert row.side == 35
    assert all(one.right <= other.x for one, other in zip(row.boxes, row.boxes[1:], strict=False))


def test_too_many_pieces_lie_on_one_another_and_the_last_is_seen_whole() -> None:
    scene = drawn(rack("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    boxes = list(scene.spots.values())
    assert boxes[0].right > boxes[1].x > boxes[0].x
    nodes = by_key(scene)
    assert [nodes[f"piece:tile:{number}"].z for number in (1, 2, 26)] == [402, 403, 427]
    assert spot_at(scene.spots, boxes[1].x, boxes[1].y) == PieceValue("tile", 2)
    assert spot_at(scene.spots, *boxes[-1].middle) == PieceValue("tile", 26)


def test_pieces_of_several_cells_stand_farther_apart() -> None:
    row = row_of(((1, 1), (3, 1), (2, 1)), 0, Box(0, 0, 600, 70), False, 50, 1.0)
    assert [tuple(box) for box in row.boxes] == [(135, 10, 50, 50), (200, 10, 150, 50), (365, 10, 100, 50)]


def test_empty_places_make_way_for_pieces() -> None:
    tray = Box(0, 0, 400, 70)
    few = row_of(((3, 1), (2, 1)), 12, tray, False, 50, 1.0)
    assert 0 < len(few.empty) < 10
    full = row_of(((3, 1),) * 4, 12, tray, False, 50, 1.0)
    assert full.empty == ()


@given(
    some.lists(some.tuples(some.integers(1, 6), some.integers(1, 3)), max_size=40),
    some.integers(0, 24),
    some.integers(60, 1200),
    some.integers(40, 300),
    some.booleans(),
    some.sampled_from([0.8, 1.0, 2.0]),
)
def test_nothing_leaves_its_tray(
    sizes: list[tuple[int, int]], room: int, width: int, height: int, upright: bool, scale: float
) -> None:
    tray = Box(5, 5, width, height)
    row = row_of(tuple(sizes), room, tray, upright, 60, scale)
    assert len(row.boxes) == len(sizes)
    for box in (*row.boxes, *row.empty):
        assert box.x >= tray.x and box.y >= tray.y and box.right <= tray.right and box.bottom <= tray.bottom


def test_pieces_of_several_cells_keep_their_shape() -> None:
    long = PieceShown("tile", 1, (), TILE, ("I", "N", "G"), size=(3, 1))
    node = by_key(drawn(rack("", pieces=(long,), count=1)))["piece:tile:1"]
    assert isinstance(node.skin, Spread)
    box = body(node)
    assert box.width == 3 * box.height
    assert [(text, x) for text, x, _, _, _ in node.skin.faces] == [
        ("I", box.width / 6), ("N", box.width / 2), ("G", box.width * 5 / 6),
    ]  # fmt: skip


def test_pieces_of_a_zone_are_written_on_in_letters_of_one_size() -> None:
    faces = ("4♣", "Q♣", "10♦", "J♥")
    cards = tuple(PieceShown("card", number, (), TILE, (face,)) for number, face in enumerate(faces, start=1))
    alone = drawn(rack("", pieces=cards[:1], count=1)), drawn(rack("", pieces=cards[2:3], count=1))
    small, large = (skin.face_size for scene in alone[::-1] for skin in tokens(scene))
    assert small < large
    assert [skin.face_size for skin in tokens(drawn(rack("", pieces=cards, count=4)))] == [small] * 4
    turned = replace(cards[2], hidden=True)
    shown = tokens(drawn(rack("", pieces=(cards[0], turned), count=2)))
    assert shown[0].face_size == large


def tokens(scene: BoardScene) -> list[Token]:
    return [node.skin for node in scene.nodes if isinstance(node.skin, Token)]


def test_hidden_pieces_are_seen_from_behind() -> None:
    unknown = PieceShown("tile", 1, (), TILE, ("",), hidden=True)
    skin = by_key(drawn(rack("", pieces=(unknown,), count=1)))["piece:tile:1"].skin
    assert isinstance(skin, Token)
    assert skin.back


def test_a_counter_is_a_label_and_a_number() -> None:
    scene = drawn(rack("", as_="counter", count=42, label="Tiles"), box=Box(0, 0, 150, 52))
    nodes = by_key(scene)
    texts = {key: node.skin.text for key, node in nodes.items() if isinstance(node.skin, Label)}
    assert texts == {"label:zone:rack[one]": "TILES", "label:count:rack[one]": "42"}
    assert isinstance(nodes["zone:rack[one]"].skin, Paper)
    assert scene.spots == {}


def test_what_is_chosen_rises_with_its_ring() -> None:
    chosen: frozenset[Spot] = frozenset({PieceValue("tile", 2)})
    was, now = by_key(drawn(rack("CAT"))), by_key(drawn(rack("CAT"), chosen=chosen))
    rise = was["piece:tile:2"].y - now["piece:tile:2"].y
    assert rise > 0
    assert now["piece:tile:1"].y == was["piece:tile:1"].y
    ring = now["chosen:tile:2"]
    assert ring.y == body(now["piece:tile:2"]).y


@pytest.mark.parametrize(("count", "rings"), [(2, 2), (3, 0)])
def test_targets_are_ringed_unless_all_are(count: int, rings: int) -> None:
    targets: frozenset[Spot] = frozenset(PieceValue("tile", number) for number in range(1, count + 1))
    nodes = by_key(drawn(rack("CAT"), targets=targets))
    found = [node.skin for key, node in nodes.items() if key.startswith("valid:")]
    assert len(found) == rings
    assert all(isinstance(skin, Ring) for skin in found)


def test_a_dragged_piece_leaves_a_ghost() -> None:
    nodes = by_key(drawn(rack("CAT"), Ui(dragged=Dragged(PieceValue("tile", 1), 600, 300))))
    assert body(nodes["piece:tile:1"]).middle == pytest.approx((600, 300), abs=0.5)
    assert nodes["piece:tile:1"].z > LIFTED
    assert nodes["ghost:piece:tile:1"].alpha < 0.5


def test_a_dragged_piece_of_several_cells_is_held_by_the_first_which_comes_to_lie_under_the_pointer() -> None:
    zone = rack("CAT")
    long = replace(zone.pieces[0], faces=("I", "N", "G"), size=(3, 1))
    nodes = by_key(drawn(replace(zone, pieces=(long, *zone.pieces[1:])), Ui(dragged=Dragged(long.value, 600, 300))))
    held = body(nodes["piece:tile:1"])
    assert (held.x + held.width / 6, held.middle[1]) == pytest.approx((600, 300), abs=0.5)


def test_the_keyboard_is_seen_on_a_piece() -> None:
    scene = drawn(rack("CAT"), Ui(cursor=PieceValue("tile", 3)))
    assert body(by_key(scene)["cursor"]).middle == scene.spots[PieceValue("tile", 3)].middle


# Hands of cards


def test_cards_lie_side_by_side_where_there_is_room() -> None:
    row = hand_of(3, Box(0, 0, 400, 104), False, 1.0)
    assert [tuple(box) for box in row.boxes] == [(105, 10, 60, 84), (170, 10, 60, 84), (235, 10, 60, 84)]
    assert (row.side, row.empty) == (60, ())


def test_cards_overlap_before_they_shrink() -> None:
    row = hand_of(13, Box(0, 0, 400, 104), False, 1.0)
    assert {box[1:] for box in row.boxes} == {(10, 60, 84)}
    assert [box.x for box in row.boxes][:3] == [10, 36, 63]
    assert row.boxes[-1].right == 390
    crowded = hand_of(30, Box(0, 0, 400, 104), False, 1.0)
    assert (crowded.boxes[0].width, crowded.boxes[-1].right) == (39, 390)


def hand(count: int) -> ZoneShown:
    look = Look("card", icon="hearts")
    cards = tuple(PieceShown("card", number, (), look, (str(number),)) for number in range(1, count + 1))
    return ZoneShown("hand", "hand[one]", "", 1, "below", "row", count, 13, cards, cards=True)


def test_the_visible_part_of_each_card_is_clickable() -> None:
    spots = drawn(hand(13)).spots
    for number in range(1, 13):
        box, after = (spots[PieceValue("card", each)] for each in (number, number + 1))
        assert spot_at(spots, (box.x + after.x) / 2, box.middle[1]) == PieceValue("card", number)
    last = spots[PieceValue("card", 13)]
    assert spot_at(spots, last.right - 2, last.middle[1]) == PieceValue("card", 13)


def test_a_card_that_can_be_chosen_rises_under_the_pointer_or_when_chosen() -> None:
    card = PieceValue("card", 4)
    still = by_key(drawn(hand(13)))["piece:card:4"].y
    hovered = drawn(hand(13), Ui(hovered=card), targets=frozenset({card}))
    chosen = drawn(hand(13), chosen=frozenset({card}))
    idle = drawn(hand(13), Ui(hovered=card))
    heights = [still - by_key(scene)["piece:card:4"].y for scene in (hovered, chosen, idle)]
    assert heights == [4, 4, 0]
