"""Variants: a spec that says only in what it differs from its parent.

Nodes are merged, not values, so each keeps its own file and line.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from interpreter.spec import catalogue
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.nodes import Mapping, Node, Scalar, Sequence, kind_of
from interpreter.spec.suggest import did_you_mean, suggestion
from interpreter.spec.validate import Replacement

ReadFile = Callable[[Path], Mapping | None]

# In a position only these merge; a picture is replaced as a whole.
_MERGED_IN_GIVEN = ("settings", "random")


@dataclass
class Merge:
    """The outcome of merging: the map, and where a variant put one kind of node for another."""

    node: Mapping
    replaced: dict[int, Replacement] = field(default_factory=dict)


def with_parents(
    node: Mapping, path: Path | None, read_file: ReadFile, diagnostics: Diagnostics
) -> Merge | None:
    """The spec with all that it takes from its parents, or None if a parent cannot be had."""
    chain = [node]
    names = [str(node.get("game"))]
    paths = [] if path is None else [path.resolve()]
    while isinstance(parent := chain[-1].get("extends"), Scalar):
        beside = paths[-1].parent if paths else None
        found = catalogue.locate(parent, beside) if parent.isidentifier() else None
        if found is None:
            help = suggestion(parent, catalogue.names(beside))
            diagnostics.error("unknown-parent", parent.span, f"There is no game ‘{parent}’ to extend.", help)
            return None
        found = found.resolve()
        if found in paths:
            through = " → ".join([*names, parent])
            diagnostics.error("extends-cycle", parent.span, f"‘{names[0]}’ extends itself: {through}.")
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
    """Puts one variant over its parent."""

    def __init__(self, parent_name: str, replaced: dict[int, Replacement], diagnostics: Diagnostics) -> None:
        self.parent_name = parent_name
        self.replaced = replaced
        self.diagnostics = diagnostics

    def spec(self, parent: Mapping, variant: Mapping) -> Merge:
        without_extends = _copy(parent)
        without_extends.pop(_key(parent, "extends"), None)
        return Merge(self.map(without_extends, variant, ()), self.replaced)

    def map(self, parent: Mapping, variant: Mapping, path: tuple[str, ...]) -> Mapping:
        removed = self.removed(parent, variant)
        merged = Mapping(variant.source, variant.start, variant.end, variant.flow)
        own_keys = {str(key): key for key in variant}
        for key, value in parent.items():
            if key in removed:
                continue
            own = own_keys.get(key)
            if own is None:
                merged[key] = value
            else:
                merged[own] = self.node(value, variant[own], (*path, own))
        for key, value in variant.items():
            if key not in merged and not _is_removal(key, value):
                merged[key] = self.added(key, value, path, parent)
        return merged

    def node(self, parent: Node, variant: Node, path: tuple[str, ...]) -> Node:
        if isinstance(parent, Mapping) and isinstance(variant, Mapping):
            return variant if _is_picture(path) else self.map(parent, variant, path)
        if (
            isinstance(parent, Mapping)
            and isinstance(variant, Scalar)
            and len(path) == 2
            and path[0] == "settings"
        ):
            return _with_default(parent, variant)
        before, after = kind_of(parent), kind_of(variant)
        if before != after:
            self.replaced[id(variant)] = Replacement(".".join(path), before, after)
        return variant

    def added(self, key: Scalar, value: Node, path: tuple[str, ...], parent: Mapping) -> Node:
        """An entry that the parent lacks."""
        if path == ("settings",) and isinstance(value, Scalar):
            message = f"{self.parent_name} has no setting ‘{key}’."
            help = did_you_mean(key, parent) or f"Write ‘{key}: {{default: {value}}}’ for a new one."
            self.diagnostics.error("unknown-setting", key.span, message, help)
            return _with_default(Mapping(value.source, value.start, value.end), value)
        if isinstance(value, Mapping):
            nothing = Mapping(value.source, value.start, value.end)
            return self.map(nothing, value, (*path, key))
        return value

    def removed(self, parent: Mapping, variant: Mapping) -> set[str]:
        """The names that the variant removes from this map of its parent."""
        names: set[str] = set()
        for key, value in variant.items():
            if key == "remove" and isinstance(value, Scalar) and value in parent:
                message = "‘remove’ needs a list, this is a text."
                self.diagnostics.error("shape", value.span, message, f"Write [{value}].")
            if not _is_removal(key, value) or not isinstance(value, Sequence):
                continue
            for name in value:
                if not isinstance(name, Scalar):
                    continue
                if name in parent:
                    names.add(name)
                    continue
                message = f"{self.parent_name} has no ‘{name}’ to remove."
                self.diagnostics.error("nothing-to-remove", name.span, message, did_you_mean(name, parent))
        return names


def _is_removal(key: Scalar, value: Node) -> bool:
    return key == "remove" and isinstance(value, Sequence) and all(isinstance(name, Scalar) for name in value)


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
