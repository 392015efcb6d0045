"""The page on steps."""

from __future__ import annotations

from interpreter import plugin
from interpreter.spec.model import STEP_ARGUMENTS
from runtime.commands.reference import examples, markdown, sections

ABOUT = (
    "A step stands in a list under `setup`, `effects`, `do` and the like. It is a statement on one line, or "
    "a map with one verb and its options; **bold** options are required."
)
STATEMENTS = [
    ["`c.mark = me`", "Gives a property, a variable or a list of them a value; also `+=` and `-=`."],
    ["`let gain = 3`", "Names a value, which is visible to the end of its block."],
    ["`again`", "The same player has another turn."],
]


def page() -> str:
    """All statements and verbs."""
    plugin.steps()
    statements = ["## Statements", "", *markdown.table(["statement", "what it does"], STATEMENTS)]
    return markdown.page("Steps", ABOUT, statements, *(_part(verb) for verb in STEP_ARGUMENTS))


def _part(verb: str) -> list[str]:
    model = STEP_ARGUMENTS[verb]
    about = markdown.sentence(model.__doc__)
    return [
        f"## {verb}",
        "",
        about,
        "",
        *markdown.table(["option", "takes", "what it says"], sections.options(model)),
        *_example(verb),
    ]


def _example(verb: str) -> list[str]:
    text, game = examples.steps().get(verb, ("", ""))
    return ["", f"For example, in {game}:", "", "```yaml", text, "```"] if text else []
