"""A choice that is asked only sometimes: in legal moves, drafts, texts, tests, replays and numbers."""

import pytest

from interpreter import BadAction, Game, loads
from runtime.bots.random_bot import choose
from runtime.keep.recording import read, recording_of, written
from runtime.keep.replay import replayed
from runtime.session.draft import Draft, add, backspace, begin, choice_of, questions, start, text
from runtime.session.gestures import press
from runtime.session.hand import Button, Click, Drag, Pick, Pressed
from runtime.session.session import Session
from runtime.terminal.reader import Do, Which, read_line
from runtime.testing import run_tests

PUSHES = """\
game: pushes
title: Pushes
players: {white: {title: White, facing: north}, black: {title: Black, facing: south}}
types: {role: [pawn, queen, rook, knight]}
entities:
  man:
    owner: player
    role: role
    legend: {P: white pawn, p: black pawn, Q: white queen, q: black queen, R: white rook, N: white knight}
boards:
  grid:
    columns: 3
    rows: 4
    origin: bottom
    holds: man
    start: |
      ..p
      P..
      ...
      ..P
actions:
  push:
    choose:
      a: {from: grid, where: it.man.owner == me and it.man.role == pawn, else: Choose a pawn of yours.}
      b: {from: 'list(step(a, facing(me)))', where: empty(it), else: A pawn goes one step ahead.}
      promotion:
        is: role
        from: [queen, rook, knight]
        ask_if: row(b, me) == 4
        otherwise: OTHERWISE
        else: 'A pawn becomes a queen, a rook or a knight.'
    validate:
      one_knight: {check: 'promotion != knight or b.column == 1', else: Knights are made on the left only.}
    effects:
      - {move: a.man, to: b}
      - b.man.role = EFFECT
end_conditions:
  done: {when: all(m.role != pawn for m in pieces(grid) if m.owner == me), winner: me}
  gridlock: {when: turn_number > 50, winner: none}
acceptance:
  a pawn is promoted:
    when: [push: a3 a4 queen]
    then:
      - a4.man.role == queen
      - legal: {push: [c4 c3]}
  a pawn goes on:
    when: [push: c1 c2]
    then: [c2.man.role == pawn]
  choices have names:
    when:
      - push: {a: a3, b: a4, promotion: knight}
      - push: {a: c4, b: c3}
    then: [a4.man.role == knight, c3.man.role == pawn]
  nobody asked:
    when: [push: c1 c2 queen]
    then: [refused: promotion]
"""
NONE = PUSHES.replace("        otherwise: OTHERWISE\n", "").replace("EFFECT", "default(promotion, pawn)")
PAWN = PUSHES.replace("OTHERWISE", "pawn").replace("EFFECT", "promotion")
SKIPPED = """\
game: skips
title: Skips
players: {one: {}, two: {}}
boards: {grid: {columns: 2, rows: 1, cell: {height: 0..99}}}
state: {bonus: {is: flag, start: false}}
actions:
  put:
    choose:
      s: grid
      extra: {from: 1..3, ask_if: bonus}
      n: {from: 1..2}
    effects:
      - s.height += n + default(extra, 0)
      - bonus = s.height > 1
  toggle:
    choose:
      doubled: {from: 2..3, ask_if: bonus}
      more: {from: 4..5, ask_if: bonus, otherwise: 9}
    effects:
      - a1.height = default(doubled, 1) * more
end_conditions:
  never: {when: turn_number > 99, winner: none}
"""
PAWN_TO, QUEEN, ROOK, KNIGHT = 1, 2, 3, 4


@pytest.fixture(params=[NONE, PAWN], ids=["none", "otherwise"])
def game(request: pytest.FixtureRequest) -> Game:
    return loads(request.param, "pushes.yaml")


def unasked(game: Game) -> int:
    return 0 if "otherwise" not in game.spec.actions["push"].choose["promotion"].model_fields_set else PAWN_TO


def site(game: Game, name: str) -> int:
    return game.new(1).program.schema.topology.names.index(name)


def pressed(game: Game, draft: Draft, *gestures: object) -> Pressed:
    session = Session(game, seed=1)
    found = Pressed(draft)
    for gesture in gestures:
        found = press(session, found.draft, gesture)  # type: ignore[arg-type]
    return found


def test_where_nobody_is_asked_there_is_one_move(game: Game) -> None:
    a3, a4, c1, c2 = (site(game, name) for name in ("a3", "a4", "c1", "c2"))
    assert sorted(game.legal(game.new(1))) == sorted(
        [
            ("push", a3, a4, QUEEN),
            ("push", a3, a4, ROOK),
            ("push", a3, a4, KNIGHT),
            ("push", c1, c2, unasked(game)),
        ]
    )


@pytest.mark.parametrize(
    ("action", "refusal"),
    [
        (("a3", "a4", 0), "promotion"),
        (("a3", "a4", PAWN_TO), "promotion"),
        (("c1", "c2", QUEEN), "promotion"),
        (("c1", "c3", QUEEN), "b"),
    ],
)
def test_a_value_that_is_not_asked_for_is_refused(game: Game, action: tuple[str, str, int], refusal: str) -> None:
    a, b, promotion = action
    if promotion == 0 and unasked(game):
        return
    found = game.check(game.new(1), ("push", site(game, a), site(game, b), promotion))
    assert found is not None and found.name == refusal


def test_texts_leave_out_what_nobody_is_asked_for(game: Game) -> None:
    state = game.new(1)
    texts = [game.text(state, action) for action in game.legal(state)]
    assert sorted(texts) == ["push a3 a4 knight", "push a3 a4 queen", "push a3 a4 rook", "push c1 c2"]
    assert [game.action(state, each) for each in texts] == game.legal(state)


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ("push a3 a4", "push chooses a, b, promotion; ‘promotion’ is missing."),
        ("push c1 c2 queen", "push has no choice left for ‘queen’."),
        ("push a3 a4 quen", "‘quen’ is not a valid role. Did you mean ‘queen’?"),
    ],
)
def test_texts_that_say_too_little_or_too_much(game: Game, typed: str, problem: str) -> None:
    with pytest.raises(BadAction) as caught:
        game.action(game.new(1), typed)
    assert str(caught.value) == problem


def test_clicks_and_drags_are_asked_only_where_they_must(game: Game) -> None:
    a3, a4, c1, c2 = (site(game, name) for name in ("a3", "a4", "c1", "c2"))
    begun = begin(game.new(1))
    assert pressed(game, begun, Click(c1), Click(c2)).action == ("push", c1, c2, unasked(game))
    assert pressed(game, begun, Drag(c1, c2)).action == ("push", c1, c2, unasked(game))
    waiting = pressed(game, begun, Drag(a3, a4))
    assert (waiting.action, waiting.draft.values) == (None, (a3, a4))
    assert questions(game, game.new(1), waiting.draft) == {"promotion": (QUEEN, ROOK, KNIGHT)}
    assert pressed(game, waiting.draft, Pick(ROOK, "promotion")).action == ("push", a3, a4, ROOK)


def test_a_wrong_target_is_refused_in_its_own_words(game: Game) -> None:
    c1, c3 = site(game, "c1"), site(game, "c3")
    found = pressed(game, begin(game.new(1)), Click(c1), Click(c3))
    refused = found.refusal or game.check(game.new(1), found.action or ())
    assert refused is not None and refused.text == "A pawn goes one step ahead."


def test_taking_back_goes_to_the_last_choice_that_was_asked_for() -> None:
    game = loads(SKIPPED, "skips.yaml")
    state = game.new(1)
    draft = add(game, state, start(state, "put"), 1)
    assert (draft.values, text(state, draft)) == ((1, None), "put a1")
    assert (choice := choice_of(state, draft)) is not None and choice.name == "n"
    assert backspace(state, draft) == begin(state)
    armed = add(game, state, start(state, "put", armed=True), 1)
    assert backspace(state, armed) == start(state, "put", armed=True)


def test_acceptance_tests(game: Game) -> None:
    assert [(each.name, [failure.message for failure in each.failures]) for each in run_tests(game)] == [
        ("a pawn is promoted", []),
        ("a pawn goes on", []),
        ("choices have names", []),
        ("nobody asked", []),
    ]


def test_a_test_that_leaves_out_what_is_asked_for_fails(game: Game) -> None:
    text = (NONE if not unasked(game) else PAWN).replace("a3 a4 queen", "a3 a4")
    [failed] = [each for each in run_tests(loads(text, "pushes.yaml")) if not each.passed]
    assert [failure.message for failure in failed.failures] == ["push asks for ‘promotion’, which is missing."]


@pytest.mark.parametrize("spec", [NONE, PAWN, SKIPPED])
def test_a_game_is_recorded_and_replayed(spec: str) -> None:
    game = loads(spec, f"{spec[6 : spec.index(chr(10))]}.yaml")
    session = Session(game, seed=3, seats=dict.fromkeys(game.players, "person"))
    while not session.state.over and len(session.history) < 12:
        for action in game.legal(session.state):
            assert game.check(session.state, action) is None
            assert game.action(session.state, game.text(session.state, action)) == action
        session.perform(choose(game, session.state, len(session.history)))
    kept = read(written(recording_of(session)).encode(), "x.json")
    assert replayed(kept, game, "x.json").state.data == session.state.data


def test_each_legal_move_has_a_number_of_its_own(game: Game) -> None:
    pytest.importorskip("numpy", reason="needs the extra ‘environments’")
    from runtime.environments.encoding import ActionNumbers

    state = game.new(1)
    numbers = ActionNumbers(state.program)
    assert numbers.count == numbers.counted
    assert sorted(numbers.legal(state).values()) == sorted(game.legal(state))


def test_choices_that_are_skipped_in_the_middle_and_at_first() -> None:
    game = loads(SKIPPED, "skips.yaml")
    state = game.new(1)
    assert [game.text(state, action) for action in game.legal(state)] == [
        "put a1 1",
        "put a1 2",
        "put b1 1",
        "put b1 2",
        "toggle",
    ]
    assert game.action(state, "toggle") == ("toggle", None, 9)
    assert pressed(game, begin(state), Button("toggle")).action == ("toggle", None, 9)
    after = game.advance(state, game.action(state, "put a1 2"))
    assert game.action(after, "put a1 3 1") == ("put", 1, 3, 1)
    assert game.action(after, "toggle 2 4") == ("toggle", 2, 4)
    assert len(game.legal(after)) == 2 * 3 * 2 + 2 * 2
    assert start(after, "toggle").empty and start(after, "toggle").values == ()


DROPPED = NONE.replace(
    "end_conditions:",
    """\
  drop:
    choose: {m: pieces(grid), s: grid}
    validate: {never: {check: m.site == s, else: Nothing is dropped here.}}
    effects: [{move: m, to: s}]
end_conditions:""",
)


def test_a_line_that_leaves_open_what_is_asked_for_lists_the_answers() -> None:
    game = loads(DROPPED, "pushes.yaml")
    state = game.new(1)
    found = read_line("a3 a4", game, state, lambda: game.legal(state))
    assert isinstance(found, Which)
    assert [game.text(state, each) for each in found.actions] == [
        "push a3 a4 queen",
        "push a3 a4 rook",
        "push a3 a4 knight",
    ]
    assert read_line("a3 a4 rook", game, state, lambda: game.legal(state)) == Do(game.action(state, "push a3 a4 rook"))
    assert read_line("c1 c2", game, state, lambda: game.legal(state)) == Do(game.action(state, "push c1 c2"))
