"""The side panel: which parts it has, how dense they must be to fit, and where each of them is.

From top to bottom: title, players, values, zones, buttons, the history, the latest message. A tutorial replaces the
last two. If there is too little room everything gets a little denser, then the history is dropped, then everything gets
denser still.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from math import ceil
from typing import NamedTuple, get_args

from renderer.nodes import Box, Node
from renderer.scene import panels
from renderer.scene.buttons import Button, button_rows, buttons_in_rows, rows_height, shown_button, touch
from renderer.scene.layout import columns_of, grid_of, whole
from renderer.scene.ui import Card, Ui
from renderer.skins.theme import Theme
from runtime.show.values import PanelShown, Presentation

PADDING = (24, 18, 12)
SPACING = (20, 14, 9)
BUTTON_HEIGHT, BUTTON_GAP = (40, 38, 30), (12, 9, 6)
MOST_SPACING = 30
ROOMY: tuple[panels.Density, ...] = (0, 1)


class ZoneRoom(NamedTuple):
    """A zone in the side panel: its height in design units, and whether it has the full width or half of it."""

    instance: str
    height: float
    half: bool


class Contents(NamedTuple):
    """Everything the side panel must find room for."""

    title: str
    subtitle: bool
    players: int
    values: tuple[str, ...]
    zones: tuple[ZoneRoom, ...]
    buttons: tuple[Button, ...]
    lesson: Card | None


class Part(NamedTuple):
    """A part of the panel in its place."""

    name: str
    box: Box


class Plan(NamedTuple):
    """Where every part is, how dense the parts are, and the unit that they are drawn in."""

    parts: tuple[Part, ...]
    density: panels.Density
    unit: float


def contents_of(presentation: Presentation, ui: Ui, zones: tuple[ZoneRoom, ...] = ()) -> Contents:
    """The contents of a position's side panel."""
    lesson = ui.lesson
    # Nothing stands out while there is something to play: a hint is not what one would most likely want.
    wanted = ("new_game",) if presentation.over else ()
    # A lesson leads on by itself, unless another game is what it asks for.
    leads_on = lesson is not None and "new_game" not in lesson.asks_for
    elsewhere = ("menu", "help", "new_game") if leads_on else ("menu", "help")
    return Contents(
        presentation.title,
        bool(ui.subtitle),
        len(presentation.players) if len(presentation.players) > 1 else 0,
        tuple(panel.label for panel in presentation.panels),
        zones,
        side_buttons(presentation, ui.letters, lesson.asks_for if lesson is not None else wanted, elsewhere),
        lesson,
    )


def side_buttons(
    presentation: Presentation, letters: bool, outstanding: tuple[str, ...], elsewhere: tuple[str, ...]
) -> tuple[Button, ...]:
    """The buttons of a position, some of which stand out; those that have their own place `elsewhere` are left out."""
    shown = [button for button in presentation.buttons if button.name not in elsewhere or button.is_action]
    if any(button.armed for button in shown):
        outstanding = ()
    return tuple(shown_button(button, primary=button.name in outstanding, letters=letters) for button in shown)


@lru_cache(maxsize=128)
def height_below(contents: Contents, width: float, unit: float) -> int:
    """How high the panel must be when it is as wide as the window: in two columns, compact."""
    columns = _two_columns(Box(0, 0, width, 0).inside(PADDING[1] * unit, 0), unit)
    needed = [
        _needed(names, contents, column.width, unit, 1)
        for names, column in zip(_halves(contents), columns, strict=True)
    ]
    return ceil(max(needed) + 2 * PADDING[1] * unit)


def _halves(contents: Contents) -> tuple[tuple[str, ...], tuple[str, ...]]:
    last = "lesson" if contents.lesson is not None else "message"
    return ("header", "players", last), ("values", "zones", "buttons")


def _two_columns(box: Box, unit: float) -> tuple[Box, Box]:
    gap = 24 * unit
    width = (box.width - gap) / 2
    return Box(box.x, box.y, width, box.height), Box(box.x + width + gap, box.y, width, box.height)


@lru_cache(maxsize=128)
def side_plan(contents: Contents, box: Box, beside: bool, unit: float) -> Plan:
    """The loosest plan that fits, or a slightly denser one if that makes room for the history.

    If even the tightest does not fit, everything is drawn smaller.
    """
    for roomy in ROOMY:
        if _fits(contents, box, beside, unit, roomy):
            plan = _plan(contents, box, beside, unit, roomy)
            if any(part.name == "log" for part in plan.parts):
                return plan
    for density in get_args(panels.Density):
        if _fits(contents, box, beside, unit, density):
            return _plan(contents, box, beside, unit, density)
    while unit > 0.3 and not _fits(contents, box, beside, unit, 2):
        unit *= 0.96
    return _plan(contents, box, beside, unit, 2)


def _columns(
    contents: Contents, box: Box, beside: bool, unit: float, density: panels.Density
) -> list[tuple[tuple[str, ...], Box]]:
    inner = whole(box.inside(PADDING[density] * unit))
    first, second = _halves(contents)
    if beside:
        return [((*first[:2], *second, first[2]), inner)]
    left, right = _two_columns(inner, unit)
    return [(first, whole(left)), (second, whole(right))]


def _fits(contents: Contents, box: Box, beside: bool, unit: float, density: panels.Density) -> bool:
    return all(
        _needed(names, contents, column.width, unit, density) <= column.height
        for names, column in _columns(contents, box, beside, unit, density)
    )


def _needed(names: tuple[str, ...], contents: Contents, width: float, unit: float, density: panels.Density) -> float:
    heights = [height for name in names if (height := _height(name, contents, width, unit, density))]
    return sum(heights) + SPACING[density] * unit * max(0, len(heights) - 1)


def _height(name: str, contents: Contents, width: float, unit: float, density: panels.Density) -> float:
    match name:
        case "header":
            return panels.header_height(contents.title, contents.subtitle, width, unit, density)
        case "players" if contents.players:
            rows = ceil(contents.players / panels.player_columns(contents.players, width, unit))
            return rows_height(rows, panels.PLAYER_HEIGHT[density] * unit, panels.VALUE_GAP[density] * unit)
        case "values" if contents.values:
            rows = len(_value_rows(contents, width, unit, density))
            return rows_height(rows, panels.VALUE_HEIGHT[density] * unit, panels.VALUE_GAP[density] * unit)
        case "zones" if contents.zones:
            heights = [row[0].height for row in _zone_rows(contents.zones)]
            return (sum(heights) + panels.VALUE_GAP[density] * (len(heights) - 1)) * unit
        case "buttons" if contents.buttons:
            lines = _button_rows(contents, width, unit, density)
            return rows_height(len(lines), BUTTON_HEIGHT[density] * unit, BUTTON_GAP[density] * unit)
        case "message":
            return panels.message_height(unit, density)
        case "lesson" if contents.lesson is not None:
            return panels.lesson_height(contents.lesson, width, unit, density)
    return 0


def _value_rows(contents: Contents, width: float, unit: float, density: panels.Density) -> panels.Rows:
    """How many values are in each row. In lessons few points are scored, and their text needs the room."""
    return panels.value_rows(contents.values, width, unit, density, dense=contents.lesson is not None)


def _zone_rows(zones: tuple[ZoneRoom, ...]) -> list[tuple[ZoneRoom, ...]]:
    """Zones in rows: two narrow ones share a row."""
    wide, narrow = [zone for zone in zones if not zone.half], [zone for zone in zones if zone.half]
    return [*((zone,) for zone in wide), *(tuple(narrow[at : at + 2]) for at in range(0, len(narrow), 2))]


def _zone_boxes(zones: tuple[ZoneRoom, ...], box: Box, gap: float, unit: float) -> dict[str, Box]:
    found: dict[str, Box] = {}
    y = box.y
    for row in _zone_rows(zones):
        height = row[0].height * unit
        columns = columns_of(Box(box.x, y, box.width, height), len(row), gap)
        found |= {zone.instance: column for zone, column in zip(row, columns, strict=True)}
        y += height + gap
    return found


@lru_cache(maxsize=256)
def _button_rows(contents: Contents, width: float, unit: float, density: panels.Density) -> list[tuple[Button, ...]]:
    return button_rows(contents.buttons, width, BUTTON_GAP[density] * unit, unit * (1, 1, 0.8)[density], 3)


def _plan(contents: Contents, box: Box, beside: bool, unit: float, density: panels.Density) -> Plan:
    parts: list[Part] = []
    for names, column in _columns(contents, box, beside, unit, density):
        parts += _stacked(names, contents, column, unit, density)
    return Plan(tuple(parts), density, unit)


def _stacked(
    names: tuple[str, ...], contents: Contents, column: Box, unit: float, density: panels.Density
) -> list[Part]:
    """Parts below each other; the latest message, or the lesson, stays at the bottom, with the history above it."""
    heights = {name: height for name in names if (height := _height(name, contents, column.width, unit, density))}
    spare = column.height - _needed(names, contents, column.width, unit, density)
    spacing = SPACING[density] * unit
    spacing = min(spacing + max(0.0, spare) / 8, max(spacing, MOST_SPACING * unit))
    parts: list[Part] = []
    y = column.y
    for name, height in heights.items():
        if name in ("message", "lesson"):
            continue
        parts.append(Part(name, whole(Box(column.x, y, column.width, height))))
        y += height + spacing
    for name in ("lesson", "message"):
        if name in heights:
            top = column.bottom - heights[name]
            if name == "message" and top - spacing - y > (panels.LOG_HEADING + panels.LOG_SIZE * 3) * unit:
                parts.append(Part("log", whole(Box(column.x, y, column.width, top - spacing - y))))
            parts.append(Part(name, whole(Box(column.x, top, column.width, heights[name]))))
    return parts


# Drawing


class SidePanel(NamedTuple):
    """The nodes of the panel in reading order, the places of its zones, and the free part above the message."""

    nodes: list[Node]
    zones: dict[str, Box]
    free: Box


def side_nodes(
    presentation: Presentation, ui: Ui, contents: Contents, box: Box, beside: bool, theme: Theme, unit: float
) -> SidePanel:
    """The side panel in its box."""
    plan = side_plan(contents, box, beside, unit)
    unit, density = plan.unit, plan.density
    nodes = [panels.side_paper(box, theme, unit)]
    zones: dict[str, Box] = {}
    for name, place in _with_room(plan, ui):
        match name:
            case "header":
                menu, help_ = touch(ui, "button:menu"), touch(ui, "button:help")
                nodes += panels.header_nodes(presentation.title, ui.subtitle, place, theme, unit, density, menu, help_)
            case "players":
                nodes += _players(presentation, ui, place, theme, unit, density)
            case "values":
                rows = _value_rows(contents, place.width, unit, density)
                nodes += panels.values_nodes(_panels(presentation, ui), place, rows, theme, unit, density)
            case "zones":
                zones |= _zone_boxes(contents.zones, place, panels.VALUE_GAP[density] * unit, unit)
            case "buttons":
                lines = _button_rows(contents, place.width, unit, density)
                height, gap = BUTTON_HEIGHT[density] * unit, BUTTON_GAP[density] * unit
                nodes += buttons_in_rows(lines, place, height, gap, theme, unit, panels.Z, ui)
            case "log":
                nodes += panels.log_nodes(ui.log, place, theme, unit)
            case "message":
                nodes += panels.message_nodes(ui.message, ui.mood, place, theme, unit, density, ui.letters)
            case "lesson":
                assert contents.lesson is not None
                nodes += panels.lesson_nodes(contents.lesson, ui, place, theme, unit, density)
    return SidePanel(nodes, zones, _free(plan, box))


def _free(plan: Plan, panel: Box) -> Box:
    """The part of the panel between the contents at its top and the message: the log may fill it."""
    last = next((part.box for part in plan.parts if part.name in ("message", "lesson")), panel)
    column = [part for part in plan.parts if part.box.x == last.x]
    top = max((part.box.bottom for part in column if part.box.y < last.y and part.name != "log"), default=panel.y)
    wide = panel if len(column) == len(plan.parts) else last
    bottom = last.y if last is not panel else panel.bottom
    return Box(wide.x, top, wide.width, max(0.0, bottom - top))


def _with_room(plan: Plan, ui: Ui) -> tuple[Part, ...]:
    """The parts of a plan. A message that is longer than its reserved room takes the free part above it; the history
    makes way."""
    message = next((part.box for part in plan.parts if part.name == "message"), None)
    if message is None:
        return plan.parts
    needed = panels.message_needs(ui.message, ui.mood, message.width, plan.unit, plan.density)
    gap = panels.VALUE_GAP[plan.density] * plan.unit
    others = [part.box.bottom for part in plan.parts if part.name not in ("message", "log") and part.box.x == message.x]
    top = round(max(message.bottom - needed, max(others, default=0.0) + gap))
    if top >= message.y:
        return plan.parts
    return tuple(
        part._replace(box=Box(message.x, top, message.width, message.bottom - top))
        if part.name == "message"
        else part._replace(box=part.box._replace(height=max(0.0, top - gap - part.box.y)))
        if part.name == "log"
        else part
        for part in plan.parts
    )


def _panels(presentation: Presentation, ui: Ui) -> tuple[PanelShown, ...]:
    """The values, with the new ones for those that the previewed move changes."""
    if ui.preview is None:
        return presentation.panels
    after = {panel.label: panel.value for panel in ui.preview.panels}
    return tuple(
        replace(panel, value=f"{panel.value} → {after[panel.label]}")
        if after.get(panel.label, panel.value) != panel.value
        else panel
        for panel in presentation.panels
    )


def _players(
    presentation: Presentation, ui: Ui, box: Box, theme: Theme, unit: float, density: panels.Density
) -> list[Node]:
    players = presentation.players
    columns = panels.player_columns(len(players), box.width, unit)
    places = grid_of(box, len(players), columns, panels.PLAYER_HEIGHT[density] * unit, panels.VALUE_GAP[density] * unit)
    nodes: list[Node] = []
    for player, place in zip(players, places, strict=True):
        beat = ui.beat % 3 if ui.thinking and player.to_move else None
        nodes += panels.player_nodes(player, panels.role_of(player, players), place, theme, unit, density, beat)
    return nodes
