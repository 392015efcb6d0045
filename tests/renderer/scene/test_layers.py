"""Pieces on layers that others partly cover: the visible part has the writing, and under the pointer the whole piece is
shown."""

from pathlib import Path

from interpreter import loads
from interpreter.position import PieceValue
from renderer.nodes import SIGN, Node
from renderer.scene.painter import seen_part
from renderer.skins import image_of
from renderer.skins.tokens import Token
from tests.renderer.app_driver import Driver, table_of

TOWER = """
game: tower
title: Tower
entities:
  tile: {letter: letter}
boards:
  tower:
    shape: layers
    holds: tile
    footprint: [2, 2]
    layers:
      low: {columns: 2, rows: 2}
      high: {columns: 1, rows: 1, offset: [1, 1]}
setup:
  - for: x in tower
    do:
      - create: tile(letter = 'k')
        at: x
actions:
  take:
    choose:
      t: {from: pieces(tower), where: len(above(it)) == 0, else: It is covered.}
    effects: [remove: t]
end_conditions:
  done: {when: empty(tower), won: true}
"""


def tower(folder: Path) -> Driver:
    return Driver(table_of(loads(TOWER, "tower.yaml")), folder)


def tile(driver: Driver, number: int) -> Node:
    return driver.scene.by_key[f"piece:tile:{number}"]


def part(driver: Driver, number: int) -> tuple[int, int, int, int] | None:
    skin = tile(driver, number).skin
    assert isinstance(skin, Token)
    return skin.part


def test_the_part_of_a_box_beside_what_covers_it_is_as_wide_and_high_as_can_be() -> None:
    quarters = {"nw": (0, 0, 50, 50), "ne": (50, 0, 100, 50), "sw": (0, 50, 50, 100), "se": (50, 50, 100, 100)}
    assert seen_part(100, 100, (quarters["nw"], quarters["ne"], quarters["sw"])) == (50, 50, 50, 50)
    assert seen_part(100, 100, (quarters["nw"], quarters["ne"])) == (0, 50, 100, 50)
    assert seen_part(100, 100, (quarters["ne"],)) in ((0, 0, 50, 100), (0, 50, 100, 50))
    assert seen_part(100, 100, ((30, 30, 60, 60),)) in ((60, 0, 40, 100), (0, 60, 100, 40))


def test_what_hardly_covers_anything_and_what_hardly_leaves_anything_is_left_alone() -> None:
    assert seen_part(100, 100, ((0, 0, 9, 100),)) is None, "the side of a tile beside it"
    assert seen_part(100, 100, ((0, 0, 92, 92),)) is None, "a tile right on top, a little aside"
    assert seen_part(100, 100, ((0, 0, 100, 100),)) is None
    assert seen_part(100, 100, ()) is None


def test_all_that_is_written_on_a_tile_stands_in_the_part_that_is_seen() -> None:
    plain = Token("tile", 100, 100, "#e08040", depth=8)
    written = Token("tile", 100, 100, "#e08040", icon="lock", face="W", corner="10", depth=8, part=(50, 40, 50, 60))
    differing = [
        (x - plain.margin, y - plain.margin)
        for x in range(plain.size[0])
        for y in range(plain.size[1])
        if image_of(plain).getpixel((x, y)) != image_of(written).getpixel((x, y))
    ]
    xs, ys = [x for x, _ in differing], [y for _, y in differing]
    assert min(xs) >= 50 and max(xs) < 100 and min(ys) >= 40 and max(ys) < 100
    assert max(ys) - min(ys) > 45, "from the lock at the top to the value at the bottom"


def test_a_tile_that_another_partly_covers_is_written_on_where_it_is_seen(tmp_path: Path) -> None:
    driver = tower(tmp_path)
    side = tile(driver, 1).skin.size[0] - 2 * tile(driver, 1).skin.margin
    for number in range(1, 5):
        found = part(driver, number)
        assert found is not None
        left, top, wide, high = found
        assert min(wide, high) > 0.35 * side and max(wide, high) == side, "half of it, beside the tile on top"
        corner = (left + wide / 2 < side / 2, top + high / 2 < side / 2)
        away = {1: (True, True), 2: (False, True), 3: (True, False), 4: (False, False)}[number]
        assert sum(mine == other for mine, other in zip(corner, away, strict=True)) >= 1, "away from the middle"
    assert part(driver, 5) is None
    driver.click(PieceValue("tile", 5))
    assert [part(driver, number) for number in range(1, 5)] == [None] * 4


def test_what_is_partly_covered_is_seen_whole_under_pointer_and_cursor(tmp_path: Path) -> None:
    driver = tower(tmp_path)
    box = driver.box(PieceValue("tile", 1))
    driver.app.pointer_moved(box.x + 9, box.y + 9)
    driver.step()
    lens = driver.scene.by_key["lens:piece:tile:1"]
    assert isinstance(lens.skin, Token)
    assert (lens.skin.part, lens.skin.face, lens.z > SIGN) == (None, "K", True)
    driver.move(PieceValue("tile", 5))
    assert [key for key in driver.scene.by_key if key.startswith("lens:")] == []
    driver.point(4)
    assert driver.scene.by_key["cursor"].z > driver.scene.by_key["lens:piece:tile:4"].z
