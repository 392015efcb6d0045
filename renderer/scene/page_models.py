"""The contents of the pages besides the table, as values: a gallery, forms, lists and texts.

What can be pressed on them, and the keys of its nodes:
- a `Choice`: its own target; key `button:NAME` after the name of that target.
- a game of the gallery: Target('option', GROUP, GAME), key `GROUP:GAME`, where the group is `game`, or `last` and
  `favourite` in the rows on top; a level: Target('option', 'level', LEVEL); a variant: Target('option', 'variant',
  GAME).
- what narrows the gallery: Target('option', FIELD, VALUE), or None as its value where it is chosen already; key
  `option:FIELD:VALUE`.
- the details of a game: Target('command', NAME) for play, resume, started, new_game, daily, tutorial, rules, replays,
  favourite, close; keys `details:button:NAME`.
- an option of a field: Target('option', FIELD, VALUE), key `option:FIELD:VALUE`. A number, or a choice with too many
  options to stand side by side, has `less:FIELD` and `more:FIELD` instead, which carry the value that they lead to.
- a flag: Target('option', FIELD, the other value), key `toggle:FIELD`.
- a text field: Target('field', FIELD), key `field:FIELD`; that of the gallery is `search`. It has a caret while
  `ui.focus` is its key.
- a row of a list: its own target, key `row:INDEX`.
- what is scrolled: Target('slider', 'scroll', (0, LAST)), key `scroll`, on its right edge: LAST is the greatest
  `first`. A slider that is higher than wide has its low end at the top. A Reading that is longer than its room also has
  Target('command', 'page_up') and 'page_down'.
On a card all these keys begin with `card:`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from renderer.nodes import Target


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to press: its text, its meaning, and whether it is the usual one."""

    text: str
    target: Target
    enabled: bool = True
    primary: bool = False
    key: str = ""
    """The key that does the same, as it is written on the button."""


CLOSE = Choice("Close", Target("command", "close"), primary=True, key="Esc")
CANCEL = Choice("Cancel", Target("command", "cancel"), key="Esc")


@dataclass(frozen=True, slots=True)
class Entry:
    """A game in the gallery. `levels` are (name, title) pairs; `note` mentions an unfinished game or wins, `facts` the
    number of players and how long it takes. `started` is how many started games there are to choose from, 0 if there is
    no choice. `daily` says how the game of the day stands, if there is one; `daily_played`: it has already been played.
    `broken`: its spec has mistakes, and nothing else can be shown. `variants` are the (game, title) pairs of the family
    that is folded under this card, itself first; empty if it has no variants."""

    game: str
    title: str
    about: str
    thumbnail: Path | None
    levels: tuple[tuple[str, str], ...] = ()
    level: str | None = None
    unfinished: bool = False
    daily: str = ""
    tutorial: bool = False
    note: str = ""
    facts: str = ""
    daily_played: bool = False
    broken: bool = False
    started: int = 0
    variants: tuple[tuple[str, str], ...] = ()
    favourite: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Games under a heading. `name` is how the keys of their cards begin. `one_row`: only as many as fit in a row."""

    title: str
    entries: tuple[Entry, ...]
    name: str = "game"
    one_row: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer above the games."""

    title: str
    text: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Gallery:
    """The games that match the search, under their headings; `first` is the row that is scrolled to.

    `details` is the game whose details are beside the others if there is room for them. If it is `selected` they are
    shown in any case, on a card in a narrow window. `filters` are choices that narrow the gallery; each has a value or
    None.
    """

    groups: tuple[Group, ...]
    search: str = ""
    selected: str | None = None
    first: int = 0
    choices: tuple[Choice, ...] = ()
    message: str = ""
    details: Entry | None = None
    filters: tuple[Field, ...] = ()
    offer: Offer | None = None

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Every game once."""
        return tuple({entry.game: entry for group in self.groups for entry in group.entries}.values())

    @property
    def is_narrowed(self) -> bool:
        """Whether some games are left out."""
        return bool(self.search) or any(field.value is not None for field in self.filters)


@dataclass(frozen=True, slots=True)
class Field:
    """A line of a form. `options` are (value, text) pairs; a number is stepped from `low` to `high`. Typed characters
    replace a text that is `selected`, as long as the keyboard is there. `about` explains the field, `meanings` each
    option."""

    name: str
    title: str
    kind: Literal["choice", "number", "flag", "text"]
    value: Any
    options: tuple[tuple[Any, str], ...] = ()
    low: int | None = None
    high: int | None = None
    note: str = ""
    enabled: bool = True
    selected: bool = False
    about: str = ""
    meanings: tuple[str, ...] = ()

    def meaning(self, value: Any) -> str:
        """The meaning of an option, or else what the field is for."""
        told = {option: text for (option, _), text in zip(self.options, self.meanings, strict=False)}
        return told.get(value) or self.about


@dataclass(frozen=True, slots=True)
class Form:
    """A form: new game, settings, preferences. `first` is the line that is scrolled to.

    `message` is the latest message; `wrong`: it is about a mistake.
    """

    title: str
    fields: tuple[Field, ...]
    choices: tuple[Choice, ...]
    text: str = ""
    message: str = ""
    first: int = 0
    wrong: bool = True


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a list: its cells, and what pressing it means. `below`: it is a part of a line above it."""

    cells: tuple[str, ...]
    target: Target | None = None
    below: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """A list with headings: statistics, replays, the menu (one column of buttons if only `choices` are given).

    `spare`: up to this many of its last columns are left out one by one if there is no room for all.
    """

    title: str
    headings: tuple[str, ...]
    rows: tuple[Row, ...]
    choices: tuple[Choice, ...]
    text: str = ""
    first: int = 0
    spare: int = 0


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a long text: a heading, and paragraphs; a paragraph that begins with `• ` is an item of a list."""

    heading: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """A long text to read: help, about, diagnostics (`code`: in a monospaced font). `first` is the line at the top."""

    title: str
    sections: tuple[Section, ...]
    choices: tuple[Choice, ...]
    first: int = 0
    code: bool = False


@dataclass(frozen=True, slots=True)
class Scrub:
    """The bar of a replay: its position, its length, and the current move."""

    at: int
    moves: int
    text: str
    playing: bool = False


Page = Gallery | Form | Listing | Reading
