"""Moves as a viewer may know them: in words, where they happened, and the log's text about them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from interpreter import Action, Event, Game, State, View
from interpreter.expressions import terms
from interpreter.position import PieceValue
from interpreter.program import Program, unknowns_of
from runtime.session import draft as drafts
from runtime.session.draft import Draft
from runtime.session.session import Move, Session
from runtime.show.shown import Shown
from runtime.show.stages import FEW

OF_THE_VIEWER = ("me", "opponent")
END_TURN = "end turn"
"""What is told of `stop`, as its button says it."""


@lru_cache(maxsize=16)
def keeps_secrets(program: Program) -> bool:
    """Whether one player may know something that another may not. What is hidden from everybody is no secret between
    players."""
    if program.bare.choices or any(zone.seen_by == "owner" for zone in program.schema.zones.values()):
        return True
    return any(
        hidden.rule == "owner" or (hidden.rule == "if" and _depends_on_viewer(hidden.term))
        for hidden in program.sight.hidden.values()
    )


def _depends_on_viewer(term: terms.Term | None) -> bool:
    return term is None or any(
        isinstance(part, terms.Global) and part.name in OF_THE_VIEWER for part in terms.walk(term)
    )


def action_sites(state: State, action: Action) -> frozenset[int]:
    """Every site that an action points at; for pieces, the sites they are on before it."""
    if action[0] not in state.program.actions:
        return frozenset()
    sites = (state.site_of(spot) for spot in drafts.spots(state, Draft(action[0], tuple(action[1:]))))
    return frozenset(site for site in sites if site)


def last_sites(game: Game, moves: Sequence[Move], viewer: int) -> frozenset[int]:
    """The sites of the last moves that one player made in a row, as far as the viewer sees a change there.

    A viewer who keeps playing has just seen the earlier moves, so only the last one counts. If pieces were taken away
    and none is left, there is nothing to point at.
    """
    found: frozenset[int] = frozenset()
    goes_on = bool(moves) and moves[-1].after.mover == viewer
    for move in reversed(moves):
        if move.player != moves[-1].player or (goes_on and found and _is_own(move, viewer)):
            break
        before, after = (game.seen(state, viewer) for state in (move.before, move.after))
        sites = _marked_sites(move, before, after)
        if sites is None:
            break
        if sites & after.occupied() or not sites & before.occupied():
            found |= sites
        elif goes_on and _is_own(move, viewer):
            break
    return found


def _marked_sites(move: Move, before: View, after: View) -> frozenset[int] | None:
    """The sites of a move; if nothing has changed there, as when a piece falls, the few sites that have changed.

    None if the viewer has stirred the board, so that other things are now where some were chosen.
    """
    sites = _seen_sites(move, before, after)
    if not sites:
        return sites
    changed = before.changed_sites(after, range(1, before.program.schema.topology.count + 1))
    elsewhere = changed - sites
    if not changed & sites and len(elsewhere) <= FEW:
        return elsewhere or sites
    if len(elsewhere) <= FEW or not _is_own(move, before.viewer):
        return sites
    return sites if all(_is_blank(before, site) or _is_blank(after, site) for site in sites) else None


def worded(text: str) -> str:
    """A move in words: the words of an action's name are separated."""
    name, blank, rest = text.partition(" ")
    return f"{name.replace('_', ' ')}{blank}{rest}"


def move_text(game: Game, move: Move, viewer: int) -> str:
    """A move as a viewer may know it: another player's hidden choices are left out."""
    program = move.before.program
    if move.action[0] == "stop":
        return END_TURN
    if not keeps_secrets(program) or _is_own(move, viewer):
        return game.notation(move.before, move.action) or worded(move.text)
    before, after = (game.seen(state, viewer) for state in (move.before, move.after))
    unseen = program.simultaneous(move.before.data) or move.action[0] in unknowns_of(program).actions
    if unseen or _seen_sites(move, before, after) != action_sites(move.before, move.action):
        return worded(str(move.action[0]))
    chosen = drafts.spots(move.before, Draft(move.action[0], tuple(move.action[1:])))
    pieces = [spot for spot in chosen if isinstance(spot, PieceValue)]
    if all(_is_known(move.before, viewer, piece) for piece in pieces):
        return game.told(move.before, move.action, viewer) or worded(game.text(before.state, move.action))
    if all(_is_shown(move, viewer, piece) for piece in pieces):
        return game.notation(move.before, move.action) or worded(move.text)
    return worded(str(move.action[0]))


def _is_known(state: State, viewer: int, piece: PieceValue) -> bool:
    """Whether a viewer knows all properties of a piece."""
    properties = state.program.schema.kinds[piece.kind].properties.values()
    return all(state.program.known(state.data, viewer, prop.column, piece.number) for prop in properties)


def _is_shown(move: Move, viewer: int, piece: PieceValue) -> bool:
    """Whether a move reveals a piece to a viewer, because it then lies face up or was placed on a board."""
    if _is_known(move.before, viewer, piece) or _is_known(move.after, viewer, piece):
        return True
    program = move.before.program
    properties = program.schema.kinds[piece.kind].properties.values()
    laid = any(
        event.name == "moved" and event.fields["piece"] == piece.number and event.fields["target"]
        for event in move.events
        if event.fields.get("kind") == piece.kind
    )
    return laid and not any(prop.column in program.sight.hidden for prop in properties)


def _is_own(move: Move, viewer: int) -> bool:
    return move.before.mover == viewer


def _seen_sites(move: Move, before: View, after: View) -> frozenset[int]:
    """The sites of a move; for another player's, if there are secrets, those where the viewer sees a change."""
    sites = action_sites(move.before, move.action)
    if not keeps_secrets(before.program) or _is_own(move, before.viewer):
        return sites
    return before.changed_sites(after, sites)


def _is_blank(view: View, site: int) -> bool:
    """Whether nothing is on a site."""
    return view.content(site) == view.program.bare.content(site)


def log_lines(game: Game, viewer: int, move: Move, so_far: Iterable[Event] | None = None) -> tuple[str, ...]:
    """The log's lines about a move for a viewer: who did what, then what the spec says about its events, or about those
    shown so far.

    An action that the spec's `log` leaves out appears only through its events; it does not appear at all if the log
    names its events and leaves them out too.
    """
    shown = Shown(game.seen(move.after, viewer))
    told = shown.log(move.events if so_far is None else so_far)
    if _is_told_by_events(shown, move):
        return told
    text = move_text(game, move, viewer)
    titles, players = shown.schema.titles, shown.schema.players.words
    if len(players) == 1:
        return (as_sentence(text), *told)
    title = titles[players.index(move.player)]
    return (f"{title}: {text}", *told)


def retold(game: Game, viewer: int, move: Move) -> str:
    """A move that is taken back or made again: as the log told it if its events did that, else in its notation."""
    shown = Shown(game.seen(move.after, viewer))
    told = shown.log(move.events) if _is_told_by_events(shown, move) else ()
    return " ".join(told).removesuffix(".") or move_text(game, move, viewer)


def _is_told_by_events(shown: Shown, move: Move) -> bool:
    """Whether the log leaves out an action because its events tell it."""
    plans = shown.plan.log
    own = plans.get(move.action[0])
    return own is not None and own.text is None and any(event.name in plans for event in move.events)


def opening_lines(session: Session, viewer: int) -> tuple[str, ...]:
    """What the log tells a viewer of the time before the first action: rolls of first turns, and who passed."""
    if not session.opening:
        return ()
    return Shown(session.game.seen(session.start, viewer)).log(session.opening)


def as_sentence(text: str) -> str:
    """A text with a capital at its beginning, unless it begins with the name of a site: d2 stays d2."""
    first = text.partition(" ")[0]
    return text if any(letter.isdigit() for letter in first) else text[:1].upper() + text[1:]
