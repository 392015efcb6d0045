"""The page of all modules, and the architecture that names many of them."""

import re

from tools.module_page import PAGE, ROOT, page


def test_the_committed_page_is_up_to_date() -> None:
    made = page()
    assert PAGE.read_text(encoding="utf-8") == made, "Run: make docs"
    assert "| `streams.py` | Named random streams: each is its own splitmix64 sequence, whose" in made


def test_the_architecture_names_what_is_there() -> None:
    """Names in backticks are files or folders somewhere in the packages; the few others are listed here."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z_/]+)`", text))
    there = {
        name
        for package in ("interpreter", "runtime", "renderer", "tools")
        for path in (ROOT / package).rglob("*")
        if path.suffix == ".py" or path.is_dir()
        for name in (path.stem, f"{path.name}/", path.relative_to(ROOT / package).with_suffix("").as_posix())
    }
    verbs = {"present", "advance", "apply", "view"}
    assert sorted(named - there - verbs) == []
