"""What an end pays each player: when it is computed, who has won by it, and who aims for it."""

from __future__ import annotations

import pytest

from interpreter import Game, State, loads
from interpreter.position import RESULT
from runtime.bots import bot_for
from runtime.commands.simulate import lines
from runtime.environments.aec import GameEnvironment
from runtime.environments.gym import GameEnvironment as LoneEnvironment
from runtime.playtest.simulation import simulate
from runtime.show import present
from runtime.show.values import PanelShown
from tests.runtime.show.looking import played

DOUBLES = """
game: doubles
title: Doubles
players:
  white: {title: White}
  black: {title: Black}
boards:
  table: {columns: 2, rows: 1, cell: {spent: {is: player or none}}}
state: {stake: 1, raised: 0}
turns: {when_stuck: lose}
actions:
  raise_by:
    choose:
      n: {from: 1..3, where: raised < 4}
    effects:
      - stake += n
      - raised += 1
  take:
    choose:
      s: {from: table, where: raised > 0 and it.spent == none}
    effects:
      - s.spent = me
  give_up:
    validate:
      few: {check: raised < 4, else: It is too late.}
    effects:
      - end: given_up
end_conditions:
  given_up:
    payoff: if it == me then -stake else stake
  both_taken:
    after: take
    when: all(x.spent != none for x in table)
    payoff: if it == me then stake * s.column else 1
  level:
    when: stake == 4 and raised == 1
    payoff: 0
  high:
    when: stake > 9
    winner: me
view:
  panels: {Mine: payoff(white)}
"""


@pytest.fixture
def game() -> Game:
    return loads(DOUBLES, "doubles.yaml")


def after(game: Game, *actions: str) -> State:
    state = game.new(0)
    for text in actions:
        outcome = game.apply(state, game.action(state, text))
        assert outcome.refusal is None
        assert game.advance(state, game.action(state, text)) == outcome.state
        state = outcome.state
    return state


def test_a_step_that_ends_the_game_pays(game: Game) -> None:
    status = game.status(after(game, "raise_by 2", "give_up"))
    assert (status.ended_by, status.winner, status.payoff) == ("given_up", "white", {"white": 3, "black": -3})


def test_a_condition_pays_by_what_was_chosen(game: Game) -> None:
    status = game.status(after(game, "raise_by 1", "take a1", "take b1"))
    assert (status.ended_by, status.winner, status.payoff) == ("both_taken", "white", {"white": 4, "black": 1})


def test_who_gets_most_has_won_and_equal_payoffs_are_a_draw(game: Game) -> None:
    assert game.status(after(game, "raise_by 3")).winner is None


def test_an_end_without_a_payoff_pays_the_winner_one(game: Game) -> None:
    status = game.status(after(game, "raise_by 1", "raise_by 3", "raise_by 3", "raise_by 3"))
    assert (status.ended_by, status.payoff) == ("high", {"white": -1, "black": 1})


def test_who_cannot_move_pays_one(game: Game) -> None:
    state = after(game, "raise_by 1", "take a1", "raise_by 1", "raise_by 1", "raise_by 1")
    assert game.legal(state) == [game.action(state, "take b1")]
    stuck = loads(DOUBLES.replace("raised > 0 and", "raised < 0 and"), "doubles.yaml")
    status = stuck.status(after(stuck, *["raise_by 1"] * 4))
    assert (status.ended_by, status.winner, status.payoff) == ("no_move", "black", {"white": -1, "black": 1})


def test_nothing_is_paid_while_the_game_goes_on(game: Game) -> None:
    assert game.status(game.new(0)).payoff is None


@pytest.mark.parametrize(("actions", "expected"), [((), "–"), (("raise_by 2", "give_up"), "3")])
def test_panels_show_the_payoff_of_a_player_at_the_end(actions: tuple[str, ...], expected: str) -> None:
    assert present(played(DOUBLES, *actions)).panels == (PanelShown("Mine", expected),)


def test_a_written_state_keeps_its_payoff(game: Game) -> None:
    state = after(game, "raise_by 2", "give_up")
    assert game.decode(game.encode(state)) == state


def test_a_state_from_before_payoffs_is_read() -> None:
    plain = loads(DOUBLES.replace("    payoff:", "    winner: me  #").replace("payoff(white)", "stake"), "doubles.yaml")
    state = after(plain, "raise_by 2", "give_up")
    old = plain.encode(state).replace("[1,2,null,null]", "[1,2,null]")
    assert old != plain.encode(state)
    assert plain.decode(old).data[RESULT] == state.data[RESULT]


def test_the_card_at_the_end_tells_what_each_player_gets() -> None:
    card = present(played(DOUBLES, "raise_by 2", "give_up")).overlays["result"]
    assert card.text.split("\n")[-1] == "White +3, Black −3."


def test_an_end_that_tells_its_payoff_is_not_told_twice() -> None:
    text = DOUBLES.replace("else stake\n", "else stake\n    say: 'It was {payoff(white)}.'\n", 1)
    assert present(played(text, "raise_by 2", "give_up")).overlays["result"].text == "It was 3."


def test_simulations_tell_what_each_player_gets(game: Game) -> None:
    found = simulate(game, 20)
    paid = [each.payoff["white"] for each in found.played if each.payoff is not None]
    assert len(paid) == 20
    mean = round(sum(paid) / 20, 2)
    assert found.summary()["payoffs"]["white"]["mean"] == mean
    told = next(line for line in lines(found) if "payoff of white" in line)
    assert f"{min(paid)} to {max(paid)}, on average {mean}," in told


def test_games_that_do_not_pay_say_nothing_of_it() -> None:
    plain = loads(DOUBLES.replace("    payoff:", "    winner: me  #").replace("payoff(white)", "stake"), "doubles.yaml")
    found = simulate(plain, 3)
    assert found.summary()["payoffs"] is None
    assert not any("payoff" in line for line in lines(found))


LADDER = """
game: ladder
title: Ladder
players:
  white: {title: White}
  black: {title: Black}
boards:
  table: {columns: 4, rows: 1, cell: {worth: {is: number, start: 0}}}
setup:
  - b1.worth = 1
  - c1.worth = 5
  - d1.worth = -2
actions:
  pick:
    choose: {s: table}
    effects: [s.worth += 0]
end_conditions:
  picked:
    after: pick
    when: 'true'
    winner: WINNER
    payoff: PAYOFF
"""


@pytest.mark.parametrize("bot", ["search", "tree", "ranked"])
@pytest.mark.parametrize(
    ("winner", "payoff", "expected"),
    [
        ("me", "if it == me then s.worth else -s.worth", "pick c1"),
        ("none", "if it == me then s.worth else -s.worth", "pick c1"),
        ("opponent", "if it == me then -s.worth else 0", "pick d1"),
    ],
)
def test_bots_aim_for_the_payoff_and_not_for_the_win(bot: str, winner: str, payoff: str, expected: str) -> None:
    game = loads(LADDER.replace("WINNER", winner).replace("PAYOFF", payoff), "ladder.yaml")
    state = game.new(0)
    choice = bot_for(game, state, "white", name=bot).choose(game.view(state, "white"), 1)
    assert game.text(state, choice.action) == expected


@pytest.mark.parametrize("bot", ["search", "tree"])
def test_bots_keep_a_small_loss_small(bot: str) -> None:
    """Black gets the stake whatever happens, so giving up at once costs White least."""
    text, paid = DOUBLES, "payoff: if it == black then stake else -stake"
    for written in ("payoff: if it == me then -stake else stake", "payoff: if it == me then stake * s.column else 1"):
        text = text.replace(written, paid)
    text = text.replace("payoff: 0", paid).replace("winner: me", paid)
    lost = loads(text, "doubles.yaml")
    state = lost.new(0)
    choice = bot_for(lost, state, "white", name=bot).choose(lost.view(state, "white"), 1)
    assert lost.text(state, choice.action) == "give_up"


def test_environments_reward_with_the_payoff() -> None:
    game = loads(LADDER.replace("WINNER", "me").replace("PAYOFF", "if it == me then s.worth else -2"), "ladder.yaml")
    environment = GameEnvironment(game)
    environment.reset(seed=1)
    environment.step(2)
    assert environment.rewards == {"white": 5.0, "black": -2.0}


def test_an_environment_for_one_rewards_with_the_payoff_alone() -> None:
    text = LADDER.replace("players:\n  white: {title: White}\n  black: {title: Black}\n", "state: {score: 0}\n")
    text = text.replace("[s.worth += 0]", "[s.worth += 0, score += 3]").replace("winner: WINNER", "won: true")
    environment = LoneEnvironment(loads(text.replace("PAYOFF", "s.worth"), "ladder.yaml"))
    environment.reset(seed=1)
    _, reward, over, _, _ = environment.step(2)
    assert (reward, over) == (5.0, True)
