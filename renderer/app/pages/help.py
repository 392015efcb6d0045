"""The help for a game, made from its spec: what it is about, its rules, how it is played here, and the keys."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter import Game
from interpreter.expressions import Letter, Number, Piece, Site, Words, named, strip
from interpreter.program import ActionPlan, ChoicePlan, Program
from renderer.app.pages.sheet import Sheet
from renderer.app.screen import Host
from renderer.scene.page_models import CLOSE, Reading, Section
from runtime.keep.library import plain_text
from runtime.session.arrangement import lettered
from runtime.session.hand import RIGHT_CLICK, clicks_away
from runtime.session.letters import laying_actions, places_numbers, plays_by_letters
from runtime.session.session import Session, limits_of
from runtime.show import turns
from runtime.show.buttons import usual_title
from runtime.show.handbook import handbook
from runtime.show.values import plain_name, setting_title

ARROWS = ("Arrow keys", "move the cursor")
POINTING = ("Arrow keys", "choose a direction, or move the cursor")
KEYS = (
    ("Space", "choose what is under the cursor"),
    ("Enter", "do the same, or play what you have chosen"),
    ("Backspace", "take back your last choice"),
    ("Escape", "cancel a half-made move, close a card, or open the menu"),
    ("Tab", "move to the next board, rack or button"),
)
TAKING_UP = ("Space", "take up a piece on the board to move it, or choose what is under the cursor")
PICKING = ("Letters", "choose a tile with that letter")
LAYING = ("Letters", "place a tile with that letter at the cursor, which then moves on to the next square")
NUMBERS = ("Digits", "choose a tile with that number; with the cursor on a place for it, put it there")
UNDOING = ("Z and Y", "undo and redo")
HINTING = ("H", "show a hint; press it again to be told what to do")
COMMANDS = (
    ("R and N", "restart this game, or start a new one"),
    ("P", "pause"),
    ("M", "turn the sound off or on"),
)
SHUFFLING = ("S", "shuffle your tiles; you can also drag them into another order")
PENCIL = (
    ("P", "pick the pencil up or put it down; with it you write small marks into empty cells"),
    ("Shift+P", "show the marks that the rules allow, or your own again"),
)
TURNING = ("V", "turn the board to see it from the other side")
FINDING = (
    "Choose a game to read about it, set it up, learn it, or continue where you left off. Choose it again to play. "
    "Variants are folded under the game that they change, and the star makes a game a favourite. The buttons below the "
    "search narrow the list. Unfinished games lists everything you can continue."
)
IN_THE_GALLERY = (
    ("Letters", "search by name, other names and description"),
    ("Arrow keys and Tab", "move from game to game and from button to button"),
    ("Enter", "choose a game, then play it"),
    ("Ctrl+D", "add the game to your favourites, or remove it"),
    ("Escape", "clear the search, then the filters, then go back to the games"),
)
OF_THE_WINDOW = (
    ("F1, F11, F12", "help, full screen, screenshot"),
    ("F2", "read out everything to a screen reader; see Preferences"),
)
ABOUT_ONE_GAME = ("Settings of this game", "This game")
"""The parts that are about the game that is being played."""


def keys(program: Program) -> tuple[tuple[str, str], ...]:
    """What the keys do in this game. If letters are typed to play, commands with letters need Ctrl."""
    limits = limits_of(program)
    commands = (
        *((UNDOING,) if limits.undo != 0 else ()),
        *((HINTING,) if limits.hints != 0 else ()),
        *COMMANDS,
        *((TURNING,) if turns(program) else ()),
    )
    if lettered(program):
        commands = (SHUFFLING, *commands)
    if program.pencil is not None:
        others = tuple((_with_ctrl(key), meaning) if key == "P" else (key, meaning) for key, meaning in commands)
        commands = (*(PENCIL if program.pencil.candidates is not None else PENCIL[:1]), *others)
    arrows = POINTING if _asks_for_directions(program) else ARROWS
    taking_up = any(clicks_away(program, plan) for plan in program.actions.values())
    usual = (TAKING_UP, ("Enter", "choose what is under the cursor"), *KEYS[2:]) if taking_up else KEYS
    if not plays_by_letters(program):
        digits = (NUMBERS,) if places_numbers(program) else ()
        return (arrows, *usual, *digits, *commands, *OF_THE_WINDOW)
    letters = LAYING if laying_actions(program) else PICKING
    return (arrows, *usual, letters, *((_with_ctrl(key), meaning) for key, meaning in commands), *OF_THE_WINDOW)


def _with_ctrl(letters: str) -> str:
    return " and ".join(f"Ctrl+{letter}" for letter in letters.split(" and "))


def _asks_for_directions(program: Program) -> bool:
    choices = (choice for plan in program.actions.values() for choice in plan.choices)
    return any(strip(choice.item.type) == program.schema.directions for choice in choices)


class Help(Sheet):
    """The help for the game that is being played."""

    name = "help"

    def __init__(self, host: Host, session: Session) -> None:
        super().__init__(host)
        self.session = session

    def page(self) -> Reading:
        """The whole help page."""
        return Reading(self.session.game.title, tuple(sections(self.session)), (CLOSE,), self.first)


class Rules(Sheet):
    """The rules of a game that is not being played."""

    name = "help"

    def __init__(self, host: Host, game: Game) -> None:
        super().__init__(host)
        self.game = game
        self.session = Session(game, seed=0)

    def page(self) -> Reading:
        """What the game is about, its rules, and how to play it here."""
        parts = tuple(part for part in sections(self.session) if part.heading not in ABOUT_ONE_GAME)
        return Reading(self.game.title, parts, (CLOSE,), self.first)


class GalleryHelp(Sheet):
    """How to find and open a game."""

    name = "help"

    def page(self) -> Reading:
        """What the gallery can do, and its keys."""
        lines = tuple(f"• {key}: {meaning}." for key, meaning in (*IN_THE_GALLERY, *OF_THE_WINDOW))
        return Reading("All games", (Section("", (FINDING,)), Section("Keys", lines)), (CLOSE,), self.first)


def sections(session: Session) -> Iterator[Section]:
    """The parts of the help."""
    spec, program = session.game.spec, session.state.program
    if spec.about is not None:
        yield Section("", (plain_text(spec),))
    for heading, paragraphs, ids in handbook(session):
        yield Section(heading, tuple(f"• {line}" for line in paragraphs) if ids else paragraphs)
    yield Section("Controls", tuple(f"• {line}" for line in controls(program)))
    if spec.settings:
        yield Section("Settings of this game", tuple(f"• {line}" for line in settings(session)))
    yield Section("Keys", tuple(f"• {key}: {meaning}." for key, meaning in keys(program)))
    yield Section("This game", tuple(_this_game(session)))


def settings(session: Session) -> Iterator[str]:
    """The settings and their values."""
    for name, setting in session.game.spec.settings.items():
        title = setting_title(str(name), setting)
        value = session.settings[str(name)]
        meaning = setting.meaning(str(value))
        # What a setting does is not what happens while it is off.
        told = meaning and value is not False and value is not None
        yield f"{title}: {plain_name(in_words(value))}{f'. {meaning}' if told else ''}"


def in_words(value: object) -> str:
    """The value of a setting as people read it."""
    if value is None:
        return "no limit"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("_", " ")


def _this_game(session: Session) -> Iterator[str]:
    level = f"Level {in_words(session.level)}, seed" if session.level is not None else "Seed"
    yield f"{level} {session.seed}. The same seed gives the same game again."


def controls(program: Program) -> Iterator[str]:
    """How each action is made by hand, depending on its choices."""
    for name, plan in program.actions.items():
        written = str(plan.spec.title or "")
        title = written if written and "{" not in written else usual_title(name)
        yield f"{title}: {' '.join(_gestures(program, plan))}"


def _gestures(program: Program, plan: ActionPlan) -> list[str]:
    if not plan.choices:
        return ["press its button."]
    if clicks_away(program, plan):
        return ["drag the first onto the second, or press Space on one and then on the other."]
    if plan.spec.gesture == RIGHT_CLICK:
        return ["right-click, or press and hold, or press Shift+Enter, or press its button and then click."]
    parts = [_gesture(program, choice) for choice in plan.choices]
    if len(plan.choices) > 1 and all(_is_pointed(choice) for choice in plan.choices[:2]):
        parts[:2] = ["click one and then the other, or drag the first onto the second"]
    return [f"{', then '.join(parts)}."]


def _is_pointed(choice: ChoicePlan) -> bool:
    return choice.form == "one" and isinstance(strip(choice.item.type), Site | Piece)


def _gesture(program: Program, choice: ChoicePlan) -> str:
    gesture = _gesture_when_asked(program, choice)
    return gesture if choice.ask_if is None else f"{gesture}, if you are asked"


def _gesture_when_asked(program: Program, choice: ChoicePlan) -> str:
    if choice.fields:
        return (
            "place pieces from the rack one by one, by dragging or with two clicks; "
            "Enter plays them, Backspace takes one back"
        )
    kind = strip(choice.item.type)
    if choice.form != "one":
        order = ", in order," if choice.form == "many" else ","
        return f"click what you want{order} then press Enter; another click takes something back"
    if kind == program.schema.directions:
        return "press an arrow key or swipe across the board"
    if isinstance(kind, Piece):
        return f"click {named(kind).replace('_', ' ')}"
    if isinstance(kind, Site):
        return "click a place on the board"
    if isinstance(kind, Letter):
        return "pick or type a letter"
    if isinstance(kind, Number | Words):
        return "choose a value"
    return "pick one"
