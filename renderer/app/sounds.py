"""The sounds of the game, made from sums of fading tones and a little noise: short, soft, and the same everywhere."""

from __future__ import annotations

import io
import wave
from cmath import exp
from functools import cache
from math import pi
from struct import pack
from typing import Literal, NamedTuple

from runtime.show.cues import Cue

RATE = 22050
"""Samples a second."""
PEAK = 0.6
"""How loud the loudest moment of the loudest sound is; 1 would be as loud as can be."""
Volume = Literal["quiet", "normal", "loud"]
LOUDNESS: dict[Volume, float] = {"quiet": 0.2, "normal": 0.5, "loud": 1.0}
"""What a sound is multiplied by, for how loud a player wants it."""
FADE = 0.004
"""Seconds in which a sound rises at its beginning and dies away at its end, so that it does not crack."""


Sound = Literal["press", "pick", "refuse", "good", "win", "lose", "draw"] | Cue
"""What a page can ask to be heard."""


class Tone(NamedTuple):
    """A note: when it begins and how fast it fades (in seconds), its pitch at the beginning and the end, its strength.

    A `rough` tone is noise around its pitch, like the sound of wood and felt.
    """

    begin: float
    fade: float
    pitch: float
    to: float
    strength: float = 1.0
    rough: bool = False


def _knock(pitch: float, begin: float = 0.0, strength: float = 1.0) -> tuple[Tone, ...]:
    """Wood on wood: a dull body, two overtones out of tune, and the click of the touch."""
    return (
        Tone(begin, 0.045, pitch, pitch * 0.94, strength),
        Tone(begin, 0.022, pitch * 2.76, pitch * 2.7, 0.35 * strength),
        Tone(begin, 0.012, pitch * 5.4, pitch * 5.2, 0.15 * strength),
        Tone(begin, 0.005, 2600, 1800, 0.25 * strength, rough=True),
    )


def _bell(pitch: float, begin: float, strength: float = 1.0, fade: float = 0.16) -> tuple[Tone, ...]:
    """A soft bell: the note, its octave, and a breath of the twelfth."""
    return (
        Tone(begin, fade, pitch, pitch, strength),
        Tone(begin, 0.6 * fade, 2 * pitch, 2 * pitch, 0.3 * strength),
        Tone(begin, 0.35 * fade, 3 * pitch, 3 * pitch, 0.1 * strength),
    )


class Recipe(NamedTuple):
    """A sound: its length (in seconds), its tones, and how loud it is compared with the loudest."""

    seconds: float
    tones: tuple[Tone, ...]
    level: float = 1.0


def _wave(number: int) -> Recipe:
    """A wave of a cascade: a pop and two notes, one step of the pentatonic scale higher with every wave."""
    pitch = (523.3, 587.3, 659.3, 784.0, 880.0)[number - 1]
    tones = (*_knock(pitch / 2, strength=0.4), *_bell(pitch, 0, 0.8, 0.1), *_bell(1.5 * pitch, 0.05, 0.7, 0.12))
    return Recipe(0.42, tones, 0.75)


SOUNDS: dict[Sound, Recipe] = {
    "press": Recipe(0.06, (Tone(0, 0.012, 1250, 1050), Tone(0, 0.004, 3000, 2200, 0.3, rough=True)), 0.4),
    "pick": Recipe(0.09, _knock(520, strength=0.8), 0.5),
    "move": Recipe(0.16, _knock(300), 0.8),
    "slide": Recipe(0.22, (Tone(0, 0.09, 700, 1500, 0.8, rough=True), Tone(0, 0.08, 180, 240, 0.4)), 0.6),
    "capture": Recipe(0.26, (*_knock(340), *_knock(220, 0.07, 0.9))),
    "fall": Recipe(0.26, (*_knock(210, 0, 0.7), *_knock(190, 0.05, 0.5), *_knock(235, 0.09, 0.35)), 0.4),
    "wave_1": _wave(1),
    "wave_2": _wave(2),
    "wave_3": _wave(3),
    "wave_4": _wave(4),
    "wave_5": _wave(5),
    "refuse": Recipe(0.24, (Tone(0, 0.06, 155, 140), Tone(0.09, 0.06, 131, 118), Tone(0.09, 0.03, 262, 240, 0.3)), 0.7),
    "good": Recipe(0.5, (*_bell(659.3, 0.0, 0.8), *_bell(880.0, 0.09)), 0.8),
    "win": Recipe(
        1.1, (*_bell(523, 0, 0.8), *_bell(659, 0.12, 0.8), *_bell(784, 0.24, 0.8), *_bell(1047, 0.36, 1, 0.26))
    ),
    "lose": Recipe(0.9, (*_bell(392, 0, 0.8, 0.2), *_bell(349, 0.16, 0.8, 0.2), *_bell(294, 0.34, 1, 0.24)), 0.8),
    "draw": Recipe(0.7, (*_bell(440, 0, 0.8, 0.18), *_bell(440, 0.2, 0.8, 0.22)), 0.8),
}
"""Each sound by its name."""


@cache
def wav(name: Sound) -> bytes:
    """A sound as the content of a WAV file: mono, 16 bits."""
    recipe = SOUNDS[name]
    samples = _levelled(_samples(recipe.seconds, recipe.tones), PEAK * recipe.level)
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(pack(f"<{len(samples)}h", *(round(32767 * sample) for sample in samples)))
    return file.getvalue()


def _samples(seconds: float, tones: tuple[Tone, ...]) -> list[float]:
    samples = [0.0] * round(RATE * seconds)
    for tone in tones:
        if tone.rough:
            # Many close pitches out of step are noise to the ear, and the same noise each time.
            for step in range(14):
                _add(samples, tone, 0.6 + 0.061 * step, step * step, tone.strength / 5)
        else:
            _add(samples, tone, 1.0, 0.0, tone.strength)
    return samples


def _add(samples: list[float], tone: Tone, stretch: float, phase: float, strength: float) -> None:
    """Add a tone whose pitch changes evenly from its beginning to the end of the sound.

    Turning a complex number from sample to sample gives the same result as a sine for each, ten times as fast.
    """
    first = round(RATE * tone.begin)
    count = len(samples) - first
    pitch, to = stretch * tone.pitch / RATE, stretch * tone.to / RATE
    value = strength * exp(1j * phase)
    turn = exp(2j * pi * pitch - 1 / (RATE * tone.fade))
    bend = exp(2j * pi * (to - pitch) / count)
    for number in range(first, len(samples)):
        samples[number] += value.imag
        value *= turn
        turn *= bend


def _levelled(samples: list[float], peak: float) -> list[float]:
    """Faded at both ends, centred on zero, and as loud as its peak allows."""
    count, fade = len(samples), max(1, round(RATE * FADE))
    shape = [min(1.0, (number + 1) / fade, (count - number) / fade) for number in range(count)]
    faded = [sample * factor for sample, factor in zip(samples, shape, strict=True)]
    # Taking the mean away under the same shape leaves both ends at zero.
    offset = sum(faded) / sum(shape)
    level = [sample - offset * factor for sample, factor in zip(faded, shape, strict=True)]
    loudest = max(map(abs, level))
    return [peak * sample / loudest for sample in level]
