"""From nodes to the model; whatever the model refuses becomes a typed mistake."""

from collections import Counter
from collections.abc import Mapping as AnyMapping
from typing import Any, TypeVar

from pydantic import ValidationError

from interpreter.spec import mistakes as wrong
from interpreter.spec.diagnostics import MOST_MISTAKES, Diagnostics, Mistake
from interpreter.spec.mistakes import Place, Replacement
from interpreter.spec.nodes import Mapping, Scalar
from interpreter.spec.section import Section
from interpreter.spec.suggest import closest, probably

_Section = TypeVar("_Section", bound=Section)
# What pydantic calls shapes of its own.
_SHAPES = {"list_type": "a list", "dict_type": "a map", "is_instance_of": "a text"}


def validate(
    model: type[_Section],
    node: Mapping,
    diagnostics: Diagnostics,
    replaced: AnyMapping[int, Replacement] | None = None,
) -> _Section | None:
    """The model of a node, or None with all its mistakes noted."""
    try:
        return model.model_validate(node)
    except ValidationError as error:
        all_found = error.errors(include_url=False, include_input=False)[: 4 * MOST_MISTAKES]
        misspelt = _misspelt(node, all_found)
        meanings = set(misspelt.values())
        for found in all_found:
            if found["type"] == "missing" and found["loc"] in meanings:
                continue
            if _EXTENDS in meanings and found["type"] != "extra_forbidden":
                # What is short or missing in a variant is whole with its parent.
                continue
            meant = misspelt.get(found["loc"])
            mistake = _mistake(Place(node, found["loc"]), found, meant, replaced or {})
            if mistake is not None and not _said_before(mistake, diagnostics):
                diagnostics.report(mistake)
        if not diagnostics.errors:
            # The reader says what is missing, but not in a text that is too long for it.
            found = all_found[0]
            diagnostics.report(_refused(Place(node, found["loc"]), found, misspelt.get(found["loc"]), replaced or {}))
        return None


_Path = tuple[int | str, ...]
_EXTENDS: _Path = ("extends",)


def _misspelt(node: Mapping, all_found: list[Any]) -> dict[_Path, _Path]:
    """The paths of unknown keys, with those of the options that were probably meant."""
    unknown = [found for found in all_found if found["type"] == "extra_forbidden"]
    beside = Counter(each["loc"][:-1] for each in unknown)
    missing: dict[_Path, list[_Path]] = {}
    for each in all_found:
        if each["type"] == "missing":
            missing.setdefault(each["loc"][:-1], []).append(each["loc"])
    found: dict[_Path, _Path] = {}
    by_map: dict[int, dict[str, Scalar]] = {}
    for each in unknown:
        *outside, key = each["loc"]
        lacking = missing.get(tuple(outside), [])
        alone = len(lacking) == 1 and beside[tuple(outside)] == 1
        around = Place(node, tuple(outside)).node
        options = each["ctx"]["options"]
        written = _keys_of(around, by_map)
        meant = probably(str(key), [option for option in options if not _is_beside(option, str(key), written)])
        if alone and meant is None:
            # One option is missing and one too many: the one stands for the other.
            found[each["loc"]] = lacking[0]
        elif (meant := meant or closest(str(key), options)) is not None:
            found[each["loc"]] = (*outside, meant)
    return found


def _keys_of(around: Any, by_map: dict[int, dict[str, Scalar]]) -> dict[str, Scalar]:
    """The keys of a map by their names, gathered once for each map."""
    if id(around) not in by_map:
        by_map[id(around)] = {str(key): key for key in around} if isinstance(around, Mapping) else {}
    return by_map[id(around)]


def _is_beside(option: str, key: str, written: AnyMapping[str, Scalar]) -> bool:
    """Whether an option stands beside a key. One that only the parent of a variant has does not: an author who restates
    it may have misspelt it."""
    there, own = written.get(option), written.get(key)
    return there is not None and (own is None or there.source is own.source)


def _mistake(place: Place, found: Any, meant: _Path | None, replaced: AnyMapping[int, Replacement]) -> Mistake | None:
    """The refusal as a typed value; None if the reader has already said that a name or a value is missing."""
    if any(isinstance(each, Scalar) and not each and each.style == "plain" for each in (place.node, place.key)):
        return None
    if found["type"] == "unknown-step":
        return _unknown_step(place, found["ctx"]["word"])
    return _refused(place, found, meant, replaced)


def _refused(place: Place, found: Any, meant: _Path | None, replaced: AnyMapping[int, Replacement]) -> Mistake:
    """The refusal as a typed value."""
    kind: str = found["type"]
    context: dict[str, Any] = found.get("ctx", {})
    node, key = place.node, place.key
    if kind == "extra_forbidden" and key is not None:
        return wrong.UnknownKey(place, key, context["options"], context.get("place"), str(meant[-1]) if meant else None)
    if id(node) in replaced and kind not in ("missing", "missing-key", "not-together", "unnamed", "option-as-name"):
        return wrong.ReplacedKind(place, replaced[id(node)])
    match kind:
        case "missing" | "missing-key":
            options = context["options"] if kind == "missing-key" else [found["loc"][-1]]
            return wrong.MissingKey(place, options, context.get("place"), context["meanings"])
        case "not-together":
            return wrong.NotTogether(place, context["options"])
        case "unnamed":
            return wrong.Unnamed(context["key"])
        case "option-as-name":
            return wrong.OptionAsName(context["key"], context["beside"])
        case "unknown-word":
            return wrong.UnknownWord(place, context["words"])
        case "malformed":
            return wrong.Malformed(place, context["wanted"])
        case "out-of-range":
            return wrong.OutOfRange(place, context["low"], context["high"])
        case "unknown-step":
            return wrong.UnknownStep(place, context["word"])
        case "step-shape":
            return wrong.TwoVerbs(place, context["verbs"])
        case "one-entry":
            return wrong.SeveralNames(place, context["keys"])
    wanted = str(context["wanted"]) if kind == "shape" else _SHAPES.get(kind, "another value")
    options, words, items = (context.get(each, []) for each in ("options", "words", "items"))
    return wrong.WrongShape(place, wanted, options, words, items)


def _unknown_step(place: Place, word: Scalar | None) -> Mistake | None:
    value = place.node.get(word) if isinstance(place.node, Mapping) and word is not None else None
    if isinstance(value, Scalar) and not value and value.style == "plain" and not _is_lone_word(place.node, word):
        return None  # The reader has already said that a value is missing.
    return wrong.UnknownStep(place, word)


def _is_lone_word(node: object, word: Scalar | None) -> bool:
    """Whether a step is a single word with a colon, such as `- undo:`."""
    return isinstance(node, Mapping) and len(node) == 1 and word is not None and word.isidentifier()


def _said_before(mistake: Mistake, diagnostics: Diagnostics) -> bool:
    """Whether a mistake follows from one that the reader or the merging with the parent has noted."""
    match mistake:
        case wrong.NotTogether():
            return diagnostics.has("nothing-to-remove")
    return False
