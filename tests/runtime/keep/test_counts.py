"""One count of moves: the end card, replays, statistics and unfinished games agree."""

from datetime import datetime
from pathlib import Path

from interpreter import load
from runtime.keep.saves import Replays, Saves
from runtime.keep.statistics import finished
from runtime.session.session import Session, moves_made

NOW = datetime(2024, 5, 17, 20, 15)


def test_only_the_moves_of_people_count_beside_a_computer(tmp_path: Path) -> None:
    game = load("tic_tac_toe")
    saves, replays = Saves(tmp_path / "saves"), Replays(tmp_path / "replays")
    session = Session(game, seed=1, seats={"cross": "person", "nought": "computer"})
    keeping = saves.keep(session, None, NOW.date())
    for place in ("a1", "b1", "a2", "b2"):
        session.perform(game.action(session.state, f"place {place}"))
    assert [each.moves for each in saves.started()] == [2]
    session.perform(game.action(session.state, "place a3"))
    keeping.end()
    replays.keep(session, "won", NOW)
    assert [kept.moves for kept in replays.all()] == [3]
    assert (finished(session, 9).moves, moves_made(session.history)) == (3, 3)


def test_where_only_computers_play_all_moves_count() -> None:
    game = load("tic_tac_toe")
    session = Session(game, seed=1, seats={"cross": "computer", "nought": "computer"})
    for place in ("a1", "b1", "a2"):
        session.perform(game.action(session.state, f"place {place}"))
    assert moves_made(session.history) == 3
