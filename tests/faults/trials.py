"""Tries faults on scenarios, each in a process of its own, and prints what it found as JSON.

Arguments: how many faults to try in each scenario, evenly spread, or 0 for all; and the names of scenarios, or none for
all of them.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
import sys
import tempfile
import traceback
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tests.faults.injection import CRASHED, Fault, Injection, Operation, faults
from tests.faults.scenarios import SCENARIOS, Outcome, Scenario

LEFT_BY = ("unlink",)
"""An operation that cleans up: if it fails, something is left until the next run."""


@dataclass
class Tried:
    """How a scenario turned out: how many operations it has, how many faults were tried, and what went wrong."""

    operations: int
    kinds: dict[str, int]
    tried: int = 0
    violations: list[str] = field(default_factory=list)


def run(scenario: Scenario, root: Path, fault: Fault | None) -> tuple[Outcome, list[Operation]]:
    """Run a scenario in a process of its own, with or without a fault."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(ours)
        try:
            _run_here(scenario, root, fault, theirs)
        finally:
            os._exit(1)
    os.close(theirs)
    with open(ours, "rb") as pipe:
        lines = [json.loads(line) for line in pipe]
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    ended: dict[str, Any] = lines.pop() if lines and isinstance(lines[-1], dict) else {}
    outcome = Outcome(
        crashed=code == CRASHED,
        acknowledged=[tuple(line) for line in lines],
        results=[tuple(each) for each in ended.get("results", [])],
        problem=ended.get("problem", "" if code == CRASHED else f"ended with {code}"),
        uncounted=ended.get("uncounted", []),
    )
    return outcome, [Operation(*each) for each in ended.get("done", [])]


def _run_here(scenario: Scenario, root: Path, fault: Fault | None, pipe: int) -> None:
    os.chdir(root / "work")
    os.environ["TILEWRIGHT_DATA"], os.environ["TILEWRIGHT_CACHE"] = str(root / "data"), str(root / "cache")
    write = os.write
    results: list[Any] = []

    def acknowledge(*what: Any) -> None:
        write(pipe, json.dumps(what).encode() + b"\n")

    injection = Injection(str(root), fault)
    ended: dict[str, Any] = {"results": results, "problem": ""}
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        injection.install()
        try:
            scenario.run(root, acknowledge, results)
        except BaseException:
            ended["problem"] = traceback.format_exc()
    ended["done"] = [(each.kind, each.path) for each in injection.done]
    ended["uncounted"] = injection.uncounted
    write(pipe, json.dumps(ended).encode() + b"\n")
    os._exit(0)


def leftovers(root: Path) -> list[str]:
    """Files that are empty or half written."""
    every = [path for path in root.rglob("*") if path.is_file()]
    return [str(path.relative_to(root)) for path in every if path.suffix == ".half" or not path.stat().st_size]


@dataclass(frozen=True)
class Bench:
    """A scenario with its folders: how it begins, how it ends without a fault, and what is said then."""

    scenario: Scenario
    template: Path
    whole: Path
    usual: Outcome
    done: list[Operation]

    @classmethod
    def of(cls, scenario: Scenario, folder: Path) -> Bench:
        """Run it once without a fault."""
        template, whole = folder / scenario.name, folder / f"{scenario.name} whole"
        for part in ("work", "data", "cache"):
            (template / part).mkdir(parents=True)
            (template / part).chmod(0o700)
        scenario.prepare(template)
        shutil.copytree(template, whole, symlinks=True)
        usual, done = run(scenario, whole, None)
        return cls(scenario, template, whole, usual, done)

    def violations(self, root: Path, outcome: Outcome, acknowledged: list[tuple[Any, ...]]) -> list[str]:
        """What is wrong after a run."""
        found = [outcome.problem, *self.scenario.untrue(root, self.whole, outcome, self.usual), *outcome.uncounted]
        return [each for each in found if each] + self.scenario.lost(root, self.template, self.whole, acknowledged)

    def tried(self, fault: Fault) -> list[str]:
        """What is wrong after a fault, and after the next run, which has none."""
        operation = self.done[fault.at - 1]
        with tempfile.TemporaryDirectory(dir=self.template.parent) as name:
            root = Path(name) / "root"
            shutil.copytree(self.template, root, symlinks=True)
            outcome, _ = run(self.scenario, root, fault)
            found = self.violations(root, outcome, outcome.acknowledged)
            # A process that is dead, or may not remove anything, leaves it to the next run.
            if not outcome.crashed and operation.kind != "unlink" and fault.kind != "read-only":
                found += [f"left: {each}" for each in leftovers(root)]
            again, _ = run(self.scenario, root, None)
            later = self.violations(root, again, outcome.acknowledged + again.acknowledged)
            found += [f"next run: {each}" for each in later]
            found += [f"left after the next run: {each}" for each in leftovers(root)]
        where = f"{self.scenario.name}, {fault.kind} at {fault.at} ({operation.kind} {Path(operation.path).name})"
        return [f"{where}: {each}" for each in found]


def try_all(scenario: Scenario, folder: Path, most: int) -> Tried:
    """Try the faults of a scenario."""
    bench = Bench.of(scenario, folder)
    kinds = sorted({each.kind for each in bench.done})
    tried = Tried(len(bench.done), {kind: sum(each.kind == kind for each in bench.done) for kind in kinds})
    tried.violations += bench.violations(bench.whole, bench.usual, bench.usual.acknowledged) + leftovers(bench.whole)
    tried.violations += [f"fails: {each}" for each in bench.usual.results if each[1]]
    every = faults(bench.done)
    chosen = every if not most else every[len(every) // (2 * most) :: max(1, len(every) // most)][:most]
    for fault in chosen:
        tried.tried += 1
        tried.violations += bench.tried(fault)
    return tried


def main() -> None:
    """Try what the command line says."""
    most, *names = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        for scenario in SCENARIOS:
            if not names or scenario.name in names:
                tried = try_all(scenario, Path(folder).resolve(), int(most))
                print(json.dumps({"scenario": scenario.name, **asdict(tried)}), flush=True)


if __name__ == "__main__":
    main()
