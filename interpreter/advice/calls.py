"""Advice on calls that do not fit: an unknown function, or an argument of another type."""

from __future__ import annotations

import re

from interpreter.advice.loops import loop_first, over_its_keys, over_its_list
from interpreter.advice.values import form_of, names_of, nearest_remedy, none_remedy, remedy, rewriting, shortened
from interpreter.language import nodes, terms, types
from interpreter.language.calls import Match, fits_type, wanted_type
from interpreter.language.mistakes import (
    ArgumentCount,
    MisplacedRoute,
    MisplacedStop,
    MissingLoop,
    SwappedArguments,
    TypeWithoutValues,
    UnknownArgument,
    UnknownFunction,
    WrongArgument,
    WrongCall,
)
from interpreter.language.scope import Scope
from interpreter.registry import Function, Parameter, Signature, functions
from interpreter.spec.diagnostics import Diagnostic, Help, diagnosed
from interpreter.spec.nodes import INHERITED, Edit, keys_above
from interpreter.spec.suggest import closest, did_you_mean, either, nearest, one_of, suggestion

# What other languages have functions for.
CHANCE = ("random", "randint", "rand", "random_int", "random_choice", "choice", "roll", "rnd", "rng", "chance", "dice")
"""What other languages call luck by."""
_STEPS_OF = frozenset({"setup", "routines", "effects", "begin", "end", "after", "when_stuck"})
_SHORT_NAME = 3
# A longer call is not repeated in full.
_LONGEST_CALL = 48
_WAYS = ("orthogonals", "diagonals", "compass")
_LOOP = "Write list(… for x in … if …)."
_WHOLE = "Numbers are whole: a // b divides and drops the remainder."
_STEPS = "Write walk(s, x to y while …)."
_AS_IT_IS = "A value needs no function to be shown or compared; write it alone."
_ELSEWHERE = {
    "filter": _LOOP,
    "map": _LOOP,
    "str": _AS_IT_IS,
    "int": _AS_IT_IS,
    "sorted": "Lists cannot be sorted; most(…) and least(…) give the best item.",
    "sort": "Lists cannot be sorted; most(…) and least(…) give the best item.",
    "size": "Write len(…).",
    "axis": "Write list(s) + ray(s, d) + ray(s, opposite(d)) for the line through the site s in the direction d.",
    "isempty": "Write empty(…) or len(…) == 0.",
    "is_empty": "Write empty(…) or len(…) == 0.",
    "exists": "Write any(… for x in …), or compare with none: … != none.",
    "contains": "Write x in l to test whether the list l contains x.",
    "includes": "Write x in l to test whether the list l contains x.",
    "is_none": "Compare it: … == none.",
    "defined": "Compare it: … != none.",
    "occupied": "Write not empty(…).",
    "is_occupied": "Write not empty(…).",
    "floor": _WHOLE,
    "ceil": _WHOLE,
    "round": _WHOLE,
    "div": _WHOLE,
    "mod": "Write a % b for the remainder of a divided by b.",
    "pow": "Multiply, or list the values in a table.",
    "sqrt": "Compare squares instead, as in a * a <= b.",
    "flood_fill": _STEPS,
    "floodfill": _STEPS,
    "bfs": _STEPS,
    "find_path": _STEPS,
    "pathfind": _STEPS,
    "flood": _STEPS,
    "path": _STEPS,
    "reachable": _STEPS,
    "shortest_path": _STEPS,
    "set": "Write distinct(…).",
    "unique": "Write distinct(…).",
}


# What people ask of a pile, and how it is written.
_OF_A_PILE = {
    "top": "{place}.{kind}",
    "peek": "{place}.{kind}",
    "bottom": "pile({place})[1]",
    "height": "len(pile({place}))",
    "stack": "pile({place})",
}
_NAMED = {"kind": "kind of pieces"}
# Where what a function names is declared.
_DECLARE = {
    "kind": "Declare one under entities:.",
    "region": "Declare one: boards: … regions: {box: [3, 3]}.",
    "property": "Declare one: boards: … cells:, or under entities:.",
}


def unknown_function(mistake: UnknownFunction) -> Diagnostic:
    """Explain a function that does not exist."""
    node, scope = mistake.node, mistake.scope
    defined = (name for name, define in scope.schema.defines.items() if define.signature.parameters)
    help = _by_chance(node) if node.name in CHANCE else _instead(node, [INHERITED, *functions(), *defined], scope)
    owned = any(node.name in kind.properties for kind in scope.schema.kinds.values())
    if len(node.arguments) == 1 and (owned or scope.schema.cell_property(node.name) is not None):
        whole = f"{node.arguments[0].source}.{node.name}"
        help = rewriting(f"Write {whole}.", node, whole)
    if _has_items(scope, node.name):
        items = f"{node.name}[{', '.join(argument.source for argument in node.arguments)}]"
        help = rewriting(f"Write {items if len(items) < _LONGEST_CALL else f'{node.name}[…]'}.", node, items)
    if node.name in ("edges", "corners") and len(node.arguments) == 1:
        help = _borders_of(node, scope)
    if node.name in _OF_A_PILE and len(node.arguments) == 1 and (piled := scope.schema.piled_kinds()):
        help = f"Write {_OF_A_PILE[node.name].format(place=node.arguments[0].source, kind=piled[0])}."
    return diagnosed("unknown-function", node.name_span, f"There is no function {node.name}().", help)


def _by_chance(node: nodes.Call) -> str:
    """Show how to draw by lot a value that a function would return in another language."""
    sources = [argument.source for argument in node.arguments]
    drawn = "…" if len(sources) not in (1, 2) or node.tail is not None else "..".join(sources)
    drawn = f"1..{drawn}" if drawn.isdecimal() else drawn
    step = f"‘- random: x in {drawn}’ and below it ‘stream: luck’"
    if _STEPS_OF.isdisjoint(keys_above(node.span.source.root, node.span.start)):
        return f"Chance is for steps: write {step} in setup:, keep x in a variable of state:, and name that here."
    return f"Chance is a step of its own: write {step} before this, and x here."


def _borders_of(node: nodes.Call, scope: Scope) -> str:
    """Show how to write the edges and corners of a board that appear in the brackets of a function."""
    of, boards = node.arguments[0].source, scope.schema.boards
    whole = f"{of}.{node.name}"
    if whole in boards or of.partition("[")[0] + f".{node.name}" in boards:
        return rewriting(f"Write {whole}.", node, whole)
    borders = next((name for name in boards if name.endswith(f".{node.name}")), None)
    if of not in boards and borders is not None:
        return rewriting(f"Write around({of}, {borders}).", node, f"around({of}, {borders})")
    return f"Write {node.name}: {{cell: …}} in a board, and then {of if of in boards else 'its name'}.{node.name}."


def unknown_argument(mistake: UnknownArgument) -> Diagnostic:
    """Explain an argument that names nothing of the kind that a function needs."""
    what, argument = mistake.what, mistake.argument
    message = f"{mistake.call.name} needs {article(_NAMED.get(what, what))}; there is none called ‘{argument.source}’."
    help: str | Help = suggestion(argument.source, mistake.known, _DECLARE.get(what, "There is none in this game."))
    others = [each.source for each in mistake.call.arguments if each is not argument]
    local = mistake.scope.locals.get(argument.source)
    if (named := _names_in(argument)) and all(name in mistake.known for name in named):
        calls = [f"{mistake.call.name}({', '.join([name, *others])})" for name in named]
        joint = " and " if isinstance(argument, nodes.Binary) and argument.operator == "and" else " or "
        right = calls[0] if len(calls) == 1 else f"({joint.join(calls)})"
        alone = ", without quotes" if len(calls) == 1 else ""
        help = Help(f"Write {right}{alone}.", Edit(mistake.call.span, right))
    elif len(others) == 1 and others[0] in mistake.known:
        right = f"{mistake.call.name}({others[0]}, {argument.source})"
        help = Help(f"Write {right}.", Edit(mistake.call.span, right))
    elif isinstance(argument, nodes.Call) and argument.name in mistake.known and len(argument.arguments) == 1:
        right = f"{mistake.call.name}({argument.name}, {argument.arguments[0].source})"
        help = Help(f"Write {right}.", Edit(mistake.call.span, right))
    elif (placed := _exchanged(mistake)) is not None:
        help = Help(f"Write {placed}.", Edit(mistake.call.span, placed))
    elif what == "action" and local is not None and types.strip(local.term.type) == mistake.scope.schema.players:
        help = f"Write not stuck({argument.source}) to test whether {argument.source} can do anything."
    return diagnosed(f"unknown-{what}", argument.span, message, help)


def _exchanged(mistake: UnknownArgument) -> str | None:
    """A call with two values exchanged, of which another one names what is wanted in the place of this."""
    values = [each.source for each in mistake.call.arguments]
    place = next(number for number, each in enumerate(mistake.call.arguments) if each is mistake.argument)
    other = next((number for number, value in enumerate(values) if number != place and value in mistake.known), None)
    if other is None or mistake.call.tail is not None:
        return None
    values[place], values[other] = values[other], values[place]
    return f"{mistake.call.name}({', '.join(values)})"


def _names_in(argument: nodes.Node) -> list[str]:
    """The names in an argument where there should be a single one: in quotes, joined by and, or, or in a list."""
    match argument:
        case nodes.Text():
            return [argument.value]
        case nodes.Name():
            return [argument.value]
        case nodes.Binary() if argument.operator in ("and", "or"):
            return [*_names_in(argument.left), *_names_in(argument.right)]
        case nodes.ListLiteral():
            return [name for item in argument.items for name in _names_in(item)]
    return []


def type_without_values(mistake: TypeWithoutValues) -> Diagnostic:
    """Explain a type whose values cannot be listed."""
    message = f"{article(mistake.argument.value).capitalize()} has no list of values."
    listed = one_of([words.name for words in mistake.scope.schema.words_types() if words.words])
    return diagnosed("no-values", mistake.argument.span, message, listed)


def argument_count(mistake: ArgumentCount) -> Diagnostic:
    """Explain a call with too few or too many values."""
    node, function = mistake.node, mistake.function
    counts = sorted({len(signature.parameters) for signature in function.signatures})
    takes = " or ".join(str(count) for count in counts) + (" value" if counts == [1] else " values")
    message = f"{node.name} takes {takes}; this gives {len(node.arguments)}."
    if (whole := loop_first(node)) is not None:
        return diagnosed("argument-count", node.span, message, rewriting(f"Write {whole}.", node, whole))
    help = _directions_listed(node, function) or _called_as(function.signatures[0])
    return diagnosed("argument-count", node.span, message, help)


def missing_loop(mistake: MissingLoop) -> Diagnostic:
    """Explain a function that needs a loop but has none."""
    node = mistake.node
    example = "for x in … while …" if "while" in mistake.signature.loops else "for x in …"
    help = f"End it with ‘{example}’ inside the brackets."
    above = keys_above(node.scalar.source.root, node.scalar.start)
    if node.name in ("most", "least") and node.arguments and above[-1:] == ("check",):
        help += f" In a check write ‘{node.name}: {node.arguments[0].source}’ in place of check:."
    elif (whole := over_its_keys(node, mistake.scope)) is not None:
        help = rewriting(f"Write {whole}.", node, whole)
    return diagnosed("needs-loop", node.span, f"{node.name} needs a loop.", help)


def swapped_arguments(mistake: SwappedArguments) -> Diagnostic:
    """Explain two values in the wrong order."""
    node = mistake.node
    first, second = (argument.source for argument in node.arguments)
    whole = f"{node.name}({second}, {first})"
    message = f"These values of {node.name} are in the wrong order."
    return diagnosed("swapped-values", node.arguments[0].span, message, rewriting(f"Write {whole}.", node, whole))


def wrong_call(mistake: WrongCall) -> Diagnostic:
    """Explain a function that cannot be called like this."""
    return diagnosed(mistake.code, mistake.at.span, mistake.reason, mistake.help or _called_as(mistake.signature))


def misplaced_route(mistake: MisplacedRoute) -> Diagnostic:
    """Explain walk without ‘x to y’, and ‘x to y’ in another function."""
    node = mistake.node
    message, help = "walk goes from site to site.", _STEPS
    if isinstance(node, nodes.Call) and node.arguments:
        help = f"Write walk({node.arguments[0].source}, x to y while …)."
    elif isinstance(node, nodes.Route):
        message, help = "‘x to y’ can be used only in walk.", f"Write walk(s, {node.source})."
    return diagnosed("walk-form", node.span, message, help)


def misplaced_stop(mistake: MisplacedStop) -> Diagnostic:
    """Explain `while` and `until` where they have no meaning."""
    signatures = ((name, each.loops) for name, function in functions().items() for each in function.signatures)
    *most, last = sorted({name for name, loops in signatures if mistake.word in loops or loops == "route"})
    belongs = f"{mistake.word} belongs in {', '.join(most)} and {last}" if most else f"{mistake.word} belongs in {last}"
    message, help = f"{belongs}; use if to filter.", "Write ‘if’ instead of ‘while’."
    if mistake.word == "until":
        message, help = f"{belongs}.", "Write ‘if’, or leave it out."
    return diagnosed("misplaced-while", mistake.node.span, message, help)


def wrong_argument(mistake: WrongArgument) -> Diagnostic:
    """Explain a value of a type that a parameter does not take."""
    call, argument, term, parameter = mistake.call, mistake.argument, mistake.term, mistake.parameter
    code, kind, scope = "wrong-type", types.strip(term.type), mistake.scope
    names = " or ".join(_readable(alternative) for alternative in parameter.alternatives)
    several = names.split(" or ")
    needed = article(names) if len(several) < 3 else either([article(each) for each in several])
    message = f"{call.name} needs {needed}, but this is {types.named(term.type)}."
    one = term.body if isinstance(term, terms.Comprehension) else term
    if isinstance(term.type, types.BoardSites) and "board" in parameter.alternatives:
        code, message, help = "not-a-board", f"{call.name} needs the name of a board.", form_of(term.type, scope)
    elif (
        types.can_be_none(term.type)
        and not isinstance(term.type, types.Nothing)
        and any(fits_type(each, kind, scope, Match()) for each in parameter.alternatives)
    ):
        code, message, help = "may-be-none", "This may be none here.", none_remedy(term)
    elif isinstance(kind, types.Listing) and types.can_be_none(kind.item):
        code, message = "may-be-none", f"{call.name} does not accept none, and these values may be none."
        help = none_remedy(one)
    elif mistake.others is not None and names == "value":
        code, message = (
            "mixed-list",
            f"This is {types.named(term.type)}; the values before it are {types.plural(mistake.others)}.",
        )
        help = remedy(term, mistake.others, scope)
    elif (whole := over_its_keys(call, scope) or over_its_list(call, scope)) is not None:
        help = rewriting(f"Write {whole}.", call, whole)
    else:
        help = _argument_help(one, parameter, scope, call, argument if one is term else None)
    return diagnosed(code, argument.span, message, help)


def _argument_help(
    term: terms.Term, parameter: Parameter, scope: Scope, node: nodes.Call, used: nodes.Node | None = None
) -> str:
    """Suggest what to write for an argument of another type; `used` is the argument as written in the call."""
    source = shortened((used or term.node).source)
    if node.name in ("all", "any") and isinstance(types.strip(term.type), types.BoardSites):
        return f"{node.name} tests conditions. For its pieces write pieces({source}), for its sites {source} alone."
    if node.name == "line" and "axis" in parameter.alternatives and types.strip(term.type) == scope.schema.directions:
        through, way = node.arguments[0].source, node.arguments[1].source
        whole = f"list({through}) + ray({through}, {way}) + ray({through}, opposite({way}))"
        return rewriting(f"For the line both ways, write {whole}.", node, whole)
    if node.name == "empty" and types.can_be_none(term.type):
        return rewriting(f"Write {source} == none.", node, f"{source} == none")
    if node.tail is not None and "list number" in parameter.alternatives and isinstance(term.type, types.Listing):
        return rewriting(f"Did you mean len({source})?", used or term.node, f"len({source})")
    if node.name == "len" and isinstance(types.strip(term.type), types.Number):
        return rewriting(f"It is a number already: write {source} alone.", node, source)
    wanted = [wanted_type(alternative, scope, Match()) for alternative in parameter.alternatives]
    goals = [kind for kind in wanted if kind is not None and not isinstance(kind, types.Unknown)]
    if used is None:
        # The term is one item of a loop.
        goals = [kind.item if isinstance(kind, types.Listing) else kind for kind in goals]
    if "piece" in parameter.alternatives:
        goals += [types.Piece(kind) for kind in scope.schema.kinds]
    if "spot" in parameter.alternatives and isinstance(types.strip(term.type), types.Listing):
        return rewriting(f"Did you mean first({source})?", used or term.node, f"first({source})")
    if "list direction" in parameter.alternatives and (ways := closest(source, _WAYS)) is not None:
        return rewriting(f"Did you mean {ways}?", used or term.node, ways)
    return nearest_remedy(term, goals, scope, used) or _called_as(functions()[node.name].signatures[0])


def _called_as(signature: Signature) -> str:
    return f"Call it as {call_form(signature)}."


def as_call(name: str, scope: Scope) -> str:
    """A function with values that could be passed to it here."""
    signature = functions()[name].signatures[0]
    example = _example(signature.parameters[0], scope) if len(signature.parameters) == 1 else None
    return call_form(signature) if example is None else f"{name}({example})"


def _example(parameter: Parameter, scope: Scope) -> str | None:
    """A name in scope that fits a parameter."""
    for alternative in parameter.alternatives:
        kind = wanted_type(alternative, scope, Match())
        if kind is None or isinstance(types.strip(kind), types.Unknown):
            continue
        for found in names_of(types.strip(kind), scope):
            return found
    return None


def _instead(node: nodes.Call, names: list[str], scope: Scope) -> str:
    """Suggest what to write for a function that is unknown here."""
    if node.name == "range" and 0 < len(node.arguments) <= 2 and node.tail is None:
        first = node.arguments[0].source if len(node.arguments) == 2 else "1"
        last = node.arguments[-1].source
        if len(node.arguments) == 2:
            last = str(int(last) - 1) if last.isdecimal() else f"{last} - 1"
        return rewriting(f"Write {first}..{last}; both ends count.", node, f"{first}..{last}")
    meant = did_you_mean(node.name, names)
    if isinstance(meant, Help) and len(node.name) <= _SHORT_NAME:
        return Help(f"{meant} Define a function of your own under define:, as {node.name}(…): ….", meant.fix)
    about = node.arguments[0] if node.arguments else None
    if node.name == "axis" and isinstance(about, nodes.Name) and about.value in scope.schema.boards:
        return meant or _new_one(node, names)  # A board has axes, a direction is along one.
    return _ELSEWHERE.get(node.name) or meant or _new_one(node, names)


def _directions_listed(node: nodes.Call, function: Function) -> str | None:
    """Show how to write several directions where a function takes one list of them."""
    sources = [argument.source for argument in node.arguments]
    for signature in function.signatures:
        surplus = len(sources) - len(signature.parameters)
        for at, parameter in enumerate(signature.parameters):
            if surplus > 0 and node.tail is None and "list direction" in parameter.alternatives:
                listed = f"[{', '.join(sources[at : at + surplus + 1])}]"
                whole = f"{node.name}({', '.join([*sources[:at], listed, *sources[at + surplus + 1 :]])})"
                return rewriting(f"Write {whole}.", node, whole)
    return None


def _has_items(scope: Scope, name: str) -> bool:
    """Whether the name is a table, a variable with a value for each player, or a local list or text."""
    schema = scope.schema
    if name in scope.locals and isinstance(
        types.strip(scope.locals[name].term.type), types.Listing | types.Text | types.Table
    ):
        return True
    places = (schema.variables, schema.zones, schema.boards)
    return name in schema.tables or any(name in known and known[name].per is not None for known in places)


def _new_one(node: nodes.Call, names: list[str]) -> str:
    """Suggest what to write for a function that resembles none."""
    own = f"Define a function of your own under define:, as {node.name}(…): …."
    return f"{near} {own}" if (near := nearest(node.name, names)).startswith("Nearest") else own


def article(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def call_form(signature: Signature) -> str:
    """The way to call a function, without the letters that stand for types."""
    text = re.sub(r"\blist T\b\??", "list", signature.text.partition(" -> ")[0])
    text = re.sub(r"\b(list \w+)\?", r"\1", text)
    return re.sub(r"\bT\b\??", "value", text).replace("spot", "site or piece")


def _readable(alternative: str) -> str:
    if alternative in ("T", "T or none"):
        return "value"
    if listed := re.fullmatch(r"list (site|direction|number|flag|text|letter|piece|player)\??", alternative):
        return f"list of {listed[1]}s"
    return alternative.removesuffix("?").replace("list T", "list").replace("spot", "site or piece")
