"""Looks that differ only in colours that some people confuse: the warning of `check`."""

from interpreter import loads
from interpreter.spec.diagnostics import Diagnostics, render
from runtime.show.likeness import check_colours

STONES = """\
game: stones
title: Stones
types: {kind: [moss, rust, coal]}
boards: {grid: {columns: 3, rows: 1, cell: {kind: kind or none}}}
actions:
  turn: {choose: {c: grid, k: values(kind)}, effects: [c.kind = k]}
end_conditions: {over: {when: false, won: true}}
view:
  boards:
    grid:
      looks:
        - {when: it.kind == moss, shape: disc, colour: '#4fa066'}
        - {when: it.kind == rust, shape: disc, colour: '#cb4154'}
        - {when: it.kind == coal, shape: disc, colour: black}
"""

OWNERS = """\
game: owners
title: Owners
players: {ann: {title: Ann}, bob: {title: Bob}}
entities: {tile: {letter: letter, owner: player}}
boards: {grid: {columns: 2, rows: 1, holds: tile}}
actions:
  turn: {choose: {c: {from: grid, where: it.tile != none}}, effects: [c.tile.owner = me]}
end_conditions: {over: {when: false, winner: none}}
view:
  colours: {ann: '#4fa066', bob: '#cb4154'}
  boards:
    grid: {looks: [{shape: tile, colour: it.owner}]}
"""


def warnings(text: str) -> list[str]:
    """What is reported about a spec, without place and code."""
    found = Diagnostics()
    check_colours(loads(text, "stones.yaml"), found)
    return [render(each) for each in found]


def test_colours_that_some_confuse_are_told_with_place_and_cure() -> None:
    assert warnings(STONES) == [
        "stones.yaml:13:56: warning: ‘#4fa066’ and ‘#cb4154’ look alike to people who confuse red with green. "
        "[alike-colours]\n"
        "  13 |         - {when: it.kind == rust, shape: disc, colour: '#cb4154'}\n"
        "     |                                                        ^^^^^^^^^\n"
        "  help: Give one of them another icon, shape or pattern (icon: star), or a colour that is clearly lighter or "
        "darker."
    ]


def test_another_sign_or_theme_colours_end_it() -> None:
    assert warnings(STONES.replace("rust, shape: disc", "rust, shape: tile")) == []
    assert warnings(STONES.replace("rust, shape: disc", "rust, shape: disc, icon: star")) == []
    assert warnings(STONES.replace("'#4fa066'", "green").replace("'#cb4154'", "red")) == []


def test_one_colour_for_all_is_meant() -> None:
    assert warnings(STONES.replace("'#4fa066'", "'#cb4154'")) == []


def test_colours_of_players_count_also_where_letters_stand() -> None:
    told = warnings(OWNERS)
    assert len(told) == 1
    assert "‘ann’ and ‘bob’ look alike to people who confuse red with green." in told[0]
