"""Shared by the tests of this package."""

from collections.abc import Callable

import pytest

from interpreter.spec.diagnostics import Diagnostic, Diagnostics
from interpreter.spec.loader import load_text
from interpreter.spec.nodes import Mapping, Source
from interpreter.spec.reader import read

# code, line, column, the text pointed at, message, help
Mistake = tuple[str, int, int, str, str, str | None]

SMALL_SPEC = """\
game: small
title: Small
boards:
  grid:
    columns: 3
    rows: 3
    cell: {lit: flag}
actions:
  press:
    choose:
      c:
        from: grid
        where: not it.lit
        else: It is lit.
    effects:
      - c.lit = true
end_conditions:
  all_lit:
    when: all(x.lit for x in grid)
    won: true
"""


def mistake(diagnostic: Diagnostic) -> Mistake:
    """A diagnostic in a form that tests can write down."""
    span = diagnostic.span
    assert span is not None
    return diagnostic.code, span.line, span.column, span.text, diagnostic.message, diagnostic.help


@pytest.fixture
def small_spec() -> str:
    """A short spec without mistakes."""
    return SMALL_SPEC


@pytest.fixture
def mistakes_in_yaml() -> Callable[[str], list[Mistake]]:
    """Read a text and return what the reader reports."""

    def find(text: str) -> list[Mistake]:
        diagnostics = Diagnostics()
        read(Source("test.yaml", text), diagnostics)
        return [mistake(diagnostic) for diagnostic in diagnostics]

    return find


@pytest.fixture
def mistakes_with() -> Callable[[str, str], list[Mistake]]:
    """Replace a part of the short spec and return what the loader reports."""

    def find(part: str, by: str) -> list[Mistake]:
        assert SMALL_SPEC.count(part) == 1, part
        spec, diagnostics = load_text(SMALL_SPEC.replace(part, by), "small.yaml")
        assert (spec is None) == bool(diagnostics.errors)
        return [mistake(diagnostic) for diagnostic in diagnostics]

    return find


@pytest.fixture
def read_yaml() -> Callable[[str], Mapping]:
    """Read a text without mistakes."""

    def read_text(text: str) -> Mapping:
        diagnostics = Diagnostics()
        node = read(Source("test.yaml", text), diagnostics)
        assert node is not None
        assert list(diagnostics) == []
        return node

    return read_text
