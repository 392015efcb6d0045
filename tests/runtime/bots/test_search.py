"""Looking ahead: wins are found, losses are delayed, and the table affects nothing but the time."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from interpreter import Fault, Game, State, load, loads
from interpreter.program import Evaluate, Program
from interpreter.streams import number_below
from runtime.bots import Options, bot_for, made
from runtime.bots.bot import Allowance, playing_options
from runtime.bots.search import WIN, AlphaBeta, SearchBot
from tests.shipped import shared_out

SPECS = Path(__file__).resolve().parents[3] / "specs" / "classics"

Data = tuple[Any, ...]

LADDER = """\
game: ladder
title: Ladder
boards: {grid: {columns: 1, rows: 1}}
state: {height: 0, rests: 0}
actions:
  climb: {effects: [height += 1, rests += 0]}
  rest: {effects: [height -= 1, rests += 1]}
end_conditions:
  tired: {when: rests == 3, won: false}
  enough: {when: height + rests == 4}
ai: {bot: search, evaluate: height}
"""

THREE = """\
game: three
title: Three
players: {one: {}, two: {}, three: {}}
boards: {grid: {columns: 1, rows: 1}}
state: {left: 6}
actions:
  take:
    choose: {n: {from: 1..3, where: it <= left}}
    effects: [left -= n]
end_conditions:
  empty: {when: left == 0, winner: me}
"""


def after(game: Game, moves: str) -> State:
    state = game.new(1)
    for move in moves.split(", "):
        outcome = game.apply(state, game.action(state, move))
        assert outcome.refusal is None, outcome.refusal
        state = outcome.state
    return state


def chosen(game: Game, state: State, seed: int = 1, **options: Any) -> str:
    bot = made(game, state, state.to_move, Options("search", **options))
    return game.text(state, bot.choose(game.view(state, state.to_move), seed).action)


def drawn_up(name: str, rows: str) -> Game:
    """A shipped game with a different start."""
    text = (SPECS / f"{name}.yaml").read_text(encoding="utf-8")
    head, _, rest = text.partition("    start: |\n")
    tail = rest.split("\n\n", 1)[1]
    picture = "".join(f"      {row}\n" for row in rows.split())
    rules = (head + "    start: |\n" + picture + "\n" + tail).split("\nacceptance:")[0]
    return loads(rules + "\n", f"{name}.yaml")


@pytest.mark.parametrize("depth", [1, 2, 5])
def test_a_win_in_one_is_taken(depth: int) -> None:
    noughts = load("tic_tac_toe")
    assert chosen(noughts, after(noughts, "place a1, place b2, place b1, place c3"), depth=depth) == "place c1"
    fours = load("connect_four")
    state = after(fours, "drop a6, drop a6, drop b6, drop b6, drop c6, drop g6")
    assert chosen(fours, state, depth=depth) == "drop d6"


def test_a_loss_in_one_is_stopped() -> None:
    fours = load("connect_four")
    state = after(fours, "drop a6, drop a6, drop b6, drop b6, drop c6")
    assert {chosen(fours, state, seed, depth=2) for seed in range(5)} == {"drop d6"}


def test_a_win_in_two_is_found() -> None:
    fours = load("connect_four")
    state = after(fours, "drop d6, drop d6, drop c6, drop c6")
    assert {chosen(fours, state, seed, depth=3) for seed in range(8)} == {"drop b6", "drop e6"}
    noughts = load("tic_tac_toe")
    state = after(noughts, "place a1, place b1")
    wins = {chosen(noughts, state, seed, depth=5) for seed in range(12)}
    assert wins <= {"place a3", "place b2", "place c2", "place a2", "place c3"}
    assert all(solved(noughts, after(noughts, f"place a1, place b1, {move}")) == -1 for move in wins)


def test_men_break_through_in_one_and_in_two() -> None:
    near = drawn_up("breakthrough", "........ w....... ........ b...b... ........ ........ ....w... ........")
    assert chosen(near, near.new(), depth=3) in ("move a7 a8", "move a7 b8")
    # The man on c6 cannot be stopped; black needs three moves.
    far = drawn_up("breakthrough", "........ ........ ..w..... ........ .......b ........ ........ ....w...")
    assert chosen(far, far.new(), depth=3) in ("move c6 b7", "move c6 c7", "move c6 d7")


@cache
def positions(name: str, count: int) -> tuple[State, ...]:
    """Positions of random games."""
    game, seed = load(name), 0
    found: list[State] = []
    while len(found) < count:
        seed += 1
        state, length = game.new(seed), 2 + number_below(seed, "length", 0, 6)[0]
        for move in range(length):
            legal = game.legal(state)
            state = game.advance(state, legal[number_below(seed, "move", move, len(legal))[0]])
            if state.over:
                break
        if not state.over:
            found.append(state)
    return tuple(found)


VALUES: dict[Any, int] = {}


def solved(game: Game, state: State) -> int:
    """What a position is worth to the player to move, found by trying everything."""
    key = (game.name, game.key(state))
    if key not in VALUES:
        best = -1
        for action in game.legal(state):
            after = game.advance(state, action)
            if after.over:
                status = game.status(after)
                value = 0 if status.winner is None else 1 if status.winner == state.to_move else -1
            else:
                value = solved(game, after) * (1 if after.to_move == state.to_move else -1)
            best = max(best, value)
        VALUES[key] = best
    return VALUES[key]


def minimax(program: Program, data: Data, depth: int, ply: int, me: int, worth: Evaluate | None) -> int:
    """The value of a position as a textbook computes it."""
    if data[3] is not None:
        winner = data[3][1]
        return 0 if not winner else WIN - ply if winner == me else ply - WIN
    if depth == 0:
        return worth(data, me) if worth is not None else 0
    values = [
        minimax(program, program.do[action[0]](data, action), depth - 1, ply + 1, me, worth)
        for action in program.legal(data)
    ]
    return max(values) if data[0] == me else min(values)


def test_search_wins_as_soon_and_loses_as_late_as_it_can() -> None:
    game = load("tic_tac_toe")
    lost = 0
    for number, state in enumerate(positions("tic_tac_toe", 150)):
        program, me = state.program, state.data[0]
        if state.data[1] < 4:
            continue
        values = {
            action: minimax(program, game.advance(state, action).data, 9, 1, me, None) for action in game.legal(state)
        }
        lost += max(values.values()) < 0
        bot = made(game, state, me, Options("search"))
        assert values[bot.choose(game.view(state, me), number).action] == max(values.values())
    assert lost > 5


@pytest.mark.parametrize(("name", "depth"), [("connect_four", 5), ("breakthrough", 3), ("reversi", 3), ("draughts", 4)])
def test_the_table_changes_no_value(name: str, depth: int) -> None:
    game = load(name)
    worth = playing_options(game.new().program).evaluate
    evaluate = worth.number if worth is not None else None
    nodes = [0, 0]
    for state in positions(name, 4):
        found = []
        for remembers in (True, False):
            allowance = Allowance(10**9, None)
            program = state.program
            search = AlphaBeta(program, state.data[0], evaluate, program.legal, allowance, remembers)
            values = [search.after(state.data, action, depth - 1, -WIN, WIN) for action in program.legal(state.data)]
            found.append(values)
            nodes[remembers] += allowance.nodes
        assert found[0] == found[1]
    assert nodes[True] < nodes[False] or name != "connect_four"


def test_alpha_beta_is_minimax() -> None:
    game = load("connect_four")
    for state in positions("connect_four", 6):
        program, me = state.program, state.data[0]
        evaluate = playing_options(program).evaluate
        worth = evaluate.number if evaluate is not None else None
        search = AlphaBeta(program, me, worth, program.legal, Allowance(10**9, None))
        for action in game.legal(state):
            plain = minimax(program, game.advance(state, action).data, 3, 1, me, worth)
            assert search.after(state.data, action, 3, -WIN, WIN) == plain


HOPS = """\
game: hops
title: Hops
players: {one: {}, two: {}}
boards: {grid: {columns: 1, rows: 1}}
state: {hops: 0, way: 0, gained: 0}
actions:
  hop:
    choose: {n: {from: 1..3, where: way == 0 or it == way}}
    effects:
      - way = n
      - hops += 1
      - if: hops < 3
        then:
          - continue: hop
            may_stop: true
        else:
          - gained = if n == 2 then 5 else 0
turns: {end: [hops = 0, way = 0]}
end_conditions:
  never: {when: gained > 9, winner: me}
ai: {bot: search, evaluate: if me == one then gained else 0 - gained}
"""


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_turn_of_several_actions_is_looked_at_to_its_end(depth: int) -> None:
    game = loads(HOPS, "hops.yaml")
    # What the turn is worth shows only after its third action.
    evaluate = playing_options(game.new().program).evaluate
    assert {chosen(game, game.new(1), seed, depth=depth, evaluate=evaluate) for seed in range(6)} == {"hop 2"}
    assert chosen(game, after(game, "hop 2"), depth=depth, evaluate=evaluate) == "hop 2"


def test_a_turn_without_an_end_is_looked_at_for_a_while() -> None:
    game = loads(HOPS.replace("hops < 3", "hops < 3000").replace("n == 2", "n == 4"), "hops.yaml")
    bot = made(game, game.new(1), "one", Options("search", depth=2))
    choice = bot.choose(game.view(game.new(1), "one"), 1)
    assert choice.nodes < 400


def test_one_player_takes_the_best_score() -> None:
    game = loads(LADDER, "ladder.yaml")
    state = game.new()
    names = []
    while not state.over:
        action = bot_for(game, state, "you").choose(game.view(state, "you"), 1).action
        names.append(action[0])
        state = game.advance(state, action)
    assert names == ["climb"] * 4


def test_with_three_players_the_others_are_opponents() -> None:
    game = loads(THREE, "three.yaml")
    # With three left the first player takes them all; with six left nothing is certain.
    state = game.advance(game.new(), ("take", 3))
    assert chosen(game, state) == "take 3"


NEAR = """
game: near
title: Near
players:
  ann: {seat: person}
  bob: {seat: computer}
boards:
  grid:
    columns: 9
    rows: 9
    neighbours: all
    cell: {stone: player or none}
actions:
  place:
    choose:
      c: {from: grid, where: it.stone == none}
    effects:
      - c.stone = me
end_conditions:
  full: {when: 'all(x.stone != none for x in grid)', winner: none}
ai:
  plays: [bob]
  bot: search
  depth: 2
  only: {place: 'any(x.stone != none for x in neighbours(c))'}
"""


def test_only_narrows_what_is_looked_at() -> None:
    game = loads(NEAR, "near.yaml")
    state = after(game, "place e5")
    near = {f"place {column}{row}" for column in "def" for row in (4, 5, 6)} - {"place e5"}
    for seed in range(4):
        move = bot_for(game, state, state.to_move).choose(game.view(state, state.to_move), seed)
        assert game.text(state, move.action) in near
        assert len(move.ranking) == 8


def test_the_budget_is_kept_and_the_clock_does_not_matter() -> None:
    game = load("connect_four")
    state = game.new()
    bot = made(game, state, 1, Options("search", budget=500))
    choice = bot.choose(game.view(state, 1), 3)
    assert (choice.nodes, choice.guard_fired) == (501, False)
    assert bot.choose(game.view(state, 1), 3).action == choice.action


@pytest.mark.parametrize("name", ["search", "tree"])
def test_the_guard_fires_and_says_so(name: str) -> None:
    game = load("connect_four")
    state = game.new()
    for milliseconds in (0, 20):
        bot = made(game, state, 1, Options(name, budget=10**9, think_ms=milliseconds))
        choice = bot.choose(game.view(state, 1), 3)
        assert choice.guard_fired
        assert choice.action in game.legal(state)
        assert choice.seconds < 5


def test_a_finished_game_has_nothing_to_choose() -> None:
    game = load("tic_tac_toe")
    state = after(game, "place a1, place b2, place b1, place c3, place c1")
    assert state.over
    for name in ("random", "search", "tree", "solver"):
        with pytest.raises(Fault, match="no legal action"):
            bot_for(game, state, 1, name=name).choose(game.view(state, 1), 1)


def test_without_depth_it_goes_on_until_everything_is_known() -> None:
    game = load("tic_tac_toe")
    state = after(game, "place a1, place b2, place c3")
    bot = made(game, state, 2, Options("search"))
    assert isinstance(bot, SearchBot)
    choice = bot.choose(game.view(state, 2), 1)
    assert choice.nodes < 3000
    assert game.text(state, choice.action) in ("place b1", "place a2", "place c2", "place b3")


@pytest.mark.parametrize("name", shared_out(0, "khi", "scrabble_like", "fox_and_geese", "hex"))
def test_every_game_can_be_played_by_its_own_bot_and_by_a_small_tree(name: str) -> None:
    game = load(name)
    for each in ("tree",) if game.spec.ai is None else (None, "tree"):
        state = game.new(3)
        for number in range(3):
            if state.over:
                break
            player = state.to_move
            options = Options("tree", budget=60)
            bot = bot_for(game, state, player) if each is None else made(game, state, player, options)
            choice = bot.choose(game.view(state, player), number)
            action = game.meaning(state, player)(choice.action)
            assert action in game.legal(state)
            assert sorted(choice.ranking, key=repr) == sorted(set(choice.ranking), key=repr)
            state = game.advance(state, action)


WELL = """\
game: well
title: Well
types: {colour: [red, green, blue]}
players: {one: {}, two: {}}
boards:
  grid:
    columns: 4
    rows: 4
    cell: {colour: colour or none}
    legend: {R: red, G: green, B: blue}
    start: |
      G R G B
      B R B G
      R G R B
      B R B G
state: {score: {per: player, start: 0}}
actions:
  swap:
    choose:
      a: grid
      b: neighbours(a)
    symmetric: true
    effects:
      - swap: [a, b]
      - require: makes_a_line
        check: len(runs(grid, colour, 3)) > 0
        else: No line.
      - cascade: grid
        match: colour
        at_least: 3
        lines: [row, column]
        fall: down
        refill: values(colour)
        stream: refill
        as: cleared
      - score[me] += cleared.removed
turns:
  when_stuck:
    - shuffle: grid
      property: colour
      stream: mixing
end_conditions:
  enough:
    when: score[me] >= 30
    winner: me
ai:
  bot: search
  evaluate: score[me] - score[opponent]
"""


@cache
def well() -> Game:
    return loads(WELL, "well.yaml")


def with_seed(state: State, seed: int) -> State:
    """The same position with different luck to come."""
    index = state.program.layout.fields["engine.seed"].index
    return state.program.state((*state.data[:index], seed, *state.data[index + 1 :]))


def choices(luck: str, seeds: range, **more: Any) -> list[str]:
    """What is chosen with each seed of the bot, from the same position with its own luck."""
    game, found = well(), []
    for seed in seeds:
        state = with_seed(game.new(), 100 + seed)
        options = Options("search", evaluate=playing_options(state.program).evaluate, luck=luck, budget=4000, **more)
        bot = made(game, state, 1, options)
        found.append(game.text(state, bot.choose(game.view(state, 1), seed).action))
    return found


def test_without_luck_the_sure_gain_counts() -> None:
    game = well()
    state, gains = game.new(), {}
    score = state.program.layout.fields["score"].index
    for action in game.legal(state):
        foreseen = game.preview(game.view(state, 1), action)
        assert foreseen is not None and foreseen.state is not None
        gains[game.text(state, action)] = foreseen.state.data[score][1]
    best = {text for text, gain in gains.items() if gain == max(gains.values())}
    assert len(best) < len(gains)
    assert set(choices("left_out", range(12), depth=1)) <= best


def test_a_look_without_luck_ends_where_luck_decides() -> None:
    """For a stuck player the tokens would be mixed: nobody knows how, so the search goes no further."""
    for luck in ("left_out", "own_move"):
        assert len(choices(luck, range(3), depth=6, worlds=2)) == 3


def test_luck_of_the_own_move_is_sampled() -> None:
    one = choices("own_move", range(4), depth=1, worlds=64)
    assert one == choices("own_move", range(4), depth=1, worlds=64)
    assert set(one) <= {well().text(well().new(), action) for action in well().legal(well().new())}


def test_slack_lets_it_choose_what_is_not_much_worse() -> None:
    def slack(text: str) -> Any:
        game = loads(LADDER.replace("evaluate: height", f"evaluate: height, depth: 1, slack: {text}"), "ladder.yaml")
        state = game.new()
        bot = bot_for(game, state, "you")
        return {game.text(state, bot.choose(game.view(state, "you"), seed).action) for seed in range(20)}

    assert slack("0") == {"climb"}
    assert slack("1") == {"climb"}
    assert slack("2") == {"climb", "rest"}
