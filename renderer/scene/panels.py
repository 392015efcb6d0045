"""The parts of the side panel, including the lesson, and the status bar."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from renderer.nodes import PANEL, Box, Node, Target
from renderer.scene.buttons import Button, Touch, button_nodes, choice_button, row_of_buttons
from renderer.scene.labels import SMALLEST, Style, fitting, line_nodes, lines_of, text_height, text_nodes
from renderer.scene.layout import balanced, rows_of, whole
from renderer.scene.ui import Card, Mood, Ui
from renderer.skins.icons import Icon
from renderer.skins.marks import Dot
from renderer.skins.paper import Paper
from renderer.skins.skin import node
from renderer.skins.theme import Theme
from runtime.show.replies import PRAISE
from runtime.show.values import PanelShown, PlayerShown

Density = Literal[0, 1, 2]

TITLE_SIZE = (30, 25, 21)
TITLE_LEAST = 0.72
"""A title becomes so much smaller to have room beside the buttons."""
SUBTITLE_SIZE = (15, 14, 12)
PLAYER_HEIGHT = (54, 38, 32)
VALUE_HEIGHT = (62, 52, 34)
VALUE_GAP = (12, 9, 6)
MOST_IN_ROW = 3
VALUE_BESIDE = (50, 36)
"""The room that a value has beside its label: any, and one of up to three digits."""
Rows = tuple[int, ...]
"""How many things stand in each row."""
LOG_SIZE, LOG_SMALLEST, LOG_HEADING = 14, 12, 22
MESSAGE_SIZE = (15, 15, 13)
MESSAGE_LINES = (3, 3, 2)
WAITING = "Arrow keys and Enter to play, F1 for help."
WAITING_FOR_LETTERS = "Type letters and press Enter. F1 for help."
"""What stands where messages do while there is none."""

MENU = Button("button:menu", "", Target("command", "menu"), "menu", rank="plain")
HELP = Button("button:help", "", Target("command", "help"), "help", rank="plain")

Z = PANEL + 10
_MOOD_ICONS = {"refused": "cross", "hint": "hint", "good": "check"}
LESSON_PADDING, LESSON_HEADING = 14, 22
LESSON_SIZE = (16, 15, 14)
LESSON_BUTTON, LESSON_GAP = 34, 8
NUDGE_LINES, NUDGE_SMALLEST, NUDGE_GAP = 2, 11, 6
"""The room that is kept at least for what is said when something else was tried, so that the panel does not jump, and
the smallest letters for what needs more."""
ROUNDING = 2
"""Pixels that may be lost where boxes come to whole ones."""


def side_paper(box: Box, theme: Theme, unit: float) -> Node:
    """The background of the side panel."""
    skin = Paper(
        round(box.width), round(box.height), round(18 * unit), theme.panel, theme.panel_low, theme.panel_edge,
        max(1, round(1.5 * unit)), round(8 * unit),
    )  # fmt: skip
    return node("panel:side", skin, box.x, box.y, PANEL)


# Title


def _corner(density: Density) -> int:
    """The size of the buttons in the corner."""
    return (38, 36, 32)[density]


def _is_stacked(title: str, width: float, unit: float, density: Density) -> bool:
    """Whether the buttons stand below the title: it is so long that it has no room beside them in smaller letters."""
    room = width - (2 * _corner(density) + 16) * unit
    return Style(TITLE_SIZE[density] * TITLE_LEAST * unit, "", bold=True).width_of(title) > room


def header_height(title: str, subtitle: bool, width: float, unit: float, density: Density) -> int:
    """The height of title and subtitle."""
    upper, lower = TITLE_SIZE[density] * 1.25, SUBTITLE_SIZE[density] * 1.5
    if _is_stacked(title, width, unit, density):
        return round((upper + 4 + _corner(density)) * unit)
    return round((max(upper, _corner(density)) + (lower if subtitle else 0)) * unit)


@lru_cache(maxsize=256)
def header_nodes(
    title: str,
    subtitle: str,
    box: Box,
    theme: Theme,
    unit: float,
    density: Density,
    menu: Touch,
    help_: Touch,
) -> tuple[Node, ...]:
    """Title and subtitle, and the buttons for help and menu in the corner, or lower if the title is long."""
    side, gap = round(_corner(density) * unit), round(8 * unit)
    stacked = _is_stacked(title, box.width, unit, density)
    upper = TITLE_SIZE[density] * 1.25 * unit
    row = upper if stacked else max(upper, side)
    top = box.bottom - side if stacked else box.y
    menu_box = whole(Box(box.right - side, top, side, side))
    help_box = whole(Box(menu_box.x - gap - side, top, side, side))
    left = help_box.x - gap - box.x
    style = Style(TITLE_SIZE[density] * unit, theme.ink, bold=True)
    words = Box(box.x, box.y, box.width if stacked else left, row)
    smallest = min(16.0, TITLE_SIZE[density] * TITLE_LEAST) * unit
    nodes = line_nodes("title", title, words, style, Z, smallest=smallest)
    under = Box(box.x, top if stacked else words.bottom, left if stacked else box.width, side)
    if not stacked:
        under = under._replace(height=box.bottom - words.bottom)
    small = Style(SUBTITLE_SIZE[density] * unit, theme.ink_soft)
    first, dot, rest = subtitle.rpartition(" · ")
    if dot and stacked and small._replace(size=12 * unit).width_of(subtitle) > under.width:
        # Beside the buttons there is room for two lines.
        lines = f"{first}\n{rest}"
        nodes += text_nodes("label:subtitle", lines, under, fitting(lines, under, small, 11 * unit), Z)
    else:
        nodes += line_nodes("label:subtitle", subtitle, under, small, Z)
    nodes += button_nodes(HELP, help_box, theme, unit, Z, help_)
    return nodes + button_nodes(MENU, menu_box, theme, unit, Z, menu)


# Players


def player_columns(count: int, width: float, unit: float) -> int:
    """How many players are side by side."""
    return max(1, min(count, int(width // (124 * unit))))


@lru_cache(maxsize=512)
def player_nodes(
    player: PlayerShown, role: str, box: Box, theme: Theme, unit: float, density: Density, beat: int | None
) -> tuple[Node, ...]:
    """A player: colour, name and role. The player to move has a bright edge and a bar; `beat` is given while
    thinking."""
    key, active = f"panel:player:{player.name}", player.to_move
    fill, edge = (theme.button, theme.accent_edge) if active else (theme.well, theme.well_edge)
    low = theme.button_low if active else theme.well
    ink = theme.button_ink if active else theme.ink_soft
    width = max(1, round((2 if active else 1) * unit))
    paper = Paper(round(box.width), round(box.height), round(10 * unit), fill, low, edge, width)
    nodes = [Node(key, paper, box.x, box.y, box.width, box.height, Z)]
    if active:
        bar = Paper(round(5 * unit), round(box.height * 0.56), 2.5 * unit, theme.good)
        nodes.append(node(f"{key}:turn", bar, box.x + round(6 * unit), round(box.middle[1] - bar.height / 2), Z + 1))
    size = round((22, 18, 16)[density] * unit)
    left = box.x + round(17 * unit)
    colour = theme.paint(player.colour, theme.ink_faint)
    nodes.append(_disc(f"{key}:disc", left, box.middle[1], size, colour, theme))
    words = Box(left + size + 9 * unit, box.y, box.right - left - size - 17 * unit, box.height)
    name, small, smallest = Style(15 * unit, ink, bold=active), Style(12 * unit, ink), 12 * unit
    upper, lower = words, words
    if density == 0 and role:
        upper = Box(words.x, box.y + 7 * unit, words.width, 22 * unit)
        lower = Box(words.x, box.y + 28 * unit, words.width, 18 * unit)
        nodes += line_nodes(f"{key}:role", role, lower, small, Z + 1)
    elif role and beat is None:
        # Beside the name, if both can be read in full.
        room = words.width - small.width_of(role) - 10 * unit
        if name.width_of(player.title) <= room:
            nodes += line_nodes(f"{key}:role", role, words, small, Z + 1, "right")
            upper = words._replace(width=room)
    if beat is not None:
        dots = thinking_nodes(f"{key}:thinking", words.right, lower.middle[1], ink, unit, beat)
        free = dots[0].x - words.x - 4 * unit
        beside = upper._replace(width=free) if upper is lower else upper
        # The status line has dots as well: rather none here than half a name.
        needed = name._replace(size=smallest).width_of(player.title) if upper is lower else small.width_of(role)
        if needed <= free:
            nodes += dots
            upper = beside
    nodes += line_nodes(f"{key}:title", player.title, upper, name, Z + 1, smallest=smallest)
    return tuple(nodes)


def role_of(player: PlayerShown, players: tuple[PlayerShown, ...]) -> str:
    """Who plays: the computer, or you if there is no other person."""
    alone = sum(not other.computer for other in players) == 1
    role = "Computer" if player.computer else "You" if alone else ""
    return "" if role == player.title else role


def _disc(key: str, x: float, middle: float, size: int, colour: str, theme: Theme) -> Node:
    """A disc with a rim, so that it is visible on any background."""
    return node(key, Dot(size, colour, theme.ink_on(colour)), round(x), round(middle - size / 2), Z + 1)


def thinking_nodes(key: str, right: float, middle: float, colour: str, unit: float, beat: int) -> list[Node]:
    """Three dots, one of them bright."""
    size, step = max(3, round(6 * unit)), round(10 * unit)
    left, top = round(right - 2 * step - size), round(middle - size / 2)
    alphas = [1.0 if beat % 3 == number else 0.35 for number in range(3)]
    return [
        node(f"{key}:{number}", Dot(size, colour), left + number * step, top, Z + 3, alpha=alpha)
        for number, alpha in enumerate(alphas)
    ]


# Values


@lru_cache(maxsize=256)
def value_rows(labels: tuple[str, ...], width: float, unit: float, density: Density, dense: bool = False) -> Rows:
    """How many values fit side by side in each row with readable labels. If the panel is `dense`, a long label does not
    keep the others from sharing a row; the values are then known to be short."""
    fitting = [_columns_for(label, width, unit, density, dense) for label in labels]
    if not dense or density < 2:
        return tuple(balanced(len(labels), min([MOST_IN_ROW, *fitting]))) if labels else ()
    rows: list[int] = []
    while rest := fitting[sum(rows) :][:MOST_IN_ROW]:
        rows.append(max(count for count in range(1, len(rest) + 1) if count <= min(rest[:count])))
    return tuple(rows)


def _columns_for(label: str, width: float, unit: float, density: Density, short: bool) -> int:
    """How many values like this one would fit in a row."""
    gap = VALUE_GAP[density] * unit
    beside = 0 if density < 2 else VALUE_BESIDE[short]
    wide = Style(SMALLEST * unit, "", bold=True).width_of(label.upper()) + (24 + beside) * unit
    return max(1, int((width + gap) // (wide + gap)))


@lru_cache(maxsize=1024)
def value_nodes(panel: PanelShown, box: Box, theme: Theme, unit: float, density: Density) -> tuple[Node, ...]:
    """A value with its label above it, or beside it if there is little room."""
    key = f"panel:{panel.label}"
    skin = Paper(
        round(box.width),
        round(box.height),
        round(10 * unit),
        theme.well,
        None,
        theme.well_edge,
        max(1, round(unit)),
        0,
        True,
    )
    nodes: tuple[Node, ...] = (Node(key, skin, box.x, box.y, box.width, box.height, Z),)
    inner = box.inside(12 * unit, 0)
    label = Style(12 * unit, theme.ink_soft, bold=True)
    value = Style((24, 20, 16)[density] * unit, theme.ink, bold=True)
    if density == 2:
        needed = value.width_of(panel.value) + 8 * unit
        share = min(needed, inner.width * 0.7)
        left = Box(inner.x, box.y, inner.width - share, box.height)
        right = Box(inner.right - share, box.y, share, box.height)
        nodes += line_nodes(f"{key}:label", panel.label.upper(), left, label, Z + 1, smallest=SMALLEST * unit)
        return nodes + line_nodes(f"{key}:value", panel.value, right, value, Z + 1, "right", SMALLEST * unit)
    split = 28 * unit if density == 0 else 22 * unit
    upper = Box(inner.x, box.y + 4 * unit, inner.width, split - 4 * unit)
    lower = Box(inner.x, box.y + split - 2 * unit, inner.width, box.height - split - 2 * unit)
    nodes += line_nodes(f"{key}:label", panel.label.upper(), upper, label, Z + 1, smallest=SMALLEST * unit)
    return nodes + line_nodes(f"{key}:value", panel.value, lower, value, Z + 1, smallest=SMALLEST * unit)


def values_nodes(
    panels: tuple[PanelShown, ...], box: Box, rows: Rows, theme: Theme, unit: float, density: Density
) -> list[Node]:
    """All values, a given number in each row."""
    places = rows_of(box, rows, VALUE_HEIGHT[density] * unit, VALUE_GAP[density] * unit)
    return [
        node
        for panel, place in zip(panels, places, strict=True)
        for node in value_nodes(panel, place, theme, unit, density)
    ]


# What is said


def mood_colour(mood: Mood, theme: Theme) -> str:
    """The ink of a message."""
    return {"refused": theme.warning, "hint": theme.ink, "good": theme.good, "plain": theme.ink_soft}[mood]


def message_height(unit: float, density: Density) -> int:
    """The room reserved for messages."""
    return Style(MESSAGE_SIZE[density] * unit, "").line * MESSAGE_LINES[density]


def message_needs(message: str, mood: Mood, width: float, unit: float, density: Density) -> int:
    """The height of a message in full."""
    sign = round(18 * unit) + 8 * unit if mood in _MOOD_ICONS else 0
    return text_height(message, width - sign, Style(MESSAGE_SIZE[density] * unit, "", bold=mood == "refused"))


@lru_cache(maxsize=256)
def message_nodes(
    message: str, mood: Mood, box: Box, theme: Theme, unit: float, density: Density, letters: bool = False
) -> tuple[Node, ...]:
    """The latest message, with a sign for its mood; if there is none, how to play, if that is done with letters."""
    if not message:
        waiting = WAITING_FOR_LETTERS if letters else WAITING
        # Rather a little smaller than with one word in a line of its own.
        sizes = [size for size in (14 * unit, 13 * unit) if Style(size, "").width_of(waiting) <= box.width]
        style = fitting(waiting, box, Style(sizes[0] if sizes else 14 * unit, theme.ink_faint), 11 * unit)
        return text_nodes("label:message", waiting, box, style, Z)
    colour = mood_colour(mood, theme)
    style = Style(MESSAGE_SIZE[density] * unit, colour, bold=mood == "refused")
    icon = _MOOD_ICONS.get(mood)
    if icon is None:
        return text_nodes("label:message", message, box, style, Z)
    size = round(18 * unit)
    sign = Icon(icon, size, theme.lit if mood == "hint" else colour)
    nodes = (Node("label:message:icon", sign, box.x, round(box.y + (style.line - size) / 2), size, size, Z),)
    words = Box(box.x + size + 8 * unit, box.y, box.width - size - 8 * unit, box.height)
    return nodes + text_nodes("label:message", message, words, style, Z)


@lru_cache(maxsize=256)
def log_nodes(lines: tuple[str, ...], box: Box, theme: Theme, unit: float) -> tuple[Node, ...]:
    """The last moves that fit, with the newest at the bottom and brightest. A long one gets several lines."""
    style, smallest = Style(LOG_SIZE * unit, theme.ink_soft), LOG_SMALLEST * unit
    heading = Box(box.x, box.y, box.width, LOG_HEADING * unit)
    room = int((box.height - heading.height) // style.line)
    if room < 2 or not lines:
        return ()
    shown: list[tuple[str, int]] = []
    for line in reversed(lines[-room:]):
        # A little smaller is better than another line.
        fits = Style(smallest, "").width_of(line) <= box.width
        needed = 1 if fits else len(lines_of(line, box.width, style))
        if shown and needed > room:
            break
        shown.insert(0, (line, min(needed, room)))
        room -= needed
    nodes = line_nodes("label:log", "HISTORY", heading, Style(12 * unit, theme.ink_soft, bold=True), Z)
    top = heading.bottom
    for number, (line, needed) in enumerate(shown):
        key, place = f"label:log:{number}", Box(box.x, top, box.width, needed * style.line)
        ink = style._replace(colour=theme.ink) if number == len(shown) - 1 else style
        if needed == 1:
            nodes += line_nodes(key, line, place, ink, Z, smallest=smallest)
        else:
            nodes += text_nodes(key, line, place, ink, Z)
        top = place.bottom
    return nodes


@lru_cache(maxsize=256)
def status_nodes(
    status: str, colour: str | None, box: Box, theme: Theme, unit: float, beat: int | None
) -> tuple[Node, ...]:
    """The bar below the boards: whose turn it is, and what to do; nothing if there is nothing to say."""
    if not status:
        return ()
    skin = Paper(
        round(box.width),
        round(box.height),
        round(12 * unit),
        theme.panel_low,
        None,
        theme.panel_edge,
        max(1, round(unit)),
    )
    nodes: list[Node] = [Node("status", skin, box.x, box.y, box.width, box.height, PANEL)]
    words = box.inside(16 * unit, 0)
    if colour is not None:
        size = round(14 * unit)
        nodes.append(_disc("status:turn", words.x, box.middle[1], size, colour, theme))
        words = words.inside(size + 10 * unit, 0, 0, 0)
    if beat is not None:
        dots = thinking_nodes("status:thinking", words.right, box.middle[1], theme.ink, unit, beat)
        nodes += dots
        words = Box(words.x, words.y, dots[0].x - words.x - 8 * unit, words.height)
    small = Style(12 * unit, theme.ink)
    if small.width_of(status) > words.width:
        # Several lines of small letters say more than half of one.
        small = fitting(status, words, small, 10 * unit)
        height = min(float(text_height(status, words.width, small)), words.height)
        lines = whole(Box(words.x, words.middle[1] - height / 2, words.width, height))
        nodes += text_nodes("status:text", status, lines, small, Z)
    else:
        nodes += line_nodes("status:text", status, words, Style(16 * unit, theme.ink), Z, smallest=12 * unit)
    return tuple(nodes)


def _style(unit: float, density: Density, colour: str = "") -> Style:
    return Style(LESSON_SIZE[density] * unit, colour)


def lesson_height(card: Card, width: float, unit: float, density: Density) -> float:
    """The height of a lesson: that of the longest in its tutorial, including the line of praise."""
    style, inner = _style(unit, density), width - 2 * LESSON_PADDING * unit - ROUNDING
    texts = ((card.text, card.nudge), *((f"{text}\n{PRAISE}", nudge) for text, nudge in card.lessons))
    tallest = max(
        text_height(text, inner, style) + max(text_height(nudge, inner, style), style.line * NUDGE_LINES)
        for text, nudge in texts
    )
    buttons = (LESSON_BUTTON + LESSON_GAP) * unit if card.choices or card.lessons else 0
    return tallest + ROUNDING + buttons + (2 * LESSON_PADDING + LESSON_HEADING + 2 * NUDGE_GAP) * unit


def lesson_nodes(card: Card, ui: Ui, box: Box, theme: Theme, unit: float, density: Density) -> list[Node]:
    """The teacher's text, on its own paper with a bright edge; below it the latest message, and the choices."""
    edge = max(1, round(2 * unit))
    skin = Paper(round(box.width), round(box.height), round(12 * unit), theme.well, None, theme.accent_edge, edge)
    nodes = [Node("card:tutorial", skin, box.x, box.y, box.width, box.height, Z)]
    inner = whole(box.inside(LESSON_PADDING * unit))
    heading = Box(inner.x, inner.y, inner.width, LESSON_HEADING * unit)
    count = f"{card.progress[0]} / {card.progress[1]}" if card.progress is not None else ""
    small = Style(12 * unit, theme.ink_soft, bold=True)
    room = heading.width - (small.width_of(count) + 8 * unit if count else 0)
    title = heading._replace(width=room)
    nodes += line_nodes("card:tutorial:title", (card.title or "Lesson").upper(), title, small, Z + 1)
    nodes += line_nodes("card:tutorial:count", count, heading, small, Z + 1, "right")
    style = _style(unit, density, theme.ink)
    row = Box(inner.x, inner.bottom - LESSON_BUTTON * unit, inner.width, LESSON_BUTTON * unit)
    bottom = row.y - LESSON_GAP * unit if card.choices else inner.bottom
    body = Box(inner.x, heading.bottom, inner.width, bottom - heading.bottom)
    nodes += text_nodes("card:tutorial:text", card.text, body, style, Z + 1)
    below = _below(card.text, body, style, unit)
    if card.verdict:
        told = style._replace(colour=mood_colour(card.mood, theme), bold=True)
        nodes += text_nodes("card:tutorial:verdict", card.verdict, below, told, Z + 1)
        below = _below(card.verdict, below, told, unit)
    if ui.message:
        nudge = fitting(ui.message, below, style, NUDGE_SMALLEST * unit)._replace(colour=mood_colour(ui.mood, theme))
        nodes += text_nodes("card:tutorial:nudge", ui.message, below, nudge, Z + 1)
    buttons = [choice_button(choice, "card:") for choice in card.choices]
    return nodes + row_of_buttons(buttons, whole(row), theme, unit, Z + 1, ui, "right")


def _below(text: str, box: Box, style: Style, unit: float) -> Box:
    """The part of a box below a text."""
    return box.inside(0, text_height(text, box.width, style) + NUDGE_GAP * unit, 0, 0)
