"""Records of other engines’ games: what is written can be read back, and turns are translated move by move."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

from tools.truth.record import Record, RecordedGame, checksum
from tools.truth.source import Source, Ways
from tools.truth.wall_race import typed


class Countdown:
    """A stand-in for another engine: a coin decides how much is there, then two players take one or two in turn."""

    def __init__(self) -> None:
        self.left: int | None = None
        self.taken: list[int] = []

    def is_chance_node(self) -> bool:
        return self.left is None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(3, 1.0), (4, 0.0)]

    def is_terminal(self) -> bool:
        return self.left == 0

    def apply_action(self, action: int) -> None:
        if self.left is None:
            self.left = action
        else:
            self.left -= action
            self.taken.append(action)

    def returns(self) -> list[float]:
        last = len(self.taken) % 2
        return [1.0 if last else -1.0, -1.0 if last else 1.0]


def ways(state: Countdown) -> Ways:
    """Two are taken one by one in our game, so one may be the first half of two."""
    assert state.left is not None
    return {("take", "stop"): (1,), ("take", "take"): (2,)} if state.left > 1 else {("take",): (1,)}


def test_turns_are_recorded_move_by_move() -> None:
    source = Source("countdown", "countdown", ways, luck=lambda _state, outcome: [("coin", str(outcome))])
    game = source.recorded(Countdown(), Random(2))
    assert game.luck == {"coin": ["3"]}
    assert game.returns is not None
    assert set(game.moves) <= {"take", "stop"}
    both, one = checksum(["take", "stop"]), checksum(["take"])
    expected = [both if number % 2 else one for number in range(len(game.moves))]
    assert list(game.sums) == expected
    assert list(game.counts) == [2 if number % 2 else 1 for number in range(len(game.moves))]


def test_a_game_that_is_left_has_no_returns() -> None:
    source = Source("countdown", "countdown", ways, luck=lambda _state, outcome: [("coin", str(outcome))], longest=1)
    assert source.recorded(Countdown(), Random(1)).returns is None


def test_the_checksum_does_not_depend_on_the_order() -> None:
    assert checksum(["go a1", "go b1"]) == checksum(["go b1", "go a1"])
    assert checksum(["go a1", "go b1"]) != checksum(["go a1", "go c1"])


def test_a_record_is_read_as_it_was_written(tmp_path: Path) -> None:
    played = RecordedGame(["go a1", "pass"], [3, 1], [0xABCD, 7], [1.0, -1.0], {"dice": ["2", "3"]})
    record = Record("ludo", "by hand", {"size": 9}, [played, replace(played, returns=None)])
    record.write(tmp_path / "ludo")
    assert Record.read(tmp_path / "ludo") == record
    record.write(tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == (tmp_path / "ludo").read_bytes()


def test_walls_of_the_other_engine_are_typed_as_ours() -> None:
    assert typed("e8") == "go e2"
    assert typed("a1v") == "build a8|b9 column"
    assert typed("h8h") == "build h1|i2 row"
