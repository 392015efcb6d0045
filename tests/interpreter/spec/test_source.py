"""Positions in a source."""

from interpreter.spec.nodes import Source, Span


def test_lines_and_columns_count_from_one() -> None:
    source = Source("a.yaml", "ab\n\ncde")
    assert [source.position(offset) for offset in range(8)] == [
        (1, 1), (1, 2), (1, 3), (2, 1), (3, 1), (3, 2), (3, 3), (3, 4),
    ]  # fmt: skip
    assert [source.line(number) for number in range(5)] == ["", "ab", "", "cde", ""]


def test_a_span_knows_its_text_and_both_ends() -> None:
    span = Span(Source("a.yaml", "one\ntwo\n"), 2, 6)
    assert span.text == "e\ntw"
    assert (span.line, span.column, span.end_line, span.end_column) == (1, 3, 2, 3)


def test_spans_are_equal_when_they_cover_the_same_stretch_of_the_same_source() -> None:
    source = Source("a.yaml", "abc")
    assert Span(source, 0, 1) == Span(source, 0, 1)
    assert Span(source, 0, 1) != Span(Source("a.yaml", "abc"), 0, 1)
