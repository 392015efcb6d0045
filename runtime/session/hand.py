"""Gestures as values: what a hand can begin, and what a spot means to a choice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias

from interpreter import Action, Game, Refusal, State
from interpreter.boards import EAST, NORTH, SOUTH, WEST
from interpreter.expressions import Border, Piece, Site, Type, strip, terms
from interpreter.position import PieceValue
from interpreter.program import ActionPlan, ChoicePlan, Program
from runtime.session.draft import Draft, Spot

ARROWS = {"Up": NORTH, "Right": EAST, "Down": SOUTH, "Left": WEST}
KEYS = (*ARROWS, "Enter", "Shift+Enter", "Space", "Backspace", "Escape")
"""The keys with a meaning of their own; a letter or digit answers a question."""
RIGHT_CLICK = "right_click"
"""What an action says in `gesture` that no click and no drag begins."""


class Playing(Protocol):
    """The context of a gesture: a session, or anything else with a game and its state."""

    @property
    def game(self) -> Game:
        """The game."""

    @property
    def state(self) -> State:
        """The state of the game."""


class Moment(NamedTuple):
    """A game and its state, for gestures outside a session."""

    game: Game
    state: State


@dataclass(frozen=True, slots=True)
class Click:
    """A site or piece is clicked."""

    spot: Spot


@dataclass(frozen=True, slots=True)
class RightClick:
    """A site or piece is right-clicked: an action that is reserved for it begins, or what is half chosen is given
    up."""

    spot: Spot


@dataclass(frozen=True, slots=True)
class Lift:
    """A site or piece is taken up by the keyboard, as the beginning of a drag takes it up."""

    spot: Spot


@dataclass(frozen=True, slots=True)
class Drag:
    """Something is dragged onto a site or piece, or off the board (None)."""

    start: Spot
    end: Spot | None


@dataclass(frozen=True, slots=True)
class Key:
    """A key is pressed: one of KEYS, a letter or a digit. A letter takes the `lit` things first, out of all that show
    it."""

    name: str
    lit: frozenset[Spot] = frozenset()


@dataclass(frozen=True, slots=True)
class Button:
    """The button of an action is pressed, `stop`, which ends a turn that could go on, or `clear`."""

    action: str


@dataclass(frozen=True, slots=True)
class Pick:
    """A value is picked from a menu: for the slot with that name, or the first."""

    value: Any
    to: str | None = None


Gesture: TypeAlias = Click | RightClick | Lift | Drag | Key | Button | Pick


@dataclass(frozen=True, slots=True)
class Pressed:
    """The result of a gesture: what is half chosen now, an action to take, or why nothing happened.

    With an action, `draft` is what stays chosen if that action is refused; after one that succeeds, a new move begins.
    """

    draft: Draft
    action: Action | None = None
    refusal: Refusal | None = None

    @property
    def message(self) -> str | None:
        """What to tell the player."""
        return self.refusal.text if self.refusal is not None else None


def clicks_away(program: Program, plan: ActionPlan) -> bool:
    """Whether an action kept for drags begins where a click is kept for another one: no click can begin it."""
    if plan.spec.gesture != "drag":
        return False
    taken = {_begins_from(each) for each in program.actions.values() if each.spec.gesture == "click"}
    return _begins_from(plan) in taken


def _begins_from(plan: ActionPlan) -> str:
    """What the first choice of an action is made from, as its spec writes it."""
    return next((str(choice.from_) for choice in plan.spec.choose.values()), "")


def value_at(state: State, spot: Spot, kind: Type) -> Any | None:
    """The value that a click on a spot chooses for this type: the site, or the piece there; None if there is none."""
    inner = strip(kind)
    if isinstance(inner, Site):
        return state.site_of(spot) or None
    if isinstance(inner, Piece):
        piece = spot if isinstance(spot, PieceValue) else state.piece_at(inner.kind, spot)
        return piece.number if piece is not None and piece.kind == inner.kind else None
    return None


def place_of(state: State, kind: Type, value: Any) -> str:
    """The board or zone of a site or piece, by its name in the spec; empty for something without a place."""
    inner, schema = strip(kind), state.program.schema
    site = value if isinstance(inner, Site) else 0
    if isinstance(inner, Piece):
        held = state.zone_of(PieceValue(inner.kind, value))
        if held is not None:
            return held[0].name
        site = state.site_of(PieceValue(inner.kind, value))
    found = schema.topology.board_at(site) if site else None
    return next((name for name, each in schema.boards.items() if found and found.name in each.instances), "")


def with_counterparts(state: State, spots: frozenset[Spot]) -> frozenset[Spot]:
    """Spots, together with the sites of pieces among them and the pieces on sites among them."""
    return spots | {other for spot in spots for other in counterparts(state, spot)}


def counterparts(state: State, spot: Spot) -> list[Spot]:
    """The site of a piece, or the pieces on a site."""
    if isinstance(spot, PieceValue):
        site = state.site_of(spot)
        return [site] if site else []
    return list[Spot](state.pieces_at(spot))


def direction_between(state: State, start: Spot, end: Spot) -> int:
    """The direction from one spot to another, 0 if there is none."""
    first, second = value_at(state, start, Site()), value_at(state, end, Site())
    if first is None or second is None:
        return 0
    return state.program.schema.topology.direction(first, second)


def needs_naming(program: Program, plan: ActionPlan) -> bool:
    """Whether no click can begin an action, so that it has a button."""
    if not plan.choices:
        return False
    if plan.spec.gesture == RIGHT_CLICK:
        return True
    if not is_pointed_at(plan.choices[0]):
        return strip(plan.choices[0].item.type) != program.schema.directions
    earlier = True
    for other in program.actions.values():
        if other is plan:
            earlier = False
        elif _meet(program, other, plan) and shadows(other, plan, earlier):
            return True
    return False


def is_submitted(program: Program, plan: ActionPlan) -> bool:
    """Whether an action is begun by pointing, so that its button only submits the choices."""
    return bool(plan.choices) and plan.choices[-1].form != "one" and not needs_naming(program, plan)


def only_submits(program: Program, plan: ActionPlan) -> bool:
    """Whether a button has nothing to do while nothing is chosen: whatever is pointed at is for its list of records."""
    if not plan.choices or not plan.choices[-1].fields or not is_submitted(program, plan):
        return False
    others = (other for other in program.actions.values() if other is not plan and other.choices)
    return not any(is_pointed_at(other.choices[0]) for other in others)


def _meet(program: Program, first: ActionPlan, second: ActionPlan) -> bool:
    """Whether the same gesture could mean two actions at the same time."""
    if first.spec.follows is not None or first.spec.gesture == RIGHT_CLICK:
        return False
    if second.spec.gesture not in (None, first.spec.gesture):
        return False
    phases = program.phases
    return not phases or any(first.name in phase.actions and second.name in phase.actions for phase in phases)


def is_pointed_at(choice: ChoicePlan) -> bool:
    """Whether a choice is made by pointing."""
    kinds = [part.variable.type for part in choice.fields] or [choice.item.type]
    return any(isinstance(strip(kind), Site | Piece) for kind in kinds)


def pointed_parts(program: Program) -> frozenset[str]:
    """Whether some action points at edges and at corners, either at these themselves or at the pieces there."""
    found: set[str] = set()
    for plan in program.actions.values():
        for choice in plan.choices:
            for kind in map(strip, [part.variable.type for part in choice.fields] or [choice.item.type]):
                if isinstance(kind, Border):
                    found.add(kind.part)
                elif isinstance(kind, Piece):
                    found.update(board.part for board in program.schema.holders(kind.kind) if board.of)
    return frozenset(found)


def pointed_kinds(program: Program) -> frozenset[str]:
    """The kinds of pieces that some action points at directly, not by the site that they are on."""
    return frozenset(
        kind.kind
        for plan in program.actions.values()
        for choice in plan.choices
        for kind in map(strip, [part.variable.type for part in choice.fields] or [choice.item.type])
        if isinstance(kind, Piece)
    )


def shadows(first: ActionPlan, second: ActionPlan, earlier: bool) -> bool:
    """Whether pointing that could begin the second action always begins the first, as far as their choices are written
    alike. `earlier`: the first comes before the second in the spec."""
    if not first.choices or not _written(second.choices[0]) <= _written(first.choices[0]):
        return False
    if first.choices[0].form != "one" or second.choices[0].form != "one":
        return earlier
    pairs = zip(first.choices, second.choices, strict=False)
    alike = len(first.choices) <= len(second.choices) and all(
        one.form == other.form and _written(one) == _written(other) for one, other in pairs
    )
    return alike and (earlier or len(first.choices) < len(second.choices))


def _written(choice: ChoicePlan) -> set[str]:
    """The source of a choice's candidates, as written."""
    if choice.form != "one":
        domains: list[terms.Term | None] = [choice.domain, *(part.domain for part in choice.fields)]
        return {domain.node.source for domain in domains if domain is not None}
    where = choice.where.node.source if choice.where is not None else ""
    return {f"{choice.domain.node.source} where {where}"} if choice.domain is not None else set()
