"""The step deal_words, which deals letters so that words can clear the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from interpreter.code.lowering import Lowering
from interpreter.faults import Fault
from interpreter.language import terms, types
from interpreter.language.scope import Local, Property, Schema, Scope
from interpreter.library.steps.chance import stream_fields
from interpreter.library.steps.pieces import (
    emit_arrive_site,
    emit_faces,
    emit_leave,
    faces,
    refuse_faces,
    refuse_piles,
    whereabouts,
    zone_reference,
)
from interpreter.library.steps.step import Step, StepChecker
from interpreter.position import SEED
from interpreter.registry import step
from interpreter.spec import step_model as arguments
from interpreter.spec.suggest import suggestion
from interpreter.state.layout import Layout
from interpreter.streams import SEEDS, Cursor, draw, number_below
from interpreter.words import EVERY_WORD, WIDER, Lexicon
from interpreter.words.index import WILD, bits
from interpreter.words.lexicon import VOCABULARIES

PATIENCE = 40
"""So many times a deal is tried with each vocabulary."""
LIKELY = {2: 1, 3: 4, 4: 8, 5: 8, 6: 6, 7: 4, 8: 2, 9: 1}
"""How often words of a length are dealt; others only where nothing else is left."""

Group = list[int]
"""Pieces that go together, by their numbers."""

SHORTEST = 2


class Table(NamedTuple):
    """The board of a deal: `pieces` lie on it. `free(left)` returns the pieces that may be taken now, out of those
    left; `lift` takes one away, `restore` puts all back."""

    pieces: Sequence[int]
    free: Callable[[Group], Group]
    lift: Callable[[int], None]
    restore: Callable[[], None]


class Deal(NamedTuple):
    """The result of a deal: `sources` has for each piece of the zone the one whose face it gets; `words` is how the
    board can be cleared."""

    sources: list[int]
    words: tuple[tuple[str, tuple[int, ...]], ...]


def deal_words(
    lexicon: Lexicon, tier: int, shortest: int, zone: Sequence[int], letters: Sequence[str | None], table: Table,
    seed: int, stream: str, cursor: Cursor,
) -> tuple[Deal, Cursor]:  # fmt: skip
    """Deal the pieces of a zone, the first of which lie on the table, and record a way to clear it."""
    number, cursor = draw(seed, stream, cursor, SEEDS)
    dealer = _Dealer(lexicon, shortest, letters, _Luck(number))
    wild = dealer.wildcards(len(table.pieces))
    for vocabulary in sorted({tier, max(tier, WIDER), EVERY_WORD}):
        for _ in range(PATIENCE):
            groups = dealer.groups(table)
            table.restore()
            words = dealer.words([len(group) for group in groups], vocabulary) if groups is not None else None
            if groups is not None and words is not None:
                return dealer.dealt(zone, table, groups, words, wild), cursor
    raise Fault("The pieces of this zone cannot be dealt so that words clear the board.")


class _Luck:
    """The random numbers of one deal."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.cursor = 0

    def below(self, limit: int) -> int:
        number, self.cursor = number_below(self.seed, "deal", self.cursor, limit)
        return number

    def weighted(self, weights: dict[int, int]) -> int:
        number = self.below(sum(weights.values()))
        for key, weight in weights.items():
            if number < weight:
                return key
            number -= weight
        raise AssertionError("weights sum to their total")

    def sample(self, items: Sequence[Any], count: int) -> list[Any]:
        left = list(items)
        for place in range(count):
            other = place + self.below(len(left) - place)
            left[place], left[other] = left[other], left[place]
        return left[:count]


class _Dealer:
    """One deal."""

    def __init__(self, lexicon: Lexicon, shortest: int, letters: Sequence[str | None], luck: _Luck) -> None:
        self.lexicon = lexicon
        self.shortest = max(1, shortest)
        self.letters = letters
        self.luck = luck

    def wildcards(self, count: int) -> int:
        """The number of wildcards among letters drawn from the whole set."""
        return sum(letter == WILD for letter in self.luck.sample(self.letters, count))

    def groups(self, table: Table) -> list[Group] | None:
        """Pieces in the order in which they can go, group by group; None if that came to a dead end."""
        left, found = list(table.pieces), []
        while left:
            free = table.free(left)
            lengths = [
                length
                for length in self.lexicon.shelves
                if self.shortest <= length <= len(free) and not 0 < len(left) - length < self.shortest
            ]
            if not lengths:
                return None
            weights = {length: LIKELY[length] for length in lengths if length in LIKELY}
            group = self.luck.sample(free, self.luck.weighted(weights or dict.fromkeys(lengths, 1)))
            for piece in group:
                table.lift(piece)
            gone = set(group)
            left = [piece for piece in left if piece not in gone]
            found.append(group)
        return found

    def words(self, lengths: list[int], tier: int) -> list[str] | None:
        """A word for each length, all of them made from the available letters; None if there is none for some
        length."""
        held = Counter(letter for letter in self.letters if letter is not None and letter != WILD)
        found: dict[int, str] = {}
        # Long words find their letters while there are many.
        for place in sorted(range(len(lengths)), key=lambda place: -lengths[place]):
            shelf = self.lexicon.shelves[lengths[place]]
            counted, _ = self.lexicon.held(held.elements())
            possible = shelf.made_of(counted, 0, self.lexicon.vocabulary(shelf, tier, flagged=False))
            if not possible:
                return None
            found[place] = shelf.word(self._one_of(possible))
            held.subtract(found[place])
        return [found[place] for place in range(len(lengths))]

    def _one_of(self, possible: int) -> int:
        """One of the words of a set, all equally likely."""
        number = self.luck.below(possible.bit_count())
        return next(index for place, index in enumerate(bits(possible)) if place == number)

    def dealt(self, zone: Sequence[int], table: Table, groups: list[Group], words: list[str], wild: int) -> Deal:
        """The letters of the words on the pieces of their groups, some of them replaced by wildcards."""
        wanted: dict[int, str] = {}
        for group, word in zip(groups, words, strict=True):
            wanted.update(zip(group, word, strict=True))
        for piece in self.luck.sample(table.pieces, wild):
            wanted[piece] = WILD
        faces: dict[str | None, list[int]] = {}
        for piece, letter in zip(zone, self.letters, strict=True):
            faces.setdefault(letter, []).append(piece)
        taken = {piece: faces[wanted[piece]].pop(0) for piece in table.pieces}
        used = set(taken.values())
        rest = iter([piece for piece in zone if piece not in used])
        sources = [taken[piece] if piece in taken else next(rest) for piece in zone]
        solution = tuple((word, tuple(group)) for word, group in zip(words, groups, strict=True))
        return Deal(sources, solution)


@dataclass(frozen=True, slots=True, eq=False)
class DealWords(Step):
    """Fills sites from a zone with the letters of words; `item` is the piece that `removable` refers to."""

    kind: str
    source: terms.Term
    to: terms.Term
    letter: Property
    item: terms.Variable
    removable: terms.Term
    shortest: terms.Term | None
    tier: int
    from_stream: str
    name: str | None

    def writes(self, schema: Schema) -> set[str]:
        return whereabouts(schema, self.kind) | faces(schema, self.kind) | stream_fields(self.from_stream)

    def stream(self) -> str | None:
        return self.from_stream

    def terms(self) -> Iterator[terms.Term]:
        yield self.source
        yield self.to
        yield self.removable
        if self.shortest is not None:
            yield self.shortest

    def emit(self, lowering: Lowering, layout: Layout) -> None:
        code, fresh = lowering.code, lowering.code.fresh
        source, index, _ = zone_reference(lowering, self.source)
        shortest = lowering.temporary(lowering.value(self.shortest)) if self.shortest is not None else str(SHORTEST)
        zone, letters, piece = fresh("l"), fresh("l"), fresh("p")
        code.line(f"{zone} = tuple({f'{source}[{index}]' if index else source})")
        code.line(f"{letters} = [{layout.read(self.letter.column, piece, False)} for {piece} in {zone}]")
        lowering.used.add(self.letter.column)
        dealt = self._placed(lowering, layout, zone)
        table = self._table(lowering, layout, dealt)
        cursor, seed, deal = lowering.column(f"stream.{self.from_stream}"), lowering.column(SEED), fresh("d")
        dealer = lowering.constants.name(deal_words, "deal_words")
        given = f"{lowering.constants.name(lowering.schema.lexicon, 'lexicon')}, {self.tier}, {shortest}"
        luck = f"{seed}, {self.from_stream!r}, {cursor}"
        code.line(f"{deal}, {cursor} = {dealer}({given}, {zone}, {letters}, {table}, {luck})")
        emit_faces(lowering, self.kind, zone, f"{deal}.sources")
        if self.name is not None:
            code.line(f"{self.name} = ({deal}.words,)")
        self.tell(lowering, layout, "dealt", zone="0", count=f"len({dealt})")

    def _placed(self, lowering: Lowering, layout: Layout, zone: str) -> str:
        """Put pieces of the zone on the free sites, starting from the first; return the list of them."""
        code, place, piece, dealt = lowering.code, *(lowering.code.fresh(hint) for hint in "spl")
        held = [lowering.column(f"at.{each}") for each in lowering.schema.kinds if lowering.schema.holders(each)]
        taken = " or ".join(f"{at}[{place}]" for at in held)
        free = f"[{place} for {place} in {lowering.value(self.to)} if not ({taken})]"
        code.line(f"{dealt} = []")
        with code.block(f"for {piece}, {place} in zip({zone}, {free}):"):
            emit_leave(lowering, self.kind, piece, layout)
            emit_arrive_site(lowering, self.kind, piece, place, layout)
            code.line(f"{dealt}.append({piece})")
        return dealt

    def _table(self, lowering: Lowering, layout: Layout, dealt: str) -> str:
        """The functions that try the order in which pieces can go."""
        code, fresh = lowering.code, lowering.code.fresh
        columns = [lowering.column(name) for name in (f"at.{self.kind}", f"{self.kind}.site")]
        kept = [lowering.temporary(f"{column}[:]", "k") for column in columns]
        free, lift, restore, left, found, piece = (fresh(hint) for hint in ("free", "lift", "restore", "l", "l", "p"))
        with code.block(f"def {free}({left}):"):
            code.line(f"{found} = []")
            with code.block(f"for {self.item.name} in {left}:"):
                lowering.leave_unless(self.removable, "continue")
                code.line(f"{found}.append({self.item.name})")
            code.line(f"return {found}")
        with code.block(f"def {lift}({piece}):"):
            emit_leave(lowering, self.kind, piece, layout)
            code.line(f"{columns[1]}[{piece}] = 0")
        with code.block(f"def {restore}():"):
            for column, copy in zip(columns, kept, strict=True):
                code.line(f"{column}[:] = {copy}")
        return f"{lowering.constants.name(Table, 'table')}({dealt}, {free}, {lift}, {restore})"


@step("deal_words")
def check_deal_words(steps: StepChecker, given: arguments.DealWords, scope: Scope) -> tuple[Step | None, Scope]:
    """Check the zone to deal from, the target, and when a piece may go."""
    source, to = steps.term(given.deal_words, scope), steps.term(given.to, scope)
    shortest = steps.term(given.shortest, scope, types.NUMBER) if given.shortest is not None else None
    if shortest is not None:
        steps.checker.require_fit(shortest, types.NUMBER, "shortest", scope)
    stream = steps.take_stream(given.stream, types.NUMBER)
    if steps.schema.lexicon is None:
        message = "deal_words needs a word list."
        steps.error("no-lexicon", given.deal_words.span, message, "Name one: lexicon: english.")
    kind = _kind(steps, given, source, to, scope)
    if kind is None or source is None or to is None:
        if given.as_ is not None:
            scope, _ = _named_result(steps, given, types.UNKNOWN, scope)
        return None, scope
    letter = _letter(steps, given, kind)
    item = terms.Variable(types.Piece(kind), source.node, steps.checker.fresh("it"))
    inner = scope.with_locals({"it": Local(item, "piece", None)}).knowing({f"={item.name}.{kind}.site"})
    removable = steps.condition(given.removable, inner)
    if removable is not None:
        refuse_faces(steps, kind, removable)
        refuse_piles(steps, kind, "deal_words", given.deal_words.span)
    name = None
    if given.as_ is not None:
        assert isinstance(to.type, types.Listing)
        scope, name = _named_result(steps, given, _result(kind, to.type.most), scope)
    if letter is None or removable is None or steps.schema.lexicon is None:
        return None, scope
    tier = VOCABULARIES[str(given.prefer or "common")]
    return DealWords(given.span, kind, source, to, letter, item, removable, shortest, tier, stream, name), scope


def _kind(
    steps: StepChecker, given: arguments.DealWords, source: terms.Term | None, to: terms.Term | None, scope: Scope
) -> str | None:
    """The kind of the pieces in the zone, if the target takes them."""
    if source is None or to is None or isinstance(source.type, types.Unknown) or isinstance(to.type, types.Unknown):
        return None
    if not isinstance(source.type, types.ZonePieces) or not isinstance(source.type.item, types.Piece):
        steps.wrong_type(given.deal_words, source, types.ANY_ZONE, "deal_words needs a zone", scope)
        return None
    kind = source.type.item.kind
    sites = isinstance(to.type, types.Listing) and isinstance(to.type.item, types.Site)
    if not sites or not steps.schema.holders(kind):
        steps.wrong_type(given.to, to, types.ANY_BOARD, f"to needs a board or sites that take {kind}", scope)
        return None
    return kind


def _letter(steps: StepChecker, given: arguments.DealWords, kind: str) -> Property | None:
    """The property with the letter: the named one, or the only one."""
    properties = steps.schema.kinds[kind].properties
    if given.property is not None and str(given.property) not in properties:
        message = f"A {kind} has no ‘{given.property}’."
        steps.error("no-such-property", given.property.span, message, suggestion(given.property, properties))
        return None
    asked = [properties[str(given.property)]] if given.property is not None else list(properties.values())
    found = [prop for prop in asked if isinstance(types.strip(prop.type), types.Letter)]
    if len(found) == 1:
        return found[0]
    scalar = given.property if given.property is not None else given.deal_words
    several = len(found) > 1
    message = f"A {kind} has several letters." if several else f"deal_words needs a property of type letter of {kind}."
    help_text = f"Add property: {found[0].name}." if several else f"Give a {kind} one: properties: {{letter: letter}}."
    steps.error("which-letter", scalar.span, message, help_text)
    return None


def _result(kind: str, most: int) -> types.Type:
    """The type of the result: the words that clear the board, in order, each with its pieces."""
    word = types.Record((("word", types.TEXT), ("pieces", types.Listing(types.Piece(kind), most))))
    return types.Record((("words", types.Listing(word, most)),))


def _named_result(
    steps: StepChecker, given: arguments.DealWords, result: types.Type, scope: Scope
) -> tuple[Scope, str]:
    """A name for the result."""
    node = steps.parse(given.as_, "expression") if given.as_ is not None else None
    assert node is not None
    return steps.bind(scope, str(given.as_), result, "as", node)
