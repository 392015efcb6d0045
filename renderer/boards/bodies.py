"""What stands on boards and in zones as skins: from a look, a face and a size."""

from __future__ import annotations

from functools import lru_cache

from renderer.nodes import Skin
from renderer.skins.icons import Icon
from renderer.skins.marks import Dot
from renderer.skins.pips import MOST as MOST_PIPS
from renderer.skins.pips import Pips
from renderer.skins.spread import Spread
from renderer.skins.text import Label, fitted
from renderer.skins.tokens import Token
from renderer.theme import Theme
from runtime.presentation.values import Look, PieceShown

SHARES = {"disc": 0.82, "ring": 0.82, "square": 0.88, "tile": 0.94, "diamond": 0.9, "triangle": 0.86, "star": 0.9}
"""How much of a cell each shape takes."""
POINT_SHARE = 0.94
"""How much of it a stone takes that stands on the crossing of two lines."""
LAYER_SHARE = 0.98
"""How much of its cell a piece on layers takes."""
HEX_SHARE = 0.72
"""How much of a hex something square takes."""
ICON_SHARE, DOT_SHARE = 0.72, 0.34
"""How large an icon is that stands on a cell by itself, and how large a dot."""
FACE_SHARE, PIPS_SHARE = 0.56, 0.8
HOLLOW = ("ring", "none", None)
"""Shapes on which something else may seem to stand."""


def share_of(whole: int, share: float) -> int:
    """A part of a length that leaves the same whole number of pixels on both sides."""
    part = max(1, round(whole * share))
    return max(1, part - (whole - part) % 2)


def solid(look: Look | None) -> bool:
    """Whether a look is that of something to take, not of an empty place."""
    if look is None or not look.show:
        return False
    return look.shape not in HOLLOW or (look.shape == "none" and look.icon not in (None, "dot"))


def bare_icon(name: str, side: int, colour: str) -> Skin:
    """An icon that stands on a cell by itself."""
    return dot(side, colour, DOT_SHARE) if name == "dot" else Icon(name, share_of(side, ICON_SHARE), colour)


def dot(side: int, colour: str, share: float) -> Dot:
    """A dot in the middle of a cell."""
    return Dot(share_of(side, share), colour)


@lru_cache(maxsize=4096)
def _token(
    shape: str,
    width: int,
    height: int,
    colour: str,
    pattern: int,
    icon: str | None,
    face: str,
    corner: str,
    depth: int,
    back: bool,
    soft: bool,
    ink: str | None,
    pips: int | None,
) -> Token:
    return Token(
        shape, width, height, colour, pattern, icon, face, corner, depth, back=back, soft=soft, ink=ink, pips=pips
    )


def body(
    look: Look,
    width: int,
    height: int,
    theme: Theme,
    face: str = "",
    corner: str = "",
    hidden: bool = False,
    depth: int = 0,
    share: float | None = None,
) -> Skin | None:
    """The skin of something in a cell of a size; None where nothing is drawn. Its box belongs in the cell's middle."""
    if not look.show:
        return None
    if look.shape == "none":
        return _bare(look, width, height, theme, face)
    face, pips = counted_out(look, face)
    shape = look.shape or ("tile" if face else "disc")
    part = share if share is not None else SHARES.get(shape, 0.9)
    colour = theme.paint(look.colour, theme.tile)
    return _token(
        shape,
        share_of(width, part),
        share_of(height, part),
        colour,
        theme.pattern_of(look.colour, look.pattern),
        look.icon,
        face,
        corner,
        depth,
        hidden,
        not theme.patterns,
        inked(look, theme),
        pips,
    )


def _bare(look: Look, width: int, height: int, theme: Theme, face: str) -> Skin | None:
    """An icon or a text without a body."""
    side = min(width, height)
    usual = theme.ink_soft if look.icon is not None else theme.ink
    return bare(look, side, face, theme.paint(look.ink or look.colour, usual))


def bare(look: Look, side: int, face: str, colour: str) -> Skin | None:
    """The pips, the icon or the text of a look, in a colour."""
    face, pips = counted_out(look, face)
    if pips is not None:
        return Pips(look.icon, pips, share_of(side, PIPS_SHARE), colour) if pips else None
    if look.icon is not None:
        return bare_icon(look.icon, side, colour)
    return written(face, side, colour) if face else None


def counted_out(look: Look, face: str) -> tuple[str, int | None]:
    """What is written on something, and how many pips stand in its place: a number that is too large is written."""
    if look.pips is None:
        return face, None
    return ("", max(0, look.pips)) if look.pips <= MOST_PIPS else (face or str(look.pips), None)


def inked(look: Look, theme: Theme) -> str | None:
    """The colour that a look wants things written in."""
    return theme.paint(look.ink, theme.tile_ink) if look.ink is not None else None


def written(face: str, side: int, colour: str) -> Label:
    """A text that stands on a cell by itself."""
    return Label(face, text_size(face, side), colour, bold=True)


def text_size(text: str, side: int) -> int:
    """How large the letters of a text on a cell of that side are."""
    return fitted(text, side * 0.84, max(6, round(side * FACE_SHARE)), True, 6)


def spread(
    piece: PieceShown,
    cells: tuple[tuple[float, float, float, float], ...],
    width: int,
    height: int,
    theme: Theme,
    depth: int = 0,
) -> Skin | None:
    """The skin of a piece over several cells: `cells` are their middles, widths and heights from the body's corner."""
    look = piece.look
    if not look.show:
        return None
    shape = look.shape if look.shape in ("tile", "square") else "tile"
    colour = theme.paint(look.colour, theme.tile)
    pattern = theme.pattern_of(look.colour, look.pattern)
    written_on = any(piece.faces) and not piece.hidden
    icon = None if written_on else look.icon
    ink = inked(look, theme)
    corner, soft = piece.corner, not theme.patterns
    token = _token(shape, width, height, colour, pattern, icon, "", corner, depth, piece.hidden, soft, ink, None)
    if not written_on:
        return token
    faces = tuple((face, *cell) for face, cell in zip(piece.faces, cells, strict=False))
    return Spread(token, faces)
