"""How often a position occurred before, wherever a rule may ask."""

import pytest

import interpreter
from runtime.testing import run_tests

LAMPS = """
game: lamps
title: Lamps
players:
  first: {title: First}
  second: {title: Second}
boards:
  grid: {columns: 2, rows: 1, cell: {lit: flag}}
state:
  times: 0
SETUP
turns:
  when_stuck: STUCK
actions:
  press:
    choose:
      CHOICE
    effects:
      - EFFECT
end_conditions:
  often:
    when: times >= 9
    winner: none
"""


def lamps(
    choice: str = "c: grid", effect: str = "c.lit = not c.lit", setup: str = "", stuck: str = "pass"
) -> interpreter.Game:
    text = LAMPS.replace("CHOICE", choice).replace("EFFECT", effect).replace("SETUP", setup).replace("STUCK", stuck)
    return interpreter.loads(text, "lamps.yaml")


def test_the_part_of_a_record_may_ask() -> None:
    parts = "s:\n            from: grid\n            where: seen_before(grid) < 2\n          n: 1..1"
    choice = f"r:\n        many: 1..1\n        of:\n          {parts}"
    game = lamps(choice, "times += len(r)")
    state, counts = game.new(), []
    for _ in range(2):
        counts.append(len(game.legal(state)))
        state = game.advance(state, ("press", ((1, 1),)))
    assert (counts, state.over, game.status(state).ended_by) == ([2, 0], True, "stalled")


def test_setup_and_being_stuck_may_ask() -> None:
    choice = "c:\n        from: grid\n        where: times == 0"
    stuck = "\n    - times += 1 + seen_before(grid)"
    game = lamps(choice, "times = c.column", "setup:\n  - times = seen_before(grid)", stuck)
    state = game.advance(game.new(), ("press", 1))
    field = state.program.layout.fields["times"]
    assert (state.data[field.index], game.status(state).ended_by) == (7, "stalled")


@pytest.mark.parametrize("presses", [0, 1, 2, 3])
def test_moves_that_ask_are_listed_alike_before_and_after_a_turn(presses: int) -> None:
    game = lamps("c:\n        from: grid\n        where: seen_before(grid) <= 1")
    state = game.new()
    for _ in range(presses):
        if state.over:
            break
        state = game.advance(state, game.legal(state)[0])
    assert state.over == (presses >= 2)
    assert bool(game.legal(state)) == (presses < 2)


THINGS = """
game: things
title: Things
players: {ann: {}, bob: {}}
entities:
  card: {rank: {is: 1..4, seen_if: it.up}, up: flag}
boards:
  row: {columns: 2, rows: 1, holds: card}
  sea: {per: player, columns: 2, rows: 1, cell: {wet: flag}}
zones:
  deck: {holds: card, seen_by: nobody}
  open: {holds: card}
state:
  x: {per: player, start: 0}
  last: {is: card or none}
define:
  wetness(site s): seen_before(s.wet)
setup:
  - for: n in 1..4
    do:
      - create: card(rank = n)
        in: deck
  - shuffle: deck
    stream: deal
  - deal: deck
    to: row
actions:
  add:
    effects: ['x[me] += 1']
  take:
    effects: ['x[me] -= 1']
  splash:
    choose: {c: 'sea[ann] + sea[bob]'}
    effects: [c.wet = not c.wet]
  turn:
    choose: {k: 'pieces(row)'}
    effects: [k.up = not k.up]
  draw:
    effects: [{move: 'deck[1]', to: open}, 'list(open[len(open)]).up = true']
  put_back:
    effects: [{move: 'open[1]', to: deck}]
  swap:
    effects:
      - let a = sure(row.a1.card)
      - let b = sure(row.b1.card)
      - move: a
        to: deck
      - move: b
        to: row.a1
      - move: a
        to: row.b1
  note:
    choose: {k: 'pieces(row)'}
    effects: [last = k]
end_conditions:
  again:
    when: COUNT >= 1
    winner: none
"""


def things(count: str) -> interpreter.Game:
    return interpreter.loads(THINGS.replace("COUNT", count), "things.yaml")


def ended(game: interpreter.Game, *actions: str, seed: int = 1) -> bool:
    """Whether a position recurs after the last of some actions, and not before."""
    state = game.new(seed)
    for number, text in enumerate(actions, start=1):
        outcome = game.apply(state, game.action(state, text))
        assert outcome.refusal is None, outcome.refusal
        state = outcome.state
        assert not state.over or number == len(actions), (text, number)
    assert game.decode(game.encode(state)) == state
    return state.over


@pytest.mark.parametrize(
    ("count", "actions", "expected"),
    [
        # The values of all players count.
        ("seen_before(x, to_move)", ("add", "add"), False),
        ("seen_before(x, to_move)", ("add", "add", "take", "take"), True),
        ("seen_before(x, to_move)", ("add", "take"), False),
        ("seen_before(x[ann])", ("add", "add"), True),
        # So do the boards of all players, and a single one of them.
        ("seen_before(sea)", ("splash sea[bob].a1", "splash sea[bob].a1"), True),
        ("seen_before(sea)", ("splash sea[bob].a1", "splash sea[ann].a1"), False),
        ("seen_before(sea[bob])", ("splash sea[bob].a1", "splash sea[bob].b1"), False),
        ("seen_before(sea[bob])", ("splash sea[ann].a1",), True),
        # For a define, what matters is its arguments.
        ("wetness(sea[ann].a1) + 0 * wetness(sea[ann].b1)", ("splash sea[ann].a1",), False),
        ("wetness(sea[ann].b1) + 0 * wetness(sea[ann].a1)", ("splash sea[ann].a1",), True),
        # Cards that lie open count by their faces, others only by being there.
        ("seen_before(row)", ("swap",), True),
        ("seen_before(row)", ("turn row.a1", "swap"), False),
        ("seen_before(row)", ("turn row.a1", "swap", "swap"), True),
        ("seen_before(row)", ("turn row.a1", "turn row.b1", "turn row.a1", "turn row.b1"), True),
        ("seen_before(pieces(row))", ("swap",), True),
        # For a zone that nobody can look into, the number of cards counts.
        ("seen_before(deck)", ("draw", "put_back"), True),
        ("seen_before(open)", ("draw", "draw", "put_back"), False),
        # A piece counts by its place.
        ("seen_before(last)", ("note row.a1", "note row.b1"), False),
        ("seen_before(last)", ("note row.a1", "note row.a1"), True),
    ],
)
def test_what_counts_as_the_same(count: str, actions: tuple[str, ...], expected: bool) -> None:
    assert ended(things(count), *actions) is expected


def test_nothing_hidden_is_kept() -> None:
    game = things("seen_before(row, deck, pieces(row)) + 0 * seen_before(x)")
    histories, faces = set(), set()
    for seed in range(40):
        state = game.new(seed)
        state = game.advance(state, ("draw",))
        fields = state.program.layout.fields
        histories.add(repr([state.data[fields[name].index] for name in ("history.0", "history.1")]))
        faces.add(state.data[fields["card.rank"].index])
    assert len(faces) >= 20
    assert len(histories) == 1


def test_a_card_is_kept_while_it_lies_open() -> None:
    game = things("seen_before(row)")
    state = game.advance(game.new(3), ("turn", 1))
    fields = state.program.layout.fields
    rank = state.data[fields["card.rank"].index][1]
    assert state.data[fields["history.0"].index] == (
        ((("?", 0), ("?", 0)),),
        (((rank, 1), ("?", 0)),),
    )


COUNTED = """
game: lamps
title: Lamps
players: {ann: {title: Ann}, bob: {title: Bob}}
boards: {grid: {columns: 2, rows: 1, cell: {on: flag}}}
define:
  returns: seen_before(grid, to_move)
actions:
  flip:
    choose:
      c: grid
    effects:
      - c.on = not c.on
end_conditions:
  again:
    when: seen_before(grid, to_move) >= 2
    winner: none
acceptance:
  counted:
    when:
      - expect: seen_before(grid, to_move) == 0
      - flip: a1
      - expect: seen_before(grid, to_move) == 0
      - flip: a1
      - expect: ['seen_before(grid, to_move) == 1', returns == 1]
      - undo
      - expect: seen_before(grid, to_move) == 0
      - redo
      - flip: a1
      - expect: seen_before(grid, to_move) == 1
      - flip: a1
    then:
      - seen_before(grid, to_move) == 2
      - ended: again
"""


def test_tests_count_as_end_conditions_do() -> None:
    assert [result.failures for result in run_tests(interpreter.loads(COUNTED))] == [()]


HANDS = """
game: hands
title: Hands
players: {ann: {title: Ann}}
types: {colour: [red, blue]}
entities:
  man: {colour: colour, legend: {r: red, b: blue}}
boards:
  grid: {columns: 2, rows: 1, holds: man, start: rb}
zones:
  hand: {holds: man, per: player}
define:
  reds(player p): count(m for m in hand[p] if m.colour == red)
actions:
  take:
    choose:
      m: pieces(grid)
    effects:
      - move: m
        to: hand[me]
  drop:
    choose:
      m: hand[me]
      s: {from: grid, where: empty(it)}
    effects:
      - move: MOVED
        to: s
end_conditions:
  again: {when: 'seen_before(grid, hand) >= 1 and reds(ann) == 1 and len(hand[ann]) == 2', won: false}
acceptance:
  in another order:
    when:
      - take: a1
      - take: b1
      - drop: b b1
      - drop: r a1
      - take: b1
      - take: a1
    then:
      - OUTCOME
"""


@pytest.mark.parametrize(
    ("moved", "outcome"),
    [("m", "ended: again"), ("'if len(hand[me]) == 9 then hand[me][1] else m'", "not over")],
)
def test_the_order_of_a_hand_counts_only_where_a_rule_asks_for_it(moved: str, outcome: str) -> None:
    text = HANDS.replace("MOVED", moved).replace("OUTCOME", outcome)
    assert [result.failures for result in run_tests(interpreter.loads(text))] == [()]
