"""Pencil marks: which cells may have them, which values they can have, and which of those the rules allow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.language import types
from interpreter.language.evaluator import in_words
from interpreter.rules.view_plan import Expression
from interpreter.spec import model

if TYPE_CHECKING:
    from interpreter.language import terms
    from interpreter.language.scope import Board
    from interpreter.rules.view_plan import ViewPlan

MOST_MARKS = 26
"""More marks than these cannot be read in one cell."""


@dataclass(frozen=True, slots=True)
class PencilPlan:
    """The pencil marks of a game. `values` are the possible marks, as positions store them, and `texts` the same as
    people read them; `where` says which cells may be marked; if it is None, those without a piece."""

    board: str
    values: tuple[int | str, ...]
    texts: tuple[str, ...]
    where: Expression | None
    candidates: Expression | None


def pencil_plan(plan: ViewPlan, pencil: model.Pencil) -> PencilPlan | None:
    """The plan of a spec's pencil marks; None if it contains mistakes, which are reported."""
    plan.names([pencil.board], plan.schema.boards, "board", "unknown-board")
    board = plan.schema.boards.get(str(pencil.board))
    kind = _kind(plan, pencil)
    if board is None or kind is None:
        return None
    values = _values(plan, pencil, kind)
    if pencil.where is None and not board.kinds:
        help = _where_help(board)
        plan.error("no-open-cells", pencil.span, f"No piece is ever on {board.name}: which cells are empty?", help)
    scope = plan.scope(types.SITE)
    where = _made(plan, plan.condition(pencil.where, scope))
    listed = types.Listing(kind, len(values))
    candidates = _made(plan, plan.wanted(pencil.candidates, scope, listed, "candidates"))
    return PencilPlan(
        board.name, values, tuple(in_words(value, kind, plan.schema) for value in values), where, candidates
    )


def _made(plan: ViewPlan, term: terms.Term | None) -> Expression | None:
    return None if term is None else Expression(plan.program, term)


def _kind(plan: ViewPlan, pencil: model.Pencil) -> types.Type | None:
    """The type of one mark."""
    node = plan.steps.parse(pencil.marks, "type")
    kind = plan.checker.type_of(node, plan.scope()) if node is not None else types.UNKNOWN
    if isinstance(kind, types.Unknown):
        return None
    fits = isinstance(kind, types.Letter | types.Words) or (isinstance(kind, types.Number) and kind.low is not None)
    if not fits:
        message = f"A pencil mark is a number of a range, a letter or a word, not {types.named(kind)}."
        plan.error("no-mark", pencil.marks.span, message, "Write marks: 1..9, marks: letter, or the name of a type.")
        return None
    return kind


def _values(plan: ViewPlan, pencil: model.Pencil, kind: types.Type) -> tuple[int | str, ...]:
    """Every possible mark, as positions store it."""
    if isinstance(kind, types.Letter):
        return tuple(plan.schema.alphabet)[:MOST_MARKS]
    if isinstance(kind, types.Words):
        low, high = 1, len(kind.words)
    else:
        assert isinstance(kind, types.Number) and kind.low is not None and kind.high is not None
        low, high = kind.low, kind.high
    if high - low >= MOST_MARKS:
        message = f"{high - low + 1} different marks cannot be read in one cell."
        plan.error("too-many-marks", pencil.marks.span, message, f"Name a type with at most {MOST_MARKS} values.")
        high = low + MOST_MARKS - 1
    return tuple(range(low, high + 1))


def _where_help(board: Board) -> str:
    """Suggest how to say which cells are empty."""
    empty = next((name for name, prop in board.cells.items() if isinstance(prop.type, types.Maybe)), None)
    condition = f"it.{empty} == none" if empty is not None else "and a condition on the cell, which is it"
    return f"Write where: {condition}."
