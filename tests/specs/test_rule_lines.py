"""How many lines the rules of a game take as written, without looks, computer, texts and tests."""

from __future__ import annotations

import re

import pytest

from tests.shipped import shipped

NOT_RULES = frozenset(
    {
        *("game", "title", "about", "kind", "also_called", "minutes"),
        *("ai", "assist", "view", "tutorial", "how_to_play", "rules", "acceptance"),
    }
)
TEXTS = re.compile(r" +(title|else|say|help|notation|hint): ")
WORD = re.compile(r"\w+")
MOST = {"amazons": 45, "go": 70, "wall_race": 65}


def entries(text: str) -> dict[str, list[str]]:
    """The entries of the rules, as `section` or `section.name`, with their lines; texts are left out."""
    found: dict[str, list[str]] = {}
    name = section = ""
    for line in text.splitlines():
        if word := re.match(r"(\w+):", line):
            name = section = word[1]
        elif word := re.match(r"  (\w+)", line):
            name = f"{section}.{word[1]}"
        if line.strip() and section not in NOT_RULES and not TEXTS.match(line):
            found.setdefault(name, []).append(line)
    return found


def rules_of(text: str) -> list[str]:
    """The lines of the rules: all except the strength of the computer and the defines that no rule uses."""
    all_entries = entries(text)
    kept = {name for name in all_entries if not name.startswith("define.") and name != "settings.strength"}
    while True:
        words = {word for name in kept for line in all_entries[name] for word in WORD.findall(line)}
        more = {name for name in all_entries if name.startswith("define.") and name[7:] in words} - kept
        if not more:
            headings = {name.partition(".")[0] for name in kept if "." in name}
            whole = {
                name for name in kept if "." in name or name in headings or len(WORD.findall(all_entries[name][0])) > 1
            }
            return [line for name in all_entries if name in whole for line in all_entries[name]]
        kept |= more


@pytest.mark.parametrize("name", MOST)
def test_rules_are_short(name: str) -> None:
    assert len(rules_of(shipped()[name].read_text(encoding="utf-8"))) <= MOST[name]


def test_what_counts() -> None:
    text = """
game: x
title: X
settings:
  strength: {default: fair}
define:
  used(site s): other
  other: 1
  for_looks: 2

actions:
  go:
    title: Go
    effects:
      - used(a1) = 3
view:
  status: for_looks
"""
    assert rules_of(text) == [
        "define:",
        "  used(site s): other",
        "  other: 1",
        "actions:",
        "  go:",
        "    effects:",
        "      - used(a1) = 3",
    ]
