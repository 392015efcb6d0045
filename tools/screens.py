"""Draws every screen of the window, in every theme and several sizes: `python -m tools.screens FOLDER`.

The folder gets each picture in full size, and a sheet that shows all of them. The app runs without a window, on the
files of a player who has none yet.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep

from PIL.Image import Image, Resampling
from PIL.Image import new as new_image

from interpreter import SpecError, catalogue, load
from renderer.app import start
from renderer.app.app import App
from renderer.app.pages.replay_viewer import show_kept
from renderer.app.screen import StoredPreferences, Surroundings
from renderer.app.table.table import Table
from renderer.app.thumbnails import Thumbnails
from renderer.nodes import Scene, Target
from renderer.scene.snapshot import snapshot
from renderer.shot import play_on
from renderer.skins import image_of
from renderer.skins.text import Label
from renderer.skins.theme import Size, TextSize
from renderer.skins.theme import theme as colours
from runtime.keep.library import Library
from runtime.keep.saves import Replays, Saves
from runtime.keep.statistics import Statistics
from runtime.session.daily import daily_session
from runtime.session.session import Seat, Session
from tools.past import LONGEST, damage, give_a_past, write_a_broken_spec

SIZES = (Size(800, 600), Size(1280, 800), Size(1920, 1080), Size(1600, 1200, 2.0))
THEMES = ("dark", "light", "high_contrast")
NOW = datetime(2026, 5, 17, 20, 15)
HOUSE = {"stacks": 2, "mosaic": 6, "word_cell": 6, "khi": 6, "stackdoku": 6}
"""The games of the house, and after how many moves they are in the middle."""
FRAME, PATIENCE = 1 / 60, 30.0
CALLED_OUT = 2.3
"""How many seconds after a swap in Mosaic the points of several waves are on screen."""
CELEBRATED = 2.5
"""How many seconds after a win the confetti has spread."""
NOTICED = 1.0
"""After how many seconds a window has noticed what another one did."""
LONG_ENOUGH = 1.5
"""How many seconds the pointer rests before a tip comes."""
PROMOTING = ("a2 a4", "b7 b5", "a4 b5", "a7 a6", "b5 a6", "c8 b7", "a6 b7", "h7 h5")
"""Moves after which a pawn can be promoted."""
SMALL, GAP, HEADING = 200, 10, 24
PAPER, INK = "#14161d", "#e8eaf2"


@dataclass(slots=True)
class Hand:
    """Presses keys and visible nodes, and waits until everything is at rest."""

    app: App
    others: list[App] = field(default_factory=list)
    """Other windows of the same player."""

    def rest(self) -> None:
        """Let everything that moves come to rest, and wait for pictures of games and for the computer’s thinking."""
        ends, quiet = monotonic() + PATIENCE, 0
        while monotonic() < ends:
            self.app.tick(self.app.now + FRAME)
            self.app.frame()
            # Whatever follows a move, such as the card at the end, starts one frame later.
            quiet = 0 if self.app.dirty or self.app.screen.lingers or self._is_thinking() else quiet + 1
            if quiet == 2:
                return
            if not self.app.dirty:
                sleep(FRAME)

    def _is_thinking(self) -> bool:
        screen = self.app.screen
        return isinstance(screen, Table) and (screen.computer.thinks or screen.computer.looks_for_a_hint)

    def click(self, *keys: str) -> None:
        """Click nodes one after the other."""
        for key in keys:
            self._click(*self.app.scene.by_key[key].box.middle)

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            self.app.key_pressed(key)
            self.rest()

    def write(self, text: str) -> None:
        """Type a text."""
        for letter in text:
            self.app.key_pressed(letter)
            self.app.typed(letter)
        self.rest()

    def choose(self, game: str) -> None:
        """Search for a game in the gallery."""
        self.write(load(game).spec.title.lower())
        self.press("Enter")

    def point(self, name: str) -> None:
        """Click a site of the game on the table."""
        self.tap(name)
        self.rest()

    def tap(self, name: str) -> None:
        """Click a site without waiting for anything."""
        assert isinstance(self.app.screen, Table)
        site = self.app.screen.session.state.program.schema.topology.names.index(name)
        self._tap(*self.app.scene.spots[site].middle)

    def wait(self, seconds: float) -> None:
        """Let time pass, even if something is moving."""
        for _ in range(round(seconds / FRAME)):
            self.app.tick(self.app.now + FRAME)
            self.app.frame()

    def _click(self, x: float, y: float) -> None:
        self._tap(x, y)
        self.rest()

    def _tap(self, x: float, y: float) -> None:
        self.app.pointer_moved(x, y)
        self.app.pointer_pressed(x, y)
        self.app.pointer_released(x, y)

    def table(self, game: str, moves: int = 0, seats: Mapping[str, Seat] | None = None, bot: str = "ai") -> Session:
        """Open a game at the table after some moves of its computer player, without its introduction."""
        self.app.surroundings.preferences.note_introduced(game)
        session = Session(load(game), seed=7, seats=seats)
        play_on(session, moves, [bot])
        self.app.open(Table(self.app, session))
        self.rest()
        return session


Way = Callable[[Hand], object]


def _introduction(hand: Hand) -> None:
    hand.app.open(Table(hand.app, Session(load("stacks"), seed=7)))
    hand.rest()


def _noughts_and_crosses(*names: str) -> Way:
    """The function that starts a two-player game with pieces on some squares."""

    def way(hand: Hand) -> None:
        hand.table("tic_tac_toe", seats={"nought": "person"})
        for name in names:
            hand.point(name)

    return way


def _ended_at_once(hand: Hand) -> None:
    """Choose End Game before anything has been played."""
    hand.table("word_cell")
    hand.click("card:button:close", "button:finish", "card:button:confirm")


def _stuck_token(hand: Hand) -> None:
    """Click a token that no swap can move."""
    session = hand.table("mosaic")
    movable = {action[1] for action in session.legal} | {action[2] for action in session.legal}
    names = session.state.program.schema.topology.names
    hand.point(next(name for site, name in enumerate(names) if name and site not in movable))


def _marked(hand: Hand) -> None:
    """Two cells with small digits, written with the pencil."""
    hand.table("sudoku", 12)
    hand.click("button:pencil")
    for cell, digits in {"a1": "14", "h1": "18", "i1": "1", "d2": "13"}.items():
        hand.point(cell)
        hand.press(*digits)


def _hinted_win(hand: Hand) -> None:
    """A puzzle whose last cell was filled in after a hint."""
    session = hand.table("sudoku", 35)
    hand.press("h", "h")
    _, cell, digit = session.game.text(session.state, session.legal[0]).split()
    hand.point(cell)
    hand.press(digit)


def longest_cascade(session: Session) -> list[str]:
    """The sites of the swap that makes the most waves."""
    game, state = session.game, session.state
    waves = {action: len(game.apply(state, action).events) for action in session.legal}
    best = max(waves, key=lambda action: waves[action])
    return game.text(state, best).split()[1:]


def _called_out(hand: Hand) -> None:
    """A swap of Mosaic while its points are shown on the board."""
    session = hand.table("mosaic")
    hand.app.surroundings.preferences.change(animation="normal")
    one, other = longest_cascade(session)
    hand.point(one)
    hand.tap(other)
    hand.wait(CALLED_OUT)


def _after_a_past(hand: Hand) -> None:
    """The gallery of a player who has played before."""
    give_a_past(hand.app.surroundings)
    hand.click("button:decline")
    _look_again(hand)


def _look_again(hand: Hand) -> None:
    """Come back to the gallery after something has changed on disk."""
    hand.app.screen.appear()
    hand.rest()


def _damaged_game(hand: Hand) -> None:
    """A list of unfinished games, one of which cannot be opened."""
    _after_a_past(hand)
    damage(hand.app.surroundings)
    hand.click("button:all_started")


def _own_mistakes(hand: Hand) -> None:
    """A game of the player’s own whose spec has mistakes."""
    write_a_broken_spec(hand.app.surroundings)
    _look_again(hand)
    hand.write("broken")
    hand.press("Enter")


def _damaged_replay(hand: Hand) -> None:
    """A replay whose file was damaged."""
    _after_a_past(hand)
    for kept in hand.app.surroundings.replays.all():
        kept.path.write_text("nothing that could be read", encoding="utf-8")
    hand.click("button:all_replays", "row:0")


def _replay(*keys: str) -> Way:
    """The function that opens the replay of a game, and presses keys there."""

    def way(hand: Hand) -> None:
        _after_a_past(hand)
        kept = next(each for each in hand.app.surroundings.replays.all() if each.game == "reversi")
        show_kept(hand.app, kept.path)
        hand.rest()
        hand.press(*keys)

    return way


def _of_two_windows(*keys: str) -> Way:
    """The function that opens a game that another window has open, and clicks what is asked then."""

    def way(hand: Hand) -> None:
        around, size = hand.app.surroundings, hand.app.size
        around.preferences.note_introduced("lights_out")
        other = App(start.gallery, around, size)
        hand.others.append(other)
        session = Session(load("lights_out"), seed=7)
        other.open(Table(other, session))
        play_on(session, 3, ["random"])
        (started,) = around.saves.started()
        opened = around.saves.open(session.game, started.path)
        hand.app.open(Table(hand.app, opened.session, opened))
        hand.wait(NOTICED)
        hand.click(*keys)

    return way


def _taken_over(hand: Hand) -> None:
    """A game that another window has taken over."""
    around = hand.app.surroundings
    session = hand.table("lights_out")
    play_on(session, 3, ["random"])
    (started,) = around.saves.started()
    other = App(start.gallery, around, hand.app.size)
    hand.others.append(other)
    opened = around.saves.open(session.game, started.path)
    table = Table(other, opened.session, opened)
    other.open(table)
    other.tick(NOTICED)
    table.command("take_over")
    table.press(Target("command", "take_over"))
    hand.wait(NOTICED)


def _mended_spec(hand: Hand) -> None:
    """A game whose spec has got mistakes while it is played."""
    hand.table("lights_out", 5)
    write_a_broken_spec(hand.app.surroundings)
    path = hand.app.surroundings.library.folder / "broken.yaml"
    assert isinstance(hand.app.screen, Table)
    try:
        load(path)
    except SpecError as problem:
        hand.app.screen.cards.show_problems("The spec has mistakes; the game goes on by the old rules", str(problem))
    hand.rest()


def _handed_over(hand: Hand) -> None:
    """A table that one person hands over to the other."""
    session = hand.table("scrabble_like", seats={"second": "person"})
    session.perform(next(action for action in session.legal if action[0] == "play"))
    hand.rest()


def _with_text(size: TextSize, *ways: Way) -> tuple[Way, ...]:
    """Other ways, with texts of another size."""

    def way(hand: Hand) -> None:
        hand.app.surroundings.preferences.change(text=size)
        hand.app.changed()
        hand.rest()

    return (way, *ways)


def _with_patterns(hand: Hand) -> None:
    """Patterns and colours that the colour-blind can tell apart."""
    hand.app.surroundings.preferences.change(patterns=True)
    hand.app.changed()
    hand.rest()


def _promotion(hand: Hand) -> None:
    """A pawn that has reached the last row: what shall it become?"""
    session = hand.table("chess", seats={"black": "person"})
    for move in PROMOTING:
        session.perform(session.game.action(session.state, f"move {move}"))
    hand.app.changed()
    hand.rest()
    hand.point("b7")
    hand.point("a8")


def _ended(game: str, bot: str = "random") -> Way:
    """The function that shows the end of a game."""

    def way(hand: Hand) -> None:
        hand.table(game, LONGEST, bot=bot)

    return way


def _daily_ended(hand: Hand) -> None:
    """The end of a game of the day, with its result copied."""
    give_a_past(hand.app.surroundings)
    hand.app.surroundings.preferences.note_introduced("hidden_word")
    session = daily_session(load("hidden_word"), NOW.date())
    hand.app.open(Table(hand.app, session))
    play_on(session, LONGEST, ["ai"])
    hand.rest()
    hand.click("card:button:share")


def _celebrated(hand: Hand) -> None:
    """A win while the confetti falls."""
    session = hand.table("sudoku", 35)
    hand.app.surroundings.preferences.change(animation="normal")
    _, cell, digit = session.game.text(session.state, session.legal[0]).split()
    hand.point(cell)
    hand.app.key_pressed(digit)
    hand.wait(CELEBRATED)


def _dragged(hand: Hand) -> None:
    """A piece on its way."""
    hand.table("klondike", 6, bot="random")
    assert isinstance(hand.app.screen, Table)
    wanted = hand.app.screen.play.targets()
    spot = next(spot for spot in hand.app.scene.spots if spot in wanted and not isinstance(spot, int))
    x, y = hand.app.scene.spots[spot].middle
    hand.app.pointer_moved(x, y)
    hand.app.pointer_pressed(x, y)
    hand.app.pointer_moved(x + 60, y + 40)
    hand.wait(FRAME)


def _pointed_at(key: str) -> Way:
    """The function that leaves the pointer on a node."""

    def way(hand: Hand) -> None:
        hand.app.pointer_moved(*hand.app.scene.by_key[key].box.middle)
        hand.wait(LONG_ENOUGH)

    return way


def _table(game: str, moves: int = 6, bot: str = "ai") -> Way:
    """The function that opens a game after some moves."""
    return lambda hand: hand.table(game, moves, bot=bot)


def _click(*keys: str) -> Way:
    return lambda hand: hand.click(*keys)


def _press(*keys: str) -> Way:
    return lambda hand: hand.press(*keys)


def _write(text: str) -> Way:
    return lambda hand: hand.write(text)


def _choose(game: str) -> Way:
    return lambda hand: hand.choose(game)


MENU = _click("button:menu")
PLAIN: dict[str, tuple[Way, ...]] = {
    # The gallery
    "first start": (),
    "gallery": (_click("button:decline"),),
    "gallery, its end": (_click("button:decline"), _press("Escape", "End")),
    "gallery, details": (_choose("stackdoku"),),
    "gallery, nothing found": (_write("quidditch"),),
    "gallery, found by another name": (_write("battleship"),),
    "gallery, filtered": (_click("button:decline", "option:players:2", "option:minutes:15", "option:kind:board_game"),),
    "gallery, after some games": (_after_a_past,),
    "gallery, details after some games": (_after_a_past, _choose("stackdoku")),
    "gallery, details of a variant": (_choose("khi"), _click("details:option:variant:khi_points")),
    "gallery, a spec with mistakes": (_own_mistakes,),
    "gallery, the keyboard on a game": (_click("button:decline"), _press(*["Tab"] * 19, "Right")),
    "gallery, a tip": (_pointed_at("button:all_started"),),
    "gallery, help": (_press("F1"),),
    # Its pages
    "new game": (_choose("khi"), _click("details:button:new_game")),
    "new game, its end": (_choose("khi"), _click("details:button:new_game"), _press("End")),
    "new game, a mistake": (_choose("reversi"), _click("details:button:new_game", "field:seed"), _write("12x")),
    "rules": (_choose("khi"), _click("details:button:rules")),
    "rules, their end": (_choose("khi"), _click("details:button:rules"), _press("End")),
    "preferences": (_click("button:preferences"),),
    "preferences, their end": (_click("button:preferences"), _press("End")),
    "statistics": (_click("button:statistics"),),
    "statistics of some games": (_after_a_past, _click("button:statistics")),
    "replays": (_click("button:all_replays"),),
    "replays of some games": (_after_a_past, _click("button:all_replays")),
    "unfinished games": (_after_a_past, _click("button:all_started")),
    "unfinished games, removing": (_after_a_past, _click("button:all_started", "button:remove_games")),
    "unfinished games, a damaged one": (_damaged_game,),
    "a spec with mistakes": (_own_mistakes, _press("Enter")),
    "a replay": (_replay("Right", "Right", "Right", "Right", "Right"),),
    "a replay, its end": (_replay("End"),),
    "a replay, damaged": (_damaged_replay,),
    # Before a game, and lessons
    "introduction": (_introduction,),
    "before a game": (lambda hand: hand.app.open(Table(hand.app, Session(load("word_cell"), seed=7))),),
    "lesson": (_choose("mosaic"), _click("details:button:tutorial")),
    "menu of a lesson": (_choose("mosaic"), _click("details:button:tutorial", "button:menu")),
    "lesson in a word game": (_choose("khi"), _click("details:button:tutorial")),
    # Cards on the table
    "menu": (_table("mosaic", 3), MENU),
    "menu of a long one": (_table("sudoku", 6), MENU),
    "help": (_table("khi", 2), _press("F1")),
    "help, its end": (_table("khi", 2), _press("F1", "End")),
    "settings": (_table("stackdoku", 3), MENU, _click("card:button:settings")),
    "settings, their end": (_table("khi", 2), MENU, _click("card:button:settings"), _press("End")),
    "settings, the seed copied": (_table("reversi", 2), MENU, _click("card:button:settings", "card:button:copy_seed")),
    "preferences on the table": (_table("khi"), MENU, _click("card:button:preferences")),
    "statistics on the table": (_after_a_past, _table("sudoku"), MENU, _click("card:button:statistics")),
    "unfinished games on the table": (_after_a_past, _table("stackdoku"), MENU, _click("card:button:started")),
    "pause": (_table("mosaic", 3), _press("p")),
    "question": (_noughts_and_crosses("b2", "a1"), _click("button:restart")),
    "question with three answers": (_noughts_and_crosses("b2", "a1"), _press("n")),
    "question of a game": (_promotion,),
    "question for a letter": (_table("ghost", 4),),
    "scores": (_table("khi", 8), MENU, _click("card:button:scores")),
    "handed over": (_handed_over,),
    "open elsewhere": (_of_two_windows(),),
    "looking on": (_of_two_windows("card:button:look_on"),),
    "menu of who looks on": (_of_two_windows("card:button:look_on", "button:menu"),),
    "taken over": (_taken_over,),
    "mistakes while playing": (_mended_spec,),
    # In a game
    "hint": (_table("word_cell", 3), _press("h", "h")),
    "refusal": (_noughts_and_crosses("b2", "b2"),),
    "points called out": (_called_out,),
    "pencil marks": (_marked,),
    "a token that cannot move": (_stuck_token,),
    "a move undone": (_noughts_and_crosses("b2", "a1"), _press("z")),
    "daily": (_choose("hidden_word"), _click("details:button:daily", "card:button:close")),
    "the keyboard on a board": (_table("chess"), _press("Right", "Up", "Up")),
    "a card on its way": (_dragged,),
    "Hearts in play": (_table("hearts", 23),),
    "Sea Battle in play": (_table("sea_battle", 52),),
    # At the end
    "end": (_noughts_and_crosses("a1", "b1", "a2", "b2", "a3"),),
    "end without a win": (_ended_at_once,),
    "end with a hint": (_hinted_win,),
    "end with confetti": (_celebrated,),
    "end of a game of the day": (_daily_ended,),
    "end that is stuck": (_ended("peg_solitaire"),),
    "end with scores": (_ended("hearts"),),
    "Khi at its end": (_ended("khi_short", "ai"),),
    "menu at the end": (_noughts_and_crosses("a1", "b1", "a2", "b2", "a3"), _press("Escape"), MENU),
}
LARGE: dict[str, tuple[Way, ...]] = {
    f"{name}, very large texts": _with_text("very_large", *PLAIN[name])
    for name in (
        "first start",
        "gallery, details after some games",
        "new game",
        "preferences",
        "rules",
        "statistics of some games",
        "unfinished games",
        "menu of a long one",
        "question with three answers",
        "open elsewhere",
        "pencil marks",
        "Hearts in play",
        "Sea Battle in play",
        "a replay",
    )
}
PATTERNED: dict[str, tuple[Way, ...]] = {
    f"patterns, {game}": (_with_patterns, _table(game, 12, "random"))
    for game in ("mosaic", "colour_lines", "khi", "hex", "minesweeper", "sea_battle", "klondike", "hearts")
}
PLAYED: dict[str, tuple[Way, ...]] = {f"{game} in play": (_table(game, moves),) for game, moves in HOUSE.items()}
SCREENS = PLAIN | PLAYED | LARGE | PATTERNED
"""What leads to each screen from the first one."""


def surroundings(folder: Path, theme: str) -> Surroundings:
    """The files of a player who has none yet."""
    preferences = StoredPreferences(folder)
    preferences.change(theme=theme, animation="off", sound=False)
    return Surroundings(
        preferences,
        Saves(folder / "saves"),
        Statistics(folder),
        Replays(folder / "replays"),
        Library(folder / "games"),
        Thumbnails(),
        lambda: NOW,
    )


@contextmanager
def shown(name: str, size: Size, theme: str) -> Iterator[App]:
    """An app that shows a screen."""
    with TemporaryDirectory() as folder:
        app = App(start.gallery, surroundings(Path(folder), theme), size)
        hand = Hand(app)
        hand.rest()
        for way in SCREENS[name]:
            way(hand)
        yield app
        for each in (*hand.others, app):
            each.close()


def picture_of(app: App) -> Image:
    """The app as a player sees it, with everything that moves where it is now."""
    frame = app.frame()
    seen = Scene(app.scene.size, (*frame.still, *frame.moving), app.scene.spots, app.scene.focus)
    return snapshot(seen, app.theme)


def make_thumbnails() -> None:
    """Make the pictures of the gallery, which a player waits for only once."""
    thumbnails = Thumbnails()
    for spec in catalogue.shipped().values():
        for name in THEMES:
            if thumbnails.is_missing(spec, colours(name)):
                thumbnails.make(spec, colours(name))


def pictures(names: list[str]) -> Iterator[tuple[str, Size, str, Image]]:
    """Every screen in every size and theme."""
    for name in names:
        for size in SIZES:
            for theme in THEMES:
                with shown(name, size, theme) as app:
                    yield name, size, theme, picture_of(app)


def main(folder: Path, words: list[str]) -> int:
    """Draw the screens whose names contain one of some words, or all of them if there are no words."""
    folder.mkdir(parents=True, exist_ok=True)
    names = [name for name in SCREENS if not words or any(word in name for word in words)]
    height = max(SMALL * size.height // size.width for size in SIZES)
    across = len(SIZES) * len(THEMES) * (SMALL + GAP) + GAP
    sheet = new_image("RGB", (across, len(names) * (height + HEADING + GAP) + GAP), PAPER)
    for number, (name, size, theme, picture) in enumerate(pictures(names)):
        row, column = divmod(number, len(SIZES) * len(THEMES))
        picture.save(folder / f"{name} {size.width}x{size.height} {theme}.png")
        top = GAP + row * (height + HEADING + GAP)
        if column == 0:
            heading = image_of(Label(name, 15, INK, bold=True))
            sheet.paste(heading, (GAP, top), heading)
        small = picture.resize((SMALL, SMALL * size.height // size.width), Resampling.LANCZOS)
        sheet.paste(small, (GAP + column * (SMALL + GAP), top + HEADING))
    sheet.quantize(256, kmeans=2).save(folder / "screens.png", optimize=True)
    return 0


if __name__ == "__main__":
    make_thumbnails()
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
