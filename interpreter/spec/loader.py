"""Loading a spec: read the file, merge its parents, build the model."""

import os
from pathlib import Path

from interpreter.plugins import load_plugins
from interpreter.spec import catalogue
from interpreter.spec.diagnostics import Diagnostics, SpecError
from interpreter.spec.extends import with_parents
from interpreter.spec.json_schema import schema
from interpreter.spec.model import Spec
from interpreter.spec.nodes import Mapping, Scalar
from interpreter.spec.reader import decode, read
from interpreter.spec.source import Source
from interpreter.spec.validate import validate

__all__ = ["decode", "load_spec", "load_text", "read", "schema", "validate"]


def load_spec(path_or_name: str | Path) -> tuple[Spec | None, Diagnostics]:
    """The spec of a file, or of a game that comes with Tilewright, and all that is wrong with it."""
    try:
        path = catalogue.find(path_or_name)
    except SpecError as error:
        return None, error.diagnostics
    diagnostics = Diagnostics()
    files = _Files(diagnostics)
    node = files.read(path)
    if node is None:
        return None, diagnostics
    game = node.get("game")
    if isinstance(game, Scalar) and game and game != path.stem:
        message = f"The game is called ‘{game}’ but its file ‘{path.name}’."
        diagnostics.error("file-name", game.span, message, "Both must be the same.")
    return _model(node, path, files, diagnostics), diagnostics


def load_text(text: str, name: str = "<text>", path: Path | None = None) -> tuple[Spec | None, Diagnostics]:
    """The spec that a text is, and all that is wrong with it; parents are also looked for beside `path`."""
    diagnostics = Diagnostics()
    source = Source(name, text.replace("\r\n", "\n").replace("\r", "\n"))
    node = read(source, diagnostics)
    if node is None:
        return None, diagnostics
    return _model(node, path, _Files(diagnostics), diagnostics), diagnostics


class _Files:
    """Reads each file once."""

    def __init__(self, diagnostics: Diagnostics) -> None:
        self.diagnostics = diagnostics
        self.seen: dict[Path, Mapping | None] = {}

    def read(self, path: Path) -> Mapping | None:
        path = path.resolve()
        if path not in self.seen:
            source = decode(_shown(path), path.read_bytes(), self.diagnostics)
            self.seen[path] = None if source is None else read(source, self.diagnostics)
        return self.seen[path]


def _model(node: Mapping, path: Path | None, files: _Files, diagnostics: Diagnostics) -> Spec | None:
    merge = with_parents(node, path, files.read, diagnostics)
    if merge is None:
        return None
    # A plugin's steps must be known before they are met.
    for problem in load_plugins():
        diagnostics.warning("bad-plugin", None, problem, "Mend or uninstall it.")
    spec = validate(Spec, merge.node, diagnostics, merge.replaced)
    return None if diagnostics.errors else spec


def _shown(path: Path) -> str:
    """The path as people want to read it: from the current folder if it is in there."""
    here = os.getcwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)
