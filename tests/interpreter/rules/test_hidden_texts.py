"""Texts that would give away what is hidden."""

import pytest

from interpreter.game import Game
from interpreter.spec.loader import load_text

SPEC = """
game: fleets
title: Fleets
players:
  ann: {title: Ann}
  ben: {title: Ben}
boards:
  sea:
    per: player
    columns: 3
    rows: 1
    cell:
      ship:
        is: flag
        seen_if: it in sea[me] or it.shot
      shot: flag
define:
  laid(player p): count(x for x in sea[p] if x.ship)
actions:
  lay:
    choose:
      c:
        from: sea[me]
        where: not it.ship
        else: TEXT
    effects:
      - c.ship = true
end_conditions:
  full:
    when: laid(me) == 3
    winner: me
"""
WARNING = ("shows-hidden", "This text shows ship, which a player may not know.")


def warnings(text: str) -> list[tuple[str, str, str]]:
    """What is reported for a game whose refusal says this: code, the text pointed at, message."""
    spec, diagnostics = load_text(SPEC.replace("TEXT", text), "fleets.yaml", None)
    assert spec is not None
    Game(spec, diagnostics).review()
    return [(each.code, each.span.text if each.span is not None else "", each.message) for each in diagnostics]


@pytest.mark.parametrize(
    "text",
    [
        "There are {laid(me)} ships.",
        "There are {count(x for x in sea[me] if x.ship)} ships.",
        "'{if knows(me, it.ship) and it.ship then 1 else 0}'",
    ],
)
def test_what_the_player_sees_may_be_said(text: str) -> None:
    assert warnings(text) == []


def test_the_warning_stands_at_the_text_and_not_at_a_define() -> None:
    text = "There are {laid(opponent)} ships."
    assert warnings(text) == [(WARNING[0], text, WARNING[1])]


def test_it_stands_at_what_is_read_in_the_text_itself() -> None:
    assert warnings("There is {it.ship} already.") == [(WARNING[0], "it.ship", WARNING[1])]
