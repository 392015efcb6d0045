"""Boards: which sites there are, what they are called, and how they lie to each other."""

from interpreter.boards.board import Board, Plane
from interpreter.boards.building import build
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
from interpreter.boards.names import column_letters, coordinates, site_name
from interpreter.boards.shape import BoardShape, Layer, Shape
from interpreter.boards.topology import Topology

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
