"""What is wrong with a spec, where, and what to write instead."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from interpreter.spec.characters import blotted, is_strange, visible
from interpreter.spec.nodes import Edit, Help, Span, heading
from interpreter.spec.suggest import both, did_you_mean, either, meaning, probably, suggestion

__all__ = [
    "Diagnostic",
    "Diagnostics",
    "Help",
    "Mistake",
    "Painted",
    "SpecError",
    "blotted",
    "both",
    "diagnosed",
    "did_you_mean",
    "either",
    "found_in_play",
    "is_strange",
    "meaning",
    "probably",
    "render",
    "suggestion",
    "to_json",
    "visible",
]
_COLOURS = {"error": "\x1b[1;31m", "warning": "\x1b[1;33m", "help": "\x1b[36m"}
_RESET = "\x1b[0m"
_MOST_LINES = 5
_WIDEST = 240
"""Of a longer line only so many characters are shown."""
_BEFORE = 60
"""So many of them stand before the place that is marked."""
MOST_MISTAKES = 500
"""After so many mistakes checking stops: nobody reads more, and advice on each takes its time."""


class Mistake:
    """A mistake that a check found, as a typed value; `interpreter.advice` turns it into words."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake or one warning, in its place; `also` are other places with the same one."""

    code: str
    message: str
    span: Span | None
    help: str
    severity: Literal["error", "warning"] = "error"
    fix: Edit | None = None
    also: tuple[Span, ...] = ()


def diagnosed(
    code: str, span: Span | None, message: str, help: str, severity: Literal["error", "warning"] = "error"
) -> Diagnostic:
    """A mistake or a warning, with the fix from its help."""
    fix = help.fix if isinstance(help, Help) else None
    if isinstance(fix, str):
        fix = Edit(span, fix) if span is not None else None
    return Diagnostic(code, message, span, str(help), severity, fix)


def found_in_play(message: str, span: Span | None) -> Diagnostic:
    """A mistake that shows up only when a rule is played."""
    return Diagnostic("fault", message, span, "Correct the rule here, or refuse the move before it with a check.")


class Diagnostics:
    """Everything found in one run, iterated by file and position.

    `removed` are the names that variants have removed from their parents, with the place where they do so. `alone` is
    where a spec begins that has no players: section.
    """

    def __init__(self, removed: dict[str, Span] | None = None) -> None:
        self._found: dict[_Key, Diagnostic] = {}
        self._mistakes = 0
        self.alone: Span | None = None
        self.removed: dict[str, Span] = removed if removed is not None else {}

    def report(self, mistake: Mistake) -> None:
        """Note a mistake, in the words that advice has for it."""
        # What is right needs no advice, so its modules are read when the first mistake is met.
        from interpreter.advice import WORDS

        self.add(WORDS[type(mistake)](mistake))

    def add(self, diagnostic: Diagnostic) -> None:
        """Add a diagnostic, without duplicates. Raises SpecError if there are too many mistakes."""
        self._note(diagnostic)
        if self._mistakes >= MOST_MISTAKES:
            message = f"Checking stopped here, after {MOST_MISTAKES} mistakes; there may be more."
            help = "Correct those that are listed, and check the spec again."
            self._note(Diagnostic("many-mistakes", message, diagnostic.span, help))
            raise SpecError(self)

    def _note(self, diagnostic: Diagnostic) -> None:
        diagnostic = self._at_removal(diagnostic)
        key = (diagnostic.code, diagnostic.message, diagnostic.help, *_place(diagnostic))
        if key not in self._found:
            self._found[key] = diagnostic
            self._mistakes += diagnostic.severity == "error"

    def _at_removal(self, diagnostic: Diagnostic) -> Diagnostic:
        """A mistake in the text of a parent becomes the variant's if the variant removed something that is used
        there."""
        used = diagnostic.span
        removed = self.removed.get(used.text) if used is not None else None
        if used is None or removed is None or diagnostic.severity == "warning":
            return diagnostic
        if removed.source.name == used.source.name:
            return diagnostic
        where = ": ".join(filter(None, heading(used.source, used.start)[:2]))
        message = f"‘{used.text}’ is removed here, but {used.source.name}:{used.line}:{used.column} still uses it."
        return Diagnostic("still-used", message, removed, f"Remove or restate what uses it too, under {where}.")

    def extend(self, others: "Iterable[Diagnostic]") -> None:
        """Note several diagnostics."""
        if isinstance(others, Diagnostics):
            self.alone = self.alone or others.alone
            others = list(others._found.values())
        for diagnostic in others:
            self._note(diagnostic)

    def error(self, code: str, span: Span | None, message: str, help: str) -> None:
        """Note a mistake; the help says what to write instead."""
        self.add(diagnosed(code, span, message, help))

    def warning(self, code: str, span: Span | None, message: str, help: str) -> None:
        """Note something that is allowed but probably not meant."""
        self.add(diagnosed(code, span, message, help, "warning"))

    def withdraw(self, kept: int) -> None:
        """Drop all reports after the given number."""
        while len(self._found) > kept:
            _, withdrawn = self._found.popitem()
            self._mistakes -= withdrawn.severity == "error"

    def has(self, code: str, span: Span | None = None) -> bool:
        """Whether a mistake of that kind was noted, anywhere or at a given place."""
        return any(each.code == code and span in (None, each.span) for each in self._found.values())

    @property
    def errors(self) -> list[Diagnostic]:
        """Every single mistake, by file and position."""
        return sorted((each for each in self._found.values() if each.severity == "error"), key=_place)

    def __iter__(self) -> Iterator[Diagnostic]:
        """The diagnostics to show: mistakes with one cause are merged into one."""
        if not self._found:
            return iter(())
        from interpreter.advice.causes import causes

        return iter(sorted(causes(sorted(self._found.values(), key=_place), self.alone), key=_place))

    def __len__(self) -> int:
        return len(self._found)

    def raise_if_errors(self) -> None:
        """Stop here if there is a mistake."""
        if self._mistakes:
            raise SpecError(self)


class SpecError(Exception):
    """A spec has mistakes; its text shows all of them."""

    def __init__(self, diagnostics: Diagnostics) -> None:
        super().__init__(diagnostics)
        self.diagnostics = diagnostics

    def __str__(self) -> str:
        return "\n".join(render(diagnostic) for diagnostic in self.diagnostics)


_Key = tuple[str, str, str, str, int, int]


def _place(diagnostic: Diagnostic) -> tuple[str, int, int]:
    span = diagnostic.span
    # A spec comes before its tests.
    return (
        ("", 0, 0) if span is None else (span.source.name.replace(".tests.yaml", ".yaml-tests"), span.start, span.end)
    )


class Painted(str):
    """A text whose only escape codes are the colours added to it here."""

    __slots__ = ()
    painted = True


def render(diagnostic: Diagnostic, colour: bool = False) -> Painted:
    """The diagnostic as people read it: place, message, the line with carets, help."""

    def paint(text: str, kind: str) -> str:
        return f"{_COLOURS[kind]}{text}{_RESET}" if colour else text

    severity = paint(f"{diagnostic.severity}:", diagnostic.severity)
    message = f"{severity} {visible(diagnostic.message)} [{diagnostic.code}]"
    lines = [message]
    span = diagnostic.span
    if span is not None:
        lines[0] = f"{visible(span.source.name)}:{span.line}:{span.column}: {message}"
        text, indent, carets = marked(span)
        number = str(span.line)
        lines.append(f"  {number} | {blotted(text)}".rstrip())
        lines.append(f"  {' ' * len(number)} | {' ' * indent}{paint('^' * carets, diagnostic.severity)}")
    if diagnostic.also:
        lines.append(f"  {_other_places(diagnostic.also)}")
    lines.append(f"  {paint('help:', 'help')} {visible(diagnostic.help)}")
    return Painted("\n".join(lines))


def marked(span: Span) -> tuple[str, int, int]:
    """The line of a span, or the part around it if the line is very long; where the span begins in that, and how much
    it covers."""
    text, start = span.source.line(span.line), span.column - 1
    end = span.end_column - 1 if span.end_line == span.line else len(text)
    cut = max(0, start - _BEFORE) if len(text) > _WIDEST else 0
    shown = text[cut : cut + _WIDEST]
    if cut:
        shown = "…" + shown[1:]
    if cut + _WIDEST < len(text):
        shown = shown[:-1] + "…"
    return shown, start - cut, max(1, min(end - cut, len(shown)) - (start - cut))


def _other_places(also: tuple[Span, ...]) -> str:
    """The lines where the same mistake is found, or the first of many."""
    lines = list(dict.fromkeys(f"{span.line}" for span in also))
    more = len(lines) - _MOST_LINES
    listed = [*lines[:_MOST_LINES], f"{more} more"] if more > 1 else lines
    return f"{len(also) + 1} times: also in {'line' if len(listed) == 1 else 'lines'} {both(listed)}."


def to_json(diagnostics: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    """The diagnostics for other programs; lines and columns count from 1."""
    return [
        {
            "code": diagnostic.code,
            "severity": diagnostic.severity,
            "message": diagnostic.message,
            "help": diagnostic.help,
            **_range_of(diagnostic.span),
            "also": [_range_of(span) for span in diagnostic.also],
            "fix": diagnostic.fix and {**_range_of(diagnostic.fix.span), "text": diagnostic.fix.text},
        }
        for diagnostic in diagnostics
    ]


def _range_of(span: Span | None) -> dict[str, Any]:
    if span is None:
        return {"file": None, "line": None, "column": None, "end_line": None, "end_column": None}
    return {
        "file": span.source.name,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }
