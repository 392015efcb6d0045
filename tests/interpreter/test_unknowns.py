"""Hidden values that nobody can count are in no view, and the numbers of pieces reveal nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import Game, load
from interpreter.program import unknowns_of

SECRETS = Path(__file__).parents[1] / "data" / "secrets"


def own(name: str) -> Game:
    return load(SECRETS / f"{name}.yaml")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("hidden_word", {"cell.sought"}),
        ("lights_out", {"cell.due"}),
        # Packs of cards, pairs of pictures, a number of mines, a fleet: everybody knows what there is.
        ("golf", set()),
        ("hearts", set()),
        ("memory", set()),
        ("minesweeper", set()),
        ("scrabble_like", set()),
        ("sea_battle", set()),
    ],
)
def test_what_nobody_can_count_in_shipped_games(name: str, expected: set[str]) -> None:
    assert unknowns_of(load(name).new(1).program).all == expected


def test_what_nobody_can_count_as_luck_or_a_player_chose_it() -> None:
    mines, code = (unknowns_of(own(name).new(1).program) for name in ("mines", "code"))
    assert (mines.all, mines.dealt, mines.actions) == ({"cell.mine", "cell.worth"}, {"cell.mine", "cell.worth"}, set())
    assert (code.all, code.dealt, code.actions) == ({"cell.code"}, set(), {"set"})


def test_no_letter_of_a_secret_word_is_in_a_view() -> None:
    game = load("hidden_word")
    views = {game.view(game.new(seed), 1) for seed in range(20)}
    assert [view.pools for view in views] == [((),)]


def test_worlds_have_words_of_other_deals() -> None:
    game = load("hidden_word")
    state = game.new(1)
    answer = state.program.schema.topology.boards["answer"].sites
    words = set()
    for seed in range(60):
        world = game.sample(game.view(state, 1), seed)
        words.add("".join(world.values("cell.sought", answer)))
    assert len(words) == 8
    assert game.lexicon is not None
    assert all(game.lexicon.tier(word) <= 2 for word in words)


def test_worlds_have_any_code_that_a_player_could_have_set() -> None:
    game = own("code")
    state = game.new()
    for site in (1, 2, 3):
        state = game.advance(state, ("set", site, 2))
    view = game.view(state, "finder")
    codes = {tuple(game.sample(view, seed).values("cell.code", (1, 2, 3))) for seed in range(400)}
    assert len(codes) > 55
    assert {peg for code in codes for peg in code} == {1, 2, 3, 4}
    assert game.sample(game.view(state, "setter"), 1).values("cell.code", (1, 2, 3)) == [2, 2, 2]


def test_pieces_that_luck_drew_are_numbered_by_where_they_lie() -> None:
    game, ranks = own("drawn"), set()
    for seed in range(30):
        state = game.new(seed)
        row, heap = (state.program.schema.topology.boards[name].sites for name in ("row", "heap"))
        at = state.pieces_by_site("card")
        assert ([at[site] for site in row], [at[site] for site in heap]) == ([1, 2, 3, 4], [5, 6, 7, 8])
        drawn, shuffled = (state.values("card.rank", numbers) for numbers in ((1, 2, 3, 4), (5, 6, 7, 8)))
        # The pack was dealt to the heap in order, and then the rest was drawn.
        assert (sorted(shuffled), sorted(drawn)) == ([1, 2, 3, 4], [5, 6, 7, 8])
        assert [state.site_of(state.piece_at("card", site)) for site in (*row, *heap)] == [*row, *heap]
        ranks.add((*drawn, *shuffled))
    assert len(ranks) > 25
