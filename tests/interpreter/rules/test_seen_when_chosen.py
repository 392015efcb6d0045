"""What may be seen because it has been chosen in an unfinished move."""

from __future__ import annotations

import pytest

from interpreter import Game, loads
from interpreter.position import PieceValue

GAME = """\
game: peep
title: Peep
entities:
  card:
    face:
      is: 1..9
      seen_if: chosen(it)
boards:
  row:
    columns: 4
    rows: 1
    holds: card
    cell:
      treasure:
        is: 1..9
        seen_if: chosen(it)
        start: 5
    start: |
      1 2 2 1
actions:
  turn_over:
    choose:
      a: pieces(row)
      b:
        from: pieces(row)
        where: it != a
    validate:
      same: {check: a.face == b.face, else: They differ.}
    effects:
      - remove: list(a, b)
end_conditions:
  bare:
    when: empty(row)
    won: true
"""


@pytest.fixture(scope="module")
def peep() -> Game:
    return loads(GAME, "peep.yaml")


def seen(game: Game, *chosen: PieceValue | int) -> tuple[list[int], list[int]]:
    """The faces and treasures that are known while something is being chosen."""
    view = game.seen(game.new(), "you", chosen)
    fields = view.program.layout.fields
    return list(view.data[fields["card.face"].index][1:]), list(view.data[fields["cell.treasure"].index][1:])


def test_nothing_is_seen_at_first(peep: Game) -> None:
    assert seen(peep) == ([0, 0, 0, 0], [0, 0, 0, 0])


def test_a_chosen_card_is_seen_and_its_site_is_not(peep: Game) -> None:
    assert seen(peep, PieceValue("card", 2)) == ([0, 2, 0, 0], [0, 0, 0, 0])


def test_a_chosen_site_is_seen_and_its_card_is_not(peep: Game) -> None:
    assert seen(peep, 3) == ([0, 0, 0, 0], [0, 0, 5, 0])


def test_it_is_forgotten_at_once(peep: Game) -> None:
    seen(peep, PieceValue("card", 2), 1)
    assert seen(peep) == ([0, 0, 0, 0], [0, 0, 0, 0])


def test_rules_know_no_choice(peep: Game) -> None:
    assert len(peep.legal(peep.new())) == 4
