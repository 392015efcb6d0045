"""Values that are computed once: how often generated code computes them, and that a fault still happens where it
did."""

import sys
from collections import Counter
from collections.abc import Callable
from types import FrameType

import pytest

from interpreter import Fault, Game, State, loads

HEAD = """
game: stones
title: Stones
players: {black: {title: Black}, white: {title: White}}
boards:
  grid: {columns: 5, rows: 5, origin: bottom, cell: {stone: player or none}}
state: {before: 0, after: 0}
"""


def game(text: str) -> Game:
    return loads(HEAD + text, "stones.yaml")


def calls(work: Callable[[], object]) -> Counter[str]:
    """How often each Python function was called."""
    found: Counter[str] = Counter()

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            found[frame.f_code.co_name] += 1

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return found


def test_what_does_not_change_in_a_loop_is_worked_out_once() -> None:
    stones = game("""
define:
  mine: group(a1, list(x for x in grid if x.stone == me))
actions:
  place:
    choose: {c: {from: grid, where: 'it.stone == none and len(mine) < it.column', else: No.}}
    effects: [c.stone = me]
end_conditions: {full: {when: 'all(x.stone != none for x in grid)', winner: none}}
""")
    state = stones.new(seed=1)
    assert calls(lambda: stones.legal(state))["marked_around"] == 1
    assert len(stones.legal(state)) == 25
    state = stones.advance(stones.advance(state, ("place", 1)), ("place", 2))
    assert [action[1] for action in stones.legal(state)][:5] == [3, 4, 5, 7, 8]


def test_a_define_of_the_outer_choice_is_worked_out_once_for_each() -> None:
    stones = game("""
define:
  chain(site s): group(s, list(x for x in grid if x.stone == s.stone))
actions:
  link:
    choose:
      a: {from: grid, where: 'it.column == 1', else: No.}
      b: {from: grid, where: 'it.row == 1 and it in chain(a)', else: No.}
    effects: [a.stone = me, b.stone = me]
end_conditions: {full: {when: 'all(x.stone != none for x in grid)', winner: none}}
""")
    state = stones.new(seed=1)
    assert calls(lambda: stones.legal(state))["marked_around"] == 5
    assert len(stones.legal(state)) == 25


@pytest.mark.parametrize("choice", ["{from: grid, where: 'it in near(a)', else: No.}", "{from: 'near(a)', else: No.}"])
def test_where_in_a_list_costs_what_from_that_list_costs(choice: str) -> None:
    stones = game(f"""
define:
  near(site s): list(x for x in group(s, list(x for x in grid if x.stone == none)) if distance(s, x) == 1)
actions:
  link:
    choose:
      a: {{from: [c3, a1], else: No.}}
      b: {choice}
    effects: [a.stone = me, b.stone = me]
end_conditions: {{full: {{when: 'all(x.stone != none for x in grid)', winner: none}}}}
""")
    state = stones.new(seed=1)
    found = calls(lambda: stones.legal(state))
    assert found["marked_around"] == 2
    assert sorted(stones.legal(state)) == [
        *[("link", 1, 2), ("link", 1, 6)],
        *[("link", 13, 8), ("link", 13, 12), ("link", 13, 14), ("link", 13, 18)],
    ]


def test_where_in_a_list_keeps_the_order_of_the_board() -> None:
    stones = game("""
actions:
  place:
    choose: {c: {from: grid, where: 'it in list(c3, a1, c3, e5) and it.stone == none', else: No.}}
    effects: [c.stone = me]
end_conditions: {full: {when: 'all(x.stone != none for x in grid)', winner: none}}
""")
    assert stones.legal(stones.new(seed=1)) == [("place", 1), ("place", 13), ("place", 25)]


def test_what_never_changes_is_worked_out_once_in_a_program() -> None:
    stones = game("""
define:
  corners(site s): list(x for x in grid if x.row == 1 and x.column in [1, s.column])
actions:
  place:
    choose:
      a: {from: grid, where: 'it.stone == none', else: No.}
      b: {from: 'corners(a)', where: 'it.stone == none', else: No.}
    effects: [a.stone = me, b.stone = me]
end_conditions: {full: {when: 'all(x.stone != none for x in grid)', winner: none}}
""")
    assert calls(lambda: stones.legal(stones.new(seed=1)))["__missing__"] == 25
    state = stones.new(seed=1)
    assert calls(lambda: stones.legal(state))["__missing__"] == 0
    assert stones.legal(state)[:3] == [("place", 1, 1), ("place", 2, 1), ("place", 2, 2)]


def test_a_define_without_parameters_is_worked_out_once_for_all_ends() -> None:
    stones = game("""
define:
  mine: group(a1, list(x for x in grid if x.stone == me))
actions:
  place:
    choose: {c: {from: grid, where: 'it.stone == none', else: No.}}
    effects: [c.stone = me]
end_conditions:
  large: {when: 'len(mine) > 8', winner: me}
  corner: {when: 'e5 in mine', winner: me}
  tall: {when: 'sum(x.row for x in mine) > 99', winner: me}
""")
    state = stones.new(seed=1)
    assert calls(lambda: stones.advance(state, ("place", 1)))["marked_around"] == 1


def test_steps_see_what_the_steps_before_them_have_changed() -> None:
    stones = game("""
define:
  mine: group(a1, list(x for x in grid if x.stone == me))
  spread: sum(len(mine) for x in grid if x.stone == me)
actions:
  place:
    choose: {c: {from: grid, where: 'it.stone == none', else: No.}}
    effects:
      - c.stone = none
      - before = spread
      - for: x in [a1, b1, c1]
        do:
          - x.stone = me
          - after = spread
      - require: grown
        check: after > before and spread == 9
        else: No.
end_conditions: {full: {when: 'spread == 99', winner: none}}
""")
    state = stones.new(seed=1)
    assert len(stones.legal(state)) == 25
    after = stones.advance(state, ("place", 25))
    assert (after.variable("before"), after.variable("after")) == (0, 9)


def test_what_is_worked_out_of_a_let_follows_the_let() -> None:
    stones = game("""
actions:
  place:
    choose: {c: {from: grid, where: 'it.stone == none', else: No.}}
    effects:
      - c.stone = me
      - for: x in [a1, b2]
        do:
          - let y = x.column
          - after += sum(count(s for s in grid if s.column <= y) for t in grid if t.row == 1)
end_conditions: {full: {when: 'after > 999', winner: none}}
""")
    assert stones.advance(stones.new(seed=1), ("place", 1)).variable("after") == 5 * 5 + 5 * 10


def test_a_fault_happens_only_where_the_rules_get_there() -> None:
    stones = game("""
define:
  theirs: sure(first(x for x in grid if x.stone == opponent))
actions:
  place:
    choose: {c: {from: grid, where: 'it.stone != me and (it.column < 6 or it == theirs)', else: No.}}
    effects: [c.stone = me]
  copy:
    choose: {c: {from: grid, where: 'it.stone == me and it != theirs', else: No.}}
    effects: [c.stone = opponent]
end_conditions: {full: {when: 'all(x.stone != none for x in grid)', winner: none}}
""")
    state = stones.new(seed=1)
    assert len(stones.legal(state)) == 25
    with pytest.raises(Fault) as raised:
        stones.legal(_black_alone(stones))
    assert raised.value.message == "This is none, though sure(…) says that it never is."
    assert raised.value.span is not None
    assert raised.value.span.text == "sure(first(x for x in grid if x.stone == opponent))"


def _black_alone(stones: Game) -> State:
    """A position in which only the player to move has a stone."""
    state = stones.new(seed=1)
    data = list(state.data)
    index = state.program.layout.fields["cell.stone"].index
    data[index] = bytes([0, 1]) + bytes(24)
    return type(state)(tuple(data))


def test_a_search_of_a_group_goes_no_further_than_it_must() -> None:
    stones = game("""
define:
  chain(site s): group(s, list(x for x in grid if x.stone == s.stone))
  free(site s): any(n.stone == none for x in chain(s) for n in neighbours(x))
actions:
  place:
    choose: {c: {from: grid, where: 'it.stone == none and free(it)', else: No.}}
    effects: [c.stone = me]
end_conditions: {full: {when: 'all(x.stone != none for x in grid)', winner: none}}
""")
    state = stones.new(seed=1)
    found = calls(lambda: stones.legal(state))
    assert found["marked_around"] == 0
    # Handing out a site and being closed each count as a call of a generator.
    assert 25 <= found["each_marked_around"] <= 50
    assert len(stones.legal(state)) == 25


def test_earlier_positions_are_found_along_every_line_of_play() -> None:
    stones = game("""
actions:
  turn:
    choose: {c: {from: [a1, b1], else: No.}}
    effects:
      - c.stone = if c.stone == none then me else none
      - require: new
        check: seen_before(grid) == 0
        else: No.
turns: {when_stuck: lose}
end_conditions: {never: {when: 'turn_number > 99', winner: none}}
""")
    start = stones.new(seed=1)
    first, second = (stones.advance(start, ("turn", site)) for site in (1, 2))
    assert stones.legal(first) == [("turn", 2)]
    assert stones.legal(second) == [("turn", 1)]
    assert stones.legal(first) == [("turn", 2)]
    assert stones.legal(stones.advance(first, ("turn", 2))) == [("turn", 1)]
