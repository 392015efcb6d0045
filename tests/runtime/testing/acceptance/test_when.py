"""What happens in a test: actions in every notation, undo, expect and bots."""

from interpreter import loads
from runtime.testing import run_tests


def test_choices_in_order_by_name_as_lists_and_as_records(tiles, failures):
    game = tiles(
        """
        in order:
          given:
            rack: {ann: C A T}
          when:
            - lay: A b1
          then:
            - b1.tile.letter == 'a'
        by name:
          given:
            rack: {ann: C A T}
          when:
            - lay: {at: b1, tile: A}
          then:
            - b1.tile.letter == 'a'
        a list in order:
          given:
            rack: {ann: C A T}
          when:
            - drop: T C
          then:
            - bin: T C
        a list as a list:
          given:
            rack: {ann: C A T}
          when:
            - drop: [T, C]
          then:
            - bin: T C
        a list by name:
          given:
            rack: {ann: C A C}
          when:
            - drop: {tiles: [C, C]}
          then:
            - rack: {ann: A}
        records:
          given:
            rack: {ann: C A T}
          when:
            - write: {placed: [a1 C, b1 A]}
          then:
            - event: {wrote: {sites: [a1, b1], by: ann}}
            - event: {wrote: {sites: a1 b1}}
        records with slashes:
          given:
            rack: {ann: C A T}
          when:
            - write: a1/C b1/A
          then:
            - grid: |
                CA..
                ....
        records by name:
          given:
            rack: {ann: C A T}
          when:
            - write: {placed: [{tile: C, site: a1}]}
          then:
            - rack: {ann: A T}
        """
    )
    assert failures(game) == []


def test_what_is_not_there_cannot_be_chosen(tiles, failures):
    game = tiles(
        """
        no such tile:
          given:
            rack: {ann: C A T}
          when:
            - lay: Z b1
          then:
            - not over
        an empty square:
          given:
            rack: {ann: C}
          when:
            - drop: [C, C]
          then:
            - not over
        """
    )
    assert failures(game) == [
        ("Z", "There is no tile ‘Z’ to choose."),
        ("C", "There is no tile ‘C’ to choose."),
    ]


def test_undo_and_redo(marks, failures):
    game = marks(
        """
        back and forth:
          when:
            - place: a1
            - place: b1
            - undo
            - expect: b1.mark == none
            - expect: {events: [put]}
            - undo
            - expect: {grid: none}
            - redo
          then:
            - a1.mark == cross
            - to_move == nought
            - placed == 1
        the answers of a bot are taken back with it:
          when:
            - place: a1
            - bot: nought
            - bot: cross
            - undo
            - expect: {grid: none}
            - redo
          then:
            - placed == 3 or over
        a bot alone cannot be taken back:
          when:
            - bot: cross
            - undo
          then:
            - not over
        nothing to undo:
          when:
            - undo
          then:
            - not over
        nothing to redo:
          when:
            - place: a1
            - undo
            - place: b1
            - redo
          then:
            - not over
        """
    )
    assert failures(game) == [
        ("undo", "There is nothing to undo."),
        ("undo", "There is nothing to undo."),
        ("redo", "There is nothing to redo."),
    ]


def test_expect_fails_at_once(marks, failures):
    game = marks(
        """
        in between:
          when:
            - place: a1
            - expect:
                - to_move == nought
                - ended: full
            - place: a1
          then:
            - over
        """
    )
    assert failures(game) == [("full", "The game should have ended by full, but it goes on.")]


def test_a_refusal_may_be_expected_in_between(marks, failures):
    game = marks(
        """
        twice the same:
          when:
            - place: a1
            - place: a1
            - expect: {refused: c, says: That square is taken.}
            - place: b1
          then:
            - b1.mark == nought
        """
    )
    assert failures(game) == []


STOPPING = """\
game: stopping
title: Stopping
players: {a: {title: A}, b: {title: B}}
boards:
  grid: {columns: 4, rows: 1, cell: {owner: player or none}}
actions:
  take:
    choose:
      c: {from: grid, where: it.owner == none, else: Taken.}
    effects:
      - c.owner = me
      - continue: take()
        may_stop: true
end_conditions:
  all_taken:
    when: all(x.owner != none for x in grid)
assist: {undo: {limit: 1}}
acceptance:
  stopping ends the turn:
    when:
      - take: a1
      - expect: to_move == a
      - expect: {legal: {stop: 1, take: 3}}
      - stop
    then:
      - to_move == b
      - assist.undo_left == 1
  there is nothing to stop at first:
    when:
      - stop
    then:
      - refused: continuation
  one undo:
    when:
      - take: a1
      - take: b1
      - undo
      - expect: assist.undo_left == 0
      - undo
    then:
      - not over
"""


def test_stop_and_the_limit_of_undo(failures):
    assert failures(loads(STOPPING)) == [("undo", "You have no undos left: the limit is 1.")]


def test_bots(marks, failures):
    game = marks(
        """
        one move:
          given: {seed: 5}
          when:
            - bot: cross
          then:
            - to_move == nought or over
        not their turn:
          when:
            - bot: nought
          then:
            - over
        to the end:
          when:
            - play: {bot: random, until: end}
          then:
            - over
        until something holds:
          when:
            - play: {bot: random, until: turn_number == 2}
          then:
            - turn_number == 2
        not far enough:
          when:
            - play: {bot: random, until: placed > 100, at_most: 1}
          then:
            - over
        the end comes first:
          when:
            - play:
                bot: random
                until: placed > 100
          then:
            - over
        after the end:
          when:
            - give_up
            - bot: nought
          then:
            - over
        """
    )
    found = failures(game)
    ended = [message for _, message in found if message.startswith("The game ended by")]
    assert len(ended) == 1
    assert ended[0].endswith("before ‘placed > 100’ held.")
    assert [message for _, message in found if message not in ended] == [
        "It is the turn of cross, not of nought.",
        "‘placed > 100’ was not reached in 1 actions.",
        "The game is over; a bot has nothing to do.",
    ]


def test_a_bot_plays_the_same_for_the_same_seed(marks):
    test = """
        {name}:
          given: {{seed: {seed}}}
          when:
            - play: {{bot: random, until: end}}
          then:
            - grid: |
                OOO
                OOO
                OOO
        """
    game = marks(test.format(name="a", seed=3) + test.format(name="b", seed=3))
    first, second = (result.failures[0].pictures for result in run_tests(game))
    assert first == second
