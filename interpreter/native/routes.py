"""Walks from site to site: floods, shortest paths, and whether there is a path at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
        return Binary(">", flood(lowering, call)[1], ZERO)
    start = call.arguments[0]
    if isinstance(types.strip(start.type), types.Listing):
        return lists.exists(lowering, start)
    return Binary(">", lowering.spot(start), ZERO)


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
