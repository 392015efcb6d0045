"""A sheet: a page of text, a form or a list, with its behaviour. It fills the window, or lies on the table as a
card."""

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
    """What all sheets can do: scroll and close. `leave` is set by whoever shows the sheet."""

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
        """Handle a press."""
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
        """Handle a press of a button."""

    def choose(self, name: str, value: object) -> None:
        """Handle the choice of an option."""

    def typed(self, text: str, field: str | None) -> None:
        """Handle typed letters."""

    def key(self, name: str, shift: bool, control: bool) -> bool:
        """Handle a key, and return whether it meant anything."""
        last = self.rows.last
        ways = {"PageUp": -self.turned, "PageDown": self.turned, "Home": -last, "End": last}
        if name in ways and last:
            self.scroll(ways[name])
            return True
        return False

    def tick(self, now: float) -> None:
        """Let time pass."""

    @property
    def turned(self) -> int:
        """The number of rows on a page, minus those of the previous one that stay visible."""
        return max(1, self.rows.visible - KEPT)

    def scroll(self, rows: int) -> bool:
        """Scroll up or down, and return whether there was anywhere to go."""
        first = self.rows.clamped(self.first + rows)
        if first == self.first:
            return False
        self.first = first
        self.host.changed()
        return True

    def slide(self, share: float) -> None:
        """Follow the bar as it is dragged."""
        self.scroll(round(share * self.rows.last) - self.first)

    def measure(self, rows: Rows) -> None:
        """Find out how many of its rows are visible, before it is drawn."""
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
        """Whether rows guide the arrow keys: sheets are read row by row."""
        return True

    def press(self, target: Target) -> None:
        """Handle a press."""
        self.sheet.press(target)
        self.host.changed()

    def slide(self, target: Target, share: float) -> None:
        """Follow the bar as it is dragged."""
        self.sheet.slide(share)

    def key(self, name: str, shift: bool, control: bool) -> bool:
        """Handle a key."""
        return self.sheet.key(name, shift, control)

    def typed(self, text: str, field: str | None) -> None:
        """Handle typed letters."""
        self.sheet.typed(text, field)

    def scroll(self, rows: int) -> bool:
        """Scroll up or down."""
        return self.sheet.scroll(rows)

    @property
    def visible_rows(self) -> int:
        """How many rows of the sheet are visible."""
        return self.sheet.rows.visible

    def wheel(self, amount: float) -> None:
        """Handle a turn of the wheel."""
        self.sheet.scroll(round(-amount * ROWS))

    def escape(self) -> None:
        """Leave the sheet."""
        self.sheet.leave()

    def tick(self, now: float) -> None:
        """Let time pass."""
        self.sheet.tick(now)
