"""The pages of docs and the README: every spec in them loads and passes, and all output shown is real.

A YAML block with `game:` is a whole spec. Other blocks have a mark, an HTML comment on the line before:

- `replace`: sections that replace those of the file that the block’s first line names;
- `add`: entries that are added to the sections of that file;
- `error`: like `replace`, but wrong: the text block after it is what `tilewright check` says;
- `failing test`: like `add`, but wrong: the text block after it is what `tilewright test` says;
- `fragment`: YAML that is only read.

A console block holds commands after `$` and what they print.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

import pytest
from typer.testing import CliRunner

from interpreter.spec.diagnostics import Diagnostics, render
from interpreter.spec.model import Spec
from interpreter.spec.nodes import Source
from interpreter.spec.reader import read
from runtime.cli import app

ROOT = Path(__file__).resolve().parents[2]
PAGES = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md"]
WITH_A_PLUGIN = "plugins.md"
"""Its spec needs the package that the page shows; tests/project/test_plugin_page.py installs it."""

FENCE = re.compile(r"^```(\w*)$")
MARK = re.compile(r"^<!-- (.+) -->$")
SECTION = re.compile(r"^([a-z_]+):")
FILE = re.compile(r"^# (\w+\.yaml)\b")
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
SPEED = re.compile(r"(?<=speed ).*")

MARKS = ("replace", "add", "error", "failing test", "fragment")
ORDER = list(Spec.model_fields)
HEAD = ("game", "title", "about", "seed", "lexicon", "extends")


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: where it stands, its language, the mark before it, and its text."""

    place: str
    language: str
    mark: str | None
    text: str

    @property
    def is_spec(self) -> bool:
        """Whether it is a whole spec."""
        return self.language == "yaml" and re.search("^game:", self.text, re.MULTILINE) is not None

    @property
    def file(self) -> str:
        """The file that it contains, or that it changes."""
        if self.mark is None:
            [game] = re.findall(r"^game: (\w+)$", self.text, re.MULTILINE)
            return f"{game}.yaml"
        named = FILE.match(self.text)
        assert named, f"{self.place}: the first line does not name the file"
        return named[1]


@dataclass(frozen=True, slots=True)
class Case:
    """A block to check, the files that a reader of the page has by then, and the next block."""

    block: Block
    files: dict[str, str]
    after: Block | None


def blocks(page: Path) -> Iterator[Block]:
    """The fenced blocks of a page."""
    before, opened, language, text = "", 0, "", list[str]()
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        fence = FENCE.match(line)
        if opened and line == "```":
            mark = MARK.match(before)
            yield Block(f"{page.name}:{opened}", language, mark[1] if mark else None, "\n".join(text) + "\n")
            before, opened = "", 0
        elif opened:
            text.append(line)
        elif fence:
            opened, language, text = number, fence[1], []
        elif line:
            before = line
    assert not opened, f"{page.name}:{opened}: this block is never closed"


def sections(text: str) -> dict[str, list[str]]:
    """The lines of each section of a spec; comments and empty lines between sections are left out."""
    found: dict[str, list[str]] = {}
    current: list[str] = []
    for line in text.splitlines():
        if start := SECTION.match(line):
            current = found[start[1]] = []
        if line and not line.startswith("#"):
            current.append(line)
    return found


def changed(text: str, block: Block) -> str:
    """A spec after the sections of a block have replaced its own, or have been added to them."""
    old, new = sections(text), sections(block.text)
    adds = block.mark in ("add", "failing test")
    for name, lines in new.items():
        old[name] = old[name] + lines[1:] if adds and name in old else lines
    lines = [block.text.splitlines()[0]]
    for name in sorted(old, key=ORDER.index):
        lines += old[name] if name in HEAD else ["", *old[name]]
    return "\n".join(lines) + "\n"


def cases() -> Iterator[Case]:
    """Every block of every page."""
    for page in (each for each in PAGES if each.name != WITH_A_PLUGIN):
        files: dict[str, str] = {}
        found = list(blocks(page))
        for block, after in zip_longest(found, found[1:]):
            if block.language == "yaml" and block.mark != "fragment":
                before = files
                files = {**files, block.file: changed(files[block.file], block) if block.mark else block.text}
                yield Case(block, files, after)
                if block.mark in ("error", "failing test"):
                    files = before
            else:
                yield Case(block, files, after)


ALL = list(cases())


def of(*marks: str | None, language: str = "yaml") -> pytest.MarkDecorator:
    """Runs a test for every block with one of these marks."""
    chosen = [case for case in ALL if case.block.language == language and case.block.mark in marks]
    return pytest.mark.parametrize("case", chosen, ids=[case.block.place for case in chosen])


def output(*arguments: str) -> str:
    """What a command prints."""
    result = CliRunner().invoke(app, list(arguments), prog_name="tilewright")
    return SPEED.sub("", result.output)


@pytest.fixture
def folder(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with the files that a reader has by then."""
    for name, text in case.files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_every_block_is_a_spec_or_has_a_mark() -> None:
    yaml = [case.block for case in ALL if case.block.language == "yaml"]
    assert [block.place for block in yaml if block.mark not in (None, *MARKS)] == []
    assert [block.place for block in yaml if block.mark is None and not block.is_spec] == []


@of(None, "replace", "add")
def test_a_spec_has_no_mistakes_and_passes_its_tests(case: Case, folder: Path) -> None:
    name = case.block.file
    has_fault = case.after is not None and "[fault]" in case.after.text
    assert output("check", name, *(["--quick"] if has_fault else [])) == "1 spec checked: 0 errors, 0 warnings.\n"
    assert output("test", name).endswith(" passed, 0 failed\n")


@of("error")
def test_a_mistake_is_reported_as_shown(case: Case, folder: Path) -> None:
    reported, _, summary = output("check", case.block.file).rpartition("\n\n")
    assert reported
    assert summary.startswith("1 spec checked: ")
    assert case.after is not None
    assert (case.after.language, case.after.text) == ("text", f"{reported}\n")


@of("failing test")
def test_a_test_fails_as_shown(case: Case, folder: Path) -> None:
    assert output("check", case.block.file) == "1 spec checked: 0 errors, 0 warnings.\n"
    assert case.after is not None
    assert (case.after.language, case.after.text) == ("text", output("test", case.block.file))


@of("fragment")
def test_a_fragment_can_be_read(case: Case) -> None:
    diagnostics = Diagnostics()
    read(Source(case.block.place, case.block.text), diagnostics)
    assert "\n".join(map(render, diagnostics)) == ""


@of(None, language="console")
def test_commands_print_what_is_shown(case: Case, folder: Path) -> None:
    for shown in re.split(r"^\$ ", case.block.text, flags=re.MULTILINE)[1:]:
        command, expected = shown.split("\n", 1)
        program, *arguments = command.split()
        assert program == "tilewright"
        assert output(*arguments) == SPEED.sub("", expected)


def slug(heading: str) -> str:
    """The anchor that a heading gets."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_links_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        if link.startswith(("http://", "https://")):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        if anchor:
            assert anchor in map(slug, HEADING.findall(target.read_text(encoding="utf-8"))), link
