"""Positions to draw, and a small one made by hand."""

from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from random import Random

from interpreter import load
from interpreter.spec.catalogue import shipped
from runtime.session.session import Session
from runtime.show import present
from runtime.show.values import ButtonShown, PanelShown, Presentation

ROOT = Path(__file__).resolve().parents[2]
SPECS = sorted(shipped().values())
SEVERAL = tuple(
    ROOT / "tests" / "data" / "language" / f"{name}.yaml"
    for name in ("auction", "battle", "cards", "givers", "lanes", "letters", "pyramid", "tides")
)
"""Games with several boards, or with zones."""


@lru_cache(maxsize=64)
def position(path: Path, moves: int = 0) -> Presentation:
    """A position after some random moves, as the person whose turn it is sees it."""
    session, luck = Session(load(path), seed=3), Random(moves)
    for _ in range(moves):
        if session.state.over:
            break
        session.perform(luck.choice(session.legal), "person")
    return present(session)


def named(name: str, moves: int = 0) -> Presentation:
    """A position of a shipped game."""
    return position(next(path for path in SPECS if path.stem == name), moves)


def simple() -> Presentation:
    """A board of three by three for two players, with two values and two buttons."""
    buttons = (
        ButtonShown("undo", "Undo", False, "There is nothing to undo."),
        ButtonShown("pass", "Pass", True, is_action=True),
    )
    return replace(
        named("tic_tac_toe"),
        title="Simple",
        status="Cross to move.",
        panels=(PanelShown("Score", "128"), PanelShown("Found", "5 / 12")),
        buttons=buttons,
        menu=(),
    )


def crowded() -> Presentation:
    """Far more values and buttons than there is room for."""
    return replace(
        named("memory", 6),
        title="A game with a title that is far too long for any side panel",
        panels=tuple(PanelShown(f"A long label {number}", f"{number * 1_000_003}") for number in range(14)),
        buttons=tuple(
            ButtonShown(f"act_{number}", f"Do the thing number {number}", number % 3 != 0, "Not now.", True)
            for number in range(11)
        ),
        status="A status that goes on and on, telling much more than anybody could want to know. " * 3,
    )
