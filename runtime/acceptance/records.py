"""Results of tests for other programs, as values that JSON can hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.spec.diagnostics import to_json
from interpreter.spec.nodes import Span
from runtime.acceptance.failures import Failure
from runtime.acceptance.junit import Suite
from runtime.acceptance.reach import Gap
from runtime.acceptance.report import result_text
from runtime.acceptance.runner import TestResult
from runtime.acceptance.traceability import TracedRule


def suite_record(suite: Suite, gaps: Sequence[Gap] | None) -> dict[str, Any]:
    """The tests of a spec, or what keeps it from loading; `unreached` is there if it was asked for."""
    failed = sum(not result.passed for result in suite.results)
    record: dict[str, Any] = {
        "spec": suite.name,
        "passed": len(suite.results) - failed,
        "failed": failed,
        "problems": to_json(suite.problems.errors) if suite.problems is not None else [],
        "tests": [test_record(result) for result in suite.results],
    }
    return record if gaps is None else {**record, "unreached": [gap_record(gap) for gap in gaps]}


def test_record(result: TestResult) -> dict[str, Any]:
    """One test; a failed one has its failures, and the report that people read."""
    record: dict[str, Any] = {
        "name": result.name,
        **_place(result.span),
        "covers": list(result.covers),
        "passed": result.passed,
        "seconds": round(result.seconds, 4),
    }
    if result.passed:
        return record
    return {**record, "failures": [_failure(each) for each in result.failures], "report": result_text(result)}


def _failure(failure: Failure) -> dict[str, Any]:
    return {
        "message": failure.message,
        **_place(failure.span),
        "values": {value.source: value.value for value in failure.values},
    }


def gap_record(gap: Gap) -> dict[str, Any]:
    """Something that no test reaches."""
    return {"what": gap.text, **_place(gap.span)}


def rule_record(rule: TracedRule) -> dict[str, Any]:
    """A rule with its tests."""
    return {
        "rule": str(rule.rule),
        "text": rule.text,
        "tests": list(rule.tests),
        "checked_by": [str(test) for test in rule.checked_by],
    }


def _place(span: Span | None) -> dict[str, Any]:
    if span is None:
        return {"file": None, "line": None, "column": None}
    return {"file": span.source.name, "line": span.line, "column": span.column}
