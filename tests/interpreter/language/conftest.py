"""Shared by the tests of expressions: a small spec with every kind of name, and a way to check an expression."""

from collections.abc import Callable

import pytest

from interpreter.language import terms
from interpreter.language.checker import Checker
from interpreter.language.scope import RULES, Scope
from interpreter.language.types import Type
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.nodes import Scalar, Source
from tests.interpreter.campaign.worlds import program_of
from tests.interpreter.language.checking import check_scalar

# code, the text pointed at, message, help
Mistake = tuple[str, str, str, str | None]


def checked(text: str, spec: str, condition: bool = False) -> tuple[terms.Term | None, list[Mistake]]:
    """The term of an expression on one of the campaign’s specs, and its mistakes."""
    diagnostics = Diagnostics()
    scope = Scope(program_of(spec).schema, RULES)
    scalar = Scalar(text, Source("test", text), 0, len(text))
    checker = Checker(diagnostics)
    term = check_scalar(checker, scalar, scope)
    if condition and term is not None and not diagnostics.errors:
        diagnostics = Diagnostics()
        Checker(diagnostics).condition(term.node, scope)
    found: list[Mistake] = []
    for each in diagnostics:
        place = "" if each.span is None else each.span.text
        found.append((each.code, place, each.message, each.help))
    return term, found


@pytest.fixture
def mistakes() -> Callable[..., list[Mistake]]:
    """All mistakes of an expression."""

    def find(text: str, spec: str = "square", condition: bool = False) -> list[Mistake]:
        return checked(text, spec, condition)[1]

    return find


@pytest.fixture
def type_of() -> Callable[..., Type]:
    """The type of an expression without a mistake."""

    def find(text: str, spec: str = "square") -> Type:
        term, found = checked(text, spec)
        assert found == []
        assert term is not None
        return term.type

    return find
