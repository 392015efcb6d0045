"""`most` and `least` in a check: what the whole turn could come to."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter import Action, Fault, Game, State, load, loads
from interpreter.drawing import Drawing
from interpreter.position import PENDING, RESULT, TO_MOVE
from interpreter.program import prospects
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.nodes import Scalar, Source
from runtime.session.choice import Choosing
from runtime.session.hints import hint
from runtime.session.session import Session

LEAPS = Path(__file__).parents[2] / "data" / "language" / "greedy_leaps.yaml"

TWO = "......\n...l..\n......\n.l.l..\n..d...\n......"
"""Dark may take one man, or two in a row."""

WALK = """
game: walk
title: Walk
players:
  black: {title: Black}
  white: {title: White}
boards:
  grid: {columns: 4, rows: 3, cell: {coins: 0..3, visited: flag}}
state:
  at: {is: site, start: a1}
  purse: {per: player, start: 0}
  steps: {is: 0..9, start: 0}
setup:
  - for: c in grid
    do:
      - {random: n in 0..3, stream: coins}
      - c.coins = n
turns:
  end: [steps = 0]
actions:
  go:
    choose:
      c:
        from: neighbours(at)
        where: ALLOWED
    validate:
      rich:
        most: purse[me]
        else: There is a way to more than that.
      short:
        least: steps
        else: There is a shorter way.
    effects:
      - at = c
      - steps += 1
      - purse[me] += c.coins
      - c.coins = 0
      - if: steps < LENGTH
        then:
          - continue: go
            may_stop: STOP
end_conditions:
  empty:
    when: all(x.coins == 0 for x in grid)
    winner: me
  long: {when: turn_number > 9, winner: none}
"""

Worth = tuple[int, int]


def walk(length: int = 4, stop: str = "false", allowed: str = "it != a1", checks: bool = True) -> Game:
    text = WALK.replace("LENGTH", str(length)).replace("STOP", stop).replace("ALLOWED", allowed)
    if not checks:
        text = text[: text.index("    validate:")] + text[text.index("    effects:") :]
    return loads(text, "walk.yaml")


def value(state: State, name: str) -> Any:
    return state.data[state.program.layout.fields[name].index]


def reached(free: Game, state: State, action: Action) -> Worth:
    """The best that a turn can come to after an action, found by trying everything in the game without checks."""
    after = free.advance(state, action)
    if not after.over and after.to_move == state.to_move and after.pending is not None:
        return max(reached(free, after, following) for following in free.legal(after))
    return value(after, "purse")[state.mover], -(value(state, "steps") + (action[0] != "stop"))


@pytest.mark.parametrize("stop", ["false", "true", "purse[me] > 4"])
@pytest.mark.parametrize("seed", range(6))
def test_those_moves_are_legal_from_which_the_best_turn_can_still_be_made(stop: str, seed: int) -> None:
    game, free, random = walk(4, stop), walk(4, stop, checks=False), Random(seed)
    state, program = game.new(seed), free.new(seed).program
    refused = set()
    while not state.over:
        plain = program.state(state.data)
        worth = {action: reached(free, plain, action) for action in free.legal(plain) if action[0] != "stop"}
        best = max(worth.values())
        legal = game.legal(state)
        assert [action for action in legal if action[0] != "stop"] == [way for way in worth if worth[way] == best]
        for action, own in worth.items():
            refusal = game.check(state, action)
            expected = None if own == best else "rich" if own[0] < best[0] else "short"
            assert (refusal.name if refusal is not None else None) == expected
            refused.add(expected)
        state = game.advance(state, random.choice(legal))
    assert "rich" in refused


def board(game: Game, picture: str) -> State:
    """The position of a picture, dark to move."""
    program = game.new().program
    bench = program.bench()
    source = Source("picture", picture)
    Drawing(program, bench, Diagnostics()).board("grid", Scalar(picture, source, 0, len(picture)))
    return program.state(bench.data())


def test_a_check_explains_what_could_be_reached() -> None:
    game = load(LEAPS)
    state = board(game, TWO)
    explained = game.explain(state, game.action(state, "leap c2 a4"))
    assert explained.refusal is not None and explained.refusal.name == "most_men"
    assert [(part.source, part.value) for part in explained.parts] == [
        ("len(men(opponent)) at best, after this", "2"),
        ("len(men(opponent)) at best, after another", "1"),
    ]


def test_only_what_leads_to_the_best_turn_lights_up() -> None:
    game = load(LEAPS)
    state = board(game, TWO)
    names, choosing = state.program.schema.topology.names, Choosing(game, state, "leap")
    assert [names[site] for site in choosing.single(0, ())] == ["c2"]
    assert [names[site] for site in choosing.single(1, choosing.single(0, ()))] == ["e4"]


def test_a_hint_keeps_to_it() -> None:
    game = load(LEAPS)
    for seed in range(4):
        found = hint(game, board(game, TWO), "dark", "what", seed)
        assert found is not None and found.action is not None
        assert game.text(board(game, TWO), found.action) == "leap c2 e4"


def test_circles_come_to_an_end() -> None:
    """Players may walk back and forth for as long as they like: the shortest way to all coins is found all the same."""
    game = walk(9, "true", "true")
    for seed in range(3):
        state = game.new(seed)
        assert game.any_legal(state)
        assert game.check(state, game.legal(state)[0]) is None


def test_where_no_turn_ends_all_ways_are_alike() -> None:
    """With steps that are never counted, a turn goes on for ever, and nothing is better than anything else."""
    text = (
        WALK.replace("LENGTH", "9")
        .replace("STOP", "false")
        .replace("ALLOWED", "true")
        .replace("steps += 1", "steps += 0")
    )
    game = loads(
        text.replace("purse[me] += c.coins", "purse[me] += 0").replace("c.coins = 0\n", "c.visited = true\n"),
        "walk.yaml",
    )
    state = game.new(1)
    assert [game.text(state, action) for action in game.legal(state)] == ["go b1", "go a2"]


def test_too_many_positions_are_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prospects, "MOST_POSITIONS", 20)
    game = walk(9)
    with pytest.raises(Fault, match="rich looks at more than 20 positions to the end of the turn") as fault:
        game.legal(game.new(1))
    assert fault.value.span is not None and fault.value.span.text == "rich"


def test_what_was_looked_at_serves_the_rest_of_the_turn() -> None:
    game = walk(6)
    state = game.new(1)
    state = game.advance(state, game.legal(state)[0])
    known = state.program.prospects._known["go"]
    before = len(known)
    game.legal(state)
    assert len(known) == before > 100


def test_moves_within_a_turn_are_undone_one_by_one() -> None:
    game = walk()
    session = Session(game, seed=2)
    first = game.legal(session.state)
    for _ in range(3):
        session.perform(game.legal(session.state)[0])
    for _ in range(3):
        session.undo()
    assert (session.state, game.legal(session.state)) == (session.start, first)


def test_one_turn_to_the_limit_is_enough_to_know_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("backgammon")
    state = game.new(seed=3)
    program, chance = state.program, Random(3)
    quick = prospects.Prospects(program)
    monkeypatch.setattr(prospects, "_limit", lambda _goals: None)
    thorough = prospects.Prospects(program)
    refused = 0
    while not state.over:
        me = state.data[TO_MOVE]
        ways = program.functions["ways_move"](state.data, me)
        best = thorough.foremost("move", state.data, me, ways)
        assert quick.foremost("move", state.data, me, ways) == best
        refused += len(ways) - len(best)
        state = game.advance(state, chance.choice(best))
    assert refused == 2


TRAP = """
game: trap
title: Trap
players:
  black: {title: Black}
  white: {title: White}
boards:
  grid: {columns: 6, rows: 3}
state:
  at: {is: site, start: b1}
actions:
  go:
    choose:
      c:
        from: neighbours(at)
        where: at.column > 1 or it.column == 1
    validate:
      out:
        least: count(x for x in list(f3) if x != at)
        else: There is no way out from there.
    effects:
      - at = c
      - if: at != f3
        then:
          - continue: go
end_conditions:
  out: {when: at == f3, winner: me}
"""


def test_ways_to_the_limit_may_go_in_circles() -> None:
    """A player in the first column walks there for ever; everywhere else there is a way out, and a way back."""
    game = loads(TRAP, "trap.yaml")
    state = game.new(1)
    assert [game.text(state, action) for action in game.legal(state)] == ["go c1", "go b2"]
    after = game.advance(state, game.action(state, "go a1"))
    assert [game.text(after, action) for action in game.legal(after)] == ["go a2"]


@pytest.mark.parametrize(("game", "name"), [(load("backgammon"), "move"), (walk(), "go")])
def test_what_ends_a_turn_is_judged_by_the_effects_that_decide_alone(game: Game, name: str) -> None:
    random = Random(4)
    ended = went_on = 0
    for seed in range(12):
        state = game.new(seed)
        functions = state.program.functions
        closing, onward = functions[f"closing_{name}_F_{name}"], functions[f"onward_{name}"]
        for _ in range(40):
            if state.over:
                break
            data, me = state.data, state.data[TO_MOVE]
            for way in functions[f"ways_{name}"](data, me):
                after = onward(data, me, way)
                expected = functions[f"goals_{name}"](after, me) if after[PENDING] is None else None
                # Where the game ends, the turn may seem to go on.
                assert closing(data, me, way) in (expected, expected if after[RESULT] is None else None)
                ended, went_on = ended + (expected is not None), went_on + (expected is None)
            state = game.advance(state, random.choice(game.legal(state)))
    assert min(ended, went_on) > 100
