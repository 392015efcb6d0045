"""The shape of a spec: shorthand is expanded, and texts remain the nodes that were read."""

from typing import Any, ClassVar

import pytest
from pydantic import Field

from interpreter.discovery import BadPlugin
from interpreter.spec.loader import load_text
from interpreter.spec.model import Spec
from interpreter.spec.nodes import Mapping, Scalar, Sequence
from interpreter.spec.section import Expression, Section
from interpreter.spec.step_model import STEP_ARGUMENTS, If, Move, StepArguments, Swap, step_arguments


def spec_with(small_spec: str, more: str) -> Spec:
    spec, diagnostics = load_text(small_spec + more)
    assert [diagnostic.message for diagnostic in diagnostics] == []
    assert spec is not None
    return spec


def test_texts_are_the_nodes_that_were_read(small_spec: str) -> None:
    spec = spec_with(small_spec, "")
    where = spec.actions["press"].choose["c"].where
    assert type(where) is Scalar
    assert (where, where.span.line, where.span.column) == ("not it.lit", 13, 16)
    [name] = spec.boards
    assert type(name) is Scalar
    assert name.span.line == 4


def test_sections_know_where_they_stand(small_spec: str) -> None:
    spec = spec_with(small_spec, "")
    assert spec.actions["press"].span.line == 10
    assert spec.end_conditions["all_lit"].span.text == "when: all(x.lit for x in grid)\n    won: true"


@pytest.mark.parametrize(
    ("more", "read", "expected"),
    [
        ("state: {pressed: 0}", lambda s: s.state["pressed"].start, "0"),
        ("state: {score: {per: player, start: 0}}", lambda s: s.state["score"].per, "player"),
        ("define: {x: 3}", lambda s: s.define["x"].is_, "3"),
        (
            "define:\n  x(site s):\n    - when: a\n      is: b\n    - is: c",
            lambda s: [(case.when, case.is_) for case in s.define["x(site s)"].cases],
            [("a", "b"), (None, "c")],
        ),
        ("zones: {rack: {holds: tile}}", lambda s: s.zones["rack"].holds, ["tile"]),
        ("zones: {rack: {holds: [man, crate]}}", lambda s: s.zones["rack"].holds, ["man", "crate"]),
        ("entities: {man: {}}", lambda s: s.entities["man"].properties, {}),
        ("entities: {man: {king: flag}}", lambda s: s.entities["man"].properties["king"].is_, "flag"),
        (
            "entities: {tile: {footprint: {columns: 2, rows: 1}, cell: {letter: i}, letters: text}}",
            lambda s: (list(s.entities["tile"].properties), s.entities["tile"].footprint.columns),
            (["letters"], "2"),
        ),
        ("rules: {A-1: Be fair.}", lambda s: s.rules["A-1"].text, "Be fair."),
        (
            "rules: {A-1: {text: Be fair., checked_by: tests/x.py::test_y}}",
            lambda s: s.rules["A-1"].checked_by,
            ["tests/x.py::test_y"],
        ),
        ("tables: {worth: A=1 *=0}", lambda s: s.tables["worth"].letters, "A=1 *=0"),
        ("tables: {worth: [1, 6]}", lambda s: s.tables["worth"].items, ["1", "6"]),
        ("tables: {worth: {file: pieces}}", lambda s: s.tables["worth"].file, "pieces"),
        (
            "tables: {worth: {a: b + 1, c: A=1, file: x}}",
            lambda s: {k: (t.value, t.letters) for k, t in s.tables["worth"].entries.items()},
            {"a": ("b + 1", None), "c": (None, "A=1"), "file": ("x", None)},
        ),
        ("turns: {when_stuck: lose}", lambda s: s.turns.when_stuck, "lose"),
        ("turns: {when_stuck: [again]}", lambda s: s.turns.when_stuck, ["again"]),
        (
            "settings: {side: {default: left, options: [left, right], help: Where you sit.}}",
            lambda s: (s.settings["side"].words, s.settings["side"].meaning("left")),
            (["left", "right"], "Where you sit."),
        ),
        (
            "settings: {side: {default: left, options: {left: The sea., right: The hill.}, help: Where you sit.}}",
            lambda s: (s.settings["side"].words, s.settings["side"].meaning("right"), s.settings["side"].meaning("up")),
            (["left", "right"], "The hill.", "Where you sit."),
        ),
        ("seed: 12", lambda s: s.seed, 12),
        (
            "view: {boards: {grid: {looks: [{show: false}]}}}",
            lambda s: s.view.boards["grid"].looks[0].show,
            False,
        ),
        ("assist: {preview: press}", lambda s: s.assist.preview, ["press"]),
        ("levels: {one: {grid: none, size: 3}}", lambda s: s.levels["one"], {"grid": "none", "size": "3"}),
    ],
)
def test_shorthand(small_spec: str, more: str, read: Any, expected: object) -> None:
    assert read(spec_with(small_spec, more)) == expected


def test_boards(small_spec: str) -> None:
    more = """
  stack:
    shape: layers
    legend: {A-Z: {letter: it}, x: crate target}
    layers:
      - {columns: 6, rows: 4, offset: [0, 0]}
      - {columns: 4, rows: 2, offset: [2, 2]}
    wrap: true
"""
    spec = spec_with(small_spec.replace("\nactions:", more + "actions:"), "")
    board = spec.boards["stack"]
    assert board.wrap is True
    assert board.holds == []
    assert board.legend is not None
    assert {key: (entry.words, entry.properties) for key, entry in board.legend.items()} == {
        "A-Z": (None, {"letter": "it"}),
        "x": ("crate target", None),
    }
    assert board.layers is not None
    assert {key: layer.offset for key, layer in board.layers.layers.items()} == {
        "1": ["0", "0"],
        "2": ["2", "2"],
    }
    assert [key.span.line for key in board.layers.layers] == [12, 13]


def test_choices(small_spec: str) -> None:
    more = """
      d: grid
      e:
        many: 1..7
        of:
          site: grid
          letter: {from: alphabet, ask_if: tile.wild, otherwise: tile.letter}
"""
    spec = spec_with(small_spec.replace("\n    effects:", more + "    effects:"), "")
    choose = spec.actions["press"].choose
    assert (choose["d"].from_, choose["d"].many) == ("grid", None)
    record = choose["e"].of
    assert record is not None
    assert record["site"].from_ == "grid"
    assert record["letter"].otherwise == "tile.letter"


def test_steps(small_spec: str) -> None:
    more = """
      - move: [a, b]
        to: tray
      - if: x
        then:
          - swap: pair
          - again
"""
    spec = spec_with(small_spec.replace("\nend_conditions:", more + "end_conditions:"), "")
    statement, move, condition = spec.actions["press"].effects
    assert type(statement) is Scalar
    assert isinstance(move, Move)
    assert isinstance(move.move, Sequence)
    assert (move.verb, move.move, move.to, move.span.line) == ("move", ["a", "b"], "tray", 17)
    assert isinstance(condition, If)
    swap, again = condition.then
    assert isinstance(swap, Swap)
    assert (swap.swap, again, condition.else_) == ("pair", "again", None)


def test_given_when_then(small_spec: str) -> None:
    more = """
acceptance:
  it works, mostly:
    covers: A-1
    given:
      settings: {size: 3}
      seed: 7
      random: {deal: A B}
      do:
        - score = 3
      grid: |
        ...
      grid.answer: {at: a1, rows: x}
    when:
      - press: a1
      - undo
    then:
      - c.lit
      - legal: {press: 3}
"""
    test = spec_with(small_spec, more).acceptance["it works, mostly"]
    assert test.covers == ["A-1"]
    given = test.given
    assert given is not None
    assert (given.settings, given.seed, given.random, given.do) == (
        {"size": "3"},
        7,
        {"deal": "A B"},
        ["score = 3"],
    )
    assert given.places == {"grid": "...\n", "grid.answer": {"at": "a1", "rows": "x"}}
    assert [(happening.name, happening.argument) for happening in test.when] == [
        ("press", "a1"),
        ("undo", None),
    ]
    assert [(outcome.expression, outcome.name, outcome.argument) for outcome in test.then] == [
        ("c.lit", None, None),
        (None, "legal", {"press": "3"}),
    ]
    assert isinstance(test.then[1].argument, Mapping)
    assert test.then[1].span.line == 39


def test_every_section_and_option_is_described() -> None:
    def sections(base: type[Section]) -> list[type[Section]]:
        return [section for below in base.__subclasses__() for section in (below, *sections(below))]

    nameless = [section.__name__ for section in sections(Section) if not section.__doc__]
    assert nameless == []
    silent = [
        f"{section.__name__}.{name}"
        for section in sections(Section)
        for name, field in section.model_fields.items()
        if not field.description
    ]
    assert silent == []


def test_a_verb_is_registered_once_and_no_option_is_a_verb() -> None:
    class Mine(StepArguments):
        """A step."""

        verb: ClassVar[str]
        move: Expression = Field(description="A piece.")

    class Clash(StepArguments):
        """A step."""

        turn_over: Expression = Field(description="A piece.")
        swap: Expression = Field(description="A site.")

    class Option(StepArguments):
        """A step."""

        stream: Expression = Field(description="A stream.")

    with pytest.raises(BadPlugin, match=r"There is a step move already"):
        step_arguments("move")(Mine)
    with pytest.raises(BadPlugin, match=r"The step fly has no field for the value of its verb"):
        step_arguments("fly")(Mine)
    with pytest.raises(BadPlugin, match=r"‘swap’ would be both a step and an option of a step"):
        step_arguments("turn_over")(Clash)
    with pytest.raises(BadPlugin, match=r"‘stream’ would be both a step and an option of a step"):
        step_arguments("stream")(Option)


def test_verbs_may_be_added_before_a_spec_is_validated(small_spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Flip(StepArguments):
        """Turns something over."""

        flip_over: Expression = Field(description="A piece.")

    text = small_spec.replace("- c.lit = true", "- flip_over: c")
    assert [diagnostic.message for diagnostic in load_text(text)[1]] == ["‘flip_over’ is not a step."]
    monkeypatch.setitem(STEP_ARGUMENTS, "flip_over", Flip)
    spec, _ = load_text(text)
    assert spec is not None
    assert isinstance(spec.actions["press"].effects[0], Flip)
