"""Tables of a spec → types and values; some are in files beside the spec or among the word lists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from interpreter.files import is_there
from interpreter.language.types import LETTER, NUMBER, TEXT, UNKNOWN, Number, Table, Type, Unknown, Words, join, named
from interpreter.spec import model
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.nodes import Mapping, Scalar, Sequence, Span
from interpreter.spec.reader import read_any, read_source
from interpreter.spec.suggest import suggestion
from interpreter.spec.validate import validate
from interpreter.words.lexicon import WORDLISTS

if TYPE_CHECKING:
    from interpreter.rules.schema import SchemaBuilder

# Words that make an expression of a line that has letters only.
_OPERATORS = frozenset({"and", "or", "not", "if", "then", "else", "in", "for"})


def table_values(builder: SchemaBuilder, table: model.Table) -> tuple[Type, Any]:
    """The type and the values of a table."""
    if table.letters is not None:
        return _letter_table(builder, table.letters)
    if table.items is not None:
        if any(_bare_text(builder, item) for item in table.items) or _bare_words(builder, table.items):
            return UNKNOWN, {}
        values = [builder.constant(item) for item in table.items]
        kind = _joined(builder, [found for found, _ in values], table.items[0].span if table.items else None)
        return Table(Number(1, len(values)), kind, True), {
            number: value for number, (_, value) in enumerate(values, start=1)
        }
    if table.texts is not None:
        return _text_table(builder, table.texts.entries)
    if table.file is not None:
        return _file_table(builder, table.file)
    if table.entries is not None:
        if not table.entries:
            help = "Write its entries, such as {1: 20, 2: 50}, or leave it out."
            builder.error("empty-table", table.span, "This table is empty.", help)
            return UNKNOWN, {}
        return _map_table(builder, table.entries)
    assert table.value is not None
    return (UNKNOWN, None) if _bare_text(builder, table.value) else builder.constant(table.value)


def _bare_text(builder: SchemaBuilder, item: Scalar) -> bool:
    """Report an entry that reads like words of a language and not like an expression."""
    words = re.fullmatch(r"[^\W\d_]+(?:[ '’,.!?-]+[^\W_]+)*[.!?]?", item)
    if words is None or (" " not in item and item == item.lower()) or _OPERATORS & set(item.split()):
        return False
    kept = "\"'{}'\"".format(item.replace("'", "''"))
    quoted = item.style in ("single", "double")
    message = "YAML removed your quotes." if quoted else f"‘{item}’ is a text without quotes."
    help = f"Put all of them under texts:, or give it quotes inside other quotes: {kept}."
    builder.error("quotes-removed", item.span, message, help)
    return True


def _bare_words(builder: SchemaBuilder, items: list[Scalar]) -> bool:
    """Report a list of lower-case words without a meaning: they were meant as texts."""
    schema = builder.schema
    words = {word for kind in schema.words_types() for word in kind.words}
    known = {*words, *schema.settings, *schema.site_names, *schema.defines, *schema.tables, "true", "false", "none"}
    if len(items) < 2 or any(re.fullmatch(r"[a-z]\w*", item) is None or str(item) in known for item in items):
        return False
    message = f"There is nothing called ‘{items[0]}’ or ‘{items[1]}’ here."
    help = "Texts belong under texts:, as in ‘names: {texts: [one, two]}’; words that rules use form a type."
    builder.error("bare-words", items[0].span, message, help)
    return True


def _joined(builder: SchemaBuilder, kinds: list[Type], span: Span | None) -> Type:
    result: Type = UNKNOWN
    for kind in kinds:
        joined = join(result, kind)
        if joined is None:
            message = f"A table holds values of one type, but this one has {named(result)} and {named(kind)}."
            builder.error("mixed-table", span, message, "Make two tables, or write all values alike.")
            return UNKNOWN
        result = joined
    return NUMBER if isinstance(result, Number) else result


def _letter_table(builder: SchemaBuilder, scalar: Scalar) -> tuple[Type, Any]:
    values: dict[str, int] = {}
    for entry in re.finditer(r"\S+", scalar):
        span = scalar.part(*entry.span())
        known = re.fullmatch(r"((?:[^\W\d_]|\*)+)(\W+?)(-?[0-9]+)", entry[0].rstrip(",;"))
        if known is not None and entry[0][-1] in ",;":
            comma = scalar.part(entry.end() - 1, entry.end())
            message = "Separate the letters of a table with spaces."
            builder.error("malformed", comma, message, f"Write {entry[0][:-1]} and a space.")
        if known is None or known[2] != "=":
            help = "Write them like AEIOU=1." if known is None else f"Write {known[1]}={known[3]}."
            builder.error("malformed", span, f"‘{entry[0]}’ is not letters with their number.", help)
            if known is None:
                continue
        for letter in known[1].lower():
            if letter in values:
                builder.error("duplicate-letter", span, f"‘{letter.upper()}’ appears here twice.", "Leave one out.")
            values[letter] = int(known[3])
    total = set(values) >= set(builder.schema.letters)
    return Table(LETTER, NUMBER, total), values


def _file_table(builder: SchemaBuilder, name: Scalar) -> tuple[Type, Any]:
    table = read_table(name, builder.checker.diagnostics)
    return (UNKNOWN, {}) if table is None else table_values(builder, table)


def _text_table(builder: SchemaBuilder, texts: dict[Scalar, Scalar]) -> tuple[Type, Any]:
    key_type, keys = _key_type(builder, list(texts))
    if isinstance(key_type, Unknown):
        return UNKNOWN, {}
    return Table(key_type, TEXT, _covers(key_type, keys)), dict(zip(keys, map(str, texts.values()), strict=True))


def _covers(kind: Type, keys: list[Any]) -> bool:
    """Whether keys cover the whole of a type."""
    return (isinstance(kind, Words) and len(keys) == len(kind.words)) or isinstance(kind, Number)


def _map_table(builder: SchemaBuilder, entries: dict[Scalar, model.Table]) -> tuple[Type, Any]:
    key_type, key_values = _key_type(builder, list(entries))
    values = [table_values(builder, table) for table in entries.values()]
    kind = _joined(builder, [found for found, _ in values], next(iter(entries)).span if entries else None)
    if isinstance(key_type, Unknown):
        return UNKNOWN, {}  # A key was wrong; what uses the table is not complained of.
    total = _covers(key_type, key_values)
    return Table(key_type, kind, total), dict(zip(key_values, (value for _, value in values), strict=True))


def _key_type(builder: SchemaBuilder, keys: list[Scalar]) -> tuple[Type, list[Any]]:
    texts = [str(key) for key in keys]
    if all(re.fullmatch(r"-?[0-9]+", text) for text in texts):
        numbers = [int(text) for text in texts]
        dense = len(set(numbers)) == max(numbers) - min(numbers) + 1
        return (Number(min(numbers), max(numbers)) if dense else NUMBER), numbers
    for words in builder.schema.words_types():
        if all(text in words.numbers for text in texts):
            return words, [words.numbers[text] for text in texts]
    if all(len(text) == 1 for text in texts):
        return LETTER, [text.lower() for text in texts]
    best = max(builder.schema.words_types(), key=lambda words: sum(text in words.numbers for text in texts))
    known = any(text in best.numbers for text in texts)
    for key in keys:
        if known and str(key) not in best.numbers:
            builder.error(
                "unknown-word",
                key.span,
                f"‘{key}’ is not a word of {best.name}.",
                suggestion(key, best.words),
            )
            return UNKNOWN, texts
    return TEXT, texts


def table_file(name: Scalar) -> Path | None:
    """The file of a table: beside the spec that names it, or among the word lists."""
    folders = (Path(name.source.name).parent, WORDLISTS)
    return next((path for folder in folders if is_there(path := folder / f"{name}.yaml")), None)


def table_files(spec: model.Spec) -> set[Path]:
    """The files of all tables of a spec."""
    named = (name for table in spec.tables.values() for name in _named_files(table))
    return {path.resolve() for name in named if (path := table_file(name)) is not None}


def _named_files(table: model.Table) -> Iterator[Scalar]:
    if table.file is not None:
        yield table.file
    for inner in (table.entries or {}).values():
        yield from _named_files(inner)


def read_table(name: Scalar, diagnostics: Diagnostics) -> model.Table | None:
    """The table in a file; a missing file is reported at the name."""
    path = table_file(name)
    if path is not None:
        before = len(diagnostics)
        source = read_source(str(path), path, diagnostics)
        node = read_any(source, diagnostics) if source is not None else None
        if isinstance(node, Mapping):
            return validate(model.Table, node, diagnostics)
        if node is not None and all(isinstance(item, Scalar) for item in (node if isinstance(node, Sequence) else [])):
            return model.Table.model_validate(node)
        if source is not None and len(diagnostics) == before:
            span = node.span if node is not None else Span(source, 0, len(source.line(1)))
            message = "A table in a file is a map, or a list of values."
            diagnostics.error("not-a-table", span, message, "Write ‘key: value’ or ‘- value’ on each line.")
        return None
    known = sorted(path.stem for path in WORDLISTS.glob("*.yaml"))
    diagnostics.error(
        "no-such-file",
        name.span,
        f"There is no table file {name}.yaml beside the spec or among the word lists.",
        f"The word lists include {' and '.join(known)}.",
    )
    return None
