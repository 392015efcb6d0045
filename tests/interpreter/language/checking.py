"""Checks a single expression."""

from __future__ import annotations

from interpreter.language import terms
from interpreter.language.checker import Checker
from interpreter.language.parser import parse
from interpreter.language.scope import Scope
from interpreter.spec.nodes import Scalar


def check_scalar(checker: Checker, scalar: Scalar, scope: Scope) -> terms.Term | None:
    """Parse and check an expression; None if it does not parse."""
    node = parse(scalar, "expression", checker.diagnostics)
    return None if node is None else checker.check(node, scope)
