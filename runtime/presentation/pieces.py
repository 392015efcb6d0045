"""Pieces as they are shown, on boards and in zones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from interpreter.position import PieceValue
from interpreter.views import NO_LOOK, Key
from runtime.presentation.faces import Plain, over_cells, plain_piece
from runtime.presentation.looks import Looks
from runtime.presentation.shown import Shown
from runtime.presentation.values import Look, PieceShown

MOST_KEPT = 20_000


class PieceReader:
    """Reads pieces of one kind."""

    def __init__(self, shown: Shown, kind: str) -> None:
        self.kind = kind
        self.plan = shown.plan.piece(kind)
        self.properties = tuple(shown.schema.kinds[kind].properties.values())
        self.hideable = kind in shown.program.sight.zones or any(
            prop.column in shown.program.sight.hidden for prop in self.properties
        )
        self.footprint = shown.plan.size(kind)
        self._plain: dict[Any, Plain] = {}
        self._made: dict[Any, PieceShown] = {}

    def shown(
        self,
        shown: Shown,
        places: Sequence[tuple[int, tuple[int, ...]]],
        looks: Looks | None = None,
        keys: Sequence[Key] = (),
    ) -> list[PieceShown]:
        """Pieces with the sites that they cover, nothing for a piece in a zone; `keys` are those of their looks."""
        numbers = [number for number, _ in places]
        sizes = [(1, 1)] * len(places) if self.footprint is None else [self.size(shown, each) for each in numbers]
        sized = zip(numbers, sizes, strict=True)
        cells = [(number, i) for number, (wide, high) in sized for i in range(1, wide * high + 1)]
        face, corner = self.plan.face, self.plan.corner
        faces = iter(shown.faces(face, self.kind, cells)) if face is not None else None
        corners = shown.faces(corner, self.kind, [(number, 1) for number in numbers]) if corner is not None else None
        entries = [shown.view.entries(prop.column) for prop in self.properties]
        found = []
        for place, (number, sites) in enumerate(places):
            wide, high = sizes[place]
            plain, unseen = self._plainly(shown, number, tuple([column[number] for column in entries]))
            key = keys[place] if keys else NO_LOOK
            written = tuple(next(faces) for _ in range(wide * high)) if faces is not None else None
            small = (corners[place] or "") if corners is not None else ""
            found.append(self._made_piece((number, sites, (wide, high), key, written, small, plain, unseen), looks))
        return found

    def _made_piece(self, made_of: tuple[Any, ...], looks: Looks | None) -> PieceShown:
        kept = (id(looks), id(made_of[-2]), *made_of[:-2], made_of[-1])
        found = self._made.get(kept)
        if found is None:
            if len(self._made) > MOST_KEPT:
                self._made.clear()
            found = self._made[kept] = self._piece(made_of, looks)
        return found

    def _piece(self, made_of: tuple[Any, ...], looks: Looks | None) -> PieceShown:
        number, sites, size, key, written, corner, plain, unseen = made_of
        given = looks.look(key) if looks is not None else None
        if written is not None:
            faces = tuple(text or "" for text in written)
            # A text made of nothing, like upper(none), hides as well as none.
            hidden = (self.hideable and all(text is None for text in written)) or (unseen and not any(written))
        else:
            hidden = unseen and not plain.face
            # What a look tells by its colour needs no initial.
            faces = over_cells(plain.face or ("" if given is not None else plain.word), size[0] * size[1])
        if given is not None and given.face is not None:
            faces, hidden = over_cells(given.face, size[0] * size[1]), hidden and not given.face
        assert plain.look is not None
        look = plain.look if given is None else completed(given, plain.look, any(faces))
        if written is not None and given is None:
            look = replace(look, shape="tile")
        return PieceShown(self.kind, number, sites, look, faces, "" if hidden else corner, hidden, size)

    def _plainly(self, shown: Shown, number: int, raw: tuple[Any, ...]) -> tuple[Plain, bool]:
        """A piece by its properties, and whether some of it is not seen now: what is only remembered is not shown."""
        unseen: tuple[str, ...] = ()
        if self.hideable:
            sees, view = shown.program.sight.sees, shown.view
            columns = ((prop.name, prop.column) for prop in self.properties)
            unseen = tuple(name for name, column in columns if not sees(view.data, view.viewer, column, number))
        key = (raw, unseen)
        found = self._plain.get(key)
        if found is None:
            if len(self._plain) > MOST_KEPT:
                self._plain.clear()
                self._made.clear()
            decode = shown.program.shown
            values = [
                (prop, None if prop.name in unseen else decode(prop.column, value))
                for prop, value in zip(self.properties, raw, strict=True)
            ]
            found = self._plain[key] = plain_piece(shown.schema, shown.colours, self.kind, values)
        return found, bool(unseen)

    def size(self, shown: Shown, number: int) -> tuple[int, int]:
        """How many columns and rows a piece covers."""
        if self.footprint is None:
            return 1, 1
        wide, high = (shown.value(each, {"it": PieceValue(self.kind, number)}) for each in self.footprint)
        return (wide if isinstance(wide, int) else 1), (high if isinstance(high, int) else 1)


def piece_reader(shown: Shown, kind: str) -> PieceReader:
    """The reader of a kind, made once for each program."""
    memo, key = shown.memo, ("pieces", kind)
    if key not in memo:
        memo[key] = PieceReader(shown, kind)
    found: PieceReader = memo[key]
    return found


def completed(given: Look, plain: Look, has_face: bool) -> Look:
    """A look of the spec with what it leaves open filled in."""
    shape = given.shape or ("tile" if has_face or plain.shape == "tile" else "disc")
    return replace(given, shape=shape, colour=given.colour or plain.colour)
