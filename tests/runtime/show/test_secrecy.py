"""Secrets between players: what one may know and another may not."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load, loads
from runtime.session.session import Session
from runtime.show import present
from runtime.show.moves import keeps_secrets, last_sites, move_text

HIDDEN = """\
game: hidden
title: Hidden
players: {ann: {title: Ann}, bob: {title: Bob}}
entities:
  card:
    picture:
      is: 1..4
      RULE
    owner: player or none
boards:
  grid: {columns: 2, rows: 1, holds: card}
zones:
  hand: {holds: card, ZONE}
setup:
  - create: card(picture = 1)
    at: a1
actions:
  wait:
    effects:
      - a1.card.owner = me
end_conditions:
  late: {when: turn_number > 3, winner: none}
"""


@pytest.mark.parametrize(
    ("rule", "zone", "secrets"),
    [
        ("seen_by: all", "seen_by: all", False),
        ("seen_by: nobody", "seen_by: nobody", False),
        ("seen_if: it.owner == none", "seen_by: nobody", False),
        ("seen_if: it.owner == me", "seen_by: all", True),
        ("seen_if: it.owner != opponent", "seen_by: all", True),
        ("seen_by: owner", "seen_by: all", True),
        ("seen_by: all", "per: player, seen_by: owner", True),
    ],
)
def test_a_secret_is_what_one_player_may_know_and_another_may_not(rule: str, zone: str, secrets: bool) -> None:
    game = loads(HIDDEN.replace("RULE", rule).replace("ZONE", zone), "hidden.yaml")
    assert keeps_secrets(game.new(1).program) is secrets


def test_shipped_games() -> None:
    assert not keeps_secrets(load("memory").new(1).program)
    assert not keeps_secrets(load("reversi").new(1).program)


def test_without_secrets_everybody_is_told_the_same_of_a_move() -> None:
    game = load("memory")
    session = Session(game, seed=7, seats={"two": "person"})
    pictures = session.state.data[session.state.program.layout.fields["card.picture"].index]
    first, second = next((a, b) for a in range(1, 17) for b in range(a + 1, 17) if pictures[a] != pictures[b])
    # A card that lay open stays open: nothing changes if it is chosen again.
    for card in (first, second, second):
        session.perform(("turn_up", card))
    move = session.history[-1]
    name = session.state.program.schema.topology.names[
        session.state.data[session.state.program.layout.fields["card.site"].index][second]
    ]
    assert move_text(game, move, 1) == move_text(game, move, 2) == f"turn up {name}"
    assert last_sites(game, session.history, 1) == last_sites(game, session.history, 2)


def test_a_card_from_a_hidden_hand_is_told_once_it_lies_open_and_otherwise_only_that_one_was_chosen() -> None:
    game = load("hearts")
    session = Session(game, seed=7, settings={"give_away": "false"})
    session.perform(session.legal[0])
    move = session.history[0]
    assert [move_text(game, move, viewer) for viewer in (1, 2, 3, 4)] == ["2♣"] * 4
    passing = Session(game, seed=7)
    passing.perform(passing.legal[0])
    assert move_text(game, passing.history[0], 1) == "passed three cards to Wendy"
    assert move_text(game, passing.history[0], 2) == "pass"


def test_a_value_that_another_chose_unseen_is_not_told() -> None:
    game = load(Path(__file__).parents[2] / "data" / "secrets" / "code.yaml")
    session = Session(game, seed=1)
    session.perform(("set", 1, 4))
    assert [move_text(game, session.history[0], viewer) for viewer in (1, 2)] == ["set secret.a1 white", "set"]


def test_cards_of_others_decide_about_no_button_and_light_nothing() -> None:
    game = load(Path(__file__).parents[2] / "data" / "secrets" / "asking.yaml")
    shown = set()
    for seed in range(1, 40):
        world = game.sample(game.view(game.new(3), 1), seed)
        found = present(Session(game, start=world, seats={"ann": "person"}), viewer=1)
        legal = frozenset(action[0] for action in game.legal(world))
        shown.add((found.targets, tuple((button.name, button.enabled) for button in found.buttons), legal))
    assert len({legal for _, _, legal in shown}) > 2
    assert len({(targets, buttons) for targets, buttons, _ in shown}) == 1
