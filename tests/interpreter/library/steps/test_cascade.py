"""The step `cascade` on boards and with values of every kind: packed and plain, fast and full code agree."""

from __future__ import annotations

from typing import Any

import pytest

from interpreter import Event, Fault, Game, SpecError, loads
from interpreter.library.steps.cascade import Cascading, packed_cascade
from runtime.testing.runner import run_tests

SPEC = """
game: wells
title: Wells
types: {{colour: [red, green, blue, jade]}}
boards:
  well:
    {board}
    cell: {{{cell}}}
state: {{removed: 0, waves: 0}}
setup:
  - fill: well
    property: {name}
    from: {values}
    stream: deal
actions:
  drop:
    effects:
      - cascade: well
        match: {name}
        at_least: 3
        lines: [row, column]
        fall: {fall}
        refill: {values}
        stream: refill
        as: cleared
      - removed = cleared.removed
      - waves = len(cleared.waves)
  mix:
    effects:
      - shuffle: well
        property: {name}
        stream: mixing
end_conditions:
  never: {{when: removed < 0, won: false}}
"""
SQUARE = "columns: 6\n    rows: 5"
HOLES = "start: |\n      ......\n      ..--..\n      ......\n      -....."
JOINED = "columns: 5\n    rows: 5\n    wrap: true"


def played(board: str, cell: str, name: str, values: str, fall: str = "down") -> tuple[Game, list[tuple[Event, ...]]]:
    """A game in which lines vanish again and again; every move is made by the fast and by the full code."""
    game = loads(SPEC.format(board=board, cell=cell, name=name, values=values, fall=fall), "wells.yaml")
    told = []
    for seed in range(6):
        state = game.new(seed=seed)
        for text in ("drop", "mix", "drop", "mix", "drop"):
            outcome = game.apply(state, game.action(state, text))
            assert outcome.state == game.advance(state, game.action(state, text))
            state = outcome.state
            told.append(outcome.events)
    return game, told


def is_packed(game: Game) -> bool:
    program = game.new().program
    (step,) = [each for each in program.actions["drop"].effects if isinstance(each, Cascading)]
    kernel = step.kernel(program.schema, program.layout, "well")
    return kernel.__qualname__.startswith(packed_cascade.__name__)


@pytest.mark.parametrize(
    ("board", "cell", "name", "values", "fall", "packed"),
    [
        (SQUARE, "colour: colour or none", "colour", "values(colour)", "down", True),
        (SQUARE, "colour: colour or none", "colour", "[red, green, blue, jade]", "left", True),
        (f"{SQUARE}\n    origin: bottom", "colour: colour or none", "colour", "values(colour)", "down", True),
        (SQUARE, "size: 1..9 or none", "size", "list(2, 4, 6, 8)", "up", True),
        (SQUARE, "sign: letter or none", "sign", "list('a', 'b', 'c', 'd')", "right", True),
        (SQUARE, "size: 0..9 or none", "size", "list(0, 1, 2, 3)", "down", False),
        (SQUARE, "size: number or none", "size", "list(-5, 0, 1000, 7)", "down", False),
        (SQUARE, "size: 1..200 or none", "size", "list(1, 50, 150, 200)", "down", False),
        (HOLES, "colour: colour or none", "colour", "values(colour)", "down", False),
        (JOINED, "colour: colour or none", "colour", "values(colour)", "none", False),
    ],
)
def test_doing_and_telling_agree(board: str, cell: str, name: str, values: str, fall: str, packed: bool) -> None:
    game, told = played(board, cell, name, values, fall)
    assert is_packed(game) == packed
    matched = [event for events in told for event in events if event.name == "matched"]
    assert len(matched) >= 10
    for events in told:
        waves = [event.fields["wave"] for event in events if event.name == "matched"]
        assert waves == list(range(1, len(waves) + 1))
        for event in events:
            if event.name == "matched":
                assert event.fields["count"] == len(event.fields["sites"])
            if event.name == "fell":
                assert len(event.fields["sources"]) == len(event.fields["targets"])
            if event.name in ("fell", "filled"):
                assert event.fields["property"] == f"cell.{name}"
                assert event.fields["board"] == "well"


def test_the_last_event_tells_the_board_as_it_stays() -> None:
    game, _ = played(SQUARE, "colour: colour or none", "colour", "values(colour)")
    state = game.new(seed=3)
    outcome = game.apply(state, game.action(state, "drop"))
    told = [event.fields["after"] for event in outcome.events if event.name == "filled"]
    assert told[-1] == outcome.state.data[state.program.layout.fields["cell.colour"].index]


def test_values_fall_apart_on_both_sides_of_a_hole() -> None:
    game = loads(
        """
game: shelf
title: Shelf
types: {colour: [red, green, blue]}
boards:
  well:
    cell: {colour: colour or none}
    legend: {R: red, G: green, B: blue}
    start: |
      G B .
      - B G
      R R R
      G . .
actions:
  drop:
    effects:
      - cascade: well
        match: colour
        at_least: 3
        lines: [row]
        fall: down
end_conditions:
  never: {when: turn_number < 0, won: false}
acceptance:
  above a hole nothing falls:
    when:
      - drop
    then:
      - well: |
          G . .
          - . .
          . B .
          G B G
""",
        "shelf.yaml",
    )
    assert [failure.message for result in run_tests(game) for failure in result.failures] == []


def test_each_of_several_boards_has_its_own() -> None:
    game = loads(
        """
game: pair
title: Pair
players: {one: {}, two: {}}
types: {colour: [red, green, blue]}
boards:
  well:
    per: player
    columns: 3
    rows: 3
    cell: {colour: colour or none}
state: {removed: {per: player, start: 0}}
setup:
  - well[one].colour = red
  - well[two].colour = green
actions:
  drop:
    effects:
      - cascade: well[me]
        match: colour
        at_least: 3
        lines: [row, column]
        fall: down
        as: cleared
      - removed[me] = cleared.removed
end_conditions:
  both:
    when: removed[one] > 0 and removed[two] > 0
    winner: none
""",
        "pair.yaml",
    )
    state = game.new()
    fields = state.program.layout.fields
    first = game.apply(state, ("drop",)).state
    assert first.data[fields["removed"].index] == (None, 9, 0)
    assert first.data[fields["cell.colour"].index] == bytes([0] * 10 + [2] * 9)
    second = game.apply(first, ("drop",))
    assert second.state.data[fields["removed"].index] == (None, 9, 9)
    assert second.events[0] == Event("matched", {"wave": 1, "count": 9, "sites": tuple(range(10, 19))})


def test_a_cascade_without_end_names_its_line() -> None:
    text = SPEC.format(board=SQUARE, cell="colour: colour or none", name="colour", values="[red]", fall="down")
    game = loads(text, "wells.yaml")
    state: Any = game.new()
    with pytest.raises(Fault) as fault:
        game.apply(state, ("drop",))
    assert "does not come to rest within 1,000 waves" in str(fault.value)
    assert fault.value.span is not None
    assert fault.value.span.line == 19


GROUND = """
game: ground
title: Ground
types: {colour: [red, green, blue]}
boards:
  well:
    cell: {colour: colour or none, ground: 0..9}
    legend: {R: red, G: green, B: blue}
    start: |
      RGB
      GRR
      RBG
actions:
  exchange:
    choose:
      a: well
      b: neighbours(a)
    moves: line_swaps(a, b)
    effects:
      - swap: [a, b]
        property: colour
      - require: line
        check: len(runs(well, colour, 3)) > 0
        else: No line.
      - cascade: well
        match: colour
        at_least: 3
        lines: [row, column]
        fall: down
        as: cleared
      - for: w in cleared.waves
        do:
          - w.sites.ground = w.number
end_conditions:
  never: {when: a1.ground > 8, won: false}
acceptance:
  the sites of each wave are known, and ground stays where tokens are swapped:
    given:
      do:
        - a1.ground = 7
        - a2.ground = 8
    when:
      - exchange: a1 a2
    then:
      - a1.ground == 7
      - list(a2.ground, b2.ground, c2.ground) == list(1, 1, 1)
      - a3.ground == 0
      - well: |
          ...
          GGB
          RBG
"""


def test_a_wave_knows_its_sites_and_a_swap_may_be_of_one_property() -> None:
    results = run_tests(loads(GROUND, "ground.yaml"))
    assert [(result.name, result.failures) for result in results if not result.passed] == []


def test_what_is_swapped_is_a_property_of_cells() -> None:
    with pytest.raises(SpecError, match="No cell has a property ‘color’"):
        loads(GROUND.replace("        property: colour\n", "        property: color\n"), "ground.yaml")


def test_a_mover_of_swaps_wants_the_property_that_lines_up() -> None:
    with pytest.raises(SpecError, match="line_swaps needs effects"):
        loads(GROUND.replace("        property: colour\n", "        property: ground\n"), "ground.yaml")
