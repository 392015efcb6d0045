"""The documentation: its links lead somewhere, and the commands that it names exist with their options."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import typer

from runtime.cli import app

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "wordlists").glob("*.md")]
NAMES = sorted(str(path.relative_to(ROOT)) for path in DOCUMENTS)

FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)
COMMAND = re.compile(r"(?:^|`)(?:\$ )?(?:\.venv/bin/)?(tilewright|make) ([^`\n#]*)", re.MULTILINE)
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")


def anchors(text: str) -> set[str]:
    """The headings of a page, in the form that links use."""
    headings = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in HEADING.findall(FENCE.sub("", text)))
    return {heading.replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("name", NAMES)
def test_links_lead_somewhere(name: str) -> None:
    page = ROOT / name
    text = page.read_text(encoding="utf-8")
    for link in LINK.findall(FENCE.sub("", text)):
        if link.startswith(("https://", "mailto:")):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        if anchor:
            assert anchor in anchors(target.read_text(encoding="utf-8")), link


@pytest.mark.parametrize("name", NAMES)
def test_commands_are_there_with_their_options(name: str) -> None:
    commands = typer.main.get_command(app).commands
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for program, rest in COMMAND.findall((ROOT / name).read_text(encoding="utf-8")):
        words = [word for word in rest.split() if "=" not in word]
        first = words[0].strip(".,;:|") if words else ""
        if program == "make":
            assert first in targets, rest
        elif re.fullmatch(r"[a-z]+", first):
            assert first in commands, rest
            parameters = commands[first].params
            known = {option for each in parameters for option in (*each.opts, *each.secondary_opts, "--help")}
            assert set(OPTION.findall(rest)) <= known, rest


def test_a_missing_heading_is_noticed() -> None:
    assert anchors("# A page\n\n## The `move` step: how?\n") == {"a-page", "the-move-step-how"}


def test_the_architecture_names_modules_that_are_there() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    parts = re.split(r"^## (\w+)/.*$|^## .*$", text, flags=re.MULTILINE)
    packages = dict(zip(parts[1::2], parts[2::2], strict=True))
    assert {"interpreter", "runtime", "renderer"} <= packages.keys()
    for package in ("interpreter", "runtime", "renderer"):
        found = list((ROOT / package).rglob("*"))
        known = {path.stem for path in found if path.suffix == ".py"}
        known |= {f"{path.name}/" for path in found if path.is_dir()}
        known |= {path.relative_to(ROOT / package).with_suffix("").as_posix() for path in found}
        named = set(re.findall(r"`([a-z_]+(?:/[a-z_]*)?)`", packages[package]))
        assert named - known - {package} == set()


@pytest.mark.parametrize("name", sorted(set(NAMES) - {"CHANGELOG.md"}))
def test_a_page_names_files_that_are_there(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    named = re.findall(r"(?<![\w/])((?:interpreter|runtime|renderer|tools)/[\w/]+\.(?:py|sh|lark))", text)
    assert [path for path in named if not (ROOT / path).exists()] == []
