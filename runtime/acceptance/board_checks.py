"""How boards are drawn, in a test: `board: {grid: {lines: faint, borders: box}}`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from interpreter.spec.nodes import Mapping, Node, Scalar, Sequence
from interpreter.spec.suggest import suggestion
from runtime.acceptance.course import Course
from runtime.acceptance.failures import Failure, Value
from runtime.acceptance.ground import Ground
from runtime.acceptance.look_checks import NONE, colour_text, is_called, is_colour
from runtime.acceptance.screen import presented
from runtime.presentation.values import BoardShown, Colour

COLOURED: dict[str, Callable[[BoardShown], Colour | None]] = {
    "lines": lambda board: board.style.lines,
    "outline": lambda board: board.style.outline,
    "valid": lambda board: board.style.valid,
    "last_move": lambda board: board.style.last_move,
}
PLAIN: dict[str, Callable[[BoardShown], str]] = {
    "as": lambda board: "points" if board.style.points else "cells",
    "title": lambda board: board.title or NONE,
    "cell_size": lambda board: NONE if board.style.cell_size is None else str(board.style.cell_size),
    "borders": lambda board: board.style.borders or NONE,
    "coordinates": lambda board: "true" if board.style.coordinates else "false",
}
LISTS: dict[str, Callable[[BoardShown], tuple[str, ...]]] = {
    "row_titles": lambda board: board.titles.rows,
    "column_titles": lambda board: board.titles.columns,
}
ASPECTS = (*PLAIN, *COLOURED, *LISTS)


@dataclass(frozen=True, slots=True)
class Aspect:
    """One thing that is asked of how a board is drawn."""

    name: str
    wanted: Node

    def differs(self, board: BoardShown) -> tuple[str, str] | None:
        """What was expected and what is shown, where that is something else."""
        if self.name in LISTS:
            titles = self.wanted if isinstance(self.wanted, Sequence) else ()
            expected, shown = tuple(map(str, titles)), LISTS[self.name](board)
            return None if expected == shown else (" / ".join(expected) or NONE, " / ".join(shown) or NONE)
        assert isinstance(self.wanted, Scalar)
        if self.name in COLOURED:
            colour = COLOURED[self.name](board)
            return None if is_called(colour, self.wanted) else (str(self.wanted), colour_text(colour))
        found = PLAIN[self.name](board)
        return None if found == str(self.wanted) else (str(self.wanted), found)


@dataclass(frozen=True, slots=True)
class BoardsDrawn:
    """Boards are drawn so, each by some of its aspects."""

    expected: tuple[tuple[Scalar, tuple[Aspect, ...]], ...]

    def failures(self, course: Course) -> list[Failure]:
        boards, found = presented(course).boards, []
        for name, aspects in self.expected:
            board = next(each for each in boards if str(name) in (each.name, each.instance))
            for aspect in aspects:
                values = aspect.differs(board)
                if values is not None:
                    message = f"‘{aspect.name}’ of the board {name} is something else."
                    pair = (Value("expected", values[0]), Value("shown", values[1]))
                    found.append(Failure(aspect.wanted.span, message, pair))
        return found


def check_boards(ground: Ground, key: Scalar, node: Node, _last: object) -> BoardsDrawn | None:
    """Check an entry `board`; None after a report."""
    error, boards = ground.diagnostics.error, ground.program.schema.boards
    names = list(dict.fromkeys(each for name, board in boards.items() for each in (str(name), *board.instances)))
    if not isinstance(node, Mapping):
        error("shape", node.span, f"{key} takes boards with how they are drawn.", "Write {grid: {lines: faint}}.")
        return None
    found = []
    for name, asked in node.items():
        if str(name) not in names:
            error("unknown-place", name.span, f"There is no board ‘{name}’.", suggestion(name, names))
            return None
        aspects = _aspects(ground, name, asked)
        if aspects is None:
            return None
        found.append((name, aspects))
    return BoardsDrawn(tuple(found))


def _aspects(ground: Ground, board: Scalar, node: Node) -> tuple[Aspect, ...] | None:
    """What is asked of one board; None after a report."""
    error = ground.diagnostics.error
    if not isinstance(node, Mapping) or not node:
        message = f"Of a board {', '.join(ASPECTS)} can be asked."
        error("shape", node.span, message, f"Write {board}: {{lines: …}}. What stands on it is asked by {board}: |.")
        return None
    found = []
    for name, wanted in node.items():
        if str(name) not in ASPECTS:
            message = f"‘{name}’ cannot be asked of a board. There are {', '.join(ASPECTS)}."
            error("unknown-key", name.span, message, suggestion(name, ASPECTS))
            return None
        if not _has_form(str(name), wanted):
            form = "a list of texts, or none" if str(name) in LISTS else "one word"
            error("shape", wanted.span, f"{name} takes {form}.", f"Write {name}: and {form}.")
            return None
        if str(name) in COLOURED and isinstance(wanted, Scalar) and not is_colour(ground, wanted):
            return None
        found.append(Aspect(str(name), wanted))
    return tuple(found)


def _has_form(aspect: str, wanted: Node) -> bool:
    if aspect in LISTS and isinstance(wanted, Sequence):
        return all(isinstance(each, Scalar) for each in wanted)
    return isinstance(wanted, Scalar) and (aspect not in LISTS or wanted == NONE)
