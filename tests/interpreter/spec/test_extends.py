"""Variants: what they inherit, change and remove."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import interpreter
from interpreter.spec.loader import load_spec
from interpreter.spec.model import Spec

PARENT = """\
game: parent
title: Parent
settings:
  size: {default: 3, range: 1..9, title: Size}
  fast: {default: false}
boards:
  grid:
    columns: size
    rows: size
    cell: {lit: flag}
actions:
  press:
    choose:
      c:
        from: grid
        where: not it.lit
    effects:
      - c.lit = true
  pass:
    title: Pass
end_conditions:
  all_lit:
    when: all(x.lit for x in grid)
    won: true
acceptance:
  first:
    given:
      settings: {size: 3}
      random: {deal: A}
      grid: {at: a1, rows: x}
    when:
      - press: a1
    then:
      - over
  second:
    then:
      - not over
"""

CHOICE = "It takes from, is, where, else, dead_end, title, ask_if, otherwise, alike, many, some, of and in_order."

Loads = Callable[..., tuple[Spec | None, list[tuple[str, str, int, str, str | None]]]]


@pytest.fixture
def loads(tmp_path: Path) -> Loads:
    """Write files and load the one called child."""

    def load(**files: str) -> tuple[Spec | None, list[tuple[str, str, int, str, str | None]]]:
        for name, text in files.items():
            (tmp_path / f"{name}.yaml").write_text(text, "utf-8")
        spec, diagnostics = load_spec(tmp_path / "child.yaml")
        return spec, [
            (d.code, Path(d.span.source.name).stem, d.span.line, d.message, d.help) for d in diagnostics if d.span
        ]

    return load


def variant(rest: str) -> str:
    return "game: child\ntitle: Child\nextends: parent\n" + rest


@pytest.mark.parametrize(
    ("rest", "read", "expected"),
    [
        ("", lambda s: (s.game, s.title, s.extends), ("child", "Child", "parent")),
        ("", lambda s: list(s.actions), ["press", "pass"]),
        (
            "settings: {size: 5}",
            lambda s: (s.settings["size"].default, s.settings["size"].range, s.settings["size"].title),
            ("5", "1..9", "Size"),
        ),
        ("settings: {slow: {default: true}}", lambda s: list(s.settings), ["size", "fast", "slow"]),
        (
            "actions: {press: {title: Press}}",
            lambda s: (s.actions["press"].title, s.actions["press"].effects),
            ("Press", ["c.lit = true"]),
        ),
        ("actions: {press: {effects: [again]}}", lambda s: s.actions["press"].effects, ["again"]),
        ("actions: {press: {choose: {c: grid}}}", lambda s: s.actions["press"].choose["c"].where, None),
        ("actions: {remove: [pass]}", lambda s: list(s.actions), ["press"]),
        (
            "actions:\n  remove: [press]\n  press: {title: New}",
            lambda s: (list(s.actions), s.actions["press"].effects),
            (["pass", "press"], []),
        ),
        (
            "actions: {press: {choose: {c: {remove: [where]}}}}",
            lambda s: s.actions["press"].choose["c"].where,
            None,
        ),
        ("actions: {press: {remove: [choose]}}", lambda s: s.actions["press"].choose, {}),
        (
            "acceptance: {first: {then: [won]}}",
            lambda s: (
                [o.expression for o in s.acceptance["first"].then],
                s.acceptance["first"].when[0].name,
            ),
            (["won"], "press"),
        ),
        (
            "acceptance: {first: {given: {settings: {fast: true}, grid: {rows: y}}}}",
            lambda s: (
                s.acceptance["first"].given.settings,
                s.acceptance["first"].given.random,
                s.acceptance["first"].given.places,
            ),
            ({"size": "3", "fast": "true"}, {"deal": "A"}, {"grid": {"rows": "y"}}),
        ),
        ("acceptance: {remove: [first]}", lambda s: list(s.acceptance), ["second"]),
        (
            "actions: {press: {effects: [again, inherited]}}",
            lambda s: s.actions["press"].effects,
            ["again", "c.lit = true"],
        ),
        (
            "acceptance: {first: {when: [inherited, press: a2]}}",
            lambda s: [(act.name, act.argument) for act in s.acceptance["first"].when],
            [("press", "a1"), ("press", "a2")],
        ),
        (
            "end_conditions:\n  first: [some_lit]\n  some_lit: {when: a1.lit}\n  no_lit: {when: not a1.lit}",
            lambda s: list(s.end_conditions),
            ["some_lit", "all_lit", "no_lit"],
        ),
        ("turns: {when_stuck: lose}", lambda s: s.turns.when_stuck, "lose"),
    ],
)
def test_variants(loads: Loads, rest: str, read: Any, expected: object) -> None:
    spec, mistakes = loads(parent=PARENT, child=variant(rest))
    assert mistakes == []
    assert read(spec) == expected


def test_nodes_keep_their_own_file_and_line(loads: Loads) -> None:
    spec, _ = loads(parent=PARENT, child=variant("actions:\n  press:\n    title: Press\n"))
    assert spec is not None
    press = spec.actions["press"]
    assert press.title is not None
    where = press.choose["c"].where
    assert where is not None
    places = [(Path(node.source.name).stem, node.span.line) for node in (press.title, where)]
    assert places == [("child", 6), ("parent", 16)]
    keys = [(str(key), Path(key.source.name).stem) for key in spec.actions]
    assert keys == [("press", "child"), ("pass", "parent")]


def test_variants_of_variants(loads: Loads) -> None:
    middle = "game: middle\ntitle: Middle\nextends: parent\nsettings: {size: 4, fast: true}\n"
    child = "game: child\ntitle: Child\nextends: middle\nsettings: {size: 5}\n"
    spec, mistakes = loads(parent=PARENT, middle=middle, child=child)
    assert mistakes == []
    assert spec is not None
    assert {name: setting.default for name, setting in spec.settings.items()} == {"size": "5", "fast": "true"}


DOUBLED = """\
game: {game}
title: Points
extends: {parent}
define:
  points({parameter}): inherited({parameter}) {change}
"""

POINTS = """\
game: parent
title: Parent
boards:
  grid: {columns: 3, rows: 1}
state:
  score: 0
define:
  base: 4
  points(n): n + base
actions:
  gain:
    effects:
      - score += points(1)
end_conditions:
  far: {when: score > 99, won: true}
"""


@pytest.mark.parametrize(("last", "expected"), [("parent", 5), ("middle", 10), ("child", 13)])
def test_a_restated_define_calls_that_of_its_parent(tmp_path: Path, last: str, expected: int) -> None:
    texts = {
        "parent": POINTS,
        "middle": DOUBLED.format(game="middle", parent="parent", parameter="m", change="* 2"),
        "child": DOUBLED.format(game="child", parent="middle", parameter="k", change="+ base - 1"),
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.yaml").write_text(text, "utf-8")
    game = interpreter.load(tmp_path / f"{last}.yaml")
    state = game.new(0)
    events = game.apply(state, game.legal(state)[0]).events
    assert [event.fields["value"] for event in events if event.name == "changed"] == [expected]


TAKING = """\
game: parent
title: Parent
boards:
  grid: {columns: 4, rows: 1, cell: {gone: flag}}
setup:
  - a1.gone = true
actions:
  take:
    choose:
      c:
        from: grid
        where: not it.gone or it.column == 4
    effects:
      - c.gone = true
end_conditions:
  few: {when: d1.gone or c1.gone, won: true}
"""


def may_be_taken(path: Path) -> list[str]:
    """The squares that may be taken once a1 is gone."""
    game = interpreter.load(path)
    state = game.new(0)
    return [game.text(state, action) for action in game.legal(state)]


@pytest.mark.parametrize(
    ("middle", "child", "expected"),
    [
        ("it.column >= 0", "inherited and it.column != 2", ["take a1", "take c1", "take d1"]),
        ("inherited and it.column != 3", "inherited and it.column != 2", ["take d1"]),
        ("inherited", "not inherited", ["take a1"]),
    ],
)
def test_a_restated_expression_holds_that_of_its_parent(
    tmp_path: Path, middle: str, child: str, expected: list[str]
) -> None:
    (tmp_path / "parent.yaml").write_text(TAKING, "utf-8")
    for name, parent, where in (("middle", "parent", middle), ("child", "middle", child)):
        text = f"game: {name}\ntitle: T\nextends: {parent}\nactions: {{take: {{choose: {{c: {{where: {where}}}}}}}}}\n"
        (tmp_path / f"{name}.yaml").write_text(text, "utf-8")
    assert may_be_taken(tmp_path / "child.yaml") == expected


@pytest.mark.parametrize(
    ("rest", "line", "column"),
    [
        ("boards: {grid: {cell: {gone: number}}}\nactions: {take: {choose: {c: {where: inherited}}}}", 12, 20),
        ("end_conditions: {few: {when: inherited and a1.row}}", 4, 44),
    ],
)
def test_a_mistake_is_told_where_it_stands(tmp_path: Path, rest: str, line: int, column: int) -> None:
    (tmp_path / "parent.yaml").write_text(TAKING, "utf-8")
    (tmp_path / "child.yaml").write_text(f"game: child\ntitle: T\nextends: parent\n{rest}\n", "utf-8")
    with pytest.raises(interpreter.SpecError) as told:
        interpreter.load(tmp_path / "child.yaml")
    spans = [mistake.span for mistake in told.value.diagnostics if mistake.span is not None]
    assert (line, column) in [(span.line, span.column) for span in spans]


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        (
            "acceptance: {remove: [frist]}",
            ("nothing-to-remove", "child", 4, "parent has no ‘frist’ to remove.", "Did you mean ‘first’?"),
        ),
        (
            "zones: {remove: [tray]}",
            (
                "nothing-to-remove",
                "child",
                4,
                "parent has no ‘tray’ to remove.",
                "There is none yet: declare it first.",
            ),
        ),
        (
            "settings: {sice: 5}",
            ("unknown-setting", "child", 4, "parent has no setting ‘sice’.", "Did you mean ‘size’?"),
        ),
        (
            "settings: {colours: 5}",
            (
                "unknown-setting",
                "child",
                4,
                "parent has no setting ‘colours’.",
                "Take size or fast, or write ‘colours: {default: 5}’ for a new one.",
            ),
        ),
        (
            "boards: {grid: 5}",
            ("replaced-kind", "child", 4, "‘boards.grid’ replaces a map by ‘5’.", "Write a map here too."),
        ),
        ("boards: [a]", ("replaced-kind", "child", 4, "‘boards’ replaces a map by a list.", "Write a map here too.")),
        (
            "actions: {press: {effects: again}}",
            (
                "replaced-kind",
                "child",
                4,
                "‘actions.press.effects’ replaces a list by ‘again’.",
                "Write a list here too, as in - c.lit = true.",
            ),
        ),
        (
            "title2: x",
            None,
        ),
        (
            "actions: {press: {choose: {c: {wher: x}}}}",
            (
                "unknown-key",
                "child",
                4,
                f"‘wher’ is not an option of ‘actions.press.choose.c’. {CHOICE}",
                "Did you mean ‘where’?",
            ),
        ),
    ],
)
def test_mistakes_of_variants(loads: Loads, rest: str, expected: tuple[str, str, int, str, str | None] | None) -> None:
    spec, mistakes = loads(parent=PARENT, child=variant(rest))
    assert spec is None
    if expected is None:
        assert [(code, file, line) for code, file, line, *_ in mistakes] == [("unknown-key", "child", 4)]
    else:
        assert mistakes == [expected]


def test_a_variant_is_of_its_parents_kind_but_has_no_name_from_it(loads: Loads) -> None:
    parent = PARENT + "kind: puzzle\nalso_called: [Lamps, Lanterns]\nminutes: 20\n"
    spec, mistakes = loads(parent=parent, child=variant("minutes: 5"))
    assert spec is not None and mistakes == []
    assert (spec.kind, spec.also_called, spec.minutes) == ("puzzle", [], 5)
    spec, mistakes = loads(parent=parent, child=variant("also_called: Lights"))
    assert spec is not None and mistakes == []
    assert (spec.also_called, spec.minutes) == (["Lights"], 20)


def test_a_mistake_of_the_parent_is_shown_in_its_file(loads: Loads) -> None:
    _, mistakes = loads(parent=PARENT.replace("columns:", "colums:"), child=variant(""))
    assert [(code, file, line, help) for code, file, line, _, help in mistakes] == [
        ("unknown-key", "parent", 8, "Did you mean ‘columns’?")
    ]


def test_a_parent_that_is_not_there(loads: Loads) -> None:
    _, mistakes = loads(parent=PARENT, child=variant("").replace("extends: parent", "extends: paernt"))
    assert mistakes == [
        ("unknown-parent", "child", 3, "There is no game ‘paernt’ to extend.", "Did you mean ‘parent’?")
    ]


def test_a_parent_is_a_name_and_not_a_path(loads: Loads) -> None:
    _, mistakes = loads(parent=PARENT, child=variant("").replace("extends: parent", "extends: ../parent"))
    assert [(code, message) for code, _, _, message, _ in mistakes] == [
        ("unknown-parent", "There is no game ‘../parent’ to extend.")
    ]


def test_cycles(loads: Loads) -> None:
    _, mistakes = loads(parent=PARENT + "extends: child\n", child=variant(""))
    assert mistakes == [
        ("extends-cycle", "parent", 38, "‘child’ extends itself: child → parent → child.", "Name another parent.")
    ]
    _, mistakes = loads(child=variant("").replace("extends: parent", "extends: child"))
    assert mistakes == [("extends-cycle", "child", 3, "‘child’ extends itself: child → child.", "Name another parent.")]
