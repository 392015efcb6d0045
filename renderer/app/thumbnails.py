"""Small pictures of games for the gallery, made in another process and cached."""

from __future__ import annotations

import io
import multiprocessing
import os
import signal
from contextlib import suppress
from dataclasses import replace
from hashlib import blake2b
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any
from zlib import crc32

from PIL.Image import Image

from interpreter import BadSetting, Fault, Game, SpecError, State, cache_folder, keep, kept, load, read_file, watched
from renderer.nodes import Box, Node, Scene
from renderer.scene.board import board_nodes, wanted_size
from renderer.scene.layout import columns_of, whole
from renderer.scene.snapshot import snapshot
from renderer.scene.ui import Ui
from renderer.skins.theme import Theme, theme
from runtime.bug import told_with_report
from runtime.playtest.seats import AT_RANDOM, bots_for, chosen, seated
from runtime.session.session import SEEDS, Session
from runtime.show import present
from runtime.show.values import Presentation

SIZE = (480, 300)
MARGIN = 10
LARGE = 100
"""How many times as large a cell may be than its spec says."""
SCALE = 0.9
CLEARLY = 1.25
"""So much larger must the cells of boards below each other be than of those side by side."""
MOVES = 14
"""How many moves are made first: a bare board tells little about a game."""
LEAST_LEFT = 0.55
"""How much of what stands on a board at first is to be seen in the picture."""
FORMAT = 4
LARGEST = 1 << 20
"""A spec has no more bytes."""
ENDING = 2.0
NICENESS = 10


class Thumbnails:
    """The pictures in one folder. One that cannot be made is not tried again."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder if folder is not None else cache_folder() / "pictures"
        self._failed: set[Path] = set()
        self._whole: dict[Path, tuple[int, int]] = {}
        self._starts: dict[Path, tuple[tuple[int, int], str]] = {}
        self.bug = ""
        """What is to be said of the last picture that a mistake of ours kept from being made."""

    def path(self, spec: Path, theme: Theme) -> Path:
        """The file of a picture; another text of the spec means another picture."""
        style = f"{theme.name}{'-patterns' if theme.patterns else ''}"
        return self.folder / f"{self._start(spec)}-{style}-{FORMAT}.png"

    def _start(self, spec: Path) -> str:
        """How the file names of all pictures of a spec begin; an unreadable spec counts as empty. It is read again only
        when it has changed."""
        try:
            found = spec.stat()
            stamp = found.st_mtime_ns, found.st_size
            known = self._starts.get(spec)
            if known is not None and known[0] == stamp:
                return known[1]
            text = read_file(spec, LARGEST)
        except OSError:
            stamp, text = (0, 0), b""
        start = f"{spec.stem}-{blake2b(text, digest_size=10).hexdigest()}"
        self._starts[spec] = stamp, start
        return start

    def find(self, spec: Path, theme: Theme) -> Path | None:
        """The picture, if it was made before; until then the one in another theme."""
        path = self.path(spec, theme)
        if self._is_whole(path):
            return path
        begun, ending = f"{self._start(spec)}-", f"-{FORMAT}.png"
        try:
            names = os.listdir(self.folder)
        except OSError:
            return None
        others = (self.folder / name for name in names if name.startswith(begun) and name.endswith(ending))
        return min((each for each in others if self._is_whole(each)), default=None)

    def _is_whole(self, path: Path) -> bool:
        """Whether a picture is there and undamaged. It is read again only if the file has changed."""
        try:
            found = path.stat()
        except OSError:
            return False
        stamp = found.st_mtime_ns, found.st_size
        if self._whole.get(path) == stamp:
            return True
        if kept(path) is None:
            return False
        self._whole[path] = stamp
        return True

    def is_missing(self, spec: Path, theme: Theme) -> bool:
        """Whether the picture is missing and could be made."""
        path = self.path(spec, theme)
        return path not in self._failed and not self._is_whole(path)

    def give_up(self, spec: Path, theme: Theme) -> None:
        """Remember not to ask again for a picture that cannot be made."""
        self._failed.add(self.path(spec, theme))

    @watched()
    def make(self, spec: Path, theme: Theme) -> Path | None:
        """Make a picture; None if the game has mistakes or the disk does not accept it."""
        self.bug, path = "", self.path(spec, theme)
        content = io.BytesIO()
        try:
            thumbnail(load(spec), theme).save(content, "PNG")
        except (SpecError, BadSetting, Fault, OSError):
            self._failed.add(path)
            return None
        except Exception as problem:
            # One game must not keep the others from the gallery.
            self._failed.add(path)
            self.bug = told_with_report(problem, {"spec": spec, "picture": path.name})
            return None
        if not keep(path, content.getvalue()):
            self._failed.add(path)
            return None
        return path


def thumbnail(game: Game, theme: Theme) -> Image:
    """The boards of a game in the middle of it."""
    shown = present(midway(game))
    return snapshot(Scene(SIZE, tuple(_boards(shown, theme))), theme)


def midway(game: Game) -> Session:
    """A game after some random moves, but before its end, and before a board has lost most of its pieces. If the boards
    are bare then, as between two deals, it is the last time that they were not."""
    session = Session(game, seed=_seed(game))
    seats = seated(game, session.state, bots_for(game.players, [AT_RANDOM]))
    at_first = pieces_on_boards(session.state)
    taken: State | None = None
    for number in range(MOVES):
        after = game.advance(session.state, chosen(seats, session.state, session.legal, number))
        now = pieces_on_boards(after)
        if after.over or any(now[board] < count * LEAST_LEFT for board, count in at_first.items()):
            break
        session.state = after
        if any(now.values()):
            taken = after
    if taken is not None:
        session.state = taken
    return session


def _seed(game: Game) -> int:
    """A different seed for each game: a variant should not look like its parent."""
    return crc32(game.name.encode()) % SEEDS


def pieces_on_boards(state: State) -> dict[str, int]:
    """The number of sites with a piece, for each board."""
    taken = state.occupied()
    return {name: len(taken.intersection(board.sites)) for name, board in state.program.schema.topology.boards.items()}


def places_of(shown: Presentation) -> list[Box]:
    """Where the boards stand: side by side, or below each other if that makes the smallest cells clearly larger."""
    space = Box(MARGIN, MARGIN, SIZE[0] - 2 * MARGIN, SIZE[1] - 2 * MARGIN)
    sizes = [wanted_size(board, shown) for board in shown.boards]
    beside = columns_of(space, len(sizes), MARGIN)
    cell = (space.height - MARGIN * (len(sizes) - 1)) / sum(high for _, high in sizes)
    below, y = [], space.y
    for _, high in sizes:
        below.append(whole(Box(space.x, y, space.width, high * cell)))
        y += high * cell + MARGIN

    def smallest(places: list[Box]) -> float:
        fitting = zip(places, sizes, strict=True)
        return min(min(place.width / wide, place.height / high) for place, (wide, high) in fitting)

    return below if smallest(below) > CLEARLY * smallest(beside) else beside


def _boards(shown: Presentation, theme: Theme) -> list[Node]:
    """The boards without lights."""
    plain = replace(shown, targets=frozenset(), chosen=frozenset())
    nodes: list[Node] = []
    for board, place in zip(shown.boards, places_of(shown), strict=True):
        size = board.style.cell_size
        # As large as it fits, in its own proportions.
        large = (size[0] * LARGE, size[1] * LARGE) if isinstance(size, tuple) else None
        unsized = replace(board, style=replace(board.style, cell_size=large))
        nodes += board_nodes(unsized, plain, Ui(), place, theme, SCALE).nodes
    return nodes


class ThumbnailPainter:
    """Makes one picture after another. The first one starts its process, which ends together with the playing one.

    `broken`: it has died and will make no more pictures. `bug`: the report about the last picture, if a mistake of ours
    prevented it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.broken = False
        self.bug = ""
        self._process: Any = None
        self._connection: Connection[Any, Any] | None = None
        self._asked: tuple[Path, Theme] | None = None

    @property
    def process_id(self) -> int | None:
        """The number of the process, if there is one."""
        return self._process.pid if self._process is not None else None

    @property
    def asked(self) -> tuple[Path, Theme] | None:
        """The spec and theme of the picture being made."""
        return self._asked

    def ask(self, spec: Path, style: Theme) -> None:
        """Have a picture made."""
        try:
            if self._connection is None:
                self._start()
            assert self._connection is not None
            self._connection.send((str(spec), style.name, style.patterns))
            self._asked = spec, style
        except OSError:
            self._give_up()

    def answered(self) -> bool:
        """Whether the current request is finished, successfully or not."""
        if self._connection is None or self._asked is None:
            return True
        try:
            if not self._connection.poll():
                return False
            self.bug = self._connection.recv()
        except (EOFError, OSError):
            self._give_up()
        self._asked = None
        return True

    def rest(self) -> None:
        """End the process until the next picture is asked for."""
        self._asked = None
        if self._connection is not None:
            self._connection.close()
        if self._process is not None:
            self._process.kill()
            self._process.join(ENDING)
            self._process.close()
        self._connection = self._process = None

    def _give_up(self) -> None:
        self.rest()
        self.broken = True

    def _start(self) -> None:
        context: Any = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        self._process = context.Process(
            target=paint, args=(theirs, str(self.folder)), daemon=True, name="tilewright painter"
        )
        self._process.start()
        theirs.close()
        self._connection = ours


def paint(connection: Connection[Any, Any], folder: str) -> None:
    """Make the requested pictures, until nobody is left to ask."""
    # Ctrl-C is for the process that plays.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(NICENESS)
    thumbnails = Thumbnails(Path(folder))
    with suppress(EOFError, OSError):
        while True:
            spec, name, patterns = connection.recv()
            made = thumbnails.make(Path(spec), theme(name, patterns))
            connection.send(thumbnails.bug if made is None else "")
