"""The rules of chess compared with independent figures: how many games of a given length there are."""

from __future__ import annotations

from functools import cache

import pytest

from interpreter import Game, State
from tests.specs.fen import states

POSITIONS = {
    "start": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "kiwipete": "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rook_endgame": "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "promotions": "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "pinned": "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "middle_game": "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
}
"""The start and the five positions that chess programs are tested with: chessprogramming.org/Perft_Results."""

PERFT = {
    "start": (20, 400, 8902, 197281),
    "kiwipete": (48, 2039, 97862),
    "rook_endgame": (14, 191, 2812),
    "promotions": (6, 264, 9467),
    "pinned": (44, 1486, 62379),
    "middle_game": (46, 2079, 89890),
}


@cache
def positions() -> tuple[Game, dict[str, State]]:
    """The game and its positions, set up once."""
    return states(POSITIONS)


def perft(game: Game, state: State, depth: int) -> int:
    """How many sequences of that many moves there are."""
    moves = game.legal(state)
    if depth == 1:
        return len(moves)
    return sum(perft(game, game.advance(state, move), depth - 1) for move in moves)


@pytest.mark.parametrize("name", POSITIONS)
def test_as_many_ways_lead_on_as_in_other_programs(name: str) -> None:
    game, found = positions()
    for depth, ways in enumerate(PERFT[name], start=1):
        assert perft(game, found[name], depth) == ways
