"""Where a step gives a name that is read before it, or beside the routine that has it."""

import re
from typing import NamedTuple

from interpreter.spec.source import Span

# The sections that have steps; of an action only the effects are steps.
_STEPS = ("setup", "actions", "routines", "turns")


class _Heading(NamedTuple):
    """A section, an entry of it such as an action, and an option of that; empty where there is none."""

    section: str
    entry: str
    option: str


def step_that_names(name: str, span: Span) -> str | None:
    """What to do about a name that a step gives: one further down in the same rule, or one of a routine."""
    text = span.source.text
    own = _heading(text, span.start)
    if own.section not in _STEPS:
        return None
    read_by_step = own.section != "actions" or own.option == "effects"
    for step in re.finditer(rf"(?m)^ +(?:- +)?(?:as: {name} *$|let {name} =|random: {name} in )", text):
        section, entry, _ = _heading(text, step.start())
        line = span.source.position(step.start())[0]
        if (section, entry) == own[:2] and step.start() > span.start:
            return f"Put this after line {line}, which names it." if read_by_step else f"Move line {line} to let:."
        if section == "routines" and own[:2] != (section, entry) and read_by_step:
            return f"Put this after the step ‘run: {re.sub(r'[(].*', '(…)', entry)}’, which names it."
    return None


def _heading(text: str, offset: int) -> _Heading:
    """What an offset stands under, by the indentation of the lines before it."""
    found: list[str] = []
    begun = 0
    for indent in ("", "  ", "    "):
        above = next(reversed(list(re.finditer(rf"(?m)^{indent}([a-z][^\n:]*):", text[begun:offset]))), None)
        found.append(above[1] if above is not None else "")
        begun += above.end() if above is not None else 0
    return _Heading(*found)
