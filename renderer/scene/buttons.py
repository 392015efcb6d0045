"""Buttons: their texts, their looks when pointed at or pressed, and their arrangement in rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from renderer.nodes import Box, Node, Target
from renderer.scene.labels import Style, line_nodes
from renderer.scene.layout import balanced, columns_of
from renderer.scene.page_models import Choice
from renderer.scene.ui import Ui
from renderer.skins.icons import Icon
from renderer.skins.paper import Paper
from renderer.skins.theme import Theme
from runtime.show.values import ButtonShown

HINTS = {
    "undo": "Z", "redo": "Y", "hint": "H", "restart": "R", "new_game": "N", "menu": "Esc", "help": "F1", "rules": "F1",
    "pause": "P", "pencil": "P", "shuffle_rack": "S",
}  # fmt: skip
"""The key that does what a button does, as it is written on it."""

ICONS = {
    "undo": "undo", "redo": "redo", "hint": "hint", "restart": "restart", "new_game": "play", "menu": "menu",
    "help": "help", "rules": "help", "settings": "sliders", "preferences": "settings", "scores": "trophy",
    "statistics": "bars", "daily": "star", "pause": "pause", "resume": "play", "play": "play", "gallery": "gallery",
    "replays": "clock", "all_replays": "clock", "all_started": "pause", "quit": "close", "tutorial": "flag",
    "fullscreen": "full", "life": "heart", "pencil": "pencil", "shuffle_rack": "shuffle", "share": "copy",
}  # fmt: skip
"""The icon of a button. Closing, cancelling and confirming have none: their texts say more."""

LIP = 3
"""How far the edge below a button stands out."""

Rank = Literal["plain", "primary", "quiet", "chosen"]


@dataclass(frozen=True, slots=True)
class Button:
    """A button. `primary` is the one most likely to be pressed, `quiet` has no background until touched, `chosen` is
    on."""

    key: str
    text: str
    target: Target
    icon: str | None = None
    hint: str = ""
    rank: Rank = "plain"
    enabled: bool = True


class Touch(NamedTuple):
    """What the pointer does to a node."""

    hovered: bool = False
    pressed: bool = False


def touch(ui: Ui, key: str) -> Touch:
    """What the pointer does to the node with a key."""
    return Touch(ui.hovered_key == key, ui.pressed_key == key)


def key_of(target: Target, prefix: str = "") -> str:
    """The key of the node with a meaning: `button:undo`, `option:size:9`."""
    if target.kind == "option":
        return f"{prefix}option:{target.name}:{target.value}"
    return f"{prefix}{target.kind if target.kind == 'field' else 'button'}:{target.name}"


def shown_button(button: ButtonShown, prefix: str = "", primary: bool = False, letters: bool = False) -> Button:
    """The button on the screen for one of a game's buttons; `letters`: plain letters are typed to play, so its key
    needs Ctrl."""
    target = Target("action" if button.is_action else "command", button.name)
    rank: Rank = "chosen" if button.armed else "primary" if primary else "plain"
    icon = None if button.is_action else ICONS.get(button.name)
    hint = "" if button.is_action else HINTS.get(button.name, "")
    hint = f"Ctrl {hint}" if letters and len(hint) == 1 else hint
    title = button.title if button.left is None else f"{button.title} · {button.left}"
    return Button(key_of(target, prefix), title, target, icon, hint, rank, button.enabled)


def choice_button(choice: Choice, prefix: str = "") -> Button:
    """The button for a choice of a page or card."""
    icon = ICONS.get(choice.target.name) if choice.target.kind == "command" else None
    rank: Rank = "primary" if choice.primary else "plain"
    return Button(key_of(choice.target, prefix), choice.text, choice.target, icon, choice.key, rank, choice.enabled)


def wanted_width(button: Button, unit: float) -> float:
    """The width of a button with everything on it."""
    hint = Style(12 * unit, "").width_of(button.hint) + 12 * unit if button.hint else 0.0
    return least_width(button, unit) + hint + 12 * unit


def least_width(button: Button, unit: float) -> float:
    """The width of a button without its key."""
    icon = 26 * unit if button.icon else 0.0
    return Style(15 * unit, "").width_of(button.text) + icon + 18 * unit


@lru_cache(maxsize=4096)
def button_nodes(button: Button, box: Box, theme: Theme, unit: float, z: int, touched: Touch) -> tuple[Node, ...]:
    """A button in a box: its paper, with icon, text and key as far as there is room. Pressing it pushes it in."""
    lip = max(1, round(LIP * unit))
    sunk = lip - 1 if touched.pressed and button.enabled else 0
    fill, low, edge, ink = _colours(button, theme, touched)
    radius = round(min(9 * unit, box.height / 2))
    skin = Paper(
        round(box.width), round(box.height) - sunk, radius, fill, low, edge, max(1, round(unit)), lip=lip - sunk
    )  # fmt: skip
    shown = button.rank != "quiet" or (touched.hovered and button.enabled)
    paper = Node(
        button.key, skin, box.x, box.y + sunk, box.width, box.height - sunk, z,
        alpha=(1.0 if button.enabled else 0.5) if shown else 0.0, target=button.target, enabled=button.enabled,
    )  # fmt: skip
    face = Box(box.x, box.y + sunk, box.width, box.height - lip)
    return (paper, *_content(button, face, ink, unit, z + 1))


def _colours(button: Button, theme: Theme, touched: Touch) -> tuple[str, str, str, str]:
    """Fill, its lower end, edge and ink."""
    primary = button.rank in ("primary", "chosen") and button.enabled
    fill, low = (theme.accent, theme.accent_low) if primary else (theme.button, theme.button_low)
    edge = theme.accent_edge if primary else theme.button_edge
    ink = theme.accent_ink if primary else theme.button_ink
    if not button.enabled:
        return theme.button_low, theme.button_low, theme.button_edge, theme.ink_faint
    if touched.pressed:
        return low, low, edge, ink
    if touched.hovered:
        return fill, fill, theme.ink if not primary else theme.accent_edge, ink
    return fill, low, edge, ink


def _content(button: Button, face: Box, ink: str, unit: float, z: int) -> list[Node]:
    style = Style(min(15 * unit, face.height * 0.46), ink, button.rank in ("primary", "chosen"))
    hint_style = Style(style.size * 0.8, ink)
    icon_size = round(min(18 * unit, face.height * 0.55)) if button.icon else 0
    room = face.width - 12 * unit
    gap = 7 * unit
    text = style.width_of(button.text) if button.text else 0.0
    hint = hint_style.width_of(button.hint) + gap * 1.4 if button.hint else 0.0
    icon = icon_size + (gap if button.text else 0) if button.icon else 0.0
    if icon + text + hint > room:
        hint = 0.0
    if icon + text > room and button.text:
        icon = 0.0
    text = min(text, room - icon - hint)
    x = face.x + (face.width - icon - text - hint) / 2
    nodes: list[Node] = []
    if button.icon and icon:
        y = round(face.y + (face.height - icon_size) / 2)
        skin = Icon(button.icon, icon_size, ink)
        alpha = 1.0 if button.enabled else 0.6
        nodes.append(Node(f"{button.key}:icon", skin, round(x), y, icon_size, icon_size, z, alpha=alpha))
    nodes += line_nodes(
        f"{button.key}:text", button.text, Box(x + icon, face.y, text + 1, face.height), style, z, "left", 10 * unit
    )
    if hint:
        key_box = Box(x + icon + text + gap * 1.4, face.y, hint, face.height)
        nodes += line_nodes(f"{button.key}:key", button.hint, key_box, hint_style, z)
    return nodes


def button_rows(
    buttons: Sequence[Button], width: float, gap: float, unit: float, most: int
) -> list[tuple[Button, ...]]:
    """Buttons in as few rows as possible, with up to this many in each. A few long ones get rows of their own, so that
    the others stay side by side."""
    found: list[list[tuple[Button, ...]]] = []
    for columns in range(min(most, len(buttons)), 1, -1):
        room = (width - gap * (columns - 1)) / columns
        width_of = wanted_width if columns > 2 else least_width
        long = [button for button in buttons if width_of(button, unit) > room]
        if len(long) * 3 <= len(buttons):
            found.append(_rows_around(buttons, long, columns))
    return min(found, key=len, default=[(button,) for button in buttons])


def _rows_around(buttons: Sequence[Button], long: Sequence[Button], columns: int) -> list[tuple[Button, ...]]:
    rows: list[tuple[Button, ...]] = []
    short: list[Button] = []

    def close() -> None:
        for across in balanced(len(short), columns) if short else ():
            rows.append(tuple(short[:across]))
            del short[:across]

    for button in buttons:
        if button in long:
            close()
            rows.append((button,))
        else:
            short.append(button)
    close()
    return rows


def rows_height(rows: int, height: float, gap: float) -> float:
    """The height of this many rows."""
    return rows * height + max(0, rows - 1) * gap


def buttons_in_rows(
    rows: Sequence[Sequence[Button]], box: Box, height: float, gap: float, theme: Theme, unit: float, z: int, ui: Ui
) -> list[Node]:
    """Rows of buttons from the top of a box; every row fills the width."""
    nodes: list[Node] = []
    for number, row in enumerate(rows):
        line = Box(box.x, box.y + number * (height + gap), box.width, height)
        for button, place in zip(row, columns_of(line, len(row), gap), strict=True):
            nodes += button_nodes(button, place, theme, unit, z, touch(ui, button.key))
    return nodes


def row_of_buttons(
    buttons: Sequence[Button],
    box: Box,
    theme: Theme,
    unit: float,
    z: int,
    ui: Ui,
    align: Literal["middle", "right"] = "middle",
) -> list[Node]:
    """Buttons side by side in a box, each at its preferred width if there is room."""
    if not buttons:
        return []
    gap = 12 * unit
    widths = _widths(buttons, box.width - gap * (len(buttons) - 1), unit)
    total = sum(widths) + gap * (len(buttons) - 1)
    x = box.x + (box.width - total) / (2 if align == "middle" else 1)
    nodes: list[Node] = []
    for button, width in zip(buttons, widths, strict=True):
        left = round(x)
        place = Box(left, round(box.y), round(x + width) - left, round(box.height))
        nodes += button_nodes(button, place, theme, unit, z, touch(ui, button.key))
        x += width + gap
    return nodes


def _widths(buttons: Sequence[Button], room: float, unit: float) -> list[float]:
    """How wide buttons side by side are. Where there is little room the short ones are narrower than usual first; then
    all texts shrink alike."""
    wanted = [wanted_width(button, unit) for button in buttons]
    roomy = [max(width, 112 * unit) for width in wanted]
    if sum(roomy) <= room:
        return roomy
    spare = room - sum(wanted)
    if spare >= 0:
        share = spare / (sum(roomy) - sum(wanted))
        return [least + (most - least) * share for least, most in zip(wanted, roomy, strict=True)]
    edge = 12 * unit
    texts = [least_width(button, unit) - 18 * unit for button in buttons]
    share = max(0.0, room - edge * len(buttons)) / max(1.0, sum(texts))
    return [edge + text * share for text in texts]
