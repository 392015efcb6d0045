"""No handler mistakes a bug for something ordinary: it may catch only our own signals, or those of the outside
world."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("interpreter", "runtime", "renderer")

BUGS = {
    "ArithmeticError", "AssertionError", "AttributeError", "BaseException", "Exception", "IndexError", "KeyError",
    "LookupError", "NameError", "NotImplementedError", "RuntimeError", "StopIteration", "TypeError",
    "ZeroDivisionError",
}  # fmt: skip
"""Exceptions that only our bugs raise, never something that we intend."""

BOUNDARIES = {
    "Game.legal": "judges what generated code raised, and raises it again",
    "Program.guarded": "judges what generated code raised, and raises it again",
    "load_plugins": "somebody else’s plugin must not keep the rest from loading; its problem is reported",
    "_Commands.invoke": "the command line turns what goes wrong into a message and an exit code",
    "working_on": "notes which spec a bug came up with, and raises it again",
    "Trials.run": "notes which change a bug came up with, and raises it again",
    "run_test": "a bug must not keep the other tests from running; it is a failure that says so",
    "_run": "a bug must not keep the other tests from running; it is a failure that says so",
    "_help": "its starter repeats what a helper could not do, and runs into the same problem",
    "looked_at": "a bug in one thing that doctor looks at must not hide the others; it is told in its line",
    "Thinker.answer": "another process cannot show a bug; its answer says so",
    "Keyboard._completed": "a bug must not end the line that is being typed; it is reported",
    "Thumbnails.make": "a bug in one game must not empty the gallery; it is reported with the game",
    "FailsafeApp._safely": "the window stays open after a bug, with a page about it",
    "FailsafeApp._tell": "a broken page may fail to close; that is reported too",
    "Speakers.play": "sound drivers may raise anything, and none of it is ours",
    "telling_what_is_missing": "display drivers may raise anything; it becomes NoWindow with its cause",
}
"""Why a handler may catch anything, by the function that contains it."""

PARSERS = {"fromisoformat", "loads", "open", "parse", "strptime", "recording_from", "whole_from"}
"""Functions that read other people’s texts, and raise ValueError if the texts are not ours."""


@cache
def handlers() -> tuple[tuple[str, str, list[str], list[ast.stmt]], ...]:
    """For every handler and `suppress`: its place, the function, the names of what is caught, and what is tried."""
    paths = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}
    tuples = {
        target.id: names_in(node.value)
        for tree in trees.values()
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name) and isinstance(node.value, ast.Tuple)
    }
    return tuple(
        found for path, tree in trees.items() for found in handlers_in(tree, f"{path.relative_to(ROOT)}", "", tuples)
    )


def handlers_in(
    node: ast.AST, place: str, function: str, tuples: dict[str, list[str]]
) -> Iterator[tuple[str, str, list[str], list[ast.stmt]]]:
    if isinstance(node, ast.ClassDef):
        function = f"{node.name}."
    elif isinstance(node, ast.FunctionDef) and (not function or function.endswith(".")):
        function += node.name
    if isinstance(node, ast.Try):
        for handler in node.handlers:
            names = names_in(handler.type) if handler.type is not None else ["BaseException"]
            caught = [each for name in names for each in tuples.get(name, [name])]
            yield f"{place}:{handler.lineno}", function, caught, node.body
    if isinstance(node, ast.With):
        for item in node.items:
            call = item.context_expr
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "suppress":
                names = [name for argument in call.args for name in names_in(argument)]
                yield f"{place}:{node.lineno}", function, names, node.body
    for child in ast.iter_child_nodes(node):
        yield from handlers_in(child, place, function, tuples)


def names_in(node: ast.expr | None) -> list[str]:
    match node:
        case ast.Tuple(elts=entries):
            return [name for entry in entries for name in names_in(entry)]
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return [name]
    return []


def test_bugs_are_caught_at_listed_boundaries_alone() -> None:
    found = [(place, function, names) for place, function, names, _ in handlers() if BUGS.intersection(names)]
    assert [each for each in found if each[1] not in BOUNDARIES] == []


def test_every_boundary_is_still_one() -> None:
    assert set(BOUNDARIES) - {function for _, function, names, _ in handlers() if BUGS.intersection(names)} == set()


def test_a_bad_value_is_caught_where_a_text_is_read_alone() -> None:
    found = [
        place
        for place, function, names, tried in handlers()
        if "ValueError" in names and function not in BOUNDARIES and not (len(tried) <= 3 and PARSERS & calls(tried))
    ]
    assert found == []


def calls(body: list[ast.stmt]) -> set[str]:
    """The names of the functions called."""
    found = [node.func for statement in body for node in ast.walk(statement) if isinstance(node, ast.Call)]
    return {name for each in found for name in names_in(each)}


@pytest.mark.parametrize(
    ("text", "caught"),
    [
        ("try:\n    f()\nexcept (OSError, KeyError):\n    pass", ["OSError", "KeyError"]),
        ("try:\n    f()\nexcept:\n    pass", ["BaseException"]),
        ("with suppress(LookupError):\n    f()", ["LookupError"]),
        ("def f():\n    try:\n        g()\n    except UNKNOWN:\n        pass", ["TypeError"]),
    ],
)
def test_a_handler_is_found(text: str, caught: list[str]) -> None:
    assert [names for _, _, names, _ in handlers_in(ast.parse(text), "x", "", {"UNKNOWN": ["TypeError"]})] == [caught]
