"""Confetti after a win: paper in the colours of the theme that flies up from below and flutters down."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi, sin
from random import Random
from typing import NamedTuple

from renderer.nodes import TIP, Node
from renderer.skins.marks import Wash

COUNT = 64
LENGTH = 1.9
"""For how many seconds it is seen."""
FADES = 0.55
"""For how many of these it fades at the end."""
Z = TIP + 50
LATEST = 0.25
"""The last pieces begin so many seconds after the first."""
DRAG, GRAVITY = 1.6, 1.1
"""How the air slows paper down, each second, and how it falls, in heights of the window."""
SHARES = ((1.0, 0.55), (0.7, 0.7), (0.45, 1.1))
"""Widths and heights of the pieces, as shares of a side."""
SIDE = 0.017
"""That side, as a share of the height of the window."""


class Piece(NamedTuple):
    """A piece of paper: where it begins, how fast it is thrown, and how it turns. Lengths are in pixels."""

    skin: Wash
    x: float
    y: float
    across: float
    down: float
    begins: float
    spin: float
    sway: float
    phase: float


class Confetti:
    """The confetti of one win. It looks the same for the same size and colours."""

    def __init__(self, size: tuple[int, int], colours: Sequence[str], began: float, length: float = LENGTH) -> None:
        self.began = began
        self.length = length
        random = Random(1)
        width, height = size
        self._fall = GRAVITY * height
        self._pieces = [self._piece(random, number, colours, width, height) for number in range(COUNT)]

    def _piece(self, random: Random, number: int, colours: Sequence[str], width: int, height: int) -> Piece:
        side = max(5.0, height * SIDE)
        wide, high = SHARES[number % len(SHARES)]
        colour = colours[number // 2 % len(colours)]
        skin = Wash(round(side * wide), round(side * high), 1.5, colour, 1.0)
        from_left = number % 2 == 0
        throw = random.uniform(0.25, 1.05) * width
        return Piece(
            skin,
            -side if from_left else width + side,
            random.uniform(0.55, 0.85) * height,
            throw if from_left else -throw,
            -random.uniform(0.9, 1.9) * height,
            random.uniform(0.0, LATEST),
            random.uniform(-420, 420),
            random.uniform(0.5, 1.6) * side,
            random.uniform(0, 2 * pi),
        )

    def over(self, now: float) -> bool:
        """Whether all of it has come down."""
        return now - self.began >= self.length

    def nodes(self, now: float) -> list[Node]:
        """The pieces in the air now."""
        passed = (now - self.began) * LENGTH / self.length
        alpha = min(1.0, (LENGTH - passed) / FADES)
        found = []
        for number, piece in enumerate(self._pieces):
            time = passed - piece.begins
            if time <= 0 or alpha <= 0:
                continue
            # The air takes the throw away bit by bit; what is left is the fall.
            thrown = time / (1 + DRAG * time)
            width, height = piece.skin.size
            x = piece.x + piece.across * thrown + piece.sway * sin(5 * time + piece.phase)
            y = piece.y + piece.down * thrown + self._fall * time * time / (2 + DRAG * time)
            angle = piece.spin * time
            found.append(Node(f"confetti:{number}", piece.skin, x, y, width, height, Z, alpha, angle))
        return found
