"""Everything that is installed has a pinned version."""

import re
import tomllib
from importlib import metadata
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def pins() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    requirements = [Requirement(line) for line in lines if line and not line.startswith("#")]
    return {canonicalize_name(each.name): str(each.specifier) for each in requirements}


def direct() -> set[str]:
    tables = project()
    named = [*tables["build-system"]["requires"], *tables["project"]["dependencies"]]
    for extra in tables["project"]["optional-dependencies"].values():
        named.extend(extra)
    return {canonicalize_name(Requirement(name).name) for name in named}


def test_each_pin_is_one_exact_version() -> None:
    assert {name: pin for name, pin in pins().items() if not re.fullmatch(r"==[0-9][0-9a-z.]*", pin)} == {}


def test_direct_dependencies_are_pinned() -> None:
    assert direct() - pins().keys() == set()


def test_indirect_dependencies_are_pinned() -> None:
    """Follow the requirements of what is installed here; comparison libraries may be missing."""
    missing: set[str] = set()
    waiting = list(direct())
    seen: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        if name not in pins():
            missing.add(name)
        try:
            requires = metadata.requires(name) or []
        except metadata.PackageNotFoundError:
            continue
        for requirement in map(Requirement, requires):
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
                waiting.append(canonicalize_name(requirement.name))
    assert missing == set()
