"""The Python code knows no game by name."""

import re
from pathlib import Path

import pytest

from interpreter.spec.catalogue import shipped

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("interpreter", "runtime", "renderer")

# Names of games that are also words for a shape, a rule, a part of a computer, what a drag leaves behind, or a suit.
ORDINARY_WORDS = frozenset({"hex", "sudoku", "memory", "ghost", "hearts", "go"})


def game_names() -> set[str]:
    """The ids and titles of all shipped games, in lower case."""
    names: set[str] = set()
    for path in shipped().values():
        names.add(path.stem)
        title = re.search(r"^title: *(.+?) *$", path.read_text(encoding="utf-8"), re.MULTILINE)
        if title:
            names.add(title[1].strip("'\"").lower())
    return names - ORDINARY_WORDS


def mentions(text: str, names: set[str]) -> list[str]:
    """Every name that occurs in the text as a word of its own or as part of a snake_case name."""
    either = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return [match[0] for match in re.finditer(rf"(?<![a-z0-9])(?:{either})(?![a-z0-9])", text.lower())]


def test_there_are_games() -> None:
    assert game_names()


def test_a_mention_is_found() -> None:
    names = {"reversi", "connect four"}
    assert mentions("Play REVERSI", names) == ["reversi"]
    assert mentions("def reversi_moves(): ...", names) == ["reversi"]
    assert mentions("# as in Connect Four", names) == ["connect four"]
    assert mentions("irreversible", names) == []


@pytest.mark.parametrize("package", PACKAGES)
def test_no_game_is_named(package: str) -> None:
    names = game_names()
    found = {
        f"{path.relative_to(ROOT)}:{number}: {mention}"
        for path in sorted((ROOT / package).rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        for mention in mentions(line, names)
    }
    assert found == set()
