"""Phrases that sound translated, once found in these texts, must not come back.

Somebody marked each of them in a window, a message, the reference or a docstring; beside it is what a native speaker
would say. Code is searched as it is written: strings, docstrings and comments.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("interpreter", "runtime", "renderer", "specs", "docs", "tools")
PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")
ENDINGS = {".py", ".yaml", ".md"}

ODD = {
    # In the window.
    r"letters and enter play": "Type letters and press Enter.",
    r"F1 helps": "F1 for help",
    r"[\"'“]go on[\"'”]": "Resume, or Continue",
    r"start(ed)? anew": "Restart",
    r"\blay (all )?(anew|by chance)": "Place randomly",
    r"rub(bed|s)? out": "Erase",
    r"[\"'“]taken back\.": "Undone.",
    r"the same game from its start": "Restart",
    r"played 1 times?\b": "1 game",
    r"the list has (?-i:[A-Z]{2}|\{)": "… is in the word list",
    r"\b(write|put) \w+ onto": "Place the 9 in e6.",
    r"right click puts": "Right-click to place a flag.",
    r"that can be chosen now": "There is no O to choose.",
    r": lays the": "You placed the carrier.",
    r"[a-z]\d, water\.": "e5: miss",
    r"counts as often as its number": "Each wave is worth more than the one before.",
    r"lay what shows them": "place a tile with that letter",
    r"you see the title": "The window has a title …",
    r"ends the game, and you have won with your score": "End Game ends the game, and you win.",
    r"sea of the computer": "Computer’s sea",
    r"shut in at least": "surround",
    r"the word \w+ for \d+ points": "You played DIALECTS for 11.",
    # In messages, reference and code.
    r"so many \w+ has": "subject, verb, object",
    r"\bfor who \w+": "for anyone who …",
    r"\bof no \w+ it is\b": "…, and true for an empty list",
    r"there are several rack\b": "There are two racks",
    r"whether one of the flags": "Whether any flag is true",
    r"take you\.": "Did you mean you?",
    r"mend the rule here": "Change the rule here",
    r"\b(meets?|met) a fault": "fails",
    r"\bin thought\b": "in your head, or on a copy",
    r"\bput(s|ting)? aside\b": "moved away, renamed, set aside",
    r"that which": "what",
    r"\bis wholly\b": "is completely",
    r"\bhinders\b": "prevents",
    r"\bwhat is more\b": "leave it out",
    r"\bnot any more where\b": "no longer",
    r"\bfor lack of\b": "without",
    r"on each site another": "a different one on each site",
    r"no turn goes on": "no turn can go on",
    r"this breaks off": "This is not finished",
    r"stands in quotes": "Put the text in quotes",
    r"behind the colon": "after the colon",
    r"\bthe first so many\b": "the first items, as many as …",
}
ALLOWED = {
    # A move of this game has this name.
    "specs/variants/stacks_shelf.yaml": {r"\bput(s|ting)? aside\b"},
    "docs/games/stacks_shelf.md": {r"\bput(s|ting)? aside\b"},
}


def files() -> list[Path]:
    found = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*")) if path.suffix in ENDINGS]
    return [*found, *(ROOT / name for name in PAGES)]


def odd_in(text: str, pardoned: frozenset[str] | set[str] = frozenset()) -> list[str]:
    """The odd phrases in a text, each with what to say instead."""
    flat = re.sub(r"\s+(#:? )?", " ", text)
    return [
        f"“{found[0]}” (say: {instead})"
        for pattern, instead in ODD.items()
        if pattern not in pardoned and (found := re.search(pattern, flat, re.IGNORECASE)) is not None
    ]


@pytest.mark.parametrize("folder", [*FOLDERS, "pages"])
def test_no_odd_phrase_comes_back(folder: str) -> None:
    chosen = [path for path in files() if (path.parts[len(ROOT.parts)] if path.parent != ROOT else "pages") == folder]
    assert chosen
    wrong = []
    for path in chosen:
        name = path.relative_to(ROOT).as_posix()
        wrong += [f"{name}: {each}" for each in odd_in(path.read_text(encoding="utf-8"), ALLOWED.get(name, set()))]
    assert wrong == []


@pytest.mark.parametrize(
    ("text", "odd"),
    [
        ("Letters and Enter play,\n    F1 helps.", 2),
        ("It meets a fault.", 1),
        ("Write 9 onto e6.", 1),
        ("Right-click to place a flag.", 0),
        ("The list has ASTUN.", 1),
    ],
)
def test_odd_phrases_are_found_across_lines(text: str, odd: int) -> None:
    assert len(odd_in(text)) == odd
