"""Views and worlds: a state without what a player may not know, and states that agree with it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import takewhile
from typing import Any

from interpreter.faults import Fault, Unknowable
from interpreter.language.scope import Zone
from interpreter.position import CHOSEN, HEADER, SEED, TO_MOVE, Data, Position
from interpreter.program.numbers import Numbering, numbered_for
from interpreter.program.program import Program
from interpreter.program.refusal import refuse
from interpreter.program.unknowns import supposed, unknowns_of
from interpreter.state.state import Action, Event, State
from interpreter.streams import UNSEEN, Unforeseen, number_below, shuffled

FAR = 1 << 48


@dataclass(frozen=True, slots=True)
class View(Position):
    """What one player may know. Hidden entries of `data` are none. `hidden` says which columns lack which entries, and
    `pools` holds the missing values, a row for each entry, sorted, so that nothing shows which belongs where; it has no
    rows if a player cannot know even that much. `ahead` names the streams whose coming luck is known."""

    program: Program
    viewer: int
    data: Data
    hidden: tuple[tuple[tuple[str, ...], tuple[int, ...]], ...]
    pools: tuple[tuple[tuple[Any, ...], ...], ...]
    ahead: tuple[str, ...] = ()

    @property
    def state(self) -> State:
        """The view as a state to read: hidden values are none."""
        return self.program.state(self.data)


def view_of(state: State, viewer: int, ahead: tuple[str, ...] = ()) -> View:
    """What a player may know of a state, byte for byte; some streams may be known in advance. Pieces that can lie
    unseen are numbered by what the player knows of them."""
    found = _hidden_of(state, viewer, ahead)
    return _renumbered(found, _numberings(found)) if state.program.sight.zones else found


def seen_of(state: State, viewer: int, chosen: frozenset[tuple[str, int]] = frozenset()) -> View:
    """A view with the piece numbers of the state, for showing a player the state; some things may be half chosen."""
    program = state.program
    program.chosen = chosen
    try:
        found = _hidden_of(state, viewer, ())
    finally:
        program.chosen = frozenset()
    if not program.sight.zones:
        return found
    data = list(found.data)
    for kind in sorted(program.sight.zones):
        _mix_up(program, state.data, data, viewer, kind)
    return replace(found, data=tuple(data))


def renumbered(state: State, viewer: int) -> State:
    """A state with the numbers of a player's view, in which whatever the player does not see is in no order."""
    numberings = _numberings(_hidden_of(state, viewer, ()))
    return state.program.state(_in_no_order(state.program, viewer, numberings, state.data))


def meaning(state: State, viewer: int) -> Callable[[Action], Action]:
    """The function that turns an action on a player's view of a state into the one on the state."""
    numberings = [numbering.back for numbering in _numberings(_hidden_of(state, viewer, ()))]
    return lambda action: reduce(lambda found, numbering: numbering.action(found), numberings, action)


def _numberings(found: View) -> list[Numbering]:
    return [numbered_for(found.program, found.data, found.viewer, kind) for kind in sorted(found.program.sight.zones)]


def _renumbered(found: View, numberings: list[Numbering]) -> View:
    program, fields = found.program, found.program.layout.fields
    by_kind = {numbering.kind: numbering for numbering in numberings}
    hidden, pools = [], []
    for (names, missing), rows in zip(found.hidden, found.pools, strict=True):
        own = by_kind.get(_kind(program, names[0]))
        hidden.append((names, missing if own is None else tuple(sorted([own.new[piece] for piece in missing]))))
        for numbering in numberings:
            types = [fields[name].type for name in names]
            if any(kind is not None and numbering.touches(kind) for kind in types):
                rows = tuple(tuple(map(numbering.value, row, types)) for row in rows)
        pools.append(tuple(sorted(rows, key=repr)))
    data = _in_no_order(program, found.viewer, numberings, found.data)
    return replace(found, data=data, hidden=tuple(hidden), pools=tuple(pools))


def _in_no_order(program: Program, viewer: int, numberings: list[Numbering], data: Data) -> Data:
    """A position with new numbers, by which the pieces of unseen zones are ordered."""
    for numbering in numberings:
        data = numbering.position(data)
        sorting = list(data)
        for zone, number in _unseen(program, numbering.kind, viewer):
            _hold(program, sorting, zone, number, sorted(_held(program, data, zone, number)))
        data = tuple(sorting)
    return data


def _hidden_of(state: State, viewer: int, ahead: tuple[str, ...]) -> View:
    """A view with the numbers of the state, in which unseen zones still have their order."""
    program, data = state.program, list(state.data)
    layout = program.layout
    places: dict[tuple[str, tuple[int, ...], bool], list[str]] = {}
    hideable, known, whole = _hideable(program), program.sight.known, state.data
    uncounted: Collection[str] = unknowns_of(program).all if hideable else ()
    for name in hideable:
        present = _present(program, whole, name)
        missing = tuple([target for target in present if not known(whole, viewer, name, target)])
        if missing:
            places.setdefault((_kind(program, name), missing, name not in uncounted), []).append(name)
    pools = []
    for (_, missing, counted), names in places.items():
        columns = [state.data[layout.fields[name].index] for name in names]
        rows = (tuple(column[target] for column in columns) for target in missing)
        pools.append(tuple(sorted(rows, key=repr)) if counted else ())
        for name in names:
            _put(program, data, name, missing, [layout.encode_value(name, None)] * len(missing))
    _hide_choices(program, data, viewer)
    for field in layout.fields.values():
        match field.name.role:
            case "seed" if not ahead:
                data[field.index] = 0
            case "stream" if field.name.of not in ahead:
                data[field.index] = 0
            case "known":
                data[field.index] = tuple(mask & 1 << viewer for mask in data[field.index])
    hidden = tuple((tuple(names), missing) for (_, missing, _), names in places.items())
    return View(program, viewer, tuple(data), hidden, tuple(pools), ahead)


def _kind(program: Program, column: str) -> str:
    """The kind of pieces that a column is about; nothing for cells."""
    name = program.layout.fields[column].name
    return name.of if name.is_of_pieces else ""


def _put(program: Program, data: list[Any], name: str, targets: tuple[int, ...], values: list[Any]) -> None:
    """Set entries of a column."""
    field = program.layout.fields[name]
    column = list(data[field.index])
    for target, value in zip(targets, values, strict=True):
        column[target] = value
    data[field.index] = bytes(column) if field.store == "bytes" else tuple(column)


def _hideable(program: Program) -> list[str]:
    """The columns in which something may be hidden."""
    found = list(program.sight.hidden)
    for kind in sorted(program.sight.zones):
        found += [prop.column for prop in program.schema.kinds[kind].properties.values() if prop.column not in found]
    return found


def _present(program: Program, data: Data, column: str) -> Sequence[int]:
    """The entries of a column that mean something: all cells, and pieces while they are in play."""
    field = program.layout.fields[column]
    entries = range(1, len(data[field.index]))
    if not field.name.is_of_pieces:
        return entries
    sites, zones = program.places.sites[field.name.of], program.places.zones[field.name.of]
    return [piece for piece in entries if data[sites][piece] or data[zones][piece]]


# Zones that a player does not see: how many pieces lie there is known, which ones and in what order is not.


def _unseen(program: Program, kind: str, viewer: int) -> list[tuple[Zone, int]]:
    """The zones for a kind that a player does not see, each with its number if it is one of several."""
    return [
        (zone, number)
        for zone in program.schema.zones.values()
        if zone.kind == kind and zone.seen_by != "all"
        for number in (range(1, zone.count + 1) if zone.per is not None else (0,))
        if zone.seen_by == "nobody" or number != viewer
    ]


def _held(program: Program, data: Data | list[Any], zone: Zone, number: int) -> tuple[int, ...]:
    value: tuple[Any, ...] = data[program.layout.fields[f"zone.{zone.name}"].index]
    return tuple(value[number]) if zone.per is not None else value


def _hold(program: Program, data: list[Any], zone: Zone, number: int, pieces: list[int]) -> None:
    index = program.layout.fields[f"zone.{zone.name}"].index
    if zone.per is None:
        data[index] = tuple(pieces)
    else:
        data[index] = (*data[index][:number], tuple(pieces), *data[index][number + 1 :])


def _mix_up(program: Program, before: Data, data: list[Any], viewer: int, kind: str) -> None:
    """Pieces that a player knows nothing about swap places, until their numbers reveal nothing either."""
    zones = _unseen(program, kind, viewer)
    columns, known = [prop.column for prop in program.schema.kinds[kind].properties.values()], program.sight.known
    unknown = {
        piece
        for zone, number in zones
        for piece in _held(program, before, zone, number)
        if not any(known(before, viewer, column, piece) for column in columns)
    }
    left = sorted(unknown)
    for zone, number in zones:
        held = _held(program, before, zone, number)
        count = sum(piece in unknown for piece in held)
        taken, left = left[:count], left[count:]
        _hold(program, data, zone, number, sorted([*taken, *(piece for piece in held if piece not in unknown)]))
        _put(program, data, f"{kind}.zone", tuple(taken), [zone.first + max(number - 1, 0)] * count)


def _hide_choices(program: Program, data: list[Any], viewer: int) -> None:
    """Hide other players' choices in a phase for everyone; only the fact that they were made is known."""
    field = program.layout.fields.get(CHOSEN)
    if field is not None:
        chosen = data[field.index]
        data[field.index] = tuple(
            each if player == viewer or each is None else () for player, each in enumerate(chosen)
        )


def sample_world(view: View, seed: int) -> State:
    """A state that agrees with the view: hidden values are dealt again, luck is new, unseen choices are drawn."""
    program, layout, data = view.program, view.program.layout, list(view.data)
    cursor: Any = 0
    for (names, targets), rows in zip(view.hidden, view.pools, strict=True):
        if not rows:
            for name in names:
                entries, cursor = supposed(program, name, targets, seed, cursor)
                _put(program, data, name, targets, entries)
            continue
        order, cursor = shuffled(seed, "sample", cursor, rows)
        for place, name in enumerate(names):
            _put(program, data, name, targets, [row[place] for row in order])
    if program.remembers:
        for kind in sorted(program.sight.zones):
            for zone, number in _unseen(program, kind, view.viewer):
                order, cursor = shuffled(seed, "sample", cursor, _held(program, data, zone, number))
                _hold(program, data, zone, number, order)
    if view.ahead:
        _move_on(view, data, seed)
    elif SEED in layout.fields:
        data[layout.fields[SEED].index] = seed ^ 0x5DEECE66D
    if CHOSEN in layout.fields:
        index = layout.fields[CHOSEN].index
        data[index] = _drawn_choices(program, tuple(data), data[index], seed)
    return program.state(tuple(data))


def _move_on(view: View, data: list[Any], seed: int) -> None:
    """Give the other streams new luck from a place far ahead, since the seed must stay if one stream is known."""
    for name, field in view.program.layout.fields.items():
        if field.name.role == "stream" and field.name.of not in view.ahead:
            data[field.index], _ = number_below(seed, f"place in {name}", 0, FAR)


def _drawn_choices(program: Program, data: Data, chosen: tuple[Any, ...], seed: int) -> tuple[Any, ...]:
    drawn = list(chosen)
    cursor: Any = 0
    for player, each in enumerate(chosen):
        if each == ():
            acting = (player, *data[TO_MOVE + 1 :])
            legal = program.legal(acting)
            order, cursor = shuffled(seed, f"choice {player}", cursor, legal)
            drawn[player] = order[0] if order else None
    return tuple(drawn)


@dataclass(frozen=True, slots=True)
class Foresight:
    """What would happen: `events` up to the first random draw, and the state afterwards if nothing is drawn."""

    events: tuple[Event, ...]
    state: State | None


def foresee(view: View, action: Action) -> Foresight | None:
    """The result of an action; None if it is refused, or if it depends on something hidden.

    The action is applied to the view, so that nothing is revealed that the viewer does not know. Nobody knows what any
    stream will yield: the first draw stops it, and a cascade goes on without refills.
    """
    program, data = view.program, list(view.data)
    for field in program.layout.fields.values():
        if field.name.role == "stream":
            data[field.index] = UNSEEN
    known, events = tuple(data), list[Event]()
    if action[0] == "stop" or program.simultaneous(known):
        return None
    done, hides = program.full()[f"do_{action[0]}"], bool(view.hidden)
    try:
        if program.guarded(lambda: refuse(program, known, action), hides) is not None:
            return None
        after = program.guarded(lambda: done(known, action, events), hides)
    except Unforeseen:
        return Foresight(tuple(events), None)
    except (Fault, Unknowable):
        return None
    if any(event.name == "matched" for event in events):
        # Refills were left out: what was done is known, but not who can go on from there.
        after = (*known[:HEADER], *after[HEADER:])
        events = list(takewhile(lambda event: event.name not in ("passed", "ended"), events))
    return Foresight(tuple(events), program.state(after))
