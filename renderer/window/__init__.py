"""The window on the screen: the only part that knows Arcade. Its contents come from `renderer.app.app`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from renderer.window.opening import NoWindow, available, prepare, telling_what_is_missing

if TYPE_CHECKING:
    from collections.abc import Callable

    from renderer.window.shell import Shown

__all__ = ["NoWindow", "available", "prepare", "run"]


def run(make: Callable[[], Shown], begun: Callable[[], None] | None = None) -> None:
    """Open a window, show in it whatever is then made, and return when it is closed. Raises NoWindow.

    `begun` is called when the first frame is visible.
    """
    prepare()
    with telling_what_is_missing():
        from renderer.window.shell import Shell

        shell = Shell()
    shell.run_with(make(), begun)
