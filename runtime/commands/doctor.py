"""What this machine has for Tilewright, what is missing, and how to get it."""

from __future__ import annotations

import os
import platform
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict
from importlib import metadata
from pathlib import Path

import typer

from interpreter import cache_folder, is_private
from interpreter.native import how_to_install, tried_compiler
from runtime.commands.output import FAILED, print_json
from runtime.commands.play import part
from runtime.files import DATA_VARIABLE, data_folder
from runtime.messages import Finding, Problem, counted, version
from runtime.playtest.sharing import cores

OLDEST, NEWEST = (3, 11), (3, 13)
REPORT = "Please report this with what ‘tilewright --debug doctor’ prints."
WIDTH = 12


def run(as_json: bool) -> None:
    """Print a line for each thing; something that Tilewright cannot do without is a failure."""
    found = list(findings())
    broken = sum(each.verdict == "broken" for each in found)
    if as_json:
        print_json({"version": version(), "findings": [asdict(each) for each in found]})
    else:
        print("\n".join([f"Tilewright {version()}, in {Path(__file__).resolve().parents[2]}", *lines(found)]))
    if broken:
        raise typer.Exit(FAILED)


def lines(found: list[Finding]) -> Iterator[str]:
    """Each thing in a line, and below it what to do."""
    for each in found:
        yield f"  {each.name:<{WIDTH}} {each.verdict}: {each.about}"
        if each.help is not None:
            yield f"  {'':<{WIDTH}} help: {each.help}"


def findings() -> Iterator[Finding]:
    """Everything, looked at one after the other; a bug in one must not hide the others."""
    parts: tuple[tuple[str, Callable[[], list[Finding]]], ...] = (
        ("system", _system),
        ("Python", _python),
        ("packages", _packages),
        ("C compiler", _compiler),
        ("window", _window),
        ("cache", _cache),
        ("data", _data),
    )
    for name, look in parts:
        yield from looked_at(name, look)


def looked_at(name: str, look: Callable[[], list[Finding]]) -> list[Finding]:
    """What was found about one thing, also where looking at it goes wrong."""
    try:
        return look()
    except Problem as problem:
        return [Finding(name, "broken", str(problem).rstrip("."), problem.help)]
    except Exception as problem:
        text = (str(problem).splitlines() or [""])[0]
        return [Finding(name, "broken", f"looking at it failed ({type(problem).__name__}: {text})", REPORT)]


def _system() -> list[Finding]:
    about = f"{platform.system()} {platform.release()} on {platform.machine()}, {counted(cores(), 'core')}"
    return [Finding("system", "fine", about)]


def _python() -> list[Finding]:
    about = f"{platform.python_version()} ({platform.python_implementation()}), {sys.executable}"
    if OLDEST <= sys.version_info[:2] <= NEWEST:
        return [Finding("Python", "fine", about)]
    return [Finding("Python", "broken", about, "Install Python 3.11, 3.12 or 3.13.")]


def _packages() -> list[Finding]:
    there, gone = [], []
    for name in _needed():
        try:
            there.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            gone.append(name)
    if not gone:
        return [Finding("packages", "fine", ", ".join(there))]
    return [Finding("packages", "broken", f"without {', '.join(gone)}", f"Run pip install {' '.join(gone)}.")]


def _needed() -> list[str]:
    """The packages without which nothing works. What belongs to an extra is asked for by whoever wants that."""
    try:
        requires = metadata.requires("tilewright") or []
    except metadata.PackageNotFoundError:
        requires = []
    return sorted(re.split(r"[^\w.-]", each)[0] for each in requires if "extra ==" not in each)


def _compiler() -> list[Finding]:
    name, problem = tried_compiler()
    if name is not None and problem is None:
        return [Finding("C compiler", "fine", f"{name}; ‘tilewright compile GAME’ uses it")]
    about = f"{name} no longer works ({problem})" if name is not None else str(problem)
    help = f"{how_to_install()} Until then games are played and searched in Python: the same, but slower."
    return [Finding("C compiler", "missing", about, help)]


def _window() -> list[Finding]:
    found: list[Finding] = part("examine")()
    return found


# Folders


def _cache() -> list[Finding]:
    folder = cache_folder()
    if not folder.exists():
        if not _can_write(folder):
            help = "Everything works, but starts more slowly. TILEWRIGHT_CACHE names another folder."
            return [Finding("cache", "limited", f"{folder} cannot be made", help)]
        return [Finding("cache", "fine", f"{folder}, which is made when it is needed")]
    files, size = _content(folder)
    about = f"{folder}, {counted(files, 'file')}, {size / 1e6:.1f} MB"
    open_ones = [each for each in sorted(folder.iterdir()) if each.is_dir() and not is_private(each)]
    if open_ones:
        named = " ".join(str(each) for each in open_ones)
        help = f"Run chmod 700 {named}, or delete it if it is not yours."
        return [Finding("cache", "limited", f"{about}; not used, because others can look into it: {named}", help)]
    if not _can_write(folder):
        return [Finding("cache", "limited", f"{about}; it cannot be written to", f"Make it your own: {folder}.")]
    return [Finding("cache", "fine", f"{about}, yours alone")]


def _data() -> list[Finding]:
    folder = data_folder()
    if not _can_write(folder):
        help = f"Make it your own, or let {DATA_VARIABLE} name another folder."
        return [Finding("data", "broken", f"{folder} cannot be written to, so no game can be saved", help)]
    if not folder.exists():
        return [Finding("data", "fine", f"{folder}, which is made when it is needed")]
    files, size = _content(folder)
    return [Finding("data", "fine", f"{folder}, {counted(files, 'file')}, {size / 1e6:.1f} MB")]


def _can_write(folder: Path) -> bool:
    """Whether a file can be made in a folder, or in the nearest one above it. It leaves nothing behind."""
    while not folder.exists() and folder.parent != folder:
        folder = folder.parent
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _content(folder: Path) -> tuple[int, int]:
    """How many files there are in a folder and those below, and how many bytes they have."""
    files = size = 0
    for path, _, names in os.walk(folder):
        for name in names:
            try:
                size += os.lstat(Path(path, name)).st_size
                files += 1
            except OSError:
                continue
    return files, size
