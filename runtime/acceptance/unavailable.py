"""What the language promises to tests and this version cannot do yet: it needs the scene of a window."""

from __future__ import annotations

CHECKS = {
    "looks": "how sites look",
    "panel": "what panels show",
    "status": "the status line",
    "button": "buttons",
}
"""Entries of `then`."""
