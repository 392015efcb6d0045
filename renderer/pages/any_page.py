"""Any page in a box: on the screen or on a card."""

from __future__ import annotations

from renderer.nodes import Box, Node
from renderer.page_models import Form, Gallery, Listing, Page, Reading
from renderer.pages.form import form_height, form_layout, form_nodes
from renderer.pages.gallery import gallery_layout, gallery_nodes
from renderer.pages.listing import listing_height, listing_layout, listing_nodes
from renderer.pages.reading import reading_height, reading_layout, reading_nodes
from renderer.pages.scrolling import Rows
from renderer.theme import Theme
from renderer.ui import Ui


def page_nodes(page: Page, ui: Ui, box: Box, theme: Theme, unit: float, z: int, prefix: str = "") -> list[Node]:
    """A page in a box, in reading order."""
    match page:
        case Form():
            return form_nodes(page, ui, box, theme, unit, z, prefix)
        case Listing():
            return listing_nodes(page, ui, box, theme, unit, z, prefix)
        case Reading():
            return reading_nodes(page, ui, box, theme, unit, z, prefix)
        case Gallery():
            return gallery_nodes(page, ui, box, theme, unit, z, prefix)


def page_rows(page: Page, box: Box, unit: float) -> Rows:
    """How many rows of a page fit into a box."""
    match page:
        case Form():
            return form_layout(page, box, unit).rows
        case Listing():
            return listing_layout(page, box, unit).rows
        case Reading():
            return reading_layout(page, box, unit).rows
        case Gallery():
            return gallery_layout(page, box, unit).rows


def page_height(page: Page, width: float, unit: float) -> float:
    """How high a box must be so that a page need not be scrolled; a gallery takes what it gets."""
    match page:
        case Form():
            return form_height(page, width, unit)
        case Listing():
            return listing_height(page, width, unit)
        case Reading():
            return reading_height(page, width, unit)
        case Gallery():
            return 4000 * unit
