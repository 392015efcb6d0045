"""Racks and hands at the table: their pieces can be reordered and shuffled, which does not count as a move."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from interpreter.position import PieceValue
from runtime.session.arrangement import Arrangement, lettered
from runtime.session.draft import Spot
from runtime.show.values import ButtonShown, Presentation, ZoneShown

if TYPE_CHECKING:
    from renderer.app.table.table import Table

SHUFFLE = "shuffle_rack"


class Racks:
    """The racks and hands of the viewer of a table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.session = table.session
        self._arrangement = Arrangement(table.session)
        self._random = Random()

    def end(self) -> None:
        """Stop looking after this session."""
        self._arrangement.end()

    # What there is

    @property
    def _usable(self) -> bool:
        """Whether pieces can be arranged: not if another process plays."""
        return self.table.following is None

    def _own(self, found: Presentation) -> list[ZoneShown]:
        return [zone for zone in found.zones if zone.own] if self._usable else []

    def zone_of(self, spot: Spot) -> ZoneShown | None:
        """The zone in which a piece can be moved to another place; None if there is none."""
        if not isinstance(spot, PieceValue):
            return None
        zones = self._own(self.table.presented())
        return next((zone for zone in zones if any(piece.value == spot for piece in zone.pieces)), None)

    def shown(self, found: Presentation) -> Presentation:
        """A presentation with the button that shuffles letters, if a player has some."""
        zones = self._lettered(found)
        if not zones:
            return found
        enough = any(len(zone.pieces) > 1 for zone in zones)
        why = "" if enough else "There is nothing to shuffle."
        button = ButtonShown(SHUFFLE, "Shuffle", enough, why)
        at = next((number for number, each in enumerate(found.buttons) if not each.is_action), len(found.buttons))
        return replace(found, buttons=(*found.buttons[:at], button, *found.buttons[at:]))

    def _lettered(self, found: Presentation) -> list[ZoneShown]:
        names = lettered(self.session.state.program)
        return [zone for zone in self._own(found) if zone.name in names]

    # What the player does

    def put(self, spot: Spot, place: int) -> bool:
        """Put a piece in another place of its zone, and return whether that changed anything."""
        zone = self.zone_of(spot)
        if zone is None or not isinstance(spot, PieceValue):
            return False
        pieces, held = self._pieces(zone)
        before = self._arrangement.places(zone.instance, pieces)
        self._arrangement.put(zone.instance, pieces, held, spot.number, place)
        if self._arrangement.places(zone.instance, pieces) == before:
            return False
        self.table.host.sound("slide")
        self.table.host.changed()
        return True

    def shuffle(self) -> None:
        """Show letters in another order."""
        for zone in self._lettered(self.table.presented()):
            pieces, held = self._pieces(zone)
            self._arrangement.mix(zone.instance, pieces, held, self._random)
            self.table.host.sound("slide")
        self.table.host.changed()

    def _pieces(self, zone: ZoneShown) -> tuple[list[int], set[int]]:
        """The pieces of a zone by number, and those of them that are on a board for the time being."""
        key = zone.owner or None
        pieces = [piece.number for piece in self.session.state.zone(zone.name, key)]
        return pieces, set(pieces) - {piece.number for piece in zone.pieces}
