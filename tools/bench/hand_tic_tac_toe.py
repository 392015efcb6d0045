"""Tic-tac-toe written by hand, as a yardstick for the engine."""

MARKS = (b"\0", b"\1", b"\2")

_LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

# For each cell, the other two cells of every line through it.
_PARTNERS = tuple(
    tuple(tuple(other for other in line if other != cell) for line in _LINES if cell in line)
    for cell in range(9)
)


class State:
    """A position: nine cells (0 = empty), who is to move, and the winner (0 = drawn, None = not over)."""

    __slots__ = ("board", "result", "to_move")

    def __init__(self, board: bytes, to_move: int, result: int | None) -> None:
        self.board = board
        self.to_move = to_move
        self.result = result


def new() -> State:
    return State(bytes(9), 1, None)


def legal(state: State) -> list[int]:
    """The empty cells, unless the game is over."""
    if state.result is not None:
        return []
    return [cell for cell, mark in enumerate(state.board) if not mark]


def apply(state: State, action: int) -> State:
    """Marks a cell for the player to move."""
    player = state.to_move
    board = state.board[:action] + MARKS[player] + state.board[action + 1 :]
    return State(board, 3 - player, _result(board, action, player))


def _result(board: bytes, cell: int, player: int) -> int | None:
    for first, second in _PARTNERS[cell]:
        if board[first] == player and board[second] == player:
            return player
    return None if 0 in board else 0


def over(state: State) -> bool:
    return state.result is not None


def winner(state: State) -> int:
    """The player who won, or 0."""
    return state.result or 0
