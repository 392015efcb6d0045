"""The mover `spellings`: every word that loose pieces or sites with letters can spell."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from interpreter.code.columns import each_once
from interpreter.code.lowering import Lowering
from interpreter.language import terms
from interpreter.language.terms import free_variables, substitute
from interpreter.language.types import Letter, Nothing, can_be_none, strip
from interpreter.registry import mover
from interpreter.rules.plan import ActionPlan, ChoicePlan, Ranked
from interpreter.state.layout import Layout
from interpreter.words import Lexicon, Vocabulary
from interpreter.words.index import WILD, bits

Spelt = tuple[int, ...]
Speller = Callable[[Sequence[int], Sequence[str], int, int], Iterator[Spelt]]
Follows = Callable[[Spelt, int], bool]
"""Whether a piece may come next after those that are chosen."""
Trailer = Callable[[Sequence[int], Sequence[str], int, int, Follows], Iterator[Spelt]]
CHOICE = "spellings needs a choice of many pieces or sites."
CHECK = "spellings needs a check of the word: is_word(join(t.letter for t in {choice})), or best_word(…) != none."
TURNED = {">=": "<=", ">": "<", "<=": ">=", "<": ">", "==": "=="}


def speller(lexicon: Lexicon, vocabulary: Vocabulary, upwards: bool) -> Speller:
    """The function that lists choices of pieces that spell words of a vocabulary, by the pieces and their letters.

    Long words come first, or short ones (`upwards`); among words of equal length, the common ones. A word is spelt with
    the first pieces that have its letters, and with wildcards only where a letter is missing. A selection is listed
    once, even if its wildcards make it several words.
    """
    codes, size = lexicon.codes, len(lexicon.alphabet)

    def spelt(pieces: Sequence[int], letters: Sequence[str], shortest: int, longest: int) -> Iterator[Spelt]:
        holders, wild = _holders(pieces, letters, codes, size)
        given: set[Spelt] = set()
        for shelf, found in lexicon.sets_from(letters, shortest, longest, *vocabulary, upwards=upwards):
            length, blob = shelf.length, shelf.blob
            for index in bits(found):
                chosen = _chosen(blob[index * length : (index + 1) * length], holders, wild)
                if not wild:
                    yield chosen
                elif chosen not in given:
                    given.add(chosen)
                    yield chosen

    return spelt


def trailer(lexicon: Lexicon, vocabulary: Vocabulary, upwards: bool) -> Trailer:
    """The same function for choices in which earlier items limit what may follow, as on a trail from neighbour to
    neighbour.

    A word is spelt along the first trail found. Each beginning that leads nowhere is tried only once.
    """
    codes, size = lexicon.codes, len(lexicon.alphabet)

    def spelt(
        pieces: Sequence[int], letters: Sequence[str], shortest: int, longest: int, follows: Follows
    ) -> Iterator[Spelt]:
        holders, wild = _holders(pieces, letters, codes, size)
        given: set[Spelt] = set()
        dead: set[bytes] = set()
        for shelf, found in lexicon.sets_from(letters, shortest, longest, *vocabulary, upwards=upwards):
            length, blob = shelf.length, shelf.blob
            for index in bits(found):
                word = bytes(blob[index * length : (index + 1) * length])
                if any(word[:end] in dead for end in range(1, length + 1)):
                    continue
                chosen = _trail(word, holders, wild, follows, dead)
                if chosen is not None and chosen not in given:
                    given.add(chosen)
                    yield chosen

    return spelt


def _trail(word: bytes, holders: list[list[int]], wild: list[int], follows: Follows, dead: set[bytes]) -> Spelt | None:
    """The first trail along which a word can be spelt; if there is none, the farthest point reached is noted as
    `dead`."""
    furthest = 0
    waiting: list[Spelt] = [()]
    while waiting:
        chosen = waiting.pop()
        furthest = max(furthest, len(chosen))
        if len(chosen) == len(word):
            return chosen
        candidates = holders[word[len(chosen)]] + wild
        fitting = [piece for piece in candidates if piece not in chosen and follows(chosen, piece)]
        waiting += [(*chosen, piece) for piece in reversed(fitting)]
    dead.add(word[: furthest + 1])
    return None


def _holders(
    pieces: Sequence[int], letters: Sequence[str], codes: Mapping[str, int], size: int
) -> tuple[list[list[int]], list[int]]:
    """The pieces that have each letter, and those that are wildcards."""
    holders: list[list[int]] = [[] for _ in range(size)]
    wild: list[int] = []
    for piece, letter in zip(pieces, letters, strict=True):
        if letter == WILD:
            wild.append(piece)
        elif letter in codes:
            holders[codes[letter]].append(piece)
    return holders, wild


def _chosen(word: memoryview, holders: list[list[int]], wild: list[int]) -> Spelt:
    """The pieces that spell a word; there are as many as it needs."""
    used: dict[int, int] = {}
    wildcards = iter(wild)
    chosen = []
    for code in word:
        number = used.get(code, 0)
        held = holders[code]
        if number < len(held):
            used[code] = number + 1
            chosen.append(held[number])
        else:
            chosen.append(next(wildcards))
    return tuple(chosen)


@dataclass(frozen=True, slots=True)
class Bound:
    """What a check says about the number of letters."""

    operator: str
    value: terms.Term


@dataclass(frozen=True, slots=True)
class Spellings:
    """Lists the values of a choice that spell words. `letter` is the letter of one candidate."""

    plan: ChoicePlan
    letter: terms.Term
    bounds: tuple[Bound, ...]
    answered: frozenset[str]

    @property
    def choice(self) -> str:
        """The choice whose values are listed."""
        return self.plan.name

    def written(self, lowering: Lowering, _layout: Layout) -> tuple[str, str]:
        """Python for the choices that spell words, long words first, and for the same with short ones first."""
        return self._spelt(lowering, ())

    def _spelt(self, lowering: Lowering, wanted: Sequence[terms.Term]) -> tuple[str, str]:
        """Python for both lists, using only candidates that meet all conditions."""
        code, item = lowering.code, self.plan.item.name
        pieces, letters, letter = code.fresh("pieces"), code.fresh("letters"), code.fresh("letter")
        code.line(f"{pieces} = []; {letters} = []")
        assert self.plan.domain is not None
        with code.block(f"for {item} in {each_once(lowering, self.plan.domain)}:"):
            for condition in (*self._conditions(following=False), *wanted):
                lowering.leave_unless(condition, "continue")
            code.line(f"{letter} = {lowering.value(self.letter)}")
            if can_be_none(self.letter.type):
                code.line(f"if {letter} is None: continue")
            code.line(f"{pieces}.append({item}); {letters}.append({letter})")
        shortest, longest = self._length(lowering, ">", self.plan.low), self._length(lowering, "<", self.plan.high)
        lexicon, vocabulary = lowering.schema.lexicon, lowering.calls.vocabulary
        follows = self._follows(lowering)
        kernel = speller if follows is None else trailer
        spelt = [lowering.constants.name(kernel(lexicon, vocabulary, upwards), "spelt") for upwards in (False, True)]
        given = f"({pieces}, {letters}, {shortest}, {longest}{'' if follows is None else f', {follows}'})"
        return spelt[0] + given, spelt[1] + given

    def _conditions(self, following: bool) -> list[terms.Term]:
        """What `where` requires of a candidate by itself, or depending on the items chosen before it."""
        parts = _conjuncts(self.plan.where) if self.plan.where is not None else ()
        return [part for part in parts if (self.plan.variable.name in free_variables(part)) == following]

    def _follows(self, lowering: Lowering) -> str | None:
        """The name of a function that says whether a candidate may come next; none if all may."""
        conditions = self._conditions(following=True)
        if not conditions:
            return None
        code, follows = lowering.code, lowering.code.fresh("follows")
        with code.block(f"def {follows}({self.plan.variable.name}, {self.plan.item.name}):"):
            for condition in conditions:
                lowering.leave_unless(condition, "return False")
            code.line("return True")
        return follows

    def _length(self, lowering: Lowering, sign: str, known: int) -> str:
        """Python for the minimum or the maximum number of letters."""
        values = [str(known)]
        for bound in self.bounds:
            if bound.operator[0] in (sign, "="):
                beyond = {">": " + 1", "<": " - 1"}.get(bound.operator, "")
                values.append(f"{lowering.value(bound.value)}{beyond}")
        if all(value.isdigit() for value in values):
            return str((max if sign == ">" else min)(int(value) for value in values))
        return f"{'max' if sign == '>' else 'min'}({', '.join(values)})"


@dataclass(frozen=True, slots=True)
class OnlySpellings(Spellings):
    """Spellings that meet everything an action requires. `legal`: no check but that of the word decides about them;
    `lets`: the names that depend on what is chosen."""

    legal: bool
    lets: frozenset[str]

    def by_rank(
        self,
        lowering: Lowering,
        _layout: Layout,
        only: terms.Term | None,
        _ranks: Sequence[tuple[terms.Term, int]],
    ) -> Ranked:
        """Python for one group of all spellings. The condition `only` on each candidate is tested beforehand: a word is
        then spelt with such candidates where others have the same letters."""
        parts = _conjuncts(only) if only is not None else ()
        conditions = [found for part in parts if (found := self._of_each(part)) is not None]
        listed, _ = self._spelt(lowering, conditions)
        return Ranked(f"iter((list({listed}),))", 0, False, self.legal)

    def _of_each(self, part: terms.Term) -> terms.Term | None:
        """The condition on each candidate by itself, if this says that something holds of everything chosen."""
        asked = _call(part, "all")
        if not isinstance(asked, terms.Comprehension) or len(asked.loops) != 1 or asked.stop is not None:
            return None
        loop, chosen = asked.loops[0], self.plan.variable.name
        if loop.condition is not None or terms.variable_name(loop.items) != chosen:
            return None
        condition = substitute(asked.body, {loop.name: self.plan.item})
        return condition if free_variables(condition).isdisjoint({chosen, *self.lets}) else None


@mover("spellings")
def spellings(plan: ActionPlan, given: tuple[str, ...]) -> Spellings | str:
    """Every word that can be spelt with the candidates of a choice, each once; `*` stands for any letter. Long words
    come first, and common ones among words of equal length. The action's own checks say how long words may be. A
    `where` that depends on the items chosen before, such as `len(trail) == 0 or it in neighbours(last(trail))`, makes a
    trail of letters."""
    choice = next(choice for choice in plan.choices if choice.name == given[0])
    if len(given) > 1 or choice.form != "many" or choice.domain is None:
        return CHOICE
    before = {each.variable.name for each in plan.choices[: plan.choices.index(choice)]}
    letter: terms.Term | None = None
    bounds: list[Bound] = []
    answered = set()
    for check in plan.checks:
        known = True
        for part in _conjuncts(_resolved(plan, check.term)):
            asked, bound = _letter(part, choice), _bound(part, choice, before)
            letter = asked or letter
            bounds += [bound] if bound is not None else []
            known = known and (asked is not None or bound is not None)
        if known:
            answered.add(check.name)
    if letter is None:
        return CHECK.format(choice=choice.name)
    if len(plan.choices) > 1:
        return Spellings(choice, letter, tuple(bounds), frozenset(answered))
    legal = len(answered) == len(plan.checks) and not (plan.requires or plan.goals)
    lets = frozenset(variable.name for variable, _ in plan.lets)
    return OnlySpellings(choice, letter, tuple(bounds), frozenset(answered), legal, lets)


def _resolved(plan: ActionPlan, term: terms.Term) -> terms.Term:
    """A check with the lets of its action expanded."""
    values: dict[str, terms.Term] = {}
    for variable, value in plan.lets:
        values[variable.name] = substitute(value, values)
    return substitute(term, values)


def _conjuncts(term: terms.Term) -> Iterator[terms.Term]:
    while isinstance(term, terms.Let):
        term = substitute(term.body, {term.name: term.value})
    if isinstance(term, terms.Both):
        yield from _conjuncts(term.left)
        yield from _conjuncts(term.right)
    else:
        yield term


def _call(term: terms.Term, name: str) -> terms.Term | None:
    """The only argument of a call of a function."""
    while isinstance(term, terms.Let):
        term = substitute(term.body, {term.name: term.value})
    if isinstance(term, terms.FunctionCall) and term.function.name == name and len(term.arguments) == 1:
        return term.arguments[0]
    return None


def _letter(part: terms.Term, choice: ChoicePlan) -> terms.Term | None:
    """The letter of one candidate, if this asks whether the chosen letters form a word."""
    text = _call(part, "is_word")
    if isinstance(part, terms.Compare) and part.operator == "!=" and isinstance(part.right.type, Nothing):
        text = _call(part.left, "best_word")
    letters = _call(text, "join") if text is not None else None
    if not isinstance(letters, terms.Comprehension) or len(letters.loops) != 1 or letters.stop is not None:
        return None
    loop = letters.loops[0]
    if loop.condition is not None or terms.variable_name(loop.items) != choice.variable.name:
        return None
    if not isinstance(strip(letters.body.type), Letter):
        return None
    letter = substitute(letters.body, {loop.name: choice.item})
    return letter if free_variables(letter) <= {choice.item.name} else None


def _bound(part: terms.Term, choice: ChoicePlan, before: set[str]) -> Bound | None:
    """The bound that this sets on the number of letters, if it sets one."""
    if not isinstance(part, terms.Compare) or part.operator not in TURNED:
        return None
    for counted, value, operator in (
        (part.left, part.right, part.operator),
        (part.right, part.left, TURNED[part.operator]),
    ):
        listed = _call(counted, "len")
        if (
            listed is not None
            and terms.variable_name(listed) == choice.variable.name
            and free_variables(value) <= before
        ):
            return Bound(operator, value)
    return None
