"""Functions that walk along a list, or from site to site, while a condition holds."""

from __future__ import annotations

from typing import Any

from interpreter.code.loops import prefix_length, simple_walk
from interpreter.code.lowering import Lowering
from interpreter.code.routes import walked
from interpreter.language import terms
from interpreter.registry import function

GROUP = "lists"
SITES = "sites"


def _prefix(lowering: Lowering, call: terms.FunctionCall) -> str:
    if simple_walk(call.arguments[-1]):
        number, items = prefix_length(lowering, call)
        return f"{items}[:{number}]"
    return _walk(lowering, call, past_end=False)


def _reach(lowering: Lowering, call: terms.FunctionCall) -> str:
    if simple_walk(call.arguments[-1]):
        number, items = prefix_length(lowering, call)
        return f"{items}[:{number} + 1]"
    return _walk(lowering, call, past_end=True)


def _walk(lowering: Lowering, call: terms.FunctionCall, past_end: bool) -> str:
    """The walk as a list, if its body is more than the loop's item or its loop has a filter."""
    walk = call.arguments[-1]
    assert isinstance(walk, terms.Comprehension) and walk.stop is not None
    code, loop = lowering.code, walk.loops[0]
    name, reached = code.fresh("l"), code.fresh("f")
    code.line(f"{name} = []")
    code.line(f"{reached} = {walk.until is None}")
    with code.block(f"for {loop.name} in {lowering.value(loop.items)}:"):
        if loop.condition is not None:
            lowering.leave_unless(loop.condition, "continue")
        with code.block(f"if not {lowering.condition(walk.stop)}:"):
            if walk.until is not None:
                code.line(f"{reached} = bool({lowering.condition(walk.until)})")
            if past_end:
                code.line(f"{name}.append({lowering.value(walk.body)})")
            code.line("break")
        code.line(f"{name}.append({lowering.value(walk.body)})")
    code.line(f"if not {reached}: {name} = []")
    return name


@function("prefix(list T while … [until …]) -> list T", group=GROUP, emit=_prefix)
def prefix(walk: Any) -> list[Any]:
    """The items up to the first that fails `while`; with `until`, only if that first one satisfies it."""
    taken: list[Any] = []
    for step in walk:
        if not step.goes_on():
            return taken if walk.until is None or step.arrives() else []
        taken.append(step.value())
    return taken if walk.until is None else []


@function("reach(list T while …) -> list T", group=GROUP, emit=_reach)
def reach(walk: Any) -> list[Any]:
    """The items up to and including the first that fails `while`."""
    taken: list[Any] = []
    for step in walk:
        taken.append(step.value())
        if not step.goes_on():
            break
    return taken


def _span(lowering: Lowering, call: terms.FunctionCall) -> str:
    walk = call.arguments[-1]
    assert isinstance(walk, terms.Comprehension) and walk.stop is not None
    code, loop = lowering.code, walk.loops[0]
    spot = lowering.temporary(lowering.spot(call.arguments[0]), "s")
    items = lowering.temporary(lowering.value(loop.items), "w")
    name, ahead, back = code.fresh("l"), code.fresh("a"), code.fresh("b")
    code.line(f"{name} = []")
    with code.block(f"if {spot} in {items}:"):
        code.line(f"{loop.name} = {spot}")
        with code.block(f"if {lowering.condition(walk.stop)}:"):
            code.line(f"{ahead}, {back} = halves_of({items}, {spot})")
            with code.block(f"for {loop.name} in {back}:"):
                lowering.leave_unless(walk.stop, "break")
                code.line(f"{name}.append({loop.name})")
            code.line(f"{name}.reverse()")
            code.line(f"{name}.append({spot})")
            with code.block(f"for {loop.name} in {ahead}:"):
                lowering.leave_unless(walk.stop, "break")
                code.line(f"{name}.append({loop.name})")
    return name


@function("span(spot, list site while …) -> list site", group=GROUP, emit=_span)
def span(world: Any, spot: Any, walk: Any) -> list[Any]:
    """The unbroken stretch of the list around the spot in which every item passes; empty if the spot fails."""
    site = world.site_of(spot)
    steps = list(walk)
    sites = [step.item for step in steps]
    if site is None or site not in sites or not steps[sites.index(site)].goes_on():
        return []
    low = high = sites.index(site)
    while low > 0 and steps[low - 1].goes_on():
        low -= 1
    while high + 1 < len(steps) and steps[high + 1].goes_on():
        high += 1
    return sites[low : high + 1]


@function(
    "walk(spot | list site, x to y [in list site] [while …] [until …]) -> list site",
    group=SITES,
    bound="board",
    emit=walked,
)
def walk(world: Any, start: Any, way: Any) -> list[Any]:
    """All sites that can be reached from the start, the start first, then nearest first. A step leads from `x` to a
    neighbour `y`, or to one of `in`, if `while` holds. With `until` it is a shortest way from the start to the first
    `y` that satisfies it, or empty if there is none."""
    begun = start if isinstance(start, list) else [world.site_of(start)]
    came = {site: site for site in begun if site is not None}
    goal = next(filter(way.goal, came), None) if way.goal is not None else None
    reached = [] if goal is not None else list(came)
    for here in reached:
        for there, passes in way.onward(here):
            if there in came or not passes():
                continue
            came[there] = here
            if way.goal is not None and way.goal(there):
                goal = there
                break
            reached.append(there)
        if goal is not None:
            break
    if way.goal is None:
        return reached
    path = [] if goal is None else [goal]
    while path and came[path[-1]] != path[-1]:
        path.append(came[path[-1]])
    return path[::-1]
