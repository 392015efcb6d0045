"""How sites and pieces look, in a test: `looks: {a1: orange, b2: {shape: disc, face: A}}`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from interpreter.position import PieceValue
from interpreter.rules.appearance import COLOURS, ICONS, SHAPES
from interpreter.rules.program import Program
from interpreter.spec.nodes import Mapping, Node, Scalar
from interpreter.spec.suggest import suggestion
from runtime.acceptance.course import Course
from runtime.acceptance.failures import Failure, Value
from runtime.acceptance.ground import Ground
from runtime.acceptance.hands import pointed_at, spot_of
from runtime.acceptance.screen import presented
from runtime.presentation.sections import by_name
from runtime.presentation.values import Colour, Look, PieceShown, Presentation, SiteShown

NONE = "none"
NOTHING = Look(show=False)


@dataclass(frozen=True, slots=True)
class Appearance:
    """What can be seen at one place: a piece, or what a site shows by itself."""

    look: Look
    face: str
    corner: str
    ground: Colour | None
    mark: Look | None
    hidden: bool

    @property
    def colour(self) -> Colour | None:
        """The colour of what is drawn there; where nothing is that of the ground."""
        return self.look.colour if self.look is not NOTHING and self.look.show else self.ground


ASPECTS: dict[str, Callable[[Appearance], str]] = {
    "colour": lambda seen: colour_text(seen.colour),
    "shape": lambda seen: seen.look.shape or NONE,
    "icon": lambda seen: seen.look.icon or NONE,
    "pattern": lambda seen: str(seen.look.pattern or NONE),
    "pips": lambda seen: NONE if seen.look.pips is None else str(seen.look.pips),
    "ink": lambda seen: colour_text(seen.look.ink),
    "show": lambda seen: "true" if seen.look.show else "false",
    "face": lambda seen: seen.face or NONE,
    "corner": lambda seen: seen.corner or NONE,
    "ground": lambda seen: colour_text(seen.ground),
    "mark": lambda seen: (seen.mark.icon if seen.mark is not None else None) or NONE,
    "mark_text": lambda seen: (seen.mark.text if seen.mark is not None else None) or NONE,
    "mark_colour": lambda seen: colour_text(seen.mark.colour if seen.mark is not None else None),
    "hidden": lambda seen: "true" if seen.hidden else "false",
}
"""What may be asked of a place, and the answer in the words of a spec."""

COLOURED = ("colour", "ground", "ink", "mark_colour")
FLAGS = ("true", "false")
WORDS = {"shape": SHAPES, "icon": ICONS, "mark": ICONS, "show": FLAGS, "hidden": FLAGS}
"""What may be answered, where that is one of a few words."""


def colour_text(colour: Colour | None) -> str:
    """A colour as a report calls it."""
    if colour is None:
        return NONE
    plain = colour.name.lower() == colour.value or " " in colour.value
    return colour.name if plain else f"{colour.name} ({colour.value})"


@dataclass(frozen=True, slots=True)
class Looks:
    """Places look like this, each by some of its aspects."""

    expected: tuple[tuple[Scalar, tuple[tuple[str, Scalar], ...]], ...]

    def failures(self, course: Course) -> list[Failure]:
        shown, found = presented(course), []
        for place, aspects in self.expected:
            seen = appearance(course, shown, place)
            if seen is None:
                found.append(Failure(place.span, f"{place} is not to be seen."))
                continue
            wrong = [(aspect, wanted) for aspect, wanted in aspects if not _fits(seen, aspect, wanted)]
            if wrong:
                values = (
                    Value("expected", ", ".join(f"{aspect} {wanted}" for aspect, wanted in wrong)),
                    Value("shown", ", ".join(f"{aspect} {ASPECTS[aspect](seen)}" for aspect, _ in wrong)),
                )
                found.append(Failure(wrong[0][1].span, f"{place} looks different.", values))
        return found


def _fits(seen: Appearance, aspect: str, wanted: Scalar) -> bool:
    if aspect not in COLOURED:
        return ASPECTS[aspect](seen) == str(wanted)
    marked = seen.mark.colour if seen.mark is not None else None
    found = {"colour": seen.colour, "ground": seen.ground, "ink": seen.look.ink, "mark_colour": marked}
    return is_called(found[aspect], wanted)


def is_called(colour: Colour | None, wanted: Scalar) -> bool:
    """Whether a colour is what a test calls so."""
    return str(wanted) == NONE if colour is None else str(wanted).lower() in (colour.name.lower(), colour.value)


def appearance(course: Course, shown: Presentation, place: Scalar) -> Appearance | None:
    """What can be seen at a place of a test; None if it is not shown at all."""
    spot = spot_of(course, place)
    pieces = [piece for board in shown.boards for piece in board.pieces]
    if isinstance(spot, PieceValue):
        pieces += [piece for zone in shown.zones for piece in zone.pieces]
        return next((_of_piece(each, 0, None) for each in pieces if (each.kind, each.number) == spot), None)
    site = next((each for board in shown.boards for each in board.sites if each.site == spot), None)
    if site is None:
        return None
    for piece in reversed(pieces):
        if spot in piece.sites:
            return _of_piece(piece, piece.sites.index(spot), site)
    return Appearance(site.look or NOTHING, site.face, "", site.ground, site.mark, site.hidden)


def _of_piece(piece: PieceShown, number: int, site: SiteShown | None) -> Appearance:
    face = piece.faces[number] if number < len(piece.faces) else ""
    ground, mark = (site.ground, site.mark) if site is not None else (None, None)
    return Appearance(piece.look, face, piece.corner, ground, mark, piece.hidden)


# Checking


def check_looks(ground: Ground, key: Scalar, node: Node, _last: object) -> Looks | None:
    """Check an entry `looks`; None after a report."""
    if not isinstance(node, Mapping):
        ground.diagnostics.error("shape", node.span, f"{key} takes sites with their colours.", "Write {a1: orange}.")
        return None
    expected = []
    for place, wanted in node.items():
        aspects = _aspects(ground, wanted)
        if pointed_at(ground, place, "look at") is not None and aspects is not None:
            expected.append((place, aspects))
    return Looks(tuple(expected)) if len(expected) == len(node) else None


def _aspects(ground: Ground, node: Node) -> tuple[tuple[str, Scalar], ...] | None:
    """The aspects that are asked for: a lone word is the colour."""
    if isinstance(node, Scalar):
        return (("colour", node),) if _known(ground, "colour", node) else None
    error = ground.diagnostics.error
    if not isinstance(node, Mapping):
        error(
            "shape",
            node.span,
            "A look is a colour, or some of " + ", ".join(ASPECTS) + ".",
            "Write {colour: …, face: …}.",
        )
        return None
    found = []
    for name, value in node.items():
        if str(name) not in ASPECTS:
            message = f"‘{name}’ is no part of a look. There are {', '.join(ASPECTS)}."
            error("unknown-key", name.span, message, suggestion(name, ASPECTS))
            return None
        if not isinstance(value, Scalar):
            error("shape", value.span, f"{name} takes a word.", f"Write {name}: and one word.")
            return None
        if not _known(ground, str(name), value):
            return None
        found.append((str(name), value))
    return tuple(found)


def _known(ground: Ground, aspect: str, value: Scalar) -> bool:
    """Whether a word can be the answer at all; texts and numbers always can."""
    if aspect in COLOURED:
        return is_colour(ground, value, f"unknown-{aspect}")
    words = list(WORDS.get(aspect, ()))
    if not words or str(value) in (NONE, *words):
        return True
    ground.diagnostics.error(f"unknown-{aspect}", value.span, f"‘{value}’ is no {aspect}.", suggestion(value, words))
    return False


def is_colour(ground: Ground, value: Scalar, code: str = "unknown-colour") -> bool:
    """Whether a word can be a colour, or none; False after a report."""
    words = colour_names(ground.program)
    if str(value) in (NONE, *words) or str(value).startswith("#"):
        return True
    ground.diagnostics.error(code, value.span, f"‘{value}’ is no colour of this game.", suggestion(value, words))
    return False


def colour_names(program: Program) -> list[str]:
    """Everything that a colour may be called in a game."""
    own = by_name(program.spec.view.colours if program.spec.view is not None else None)
    words = [str(word) for kind in (program.schema.players, *program.schema.enums.values()) for word in kind.words]
    flags = [str(name) for board in program.schema.boards.values() for name in board.cells]
    return list(dict.fromkeys([*COLOURS, *own, *words, *flags]))
