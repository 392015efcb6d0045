"""What symbols of pictures mean."""

import pytest

import interpreter

SHEET = """
game: sheet
title: Sheet
entities:
  tile: {letters: text}
  stone: {}
boards:
  grid:
    holds: [tile, stone]
    legend: {'#': stone}
    start: |
      CA # .
      # T .
actions:
  take:
    choose:
      t:
        from: pieces(grid, tile)
        where: it.letters == 'ca' or it.letters == 't'
    effects:
      - remove: t
  break:
    choose:
      s: pieces(grid, stone)
    effects:
      - remove: s
end_conditions:
  bare:
    when: empty(grid)
    won: true
"""


def test_symbols_that_a_legend_does_not_name_are_values_of_the_only_kind_that_has_some() -> None:
    game = interpreter.loads(SHEET, "sheet.yaml")
    state = game.new()
    assert sorted(game.text(state, action) for action in game.legal(state)) == [
        "break a2",
        "break b1",
        "take a1",
        "take b2",
    ]


def test_where_two_kinds_have_properties_the_legend_must_name_the_symbols() -> None:
    text = SHEET.replace("stone: {}", "stone: {name: text}").replace("'#': stone", "'#': {name: it}")
    with pytest.raises(interpreter.SpecError, match="Symbol ‘CA’ is not in the legend"):
        interpreter.loads(text, "sheet.yaml")
