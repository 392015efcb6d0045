"""Acceptance tests of specs: checked, run, reported and traced to the rules they cover."""

from runtime.acceptance.plan import check_acceptance
from runtime.acceptance.report import result_text, summary
from runtime.acceptance.runner import TestResult, run_test, run_tests

__all__ = ["TestResult", "check_acceptance", "result_text", "run_test", "run_tests", "summary"]
