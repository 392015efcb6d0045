"""Tables in files of their own: beside the spec, or among the word lists."""

from __future__ import annotations

from pathlib import Path

from interpreter.spec import model
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.nodes import Scalar
from interpreter.spec.reader import decode, read
from interpreter.spec.validate import validate

WORDLISTS = Path(__file__).resolve().parents[2] / "wordlists"


def read_table(name: Scalar, diagnostics: Diagnostics) -> model.Table | None:
    """The table of a file; a missing file is reported at the name."""
    beside = Path(name.source.name).parent
    for folder in (beside, WORDLISTS):
        path = folder / f"{name}.yaml"
        if path.is_file():
            source = decode(str(path), path.read_bytes(), diagnostics)
            node = read(source, diagnostics) if source is not None else None
            return validate(model.Table, node, diagnostics) if node is not None else None
    diagnostics.error(
        "no-such-file",
        name.span,
        f"There is no table file {name}.yaml beside the spec or among the word lists.",
    )
    return None
