"""The output of commands: tables, colours, progress, and problems with their exit codes."""

from __future__ import annotations

import json
import os
import shutil
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO, TypeAlias

from runtime.messages import Problem

Told: TypeAlias = Callable[[int], None]
"""To be told how many pieces of work are done."""
FAILED = 1
"""A spec has mistakes, or a test fails."""
WRONG_USE = 2
"""The command line names something that does not exist or does not fit."""
INTERNAL = 70
"""A mistake of Tilewright itself."""
INTERRUPTED = 130
BROKEN_PIPE = 141


@contextmanager
def bar(count: int | None) -> Iterator[Told | None]:
    """A progress bar on a terminal, of unknown length if there is no count; nothing elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    # A thread that draws the bar would keep helpers from being started by a fork.
    drawn = Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(file=steered(sys.stderr)),
        transient=True,
        auto_refresh=False,
    )
    with drawn:
        task = drawn.add_task("", total=count)
        yield lambda done: drawn.update(task, completed=done, refresh=True)


class Guarded:
    """A stream on which no text can control the terminal: control characters are written out, such as `\\x1b`."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write a text without strange characters."""
        if not text.replace("\n", "").isprintable():
            # What most texts do without takes its time to be imported.
            from interpreter.spec.diagnostics import visible

            text = visible(text)
        self.stream.write(text)
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write each of the texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def steered(stream: Any) -> TextIO:
    """The stream for text with colours and cursor movements: a console, or a painted text."""
    found: TextIO = stream.stream if isinstance(stream, Guarded) else stream
    return found


def say(*lines: str, stream: TextIO | None = None) -> None:
    """Print lines; those that were painted keep their colours."""
    stream = sys.stdout if stream is None else stream
    for line in lines:
        print(line, file=steered(stream) if getattr(line, "painted", False) else stream)


def coloured(stream: TextIO) -> bool:
    """Whether the stream shows colours."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def print_table(
    headings: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[int] = (), least: int | None = None
) -> None:
    """Print a table; `numbers` are the columns that are right-aligned.

    If a terminal is too narrow, columns are dropped from the right, except the first `least`.
    """
    if sys.stdout.isatty():
        count = fitting(headings, rows, shutil.get_terminal_size().columns, least or len(headings))
        _rich_table(headings[:count], [row[:count] for row in rows], numbers)
        return
    print("\n".join(plain_table(headings, rows, numbers)))


def fitting(headings: Sequence[str], rows: Sequence[Sequence[str]], width: int, least: int) -> int:
    """How many columns of a table there is room for; at least `least`, which must wrap if necessary."""
    widths = [max(len(line[column]) for line in [headings, *rows]) for column in range(len(headings))]
    counts = range(len(headings), least, -1)
    # Rich keeps a blank on each side of a cell and at both ends.
    return next((count for count in counts if sum(widths[:count]) + 3 * count + 1 <= width), least)


def plain_table(headings: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[int] = ()) -> list[str]:
    """The lines of a table in columns separated by blanks."""
    lines = [headings, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(headings))]
    return [
        "  ".join(
            cell.rjust(width) if column in numbers else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    ]


def _rich_table(headings: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[int]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from interpreter.spec.diagnostics import visible

    table = Table(box=box.SIMPLE_HEAD, header_style="bold")
    for column, heading in enumerate(headings):
        # A name that is cut short cannot be typed.
        table.add_column(heading, justify="right" if column in numbers else "left", no_wrap=column == 0)
    for row in rows:
        table.add_row(*(Text(visible(cell)) for cell in row))
    Console(file=steered(sys.stdout)).print(table)


def print_json(value: Any) -> None:
    """Print a value for other programs."""
    print(json_text(value))


def json_text(value: Any) -> str:
    """A value as JSON, in lines; no character in it controls a terminal."""
    from interpreter.spec.diagnostics import is_strange

    text = json.dumps(value, indent=2, ensure_ascii=False)
    return "".join(f"\\u{ord(each):04x}" if each != "\n" and is_strange(each) else each for each in text)


def write(text: str, path: Path, quiet: bool = False) -> None:
    """Write a file, with the folders that it needs, and report it unless the output is meant for a program."""
    # The command line imports this module before it knows what is asked of it.
    from interpreter import place, require_plain

    require_plain(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    place(path.resolve(), text.encode())
    if not quiet:
        print(f"Wrote {path}.")


@contextmanager
def working_on(path: Path) -> Iterator[None]:
    """Let a mistake in Tilewright name the spec in which it came up."""
    try:
        yield
    except Exception as problem:
        problem.add_note(f"with {path}")
        raise


def report(problem: BaseException, debug: bool) -> int:
    """Tell the user about a problem; return the exit code."""
    if isinstance(problem, BrokenPipeError):
        silence_stdout()
        return BROKEN_PIPE
    if debug:
        traceback.print_exception(problem, file=sys.stderr)
    if isinstance(problem, KeyboardInterrupt):
        print("Stopped.", file=sys.stderr)
        return INTERRUPTED
    texts, code = _described(problem)
    say(*texts, stream=sys.stderr)
    return code


def silence_stdout() -> None:
    """Discard all further output, because whoever read stdout has gone."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _described(problem: BaseException) -> tuple[list[str], int]:
    if isinstance(problem, Problem):
        help = f"\n  help: {problem.help}" if problem.help else ""
        return [f"error: {problem}{help}"], WRONG_USE
    from interpreter import BadAction, BadSetting, Fault, RefusedFile, SpecError

    if isinstance(problem, RefusedFile):
        return [f"error: {problem}\n  help: {problem.help}"], WRONG_USE
    if isinstance(problem, OSError):
        where = f"{problem.filename}: " if problem.filename else ""
        return [f"error: {where}{problem.strerror or problem}"], WRONG_USE
    from interpreter.spec.diagnostics import found_in_play, render
    from runtime.bug import told

    if isinstance(problem, SpecError):
        colour = coloured(sys.stderr)
        return [render(diagnostic, colour) for diagnostic in problem.diagnostics], FAILED
    if isinstance(problem, Fault):
        return [render(found_in_play(problem.message, problem.span), coloured(sys.stderr))], FAILED
    if isinstance(problem, BadSetting | BadAction):
        return [f"error: {problem}"], WRONG_USE
    asked = "Please report it with your spec and what ‘tilewright --debug …’ prints for this command."
    return [f"error: {told(problem)} {asked}"], INTERNAL
