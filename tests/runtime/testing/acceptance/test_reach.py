"""What tests reach, and what none of them reaches."""

from interpreter import Game, loads
from runtime.testing.reach import gaps, reached_by
from runtime.testing.runner import run_tests

LADDER = """\
game: ladder
title: Ladder
settings:
  steep: {default: false}
  side: {default: left, options: [left, right]}
  height: {default: 3, range: 1..9}
boards: {steps: {columns: 1, rows: 9}}
state: {at: 0, rests: 0}
actions:
  climb:
    choose:
      n: {from: 1..3}
    validate:
      not_too_far:
        check: at + n <= height
        else: The ladder ends there.
    effects:
      - at += n
      - if: steep
        then: [rests = 0]
  rest:
    effects: [rests += 1]
end_conditions:
  top: {when: at == height, won: true}
  asleep: {when: rests == 5, won: false}
acceptance:
"""
ONE = """\
  one step:
    when:
      - climb: 1
    then:
      - at == 1
"""
OTHERS = """\
  too far:
    given:
      settings: {steep: true, side: right}
    when:
      - climb: 2
      - climb: 2
    then:
      - refused: not_too_far
  the top:
    when:
      - climb: 3
    then:
      - ended: top
  asleep:
    when:
      - rest
      - rest
      - rest
      - rest
      - rest
    then:
      - ended: asleep
"""


def missing(game: Game) -> list[tuple[int, str]]:
    return [(gap.span.line, gap.text) for gap in gaps(game, reached_by(run_tests(game)))]


def test_what_no_test_reaches_is_told_with_its_line() -> None:
    assert missing(loads(LADDER + ONE)) == [
        (4, "no test has steep: true"),
        (5, "no test has side: right"),
        (14, "the check not_too_far of climb never refuses"),
        (21, "the action rest is never done"),
        (24, "no game ends by top"),
        (24, "‘at == height’ is never true"),
        (25, "no game ends by asleep"),
        (25, "‘rests == 5’ is never true"),
    ]


def test_when_everything_is_reached_nothing_is_missing() -> None:
    game = loads(LADDER + ONE + OTHERS)
    assert [result.failures for result in run_tests(game)] == [()] * 4
    assert missing(game) == []


FOLDED = """\
game: steps
title: Steps
settings:
  steep: {default: false}
boards: {steps: {columns: 1, rows: 9}}
state: {at: 0}
setup:
  - if: steep
    then: [at = 1]
  - if: at == 0
    then: [at = 2]
actions:
  climb:
    effects: [at += 1]
end_conditions:
  top:
    when: at == 4 and (not steep or at > 0)
acceptance:
"""
CLIMBED = """\
  the top:
    given:
      do:
        - if: at == 99
          then: [at = 0]
    when: [climb, climb]
    then: [ended: top]
"""
STEEP = """\
  steep:
    given: {settings: {steep: true}}
    then: [at == 1]
"""


def test_what_settings_leave_of_a_condition_counts_for_the_whole() -> None:
    assert missing(loads(FOLDED + CLIMBED + STEEP)) == []


def test_what_setup_tests_counts_and_what_a_test_does_itself_does_not() -> None:
    assert missing(loads(FOLDED + CLIMBED)) == [(4, "no test has steep: true"), (10, "‘at == 0’ is never false")]


def test_settings_that_are_changed_during_a_game_count() -> None:
    text = FOLDED.replace("boards:", "  calm: {default: true, change: any_time}\nboards:", 1)
    changed = "  calm:\n    when: [set: {calm: false}]\n    then: [not over]\n"
    assert missing(loads(text + CLIMBED + STEEP)) == [(5, "no test has calm: false")]
    assert missing(loads(text + CLIMBED + STEEP + changed)) == []
