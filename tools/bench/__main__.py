"""Runs the sections named on the command line, or all: ``python -m tools.bench [--page FILE] [section…]``.

With ``--page`` the tables are also written to a page of the documentation. With ``--json`` one list of names with their
values is printed instead of tables.
"""

import json
import os
import platform
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType

from tools.bench import bots, cascade, crosswords, deals, engines, games, load, native, saves, window, words
from tools.bench.table import NotMeasured, Row, table

MODULES: dict[str, ModuleType] = {
    "games": games,
    "engines": engines,
    "load": load,
    "native": native,
    "bots": bots,
    "cascade": cascade,
    "crosswords": crosswords,
    "deals": deals,
    "saves": saves,
    "window": window,
    "words": words,
}
SECTIONS: dict[str, Callable[[], list[Row]]] = {name: module.rows for name, module in MODULES.items()}


def main(given: Sequence[str]) -> int:
    """Measure, print, and return the exit code."""
    names, path = list(given), None
    as_json = "--json" in names
    names = [name for name in names if name != "--json"]
    if names[:1] == ["--page"] and len(names) > 1:
        path, names = Path(names[1]), names[2:]
    unknown = [name for name in names if name not in SECTIONS]
    if unknown:
        print(f"There is no section {', '.join(unknown)}. Sections: {', '.join(SECTIONS)}.", file=sys.stderr)
        return 2
    if as_json:
        found = [row for name in names or SECTIONS for row in SECTIONS[name]()]
        print(json.dumps([{"name": row.name, "values": dict(row.figures)} for row in found]))
        return 0
    measured: dict[str, str] = {}
    for name in names or SECTIONS:
        try:
            measured[name] = table(name, SECTIONS[name]())
        except NotMeasured as problem:
            measured[name] = f"{name}: {problem}"
        print(measured[name], end="\n\n", flush=True)
    if path is not None:
        path.write_text(page(measured), encoding="utf-8")
    return 0


def page(measured: dict[str, str]) -> str:
    """The tables as a page. About the machine it says only what is needed to read the figures."""
    parts = [
        "# Benchmarks",
        f"Measured by `make bench` on {os.cpu_count()} cores with Python {platform.python_version()}. Contenders take "
        "turns within one run, so the ratios should hold on other machines too; the times will not.",
    ]
    for name, text in measured.items():
        about = (MODULES[name].__doc__ or "").strip().partition("\n\n")[0].replace("\n", " ")
        parts += [f"## {name.capitalize()}", about, f"```text\n{text}\n```"]
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
