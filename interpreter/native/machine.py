"""A program in machine code, loaded: positions go in as bytes, and the results come out as actions."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Iterator, Mapping, Sequence
from ctypes import POINTER, byref, c_int32, c_int64, c_uint64, c_void_p
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from interpreter.language import terms
from interpreter.native import histories
from interpreter.native.ir import NONE
from interpreter.native.source import Source, sieve_key
from interpreter.native.structure import Unsupported
from interpreter.native.toolchain import Toolchain
from interpreter.program.watch import patience
from interpreter.state.state import Action

if TYPE_CHECKING:
    from interpreter.position import Data
    from interpreter.program.computer_plan import Considered, Worth
    from interpreter.program.program import Program

SPENT, STOPPED = 100, 4
MOST_TREE_BYTES = 1 << 30
"""So much memory a tree may take; a larger one is grown in Python."""
MOST_VALUE = 1 << 62
"""More than anything is worth."""
_STOP = ctypes.c_int(0)


class GaveUp(Exception):
    """Machine code could not continue; the same is then computed in Python, which can say why."""


class UsedUp(Exception):
    """The allowance of a search is used up."""


class AllowanceOf(ctypes.Structure):
    """What a search may use, and what it has used."""

    _fields_ = [("nodes", c_int64), ("most", c_int64), ("deadline", c_int64), ("fired", c_int64)]


class _Course(ctypes.Structure):
    _fields_ = [("moves", c_int64), ("legal", c_int64), ("most_legal", c_int64)]


_ENDED = struct.Struct("=7q")
"""A game as `played_many` gives it: its moves, how many were legal in all and at most, whether it is over, and its end,
winner and outcome."""


def ended_games(content: bytes) -> Iterator[Game]:
    """The games that `played_many` has played."""
    for moves, legal, most_legal, over, end, winner, won in _ENDED.iter_unpack(content):
        result = (end, winner, None if won == NONE else bool(won)) if over else None
        yield Game(moves, legal, most_legal, result, None)


class Game(NamedTuple):
    """The course of a whole game: `result` is its end, winner and outcome as a position stores them, None if it was
    stopped; `data` is where it ended, if that was requested."""

    moves: int
    legal: int
    most_legal: int
    result: tuple[int, int, bool | None] | None
    data: Data | None


@dataclass(frozen=True, slots=True)
class Mind:
    """Who searches: the number of the player, and the numbers of the measure that positions are evaluated by and of the
    sieve that says which actions are considered; -1 for none."""

    player: int
    measure: int
    sieve: int


@dataclass(frozen=True, slots=True)
class Looked:
    """An action at the root of a tree: who is certain to win with it (-1: nobody yet), how often it was visited, and
    its results."""

    action: Action
    winner: int
    visits: int
    total: float


def stop_all() -> None:
    """Stop the current work of machine code, in every thread: it gives up."""
    _STOP.value = 1


def may_go_on() -> None:
    """Let machine code work again after it was stopped."""
    _STOP.value = 0


class Machine:
    """The machine code of one program. Any failure in it raises GaveUp."""

    def __init__(self, program: Program, source: Source, toolchain: Toolchain) -> None:
        self.program = program
        self.source = source
        self.structure = source.structure
        self._library = toolchain.library(source.text)
        for name, result, *arguments in FUNCTIONS:
            function = getattr(self._library, name)
            function.restype, function.argtypes = result, arguments
        self._action_size = int(self._library.tw_size(1))
        assert self._library.tw_size(0) == self.structure.size
        for number, stream in enumerate(self.structure.streams):
            name = stream.of.encode()
            self._library.tw_name_stream(number, name, len(name))
        self._recorders = {number: histories.Recorder(program, call) for number, call in source.histories.items()}
        self._offsets = self._chain_offsets()
        self._unpack_action = struct.Struct(f"={self._action_size // 4}i")
        self._measured = {text: number for number, text in enumerate(source.measured)}

    def _chain_offsets(self) -> dict[int, int]:
        """Where the struct stores what each history has recorded."""
        found, offset = {}, 0
        for name, member in self.structure.ordered:
            if isinstance(name, terms.Column) and name.role == "history":
                found[int(name.of)] = offset
            offset += member.size * struct.calcsize(f"={member.width}")
        return found

    # Positions

    def begin(self) -> None:
        """Forget the histories of earlier positions, and get ready for work."""
        self._library.tw_watch(byref(_STOP), c_int64(int(patience() * 1e9)))
        self._library.tw_forget()

    def position(self, data: Data) -> ctypes.Array[ctypes.c_char]:
        """A position as machine code stores it, with what it remembers; valid until `begin` is called again."""
        try:
            made = ctypes.create_string_buffer(self.structure.packed(data), self.structure.size)
        except Unsupported as problem:
            raise GaveUp(str(problem)) from problem
        for number, recorder in self._recorders.items():
            chain = 0
            for recorded in data[self.program.layout.fields[terms.column("history", str(number))].index]:
                row = recorder.numbers(recorded)
                chain = self._checked(self._library.tw_remember(number, chain, (c_int32 * len(row))(*row), len(row)))
            struct.pack_into("=i", made, self._offsets[number], chain)
        return made

    def data(self, position: ctypes.Array[ctypes.c_char], before: Data) -> Data:
        """A position as the interpreter stores it; histories are those of the position `before`."""
        return self.structure.unpacked(position.raw, before)

    def _checked(self, result: int) -> int:
        if result == -SPENT:
            raise UsedUp
        if result < 0:
            raise GaveUp(f"fault {-result}")
        return result

    # Actions

    def legal(self, position: ctypes.Array[ctypes.c_char]) -> list[Action]:
        """The legal actions of a position."""
        found = c_void_p()
        count = self._checked(self._library.tw_legal(position, byref(found)))
        return self._actions(found.value or 0, count, self._action_size)

    def _actions(self, address: int, count: int, stride: int) -> list[Action]:
        content = ctypes.string_at(address, count * stride) if count else b""
        read, made = self._unpack_action.unpack_from, self.source.slotted.action
        return [made(read(content, number * stride)) for number in range(count)]

    def slots(self, action: Action) -> bytes:
        """An action as machine code stores it."""
        return self._unpack_action.pack(*self.source.slotted.slots_of(action))

    def apply(self, position: ctypes.Array[ctypes.c_char], action: Action) -> None:
        """Take an action that is known to be legal."""
        self._checked(self._library.tw_apply(position, self.slots(action)))

    # Searches

    def measure(self, worth: Worth | None) -> int | None:
        """The number of the measure for evaluating positions, -1 for nothing; None if it stays in Python."""
        return -1 if worth is None else self._measured.get(worth.term.node.source)

    def sieve(self, only: Mapping[str, Considered]) -> int | None:
        """The number of what is considered, -1 for every action; None if it stays in Python."""
        key = sieve_key(self.program, only)
        if not key:
            return -1
        return self.source.sieves.index(key) if key in self.source.sieves else None

    def worth(self, position: ctypes.Array[ctypes.c_char], measure: int, player: int) -> int:
        """The value of a position to a player."""
        found = c_int64()
        self._checked(self._library.tw_worth(position, measure, player, byref(found)))
        return found.value

    def deadline(self, seconds: float | None) -> int:
        """The moment this many seconds from now, by the clock that searches look at; 0 for never."""
        return 0 if seconds is None else max(1, int(self._library.tw_now()) + int(seconds * 1e9))

    def tree(
        self, position: ctypes.Array[ctypes.c_char], mind: Mind, seed: int, allowance: AllowanceOf
    ) -> list[Looked]:
        """Grow a tree from a position: its actions, in the order of the tree."""
        found = c_void_p()
        who = (mind.player, mind.measure, mind.sieve)
        result = self._library.tw_tree(position, *who, seed, MOST_TREE_BYTES, byref(allowance), byref(found))
        count, stride = self._checked(result), self._action_size + (-self._action_size % 8) + 24
        actions = self._actions(found.value or 0, count, stride)
        content = ctypes.string_at(found.value or 0, count * stride) if count else b""
        told = [struct.unpack_from("=qqd", content, (number + 1) * stride - 24) for number in range(count)]
        return [Looked(action, *each) for action, each in zip(actions, told, strict=True)]

    def search(self, mind: Mind, remembers: bool, allowance: AllowanceOf) -> Search:
        """A search by alpha-beta for one player, in one world."""
        return Search(self, mind, remembers, allowance)

    def mind(self, player: int, worth: Worth | None, only: Mapping[str, Considered]) -> Mind | None:
        """Who searches with these options; None if something of them stays in Python."""
        measure, sieve = self.measure(worth), self.sieve(only)
        return None if measure is None or sieve is None else Mind(player, measure, sieve)

    # Whole games

    def played(self, position: ctypes.Array[ctypes.c_char], seed: int, most_moves: int, before: Data) -> Game:
        """Play a game at random to its end, as `simulate` does."""
        course = _Course()
        self._checked(self._library.tw_play(position, seed, most_moves, byref(course)))
        data = self.data(position, before)
        result = data[3]
        return Game(course.moves, course.legal, course.most_legal, result[:3] if result else None, data)

    def played_many(self, position: ctypes.Array[ctypes.c_char], seeds: Sequence[int], most_moves: int) -> bytes:
        """Play many games at random from one position; return what became of each, for `ended_games` to read. If one
        fails, return those before it."""
        ended = ctypes.create_string_buffer(_ENDED.size * len(seeds))
        given = (c_uint64 * len(seeds))(*seeds)
        count = self._library.tw_play_many(position, given, len(seeds), most_moves, ended)
        return ended.raw[: _ENDED.size * count]

    def wander(self, position: ctypes.Array[ctypes.c_char], games: int, seed: int, longest: int) -> int:
        """Play games at random as fast as possible, for measuring; return how many moves were made."""
        return self._checked(self._library.tw_wander(position, games, seed, longest))


class Search:
    """A search by alpha-beta: what it finds out about positions it keeps, as long as it lives."""

    def __init__(self, machine: Machine, mind: Mind, remembers: bool, allowance: AllowanceOf) -> None:
        self._machine = machine
        self._library = machine._library
        self._kept = allowance  # The search points to it.
        who = (mind.player, mind.measure, mind.sieve)
        self._search = self._library.tw_search_begin(*who, int(remembers), byref(allowance))
        if not self._search:
            raise GaveUp("no memory")

    def __del__(self) -> None:
        self._library.tw_search_end(getattr(self, "_search", None))

    @property
    def cut(self) -> bool:
        """Whether something was judged without looking further."""
        return bool(self._library.tw_search_cut(self._search, -1))

    @cut.setter
    def cut(self, value: bool) -> None:
        self._library.tw_search_cut(self._search, int(value))

    def after(self, position: ctypes.Array[ctypes.c_char], action: Action, depth: int, alpha: int, beta: int) -> int:
        """The value of an action when its turn ends and so many more turns follow."""
        found = c_int64()
        slots = self._machine.slots(action)
        self._machine._checked(
            self._library.tw_search_after(
                self._search, position, slots, depth, _clipped(alpha), _clipped(beta), byref(found)
            )
        )
        return found.value

    def worth(self, position: ctypes.Array[ctypes.c_char], depth: int, alpha: int, beta: int, ply: int) -> int:
        """The value of a position that was reached by so many actions."""
        found = c_int64()
        self._machine._checked(
            self._library.tw_search_worth(
                self._search, position, depth, _clipped(alpha), _clipped(beta), ply, byref(found)
            )
        )
        return found.value


def _clipped(value: int) -> int:
    return max(-MOST_VALUE, min(MOST_VALUE, value))


FUNCTIONS: tuple[tuple[Any, ...], ...] = (
    ("tw_size", c_int64, c_int64),
    ("tw_watch", None, c_void_p, c_int64),
    ("tw_now", c_int64),
    ("tw_forget", c_int64),
    ("tw_name_stream", c_int64, c_int64, ctypes.c_char_p, c_int64),
    ("tw_remember", c_int64, c_int64, c_int64, POINTER(c_int32), c_int64),
    ("tw_legal", c_int64, c_void_p, c_void_p),
    ("tw_apply", c_int64, c_void_p, ctypes.c_char_p),
    ("tw_worth", c_int64, c_void_p, c_int64, c_int64, c_void_p),
    ("tw_wander", c_int64, c_void_p, c_int64, c_uint64, c_int64),
    ("tw_play", c_int64, c_void_p, c_uint64, c_int64, c_void_p),
    ("tw_play_many", c_int64, c_void_p, POINTER(c_uint64), c_int64, c_int64, c_void_p),
    ("tw_tree", c_int64, c_void_p, c_int64, c_int64, c_int64, c_uint64, c_int64, c_void_p, c_void_p),
    ("tw_search_begin", c_void_p, c_int64, c_int64, c_int64, c_int64, c_void_p),
    ("tw_search_end", None, c_void_p),
    ("tw_search_cut", c_int64, c_void_p, c_int64),
    ("tw_search_after", c_int64, c_void_p, c_void_p, ctypes.c_char_p, c_int64, c_int64, c_int64, c_void_p),
    ("tw_search_worth", c_int64, c_void_p, c_void_p, c_int64, c_int64, c_int64, c_int64, c_void_p),
)
