"""Pieces that nobody can tell apart: one move, whichever of them a hand takes."""

import pytest

from interpreter import Fault, Game, loads
from interpreter.position import PieceValue
from runtime.session.draft import begin
from runtime.session.gestures import press, targets
from runtime.session.hand import Click
from runtime.session.session import Session

DROPS = """\
game: drops_of_men
title: Drops
players: {one: {}, two: {}}
types: {role: [pawn, rook]}
entities:
  man:
    owner: player
    role: role
    worn: flag
    legend: {p: one pawn, r: one rook}
boards: {grid: {columns: 2, rows: 1, holds: man}}
zones: {hand: {holds: man, per: player}}
setup:
  - {create: 'man(owner = one, role = rook)', in: 'hand[one]'}
  - {create: 'man(owner = one, role = pawn)', in: 'hand[one]'}
  - {create: 'man(owner = one, role = pawn, worn = WORN)', in: 'hand[one]'}
  - {create: 'man(owner = one, role = pawn)', in: 'hand[one]'}
actions:
  drop:
    choose:
      m: {from: 'hand[me]', ALIKE}
      s: {from: grid, where: empty(it), else: It is taken.}
    effects: [{move: m, to: s}]
end_conditions:
  full: {when: all(not empty(s) for s in grid), winner: none}
"""
ROOK, FIRST, SECOND, THIRD = 1, 2, 3, 4


def drops(alike: str = "alike: it.role", worn: str = "false") -> Game:
    return loads(DROPS.replace("ALIKE", alike).replace("WORN", worn), "drops_of_men.yaml")


def test_men_that_are_alike_are_one_move() -> None:
    game = drops()
    assert game.legal(game.new(1)) == [("drop", man, site) for man in (ROOK, FIRST) for site in (1, 2)]
    apart = drops("where: true")
    assert len(apart.legal(apart.new(1))) == 8


def test_what_fails_its_where_stands_for_nothing() -> None:
    game = drops("where: it.worn, alike: it.role", "true")
    assert game.legal(game.new(1)) == [("drop", SECOND, 1), ("drop", SECOND, 2)]


def test_a_hand_may_take_any_of_them() -> None:
    game = drops()
    session = Session(game, seed=1, seats={"one": "person", "two": "person"})
    begun = begin(session.state)
    assert targets(session, begun) == {PieceValue("man", man) for man in (ROOK, FIRST, SECOND, THIRD)}
    picked = press(session, begun, Click(PieceValue("man", THIRD)))
    assert picked.draft.values == (FIRST,)
    assert press(session, picked.draft, Click(2)).action == ("drop", FIRST, 2)


def test_another_of_them_is_as_good_in_a_recorded_move() -> None:
    game = drops()
    assert game.check(game.new(1), ("drop", THIRD, 1)) is None


def test_men_that_can_be_told_apart_are_a_fault() -> None:
    game = drops(worn="true")
    with pytest.raises(Fault) as caught:
        game.check(game.new(1), ("drop", FIRST, 1))
    assert caught.value.message == (
        "Pieces that are alike by this differ in their worn, so that players can tell them apart."
    )
