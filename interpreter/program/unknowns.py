"""Hidden values that a player cannot even count because luck or another player has chosen them: a secret word, a code.

For most hidden values it is known which ones there are, just not where: the cards of a pack, a number of mines. A view
keeps those. The values that it may not keep are found here, and worlds get values of their own instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from interpreter.faults import Fault
from interpreter.language import terms
from interpreter.language.scope import Schema
from interpreter.language.types import Flag, Letter, Listing, Number, Words, strip
from interpreter.library.steps.chance import Random, Shuffle
from interpreter.library.steps.control import For, If, Run
from interpreter.library.steps.create import Create, Deal
from interpreter.library.steps.deal_pairs import DealPairs
from interpreter.library.steps.deal_sudoku import DealSudoku
from interpreter.library.steps.pieces import Move, Remove, Swap
from interpreter.library.steps.statements import Assign, Let
from interpreter.library.steps.step import Step
from interpreter.position import SEED, Data
from interpreter.program.program import Program
from interpreter.state.layout import Field
from interpreter.streams import number_below

KEEPING = (Shuffle, Swap, Move, Deal, Remove, DealPairs, DealSudoku)
"""Steps after which there are the same values as before, or always the same ones."""
DEALS = 8
"""So many other deals lend their values to worlds."""


@dataclass(frozen=True, slots=True)
class Unknowns:
    """The columns whose hidden values nobody can count; `dealt` are those that setup has filled. `actions` are those in
    which a player chooses such a value."""

    all: frozenset[str]
    dealt: frozenset[str]
    actions: frozenset[str]


@lru_cache(maxsize=64)
def unknowns_of(program: Program) -> Unknowns:
    """What a player of a program cannot count."""
    sight, plan = program.sight, program.plan
    by_zone = sight.hideable - sight.hidden.keys()
    dealt = _Walk(program.schema, sight.hideable, by_zone)
    dealt.steps(plan.setup_steps)
    found, choosing = set(dealt.found), set[str]()
    for action in program.actions.values():
        choices = {choice.variable.name for choice in action.choices}
        lets = {let.name for let, value in action.lets if choices & terms.free_variables(value)}
        later = _Walk(program.schema, sight.hideable, by_zone, chosen=choices | lets)
        later.steps(action.effects)
        found |= later.found
        if later.by_choice:
            choosing.add(action.name)
    for steps in plan.between.values():
        later = _Walk(program.schema, sight.hideable, by_zone)
        later.steps(steps)
        found |= later.found
    return Unknowns(frozenset(found), frozenset(dealt.found), frozenset(choosing))


def rolled(program: Program) -> frozenset[str]:
    """The variables that hold what was drawn last and nothing else, such as a die."""
    plan, drawn = program.plan, set[str]()
    written: dict[str, list[bool]] = {}
    between = (steps for steps in plan.between.values())
    effects = (action.effects for action in program.actions.values())
    for steps in (plan.setup_steps, *between, *effects):
        for step in (each for outer in steps for each in outer.all_steps()):
            if isinstance(step, Random):
                drawn.add(step.name)
            elif isinstance(step, Assign) and isinstance(step.target, terms.StateValue | terms.StateItem):
                plain = step.operator == "=" and isinstance(step.value, terms.Variable) and step.value.name in drawn
                written.setdefault(step.target.name, []).append(plain)
    return frozenset(name for name, ways in written.items() if all(ways))


@dataclass(slots=True)
class _Walk:
    """A walk through steps, looking for columns that receive something that not everybody knows.

    `by_zone` are columns that are hidden only in zones. `lucky` are names of drawn values, `chosen` of values that a
    player has chosen; `by_choice`: a chosen value was written. All items of the `whole` lists were drawn, so a loop
    over one meets the same items as always, in another order.
    """

    schema: Schema
    hideable: frozenset[str]
    by_zone: frozenset[str]
    found: set[str] = field(default_factory=set)
    lucky: set[str] = field(default_factory=set)
    chosen: set[str] = field(default_factory=set)
    whole: set[str] = field(default_factory=set)
    by_choice: bool = False

    def steps(self, steps: Iterable[Step], perhaps: bool = False) -> None:
        """Walk through steps; `perhaps`: luck decides whether they happen."""
        for step in steps:
            self._step(step, perhaps)

    def _step(self, step: Step, perhaps: bool) -> None:
        match step:
            case Random(name=name, items=items, sample=sample):
                self.lucky.add(name)
                if sample is not None and _is_whole(items, sample):
                    self.whole.add(name)
            case Let(name=name, value=value):
                self._bind(name, value)
            case For(loops=loops, body=body):
                for loop in loops:
                    if terms.variable_name(loop.items) not in self.whole:
                        self._bind(loop.name, loop.items)
                    perhaps = perhaps or (loop.condition is not None and self._of_luck(loop.condition))
                self.steps(body, perhaps)
            case If(test=test):
                self.steps(step.inside(), perhaps or self._of_luck(test))
            case Run(bound=bound, body=body):
                for name, value in bound:
                    self._bind(name, value)
                self.steps(body, perhaps)
            case Assign(target=terms.ColumnItem(column=column), operator=operator, value=value):
                if self._assigned(column, operator, value, perhaps):
                    self.found.add(column)
            case Create(kind=kind, values=values):
                for name, value in values:
                    column, read = kind.properties[name].column, terms.free_variables(value)
                    if column in self.hideable and read & (self.lucky | self.chosen):
                        self.found.add(column)
                        self.by_choice = self.by_choice or bool(read & self.chosen)
            case _ if isinstance(step, KEEPING):
                pass
            case _:
                if step.stream() is not None:
                    self.found |= step.writes(self.schema) & self.hideable
                self.steps(step.inside(), perhaps)

    def _assigned(self, column: str, operator: str, value: terms.Term, perhaps: bool) -> bool:
        """Whether an assignment may put something in a column that somebody cannot see."""
        if column not in self.hideable:
            return False
        # What is hidden only where it lies in a zone is written where everybody sees it: the letter of a blank tile.
        read = terms.free_variables(value)
        chosen = column not in self.by_zone and bool(read & self.chosen)
        self.by_choice = self.by_choice or chosen
        own = any(isinstance(part, terms.ColumnItem) and part.column == column for part in terms.walk(value))
        return perhaps or own or chosen or operator != "=" or bool(read & self.lucky)

    def _bind(self, name: str, value: terms.Term) -> None:
        read = terms.free_variables(value)
        if read & self.lucky:
            self.lucky.add(name)
        if read & self.chosen:
            self.chosen.add(name)

    def _of_luck(self, term: terms.Term) -> bool:
        return bool(terms.free_variables(term) & self.lucky)


def _is_whole(items: terms.Term, sample: terms.Term) -> bool:
    """Whether a sample takes all items of a list, for instance `1..len(grid)`."""
    if isinstance(items, terms.RangeOf) and isinstance(items.low, terms.Constant) and items.low.value == 1:
        return items.high.node.source == sample.node.source
    most = items.type.most if isinstance(items.type, Listing) else 0
    return isinstance(sample, terms.Constant) and sample.value >= most


# Values for worlds


def supposed(program: Program, column: str, targets: Iterable[int], seed: int, cursor: int) -> tuple[list[Any], int]:
    """Entries that might be hidden in a column, by luck, and the cursor after them: those of another deal if setup
    deals them, otherwise any possible entry."""
    layout_field = program.layout.fields[column]
    possible = _possible(layout_field, len(program.layout.letters))
    deal: Sequence[Any] = ()
    if column in unknowns_of(program).dealt:
        number, cursor = number_below(seed, "sample", cursor, DEALS)
        deal = _deal(program, number)[layout_field.index]
    entries = []
    for target in targets:
        if target < len(deal):
            entries.append(deal[target])
        elif possible:
            number, cursor = number_below(seed, "sample", cursor, len(possible))
            entries.append(possible[number])
        else:
            entries.append(program.layout.encode_value(column, None))
    return entries, cursor


def _possible(column: Field, letters: int) -> Sequence[int]:
    """Every entry that a column can have, except none; nothing if there is no end of them."""
    match strip(column.type) if column.type is not None else None:
        case Flag():
            return (0, 1) if column.store == "bytes" else (False, True)
        case Words(words=words):
            return range(1, len(words) + 1)
        case Letter():
            return range(1, letters)
        case Number(low=int(low), high=int(high)):
            return range(low, high + 1)
    return ()


@lru_cache(maxsize=256)
def _deal(program: Program, number: int) -> Data:
    """The position after setup with a seed that no game has; blank if setup needs a level's picture."""
    blank = program.blank()
    if SEED in program.layout.fields:
        index = program.layout.fields[SEED].index
        blank = (*blank[:index], ~number, *blank[index + 1 :])
    try:
        after: Data = program.guarded(lambda: program.set_up(blank))
    except Fault:
        return blank
    return after
