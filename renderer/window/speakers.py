"""Plays the sounds of the game; where there is nothing to play them with, nothing happens."""

from __future__ import annotations

from io import BytesIO

import pyglet
from pyglet.media import StaticSource, get_audio_driver
from pyglet.media.drivers.silent.adaptation import SilentDriver

from renderer.sounds import wav


class Speakers:
    """Sounds by name, made and decoded when each is first wanted."""

    def __init__(self) -> None:
        self._sources: dict[str, StaticSource | None] = {}
        self._silent = isinstance(get_audio_driver(), SilentDriver)

    def play(self, name: str) -> None:
        """Play a sound; one that cannot be played is left out."""
        if self._silent:
            return
        sound = wav(name) if name not in self._sources else b""
        try:
            if name not in self._sources:
                self._sources[name] = _source(name, sound)
            source = self._sources[name]
            if source is not None:
                source.play()
        except Exception:
            # A sound server that goes away must not end a game. There is no common class of what drivers raise.
            self._sources[name] = None


def _source(name: str, sound: bytes) -> StaticSource:
    return StaticSource(pyglet.media.load(f"{name}.wav", file=BytesIO(sound), streaming=False))
