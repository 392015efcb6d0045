"""The screens that are drawn for people to look at."""

from pathlib import Path

import pytest
from PIL import Image

from renderer.skins.theme import Size
from tests.renderer.invariants import faults
from tools.screens import PATTERNED, SCREENS, SIZES, main, shown

SEEN = {
    "first start": "Welcome!",
    "gallery": "Tilewright originals",
    "gallery, nothing found": "No games match ‘quidditch’. Press Escape to see all games again.",
    "preferences": "Preferences",
    "unfinished games": "Yesterday at 18:15",
    "statistics of some games": "284 moves",
    "replays of some games": "16 May 2026, 20:08",
    "a spec with mistakes": "‘shapes’ is not an option",
    "a replay, damaged": "This game cannot be shown",
    "question": "Restart this game?",
    "question with three answers": "Give it up",
    "question of a game": "Becomes",
    "open elsewhere": "This game is open elsewhere",
    "looking on": "looking on",
    "taken over": "This game was taken over",
    "mistakes while playing": "The spec has mistakes",
    "handed over": "It is Computer’s turn",
    "end of a game of the day": "Result copied",
    "refusal": "That square is taken.",
    "end": "Cross won",
}
"""A text that shows that a screen is the right one."""


@pytest.mark.parametrize("name", [name for name in SCREENS if name not in PATTERNED])
def test_nothing_overlaps_or_is_cut_off_on_the_smallest_window(name: str) -> None:
    with shown(name, SIZES[0], "dark") as app:
        assert faults(app.scene) == []
        texts = [str(getattr(node.skin, "text", "")) for node in app.scene.nodes]
        assert any(SEEN.get(name, "") in text for text in texts), texts


@pytest.mark.soak
@pytest.mark.parametrize("size", SIZES[1:], ids=lambda size: f"{size.width}x{size.height}")
@pytest.mark.parametrize("name", SCREENS)
def test_nothing_overlaps_or_is_cut_off_on_larger_windows(name: str, size: Size) -> None:
    with shown(name, size, "dark") as app:
        assert faults(app.scene) == []


def test_pictures_and_a_sheet_are_written(tmp_path: Path) -> None:
    assert main(tmp_path / "drawn", ["gallery, nothing"]) == 0
    files = sorted(path.name for path in (tmp_path / "drawn").iterdir())
    assert len(files) == 13 and files[0] == "gallery, nothing found 1280x800 dark.png"
    with Image.open(tmp_path / "drawn" / "screens.png") as sheet:
        assert sheet.size == (2530, 194)
