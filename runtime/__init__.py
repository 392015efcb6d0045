"""Plays a compiled game: sessions, computer opponents, acceptance tests and the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from runtime.session.session import Session

__all__ = ["Session"]


def __getattr__(name: str) -> Any:
    """Import `runtime.Session` when it is first needed: commands that play nothing need not wait for it."""
    if name == "Session":
        from runtime.session.session import Session

        return Session
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
