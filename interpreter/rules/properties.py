"""Properties of pieces and cells: as a spec declares them → as the schema knows them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.expr.parser import parse
from interpreter.expr.scope import Kind, Property
from interpreter.expr.types import UNKNOWN, Type, named
from interpreter.spec import model
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.nodes import Scalar

if TYPE_CHECKING:
    from interpreter.rules.schema import SchemaBuilder

# Options of a property that nobody calls a property.
_NEVER_NAMES = ("seen_by", "seen_if")


def _type_of(builder: SchemaBuilder, name: Scalar, declared: model.Property) -> Type:
    """The type of a property. An option that was meant for the property above stands there as a name of its own."""
    if str(name) in model.Property.option_names() and (
        str(name) in _NEVER_NAMES or parse(declared.is_, "type", Diagnostics()) is None
    ):
        message = f"‘{name}’ is an option of a property, but it stands here as the name of one."
        builder.error("option-as-name", name.span, message, "Indent it further, below the property that it belongs to.")
        return UNKNOWN
    return builder.type_of(declared.is_)


def piece_properties(builder: SchemaBuilder) -> None:
    """Give each kind of piece its properties, and those that it lends the cells it covers."""
    for name, entity in builder.spec.entities.items():
        properties = {}
        for prop, declared in entity.properties.items():
            if str(prop) in ("site", "zone"):
                builder.error(
                    "reserved-property",
                    prop.span,
                    f"Every piece has a ‘{prop}’ of its own.",
                    "Choose another name.",
                )
            properties[str(prop)] = Property(
                str(prop),
                _type_of(builder, prop, declared),
                f"{name}.{prop}",
                prop.span,
                bool(declared.remembered),
            )
        lent = {}
        for prop, scalar in (entity.cell or {}).items():
            node = parse(scalar, "expression", builder.checker.diagnostics)
            if node is not None:
                lent[str(prop)] = node
        builder.schema.kinds[str(name)] = Kind(str(name), properties, lent, entity.footprint is not None, name.span)


def cell_properties(builder: SchemaBuilder) -> None:
    """Give each board the properties of its cells; those of one name are the same on all boards."""
    seen: dict[str, tuple[Type, str]] = {}
    sight: dict[str, tuple[str | None, str | None]] = {}
    for name, board in builder.spec.boards.items():
        cells: dict[str, Property] = {}
        for prop, declared in (board.cell or {}).items():
            kind = _type_of(builder, prop, declared)
            if str(prop) in ("name", "row", "column", "layer"):
                builder.error(
                    "reserved-property",
                    prop.span,
                    f"Every site has a ‘{prop}’ of its own.",
                    "Choose another name.",
                )
            if str(prop) in builder.schema.kinds:
                builder.error(
                    "property-clash",
                    prop.span,
                    f"‘{prop}’ is a kind of pieces already.",
                    "Choose another name.",
                )
                continue
            if str(prop) in seen and seen[str(prop)][0] != kind:
                other = seen[str(prop)][1]
                builder.error(
                    "property-clash",
                    prop.span,
                    f"‘{prop}’ is {named(seen[str(prop)][0])} on board {other}; it must be the same here.",
                    f"Give it the same type, or another name: {prop}_2.",
                )
            hiding = (declared.seen_by, declared.seen_if)
            if sight.setdefault(str(prop), hiding) != hiding:
                how = "is not hidden" if sight[str(prop)] == (None, None) else "is hidden in another way"
                builder.error(
                    "property-clash",
                    prop.span,
                    f"‘{prop}’ {how} on board {seen[str(prop)][1]}; it must be the same here.",
                    f"Boards share what their cells have by its name. Call it otherwise here: {prop}_2.",
                )
            seen[str(prop)] = (kind, str(name))
            cells[str(prop)] = Property(str(prop), kind, f"cell.{prop}", prop.span, bool(declared.remembered))
        builder.schema.boards[str(name)] = replace(builder.schema.boards[str(name)], cells=cells)
