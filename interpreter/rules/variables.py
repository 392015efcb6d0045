"""The type of a state variable: as it is declared, or from its start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.defaults import default_value
from interpreter.expr.types import NUMBER, TEXT, UNKNOWN, Letter, Maybe, Nothing, Number, Type, Unknown
from interpreter.spec import model
from interpreter.spec.nodes import Scalar

if TYPE_CHECKING:
    from interpreter.rules.schema import SchemaBuilder


def variable_type(builder: SchemaBuilder, name: Scalar, variable: model.Variable) -> Type:
    """The type of a variable; one that would begin without a value is reported."""
    if variable.is_ is not None:
        kind = builder.type_of(variable.is_)
        if variable.start is None and default_value(kind) is None and not isinstance(kind, Maybe | Unknown):
            message = f"{name} has no value when the game starts."
            builder.error("no-start", name.span, message, f"Add start:, or write {variable.is_} or none.")
        return kind
    if variable.start is None:
        builder.error(
            "no-start",
            name.span,
            f"{name} needs start or is.",
            f"Write {name}: 0, or {name}: {{is: a type, start: a value}}.",
        )
        return UNKNOWN
    found, _ = builder.constant(variable.start)
    if isinstance(found, Nothing):
        message = f"The type of {name} is unknown."
        builder.error("no-type", variable.start.span, message, "Add is: with ‘or none’.")
        return UNKNOWN
    if isinstance(found, Number):
        return NUMBER
    return TEXT if isinstance(found, Letter) else found
