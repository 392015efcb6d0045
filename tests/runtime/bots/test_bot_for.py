"""The bot that a spec selects: by its ai section, its levels, its settings, or by name."""

import pytest

from interpreter import Game, State, View, load, loads
from interpreter.program.program import Program
from interpreter.registry import bot, bots
from interpreter.spec.model import BOTS
from runtime.bots import Choice, NoSuchBot, NoSuchLevel, Options, bot_for, bot_names, chooser
from runtime.bots.bot import hint_options, playing_options
from runtime.bots.random_bot import RandomBot
from runtime.bots.ranked import RankedBot
from runtime.bots.search import SearchBot
from runtime.bots.solver import SolverBot
from runtime.bots.tree import TreeBot

RACE = """\
game: race
title: Race
settings: {difficulty: {default: medium, options: [easy, medium, hard]}}
players: {one: {}, two: {}}
boards: {grid: {columns: 1, rows: 1}}
state: {left: 9}
actions:
  take:
    choose: {n: {from: 1..3, where: it <= left}}
    effects: [left -= n]
end_conditions:
  empty: {when: left == 0, winner: me}
"""

AI = """\
ai:
  plays: [two]
  level: difficulty
  limit_ms: 1200
  evaluate: 0 - left
  levels:
    easy: {bot: random}
    medium: {bot: search, depth: 2, think_ms: 1500}
    hard: {bot: tree, budget: 700, think_ms: 900}
"""


def options(text: str, level: str | None = None, **settings: object) -> Options:
    return playing_options(loads(RACE + text, "race.yaml").new(settings=settings).program, level)


def test_the_setting_names_the_level() -> None:
    assert options(AI).bot == "search"
    assert (options(AI).depth, options(AI).think_ms, str(options(AI).evaluate)) == (2, 1200, "0 - left")
    assert options(AI, difficulty="easy").bot == "random"
    hard = options(AI, difficulty="hard")
    assert (hard.bot, hard.budget, hard.think_ms) == ("tree", 700, 900)


def test_the_wait_is_part_of_what_it_may_take() -> None:
    waits = AI.replace("limit_ms: 1200", "limit_ms: 1200\n  delay_ms: 500")
    assert [options(waits, level).think_ms for level in ("easy", "medium", "hard")] == [700, 700, 700]
    assert options(waits.replace("delay_ms: 500", "delay_ms: 200"), "hard").think_ms == 900


def test_a_level_may_be_given() -> None:
    assert options(AI, "hard").bot == "tree"
    with pytest.raises(NoSuchLevel, match=r"There is no level ‘top’\. There are easy, medium, hard"):
        options(AI, "top")
    with pytest.raises(NoSuchLevel, match="this game has no ai section"):
        options("", "easy")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", TreeBot),
        ("ai: {plays: [two]}\n", TreeBot),
        ("ai: {evaluate: 0 - left}\n", SearchBot),
        ("ai: {bot: random}\n", RandomBot),
        ("ai: {bot: tree}\n", TreeBot),
        ("ai: {bot: solver}\n", SolverBot),
        ("ai:\n  rules:\n    - do: take\n      rank: [{most: n}]\n", RankedBot),
        ("ai: {bot: ranked, evaluate: 0 - left}\n", SearchBot),
    ],
)
def test_the_bot_follows_from_what_is_said(text: str, kind: type) -> None:
    game = loads(RACE + text, "race.yaml")
    state = game.new()
    assert type(bot_for(game, state, "two")) is kind
    assert type(bot_for(game, state, 1)) is kind


def test_hints_say_their_own_and_take_the_rest_from_the_computer() -> None:
    text = AI + "assist: {hints: {limit: 3, bot: search, depth: 5, about: [take]}}\n"
    found = hint_options(loads(RACE + text, "race.yaml").new().program)
    assert (found.bot, found.depth, str(found.evaluate), found.about) == ("search", 5, "0 - left", ("take",))


def test_names_are_known_and_a_wrong_one_is_refused() -> None:
    ours = {name for name in bot_names() if bots()[name].__module__.startswith("runtime.bots.")}
    assert ours == set(BOTS) == {"random", "ranked", "search", "solver", "tree"}
    game = load("tic_tac_toe")
    with pytest.raises(NoSuchBot, match="There is no bot serach"):
        bot_for(game, game.new(), 1, name="serach")


def test_anybody_can_add_a_bot() -> None:
    class Last:
        def choose(self, view: View, seed: int) -> Choice:
            return Choice(view.program.legal(view.data)[-1], 0, 0.0, False)

    @bot("last")
    def make(game: Game, program: Program, player: int, options: Options) -> Last:
        return Last()

    try:
        game = load("tic_tac_toe")
        state = game.new()
        choice = bot_for(game, state, 1, name="last").choose(game.view(state, 1), 1)
        assert game.text(state, choice.action) == "place c3"
    finally:
        del bots()["last"]


def test_a_chooser_plays_for_everybody() -> None:
    game = loads(RACE + AI, "race.yaml")
    state: State = game.new(settings={"difficulty": "hard"})
    choose = chooser()
    taken = []
    while not state.over:
        action = choose(game, state, 1)
        taken.append(action[1])
        state = game.advance(state, action)
    assert taken[0] == 1
    assert game.status(state).winner == "one"
