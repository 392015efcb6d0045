"""What is wrong with a spec, in a typewriter's letters."""

from __future__ import annotations

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
        """The text, line by line as it is."""
        close = Choice("Close", Target("command", "close"), key="Esc")
        return Reading(self.title, (Section("", tuple(self.text.split("\n"))),), (close,), self.first, code=True)
