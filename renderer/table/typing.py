"""Writing with the keyboard: a letter takes the tile that shows it to where the cursor is, which then goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.boards.directions import EAST, SOUTH
from runtime import draft as drafts
from runtime.draft import Draft, Spot

if TYPE_CHECKING:
    from renderer.table.table import Table


def type_letter(table: Table, name: str) -> None:
    """Pick what shows a letter. If it is to be placed and the cursor is on a place for it, it goes there."""
    came = table.play.key(name)
    at, places = table.cursor, table.play.targets()
    if came.what != "chosen" or not table.play.draft.parts or not table.on_keyboard or at not in places:
        table.take(came)
        return
    assert at is not None
    table.take(table.play.click(at), at)
    following = _next(table, at, places)
    if following is not None:
        table.host.point_at(following)


def _next(table: Table, at: Spot, places: frozenset[Spot]) -> Spot | None:
    """The next place in the direction of writing: the way that the cursor went last, to the right or down."""
    topology = table.session.state.program.schema.topology
    steps = topology.step_table(SOUTH if table.way in ("Up", "Down") else EAST)
    site = steps[at] if isinstance(at, int) else 0
    while site and site != at:
        if site in places:
            return site
        site = steps[site]
    return None


def take_back(table: Table) -> None:
    """Take back what was chosen last; the cursor goes to where that was."""
    before = table.play.draft
    table.take(table.play.key("Backspace"))
    gone = _sites(table, before) - _sites(table, table.play.draft)
    if len(gone) == 1 and table.on_keyboard and before.items:
        table.host.point_at(next(iter(gone)))


def _sites(table: Table, draft: Draft) -> set[Spot]:
    return {spot for spot in drafts.spots(table.session.state, draft) if isinstance(spot, int)}
