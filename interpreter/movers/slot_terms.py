"""Terms about a placement, read before any letter is known.

A slot is known by its sites: which are free, which letters stand there, where words come about. That decides about
every term that does not ask for letters or tiles. Whatever is laid there makes words, without a gap and in one line, so
terms that ask for that are known to be true and fall away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from interpreter.expr import nodes, terms
from interpreter.expr.matching import WORD
from interpreter.expr.types import FLAG, NOTHING, Listing, Nothing, can_be_none

Kind = str | frozenset[str]
"""What a value is: SETTLED by the slot, LETTERED, the whole crossword, what is PLACED, FREE sites, or words: then where
they come from."""
SETTLED, LETTERED, WHOLE, PLACED, FREE = "settled", "lettered", "whole", "placed", "free"
FORMED = frozenset({"main", "adjoining"})
OLDER = frozenset({"crossed"})
FACTS = ("in_line", "gap", "main", "adjoining")
"""What holds for every word that is laid in a slot."""
SAME_ITEMS = ("list", "reversed", "take", "first", "last")


@dataclass(frozen=True, slots=True)
class Seen:
    """A term as far as the slot decides about it."""

    term: terms.Term
    kind: Kind

    @property
    def settled(self) -> bool:
        """Whether the slot decides the value."""
        return self.kind in (SETTLED, FREE)


@dataclass(slots=True)
class SlotTerms:
    """Reads terms of one action. `placed` is the variable of its placement, of whose records the site stands at `site`;
    `whole` stands for the crossword. Of a slot that is `alone` nothing stands in it or beside it. `used` collects the
    facts that terms asked for."""

    placed: str
    site: int
    whole: terms.Variable
    alone: bool = False
    known: dict[str, Kind] = field(default_factory=dict)
    values: dict[str, terms.Term] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    _texts: dict[int, tuple[terms.Term, Seen]] = field(default_factory=dict)

    def let(self, name: str, term: terms.Term) -> Seen:
        """A value with a name that later terms may read; what became a constant stands there itself."""
        found = self.seen(term)
        self.known[name] = found.kind
        if _constant(found.term) is not None or _is_empty(found.term):
            self.values[name] = found.term
        return found

    def seen(self, term: terms.Term) -> Seen:
        """A term as far as the slot decides about it."""
        match term:
            case terms.Variable():
                return self._variable(term)
            case terms.Let():
                return self._let(term)
            case terms.FieldOf():
                return self._fieldof(term)
            case terms.FunctionCall():
                return self._functioncall(term)
            case terms.Comprehension():
                return self._comprehension(term)
            case terms.Listed():
                return self._listed(term)
            case terms.Joined():
                return self._joined(term)
            case terms.ItemOf():
                return self._itemof(term)
            case terms.ColumnItem():
                return self._columnitem(term)
            case terms.Choice():
                return self._choice(term)
            case terms.Not():
                return self._not(term)
            case terms.Both():
                return self._both(term)
            case terms.Either():
                return self._either(term)
            case terms.Compare():
                return self._compare(term)
        return self._other(term)

    def _other(self, term: terms.Term) -> Seen:
        settled = True

        def inner(part: terms.Term) -> terms.Term:
            nonlocal settled
            found = self.seen(part)
            settled = settled and found.settled
            return found.term

        made = rebuilt(term, inner)
        return Seen(made, SETTLED if settled else LETTERED)

    def _variable(self, term: terms.Variable) -> Seen:
        if term.name == self.placed:
            return Seen(term, PLACED)
        return Seen(self.values.get(term.name, term), self.known.get(term.name, SETTLED))

    def _let(self, term: terms.Let) -> Seen:
        value = self.let(term.name, term.value)
        body = self.seen(term.body)
        if term.name in self.values:
            return body
        return Seen(replace(term, value=value.term, body=body.term), body.kind)

    # Parts of the crossword

    def _fieldof(self, term: terms.FieldOf) -> Seen:
        target = self.seen(term.target)
        made = replace(term, target=target.term)
        if target.kind == WHOLE:
            return self._of_whole(made)
        if isinstance(target.kind, frozenset):
            if term.name == "text":
                self._texts[id(made)] = made, target
            return Seen(made, self._of_word(term.name, target.kind))
        if target.kind == PLACED:
            return Seen(made, FREE if term.position == self.site else LETTERED)
        return Seen(made, SETTLED if target.settled else LETTERED)

    def _of_whole(self, term: terms.FieldOf) -> Seen:
        if term.name in ("in_line", "gap"):
            self.used.add(term.name)
            return Seen(_flag(term.node, term.name == "in_line"), SETTLED)
        if self.alone and term.name != "main":
            return Seen(terms.Listed(term.type, term.node, ()), SETTLED)
        return Seen(term, frozenset({term.name}))

    def _of_word(self, name: str, sources: frozenset[str]) -> Kind:
        if name == "text":
            return SETTLED if sources <= OLDER else LETTERED
        return FREE if name == "sites" and self.alone else SETTLED

    def _functioncall(self, term: terms.FunctionCall) -> Seen:
        name = term.function.name
        if name == "crossword":
            placed = term.arguments[1]
            whole = isinstance(placed, terms.Variable) and placed.name == self.placed
            if whole:
                return Seen(self.whole, WHOLE)
        arguments = [self.seen(argument) for argument in term.arguments]
        made = replace(term, arguments=tuple(each.term for each in arguments))
        if not arguments:
            return Seen(made, SETTLED)
        first, rest = arguments[0], arguments[1:]
        match name:
            case "is_word" if self._is_formed(first.term):
                return Seen(_flag(term.node, True), SETTLED)
            case "len" | "count":
                return self._length(made, first)
            case "any" | "all":
                return self._quantified(made, first)
            case "empty" if self.alone and first.kind == FREE:
                return Seen(_flag(term.node, True), SETTLED)
        if name in SAME_ITEMS and (first.kind == PLACED or isinstance(first.kind, frozenset)):
            return Seen(made, first.kind if all(each.settled for each in rest) else LETTERED)
        return Seen(made, SETTLED if all(each.settled for each in arguments) else LETTERED)

    def _is_formed(self, text: terms.Term) -> bool:
        """Whether this is the text of a word that is formed; then it is in the word list."""
        _, word = self._texts.get(id(text), (None, None))
        if word is None or not isinstance(word.kind, frozenset) or not word.kind <= FORMED:
            return False
        self.used |= word.kind
        return True

    def _length(self, term: terms.FunctionCall, first: Seen) -> Seen:
        if _is_empty(first.term):
            return Seen(terms.Constant(term.type, term.node, 0), SETTLED)
        _, word = self._texts.get(id(first.term), (None, None))
        if word is not None:
            # A word has as many letters as sites.
            kind, position = dict(WORD.fields)["sites"], WORD.position("sites")
            sites = terms.FieldOf(kind, first.term.node, word.term, "sites", position)
            return Seen(replace(term, arguments=(sites,)), SETTLED)
        return Seen(term, LETTERED if first.kind == LETTERED else SETTLED)

    def _quantified(self, term: terms.FunctionCall, first: Seen) -> Seen:
        """`any` of what never holds is false, `all` of what always holds is true."""
        trivial = term.function.name == "all"
        body = first.term.body if isinstance(first.term, terms.Comprehension) else None
        if _is_empty(first.term) or (body is not None and _constant(body) is not None and _truth(body) == trivial):
            return Seen(_flag(term.node, trivial), SETTLED)
        return Seen(term, SETTLED if first.settled else LETTERED)

    # Lists

    def _comprehension(self, term: terms.Comprehension) -> Seen:
        loops, settled = [], True
        for loop in term.loops:
            items = self.seen(loop.items)
            self.known[loop.name] = items.kind
            condition = self.seen(loop.condition) if loop.condition is not None else None
            never = condition is not None and _constant(condition.term) is not None and not _truth(condition.term)
            if _is_empty(items.term) or never:
                return Seen(terms.Listed(term.type, term.node, ()), SETTLED)
            always = condition is None or (_constant(condition.term) is not None and _truth(condition.term))
            settled = settled and items.kind != LETTERED and (condition is None or condition.settled)
            loops.append(terms.Loop(loop.name, items.term, None if always or condition is None else condition.term))
        ends = [self.seen(each) if each is not None else None for each in (term.stop, term.until)]
        body = self.seen(term.body)
        settled = settled and all(each is None or each.settled for each in ends)
        stop, until = (each.term if each is not None else None for each in ends)
        made = replace(term, body=body.term, loops=tuple(loops), stop=stop, until=until)
        return Seen(made, body.kind if settled else LETTERED)

    def _listed(self, term: terms.Listed) -> Seen:
        items = [self.seen(item) for item in term.items]
        return Seen(replace(term, items=tuple(each.term for each in items)), _together(items))

    def _joined(self, term: terms.Joined) -> Seen:
        left, right = self.seen(term.left), self.seen(term.right)
        if _is_empty(left.term) and isinstance(term.type, Listing):
            return right
        if _is_empty(right.term) and isinstance(term.type, Listing):
            return left
        return Seen(replace(term, left=left.term, right=right.term), _together([left, right]))

    def _itemof(self, term: terms.ItemOf) -> Seen:
        target, index = self.seen(term.target), self.seen(term.index)
        made = replace(term, target=target.term, index=index.term)
        return Seen(made, target.kind if index.settled else LETTERED)

    def _columnitem(self, term: terms.ColumnItem) -> Seen:
        target = self.seen(term.target)
        bare = self.alone and target.kind == FREE and term.column.startswith("at.")
        if bare or isinstance(target.term.type, Nothing):
            return Seen(terms.Constant(NOTHING, term.node, None), SETTLED)
        return Seen(replace(term, target=target.term), SETTLED if target.settled else LETTERED)

    # Conditions

    def _choice(self, term: terms.Choice) -> Seen:
        test, value, other = self.seen(term.test), self.seen(term.value), self.seen(term.other)
        if _constant(test.term) is not None:
            return value if _truth(test.term) else other
        made = replace(term, test=test.term, value=value.term, other=other.term)
        return Seen(made, _together([value, other]) if test.settled else LETTERED)

    def _not(self, term: terms.Not) -> Seen:
        value = self.seen(term.value)
        if _constant(value.term) is not None:
            return Seen(_flag(term.node, not _truth(value.term)), SETTLED)
        return Seen(replace(term, value=value.term), SETTLED if value.settled else LETTERED)

    def _both(self, term: terms.Both) -> Seen:
        return self._combined(term, decisive=False)

    def _either(self, term: terms.Either) -> Seen:
        return self._combined(term, decisive=True)

    def _combined(self, term: terms.Both | terms.Either, decisive: bool) -> Seen:
        """Two conditions; one that is known decides, or leaves it to the other."""
        left, right = self.seen(term.left), self.seen(term.right)
        for one, other in ((left, right), (right, left)):
            if _constant(one.term) is not None:
                return Seen(_flag(term.node, decisive), SETTLED) if _truth(one.term) == decisive else other
        made = replace(term, left=left.term, right=right.term)
        return Seen(made, SETTLED if left.settled and right.settled else LETTERED)

    def _compare(self, term: terms.Compare) -> Seen:
        left, right = self.seen(term.left), self.seen(term.right)
        made = replace(term, left=left.term, right=right.term)
        known = _compared(made)
        if known is not None:
            return Seen(_flag(term.node, known), SETTLED)
        return Seen(made, SETTLED if left.settled and right.settled else LETTERED)


def _together(items: Iterable[Seen]) -> Kind:
    """What a list of several values is."""
    kinds = [each.kind for each in items]
    if all(isinstance(kind, frozenset) for kind in kinds) and kinds:
        return frozenset[str]().union(*(kind for kind in kinds if isinstance(kind, frozenset)))
    if len(set(kinds)) == 1:
        return kinds[0] if kinds[0] != WHOLE else LETTERED
    return SETTLED if all(kind in (SETTLED, FREE) for kind in kinds) else LETTERED


def _compared(term: terms.Compare) -> bool | None:
    """The outcome of a comparison of constants, or of something that is there with none."""
    left, right = term.left, term.right
    if isinstance(left, terms.Constant) and isinstance(right, terms.Constant):
        if term.operator in ("==", "!="):
            return bool((left.value == right.value) == (term.operator == "=="))
        if left.value is not None and right.value is not None:
            return bool(_ORDERS[term.operator](left.value, right.value))
    for one, other in ((left, right), (right, left)):
        if isinstance(one.type, Nothing) and not can_be_none(other.type) and term.operator in ("==", "!="):
            return term.operator == "!="
    return None


_ORDERS: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}


def _flag(node: nodes.Node, value: bool) -> terms.Constant:
    return terms.Constant(FLAG, node, value)


def _constant(term: terms.Term) -> terms.Constant | None:
    """The term, if its value is known and is no list."""
    known = isinstance(term, terms.Constant) and not isinstance(term.type, Listing)
    return term if known and isinstance(term, terms.Constant) else None


def _truth(term: terms.Term) -> bool:
    """Whether a constant holds as a condition; none of any type does not."""
    return isinstance(term, terms.Constant) and bool(term.value) and not isinstance(term.type, Nothing)


def _is_empty(term: terms.Term) -> bool:
    return isinstance(term, terms.Listed) and not term.items


# Terms


def rebuilt(term: terms.Term, inner: Callable[[terms.Term], terms.Term]) -> terms.Term:
    """The term with each term directly inside it replaced."""

    def value_of(value: Any) -> Any:
        if isinstance(value, terms.Term):
            return inner(value)
        if isinstance(value, terms.Loop):
            condition = inner(value.condition) if value.condition is not None else None
            return terms.Loop(value.name, inner(value.items), condition)
        if isinstance(value, tuple) and any(isinstance(part, terms.Term | terms.Loop) for part in value):
            return tuple(value_of(part) for part in value)
        return value

    changed = {}
    for name in term.__dataclass_fields__:
        value = getattr(term, name)
        new = value_of(value)
        if new is not value:
            changed[name] = new
    return replace(term, **changed) if changed else term


def outer_names(term: terms.Term) -> set[str]:
    """The names that a term reads and does not bind itself."""
    read, bound = set(), set()
    for part in terms.walk(term):
        if isinstance(part, terms.Variable):
            read.add(part.name)
        elif isinstance(part, terms.Let):
            bound.add(part.name)
        elif isinstance(part, terms.Comprehension):
            bound |= {loop.name for loop in part.loops}
    return read - bound


def is_costly(term: terms.Term) -> bool:
    """Whether working a term out again and again is worth avoiding."""
    return any(isinstance(part, terms.Comprehension | terms.FunctionCall) for part in terms.walk(term))

