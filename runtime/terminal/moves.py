"""Moves in words: those that can be made, and those that were made, without giving anything hidden away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from interpreter import Action, Game, State, View
from interpreter.expr import terms
from interpreter.expr.evaluator import PieceValue
from runtime import draft as drafts
from runtime.choosing import Choosing
from runtime.draft import Draft
from runtime.session import Move
from runtime.terminal.cells import Cell, CellReader
from runtime.terminal.shown import Shown

MOST_GUESSED = 200
"""So many ways of an action are listed whose legality the player may not know."""


def listed_moves(game: Game, state: State) -> list[Action]:
    """What the player to move may try. Where legality would tell something hidden, all that may be chosen is listed."""
    if state.over:
        return []
    guarded = {name for name in state.program.actions if _tells(Choosing(game, state, name))}
    found = [action for action in game.legal(state) if action[0] not in guarded]
    for name in state.program.actions:
        if name in guarded:
            found += _choosable(game, state, drafts.start(state, name))[:MOST_GUESSED]
    return found


def _tells(choosing: Choosing) -> bool:
    """Whether the legal ways of an action tell something that its player may not know."""
    plan = choosing.plan
    read: list[terms.Term | None] = [value for _, value in plan.lets]
    read += [check.term for check in plan.checks] + [step.check for step in plan.requires]
    for choice in plan.choices:
        read += [choice.domain, choice.where]
    return any(choosing.is_secret(term) for term in read)


def _choosable(game: Game, state: State, draft: Draft) -> list[Action]:
    if drafts.ready(state, draft):
        return [drafts.submit(state, draft)] if Choosing(game, state, draft.action or "").barred() is None else []
    found: list[Action] = []
    slots = drafts.candidates(game, state, draft)
    for name, values in list(slots.items())[:1]:
        for value in values:
            found += _choosable(game, state, drafts.add(game, state, draft, value, name))
            if len(found) >= MOST_GUESSED:
                return found
    return found


def action_sites(state: State, action: Action) -> frozenset[int]:
    """Every site that an action points at; pieces count where they stand before it."""
    if action[0] not in state.program.actions:
        return frozenset()
    found: set[int] = set()
    fields = state.program.layout.fields
    for spot in drafts.spots(state, Draft(action[0], tuple(action[1:]))):
        site = state.data[fields[f"{spot.kind}.site"].index][spot.number] if isinstance(spot, PieceValue) else spot
        if site:
            found.add(site)
    return frozenset(found)


def last_sites(game: Game, moves: Sequence[Move], viewer: int) -> frozenset[int]:
    """Where the last moves of one player in a row happened, as far as the viewer sees that something did.

    Who plays alone has just seen the moves before the last one, so only that one counts.
    """
    found: frozenset[int] = frozenset()
    for move in reversed(moves if len(game.players) > 1 else moves[-1:]):
        if move.player != moves[-1].player:
            break
        found |= _marked_sites(game, move, viewer)
    return found


def _marked_sites(game: Game, move: Move, viewer: int) -> frozenset[int]:
    """The sites of a move; where nothing has changed there, as when a piece falls, those few that have."""
    sites = _seen_sites(game, move, viewer)
    if not sites or _changed(game, move, viewer, sites):
        return sites
    everywhere = range(1, move.before.program.schema.topology.count + 1)
    return _changed(game, move, viewer, everywhere) or sites


def worded(text: str) -> str:
    """A move as it is told: the words of an action's name stand apart."""
    name, blank, rest = text.partition(" ")
    return f"{name.replace('_', ' ')}{blank}{rest}"


def move_text(game: Game, move: Move, viewer: int) -> str:
    """A move as a viewer may know it: another's hidden choices are left out."""
    program = move.before.program
    if not program.sight.hides or _is_own(move, viewer):
        return worded(move.text)
    if program.simultaneous(move.before.data) or _seen_sites(game, move, viewer) != action_sites(
        move.before, move.action
    ):
        return worded(str(move.action[0]))
    return worded(game.text(game.view(move.before, viewer).state, move.action))


def _is_own(move: Move, viewer: int) -> bool:
    return bool(move.before.data[0] == viewer)


def _seen_sites(game: Game, move: Move, viewer: int) -> frozenset[int]:
    sites = action_sites(move.before, move.action)
    if not move.before.program.sight.hides or _is_own(move, viewer):
        return sites
    return _changed(game, move, viewer, sites)


def _changed(game: Game, move: Move, viewer: int, sites: Iterable[int]) -> frozenset[int]:
    """Those sites that look different to a viewer after a move."""
    before, after = (_cells(game.view(state, viewer), sites) for state in (move.before, move.after))
    return frozenset(site for site in before if before[site].text != after[site].text)


def _cells(view: View, sites: Iterable[int]) -> dict[int, Cell]:
    shown = Shown(view)
    readers = {
        instance: CellReader(shown, name)
        for name, board in view.program.schema.boards.items()
        for instance in board.instances
    }
    found: dict[int, Cell] = {}
    for site in sites:
        board = view.program.schema.topology.board_at(site)
        if board is not None:
            found[site] = readers[board.name].cell(site)
    return found
