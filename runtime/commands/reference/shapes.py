"""What an option of a section takes, in words."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from interpreter.spec.model import Key, OneOrMany, RawNode, Section, Step, Template, TextKind

Link = Callable[[type[Section]], str]

# Messages need not tell these from other texts and names, but the reference does.
_OWN_NAMES = {id(get_args(Template)[1]): "a template", id(get_args(Key)[1]): "a key"}


def shape(section: type[Section], field: str, link: Link) -> str:
    """What a field of a section takes, or each entry of an open field; `link` names other sections."""
    annotation = get_type_hints(section, include_extras=True)[field]
    if field == section.open_field:
        [entries] = [form for form in (annotation, *get_args(annotation)) if get_origin(form) is dict]
        annotation = get_args(entries)[1]
    return in_words(annotation, link)


def sections_in(section: type[Section]) -> list[type[Section]]:
    """The sections that the fields of a section are made of, in their order."""
    found: dict[type[Section], None] = {}

    def note(inner: type[Section]) -> str:
        found[inner] = None
        return inner.__name__

    hints = get_type_hints(section, include_extras=True)
    for field in section.model_fields:
        in_words(hints[field], note)
    return list(found)


def in_words(annotation: Any, link: Link) -> str:
    """What a field of this type takes."""
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
