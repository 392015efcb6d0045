"""King, queen, rook, bishop, knight and pawn as icons. Gaps cut out of them become the lines on a figure."""

from __future__ import annotations

from renderer.skins.curves import mirrored, outline
from renderer.skins.pen import Pen

FINE_LINE = 0.75


def _foot(pen: Pen, half: float, top: float = 18.9) -> None:
    """The foot of a figure, and the line above it."""
    pen.box(12 - half, top, 2 * half, 21.9 - top, 1.1)
    pen.line([(12 - half + 1.7, top + 0.15), (12 + half - 1.7, top + 0.15)], FINE_LINE, 0)


def _king(pen: Pen) -> None:
    pen.line([(12, 1.9), (12, 7)], 1.7)
    pen.line([(9.9, 3.6), (14.1, 3.6)], 1.7)
    pen.shape(mirrored("M 12 5.6 C 14.6 7.4 14.8 9.6 12.6 13.4 L 12 14"))
    fold = "M 12 12.2 C 13.2 8.4 16.6 6.6 19.2 7.8"
    pen.shape(mirrored(f"{fold} C 22.8 9.4 22.2 13.8 18.2 17.2 L 17.6 19.4 L 12 19.4"))
    pen.line(outline(fold), FINE_LINE, 0)
    pen.line([(24 - x, y) for x, y in outline(fold)], FINE_LINE, 0)
    pen.line([(12, 12.2), (12, 16)], FINE_LINE, 0)
    pen.line(outline("M 6.6 16.8 C 9.6 15.8 14.4 15.8 17.4 16.8"), FINE_LINE, 0)
    _foot(pen, 6.9)


def _queen(pen: Pen) -> None:
    for x, y in ((2.9, 7.5), (7.2, 4.3), (12, 3.3), (16.8, 4.3), (21.1, 7.5)):
        pen.disc(x, y, 1.45)
    crown = (
        "M 2.9 7.6 L 7 13 L 7.2 4.8 L 10.3 12.4 L 12 3.8 L 13.7 12.4 L 16.8 4.8 L 17 13 L 21.1 7.6 L 18.6 15.4 "
        "C 17.8 16.8 17.4 17.6 17.6 19.4 L 6.4 19.4 C 6.6 17.6 6.2 16.8 5.4 15.4"
    )
    pen.shape(outline(crown), soft=0.5)
    pen.line(outline("M 6.4 15.2 C 9.6 14.2 14.4 14.2 17.6 15.2"), FINE_LINE, 0)
    pen.line(outline("M 7 17.2 C 9.8 16.3 14.2 16.3 17 17.2"), FINE_LINE, 0)
    _foot(pen, 6.9)


def _rook(pen: Pen) -> None:
    right = (
        "M 12 3 L 13.8 3 L 13.8 5 L 15.9 5 L 15.9 3 L 19 3 L 19 7.4 L 16.6 9.5 L 17 16.2 L 18.8 18.4 "
        "L 18.8 19.4 L 12 19.4"
    )
    pen.shape(mirrored(right), soft=0.4)
    pen.line([(7.8, 9.4), (16.2, 9.4)], FINE_LINE, 0)
    pen.line([(7.4, 16.2), (16.6, 16.2)], FINE_LINE, 0)
    pen.line([(6, 7.3), (18, 7.3)], FINE_LINE, 0)
    _foot(pen, 7.6)


def _bishop(pen: Pen) -> None:
    pen.disc(12, 3.1, 1.6)
    path = (
        "M 12 4 C 15.8 6.6 17.7 9.2 17.5 12 C 17.4 14 16.4 15.2 15.2 16.2 L 15.6 17.6 "
        "C 16 18.4 16.6 18.8 17.6 19.4 L 12 19.4"
    )
    pen.shape(mirrored(path))
    pen.line([(12, 7.9), (12, 12.5)], 1.0, 0)
    pen.line([(9.8, 10), (14.2, 10)], 1.0, 0)
    pen.line(outline("M 8.6 15 C 10.6 14.3 13.4 14.3 15.4 15"), FINE_LINE, 0)
    pen.line(outline("M 8.8 17.1 C 10.6 16.5 13.4 16.5 15.2 17.1"), FINE_LINE, 0)
    _foot(pen, 7)


HORSE = (
    "M 18.4 19.4 C 20 13 19.4 6.6 13.8 4.6 L 12.9 2.2 L 11 4.3 L 9.2 3 L 9 5.6 C 7.6 6.8 6.8 8.2 6.3 9.9 "
    "C 5.6 11.4 4.2 12.5 3.6 14.1 C 3.1 15.6 4.1 17.1 5.6 17.2 C 6.5 17.2 7.1 16.7 7.6 16.1 "
    "C 9.1 15.1 10.9 15.2 12.5 13.6 C 12.6 15.6 7.2 16.2 7 19.4 Z"
)


def _knight(pen: Pen) -> None:
    pen.shape(outline(HORSE), soft=0.3)
    pen.disc(9.4, 8.9, 0.75, 0)
    pen.disc(5.3, 14.4, 0.5, 0)
    pen.line(outline("M 13.4 6.2 C 17 8 18 12.6 16.9 17.4"), FINE_LINE, 0)
    pen.line(outline("M 12.5 13.6 C 13.4 12.7 13.7 11.7 13.6 10.6"), FINE_LINE, 0)
    _foot(pen, 7.4)


def _pawn(pen: Pen) -> None:
    pen.disc(12, 7, 3.7)
    pen.box(7.9, 10, 8.2, 2, 1)
    pen.shape(mirrored("M 12 11 L 14.1 11 C 14.2 14 15.2 16.2 17.9 18.4 L 17.9 19.4 L 12 19.4"))
    pen.line([(9.2, 11.9), (14.8, 11.9)], FINE_LINE, 0)
    _foot(pen, 6.9)


MEN = {
    "king": _king, "queen": _queen, "rook": _rook, "bishop": _bishop, "knight": _knight, "pawn": _pawn,
}  # fmt: skip
