"""Results of tests as JUnit XML, which build servers read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

from interpreter.spec.diagnostics import Diagnostics, render
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
        time=f"{sum(result.seconds for result in suite.results):.3f}",
    )
    if suite.problems is not None:
        case = ElementTree.SubElement(element, "testcase", classname=_clean(suite.name), name="the spec loads")
        problems = list(suite.problems)
        error = ElementTree.SubElement(case, "error", message=_clean(problems[0].message if problems else ""))
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
        if not result.passed:
            failure = ElementTree.SubElement(case, "failure", message=_clean(result.failures[0].message))
            failure.text = _clean(result_text(result))


def _clean(text: str) -> str:
    """The text without characters that XML cannot hold."""
    return _NOT_XML.sub("�", text)
