"""The page on the functions of expressions."""

from __future__ import annotations

from interpreter.plugin import Function, functions
from runtime.commands.reference import examples, markdown

ABOUT = (
    "`T` is any type, `T…` one or more values. A `spot` is a site, a piece or none. A parameter with "
    "`= value` may be left out, as may one with `?` after its name; items of a `list T?` may be none. The "
    "last argument may be a comprehension: `any(x.lit for x in grid)`. An example names the game that it is from."
)


def page() -> str:
    """All functions by group."""
    groups: dict[str, list[Function]] = {}
    for function in functions().values():
        groups.setdefault(function.group, []).append(function)
    return markdown.page("Functions", ABOUT, *(_part(group, groups[group]) for group in sorted(groups)))


def _part(group: str, members: list[Function]) -> list[str]:
    rows = [
        [
            "<br>".join(f"`{signature.text}`" for signature in function.signatures),
            function.about,
            _example(function.name),
        ]
        for function in sorted(members, key=lambda each: each.name)
    ]
    return [f"## {group.capitalize()}", "", *markdown.table(["function", "what it gives", "example"], rows)]


def _example(name: str) -> str:
    text, game = examples.calls().get(name, ("", ""))
    return f"`{text}`{f' ({game})' if game else ''}" if text else ""
