"""Where each option of the language stands, for who writes one where it has no meaning."""

import types
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from interpreter.spec.model import Spec
from interpreter.spec.section import Section
from interpreter.spec.steps import STEP_ARGUMENTS

_MOST_PLACES = 3


def places_of(option: str) -> list[str]:
    """The places where an option may stand, as paths such as ‘actions: … validate: …’; the shortest first."""
    return sorted(_places().get(option, []), key=lambda path: (path.count(":"), path))[:_MOST_PLACES]


def verbs_of(option: str) -> list[str]:
    """The steps that take an option."""
    return [verb for verb, model in STEP_ARGUMENTS.items() if option in model.option_names() and option != verb]


@cache
def _places() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for path, option in _walk(Spec, "", ()):
        found.setdefault(option, []).append(path or "the spec itself")
    return found


def _walk(section: type[Section], path: str, above: tuple[type[Section], ...]) -> Iterator[tuple[str, str]]:
    """Every option of a section and of those inside it, with the path to where it stands."""
    hints = get_type_hints(section, include_extras=True)
    for name, field in section.model_fields.items():
        option = field.alias or name
        hidden = name in section.hidden_fields()
        if not hidden:
            yield path.strip(), option
        for inner, named in _sections(hints[name]):
            if inner not in above:
                step = "" if hidden else f" {option}:"
                yield from _walk(inner, f"{path}{step}{' …' if named else ''}", (*above, section))


def _sections(annotation: Any, named: bool = False) -> Iterator[tuple[type[Section], bool]]:
    """The sections that a field may hold, and whether each stands under a name of the author's."""
    origin = get_origin(annotation)
    if isinstance(annotation, type) and issubclass(annotation, Section):
        yield annotation, named
    elif origin is Annotated:
        yield from _sections(get_args(annotation)[0], named)
    elif origin in (Union, types.UnionType, list):
        for each in get_args(annotation):
            yield from _sections(each, named)
    elif isinstance(origin, type) and issubclass(origin, dict):
        yield from _sections(get_args(annotation)[1], True)
