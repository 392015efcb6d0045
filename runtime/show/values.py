"""What a player is shown of a position, as plain values: no pixels, and nothing that the viewer may not know."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple, TypeVar

from interpreter import View
from interpreter.position import PieceValue
from interpreter.spec.model import Setting
from interpreter.spec.nodes import Scalar
from runtime.session.draft import Spot

Entry = TypeVar("Entry")


def by_name(section: Mapping[Scalar, Entry] | None) -> dict[str, Entry]:
    """The entries of a section by name; none if the section is left out."""
    return {str(name): entry for name, entry in (section or {}).items()}


def plain_name(name: str) -> str:
    """A name of a spec as people read it: `tiles_left` becomes “Tiles left”."""
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]


def setting_title(name: str, setting: Setting) -> str:
    """The name of a setting for players."""
    return str(setting.title) if setting.title is not None else plain_name(name)


Left = tuple[int | None, int | None, int | None]
"""Undos, hints and lives that are left; None is any number."""


class Colour(NamedTuple):
    """A colour: a designer's name for it, and the key for a theme.

    `value` is `#rrggbb`, a word of the theme, `player 2` for a player without a colour of its own, or `word 3` for an
    enum word without one: themes have a palette for each.
    """

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Look:
    """How a cell or piece looks. Without a shape an edge is a bar and a corner a post. `pattern` numbers the patterns
    of the theme from 1; 0 is plain. `text` is that of a mark. `ink` is the colour of its contents, if the spec names
    one; `pips` is how many icons stand for its face, and `face` a text that replaces the contents of the cell or
    piece."""

    shape: str | None = None
    colour: Colour | None = None
    pattern: int = 0
    icon: str | None = None
    show: bool = True
    text: str = ""
    ink: Colour | None = None
    pips: int | None = None
    face: str | None = None


@dataclass(frozen=True, slots=True)
class PieceShown:
    """A piece on a board or in a zone. `faces` has one text for each cell that it covers, in the order of `sites`.

    `hidden` says that the viewer does not know its face: its back is drawn. `size` is how many columns and rows it
    covers, also in a zone. `drafted`: it is there only while the draft says so.
    """

    kind: str
    number: int
    sites: tuple[int, ...]
    look: Look
    faces: tuple[str, ...] = ("",)
    corner: str = ""
    hidden: bool = False
    size: tuple[int, int] = (1, 1)
    drafted: bool = False

    @property
    def value(self) -> PieceValue:
        """The piece itself."""
        return PieceValue(self.kind, self.number)


@dataclass(frozen=True, slots=True)
class SiteShown:
    """A site of a board: the ground, what is there according to the cell's own properties, a text on it, a mark, and
    whether something about the cell is hidden from the viewer."""

    site: int
    name: str
    ground: Colour | None = None
    look: Look | None = None
    face: str = ""
    mark: Look | None = None
    hidden: bool = False
    fan: str = ""
    """Which way a pile on it fans out; empty where only its top is seen."""


def rows_of_boards(sides: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    """The boards, by number, in each row, if the spec says where any of them is: by default each is beside the one
    before it, to the right."""
    if not any(sides):
        return ()
    rows: list[list[int]] = []
    for number, side in enumerate(sides):
        row = next((row for row in rows if number - 1 in row), [])
        if not row or side in ("above", "below"):
            beside = rows.index(row) + (side == "below") if row else 0
            rows.insert(beside, [number])
        else:
            row.insert(row.index(number - 1) + (side != "left"), number)
    return tuple(map(tuple, rows))


CARD_ASPECT = 1.4
"""How high a playing card is for its width."""


@dataclass(frozen=True, slots=True)
class BoardStyle:
    """The board's theme values that its spec names. `pile` is how many pieces a site holds, `cards`: they look like
    playing cards."""

    at: str = ""
    """Where it stands beside the board before it; empty if the spec does not say."""
    cell_size: int | tuple[int, int] | None = None
    lines: Colour | None = None
    outline: Colour | None = None
    valid: Colour | None = None
    last_move: Colour | None = None
    borders: str | None = None
    points: bool = False
    coordinates: bool = True
    lined: bool = True
    """Whether there are lines between cells, or through points."""
    pile: int = 1
    cards: bool = False

    @property
    def cell_width(self) -> int | None:
        """The width of a cell, if the spec gives it."""
        return self.cell_size[0] if isinstance(self.cell_size, tuple) else self.cell_size

    @property
    def aspect(self) -> float:
        """The height of a cell relative to its width."""
        if isinstance(self.cell_size, tuple):
            return self.cell_size[1] / self.cell_size[0]
        return CARD_ASPECT if self.cards else 1.0


@dataclass(frozen=True, slots=True)
class Titles:
    """The titles to the left of the rows of a board and above its columns, starting with the first."""

    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()


NO_TITLES = Titles()
Window = tuple[int, int, int, int]
"""The part of a square board that is drawn: the columns and rows of cells at which it begins and ends, from the upper
left corner, which is 0, 0."""


@dataclass(frozen=True, slots=True)
class BoardShown:
    """One board. `name` is that of the spec, `instance` also says whose (`sea[one]`). `borders` are its edges and
    corners; `pieces` includes those on them. `turned`: it is seen from the opposite side. `window` is the part of it
    that is drawn, whose sites are `sites`; None means all of it."""

    name: str
    instance: str
    title: str
    style: BoardStyle
    sites: tuple[SiteShown, ...]
    pieces: tuple[PieceShown, ...] = ()
    titles: Titles = NO_TITLES
    borders: tuple[SiteShown, ...] = ()
    turned: bool = False
    window: Window | None = None

    @property
    def places(self) -> tuple[SiteShown, ...]:
        """Its cells, edges and corners."""
        return (*self.sites, *self.borders) if self.borders else self.sites


@dataclass(frozen=True, slots=True)
class ZoneShown:
    """One zone: a row of pieces, or only their number. `owner` is a player from 1, 0 if it belongs to nobody;
    `covers_many`: its pieces may cover several cells; `cards`: they look like playing cards.

    `places` gives the place of each piece, from 0, if gaps are kept; it is empty if pieces are side by side. `own`: its
    order is up to the viewer."""

    name: str
    instance: str
    label: str
    owner: int
    at: Literal["above", "below", "left", "right"]
    as_: Literal["row", "counter"]
    count: int
    room: int | None
    pieces: tuple[PieceShown, ...] = ()
    covers_many: bool = False
    cards: bool = False
    places: tuple[int, ...] = ()
    own: bool = False

    def without(self, taken: Collection[tuple[str, int]]) -> ZoneShown:
        """The zone without some pieces, by kind and number."""
        left = [number for number, piece in enumerate(self.pieces) if (piece.kind, piece.number) not in taken]
        if len(left) == len(self.pieces):
            return self
        places = tuple(self.places[number] for number in left) if self.places else ()
        return replace(self, pieces=tuple(self.pieces[number] for number in left), places=places)


@dataclass(frozen=True, slots=True)
class PanelShown:
    """A value beside the board."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class ButtonShown:
    """A button of an action (`is_action`), or one that every game has: undo, hint, restart …

    `why` says why it is disabled, or is empty. `armed`: its action is being chosen. `left` is how often it can still be
    used, None if that is not counted. `confirm` is the question to ask first.
    """

    name: str
    title: str
    enabled: bool
    why: str = ""
    is_action: bool = False
    armed: bool = False
    left: int | None = None
    confirm: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """A list of the scores: its heading, a line for each event, and the number below."""

    title: str
    lines: tuple[str, ...]
    total: str = ""


@dataclass(frozen=True, slots=True)
class OverlayShown:
    """A card in front of the board. `mood` is how the viewer should feel about it; `over`: there was nobody to win or
    lose."""

    name: Literal["ready", "intro", "scores", "stuck", "result"]
    title: str
    text: str
    button: str = ""
    buttons: tuple[ButtonShown, ...] = ()
    columns: tuple[Column, ...] = ()
    mood: Literal["plain", "won", "lost", "drawn", "over"] = "plain"


@dataclass(frozen=True, slots=True)
class PlayerShown:
    """A player: who sits there, whether it is their turn, and their colour."""

    number: int
    name: str
    title: str
    colour: Colour
    to_move: bool
    computer: bool
    viewer: bool


@dataclass(frozen=True, slots=True)
class Question:
    """A choice that is made from a menu: a letter, a number, a word. `options` are values with their texts."""

    slot: str
    title: str
    options: tuple[tuple[Any, str], ...]


@dataclass(frozen=True, slots=True)
class PencilShown:
    """The pencil marks of a player: the texts of all possible marks, in order, and for each marked cell which of these
    are in it."""

    texts: tuple[str, ...]
    marks: Mapping[int, tuple[bool, ...]]


@dataclass(frozen=True, slots=True)
class Presentation:
    """Everything that a player is shown at one moment.

    `targets` are the sites and pieces that can be clicked to continue, empty if the spec does not want them
    highlighted. `chosen` are part of the draft. `overlays` are the current cards, filled in: `result` and `stuck` only
    when the game has reached that point; which of them is open is decided outside the session.
    """

    view: View
    title: str
    players: tuple[PlayerShown, ...]
    boards: tuple[BoardShown, ...]
    zones: tuple[ZoneShown, ...]
    panels: tuple[PanelShown, ...]
    status: str
    buttons: tuple[ButtonShown, ...]
    menu: tuple[ButtonShown, ...]
    overlays: Mapping[str, OverlayShown] = field(default_factory=dict)
    targets: frozenset[Spot] = frozenset()
    chosen: frozenset[Spot] = frozenset()
    question: Question | None = None
    over: bool = False
    pencil: PencilShown | None = None
