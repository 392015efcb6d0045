"""Finding word lists, and their indexes in the cache."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import SpecError, load
from interpreter.cache import CACHE_VARIABLE
from interpreter.words import Lexicon, open_lexicon
from interpreter.words.index import FORMAT
from interpreter.words.lexicon import _opened, shipped_lists, word_list


def opened_anew(path: Path) -> Lexicon:
    _opened.cache_clear()
    return open_lexicon(path)


@pytest.fixture
def listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    path = tmp_path / "own.txt"
    path.write_text("cat 1\ndog 2\n")
    return path


def index_of(tmp_path: Path) -> Path:
    (found,) = (tmp_path / "cache" / "words").iterdir()
    return found


def test_a_list_beside_the_spec_comes_before_a_shipped_one(tmp_path: Path) -> None:
    (tmp_path / "english.txt").write_text("cat\n")
    assert word_list("english", tmp_path) == tmp_path / "english.txt"
    assert word_list("english") is not None
    assert word_list("klingon", tmp_path) is None
    assert shipped_lists() == ["english"]


def test_the_index_is_kept_and_used_again(listed: Path, tmp_path: Path) -> None:
    first = opened_anew(listed)
    kept = index_of(tmp_path)
    assert kept.name == f"own-{FORMAT}-{first.digest}.index"
    written = kept.stat().st_mtime_ns
    again = opened_anew(listed)
    assert list(again.words_from("catdog")) == ["cat", "dog"]
    assert kept.stat().st_mtime_ns == written


def test_a_changed_list_is_another_list(listed: Path) -> None:
    before = open_lexicon(listed)
    listed.write_text("cat 1\ndog 2\nbird 3\n")
    after = open_lexicon(listed)
    assert (before.is_word("bird"), after.is_word("bird"), before.digest == after.digest) == (False, True, False)


def test_a_cache_that_cannot_be_written(listed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "file" / "below"))
    assert opened_anew(listed).best("c**") == "cat"


SPEC = """
game: own
title: Own words
lexicon: own
boards:
  grid:
    columns: 1
    rows: 1
    cell: {mark: flag}
actions:
  place:
    choose:
      c: grid
    effects:
      - c.mark = true
end_conditions:
  done:
    when: is_word('cat') and c1_marked
    won: true
define:
  c1_marked: all(x.mark for x in grid)
"""


def test_a_spec_with_a_list_of_its_own(listed: Path, tmp_path: Path) -> None:
    spec = tmp_path / "own.yaml"
    spec.write_text(SPEC)
    game = load(spec)
    assert game.lexicon is not None and len(game.lexicon) == 2
    assert game.advance(game.new(), game.legal(game.new())[0]).over


def test_a_list_that_cannot_be_read_is_told_at_its_name(listed: Path, tmp_path: Path) -> None:
    spec = tmp_path / "own.yaml"
    spec.write_text(SPEC)
    listed.write_text("cat\ndog twelve\n")
    with pytest.raises(SpecError) as problem:
        load(spec)
    (found,) = problem.value.diagnostics.errors
    assert found.span is not None
    assert (found.code, found.span.line, found.span.column) == ("bad-lexicon", 4, 10)
    assert found.message.startswith("own.txt, line 2: ‘dog twelve’ is not an entry.")
    listed.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SpecError) as problem:
        load(spec)
    assert [each.message for each in problem.value.diagnostics.errors] == ["own.txt cannot be read as a text in UTF-8."]
