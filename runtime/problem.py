"""What cannot be done as it was asked for: one sentence on why, and what to do instead."""

from __future__ import annotations


class Problem(Exception):
    """Something that the command line asks for cannot be done."""

    def __init__(self, message: str, help: str | None = None) -> None:
        super().__init__(message)
        self.help = help
