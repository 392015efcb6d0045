"""Mistakes in the shape of a spec, reported in the designer’s words and at the right place."""

from collections.abc import Callable

import pytest

from interpreter.spec.diagnostics import MOST_MISTAKES
from interpreter.spec.loader import load_text

Mistakes = Callable[[str, str], list[tuple[str, int, int, str, str, str | None]]]

CHOICE = "It takes from, is, where, else, dead_end, title, ask_if, otherwise, alike, many, some, of and in_order."
ITEMS = "Begin each item of a list with ‘- ’ on a line of its own."
STRAY = "It belongs to ‘move’ or ‘deal’: write it below, without ‘- ’."
NAMES = "Names have lower-case letters, digits and _, and begin with a letter."
FLAG_CELL = "    cell: {lit: flag}\n"
EFFECT = "- c.lit = true"


@pytest.mark.parametrize(
    ("part", "by", "expected"),
    [
        (
            "where:",
            "wehre:",
            (
                "unknown-key",
                13,
                9,
                "wehre",
                f"‘wehre’ is not an option of ‘actions.press.choose.c’. {CHOICE}",
                "where",
            ),
        ),
        (
            "title: Small\n",
            "",
            ("missing-key", 1, 1, "game", "A spec needs ‘title’.", "Add ‘title: …’: what people call the game."),
        ),
        (
            "        from: grid\n",
            "",
            (
                "missing-key",
                11,
                7,
                "c",
                "‘actions.press.choose.c’ needs ‘from’ or ‘of’.",
                "Add ‘from: …’: what to choose from. Add ‘of: …’: the parts of each record that is chosen.",
            ),
        ),
        (
            "        from: grid\n",
            "        from: grid\n        many: 1..2\n        some: 2\n",
            (
                "not-together",
                14,
                9,
                "some",
                "‘actions.press.choose.c’ takes only one of many and some.",
                "Leave the others out.",
            ),
        ),
        (
            FLAG_CELL,
            "    cell: flag\n",
            (
                "shape",
                7,
                11,
                "flag",
                "‘cell’ needs a map, but this is a text.",
                "Write {name: flag}, with what it belongs to before each colon.",
            ),
        ),
        (
            FLAG_CELL,
            "    cell: {lit: [a]}\n",
            ("shape", 7, 17, "[a]", "‘lit’ needs a text or a map, but this is a list.", "Write a without brackets."),
        ),
        (
            FLAG_CELL,
            "    holds: {a: b}\n",
            ("shape", 7, 12, "{a: b}", "‘holds’ needs a list, but this is a map.", ITEMS),
        ),
        (
            "columns: 3",
            "columns: [3]",
            ("shape", 5, 14, "[3]", "‘columns’ needs an expression, but this is a list.", "Write 3 without brackets."),
        ),
        (
            "title: Small",
            "title: [a]",
            ("shape", 2, 8, "[a]", "‘title’ needs a text, but this is a list.", "Write a without brackets."),
        ),
        (
            "    effects:\n      - c.lit = true",
            "    effects: c.lit = true",
            (
                "shape",
                15,
                14,
                "c.lit = true",
                "‘effects’ needs a list, but this is a text.",
                "Write ‘- c.lit = true’ below it.",
            ),
        ),
        (
            "columns: 3",
            "shape: sqare",
            (
                "unknown-word",
                5,
                12,
                "sqare",
                "‘shape’ is square, hex, layers or graph, not ‘sqare’.",
                "square",
            ),
        ),
        (
            "columns: 3",
            "wrap: yes",
            ("unknown-word", 5, 11, "yes", "‘wrap’ is true or false, not ‘yes’.", "Did you mean ‘true’?"),
        ),
        (
            "title: Small",
            "title: Small\nseed: x1",
            ("malformed", 3, 7, "x1", "‘x1’ is not a whole number.", "Write digits, such as 3."),
        ),
        ("  grid:", "  Grid:", ("malformed", 4, 3, "Grid", "‘Grid’ is not a name.", f"Write ‘grid’. {NAMES}")),
        ("      c:\n", "      _c:\n", ("malformed", 11, 7, "_c", "‘_c’ is not a name.", NAMES)),
        (
            "actions:",
            "define: {Far: 3}\nactions:",
            (
                "malformed",
                8,
                10,
                "Far",
                "‘Far’ is not a name with parameters.",
                "Write it like ‘ways’ or ‘ways(site s, number n)’.",
            ),
        ),
        (
            EFFECT,
            "- moove: c\n        to: d",
            ("unknown-step", 16, 9, "moove", "‘moove’ is not a step.", "move"),
        ),
        (EFFECT, "- to: d", ("unknown-step", 16, 9, "to", "‘to’ is not a step.", STRAY)),
        (
            EFFECT,
            "- {}",
            (
                "unknown-step",
                16,
                9,
                "{}",
                "A step needs a verb.",
                "Write one before a colon, such as ‘move: x’, or set a value: ‘x = y’.",
            ),
        ),
        (
            EFFECT,
            "- [a]",
            (
                "shape",
                16,
                9,
                "[a]",
                "‘effects[1]’ needs a step, but this is a list.",
                "Write a.",
            ),
        ),
        (
            EFFECT,
            "- move: a\n        to: b\n        remove: c",
            (
                "step-shape",
                18,
                9,
                "remove",
                "A step has one verb; this has 2 (move, remove).",
                "Begin the second with ‘- ’ on its own line.",
            ),
        ),
        (
            EFFECT,
            "- move: a\n        too: b",
            ("unknown-key", 17, 9, "too", "‘too’ is not an option of ‘move’. It takes move, to and beneath.", "to"),
        ),
        (EFFECT, "- move: a", ("missing-key", 16, 9, "move", "‘move’ needs ‘to’.", "Add ‘to: …’: a site or a zone.")),
        (
            EFFECT,
            "- if: a\n        then:\n          - require: b\n            check: c",
            (
                "missing-key",
                18,
                13,
                "require",
                "‘require’ needs ‘else’.",
                "Add ‘else: …’: what to tell the player otherwise.",
            ),
        ),
        (
            "    won: true",
            "    won: true\nacceptance:\n  a:\n    then:\n      - legal: 3\n        ended: b",
            (
                "one-entry",
                25,
                9,
                "ended",
                "An item here has one name; this has 2 (legal, ended).",
                "Begin each with ‘- ’ on a line of its own.",
            ),
        ),
        (
            "    won: true",
            "    won: true\nacceptance:\n  a:\n    when: press\n    then: []",
            ("shape", 23, 11, "press", "‘when’ needs a list, but this is a text.", "Write [press]."),
        ),
        (
            "    won: true",
            "    won: true\n    winner: you",
            (
                "not-together",
                20,
                5,
                "won",
                "‘end_conditions.all_lit’ takes only one of winner and won.",
                "Leave the others out.",
            ),
        ),
        (
            "actions:",
            "turns: {when_stuck: loose}\nactions:",
            (
                "unknown-word",
                8,
                21,
                "loose",
                "‘when_stuck’ is pass, lose, win or draw, not ‘loose’.",
                "lose",
            ),
        ),
        (
            "actions:",
            "turns: {when_stuck: [{fly: a}]}\nactions:",
            ("unknown-step", 8, 23, "fly", "‘fly’ is not a step.", "Write ‘- fly = a’ to set a value."),
        ),
        (
            "actions:",
            "define:\n  x: {is: 3}\nactions:",
            ("shape", 9, 6, "{is: 3}", "‘x’ needs a text or a list, but this is a map.", ITEMS),
        ),
        (
            "actions:",
            "define:\n  x:\n    - when: a\nactions:",
            ("missing-key", 10, 7, "when", "‘define.x[1]’ needs ‘is’.", "Add ‘is: …’: the value in this case."),
        ),
        (
            "actions:",
            "settings: {size: 3}\nactions:",
            (
                "shape",
                8,
                18,
                "3",
                "‘size’ needs a map, but this is a number.",
                "Write a map of default, range, options, title, help, change and reseeds, such as {default: 3}.",
            ),
        ),
        (
            "columns: 3",
            "columns:",
            (
                "empty-value",
                5,
                5,
                "columns",
                "‘columns’ has no value.",
                "Write a value after the colon, indent what belongs to it below it, or leave the name out.",
            ),
        ),
        (
            "    effects:\n      - c.lit = true",
            "    effects:",
            (
                "empty-value",
                15,
                5,
                "effects",
                "‘effects’ has no value.",
                "Write a value after the colon, or leave the name out.",
            ),
        ),
    ],
)
def test_mistakes(
    mistakes_with: Mistakes, part: str, by: str, expected: tuple[str, int, int, str, str, str | None]
) -> None:
    found = mistakes_with(part, by)
    *others, help = expected
    if help is not None and " " not in help:
        help = f"Did you mean ‘{help}’?"
    assert found == [(*others, help)]


@pytest.mark.parametrize(
    ("part", "by"),
    [(FLAG_CELL, "    cell: {lit: {is: flag, start: f(a)}}\n"), (EFFECT, "- swap: [(a), f(g(b))]")],
)
def test_brackets_may_stand_in_braces(mistakes_with: Mistakes, part: str, by: str) -> None:
    assert mistakes_with(part, by) == []


def test_all_mistakes_come_in_one_run() -> None:
    _, diagnostics = load_text(
        "game: Small\ntitel: Small\nboards: {grid: {colums: 3, rows: [3]}}\n"
        "actions: {press: {efects: []}}\nend_conditions: {a: {when: f(x)}}\nextra: 1\n"
    )
    assert [(diagnostic.code, diagnostic.span.line) for diagnostic in diagnostics if diagnostic.span] == [
        ("malformed", 1),
        ("unknown-key", 2),
        ("unknown-key", 3),
        ("shape", 3),
        ("unknown-key", 4),
        ("unknown-key", 6),
    ]


def test_nobody_reads_more_than_so_many_mistakes(small_spec: str) -> None:
    for more in ("".join(f"x{n}: 1\n" for n in range(20_000)), "title: again\n" * 20_000):
        _, diagnostics = load_text(small_spec + more)
        assert len(diagnostics) == MOST_MISTAKES + 1 and diagnostics.has("many-mistakes")
