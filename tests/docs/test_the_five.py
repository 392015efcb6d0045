"""The tables of the five games name only tests and pictures that exist."""

import re
from pathlib import Path

import pytest

from interpreter import load

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "the-five.md"
GAMES = {
    "Stacks": "stacks",
    "Stack Swap Mosaic": "mosaic",
    "Word Cell": "word_cell",
    "Khi": "khi",
    "Stackdoku": "stackdoku",
}
SECTIONS = {part.split("\n", 1)[0].strip(): part for part in PAGE.read_text(encoding="utf-8").split("\n## ")[1:]}


def shown_by(section: str) -> list[str]:
    """The last cells of the rows in its tables."""
    rows = [line for line in section.splitlines() if line.startswith("| ") and not line.startswith("| The document")]
    return [row.rstrip("| ").rsplit("|", 1)[1] for row in rows]


@pytest.mark.parametrize("title", SECTIONS)
def test_what_is_named_is_there(title: str) -> None:
    tests = {str(test) for test in load(GAMES[title]).spec.acceptance}
    cells = shown_by(SECTIONS[title])
    assert cells
    missing = [test for cell in cells for test in re.findall(r"\*(.+?)\*", cell) if test not in tests]
    for place in (place for cell in cells for place in re.findall(r"`(.+?)`", cell)):
        path, _, function = place.partition("::")
        text = (ROOT / path).read_bytes().decode(errors="replace") if (ROOT / path).is_file() else ""
        if not text or (f"def {function}(" not in text and function):
            missing.append(place)
    assert missing == []


@pytest.mark.parametrize("title", SECTIONS)
def test_every_sentence_says_how_it_is_shown(title: str) -> None:
    assert [cell for cell in shown_by(SECTIONS[title]) if not cell.strip()] == []
