"""The table as a scene: boards, zones, side panel and status bar, the bar of a replay, and the card in front."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from renderer.nodes import PANEL, Box, Node, Scene, Target
from renderer.scene.board import board_nodes, wanted_size
from renderer.scene.bubble import bubble_nodes
from renderer.scene.buttons import Button, button_nodes, touch
from renderer.scene.cards import card_nodes, problems_nodes
from renderer.scene.labels import Style, line_nodes
from renderer.scene.layout import (
    GAP,
    LARGEST_CELL,
    MARGIN,
    ZONE_LABEL,
    ZONE_PADDING,
    TableShape,
    ZoneShape,
    table_layout,
    unit_of,
    whole,
)
from renderer.scene.pad import pad_nodes
from renderer.scene.page import backdrop, finished, is_pressable
from renderer.scene.page_models import Scrub
from renderer.scene.panels import status_nodes
from renderer.scene.side import Contents, ZoneRoom, contents_of, height_below, side_nodes
from renderer.scene.signs import call_nodes
from renderer.scene.ui import Ui
from renderer.scene.zone import zone_nodes
from renderer.skins.marks import Dot
from renderer.skins.paper import Paper
from renderer.skins.skin import node
from renderer.skins.theme import Size, Theme
from runtime.session.draft import Spot
from runtime.show.values import CARD_ASPECT, BoardShown, Presentation, ZoneShown, rows_of_boards

HEIGHT = 84
Z = PANEL + 10
REPLAYING = "Left and Right go from move to move, Space plays them."
COUNTER_HEIGHT = 52
SIDE_PIECE = 52
"""The size of a piece in a zone of the side panel."""
USUAL_CARDS, MOST_CARDS, CARDS_APART = 7, 16, 0.62
"""The same for cards, and how far each lies from the next, as a share of its width."""
USUAL_PIECES, MOST_PIECES, USUAL_SPREAD = 5, 12, 2
"""How many pieces a zone without a size is made for, and one with a large size; and how many cells each is given where
pieces may cover several."""


def scrub_nodes(scrub: Scrub, ui: Ui, box: Box, theme: Theme, unit: float) -> list[Node]:
    """The bar in its box: commands `step_back`, `play` or `pause`, `step_forward` and `close`, and the slider `scrub`.

    The slider's value is the number of moves made, from 0 to all of them.
    """
    paper = Paper(
        round(box.width), round(box.height), round(16 * unit), theme.panel, theme.panel_low, theme.panel_edge,
        max(1, round(1.5 * unit)), round(8 * unit),
    )  # fmt: skip
    nodes = [node("panel:scrub", paper, box.x, box.y, PANEL)]
    inner = whole(box.inside(16 * unit, 10 * unit))
    side, gap = round(40 * unit), 8 * unit
    x = inner.x
    top = inner.middle[1] - side / 2
    play = "pause" if scrub.playing else "play"
    steps = (
        Button("button:step_back", "", Target("command", "step_back"), "back", enabled=scrub.at > 0),
        Button(f"button:{play}", "", Target("command", play), play, rank="primary", enabled=scrub.moves > 0),
        Button("button:step_forward", "", Target("command", "step_forward"), "next", enabled=scrub.at < scrub.moves),
    )
    for button in steps:
        nodes += button_nodes(button, whole(Box(x, top, side, side)), theme, unit, Z, touch(ui, button.key))
        x += side + gap
    close = Button("button:close", "", Target("command", "close"), "close")
    corner = whole(Box(inner.right - side, top, side, side))
    rail = Box(x + 10 * unit, inner.y, corner.x - x - 26 * unit, inner.height)
    nodes += _rail(scrub, ui, rail, theme, unit)
    return [*nodes, *button_nodes(close, corner, theme, unit, Z, touch(ui, close.key))]


def _rail(scrub: Scrub, ui: Ui, box: Box, theme: Theme, unit: float) -> list[Node]:
    """The current move, and below it the slider."""
    words = Box(box.x, box.y, box.width, 26 * unit)
    count = f"{scrub.at} / {scrub.moves}"
    bold = Style(15 * unit, theme.ink, bold=True)
    share = bold.width_of(count) + 12 * unit
    nodes = [
        *line_nodes(
            "label:scrub", scrub.text, words._replace(width=words.width - share), Style(15 * unit, theme.ink_soft), Z
        ),
        *line_nodes("label:scrub:count", count, words, bold, Z, "right"),
    ]
    track = whole(Box(box.x, words.bottom + 4 * unit, box.width, box.bottom - words.bottom - 8 * unit))
    thick, knob = round(8 * unit), round(20 * unit)
    touched = touch(ui, "slider:scrub")
    y = round(track.middle[1])
    at = scrub.at / scrub.moves if scrub.moves else 0.0
    reach = round((track.width - knob) * at)
    groove = Paper(round(track.width), thick, thick / 2, theme.well, None, theme.well_edge)
    grip = Paper(round(track.width), round(track.height), 0, theme.well)
    nodes += [
        Node("slider:scrub", grip, *track, Z, alpha=0.0, target=Target("slider", "scrub", (0, scrub.moves))),
        Node("slider:scrub:groove", groove, track.x, y - thick // 2, track.width, thick, Z + 1),
    ]
    if reach + knob // 2 > thick:
        done = Paper(reach + knob // 2, thick, thick / 2, theme.accent, None, theme.accent_edge)
        nodes.append(Node("slider:scrub:done", done, track.x, y - thick // 2, reach + knob // 2, thick, Z + 2))
    colour = theme.ink if touched.hovered or touched.pressed else theme.button_edge
    nodes.append(node("slider:scrub:knob", Dot(knob, colour, theme.shadow), track.x + reach, y - knob // 2, Z + 3))
    return nodes


def scene(presentation: Presentation, ui: Ui, size: Size, theme: Theme) -> Scene:
    """The table with its contents, and the card that is open."""
    unit = unit_of(size)
    table = _Table(presentation, ui, Box(0, 0, size.width, size.height), theme, unit)
    nodes = [backdrop(size, theme), *table.nodes]
    if ui.card is not None and ui.card.name == "problems":
        nodes += problems_nodes(ui.card, ui, table.layout.table, theme, unit)
    if ui.pad is not None:
        nodes += pad_nodes(ui.pad, ui, table.free, table.layout.side, theme, unit)
    cards = card_nodes(presentation, ui, size, theme, unit)
    focus = tuple(node.key for node in nodes if node.key in table.grounds or is_pressable(node))
    spots = table.spots if not cards else {}
    told = bubble_nodes(ui, nodes, spots, size, theme, unit) if not cards else []
    tips = _tips(presentation, ui) if not told else {}
    return finished(size, [*nodes, *told], cards, spots, ui, theme, unit, focus, tips)


def replay_scene(presentation: Presentation, ui: Ui, scrub: Scrub, size: Size, theme: Theme) -> Scene:
    """A table to look at, with a bar to go through the moves. Its own buttons are left out, because nothing is played
    here."""
    unit = unit_of(size)
    shown = replace(presentation, buttons=(), targets=frozenset(), chosen=frozenset(), question=None)
    ui = replace(ui, message=ui.message or REPLAYING)
    height, margin = round(HEIGHT * unit), MARGIN * unit
    table = _Table(shown, ui, Box(0, 0, size.width, size.height - height - round(GAP * unit)), theme, unit)
    bar = whole(Box(margin, size.height - height - margin, size.width - 2 * margin, height))
    nodes = [backdrop(size, theme), *table.nodes, *scrub_nodes(scrub, ui, bar, theme, unit)]
    cards = card_nodes(shown, ui, size, theme, unit)
    return finished(size, nodes, cards, {}, ui, theme, unit, tips=_tips(shown, ui))


def _tips(presentation: Presentation, ui: Ui) -> dict[str, str]:
    """The meanings of icons in the corner, and the reasons why buttons are disabled."""
    if ui.hovered_key is None:
        return {}
    tips = {"button:menu": "Menu (Esc)", "button:help": "Help (F1)"}
    return tips | {f"button:{button.name}": button.why for button in presentation.buttons if not button.enabled}


class _Table:
    """The table in reading order. `grounds` are the keys of boards and zones where something can be pointed at, and
    `free` is the part of the side panel that must stay clear."""

    def __init__(self, presentation: Presentation, ui: Ui, window: Box, theme: Theme, unit: float) -> None:
        self.presentation = presentation
        self.ui = ui
        self.theme = theme
        self.unit = unit
        self.nodes: list[Node] = []
        self.spots: dict[Spot, Box] = {}
        self.places: dict[int, Box] = {}
        self.grounds: set[str] = set()
        aside = [zone for zone in presentation.zones if _is_aside(zone)]
        contents = contents_of(presentation, ui, tuple(_room(zone) for zone in aside))
        self.layout = table_layout(_shape(presentation, contents, window, unit), window, unit)
        side = side_nodes(presentation, ui, contents, self.layout.side, self.layout.beside, theme, unit)
        self.free = side.free
        zones = {zone.instance: zone for zone in presentation.zones}
        around = [(zones[instance], box) for instance, box in self.layout.zones]
        before = [pair for pair in around if pair[0].at in ("above", "left")]
        for zone, box in before:
            self._add_zone(zone, box)
        self._add_boards()
        for zone, box in around[len(before) :]:
            self._add_zone(zone, box)
        self.nodes += self._status()
        self.nodes += side.nodes
        for zone in aside:
            self._add_zone(zone, side.zones[zone.instance])
        self.nodes += call_nodes(ui.calls, self.places, round(window.width), unit)

    def _add_boards(self) -> None:
        for number, (board, box) in enumerate(zip(self.presentation.boards, self.layout.boards, strict=True)):
            drawn = board_nodes(board, self.presentation, self.ui, box, self.theme, self.unit)
            if board.title:
                style = Style(16 * self.unit, self.theme.ink_soft, bold=True)
                key, above = f"label:board:{board.instance}", self.layout.titles[number]
                # The plate may be smaller than the room for it: the title stands just above it.
                above = above._replace(y=min(plate.y for plate in drawn.outline) - above.height)
                self.nodes += line_nodes(key, board.title, above, style, PANEL, "middle")
            self._add(f"ground:{board.instance}", drawn.nodes, drawn.spots)
            self.places |= drawn.places

    def _add_zone(self, zone: ZoneShown, box: Box) -> None:
        drawn = zone_nodes(zone, self.presentation, self.ui, box, self.theme, self.unit, self.layout.cell)
        self._add(f"zone:{zone.instance}", drawn.nodes, drawn.spots)

    def _add(self, ground: str, nodes: Iterable[Node], spots: Mapping[Spot, Box]) -> None:
        self.nodes += nodes
        self.spots |= spots
        if spots:
            self.grounds.add(ground)

    def _status(self) -> tuple[Node, ...]:
        players, ui = self.presentation.players, self.ui
        mover = next((player for player in players if player.to_move), None)
        colour = self.theme.paint(mover.colour, self.theme.ink) if mover is not None and len(players) > 1 else None
        beat = ui.beat % 3 if ui.thinking else None
        return status_nodes(self.presentation.status, colour, self.layout.status, self.theme, self.unit, beat)


def _is_aside(zone: ZoneShown) -> bool:
    """Whether a zone is in the side panel."""
    return zone.at == "right" or zone.as_ == "counter"


def _room(zone: ZoneShown) -> ZoneRoom:
    if zone.as_ == "counter":
        return ZoneRoom(zone.instance, COUNTER_HEIGHT, half=True)
    label = ZONE_LABEL if zone.label else 0
    return ZoneRoom(zone.instance, SIDE_PIECE + 2 * ZONE_PADDING + label, half=False)


def _shape(presentation: Presentation, contents: Contents, window: Box, unit: float) -> TableShape:
    sizes = [board.style.cell_width for board in presentation.boards]
    # Where all boards have sizes of their own, what they leave over is left free around them.
    largest = float(max(filter(None, sizes))) if sizes and None not in sizes else LARGEST_CELL
    return TableShape(
        tuple(_cells_wide(board, presentation, largest) for board in presentation.boards),
        tuple(
            ZoneShape(zone.instance, zone.at, _cells_across(zone), bool(zone.label), CARD_ASPECT if zone.cards else 1.0)
            for zone in presentation.zones
            if not _is_aside(zone)
        ),
        any(board.title for board in presentation.boards),
        height_below(contents, window.width - 2 * MARGIN * unit, unit),
        largest,
        rows_of_boards([board.style.at for board in presentation.boards]),
    )


def _cells_wide(board: BoardShown, presentation: Presentation, largest: float) -> tuple[float, float]:
    """The width and height of a board in the largest cells of all."""
    wide, high = wanted_size(board, presentation)
    share = (board.style.cell_width or largest) / largest if largest != LARGEST_CELL else 1.0
    return wide * share, high * share


def _cells_across(zone: ZoneShown) -> float:
    """The number of piece widths that a zone is made for, whatever it contains now: the boards should stay in place.
    Cards may overlap."""
    if zone.cards:
        return 1 + (min(zone.room or USUAL_CARDS, MOST_CARDS) - 1) * CARDS_APART
    return min((zone.room or USUAL_PIECES) * (USUAL_SPREAD if zone.covers_many else 1), MOST_PIECES)
