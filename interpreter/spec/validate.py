"""From nodes to the model; the model's errors become diagnostics in the author's words."""

import re
from collections.abc import Mapping as AnyMapping
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import ValidationError

from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.model import Variable
from interpreter.spec.nodes import INHERITED, Mapping, Node, Scalar, Sequence, kind_of
from interpreter.spec.placement import belongs_beside, meaning_of, places_of, verbs_of
from interpreter.spec.reader import MOST_MISTAKES
from interpreter.spec.section import Section
from interpreter.spec.source import Span
from interpreter.spec.steps import STEP_ARGUMENTS
from interpreter.spec.suggest import closest, did_you_mean, nearest, probably, suggestion
from interpreter.spec.written_forms import (
    FORMS,
    STEP_LISTS,
    added,
    begun_small,
    in_block_style,
    in_shape,
    said_in_one_line,
    two_verbs_help,
)

_Section = TypeVar("_Section", bound=Section)
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_PATH = re.compile(r"[a-z]\w*[.\[][\w.\[\]]+")
# A type of lists as other languages write it.
_LIST_TYPE = re.compile(r"(\w+)\[\]|[Ll]ist ?[\[<(](\w+)[\]>)]|\[(\w+)\]")
_LITERAL = re.compile(r"[0-9]+|true|false|none")
_FEW = 3
_SHORT = 60
# What other languages call the ends of a number's range.
_BOUNDS = ("min", "max", "minimum", "maximum", "lowest", "highest", "limit", "range")
_ONE_NAME = "Begin each with ‘- ’ on a line of its own."


@dataclass(frozen=True, slots=True)
class Replacement:
    """A node of a variant that stands where its parent has another kind of node."""

    name: str
    before: str
    after: str
    text: str


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
        all_found = error.errors(include_url=False, include_input=False)[:MOST_MISTAKES]
        misspelt = _misspelt(node, all_found)
        for found in all_found:
            if found["type"] == "missing" and found["loc"] in misspelt.values():
                continue
            if found["type"] == "extra_forbidden" and (meant := misspelt.get(found["loc"])) is not None:
                found["ctx"]["meant"] = meant[-1]
            _report(_Place(node, found["loc"]), found, diagnostics, replaced or {})
        return None


_Path = tuple[int | str, ...]


def _misspelt(node: Mapping, all_found: list[Any]) -> dict[_Path, _Path]:
    """The paths of unknown keys, with those of the options that they were probably meant to be."""
    unknown = [found for found in all_found if found["type"] == "extra_forbidden"]
    missing = [found["loc"] for found in all_found if found["type"] == "missing"]
    found: dict[_Path, _Path] = {}
    for each in unknown:
        *outside, key = each["loc"]
        lacking = [path for path in missing if path[:-1] == tuple(outside)]
        alone = len(lacking) == 1 and sum(other["loc"][:-1] == tuple(outside) for other in unknown) == 1
        around = _Place(node, tuple(outside)).node
        given = around if isinstance(around, Mapping) else {}
        options = each["ctx"]["options"]
        meant = probably(str(key), [option for option in options if option not in given])
        if alone and meant is None:
            # One option is missing and one too many: the one stands for the other.
            found[each["loc"]] = lacking[0]
        elif (meant := meant or closest(str(key), options)) is not None:
            found[each["loc"]] = (*outside, meant)
    return found


class _Place:
    """The deepest node on an error's path, and how the author would name it."""

    def __init__(self, node: Node, path: tuple[int | str, ...]) -> None:
        self.node: Node = node
        self.key: Scalar | None = None
        self.around: Scalar | None = None
        self.beside: list[Scalar] = []
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
                self.around, self.key, self.node, self.beside = self.key, key, node[key], list(node)
                self.parts.append(f".{key}")
        elif isinstance(node, Sequence) and isinstance(part, int) and part < len(node):
            self.key, self.node = None, node[part]
            self.parts.append(f"[{part + 1}]")
        elif isinstance(node, Sequence) and isinstance(part, str) and part.isdecimal() and 0 < int(part) <= len(node):
            # A list that stands for a map whose names are numbers.
            self.key, self.node = None, node[int(part) - 1]
            self.parts.append(f"[{part}]")

    @property
    def path(self) -> str:
        return "".join(self.parts).lstrip(".")

    @property
    def name(self) -> str:
        """The place in quotes, as it stands in messages."""
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
        """Where the place begins, for what is missing in it."""
        if self.key is not None:
            return self.key.span
        if isinstance(self.node, Mapping) and self.node:
            return next(iter(self.node)).span
        return self.node.span

    @property
    def body(self) -> Span:
        """Where a wrong value stands: the value if it is on one line, else its name."""
        span = self.node.span
        if isinstance(self.node, Sequence) and not self.node.flow:
            return Span(span.source, span.start, span.start + 1)
        if self.key is not None and "\n" in span.text:
            return self.key.span
        return span


def _report(place: _Place, found: Any, diagnostics: Diagnostics, replaced: AnyMapping[int, Replacement]) -> None:
    kind: str = found["type"]
    context: dict[str, Any] = found.get("ctx", {})
    node = place.node
    if isinstance(node, Scalar) and not node and node.style == "plain":
        return  # The reader has already said that a value is missing.
    if place.key is not None and not place.key and place.key.style == "plain":
        return  # The reader has already said that a name is missing.
    if kind == "extra_forbidden" and place.key is not None:
        _unknown_key(place, place.key, context, diagnostics)
    elif kind in ("missing", "missing-key"):
        options = context["options"] if kind == "missing-key" else [found["loc"][-1]]
        wanted = _either(options)
        step = context.get("place")
        who = f"‘{step}’" if step else place.name
        help = said_in_one_line(node, options) or added(options, context["meanings"])
        if place.last == "properties":
            help = "Properties stand without this line, directly under their kind."
        if (inherited := _of_the_parent(place)) is not None:
            help = f"Did you mean ‘{inherited}’, which the parent has? Otherwise {begun_small(help)}"
        diagnostics.error("missing-key", place.heading, f"{who} needs {wanted}.", help)
    elif kind == "not-together" and any(each.code == "nothing-to-remove" for each in diagnostics):
        return  # What was to be removed is still there.
    elif kind == "not-together":
        _not_together(place, context["options"], diagnostics)
    elif kind == "unnamed":
        message = f"‘{context['key']}’ is an option of something that has no name here."
        help = "Write a name above it, such as ‘piece:’, and indent these lines below it."
        diagnostics.error("unnamed", context["key"].span, message, help)
    elif id(node) in replaced:
        change = replaced[id(node)]
        message = f"‘{change.name}’ replaces a {change.before} by a {change.after}."
        diagnostics.error("replaced-kind", place.body, message, _like_the_parent(change))
    elif kind == "flow-brackets":
        span = context["node"].span
        if not any(found.code == "comma-in-flow" and found.span == span for found in diagnostics):
            message = "This expression has brackets inside {…}. Write it in block style."
            diagnostics.error("flow-brackets", span, message, in_block_style(place.last, context["node"], place.node))
    elif kind == "unknown-word":
        message = f"‘{place.last}’ is {_either(context['words'], '')}, not ‘{node}’."
        help = suggestion(str(node), context["words"])
        if place.last in STEP_LISTS and not help.startswith("Did"):
            help += f" Or write steps below it, each with ‘- ’, such as ‘- run: {node}’."
        diagnostics.error("unknown-word", node.span, message, help)
    elif kind == "malformed":
        _malformed(place, context["wanted"], diagnostics)
    elif kind == "unknown-step":
        _unknown_step(place, context["word"], diagnostics)
    elif kind == "step-shape":
        verbs = context["verbs"]
        message = f"A step has one verb; this has {len(verbs)} ({', '.join(verbs)})."
        diagnostics.error("step-shape", verbs[1].span, message, two_verbs_help(node, verbs))
    elif kind == "one-entry":
        keys = context["keys"]
        listed = f" ({', '.join(keys)})" if keys else ""
        span = keys[1].span if len(keys) > 1 else place.heading
        diagnostics.error("one-entry", span, f"An item here has one name; this has {len(keys)}{listed}.", _ONE_NAME)
    elif isinstance(node, Scalar) and (begun := _comprehension(node)) is not None:
        message = "An expression must not begin with ‘[’, and a list in [ ] takes no loop."
        diagnostics.error("shape", begun, message, f"Write list({node}).")
    else:
        wanted = _wanted(kind, context)
        found_kind = "number" if isinstance(node, Scalar) and node.isdigit() else kind_of(node)
        message = f"‘{place.last}’ needs {wanted}, this is a {found_kind}."
        help = in_shape(
            node, place.last, wanted, context.get("options", []), context.get("words", []), context.get("items", [])
        )
        if help == FORMS["a name"] and (meaning := meaning_of(place.last)) is not None:
            help = f"Write one name: {begun_small(meaning)}"
        diagnostics.error("shape", place.body, message, help)


def _of_the_parent(place: _Place) -> str | None:
    """The entry of a variant's parent that a new entry was probably meant to change."""
    key = place.key
    return None if key is None else probably(key, [each for each in place.beside if each.source is not key.source])


def _not_together(place: _Place, options: list[str], diagnostics: Diagnostics) -> None:
    """Report options that exclude each other, at the last one that the author wrote; others may be the parent's."""
    node = place.node
    keys = [key for option in options if isinstance(node, Mapping) and (key := node.key(option)) is not None]
    own = [key for key in keys if key.source is node.source]
    span = own[-1].span if own else place.heading
    inherited = [str(key) for key in keys if key.source is not node.source]
    help = f"Write remove: [{', '.join(inherited)}] beside it." if own and inherited else "Leave the others out."
    diagnostics.error("not-together", span, f"{place.name} takes only one of {_listed(options)}.", help)


def _like_the_parent(change: Replacement) -> str:
    """The shape that the parent has, with its text if that is short."""
    shown = f", as in {change.text}" if "\n" not in change.text and len(change.text) < _SHORT else ""
    return f"Write a {change.before} here too{shown}."


def _comprehension(node: Scalar) -> Span | None:
    """Where the bracket of `[x for x in list]` stands."""
    text = node.source.text
    looping = node.flow and text[node.start - 1 : node.start] == "[" and re.search(r" for \w+ in ", node)
    return Span(node.source, node.start - 1, node.start) if looping else None


def _unknown_key(place: _Place, key: Scalar, context: dict[str, Any], diagnostics: Diagnostics) -> None:
    options: list[str] = context["options"]
    step = context.get("place")
    where = f"‘{step}’" if step else place.outside
    if place.around is not None and place.around in options and not step:
        message = f"‘{place.around}’ is an option, but it stands here as the name of something."
        belongs = "Indent it further, below the entry that it belongs to."
        diagnostics.error("option-as-name", place.around.span, message, belongs)
        return
    message = f"‘{key}’ is not an option of {where}. It takes {_listed(options)}."
    help = f"Did you mean ‘{context['meant']}’?" if "meant" in context else _elsewhere(str(key), options, place)
    if re.match(r"(else ?if|elif)\b", key):
        help = "Write ‘else:’, and below it ‘- if: …’ with a then: of its own."
    diagnostics.error("unknown-key", key.span, message, help)


def _elsewhere(option: str, options: list[str], place: _Place) -> str:
    """Where an option belongs that has no meaning at its place."""
    path = [part[1:] for part in place.parts[:-1] if part.startswith(".")]
    if (outside := belongs_beside(option, path)) is not None:
        return f"It stands beside ‘{outside}:’, not in it."
    if option == "first" and path[:1] == ["end_conditions"]:
        return f"They are tested in written order; a variant writes first: [{path[-1]}] beside them."
    places, verbs = places_of(option), verbs_of(option)
    if option in _BOUNDS and "is" in options:
        return "The type says how far a number goes: write is: 0..9."
    if set(options) == set(Variable.option_names()) and not any(key in options for key in place.beside):
        return "For a value of each player write {per: player, start: 0}."
    places = [each for each in places if path[:1] == [each.partition(":")[0]]] or places
    if places:
        return f"It stands under {_either(places)}."
    if verbs:
        return f"It belongs to the step {_either(verbs[:_FEW])}."
    if "given" in options and path[:1] in (["tutorial"], ["acceptance"]):
        return "Boards and zones are laid under ‘given:’: write that above it, and indent this below."
    return f"Nothing is called so. {nearest(option, options)}"


def _unknown_step(place: _Place, word: Scalar | None, diagnostics: Diagnostics) -> None:
    if word is None:
        diagnostics.error(
            "unknown-step",
            place.heading,
            "A step needs a verb.",
            "Write one before a colon, such as ‘move: x’, or set a value: ‘x = y’.",
        )
        return
    value = place.node.get(word) if isinstance(place.node, Mapping) else None
    if isinstance(value, Scalar) and not value and value.style == "plain":
        return  # The reader has already said that a value is missing.
    if (question := re.search(r" \? ", word)) is not None:
        at = word.part(question.start() + 1, question.start() + 2)
        message = "‘?’ and ‘:’ do not choose between two values."
        diagnostics.error("colon-in-value", at, message, "Write ‘if … then … else …’.")
        return
    verbs = [verb for verb, model in STEP_ARGUMENTS.items() if word in model.option_names()]
    help = did_you_mean(word, STEP_ARGUMENTS)
    if word == INHERITED:
        help = "Write ‘- inherited’ alone."
    elif verbs:
        help = f"It belongs to {_either(verbs[:2])}: write it below, without ‘- ’."
    elif isinstance(value, Scalar) and re.search(r"[^=<>!]=[^=]", value):
        help = f"Write ‘- {value}’ alone."
    elif (begun := re.match(r"(\w+) (.+)", word)) is not None and begun[1] in STEP_ARGUMENTS:
        below = {"if": "then", "for": "do", "repeat": "do"}.get(begun[1])
        more = f", and below it ‘{below}:’ with the steps" if below else ""
        help = f"Write ‘{begun[1]}: {begun[2]}’{more}."
    elif isinstance(value, Scalar) and (_is_assignment(word, value) or (help is None and _may_be_set(word, value))):
        help = f"Write ‘- {word} = {value}’ to set a value."
    help = help or f"{nearest(word, STEP_ARGUMENTS)} To set a value write ‘- x = y’."
    diagnostics.error("unknown-step", word.span, f"‘{word}’ is not a step.", help)


def _is_assignment(word: Scalar, value: Scalar) -> bool:
    """Whether `word: value` was probably meant to set a value."""
    return bool(_PATH.fullmatch(word) or (_NAME.fullmatch(word) and _LITERAL.fullmatch(value)))


def _may_be_set(word: Scalar, value: Scalar) -> bool:
    """Whether `word: value` may have been meant to set a value: the word is a name and the value no sentence."""
    return bool(_NAME.fullmatch(word)) and "\n" not in value and not re.search(r"[A-Z].* ", value)


def _malformed(place: _Place, wanted: str, diagnostics: Diagnostics) -> None:
    helps = {
        "a name": "Names have small letters, digits and _, and begin with a letter.",
        "a name with parameters": "Write it like ‘ways’ or ‘ways(site s, number n)’.",
    }
    node = place.node
    if isinstance(node, Scalar) and (foreign := _LIST_TYPE.search(node)) and wanted == "a name with parameters":
        span = node.part(*foreign.span())
        item = next(filter(None, foreign.groups()))
        diagnostics.error("malformed", span, f"‘{foreign[0]}’ is not a type.", f"Write ‘list {item}’.")
        return
    help = helps.get(wanted) or FORMS.get(wanted) or f"Write {wanted}."
    meant = re.sub(r"[ -]+", "_", str(place.node).strip().lower())
    if "," in place.node and wanted == "a name":
        help = f"Write [{place.node}] for several."
    elif wanted == "a whole number" and re.fullmatch(r"[0-9]*\.[0-9]+", str(place.node)):
        help = "Leave out the fraction."
        if place.last.endswith("_ms"):
            help = f"It counts thousandths of a second: write {round(1000 * float(str(place.node)))}."
    elif wanted == "a name" and _NAME.fullmatch(meant):
        help = f"Write ‘{meant}’. {help}"
    diagnostics.error("malformed", place.node.span, f"‘{place.node}’ is not {wanted}.", help)


def _wanted(kind: str, context: dict[str, Any]) -> str:
    if kind == "shape":
        return str(context["wanted"])
    return {"list_type": "a list", "dict_type": "a map", "is_instance_of": "a text"}.get(kind, "another value")


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _either(words: list[str], quotes: str = "‘’") -> str:
    listed = [f"{quotes[:1]}{word}{quotes[1:]}" for word in words]
    return listed[0] if len(listed) == 1 else f"{', '.join(listed[:-1])} or {listed[-1]}"
