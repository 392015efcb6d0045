"""Every character of a scalar’s value can be traced to the source that it came from."""

import string
from collections.abc import Callable

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.nodes import Mapping, Scalar, Source
from interpreter.spec.reader import read

TEXTS = st.text(string.ascii_letters + string.digits + " \n\"'\\:#-é“…😀()[]{}*&!|>%@`,=", min_size=1, max_size=80)
STYLES = st.sampled_from([None, "'", '"', "|", ">"])


def scalar_in(text: str) -> Scalar | None:
    """The scalar under `outer.inner`, or None if a spec may not contain the text."""
    node = read(Source("test.yaml", text), Diagnostics())
    if node is None:
        return None
    outer = node.get("outer")
    assert isinstance(outer, Mapping)
    inner = outer.get("inner")
    return inner if isinstance(inner, Scalar) else None


def made_by(scalar: Scalar, source: str, character: str) -> bool:
    """Whether this stretch of source can have produced this character."""
    if source == character or (source == "\n" and character == " " and scalar.style != "literal"):
        return True
    if scalar.style == "single":
        return source == "''" and character == "'"
    return scalar.style == "double" and source.startswith("\\") and yaml.safe_load(f'"{source}"') == character


def check(scalar: Scalar) -> None:
    last = -1
    for index, character in enumerate(scalar):
        span = scalar.part(index, index + 1)
        assert span.start > last
        assert made_by(scalar, span.text, character), (span.text, character)
        last = span.start
    assert scalar.start <= scalar.part(0, len(scalar)).start
    # The line break that ends a block is part of its value; the span ends with the last text.
    if scalar.style in ("plain", "single", "double"):
        assert last < scalar.end


@given(text=TEXTS, style=STYLES, width=st.integers(4, 60))
def test_what_yaml_writes_is_traced(text: str, style: str | None, width: int) -> None:
    data = {"outer": {"inner": text, "next": "x"}}
    written = yaml.dump(data, default_style=style, width=width, allow_unicode=True, sort_keys=False)
    scalar = scalar_in(written)
    if scalar is not None:
        assert scalar == text
        check(scalar)


@given(
    lines=st.lists(st.text("ab #:-", max_size=8), min_size=1, max_size=8),
    folded=st.booleans(),
    chomping=st.sampled_from(["", "-", "+"]),
    indent=st.integers(3, 6),
    explicit=st.booleans(),
    ends=st.booleans(),
)
def test_blocks_are_traced(
    lines: list[str], folded: bool, chomping: str, indent: int, explicit: bool, ends: bool
) -> None:
    header = (">" if folded else "|") + (str(indent - 2) if explicit else "") + chomping
    body = "\n".join(" " * indent + line for line in lines)
    scalar = scalar_in(f"outer:\n  inner: {header}\n{body}" + ("\n  next: x\n" if ends else ""))
    if scalar is not None and scalar:
        check(scalar)


@given(
    words=st.lists(st.sampled_from(["a", "bc", "''", "d''e", "(x)"]), min_size=1, max_size=8),
    gaps=st.lists(st.sampled_from([" ", "  ", "\n   ", "  \n    ", "\n\n   ", " \n \n\n   "]), min_size=8, max_size=8),
    style=st.sampled_from(["", "'", '"']),
)
def test_folded_lines_are_traced(words: list[str], gaps: list[str], style: str) -> None:
    text = "".join(word + gap for word, gap in zip(words, gaps, strict=False)).rstrip()
    scalar = scalar_in(f"outer:\n  inner: {style}{text}{style}\n")
    if scalar is not None:
        check(scalar)


@pytest.mark.parametrize(
    ("written", "value", "part", "source"),
    [
        ("a == b", "a == b", "b", "b"),
        ("'it''s b'", "it's b", "s b", "s b"),
        ("'it''s b'", "it's b", "'", "''"),
        (r'"a \x41 \u00e9\n b"', "a A é\n b", "é", r"\u00e9"),
        ('"one \\\n    two"', "one two", "two", "two"),
        ("one\n    two\n\n    three", "one two\nthree", "three", "three"),
        ("|\n    a\n      b\n", "a\n  b\n", "  b", "  b"),
        (">2-\n    a\n    b", "a b", "a b", "a\n    b"),
        ("|+\n    a\n\n", "a\n\n", "\n\n", "\n\n"),
    ],
)
def test_parts(written: str, value: str, part: str, source: str) -> None:
    scalar = scalar_in(f"outer:\n  inner: {written}")
    assert scalar is not None
    assert str(scalar) == value
    start = value.index(part)
    assert scalar.part(start, start + len(part)).text == source


def test_an_empty_part_stands_between_characters(read_yaml: Callable[[str], Mapping]) -> None:
    scalar = read_yaml("a: bcd\nb: ''\n").get("a")
    assert isinstance(scalar, Scalar)
    assert [(scalar.part(i, i).start, scalar.part(i, i).text) for i in (0, 3, 9)] == [
        (3, ""),
        (6, ""),
        (6, ""),
    ]
    empty = read_yaml("b: ''\n").get("b")
    assert isinstance(empty, Scalar)
    assert empty.part(0, 0).text == ""
