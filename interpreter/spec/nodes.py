"""YAML as texts, lists and maps that know where they stand."""

import re
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar, overload

from interpreter.spec.offsets import offsets_of
from interpreter.spec.source import Edit, Source, Span

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

_Key = TypeVar("_Key", bound=str)
_Value = TypeVar("_Value")
_Default = TypeVar("_Default")

if TYPE_CHECKING:

    class NamedMap(dict[_Key, _Value]):
        """A dict whose keys are Scalars and which may be asked with any text."""

        def __getitem__(self, name: str, /) -> _Value: ...

        @overload
        def get(self, name: str, default: None = None, /) -> _Value | None: ...
        @overload
        def get(self, name: str, default: _Default, /) -> _Value | _Default: ...
        def get(self, name: str, default: Any = None, /) -> Any: ...

else:
    NamedMap = dict

INHERITED = "inherited"
"""The word by which a variant speaks of what its parent has."""

SHADOWED = "\0"
"""Before the key of a define that stands only to be called as `inherited`. No YAML file can hold this character."""

Style: TypeAlias = Literal["plain", "single", "double", "literal", "folded"]


class Scalar(str):
    """A text of the YAML file. It compares and hashes as that text.

    Where a variant puts it in the place of a text of its parent and speaks of that, `inherited` is the parent's.
    """

    __slots__ = ("_offsets", "end", "flow", "inherited", "source", "start", "style")

    source: Source
    start: int
    end: int
    style: Style
    flow: bool
    inherited: "Scalar | None"
    _offsets: tuple[list[int], list[int]] | None

    def __new__(
        cls,
        value: str,
        source: Source,
        start: int,
        end: int,
        style: Style = "plain",
        flow: bool = False,
        inherited: "Scalar | None" = None,
    ) -> "Scalar":
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
        """Where the text stands, with its quotes or its block indicator."""
        return Span(self.source, self.start, self.end)

    def in_place_of(self, parent: "Scalar | None") -> "Scalar":
        """The text as a variant's, in which `inherited` is that of the parent."""
        return Scalar(str(self), self.source, self.start, self.end, self.style, self.flow, parent)

    def part(self, start: int, end: int) -> Span:
        """Where the characters from start up to end of the value stand in the source."""
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
        """The change of the source that puts a text in the place of the characters from start up to end."""
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
        """Where the list stands, from its first item to its last."""
        return Span(self.source, self.start, self.end)

    def __reduce__(self) -> tuple[Any, ...]:
        return Sequence, (self.source, self.start, self.end, self.flow), None, iter(self)


class Mapping(NamedMap[Scalar, "Node"]):
    """A map of the YAML file; its keys are Scalars, so that each knows where it stands."""

    __slots__ = ("end", "flow", "source", "start")

    def __init__(self, source: Source, start: int, end: int, flow: bool = False) -> None:
        super().__init__()
        self.source = source
        self.start = start
        self.end = end
        self.flow = flow

    @property
    def span(self) -> Span:
        """Where the map stands, from its first key to its last value."""
        return Span(self.source, self.start, self.end)

    def key(self, name: str) -> Scalar | None:
        """The key of that name as it stands in the file."""
        for key in self:
            if key == name:
                return key
        return None

    def __reduce__(self) -> tuple[Any, ...]:
        return Mapping, (self.source, self.start, self.end, self.flow), None, None, iter(self.items())


Node: TypeAlias = Scalar | Sequence | Mapping


# What ends a text without quotes too early, outside and inside of brackets.
_QUOTED_ANYWHERE = r"^$|^[-?:](?: |$)|^[,\[\]{}#&*!|>'\"%@`]|: | #|:$"
_NEEDS_QUOTES = (re.compile(_QUOTED_ANYWHERE), re.compile(rf"{_QUOTED_ANYWHERE}|[,\[\]{{}}]"))


def quoted(text: str) -> str:
    """A text between quotes of YAML."""
    if "'" not in text:
        return f"'{text}'"
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def kind_of(node: object) -> str:
    """What people call such a node."""
    if isinstance(node, dict):
        return "map"
    if isinstance(node, list):
        return "list"
    return "text"
