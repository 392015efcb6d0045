"""Boards as they are shown: the ground, the contents of each site, marks, pieces, and what a draft places there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from interpreter.expressions import FLAG, Letter, Piece, Site, first_key, strip
from interpreter.program import ChoicePlan, FieldPlan
from interpreter.spec.model import FANS, MEN, BoardView
from interpreter.views import NO_LOOK, Aspect, Key
from runtime.session import draft as drafts
from runtime.show.looks import (
    COVERED,
    Looks,
    Plain,
    always_shown,
    face_text,
    plain_border,
    plain_cell,
    plain_flags,
)
from runtime.show.pieces import PieceReader, completed, piece_reader
from runtime.show.shown import Shown
from runtime.show.values import (
    NO_TITLES,
    BoardShown,
    BoardStyle,
    Colour,
    Look,
    PieceShown,
    SiteShown,
    Titles,
    Window,
    ZoneShown,
    by_name,
    plain_name,
)

MOST_KEPT = 50_000
HIDDEN = "hidden"
NO_LINES = "none"
Boards = tuple[BoardShown, ...]
Zones = tuple[ZoneShown, ...]


class BoardReader:
    """Reads the boards that share a name."""

    def __init__(self, shown: Shown, name: str) -> None:
        self.name = name
        self.board = shown.schema.boards[name]
        topology = shown.schema.topology
        self.instances = tuple((instance, topology.boards[instance].sites) for instance in self.board.instances)
        self.sites = tuple(site for _, sites in self.instances for site in sites)
        self.plan = shown.plan.board(name)
        self.style = _style(shown, name)
        self.margin = _board_view(shown, name).margin
        self.places = topology.places
        kinds = self.board.kinds
        self.of_pieces = len(kinds) == 1
        self.looks = Looks(shown, self.plan.looks, bool(self.board.of))
        self.beneath = Looks(shown, self.plan.cells)
        self.floors = Looks(shown, self.plan.floors) if self.plan.floors is not None else None
        self.pieces: tuple[PieceReader, ...] = tuple(piece_reader(shown, kind) for kind in kinds)
        self.fallback = NO_LOOK if self.of_pieces or self.board.of else self.looks.ground
        self.borders = tuple(board_reader(shown, each.name) for each in shown.schema.borders(name))
        rules = shown.program.sight.hidden
        self.properties = tuple(
            prop
            for prop in self.board.cells.values()
            if prop.column not in rules or rules[prop.column].rule != "nobody"
        )
        self.plainly = self._plain_form()
        self.starts = shown.program.stored_starts(name, self.sites, self.properties)
        self._plain: dict[Any, Plain] = {}
        self._made: dict[Any, SiteShown] = {}

    def _plain_form(self) -> Callable[..., Plain]:
        """The default looks of its places, based on their properties."""
        if self.board.of:
            return plain_border
        bare = not self.board.kinds and not self.plan.looks.looks and not self.plan.cells.looks
        only_flags = all(strip(prop.type) == FLAG for prop in self.properties)
        return plain_flags if bare and only_flags else plain_cell

    # Showing

    def shown(self, shown: Shown) -> list[BoardShown]:
        """Every board with the name; if there are several, the viewer's own comes first."""
        titles = board_titles(shown, self.name)
        found = []
        for number, (sites, pieces) in enumerate(self.read(shown)):
            instance = self.board.instances[number]
            title = board_title(shown, self.name, instance)
            window = self._window(shown, sites, pieces)
            if window is not None:
                sites = tuple(site for site in sites if self._inside(site.site, window))
            board = BoardShown(self.name, instance, title, self.style, sites, pieces, titles, window=window)
            found.append(board)
        for borders in self.borders:
            lying = zip(found, borders.read(shown), strict=True)
            found = [
                replace(board, borders=(*board.borders, *sites), pieces=(*board.pieces, *pieces))
                for board, (sites, pieces) in lying
            ]
        if self.board.per == shown.schema.players and 0 < shown.view.viewer <= len(found):
            found.insert(0, found.pop(shown.view.viewer - 1))
        return found

    def _window(self, shown: Shown, sites: Sequence[SiteShown], pieces: Sequence[PieceShown]) -> Window | None:
        """The part in use and the margin around it; None for the whole board, which includes the case that nothing is
        in use."""
        if self.margin is None:
            return None
        numbers = [site.site for site in sites]
        values = dict(zip(self.sites, self._values(shown), strict=True))
        used = {site for piece in pieces for site in piece.sites}
        used |= {site for site in numbers if _changed(values[site])}
        if not used:
            return None
        columns = [int(self.places[site][0]) for site in used]
        rows = [int(self.places[site][1]) for site in used]
        last_column = max(int(self.places[site][0]) for site in numbers) + 1
        last_row = max(int(self.places[site][1]) for site in numbers) + 1
        return (
            max(0, min(columns) - self.margin),
            max(0, min(rows) - self.margin),
            min(last_column, max(columns) + 1 + self.margin),
            min(last_row, max(rows) + 1 + self.margin),
        )

    def _inside(self, site: int, window: Window) -> bool:
        x, y = self.places[site]
        left, top, right, bottom = window
        return left < x < right and top < y < bottom

    def read(self, shown: Shown) -> list[tuple[tuple[SiteShown, ...], tuple[PieceShown, ...]]]:
        """The sites and the pieces of each board with the name."""
        placed = self._pieces(shown)
        sites, found, first = self._sites(shown, placed.keys()), [], 0
        for _, numbers in self.instances:
            pieces = tuple(piece for site in numbers for piece in placed.get(site, ()) if piece.sites[0] == site)
            found.append((tuple(sites[first : first + len(numbers)]), pieces))
            first += len(numbers)
        return found

    def _sites(self, shown: Shown, occupied: Iterable[int]) -> list[SiteShown]:
        keys = [NO_LOOK] * len(self.sites) if self.of_pieces else shown.keys(self.plan.looks, self.sites)
        if len(self.pieces) > 1 and self.plan.looks.looks:
            taken = set(occupied)
            keys = [None if site in taken else key for site, key in zip(self.sites, keys, strict=True)]
        beneath = shown.keys(self.plan.cells, self.sites)
        floors = shown.keys(self.plan.floors, self.sites) if self.plan.floors is not None else beneath
        marks = self._marked(shown)
        values = self._values(shown)
        fans = self._fans(shown)
        made, found = self._made, []
        if len(made) > MOST_KEPT:
            made.clear()
        for made_of in zip(self.sites, keys, beneath, floors, values, marks, fans, strict=True):
            site = made.get(made_of)
            if site is None:
                site = made[made_of] = self._site(shown, *made_of)
            found.append(site)
        return found

    def _fans(self, shown: Shown) -> list[str]:
        """The direction in which the pile of every site fans out."""
        fan = self.plan.fan
        if fan.value is None:
            return [fan.word if fan.word in FANS else ""] * len(self.sites)
        return [FANS[word - 1] if word else "" for word in shown.each_of(fan.value, self.sites)]

    def _site(
        self, shown: Shown, site: int, key: Key, beneath: Key, floor: Key, values: Any, mark: Look | None, fan: str
    ) -> SiteShown:
        plain, name = self._plainly(shown, values), shown.schema.topology.names[site]
        look, ground = plain.look, None
        face = plain.face or (plain.word if look is not None else "")
        if key is None:
            look, face = None, ""
        elif key != NO_LOOK:
            given = self.looks.look(key)
            assert given is not None
            number = key if isinstance(key, int) else key[0]
            filling = number == self.fallback
            ground = given.colour if filling else None
            if self.board.of:
                own = plain.look.colour if plain.look is not None else None
                look = replace(given, colour=given.colour or own)
            else:
                look = None if filling else _filled(given, plain)
            written = given.face if given.face is not None else plain.face
            face = written if given.show else ""
        lying = self.beneath.look(beneath)
        if lying is not None:
            if not lying.show or lying.icon is not None or lying.shape not in (None, "square"):
                look = look if look is not None else lying
                below = self.floors.look(floor) if self.floors is not None else None
                ground = below.colour if below is not None else ground
            else:
                ground = lying.colour
        return SiteShown(site, name, ground, look, face, mark, values is HIDDEN, fan)

    # Cells

    def _values(self, shown: Shown) -> Iterable[Any]:
        """What distinguishes cells by their properties: values and start values, or that something is hidden."""
        if not self.properties or not self.sites:
            return ((),) * len(self.sites)
        first, last = self.sites[0], self.sites[-1]
        entries = [shown.view.entries(prop.column) for prop in self.properties]
        columns = [each[first : last + 1] for each in entries]
        if len(self.sites) != last - first + 1:
            columns = [[each[site] for site in self.sites] for each in entries]
        values = zip(zip(*columns, strict=True), self.starts, strict=True)
        hidden = self._hidden(shown)
        if not hidden:
            return values
        return [HIDDEN if site in hidden else value for site, value in zip(self.sites, values, strict=True)]

    def _hidden(self, shown: Shown) -> set[int]:
        """The sites with something visible that the viewer does not see now; remembered things are not shown."""
        rules = shown.program.sight.hidden
        columns = {prop.column for prop in self.properties if prop.column in rules}
        found = {site for names, sites in shown.view.hidden if columns & set(names) for site in sites}
        remembered = [prop.column for prop in self.properties if prop.remembered]
        sees, data, viewer = shown.program.sight.sees, shown.view.data, shown.view.viewer
        return found | {site for column in remembered for site in self.sites if not sees(data, viewer, column, site)}

    def _plainly(self, shown: Shown, values: Any) -> Plain:
        """A cell by its properties; start values are not drawn, except for numbers that are never 0 if there is nothing
        else."""
        if values == ():
            return Plain()
        if values is HIDDEN:
            return Plain(COVERED)
        found = self._plain.get(values)
        if found is None:
            decode, bare = shown.program.shown, not self.board.kinds
            differing = [
                (number, prop, known)
                for number, (prop, value, start) in enumerate(zip(self.properties, *values, strict=True), start=1)
                if (value != start or (bare and always_shown(prop.type)))
                and (known := decode(prop.column, value)) is not None
            ]
            found = self._plain[values] = self.plainly(shown.schema, shown.colours, differing)
        return found

    # Marks

    def _marked(self, shown: Shown) -> list[Look | None]:
        """The mark of every site; a later one counts."""
        found: dict[int, Look] = {}
        for mark in self.plan.marks:
            for site in filter(None, map(shown.world.site_of, shown.places(mark.at))):
                text = shown.text(mark.text, {"it": site}) if mark.text is not None else ""
                found[site] = Look(icon=mark.icon, colour=_colour(shown, mark.colour, site), text=text)
        if not found:
            return [None] * len(self.sites)
        return [found.get(site) for site in self.sites]

    # Pieces

    def _pieces(self, shown: Shown) -> dict[int, list[PieceShown]]:
        """The pieces on each site that they cover."""
        found: dict[int, list[PieceShown]] = {}
        for reader in self.pieces:
            places = self._places(shown, reader)
            numbers = [number for number, _ in places]
            if self.of_pieces:
                pieces = reader.shown(shown, places, self.looks, shown.keys(self.plan.looks, numbers))
            else:
                keys = shown.keys(self.plan.looks, [sites[0] for _, sites in places])
                # What merely fills cells says nothing of the piece that stands there.
                fitting = [NO_LOOK if _number(key) == self.fallback else key for key in keys]
                pieces = reader.shown(shown, places, self.looks, fitting)
            for piece in pieces:
                for site in piece.sites:
                    found.setdefault(site, []).append(piece)
        return found

    def laid(self, shown: Shown, kind: str, number: int, site: int) -> list[PieceShown]:
        """A piece as it would look on a site."""
        for reader in self.pieces:
            if reader.kind == kind:
                keys = shown.keys(self.plan.looks, [number]) if self.of_pieces else []
                return reader.shown(shown, [(number, (site,))], self.looks, keys)
        return []

    def _places(self, shown: Shown, reader: PieceReader) -> list[tuple[int, tuple[int, ...]]]:
        """The pieces of a kind with the sites that they cover, in the order of their first sites; in a pile, the lowest
        first."""
        at = shown.view.pieces_by_site(reader.kind)
        if not at:
            return []
        if self.board.pile > 1:
            return [(piece.number, (site,)) for site in self.sites for piece in shown.view.pile(reader.kind, site)]
        if reader.footprint is None:
            return [(at[site], (site,)) for site in self.sites if at[site]]
        covered: dict[int, list[int]] = {}
        for site in self.sites:
            if at[site]:
                covered.setdefault(at[site], []).append(site)
        return [(number, tuple(sites)) for number, sites in covered.items()]


def board_reader(shown: Shown, name: str) -> BoardReader:
    """The reader of a board, made once for each program."""
    memo, key = shown.memo, ("board", name)
    if key not in memo:
        memo[key] = BoardReader(shown, name)
    found: BoardReader = memo[key]
    return found


def boards_shown(shown: Shown) -> tuple[BoardShown, ...]:
    """All boards, in the order of the spec, each with its edges and corners."""
    names = [name for name, board in shown.schema.boards.items() if not board.of]
    return tuple(board for name in names for board in board_reader(shown, name).shown(shown))


def board_title(shown: Shown, name: str, instance: str) -> str:
    """The title above a board; nothing if there is only one, unless its spec gives one."""
    board, plan = shown.schema.boards[name], shown.plan.board(name)
    number = board.instances.index(instance)
    whose_it_is = {"it": first_key(board.per) + number} if board.per is not None else None
    title = shown.text(plan.title, whose_it_is) if plan.title is not None else plain_name(name)
    if len(board.instances) == 1:
        several = sum(not each.of for each in shown.schema.topology.boards.values()) > 1
        return title if plan.title is not None or several else ""
    if plan.says_whose:
        return title
    whose = shown.schema.titles[number] if board.per == shown.schema.players else instance[len(name) + 1 : -1]
    return f"{title}, {whose}"


def board_titles(shown: Shown, name: str) -> Titles:
    """The titles beside the rows of a board and above its columns."""
    plan = shown.plan.board(name)
    if not plan.row_titles and not plan.column_titles:
        return NO_TITLES
    return Titles(shown.texts(plan.row_titles), shown.texts(plan.column_titles))


def _board_view(shown: Shown, name: str) -> BoardView:
    """The spec's view of a board."""
    view = by_name(shown.spec.boards if shown.spec is not None else None).get(name)
    return view if view is not None else BoardView.model_construct()


def _changed(values: Any) -> bool:
    """Whether something about a cell is hidden, or not as it was at first."""
    return values is HIDDEN or (values != () and values[0] != values[1])


def _style(shown: Shown, name: str) -> BoardStyle:
    view = _board_view(shown, name)
    given = shown.colours.given
    return BoardStyle(
        at=str(view.at or ""),
        cell_size=view.cell_size,
        lines=given(view.lines) if view.lines != NO_LINES else None,
        outline=given(view.outline),
        valid=given(view.valid),
        last_move=given(view.last_move),
        borders=str(view.borders) if view.borders is not None else None,
        points=view.as_ == "points",
        coordinates=view.coordinates,
        lined=view.lines != NO_LINES,
        pile=shown.schema.boards[name].pile,
        cards=shown.plan.board(name).looks.of_cards,
    )


def _filled(given: Look, plain: Plain) -> Look:
    """A look of the spec for a cell; without a shape, it gets that of the cell's properties, or fills the cell."""
    if given.shape is not None and given.colour is not None:
        return given
    if plain.look is not None:
        return completed(given, plain.look, bool(plain.face))
    return replace(given, shape=given.shape or ("figure" if given.icon in MEN else "square"))


def _colour(shown: Shown, aspect: Aspect, site: int) -> Colour | None:
    """The colour of a mark on a site."""
    if aspect.value is None:
        return shown.colours.given(aspect.word)
    return shown.colours.of_type(aspect.value.kind, shown.value(aspect.value, {"it": site}))


def _number(key: Key) -> int:
    return key if isinstance(key, int) else key[0]


def with_draft(shown: Shown, boards: Boards, zones: Zones) -> tuple[Boards, Zones]:
    """Boards and zones as they are while records of a site and a piece are being chosen."""
    choice = drafts.choice_of(shown.view.state, shown.draft) if shown.draft.items else None
    if choice is None or not choice.fields:
        return boards, zones
    laid = [piece for item in shown.draft.items for piece in _laid(shown, choice, item)]
    taken = {(piece.kind, piece.number) for piece in laid}
    return (
        tuple(_board(board, laid) for board in boards),
        tuple(zone.without(taken) for zone in zones),
    )


def _board(board: BoardShown, laid: list[PieceShown]) -> BoardShown:
    here = {site.site for site in board.places}
    more = tuple(piece for piece in laid if piece.sites[0] in here)
    return replace(board, pieces=(*board.pieces, *more)) if more else board


def _laid(shown: Shown, choice: ChoicePlan, item: tuple[Any, ...]) -> list[PieceShown]:
    """The piece of a record on its site, with the letter that was chosen for it."""
    parts = list(zip(choice.fields, item, strict=True))
    site = next((value for part, value in parts if isinstance(_kind(part), Site)), None)
    for part, value in parts:
        kind = _kind(part)
        if isinstance(kind, Piece) and site:
            name = _board_name(shown, site)
            pieces = board_reader(shown, name).laid(shown, kind.kind, value, site) if name is not None else []
            letter = next((each for other, each in parts if isinstance(_kind(other), Letter)), None)
            return [replace(piece, **_lettered(letter), drafted=True) for piece in pieces]
    return []


def _lettered(letter: str | None) -> dict[str, Any]:
    return {} if letter is None else {"faces": (face_text(letter, Letter()),), "hidden": False}


def _kind(part: FieldPlan) -> Any:
    return strip(part.variable.type)


def _board_name(shown: Shown, site: int) -> str | None:
    board = shown.schema.topology.board_at(site)
    return next((name for name, each in shown.schema.boards.items() if board and board.name in each.instances), None)
