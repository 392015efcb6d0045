"""The mover `crosswords`: every word that tiles can form on a board together with the letters already there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from interpreter.code.columns import conjuncts, each_once, selected_sites
from interpreter.code.lowering import Lowering
from interpreter.crossword.moves import Crosswords
from interpreter.crossword.slots import lines_of
from interpreter.language import nodes, terms
from interpreter.language.calls import WORD
from interpreter.language.terms import substitute
from interpreter.language.types import FLAG, NOTHING, Letter, Listing, Nothing, Piece, Site, can_be_none, strip
from interpreter.library.functions.words import LetterSource
from interpreter.program.legality import place_checks
from interpreter.registry import mover
from interpreter.rules.plan import ActionPlan, ChoicePlan, FieldPlan, Ranked
from interpreter.state.layout import Layout
from interpreter.words import Lexicon

Kind = str | frozenset[str]
"""What a value is: SETTLED by the slot, LETTERED, the whole crossword, what is PLACED, FREE sites, or words: then where
they come from."""
SETTLED, LETTERED, WHOLE, PLACED, FREE = "settled", "lettered", "whole", "placed", "free"
FORMED = frozenset({"main", "adjoining"})
OLDER = frozenset({"crossed"})
FACTS = ("in_line", "gap", "main", "adjoining")
"""What holds for every word that is laid in a slot."""
SAME_ITEMS = ("list", "reversed", "take", "first", "last")
_ORDERS: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}
CHOICE = (
    "crosswords needs a single choice: many records of a site of a board, a tile, and a letter from the alphabet with "
    "ask_if and otherwise; none of them may depend on what else is chosen."
)
CHECKS = (
    "crosswords lists only words that are in one line without a gap and form known words, so the action must check: "
    "{missing}."
)
WHOLE_NAME = "_crossword"
ASKED = {
    "in_line": "word.in_line",
    "gap": "not word.gap",
    "main": "is_word(word.main.text)",
    "adjoining": "all(is_word(w.text) for w in word.adjoining)",
}
"""How an action checks what every listed word fulfils; `word` is crossword(board, placed)."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A term, as far as the slot determines it."""

    term: terms.Term
    kind: Kind

    @property
    def settled(self) -> bool:
        """Whether the slot determines the value."""
        return self.kind in (SETTLED, FREE)


@dataclass(slots=True)
class SlotTerms:
    """Reads terms of one action. `placed` is the variable of its placement, whose records have their site at `site`;
    `whole` stands for the crossword. If a slot is `alone`, it has no letters in it or beside it. `used` collects the
    facts that terms needed."""

    placed: str
    site: int
    whole: terms.Variable
    alone: bool = False
    known: dict[str, Kind] = field(default_factory=dict)
    values: dict[str, terms.Term] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    _texts: dict[int, tuple[terms.Term, Seen]] = field(default_factory=dict)

    def let(self, name: str, term: terms.Term) -> Seen:
        """A value with a name that later terms may read; one that turned out constant is written out."""
        found = self.seen(term)
        self.known[name] = found.kind
        if _constant(found.term) is not None or _is_empty(found.term):
            self.values[name] = found.term
        return found

    def seen(self, term: terms.Term) -> Seen:
        """A term, as far as the slot determines it."""
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
        """Whether this is the text of a word that is formed, which means that it is in the word list."""
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
        """`any` of a condition that never holds is false, `all` of one that always holds is true."""
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
        bare = self.alone and target.kind == FREE and term.column.role == "at"
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
        """Two conditions joined; if one is known, it decides, or leaves the decision to the other."""
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
    """What is known about a list of several values."""
    kinds = [each.kind for each in items]
    if all(isinstance(kind, frozenset) for kind in kinds) and kinds:
        return frozenset[str]().union(*(kind for kind in kinds if isinstance(kind, frozenset)))
    if len(set(kinds)) == 1:
        return kinds[0] if kinds[0] != WHOLE else LETTERED
    return SETTLED if all(kind in (SETTLED, FREE) for kind in kinds) else LETTERED


def _compared(term: terms.Compare) -> bool | None:
    """The result of comparing constants, or of comparing with none something that is never none."""
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


def _flag(node: nodes.Node, value: bool) -> terms.Constant:
    return terms.Constant(FLAG, node, value)


def _constant(term: terms.Term) -> terms.Constant | None:
    """The term, if its value is known and is not a list."""
    known = isinstance(term, terms.Constant) and not isinstance(term.type, Listing)
    return term if known and isinstance(term, terms.Constant) else None


def _truth(term: terms.Term) -> bool:
    """Whether a constant holds as a condition; none of any type does not."""
    return isinstance(term, terms.Constant) and bool(term.value) and not isinstance(term.type, Nothing)


def _is_empty(term: terms.Term) -> bool:
    return isinstance(term, terms.Listed) and not term.items


# Terms


def rebuilt(term: terms.Term, inner: Callable[[terms.Term], terms.Term]) -> terms.Term:
    """The term, with each term directly inside it replaced."""

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
    """The names that a term reads but does not bind itself."""
    read, bound = set[str](), set[str]()
    for part in terms.walk(term):
        bound.update(terms.bound_by(part))
        if isinstance(part, terms.Variable):
            read.add(part.name)
    return read - bound


def is_costly(term: terms.Term) -> bool:
    """Whether it is worth avoiding to compute a term again and again."""
    return any(isinstance(part, terms.Comprehension | terms.FunctionCall) for part in terms.walk(term))


class JudgeCode:
    """Writes a function of a placement and a crossword, named by `names`, inside the function that is being written.
    `lets` are values that its terms may read, in order."""

    def __init__(self, lowering: Lowering, names: tuple[str, str], lets: Sequence[tuple[str, terms.Term]]) -> None:
        self.lowering = lowering
        self.code = lowering.code
        self.names = names
        self.lets = lets
        self.fixed: dict[str, terms.Term] = {}

    def write(self, checks: Sequence[terms.Term], values: Sequence[terms.Term]) -> str:
        """Write it and return its name. The function returns None if a check fails, otherwise the values."""
        needed = self._needed([*checks, *values])
        lets: list[tuple[str, terms.Term]] = []
        for name, value in self.lets:
            if name in needed:
                kept = self._kept(value)
                if all(each.endswith("()") for each in outer_names(kept)):
                    self.fixed[name] = kept
                else:
                    lets.append((name, kept))
        checks, values = [self._kept(term) for term in checks], [self._kept(term) for term in values]
        judge = self.code.fresh("judge")
        with self.code.block(f"def {judge}({', '.join(self.names)}):"):
            written: set[str] = set()
            for check in checks:
                self._lets(lets, check, written)
                with self.code.at(check.node.span):
                    self.lowering.leave_unless(check, "return None")
            parts = []
            for value in values:
                self._lets(lets, value, written)
                parts.append(f"{self.lowering.value(value)}, ")
            self.code.line(f"return ({''.join(parts)})")
        return judge

    def _needed(self, terms_read: Sequence[terms.Term]) -> set[str]:
        """The lets that some terms read, through other lets too."""
        known = dict(self.lets)
        needed: set[str] = set()
        queue = [name for term in terms_read for name in outer_names(term) if name in known]
        while queue:
            name = queue.pop()
            if name not in needed:
                needed.add(name)
                queue += [other for other in outer_names(known[name]) if other in known]
        return needed

    def _lets(self, lets: Sequence[tuple[str, terms.Term]], term: terms.Term, written: set[str]) -> None:
        """Write the lets that a term reads and that have not been written yet."""
        known = dict(lets)
        for name in known:
            if name in self._reached(known, term) and name not in written:
                written.add(name)
                self.code.line(f"{name} = {self.lowering.value(known[name])}")

    def _reached(self, known: dict[str, terms.Term], term: terms.Term) -> set[str]:
        found: set[str] = set()
        queue = [term]
        while queue:
            for name in outer_names(queue.pop()) & known.keys() - found:
                found.add(name)
                queue.append(known[name])
        return found

    # What does not depend on the slot

    def _kept(self, term: terms.Term) -> terms.Term:
        """The term, with its costly parts that do not depend on the slot replaced by calls that cache their value."""
        return self._hoisted(substitute(term, self.fixed))

    def _hoisted(self, term: terms.Term) -> terms.Term:
        if not is_costly(term):
            return term
        if outer_names(term) or isinstance(term, terms.Comprehension | terms.Route):
            return rebuilt(term, self._hoisted)
        name = self.code.fresh("kept")
        with self.code.block(f"def {name}(found=[]):"):
            with self.code.block("if not found:"):
                self.code.line(f"found.append({self.lowering.value(term)})")
            self.code.line("return found[0]")
        return terms.Variable(term.type, term.node, f"{name}()")


@dataclass(frozen=True, slots=True)
class CrosswordMoves:
    """Lists the placements of words. `lets` and `checks` are those of the action, as far as a slot determines them;
    `alone` must hold if a word touches no letter, None: that is never allowed."""

    plan: ActionPlan
    parts: tuple[FieldPlan, FieldPlan, FieldPlan]
    board: str
    source: LetterSource
    slot: SlotTerms
    lets: tuple[tuple[str, Seen], ...]
    checks: tuple[tuple[str, terms.Term], ...]
    alone: tuple[terms.Term, ...] | None
    answered: frozenset[str]

    @property
    def choice(self) -> str:
        """The choice whose values are listed."""
        return self.plan.choices[0].name

    def written(self, lowering: Lowering, layout: Layout) -> tuple[str, str]:
        """Python for all placements, slot by slot."""
        checks = [term for name, term in self.checks if name in self.answered]
        position = self._position(lowering, layout, checks, ())
        listed = f"{self._kernel(lowering)}.listed({position})"
        return listed, listed

    def by_rank(
        self,
        lowering: Lowering,
        layout: Layout,
        only: terms.Term | None,
        ranks: Sequence[tuple[terms.Term, int]],
    ) -> Ranked:
        """Python for the placements in groups formed by the first ranks, best first: the ranks that slots determine
        before any letter is looked for, up to the first that needs letters."""
        checks = [term for _, term in self.checks]
        chosen = self.slot.seen(only) if only is not None else None
        if chosen is not None and chosen.settled:
            checks.append(chosen.term)
        values, signs = [], []
        for term, sign in ranks:
            found = self.slot.seen(term)
            if not found.settled:
                break
            values.append(found.term)
            signs.append(sign)
        position = self._position(lowering, layout, checks, values)
        sign_list = "".join(f"{sign}, " for sign in signs)
        groups = f"{self._kernel(lowering)}.by_key({position}, ({sign_list}))"
        legal = len(self.checks) == len(self.plan.checks) and not (self.plan.requires or self.plan.goals)
        return Ranked(groups, len(signs), chosen is None or chosen.settled, legal)

    def _kernel(self, lowering: Lowering) -> str:
        schema, choice = lowering.schema, self.plan.choices[0]
        lexicon: Lexicon = schema.lexicon
        kernel = Crosswords(
            lexicon,
            lines_of(schema.topology, schema.boards[self.board].instances[0]),
            (None, *schema.letters),
            lowering.calls.vocabulary,
            (choice.low, choice.high),
            _order(choice, self.parts),
        )
        return lowering.constants.name(kernel, "crosswords")

    def _position(
        self, lowering: Lowering, layout: Layout, checks: Sequence[terms.Term], values: Sequence[terms.Term]
    ) -> str:
        """Python for the arguments of the kernel: letters, free sites, tiles, the judge, and whether words may stand
        alone."""
        site, tile, letter = self.parts
        free, tiles = self._free(lowering, site), self._tiles(lowering, tile, letter)
        alone = "False"
        if self.alone is not None:
            alone = " and ".join(f"bool({lowering.condition(term)})" for term in self.alone) or "True"
        lets = [(name, seen.term) for name, seen in self.lets if seen.kind != LETTERED]
        judge = JudgeCode(lowering, (self.plan.choices[0].variable.name, WHOLE_NAME), lets).write(checks, values)
        return ", ".join([self._letters(lowering, layout), free, tiles, judge, alone])

    def _letters(self, lowering: Lowering, layout: Layout) -> str:
        letters = lowering.column(self.source.column)
        if self.source.at is None:
            return letters
        at = lowering.column(self.source.at)
        if layout.fields[self.source.at].store == "bytes":
            return f"{at}.translate({letters}.ljust(256, b'\\0'))"
        return f"bytes([{letters}[_p] for _p in {at}])"

    def _free(self, lowering: Lowering, site: FieldPlan) -> str:
        """Python for the sites that may take a tile."""
        code, name = lowering.code, site.variable.name
        selected, left = selected_sites(lowering, name, site.domain, conjuncts(site.where))
        if not left:
            return selected
        free = code.fresh("free")
        code.line(f"{free} = []")
        with code.block(f"for {name} in {selected}:"):
            for condition in left:
                lowering.leave_unless(condition, "continue")
            code.line(f"{free}.append({name})")
        return free

    def _tiles(self, lowering: Lowering, tile: FieldPlan, letter: FieldPlan) -> str:
        """Python for the tiles with their letters; a tile whose letter must be chosen has the empty text."""
        code, name = lowering.code, tile.variable.name
        tiles = code.fresh("tiles")
        code.line(f"{tiles} = []")
        assert letter.ask_if is not None and letter.otherwise is not None
        with code.block(f"for {name} in {each_once(lowering, tile.domain)}:"):
            if tile.where is not None:
                lowering.leave_unless(tile.where, "continue")
            with code.block(f"if {lowering.condition(letter.ask_if)}:"):
                code.line(f"{tiles}.append(({name}, ''))")
            with code.block("else:"):
                code.line(f"{tiles}.append(({name}, {lowering.value(letter.otherwise)}))")
        return tiles


@mover("crosswords")
def crosswords(plan: ActionPlan, given: tuple[str, ...]) -> CrosswordMoves | str:
    """Every word that tiles can form on a board together with the letters already there.

    It goes with one choice of `many` records, each of a site of a board, a tile, and a letter `from: alphabet` with
    `ask_if` and `otherwise`. The action reads the words as `word: crossword(grid, placed)` and must check
    `word.in_line`, `not word.gap`, `is_word(word.main.text)` and `is_word` of the texts of `word.adjoining`.

    Each word is listed once for each place, with its sites in reading order, the first tiles that have its letters, and
    wildcards only where a letter is missing. A player may lay it with other tiles and in another order.

    The mover guarantees the chosen values and those four checks. Other checks that depend only on where tiles go
    (sites, axes, how long words are, what was there before) are decided once for each place, before any letter is
    looked for. Checks that depend on tiles, letters or texts are decided for each word.

    A ranked bot computes only the best words: places are sorted by the first ranks that depend only on where tiles go.
    """
    parts = _parts(plan, given)
    if parts is None:
        return CHOICE
    board, choice = parts[0].domain, plan.choices[0]
    assert isinstance(board, terms.BoardTerm)
    call = _crossword(plan, choice, board.board)
    if call is None:
        return CHECKS.format(missing=", ".join(ASKED.values()))
    source: LetterSource = call.extra[0]
    whole = terms.Variable(call.type, call.node, WHOLE_NAME)
    slot = SlotTerms(choice.variable.name, source.site, whole)
    lets = tuple((variable.name, slot.let(variable.name, value)) for variable, value in plan.lets)
    seen = [(check.name, slot.seen(check.term)) for check in plan.checks]
    missing = [ASKED[fact] for fact in FACTS if fact not in slot.used]
    if missing:
        return CHECKS.format(missing=", ".join(missing))
    later = {placed.check.name for placed in place_checks(plan) if placed.check is not None and placed.depth > 0}
    checks = tuple((name, each.term) for name, each in seen if each.settled)
    answered = frozenset(name for name, _ in checks if name in later)
    alone = _alone(plan, source.site, whole)
    return CrosswordMoves(plan, parts, board.board, source, slot, lets, checks, alone, answered)


def _parts(plan: ActionPlan, given: tuple[str, ...]) -> tuple[FieldPlan, FieldPlan, FieldPlan] | None:
    """The index of site, tile and letter in the chosen records; None if the choice does not consist of just these."""
    choice = plan.choices[0]
    if len(plan.choices) != 1 or given != (choice.name,) or choice.form != "many" or len(choice.fields) != 3:
        return None
    found: list[FieldPlan] = []
    for kind in (Site, Piece, Letter):
        fitting = [part for part in choice.fields if isinstance(strip(part.variable.type), kind)]
        if len(fitting) != 1:
            return None
        found.append(fitting[0])
    site, tile, letter = found
    if not isinstance(site.domain, terms.BoardTerm) or site.domain.index is not None or letter.where is not None:
        return None
    if not isinstance(letter.domain, terms.Constant) or letter.ask_if is None or letter.otherwise is None:
        return None
    own = [(site, site.where), (tile, tile.domain), (tile, tile.where), (tile, letter.ask_if), (tile, letter.otherwise)]
    for part, term in own:
        if term is not None and outer_names(term) - {part.variable.name}:
            return None
    return (site, tile, letter) if _is_alphabet(letter, plan) else None


def _is_alphabet(letter: FieldPlan, plan: ActionPlan) -> bool:
    """Whether a letter is chosen from all letters."""
    assert isinstance(letter.domain, terms.Constant) and plan.scope is not None
    return set(plan.scope.schema.alphabet) <= set(letter.domain.value)


def _crossword(plan: ActionPlan, choice: ChoicePlan, board: str) -> terms.FunctionCall | None:
    """The call that reads the words of the placement."""
    for term in _all_terms(plan):
        for part in terms.walk(term):
            if isinstance(part, terms.FunctionCall) and part.function.name == "crossword":
                on, placed = part.arguments
                same = isinstance(on, terms.BoardTerm) and on.board == board and on.index is None
                if same and isinstance(placed, terms.Variable) and placed.name == choice.variable.name:
                    return part
    return None


def _all_terms(plan: ActionPlan) -> Iterable[terms.Term]:
    return (*(value for _, value in plan.lets), *(check.term for check in plan.checks))


def _alone(plan: ActionPlan, site: int, whole: terms.Variable) -> tuple[terms.Term, ...] | None:
    """The condition, whatever the slot, for a word that touches no letter; None if no such word is allowed."""
    slot = SlotTerms(plan.choices[0].variable.name, site, whole, alone=True)
    values: dict[str, terms.Term] = {}
    for variable, value in plan.lets:
        values[variable.name] = substitute(value, values)
    found = []
    for check in plan.checks:
        term = slot.seen(substitute(check.term, values)).term
        if isinstance(term, terms.Constant):
            if not term.value:
                return None
        elif not outer_names(term):
            found.append(term)
    return tuple(found)


def _order(choice: ChoicePlan, parts: tuple[FieldPlan, ...]) -> tuple[int, int, int]:
    """The index of site, tile and letter in a record."""
    site, tile, letter = (choice.fields.index(part) for part in parts)
    return site, tile, letter
