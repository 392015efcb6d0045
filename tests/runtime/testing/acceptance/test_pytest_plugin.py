"""The pytest plugin, run inside pytest."""

import pytest

pytest_plugins = ["pytester"]

PLUGIN = ("-p", "no:tilewright", "-p", "runtime.testing.pytest_plugin", "-p", "no:cacheprovider")

SPEC = """\
game: lamp
title: Lamp
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
acceptance:
  lighting wins:
    when:
      - light: a1
    then:
      - won
  lighting loses:
    when:
      - light: a1
    then:
      - not won
"""


@pytest.fixture
def specs(pytester):
    (pytester.path / "specs").mkdir()
    (pytester.path / "specs" / "lamp.yaml").write_text(SPEC)
    return pytester


def test_a_spec_on_the_command_line(specs):
    result = specs.runpytest_inprocess(*PLUGIN, "-v", "specs/lamp.yaml")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        [
            "specs/lamp.yaml::lighting wins PASSED*",
            "specs/lamp.yaml::lighting loses FAILED*",
            "FAILED: lighting loses",
            "  specs/lamp.yaml:23: This does not hold.",
            "    23 | - not won",
            "    won      = true",
            "    ended by = lit",
        ]
    )
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*SpecTestFailed*")


def test_folders_of_the_ini_option(specs):
    specs.makeini("[pytest]\ntestpaths = tests\ntilewright_specs = specs\n")
    specs.makepyfile(**{"tests/test_one": "def test_one():\n    pass\n"})
    (specs.path / "other").mkdir()
    (specs.path / "other" / "notes.yaml").write_text("a: b\n")
    specs.runpytest_inprocess(*PLUGIN).assert_outcomes(passed=2, failed=1)
    specs.runpytest_inprocess(*PLUGIN, "specs").assert_outcomes(passed=1, failed=1)
    specs.runpytest_inprocess(*PLUGIN, "tests").assert_outcomes(passed=1)
    specs.runpytest_inprocess(*PLUGIN, "other").assert_outcomes()


def test_one_test_of_a_spec(specs):
    specs.runpytest_inprocess(*PLUGIN, "specs/lamp.yaml::lighting wins").assert_outcomes(passed=1)
    specs.runpytest_inprocess(*PLUGIN, "specs/lamp.yaml", "-k", "loses").assert_outcomes(failed=1, deselected=1)


def test_a_spec_that_does_not_load(specs):
    (specs.path / "specs" / "lamp.yaml").write_text(SPEC.replace("title:", "titel:"))
    result = specs.runpytest_inprocess(*PLUGIN, "-v", "specs/lamp.yaml")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "specs/lamp.yaml::the spec loads FAILED*",
            "specs/lamp.yaml:2:1: error: ‘titel’ is not an option of *",
        ]
    )
    result.stdout.no_fnmatch_line("*Traceback*")


@pytest.mark.parametrize("named", ["specs/lamp.yaml", "specs/lamp.tests.yaml"])
def test_tests_beside_a_spec_are_collected_once_and_reported_where_they_stand(
    specs: pytest.Pytester, named: str
) -> None:
    rules, tests = SPEC.split("acceptance:\n")
    (specs.path / "specs" / "lamp.yaml").write_text(rules)
    (specs.path / "specs" / "lamp.tests.yaml").write_text("acceptance:\n" + tests)
    result = specs.runpytest_inprocess(*PLUGIN, named)
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["  specs/lamp.tests.yaml:*: This does not hold."])


def test_a_folder_has_tests_beside_a_spec_once(specs: pytest.Pytester) -> None:
    rules, tests = SPEC.split("acceptance:\n")
    (specs.path / "specs" / "lamp.yaml").write_text(rules)
    (specs.path / "specs" / "lamp.tests.yaml").write_text("acceptance:\n" + tests)
    specs.makeini("[pytest]\ntilewright_specs = specs\n")
    specs.runpytest_inprocess(*PLUGIN, "specs").assert_outcomes(passed=1, failed=1)
