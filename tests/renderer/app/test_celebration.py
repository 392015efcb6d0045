"""The window celebrates a win for a moment, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load, loads
from renderer.motion.confetti import COUNT
from tests.renderer.app_driver import Driver, table_of

CHOICE = """\
game: choice
title: Choice
boards: {grid: {columns: 2, rows: 1, cell: {lit: flag}}}
actions:
  pick: {choose: {c: {from: grid, where: not it.lit}}, effects: [c.lit = true]}
end_conditions:
  right: {when: a1.lit, won: true}
  wrong: {when: b1.lit, won: false}
"""


def played(tmp_path: Path, cell: str, animation: str = "normal") -> Driver:
    """The window when the card at the end has just appeared."""
    driver = Driver(table_of(loads(CHOICE)), tmp_path, animation=animation, introduced=("choice",))
    driver.settle()
    driver.click(cell)
    for _ in range(200):
        driver.step()
        if driver.table.cards.overlay == "result":
            break
    driver.step()
    return driver


def confetti(driver: Driver) -> int:
    return sum(node.key.startswith("confetti:") for node in driver.app.frame().moving)


def test_a_win_is_celebrated_for_two_seconds(tmp_path: Path) -> None:
    driver = played(tmp_path, "a1")
    driver.step(0.5)
    assert confetti(driver) == COUNT
    driver.step(1.5)
    assert (confetti(driver), driver.app.dirty) == (0, False)


def test_a_loss_is_not(tmp_path: Path) -> None:
    driver = played(tmp_path, "b1")
    driver.step(0.5)
    assert driver.table.cards.overlay == "result"
    assert confetti(driver) == 0


def test_who_wants_no_movement_sees_none(tmp_path: Path) -> None:
    driver = played(tmp_path, "a1", "off")
    driver.step(0.5)
    assert confetti(driver) == 0


@pytest.mark.parametrize("key", ["r", "Tab"])
def test_it_ends_when_the_player_goes_on(tmp_path: Path, key: str) -> None:
    driver = played(tmp_path, "a1")
    driver.step(0.3)
    assert confetti(driver) > 0
    driver.key(key)
    assert confetti(driver) == 0


def test_a_draw_of_two_people_is_none(tmp_path: Path) -> None:
    driver = Driver(table_of(load("tic_tac_toe")), tmp_path, animation="normal", introduced=("tic_tac_toe",))
    driver.settle()
    for cell in ("a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3", "c3"):
        driver.click(cell)
        driver.settle()
    driver.step(1.5)
    assert driver.session.state.over
    assert confetti(driver) == 0
