"""Changes of a spec that make no difference to anybody: the file that lists them, beside the spec."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path

from interpreter import catalogue, load_equivalents
from interpreter.spec.diagnostics import Diagnostic, Diagnostics, diagnosed, did_you_mean
from interpreter.spec.model import Equivalent, Spec
from interpreter.spec.nodes import Span, quoted
from runtime.testing.mutants import SpecChange, changes

_NUMBERS = re.compile(r"\[\d+\]")
_ELLIPSIS = "…"
MOST_LINES = 3
"""Of a longer text a draft has the first line only."""
LIKE = 0.8


class Explained:
    """The changes that a file lists as making no difference, found by their rule and the lines before and after."""

    def __init__(self, entries: Sequence[Equivalent], possible: Iterable[SpecChange]) -> None:
        self.entries = entries
        self._possible = list(possible)

    def of(self, change: SpecChange) -> Equivalent | None:
        """The entry that describes a change, if there is one."""
        return self._entries.get(id(change))

    @cached_property
    def _entries(self) -> dict[int, Equivalent]:
        return {id(change): entry for entry in self.entries for change in self.meant(entry)}

    def meant(self, entry: Equivalent) -> list[SpecChange]:
        """The changes that an entry describes: one rule may have several with the same text."""
        return [change for change in self._by_rule.get(_rule(entry.rule), ()) if _tells(entry, change)]

    @cached_property
    def _by_rule(self) -> dict[str, list[SpecChange]]:
        found: dict[str, list[SpecChange]] = {}
        for change in self._possible:
            found.setdefault(_rule(change.path), []).append(change)
        return found

    def unknown(self) -> list[Diagnostic]:
        """The entries that describe no existing change."""
        return [self._unknown(entry) for entry in self.entries if not self.meant(entry)]

    def _unknown(self, entry: Equivalent) -> Diagnostic:
        there = self._by_rule.get(_rule(entry.rule))
        if there is None:
            message = f"No rule that can be changed is called ‘{entry.rule}’."
            help = did_you_mean(_rule(entry.rule), sorted(self._by_rule)) or "Delete this entry."
            return _outdated(entry.rule.span, message, help)
        before = {_plain(change.lines[0]): change for change in there}
        if not any(_is(str(entry.before), text) for text in before):
            near = get_close_matches(_written(str(entry.before)), before, 1, LIKE)
            message = f"‘{_rule(entry.rule)}’ no longer has these lines."
            help = f"It has ‘{near[0]}’ now. " if near else ""
            return _outdated(entry.before.span, message, f"{help}Correct this entry, or delete it.")
        message = "These lines are there, but no change turns them into that."
        help = "Write both as ‘tilewright mutate --draft’ does, or delete this entry."
        return _outdated((entry.after or entry.before).span, message, help)


def _outdated(span: Span, message: str, help: str) -> Diagnostic:
    # Whoever changes a rule must be able to play it before anybody looks after the reasons of its mutants.
    return diagnosed("no-such-change", span, message, help, "warning")


def check_equivalents(spec: Spec, path: Path, diagnostics: Diagnostics) -> None:
    """Report everything wrong with the file beside a spec, including entries that describe no existing change."""
    entries, found = load_equivalents(path)
    diagnostics.extend(found)
    if entries:
        diagnostics.extend(Explained(entries, changes(spec)).unknown())


def drafts(survivors: Sequence[SpecChange], path: Path) -> list[str]:
    """Entries for changes in the form used by the file beside a spec, complete except for their reasons."""
    beside = catalogue.equivalents_of(path)
    lines = [] if beside.is_file() else ["equivalents:"]
    for change in survivors:
        before, after = change.lines
        lines.append(f"  - rule: {_rule(change.path)}")
        lines += _drafted("before", before)
        lines += _drafted("after", after) if _plain(after) else []
        lines.append("    reason:")
    return lines


def _drafted(key: str, lines: list[str]) -> list[str]:
    """Lines as an option; if there are many, only the first."""
    if len(lines) > MOST_LINES:
        return [f"    {key}: {quoted(f'{lines[0].strip()} {_ELLIPSIS}')}"]
    if len(lines) == 1:
        return [f"    {key}: {quoted(lines[0].strip())}"]
    margin = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    return [f"    {key}: |-", *(f"      {line[margin:]}" for line in lines)]


def _rule(path: str) -> str:
    """The path of a rule without numbers, which change when something is inserted before it."""
    return _NUMBERS.sub("", path)


def _tells(entry: Equivalent, change: SpecChange) -> bool:
    before, after = change.lines
    return _is(str(entry.before), _plain(before)) and _is(str(entry.after or ""), _plain(after))


def _is(written: str, text: str) -> bool:
    """Whether a text matches the written one, whose end may be left out."""
    written = _written(written)
    if written.endswith(_ELLIPSIS):
        return text.startswith(written.removesuffix(_ELLIPSIS).rstrip())
    return text == written


def _written(text: str) -> str:
    return " ".join(text.split())


def _plain(lines: list[str]) -> str:
    """Lines without their layout."""
    return " ".join(" ".join(lines).split())
