"""The Python API of a game, on real specs."""

from pathlib import Path

import pytest

import interpreter
from interpreter import BadAction, BadSetting, Fault, Game, SpecError, State, load
from interpreter.language.scope import RULES, Scope
from interpreter.spec.catalogue import shipped

BUMPS = """
game: bumps
title: Bumps
settings:
  share: {default: 0, range: 0..9, title: Share}
players:
  red: {title: Red}
  blue: {title: Blue}
boards:
  grid:
    columns: 3
    rows: 1
    cell: {owner: player or none}
    legend: {R: red, B: blue}
state:
  score: {per: player, start: 0}
  left: 3
  pot: share
actions:
  take:
    choose:
      c:
        from: grid
        where: it.owner == none
        else: "{it} belongs to {it.owner} already."
    validate:
      in_reach:
        check: c.column <= left
        else: Column {c.column} is out of reach.
        show: c
    effects:
      - c.owner = me
      - score[me] += 6 // pot
      - event: taken(by = me, at = c)
end_conditions:
  all_taken:
    when: all(x.owner != none for x in grid)
    winner: most(score[p] for p in players)
    say: "{score[red]} to {score[blue]}."
"""


@pytest.fixture(scope="module")
def bumps() -> Game:
    return interpreter.loads(BUMPS, "bumps.yaml")


def reached(game: Game) -> set[object]:
    found, queue = {game.key(game.new())}, [game.new()]
    while queue:
        state = queue.pop()
        for action in game.legal(state):
            after = game.advance(state, action)
            key = game.key(after)
            if key not in found:
                found.add(key)
                queue.append(after)
    return found


def test_the_key_leaves_out_what_does_not_matter() -> None:
    assert len(reached(interpreter.load("tic_tac_toe"))) == 5478


def test_actions_are_written_and_read() -> None:
    game = interpreter.load("tic_tac_toe")
    state = game.new()
    action = game.action(state, "place b2")
    assert action == ("place", 5)
    assert game.text(state, action) == "place b2"
    assert action in game.legal(state)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Write an action."),
        ("plaice b2", "There is no action plaice. Did you mean ‘place’?"),
        ("place", "place chooses c; ‘c’ is missing."),
        ("place b9", "There is no site b9. grid goes from a1 to c3."),
        ("place b2 b3", "place has no choice left for ‘b3’."),
    ],
)
def test_a_text_that_is_no_action_says_why(text: str, message: str) -> None:
    game = interpreter.load("tic_tac_toe")
    with pytest.raises(BadAction) as problem:
        game.action(game.new(), text)
    assert str(problem.value) == message


@pytest.mark.parametrize(
    "action", [(), ("place",), ("place", 0), ("place", 10), ("place", "b2"), ("place", True), ("go", 1)]
)
def test_a_value_that_is_no_action_is_told_apart_from_a_refusal(action: tuple[object, ...]) -> None:
    game = interpreter.load("tic_tac_toe")
    with pytest.raises(BadAction):
        game.check(game.new(), action)


def test_a_refusal_has_reason_place_and_sites(bumps: Game) -> None:
    state = bumps.new(settings={"share": 2})
    after = bumps.advance(state, ("take", 2))
    refusal = bumps.check(after, ("take", 2))
    assert refusal is not None
    assert (refusal.name, refusal.text, refusal.action, refusal.shows) == (
        "c",
        "b1 belongs to Red already.",
        "take",
        (),
    )
    assert refusal.span is not None
    assert (refusal.span.line, refusal.span.column) == (22, 7)
    assert bumps.apply(after, ("take", 2)).state is after


def test_an_accepted_action_tells_its_events(bumps: Game) -> None:
    outcome = bumps.apply(bumps.new(settings={"share": 2}), ("take", 3))
    assert outcome.refusal is None
    assert [(event.name, dict(event.fields)) for event in outcome.events] == [
        ("changed", {"property": "cell.owner", "of": 3, "value": 1}),
        ("changed", {"property": "score", "of": 1, "value": 3}),
        ("taken", {"by": 1, "at": 3}),
    ]


def test_apply_and_advance_agree(bumps: Game) -> None:
    state = bumps.new(settings={"share": 2})
    for site in (1, 3, 2):
        outcome = bumps.apply(state, ("take", site))
        state = bumps.advance(state, ("take", site))
        assert outcome.state == state
    status = bumps.status(state)
    assert (status.over, status.ended_by, status.winner, status.won, status.text) == (
        True,
        "all_taken",
        "red",
        None,
        "6 to 3.",
    )
    assert bumps.legal(state) == []
    refusal = bumps.check(state, ("take", 1))
    assert refusal is not None
    assert (refusal.name, refusal.text) == ("over", "The game is over.")


def test_an_explanation_shows_the_check_and_its_parts(bumps: Game) -> None:
    spec = BUMPS.replace("left: 3", "left: 1")
    game = interpreter.loads(spec, "bumps.yaml")
    explanation = game.explain(game.new(settings={"share": 1}), ("take", 3))
    assert explanation.refusal is not None
    assert (explanation.refusal.name, explanation.refusal.text, explanation.refusal.shows) == (
        "in_reach",
        "Column 3 is out of reach.",
        (3,),
    )
    assert [(part.source, part.value) for part in explanation.parts] == [
        ("c.column <= left", "false"),
        ("c.column", "3"),
        ("c", "c1"),
        ("left", "1"),
    ]


def test_a_fault_names_the_step(bumps: Game) -> None:
    state = bumps.new()
    with pytest.raises(Fault) as problem:
        bumps.apply(state, ("take", 1))
    assert str(problem.value) == "bumps.yaml:33:9: fault: This divides by zero."


def test_states_are_values(bumps: Game) -> None:
    first, second = bumps.new(settings={"share": 1}), bumps.new(settings={"share": 1})
    assert first == second
    assert hash(first) == hash(second)
    assert first != bumps.new(settings={"share": 2})
    assert len({first, second}) == 1
    assert bumps.decode(bumps.encode(first)) == first


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": 1, "game": "bumps"}', "nonsense", "[" * 5000])
def test_a_text_that_is_no_state_is_refused(bumps: Game, text: str) -> None:
    with pytest.raises(ValueError, match="This is not a state of bumps"):
        bumps.decode(text)


@pytest.mark.parametrize(
    ("level", "settings", "message"),
    [
        (None, {"shair": 1}, "There is no setting ‘shair’. Did you mean ‘share’?"),
        (None, {"share": 10}, "share takes numbers from 0 to 9, not 10."),
        (None, {"share": "lots"}, "share takes numbers from 0 to 9, not lots."),
        ("hard", {}, "There is no level ‘hard’. This game has no levels."),
    ],
)
def test_a_bad_setting_says_what_it_takes(
    bumps: Game, level: str | None, settings: dict[str, object], message: str
) -> None:
    with pytest.raises(BadSetting) as problem:
        bumps.new(level=level, settings=settings)
    assert str(problem.value) == message


def cards(game: Game, state: State) -> list[int]:
    fields = state.program.layout.fields
    return list(state.data[fields["card.picture"].index])


def test_a_view_hides_and_a_sample_agrees_with_it() -> None:
    game = interpreter.load("memory")
    state = game.new(seed=5)
    state = game.apply(state, game.legal(state)[0]).state
    view = game.view(state, "two")
    shown = cards(game, view.state)
    assert [bool(value) for value in shown] == [number == 1 for number in range(len(shown))]
    world = game.sample(view, 7)
    assert game.view(world, "two") == view
    assert sorted(cards(game, world)) == sorted(cards(game, state))
    assert cards(game, world) != cards(game, state)


DIVIDES = """
game: divides
title: Divides
boards:
  grid: {columns: 2, rows: 1, cell: {lit: flag}}
state:
  pot: 0
actions:
  press:
    choose:
      c:
        from: grid
        where: 6 // pot > 1
    effects:
      - c.lit = true
end_conditions:
  done:
    when: all(x.lit for x in grid)
    won: true
"""


def test_a_sign_of_a_text_that_is_no_letter_is_a_fault() -> None:
    spec = DIVIDES.replace("lit: flag", "lit: flag, sign: letter or none").replace("6 // pot > 1", "not it.lit")
    spec = spec.replace("pot: 0", "pot: 0\n  dice: \"'ab-d'\"").replace("c.lit = true", "c.sign = dice[3]")
    game = interpreter.loads(spec, "divides.yaml")
    with pytest.raises(Fault) as problem:
        game.apply(game.new(), ("press", 1))
    assert str(problem.value) == "divides.yaml:16:9: fault: ‘-’ is neither a letter of the alphabet nor * for a blank."


def test_a_fault_while_listing_moves_names_its_line() -> None:
    game = interpreter.loads(DIVIDES, "divides.yaml")
    with pytest.raises(Fault) as problem:
        game.new()
    assert str(problem.value) == "divides.yaml:13:16: fault: This divides by zero."


def test_what_can_be_done_respects_phases_and_continuations() -> None:
    game = interpreter.load("nine_mens_morris")
    state = game.new()
    assert [state.program.can(state.data, 1, name) for name in ("place", "move", "take")] == [True, False, False]


def test_expressions_can_be_asked_any_number_of_times() -> None:
    game = interpreter.load("word_cell")
    state = game.new(seed=1)
    tray = state.data[state.program.layout.fields["zone.tray"].index]
    letters = state.data[state.program.layout.fields["tile.letters"].index][tray[0]]
    for _ in range(3000):
        cells = state.program.cells_of(state.data, "tile", tray[0], 1)
    assert cells == tuple(range(1, len(letters) + 1))
    scope = Scope(state.program.schema, RULES)
    limits = [state.program.steps.term(game.spec.settings["redraws"].default, scope) for _ in range(5000)]
    assert state.program.diagnostics.errors == []
    assert {type(limit).__name__ for limit in limits} == {"Constant"}


BLOCKS = """
game: blocks
title: Blocks
boards:
  tray:
    columns: 4
    rows: 2
    holds: block
    start: |
      R . V .
      . . . .
    legend:
      R: {wide: 2, high: 2}
      V: {wide: 1, high: 2}
entities:
  block:
    wide: 1..2
    high: 1..2
    footprint: {columns: it.wide, rows: it.high}
actions:
  trade:
    effects:
      - swap: [tray.a1, tray.d1]
end_conditions:
  clear:
    when: empty(tray)
    won: true
"""


def test_what_covers_several_cells_is_not_swapped() -> None:
    game = interpreter.loads(BLOCKS, "blocks.yaml")
    with pytest.raises(Fault) as problem:
        game.apply(game.new(), ("trade",))
    assert str(problem.value) == (
        "blocks.yaml:23:9: fault: swap takes the contents of one cell, and a block may cover several. Use move."
    )


LAMPS = """
game: lamps
title: Lamps
boards:
  row_of_lamps:
    cell: {lit: flag}
    legend: {o: lit}
levels:
  dark: {row_of_lamps: "..."}
  half: {row_of_lamps: "o.o"}
actions:
  light:
    choose:
      c: {from: row_of_lamps, where: not it.lit}
    effects:
      - c.lit = true
end_conditions:
  all_lit:
    when: all(x.lit for x in row_of_lamps)
    won: true
"""


def test_every_level_keeps_its_own_start_where_there_is_no_luck() -> None:
    game = interpreter.loads(LAMPS, "lamps.yaml")
    starts = [len(game.legal(game.new(level=level))) for level in (None, "half", None, "dark", "half")]
    assert starts == [3, 1, 3, 3, 1]


PAIRS = """
game: pairs
title: Pairs
boards:
  grid: {columns: 3, rows: 1, cell: {times: 0..9}}
actions:
  join:
    symmetric: true
    choose:
      a: grid
      b: {from: grid, where: it != a}
    effects:
      - a.times += 1
      - b.times += 1
      - continue: join(a = b)
  spell:
    choose:
      l: alphabet
    effects:
      - a1.times += len(l)
      - continue: spell(l = l)
end_conditions:
  often:
    when: a1.times == 9
    won: true
"""


def test_a_fixed_choice_leaves_both_ways_of_a_symmetric_action() -> None:
    game = interpreter.loads(PAIRS, "pairs.yaml")
    state = game.advance(game.new(), ("join", 1, 2))
    assert [game.text(state, action) for action in game.legal(state)] == ["join b1 a1", "join b1 c1"]


def test_a_state_that_goes_on_with_a_letter_is_read_again() -> None:
    game = interpreter.loads(PAIRS, "pairs.yaml")
    state = game.advance(game.new(), ("spell", "k"))
    assert game.legal(game.decode(game.encode(state))) == [("spell", "k")]
    with pytest.raises(ValueError, match="not a state"):
        game.decode(game.encode(state).replace('["k"]', "[3, 4]"))


REQUIRING = """
game: requiring
title: Requiring
boards:
  grid: {columns: 3, rows: 1, cell: {lit: flag}}
actions:
  light:
    choose:
      c: {from: grid, where: not it.lit}
    let:
      before: count(x for x in grid if x.lit)
    effects:
      - c.lit = true
      - let lit = list(x for x in grid if x.lit)
      - require: few
        check: len(lit) < 2 or c == c1
        else: There were {before}, and would be {len(lit)}.
        show: lit
end_conditions:
  all_lit:
    when: all(x.lit for x in grid)
    won: true
"""


def test_a_require_tells_of_what_was_before_and_of_what_its_effects_made() -> None:
    game = interpreter.loads(REQUIRING, "requiring.yaml")
    state = game.advance(game.new(), ("light", 1))
    refusal = game.check(state, ("light", 2))
    assert refusal is not None
    assert (refusal.name, refusal.text, refusal.shows) == ("few", "There were 1, and would be 2.", (1, 2))
    parts = {part.source: part.value for part in game.explain(state, ("light", 2)).parts}
    assert parts == {
        "len(lit) < 2 or c == c1": "false",
        "len(lit) < 2": "false",
        "len(lit)": "2",
        "lit": "a1, b1",
        "c == c1": "false",
        "c": "b1",
    }


def test_the_start_counts_among_what_was_seen_before() -> None:
    game = interpreter.load("tafl")
    state = game.new(1)
    for move in ["go d7 c7", "go d5 c5", "go c7 d7", "go c5 d5"] * 2:
        assert not state.over
        state = game.advance(state, game.action(state, move))
    assert state.over and game.status(state).ended_by == "repeated"


def test_a_game_of_another_name_than_its_file_is_told_all_that_is_wrong(tmp_path: Path) -> None:
    text = shipped()["tic_tac_toe"].read_text(encoding="utf-8")
    path = tmp_path / "copied.yaml"
    path.write_text(text.replace("c.mark = me", "c.mrak = me"), encoding="utf-8")
    with pytest.raises(SpecError) as refused:
        load(path)
    assert [each.code for each in refused.value.diagnostics] == ["file-name", "no-such-property"]
