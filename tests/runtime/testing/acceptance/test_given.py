"""Positions: settings, pictures, zones, scripts and steps."""

from interpreter import loads
from runtime.testing import run_tests


def passes(game):
    return [(r.name, [failure.message for failure in r.failures]) for r in run_tests(game) if not r.passed] == []


def test_settings_and_pictures_and_whose_turn_it_is(marks):
    assert passes(
        marks(
            """
            a larger grid:
              given:
                settings: {size: 4, bonus: false}
                to_move: nought
                grid: |
                  X..O
                  ....
                  ....
                  O..X
              when:
                - place: b1
              then:
                - len(grid) == 16
                - score[nought] == 1
                - d4.mark == cross
                - to_move == cross
            """
        )
    )


def test_a_part_of_a_picture_clears_the_rest(marks):
    assert passes(
        marks(
            """
            a corner:
              given:
                grid:
                  at: b2
                  rows: |
                    XO
              then:
                - grid: |
                    ...
                    .XO
                    ...
            none:
              given:
                grid: none
              then:
                - grid: none
            """
        )
    )


def test_steps_come_after_pictures_and_before_the_turn(marks):
    assert passes(
        marks(
            """
            steps:
              given:
                to_move: nought
                do:
                  - a1.mark = opponent
                  - score[me] = 7
                  - placed = 3
                grid: |
                  X..
                  .X.
                  ..X
              then:
                - a1.mark == nought
                - b2.mark == cross
                - score[cross] == 7
                - placed == 3
                - to_move == nought
            """
        )
    )


def test_ends_are_not_tested_after_given(marks):
    assert passes(
        marks(
            """
            a full grid goes on:
              given:
                turn_number: 10
                grid: |
                  XOX
                  XOX
                  OXO
              then:
                - not over
                - turn_number == 10
                - legal: {place: 0, give_up: 1}
            """
        )
    )


def test_zones_replace_what_setup_made(tiles):
    assert passes(
        tiles(
            """
            setup deals one each:
              then:
                - len(rack[ann]) == 1
                - len(rack[bob]) == 1
            one rack:
              given:
                rack: {ann: C A T}
              then:
                - rack: {ann: C A T, bob: '?'}
            no racks:
              given:
                rack: none
                bin: X Y
              then:
                - rack: {ann: none, bob: none}
                - bin: X Y
            """
        )
    )


def test_scripts_speak_of_draws_after_given(tiles):
    assert passes(
        tiles(
            """
            two draws:
              given:
                rack: {ann: C A T, bob: X}
                random: {letters: Q z}
              when:
                - lay: A b1
                - lay: X c1
              then:
                - rack: {ann: C T Q, bob: Z}
                - grid: |
                    .Ax.
                    ....
            """
        )
    )


def test_a_script_that_runs_out_fails_the_test(tiles, failures):
    game = tiles(
        """
        out:
          given:
            rack: {ann: C}
            random: {letters: none}
          when:
            - lay: C b1
          then:
            - not over
        """
    )
    line = next(n for n in range(1, 200) if game.spec.title.source.line(n).strip() == "- lay: C b1")
    ((text, message),) = failures(game)
    assert text.startswith("random: x in alphabet")
    assert message == f"Fault: The script of stream letters has run out. (at line {line} of the test)"


def test_the_seed_decides_the_setup(tiles):
    game = tiles(
        """
        one:
          given: {seed: 1}
          then:
            - rack: {ann: Q, bob: Q}
        again:
          given: {seed: 1}
          then:
            - rack: {ann: Q, bob: Q}
        two:
          given: {seed: 2}
          then:
            - rack: {ann: Q, bob: Q}
        """
    )
    one, again, two = (result.failures[0].values for result in run_tests(game))
    assert one == again
    assert one != two


SIZED = """\
game: sized
title: Sized
players: {a: {title: A}, b: {title: B}}
boards:
  grid:
    cell: {wall: flag}
    legend: {'#': wall}
    start: |
      ..
      ..
turns:
  phases:
    opening:
      actions: [build]
      until: count(x for x in grid if x.wall) > 2
      next: later
      else: Build first.
    later: {actions: [clear]}
actions:
  build:
    choose:
      c: {from: grid, where: not it.wall, else: A wall.}
    effects:
      - c.wall = true
  clear:
    choose:
      c: {from: grid, where: it.wall, else: No wall.}
    effects:
      - c.wall = false
end_conditions:
  bare:
    after: clear
    when: all(not x.wall for x in grid)
acceptance:
  a picture decides the size:
    given:
      grid: |
        #...
        ..-.
    then:
      - len(grid) == 7
      - grid: |
          #...
          ..-.
  a phase can be given:
    given:
      phase: later
      grid: |
        #.
        ..
    when:
      - clear: a1
    then:
      - ended: bare
  otherwise it is the first:
    when:
      - clear: a1
    then:
      - refused: phase
"""


def test_sizes_and_phases():
    assert passes(loads(SIZED))


DRAWN = """\
game: drawn
title: Drawn
types: {colour: [amber, blue]}
entities:
  card: {number: 1..9}
boards:
  grid:
    columns: 3
    rows: 1
    cell: {colour: colour or none}
    legend: {A: amber, B: blue}
zones:
  deck: {holds: card}
actions:
  paint:
    choose:
      c: {from: grid, where: it.colour == none, else: It is painted.}
    effects:
      - random: x in values(colour)
        stream: paints
      - c.colour = x
      - random: s in grid
        stream: places
      - event: looked(at = s)
  mix:
    effects:
      - shuffle: deck
        stream: deck
end_conditions:
  painted:
    when: all(x.colour != none for x in grid)
    won: true
acceptance:
  symbols, words and sites:
    given:
      random: {paints: B amber, places: c1 a1}
    when:
      - paint: a1
      - paint: b1
    then:
      - grid: BA.
      - event: {looked: {at: c1}}
      - event: {looked: {at: a1}}
  pieces:
    given:
      deck: 1 2 2 3
      random: {deck: 2 3 1 2}
    when:
      - mix
    then:
      - deck: 2 3 1 2
  a property of the cells:
    given:
      grid: A..
      grid.colour: blue . blue
    when:
      - paint: a1
    then:
      - refused: c
"""


def test_scripts_in_the_notation_of_what_is_drawn():
    game = loads(DRAWN)
    assert passes(game)


def test_a_fault_in_given_names_its_own_step(marks):
    game = marks(
        """
        one:
          given:
            do:
              - score[me] = 6 // placed
          then:
            - not over
        two:
          given:
            do:
              - placed = 0
              - placed = 6 // placed
          then:
            - not over
        """
    )
    assert not any(result.passed for result in run_tests(game))
    failures = [failure for result in run_tests(game) for failure in result.failures]
    places = [failure.span.text for failure in failures if failure.span is not None]
    assert places == ["score[me] = 6 // placed", "placed = 6 // placed"]
