"""The JSON Schema of spec files, for editors."""

from __future__ import annotations

from pathlib import Path

# Registers the words of tests.
import runtime.testing  # noqa: F401
from interpreter import plugin, schema
from runtime.commands.output import json_text, write


def run(out: Path | None) -> None:
    """Print the schema, or write it to a file."""
    if out is None:
        print(text(), end="")
    else:
        write(text(), out)


def text() -> str:
    """The schema with the steps of all plugins and the words of tests, ending with a line break."""
    plugin.steps()
    return json_text(schema()) + "\n"
