"""Cards in front of the board, with their texts filled in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from interpreter import Event
from interpreter.spec.model import Overlay, Overlays, ScoreColumn, Spec
from interpreter.views import NO_CARD, ColumnPlan
from runtime.session.session import Move
from runtime.show.buttons import Buttons
from runtime.show.panels import ending
from runtime.show.shown import Shown
from runtime.show.values import ButtonShown, Column, OverlayShown, plain_name

Name = Literal["ready", "intro", "scores", "stuck", "result"]
BEGINNING = ("restart", "new_game")
"""Buttons that begin a game anew."""


class Cards(Mapping[str, OverlayShown]):
    """The cards of one moment, each filled in when it is first looked at."""

    def __init__(self, makers: Mapping[str, Callable[[], OverlayShown]]) -> None:
        self._makers = makers
        self._made: dict[str, OverlayShown] = {}

    def __getitem__(self, name: str) -> OverlayShown:
        if name not in self._made:
            self._made[name] = self._makers[name]()
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)


def cards(shown: Shown, buttons: Buttons, persons: Sequence[int], history: Sequence[Move], said: str | None) -> Cards:
    """The current cards: `result` when the game is over, `stuck` while the player can recover from its end."""
    spec = shown.program.spec
    given = shown.spec.overlays if shown.spec is not None else None
    written = given if given is not None else Overlays.model_construct()
    makers: dict[str, Callable[[], OverlayShown]] = {}
    if written.ready is not None:
        ready = written.ready
        makers["ready"] = lambda: _card(
            shown, buttons, "ready", ready, str(spec.title), "", "Play", ("tutorial", "rules")
        )
    # One card is enough before a game, unless the spec writes both.
    if written.intro is not None or (spec.about is not None and written.ready is None):
        intro = written.intro or Overlay.model_construct()
        about = str(spec.about or "")
        makers["intro"] = lambda: _card(
            shown, buttons, "intro", intro, str(spec.title), about, "Play", ("tutorial", "rules")
        )
    if written.scores is not None:
        scores = written.scores
        makers["scores"] = lambda: _scores(shown, buttons, scores, history)
    if shown.over:
        if buttons.allowed.recovery:
            makers["stuck"] = lambda: _stuck(shown, buttons, written.stuck, said)
        else:
            makers["result"] = lambda: _result(shown, buttons, written, persons, history, said)
    return Cards(makers)


def is_ready_again(spec: Spec, button: str) -> bool:
    """Whether the card `ready` appears again after a button: after those that it names, by default those that start
    again."""
    overlays = spec.view.overlays if spec.view is not None else None
    ready = overlays.ready if overlays is not None else None
    return ready is not None and button in (BEGINNING if ready.after is None else map(str, ready.after))


def _card(
    shown: Shown,
    buttons: Buttons,
    name: Name,
    card: Overlay,
    title: str,
    text: str,
    button: str,
    usual: tuple[str, ...] = (),
) -> OverlayShown:
    plan = shown.plan.cards.get(name, NO_CARD)
    return OverlayShown(
        name,
        shown.text(plan.title) if plan.title is not None else title,
        shown.text(plan.text) if plan.text is not None else text,
        shown.text(plan.button) if plan.button is not None else button,
        _buttons(buttons, card.buttons, usual),
    )


def _buttons(buttons: Buttons, written: Iterable[str] | None, usual: Iterable[str]) -> tuple[ButtonShown, ...]:
    return buttons.named(str(name) for name in (written if written is not None else usual))


# Scores


def _scores(shown: Shown, buttons: Buttons, card: Overlay, history: Sequence[Move]) -> OverlayShown:
    found = _card(shown, buttons, "scores", card, "Scores", "", "Close")
    return replace(found, columns=_columns(shown, card, history))


def _columns(shown: Shown, card: Overlay, history: Sequence[Move]) -> tuple[Column, ...]:
    """The lists of the scores."""
    plans = shown.plan.cards["scores"].columns
    return tuple(_column(shown, *pair, history) for pair in zip(card.columns or (), plans, strict=True))


def _column(shown: Shown, column: ScoreColumn, plan: ColumnPlan, history: Sequence[Move]) -> Column:
    """One list: the events with a given name, of one player if the spec says whose."""
    lines = [
        shown.event_text(plan.line, event)
        for move in history
        for event in move.events
        if event.name == str(column.events) and _is_by(shown, move, event, column)
    ]
    whose = shown.schema.players.words.index(str(column.of)) if column.of is not None else None
    usual = plain_name(str(column.events)) if whose is None else str(shown.schema.titles[whose])
    title = shown.text(plan.title) if plan.title is not None else usual
    total = shown.words(plan.total)
    return Column(title, tuple(lines), total or "")


def _is_by(shown: Shown, move: Move, event: Event, column: ScoreColumn) -> bool:
    """Whether an event belongs to the player whose column it is: named in the event, or else who moved last."""
    if column.of is None:
        return True
    number = shown.schema.players.words.index(str(column.of)) + 1
    for field in ("by", "player"):
        if field in event.fields:
            return bool(event.fields[field] == number)
    return move.player == str(column.of)


# Ends


def _stuck(shown: Shown, buttons: Buttons, card: Overlay | None, said: str | None) -> OverlayShown:
    recovery = buttons.allowed.recovery
    ways = {"undo": "take a move back", "life": "use a life"}
    offer = f"You can {' or '.join(ways[way] for way in recovery)}."
    text = " ".join(part for part in (said or "", offer) if part)
    given = _card(shown, buttons, "stuck", card or Overlay.model_construct(), "No way on", text, "")
    names = [str(name) for name in card.buttons] if card is not None and card.buttons is not None else []
    offered = [*(name for name in recovery if name not in names), *names] if names else [*recovery, "restart"]
    return OverlayShown("stuck", given.title, given.text, "", buttons.named(offered), mood="lost")


def _result(
    shown: Shown,
    buttons: Buttons,
    written: Overlays,
    persons: Sequence[int],
    history: Sequence[Move],
    said: str | None,
) -> OverlayShown:
    found = ending(shown, persons, said)
    card = written.result
    offered = _buttons(buttons, card.buttons if card is not None else None, ("restart", "new_game"))
    scores = written.scores if card is not None and card.scores else None
    columns = _columns(shown, scores, history) if scores is not None else ()
    return OverlayShown("result", found.title, found.text, "", offered, columns, found.mood)
