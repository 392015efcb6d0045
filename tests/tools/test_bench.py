"""The benchmark harness: fair turns, readable tables, clear messages if something is missing."""

import gc
import os

import pytest

from interpreter.words import open_lexicon, read_words
from tools.bench import bots, games, hand_connect_four, hand_tic_tac_toe, hand_trie, words
from tools.bench.__main__ import main, page
from tools.bench.stopwatch import best_rates, collector_off, seconds
from tools.bench.table import Row, figure, table


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "–"),
        (0.934, "0.93"),
        (0.0213, "0.021"),
        (0.00251, "0.0025"),
        (0.0, "0.00"),
        (12.34, "12.3"),
        (123.4, "123"),
        (1234567.8, "1,234,568"),
    ],
)
def test_figures_keep_three_digits(value: float | None, text: str) -> None:
    assert figure(value) == text


def test_a_table_lists_all_columns_and_each_note_once() -> None:
    rows = [
        Row("short", {"moves/s": 1500.0, "ratio": 0.5}, "One is missing."),
        Row("longer name", {"moves/s": 20.0, "ms": 3.0}, "One is missing."),
    ]
    assert table("games", rows).splitlines() == [
        "games        moves/s  ratio    ms",
        "---------------------------------",
        "short          1,500   0.50     –",
        "longer name     20.0      –  3.00",
        "One is missing.",
    ]


def test_contenders_take_turns_at_going_first() -> None:
    order: list[str] = []

    def first(number: int) -> int:
        order.append(f"first {number}")
        return 1

    def second(number: int) -> int:
        order.append(f"second {number}")
        return 1

    assert set(best_rates({"first": first, "second": second}, 3)) == {"first", "second"}
    assert order == ["first 0", "second 0", "second 1", "first 1", "first 2", "second 2"]


def test_nothing_is_collected_while_timing() -> None:
    was_on: list[bool] = []
    assert seconds(lambda: was_on.append(gc.isenabled())) > 0
    assert was_on == [False]
    assert gc.isenabled()


def test_the_collector_comes_back_after_a_failure() -> None:
    with pytest.raises(ZeroDivisionError), collector_off():
        _ = 1 // 0
    assert gc.isenabled()


def test_random_games_are_the_same_for_the_same_seed() -> None:
    contender = games.by_hand(games.MATCHES[0])
    assert games.MATCHES[0].by_hand is hand_tic_tac_toe
    assert games.play(contender, 50, 1) == games.play(contender, 50, 1)
    assert 5 * 50 <= games.play(contender, 50, 2) <= 9 * 50


def test_both_searches_find_the_same() -> None:
    state = hand_connect_four.new()
    for column in (0, 0, 1, 1, 2, 6):
        state = hand_connect_four.apply(state, column)
    assert bots.hand_alpha_beta(hand_connect_four, state, 1, 1, -2, 2)[0] == 1
    assert bots.hand_alpha_beta(hand_connect_four, state, 2, 1, -2, 2)[0] == -1
    assert bots.hand_alpha_beta(hand_connect_four, hand_connect_four.new(), 1, 2, -2, 2) == (0, 20)


def test_trie_and_index_find_the_same_words() -> None:
    trie = hand_trie.trie_of(word.text for word in read_words(words.ENGLISH.read_text("utf-8")))
    lexicon = open_lexicon(words.ENGLISH)
    rack = words.racks(1, 5)[0][:9] + "*"
    assert sorted(hand_trie.words_from(trie, rack)) == sorted(lexicon.words_from(rack))
    assert len(rack) == 10
    assert [each.count("*") for each in words.racks(3, 1)] == [2, 2, 2]


def test_an_unknown_section_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["gmaes"]) == 2
    sections = "games, engines, load, native, bots, cascade, crosswords, deals, saves, window, words"
    assert capsys.readouterr().err == f"There is no section gmaes. Sections: {sections}.\n"


def test_a_page_says_what_was_measured() -> None:
    text = page({"deals": "deals  mean ms\n--------------\nkhi       1.00"})
    assert text.startswith(f"# Benchmarks\n\nMeasured by `make bench` on {os.cpu_count()} cores with Python 3.1")
    assert text.endswith(
        "## Deals\n\nNew games of the puzzles that are dealt so that they can be solved, and the first hint in each."
        "\n\n"
        "```text\ndeals  mean ms\n--------------\nkhi       1.00\n```\n"
    )
