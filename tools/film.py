"""Films a move as a window shows it: `python -m tools.film`. The README shows the film of a cascade.

Nothing is drawn by hand: the pages, animation and clock are those of the window, but the frames go into a file.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL.Image import Dither, Image

from interpreter import load
from renderer.app.app import App
from renderer.app.screen import StoredPreferences, Surroundings
from renderer.app.table.table import Table
from renderer.skins.theme import Size
from runtime.keep.saves import Replays, Saves
from runtime.keep.statistics import Statistics
from runtime.session.session import Session
from tools.screens import longest_cascade, picture_of

DOCS = Path(__file__).resolve().parents[1] / "docs" / "pictures"
SIZE = Size(800, 600)
FRAME = 0.06
"""Seconds between two frames."""
PAUSE = 1.2
"""Seconds that the first and the last frame are shown."""
COLOURS = 96


def film(session: Session, spots: Sequence[str], size: Size = SIZE) -> Iterator[Image]:
    """Yield the frames while a person clicks some sites, until nothing moves any more."""
    with TemporaryDirectory() as folder:
        home = Path(folder)
        around = Surroundings(StoredPreferences(home), Saves(home), Statistics(home), Replays(home))
        around.preferences.note_introduced(session.game.name)
        app = App(lambda host: Table(host, session), around, size)
        app.tick(app.now + 1)
        yield picture_of(app)
        topology = session.state.program.schema.topology
        for name in spots:
            x, y = app.scene.spots[topology.names.index(name)].middle
            app.pointer_moved(x, y)
            app.pointer_pressed(x, y)
            app.pointer_released(x, y)
            app.pointer_moved(0, 0)
            app.tick(app.now + FRAME)
            yield picture_of(app)
        while app.busy:
            app.tick(app.now + FRAME)
            yield picture_of(app)
        app.close()


def save(frames: Sequence[Image], path: Path) -> None:
    """Write a film as a GIF that loops for ever. Equal frames in a row become one that is shown longer."""
    palette = frames[len(frames) // 2].quantize(COLOURS)
    first, *rest = (frame.quantize(palette=palette, dither=Dither.NONE) for frame in frames)
    times = [PAUSE, *[FRAME] * (len(rest) - 1), PAUSE]
    first.save(
        path, save_all=True, append_images=rest, duration=[round(1000 * each) for each in times], loop=0, optimize=True
    )


def main(folder: Path = DOCS) -> int:
    """Film the longest cascade in a game of Mosaic."""
    session = Session(load("mosaic"), seed=7)
    frames = list(film(session, longest_cascade(session)))
    save(frames, folder / "cascade.gif")
    print(f"Wrote {folder / 'cascade.gif'}.")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else DOCS))
