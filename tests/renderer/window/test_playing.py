"""Whole games in the real window, by mouse and keyboard, as people play them: `tilewright play` on a display."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.renderer.window.screen import MISSING, Player, display, playing

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)

ARROWS = {"u": "Up", "r": "Right", "d": "Down", "l": "Left"}


@pytest.fixture(scope="module")
def screen() -> Iterator[str]:
    with display() as name:
        yield name


def moves(player: Player, count: int) -> None:
    """Wait until that many moves have been made and nothing is in front of the board."""
    player.wait(lambda scene: scene["moves"] == count)


def through_the_introduction(player: Player) -> None:
    """A game introduces itself the first time it is played."""
    player.wait(lambda scene: scene["overlay"] == "intro")
    player.key("Return")
    player.wait(lambda scene: scene["overlay"] is None and scene["spots"])


def test_a_game_by_clicks(screen: str, tmp_path: Path) -> None:
    """Both players sit here. A taken square is refused; one move is undone with a key and one with a button."""
    with playing(screen, tmp_path, "tic_tac_toe", "--seat", "nought=person") as player:
        through_the_introduction(player)
        assert player.scene["status"] == "Cross to play. Choose an empty square."
        player.click("b2")
        moves(player, 1)
        player.click("b2")
        player.wait(lambda scene: scene["message"] == "That square is taken." and scene["moves"] == 1)
        player.key("z")
        moves(player, 0)
        assert player.scene["targets"] == ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"]
        player.click("a1")
        moves(player, 1)
        player.click("c3")
        moves(player, 2)
        player.click("button:undo")
        moves(player, 1)
        for number, square in enumerate(("b1", "a2", "b2", "a3"), start=2):
            player.click(square)
            moves(player, number)
        player.wait(lambda scene: scene["over"] and scene["overlay"] == "result")
        assert player.scene["status"] == "Cross won. Cross has three in a row."
        assert player.scene["spots"] == {}
        # The button on the card starts a new game.
        player.click("card:button:new_game")
        player.wait(lambda scene: scene["moves"] == 0 and not scene["over"])
        assert player.leave() == 0
        assert player.left_behind() == []


def test_a_game_by_dragging_and_by_two_clicks(screen: str, tmp_path: Path) -> None:
    """White drags; Black clicks the man and then the square. A man cannot be dragged onto one of his own side."""
    white = [("a2", "a3"), ("a3", "a4"), ("a4", "a5"), ("a5", "a6"), ("a6", "b7"), ("b7", "c8")]
    black = [("h7", "h6"), ("h6", "h5"), ("g7", "g6"), ("g6", "g5"), ("g5", "g4")]
    with playing(screen, tmp_path, "breakthrough", "--seat", "black=person") as player:
        through_the_introduction(player)
        player.drag("a1", "a2")
        in_the_way = "There is no legal move from a1. One of your own pieces is in the way."
        player.wait(lambda scene: scene["message"] == in_the_way)
        assert player.scene["moves"] == 0
        made = 0
        for number, (start, end) in enumerate(white):
            player.drag(start, end)
            moves(player, made := made + 1)
            if number < len(black):
                for square in black[number]:
                    player.click(square)
                moves(player, made := made + 1)
        assert made == 11
        player.wait(lambda scene: scene["over"] and scene["overlay"] == "result")
        assert player.leave() == 0


def test_a_game_by_arrow_keys_goes_on_after_the_program_was_killed(screen: str, tmp_path: Path) -> None:
    way = "dlddrulurrurdd"
    with playing(screen, tmp_path, "sokoban") as player:
        through_the_introduction(player)
        player.key("Up")
        player.wait(lambda scene: scene["message"].startswith("You can only walk onto free floor"))
        for number, step in enumerate(way[:8], start=1):
            player.key(ARROWS[step])
            moves(player, number)
        player.key("z")
        moves(player, 7)
        player.kill()
    with playing(screen, tmp_path, "sokoban") as player:
        moves(player, 7)
        for number, step in enumerate(way[7:], start=8):
            player.key(ARROWS[step])
            moves(player, number)
        player.wait(lambda scene: scene["over"] and scene["overlay"] == "result")
        assert player.scene["status"] == "Every crate is in place."
        assert player.leave() == 0


def test_the_computer_answers_and_goes_when_the_window_goes(screen: str, tmp_path: Path) -> None:
    with playing(screen, tmp_path, "tic_tac_toe") as player:
        through_the_introduction(player)
        player.click("a1")
        moves(player, 2)
        assert player.children() != []
        player.process.terminate()
        assert player.process.wait(30) == 0
        assert player.left_behind() == []


def test_from_the_gallery_to_a_game_and_back_while_its_rules_change(screen: str, tmp_path: Path) -> None:
    """The designer’s own spec is watched: what is saved is played at once, and the position remains."""
    spec = tmp_path / "noughts.yaml"
    text = "game: noughts\ntitle: Noughts\nextends: tic_tac_toe\nplayers: {nought: {seat: person}}\n"
    spec.write_text(text, encoding="utf-8")
    with playing(screen, tmp_path, str(spec), "--watch") as player:
        through_the_introduction(player)
        player.click("b2")
        moves(player, 1)
        spec.write_text(text + "view: {status: [{say: Watch this space.}]}\n", encoding="utf-8")
        player.wait(lambda scene: scene["status"] == "Watch this space." and scene["moves"] == 1)
        player.click("button:menu")
        player.wait(lambda scene: "card:button:gallery" in scene["nodes"])
        player.click("card:button:gallery")
        player.wait(lambda scene: scene["page"] == "gallery")
        player.type("sokob")
        player.wait(lambda scene: [key for key in scene["nodes"] if key.startswith("game:")] == ["game:sokoban"])
        assert player.leave() == 0
        assert player.left_behind() == []
