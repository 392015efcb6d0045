"""The gallery: cards with a picture of each game under headings, a field and filters to find them, and the details of
one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from renderer.nodes import CARD, Box, Node, Target
from renderer.scene.buttons import (
    Button,
    Touch,
    button_nodes,
    button_rows,
    buttons_in_rows,
    choice_button,
    row_of_buttons,
    rows_height,
    touch,
    wanted_width,
)
from renderer.scene.forms import control_nodes, text_field_nodes
from renderer.scene.labels import Style, fitting, line_nodes, text_height, text_nodes
from renderer.scene.layout import columns_of, whole
from renderer.scene.page_models import Entry, Field, Gallery, Offer
from renderer.scene.scrolling import BAR, Rows, bar_nodes
from renderer.scene.ui import Ui
from renderer.skins.icons import Icon
from renderer.skins.paper import Paper, Picture, Shade
from renderer.skins.skin import node
from renderer.skins.theme import Theme
from renderer.skins.tokens import Token
from runtime.messages import counted

NAME = "Tilewright"
HEADER, HEADER_GAP = 46, 12
CHIP, CHIP_GAP, CHIPS_GAP, CHIP_SIZE = 30, 5, 14, 12.5
CHIP_CLOSER = 14
"""So much may be lost of the room around the words of a filter."""
"""The height of a small button, the gaps beside it and between groups, and the size of its letters."""
CARD_USUAL, CARD_GAP = 165, 16
PICTURE_SHAPE = 1.6
"""How wide a picture is for its height."""
CAPTION = 58
HEADING, OFFER = 34, 112
"""The heights of a heading and of what is offered above the games."""
PEEK = 50
"""As much as this is shown of cards that are not seen to their end; of less nothing is."""
DETAILS_WIDTH, DETAILS_HIGHEST = 340, 720
BESIDE = 900
"""In so many design units there is room for details beside the games; otherwise they lie on a card."""
LEVEL_HEIGHT = 64
"""The room for the choice of a level and its label, with the gap above it."""
LABEL = 20
LEAST_PICTURE = 70
"""A picture of a game that would be lower than this is left out of its details."""
MOST_SPARE = 12
"""A card with the details of a game is made lower if it has more room to spare than this."""
VEIL = 0.62


class Line(NamedTuple):
    """A row of cards, with a heading above it if it is the first of its group; or an offer. `group` is how the keys of
    the cards begin."""

    heading: str
    group: str
    entries: tuple[Entry, ...]
    offer: bool = False


class GalleryLayout(NamedTuple):
    """The places of the gallery's parts. `details` is empty if none are shown; `beside`: they have a place of their
    own, so the games stay where they are."""

    header: Box
    filters: Box
    grid: Box
    details: Box | None
    beside: bool
    card: tuple[float, float]
    lines: tuple[Line, ...]
    rows: Rows


def gallery_layout(gallery: Gallery, box: Box, unit: float) -> GalleryLayout:
    """The parts of the gallery in a box. The games are in the same place whether or not details are shown."""
    header = Box(box.x, box.y, box.width, HEADER * unit)
    rows = max(1, len(_filter_rows(gallery, box.width, unit)))
    filters = Box(box.x, header.bottom + HEADER_GAP * unit, box.width, (rows * (CHIP + CHIP_GAP) - CHIP_GAP) * unit)
    top = filters.bottom + HEADER_GAP * unit
    beside = box.width >= BESIDE * unit
    details = None
    width = box.width
    if beside:
        wide = DETAILS_WIDTH * unit
        width -= wide + CARD_GAP * unit
        details = Box(box.right - wide, top, wide, box.bottom - top) if gallery.details is not None else None
    elif gallery.details is not None and gallery.selected is not None:
        wide, high = min(DETAILS_WIDTH * 1.2 * unit, box.width), min(DETAILS_HIGHEST * unit, box.height)
        details = Box(box.middle[0] - wide / 2, box.middle[1] - high / 2, wide, high)
    gap, room = CARD_GAP * unit, width - (BAR + 8) * unit
    columns = max(1, round((room + gap) / (CARD_USUAL * unit + gap)))
    across = (room - gap * (columns - 1)) / columns
    card = across, (across - 16 * unit) / PICTURE_SHAPE + (CAPTION + 6) * unit
    grid = whole(Box(box.x, top, width, box.bottom - top))
    lines = tuple(_lines(gallery, columns))
    visible = _fitting(lines[::-1], card, grid.height, unit)
    shown = whole(details) if details is not None else None
    return GalleryLayout(
        whole(header), whole(filters), grid, shown, beside, card, lines, Rows(visible, len(lines), columns)
    )


def _lines(gallery: Gallery, columns: int) -> list[Line]:
    """The games in rows of this many, from the top; every group begins a new row."""
    lines = [Line("", "", (), True)] if gallery.offer is not None else []
    for group in gallery.groups:
        entries = group.entries[:columns] if group.one_row else group.entries
        for at in range(0, len(entries), columns):
            lines.append(Line("" if at else group.title, group.name, entries[at : at + columns]))
    return lines


def _height(line: Line, card: tuple[float, float], unit: float) -> float:
    return OFFER * unit if line.offer else (HEADING * unit if line.heading else 0.0) + card[1]


def _fitting(lines: Sequence[Line], card: tuple[float, float], room: float, unit: float) -> int:
    """How many rows fit below each other from the first on; at least one."""
    used = 0.0
    for number, line in enumerate(lines):
        used += _height(line, card, unit)
        if used > room:
            return max(1, number)
        used += CARD_GAP * unit
    return max(1, len(lines))


def first_showing(layout: GalleryLayout, first: int, key: str, unit: float) -> int:
    """The row to scroll to so that a whole card is visible; unchanged if it already is."""
    first = layout.rows.clamped(first)
    group, _, game = key.partition(":")
    for number, line in enumerate(layout.lines):
        if line.group == group and any(entry.game == game for entry in line.entries):
            if number <= first:
                return layout.rows.clamped(number)
            while _fitting(layout.lines[first:], layout.card, layout.grid.height, unit) <= number - first:
                first += 1
    return first


def gallery_nodes(
    gallery: Gallery, ui: Ui, box: Box, theme: Theme, unit: float, z: int, prefix: str = ""
) -> list[Node]:
    """The gallery in a box, starting with the row that is scrolled to. Details that lie on a card are as high as cards
    are."""
    layout = gallery_layout(gallery, box, unit)
    nodes = _header_nodes(gallery, ui, layout.header, theme, unit, z, prefix)
    nodes += _filter_nodes(gallery, ui, layout.filters, theme, unit, z, prefix)
    nodes += _grid_nodes(gallery, layout, ui, box.bottom + box.y, theme, unit, z, prefix)
    first = layout.rows.clamped(gallery.first)
    nodes += bar_nodes(layout.rows, first, layout.grid, theme, unit, z, prefix)
    if not layout.lines:
        nodes += _nothing_nodes(gallery, ui, layout.grid._replace(width=box.width), theme, unit, z, prefix)
    if gallery.details is not None and layout.details is not None:
        if not layout.beside:
            wide, high = round(box.right + box.x), round(box.bottom + box.y)
            veil = Shade(wide, high, theme.veil, VEIL)
            nodes.append(Node("card:veil", veil, 0, 0, wide, high, CARD, target=Target("shield")))
        below = z if layout.beside else CARD + 1
        nodes += _details_nodes(
            gallery.details, not layout.beside, ui, layout.details, theme, unit, below, f"{prefix}details:"
        )
    return nodes


def _nothing_nodes(gallery: Gallery, ui: Ui, box: Box, theme: Theme, unit: float, z: int, prefix: str) -> list[Node]:
    """What to do if no game is found."""
    style = Style(18 * unit, theme.ink_soft)
    words = whole(Box(box.x, box.y + 60 * unit, box.width, 2 * style.line))
    button = Button(f"{prefix}button:show_all", "Show all games", Target("command", "show_all"), rank="primary")
    place = whole(Box(box.middle[0] - 90 * unit, words.bottom + 20 * unit, 180 * unit, 42 * unit))
    message = text_nodes(f"{prefix}label:none", gallery.message or "No games match that.", words, style, z, "middle")
    return [*message, *button_nodes(button, place, theme, unit, z, touch(ui, button.key))]


def _header_nodes(gallery: Gallery, ui: Ui, box: Box, theme: Theme, unit: float, z: int, prefix: str) -> list[Node]:
    """The name with its tile, the search field, and the buttons of the gallery."""
    side = round(box.height - 6 * unit)
    tile = Token("tile", side, side, theme.tile, face="T")
    name = Style(28 * unit, theme.ink, bold=True)
    nodes = [node(f"{prefix}label:tile", tile, box.x, round(box.middle[1] - side / 2), z)]
    left = box.x + side + 12 * unit
    name_box = Box(left, box.y, name.width_of(NAME) + 2, box.height)
    nodes += line_nodes(f"{prefix}title", NAME, name_box, name, z)
    buttons = [choice_button(choice, prefix) for choice in gallery.choices]
    height = 42 * unit
    wanted = sum(max(wanted_width(button, unit), 112 * unit) + 12 * unit for button in buttons)
    space = box.right - name_box.right - 24 * unit
    compact = wanted > space - 190 * unit
    buttons_width = len(buttons) * (height + 8 * unit) if compact else wanted
    search_width = min(340 * unit, space - buttons_width - 24 * unit)
    top = box.middle[1] - height / 2
    search = Box(name_box.right + 24 * unit, top, search_width, height)
    nodes += text_field_nodes("search", gallery.search, "Search", ui, search, theme, unit, z, prefix, icon="search")
    row = whole(Box(box.right - buttons_width, top, buttons_width, height))
    if not compact:
        return nodes + row_of_buttons(buttons, row, theme, unit, z, ui, "right")
    for number, button in enumerate(buttons):
        place = whole(Box(row.x + 8 * unit + number * (height + 8 * unit), row.y, height, height))
        small = Button(
            button.key,
            "" if button.icon else button.text[:1],
            button.target,
            button.icon,
            "",
            button.rank,
            button.enabled,
        )
        nodes += button_nodes(small, place, theme, unit, z, touch(ui, small.key))
    return nodes


def _filter_nodes(gallery: Gallery, ui: Ui, box: Box, theme: Theme, unit: float, z: int, prefix: str) -> list[Node]:
    """The filters: small buttons in groups; chosen ones are highlighted, and pressing them again removes them."""
    nodes: list[Node] = []
    for number, groups in enumerate(_filter_rows(gallery, box.width, unit, prefix)):
        x, y = box.x, box.y + number * (CHIP + CHIP_GAP) * unit
        closer = min(0.0, _spare(groups, box.width, unit) / sum(map(len, groups)))
        for group in groups:
            for chip in group:
                width = _chip_width(chip, unit) + closer
                place = whole(Box(x, y, width, CHIP * unit))
                nodes += button_nodes(chip, place, theme, unit, z, touch(ui, chip.key))
                x += width + CHIP_GAP * unit
            x += (CHIPS_GAP - CHIP_GAP) * unit
    return nodes


def _filter_rows(gallery: Gallery, width: float, unit: float, prefix: str = "") -> list[list[list[Button]]]:
    """The groups of filters: side by side, or below each other if their words do not fit."""
    groups = [[_chip(field, value, text, prefix) for value, text in field.options] for field in gallery.filters]
    if gallery.is_narrowed and gallery.entries:
        every = Button(f"{prefix}button:show_all", "All games", Target("command", "show_all"), "close")
        spare = _spare([*groups, [every]], width, unit)
        # Its words give way first, then the room around those of the others.
        groups.append([every if spare >= 0 else replace(every, text="")])
    rows: list[list[list[Button]]] = []
    for group in groups:
        beside = [*rows[-1], group] if rows else []
        # The room around the words gives way first.
        if rows and _spare(beside, width, unit) >= -CHIP_CLOSER * unit * sum(map(len, beside)):
            rows[-1] = beside
        else:
            rows.append([group])
    return rows


def _spare(groups: Sequence[Sequence[Button]], width: float, unit: float) -> float:
    """The room that groups of small buttons leave in a row."""
    chips = [chip for group in groups for chip in group]
    gaps = (CHIP_GAP * (len(chips) - len(groups)) + CHIPS_GAP * max(0, len(groups) - 1)) * unit
    return width - gaps - sum(_chip_width(chip, unit) for chip in chips)


def _chip(field: Field, value: object, text: str, prefix: str) -> Button:
    is_chosen = field.value == value
    target = Target("option", field.name, None if is_chosen else value)
    return Button(f"{prefix}option:{field.name}:{value}", text, target, rank="chosen" if is_chosen else "plain")


def _chip_width(chip: Button, unit: float) -> float:
    if not chip.text:
        return CHIP * unit
    icon = 22 * unit if chip.icon else 0.0
    return Style(CHIP_SIZE * unit, "", bold=True).width_of(chip.text) + icon + 20 * unit


def _grid_nodes(
    gallery: Gallery, layout: GalleryLayout, ui: Ui, edge: float, theme: Theme, unit: float, z: int, prefix: str
) -> list[Node]:
    """The rows of cards; the last one continues to the edge of the window, where its cards are cut off."""
    nodes: list[Node] = []
    grid, (across, high) = layout.grid, layout.card
    columns, gap = layout.rows.columns, CARD_GAP * unit
    width = across * columns + gap * (columns - 1)
    y = grid.y
    for line in layout.lines[layout.rows.clamped(gallery.first) :]:
        if line.offer and gallery.offer is not None:
            nodes += _offer_nodes(gallery.offer, ui, whole(Box(grid.x, y, width, OFFER * unit)), theme, unit, z, prefix)
            y += OFFER * unit + gap
            continue
        heading = HEADING * unit if line.heading else 0.0
        room = high if y + heading + high <= grid.bottom else min(high, edge - y - heading)
        if room < PEEK * unit:
            break
        if line.heading:
            style = Style(17 * unit, theme.ink, bold=True)
            words = Box(grid.x, y, width, heading - 8 * unit)
            nodes += line_nodes(f"{prefix}heading:{line.group}:{line.heading}", line.heading, words, style, z)
        places = columns_of(Box(grid.x, y + heading, width, room), columns, gap)
        for entry, place in zip(line.entries, places, strict=False):
            key = f"{prefix}{line.group}:{entry.game}"
            is_shown = layout.details is not None and gallery.details is not None and _holds(entry, gallery.details)
            card = _Shown(entry, key, Target("option", line.group, entry.game), place, round(high))
            nodes += _card_nodes(card, is_shown, touch(ui, key), theme, unit, z)
        y += heading + high + gap
        if y >= grid.bottom:
            break
    return nodes


def _holds(entry: Entry, shown: Entry) -> bool:
    """Whether a card belongs to the game whose details are shown, or has it folded under it."""
    return entry.game == shown.game or any(game == shown.game for game, _ in entry.variants)


def _offer_nodes(offer: Offer, ui: Ui, box: Box, theme: Theme, unit: float, z: int, prefix: str) -> list[Node]:
    """What is offered above the games."""
    paper = Paper(
        round(box.width), round(box.height), round(14 * unit), theme.panel, theme.panel_low, theme.accent_edge,
        max(1, round(1.5 * unit)),
    )  # fmt: skip
    inner = box.inside(16 * unit, 12 * unit)
    title = Style(19 * unit, theme.ink, bold=True)
    wide = min(title.width_of(offer.title) + 14 * unit, inner.width * 0.5)
    left, right = Box(inner.x, inner.y, wide, 30 * unit), Box(inner.x + wide, inner.y, inner.width - wide, 30 * unit)
    row = whole(Box(inner.x, inner.bottom - 40 * unit, inner.width, 40 * unit))
    buttons = [choice_button(choice, prefix) for choice in offer.choices]
    return [
        node(f"{prefix}offer", paper, box.x, box.y, z),
        *line_nodes(f"{prefix}offer:title", offer.title, left, title, z + 1),
        *line_nodes(f"{prefix}offer:text", offer.text, right, Style(15 * unit, theme.ink_soft), z + 1),
        *row_of_buttons(buttons, row, theme, unit, z + 1, ui),
    ]


class _Shown(NamedTuple):
    """A card as it is drawn: its contents, its key and target, its place, and its full height."""

    entry: Entry
    key: str
    target: Target
    box: Box
    height: float


@lru_cache(maxsize=256)
def _card_nodes(card: _Shown, selected: bool, touched: Touch, theme: Theme, unit: float, z: int) -> tuple[Node, ...]:
    """A game: its picture, its title, and facts about it, as far as there is room."""
    entry, key, target, box, height = card
    lively = selected or touched.hovered
    edge = theme.accent_edge if selected else theme.ink_soft if lively else theme.panel_edge
    fill, low = (theme.card, theme.card_low) if lively else (theme.panel, theme.panel_low)
    radius = round(14 * unit)
    paper = Paper(
        round(box.width), round(box.height), radius, fill, low, edge, max(1, round((3 if selected else 1.2) * unit))
    )
    nodes = [Node(key, paper, *box, z, target=target)]
    inner = box.inside(8 * unit)
    whole_picture = whole(Box(inner.x, inner.y, inner.width, height - CAPTION * unit - 6 * unit))
    picture = whole_picture._replace(height=min(whole_picture.height, round(box.bottom - inner.y - 2 * unit)))
    cut = round(whole_picture.height - picture.height)
    nodes += _picture(f"{key}:picture", entry, picture, radius - 6 * unit, theme, unit, z + 1, cut)
    if entry.variants and not cut:
        told = counted(len(entry.variants) - 1, "variant")
        nodes += _badge(f"{key}:badge", told, picture, theme, unit, z + 3)
    words = Box(inner.x + 4 * unit, picture.bottom + 6 * unit, inner.width - 8 * unit, 22 * unit)
    if words.bottom > box.bottom - 2 * unit:
        return tuple(nodes)
    if entry.favourite:
        side = round(16 * unit)
        x, y = round(words.right - side), round(words.middle[1] - side / 2)
        nodes.append(Node(f"{key}:star", Icon("star", side, theme.accent_edge), x, y, side, side, z + 1))
        words = words._replace(width=words.width - side - 4 * unit)
    nodes += line_nodes(f"{key}:title", entry.title, words, Style(17 * unit, theme.ink, bold=True), z + 1)
    note = Box(words.x, words.bottom, inner.width - 8 * unit, 18 * unit)
    if note.bottom <= box.bottom - 2 * unit:
        style = Style(13 * unit, theme.good if entry.unfinished else theme.ink_soft)
        nodes += line_nodes(f"{key}:note", entry.note or entry.facts, note, style, z + 1, smallest=11.5 * unit)
    return tuple(nodes)


def _badge(key: str, text: str, box: Box, theme: Theme, unit: float, z: int) -> list[Node]:
    """A few words in the lower right corner of a picture."""
    style = Style(12 * unit, theme.ink, bold=True)
    wide, high = round(style.width_of(text) + 16 * unit), round(22 * unit)
    place = Box(round(box.right - wide - 5 * unit), round(box.bottom - high - 5 * unit), wide, high)
    paper = Paper(wide, high, high / 2, theme.card, None, theme.card_edge)
    return [Node(key, paper, *place, z), *line_nodes(f"{key}:text", text, place, style, z + 1, "middle")]


def _picture(
    key: str, entry: Entry, box: Box, radius: float, theme: Theme, unit: float, z: int, cut: int = 0
) -> list[Node]:
    """The picture of a game, or its initial on a plain background; `cut` pixels are missing at the bottom."""
    if entry.thumbnail is not None:
        skin = Picture(entry.thumbnail, round(box.width), round(box.height), round(radius), cut)
        return [Node(key, skin, *box, z)]
    paper = Paper(round(box.width), round(box.height), round(radius), theme.well, None, theme.well_edge)
    side = round(min(box.height * 0.6, 84 * unit))
    token = Token("tile", side, side, theme.tile, face=entry.title[:1].upper())
    x, y = box.middle
    return [Node(key, paper, *box, z), node(f"{key}:tile", token, round(x - side / 2), round(y - side / 2), z + 1)]


# The details


def _details_nodes(
    entry: Entry, closable: bool, ui: Ui, box: Box, theme: Theme, unit: float, z: int, prefix: str
) -> list[Node]:
    """One game: a larger picture, what it is about, its variants and levels, and the ways to play it. A card is no
    higher than it needs to be."""
    paper = Paper(
        round(box.width), round(box.height), round(18 * unit), theme.panel, theme.panel_low, theme.panel_edge,
        max(1, round(1.5 * unit)), round(8 * unit),
    )  # fmt: skip
    inner = whole(box.inside(18 * unit, 16 * unit))
    lead, *others = _ways(entry, prefix)
    height, gap = 36 * unit, 8 * unit
    rows = button_rows(others, inner.width, gap, unit, 2)
    below = rows_height(len(rows), height, gap) + gap
    lead_box = whole(Box(inner.x, inner.bottom - below - 44 * unit, inner.width, 42 * unit))
    grid = Box(inner.x, lead_box.bottom + gap, inner.width, below)
    bottom = lead_box.y - 12 * unit
    levels = _level_nodes(entry, ui, inner, bottom, theme, unit, z + 2, prefix)
    bottom -= LEVEL_HEIGHT * unit if entry.levels else 0.0
    variants, bottom = _variant_nodes(entry, ui, inner, bottom, theme, unit, z + 2, prefix)
    spare = bottom - inner.y - _about_height(entry, inner.width, bottom - inner.y, unit)
    if closable and spare > MOST_SPARE * unit:
        lower = whole(box.inside(0, spare / 2))
        return _details_nodes(entry, closable, ui, lower, theme, unit, z, prefix)
    return [
        node(f"{prefix}paper", paper, box.x, box.y, z),
        *_about_nodes(entry, closable, ui, inner, bottom, theme, unit, z + 2, prefix),
        *variants,
        *levels,
        *button_nodes(lead, lead_box, theme, unit, z + 2, touch(ui, lead.key)),
        *buttons_in_rows(rows, grid, height, gap, theme, unit, z + 2, ui),
    ]


def _variant_nodes(
    entry: Entry, ui: Ui, box: Box, bottom: float, theme: Theme, unit: float, z: int, prefix: str
) -> tuple[list[Node], float]:
    """The family of a game, one button for each, down to a given height; and the height above them."""
    if not entry.variants:
        return [], bottom
    chips = [
        Button(
            f"{prefix}option:variant:{game}", text, Target("option", "variant", game),
            rank="chosen" if game == entry.game else "plain",
        )
        for game, text in entry.variants
    ]  # fmt: skip
    gap, height = CHIP_GAP * unit, CHIP * unit
    rows: list[list[Button]] = [[]]
    used = 0.0
    for chip in chips:
        width = _chip_width(chip, unit)
        if rows[-1] and used + width > box.width:
            rows.append([])
            used = 0.0
        rows[-1].append(chip)
        used += width + gap
    top = bottom - rows_height(len(rows), height, gap)
    label = Box(box.x, top - LABEL * unit - 2 * unit, box.width, LABEL * unit)
    nodes = [*line_nodes(f"{prefix}label:variants", "VARIANTS", label, Style(12 * unit, theme.ink_soft, bold=True), z)]
    for number, row in enumerate(rows):
        x = box.x
        for chip in row:
            width = min(_chip_width(chip, unit), box.right - x)
            place = whole(Box(x, top + number * (height + gap), width, height))
            nodes += button_nodes(chip, place, theme, unit, z, touch(ui, chip.key))
            x += width + gap
    return nodes, label.y - 6 * unit


def _level_nodes(
    entry: Entry, ui: Ui, box: Box, bottom: float, theme: Theme, unit: float, z: int, prefix: str
) -> list[Node]:
    """The choice of a level below its label, down to a given height; nothing if there is no choice."""
    if not entry.levels:
        return []
    field = Field("level", "Level", "choice", entry.level or entry.levels[0][0], entry.levels)
    place = Box(box.x, bottom - 36 * unit, box.width, 36 * unit)
    label, small = Box(box.x, place.y - 22 * unit, box.width, 20 * unit), Style(12 * unit, theme.ink_soft, bold=True)
    return [
        *line_nodes(f"{prefix}label:level", "LEVEL", label, small, z),
        *control_nodes(field, ui, whole(place), theme, unit, z, prefix),
    ]


def _told(entry: Entry) -> list[tuple[str, str]]:
    """The lines below the title of a game."""
    told = (("note", entry.note), ("facts", entry.facts), ("daily", entry.daily))
    return [(name, text) for name, text in told if text]


def _words_height(entry: Entry, width: float, unit: float) -> float:
    """How high the title of a game is with all that is said about it, the gaps around them, and a pixel for every box
    that is rounded to whole ones."""
    about = Style(15 * unit, "")
    return 52 * unit + 3 + len(_told(entry)) * 20 * unit + text_height(entry.about, width, about)


def _picture_height(entry: Entry, width: float, room: float, unit: float) -> float:
    """How high the picture of a game is above its title in some room; 0 if that is too little for one."""
    height = min(width / PICTURE_SHAPE, room - _words_height(entry, width, unit))
    return height if height > LEAST_PICTURE * unit else 0.0


def _about_height(entry: Entry, width: float, room: float, unit: float) -> float:
    """How much of some room the picture of a game and what is said about it take."""
    return _words_height(entry, width, unit) + _picture_height(entry, width, room, unit)


def _about_nodes(
    entry: Entry, closable: bool, ui: Ui, box: Box, bottom: float, theme: Theme, unit: float, z: int, prefix: str
) -> list[Node]:
    """The picture of a game, its title beside a star, how it stands, and what it is about, down to a given height."""
    nodes: list[Node] = []
    about, top = Style(15 * unit, theme.ink_soft), box.y
    picture_height = _picture_height(entry, box.width, bottom - box.y, unit)
    if picture_height:
        across = min(box.width, picture_height * PICTURE_SHAPE)
        picture = whole(Box(box.middle[0] - across / 2, box.y, across, picture_height))
        nodes += _picture(f"{prefix}picture", entry, picture, 12 * unit, theme, unit, z)
        top = picture.bottom + 10 * unit
    signs = _sign_buttons(entry, closable, prefix)
    side = 34 * unit
    title = Box(box.x, top, box.width - len(signs) * (side + 2 * unit) - 6 * unit, side)
    large = Style(25 * unit, theme.ink, bold=True)
    nodes += line_nodes(f"{prefix}title", entry.title, title, large, z, smallest=16 * unit)
    for number, sign in enumerate(reversed(signs), 1):
        corner = whole(Box(box.right - number * (side + 2 * unit), top, side, side))
        nodes += button_nodes(sign, corner, theme, unit, z, touch(ui, sign.key))
    top = title.bottom
    for name, text in _told(entry):
        if top + 20 * unit > bottom:
            break
        style = Style(14 * unit, theme.good if name == "note" and entry.unfinished else theme.ink_soft)
        place = Box(box.x, top, box.width, 20 * unit)
        nodes += line_nodes(f"{prefix}{name}", text, place, style, z, smallest=11 * unit)
        top += 20 * unit
    room = whole(Box(box.x, top + 6 * unit, box.width, bottom - top - 8 * unit))
    if room.height >= about.line:
        nodes += text_nodes(f"{prefix}about", entry.about, room, fitting(entry.about, room, about, 12 * unit), z)
    return nodes


def _sign_buttons(entry: Entry, closable: bool, prefix: str) -> list[Button]:
    """The star, highlighted for a favourite, and the cross that closes a card."""
    star = Button(
        f"{prefix}button:favourite", "", Target("command", "favourite"), "star",
        rank="chosen" if entry.favourite else "plain",
    )  # fmt: skip
    cross = Button(f"{prefix}button:close", "", Target("command", "close"), "close", rank="quiet")
    return [star, *([cross] if closable else [])]


def _ways(entry: Entry, prefix: str) -> list[Button]:
    """The ways to play a game, the likeliest first."""
    ways = [("resume", "Continue", "play")] if entry.unfinished else [("play", "Play", "play")]
    ways += [("play", "New game", "restart")] if entry.unfinished else []
    ways += [("started", f"Unfinished ({entry.started})", "next")] if entry.started else []
    ways.append(("new_game", "Game settings", "sliders"))
    if entry.daily:
        ways.append(("daily", "Daily game", "check" if entry.daily_played else "star"))
    ways += [("tutorial", "Tutorial", "flag")] if entry.tutorial else []
    ways += [("rules", "Rules", "help"), ("replays", "Replays", "clock")]
    if entry.broken:
        ways = [("play", "Show the mistakes", "search")]
    return [
        Button(
            f"{prefix}button:{name}", text, Target("command", name), icon, rank="primary" if number == 0 else "plain"
        )
        for number, (name, text, icon) in enumerate(ways)
    ]
