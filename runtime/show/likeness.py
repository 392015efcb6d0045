"""Looks of a spec that differ only in a colour, where some eyes confuse the two colours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from interpreter import Game
from interpreter.expressions import Words, strip
from interpreter.program import Program
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.model import Look
from interpreter.spec.nodes import Scalar, Span
from interpreter.views import LookPlan, LooksPlan
from runtime.show.colours import Colours
from runtime.show.looks import is_face
from runtime.show.palettes import BRIGHT, USUAL, listed
from runtime.show.values import Colour, by_name
from runtime.show.vision import Vision, confused_by

MOST_TOLD = 3
"""As many pairs of one list of looks are told."""
WHO: dict[Vision, str] = {
    "usual": "look alike",
    "protan": "look alike to people who confuse red with green",
    "deutan": "look alike to people who confuse red with green",
    "tritan": "look alike to people who confuse blue with yellow",
}
HELP = "Give one of them another icon, shape or pattern (icon: star), or a colour that is clearly lighter or darker."


class Variant(NamedTuple):
    """One way to look: everything visible besides the colour, the colour, and where the spec says so."""

    sign: tuple[str | None, ...]
    colour: Colour
    span: Span


def check_colours(game: Game, found: Diagnostics) -> None:
    """Warn of looks that differ only in colours that not all eyes can tell apart."""
    program = game.program(game.settings.choose(None, None))
    view = program.spec.view
    if view is None:
        return
    for plan, looks, written_on in _lists(program):
        variants = [variant for each in _pairs(plan, looks) for variant in _variants(program, *each, written_on)]
        _check_list(variants, found)


def _lists(program: Program) -> Iterator[tuple[LooksPlan, Sequence[Look], bool]]:
    """Every list of looks that carry a meaning, with its plan, and whether numbers or letters are written on them. A
    look that covers several cells is recognisable by its size."""
    view, schema = program.spec.view, program.schema
    for name, board in by_name(view.boards if view is not None else None).items():
        kinds = [schema.kinds[kind] for kind in schema.boards[name].kinds] if name in schema.boards else []
        if board.looks and name in schema.boards and not any(kind.covers_many for kind in kinds):
            properties = [prop for kind in kinds for prop in kind.properties.values()]
            shown = properties if kinds else schema.boards[name].cells.values()
            written_on = any(is_face(strip(prop.type)) for prop in shown)
            yield program.view_plan.board(name).looks, board.looks, written_on
    for name, zone in by_name(view.zones if view is not None else None).items():
        looks = program.view_plan.zone(name).looks if zone.looks else None
        if looks is not None:
            yield looks, zone.looks or (), True


def _pairs(plan: LooksPlan, looks: Sequence[Look]) -> Iterator[tuple[LookPlan, Scalar]]:
    """The looks that may differ only in colour: nothing is drawn for some, and others have a text."""
    for made, look in zip(plan.looks, looks, strict=False):
        signs = (made.shape, made.icon, made.pattern)
        worked_out = any(sign.value is not None for sign in signs) or made.face.given or made.pips.given
        if made.show and look.colour is not None and not worked_out:
            yield made, look.colour


def _variants(program: Program, look: LookPlan, colour: Scalar, written_on: bool) -> Iterator[Variant]:
    """The colours that a look can have: the one that it names, or one for each player or word. A text on something says
    what it is, but not whose."""
    colours, sign = Colours(program), (look.shape.word, look.icon.word, look.pattern.word)
    if look.colour.word is not None and not written_on:
        named = colours.given(look.colour.word)
        if named is not None:
            yield Variant(sign, named, colour.span)
    elif look.colour.value is not None and isinstance(look.colour.value.kind, Words):
        kind = look.colour.value.kind
        if written_on and kind != program.schema.players:
            return
        for number in range(1, len(kind.words) + 1):
            own = colours.word(kind, number)
            if own is not None:
                yield Variant(sign, own, colour.span)


def _check_list(variants: Sequence[Variant], found: Diagnostics) -> None:
    told = 0
    for first, second in combinations(variants, 2):
        eyes = _confuse(first, second)
        if eyes is not None and told < MOST_TOLD:
            told += 1
            names = f"‘{first.colour.name}’ and ‘{second.colour.name}’"
            found.warning("alike-colours", second.span, f"{names} {WHO[eyes]}.", HELP)


def _confuse(first: Variant, second: Variant) -> Vision | None:
    """The eyes that confuse two ways to look in some theme. Looks with the same colour are meant to be alike."""
    if first.sign != second.sign or first.colour.value == second.colour.value:
        return None
    for palette in (USUAL, BRIGHT):
        one, other = listed(palette, first.colour.value), listed(palette, second.colour.value)
        if one is not None and other is not None and one != other:
            eyes = confused_by(one, other)
            if eyes is not None:
                return eyes
    return None
