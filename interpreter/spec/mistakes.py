"""What can be wrong with the text and the sections of a spec, as values: what was found, and what is allowed there.

There are many kinds and they are never compared: the extra features of a dataclass would only cost time at every start.
"""

from collections.abc import Mapping as AnyMapping
from dataclasses import dataclass

from interpreter.spec.diagnostics import Mistake
from interpreter.spec.nodes import Mapping, Node, Scalar, Sequence, Source, Span


@dataclass(slots=True, eq=False, repr=False)
class YamlMistake(Mistake):
    """A text that is not YAML: what the parser says, in which context, and at which offsets."""

    source: Source
    problem: str
    context: str
    at: int
    begun: int


@dataclass(slots=True, eq=False, repr=False)
class OpenQuote(Mistake):
    """A quote that is never closed."""

    source: Source
    at: int


@dataclass(slots=True, eq=False, repr=False)
class OpenBracket(Mistake):
    """A text in brackets or braces of YAML whose own bracket is never closed."""

    text: Scalar


@dataclass(slots=True, eq=False, repr=False)
class Replacement:
    """A node of a variant whose place holds another kind of node in its parent."""

    name: str
    before: str
    after: str
    text: str


class Place:
    """The deepest node on an error's path, and how the author would name it."""

    def __init__(self, node: Node, path: tuple[int | str, ...]) -> None:
        self.node: Node = node
        self.key: Scalar | None = None
        self.within: Mapping | None = None
        self.around: Scalar | None = None
        self.beside: list[Scalar] = []
        self.around_beside: list[Scalar] = []
        self.parts: list[str] = []
        for part in path:
            self._enter(part)

    def _enter(self, part: int | str) -> None:
        """Go one part deeper, if the author wrote that part; shorthand and unions add others."""
        node = self.node
        if part == "[key]" and self.key is not None:
            # A key of the wrong form: the path has already gone into its value.
            self.node = self.key
        elif isinstance(node, Mapping):
            key = node.key(str(part))
            if key is not None:
                self.around, self.around_beside = self.key, self.beside
                self.key, self.node, self.beside, self.within = key, node[key], list(node), node
                self.parts.append(f".{key}")
        elif isinstance(node, Sequence) and isinstance(part, int) and part < len(node):
            self.key, self.node, self.within = None, node[part], None
            self.parts.append(f"[{part + 1}]")
        elif isinstance(node, Sequence) and isinstance(part, str) and part.isdecimal() and 0 < int(part) <= len(node):
            # A list that stands for a map whose names are numbers.
            self.key, self.node, self.within = None, node[int(part) - 1], None
            self.parts.append(f"[{part}]")

    @property
    def path(self) -> str:
        return "".join(self.parts).lstrip(".")

    @property
    def name(self) -> str:
        """The place in quotes, as messages name it."""
        return f"‘{self.path}’" if self.parts else "A spec"

    @property
    def outside(self) -> str:
        """The place around the last part."""
        outer = "".join(self.parts[:-1]).lstrip(".")
        return f"‘{outer}’" if outer else "a spec"

    @property
    def last(self) -> str:
        """The last name on the path, with the number of the item if it is in a list."""
        last = len(self.parts) - 1
        while last > 0 and self.parts[last].startswith("["):
            last -= 1
        return "".join(self.parts[last:]).lstrip(".") if self.parts else "spec"

    @property
    def heading(self) -> Span:
        """Where the place begins, for an option that is missing in it."""
        if self.key is not None:
            return self.key.span
        if isinstance(self.node, Mapping) and self.node:
            return next(iter(self.node)).span
        return self.node.span

    @property
    def body(self) -> Span:
        """Where a wrong value is: the value if it is on one line, otherwise its name."""
        span = self.node.span
        if isinstance(self.node, Sequence) and not self.node.flow:
            return Span(span.source, span.start, span.start + 1)
        if self.key is not None and "\n" in span.text:
            return self.key.span
        return span


@dataclass(slots=True, eq=False, repr=False)
class UnknownKey(Mistake):
    """An option that does not exist; `meant` is the missing one that it may stand for, `step` the step that has it."""

    place: Place
    key: Scalar
    options: list[str]
    step: str | None
    meant: str | None


@dataclass(slots=True, eq=False, repr=False)
class MissingKey(Mistake):
    """A missing option, or one of several; with the meaning of each."""

    place: Place
    options: list[str]
    step: str | None
    meanings: AnyMapping[str, str]


@dataclass(slots=True, eq=False, repr=False)
class NotTogether(Mistake):
    """Options that exclude each other."""

    place: Place
    options: list[str]


@dataclass(slots=True, eq=False, repr=False)
class Unnamed(Mistake):
    """An option where the name of something belongs."""

    key: Scalar


@dataclass(slots=True, eq=False, repr=False)
class OptionAsName(Mistake):
    """An option one level too high, beside the thing that it belongs to."""

    key: Scalar
    beside: list[Scalar]


@dataclass(slots=True, eq=False, repr=False)
class ReplacedKind(Mistake):
    """A node of a variant whose kind differs from its parent's."""

    place: Place
    change: Replacement


@dataclass(slots=True, eq=False, repr=False)
class UnknownWord(Mistake):
    """A word that is not one of the allowed ones."""

    place: Place
    words: list[str]


@dataclass(slots=True, eq=False, repr=False)
class Malformed(Mistake):
    """A text in the wrong form, such as a name with capitals."""

    place: Place
    wanted: str


@dataclass(slots=True, eq=False, repr=False)
class OutOfRange(Mistake):
    """A whole number beyond its limits."""

    place: Place
    low: int
    high: int


@dataclass(slots=True, eq=False, repr=False)
class UnknownStep(Mistake):
    """A step whose verb does not exist, or that has none."""

    place: Place
    word: Scalar | None


@dataclass(slots=True, eq=False, repr=False)
class TwoVerbs(Mistake):
    """A step with more than one verb."""

    place: Place
    verbs: list[Scalar]


@dataclass(slots=True, eq=False, repr=False)
class SeveralNames(Mistake):
    """An item with several names where one belongs, or with none."""

    place: Place
    keys: list[Scalar]


@dataclass(slots=True, eq=False, repr=False)
class WrongShape(Mistake):
    """A text, a list or a map where another of these belongs; with the options, words or items that it may contain."""

    place: Place
    wanted: str
    options: list[str]
    words: list[str]
    items: list[str]
