"""Hex on eleven by eleven cells with the swap rule, written by hand, as a yardstick for the engine.

Red (1) joins top and bottom, blue (2) joins left and right. Instead of placing its first stone, blue may take over
red's: the stone is mirrored along the main diagonal and becomes blue.
"""

SIZE = 11
CELLS = SIZE * SIZE
SWAP = CELLS
STONES = (b"\0", b"\1", b"\2")


def _neighbours(cell: int) -> tuple[int, ...]:
    row, column = divmod(cell, SIZE)
    around = ((0, -1), (0, 1), (-1, 0), (1, 0), (-1, 1), (1, -1))
    return tuple(
        (row + down) * SIZE + column + right
        for down, right in around
        if 0 <= row + down < SIZE and 0 <= column + right < SIZE
    )


_NEIGHBOURS = tuple(_neighbours(cell) for cell in range(CELLS))

# For each player, which of the player's own sides a cell belongs to: 1 the near one, 2 the far one, 0 neither.
_SIDE_OF_LINE = bytes([1, *[0] * (SIZE - 2), 2])
_SIDES = (
    bytes(CELLS),
    bytes(_SIDE_OF_LINE[cell // SIZE] for cell in range(CELLS)),
    bytes(_SIDE_OF_LINE[cell % SIZE] for cell in range(CELLS)),
)


class State:
    """A position: the cells (0 = empty), the turn's number, who moves, and the winner (None = not over)."""

    __slots__ = ("board", "result", "to_move", "turn")

    def __init__(self, board: bytes, turn: int, to_move: int, result: int | None) -> None:
        self.board = board
        self.turn = turn
        self.to_move = to_move
        self.result = result


def new() -> State:
    return State(bytes(CELLS), 1, 1, None)


def legal(state: State) -> list[int]:
    """The empty cells, and in the second turn ``SWAP``; nothing once the game is over."""
    if state.result is not None:
        return []
    cells = [cell for cell, stone in enumerate(state.board) if not stone]
    if state.turn == 2:
        cells.append(SWAP)
    return cells


def apply(state: State, action: int) -> State:
    """Place a stone of the player to move, or take over the first one."""
    player = state.to_move
    board = state.board
    if action == SWAP:
        row, column = divmod(board.index(1), SIZE)
        mirrored = bytearray(CELLS)
        mirrored[column * SIZE + row] = player
        return State(bytes(mirrored), state.turn + 1, 3 - player, None)
    board = board[:action] + STONES[player] + board[action + 1 :]
    result = player if _joins_sides(board, action, player) else None
    return State(board, state.turn + 1, 3 - player, result)


def _joins_sides(board: bytes, cell: int, player: int) -> bool:
    """Whether the chain around a cell touches both of its player's sides."""
    sides = _SIDES[player]
    touched = 0
    seen = {cell}
    waiting = [cell]
    while waiting:
        here = waiting.pop()
        touched |= sides[here]
        if touched == 3:
            return True
        for beside in _NEIGHBOURS[here]:
            if board[beside] == player and beside not in seen:
                seen.add(beside)
                waiting.append(beside)
    return False


def over(state: State) -> bool:
    return state.result is not None


def winner(state: State) -> int:
    """The player who won, or 0."""
    return state.result or 0
