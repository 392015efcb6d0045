"""Papers: panels, cards, buttons and racks with a lit edge and a shadow; and pictures from files."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from math import ceil
from pathlib import Path
from typing import Literal

from PIL import Image, ImageChops, ImageFilter, UnidentifiedImageError

from interpreter import read_file
from renderer.skins.masks import border, box_shadow, frame, polygon, rounded
from renderer.skins.paint import both, clear, fall, gradient, lay, lay_picture, widened, without
from renderer.skins.skin import Boxed
from runtime.show.colours import BLACK, WHITE, luminance, mixed, parts

DARKNESS = 0.42
"""How dark a shadow is where it is darkest."""
LARGEST = 8 << 20
"""A picture in a file has no more bytes."""
MISSING = ("#5a6377", "#434b5e")


@dataclass(frozen=True, slots=True)
class Paper:
    """A box with round corners. `shadow` is how far its shadow extends; `lip` is how thick its lower edge looks.

    `inset`: it is sunk into the surface beneath it. The picture is larger than the box by `margin` on each side.
    """

    width: int
    height: int
    radius: float
    fill: str
    fill_low: str | None = None
    edge: str | None = None
    edge_width: float = 1
    shadow: float = 0
    inset: bool = False
    lip: int = 0

    @property
    def margin(self) -> int:
        """How far the picture extends beyond the box."""
        return ceil(1.6 * self.shadow)

    @property
    def size(self) -> tuple[int, int]:
        """The size of the picture."""
        return max(1, round(self.width)) + 2 * self.margin, max(1, round(self.height)) + 2 * self.margin

    def draw(self) -> Image.Image:
        """Draw the paper. Only its two ends are drawn; everything between them is uniform."""
        margin = self.margin
        wide, high = self.size
        narrow = 2 * (2 * margin + ceil(self.radius) + ceil(self.edge_width) + 3) + 1
        return widened(self._drawn(min(wide, narrow) - 2 * margin, high - 2 * margin), wide)

    def _drawn(self, width: int, height: int) -> Image.Image:
        margin = self.margin
        picture = clear(width + 2 * margin, height + 2 * margin)
        radius = min(self.radius, width // 2, height // 2)
        if self.shadow > 0:
            self._cast(picture, width, height, radius)
        mask = rounded(width, height, radius)
        if self.lip:
            lip = min(self.lip, height - 1)
            lay(picture, mixed(self.fill_low or self.fill, BLACK, 0.42), mask, at=(margin, margin))
            height -= lip
            mask = rounded(width, height, min(radius, height // 2))
        low = self.fill_low or self.fill
        lay_picture(picture, gradient(width, height, self.fill, low), mask, (margin, margin))
        if self.inset:
            dark = 0.5 if luminance(self.fill) < 0.4 else 0.24
            lay(picture, BLACK, _sunk(width, height, radius), dark, (margin, margin))
        elif low != self.fill or self.lip:
            below = ceil(self.edge_width) if self.edge is not None else 0
            _light_upper_edge(picture, width, height, radius, self.fill, margin, below)
        if self.edge is not None:
            border = frame(width, height, radius, self.edge_width)
            lay(picture, self.edge, border, at=(margin, margin))
        return picture

    def _cast(self, picture: Image.Image, width: int, height: int, radius: float) -> None:
        for blur, drop, dark in (
            (self.shadow * 0.42, self.shadow * 0.34, DARKNESS),
            (max(0.8, self.shadow * 0.1), max(1.0, self.shadow * 0.1), 0.16),
        ):
            soft = box_shadow(width, height, radius, blur)
            left = self.margin - (soft.width - width) // 2
            lay(picture, BLACK, soft, dark, (left, left + round(drop)))


Side = Literal["above", "below", "right", "left"]
"""On which side of what it points to something stands."""
SUNK = 4
"""How far the foot of a tail reaches into its paper, in pixels."""


@dataclass(frozen=True, slots=True)
class Balloon:
    """A paper with an edge and a tail that points at its subject; `side` is where the paper is, seen from there. `at`
    is how far along that side the tail has its tip."""

    width: int
    height: int
    radius: float
    fill: str
    edge: str
    edge_width: int
    side: Side
    tail: int
    at: int

    @property
    def margin(self) -> int:
        """How far the tail and the shadow extend beyond the box."""
        return 2 * self.tail

    @property
    def size(self) -> tuple[int, int]:
        """The size of the picture."""
        return self.width + 2 * self.margin, self.height + 2 * self.margin

    def draw(self) -> Image.Image:
        """The paper with its tail, on a shadow."""
        picture, margin = clear(*self.size), self.margin
        form = Image.new("L", self.size)
        form.paste(rounded(self.width, self.height, self.radius), (margin, margin))
        form = ImageChops.lighter(form, polygon(*self.size, self._tail))
        lay(picture, BLACK, form.filter(ImageFilter.GaussianBlur(self.tail * 0.4)), DARKNESS, (0, self.tail // 3))
        lay(picture, self.edge, form)
        lay(picture, self.fill, without(form, border(form, self.edge_width)))
        return picture

    @property
    def _tail(self) -> tuple[tuple[float, float], ...]:
        """The corners of the tail, whose base is within the paper."""
        across = self.side in ("above", "below")
        length = self.width if across else self.height
        near = self.radius + self.tail
        middle = self.margin + (min(max(self.at, near), length - near) if length > 2 * near else length / 2)
        tip = self.margin + min(max(self.at, self.tail), length - self.tail)
        far = self.margin + (self.height if across else self.width)
        if self.side in ("above", "left"):
            foot, end = far - SUNK, far + self.tail
        else:
            foot, end = self.margin + SUNK, self.margin - self.tail
        corners = ((middle - self.tail, foot), (tip, end), (middle + self.tail, foot))
        return corners if across else tuple((y, x) for x, y in corners)


def _light_upper_edge(
    picture: Image.Image, width: int, height: int, radius: float, fill: str, margin: int, below: int
) -> None:
    """A thin line of light along the upper edge that fades out down the corners."""
    wide, high = width - 2 * below, height - 2 * below
    if wide < 3 or high < 3:
        return
    inner = max(0.0, radius - below)
    line = both(frame(wide, high, inner, 1), fall(wide, high, 255, -255 if high < 24 else -900))
    lay(picture, WHITE, line, 0.16 if luminance(fill) < 0.6 else 0.75, (margin + below, margin + below))


def _sunk(width: int, height: int, radius: float) -> Image.Image:
    """The shadow that the upper edge of a hollow casts into it."""
    mask = rounded(width, height, radius)
    depth = max(1.2, min(5.0, height * 0.05))
    lowered = Image.new("L", (width, height))
    lowered.paste(mask, (0, round(depth)))
    return both(without(mask, lowered.filter(ImageFilter.GaussianBlur(depth))), mask)


@dataclass(frozen=True, slots=True)
class Shade(Boxed):
    """A plain translucent colour over a box: it darkens the table behind a card."""

    width: int
    height: int
    colour: str
    alpha: float

    def draw(self) -> Image.Image:
        """The shade."""
        return Image.new("RGBA", self.size, (*parts(self.colour), round(255 * self.alpha)))


@dataclass(frozen=True, slots=True)
class Backdrop(Boxed):
    """The background behind everything: a vertical gradient without holes."""

    width: int
    height: int
    colour: str
    colour_low: str

    def draw(self) -> Image.Image:
        """The gradient."""
        return gradient(*self.size, self.colour, self.colour_low).convert("RGBA")


@dataclass(frozen=True, slots=True)
class Picture(Boxed):
    """A whole picture from a file, in a box with round corners; if the box is longer, the edges of the picture are
    extended. `cut` is how many pixels are missing at the bottom, where there is no more room for them.

    A file that is missing or not a picture gives a plain box: a thumbnail must not keep a gallery from being shown.
    """

    path: Path
    width: int
    height: int
    radius: float = 0
    cut: int = 0

    def draw(self) -> Image.Image:
        """The picture, reduced or enlarged."""
        width, height = self.size
        picture = clear(width, height)
        shown = self._filled(width, height + self.cut).crop((0, 0, width, height))
        lay_picture(picture, shown, rounded(width, height, self.radius))
        return picture

    def _filled(self, width: int, height: int) -> Image.Image:
        try:
            # What stands after the picture is no matter to whoever draws it.
            with Image.open(BytesIO(read_file(self.path, LARGEST))) as file:
                whole: Image.Image = file.convert("RGB")
        except (OSError, UnidentifiedImageError, ValueError, Image.DecompressionBombError):
            return gradient(width, height, *MISSING)
        scale = min(width / whole.width, height / whole.height)
        across, down = max(1, round(whole.width * scale)), max(1, round(whole.height * scale))
        shown = whole.resize((across, down), Image.Resampling.LANCZOS)
        left, top = (width - across) // 2, (height - down) // 2
        filled = Image.new("RGB", (width, height))
        for edge, beside in (
            (shown.crop((0, 0, 1, down)), (0, top, left, top + down)),
            (shown.crop((across - 1, 0, across, down)), (left + across, top, width, top + down)),
            (shown.crop((0, 0, across, 1)), (left, 0, left + across, top)),
            (shown.crop((0, down - 1, across, down)), (left, top + down, left + across, height)),
        ):
            if beside[0] < beside[2] and beside[1] < beside[3]:
                filled.paste(edge.resize((beside[2] - beside[0], beside[3] - beside[1])), beside)
        filled.paste(shown, (left, top))
        return filled
