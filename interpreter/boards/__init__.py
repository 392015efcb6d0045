"""Boards: which sites there are, what they are called, and how they lie to each other."""

from interpreter.boards.board import Board, BoardShape, Layer, Plane, Shape, column_letters, coordinates, site_name
from interpreter.boards.directions import (
    AXES,
    COMPASS,
    DIAGONALS,
    DIRECTIONS,
    EAST,
    NORTH,
    OFFSETS,
    ORTHOGONALS,
    SOUTH,
    WEST,
    direction_name,
    leaps,
    offset,
    opposite,
    turned,
)
from interpreter.boards.topology import Topology, build

__all__ = [
    "AXES",
    "COMPASS",
    "DIAGONALS",
    "DIRECTIONS",
    "EAST",
    "NORTH",
    "OFFSETS",
    "ORTHOGONALS",
    "SOUTH",
    "WEST",
    "Board",
    "BoardShape",
    "Layer",
    "Plane",
    "Shape",
    "Topology",
    "build",
    "column_letters",
    "coordinates",
    "direction_name",
    "leaps",
    "offset",
    "opposite",
    "site_name",
    "turned",
]
