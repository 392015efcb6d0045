"""Where arrow keys lead: from site to site, and on layers from one visible site to the next."""

from __future__ import annotations

from interpreter import State, loads
from runtime.session.draft import Draft
from runtime.session.gestures import press
from runtime.session.hand import Button, Key, Pressed

LAYERS = """
game: heap
title: Heap
entities:
  tile: {letter: letter}
boards:
  pile:
    shape: layers
    holds: tile
    footprint: [2, 2]
    layers:
      low: {columns: 2, rows: 2, offset: [1, 1]}
      high: {columns: 3, rows: 3, offset: [0, 0]}
    start:
      low: |
        A B
        C D
      high: |
        E F G
        H I .
        K L .
state: {taken: 0}
actions:
  take:
    choose:
      tiles:
        many: 1..3
        from: pieces(pile)
    effects:
      - remove: tiles
      - taken += 1
end_conditions:
  enough: {when: taken == 3, won: true}
"""


class Hand:
    """A hand at one state."""

    def __init__(self, text: str) -> None:
        self.game = loads(text)
        self.state: State = self.game.new()
        self.draft = Draft()

    def press(self, *keys: str) -> str:
        """The site that the keyboard points at after some keys."""
        for key in keys:
            self.draft = press(self, self.draft, Key(key)).draft
        return self.state.program.schema.topology.names[self.draft.cursor]


def test_the_cursor_begins_on_the_highest_layer_and_goes_over_what_is_seen() -> None:
    hand = Hand(LAYERS)
    assert hand.press("Right") == "a1@high"
    assert hand.press("Right") == "b1@high"
    assert hand.press("Down") == "b2@high"
    # Where the upper layer is gone, the lower one is visible.
    assert hand.press("Right") == "b1@low"
    assert hand.press("Down") == "b2@low"
    assert hand.press("Up", "Right") == "c1@high"
    assert hand.press("Up", "Right") == "c1@high"
    assert hand.press("Left", "Left", "Left") == "a1@high"
    # A completely covered site is never pointed at.
    assert hand.press("Down", "Down", "Down") == "a3@high"


def test_space_chooses_where_the_cursor_is_and_clear_takes_all_back() -> None:
    hand = Hand(LAYERS)
    hand.press("Right", "Space", "Right", "Space")
    assert hand.draft.items == (5, 6)
    cleared = press(hand, hand.draft, Button("clear"))
    assert cleared == Pressed(Draft(cursor=hand.draft.cursor))


def test_an_empty_board_has_nothing_to_point_at() -> None:
    hand = Hand(LAYERS[: LAYERS.index("    start:")] + LAYERS[LAYERS.index("state:") :])
    assert hand.press("Right", "Down") == ""
