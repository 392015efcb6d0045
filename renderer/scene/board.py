"""A board as nodes, and which of its sites a point is on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import attrgetter

from interpreter.position import PieceValue
from renderer.nodes import SIGN, Box, Node, spot_key
from renderer.scene.geometry import OPPOSITE, Geometry, geometry
from renderer.scene.painter import Painter, Part, painter, solid
from renderer.scene.piles import CARDS, Under, cells_of, closed
from renderer.scene.placement import extent, frame_of, placement, preferred_cell
from renderer.scene.signs import Inks, Place, held_nodes, sign_nodes
from renderer.scene.ui import Ui
from renderer.skins.theme import Theme
from runtime.session.draft import Spot
from runtime.session.hand import pointed_kinds, pointed_parts
from runtime.show.values import BoardShown, PieceShown, Presentation, SiteShown

PREVIEW_ALPHA = 0.55
FADED_ALPHA = 0.3
LENS_ALPHA = 0.94
RISEN = 0.05
"""How far a chosen piece rises, in cells."""
AROUND = 0.03
"""How far outside of a card its signs are, as a share of what is seen of it."""
CROWD, FEW = 0.7, 9
"""More targets than this share of all things or places, and than a few, are not worth a sign."""

ROUND = ("disc", "ring")
_by_height = attrgetter("z")


@dataclass(frozen=True)
class BoardScene:
    """A board or zone in pixels. `nodes` come in drawing order, `spots` with the topmost last. `cell` is the size of a
    cell; `outline` are the boxes that it occupies altogether. `places` has all sites, even where nothing can be pointed
    at."""

    nodes: tuple[Node, ...]
    spots: dict[Spot, Box]
    cell: float
    outline: tuple[Box, ...] = ()
    places: Mapping[int, Box] = field(default_factory=dict)


def wanted_size(board: BoardShown, presentation: Presentation) -> tuple[float, float]:
    """How wide and high a board with its frame would be, in cells of its preferred size."""
    shape = _geometry(board, presentation)
    wide, high = extent(shape)
    frame = frame_of(shape) / preferred_cell(shape, board.style.cell_width)
    return wide + 2 * frame, high + 2 * frame


def board_nodes(
    board: BoardShown, presentation: Presentation, ui: Ui, box: Box, theme: Theme, scale: float
) -> BoardScene:
    """A board centred in a box."""
    place = placement(_geometry(board, presentation), box, scale, board.style.cell_width, board.style.points)
    fanned = board.style.pile > 1 and any(shown.fan for shown in board.sites)
    close = fanned and closed(board, place.boxes, place.size)
    paints = painter(place, board.style, theme, board.instance, scale, fanned, close)
    drawing = _Drawing(board, presentation, ui, paints)
    return BoardScene(drawing.nodes(), drawing.spots(), float(place.cell), (place.plate,), place.spots)


def _geometry(board: BoardShown, presentation: Presentation) -> Geometry:
    topology = presentation.view.program.schema.topology
    style = board.style
    return geometry(
        topology, board.instance, style.coordinates, board.titles, board.turned, board.window, cells_of(board)
    )


class _Drawing:
    """One board at one moment."""

    def __init__(self, board: BoardShown, presentation: Presentation, ui: Ui, painter: Painter) -> None:
        self.board = board
        self.presentation = presentation
        self.ui = ui
        self.painter = painter
        self.place = painter.place
        self.theme = painter.theme
        drawn = self.place.spots.keys()
        self.pieces = {
            piece.value: piece
            for piece in board.pieces
            if piece.look.show and piece.sites and drawn >= set(piece.sites)
        }
        self.covering = {site: piece for piece in self.pieces.values() for site in piece.sites}
        self.sites = {shown.site: shown for shown in board.places}
        self.rise = round(self.place.cell * RISEN)
        self.piles = self._piles(board) if board.style.pile > 1 else {}
        self.heaps = {site: painter.heap(pile, self._fan(site)) for site, pile in self.piles.items()}
        self.lying = {
            piece.value: lying
            for site, pile in self.piles.items()
            for piece, lying in zip(pile, self.heaps[site][0].lying, strict=True)
        }

    def _piles(self, board: BoardShown) -> dict[int, list[PieceShown]]:
        """The piles of a board's cells, each with the lowest piece first."""
        found: dict[int, list[PieceShown]] = {}
        for piece in board.pieces:
            if piece.look.show and piece.sites and piece.sites[0] in self.place.boxes:
                found.setdefault(piece.sites[0], []).append(piece)
        return found

    def _fan(self, site: int) -> str:
        """The direction in which the pile of a site fans out on the screen."""
        fan = self.sites[site].fan
        return OPPOSITE.get(fan, fan) if self.place.geometry.turned else fan

    # Nodes

    def nodes(self) -> tuple[Node, ...]:
        """Everything on the board, in drawing order."""
        painter = self.painter
        found: list[Node] = [*painter.plate, painter.ground(self.board), *painter.captions]
        found += self._things()
        found += self._marks()
        found += self._signs()
        found += self._lens()
        found += self._preview()
        found.sort(key=_by_height)
        return tuple(found)

    def _things(self) -> list[Node]:
        """Pieces, and other things on sites."""
        painter = self.painter
        found: list[Node] = []
        for shown in self.board.places:
            if (shown.look is not None or shown.face) and (made := painter.thing(shown)) is not None:
                found.append(made)
        pieces: Iterable[PieceShown] = self.pieces.values()
        if self.piles:
            found += [made for _, nodes in self.heaps.values() for made in nodes if made is not None]
            pieces = [piece for piece in pieces if piece.value not in self.lying]
        if self.place.geometry.levels:
            pieces = self.layered
        parts = self.parts
        found += [made for piece in pieces if (made := painter.piece(piece, parts.get(piece.value))) is not None]
        return [*(self._moved(found) if self._stirred else found), *self._counts()]

    @cached_property
    def layered(self) -> list[PieceShown]:
        """The pieces on layers, from the lowest to the topmost."""
        order = self.place.order
        return sorted(self.pieces.values(), key=lambda piece: order[piece.sites[0]])

    @cached_property
    def parts(self) -> dict[PieceValue, Part]:
        """The visible parts of the pieces on layers that others partly cover."""
        return self.painter.seen_parts(self.layered) if self.place.geometry.levels else {}

    def _counts(self) -> list[Node]:
        """The number of pieces in each pile where looking does not tell."""
        return [
            made
            for site, (heap, _) in self.heaps.items()
            if heap.counted
            for made in self.painter.count(site, len(heap.lying), heap.lying[-1].box)
        ]

    def _marks(self) -> list[Node]:
        marked = [shown for shown in self.board.sites if shown.mark is not None]
        texts = frozenset(shown.mark.text for shown in marked if shown.mark is not None)
        found = (self.painter.mark(shown, shown.site in self.covering, texts) for shown in marked)
        return [*(mark for mark in found if mark is not None), *self._pencilled()]

    def _pencilled(self) -> list[Node]:
        """The pencil marks of the player who is looking."""
        pencil = self.presentation.pencil
        if pencil is None:
            return []
        return [
            self.painter.pencil(self.sites[site], pencil.texts, marks)
            for site, marks in pencil.marks.items()
            if site in self.place.boxes
        ]

    @property
    def _stirred(self) -> bool:
        lifted = self.ui.hovered in self.lying
        return bool(self.presentation.chosen or self.ui.dragged or self.ui.preview or lifted)

    def _moved(self, things: list[Node]) -> list[Node]:
        """Chosen things rise, what is dragged leaves a ghost behind, and what a move would change fades."""
        risen, held = self._keys(self.presentation.chosen) | self._touched(), self._held()
        faded = self._changed()
        found: list[Node] = []
        first = next((thing for thing in things if thing.key in held), None)
        for thing in things:
            if thing.key in held:
                assert self.ui.dragged is not None
                piece = self._piece(self.ui.dragged.spot)
                size = piece.size if piece is not None else (1, 1)
                found += held_nodes(thing, self.ui.dragged, self.painter.scale, first, size)
            elif thing.key in faded:
                found.append(replace(thing, alpha=thing.alpha * FADED_ALPHA))
            elif thing.key in risen and thing.key.startswith("piece:"):
                found.append(replace(thing, y=thing.y - self.rise))
            else:
                found.append(thing)
        return found

    def _keys(self, spots: Iterable[Spot]) -> set[str]:
        """The keys of the things that spots stand for; for a piece in a pile, with everything on it."""
        found = set()
        for spot in spots:
            piece = self._piece(spot)
            found.add(spot_key(piece.value if piece is not None else spot))
            found |= {spot_key(each.value) for each in self._upwards(piece)}
        return found

    def _upwards(self, piece: PieceShown | None) -> list[PieceShown]:
        """A piece of a pile and those on top of it."""
        if piece is None or piece.value not in self.lying:
            return []
        pile = self.piles[piece.sites[0]]
        return pile[[each.value for each in pile].index(piece.value) :]

    def _touched(self) -> set[str]:
        """The keys of the cards that rise because the pointer is on one that can be chosen."""
        hovered = self.ui.hovered
        if self.ui.dragged is not None or not isinstance(hovered, PieceValue) or hovered not in self.lying:
            return set()
        able = hovered in self.presentation.targets and self.pieces[hovered].look.shape in CARDS
        return self._keys([hovered]) if able else set()

    def _piece(self, spot: Spot) -> PieceShown | None:
        return self.pieces.get(spot) if isinstance(spot, PieceValue) else self.covering.get(spot)

    def _held(self) -> set[str]:
        """The keys of what is dragged. If sites are chosen, that is the top of a pile."""
        dragged = self.ui.dragged
        if dragged is None:
            return set()
        spot = dragged.spot
        piece = self._piece(spot)
        if piece is not None and piece.value in self.lying and not self._pointed(piece):
            spot = piece.sites[0]
        return self._keys([spot])

    def _pointed(self, piece: PieceShown) -> bool:
        """Whether a click means a piece of a pile and not its site: some action chooses such pieces, and no action
        chooses its site now."""
        if piece.kind not in pointed_kinds(self.presentation.view.program):
            return False
        targets, chosen = self.presentation.targets, self.presentation.chosen
        return piece.value in targets or piece.value in chosen or piece.sites[0] not in targets

    # Signs

    def _signs(self) -> list[Node]:
        inks = Inks.of(self.theme, self.board.style)
        ui = self.ui
        if self.place.geometry.levels:
            # A frame in the air, where a tile of a stack was, would lie across the tiles below.
            last = frozenset(site for site in ui.last_move if site in self.covering)
            ui = replace(ui, last_move=last, cursor=ui.cursor if ui.cursor in self.spots() else None)
        return sign_nodes(self._sign_place, self.presentation, ui, inks, self.painter.scale, self._telling)

    def _telling(self, targets: list[Place]) -> list[Place]:
        """The targets that are worth a sign: if nearly everything or nearly every free place can be chosen, as in games
        of placing stones anywhere, signs all over the board would say nothing. Those on edges and corners are small,
        and show that there are places at all."""
        borders = [place for place in targets if place.border]
        targets = [place for place in targets if not place.border]
        if len(targets) > FEW and len(targets) > CROWD * len(self.board.sites):
            return borders
        things = (len(self.pieces) or len(self.covering)) + sum(solid(shown.look) for shown in self.board.sites)
        found = borders
        for taken, most in ((True, things), (False, len(self.board.sites) - things)):
            same = [place for place in targets if place.solid is taken]
            if len(same) <= FEW or len(same) <= CROWD * most:
                found += same
        return found

    def _sign_place(self, spot: Spot) -> Place | None:
        piece = self._piece(spot)
        painter, boxes = self.painter, self.place.spots
        if piece is not None and piece.value in self.lying:
            return self._pile_place(piece, spot)
        if piece is not None:
            single = len(piece.sites) == 1
            key = str(piece.sites[0]) if single else f"{piece.kind}:{piece.number}"
            z = painter.sign_height(piece.sites[0]) if piece is not self._peeked_at else SIGN + 1
            disc = single and piece.look.shape in ROUND
            ground = painter.colour_of(self.sites[piece.sites[0]])
            border = piece.sites[0] not in self.place.boxes
            return Place(key, self._seen_box(piece), painter.round and single, z, True, ground, disc, border)
        if isinstance(spot, PieceValue) or spot not in boxes:
            return None
        shown = self.sites[spot]
        disc = shown.look is not None and shown.look.shape in ROUND
        ground = painter.colour_of(shown)
        taken = solid(shown.look) or bool(shown.face) or (shown.mark is not None and bool(shown.mark.text))
        border = spot not in self.place.boxes
        slanted = border and spot in self.place.bars and bool(self.place.bars[spot].angle)
        round_ = slanted if border else painter.round
        taken = shown.look is not None and shown.look.show if border else taken
        return Place(str(spot), boxes[spot], round_, painter.sign_height(spot), taken, ground, disc, border)

    def _pile_place(self, piece: PieceShown, spot: Spot) -> Place:
        """The place of the sign for a piece in a pile: on its visible part. That of a site is on its top piece, even if
        a lower one is pointed at."""
        site = piece.sites[0]
        itself = isinstance(spot, PieceValue) and self._pointed(piece)
        piece = piece if itself else self.covering[site]
        lying = self.lying[piece.value]
        disc = piece.look.shape in ROUND
        box = lying.box if disc or lying.seen is None else Box(*lying.seen)
        if piece.look.shape in CARDS:
            # Around it, so that the ring leaves the index free.
            box = box.inside(-round(min(box.width, box.height) * AROUND))
        box = self._risen_box(piece, box)
        key = f"{piece.kind}:{piece.number}" if itself else str(site)
        ground = self.painter.colour_of(self.sites[site])
        return Place(key, box, False, self.painter.sign_height(site), True, ground, disc)

    def _seen_box(self, piece: PieceShown) -> Box:
        """The box where a piece is visible: signs rise with what is chosen, unless a preview or a hand shows it
        elsewhere."""
        return self._risen_box(piece, self.painter.box(piece))

    def _risen_box(self, piece: PieceShown, box: Box) -> Box:
        key, chosen = spot_key(piece.value), self.presentation.chosen
        risen = key in self._keys(chosen) or key in self._touched()
        if not risen or key in self._held() or key in self._changed():
            return box
        return Box(box.x, box.y - self.rise, box.width, box.height)

    @cached_property
    def _peeked_at(self) -> PieceShown | None:
        """The partly covered piece that the pointer or the keyboard is on."""
        spot = self.ui.cursor if self.ui.cursor is not None else self.ui.hovered
        piece = self._piece(spot) if spot is not None and self.ui.dragged is None else None
        return piece if piece is not None and piece.value in self.parts else None

    def _lens(self) -> list[Node]:
        """That piece, shown whole above those that cover it."""
        whole = self.painter.piece(self._peeked_at) if self._peeked_at is not None else None
        return [replace(whole, key=f"lens:{whole.key}", z=SIGN + 1, alpha=LENS_ALPHA)] if whole is not None else []

    # Preview

    def _would_be(self) -> BoardShown | None:
        preview = self.ui.preview
        if preview is None:
            return None
        return next((board for board in preview.boards if board.instance == self.board.instance), None)

    def _changed(self) -> set[str]:
        """The keys of the things that the previewed move takes away, moves or transforms."""
        board = self._would_be()
        if board is None:
            return set()
        after = {piece.value: piece for piece in board.pieces}
        found = {spot_key(value) for value, piece in self.pieces.items() if after.get(value) != piece}
        then = {shown.site: _stands(shown) for shown in board.places}
        return found | {
            spot_key(was.site) for was in self.board.places if then.get(was.site, _stands(was)) != _stands(was)
        }

    def _preview(self) -> list[Node]:
        """What would be there after the move, drawn translucent."""
        board = self._would_be()
        if board is None:
            return []
        changed = self._changed()
        changed |= {spot_key(piece.value) for piece in board.pieces if piece.value not in self.pieces}
        # What would be drawn beyond what is in use now has no place yet.
        here = self.place.spots
        stand = [shown for shown in board.places if shown.site in here]
        things = [self.painter.thing(shown) for shown in stand if shown.look is not None or shown.face]
        piles = self._piles(board) if board.style.pile > 1 else {}
        for site, pile in piles.items():
            things += self.painter.heap(pile, self._fan(site))[1]
        lying = [piece for piece in board.pieces if piece.sites and all(site in here for site in piece.sites)]
        things += [self.painter.piece(piece) for piece in lying if piece.sites[0] not in piles]
        return [
            replace(thing, key=f"preview:{thing.key}", alpha=PREVIEW_ALPHA, z=max(thing.z, SIGN + 1))
            for thing in things
            if thing is not None and thing.key in changed
        ]

    # Spots

    def spots(self) -> dict[Spot, Box]:
        """The boxes of pieces and sites. A site comes after the piece on it, because it is more specific about a piece
        that covers several. On layers only visible ones are there, the upper layers last."""
        painter = self.painter
        found: dict[Spot, Box] = {value: painter.box(piece) for value, piece in self.pieces.items()}
        if self.place.geometry.channel:
            return found | self._parted_spots()
        if self.piles:
            return self._pile_spots()
        if not self.place.geometry.levels:
            found.update(self.place.boxes.items())
            return found
        level = self.place.geometry.level
        wanted = self.presentation.targets | self.presentation.chosen | self.ui.lit
        shown = [site for site in self.place.boxes if site in self.covering or site in wanted or level[site] == 1]
        hidden = {site for piece in self.board.pieces if not piece.look.show for site in piece.sites}
        shown.sort(key=lambda site: (level[site] > 1 or site in self.covering, self.place.order[site]))
        found.update((site, self.place.boxes[site]) for site in shown if site not in hidden)
        return found

    def _pile_spots(self) -> dict[Spot, Box]:
        """Sites, and on them the visible parts of pieces that are pointed at one by one."""
        kinds = pointed_kinds(self.presentation.view.program)
        parted = {site for site, pile in self.piles.items() if pile[0].kind in kinds}
        found: dict[Spot, Box] = {
            site: Under(*box) if site in parted else box for site, box in self.place.boxes.items()
        }
        for value, lying in self.lying.items():
            if value.kind in kinds and lying.seen is not None:
                found[value] = lying.seen
        return found

    def _parted_spots(self) -> dict[Spot, Box]:
        """Cells, edges and corners. Near a border a click means that border if it can be chosen, otherwise the cell; in
        the channel itself it means whatever lies there, unless the cell beside it can be chosen. Borders that no action
        chooses leave their place to the cells."""
        place, wanted = self.place, self.presentation.targets | self.presentation.chosen
        pointed = pointed_parts(self.presentation.view.program)
        borders: dict[int, tuple[Box, Box]] = {}
        for part in ("edges", "corners"):
            hits = place.hits(part)
            borders |= hits if part in pointed or wanted & hits.keys() else {}
        cells = {site: place.pitch(site) for site in place.boxes}
        found: dict[Spot, Box] = {site: box for site, box in cells.items() if site not in wanted}
        found |= {site: narrow for site, (narrow, _) in borders.items() if site not in wanted}
        found |= {site: box for site, box in cells.items() if site in wanted}
        found |= {site: wide for site, (_, wide) in borders.items() if site in wanted}
        return found


def _stands(shown: SiteShown) -> tuple[object, str]:
    return shown.look, shown.face
