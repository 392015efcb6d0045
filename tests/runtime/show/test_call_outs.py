"""What is called out as a move is shown: which text, in which stage and where."""

import pytest

from interpreter import SpecError, State, load, loads
from runtime.show.stages import Call, stages
from runtime.testing import run_tests

DIG = """
game: dig
title: Dig
entities:
  gem: {value: 1..9, owner: player}
players:
  ann: {title: Ann}
  bob: {title: Bob}
boards:
  grid: {columns: 4, rows: 1, holds: gem}
zones:
  hand: {holds: gem, per: player, seen_by: owner}
state:
  score: {per: player, start: 0}
setup:
  - for: x in take(grid, 3)
    do:
      - create: gem(value = x.column, owner = ann)
        at: x
  - create: gem(value = 9, owner = bob)
    in: hand[bob]
actions:
  dig:
    choose: {g: pieces(grid)}
    effects:
      - event: dug(by = me, worth = g.value)
      - remove: g
  mark:
    choose: {s: grid}
    effects:
      - event: marked(near = s, worth = 5)
  wish:
    choose: {s: grid}
    effects:
      - event: wished(worth = s.column)
      - score[me] += 7
  burn:
    effects:
      - event: burnt(worth = 3)
      - remove: hand[bob]
end_conditions:
  empty_ground: {when: empty(grid), winner: ann}
view:
  animate: {removed: 200}
  call_outs:
    dug:
      - when: it.worth > 2
        say: +{it.worth} for {it.by}!
      - when: it.worth > 1
        say: +{it.worth}
    marked: [{say: '{it.worth}', at: [it.near, d1]}]
    wished: [{say: a wish}]
    burnt: [{say: gone}]
"""


def called(action: tuple[object, ...], text: str = DIG) -> list[tuple[Call, ...]]:
    """What is called out in each stage of an action."""
    game = loads(text, "dig.yaml")
    state: State = game.new()
    done = game.apply(state, action)
    return [stage.calls for stage in stages(game, state, done.events, done.state, 1, action)]


def test_the_first_text_that_fits_stands_where_something_is_gone() -> None:
    assert called(("dig", 3)) == [(Call("+3 for Ann!", (3,)),)]
    assert called(("dig", 2)) == [(Call("+2", (2,)),)]
    assert called(("dig", 1)) == [()]


def test_a_text_stands_at_the_sites_that_the_event_names_or_that_the_spec_gives() -> None:
    assert called(("mark", 1)) == [(Call("5", (1, 4)),)]
    assert called(("mark", 2), DIG.replace(", at: [it.near, d1]", "")) == [(Call("5", (2,)),)]


def test_where_nothing_else_tells_a_text_stands_at_what_was_chosen() -> None:
    assert called(("wish", 4)) == [(Call("a wish", (4,)),)]


def test_what_is_gone_from_where_nobody_looks_is_called_out_nowhere() -> None:
    assert called(("burn",)) == [()]


def test_a_test_that_asks_for_it_is_told_why_it_is_not_called_out() -> None:
    spec = f"{DIG}acceptance:\n  burnt:\n    given: {{to_move: ann}}\n    when: [burn]\n    then: [called_out: gone]\n"
    [result] = run_tests(loads(spec, "dig.yaml"))
    [failure] = result.failures
    assert failure.message == (
        "Something else is called out. ‘gone’ is not, as nothing of it is on a board: name a site there with at:."
    )
    placed = spec.replace("[{say: gone}]", "[{say: gone, at: d1}]")
    assert [each.failures for each in run_tests(loads(placed, "dig.yaml"))] == [()]
    [result] = run_tests(loads(placed.replace("called_out: gone]", "called_out: lost]"), "dig.yaml"))
    assert [failure.message for failure in result.failures] == ["Something else is called out."]


def test_each_wave_of_a_cascade_is_called_out_as_it_vanishes() -> None:
    game = load("mosaic")
    state = game.new(seed=12345)
    waves = 0
    for action in game.legal(state):
        done = game.apply(state, action)
        matched = [event for event in done.events if event.name == "matched"]
        cut = stages(game, state, done.events, done.state, 1, action)
        told = [(stage.events[-1].name, call) for stage in cut for call in stage.calls]
        assert [name for name, _ in told] == ["matched"] * len(matched)
        assert [call.sites for _, call in told] == [tuple(event.fields["sites"]) for event in matched]
        waves = max(waves, len(matched))
        for number, (_, call) in enumerate(told, start=1):
            count = matched[number - 1].fields["count"]
            assert call.text == (f"+{count}" if number == 1 else f"+{count} ×{number}")
    assert waves >= 2


@pytest.mark.parametrize(
    ("before", "after", "code", "marked"),
    [
        ("    wished:", "    wishes:", "unknown-event", "wishes"),
        ("[it.near, d1]", "[it.worth]", "wrong-type", "it.worth"),
        ("+{it.worth} for", "+{it.wroth} for", "no-such-property", "wroth"),
    ],
)
def test_mistakes_are_reported_where_they_are(before: str, after: str, code: str, marked: str) -> None:
    assert DIG.count(before) == 1
    with pytest.raises(SpecError) as caught:
        loads(DIG.replace(before, after), "dig.yaml")
    found = caught.value.diagnostics.errors
    assert [(each.code, each.span.text if each.span else "") for each in found] == [(code, marked)]
