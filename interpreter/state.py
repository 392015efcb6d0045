"""A state of a game: a value that never changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar

from interpreter.position import TURN_NUMBER, Position

if TYPE_CHECKING:
    from interpreter.events import Event
    from interpreter.rules.program import Program

Action = tuple[Any, ...]
"""An action as a plain value: its name, then what was chosen, in the order of `choose`."""


class State(Position):
    """One state of a game. Equal states have equal contents and settings; a state can be a key of a dict.

    Every program has its own kind of state, made by `state_class`: the program and its two hottest functions (the
    legal actions `listed`, actions `done`) belong to the class, so that making a state sets one attribute only.
    """

    __slots__ = ("data",)

    data: tuple[Any, ...]
    program: ClassVar[Program]
    listed: ClassVar[staticmethod[[tuple[Any, ...]], list[Action]]]
    done: ClassVar[dict[str, Callable[[tuple[Any, ...], Action], tuple[Any, ...]]]]

    def __init__(self, data: tuple[Any, ...]) -> None:
        self.data = data

    def after(self, events: Iterable[Event]) -> State:
        """The state in the middle of a move, after some of its events. Whose turn it is and how the game stands are
        left as they were."""
        data = list(self.data)
        for event in events:
            for index, entry, value in event.changes:
                if entry is None:
                    data[index] = value
                    continue
                column = data[index]
                changed = bytes((value,)) if isinstance(column, bytes) else (value,)
                data[index] = column[:entry] + changed + column[entry + 1 :]
        return type(self)(tuple(data))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.data == other.data and self.program.key == other.program.key

    def __hash__(self) -> int:
        return hash(self.data)

    def __repr__(self) -> str:
        return f"<State {self.program.name} turn {self.data[TURN_NUMBER]}>"


def state_class(program: Program) -> type[State]:
    """The states of one program."""
    return type("State", (State,), {"__slots__": (), "__doc__": State.__doc__, "program": program})
