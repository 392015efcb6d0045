"""Readings: the actions that the gestures so far could mean, each as a draft."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from interpreter import Game, Refusal, State
from interpreter.boards import COLUMN, ROW, Board, Topology
from interpreter.expressions import Piece, Site, Type, named, strip
from interpreter.position import PieceValue
from interpreter.program import ActionPlan, ChoicePlan
from runtime.session import draft as drafts
from runtime.session.choice import Choosing
from runtime.session.draft import Draft, NotChoosable, Spot
from runtime.session.hand import RIGHT_CLICK, Pressed, direction_between, place_of, value_at


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
    """The sites that can be chosen."""
    if not isinstance(strip(choice.item.type), Site):
        return frozenset()
    choosing = Choosing(game, state, draft.action or "")
    return frozenset(choosing.domain(choice.domain, choice.item.type, choosing.names(draft.values)))


def _lane(state: State, edge: frozenset[int], site: int) -> int | None:
    """The site of a complete row that is in the column of another, or of a complete column that is in its row."""
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
    """Whether nothing that can be put at the edge stays there."""
    for site in drafts.candidates(game, state, draft).get(choice.name, ()):
        after = game.advance(state, drafts.submit(state, drafts.add(game, state, draft, site)))
        if state.content(site) == after.content(site):
            return True
    return False


def heading_spots(state: State, draft: Draft) -> dict[Spot, int]:
    """If an axis or a direction must be chosen after a site or a piece, the spots that stand for one, each with its
    meaning: for an axis the edges at that site, or its neighbours on a board without edges; for a direction the
    neighbour that it leads to."""
    choice, schema = drafts.choice_of(state, draft), state.program.schema
    kind = strip(choice.item.type) if choice is not None and choice.form == "one" else None
    site = _last_site(state, draft) if kind in (schema.axes, schema.directions) else 0
    board = schema.topology.board_at(site)
    if board is None:
        return {}
    return _sites_ahead(schema.topology, site) if kind == schema.directions else _along(schema.topology, board, site)


def _last_site(state: State, draft: Draft) -> int:
    """The last site chosen, or that of the last piece; 0 if there is none."""
    chosen = list(zip(state.program.actions[draft.action or ""].choices, draft.values, strict=False))
    for choice, value in reversed(chosen):
        kind = strip(choice.item.type)
        if isinstance(kind, Site) and choice.form == "one":
            return int(value)
        if isinstance(kind, Piece) and choice.form == "one":
            return state.site_of(PieceValue(kind.kind, value)) or 0
    return 0


def _sites_ahead(topology: Topology, site: int) -> dict[Spot, int]:
    """The neighbours of a site in every direction that its board has; each with its direction."""
    return {other: topology.direction(site, other) for other in topology.neighbours[site]}


def _along(topology: Topology, board: Board, site: int) -> dict[Spot, int]:
    """The edges at a site, or its neighbours on a board without edges; each with its axis."""
    edges = next((each for each in topology.family(board) if each.shape == "edges"), None)
    if edges is not None:
        return {edge: topology.axis[edge] for edge in topology.around_table(edges.name)[site] if topology.axis[edge]}
    found: dict[Spot, int] = {}
    for other in topology.neighbours[site]:
        (x, y), (across, down) = topology.places[site], topology.places[other]
        if board.shape != "hex" and (x == across or y == down):
            found[other] = COLUMN if x == across else ROW
    return found


class Readings:
    """The possible meanings of gestures at one state."""

    def __init__(self, game: Game, state: State) -> None:
        self.game = game
        self.state = state
        self.plans: dict[str, ActionPlan] = state.program.actions

    def candidates(self, draft: Draft) -> dict[str, tuple[Any, ...]]:
        """What can be chosen next."""
        return drafts.candidates(self.game, self.state, draft)

    def leading_on(self, draft: Draft, values: tuple[Any, ...]) -> tuple[Any, ...]:
        """The given candidates that can lead to a legal move, as far as the player may know. A list may consist of
        anything that fits, and if words decide, it is up to the player to find them."""
        choice = drafts.choice_of(self.state, draft)
        if choice is None or choice.form == "one" or choice.fields or draft.action is None:
            return values
        choosing = Choosing(self.game, self.state, draft.action)
        if choosing.asks_for_words():
            return values
        return tuple(
            value for value in values if choosing.leads_on(draft.values, (*draft.items, value), ways=len(values))
        )

    def _choosing(self, draft: Draft) -> Choosing:
        return Choosing(self.game, self.state, draft.action or "")

    # Which actions

    def beginnings(self, cursor: int = 0, right: bool = False) -> list[Draft]:
        """Every action with something to choose: those for clicks and drags, or those for right clicks."""
        return [
            drafts.start(self.state, name, cursor=cursor)
            for name, plan in self.plans.items()
            if plan.choices and (plan.spec.gesture == RIGHT_CLICK) == right
        ]

    def groups(self, gesture: str, cursor: int) -> Iterator[list[Draft]]:
        """The actions that a gesture may begin: first those not reserved for the other gesture, then the rest."""
        other = "drag" if gesture == "click" else "click"
        starts = self.beginnings(cursor)
        yield [start for start in starts if self.tag(start) != other]
        yield [start for start in starts if self.tag(start) == other]

    def tag(self, draft: Draft) -> str:
        """The gesture that an action is reserved for; empty if any will do."""
        return str(self.plans[draft.action or ""].spec.gesture or "")

    def others(self, draft: Draft) -> list[Draft]:
        """Other actions that the same clicks could have begun: single choices of sites and pieces."""
        if draft.armed or draft.items or draft.parts or not draft.values:
            return []
        clicked: list[Spot] = []
        fixed = len(drafts.fixed(self.state, draft.action or ""))
        for choice, value in list(zip(self.plans[draft.action or ""].choices, draft.values, strict=False))[fixed:]:
            kind = strip(choice.variable.type)
            if not isinstance(kind, Site | Piece):
                return []
            clicked.append(PieceValue(kind.kind, value) if isinstance(kind, Piece) else value)
        readings = []
        for start in self.beginnings(draft.cursor):
            other = start.action != draft.action and (clicked or self._choosing(start).barred() is None)
            reading: Draft | None = start if other else None
            for spot in clicked:
                reading = self.with_spot(reading, spot) if reading is not None else None
            if reading is not None and not self.complete(reading):
                readings.append(reading)
        return readings

    # Choosing

    def with_spot(self, draft: Draft, spot: Spot) -> Draft | None:
        """The draft with a spot chosen for the first slot that accepts it; None if none does."""
        kinds, headings = drafts.slots(self.state, draft), heading_spots(self.state, draft)
        for name, values in self.candidates(draft).items():
            value = value_at(self.state, spot, kinds[name]) if not headings else headings.get(spot)
            if value is not None and value not in values:
                value = self.meant(draft, spot, kinds[name])
            if value is not None and value in values:
                return drafts.add(self.game, self.state, draft, value, name)
        return None

    def meant(self, draft: Draft, spot: Spot, kind: Type) -> Any | None:
        """The meaning of a spot if this type is wanted next: itself, what is there, or the end of its lane."""
        value = value_at(self.state, spot, kind)
        if value is None or not isinstance(strip(kind), Site):
            return value
        lane = in_lane(self.game, self.state, draft, value)
        return value if lane is None else lane

    def instead(self, draft: Draft, spot: Spot) -> Draft | None:
        """The draft with a spot in place of a choice for the record in progress; None if that is impossible."""
        choice = drafts.choice_of(self.state, draft)
        if choice is None or not draft.parts:
            return None
        for part, chosen in zip(choice.fields, draft.parts, strict=True):
            value = value_at(self.state, spot, part.variable.type)
            if chosen is not None and value not in (None, chosen):
                try:
                    return drafts.exchanged(self.game, self.state, draft, value, part.name)
                except NotChoosable:
                    continue
        return None

    def with_direction(self, draft: Draft, start: Spot, end: Spot) -> Draft | None:
        """The draft with the direction of a drag, if one is wanted next."""
        choice = drafts.choice_of(self.state, draft)
        if choice is None or not self.wants_direction(choice.item.type):
            return None
        direction = direction_between(self.state, start, end)
        if direction not in self.candidates(draft).get(choice.name, ()):
            return None
        return drafts.add(self.game, self.state, draft, direction)

    def wants_direction(self, kind: Type) -> bool:
        """Whether a direction is chosen in that slot."""
        return strip(kind) == self.state.program.schema.directions

    def chosen(self, draft: Draft) -> set[Spot]:
        """The chosen spots; a piece also counts as its site."""
        found: set[Spot] = set(drafts.spots(self.state, draft))
        for spot in tuple(found):
            if isinstance(spot, PieceValue):
                site = value_at(self.state, spot, Site())
                found |= {site} if site is not None else set()
        return found

    def begun(self, draft: Draft) -> Draft:
        """The draft with nothing but the record in progress, if there is one: what is taken back first."""
        return replace(draft, items=()) if draft.parts else draft

    def without(self, draft: Draft, spot: Spot) -> Draft:
        """The draft without a chosen spot: removed from its list, or taken back as the last choice."""
        choice = drafts.choice_of(self.state, draft)
        if choice is None or choice.form == "one" or draft.parts:
            return drafts.backspace(self.state, draft)
        kinds = {part.name: part.variable.type for part in choice.fields} or {choice.name: choice.item.type}
        for name, kind in kinds.items():
            value = value_at(self.state, spot, kind)
            try:
                shorter = drafts.toggle(self.game, self.state, draft, value, name if choice.fields else None)
            except NotChoosable:
                continue
            if len(shorter.items) < len(draft.items):
                return shorter
        return drafts.backspace(self.state, draft)

    # What comes of it

    def complete(self, draft: Draft) -> bool:
        """Whether nothing is left to choose: a list waits for Enter."""
        return drafts.choice_of(self.state, draft) is None

    def done(self, before: Draft, grown: Draft) -> Pressed:
        """The draft as it has grown, or the action that it has become."""
        if not self.complete(grown):
            return Pressed(grown)
        return Pressed(self.kept(before), drafts.submit(self.state, grown))

    def kept(self, draft: Draft) -> Draft:
        """The choices that remain when an action is refused: an action that was only guessed is forgotten."""
        return drafts.clear(self.state, draft) if draft.empty and not draft.armed else draft

    def tried(self, reading: Draft, value: Any) -> Pressed:
        """The result of adding a value that cannot be chosen: an action to try, if it completes one, so that its
        refusal tells why."""
        action, made = reading.action or "", len(reading.values)
        values = drafts.settled(self.state, action, (*reading.values, value))
        if len(values) == len(self.plans[action].choices):
            return Pressed(self.kept(reading), (action, *values))
        refusal = Choosing(self.game, self.state, action).refusal(made, reading.values, value)
        return Pressed(self.kept(reading), refusal=refusal)

    def refused(self, draft: Draft, readings: list[Draft], spot: Spot) -> Pressed:
        """Why a spot cannot be chosen, by the reading that comes closest to a move; nothing if it means nothing."""
        meant: list[tuple[tuple[int, bool, int], Draft, Any]] = []
        for order, reading in enumerate(readings):
            for kind in drafts.slots(self.state, reading).values():
                value = self.meant(reading, spot, kind)
                if value is not None and not self._elsewhere(reading, value):
                    near = (self._distance(reading, value), not self.possible(reading), order)
                    meant.append((near, reading, value))
                    break
        if not meant:
            return Pressed(draft, refusal=self._too_early(readings, spot) if draft.empty else None)
        _, reading, value = min(meant, key=lambda each: each[0])
        choice = drafts.choice_of(self.state, reading)
        if choice is not None and choice.form == "one":
            tried = self.tried(reading, value)
            return Pressed(draft, tried.action, tried.refusal)
        choosing = self._choosing(reading)
        refusal = choosing.refusal(len(reading.values), reading.values, value)
        if choice is not None and choice.fields and refusal.name == choice.name:
            # Where the spec says nothing about the parts of a record, what does not fit is ignored.
            told = self.plans[reading.action or ""].refusals[choice.refusal - 1].text is not None
            return Pressed(draft, refusal=refusal if told else None)
        return Pressed(draft, refusal=refusal)

    def mismatch(self, draft: Draft, spot: Spot) -> Refusal | None:
        """Why a spot does not form a pair with what is chosen, if the order of the two makes no difference: then it
        begins another pair, but the player is told what was wrong. None if only its place or kind is wrong."""
        if draft.action is None or not self.plans[draft.action].spec.symmetric:
            return None
        action = self.refused(draft, [draft], spot).action
        refusal = self.game.check(self.state, action) if action is not None else None
        checks = map(str, self.plans[draft.action].spec.validate_)
        return refusal if refusal is not None and refusal.name in checks else None

    def _elsewhere(self, reading: Draft, value: Any) -> bool:
        """Whether a value is on another board or in another zone than all candidates."""
        choice = drafts.choice_of(self.state, reading)
        if choice is None or choice.form != "one":
            return False
        choosing = self._choosing(reading)
        kind = choice.item.type
        places = {
            place_of(self.state, kind, each)
            for each in choosing.domain(choice.domain, kind, choosing.names(reading.values))
        }
        return bool(places) and place_of(self.state, kind, value) not in places

    def _too_early(self, readings: list[Draft], spot: Spot) -> Refusal | None:
        """What must be chosen before a spot, if an action chooses such spots after its first choice."""
        for reading in readings:
            plan = self.plans[reading.action or ""]
            choice = drafts.choice_of(self.state, reading)
            kind = strip(choice.item.type) if choice is not None else None
            if choice is None or choice.form != "one" or not isinstance(kind, Piece) or len(plan.choices) < 2:
                continue
            value = value_at(self.state, spot, plan.choices[1].item.type)
            for first in self.candidates(reading).get(choice.name, ()) if value is not None else ():
                grown = drafts.add(self.game, self.state, reading, first, choice.name)
                if not self._elsewhere(grown, value):
                    return Refusal(choice.name, self._to_be_chosen(kind, first), plan.name, choice.span)
                break
        return None

    def _to_be_chosen(self, kind: Piece, first: int) -> str:
        place = place_of(self.state, kind, first)
        where = f" from the {place}" if place in self.state.program.schema.zones else ""
        return f"Choose {named(kind)}{where} first.".replace("_", " ")

    def possible(self, reading: Draft) -> bool:
        """Whether the action could be taken at all now: of several actions, the player means one that is possible."""
        choosing = self._choosing(reading)
        return not choosing.lists_ways() or bool(choosing.ways())

    def _distance(self, reading: Draft, value: Any) -> int:
        """How far a value is from being a move: judged by its `where`, then by whether its action may be tried at
        all."""
        choosing = self._choosing(reading)
        barred = choosing.barred()
        if barred is not None and barred.name in ("phase", "only_if", "continuation"):
            return 3
        choice = drafts.choice_of(self.state, reading)
        if choice is None or choice.form != "one":
            return 2
        if not choosing.meets_where(len(reading.values), reading.values, value):
            return 2
        return 0 if barred is not None else 1
