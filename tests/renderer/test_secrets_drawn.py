"""Pictures of worlds that a player cannot tell apart are the same, node by node."""

from __future__ import annotations

from typing import Any

import pytest

from interpreter import Game, State, load
from renderer.scene.table import scene
from renderer.scene.ui import Ui
from renderer.skins.theme import Size, theme
from runtime.session.session import Session
from runtime.show import present
from tests.renderer.piles import WINDOW
from tests.runtime.test_secrets import every_subject, game_of, positions
from tests.secrets import worlds

SIZE = Size(1000, 700)


def drawn(game: Game, state: State, viewer: int) -> Any:
    """All nodes of a picture in order, and everything that can be pointed at, in the numbers of the player’s view."""
    session = Session(game, start=game.renumbered(state, viewer))
    picture = scene(present(session, viewer=viewer), Ui(), SIZE, theme("light"))
    return picture.nodes, list(picture.spots.items()), picture.focus


def check_pictures(name: str, seed: int, count: int, most: int) -> None:
    game = game_of(name)
    for state in positions(game, seed, count, 6):
        for viewer in range(1, len(game.players) + 1):
            ours = drawn(game, state, viewer)
            for world in worlds(game, game.view(state, viewer), most):
                assert drawn(game, world, viewer) == ours


@every_subject
def test_worlds_that_look_alike_are_drawn_alike(name: str) -> None:
    check_pictures(name, 4, 1, 2)


def test_cards_that_lie_face_down_in_piles_are_drawn_alike() -> None:
    game = load(WINDOW / "patience.yaml")
    state = game.new(3)
    ours = drawn(game, state, 1)
    others = list(worlds(game, game.view(state, 1), 3))
    assert len(others) == 3 and len({game.encode(world) for world in others}) == 3
    assert all(drawn(game, world, 1) == ours for world in others)


@pytest.mark.soak
@every_subject
def test_two_hundred_worlds_are_drawn_alike(name: str) -> None:
    check_pictures(name, 5, 2, 200)
