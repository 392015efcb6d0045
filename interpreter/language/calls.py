"""Calls of defines and registered functions: which signature fits, and what the call returns."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from interpreter.language import nodes, terms, types
from interpreter.language.defines import define_call
from interpreter.language.evaluator import Evaluator, FixedWorld
from interpreter.language.kernel import LONGEST_LIST, LONGEST_TEXT
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
    WrongType,
)
from interpreter.language.scope import PLACES, Schema, Scope
from interpreter.registry import NAMED, Function, Parameter, Resolve, Signature, functions
from interpreter.spec.nodes import INHERITED
from interpreter.spec.suggest import both

if TYPE_CHECKING:
    from interpreter.language.checker import Checker

WORD = types.Record(
    (
        ("text", types.TEXT),
        ("sites", types.Listing(types.SITE, 64)),
        ("axis", types.Words("axis", ("row", "column", "diagonal", "antidiagonal"))),
    )
)
_MOST_NEAR = 8
_BEST: dict[str, Callable[[Iterable[int]], int]] = {"min": min, "max": max}


@dataclass(slots=True)
class Match:
    """One attempt to fit a call to a signature."""

    bound: dict[str, types.Type] = field(default_factory=dict)
    arguments: list[terms.Term] = field(default_factory=list)
    extra: list[Any] = field(default_factory=list)


def wanted_type(alternative: str, scope: Scope, match: Match) -> types.Type | None:
    """The type that an alternative of the signature stands for, as far as it is known yet."""
    schema = scope.schema
    many = schema.topology.count
    match alternative:
        case "T":
            return match.bound.get("T", types.UNKNOWN)
        case "T or none":
            return types.Maybe(match.bound.get("T", types.UNKNOWN))
        case "list T" | "list T?":
            return types.Listing(match.bound.get("T", types.UNKNOWN), many)
        case "list flag?":
            return types.Listing(types.FLAG, many)
        case "spot":
            return types.Maybe(types.SITE)
        case "board":
            return types.BoardSites(types.SITE, many, "")
        case "zone":
            return types.ZonePieces(types.UNKNOWN, many, "")
        case "piece":
            return types.UNKNOWN
        case "placement":
            return types.UNKNOWN
        case "value":
            return types.UNKNOWN
    if alternative.startswith("list "):
        inner = wanted_type(alternative[5:].rstrip("?"), scope, match)
        return None if inner is None else types.Listing(inner, many)
    if alternative.endswith(" or none"):
        inner = wanted_type(alternative[:-8], scope, match)
        return None if inner is None else types.maybe(inner)
    return schema.type_named(alternative)


def fits_term(alternative: str, term: terms.Term, scope: Scope, match: Match) -> bool:
    if alternative == "board" and isinstance(term.type, types.BoardSites) and not isinstance(term, terms.BoardTerm):
        return False
    return fits_type(alternative, term.type, scope, match)


def fits_type(alternative: str, kind: types.Type, scope: Scope, match: Match) -> bool:
    if isinstance(kind, types.Unknown):
        return True
    match alternative:
        case "T":
            return not types.can_be_none(kind) and _bind(match, kind)
        case "T or none":
            return _bind(match, types.strip(kind))
        case "list T":
            return isinstance(kind, types.Listing) and not types.can_be_none(kind.item) and _bind(match, kind.item)
        case "list T?":
            return isinstance(kind, types.Listing) and _bind(match, types.strip(kind.item))
        case "list flag?":
            return isinstance(kind, types.Listing) and types.fits(types.strip(kind.item), types.FLAG)
        case "spot":
            return isinstance(types.strip(kind), type(types.SITE) | types.Piece | types.Nothing)
        case "piece":
            if isinstance(kind, types.Piece):
                match.bound["kind"] = kind
            return isinstance(kind, types.Piece)
        case "zone":
            return isinstance(kind, types.ZonePieces)
        case "board":
            if isinstance(kind, types.BoardSites):
                match.bound["board"] = kind
            return isinstance(kind, types.BoardSites)
        case "placement":
            return isinstance(kind, types.Listing) and isinstance(kind.item, types.Record)
        case "value":
            return True
    wanted = wanted_type(alternative, scope, match)
    if alternative.endswith("?") and isinstance(kind, types.Listing):
        kind = types.Listing(types.strip(kind.item), kind.most)
    return wanted is not None and types.fits(kind, wanted)


def _bind(match: Match, kind: types.Type) -> bool:
    joined = types.join(match.bound.get("T", types.UNKNOWN), kind)
    if joined is None:
        return False
    match.bound["T"] = joined
    return True


def result_type(signature: Signature, match: Match, scope: Scope, function: Function) -> types.Type:
    kind = _result_type(signature.result, match, scope, _bound(function.bound, match, scope))
    if function.name in ("len", "count") and kind == types.NUMBER:
        return types.Number(0, LONGEST_LIST)
    best = _BEST.get(function.name)
    return kind if best is None else _within_arguments(kind, match, best)


def _within_arguments(kind: types.Type, match: Match, best: Callable[[Iterable[int]], int]) -> types.Type:
    """The range of the smallest or largest of some numbers, as far as their ranges are known."""
    found = [types.strip(argument.type) for argument in match.arguments]
    given = [types.strip(types.item_of(each) or each) for each in found]
    known = [(each.low, each.high) for each in given if isinstance(each, types.Number)]
    lows, highs = [low for low, _ in known if low is not None], [high for _, high in known if high is not None]
    if not given or min(len(lows), len(highs)) < len(given) or not isinstance(types.strip(kind), types.Number):
        return kind
    within = types.Number(best(lows), best(highs))
    return types.maybe(within) if types.can_be_none(kind) else within


def _result_type(text: str, match: Match, scope: Scope, most: int) -> types.Type:
    schema = scope.schema
    if text.endswith(" or none"):
        return types.maybe(_result_type(text[:-8], match, scope, most))
    if text.startswith("list "):
        return types.Listing(_result_type(text[5:], match, scope, most), most)
    match text:
        case "T":
            return types.strip(match.bound.get("T", types.UNKNOWN))
        case "loop item":
            last = match.arguments[-1]
            assert isinstance(last, terms.Comprehension)
            items = last.loops[-1].items.type if last.loops else types.UNKNOWN
            return types.strip(items.item) if isinstance(items, types.Listing) else types.UNKNOWN
        case "site":
            return _site_of(match)
        case "word":
            return match.bound["words"]
        case "piece":
            return match.bound.get("kind") or _only_kind(match, scope)
        case "same":
            return match.arguments[0].type
        case "edge":
            return types.Border("edges")
        case "number":
            return _number(match)
        case "crossword":
            words = types.Listing(WORD, 32)
            return types.Record(
                (("in_line", types.FLAG), ("gap", types.FLAG), ("main", WORD), ("adjoining", words), ("crossed", words))
            )
    found = schema.type_named(text)
    assert found is not None, text
    return found


def _site_of(match: Match) -> types.Type:
    """Sites that a function returns belong to its board, or to the board of its spot."""
    board, spot = match.bound.get("board"), types.strip(match.arguments[0].type)
    if isinstance(board, types.BoardSites):
        return board.item
    return spot if isinstance(spot, types.Border) else types.SITE


def _number(match: Match) -> types.Type:
    """The range of a count, which is never negative and never longer than its list."""
    if (
        len(match.arguments) == 1
        and isinstance(match.arguments[0].type, types.Listing)
        and not isinstance(match.arguments[0].type.item, types.Number)
    ):
        return types.Number(0, match.arguments[0].type.most)
    if len(match.arguments) == 1 and isinstance(match.arguments[0].type, types.Text):
        return types.Number(0, LONGEST_TEXT)
    return types.NUMBER


def _only_kind(match: Match, scope: Scope) -> types.Type:
    board = match.bound.get("board")
    if isinstance(board, types.BoardSites):
        kinds = scope.schema.boards[board.board].kinds if board.board in scope.schema.boards else ()
        if len(kinds) == 1:
            return types.Piece(kinds[0])
        return types.UNKNOWN
    piled = scope.schema.piled_kinds()
    return types.Piece(piled[0]) if len(piled) == 1 else types.UNKNOWN


def _bound(bound: str, match: Match, scope: Scope) -> int:
    topology = scope.schema.topology
    lists = [kind.most for argument in match.arguments if isinstance(kind := argument.type, types.Listing)]
    sides = max((*topology.column, *topology.row), default=1)
    match bound:
        case "line":
            return max(sides, 4)
        case "near":
            return _MOST_NEAR
        case "like":
            return types.MOST_LIKE
        case "letters":
            text = match.arguments[0]
            return len(text.value) if isinstance(text, terms.Constant) and isinstance(text.value, str) else LONGEST_TEXT
        case "same":
            # Single values make a list of as many.
            return max(lists, default=len(match.arguments))
        case "onward":
            return types.LONGEST_RANGE
        case "words":
            words = match.bound.get("words")
            return len(words.words) if isinstance(words, types.Words) else 8
        case "pile" | "pieces" | "row":
            kind = match.bound.get("kind") or _only_kind(match, scope)
            return _most_pieces(bound, kind.kind, scope.schema) if isinstance(kind, types.Piece) else topology.count
    return topology.count


def _most_pieces(bound: str, kind: str, schema: Schema) -> int:
    """The maximum number of pieces of a kind on a pile, a board or a row of pieces, which is a pile or a zone."""
    if bound == "pile":
        return schema.highest_pile(kind)
    if bound == "row":
        return max(schema.highest_pile(kind), *(zone.most for zone in schema.zones.values() if zone.kind == kind), 1)
    most = schema.kinds[kind].at_most
    on_sites = sum(schema.room(kind)) if schema.is_piled(kind) else schema.topology.count
    return on_sites if most is None else min(most, on_sites)


def called(checker: Checker, node: nodes.Call, scope: Scope, expected: types.Type | None) -> terms.Term:
    """Check a call: of a define, or of a registered function."""
    define = scope.inherited if node.name == INHERITED else scope.schema.defines.get(node.name)
    if define is not None:
        return define_call(checker, node, define, scope, expected)
    return checker.narrowed(_function_call(checker, node, scope, expected), scope)


def _function_call(checker: Checker, node: nodes.Call, scope: Scope, expected: types.Type | None) -> terms.Term:
    function = functions().get(node.name)
    if function is None and node.name == INHERITED:
        message = f"‘{INHERITED}’ is known only in {PLACES[INHERITED]}."
        checker.error("not-visible", node.name_span, message, "Write the define out in full here.")
        return _with_any_arguments(checker, node, scope)
    if function is None:
        checker.report(UnknownFunction(node, scope), node)
        return _with_any_arguments(checker, node, scope)
    routes = [argument for argument in node.arguments if isinstance(argument, nodes.Route)]
    if any(signature.loops == "route" for signature in function.signatures) != bool(routes):
        return checker.report(MisplacedRoute(routes[0] if routes else node), node)
    given = len(node.arguments)
    fitting = [signature for signature in function.signatures if count_fits(signature, given)]
    if not fitting:
        return checker.report(ArgumentCount(node, function), node)
    signature = _choose(checker, node, scope, fitting)
    if not _tail_fits(checker, node, signature, scope):
        return checker.unknown(node)
    match = Match()
    for position, argument in enumerate(node.arguments):
        parameter = signature.parameters[min(position, len(signature.parameters) - 1)]
        tail = node.tail if position == given - 1 else None
        before = len(checker.diagnostics)
        if not _argument(checker, node, argument, tail, parameter, scope, match, expected):
            if _fit_in_other_order(checker, node, signature, scope):
                checker.diagnostics.withdraw(before)
                checker.report(SwappedArguments(node), node)
            return checker.unknown(node)
    if function.needs == "facing" and any(value == 0 for value in scope.schema.facings):
        lacking = [word for word, way in zip(scope.schema.players.words, scope.schema.facings, strict=False) if not way]
        some = f", and {both(lacking)} {_have(lacking)} none" if len(lacking) < len(scope.schema.facings) else ""
        message = f"{node.name} needs facing for every player{some}."
        checker.error("facing", node.span, message, _facing(lacking, scope))
        return checker.unknown(node)
    if function.needs == "lexicon" and scope.schema.lexicon is None:
        checker.error("no-lexicon", node.span, f"{node.name} needs a word list.", "Name one: lexicon: english.")
        return checker.unknown(node)
    if function.needs == "payoff" and not scope.schema.pays:
        help_text = "Write payoff: in an end condition: a number for each player, who is called it."
        checker.error("no-payoff", node.span, "No end of this game has a payoff.", help_text)
        return checker.unknown(node)
    kind = result_type(signature, match, scope, function)
    listed = match.bound.get("board")
    unclear = (
        isinstance(kind, types.Listing) and isinstance(kind.item, types.Unknown) and signature.result == "list piece"
    )
    if unclear and isinstance(listed, types.BoardSites):
        board = scope.schema.boards[listed.board]
        if board.kinds:
            checker.error(
                "which-kind",
                node.span,
                f"Board {board.name} holds {' and '.join(board.kinds)}.",
                f"Write pieces({board.name}, {board.kinds[0]}).",
            )
        else:
            checker.error("no-pieces", node.span, f"Board {board.name} holds no pieces.", "Add holds: to the board.")
    extra: tuple[Any, ...] = tuple(match.extra)
    if function.resolve is not None:
        found = _resolved(checker, node, function.resolve, scope, match)
        if found is None:
            return checker.unknown(node)
        extra += found
    call = terms.FunctionCall(kind, node, function, tuple(match.arguments), extra)
    return _folded(call, scope) if function.fixed else call


def _have(words: list[str]) -> str:
    return "has" if len(words) == 1 else "have"


def _facing(lacking: list[str], scope: Scope) -> str:
    """How to write the direction that a player faces."""
    declared = scope.schema.declared.get(lacking[0])
    if len(lacking) > 1 or declared is None or declared[1] is None:
        return "Write it beside each player: players: {name: {facing: north}}."
    return f"Add ‘facing: north’, or another direction, to {lacking[0]} in line {declared[1].line}."


def _resolved(
    checker: Checker, node: nodes.Call, resolve: Resolve, scope: Scope, match: Match
) -> tuple[Any, ...] | None:
    """A function's findings about its arguments; None after a report."""
    if any(isinstance(argument.type, types.Unknown) for argument in match.arguments):
        return None
    found = resolve(scope, tuple(match.arguments), *match.extra)
    if isinstance(found, str):
        reason, _, help = found.partition(". ")
        signature = functions()[node.name].signatures[0]
        checker.report(WrongCall("cannot-call", node, f"{reason.rstrip('.')}.", signature, help), node)
        return None
    return found


def _folded(call: terms.FunctionCall, scope: Scope) -> terms.Term:
    """The value of a call that depends only on boards and players, if its arguments are already known."""
    if not all(_known_now(argument) for argument in call.arguments):
        return call
    value = Evaluator(FixedWorld(scope.schema)).value(call, {})
    if value is None and not isinstance(call.type, types.Maybe):
        return call
    return terms.Constant(call.type if value is None else types.strip(call.type), call.node, _frozen(value))


def _known_now(term: terms.Term) -> bool:
    if isinstance(term, terms.BoardTerm):
        return term.index is None
    if isinstance(term, terms.Listed):
        return all(_known_now(item) for item in term.items)
    if not isinstance(term, terms.Constant) or isinstance(term.type, types.Unknown):
        return False
    return term.value is not None or types.can_be_none(term.type)


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value


def _with_any_arguments(checker: Checker, node: nodes.Call, scope: Scope) -> terms.Term:
    """A call of an unknown function: the names in its arguments count as used, but nobody can say whether they are
    right."""
    before = len(checker.diagnostics)
    if node.tail is not None and node.arguments:
        checker.comprehension(node.arguments[-1], node.tail, scope, None)
    for argument in node.arguments[: -1 if node.tail is not None else None]:
        checker.check(argument, scope)
    checker.diagnostics.withdraw(before)
    return checker.unknown(node)


def count_fits(signature: Signature, given: int) -> bool:
    least = sum(not parameter.optional for parameter in signature.parameters)
    most = 99 if any(parameter.repeated for parameter in signature.parameters) else len(signature.parameters)
    return least <= given <= most


def _choose(checker: Checker, node: nodes.Call, scope: Scope, fitting: list[Signature]) -> Signature:
    """Choose among signatures of the same length by the type of the first argument."""
    if len(fitting) == 1 or not node.arguments:
        return fitting[0]
    if node.tail is not None and len(node.arguments) == 1:
        kind: types.Type = types.Listing(types.UNKNOWN, 0)
    else:
        quiet = type(checker)(type(checker.diagnostics)())
        kind = types.strip(quiet.check(node.arguments[0], scope).type)
    for signature in fitting:
        if any(_accepts(alternative, kind, scope) for alternative in signature.parameters[0].alternatives):
            return signature
    return fitting[0]


def _accepts(alternative: str, kind: types.Type, scope: Scope) -> bool:
    if isinstance(kind, types.Unknown):
        return True
    wanted = wanted_type(alternative, scope, Match())
    return wanted is not None and types.fits(kind, wanted)


def _tail_fits(checker: Checker, node: nodes.Call, signature: Signature, scope: Scope) -> bool:
    tail = node.tail
    if tail is None:
        if signature.loops not in ("", "route"):
            checker.report(MissingLoop(node, signature, scope), node)
            return False
        return True
    last = signature.parameters[min(len(node.arguments), len(signature.parameters)) - 1]
    if not any(alternative.startswith("list") for alternative in last.alternatives):
        checker.report(WrongCall("no-loop-here", tail, f"{node.name} takes no loop here.", signature), node)
        return False
    if tail.stop is not None and "while" not in signature.loops:
        checker.report(MisplacedStop(tail.stop, "while"), node)
        return False
    if tail.until is not None and "until" not in signature.loops:
        checker.report(MisplacedStop(tail.until, "until"), node)
        return False
    if "while" in signature.loops and tail.stop is None:
        help_text = "End it with ‘for x in … while …’ inside the brackets."
        checker.error("needs-while", node.span, f"{node.name} needs while.", help_text)
        return False
    if "while" in signature.loops and len(tail.loops) > 1:
        checker.error(
            "one-loop",
            tail.span,
            f"{node.name} takes one loop.",
            "Make one list of both first: for x in list(… for … for …).",
        )
        return False
    if node.name == "span" and (tail.loops[0].condition is not None or node.arguments[-1].source != tail.loops[0].name):
        name = tail.loops[0].name
        checker.error(
            "plain-loop",
            node.arguments[-1].span,
            "span walks over the sites of a list as they are.",
            f"Write {name} for {name} in … while ….",
        )
        return False
    return True


def _fit_in_other_order(checker: Checker, node: nodes.Call, signature: Signature, scope: Scope) -> bool:
    """Whether the two values of a call fit only when swapped."""
    if len(node.arguments) != 2 or len(signature.parameters) != 2 or node.tail is not None:
        return False
    if any(parameter.repeated for parameter in signature.parameters):
        return False
    quiet = type(checker)(type(checker.diagnostics)())
    kinds = [quiet.check(argument, scope).type for argument in node.arguments]
    if any(isinstance(types.strip(kind), types.Unknown) for kind in kinds) or quiet.diagnostics.errors:
        return False

    def fit(order: list[types.Type]) -> bool:
        match = Match()
        pairs = zip(signature.parameters, order, strict=True)
        return all(
            any(fits_type(a, types.strip(kind), scope, match) for a in parameter.alternatives)
            for parameter, kind in pairs
        )

    return not fit(kinds) and fit(kinds[::-1])


def _argument(
    checker: Checker,
    node: nodes.Call,
    argument: nodes.Node,
    tail: nodes.Tail | None,
    parameter: Parameter,
    scope: Scope,
    match: Match,
    expected: types.Type | None,
) -> bool:
    if isinstance(argument, nodes.Route):
        match.arguments.append(_route(checker, argument, scope))
        return True
    by_name = [alternative for alternative in parameter.alternatives if alternative in NAMED]
    if by_name:
        return _named_argument(checker, node, argument, by_name[0], scope, match)
    wanted = [wanted_type(alternative, scope, match) for alternative in parameter.alternatives]
    hint = next((kind for kind in wanted if kind is not None), None)
    if isinstance(hint, types.Maybe) and isinstance(hint.of, types.Unknown) and expected is not None:
        hint = expected
    if tail is not None:
        inner = hint.item if isinstance(hint, types.Listing) else None
        term: terms.Term = checker.comprehension(argument, tail, scope, inner, beyond=node.name == "reach")
    else:
        term = checker.check(argument, scope, hint)
    for alternative in parameter.alternatives:
        if fits_term(alternative, term, scope, match):
            match.arguments.append(term)
            return True
    checker.report(WrongArgument(node, argument, term, parameter, scope, match.bound.get("T")), node)
    return False


def _route(checker: Checker, node: nodes.Route, scope: Scope) -> terms.Term:
    """`x to y in … while … until …`: how a walk goes on."""
    sites = types.Listing(types.SITE, scope.schema.topology.count)
    with checker.nested(node, 2) as fits:
        if not fits:
            return checker.unknown(node)
        inner, here = checker.bind(scope, node.here, types.SITE, "site that a step leaves", node)
        if node.items is None:
            near, bound = functions()["neighbours"], types.Listing(types.SITE, _MOST_NEAR)
            items: terms.Term = terms.FunctionCall(bound, node, near, (here,), ())
        else:
            items = checker.check(node.items, inner, sites)
            if not types.fits(items.type, sites):
                reason = f"walk goes from site to site, but this is {types.named(items.type)}."
                checker.report(WrongType(items, sites, inner, reason, node.items, "not-sites"), node)
        inner, there = checker.bind(inner, node.there, types.SITE, "site that a step leads to", node)
        stop = checker.condition(node.stop, inner) if node.stop is not None else None
        until = _goal(checker, node, scope, inner)
        return terms.Route(sites, node, here.name, there.name, items, stop, until)


def _goal(checker: Checker, node: nodes.Route, scope: Scope, inner: Scope) -> terms.Term | None:
    """The condition of `until`, which is tested for every site that is reached, including the starts."""
    if node.until is None:
        return None
    for part in nodes.walk(node.until):
        if isinstance(part, nodes.Name) and part.value == node.here:
            message = f"‘{node.here}’ is the site that a step leaves, and a start has none."
            help = f"Look at ‘{node.there}’ here, or test the step under while."
            checker.error("start-of-walk", part.span, message, help)
            return checker.unknown(node.until)
    return checker.condition(node.until, scope.with_locals({node.there: inner.locals[node.there]}))


def _named_things(schema: Schema) -> dict[str, dict[str, Any]]:
    """The valid names for a parameter that takes a name, by what it takes."""
    return {
        "kind": {name: name for name in schema.kinds},
        "property": {p.name: p for board in schema.boards.values() for p in board.cells.values()}
        | {p.name: p for k in schema.kinds.values() for p in k.properties.values()},
        "region": {name: name for name in schema.regions},
        "type": {name: schema.type_named(name) for name in schema.type_names()},
        "action": {name: name for name in schema.actions},
        "choice": {name: name for choices in schema.actions.values() for name, _ in choices},
    }


def _named_argument(
    checker: Checker, node: nodes.Call, argument: nodes.Node, what: str, scope: Scope, match: Match
) -> bool:
    schema = scope.schema
    known: dict[str, Any] = _named_things(schema)[what]
    name = argument.value if isinstance(argument, nodes.Name) else ""
    if name not in known:
        checker.report(UnknownArgument(node, argument, what, known, scope), node)
        return False
    assert isinstance(argument, nodes.Name)
    if what == "type":
        words = known[name]
        if not isinstance(words, types.Words):
            checker.report(TypeWithoutValues(argument, scope), node)
            return False
        match.bound["words"] = words
    if what == "kind":
        match.bound["kind"] = types.Piece(name)
    if what == "property":
        match.bound["property"] = known[name].type
    match.extra.append(known[name])
    return True
