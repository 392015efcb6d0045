"""Games for several players as PettingZoo environments."""

from pathlib import Path
from typing import Any

import pytest

from interpreter import Game, load
from interpreter.spec import catalogue

reason = "needs the extra ‘environments’"
pytest.importorskip("numpy", reason=reason)
pytest.importorskip("pettingzoo", reason=reason)

from pettingzoo.test import api_test, seed_test  # noqa: E402

from runtime.environments.aec import GameEnvironment, environment  # noqa: E402
from tests.shipped import has, marked  # noqa: E402

# What the check would prefer: agents called player_0, and observations without a mask.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:We recommend agents to be named in the format"),
]

SEVERAL = [name for name in catalogue.shipped() if has(name, "players")]

LANGUAGE = Path(__file__).resolve().parents[2] / "data" / "language"


def play(env: Any, *moves: int) -> None:
    for move in moves:
        env.step(move)


@pytest.fixture(scope="module")
def crosses() -> Game:
    return load("tic_tac_toe")


@pytest.mark.parametrize("name", [marked(name, name) for name in SEVERAL])
def test_every_shipped_game_passes_the_check(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(environment(name), num_cycles=10)
    assert capsys.readouterr().out.splitlines()[-1] == "Passed API test"


@pytest.mark.parametrize("name", ["auction", "battle", "letters"])
def test_choices_of_every_kind_pass_the_check(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """In some phases everyone chooses unseen; some choices are lists."""
    api_test(environment(LANGUAGE / f"{name}.yaml"), num_cycles=10)
    assert capsys.readouterr().out.splitlines()[-1] == "Passed API test"


def test_the_same_seed_gives_the_same_game() -> None:
    seed_test(lambda: environment("memory"), num_cycles=10)


def test_a_win_is_worth_one(crosses: Game) -> None:
    env = GameEnvironment(crosses)
    env.reset(seed=1)
    play(env, 0, 3, 1, 4)
    assert (env.agent_selection, env.rewards) == ("cross", {"cross": 0.0, "nought": 0.0})
    env.step(2)
    assert env.rewards == {"cross": 1.0, "nought": -1.0}
    assert env.terminations == {"cross": True, "nought": True}


def test_a_draw_is_worth_nothing(crosses: Game) -> None:
    env = GameEnvironment(crosses)
    env.reset()
    play(env, 0, 4, 8, 1, 7, 6, 2, 5, 3)
    assert env.rewards == {"cross": 0.0, "nought": 0.0}
    assert env.terminations == {"cross": True, "nought": True}


def test_what_is_observed(crosses: Game) -> None:
    env = GameEnvironment(crosses)
    env.reset()
    play(env, 4)
    found = env.observe("nought")
    assert found["action_mask"].tolist() == [1, 1, 1, 1, 0, 1, 1, 1, 1]
    # The viewer, the player to move, the number of the turn, and two numbers for each square.
    assert found["observation"].tolist() == [0, 1, 0, 1, 2, *[0] * 8, 1, 0, *[0] * 8]
    assert env.observe("cross")["action_mask"].tolist() == [0] * 9
    assert env.observe("cross")["observation"].tolist()[:4] == [1, 0, 0, 1]


def test_an_illegal_action_is_refused(crosses: Game) -> None:
    env = GameEnvironment(crosses)
    env.reset()
    env.step(4)
    with pytest.raises(ValueError, match="4 is not a legal action of nought"):
        env.step(4)


def test_behind_the_guards_an_illegal_action_loses(crosses: Game) -> None:
    env = environment(crosses)
    env.reset()
    env.step(4)
    env.step(4)
    assert env.rewards == {"cross": 0, "nought": -1.0}
    assert all(env.terminations.values())


def test_a_long_game_is_cut_off(crosses: Game) -> None:
    env = GameEnvironment(crosses, most_moves=2)
    env.reset()
    play(env, 0, 1)
    assert env.truncations == {"cross": True, "nought": True}
    assert not any(env.terminations.values())


def test_the_board_is_shown_as_the_player_sees_it(crosses: Game) -> None:
    env = GameEnvironment(crosses, render_mode="ansi")
    env.reset()
    play(env, 0, 4)
    assert env.render().splitlines() == ["X..", ".O.", "..."]
    assert GameEnvironment(crosses).render() is None


def test_numbers_are_told_in_words() -> None:
    env = environment("reversi")
    env.reset(seed=1)
    assert env.unwrapped.moves() == {19: "place d3", 26: "place c4", 37: "place f5", 44: "place e6"}
    assert env.unwrapped.number_of(" place  c4 ") == 26
    env.step(env.unwrapped.number_of("place c4"))
    with pytest.raises(ValueError, match="‘place h8’ is not legal now"):
        env.unwrapped.number_of("place h8")
    with pytest.raises(ValueError, match="There is no action put"):
        env.unwrapped.number_of("put h8")
    array = env.observe("black")["observation"]
    part = next(part for part in env.unwrapped.parts if part.name == "cell.disc")
    entries = array[part.start : part.start + part.count * part.size].reshape(part.count, part.size)
    black = [site for site, entry in zip(env.unwrapped.sites, entries, strict=True) if entry[0]]
    assert black == ["c4", "d4", "e4", "d5"]


def test_sites_of_several_boards_are_told_apart() -> None:
    env = GameEnvironment("sea_battle")
    assert len(set(env.sites)) == len(env.sites)
    assert all("." in site for site in env.sites)


def test_equal_cards_are_moves_of_their_own() -> None:
    env = GameEnvironment("hearts")
    env.reset(seed=3)
    assert {env.number_of(text) for text in env.moves().values()} == set(env.moves())


def test_a_game_starts_with_a_seed_of_its_own_or_from_a_position() -> None:
    env = GameEnvironment("memory", level="twelve_cards")
    env.reset(seed=1, options={"seed": 7})
    game = env.game
    assert env.position == game.new(7, "twelve_cards")
    state = game.advance(env.position, game.legal(env.position)[0])
    for given in (state, game.encode(state)):
        env.reset(options={"state": given})
        assert (env.position, env.agent_selection, env.terminations["one"]) == (state, state.to_move, False)
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
        assert env.position != state


def test_a_strange_start_is_refused() -> None:
    env = GameEnvironment("memory", level="twelve_cards")
    with pytest.raises(ValueError, match="of another game, or has other settings"):
        env.reset(options={"state": env.game.new(1)})


def test_level_and_settings_decide_the_spaces() -> None:
    assert GameEnvironment("memory", level="twelve_cards").action_space("one").n == 13
    assert GameEnvironment("memory", settings={"size": "large"}).action_space("one").n == 37


def test_a_game_for_one_player_is_refused() -> None:
    with pytest.raises(ValueError, match="sokoban is for one player"):
        GameEnvironment("sokoban")
