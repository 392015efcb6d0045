"""The looks of a spec: for many pieces or cells at once, which one fits first and what it says."""

from __future__ import annotations

from typing import Any

from interpreter.expressions import Schema, Type, Words, in_words, strip
from interpreter.position import from_state
from interpreter.spec.model import ICONS, SHAPES
from interpreter.views import NO_LOOK, Aspect, Key, LooksPlan
from runtime.presentation.colours import Colours
from runtime.presentation.faces import face_text, is_face
from runtime.presentation.shown import Shown
from runtime.presentation.values import Colour, Look

MOST_KEPT = 20_000


class Looks:
    """A list of looks; the first that fits counts."""

    def __init__(self, shown: Shown, plan: LooksPlan) -> None:
        self.plan = plan
        self.colours, self.schema = shown.colours, shown.schema
        self._made: dict[Key, Look | None] = {NO_LOOK: None}

    @property
    def ground(self) -> int:
        """The number of the look that fills every cell for which no other fits; NO_LOOK if there is none."""
        for number, look in enumerate(self.plan.looks):
            if look.when is None:
                return number if look.fills else NO_LOOK
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
        look, left = self.plan.looks[number], iter(values)

        def worked(aspect: Aspect) -> _Worked | None:
            return _Worked(next(left), strip(aspect.value.type)) if aspect.value is not None else None

        # In the order of `aspects`, in which their values come.
        colour, shape, icon, pattern, ink, pips, face = (worked(aspect) for aspect in look.aspects)
        return Look(
            shape=shape.word(SHAPES) if shape is not None else look.shape.word,
            colour=colour.colour(self.colours) if colour is not None else self.colours.given(look.colour.word),
            pattern=pattern.number() if pattern is not None else 0,
            icon=icon.word(ICONS) if icon is not None else look.icon.word,
            show=look.show,
            ink=ink.colour(self.colours) if ink is not None else self.colours.given(look.ink.word),
            pips=pips.count() if pips is not None else None,
            face=face.text(self.schema) if face is not None else None,
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
