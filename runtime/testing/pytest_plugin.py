"""A pytest plugin: every acceptance test of a spec is a test of its own.

It collects specs on the command line, and those in folders that the ini option `tilewright_specs` names. With nothing
on the command line those folders are searched as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from interpreter import Game, SpecError, catalogue, load
from interpreter.spec.model import AcceptanceTest
from interpreter.spec.nodes import Scalar
from runtime.testing.report import result_text
from runtime.testing.runner import TestResult, run_test

OPTION = "tilewright_specs"


class SpecTestFailed(Exception):
    """An acceptance test failed."""

    def __init__(self, result: TestResult) -> None:
        super().__init__(result.name)
        self.result = result


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the ini option."""
    parser.addini(OPTION, "Folders whose *.yaml files are specs with acceptance tests.", type="paths", default=[])


def pytest_configure(config: pytest.Config) -> None:
    """Search the folders of the option too when pytest is started without arguments."""
    if config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        config.args += [str(path) for path in _folders(config) if str(path) not in config.args]


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> SpecFile | None:
    """Collect a spec that was requested."""
    if file_path.suffix not in (".yaml", ".yml"):
        return None
    # Tests beside a spec are collected with it, unless they alone were asked for.
    wanted = parent.session.isinitpath(file_path) or (
        file_path == catalogue.spec_of(file_path)
        and any(file_path.is_relative_to(folder) for folder in _folders(parent.config))
    )
    return SpecFile.from_parent(parent, path=file_path) if wanted else None


def _folders(config: pytest.Config) -> list[Path]:
    return [Path(path) for path in config.getini(OPTION)]


class SpecFile(pytest.File):
    """A spec."""

    def collect(self) -> Iterator[pytest.Item]:
        """Its acceptance tests, or one failing item if it cannot be loaded."""
        try:
            game = load(self.path)
        except SpecError as problem:
            yield BrokenSpec.from_parent(self, name="the spec loads", problem=problem)
            return
        for name, test in game.spec.acceptance.items():
            yield SpecTest.from_parent(self, name=str(name), game=game, title=name, test=test)


class BrokenSpec(pytest.Item):
    """A spec with mistakes."""

    def __init__(self, *, problem: SpecError, **options: Any) -> None:
        super().__init__(**options)
        self.problem = problem

    def runtest(self) -> None:
        """Fail with the mistakes."""
        raise self.problem

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The mistakes with their places, without a traceback."""
        return str(excinfo.value) if isinstance(excinfo.value, SpecError) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """The place that pytest reports."""
        return self.path, None, self.name


class SpecTest(pytest.Item):
    """One acceptance test."""

    def __init__(self, *, game: Game, title: Scalar, test: AcceptanceTest, **options: Any) -> None:
        super().__init__(**options)
        self.game = game
        self.title = title
        self.test = test

    def runtest(self) -> None:
        """Run the test."""
        result = run_test(self.game, self.title, self.test)
        if not result.passed:
            raise SpecTestFailed(result)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The report of the test, without a traceback."""
        if isinstance(excinfo.value, SpecTestFailed):
            return result_text(excinfo.value.result)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """The place that pytest reports."""
        return Path(self.title.source.name), self.title.span.line - 1, self.name
