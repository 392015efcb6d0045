"""YAML as texts, lists and maps that know where they are in their source."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, TypeVar, overload

__all__ = [
    "INHERITED",
    "SHADOWED",
    "Mapping",
    "NamedMap",
    "Node",
    "Scalar",
    "Sequence",
    "Source",
    "Span",
    "Style",
    "kind_of",
]

_ESCAPED_DIGITS = {"x": 2, "u": 4, "U": 8}
# What ends a text without quotes too early, outside and inside of brackets.
_QUOTED_ANYWHERE = r"^$|^[-?:](?: |$)|^[,\[\]{}#&*!|>'\"%@`]|: | #|:$"
_NEEDS_QUOTES = (re.compile(_QUOTED_ANYWHERE), re.compile(rf"{_QUOTED_ANYWHERE}|[,\[\]{{}}]"))
# How far an expression is looked for that a comma cut.
_LONGEST_EXPRESSION = 4000
_MARK = re.compile(r"'[^'\n]*'|[][(){},]")
_CLOSED_BY = {"(": ")", "[": "]", "{": "}"}
INHERITED = "inherited"
"""The word by which a variant speaks of what its parent has."""
SHADOWED = "\0"
"""Before the key of a define that stands only to be called as `inherited`. No YAML file can hold this character."""


class Source:
    """A text with the name under which people know it; `root` is the map at its top, once it has been read."""

    __slots__ = ("_headings", "_line_starts", "name", "root", "text")

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self.root: Mapping | None = None
        self._line_starts: list[int] | None = None
        self._headings: list[tuple[list[int], list[str]]] | None = None

    @property
    def line_starts(self) -> list[int]:
        """The offset at which each line begins."""
        if self._line_starts is None:
            starts = [0]
            find = self.text.find
            at = find("\n")
            while at >= 0:
                starts.append(at + 1)
                at = find("\n", at + 1)
            self._line_starts = starts
        return self._line_starts

    @property
    def headings(self) -> list[tuple[list[int], list[str]]]:
        """The end of each name of a section, entry or option that begins a line, and the name."""
        if self._headings is None:
            found = [[*re.finditer(rf"(?m)^{indent}([a-z][^\n:]*):", self.text)] for indent in ("", "  ", "    ")]
            self._headings = [([each.end() for each in all_of], [each[1] for each in all_of]) for all_of in found]
        return self._headings

    def position(self, offset: int) -> tuple[int, int]:
        """The line and the column of an offset, both counted from 1."""
        starts = self.line_starts
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def line(self, number: int) -> str:
        """A line without its end, counted from 1."""
        starts = self.line_starts
        if not 1 <= number <= len(starts):
            return ""
        end = starts[number] - 1 if number < len(starts) else len(self.text)
        return self.text[starts[number - 1] : end]

    def __repr__(self) -> str:
        return f"Source({self.name!r})"


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a source, between two offsets."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.position(self.start)[1]

    @property
    def end_line(self) -> int:
        return self.source.position(self.end)[0]

    @property
    def end_column(self) -> int:
        return self.source.position(self.end)[1]

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    def covers(self, other: Span | None) -> bool:
        """Whether the other span begins in this one."""
        return other is not None and other.source is self.source and self.start <= other.start < self.end


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of a source: the text that replaces a span."""

    span: Span
    text: str

    def applied(self) -> str:
        """The whole text of the source with this change."""
        text = self.span.source.text
        return text[: self.span.start] + self.text + text[self.span.end :]


class Help(str):
    """What to do about a mistake, in words and as a fix: an edit, or the text to put in the marked place."""

    __slots__ = ("fix",)

    fix: str | Edit

    def __new__(cls, words: str, fix: str | Edit) -> Help:
        help = str.__new__(cls, words)
        help.fix = fix
        return help


class Heading(NamedTuple):
    """A section, an entry of it such as an action, and an option of that; empty if there is none."""

    section: str
    entry: str
    option: str


def keys_above(node: Node | None, at: int) -> tuple[str, ...]:
    """The keys above an offset, down to the first list or text."""
    keys: list[str] = []
    while isinstance(node, Mapping):
        key = next((key for key, value in node.items() if key.start <= at <= value.span.end), None)
        if key is None:
            break
        keys.append(str(key))
        node = node[key]
    return tuple(keys)


def heading(source: Source, offset: int) -> Heading:
    """The heading above an offset, judging by indentation alone: the text need not have been read, or be correct."""
    found: list[str] = []
    begun = 0
    for ends, names in source.headings:
        above = bisect_right(ends, offset) - 1
        if above >= 0 and ends[above] > begun:
            begun = ends[above]
            found.append(names[above])
        else:
            found.append("")
    return Heading(*found)


def offsets_of(text: str, start: int, end: int, style: str, value: str) -> tuple[list[int], list[int]]:
    """The start and the end in the source of every character of a scalar's value."""
    if style == "literal" or style == "folded":
        return _block(text, start, value, style == "folded")
    if style == "single":
        return _flowing(text, start + 1, end - 1, "'")
    if style == "double":
        return _flowing(text, start + 1, end - 1, "\\")
    return _flowing(text, start, end, "")


def _flowing(text: str, at: int, end: int, escape: str) -> tuple[list[int], list[int]]:
    """Plain and quoted scalars: line breaks fold, escapes stand for one character."""
    begins: list[int] = []
    ends: list[int] = []
    while at < end:
        character = text[at]
        if character in " \n":
            stop = at
            while stop < end and text[stop] in " \n":
                stop += 1
            breaks = [i for i in range(at, stop) if text[i] == "\n"]
            if not breaks:
                kept = list(range(at, stop))
            elif len(breaks) == 1:
                kept = breaks
            else:
                kept = breaks[1:]
            begins.extend(kept)
            ends.extend(i + 1 for i in kept)
            at = stop
            continue
        size = 1
        if character == escape == "'":
            size = 2
        elif character == escape:
            following = text[at + 1]
            if following == "\n":
                # An escaped line break joins two lines; only further empty lines leave a trace.
                at += 2
                while at < end and text[at] in " \n":
                    if text[at] == "\n":
                        begins.append(at)
                        ends.append(at + 1)
                    at += 1
                continue
            size = 2 + _ESCAPED_DIGITS.get(following, 0)
        begins.append(at)
        ends.append(at + size)
        at += size
    return begins, ends


def _block(text: str, start: int, value: str, folded: bool) -> tuple[list[int], list[int]]:
    """Literal and folded blocks: the indentation is dropped, and a folded line break becomes a blank."""
    begins: list[int] = []
    at = text.find("\n", start) + 1
    leading = len(value) - len(value.lstrip("\n"))
    for _ in range(leading):
        end = line_end(text, at)
        begins.append(end)
        at = end + 1
    if leading < len(value):
        indent = _leading_blanks(text, at) - _leading_blanks(value, leading)
        _block_lines(text, at, indent, folded, len(value), begins)
    del begins[len(value) :]
    return begins, [i + 1 for i in begins]


def _block_lines(text: str, at: int, indent: int, folded: bool, size: int, begins: list[int]) -> None:
    while len(begins) < size:
        end = line_end(text, at)
        begins.extend(range(at + indent, end))
        flush = text[at + indent] != " "
        breaks = []
        following = end + 1
        while following < len(text):
            next_end = line_end(text, following)
            blanks = _leading_blanks(text, following)
            if following + blanks < next_end or blanks > indent:
                break
            breaks.append(next_end)
            following = next_end + 1
        goes_on = following < len(text) and _leading_blanks(text, following) >= indent
        if folded and goes_on and flush and text[following + indent] != " ":
            if not breaks:
                begins.append(end)
        else:
            begins.append(end)
        begins.extend(breaks)
        if not goes_on:
            return
        at = following


def line_end(text: str, at: int) -> int:
    """The end of the line that contains an offset."""
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _leading_blanks(text: str, at: int) -> int:
    stop = at
    while stop < len(text) and text[stop] == " ":
        stop += 1
    return stop - at


_Key = TypeVar("_Key", bound=str)
_Value = TypeVar("_Value")
_Default = TypeVar("_Default")

if TYPE_CHECKING:

    class NamedMap(dict[_Key, _Value]):
        """A dict whose keys are Scalars and which can be indexed with any text."""

        def __getitem__(self, name: str, /) -> _Value: ...

        @overload
        def get(self, name: str, default: None = None, /) -> _Value | None: ...
        @overload
        def get(self, name: str, default: _Default, /) -> _Value | _Default: ...
        def get(self, name: str, default: Any = None, /) -> Any: ...

else:
    NamedMap = dict


Style: TypeAlias = Literal["plain", "single", "double", "literal", "folded"]


class Scalar(str):
    """A text of the YAML file. It compares and hashes like that text.

    If a variant uses it in place of a text of its parent and refers to that, `inherited` is the parent's text.
    """

    __slots__ = ("_offsets", "end", "flow", "inherited", "source", "start", "style")

    source: Source
    start: int
    end: int
    style: Style
    flow: bool
    inherited: Scalar | None
    _offsets: tuple[list[int], list[int]] | None

    def __new__(
        cls,
        value: str,
        source: Source,
        start: int,
        end: int,
        style: Style = "plain",
        flow: bool = False,
        inherited: Scalar | None = None,
    ) -> Scalar:
        scalar = str.__new__(cls, value)
        scalar.source = source
        scalar.start = start
        scalar.end = end
        scalar.style = style
        scalar.flow = flow
        scalar.inherited = inherited
        scalar._offsets = None
        return scalar

    @property
    def span(self) -> Span:
        """The span of the text, with its quotes or its block indicator."""
        return Span(self.source, self.start, self.end)

    def in_place_of(self, parent: Scalar | None) -> Scalar:
        """The text as a variant's, where `inherited` is that of the parent."""
        return Scalar(str(self), self.source, self.start, self.end, self.style, self.flow, parent)

    def part(self, start: int, end: int) -> Span:
        """The span in the source of the value's characters from start to end."""
        if self.style == "plain" and self.end - self.start == len(self) and 0 <= start <= end <= len(self):
            return Span(self.source, self.start + start, self.start + end)  # A text on one line, as it is written.
        if self._offsets is None:
            self._offsets = offsets_of(self.source.text, self.start, self.end, self.style, str(self))
        begins, ends = self._offsets
        size = len(begins)
        start = max(0, min(start, size))
        end = max(start, min(end, size))
        if start < end:
            return Span(self.source, begins[start], ends[end - 1])
        if start < size:
            return Span(self.source, begins[start], begins[start])
        at = ends[-1] if ends else self.start
        return Span(self.source, at, at)

    def edit(self, start: int, end: int, text: str) -> Edit:
        """The change of the source that replaces the characters from start to end with a text."""
        if self.style == "single":
            return Edit(self.part(start, end), text.replace("'", "''"))
        if self.style == "double":
            return Edit(self.part(start, end), text.replace("\\", "\\\\").replace('"', '\\"'))
        changed = f"{self[:start]}{text}{self[end:]}"
        if self.style == "plain" and _NEEDS_QUOTES[self.flow].search(changed) is not None:
            return Edit(self.span, quoted(changed))
        return Edit(self.part(start, end), text)

    def __reduce__(self) -> tuple[Any, ...]:
        return Scalar, (str(self), self.source, self.start, self.end, self.style, self.flow, self.inherited)


class Sequence(list["Node"]):
    """A list of the YAML file."""

    __slots__ = ("end", "flow", "source", "start")

    def __init__(self, source: Source, start: int, end: int, flow: bool = False) -> None:
        super().__init__()
        self.source = source
        self.start = start
        self.end = end
        self.flow = flow

    @property
    def span(self) -> Span:
        """The span of the list, from its first item to its last."""
        return Span(self.source, self.start, self.end)

    def __reduce__(self) -> tuple[Any, ...]:
        return Sequence, (self.source, self.start, self.end, self.flow), None, iter(self)


class Mapping(NamedMap[Scalar, "Node"]):
    """A map of the YAML file; its keys are Scalars, so that each knows its place."""

    __slots__ = ("end", "flow", "source", "start")

    def __init__(self, source: Source, start: int, end: int, flow: bool = False) -> None:
        super().__init__()
        self.source = source
        self.start = start
        self.end = end
        self.flow = flow

    @property
    def span(self) -> Span:
        """The span of the map, from its first key to its last value."""
        return Span(self.source, self.start, self.end)

    def key(self, name: str) -> Scalar | None:
        """The key with that name, as it is in the file."""
        for key in self:
            if key == name:
                return key
        return None

    def __reduce__(self) -> tuple[Any, ...]:
        return Mapping, (self.source, self.start, self.end, self.flow), None, None, iter(self.items())


Node: TypeAlias = Scalar | Sequence | Mapping


def quoted(text: str) -> str:
    """A text between quotes of YAML."""
    if "'" not in text:
        return f"'{text}'"
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def uncut(text: str, start: int) -> str | None:
    """The expression in braces that starts at an offset, with the commas in its brackets; None if a bracket stays
    open."""
    closing: list[str] = []
    for found in _MARK.finditer(text, start, start + _LONGEST_EXPRESSION):
        mark = found[0]
        if mark in _CLOSED_BY:
            closing.append(_CLOSED_BY[mark])
        elif closing and mark == closing[-1]:
            closing.pop()
        elif not closing and mark in ",]}":
            return text[start : found.start()].rstrip()
        elif mark in ")]}":
            return None
    return None


def in_place_of_comment(written: str, flow: bool) -> str:
    """Suggest what to do about a value that begins with # and is therefore a comment to YAML: a colour, a picture or a
    text."""
    value = re.split(r"[,}\]]", written)[0].rstrip() if flow else written.rstrip()
    if (colour := re.match(r"#(?:[0-9a-fA-F]{3}){1,2}(?= +#|$)", value)) is not None:
        what, value = "colour", colour[0]
    elif value[1:2] in ("", " "):
        return "Write the value before it, or in quotes if it begins with ‘#’."
    else:
        what = "text" if re.fullmatch(r"#\w+(?: .*)?", value) else "picture"
    help = f"Put the {what} in quotes: {quoted(value)}."
    return help if flow else Help(help, quoted(value))


def kind_of(node: object) -> str:
    """The everyday name for such a node."""
    if isinstance(node, dict):
        return "map"
    if isinstance(node, list):
        return "list"
    return "text"
