"""What must hold: each way to fail, with its exact words."""

import pytest

from interpreter import loads
from runtime.testing import run_tests
from runtime.testing.failures import Comparison, Value

POSITION = """
        test:
          given:
            grid: |
              XX.
              OO.
              ...
          when:
            - place: c2
          then:
            - %s
        """


@pytest.mark.parametrize(
    ("check", "text", "message", "values"),
    [
        ("winner == cross", "winner == cross", "This does not hold.", {"winner": "none"}),
        ("over", "over", "This does not hold.", {"over": "false"}),
        (
            "score[cross] > score[nought] + 5",
            "score[cross] > score[nought] + 5",
            "This does not hold.",
            {"score[cross]": "2", "score[nought] + 5": "5", "score[nought]": "0"},
        ),
        (
            "a1.mark == none and to_move == nought",
            "a1.mark == none and to_move == nought",
            "This does not hold.",
            {
                "a1.mark == none": "false",
                "a1.mark": "cross",
                "to_move == nought": "true",
                "to_move": "nought",
            },
        ),
        (
            "first(x for x in grid if x.mark == none) == a1",
            "first(x for x in grid if x.mark == none) == a1",
            "This does not hold.",
            {"first(x for x in grid if x.mark == none)": "c1"},
        ),
        (
            "all(x.mark == none for x in grid)",
            "all(x.mark == none for x in grid)",
            "This does not hold.",
            {"all(x.mark == none for x in grid)": "false", "fails first for": "a1", "x.mark there": "cross"},
        ),
        (
            "not any(x.mark == nought for x in grid)",
            "not any(x.mark == nought for x in grid)",
            "This does not hold.",
            {"any(x.mark == nought for x in grid)": "true", "holds first for": "a2", "x.mark there": "nought"},
        ),
        ("size > 3", "size > 3", "This does not hold.", {"size": "3"}),
        ("size == 4", "size == 4", "This does not hold.", {"size": "3"}),
        ("ended: full", "full", "The game should have ended by full, but it goes on.", {}),
        (
            "legal: {place: [c1, a1, a3]}",
            "[c1, a1, a3]",
            "place has other legal moves.",
            {"not legal": "a1", "a1": "refused by c: That square is taken.", "legal but not listed": "b3, c3"},
        ),
        ("legal: {place: 1}", "1", "place should have 1 legal move, but has 4.", {"legal": "c1, a3, b3, c3"}),
        ("legal: {give_up: 0}", "0", "give_up should have 0 legal moves, but has 1.", {}),
        (
            "event: {put: {site: c1, by: cross}}",
            "{put: {site: c1, by: cross}}",
            "No event put had site c1, by cross.",
            {"put": "site c2, by cross, number 1"},
        ),
        (
            "event: {ended: {name: full}}",
            "{ended: {name: full}}",
            "No event ended happened.",
            {"events": "changed, changed, changed, put"},
        ),
        (
            "events: [put, changed]",
            "changed",
            "No event changed happened after put.",
            {"events": "changed, changed, changed, put"},
        ),
        ("refused: c", "c", "The action should have been refused by c, but it was done.", {}),
        (
            "says: Hello.",
            "Hello.",
            "The player is told something else.",
            {"expected": "“Hello.”", "said": "nothing"},
        ),
        ("shows: [a1]", "[a1]", "Other sites are highlighted.", {"expected": "a1", "shown": "none"}),
        ("unchanged: placed", "placed", "placed has changed.", {"before": "0", "now": "1"}),
        ("unchanged: [score]", "score", "score has changed.", {"before": "0, 0", "now": "2, 0"}),
    ],
)
def test_a_check_that_fails(marks, outcome, check, text, message, values):
    (failure,) = outcome(marks(POSITION % check)).failures
    assert (failure.span.text, failure.message) == (text, message)
    assert failure.values == tuple(Value(source, value) for source, value in values.items())


@pytest.mark.parametrize(
    "check",
    [
        "winner == none",
        "legal: {place: [c3, b3, a3, c1], give_up: 1}",
        "legal: {place: [{c: c3}, {c: b3}, a3, c1]}",
        "event: put",
        "event: {put: {number: 1}}",
        "events: [changed, changed, put]",
        "events: put",
        "unchanged: []",
        "grid: {at: a1, rows: XX}",
    ],
)
def test_a_check_that_holds(marks, outcome, check):
    assert outcome(marks(POSITION % check)).failures == ()


FALLING = """\
game: falling
title: Falling
types: {colour: [red, blue]}
boards: {grid: {columns: 3, rows: 1, cell: {colour: colour or none}, legend: {r: red, b: blue}, start: rrr}}
actions:
  clear:
    effects:
      - event: cleared(what = 'All')
      - cascade: grid
        match: colour
        at_least: 3
        lines: [row]
        fall: down
        refill: list(blue, red)
        stream: refill
        as: gone
end_conditions: {done: {when: a1.colour == none}}
acceptance:
  it:
    given: {random: {refill: b r b}}
    when: [clear]
    then:
"""


def test_an_event_is_reported_as_the_test_writes_it_and_without_what_the_engine_packs():
    checks = "      - event: {filled: {wave: 2}}\n      - event: {cleared: {what: None OF it}}\n"
    (result,) = run_tests(loads(FALLING + checks))
    assert [(failure.message, failure.values) for failure in result.failures] == [
        (
            "No event filled had wave 2.",
            (Value("filled", "wave 1, sites a1 b1 c1, fall south, property cell.colour, board grid"),),
        ),
        ("No event cleared had what None OF it.", (Value("cleared", "what All"),)),
    ]


def test_pictures_side_by_side(marks, outcome):
    test = POSITION % "grid: |"
    result = outcome(marks(test + "        XXX\n                ?OO\n                ...\n"))
    (failure,) = result.failures
    assert failure.message == "grid differs: c1 is ., not X; c2 is X, not O."
    assert failure.pictures == (Comparison(("XXX", "?OO", "..."), ("XX.", "OOX", "...")),)


def test_a_board_that_should_not_have_changed(marks, outcome):
    (failure,) = outcome(marks(POSITION % "unchanged: [grid]")).failures
    assert failure.message == "grid has changed."
    assert failure.pictures == (Comparison(("XX.", "OO.", "..."), ("XX.", "OOX", "..."), ("before", "now")),)


REFUSED = """
        test:
          given:
            grid: |
              .X.
              ...
              ...
          when:
            - place: b%d
          then:
            - %s
        """


@pytest.mark.parametrize(
    ("row", "check", "message", "values"),
    [
        (
            1,
            "refused: not_in_the_middle",
            "The action should have been refused by not_in_the_middle, but c refused it: “That square is taken.”",
            {},
        ),
        (
            2,
            "says: Not here.",
            "The player is told something else.",
            {"expected": "“Not here.”", "said": "“Not b2 in the first turn.”"},
        ),
        (
            2,
            "shows: [a1, b1]",
            "Other sites are highlighted.",
            {"expected": "a1, b1", "shown": "b1, a2, c2, b3"},
        ),
    ],
)
def test_a_refusal_of_another_kind(marks, outcome, row, check, message, values):
    (failure,) = outcome(marks(REFUSED % (row, check))).failures
    assert failure.message == message
    assert failure.values == tuple(Value(source, value) for source, value in values.items())


@pytest.mark.parametrize(
    "check", ["refused: not_in_the_middle", "says: Not b2 in the first turn.", "shows: b1 a2 c2 b3"]
)
def test_a_refusal_as_expected(marks, outcome, check):
    assert outcome(marks(REFUSED % (2, check))).failures == ()


def test_an_end_of_another_kind(marks, failures):
    game = marks(
        """
        given up:
          when:
            - give_up
          then:
            - ended: full
        """
    )
    assert failures(game) == [("full", "The game should have ended by full, but it ended by given_up.")]


def test_the_game_is_over(marks, failures):
    game = marks(
        """
        after the end:
          when:
            - give_up
            - place: a1
          then:
            - refused: over
            - says: The game is over.
            - unchanged: [grid, score, placed]
        """
    )
    assert failures(game) == []


def test_zones_and_pieces(tiles, outcome):
    result = outcome(
        tiles(
            """
            test:
              given:
                rack: {ann: C A T, bob: X}
              when:
                - drop: T C
              then:
                - bin: T X
                - rack: {ann: A, bob: '?'}
                - bin: none
                - first(bin).letter == 'x'
                - unchanged: rack
                - legal: {drop: [X], lay: 8}
                - last(bin) in rack[ann]
                - grid: |
                    .A..
                    ....
            """
        )
    )
    assert [(failure.message, failure.values) for failure in result.failures] == [
        ("bin holds something else.", (Value("expected", "T X"), Value("found", "T C"))),
        ("bin holds something else.", (Value("expected", "none"), Value("found", "T C"))),
        (
            "This does not hold.",
            (
                Value("first(bin).letter", "'t'"),
                Value("first(bin)", "tile T"),
                Value("bin", "tile T, tile C"),
            ),
        ),
        ("rack has changed.", (Value("before", "C A T / X"), Value("now", "A / X"))),
        (
            "This does not hold.",
            (Value("last(bin)", "tile C"), Value("bin", "tile T, tile C"), Value("rack[ann]", "tile A")),
        ),
        ("grid differs: b1 is ., not A.", ()),
    ]


def test_pieces_that_look_the_same_are_one_move(tiles, failures):
    game = tiles(
        """
        twins:
          given:
            rack: {ann: C C}
          then:
            - legal: {drop: [C, C C]}
            - legal: {drop: 3}
        """
    )
    assert failures(game) == []


def test_moves_that_look_the_same_are_listed_once_and_counted_each(tiles, outcome):
    game = tiles(
        """
        two of a kind:
          given:
            rack: {ann: C C}
          then:
            - legal: {drop: 2}
        """
    )
    (failure,) = outcome(game).failures
    assert failure.message == "drop should have 2 legal moves, but has 3."
    assert failure.values == (Value("legal, without duplicates", "C, C C"),)


def test_me_is_known_with_one_player(failures):
    text = """\
game: alone
title: Alone
boards:
  grid: {columns: 2, rows: 1, cell: {mine: player or none}}
actions:
  take:
    choose:
      c: {from: grid, where: it.mine == none, else: Taken.}
    effects:
      - c.mine = me
end_conditions:
  done:
    when: all(x.mine != none for x in grid)
    won: true
acceptance:
  mine:
    when:
      - take: a1
      - take: b1
    then:
      - a1.mine == me
      - won
      - ended: done
"""
    assert failures(loads(text)) == []


LAYERS = """\
game: layered
title: Layered
entities:
  tile: {letter: letter}
boards:
  pile:
    shape: layers
    footprint: [2, 2]
    holds: tile
    layers:
      bottom: {columns: 2, rows: 1, offset: [0, 0]}
      top: {columns: 1, rows: 1, offset: [1, 0]}
actions:
  take:
    choose:
      tile:
        from: pieces(pile)
        where: len(list(s for s in above(it) if not empty(s))) == 0
        else: It is covered.
    effects:
      - remove: tile
end_conditions:
  bare:
    when: empty(pile)
    won: true
acceptance:
  test:
    given:
      pile:
        bottom: A B
        top: C
    when:
      - take: a1@top
    then:
      - pile:
          bottom: A X
          top: .
      - pile: {top: C}
      - legal: {take: [a1@bottom, b1@bottom]}
  covered:
    given:
      pile:
        bottom: A B
        top: C
    when:
      - take: a1@bottom
    then:
      - refused: tile
"""


def test_layers(failures):
    assert failures(loads(LAYERS)) == [
        ("pile", "pile differs: b1@bottom is B, not X."),
        ("pile", "pile differs: a1@top is ., not C."),
    ]


SHOVES = """\
game: shoves
title: Shoves
boards:
  grid: {columns: 3, rows: 3, cell: {on: flag}}
actions:
  shove:
    symmetric: true
    choose:
      a: list(b2, b3)
      b: {from: 'list(b2, b3)', where: it != a}
      d: {from: 'list(west, east)'}
    effects: [a.on = true]
end_conditions:
  never: {when: c3.on, won: true}
acceptance:
  the direction stays last:
    then:
      - legal: {shove: [b2 b3 west, b3 b2 east]}
"""


def test_only_the_first_two_choices_of_a_symmetric_move_change_places():
    (result,) = run_tests(loads(SHOVES, "shoves.yaml"))
    assert result.failures == ()
