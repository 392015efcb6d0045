"""The reference of the language, made from the models and the registry, as Markdown."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from runtime.commands.output import write
from runtime.commands.reference import bots, commands, events, functions, movers, sections, steps, types

PAGES: dict[str, tuple[str, Callable[[], str]]] = {
    "sections.md": ("the sections of a spec and their options", sections.page),
    "steps.md": ("the steps that change a game", steps.page),
    "functions.md": ("the functions of expressions", functions.page),
    "movers.md": ("what lists the moves of an action", movers.page),
    "bots.md": ("how the computer plays, and how hints are found", bots.page),
    "types.md": ("the types of values, and the kinds of texts in a spec", types.page),
    "events.md": ("the events of the engine", events.page),
    "commands.md": ("the command line", commands.page),
}


def run(out: Path) -> None:
    """Write every page into the folder."""
    for name, text in pages().items():
        write(text, out / name)


def pages() -> dict[str, str]:
    """The text of every page by the name of its file."""
    made = {name: page() for name, (_, page) in PAGES.items()}
    listed = [f"- [{name.removesuffix('.md')}]({name}): {about}" for name, (about, _) in PAGES.items()]
    index = ["# Reference", "", "Made by `tilewright reference`; do not edit by hand.", "", *listed]
    return {"README.md": "\n".join(index) + "\n", **made}
