"""What the buttons, keys and menu entries do that every game has."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from renderer.app.pages.forms import NewGame, PreferencesForm
from renderer.app.pages.help import Help
from renderer.app.pages.lists import ReplayList, StatisticsList
from renderer.app.pages.replay_viewer import show_kept
from renderer.app.pages.sheet import SheetScreen
from renderer.app.table.cards import MENU, Asking, OfSpec, begin_anew, greet_again
from renderer.app.table.lessons import taught
from renderer.nodes import Target
from renderer.scene.page_models import Choice
from runtime.session.letters import plays_by_letters
from runtime.session.session import Session, daily_level, daily_seed

if TYPE_CHECKING:
    from renderer.app.table.table import Table

OF_THE_GAME = frozenset({"undo", "redo", "hint", "restart", "new_game", "daily", "scores", "pause", "fullscreen"})
IN_MENU = ("rules", "tutorial", "hint", "new_game", "settings", "daily", "scores", "undo", "redo", "restart")


def run(table: Table, name: str) -> None:
    """Do what a command asks for; one that nobody knows does nothing. What is about the game ends the menu."""
    if name in OF_THE_GAME and table.cards.top is not None and table.cards.top.name == MENU:
        table.cards.take()
    command = _COMMANDS.get(name)
    if command is not None:
        command(table)


# Playing


def _undo(table: Table) -> None:
    table.cards.close_spec()
    table.session.undo()
    left = table.session.left[0]
    table.voice.say("Taken back." if left is None else f"Taken back. Undos left: {left}.")
    table.host.sound("slide")


def _redo(table: Table) -> None:
    table.session.redo()
    table.voice.say("Made again.")
    table.host.sound("move")


def _life(table: Table) -> None:
    table.cards.close_spec()
    table.session.spend_life()
    left = table.session.left[2]
    table.voice.say(f"You go on with one life less.{'' if left is None else f' Lives left: {left}.'}")


def _hint(table: Table) -> None:
    table.cards.close_spec()
    table.hinting.ask()


def _restart(table: Table) -> None:
    def yes() -> None:
        if begin_anew(table, table.session.restart):
            table.voice.say("The same game from its start.")
            greet_again(table, "restart")

    _give_up_for(table, yes, "Start this game again? What you have played of it is lost.")


def _new_game(table: Table) -> None:
    def yes() -> None:
        if begin_anew(table, table.session.new_game):
            table.voice.say(f"A new game, seed {table.session.seed}.")
            greet_again(table, "new_game")

    _give_up_for(table, yes, "Begin a new game? This one is not finished yet.")


def _give_up_for(table: Table, yes: Callable[[], None], text: str) -> None:
    """Ask first where a game would be lost."""
    session = table.session
    if session.status.over or not any(move.by == "person" for move in session.history):
        yes()
    else:
        table.cards.ask_first(text, yes)


def _daily(table: Table) -> None:
    session, day = table.session, table.host.surroundings.time().date()

    def begin() -> None:
        table.sit_at(Session(session.game, daily_level(session.game), None, daily_seed(session.game.name, day)))

    def yes() -> None:
        if begin_anew(table, begin):
            table.voice.say(f"The game of {day.strftime('%d %B %Y')}.")

    _give_up_for(table, yes, "Begin the game of the day? This one is not finished yet.")


# Cards


def _menu(table: Table) -> None:
    """What the spec has in its menu, then what every game has."""
    entries = [
        Choice(button.title, Target("action" if button.is_action else "command", button.name), button.enabled)
        for button in sorted(table.presented().menu, key=lambda button: _place_in_menu(button.name))
        if button.name != "tutorial" or table.lessons is None
    ]
    named = {choice.target.name for choice in entries}
    over, taught = table.session.status.over, table.lessons is not None
    control = "Ctrl " if plays_by_letters(table.session.state.program) else ""
    usual = [
        Choice("Leave the tutorial", Target("command", "play"), taught),
        Choice("Tutorial", Target("command", "tutorial"), not taught and table.session.game.spec.tutorial is not None),
        Choice("Help", Target("command", "help"), "rules" not in named, key="F1"),
        Choice("New game", Target("command", "new_game"), over),
        Choice("Redo", Target("command", "redo"), bool(table.session.undone), key=f"{control}Y"),
        Choice("Pause", Target("command", "pause"), not over, key=f"{control}P"),
        Choice("Preferences", Target("command", "preferences")),
        Choice("Statistics", Target("command", "statistics")),
        Choice("Replays", Target("command", "replays")),
        Choice("All games", Target("command", "gallery")),
        Choice("Full screen", Target("command", "fullscreen"), key="F11"),
        Choice("Quit", Target("command", "quit")),
    ]
    choices = (
        Choice("Close" if over else "Go on", Target("command", "close"), primary=True, key="Esc"),
        *entries,
        *(choice for choice in usual if choice.target.name not in named and choice.enabled),
    )
    answers = {"close": table.cards.take}
    table.cards.lay(Asking(MENU, table.session.game.title, "", choices, answers, "close", "close"))


def _place_in_menu(name: str) -> int:
    """The actions of a game come first, then what is in the same order everywhere."""
    return IN_MENU.index(name) if name in IN_MENU else -1


def _tutorial(table: Table) -> None:
    # What is unfinished stays on disk: lessons are not kept.
    table.cards.close_spec()
    table.host.exchange(taught(table.host, table.session.game))


def _help(table: Table) -> None:
    table.cards.open_sheet(Help(table.host, table.session))


def _settings(table: Table) -> None:
    def start(session: Session) -> None:
        _give_up_for(table, lambda: table.sit_at(session), "Begin a new game? This one is not finished yet.")

    def change(name: str, value: Any) -> None:
        table.session.change_settings({name: value})
        table.go_on_with(table.session)

    table.cards.open_sheet(NewGame(table.host, table.session.game, start, table.session, change=change))


def _preferences(table: Table) -> None:
    table.cards.open_sheet(PreferencesForm(table.host))


def _scores(table: Table) -> None:
    if "scores" in table.presented().overlays:
        table.cards.lay(OfSpec("scores"))


def _close(table: Table) -> None:
    if isinstance(table.cards.top, OfSpec):
        table.cards.close_spec()
    else:
        table.cards.take()


def _cancel(table: Table) -> None:
    """Take back what led to the question."""
    table.take(table.play.key("Escape"))


# Other pages


def _statistics(table: Table) -> None:
    table.cards.open_sheet(StatisticsList(table.host))


def _replays(table: Table) -> None:
    listing = ReplayList(table.host, lambda kept: show_kept(table.host, kept.path))
    table.host.open(SheetScreen(table.host, listing))


def _gallery(table: Table) -> None:
    table.host.home()


def _quit(table: Table) -> None:
    table.host.effect("quit")


def _fullscreen(table: Table) -> None:
    table.host.effect("fullscreen")


def _pause(table: Table) -> None:
    table.cards.pause()


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
    "close": _close,
    "cancel": _cancel,
    "clear": _cancel,
    "statistics": _statistics,
    "replays": _replays,
    "gallery": _gallery,
    "quit": _quit,
    "fullscreen": _fullscreen,
    "pause": _pause,
}
