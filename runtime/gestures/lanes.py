"""Lanes: where what is put at the edge of a board goes on from there, a click anywhere in its lane will do.

Who drops something into a column points at the column, not at its uppermost place.
"""

from __future__ import annotations

from interpreter import Game, State
from interpreter.expressions import Site, strip
from interpreter.program import ChoicePlan
from runtime import draft as drafts
from runtime.choosing import Choosing
from runtime.draft import Draft


def in_lane(game: Game, state: State, draft: Draft, site: int) -> int | None:
    """The site at the edge that a click in its lane stands for; None if the choice has no lanes."""
    choice = drafts.choice_of(state, draft)
    if choice is None or draft.action is None or state.program.sight.hides:
        return None
    if choice.form != "one" or choice is not state.program.actions[draft.action].choices[-1]:
        return None
    edge = _edge(game, state, draft, choice)
    lane = _lane(state, edge, site)
    return lane if lane is not None and _goes_on(game, state, draft, choice) else None


def _edge(game: Game, state: State, draft: Draft, choice: ChoicePlan) -> frozenset[int]:
    """The sites that are chosen from."""
    if not isinstance(strip(choice.item.type), Site):
        return frozenset()
    choosing = Choosing(game, state, draft.action or "")
    return frozenset(choosing.domain(choice.domain, choice.item.type, choosing.names(draft.values)))


def _lane(state: State, edge: frozenset[int], site: int) -> int | None:
    """The site of a whole row that is in the column of another, or of a whole column that is in its row."""
    topology = state.program.schema.topology
    board = topology.board_at(site)
    if board is None or site in edge or not edge <= frozenset(board.sites):
        return None
    for along, across in ((topology.row, topology.column), (topology.column, topology.row)):
        lines = {along[each] for each in edge}
        if len(lines) == 1 and edge == {each for each in board.sites if along[each] in lines}:
            return next((each for each in edge if across[each] == across[site]), None)
    return None


def _goes_on(game: Game, state: State, draft: Draft, choice: ChoicePlan) -> bool:
    """Whether anything that can be put at the edge does not stay there."""
    for site in drafts.candidates(game, state, draft).get(choice.name, ()):
        after = game.advance(state, drafts.submit(state, drafts.add(game, state, draft, site)))
        if state.content(site) == after.content(site):
            return True
    return False
