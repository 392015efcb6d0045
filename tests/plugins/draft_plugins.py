"""Verbs, functions, movers and a word list that the drafts of larger games use and that are not shipped yet.

They are declared here as a third party would declare them, and checked but never played.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from interpreter.expr import terms
from interpreter.expr.lowering import Lowering
from interpreter.expr.scope import Scope
from interpreter.expr.types import FLAG, NUMBER, SITE, TEXT, Listing, Record
from interpreter.registry import function, lexicon, mover, step
from interpreter.rules.layout import Layout
from interpreter.spec.section import Expression, ExpressionOrList, Name, Word, one_of
from interpreter.spec.steps import StepArguments, Stream, step_arguments
from interpreter.steps.base import Step, StepChecker


@step_arguments("cascade")
class Cascade(StepArguments):
    """Clears lines of equal values, lets the rest fall and refills, until no line is left."""

    cascade: Expression = Field(description="The board.")
    match: Name = Field(description="The cell property that must be equal.")
    at_least: Expression = Field(description="How many make a line.")
    lines: list[Annotated[Word, one_of("row", "column", "diagonal", "antidiagonal")]] = Field(
        description="The axes along which lines count."
    )
    fall: Word = Field(description="The direction in which tokens fall: down, up, left, right or none.")
    refill: ExpressionOrList | None = Field(None, description="The values that drop in; left out: none do.")
    stream: Stream
    as_: Name | None = Field(None, alias="as", description="A name for the result {removed, waves}.")


@step_arguments("deal_words")
class DealWords(StepArguments):
    """Deals letter tiles so that words can clear the board."""

    deal_words: Expression = Field(description="The zone with the tiles.")
    to: Expression = Field(description="The board.")
    removable: Expression = Field(description="Whether a tile (it) may be taken.")
    shortest: Expression | None = Field(None, description="The fewest letters of a word.")
    prefer: Word | None = Field(None, description="The words to deal with: common, wider or all.")
    stream: Stream


@step_arguments("deal_pairs")
class DealPairs(StepArguments):
    """Lays out pairs of pieces so that pair by pair all can be taken."""

    deal_pairs: Expression = Field(description="A board or a list of sites.")
    piece: Name = Field(description="The kind of the pieces.")
    property: Name = Field(description="The property that is equal in a pair.")
    values: ExpressionOrList = Field(description="The values of all pieces.")
    removable: Expression = Field(description="Whether a piece (it) may be taken.")
    stream: Stream


@step_arguments("deal_sudoku")
class DealSudoku(StepArguments):
    """Makes a sudoku with one solution."""

    deal_sudoku: Expression = Field(description="The board.")
    into: Name = Field(description="The cell property that takes the solution.")
    boxes: Name = Field(description="The region whose blocks hold each number once.")
    empties: Expression = Field(description="How many cells are left empty.")
    even: Expression | None = Field(None, description="Whether each number is missing an even number of times.")
    stream: Stream
    as_: Name | None = Field(None, alias="as", description="A name for the result {givens, empties}.")


class Unplayed(Step):
    """A step that is checked only."""

    def emit(self, lowering: Lowering, layout: Layout) -> None:
        lowering.code.line("pass")


WAVE = Record((("removed", NUMBER), ("number", NUMBER)))
RESULTS = {
    "cascade": Record((("removed", NUMBER), ("waves", Listing(WAVE, 100)))),
    "deal_sudoku": Record((("givens", Listing(SITE, 81)), ("empties", Listing(SITE, 81)))),
}


def _check(steps: StepChecker, given: Any, scope: Scope) -> tuple[Step | None, Scope]:
    steps.take_stream(given.stream, NUMBER)
    if given.verb == "cascade":
        steps.events.setdefault("matched", (("wave", NUMBER), ("count", NUMBER)))
        steps.events.setdefault("fell", ())
    for key in ("at_least", "empties", "shortest"):
        if getattr(given, key, None) is not None:
            steps.term(getattr(given, key), scope, NUMBER)
    if getattr(given, "as_", None) is not None:
        node = steps.parse(given.as_, "expression")
        assert node is not None
        scope, _ = steps.bind(scope, str(given.as_), RESULTS[given.verb], "as", node)
    return Unplayed(given.span), scope


for verb in ("cascade", "deal_words", "deal_pairs", "deal_sudoku"):
    step(verb)(_check)


def _nothing(_lowering: Lowering, _call: terms.FunctionCall) -> str:
    return "None"


@function("is_word(text) -> flag", group="text", emit=_nothing)
def is_word(_world: Any, _text: str) -> bool:
    """Whether the text is in the word list."""
    return False


@function("best_word(text) -> text or none", group="text", emit=_nothing)
def best_word(_world: Any, _text: str) -> str | None:
    """The most common word that the text can be."""
    return None


@function("tier(text or none) -> number", group="text", emit=_nothing)
def tier(_world: Any, _text: str | None) -> int:
    """How common a word is."""
    return 1


@function("crossword(board, placement) -> crossword", group="game", emit=_nothing)
def crossword(_world: Any, _board: Any, _placed: Any) -> Any:
    """The words that tiles would form."""
    return None


@mover("spellings")
def spellings(_program: Any, _data: Any, _me: int) -> list[Any]:
    """Words from loose tiles."""
    return []


@mover("crosswords")
def crosswords(_program: Any, _data: Any, _me: int) -> list[Any]:
    """Words across a board."""
    return []


lexicon("english")(lambda: object())

__all__ = ["FLAG", "TEXT"]
