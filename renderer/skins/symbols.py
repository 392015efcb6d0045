"""The usual symbols of board games as icons."""

from __future__ import annotations

from math import cos, pi, sin

from renderer.skins.curves import mirrored, outline
from renderer.skins.pen import Pen


def _anchor(pen: Pen) -> None:
    pen.ring(12, 4.8, 2.1, 1.8)
    pen.line([(12, 7), (12, 21)], 2.2)
    pen.line([(8, 10), (16, 10)], 2)
    pen.arc(12, 12.6, 8.2, 12, 168, 2.2)
    pen.shape([(22, 12.4), (21.2, 17), (17.4, 14.6)], soft=0.4)
    pen.shape([(2, 12.4), (2.8, 17), (6.6, 14.6)], soft=0.4)


def _bolt(pen: Pen) -> None:
    pen.shape([(14.6, 2), (5, 13.4), (10.8, 13.4), (9, 22), (19, 9.8), (13, 9.8)], soft=0.7)


def _skull(pen: Pen) -> None:
    path = (
        "M 12 2.4 C 18 2.4 21 6.4 21 10.6 C 21 13.2 19.8 15 17.8 16.2 L 17.4 20.4 "
        "C 17.2 21.4 16.6 21.8 15.8 21.8 L 12 21.8"
    )
    pen.shape(mirrored(path))
    pen.disc(8.2, 11, 2.5, 0)
    pen.disc(15.8, 11, 2.5, 0)
    pen.shape([(12, 13.6), (13.4, 16.4), (10.6, 16.4)], 0)
    for x in (9.8, 12, 14.2):
        pen.line([(x, 18.9), (x, 22)], 0.8, 0)


def _key(pen: Pen) -> None:
    pen.disc(7.4, 8.6, 5.2)
    pen.disc(6.6, 7.8, 1.9, 0)
    pen.line([(10, 11.2), (19.8, 21)], 2.6)
    pen.line([(16, 17.2), (18.6, 14.6)], 2.2)
    pen.line([(18.8, 20), (21.4, 17.4)], 2.2)


def _tree(pen: Pen) -> None:
    pen.box(10.7, 17, 2.6, 5, 0.6)
    for top, half, bottom in ((2, 4.6, 9), (5.8, 6.4, 13.6), (9.8, 8.2, 18.4)):
        pen.shape([(12, top), (12 + half, bottom), (12 - half, bottom)], soft=0.7)


def _house(pen: Pen) -> None:
    pen.shape([(12, 2.6), (22, 11.6), (2, 11.6)], soft=0.8)
    pen.box(4.8, 10.6, 14.4, 10.8, 0.8)
    pen.box(9.9, 14.4, 4.2, 7.2, 0.4, 0)


def _sword(pen: Pen) -> None:
    pen.shape([(21.4, 2.6), (20.6, 6.8), (10.4, 17), (7, 13.6), (17.2, 3.4)], soft=0.3)
    pen.line([(5.6, 12.2), (11.8, 18.4)], 2)
    pen.line([(7.6, 16.4), (3.6, 20.4)], 2.2)
    pen.disc(3.4, 20.6, 1.5)
    pen.line([(10.4, 13.6), (18.4, 5.6)], 0.7, 0)


def _shield(pen: Pen) -> None:
    pen.shape(mirrored("M 12 2 C 14.8 4 17.6 4.8 20.6 4.8 C 21 12 18.6 18.4 12 22"), soft=0.2)
    pen.shape(outline("M 12 4.6 C 14.2 6 16.2 6.7 18.6 6.9 C 18.6 12 16.8 16.6 12 19.6 Z"), 0)


def _gem(pen: Pen) -> None:
    pen.shape([(6.4, 3.6), (17.6, 3.6), (22, 9.4), (12, 21.6), (2, 9.4)], soft=0.4)
    pen.line([(2.4, 9.4), (21.6, 9.4)], 0.8, 0)
    pen.line([(9.2, 4), (7.6, 9.4), (12, 20.8), (16.4, 9.4), (14.8, 4)], 0.8, 0)


def _coin(pen: Pen) -> None:
    pen.disc(12, 12, 9.8)
    for step in range(60):
        angle = 2 * pi * step / 60
        pen.disc(12 + 7.6 * cos(angle), 12 + 7.6 * sin(angle), 0.45, 0)
    pen.line([(12, 7.4), (12, 16.6)], 2, 0)
    pen.line([(10.2, 9), (12, 7.4)], 1.8, 0)


def _leaf(pen: Pen) -> None:
    pen.shape(outline("M 20.8 3.2 C 10 2.8 4 7.4 4 13.6 C 4 17.4 6.8 20 10.6 20 C 16.8 20 21.2 14 20.8 3.2 Z"))
    pen.line(outline("M 3 21.4 C 6.4 16.2 10.4 12 15.6 8.4"), 2)
    pen.line(outline("M 6.2 17.6 C 9 13.8 12 11 15.6 8.4"), 1.1, 0)


def _drop(pen: Pen) -> None:
    pen.shape(mirrored("M 12 1.8 C 15.2 6.6 19 10.8 19 15 C 19 19 16 22 12 22"))
    pen.line(outline("M 8.2 15.4 C 8.4 17.4 9.6 18.8 11.6 19"), 1.2, 0)


def _sun(pen: Pen) -> None:
    pen.disc(12, 12, 5)
    for step in range(8):
        across, down = sin(step * pi / 4), cos(step * pi / 4)
        pen.line([(12 + 7.4 * across, 12 + 7.4 * down), (12 + 9.8 * across, 12 + 9.8 * down)], 2)


def _moon(pen: Pen) -> None:
    path = (
        "M 15.6 2.8 C 10 2 4 6.2 4 12.4 C 4 18.2 8.6 22 13.6 22 C 17 22 19.8 20.2 21.4 17.4 "
        "C 14 19.4 9.6 10.4 15.6 2.8 Z"
    )
    pen.shape(outline(path))


def _flame(pen: Pen) -> None:
    path = (
        "M 12.6 1.8 C 13.2 6.4 19.4 8.8 19.4 15 C 19.4 19.2 16.2 22 12 22 C 7.8 22 4.6 19.2 4.6 15.2 "
        "C 4.6 12.2 6.2 10.4 7.4 8.6 C 7.8 10.2 8.6 11 9.6 11.4 C 9 7.8 10.2 4 12.6 1.8 Z"
    )
    pen.shape(outline(path))
    path = (
        "M 12.4 13 C 12.6 15 15 15.8 15 18 C 15 19.8 13.8 20.8 12 20.8 C 10.2 20.8 9 19.6 9 18 "
        "C 9 16 11.4 15.4 12.4 13 Z"
    )
    pen.shape(outline(path), 0)


def _mountain(pen: Pen) -> None:
    pen.shape([(8.8, 4.4), (17.4, 20), (1.4, 20)], soft=0.8)
    pen.shape([(16.6, 9.6), (22.6, 20), (10.6, 20)], soft=0.8)
    pen.shape([(8.8, 4), (11.4, 8.9), (9.8, 10.6), (8.6, 9), (7.2, 10.6), (6.2, 8.9)], 0)


def _ship(pen: Pen) -> None:
    pen.shape(outline("M 2.4 15.8 L 21.6 15.8 C 20.8 19 19 21.4 17 21.4 L 7 21.4 C 5 21.4 3.2 19 2.4 15.8 Z"), soft=0.5)
    pen.line([(12, 3), (12, 15)], 1.4)
    pen.shape(outline("M 13.4 3.4 C 17.4 6 19.4 9.6 19.6 13.6 L 13.4 13.6 Z"), soft=0.4)
    pen.shape(outline("M 10.6 5.4 C 8 7.6 5.4 10.4 4.6 13.6 L 10.6 13.6 Z"), soft=0.4)


def _person(pen: Pen) -> None:
    pen.disc(12, 6.6, 4.4)
    pen.shape(mirrored("M 12 11.8 C 17.4 11.8 20.4 15.4 20.4 20 C 20.4 21 19.8 21.6 19 21.6 L 12 21.6"))


def _eye(pen: Pen) -> None:
    pen.shape(outline("M 1.6 12 C 6.6 3.6 17.4 3.6 22.4 12 C 17.4 20.4 6.6 20.4 1.6 12 Z"))
    pen.disc(12, 12, 4.6, 0)
    pen.disc(12, 12, 2.6)


def _bell(pen: Pen) -> None:
    pen.disc(12, 3.4, 1.6)
    pen.shape(mirrored("M 12 3.8 C 16.6 3.8 18.2 7.2 18.2 11 C 18.2 14.6 19.4 16 20.8 17.8 L 12 17.8"), soft=0.3)
    pen.disc(12, 20.2, 2)


SYMBOLS = {
    "anchor": _anchor, "bolt": _bolt, "skull": _skull, "key": _key, "tree": _tree, "house": _house, "sword": _sword,
    "shield": _shield, "gem": _gem, "coin": _coin, "leaf": _leaf, "drop": _drop, "sun": _sun, "moon": _moon,
    "flame": _flame, "mountain": _mountain, "ship": _ship, "person": _person, "eye": _eye, "bell": _bell,
}  # fmt: skip
