"""Writing with the keyboard: a letter takes the tile that shows it to where the cursor is, which then goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.boards import EAST, SOUTH
from interpreter.expressions import Site, strip
from runtime import draft as drafts
from runtime.draft import Draft, Spot
from runtime.gestures.hand import with_counterparts

if TYPE_CHECKING:
    from renderer.table.table import Table


def type_letter(table: Table, name: str) -> None:
    """Pick what shows a letter. If it is to be placed and the cursor is on a place for it, it goes there; otherwise to
    where what was placed before goes on."""
    came = table.play.key(name, with_counterparts(table.session.state, table.pointed_out))
    draft, places = table.play.draft, table.play.targets()
    cursor = table.cursor if table.on_keyboard and table.cursor in places else None
    at = cursor if cursor is not None else _after_the_last(table, draft, places)
    if came.what != "chosen" or not draft.parts or at not in places:
        table.take(came)
        return
    assert at is not None
    table.take(table.play.click(at), at)
    if table.asked:
        # What a wild one stands for has just been typed.
        table.take(table.play.key(name))
    if at not in _sites(table, table.play.draft):
        # It may not stand there: whoever types looks at the same place still.
        return
    following = _next(table, at, places, table.way in ("Up", "Down"))
    if following is not None and cursor is not None:
        table.host.point_at(following)


def _after_the_last(table: Table, draft: Draft, places: frozenset[Spot]) -> Spot | None:
    """The next place after what was placed last; down where two were placed in a column."""
    topology, choice = table.session.state.program.schema.topology, drafts.choice_of(table.session.state, draft)
    fields = choice.fields if choice is not None else ()
    at = next((place for place, part in enumerate(fields) if isinstance(strip(part.variable.type), Site)), None)
    placed = [record[at] for record in draft.items] if at is not None else []
    if not placed:
        return None
    downwards = len(placed) > 1 and topology.column[placed[-1]] == topology.column[placed[-2]]
    return _next(table, placed[-1], places, downwards)


def _next(table: Table, at: Spot, places: frozenset[Spot], downwards: bool) -> Spot | None:
    """The next place in the direction of writing: to the right, or down."""
    topology = table.session.state.program.schema.topology
    steps = topology.step_table(SOUTH if downwards else EAST)
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
