"""The sections on pieces, boards, zones and tables."""

import re
from typing import Annotated, Any

from pydantic import Field

from interpreter.spec.nodes import Mapping, NamedMap, Scalar, Sequence
from interpreter.spec.section import (
    Expression,
    Flag,
    Key,
    Name,
    Names,
    Picture,
    Section,
    Text,
    Type,
    Word,
    one_of,
)

SEEN_BY = ("all", "owner", "nobody")


class Property(Section):
    """A property of pieces or cells. A lone text is its type."""

    text_field = "is"
    exclusive_fields = (("seen_by", "seen_if"),)

    is_: Type = Field(alias="is", description="The type.")
    start: Expression | None = Field(None, description="The value at first; `it` is the piece or cell.")
    seen_by: Annotated[Word, one_of(*SEEN_BY)] | None = Field(None, description="Who may know it.")
    seen_if: Expression | None = Field(
        None, description="When the viewer `me` may know it, of the piece or cell `it`."
    )
    remembered: Flag = Field(False, description="Whether who has seen it goes on knowing it.")


class Footprint(Section):
    """The size of a piece in cells."""

    columns: Expression = Field(description="How many columns it covers.")
    rows: Expression = Field(description="How many rows it covers.")


class Entity(Section):
    """A kind of pieces and its properties."""

    open_field = "properties"

    footprint: Footprint | None = Field(None, description="The cells that a piece covers; left out: one.")
    cell: NamedMap[Name, Expression] | None = Field(None, description="Properties lent to the cells covered.")
    properties: NamedMap[Name, Property] = Field(description="Its properties by name.")


class LegendEntry(Section):
    """What a symbol of a picture stands for: words, or values of properties with `it` the symbol."""

    text_field = "words"
    open_field = "properties"

    words: Text | None = Field(None, description="Kinds, flags and values, separated by spaces.")
    properties: NamedMap[Name, Expression] | None = Field(None, description="Values of properties.")

    @classmethod
    def hidden_fields(cls) -> tuple[str, ...]:
        return "words", "properties"


class Layer(Section):
    """One layer of a board in layers: columns and rows, or a picture of its sites."""

    exclusive_fields = (("columns", "picture"), ("rows", "picture"))

    columns: Expression | None = Field(None, description="How many columns it has.")
    rows: Expression | None = Field(None, description="How many rows it has.")
    picture: Text | None = Field(None, description="Its sites, drawn: `.` is a site, `-` is none.")
    offset: list[Expression] | None = Field(
        None, description="How far right and down it starts, as [x, y], in units of the footprint; left out: [0, 0]."
    )
    beside: Key | None = Field(
        None, description="A layer before it that is as high; left out: it lies on top of all before it."
    )


def _numbered(listed: Sequence) -> Mapping:
    """A list as a map by numbers from 1 on."""
    named = Mapping(listed.source, listed.start, listed.end, listed.flow)
    for number, item in enumerate(listed, 1):
        named[Scalar(str(number), listed.source, item.start, item.end)] = item
    return named


class Layers(Section):
    """The layers of a board from the bottom up, by name; in a list they are called 1, 2 and so on."""

    open_field = "layers"
    list_field = "layers"

    layers: NamedMap[Key, Layer] = Field(description="The layers by name, the lowest first.")

    @classmethod
    def long_form(cls, node: Any) -> Any:
        return {"layers": _numbered(node)} if isinstance(node, Sequence) else super().long_form(node)


class Board(Section):
    """A set of sites."""

    exclusive_fields = (("layers", "layouts"),)

    shape: Annotated[Word, one_of("square", "hex", "layers", "graph")] | None = Field(
        None, description="square (the default), hex, layers or graph."
    )
    columns: Expression | None = Field(None, description="How many columns; left out: as in the picture.")
    rows: Expression | None = Field(None, description="How many rows; left out: as in the picture.")
    wrap: Flag = Field(False, description="Whether opposite edges are joined.")
    neighbours: Annotated[Word, one_of("sides", "all")] | None = Field(
        None, description="sides (the default) or all; on square boards."
    )
    origin: Annotated[Word, one_of("top", "bottom")] | None = Field(
        None, description="Where row 1 is: top (the default) or bottom."
    )
    holds: Names = Field(default_factory=list, description="The kinds of pieces that may stand on it.")
    per: Type | None = Field(None, description="One such board for each player, enum word or number.")
    regions: NamedMap[Name, list[Expression]] | None = Field(
        None, description="Blocks of [columns, rows] by name."
    )
    footprint: list[Expression] | None = Field(None, description="The size [x, y] of a site on layers.")
    layers: Layers | None = Field(None, description="The layers, the lowest first.")
    layouts: NamedMap[Name, Layers] | None = Field(None, description="Alternative sets of layers by name.")
    layout: Expression | None = Field(None, description="Which of the layouts is used: a setting.")
    lines: list[Text] | None = Field(None, description="The lines of a graph: sites separated by spaces.")
    sites: Text | None = Field(None, description="More sites of a graph, separated by spaces.")
    places: NamedMap[Key, list[Expression]] | None = Field(
        None, description="Where to draw sites, as [column, row]."
    )
    cell: NamedMap[Name, Property] | None = Field(None, description="The properties of each site.")
    legend: NamedMap[Key, LegendEntry] | None = Field(
        None, description="What the symbols of pictures stand for."
    )
    start: Picture | None = Field(None, description="The picture before setup.")


class Zone(Section):
    """An ordered place for pieces off the board."""

    holds: Names = Field(description="The kinds of pieces that it takes.")
    per: Type | None = Field(None, description="One such zone for each player, enum word or number.")
    size: Expression | None = Field(None, description="How many pieces it takes; left out: any number.")
    seen_by: Annotated[Word, one_of(*SEEN_BY)] | None = Field(
        None, description="Who may know the pieces: all (the default), owner or nobody."
    )


# A text that begins like this can only be meant as a letter table, as no expression does.
_LETTER_TABLE = re.compile(r"\s*(?:[^\W\d_]|\*)+[=:]-?[0-9]+(?:[\s,;]|$)")


class TableTexts(Section):
    """Texts that are taken as they stand, by key; in a list they are counted from 1."""

    open_field = "entries"
    list_field = "entries"

    entries: NamedMap[Key, Text] = Field(description="The texts by key.")

    @classmethod
    def long_form(cls, node: Any) -> Any:
        return {"entries": _numbered(node)} if isinstance(node, Sequence) else super().long_form(node)


class Table(Section):
    """Constants: letters with numbers, a list, a map of values or of tables, texts, or a file."""

    open_field = "entries"
    text_field = "value"
    list_field = "items"

    value: Expression | None = Field(None, description="A single value.")
    letters: Text | None = Field(None, description="A letter table such as `AEIOU=1 DG=2 *=0`.")
    items: list[Expression] | None = Field(None, description="Values counted from 1.")
    texts: TableTexts | None = Field(None, description="Texts without quotes: `{texts: [A, 2, 3]}`, or by key.")
    file: Name | None = Field(
        None, description="The table is a file beside the spec or among the word lists, without `.yaml`."
    )
    entries: NamedMap[Key, "Table"] | None = Field(None, description="Values or tables by key.")

    @classmethod
    def hidden_fields(cls) -> tuple[str, ...]:
        return "value", "letters", "items", "entries"

    @classmethod
    def long_form(cls, node: Any) -> Any:
        if type(node) is Scalar and _LETTER_TABLE.match(node):
            return {"letters": node}
        if isinstance(node, Mapping) and list(node) in (["file"], ["texts"]):
            return node
        if isinstance(node, Mapping):
            return {"entries": node}
        return super().long_form(node)
