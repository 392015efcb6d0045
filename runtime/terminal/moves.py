"""The moves that a player may make, in groups: by action, and within it by the first choice."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from textwrap import wrap

from interpreter import Action, Game, State
from interpreter.boards import Topology
from runtime.messages import counted, whole_number
from runtime.session.letters import laying_actions, spelling_actions
from runtime.show.buttons import usual_title
from runtime.show.moves import worded
from runtime.terminal.reader import Do, read_line

PAGE = 18
"""Lines on one page of moves: with what stands around it, it fits a small terminal."""
FEW = 20
"""As many moves that hold a word are listed one by one, each with its number."""
MANY = 9
"""From more moves than this on, they are counted."""
MOST_LINES = 3
"""As many lines a group of an overview takes."""
INDENT = "  "
GAP = 3
UNBROKEN = "\u00a0"


@dataclass(frozen=True, slots=True)
class Entry:
    """One move: its number, how it is typed, and the title of its action."""

    number: int
    text: str
    title: str

    @property
    def name(self) -> str:
        """The name of the move's action."""
        return self.text.partition(" ")[0]

    @property
    def rest(self) -> str:
        """The choices, as typed."""
        return self.text.partition(" ")[2]

    def has(self, word: str) -> bool:
        """Whether a word is part of it; the board or layer of a site may be left out."""
        parts = [*self.text.lower().split(), *self.title.lower().split(), *self.name.lower().split("_")]
        return any(word in (part, part.rpartition(".")[2], *re.split(r"[@|:/]", part)) for part in parts)


def entries(game: Game, state: State, moves: Sequence[Action]) -> list[Entry]:
    """The moves with their numbers. Moves that are typed in the same way, as with two equal tiles, are merged. The
    board of a site is left out if it need not be typed."""
    titles: dict[str, str] = {}
    found: dict[str, Entry] = {}
    with_board: set[str] = set()
    for number, action in enumerate(moves, start=1):
        name, text = str(action[0]), game.text(state, action)
        short = _without_board(text)
        if name not in titles:
            titles[name] = title_of(state, name)
            meant = read_line(short, game, state, lambda: moves) if short != text else None
            with_board |= {name} if meant != Do(action) else set()
        typed = text if name in with_board else short
        found.setdefault(typed, Entry(number, typed, titles[name]))
    return list(found.values())


def _without_board(text: str) -> str:
    """A move without the board of its sites, if that is always the same."""
    boards = {word.rpartition(".")[0] for word in text.split()[1:]} - {""}
    return " ".join(word.rpartition(".")[2] for word in text.split()) if len(boards) == 1 else text


def title_of(state: State, name: str) -> str:
    """The text on the button of an action."""
    plan = state.program.actions.get(name)
    title = plan.spec.title if plan is not None else None
    return usual_title(name) if title is None else state.program.say(title, state.data, state.mover)


@dataclass(frozen=True, slots=True)
class Page:
    """Lines of moves; `numbered`: each has its number."""

    lines: list[str]
    numbered: bool = False


def moves_page(state: State, found: Sequence[Entry], argument: str, width: int) -> Page:
    """An overview of the moves, or all that contain some words; a number at the end is a page."""
    if not found:
        return Page(["There is no move to choose."])
    *words, last = argument.lower().split() or [""]
    if not argument:
        return _paged(_overview(state, found, width), 1, "moves", len(found))
    page = whole_number(last)
    kept = _with_words(found, [*words, last])
    if page is not None and (not kept or not words):
        lines = _narrowed(state, _with_words(found, words), width) if words else _overview(state, found, width)
        if not kept or 1 <= page <= _pages(lines):
            return _paged(lines, page, " ".join(["moves", *words]), len(_with_words(found, words)))
    if not kept:
        return Page([f"No move has ‘{argument}’ in it. Type a square, an action or a page after ‘moves’."])
    return _paged(_narrowed(state, kept, width), 1, f"moves {argument}", len(kept), len(kept) <= FEW)


def _with_words(found: Sequence[Entry], words: Sequence[str]) -> list[Entry]:
    return [entry for entry in found if all(entry.has(word) for word in words)]


def _pages(lines: Sequence[str]) -> int:
    return -(-len(lines) // PAGE)


def _paged(lines: Sequence[str], page: int, asked: str, count: int, numbered: bool = False) -> Page:
    pages = _pages(lines)
    if not 1 <= page <= pages:
        return Page([f"There is no page {page}; there {'is only one' if pages == 1 else f'are {pages}'}."])
    shown = list(lines[(page - 1) * PAGE : page * PAGE])
    if pages > 1:
        more = f" ‘{asked} {page + 1}’ shows the next." if page < pages else ""
        shown.append(f"Page {page} of {pages}, {counted(count, 'move')}.{more}")
    return Page(shown, numbered)


def _overview(state: State, found: Sequence[Entry], width: int) -> list[str]:
    """All moves in groups, each of them shortened if it is long."""
    lines, cut = [], ""
    for name, group in _by_action(found):
        told, first_cut = _action_lines(state, name, group, width, MOST_LINES)
        lines += told
        cut = cut or first_cut
    if cut:
        lines.append(f"To see more of them, add a word to ‘moves’, as in ‘moves {cut}’.")
    return lines


def _narrowed(state: State, kept: Sequence[Entry], width: int) -> list[str]:
    """A few moves one by one with their numbers; many in groups, and all of them."""
    if len(kept) <= FEW:
        return _in_columns([f"{entry.number:>4} {worded(entry.text)}" for entry in kept], width, 2)
    return [
        line for name, group in _by_action(kept) for line in _action_lines(state, name, group, width, None, False)[0]
    ]


def _by_action(found: Sequence[Entry]) -> list[tuple[str, list[Entry]]]:
    """The moves of each action, in the order in which the actions first appear."""
    groups: dict[str, list[Entry]] = {}
    for entry in found:
        groups.setdefault(entry.name, []).append(entry)
    return list(groups.items())


def _action_lines(
    state: State, name: str, group: Sequence[Entry], width: int, most: int | None, brief: bool = True
) -> tuple[list[str], str]:
    """The moves of one action, and the word that narrows down the first shortened group. `brief`: how words are typed
    is explained, instead of listing all words that fit."""
    title = group[0].title
    if not group[0].rest:
        return [title], ""
    if brief and name in (*laying_actions(state.program), *spelling_actions(state.program)):
        lines = wrap(f"{title}: {_how_to_spell(state, name)}", width, subsequent_indent=INDENT)
        return [line.replace(UNBROKEN, " ") for line in lines], ""
    heading = title if len(group) <= MANY else f"{title} ({len(group)})"
    firsts = _by_first(state, name, group)
    if len(group) < 2 * len(firsts):
        lines, cut = _listed(heading, [entry.rest for entry in group], width, most)
        return lines, name if cut else ""
    found: list[str] = []
    narrowing = ""
    for first, rests in firsts.items():
        told = f"{first} ({len(rests)})" if len(rests) > MANY else first
        lines, cut = _listed(told, rests, width - len(INDENT), None if most is None else 1)
        found += lines
        narrowing = narrowing or (first.lower() if cut else "")
    return [f"{heading}:", *_in_columns([f"{INDENT}{line}" for line in found], width, GAP)], narrowing


def _by_first(state: State, name: str, group: Sequence[Entry]) -> dict[str, list[str]]:
    """What may follow each first choice; a list counts as one choice."""
    plan = state.program.actions.get(name)
    if plan is None or len(plan.choices) < 2 or plan.choices[0].form != "one":
        return {entry.rest: [] for entry in group}
    found: dict[str, list[str]] = {}
    for entry in group:
        first, _, rest = entry.rest.partition(" ")
        found.setdefault(first, []).append(rest)
    return found


def _listed(heading: str, items: Sequence[str], width: int, most: int | None) -> tuple[list[str], bool]:
    """A heading with its items, and whether some of these are cut to fit in a number of lines."""
    lines = _wrapped(heading, items, "", width)
    if most is None or len(lines) <= most:
        return lines, False
    # As many as fit; no item takes less than three characters.
    for count in range(min(len(items) - 1, most * width // 3), 0, -1):
        cut = _wrapped(heading, items[:count], f" and {len(items) - count} more", width)
        if len(cut) <= most:
            return cut, True
    return [f"{heading}: {len(items)}"], True


def _wrapped(heading: str, items: Sequence[str], more: str, width: int) -> list[str]:
    """A heading and a list in lines, broken only between items."""
    whole = [item.replace(" ", UNBROKEN) for item in items]
    lines = wrap(f"{heading}: {', '.join(whole)}{more}", width, subsequent_indent=INDENT, break_on_hyphens=False)
    return [line.replace(UNBROKEN, " ") for line in lines]


def _how_to_spell(state: State, name: str) -> str:
    """How to type words; it is up to the player to find out which are possible."""
    if name in spelling_actions(state.program):
        return "type the word."
    example = f"cat {_a_site(state.program.schema.topology)} down".replace(" ", UNBROKEN)
    return f"type the word, its first square, and across or down, as in ‘{example}’."


def _a_site(topology: Topology) -> str:
    """The name of a site in the middle of a board."""
    largest = max(topology.boards.values(), key=lambda board: len(board.sites))
    return topology.names[largest.sites[len(largest.sites) // 2]]


def _in_columns(cells: Sequence[str], width: int, gap: int) -> list[str]:
    """Short lines side by side, in columns read from left to right; long ones among them stand alone."""
    found: list[str] = []
    for is_short, run in groupby(cells, key=lambda cell: len(cell) + gap <= width // 2):
        lines = list(run)
        if not is_short:
            found += lines
            continue
        cell = max(map(len, lines)) + gap
        columns = min(width // cell, 6)
        found += [
            "".join(line.ljust(cell) for line in lines[start : start + columns]).rstrip()
            for start in range(0, len(lines), columns)
        ]
    return found
