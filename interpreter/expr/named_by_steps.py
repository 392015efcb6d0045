"""Where a step gives a name that is read before it, or beside the routine that has it."""

import re

from interpreter.spec.headings import heading
from interpreter.spec.source import Span

# The sections that have steps; of an action only the effects are steps.
_STEPS = ("setup", "actions", "routines", "turns")


def step_that_names(name: str, span: Span) -> str | None:
    """What to do about a name that a step gives: one further down in the same rule, or one of a routine."""
    text = span.source.text
    own = heading(text, span.start)
    if own.section not in _STEPS:
        return None
    read_by_step = own.section != "actions" or own.option == "effects"
    for step in re.finditer(rf"(?m)^ +(?:- +)?(?:as: {name} *$|let {name} =|random: {name} in )", text):
        section, entry, _ = heading(text, step.start())
        line = span.source.position(step.start())[0]
        if (section, entry) == own[:2] and step.start() > span.start:
            return f"Put this after line {line}, which names it." if read_by_step else f"Move line {line} to let:."
        if section == "routines" and own[:2] != (section, entry) and read_by_step:
            return f"Put this after the step ‘run: {re.sub(r'[(].*', '(…)', entry)}’, which names it."
    return None


def result_of_routine(name: str, span: Span) -> str | None:
    """The name of what a routine finds, for who writes the name of the routine in its place."""
    text = span.source.text
    for step in re.finditer(r"(?m)^ +as: (\w+) *$", text):
        section, entry, _ = heading(text, step.start())
        if section == "routines" and entry.partition("(")[0] == name:
            return step[1]
    return None
