"""Draws many nodes in a few calls: neighbours that are on the same texture go together."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import groupby
from math import cos, radians, sin
from struct import Struct
from typing import TYPE_CHECKING, NamedTuple

from renderer.nodes import Node
from renderer.window.textures import Patch, Textures

if TYPE_CHECKING:
    from arcade.gl import Context, Texture2D

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

# Four corners, each with its place, its place in the texture, and its alpha.
CORNERS = Struct("20f")
INDICES = (0, 1, 2, 2, 1, 3)


class Run(NamedTuple):
    """Neighbours in drawing order that one call can draw. `smooth`: pixels do not fall on pixels."""

    texture: Texture2D
    smooth: bool
    first: int
    nodes: int


class Batch:
    """The buffers and the program that draw nodes."""

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
            self._geometry.render(
                self._program, first=len(INDICES) * run.first, vertices=len(INDICES) * run.nodes
            )

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
        near, high = round(node.x), round(node.y)
        far, low = near + width, high + height
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
