"""Named random streams: the same everywhere, uniform, and independent of each other."""

import os
import subprocess
import sys
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter import streams
from interpreter.faults import Fault
from interpreter.streams import THEN_LUCK, ScriptRanOut, draw, draw_sample, draw_weighted, number_below, shuffled

ROOT = Path(__file__).resolve().parents[2]
GAMMA = 0x9E3779B97F4A7C15


def numbers(seed: int, stream: str, limit: int, count: int) -> list[int]:
    found, cursor = [], 0
    for _ in range(count):
        number, cursor = number_below(seed, stream, cursor, limit)
        found.append(number)
    return found


def test_the_sequence_is_splitmix64() -> None:
    # The first five numbers of the published sequence for seed 1234567.
    assert [streams._mix((1234567 + n * GAMMA) % 2**64) for n in range(1, 6)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_known_draws() -> None:
    assert numbers(1, "luck", 6, 8) == [4, 1, 4, 2, 2, 5, 4, 5]
    assert shuffled(7, "deal", 0, list(range(10))) == ([1, 5, 7, 4, 0, 9, 6, 2, 8, 3], 9)
    assert draw_sample(7, "deal", 0, list("abcdef"), 3) == (["d", "e", "c"], 3)
    assert draw_weighted(3, "w", 0, {"a": 1, "b": 3}) == ("b", 1)
    assert draw(1, "luck", 0, "uvwxyz") == ("y", 1)


def test_the_cursor_is_all_that_is_remembered() -> None:
    _, cursor = number_below(1, "luck", 0, 6)
    assert cursor == 1
    assert number_below(1, "luck", cursor, 6) == number_below(1, "luck", 1, 6)
    assert number_below(1, "luck", 0, 6) == number_below(1, "luck", 0, 6)


@pytest.mark.parametrize("limit", [1, 2, 3, 6, 7, 10, 64])
def test_numbers_are_even(limit: int) -> None:
    count = 2000 * limit if limit < 20 else 20_000
    drawn = Counter(numbers(42, "even", limit, count))
    assert set(drawn) == set(range(limit))
    wanted = count / limit
    chi_squared = sum((drawn[n] - wanted) ** 2 / wanted for n in range(limit))
    # Far beyond the 99.9th percentile for that many degrees of freedom.
    assert chi_squared < limit + 5 * (2 * limit) ** 0.5 + 5


def test_a_limit_that_does_not_divide_the_numbers_is_drawn_again() -> None:
    limit = 2**63 + 1
    drawn = numbers(5, "again", limit, 200)
    assert max(drawn) < limit
    _, cursor = number_below(5, "again", 0, limit)
    cursors = [number_below(5, "again", start, limit)[1] - start for start in range(100)]
    assert cursor >= 1
    assert max(cursors) > 1


def test_every_order_comes_up_about_as_often() -> None:
    orders: Counter[tuple[str, ...]] = Counter()
    cursor: streams.Cursor = 0
    for _ in range(6000):
        order, cursor = shuffled(11, "deal", cursor, "abc")
        orders[tuple(order)] += 1
    assert set(orders) == set(permutations("abc"))
    assert all(850 < count < 1150 for count in orders.values())


def test_shuffling_keeps_what_is_there() -> None:
    items = [1, 1, 2, 3, 5, 8]
    order, cursor = shuffled(3, "deal", 0, items)
    assert sorted(order) == items
    assert cursor == 5
    assert items == [1, 1, 2, 3, 5, 8]
    assert shuffled(3, "deal", 4, []) == ([], 4)
    assert shuffled(3, "deal", 4, ["x"]) == (["x"], 4)


def test_weights_are_kept() -> None:
    drawn: Counter[str] = Counter()
    cursor: streams.Cursor = 0
    for _ in range(8000):
        key, cursor = draw_weighted(9, "w", cursor, {"a": 1, "none": 0, "b": 5, "less": -3, "c": 2})
        drawn[key] += 1
    assert set(drawn) == {"a", "b", "c"}
    assert 850 < drawn["a"] < 1150
    assert 4800 < drawn["b"] < 5200
    assert 1800 < drawn["c"] < 2200


def test_a_sample_has_different_items() -> None:
    drawn, cursor = draw_sample(2, "s", 0, list(range(20)), 20)
    assert sorted(drawn) == list(range(20))
    assert cursor == 20
    assert draw_sample(2, "s", 3, [1, 2], 0) == ([], 3)


def test_streams_and_seeds_are_independent() -> None:
    sequences = {
        (seed, stream): tuple(numbers(seed, stream, 1000, 20))
        for seed in (0, 1, 2, -1, 12, 2**60)
        for stream in ("a", "b", "2/a", "luck")
    }
    assert len(set(sequences.values())) == len(sequences)
    first = numbers(1, "a", 10, 5000)
    second = numbers(1, "b", 10, 5000)
    same = sum(a == b for a, b in zip(first, second, strict=True))
    assert 400 < same < 600


def test_drawing_from_nothing_is_a_fault() -> None:
    with pytest.raises(Fault, match="There is nothing to draw from stream luck"):
        draw(1, "luck", 0, [])
    with pytest.raises(Fault, match="There is nothing to draw from stream luck"):
        draw_weighted(1, "luck", 0, {"a": 0, "b": -1})
    with pytest.raises(Fault, match="Stream luck cannot draw 3 of 2"):
        draw_sample(1, "luck", 0, [1, 2], 3)


def test_weights_beyond_the_numbers_are_a_fault() -> None:
    with pytest.raises(Fault, match="The weights of stream luck are too large"):
        draw_weighted(1, "luck", 0, {"a": 2**64})


# Scripts


def test_a_script_gives_what_it_says_and_then_runs_out() -> None:
    assert draw(1, "luck", (3, 1), [1, 2, 3]) == (3, (1,))
    assert draw(1, "luck", (1,), [1, 2, 3]) == (1, ())
    with pytest.raises(ScriptRanOut, match="The script of stream luck has run out") as raised:
        draw(1, "luck", (), [1, 2, 3])
    assert raised.value.stream == "luck"


def test_a_script_cannot_give_what_cannot_be_drawn() -> None:
    with pytest.raises(Fault, match="The script of stream luck gives 9, which cannot be drawn here"):
        draw(1, "luck", (9,), [1, 2, 3])
    with pytest.raises(Fault, match="gives 'b', which cannot be drawn here"):
        draw_weighted(1, "luck", ("b",), {"a": 1, "b": 0})


def test_scripts_of_samples_weights_and_shuffles() -> None:
    assert draw_sample(1, "luck", (2, 1, 3), [1, 2, 3], 2) == ([2, 1], (3,))
    assert draw_weighted(1, "luck", ("b", "a"), {"a": 1, "b": 9}) == ("b", ("a",))
    assert shuffled(1, "luck", (3, 1, 1, 7), [1, 1, 3]) == ([3, 1, 1], (7,))
    with pytest.raises(Fault, match="gives 2, which cannot be drawn here"):
        draw_sample(1, "luck", (2, 2), [1, 2, 3], 2)
    with pytest.raises(ScriptRanOut):
        shuffled(1, "luck", (3,), [1, 3])


def test_the_same_in_another_process() -> None:
    code = (
        "from interpreter.streams import *\n"
        "print([number_below(s, n, c, 97) for s in (0, 5, -3) for n in ('luck', 'refill') for c in range(9)])\n"
        "print(shuffled(4, 'deal', 2, list('abcdefgh')), draw_weighted(4, 'w', 2, {'a': 1, 'b': 2, 'c': 3}))\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "random")
    }
    assert len(outputs) == 1


def test_a_tape_is_the_same_on_every_platform() -> None:
    assert streams.tape(1, "playouts", 0)[:4] == (3677944111, 4047965228, 2758234891, 36652989)
    assert streams.tape(1, "playouts", 1)[:2] == (3811024194, 3688837480)
    assert len(streams.tape(1, "x", 0)) == 1024


def test_numbers_of_a_tape_are_the_same_on_every_platform() -> None:
    tape = streams.number_tape(12345, "refill", 0, 4)
    assert (len(tape), list(tape[:12])) == (256, [1, 2, 3, 2, 2, 1, 3, 0, 0, 3, 0, 3])
    assert list(streams.number_tape(12345, "refill", 1, 6)[:12]) == [5, 1, 0, 4, 3, 4, 4, 5, 0, 1, 4, 4]


@given(st.integers(1, 256))
def test_a_tape_is_even(limit: int) -> None:
    numbers = b"".join(streams.number_tape(7, "luck", block, limit) for block in range(40))
    counts = [numbers.count(number) for number in range(limit)]
    assert sum(counts) == 40 * 256
    expected = 40 * 256 / limit
    assert all(abs(count - expected) < 6 * expected**0.5 + 6 for count in counts)


@given(
    st.integers(0, 3000),
    st.lists(st.integers(0, 300), max_size=6),
    st.sampled_from(((1, 2, 3), ("a", "b"), (300,))),
)
def test_many_draws_are_the_same_in_any_portions(cursor: int, portions: list[int], items: tuple[object, ...]) -> None:
    whole, end = streams.draw_many(5, "refill", cursor, items, sum(portions))
    parts: list[object] = []
    place: streams.Cursor = cursor
    for count in portions:
        drawn, place = streams.draw_many(5, "refill", place, items, count)
        parts += drawn
    assert (parts, place) == (list(whole), end)
    assert end == cursor + sum(portions)


def test_many_draws_follow_a_script() -> None:
    assert streams.draw_many(5, "refill", (2, 1, 2, 3), (1, 2), 3) == ([2, 1, 2], (3,))
    with pytest.raises(ScriptRanOut):
        streams.draw_many(5, "refill", (2,), (1, 2), 2)
    with pytest.raises(Fault, match="There is nothing to draw from stream refill"):
        streams.draw_many(5, "refill", 0, (), 1)
    assert len(streams.draw_many(5, "refill", 0, tuple(range(400)), 9)[0]) == 9


def test_what_nobody_can_know_is_not_drawn() -> None:
    for call in (
        lambda: draw(1, "luck", streams.UNSEEN, [1, 2]),
        lambda: draw_weighted(1, "luck", streams.UNSEEN, {"a": 1}),
        lambda: shuffled(1, "luck", streams.UNSEEN, [1, 2]),
        lambda: streams.draw_many(1, "luck", streams.UNSEEN, (1, 2), 1),
    ):
        with pytest.raises(streams.Unforeseen):
            call()


def test_a_script_may_leave_the_rest_to_luck() -> None:
    first, cursor = draw(5, "dice", (6, 6, THEN_LUCK), range(1, 7))
    second, cursor = draw(5, "dice", cursor, range(1, 7))
    assert (first, second, cursor) == (6, 6, 0)
    assert draw(5, "dice", cursor, range(1, 7)) == draw(5, "dice", 0, range(1, 7))
    _, empty = draw(5, "dice", (6,), range(1, 7))
    with pytest.raises(ScriptRanOut):
        draw(5, "dice", empty, range(1, 7))
