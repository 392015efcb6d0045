"""What properties look like where a spec does not say: owners as colours, letters and numbers as faces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from interpreter.expressions import FLAG, Letter, Number, Property, Schema, Text, Type, Words, strip
from runtime.presentation.colours import Colours
from runtime.presentation.values import Colour, Look

COVERED = Look(shape="tile", colour=Colour("shade", "shade"))
"""A cell of which something is hidden."""


@dataclass(frozen=True, slots=True)
class Plain:
    """How something looks by its properties: `word` is a face that stands in for a colour or pattern."""

    look: Look | None = None
    face: str = ""
    word: str = ""


def short(word: str, among: Iterable[str]) -> str:
    """The shortest beginning that tells a word from the others, up to three letters; then the word itself."""
    words = [str(each).lower() for each in among]
    for length in (1, 2, 3):
        if len({each[:length] for each in words}) == len(words):
            return word[:length].capitalize()
    return word


def face_text(value: Any, kind: Type) -> str:
    """A letter, number or text as it stands on a tile."""
    return str(value).upper() if isinstance(kind, Letter) else str(value)


def is_face(kind: Type) -> bool:
    """Whether values of a type are shown as they are written."""
    return isinstance(kind, Letter | Number | Text)


def always_shown(kind: Type) -> bool:
    """Whether even the start value of a cell means something: a number of a range without 0, as on a die."""
    return isinstance(kind, Number) and kind.low is not None and kind.low > 0


def plain_cell(schema: Schema, colours: Colours, values: Sequence[tuple[int, Property, Any]]) -> Plain:
    """A cell by those of its properties that are to be shown, each with its number from 1."""
    look: Look | None = None
    face = word = ""
    for number, prop, value in values:
        kind = strip(prop.type)
        if kind == schema.players:
            look = look or Look(shape="disc", colour=colours.word(schema.players, value))
        elif isinstance(kind, Words):
            if look is None:
                look = Look(shape="tile", colour=colours.word(kind, value), pattern=value)
                word = short(str(kind.words[value - 1]), kind.words) if value <= len(kind.words) else ""
        elif kind == FLAG:
            if value:
                look = look or Look(shape="square", colour=_own_colour(schema, prop.name, number))
        elif is_face(kind) and not face:
            face = face_text(value, kind)
    return Plain(look, face, word)


def _own_colour(schema: Schema, name: str, number: int) -> Colour:
    """A colour for something that has none; the first of the theme are left to the players."""
    players = len(schema.titles)
    return Colour(name, f"word {number + players if players > 1 else number}")


def over_cells(face: str, count: int) -> tuple[str, ...]:
    """A face over several cells: a letter for each where they are as many, otherwise all on the first."""
    return tuple(face.upper()) if len(face) == count > 1 else (face, *[""] * (count - 1))


def plain_piece(schema: Schema, colours: Colours, kind: str, values: Sequence[tuple[Property, Any]]) -> Plain:
    """A piece by its properties; what is not known is None."""
    owner = colour = None
    face = word = ""
    pattern, has_face = 0, False
    for prop, value in values:
        type_ = strip(prop.type)
        if type_ == schema.players:
            owner = owner or (colours.word(schema.players, value) if value else None)
        elif isinstance(type_, Words):
            if not has_face and value:
                word = short(str(type_.words[value - 1]), type_.words) if value <= len(type_.words) else ""
                colour, pattern = colours.word(type_, value), value
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
    return Plain(Look("tile" if has_face else "disc", owner or colour, pattern), face, word)
