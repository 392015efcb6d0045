"""The table in words, as a screen reader reads it aloud: what is on it, where the cursor is, and what has happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter import View
from renderer.app.spoken import Words, choices_in_words, page_in_words
from renderer.scene.page_models import Page
from renderer.scene.ui import Card
from runtime.session.draft import Spot
from runtime.show import log_lines, opening_lines
from runtime.show.shown import Shown
from runtime.show.values import Presentation

if TYPE_CHECKING:
    from renderer.app.table.table import Table


class TableWords(Words):
    """A table in words, as far as its viewer may know it."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self._words: tuple[View | None, dict[int, str]] = (None, {})

    def heading(self) -> tuple[str, ...]:
        """Which game it is, or what its card says; then the lesson."""
        table, presented = self.table, self.table.presented()
        card = table.cards.shown
        if card is not None:
            return _card_in_words(card)
        if table.cards.overlay is not None:
            shown = presented.overlays[table.cards.overlay]
            columns = [
                f"{column.title}: {', '.join((*column.lines, column.total))}"
                for column in shown.columns
                if column.lines or column.total
            ]
            summary = table.record.summary if table.record is not None and shown.name == "result" else ""
            named = [*([shown.button] if shown.button else []), *(button.title for button in shown.buttons)]
            lines = (shown.title, *shown.text.splitlines(), *columns, summary.replace("  ·  ", ", "))
            return (*filter(None, lines), choices_in_words(named))
        if table.asked and presented.question is not None:
            question = presented.question
            return question.title, choices_in_words([text for _, text in question.options])
        lesson = _card_in_words(table.lessons.card()) if table.lessons is not None else ()
        begun = () if table.session.history else opening_lines(table.session, table.viewer)
        return (presented.title, *lesson, *begun)

    def spot(self, spot: Spot) -> str:
        """Where the cursor is, and what is there."""
        # A reader for the boards is only loaded for those who listen.
        from runtime.terminal.spoken import sites_in_words, zone_in_words

        table, presented = self.table, self.table.presented()
        shown = Shown(presented.view, left=table.session.left)
        if self._words[0] is not presented.view:
            self._words = (presented.view, sites_in_words(shown) if presented.boards else {})
        words = self._words[1]
        marks = [", chosen"] if spot in presented.chosen else [", can be chosen"] if spot in table.wanted else []
        for board in presented.boards:
            for place in board.places:
                if place.site == spot:
                    several = len(presented.boards) > 1 and board.title
                    name = f"{board.title}, {place.name}" if several else place.name
                    return "".join([f"{name}: {words.get(place.site, '')}".removesuffix(": "), *marks])
            for piece in board.pieces:
                if piece.value == spot and piece.sites:
                    return self.spot(piece.sites[0])
        for zone in presented.zones:
            for number, piece in enumerate(zone.pieces):
                if piece.value == spot:
                    return "".join([zone_in_words(shown, zone, number), *marks])
        return ""

    def whole(self) -> tuple[str, ...]:
        """Everything on the table."""
        from runtime.terminal.spoken import table_in_words

        presented = self.table.presented()
        if not presented.boards and self.table.cards.has("handover"):
            return ()
        return (*table_in_words(Shown(presented.view, left=self.table.session.left)), presented.status)

    def page(self) -> Page | None:
        """The page of the card on top."""
        card = self.table.cards.shown
        return card.page if card is not None else None

    def moves(self) -> int:
        """How many moves were made."""
        return len(self.table.session.history)

    def since(self, move: int) -> tuple[str, ...]:
        """The history from a move on."""
        table, session = self.table, self.table.session
        told = [log_lines(session.game, table.viewer, each) for each in session.history[move:]]
        return tuple(line for lines in told for line in lines)

    def said(self) -> tuple[str, ...]:
        """The message and the status."""
        table = self.table
        presented: Presentation = table.presented()
        lies_beneath = table.cards.top is not None
        said = " ".join(filter(None, (table.voice.message, self._pointed_out())))
        return said, "" if table.thinking or lies_beneath else presented.status

    def _pointed_out(self) -> str:
        """Where to look, if a message highlights places without naming them."""
        lit, message = self.table.voice.lit, self.table.voice.message.lower().rstrip(".").split()
        names = [
            place.name
            for board in self.table.presented().boards
            for place in board.places
            if place.site in lit and place.name.lower() not in (word.rstrip(".,") for word in message)
        ]
        return f"({', '.join(names)})" if names else ""


def _card_in_words(card: Card) -> tuple[str, ...]:
    if card.page is not None:
        return page_in_words(card.page)
    progress = f"Lesson {card.progress[0]} of {card.progress[1]}. " if card.progress is not None else ""
    named = [choice.text for choice in card.choices if choice.enabled]
    return (*filter(None, (f"{progress}{card.title}", *card.text.splitlines(), card.verdict)), choices_in_words(named))
