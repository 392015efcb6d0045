"""How colours look to eyes that confuse some of them, and how different they look."""

from __future__ import annotations

from functools import lru_cache
from math import atan2, cos, degrees, exp, hypot, pi, radians, sin, sqrt
from typing import Literal, get_args

from runtime.show.colours import contrast, parts

Vision = Literal["usual", "protan", "deutan", "tritan"]
"""Eyes that see all colours, and those without cones for long (red), middle (green) or short (blue) waves."""
VISIONS: tuple[Vision, ...] = get_args(Vision)

Lab = tuple[float, float, float]
"""Lightness, red against green, and yellow against blue."""
Matrix = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]
_SEEN: dict[Vision, Matrix] = {
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What is seen of linear red, green and blue, where one kind of cone is missing altogether (Machado, Oliveira and
Fernandes, A Physiologically-based Model for Simulation of Color Vision Deficiency, 2009)."""

TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE = (0.95047, 1.0, 1.08883)
APART = 10.0
"""The least distance of colours that are told apart at a glance, also when they do not lie side by side. What one can
just tell apart side by side is 1; the colours of palettes for the colour-blind are about 15 apart."""
LIGHTER = 1.6
"""The least contrast of colours that are told apart by how light they are."""
ALIKE = 3.0
"""What differs less is one colour to everybody, unless it lies side by side."""
LOST = 0.7
"""The share of a difference of which so little is left that these eyes are at a loss where others are not."""


def _linear(colour: str) -> tuple[float, float, float]:
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
        for share in (part / 255 for part in parts(colour))
    )
    return red, green, blue


def _times(matrix: Matrix, values: tuple[float, float, float]) -> tuple[float, float, float]:
    first, second, third = (sum(map(float.__mul__, row, values)) for row in matrix)
    return first, second, third


@lru_cache(maxsize=4096)
def seen(colour: str, vision: Vision) -> str:
    """The colour that a colour appears to be to some eyes."""
    if vision == "usual":
        return colour
    shares = (min(1.0, max(0.0, value)) for value in _times(_SEEN[vision], _linear(colour)))
    curved = (12.92 * share if share <= 0.0031308 else 1.055 * share ** (1 / 2.4) - 0.055 for share in shares)
    return "#" + "".join(f"{round(255 * share):02x}" for share in curved)


@lru_cache(maxsize=4096)
def _lab(colour: str) -> Lab:
    """A colour in coordinates with perceptually even steps."""
    xyz = (value / white for value, white in zip(_times(TO_XYZ, _linear(colour)), WHITE, strict=True))
    x, y, z = (cube ** (1 / 3) if cube > 216 / 24389 else (24389 / 27 * cube + 16) / 116 for cube in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@lru_cache(maxsize=16384)
def difference(first: str, second: str) -> float:
    """How different two colours look; a difference of 1 is just visible side by side."""
    return ciede2000(_lab(first), _lab(second))


def ciede2000(first: Lab, second: Lab) -> float:
    """The distance of two colours by the formula CIEDE2000 of the International Commission on Illumination."""
    (light, a1, b1), (light2, a2, b2) = first, second
    mean = (hypot(a1, b1) + hypot(a2, b2)) / 2
    grey = 0.5 * (1 - sqrt(mean**7 / (mean**7 + 25.0**7)))
    a1, a2 = a1 * (1 + grey), a2 * (1 + grey)
    chroma, chroma2 = hypot(a1, b1), hypot(a2, b2)
    hue, hue2 = (degrees(atan2(b, a)) % 360 if a or b else 0.0 for a, b in ((a1, b1), (a2, b2)))
    turn = 0.0 if chroma * chroma2 == 0 else (hue2 - hue + 180) % 360 - 180
    far = 2 * sqrt(chroma * chroma2) * sin(radians(turn) / 2)
    middle = (hue + hue2) / 2
    if chroma * chroma2 == 0:
        middle = hue + hue2
    elif abs(hue - hue2) > 180:
        middle += 180 if hue + hue2 < 360 else -180
    lightness, strength = (light + light2) / 2, (chroma + chroma2) / 2
    weight = (
        1
        - 0.17 * cos(radians(middle - 30))
        + 0.24 * cos(radians(2 * middle))
        + 0.32 * cos(radians(3 * middle + 6))
        - 0.20 * cos(radians(4 * middle - 63))
    )
    by_light = 1 + 0.015 * (lightness - 50) ** 2 / sqrt(20 + (lightness - 50) ** 2)
    by_chroma, by_hue = 1 + 0.045 * strength, 1 + 0.015 * strength * weight
    bend = 60 * exp(-(((middle - 275) / 25) ** 2)) * pi / 180
    turned = -2 * sqrt(strength**7 / (strength**7 + 25.0**7)) * sin(bend)
    lighter, stronger, other = (light2 - light) / by_light, (chroma2 - chroma) / by_chroma, far / by_hue
    return sqrt(lighter**2 + stronger**2 + other**2 + turned * stronger * other)


def told_apart(first: str, second: str, vision: Vision) -> bool:
    """Whether some eyes tell two colours apart at a glance: by hue, or by lightness."""
    one, other = seen(first, vision), seen(second, vision)
    return difference(one, other) >= APART or contrast(one, other) >= LIGHTER


def confused_by(first: str, second: str) -> Vision | None:
    """The eyes that confuse two colours that others tell apart more easily; ‘usual’ if everybody confuses them. A
    difference in lightness is equally visible to all."""
    plain = difference(first, second)
    if plain < ALIKE:
        return "usual"
    for vision in VISIONS:
        if not told_apart(first, second, vision):
            if difference(seen(first, vision), seen(second, vision)) < LOST * plain:
                return vision
    return None
