"""Pictures of worlds that look alike to a player are the same, node by node."""

from __future__ import annotations

from typing import Any

import pytest

from interpreter import Game, State
from renderer.scene.table import scene
from renderer.scene.ui import Ui
from renderer.skins.theme import Size, theme
from runtime.session.session import Session
from runtime.show import present
from tests.runtime.test_secrets import every_subject, game_of, positions
from tests.secrets import worlds

SIZE = Size(1000, 700)


def drawn(game: Game, state: State, viewer: int) -> Any:
    """All nodes of a picture in order, and what can be pointed at, in the numbers of the player's view."""
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


@pytest.mark.soak
@every_subject
def test_two_hundred_worlds_are_drawn_alike(name: str) -> None:
    check_pictures(name, 5, 2, 200)
