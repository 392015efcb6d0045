"""Functions over texts, words and crosswords. They look words up in the word list that the game names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from interpreter.boards.directions import EAST, SOUTH
from interpreter.code.lowering import Lowering
from interpreter.crossword.moves import Crossword, WordFormed
from interpreter.crossword.moves import crossword as words_of
from interpreter.crossword.slots import Lines, lines_of
from interpreter.language import terms
from interpreter.language.evaluator import in_words
from interpreter.language.kernel import made_text
from interpreter.language.scope import Schema, Scope
from interpreter.language.types import (
    MOST_LIKE,
    Flag,
    Letter,
    Listing,
    Number,
    Record,
    Site,
    Text,
    Type,
    Words,
    first_key,
    named,
    strip,
)
from interpreter.registry import function
from interpreter.words import Lexicon

TEXT = "text"
WORDS = "words"
SHORTEST = 2
SQUARES = "crossword needs a board of squares that does not wrap."
LETTERS = "crossword needs a board whose pieces, or else its cells, have one property that is a letter."
RECORDS = "crossword needs a list of records with a site and a letter."
KNOWN_TO_ALL = 2
"""The tier of words that everybody knows."""


def _join(lowering: Lowering, call: terms.FunctionCall) -> str:
    between = lowering.value(call.arguments[1]) if len(call.arguments) > 1 else "''"
    return f"made_text({between}.join({lowering.value(call.arguments[0])}))"


@function("join(list text?, text = '') -> text", group=TEXT, emit=_join)
def join(parts: Any, between: str = "") -> str:
    """The texts joined together, with another text between them; none is left out."""
    return made_text(between.join(part for part in parts if part is not None))


@function("upper(text or none) -> text", group=TEXT)
def upper(value: str | None) -> str:
    """The text in capitals; an empty text for none."""
    return (value or "").upper()


def _shown(_scope: Scope, arguments: tuple[terms.Term, ...]) -> tuple[Any, ...] | str:
    kind = arguments[0].type
    if isinstance(kind, Number | Words | Text | Flag):
        return (kind,)
    of = f" Write {arguments[0].node.source}.name." if isinstance(kind, Site) else ""
    return f"text gives a number or a word as text, but this is {named(kind)}.{of or ' Give it a number or a word.'}"


@function("text(T) -> text", group=TEXT, fixed=True, resolve=_shown)
def text(schema: Schema, value: Any, kind: Type) -> str:
    """A number or a word as text, as players read it: `text(7)` is '7'."""
    return in_words(value, kind, schema)


def _asked(method: str) -> Any:
    """The lowering of a lookup in the word list."""

    def emit(lowering: Lowering, call: terms.FunctionCall) -> str:
        lexicon = lowering.constants.name(lowering.schema.lexicon, "lexicon")
        return f"{lexicon}.{method}({lowering.value(call.arguments[0])})"

    return emit


def _lexicon(schema: Schema) -> Lexicon:
    found: Lexicon = schema.lexicon
    return found


@function("is_word(text) -> flag", group=WORDS, needs="lexicon", emit=_asked("is_word"))
def is_word(schema: Schema, text: str) -> bool:
    """Whether the text is in the word list; `*` stands for any letter."""
    return _lexicon(schema).is_word(text)


@function("best_word(text) -> text or none", group=WORDS, needs="lexicon", emit=_asked("best"))
def best_word(schema: Schema, text: str) -> str | None:
    """The most common word that the text can stand for; `*` stands for any letter."""
    return _lexicon(schema).best(text)


@function("tier(text or none) -> number", group=WORDS, needs="lexicon", emit=_asked("tier"))
def tier(schema: Schema, text: str | None) -> int:
    """How common a word is, from 1 (most common) to 9; 10 for a text that is not a word, or a word that the computer
    avoids."""
    return _lexicon(schema).tier(text)


def _letters(lowering: Lowering, call: terms.FunctionCall) -> str:
    return f"tuple({lowering.value(call.arguments[0])})"


@function("letters(text) -> list letter", group=WORDS, needs="lexicon", bound="letters", emit=_letters)
def letters(text: str) -> list[str]:
    """The letters of a text, one by one."""
    return list(text)


@function("near_words(text) -> list text", group=WORDS, needs="lexicon", bound="near")
def near_words(schema: Schema, text: str) -> list[str]:
    """Up to three words that differ from the text by one letter or two swapped letters; the most common first."""
    return _lexicon(schema).nearest(text)


@function("words_from(text, number = 2) -> list text", group=WORDS, needs="lexicon", bound="board")
def words_from(schema: Schema, text: str, shortest: int = SHORTEST) -> list[str]:
    """Words of at least that many letters that can be made from letters of the text: long and common ones first, no
    more than there are sites; `*` stands for any letter."""
    return list(_lexicon(schema).some_from(text, shortest, schema.topology.count))


@function("words_like(text, number = 2) -> list text", group=WORDS, needs="lexicon", bound="like")
def words_like(schema: Schema, text: str, tier: int = KNOWN_TO_ALL) -> list[str]:
    """The words of at most that tier that the text can stand for, the most common first, at most 2000; `*` stands for
    any letter."""
    return list(_lexicon(schema).like(text, tier, MOST_LIKE))


@dataclass(frozen=True, slots=True)
class LetterSource:
    """Where the letters of a board come from: the column of letters, and that of the pieces that carry them. For a
    placement, where its records have their site and letter."""

    column: str
    at: str | None
    site: int
    letter: int


def _resolve(scope: Scope, arguments: tuple[terms.Term, ...]) -> tuple[LetterSource] | str:
    board, placed = arguments
    assert isinstance(board, terms.BoardTerm)
    schema = scope.schema
    if not all(is_plain(schema, name) for name in schema.boards[board.board].instances):
        return SQUARES
    found = letters_of(schema, board.board)
    if found is None:
        return LETTERS
    record = placed.type.item if isinstance(placed.type, Listing) else None
    site, letter = (_position(record, kind) for kind in (Site, Letter))
    if site is None or letter is None:
        return RECORDS
    return (LetterSource(*found, site, letter),)


def is_plain(schema: Schema, instance: str) -> bool:
    """Whether a board has rows and columns with ends."""
    planes = schema.topology.boards[instance].planes
    return len(planes) == 1 and not planes[0].wrap and planes[0].has(EAST) and planes[0].has(SOUTH)


def letters_of(schema: Schema, board: str) -> tuple[str, str | None] | None:
    """The column with the letters of a board, and that of the pieces that carry them; None if that is not clear."""
    found = schema.boards[board]
    on_pieces = [
        (prop.column, schema.kinds[kind].at_column)
        for kind in found.kinds
        for prop in schema.kinds[kind].properties.values()
        if isinstance(strip(prop.type), Letter)
    ]
    in_cells = [(prop.column, None) for prop in found.cells.values() if isinstance(strip(prop.type), Letter)]
    known = on_pieces or in_cells
    return known[0] if len(known) == 1 else None


def _position(record: Type | None, kind: type[Type]) -> int | None:
    """The index of the only part of a type in a record."""
    parts = record.fields if isinstance(record, Record) else ()
    found = [number for number, (_, part) in enumerate(parts) if isinstance(strip(part), kind)]
    return found[0] if len(found) == 1 else None


def _emit(lowering: Lowering, call: terms.FunctionCall) -> str:
    board, placed = call.arguments
    source: LetterSource = call.extra[0]
    assert isinstance(board, terms.BoardTerm)
    found = lowering.schema.boards[board.board]
    every = tuple(lines_of(lowering.schema.topology, name) for name in found.instances)
    lines = lowering.constants.name(every[0], "lines")
    if board.index is not None:
        lines = f"{lowering.constants.name(every, 'lines')}[{lowering.value(board.index)} - {first_key(found.per)}]"
    read = lowering.constants.name(_on_cells if source.at is None else _on_pieces, "crossword")
    columns = [lowering.column(name) for name in (source.at, source.column) if name is not None]
    return f"{read}({lines}, LETTERS, {', '.join(columns)}, {lowering.value(placed)}, {source.site}, {source.letter})"


def _on_pieces(lines: Lines, names: Any, at: Any, letters: Any, placed: Any, site: int, letter: int) -> Crossword:
    """The words of a placement among pieces with letters."""
    return words_of(lines, lambda where: names[letters[at[where]]], [(each[site], each[letter]) for each in placed])


def _on_cells(lines: Lines, names: Any, letters: Any, placed: Any, site: int, letter: int) -> Crossword:
    """The words of a placement among cells with letters."""
    return words_of(lines, lambda where: names[letters[where]], [(each[site], each[letter]) for each in placed])


@function("crossword(board, placement) -> crossword", group="words", needs="lexicon", emit=_emit, resolve=_resolve)
def crossword(world: Any, board: Any, placed: Any, source: LetterSource) -> tuple[Any, ...]:
    """The words that letters form on a board when they are laid: `main` along their line, `adjoining` across it, and
    the words of older letters that they have `crossed`. A word has `text`, `sites` and `axis`. `in_line`: all letters
    are in one row or column; `gap`: the main word does not reach them all. For a single letter the main word is the
    longer of its two, or the one along the row if they are equally long. A placement is a list of records with a site
    and a letter."""

    def standing(site: int) -> str | None:
        target = site if source.at is None else world.read(source.at, site)
        found: str | None = None if target is None else world.read(source.column, target)
        return found

    laid = [(each[source.site], each[source.letter]) for each in placed]
    found = words_of(lines_of(world.schema.topology, board.board), standing, laid)
    return (
        found.in_line,
        found.gap,
        _plain(found.main),
        [_plain(word) for word in found.adjoining],
        [_plain(word) for word in found.crossed],
    )


def _plain(word: WordFormed) -> tuple[str, list[int], int]:
    """A word as the evaluator sees it."""
    return word.text, list(word.sites), word.axis
