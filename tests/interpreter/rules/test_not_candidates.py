"""What is said of something that is not among what a choice is from, and how it is explained."""

import pytest

from interpreter import Game, Refusal, State, loads

HANDS = """\
game: hands
title: Hands
players: {ann: {title: Ann}, ben: {title: Ben}}
entities: {playing_card: {rank: 1..9}}
boards: {table: {columns: 3, rows: 1, holds: playing_card}}
zones:
  hand: {holds: playing_card, per: player, size: 3}
  draw_pile: {holds: playing_card, size: 9}
setup:
  - for: r in 1..3
    do: [{create: playing_card(rank = r), in: 'hand[ann]'}]
  - for: r in 4..6
    do: [{create: playing_card(rank = r), in: 'hand[ben]'}]
  - for: r in 7..9
    do: [{create: playing_card(rank = r), in: draw_pile}]
define:
  high(player p): list(c for c in hand[p] if c.rank > 2)
actions:
  lay:
    choose: {c: {from: 'hand[me]', where: it.rank > 1, else: Lay a higher card.}}
    effects: [{remove: c}]
  drop:
    choose: {c: {from: 'hand[me]', else: '{it.rank} is not yours.'}}
    effects: [{remove: c}]
  give:
    choose: {c: {from: 'hand[me]'}}
    effects: [{remove: c}]
  several:
    choose: {cards: {some: 1..2, from: draw_pile, where: it.rank > 7, else: Take a higher card.}}
    effects: [{remove: cards}]
  steal:
    choose: {c: {from: 'hand[opponent]', where: it.rank > 4, else: Steal a higher card.}}
    effects: [{remove: c}]
  play:
    choose: {c: {from: high(me), where: it.rank < 9, else: Play a higher card.}}
    effects: [{remove: c}]
  put:
    choose: {t: table, s: {from: neighbours(t), where: it.column < 3, else: Put it beside the first.}}
    effects: []
end_conditions: {bare: {when: 'empty(hand[me])', winner: me}}
"""


@pytest.fixture(scope="module")
def hands() -> Game:
    return loads(HANDS, "hands.yaml")


def refusal(game: Game, state: State, text: str) -> Refusal:
    found = game.check(state, game.action(state, text))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("lay 8", "That playing card is not in your hand."),
        ("lay 1", "Lay a higher card."),
        # Without a condition `else` speaks of what is elsewhere.
        ("drop 8", "8 is not yours."),
        ("give 8", "That playing card is not in your hand."),
        ("several 3", "That playing card is not in the draw pile."),
        ("several 9 7", "Take a higher card."),
        # What else a choice is from, the spec alone can say.
        ("steal 8", "Steal a higher card."),
        ("play 1", "Play a higher card."),
        ("put a1 c1", "Put it beside the first."),
    ],
)
def test_what_is_elsewhere_is_told_from_what_does_not_fit(hands: Game, move: str, said: str) -> None:
    assert refusal(hands, hands.new(), move).text == said


@pytest.mark.parametrize(
    ("move", "parts"),
    [
        ("lay 8", {"hand[me]": "1, 2, 3", "me": "Ann"}),
        ("drop 8", {"hand[me]": "1, 2, 3", "me": "Ann"}),
        ("lay 1", {"it.rank > 1": "false", "it.rank": "1", "it": "1"}),
        ("put a1 c1", {"neighbours(t)": "b1", "t": "a1"}),
    ],
)
def test_what_is_elsewhere_is_explained_by_what_can_be_chosen(hands: Game, move: str, parts: dict[str, str]) -> None:
    state = hands.new()
    found = hands.explain(state, hands.action(state, move))
    told = {part.source: part.value for part in found.parts}
    assert {source: told.get(source) for source in parts} == parts
    assert found.span is not None
    assert found.span.text == next(iter(parts))
