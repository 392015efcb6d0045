"""The table for playing a game: the session, the keyboard, the viewer, and where the game is saved."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from textwrap import wrap
from time import monotonic, sleep
from typing import Protocol

from rich.console import Console
from rich.text import Text

from interpreter import Action, Event, Game, Refusal, State
from interpreter.spec.diagnostics import blotted, found_in_play, render, visible
from runtime.bots import Bot, bot_for, move_of
from runtime.bug import told_with_report
from runtime.keep.keeping import GOES_ON, SAVED_AGAIN, Keeping, Opened, why_unsaved
from runtime.keep.saves import Replays, Saves
from runtime.keep.statistics import Statistics, result_of
from runtime.session import draft as drafts
from runtime.session.choice import Choosing
from runtime.session.draft import Draft
from runtime.session.pencil import Pencil
from runtime.session.session import Choose, Seat, Session
from runtime.show.confirmation import Confirmation, is_begun, of_new_game
from runtime.show.moves import last_sites, opening_lines
from runtime.show.panels import status
from runtime.show.pencil import pencil_lines
from runtime.show.present import viewer_of
from runtime.show.results import counted_in, uncounted, without_replay
from runtime.show.shown import Shown
from runtime.show.turning import sits_opposite
from runtime.terminal.drawing import Marks
from runtime.terminal.screen import position

Complete = Callable[[str], list[str]]
"""From the line up to the cursor to what its last word may become."""
MOST_GUESSED = 200
"""How many ways of an action are listed if the player may not know which are legal."""


class Lines(Protocol):
    """The source of typed lines."""

    def read(self, prompt: str, complete: Complete | None = None) -> str:
        """The next line; EOFError if there is none, KeyboardInterrupt if the player interrupts."""

    def waits(self, seconds: float) -> bool:
        """Whether a line arrives within that time."""


class Keyboard:
    """Lines from stdin."""

    def __init__(self) -> None:
        self._complete: Complete | None = None
        self._found: list[str] = []
        self._offer()

    def read(self, prompt: str, complete: Complete | None = None) -> str:
        """The next line."""
        self._complete = complete
        if sys.stdin.isatty():
            return input(visible(prompt))
        # A script plays: show what it types, so that its output reads like a game.
        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        sys.stdout.write(line if line.endswith("\n") else f"{line}\n")
        return line.rstrip("\n")

    def waits(self, seconds: float) -> bool:
        """Whether somebody types within that time; always true for a script."""
        if not sys.stdin.isatty():
            return True
        if sys.platform == "win32":
            import msvcrt

            ends = monotonic() + seconds
            while not (typed := msvcrt.kbhit()) and monotonic() < ends:
                sleep(0.05)
            return typed
        import select

        return bool(select.select([sys.stdin], [], [], seconds)[0])

    def _offer(self) -> None:
        """Let the Tab key complete words, if the platform supports it."""
        if not sys.stdin.isatty():
            return
        try:
            import readline
        except ImportError:
            return
        readline.set_completer(self._completed)
        readline.set_completer_delims(" ")
        editline = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if editline else "tab: complete")
        readline.set_auto_history(True)

    def _completed(self, _word: str, number: int) -> str | None:
        """The answer that readline asks for: the first, second … completion of the last word."""
        import readline

        if number == 0:
            typed = readline.get_line_buffer()[: readline.get_endidx()]
            # Whatever goes wrong must not end the line that is being typed.
            try:
                self._found = self._complete(typed) if self._complete is not None else []
            except Exception as problem:
                self._found = []
                print(f"\n{told_with_report(problem, {'typed': typed})}", file=sys.stderr)
            if len(self._found) == 1:
                self._found = [f"{self._found[0]}{'' if self._found[0].endswith('=') else ' '}"]
        return self._found[number] if number < len(self._found) else None


def listed_moves(game: Game, state: State) -> list[Action]:
    """What the player to move can try. If legality would reveal something hidden, everything that can be chosen is
    listed."""
    if state.over:
        return []
    guarded = {name for name in state.program.actions if Choosing(game, state, name).tells_hidden()}
    found = [action for action in game.legal(state) if action[0] not in guarded]
    for name in state.program.actions:
        if name in guarded:
            found += _choosable(game, state, drafts.start(state, name))[:MOST_GUESSED]
    return found


def _choosable(game: Game, state: State, draft: Draft) -> list[Action]:
    if drafts.ready(state, draft):
        return [drafts.submit(state, draft)] if Choosing(game, state, draft.action or "").barred() is None else []
    found: list[Action] = []
    slots = drafts.candidates(game, state, draft)
    for name, values in list(slots.items())[:1]:
        for value in values:
            found += _choosable(game, state, drafts.add(game, state, draft, value, name))
            if len(found) >= MOST_GUESSED:
                return found
    return found


def print_lines(console: Console, *lines: str, style: str = "") -> None:
    """Print lines; long ones are wrapped between words."""
    for line in lines:
        indent = " " * (len(line) - len(line.lstrip()))
        parts = wrap(line, console.width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
        for part in parts or [""]:
            console.print(Text(visible(part), style), soft_wrap=True)


class Table:
    """One game at a time. `opened` is the started game on disk that it continues; without `kept` nothing is saved.

    `refused` is the last refusal with its state and action; `called` is the player's name for the game.
    """

    def __init__(
        self,
        console: Console,
        lines: Lines,
        session: Session,
        saves: Saves,
        opened: Opened | None = None,
        kept: bool = True,
    ) -> None:
        self.console = console
        self.lines = lines
        self.saves = saves
        self.session = session
        self.keeping: Keeping | None = saves.keep(session, opened, date.today()) if kept else None
        self.refused: tuple[State, Refusal, Action | None] | None = None
        self.lit: frozenset[int] = frozenset()
        self.called = session.game.name
        self.leaving = False
        self.redraw = True
        self.turned_round = False
        self.seen_by = self.viewer
        self._moves: tuple[State | None, list[Action]] = (None, [])
        self._numbered: State | None = None
        self._unsaved: str | None = None
        self._replayed: State | None = None
        self._opening: tuple[Event, ...] = ()
        self._counted = session.status.over
        self.summary = ""
        self._bots: dict[tuple[State, str], Bot] = {}
        self._pencil = Pencil(session)
        if opened is not None and self.keeping is not None and not self.keeping.busy:
            # It may have ended at the very moment at which its player was gone.
            self._note_end()

    @property
    def turned(self) -> bool:
        """Whether boards are seen from the opposite side: for the only person if they sit there, or by command."""
        return sits_opposite(self.session) != self.turned_round

    @property
    def game(self) -> Game:
        """The game being played."""
        return self.session.game

    @property
    def state(self) -> State:
        """The state of the game."""
        return self.session.state

    @property
    def pencil(self) -> Pencil:
        """The pencil marks of whoever plays."""
        if self._pencil.session is not self.session:
            self._pencil.end()
            self._pencil = Pencil(self.session)
        return self._pencil

    @property
    def width(self) -> int:
        """How wide the terminal is."""
        return self.console.width

    # Who looks

    @property
    def persons(self) -> list[str]:
        """The players that people play."""
        return [player for player in self.game.players if self.session.seats[player] == "person"]

    @property
    def viewer(self) -> int:
        """The player through whose eyes the board is shown."""
        return viewer_of(self.session)

    def title(self, player: str) -> str:
        """The everyday name of a player."""
        return str(self.state.program.schema.titles[self.game.players.index(player)])

    # Showing

    def say(self, *lines: str, style: str = "") -> None:
        """Print lines; long ones are wrapped between words."""
        print_lines(self.console, *lines, style=style)

    @contextmanager
    def busy(self, text: str) -> Iterator[None]:
        """Name something that takes a while, for as long as it does."""
        if self.console.is_terminal and not self.console.is_dumb_terminal:
            with self.console.status(visible(text), spinner="line" if self.plain else "dots"):
                yield
        else:
            self.say(text)
            yield

    @property
    def plain(self) -> bool:
        """Whether the terminal has only ASCII characters."""
        return not self.console.encoding.startswith("utf")

    @property
    def thinking(self) -> str:
        """The message while the computer thinks."""
        return status(Shown(self.game.seen(self.state, self.viewer), thinking=True, left=self.session.left))

    def show(self) -> None:
        """Print the board with everything that belongs to it."""
        session, viewer = self.session, self.viewer
        shown = Shown(self.game.seen(session.state, viewer), left=session.left)
        marks = Marks(last_sites(self.game, session.history, viewer), self.lit)
        self.say("")
        for line in position(shown, marks, self.width, self.plain, self.turned):
            line.plain = blotted(line.plain)
            self.console.print(line, soft_wrap=True)
        self.say(*(f"  {line}" for line in pencil_lines(self.pencil, viewer, self.width - 2)))
        if self.may_stop:
            self.say("Go on, or type ‘stop’ to end the turn.")
        self.redraw = False
        untold = session.state.program.untold
        while untold:
            fault = untold.pop(0)
            self.say("The spec has a mistake; a part of the game is not shown.", style="bold")
            self.say(*render(found_in_play(fault.message, fault.span)).splitlines())

    # Moves

    @property
    def may_stop(self) -> bool:
        """Whether a person may continue the turn or end it."""
        pending = self.state.pending
        playing = not self.state.over and self.session.seat_to_move == "person"
        return playing and pending is not None and pending.may_stop

    def moves(self) -> Sequence[Action]:
        """What the player can do, in the order of the numbers."""
        if self._moves[0] is not self.state:
            self._moves = (self.state, listed_moves(self.game, self.state))
        return self._moves[1]

    @property
    def numbered(self) -> bool:
        """Whether the numbers of the moves were shown at this point."""
        return self._numbered is self.state

    def note_numbers(self) -> None:
        """Accept the numbers of the moves from now on at this point."""
        self._numbered = self.state

    def changed(self) -> None:
        """React to a change of the game: nothing is pointed out any more. The game has already been saved, or the
        player told that it has not."""
        self.lit, self.redraw, self.refused = frozenset(), True, None
        self._count()
        self._note_end()
        self._tell_unsaved()

    def _note_end(self) -> None:
        """Save a game that is over as a replay; then it is no longer an unfinished game."""
        session, state = self.session, self.session.state
        if self.keeping is None or not session.history or not session.status.over:
            return
        try:
            if self._replayed is not state:
                replays = Replays(self.saves.folder.parent / "replays")
                replays.keep(session, result_of(session, self.persons), datetime.now())
        except OSError as problem:
            self.say(without_replay(problem))
        else:
            self._replayed = state
            self.keeping.finish()

    def _count(self) -> None:
        """Count a game that is over, once, even if its end is undone and reached again."""
        session = self.session
        if not (session.history or session.undone):
            self._counted, self.summary = False, ""
        if self._counted or self.keeping is None or not session.status.over:
            return
        self._counted = True
        try:
            self.summary = counted_in(session, self.statistics, self.keeping.day, date.today())
        except OSError as problem:
            self.say(uncounted(problem))

    @property
    def statistics(self) -> Statistics:
        """The figures of all games."""
        return Statistics(self.saves.folder.parent)

    def _tell_unsaved(self) -> None:
        """Say when the game is no longer being saved, and when it is again."""
        problem = self.keeping.problem if self.keeping is not None else None
        why = why_unsaved(problem, self.saves.folder) if problem is not None else None
        if why is not None and why != self._unsaved:
            self.say(why, style="bold")
            self.say(GOES_ON)
        elif why is None and self._unsaved is not None:
            self.say(SAVED_AGAIN)
        self._unsaved = why

    def chooser(self) -> Choose:
        """The bot for the player to move."""
        key = (self.session.start, self.state.to_move)
        if key not in self._bots:
            self._bots[key] = bot_for(self.game, self.state, self.state.to_move)
        bot = self._bots[key]
        return lambda view, seed: move_of(bot, view, seed).action

    # Other games

    def begin(self, settings: Mapping[str, object] | None = None) -> None:
        """Start another session with other settings."""
        seats: dict[str, Seat] = dict(self.session.seats)
        self.sit_at(Session(self.game, self.session.level, {**self.session.settings, **(settings or {})}, None, seats))

    def sit_at(self, session: Session, opened: Opened | None = None) -> None:
        """Continue with another session; `opened` is the started game on disk behind it."""
        self.stop_keeping()
        self.session = session
        self._counted, self.summary = session.status.over, ""
        self.keeping = self.saves.keep(session, opened, date.today())
        self.changed()

    def tell_opening(self) -> None:
        """Say once how a new game has begun, if something happened before its first action."""
        session = self.session
        if not session.history and session.opening is not self._opening:
            self._opening = session.opening
            self.say(*opening_lines(session, self.viewer))

    def stop_keeping(self) -> None:
        """Stop saving: from now on the player only looks on."""
        if self.keeping is not None:
            self.keeping.end()
            self.keeping = None

    def confirmed(self, question: Confirmation) -> bool:
        """Whether the player agrees to go ahead; Enter alone does not count."""
        return self._answer(question, question.yes) in ("y", "yes", question.yes.lower())

    def _answer(self, question: Confirmation, *ways: str) -> str:
        """The player's answer to a question: the letter of one of the options, or nothing."""
        keys = [f"{key} = {way}" for key, way in zip("yg", (way.lower() for way in ways), strict=False)]
        asked = " ".join(part for part in (question.title, question.text) if part)
        no = question.no[:1].lower() + question.no[1:]
        return self.lines.read(f"{asked} ({', '.join([*keys, f'Enter = {no}'])}) ").strip().lower()

    def instead(self, refusal: Refusal) -> Refusal:
        """The text for a refusal; lessons may have their own."""
        return refusal

    @property
    def is_begun(self) -> bool:
        """Whether somebody would lose something if the game were given up."""
        return is_begun(self.session)

    def may_leave(self) -> bool:
        """Whether the game can be left for a new one: it is over, not begun, or the player agrees, who may also say
        that it is no longer needed."""
        if not self.is_begun:
            return True
        kept = self.keeping is not None and self.keeping.problem is None
        question = of_new_game(self.session, "‘games’" if kept else "")
        answer = self._answer(question, question.yes, *(["give it up"] if kept else []))
        if answer in ("g", "give it up", "give up") and self.keeping is not None:
            self.keeping.give_up()
            return True
        return answer in ("y", "yes", question.yes.lower())
