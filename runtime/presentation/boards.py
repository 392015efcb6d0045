"""Boards as they are shown: the ground, what stands on each site by the cell's own properties, marks, and pieces."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from interpreter.expr.types import SITE, Piece, first_key
from interpreter.position import PieceValue
from interpreter.spec import view_model
from interpreter.spec.nodes import Node, Scalar
from runtime.presentation.faces import COVERED, Plain, always_shown, plain_cell
from runtime.presentation.looks import NO_LOOK, Key, Looks
from runtime.presentation.pieces import PieceReader, completed, piece_reader
from runtime.presentation.sections import by_name, plain_name
from runtime.presentation.shown import Shown
from runtime.presentation.values import BoardShown, BoardStyle, Colour, Look, PieceShown, SiteShown, Titles

MOST_KEPT = 50_000
HIDDEN = "hidden"
_SAYS_WHOSE = re.compile(r"\{[^}]*\bit\b")
"""A title that speaks of whose the board is."""


class BoardReader:
    """Reads the boards under one name."""

    def __init__(self, shown: Shown, name: str) -> None:
        self.name = name
        self.board = shown.schema.boards[name]
        topology = shown.schema.topology
        self.instances = tuple((instance, topology.boards[instance].sites) for instance in self.board.instances)
        self.sites = tuple(site for _, sites in self.instances for site in sites)
        self.view = _board_view(shown, name)
        self.style = _style(shown, self.view)
        kinds = self.board.kinds
        self.of_pieces = len(kinds) == 1
        self.looks = Looks(shown, self.view.looks or [], Piece(kinds[0]) if self.of_pieces else SITE, standing=True)
        self.beneath = Looks(shown, self.view.cells or [], SITE)
        self.pieces: tuple[PieceReader, ...] = tuple(piece_reader(shown, kind) for kind in kinds)
        self.fallback = NO_LOOK if self.of_pieces else self.looks.ground
        self.ground = self._common_ground()
        rules = shown.program.sight.hidden
        self.properties = tuple(
            prop
            for prop in self.board.cells.values()
            if prop.column not in rules or rules[prop.column].rule != "nobody"
        )
        self.fields = tuple(shown.program.layout.fields[prop.column] for prop in self.properties)
        self.starts = self._starts(shown)
        self._plain: dict[Any, Plain] = {}
        self._made: dict[Any, SiteShown] = {}
        self._marks = [(mark, _scalars(mark.at)) for mark in self.view.marks or []]

    def _common_ground(self) -> Colour | None:
        """The colour of cells for which no look is more special than filling them."""
        if self.fallback == NO_LOOK or self.looks.written[self.fallback].colour.term is not None:
            return None
        look = self.looks.look(self.fallback)
        return look.colour if look is not None else None

    def _starts(self, shown: Shown) -> tuple[tuple[Any, ...], ...]:
        """The start values of the cells, site by site, as states keep them."""
        encode, starts = shown.program.layout.encode_value, shown.program.cell_starts
        found = []
        for site in self.sites:
            values = starts(self.name, site)
            found.append(tuple(encode(prop.column, values[prop.name]) for prop in self.properties))
        return tuple(found)

    # Showing

    def shown(self, shown: Shown) -> list[BoardShown]:
        """Every board under the name; of several, the viewer's own comes first."""
        placed, titles = self._pieces(shown), board_titles(shown, self.name)
        sites = self._sites(shown, placed.keys())
        found = []
        for instance, numbers in self.instances:
            first = self.sites.index(numbers[0]) if numbers else 0
            pieces = tuple(piece for site in numbers for piece in placed.get(site, ()) if piece.sites[0] == site)
            title = board_title(shown, self.name, instance)
            own = tuple(sites[first : first + len(numbers)])
            found.append(BoardShown(self.name, instance, title, self.style, own, pieces, titles))
        if self.board.per == shown.schema.players and 0 < shown.view.viewer <= len(found):
            found.insert(0, found.pop(shown.view.viewer - 1))
        return found

    def _sites(self, shown: Shown, occupied: Iterable[int]) -> list[SiteShown]:
        keys = [NO_LOOK] * len(self.sites) if self.of_pieces else self.looks.keys(shown, self.sites)
        if len(self.pieces) > 1 and self.looks.written:
            taken = set(occupied)
            keys = [None if site in taken else key for site, key in zip(self.sites, keys, strict=True)]
        beneath = self.beneath.keys(shown, self.sites)
        marks = self._marked(shown)
        values = self._values(shown)
        made, found = self._made, []
        if len(made) > MOST_KEPT:
            made.clear()
        for made_of in zip(self.sites, keys, beneath, values, marks, strict=True):
            site = made.get(made_of)
            if site is None:
                site = made[made_of] = self._site(shown, *made_of)
            found.append(site)
        return found

    def _site(self, shown: Shown, site: int, key: Key, beneath: Key, values: Any, mark: Look | None) -> SiteShown:
        plain, name = self._plainly(shown, values), shown.schema.topology.names[site]
        look, ground = plain.look, self.ground
        face = plain.face or (plain.word if look is not None else "")
        if key is None:
            look, face = None, ""
        elif key != NO_LOOK:
            given = self.looks.look(key)
            assert given is not None
            number = key if isinstance(key, int) else key[0]
            filling = number == self.fallback
            ground = given.colour if filling else ground
            look = None if filling else _filled(given, plain)
            written = given.face if given.face is not None else plain.face
            face = written if given.show else ""
        lying = self.beneath.look(beneath)
        if lying is not None:
            if not lying.show or lying.icon is not None or lying.shape not in (None, "square"):
                look = look if look is not None else lying
            else:
                ground = lying.colour
        return SiteShown(site, name, ground, look, face, mark, values is HIDDEN)

    # Cells

    def _values(self, shown: Shown) -> Iterable[Any]:
        """What tells cells apart by their properties: values and start values, or that something is hidden."""
        if not self.properties:
            return ((),) * len(self.sites)
        data, first, last = shown.view.data, self.sites[0], self.sites[-1]
        columns = [data[field.index][first : last + 1] for field in self.fields]
        if len(self.sites) != last - first + 1:
            columns = [[data[field.index][site] for site in self.sites] for field in self.fields]
        values = zip(zip(*columns, strict=True), self.starts, strict=True)
        hidden = self._hidden(shown)
        if not hidden:
            return values
        return [HIDDEN if site in hidden else value for site, value in zip(self.sites, values, strict=True)]

    def _hidden(self, shown: Shown) -> set[int]:
        """The sites of which the viewer does not see something now that can be seen; what is only remembered is not
        shown."""
        rules = shown.program.sight.hidden
        columns = {prop.column for prop in self.properties if prop.column in rules}
        found = {site for names, sites in shown.view.hidden if columns & set(names) for site in sites}
        remembered = [prop.column for prop in self.properties if prop.remembered]
        sees, data, viewer = shown.program.sight.sees, shown.view.data, shown.view.viewer
        return found | {site for column in remembered for site in self.sites if not sees(data, viewer, column, site)}

    def _plainly(self, shown: Shown, values: Any) -> Plain:
        """A cell by its properties; start values are not drawn, but for numbers that are never 0, where nothing else
        stands."""
        if values == ():
            return Plain()
        if values is HIDDEN:
            return Plain(COVERED)
        found = self._plain.get(values)
        if found is None:
            decode, bare = shown.program.layout.decode_value, not self.board.kinds
            differing = [
                (number, prop, decode(prop.column, value))
                for number, (prop, value, start) in enumerate(zip(self.properties, *values, strict=True), start=1)
                if (value != start or (bare and always_shown(prop.type))) and decode(prop.column, value) is not None
            ]
            found = self._plain[values] = plain_cell(shown.schema, shown.colours, differing)
        return found

    # Marks

    def _marked(self, shown: Shown) -> list[Look | None]:
        """The mark of every site; a later one counts."""
        found: dict[int, Look] = {}
        for mark, places in self._marks:
            given = shown.colours.given(mark.colour)
            for scalar in places:
                for spot in _listed(shown.value(scalar)):
                    site = shown.world.site_of(spot)
                    if site is None:
                        continue
                    colour = given or _worked_colour(shown, mark.colour, site)
                    sign = Look(icon=str(mark.icon) if mark.icon is not None else None, colour=colour)
                    found[site] = sign if mark.text is None else self._written(shown, mark, sign, site)
        if not found:
            return [None] * len(self.sites)
        return [found.get(site) for site in self.sites]

    def _written(self, shown: Shown, mark: view_model.Mark, sign: Look, site: int) -> Look:
        """A mark with its text for one site."""
        assert mark.text is not None
        return replace(sign, text=shown.text(mark.text, SITE, {"it": site}))

    # Pieces

    def _pieces(self, shown: Shown) -> dict[int, list[PieceShown]]:
        """The pieces by each site that they cover."""
        found: dict[int, list[PieceShown]] = {}
        for reader in self.pieces:
            places = self._places(shown, reader)
            numbers = [number for number, _ in places]
            if self.of_pieces:
                pieces = reader.shown(shown, places, self.looks, self.looks.keys(shown, numbers))
            else:
                keys = self.looks.keys(shown, [sites[0] for _, sites in places])
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
                keys = self.looks.keys(shown, [number]) if self.of_pieces else []
                return reader.shown(shown, [(number, (site,))], self.looks, keys)
        return []

    def _places(self, shown: Shown, reader: PieceReader) -> list[tuple[int, tuple[int, ...]]]:
        """The pieces of a kind with the sites that they cover, in the order of their first sites."""
        field = shown.program.layout.fields.get(f"at.{reader.kind}")
        if field is None:
            return []
        at = shown.view.data[field.index]
        if reader.footprint is None:
            return [(at[site], (site,)) for site in self.sites if at[site]]
        covered: dict[int, list[int]] = {}
        for site in self.sites:
            if at[site]:
                covered.setdefault(at[site], []).append(site)
        return [(number, tuple(sites)) for number, sites in covered.items()]


def board_reader(shown: Shown, name: str) -> BoardReader:
    """The reader of a board, made once for each program."""
    memo, key = shown.terms.memo, ("board", name)
    if key not in memo:
        memo[key] = BoardReader(shown, name)
    found: BoardReader = memo[key]
    return found


def boards_shown(shown: Shown) -> tuple[BoardShown, ...]:
    """All boards, in the order of the spec."""
    return tuple(board for name in shown.schema.boards for board in board_reader(shown, name).shown(shown))


def board_title(shown: Shown, name: str, instance: str) -> str:
    """What stands above a board; nothing where there is only one, unless its spec says what."""
    board, given = shown.schema.boards[name], _board_view(shown, name).title
    number = board.instances.index(instance)
    whose_it_is = {"it": first_key(board.per) + number} if board.per is not None else None
    title = shown.text(given, board.per, whose_it_is) if given is not None else plain_name(name)
    if len(board.instances) == 1:
        return title if given is not None or len(shown.schema.topology.boards) > 1 else ""
    if given is not None and _SAYS_WHOSE.search(given):
        return title
    whose = shown.schema.titles[number] if board.per == shown.schema.players else instance[len(name) + 1 : -1]
    return f"{title}, {whose}"


def board_titles(shown: Shown, name: str) -> Titles:
    """What stands beside the rows of a board and above its columns."""
    view = _board_view(shown, name)
    rows, columns = ([shown.text(title) for title in titles or []] for titles in (view.row_titles, view.column_titles))
    return Titles(tuple(rows), tuple(columns))


def _board_view(shown: Shown, name: str) -> view_model.BoardView:
    view = by_name(shown.spec.boards if shown.spec is not None else None).get(name)
    return view if view is not None else view_model.BoardView.model_construct()


def _style(shown: Shown, view: view_model.BoardView) -> BoardStyle:
    given = shown.colours.given
    return BoardStyle(
        cell_size=view.cell_size,
        lines=given(view.lines),
        outline=given(view.outline),
        valid=given(view.valid),
        last_move=given(view.last_move),
        borders=str(view.borders) if view.borders is not None else None,
        points=view.as_ == "points",
        coordinates=view.coordinates,
    )


def _filled(given: Look, plain: Plain) -> Look:
    """A look of the spec for a cell; without a shape it is that of the cell's properties, or fills the cell."""
    if given.shape is not None and given.colour is not None:
        return given
    if plain.look is not None:
        return completed(given, plain.look, bool(plain.face))
    return replace(given, shape=given.shape or "square")


def _worked_colour(shown: Shown, scalar: Scalar | None, site: int) -> Colour | None:
    if scalar is None:
        return None
    term = shown.terms.term(scalar, SITE)
    return None if term is None else shown.colours.of_type(term.type, shown.worked_out(term, {"it": site}))


def _scalars(node: Node) -> list[Scalar]:
    return [node] if isinstance(node, Scalar) else [each for each in node if isinstance(each, Scalar)]


def _number(key: Key) -> int:
    return key if isinstance(key, int) else key[0]


def _listed(value: Any) -> list[Any]:
    if value is None:
        return []
    return list(value) if isinstance(value, list | tuple) and not isinstance(value, PieceValue) else [value]
