"""Entries of `when` and `then`: the words of tests, in tables that decorators fill where the words are defined.

The docstring of a decorated function or class is the text about its word in the reference and the JSON Schema.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Literal, Protocol, TypeVar

from interpreter.program import ActionPlan
from interpreter.spec.diagnostics import Diagnostics, Help
from interpreter.spec.model import ThenEntry, WhenEntry
from interpreter.spec.nodes import Edit, Mapping, Node, Scalar, Sequence, Span, line_end
from runtime.session.given import Ground
from runtime.testing.course import Course
from runtime.testing.failures import Failure

LastAction = ActionPlan | Literal["stop", "hand"] | None
"""The last action before a check, of which a refusal speaks; what a hand does may be any."""


# When


class Happening(Protocol):
    """Something that happens in a test."""

    @property
    def span(self) -> Span:
        """The span in which it is written."""

    def happen(self, course: Course) -> None:
        """Make it happen; raises Failed if that is impossible."""


BuildAlone = Callable[[Span], Happening]
"""Makes a happening that is written as one word."""
Build = Callable[[Ground, Node, Span, LastAction], Happening | None]
"""Makes a happening of the value beside its word; None after a report."""

ALONE: dict[str, BuildAlone] = {}
WITH_VALUE: dict[str, Build] = {}
_Alone = TypeVar("_Alone", bound=BuildAlone)
_WithValue = TypeVar("_WithValue", bound=Build)


def happening_alone(word: str) -> Callable[[_Alone], _Alone]:
    """Register a word of `when` that takes no value."""

    def register(build: _Alone) -> _Alone:
        _describe(word, build, WhenEntry.known_entries)
        ALONE[word] = build
        return build

    return register


def happening(word: str) -> Callable[[_WithValue], _WithValue]:
    """Register a word of `when` that takes a value."""

    def register(build: _WithValue) -> _WithValue:
        _describe(word, build, WhenEntry.known_entries)
        WITH_VALUE[word] = build
        return build

    return register


# Then


class Expectation(Protocol):
    """Something that must hold."""

    def failures(self, course: Course) -> list[Failure]:
        """The failures: what does not hold."""


class OfRefusal:
    """The mark of an expectation about a refusal: the action before it may be refused."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Several:
    """Several things that must hold."""

    parts: tuple[Expectation, ...]

    def failures(self, course: Course) -> list[Failure]:
        return [failure for part in self.parts for failure in part.failures(course)]


Check = Callable[[Ground, Scalar, Node, LastAction], Expectation | None]
"""Makes an expectation of a key of `then` and what is written beside it; None after a report."""

CHECKS: dict[str, Check] = {}
_Check = TypeVar("_Check", bound=Check)


def check(key: str) -> Callable[[_Check], _Check]:
    """Register a key of `then`."""

    def register(build: _Check) -> _Check:
        _describe(key, build, ThenEntry.known_entries)
        CHECKS[key] = build
        return build

    return register


def lacks_colon(text: Scalar, verbs: Collection[str], diagnostics: Diagnostics) -> bool:
    """Report an entry that begins with a word that should be followed by a colon, and return whether it does."""
    verb, blank, rest = str(text).partition(" ")
    if not blank or verb not in verbs:
        return False
    # Of what YAML read as a name, the value stands behind it.
    line = text.source.text[text.end : line_end(text.source.text, text.end)].rstrip()
    whole = f"{verb}: {rest.strip()}{line if line.startswith(':') else ''}"
    help = Help(f"Write ‘- {whole}’.", Edit(text.part(len(verb), len(verb)), ":"))
    diagnostics.error("missing-colon", text.span, f"A colon is missing after ‘{verb}’.", help)
    return True


def has_acted(ground: Ground, key: Scalar, last: LastAction) -> bool:
    """Whether the test takes an action before a check about it; False after a report."""
    if last is None:
        message = f"{key} is about the last action, and there is none before it."
        ground.diagnostics.error("no-action", key.span, message, "Put the action under when:, before it.")
    return last is not None


def in_other_number(key: Scalar, node: Node) -> str | None:
    """What to write for `buttons: {undo: disabled}` and `event: [moved, taken]`: the key that takes such a value, if
    that is the same word in the singular or plural."""
    other = key.removesuffix("s") if key.endswith("s") else f"{key}s"
    fits = isinstance(node, Sequence) if other.endswith("s") else isinstance(node, Mapping)
    return Help(f"Did you mean ‘{other}’?", Edit(key.span, other)) if fits and other in CHECKS else None


def text_of(ground: Ground, key: Scalar, node: Node) -> Scalar | None:
    """The text beside a key that needs one; None after a report."""
    if isinstance(node, Scalar):
        return node
    ground.diagnostics.error("shape", node.span, f"{key} takes a text.", f"Write {key}: and the text on one line.")
    return None


def _describe(word: str, build: object, meanings: dict[str, str]) -> None:
    if word in meanings:
        raise ValueError(f"Tests know the word {word} already")
    meanings[word] = " ".join((build.__doc__ or "").split())
