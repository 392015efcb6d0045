"""The bar of a replay: a slider over all moves, steps back and forward, and play."""

from __future__ import annotations

from renderer.buttons import Button, button_nodes, touch
from renderer.labels import Style, line_nodes
from renderer.layout import whole
from renderer.nodes import PANEL, Box, Node, Target
from renderer.page_models import Scrub
from renderer.skins.marks import Dot
from renderer.skins.paper import Paper
from renderer.skins.placing import node
from renderer.theme import Theme
from renderer.ui import Ui

HEIGHT = 84
Z = PANEL + 10


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
    """What the move was, and below it the slider."""
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
