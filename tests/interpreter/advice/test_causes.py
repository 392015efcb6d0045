"""Mistakes with one cause are reported once."""

from pathlib import Path

import pytest

from interpreter import SpecError, loads
from interpreter.spec.diagnostics import Diagnostics, render, to_json
from interpreter.spec.nodes import Source, Span

SOURCE = Source("a.yaml", "a\nb\nc\nd\ne\nf\ng\nh\ni\n")


def told(*lines: int) -> Diagnostics:
    """The same mistake on several lines."""
    diagnostics = Diagnostics()
    for line in lines:
        start = SOURCE.line_starts[line - 1]
        diagnostics.error("wrong", Span(SOURCE, start, start + 1), "It is wrong.", "Mend it.")
    return diagnostics


def test_twice_is_told_twice() -> None:
    assert [each.span.line for each in told(1, 3) if each.span] == [1, 3]


def test_many_times_is_told_once_with_the_other_places() -> None:
    [found] = told(4, 1, 3)
    assert render(found).splitlines()[-2:] == ["  3 times: also in lines 3 and 4.", "  help: Mend it."]
    assert [place["line"] for place in to_json([found])[0]["also"]] == [3, 4]
    assert len(told(4, 1, 3).errors) == 3


def test_very_many_places_are_counted() -> None:
    [found] = told(*range(1, 10))
    assert "  9 times: also in lines 2, 3, 4, 5, 6 and 3 more." in render(found)


def test_the_same_place_read_twice_is_one() -> None:
    diagnostics = told(1)
    again = Source("a.yaml", SOURCE.text)
    diagnostics.error("wrong", Span(again, 0, 1), "It is wrong.", "Mend it.")
    assert len(diagnostics) == 1


def test_what_was_gathered_is_gathered_again() -> None:
    diagnostics = told(1, 2, 3)
    diagnostics.extend(told(4, 5))
    [found] = diagnostics
    assert [span.line for span in found.also] == [2, 3, 4, 5]


@pytest.mark.parametrize("name", ["reversi", "tic_tac_toe", "connect_four", "hearts"])
def test_missing_players_are_told_alone(name: str) -> None:
    text = Path(f"specs/classics/{name}.yaml").read_text(encoding="utf-8")
    head, _, rest = text.partition("\nplayers:\n")
    own, _, rest = rest.partition("\n\n")
    with pytest.raises(SpecError) as raised:
        loads(f"{head}\n{rest}", f"{name}.yaml")
    found = list(raised.value.diagnostics)
    assert found[0].code == "missing-players"
    assert len(raised.value.diagnostics.errors) > 1
    assert all(word.strip(" :") in own for word in found[0].message.split("‘")[2:] for word in word.split("’")[:1])
