"""The reference of the language, made from the models and the registry, as Markdown."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from runtime.commands.output import write
from runtime.commands.reference import pages
from runtime.commands.reference.sections import sections_page

PAGES: dict[str, tuple[str, Callable[[], str]]] = {
    "sections.md": ("the sections of a spec and their options", sections_page),
    "steps.md": ("the steps that change a game", pages.steps_page),
    "functions.md": ("the functions of expressions", pages.functions_page),
    "movers.md": ("what lists the moves of an action", pages.movers_page),
    "bots.md": ("how the computer plays, and how hints are found", pages.bots_page),
    "types.md": ("the types of values, and the kinds of texts in a spec", pages.types_page),
    "events.md": ("the events of the engine", pages.events_page),
    "commands.md": ("the command line", pages.commands_page),
}


def run(out: Path) -> None:
    """Write every page into the folder."""
    for name, text in reference().items():
        write(text, out / name)


def reference() -> dict[str, str]:
    """The text of every page by the name of its file."""
    made = {name: page() for name, (_, page) in PAGES.items()}
    listed = [f"- [{name.removesuffix('.md')}]({name}): {about}" for name, (about, _) in PAGES.items()]
    index = ["# Reference", "", "Made by `tilewright reference`; do not edit by hand.", "", *listed]
    return {"README.md": "\n".join(index) + "\n", **made}
