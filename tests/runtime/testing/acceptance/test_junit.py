"""JUnit XML."""

from xml.etree import ElementTree

import pytest

from interpreter import SpecError, load, loads
from runtime.testing import result_text, run_tests
from runtime.testing.report import Suite, junit_xml


def test_a_suite_for_each_spec(marks):
    game = marks(
        """
        fine:
          then:
            - not over
        fails with <odd> & "quoted" words:
          then:
            - over
        """
    )
    results = tuple(run_tests(game))
    with pytest.raises(SpecError) as problem:
        loads("game: broken\ntitel: Broken\n", "broken.yaml")
    text = junit_xml([Suite("marks", results), Suite("broken", problems=problem.value.diagnostics)])
    assert text.startswith('<?xml version="1.0" encoding="utf-8"?>\n<testsuites ')
    whole = ElementTree.fromstring(text)
    assert [whole.get(key) for key in ("tests", "failures", "errors")] == ["3", "1", "1"]
    marks_suite, broken = whole
    assert {key: marks_suite.get(key) for key in ("name", "tests", "failures", "errors")} == {
        "name": "marks",
        "tests": "2",
        "failures": "1",
        "errors": "0",
    }
    fine, fails = marks_suite
    assert (fine.get("classname"), fine.get("name"), len(fine)) == ("marks", "fine", 0)
    assert (fine.get("file"), fine.get("line")) == ("game.yaml", str(results[0].span.line))
    assert fails.get("name") == 'fails with <odd> & "quoted" words'
    assert fails[0].tag == "failure"
    assert fails[0].get("message") == "This does not hold: over (over = false)"
    assert fails[0].get("type") == "acceptance"
    assert fails[0].text == result_text(results[1])
    assert {key: broken.get(key) for key in ("name", "tests", "failures", "errors")} == {
        "name": "broken",
        "tests": "1",
        "failures": "0",
        "errors": "1",
    }
    (case,) = broken
    assert case.get("name") == "the spec loads"
    assert case[0].tag == "error"
    assert "titel" in (case[0].text or "")


def test_characters_that_xml_cannot_hold(marks):
    game = marks(
        """
        fine:
          then:
            - not over
        """
    )
    (suite,) = ElementTree.fromstring(junit_xml([Suite("a\x00b\x1bc", tuple(run_tests(game)))]))
    assert suite.get("name") == "a�b�c"


def test_a_case_names_the_rules_that_it_covers():
    game = load("tic_tac_toe")
    whole = ElementTree.fromstring(junit_xml([Suite(game.name, tuple(run_tests(game)))]))
    rules = {each.get("value") for each in whole.iter("property") if each.get("name") == "rule"}
    assert rules == {str(name) for name in game.spec.rules}
