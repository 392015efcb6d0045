"""What the repository holds, and what it must not hold."""

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LEFT_OUT = {".git", ".venv", "build", "dist", "__pycache__"}

LONGEST = 800
"""The most lines a module may have. A longer one has more than one job: find the seam."""

# Assembled here, so that this file does not contain them either.
REGISTRY_HOSTS = [
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("yarnpkg", "com"),
        ("anaconda", "org"),
        ("crates", "io"),
        ("rubygems", "org"),
    )
]


def committed_files() -> list[Path]:
    """The files that git tracks or would add; without git, everything except what tools leave behind."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode == 0:
        return [path for name in listed.stdout.split("\0") if name and (path := ROOT / name).is_file()]
    return [
        path
        for path in ROOT.rglob("*")
        if path.is_file() and not (LEFT_OUT | {".hypothesis"}) & set(path.relative_to(ROOT).parts)
    ]


def test_no_file_names_a_package_registry() -> None:
    naming = {
        f"{path.relative_to(ROOT)}: {host}"
        for path in committed_files()
        for content in [path.read_bytes()]
        for host in REGISTRY_HOSTS
        if host.encode() in content
    }
    assert naming == set()


def test_the_unattended_check_is_executable() -> None:
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


def test_no_module_is_too_long_to_be_read_at_once() -> None:
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for package in ("interpreter", "runtime", "renderer", "tools")
        for path in (ROOT / package).rglob("*.py")
    }
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}
