"""Connect Four (seven columns of six holes, four in line) written by hand, as a yardstick for the engine."""

COLUMNS = 7
ROWS = 6
LENGTH = 4
DISCS = (b"\0", b"\1", b"\2")

# Holes are numbered column by column from the bottom, so that a column is a slice.
_TOPS = tuple((column, column * ROWS + ROWS - 1) for column in range(COLUMNS))


def _ray(hole: int, right: int, up: int) -> tuple[int, ...]:
    """The next holes in a direction, no more than can matter."""
    column, row = divmod(hole, ROWS)
    holes = []
    for _ in range(LENGTH - 1):
        column += right
        row += up
        if not (0 <= column < COLUMNS and 0 <= row < ROWS):
            break
        holes.append(column * ROWS + row)
    return tuple(holes)


# For each hole, the two opposite rays of each of the four axes.
_AXES = tuple(
    tuple((_ray(hole, right, up), _ray(hole, -right, -up)) for right, up in ((0, 1), (1, 0), (1, 1), (1, -1)))
    for hole in range(COLUMNS * ROWS)
)


class State:
    """A position: the holes (0 = empty), who is to move, and the winner (0 = drawn, None = not over)."""

    __slots__ = ("board", "result", "to_move")

    def __init__(self, board: bytes, to_move: int, result: int | None) -> None:
        self.board = board
        self.to_move = to_move
        self.result = result


def new() -> State:
    return State(bytes(COLUMNS * ROWS), 1, None)


def legal(state: State) -> list[int]:
    """The columns with a free hole, unless the game is over."""
    if state.result is not None:
        return []
    board = state.board
    return [column for column, top in _TOPS if not board[top]]


def apply(state: State, action: int) -> State:
    """Drops a disc of the player to move into a column."""
    player = state.to_move
    board = state.board
    bottom = action * ROWS
    hole = board.index(0, bottom, bottom + ROWS)
    board = board[:hole] + DISCS[player] + board[hole + 1 :]
    return State(board, 3 - player, _result(board, hole, player))


def _result(board: bytes, hole: int, player: int) -> int | None:
    for ahead, behind in _AXES[hole]:
        length = 1
        for x in ahead:
            if board[x] != player:
                break
            length += 1
        for x in behind:
            if board[x] != player:
                break
            length += 1
        if length >= LENGTH:
            return player
    return None if 0 in board else 0


def over(state: State) -> bool:
    return state.result is not None


def winner(state: State) -> int:
    """The player who won, or 0."""
    return state.result or 0
