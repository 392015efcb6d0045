"""Chess: python-chess knows all its rules. Some games are played completely at random. In others men tend to go back
where they came from, so that positions recur, or to capture and promote whenever they can, so that few men are left."""

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from tools.truth.record import Record
from tools.truth.source import Source, Ways

if TYPE_CHECKING:
    import chess


@dataclass
class Board:
    """A game of python-chess, driven like those of OpenSpiel. A draw that could be claimed counts as one."""

    board: "chess.Board"
    style: int

    def is_terminal(self) -> bool:
        board = self.board
        drawn = board.halfmove_clock >= 100 or board.is_repetition(3)
        return drawn or board.is_insufficient_material() or board.is_variant_end() or not any(board.legal_moves)

    def is_chance_node(self) -> bool:
        return False

    def apply_action(self, action: "chess.Move") -> None:
        self.board.push(action)

    def returns(self) -> list[float]:
        if not (self.board.is_checkmate() or self.board.is_variant_loss()):
            return [0.0, 0.0]
        return [-1.0, 1.0] if self.board.turn else [1.0, -1.0]


def text(board: "chess.Board", move: "chess.Move") -> str:
    """A move as it is typed in our game."""
    from chess import PIECE_NAMES, square_name

    action = "castle" if board.is_castling(move) else "en_passant" if board.is_en_passant(move) else "move"
    becomes = f" {PIECE_NAMES[move.promotion]}" if move.promotion else ""
    return f"{action} {square_name(move.from_square)} {square_name(move.to_square)}{becomes}"


def ways(state: Board) -> Ways:
    """Every legal move."""
    return {(text(state.board, move),): (move,) for move in state.board.legal_moves}


def choose(chance: Random, moves: list[str], state: Board) -> str:
    """A move in the style of the game."""
    board = state.board
    by_text = {text(board, move): move for move in board.legal_moves}
    wanted: list[str] = []
    if state.style == 1 and len(board.move_stack) >= 2 and chance.random() < 0.6:
        back = board.move_stack[-2]
        wanted = [t for t, m in by_text.items() if (m.from_square, m.to_square) == (back.to_square, back.from_square)]
    elif state.style == 2 and chance.random() < 0.8:
        wanted = [t for t, m in by_text.items() if board.is_capture(m) or m.promotion or board.is_castling(m)]
    return chance.choice(sorted(wanted) or moves)


@dataclass(frozen=True, slots=True)
class ChessSource(Source):
    """What python-chess plays; `outside` names its board."""

    def record(self, games: int, seed: int) -> Record:
        """Play random games and record them."""
        import chess
        import chess.variant

        new = chess.variant.find_variant(self.outside)
        played = [self.recorded(Board(new(), number % 3), Random(f"{seed}/{number}")) for number in range(games)]
        return Record(self.game, f"python-chess {chess.__version__} {self.outside}, seed {seed}", self.settings, played)


SOURCES = {
    name: ChessSource(name, variant, ways, choose=choose)
    for name, variant in (("chess", "chess"), ("chess_hill", "kingofthehill"), ("chess_three_checks", "3check"))
}
