"""Pictures for the gallery, made in another process: some take longer than anybody would wait for a frame."""

from __future__ import annotations

import multiprocessing
import os
import signal
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from renderer.theme import Theme, theme
from renderer.thumbnails import Thumbnails

ENDING = 2.0
NICENESS = 10


class Painter:
    """Makes one picture after the other. Its process is started by the first, and ends with the one that plays.

    `broken`: it has died, and there will be no more pictures from it. `bug`: what is to be said of the last picture, if
    a mistake of ours kept it from being made.
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
        """The spec and theme of the picture that is being made."""
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
        """Whether what was asked for is done with, well or not."""
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
    """Make the pictures that are asked for, until nobody is there to ask."""
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
