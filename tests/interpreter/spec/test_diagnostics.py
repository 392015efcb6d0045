"""Collecting and showing mistakes."""

import pytest

from interpreter.spec.diagnostics import Diagnostic, Diagnostics, Help, SpecError, render, to_json
from interpreter.spec.nodes import Edit, Source, Span

SOURCE = Source("a.yaml", "game: x\nboards:\n  grid:\n    colums: 3\n")
COLUMS = Span(SOURCE, 28, 34)
UNKNOWN = Diagnostic("unknown-key", "‘colums’ is unknown.", COLUMS, "Did you mean ‘columns’?")


def test_a_diagnostic_shows_its_line_and_carets() -> None:
    assert render(UNKNOWN) == (
        "a.yaml:4:5: error: ‘colums’ is unknown. [unknown-key]\n"
        "  4 |     colums: 3\n"
        "    |     ^^^^^^\n"
        "  help: Did you mean ‘columns’?"
    )


def test_carets_end_with_the_first_line() -> None:
    diagnostic = Diagnostic("shape", "Bad.", Span(SOURCE, 8, 30), "Mend it.", severity="warning")
    assert render(diagnostic) == "a.yaml:2:1: warning: Bad. [shape]\n  2 | boards:\n    | ^^^^^^^\n  help: Mend it."


def test_of_a_very_long_line_the_part_around_the_place_is_shown() -> None:
    source = Source("a.yaml", f"game: {'x' * 300}no{'y' * 300}\n")
    text = render(Diagnostic("shape", "Bad.", Span(source, 306, 308), "Mend it."))
    assert text.splitlines()[1] == f"  1 | …{'x' * 59}no{'y' * 177}…"
    assert text.splitlines()[2] == f"    | {' ' * 60}^^"
    whole = render(Diagnostic("shape", "Bad.", Span(source, 0, 600), "Mend it."))
    assert whole.splitlines()[1:3] == [f"  1 | game: {'x' * 233}…", f"    | {'^' * 240}"]


def test_a_diagnostic_without_a_place() -> None:
    missing = Diagnostic("no-file", "There is no file x.", None, "Write one.")
    assert render(missing) == "error: There is no file x. [no-file]\n  help: Write one."


def test_colours() -> None:
    assert render(Diagnostic("a", "B.", None, "C."), colour=True) == (
        "\x1b[1;31merror:\x1b[0m B. [a]\n  \x1b[36mhelp:\x1b[0m C."
    )


def test_they_come_sorted_by_place_and_only_once() -> None:
    diagnostics = Diagnostics()
    diagnostics.add(UNKNOWN)
    diagnostics.warning("late", Span(SOURCE, 36, 37), "Late.", "Mend it.")
    diagnostics.error("early", Span(SOURCE, 0, 4), "Early.", "Mend it.")
    diagnostics.add(UNKNOWN)
    assert [diagnostic.code for diagnostic in diagnostics] == ["early", "unknown-key", "late"]
    assert [diagnostic.code for diagnostic in diagnostics.errors] == ["early", "unknown-key"]
    assert [each.code for each in diagnostics if each.severity == "warning"] == ["late"]
    assert len(diagnostics) == 3


def test_errors_can_be_raised_and_warnings_not() -> None:
    diagnostics = Diagnostics()
    diagnostics.warning("late", COLUMS, "Late.", "Mend it.")
    diagnostics.raise_if_errors()
    diagnostics.add(UNKNOWN)
    with pytest.raises(SpecError) as raised:
        diagnostics.raise_if_errors()
    assert raised.value.diagnostics is diagnostics
    assert str(raised.value) == "\n".join(render(diagnostic) for diagnostic in diagnostics)


def test_json() -> None:
    assert to_json([UNKNOWN, Diagnostic("no-file", "None.", None, "Write one.")]) == [
        {
            "code": "unknown-key",
            "severity": "error",
            "message": "‘colums’ is unknown.",
            "help": "Did you mean ‘columns’?",
            "file": "a.yaml",
            "line": 4,
            "column": 5,
            "end_line": 4,
            "end_column": 11,
            "also": [],
            "fix": None,
        },
        {
            "code": "no-file",
            "severity": "error",
            "message": "None.",
            "help": "Write one.",
            "file": None,
            "line": None,
            "column": None,
            "end_line": None,
            "end_column": None,
            "also": [],
            "fix": None,
        },
    ]


def test_a_help_may_be_a_fix() -> None:
    diagnostics = Diagnostics()
    diagnostics.error("unknown-key", COLUMS, "Unknown.", Help("Did you mean ‘columns’?", "columns"))
    [found] = diagnostics
    assert found.fix == Edit(COLUMS, "columns")
    assert found.fix.applied() == SOURCE.text.replace("colums", "columns")
    place = {"file": "a.yaml", "line": 4, "column": 5, "end_line": 4, "end_column": 11}
    assert to_json(diagnostics)[0]["fix"] == {**place, "text": "columns"}
