"""Generated code compared with the reference evaluator, on random expressions and random states."""

from collections import Counter

import pytest

from interpreter.language import terms
from interpreter.registry import functions
from tests.interpreter.campaign.harness import Campaign
from tests.interpreter.campaign.worlds import SPECS

EACH = 400
"""How many expressions are made for each spec."""

# These need the game itself, a player’s draft or the word list, and have tests of their own.
ELSEWHERE = {
    "can",
    "stuck",
    "seen_before",
    "knows",
    "chosen",
    "payoff",
    "crossword",
    "pairs_off",
    "solve_sudoku",
}


def run(name: str, seed: int, count: int) -> Campaign:
    """One campaign without a mismatch."""
    campaign = Campaign(name, seed)
    campaign.make(count)
    assert campaign.mismatches() == []
    assert len(campaign.kept) > 0.6 * campaign.made, campaign.refused
    return campaign


@pytest.mark.parametrize("name", SPECS)
def test_lowered_expressions_mean_what_the_evaluator_says(name: str) -> None:
    run(name, 1, EACH)


def test_every_term_and_every_function_is_reached() -> None:
    reached: Counter[str] = Counter()
    for name in SPECS:
        campaign = Campaign(name, 1)
        campaign.make(400)
        reached += campaign.reached
    wanted = {kind.__name__ for kind in terms.Term.__subclasses__()}
    wanted |= {f"{name}(" for name, known in functions().items() if name not in ELSEWHERE and known.group != "words"}
    assert {name for name in wanted if not reached[name]} == set()


@pytest.mark.soak
@pytest.mark.parametrize("name", SPECS)
@pytest.mark.parametrize("seed", [2, 3])
def test_many_lowered_expressions_mean_what_the_evaluator_says(name: str, seed: int) -> None:
    run(name, seed, 4000)


# Each of these once gave a different value, or none at all.
FOUND = {
    "square": [
        "none.site",
        "it.tint == kind_of(none)",
        "1..count * count * 4000",
        "let a = join(x.name for x in grid for y in grid), b = a + a, c = b + b, d = c + c, e = d + d; e + e",
        "let n = count + 9007199254740991; n * n * n",
        "let n = count + 9007199254740991; -n * n",
        "let n = count + 9007199254740991; n + n + n",
        "sum((count + 9007199254740991) * x.row for x in grid)",
        "count(x for x in grid if x.row * 9007199254740991 > count)",
        "any((count + 94906267) * (count + 94906267) > x.row for x in grid)",
        "if ready then (count + 9007199254740991) * 3 else 4",
        "ready and (count + 9007199254740991) * 3 > 4",
        "(if ready then 9007199254740991 else 1) * (if ready then 9007199254740991 else 2)",
        "(if ready then 94906265 else -94906265) * (if ready then 94906265 else 2)",
        "onward(list(x for x in grid), it, count + 1001)",
        "group(sea[black].a1, x for x in grid if ready)",
        "step(it, north, 99999999999999)",
        "value_at(none)",
        "list(the_man)",
        "len(list(count))",
        "len(list(mood, blue)) > 0",
        "len(list(place)) > 0",
        "runs(grid, lit, 2)",
        "runs(grid, rest, 2)",
        "runs(grid, sign, 1)",
        "runs(sea[me], digit, 1)",
        "distinct(lines(grid, north))",
        "lines(grid, east)[1] in lines(grid, east)",
        "position(lines(grid, east), line(grid.a2, row))",
        "list(x for x in line(it, row) if x.row > 0) in lines(grid, east)",
        "position(lines(grid, east), list(x for x in line(it, row) if x.row > 0))",
        "onward(lines(grid, east), list(x for x in line(it, row) if x.row > 0), 3)",
        "lines(grid, east) == reversed(lines(grid, east))",
        "distinct(first(distinct(chain) for s in grid) for t in grid)",
        "default('b', 'a') != none",
        "list(list(spot.lit, x.lit) for x in grid)",
        "list(x for x in [first(none for y in players).lit, ready] for z in grid)",
        "join(x.name for x in grid)",
        "nested[me][2]",
        "deep[me][mood][count]",
        "let b = sea[me]; lines(b, north)",
        "site(isle[3], 1, 1)",
        "lines(isle[3], east)",
        "if limit != none then limit + 1 else 3",
        "limit == none or limit > 2",
        "(if ready then amber else it.tint) == blue",
        "count in 0..count * count * 4000",
        "slots[last]",
        "default(1, 1 // it.layer)",
        "default(count, sum(1 // it.layer for x in grid))",
        "count(x for s in grid for d in directions(grid) for x in 1..3 if len(ray(s, d)) == 0)",
        "count(y for s in grid for d in directions(grid) for y in list(len(ray(s, d))) if y == 0)",
        "count(s for s in grid for d in compass for y in 1..2 if prefix(x for x in ray(s, d) while x.lit) == [])",
        "list(y for s in grid for d in compass for y in prefix(x for x in grid while ready until it.lit) "
        "if s in ray(s, d))",
    ],
    "hexes": [
        # What `while` says about an item is not true of the first item that fails it.
        "reach(default(spot, x) for x in neighbours(default(spot, field.d3)) while spot.height in 5..1)",
    ],
    "layers": [
        "site(pile, 2, 1).name",
        "count(5 % x for x in list(moves))",
        # A walk that has no start does not take a first step either, and does not work out where one would lead.
        "len(walk(none, x to y in pile until not over)) > 0",
        "len(walk(none, x to y in list(s for s in pile if 5 // x.layer > 0) until over)) > 0",
        "len(walk(spot, x to y in pile while y.tile == none until y.tile == none)) > 0",
        "count(s for s in pile if len(walk(first(above(s)), x to y in pile until y.tile == none)) > 0)",
    ],
    "graph": ["len(span(it, x for x in line(it, row) while true))"],
    "torus": [
        "beneath(the_ant)",
        "upwards(the_ant)",
        "list(len(upwards(p)) for p in pieces(ring))",
        "count(p for p in pieces(ring) if beneath(p) == none)",
        "list(len(pile(s)) for s in ring)",
        "fits(the_ant, it)",
        "step(it, east, 99999999999999)",
        "heap[position(players, me)]",
        "heap[position([it], ring.b1)]",
        "neighbours(it, orthogonals, 99999999999999)",
        "len(span(the_ant, x for x in line(the_ant, row) while true))",
        "default(heap[len(list('b*a' for x in list('') for y in diagonals))], 3)",
        "default(last(default(take(list('b*a'), 9)[2], ring.b2.name) "
        "for x in (if any(y.lit for y in ring) then list(the_ant) else list(the_ant))), entry.site.name)",
    ],
}


@pytest.mark.parametrize("name", FOUND)
def test_what_was_once_found(name: str) -> None:
    campaign = Campaign(name, 9)
    assert [text for text in FOUND[name] if not campaign.add(text)] == []
    assert campaign.mismatches() == []
