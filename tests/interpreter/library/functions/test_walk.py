"""`walk`, compared with what is true of every walk: how far each site is, and that a path is a path."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter import SpecError, loads
from interpreter.code.printer import Constants
from interpreter.language.checker import Checker
from interpreter.language.scope import RULES, Scope
from interpreter.program.program import Program
from interpreter.spec.diagnostics import Diagnostics
from tests.interpreter.campaign.harness import scalar_of
from tests.interpreter.language.checking import check_scalar

SPEC = """
game: lamps
title: Lamps
boards:
  grid: {columns: 5, rows: 5, cell: {wall: flag, goal: flag}}
state: {total: 0}
actions:
  build:
    choose: {c: grid}
    effects: [c.wall = true]
end_conditions:
  never: {when: 'WHEN', won: false}
"""
SITES = range(1, 26)
FAR = 99
boards = st.tuples(st.sets(st.sampled_from(SITES)), st.sets(st.sampled_from(SITES)), st.sampled_from(SITES))


@cache
def program() -> Program:
    return loads(SPEC.replace("WHEN", "total == 99")).new().program


@cache
def compiled(text: str) -> Callable[..., Any]:
    """An expression on the position and the site `it`, evaluated as the game would do it."""
    diagnostics, constants = Diagnostics(), Constants()
    term = check_scalar(Checker(diagnostics), scalar_of(text), Scope(program().schema, RULES, {}))
    assert term is not None and list(diagnostics) == []
    writer = program().compiler._writer(False, constants)
    writer.value_function("value", term)
    return program().compiler._execute(writer, constants, "test")["value"]


def value(text: str, walls: set[int], goals: set[int]) -> Any:
    data = list(loads(SPEC.replace("WHEN", "total == 99")).new().data)
    for name, sites in (("cell.wall", walls), ("cell.goal", goals)):
        data[program().layout.fields[name].index] = bytes(site in sites for site in range(26))
    return compiled(text)(tuple(data), 1)


def distances(start: int, walls: set[int]) -> dict[int, int]:
    """How far every site is from the start, found by repeating all steps until nothing changes."""
    found, near = {start: 0}, program().schema.topology.neighbours
    for _ in SITES:
        for here in list(found):
            for there in near[here]:
                if there not in walls:
                    found[there] = min(found.get(there, FAR), found[here] + 1)
    return found


def name(site: int) -> str:
    return str(program().schema.topology.names[site])


@given(boards)
def test_a_walk_reaches_what_can_be_reached_nearest_first(board: tuple[set[int], set[int], int]) -> None:
    walls, goals, start = board
    far = distances(start, walls)
    reached = value(f"walk({name(start)}, x to y while not y.wall)", walls, goals)
    assert reached[0] == start
    assert sorted(reached) == sorted(far)
    assert [far[site] for site in reached] == sorted(far.values())


@given(boards)
def test_a_way_is_as_short_as_any(board: tuple[set[int], set[int], int]) -> None:
    walls, goals, start = board
    far = distances(start, walls)
    way = value(f"walk({name(start)}, x to y while not y.wall until y.goal)", walls, goals)
    reachable = [far[site] for site in goals if site in far]
    assert len(way) == (min(reachable) + 1 if reachable else 0)
    if way:
        assert way[0] == start and way[-1] in goals
        assert [far[site] for site in way] == list(range(len(way)))
    asked = value(f"len(walk({name(start)}, x to y while not y.wall until y.goal)) > 0", walls, goals)
    assert asked == bool(reachable)


@given(boards, st.sampled_from(SITES))
def test_a_site_is_in_a_walk_if_it_can_be_reached(board: tuple[set[int], set[int], int], goal: int) -> None:
    walls, goals, start = board
    text = f"{name(goal)} in walk({name(start)}, x to y while not (y.wall or x.wall and x != {name(start)}))"
    assert value(text, walls, goals) == (goal in distances(start, walls))


@given(boards)
def test_a_search_along_a_walk_finds_what_the_walk_has(board: tuple[set[int], set[int], int]) -> None:
    walls, goals, start = board
    walk = f"walk({name(start)}, x to y while not y.wall)"
    reached = distances(start, walls)
    near = program().schema.topology.neighbours
    assert value(f"any(s.goal for s in {walk})", walls, goals) == any(site in goals for site in reached)
    beside = any(other in goals for site in reached for other in near[site])
    assert value(f"any(t.goal for s in {walk} for t in neighbours(s))", walls, goals) == beside
    even = any(site in goals and program().schema.topology.row[site] % 2 == 0 for site in reached)
    assert value(f"any(s.goal for s in {walk} if s.row % 2 == 0)", walls, goals) == even
    starts = {site for each in goals for site in distances(each, walls)}
    text = "any(s.wall for s in walk(list(x for x in grid if x.goal), x to y while not y.wall))"
    assert value(text, walls, goals) == (not walls.isdisjoint(starts))


def test_a_way_that_was_found_once_is_not_taken_for_granted() -> None:
    text = "len(walk(a1, x to y while not y.wall until y.row == 5)) > 0"
    assert value(text, set(), set())
    assert value(text, {6, 7}, set())
    assert not value(text, {6, 2}, set())
    assert value(text, {7}, set())


@given(boards)
def test_several_starts_are_as_near_as_each_other(board: tuple[set[int], set[int], int]) -> None:
    walls, goals, _ = board
    reached = value("walk(list(x for x in grid if x.goal), x to y while not y.wall)", walls, goals)
    far = {site: min(distances(start, walls).get(site, FAR) for start in goals) for site in reached}
    assert reached[: len(goals)] == sorted(goals)
    assert [far[site] for site in reached] == sorted(far.values())


def test_equally_short_ways_go_north_first_then_clockwise() -> None:
    assert [name(site) for site in value("walk(a1, x to y until y == c3)", set(), set())] == [
        "a1", "b1", "c1", "c2", "c3",
    ]  # fmt: skip
    assert [name(site) for site in value("walk(c3, x to y until y == a1)", set(), set())] == [
        "c3", "c2", "c1", "b1", "a1",
    ]  # fmt: skip


def test_to_is_a_name_elsewhere() -> None:
    spec = SPEC.replace("{c: grid}", "{to: grid}").replace("c.wall = true", "to.wall = true")
    game = loads(spec.replace("WHEN", "total == 99"))
    state = game.new()
    assert len(game.legal(state)) == 25


def test_a_walk_without_a_goal_is_never_empty() -> None:
    game = loads(SPEC.replace("WHEN", "last(walk(a1, x to y while not y.wall)).row > 9"))
    assert len(game.legal(game.new())) == 25
    with pytest.raises(SpecError) as caught:
        loads(SPEC.replace("WHEN", "last(walk(a1, x to y until y.goal)).row > 9"))
    assert [each.code for each in caught.value.diagnostics.errors] == ["may-be-none"]
