"""How sites, pieces, boards and zones look to the player."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from interpreter.position import PieceValue
from interpreter.program import Program
from interpreter.spec.diagnostics import suggestion
from interpreter.spec.model import COLOURS, ICONS, SHAPES
from interpreter.spec.nodes import Mapping, Node, Scalar, Sequence
from runtime.session.given import Ground
from runtime.show.values import BoardShown, Colour, Look, PieceShown, Presentation, SiteShown, ZoneShown, by_name
from runtime.testing.course import Course
from runtime.testing.entries import LastAction, Several, check
from runtime.testing.failures import Failure, differs
from runtime.testing.hands import pointed_at, spot_of
from runtime.testing.screen import presented

# Sites and pieces


NONE = "none"
NOTHING = Look(show=False)


@dataclass(frozen=True, slots=True)
class Appearance:
    """What is visible in one place: a piece, or what a site shows by itself."""

    look: Look
    face: str
    corner: str
    ground: Colour | None
    mark: Look | None
    hidden: bool

    @property
    def colour(self) -> Colour | None:
        """The colour of what is drawn there; if there is nothing, that of the ground."""
        return self.look.colour if self.look is not NOTHING and self.look.show else self.ground


LOOK_ASPECTS: dict[str, Callable[[Appearance], str]] = {
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

LOOK_COLOURS = ("colour", "ground", "ink", "mark_colour")
FLAGS = ("true", "false")
LOOK_WORDS = {"shape": SHAPES, "icon": ICONS, "mark": ICONS, "show": FLAGS, "hidden": FLAGS}
"""What may be answered, where that is one of a few words."""


def colour_text(colour: Colour | None) -> str:
    """A colour as a report calls it."""
    if colour is None:
        return NONE
    plain = colour.name.lower() == colour.value or " " in colour.value
    return colour.name if plain else f"{colour.name} ({colour.value})"


@dataclass(frozen=True, slots=True)
class LooksLike:
    """Places look like this, each judged by some of its aspects."""

    expected: tuple[tuple[Scalar, tuple[tuple[str, Scalar], ...]], ...]

    def failures(self, course: Course) -> list[Failure]:
        shown, found = presented(course), []
        for place, aspects in self.expected:
            seen = appearance(course, shown, place)
            if seen is None:
                found.append(Failure(place.span, f"{place} is not visible."))
                continue
            wrong = [(aspect, wanted) for aspect, wanted in aspects if not _fits(seen, aspect, wanted)]
            if wrong:
                expected = ", ".join(f"{aspect} {wanted}" for aspect, wanted in wrong)
                instead = ", ".join(f"{aspect} {LOOK_ASPECTS[aspect](seen)}" for aspect, _ in wrong)
                found.append(differs(wrong[0][1], f"{place} looks different.", expected, instead))
        return found


def _fits(seen: Appearance, aspect: str, wanted: Scalar) -> bool:
    if aspect not in LOOK_COLOURS:
        return LOOK_ASPECTS[aspect](seen) == str(wanted)
    marked = seen.mark.colour if seen.mark is not None else None
    found = {"colour": seen.colour, "ground": seen.ground, "ink": seen.look.ink, "mark_colour": marked}
    return is_called(found[aspect], wanted)


def is_called(colour: Colour | None, wanted: Scalar) -> bool:
    """Whether a colour is the one that a test names."""
    return str(wanted) == NONE if colour is None else str(wanted).lower() in (colour.name.lower(), colour.value)


def appearance(course: Course, shown: Presentation, place: Scalar) -> Appearance | None:
    """What is visible in a place of a test; None if it is not shown at all."""
    spot = spot_of(course, place)
    pieces = [piece for board in shown.boards for piece in board.pieces]
    if isinstance(spot, PieceValue):
        pieces += [piece for zone in shown.zones for piece in zone.pieces]
        return next((_of_piece(each, 0, None) for each in pieces if (each.kind, each.number) == spot), None)
    site = next((each for board in shown.boards for each in board.places if each.site == spot), None)
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


@check("looks")
def check_looks(ground: Ground, key: Scalar, node: Node, _last: LastAction) -> LooksLike | None:
    """How sites and pieces look: a colour for each, or {colour, shape, icon, pattern, face …}."""
    if not isinstance(node, Mapping):
        ground.diagnostics.error("shape", node.span, f"{key} takes sites with their colours.", "Write {a1: orange}.")
        return None
    expected = []
    for place, wanted in node.items():
        aspects = _look_aspects(ground, wanted)
        if pointed_at(ground, place, "look at") is not None and aspects is not None:
            expected.append((place, aspects))
    return LooksLike(tuple(expected)) if len(expected) == len(node) else None


def _look_aspects(ground: Ground, node: Node) -> tuple[tuple[str, Scalar], ...] | None:
    """The aspects in question: a word on its own is the colour."""
    if isinstance(node, Scalar):
        return (("colour", node),) if _is_known(ground, "colour", node) else None
    error = ground.diagnostics.error
    if not isinstance(node, Mapping):
        error(
            "shape",
            node.span,
            "A look is a colour, or some of " + ", ".join(LOOK_ASPECTS) + ".",
            "Write {colour: …, face: …}.",
        )
        return None
    found = []
    for name, value in node.items():
        if str(name) not in LOOK_ASPECTS:
            message = f"‘{name}’ is not part of a look. There are {', '.join(LOOK_ASPECTS)}."
            error("unknown-key", name.span, message, suggestion(name, LOOK_ASPECTS))
            return None
        if not isinstance(value, Scalar):
            error("shape", value.span, f"{name} takes a word.", f"Write {name}: and one word.")
            return None
        if not _is_known(ground, str(name), value):
            return None
        found.append((str(name), value))
    return tuple(found)


def _is_known(ground: Ground, aspect: str, value: Scalar) -> bool:
    """Whether a word can be the answer at all; texts and numbers always can."""
    if aspect in LOOK_COLOURS:
        return is_colour(ground, value, f"unknown-{aspect}")
    words = list(LOOK_WORDS.get(aspect, ()))
    if not words or str(value) in (NONE, *words):
        return True
    message = f"‘{value}’ is not a valid {aspect}."
    ground.diagnostics.error(f"unknown-{aspect}", value.span, message, suggestion(value, words))
    return False


def is_colour(ground: Ground, value: Scalar, code: str = "unknown-colour") -> bool:
    """Whether a word can be a colour, or none; False after a report."""
    words = colour_names(ground.program)
    if str(value) in (NONE, *words) or str(value).startswith("#"):
        return True
    ground.diagnostics.error(code, value.span, f"‘{value}’ is not a colour of this game.", suggestion(value, words))
    return False


def colour_names(program: Program) -> list[str]:
    """Every name that a colour may have in a game."""
    own = by_name(program.spec.view.colours if program.spec.view is not None else None)
    words = [str(word) for kind in (program.schema.players, *program.schema.enums.values()) for word in kind.words]
    flags = [str(name) for board in program.schema.boards.values() for name in board.cells]
    return list(dict.fromkeys([*COLOURS, *own, *words, *flags]))


# Boards


def _size_text(size: int | tuple[int, int] | None) -> str:
    return NONE if size is None else f"{size[0]} x {size[1]}" if isinstance(size, tuple) else str(size)


BOARD_COLOURS: dict[str, Callable[[BoardShown], Colour | None]] = {
    "lines": lambda board: board.style.lines,
    "outline": lambda board: board.style.outline,
    "valid": lambda board: board.style.valid,
    "last_move": lambda board: board.style.last_move,
}
BOARD_WORDS: dict[str, Callable[[BoardShown], str]] = {
    "as": lambda board: "points" if board.style.points else "cells",
    "title": lambda board: board.title or NONE,
    "at": lambda board: board.style.at or NONE,
    "cell_size": lambda board: _size_text(board.style.cell_size),
    "borders": lambda board: board.style.borders or NONE,
    "coordinates": lambda board: "true" if board.style.coordinates else "false",
}
BOARD_LISTS: dict[str, Callable[[BoardShown], tuple[str, ...]]] = {
    "row_titles": lambda board: board.titles.rows,
    "column_titles": lambda board: board.titles.columns,
}
BOARD_ASPECTS = (*BOARD_WORDS, *BOARD_COLOURS, *BOARD_LISTS)


@dataclass(frozen=True, slots=True)
class BoardAspect:
    """One check of how a board is drawn."""

    name: str
    wanted: Node

    def differs(self, board: BoardShown) -> tuple[str, str] | None:
        """The expected and the actual value, if they differ."""
        if self.name in BOARD_LISTS:
            titles = self.wanted if isinstance(self.wanted, Sequence) else ()
            expected, shown = tuple(map(str, titles)), BOARD_LISTS[self.name](board)
            return None if expected == shown else (" / ".join(expected) or NONE, " / ".join(shown) or NONE)
        assert isinstance(self.wanted, Scalar)
        if self.name in BOARD_COLOURS:
            colour = BOARD_COLOURS[self.name](board)
            return None if is_called(colour, self.wanted) else (str(self.wanted), colour_text(colour))
        found = BOARD_WORDS[self.name](board)
        return None if found == str(self.wanted) else (str(self.wanted), found)


@dataclass(frozen=True, slots=True)
class BoardsDrawn:
    """Boards are drawn like this, each judged by some of its aspects."""

    expected: tuple[tuple[Scalar, tuple[BoardAspect, ...]], ...]

    def failures(self, course: Course) -> list[Failure]:
        boards, found = presented(course).boards, []
        for name, aspects in self.expected:
            board = next(each for each in boards if str(name) in (each.name, each.instance))
            for aspect in aspects:
                values = aspect.differs(board)
                if values is not None:
                    message = f"‘{aspect.name}’ of the board {name} is something else."
                    found.append(differs(aspect.wanted, message, *values))
        return found


@check("board")
def check_boards(ground: Ground, key: Scalar, node: Node, _last: LastAction) -> BoardsDrawn | None:
    """How boards are drawn: {lines, outline, valid, last_move, borders, cell_size, as, at, title, coordinates,
    row_titles, column_titles}."""
    error, boards = ground.diagnostics.error, ground.program.schema.boards
    own = {name: board for name, board in boards.items() if not board.of}
    names = list(dict.fromkeys(each for name, board in own.items() for each in (str(name), *board.instances)))
    if not isinstance(node, Mapping):
        error("shape", node.span, f"{key} takes boards with how they are drawn.", "Write {grid: {lines: faint}}.")
        return None
    found = []
    for name, asked in node.items():
        if str(name) not in names:
            error("unknown-place", name.span, f"There is no board ‘{name}’.", suggestion(name, names))
            return None
        aspects = _board_aspects(ground, name, asked)
        if aspects is None:
            return None
        found.append((name, aspects))
    return BoardsDrawn(tuple(found))


def _board_aspects(ground: Ground, board: Scalar, node: Node) -> tuple[BoardAspect, ...] | None:
    """The checks on one board; None after a report."""
    error = ground.diagnostics.error
    if not isinstance(node, Mapping) or not node:
        message = f"A board can be tested for {', '.join(BOARD_ASPECTS)}."
        error("shape", node.span, message, f"Write {board}: {{lines: …}}. To test what is on it, write {board}: |.")
        return None
    found = []
    for name, wanted in node.items():
        if str(name) not in BOARD_ASPECTS:
            message = f"A board cannot be tested for ‘{name}’. There are {', '.join(BOARD_ASPECTS)}."
            error("unknown-key", name.span, message, suggestion(name, BOARD_ASPECTS))
            return None
        if not _has_form(str(name), wanted):
            form = "a list of texts, or none" if str(name) in BOARD_LISTS else "one word"
            error("shape", wanted.span, f"{name} takes {form}.", f"Write {name}: and {form}.")
            return None
        if str(name) in BOARD_COLOURS and isinstance(wanted, Scalar) and not is_colour(ground, wanted):
            return None
        found.append(BoardAspect(str(name), wanted))
    return tuple(found)


def _has_form(aspect: str, wanted: Node) -> bool:
    if aspect in BOARD_LISTS and isinstance(wanted, Sequence):
        return all(isinstance(each, Scalar) for each in wanted)
    return isinstance(wanted, Scalar) and (aspect not in BOARD_LISTS or wanted == NONE)


# Zones


ZONE_ASPECTS: dict[str, Callable[[ZoneShown], str]] = {
    "label": lambda zone: zone.label,
    "as": lambda zone: zone.as_,
    "at": lambda zone: zone.at,
    "count": lambda zone: str(zone.count),
    "room": lambda zone: "none" if zone.room is None else str(zone.room),
    "gaps": lambda zone: _gaps(zone),
}


def _gaps(zone: ZoneShown) -> str:
    """The numbers of the places, from 1, that stay empty between the pieces of a zone and behind them."""
    count = max(zone.room or 0, max(zone.places, default=-1) + 1) if zone.places else 0
    return " ".join(str(place + 1) for place in range(count) if place not in zone.places) or "none"


@dataclass(frozen=True, slots=True)
class ZoneSeen:
    """A zone is shown like this; without aspects it is not shown."""

    name: Scalar
    aspects: tuple[tuple[str, Scalar], ...]

    def failures(self, course: Course) -> list[Failure]:
        zones = [zone for zone in presented(course).zones if str(self.name) in (zone.name, zone.instance)]
        if not zones or not self.aspects:
            if bool(zones) == bool(self.aspects):
                return []
            how = "is not shown" if not zones else f"is shown as a {zones[0].as_}, ‘{zones[0].label}’"
            return [Failure(self.name.span, f"The zone {self.name} {how}.")]
        return [
            differs(wanted, f"‘{aspect}’ of the zone {self.name} is something else.", str(wanted), shown)
            for aspect, wanted in self.aspects
            if (shown := ZONE_ASPECTS[aspect](zones[0])) != str(wanted)
        ]


@check("zone")
def check_zones(ground: Ground, key: Scalar, node: Node, _last: LastAction) -> Several | None:
    """How zones are shown: how many pieces they have, or {label, as, at, count, room, gaps}; none if one is
    not shown."""
    error, names = ground.diagnostics.error, list(ground.program.schema.zones)
    if not isinstance(node, Mapping):
        error("shape", node.span, f"{key} takes zones with how they are shown.", "Write {hold: 106}, or {hold: none}.")
        return None
    found = []
    for name, wanted in node.items():
        if str(name).partition("[")[0] not in names:
            error("unknown-place", name.span, f"There is no zone ‘{name}’.", suggestion(name, names))
            return None
        if isinstance(wanted, Scalar):
            found.append(ZoneSeen(name, () if str(wanted) == "none" else (("count", wanted),)))
            continue
        aspects = {str(part): value for part, value in wanted.items()} if isinstance(wanted, Mapping) else {}
        texts = {part: value for part, value in aspects.items() if part in ZONE_ASPECTS and isinstance(value, Scalar)}
        if not texts or len(texts) < len(aspects):
            message = f"A zone can be tested for {', '.join(ZONE_ASPECTS)}; write none if it is not shown."
            error("shape", wanted.span, message, "Write {hold: {label: …}}, or {hold: none}.")
            return None
        found.append(ZoneSeen(name, tuple(texts.items())))
    return Several(tuple(found))
