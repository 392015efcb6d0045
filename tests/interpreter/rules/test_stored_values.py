"""What the state stores: lists and texts of limited length, numbers within their range."""

import pytest

import interpreter

ROOM = """
game: room
title: Room
entities:
  man: {been: list site, mate: man or none}
boards:
  grid:
    columns: 2
    rows: 1
    holds: man
    cell: {n: 0..300, m: 1..9 or none, word: text, kept: list site}
state:
  k: {is: 0..9}
  each: {is: 0..9, per: 1..2}
  walked: {is: list site}
  last: {is: list site or none}
actions:
  go:
    effects:
      - STEP
      - a1.n += 1
end_conditions:
  often:
    when: a1.n == 300
    won: true
"""


def after(step: str) -> interpreter.State:
    game = interpreter.loads(ROOM.replace("STEP", step.replace("\n", "\n        ")), "room.yaml")
    return game.apply(game.new(), ("go",)).state


def field(state: interpreter.State, name: str) -> object:
    return state.data[state.program.layout.fields[name].index]


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ("k = k + 50", "50 is not within 0..9"),
        ("each[2] -= 1", "-1 is not within 0..9"),
        ("a1.n = a1.n - 5", "-5 is not within 0..300"),
        ("a1.m = default(a1.m, 100) + 100", "200 is not within 1..9"),
        ("repeat: 12\ndo:\n  - a1.word = a1.word + 'ab' + a1.word", "A text of 1022 characters is too long to store"),
        ("repeat: 20\ndo:\n  - walked = walked + [a1] + walked", "A list of 16,383 items is too long to store"),
        ("repeat: 20\ndo:\n  - b1.kept = b1.kept + [a1] + b1.kept", "A list of 16,383 items is too long to store"),
    ],
)
def test_what_a_type_cannot_hold_is_a_fault(step: str, message: str) -> None:
    with pytest.raises(interpreter.Fault, match=message.replace(".", r"\.")):
        after(step)


def test_lists_begin_empty_and_are_kept_as_values() -> None:
    state = after("walked = walked + [b1, a1]")
    assert (field(state, "walked"), field(state, "last")) == ((2, 1), None)
    assert field(after("last = none"), "last") is None
    state = after("b1.kept = list(x for x in grid)")
    assert field(state, "cell.kept") == (None, (), (1, 2))
    game = interpreter.loads(ROOM.replace("STEP", "b1.kept = list(x for x in grid)"), "room.yaml")
    assert hash(game.decode(game.encode(state))) == hash(state)


def test_a_piece_is_made_with_an_empty_list() -> None:
    state = after("create: man\nat: b1")
    assert field(state, "man.been") == (None, ())
    assert field(after("a1.m = 9"), "cell.m") == b"\x00\x09\x00"
    assert field(after("a1.m = none"), "cell.m") == b"\x00\x00\x00"


def test_a_flag_of_one_table_is_no_number_of_another() -> None:
    tables = "tables:\n  worth: {a: 1, b: 0}\n  fine: {a: true, b: false}\ntypes: {side: [a, b]}\nactions:"
    step = "for: s in values(side)\n        do:\n          - k = if fine[s] then 7 else worth[s]"
    spec = ROOM.replace("actions:", tables, 1).replace("STEP", step)
    game = interpreter.loads(spec, "room.yaml")
    kept = field(game.apply(game.new(), ("go",)).state, "k")
    assert (kept, type(kept)) == (0, int)


def test_a_text_may_have_more_letters_than_the_board_has_columns() -> None:
    rows = "state:\n  row: {is: 0..9, per: 0..4}"
    spec = "lexicon: english" + ROOM.replace("state:", rows).replace("STEP", "k = row[len(letters(a1.word))]")
    with pytest.raises(interpreter.SpecError, match="This may be none here"):
        interpreter.loads(spec, "room.yaml")
