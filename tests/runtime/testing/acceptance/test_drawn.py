"""How boards are drawn and actions are animated, in tests."""

from textwrap import dedent, indent

import pytest

from interpreter import Diagnostics, loads
from runtime.testing import check_acceptance, run_tests
from runtime.testing.failures import Value

POND = """\
game: pond
title: Pond
players:
  ann: {title: Ann, seat: person}
  bob: {title: Bob, seat: computer}
entities: {frog: {owner: player}}
boards:
  pond:
    columns: 3
    rows: 1
    holds: frog
    regions: {half: [2, 1]}
    legend: {a: ann, b: bob}
    start: a.b
  bank: {columns: 1, rows: 1, per: player, holds: frog}
actions:
  hop:
    choose:
      f: pieces(pond)
      s:
        from: pond
        where: empty(it)
    effects:
      - event: leapt(over = list(pond.a1, pond.b1))
      - move: f
        to: s
      - event: landed(at = s)
end_conditions:
  gone:
    when: len(pieces(pond)) == 0
view:
  colours: {ann: '#112233'}
  boards:
    pond:
      as: points
      title: The pond
      cell_size: 40
      lines: faint
      outline: '#AABBCC'
      last_move: ann
      borders: half
      coordinates: false
      column_titles: [reed, lily, stone]
  animate: {leapt: it.over, moved: 260}
"""


def pond(test: str) -> str:
    return POND + "acceptance:\n  it:\n" + indent(dedent(test), "    ")


def told(test: str) -> list[tuple[str, tuple[Value, ...]]]:
    """The failures of a test of the pond."""
    (found,) = run_tests(loads(pond(test), "pond.yaml"))
    return [(failure.message, failure.values) for failure in found.failures]


def reported(test: str) -> list[tuple[str, str, str | None]]:
    """The mistakes in a test of the pond: where, what, and what to write instead."""
    diagnostics = Diagnostics()
    check_acceptance(loads(pond(test), "pond.yaml"), diagnostics)
    return [(each.span.text if each.span else "", each.message, each.help) for each in diagnostics.errors]


# Boards


def test_boards_are_drawn_as_the_view_says() -> None:
    test = """
        then:
          - board:
              pond:
                as: points
                title: The pond
                cell_size: 40
                lines: faint
                outline: '#aabbcc'
                valid: none
                last_move: ann
                borders: half
                coordinates: false
                row_titles: none
                column_titles: [reed, lily, stone]
          - board: {bank: {as: cells, lines: none, borders: none, cell_size: none, coordinates: true}}
          - board: {'bank[bob]': {title: 'Bank, Bob'}}
    """
    assert told(test) == []


@pytest.mark.parametrize(
    ("asked", "expected", "shown"),
    [
        ("lines: sand", "sand", "faint"),
        ("lines: none", "none", "faint"),
        ("valid: green", "green", "none"),
        ("last_move: bob", "bob", "ann (#112233)"),
        ("outline: '#aabbcd'", "#aabbcd", "#AABBCC"),
        ("cell_size: 41", "41", "40"),
        ("as: cells", "cells", "points"),
        ("title: A pond", "A pond", "The pond"),
        ("borders: none", "none", "half"),
        ("coordinates: true", "true", "false"),
        ("row_titles: [water]", "water", "none"),
        ("column_titles: [reed, stone, lily]", "reed / stone / lily", "reed / lily / stone"),
        ("column_titles: none", "none", "reed / lily / stone"),
    ],
)
def test_a_board_that_is_drawn_otherwise(asked: str, expected: str, shown: str) -> None:
    message = f"‘{asked.partition(':')[0]}’ of the board pond is something else."
    values = (Value("expected", expected), Value("shown", shown))
    assert told(f"then: [board: {{pond: {{{asked}}}}}]") == [(message, values)]


@pytest.mark.parametrize(
    ("asked", "where", "message", "help"),
    [
        ("pont: {lines: faint}", "pont", "There is no board ‘pont’.", "Did you mean ‘pond’?"),
        (
            "pond: {line: faint}",
            "line",
            "A board cannot be tested for ‘line’. There are as, title, at, cell_size, borders, coordinates, lines, "
            "outline, valid, last_move, row_titles, column_titles.",
            "Did you mean ‘lines’?",
        ),
        ("pond: {lines: fain}", "fain", "‘fain’ is not a colour of this game.", "Did you mean ‘faint’?"),
        ("pond: {lines: [faint]}", "[faint]", "lines takes one word.", "Write lines: and one word."),
        (
            "pond: {row_titles: reed}",
            "reed",
            "row_titles takes a list of texts, or none.",
            "Write row_titles: and a list of texts, or none.",
        ),
        (
            "pond: faint",
            "faint",
            "A board can be tested for as, title, at, cell_size, borders, coordinates, lines, outline, valid, "
            "last_move, row_titles, column_titles.",
            "Write pond: {lines: …}. To test what is on it, write pond: |.",
        ),
    ],
)
def test_what_cannot_be_asked_of_boards(asked: str, where: str, message: str, help: str) -> None:
    assert reported(f"then: [board: {{{asked}}}]") == [(where, message, help)]


def test_boards_are_asked_by_name() -> None:
    assert reported("then: [board: pond]") == [
        ("pond", "board takes boards with how they are drawn.", "Write {grid: {lines: faint}}.")
    ]


# Animation


def test_an_action_is_animated_as_the_view_says() -> None:
    test = """
        when: [hop: pond.a1 pond.b1]
        then:
          - animate: {leapt: [pond.a1, b1], moved: 260}
          - animate: {landed: none}
    """
    assert told(test) == []


STAGES = Value("stages", "leapt for 500 ms / moved, landed for 260 ms")


def test_an_action_that_is_animated_otherwise() -> None:
    before = "when: [hop: pond.a1 pond.b1]\n"
    assert told(f"{before}then: [animate: {{moved: 300}}]") == [
        ("moved is shown for another time.", (Value("expected", "300 ms"), Value("shown", "260 ms"), STAGES))
    ]
    assert told(f"{before}then: [animate: {{leapt: pond.c1}}]") == [
        ("Other sites flash with leapt.", (Value("expected", "c1"), Value("shown", "pond.a1, b1")))
    ]
    assert told(f"{before}then: [animate: {{created: 180}}]") == [("The last action shows no created.", (STAGES,))]


@pytest.mark.parametrize(
    ("test", "where", "message"),
    [
        ("then: [animate: {moved: 180}]", "animate", "animate is about the last action, and there is none before it."),
        ("when: [hop: pond.a1 pond.b1]\nthen: [animate: {mooved: 180}]", "mooved", "No step emits ‘mooved’."),
        (
            "when: [hop: pond.a1 pond.b1]\nthen: [animate: 180]",
            "180",
            "animate takes events with how they are shown.",
        ),
        (
            "when: [hop: pond.a1 pond.b1]\nthen: [animate: {moved: {ms: 180}}]",
            "{ms: 180}",
            "An event is shown for some milliseconds, or with sites that flash.",
        ),
        (
            "when: [hop: pond.a1 pond.b1]\nthen: [animate: {leapt: pond.z9}]",
            "pond.z9",
            "There is no site pond.z9.",
        ),
    ],
)
def test_what_cannot_be_asked_of_an_animation(test: str, where: str, message: str) -> None:
    assert [each[:2] for each in reported(test)] == [(where, message)]
