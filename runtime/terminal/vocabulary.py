"""The commands of the terminal player: their names, what may be typed instead, and what they do in a line."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter import Game


@dataclass(frozen=True, slots=True)
class Word:
    """One command."""

    name: str
    argument: str
    about: str
    others: tuple[str, ...] = ()


COMMANDS = (
    Word("help", "", "show this page", ("?", "h")),
    Word("moves", "[page or word]", "list the moves that you may make, by number", ("m",)),
    Word("board", "", "show the board again", ("b",)),
    Word("hint", "", "where to look; asked again, what to do"),
    Word("undo", "", "take your last move back", ("u",)),
    Word("redo", "", "make it again"),
    Word("why", "", "the rule behind the last refusal, with its values"),
    Word("rules", "", "read the rules"),
    Word("tutorial", "", "learn the game, lesson by lesson"),
    Word("settings", "[name=value]", "show the settings, or play with one changed"),
    Word("seed", "[number]", "show the seed, or play with another"),
    Word("restart", "", "start this game again, with the same luck"),
    Word("new", "", "start another game"),
    Word("save", "[name]", "keep this game; it is saved in any case"),
    Word("load", "[name]", "go on with a kept game, or list them"),
    Word("life", "", "spend a life and go on"),
    Word("quit", "", "leave; the game is saved", ("q", "exit")),
)

_BY_NAME = {name: word for word in COMMANDS for name in (word.name, *word.others)}


def command(text: str) -> str | None:
    """The command that a word stands for."""
    found = _BY_NAME.get(text.lower())
    return None if found is None else found.name


def offered(game: Game) -> list[Word]:
    """The commands that a game has a use for: lives and lessons are not for every one."""
    lives = game.spec.assist is not None and game.spec.assist.lives is not None
    needless = {name for name, wanted in (("life", lives), ("tutorial", game.spec.tutorial is not None)) if not wanted}
    return [word for word in COMMANDS if word.name not in needless]
