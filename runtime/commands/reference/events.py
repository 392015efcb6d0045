"""The page on events."""

from __future__ import annotations

from interpreter.plugin import BUILT_IN
from runtime.commands.reference import markdown

ABOUT = (
    "What happened during an action, in order. The log, animations and acceptance tests refer to events by "
    "name. A spec adds its own with the step [event](steps.md#event)."
)


def page() -> str:
    """The events that the engine itself tells of."""
    rows = [[f"`{name}`", ", ".join(f"`{field}`" for field in fields)] for name, fields in BUILT_IN.items()]
    return markdown.page("Events", ABOUT, markdown.table(["event", "fields"], rows))
