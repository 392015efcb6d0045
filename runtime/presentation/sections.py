"""What a spec may leave out: sections, and titles, for which its names stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from interpreter.spec.model import Setting
from interpreter.spec.nodes import Scalar

Entry = TypeVar("Entry")


def by_name(section: Mapping[Scalar, Entry] | None) -> dict[str, Entry]:
    """The entries of a section by their names; a section that is left out has none."""
    return {str(name): entry for name, entry in (section or {}).items()}


def plain_name(name: str) -> str:
    """A name of a spec as people read it: `tiles_left` is “Tiles left”."""
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]


def setting_title(name: str, setting: Setting) -> str:
    """What players read as the name of a setting."""
    return str(setting.title) if setting.title is not None else plain_name(name)
