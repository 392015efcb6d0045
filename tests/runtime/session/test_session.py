"""Sessions: doing, refusing, undoing, recovering, seats, hints, and listeners."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from interpreter import Action, BadSetting, Game, View, load, loads
from runtime.bots import view_for
from runtime.digest import state_digest
from runtime.keep.recording import read, recording_of, written
from runtime.keep.replay import replayed
from runtime.session.session import SEEDS, Change, Session, Unavailable, Used, usual_seats


@pytest.fixture(scope="module")
def marks() -> Game:
    return load("tic_tac_toe")


def do(session: Session, *texts: str) -> None:
    for text in texts:
        outcome = session.perform(session.game.action(session.state, text))
        assert outcome.refusal is None, outcome.refusal


def texts(session: Session) -> list[str]:
    return [move.text for move in session.history]


def first_legal(game: Game) -> Any:
    def choose(view: View, seed: int) -> Action:
        return game.legal(game.sample(view, seed))[0]

    return choose


# Doing


def test_an_action_is_done_and_remembered(marks: Game) -> None:
    session = Session(marks, seed=1)
    outcome = session.perform(("place", 5))
    [move] = session.history
    assert (outcome.state, move.after, move.before) == (session.state, session.state, session.start)
    assert (move.player, move.by, move.action, move.text) == ("cross", "person", ("place", 5), "place b2")
    assert move.events == outcome.events
    assert len(session.legal) == 8


def test_a_refusal_keeps_everything(marks: Game) -> None:
    session = Session(marks, seed=1, seats={"nought": "person"})
    do(session, "place b2", "place a1")
    session.undo()
    before = (session.state, list(session.history), list(session.undone), session.used)
    outcome = session.perform(("place", 5))
    assert outcome.refusal is not None
    assert (outcome.refusal.name, outcome.refusal.text) == ("c", "That square is taken.")
    assert (session.state, session.history, session.undone, session.used) == before


def test_what_the_listener_hears(marks: Game) -> None:
    session, heard = Session(marks, seed=1, seats={"nought": "person"}), list[Change]()
    end = session.subscribe(heard.append)
    do(session, "place b2", "place a1")
    session.perform(("place", 5))
    session.undo()
    session.redo()
    session.restart()
    end()
    do(session, "place b2")
    assert [change.what for change in heard] == ["performed", "performed", "refused", "undone", "redone", "started"]
    first, second, refused, undone, redone, started = heard
    assert (first.before, first.after) == (marks.new(1), second.before)
    assert first.events == first.moves[0].events
    assert [event.name for event in first.events] == ["changed"]
    assert refused.before is refused.after is second.after
    assert refused.refusal is not None
    assert (undone.before, undone.after) == (second.after, second.before)
    assert (redone.before, redone.after, redone.events) == (second.before, second.after, second.events)
    assert started.after == marks.new(1)


def test_seeds(marks: Game) -> None:
    game = load("game_2048")
    session = Session(game, seed=3)
    start = session.state
    session.perform(session.legal[0])
    session.restart()
    assert (session.seed, session.state, session.history) == (3, start, [])
    session.new_game(4)
    assert (session.seed, session.state) == (4, game.new(4))
    session.new_game()
    assert 0 <= session.seed < SEEDS
    assert len({Session(game).seed for _ in range(5)}) > 1


def test_the_seed_of_the_spec_is_taken_unless_another_is_given() -> None:
    spec = "game: own\ntitle: Own\nseed: 77\nboards: {grid: {columns: 1, rows: 1, cell: {on: flag}}}\n"
    spec += "actions: {press: {choose: {c: grid}, effects: [c.on = true]}}\n"
    spec += "end_conditions: {on: {when: a1.on, won: true}}\n"
    game = loads(spec, "own.yaml")
    assert (Session(game).seed, Session(game, seed=0).seed) == (77, 0)


def test_level_and_settings() -> None:
    game = load("lights_out")
    session = Session(game, "warm_up", {"flips": "corners"})
    assert (session.level, session.settings["size"], session.settings["flips"]) == ("warm_up", 3, "corners")
    assert (Session(game).level, len(session.legal)) == ("classic", 9)


def test_a_view_hides_what_a_player_may_not_know(letters: Game) -> None:
    session = Session(letters, seed=1)
    column = session.state.program.layout.fields["tile.letter"].index
    whole = session.state.data[column]
    assert session.view().viewer == 1
    assert session.view("ann").data[column] == bytes([*whole[:5], 0])
    assert session.view("bob").data[column] == bytes([0, 0, 0, 0, 0, whole[5]])


# Seats


def test_who_sits_where(marks: Game, letters: Game, stuck: Game) -> None:
    assert usual_seats(letters) == {"ann": "person", "bob": "computer"}
    assert usual_seats(stuck) == {"you": "person"}
    assert Session(letters, seats={"bob": "person"}).seats == {"ann": "person", "bob": "person"}
    with pytest.raises(ValueError, match="There is no player zoe; there are ann, bob"):
        Session(letters, seats={"zoe": "person"})


def test_the_computer_moves_only_in_its_turn(marks: Game) -> None:
    session = Session(marks, seed=1, seats={"cross": "person", "nought": "computer"})
    choose = first_legal(marks)
    assert session.play_computer(choose) is None
    do(session, "place b2")
    assert session.seat_to_move == "computer"
    outcome = session.play_computer(choose)
    assert outcome is not None
    assert (texts(session), session.history[-1].by) == (["place b2", "place a1"], "computer")


def test_the_seed_of_a_computer_follows_from_the_point_of_the_game(marks: Game) -> None:
    session, seeds = Session(marks, seed=1, seats={"nought": "computer"}), list[int]()

    def choose(view: View, seed: int) -> Action:
        seeds.append(seed)
        return first_legal(marks)(view, seed)

    for _ in range(2):
        do(session, "place b2")
        session.play_computer(choose)
        session.undo()
    do(session, "place b2")
    session.play_computer(choose)
    do(session, "place c3")
    session.play_computer(choose)
    assert seeds[0] == seeds[1] == seeds[2] != seeds[3]


DICE = """\
game: dice
title: Dice
players: {ann: {}, bob: {seat: computer}}
boards: {grid: {columns: 1, rows: 1}}
state: {score: {per: player, start: 0}}
actions:
  roll:
    effects:
      - random: n in 1..6
        stream: die
      - score[me] += n
end_conditions:
  done:
    when: turn_number == 8
    winner: most(score[p] for p in players)
ai:
  plays: [bob]
  bot: search
  knows: {die: true}
"""


def test_the_computer_is_handed_the_luck_that_the_spec_lets_it_know() -> None:
    game = loads(DICE, "dice.yaml")
    session, seen = Session(game, seed=3), list[View]()
    do(session, "roll")

    def choose(view: View, seed: int) -> Action:
        seen.append(view)
        return ("roll",)

    known, plain = view_for(game, session.state, "bob"), session.view()
    session.play_computer(choose)
    assert seen == [known]
    assert known != plain


# Undo


def test_undo_goes_back_over_what_the_computer_did(marks: Game) -> None:
    session = Session(marks, seed=1, seats={"cross": "person", "nought": "computer"})
    choose = first_legal(marks)
    do(session, "place b2")
    session.play_computer(choose)
    do(session, "place c3")
    session.play_computer(choose)
    session.undo()
    assert texts(session) == ["place b2", "place a1"]
    session.undo()
    assert (texts(session), session.state) == ([], session.start)
    with pytest.raises(Unavailable, match="There is nothing to undo"):
        session.undo()
    session.redo()
    assert texts(session) == ["place b2", "place a1"]
    session.redo()
    assert texts(session) == ["place b2", "place a1", "place c3", "place b1"]
    with pytest.raises(Unavailable, match="There is nothing to redo"):
        session.redo()


def test_what_the_computer_opened_with_stays(marks: Game) -> None:
    session = Session(marks, seed=1, seats={"cross": "computer", "nought": "person"})
    session.play_computer(first_legal(marks))
    assert not session.can_undo
    do(session, "place b2")
    session.undo()
    assert texts(session) == ["place a1"]


def test_a_new_action_ends_what_could_be_redone(marks: Game) -> None:
    session = Session(marks, seed=1, seats={"nought": "person"})
    do(session, "place b2", "place a1")
    session.undo()
    do(session, "place c3")
    with pytest.raises(Unavailable):
        session.redo()


def test_undo_is_counted_against_its_limit(stuck: Game) -> None:
    session = Session(stuck, seed=1)
    do(session, "tread a1")
    assert session.left == (2, 2, 1)
    session.undo()
    session.redo()
    session.undo()
    session.redo()
    assert (session.left[0], session.can_undo) == (0, False)
    with pytest.raises(Unavailable, match="You have no undos left"):
        session.undo()
    session.restart()
    assert session.used == Used()


def test_a_limit_of_none_or_nothing(stuck: Game, letters: Game) -> None:
    session = Session(stuck, settings={"undos": 0})
    do(session, "tread a1")
    with pytest.raises(Unavailable, match="There is no undo in this game"):
        session.undo()
    session = Session(stuck, settings={"undos": None})
    for _ in range(20):
        do(session, "tread a1")
        session.undo()
    assert session.left[0] is None
    # Without hints and without a computer player, nobody could tell what is good.
    assert Session(letters).left == (None, 0, 0)
    assert Session(load("connect_four")).left == (None, None, 0)


# Ends


def test_an_end_counts_when_nothing_is_left_to_recover(stuck: Game) -> None:
    session = Session(stuck, seed=1)
    do(session, "tread a1", "tread b1", "tread c1")
    assert (session.recovery, session.status.over, session.status.ended_by) == (("undo", "life"), False, "tired")
    assert session.status.text == "You are tired."
    for _ in range(2):
        session.undo()
        do(session, "tread c1")
    assert session.recovery == ("life",)
    session.spend_life()
    assert (session.used, session.left, texts(session)) == (Used(0, 0, 1), (2, 2, 0), ["tread a1", "tread b1"])
    for _ in range(3):
        do(session, "tread c1")
        if session.can_undo:
            session.undo()
    assert (session.recovery, session.status.over, session.status.won) == ((), True, False)
    with pytest.raises(Unavailable, match="You have no lives left"):
        session.spend_life()


def test_another_end_is_over_at_once(stuck: Game) -> None:
    session = Session(stuck, seed=1)
    do(session, "tread d1")
    assert (session.status.over, session.status.won, session.recovery) == (True, True, ())
    outcome = session.perform(("tread", 1))
    assert outcome.refusal is not None
    assert outcome.refusal.name == "over"


def test_no_lives_where_the_spec_gives_none() -> None:
    session = Session(load("lights_out"), settings={"limit": 1, "presses": 4}, seed=1)
    do(session, "press a1")
    assert (session.recovery, session.limits.lives) == (("undo",), 0)
    with pytest.raises(Unavailable, match="There are no lives in this game"):
        session.spend_life()


# Hints


def test_hints_are_counted_once_for_each_point_of_the_game(stuck: Game) -> None:
    session, asked = Session(stuck, seed=1), list[tuple[int, int]]()

    def give(view: View, tier: int) -> str:
        asked.append((view.viewer, tier))
        return f"tier {tier}"

    assert [session.hint(give), session.hint(give)] == ["tier 1", "tier 2"]
    assert (session.left[1], asked) == (1, [(1, 1), (1, 2)])
    assert session.hint(lambda _view, _tier: None) is None
    do(session, "tread a1")
    assert session.hint(lambda _view, _tier: None) is None
    assert session.left[1] == 1
    session.hint(give)
    do(session, "tread b1")
    with pytest.raises(Unavailable, match="You have no hints left"):
        session.hint(give)
    with pytest.raises(Unavailable, match="There are no hints in this game"):
        Session(stuck, settings={"hints_given": 0}).hint(give)


def test_a_session_says_why_there_is_no_hint(stuck: Game) -> None:
    session, give = Session(stuck, settings={"hints_given": 1}, seed=1), lambda _view, tier: tier
    assert (session.why_no_hint, session.hint(give), session.left[1]) == ("", 1, 0)
    assert (session.why_no_hint, session.hint(give)) == ("", 2)
    assert session.why_no_hint == "You have no hints left."
    assert session.hint(give) == 3  # A hint that was given may be given again.
    do(session, "tread a1")
    assert session.why_no_hint == "You have no hints left."
    assert Session(stuck, settings={"hints_given": 0}).why_no_hint == "There are no hints in this game."
    free = Session(load("lights_out"), settings={"limit": 1, "presses": 4}, seed=1)
    do(free, "press a1")
    free.limits = replace(free.limits, undo=0)
    assert free.why_no_hint == "The game is over."


def test_a_hint_heard_whole_is_all_that_there_is(stuck: Game) -> None:
    session = Session(stuck, settings={"hints_given": 1}, seed=1)
    assert session.hint(lambda _view, tier: tier, tiers=2) == 2
    assert (session.used.hints, session.why_no_hint) == (1, "You have no hints left.")


# Games of any kind


@pytest.mark.parametrize("name", ["draughts", "game_2048", "nine_mens_morris", "memory", "lights_out"])
def test_taking_back_and_doing_again_leads_through_the_same_states(name: str) -> None:
    game, random = load(name), Random(name)
    session = Session(game, seed=5, seats=dict.fromkeys(game.players, "person"))
    states = [session.state]
    for step in range(80):
        done = len(session.history)
        what = random.random()
        if what < 0.25 and session.can_undo:
            session.undo()
            assert session.state == states[done - 1]
        elif what < 0.4 and session.undone:
            session.redo()
            assert session.state == states[done + 1]
        elif session.legal:
            session.perform(random.choice(session.legal))
            states[done + 1 :] = [session.state]
        if step % 8:
            continue
        found = replayed(read(written(recording_of(session, with_help=True)).encode(), "x"), game, "x")
        assert (found.state, found.used) == (session.state, session.used)
        assert [move.after for move in found.undone] == [move.after for move in session.undone]


LAMPS = """
game: lamps
title: Lamps
settings:
  glow: {default: false, title: Glow, change: any_time}
  undos: {default: 2, range: 1..9, title: Undos, change: any_time}
  goal: {default: 3, range: 1..3, title: Goal}
boards:
  grid: {columns: 3, rows: 1, cell: {lit: flag}}
actions:
  light:
    choose:
      c: {from: grid, where: not it.lit}
    effects:
      - c.lit = true
end_conditions:
  all_lit:
    when: count(x for x in grid if x.lit) >= goal
    won: true
assist: {undo: {limit: undos}}
view:
  panels:
    Glow: if glow then 1 else 0
"""


def test_a_setting_that_no_rule_reads_changes_in_a_running_game() -> None:
    game = loads(LAMPS, "lamps.yaml")
    session, changes = Session(game, seed=5), list[Change]()
    for site in (1, 2):
        session.perform(("light", site))
    session.undo()
    session.seconds = 12.5
    digest = session.history[0].digest
    session.subscribe(changes.append)
    session.change_settings({"glow": True, "undos": "3"})
    assert session.settings == {"glow": True, "undos": 3, "goal": 3}
    assert (texts(session), [move.text for move in session.undone]) == (["light a1"], ["light b1"])
    assert (session.used, session.left[0], session.seconds) == (Used(1), 2, 12.5)
    assert [change.what for change in changes] == ["settings"]
    assert session.history[0].digest == state_digest(game, session.state) != digest
    again = Session(game, settings=session.settings, seed=5)
    again.perform(("light", 1))
    assert (again.state, again.start) == (session.state, session.start)
    session.redo()
    assert texts(session) == ["light a1", "light b1"]
    session.restart()
    assert session.settings["undos"] == 3


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"goal": 2}, "The setting goal cannot be changed during a game."),
        ({"glow": "bright"}, "glow takes true or false, not bright."),
        ({"shine": True}, "There is no setting ‘shine’. There are glow, undos, goal."),
    ],
)
def test_other_settings_and_values_change_nothing(changes: dict[str, object], message: str) -> None:
    session = Session(loads(LAMPS, "lamps.yaml"))
    before = session.state
    with pytest.raises(BadSetting) as problem:
        session.change_settings(changes)
    assert str(problem.value) == message
    assert session.state is before


def test_a_game_that_begins_with_a_position_restarts_from_it_and_a_new_game_does_not() -> None:
    game = loads(LAMPS, "lamps.yaml")
    start = game.apply(game.new(0, None, {"goal": 2}), ("light", 2)).state
    session = Session(game, seed=1, start=start)
    assert (session.settings["goal"], session.can_undo) == (2, False)
    session.perform(("light", 1))
    session.restart()
    assert (session.state, session.history) == (start, [])
    session.new_game(3)
    assert session.state == game.new(3, None, {"goal": 2})
