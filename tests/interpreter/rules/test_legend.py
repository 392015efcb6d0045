"""What symbols of pictures mean."""

import pytest

import interpreter
from runtime.show.board_text import board_text, zone_symbols

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


CARDS = """
game: cards
title: Cards
types:
  suit: [clubs, hearts]
entities:
  card: {rank: 2..14, suit: suit, turned: flag}
boards:
  table:
    columns: 2
    rows: 1
    holds: card
    legend: {Q: {rank: 12}, K: {rank: 13}, c: clubs, h: hearts, '!': turned}
    start: Qc 10h!
zones:
  hand: {holds: card, size: 5}
setup:
  - create: card(rank = 12, suit = hearts)
    in: hand
  - create: card(rank = 12, suit = clubs)
    in: hand
  - create: card(rank = 10, suit = clubs)
    in: hand
actions:
  play:
    choose:
      c: hand
    effects:
      - remove: c
  take:
    choose:
      c: pieces(table)
    effects:
      - remove: c
end_conditions:
  bare:
    when: empty(hand)
    won: true
"""


def test_a_symbol_may_be_made_of_parts_each_about_other_properties() -> None:
    state = interpreter.loads(CARDS, "cards.yaml").new()
    assert board_text(state.program, state.data, "table") == "Qc   10h!"


def test_pieces_are_named_by_all_parts_of_their_symbols() -> None:
    game = interpreter.loads(CARDS, "cards.yaml")
    state = game.new()
    assert zone_symbols(state.program, state.data, "hand") == ["Qh", "Qc", "10c"]
    assert [game.text(state, action) for action in game.legal(state)] == [
        "play Qh",
        "play Qc",
        "play 10c",
        "take a1",
        "take b1",
    ]
    state = game.advance(state, game.action(state, "play Qc"))
    assert zone_symbols(state.program, state.data, "hand") == ["Qh", "10c"]
    # A part alone names the first piece that it fits.
    state = game.advance(state, game.action(state, "play c"))
    assert zone_symbols(state.program, state.data, "hand") == ["Qh"]


@pytest.mark.parametrize("symbol", ["QK", "ch", "Qx", "15c", "cQc"])
def test_parts_about_the_same_property_make_no_symbol(symbol: str) -> None:
    with pytest.raises(interpreter.SpecError, match=f"Symbol ‘{symbol}’ is not in the legend"):
        interpreter.loads(CARDS.replace("start: Qc 10h!", f"start: {symbol} 10h!"), "cards.yaml")


def test_in_a_single_column_a_row_is_one_symbol() -> None:
    text = CARDS.replace("columns: 2", "columns: 1").replace("rows: 1", "rows: 2")
    text = text.replace("start: Qc 10h!", "start: |\n      14\n      Kh")
    state = interpreter.loads(text, "cards.yaml").new()
    assert board_text(state.program, state.data, "table") == "14\nKh"


def test_a_legend_does_not_depend_on_the_position() -> None:
    with pytest.raises(interpreter.SpecError) as caught:
        interpreter.loads(CARDS.replace("Q: {rank: 12}", "Q: {rank: len(pieces(table))}"), "cards.yaml")
    error = caught.value.diagnostics.errors[0]
    assert error.span is not None
    assert (error.code, error.span.text) == ("not-constant", "len(pieces(table))")
    assert error.message == "A legend applies before the game begins, but ‘len(pieces(table))’ depends on the position."


@pytest.mark.parametrize("length", [60, 100, 5000])
def test_a_long_symbol_that_means_nothing_is_refused_without_trying_every_way_to_cut_it(length: int) -> None:
    with pytest.raises(interpreter.SpecError, match="is not in the legend"):
        interpreter.loads(CARDS.replace("start: Qc 10h!", f"start: {'2' * length} 10h!"), "cards.yaml")


def cards(rank: str, suit: str, legend: str, first: str) -> tuple[list[str], list[str], str]:
    """How the four cards of a hand are written in actions and in the hand, and the board after the last was laid."""
    text = f"""
game: cards
title: Cards
types: {{suit: [coins, cups]}}
entities:
  card: {{{f"{rank}, {suit}" if first == "rank" else f"{suit}, {rank}"}, legend: {legend}}}
boards: {{table: {{columns: 2, rows: 1, holds: card}}}}
zones: {{hand: {{holds: card, size: 4}}}}
setup:
  - for: r in 1..2, s in values(suit)
    do: [{{create: 'card(rank = r, suit = s)', in: hand}}]
actions:
  lay: {{choose: {{c: hand}}, effects: [{{move: c, to: a1}}]}}
end_conditions: {{laid: {{when: not empty(a1), won: true}}}}
"""
    game = interpreter.loads(text, "cards.yaml")
    state = game.new()
    legal = [game.text(state, action) for action in game.legal(state)]
    hand = zone_symbols(state.program, state.data, "hand")
    # What is written is read as the same piece.
    assert [game.action(state, text) for text in legal] == game.legal(state)
    state = game.advance(state, game.action(state, legal[-1]))
    return legal, hand, board_text(state.program, state.data, "table")


@pytest.mark.parametrize(
    ("legend", "first", "names"),
    [
        ("{d: coins, c: cups}", "rank", ["1d", "1c", "2d", "2c"]),
        ("{d: coins, c: cups, A: {rank: 1}}", "rank", ["Ad", "Ac", "2d", "2c"]),
        ("{A: {rank: 1}, B: {rank: 2}}", "suit", ["coinsA", "cupsA", "coinsB", "cupsB"]),
    ],
)
def test_a_value_without_a_symbol_stands_in_the_name_of_its_piece(legend: str, first: str, names: list[str]) -> None:
    legal, hand, table = cards("rank: 1..2", "suit: suit", legend, first)
    assert legal == [f"lay {name}" for name in names]
    assert hand == names
    assert table.split() == [names[-1], "."]


def test_pictures_tell_apart_pieces_whose_legend_names_one_property_of_two() -> None:
    text = CARDS.replace("Q: {rank: 12}, K: {rank: 13}, ", "").replace("Qc 10h!", "12c 2h")
    state = interpreter.loads(text, "cards.yaml").new()
    assert board_text(state.program, state.data, "table") == "12c 2h"


def test_a_range_of_numbers_is_that_many_symbols() -> None:
    legend = "legend: {2-14: {rank: it}, c: clubs, h: hearts"
    text = CARDS.replace("legend: {Q: {rank: 12}, K: {rank: 13}, c: clubs, h: hearts", legend)
    state = interpreter.loads(text.replace("Qc 10h!", "12c 2h"), "cards.yaml").new()
    assert board_text(state.program, state.data, "table") == "12c 2h"
    assert zone_symbols(state.program, state.data, "hand") == ["12h", "12c", "10c"]
    with pytest.raises(interpreter.SpecError, match="Symbol ‘15c’ is not in the legend"):
        interpreter.loads(text.replace("Qc 10h!", "15c 2h"), "cards.yaml")
    with pytest.raises(interpreter.SpecError, match="Write 2-14"):
        interpreter.loads(text.replace("2-14", "2..14").replace("Qc 10h!", "12c 2h"), "cards.yaml")
