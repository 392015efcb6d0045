"""The table as a scene: boards, zones, side panel and status bar, and the card in front of them.

`scene` is the table that is played at, `replay_scene` one that is looked back on. The other pages of the window are
drawn by `renderer.page_scene`. What can be pressed carries a target:
- Target('action', NAME) and Target('command', NAME): buttons, with the keys `button:NAME`. `button:menu` and
  `button:help` are always there. On a card keys begin with `card:`: `card:button:restart`.
- Target('option', SLOT, VALUE): an answer to the question of the presentation, on the card `question`.
- what pages have on them (see `renderer.page_models`), where a card holds a page.
- Target('slider', 'scrub', (0, MOVES)): the bar of a replay, with the commands step_back, play, pause, step_forward and
  close.
- Target('shield'): nothing beneath can be pressed. A modal card has one over the whole window; `spots` is empty then.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from renderer.board_scene import board_nodes, wanted_size
from renderer.cards import card_nodes, problems_nodes
from renderer.finishing import finished, is_pressable
from renderer.labels import Style, line_nodes
from renderer.layout import (
    GAP,
    MARGIN,
    ZONE_LABEL,
    ZONE_PADDING,
    TableLayout,
    TableShape,
    ZoneShape,
    table_layout,
    unit_of,
    whole,
)
from renderer.nodes import PANEL, Box, Node, Scene
from renderer.page_models import Scrub
from renderer.page_scene import backdrop
from renderer.pages.scrub import HEIGHT as SCRUB_HEIGHT
from renderer.pages.scrub import scrub_nodes
from renderer.panels import status_nodes
from renderer.side import Contents, ZoneRoom, contents_of, height_below, side_nodes
from renderer.theme import Size, Theme
from renderer.ui import Ui
from renderer.zone_scene import zone_nodes
from runtime.draft import Spot
from runtime.presentation.values import Presentation, ZoneShown

REPLAYING = "Left and Right go from move to move, Space plays them."
COUNTER_HEIGHT = 52
SIDE_PIECE = 52
"""The size of a piece in a zone of the side panel."""
USUAL_PIECES, MOST_PIECES, USUAL_SPREAD = 5, 12, 2
"""How many pieces a zone without a size is made for, and one with a large size; and how many cells each is given where
pieces may cover several."""


def scene(presentation: Presentation, ui: Ui, size: Size, theme: Theme) -> Scene:
    """The table with what is on it, and the card that is open."""
    unit = unit_of(size)
    table = _table(presentation, ui, Box(0, 0, size.width, size.height), theme, unit)
    nodes = [backdrop(size, theme), *table.nodes]
    if ui.card is not None and ui.card.name == "problems":
        nodes += problems_nodes(ui.card, ui, table.layout.table, theme, unit)
    cards = card_nodes(presentation, ui, size, theme, unit)
    focus = tuple(node.key for node in nodes if node.key in table.grounds or is_pressable(node))
    spots = table.spots if not cards else {}
    return finished(size, nodes, cards, spots, ui, theme, unit, focus, _tips(presentation, ui))


def replay_scene(presentation: Presentation, ui: Ui, scrub: Scrub, size: Size, theme: Theme) -> Scene:
    """A table to look at, with a bar to go through the moves. Its own buttons are left out: nothing is played here."""
    unit = unit_of(size)
    shown = replace(presentation, buttons=(), targets=frozenset(), chosen=frozenset(), question=None)
    ui = replace(ui, message=ui.message or REPLAYING)
    height, margin = round(SCRUB_HEIGHT * unit), MARGIN * unit
    table = _table(shown, ui, Box(0, 0, size.width, size.height - height - round(GAP * unit)), theme, unit)
    bar = whole(Box(margin, size.height - height - margin, size.width - 2 * margin, height))
    nodes = [backdrop(size, theme), *table.nodes, *scrub_nodes(scrub, ui, bar, theme, unit)]
    cards = card_nodes(shown, ui, size, theme, unit)
    return finished(size, nodes, cards, {}, ui, theme, unit, tips=_tips(shown, ui))


def _tips(presentation: Presentation, ui: Ui) -> dict[str, str]:
    """What icons in the corner mean, and why a button cannot be pressed."""
    if ui.hovered_key is None:
        return {}
    tips = {"button:menu": "Menu (Esc)", "button:help": "Help (F1)"}
    return tips | {f"button:{button.name}": button.why for button in presentation.buttons if not button.enabled}


# The table


class _Table(NamedTuple):
    """The table in reading order. `grounds` are the keys of boards and zones on which something can be pointed at."""

    nodes: list[Node]
    spots: dict[Spot, Box]
    grounds: set[str]
    layout: TableLayout


def _table(presentation: Presentation, ui: Ui, window: Box, theme: Theme, unit: float) -> _Table:
    aside = [zone for zone in presentation.zones if _is_aside(zone)]
    contents = contents_of(presentation, ui, tuple(_room(zone) for zone in aside))
    layout = table_layout(_shape(presentation, contents, window, unit), window, unit)
    side = side_nodes(presentation, ui, contents, layout.side, layout.beside, theme, unit)
    places = dict(layout.zones) | side.zones
    zones = {zone.instance: zone for zone in presentation.zones}
    before = [instance for instance, _ in layout.zones if zones[instance].at in ("above", "left")]
    after = [instance for instance, _ in layout.zones if instance not in before]
    table = _Table([], {}, set(), layout)
    for instance in before:
        _add_zone(table, zones[instance], presentation, ui, places[instance], theme, unit)
    _add_boards(table, presentation, ui, theme, unit)
    for instance in after:
        _add_zone(table, zones[instance], presentation, ui, places[instance], theme, unit)
    table.nodes.extend(_status(presentation, ui, layout.status, theme, unit))
    table.nodes.extend(side.nodes)
    for zone in aside:
        _add_zone(table, zone, presentation, ui, places[zone.instance], theme, unit)
    return table


def _is_aside(zone: ZoneShown) -> bool:
    """Whether a zone stands in the side panel."""
    return zone.at == "right" or zone.as_ == "counter"


def _room(zone: ZoneShown) -> ZoneRoom:
    if zone.as_ == "counter":
        return ZoneRoom(zone.instance, COUNTER_HEIGHT, half=True)
    label = ZONE_LABEL if zone.label else 0
    return ZoneRoom(zone.instance, SIDE_PIECE + 2 * ZONE_PADDING + label, half=False)


def _shape(presentation: Presentation, contents: Contents, window: Box, unit: float) -> TableShape:
    return TableShape(
        tuple(wanted_size(board, presentation) for board in presentation.boards),
        tuple(
            ZoneShape(zone.instance, zone.at, _cells_across(zone), bool(zone.label))
            for zone in presentation.zones
            if not _is_aside(zone)
        ),
        any(board.title for board in presentation.boards),
        height_below(contents, window.width - 2 * MARGIN * unit, unit),
    )


def _cells_across(zone: ZoneShown) -> int:
    """How many cells of pieces a zone is made for, whatever lies in it now: the boards should stay where they are."""
    return min((zone.room or USUAL_PIECES) * (USUAL_SPREAD if zone.covers_many else 1), MOST_PIECES)


def _add_boards(table: _Table, presentation: Presentation, ui: Ui, theme: Theme, unit: float) -> None:
    for number, (board, box) in enumerate(zip(presentation.boards, table.layout.boards, strict=True)):
        drawn = board_nodes(board, presentation, ui, box, theme, unit)
        if board.title:
            style = Style(16 * unit, theme.ink_soft, bold=True)
            key, above = f"label:board:{board.instance}", table.layout.titles[number]
            # The plate may be smaller than the room for it: the title stands just above it.
            above = above._replace(y=min(plate.y for plate in drawn.outline) - above.height)
            table.nodes.extend(line_nodes(key, board.title, above, style, PANEL, "middle"))
        table.nodes.extend(drawn.nodes)
        table.spots.update(drawn.spots)
        if drawn.spots:
            table.grounds.add(f"ground:{board.instance}")


def _add_zone(
    table: _Table, zone: ZoneShown, presentation: Presentation, ui: Ui, box: Box, theme: Theme, unit: float
) -> None:
    drawn = zone_nodes(zone, presentation, ui, box, theme, unit, table.layout.cell)
    table.nodes.extend(drawn.nodes)
    table.spots.update(drawn.spots)
    if drawn.spots:
        table.grounds.add(f"zone:{zone.instance}")


def _status(presentation: Presentation, ui: Ui, box: Box, theme: Theme, unit: float) -> tuple[Node, ...]:
    mover = next((player for player in presentation.players if player.to_move), None)
    colour = theme.paint(mover.colour, theme.ink) if mover is not None and len(presentation.players) > 1 else None
    return status_nodes(presentation.status, colour, box, theme, unit, ui.beat % 3 if ui.thinking else None)
