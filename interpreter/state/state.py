"""A state of a game, which never changes, and the events that lead to the next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from interpreter.position import TURN_NUMBER, Position

if TYPE_CHECKING:
    from interpreter.program.program import Program

Change: TypeAlias = "tuple[int, int | None, Any]"
"""A field of the state by its index, the entry of it that changed or None for all of it, and what is there now."""

BUILT_IN: dict[str, tuple[str, ...]] = {
    "created": ("kind", "piece", "site", "zone"),
    "moved": ("kind", "piece", "source", "target", "zone"),
    "swapped": ("first", "second", "property"),
    "removed": ("kind", "piece", "site"),
    "dealt": ("zone", "count"),
    "shuffled": ("what",),
    "matched": ("wave", "count", "sites"),
    "fell": ("wave", "sources", "targets", "property", "board", "after"),
    "filled": ("wave", "sites", "fall", "property", "board", "after"),
    "changed": ("property", "of", "value"),
    "turn": ("player",),
    "passed": ("player",),
    "phase": ("name",),
    "ended": ("name",),
}
"""The events of the engine itself and their fields."""


@dataclass(slots=True)
class Event:
    """One thing that happened. Field values are plain: sites, pieces and words as numbers.

    `changes` is what the step has done to the state so far. Specs and recorded games do not see it, and two events are
    equal without it.
    """

    name: str
    fields: Mapping[str, Any]
    changes: tuple[Change, ...] = field(default=(), compare=False, repr=False)

    def repaints(self, position: Position) -> bool:
        """Whether it sets a property of all cells at once."""
        cells = position.program.places.cells
        return any(entry is None and index in cells for index, entry, _ in self.changes)


Action = tuple[Any, ...]
"""An action as a plain value: its name, then what was chosen, in the order of `choose`."""


class State(Position):
    """One state of a game. Equal states have equal contents and settings; a state can be a key of a dict.

    Every program has its own class of state, made by `state_class`: the program and its two hottest functions (the
    legal actions `listed`, actions `done`) belong to the class, so that making a state sets only one attribute.
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
        left unchanged."""
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
