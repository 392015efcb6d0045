"""Generated functions that list the legal ways of an action, and that say whether there is one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from interpreter.expr.lowering import Lowering
from interpreter.rules.compact import compact_legal, made_action, scan_any
from interpreter.rules.legality import LegalCode
from interpreter.rules.plans import ActionPlan
from interpreter.spec.source import Span

if TYPE_CHECKING:
    from interpreter.rules.writer import Writer

SMALL = 16
"""On a board of so many sites positions come again and again."""
MOST_KEPT = 8192


def write_legal(writer: Writer, plan: ActionPlan, fixed: tuple[str, ...] = ()) -> None:
    """The functions that list the legal ways of an action, and that say whether there is one."""
    suffix = "".join(f"_F_{name}" for name in fixed)
    parameters = "".join(f", {choice.variable.name}" for choice in plan.choices if choice.name in fixed)
    attempt = f"attempt_{plan.name}" if plan.requires else None
    moved = plan.moves is not None and plan.moves.choice is not None
    header = f"(data, me{parameters}):"
    if not fixed and _whole_moves(writer, plan, header):
        return
    if moved or any(choice.form != "one" for choice in plan.choices):
        _each(writer, plan, fixed, f"each_{plan.name}{suffix}{header}", attempt, quick=False)
        each = first = f"each_{plan.name}{suffix}(data, me{parameters})"
        if moved:
            _each(writer, plan, fixed, f"soonest_{plan.name}{suffix}{header}", attempt, quick=True)
            first = f"soonest_{plan.name}{suffix}(data, me{parameters})"
        writer.add_plain(f"def legal_{plan.name}{suffix}{header}\n    return list({each})")
        writer.add_plain(f"def any_{plan.name}{suffix}{header}\n    return next({first}, None) is not None")
        return
    lowering = writer.start()
    compact = compact_legal(lowering, plan, fixed, attempt)
    if compact is None:
        lowering = writer.start()
        lowering.code.line("found = []")
        LegalCode(
            lowering,
            plan,
            fixed,
            lambda action: lowering.code.line(f"found.append({made_action(lowering, plan, action)})"),
            attempt,
        ).write()
        compact = "found"
    with lowering.code.at(_place(plan)):
        lowering.code.line(f"return {compact}")
    writer.finish(f"def legal_{plan.name}{suffix}{header}", lowering)
    lowering = writer.start()
    scan = scan_any(lowering, plan, fixed, attempt)
    if scan is None:
        LegalCode(lowering, plan, fixed, lambda _action: lowering.code.line("return True"), attempt).write()
    with lowering.code.at(_place(plan)):
        lowering.code.line(f"return {scan or False}")
    writer.finish(f"def any_{plan.name}{suffix}{header}", lowering)


def _each(
    writer: Writer, plan: ActionPlan, fixed: tuple[str, ...], header: str, attempt: str | None, quick: bool
) -> None:
    """A function that gives the legal ways one by one; `quick`: in the order in which one is found soonest."""
    lowering = writer.start()
    found = LegalCode(lowering, plan, fixed, lambda action: lowering.code.line(f"yield {action}"), attempt, quick)
    found.write()
    writer.finish(f"def {header}", lowering)


def _whole_moves(writer: Writer, plan: ActionPlan, header: str) -> bool:
    """Let a mover list all legal ways, if it can."""
    if plan.moves is None or plan.moves.choice is not None:
        return False
    for place, name in enumerate(("legal", "any")):
        lowering = writer.start()
        written = plan.moves.written(lowering, writer.layout)
        if written is None:
            return False
        with lowering.code.at(_place(plan)):
            lowering.code.line(f"return {written[place]}")
        writer.finish(f"def {name}_{plan.name}{header}", lowering)
    return True


def write_legal_only(writer: Writer, plan: ActionPlan) -> None:
    """The function that lists all legal actions of a game with one action."""
    lowering = writer.start()
    attempt = f"attempt_{plan.name}" if plan.requires else None
    compact = (
        None if any(choice.form != "one" for choice in plan.choices) else compact_legal(lowering, plan, (), attempt)
    )
    listed = compact or f"legal_{plan.name}(data, data[0])"
    alike = not lowering.globals - {"me"} and re.search(r"\bme\b", listed) is None
    with lowering.code.at(_place(plan)):
        if compact is not None and alike and len(lowering.used) == 1 and writer.schema.topology.count <= SMALL:
            _keep(writer, lowering, listed)
        else:
            lowering.code.line(f"return {listed}")
    reads = ["me = data[0]"] if lowering.globals & {"me", "opponent"} else []
    writer.finish("def legal(data):", lowering, ["if data[3] is not None: return []", *reads])


def _keep(writer: Writer, lowering: Lowering, listed: str) -> None:
    """On a small board the lists of positions that were seen are kept: they come again and again."""
    kept, column = writer.constants.name({}, "kept"), writer.layout.variable(next(iter(lowering.used)))
    lowering.code.line(f"found = {kept}.get({column})")
    with lowering.code.block("if found is None:"):
        lowering.code.line(f"found = {listed}")
        lowering.code.line(f"if len({kept}) < {MOST_KEPT}: {kept}[{column}] = found")
    lowering.code.line("return found[:]")


def _place(plan: ActionPlan) -> Span:
    """Where a fault in the list of an action is told."""
    return plan.choices[0].place if plan.choices else plan.span
