"""Functions without a lowering of their own: compiled games call the function that defines their meaning."""

from collections.abc import Iterator, Sequence

import pytest

from interpreter import Game, loads
from interpreter.discovery import BadPlugin
from interpreter.language.scope import Schema
from interpreter.position import PieceValue
from interpreter.registry import function, functions

SPEC = """\
game: plain
title: Plain
entities:
  man: {strength: {is: 1..9, start: '3'}}
boards:
  grid:
    columns: 3
    rows: 1
    holds: man
    legend: {m: man}
    start: |
      m . m
state:
  got: {is: site or none, start: none}
  told: 0
  mirrored: false
actions:
  ask:
    choose:
      s: grid
    effects:
      - got = after_it(got)
      - told = numbered(pieces(grid))
      - mirrored = s == opposite_of(s, got)
      - told += sure(position(pieces(grid), sure(c1.man)))
end_conditions:
  asked: {when: told > 1000, won: true}
"""


@pytest.fixture
def plain() -> Iterator[Game]:
    def after_it(schema: Schema, site: int | None) -> int | None:
        """The site after another; the first after none."""
        return 1 if site is None else site + 1 if site < schema.topology.count else None

    def numbered(pieces: Sequence[PieceValue]) -> int:
        """The number of pieces, plus 10 for each man."""
        return len(pieces) + 10 * sum(piece.kind == "man" for piece in pieces)

    def opposite_of(site: int, other: int | None) -> int:
        """The first site if another is none."""
        return 1 if other is None else site

    function("after_it(site or none) -> site or none", group="lists")(after_it)
    function("numbered(list piece) -> number", group="lists")(numbered)
    function("opposite_of(site, site or none) -> site", group="lists")(opposite_of)
    yield loads(SPEC, "plain.yaml")
    for name in ("after_it", "numbered", "opposite_of"):
        del functions()[name]


def test_a_meaning_is_given_none_and_pieces_as_the_reference_has_them(plain: Game) -> None:
    state = plain.new()
    found = []
    for _ in range(4):
        state = plain.apply(state, ("ask", 2)).state
        found.append((state.variable("got"), state.variable("told"), state.variable("mirrored")))
    assert found == [(1, 24, True), (2, 24, True), (3, 24, True), (None, 24, False)]


def test_a_meaning_that_reads_the_position_says_how_it_is_lowered() -> None:
    def nosy(world: object, number: int) -> int:
        """Do nothing."""
        return number

    with pytest.raises(BadPlugin, match="The function nosy reads the position: give it an emit that says how"):
        function("nosy(number) -> number", group="lists")(nosy)
    assert "nosy" not in functions()
