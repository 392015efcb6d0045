"""Functions over texts and words."""

from __future__ import annotations

from typing import Any

from interpreter.expr import terms
from interpreter.expr.lowering import Lowering
from interpreter.kernel import made_text
from interpreter.registry import function

GROUP = "text"


def _join(lowering: Lowering, call: terms.FunctionCall) -> str:
    between = lowering.value(call.arguments[1]) if len(call.arguments) > 1 else "''"
    return f"made_text({between}.join({lowering.value(call.arguments[0])}))"


@function("join(list text?, text = '') -> text", group=GROUP, emit=_join)
def join(parts: Any, between: str = "") -> str:
    """The texts one after the other, with another text between them; none is left out."""
    return made_text(between.join(part for part in parts if part is not None))


@function("upper(text or none) -> text", group=GROUP)
def upper(value: str | None) -> str:
    """The text in capitals; of none the empty text."""
    return (value or "").upper()
