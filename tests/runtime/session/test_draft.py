"""Drafts: what has been chosen so far, for each kind of choice."""

from typing import Any

import pytest

from interpreter import BadAction, Game, State, load, loads
from interpreter.position import PieceValue
from runtime.session import draft as drafts
from runtime.session.draft import Draft, NotChoosable


def site(state: State, name: str) -> int:
    return state.program.schema.topology.names.index(name)


def sites(state: State, names: str) -> tuple[int, ...]:
    return tuple(site(state, name) for name in names.split())


def piece(state: State, name: str, kind: str) -> int:
    return int(state.data[state.program.layout.fields[f"at.{kind}"].index][site(state, name)])


@pytest.fixture(scope="module")
def men() -> Game:
    return load("draughts")


def add(game: Game, state: State, draft: Draft, *values: Any) -> Draft:
    for value in values:
        draft = drafts.add(game, state, draft, value)
    return draft


# Single choices


def test_one_site() -> None:
    game = load("tic_tac_toe")
    state = game.advance(game.new(), ("place", 5))
    draft = drafts.start(state, "place")
    assert drafts.candidates(game, state, draft) == {"c": (1, 2, 3, 4, 6, 7, 8, 9)}
    assert not drafts.ready(state, draft)
    with pytest.raises(BadAction, match="Not everything is chosen yet"):
        drafts.submit(state, draft)
    draft = drafts.add(game, state, draft, 1)
    assert draft == Draft("place", (1,))
    assert (drafts.ready(state, draft), drafts.submit(state, draft)) == (True, ("place", 1))
    assert drafts.candidates(game, state, draft) == {}
    with pytest.raises(BadAction, match="There is nothing left to choose"):
        drafts.add(game, state, draft, 2)


def test_a_value_that_cannot_be_chosen_says_why() -> None:
    game = load("tic_tac_toe")
    state = game.advance(game.new(), ("place", 5))
    with pytest.raises(NotChoosable, match="That square is taken") as caught:
        drafts.add(game, state, drafts.start(state, "place"), 5)
    assert (caught.value.refusal.name, caught.value.refusal.action) == ("c", "place")


def test_two_sites(men: Game) -> None:
    state = men.new()
    draft = drafts.start(state, "walk")
    movable = drafts.candidates(men, state, draft)["a"]
    assert movable == tuple(dict.fromkeys(action[1] for action in men.legal(state)))
    draft = add(men, state, draft, movable[0])
    targets = drafts.candidates(men, state, draft)["b"]
    assert targets == tuple(action[2] for action in men.legal(state) if action[1] == movable[0])
    done = add(men, state, draft, targets[0])
    assert drafts.submit(state, done) == ("walk", movable[0], targets[0])
    assert drafts.backspace(state, done) == draft
    assert drafts.backspace(state, draft) == Draft()
    assert drafts.clear(state, done) == Draft()
    assert drafts.text(state, done) == men.text(state, ("walk", movable[0], targets[0]))


def test_why_a_first_choice_leads_nowhere(men: Game) -> None:
    state = men.new()
    mover = state.data[0]
    owner = state.data[state.program.layout.fields["man.owner"].index]
    at = state.data[state.program.layout.fields["at.man"].index]
    theirs = next(each for each in range(1, len(at)) if at[each] and owner[at[each]] != mover)
    with pytest.raises(NotChoosable, match="That piece isn’t yours"):
        drafts.add(men, state, drafts.start(state, "walk"), theirs)
    movable = drafts.candidates(men, state, drafts.start(state, "walk"))["a"]
    blocked = next(each for each in range(1, len(at)) if at[each] and owner[at[each]] == mover and each not in movable)
    with pytest.raises(NotChoosable, match="That square is taken"):
        drafts.add(men, state, drafts.start(state, "walk"), blocked)


def test_pieces_are_chosen_by_their_number() -> None:
    game = load("memory")
    state = game.new(1)
    draft = drafts.start(state, "turn_up")
    values = drafts.candidates(game, state, draft)["k"]
    assert len(values) == len(game.legal(state))
    chosen = add(game, state, draft, piece(state, "b2", "card"))
    assert drafts.submit(state, chosen) == game.action(state, "turn_up b2")
    assert drafts.spots(state, chosen) == {PieceValue("card", piece(state, "b2", "card"))}


def test_a_direction() -> None:
    game = load("sokoban")
    state = game.new()
    draft = drafts.start(state, "go")
    assert drafts.candidates(game, state, draft)["d"] == tuple(action[1] for action in game.legal(state))
    assert set(drafts.questions(game, state, draft)) == {"d"}


def test_a_continuation_is_begun() -> None:
    spec = """\
game: hops
title: Hops
boards:
  grid: {columns: 6, rows: 1, cell: {peg: flag}, legend: {o: peg}, start: o.....}
actions:
  hop:
    choose:
      a: {from: grid, where: it.peg}
      b:
        from: neighbours(a, [east, west], 2)
        where: not it.peg
    effects:
      - a.peg = false
      - b.peg = true
      - continue: hop(a = b)
        may_stop: true
end_conditions:
  never: {when: turn_number > 50}
"""
    game = loads(spec, "hops.yaml")
    state = game.new()
    assert drafts.begin(state) == Draft()
    state = game.advance(state, ("hop", 1, 3))
    draft = drafts.begin(state)
    assert draft == Draft("hop", (3,))
    assert drafts.candidates(game, state, draft) == {"b": (5, 1)}
    assert drafts.backspace(state, draft) == draft
    assert drafts.clear(state, add(game, state, draft, 5)) == draft


# Lists


def test_many_keep_their_order_and_their_where(trays: Game) -> None:
    state = trays.new()
    draft = drafts.start(state, "trail")
    assert len(drafts.candidates(trays, state, draft)["sites"]) == 6
    a1, b1, c1, a2, b2, _ = sites(state, "a1 b1 c1 a2 b2 c2")
    draft = add(trays, state, draft, b1)
    assert not drafts.ready(state, draft)
    assert set(drafts.candidates(trays, state, draft)["sites"]) == {a1, c1, b2}
    with pytest.raises(NotChoosable, match="A trail goes from square to square"):
        drafts.add(trays, state, draft, a2)
    draft = add(trays, state, draft, a1, a2, b2)
    assert (draft.items, drafts.ready(state, draft)) == ((b1, a1, a2, b2), True)
    assert drafts.candidates(trays, state, draft) == {"sites": ()}
    assert drafts.submit(state, draft) == ("trail", (b1, a1, a2, b2))
    assert drafts.by_name(state, draft) == {"sites": (b1, a1, a2, b2)}
    assert drafts.spots(state, draft) == {b1, a1, a2, b2}
    assert drafts.text(state, draft) == "trail b1 a1 a2 b2"
    assert drafts.backspace(state, draft).items == (b1, a1, a2)


def test_taking_an_item_out_keeps_what_still_holds(trays: Game) -> None:
    state = trays.new()
    a1, b1, a2, b2 = sites(state, "a1 b1 a2 b2")
    draft = add(trays, state, drafts.start(state, "trail"), b1, a1, a2, b2)
    assert drafts.toggle(trays, state, draft, b2).items == (b1, a1, a2)
    assert drafts.toggle(trays, state, draft, b1).items == (a1, a2, b2)
    assert drafts.toggle(trays, state, draft, a1).items == (b1,)
    assert drafts.toggle(trays, state, drafts.toggle(trays, state, draft, b2), b2) == draft


def test_some_are_in_no_order_and_make_way_for_the_next_choice(letters: Game) -> None:
    state = letters.new()
    draft = drafts.start(state, "swap_out")
    assert drafts.candidates(letters, state, draft) == {"tiles": (1, 2, 3, 4)}
    draft = add(letters, state, draft, 3, 1)
    assert (draft.items, drafts.ready(state, draft)) == ((3, 1), False)
    closed = drafts.close(state, draft)
    assert (closed.values, drafts.candidates(letters, state, closed)) == (((1, 3),), {"points": (1, 2, 3, 4, 5)})
    assert drafts.questions(letters, state, closed) == {"points": (1, 2, 3, 4, 5)}
    assert drafts.backspace(state, closed).items == (1, 3)
    full = add(letters, state, draft, 2)
    assert full == Draft("swap_out", ((1, 2, 3),))
    assert drafts.submit(state, add(letters, state, full, 5)) == ("swap_out", (1, 2, 3), 5)
    with pytest.raises(BadAction, match="no list that could be ended"):
        drafts.close(state, drafts.start(state, "swap_out"))


# Records


def test_records_grow_part_by_part_in_any_order(letters: Game) -> None:
    state = letters.new()
    draft = drafts.start(state, "write")
    a1, b1 = sites(state, "a1 b1")
    assert drafts.candidates(letters, state, draft)["tile"] == (1, 2, 3, 4)
    assert drafts.questions(letters, state, draft) == {}
    with_tile = drafts.add(letters, state, draft, 2, "tile")
    assert (with_tile.parts, drafts.ready(state, with_tile)) == ((None, 2, "a"), False)
    assert drafts.text(state, with_tile) == "write ?/A/a"
    assert drafts.slots(state, with_tile).keys() == {"site"}
    placed = drafts.add(letters, state, with_tile, a1, "site")
    assert (placed.items, placed.parts) == (((a1, 2, "a"),), ())
    assert drafts.candidates(letters, state, placed)["tile"] == (1, 3, 4)
    assert a1 not in drafts.candidates(letters, state, placed)["site"]
    with pytest.raises(NotChoosable, match="That square is taken"):
        drafts.add(letters, state, placed, a1, "site")
    other = drafts.add(letters, state, drafts.add(letters, state, placed, b1, "site"), 1, "tile")
    assert drafts.submit(state, other) == ("write", ((a1, 2, "a"), (b1, 1, "c")))
    assert drafts.toggle(letters, state, other, a1, "site").items == ((b1, 1, "c"),)
    assert drafts.spots(state, with_tile) == {PieceValue("tile", 2)}


def test_a_letter_is_asked_for_where_it_must_be(letters: Game) -> None:
    state = letters.new()
    draft = drafts.add(letters, state, drafts.start(state, "write"), 4, "tile")
    assert draft.parts == (None, 4, None)
    assert drafts.questions(letters, state, draft) == {"letter": ("a", "b", "c")}
    draft = drafts.add(letters, state, draft, site(state, "a1"), "site")
    assert drafts.candidates(letters, state, draft) == {"letter": ("a", "b", "c")}
    draft = drafts.add(letters, state, draft, "b", "letter")
    assert drafts.submit(state, draft) == ("write", ((1, 4, "b"),))
    assert drafts.backspace(state, draft) == Draft("write")


# Hidden things


def test_what_is_hidden_is_not_given_away() -> None:
    game = loads(
        """\
game: pairs
title: Pairs
entities:
  tile:
    number: {is: 1..3, seen_if: it.up}
    up: flag
boards:
  grid: {columns: 4, rows: 1, holds: tile, start: 1 1 2 3}
actions:
  pair:
    choose:
      a: pieces(grid)
      b:
        from: pieces(grid)
        where: it != a
    validate:
      same: {check: a.number == b.number, else: They differ.}
    effects:
      - remove: a
      - remove: b
end_conditions:
  clear: {when: turn_number > 9, won: true}
""",
        "pairs.yaml",
    )
    state = game.new()
    assert len(game.legal(state)) == 2
    draft = drafts.start(state, "pair")
    assert drafts.candidates(game, state, draft) == {"a": (1, 2, 3, 4)}
    assert drafts.candidates(game, state, drafts.add(game, state, draft, 3)) == {"b": (1, 2, 4)}
