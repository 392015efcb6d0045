"""One window without a display for all tests of a process: each one costs five megabytes that never come back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from renderer.window.shell import Shell


@pytest.fixture(scope="session")
def shell() -> Shell:
    """The window. Its size cannot change: there is no display to change it on."""
    from renderer.window.opening import prepare

    prepare(headless=True)
    from renderer.window.shell import Shell

    return Shell(visible=False)
