"""The tables of a parser are cached as plain data, and rebuilt when their sources change."""

import json
from pathlib import Path

import pytest
from lark import ParseTree

from interpreter.cache import SEALED
from interpreter.language import parser as language
from interpreter.language.parser import STARTS, parser

GRAMMAR = 'start: "a" NUMBER\nNUMBER: /[0-9]+/\n'


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path))
    return tmp_path / "tables"


def test_a_kept_parser_parses_the_same(kept: Path) -> None:
    made = parser(GRAMMAR, ["start"])
    [file] = kept.iterdir()
    written = file.stat().st_mtime_ns
    loaded = parser(GRAMMAR, ["start"])
    assert loaded is not made
    assert loaded.parse("a12").pretty() == made.parse("a12").pretty() == "start\t12\n"
    assert [loaded.parse("a12").meta.start_pos, loaded.parse("a12").meta.end_pos] == [0, 3]
    assert [path.stat().st_mtime_ns for path in kept.iterdir()] == [written]


def test_the_tables_of_the_language_are_plain_data_and_parse_the_same(kept: Path) -> None:
    grammar = Path(language.__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    made, loaded = parser(grammar, STARTS), parser(grammar, STARTS)
    [file] = kept.iterdir()
    assert json.loads(file.read_bytes()[:-SEALED]).keys() == {"data", "memo"}
    texts = [
        ("expression", "if a in [1, 2] then count(x for x in board if x.mark != none) else -a * 2"),
        ("statement", "c.mark += sum(x.value for x in line while x.value > 0)"),
        ("loops", "x in board if x.row == 1"),
        ("signature", "reach(cell c, list piece held, steps)"),
    ]
    for start, text in texts:
        trees = [each.parse(text, start=start) for each in (made, loaded)]
        assert trees[0] == trees[1]
        assert places(trees[0]) == places(trees[1])


def places(tree: ParseTree) -> list[tuple[int, int]]:
    return [(each.meta.start_pos, each.meta.end_pos) for each in tree.iter_subtrees() if not each.meta.empty]


def test_another_grammar_has_tables_of_its_own(kept: Path) -> None:
    parser(GRAMMAR, ["start"])
    assert parser(GRAMMAR.replace('"a"', '"b"'), ["start"]).parse("b7").pretty() == "start\t7\n"
    assert len(list(kept.iterdir())) == 2


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path / "file" / "cache"))
    assert parser(GRAMMAR, ["start"]).parse("a1").pretty() == "start\t1\n"
