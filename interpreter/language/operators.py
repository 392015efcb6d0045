"""Operators: arithmetic, comparison, `and`, `or`, `in`, `..` and `if then else`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.language import nodes, terms, types
from interpreter.language.facts import path, proved
from interpreter.language.mistakes import NotComparable, Repeated, WrongType
from interpreter.language.names import is_word, lookup
from interpreter.language.properties import declared_properties
from interpreter.language.scope import Scope
from interpreter.spec.diagnostics import Diagnostics, Help
from interpreter.spec.nodes import Edit

if TYPE_CHECKING:
    from interpreter.language.checker import Checker


def negative(checker: Checker, node: nodes.Negative, scope: Scope) -> terms.Term:
    value = checker.expect(node.value, scope, types.NUMBER, "‘-’")
    if isinstance(value, terms.Constant) and isinstance(value.value, int):
        return terms.Constant(types.Number(-value.value, -value.value), node, -value.value)
    kind = value.type
    if isinstance(kind, types.Number) and kind.low is not None and kind.high is not None:
        return terms.Minus(types.Number(-kind.high, -kind.low), node, value)
    return terms.Minus(types.NUMBER, node, value)


def binary(checker: Checker, node: nodes.Binary, scope: Scope, expected: types.Type | None) -> terms.Term:
    match node.operator:
        case "and" if (listed := joined_by_and(checker, node, scope, expected)) is not None:
            return listed
        case "and":
            left = checker.condition(node.left, scope)
            right = checker.condition(node.right, scope.knowing(proved(left)))
            return _both(node, left, right)
        case "or":
            left = checker.condition(node.left, scope)
            right = checker.condition(node.right, scope.knowing(proved(left, False)))
            if isinstance(node.right, nodes.Nothing) and not isinstance(left.type, types.Unknown):
                message = "none is never true, so this adds nothing."
                checker.error("not-a-flag", node.right.span, message, "Compare with it: write … == none.")
            return _either(node, left, right)
        case "==" | "!=":
            return equality(checker, node, scope)
        case "<" | "<=" | ">" | ">=":
            return terms.Compare(types.FLAG, node, node.operator, *numbers(checker, node, scope))
        case "in" | "lacks":
            return contains(checker, node, scope)
        case ".." if isinstance(node.left, nodes.SiteName) and isinstance(node.right, nodes.SiteName):
            message, whole = "‘..’ goes from number to number, and these are sites.", _sites_between(node, scope)
            checker.error("wrong-type", node.span, message, Help(f"Write {whole}.", Edit(node.span, whole)))
            return checker.unknown(node)
        case "..":
            low = checker.expect(node.left, scope, types.NUMBER, "‘..’")
            high = checker.expect(node.right, scope, types.NUMBER, "‘..’")
            return range_of(checker, node, low, high)
        case "+":
            return plus(checker, node, scope, expected)
        case "-":
            return minus(checker, node, scope, expected)
    return product(checker, node, scope, expected)


def _sites_between(node: nodes.Binary, scope: Scope) -> str:
    """Show how to write the sites from one to another in the same row or column as a list."""
    first, last = node.left.source, node.right.source
    for board in scope.schema.topology.boards.values():
        if first not in board.by_name or last not in board.by_name:
            continue
        names = list(board.by_name)
        alike = [name for name in names if name[0] == first[0] == last[0] or name[1:] == first[1:] == last[1:]]
        begin, end = (alike.index(each) if each in alike else -1 for each in (first, last))
        if 0 <= begin <= end:
            return f"list({', '.join(alike[begin : end + 1])})"
    return f"list({first}, {last})"


def joined_by_and(checker: Checker, node: nodes.Binary, scope: Scope, expected: types.Type | None) -> terms.Term | None:
    """Report `a and b` where a list belongs, unless its sides are conditions."""
    wanted = types.strip(expected) if expected is not None else None
    second = node.right if isinstance(node.right, nodes.Binary) and node.right.operator == "in" else None
    if second is not None and isinstance(second.left, nodes.Name) and lookup(checker, second.left, scope, None) is None:
        message = "Loops are separated by commas."
        checker.error("second-loop", node.span, message, f"Write ‘{node.left.source}, {second.source}’.")
        return checker.unknown(node)
    sides = (node.left, node.right)
    if not isinstance(wanted, types.Listing) or not all(
        isinstance(side, nodes.Name | nodes.SiteName) for side in sides
    ):
        return None
    values = [types.strip(checker.check(side, scope, wanted.item).type) for side in sides]
    if not all(types.fits(value, types.strip(wanted.item)) for value in values):
        return None
    whole = f"[{node.left.source}, {node.right.source}]"
    message = "‘and’ joins conditions; several values are a list."
    checker.error("wrong-type", node.span, message, Help(f"Write {whole}.", whole))
    return checker.unknown(node)


def product(checker: Checker, node: nodes.Binary, scope: Scope, expected: types.Type | None) -> terms.Term:
    """`*`, `//` and `%` of numbers; for a list or a text times a number, which another language would repeat, it
    reports a mistake."""
    left, right = checker.check(node.left, scope, types.NUMBER), checker.check(node.right, scope, types.NUMBER)
    wanted = types.strip(expected) if expected is not None else None
    for value, of, times in ((left, node.left, right), (right, node.right, left)):
        # Where a number is wanted, its length may have been meant.
        written = isinstance(of, nodes.ListLiteral | nodes.Text) or isinstance(wanted, types.Listing | types.Text)
        repeated = written and isinstance(types.strip(value.type), types.Listing | types.Text)
        if node.operator == "*" and repeated and types.fits(types.strip(times.type), types.NUMBER):
            checker.report(Repeated(node, value, times), node)
            return replace(value, type=_unbounded(types.strip(value.type)))
    if not _are_numbers(checker, node, left, right, scope):
        return terms.Arithmetic(types.NUMBER, node, node.operator, left, right)
    return arithmetic(checker, node, left, right)


def _unbounded(kind: types.Type) -> types.Type:
    """The type of a list that was to be extended, or of a letter that was to become a text."""
    return types.Listing(kind.item, 0) if isinstance(kind, types.Listing) else types.TEXT


def _are_numbers(checker: Checker, node: nodes.Binary, left: terms.Term, right: terms.Term, scope: Scope) -> bool:
    """Whether both sides are numbers; if the left is not, only that is reported."""
    sign = f"‘{node.operator}’"
    return checker.require_fit(left, types.NUMBER, sign, scope, node.left) and checker.require_fit(
        right, types.NUMBER, sign, scope, node.right
    )


def numbers(checker: Checker, node: nodes.Binary, scope: Scope) -> tuple[terms.Term, terms.Term]:
    """Both sides of an operator on numbers; if the left is not a number, only that is reported."""
    left, right = checker.check(node.left, scope, types.NUMBER), checker.check(node.right, scope, types.NUMBER)
    _are_numbers(checker, node, left, right, scope)
    return left, right


def range_of(checker: Checker, node: nodes.Node, low: terms.Term, high: terms.Term) -> terms.Term:
    if isinstance(low.type, types.Unknown) or isinstance(high.type, types.Unknown):
        return checker.unknown(node)
    lowest = low.type.low if isinstance(low.type, types.Number) else None
    highest = high.type.high if isinstance(high.type, types.Number) else None
    if lowest is None or highest is None:
        return terms.RangeOf(types.Listing(types.NUMBER, types.LONGEST_RANGE), node, low, high)
    return terms.RangeOf(
        types.Listing(types.Number(lowest, max(lowest, highest)), max(0, highest - lowest + 1)), node, low, high
    )


def arithmetic(checker: Checker, node: nodes.Binary, left: terms.Term, right: terms.Term) -> terms.Term:
    if node.operator in ("//", "%") and isinstance(right, terms.Constant) and right.value == 0:
        checker.error(
            "division-by-zero", node.right.span, "This divides by zero.", "Divide by a number that is never 0."
        )
        return checker.unknown(node)
    if (
        isinstance(left, terms.Constant)
        and isinstance(right, terms.Constant)
        and isinstance(left.value, int)
        and isinstance(right.value, int)
    ):
        value = _compute(node.operator, left.value, right.value)
        if abs(value) > types.LARGEST:
            checker.error(
                "number-too-large",
                node.span,
                f"Numbers go {'up to ' if value > 0 else 'down to −'}{types.LARGEST}, but this is {value}.",
                "Work with smaller numbers.",
            )
            return checker.unknown(node)
        return terms.Constant(types.Number(value, value), node, value)
    return terms.Arithmetic(_arithmetic_type(node.operator, left.type, right.type), node, node.operator, left, right)


def plus(checker: Checker, node: nodes.Binary, scope: Scope, expected: types.Type | None) -> terms.Term:
    left = checker.check(node.left, scope, expected)
    kind = types.strip(left.type)
    if isinstance(kind, types.Unknown):
        checker.check(node.right, scope, expected)
        return checker.unknown(node)
    if isinstance(kind, types.Text):
        right = checker.expect(node.right, scope, types.TEXT, "‘+’")
        checker.require_fit(left, types.TEXT, "‘+’", scope)
        return terms.Joined(types.TEXT, node, left, right)
    if isinstance(kind, types.Listing):
        right = checker.check(node.right, scope, kind)
        if not isinstance(right.type, types.Listing):
            _add_item(checker, kind, right, node.right, scope)
            return terms.Joined(types.Listing(kind.item, kind.most + 1), node, left, right)
        joined = types.join(kind.item, right.type.item)
        if joined is None:
            reason = f"‘+’ joins lists of one type; these are {types.named(kind)} and {types.named(right.type)}."
            return checker.report(WrongType(right, kind, scope, reason, node.right), node)
        checker.require_fit(left, types.Listing(kind.item, 0), "‘+’", scope)
        return terms.Joined(types.Listing(joined, kind.most + right.type.most), node, left, right)
    right = checker.check(node.right, scope, types.NUMBER)
    other = types.strip(right.type)
    if isinstance(kind, types.Site) and isinstance(other, types.Words) and other.name == "direction":
        whole = f"step({node.left.source}, {node.right.source})"
        help = Help(f"Write {whole}.", Edit(node.span, whole))
        message = "‘+’ needs numbers; to follow a direction from a site, write step(…)."
        checker.error("wrong-type", node.span, message, help)
        return checker.unknown(node)
    # What stands behind the plus may say that lists or texts were to be joined.
    if isinstance(other, types.Listing) and types.fits(kind, types.strip(other.item)):
        _add_item(checker, other, left, node.left, scope)
        return terms.Joined(types.Listing(types.strip(other.item), other.most + 1), node, left, right)
    if isinstance(other, types.Text) and not isinstance(kind, types.Flag | types.Nothing | types.Table | types.Record):
        checker.require_fit(left, types.TEXT, "‘+’", scope, node.left)
        return checker.unknown(node)
    checker.require_fit(left, types.NUMBER, "‘+’", scope, node.left)
    checker.require_fit(right, types.NUMBER, "‘+’", scope, node.right)
    return arithmetic(checker, node, left, right)


def _add_item(checker: Checker, kind: types.Listing, item: terms.Term, node: nodes.Node, scope: Scope) -> None:
    """Report a single value next to a list that it should be joined with."""
    if isinstance(item.type, types.Unknown):
        return
    if types.fits(item.type, types.strip(kind.item)):
        reason = f"‘+’ joins a list with a list, but this is {types.named(item.type)}."
        checker.error("wrong-type", node.span, reason, Help(f"Write [{node.source}].", f"[{node.source}]"))
    else:
        checker.require_fit(item, types.Listing(kind.item, 0), "‘+’", scope, node)


def minus(checker: Checker, node: nodes.Binary, scope: Scope, expected: types.Type | None) -> terms.Term:
    """A number minus another, or a list without one of each item of another."""
    listed = expected is not None and isinstance(types.strip(expected), types.Listing)
    left = checker.check(node.left, scope, expected if listed else types.NUMBER)
    kind = types.strip(left.type)
    if isinstance(kind, types.Unknown):
        checker.check(node.right, scope)
        return checker.unknown(node)
    if not isinstance(kind, types.Listing):
        right = checker.check(node.right, scope, types.NUMBER)
        if isinstance(node.left, nodes.SiteName) and isinstance(node.right, nodes.SiteName):
            whole = f"{node.left.source}|{node.right.source}"
            known = any(whole in board.by_name for board in scope.schema.topology.boards.values())
            written = whole if known else f"edge({node.left.source}, {node.right.source})"
            help = Help(
                f"Write {written} for the edge between them, or distance({node.left.source}, {node.right.source}).",
                Edit(node.span, written),
            )
            checker.error("wrong-type", node.span, "‘-’ needs numbers; these are sites.", help)
            return checker.unknown(node)
        if checker.require_fit(left, types.NUMBER, "‘-’", scope, node.left):
            checker.require_fit(right, types.NUMBER, "‘-’", scope, node.right)
        return arithmetic(checker, node, left, right)
    right = checker.check(node.right, scope, kind)
    if not isinstance(right.type, types.Unknown) and takes_away(checker, kind, right, "‘-’", node.right, scope):
        checker.require_fit(left, types.Listing(kind.item, 0), "‘-’", scope, node.left)
    return terms.Lessened(types.Listing(types.strip(kind.item), kind.most), node, left, right)


def takes_away(
    checker: Checker, kind: types.Listing, right: terms.Term, what: str, node: nodes.Node, scope: Scope
) -> bool:
    """Return whether the right side of a minus is a list whose items can be in a list of this type, and report it if
    not."""
    if not isinstance(right.type, types.Listing):
        reason = f"{what} takes a list away from a list, but this is {types.named(right.type)}."
        help = f"Write [{node.source}]." if types.fits(types.strip(right.type), types.strip(kind.item)) else ""
        if help:
            checker.error("wrong-type", node.span, reason, Help(help, f"[{node.source}]"))
        else:
            checker.diagnostics.report(WrongType(right, types.Listing(kind.item, 0), scope, reason, node))
        return False
    if isinstance(types.strip(kind.item), types.Listing | types.Record):
        message = f"{what} takes single values out of a list, and these are {types.plural(kind.item)}."
        checker.error("wrong-type", node.span, message, "Write list(x for x in … if …).")
        return False
    if types.join(types.strip(kind.item), types.strip(right.type.item)) is None:
        reason = f"{what} is for lists of one type; these are {types.named(kind)} and {types.named(right.type)}."
        checker.diagnostics.report(WrongType(right, kind, scope, reason, node))
        return False
    return True


def pair(checker: Checker, node: nodes.Binary, scope: Scope) -> tuple[terms.Term, terms.Term]:
    """Both sides of a comparison; the meaning of a word depends on the other side."""
    if isinstance(node.left, nodes.Name) and lookup(checker, node.left, scope, None) is None:
        right = checker.check(node.right, scope)
        return checker.check(node.left, scope, types.strip(right.type)), right
    left = checker.check(node.left, scope)
    # What is unknown has been reported, here or where it has its name.
    if isinstance(left.type, types.Unknown) and checker.diagnostics.errors and is_word(checker, node.right, scope):
        return left, checker.unknown(node.right)
    return left, checker.check(node.right, scope, types.strip(left.type))


def whole_zone(term: terms.Term, other: terms.Term, scope: Scope) -> terms.Term:
    """In a comparison with the place of a piece, a zone stands for itself, not for the list of its pieces."""
    words = scope.schema.zone_words
    if not isinstance(term, terms.ZoneTerm) or types.strip(other.type) != words:
        return term
    zone = scope.schema.zones[term.zone]
    if term.index is None:
        return terms.Constant(words, term.node, zone.first)
    low = zone.per.low if isinstance(zone.per, types.Number) and zone.per.low is not None else 1
    return terms.Arithmetic(
        words, term.node, "+", term.index, terms.Constant(types.NUMBER, term.node, zone.first - low)
    )


def _may_be_given_none(node: nodes.Node, scope: Scope) -> bool:
    """Whether this is a parameter of its own define for which another call may pass none; or the result of another
    define's search, which may succeed for one caller and not for another."""
    define = scope.schema.defines.get(scope.inside[-1]) if scope.inside else None
    if define is not None and isinstance(node, nodes.Call):
        return True
    if define is None or not isinstance(node, nodes.Name):
        return False
    given = {str(parameter.name): parameter.type for parameter in define.signature.parameters}
    return node.value in given and isinstance(given[node.value], nodes.OptionalType | None)


def equality(checker: Checker, node: nodes.Binary, scope: Scope) -> terms.Term:
    left, right = pair(checker, node, scope)
    left, right = whole_zone(left, right, scope), whole_zone(right, left, scope)
    if not types.comparable(left.type, right.type):
        checker.report(NotComparable(node, left, right, scope), node)
    elif (
        isinstance(right.type, types.Nothing)
        and not types.can_be_none(left.type)
        and not isinstance(left.type, types.Unknown)
        and left.node.source not in scope.schema.settings
        and scope.place != "view"
        and path(left) not in scope.known
        and not _may_be_given_none(node.left, scope)
    ):
        message = f"This compares {types.named(left.type)} with none, but it is never none."
        help_text = "Leave the comparison out, or declare the value as … or none."
        if isinstance(left.type, types.Listing):
            sign = "== 0" if node.operator == "==" else "> 0"
            help_text = f"A list may be empty, but it is never none: write len({node.left.source}) {sign}."
        elif isinstance(left.type, types.Site):
            held = [name for name, each in declared_properties(left.type, scope) if types.can_be_none(each)]
            if held:
                help_text = f"For what it holds write {node.left.source}.{held[0]} {node.operator} none."
        checker.diagnostics.warning("never-none", node.span, message, help_text)
    if isinstance(left, terms.Constant) and isinstance(right, terms.Constant) and _is_plain(left) and _is_plain(right):
        same = left.value == right.value
        return terms.Constant(types.FLAG, node, same == (node.operator == "=="))
    return terms.Compare(types.FLAG, node, node.operator, left, right)


def listed_words(checker: Checker, node: nodes.Binary, scope: Scope) -> types.Type | None:
    """The list type for words listed after `in`: that of the value before it."""
    listed = node.right.items if isinstance(node.right, nodes.ListLiteral) else ()
    if isinstance(node.right, nodes.Call) and node.right.name == "list" and node.right.tail is None:
        listed = node.right.arguments
    alone = isinstance(node.right, nodes.Name) and lookup(checker, node.right, scope, None) is None
    if not alone and not any(is_word(checker, item, scope) for item in listed):
        return None
    quiet = type(checker)(Diagnostics())
    kind = types.strip(quiet.check(node.left, scope).type)
    return kind if alone else types.Listing(kind, len(listed))


def contains(checker: Checker, node: nodes.Binary, scope: Scope) -> terms.Term:
    items = checker.check(node.right, scope, listed_words(checker, node, scope))
    inner = types.LETTER if isinstance(items.type, types.Text) else types.item_of(items.type)
    if inner is None:
        reason = f"‘in’ looks into a list or a text, but this is {types.named(items.type)}."
        return checker.report(
            WrongType(items, types.Listing(types.UNKNOWN, 0), scope, reason, node.right, "not-a-list"), node
        )
    value = checker.check(node.left, scope, types.strip(inner))
    if isinstance(items.type, types.Text):
        if not isinstance(types.strip(value.type), types.Text | types.Unknown | types.Nothing):
            reason = f"A text holds letters, but this is {types.named(value.type)}."
            checker.report(WrongType(value, types.LETTER, scope, reason, node.left), node)
    elif not types.comparable(value.type, inner):
        reason = f"This is a list of {types.plural(inner)}; {types.named(types.strip(value.type))} is never in it."
        texts = node.right.items if isinstance(node.right, nodes.ListLiteral) else ()
        if (
            texts
            and isinstance(types.strip(value.type), types.Words)
            and all(isinstance(item, nodes.Text) for item in texts)
        ):
            words = f"[{', '.join(item.value for item in texts if isinstance(item, nodes.Text))}]"
            help = Help(f"Write {words} without quotes.", Edit(node.right.span, words))
            checker.error("quoted-word", node.right.span, "Words of a type have no quotes.", help)
            return checker.unknown(node)
        checker.report(WrongType(value, types.strip(inner), scope, reason, node.left, "cannot-compare"), node)
    found = terms.Contains(types.FLAG, node, value, items)
    return terms.Not(types.FLAG, node, found) if node.operator == "lacks" else found


def conditional(checker: Checker, node: nodes.Conditional, scope: Scope, expected: types.Type | None) -> terms.Term:
    test = checker.condition(node.test, scope)
    if isinstance(test, terms.Constant) and isinstance(test.value, bool):
        live, dead = (node.value, node.other) if test.value else (node.other, node.value)
        checker.check(dead, scope.knowing(proved(test, not test.value)), expected)
        return checker.check(live, scope, expected)
    yes, no = scope.knowing(proved(test)), scope.knowing(proved(test, False))
    if expected is None and is_word(checker, node.value, yes):
        other = checker.check(node.other, no)
        return joined(checker, node, test, checker.check(node.value, yes, types.strip(other.type)), other, scope)
    value = checker.check(node.value, yes, expected)
    return joined(checker, node, test, value, checker.check(node.other, no, expected or types.strip(value.type)), scope)


def joined(
    checker: Checker, node: nodes.Node, test: terms.Term, value: terms.Term, other: terms.Term, scope: Scope
) -> terms.Term:
    kind = types.join(value.type, other.type)
    if kind is None:
        reason = f"One branch gives {types.named(value.type)}, the other {types.named(other.type)}."
        return checker.report(WrongType(other, types.strip(value.type), scope, reason), node)
    return terms.Choice(kind, node, test, value, other)


def truth_of(term: terms.Term) -> bool | None:
    """The value of a condition that is known when the game is compiled."""
    if isinstance(term, terms.Constant) and not isinstance(term.type, types.Unknown):
        return bool(term.value)
    return None


def _is_plain(term: terms.Term) -> bool:
    return (
        isinstance(term, terms.Constant)
        and isinstance(term.value, int | str | bool | None)
        and not isinstance(term.type, types.Unknown)
    )


def _both(node: nodes.Node, left: terms.Term, right: terms.Term) -> terms.Term:
    if truth_of(left) is False or truth_of(right) is False:
        return terms.Constant(types.FLAG, node, False)
    if truth_of(left):
        return right
    return left if truth_of(right) else terms.Both(types.FLAG, node, left, right)


def _either(node: nodes.Node, left: terms.Term, right: terms.Term) -> terms.Term:
    if truth_of(left) or truth_of(right):
        return terms.Constant(types.FLAG, node, True)
    if truth_of(left) is False:
        return right
    return left if truth_of(right) is False else terms.Either(types.FLAG, node, left, right)


def _compute(operator: str, left: int, right: int) -> int:
    match operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "//":
            return left // right
    return left % right


def _arithmetic_type(operator: str, left: types.Type, right: types.Type) -> types.Type:
    if not isinstance(left, types.Number) or not isinstance(right, types.Number):
        return types.NUMBER
    if operator in ("//", "%") and (right.low is None or right.low <= 0):
        return types.NUMBER
    if operator == "%" and right.high is not None:
        small = left.low is not None and left.low >= 0 and left.high is not None
        return types.Number(0, min(left.high, right.high - 1) if small and left.high is not None else right.high - 1)
    if left.low is None or left.high is None or right.low is None or right.high is None:
        return types.NUMBER
    corners = [_compute(operator, a, b) for a in (left.low, left.high) for b in (right.low, right.high)]
    low, high = min(corners), max(corners)
    return types.Number(low, high) if low >= -types.LARGEST and high <= types.LARGEST else types.NUMBER
