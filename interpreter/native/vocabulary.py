"""The functions and steps that machine code knows, each with what writes it. What is missing here stays in Python.

Functions that are fixed need no entry: they are looked up in tables.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from interpreter.language import terms
    from interpreter.library.steps.step import Step
    from interpreter.native.ir import Expr, Items
    from interpreter.native.lowering import Lowering
    from interpreter.native.values import Body

WriteValue: TypeAlias = "Callable[[Lowering, terms.FunctionCall], Expr]"
WriteItems: TypeAlias = "Callable[[Lowering, terms.FunctionCall], Items | None]"
WriteLoop: TypeAlias = "Callable[[Lowering, terms.FunctionCall, Body, str], None]"

VALUES: dict[str, WriteValue] = {}
"""Functions that give a number or a flag."""
STANDING: dict[str, WriteItems] = {}
"""Functions whose list need not be made; None where it must be."""
STREAMED: dict[str, WriteLoop] = {}
"""Functions whose list is gone through item by item."""
EXISTS: dict[str, WriteValue] = {}
"""Functions of which it is quickly said whether their list has any item."""
STEPS: dict[type[Step], Callable[[Any, Any], None]] = {}
"""Steps by their class."""
