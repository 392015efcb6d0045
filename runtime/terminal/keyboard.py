"""Lines from the keyboard: with editing, history and completion where the terminal has them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Protocol

from runtime.bug import told_with_report

Complete = Callable[[str], list[str]]
"""From the line up to the cursor to what its last word may become."""


class Lines(Protocol):
    """Where typed lines come from."""

    def read(self, prompt: str, complete: Complete | None = None) -> str:
        """The next line; EOFError when there is none, KeyboardInterrupt when the player breaks off."""


class Keyboard:
    """Lines from stdin."""

    def __init__(self) -> None:
        self._complete: Complete | None = None
        self._found: list[str] = []
        self._offer()

    def read(self, prompt: str, complete: Complete | None = None) -> str:
        """The next line."""
        self._complete = complete
        if sys.stdin.isatty():
            return input(prompt)
        # A script plays: show what it types, so that its output reads like a game.
        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        sys.stdout.write(line if line.endswith("\n") else f"{line}\n")
        return line.rstrip("\n")

    def _offer(self) -> None:
        """Let the Tab key complete, where the platform can."""
        if not sys.stdin.isatty():
            return
        try:
            import readline
        except ImportError:
            return
        readline.set_completer(self._completed)
        readline.set_completer_delims(" ")
        editline = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if editline else "tab: complete")
        readline.set_auto_history(True)

    def _completed(self, _word: str, number: int) -> str | None:
        """What readline asks for: the first, second … word that the last one may become."""
        import readline

        if number == 0:
            typed = readline.get_line_buffer()[: readline.get_endidx()]
            # Whatever goes wrong must not end the line that is being typed.
            try:
                self._found = self._complete(typed) if self._complete is not None else []
            except Exception as problem:
                self._found = []
                print(f"\n{told_with_report(problem, {'typed': typed})}", file=sys.stderr)
            if len(self._found) == 1:
                self._found = [f"{self._found[0]}{'' if self._found[0].endswith('=') else ' '}"]
        return self._found[number] if number < len(self._found) else None
