"""The table: the page for playing a game. It connects hands, the computer, cards and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from interpreter import State
from renderer.app.display import Display, Voice, with_copying, without_daily
from renderer.app.focus import WAYS, first_spot
from renderer.app.pages.sheet import ROWS
from renderer.app.screen import Host, Pointing, Screen
from renderer.app.table.cards import Aftermath, Asking, Cards, OfSpec, welcome
from renderer.app.table.commands import asks_to_stay, run
from renderer.app.table.computer import Computer, Hinting, let_play
from renderer.app.table.keys import pressed
from renderer.app.table.lessons import Lessons, kept_by_lesson
from renderer.app.table.pencilling import SLOT, Pencilling
from renderer.app.table.play import Came, Foreseeing, Play, show, tell_what_was_stopped
from renderer.app.table.racks import Racks
from renderer.app.table.record import Record
from renderer.app.table.reload import RulesWatch
from renderer.app.table.sharing import FOR_PLAYERS, LOOKING_ON, look_around, standing, tell
from renderer.app.table.spoken import TableWords
from renderer.motion.animation import Step
from renderer.nodes import Box, Scene, Target
from renderer.scene.page import visible_card_rows
from renderer.scene.table import scene
from renderer.scene.ui import Card, Ui
from renderer.skins.theme import Size, Theme
from runtime.keep.keeping import Following, Keeping, Opened
from runtime.session.daily import day_of
from runtime.session.draft import Spot
from runtime.session.letters import laying_actions, plays_by_letters
from runtime.session.session import Change, Move, Session, Unavailable
from runtime.session.thinker import Thinking
from runtime.show import viewer_of
from runtime.show.moves import keeps_secrets
from runtime.show.started import first_words
from runtime.show.values import Presentation

BEATS = 3
"""How many beats a second the dots have while someone is thinking."""
OF_PROBLEMS = ("close", "page_up", "page_down")


class Looking:
    """The viewer of a table. If anything is hidden, the next person looks only after the table has been handed over."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._viewer = viewer_of(session)

    @property
    def persons(self) -> list[str]:
        """The players that people play."""
        return [player for player in self.session.game.players if self.session.seats[player] == "person"]

    @property
    def hides(self) -> bool:
        """Whether people who may not see each other's pieces share the screen."""
        return len(self.persons) > 1 and keeps_secrets(self.session.state.program)

    @property
    def viewer(self) -> int:
        """The player who is looking."""
        if not self.hides:
            self._viewer = viewer_of(self.session)
        return self._viewer

    @property
    def next(self) -> int | None:
        """The player to whom the table must be handed over; None if it need not be."""
        following = viewer_of(self.session)
        return following if self.hides and not self.session.state.over and following != self._viewer else None

    def hand_over(self) -> None:
        """Let the next player look."""
        self._viewer = viewer_of(self.session)

    def title(self, player: int) -> str:
        """The everyday name of a player."""
        return str(self.session.state.program.schema.titles[player - 1])


class Table(Screen):
    """One game after another at the same table. `opened` is the started game on disk that the session continues."""

    def __init__(
        self, host: Host, session: Session, opened: Opened | None = None, lessons: Lessons | None = None
    ) -> None:
        super().__init__(host)
        self.lessons = lessons
        self.following: Following | None = None
        self.next_look = 0.0
        self.cards = Cards(host)
        self.voice = Voice()
        self._moves: list[Move] = []
        self._pointing = Pointing()
        self._done_at: Spot | None = None
        self._words = TableWords(self)
        self.way = "Right"
        self._beat = 0
        self.copied: State | None = None
        """The end whose result was copied."""
        self._sit_down(session, opened)
        if opened is not None and opened.told:
            tell(self, opened.told)
        elif lessons is None:
            self.voice.say(first_words(session))
        self.watch = RulesWatch(session.game, host.now) if host.surroundings.watch else None

    # Sessions

    def _sit_down(self, session: Session, kept: Opened | Keeping | None) -> None:
        self.session = session
        self.play = Play(session, self.lessons.refusal if self.lessons is not None else None)
        self.display = Display(session)
        self.foreseeing = Foreseeing(self.play, self.display)
        self.looking = Looking(session)
        self.racks = Racks(self)
        self.pencilling = Pencilling(session, lambda: self.lessons is None and self.following is None)
        self.computer = Computer(session, lambda: Thinking(session.game))
        self.play.rests = self.computer.rests = self.following is not None
        self.hinting = Hinting(session, self.computer, self.voice, self.host.changed)
        recorded = self.lessons is None and self.following is None
        self.record = Record(session, self.host.surroundings, kept) if recorded else None
        self._unsubscribe = session.subscribe(self._changed)
        self.aftermath = Aftermath(self)
        self._moves.clear()
        self._seen = self._warm = False

    def sit_at(self, session: Session, opened: Opened | None = None) -> None:
        """Leave the current game for another one; `opened` is the started game on disk behind it."""
        self._stand_up()
        self.cards.clear()
        self.voice.hush()
        self._sit_down(session, opened)
        # Where the keyboard was on another board means nothing here.
        self.host.point_at(None)
        if opened is not None and opened.told:
            tell(self, opened.told)
        welcome(self)
        self.host.changed()

    def look_on(self, following: Following) -> None:
        """Leave the current game, and look on at one that another process plays."""
        self._stand_up()
        self.following = following
        self._sit_down(following.session, None)
        self.host.changed()

    def go_on_with(self, session: Session, kept: bool = True) -> None:
        """Continue the same game under other rules or settings; whatever is on the table stays."""
        lessons = self.lessons if session is self.session else None
        keeping = self.record.hand_over() if self.record is not None and kept else None
        self._stand_up()
        self.lessons = None if lessons is None else Lessons(lessons.tutorial)
        self._sit_down(session, keeping)
        self.host.changed()

    def _stand_up(self) -> None:
        self._unsubscribe()
        self.play.end()
        self.pencilling.end()
        self.racks.end()
        self.computer.close()
        if self.record is not None:
            self.record.end()
        if self.lessons is not None:
            self.lessons.end()
            self.lessons = None
        self.following = None

    def asks_to_stay(self) -> bool:
        """Whether moves would be lost, and a card asks about that."""
        return not self.cards.has("confirm") and asks_to_stay(self, lambda: self.host.effect("quit"))

    def close(self) -> None:
        """Leave the table. The game is on disk already."""
        self._stand_up()

    def appear(self) -> None:
        """Note that the game is on the screen again."""
        self.host.effect("title", self.session.game.title)
        self.host.surroundings.note_opened(self.session.game)
        if not self.aftermath.settled and not self.cards.laid:
            welcome(self)

    def _changed(self, change: Change) -> None:
        """Forget everything about the previous position, because the session has changed."""
        self.host.changed()
        if change.what in ("refused", "hinted", "noted"):
            return
        self.aftermath.begin(change.what == "performed")
        self.hinting.forget()
        if change.what == "started":
            self.host.point_at(None)
        if change.what == "performed":
            self._moves += change.moves
        else:
            self.computer.cancel()
            self._moves.clear()

    @property
    def in_words(self) -> TableWords:
        """The table as a screen reader reads it."""
        return self._words

    # Pictures

    @property
    def viewer(self) -> int:
        """The player through whose eyes the table is seen."""
        return self.looking.viewer

    @property
    def cursor(self) -> Spot | None:
        """Where the keyboard points."""
        return self._pointing.cursor

    @property
    def day(self) -> date | None:
        """The date of the game of the day that is on the table."""
        if self.record is not None:
            return self.record.keeping.day
        return day_of(self.session, self.host.surroundings.time().date())

    @property
    def thinking(self) -> bool:
        """Whether the computer is working on a move."""
        return self.computer.plays and self.cards.top is None

    def presented(self) -> Presentation:
        """What is shown at the moment."""
        preferred = self.host.surroundings.preferences.value
        lights, self.display.by_itself = preferred.highlights, preferred.turn
        found = self.display.presented(self.play.draft, self.viewer, self.computer.plays, lights)
        if self.day == self.host.surroundings.time().date():
            found = without_daily(found)
        found = self._furnished(found)
        if self.session.status.over and self.lessons is None:
            found = with_copying(found, self.copied is self.session.state)
        return replace(found, boards=(), zones=()) if self.cards.has("handover") else found

    def _furnished(self, found: Presentation) -> Presentation:
        """A position with the marks and buttons that a table adds, so that all positions leave the same room beside
        them."""
        return self.racks.shown(self.pencilling.shown(found, self.viewer))

    def scene(self, pointing: Pointing, size: Size, theme: Theme) -> Scene:
        """The table with its cards."""
        self._pointing, self._seen = pointing, True
        shown = self.presented()
        if self.host.busy:
            # What can be done next is lit only when the move is over.
            shown = replace(shown, targets=frozenset())
        card = self.cards.shown
        if self.cards.sheet is not None and card is not None:
            self.cards.sheet.measure(visible_card_rows(card, size))
        return scene(shown, self._ui(pointing), size, theme)

    def _ui(self, pointing: Pointing) -> Ui:
        found = self.display.ui(pointing, self.viewer, self.voice, self.day is not None)
        card = Card("question", choices=self.pencilling.choices(self)) if self.asked else self.cards.shown
        if self.lessons is not None:
            lesson = self.lessons.card()
            # Behind another card it can be read, but not gone on with.
            lesson = lesson if card is None and self.cards.overlay is None else replace(lesson, choices=())
            found = replace(found, lit=found.lit | self.lessons.spots, lesson=lesson, subtitle="Tutorial")
        if self.writes and not pointing.on_button:
            # The next letter that is typed goes there, whatever was used last.
            found = replace(found, cursor=pointing.cursor)
        if pointing.cursor != self._done_at:
            self._done_at = None
        # Where the keyboard has just done something, that is to be seen.
        just_done = pointing.keyboard and self._done_at is not None
        foreseen = self.takes_spots and not just_done
        preview = self.foreseeing.shown(pointing, self.viewer) if foreseen else None
        return replace(
            found,
            preview=preview,
            thinking=self.thinking,
            beat=self._beat,
            overlay=self.cards.overlay,
            card=card,
            pad=self.pencilling.pad(self.viewer) if self.takes_spots else None,
            letters=plays_by_letters(self.session.state.program),
            summary=self.record.summary if self.record is not None else "",
            subtitle=standing(self, found.subtitle),
        )

    def steps(self, pointing: Pointing, size: Size, theme: Theme) -> list[Step]:
        """The moves made since the last call, stage by stage."""
        if not self._moves:
            return []
        moves, self._moves = self._moves, []

        def draw(shown: Presentation, ui: Ui) -> Scene:
            return scene(self._furnished(shown), ui, size, theme)

        return self.display.steps(moves, self.viewer, self._ui(pointing), draw)

    # Time

    def touched(self) -> None:
        """Dismiss the bubble at the next key or click."""
        if self.voice.drop_bubble():
            self.host.changed()

    def tick(self, now: float) -> None:
        """Let the computer play, fetch hints, and act on the last move once it has been shown."""
        if self.voice.is_read(now):
            self.touched()
        if self._seen and not self._warm:
            # Not before the first picture: starting another process would hold that up.
            self._warm = True
            self.computer.warm()
        if self.watch is not None:
            self.watch.look(self, now)
        if self.record is not None:
            self.record.time_passes(now, self.cards.top is None and not self.session.status.over)
        look_around(self, now)
        if self._moves or self.host.busy:
            return
        tell_what_was_stopped(self)
        self.aftermath.tick(now)
        if self.lessons is not None and (heard := self.lessons.heard()) is not None:
            self.host.sound(heard)
        self.hinting.fetch()
        if self.thinking:
            self._beat_on(now)
            let_play(self, now)

    @property
    def lingers(self) -> bool:
        """Whether the last move stays in view before a card covers it."""
        return self.aftermath.lingers

    def hurry(self) -> None:
        """Show that card now."""
        self.aftermath.hurry()

    def _beat_on(self, now: float) -> None:
        """Advance the dots that show that someone is thinking."""
        if int(now * BEATS) != self._beat:
            self._beat = int(now * BEATS)
            self.host.changed()

    # Hands

    @property
    def takes_spots(self) -> bool:
        """Whether boards and zones can be pointed at."""
        return self.cards.top is None and not self.asked

    @property
    def in_rows(self) -> bool:
        """Whether the rows of a card guide the arrow keys; the board and the panel beside it have none."""
        return not self.takes_spots

    @property
    def asked(self) -> bool:
        """Whether something must be chosen from a menu now."""
        return self.cards.top is None and self.play.may_play and self.presented().question is not None

    @property
    def asks_letters(self) -> bool:
        """Whether a letter is an answer, or picks a piece that shows it."""
        return self.asked or (self.cards.top is None and self.play.takes_letters)

    @property
    def pointed_out(self) -> frozenset[Spot]:
        """The spots that a hint or a lesson points out."""
        return self.voice.lit | (self.lessons.spots if self.lessons is not None else frozenset())

    @property
    def wanted(self) -> frozenset[Any]:
        """The spots worth pointing at: those pointed out, or else those that can be chosen."""
        return self.pointed_out or self.play.targets()

    def first_of(self, spots: Mapping[Any, Box]) -> Any | None:
        """Where the cursor starts: at a wanted spot, or where most words and the like can be placed."""
        return first_spot(spots, self.pointed_out, self.play.busiest_places(), self.play.targets())

    def drags(self, spot: Spot) -> bool:
        """Whether a spot can be dragged: the player to move may drag anything, and everybody their own pieces at any
        time."""
        return self.takes_spots and (self.play.may_play or self.racks.zone_of(spot) is not None)

    def lifts(self, spot: Spot) -> bool:
        """Whether a drag picks a piece up: only if it could be moved."""
        movable = spot in self.play.targets() or spot in self.presented().chosen
        return movable or self.racks.zone_of(spot) is not None

    def take_up(self, spot: Spot) -> bool:
        """Take up with the keyboard what the mouse would drag."""
        if not self.takes_spots or not self.play.may_play:
            return False
        came = self.play.lift(spot)
        if came.what == "nothing":
            return False
        self.take(came, spot)
        return True

    def holds(self, spot: Spot) -> bool:
        """Whether a held press replaces the right button, for actions reserved for that: fingers and pens have none."""
        return self.takes_spots and self.play.may_play and self.play.keeps_right

    def drop(self, start: Spot, end: Spot | None, onto: Target | None) -> None:
        """Handle the end of a drag."""
        if onto is not None and onto.kind == "place" and self.racks.put(start, onto.value):
            return
        if onto is not None and onto.kind == "place":
            end = start
        if self._is_my_turn(end):
            # What could not be picked up is refused where it lies.
            at = end if self.lifts(start) else None
            self.take(self.play.drag(start, end), start if end is not None else None, at)

    def cancel(self) -> None:
        """Give up what is half chosen."""
        if self.takes_spots and self.play.may_play:
            self.take(self.play.key("Escape"))

    def press_right(self, spot: Spot) -> None:
        """Do what is reserved for the right button, or give up what is half chosen."""
        if self.play.may_play and self.cards.top is None:
            self._done_at = self.cursor
            self.take(self.play.right_click(spot), spot)

    def press(self, target: Target) -> None:
        """Handle a press: on a spot, a button, an answer, or something on a card."""
        self.host.changed()
        if target.kind == "spot":
            if self.pencilling.press(self, target.value):
                return
            if self._is_my_turn(target.value):
                self._done_at = self.cursor
                self.take(self.play.click(target.value), target.value)
            return
        top, problems = self.cards.top, self.cards.problems
        if top is not None and top.press(target):
            return
        if top is None and problems is not None and target.kind == "command" and target.name in OF_PROBLEMS:
            problems.press(target)
        elif target.kind == "option" and target.name == SLOT and not self.asked:
            self.pencilling.write(self, target.value)
        elif target.kind == "option":
            self.take(self.play.pick(target.value, target.name))
        elif target.kind == "action":
            self.cards.close_for_action()
            if self._is_my_turn(f"button:{target.name}"):
                self.take(self.play.button(target.name))
        elif target.kind == "command":
            self.command(target.name)

    def press_disabled(self, target: Target) -> None:
        """Say why a button is disabled; if it is out of place in a lesson, say what to do instead."""
        presented = self.presented()
        why = next((button.why for button in presented.buttons if button.name == target.name), "")
        if self.lessons is not None:
            why = self.lessons.forbids(target.name) or why
        if why:
            self.voice.say(why, "refused", about=(f"button:{target.name}",))
            self.host.sound("refuse")
            self.host.changed()

    def _is_my_turn(self, about: Spot | str | None) -> bool:
        """Whether a person may play now; if not, say so at the place of the press."""
        if self.following is not None:
            self.voice.say(LOOKING_ON, "refused", about=(about,))
        elif self.session.state.over:
            self.voice.say("The game is over.", about=(about,))
        elif self.computer.plays:
            self.voice.say("It is not your turn.", about=(about,))
        if self.following is not None or self.session.state.over or self.computer.plays:
            self.host.sound("refuse")
        return self.play.may_play and self.cards.top is None

    def take(self, came: Came, spot: Spot | None = None, end: Spot | None = None) -> None:
        """Show the result of a gesture that was made at a spot, or from there to the end of a drag."""
        self.host.changed()
        show(self, came, spot, end)

    # Keys and commands

    @property
    def writes(self) -> bool:
        """Whether letters that are typed now are laid on a board."""
        return self.takes_spots and self.play.takes_letters and bool(laying_actions(self.session.state.program))

    @property
    def writes_down(self) -> bool:
        """Whether the letters that are typed go down from the cursor, not to the right."""
        return self.way in ("Up", "Down")

    @property
    def on_button(self) -> bool:
        """Whether the keyboard is on a button."""
        return self._pointing.on_button

    @property
    def on_keyboard(self) -> bool:
        """Whether the keyboard was used last, so that its cursor is visible."""
        return self._pointing.keyboard

    def key(self, name: str, shift: bool, control: bool) -> bool:
        """Handle a key of the table."""
        self.host.changed()
        if name in WAYS:
            self.way = name
        return pressed(self, name, shift, control)

    def submit(self) -> None:
        """Handle Enter with the keyboard on nothing."""
        top = self.cards.top
        if isinstance(top, Asking):
            top.enter()
        elif isinstance(top, OfSpec):
            self.command("close")

    def typed(self, text: str, field: str | None) -> None:
        """Handle letters for a field on a card."""
        if self.cards.sheet is not None:
            self.cards.sheet.typed(text, field)

    def scroll(self, rows: int) -> bool:
        """Scroll the card on top up or down."""
        return self.cards.sheet is not None and self.cards.sheet.scroll(rows)

    @property
    def visible_rows(self) -> int:
        """How many rows of the card on top are visible."""
        return self.cards.sheet.rows.visible if self.cards.sheet is not None else 0

    def wheel(self, amount: float) -> None:
        """Scroll the card on top."""
        if self.cards.sheet is not None:
            self.cards.sheet.scroll(round(-amount * ROWS))

    def slide(self, target: Target, share: float) -> None:
        """Follow the bar of a card as it is dragged."""
        if self.cards.sheet is not None:
            self.cards.sheet.slide(share)

    def command(self, name: str) -> None:
        """Do what a button or key of every game asks for."""
        self.host.changed()
        try:
            if self.lessons is not None and kept_by_lesson(self, self.lessons, name):
                return
            if self.following is not None and name in FOR_PLAYERS:
                raise Unavailable(LOOKING_ON)
            run(self, name)
        except Unavailable as problem:
            self.voice.say(str(problem), "refused", about=(f"button:{name}",))
            self.host.sound("refuse")
