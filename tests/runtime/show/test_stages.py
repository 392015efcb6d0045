"""Moves cut into stages."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter import Event, Game, State, load, loads
from interpreter.position import PieceValue
from interpreter.program.encoding import fitting
from interpreter.spec.catalogue import shipped
from runtime.show import presentation
from runtime.show.stages import FLASH, USUAL, Stage, stages
from tests.shipped import shared_out

TRACKS = """\
game: tracks
title: Tracks
types:
  colour: [red, blue, green]
players:
  ann: {title: Ann}
  bob: {title: Bob}
entities:
  man:
    owner: player
    strength: {is: 1..9, start: '1'}
boards:
  grid:
    columns: 4
    rows: 2
    holds: man
    cell: {paint: colour or none, secret: {is: colour or none, seen_by: nobody}}
    legend: {a: ann, b: bob}
    start: |
      a b . .
      . . . .
zones:
  hand: {holds: man, per: player}
  pool: {holds: man}
state:
  score: 0
setup:
  - a2.paint = red
  - b2.paint = blue
  - a2.secret = red
  - for: n in 1..2
    do:
      - create: man(owner = bob)
        in: pool
actions:
  walk:
    choose:
      m: pieces(grid)
      s:
        from: grid
        where: empty(it)
    effects:
      - score += 1
      - move: m
        to: s
  push:
    choose:
      s:
        from: grid
        where: empty(it)
    effects:
      - move: b1.man
        to: c1
      - score += 1
      - move: a1.man
        to: b1
      - event: pushed(at = s)
      - b1.man.strength += 1
  take:
    choose:
      m: pieces(grid)
    effects:
      - remove: m
      - event: seen(sites = list(a1, b1))
      - create: man(owner = bob, strength = 5)
        at: d2
  draw:
    effects:
      - event: seen(sites = list(c1))
      - deal: pool
        to: hand[me]
        up_to: 1
      - event: seen(sites = list(d1))
  swap_paint:
    choose:
      a: grid
      b: grid
    effects:
      - swap: [a, b]
  repaint:
    choose:
      a: {from: grid, where: it.paint != none}
      b: grid
    effects:
      - b.paint = a.paint
      - a.paint = none
  hide:
    effects:
      - d2.secret = a2.secret
      - a2.secret = none
  drop_in:
    choose:
      c: grid
    effects:
      - step(c, south).paint = green
  tell:
    choose:
      a: grid
      b: grid
    effects:
      - b.paint = red
      - event: painted(source = a, target = b)
      - score += 5
end_conditions:
  rich: {when: score > 90, winner: me}
view:
  animate:
    moved: 90
    pushed: 300
    seen: it.sites
    repaint: 240
"""


@pytest.fixture(scope="module")
def tracks() -> Game:
    return loads(TRACKS, "tracks.yaml")


def played(game: Game, text: str, before: State | None = None, viewer: int = 1) -> list[Stage]:
    before = game.new() if before is None else before
    action = game.action(before, text)
    outcome = game.apply(before, action)
    assert outcome.refusal is None
    found = stages(game, before, outcome.events, outcome.state, viewer, action)
    assert found[-1].state == outcome.state
    assert tuple(event for stage in found for event in stage.events) == outcome.events
    return found


def lengths(found: list[Stage]) -> list[int]:
    return [stage.milliseconds for stage in found]


def value(state: State, field: str) -> Any:
    return state.data[state.program.layout.fields[field].index]


def at(game: Game, name: str) -> int:
    return game.new().program.schema.topology.names.index(name)


# Cutting


def test_a_move_is_one_stage_of_the_usual_length(tracks):
    (stage,) = played(tracks, "hide")
    assert (stage.milliseconds, stage.slides, stage.flashes) == (USUAL, (), frozenset())


def test_a_named_action_says_how_long_its_move_takes(tracks):
    assert lengths(played(tracks, "repaint a2 d1")) == [240]


def test_events_of_one_name_that_follow_each_other_are_one_stage(tracks):
    walks = played(tracks, "walk a1 d1")
    assert [[event.name for event in stage.events] for stage in walks] == [["changed", "moved"]]
    assert lengths(walks) == [90]


def test_an_event_of_the_spec_closes_a_stage(tracks):
    moves, told, rest = played(tracks, "push d1")
    assert lengths([moves, told, rest]) == [90, 300, USUAL]
    b1, c1 = at(tracks, "b1"), at(tracks, "c1")
    assert (value(moves.state, "at.man")[b1], value(moves.state, "at.man")[c1]) == (1, 2)
    assert value(moves.state, "man.strength")[1] == 1
    assert moves.state.same_places(told.state)
    assert value(rest.state, "man.strength")[1] == 2


def test_what_is_still_to_come_is_not_in_the_state_of_a_stage(tracks):
    before = tracks.new()
    moves, *_ = played(tracks, "push d1", before)
    assert (moves.state.to_move, value(moves.state, "score")) == (before.to_move, 1)


def test_sites_flash_one_event_after_the_other(tracks):
    taken, created = played(tracks, "take a1")
    assert (taken.milliseconds, taken.flashes) == (FLASH, frozenset({at(tracks, "a1"), at(tracks, "b1")}))
    assert (created.milliseconds, created.flashes) == (USUAL, frozenset())
    assert value(taken.state, "man.site")[1] == 0
    assert value(created.state, "man.site")[1] == at(tracks, "d2")


def test_after_pieces_were_dealt_the_rest_is_one_stage(tracks):
    first, rest = played(tracks, "draw")
    assert (first.flashes, rest.flashes) == (frozenset({at(tracks, "c1")}), frozenset({at(tracks, "d1")}))
    assert (value(first.state, "zone.hand"), value(rest.state, "zone.hand")) == (((), (), ()), ((), (3,), ()))
    assert rest.milliseconds == FLASH


def test_where_nothing_is_left_to_see_the_last_stage_leads_to_the_end(tracks):
    before = tracks.new()
    change = (before.program.layout.fields["score"].index, None, 5)
    fields = {"property": "score", "of": None, "value": 5}
    events = (Event("pushed", {"at": 1}), Event("changed", fields, (change,)))
    after = before.after(events)
    (stage,) = stages(tracks, before, events, after, 1)
    assert (value(after, "score"), stage.state, stage.events, stage.milliseconds) == (5, after, events, 300)


def test_a_move_without_events_is_one_stage(tracks):
    before = tracks.new()
    assert stages(tracks, before, (), before, 1) == [Stage(before, (), USUAL, (), frozenset())]


def test_a_number_that_is_used_again_is_another_piece():
    text = TRACKS.replace("    seen: it.sites\n", "").replace("moved: 90", "walk: 90")
    game = loads(text, "tracks.yaml")
    gone, created = played(game, "take a1")
    assert [event.name for event in gone.events] == ["removed", "seen"]
    assert [event.name for event in created.events] == ["created"]
    assert value(gone.state, "man.site")[1] == 0


def test_there_are_never_very_many_stages(tracks):
    before = tracks.new()
    events = tuple(Event("pushed", {"at": 1}) for _ in range(500))
    found = stages(tracks, before, events, before, 1)
    assert len(found) == 59
    assert sum(len(stage.events) for stage in found) == 500


# Slides


def test_a_swap_slides_both_ways_and_pieces_move_by_themselves(tracks):
    a2, b2, d2 = (at(tracks, name) for name in ("a2", "b2", "d2"))
    (stage,) = played(tracks, "swap_paint a2 b2")
    assert sorted(stage.slides) == [(a2, b2), (b2, a2)]
    (stage,) = played(tracks, "swap_paint a1 d2")
    assert stage.slides == ((d2, at(tracks, "a1")),)


def test_what_vanishes_here_and_appears_there_has_slid(tracks):
    (stage,) = played(tracks, "repaint a2 d1")
    assert stage.slides == ((at(tracks, "a2"), at(tracks, "d1")),)


def test_what_the_viewer_cannot_see_does_not_slide(tracks):
    (stage,) = played(tracks, "hide")
    assert stage.slides == ()


def test_what_lands_elsewhere_than_it_was_put_has_dropped(tracks):
    (stage,) = played(tracks, "drop_in c1")
    assert stage.slides == ((at(tracks, "c1"), at(tracks, "c2")),)


def test_an_event_with_source_and_target_tells_of_a_slide(tracks):
    (stage,) = played(tracks, "tell d1 d2")
    assert stage.slides == ((at(tracks, "d1"), at(tracks, "d2")),)
    (stage,) = played(tracks, "tell a1 d2")
    assert stage.slides == ()


def test_a_piece_that_joins_another_slides_into_it():
    game = load("game_2048")
    start = game.new(seed=1)
    for _ in range(200):
        for action in game.legal(start):
            outcome = game.apply(start, action)
            if any(event.name == "merged" for event in outcome.events):
                found = stages(game, start, outcome.events, outcome.state, 1, action)
                merged = next(event for event in outcome.events if event.name == "merged").fields
                tiles = [value(state, "at.tile") for state in (start, found[0].state)]
                slide = (
                    PieceValue("tile", tiles[0][merged["source"]]),
                    PieceValue("tile", tiles[1][merged["target"]]),
                )
                assert slide in found[0].slides
                return
        start = game.apply(start, game.legal(start)[0]).state
    raise AssertionError("no tiles joined")


def test_of_several_alike_the_chosen_one_has_slid():
    game = load("peg_solitaire")
    before = game.new()
    found = played(game, game.text(before, game.legal(before)[0]), before)
    assert [stage.slides for stage in found] == [(tuple(game.legal(before)[0][1:]),)]


# Steps that report on a whole board


GEMS = """\
game: gems
title: Gems
types:
  colour: [red, blue, green]
boards:
  grid:
    columns: 2
    rows: 3
    cell: {gem: colour or none, frozen: flag}
    legend: {r: red, b: blue, g: green}
    start: |
      r b
      g b
      r b
actions:
  swap_gems:
    choose:
      a: grid
      b: grid
    effects:
      - swap: [a, b]
  swap_only_gems:
    choose:
      a: grid
      b: grid
    effects:
      - swap: [a, b]
        property: gem
end_conditions:
  none_left: {when: a1.frozen, won: true}
"""


def cascade() -> tuple[Game, State, list[Event], State]:
    """The right column of three is matched. Nothing can fall into it, but a gem falls in the left column."""
    game = loads(GEMS, "gems.yaml")
    before = game.new()
    red, blue, green = 1, 2, 3
    matched = bytes([0, red, 0, green, 0, red, 0])
    fallen = bytes([0, 0, 0, red, 0, green, 0])
    filled = bytes([0, red, green, green, blue, red, red])
    gem = before.program.layout.fields["cell.gem"].index
    events = [
        Event("swapped", {"first": 1, "second": 1}),
        Event("matched", {"wave": 1, "count": 3, "sites": (2, 4, 6)}, ((gem, None, matched),)),
        Event("fell", {"wave": 1, "sources": (1,), "targets": (3,)}, ((gem, None, fallen),)),
        Event("filled", {"wave": 1, "sites": (2, 4, 6)}, ((gem, None, filled),)),
    ]
    return game, before, events, before.after(events)


def test_a_swap_of_one_property_leaves_the_others_where_they_are() -> None:
    game = loads(GEMS.replace("gem: ", "ground: 0..9, gem: ", 1), "gems.yaml")
    before = game.new()
    places = {name: before.program.layout.fields[f"cell.{name}"].index for name in ("gem", "ground")}
    data = list(before.data)
    data[places["gem"]], data[places["ground"]] = bytes([0, 1, 2, 3, 1, 2, 3]), bytes([0, 4, 5, 6, 7, 8, 9])
    state = before.program.state(tuple(data))
    for action, ground in (("swap_gems", [0, 5, 4, 6, 7, 8, 9]), ("swap_only_gems", [0, 4, 5, 6, 7, 8, 9])):
        (event,) = game.apply(state, (action, 1, 2)).events
        assert list(state.after((event,)).data[places["gem"]]) == [0, 2, 1, 3, 1, 2, 3]
        assert list(state.after((event,)).data[places["ground"]]) == ground


def test_a_cascade_is_shown_wave_by_wave():
    game, before, events, after = cascade()
    matched, fell, filled = stages(game, before, events, after, 1)
    assert [value(stage.state, "cell.gem") for stage in (matched, fell, filled)] == [
        bytes([0, 1, 0, 3, 0, 1, 0]),
        bytes([0, 0, 0, 1, 0, 3, 0]),
        bytes([0, 1, 3, 3, 2, 1, 1]),
    ]
    assert [[event.name for event in stage.events] for stage in (matched, fell, filled)] == [
        ["swapped", "matched"],
        ["fell"],
        ["filled"],
    ]
    assert (matched.slides, fell.slides, filled.slides) == ((), ((1, 3),), ())


def test_what_was_swapped_is_shown_before_it_is_matched():
    game, before, events, after = cascade()
    events[:1] = game.apply(before, ("swap_gems", 1, 3)).events
    swapped, matched, *_ = stages(game, before, events, after, 1)
    assert value(swapped.state, "cell.gem") == bytes([0, 3, 2, 1, 2, 1, 2])
    assert sorted(swapped.slides) == [(1, 3), (3, 1)]
    assert value(matched.state, "cell.gem") == bytes([0, 1, 0, 3, 0, 1, 0])


def test_the_step_cascade_tells_all_that_it_does():
    text = GEMS.replace("columns: 2\n    rows: 3\n", "columns: 3\n    rows: 4\n")
    text = text.replace("      r b\n      g b\n      r b\n", "      b g r\n      g r b\n      r g r\n      g b g\n")
    text = text.replace(
        "      - swap: [a, b]\n  swap_only",
        """\
      - swap: [a, b]
      - cascade: grid
        match: gem
        at_least: 3
        lines: [row, column]
        fall: down
        refill: [red, green, blue]
        stream: gems
        as: cleared
  swap_only""",
    )
    game = loads(text, "gems.yaml")
    before = game.new(seed=5)
    action = game.action(before, "swap_gems b3 b2")
    outcome = game.apply(before, action)
    found = stages(game, before, outcome.events, outcome.state, 1, action)
    assert [stage.events[0].name for stage in found[:4]] == ["swapped", "matched", "fell", "filled"]
    assert [len(stage.slides) for stage in found[:4]] == [2, 0, 6, 0]
    assert value(found[1].state, "cell.gem")[7:10] == b"\0\0\0"
    assert before.after(outcome.events).same_places(outcome.state)


# What events carry


@pytest.mark.parametrize(
    "action", ["walk a1 d1", "push d1", "take a1", "draw", "swap_paint a1 b2", "repaint a2 d1", "hide", "drop_in c1"]
)
def test_events_carry_all_that_was_done(tracks, action):
    before = tracks.new()
    outcome = tracks.apply(before, tracks.action(before, action))
    assert unlike(before, outcome.state) != set()
    assert unlike(before.after(outcome.events), outcome.state) == set()


def test_an_event_carries_only_what_its_own_step_has_done(tracks):
    before = tracks.new()
    events = tracks.apply(before, tracks.action(before, "push d1")).events
    fields = before.program.layout.fields
    a1, b1, c1 = (at(tracks, name) for name in ("a1", "b1", "c1"))
    told = [(event.name, {(index, entry): now for index, entry, now in event.changes}) for event in events]
    site, held, hand, pool = (fields[name].index for name in ("man.site", "at.man", "zone.hand", "zone.pool"))
    zone, strength, score = (fields[name].index for name in ("man.zone", "man.strength", "score"))
    still = {(hand, None): ((), (), ()), (pool, None): (3, 4)}
    assert told == [
        ("moved", {(site, 2): c1, (held, b1): 0, (held, c1): 2, (zone, 2): 0, **still}),
        ("changed", {(score, None): 1}),
        ("moved", {(site, 1): b1, (held, a1): 0, (held, b1): 1, (zone, 1): 0, **still}),
        ("pushed", {}),
        ("changed", {(strength, 1): 2}),
    ]


STUCK = """\
game: stuck
title: Stuck
players:
  ann: {title: Ann}
  bob: {title: Bob}
types: {face: [ace, king, queen]}
entities:
  card: {face: face}
boards:
  grid: {columns: 2, rows: 1, holds: card}
zones:
  pile: {holds: card, seen_by: nobody}
  hand: {holds: card, per: player, seen_by: owner}
state:
  passes: 0
setup:
  - create: card(face = ace)
    in: pile
  - create: card(face = king)
    in: pile
  - create: card(face = queen)
    in: pile
actions:
  fetch:
    validate:
      once: {check: me == ann and passes == 0, else: Only once.}
    effects:
      - shuffle: pile
        stream: luck
      - event: mixed(by = me)
      - deal: pile
        to: hand[me]
        up_to: 1
      - event: fetched(by = me)
turns:
  when_stuck:
    - passes += 1
    - event: waited(by = me)
end_conditions:
  waited_long: {when: passes > 3, winner: ann}
view:
  animate: {mixed: 100, fetched: 100, waited: 100}
"""


def test_steps_of_a_stuck_player_carry_what_they_did_too():
    game = loads(STUCK, "stuck.yaml")
    found = played(game, "fetch")
    assert [[event.name for event in stage.events] for stage in found][:3] == [
        ["shuffled", "mixed"],
        ["dealt", "fetched"],
        ["passed", "changed", "waited"],
    ]
    assert [value(stage.state, "passes") for stage in found] == [0, 0, 1, *range(2, len(found) - 1)]


def test_what_is_hidden_is_hidden_in_every_stage():
    game = loads(STUCK, "stuck.yaml")
    mixed, fetched, *_ = played(game, "fetch")
    for viewer, seen in (("ann", 1), ("bob", 0)):
        faces = [value(game.view(stage.state, viewer).state, "card.face") for stage in (mixed, fetched)]
        assert [sum(face != 0 for face in each) for each in faces] == [0, seen]


TIDE = """
game: tide
title: Tide
players:
  ann: {title: Ann}
  bob: {title: Bob}
boards:
  shore: {columns: 3, rows: 1, cell: {shell: player or none}}
turns:
  begin:
    - c1.shell = none
  end:
    - b1.shell = me
actions:
  lay:
    choose:
      s: {from: shore, where: it.shell != me}
    effects:
      - s.shell = me
end_conditions:
  full: {when: turn_number > 9, winner: none}
"""


def test_the_move_is_shown_before_the_next_turn_begins():
    found = played(loads(TIDE, "tide.yaml"), "lay c1")
    assert [[event.name for event in stage.events] for stage in found] == [["changed", "changed"], ["turn", "changed"]]
    assert [list(value(stage.state, "cell.shell")) for stage in found] == [[0, 0, 1, 1], [0, 0, 1, 0]]
    assert len(played(loads(TIDE, "tide.yaml"), "lay a1")) == 1


# Properties of every game


def unlike(one: State, other: State) -> set[str]:
    """The kinds of fields in which two states differ, except for the header."""
    fields = one.program.layout.fields
    return {name.split(".")[0] for name, field in fields.items() if one.data[field.index] != other.data[field.index]}


@pytest.mark.parametrize("name", shared_out(1, "khi", "scrabble_like"))
@settings(max_examples=2, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_every_stage_is_a_state_that_can_be_shown(name, seed):
    game = load(shipped()[name])
    random, state = Random(seed), game.new(seed=seed)
    for _ in range(25):
        legal = game.legal(state)
        if not legal:
            break
        action = random.choice(legal)
        outcome = game.apply(state, action)
        viewer = random.randint(1, len(game.players))
        found = stages(game, state, outcome.events, outcome.state, viewer, action)
        assert found[-1].state == outcome.state
        assert tuple(event for stage in found for event in stage.events) == outcome.events
        for stage in found:
            assert fitting(stage.state.program, stage.state.data)
            assert 0 <= stage.milliseconds <= 5000
            shown = presentation(game.view(stage.state, viewer), game=game)
            assert sum(len(board.places) for board in shown.boards) == state.program.schema.topology.count
        assert unlike(state.after(outcome.events), outcome.state) <= {"stream", "history", "known", "engine"}
        state = outcome.state
