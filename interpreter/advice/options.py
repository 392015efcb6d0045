"""The options of a spec, where each is allowed, and what they take."""

import types
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from interpreter.spec.model import Spec
from interpreter.spec.nodes import Mapping, Node, Sequence
from interpreter.spec.section import Section
from interpreter.spec.step_model import STEP_ARGUMENTS

_MOST_PLACES = 3


def places_of(option: str) -> list[str]:
    """The places where an option is allowed, as paths such as ‘actions: … validate: …’; the shortest first."""
    return sorted(_places().get(option, []), key=lambda path: (path.count(":"), path))[:_MOST_PLACES]


def belongs_beside(option: str, path: list[str]) -> str | None:
    """The part of a path beside which an option would make sense, if it was written further inside; innermost first."""
    for depth in range(len(path) - 1, 0, -1):
        around = path[:depth]
        for known in _places().get(option, []):
            parts = known.replace(":", "").split()
            if len(parts) == depth and all(part in ("…", name) for part, name in zip(parts, around, strict=True)):
                return path[depth]
    return None


def meaning_of(option: str) -> str | None:
    """The meaning of an option, if it is the same wherever the option is allowed."""
    meanings = {
        field.description
        for model in (*STEP_ARGUMENTS.values(), *_models())
        for name, field in model.model_fields.items()
        if (field.alias or name) == option
    }
    return meanings.pop() if len(meanings) == 1 else None


@cache
def _models() -> frozenset[type[Section]]:
    """Every section of a spec."""
    found: set[type[Section]] = set()
    waiting: list[type[Section]] = [Spec]
    while waiting:
        section = waiting.pop()
        found.add(section)
        hints = get_type_hints(section, include_extras=True)
        inner = (each for name in section.model_fields for each, _ in _sections(hints[name]))
        waiting += [each for each in inner if each not in found]
    return frozenset(found)


def verbs_of(option: str) -> list[str]:
    """The steps that take an option."""
    return [verb for verb, model in STEP_ARGUMENTS.items() if option in model.option_names() and option != verb]


def inside_of(around: list[str], option: str, value: Node) -> tuple[str, bool, list[str]] | None:
    """Where an option is allowed further inside a place: below which option, whether below a name there, and what must
    be beside it; None if it is allowed nowhere inside or takes no value of this shape."""
    for path, section in _holders().get(option, []):
        parts = path.replace(":", "").split()
        inner = parts[len(around) :]
        fits = all(part in ("…", name) for part, name in zip(parts, around, strict=False))
        if not fits or len(parts) <= len(around) or inner[0] == "…" or inner[1:] not in ([], ["…"]):
            continue
        if inner[1:] and (not around or not _leads(section, option)):
            continue
        if _shape(value) in _shapes(_annotation(section, option)):
            fields = section.model_fields.items()
            needed = [field.alias or name for name, field in fields if field.is_required()]
            return inner[0], bool(inner[1:]), [each for each in needed if each != option]
    return None


def list_for(options: list[str], keys: set[str]) -> str | None:
    """The option that takes a list of entries with these keys, in a section that has these options."""
    for model in _models():
        if model.option_names() != options:
            continue
        hints = get_type_hints(model, include_extras=True)
        for name, field in model.model_fields.items():
            for form in (hints[name], *get_args(hints[name])):
                item = get_args(form)[0] if get_origin(form) is list else None
                if isinstance(item, type) and issubclass(item, Section) and keys <= {*item.option_names()}:
                    return field.alias or name
    return None


def takes_names(option: str) -> bool:
    """Whether an option always takes a map of names chosen by the author."""
    held = [_annotation(section, option) for _, section in _holders().get(option, [])]
    return bool(held) and all(_named(each) for each in held)


def takes_list(option: str) -> bool:
    """Whether an option always takes a list of entries."""
    held = [_annotation(section, option) for _, section in _holders().get(option, [])]
    return bool(held) and all("list" in _shapes(each) and "map" not in _shapes(each) for each in held)


def _named(annotation: Any) -> bool:
    """Whether a field takes a map of names chosen by the author and nothing else."""
    if get_origin(annotation) in (Annotated, Union, types.UnionType):
        inner = [each for each in get_args(annotation) if each is not type(None)]
        return _named(inner[0]) and (get_origin(annotation) is Annotated or all(map(_named, inner)))
    origin = get_origin(annotation)
    return isinstance(origin, type) and issubclass(origin, dict)


def _leads(section: type[Section], option: str) -> bool:
    """Whether an option is the main one of a section, and not one that only goes with another."""
    fields = section.model_fields.items()
    needed = any((field.alias or name) == option and field.is_required() for name, field in fields)
    return needed or any(option in group for group in section.one_of_fields)


def _shape(value: Node) -> str:
    return "map" if isinstance(value, Mapping) else "list" if isinstance(value, Sequence) else "text"


def _annotation(section: type[Section], option: str) -> Any:
    """The declared type of an option's field."""
    names = (name for name, field in section.model_fields.items() if (field.alias or name) == option)
    return get_type_hints(section, include_extras=True)[next(names)]


def _shapes(annotation: Any) -> set[str]:
    """The shapes that a field may have: a text, a list or a map."""
    origin = get_origin(annotation)
    if isinstance(annotation, type) and issubclass(annotation, Section):
        return {"map"}
    if origin is Annotated:
        return _shapes(get_args(annotation)[0])
    if origin in (Union, types.UnionType):
        return {shape for each in get_args(annotation) for shape in _shapes(each) if each is not type(None)}
    if origin is list:
        return {"list"}
    return {"map"} if isinstance(origin, type) and issubclass(origin, dict) else {"text"}


@cache
def _places() -> dict[str, list[str]]:
    return {option: [path or "the spec itself" for path, _ in found] for option, found in _holders().items()}


@cache
def _holders() -> dict[str, list[tuple[str, type[Section]]]]:
    """For each option the paths to its places, with the section that has it."""
    found: dict[str, list[tuple[str, type[Section]]]] = {}
    for path, option, section in _walk(Spec, "", ()):
        found.setdefault(option, []).append((path, section))
    return found


def _walk(
    section: type[Section], path: str, above: tuple[type[Section], ...]
) -> Iterator[tuple[str, str, type[Section]]]:
    """Every option of a section and of those inside it, with the path to it."""
    hints = get_type_hints(section, include_extras=True)
    for name, field in section.model_fields.items():
        option = field.alias or name
        hidden = name in section.hidden_fields()
        if not hidden:
            yield path.strip(), option, section
        for inner, named in _sections(hints[name]):
            if inner not in above:
                step = "" if hidden else f" {option}:"
                yield from _walk(inner, f"{path}{step}{' …' if named else ''}", (*above, section))


def _sections(annotation: Any, named: bool = False) -> Iterator[tuple[type[Section], bool]]:
    """The sections that a field may hold, and whether each is below a name chosen by the author."""
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
