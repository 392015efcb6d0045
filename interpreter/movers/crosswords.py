"""The mover `crosswords`: every word that tiles can form on a board together with the letters that stand there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from interpreter.crossword.lines import lines_of
from interpreter.crossword.moves import Crosswords
from interpreter.expr import terms
from interpreter.expr.columns import selected_sites
from interpreter.expr.lowering import Lowering
from interpreter.expr.repeats import each_once
from interpreter.expr.substitution import substitute
from interpreter.expr.types import Letter, Piece, Site, strip
from interpreter.functions.crosswords import LetterSource
from interpreter.layout import Layout
from interpreter.lexicon import Lexicon
from interpreter.movers.slot_code import JudgeCode
from interpreter.movers.slot_terms import FACTS, LETTERED, Seen, SlotTerms, outer_names
from interpreter.registry import mover
from interpreter.rules.legality import place_checks
from interpreter.rules.plans import ActionPlan, ChoicePlan, FieldPlan, Ranked

CHOICE = (
    "crosswords needs one choice alone: many records of a site of a board, a tile, and a letter from the alphabet with "
    "ask_if and otherwise; none of them may ask what else is chosen."
)
CHECKS = (
    "crosswords lists words that stand in one line without a gap and form known words only, so the action must check: "
    "{missing}."
)
ASKED = {
    "in_line": "word.in_line",
    "gap": "not word.gap",
    "main": "is_word(word.main.text)",
    "adjoining": "all(is_word(w.text) for w in word.adjoining)",
}
"""How an action checks what every listed word fulfils; `word` is crossword(board, placed)."""
WHOLE_NAME = "_crossword"


@dataclass(frozen=True, slots=True)
class CrosswordMoves:
    """Lists the placements of words. `lets` and `checks` are those of the action as far as a slot decides about them;
    `alone` must hold where a word touches no letter, None: it may never be so."""

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
        """Python for the placements in groups that the first ranks put together, best first: those that slots decide
        about before any letter is looked for, up to the first that needs letters."""
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
        legal = len(self.checks) == len(self.plan.checks) and not self.plan.requires
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
        """Python for what the kernel is given: letters, free sites, tiles, the judge, and whether words stand alone."""
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
        selected, left = selected_sites(lowering, name, site.domain, site.where)
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
        """Python for the tiles with their letters; the empty text is that of a tile whose letter is asked for."""
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
    """Every word that tiles can form on a board together with the letters that stand there.

    It goes with one choice of `many` records, each of a site of a board, a tile, and a letter `from: alphabet` with
    `ask_if` and `otherwise`. The action reads the words as `word: crossword(grid, placed)` and must check
    `word.in_line`, `not word.gap`, `is_word(word.main.text)` and `is_word` of the texts of `word.adjoining`.

    Each word is listed once for each place, its sites in reading order, with the first tiles that have its letters and
    with wildcards only where a letter is missing. A player may lay it with other tiles and in another order.

    The mover vouches for what was chosen and for those four checks. Other checks that ask only where tiles go (sites,
    axes, how long words are, what stood there before) are decided once for each place, before any letter is looked
    for. What asks for tiles, letters or texts is decided for each word.

    A ranked bot works out only the best words: places are put in order by the first ranks that ask only where tiles
    go.
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
    """Site, tile and letter of the records that are chosen; None if the choice is not made of them alone."""
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
    """What must hold, whatever the slot, for a word that touches no letter; None if no such word is allowed."""
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
    """Where site, tile and letter stand in a record."""
    site, tile, letter = (choice.fields.index(part) for part in parts)
    return site, tile, letter

