"""The looks of a spec: for many pieces or cells at once, which one fits first and what it says."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from interpreter.expr import terms
from interpreter.expr.evaluator import in_words
from interpreter.expr.scope import Schema
from interpreter.expr.types import Piece, Type, Words, strip
from interpreter.position import PieceValue, from_state, to_state
from interpreter.spec import view_model
from interpreter.spec.nodes import Scalar
from interpreter.spec.view_model import ICONS, SHAPES
from runtime.presentation.colours import Colours
from runtime.presentation.faces import face_text, is_face
from runtime.presentation.shown import Shown
from runtime.presentation.terms import ViewTerms, compiled_cases
from runtime.presentation.values import Colour, Look

Key = Any
"""Which look fits, with the values of its expressions: equal keys look the same. NO_LOOK if none does."""
NO_LOOK = -1

MOST_KEPT = 20_000


class Aspect:
    """One part of a look: fixed, or worked out for each piece or cell."""

    def __init__(self, scalar: Scalar | None, fixed: Any, term: terms.Term | None) -> None:
        self.scalar = scalar
        self.fixed = fixed
        self.term = term


class WrittenLook:
    """One look of a spec."""

    def __init__(
        self, view: ViewTerms, colours: Colours, look: view_model.Look, it: Type, standing: bool = False
    ) -> None:
        def aspect(scalar: Scalar | None, fixed: Any = None) -> Aspect:
            term = view.term(scalar, it, standing=standing) if scalar is not None and fixed is None else None
            return Aspect(scalar, fixed, term)

        self.when = view.term(look.when, it, condition=True, standing=standing) if look.when is not None else None
        self.always = look.when is None
        self.show = look.show is not False
        self.colour = aspect(look.colour, colours.given(look.colour))
        self.shape = aspect(look.shape, _among(look.shape, SHAPES))
        self.icon = aspect(look.icon, _among(look.icon, ICONS))
        self.pattern = aspect(look.pattern)
        self.ink = aspect(look.ink, colours.given(look.ink))
        self.pips = aspect(look.pips)
        self.face = aspect(look.face)
        self.aspects = (self.colour, self.shape, self.icon, self.pattern, self.ink, self.pips, self.face)
        self.open = tuple(aspect.term for aspect in self.aspects if aspect.term is not None)

    @property
    def fills(self) -> bool:
        """Whether it is nothing but a colour for whole cells."""
        signs = (self.icon, self.pattern, self.ink, self.pips, self.face)
        plain = self.shape.fixed == "square" and all(sign.scalar is None for sign in signs)
        return self.show and plain and self.colour.scalar is not None


def _among(scalar: Scalar | None, words: tuple[str, ...]) -> str | None:
    return str(scalar) if scalar is not None and str(scalar) in words else None


class Looks:
    """A list of looks; the first that fits counts. `it` is a site, or a piece of one kind, perhaps one that is
    standing on a board."""

    def __init__(
        self, shown: Shown, written: Sequence[view_model.Look], it: Type, standing: bool = False
    ) -> None:
        self.it = it
        self.colours, self.schema = shown.colours, shown.schema
        self.written = tuple(WrittenLook(shown.terms, shown.colours, look, it, standing) for look in written)
        self.secret = any(shown.terms.reads_hidden(term) for term in self._terms())
        cases = [(look.when, look.open) for look in self.written]
        self.compiled = compiled_cases(shown.program, cases) if written else None
        self._made: dict[Key, Look | None] = {NO_LOOK: None}

    def _terms(self) -> Iterable[terms.Term]:
        for look in self.written:
            yield from (term for term in (look.when, *look.open) if term is not None)

    @property
    def ground(self) -> int:
        """The number of the look that fills every cell for which no other fits; NO_LOOK if there is none."""
        for number, look in enumerate(self.written):
            if look.always:
                return number if look.fills else NO_LOOK
        return NO_LOOK

    def keys(self, shown: Shown, items: Sequence[int]) -> list[Key]:
        """For each site, or number of a piece, which look fits."""
        if not self.written:
            return [NO_LOOK] * len(items)
        found = shown.many(self.compiled, self.secret, items)
        return found if found is not None else self.evaluated(shown, items)

    def evaluated(self, shown: Shown, items: Sequence[int]) -> list[Key]:
        """The same by the evaluator."""
        return [self._first(shown, PieceValue(self.it.kind, it) if isinstance(self.it, Piece) else it) for it in items]

    def _first(self, shown: Shown, it: int | PieceValue) -> Key:
        names = {"it": it, "i": 1}
        for number, look in enumerate(self.written):
            if look.when is None or shown.evaluated(look.when, names):
                if not look.open:
                    return number
                return (number, *(to_state(shown.evaluated(term, names), term.type) for term in look.open))
        return NO_LOOK

    def look(self, key: Key) -> Look | None:
        """What a key stands for."""
        if key not in self._made:
            if len(self._made) > MOST_KEPT:
                self._made = {NO_LOOK: None}
            self._made[key] = self._look(key)
        return self._made[key]

    def _look(self, key: Key) -> Look:
        number, values = (key, ()) if isinstance(key, int) else (key[0], key[1:])
        look, left = self.written[number], iter(values)
        found: list[Any] = []
        for aspect in look.aspects:
            value, term = aspect.fixed, aspect.term
            if term is not None:
                value = _Worked(next(left), strip(term.type))
            found.append(value)
        colour, shape, icon, pattern, ink, pips, face = found
        return Look(
            shape=shape.word(SHAPES) if isinstance(shape, _Worked) else shape,
            colour=colour.colour(self.colours) if isinstance(colour, _Worked) else colour,
            pattern=pattern.number() if isinstance(pattern, _Worked) else 0,
            icon=icon.word(ICONS) if isinstance(icon, _Worked) else icon,
            show=look.show,
            ink=ink.colour(self.colours) if isinstance(ink, _Worked) else ink,
            pips=pips.count() if isinstance(pips, _Worked) else None,
            face=face.text(self.schema) if isinstance(face, _Worked) else None,
        )


class _Worked:
    """A value that was worked out for one part of a look."""

    def __init__(self, value: Any, kind: Type) -> None:
        self.value = from_state(value, kind)
        self.kind = kind

    def colour(self, colours: Colours) -> Colour | None:
        """A colour: of a player or enum word, or by its name."""
        return colours.of_type(self.kind, self.value)

    def word(self, words: tuple[str, ...]) -> str | None:
        """One of some words; None if it is none of them."""
        value = self.value
        if isinstance(self.kind, Words) and value:
            value = str(self.kind.words[value - 1])
        return value if isinstance(value, str) and value in words else None

    def count(self) -> int | None:
        """How many; None for none."""
        return self.value if isinstance(self.value, int) and not isinstance(self.value, bool) else None

    def text(self, schema: Schema) -> str:
        """As it stands on a tile; nothing for none."""
        if self.value is None:
            return ""
        return face_text(self.value, self.kind) if is_face(self.kind) else in_words(self.value, self.kind, schema)

    def number(self) -> int:
        """The number of a word, or the number itself."""
        return self.count() or 0
