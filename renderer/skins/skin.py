"""What all skins have in common: a recipe for a picture in a box, drawn once and cached while there is room."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from PIL.Image import Image

from renderer.nodes import Node, Skin, Target

ROOM = 160 * 1024 * 1024
"""How many bytes of pictures are kept."""


def node(
    key: str,
    skin: Skin,
    x: float,
    y: float,
    z: int,
    *,
    alpha: float = 1.0,
    angle: float = 0.0,
    scale: float = 1.0,
    target: Target | None = None,
    enabled: bool = True,
) -> Node:
    """A node whose skin has the upper left corner of its own box at (x, y); its margin lies outside that."""
    width, height = skin.size
    margin = skin.margin
    return Node(key, skin, x - margin, y - margin, width, height, z, alpha, angle, scale, target, enabled)


class Boxed:
    """A skin as wide and high as its box, in whole pixels."""

    __slots__ = ()

    width: int
    height: int

    @property
    def size(self) -> tuple[int, int]:
        """The size of the picture."""
        return max(1, round(self.width)), max(1, round(self.height))

    @property
    def margin(self) -> int:
        """The margin: none."""
        return 0


class Square:
    """A skin as high as it is wide, in whole pixels."""

    __slots__ = ()

    side: float

    @property
    def size(self) -> tuple[int, int]:
        """The size of the picture."""
        side = max(1, round(self.side))
        return side, side

    @property
    def margin(self) -> int:
        """The margin: none."""
        return 0


class Pictures:
    """Caches pictures by their skins; the least recently used goes first."""

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._kept: OrderedDict[Skin, Image] = OrderedDict()
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._kept)

    def of(self, skin: Skin) -> Image:
        """The picture of a skin. It is shared: do not draw on it."""
        found = self._kept.get(skin)
        if found is not None:
            self._kept.move_to_end(skin)
            return found
        picture = skin.draw()
        self._kept[skin] = picture
        self._bytes += _size(picture)
        while self._bytes > self._room and len(self._kept) > 1:
            self._bytes -= _size(self._kept.popitem(last=False)[1])
        return picture

    def all_of(self, skins: Iterable[Skin]) -> list[Image]:
        """The pictures of many skins, in their order."""
        return [self.of(skin) for skin in skins]


def _size(picture: Image) -> int:
    return 4 * picture.width * picture.height


_pictures = Pictures()
image_of, images_of = _pictures.of, _pictures.all_of
