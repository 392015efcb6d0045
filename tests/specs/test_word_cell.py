"""Word Cell: what a spec cannot show about its tiles, hints, buttons and cards."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import permutations
from typing import Any

import pytest

from interpreter import Game, State, load, loads
from interpreter.words import COMMON, read_words
from interpreter.words.lexicon import WORDLISTS
from runtime.keep.statistics import Figures, Finished, added, finished
from runtime.session.draft import Draft
from runtime.session.gestures import press
from runtime.session.hand import Drag, Lift, Moment
from runtime.session.hints import hint, previewed
from runtime.session.session import Session
from runtime.show import present

HANDS = 1000

LAID = """
game: word_cell_laid
title: Word Cell with a tray that is laid out
extends: word_cell
settings:
  tray_size: 4
setup:
{tiles}
"""


@cache
def game(name: str = "word_cell") -> Game:
    return load(name)


def laid(tray: str, *, grid: str = "") -> State:
    """A position with these tiles in the tray, and others from a1 on."""
    return laid_game(tray, grid).new(seed=1)


def laid_game(tray: str, grid: str) -> Game:
    """A game that begins with these tiles in its tray, and others from a1 on."""
    steps = [f"  - create: tile(letters = '{letters}')\n    in: tray" for letters in tray.split()]
    column = 0
    for letters in grid.split():
        steps.append(f"  - create: tile(letters = '{letters}')\n    at: {'abcdefghijkl'[column]}1")
        column += len(letters)
    return loads(LAID.format(tiles="\n".join(steps)))


def field(state: State, name: str) -> Any:
    return state.data[state.program.layout.fields[name].index]


def tray(state: State) -> list[str]:
    letters = field(state, "tile.letters")
    return [letters[tile] for tile in field(state, "zone.tray")]


@cache
def hands() -> tuple[tuple[str, ...], ...]:
    """The first trays of many games."""
    return tuple(tuple(tray(game().new(seed=seed))) for seed in range(HANDS))


@cache
def common_words() -> frozenset[str]:
    entries = read_words((WORDLISTS / "english.txt").read_text("utf-8"))
    return frozenset(word.text for word in entries if word.tier <= COMMON and len(word.text) >= 3)


def makes_a_word(hand: tuple[str, ...]) -> bool:
    """Whether some tiles form a common word in some order."""
    return any(
        "".join(order) in common_words() for count in range(1, len(hand) + 1) for order in permutations(hand, count)
    )


def test_nine_hands_of_ten_make_a_common_word() -> None:
    assert sum(makes_a_word(hand) for hand in hands()) >= 0.9 * HANDS


def test_tiles_have_one_two_or_three_letters_as_often_as_the_document_says() -> None:
    lengths = Counter(len(letters) for hand in hands() for letters in hand)
    assert sum(lengths.values()) == 5 * HANDS
    for length, share in ((1, 0.4), (2, 0.5), (3, 0.1)):
        assert lengths[length] / (5 * HANDS) == pytest.approx(share, abs=0.02)


def test_every_piece_can_be_drawn() -> None:
    pieces = game().new().program.schema.tables["fragments"][1]
    assert [len(pieces[length]) for length in (1, 2, 3)] == [26, 80, 40]
    assert all(len(letters) == length for length in (1, 2, 3) for letters in pieces[length])


def test_restart_begins_anew_with_the_ready_card() -> None:
    session = Session(game(), seed=3)
    first = session.state
    session.perform(game().action(session.state, "redraw"))
    session.perform(game().action(session.state, f"place {tray(session.state)[0].upper()} c4"))
    assert field(session.state, "redraws_left") == 2
    session.restart()
    assert session.state == first
    view = game().spec.view
    overlays = view.overlays if view is not None else None
    assert overlays is not None and overlays.ready is not None
    assert [str(name) for name in overlays.ready.after or ()] == ["restart", "new_game"]
    card = present(session, Draft()).overlays["ready"]
    assert (card.title, card.text, card.button) == ("Word Cell", "Drag tiles to make words.", "Go")


def test_the_button_counts_the_redraws() -> None:
    session = Session(game(), seed=3)
    titles = []
    for _ in range(4):
        shown = present(session, Draft())
        titles.append([button.title for button in shown.buttons])
        if shown.buttons[0].enabled:
            session.perform(("redraw",))
    assert titles[0] == ["Redraw Tray (3)", "End Game", "Restart", "Hint"]
    assert [names[0] for names in titles[1:]] == ["Redraw Tray (2)", "Redraw Tray (1)", "Redraw Tray (0)"]
    assert present(session, Draft()).buttons[1].confirm == "End the game now? You finish with 0 points."


# What counts as a win


def test_only_a_game_with_points_counts_as_won() -> None:
    session = Session(game(), seed=3)
    session.perform(("finish",))
    assert finished(session, 1.0) == Finished("played", 1, 0, 1)
    card = present(session, Draft()).overlays["result"]
    assert (card.title, card.text, card.mood) == ("The end", "You scored 0 points.\nYou claimed no word.", "over")
    figures = added(Figures(), finished(session, 1.0))
    assert (figures.played, figures.won, figures.lost, figures.streak, figures.fastest) == (1, 0, 0, 0, None)
    spelt = Session(laid_game("x", "a t"))
    spelt.perform(spelt.game.action(spelt.state, "claim a1"))
    spelt.perform(("finish",))
    assert finished(spelt, 9.0) == Finished("won", 2, 6, 9)
    card = present(spelt, Draft()).overlays["result"]
    assert (card.title, card.text, card.mood) == ("You win", "You won with 6 points.\nYou ended the game.", "won")


# Hints


def hinted(state: State) -> str | None:
    found = hint(game(), state, 1, "what", 1)
    return found.text if found is not None else None


def test_hints_lead_to_common_words() -> None:
    assert hinted(laid("ts x n i")) == "Place N on a1 to begin NITS."
    assert hinted(laid("ts x q i", grid="n")) == "Place I on b1 to begin NITS."
    assert hinted(laid("ts x q v", grid="n i")) == "Place TS on c1 to make NITS."
    assert hinted(laid("v x q v", grid="n i ts")) == "Claim NITS."


def test_a_hint_that_costs_names_the_word_at_once() -> None:
    for tiles, grid, text in (
        ("ts x n i", "", "You can make NITS."),
        ("v x q v", "n i ts", "You can claim NITS."),
        ("v q x z", "go ok", "These tiles make nothing more."),
    ):
        found = hint(game(), laid(tiles, grid=grid), 1, "where", 1)
        assert found is not None
        assert (found.text, found.spots, found.action) == (text, (), None)


def test_hints_never_lead_to_a_flagged_word() -> None:
    lexicon = game().lexicon
    assert lexicon is not None
    assert lexicon.is_flagged("gook")
    assert hinted(laid("v q x z", grid="go ok")) == "Redraw the tray."
    assert hinted(laid("v q ok z", grid="go")) == "Claim GO."
    assert hinted(laid("v q al z", grid="go")) == "Place AL on c1 to make GOAL."


def test_hints_are_about_words_and_not_about_ending_the_game() -> None:
    state = loads(LAID.format(tiles="  - create: tile(letters = 'q')\n    in: tray\n  - redraws_left = 0")).new()
    assert hinted(state) is None


def test_the_ranked_game_gives_no_hints() -> None:
    session = Session(game("word_cell_ranked"), seed=1)
    assert session.left[1] == 0


def test_a_tile_that_is_dragged_over_the_grid_shows_where_it_would_stand() -> None:
    session = Session(game(), seed=1)
    sites = session.state.program.schema.topology.boards["grid"].by_name
    session.perform(session.legal[0])
    [site] = [each for each in field(session.state, "tile.site") if each]
    foreseen = previewed(session, Draft(), Drag(site, sites["e7"]), 1)
    assert foreseen is not None
    assert [each for each in field(foreseen, "tile.site") if each] == [sites["e7"]]
    assert previewed(session, Draft(), Drag(site, site), 1) is None


def test_a_tile_that_the_keyboard_has_taken_up_from_the_grid_is_spoken_of() -> None:
    session = Session(laid_game("S ING T E", "CA T"), seed=1)
    lifted = press(Moment(session.game, session.state), Draft(), Lift(3)).draft
    assert present(session, lifted).status == "Choose where T goes."
    assert lifted.action == "shift"
