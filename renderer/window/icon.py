"""The picture of the program in the title bar and the task list: four tiles, one of them lifted."""

from __future__ import annotations

from PIL import Image, ImageDraw

SIZES = (16, 32, 48, 64, 128)
GROUND, TILES, LIFTED = "#2b3348", ("#f1e6d0", "#5aa9e6", "#3fbf8f"), "#f2b84b"


def icon(size: int) -> Image.Image:
    """The icon, `size` pixels wide and high."""
    fine = 4 * size
    image = Image.new("RGBA", (fine, fine), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((0, 0, fine - 1, fine - 1), fine // 5, fill=GROUND)
    edge, side, round_ = fine // 8, fine * 11 // 32, fine // 16
    near, far = edge, fine - edge - side
    for (x, y), colour in zip(((near, near), (near, far), (far, far)), TILES, strict=True):
        draw.rounded_rectangle((x, y, x + side, y + side), round_, fill=colour)
    up = fine // 24
    draw.rounded_rectangle((far - up, near - up, far + side + up, near + side + up), round_, fill=LIFTED)
    return image.resize((size, size), Image.Resampling.LANCZOS)
