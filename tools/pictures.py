"""Draws the pictures of the documentation: `python -m tools.pictures`.

A contact sheet has a row for each shipped game: its start, a position in the middle, and the card at the end. Each game
also has a picture of its own, and the page about playing has pictures of screens.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from PIL.Image import Image, Resampling
from PIL.Image import new as new_image

from interpreter import load
from interpreter.spec import catalogue
from renderer.shot import picture, play_on
from renderer.skins import image_of
from renderer.skins.text import Label
from renderer.skins.theme import Size, theme
from runtime.session.session import Session
from tools.screens import make_thumbnails, picture_of, shown

DOCS = Path(__file__).resolve().parents[1] / "docs" / "pictures"
SIZES = (Size(1280, 800), Size(800, 600))
THEMES = ("dark", "light", "high_contrast")
THEMED = (
    "chess", "go", "backgammon", "klondike", "hearts", "wall_race", "lasca", "amazons", "freecell", "leduc_poker",
    "dots_and_boxes", "marble_push",
)  # fmt: skip
"""Games that are also shown in every theme and in three sizes: together they show most of what can be drawn."""
THEMED_SIZES = (*SIZES, Size(1920, 1080))
SMALL = 240
SEED = 7
MIDDLE, LONGEST = 30, 3000
"""How many moves lead to the position in the middle, and at most to the end."""
USUAL = 12
MOVES = {
    "hearts": 23,
    "hidden_word": 17,
    "khi": 16,
    "mosaic": 7,
    "sea_battle": 52,
    "stackdoku": 20,
    "stackdoku_line": 16,
    "stacks": 1,
    "stacks_shelf": 3,
    "word_cell": 14,
    "word_cell_initials": 14,
    "word_cell_ranked": 14,
    "word_cell_stones": 14,
}
"""After how many moves a game is pictured on its own."""
SEEDS = {name: 2 for name in MOVES if name.startswith("word_cell")}
"""Games for which another seed than the usual one makes a better picture."""
PLAYING = {
    "gallery": "gallery",
    "search": "gallery, found by another name",
    "help": "help",
    "lesson": "menu of a lesson",
    "refusal": "a token that cannot move",
    "points": "points called out",
    "undo": "a move undone",
    "rack": "khi in play",
    "pencil": "pencil marks",
    "hint": "hint",
    "win": "end with a hint",
    "early": "end without a win",
    "draw": "Khi at its end",
    "saves": "unfinished games",
    "question": "question",
    "cards": "Hearts in play",
    "ships": "Sea Battle in play",
}
"""The screens on the page about playing. The keys are the ends of the names of their pictures."""
PORTRAIT = (960, 600)
THUMBNAIL = 400
GAP, HEADING = 12, 26
ROWS = 6
"""How many games a sheet has."""


def positions(name: str, size: Size) -> Iterator[Image]:
    """The three pictures of a game."""
    session = Session(load(name), seed=SEED)
    colours = theme("dark")
    yield picture(session, size, colours)
    play_on(session, MIDDLE, ["random"])
    if session.state.over:
        session = Session(session.game, seed=SEED)
        play_on(session, MIDDLE // 5, ["random"])
    yield picture(session, size, colours)
    play_on(session, LONGEST, ["random"])
    # Random players may never finish what a person would.
    play_on(session, LONGEST, ["ai"])
    yield picture(session, size, colours, "result")


def sheet(names: list[str], size: Size) -> Image:
    """Some games, one below the other."""
    height = THUMBNAIL * size.height // size.width
    whole = new_image("RGB", (3 * THUMBNAIL + 4 * GAP, len(names) * (height + GAP + HEADING) + GAP), "#14161d")
    for row, name in enumerate(names):
        top = GAP + row * (height + GAP + HEADING)
        heading = image_of(Label(name, 16, "#e8eaf2", bold=True))
        whole.paste(heading, (GAP, top + 2), heading)
        for column, drawn in enumerate(positions(name, size)):
            small = drawn.resize((THUMBNAIL, height), Resampling.LANCZOS)
            whole.paste(small, (GAP + column * (THUMBNAIL + GAP), top + HEADING))
    return whole


def themes_sheet(names: Sequence[str]) -> Image:
    """Some games, one below the other, each in three sizes of window and in every theme."""
    height = max(SMALL * size.height // size.width for size in THEMED_SIZES)
    columns = [(size, name) for size in THEMED_SIZES for name in THEMES]
    whole = new_image("RGB", (len(columns) * (SMALL + GAP) + GAP, len(names) * (height + GAP) + GAP), "#14161d")
    for row, game in enumerate(names):
        session = Session(load(game), seed=SEED)
        play_on(session, USUAL, ["random"])
        for column, (size, name) in enumerate(columns):
            drawn = picture(session, size, theme(name))
            small = drawn.resize((SMALL, SMALL * size.height // size.width), Resampling.LANCZOS)
            whole.paste(small, (GAP + column * (SMALL + GAP), GAP + row * (height + GAP)))
    return whole


def portrait(name: str) -> Image:
    """A game in the middle, played by its computer player."""
    moves = MOVES.get(name, USUAL)
    session = _played(name, moves)
    while session.state.over:
        moves //= 2
        session = _played(name, moves)
    return picture(session, SIZES[0], theme("dark")).resize(PORTRAIT, Resampling.LANCZOS)


def playing(screen: str) -> Image:
    """A screen of the window, for the page about playing."""
    with shown(screen, SIZES[0], "dark") as app:
        return picture_of(app).resize(PORTRAIT, Resampling.LANCZOS)


def _played(name: str, moves: int) -> Session:
    session = Session(load(name), seed=SEEDS.get(name, SEED))
    play_on(session, moves, ["ai"])
    return session


def index(sheets: list[Path]) -> str:
    """The page that shows the sheets."""
    shown = "\n\n".join(f"![{path.stem.replace('-', ' ')}]({path.name})" for path in sheets)
    about = (
        "Each game at the start, in the middle and at the end, in two sizes of window; then some games in every theme "
        "and in three sizes."
    )
    return f"# Every game in pictures\n\n{about}\n\n{shown}\n"


def main(folder: Path = DOCS) -> int:
    """Draw every portrait, every screen of the page about playing, and every sheet."""
    folder.mkdir(parents=True, exist_ok=True)
    names, sheets = list(catalogue.shipped()), []
    for name in names:
        portrait(name).quantize(256, kmeans=2).save(folder / f"{name}.png", optimize=True)
    make_thumbnails()
    for part, screen in PLAYING.items():
        playing(screen).quantize(256, kmeans=2).save(folder / f"playing-{part}.png", optimize=True)
    for size in SIZES:
        for number, first in enumerate(range(0, len(names), ROWS), start=1):
            path = folder / f"games-{size.width}x{size.height}-{number}.png"
            sheet(names[first : first + ROWS], size).quantize(256, kmeans=2).save(path, optimize=True)
            sheets.append(path)
    sheets.append(folder / "themes.png")
    themes_sheet(THEMED).quantize(256, kmeans=2).save(sheets[-1], optimize=True)
    (folder / "README.md").write_text(index(sheets), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else DOCS))
