"""Shapes of boards → the topology of a game: every board is laid out after the one before."""

from collections.abc import Sequence

from interpreter.boards.board import Board, Spot
from interpreter.boards.graph import lay_out_graph
from interpreter.boards.hex import lay_out_hex
from interpreter.boards.layers import lay_out_layers
from interpreter.boards.shape import BoardShape
from interpreter.boards.square import lay_out_square
from interpreter.boards.topology import Topology

_LAY_OUT = {
    "square": lay_out_square,
    "hex": lay_out_hex,
    "layers": lay_out_layers,
    "graph": lay_out_graph,
}


def build(shapes: Sequence[BoardShape]) -> Topology:
    """The topology of a game's boards, in the order given."""
    spots: list[Spot] = []
    boards: list[Board] = []
    for shape in shapes:
        laid_out, board = _LAY_OUT[shape.shape](shape, len(spots) + 1)
        spots += laid_out
        boards.append(board)
    return Topology(spots, boards)
