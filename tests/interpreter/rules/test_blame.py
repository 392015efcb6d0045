"""Whose fault it is if generated code fails, and what the evaluator says if it has no value."""

from __future__ import annotations

import pytest

from interpreter import BadAction, Fault, Game, Hidden, Unknowable, load, loads
from interpreter.faults import Absent, NotChosen
from interpreter.language.evaluator import Evaluator
from interpreter.program.world import StateWorld

DIVIDES = """\
game: divides
title: Divides
boards:
  row: {columns: 3, rows: 1, cell: {lit: {is: flag, start: false}}}
state:
  pot: 0
actions:
  share:
    choose:
      c:
        from: row
    effects:
      - c.lit = true
      - pot = 6 // pot
end_conditions:
  never: {when: pot == 7, won: true, say: Seven.}
"""


@pytest.fixture
def game() -> Game:
    return loads(DIVIDES, "divides.yaml")


def raised(game: Game, line: str, hides: bool = False) -> BaseException:
    """How a failing line of generated code is judged."""
    program = game.new().program
    filename = next(name for name, spans in program.sources.items() if any(spans))
    spans = program.sources[filename]
    number = next(number for number, span in enumerate(spans) if span is not None)
    names: dict[str, object] = {"none": None}
    exec(compile(f"{chr(10) * number}def failing(): {line}", filename, "exec"), names)
    with pytest.raises(Exception) as found:  # noqa: PT011
        program.guarded(names["failing"], hides)  # type: ignore[arg-type]
    return found.value


def test_a_division_by_zero_in_a_generated_line_is_a_fault_of_the_spec(game: Game) -> None:
    found = raised(game, "return 6 // 0")
    assert isinstance(found, Fault)
    assert str(found).startswith("divides.yaml:")
    assert found.message == "This divides by zero."
    assert isinstance(found.__cause__, ZeroDivisionError)


@pytest.mark.parametrize("line", ["return none + 1", "return (1, 2)[5]", "return int('x')", "return {}['x']"])
def test_anything_else_is_a_bug_with_a_note_of_the_place(game: Game, line: str) -> None:
    found = raised(game, line)
    assert type(found) in (TypeError, IndexError, ValueError, KeyError)
    assert found.__notes__[0].startswith("in the code for divides.yaml:")


def test_a_division_outside_of_generated_code_is_a_bug(game: Game) -> None:
    with pytest.raises(ZeroDivisionError):
        game.new().program.guarded(lambda: 6 // 0)


def test_a_none_is_hidden_only_where_something_is(game: Game) -> None:
    assert isinstance(raised(game, "return none < 1", hides=True), Hidden)
    assert type(raised(game, "return [] + 1", hides=True)) is TypeError
    assert type(raised(game, "return none < 1")) is TypeError


def test_every_way_to_do_it_tells_the_fault(game: Game) -> None:
    with pytest.raises(Fault, match="This divides by zero"):
        game.apply(game.new(), ("share", 1))


def value(text: str, names: dict[str, object]) -> object:
    """The value of the condition of a `where`, with `it` as given."""
    game = loads(DIVIDES.replace("from: row", f"from: row\n        where: {text}"), "divides.yaml")
    state = game.new()
    choice = state.program.actions["share"].choices[0]
    assert choice.where is not None
    given = {choice.item.name: names["it"]} if names else {}
    return Evaluator(StateWorld(state.program, state.data, 1)).value(choice.where, given)


def test_the_evaluator_says_why_it_has_no_value() -> None:
    assert value("it.column > 1", {"it": 2}) is True
    with pytest.raises(NotChosen):
        value("it.column > 1", {})
    with pytest.raises(Absent):
        value("it.column > 1", {"it": None})
    with pytest.raises(Fault, match="This divides by zero"):
        value("1 // pot == 0", {"it": 2})


def test_signals_are_no_faults_and_no_errors_of_python() -> None:
    for signal in (Hidden, NotChosen, Absent):
        assert issubclass(signal, Unknowable)
        assert not issubclass(signal, Fault | LookupError | TypeError | ValueError)


@pytest.mark.parametrize("piece", [999, 1 << 19])
def test_a_piece_that_does_not_exist_is_no_action(piece: int) -> None:
    game = load("mahjong_solitaire")
    with pytest.raises(BadAction, match="is not a valid tile"):
        game.check(game.new(1), ("pair", piece, 1))


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ('"format":1', '"format":2'),
        ('"format":1', '"format":"1"'),
        ('"settings":{}', '"settings":[]'),
        ('"extents":{}', '"extents":{"row":3}'),
        ('"extents":{}', '"extents":{"row":[1,2,[[1]]]}'),
        ('"data":[', '"data":[1.5,'),
        ('"data":[', '"data":[{"bytes":"zz"},'),
        ('"data":[', '"data":[{},'),
        ('"data":[', '"dada":['),
    ],
)
def test_a_state_that_was_tampered_with_is_none(game: Game, right: str, wrong: str) -> None:
    text = game.encode(game.new())
    assert game.decode(text) == game.new()
    assert right in text
    with pytest.raises(ValueError, match=r"This is not a state of divides\."):
        game.decode(text.replace(right, wrong))
