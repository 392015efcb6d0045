"""The defines of a spec → named expressions; a variant's know what their parent had in their place."""

from __future__ import annotations

from dataclasses import replace

from interpreter.expr import nodes
from interpreter.expr.parser import parse
from interpreter.expr.scope import Define
from interpreter.spec import model
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.extends import unshadowed
from interpreter.spec.nodes import INHERITED, NamedMap, Scalar


def definitions(written: NamedMap[Scalar, model.Define], diagnostics: Diagnostics) -> dict[str, Define]:
    """Every define by its name."""
    found: dict[str, Define] = {}
    shadowed: dict[str, Define] = {}
    for key, define in written.items():
        heading = unshadowed(key)
        signature = parse(heading, "signature", diagnostics)
        if not isinstance(signature, nodes.Signature):
            continue
        name = signature.name
        cases = _cases(name, define, diagnostics)
        if heading is not key:
            before = shadowed.get(name)
            own_name = f"{INHERITED} {name if before is None else before.signature.name}"
            shadowed[name] = Define(replace(signature, name=own_name), cases, before)
        elif name in found:
            diagnostics.error(
                "duplicate-define", key.span, f"{name} is defined twice.", "Leave one out, or give it another name."
            )
        else:
            found[name] = Define(signature, cases, shadowed.get(name))
    return found


def _cases(
    name: str, define: model.Define, diagnostics: Diagnostics
) -> tuple[tuple[nodes.Node | None, nodes.Node], ...]:
    if define.is_ is not None:
        node = parse(define.is_, "expression", diagnostics)
        return () if node is None else ((None, node),)
    cases: list[tuple[nodes.Node | None, nodes.Node]] = []
    listed = define.cases or []
    for number, case in enumerate(listed, start=1):
        test = parse(case.when, "expression", diagnostics) if case.when is not None else None
        value = parse(case.is_, "expression", diagnostics)
        if number == len(listed) and case.when is not None:
            diagnostics.error(
                "last-case",
                case.when.span,
                f"The last case of {name} must have no when.",
                "Add a case ‘- is: …’ for all other positions.",
            )
        if number < len(listed) and case.when is None:
            diagnostics.error(
                "unreachable-case",
                listed[number].span,
                "This case is never reached.",
                "Give the case before it a when:, or put it last.",
            )
        if value is not None:
            cases.append((test, value))
    return tuple(cases)
