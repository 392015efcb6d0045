"""Tables of texts, and tables in files beside the spec."""

from pathlib import Path

import pytest

from interpreter import SpecError, load, loads
from runtime.testing.runner import run_tests

SPEC = """
game: cards
title: Cards
types: {{suit: [clubs, hearts]}}
boards:
  grid: {{columns: 2, rows: 1, cell: {{suit: suit or none}}}}
tables:
  rank_name: {ranks}
  sign: {signs}
state:
  said: {{is: text, start: "''"}}
actions:
  say:
    effects:
      - said = rank_name[1] + rank_name[3] + sign[hearts]
end_conditions:
  right:
    when: said == 'A10♥'
    won: true
acceptance:
  texts stand as they are written:
    when:
      - say
    then:
      - said == 'A10♥'
      - won
"""
RANKS = "{texts: [A, 'it is', 10]}"
SIGNS = "{texts: {clubs: ♣, hearts: ♥}}"


def failures(path: Path) -> list[str]:
    return [failure.message for result in run_tests(load(path)) for failure in result.failures]


def written(folder: Path, ranks: str, signs: str, file: str | None = None) -> Path:
    if file is not None:
        (folder / "ranks.yaml").write_text(file, encoding="utf-8")
    path = folder / "cards.yaml"
    path.write_text(SPEC.format(ranks=ranks, signs=signs), encoding="utf-8")
    return path


def test_texts_need_no_quotes_and_keep_their_capitals(tmp_path: Path) -> None:
    assert failures(written(tmp_path, RANKS, SIGNS)) == []


def test_a_table_that_has_a_text_for_every_word_gives_no_none() -> None:
    # Only keys that can occur must be in the table.
    loads(SPEC.format(ranks=RANKS, signs="{texts: {hearts: ♥}}"), "cards.yaml")
    with pytest.raises(SpecError, match="may be none"):
        loads(SPEC.format(ranks=RANKS, signs="{texts: {clubs: ♣}}"), "cards.yaml")


@pytest.mark.parametrize(
    "text", ["texts: [A, 2, 10]\n", "- upper('a')\n- \"'2'\"\n- \"'10'\"\n"], ids=["texts", "list"]
)
def test_a_file_holds_a_map_or_a_list(tmp_path: Path, text: str) -> None:
    assert failures(written(tmp_path, "{file: ranks}", SIGNS, text)) == []


@pytest.mark.parametrize("text", ["- [5, 6]\n", ""], ids=["lists", "empty"])
def test_a_file_that_holds_no_table_is_said_to_be_none(tmp_path: Path, text: str) -> None:
    path = written(tmp_path, "{file: ranks}", SIGNS, text)
    with pytest.raises(SpecError) as told:
        load(path)
    [mistake] = [mistake for mistake in told.value.diagnostics if mistake.code == "not-a-table"]
    assert mistake.message == "A table in a file is a map, or a list of values."
    assert mistake.span is not None
    assert Path(mistake.span.source.name).name == "ranks.yaml"
