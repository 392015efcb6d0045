"""Steps at the beginning and end of turns: when they run, for whom, and what they may do."""

from __future__ import annotations

from typing import Any

import pytest

from interpreter import Fault, Game, SpecError, State, loads
from interpreter.streams import Unforeseen
from runtime.bots import bot_for
from runtime.session.session import Session

MARKS = """
game: marks
title: Marks
players:
  black: {title: Black}
  white: {title: White}
boards:
  grid: {columns: 4, rows: 1, cell: {mark: player or none}}
state:
  begun: {per: player, start: 0}
  closed: {per: player, start: 0}
  die: {is: 0..6, start: 0}
turns:
TURNS
actions:
  place:
    choose:
      c: {from: grid, where: 'it.mark == none and LIMIT'}
    effects:
      - c.mark = me
EFFECTS
end_conditions:
  half:
    when: ENDS
    winner: me
  early: {when: 'false', winner: opponent}
"""
COUNTED = "  begin:\n    - begun[me] += 1\n  end:\n    - closed[me] += 1"
NEVER = "all(x.mark != none for x in grid)"


def marks(turns: str = COUNTED, effects: str = "", ends: str = NEVER, limit: str = "true") -> Game:
    text = MARKS.replace("TURNS", turns).replace("ENDS", ends).replace("LIMIT", limit)
    lines = "".join(f"      - {line}\n" for line in effects.split("\n") if line)
    return loads(text.replace("EFFECTS\n", lines), "marks.yaml")


def value(state: State, name: str) -> Any:
    return state.data[state.program.layout.fields[name].index]


def winner(state: State) -> str | None:
    return state.program.schema.players.words[state.result.winner - 1] if state.result is not None else None


def after(game: Game, *actions: str, seed: int = 0) -> State:
    state = game.new(seed)
    for text in actions:
        outcome = game.apply(state, game.action(state, text))
        assert outcome.refusal is None
        assert game.advance(state, game.action(state, text)) == outcome.state
        state = outcome.state
    return state


def test_the_first_turn_begins_after_setup() -> None:
    state = marks().new()
    assert (value(state, "begun"), value(state, "closed")) == ((None, 1, 0), (None, 0, 0))


def test_a_turn_ends_for_who_moved_and_the_next_begins_for_who_is_next() -> None:
    state = after(marks(), "place a1")
    assert (value(state, "begun"), value(state, "closed")) == ((None, 1, 1), (None, 1, 0))
    assert (state.to_move, state.turn_number) == ("white", 2)


def test_events_tell_where_one_turn_ends_and_the_next_begins() -> None:
    game = marks()
    outcome = game.apply(game.new(), ("place", 1))
    told = [(event.name, event.fields.get("property"), event.fields.get("player")) for event in outcome.events]
    assert told == [
        ("changed", "cell.mark", None),
        ("changed", "closed", None),
        ("turn", None, 2),
        ("changed", "begun", None),
    ]


def test_again_is_another_turn_and_continue_is_not() -> None:
    again = after(marks(effects="again"), "place a1")
    assert (again.to_move, value(again, "begun"), value(again, "closed")) == ("black", (None, 2, 0), (None, 1, 0))
    going_on = after(marks(effects="continue: place"), "place a1")
    assert (going_on.to_move, value(going_on, "begun"), value(going_on, "closed")) == (
        "black",
        (None, 1, 0),
        (None, 0, 0),
    )


# Ends of turns

OF_TURN = "count(x for x in grid if x.mark == me) == 2\n    after: turn"
GOES_ON = "{continue: place, may_stop: 'true'}"


@pytest.mark.parametrize("turns", ["  when_stuck: pass", COUNTED, "  end:\n    - closed[me] += 1"])
def test_an_end_after_a_turn_does_not_count_while_the_turn_goes_on(turns: str) -> None:
    game = marks(turns, effects=GOES_ON, ends=OF_TURN)
    state = after(game, "place a1", "place b1")
    assert (state.over, state.to_move) == (False, "black")
    assert not after(game, "place a1", "place b1", "place c1", "stop").over
    stopped = after(game, "place a1", "place b1", "stop")
    assert winner(stopped) == "black"


@pytest.mark.parametrize("turns", ["  when_stuck: pass", COUNTED])
def test_an_end_after_a_turn_counts_where_a_turn_cannot_go_on(turns: str) -> None:
    game = marks(turns, effects="continue: place", ends=OF_TURN, limit="count(x for x in grid if x.mark == me) < 2")
    assert not after(game, "place a1").over
    state = after(game, "place a1", "place b1")
    assert (winner(state), state.turn_number) == ("black", 1)


@pytest.mark.parametrize("turns", ["  when_stuck: pass", COUNTED])
def test_an_end_after_a_turn_counts_after_every_action_that_ends_one(turns: str) -> None:
    game = marks(turns, ends=OF_TURN)
    assert not after(game, "place a1", "place b1").over
    assert winner(after(game, "place a1", "place b1", "place c1")) == "black"
    assert winner(after(marks(turns, effects="again", ends=OF_TURN), "place a1", "place b1")) == "black"


def test_an_end_after_a_turn_counts_after_a_pass_but_not_before_the_first_turn() -> None:
    game = marks("  when_stuck: pass", ends="turn_number >= 1\n    after: turn", limit="me == black")
    state = game.new()
    assert not state.over
    assert winner(after(game, "place a1")) == "black"
    late = marks("  when_stuck: pass", ends="turn_number == 2\n    after: turn", limit="me == black")
    assert winner(after(late, "place a1")) == "white"


def test_an_end_after_a_turn_counts_for_positions_as_steps_at_its_end_leave_them() -> None:
    game = marks("  end:\n    - closed[me] += 1", ends="closed[black] == 2\n    after: turn")
    assert not after(game, "place a1", "place b1").over
    assert winner(after(game, "place a1", "place b1", "place c1")) == "black"


def test_an_action_called_turn_goes_before() -> None:
    text = MARKS.replace("TURNS", COUNTED).replace("LIMIT", "true").replace("EFFECTS\n", "")
    text = text.replace("  place:", "  turn:").replace("ENDS", "c == b1\n    after: turn")
    game = loads(text, "marks.yaml")
    assert not after(game, "turn a1").over
    assert after(game, "turn b1").over


@pytest.mark.parametrize("word", ["turns", "end_of_turn", "each_turn", "end"])
def test_other_words_for_the_end_of_a_turn(word: str) -> None:
    with pytest.raises(SpecError, match=f"after: {word} is not an action") as problem:
        marks(ends=OF_TURN.replace("after: turn", f"after: {word}"))
    assert problem.value.diagnostics.errors[0].help == "Write turn for an end that counts only when a turn ends."


def test_a_turn_that_is_stopped_ends() -> None:
    state = after(marks(effects="{continue: place, may_stop: 'true'}"), "place a1", "stop")
    assert (state.to_move, value(state, "begun"), value(state, "closed")) == ("white", (None, 1, 1), (None, 1, 0))


def test_a_game_that_ends_with_an_action_neither_ends_nor_begins_a_turn() -> None:
    state = after(marks(ends="c1.mark != none"), "place c1")
    assert (state.over, value(state, "begun"), value(state, "closed")) == (True, (None, 1, 0), (None, 0, 0))


def test_conditions_are_tested_once_more_when_a_turn_has_ended() -> None:
    game = marks(ends="closed[black] == 2")
    state = after(game, "place a1", "place b1", "place c1")
    status = game.status(state)
    assert (status.over, status.ended_by, status.winner, status.to_move) == (True, "half", "black", "black")
    assert value(state, "begun") == (None, 2, 1)


def test_conditions_are_not_tested_when_a_turn_begins() -> None:
    state = after(marks(ends="begun[white] == 1"), "place a1")
    assert not state.over
    assert after(marks(ends="begun[white] == 1"), "place a1", "place b1").over


def test_a_turn_may_end_the_game_as_it_begins() -> None:
    game = marks("  begin:\n    - {if: turn_number == 3, then: [end: early]}")
    outcome_of = after(game, "place a1", "place b1")
    status = game.status(outcome_of)
    assert (status.over, status.ended_by, status.winner, status.to_move) == (True, "early", "white", "black")


def test_a_turn_may_end_the_game_as_it_ends() -> None:
    game = marks("  end:\n    - {if: turn_number == 2, then: [end: early]}")
    status = game.status(after(game, "place a1", "place b1"))
    assert (status.ended_by, status.winner, status.to_move) == ("early", "black", "white")


def test_who_is_first_is_worked_out_once_after_setup() -> None:
    game = marks("  first: white\n  begin:\n    - begun[me] += 1")
    state = game.new()
    assert (state.to_move, value(state, "begun")) == ("white", (None, 0, 1))
    assert after(game, "place a1", "place b1").to_move == "white"
    assert marks("  first: a1.mark").new().to_move == "black"


def test_what_is_recorded_is_the_position_at_the_end_of_the_turn() -> None:
    """The board is the same after every turn, because the piece placed is removed when the turn ends."""
    game = marks("  end:\n    - grid.mark = none", ends="seen_before(grid) >= 3")
    state, moves = game.new(), 0
    while not state.over:
        state, moves = game.advance(state, game.legal(state)[0]), moves + 1
    assert moves == 3


ROLLED = "  when_stuck: pass\n  begin:\n    - {random: n in 1..6, stream: dice}\n    - die = n"


def test_a_round_of_passes_with_draws_is_no_standstill() -> None:
    game = marks(ROLLED, limit="die == 6", ends="a1.mark != none")
    for seed in range(20):
        state = game.new(seed)
        assert (value(state, "die"), state.over) == (6, False)


def test_a_round_of_passes_without_a_draw_is_one() -> None:
    game = marks("  when_stuck: pass\n  begin:\n    - begun[me] += 1", limit="begun[black] == 5")
    assert game.status(game.new()).ended_by == "stalled"


def test_a_thousand_passes_in_a_row_are_a_fault() -> None:
    game = marks(ROLLED, limit="die > 6")
    with pytest.raises(Fault, match="1,000 turns in a row were passed: nobody can move"):
        game.new()


def test_whoever_passes_ends_a_turn_too() -> None:
    """White can never place, so black goes on alone."""
    state = after(marks(limit="me == black"), "place a1")
    assert (state.to_move, value(state, "begun"), value(state, "closed")) == ("black", (None, 2, 1), (None, 1, 1))


def test_a_move_with_what_follows_is_one_entry() -> None:
    game = marks(ROLLED)
    session = Session(game, seed=3)
    session.perform(game.legal(session.state)[0])
    reached = session.state
    session.undo()
    assert session.state == session.start
    session.redo()
    assert session.state == reached
    assert len(session.history) == 1


def test_a_view_knows_nothing_of_the_next_roll() -> None:
    game = marks(ROLLED)
    state = game.new(1)
    foreseen = game.preview(game.view(state, "black"), ("place", 1))
    assert foreseen is not None and foreseen.state is None
    assert [event.name for event in foreseen.events] == ["changed", "turn"]
    worlds = (game.sample(game.view(state, "black"), seed) for seed in range(99))
    assert {value(game.advance(world, ("place", 1)), "die") for world in worlds} == {1, 2, 3, 4, 5, 6}


def test_a_look_without_luck_goes_as_far_as_the_draw() -> None:
    game = marks(ROLLED)
    state = game.new(1)
    blind = state.program.without_luck(())(state.data)
    with pytest.raises(Unforeseen) as draw:
        state.program.do["place"](blind, ("place", 2))
    assert draw.value.reached is not None
    reached = state.program.state(draw.value.reached)
    assert (reached.to_move, value(reached, "cell.mark")[2]) == ("white", 1)


@pytest.mark.parametrize("luck", ["sampled", "own_move", "left_out"])
def test_the_computer_sees_what_its_move_does_before_the_next_roll(luck: str) -> None:
    text = MARKS.replace("TURNS", ROLLED).replace("ENDS", NEVER).replace("LIMIT", "true").replace("EFFECTS\n", "")
    text += f"ai: {{bot: search, depth: 1, luck: {luck}, evaluate: if c1.mark == me then 1 else 0}}\n"
    game = loads(text, "marks.yaml")
    for seed in range(4):
        state = game.new(seed)
        bot = bot_for(game, state, "black")
        assert game.text(state, bot.choose(game.view(state, "black"), seed).action) == "place c1"


@pytest.mark.parametrize(
    ("turns", "said"),
    [
        ("  begin:\n    - {require: dry, check: true, else: Wet.}", "require has no action to refuse here"),
        ("  end: [again]", "again can be used only in the effects of an action and in when_stuck"),
        ("  begin:\n    - continue: place", "continue: can be used only in the effects of an action"),
        ("  first: 3", "first needs a player, but this is a number"),
        ("  phases:\n    all: {who: everyone, actions: [place], begin: [die = 1]}", "no turn begins"),
    ],
)
def test_what_cannot_stand_there_is_refused(turns: str, said: str) -> None:
    with pytest.raises(SpecError, match=said):
        marks(turns)


def test_what_another_can_do_is_not_known_before_their_roll() -> None:
    with pytest.raises(SpecError, match="What another player can do is drawn when their turn begins, in line 16"):
        marks(ROLLED, ends="stuck(opponent)")
    assert not marks(ROLLED, ends="stuck(me)").new().over
    assert not marks(ends="stuck(opponent)").new().over


# Another turn for one who is stuck

SIXES = """\
  begin:
    - {random: n in 1..6, stream: dice}
    - die = n
    - begun[me] += 1
  when_stuck:
    - if: die == 6
      then: [again]"""


FREEING = {"limit": "die in list(0, 3)", "effects": "die = 1"}


def test_one_who_is_stuck_may_have_another_turn() -> None:
    # Only a roll of 1 can be used.
    game = marks(SIXES, limit="die == 1")
    rolls: dict[bool, int] = {True: 0, False: 0}
    for seed in range(20):
        outcome = game.apply(first := game.new(seed), game.legal(first)[0])
        assert outcome.state == game.advance(first, game.legal(first)[0])
        die, player = 0, ""
        for event in outcome.events:
            if event.name == "turn":
                if die and player:
                    assert (event.fields["player"] == player) == (die == 6)
                    rolls[die == 6] += 1
                player = event.fields["player"]
            elif event.name == "changed" and event.fields["property"] == "die":
                die = event.fields["value"]
            elif event.name == "passed":
                assert (event.fields["player"], die > 1) == (player, True)
    assert min(rolls.values()) > 5


def test_one_who_passes_may_have_freed_themselves() -> None:
    turns = "  when_stuck:\n    - die += 1\n    - if: die < 4\n      then: [again]"
    state = after(marks(turns, **FREEING), "place a1")
    # White passes twice and then may place; two passes of two players would be a standstill.
    assert (state.to_move, state.over, value(state, "die")) == ("white", False, 3)


def test_turns_that_are_passed_for_ever_come_to_light() -> None:
    game = marks("  when_stuck: [again]", limit="die == 0", effects="die = 1")
    with pytest.raises(Fault, match="1,000 turns in a row were passed"):
        after(game, "place a1")


def test_an_end_in_when_stuck_counts_although_another_turn_was_given() -> None:
    turns = "  when_stuck:\n    - again\n    - end: early"
    state = after(marks(turns, limit="die == 0", effects="die = 1"), "place a1")
    assert (state.over, winner(state)) == (True, "black")


@pytest.mark.parametrize("steps", ["begin", "end"])
def test_help_says_where_another_turn_can_be_given(steps: str) -> None:
    with pytest.raises(SpecError) as caught:
        marks(f"  {steps}: [again]")
    assert caught.value.diagnostics.errors[0].help == (
        "Move it to effects: of the action after which the player has another turn, or to when_stuck: under turns: "
        "for a player who cannot move."
    )
