"""Mistakes in Tilewright itself: what to say about them, and the report that is saved."""

from __future__ import annotations

import platform
import sys
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from runtime.digest import text_digest
from runtime.files import data_folder, write_atomically
from runtime.messages import version

if TYPE_CHECKING:
    from runtime.session.session import Session


def told(problem: BaseException) -> str:
    """What people read about a mistake of ours: that it is not theirs, and what it is."""
    first = next(iter(str(problem).splitlines()), "")
    what = ", ".join([f"{type(problem).__name__}: {first}", *getattr(problem, "__notes__", [])])
    return f"This is a mistake in Tilewright, not in the spec ({what})."


def told_with_report(problem: BaseException, about: Mapping[str, object]) -> str:
    """The same text with the place of its report."""
    path = kept_report(problem, about)
    asked = "Please report it" if path is None else f"Please report it with {path}"
    return f"{told(problem)} {asked}."


def kept_report(problem: BaseException, about: Mapping[str, object]) -> Path | None:
    """The file with the report of a mistake; the same mistake has the same file. None if the disk does not accept
    it."""
    trace = "".join(traceback.format_exception(problem))
    facts = {"Tilewright": version(), "Python": sys.version, "system": platform.platform(), "command": sys.argv}
    lines = [told(problem), "", *(f"{name}: {value}" for name, value in {**facts, **about}.items()), "", trace]
    path = data_folder() / "bugs" / f"{type(problem).__name__}-{text_digest(trace)[:12]}.txt"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, "\n".join(lines))
    except OSError:
        return None
    return path


def about_session(session: Session) -> dict[str, object]:
    """Everything needed to reach the same position again."""
    return {
        "game": session.game.spec.game.span.source.name,
        "level": session.level,
        "settings": session.settings,
        "seed": session.seed,
        "moves": "; ".join(move.text for move in session.history),
    }
