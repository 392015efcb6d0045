"""What is imported together, and what is not."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("module", ["interpreter", "runtime", "runtime.cli", "renderer"])
def test_importing_does_not_load_the_window_library(module: str) -> None:
    program = f"import sys, {module}; print(sorted({{'arcade', 'pyglet'}} & set(sys.modules)))"
    finished = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (finished.stdout.strip(), finished.stderr) == ("[]", "")


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
