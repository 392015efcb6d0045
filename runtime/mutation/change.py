"""One small change of a spec's text."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.spec.nodes import Source, Span


@dataclass(frozen=True, slots=True)
class Change:
    """What stands at a place is replaced. `path` says which rule that belongs to, `what` what is different then."""

    path: str
    span: Span
    text: str
    what: str

    def applied(self) -> str:
        """The whole text with the change."""
        text = self.span.source.text
        return text[: self.span.start] + self.text + text[self.span.end :]

    @property
    def lines(self) -> tuple[list[str], list[str]]:
        """The lines that differ, before and after."""
        source, changed = self.span.source, Source("", self.applied())
        first, last = self.span.line, source.position(max(self.span.start, self.span.end - 1))[0]
        before = [source.line(number) for number in range(first, last + 1)]
        if not self.text and self.span.column == 1:
            return before, []
        end = changed.position(max(self.span.start, self.span.start + len(self.text) - 1))[0]
        return before, [changed.line(number) for number in range(first, end + 1)]
