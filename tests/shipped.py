"""The shipped games, for tests that try each of them at length."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from interpreter.spec.catalogue import shipped, tests_of


def is_variant(path: Path) -> bool:
    """Whether a spec extends another."""
    return re.search(r"^extends:", path.read_text(encoding="utf-8"), re.MULTILINE) is not None


def marked(name: str, value: Any) -> Any:
    """A parameter for a game. A variant waits for `make soak`: its parent shows nearly everything that it could
    show."""
    return pytest.param(value, id=name, marks=[pytest.mark.soak] if is_variant(shipped()[name]) else [])


def later(*names: str) -> list[Any]:
    """Every game by name. Some wait for `make soak`: a test takes long with them, and other tests also cover them."""
    soak = [pytest.mark.soak]
    return [pytest.param(name, id=name, marks=soak) if name in names else marked(name, name) for name in shipped()]


def shared_out(part: int, *waiting: str) -> list[Any]:
    """Every game by name, half of which wait for `make soak`, as do those named: those with the other `part`, 0 or 1.

    Tests that walk through many games take different halves.
    """
    soak = [pytest.mark.soak]
    alone = [name for name, path in shipped().items() if not is_variant(path) and name not in waiting]
    now = set(alone[part::2])
    return [pytest.param(name, id=name, marks=[] if name in now else soak) for name in shipped()]


GAMES = [marked(name, name) for name in shipped()]
"""Every game by name."""
PATHS = [marked(name, path) for name, path in shipped().items()]
"""Every game by its file."""


def whole(spec: Path) -> str:
    """The text of a spec with its tests at the end, wherever they are."""
    parts = [path.read_text(encoding="utf-8") for path in (spec, tests_of(spec)) if path.is_file()]
    return "\n".join(parts)


def has(name: str, section: str) -> bool:
    """Whether a game has a section, of its own or from its parent. Loading every game would take seconds."""
    text = whole(shipped()[name])
    parent = re.search(r"^extends: *(\w+)", text, re.MULTILINE)
    own = re.search(rf"^{section}:", text, re.MULTILINE) is not None
    return own or (parent is not None and has(parent[1], section))
