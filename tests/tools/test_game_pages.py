"""The pages of the games: what is committed is what their specs say."""

import pytest

from tools.game_pages import DOCS, pages

PAGES = pages()


@pytest.mark.parametrize("name", sorted(PAGES))
def test_the_committed_page_is_up_to_date(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == PAGES[name], "Run: make docs"


def test_there_are_no_other_pages() -> None:
    assert {path.name for path in DOCS.iterdir()} == set(PAGES)


def test_a_page_has_rules_settings_and_controls() -> None:
    page = PAGES["tic_tac_toe.md"]
    assert page.startswith("# Tic-tac-toe\n\n")
    assert "`tilewright play tic_tac_toe --tutorial` teaches it." in page
    assert "## Rules\n\n| rule |  |\n| --- | --- |\n| T-1 | " in page
    assert "- Put your mark: click a place on the board.\n" in page
    mosaic = PAGES["mosaic.md"]
    assert "| Number of colours | `colours` | 4 | 4..6 |\n" in mosaic
    assert "| Computer | `difficulty` | medium | easy, medium, hard |\n" in mosaic
