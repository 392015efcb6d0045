"""A sheet: a page of text, a form or a list, with what it does. It fills the window, or lies on the table as a card."""

from __future__ import annotations

from collections.abc import Callable

from renderer.app.screen import Host, Pointing, Screen
from renderer.app.spoken import Words
from renderer.nodes import Scene, Target
from renderer.scene.page import page_scene, visible_rows
from renderer.scene.page_models import Page
from renderer.scene.scrolling import Rows
from renderer.scene.ui import Ui
from renderer.skins.theme import Size, Theme

ROWS = 2
"""How many rows a notch of the wheel scrolls."""
KEPT = 1
"""How many rows of a page stay in view when it is turned."""


class Sheet:
    """What all sheets can do: scroll and be left. `leave` is set by whoever shows it."""

    name = "sheet"

    def __init__(self, host: Host) -> None:
        self.host = host
        self.leave: Callable[[], None] = host.back
        self.first = 0
        self.rows = Rows(1, 1)

    def page(self) -> Page:
        """What it shows."""
        raise NotImplementedError

    def press(self, target: Target) -> None:
        """Something was pressed."""
        match target:
            case Target("command", "page_up"):
                self.scroll(-self.turned)
            case Target("command", "page_down"):
                self.scroll(self.turned)
            case Target("command", "close" | "cancel"):
                self.leave()
            case Target("command", name):
                self.command(name)
            case Target("option", name, value):
                self.choose(name, value)

    def command(self, name: str) -> None:
        """A button was pressed."""

    def choose(self, name: str, value: object) -> None:
        """An option was chosen."""

    def typed(self, text: str, field: str | None) -> None:
        """Letters were typed."""

    def key(self, name: str, shift: bool, control: bool) -> bool:
        """A key was pressed; whether that meant something."""
        last = self.rows.last
        ways = {"PageUp": -self.turned, "PageDown": self.turned, "Home": -last, "End": last}
        if name in ways and last:
            self.scroll(ways[name])
            return True
        return False

    def tick(self, now: float) -> None:
        """Time goes by."""

    @property
    def turned(self) -> int:
        """How many rows a page has, but for what is still seen of the one before."""
        return max(1, self.rows.visible - KEPT)

    def scroll(self, rows: int) -> bool:
        """Go up or down; whether there was anything to go to."""
        first = self.rows.clamped(self.first + rows)
        if first == self.first:
            return False
        self.first = first
        self.host.changed()
        return True

    def slide(self, share: float) -> None:
        """The bar was dragged."""
        self.scroll(round(share * self.rows.last) - self.first)

    def measure(self, rows: Rows) -> None:
        """Learn how many of its rows are seen, before it is drawn."""
        self.rows = rows
        self.first = rows.clamped(self.first)


def pointed_at(pointing: Pointing) -> Ui:
    """What a page shows of pointer and keyboard."""
    return Ui(
        hovered_key=pointing.hovered_key,
        pressed_key=pointing.pressed_key,
        focus=pointing.focus,
        keyboard=pointing.keyboard,
    )


class SheetScreen(Screen):
    """A sheet that fills the window."""

    def __init__(self, host: Host, sheet: Sheet) -> None:
        super().__init__(host)
        self.sheet = sheet

    @property
    def in_words(self) -> Words:
        """The sheet's page."""
        return Words(page=self.sheet.page)

    def scene(self, pointing: Pointing, size: Size, theme: Theme) -> Scene:
        """The sheet."""
        self.sheet.measure(visible_rows(self.sheet.page(), size))
        return page_scene(self.sheet.page(), pointed_at(pointing), size, theme)

    @property
    def in_rows(self) -> bool:
        """Sheets are read from row to row."""
        return True

    def press(self, target: Target) -> None:
        """Something was pressed."""
        self.sheet.press(target)
        self.host.changed()

    def slide(self, target: Target, share: float) -> None:
        """The bar was dragged."""
        self.sheet.slide(share)

    def key(self, name: str, shift: bool, control: bool) -> bool:
        """A key was pressed."""
        return self.sheet.key(name, shift, control)

    def typed(self, text: str, field: str | None) -> None:
        """Letters were typed."""
        self.sheet.typed(text, field)

    def scroll(self, rows: int) -> bool:
        """Go up or down."""
        return self.sheet.scroll(rows)

    @property
    def visible_rows(self) -> int:
        """How many rows of the sheet are seen."""
        return self.sheet.rows.visible

    def wheel(self, amount: float) -> None:
        """The wheel was turned."""
        self.sheet.scroll(round(-amount * ROWS))

    def escape(self) -> None:
        """Leave."""
        self.sheet.leave()

    def tick(self, now: float) -> None:
        """Time goes by."""
        self.sheet.tick(now)
