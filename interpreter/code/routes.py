"""Walks from site to site → Python: floods, shortest paths, and whether there is a path at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from interpreter.language import terms
from interpreter.language.types import SITE, Listing

if TYPE_CHECKING:
    from interpreter.code.lowering import Lowering

_FAULTLESS = frozenset({"around", "axes", "columns", "edge", "empty", "neighbours", "opposite", "row", "rows", "step"})
"""Functions of a step that cannot fail."""


def walked(lowering: Lowering, call: terms.FunctionCall) -> str:
    """The sites that a walk reaches, or the path to its goal."""
    route = _route_of(call)
    code, came = lowering.code, lowering.code.fresh("m")
    if route.until is None:
        return _flood(lowering, call, None)[0]
    goal = _flood(lowering, call, lambda: lowering.condition(route.until or route), came)[1]
    way = code.fresh("l")
    code.line(f"{way} = [{goal}] if {goal} else []")
    with code.block(f"while {goal} != {came}[{goal}]:"):
        code.line(f"{goal} = {came}[{goal}]")
        code.line(f"{way}.append({goal})")
    code.line(f"{way}.reverse()")
    return way


def walk_arrives(lowering: Lowering, call: terms.FunctionCall, site: str | None = None) -> str:
    """Whether a walk reaches its goal, or a site; the path is not recorded."""
    route = _route_of(call)
    if site is not None:
        return f"({_flood(lowering, call, lambda: f'{route.there} == {site}')[1]} > 0)"
    if route.until is None:
        return f"(len({lowering.value(call.arguments[0])}) > 0)" if _many(call) else f"({_start(lowering, call)} > 0)"
    if _can_be_kept(lowering, call):
        return _known_way(lowering, call)
    until = route.until
    return f"({_flood(lowering, call, lambda: lowering.condition(until))[1]} > 0)"


def _can_be_kept(lowering: Lowering, call: terms.FunctionCall) -> bool:
    """Whether a path that was found once can be tried again before all others: its steps are then tested in another
    order, so none of them may fail, and the results of conditions must not matter."""
    route = _route_of(call)
    if lowering.full or _many(call) or lowering.analysis.of(route.items).reads:
        return False
    asked = [term for term in (route.stop, route.until) if term is not None]
    return all(never_faults(part) for term in asked for part in terms.walk(term))


def never_faults(term: terms.Term) -> bool:
    """Whether working out a term cannot fail, apart from its parts."""
    if isinstance(term, terms.FunctionCall):
        return term.function.name in _FAULTLESS
    return not isinstance(term, terms.Arithmetic | terms.Let | terms.Comprehension)


def _known_way(lowering: Lowering, call: terms.FunctionCall) -> str:
    """Write the loops that ask whether there is a path; first they try the last path found from the same start.

    When moves are tried one by one, such as walls that must leave a path open, most of them do not touch it.
    """
    code, route = lowering.code, _route_of(call)
    ways, way, found = lowering.constants.name({}, "ways"), code.fresh("w"), code.fresh("f")
    start, until = _start(lowering, call), route.until
    assert until is not None
    with ExitStack() as inside:
        if not _surely(call):
            # From nowhere no step is possible, not even one that would be the same from everywhere.
            code.line(f"{found} = False")
            inside.enter_context(code.block(f"if {start}:"))
        if lowering.analysis.of(until).reads:
            # What stands on the board is often there at the first step, unlike a far edge.
            code.line(f"{route.here} = {start}")
            with code.block(f"for {route.there} in {lowering.value(route.items)}:"):
                lowering.leave_unless(until, "continue")
                if route.stop is not None and not _implied(lowering, until, route.stop):
                    lowering.leave_unless(route.stop, "continue")
                code.line(f"{found} = True")
                code.line("break")
            inside.enter_context(code.block("else:"))
        code.line(f"{found} = False")
        code.line(f"{way} = {ways}.get({start})")
        with code.block(f"if {way} is not None:"):
            with code.block(f"for {route.here}, {route.there} in {way}:"):
                if route.stop is not None:
                    lowering.leave_unless(route.stop, "break")
            with code.block("else:"), code.block(f"for {route.there} in ({way}[-1][1],):"):
                code.line(f"{found} = {lowering.condition(until)}")
        with code.block(f"if not {found}:"):
            came = code.fresh("m")
            goal = _flood(lowering, call, lambda: lowering.condition(until), came, start)[1]
            code.line(f"{found} = {goal} > 0")
            code.line(f"{way} = []")
            with code.block(f"while {goal} != {came}[{goal}]:"):
                code.line(f"{way}.append(({came}[{goal}], {goal}))")
                code.line(f"{goal} = {came}[{goal}]")
            with code.block(f"if {way}:"):
                code.line(f"{ways}[{start}] = {way}[::-1]")
    return found


def _implied(lowering: Lowering, given: terms.Term, condition: terms.Term) -> bool:
    """Whether a condition holds whenever another does, as far as its form tells."""
    if isinstance(condition, terms.Either):
        return _implied(lowering, given, condition.left) or _implied(lowering, given, condition.right)
    return lowering.analysis.key(condition) == lowering.analysis.key(given)


def is_flood(term: terms.Term) -> bool:
    """Whether a term is a walk without a goal."""
    return isinstance(term, terms.FunctionCall) and term.function.name == "walk" and _route_of(term).until is None


def can_be_left(call: terms.FunctionCall) -> bool:
    """Whether a flood can stop before its end: no step may fail, because the fault would go unnoticed."""
    stop = _route_of(call).stop
    return stop is None or all(never_faults(part) for part in terms.walk(stop))


@contextmanager
def flooding(lowering: Lowering, call: terms.FunctionCall, name: str, whole: bool) -> Iterator[None]:
    """A block that runs for each site that a flood reaches, nearest first, and that may leave it early. `whole`: it is
    never cut short by `continue`, so further steps can follow it."""
    code, route = lowering.code, _route_of(call)
    reached, seen = _begun(lowering, call), code.fresh("m")
    code.line(f"{seen} = [0] * {lowering.schema.topology.count + 1}")
    if _many(call):
        code.line(f"for {name} in {reached}: {seen}[{name}] = 1")
    else:
        code.line(f"{seen}[{reached}[0]] = 1" if _surely(call) else f"if {reached}: {seen}[{reached}[0]] = 1")
    with code.block(f"for {name} in {reached}:"):
        if whole:
            yield
        code.line(f"{route.here} = {name}")
        with code.block(f"for {route.there} in {lowering.value(route.items)}:"):
            _step(lowering, route, seen, "1")
            code.line(f"{reached}.append({route.there})")
        if not whole:
            yield


def _step(lowering: Lowering, route: terms.Route, seen: str, mark: str) -> None:
    """Write the code that reaches a site once, if the step to it is allowed."""
    code = lowering.code
    code.line(f"if {seen}[{route.there}]: continue")
    # A site that fails whatever site it is reached from is not asked about again.
    alike = route.stop is not None and route.here not in terms.free_variables(route.stop) and mark == "1"
    if alike:
        code.line(f"{seen}[{route.there}] = {mark}")
    if route.stop is not None:
        lowering.leave_unless(route.stop, "continue")
    if not alike:
        code.line(f"{seen}[{route.there}] = {mark}")


def _begun(lowering: Lowering, call: terms.FunctionCall, start: str | None = None) -> str:
    """The name of a new list with the starting sites of a walk."""
    code, reached = lowering.code, lowering.code.fresh("l")
    if _many(call):
        code.line(f"{reached} = list(dict.fromkeys({lowering.value(call.arguments[0])}))")
    else:
        start = start or _start(lowering, call)
        code.line(f"{reached} = [{start}]" if _surely(call) else f"{reached} = [{start}] if {start} else []")
    return reached


def _surely(call: terms.FunctionCall) -> bool:
    """Whether a walk certainly has a start."""
    return call.arguments[0].type == SITE


def _route_of(call: terms.FunctionCall) -> terms.Route:
    route = call.arguments[1]
    assert isinstance(route, terms.Route)
    return route


def _many(call: terms.FunctionCall) -> bool:
    """Whether a walk has a list of starts."""
    return isinstance(call.arguments[0].type, Listing)


def _start(lowering: Lowering, call: terms.FunctionCall) -> str:
    return lowering.temporary(lowering.spot(call.arguments[0]), "s")


def _flood(
    lowering: Lowering,
    call: terms.FunctionCall,
    arrives: Callable[[], str] | None,
    came: str | None = None,
    start: str | None = None,
) -> tuple[str, str]:
    """Write the loops of a walk, breadth first; return the names of the sites reached and of the goal, which is 0 if
    there is none.

    `arrives` writes the test for each site, which ends the walk. `came` is a list for the site before each one; a start
    comes from itself. Without it, sites are only marked. `start` is the name of the start, if it has one.
    """
    code, route = lowering.code, _route_of(call)
    goal, seen, here, there = code.fresh("g"), came or code.fresh("m"), route.here, route.there
    reached = _begun(lowering, call, start)
    code.line(f"{seen} = [0] * {lowering.schema.topology.count + 1}")
    if arrives is not None:
        code.line(f"{goal} = 0")
    with code.block(f"for {there} in {reached}:"):
        code.line(f"{seen}[{there}] = {there if came else 1}")
        _leave_at_goal(lowering, arrives, goal, there)
    with ExitStack() as inside:
        if arrives is not None:
            inside.enter_context(code.block("else:"))
        with code.block(f"for {here} in {reached}:"):
            with code.block(f"for {there} in {lowering.value(route.items)}:"):
                _step(lowering, route, seen, here if came else "1")
                _leave_at_goal(lowering, arrives, goal, there)
                code.line(f"{reached}.append({there})")
            if arrives is not None:
                code.line("else: continue")
                code.line("break")
    return reached, goal


def _leave_at_goal(lowering: Lowering, arrives: Callable[[], str] | None, goal: str, site: str) -> None:
    if arrives is not None:
        with lowering.code.block(f"if {arrives()}:"):
            lowering.code.line(f"{goal} = {site}")
            lowering.code.line("break")
