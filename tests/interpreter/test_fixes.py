"""The fixes that come with messages: applied to the spec, each one removes its mistake."""

from pathlib import Path

import pytest

from interpreter.spec.diagnostics import Diagnostic
from runtime.commands.check import check_spec
from tests.interpreter.test_errors import ERRORS, specs

# Specs whose lines are wrong in another way once a fix has been applied, and why.
STILL_WRONG = {
    "settings/daily_with_wrong_settings": "the setting that is meant stands there already",
    "view/pencil_by_property": "a key that was meant by its name has a value of another kind",
    "view/pencil_with_one_candidate": "a property that may be none is no end of a range",
    "actions/unknown_mover": "the action has no choices that the mover could list",
    "types/walk_of_pieces": "x is a name of the walk already",
    "yaml/index_in_flow": "what stands in quotes then has a mistake of its own",
    "beside/not_yaml": "the list is closed, but a test is no list",
    "pictures/begins_with_a_hash": "the picture has too few rows, and symbols that nothing explains",
    "pictures/row_begins_with_a_hash": "rows of a picture do not stand in a list",
    "several/arguments_of_an_unknown_function": "the arguments are wrong for the function that was meant",
    "several/in_one_expression": "the line has a second mistake, which the first hid",
    "syntax/bracket_not_closed": "nobody knows where the bracket was meant to close; the end is a guess",
    "syntax/exclamation_mark": "the game has no pieces, so that the call has no meaning",
    "yaml/bracket_open_in_braces": "a legend has words, not expressions",
    "yaml/equals_for_a_colon": "the line becomes an entry, but what it names is not one",
    "types/loop_over_a_site": "a list of one site is still no number",
    "types/unknown_action_in_can": "the action would ask about itself",
}


def errors_of(spec: Path, line: int) -> list[str]:
    """The errors of a spec on a line."""
    found = (each for each in check_spec(spec, None) if each.severity == "error" and each.span is not None)
    return [f"{each.code}: {each.message}" for each in found if each.span is not None and each.span.line == line]


def remaining(found: Diagnostic, spec: Path) -> list[str]:
    """What is wrong on the line of a mistake after its fix, and was not before."""
    fix = found.fix
    assert fix is not None and found.span is not None
    changed = Path(fix.span.source.name)
    known, before = errors_of(spec, found.span.line), changed.read_text(encoding="utf-8")
    known.remove(f"{found.code}: {found.message}")
    changed.write_text(fix.applied(), encoding="utf-8")
    left = errors_of(spec, found.span.line)
    changed.write_text(before, encoding="utf-8")
    return [each for each in left if each not in known]


@pytest.mark.parametrize("name", specs())
def test_fix(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = (ERRORS / name).parent
    for path in folder.iterdir():
        if path.suffix != ".txt":
            (tmp_path / path.name).write_bytes(path.read_bytes())
    monkeypatch.chdir(tmp_path)
    spec = Path(f"{name.split('/')[1]}.yaml")
    wrong = [
        (each.help, left)
        for each in check_spec(spec, None)
        if each.fix is not None and each.severity == "error"
        for left in remaining(each, spec)
    ]
    assert bool(wrong) == (name in STILL_WRONG), wrong
