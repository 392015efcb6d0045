"""Draws frames: the still part is cached as a picture, and only what changed is drawn again."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import ceil, cos, floor, hypot, radians, sin
from struct import Struct
from typing import TYPE_CHECKING, NamedTuple, cast

import PIL.Image
from PIL.Image import Image
from pyglet import gl

from renderer.nodes import Node
from renderer.window.textures import Patch, Textures

if TYPE_CHECKING:
    from arcade.gl import Context, Framebuffer, Texture2D
    from arcade.gl.backends.opengl.framebuffer import OpenGLFramebuffer

    from renderer.motion.animation import Frame

WORTH = 0.6
"""If more than this share of the picture has changed, all of it is drawn."""
FEW = 8
"""More parts than this are drawn as one."""
# Four corners, each with its place, its place in the texture, and its alpha.
CORNERS = Struct("20f")
INDICES = (0, 1, 2, 2, 1, 3)
EMPTY = (0, 0, 0, 255)


class Area(NamedTuple):
    """A rectangle of whole pixels."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def pixels(self) -> int:
        """How many pixels it has."""
        return (self.right - self.left) * (self.bottom - self.top)

    def meets(self, other: Area) -> bool:
        """Whether the two have a pixel in common."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )

    def with_(self, other: Area) -> Area:
        """The smallest rectangle around both."""
        return Area(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )


def area_of(node: Node) -> Area:
    """Every pixel that a node may touch, with one to spare for rounding."""
    x, y = node.x + node.width / 2, node.y + node.height / 2
    if node.angle:
        across = down = hypot(node.width, node.height) / 2 * node.scale
    else:
        across, down = node.width / 2 * node.scale, node.height / 2 * node.scale
    return Area(floor(x - across) - 1, floor(y - down) - 1, ceil(x + across) + 1, ceil(y + down) + 1)


def damage(before: Sequence[Node], after: Sequence[Node], size: tuple[int, int]) -> list[Area]:
    """The parts of the picture that differ between two lists of nodes in drawing order."""
    whole = Area(0, 0, *size)
    old = {node.key: node for node in before}
    new = {node.key: node for node in after}
    if [key for key in old if key in new] != [key for key in new if key in old]:
        return [whole]
    changed = [node for key, node in new.items() if old.get(key) != node]
    gone = [old[key] for key in old if old[key] != new.get(key)]
    areas = _joined(area_of(node) for node in (*changed, *gone))
    clipped = [
        Area(max(area.left, 0), max(area.top, 0), min(area.right, size[0]), min(area.bottom, size[1]))
        for area in areas
        if area.meets(whole)
    ]
    return [whole] if sum(area.pixels for area in clipped) > WORTH * whole.pixels else clipped


def _joined(areas: Iterable[Area]) -> list[Area]:
    """A few rectangles that cover all of these; neighbours are merged if that costs little."""
    joined: list[Area] = []
    for area in areas:
        at = 0
        while at < len(joined):
            both = joined[at].with_(area)
            if both.pixels <= 1.2 * (joined[at].pixels + area.pixels):
                # What has grown may now reach one that it did not reach before.
                area, at = both, 0
                joined = [other for other in joined if other.with_(both) != both]
            else:
                at += 1
        joined.append(area)
    if len(joined) <= FEW:
        return joined
    around = joined[0]
    for area in joined[1:]:
        around = around.with_(area)
    return [around]


VERTEX = """
#version 330
uniform vec2 size;
uniform float upwards;
in vec2 place;
in vec2 where;
in float alpha;
out vec2 at;
out float shown;
void main() {
    gl_Position = vec4(2.0 * place.x / size.x - 1.0, upwards * (1.0 - 2.0 * place.y / size.y), 0.0, 1.0);
    at = where;
    shown = alpha;
}
"""
FRAGMENT = """
#version 330
uniform sampler2D picture;
in vec2 at;
in float shown;
out vec4 colour;
void main() {
    colour = texture(picture, at) * shown;
}
"""


class Run(NamedTuple):
    """Neighbours in drawing order that one call can draw. `smooth`: they are not aligned with the pixels."""

    texture: Texture2D
    smooth: bool
    first: int
    nodes: int


class Batch:
    """The buffers and the program for drawing nodes."""

    def __init__(self, context: Context, textures: Textures) -> None:
        self._context = context
        self._textures = textures
        self._program = context.program(vertex_shader=VERTEX, fragment_shader=FRAGMENT)
        self._room = 0
        self._grow(512)

    def draw(self, nodes: Sequence[Node], size: tuple[int, int], upwards: bool = True) -> None:
        """Draw nodes over what is there, the first one lowest, onto a picture of this size.

        In OpenGL the rows of a picture go upwards; they may go downwards where nobody but us looks at it.
        """
        if not nodes:
            return
        patches = self._textures.patches(node.skin for node in nodes)
        if len(nodes) > self._room:
            self._grow(2 * len(nodes))
        self._corners.orphan()
        self._corners.write(b"".join(map(corners, nodes, patches)))
        self._program["size"] = size
        self._program["upwards"] = 1.0 if upwards else -1.0
        context = self._context
        context.enable(context.BLEND)
        context.blend_func = context.ONE, context.ONE_MINUS_SRC_ALPHA
        for run in runs(nodes, patches):
            kind = context.LINEAR if run.smooth else context.NEAREST
            run.texture.filter = kind, kind
            run.texture.use(0)
            self._geometry.render(self._program, first=len(INDICES) * run.first, vertices=len(INDICES) * run.nodes)

    def _grow(self, room: int) -> None:
        from arcade.gl import BufferDescription

        context = self._context
        order = array("I", (4 * number + corner for number in range(room) for corner in INDICES))
        self._corners = context.buffer(reserve=CORNERS.size * room, usage="stream")
        self._geometry = context.geometry(
            [BufferDescription(self._corners, "2f 2f 1f", ["place", "where", "alpha"])],
            index_buffer=context.buffer(data=order.tobytes()),
            mode=context.TRIANGLES,
        )
        self._room = room


def is_smooth(node: Node) -> bool:
    """Whether a node is turned or stretched, so that its pixels fall between those of the picture."""
    return node.angle != 0 or node.scale != 1


def runs(nodes: Sequence[Node], patches: Sequence[Patch]) -> Iterator[Run]:
    """The calls that draw the nodes in order."""
    first = 0
    kinds = ((patch.texture, is_smooth(node)) for node, patch in zip(nodes, patches, strict=True))
    for (texture, smooth), group in groupby(kinds):
        count = sum(1 for _ in group)
        yield Run(texture, smooth, first, count)
        first += count


def corners(node: Node, patch: Patch) -> bytes:
    """The corners of a node: top left, top right, bottom left, bottom right."""
    _, left, top, right, bottom, width, height = patch
    alpha = node.alpha
    if not is_smooth(node):
        near, high = float(round(node.x)), float(round(node.y))
        far, low = near + width, high + height
        if node.clip is not None:
            (near, far), (left, right) = _clipped(near, far, left, right, node.clip.x, node.clip.right)
            (high, low), (top, bottom) = _clipped(high, low, top, bottom, node.clip.y, node.clip.bottom)
        return CORNERS.pack(
            *(near, high, left, top, alpha),
            *(far, high, right, top, alpha),
            *(near, low, left, bottom, alpha),
            *(far, low, right, bottom, alpha),
        )
    x, y = node.x + node.width / 2, node.y + node.height / 2
    across, down = width / 2 * node.scale, height / 2 * node.scale
    turned, side = cos(radians(node.angle)), sin(radians(node.angle))
    a, b, c, d = across * turned, across * side, down * side, down * turned
    return CORNERS.pack(
        *(x - a + c, y - b - d, left, top, alpha),
        *(x + a + c, y + b - d, right, top, alpha),
        *(x - a - c, y - b + d, left, bottom, alpha),
        *(x + a - c, y + b + d, right, bottom, alpha),
    )


def _clipped(
    start: float, end: float, first: float, last: float, least: float, most: float
) -> tuple[tuple[float, float], tuple[float, float]]:
    """The part of a side between two places, and of the picture along it; it may be empty."""
    begins, ends = (min(max(place, least), most) for place in (start, end))
    share = (last - first) / (end - start) if end > start else 0.0
    return (begins, ends), (first + (begins - start) * share, last - (end - ends) * share)


class Canvas:
    """The picture of the window on the graphics card."""

    def __init__(self, context: Context, textures: Textures) -> None:
        self._context = context
        self._batch = Batch(context, textures)
        self._still: Framebuffer | None = None
        self._nodes: tuple[Node, ...] = ()
        self._version: int | None = None

    def draw(self, frame: Frame, size: tuple[int, int], onto: Framebuffer) -> None:
        """Draw a frame of this size in pixels."""
        still = self._still
        if still is None or still.size != size:
            still = self._begin(size)
        if frame.version != self._version:
            self._redraw(still, frame.still)
            self._version = frame.version
        self._copy(still, onto)
        self._batch.draw(frame.moving, size)

    def image(self, frame: Frame, size: tuple[int, int]) -> Image:
        """A frame as a picture, read back from the graphics card."""
        context = self._context
        texture = context.texture(size, components=4)
        picture = context.framebuffer(color_attachments=[texture])
        self.draw(frame, size, picture)
        pixels = picture.read(components=3)
        context.screen.use(force=True)
        picture.delete()
        texture.delete()
        return PIL.Image.frombytes("RGB", size, pixels).transpose(PIL.Image.Transpose.FLIP_TOP_BOTTOM)

    def _begin(self, size: tuple[int, int]) -> Framebuffer:
        if self._still is not None:
            for texture in self._still.color_attachments:
                texture.delete()
            self._still.delete()
        self._still = self._context.framebuffer(color_attachments=[self._texture(size)])
        self._nodes, self._version = (), None
        return self._still

    def _texture(self, size: tuple[int, int]) -> Texture2D:
        """A texture whose pixels are stored like those of a window: blue first. Without a graphics card that makes
        copying one to the other fifteen times as fast."""
        texture = self._context.texture(size, components=4)
        texture.use(0)
        gl.glTexImage2D(gl.GL_TEXTURE_2D, 0, gl.GL_RGBA, *size, 0, gl.GL_BGRA, gl.GL_UNSIGNED_INT_8_8_8_8_REV, None)
        return texture

    def _copy(self, still: Framebuffer, onto: Framebuffer) -> None:
        """Fill a framebuffer with the still picture. Its rows go downwards, like those of a window in memory."""
        width, height = still.size
        onto.use(force=True)
        gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, cast("OpenGLFramebuffer", still).glo)
        gl.glBlitFramebuffer(0, 0, width, height, 0, height, width, 0, gl.GL_COLOR_BUFFER_BIT, gl.GL_NEAREST)
        onto.use(force=True)

    def _redraw(self, still: Framebuffer, nodes: tuple[Node, ...]) -> None:
        """Redraw the parts whose nodes have changed; all of it if there was nothing before."""
        whole = Area(0, 0, *still.size)
        areas = damage(self._nodes, nodes, still.size) if self._version is not None else [whole]
        still.use(force=True)
        for area in areas:
            touched = nodes if area == whole else [node for node in nodes if area_of(node).meets(area)]
            box = (area.left, area.top, area.right - area.left, area.bottom - area.top)
            still.clear(color=EMPTY, viewport=box)
            still.scissor = box
            self._batch.draw(touched, still.size, upwards=False)
        still.scissor = None
        self._nodes = nodes
