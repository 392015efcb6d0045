"""The pages of the games: the committed ones are what their specs say."""

from tools.game_pages import DOCS, pages


def test_the_committed_pages_are_up_to_date() -> None:
    made = pages()
    assert {path.name for path in DOCS.iterdir()} == set(made)
    old = [name for name, text in made.items() if (DOCS / name).read_text(encoding="utf-8") != text]
    assert old == [], "Run: make docs"
    page = made["tic_tac_toe.md"]
    assert page.startswith("# Tic-tac-toe\n\n")
    assert "`tilewright play tic_tac_toe --tutorial` teaches it." in page
    assert "## Rules as tested\n\n| rule |  |\n| --- | --- |\n| T-1 | " in page
    assert "- Place your mark: click a place on the board.\n" in page
    mosaic = made["mosaic.md"]
    assert "| Number of colours | `colours` | 4 | 4..6 |\n" in mosaic
    assert "| Computer strength | `difficulty` | medium | easy: It swaps at random.<br>medium: " in mosaic
