"""Results of tests as people read them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from interpreter.spec.diagnostics import render
from interpreter.spec.nodes import Span
from runtime.acceptance.failures import Comparison, Failure, TraceLine, Value
from runtime.acceptance.runner import TestResult

MOST_TRACED = 20


def result_text(result: TestResult) -> str:
    """A failed test with everything that helps to see why; a passed one in one line."""
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
    """Failed tests, each with everything that helps; a fault that stopped one before is not told again."""
    found: list[str] = []
    told: dict[tuple[int, str], str] = {}
    for result in results:
        fault = _fault(result.failures[0])
        if fault is not None and fault in told:
            found.append(f"FAILED: {result.name}\n  by the same fault as ‘{told[fault]}’")
            continue
        if fault is not None:
            told[fault] = result.name
        found.append(result_text(result))
    return found


def _fault(failure: Failure) -> tuple[int, str] | None:
    """The line and the text of a fault of the spec, without where in the test it came up."""
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
    """Parts and their values, one a line."""
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
    """The conditions that were tested, in order; of a long trace only the end."""
    shown = trace[-MOST_TRACED:]
    lines = [f"    … {len(trace) - len(shown)} before"] if len(shown) < len(trace) else []
    for line in shown:
        lines.append(f"    {line.span.line}: {_one_line(line.span)} → {'true' if line.outcome else 'false'}")
    return lines


def _one_line(span: Span) -> str:
    return " ".join(span.text.split())


def summary(results: Sequence[TestResult]) -> str:
    """How many passed and failed."""
    failed = sum(not result.passed for result in results)
    passed = len(results) - failed
    return f"{passed} passed" if not failed else f"{failed} failed, {passed} passed"
