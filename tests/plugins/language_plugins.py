"""A mover as a third party would write one: the language specs list the moves of a game of heaps with it."""

from __future__ import annotations

from typing import Any

from interpreter.registry import mover


@mover("heap_takings")
def heap_takings(program: Any, data: tuple[Any, ...], _me: int) -> list[tuple[tuple[int, int], ...]]:
    """Every number of stones of every heap."""
    stones = data[program.layout.fields["cell.stones"].index]
    return [((heap, number),) for heap in range(1, len(stones)) for number in range(1, stones[heap] + 1)]
