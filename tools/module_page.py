"""Writes docs/modules.md, one line for every module, from its docstring: `python -m tools.module_page`."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "modules.md"
PACKAGES = ("interpreter", "runtime", "renderer", "tools")
SENTENCE = re.compile(r".+?[.!?](?= [A-Z`]|$)")


def page() -> str:
    """The whole page."""
    about = "What each file is for. [architecture.md](architecture.md) tells how they work together."
    parts = ["# Every module", about]
    for package in PACKAGES:
        for folder in sorted({path.parent for path in (ROOT / package).rglob("*.py")}):
            parts.append(_folder(folder))
    return "\n\n".join(parts) + "\n"


def _folder(folder: Path) -> str:
    modules = {path.name: path for path in sorted(folder.glob("*.py"))}
    about = _first_sentence(modules.pop("__init__.py"))
    rows = [f"| `{name}` | {_first_sentence(path)} |" for name, path in modules.items()]
    table = "\n".join(["| file | what it is for |", "|---|---|", *rows])
    return f"## {folder.relative_to(ROOT).as_posix()}/\n\n{about}\n\n{table}" if rows else ""


def _first_sentence(path: Path) -> str:
    text = " ".join((ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").split())
    found = SENTENCE.match(text)
    return found[0] if found else text


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
    print(f"Wrote {PAGE.relative_to(ROOT)}.")
