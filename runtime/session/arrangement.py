"""The player's own order of the pieces in a rack or hand, which no rule knows about."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from random import Random

from interpreter.expressions import Letter, Text, Zone, strip, terms
from interpreter.program import Program
from runtime.session.session import Change, Session, Topic, Words

PLACES = "places"
"""What such notes are about: the piece at each place of a zone by its number, 0 where none lies."""
FEW = 2


def whole(words: Words) -> list[int]:
    """The numbers of a note."""
    return [int(word) for word in words]


def settled(places: Sequence[int], pieces: Sequence[int], gaps: bool) -> tuple[int, ...]:
    """The places of pieces that already had these places: each stays, and new ones fill the gaps, then follow the
    others. Without `gaps` they close up."""
    left = iter([piece for piece in pieces if piece not in places])
    kept = [piece if piece in pieces else 0 for piece in places]
    if not gaps:
        kept = [piece for piece in kept if piece]
    filled = [piece or next(left, 0) for piece in kept]
    while filled and not filled[-1]:
        filled.pop()
    return (*filled, *left)


def put(places: Sequence[int], piece: int, place: int) -> tuple[int, ...]:
    """The places after a piece is moved: into a gap, or to where others make room for it."""
    found = [*places, *[0] * (place + 1 - len(places))]
    start = found.index(piece)
    if not found[place]:
        found[start], found[place] = 0, piece
        return tuple(found)
    step = 1 if place > start else -1
    # A gap on the way takes the piece that is pushed into it: those beyond it need not move.
    way = [start, *range(start + step, place + step, step)]
    gap = next((at for at in reversed(way[1:]) if not found[at]), start)
    found[start] = 0
    for at in range(gap, place, step):
        found[at] = found[at + step]
    found[place] = piece
    return tuple(found)


def mixed(places: Sequence[int], held: Collection[int], random: Random) -> tuple[int, ...]:
    """The places with their pieces in another order; those that are `held` elsewhere, and gaps, stay."""
    at = [number for number, piece in enumerate(places) if piece and piece not in held]
    pieces = [places[number] for number in at]
    found = list(pieces)
    while len(set(pieces)) >= FEW and found == pieces:
        random.shuffle(found)
    others = dict(zip(at, found, strict=True))
    return tuple(others.get(number, piece) for number, piece in enumerate(places))


@lru_cache(maxsize=64)
def arrangeable(program: Program) -> Mapping[str, Zone]:
    """The zones whose order is up to players, by name: each player's own, or those that a single player chooses from,
    if the rules never ask which piece is where."""
    alone = len(program.schema.players.words) == 1
    chosen_from = {
        part.zone
        for plan in program.actions.values()
        for choice in plan.choices
        for domain in (choice.domain, *(field.domain for field in choice.fields))
        if domain is not None
        for part in terms.walk(domain)
        if isinstance(part, terms.ZoneTerm)
    }
    return {
        name: zone
        for name, zone in program.schema.zones.items()
        if zone.seen_by != "nobody"
        and name not in program.plan.zones_by_place
        and (zone.per == program.schema.players or (alone and zone.per is None and name in chosen_from))
    }


@lru_cache(maxsize=64)
def lettered(program: Program) -> frozenset[str]:
    """Those among these zones where it helps to see pieces in another order: they spell words, and there are some."""
    kinds = {
        name
        for name, kind in program.schema.kinds.items()
        if any(isinstance(strip(prop.type), Letter | Text) for prop in kind.properties.values())
    }
    zones = (zone for zone in arrangeable(program).values() if zone.size is None or zone.size > FEW)
    return frozenset(zone.name for zone in zones if zone.kind in kinds)


def keeps_gaps(program: Program, zone: str) -> bool:
    """Whether the place of a piece that was taken from a zone stays empty."""
    view = program.spec.view
    if view is None or view.zones is None:
        return False
    return any(str(name) == zone and shown.keep_gaps for name, shown in view.zones.items())


def instance_name(program: Program, zone: Zone, key: int | None) -> str:
    """The name of one of the zones that share a name: `rack[one]`."""
    return zone.name if key is None else f"{zone.name}[{program.schema.players.words[key - 1]}]"


class Arrangement:
    """The arrangement of the pieces in racks and hands in a session; saved with its notes.

    In a zone that was put in order, or keeps its places, pieces that arrive later find a place too.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self._settle()
        self._unsubscribe = session.subscribe(self._changed)

    def end(self) -> None:
        """Stop looking after this session."""
        self._unsubscribe()

    def _changed(self, change: Change) -> None:
        if change.what in ("started", "performed", "undone", "redone", "settings"):
            self._settle()

    def _settle(self) -> None:
        """Find a place for new pieces. Nobody needs to be told: the same pieces always lead to the same result."""
        state, notes = self.session.state, dict(self.session.notes)
        for name, zone in arrangeable(state.program).items():
            gaps = keeps_gaps(state.program, name)
            for key in zone.keys:
                topic: Topic = (PLACES, instance_name(state.program, zone, key))
                if gaps or topic in notes:
                    pieces = [piece.number for piece in state.zone(name, key)]
                    notes[topic] = settled(whole(notes.get(topic, ())), pieces, gaps)
        if notes != self.session.notes:
            self.session.notes = notes

    def places(self, instance: str, pieces: Sequence[int]) -> tuple[int, ...]:
        """The pieces of a zone, by number, as they lie."""
        noted = whole(self.session.notes.get((PLACES, instance), ()))
        return settled(noted, pieces, keeps_gaps(self.session.state.program, instance.partition("[")[0]))

    def put(self, instance: str, pieces: Sequence[int], held: Collection[int], piece: int, place: int) -> None:
        """Put a piece in another place of its zone; some pieces are `held` elsewhere, so their places look empty."""
        gaps = keeps_gaps(self.session.state.program, instance.partition("[")[0])
        before = self.places(instance, pieces)
        seen = [0 if each in held else each for each in before]
        after = list(put(seen if gaps else [each for each in seen if each], piece, place))
        kept = before if gaps else ()
        for at, each in enumerate(kept):
            if each in held and not after[at]:
                after[at] = each
        self.session.note((PLACES, instance), settled(after, pieces, gaps))

    def mix(self, instance: str, pieces: Sequence[int], held: Collection[int], random: Random) -> None:
        """Put the pieces of a zone in another order, except those that are `held` elsewhere."""
        self.session.note((PLACES, instance), mixed(self.places(instance, pieces), held, random))
