"""Many mistakes with one cause, reported once: the same mistake in many places, and everything that a missing section
causes."""

import re
from collections.abc import Iterable
from dataclasses import replace

from interpreter.spec.diagnostics import Diagnostic
from interpreter.spec.nodes import Source, Span, heading, keys_above, line_end
from interpreter.spec.suggest import both

# What comes of reading a text in braces as a map.
_MISREAD = frozenset({"empty-value", "comma-in-flow"})
# What is said of the text that was misread.
_MISREADING = ("shape", "unknown-step")
# What is said of a step that cannot be read.
_BROKEN_STEP = frozenset({"missing-colon", "missing-dash", "unknown-step", "unbalanced-bracket"})
# What a step gives a name to: a value of its own, or an event that others speak of.
_NAMES = re.compile(r"\blet +(\w+)|\b(?:random|for): *(\w+) +in\b|\bevent: *(\w+)|\bas: *(\w+)")
_UNKNOWN = frozenset({"unknown-name", "unknown-event"})
# From how many places on the same mistake is said once.
_MANY = 3
# The only player of a game without players:.
_ONLY_PLAYER = "you"
# What is wrong in a game of one and would be right in a game of two.
_NEEDS_PLAYERS = frozenset({"unknown-player", "opponent", "winner-alone"})


def causes(found: list[Diagnostic], alone: Span | None) -> Iterable[Diagnostic]:
    """The mistakes without those that others cause; `alone` is where a spec begins that has no players:."""
    if any(each.code in _MISREAD for each in found):
        found = _without_misread(found)
    if any(each.code == "unknown-step" for each in found):
        found = _without_options_behind_dashes(found)
    if any(each.code in _BROKEN_STEP for each in found):
        found = _without_names_of_broken_steps(found)
    if any(each.code == "unknown-key" for each in found):
        found = _once_for_each_place(found)
    if any(each.code == "no-start" for each in found):
        found = _without_comparisons_with_none(found)
    if any(each.code == "not-visible" for each in found):
        found = _once_for_each_move(found)
    if any(each.code == "swapped-parameter" for each in found):
        found = _without_swapped_parameters(found)
    if any(each.code == "malformed" for each in found):
        found = _without_checks_of_conditions(found)
    return _gathered(found if alone is None else _without_players(found, alone))


def _without_misread(found: list[Diagnostic]) -> list[Diagnostic]:
    """The mistakes without those in braces where no map belongs, such as `{c}`, and those at anything that is not a
    step."""
    spans = {code: [each.span for each in found if each.code == code and each.span] for code in _MISREADING}
    braces = [span for span in spans["shape"] if span.text.startswith("{")]
    no_steps = set(spans["unknown-step"])

    def is_misread(each: Diagnostic) -> bool:
        span = each.span
        if each.code not in _MISREAD or span is None:
            return False
        return span in no_steps or any(outer.covers(span) for outer in braces)

    return [each for each in found if not is_misread(each)]


def _once_for_each_place(found: list[Diagnostic]) -> list[Diagnostic]:
    """The mistakes, with only one for several unknown options of a place that share a remedy."""
    said: set[tuple[str, str, str]] = set()
    kept = []
    for each in found:
        place = (each.message.partition("’")[2], each.help, each.span.source.name if each.span is not None else "")
        if each.code != "unknown-key" or not each.help.startswith(("Write ", "For ", "The type ")) or place not in said:
            kept.append(each)
        if each.code == "unknown-key":
            said.add(place)
    return kept


def _without_comparisons_with_none(found: list[Diagnostic]) -> list[Diagnostic]:
    """The mistakes without comparisons with none that become right once a property may start as none."""
    names = [each.span.text for each in found if each.code == "no-start" and each.span is not None]

    def comes_of_it(each: Diagnostic) -> bool:
        asked = re.findall(r"\.(\w+)", each.span.text) if each.code == "never-none" and each.span is not None else []
        return not set(names).isdisjoint(asked)

    return [each for each in found if not comes_of_it(each)]


def _once_for_each_move(found: list[Diagnostic]) -> list[Diagnostic]:
    """The mistakes, with only one for several uses of a choice that must be made earlier."""
    said: set[tuple[str, str]] = set()
    kept = []
    for each in found:
        if not each.help.startswith("Move ‘") or (each.message, each.help) not in said:
            kept.append(each)
        said.add((each.message, each.help))
    return kept


def _without_checks_of_conditions(found: list[Diagnostic]) -> list[Diagnostic]:
    """The mistakes without the check that a require lacks because its condition is where its name belongs."""
    named = {(each.span.source, each.span.line) for each in found if each.code == "malformed" and each.span is not None}

    def comes_of_it(each: Diagnostic) -> bool:
        span = each.span
        lacks = each.code == "missing-key" and "‘check’" in each.message
        return lacks and span is not None and span.text == "require" and (span.source, span.line) in named

    return [each for each in found if not comes_of_it(each)]


def _without_swapped_parameters(found: list[Diagnostic]) -> list[Diagnostic]:
    """The mistakes without names that are unknown because the type stands in the place of a parameter's name."""
    swapped = [each.span for each in found if each.code == "swapped-parameter" and each.span is not None]

    def comes_of_it(each: Diagnostic) -> bool:
        span = each.span
        if span is None or each.code not in _UNKNOWN:
            return False
        # The name of a define stands right before what is worked out with its parameters.
        own = keys_above(span.source.root, span.start)[:2]
        return any(name.text == span.text and len(own) > 1 and _is_part(name, own[1]) for name in swapped)

    return [each for each in found if not comes_of_it(each)]


def _is_part(span: Span, key: str) -> bool:
    """Whether a span is part of a key, where it stands with its whole text."""
    begin = span.source.text.rfind("\n", 0, span.start) + 1
    return span.source.text[begin : line_end(span.source.text, span.start)].lstrip().startswith(key)


def _without_options_behind_dashes(found: list[Diagnostic]) -> list[Diagnostic]:
    """The mistakes without those of a step that lacks an option because the option is below it, behind a dash."""
    steps = {each.span.start: each.span for each in found if each.code == "unknown-step" and each.span is not None}

    def comes_of_it(each: Diagnostic) -> bool:
        span = each.span
        if each.code != "missing-key" or span is None:
            return False
        below = re.compile(r"[^\n]*\n *- ").match(span.source.text, span.start)
        step = steps.get(below.end()) if below is not None else None
        return step is not None and step.source is span.source and f"‘{step.text}’" in each.message

    return [each for each in found if not comes_of_it(each)]


def _without_names_of_broken_steps(found: list[Diagnostic]) -> list[Diagnostic]:
    """The mistakes without names that are unknown because the step before them that may define them cannot be read."""
    first: dict[tuple[Source, str, str], int] = {}
    given: set[tuple[Source, str]] = set()
    for each in found:
        if each.code in _BROKEN_STEP and each.span is not None:
            source, start = each.span.source, each.span.start
            rule = (source, *heading(source, start)[:2])
            first[rule] = min(start, first.get(rule, start))
            line = source.text[source.text.rfind("\n", 0, start) + 1 : line_end(source.text, start)]
            given |= {(source, name) for names in _NAMES.findall(line) for name in names if name}

    def is_named(each: Diagnostic) -> bool:
        span = each.span
        if span is not None and each.code in _UNKNOWN and (span.source, span.text) in given:
            return True
        if span is None or each.code != "not-visible" or not each.message.endswith("is not known yet."):
            return False
        rule = (span.source, *heading(span.source, span.start)[:2])
        return rule in first and first[rule] < span.start

    return [each for each in found if not is_named(each)]


def _gathered(found: list[Diagnostic]) -> Iterable[Diagnostic]:
    """Repeated mistakes, merged into one."""
    groups: dict[tuple[str, str, str, str], list[Diagnostic]] = {}
    for each in found:
        file = each.span.source.name if each.span is not None else ""
        groups.setdefault((each.code, each.message, each.help, file), []).append(each)
    for first, *others in groups.values():
        if len(others) + 1 < _MANY:
            yield from (first, *others)
        else:
            yield replace(first, also=tuple(each.span for each in others if each.span is not None))


def _names_the_only_player(help: str) -> bool:
    return _ONLY_PLAYER in re.findall(r"\w+", help.removeprefix("Did you mean"))


def _without_players(found: list[Diagnostic], alone: Span) -> list[Diagnostic]:
    """The mistakes of a game without players:, reported as that instead of everything that follows from it."""
    named = [each for each in found if each.severity == "error" and _names_the_only_player(each.help)]
    names = list(dict.fromkeys(each.span.text for each in named if each.span is not None))
    if not names or not any(each.code in _NEEDS_PLAYERS for each in found):
        return found
    known = set(names)

    def comes_of_it(each: Diagnostic) -> bool:
        speaks = each.span is not None and not known.isdisjoint(re.findall(r"\w+", each.span.text))
        return each in named or each.code in _NEEDS_PLAYERS or speaks or "player" in re.findall(r"\w+", each.message)

    message = f"This game has no ‘players:’, but it mentions {both([f'‘{name}’' for name in names])}."
    players = ", ".join(f"{name}: {{}}" for name in names)
    missing = Diagnostic("missing-players", message, alone, f"Add players: {{{players}}}.")
    return [missing, *(each for each in found if each.severity == "warning" or not comes_of_it(each))]
