"""The boards and zones of a position, by the keys under which `given` draws them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from interpreter.expr.types import Number, Type, Words
from interpreter.rules.drawing import Drawing
from interpreter.spec.acceptance_model import Given
from interpreter.spec.nodes import Mapping, Node, Scalar
from interpreter.spec.source import Span
from interpreter.spec.suggest import suggestion
from runtime.acceptance.ground import Ground

HEADER_KEYS = ("phase", "turn_number")
"""What `given` may set besides boards, zones and its options."""


@dataclass(frozen=True, slots=True)
class Place:
    """A board or zone: where it is written, and how it is put onto a bench."""

    span: Span
    draw: Callable[[Drawing], None]


def places_of(ground: Ground, given: Given) -> tuple[Place, ...]:
    """Everything that a position draws; unknown names are reported."""
    schema, found = ground.program.schema, list[Place]()
    for key, node in given.places.items():
        name = str(key)
        board, _, prop = name.partition(".")
        if name in HEADER_KEYS:
            continue
        if name in schema.boards:
            found += _boards(ground, name, node)
        elif name in schema.zones:
            found += _zones(ground, name, node)
        elif prop and board in schema.boards:
            found += _cells(ground, key, board, prop, node)
        else:
            _report_unknown(ground, key, node)
    return tuple(found)


def _report_unknown(ground: Ground, key: Scalar, node: Node) -> None:
    schema = ground.program.schema
    if str(key) in schema.variables:
        hint = f"Set a variable with a step below do:, ‘- {_assigned(key, node, schema.variables[str(key)].per)}’."
    else:
        hint = suggestion(key, [*schema.boards, *schema.zones, *Given.option_names(), *HEADER_KEYS])
    message = f"‘{key}’ is no board, no zone and no option of given."
    ground.diagnostics.error("unknown-place", key.span, message, hint)


def _assigned(name: Scalar, node: Node, per: Type | None) -> str:
    """The step that sets a variable to what was written beside its name; of one for each key it sets the first."""
    keys = per.words if isinstance(per, Words) else ()
    index, value = (next(iter(keys), "…"), node) if per is not None else ("", node)
    if isinstance(node, Mapping) and node:
        index, value = next(iter(node.items()))
    whose = f"[{index}]" if index else ""
    return f"{name}{whose} = {value if isinstance(value, Scalar) else '…'}"


def _board(name: str, picture: Node, number: int | None) -> Place:
    return Place(picture.span, partial(Drawing.board, name=name, picture=picture, key=number))


def _boards(ground: Ground, name: str, node: Node) -> list[Place]:
    board = ground.program.schema.boards[name]
    if board.per is None:
        return [_board(name, node, None)]
    if isinstance(node, Mapping):
        return [_board(name, picture, number) for number, _, picture in keyed(ground, board.per, name, node)]
    if str(node) == "none":
        return [_board(name, node, number + 1) for number in range(len(board.instances))]
    report_which(ground, name, board.per, node)
    return []


def _cells(ground: Ground, key: Scalar, board: str, prop: str, node: Node) -> list[Place]:
    found = ground.program.schema.boards[board]
    if prop not in found.cells:
        span = key.part(len(board) + 1, len(key))
        message = f"The cells of {board} have no ‘{prop}’."
        ground.diagnostics.error("no-such-property", span, message, suggestion(prop, found.cells))
        return []
    if found.per is not None:
        message = f"There are several {board}, so ‘{key}’ cannot be drawn."
        help = f"Set it with steps: do: [{board}[{keys_of(found.per)[0]}].a1.{prop} = …]."
        ground.diagnostics.error("which-one", key.span, message, help)
        return []
    return [Place(node.span, partial(Drawing.cells, name=board, prop=prop, picture=node))]


def _zone(ground: Ground, name: str, text: Node, number: int | None) -> Place:
    size = ground.program.schema.zones[name].size
    if isinstance(text, Scalar) and size is not None and str(text) != "none" and len(text.split()) > size:
        message = f"‘{name}’ holds {size}, this gives {len(text.split())}."
        ground.diagnostics.error("zone-full", text.span, message, f"Write at most {size} symbols.")
    return Place(text.span, partial(Drawing.zone, name=name, key=number, text=text))


def _zones(ground: Ground, name: str, node: Node) -> list[Place]:
    zone = ground.program.schema.zones[name]
    if zone.per is None:
        return [_zone(ground, name, node, None)]
    if isinstance(node, Mapping):
        return [_zone(ground, name, text, number) for number, _, text in keyed(ground, zone.per, name, node)]
    if str(node) == "none":
        return [_zone(ground, name, node, number + 1) for number in range(zone.count)]
    report_which(ground, name, zone.per, node)
    return []


def report_which(ground: Ground, name: str, per: Type, node: Node) -> None:
    """Report something for a name of which there are several."""
    message = f"There are several {name}."
    ground.diagnostics.error("which-one", node.span, message, f"Say which, as in {{{keys_of(per)[0]}: …}}.")


def keys_of(per: Type) -> list[str]:
    """The keys of something that there is several times: players, words or numbers."""
    if isinstance(per, Words):
        return list(per.words)
    assert isinstance(per, Number)
    assert per.low is not None
    assert per.high is not None
    return [str(number) for number in range(per.low, per.high + 1)]


def keyed(ground: Ground, per: Type, name: str, node: Mapping) -> list[tuple[int, str, Node]]:
    """Each entry of a map with the number of its key, from 1, and the key; wrong keys are reported."""
    keys = keys_of(per)
    found: list[tuple[int, str, Node]] = []
    for key, value in node.items():
        if str(key) in keys:
            found.append((keys.index(str(key)) + 1, str(key), value))
        else:
            message = f"There is no {name} of ‘{key}’."
            ground.diagnostics.error("unknown-key", key.span, message, suggestion(key, keys))
    return found
