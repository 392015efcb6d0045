"""Gestures turned into choices: clicks, drags, keys, buttons and menus."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from interpreter import BadAction, State
from interpreter.boards import EAST, NORTH, SOUTH, WEST, Board
from interpreter.expressions import Letter, Number, Piece, Site, Type, Words, strip
from interpreter.position import PieceValue
from interpreter.program import Program
from runtime.session import draft as drafts
from runtime.session.choice import Choosing
from runtime.session.draft import Draft, NotChoosable, Spot
from runtime.session.hand import (
    ARROWS,
    KEYS,
    Button,
    Click,
    Drag,
    Gesture,
    Key,
    Lift,
    Pick,
    Playing,
    Pressed,
    RightClick,
    clicks_away,
    direction_between,
    only_submits,
    pointed_parts,
    value_at,
)
from runtime.session.letters import takes_letters, typed_letter
from runtime.session.readings import Readings, heading_spots

WAYS = {NORTH: (0, -1), EAST: (1, 0), SOUTH: (0, 1), WEST: (-1, 0)}
SIDEWAYS = 1.5
"""How much worse it is to stray from the way than to go further on it."""
BESIDE = 0.75
"""The same where something lies between cells: a corner is nearer than the next cell."""
ENOUGH = 500
"""How many legal actions are looked at to see where most of them are."""


def moved_cursor(state: State, cursor: int, direction: int) -> int:
    """The next site that way, or the same site if there is none; at first the first of all."""
    topology = state.program.schema.topology
    board = topology.board_at(cursor or 1)
    assert board is not None
    borders = _borders(state, board)
    if not board.layers and not borders:
        return topology.step_table(direction)[cursor] or cursor if cursor else 1
    seen, sideways = (_seen(state, board), SIDEWAYS) if board.layers else ([*_cells(state, board), *borders], BESIDE)
    if not cursor:
        highest = max((topology.layer[site] for site in seen), default=0)
        return next((site for site in seen if topology.layer[site] == highest), 0)
    across, along = WAYS[direction]
    x, y = topology.places[cursor]
    found: list[tuple[float, int]] = []
    for site in seen:
        right, down = topology.places[site][0] - x, topology.places[site][1] - y
        ahead, aside = right * across + down * along, abs(right * along) + abs(down * across)
        if ahead > 0:
            found.append((ahead + sideways * aside, site))
    return min(found)[1] if found else cursor


def _borders(state: State, board: Board) -> list[int]:
    """The edges and corners between the cells of a board that some action points at, given any of the three."""
    pointed = pointed_parts(state.program)
    family = state.program.schema.topology.family(board) if pointed else ()
    return [site for each in family if each.shape in pointed for site in each.sites]


def _cells(state: State, board: Board) -> tuple[int, ...]:
    """The cells of a board, or those between which its edges or corners lie."""
    return state.program.schema.topology.boards[board.of or board.name].sites


def _seen(state: State, board: Board) -> list[int]:
    """The sites whose pieces are not completely covered by others."""
    taken, above = state.occupied(), state.program.schema.topology.above
    return [site for site in board.sites if site in taken and (not above[site] or not taken.issuperset(above[site]))]


def drag(readings: Readings, draft: Draft, start: Spot, end: Spot | None) -> Pressed:
    """Interpret a drag: it makes the two choices of a move, places or moves a record, or swipes; off the board it takes
    back."""
    if end is None:
        return Pressed(readings.without(draft, start) if start in readings.chosen(draft) else draft)
    placed = _placed(readings, draft, start, end)
    if placed is not None:
        return Pressed(placed)
    if draft.items or draft.parts:
        return readings.refused(draft, [readings.with_spot(draft, start) or draft], end)
    groups = list(readings.groups("drag", draft.cursor))
    if draft.armed and draft.action is not None:
        groups = [[drafts.start(readings.state, draft.action, True, draft.cursor)]]
    lifted: list[Draft] = []
    for group in groups:
        made: list[tuple[Draft, Draft]] = []
        for beginning in group:
            first = _lifted(readings, beginning, start)
            if first is not None:
                lifted.append(first)
                second = readings.with_spot(first, end) or readings.with_direction(first, start, end)
                made += [(beginning, second)] if second is not None else []
        complete = [pair for pair in made if readings.complete(pair[1])]
        for beginning, second in (*complete, *made):
            return readings.done(beginning, second)
        if lifted:
            break
    direction = direction_between(readings.state, start, end)
    swept = directed(readings, draft, direction) if direction else None
    if swept is not None:
        return swept
    if lifted:
        return readings.refused(draft, lifted, end)
    return readings.refused(draft, [beginning for group in groups for beginning in group], start)


def lift(readings: Readings, draft: Draft, spot: Spot) -> Pressed:
    """Take up what only a drag could, as a click there is kept for another action."""
    for start in readings.beginnings(draft.cursor) if draft.empty and not draft.armed else ():
        grown = readings.with_spot(start, spot)
        if grown is not None and clicks_away(readings.state.program, readings.plans[start.action or ""]):
            return readings.done(start, grown)
    return Pressed(draft)


def _lifted(readings: Readings, beginning: Draft, start: Spot) -> Draft | None:
    """The thing picked up at the start of a drag: chosen now, or fixed by the continuation that must be made."""
    if beginning.values and start in readings.chosen(beginning):
        return beginning
    return readings.with_spot(beginning, start)


def directed(readings: Readings, draft: Draft, direction: int) -> Pressed | None:
    """Use a direction for the action in progress, or for the first action that chooses one; None if nothing takes it,
    or if it is not offered and sites stand for those that are."""
    taking: list[Draft] = []
    for reading in readings.beginnings(draft.cursor) if draft.action is None else [draft]:
        choice = drafts.choice_of(readings.state, reading)
        if choice is None or choice.form != "one" or not readings.wants_direction(choice.item.type):
            continue
        if direction in readings.candidates(reading)[choice.name]:
            return readings.done(reading, drafts.add(readings.game, readings.state, reading, direction))
        taking.append(reading)
    if not taking or heading_spots(readings.state, taking[0]):
        return None
    return readings.tried(taking[0], direction)


# Records


def _placed(readings: Readings, draft: Draft, start: Spot, end: Spot) -> Draft | None:
    """One more record for a list, made by a drag from the rack to a site, or one that is moved to another site."""
    choice = drafts.choice_of(readings.state, draft)
    if choice is None or not choice.fields:
        return None
    whole = replace(draft, parts=())
    begun = _taken_up(readings, whole, start) if start in readings.chosen(whole) else None
    begun = begun if begun is not None else readings.with_spot(whole, start)
    return readings.with_spot(begun, end) if begun is not None and begun.parts else None


def _taken_up(readings: Readings, draft: Draft, spot: Spot) -> Draft | None:
    """The draft with the record on a spot half chosen again: all of it except its old place."""
    shorter = readings.without(draft, spot)
    for name, value in _other_parts(readings, draft, spot).items():
        if value in readings.candidates(shorter).get(name, ()):
            shorter = drafts.add(readings.game, readings.state, shorter, value, name)
    return shorter if shorter.parts else None


def _other_parts(readings: Readings, draft: Draft, spot: Spot) -> dict[str, Any]:
    """The parts of the record on a spot, without that spot."""
    choice = drafts.choice_of(readings.state, draft)
    assert choice is not None
    for record in draft.items:
        parts = list(zip(choice.fields, record, strict=True))
        here = [part for part, value in parts if value_at(readings.state, spot, part.variable.type) == value]
        if here:
            return {part.name: value for part, value in parts if part not in here}
    return {}


def busiest_places(playing: Playing) -> frozenset[int]:
    """The sites that the most legal actions use among those that place a list of things; none if there are no such
    actions."""
    laid = _site_parts(playing.state.program)
    if not laid or playing.state.over:
        return frozenset()
    legal = [action for action in playing.game.legal(playing.state) if action[0] in laid]
    count = Counter(
        record[part]
        for action in legal[:: len(legal) // ENOUGH + 1]
        for number, part in laid[action[0]]
        for record in action[1 + number]
    )
    most = max(count.values(), default=0)
    return frozenset(site for site, times in count.items() if times == most)


def _site_parts(program: Program) -> dict[str, list[tuple[int, int]]]:
    """For each action that chooses a list of records with a site in them: the choices, and which part the site is."""
    found = {
        name: [
            (number, place)
            for number, choice in enumerate(plan.choices)
            if choice.form != "one"
            for place, part in enumerate(choice.fields)
            if isinstance(strip(part.variable.type), Site)
        ]
        for name, plan in program.actions.items()
    }
    return {name: parts for name, parts in found.items() if parts}


def press(playing: Playing, draft: Draft, gesture: Gesture) -> Pressed:
    """The result of a gesture."""
    readings = Readings(playing.game, playing.state)
    match gesture:
        case Click():
            return click(readings, draft, gesture.spot)
        case RightClick():
            return right_click(readings, draft, gesture.spot)
        case Lift():
            return lift(readings, draft, gesture.spot)
        case Drag():
            if gesture.start == gesture.end:
                return click(readings, draft, gesture.start)
            return drag(readings, draft, gesture.start, gesture.end)
        case Button():
            return button(readings, draft, gesture.action)
        case Pick():
            return pick(readings, draft, gesture.value, gesture.to)
        case Key():
            return key(readings, draft, gesture.name, gesture.lit)


def targets(playing: Playing, draft: Draft) -> frozenset[Spot]:
    """The sites and pieces that could be clicked to continue, or to begin a move: what a window highlights."""
    readings, found = Readings(playing.game, playing.state), set[Spot]()
    going_on = [draft, *readings.others(draft)] if draft.action is not None else []
    for reading in going_on or [start for start in readings.beginnings() if readings.possible(start)]:
        kinds = drafts.slots(playing.state, reading)
        headings = heading_spots(playing.state, reading)
        for name, offered in readings.candidates(reading).items():
            kind, values = strip(kinds[name]), readings.leading_on(reading, offered)
            if isinstance(kind, Piece):
                found.update(PieceValue(kind.kind, value) for value in values)
            elif isinstance(kind, Site):
                found.update(values)
            found.update(spot for spot, heading in headings.items() if heading in values)
    return frozenset(found)


# Clicks


def click(readings: Readings, draft: Draft, spot: Spot) -> Pressed:
    """Interpret a click: it continues the current action, takes back a choice, or begins a move."""
    if draft.action is not None:
        for reading in (draft, *readings.others(draft)):
            grown = readings.with_spot(reading, spot)
            if grown is not None:
                return readings.done(reading, grown)
        instead = readings.instead(draft, spot)
        if instead is not None:
            return Pressed(instead)
        if spot in readings.chosen(readings.begun(draft)):
            return Pressed(readings.without(draft, spot))
        if draft.armed or draft.items or draft.parts:
            return readings.refused(draft, [draft], spot)
    begun = _begun(readings, draft, spot)
    if begun is not None:
        return begun if begun.refusal is not None else replace(begun, refusal=readings.mismatch(draft, spot))
    if not draft.empty:
        return readings.refused(draft, [draft, *readings.others(draft)], spot)
    favoured = [start for group in readings.groups("click", draft.cursor) for start in group]
    return readings.refused(draft, favoured, spot)


def right_click(readings: Readings, draft: Draft, spot: Spot) -> Pressed:
    """Interpret a right click: it begins an action that is reserved for it; otherwise it gives up what is half
    chosen."""
    starts = readings.beginnings(draft.cursor, right=True)
    if not starts or draft.armed or not draft.empty:
        return Pressed(drafts.clear(readings.state, draft))
    for start in starts:
        grown = readings.with_spot(start, spot)
        if grown is not None:
            return readings.done(start, grown)
    return readings.refused(draft, starts, spot)


def _begun(readings: Readings, draft: Draft, spot: Spot) -> Pressed | None:
    """The action that a click begins, or why one that is reserved for clicks cannot begin; None if there is none."""
    for group in readings.groups("click", draft.cursor):
        begun = [(start, grown) for start in group if (grown := readings.with_spot(start, spot)) is not None]
        complete = [pair for pair in begun if readings.complete(pair[1])]
        for start, grown in (*complete, *begun):
            return readings.done(start, grown)
        owners = [start for start in group if _is_owned(readings, start, spot)]
        if owners and draft.empty:
            return readings.refused(draft, owners, spot)
    return None


def _is_owned(readings: Readings, start: Draft, spot: Spot) -> bool:
    """Whether a spot belongs to an action that is reserved for clicks, although it cannot be chosen now."""
    choice = drafts.choice_of(readings.state, start)
    if readings.tag(start) != "click" or choice is None:
        return False
    value = value_at(readings.state, spot, choice.item.type)
    choosing = Choosing(readings.game, readings.state, start.action or "")
    return value is not None and value in choosing.domain(choice.domain, choice.item.type, {})


# Keys


def key(readings: Readings, draft: Draft, name: str, lit: frozenset[Spot] = frozenset()) -> Pressed:
    """Interpret a key: arrows choose a direction or move the cursor, Space clicks there, Shift with Enter right-clicks,
    Enter submits, the others take back."""
    if name in ARROWS:
        found = directed(readings, draft, ARROWS[name])
        if found is not None:
            return found
        return Pressed(replace(draft, cursor=moved_cursor(readings.state, draft.cursor, ARROWS[name])))
    match name:
        case "Enter":
            return enter(readings, draft)
        case "Shift+Enter":
            return right_click(readings, draft, draft.cursor) if draft.cursor else Pressed(draft)
        case "Space":
            return _at_cursor(readings, draft)
        case "Backspace":
            return Pressed(drafts.backspace(readings.state, draft))
        case "Escape":
            return Pressed(drafts.clear(readings.state, draft))
    return _typed(readings, draft, name, lit)


def enter(readings: Readings, draft: Draft) -> Pressed:
    """Submit what is ready, or close a list so that the next choice can be made; otherwise click at the cursor."""
    choice = drafts.choice_of(readings.state, draft)
    if drafts.ready(readings.state, draft):
        return Pressed(draft, drafts.submit(readings.state, draft))
    if draft.action is None or choice is None or choice.form == "one" or draft.parts:
        return _at_cursor(readings, draft)
    if len(draft.items) >= choice.low:
        return Pressed(drafts.close(readings.state, draft))
    if choice is readings.plans[draft.action].choices[-1]:
        # Too short: doing it tells so in the words of the spec.
        return Pressed(draft, (draft.action, *draft.values, draft.items))
    return Pressed(draft)


def _at_cursor(readings: Readings, draft: Draft) -> Pressed:
    return click(readings, draft, draft.cursor) if draft.cursor else Pressed(draft)


def _typed(readings: Readings, draft: Draft, name: str, lit: frozenset[Spot]) -> Pressed:
    """Answer the open question with a letter or digit; a letter also stands for a word that begins with it.

    Without a question a letter picks the next lettered thing for a list.
    """
    kinds = drafts.slots(readings.state, draft)
    for slot, values in drafts.questions(readings.game, readings.state, draft).items():
        value = _typed_value(strip(kinds[slot]), values, name.lower())
        if value is not None:
            return pick(readings, draft, value, slot)
    return typed_letter(readings, draft, name, lit) or Pressed(draft)


def _typed_value(kind: Type, values: tuple[Any, ...], name: str) -> Any | None:
    fitting: list[Any] = []
    if isinstance(kind, Letter):
        fitting = [value for value in values if value == name]
    elif isinstance(kind, Number):
        fitting = [value for value in values if str(value) == name]
    elif isinstance(kind, Words):
        fitting = [value for value in values if value <= len(kind.words) and kind.words[value - 1].startswith(name)]
    return fitting[0] if len(fitting) == 1 else None


# Buttons and menus


def button(readings: Readings, draft: Draft, action: str) -> Pressed:
    """Press a button: it takes its action, submits what was chosen for it, or names the action that is meant from now
    on; if nothing has been placed, it submits nothing. `clear` takes back all choices."""
    if action == "stop":
        return Pressed(draft, ("stop",))
    if action == "clear" and action not in readings.plans:
        return Pressed(drafts.clear(readings.state, draft))
    if action not in readings.plans:
        raise BadAction(f"There is no action {action} in this game.")
    if draft.action == action and not draft.empty:
        return enter(readings, drafts.put_down(readings.state, draft))
    if draft.empty and only_submits(readings.state.program, readings.plans[action]):
        return Pressed(draft)
    started = drafts.start(readings.state, action, armed=True, cursor=draft.cursor)
    if readings.complete(started):
        return Pressed(draft, drafts.submit(readings.state, started))
    barred = Choosing(readings.game, readings.state, action).barred()
    return Pressed(draft, refusal=barred) if barred is not None else Pressed(started)


def pick(readings: Readings, draft: Draft, value: Any, to: str | None) -> Pressed:
    """Choose a value from a menu."""
    try:
        return readings.done(draft, drafts.add(readings.game, readings.state, draft, value, to))
    except NotChoosable as problem:
        choice = drafts.choice_of(readings.state, draft)
        offered = drafts.questions(readings.game, readings.state, draft)
        if choice is not None and value in offered.get(choice.name, ()):
            return readings.tried(draft, value)
        return Pressed(draft, refusal=problem.refusal)


__all__ = [
    "KEYS",
    "Button",
    "Click",
    "Drag",
    "Gesture",
    "Key",
    "Lift",
    "Pick",
    "Playing",
    "Pressed",
    "RightClick",
    "busiest_places",
    "press",
    "takes_letters",
    "targets",
    "value_at",
]
