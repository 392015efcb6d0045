"""One window without a display for all tests of a process: each window costs five megabytes that are never freed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from renderer.window.opening import prepare

if TYPE_CHECKING:
    from renderer.window.shell import Shell

# This comes before any test here imports the window library, which looks for a display at once.
prepare(headless=True)


@pytest.fixture(scope="session")
def shell() -> Shell:
    """The window. Its size cannot change: there is no display to change it on."""
    from renderer.window.shell import Shell

    return Shell(visible=False)
