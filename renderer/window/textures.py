"""The pictures of skins on the graphics card: small ones together on a few pages, large ones by themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from PIL.Image import Image

from renderer.nodes import Skin

if TYPE_CHECKING:
    from arcade.gl import Context, Texture2D

GAP = 1
"""Empty pixels around each picture, so that none shows at the edge of another."""
STEP = 4
"""Shelves have heights in steps, so that pictures of nearly the same height share them."""
PAGE = 1 << 11
"""Pixels along each side of a page: every card that has OpenGL 3.3 can take it, and it holds a whole table."""
SMALL = 512
"""What is longer in any direction gets a texture of its own."""
MOST_PAGES = 6
MOST_LARGE = 16 * 1024 * 1024
"""Pixels of large pictures that are kept although they are not on the screen."""
RECENT = 8
"""Pictures that were asked for in so many of the latest calls are likely to be asked for again."""


class Shelves:
    """The free room of one square picture. Room can only be reclaimed all at once."""

    def __init__(self, side: int) -> None:
        self.side = side
        self.clear()

    def clear(self) -> None:
        """Free all of it again."""
        self._shelves: dict[int, tuple[int, int]] = {}
        """For each height the shelf that is being filled: how far it is filled, and where its top is."""
        self._floor = 0

    def place(self, width: int, height: int) -> tuple[int, int] | None:
        """The top left corner of a new picture; None if there is no room for it."""
        wide, high = width + 2 * GAP, -(-(height + 2 * GAP) // STEP) * STEP
        if wide > self.side or high > self.side:
            return None
        filled, top = self._shelves.get(high, (self.side, 0))
        if filled + wide > self.side:
            if self._floor + high > self.side:
                return None
            filled, top = 0, self._floor
            self._floor += high
        self._shelves[high] = (filled + wide, top)
        return filled + GAP, top + GAP


class Patch(NamedTuple):
    """A part of a texture: edges from 0 to 1, and the size in pixels."""

    texture: Texture2D
    left: float
    top: float
    right: float
    bottom: float
    width: int
    height: int


class Textures:
    """Draws skins and keeps their pictures as long as they are useful.

    A long evening shows thousands of different texts. When the pages are full they are cleared, and whatever is still
    shown is written to them again; a page is added only if the recently shown pictures would not leave half of the room
    free.
    """

    def __init__(self, context: Context, image_of: Callable[[Skin], Image]) -> None:
        self._context = context
        self._image_of = image_of
        self._pages: list[tuple[Texture2D, Shelves]] = []
        self._small: dict[Skin, Patch] = {}
        self._large: dict[Skin, Patch] = {}
        self._used: dict[Skin, int] = {}
        self._call = 0
        self._emptied = 0

    def patches(self, skins: Iterable[Skin]) -> list[Patch]:
        """Where the picture of each skin is. This is valid until the next call."""
        self._call += 1
        wanted = list(skins)
        while (found := self._found(wanted)) is None:
            self._make_room(wanted)
        self._drop_large()
        return found

    @property
    def held(self) -> int:
        """How many pictures there are."""
        return len(self._small) + len(self._large)

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return len(self._pages)

    def clear(self) -> None:
        """Forget every picture, for instance when all sizes change."""
        for patch in self._large.values():
            patch.texture.delete()
        self._large.clear()
        self._empty_pages()

    def _found(self, skins: list[Skin]) -> list[Patch] | None:
        found: list[Patch] = []
        for skin in skins:
            patch = self._small.get(skin) or self._large.get(skin) or self._made(skin)
            if patch is None:
                return None
            self._used[skin] = self._call
            found.append(patch)
        return found

    def _made(self, skin: Skin) -> Patch | None:
        image = self._image_of(skin)
        if max(image.size) > SMALL or (self._emptied == self._call and len(self._pages) == MOST_PAGES):
            return self._make_large(skin, image)
        for texture, shelves in self._pages:
            corner = shelves.place(*image.size)
            if corner is not None:
                return self._put(skin, image, texture, corner)
        return None

    def _put(self, skin: Skin, image: Image, texture: Texture2D, corner: tuple[int, int]) -> Patch:
        (x, y), (width, height) = corner, image.size
        # What lies outside of an image is transparent: the gap is written along with the picture.
        framed = image.crop((-GAP, -GAP, width + GAP, height + GAP))
        texture.write(_premultiplied(framed), viewport=(x - GAP, y - GAP, *framed.size))
        patch = Patch(texture, x / PAGE, y / PAGE, (x + width) / PAGE, (y + height) / PAGE, width, height)
        self._small[skin] = patch
        return patch

    def _make_large(self, skin: Skin, image: Image) -> Patch:
        texture = self._texture(image.size, _premultiplied(image))
        patch = self._large[skin] = Patch(texture, 0.0, 0.0, 1.0, 1.0, *image.size)
        return patch

    def _texture(self, size: tuple[int, int], data: bytes) -> Texture2D:
        context = self._context
        return context.texture(
            size,
            components=4,
            data=data,
            wrap_x=context.CLAMP_TO_EDGE,
            wrap_y=context.CLAMP_TO_EDGE,
            filter=(context.NEAREST, context.NEAREST),
        )

    def _make_room(self, wanted: list[Skin]) -> None:
        """Clear the pages, or add one if too little would be free afterwards; clearing twice would gain nothing."""
        shown = {skin for skin, call in self._used.items() if call > self._call - RECENT}.union(wanted)
        area = sum(patch.width * patch.height for skin in shown if (patch := self._small.get(skin)) is not None)
        room = PAGE * PAGE * len(self._pages)
        if len(self._pages) < MOST_PAGES and (2 * area >= room or self._emptied == self._call):
            self._pages.append((self._texture((PAGE, PAGE), bytes(4 * PAGE * PAGE)), Shelves(PAGE)))
        else:
            self._empty_pages()
            self._emptied = self._call

    def _empty_pages(self) -> None:
        for _, shelves in self._pages:
            shelves.clear()
        self._small.clear()
        self._used = {skin: call for skin, call in self._used.items() if skin in self._large}

    def _drop_large(self) -> None:
        """Delete the least recently shown large pictures while there are too many."""
        area = sum(patch.width * patch.height for patch in self._large.values())
        for skin in sorted(self._large, key=self._used.__getitem__):
            if area <= MOST_LARGE or self._used[skin] == self._call:
                return
            patch = self._large.pop(skin)
            del self._used[skin]
            patch.texture.delete()
            area -= patch.width * patch.height


def _premultiplied(image: Image) -> bytes:
    """The pixels with colours multiplied by their alpha: only then can they be mixed and stretched without dark
    seams."""
    return image.convert("RGBA").convert("RGBa").tobytes()
