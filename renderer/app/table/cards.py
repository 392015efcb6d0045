"""The cards on the table: before a game, during it and at its end; the topmost is answered first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter import Fault
from renderer.app.pages.lists import Problems
from renderer.app.pages.sheet import Sheet
from renderer.app.screen import Host
from renderer.app.sounds import Sound
from renderer.app.table.play import show_fault
from renderer.nodes import Target
from renderer.scene.page_models import Choice
from renderer.scene.ui import Card
from runtime.show.confirmation import Confirmation
from runtime.show.overlays import is_ready_again

if TYPE_CHECKING:
    from renderer.app.table.table import Table

Answer = Callable[[], None]
MENU = "menu"
"""The card with all that can be done beside playing."""
GIVE_UP = Choice("Give it up", Target("command", "give_up"))
RESUME = Choice("Resume", Target("command", "resume"), primary=True, key="P")
LOOK = 1.0
"""Seconds for which the board is seen before a card covers it: the last move is what everybody wants to see."""
ENDINGS: dict[str, Sound] = {"won": "win", "lost": "lose", "drawn": "draw", "over": "draw", "plain": "win"}
"""The sound for how a game ended."""


class Laid:
    """A card on the table. `close` removes it; whatever the card does not handle goes to the table."""

    name: str

    def card(self) -> Card | None:
        """The card's contents; None for a card of the spec."""
        return None

    def press(self, target: Target) -> bool:
        """Handle a press on it, and return whether it did anything."""
        return False

    def key(self, name: str, shift: bool, control: bool) -> bool:
        """Handle a key, and return whether it meant anything to the card."""
        return False


@dataclass
class OfSpec(Laid):
    """A card that the spec defines: ready, intro, scores, stuck, result. `closed` is what follows it."""

    name: str
    closed: Answer | None = None


@dataclass
class Asking(Laid):
    """A title, a text and some choices, each with its effect; Enter takes `usual`, Escape `otherwise`."""

    name: str
    title: str
    text: str
    choices: tuple[Choice, ...]
    answers: Mapping[str, Answer]
    usual: str = ""
    otherwise: str = ""
    letters: Mapping[str, str] = field(default_factory=dict)

    def card(self) -> Card:
        """The card."""
        return Card(self.name, self.title, self.text, self.choices)

    def press(self, target: Target) -> bool:
        """Press one of the choices."""
        return target.kind == "command" and self._answer(target.name)

    def key(self, name: str, shift: bool, control: bool) -> bool:
        """The keys for the choices."""
        if name == "Escape":
            return self._answer(self.otherwise)
        return self._answer(self.letters.get(name.lower(), ""))

    def enter(self) -> bool:
        """Handle Enter on nothing in particular."""
        return self._answer(self.usual)

    def _answer(self, name: str) -> bool:
        if name not in self.answers:
            return False
        self.answers[name]()
        return True


class OnCard(Laid):
    """A sheet on a card."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.name = sheet.name

    def card(self) -> Card:
        """The sheet's page."""
        return Card(self.name, page=self.sheet.page())

    def press(self, target: Target) -> bool:
        """Pass the press on to the sheet."""
        self.sheet.press(target)
        return True

    def key(self, name: str, shift: bool, control: bool) -> bool:
        """Pass the key on to the sheet; Escape leaves it."""
        if self.sheet.key(name, shift, control):
            return True
        if name == "Escape":
            self.sheet.leave()
            return True
        return False


class Cards:
    """All cards on the table. `problems` lies beside the others and keeps nobody from playing."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.laid: list[Laid] = []
        self.problems: Sheet | None = None

    # What lies there

    @property
    def top(self) -> Laid | None:
        """The card that must be answered first."""
        return self.laid[-1] if self.laid else None

    @property
    def overlay(self) -> str | None:
        """The name of the spec's card that is open, even if another lies on it."""
        return next((card.name for card in reversed(self.laid) if isinstance(card, OfSpec)), None)

    @property
    def shown(self) -> Card | None:
        """The window's card to show, if it is on top of the spec's."""
        card = self.top.card() if self.top is not None else None
        if card is None and self.top is None and self.problems is not None:
            return Card("problems", page=self.problems.page())
        return card

    @property
    def sheet(self) -> Sheet | None:
        """The sheet that is being read, if there is one."""
        if isinstance(self.top, OnCard):
            return self.top.sheet
        return self.problems if self.top is None else None

    def has(self, name: str) -> bool:
        """Whether there is a card with that name."""
        return any(card.name == name for card in self.laid)

    # Putting and taking

    def lay(self, card: Laid) -> None:
        """Put a card on top, replacing one with the same name."""
        self.laid = [each for each in self.laid if each.name != card.name]
        self.laid.append(card)
        self._turn_to()

    def take(self, card: Laid | None = None) -> None:
        """Remove a card: the topmost, or a certain one."""
        if card is None and self.laid:
            self.laid.pop()
        elif card in self.laid:
            self.laid.remove(card)
        self._turn_to()

    def clear(self) -> None:
        """Remove all but the problems."""
        self.laid.clear()
        self._turn_to()

    def _turn_to(self) -> None:
        """Let the keyboard start again on what is on top now."""
        self.host.focus_on(None)
        self.host.changed()

    def close_spec(self) -> None:
        """Close the card of the spec, if it is on top, and go on to what follows it."""
        top = self.top
        if isinstance(top, OfSpec):
            self.take()
            if top.closed is not None:
                top.closed()

    def close_for_action(self) -> None:
        """Close the card where an action was chosen, whether the spec's or the menu, and return to the game."""
        if isinstance(self.top, Asking):
            self.take()
        self.close_spec()

    # Kinds of cards

    def open_sheet(self, sheet: Sheet) -> None:
        """Put a sheet on the table."""
        card = OnCard(sheet)
        sheet.leave = lambda: self.take(card)
        self.lay(card)

    def ask_first(self, question: Confirmation, yes: Answer, give_up: Answer | None = None) -> None:
        """Ask before something is done; `give_up` does it too, without saving the game that it ends."""

        def then(answer: Answer) -> Answer:
            def taken() -> None:
                self.take()
                answer()

            return taken

        answers: dict[str, Answer] = {"confirm": then(yes), "cancel": self.take}
        letters = {"y": "confirm", "n": "cancel"}
        choices = [
            Choice(question.no, Target("command", "cancel"), key="Esc"),
            Choice(question.yes, Target("command", "confirm"), primary=True, key="Enter"),
        ]
        if give_up is not None:
            answers["give_up"] = then(give_up)
            letters["g"] = "give_up"
            choices.insert(1, GIVE_UP)
        asked = (question.title, question.text, tuple(choices), answers, "confirm", "cancel", letters)
        self.lay(Asking("confirm", *asked))

    def pause(self) -> None:
        """Cover the game until the player wants to continue."""
        answers = {"resume": self.take}
        self.lay(Asking("pause", "Paused", "", (RESUME,), answers, "resume", "resume", {"p": "resume"}))

    def show_problems(self, title: str, text: str) -> None:
        """Show what is wrong with the spec beside the game."""
        self.problems = Problems(self.host, title, text)
        self.problems.leave = self.hide_problems
        self.host.changed()

    def hide_problems(self) -> None:
        """Close the problems once they have been read, or fixed."""
        self.problems = None
        self.host.changed()


def begin_anew(table: Table, begin: Callable[[], None]) -> bool:
    """Start another game, and return whether that was possible, as its setup may run into a mistake of the spec."""
    table.cards.clear()
    try:
        begin()
    except Fault as fault:
        show_fault(table, fault, "this game cannot begin")
        return False
    return True


def welcome(table: Table) -> None:
    """Show the introduction the first time, then the card that the spec calls ready."""
    if table.session.history or table.lessons is not None:
        return
    overlays, game = table.presented().overlays, table.session.game.name
    preferences = table.host.surroundings.preferences
    if "ready" in overlays:
        table.cards.lay(OfSpec("ready"))
    if "intro" in overlays and game not in preferences.value.introduced:
        table.cards.lay(OfSpec("intro", lambda: preferences.note_introduced(game)))


def greet_again(table: Table, button: str) -> None:
    """Show the card that the spec shows after a button, if it has one."""
    if is_ready_again(table.session.game.spec, button):
        table.cards.lay(OfSpec("ready"))


class Aftermath:
    """Waits until a move has been seen. `settled`: everything that follows from the last one is on the table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.settled = False
        self._moved = False
        self._due: float | None = None

    def begin(self, moved: bool) -> None:
        """Start over with another position; `moved`: it comes from a move that is being shown."""
        self.settled, self._moved, self._due = False, moved, None

    @property
    def lingers(self) -> bool:
        """Whether the players get to look at the board before a card covers it."""
        return self._due is not None

    def hurry(self) -> None:
        """Note that the players have seen enough."""
        if self._due is not None:
            self._due = self.table.host.now

    def tick(self, now: float) -> None:
        """Once the move has been seen, check whether the game has ended or the table must be handed over."""
        if self.settled:
            return
        if self._due is None:
            self._due = now + self._wait()
            self.table.host.changed()
        if now < self._due:
            return
        self.settled, self._due = True, None
        self._lay_cards()

    def _wait(self) -> float:
        preferred = self.table.host.surroundings.preferences.value
        covered = self.table.session.state.over or self.table.looking.next is not None
        return LOOK if covered and self._moved and preferred.animation != "off" else 0.0

    def _lay_cards(self) -> None:
        table = self.table
        overlays = table.presented().overlays
        for name in ("stuck", "result"):
            if table.session.state.over and name in overlays and table.lessons is None:
                table.host.sound(ENDINGS[overlays[name].mood])
                if self._moved and overlays[name].mood == "won":
                    table.host.celebrate()
                table.cards.lay(OfSpec(name))
        following = table.looking.next
        if following is not None:
            self._ask_to_hand_over(table.looking.title(following))

    def _ask_to_hand_over(self, name: str) -> None:
        table = self.table

        def show() -> None:
            table.looking.hand_over()
            table.cards.take()

        choice = Choice("Show the table", Target("command", "resume"), primary=True, key="Enter")
        text = f"Hand over to {name}, who goes on when nobody else looks."
        table.cards.lay(Asking("handover", f"It is {name}’s turn", text, (choice,), {"resume": show}, "resume"))
