"""A choice that is not always asked, at the table: its card opens only when it must."""

from pathlib import Path

from interpreter import loads
from tests.renderer.app_driver import Driver, by_pointer, table_of
from tests.runtime.test_optional_choices import NONE


def test_the_card_opens_only_where_something_is_asked(tmp_path: Path) -> None:
    driver = Driver(table_of(loads(NONE, "pushes.yaml")), tmp_path)
    driver.click("c1", "c2")
    assert [move.text for move in driver.session.history] == ["push c1 c2"]
    driver.click("c4", "c3")
    driver.click("a3", "a4")
    assert len(driver.session.history) == 2
    assert "card:option:promotion:3" in driver.scene.by_key
    driver.click("card:option:promotion:3")
    assert [move.text for move in driver.session.history] == ["push c1 c2", "push c4 c3", "push a3 a4 rook"]


def test_every_legal_move_can_be_made_with_the_mouse(tmp_path: Path) -> None:
    game = loads(NONE, "pushes.yaml")
    for number, action in enumerate(game.legal(game.new(1))):
        driver = Driver(table_of(game), tmp_path / str(number))
        by_pointer(driver, action)
        assert [move.action for move in driver.session.history] == [action]
