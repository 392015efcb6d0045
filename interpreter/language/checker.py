"""Nodes → terms: names are resolved, types are checked, and defines are expanded.

Every mistake is reported once, in its place; a term of unknown type is passed on so that the rest is checked too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from interpreter.language import defines, nodes, terms, types
from interpreter.language.calls import called
from interpreter.language.defines import let_in
from interpreter.language.facts import (
    WORKED_OUT,
    always_there,
    known_places,
    numbered_items,
    path,
    proved,
    worked_out,
)
from interpreter.language.mistakes import MayBeNone, MisplacedRoute, UnknownLetter, UnknownType, WrongType
from interpreter.language.names import named_value, site_literal, site_of, strange_letter, text_literal
from interpreter.language.operators import binary, conditional, negative, truth_of
from interpreter.language.properties import attribute, indexed
from interpreter.language.scope import KEYWORDS, PLACES, SITE_NAME, Define, Local, Scope
from interpreter.spec.diagnostics import Diagnostics, Mistake
from interpreter.spec.nodes import Span
from interpreter.spec.suggest import probably

DEEPEST = 60
TOO_DEEP_HELP = "Say it in fewer steps."
LARGEST_EXPANSION = 4000
# Python nests loops 20 deep at most; steps and choices need some of them.
DEEPEST_LOOPS = 8


@dataclass(slots=True)
class Checker:
    """Checks expressions of one game. It numbers names so that each is unique in the generated code."""

    diagnostics: Diagnostics
    count: int = 0
    size: int = 0
    depth: int = 0
    looping: int = 0
    used: set[str] = field(default_factory=set)
    settings_read: set[str] = field(default_factory=set)
    defines_used: set[str] = field(default_factory=set)
    # Parts of records that some expression asks for; what nobody asks for need not be worked out.
    parts_read: set[str] = field(default_factory=set)
    # Variables that were read as if each player had one.
    without_items: set[str] = field(default_factory=set)
    # Names that loops and steps gave, with the rule and the place where they did so last.
    bound: dict[str, tuple[str, Span]] = field(default_factory=dict)
    # What was checked last, and where it stands: a define in its place may stand elsewhere.
    last: tuple[terms.Term | None, nodes.Node | None] = (None, None)

    def error(self, code: str, span: Span | None, message: str, help: str) -> terms.Term | None:
        """Report a mistake."""
        self.diagnostics.error(code, span, message, help)
        return None

    def report(self, mistake: Mistake, node: nodes.Node) -> terms.Term:
        """Report a mistake; return a term to replace the wrong one."""
        self.diagnostics.report(mistake)
        return self.unknown(node)

    def unknown(self, node: nodes.Node) -> terms.Term:
        """A term to replace a wrong one."""
        return terms.Constant(types.UNKNOWN, node, None)

    def fresh(self, name: str) -> str:
        """A name for generated code that nothing else has."""
        self.count += 1
        return f"{name}_{self.count}"

    def bind(
        self, scope: Scope, name: str, kind: types.Type, what: str, node: nodes.Node, span: Span | None = None
    ) -> tuple[Scope, terms.Variable]:
        """A scope with one more local name."""
        place = span or node.span
        self.refuse_shadowing(scope, name, place)
        self.bound[name] = (scope.place, place)
        variable = terms.Variable(kind, node, self.fresh(name))
        return scope.with_locals({name: Local(variable, what, place)}), variable

    def refuse_keyword(self, name: str, span: Span, what: str = "name") -> bool:
        """Report a name that no expression could refer to, and return whether it is one."""
        if name in KEYWORDS:
            message = f"‘{name}’ has a meaning of its own in expressions."
            self.error("bad-name", span, message, f"Choose another {what}.")
        return name in KEYWORDS

    def refuse_site(self, name: str, span: Span) -> bool:
        """Report a name that an expression would read as a site, and return whether it is one."""
        if SITE_NAME.fullmatch(name) is None:
            return False
        message = f"‘{name}’ looks like a site; choose another name."
        self.error("reads-as-site", span, message, f"Write ‘{name}_’ or a word.")
        return True

    def refuse_shadowing(self, scope: Scope, name: str, span: Span) -> None:
        """Report a name that would have two meanings where it is visible."""
        before, span = span.text, _of_name(name, span)
        if self.refuse_keyword(name, span) or self.refuse_site(name, span):
            return
        if name in scope.locals:
            other = scope.locals[name]
            where = f" in line {other.span.line}" if other.span is not None else ""
            self.error("shadowing", span, f"‘{name}’ is already the {other.what}{where}.", "Choose another name.")
        elif name in scope.schema.declared:
            what, place = scope.schema.declared[name]
            where = f" in line {place.line}" if place is not None else ""
            help_text = "Choose another name."
            if what == "variable" and re.match(r"let\b", before):
                help_text = f"To change it write ‘{name} = …’ without let; otherwise choose another name."
            self.error("shadowing", span, f"‘{name}’ is already the {what}{where}.", help_text)
        elif name in scope.globals or name in PLACES or name in ("players", "alphabet", "it"):
            self.error("shadowing", span, f"‘{name}’ has a fixed meaning.", "Choose another name.")

    # Conditions and expected types

    def condition(self, node: nodes.Node, scope: Scope) -> terms.Term:
        """A term that is used as a condition: a flag, or none for false."""
        term = self.check(node, scope, types.FLAG)
        kind = types.strip(term.type)
        if not isinstance(kind, types.Flag | types.Nothing | types.Unknown):
            message = f"A condition needs a flag, but this is {types.named(term.type)}."
            self.diagnostics.report(WrongType(term, types.FLAG, scope, message, node, "not-a-flag"))
        return term

    def expect(self, node: nodes.Node, scope: Scope, wanted: types.Type, what: str) -> terms.Term:
        """A term whose type must fit the wanted one."""
        term = self.check(node, scope, wanted)
        self.require_fit(term, wanted, what, scope, node)
        return term

    def require_fit(
        self, term: terms.Term, wanted: types.Type, what: str, scope: Scope, used: nodes.Node | None = None
    ) -> bool:
        """Report a term whose type does not fit, at the place of use: a define may be elsewhere."""
        used = used or self.use_of(term)
        if (strange := strange_letter(term, wanted, scope)) is not None:
            self.diagnostics.report(UnknownLetter(used or term.node, strange, what, scope.schema.alphabet))
            return False
        if types.fits(term.type, wanted):
            return True
        if (
            types.can_be_none(term.type)
            and types.fits(types.strip(term.type), wanted)
            and not isinstance(term.type, types.Nothing)
        ):
            self.diagnostics.report(MayBeNone(term, used))
        else:
            reason = f"{what} needs {types.named(wanted)}, but this is {types.named(term.type)}."
            self.diagnostics.report(WrongType(term, wanted, scope, reason, used))
        return False

    # Dispatch

    def expand(
        self,
        define: Define,
        arguments: tuple[terms.Term, ...],
        node: nodes.Node,
        scope: Scope,
        expected: types.Type | None,
    ) -> terms.Term:
        """Replace the name of a define with its expression, with its parameters bound to the arguments."""
        return defines.expand(self, define, arguments, node, scope, expected)

    def check(self, node: nodes.Node, scope: Scope, expected: types.Type | None = None) -> terms.Term:
        """Check one node; `expected` gives words of enums their meaning."""
        self.size += 1
        if self.size > LARGEST_EXPANSION:
            if self.size == LARGEST_EXPANSION + 1:
                self.error(
                    "too-large",
                    node.span,
                    "This expression grows too large when its defines are expanded.",
                    "Use each define once: give its value a name with let … in ….",
                )
            return self.unknown(node)
        if self.depth > DEEPEST:
            self.size = LARGEST_EXPANSION + 1
            self.error(
                "too-deep",
                node.span,
                f"This is nested deeper than {DEEPEST} when its defines are expanded.",
                TOO_DEEP_HELP,
            )
            return self.unknown(node)
        self.depth += 1
        term = self._check(node, scope, expected)
        self.depth -= 1
        self.last = (term, node)
        return term

    def use_of(self, term: terms.Term) -> nodes.Node | None:
        """Where the last checked term was used; None if it was not."""
        return self.last[1] if self.last[0] is term else None

    def _check(self, node: nodes.Node, scope: Scope, expected: types.Type | None) -> terms.Term:
        match node:
            case nodes.Number():
                if node.value > types.LARGEST:
                    self.error(
                        "number-too-large", node.span, f"Numbers go up to {types.LARGEST}.", "Write a smaller number."
                    )
                    return self.unknown(node)
                return terms.Constant(types.Number(node.value, node.value), node, node.value)
            case nodes.Text():
                return text_literal(self, node, scope, expected)
            case nodes.Flag():
                return terms.Constant(types.FLAG, node, node.value)
            case nodes.Nothing():
                return terms.Constant(types.NOTHING, node, None)
            case nodes.SiteName():
                return site_literal(self, node, scope, None)
            case nodes.SiteOf():
                return site_of(self, node, scope)
            case nodes.Name():
                return named_value(self, node, scope, expected)
            case nodes.Attribute():
                return attribute(self, node, scope)
            case nodes.Index():
                return indexed(self, node, scope)
            case nodes.Call():
                return called(self, node, scope, expected)
            case nodes.Route():
                return self.report(MisplacedRoute(node), node)
            case nodes.ListLiteral():
                return self._list(node, scope, expected)
            case nodes.Negation():
                value = self.condition(node.value, scope)
                known = truth_of(value)
                return (
                    terms.Not(types.FLAG, node, value) if known is None else terms.Constant(types.FLAG, node, not known)
                )
            case nodes.Negative():
                return negative(self, node, scope)
            case nodes.Binary():
                return binary(self, node, scope, expected)
            case nodes.Conditional():
                return conditional(self, node, scope, expected)
            case nodes.LetIn():
                return let_in(self, node, scope, expected)
        raise AssertionError(node)

    def narrowed(self, term: terms.Term, scope: Scope) -> terms.Term:
        """The term with a type without none, if that is proved."""
        if types.can_be_none(term.type) and not isinstance(term.type, types.Nothing):
            name = path(term)
            if name is None and any(WORKED_OUT in known for known in scope.known):
                name = worked_out(term)
            if (name is not None and name in scope.known) or always_there(term, scope.known):
                return replace(term, type=types.strip(term.type))
        return term

    def type_of(self, node: nodes.Node, scope: Scope) -> types.Type:
        """The type that a type expression names."""
        match node:
            case nodes.NamedType():
                found = scope.schema.type_named(node.name)
                if found is None:
                    self.diagnostics.report(UnknownType(node, scope))
                    meant = probably(node.name, scope.schema.type_names())
                    # What was meant spares those who use it a complaint of their own.
                    return scope.schema.type_named(meant) or types.UNKNOWN if meant is not None else types.UNKNOWN
                return found
            case nodes.ListType():
                return types.Listing(self.type_of(node.item, scope), scope.schema.topology.count)
            case nodes.OptionalType():
                return types.maybe(self.type_of(node.of, scope))
            case nodes.RangeType():
                low, high = self.check(node.low, scope), self.check(node.high, scope)
                if isinstance(low, terms.Constant) and isinstance(high, terms.Constant):
                    if isinstance(low.value, int) and isinstance(high.value, int):
                        if low.value > high.value:
                            swapped = f"Write the smaller number first: {high.value}..{low.value}."
                            message = f"{low.value}..{high.value} contains no numbers."
                            self.error("empty-range", node.span, message, swapped)
                            return types.NUMBER
                        return types.Number(low.value, high.value)
                if not isinstance(low.type, types.Unknown) and not isinstance(high.type, types.Unknown):
                    message = "A range of a type is made of numbers and settings."
                    self.error("not-constant", node.span, message, "Write numbers, such as 1..9, or names of settings.")
                return types.NUMBER
        raise AssertionError(node)

    def _list(self, node: nodes.ListLiteral, scope: Scope, expected: types.Type | None) -> terms.Term:
        inner = types.item_of(types.strip(expected)) if expected is not None else None
        items = [self.check(item, scope, inner) for item in node.items]
        kind: types.Type = types.UNKNOWN
        for term in items:
            if isinstance(term.node, nodes.Nothing):
                help_text = "Test it apart: x == none or x in …."
                self.error("none-in-list", term.node.span, "A list never contains none.", help_text)
                return self.unknown(node)
            joined = types.join(kind, types.strip(term.type))
            if joined is None:
                reason = f"This is {types.named(term.type)}; an item before it is {types.named(kind)}."
                return self.report(WrongType(term, kind, scope, reason, code="mixed-list"), node)
            kind = joined
        if not items and inner is not None:
            kind = inner
        return terms.Listed(types.Listing(types.strip(kind), len(items)), node, tuple(items))

    def loops(
        self, loops: Iterable[nodes.Loop], scope: Scope, changed: Iterable[str] = ()
    ) -> tuple[tuple[terms.Loop, ...], Scope, int]:
        """Check `for` loops whose iterations may change those columns; return them, the scope inside, and how often
        they may run."""
        checked, most = [], 1
        for loop in loops:
            items = self.check(loop.items, scope)
            inner = types.item_of(items.type)
            if inner is None:
                if isinstance(types.strip(items.type), types.Listing):
                    self.require_fit(items, types.strip(items.type), "A loop", scope)
                else:
                    message = f"A loop needs a list, but this is {types.named(items.type)}."
                    wanted = types.Listing(types.UNKNOWN, 0)
                    self.diagnostics.report(WrongType(items, wanted, scope, message, loop.items, "not-a-list"))
                inner = types.UNKNOWN
            scope, variable = self.bind(scope, loop.name, types.strip(inner), "loop name", loop, loop.span)
            scope = scope.knowing(numbered_items(variable, items)).forgetting(changed)
            scope = scope.knowing(known_places(variable, items))
            condition = None
            if loop.condition is not None:
                condition = self.condition(loop.condition, scope)
                scope = scope.knowing(proved(condition))
            most *= items.type.most if isinstance(items.type, types.Listing) else 1
            checked.append(terms.Loop(variable.name, items, condition))
        return tuple(checked), scope, most

    def comprehension(
        self, body: nodes.Node, tail: nodes.Tail, scope: Scope, expected: types.Type | None, beyond: bool = False
    ) -> terms.Comprehension:
        """`body for … while … until …`; `beyond`: the body is also computed for the first item that fails `while`."""
        with self.nested(tail, len(tail.loops)) as fits:
            if not fits:
                return terms.Comprehension(types.Listing(types.UNKNOWN, 0), body, self.unknown(body), (), None, None)
            loops, inner, most = self.loops(tail.loops, scope)
            stop = self.condition(tail.stop, inner) if tail.stop is not None else None
            until = self.condition(tail.until, inner) if tail.until is not None else None
            value_scope = inner.knowing(proved(stop)) if stop is not None and not beyond else inner
            value = self.check(body, value_scope, expected)
            return terms.Comprehension(types.Listing(value.type, most), body, value, loops, stop, until)

    @contextmanager
    def nested(self, node: nodes.Node, loops: int) -> Iterator[bool]:
        """Count this many loops while their inside is checked; return whether they can be nested that deep."""
        self.looping += loops
        fits = self.looping <= DEEPEST_LOOPS
        if not fits:
            self.error("too-deep", node.span, f"Loops are nested deeper than {DEEPEST_LOOPS}.", TOO_DEEP_HELP)
        yield fits
        self.looping -= loops


def _of_name(name: str, span: Span) -> Span:
    """The name itself within the text that binds it, such as `let n = 1`."""
    found = re.search(rf"\b{re.escape(name)}\b", span.text)
    return span if found is None else Span(span.source, span.start + found.start(), span.start + found.end())
