"""The things on one board as nodes. Things that look the same on the same site share one node, made once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import combinations
from typing import Generic, TypeVar

from interpreter.position import PieceValue
from renderer.nodes import MARK as MARK_Z
from renderer.nodes import PIECE, SIGN, Box, Node, Skin, spot_key
from renderer.scene.ground import Tints, caption_nodes, ground_node, plate_node
from renderer.scene.piles import CARDS, EDGES, Heap, heap_of, piled, room_share, upright
from renderer.scene.placement import Placement, soft_end
from renderer.skins import node
from renderer.skins.figures import Figure
from renderer.skins.icons import Icon, own_ink
from renderer.skins.marks import MOST as MOST_PIPS
from renderer.skins.marks import Dot, Pips, Wash
from renderer.skins.paper import Paper
from renderer.skins.pencil import PencilMarks, mark_size
from renderer.skins.playing_cards import BACK, PAPER, CardBack, PlayingCard
from renderer.skins.text import Label, fitted
from renderer.skins.theme import Theme
from renderer.skins.tokens import FILLING, Spread, Token
from runtime.show.colours import READABLE, WHITE, contrast, legible
from runtime.show.values import BoardShown, BoardStyle, Colour, Look, PieceShown, SiteShown

SHARES = {
    "disc": 0.82, "ring": 0.82, "square": 0.88, "tile": 0.94, "diamond": 0.9, "triangle": 0.86, "star": 0.9,
    "figure": 0.98, "card": 0.92, "back": 0.92, "spike_up": 1.0, "spike_down": 1.0,
}  # fmt: skip
"""How much of a cell each shape takes."""
POINT_SHARE = 0.94
"""How much of it a stone takes that stands on the crossing of two lines."""
LAYER_SHARE = 0.98
"""How much of its cell a piece on layers takes."""
HEX_SHARE = 0.72
"""How much of a hex something square takes."""
ICON_SHARE, DOT_SHARE = 0.72, 0.34
"""How large an icon is that stands on a cell by itself, and how large a dot."""
FACE_SHARE, PIPS_SHARE = 0.56, 0.8
HOLLOW = ("ring", "spike_up", "spike_down", "none", None)
"""Shapes on which something else may seem to stand."""
TURNED_ROUND = {"spike_up": "spike_down", "spike_down": "spike_up"}
MOST_KEPT, MOST_TEXTS = 20_000, 64
STEPS = 5
"""How many heights each layer has: for its sites, its pieces and three for the signs on them."""
MOST_LAYERS = 18
"""Layers above so many share their heights."""
EVEN = 0.7
"""How many of the cells of a board have its one colour where lines are drawn between them all the same."""
BAR_SHAPE = "square"
"""The shape of a bar and of a post, which fills its channel."""
ON_CORNER, PIECE_ON_CORNER = 0.26, 0.46
"""How large something of another shape is on an edge or a corner, and how large a piece, in cells."""
WOOD = Colour("brown", "brown")
SIGN_CONTRAST = 3.0
"""The least contrast of suits with what they stand on, where they have their own colours."""
COUNT_SIZE, COUNT_HEIGHT = 0.17, 0.28
"""How large the number of pieces in a pile is written, and how high its label is, as shares of a cell."""
WALL_CONTRAST = 2.2
"""The least contrast of bars with the channels that they lie in."""
SMALL_POINT = 0.4
"""How large the ring or icon of an empty place on a graph is."""
MARK, BADGE, MARK_DOT, WRITTEN = 0.72, 0.45, 0.28, 0.6
"""How much of a cell a mark has in the middle and in the corner, and how large a dot or a text is as a mark."""
STAR_POINT, LEAST_STAR = 0.17, 5
"""How much of a cell a dot takes that marks the crossing of two lines, and how many pixels at least."""
PENCIL_ALPHA = 0.8
Shown = TypeVar("Shown", SiteShown, PieceShown)
Part = tuple[int, int, int, int]
"""The left, top, width and height of a part of a body, from its upper left corner."""
LEAST_PART, HARDLY = 0.3, 0.1
"""A part of a tile that is smaller, as a share of its side, is not written on; what covers less hides nothing."""


def share_of(whole: int, share: float) -> int:
    """A share of a length that leaves the same whole number of pixels on both sides."""
    part = max(1, round(whole * share))
    return max(1, part - (whole - part) % 2)


def solid(look: Look | None) -> bool:
    """Whether a look belongs to something that can be taken, not to an empty place."""
    if look is None or not look.show:
        return False
    return look.shape not in HOLLOW or (look.shape == "none" and look.icon not in (None, "dot"))


def bare_icon(name: str, side: int, colour: str) -> Skin:
    """An icon on its own in a cell."""
    return dot(side, colour, DOT_SHARE) if name == "dot" else Icon(name, share_of(side, ICON_SHARE), colour)


def dot(side: int, colour: str, share: float) -> Dot:
    """A dot in the centre of a cell."""
    return Dot(share_of(side, share), colour)


@lru_cache(maxsize=4096)
def _token(
    shape: str,
    width: int,
    height: int,
    colour: str,
    pattern: int,
    icon: str | None,
    face: str,
    corner: str,
    depth: int,
    back: bool,
    soft: bool,
    ink: str | None,
    pips: int | None,
    part: Part | None = None,
) -> Token:
    return Token(
        shape, width, height, colour, pattern, icon, face, corner, depth, back=back, soft=soft, ink=ink, pips=pips,
        part=part,
    )  # fmt: skip


def body(
    look: Look,
    width: int,
    height: int,
    theme: Theme,
    face: str = "",
    corner: str = "",
    hidden: bool = False,
    depth: int = 0,
    share: float | None = None,
    part: Part | None = None,
) -> Skin | None:
    """The skin of something in a cell of a given size; None if nothing is drawn. Its box belongs in the centre of the
    cell. `part` is the visible part, measured from its upper left corner, if others cover the rest."""
    if not look.show:
        return None
    if look.shape == "none":
        return _bare(look, width, height, theme, face)
    if look.shape in CARDS:
        return card(look, *upright(width, height), theme, face, hidden, share)
    face, pips = counted_out(look, face)
    if look.shape == "figure" and look.icon is not None and not hidden:
        side = share_of(min(width, height), SHARES["figure"])
        pattern = theme.pattern_of(look.colour, look.pattern) if theme.patterns else 0
        return Figure(look.icon, side, theme.paint(look.colour, theme.tile), inked(look, theme), pattern)
    shape = look.shape if look.shape not in (None, "figure") else ("tile" if face or hidden else "disc")
    taken = share if share is not None else SHARES.get(shape, 0.9)
    colour = theme.paint(look.colour, theme.tile)
    return _token(
        shape,
        share_of(width, taken),
        share_of(height, taken),
        colour,
        theme.pattern_of(look.colour, look.pattern),
        look.icon,
        face,
        corner,
        depth,
        hidden,
        not theme.patterns,
        inked(look, theme),
        pips,
        part if shape in FILLING else None,
    )


def card(
    look: Look, width: int, height: int, theme: Theme, face: str, hidden: bool = False, share: float | None = None
) -> Skin:
    """A playing card in a cell of its own proportions: its face, or its back if the face is hidden."""
    part = share if share is not None else SHARES["card"]
    wide, high = share_of(width, part), share_of(height, part)
    if look.shape == "back" or hidden:
        return CardBack(wide, high, theme.paint(look.colour if look.shape == "back" else None, BACK))
    ink = inked(look, theme) if look.ink is not None else None
    return _playing_card(wide, high, face, look.icon, theme.paint(look.colour, PAPER), ink)


@lru_cache(maxsize=512)
def _playing_card(width: int, height: int, face: str, icon: str | None, paper: str, ink: str | None) -> PlayingCard:
    return PlayingCard(width, height, face, icon, paper, ink)


def _bare(look: Look, width: int, height: int, theme: Theme, face: str) -> Skin | None:
    """An icon or a text without a body."""
    side = min(width, height)
    usual = theme.ink_soft if look.icon is not None else theme.ink
    own = own_ink(look.icon)
    usual = legible(own, theme.cell, theme.ink, SIGN_CONTRAST) if own is not None else usual
    return bare(look, side, face, theme.paint(look.ink or look.colour, usual))


def bare(look: Look, side: int, face: str, colour: str) -> Skin | None:
    """The pips, the icon or the text of a look, in a colour."""
    face, pips = counted_out(look, face)
    if pips is not None:
        return Pips(look.icon, pips, share_of(side, PIPS_SHARE), colour) if pips else None
    if look.icon is not None:
        return bare_icon(look.icon, side, colour)
    return written(face, side, colour) if face else None


def counted_out(look: Look, face: str) -> tuple[str, int | None]:
    """The text written on something, and the number of pips instead of it: a number that is too large is written."""
    if look.pips is None:
        return face, None
    return ("", max(0, look.pips)) if look.pips <= MOST_PIPS else (face or str(look.pips), None)


def inked(look: Look, theme: Theme) -> str | None:
    """The colour in which a look wants things written; suits of cards have their own."""
    return theme.paint(look.ink, theme.tile_ink) if look.ink is not None else own_ink(look.icon)


def written(face: str, side: int, colour: str) -> Label:
    """A text on its own in a cell."""
    return Label(face, text_size(face, side), colour, bold=True)


def text_size(text: str, side: int) -> int:
    """The size of the letters of a text on a cell of that size."""
    return fitted(text, side * 0.84, max(6, round(side * FACE_SHARE)), True, 6)


def spread(
    piece: PieceShown,
    cells: tuple[tuple[float, float, float, float], ...],
    width: int,
    height: int,
    theme: Theme,
    depth: int = 0,
) -> Skin | None:
    """The skin of a piece that covers several cells: `cells` are their centres, widths and heights, measured from the
    body's corner."""
    look = piece.look
    if not look.show:
        return None
    shape = look.shape if look.shape in ("tile", "square") else "tile"
    colour = theme.paint(look.colour, theme.tile)
    pattern = theme.pattern_of(look.colour, look.pattern)
    written_on = any(piece.faces) and not piece.hidden
    icon = None if written_on else look.icon
    ink = inked(look, theme)
    corner, soft = piece.corner, not theme.patterns
    token = _token(shape, width, height, colour, pattern, icon, "", corner, depth, piece.hidden, soft, ink, None)
    if not written_on:
        return token
    faces = tuple((face, *cell) for face, cell in zip(piece.faces, cells, strict=False))
    return Spread(token, faces)


class Drawn(Generic[Shown]):
    """Nodes that were drawn before, by the exact values that they were made from, so a lookup costs next to nothing."""

    def __init__(self, draw: Callable[[Shown], Node | None]) -> None:
        self._draw: Callable[[Shown], Node | None] = draw
        self._kept: dict[int, tuple[Shown, Node | None]] = {}

    def of(self, shown: Shown) -> Node | None:
        """The node for something."""
        kept = self._kept.get(id(shown))
        if kept is None:
            if len(self._kept) > MOST_KEPT:
                self._kept.clear()
            kept = self._kept[id(shown)] = (shown, self._draw(shown))
        return kept[1]


class Painter:
    """Draws the things on one board in one place and theme, and caches what it has drawn."""

    def __init__(
        self,
        place: Placement,
        style: BoardStyle,
        theme: Theme,
        instance: str,
        scale: float,
        fanned: bool = False,
        close: bool = False,
    ) -> None:
        self.place = place
        self.style = style
        self.theme = theme
        self.instance = instance
        self.scale = scale
        self.close = close
        self.room_share = room_share(style, fanned, close)
        self.tints = Tints(style, theme)
        self.on_points = style.points or place.geometry.shape == "graph"
        self.round = self.on_points or place.hexes
        self.plate: tuple[Node, ...] = () if place.hexes else (plate_node(place, self.tints, instance, scale),)
        self.captions = caption_nodes(place, self.tints, instance, theme, scale)
        self._grounds: dict[object, Node] = {}
        self._things = Drawn(self._thing)
        self._marks: dict[frozenset[str], Drawn[SiteShown]] = {}
        self._badges = Drawn(self._badge)
        self._pieces = Drawn(self._piece)
        self._parts: dict[Part, Drawn[PieceShown]] = {}
        self._pencilled: dict[tuple[int, str, tuple[bool, ...], tuple[str, ...]], Node] = {}

    # The ground

    def ground(self, board: BoardShown) -> Node:
        """The ground of the board. Sites that are filled by a look lend it their colours."""
        colours = tuple([_filling(shown, self.place.hexes) for shown in board.sites])
        edges = self._edges(board) if self.place.hexes else ()
        bare = all(shown.look is None for shown in board.sites)
        even = _is_even([shown.ground for shown in board.sites], colours)
        key = (colours, edges, bare, even)
        found = self._grounds.get(key)
        if found is None:
            if len(self._grounds) > 64:
                self._grounds.clear()
            found = self._grounds[key] = ground_node(
                self.place, self.tints, self.instance, self.style, self.theme, self.scale, colours, edges, bare, even
            )
        return found

    def _edges(self, board: BoardShown) -> tuple[tuple[int, str], ...]:
        """Dots on the outermost cells of a hex board colour the frame beside them."""
        return tuple(
            (shown.site, self.theme.paint(shown.mark.colour, self.tints.frame))
            for shown in board.sites
            if shown.mark is not None and self.edged(shown)
        )

    def edged(self, shown: SiteShown) -> bool:
        """Whether the mark of a site is drawn as the colour of the adjoining frame."""
        if not self.place.hexes or shown.mark is None or shown.mark.icon != "dot":
            return False
        return shown.site in self.place.geometry.rim

    # Things

    def thing(self, shown: SiteShown) -> Node | None:
        """The thing that a site shows by the cell's own properties."""
        return self._things.of(shown)

    def _thing(self, shown: SiteShown) -> Node | None:
        if shown.site not in self.place.boxes:
            return self._lying(spot_key(shown.site), shown.site, shown.look, shown.face, BAR_SHAPE, ON_CORNER)
        skin = self._skin(shown)
        return self._in_the_middle(spot_key(shown.site), skin, self.place.boxes[shown.site], self.height(shown.site))

    def _lying(self, key: str, site: int, look: Look | None, face: str, usual: str, share: float) -> Node | None:
        """The thing on an edge, a bar unless its look has another shape, or on a corner, where the `usual` shape is a
        post, or a piece. Other shapes take up a `share` of a cell."""
        place, z = self.place, self.height(site)
        if look is None:
            look = Look(shape="none")
        if not look.show:
            return None
        bar = place.bars.get(site)
        colour = self.theme.paint(look.colour, self.wall)
        if bar is not None and look.shape in (None, BAR_SHAPE):
            box = bar.box
            written = "" if bar.angle else face
            skin: Skin | None = self._flat(look, int(box.width), int(box.height), colour, written, soft_end(box))
            return node(key, skin, box.x, box.y, z, angle=bar.angle) if skin is not None else None
        middle = place.spots[site]
        shape = look.shape or usual
        if shape == BAR_SHAPE:
            side = int(min(middle.width, middle.height))
            return self._in_the_middle(key, self._flat(look, side, side, colour, face), middle, z)
        side = round(place.cell * share)
        return self._in_the_middle(key, body(replace(look, shape=shape), side, side, self.theme, face), middle, z)

    def _flat(self, look: Look, width: int, height: int, colour: str, face: str, soft: int = 0) -> Skin:
        """A bar with soft ends or a post without. Touching ones of the same colour look like one, because the ends of
        bars lie under posts and neither has an outline."""
        face, pips = counted_out(look, face)
        pattern, hinted = self.theme.pattern_of(look.colour, look.pattern), not self.theme.patterns
        if not (face or look.icon or pips or (pattern and not hinted)):
            return Wash(width, height, soft, colour, 1.0)
        ink = inked(look, self.theme)
        return _token(BAR_SHAPE, width, height, colour, pattern, look.icon, face, "", 0, False, hinted, ink, pips)

    @property
    def wall(self) -> str:
        """The colour of bars and posts that have none of their own: that of tiles, or wood if that is too pale."""
        ground, tile = self.tints.channel, self.theme.tile
        if contrast(tile, ground) >= WALL_CONTRAST:
            return tile
        return legible(self.theme.paint(WOOD, tile), ground, self.theme.ink_on(ground), WALL_CONTRAST)

    def _skin(self, shown: SiteShown) -> Skin | None:
        look, place = shown.look, self.place
        width, height = place.size
        if look is None:
            return written(shown.face, min(width, height), self._ink(shown)) if shown.face else None
        if not look.show:
            return None
        if _fills(look, place.hexes):
            return bare(look, min(width, height), shown.face, self._ink(shown))
        if place.geometry.turned and look.shape in TURNED_ROUND:
            look = replace(look, shape=TURNED_ROUND[look.shape])
        share = self._share(look.shape)
        if place.geometry.shape == "graph" and look.shape == "ring" and not shown.face:
            share = SMALL_POINT
        return body(look, width, height, self.theme, shown.face, share=share)

    def _share(self, shape: str | None) -> float | None:
        """The share of a cell that something takes up here, if not the usual one."""
        if self.style.points and shape == "disc":
            return POINT_SHARE
        return HEX_SHARE if self.place.hexes and shape in ("tile", "square", None) else None

    def colour_of(self, shown: SiteShown) -> str:
        """The background colour of a site: that of the channel, for an edge or a corner."""
        if shown.site not in self.place.boxes:
            return self.tints.channel
        return self.theme.paint(_filling(shown, self.place.hexes), self.tints.cell)

    def _ink(self, shown: SiteShown) -> str:
        ground = self.colour_of(shown)
        plain = self.theme.ink_on(ground)
        ink = inked(shown.look, self.theme) if shown.look is not None else None
        return plain if ink is None else legible(ink, ground, plain, READABLE)

    def mark(self, shown: SiteShown, covered: bool, texts: frozenset[str]) -> Node | None:
        """The mark on a site: in the centre, or in the corner of something that it would hide. All `texts` that are
        marks on the board have letters of the same size."""
        if shown.mark is None:
            return None
        if covered or _is_written_on(shown):
            return self._badges.of(shown)
        if texts not in self._marks:
            if len(self._marks) > MOST_TEXTS:
                self._marks.clear()
            size = min((text_size(text, self._text_side) for text in texts if text), default=0)
            self._marks[texts] = Drawn(partial(self._mark, size=size))
        return self._marks[texts].of(shown)

    @property
    def _text_side(self) -> int:
        return round(min(self.place.size) * WRITTEN)

    def _mark(self, shown: SiteShown, size: int) -> Node | None:
        mark, box = shown.mark, self.place.boxes[shown.site]
        if mark is None or not mark.text or self.edged(shown):
            return self._signed(shown, box, MARK)
        ground = self.colour_of(shown)
        wanted = self.theme.paint(mark.colour, self.theme.lit)
        ink = legible(wanted, ground, self.theme.ink_on(ground), READABLE)
        label = Label(mark.text, size, ink, bold=True)
        return self._in_the_middle(f"mark:{shown.site}", label, box, self.sign_height(shown.site))

    def _badge(self, shown: SiteShown) -> Node | None:
        box = self.place.boxes[shown.site]
        width, height = box.width * BADGE, box.height * BADGE
        return self._signed(shown, Box(box.right - width, box.y, width, height), BADGE)

    def _signed(self, shown: SiteShown, box: Box, share: float) -> Node | None:
        mark, side = shown.mark, min(self.place.size)
        if mark is None or mark.icon is None or self.edged(shown):
            return None
        own = own_ink(mark.icon) if mark.colour is None else None
        colour = self.theme.paint(mark.colour, self.theme.lit)
        if own is not None:
            ground = self.colour_of(shown)
            colour = legible(own, ground, self.theme.ink_on(ground), SIGN_CONTRAST)
        star = max(STAR_POINT, LEAST_STAR / side) if self.style.points and share == MARK else MARK_DOT
        skin = dot(side, colour, star) if mark.icon == "dot" else bare_icon(mark.icon, round(side * share), colour)
        return self._in_the_middle(f"mark:{shown.site}", skin, box, self.sign_height(shown.site))

    def pencil(self, shown: SiteShown, texts: tuple[str, ...], marks: tuple[bool, ...]) -> Node:
        """The pencil marks in a cell, out of all on the board."""
        ink = self.theme.ink_on(self.colour_of(shown))
        key = (shown.site, ink, marks, texts)
        found = self._pencilled.get(key)
        if found is None:
            if len(self._pencilled) > MOST_KEPT:
                self._pencilled.clear()
            box = self.place.boxes[shown.site]
            width, height = int(box.width), int(box.height)
            written = tuple(text if there else "" for text, there in zip(texts, marks, strict=True))
            skin = PencilMarks(width, height, written, mark_size(texts, width, height), ink)
            found = self._pencilled[key] = node(f"pencil:{shown.site}", skin, box.x, box.y, MARK_Z, alpha=PENCIL_ALPHA)
        return found

    def piece(self, piece: PieceShown, part: Part | None = None) -> Node | None:
        """A piece on the board; one that others cover has text only on its visible part."""
        if part is None:
            return self._pieces.of(piece)
        if part not in self._parts:
            if len(self._parts) > MOST_TEXTS:
                self._parts.clear()
            self._parts[part] = Drawn(partial(self._piece, part=part))
        return self._parts[part].of(piece)

    def seen_parts(self, pieces: Sequence[PieceShown]) -> dict[PieceValue, Part]:
        """The visible parts of the pieces on layers that others partly cover, given from the lowest to the topmost: the
        largest area that can be written on. Pieces that are almost fully visible, or hardly at all, are left out."""
        found: dict[PieceValue, Part] = {}
        above: list[tuple[int, Box]] = []
        for piece in reversed(pieces):
            level, body = self.place.geometry.level.get(piece.sites[0], 0), self._body_box(piece)
            width, height = int(body.width), int(body.height)
            covers = tuple(
                (max(0, int(box.x - body.x)), max(0, int(box.y - body.y)),
                 min(width, int(box.right - body.x)), min(height, int(box.bottom - body.y)))
                for high, box in above
                if high > level and box.x < body.right and body.x < box.right
                and box.y < body.bottom and body.y < box.bottom
            )  # fmt: skip
            part = seen_part(width, height, covers) if covers else None
            if part is not None:
                found[piece.value] = part
            # With the side of a thick piece, at its right and below.
            thick = self.place.lift
            above.append((level, Box(body.x, body.y, body.width + thick, body.height + thick)))
        return found

    def _body_box(self, piece: PieceShown) -> Box:
        """The box of the body of a piece on layers."""
        box = self.box(piece)
        width, height = (share_of(side, LAYER_SHARE) for side in self.place.size)
        x, y = box.middle
        return Box(int(x - width / 2), int(y - height / 2), width, height)

    def _piece(self, piece: PieceShown, part: Part | None = None) -> Node | None:
        key, depth = spot_key(piece.value), self.place.lift
        z = self.height(piece.sites[0]) + 1
        if piece.sites[0] not in self.place.boxes:
            made = self._lying(key, piece.sites[0], piece.look, piece.faces[0], "disc", PIECE_ON_CORNER)
            return replace(made, z=z) if made is not None else None
        box = self.box(piece)
        if len(piece.sites) > 1:
            gap = max(1, round(self.place.cell * (1 - SHARES["tile"]) / 2))
            inner = box.inside(gap)
            cells = []
            for site in piece.sites:
                cell = self.place.boxes[site]
                x, y = cell.middle
                cells.append((x - inner.x, y - inner.y, cell.width, cell.height))
            skin = spread(piece, tuple(cells), int(inner.width), int(inner.height), self.theme, depth)
            return node(key, skin, inner.x, inner.y, z) if skin is not None else None
        share = LAYER_SHARE if depth else self._share(piece.look.shape)
        width, height = self.place.size
        if self.style.pile > 1:
            width, height = piled(piece, width, height, self.room_share)
        face, hidden = piece.faces[0], piece.hidden
        skin = body(piece.look, width, height, self.theme, face, piece.corner, hidden, depth, share, part)
        return self._in_the_middle(key, skin, box, z)

    def heap(self, pieces: Sequence[PieceShown], fan: str) -> tuple[Heap, list[Node | None]]:
        """The pile of a site, and a node for each of its pieces, the lowest first."""
        site = pieces[0].sites[0]
        made = [self.piece(piece) for piece in pieces]
        room = piled(pieces[0], *self.place.size, self.room_share)
        sizes = [_body_size(each.skin) if each is not None else room for each in made]
        heap = heap_of(pieces, sizes, self.place.boxes[site], self.place.base(site), fan, room, self.close)
        covered = set() if fan else set(range(len(made) - EDGES - 1))
        nodes = [
            replace(
                each,
                x=lying.box.x - each.skin.margin,
                y=lying.box.y - each.skin.margin,
                # The shadows of all that lie at one place would add up.
                alpha=0.0 if number in covered else each.alpha,
            )
            if each is not None
            else None
            for number, (each, lying) in enumerate(zip(made, heap.lying, strict=True))
        ]
        return heap, nodes

    def count(self, site: int, number: int, box: Box) -> list[Node]:
        """The number of pieces in a pile, at the lower right of its top."""
        side = min(self.place.size)
        label = Label(str(number), max(8, round(side * COUNT_SIZE)), WHITE, bold=True)
        wide, high = label.size
        height = max(high, round(side * COUNT_HEIGHT))
        width = max(height, wide + height // 2)
        paper = Paper(width, height, height / 2, "#23262e", None, "#8b90a0")
        x, y = int(box.right - width * 0.85), int(box.bottom - height * 0.85)
        return [
            node(f"count:{site}", paper, x, y, PIECE + 3),
            node(f"count:{site}:label", label, x + (width - wide) // 2, y + (height - high) // 2, PIECE + 4),
        ]

    def box(self, piece: PieceShown) -> Box:
        """The box of all cells that a piece covers."""
        boxes = [self.place.spots[site] for site in piece.sites]
        if len(boxes) == 1:
            return boxes[0]
        left, top = min(box.x for box in boxes), min(box.y for box in boxes)
        return Box(left, top, max(box.right for box in boxes) - left, max(box.bottom for box in boxes) - top)

    def height(self, site: int) -> int:
        """The height at which things on a site are drawn: layer above layer. Pieces are one higher."""
        return PIECE + STEPS * min(self.place.geometry.level.get(site, 0), MOST_LAYERS)

    def sign_height(self, site: int) -> int:
        """The height at which signs on a site are drawn: on layers above its own, below the next."""
        return self.height(site) + 2 if self.place.geometry.levels else SIGN

    def _in_the_middle(self, key: str, skin: Skin | None, box: Box, z: int) -> Node | None:
        if skin is None:
            return None
        width, height = skin.size
        margin = skin.margin
        x, y = box.middle
        return node(key, skin, int(x - (width - 2 * margin) / 2), int(y - (height - 2 * margin) / 2), z)


@lru_cache(maxsize=1024)
def seen_part(width: int, height: int, covers: tuple[tuple[int, int, int, int], ...]) -> Part | None:
    """The best part of a box to write on beside what covers it, given by left, top, right and bottom: as wide and high
    as possible. None if hardly anything is covered, or hardly anything visible."""
    side = min(width, height)
    covers = tuple(each for each in covers if min(each[2] - each[0], each[3] - each[1]) > HARDLY * side)
    if not covers:
        return None
    xs = sorted({0, width, *(each[0] for each in covers), *(each[2] for each in covers)})
    ys = sorted({0, height, *(each[1] for each in covers), *(each[3] for each in covers)})
    best = max(
        (
            (min(right - left, bottom - top), (right - left) * (bottom - top), (left, top, right - left, bottom - top))
            for left, right in combinations(xs, 2)
            for top, bottom in combinations(ys, 2)
            if all(c[0] >= right or c[2] <= left or c[1] >= bottom or c[3] <= top for c in covers)
        ),
        default=(0, 0, (0, 0, 0, 0)),
    )
    return best[2] if best[0] >= LEAST_PART * side else None


def _body_size(skin: Skin) -> tuple[int, int]:
    """The width and height of a skin without its shadow."""
    return skin.size[0] - 2 * skin.margin, skin.size[1] - 2 * skin.margin


def _fills(look: Look | None, hexes: bool) -> bool:
    """Whether a look fills the whole cell of a site."""
    return look is not None and (look.shape == "square" or (hexes and look.shape == "tile")) and look.show


def _filling(shown: SiteShown, hexes: bool) -> Colour | None:
    """The colour of a cell, if it has its own."""
    look = shown.look
    return look.colour if look is not None and _fills(look, hexes) else shown.ground


def _is_even(grounds: Sequence[Colour | None], filled: Sequence[Colour | None]) -> bool:
    """Whether the spec has given all cells one colour, and only a few are filled with another."""
    return len(set(grounds)) == 1 and None not in grounds and filled.count(grounds[0]) > EVEN * len(grounds)


def _is_written_on(shown: SiteShown) -> bool:
    look = shown.look
    return bool(shown.face) or (look is not None and look.show and look.icon is not None)


@lru_cache(maxsize=128)
def painter(
    place: Placement,
    style: BoardStyle,
    theme: Theme,
    instance: str,
    scale: float,
    fanned: bool = False,
    close: bool = False,
) -> Painter:
    """The painter of a board, the same for the same board, place and theme. `fanned`: some piles fan out; `close`: they
    do so within cells that have room for little more than one piece."""
    return Painter(place, style, theme, instance, scale, fanned, close)
