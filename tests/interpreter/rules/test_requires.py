"""`require` wherever steps run: in routines, under conditions and in loops it refuses when it is reached."""

from __future__ import annotations

from random import Random

import pytest

from interpreter import Game, SpecError, State, load, loads
from interpreter.spec.nodes import Span

STONES = """
game: stones
title: Stones
players:
  black: {title: Black}
  white: {title: White}
boards:
  grid: {columns: 3, rows: 3, cell: {mark: player or none}}
state:
  strict: {is: flag, start: true}
routines:
  breathe(site s):
    - let free = count(x for x in neighbours(s) if x.mark == none)
    - require: room
      check: free > 0
      else: '{s.name} has {free} free neighbours.'
      show: neighbours(s)
actions:
  place:
    choose:
      c: {from: grid, where: it.mark == none}
    effects:
EFFECTS
  relax:
    effects: [strict = false]
end_conditions:
  full:
    when: all(x.mark != none for x in grid)
    winner: none
"""


def stones(*effects: str) -> Game:
    lines = "\n".join(f"      {line}" for effect in effects for line in effect.split("\n"))
    return loads(STONES.replace("EFFECTS", lines), "stones.yaml")


def after(game: Game, *actions: str) -> State:
    state = game.new()
    for text in actions:
        outcome = game.apply(state, game.action(state, text))
        assert outcome.refusal is None, outcome.refusal
        state = outcome.state
    return state


def refused(game: Game, state: State, text: str) -> tuple[str, str] | None:
    """The name and text of a refusal; legal moves, checks and explanations agree on it."""
    action = game.action(state, text)
    refusal = game.check(state, action)
    assert (action in game.legal(state)) == (refusal is None)
    assert game.explain(state, action).refusal == refusal
    return (refusal.name, refusal.text) if refusal is not None else None


ROUTINE = stones(
    "- c.mark = me",
    "- run: breathe(c)",
    "- for: x in neighbours(c) if x.mark == opponent\n  do:\n    - run: breathe(x)",
)


def test_a_routine_refuses_wherever_it_runs() -> None:
    """At the corner White would have no free neighbour; at the side, Black’s stone in the corner would have none."""
    state = after(ROUTINE, "place a2", "place c3", "place b1")
    assert refused(ROUTINE, state, "place a1") == ("room", "a1 has 0 free neighbours.")
    assert refused(ROUTINE, state, "place c1") is None
    state = after(ROUTINE, "place a1", "place b1", "place c3")
    assert refused(ROUTINE, state, "place a2") == ("room", "a1 has 0 free neighbours.")


def test_a_refusal_shows_and_explains_what_a_routine_was_given() -> None:
    state = after(ROUTINE, "place a2", "place c3", "place b1")
    action = ROUTINE.action(state, "place a1")
    refusal = ROUTINE.check(state, action)
    assert refusal is not None
    names = state.program.schema.topology.names
    assert {names[site] for site in refusal.shows} == {"a2", "b1"}
    explained = ROUTINE.explain(state, action)
    assert [(part.source, part.value) for part in explained.parts] == [("free > 0", "false"), ("free", "0")]
    assert isinstance(refusal.span, Span) and refusal.span.line == 14


def test_a_require_under_a_condition_is_asked_only_there() -> None:
    game = stones(
        "- c.mark = me",
        "- if: strict\n  then:\n    - {require: edge, check: c != b2, else: Not in the middle.}",
    )
    assert refused(game, game.new(), "place b2") == ("edge", "Not in the middle.")
    assert refused(game, after(game, "relax"), "place b2") is None


def test_steps_after_the_last_require_are_not_tried() -> None:
    """Draws after it do no harm, whichever path leads there."""
    game = stones(
        "- c.mark = me",
        "- if: strict",
        "  then:",
        "    - {require: edge, check: c != b2, else: Not in the middle.}",
        "    - {random: n in 1..2, stream: luck}",
        "    - {if: n == 1, then: [strict = false]}",
        "  else:",
        "    - {random: k in 1..2, stream: luck}",
        "    - {if: k == 1, then: [strict = true]}",
    )
    state = game.new(1)
    assert len(state.program.actions["place"].tried) == 2
    foreseen = game.preview(game.view(state, "black"), game.action(state, "place a1"))
    assert foreseen is not None and foreseen.state is None
    assert refused(game, state, "place b2") == ("edge", "Not in the middle.")


def test_requires_in_a_loop_are_asked_in_each_pass() -> None:
    game = stones(
        "- c.mark = me",
        "- for: x in neighbours(c)\n  do:\n    - {require: apart, check: x.mark != me, else: 'Too near to {x.name}.'}",
    )
    state = after(game, "place a1", "place c3")
    assert refused(game, state, "place b1") == ("apart", "Too near to a1.")
    assert refused(game, state, "place b2") is None


def test_a_name_is_used_once_but_for_one_require_that_runs_twice() -> None:
    twice = "- {require: room, check: c != a1, else: Not there.}"
    with pytest.raises(SpecError, match="‘room’ is used twice in place"):
        stones("- c.mark = me", "- run: breathe(c)", twice)
    assert stones("- c.mark = me", "- run: breathe(c)", "- run: breathe(c)").new()


def test_a_routine_with_a_require_has_nothing_to_refuse_in_setup() -> None:
    text = STONES.replace("EFFECTS", "      - c.mark = me") + "setup:\n  - run: breathe(b2)\n"
    with pytest.raises(SpecError, match="require has no action to refuse here"):
        loads(text, "stones.yaml")


@pytest.mark.parametrize(("name", "action"), [("go", "place"), ("chess", "move")])
def test_sifting_a_list_leaves_what_passes_when_it_is_tried_alone(name: str, action: str) -> None:
    game, random = load(name), Random(name)
    state = game.new(seed=1)
    functions = state.program.functions
    refused = 0
    for _ in range(60):
        if state.over:
            break
        every = [way for way in game.legal(state) if way[0] == action]
        # What is legal for one player may be refused for the other, who is not to move.
        for me in (1, 2):
            alone = [way for way in every if functions[f"attempt_{action}"](state.data, me, *way[1:]) is None]
            assert functions[f"sifted_{action}"](state.data, me, every) == alone
            refused += len(every) - len(alone)
        state = game.advance(state, random.choice(every or game.legal(state)))
    assert refused > 0
