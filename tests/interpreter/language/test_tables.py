"""The tables of a parser are kept, and made anew when they are damaged or made of something else."""

from pathlib import Path

import pytest

from interpreter.language.parser import parser

GRAMMAR = 'start: "a" NUMBER\nNUMBER: /[0-9]+/\n'


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path))
    return tmp_path / "grammars"


def test_a_kept_parser_parses_the_same(kept: Path) -> None:
    made = parser(GRAMMAR, ["start"])
    [file] = kept.iterdir()
    written = file.stat().st_mtime_ns
    loaded = parser(GRAMMAR, ["start"])
    assert loaded is not made
    assert loaded.parse("a12").pretty() == made.parse("a12").pretty() == "start\t12\n"
    assert [loaded.parse("a12").meta.start_pos, loaded.parse("a12").meta.end_pos] == [0, 3]
    assert [path.stat().st_mtime_ns for path in kept.iterdir()] == [written]


def test_another_grammar_has_tables_of_its_own(kept: Path) -> None:
    parser(GRAMMAR, ["start"])
    assert parser(GRAMMAR.replace('"a"', '"b"'), ["start"]).parse("b7").pretty() == "start\t7\n"
    assert len(list(kept.iterdir())) == 2


@pytest.mark.parametrize("content", [b"", b"\x80", b"no tables", b"\x80\x04]."])
def test_damaged_tables_are_made_anew(kept: Path, content: bytes) -> None:
    parser(GRAMMAR, ["start"])
    [file] = kept.iterdir()
    size = file.stat().st_size
    file.write_bytes(content)
    assert parser(GRAMMAR, ["start"]).parse("a3").pretty() == "start\t3\n"
    assert file.stat().st_size > size / 2 > len(content)


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path / "file" / "cache"))
    assert parser(GRAMMAR, ["start"]).parse("a1").pretty() == "start\t1\n"
