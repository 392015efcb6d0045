"""Running tests from end to end."""

from interpreter import load
from runtime.testing import run_tests, runner, summary


def test_results_carry_name_covers_and_place(marks):
    game = marks(
        """
        a line wins:
          covers: [R-1, R-2]
          given:
            grid: |
              XX.
              OO.
              ...
          when:
            - place: c1
          then:
            - ended: three_in_line
            - winner == cross
            - says: A line of three.
            - event: {put: {site: c1, by: cross, number: 1}}
            - events: [put, ended]
            - grid: |
                XXX
                ?O.
                ...
        """
    )
    (result,) = run_tests(game)
    assert result.passed
    assert (result.name, result.covers, result.failures, result.trace) == (
        "a line wins",
        ("R-1", "R-2"),
        (),
        (),
    )
    assert result.span.source.line(result.span.line) == "  a line wins:"
    assert 0 < result.seconds < 10


def test_only_named_tests_run(marks):
    game = marks(
        """
        one:
          then:
            - over
        two:
          then:
            - not over
        """
    )
    assert [(result.name, result.passed) for result in run_tests(game)] == [("one", False), ("two", True)]
    assert [result.name for result in run_tests(game, only=["two"])] == ["two"]
    assert summary(run_tests(game)) == "1 failed, 1 passed"
    assert summary(run_tests(game, only=["two"])) == "1 passed"


PARENT = """\
game: base
title: Base
settings:
  goal: {default: 2, range: 1..9}
boards:
  grid: {columns: 3, rows: 1, cell: {lit: flag}, legend: {O: lit}}
state:
  done: {start: 0}
actions:
  light:
    choose:
      c: {from: grid, where: not it.lit, else: It burns.}
    effects:
      - c.lit = true
      - done += 1
end_conditions:
  reached: {when: done == goal, won: true}
acceptance:
  two are enough:
    when:
      - light: a1
      - light: b1
    then:
      - ended: reached
  one is not:
    when:
      - light: a1
    then:
      - not over
"""

VARIANT = """\
game: longer
title: Longer
extends: base
settings:
  goal: 3
acceptance:
  two are enough:
    when:
      - light: a1
      - light: b1
      - light: c1
"""


def test_a_variant_runs_the_tests_of_its_parent(tmp_path):
    (tmp_path / "base.yaml").write_text(PARENT)
    (tmp_path / "longer.yaml").write_text(VARIANT)
    results = run_tests(load(tmp_path / "longer.yaml"))
    assert [(result.name, result.passed) for result in results] == [
        ("two are enough", True),
        ("one is not", True),
    ]


def test_a_test_with_mistakes_fails_with_them(marks, outcome):
    result = outcome(
        marks(
            """
            wrong:
              when:
                - plaec: a1
              then:
                - not ovr
            """
        )
    )
    assert [failure.message for failure in result.failures] == [
        "There is no action plaec.",
        "There is nothing called ‘ovr’ here.",
    ]


def test_a_fault_fails_the_test_and_names_the_step(marks, failures):
    game = marks(
        """
        dividing by nothing:
          given:
            settings: {dividing: true}
          when:
            - split: 2
            - split: 0
          then:
            - not over
        """
    )
    (text, message), *others = failures(game)
    assert others == []
    assert text == "score[me] = 6 // n"
    line = next(n for n in range(1, 200) if game.spec.title.source.line(n).strip() == "- split: 0")
    assert message == f"Fault: This divides by zero. (at line {line} of the test)"


def test_a_refusal_before_the_last_action_fails_the_test(marks, failures):
    game = marks(
        """
        taken:
          when:
            - place: a1
            - place: a1
            - place: a2
          then:
            - not over
        """
    )
    assert failures(game) == [("place: a1", "The action was refused by c: “That square is taken.”")]


def test_a_refusal_that_nobody_expects_fails_the_test(marks, failures):
    game = marks(
        """
        taken:
          when:
            - place: a1
            - place: a1
          then:
            - to_move == nought
        """
    )
    assert failures(game) == [("place: a1", "The action was refused by c: “That square is taken.”")]


def test_an_action_after_the_end_is_not_reached(marks, failures):
    game = marks(
        """
        given up:
          when:
            - give_up
            - place: a1
            - place: b1
          then:
            - over
        """
    )
    assert failures(game) == [("place: a1", "place cannot be reached: the game ended by given_up before it.")]


def test_an_action_that_should_be_refused_after_the_end(marks, failures):
    game = marks(
        """
        given up:
          when:
            - give_up
            - place: a1
          then:
            - refused: c
        """
    )
    message = "The action should have been refused by c, but the game had ended by given_up before it."
    assert failures(game) == [("c", message)]


def test_a_mistake_of_the_engine_in_one_test_leaves_the_others_alone(marks, failures, monkeypatch):
    game = marks(
        """
        broken:
          then:
            - over
        whole:
          when:
            - place: a1
          then:
            - to_move == nought
        """
    )
    planned = runner.plan_test

    def breaking(game, name, test, diagnostics):
        if name == "broken":
            raise IndexError("out of range")
        return planned(game, name, test, diagnostics)

    monkeypatch.setattr(runner, "plan_test", breaking)
    results = runner.run_tests(game)
    assert [result.passed for result in results] == [False, True]
    assert (
        results[0]
        .failures[0]
        .message.startswith(
            "This is a mistake in Tilewright, not in the spec (IndexError: out of range). Please report it with "
        )
    )
