"""A mover as a third party would write it: the language specs use it to list the moves of a game of heaps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.code.lowering import Lowering
from interpreter.registry import mover
from interpreter.rules.plan import ActionPlan
from interpreter.state.layout import Layout


@dataclass(frozen=True, slots=True)
class Takings:
    """Every number of stones of every heap, as values of a choice of records."""

    choice: str
    answered: frozenset[str] = frozenset()

    def written(self, lowering: Lowering, _layout: Layout) -> tuple[str, str]:
        listed = f"{lowering.constants.name(takings, 'takings')}({lowering.column('cell.stones')})"
        return listed, listed


def takings(stones: Sequence[int]) -> list[tuple[tuple[int, int], ...]]:
    return [((heap, number),) for heap in range(1, len(stones)) for number in range(1, stones[heap] + 1)]


@mover("heap_takings")
def heap_takings(_plan: ActionPlan, names: tuple[str, ...]) -> Takings | str:
    """Every number of stones of every heap."""
    return Takings(names[0]) if len(names) == 1 else "heap_takings lists one choice."
