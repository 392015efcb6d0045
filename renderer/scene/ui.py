"""What the window adds to a position: where the pointer is, and what is dragged, highlighted, said or open. A value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from renderer.scene.page_models import Choice, Page
from runtime.session.draft import Spot
from runtime.show.stages import Call
from runtime.show.values import Presentation

Mood = Literal["plain", "refused", "hint", "good"]
"""How something that is said is meant."""


@dataclass(frozen=True, slots=True)
class Dragged:
    """Something being dragged, and where the pointer has taken it."""

    spot: Spot
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Card:
    """A card that the window opens by itself.

    With a `page` it shows that: settings are a Form, help is a Reading, a list of games is a Listing. Without one it is
    a title, a text and `choices`: in a row (pause, confirm), or below each other (menu). `question` shows the question
    of the presentation and then its choices. `tutorial` is in the side panel, with `progress` as (lesson, out of how
    many); the buttons of the table that it `asks_for` stand out, and room is reserved for its `nudge`, and for the
    texts and nudges of all `lessons`, so that nothing jumps from one to the next. `verdict` says how a lesson went, in
    the colour of its `mood`. `problems` covers a part of the board, with its page in a monospaced font, and leaves the
    table playable.
    """

    name: str
    title: str = ""
    text: str = ""
    choices: tuple[Choice, ...] = ()
    page: Page | None = None
    progress: tuple[int, int] | None = None
    asks_for: tuple[str, ...] = ()
    nudge: str = ""
    lessons: tuple[tuple[str, str], ...] = ()
    verdict: str = ""
    mood: Mood = "plain"


class PadKey(NamedTuple):
    """A key of a pad: its value, its text, and whether it is on."""

    value: Any
    text: str
    on: bool


@dataclass(frozen=True, slots=True)
class Pad:
    """Keys beside the boards that leave the boards playable. They are options of `name`; other choices are next to
    them."""

    name: str
    title: str
    keys: tuple[PadKey, ...]
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Bubble:
    """A refusal shown where it happened: beside the first visible one of some spots, or of some nodes by their keys."""

    text: str
    about: tuple[Spot | str, ...]


@dataclass(frozen=True, slots=True)
class Ui:
    """What the window knows beyond the position.

    `hovered` is the spot under the pointer; `focus` the key of the node that the keyboard is on and `cursor` its spot
    on a board. `lit` are spots that a hint or refusal points out. `last_move` are the sites of the last move. `preview`
    is what the position would look like. `message` is the latest message, `mood` its tone; a `bubble` shows it where it
    happened. `calls` are called out as the stage of a move begins. `beat` counts up while someone is thinking: each
    makes another of the three dots bright. `overlay` names the open card of the spec; a `card` of the window is in
    front of it, a `pad` and a `lesson` beside the board. `letters`: letters are typed to play, so commands need Ctrl.
    `summary` sums up a game that is over.
    """

    hovered: Spot | None = None
    hovered_key: str | None = None
    pressed_key: str | None = None
    focus: str | None = None
    cursor: Spot | None = None
    dragged: Dragged | None = None
    lit: frozenset[Spot] = frozenset()
    last_move: frozenset[int] = frozenset()
    preview: Presentation | None = None
    message: str = ""
    mood: Mood = "plain"
    bubble: Bubble | None = None
    calls: tuple[Call, ...] = ()
    thinking: bool = False
    beat: int = 0
    subtitle: str = ""
    log: tuple[str, ...] = ()
    overlay: str | None = None
    card: Card | None = None
    pad: Pad | None = None
    lesson: Card | None = None
    keyboard: bool = False
    letters: bool = False
    summary: str = ""
