"""Every game as people see it who confuse colours: things that differ only in colour differ enough, in every theme."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations

import pytest

from interpreter import Game, load
from interpreter.spec.diagnostics import Diagnostics, render
from interpreter.streams import number_below
from renderer.skins.theme import NAMES, theme
from runtime.session.session import Session
from runtime.show import present
from runtime.show.likeness import check_colours
from runtime.show.values import Colour, Look, PieceShown, Presentation
from runtime.show.vision import confused_by
from tests.shipped import shared_out

MOVES = 12
Sign = tuple[object, ...]
"""Everything visible about something except its colour and its text."""


def things(shown: Presentation) -> Iterator[tuple[str, Look, str, tuple[int, int]]]:
    """What is on the boards and in zones: where, how it looks, what is written on it, and its size."""
    for board in shown.boards:
        yield from ((board.name, *each) for each in map(_piece, board.pieces) if each is not None)
        yield from ((board.name, site.look, site.face, (1, 1)) for site in board.places if site.look is not None)
    for zone in shown.zones:
        yield from ((zone.name, *each) for each in map(_piece, zone.pieces) if each is not None)


def _piece(piece: PieceShown) -> tuple[Look, str, tuple[int, int]] | None:
    return None if piece.hidden else (piece.look, "".join(piece.faces), piece.size)


def seen_in(game: Game) -> dict[tuple[str, Sign], dict[Colour, set[str]]]:
    """The colours of things that otherwise look the same, each with what is written on things of that colour."""
    session = Session(game, seed=1, seats=dict.fromkeys(game.players, "person"))
    found: dict[tuple[str, Sign], dict[Colour, set[str]]] = defaultdict(lambda: defaultdict(set))
    for number in range(MOVES):
        for viewer in range(1, len(game.players) + 1):
            for where, look, face, size in things(present(session, viewer=viewer)):
                if look.show and look.colour is not None:
                    sign = (where, (look.shape, look.icon, look.pattern, look.pips, size))
                    found[sign][look.colour].add(look.face or face)
        legal = session.legal
        if not legal:
            break
        session.perform(legal[number_below(1, "colours", number, len(legal))[0]])
    return found


def written_apart(first: set[str], second: set[str]) -> bool:
    """Whether the writing distinguishes two kinds of things."""
    return not first & second and "" not in first | second


@pytest.mark.parametrize("name", shared_out(1))
def test_what_differs_in_colour_alone_differs_for_all_eyes(name: str) -> None:
    game, warned = load(name), Diagnostics()
    found = seen_in(game)
    alike = [
        (where, first.name, second.name, style, eyes)
        for (where, _), colours in found.items()
        for first, second in combinations(colours, 2)
        if first.value != second.value and not written_apart(colours[first], colours[second])
        for style in NAMES
        for shown in [theme(style)]
        if (eyes := confused_by(shown.paint(first, shown.tile), shown.paint(second, shown.tile))) is not None
    ]
    assert alike == []
    check_colours(game, warned)
    assert [render(each) for each in warned] == []
