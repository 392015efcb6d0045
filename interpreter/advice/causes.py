"""Many mistakes of one cause, said once: the same one in many places, and all that a missing section brings about."""

import re
from collections.abc import Iterable
from dataclasses import replace

from interpreter.spec.diagnostics import Diagnostic
from interpreter.spec.nodes import Span, heading
from interpreter.spec.suggest import both

# What comes of reading a text in braces as a map, or an expression up to the comma in brackets that are not closed.
_MISREAD = frozenset({"empty-value", "comma-in-flow", "flow-brackets"})
# What is said of a step that cannot be read.
_BROKEN_STEP = frozenset({"missing-colon", "unknown-step", "unbalanced-bracket"})
# From how many places on the same mistake is said once.
_MANY = 3
# The only player of a game without players:.
_ONLY_PLAYER = "you"
# What is wrong in a game of one and would be right in a game of two.
_NEEDS_PLAYERS = frozenset({"unknown-player", "opponent", "winner-alone"})


def causes(found: list[Diagnostic], alone: Span | None) -> Iterable[Diagnostic]:
    """The mistakes without those that others bring about; `alone` is where a spec begins that has no players:."""
    found = [each for each in found if each.code not in _MISREAD or not _is_misread(each, found)]
    found = [each for each in found if each.code != "not-visible" or not _is_named_by_broken_step(each, found)]
    return _gathered(found if alone is None else _without_players(found, alone))


def _is_misread(inner: Diagnostic, found: list[Diagnostic]) -> bool:
    """Whether a mistake stands in braces where no map belongs, such as `{c}` for a text, or at what is no step."""
    if inner.span is None:
        return False
    for each in found:
        braces = each.code == "shape" and each.span is not None and each.span.text.startswith("{")
        if each.span is not None and braces and each.span.covers(inner.span):
            return True
        if each.code == "unknown-step" and each.span == inner.span:
            return True
        if inner.code == "flow-brackets" and each.code == "unbalanced-bracket" and inner.span.covers(each.span):
            return True
    return False


def _is_named_by_broken_step(unknown: Diagnostic, found: list[Diagnostic]) -> bool:
    """Whether a name is unknown because the step before it that may give it cannot be read."""
    if unknown.span is None or not unknown.message.endswith("is not known yet."):
        return False
    source, at = unknown.span.source, unknown.span.start
    broken = (each.span for each in found if each.code in _BROKEN_STEP and each.span is not None)
    before = [span.start for span in broken if span.source is source and span.start < at]
    rule = heading(source.text, at)[:2] if before else None
    return any(heading(source.text, start)[:2] == rule for start in before)


def _gathered(found: list[Diagnostic]) -> Iterable[Diagnostic]:
    """The same mistake in many places as one."""
    groups: dict[tuple[str, str, str, str], list[Diagnostic]] = {}
    for each in found:
        file = each.span.source.name if each.span is not None else ""
        groups.setdefault((each.code, each.message, each.help, file), []).append(each)
    for first, *others in groups.values():
        if len(others) + 1 < _MANY:
            yield from (first, *others)
        else:
            yield replace(first, also=tuple(each.span for each in others if each.span is not None))


def _without_players(found: list[Diagnostic], alone: Span) -> list[Diagnostic]:
    """The mistakes of a game whose players: is missing, with that in place of all that comes of it."""
    named = [each for each in found if each.severity == "error" and _ONLY_PLAYER in re.findall(r"\w+", each.help)]
    names = list(dict.fromkeys(each.span.text for each in named if each.span is not None))
    if not names or not any(each.code in _NEEDS_PLAYERS for each in found):
        return found
    message = f"This game has no ‘players:’, but it speaks of {both([f'‘{name}’' for name in names])}."
    players = ", ".join(f"{name}: {{}}" for name in names)
    missing = Diagnostic("missing-players", message, alone, f"Add players: {{{players}}}.")
    kept = [each for each in found if each not in named and each.code not in _NEEDS_PLAYERS]
    return [missing, *kept]
