"""Results of tests as JUnit XML, which build servers read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

from interpreter.spec.diagnostics import Diagnostics, render
from runtime.acceptance.failures import Failure
from runtime.acceptance.report import result_text
from runtime.acceptance.runner import TestResult

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Suite:
    """The tests of one spec, or what keeps it from loading."""

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
    """A failure in one line, as viewers list it: what is wrong, the line of the test, and the values."""
    text = failure.message
    if failure.span is not None and failure.diagnostic is None:
        line = failure.span.source.line(failure.span.line).strip().removeprefix("- ")
        text = f"{text.removesuffix('.')}: {line}"
    values = ", ".join(f"{value.source} = {value.value}" for value in failure.values)
    return f"{text} ({values})" if values else text


def _clean(text: str) -> str:
    """The text without characters that XML cannot hold."""
    return _NOT_XML.sub("�", text)
