"""What to say about the sections of a spec: unknown keys, wrong shapes, steps that are none."""

import re
import types
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from interpreter.advice.forms import (
    FORMS,
    STEP_LISTS,
    added,
    begun_small,
    in_block_style,
    in_shape,
    said_in_one_line,
    two_verbs_help,
)
from interpreter.spec import mistakes as wrong
from interpreter.spec.diagnostics import Diagnostic, Help, diagnosed
from interpreter.spec.mistakes import Place, Replacement
from interpreter.spec.model import Spec, Variable
from interpreter.spec.nodes import INHERITED, Mapping, Node, Scalar, kind_of
from interpreter.spec.section import Section
from interpreter.spec.source import Edit, Span
from interpreter.spec.steps import STEP_ARGUMENTS
from interpreter.spec.suggest import did_you_mean, meaning, nearest, probably, suggestion

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_PATH = re.compile(r"[a-z]\w*[.\[][\w.\[\]]+")
# A type of lists as other languages write it.
_LIST_TYPE = re.compile(r"(\w+)\[\]|[Ll]ist ?[\[<(](\w+)[\]>)]|\[(\w+)\]")
_LITERAL = re.compile(r"[0-9]+|true|false|none")
_FEW = 3
_MOST_PLACES = 3
_SHORT = 60
# What other languages call the ends of a number's range.
_BOUNDS = ("min", "max", "minimum", "maximum", "lowest", "highest", "limit", "range")
_ONE_NAME = "Begin each with ‘- ’ on a line of its own."


def missing_key(mistake: wrong.MissingKey) -> Diagnostic:
    """What to say about an option that is missing."""
    place, options = mistake.place, mistake.options
    who = f"‘{mistake.step}’" if mistake.step else place.name
    help = said_in_one_line(place.node, options) or added(options, mistake.meanings)
    if place.last == "properties":
        help = "Properties stand without this line, directly under their kind."
    if (inherited := _of_the_parent(place)) is not None:
        help = f"Did you mean ‘{inherited}’, which the parent has? Otherwise {begun_small(help)}"
    return diagnosed("missing-key", place.heading, f"{who} needs {_either(options)}.", help)


def unnamed(mistake: wrong.Unnamed) -> Diagnostic:
    """What to say about an option of something without a name."""
    message = f"‘{mistake.key}’ is an option of something that has no name here."
    help = "Write a name above it, such as ‘piece:’, and indent these lines below it."
    return diagnosed("unnamed", mistake.key.span, message, help)


def replaced_kind(mistake: wrong.ReplacedKind) -> Diagnostic:
    """What to say about a variant that puts another kind of node in the place of its parent's."""
    change = mistake.change
    message = f"‘{change.name}’ replaces a {change.before} by a {change.after}."
    return diagnosed("replaced-kind", mistake.place.body, message, _like_the_parent(change))


def brackets_in_flow(mistake: wrong.BracketsInFlow) -> Diagnostic:
    """What to say about brackets that YAML would read."""
    node, place = mistake.node, mistake.place
    message = "This expression has brackets inside {…}. Write it in block style."
    return diagnosed("flow-brackets", node.span, message, in_block_style(place.last, node, place.node))


def unknown_word(mistake: wrong.UnknownWord) -> Diagnostic:
    """What to say about a word that may not stand here."""
    place, node = mistake.place, mistake.place.node
    help = suggestion(str(node), mistake.words)
    if place.last in STEP_LISTS and not isinstance(help, Help):
        help += f" Or write steps below it, each with ‘- ’, such as ‘- run: {node}’."
    message = f"‘{place.last}’ is {_either(mistake.words, '')}, not ‘{node}’."
    return diagnosed("unknown-word", node.span, message, help)


def two_verbs(mistake: wrong.TwoVerbs) -> Diagnostic:
    """What to say about a step with two verbs."""
    verbs = mistake.verbs
    message = f"A step has one verb; this has {len(verbs)} ({', '.join(verbs)})."
    return diagnosed("step-shape", verbs[1].span, message, two_verbs_help(mistake.place.node, verbs))


def several_names(mistake: wrong.SeveralNames) -> Diagnostic:
    """What to say about an item with several names."""
    keys = mistake.keys
    listed = f" ({', '.join(keys)})" if keys else ""
    span = keys[1].span if len(keys) > 1 else mistake.place.heading
    return diagnosed("one-entry", span, f"An item here has one name; this has {len(keys)}{listed}.", _ONE_NAME)


def wrong_shape(mistake: wrong.WrongShape) -> Diagnostic:
    """What to say about a text, a list or a map where another of them belongs."""
    place, node, wanted = mistake.place, mistake.place.node, mistake.wanted
    if isinstance(node, Scalar) and (begun := _comprehension(node)) is not None:
        message = "An expression must not begin with ‘[’, and a list in [ ] takes no loop."
        return diagnosed("shape", begun, message, f"Write list({node}).")
    found = "number" if isinstance(node, Scalar) and node.isdigit() else kind_of(node)
    help = in_shape(mistake)
    if help == FORMS["a name"] and (meaning_of_name := _meaning_of(place.last)) is not None:
        help = f"Write one name: {begun_small(meaning_of_name)}"
    return diagnosed("shape", place.body, f"‘{place.last}’ needs {wanted}, this is a {found}.", help)


def not_together(mistake: wrong.NotTogether) -> Diagnostic:
    """What to say about options that exclude each other, at the last one that the author wrote; others may be the
    parent's."""
    place, options, node = mistake.place, mistake.options, mistake.place.node
    keys = [key for option in options if isinstance(node, Mapping) and (key := node.key(option)) is not None]
    own = [key for key in keys if key.source is node.source]
    span = own[-1].span if own else place.heading
    inherited = [str(key) for key in keys if key.source is not node.source]
    help = f"Write remove: [{', '.join(inherited)}] beside it." if own and inherited else "Leave the others out."
    return diagnosed("not-together", span, f"{place.name} takes only one of {_listed(options)}.", help)


def _of_the_parent(place: Place) -> str | None:
    """The entry of a variant's parent that a new entry was probably meant to change."""
    key = place.key
    return None if key is None else probably(key, [each for each in place.beside if each.source is not key.source])


def _like_the_parent(change: Replacement) -> str:
    """The shape that the parent has, with its text if that is short."""
    shown = f", as in {change.text}" if "\n" not in change.text and len(change.text) < _SHORT else ""
    return f"Write a {change.before} here too{shown}."


def _comprehension(node: Scalar) -> Span | None:
    """Where the bracket of `[x for x in list]` stands."""
    text = node.source.text
    looping = node.flow and text[node.start - 1 : node.start] == "[" and re.search(r" for \w+ in ", node)
    return Span(node.source, node.start - 1, node.start) if looping else None


def unknown_key(mistake: wrong.UnknownKey) -> Diagnostic:
    """What to say about an option that does not exist."""
    place, key, options = mistake.place, mistake.key, mistake.options
    where = f"‘{mistake.step}’" if mistake.step else place.outside
    if place.around is not None and place.around in options and not mistake.step:
        message = f"‘{place.around}’ is an option, but it stands here as the name of something."
        belongs = "Indent it further, below the entry that it belongs to."
        return diagnosed("option-as-name", place.around.span, message, belongs)
    message = f"‘{key}’ is not an option of {where}. It takes {_listed(options)}."
    help = meaning(mistake.meant) if mistake.meant is not None else _elsewhere(str(key), options, place)
    if re.match(r"(else ?if|elif)\b", key):
        help = "Write ‘else:’, and below it ‘- if: …’ with a then: of its own."
    return diagnosed("unknown-key", key.span, message, help)


def _elsewhere(option: str, options: list[str], place: Place) -> str:
    """Where an option belongs that has no meaning at its place."""
    path = [part[1:] for part in place.parts[:-1] if part.startswith(".")]
    if (outside := _belongs_beside(option, path)) is not None:
        return f"It stands beside ‘{outside}:’, not in it."
    if option == "first" and path[:1] == ["end_conditions"]:
        return f"They are tested in written order; a variant writes first: [{path[-1]}] beside them."
    places, verbs = _places_of(option), _verbs_of(option)
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


def unknown_step(mistake: wrong.UnknownStep) -> Diagnostic:
    """What to say about a step that is none."""
    place, word = mistake.place, mistake.word
    if word is None:
        instead = "Write one before a colon, such as ‘move: x’, or set a value: ‘x = y’."
        return diagnosed("unknown-step", place.heading, "A step needs a verb.", instead)
    value = place.node.get(word) if isinstance(place.node, Mapping) else None
    if (question := re.search(r" \? ", word)) is not None:
        at = word.part(question.start() + 1, question.start() + 2)
        message = "‘?’ and ‘:’ do not choose between two values."
        return diagnosed("colon-in-value", at, message, "Write ‘if … then … else …’.")
    help = _step_instead(word, value) or did_you_mean(word, STEP_ARGUMENTS) or _assignment(word, value)
    help = help or f"{nearest(word, STEP_ARGUMENTS)} To set a value write ‘- x = y’."
    return diagnosed("unknown-step", word.span, f"‘{word}’ is not a step.", help)


def _step_instead(word: Scalar, value: Node | None) -> str | None:
    """How to write what stands where a step belongs and is no misspelt verb."""
    verbs = [verb for verb, model in STEP_ARGUMENTS.items() if word in model.option_names()]
    if word == INHERITED:
        return "Write ‘- inherited’ alone."
    if verbs:
        return f"It belongs to {_either(verbs[:2])}: write it below, without ‘- ’."
    if isinstance(value, Scalar) and re.search(r"[^=<>!]=[^=]", value):
        return Help(f"Write ‘- {value}’ alone.", Edit(Span(word.source, word.start, value.end), str(value)))
    if (begun := re.match(r"(\w+) (.+)", word)) is not None and begun[1] in STEP_ARGUMENTS:
        below = {"if": "then", "for": "do", "repeat": "do"}.get(begun[1])
        more = f", and below it ‘{below}:’ with the steps" if below else ""
        return f"Write ‘{begun[1]}: {begun[2]}’{more}."
    return _assignment(word, value) if isinstance(value, Scalar) and _is_assignment(word, value) else None


def _assignment(word: Scalar, value: Node | None) -> str | None:
    """How to set a value, if `word: value` may have been meant so."""
    if not isinstance(value, Scalar) or not value or not (_is_assignment(word, value) or _may_be_set(word, value)):
        return None
    step = f"{word} = {value}"
    return Help(f"Write ‘- {step}’ to set a value.", Edit(Span(word.source, word.start, value.end), step))


def _is_assignment(word: Scalar, value: Scalar) -> bool:
    """Whether `word: value` was probably meant to set a value."""
    return bool(_PATH.fullmatch(word) or (_NAME.fullmatch(word) and _LITERAL.fullmatch(value)))


def _may_be_set(word: Scalar, value: Scalar) -> bool:
    """Whether `word: value` may have been meant to set a value: the word is a name and the value no sentence."""
    return bool(_NAME.fullmatch(word)) and "\n" not in value and not re.search(r"[A-Z].* ", value)


def malformed(mistake: wrong.Malformed) -> Diagnostic:
    """What to say about a text of another form than is wanted."""
    place, wanted = mistake.place, mistake.wanted
    helps = {
        "a name": "Names have small letters, digits and _, and begin with a letter.",
        "a name with parameters": "Write it like ‘ways’ or ‘ways(site s, number n)’.",
    }
    node = place.node
    if isinstance(node, Scalar) and (foreign := _LIST_TYPE.search(node)) and wanted == "a name with parameters":
        span = node.part(*foreign.span())
        item = next(filter(None, foreign.groups()))
        listed = Help(f"Write ‘list {item}’.", f"list {item}")
        return diagnosed("malformed", span, f"‘{foreign[0]}’ is not a type.", listed)
    help = helps.get(wanted) or FORMS.get(wanted) or f"Write {wanted}."
    meant = re.sub(r"[ -]+", "_", str(place.node).strip().lower())
    if "," in place.node and wanted == "a name":
        help = Help(f"Write [{place.node}] for several.", f"[{place.node}]")
    elif wanted == "a whole number" and re.fullmatch(r"[0-9]*\.[0-9]+", str(place.node)):
        help = "Leave out the fraction."
        if place.last.endswith("_ms"):
            number = str(round(1000 * float(str(place.node))))
            help = Help(f"It counts thousandths of a second: write {number}.", number)
    elif wanted == "a name" and _NAME.fullmatch(meant):
        help = Help(f"Write ‘{meant}’. {help}", meant)
    return diagnosed("malformed", place.node.span, f"‘{place.node}’ is not {wanted}.", help)


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _either(words: list[str], quotes: str = "‘’") -> str:
    listed = [f"{quotes[:1]}{word}{quotes[1:]}" for word in words]
    return listed[0] if len(listed) == 1 else f"{', '.join(listed[:-1])} or {listed[-1]}"


def _places_of(option: str) -> list[str]:
    """The places where an option may stand, as paths such as ‘actions: … validate: …’; the shortest first."""
    return sorted(_places().get(option, []), key=lambda path: (path.count(":"), path))[:_MOST_PLACES]


def _belongs_beside(option: str, path: list[str]) -> str | None:
    """The part of a path beside which an option has its meaning, if it was written further inside; innermost first."""
    for depth in range(len(path) - 1, 0, -1):
        around = path[:depth]
        for known in _places().get(option, []):
            parts = known.replace(":", "").split()
            if len(parts) == depth and all(part in ("…", name) for part, name in zip(parts, around, strict=True)):
                return path[depth]
    return None


def _meaning_of(option: str) -> str | None:
    """What an option says, if it says the same wherever it may stand."""
    meanings = {
        field.description
        for model in (*STEP_ARGUMENTS.values(), *_models())
        for name, field in model.model_fields.items()
        if (field.alias or name) == option
    }
    return meanings.pop() if len(meanings) == 1 else None


@cache
def _models() -> frozenset[type[Section]]:
    """Every section of a spec."""
    found: set[type[Section]] = set()
    waiting: list[type[Section]] = [Spec]
    while waiting:
        section = waiting.pop()
        found.add(section)
        hints = get_type_hints(section, include_extras=True)
        inner = (each for name in section.model_fields for each, _ in _sections(hints[name]))
        waiting += [each for each in inner if each not in found]
    return frozenset(found)


def _verbs_of(option: str) -> list[str]:
    """The steps that take an option."""
    return [verb for verb, model in STEP_ARGUMENTS.items() if option in model.option_names() and option != verb]


@cache
def _places() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for path, option in _walk(Spec, "", ()):
        found.setdefault(option, []).append(path or "the spec itself")
    return found


def _walk(section: type[Section], path: str, above: tuple[type[Section], ...]) -> Iterator[tuple[str, str]]:
    """Every option of a section and of those inside it, with the path to where it stands."""
    hints = get_type_hints(section, include_extras=True)
    for name, field in section.model_fields.items():
        option = field.alias or name
        hidden = name in section.hidden_fields()
        if not hidden:
            yield path.strip(), option
        for inner, named in _sections(hints[name]):
            if inner not in above:
                step = "" if hidden else f" {option}:"
                yield from _walk(inner, f"{path}{step}{' …' if named else ''}", (*above, section))


def _sections(annotation: Any, named: bool = False) -> Iterator[tuple[type[Section], bool]]:
    """The sections that a field may hold, and whether each stands under a name of the author's."""
    origin = get_origin(annotation)
    if isinstance(annotation, type) and issubclass(annotation, Section):
        yield annotation, named
    elif origin is Annotated:
        yield from _sections(get_args(annotation)[0], named)
    elif origin in (Union, types.UnionType, list):
        for each in get_args(annotation):
            yield from _sections(each, named)
    elif isinstance(origin, type) and issubclass(origin, dict):
        yield from _sections(get_args(annotation)[1], True)
