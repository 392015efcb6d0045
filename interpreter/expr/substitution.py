"""Variables of terms: which a term reads, and other terms in their place."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from interpreter.expr import terms


def free_variables(term: terms.Term) -> set[str]:
    """The variables a term reads."""
    return {part.name for part in terms.walk(term) if isinstance(part, terms.Variable)}


def substitute(term: terms.Term, values: dict[str, terms.Term]) -> terms.Term:
    """The term with some variables replaced by other terms."""
    if isinstance(term, terms.Variable):
        return values.get(term.name, term)
    if not free_variables(term) & values.keys():
        return term
    changed: dict[str, Any] = {}
    for name in term.__dataclass_fields__:
        value = getattr(term, name)
        new = _substitute_in(value, values)
        if new is not value:
            changed[name] = new
    return replace(term, **changed)


def _substitute_in(value: Any, values: dict[str, terms.Term]) -> Any:
    if isinstance(value, terms.Term):
        return substitute(value, values)
    if isinstance(value, terms.Loop):
        condition = None if value.condition is None else substitute(value.condition, values)
        return terms.Loop(value.name, substitute(value.items, values), condition)
    if isinstance(value, tuple) and any(isinstance(part, terms.Term | terms.Loop) for part in value):
        return tuple(_substitute_in(part, values) for part in value)
    return value
