"""Results of tests: for people, as JUnit XML, and as JSON."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any
from xml.etree import ElementTree

from interpreter.spec.diagnostics import Diagnostics, render, to_json
from interpreter.spec.nodes import Span
from runtime.testing.failures import Comparison, Failure, TraceLine, Value
from runtime.testing.reach import Gap
from runtime.testing.runner import TestResult
from runtime.testing.traceability import TracedRule

MOST_TRACED = 20
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def result_text(result: TestResult) -> str:
    """A failed test with everything that helps to explain it; a passed one in one line."""
    if result.passed:
        return f"passed: {result.name}"
    lines = [f"FAILED: {result.name}", *(f"  rule {rule}: {text}" for rule, text in result.rules)]
    for failure in result.failures:
        lines += failure_lines(failure)
    if result.bot_did:
        lines.append(f"  the computer did: {result.bot_did}")
    if result.trace:
        lines += ["  the last action tested:", *trace_lines(result.trace)]
    return "\n".join(lines)


def failures_text(results: Sequence[TestResult]) -> list[str]:
    """Failed tests, each with everything that helps; a fault that stopped an earlier one is not repeated."""
    found: list[str] = []
    told: dict[tuple[int, str], str] = {}
    for result in results:
        fault = _fault(result.failures[0])
        if fault is not None and fault in told:
            found.append(f"FAILED: {result.name}\n  with the same fault as ‘{told[fault]}’")
            continue
        if fault is not None:
            told[fault] = result.name
        found.append(result_text(result))
    return found


def _fault(failure: Failure) -> tuple[int, str] | None:
    """The line and the text of a fault in the spec, without its place in the test."""
    if failure.span is None or not failure.message.startswith("Fault: "):
        return None
    return failure.span.line, failure.message.partition(" (at line ")[0]


def failure_lines(failure: Failure) -> list[str]:
    """One failure: place, message, the line of the test, values and boards."""
    if failure.diagnostic is not None:
        return [f"  {line}" for line in render(failure.diagnostic).split("\n")]
    lines = []
    if failure.span is None:
        lines.append(f"  {failure.message}")
    else:
        span = failure.span
        lines.append(f"  {span.source.name}:{span.line}: {failure.message}")
        lines.append(f"    {span.line} | {span.source.line(span.line).strip()}")
    lines += value_lines(failure.values)
    for comparison in failure.pictures:
        lines += [f"    {line}" for line in side_by_side(comparison)]
    return lines


def value_lines(values: Sequence[Value]) -> list[str]:
    """Parts and their values, one per line."""
    width = max((len(value.source) for value in values), default=0)
    return [f"    {value.source.ljust(width)} = {value.value}" for value in values]


def side_by_side(comparison: Comparison) -> list[str]:
    """One picture on the left, the other on the right, ‘≠’ between lines that differ."""
    left, right = comparison.titles
    width = max(len(line) for line in (left, *comparison.first))
    lines = [f"{left.ljust(width)}     {right}"]
    for first, second in zip_longest(comparison.first, comparison.second, fillvalue=""):
        mark = " " if _alike(first, second) else "≠"
        lines.append(f"{first.ljust(width)}  {mark}  {second}".rstrip())
    return lines


def _alike(expected: str, actual: str) -> bool:
    if expected == actual:
        return True
    left, right = expected.split(), actual.split()
    if len(left) == len(right) == 1:
        left, right = list(left[0]), list(right[0])
    return len(left) == len(right) and all(a in ("?", b) for a, b in zip(left, right, strict=True))


def trace_lines(trace: Sequence[TraceLine]) -> list[str]:
    """The conditions that were tested, in order; for a long trace, only the end."""
    shown = trace[-MOST_TRACED:]
    lines = [f"    … {len(trace) - len(shown)} before"] if len(shown) < len(trace) else []
    for line in shown:
        lines.append(f"    {line.span.line}: {_one_line(line.span)} → {'true' if line.outcome else 'false'}")
    return lines


def _one_line(span: Span) -> str:
    return " ".join(span.text.split())


def summary(results: Sequence[TestResult]) -> str:
    """How many tests passed and failed."""
    failed = sum(not result.passed for result in results)
    passed = len(results) - failed
    return f"{passed} passed" if not failed else f"{failed} failed, {passed} passed"


@dataclass(frozen=True, slots=True)
class Suite:
    """The tests of one spec, or why it cannot be loaded."""

    name: str
    results: tuple[TestResult, ...] = ()
    problems: Diagnostics | None = None


def junit_xml(suites: Sequence[Suite]) -> str:
    """One XML document with a test suite for each spec."""
    top = ElementTree.Element("testsuites")
    for suite in suites:
        _add_suite(top, suite)
    for count in ("tests", "failures", "errors"):
        top.set(count, str(sum(int(suite.get(count, "0")) for suite in top)))
    top.set("time", f"{sum(float(suite.get('time', '0')) for suite in top):.3f}")
    ElementTree.indent(top)
    text = ElementTree.tostring(top, encoding="unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'


def _add_suite(top: ElementTree.Element, suite: Suite) -> None:
    failed = sum(not result.passed for result in suite.results)
    broken = int(suite.problems is not None)
    element = ElementTree.SubElement(
        top,
        "testsuite",
        name=_clean(suite.name),
        tests=str(len(suite.results) + broken),
        failures=str(failed),
        errors=str(broken),
        skipped="0",
        time=f"{sum(result.seconds for result in suite.results):.3f}",
    )
    if suite.problems is not None:
        name = _clean(suite.name)
        case = ElementTree.SubElement(element, "testcase", classname=name, name="the spec loads", time="0.000")
        problems = list(suite.problems)
        message = _clean(problems[0].message if problems else "")
        error = ElementTree.SubElement(case, "error", type="spec", message=message)
        error.text = _clean("\n".join(render(problem) for problem in problems))
    for result in suite.results:
        case = ElementTree.SubElement(
            element,
            "testcase",
            classname=_clean(suite.name),
            name=_clean(result.name),
            file=_clean(result.span.source.name),
            line=str(result.span.line),
            time=f"{result.seconds:.3f}",
        )
        if result.covers:
            properties = ElementTree.SubElement(case, "properties")
            for rule in result.covers:
                ElementTree.SubElement(properties, "property", name="rule", value=_clean(rule))
        if not result.passed:
            message = _clean(_headline(result.failures[0]))
            failure = ElementTree.SubElement(case, "failure", type="acceptance", message=message)
            failure.text = _clean(result_text(result))


def _headline(failure: Failure) -> str:
    """A failure in one line, for lists: what is wrong, the line of the test, and the values."""
    text = failure.message
    if failure.span is not None and failure.diagnostic is None:
        line = failure.span.source.line(failure.span.line).strip().removeprefix("- ")
        text = f"{text.removesuffix('.')}: {line}"
    values = ", ".join(f"{value.source} = {value.value}" for value in failure.values)
    return f"{text} ({values})" if values else text


def _clean(text: str) -> str:
    """The text without characters that XML cannot hold."""
    return _NOT_XML.sub("�", text)


def suite_record(suite: Suite, gaps: Sequence[Gap] | None) -> dict[str, Any]:
    """The tests of a spec, or why it cannot be loaded; `unreached` is included if it was requested."""
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
    """One test; a failed one has its failures, and the report for people."""
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
