"""Walks from site to site: floods, shortest paths, and whether there is a path at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.code.routes import never_faults
from interpreter.language import terms, types
from interpreter.native import ir, lists
from interpreter.native.ir import ONE, ZERO, Binary, Expr, Items, Named, Var

if TYPE_CHECKING:
    from interpreter.native.lowering import Lowering
    from interpreter.native.values import Body, Value


def _route(call: terms.FunctionCall) -> terms.Route:
    route = call.arguments[1]
    assert isinstance(route, terms.Route)
    return route


def each(lowering: Lowering, call: terms.FunctionCall, body: Body, name: str) -> None:
    """Write a loop over the sites of a walk: everything that it reaches, or the path to its goal."""
    route = _route(call)
    if route.until is None:
        lists.each_of(lowering, Named(flood(lowering, call)[0]), body, name)
        return
    came = lowering.fresh("m")
    goal = flood(lowering, call, came)[1]
    way = lists.new(lowering, lowering.topology.count + 1)

    def back() -> None:
        lowering.emit(ir.Do(ir.Call("way_back", (Named(way), Named(came), goal))))

    lowering.when(goal, back)
    lists.each_of(lowering, Named(way), body, name)


def arrives(lowering: Lowering, call: terms.FunctionCall) -> Expr:
    """Whether a walk has any site: with a goal, whether it gets there."""
    route = _route(call)
    if route.until is not None:
        return (
            _known_way(lowering, call) if _can_be_kept(lowering, call) else Binary(">", flood(lowering, call)[1], ZERO)
        )
    start = call.arguments[0]
    if isinstance(types.strip(start.type), types.Listing):
        return lists.exists(lowering, start)
    return Binary(">", lowering.spot(start), ZERO)


KEPT_WAYS = 61
"""Ways from so many starts are kept."""


def _can_be_kept(lowering: Lowering, call: terms.FunctionCall) -> bool:
    """Whether a way that was found is worth trying again before all others: it leads to a known place, such as
    a far edge, and none of its steps may fail. What stands on the board is often found at the first step."""
    route, start = _route(call), call.arguments[0]
    if route.until is not None and lowering.unit.analysis.of(route.until).reads:
        return False
    if isinstance(types.strip(start.type), types.Listing) or lowering.unit.analysis.of(route.items).reads:
        return False
    asked = [term for term in (route.stop, route.until) if term is not None]
    return all(never_faults(part) for term in asked for part in terms.walk(term))


def _known_way(lowering: Lowering, call: terms.FunctionCall) -> Expr:
    """Whether there is a way: the last one that was found from the same start is tried first. If moves are tried one
    after the other, such as walls that must leave a way open, most of them do not touch it."""
    route, size = _route(call), lowering.topology.count + 2
    kept, found, goal = lowering.fresh("kept"), lowering.fresh("f"), lowering.fresh("g")
    lowering.emit(ir.Keep(kept, KEPT_WAYS * size))
    start = lowering.temporary(lowering.spot(call.arguments[0]))
    base = lowering.temporary(Binary("*", Binary("%", start, ir.Lit(KEPT_WAYS)), ir.Lit(size)))
    lowering.emit(ir.Assign(found, ZERO))

    def entry(place: Expr) -> Expr:
        return ir.ItemAt(Named(kept), ir.plus(base, place))

    def try_it() -> None:
        lowering.emit(ir.Assign(found, ONE))
        step = lowering.fresh("j")
        fails = ir.Assign(found, ZERO)
        with lowering.scope() as label:
            with lowering.block("loop", (step, route.here, route.there)) as body:
                lowering.emit(ir.Assign(route.here, entry(Var(step))))
                lowering.emit(ir.Assign(route.there, entry(ir.plus(Var(step), ONE))))

                def blocked() -> None:
                    lowering.emit(fails)
                    lowering.emit(ir.Leave(label))

                if route.stop is not None:
                    lowering.when(lowering.condition(route.stop), lambda: None, blocked)
            lowering.emit(ir.ForRange(step, ONE, ir.minus(entry(ZERO), ONE), body))
        if route.until is not None:
            lowering.assign(route.there, entry(entry(ZERO)))
            arrived = lowering.condition(route.until)
            lowering.when(ir.both(Var(found), ir.negated(arrived)), lambda: lowering.emit(fails))

    def look() -> None:
        came = lowering.fresh("m")
        reached = flood(lowering, call, came)[1]
        lowering.emit(ir.Assign(goal, reached))
        lowering.emit(ir.Assign(found, Binary(">", Var(goal), ZERO)))

        def keep() -> None:
            way, place = lists.new(lowering, lowering.topology.count + 1), lowering.fresh("i")
            lowering.emit(ir.Do(ir.Call("way_back", (Named(way), Named(came), Var(goal)))))
            lowering.emit(ir.Put(kept, base, ir.LengthOf(Named(way))))
            with lowering.block("loop", (place,)) as body:
                lowering.emit(ir.Put(kept, ir.plus(base, Var(place)), ir.ItemAt(Named(way), ir.minus(Var(place), ONE))))
            lowering.emit(ir.ForRange(place, ONE, ir.LengthOf(Named(way)), body))

        lowering.when(Var(found), keep)

    same = ir.both(Binary(">", entry(ZERO), ZERO), Binary("==", entry(ONE), start))
    lowering.when(ir.both(start, same), try_it)
    lowering.when(ir.negated(Var(found)), look)
    lowering.bind((found, goal))
    return Var(found)


def flood(lowering: Lowering, call: terms.FunctionCall, came: str | None = None) -> tuple[str, Expr]:
    """Write the loops of a walk, breadth first; return the list of the sites reached, and the goal, which is 0 if there
    is none.

    `came` receives for each site the one before it; a start comes from itself. Without it sites are only marked.
    """
    route, seen = _route(call), came or lowering.fresh("m")
    here, there = route.here, route.there
    size = lowering.topology.count + 1
    reached, goal = lists.new(lowering, size), lowering.fresh("g")
    lowering.emit(ir.Assign(goal, ZERO))
    lowering.emit(ir.Clear(seen, size))

    def mark(site: Expr, before: Expr) -> None:
        lowering.emit(ir.Mark(seen, site, before if came else ONE))

    with lowering.scope() as label:

        def reach() -> None:
            if route.until is not None:

                def arrived() -> None:
                    lowering.emit(ir.Assign(goal, Var(there)))
                    lowering.emit(ir.Leave(label))

                lowering.when(lowering.condition(route.until), arrived)

        def begin(site: Value) -> None:
            assert isinstance(site, Expr)

            def first() -> None:
                lowering.assign(there, site)
                mark(site, site)
                lowering.emit(ir.Append(reached, site))

            lowering.when(ir.both(site, ir.negated(ir.Marked(seen, site))), first)

        _starts(lowering, call.arguments[0], begin)
        if route.until is not None:
            with lowering.block("loop", (there,)) as starts:
                reach()
            lowering.emit(ir.ForEach(there, Named(reached), starts))
        with lowering.block("loop", (here,)) as outer:

            def step(value: Value) -> None:
                lowering.bind_value(there, value)

                def onward() -> None:
                    mark(Var(there), Var(here))
                    reach()
                    lowering.emit(ir.Append(reached, Var(there)))

                def fresh() -> None:
                    if route.stop is None:
                        onward()
                    else:
                        lowering.when(lowering.condition(route.stop), onward)

                lowering.when(ir.negated(ir.Marked(seen, Var(there))), fresh)

            lists.each(lowering, route.items, step, there)
        lowering.emit(ir.ForGrowing(here, reached, outer))
    lowering.bind((goal, reached))
    return reached, Var(goal)


def _starts(lowering: Lowering, term: terms.Term, begin: Body) -> None:
    if isinstance(types.strip(term.type), types.Listing):
        lists.each(lowering, term, begin)
    else:
        begin(lowering.temporary(lowering.spot(term)))


def items(lowering: Lowering, call: terms.FunctionCall) -> Items | None:
    """All sites that a walk without a goal reaches."""
    return Named(flood(lowering, call)[0]) if _route(call).until is None else None
