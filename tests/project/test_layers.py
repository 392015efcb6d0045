"""What is imported together, and what is not."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("module", ["interpreter", "runtime", "runtime.cli", "renderer"])
def test_importing_does_not_load_the_window_library(module: str) -> None:
    program = f"import sys, {module}; print(sorted({{'arcade', 'pyglet'}} & set(sys.modules)))"
    finished = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (finished.stdout.strip(), finished.stderr) == ("[]", "")


@pytest.mark.parametrize("asked", ["--version", "--help"])
def test_what_needs_no_game_is_answered_without_the_interpreter(asked: str) -> None:
    program = (
        "import atexit, sys; from runtime.__main__ import main; sys.argv = ['tilewright', sys.argv[1]]\n"
        "atexit.register(lambda: print('interpreter' in sys.modules, file=sys.stderr)); main()"
    )
    finished = subprocess.run(
        [sys.executable, "-c", program, asked], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert finished.stderr.strip() == "False"


@pytest.mark.parametrize("package", ["interpreter", "runtime", "renderer"])
def test_packages_do_not_import_the_tools(package: str) -> None:
    importing = {
        f"{path.relative_to(ROOT)}:{number}"
        for path in sorted((ROOT / package).rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if line.split()[:2] in (["import", "tools"], ["from", "tools"])
        or line.lstrip().startswith(("import tools.", "from tools."))
    }
    assert importing == set()


PUBLIC = {
    "interpreter",
    "interpreter.boards",
    "interpreter.drawing",
    "interpreter.expressions",
    "interpreter.native",
    "interpreter.plugin",
    "interpreter.position",
    "interpreter.program",
    "interpreter.spec.diagnostics",
    "interpreter.spec.model",
    "interpreter.spec.nodes",
    "interpreter.streams",
    "interpreter.views",
}
"""What runtime, renderer and plugins may import from the interpreter."""


def imported(text: str) -> set[str]:
    """The modules of the interpreter that a text imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            for each in node.names:
                inner = f"{node.module}.{each.name}"
                path = ROOT / inner.replace(".", "/")
                found.add(inner if path.is_dir() or path.with_suffix(".py").is_file() else node.module)
    return {name for name in found if name.split(".")[0] == "interpreter"}


def sources(*packages: str) -> list[Path]:
    return [path for package in packages for path in sorted((ROOT / package).rglob("*.py"))]


def test_runtime_and_renderer_import_the_public_modules_of_the_interpreter_alone() -> None:
    inner = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in sources("runtime", "renderer")
        for name in imported(path.read_text(encoding="utf-8")) - PUBLIC
    }
    assert inner == set()
    assert len(PUBLIC) <= 13


def test_plugins_import_one_module_of_the_interpreter() -> None:
    page = (ROOT / "docs" / "plugins.md").read_text(encoding="utf-8")
    assert set().union(*map(imported, re.findall(r"```python\n(.*?)```", page, re.DOTALL))) == {"interpreter.plugin"}


def test_nobody_else_knows_how_positions_are_stored() -> None:
    """Not by index, nor by the names of columns, nor by the fields of the layout."""
    known = re.compile(r"""\bdata\[|program\.layout\b|["'](at|cell|zone|stream|known|engine)\.\w*["']""")
    knowing = {
        f"{path.relative_to(ROOT)}:{number}"
        for path in sources("runtime", "renderer")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if known.search(line)
    }
    assert knowing == set()
