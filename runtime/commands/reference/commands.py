"""The page on the command line."""

from __future__ import annotations

from typing import Any

import typer.main

from runtime.commands.reference import markdown

ABOUT = "`tilewright --help` lists the commands, `tilewright COMMAND --help` the options of one."
EXIT_CODES = [
    ["0", "All is well; there may be warnings."],
    ["1", "A spec has mistakes, or a test fails."],
    ["2", "The command line is wrong: an unknown option, name, setting or file."],
    ["70", "Tilewright itself made a mistake."],
]


def page() -> str:
    """All commands with their arguments and options."""
    from runtime.cli import app

    group: Any = typer.main.get_command(app)
    codes = ["## Exit codes", "", *markdown.table(["code", "what it means"], EXIT_CODES)]
    return markdown.page(
        "Commands", ABOUT, *(_part(name, command) for name, command in group.commands.items()), codes
    )


def _part(name: str, command: Any) -> list[str]:
    lines = [f"## {name}", "", markdown.sentence(command.help)]
    rows = [_row(parameter) for parameter in command.params if parameter.name != "help"]
    return [*lines, "", *markdown.table(["argument or option", "what it says"], rows)] if rows else lines


def _row(parameter: Any) -> list[str]:
    if parameter.param_type_name == "argument":
        return [f"`{parameter.metavar}`", parameter.help or ""]
    return [", ".join(f"`{option}`" for option in (*parameter.opts, *parameter.secondary_opts)), parameter.help or ""]
