"""Tests that act as a hand would, and look at what has been chosen so far."""

import pytest

from interpreter import Diagnostics, load, loads
from runtime.session.hand import KEYS
from runtime.testing import check_acceptance, run_tests


def test_clicks_keys_and_buttons(marks, tiles, failures):
    assert (
        failures(
            marks(
                """
            a click places:
              when:
                - click: a1
                - click: grid.b1
              then:
                - grid: |
                    XO.
                    ...
                    ...
                - draft: none
            a click that is refused:
              given:
                grid: |
                  X..
                  ...
                  ...
              when:
                - click: a1
              then:
                - refused: c
                - says: That square is taken.
                - unchanged: grid
            a click that a check refuses:
              when:
                - click: b2
              then:
                - refused: not_in_the_middle
                - shows: b1 a2 c2 b3
            the keyboard points and clicks:
              when:
                - key: Right
                - key: Right
                - key: Down
                - key: Down
                - key: Space
              then:
                - b3.mark == cross
            a button:
              when:
                - click: give_up
              then:
                - ended: given_up
            """
            )
        )
        == []
    )
    assert (
        failures(
            tiles(
                """
            from the rack to the board:
              given:
                rack: {ann: C A T}
                random: {letters: z}
              when:
                - click: A
                - expect: {draft: {lay: A}}
                - expect: {draft: {lay: {tile: A}}}
                - click: c2
              then:
                - c2.tile.letter == 'a'
                - draft: none
            dragged:
              given:
                rack: {ann: C A T}
                random: {letters: z}
              when:
                - drag: {from: T, to: c2}
              then:
                - c2.tile.letter == 't'
            a list:
              given:
                rack: {ann: C A C}
              when:
                - click: drop
                - expect: {draft: {drop: none}}
                - click: C
                - click: C
                - click: A
                - expect:
                    refused: tiles
                - expect: {draft: {drop: {tiles: C C}}}
                - key: Backspace
                - click: A
                - key: Enter
              then:
                - bin: C A
            records:
              given:
                rack: {ann: C A T}
              when:
                - click: write
                - drag: {from: C, to: a1}
                - drag: {from: A, to: b1}
                - drag: {from: b1, to: b2}
                - expect: {draft: {write: a1/C b2/A}}
                - drag: {from: a1, to: none}
                - expect: {draft: {write: b2/A}}
                - key: Enter
              then:
                - event: {wrote: {sites: b2}}
            taken back:
              given:
                rack: {ann: C A T}
                random: {letters: z}
              when:
                - click: A
                - key: Escape
                - expect: {draft: none}
                - click: A
                - click: A
                - expect: {draft: none}
                - click: T
                - click: a1
                - undo
              then:
                - draft: none
            """
            )
        )
        == []
    )


def test_what_fails(marks, tiles, failures):
    assert failures(
        marks(
            """
            a refusal on the way:
              when:
                - click: a1
                - click: a1
                - click: b1
              then:
                - draft: none
            """
        )
    ) == [("click: a1", "The action was refused by c: “That square is taken.”")]
    assert failures(
        tiles(
            """
            another draft:
              given:
                rack: {ann: C A T}
              when:
                - click: A
              then:
                - draft: none
                - draft: {lay: C}
                - draft: {drop: A}
            no such piece:
              given:
                rack: {ann: C A T}
              when:
                - click: Q
              then:
                - draft: none
            """
        )
    ) == [
        ("none", "Something else is chosen."),
        ("{lay: C}", "Something else is chosen."),
        ("{drop: A}", "Something else is chosen."),
        ("Q", "There is no piece ‘Q’ to point at."),
    ]


@pytest.mark.parametrize(
    ("when", "then", "message", "help"),
    [
        ("click: z9", "draft: none", "There is nothing called ‘z9’ to click.", None),
        ("click: [a1, b1]", "draft: none", "click takes a site, a piece or an action.", None),
        ("drag: a1", "draft: none", "drag takes {from, to}.", None),
        ("drag: {from: a1, to: place}", "draft: none", "There is nothing called ‘place’ to drag.", None),
        (
            "key: Entre",
            "draft: none",
            f"There is no key Entre. There are {', '.join(KEYS)}, letters and digits.",
            "Did you mean ‘Enter’?",
        ),
        (
            "click: a1",
            "draft: place",
            "draft takes none, or one action with what is chosen.",
            "Write {place: a1}, or none.",
        ),
        ("click: a1", "draft: {plaec: a1}", "There is no action plaec.", "Did you mean ‘place’?"),
        ("click: a1", "draft: {place: {b: a1}}", "place does not choose ‘b’.", None),
        ("click: a1", "refused: cc", "refused: cc is not a choice, a check or a require of any action.", None),
    ],
)
def test_what_is_wrong_with_a_test(marks, when, then, message, help):
    diagnostics = Diagnostics()
    check_acceptance(marks(f"test:\n  when:\n    - {when}\n  then:\n    - {then}\n"), diagnostics)
    [found] = diagnostics.errors
    assert found.message == message
    if help is not None:
        assert found.help == help


def test_shipped_tests_still_pass():
    game = load("nine_mens_morris")
    assert [result.name for result in run_tests(game) if not result.passed] == []


TOWERS = """
game: towers
title: Towers
types:
  role: [flat, tall_wall]
players: {ann: {title: Ann}, ben: {title: Ben}}
entities:
  stone:
    owner: player
    role: role
    legend: {w: ann flat, b: ben flat, W: ann tall_wall}
boards:
  grid: {columns: 3, rows: 1, holds: stone, pile: 9}
actions:
  place:
    choose:
      s: {from: grid, where: empty(it)}
      role: {is: role, from: [flat, tall_wall]}
    effects:
      - create: stone(owner = me, role = role)
        at: s
  carry:
    choose:
      c: pieces(grid)
      to: neighbours(c)
    effects:
      - move: upwards(c)
        to: to
end_conditions:
  full: {when: all(not empty(s) for s in grid), winner: none}
acceptance:
"""


def test_pieces_in_piles_are_clicked_and_dragged(failures):
    assert (
        failures(
            loads(
                TOWERS
                + """
  a click below the top:
    given:
      grid: {a1: w b w}
    when:
      - click: a1:2
      - expect:
          - draft: {carry: 'a1:2'}
      - click: b1
    then:
      - grid: {a1: w, b1: b w}
  a click on the top:
    given:
      grid: {a1: w b w}
    when:
      - click: a1
      - click: b1
    then:
      - grid: {a1: w b, b1: w}
  a drag out of a pile:
    given:
      grid: {a1: w b w}
    when:
      - drag: {from: a1:1, to: b1}
    then:
      - grid: {b1: w b w}
"""
            )
        )
        == []
    )
    assert failures(
        loads(
            TOWERS
            + """
  too high:
    given:
      grid: {a1: w b w}
    when:
      - click: a1:4
    then:
      - draft: none
"""
        )
    ) == [("a1:4", "There are 3 stones on a1, counted from below.")]


@pytest.mark.parametrize("answer", ["tall_wall", "Tall wall"])
def test_an_answer_is_clicked(failures, answer):
    asked = f"""
  an answer:
    when:
      - click: a1
      - expect:
          - draft: {{place: a1}}
      - click: {answer}
    then:
      - grid: {{a1: W}}
"""
    early = f"""
  too early:
    when:
      - click: {answer}
    then:
      - draft: none
"""
    assert failures(loads(TOWERS + asked)) == []
    assert failures(loads(TOWERS + early)) == [(answer, f"No card offers ‘{answer}’ now.")]
