"""Other compilers than that of this machine: none, one that fails, one that is slow."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from interpreter.cache import CACHE_VARIABLE
from interpreter.native import ENGINE_VARIABLE
from interpreter.native.toolchain import COMPILER_VARIABLE, _found

Use = Callable[[str | None], None]

SLOW = """\
#!/bin/sh
case "$*" in
  *program.c*) if ! grep -q tw_probe program.c; then until test -e {gate}; do sleep 0.02; done; fi;;
esac
exec cc "$@"
"""
"""It compiles no game before there is a file of that name."""
BROKEN = """\
#!/bin/sh
case "$*" in
  *--version*) echo broken 1.0; exit 0;;
esac
if grep -q tw_probe program.c; then exec cc "$@"; fi
echo "program.c:1:1: error: out of ideas." >&2
exit 1
"""
"""It answers, and compiles a few lines, but no game."""
WITHOUT_HEADERS = """\
#!/bin/sh
case "$*" in
  *--version*) echo bare 1.0; exit 0;;
esac
echo "program.c:1:10: fatal error: math.h: No such file or directory" >&2
exit 1
"""


def script(folder: Path, name: str, text: str) -> str:
    """A compiler that is a script."""
    path = folder / name
    path.write_text(text)
    path.chmod(0o755)
    return str(path)


@pytest.fixture
def use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Use]:
    """A function that gives this process another compiler, empty for none, None for the usual one; with an empty cache
    and the engine that is usual outside of tests."""
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setenv(ENGINE_VARIABLE, "auto")

    def change(command: str | None) -> None:
        if command is None:
            monkeypatch.delenv(COMPILER_VARIABLE, raising=False)
        else:
            monkeypatch.setenv(COMPILER_VARIABLE, command)
        _found.cache_clear()

    change(None)
    yield change
    _found.cache_clear()
