"""Sounds: short, soft, clean at both ends, and the same each time."""

import io
import wave
from struct import unpack
from typing import get_args

import pytest

from renderer.app.sounds import LOUDNESS, PEAK, RATE, SOUNDS, Sound, Volume, wav


def samples(name: Sound) -> list[float]:
    with wave.open(io.BytesIO(wav(name))) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
        count = file.getnframes()
        return [value / 32767 for value in unpack(f"<{count}h", file.readframes(count))]


@pytest.mark.parametrize("name", SOUNDS)
def test_a_sound_is_as_long_as_it_says_and_not_too_loud(name: Sound) -> None:
    found = samples(name)
    assert len(found) == round(RATE * SOUNDS[name].seconds)
    assert max(map(abs, found)) == pytest.approx(PEAK * SOUNDS[name].level, abs=1e-4)
    assert PEAK < 0.9
    assert 0.3 <= SOUNDS[name].level <= 1


@pytest.mark.parametrize("name", SOUNDS)
def test_a_sound_does_not_crack_and_has_no_offset(name: Sound) -> None:
    found = samples(name)
    assert abs(sum(found) / len(found)) < 1e-3
    assert abs(found[0]) < 0.02
    assert abs(found[-1]) < 0.02
    # The last tenth is much softer than the loudest tenth: the sound fades rather than stopping.
    tenth = len(found) // 10
    loudness = [sum(map(abs, found[at : at + tenth])) for at in range(0, len(found) - tenth, tenth)]
    assert loudness[-1] < 0.4 * max(loudness)


def test_there_is_a_sound_for_everything_that_is_heard() -> None:
    assert {name for part in get_args(Sound) for name in get_args(part)} == SOUNDS.keys()
    assert all(0.03 <= recipe.seconds <= 1.2 for recipe in SOUNDS.values())


def test_volumes_go_up_and_never_beyond_what_was_made() -> None:
    assert LOUDNESS.keys() == set(get_args(Volume))
    assert list(LOUDNESS.values()) == sorted(LOUDNESS.values())
    assert max(LOUDNESS.values()) == 1


def test_no_two_sounds_are_the_same() -> None:
    assert len({wav(name) for name in SOUNDS}) == len(SOUNDS)
