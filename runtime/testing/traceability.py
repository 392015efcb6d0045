"""The tests that cover each rule of a game."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

from interpreter import RefusedFile, catalogue, read_file
from interpreter.spec.diagnostics import Diagnostics, did_you_mean, suggestion
from interpreter.spec.model import Spec
from interpreter.spec.nodes import Scalar
from runtime.messages import counted

LARGEST = 16 << 20
"""A file of tests in Python has no more bytes."""


@dataclass(frozen=True, slots=True)
class TracedRule:
    """A rule, the acceptance tests that cover it, and the tests outside the spec that check it."""

    rule: Scalar
    text: str
    tests: tuple[str, ...]
    checked_by: tuple[Scalar, ...]

    @property
    def is_tested(self) -> bool:
        """Whether any test covers the rule."""
        return bool(self.tests or self.checked_by)


def trace(spec: Spec) -> list[TracedRule]:
    """Every rule in written order with its tests."""
    rows = []
    for name, rule in spec.rules.items():
        tests = tuple(str(test) for test, found in spec.acceptance.items() if str(name) in map(str, found.covers))
        rows.append(TracedRule(name, str(rule.text), tests, tuple(rule.checked_by or ())))
    return rows


def check_traceability(spec: Spec, diagnostics: Diagnostics, root: Path | None = None) -> None:
    """Warn of rules without a test, and report tests outside the spec that do not exist.

    Those tests are looked up from `root`, the folder that contains the `specs` folder of the spec.
    """
    apart: list[Scalar] = []
    misspelt = any(found.code == "unknown-rule" for found in diagnostics)
    rows = trace(spec)
    untested = [row.rule for row in rows if not row.is_tested]
    if len(untested) > 1 and not spec.acceptance:
        beside = catalogue.tests_of(Path(untested[0].span.source.name)).name
        message = f"This spec has no tests, so nothing covers its {len(untested)} rules."
        help = f"Write them under acceptance:, or in {beside} beside the spec."
        diagnostics.warning("untested-rule", untested[0].span, message, help)
        untested = []
    for rule in untested if not misspelt else ():
        help = f"Write ‘covers: [{rule}]’ in a test, or name a test outside the spec: checked_by."
        diagnostics.warning("untested-rule", rule.span, f"No test covers rule {rule}.", help)
    for row in rows:
        for test in row.checked_by:
            folder = root or repository_root(test)
            if folder is not None and not (folder / str(test)).parent.is_dir():
                apart.append(test)
            else:
                _check_test(test, folder, diagnostics)
    if apart:
        _warn_of_tests_apart(apart, diagnostics)


def _warn_of_tests_apart(tests: list[Scalar], diagnostics: Diagnostics) -> None:
    """Do not warn about a copy of a spec that is separated from its tests: it is as good as the spec."""
    [first, *others] = tests
    folder = Path(str(first)).parent
    what = f"{first} and {counted(len(others), 'other test')}" if others else str(first)
    message = f"There is no folder {folder} here, so {what} cannot be looked up."
    help = "Copy the tests beside the spec, or leave out checked_by and cover the rules with acceptance tests."
    diagnostics.warning("tests-elsewhere", first.span, message, help)


def repository_root(scalar: Scalar) -> Path | None:
    """The folder that contains both specs and tests; None for an installed copy, which comes without tests."""
    path = Path(scalar.source.name).resolve()
    holder = next((folder for folder in path.parents if folder.name == "specs"), None)
    root = Path.cwd() if holder is None else holder.parent
    installed = holder == catalogue.SPECS and not (root / "tests").is_dir()
    return None if installed else root


def _check_test(test: Scalar, root: Path | None, diagnostics: Diagnostics) -> None:
    if root is None:
        return
    file, *names = str(test).split("::")
    if not names or not file.endswith(".py"):
        message = f"‘{test}’ names no test."
        diagnostics.error("malformed-test", test.span, message, "Write tests/file.py::test_name.")
        return
    path = root / file
    if not path.exists():
        help = _near(path) or "Leave out checked_by and cover the rule with acceptance tests, or write this file."
        diagnostics.error("unknown-test", test.part(0, len(file)), f"There is no file {file}.", help)
        return
    try:
        defined = _defined(path)
    except OSError as problem:
        what = f"{file} {problem.reason}" if isinstance(problem, RefusedFile) else f"{file}: {problem.strerror}"
        help = "Name a test in a file that can be read."
        diagnostics.error("unknown-test", test.part(0, len(file)), f"{what}.", help)
        return
    name = "::".join(names).partition("[")[0]
    if name not in defined:
        span = test.part(len(file) + 2, len(test))
        diagnostics.error("unknown-test", span, f"{file} has no test {name}.", suggestion(name, defined))


def _near(path: Path) -> str | None:
    beside = [each.name for each in path.parent.glob("*.py")] if path.parent.is_dir() else []
    return did_you_mean(path.name, beside)


def _defined(path: Path) -> list[str]:
    """The test functions of a file; those of a class are preceded by its name."""
    try:
        module = ast.parse(read_file(path, LARGEST))
    except (SyntaxError, ValueError):
        return []
    found = []
    for node in module.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.append(node.name)
        elif isinstance(node, ast.ClassDef):
            methods = [each for each in node.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)]
            found += [f"{node.name}::{each.name}" for each in methods]
    return found
