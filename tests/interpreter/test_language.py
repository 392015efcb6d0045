"""The whole language in small games. Each one loads, passes its own tests and can be played, and together with the
shipped games they use everything that a spec may say."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import tests.plugins.language_plugins  # noqa: F401
from interpreter import Fault, Game, load, loads
from interpreter.language import nodes
from interpreter.language.parser import parse
from interpreter.program.world import split_template
from interpreter.registry import functions
from interpreter.spec import catalogue, model
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.loader import load_spec
from interpreter.spec.nodes import Scalar
from interpreter.spec.section import Section
from interpreter.spec.step_model import STEP_ARGUMENTS, StepArguments
from interpreter.streams import number_below
from runtime.testing.runner import run_tests

FOLDER = Path(__file__).parents[1] / "data" / "language"
LANGUAGE = tuple(
    path for path in sorted(FOLDER.glob("*.yaml")) if path.read_text(encoding="utf-8").startswith("game: ")
)
BORDERS = FOLDER.parent / "borders"
MOST_MOVES = 600
MADE_HERE = "interpreter."
"""Functions and verbs of other modules are plugins, which have tests of their own."""

NOT_YET_USED = {
    # Every game with luck has a game of the day automatically; the tests of the session play others.
    "Daily": {"only", "settings"},
    # Looks that only the larger games need; the tests of the scene draw them.
    "BoardView": {"marks", "borders"},
    "Overlays": {"ready", "intro", "scores", "stuck"},
    "Result": {"title", "over"},
    "View": {"menu"},
    "ZoneView": {"of"},
    # Bots other than search have their own tests that play with them.
    "BotOptions": {"sees_all", "words", "avoid_words"},
    "Hints": {"about"},
    # A word list comes with the word games, lessons with the larger ones.
    "Spec": {"lexicon", "tutorial"},
}
UNUSED_SECTIONS = {
    "AiLevel", "Mark", "Overlay", "ScoreColumn", "Tutorial", "TutorialStep", "Wait",
}  # fmt: skip
"""Sections below the options above."""
BESIDE = {"Equivalent", "Equivalents"}
"""The contents of a file beside a spec."""


@cache
def game_of(path: Path) -> Game:
    """A game; each is loaded only once."""
    return load(path)


@pytest.fixture(params=LANGUAGE, ids=lambda path: path.stem)
def game(request: pytest.FixtureRequest) -> Game:
    """Every language spec in turn."""
    return game_of(request.param)


def test_it_loads_without_a_word(game: Game) -> None:
    assert [diagnostic.message for diagnostic in game.diagnostics] == []


def test_its_tests_pass(game: Game) -> None:
    results = run_tests(game)
    assert results
    failures = [
        f"{result.name} (line {failure.span.line if failure.span else 0}): {failure.message} {failure.values}"
        for result in results
        for failure in result.failures
    ]
    assert failures == []


@pytest.mark.parametrize("seed", range(4))
def test_random_games_come_to_an_end(game: Game, seed: int) -> None:
    """Play on, checking that every way to make a move agrees, and that a state survives being written down."""
    state, cursor = game.new(seed=seed), 0
    for _ in range(MOST_MOVES):
        actions = game.legal(state)
        assert game.any_legal(state) == bool(actions)
        if game.status(state).over:
            break
        number, cursor = number_below(seed, "moves", cursor, len(actions))
        action = actions[number]
        assert game.check(state, action) is None, (action, game.check(state, action))
        written = game.text(state, action)
        assert game.text(state, game.action(state, written)) == written
        outcome = game.apply(state, action)
        assert outcome.refusal is None
        assert outcome.state.data == game.advance(state, action).data
        state = outcome.state
    else:
        pytest.fail(f"{game.name} goes on after {MOST_MOVES} moves.")
    assert game.decode(game.encode(state)).data == state.data


def test_worlds_agree_with_what_a_player_knows(game: Game) -> None:
    state, cursor = game.new(seed=1), 0
    for _ in range(6):
        actions = game.legal(state)
        if not actions:
            break
        for player in game.players:
            view = game.view(state, player)
            assert game.view(game.sample(view, 3), player).data == view.data
        number, cursor = number_below(1, "moves", cursor, len(actions))
        state = game.advance(state, actions[number])


# What is used


@cache
def every_spec() -> tuple[model.Spec, ...]:
    """The shipped games, the language specs and those of edges and corners."""
    found = []
    for path in (*catalogue.shipped().values(), *LANGUAGE, *sorted(BORDERS.glob("*.yaml"))):
        spec, diagnostics = load_spec(path)
        assert spec is not None, str(diagnostics)
        found.append(spec)
    return tuple(found)


def sections_of(value: object) -> Iterator[Section]:
    """A section and all sections inside it."""
    if isinstance(value, Section):
        yield value
        for name in value.model_fields_set:
            yield from sections_of(getattr(value, name))
    elif isinstance(value, dict):
        for item in value.values():
            yield from sections_of(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from sections_of(item)


@cache
def used_fields() -> dict[str, set[str]]:
    """The options that some spec gives, by section."""
    found: dict[str, set[str]] = {}
    for spec in every_spec():
        for section in sections_of(spec):
            for kind in type(section).__mro__:
                if issubclass(kind, Section):
                    found.setdefault(kind.__name__, set()).update(section.model_fields_set)
    return found


def own_fields(kind: type[Section]) -> set[str]:
    """The options of a section that its parents do not have."""
    inherited = {name for parent in kind.__mro__[1:] for name in getattr(parent, "model_fields", {})}
    return set(kind.model_fields) - inherited


def language_sections() -> list[type[Section]]:
    """Every section of a spec, and the options of every verb."""
    found = [getattr(model, name) for name in model.__all__]
    sections = [kind for kind in found if isinstance(kind, type) and issubclass(kind, Section)]
    return [
        kind
        for kind in (*sections, *STEP_ARGUMENTS.values())
        if kind not in (Section, StepArguments) and kind.__module__.startswith(MADE_HERE)
    ]


@pytest.mark.parametrize(
    "kind",
    [kind for kind in language_sections() if kind.__name__ not in UNUSED_SECTIONS | BESIDE],
    ids=lambda kind: kind.__name__,
)
def test_every_option_is_used(kind: type[Section]) -> None:
    wanted = own_fields(kind) or set(kind.model_fields)
    missing = wanted - used_fields().get(kind.__name__, set()) - NOT_YET_USED.get(kind.__name__, set())
    assert missing == set()


def test_exceptions_are_options_that_exist() -> None:
    kinds = {kind.__name__: kind for kind in language_sections()}
    for name, options in NOT_YET_USED.items():
        assert options <= set(kinds[name].model_fields), name
    assert set(kinds) >= UNUSED_SECTIONS


def scalars_of(value: object) -> Iterator[Scalar]:
    """All scalars inside a value."""
    if isinstance(value, Scalar):
        yield value
    elif isinstance(value, Section):
        for name in value.model_fields_set:
            yield from scalars_of(getattr(value, name))
    elif isinstance(value, dict):
        for item in value.values():
            yield from scalars_of(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from scalars_of(item)


def parsed(scalar: Scalar) -> Iterator[nodes.Node]:
    """Every way to read a scalar: the model does not say which scalars are expressions."""
    for start in ("expression", "statement", "loops", "draw", "named_call", "plain_call"):
        node = parse(scalar, start, Diagnostics())
        if node is not None:
            yield node
    for _, inner in split_template(scalar, Diagnostics()):
        if inner is not None and inner != scalar:
            yield from parsed(inner)


def walked(node: object) -> Iterator[nodes.Node]:
    """A node and all nodes below it."""
    if isinstance(node, nodes.Node):
        yield node
        for field in dataclasses.fields(node):
            yield from walked(getattr(node, field.name))
    elif isinstance(node, tuple):
        for item in node:
            yield from walked(item)


RULES = (
    "settings", "entities", "boards", "zones", "tables", "state", "define", "routines", "setup", "actions", "turns",
    "end_conditions",
)  # fmt: skip


@cache
def rule_nodes() -> tuple[nodes.Node, ...]:
    """Every node of every expression of the rules; tests do not count."""
    found: list[nodes.Node] = []
    for spec in every_spec():
        for section in RULES:
            for scalar in dict.fromkeys(scalars_of(getattr(spec, section))):
                for node in parsed(scalar):
                    found += walked(node)
    return tuple(found)


@cache
def called() -> frozenset[str]:
    """The functions that rules call."""
    return frozenset(node.name for node in rule_nodes() if isinstance(node, nodes.Call))


def test_every_function_is_used() -> None:
    known = {name for name, each in functions().items() if each.evaluate.__module__.startswith(MADE_HERE)}
    assert known - called() == set()


def test_every_verb_is_used() -> None:
    known = {verb for verb, each in STEP_ARGUMENTS.items() if each.__module__.startswith(MADE_HERE)}
    used = {
        section.verb for spec in every_spec() for section in sections_of(spec) if isinstance(section, StepArguments)
    }
    assert known - used == set()


def test_every_kind_of_node_is_used() -> None:
    kinds = {kind for kind in vars(nodes).values() if isinstance(kind, type) and issubclass(kind, nodes.Node)}
    types = {nodes.NamedType, nodes.ListType, nodes.RangeType, nodes.OptionalType, nodes.Parameter, nodes.Signature}
    assert {kind.__name__ for kind in kinds - types - {nodes.Node} - {type(node) for node in rule_nodes()}} == set()
    operators = {node.operator for node in rule_nodes() if isinstance(node, nodes.Binary)}
    assert operators >= {"==", "!=", "<", "<=", ">", ">=", "in", "..", "+", "-", "*", "//", "%", "and", "or"}
    assert {node.operator for node in rule_nodes() if isinstance(node, nodes.Assignment)} == {"=", "+=", "-="}
    assert {node.value for node in rule_nodes() if isinstance(node, nodes.BareWord)} >= {"again"}


# Faults, which a test inside a spec cannot expect

FAULTS = """\
game: faults
title: Faults
entities:
  tile: {kind: 1..3}
  plank:
    size: 1..3
    footprint: {columns: it.size, rows: 1}
boards:
  grid: {columns: 3, rows: 1, holds: [tile, plank]}
  bare: {columns: 1, rows: 1}
zones:
  bag: {holds: tile, size: 1}
tables:
  weights: {1: 0, 2: 0}
setup:
  - create: tile(kind = 2)
    at: grid.b1
  - create: tile(kind = 1)
    in: bag
actions:
  onto_another:
    effects:
      - move: bag[1]
        to: grid.b1
  plank_on_tile:
    effects:
      - create: plank(size = 2)
        at: grid.a1
  off_the_board:
    effects:
      - create: plank(size = 2)
        at: grid.c1
  onto_the_wrong_board:
    effects:
      - move: grid.b1.tile
        to: bare.a1
  into_a_full_zone:
    effects:
      - move: grid.b1.tile
        to: bag
  from_no_piece:
    effects:
      - move: grid.a1.tile
        to: grid.c1
  through_none:
    effects:
      - grid.a1.tile.kind = 1
  by_zero:
    effects:
      - bag[1].kind = 3 // len(pieces(grid, plank))
  out_of_range:
    effects:
      - bag[1].kind += 5
  used_up:
    effects:
      - repeat: 3
        until: len(bag) == 0
        do:
          - bag[1].kind = 1
  nothing_to_draw:
    effects:
      - random: w in weights
        stream: luck
      - bag[1].kind = w
end_conditions:
  never: {when: turn_number > 9}
"""


@pytest.mark.parametrize(
    ("action", "line", "message"),
    [
        ("onto_another", 23, "A piece is moved onto another."),
        ("plank_on_tile", 27, "The piece does not fit there."),
        ("off_the_board", 31, "The piece does not fit there."),
        ("onto_the_wrong_board", 35, "This board does not hold tile."),
        ("into_a_full_zone", 39, "The zone is full."),
        ("from_no_piece", 43, "grid.a1.tile is none here."),
        ("through_none", 47, "grid.a1.tile is none here."),
        ("by_zero", 50, "This divides by zero."),
        ("out_of_range", 53, "6 is not within 1..3."),
        ("used_up", 56, "repeat is used up."),
        ("nothing_to_draw", 62, "There is nothing to draw from stream luck."),
    ],
)
def test_a_fault_names_its_step_and_undoes_the_action(action: str, line: int, message: str) -> None:
    game = loads(FAULTS, "faults.yaml")
    state = game.new()
    before = game.encode(state)
    with pytest.raises(Fault) as caught:
        game.apply(state, (action,))
    assert (caught.value.span.line if caught.value.span else 0, caught.value.message) == (line, message)
    assert game.encode(state) == before
