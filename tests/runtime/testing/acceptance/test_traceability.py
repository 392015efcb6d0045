"""From rules to their tests and back."""

import pytest

from interpreter import Diagnostics, loads
from runtime.testing.traceability import check_traceability, trace

SPEC = """\
game: traced
title: Traced
boards:
  grid: {columns: 1, rows: 1, cell: {lit: flag}}
actions:
  light:
    choose:
      c: {from: grid, where: not it.lit, else: It burns.}
    effects:
      - c.lit = true
end_conditions:
  lit: {when: a1.lit, won: true}
rules:
  T-1: Light the lamp.
  T-2: A lamp burns once.
  T-3:
    text: It is drawn in yellow.
    checked_by: %s
acceptance:
  lighting wins:
    covers: [T-1]
    when:
      - light: a1
    then:
      - won
  lighting lights:
    covers: T-1
    when:
      - light: a1
    then:
      - a1.lit
"""


@pytest.fixture
def root(tmp_path):
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_looks.py").write_text(
        "def test_yellow():\n    pass\n\n\nclass TestLamp:\n    async def test_burning(self):\n        pass\n"
    )
    return tmp_path


def found(spec, root):
    diagnostics = Diagnostics()
    check_traceability(spec, diagnostics, root)
    return [(each.severity, each.span.text, each.message, each.help) for each in diagnostics]


UNTESTED = (
    "warning",
    "T-2",
    "No test covers rule T-2.",
    "Write ‘covers: [T-2]’ in a test, or name a test outside the spec: checked_by.",
)


def test_rows():
    spec = loads(SPEC % "tests/test_looks.py::test_yellow").spec
    rows = [(str(r.rule), r.text, r.tests, tuple(map(str, r.checked_by)), r.is_tested) for r in trace(spec)]
    assert rows == [
        ("T-1", "Light the lamp.", ("lighting wins", "lighting lights"), (), True),
        ("T-2", "A lamp burns once.", (), (), False),
        ("T-3", "It is drawn in yellow.", (), ("tests/test_looks.py::test_yellow",), True),
    ]


@pytest.mark.parametrize(
    "test",
    [
        "tests/test_looks.py::test_yellow",
        "tests/test_looks.py::TestLamp::test_burning",
        "tests/test_looks.py::test_yellow[bright]",
    ],
)
def test_a_test_that_exists(root, test):
    assert found(loads(SPEC % f"'{test}'").spec, root) == [UNTESTED]


@pytest.mark.parametrize(
    ("test", "text", "message", "help"),
    [
        (
            "tests/test_look.py::test_yellow",
            "tests/test_look.py",
            "There is no file tests/test_look.py.",
            "Did you mean ‘test_looks.py’?",
        ),
        (
            "tests/of_others.py::test_it",
            "tests/of_others.py",
            "There is no file tests/of_others.py.",
            "Leave out checked_by and cover the rule with acceptance tests, or write this file.",
        ),
        (
            "tests/test_looks.py::test_yelow",
            "test_yelow",
            "tests/test_looks.py has no test test_yelow.",
            "Did you mean ‘test_yellow’?",
        ),
        (
            "tests/test_looks.py",
            "tests/test_looks.py",
            "‘tests/test_looks.py’ names no test.",
            "Write tests/file.py::test_name.",
        ),
    ],
)
def test_a_test_that_does_not_exist(root, test, text, message, help):
    assert found(loads(SPEC % test).spec, root) == [UNTESTED, ("error", text, message, help)]


def test_a_copy_of_a_spec_may_stand_apart_from_its_tests(root):
    test = "elsewhere/test_of_others.py::test_it"
    assert found(loads(SPEC % test).spec, root) == [
        UNTESTED,
        (
            "warning",
            test,
            f"There is no folder elsewhere here, so {test} cannot be looked up.",
            "Copy the tests beside the spec, or leave out checked_by and cover the rules with acceptance tests.",
        ),
    ]


def test_several_tests_that_stand_elsewhere_are_one_warning(root):
    tests = "[elsewhere/test_a.py::test_a, elsewhere/test_b.py::test_b, elsewhere/test_c.py::test_c]"
    [_, (severity, text, message, _)] = found(loads(SPEC % tests).spec, root)
    assert (severity, text) == ("warning", "elsewhere/test_a.py::test_a")
    assert message.endswith("so elsewhere/test_a.py::test_a and 2 other tests cannot be looked up.")


def test_tests_are_looked_up_beside_the_folder_of_the_spec(root, tmp_path):
    (tmp_path / "specs" / "classics").mkdir(parents=True)
    path = tmp_path / "specs" / "classics" / "traced.yaml"
    path.write_text(SPEC % "tests/test_looks.py::test_green")
    from interpreter import load

    diagnostics = Diagnostics()
    check_traceability(load(path).spec, diagnostics)
    assert [each.message for each in diagnostics.errors] == ["tests/test_looks.py has no test test_green."]
