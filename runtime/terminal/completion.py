"""What the Tab key offers: commands, actions, and what may be chosen next."""

from __future__ import annotations

from interpreter import Game, State
from runtime.choosing import Choosing
from runtime.terminal.half_typed import next_words
from runtime.terminal.vocabulary import command, offered

MOST = 400


def completions(game: Game, state: State, typed: str) -> list[str]:
    """The words that the last word of a line may become; a line that ends with a blank has an empty last word."""
    *before, last = typed.split(" ") if typed else [""]
    before = [word for word in before if word]
    offered = _first(game, state) if not before else _further(game, state, before)
    found = [word for word in dict.fromkeys(offered) if word.lower().startswith(last.lower())]
    return found[:MOST]


def possible_actions(game: Game, state: State) -> list[str]:
    """The actions that may be tried now."""
    if state.over:
        return []
    return [name for name in state.program.actions if Choosing(game, state, name).barred() is None]


def _first(game: Game, state: State) -> list[str]:
    """Actions, what may be chosen for them, then commands."""
    names = possible_actions(game, state)
    values = [word for name in names for word in next_words(game, state, name, [])]
    stop = ["stop"] if state.pending is not None and state.pending.may_stop else []
    return [*names, *stop, *sorted(set(values), key=_natural), *(word.name for word in offered(game))]


def _further(game: Game, state: State, before: list[str]) -> list[str]:
    program = state.program
    first, rest = before[0].lower(), before[1:]
    if first in program.actions:
        return sorted(next_words(game, state, first, rest), key=_natural)
    if first == "settings" and not rest:
        return [f"{name}=" for name in program.settings]
    if command(first) is not None:
        return []
    found = [word for name in possible_actions(game, state) for word in next_words(game, state, name, before)]
    return sorted(set(found), key=_natural)


def _natural(word: str) -> tuple[str, int]:
    """a2 comes before a10."""
    letters = word.rstrip("0123456789")
    return letters, int(word[len(letters) :] or 0)
