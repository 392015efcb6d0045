"""Loading a spec: read the file and the tests beside it, merge its parents, build the model."""

import os
from pathlib import Path
from typing import TypeAlias

from interpreter.discovery import load_plugins
from interpreter.files import is_there
from interpreter.spec import catalogue
from interpreter.spec.catalogue import equivalents_of, tests_of
from interpreter.spec.diagnostics import Diagnostics, Help, SpecError
from interpreter.spec.extends import with_parents
from interpreter.spec.glyphs import warn_of_lacking
from interpreter.spec.json_schema import schema
from interpreter.spec.model import AcceptanceTest, Equivalent, Equivalents, Spec
from interpreter.spec.nodes import Mapping, NamedMap, Node, Scalar, Sequence, Source, Span
from interpreter.spec.reader import decode, read, read_any, read_source
from interpreter.spec.suggest import did_you_mean
from interpreter.spec.validate import validate

__all__ = ["decode", "load_equivalents", "load_spec", "load_text", "read", "schema", "validate"]

SECTION = "acceptance"
"""The only section of a tests file."""
Tests: TypeAlias = NamedMap[Scalar, AcceptanceTest]


def load_spec(path_or_name: str | Path) -> tuple[Spec | None, Diagnostics]:
    """The spec in a file, or of a game that comes with Tilewright, and everything wrong with it."""
    try:
        path = catalogue.find(path_or_name)
    except SpecError as error:
        return None, error.diagnostics
    diagnostics = Diagnostics()
    files = _Files(diagnostics)
    try:
        node = files.read(path)
        spec = None if node is None else _model(node, path, files, diagnostics)
        game = None if node is None else node.get("game")
        if isinstance(game, Scalar) and game and game != path.stem:
            message = f"The game is called ‘{game}’ but its file ‘{path.name}’."
            diagnostics.error("file-name", game.span, message, Help(f"Write ‘game: {path.stem}’.", path.stem))
    except SpecError:
        return None, diagnostics
    return spec, diagnostics


def load_text(
    text: str, name: str = "<text>", path: Path | None = None, tests: Tests | None = None
) -> tuple[Spec | None, Diagnostics]:
    """The spec in a text, and everything wrong with it; its tests and parents may be beside `path`.

    With `tests` it has these instead, and no others are read.
    """
    diagnostics = Diagnostics()
    source = Source(name, text.replace("\r\n", "\n").replace("\r", "\n"))
    files = _Files(diagnostics, tests is None)
    try:
        node = read(source, diagnostics)
        if node is not None and path is not None:
            files.add_tests(node, path)
        if node is not None and tests is not None and (key := node.key(SECTION)) is not None:
            del node[key]
        spec = None if node is None else _model(node, path, files, diagnostics)
    except SpecError:
        return None, diagnostics
    if spec is not None and tests is not None:
        spec = spec.model_copy(update={SECTION: tests})
    return spec, diagnostics


def load_equivalents(spec: Path) -> tuple[list[Equivalent], Diagnostics]:
    """The changes without a difference that the file beside a spec lists, and everything wrong with it."""
    diagnostics = Diagnostics()
    try:
        return _equivalents(equivalents_of(spec), diagnostics), diagnostics
    except SpecError:
        return [], diagnostics


def _equivalents(path: Path, diagnostics: Diagnostics) -> list[Equivalent]:
    source = read_source(_shown(path), path, diagnostics) if is_there(path) else None
    if source is None:
        return []
    root = read_any(source, diagnostics)
    found: Equivalents | None = None
    if isinstance(root, Mapping):
        [section] = Equivalents.option_names()
        for key in root:
            if key != section:
                message = f"‘{key}’ does not belong in this file, which holds only ‘{section}’."
                diagnostics.error("unknown-key", key.span, message, did_you_mean(key, [section]) or "Leave it out.")
        found = None if diagnostics.errors else validate(Equivalents, root, diagnostics)
    elif root is not None or not len(diagnostics):
        at = Span(source, 0, len(source.line(1))) if root is None else root.span
        message = "A file of changes that make no difference is a map: it begins with ‘equivalents:’."
        help = "Write ‘equivalents:’ and the changes below it, or delete the file."
        diagnostics.error("not-a-map", at, message, help)
    return found.equivalents if found is not None else []


class _Files:
    """Reads each spec once, with the tests beside it if they are needed."""

    def __init__(self, diagnostics: Diagnostics, with_tests: bool = True) -> None:
        self.diagnostics = diagnostics
        self.with_tests = with_tests
        self.seen: dict[Path, Mapping | None] = {}

    def read(self, path: Path) -> Mapping | None:
        path = path.resolve()
        if path not in self.seen:
            source = read_source(_shown(path), path, self.diagnostics)
            self.seen[path] = node = None if source is None else read(source, self.diagnostics)
            if node is not None:
                self.add_tests(node, path)
        return self.seen[path]

    def add_tests(self, spec: Mapping, path: Path) -> None:
        """Add the tests of the file beside a spec, if there is one, to those in the spec."""
        beside = tests_of(path)
        if not self.with_tests or not is_there(beside):
            return
        source = read_source(_shown(beside), beside, self.diagnostics)
        if source is None:
            return
        found = len(self.diagnostics)
        root = read_any(source, self.diagnostics)
        if isinstance(root, Mapping):
            for key, value in root.items():
                if key == SECTION:
                    _join(spec, key, value, self.diagnostics)
                else:
                    message = f"‘{key}’ does not belong in a tests file, which holds only ‘{SECTION}’."
                    help = _instead(key, value, path)
                    self.diagnostics.error("not-a-test", key.span, message, help)
        elif root is not None or len(self.diagnostics) == found:
            at = Span(source, 0, len(source.line(1))) if root is None else root.span
            message = f"A tests file is a map: it begins with ‘{SECTION}:’."
            help = f"Write ‘{SECTION}:’ and the tests below it, or delete the file."
            self.diagnostics.error("not-a-map", at, message, help)


def _join(spec: Mapping, key: Scalar, tests: Node, diagnostics: Diagnostics) -> None:
    """Add tests to those in the spec itself."""
    own = spec.get(key)
    if not isinstance(own, Mapping) or not isinstance(tests, Mapping):
        # What is no map is refused with the rest of the spec.
        spec[key] = tests if own is None or isinstance(own, Mapping) else own
        return
    for name, test in tests.items():
        before, first = own.get(name), own.key(name) if name in own else None
        if first is None:
            own[name] = test
        elif isinstance(before, Sequence) and isinstance(test, Sequence):
            # Both say what a variant removes.
            before.extend(test)
        else:
            where = f"The other is in {first.source.name}, line {first.span.line}."
            diagnostics.error("duplicate-key", name.span, f"There are two tests ‘{name}’.", where)


def _instead(key: Scalar, value: Node, spec: Path) -> str:
    """Suggest what to do with an entry that a tests file does not accept."""
    if key == "game":
        return "The name of the file says which game it tests: leave this out."
    if key in Spec.option_names():
        return f"Move it to {spec.name}."
    if isinstance(value, Mapping) and ("then" in value or "given" in value):
        return f"Write ‘{SECTION}:’ above it, and indent it below."
    return did_you_mean(key, [SECTION]) or "Leave it out."


def _model(node: Mapping, path: Path | None, files: _Files, diagnostics: Diagnostics) -> Spec | None:
    merge = with_parents(node, path, files.read, diagnostics)
    if merge is None:
        return None
    # A plugin's steps must be known before they are met.
    for problem in load_plugins():
        diagnostics.warning("bad-plugin", None, problem, "Repair or uninstall it.")
    spec = validate(Spec, merge.node, diagnostics, merge.replaced)
    warn_of_lacking(merge.node, diagnostics)
    return None if diagnostics.errors else spec


def _shown(path: Path) -> str:
    """The path as people want to read it: relative to the current folder if it is inside it."""
    here = os.getcwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)
