"""Everything that a player is shown at one moment, from a session or from a view alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import TypeVar

from interpreter import Abandoned, Game, State, View
from interpreter.views import ANY_NUMBER
from runtime.session import draft as drafts
from runtime.session.draft import Draft, Spot
from runtime.session.gestures import targets
from runtime.session.hand import Moment
from runtime.session.readings import heading_spots
from runtime.session.session import Move, Seat, Session, Topic, Words
from runtime.show.boards import boards_shown, with_draft
from runtime.show.buttons import Allowed, Buttons, question
from runtime.show.overlays import cards
from runtime.show.panels import panels, persons, players, status
from runtime.show.pieces import zones_shown
from runtime.show.shown import Shown
from runtime.show.values import BoardShown, ButtonShown, Left, Presentation, Question

Part = TypeVar("Part")
NO_WAY_ON = "There is no way on from here."


def presentation(
    view: View,
    draft: Draft | None = None,
    *,
    game: Game,
    state: State | None = None,
    acting: bool = True,
    thinking: bool = False,
    left: Left = ANY_NUMBER,
    seats: Mapping[str, Seat] | None = None,
    history: Sequence[Move] = (),
    allowed: Allowed | None = None,
    said: str | None = None,
    card: str | None = None,
    notes: Mapping[Topic, Words] | None = None,
) -> Presentation:
    """What a viewer is shown.

    `acting` says that the viewer may do something now. Legal moves are then computed from `state`, the whole one, as
    far as that reveals nothing hidden; without it nothing can be done. `allowed` is what a session allows besides,
    `said` the text of the end condition. `card` names the card on the table: until its button is pressed nothing else
    can be. `notes` are those of the players, some of which say how their pieces are arranged.
    """
    shown = Shown(view, draft, thinking, left, notes)
    playing = state if state is not None else view.state
    can_act = acting and state is not None and not shown.over
    buttons = Buttons(shown, game, playing, allowed if allowed is not None else Allowed(), can_act)
    people = persons(shown, seats)
    placed = _boards(view, replace(shown.draft, cursor=0), thinking, left)
    boards, zones = with_draft(shown, placed, zones_shown(shown))
    overlays = cards(shown, buttons, people, tuple(history), said)
    covered = overlays[card].button if card is not None and card in overlays else ""
    none = frozenset[Spot]()
    lit = can_act and not covered
    able = _unless_stopped(shown, lambda: _targets(game, playing, shown), none) if lit else none
    return Presentation(
        view=view,
        title=game.title,
        players=players(shown, seats),
        boards=boards,
        zones=zones,
        panels=panels(shown),
        status=status(shown, seats, (said or NO_WAY_ON) if buttons.allowed.recovery else None),
        buttons=_uncovered(buttons.bar(), covered),
        menu=_uncovered(buttons.menu(), covered),
        overlays=overlays,
        targets=able,
        chosen=drafts.spots(view.state, shown.draft) if not shown.draft.empty else frozenset(),
        question=_unless_stopped(shown, lambda: _question(game, playing, shown.draft, able), None) if can_act else None,
        over=shown.over,
    )


def _unless_stopped(shown: Shown, work: Callable[[], Part], otherwise: Part) -> Part:
    """The result of some work; if it takes too long, something else, and the player is told."""
    try:
        return work()
    except Abandoned as fault:
        shown.program.tell_later(fault)
        return otherwise


@lru_cache(maxsize=32)
def _boards(view: View, draft: Draft, thinking: bool, left: Left) -> tuple[BoardShown, ...]:
    """The boards of a moment; the same ones are needed again when a move has been animated."""
    return boards_shown(Shown(view, draft, thinking, left))


def _uncovered(buttons: tuple[ButtonShown, ...], covered: str) -> tuple[ButtonShown, ...]:
    """The buttons of the table; none can be pressed while a card lies on it."""
    if not covered:
        return buttons
    return tuple(replace(button, enabled=False, why=f"Press ‘{covered}’ first.") for button in buttons)


def _question(game: Game, state: State, draft: Draft, able: frozenset[Spot]) -> Question | None:
    """What must be chosen from a menu; nothing if highlighted things can be pointed at instead."""
    headings = heading_spots(state, draft)
    if able & headings.keys():
        offered = set(chain.from_iterable(drafts.candidates(game, state, draft).values()))
        if offered <= set(headings.values()):
            return None
    return question(game, state, draft)


def _targets(game: Game, state: State, shown: Shown) -> frozenset[Spot]:
    """The spots that can be clicked to continue, unless the spec does not want them highlighted."""
    if not lights_targets(shown):
        return frozenset()
    return targets(Moment(game, state), shown.draft)


def lights_targets(shown: Shown) -> bool:
    """Whether the spec wants legal choices highlighted, which is the default."""
    return shown.holds(shown.plan.highlight)


def present(
    session: Session,
    draft: Draft | None = None,
    viewer: int | None = None,
    thinking: bool = False,
    card: str | None = None,
) -> Presentation:
    """What a viewer, by default the person whose turn it is, is shown of a session; perhaps with a card on the
    table."""
    game, state = session.game, session.state
    looking = viewer if viewer is not None else viewer_of(session)
    over = state.over
    acting = not over and session.seat_to_move == "person" and state.mover == looking
    half_chosen = draft if draft is not None else drafts.begin(state)
    return presentation(
        game.seen(state, looking, chosen=drafts.spots(state, half_chosen)),
        half_chosen,
        game=game,
        state=state,
        acting=acting and not thinking,
        thinking=thinking,
        left=session.left,
        seats=session.seats,
        history=session.history,
        allowed=Allowed(
            begun=bool(session.history),
            why_no_undo=session.why_no_undo,
            why_no_hint=session.why_no_hint,
            can_redo=bool(session.undone),
            recovery=session.recovery,
        ),
        said=game.status(state).text if over else None,
        card=card,
        notes=session.notes,
    )


def viewer_of(session: Session) -> int:
    """The player through whose eyes a session is shown: the person whose turn it is, or else the person who moved
    last."""
    players = list(session.game.players)
    people = [player for player in players if session.seats[player] == "person"]
    if session.state.to_move in people or not people:
        return players.index(session.state.to_move) + 1
    for move in reversed(session.history):
        if move.player in people:
            return players.index(move.player) + 1
    return players.index(people[0]) + 1
