"""The gallery: cards with a picture of each game, a field to search them, and the details of the one that is chosen."""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import NamedTuple

from renderer.nodes import Box, Node, Target
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
from renderer.scene.labels import Style, line_nodes, text_height, text_nodes
from renderer.scene.layout import keys_of, whole
from renderer.scene.page_models import Entry, Field, Gallery
from renderer.scene.scrolling import BAR, Rows, bar_nodes
from renderer.scene.ui import Ui
from renderer.skins.paper import Paper, Picture
from renderer.skins.skin import node
from renderer.skins.theme import Theme
from renderer.skins.tokens import Token

NAME = "Tilewright"
HEADER, HEADER_GAP = 46, 18
CARD_NARROWEST, CARD_WIDEST, CARD_GAP = 170, 330, 16
LEAST_HEIGHT, MOST_HEIGHT = 0.88, 1.12
"""How far a card may be lower or higher than its picture wants, to fill the rows."""
PICTURE_SHAPE = 1.6
"""How wide a picture is for its height."""
CAPTION = 58
DETAILS_WIDTH = 340
LEVEL_HEIGHT = 66
"""The room for the choice of a level and its label, with the gap above it."""


class GalleryLayout(NamedTuple):
    """Where the parts of the gallery stand. `details` is empty while no game is chosen."""

    header: Box
    grid: Box
    details: Box | None
    card: tuple[float, float]
    rows: Rows


def gallery_layout(gallery: Gallery, box: Box, unit: float) -> GalleryLayout:
    """The parts of the gallery in a box."""
    header = Box(box.x, box.y, box.width, HEADER * unit)
    top = header.bottom + HEADER_GAP * unit
    height = box.bottom - top
    details = None
    width = box.width
    rows, card = _fitted_with_bar(len(gallery.entries), width, height, unit)
    if _selected(gallery) is not None:
        wide = min(DETAILS_WIDTH * unit, box.width * 0.42)
        details = whole(Box(box.right - wide, top, wide, height))
        width -= wide + CARD_GAP * unit
        # The cards keep about their size when the details open.
        rows, card = _fitted_with_bar(len(gallery.entries), width, height, unit, card[0])
    grid = whole(Box(box.x, top, width, height))
    return GalleryLayout(whole(header), grid, details, card, rows)


def _fitted_with_bar(
    count: int, width: float, height: float, unit: float, like: float | None = None
) -> tuple[Rows, tuple[float, float]]:
    rows, card = _fitted(count, width, height, unit, 0.0, like)
    return _fitted(count, width, height, unit, (BAR + 8) * unit, like) if rows.last else (rows, card)


def _fitted(
    count: int, width: float, height: float, unit: float, bar: float, like: float | None
) -> tuple[Rows, tuple[float, float]]:
    """How many cards fit, and how large each is: the largest with which all games are seen, if there are such.

    Otherwise they are about as wide as `like`, or rows fill the height as well as they can without cutting off much of
    the pictures.
    """
    gap = CARD_GAP * unit
    fewest = max(1, ceil((width - bar + gap) / (CARD_WIDEST * unit + gap)))
    most = max(fewest, int((width - bar + gap) // (CARD_NARROWEST * unit + gap)))
    misfits: list[tuple[float, Rows, tuple[float, float]]] = []
    for columns in range(fewest, most + 1):
        wide = (width - bar - gap * (columns - 1)) / columns
        high = wide / PICTURE_SHAPE + CAPTION * unit
        total = ceil(count / columns)
        visible = max(1, round((height + gap) / (high + gap)))
        filled = (height + gap) / visible - gap
        if total <= visible and filled >= high * LEAST_HEIGHT:
            return Rows(visible, total, columns), (wide, min(high, filled))
        misfit = abs(filled / high - 1) if like is None else abs(wide / like - 1)
        misfits.append((misfit, Rows(visible, total, columns), (wide, min(filled, high * MOST_HEIGHT))))
    _, rows, card = min(misfits, key=lambda each: each[0])
    return rows, card


def _selected(gallery: Gallery) -> Entry | None:
    return next((entry for entry in gallery.entries if entry.game == gallery.selected), None)


def gallery_nodes(
    gallery: Gallery, ui: Ui, box: Box, theme: Theme, unit: float, z: int, prefix: str = ""
) -> list[Node]:
    """The gallery in a box, from the row that is scrolled to."""
    layout = gallery_layout(gallery, box, unit)
    nodes = _header_nodes(gallery, ui, layout.header, theme, unit, z, prefix)
    first = layout.rows.clamped(gallery.first)
    columns, gap = layout.rows.columns, CARD_GAP * unit
    shown = gallery.entries[first * columns : (first + layout.rows.visible) * columns]
    space = layout.grid._replace(width=layout.card[0] * columns + gap * (columns - 1))
    places = keys_of(space, len(shown), columns, layout.card[1], gap)
    for entry, place in zip(shown, places, strict=True):
        key = f"{prefix}game:{entry.game}"
        nodes += _card_nodes(entry, key, whole(place), entry.game == gallery.selected, touch(ui, key), theme, unit, z)
    nodes += bar_nodes(layout.rows, first, layout.grid, theme, unit, z, prefix)
    if not gallery.entries:
        text = gallery.message or "No game fits that."
        style = Style(18 * unit, theme.ink_soft)
        nodes += line_nodes(f"{prefix}label:none", text, layout.grid._replace(height=120 * unit), style, z, "middle")
    selected = _selected(gallery)
    if selected is not None and layout.details is not None:
        nodes += _details_nodes(selected, ui, layout.details, theme, unit, z, f"{prefix}details:")
    return nodes


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


@lru_cache(maxsize=256)
def _card_nodes(
    entry: Entry, key: str, box: Box, selected: bool, touched: Touch, theme: Theme, unit: float, z: int
) -> tuple[Node, ...]:
    """A game: its picture, its title, and what there is to say about it."""
    lively = selected or touched.hovered
    edge = theme.accent_edge if selected else theme.ink_soft if lively else theme.panel_edge
    fill, low = (theme.card, theme.card_low) if lively else (theme.panel, theme.panel_low)
    radius = round(14 * unit)
    paper = Paper(
        round(box.width), round(box.height), radius, fill, low, edge, max(1, round((2.5 if selected else 1.2) * unit))
    )
    nodes = [Node(key, paper, *box, z, target=Target("option", "game", entry.game))]
    inner = box.inside(8 * unit)
    picture = whole(Box(inner.x, inner.y, inner.width, box.height - CAPTION * unit - 6 * unit))
    nodes += _picture(f"{key}:picture", entry, picture, radius - 6 * unit, theme, unit, z + 1)
    words = Box(inner.x + 4 * unit, picture.bottom + 6 * unit, inner.width - 8 * unit, 22 * unit)
    nodes += line_nodes(f"{key}:title", entry.title, words, Style(17 * unit, theme.ink, bold=True), z + 1)
    note = Box(words.x, words.bottom, words.width, 18 * unit)
    text = entry.note or entry.group or entry.about
    style = Style(13 * unit, theme.good if entry.unfinished else theme.ink_soft)
    nodes += line_nodes(f"{key}:note", text, note, style, z + 1, smallest=12 * unit)
    return tuple(nodes)


def _picture(key: str, entry: Entry, box: Box, radius: float, theme: Theme, unit: float, z: int) -> list[Node]:
    """The picture of a game, or its initial on a plain ground."""
    if entry.thumbnail is not None:
        return [Node(key, Picture(entry.thumbnail, round(box.width), round(box.height), round(radius)), *box, z)]
    paper = Paper(round(box.width), round(box.height), round(radius), theme.well, None, theme.well_edge)
    side = round(min(box.height * 0.6, 84 * unit))
    token = Token("tile", side, side, theme.tile, face=entry.title[:1].upper())
    x, y = box.middle
    return [Node(key, paper, *box, z), node(f"{key}:tile", token, round(x - side / 2), round(y - side / 2), z + 1)]


def _details_nodes(entry: Entry, ui: Ui, box: Box, theme: Theme, unit: float, z: int, prefix: str) -> list[Node]:
    """The game that is chosen: a larger picture, what it is about, its levels, and the ways to play it."""
    paper = Paper(
        round(box.width), round(box.height), round(18 * unit), theme.panel, theme.panel_low, theme.panel_edge,
        max(1, round(1.5 * unit)), round(8 * unit),
    )  # fmt: skip
    inner = whole(box.inside(18 * unit))
    lead, *others = _ways(entry, prefix)
    height, gap = 38 * unit, 9 * unit
    rows = button_rows(others, inner.width, gap, unit, 2)
    below = rows_height(len(rows), height, gap) + gap
    lead_box = whole(Box(inner.x, inner.bottom - below - 46 * unit, inner.width, 44 * unit))
    grid = Box(inner.x, lead_box.bottom + gap, inner.width, below)
    bottom = lead_box.y - 12 * unit
    above = bottom - LEVEL_HEIGHT * unit if entry.levels else bottom
    return [
        node(f"{prefix}paper", paper, box.x, box.y, z),
        *_about_nodes(entry, ui, inner, above, theme, unit, z + 2, prefix),
        *_level_nodes(entry, ui, inner, bottom, theme, unit, z + 2, prefix),
        *button_nodes(lead, lead_box, theme, unit, z + 2, touch(ui, lead.key)),
        *buttons_in_rows(rows, grid, height, gap, theme, unit, z + 2, ui),
    ]


def _level_nodes(
    entry: Entry, ui: Ui, box: Box, bottom: float, theme: Theme, unit: float, z: int, prefix: str
) -> list[Node]:
    """The choice of a level below its label, down to a height; nothing where there is none to choose."""
    if not entry.levels:
        return []
    field = Field("level", "Level", "choice", entry.level or entry.levels[0][0], entry.levels)
    place = Box(box.x, bottom - 36 * unit, box.width, 36 * unit)
    label, small = Box(box.x, place.y - 22 * unit, box.width, 20 * unit), Style(12 * unit, theme.ink_soft, bold=True)
    return [
        *line_nodes(f"{prefix}label:level", "LEVEL", label, small, z),
        *control_nodes(field, ui, whole(place), theme, unit, z, prefix),
    ]


def _about_nodes(
    entry: Entry, ui: Ui, box: Box, bottom: float, theme: Theme, unit: float, z: int, prefix: str
) -> list[Node]:
    """The picture of a game, its title beside a cross, how it stands, and what it is about, down to a height."""
    nodes: list[Node] = []
    about, top = Style(15 * unit, theme.ink_soft), box.y
    # The title with the gaps around it, and a pixel for every box that is rounded to whole ones.
    lines = 22 * unit * (bool(entry.note) + bool(entry.daily))
    words = 52 * unit + 3 + lines + text_height(entry.about, box.width, about)
    picture_height = min(box.width / PICTURE_SHAPE, max(0.0, bottom - box.y - words))
    if picture_height > 70 * unit:
        across = min(box.width, picture_height * PICTURE_SHAPE)
        picture = whole(Box(box.middle[0] - across / 2, box.y, across, picture_height))
        nodes += _picture(f"{prefix}picture", entry, picture, 12 * unit, theme, unit, z)
        top = picture.bottom + 10 * unit
    title, large = Box(box.x, top, box.width - 40 * unit, 34 * unit), Style(25 * unit, theme.ink, bold=True)
    nodes += line_nodes(f"{prefix}title", entry.title, title, large, z, smallest=16 * unit)
    close = Button(f"{prefix}button:close", "", Target("command", "close"), "close", rank="quiet")
    corner = whole(Box(box.right - 32 * unit, top + 1 * unit, 32 * unit, 32 * unit))
    nodes += button_nodes(close, corner, theme, unit, z, touch(ui, close.key))
    top = title.bottom
    if entry.note:
        note = Style(14 * unit, theme.good if entry.unfinished else theme.ink_soft)
        nodes += line_nodes(f"{prefix}note", entry.note, Box(box.x, top, box.width, 20 * unit), note, z)
        top += 22 * unit
    if entry.daily:
        place, soft = Box(box.x, top, box.width, 20 * unit), Style(14 * unit, theme.ink_soft)
        nodes += line_nodes(f"{prefix}daily", entry.daily, place, soft, z, smallest=11 * unit)
        top += 22 * unit
    room = whole(Box(box.x, top + 6 * unit, box.width, bottom - top - 8 * unit))
    if room.height >= about.line:
        nodes += text_nodes(f"{prefix}about", entry.about, room, about, z)
    return nodes


def _ways(entry: Entry, prefix: str) -> list[Button]:
    """The ways to play a game: the likeliest first."""
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
