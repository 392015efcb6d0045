"""The ground of a board: its plate, its cells in their colours, its lines, and the names of columns and rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from renderer.nodes import BOARD, Box, Node
from renderer.scene.geometry import TITLE, TITLE_GAP, Caption, Point
from renderer.scene.placement import Placement
from renderer.skins import node
from renderer.skins.grounds import Ground, Outline, Rectangle
from renderer.skins.paper import Paper
from renderer.skins.text import Label, fitted
from renderer.skins.theme import Theme
from runtime.show.colours import BLACK, WHITE, legible, luminance, mixed, opposite
from runtime.show.values import BoardStyle, Colour

LINE_CONTRAST, POINT_CONTRAST, BORDER_CONTRAST = 1.5, 2.0, 3.0
"""The least contrast with what they lie on: of lines between cells, through points, and around blocks of a region."""
CAPTION_SIZE = 11
HEX_FRAME = 6
"""How far the frame of a hex board reaches beyond its cells, in design units."""


class Tints:
    """The colours of one board: its frame, its cells if they have none of their own, its lines.

    A board with outline and lines but no colours for its cells is `solid`: a single surface in the colour of its lines.
    """

    def __init__(self, style: BoardStyle, theme: Theme) -> None:
        self.frame = theme.paint(style.outline, theme.board)
        self.solid = style.outline is not None and style.lines is not None
        self.cell = theme.paint(style.lines, theme.cell) if self.solid else theme.cell
        faint = style.lines is not None and style.lines.value == "faint"
        self.line = theme.line if faint else theme.paint(style.lines, theme.line)
        self.edge = mixed(self.frame, WHITE, 0.22) if style.outline is not None else theme.board_edge
        self.channel = theme.paint(style.lines, self.frame) if not faint else self.frame
        self.rim = self.frame if style.outline is not None else mixed(theme.board, theme.board_edge, 0.6)

    def line_on(self, ground: str) -> str:
        """A line colour that stands out from a background."""
        return legible(self.line, ground, opposite(ground), LINE_CONTRAST)


def plate_node(place: Placement, tints: Tints, instance: str, scale: float) -> Node:
    """The plate that the cells lie on. Its corners are no rounder than leaves those of the cells inside."""
    plate = place.plate
    paper = Paper(
        int(plate.width),
        int(plate.height),
        min(round(12 * scale), 2 * int(place.frame)),
        mixed(tints.frame, WHITE, 0.05),
        mixed(tints.frame, BLACK, 0.1),
        tints.edge,
        max(1, round(scale)),
        shadow=round(8 * scale),
    )
    return node(f"plate:{instance}", paper, plate.x, plate.y, BOARD)


def caption_nodes(place: Placement, tints: Tints, instance: str, theme: Theme, scale: float) -> tuple[Node, ...]:
    """The names of columns and rows on the frame, small and muted."""
    colour = theme.ink_faint if place.hexes else mixed(theme.ink_on(tints.frame), tints.frame, 0.35)
    size = round(min(CAPTION_SIZE * scale, place.cell * 0.5))
    away = place.frame / 2
    if place.hexes:
        away = HEX_FRAME * scale + (place.frame - HEX_FRAME * scale) / 2
    found = []
    for caption in place.geometry.captions:
        x, y = place.at(caption.at)
        if caption.title:
            found.append(_title_node(caption, place, tints, instance, theme))
            continue
        if not place.captioned:
            continue
        if caption.side in ("left", "right"):
            x += round(away) if caption.side == "right" else -round(away)
        else:
            y += round(away) if caption.side == "below" else -round(away)
        label = Label(caption.text, size, colour)
        width, height = label.size
        key = f"label:{instance}:{caption.text}"
        found.append(node(key, label, round(x - width / 2), round(y - height / 2), BOARD + 2))
    return tuple(found)


def _title_node(caption: Caption, place: Placement, tints: Tints, instance: str, theme: Theme) -> Node:
    """The title of a row, right-aligned beside it, or of a column, centred above it."""
    x, y = place.at(caption.at)
    unit = place.titled
    room = place.cell * 0.95 if caption.side == "above" else unit * (place.geometry.margin[0] - TITLE_GAP / 2)
    label = Label(caption.text, fitted(caption.text, room, unit * TITLE), theme.ink_on(tints.frame))
    width, height = label.size
    if caption.side == "above":
        left, top = x - width / 2, y - unit * place.geometry.margin[1] / 2 - height / 2
    else:
        left, top = x - unit * TITLE_GAP / 2 - width, y - height / 2
    return node(f"label:{instance}:{caption.side}:{caption.text}", label, round(left), round(top), BOARD + 2)


def ground_node(
    place: Placement,
    tints: Tints,
    instance: str,
    style: BoardStyle,
    theme: Theme,
    scale: float,
    colours: Sequence[Colour | None],
    edges: Sequence[tuple[int, str]],
    bare: bool,
    even: bool,
) -> Node:
    """Everything on the plate, as one picture. `colours` are those of the sites in order; `edges` are sites where the
    adjoining frame has a colour of its own; `bare`: no site has a look; `even`: all cells but a few have the same
    colour."""
    painted = {
        site: theme.paint(colour, tints.cell) for site, colour in zip(place.geometry.boxes, colours, strict=True)
    }
    usual = Counter(painted.values()).most_common(1)[0][0]
    shape = place.geometry.shape
    if shape == "graph" or style.points:
        ground = _of_points(place, tints, painted, usual, style)
    elif shape == "hex":
        ground = _of_hexes(place, tints, painted, usual, dict(edges), scale, style.lined)
    elif shape == "layers":
        ground = _of_layers(place, tints, painted, usual)
    else:
        ground = _of_squares(place, tints, style, painted, bare, even)
    return node(f"ground:{instance}", ground, place.plate.x, place.plate.y, BOARD + 1)


def _inner(place: Placement, box: Box) -> Box:
    """A box, measured from the corner of the plate."""
    return Box(box.x - place.plate.x, box.y - place.plate.y, box.width, box.height)


def _rectangle(box: Box) -> Rectangle:
    return box.x, box.y, box.width, box.height


def _point(place: Placement, point: Point) -> Point:
    """A point, measured from the corner of the plate, not rounded: the centre of a cell of odd width lies within a
    pixel."""
    return (
        place.corner[0] - place.plate.x + point[0] * place.cell,
        place.corner[1] - place.plate.y + point[1] * place.cell,
    )


def _centred_width(cell: int, share: float) -> int:
    """The width of a line that is centred in a cell to the exact pixel."""
    width = max(1, round(cell * share))
    return width + (cell - width) % 2


def line_width(cell: int) -> int:
    """The width of the lines between cells."""
    return max(1, round(cell * 0.028))


def _of_squares(
    place: Placement, tints: Tints, style: BoardStyle, painted: dict[int, str], bare: bool, even: bool
) -> Ground:
    """Squares: each edged in its own tone if there are several colours; hollows for pieces if nothing else is drawn on
    the sites; otherwise lines between them, which stay if a few cells are filled."""
    boxes = {site: _inner(place, place.flat(site)) for site in painted}
    usual = Counter(painted.values()).most_common(1)[0][0]
    if place.geometry.channel:
        return _between_channels(place, tints, painted)
    if style.cards and style.lines is None and len(set(painted.values())) == 1:
        return _of_cards(place, painted, usual)
    plain = usual == tints.cell and len(set(painted.values())) == 1
    cells: list[tuple[Outline, str]] = []
    radius = 0
    if not style.lined:
        cells += [(_rectangle(box), painted[site]) for site, box in boxes.items()]
    elif len(set(painted.values())) > 1 and not even:
        for site, box in boxes.items():
            cells.append((_rectangle(box), mixed(painted[site], BLACK, 0.1)))
            cells.append((_between_lines(box, line_width(place.cell)), painted[site]))
    elif plain and bare and (tints.solid or style.lines is None):
        radius, gap = max(2, round(place.cell * 0.09)), max(1, round(place.cell * 0.025))
        hollow = mixed(usual, BLACK, 0.16) if tints.solid else mixed(usual, tints.frame, 0.2)
        cells += [(_rectangle(box.inside(gap)), hollow) for box in boxes.values()]
    elif plain and tints.solid:
        cells += [(_rectangle(box), usual) for box in boxes.values()]
    else:
        cells += _lined(boxes, painted, line_width(place.cell), tints.line_on(usual), style.outline is not None)
    borders = place.geometry.borders.get(style.borders or "", ())
    return Ground(
        int(place.plate.width),
        int(place.plate.height),
        tuple(cells),
        lines=tuple((_point(place, a), _point(place, b)) for a, b in borders),
        line_colour=legible(tints.line, usual, opposite(usual), BORDER_CONTRAST),
        line_width=2 * max(1, round(place.cell * 0.035)),
        radius=radius,
    )


def _of_cards(place: Placement, painted: dict[int, str], usual: str) -> Ground:
    """A cloth with a faint place for the first card of each site."""
    boxes = [_inner(place, place.flat(site)) for site in painted]
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
    inset = max(1, round(place.cell * 0.04))
    slot = mixed(usual, BLACK, 0.13) if luminance(usual) > 0.02 else mixed(usual, WHITE, 0.1)
    slots = [(_rectangle(_inner(place, place.base(site)).inside(inset)), slot) for site in painted]
    return Ground(
        int(place.plate.width),
        int(place.plate.height),
        (((left, top, right - left, bottom - top), usual), *slots),
        radius=max(2, round(place.cell * 0.08)),
    )


def _between_channels(place: Placement, tints: Tints, painted: dict[int, str]) -> Ground:
    """Squares with channels between them, in the colour of the frame unless the spec gives lines another."""
    radius = max(1, round(place.cell * 0.05))
    cells = [(_rectangle(_inner(place, place.flat(site))), colour) for site, colour in painted.items()]
    # Each reaches under the next, as their corners are round too.
    grounds = [_inner(place, place.pitch(site)).inside(-radius) for site in painted]
    channels = [(_rectangle(box), tints.channel) for box in grounds if tints.channel != tints.frame]
    return Ground(int(place.plate.width), int(place.plate.height), (*channels, *cells), radius=radius)


def _between_lines(box: Box, gap: int) -> Rectangle:
    return box.x + gap // 2, box.y + gap // 2, box.width - gap, box.height - gap


def _lined(
    boxes: dict[int, Box], painted: dict[int, str], gap: int, line: str, outlined: bool
) -> list[tuple[Outline, str]]:
    """Cells with lines between them: first the lines as larger cells, then the cells. Without an outline there are
    lines only where two cells meet."""
    before, after = gap // 2, gap - gap // 2
    beginnings = {(box.x, box.y) for box in boxes.values()}
    lines: list[tuple[Outline, str]] = []
    cells: list[tuple[Outline, str]] = []
    for site, box in boxes.items():
        left, top = before, before
        right, bottom = after, after
        if not outlined:
            left *= (box.x - box.width, box.y) in beginnings
            top *= (box.x, box.y - box.height) in beginnings
            right *= (box.right, box.y) in beginnings
            bottom *= (box.x, box.bottom) in beginnings
            lines.append((_rectangle(box), line))
        else:
            lines.append(((box.x - after, box.y - after, box.width + gap, box.height + gap), line))
        cells.append((_rectangle(box.inside(left, top, right, bottom)), painted[site]))
    return lines + cells


def _of_hexes(
    place: Placement,
    tints: Tints,
    painted: dict[int, str],
    usual: str,
    edges: dict[int, str],
    scale: float,
    lined: bool,
) -> Ground:
    line = tints.line_on(usual)
    gap = line_width(place.cell) / 2 + 0.5 if lined else -0.5
    grown = HEX_FRAME * scale
    if place.geometry.channel:
        gap = place.cell * place.geometry.channel / 2
        grown, line = max(grown, gap), tints.channel
    frames: list[tuple[Outline, str]] = []
    cells: list[tuple[Outline, str]] = []
    behind: list[tuple[Outline, str]] = []
    for site, colour in painted.items():
        corners = place.polygon(site)
        assert corners is not None
        outline = tuple((x - place.plate.x, y - place.plate.y) for x, y in corners)
        frames.append((_grown(outline, grown), edges.get(site, tints.rim)))
        behind.append((_grown(outline, 0.5), line))
        cells.append((_grown(outline, -gap), colour))
    frames.sort(key=lambda each: each[1] != tints.rim)
    return Ground(int(place.plate.width), int(place.plate.height), (*frames, *behind, *cells))


def _grown(corners: tuple[Point, ...], by: float) -> tuple[Point, ...]:
    """A polygon whose sides are moved outwards."""
    x = sum(corner[0] for corner in corners) / len(corners)
    y = sum(corner[1] for corner in corners) / len(corners)
    half = (max(corner[0] for corner in corners) - min(corner[0] for corner in corners)) / 2
    share = (half + by) / half
    return tuple((x + (corner[0] - x) * share, y + (corner[1] - y) * share) for corner in corners)


def _of_layers(place: Placement, tints: Tints, painted: dict[int, str], usual: str) -> Ground:
    """A felt with a faint place for each site of the lowest layer."""
    slot = mixed(tints.frame, usual, 0.45)
    inset = max(1, round(place.cell * 0.04))
    cells: list[tuple[Outline, str]] = []
    for site, colour in painted.items():
        if place.geometry.level[site] == 1:
            box = _inner(place, place.flat(site)).inside(inset)
            cells.append((_rectangle(box), slot if colour == usual else colour))
    return Ground(int(place.plate.width), int(place.plate.height), tuple(cells), radius=max(2, round(place.cell * 0.1)))


def _of_points(place: Placement, tints: Tints, painted: dict[int, str], usual: str, style: BoardStyle) -> Ground:
    """Lines through the centres of sites."""
    geometry = place.geometry
    cells: list[tuple[Outline, str]] = []
    if geometry.shape == "graph":
        area = place.plate.inside(place.frame)
        cells.append((_rectangle(_inner(place, area)), usual))
    else:
        cells += [(_rectangle(_inner(place, place.flat(site))), colour) for site, colour in painted.items()]
    thin = _centred_width(place.cell, 0.05 if geometry.shape == "graph" else 0.016)
    dots: tuple[tuple[float, float, float], ...] = ()
    if geometry.shape == "graph":
        radius = max(2.0, place.cell * 0.11)
        dots = tuple((*_point(place, box.middle), radius) for box in geometry.boxes.values())
    return Ground(
        int(place.plate.width),
        int(place.plate.height),
        tuple(cells),
        lines=tuple((_point(place, a), _point(place, b)) for a, b in geometry.links if style.lined),
        line_colour=legible(tints.line, usual, opposite(usual), POINT_CONTRAST),
        line_width=thin,
        dots=dots,
        radius=round(place.frame * 0.4) if geometry.shape == "graph" else 0,
    )
