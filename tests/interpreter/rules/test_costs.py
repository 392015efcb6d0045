"""Which specs are refused because they cost too much, and which are not."""

from pathlib import Path
from random import Random

import pytest

from interpreter import SpecError, load, loads

DRAFTS = sorted((Path(__file__).resolve().parents[2] / "data" / "first_drafts").glob("*.yaml"))
SPEC = """\
game: costly
title: Costly
boards:
  grid: {{columns: {side}, rows: {side}, cell: {{lit: flag, n: 0..9}}}}
state: {{total: 0}}
define:
  all_of_it: list(x for x in grid)
  crowd: list(x for x in grid for y in grid for z in grid)
actions:
  press:
    choose:
      c:
        from: grid
        where: {where}
        else: No.
{choices}
    effects:
      - c.lit = true
{effects}
end_conditions:
  done: {{when: turn_number > 9, won: true}}
"""


def refusals(where: str = "not it.lit", effects: str = "", choices: str = "", side: int = 40) -> list[tuple[str, str]]:
    """What a spec is refused for: each code, with the text that it marks."""
    text = SPEC.format(where=where, effects=effects, choices=choices, side=side)
    try:
        loads(text, "costly.yaml")
    except SpecError as problem:
        return [(each.code, each.span.text) for each in problem.diagnostics.errors if each.span is not None]
    return []


@pytest.mark.parametrize("path", DRAFTS, ids=[path.stem for path in DRAFTS])
def test_rules_are_accepted_as_first_written(path: Path) -> None:
    game, random = load(path), Random(1)
    state = game.new(seed=1)
    for _ in range(3):
        state = game.advance(state, random.choice(game.legal(state)))
    assert not game.status(state).over or path.stem == "two_rounds"


def test_there_are_seven_first_drafts() -> None:
    assert len(DRAFTS) == 7


CROWD = "list(x for x in grid for y in grid for z in grid)"  # Marked where the define contains it.
ALL = "all(x.n + y.n + z.n > 3 for x in grid for y in grid for z in grid)"
SUMS = "sum(sum(len(neighbours(y)) + z.n for y in grid for z in grid) for x in grid)"
LOOPS = "count(x for x in grid for y in grid for z in grid if x.n + y.n + z.n > 3)"


@pytest.mark.parametrize(
    ("where", "marked"),
    [
        # All turns are tried, whatever the position.
        (f"{LOOPS} > 5", LOOPS),
        (f"not it.lit and {LOOPS} > 5", LOOPS),
        (f"let n = {LOOPS}; n > 5", LOOPS),
        (f"it.n > (if it.lit then {LOOPS} else 1 + {LOOPS})", LOOPS),
        (f"not it.lit and {ALL}", ALL),
        (f"{SUMS} > 3", SUMS),
        ("len(take(crowd, 20)) > 2", CROWD),
        ("sum(n for n in 1..2000000000) > 3", "sum(n for n in 1..2000000000)"),
        # Any of these may be short.
        (f"it.lit or {LOOPS} > 5", ""),
        (f"if it.lit then {LOOPS} > 5 else true", ""),
        ("any(x.n + y.n + z.n > 3 for x in grid for y in grid for z in grid)", ""),
        ("not all(x.n + y.n + z.n > 3 for x in grid for y in grid for z in grid)", ""),
        ("count(x for x in grid for y in grid for z in grid if x.n + y.n + z.n > 3) > 0", ""),
        ("first(x for x in grid for y in grid for z in grid if x.n + y.n + z.n > 3) != none", ""),
        ("count(x for x in grid if x.lit for y in grid for z in grid) > 5", ""),
        ("count(x for x in grid for y in neighbours(x) for z in group(y, grid)) > 5", ""),
        ("count(x for x in grid for y in take(all_of_it, 20) for z in take(all_of_it, 20)) > 5", ""),
        ("let few = take(all_of_it, 20); count(x for x in grid for y in few for z in few) > 5", ""),
        ("count(x for x in grid for y in grid if x.n == y.n) > 5", ""),
    ],
)
def test_conditions(where: str, marked: str) -> None:
    assert refusals(where) == ([("too-costly", marked)] if marked else [])


@pytest.mark.parametrize(
    ("effects", "marked"),
    [
        ("      - for: x in grid, y in grid, z in grid\n        do: [total += 1]", "for: x in grid, y in grid, z"),
        ("      - for: x in grid, y in grid if y.lit, z in grid\n        do: [total += 1]", ""),
        (f"      - for: w in neighbours(c)\n        do:\n          - total += {LOOPS}", ""),
        (f"      - for: w in grid\n        do:\n          - total += {LOOPS}", LOOPS),
        (f"      - if: c.lit\n        then: [total += 1]\n        else:\n          - total += {LOOPS}", ""),
        (f"      - total += {LOOPS}", LOOPS),
    ],
)
def test_effects(effects: str, marked: str) -> None:
    found = refusals(effects=effects)
    assert [code for code, _ in found] == (["too-costly"] if marked else [])
    assert all(text.startswith(marked) for _, text in found)


@pytest.mark.parametrize(
    ("choices", "found"),
    [
        ("      d: grid\n      e: grid\n      f: grid", [("too-costly", "f")]),
        ("      d: grid\n      e: grid", []),
        ("      d: {from: grid, where: not it.lit, else: No.}\n      e: grid\n      f: grid", []),
        ("      d: {many: 1..3, from: grid}", [("too-many-values", "d")]),
        ("      d: {many: 1..3, from: grid, where: it.lit, else: No.}", []),
        ("      d: {some: 1..2, from: 1..9}", []),
    ],
)
def test_choices(choices: str, found: list[tuple[str, str]]) -> None:
    used = "".join(f"\n      - let used_{name} = {name}" for name in "def" if f" {name}: " in choices)
    assert refusals(choices=choices, effects=used, side=30) == found
