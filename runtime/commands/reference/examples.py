"""Examples for the reference: the shortest use of each function and step in the games that come with Tilewright."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from textwrap import dedent

from interpreter import catalogue, decode, read
from interpreter.expressions import nodes, parse
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.model import STEP_ARGUMENTS
from interpreter.spec.nodes import Mapping, Node, Scalar

# What is only tested or told says little about how rules are written.
_LEFT_OUT = ("acceptance", "how_to_play", "rules", "about", "kind", "also_called", "minutes", "title")
_MOST_LINES = 12
_ELSEWHERE = {
    "around": "around(s, grid.edges)",
    "below": "below(t)",
    "beneath": "beneath(c)",
    "direction": "direction(a, b)",
    "distance": "distance(a, b)",
    "edge": "edge(s, t)",
    "facing": "facing(me)",
    "leaps": "leaps(1, 2)",
    "least": "least(cost[p] for p in players)",
    "payoff": "payoff(me)",
    "pile": "pile(s)",
    "reach": "reach(x for x in ray(s, north) while empty(x))",
    "text": "text(n)",
    "upwards": "upwards(c)",
    "walk": "walk(s, x to y while empty(y) until y.row == 9)",
    "words_from": "words_from(join(t.letter for t in rack))",
}
"""Functions that no shipped game calls."""


@cache
def calls() -> dict[str, tuple[str, str]]:
    """For each function a call of it, and the name of the game that it comes from, if any."""
    found: dict[str, tuple[str, str]] = {}
    for game, node in _nodes():
        if isinstance(node, Scalar) and "(" in node:
            for call in _calls_in(node):
                if call.name not in _defined(game):
                    _keep_shorter(found, call.name, call.source, game)
    return {name: (text, "") for name, text in _ELSEWHERE.items()} | found


@cache
def steps() -> dict[str, tuple[str, str]]:
    """For each verb that a shipped game uses: the step as written there, and the name of the game."""
    found: dict[str, tuple[str, str]] = {}
    for game, node in _nodes():
        if isinstance(node, Mapping) and not node.flow:
            verbs = [str(key) for key in node if key in STEP_ARGUMENTS]
            written = _block(node)
            if len(verbs) == 1 and _is_step(node, verbs[0]) and written.count("\n") < _MOST_LINES:
                _keep_shorter(found, verbs[0], written, game)
    return found


def _keep_shorter(found: dict[str, tuple[str, str]], name: str, text: str, game: str) -> None:
    known = found.get(name)
    if known is None or len(text) < len(known[0]):
        found[name] = (text, game)


@cache
def _specs() -> dict[str, Mapping]:
    """Every shipped spec as written, by the name of its game."""
    found = {}
    for game, path in catalogue.shipped().items():
        diagnostics = Diagnostics()
        source = decode(path.name, path.read_bytes(), diagnostics)
        root = read(source, diagnostics) if source is not None else None
        if isinstance(root, Mapping):
            found[game] = root
    return found


@cache
def _defined(game: str) -> frozenset[str]:
    """The names that a spec and its parents define themselves, some of which may be names of functions."""
    root = _specs()[game]
    parent, written = root.get("extends"), root.get("define")
    inherited = _defined(str(parent)) if str(parent) in _specs() else frozenset[str]()
    return inherited | {str(key).partition("(")[0] for key in (written if isinstance(written, Mapping) else ())}


def _nodes() -> Iterator[tuple[str, Node]]:
    """Every node of the rules of every shipped game, with the name of the game."""
    for game, root in _specs().items():
        for key, value in root.items():
            if key not in _LEFT_OUT:
                yield from ((game, node) for node in _inside(value))


def _inside(node: Node) -> Iterator[Node]:
    yield node
    if not isinstance(node, Scalar):
        for part in node.values() if isinstance(node, Mapping) else node:
            yield from _inside(part)


def _calls_in(scalar: Scalar) -> Iterator[nodes.Call]:
    """The calls in an expression or a statement; texts have none."""
    for start in ("expression", "statement"):
        parsed = parse(scalar, start, Diagnostics())
        if parsed is not None:
            yield from (node for node in nodes.walk(parsed) if isinstance(node, nodes.Call))
            return


def _is_step(node: Mapping, verb: str) -> bool:
    return set(map(str, node)) <= set(STEP_ARGUMENTS[verb].option_names())


def _block(node: Mapping) -> str:
    """The text of a map, as a list entry that begins at the margin."""
    written = " " * (node.span.column - 1) + node.span.text.rstrip()
    first, *others = dedent(written).splitlines()
    return "\n".join([f"- {first}", *(f"  {line}" for line in others)])
