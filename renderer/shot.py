"""The command `tilewright shot`: a position of a game as a picture, without a window."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from pathlib import Path

from PIL.Image import Image

from interpreter import BadAction, load, place, read_file, require_plain, watched
from interpreter.spec.diagnostics import did_you_mean
from renderer.app.display import Display, subtitle
from renderer.scene.snapshot import snapshot
from renderer.scene.table import scene
from renderer.scene.ui import Ui
from renderer.skins.theme import NAMES, NoSuchTheme, Size, Theme, theme
from runtime import arguments
from runtime.bots import NoSuchLevel
from runtime.messages import Problem
from runtime.playtest.seats import WrongSeats, bots_for, chosen, named_bots, seated
from runtime.session import draft as drafts
from runtime.session.letters import plays_by_letters
from runtime.session.session import Session
from runtime.show import present, sits_opposite, turned, viewer_of

SMALLEST, LARGEST = (320, 240), (3840, 2160)
MOST_ACTIONS = 1 << 20
"""A file of actions has no more bytes."""
_SIZE = re.compile(r"(\d{1,5})[x×](\d{1,5})")


@watched()
def shot(
    game: str,
    out: Path,
    *,
    seed: int | None = None,
    level: str | None = None,
    settings: Sequence[str] = (),
    actions: Path | None = None,
    moves: int = 0,
    bots: str = "random",
    size: str = "1280x800",
    theme_name: str = "dark",
    patterns: bool = False,
    overlay: str | None = None,
) -> None:
    """Play a game as far as requested, draw it, and write the picture."""
    room, colours = _size(size), _theme(theme_name, patterns)
    if out.suffix.lower() != ".png":
        raise Problem(f"‘{out}’ cannot be the name of a picture.", "Use a name that ends in .png.")
    require_plain(out)
    if not out.parent.is_dir():
        raise Problem(f"There is no folder {out.parent} for the picture.", "Make it first, or choose another.")
    players = named_bots(bots)
    loaded = load(arguments.spec(game))
    # A picture that is made twice must be the same twice, so nothing is left to chance.
    fixed = seed if seed is not None else 0 if loaded.spec.seed is None else None
    session = Session(loaded, level, arguments.settings(settings), fixed)
    if actions is not None:
        perform(session, actions)
    play_on(session, moves, players)
    content = io.BytesIO()
    picture(session, room, colours, overlay).save(content, "PNG")
    place(out.resolve(), content.getvalue())
    print(f"Wrote {out}.")


def picture(session: Session, size: Size, colours: Theme, overlay: str | None = None) -> Image:
    """What a window of a given size would show of a session, with one of its cards in front if requested."""
    viewer = viewer_of(session)
    shown = present(session, drafts.begin(session.state), viewer)
    shown = turned(shown) if sits_opposite(session) else shown
    if overlay is not None and overlay not in shown.overlays:
        there = f"There are {', '.join(shown.overlays)}." if shown.overlays else "There is none at this point."
        raise Problem(f"There is no card ‘{overlay}’ now.", there)
    display = Display(session)
    ui = Ui(
        last_move=display.last_move(viewer),
        log=display.log(viewer),
        overlay=overlay,
        subtitle=subtitle(session),
        letters=plays_by_letters(session.state.program),
    )
    return snapshot(scene(shown, ui, size, colours), colours)


def perform(session: Session, file: Path) -> None:
    """Perform the actions in a file: one per line, as people write them. Empty lines and comments after # are
    skipped."""
    for number, line in enumerate(_text(file).splitlines(), start=1):
        written = line.partition("#")[0].strip()
        if not written:
            continue
        where = f"{file}:{number}"
        if session.state.over:
            raise Problem(f"{where}: The game is over before ‘{written}’.")
        try:
            action = session.game.action(session.state, written)
        except BadAction as problem:
            raise Problem(f"{where}: {problem}") from None
        refusal = session.perform(action).refusal
        if refusal is not None:
            raise Problem(f"{where}: ‘{written}’ is refused. {refusal.text}".rstrip())


def _text(file: Path) -> str:
    try:
        return read_file(file, MOST_ACTIONS).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Problem(f"{file} is not a text file.", "Write one action per line, in UTF-8.") from None


def play_on(session: Session, moves: int, bots: Sequence[str]) -> None:
    """Let bots continue for all players: for a number of moves, or until the game is over."""
    if moves < 1:
        return
    game = session.game
    try:
        seats = seated(game, session.state, bots_for(game.players, bots))
    except (NoSuchLevel, WrongSeats) as problem:
        raise Problem(str(problem)) from None
    for _ in range(moves):
        if session.state.over:
            break
        session.perform(chosen(seats, session.state, session.legal, session.bot_seed()), "computer")


def _size(text: str) -> Size:
    found = _SIZE.fullmatch(text.strip())
    if found is None:
        raise Problem(f"‘{text}’ is not a size.", "Write width x height in pixels, as in 1280x800.")
    width, height = int(found[1]), int(found[2])
    if not (SMALLEST[0] <= width <= LARGEST[0] and SMALLEST[1] <= height <= LARGEST[1]):
        smallest, largest = ("{}x{}".format(*each) for each in (SMALLEST, LARGEST))
        raise Problem(f"A picture of {width}x{height} pixels cannot be drawn.", f"Take {smallest} to {largest}.")
    return Size(width, height)


def _theme(name: str, patterns: bool) -> Theme:
    try:
        return theme(name, patterns)
    except NoSuchTheme:
        help = did_you_mean(name, NAMES) or f"There are {', '.join(NAMES)}."
        raise Problem(f"There is no theme ‘{name}’.", help) from None
