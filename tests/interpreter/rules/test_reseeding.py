"""Settings that are part of the seed."""

from __future__ import annotations

import pytest

from interpreter import Game, loads

GAME = """\
game: draws
title: Draws
settings:
  puzzle: {default: 1, range: 1..99, title: Puzzle, reseeds: true}
  mode: {default: plain, options: [plain, wild], title: Mode, reseeds: true}
  size: {default: 5, range: 1..9, title: Size}
boards: {line: {columns: 9, rows: 1, cell: {number: 1..100}}}
setup:
  - fill: line
    property: number
    from: 1..100
    stream: deal
actions:
  end_it:
    effects:
      - end: over_now
end_conditions:
  over_now: {won: true}
acceptance:
  nine:
    given:
      seed: 4
      settings: {puzzle: 3}
    then:
      - size == 5
"""


@pytest.fixture(scope="module")
def draws() -> Game:
    return loads(GAME, "draws.yaml")


def numbers(game: Game, seed: int, **settings: object) -> object:
    state = game.new(seed, None, settings)
    return state.data[state.program.layout.fields["cell.number"].index]


def test_each_value_gives_other_luck(draws: Game) -> None:
    found = [numbers(draws, 4, puzzle=puzzle) for puzzle in range(1, 21)]
    assert len(set(found)) == 20
    assert numbers(draws, 4, puzzle=3) == numbers(draws, 4, puzzle=3)
    assert numbers(draws, 5, puzzle=3) != numbers(draws, 4, puzzle=3)


def test_the_default_keeps_the_seed_as_it_is(draws: Game) -> None:
    plain = loads(GAME.replace(", reseeds: true", ""), "draws.yaml")
    assert numbers(draws, 4) == numbers(plain, 4) == numbers(plain, 4, puzzle=3)


def test_several_count_together(draws: Game) -> None:
    found = {numbers(draws, 4, puzzle=puzzle, mode=mode) for puzzle in (1, 2) for mode in ("plain", "wild")}
    assert len(found) == 4
    assert numbers(draws, 4, size=3) == numbers(draws, 4)


def test_nothing_else_need_read_them(draws: Game) -> None:
    assert [each.message for each in draws.diagnostics] == ["Nothing reads size."]
