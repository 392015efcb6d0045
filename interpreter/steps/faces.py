"""What pieces show, apart from where they are: a number must never tell what is on a piece."""

from __future__ import annotations

from interpreter.expr.lowering import Lowering
from interpreter.expr.scope import Schema
from interpreter.steps.placing import columns_of


def faces(schema: Schema, kind: str) -> set[str]:
    """The fields that giving pieces other faces changes."""
    remembered = {f"known.{prop.column}" for prop in schema.kinds[kind].properties.values() if prop.remembered}
    return columns_of(schema, kind) | remembered


def emit_faces(lowering: Lowering, kind: str, pieces: str, sources: str) -> None:
    """Give pieces the faces of others, both lists of the same pieces; what was known of them is forgotten."""
    code, each = lowering.code, lowering.code.fresh("p")
    for prop in lowering.schema.kinds[kind].properties.values():
        column, shown, face = lowering.column(prop.column), code.fresh("l"), code.fresh("v")
        code.line(f"{shown} = [{column}[{each}] for {each} in {sources}]")
        code.line(f"for {each}, {face} in zip({pieces}, {shown}): {column}[{each}] = {face}")
        if prop.remembered:
            known = lowering.column(f"known.{prop.column}")
            code.line(f"{known} = [0 if {each} in {sources} else {face} for {each}, {face} in enumerate({known})]")
