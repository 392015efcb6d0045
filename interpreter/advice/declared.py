"""The declarations of the spec at hand, read from its text: names that help mentions must exist there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from collections.abc import Mapping as AnyMapping

from interpreter.spec.model import BUTTONS, Spec
from interpreter.spec.nodes import Mapping, Scalar
from interpreter.spec.suggest import bare

# The sections whose entries people call by their titles.
_TITLED = ("players", "actions", "settings", "levels", "entities")


def names_in(root: Mapping | None, section: str) -> list[str]:
    """The names that a section of a spec declares."""
    found = root.get(section) if root is not None else None
    return [str(name).partition("(")[0] for name in found] if isinstance(found, Mapping) else []


def choices_in(root: Mapping | None) -> dict[str, list[str]]:
    """The actions of a spec, each with the names of its choices."""
    actions = root.get("actions") if root is not None else None
    found: dict[str, list[str]] = {}
    for name, action in actions.items() if isinstance(actions, Mapping) else ():
        choices = action.get("choose") if isinstance(action, Mapping) else None
        found[str(name)] = [str(choice) for choice in choices] if isinstance(choices, Mapping) else []
    return found


def titles_in(root: Mapping | None) -> Iterator[tuple[str, str]]:
    """The titles in a spec, each with the name that it belongs to."""
    for section in _TITLED:
        entries = root.get(section) if root is not None else None
        for name, entry in entries.items() if isinstance(entries, Mapping) else ():
            title = entry.get("title") if isinstance(entry, Mapping) else None
            if isinstance(title, Scalar):
                yield str(name), str(title)


def titled(title: str, titles: Iterable[tuple[str, str]]) -> str | None:
    """The name that goes with a title, for an author who writes the title instead; None if no name or several have
    it."""
    found = {name for name, each in titles if bare(each) == bare(title) != ""}
    return found.pop() if len(found) == 1 else None


def players_titled(spec: Spec, title: str) -> str | None:
    """The name of the player with a title."""
    return titled(title, ((str(name), str(each.title)) for name, each in spec.players.items() if each.title))


def awaited(word: str, actions: AnyMapping[str, Collection[str]], ends: Collection[str]) -> str | None:
    """The entry of wait: that a word stands for, if the word makes that clear: `action: move`, `used: undo`."""
    action, _, choice = word.partition(".")
    if word in actions:
        return f"action: {word}"
    if choice in actions.get(action, ()):
        return f"chosen: {word}"
    if word in ends:
        return f"ended: {word}"
    if bare(word) in map(bare, BUTTONS):
        return f"used: {next(button for button in BUTTONS if bare(button) == bare(word))}"
    choosers = [name for name, choices in actions.items() if word in choices]
    if len(choosers) == 1:
        return f"chosen: {choosers[0]}.{word}"
    return f"button: {word}" if word[:1].isupper() else None
