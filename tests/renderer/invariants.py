"""What must hold for every scene, whatever it shows and however large the window is."""

from collections.abc import Iterator
from itertools import combinations

from renderer.nodes import CARD, TIP, Box, Node, Scene
from renderer.scene.page import is_pressable
from renderer.skins.paper import Paper
from renderer.skins.text import Label
from renderer.skins.theme import Size

SIZES = (
    Size(800, 600),
    Size(800, 600, 2.0),
    Size(1024, 768),
    Size(1280, 720),
    Size(1280, 800),
    Size(1366, 768),
    Size(1600, 600),
    Size(900, 1400),
    Size(800, 2160, 1.5),
    Size(1920, 1080),
    Size(2560, 1600, 2.0),
    Size(3840, 2160),
    Size(3840, 2160, 3.0),
)
SLACK = 1


def body(node: Node) -> Box:
    """The box of a node without the shadow around it."""
    return node.box.inside(node.skin.margin)


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes share more than an edge."""
    return (
        one.x + SLACK < other.right
        and other.x + SLACK < one.right
        and one.y + SLACK < other.bottom
        and other.y + SLACK < one.bottom
    )


def within(inner: Box, outer: Box) -> bool:
    """Whether a box is inside another."""
    return (
        inner.x >= outer.x - SLACK
        and inner.y >= outer.y - SLACK
        and inner.right <= outer.right + SLACK
        and inner.bottom <= outer.bottom + SLACK
    )


def on_top(scene: Scene) -> list[Node]:
    """The nodes that can be reached: those on the open card, or all if there is none."""
    shielded = [number for number, node in enumerate(scene.nodes) if node.key == "card:veil"]
    return list(scene.nodes[shielded[0] :]) if shielded else list(scene.nodes)


def faults(scene: Scene) -> list[str]:
    """Everything that is wrong with a scene, in words."""
    return [
        *_doubled(scene),
        *_outside(scene),
        *_spilling(scene),
        *_crossing_labels(scene),
        *_crossing_buttons(scene),
        *_crossing_parts(scene),
        *_focus(scene),
    ]


def _doubled(scene: Scene) -> Iterator[str]:
    keys = [node.key for node in scene.nodes]
    for key in sorted({key for key in keys if keys.count(key) > 1}):
        yield f"{key} stands there twice"


def _outside(scene: Scene) -> Iterator[str]:
    window = Box(0, 0, *scene.size)
    for node in scene.nodes:
        if not within(body(node), window):
            yield f"{node.key} is outside of the window: {body(node)}"


def _spilling(scene: Scene) -> Iterator[str]:
    """Texts are inside the paper that they are on: the last one drawn below their middle.

    The captions of a board belong to its frame, which has tests of its own.
    """
    papers = [(number, body(node)) for number, node in enumerate(scene.nodes) if isinstance(node.skin, Paper)]
    for number, node in enumerate(scene.nodes):
        if isinstance(node.skin, Label):
            own = body(node)
            below = [paper for before, paper in papers if before < number and paper.holds(*own.middle)]
            if below and not within(own, below[-1]):
                yield f"{node.key} ‘{node.skin.text}’ spills over: {own} on {below[-1]}"


def _crossing_labels(scene: Scene) -> Iterator[str]:
    """No two texts on one layer overlap."""
    labels = [node for node in scene.nodes if isinstance(node.skin, Label) and node.z < TIP]
    for one, other in combinations(labels, 2):
        if (one.z >= CARD) == (other.z >= CARD) and overlap(body(one), body(other)):
            yield f"{one.key} crosses {other.key}"


def _crossing_buttons(scene: Scene) -> Iterator[str]:
    pressable = [node for node in on_top(scene) if is_pressable(node) or not node.enabled]
    for one, other in combinations(pressable, 2):
        if overlap(body(one), body(other)):
            yield f"{one.key} lies on {other.key}"


def _crossing_parts(scene: Scene) -> Iterator[str]:
    """Boards, zones on the table, the side panel and the bars stand side by side."""
    names = ("ground:", "zone:")
    parts = [node for node in scene.nodes if node.key.startswith(names) and node.key.count(":") == 1]
    whole = [node for node in scene.nodes if node.key in ("panel:side", "status", "panel:scrub")]
    side = next((body(node) for node in whole if node.key == "panel:side"), None)
    for one, other in combinations([*parts, *whole], 2):
        inside = side is not None and one.key.startswith("zone:") and within(body(one), side)
        if overlap(body(one), body(other)) and not (inside and other.key == "panel:side"):
            yield f"{one.key} lies on {other.key}"


def _focus(scene: Scene) -> Iterator[str]:
    """The keyboard reaches everything that can be pressed, each thing once, and nothing beneath a card."""
    pressable = {node.key for node in on_top(scene) if is_pressable(node)}
    reached = [key for key in scene.focus if not key.startswith(("ground:", "zone:"))]
    if sorted(reached) != sorted(pressable):
        yield f"the keyboard reaches {sorted(reached)}, pressable is {sorted(pressable)}"
    for key in scene.focus:
        if key not in scene.by_key:
            yield f"{key} is in the order but not there"
