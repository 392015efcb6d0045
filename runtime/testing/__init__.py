"""The acceptance tests of specs: checked, run, reported, traced to rules and held against mutants."""

from runtime.testing.plan import check_acceptance
from runtime.testing.report import result_text, summary
from runtime.testing.runner import TestResult, run_test, run_tests

__all__ = ["TestResult", "check_acceptance", "result_text", "run_test", "run_tests", "summary"]
