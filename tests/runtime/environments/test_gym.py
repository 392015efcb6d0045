"""Games for one player as Gymnasium environments."""

import pytest

from interpreter import Game, loads
from interpreter.spec import catalogue

reason = "needs the extra ‘environments’"
pytest.importorskip("numpy", reason=reason)
pytest.importorskip("gymnasium", reason=reason)

import gymnasium  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402

from runtime.environments.gym import NAME, GameEnvironment  # noqa: E402
from tests.shipped import has, marked  # noqa: E402

ALONE = [name for name in catalogue.shipped() if not has(name, "players")]

CLIMBING = """\
game: climbing
title: Climbing
boards: {grid: {columns: 1, rows: 1}}
state: {score: 0, left: 4}
actions:
  climb:
    choose: {n: {from: 1..3, where: it <= left}}
    effects: [left -= n, score += 10 * n]
  jump:
    effects: [left = 0, score -= 5]
end_conditions:
  fell: {when: left == 0 and score < 40, won: false}
  top: {when: left == 0, won: true}
"""


@pytest.fixture(scope="module")
def climbing() -> Game:
    return loads(CLIMBING, "climbing.yaml")


@pytest.mark.parametrize("name", [marked(name, name) for name in ALONE])
def test_every_shipped_game_passes_the_check(name: str) -> None:
    check_env(gymnasium.make(NAME, game=name, render_mode="ansi", disable_env_checker=True).unwrapped)


def test_rewards_are_what_the_score_grows_and_winning(climbing: Game) -> None:
    env = GameEnvironment(climbing)
    _, info = env.reset(seed=1)
    assert info["action_mask"].tolist() == [1, 1, 1, 1]
    _, reward, ended, cut, info = env.step(2)
    assert (reward, ended, cut, info["action_mask"].tolist()) == (30.0, False, False, [1, 0, 0, 1])
    _, reward, ended, cut, info = env.step(0)
    assert (reward, ended, cut, info["action_mask"].tolist()) == (11.0, True, False, [0, 0, 0, 0])


def test_numbers_are_told_in_words(climbing: Game) -> None:
    env = GameEnvironment(climbing)
    env.reset()
    assert env.moves() == {0: "climb 1", 1: "climb 2", 2: "climb 3", 3: "jump"}
    env.step(env.number_of("climb 2"))
    env.reset(options={"state": env.position})
    assert env.moves() == {0: "climb 1", 1: "climb 2", 3: "jump"}


def test_a_loss_costs_one(climbing: Game) -> None:
    env = GameEnvironment(climbing)
    env.reset()
    assert env.step(3)[1:3] == (-6.0, True)


def test_an_illegal_action_changes_nothing(climbing: Game) -> None:
    env = GameEnvironment(climbing, illegal_reward=-0.5)
    env.reset()
    before = env.step(2)[0].tolist()
    after, reward, ended, cut, _ = env.step(2)
    assert (after.tolist(), reward, ended, cut) == (before, -0.5, False, False)


def test_a_long_game_is_cut_off(climbing: Game) -> None:
    env = GameEnvironment(climbing, most_moves=2)
    env.reset()
    assert env.step(0)[2:4] == (False, False)
    assert env.step(0)[2:4] == (False, True)


def test_a_seed_decides_all_games_that_follow() -> None:
    first, second = GameEnvironment("lights_out"), GameEnvironment("lights_out")
    games = [[env.reset(seed=4)[0].tolist(), env.reset()[0].tolist()] for env in (first, second)]
    assert games[0] == games[1]
    assert games[0][0] != games[0][1]


def test_a_game_for_several_players_is_refused() -> None:
    with pytest.raises(ValueError, match="hex is for several players"):
        GameEnvironment("hex")
