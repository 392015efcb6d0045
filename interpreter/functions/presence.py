"""Functions of values that may be none."""

from __future__ import annotations

from typing import Any

from interpreter.expr import terms
from interpreter.expr.lowering import Lowering
from interpreter.expr.scope import Scope
from interpreter.expr.types import Nothing, can_be_none, is_reference
from interpreter.kernel import nothing_there
from interpreter.registry import function

GROUP = "lists"


def present(value: Any) -> bool:
    """Whether a value of the reference evaluator is not none."""
    return value is not None


def _default(lowering: Lowering, call: terms.FunctionCall) -> str:
    value, other = call.arguments
    if not can_be_none(value.type):
        return lowering.value(value)
    name = lowering.temporary(lowering.value(value))
    with lowering.code.aside() as aside:
        instead = lowering.value(other)
    if not aside:
        return f"({name} or {instead})" if is_reference(call.type) else f"({name} if {name} is not None else {instead})"
    kept = lowering.code.fresh("v")
    lowering.code.line(f"{kept} = {name}")
    with lowering.code.block(f"if not {kept}:" if is_reference(call.type) else f"if {kept} is None:"):
        lowering.code.paste(aside, 1)
        lowering.code.line(f"{kept} = {instead}")
    return kept


@function("default(T or none, T) -> T", group=GROUP, emit=_default)
def default(value: Any, instead: Any) -> Any:
    """The value, or the other one in place of none."""
    return value if present(value) else instead


def _sure(lowering: Lowering, call: terms.FunctionCall) -> str:
    value = lowering.value(call.arguments[0])
    if not can_be_none(call.arguments[0].type):
        return value
    return f"({value} or nothing_there())" if is_reference(call.type) else f"something({value})"


def _may_be_there(_scope: Scope, arguments: tuple[terms.Term, ...]) -> tuple[()] | str:
    if isinstance(arguments[0].type, Nothing):
        return "This is always none. Name something that is there."
    return ()


@function("sure(T or none) -> T", group=GROUP, emit=_sure, resolve=_may_be_there)
def sure(value: Any) -> Any:
    """The value, where it is never none though only you know that. Should it be none after all, that is a fault."""
    return value if present(value) else nothing_there()
