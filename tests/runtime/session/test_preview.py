"""Previews of what a move would do: never luck, never anything hidden."""

from __future__ import annotations

from interpreter import Game, State, load, loads
from runtime.session.hints import shown_before
from runtime.session.session import Session
from runtime.show.board_text import board_text

LUCKY = """\
game: lucky
title: Lucky
boards:
  line: {columns: 4, rows: 1, cell: {lit: flag, drawn: flag}}
actions:
  light:
    choose:
      c: {from: line, where: not it.lit, else: Lit already.}
    effects:
      - c.lit = true
      - random: x in line
        stream: lamps
      - x.drawn = true
  draw_first:
    effects:
      - random: y in line
        stream: lamps
      - y.drawn = true
end_conditions:
  all_lit:
    when: all(x.lit for x in line)
    won: true
"""

HIDDEN = """\
game: hidden
title: Hidden
entities:
  card: {value: {is: 1..2, seen_if: it.up}, up: flag}
boards:
  line: {columns: 2, rows: 1, holds: card, cell: {won: flag}}
setup:
  - create: card(value = 1)
    at: a1
  - create: card(value = 2)
    at: b1
actions:
  turn:
    choose:
      c: line
    effects:
      - if: c.card.value == 2
        then:
          - c.won = true
end_conditions:
  won:
    when: any(x.won for x in line)
    won: true
"""


def lit(state: State | None, column: str = "cell.lit") -> list[bool] | None:
    if state is None:
        return None
    return [bool(each) for each in state.data[state.program.layout.fields[column].index][1:]]


def after(game: Game, session: Session, text: str) -> State | None:
    action = game.action(session.state, text)
    return shown_before(game, session.state, session.state.to_move, action)


def test_the_whole_move_where_nothing_is_drawn() -> None:
    game = load("reversi")
    session = Session(game)
    found = after(game, session, "place d3")
    assert found is not None
    rows = board_text(found.program, found.data, "grid", "grid").splitlines()
    assert rows[2:5] == ["...B....", "...BB...", "...BW..."]
    assert session.history == []


def test_up_to_the_first_draw_and_no_further() -> None:
    game = loads(LUCKY)
    session = Session(game, seed=3)
    found = after(game, session, "light b1")
    assert lit(found) == [False, True, False, False]
    assert lit(found, "cell.drawn") == [False] * 4
    assert after(game, session, "draw_first") is None


def test_it_does_not_depend_on_the_luck_to_come() -> None:
    game = load("game_2048")
    first = Session(game, seed=1)
    again = Session(game, seed=1)
    state = again.state
    fields = state.program.layout.fields
    cursor = next(field for name, field in fields.items() if name.startswith("stream."))
    other = state.program.state((*state.data[: cursor.index], 99, *state.data[cursor.index + 1 :]))
    for action in first.legal:
        known = shown_before(game, first.state, 1, action)
        assert known is not None
        assert shown_before(game, other, 1, action) == known


def test_a_refused_move_has_none() -> None:
    game = loads(LUCKY)
    session = Session(game, seed=3)
    session.perform(game.action(session.state, "light b1"))
    assert shown_before(game, session.state, 1, ("light", 2)) is None


def test_what_is_hidden_is_not_told() -> None:
    game = loads(HIDDEN)
    session = Session(game)
    for site in ("a1", "b1"):
        found = after(game, session, f"turn {site}")
        assert found is not None
        assert lit(found, "cell.won") == [False, False]
    session.perform(game.action(session.state, "turn b1"))
    assert session.status.won
