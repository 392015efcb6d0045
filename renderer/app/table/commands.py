"""The effects of the buttons, keys and menu entries that every game has."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from interpreter import Fault
from renderer.app.pages.forms import NewGame, PreferencesForm
from renderer.app.pages.help import Help
from renderer.app.pages.lists import ReplayList, StartedList, StatisticsList
from renderer.app.pages.replay_viewer import show_kept
from renderer.app.pages.sheet import SheetScreen
from renderer.app.table.cards import MENU, Asking, OfSpec, begin_anew, greet_again
from renderer.app.table.lessons import taught
from renderer.app.table.play import show_fault
from renderer.app.table.sharing import play_copy, take_over, tell
from renderer.nodes import Target
from renderer.scene.page_models import Choice
from runtime.keep.recording import BadRecording
from runtime.keep.saves import Started
from runtime.keep.statistics import NO_DAYS
from runtime.session.daily import daily_session, has_daily
from runtime.session.letters import plays_by_letters
from runtime.session.session import Session
from runtime.show import replies, turns
from runtime.show.buttons import usual_title
from runtime.show.confirmation import is_begun, of_leaving, of_new_game, of_restart
from runtime.show.days import daily_words, is_unfinished, today_text
from runtime.show.share import result_text
from runtime.show.started import new_game_text

if TYPE_CHECKING:
    from renderer.app.table.table import Table

STARTED_BEFORE = "You had already started this game; it continues where you left off."
UNFINISHED = "Unfinished games"
KEPT = f"Your other game is under {UNFINISHED} in the menu."
OF_THE_GAME = frozenset(
    {"undo", "redo", "hint", "restart", "new_game", "daily", "scores", "pause", "fullscreen", "turn", "pencil_auto"}
)
IN_MENU = ("rules", "tutorial", "hint", "new_game", "settings", "daily", "scores", "undo", "redo", "restart")


def run(table: Table, name: str) -> None:
    """Do what a command asks for; unknown ones do nothing. A command about the game closes the menu."""
    if name in OF_THE_GAME and table.cards.top is not None and table.cards.top.name == MENU:
        table.cards.take()
    command = _COMMANDS.get(name)
    if command is not None:
        command(table)


# Playing


def _undo(table: Table) -> None:
    table.cards.close_spec()
    table.session.undo()
    table.voice.say(replies.undone(table.session, table.viewer))
    table.host.sound("slide")


def _redo(table: Table) -> None:
    table.session.redo()
    table.voice.say(replies.redone(table.session, table.viewer))
    table.host.sound("move")


def _life(table: Table) -> None:
    table.cards.close_spec()
    table.session.spend_life()
    table.voice.say(replies.life_spent(table.session))


def _hint(table: Table) -> None:
    table.cards.close_spec()
    table.hinting.ask()


def _restart(table: Table) -> None:
    def yes() -> None:
        if begin_anew(table, table.session.restart):
            table.voice.say(replies.RESTARTED)
            greet_again(table, "restart")

    if _is_begun(table):
        table.cards.ask_first(of_restart(table.session), yes)
    else:
        yes()


def _new_game(table: Table) -> None:
    def begin() -> None:
        if begin_anew(table, table.session.new_game):
            table.voice.say(new_game_text(table.session))
            greet_again(table, "new_game")

    def give_up() -> None:
        if table.record is not None:
            table.record.keeping.give_up()
        begin()

    if table.following is not None:
        session = Session(table.session.game, table.session.level, table.session.settings)
        session.new_game()
        table.sit_at(session)
        table.voice.say(new_game_text(session))
    elif not _is_begun(table):
        begin()
    elif table.record is not None and table.record.why_unsaved is None:
        table.cards.ask_first(of_new_game(table.session, UNFINISHED), begin, give_up)
    else:
        table.cards.ask_first(of_new_game(table.session, ""), begin)


def _is_begun(table: Table) -> bool:
    """Whether a person would lose something if the game were given up."""
    return table.lessons is None and is_begun(table.session)


def _daily(table: Table) -> None:
    day, game = table.host.surroundings.time().date(), table.session.game
    try:
        session = daily_session(game, day)
    except Fault as fault:
        show_fault(table, fault, "this game cannot begin")
        return
    _change_to(table, session, daily_words(day))


def _change_to(table: Table, session: Session, text: str = "") -> None:
    """Leave the game on the table for another, which may have been started before. Both are saved."""
    saves = table.host.surroundings.saves
    same, left = saves.same(session), _is_begun(table)
    if same is not None and table.record is not None and same.path == table.record.keeping.path:
        table.cards.clear()
        table.voice.say("You are already playing this game.")
        return
    try:
        opened = saves.open(session.game, same.path) if same is not None else None
    except BadRecording as problem:
        table.sit_at(session)
        tell(table, str(problem))
        return
    table.sit_at(session if opened is None else opened.session, opened)
    said = [text] if text else [] if opened is not None else [new_game_text(session)]
    said += [STARTED_BEFORE] if opened is not None else []
    said += [KEPT] if left else []
    table.voice.say(" ".join(said))


# Cards


def _menu(table: Table) -> None:
    """The spec's own menu entries, then those that every game has."""
    entries = [
        Choice(button.title, Target("action" if button.is_action else "command", button.name), button.enabled)
        for button in sorted(table.presented().menu, key=lambda button: _place_in_menu(button.name))
        if button.name != "tutorial" or table.lessons is None
    ]
    named = {choice.target.name for choice in entries}
    over, taught = table.session.status.over, table.lessons is not None
    beside = any(button.name == "redo" for button in table.presented().buttons)
    control = "Ctrl " if plays_by_letters(table.session.state.program) else ""
    pencil = table.pencilling.pencil.plan if table.pencilling.is_there else None
    automatic = pencil is not None and pencil.candidates is not None and not over
    # P is the pencil where there is one.
    ctrl_pause = "Ctrl " if pencil is not None else ""
    usual = [
        Choice("Leave the tutorial", Target("command", "play"), taught),
        Choice("Tutorial", Target("command", "tutorial"), not taught and table.session.game.spec.tutorial is not None),
        Choice("Help", Target("command", "help"), "rules" not in named, key="F1"),
        Choice("Play a copy", Target("command", "play_copy"), table.following is not None),
        Choice("Take over", Target("command", "take_over"), table.following is not None),
        Choice("New game", Target("command", "new_game"), over),
        Choice(usual_title("daily"), Target("command", "daily"), has_daily(table.session.game.spec)),
        Choice(usual_title("share"), Target("command", "share"), over and not taught),
        Choice("Redo", Target("command", "redo"), bool(table.session.undone) and not beside, key=f"{control}Y"),
        Choice("Automatic pencil marks", Target("command", "pencil_auto"), automatic, key=table.pencilling.auto_key),
        Choice("Pause", Target("command", "pause"), not over, key=f"{control or ctrl_pause}P"),
        Choice("Turn board", Target("command", "turn"), turns(table.session.state.program), key=f"{control}V"),
        Choice("Preferences", Target("command", "preferences")),
        Choice("Statistics", Target("command", "statistics")),
        Choice(UNFINISHED, Target("command", "started"), not taught),
        Choice("Replays", Target("command", "replays")),
        Choice("All games", Target("command", "gallery")),
        Choice("Full screen", Target("command", "fullscreen"), key="F11"),
        Choice("Quit", Target("command", "quit")),
    ]
    choices = (
        Choice("Close" if over else "Resume", Target("command", "close"), primary=True, key="Esc"),
        *entries,
        *(choice for choice in usual if choice.target.name not in named and choice.enabled),
    )
    answers = {"close": table.cards.take}
    table.cards.lay(Asking(MENU, table.session.game.title, _of_today(table), choices, answers, "close", "close"))


def _of_today(table: Table) -> str:
    """How the game of the day stands; empty if there is none, or if that is unknown."""
    around, game = table.host.surroundings, table.session.game
    if not has_daily(game.spec):
        return ""
    today = around.time().date()
    try:
        return today_text(around.statistics.days(game.name), today, is_unfinished(game.name, around.saves, today))
    except OSError:
        return ""


def _place_in_menu(name: str) -> int:
    """The sorting key of a menu entry: the game's own actions first, then the rest in the same order everywhere."""
    return IN_MENU.index(name) if name in IN_MENU else -1


def _tutorial(table: Table) -> None:
    # What is unfinished stays on disk: lessons are not kept.
    table.cards.close_spec()
    table.host.exchange(taught(table.host, table.session.game))


def _help(table: Table) -> None:
    table.cards.open_sheet(Help(table.host, table.session))


def _settings(table: Table) -> None:
    def start(session: Session) -> None:
        _change_to(table, session)

    def change(name: str, value: Any) -> None:
        table.session.change_settings({name: value})
        table.go_on_with(table.session)

    table.cards.open_sheet(NewGame(table.host, table.session.game, start, table.session, change=change))


def _preferences(table: Table) -> None:
    table.cards.open_sheet(PreferencesForm(table.host))


def _share(table: Table) -> None:
    """Copy the result of the game that is over."""
    around = table.host.surroundings
    if not table.session.status.over:
        return
    try:
        days = around.statistics.days(table.session.game.name)
    except OSError:
        days = NO_DAYS
    table.host.effect("copy", result_text(table.session, table.day, days, around.time().date()))
    table.copied = table.session.state
    table.voice.say("The result is copied: paste it wherever you like.")


def _scores(table: Table) -> None:
    if "scores" in table.presented().overlays:
        table.cards.lay(OfSpec("scores"))


def _close(table: Table) -> None:
    if isinstance(table.cards.top, OfSpec):
        table.cards.close_spec()
    else:
        table.cards.take()


def _cancel(table: Table) -> None:
    """Take back whatever led to the question."""
    table.take(table.play.key("Escape"))


# Other pages


def _statistics(table: Table) -> None:
    table.cards.open_sheet(StatisticsList(table.host))


def _replays(table: Table) -> None:
    listing = ReplayList(table.host, lambda kept: show_kept(table.host, kept.path))
    table.host.open(SheetScreen(table.host, listing))


def _started(table: Table) -> None:
    """The unfinished games of this kind, which could be continued instead."""

    def resume(started: Started) -> None:
        if table.record is not None and table.record.keeping.path == started.path:
            table.cards.clear()
            table.voice.say("You are already playing this game.")
            return
        try:
            opened = table.host.surroundings.saves.open(table.session.game, started.path)
        except BadRecording as problem:
            tell(table, str(problem))
        else:
            table.sit_at(opened.session, opened)

    table.cards.open_sheet(StartedList(table.host, resume, table.session.game.name))


def _play_copy(table: Table) -> None:
    if table.following is not None:
        play_copy(table)


def _take_over(table: Table) -> None:
    if table.following is not None:
        take_over(table, table.following.path)


def _gallery(table: Table) -> None:
    _leave(table, table.host.home)


def _quit(table: Table) -> None:
    table.host.leave()


def _leave(table: Table, leave: Callable[[], None]) -> None:
    """Leave the table; ask first if part of the game is not on disk."""
    if not asks_to_stay(table, leave):
        leave()


def asks_to_stay(table: Table, leave: Callable[[], None]) -> bool:
    """Whether part of the game cannot be saved to disk, so that anyone who leaves is asked about it."""
    if table.record is None:
        return False
    if table.record.why_unsaved is not None:
        table.record.keeping.save()
    why = table.record.why_unsaved
    if why is None:
        return False
    table.cards.ask_first(of_leaving(why, table.record.keeping.unsaved), leave)
    return True


def _fullscreen(table: Table) -> None:
    table.host.effect("fullscreen")


def _turn(table: Table) -> None:
    """Look at the board from the other side; the keyboard stays on the place that it points at."""
    cursor = table.cursor
    table.display.turn()
    table.host.changed()
    if cursor is not None:
        table.host.point_at(cursor)


def _pause(table: Table) -> None:
    table.cards.pause()


def _shuffle_rack(table: Table) -> None:
    table.racks.shuffle()


def _pencil(table: Table) -> None:
    table.pencilling.toggle(table)


def _pencil_auto(table: Table) -> None:
    table.pencilling.switch(table)


def _pencil_erase(table: Table) -> None:
    table.pencilling.erase(table)


def _pencil_done(table: Table) -> None:
    table.pencilling.lay_aside()


_COMMANDS: dict[str, Callable[[Table], None]] = {
    "undo": _undo,
    "redo": _redo,
    "life": _life,
    "hint": _hint,
    "restart": _restart,
    "new_game": _new_game,
    "daily": _daily,
    "menu": _menu,
    "help": _help,
    "rules": _help,
    "tutorial": _tutorial,
    "settings": _settings,
    "preferences": _preferences,
    "scores": _scores,
    "share": _share,
    "close": _close,
    "cancel": _cancel,
    "clear": _cancel,
    "statistics": _statistics,
    "replays": _replays,
    "started": _started,
    "play_copy": _play_copy,
    "take_over": _take_over,
    "gallery": _gallery,
    "quit": _quit,
    "fullscreen": _fullscreen,
    "pause": _pause,
    "turn": _turn,
    "shuffle_rack": _shuffle_rack,
    "pencil": _pencil,
    "pencil_auto": _pencil_auto,
    "pencil_erase": _pencil_erase,
    "pencil_done": _pencil_done,
}
