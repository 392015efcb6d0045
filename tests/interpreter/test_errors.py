"""Every message that a designer can see, word for word.

Each file `tests/data/errors/<topic>/<name>.yaml` is a small spec with a mistake (a few have several), and `<name>.txt`
beside it is everything that ‘tilewright check’ says about it. After a deliberate change to a message,

    REWRITE_ERRORS=1 python -m pytest tests/interpreter/test_errors.py

rewrites the texts; read the changes before you commit them.
"""

import ast
import os
import re
from pathlib import Path

import pytest

from interpreter.spec.catalogue import spec_of
from interpreter.spec.diagnostics import render
from runtime.commands.check import check_spec

ROOT = Path(__file__).resolve().parents[2]
ERRORS = ROOT / "tests" / "data" / "errors"
REWRITE = os.environ.get("REWRITE_ERRORS") == "1"

# Specs that others extend; nothing is wrong with them.
PARENTS = {"variants/parent"}

# Texts of the source that look like codes but are not.
NO_CODES = {
    "utf-8",
    "call-out",
    "wasm32-wasi",
}

# Codes that no spec file can show, and why.
UNREACHED = {
    "no-spec": "the command line names a tests file without a spec",
    "no-file": "the command line names a file that is not there",
    "unknown-game": "the command line names a game that is not there",
    "not-a-file": "a test of the commands shows it, as a FIFO is no text",
    "unreadable": "a test of the commands shows it, as anybody can read a text of ours",
    "not-utf8": "a test of the reader shows it, as no text file can",
    "yaml-syntax": "what is said when the YAML parser complains in words that nobody has met yet",
    "bad-lexicon": "a test of the word lists shows it",
    "many-mistakes": "a test of specs that grow shows it, as it takes hundreds of mistakes",
    "bad-plugin": "a test of the plugins shows it",
    "not-a-table": "a test of the tables shows it, as it is said of a file beside the spec",
}

# Words that only people who know the source understand.
JARGON = re.compile(
    r"pydantic|lark|python|\bNone\b|\bTrue\b|\bFalse\b|Words\(|Maybe|Listing|Unknown|Scalar"
    r"|\bdict\b|\bstr\b|\bint\b|\ba (?!or\b)[aeio]\w|\ban [bcdfgjklmnpqrstvwxyz]\w|Traceback",
)


def specs() -> list[str]:
    """Every spec of the corpus as `topic/name`."""
    files = (path for path in ERRORS.rglob("*.yaml") if path == spec_of(path))
    found = (path.relative_to(ERRORS).with_suffix("").as_posix() for path in files)
    return sorted(set(found) - PARENTS)


def said_about(name: str) -> str:
    """All diagnostics of a spec, each once, as the command prints them in the spec’s own folder."""
    path = ERRORS / f"{name}.yaml"
    shown = dict.fromkeys(render(diagnostic) for diagnostic in check_spec(Path(path.name)))
    return "\n".join(shown) + "\n"


@pytest.mark.parametrize("name", specs())
def test_message(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir((ERRORS / name).parent)
    expected = ERRORS / f"{name}.txt"
    said = said_about(name)
    if REWRITE:
        expected.write_text(said, encoding="utf-8")
    assert said == expected.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(PARENTS))
def test_parents_are_right(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir((ERRORS / name).parent)
    assert said_about(name) == "\n"


def test_every_spec_has_its_text() -> None:
    texts = {path.relative_to(ERRORS).with_suffix("").as_posix() for path in ERRORS.rglob("*.txt")}
    assert texts == set(specs())


def messages() -> list[tuple[str, str]]:
    """Every line of the corpus that holds a message or a help, with its spec."""
    return [
        (name, line)
        for name in specs()
        for line in (ERRORS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
        if re.match(r"\S.*: (error|warning): | {2}help: ", line)
    ]


def test_every_spec_gets_a_message_with_a_place() -> None:
    placed = {name for name, line in messages() if re.match(rf"{name.split('/')[1]}|parent", line)}
    assert sorted(set(specs()) - placed) == []


def test_no_message_needs_knowledge_of_the_source() -> None:
    assert [(name, line) for name, line in messages() if JARGON.search(line.split(": ", 2)[-1])] == []


def test_messages_are_sentences() -> None:
    texts = [re.sub(r" \[[a-z0-9-]+\]$", "", line) for _, line in messages()]
    assert [text for text in texts if not re.search(r"[.?]$", text)] == []


def codes_in(path: Path) -> set[str]:
    """The codes that a module reports: kebab-case texts, and single words given to error() or warning()."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", node.value):
                found.add(node.value)
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            if name in ("error", "warning") and isinstance(node.args[0].value, str):
                found.add(node.args[0].value)
    return found - NO_CODES


def test_every_code_of_the_interpreter_is_shown() -> None:
    codes = {code for path in (ROOT / "interpreter").rglob("*.py") for code in codes_in(path)}
    shown = {found for _, line in messages() for found in re.findall(r"\[([a-z0-9-]+)\]$", line)}
    assert sorted(codes - shown - set(UNREACHED)) == []
    assert sorted(code for code in UNREACHED if code not in codes) == []
