"""The page on the sections of a spec."""

from __future__ import annotations

# Registers the words of tests.
import runtime.acceptance  # noqa: F401
from interpreter.spec.model import Section, Spec
from runtime.commands.reference import markdown
from runtime.commands.reference.shapes import sections_in, shape

ABOUT = (
    "A spec is one YAML file. Each heading is a kind of map in it, with the options that it takes; **bold** "
    "options are required. What an expression may say is in [functions](functions.md) and [types](types.md), "
    "what a step may be in [steps](steps.md)."
)


def page() -> str:
    """All sections, from the spec as a whole to the smallest, in reading order."""
    return markdown.page("Sections", ABOUT, *(part(section) for section in all_sections()))


def all_sections() -> list[type[Section]]:
    """Every section that a spec is made of, each once; those inside a section follow it."""
    found: dict[type[Section], None] = {}

    def visit(section: type[Section]) -> None:
        if section not in found:
            found[section] = None
            for inner in sections_in(section):
                visit(inner)

    visit(Spec)
    return list(found)


def link(section: type[Section]) -> str:
    """A section by its name, as a link."""
    return f"[{section.__name__}]({markdown.anchor(section.__name__)})"


def part(section: type[Section]) -> list[str]:
    """One section: what it is, its shorthand, its options."""
    lines = [f"## {section.__name__}", "", markdown.sentence(section.__doc__)]
    shorthand = _shorthand(section)
    if shorthand:
        lines += ["", shorthand]
    rows = options(section)
    if rows:
        lines += ["", *markdown.table(["option", "takes", "what it says"], rows)]
    return lines


def options(section: type[Section]) -> list[list[str]]:
    """The options of a section as rows of a table."""
    rows: list[list[str]] = []
    if section.entry_fields is not None:
        return [[f"`{name}`", "", meaning] for name, meaning in sorted(section.known_entries.items())]
    hidden = section.hidden_fields()
    for name, field in section.model_fields.items():
        option = field.alias or name
        written = "*any name*" if name == section.open_field else f"`{option}`"
        if name in hidden and name != section.open_field:
            continue
        required = field.is_required() and name != section.open_field
        shown = f"**{written}**" if required else written
        rows.append([shown, shape(section, name, link), field.description or ""])
    return rows


def _shorthand(section: type[Section]) -> str:
    notes: list[str] = []
    if (
        section.text_field
        and section.entry_fields is None
        and section.text_field not in section.hidden_fields()
    ):
        notes.append(f"A lone text stands for `{section.text_field}`.")
    if section.list_field and section.list_field not in section.hidden_fields():
        notes.append(f"A lone list stands for `{section.list_field}`.")
    for group in section.one_of_fields:
        notes.append(f"Exactly one of {_listed(group)} is given.")
    for group in section.exclusive_fields:
        notes.append(f"At most one of {_listed(group)} is given.")
    return " ".join(notes)


def _listed(words: tuple[str, ...]) -> str:
    quoted = [f"`{word}`" for word in words]
    return f"{', '.join(quoted[:-1])} and {quoted[-1]}"
