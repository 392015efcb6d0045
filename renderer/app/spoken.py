"""Pages in words, as a screen reader reads them aloud."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from renderer.nodes import Node, Scene
from renderer.scene.page_models import Field, Form, Gallery, Listing, Page, Reading
from runtime.session.draft import Spot
from runtime.show.buttons import usual_title

OFF, ON = "off", "on"


class Words:
    """A page in words. `page` returns its model, if it has one."""

    def __init__(self, title: str = "", page: Callable[[], Page] | None = None) -> None:
        self.title = title
        self._page = page

    def page(self) -> Page | None:
        """The model of the page that presses go to: a form, a list, a text."""
        return self._page() if self._page is not None else None

    def heading(self) -> tuple[str, ...]:
        """The text to read when the page appears; when it changes later, only what is new is read."""
        page = self.page()
        return page_in_words(page) if page is not None else (self.title,)

    def moves(self) -> int:
        """The number of moves made in the page's game."""
        return 0

    def since(self, move: int) -> tuple[str, ...]:
        """The text about the moves from that number on."""
        return ()

    def said(self) -> tuple[str, ...]:
        """The latest message, and how things stand."""
        return ()

    def spot(self, spot: Spot) -> str:
        """The text about a spot that the cursor moves to."""
        return ""

    def whole(self) -> tuple[str, ...]:
        """Everything that is visible."""
        return self.heading()


def page_in_words(page: Page) -> tuple[str, ...]:
    """The contents of a page besides its controls, which are read one by one."""
    match page:
        case Gallery():
            shown = page.details if page.selected is not None else None
            details = (shown.title, shown.facts, shown.about, shown.note, shown.daily) if shown is not None else ()
            offer = (page.offer.title, page.offer.text) if page.offer is not None else ()
            return tuple(filter(None, ("All games", *offer, *details, page.message)))
        case Form():
            return tuple(filter(None, (page.title, page.text, page.message)))
        case Listing():
            rows = [_row(page.headings, row.cells) for row in page.rows if row.target is None]
            return tuple(filter(None, (page.title, page.text, *rows)))
        case Reading():
            parts = [line for part in page.sections for line in (part.heading, *part.paragraphs)]
            return tuple(filter(None, (page.title, *parts)))


def _row(headings: Sequence[str], cells: Sequence[str]) -> str:
    named = [*headings, *[""] * (len(cells) - len(headings))]
    return ", ".join(f"{name} {cell}".strip() for name, cell in zip(named, cells, strict=False) if cell)


def choices_in_words(texts: Sequence[str]) -> str:
    """The things that can be pressed: `Buttons: Undo, Hint.`"""
    return f"Buttons: {', '.join(texts)}." if texts else ""


def control_in_words(scene: Scene, key: str, page: Page | None) -> str:
    """The control that the keyboard is on: its text and its state."""
    node = scene.by_key.get(key)
    if node is None or node.target is None:
        return ""
    field = _field(page, node)
    if field is not None:
        return _field_in_words(field, node)
    texts = [
        (other.y, other.x, str(text))
        for other in scene.nodes
        if (text := getattr(other.skin, "text", "")) and node.box.holds(*other.box.middle) and other.z >= node.z
    ]
    written = ", ".join(text for _, _, text in sorted(texts))
    if isinstance(page, Gallery) and any(node.target.name == each.name for each in page.filters):
        # Pressing a filter that is on drops it.
        written += ", on" if node.target.value is None else ", off"
    out_of_use = "" if node.enabled else ", not available now"
    return f"{written or usual_title(node.target.name)}{out_of_use}"


def _field(page: Page | None, node: Node) -> Field | None:
    """The field of a form to which a control belongs."""
    if not isinstance(page, Form) or node.target is None or node.target.kind not in ("option", "field"):
        return None
    return next((field for field in page.fields if field.name == node.target.name), None)


def _field_in_words(field: Field, node: Node) -> str:
    assert node.target is not None
    value = node.target.value
    if field.kind == "flag":
        return f"{field.title}: {ON if field.value else OFF}"
    if field.kind == "text":
        return f"{field.title}: {field.value or 'empty'}, text field"
    texts = dict(field.options)
    option = texts.get(value, str(value))
    if node.key.rpartition("option:")[1]:
        return f"{field.title}: {option}{', chosen' if value == field.value else ''}"
    now = texts.get(field.value, str(field.value))
    return f"{field.title}: {now}, change to {option}" if node.enabled else f"{field.title}: {now}"
