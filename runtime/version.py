"""The version of Tilewright."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path

_PROJECT = Path(__file__).resolve().parents[1] / "pyproject.toml"


def version() -> str:
    """The installed version, or that of the folder from which it runs."""
    try:
        return metadata.version("tilewright")
    except metadata.PackageNotFoundError:
        import tomllib

        return str(tomllib.loads(_PROJECT.read_text(encoding="utf-8"))["project"]["version"])
