"""Reports of failed tests, word for word."""

from interpreter import loads
from runtime.testing import result_text, run_tests
from runtime.testing.report import failures_text


def report(game):
    (result,) = run_tests(game)
    return result_text(result)


def lines(game, *fragments):
    """The numbers of the lines that hold these fragments."""
    text = game.spec.title.source.text.split("\n")
    return [next(n for n, line in enumerate(text, start=1) if fragment in line) for fragment in fragments]


def test_a_failed_test(marks):
    game = marks(
        """
        a line of three:
          given:
            grid: |
              XX.
              OO.
              ...
          when:
            - place: c2
          then:
            - winner == cross
            - placed > score[cross] + 1
            - grid: |
                XXX
                ?O?
                ...
        """
    )
    where, check, line, full, first, second, third = lines(
        game, "it.mark ==", "c != b2", "any(len", "all(x.mark", "- winner", "- placed >", "- grid: |"
    )
    assert report(game).split("\n") == [
        "FAILED: a line of three",
        f"  game.yaml:{first}: This does not hold.",
        f"    {first} | - winner == cross",
        "    winner = none",
        f"  game.yaml:{second}: This does not hold.",
        f"    {second} | - placed > score[cross] + 1",
        "    placed           = 1",
        "    score[cross] + 1 = 3",
        "    score[cross]     = 2",
        f"  game.yaml:{third}: grid differs: c1 is ., not X.",
        f"    {third} | - grid: |",
        "    expected     actual",
        "    XXX       ≠  XX.",
        "    ?O?          OOX",
        "    ...          ...",
        "  the last action tested:",
        f"    {where}: it.mark == none → true",
        f"    {check}: c != b2 or turn_number > 1 → true",
        f"    {line}: any(len(span(c, x for x in line(c, a) while x.mark == me)) == 3 for a in axes(grid)) → false",
        f"    {full}: all(x.mark != none for x in grid) → false",
    ]


def test_the_rules_that_a_failed_test_covers_are_told() -> None:
    spec = """\
game: pot
title: Pot
boards: {grid: {columns: 1, rows: 1}}
actions: {stir: {effects: [again]}}
end_conditions: {done: {when: turn_number > 9}}
rules:
  P-1: Stir it.
  P-2: >-
    It is never
    done.
acceptance:
  it:
    covers: [P-2, P-1]
    then:
      - over
"""
    [result] = run_tests(loads(spec, "pot.yaml"))
    assert result_text(result).split("\n") == [
        "FAILED: it",
        "  rule P-2: It is never done.",
        "  rule P-1: Stir it.",
        "  pot.yaml:15: This does not hold.",
        "    15 | - over",
        "    over = false",
    ]


def test_a_refused_test(marks):
    game = marks(
        """
        the middle:
          when:
            - place: b2
          then:
            - not over
        """
    )
    where, check, place = lines(game, "it.mark ==", "c != b2", "- place: b2")
    assert report(game).split("\n") == [
        "FAILED: the middle",
        f"  game.yaml:{place}: The action was refused by not_in_the_middle: “Not b2 in the first turn.”",
        f"    {place} | - place: b2",
        "  the last action tested:",
        f"    {where}: it.mark == none → true",
        f"    {check}: c != b2 or turn_number > 1 → false",
    ]


def test_a_test_with_a_mistake(marks):
    game = marks(
        """
        misspelt:
          then:
            - ended: ful
        """
    )
    (number,) = lines(game, "- ended: ful")
    blank = " " * len(str(number))
    assert report(game).split("\n") == [
        "FAILED: misspelt",
        f"  game.yaml:{number}:16: error: There is no end condition ful. [unknown-end]",
        f"    {number} |       - ended: ful",
        f"    {blank} |                ^^^",
        "    help: Did you mean ‘full’?",
    ]


def test_a_passed_test(tiles):
    game = tiles(
        """
        fine:
          then:
            - not over
        """
    )
    assert report(game) == "passed: fine"


def test_what_a_bot_did_is_told(marks):
    game = marks(
        """
        the last square:
          given:
            grid: |
              XOX
              XOO
              OX.
          when:
            - play: {bot: random, until: over}
          then:
            - not over
        """
    )
    text = report(game).split("\n")
    assert "    ended by = full" in text
    assert "  the computer did: place c3" in text


FAULTY = """
game: faulty
title: Faulty
state: {pot: 0}
setup:
  - pot = 6 // pot
actions:
  wait:
    effects:
      - pot += 1
end_conditions:
  done: {when: pot == 9, won: true}
acceptance:
  first: {then: [pot == 0]}
  second: {then: [pot == 0]}
"""


def test_a_fault_of_the_setup_is_told_once() -> None:
    text = FAULTY.replace("state:", "boards: {grid: {columns: 1, rows: 1, cell: {lit: flag}}}\nstate:")
    told = failures_text(run_tests(loads(text, "faulty.yaml")))
    assert [each.split("\n")[0] for each in told] == ["FAILED: first", "FAILED: second"]
    assert "This divides by zero." in told[0]
    assert told[1] == "FAILED: second\n  with the same fault as ‘first’"


def test_of_a_long_list_only_the_beginning_is_told(marks):
    game = marks(
        """
        too long:
          then:
            - len(list(x for x in grid for y in grid)) == 0
        """
    )
    lines = result_text(run_tests(game)[0]).splitlines()
    listed = next(line for line in lines if "list(x for x in grid for y in grid) " in line)
    assert listed.endswith(", … 81 in all")
    assert listed.count(", ") == 12


def test_a_define_is_told_by_its_call(marks):
    spec = marks("none: {then: [over]}").spec.title.source.text
    text = spec[: spec.index("acceptance:")].replace(
        "actions:", "define:\n  left_to(player p): 9 - score[p]\n  whole: len(grid)\n\nactions:", 1
    )
    text += """acceptance:
  it:
    then:
      - left_to(cross) + whole == 3
      - all(left_to(p) == 8 for p in players)
"""
    (result,) = run_tests(loads(text, "game.yaml"))
    assert [[(value.source, value.value) for value in failure.values] for failure in result.failures] == [
        [("left_to(cross) + whole", "18"), ("left_to(cross)", "9"), ("whole", "9")],
        [
            ("all(left_to(p) == 8 for p in players)", "false"),
            ("fails first for", "cross"),
            ("left_to(p) there", "9"),
        ],
    ]
