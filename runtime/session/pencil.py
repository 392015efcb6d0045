"""Pencil marks: notes that players write in empty cells for themselves, by hand or automatically."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from interpreter import State
from interpreter.views import PencilPlan, ViewValues
from runtime.session.session import Change, Session, Topic, Unavailable

Marks = Mapping[int, frozenset[Any]]
"""The marks of each cell that has some."""
MARKED, STRUCK, AUTOMATIC = "marked", "struck", "automatic"
"""What notes are about: the marks that a player has written into a cell, the automatic ones that a player has struck
out there, and whether a player wants automatic ones."""


def is_pencilled(topics: Iterable[Topic]) -> bool:
    """Whether any of the topics of notes are pencil marks."""
    return any(topic[0] in (MARKED, STRUCK) for topic in topics)


class Pencil:
    """The pencil marks in a session. They belong to a player and are saved with the session’s notes.

    A cell that contains a value shows none. If that value is undone, the marks are there again; if a move removes it,
    they are gone.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self._seen: dict[int, tuple[State, ViewValues, tuple[int, ...]]] = {}
        self._shown: dict[int, tuple[Any, Marks]] = {}
        self._unsubscribe = session.subscribe(self._changed)

    def end(self) -> None:
        """Stop looking after this session."""
        self._unsubscribe()

    @property
    def plan(self) -> PencilPlan | None:
        """The plan of the spec's pencil marks; None if the game has none."""
        return self.session.state.program.pencil

    # What is there

    def open_cells(self, player: int) -> tuple[int, ...]:
        """The cells that may be marked now, as far as a player knows."""
        return self._view(player)[1] if self.plan is not None and not self.session.state.over else ()

    def _view(self, player: int) -> tuple[ViewValues, tuple[int, ...]]:
        """The player's view, and the open cells."""
        state = self.session.state
        known = self._seen.get(player)
        if known is None or known[0] is not state:
            values = ViewValues(self.session.game.seen(state, player))
            known = self._seen[player] = (state, values, self._open(values))
        return known[1], known[2]

    def _open(self, values: ViewValues, among: Iterable[int] | None = None) -> tuple[int, ...]:
        plan = self.plan
        assert plan is not None
        schema = values.schema
        sites = [
            site
            for instance in schema.boards[plan.board].instances
            for site in schema.topology.boards[instance].sites
            if among is None or site in among
        ]
        if plan.where is None:
            return tuple(site for site in sites if not values.view.pieces_at(site))
        return tuple(site for site, fits in zip(sites, values.each_of(plan.where, sites), strict=True) if fits)

    def marks(self, player: int) -> Marks:
        """The marks that a player sees now."""
        plan, session = self.plan, self.session
        if plan is None or session.state.over:
            return {}
        key = (session.state, session.notes)
        known = self._shown.get(player)
        if known is None or known[0][0] is not key[0] or known[0][1] is not key[1]:
            known = self._shown[player] = (key, self._marks(plan, player))
        return known[1]

    def _marks(self, plan: PencilPlan, player: int) -> Marks:
        values, cells = self._view(player)
        if not self.is_automatic(player):
            found = {cell: self._noted(MARKED, player, cell) for cell in cells}
        else:
            assert plan.candidates is not None
            listed = zip(cells, values.each_of(plan.candidates, cells), strict=True)
            found = {
                cell: frozenset(given or ()).intersection(plan.values) - self._noted(STRUCK, player, cell)
                for cell, given in listed
            }
        return {cell: marks for cell, marks in found.items() if marks}

    def _noted(self, kind: str, player: int, cell: int) -> frozenset[Any]:
        return frozenset(self.session.notes.get((kind, player, cell), ()))

    def is_automatic(self, player: int) -> bool:
        """Whether a player wants the marks that the rules allow."""
        plan = self.plan
        return plan is not None and plan.candidates is not None and (AUTOMATIC, player) in self.session.notes

    # What players do

    def mark(self, player: int, cell: int, value: Any) -> bool:
        """Write a mark, or erase it if it is there; return whether it is there now. Raises Unavailable."""
        plan, session = self.plan, self.session
        self.require_open(player, cell)
        assert plan is not None
        there = value in self.marks(player).get(cell, ())
        if not self.is_automatic(player):
            self._write((MARKED, player, cell), self._noted(MARKED, player, cell) ^ {value}, plan)
            return not there
        struck = self._noted(STRUCK, player, cell)
        if not there and value not in struck:
            text = plan.texts[plan.values.index(value)]
            name = session.state.program.schema.topology.names[cell]
            raise Unavailable(f"Automatic marks show what the rules allow, and {text} cannot go in {name} now.")
        self._write((STRUCK, player, cell), struck ^ {value}, plan)
        return not there

    def rub_out(self, player: int, cell: int) -> None:
        """Erase every mark in a cell. Raises Unavailable."""
        plan = self.plan
        self.require_open(player, cell)
        assert plan is not None
        if self.is_automatic(player):
            shown = self.marks(player).get(cell, frozenset())
            self._write((STRUCK, player, cell), self._noted(STRUCK, player, cell) | shown, plan)
        else:
            self.session.note((MARKED, player, cell), ())

    def require_open(self, player: int, cell: int) -> None:
        """Raise Unavailable, with the reason, if a cell cannot be marked."""
        if self.plan is None:
            raise Unavailable("There are no pencil marks in this game.")
        if self.session.state.over:
            raise Unavailable("The game is over.")
        if cell not in self.open_cells(player):
            name = self.session.state.program.schema.topology.names[cell]
            raise Unavailable(f"Pencil marks go in empty cells, and {name} is not one.")

    def switch(self, player: int) -> bool:
        """Turn automatic marks on or off; return whether they are on now. Raises Unavailable."""
        plan = self.plan
        if plan is None or plan.candidates is None:
            raise Unavailable("There are no automatic pencil marks in this game.")
        on = not self.is_automatic(player)
        self.session.note((AUTOMATIC, player), (1,) if on else ())
        return on

    def _write(self, topic: Topic, marks: frozenset[Any], plan: PencilPlan) -> None:
        self.session.note(topic, tuple(value for value in plan.values if value in marks))

    # What moves do

    def _changed(self, change: Change) -> None:
        """Forget the marks of cells from which a move has removed a value."""
        if change.what != "performed" or self.plan is None:
            return
        for player in {int(topic[1]) for topic in self.session.notes if topic[0] in (MARKED, STRUCK)}:
            topics = [topic for topic in self.session.notes if topic[0] in (MARKED, STRUCK) and topic[1] == player]
            cells = {int(topic[2]) for topic in topics}
            before, after = (
                self._open(ViewValues(self.session.game.seen(state, player)), cells)
                for state in (change.before, change.after)
            )
            for topic in topics:
                if topic[2] in after and topic[2] not in before:
                    self.session.note(topic, ())
