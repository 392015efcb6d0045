"""Actions as numbers: a place for every combination of values that the choices of an action can take.

Where the values cannot be counted beforehand — lists, records, texts, numbers without bounds — an action is known by
its place among such legal actions, in the order of `legal`: that number means something in one state only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from interpreter import Action, State
from interpreter.expressions import BoardSites, Flag, Letter, Number, Piece, Site, Type, Words, ZonePieces, strip, terms
from interpreter.position import PieceValue, Position
from interpreter.program import ChoicePlan, Program

MOST_LISTED = 256
MOST_OF_ONE_ACTION = 1 << 16
STOP = "stop"


@dataclass(frozen=True, slots=True)
class Domain:
    """The values of one choice. `place` gives the place of a value, or None; `whole` says that each has one."""

    size: int
    place: Callable[[Any, Position], int | None]
    whole: bool = True


class ActionNumbers:
    """The numbers of the actions of one program; they go from 0 up to `count`."""

    def __init__(self, program: Program, most_listed: int = MOST_LISTED) -> None:
        self.program = program
        self.domains: dict[str, tuple[int, tuple[Domain, ...]]] = {}
        self.counted = 0
        whole = True
        for name, plan in program.plans.items():
            found = [_domain(program, choice) for choice in plan.choices]
            domains = tuple(each for each in found if each is not None)
            size = prod(each.size for each in domains)
            if len(domains) < len(found) or size > MOST_OF_ONE_ACTION:
                whole = False
                continue
            whole = whole and all(each.whole for each in domains)
            self.domains[name] = self.counted, domains
            self.counted += size
        if program.steps.continued:
            self.domains[STOP] = self.counted, ()
            self.counted += 1
        self.count = self.counted + (0 if whole else most_listed)

    def legal(self, state: State) -> dict[int, Action]:
        """The legal actions by number. Listed ones beyond the last number cannot be chosen."""
        found: dict[int, Action] = {}
        listed = self.counted
        for action in self.program.legal(state.data):
            number = self.number(state, action)
            if number is None:
                number, listed = listed, listed + 1
            if number < self.count:
                found[number] = action
        return found

    def number(self, position: Position, action: Action) -> int | None:
        """The number that an action has in every state; None if it is listed."""
        known = self.domains.get(action[0])
        if known is None:
            return None
        number, place = known[0], 0
        for domain, value in zip(known[1], action[1:], strict=True):
            at = domain.place(value, position)
            if at is None:
                return None
            place = place * domain.size + at
        return number + place


def _domain(program: Program, choice: ChoicePlan) -> Domain | None:
    """The values of a choice, if they can be counted."""
    if choice.form != "one" or choice.domain is None:
        return None
    if isinstance(choice.domain, terms.Constant):
        return _of(choice.domain.value)
    return _typed(program, choice.domain, strip(choice.variable.type))


def _typed(program: Program, domain: terms.Term, kind: Type) -> Domain | None:
    match kind:
        case Site():
            return _of(_sites(program, domain))
        case Piece():
            return _pieces(program, domain, kind.kind)
        case Words():
            known = _of(range(1, len(kind.words) + 1))
            # Leaps are directions beyond the compass.
            return known if kind != program.schema.directions else Domain(known.size, known.place, whole=False)
        case Number(low=int(low), high=int(high)):
            return _of(range(low, high + 1))
        case Flag():
            return _of((False, True))
        case Letter():
            return _of(program.schema.letters)
    return None


def _of(values: Iterable[Any]) -> Domain:
    places = {value: place for place, value in enumerate(dict.fromkeys(values))}
    return Domain(len(places), lambda value, _position: places.get(value))


def _sites(program: Program, domain: terms.Term) -> Sequence[int]:
    """The sites that may be in a list: those of a board, or all."""
    topology = program.schema.topology
    if isinstance(domain.type, BoardSites):
        instances = program.schema.boards[domain.type.board].instances
        return [site for name in instances for site in topology.boards[name].sites]
    return range(1, topology.count + 1)


def _pieces(program: Program, domain: terms.Term, kind: str) -> Domain:
    """A piece is known by where it is: the site, or the place in its zone."""
    schema = program.schema
    on_board = isinstance(domain, terms.FunctionCall) and domain.function.name == "pieces"
    argument = domain.arguments[0] if isinstance(domain, terms.FunctionCall) and domain.arguments else None
    if on_board and argument is not None and isinstance(argument.type, BoardSites):
        sites: list[int] = list(_sites(program, argument))
        zones = []
    elif isinstance(domain.type, ZonePieces):
        sites, zones = [], [schema.zones[domain.type.zone]]
    else:
        instances = [name for board in schema.holders(kind) for name in board.instances]
        sites = [site for name in instances for site in schema.topology.boards[name].sites]
        zones = [zone for zone in schema.zones.values() if zone.kind == kind]
    places: dict[Any, int] = {}
    for site in sites:
        places[site] = len(places)
    for zone in zones:
        for key in zone.keys:
            for at in range(zone.size or 0):
                places[zone.name, key, at] = len(places)

    def place(number: Any, position: Position) -> int | None:
        piece = PieceValue(kind, number)
        held = position.zone_of(piece)
        if held is None:
            return places.get(position.site_of(piece))
        zone, key = held
        return places.get((zone.name, key, position.zone(zone.name, key).index(piece))) if zone in zones else None

    return Domain(len(places), place, all(zone.size is not None for zone in zones))
