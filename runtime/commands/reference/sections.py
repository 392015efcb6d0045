"""The page on the sections of a spec: what each option takes, in words; and how pages are written in Markdown."""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

# Registers the words of tests.
import runtime.testing  # noqa: F401
from interpreter.spec.model import Equivalents, Key, OneOrMany, RawNode, Section, Spec, Step, Template, TextKind

Link = Callable[[type[Section]], str]

# Messages need not tell these from other texts and names, but the reference does.
_OWN_NAMES = {id(get_args(Template)[1]): "a template", id(get_args(Key)[1]): "a key"}

ABOUT = (
    "A spec is one YAML file. Each heading is a kind of map in it, with the options that it takes; **bold** "
    "options are required. What an expression may say is in [functions](functions.md) and [types](types.md), "
    "what a step may be in [steps](steps.md)."
)


def sections_page() -> str:
    """All sections, from the spec as a whole to the smallest, in reading order."""
    return page("Sections", ABOUT, *(part(section) for section in all_sections()))


def all_sections() -> list[type[Section]]:
    """Every section that a spec and the files beside it consist of, each once; sections inside another follow it."""
    found: dict[type[Section], None] = {}

    def visit(section: type[Section]) -> None:
        if section not in found:
            found[section] = None
            for inner in sections_in(section):
                visit(inner)

    visit(Spec)
    visit(Equivalents)
    return list(found)


def link(section: type[Section]) -> str:
    """A section by its name, as a link."""
    return f"[{section.__name__}]({anchor(section.__name__)})"


def part(section: type[Section]) -> list[str]:
    """One section: its description, its shorthand, its options."""
    lines = [f"## {section.__name__}", "", sentence(section.__doc__)]
    shorthand = _shorthand(section)
    if shorthand:
        lines += ["", shorthand]
    rows = options(section)
    if rows:
        lines += ["", *table(["option", "takes", "what it says"], rows)]
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
    if section.text_field and section.entry_fields is None and section.text_field not in section.hidden_fields():
        notes.append(f"A simple text stands for `{section.text_field}`.")
    if section.list_field and section.list_field not in section.hidden_fields():
        notes.append(f"A simple list stands for `{section.list_field}`.")
    for group in section.one_of_fields:
        notes.append(f"Exactly one of {_listed(group)} is given.")
    for group in section.exclusive_fields:
        notes.append(f"At most one of {_listed(group)} is given.")
    return " ".join(notes)


def _listed(words: tuple[str, ...]) -> str:
    quoted = [f"`{word}`" for word in words]
    return f"{', '.join(quoted[:-1])} and {quoted[-1]}"


def shape(section: type[Section], field: str, link: Link) -> str:
    """The values that a field of a section takes, or those of each entry of an open field; `link` names other
    sections."""
    annotation = get_type_hints(section, include_extras=True)[field]
    if field == section.open_field:
        [entries] = [form for form in (annotation, *get_args(annotation)) if get_origin(form) is dict]
        annotation = get_args(entries)[1]
    return in_words(annotation, link)


def sections_in(section: type[Section]) -> list[type[Section]]:
    """The sections that the fields of a section consist of, in order."""
    found: dict[type[Section], None] = {}

    def note(inner: type[Section]) -> str:
        found[inner] = None
        return inner.__name__

    hints = get_type_hints(section, include_extras=True)
    for field in section.model_fields:
        in_words(hints[field], note)
    return list(found)


def in_words(annotation: Any, link: Link) -> str:
    """The values that a field of this type takes."""
    if annotation == Step:
        return "a step"
    origin = get_origin(annotation)
    if origin is Annotated:
        return _annotated(annotation, link)
    if origin in (Union, types.UnionType):
        forms = [in_words(form, link) for form in get_args(annotation) if form is not types.NoneType]
        return " or ".join(dict.fromkeys(forms))
    if origin is list:
        return f"a list of {_plural(in_words(get_args(annotation)[0], link))}"
    if origin is dict:
        keys, values = get_args(annotation)
        return f"a map from {in_words(keys, link)} to {in_words(values, link)}"
    return link(annotation)


def _annotated(annotation: Any, link: Link) -> str:
    inner, *marks = get_args(annotation)
    for mark in reversed(marks):
        if isinstance(mark, TextKind):
            if mark.words:
                return " or ".join(f"`{word}`" for word in mark.words)
            return _OWN_NAMES.get(id(mark), mark.name)
        if isinstance(mark, RawNode):
            return mark.wanted
        if isinstance(mark, OneOrMany):
            item = in_words(get_args(inner)[0], link)
            return f"{item} or a list of {_plural(item)}"
    return in_words(inner, link)


def _plural(words: str) -> str:
    plain = {
        "a step": "steps",
        "an expression": "expressions",
        "a text": "texts",
        "a template": "templates",
        "a word": "words",
        "a name": "names",
    }
    return plain.get(words, words)


# Markdown


def page(title: str, about: str, *parts: Sequence[str]) -> str:
    """A page: its title, a paragraph, and parts separated by empty lines."""
    blocks = [f"# {title}", about, *("\n".join(part) for part in parts if part)]
    return "\n\n".join(blocks) + "\n"


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """The lines of a table."""
    lines = [headings, ["---"] * len(headings), *rows]
    return ["| " + " | ".join(_cell(cell) for cell in line) + " |" for line in lines]


def sentence(text: str | None) -> str:
    """A docstring on one line."""
    return " ".join((text or "").split())


def anchor(heading: str) -> str:
    """The link to a heading of the same page."""
    return "#" + re.sub(r"[^a-z0-9_ -]", "", heading.lower()).replace(" ", "-")


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
