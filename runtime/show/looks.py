"""The looks of a spec, and the default looks of properties."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from interpreter.expressions import FLAG, Letter, Number, Property, Schema, Text, Type, Words, in_words, strip
from interpreter.spec.model import ICONS, MEN, SHAPES
from interpreter.views import NO_LOOK, Key, LooksPlan
from runtime.show.colours import Colours
from runtime.show.shown import Shown
from runtime.show.values import Colour, Look

COVERED = Look(shape="tile", colour=Colour("shade", "shade"))
"""A cell of which something is hidden."""
MOST_KEPT = 20_000


@dataclass(frozen=True, slots=True)
class Plain:
    """The default look of something with certain properties: `word` is a face that stands in for a colour or
    pattern."""

    look: Look | None = None
    face: str = ""
    word: str = ""


def short(word: str, among: Iterable[str]) -> str:
    """The shortest beginning, up to three letters, that distinguishes a word from the others; otherwise the word
    itself."""
    words = [str(each).lower() for each in among]
    for length in (1, 2, 3):
        if len({each[:length] for each in words}) == len(words):
            return word[:length].capitalize()
    return word


def face_text(value: Any, kind: Type) -> str:
    """A letter, number or text as written on a tile."""
    return str(value).upper() if isinstance(kind, Letter) else str(value)


def is_face(kind: Type) -> bool:
    """Whether values of a type are shown as they are written."""
    return isinstance(kind, Letter | Number | Text)


def always_shown(kind: Type) -> bool:
    """Whether even the start value of a cell means something: a number in a range without 0, as on a die."""
    return isinstance(kind, Number) and kind.low is not None and kind.low > 0


def plain_cell(schema: Schema, colours: Colours, values: Sequence[tuple[int, Property, Any]]) -> Plain:
    """A cell by its properties to be shown, each with its number from 1. Flags paint nothing: many of them only
    remember something."""
    look: Look | None = None
    face = word = ""
    for _, prop, value in values:
        kind = strip(prop.type)
        if kind == schema.players:
            look = look or Look(shape="disc", colour=colours.word(schema.players, value))
        elif isinstance(kind, Words):
            if look is None:
                look = Look(shape="tile", colour=colours.word(kind, value), pattern=value)
                word = short(str(kind.words[value - 1]), kind.words) if value <= len(kind.words) else ""
        elif is_face(kind) and not face:
            face = face_text(value, kind)
    return Plain(look, face, word)


def plain_flags(schema: Schema, _colours: Colours, values: Sequence[tuple[int, Property, Any]]) -> Plain:
    """A cell with nothing but flags, on a board without a look in the spec: filled with a colour for the first true
    flag. Otherwise there would be nothing to see."""
    raised = next(((number, prop) for number, prop, value in values if value), None)
    return Plain(Look(shape="square", colour=_own_colour(schema, raised[1].name, raised[0])) if raised else None)


def plain_border(_schema: Schema, colours: Colours, values: Sequence[tuple[int, Property, Any]]) -> Plain:
    """An edge or a corner by its properties to be shown: a bar or a post in the colour of its owner or of its first
    word; for a flag alone, in that of walls."""
    shown = [(strip(prop.type), value) for _, prop, value in values if value is not False]
    words = (colours.word(kind, value) for kind, value in shown if isinstance(kind, Words))
    face = next((face_text(value, kind) for kind, value in shown if is_face(kind)), "")
    return Plain(Look(colour=next(words, None)) if shown else None, face)


def _own_colour(schema: Schema, name: str, number: int) -> Colour:
    """A colour for something that has none; the first ones of the theme are reserved for the players."""
    players = len(schema.titles)
    return Colour(name, f"word {number + players if players > 1 else number}")


def over_cells(face: str, count: int) -> tuple[str, ...]:
    """A face over several cells: a letter for each if the numbers match, otherwise everything on the first."""
    return tuple(face.upper()) if len(face) == count > 1 else (face, *[""] * (count - 1))


def plain_piece(schema: Schema, colours: Colours, kind: str, values: Sequence[tuple[Property, Any]]) -> Plain:
    """A piece by its properties; unknown ones are None."""
    owner = colour = None
    face = word = ""
    pattern, has_face = 0, False
    man: str | None = None
    for prop, value in values:
        type_ = strip(prop.type)
        if type_ == schema.players:
            owner = owner or (colours.word(schema.players, value) if value else None)
        elif isinstance(type_, Words):
            if not has_face and value:
                word = short(str(type_.words[value - 1]), type_.words) if value <= len(type_.words) else ""
                colour, pattern = colours.word(type_, value), value
                if all(str(each) in MEN for each in type_.words):
                    man = str(type_.words[value - 1])
            has_face = True
        elif is_face(type_):
            if not has_face and value is not None:
                face = face_text(value, type_)
            has_face = True
    flags = [prop.name for prop, _ in values if strip(prop.type) == FLAG]
    if not has_face:
        raised = [prop.name for prop, value in values if strip(prop.type) == FLAG and value]
        word = "".join(short(name, flags) for name in raised[:1])
        if len(schema.kinds) > 1 and not word:
            word = short(kind, schema.kinds)
        colour = _own_colour(schema, kind, list(schema.kinds).index(kind) + 1)
    if man is not None and not face:
        return Plain(Look("figure", owner or colour, icon=man), "", word)
    return Plain(Look("tile" if has_face else "disc", owner or colour, pattern), face, word)


def usual_shape(icon: str | None, has_face: bool) -> str:
    """The shape of a piece whose look does not give one: a king or a pawn represents itself."""
    return "figure" if icon in MEN else "tile" if has_face else "disc"


class Looks:
    """A list of looks; the first that applies counts."""

    def __init__(self, shown: Shown, plan: LooksPlan, of_borders: bool = False) -> None:
        self.plan = plan
        self.of_borders = of_borders
        self.colours, self.schema = shown.colours, shown.schema
        self._made: dict[Key, Look | None] = {NO_LOOK: None}

    @property
    def ground(self) -> int:
        """The number of the look that fills every cell that no other applies to; NO_LOOK if there is none."""
        for number, look in enumerate(self.plan.looks):
            if look.when is None:
                return number if look.fills else NO_LOOK
        return NO_LOOK

    def look(self, key: Key) -> Look | None:
        """The look for a key."""
        if key not in self._made:
            if len(self._made) > MOST_KEPT:
                self._made = {NO_LOOK: None}
            self._made[key] = self._look(key)
        return self._made[key]

    def _look(self, key: Key) -> Look:
        look, values = self.plan.worked_out(key)
        worked = [_Worked(*each) if each is not None else None for each in values]
        colour, shape, icon, pattern, ink, pips, face = worked  # In the order of `aspects`.
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
    """A value computed for one part of a look."""

    def __init__(self, value: Any, kind: Type) -> None:
        self.value = value
        self.kind = kind

    def colour(self, colours: Colours) -> Colour | None:
        """The value as a colour: of a player or enum word, or by its name."""
        return colours.of_type(self.kind, self.value)

    def word(self, words: tuple[str, ...]) -> str | None:
        """The value as one of some words; None if it is not one of them."""
        value = self.value
        if isinstance(self.kind, Words) and value:
            value = str(self.kind.words[value - 1])
        return value if isinstance(value, str) and value in words else None

    def count(self) -> int | None:
        """The value as a count; None for none."""
        return self.value if isinstance(self.value, int) and not isinstance(self.value, bool) else None

    def text(self, schema: Schema) -> str:
        """The value as written on a tile; nothing for none."""
        if self.value is None:
            return ""
        return face_text(self.value, self.kind) if is_face(self.kind) else in_words(self.value, self.kind, schema)

    def number(self) -> int:
        """The number of a word, or the number itself."""
        return self.count() or 0
