"""Tests of a spec in a file beside it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter import SpecError
from interpreter.spec import catalogue
from interpreter.spec.diagnostics import render
from interpreter.spec.loader import load_spec, load_text
from interpreter.spec.model import Spec

ONE = """\
acceptance:
  a square is lit:
    when:
      - press: a1
    then:
      - a1.lit
"""
TWO = """\
# Comments are welcome.
acceptance:
  nothing is lit:
    then:
      - not a1.lit
"""

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path, small_spec: str, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write the short spec with some more lines, and its tests; return the path of the spec."""
    monkeypatch.chdir(tmp_path)

    def written(tests: str, more: str = "") -> Path:
        path = Path("small.yaml")
        path.write_text(small_spec + more, "utf-8")
        Path("small.tests.yaml").write_text(tests, "utf-8")
        return path

    return written


def loaded(path: Path) -> Spec:
    spec, diagnostics = load_spec(path)
    assert [render(diagnostic) for diagnostic in diagnostics] == []
    assert spec is not None
    return spec


def places(spec: Spec) -> list[tuple[str, str, int]]:
    """Every test with its file and line."""
    return [(str(name), name.source.name, name.span.line) for name in spec.acceptance]


def test_they_are_found_by_name(write: Write) -> None:
    assert places(loaded(write(TWO))) == [("nothing is lit", "small.tests.yaml", 3)]


def test_those_in_the_spec_count_too(write: Write) -> None:
    assert places(loaded(write(TWO, ONE))) == [
        ("a square is lit", "small.yaml", 22),
        ("nothing is lit", "small.tests.yaml", 3),
    ]


def test_a_spec_from_a_text_has_those_beside_its_path(write: Write, small_spec: str) -> None:
    path = write(TWO)
    spec, _ = load_text(small_spec, "<text>", path)
    assert spec is not None
    assert places(spec) == [("nothing is lit", "small.tests.yaml", 3)]
    alone, _ = load_text(small_spec, "<text>")
    assert alone is not None
    assert places(alone) == []


def test_a_variant_inherits_changes_and_removes_them(write: Write) -> None:
    write(ONE + TWO.partition("acceptance:\n")[2])
    Path("dark.yaml").write_text("game: dark\ntitle: Dark\nextends: small\n", "utf-8")
    assert places(loaded(Path("dark.yaml"))) == [
        ("a square is lit", "small.tests.yaml", 2),
        ("nothing is lit", "small.tests.yaml", 7),
    ]
    changed = "acceptance:\n  remove: [a square is lit]\n  nothing is lit:\n    then:\n      - not b1.lit\n"
    Path("dark.tests.yaml").write_text(changed, "utf-8")
    spec = loaded(Path("dark.yaml"))
    assert places(spec) == [("nothing is lit", "dark.tests.yaml", 3)]
    assert [each.span.text for each in spec.acceptance["nothing is lit"].then] == ["not b1.lit"]


def test_both_files_of_a_variant_may_remove(write: Write) -> None:
    write(ONE + TWO.partition("acceptance:\n")[2])
    head = "game: dark\ntitle: Dark\nextends: small\n"
    Path("dark.yaml").write_text(head + "acceptance:\n  remove: [a square is lit]\n", "utf-8")
    Path("dark.tests.yaml").write_text("acceptance:\n  remove: [nothing is lit]\n", "utf-8")
    assert places(loaded(Path("dark.yaml"))) == []


def test_they_are_no_game(write: Write) -> None:
    path = write(ONE)
    assert catalogue.files(Path(".")) == [path]
    assert catalogue.find("small.tests.yaml") == path
    assert not [name for name in catalogue.shipped() if "tests" in name]


def test_without_a_spec_they_are_refused(write: Write) -> None:
    write(ONE).unlink()
    with pytest.raises(SpecError, match=r"small.tests.yaml contains tests, but there is no small.yaml beside it."):
        catalogue.find("small.tests.yaml")


def test_a_file_that_is_no_text(write: Write) -> None:
    path = write(ONE)
    Path("small.tests.yaml").write_bytes(b"acceptance: \xff")
    spec, diagnostics = load_spec(path)
    assert spec is None
    assert [(each.code, each.span and each.span.source.name) for each in diagnostics] == [
        ("not-utf8", "small.tests.yaml")
    ]
