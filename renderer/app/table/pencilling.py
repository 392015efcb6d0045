"""Pencil marks at the table: the mode for marking cells, the selected cell, and the keys for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from renderer.nodes import Target, spot_key
from renderer.scene.page_models import CANCEL, Choice
from renderer.scene.ui import Pad, PadKey
from runtime.session import draft as drafts
from runtime.session.draft import Spot
from runtime.session.letters import plays_by_letters
from runtime.session.pencil import Pencil
from runtime.session.session import Session, Unavailable
from runtime.show.pencil import marks_told, pencil_shown
from runtime.show.values import ButtonShown, Presentation

if TYPE_CHECKING:
    from renderer.app.table.table import Table

SLOT = "pencil"
ON = "Pencil on. Choose an empty cell and write your marks."
OFF = "Pencil off."
AUTOMATIC = {True: "Automatic marks on.", False: "Automatic marks off. Your own marks are shown."}


class Pencilling:
    """The pencil of the player at a table. `on`: presses mark cells of its board instead of playing; `cell` is the
    selected one, 0 if there is none."""

    def __init__(self, session: Session, can_be_used: Callable[[], bool]) -> None:
        self.pencil = Pencil(session)
        self.on = False
        self.cell = 0
        self._can_be_used = can_be_used

    def end(self) -> None:
        """Put the pencil away."""
        self.pencil.end()

    @property
    def session(self) -> Session:
        """The game being played."""
        return self.pencil.session

    @property
    def is_there(self) -> bool:
        """Whether the player has a pencil at the moment."""
        return self.pencil.plan is not None and self._can_be_used()

    @property
    def control(self) -> bool:
        """Whether its key needs Ctrl because letters are typed to play."""
        return plays_by_letters(self.session.state.program)

    # What is shown

    def shown(self, found: Presentation, viewer: int) -> Presentation:
        """A presentation with the marks, the selected cell and the button."""
        found = replace(found, pencil=pencil_shown(self.pencil, viewer))
        if not self.is_there:
            return found
        over = self.session.status.over
        button = ButtonShown(SLOT, "Pencil", not over, "The game is over." if over else "", armed=self.on and not over)
        at = next((number for number, each in enumerate(found.buttons) if not each.is_action), len(found.buttons))
        buttons = (*found.buttons[:at], button, *found.buttons[at:])
        chosen = found.chosen | {self.cell} if self._in_hand(viewer) else found.chosen
        # Where cells are marked nothing tells where values could be put.
        targets = frozenset(spot for spot in found.targets if not self.takes(spot)) if self.on else found.targets
        return replace(found, buttons=buttons, chosen=chosen, targets=targets)

    def _in_hand(self, viewer: int) -> bool:
        """Whether a cell is selected; one that has been filled does not count."""
        if self.cell and (not self.on or self.cell not in self.pencil.open_cells(viewer)):
            self.cell = 0
        return bool(self.cell)

    def pad(self, viewer: int) -> Pad | None:
        """The keys for the selected cell."""
        plan = self.pencil.plan
        if plan is None or not self.is_there or not self._in_hand(viewer):
            return None
        marks = self.pencil.marks(viewer).get(self.cell, frozenset())
        keys = tuple(PadKey(value, text, value in marks) for value, text in zip(plan.values, plan.texts, strict=True))
        automatic = self.pencil.is_automatic(viewer)
        choices = [Choice("Erase", Target("command", "pencil_erase"), bool(marks), key="Del")]
        if plan.candidates is not None:
            target = Target("command", "pencil_auto")
            choices.insert(0, Choice("Automatic", target, primary=automatic, key=self.auto_key))
        choices.append(Choice("Done", Target("command", "pencil_done"), key="Esc"))
        name = self.session.state.program.schema.topology.names[self.cell]
        return Pad(SLOT, f"Pencil marks for {name}", keys, tuple(choices))

    def choices(self, table: Table) -> tuple[Choice, ...]:
        """The choices below a question about a value for a cell: marks can be written instead."""
        if not self.is_there or not any(map(self.takes, drafts.spots(self.session.state, table.play.draft))):
            return ()
        return Choice("Pencil", Target("command", "pencil"), key="Ctrl P" if self.control else "P"), CANCEL

    @property
    def auto_key(self) -> str:
        """The key for automatic marks, as buttons show it."""
        return "Ctrl Shift P" if self.control else "Shift P"

    # What the player does

    def toggle(self, table: Table) -> None:
        """Take the pencil, or put it down. Anything half chosen on its board is given up."""
        if not self.is_there or self.session.status.over:
            return
        spots = [spot for spot in drafts.spots(self.session.state, table.play.draft) if self.takes(spot)]
        self.on, self.cell = not self.on, 0
        if self.on and table.play.may_play and (spots or table.asked):
            table.play.key("Escape")
            cells = [spot for spot in spots if isinstance(spot, int)]
            self.cell = cells[0] if len(cells) == 1 else 0
        table.voice.say(ON if self.on else OFF)

    def switch(self, table: Table) -> None:
        """Turn automatic marks on or off."""
        if self.is_there:
            table.voice.say(AUTOMATIC[self.pencil.switch(table.viewer)])

    def _site(self, spot: Spot) -> int:
        """The site of a spot; 0 if it has none."""
        return spot if isinstance(spot, int) else self.session.state.site_of(spot) or 0

    def takes(self, spot: Spot) -> bool:
        """Whether a spot is on the board that can be marked."""
        plan, state, site = self.pencil.plan, self.session.state, self._site(spot)
        board = state.program.schema.topology.board_at(site) if site else None
        if plan is None or board is None:
            return False
        return board.name in state.program.schema.boards[plan.board].instances

    def press(self, table: Table, spot: Spot) -> bool:
        """Select or deselect the cell that was pressed, and return whether the press was meant for that."""
        if not self.on or not self.is_there or not self.takes(spot):
            return False
        site = self._site(spot)
        try:
            self.pencil.require_open(table.viewer, site)
        except Unavailable as problem:
            self._refuse(table, str(problem), spot)
            return True
        self.cell = 0 if site == self.cell else site
        table.voice.hush()
        return True

    def write(self, table: Table, value: Any) -> None:
        """Write a mark in the selected cell, or erase it."""
        self._at_cell(table, lambda: self.pencil.mark(table.viewer, self.cell, value))

    def erase(self, table: Table) -> None:
        """Erase all marks in the selected cell."""
        self._at_cell(table, lambda: self.pencil.rub_out(table.viewer, self.cell))

    def _at_cell(self, table: Table, act: Callable[[], object]) -> None:
        """Do something with the selected cell, or say why that is impossible."""
        if not self.cell:
            return
        try:
            act()
            table.voice.say(marks_told(self.pencil, table.viewer, self.cell))
            table.host.sound("pick")
        except Unavailable as problem:
            self._refuse(table, str(problem), self.cell)

    def lay_aside(self) -> None:
        """Deselect the cell."""
        self.cell = 0

    def _refuse(self, table: Table, why: str, spot: Spot) -> None:
        table.voice.say(why, "refused")
        table.host.sound("refuse")
        table.host.shake([spot_key(spot)])

    # Keys

    def key(self, table: Table, name: str, shift: bool, control: bool) -> bool:
        """Do what a key means to the pencil, and return whether it meant anything."""
        if not self.is_there:
            return False
        if name.lower() == "p" and control == self.control and not self._marks_with(name):
            if shift:
                self.switch(table)
            else:
                self.toggle(table)
            return True
        if not self.on or control or table.asked:
            return False
        if name == "Escape":
            if self.cell:
                self.lay_aside()
            else:
                self.toggle(table)
            return True
        cursor = table.cursor
        if table.on_keyboard and cursor is not None and self.takes(cursor) and cursor != self.cell:
            pointed = self._site(cursor)
        else:
            pointed = self.cell
        value = self._marks_with(name)
        if value is None and name not in ("Backspace", "Delete"):
            return False
        self.cell = pointed
        if not pointed:
            table.voice.say("Choose the cell first.")
        elif value is None:
            self.erase(table)
        else:
            self.write(table, value)
        return True

    def _marks_with(self, name: str) -> Any | None:
        """The mark that a letter or digit stands for while the pencil is in use: the only one that begins with it."""
        plan = self.pencil.plan
        if plan is None or not self.on or len(name) != 1:
            return None
        fitting = [value for value, text in zip(plan.values, plan.texts, strict=True) if text.startswith(name.lower())]
        return fitting[0] if len(fitting) == 1 else None
