"""Variants: specs that say only how they differ from their parents.

Nodes are merged, not values, so each keeps its own file and line. The word `inherited` stands for what the parent has:
as an entry of a list, and inside an expression that is rewritten.
"""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from difflib import ndiff
from pathlib import Path

from interpreter.spec import catalogue
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.mistakes import Replacement
from interpreter.spec.nodes import INHERITED, SHADOWED, Help, Mapping, Node, Scalar, Sequence, kind_of
from interpreter.spec.suggest import did_you_mean, either, probably, suggestion

ReadFile = Callable[[Path], Mapping | None]

# In a position only these merge; a picture is replaced as a whole.
_MERGED_IN_GIVEN = ("settings", "random")

# Sections whose keys are headings with parameters: they are merged by the name in front of the brackets.
_WITH_HEADINGS = (("define",), ("routines",))

# What every spec says for itself: a variant does not take it over.
_OF_ITS_OWN = ("extends", "also_called")

# What the list of names to remove is called by mistake.
_REMOVING = ("removed", "removes", "delete", "drop", "without", "omit")
# Of how many settings each is named for whoever names another.
_FEW = 6


@dataclass
class Merge:
    """The result of merging: the map, and the places where a variant replaced one kind of node with another."""

    node: Mapping
    replaced: dict[int, Replacement] = field(default_factory=dict)


def with_parents(node: Mapping, path: Path | None, read_file: ReadFile, diagnostics: Diagnostics) -> Merge | None:
    """The spec with everything that it takes from its parents, or None if a parent cannot be loaded."""
    chain = [node]
    names = [str(node.get("game"))]
    paths = [] if path is None else [path.resolve()]
    while isinstance(parent := chain[-1].get("extends"), Scalar):
        beside = paths[-1].parent if paths else None
        found = catalogue.locate(parent, beside) if parent.isidentifier() else None
        if found is None:
            stem = re.sub(r"^.*[/\\\\]|\.ya?ml$", "", parent)
            known = catalogue.names(beside)
            help = f"Write {stem}." if stem != parent and stem in known else suggestion(parent, known)
            diagnostics.error("unknown-parent", parent.span, f"There is no game ‘{parent}’ to extend.", help)
            return None
        found = found.resolve()
        if found in paths:
            through = " → ".join([*names, parent])
            diagnostics.error(
                "extends-cycle", parent.span, f"‘{names[0]}’ extends itself: {through}.", "Name another parent."
            )
            return None
        read = read_file(found)
        if read is None:
            return None
        chain.append(read)
        names.append(parent)
        paths.append(found)
    merge = Merge(chain.pop())
    while chain:
        variant = chain.pop()
        merge = _Merger(names[len(chain) + 1], merge.replaced, diagnostics).spec(merge.node, variant)
    return merge


class _Merger:
    """Lays one variant over its parent."""

    def __init__(self, parent_name: str, replaced: dict[int, Replacement], diagnostics: Diagnostics) -> None:
        self.parent_name = parent_name
        self.replaced = replaced
        self.diagnostics = diagnostics
        # The entry that the parent lacks and whose parts are being merged, and the entry that was probably meant.
        self.meant: tuple[Scalar, str] | None = None

    def spec(self, parent: Mapping, variant: Mapping) -> Merge:
        shared = _copy(parent)
        for name in _OF_ITS_OWN:
            shared.pop(_key(parent, name), None)
        return Merge(self.map(shared, variant, ()), self.replaced)

    def map(self, parent: Mapping, variant: Mapping, path: tuple[str, ...]) -> Mapping:
        removed = self.removed(parent, variant, path)
        merged = Mapping(variant.source, variant.start, variant.end, variant.flow)
        own_keys = {_merged_by(key, path): key for key in variant}
        for key in self.tested_first(variant, path):
            if key not in parent:
                merged[key] = variant[key]
        for key, value in parent.items():
            shared = _merged_by(key, path)
            if key in removed or shared in removed:
                continue
            own = own_keys.get(shared)
            if own is None:
                merged[key] = value
            else:
                # One that calls itself by its own name most likely means the parent's, and is told so.
                if path == ("define",) and any(_mentions(each, variant[own]) for each in (INHERITED, shared)):
                    merged[_shadowed(key)] = value
                if not key.startswith(SHADOWED):
                    merged[own] = self.node(value, variant[own], (*path, own))
        for key, value in variant.items():
            if key in _REMOVING and isinstance(value, Sequence) and any(name in parent for name in value):
                message = f"A variant does not remove anything from {self.parent_name} with ‘{key}’."
                self.diagnostics.error("unknown-key", key.span, message, "Write ‘remove:’.")
            elif key not in merged and not _is_order(key, value, path):
                merged[key] = self.added(key, value, path, parent)
        return merged

    def tested_first(self, variant: Mapping, path: tuple[str, ...]) -> list[Scalar]:
        """The end conditions that a variant wants tested before those of its parent."""
        names = variant.get("first")
        if path != ("end_conditions",) or not isinstance(names, Sequence):
            return []
        found = []
        for name in names:
            key = variant.key(name) if isinstance(name, Scalar) else None
            if key is not None:
                found.append(key)
            elif isinstance(name, Scalar):
                message = f"‘{name}’ is not among these end conditions."
                help = did_you_mean(name, variant) or "‘first’ names end conditions that are listed here."
                self.diagnostics.error("unknown-end", name.span, message, help)
        return found

    def node(self, parent: Node, variant: Node, path: tuple[str, ...]) -> Node:
        if isinstance(parent, Mapping) and isinstance(variant, Mapping):
            return variant if _is_picture(path) else self.map(parent, variant, path)
        if isinstance(parent, Mapping) and isinstance(variant, Scalar) and len(path) == 2 and path[0] == "settings":
            return _with_default(parent, variant)
        if isinstance(variant, Sequence) and INHERITED in variant:
            return self.list(parent, variant)
        if isinstance(parent, Scalar) and isinstance(variant, Scalar) and path[0] != "define":
            # A define calls its parent's instead, as that may take values.
            return variant.in_place_of(parent) if _mentions(INHERITED, variant) else variant
        before, after = kind_of(parent), kind_of(variant)
        if before != after:
            self.replaced[id(variant)] = Replacement(".".join(path), before, after, parent.span.text)
        return variant

    def list(self, parent: Node | None, variant: Sequence) -> Sequence:
        """The variant's list, with the parent's entries in place of `inherited`; a text is a list of one."""
        merged = Sequence(variant.source, variant.start, variant.end, variant.flow)
        for entry in variant:
            if entry != INHERITED:
                merged.append(entry)
            elif isinstance(parent, Sequence):
                merged.extend(parent)
            elif isinstance(parent, Scalar):
                merged.append(parent)
            elif isinstance(entry, Scalar):
                self.nothing_inherited(entry)
        return merged

    def nothing_inherited(self, entry: Scalar) -> None:
        if self.meant is not None:
            key, meant = self.meant
            message = f"{self.parent_name} has no ‘{key}’ here, so ‘{INHERITED}’ below it stands for nothing."
            help = f"Did you mean ‘{meant}’? Otherwise leave ‘{INHERITED}’ out."
            self.diagnostics.error("nothing-inherited", key.span, message, help)
            return
        message = f"{self.parent_name} has no list here that ‘{INHERITED}’ could stand for."
        self.diagnostics.error("nothing-inherited", entry.span, message, "Leave it out.")

    def added(self, key: Scalar, value: Node, path: tuple[str, ...], parent: Mapping) -> Node:
        """An entry that the parent lacks."""
        if path == ("settings",) and isinstance(value, Scalar) and key != "remove":
            message = f"{self.parent_name} has no setting ‘{key}’."
            known = [str(each) for each in parent]
            listed = f"Take {either(known)}, or write" if 0 < len(known) <= _FEW else "Write"
            help = did_you_mean(key, known) or f"{listed} ‘{key}: {{default: {value}}}’ for a new one."
            self.diagnostics.error("unknown-setting", key.span, message, help)
            return _with_default(Mapping(value.source, value.start, value.end), value)
        if path == ("acceptance",) and (meant := _misspelt(key, parent)) is not None:
            message = f"This is a test of its own: {self.parent_name} has ‘{meant}’."
            help = "Write its name exactly as it is there, or choose one that differs more."
            self.diagnostics.warning("similar-test", key.span, message, help)
        if isinstance(value, Mapping):
            nothing = Mapping(value.source, value.start, value.end)
            before, meant = self.meant, probably(key, parent)
            if path[:1] == ("view",) and len(parent) == 1:
                # The view invents no names: the only board is meant.
                meant = next(iter(parent))
            self.meant = before if meant is None else (key, meant)
            merged = self.map(nothing, value, (*path, key))
            self.meant = before
            return merged
        if isinstance(value, Sequence) and INHERITED in value:
            return self.list(None, value)
        return value

    def removed(self, parent: Mapping, variant: Mapping, path: tuple[str, ...]) -> set[str]:
        """The names that the variant removes from this map of its parent."""
        names: set[str] = set()
        for key, value in variant.items():
            listed = re.split(r"[, ]+", value) if isinstance(value, Scalar) else []
            if key == "remove" and isinstance(value, Scalar) and any(name in parent for name in (value, *listed)):
                message = "‘remove’ needs a list, but this is a text."
                self.diagnostics.error("shape", value.span, message, f"Write [{value}].")
            if not _is_removal(key, value) or not isinstance(value, Sequence):
                continue
            for name in value:
                if not isinstance(name, Scalar):
                    continue
                if name in parent:
                    names.add(name)
                    section = parent[name]
                    lost = section if not path and isinstance(section, Mapping) else [name]
                    self.diagnostics.removed.update({each.partition("(")[0]: name.span for each in lost})
                    continue
                message = f"{self.parent_name} has no ‘{name}’ to remove."
                self.diagnostics.error("nothing-to-remove", name.span, message, _removed_elsewhere(name, parent, path))
        return names


def _removed_elsewhere(name: Scalar, parent: Mapping, path: tuple[str, ...]) -> str:
    """Suggest what to write for a name that a map of the parent lacks: it may be further in, or around the map."""
    if name in path:
        return f"Write ‘remove: [{name}]’ beside ‘{name}:’, not in it."
    asked, below = suggestion(name, parent), _path_to(name, parent)
    if below is None or isinstance(asked, Help):
        return asked
    return f"It belongs under ‘{': '.join(below)}:’: write ‘remove: [{name}]’ there."


def _path_to(name: Scalar, node: Mapping) -> tuple[str, ...] | None:
    """The names that lead to a name in a map; there are few on the way, and the first path counts."""
    inner = [(str(key), entry) for key, entry in node.items() if isinstance(entry, Mapping)]
    for key, entry in inner:
        if name in entry:
            return (key,)
    return next(((key, *found) for key, entry in inner if (found := _path_to(name, entry)) is not None), None)


def _is_removal(key: Scalar, value: Node) -> bool:
    return key == "remove" and isinstance(value, Sequence) and all(isinstance(name, Scalar) for name in value)


def _is_order(key: Scalar, value: Node, path: tuple[str, ...]) -> bool:
    """Whether an entry says how to merge, and is not part of the spec."""
    return _is_removal(key, value) or (path == ("end_conditions",) and key == "first" and isinstance(value, Sequence))


def _merged_by(key: Scalar, path: tuple[str, ...]) -> str:
    """The keys that identify two entries as the same thing in parent and variant."""
    return key.lstrip(SHADOWED).partition("(")[0].strip() if path in _WITH_HEADINGS else str(key)


def _shadowed(key: Scalar) -> Scalar:
    return Scalar(SHADOWED + key, key.source, key.start, key.end, key.style, key.flow)


def unshadowed(key: Scalar) -> Scalar:
    """The key as it is in its file; the key itself, unless a variant has rewritten that define."""
    if not key.startswith(SHADOWED):
        return key
    return Scalar(key.lstrip(SHADOWED), key.source, key.start, key.end, key.style, key.flow)


def _mentions(name: str, node: Node) -> bool:
    if isinstance(node, Mapping):
        return any(_mentions(name, value) for value in node.values())
    if isinstance(node, Sequence):
        return any(_mentions(name, value) for value in node)
    return re.search(rf"\b{re.escape(name)}\b", node) is not None


def _misspelt(name: str, others: Mapping) -> str | None:
    """The one of the others that differs only by a slip; numbers differ on purpose."""
    if len(name) < 12:
        return None
    letters = Counter(name)
    for other in others:
        # Comparing letter by letter takes long, and hardly any two names have nearly the same letters.
        theirs = Counter(other)
        if ((letters - theirs) + (theirs - letters)).total() > 3:
            continue
        changes = [change for change in ndiff(name, other) if change[0] in "+-"]
        if len(changes) <= 3 and not any(change[-1].isdigit() for change in changes):
            return other
    return None


def _is_picture(path: tuple[str, ...]) -> bool:
    """Whether the path leads to a picture in the position of a test or a lesson."""
    return len(path) >= 2 and path[-2] == "given" and path[-1] not in _MERGED_IN_GIVEN


def _with_default(setting: Mapping, value: Scalar) -> Mapping:
    """The setting with another default; range, options and title stay."""
    merged = Mapping(value.source, value.start, value.end)
    merged[Scalar("default", value.source, value.start, value.end)] = value
    for key, entry in setting.items():
        if key != "default":
            merged[key] = entry
    return merged


def _copy(node: Mapping) -> Mapping:
    copied = Mapping(node.source, node.start, node.end, node.flow)
    copied.update(node)
    return copied


def _key(node: Mapping, name: str) -> Scalar:
    return node.key(name) or Scalar(name, node.source, node.start, node.start)
