"""What is wrong with a spec, in a typewriter's letters."""

from __future__ import annotations

from collections.abc import Iterator

from renderer.flow.sheet import Sheet
from renderer.nodes import Target
from renderer.page_models import Choice, Reading, Section
from renderer.screen import Host


class Problems(Sheet):
    """A text of diagnostics under a title."""

    name = "problems"

    def __init__(self, host: Host, title: str, text: str) -> None:
        super().__init__(host)
        self.title = title
        self.text = text

    def page(self) -> Reading:
        """The text, line by line as it is, with room between two mistakes."""
        close = Choice("Close", Target("command", "close"), key="Esc")
        lines = tuple(_apart(self.text.split("\n")))
        return Reading(self.title, (Section("", lines),), (close,), self.first, code=True)


def _apart(lines: list[str]) -> Iterator[str]:
    """The lines, with an empty one before each mistake but the first: what belongs to one is indented."""
    for number, line in enumerate(lines):
        if number and line and not line.startswith(" ") and lines[number - 1].startswith(" "):
            yield ""
        yield line
