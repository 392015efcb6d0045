"""Defines and lets: names for expressions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.language import nodes, terms
from interpreter.language.facts import known_of, proved
from interpreter.language.mistakes import SwappedArguments
from interpreter.language.names import is_word
from interpreter.language.operators import joined
from interpreter.language.scope import Define, Local, Scope
from interpreter.language.types import Type, Unknown
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.nodes import INHERITED

if TYPE_CHECKING:
    from interpreter.language.checker import Checker

_WALKS = "Say it with walk(…), group(…), prefix(…) or a loop; a define cannot use itself."


def define_call(checker: Checker, node: nodes.Call, define: Define, scope: Scope, expected: Type | None) -> terms.Term:
    parameters = define.signature.parameters
    if node.tail is not None:
        checker.error(
            "no-loop-here",
            node.tail.span,
            f"{node.name} takes no loop.",
            "Write list(… for … in …) inside the brackets.",
        )
        return checker.unknown(node)
    if len(parameters) != len(node.arguments):
        wanted_count = "1 value" if len(parameters) == 1 else f"{len(parameters)} values"
        message = f"{node.name} takes {wanted_count}; this gives {len(node.arguments)}."
        listed = ", ".join(parameter.source for parameter in parameters)
        called_as = f"{node.name}({listed})" if parameters else node.name
        checker.error("argument-count", node.span, message, f"Call it as {called_as}.")
        return checker.unknown(node)
    before = len(checker.diagnostics)
    arguments = []
    for parameter, argument in zip(parameters, node.arguments, strict=True):
        wanted = checker.type_of(parameter.type, scope) if parameter.type is not None else None
        term = checker.check(argument, scope, wanted)
        what = f"‘{parameter.name}’ of {node.name}"
        unknown = isinstance(term.type, Unknown)
        if wanted is not None and (not checker.require_fit(term, wanted, what, scope, argument) or unknown):
            # What is wrong with the argument has been said; the rest is checked as if it fitted.
            term = terms.Variable(wanted, argument, checker.fresh(parameter.name))
        arguments.append(term)
    value = expand(checker, define, tuple(arguments), node, scope, expected)
    if len(checker.diagnostics) > before and _fits_in_other_order(checker, node, define, scope, expected):
        checker.diagnostics.withdraw(before)
        return checker.report(SwappedArguments(node), node)
    return checker.narrowed(value, scope)


def _fits_in_other_order(
    checker: Checker, node: nodes.Call, define: Define, scope: Scope, expected: Type | None
) -> bool:
    """Whether a define accepts its two values without complaint when they are swapped."""
    parameters = define.signature.parameters
    if len(parameters) != 2 or node.arguments[0].source == node.arguments[1].source:
        return False
    quiet = type(checker)(Diagnostics())
    arguments = []
    for parameter, argument in zip(parameters, reversed(node.arguments), strict=True):
        wanted = quiet.type_of(parameter.type, scope) if parameter.type is not None else None
        arguments.append(quiet.expect(argument, scope, wanted, "") if wanted else quiet.check(argument, scope))
    expand(quiet, define, tuple(arguments), node, scope, expected)
    return not quiet.diagnostics.errors


def expand(
    checker: Checker,
    define: Define,
    arguments: tuple[terms.Term, ...],
    node: nodes.Node,
    scope: Scope,
    expected: Type | None,
) -> terms.Term:
    """Replace the name of a define with its expression, with its parameters bound to the arguments."""
    signature = define.signature
    checker.defines_used.add(signature.name)
    if signature.name in scope.inside:
        trail = " → ".join([*scope.inside[scope.inside.index(signature.name) :], signature.name])
        help = _WALKS
        if scope.inherited is not None and scope.inside[-1] == signature.name:
            help = f"Write {node.source.replace(signature.name, INHERITED, 1)} for what the parent has."
        checker.error("recursion", node.span, f"{signature.name} calls itself through {trail}.", help)
        return checker.unknown(node)
    if not define.cases:
        return checker.unknown(node)  # Its own text was refused.
    inner = replace(scope, locals={}, inside=(*scope.inside, signature.name), inherited=define.inherited)
    bound: list[tuple[str, terms.Term]] = []
    for parameter, argument in zip(signature.parameters, arguments, strict=True):
        term = argument
        if not _is_settled(argument):
            variable = terms.Variable(argument.type, argument.node, checker.fresh(parameter.name))
            bound.append((variable.name, argument))
            inner = inner.knowing(known_of(variable, argument))
            term = variable
        inner = inner.with_locals({parameter.name: Local(term, "parameter", parameter.span)})
    body = first_case(checker, define.cases, inner, expected)
    for name, value in reversed(bound):
        body = terms.Let(body.type, node, name, value, body)
    return body


def first_case(
    checker: Checker, cases: tuple[tuple[nodes.Node | None, nodes.Node], ...], scope: Scope, expected: Type | None
) -> terms.Term:
    (test, body), rest = cases[0], cases[1:]
    if test is None or not rest:
        return checker.check(body, scope, expected)
    condition = checker.condition(test, scope)
    yes, no = scope.knowing(proved(condition)), scope.knowing(proved(condition, False))
    if expected is None and is_word(checker, body, yes):
        other = first_case(checker, rest, no, None)
        return joined(checker, body, condition, checker.check(body, yes, other.type), other, scope)
    value = checker.check(body, yes, expected)
    other = first_case(checker, rest, no, expected or value.type)
    return joined(checker, body, condition, value, other, scope)


def let_in(checker: Checker, node: nodes.LetIn, scope: Scope, expected: Type | None) -> terms.Term:
    bound: list[tuple[terms.Variable, terms.Term]] = []
    for binding in node.bindings:
        value = checker.check(binding.value, scope)
        if isinstance(value, terms.BoardTerm) and _is_settled(value):
            checker.refuse_shadowing(scope, binding.name, binding.span)
            scope = scope.with_locals({binding.name: Local(value, "let", binding.span)})
            continue
        scope, variable = checker.bind(scope, binding.name, value.type, "let", binding, binding.span)
        scope = scope.knowing(known_of(variable, value))
        bound.append((variable, value))
    body = checker.check(node.body, scope, expected)
    for variable, value in reversed(bound):
        body = terms.Let(body.type, node, variable.name, value, body)
    return body


def _is_settled(term: terms.Term) -> bool:
    """Whether a term may appear in several places: it is a name, and reading it again costs nothing."""
    if isinstance(term, terms.BoardTerm):
        return term.index is None or _is_settled(term.index)
    return isinstance(term, terms.Variable | terms.Constant | terms.Global)
