"""Draws frames: what stands still is kept in a picture of its own, and what moves is drawn over a copy of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import PIL.Image
from PIL.Image import Image
from pyglet import gl

from renderer.nodes import Node
from renderer.window.batch import Batch
from renderer.window.damage import Area, area_of, damage

if TYPE_CHECKING:
    from arcade.gl import Context, Framebuffer, Texture2D
    from arcade.gl.backends.opengl.framebuffer import OpenGLFramebuffer

    from renderer.animation import Frame
    from renderer.window.textures import Textures

EMPTY = (0, 0, 0, 255)


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
        """A texture whose pixels are stored as those of a window are: blue first. Without a graphics card that is what
        makes copying one to the other fifteen times as fast."""
        texture = self._context.texture(size, components=4)
        texture.use(0)
        gl.glTexImage2D(
            gl.GL_TEXTURE_2D, 0, gl.GL_RGBA, *size, 0, gl.GL_BGRA, gl.GL_UNSIGNED_INT_8_8_8_8_REV, None
        )
        return texture

    def _copy(self, still: Framebuffer, onto: Framebuffer) -> None:
        """Fill a framebuffer with the still picture. Its rows go downwards, as those of a window do in memory."""
        width, height = still.size
        onto.use(force=True)
        gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, cast("OpenGLFramebuffer", still).glo)
        gl.glBlitFramebuffer(0, 0, width, height, 0, height, width, 0, gl.GL_COLOR_BUFFER_BIT, gl.GL_NEAREST)
        onto.use(force=True)

    def _redraw(self, still: Framebuffer, nodes: tuple[Node, ...]) -> None:
        """Draw those parts anew whose nodes have changed; all of it if there was nothing before."""
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
