"""What to say about a call that does not fit: an unknown function, or an argument of another type."""

from __future__ import annotations

import re

from interpreter.expr import nodes, terms
from interpreter.expr.matching import Match, wanted_type
from interpreter.expr.remedies import names_of, nearest_remedy, shortened
from interpreter.expr.scope import Schema, Scope
from interpreter.expr.types import Listing, Number, Piece, Table, Text, Unknown, strip
from interpreter.registry import functions
from interpreter.signatures import Function, Parameter, Signature
from interpreter.spec.suggest import did_you_mean, nearest, one_of

# What other languages have functions for.
_CHANCE = "Chance happens only in steps: write random: x in list, and its stream."
_SHORT_NAME = 3
_LOOP = "Write list(… for x in … if …)."
_AS_IT_IS = "A value needs no function to be shown or compared; write it alone."
_ELSEWHERE = {
    "random": _CHANCE,
    "randint": _CHANCE,
    "choice": _CHANCE,
    "filter": _LOOP,
    "map": _LOOP,
    "str": _AS_IT_IS,
    "int": _AS_IT_IS,
    "sorted": "Lists are not sorted; most(…) and least(…) give the best item.",
    "sort": "Lists are not sorted; most(…) and least(…) give the best item.",
    "size": "Write len(…).",
    "isempty": "Write empty(…) or len(…) == 0.",
    "is_empty": "Write empty(…) or len(…) == 0.",
    "exists": "Write any(… for x in …), or compare with none: … != none.",
    "set": "Write distinct(…).",
    "unique": "Write distinct(…).",
}


def taking(word: str) -> str:
    """The functions whose loops may end with `while` or `until`."""
    *most, last = sorted(
        name for name, each in functions().items() if any(word in signature.loops for signature in each.signatures)
    )
    return f"{', '.join(most)} and {last}" if most else last


def argument_help(
    term: terms.Term, parameter: Parameter, scope: Scope, node: nodes.Call, used: nodes.Node | None = None
) -> str:
    """What to write for an argument of another type; `used` is the argument as it stands in the call."""
    source = shortened((used or term.node).source)
    if node.name == "len" and isinstance(strip(term.type), Number):
        return f"It is a number already: write {source} alone."
    wanted = [wanted_type(alternative, scope, Match()) for alternative in parameter.alternatives]
    goals = [kind for kind in wanted if kind is not None and not isinstance(kind, Unknown)]
    if "piece" in parameter.alternatives:
        goals += [Piece(kind) for kind in scope.schema.kinds]
    if "spot" in parameter.alternatives and isinstance(strip(term.type), Listing):
        return f"Did you mean first({source})?"
    return nearest_remedy(term, goals, scope, used) or f"It is called as {called_as(node)}."


def called_as(node: nodes.Call) -> str:
    return call_form(functions()[node.name].signatures[0])


def with_words(schema: Schema) -> str:
    """Which types have a list of values."""
    return one_of([words.name for words in schema.words_types() if words.words])


def as_call(name: str, scope: Scope) -> str:
    """A function with values that it may be given here."""
    signature = functions()[name].signatures[0]
    example = _example(signature.parameters[0], scope) if len(signature.parameters) == 1 else None
    return call_form(signature) if example is None else f"{name}({example})"


def _example(parameter: Parameter, scope: Scope) -> str | None:
    """A name in scope that fits a parameter."""
    for alternative in parameter.alternatives:
        kind = wanted_type(alternative, scope, Match())
        if kind is None or isinstance(strip(kind), Unknown):
            continue
        for found in names_of(strip(kind), scope):
            return found
    return None


def unknown_function(node: nodes.Call, names: list[str]) -> str:
    """What to write for a function that is not known here."""
    if node.name == "range" and 0 < len(node.arguments) <= 2 and node.tail is None:
        first = node.arguments[0].source if len(node.arguments) == 2 else "1"
        last = node.arguments[-1].source
        if len(node.arguments) == 2:
            last = str(int(last) - 1) if last.isdecimal() else f"{last} - 1"
        return f"Write {first}..{last}; both ends count."
    meant = did_you_mean(node.name, names)
    if meant is not None and len(node.name) <= _SHORT_NAME:
        return f"{meant} A function of your own stands under define: as {node.name}(…): …."
    return meant or _ELSEWHERE.get(node.name) or _new_one(node, names)


def directions_listed(node: nodes.Call, function: Function) -> str | None:
    """How to write several directions where a function takes one list of them."""
    sources = [argument.source for argument in node.arguments]
    for signature in function.signatures:
        surplus = len(sources) - len(signature.parameters)
        for at, parameter in enumerate(signature.parameters):
            if surplus > 0 and node.tail is None and "list direction" in parameter.alternatives:
                listed = f"[{', '.join(sources[at : at + surplus + 1])}]"
                return f"Write {node.name}({', '.join([*sources[:at], listed, *sources[at + surplus + 1 :]])})."
    return None


def has_items(scope: Scope, name: str) -> bool:
    """Whether the name is a table, something that each player has, or a list or text of this place."""
    schema = scope.schema
    if name in scope.locals and isinstance(strip(scope.locals[name].term.type), Listing | Text | Table):
        return True
    places = (schema.variables, schema.zones, schema.boards)
    return name in schema.tables or any(name in known and known[name].per is not None for known in places)


def _new_one(node: nodes.Call, names: list[str]) -> str:
    """What to write for a function that resembles none."""
    return f"{nearest(node.name, names)} A function of your own stands under define: as {node.name}(…): …."


def article(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def call_form(signature: Signature) -> str:
    """How a function is called, without the letters that stand for types."""
    text = re.sub(r"\blist T\b\??", "list", signature.text.partition(" -> ")[0])
    text = re.sub(r"\b(list \w+)\?", r"\1", text)
    return re.sub(r"\bT\b\??", "value", text).replace("spot", "site or piece")


def readable(alternative: str) -> str:
    if alternative in ("T", "T or none"):
        return "value"
    return alternative.removesuffix("?").replace("list T", "list").replace("spot", "site or piece")
