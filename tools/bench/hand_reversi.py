"""Reversi on eight by eight squares written by hand, as a yardstick for the engine."""

SIZE = 8


def _ray(square: int, right: int, down: int) -> tuple[int, ...]:
    row, column = divmod(square, SIZE)
    squares = []
    while 0 <= (row := row + down) < SIZE and 0 <= (column := column + right) < SIZE:
        squares.append(row * SIZE + column)
    return tuple(squares)


# For each square, its rays in the eight directions as (next square, squares beyond). A ray of one square cannot enclose
# anything and is left out.
_RAYS = tuple(
    tuple(
        (ray[0], ray[1:])
        for right in (-1, 0, 1)
        for down in (-1, 0, 1)
        if (right or down) and len(ray := _ray(square, right, down)) > 1
    )
    for square in range(SIZE * SIZE)
)


class State:
    """A position: the squares (0 = empty), who is to move, and that player's moves; none once it is over."""

    __slots__ = ("board", "moves", "to_move")

    def __init__(self, board: bytes, to_move: int, moves: list[int]) -> None:
        self.board = board
        self.to_move = to_move
        self.moves = moves


def new() -> State:
    """Black (1) is to move."""
    board = bytearray(SIZE * SIZE)
    board[27] = board[36] = 2
    board[28] = board[35] = 1
    return State(bytes(board), 1, _moves(board, 1))


def legal(state: State) -> list[int]:
    """The squares on which the player to move would flip at least one disc."""
    return state.moves


def apply(state: State, action: int) -> State:
    """Place a disc and flip those it encloses. A player who cannot move is skipped."""
    player = state.to_move
    opponent = 3 - player
    board = bytearray(state.board)
    for near, beyond in _RAYS[action]:
        if board[near] != opponent:
            continue
        turned = [near]
        for square in beyond:
            disc = board[square]
            if disc == opponent:
                turned.append(square)
                continue
            if disc == player:
                for each in turned:
                    board[each] = player
            break
    board[action] = player
    after = bytes(board)
    moves = _moves(after, opponent)
    if moves:
        return State(after, opponent, moves)
    return State(after, player, _moves(after, player))


def _moves(board: bytes | bytearray, player: int) -> list[int]:
    return [square for square, disc in enumerate(board) if not disc and _shuts_in(board, square, player)]


def _shuts_in(board: bytes | bytearray, square: int, player: int) -> bool:
    opponent = 3 - player
    for near, beyond in _RAYS[square]:
        if board[near] != opponent:
            continue
        for x in beyond:
            disc = board[x]
            if disc == opponent:
                continue
            if disc == player:
                return True
            break
    return False


def over(state: State) -> bool:
    return not state.moves


def winner(state: State) -> int:
    """The player with more discs on a finished board, or 0."""
    if state.moves:
        return 0
    black, white = state.board.count(1), state.board.count(2)
    if black == white:
        return 0
    return 1 if black > white else 2
