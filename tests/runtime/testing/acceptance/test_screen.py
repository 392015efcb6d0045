"""What tests see of the screen: looks, panels, the status line, buttons and cards."""

import pytest

from interpreter import loads
from runtime.testing import run_tests
from runtime.testing.failures import Value

LAMPS = """\
game: lamps
title: Lamps
about: Light them all.
players:
  ann: {title: Ann}
  bob: {title: Bob, seat: computer}
types: {hue: [rosy, green]}
entities: {bulb: {watts: 1..9, owner: player or none}}
boards:
  grid: {columns: 3, rows: 2, holds: bulb, legend: {a: {owner: ann, watts: 5}, b: {owner: bob, watts: 3}}}
zones:
  box: {holds: bulb, per: player, size: 4}
state:
  score: {per: player, start: 0}
  tint: {is: hue, start: green}
setup:
  - create: bulb(owner = ann, watts = 7)
    in: box[ann]
actions:
  light:
    choose:
      c:
        from: grid
        where: empty(it)
        else: There is a bulb.
    effects:
      - create: bulb(owner = me, watts = 5)
        at: c
      - score[me] += 2
  screw:
    title: Screw in
    choose:
      bulbs:
        many: 2..3
        from: box[me]
    validate:
      strong:
        check: sum(b.watts for b in bulbs) > 15
        else: That is too dim.
    effects:
      - remove: bulbs
  rest:
    confirm: Rest, {me.title}?
    validate:
      lit:
        check: score[me] > 0
        else: Light something first.
    effects:
      - score[me] -= 1
end_conditions:
  bright:
    when: score[me] >= 4
    winner: me
    say: It is bright.
view:
  colours: {ann: '#336699', bob: amber}
  pieces: {bulb: {face: it.watts, corner: it.owner}}
  boards:
    grid:
      cells:
        - {when: it.row == 1, colour: sand}
      looks:
        - when: chosen(it)
          colour: highlight
        - when: it.owner == ann
          shape: disc
          colour: it.owner
          pattern: it.owner
          icon: star
        - {when: it.watts == 3, show: false}
      marks:
        - {at: b2, icon: dot}
        - {at: c2, text: 'No {it.column}'}
  zones: {box: {of: me}}
  panels:
    Score: score[me]
    Tint: tint
    Chosen: len(draft.screw.bulbs)
  status:
    - when: score[me] == 0
      say: Light a lamp.
    - say: 'Go on, {me}.'
  buttons: [rest, screw, undo, redo]
  menu: [rules]
  overlays:
    result: {win: 'You did it, {score[ann]} to {score[bob]}.'}
acceptance:
"""

RIGHT = """
  looks:
    given:
      grid: |
        a.b
        ...
    then:
      - looks: {a1: ann, a2: none, b1: sand, c1: {show: false, face: 3}}
      - looks: {a1: '#336699'}
      - looks: {a1: {colour: ann, shape: disc, icon: star, pattern: 1, show: true, face: 5, corner: Ann, ground: sand}}
      - looks: {b2: {mark: dot, ground: none, colour: none, face: none}, a1: {mark: none, hidden: false}}
      - looks: {7: {shape: disc, face: 7}}
  beside:
    when:
      - light: a1
    then:
      - panel: {Score: 2, Tint: green, Chosen: 0}
      - status: Go on, Ann.
      - button: {undo: enabled, rest: {disabled: It is not your turn.}, rules: enabled}
      - overlay: {result: none, intro: Light them all.}
      - buttons: [rest, screw, undo, redo]
      - menu: [rules]
      - log: 'Ann: light a1'
  disabled:
    then:
      - status: Light a lamp.
      - button: {undo: disabled, rest: disabled, screw: disabled}
      - button: {rest: {asks: 'Rest, Ann?'}, undo: {asks: none}}
      - log: none
      - button: {rest: {disabled: Light something first.}, undo: {disabled: There is nothing to undo.}}
  a list that is submitted:
    given: {box: {ann: 9 8 1}}
    when:
      - click: 9
      - expect: {button: {screw: disabled}, panel: {Chosen: 1}}
      - click: 1
      - expect:
          - button: {screw: {disabled: That is too dim.}}
          - looks: {1: {face: 1}}
      - click: 8
    then:
      - button: {screw: enabled, rules: {title: Rules}}
      - button: {screw: {title: Screw in}, rest: {title: Rest, disabled: Light something first.}}
  the end:
    given: {do: ['score[ann] = 3']}
    when:
      - light: a1
    then:
      - overlay: {result: 'You did it, 5 to 0. It is bright.', stuck: none}
      - overlay: {result: {title: You win, buttons: [restart, new_game]}}
      - status: You have won. It is bright.
      - button: {rest: {disabled: The game is over.}}
"""


def test_what_is_shown_can_be_asserted() -> None:
    results = run_tests(loads(LAMPS + RIGHT))
    assert [(result.name, failure.message, failure.values) for result in results for failure in result.failures] == []
    assert len(results) == 5


WRONG = """
  wrong:
    given:
      grid: |
        a..
        ...
    then:
      - %s
"""


@pytest.mark.parametrize(
    ("check", "text", "message", "expected", "shown"),
    [
        ("looks: {a1: bob}", "bob", "a1 looks different.", "colour bob", "colour ann (#336699)"),
        ("looks: {a1: none}", "none", "a1 looks different.", "colour none", "colour ann (#336699)"),
        ("looks: {b2: red}", "red", "b2 looks different.", "colour red", "colour none"),
        ("looks: {b1: red}", "red", "b1 looks different.", "colour red", "colour sand"),
        (
            "looks: {a1: {shape: ring, icon: star, face: 6}}",
            "ring",
            "a1 looks different.",
            "shape ring, face 6",
            "shape disc, face 5",
        ),
        ("looks: {b2: {mark: star}}", "star", "b2 looks different.", "mark star", "mark dot"),
        ("looks: {c2: {mark_text: No 2}}", "No 2", "c2 looks different.", "mark_text No 2", "mark_text No 3"),
        ("panel: {Score: 3}", "3", "The panel Score shows something else.", "3", "0"),
        (
            "status: Light it.",
            "Light it.",
            "The status line says something else.",
            "“Light it.”",
            "“Light a lamp.”",
        ),
        ("status: none", "none", "The status line says something else.", "nothing", "“Light a lamp.”"),
        (
            "button: {rest: enabled}",
            "enabled",
            "The button rest should be enabled.",
            "enabled",
            "disabled: “Light something first.”",
        ),
        ("button: {rules: disabled}", "disabled", "The button rules should be disabled.", "disabled", "enabled"),
        (
            "button: {rest: {disabled: No.}}",
            "No.",
            "The button rest is disabled for another reason.",
            "“No.”",
            "“Light something first.”",
        ),
        (
            "button: {screw: {title: Screw}}",
            "Screw",
            "The button screw says something else.",
            "“Screw”",
            "“Screw in”",
        ),
        (
            "button: {rest: {asks: Rest?}}",
            "Rest?",
            "The button rest asks something else first.",
            "“Rest?”",
            "“Rest, Ann?”",
        ),
        (
            "buttons: [rest, undo]",
            "[rest, undo]",
            "The buttons are something else.",
            "rest / undo",
            "rest / screw / undo / redo",
        ),
        ("menu: none", "none", "The menu offers something else.", "nothing", "rules"),
        ("log: Lit.", "Lit.", "The log says something else.", "Lit.", "nothing"),
        (
            "overlay: {intro: {buttons: [restart]}}",
            "[restart]",
            "The card intro offers something else.",
            "restart",
            "rules",
        ),
        ("overlay: {result: Won.}", "Won.", "The card result is not as expected.", "Won.", "no such card"),
        ("overlay: {intro: none}", "none", "The card intro is not as expected.", "none", "“Light them all.”"),
        (
            "overlay: {intro: {title: Lamp}}",
            "Lamp",
            "The card intro says something else.",
            "“Lamp”",
            "“Lamps”",
        ),
    ],
)
def test_a_failure_says_what_was_expected_and_what_is_shown(
    check: str, text: str, message: str, expected: str, shown: str
) -> None:
    [result] = run_tests(loads(LAMPS + WRONG % check))
    [failure] = result.failures
    assert failure.span is not None
    assert (failure.span.text, failure.message) == (text, message)
    assert failure.values == (Value("expected", expected), Value("shown", shown))


def test_what_is_not_shown_at_all_is_said() -> None:
    test = "  wrong:\n    given: {to_move: bob, box: {bob: 4}}\n    then: [looks: {4: red}, button: {stop: enabled}]\n"
    [result] = run_tests(loads(LAMPS + test))
    messages = [failure.message for failure in result.failures]
    assert messages == ["4 is not visible.", "The button stop is not there now."]


@pytest.mark.parametrize(
    ("check", "text", "message", "help"),
    [
        ("looks: red", "red", "looks takes sites with their colours.", "Write {a1: orange}."),
        ("looks: {a9: red}", "a9", "There is nothing called ‘a9’ to look at.", "Did you mean ‘a1’?"),
        ("looks: {a1: rde}", "rde", "‘rde’ is not a colour of this game.", "Did you mean ‘red’?"),
        ("looks: {a1: {hape: disc}}", "hape", None, "Did you mean ‘shape’?"),
        ("looks: {a1: {shape: disk}}", "disk", "‘disk’ is not a valid shape.", "Did you mean ‘disc’?"),
        (
            "looks: {a1: {icon: zebra}}",
            "zebra",
            "‘zebra’ is not a valid icon.",
            "There are star, dot, cross, crown, flag, lock, arrow, ring, square, diamond, triangle, mine, king, queen, "
            "rook, bishop and others.",
        ),
        ("looks: {a1: [red]}", "[red]", None, "Write {colour: …, face: …}."),
        ("looks: {a1: {colour: [red]}}", "[red]", "colour takes a word.", "Write colour: and one word."),
        ("panel: {Scor: 3}", "Scor", "There is no panel ‘Scor’.", "Did you mean ‘Score’?"),
        ("panel: {Money: 3}", "Money", "There is no panel ‘Money’.", "Take Score, Tint or Chosen."),
        ("panel: Score", "Score", "panel takes names with their texts.", "Write {Score: 5}."),
        ("status: [a]", "[a]", "status takes a text.", "Write status: and the text on one line."),
        ("button: {rset: enabled}", "rset", "There is no button ‘rset’.", "Did you mean ‘rest’?"),
        (
            "button: {light: enabled}",
            "light",
            "There is no button ‘light’.",
            "Take rest, screw, undo, redo, rules or stop.",
        ),
        (
            "button: {rest: maybe}",
            "maybe",
            "A button is enabled, disabled, {disabled: what the player is told}, {title: what it says}, "
            "or {asks: what it asks first}.",
            "Write rest: enabled, or one of the others.",
        ),
        (
            "button: rest",
            "rest",
            "button takes buttons, each enabled or disabled.",
            "Write {play: disabled}.",
        ),
        ("overlay: {resul: Won.}", "resul", "There is no card ‘resul’.", "Did you mean ‘result’?"),
        (
            "overlay: {result: {txt: Won.}}",
            "{txt: Won.}",
            "A card takes its text, none, or {title, text, buttons, lists, totals}.",
            "Write result: {title: …}.",
        ),
    ],
)
def test_mistakes_are_pointed_at(problems, check: str, text: str, message: str | None, help: str | None) -> None:
    [(found, said, hint)] = problems(loads(LAMPS + WRONG % check))
    assert (found, hint) == (text, help)
    assert message is None or said == message


def test_without_a_view_panels_and_buttons_have_their_usual_names() -> None:
    start, end = LAMPS.index("view:"), LAMPS.index("acceptance:")
    plain = LAMPS[:start] + LAMPS[end:]
    test = """
  plain:
    given:
      grid: |
        a..
        ...
    then:
      - panel: {'Score, Ann': 0, 'Score, Bob': 0}
      - status: Ann to move.
      - button: {rest: disabled, screw: disabled, undo: disabled, restart: disabled}
      - looks: {a1: {colour: ann, shape: tile, face: 5}}
"""
    [result] = run_tests(loads(plain + test))
    assert [(failure.message, failure.values) for failure in result.failures] == []


SEAS = """\
game: seas
title: Seas
players:
  ann: {title: Ann}
  bob: {title: Bob, seat: computer}
boards:
  sea:
    per: player
    columns: 2
    rows: 1
    cell:
      ship:
        is: flag
        seen_if: it in sea[me] or it.shot
      shot: flag
actions:
  fire:
    choose:
      c: sea[opponent]
    effects:
      - c.shot = true
end_conditions:
  never: {when: turn_number > 99, winner: none}
view:
  boards:
    sea:
      cells:
        - {shape: square, colour: teal}
      looks:
        - when: it.shot
          shape: disc
          colour: red
        - show: false
      marks:
        - at: list(x for x in sea[me])
          text: '{it.column}'
acceptance:
  hidden squares:
    when:
      - fire: sea[bob].a1
    then:
      - looks:
          sea[bob].a1: {colour: red, hidden: false, mark_text: none}
          sea[bob].b1: {colour: teal, hidden: true, show: false}
          sea[ann].b1: {colour: teal, hidden: false, mark_text: 2}
"""


def test_a_square_of_which_something_is_hidden_says_so_and_where_nothing_is_drawn_its_ground_is_seen() -> None:
    [result] = run_tests(loads(SEAS, "seas.yaml"))
    assert result.failures == ()


def test_asking_for_the_other_way_round_fails() -> None:
    [result] = run_tests(loads(SEAS.replace("hidden: true, show: false", "hidden: false, show: true"), "seas.yaml"))
    assert [failure.values for failure in result.failures] == [
        (Value("expected", "hidden false, show true"), Value("shown", "hidden true, show false"))
    ]
