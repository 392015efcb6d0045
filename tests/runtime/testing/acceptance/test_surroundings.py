"""What tests check about a game besides its rules: other settings, a restart, previews, zones, how the computer
plays."""

from textwrap import dedent, indent

import pytest

from interpreter import Diagnostics, loads
from runtime.testing import check_acceptance, run_tests
from runtime.testing.failures import Value

FERRY = """\
game: ferry
title: Ferry
seed: 4
daily: {level: rough, settings: {skill: high}}
settings:
  load: {default: 2, range: 1..5}
  skill: {default: low, options: [low, high], change: any_time}
levels:
  calm: {load: 2}
  rough: {load: 3}
players:
  ann: {title: Ann, seat: person}
  bob: {title: Bob, seat: computer}
entities: {crate: {weight: 1..9}}
boards:
  quay: {columns: 3, rows: 2, holds: crate}
zones:
  hold: {holds: crate, seen_by: nobody}
  deck: {holds: crate, per: player, seen_by: all}
setup:
  - for: n in 1..load
    do:
      - create: crate(weight = n)
        in: hold
  - create: crate(weight = 9)
    at: a1
  - shuffle: hold
    stream: loading
actions:
  load_one:
    choose:
      c:
        from: pieces(quay)
        where: it.weight > 0
    effects:
      - move: c
        to: deck[me]
  shift:
    choose:
      c: pieces(quay)
      s:
        from: quay
        where: empty(it) and it.row == 1
    effects:
      - move: c
        to: s
end_conditions:
  laden:
    when: len(deck[me]) > 3
ai:
  plays: [bob]
  level: skill
  delay_ms: 300
  limit_ms: 1000
  evaluate: len(deck[me])
  levels:
    low: {bot: random}
    high: {bot: search, depth: 2, think_ms: 900}
assist:
  preview: shift
view:
  zones:
    hold: {when: skill == low, as: counter, label: Below deck}
    deck: {at: right, of: me, label: On deck}
  overlays:
    ready: {text: All aboard., button: Cast off, after: [restart]}
tutorial:
  steps:
    back:
      say: Take it back.
      wait: {used: [undo, hint]}
"""


def ferry(test: str) -> str:
    return FERRY + "acceptance:\n  it:\n" + indent(dedent(test), "    ")


def told(test: str) -> list[tuple[str, tuple[Value, ...]]]:
    """The failures of a test of the ferry."""
    (found,) = run_tests(loads(ferry(test), "ferry.yaml"))
    return [(failure.message, failure.values) for failure in found.failures]


def reported(test: str) -> list[tuple[str, str, str | None]]:
    """The mistakes in a test of the ferry: where, what, and what to write instead."""
    diagnostics = Diagnostics()
    check_acceptance(loads(ferry(test), "ferry.yaml"), diagnostics)
    return [(each.span.text if each.span else "", each.message, each.help) for each in diagnostics.errors]


# Zones


def test_zones_are_shown_as_the_view_says() -> None:
    test = """
        then:
          - zone: {hold: 2, 'deck[ann]': {label: On deck, as: row, at: below}}
          - zone: {hold: {label: Below deck, as: counter, at: right, count: 2, room: none}}
    """
    assert told(test) == [
        (
            "‘at’ of the zone deck[ann] is something else.",
            (Value("expected", "below"), Value("shown", "right")),
        )
    ]


def test_a_zone_may_be_out_of_sight() -> None:
    assert told("then: [zone: {hold: none}]") == [("The zone hold is shown as a counter, ‘Below deck’.", ())]
    assert told("given: {settings: {skill: high}}\nthen: [zone: {hold: none}]") == []
    assert told("given: {settings: {skill: high}}\nthen: [zone: {hold: 2}]") == [("The zone hold is not shown.", ())]


def test_what_can_be_asked_of_zones() -> None:
    assert reported("then: [zone: {hole: 2}]") == [("hole", "There is no zone ‘hole’.", "Did you mean ‘hold’?")]
    assert [each[1] for each in reported("then: [zone: {hold: {size: 2}}]")] == [
        "A zone can be tested for label, as, at, count, room, gaps; write none if it is not shown."
    ]
    assert [each[1] for each in reported("then: [zone: hold]")] == ["zone takes zones with how they are shown."]


# The game of the day


def test_a_test_may_be_about_the_game_of_a_day() -> None:
    assert told("given: {daily: 2026-11-17}\nthen: [load == 3, zone: {hold: none}]") == []


def test_a_day_is_written_by_year_month_and_day() -> None:
    assert reported("given: {daily: today}\nthen: [over]") == [
        ("today", "‘today’ is not a date.", "Write it as in '2026-11-17'.")
    ]


def test_not_every_game_has_a_game_of_the_day() -> None:
    spec = ferry("given: {daily: 2026-11-17}\nthen: [over]").replace("{level: rough, settings: {skill: high}}", "none")
    diagnostics = Diagnostics()
    check_acceptance(loads(spec, "ferry.yaml"), diagnostics)
    assert [each.message for each in diagnostics.errors] == ["This game has no game of the day."]


# Settings and restarting


def test_a_setting_is_changed_during_the_game() -> None:
    test = """
        when:
          - load_one: a1
          - expect: {computer: {plays: bob, bot: random, depth: none, words: all, delay_ms: 300, think_ms: 700}}
          - set: {skill: high}
          - undo
        then:
          - computer: {bot: search, depth: 3, think_ms: 700, value: 0}
          - len(pieces(quay)) == 1
          - zone: {hold: none}
    """
    assert told(test) == [("The computer has another depth.", (Value("expected", "3"), Value("found", "2")))]


def test_only_settings_that_no_rule_reads_can_be_changed() -> None:
    assert reported("when: [set: {load: 3}]\nthen: [over]") == [
        ("load", "The setting load cannot be changed during a game.", "Set it under given: settings:.")
    ]
    assert [each[1] for each in reported("when: [set: {skil: high}]\nthen: [over]")] == ["There is no setting ‘skil’."]
    assert [each[1] for each in reported("when: [set: {skill: best}]\nthen: [over]")] == [
        "skill takes one of low, high, not best."
    ]
    assert [each[1] for each in reported("when: [set: skill]\nthen: [over]")] == [
        "set takes settings with their new values."
    ]


def test_what_settings_may_be() -> None:
    assert told("then: [settings: {load: 1..5, skill: [low, high]}]") == []
    assert told("then: [settings: {load: 1..9, skill: [low, middle, high]}]") == [
        ("The setting load takes something else.", (Value("expected", "1..9"), Value("takes", "1..5"))),
        (
            "The setting skill takes something else.",
            (Value("expected", "low, middle, high"), Value("takes", "low, high")),
        ),
    ]


def test_what_cannot_be_asked_of_settings() -> None:
    assert reported("then: [settings: {lode: 1..5}]") == [
        ("lode", "There is no setting ‘lode’.", "Take load or skill.")
    ]
    assert [each[1] for each in reported("then: [settings: load]")] == [
        "settings takes settings with the range or the options that they have."
    ]


def test_what_cannot_be_asked_of_the_computer() -> None:
    assert [each[1] for each in reported("then: [computer: {deep: 3}]")] == [
        "The computer cannot be tested for ‘deep’. "
        "There are plays, bot, depth, slack, words, delay_ms, think_ms, value."
    ]
    assert [each[1] for each in reported("then: [computer: search]")] == [
        "computer takes {plays, bot, depth, slack, words, delay_ms, think_ms, value}."
    ]
    assert reported("then: [computer: {bot: [search, random]}]") == [
        ("[search, random]", "‘bot’ takes a single value here.", "Write bot: and the value.")
    ]
    assert reported("then: [computer: {plays: {bob: true}}]") == [
        ("{bob: true}", "‘plays’ takes a player or a list of players here.", "Write plays: [red, blue].")
    ]


def test_whom_the_computer_plays_may_be_a_list() -> None:
    assert told("then: [computer: {plays: [bob]}]") == []
    assert told("then: [computer: {plays: [bob, ann]}]") == [
        ("The computer plays somebody else.", (Value("expected", "bob ann"), Value("found", "bob")))
    ]
    assert told("then: [computer: {plays: []}]") == [
        ("The computer plays somebody else.", (Value("expected", "none"), Value("found", "bob")))
    ]
    both = ferry("then: [computer: {plays: [bob, ann]}, computer: {plays: ann bob}]").replace("person}", "computer}")
    [result] = run_tests(loads(both.replace("plays: [bob]\n", "plays: [ann, bob]\n"), "ferry.yaml"))
    assert result.failures == ()


def test_the_computer_thinks_until_something_is_done() -> None:
    test = """
        when:
          - shift: a1 b1
          - expect: {status: 'Bob to move.'}
          - think
          - expect:
              - status: Bob is thinking …
          - bot: bob
        then:
          - status: Ann to move.
    """
    assert told(test) == []


def test_restart_goes_back_to_the_position_of_the_test() -> None:
    test = """
        given: {quay: {at: b2, rows: 5}}
        when:
          - hint
          - load_one: b2
          - restart
          - expect:
              - card: ready
              - b2.crate.weight == 5
              - to_move == ann
          - click: Cast off
        then:
          - card: none
          - unchanged: [quay, deck]
          - button: {undo: {disabled: There is nothing to undo.}}
    """
    assert told(test) == []


def test_the_card_comes_back_only_after_the_buttons_that_it_names() -> None:
    spec = ferry("when: [load_one: a1, restart]\nthen: [card: none]").replace("[restart]}", "[new_game]}")
    assert all(result.passed for result in run_tests(loads(spec, "ferry.yaml")))
    spec = ferry("when: [load_one: a1, restart]\nthen: [card: ready]").replace(", after: [restart]}", "}")
    assert all(result.passed for result in run_tests(loads(spec, "ferry.yaml")))


# What the pointer shows


def test_what_would_come_is_shown_under_the_pointer() -> None:
    test = """
        when:
          - click: shift
          - click: a1
          - expect: {targets: [b1, c1]}
          - hover: b1
        then:
          - preview:
              - a1.crate == none
              - b1.crate.weight == 8
          - unchanged: quay
    """
    assert told(test) == [("This does not hold.", (Value("b1.crate.weight", "9"), Value("b1.crate", "crate b1")))]


@pytest.mark.parametrize("spot", ["b2", "a1"])
def test_nothing_is_shown_of_what_is_no_move(spot: str) -> None:
    before = f"when: [click: shift, click: a1, hover: {spot}]\n"
    assert told(f"{before}then: [preview: none]") == []
    assert told(f"{before}then: [preview: [to_move == ann]]") == [("No preview of a move is shown.", ())]


def test_a_move_that_is_shown_is_not_nothing() -> None:
    test = "when: [click: shift, click: a1, hover: c1]\nthen: [preview: none]"
    assert told(test) == [("A preview of a move is shown.", ())]


def test_what_can_be_chosen_is_lit() -> None:
    assert told("then: [targets: [a1]]") == []
    assert told("then: [targets: none]") == [
        ("Something else can be chosen.", (Value("expected", "none"), Value("lit", "a1")))
    ]


PLOTS = """
game: plots
title: Plots
boards:
  left: {columns: 2, rows: 1, cell: {sown: flag}}
  right: {columns: 2, rows: 1, cell: {sown: flag}}
actions:
  sow:
    choose:
      s: {from: left + right, where: not it.sown, else: Something grows there.}
    effects: [s.sown = true]
end_conditions:
  full: {when: all(s.sown for s in right), won: true}
acceptance:
  one:
    given: {do: ['list(FIRST).sown = true']}
    then: [targets: [WANTED]]
"""


@pytest.mark.parametrize(
    ("sown", "wanted", "passes"),
    [
        ("left.a1, left.b1", "a1, b1", True),
        ("left.a1, left.b1", "right.a1, b1", True),
        ("left.a1, left.b1", "left.a1, b1", False),
        ("left.a1, right.b1", "right.a1, left.b1", True),
        ("left.a1, right.b1", "a1, b1", True),
        ("left.a1, left.a1", "a1, b1, right.b1", False),
        ("left.a1, left.a1", "a1, left.b1, right.b1", True),
    ],
)
def test_lit_sites_need_their_board_only_where_two_have_the_same_name(sown: str, wanted: str, passes: bool) -> None:
    spec = PLOTS.replace("FIRST", sown).replace("WANTED", wanted)
    assert [result.passed for result in run_tests(loads(spec, "plots.yaml"))] == [passes]


# Lessons that wait for help


def test_a_lesson_waits_for_all_the_help_that_it_names() -> None:
    test = """
        when:
          - load_one: a1
          - undo
          - expect: {lesson: {back: {done: false}}}
          - hint
        then:
          - lesson: {back: {done: true}}
    """
    assert told(test) == []
