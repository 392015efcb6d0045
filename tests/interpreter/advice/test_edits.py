"""Edits of texts preserve the quotes that YAML needs."""

import pytest

from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.nodes import Mapping, Scalar, Source
from interpreter.spec.reader import read


def value_of(text: str) -> Scalar:
    """The text under ‘key’."""
    node = read(Source("a.yaml", text), Diagnostics())
    assert node is not None
    value = node["key"]
    while isinstance(value, Mapping):
        value = next(iter(value.values()))
    assert isinstance(value, Scalar)
    return value


@pytest.mark.parametrize(
    ("before", "old", "new", "after"),
    [
        ("key: a && b\n", "&&", "and", "key: a and b\n"),
        ("key: a = blak\n", "blak", "black", "key: a = black\n"),
        ("key: 'a == b'\n", "b", "'c'", "key: 'a == ''c'''\n"),
        ('key: "a == b"\n', "b", 'c"', 'key: "a == c\\""\n'),
        ("key: {x: near(it)}\n", "it", "it, 3", "key: {x: 'near(it, 3)'}\n"),
        ("key: {x: near(it)}\n", "it", "'a', 3", "key: {x: \"near('a', 3)\"}\n"),
        ("key: a\n", "a", "[a, b]", "key: '[a, b]'\n"),
        ("key: a\n", "a", "a: b", "key: 'a: b'\n"),
        ("key: |\n  one\n  two\n", "two", "three", "key: |\n  one\n  three\n"),
    ],
)
def test_an_edit_is_read_as_it_was_meant(before: str, old: str, new: str, after: str) -> None:
    value = value_of(before)
    at = value.rindex(old)
    changed = value.edit(at, at + len(old), new).applied()
    assert changed == after
    assert value_of(changed) == f"{value[:at]}{new}{value[at + len(old) :]}"
