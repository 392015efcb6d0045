"""The extra is optional: without it everything else works."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

WITHOUT = """
import sys
for name in ("numpy", "gymnasium", "pettingzoo"):
    sys.modules[name] = None
import pkgutil, importlib, runtime
for module in pkgutil.walk_packages(runtime.__path__, "runtime."):
    if not module.name.startswith("runtime.environments."):
        importlib.import_module(module.name)
print("all imported")
"""


def test_nothing_else_needs_the_extra() -> None:
    found = subprocess.run([sys.executable, "-c", WITHOUT], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (found.stdout, found.stderr) == ("all imported\n", "")
