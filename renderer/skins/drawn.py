"""The pictures of skins that were drawn lately, as far as memory is set aside for them."""

from __future__ import annotations

from collections import OrderedDict

from PIL.Image import Image

from renderer.nodes import Skin

ROOM = 160 * 1024 * 1024
"""How many bytes of pictures are kept."""


class Pictures:
    """Keeps pictures by their skins; what was not asked for longest goes first."""

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


def _size(picture: Image) -> int:
    return 4 * picture.width * picture.height


image_of = Pictures().of
