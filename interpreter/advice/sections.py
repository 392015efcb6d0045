"""Advice on the sections of a spec: unknown keys, wrong shapes, steps that are not steps."""

import re
from collections.abc import Mapping as AnyMapping

from interpreter.advice.declared import choices_in, names_in, titled, titles_in
from interpreter.advice.explanation import chosen
from interpreter.advice.habits import habitual, list_step
from interpreter.advice.options import belongs_beside, inside_of, meaning_of, places_of, verbs_of
from interpreter.advice.shapes import FORMS, NAMES, NOTHING, STEP_LISTS, in_shape
from interpreter.boards import DIRECTIONS
from interpreter.language.parser import BARE_WORDS, parses
from interpreter.spec import mistakes as wrong
from interpreter.spec.diagnostics import Diagnostic, Help, diagnosed
from interpreter.spec.mistakes import Place, Replacement
from interpreter.spec.model import BUTTONS, Variable
from interpreter.spec.nodes import Edit, Mapping, Node, Scalar, Sequence, Span, keys_above, kind_of
from interpreter.spec.step_model import STEP_ARGUMENTS
from interpreter.spec.suggest import (
    NUMBERS,
    bare,
    both,
    closest,
    did_you_mean,
    either,
    meaning,
    nearest,
    probably,
    suggestion,
)

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_FEW = 3
_PATH = re.compile(r"[a-z]\w*[.\[][\w.\[\]]+")
# A type of lists as other languages write it.
_LIST_TYPE = re.compile(r"(\w+)\[\]|[Ll]ist ?[\[<(](\w+)[\]>)]|\[(\w+)\]")
_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_LITERAL = re.compile(r"[0-9]+|true|false|none")
_SHORT = 60
# From how many letters on a word is taken for a verb that is nearly the same.
_LONG_ENOUGH = 4
# What other languages call the ends of a number's range.
_BOUNDS = ("min", "max", "minimum", "maximum", "lowest", "highest", "limit", "range")
_UNDER_A_NAME = "Write the name that it belongs to above it, and indent it below that name."
# What other languages call both named steps and named expressions.
_FUNCTIONS = ("function", "functions", "methods", "procedures", "macros", "helpers")
# Steps of other languages that count up and down.
_COUNTED = {**dict.fromkeys(("inc", "incr", "increment"), "+="), **dict.fromkeys(("dec", "decr", "decrement"), "-=")}
# Steps that turn pieces over in other languages, with what a flag becomes by them; None: the opposite.
_TURNS = {
    "flip": None,
    "toggle": None,
    "turn_over": None,
    "turn": None,
    "reveal": "true",
    "uncover": "true",
    "hide": "false",
}
# How people say that something is drawn or not, each with what true beside it means.
_SHOWN = {
    "show": True,
    "shown": True,
    "visible": True,
    "display": True,
    "draw": True,
    "hidden": False,
    "hide": False,
    "invisible": False,
}
# Options that hold a condition, for whoever writes one where a list of sites says the same.
_CONDITIONS = ("when", "where", "if", "only", "condition")
# Two sizes as people write them, and a number with its unit.
_TWO_SIZES = re.compile(r"([0-9]+) *(?:[x×*/,;]|by| ) *([0-9]+)")
_WITH_UNIT = re.compile(r"(-?[0-9]+) *(?:[a-z%]+|\+)")
_GROUPED = re.compile(r"[0-9]{1,3}(?:[,_ '][0-9]{3})+")
# What something in a section may be called.
_EXAMPLES = {"boards": "grid", "zones": "hand", "actions": "play", "end_conditions": "full", "players": "white"}
_ONE_NAME = "Begin each with ‘- ’ on a line of its own."


def added(options: list[str], meanings: AnyMapping[str, str]) -> str:
    """Say what to add and what it means."""
    if len(options) > _FEW:
        return f"Add one of them, such as ‘{options[0]}: …’."
    return " ".join(f"Add ‘{option}: …’: {begun_small(meanings.get(option, ''))}" for option in options)


def begun_small(sentence: str) -> str:
    """A sentence as it continues after a colon."""
    return sentence[:1].lower() + sentence[1:]


def two_verbs_help(node: Node, verbs: list[Scalar]) -> str:
    """Suggest what to do about a step with two verbs: the second may be where an option of the first is missing."""
    fields = STEP_ARGUMENTS[verbs[0]].model_fields.items()
    required = [field.alias or name for name, field in fields if field.is_required()]
    lacking = [option for option in required if isinstance(node, Mapping) and option not in node]
    if lacking and lacking[0] in ("then", "do"):
        return f"Write ‘{lacking[0]}:’ and below it the steps, each with ‘- ’."
    if lacking:
        return f"‘{verbs[0]}’ needs ‘{lacking[0]}’: write that, or begin the second with ‘- ’ on its own line."
    return "Begin the second with ‘- ’ on its own line."


def said_in_one_line(node: Node, options: list[str]) -> str | None:
    """Show how to write a step such as `move: a to b` or `move: a -> b`, which contains the option that it lacks."""
    texts = [(str(key), value) for key, value in node.items()] if isinstance(node, Mapping) else []
    for verb, value in texts:
        if not isinstance(value, Scalar):
            continue
        arrow = re.fullmatch(r"(.+?) *(?:->|=>|→|\binto\b|\bonto\b) *(\S+)", value)
        if arrow is not None and "to" in options:
            return f"Write ‘{verb}: {arrow[1]}’ and below it ‘to: {arrow[2]}’."
        for option in options:
            if (said := re.search(rf" {option} (\S+)$", value)) is not None:
                return f"Write ‘{option}: {said[1]}’ on a line of its own below."
    return None


def missing_key(mistake: wrong.MissingKey) -> Diagnostic:
    """Explain an option that is missing."""
    place, options = mistake.place, mistake.options
    who = f"‘{mistake.step}’" if mistake.step else place.name
    help = said_in_one_line(place.node, options) or added(options, mistake.meanings)
    if place.last == "properties":
        help = "Properties go directly under their kind, without this line."
    if (inherited := _of_the_parent(place)) is not None:
        help = f"Did you mean ‘{inherited}’, which the parent has? Otherwise {begun_small(help)}"
    return diagnosed("missing-key", place.heading, f"{who} needs {_either(options)}.", help)


def unnamed(mistake: wrong.Unnamed) -> Diagnostic:
    """Explain an option of something without a name."""
    message = f"‘{mistake.key}’ is an option of something that has no name here."
    above = keys_above(mistake.key.source.root, mistake.key.start)
    example = _EXAMPLES.get(above[-2] if len(above) > 1 else "", "piece")
    help = f"Write a name above it, such as ‘{example}:’, and indent these lines below it."
    return diagnosed("unnamed", mistake.key.span, message, help)


def replaced_kind(mistake: wrong.ReplacedKind) -> Diagnostic:
    """Explain a variant that replaces its parent's node with one of another kind."""
    change = mistake.change
    node = mistake.place.node
    after = f"‘{node}’" if isinstance(node, Scalar) and len(node) < _SHORT else f"a {change.after}"
    message = f"‘{change.name}’ replaces a {change.before} by {after}."
    help = _like_the_parent(change)
    if isinstance(node, Scalar) and node in NOTHING:
        name = change.name.rpartition(".")[2]
        help = f"Write ‘remove: [{name}]’ in its place for a variant without it."
        if re.search(r"\blimit: ", change.text) and change.before == "map":
            help = Help("Write {limit: 0}.", "{limit: 0}")
    return diagnosed("replaced-kind", mistake.place.body, message, help)


def unknown_word(mistake: wrong.UnknownWord) -> Diagnostic:
    """Explain a word that is not allowed here."""
    place, node = mistake.place, mistake.place.node
    help = suggestion(str(node), mistake.words)
    if place.last in STEP_LISTS and node in names_in(node.source.root, "end_conditions"):
        return diagnosed(
            "unknown-word",
            node.span,
            f"‘{place.last}’ is {_either(mistake.words, '')}, or steps; ‘{node}’ is an end condition.",
            Help(f"Write [end: {node}].", f"[end: {node}]"),
        )
    if place.last in STEP_LISTS and not isinstance(help, Help):
        help += f" Or write steps below it, each with ‘- ’, such as ‘- run: {node}’."
    message = f"‘{place.last}’ is {_either(mistake.words, '')}, not ‘{node}’."
    return diagnosed("unknown-word", node.span, message, help)


def two_verbs(mistake: wrong.TwoVerbs) -> Diagnostic:
    """Explain a step with two verbs."""
    verbs = mistake.verbs
    message = f"A step has one verb; this has {len(verbs)} ({', '.join(verbs)})."
    return diagnosed("step-shape", verbs[1].span, message, two_verbs_help(mistake.place.node, verbs))


def several_names(mistake: wrong.SeveralNames) -> Diagnostic:
    """Explain an item with several names."""
    keys = mistake.keys
    listed = f" ({', '.join(keys)})" if keys else ""
    span = keys[1].span if len(keys) > 1 else mistake.place.heading
    return diagnosed("one-entry", span, f"An item here has one name; this has {len(keys)}{listed}.", _ONE_NAME)


def wrong_shape(mistake: wrong.WrongShape) -> Diagnostic:
    """Explain a text, list or map where another of these belongs."""
    place, node, wanted = mistake.place, mistake.place.node, mistake.wanted
    lone = node[0] if isinstance(node, Sequence) and len(node) == 1 else node
    if isinstance(lone, Scalar) and (begun := _comprehension(lone)) is not None:
        message = "An expression must not begin with ‘[’, and a list in [ ] takes no loop."
        return diagnosed("shape", begun, message, f"Write list({lone}).")
    if place.key is not None and place.key in mistake.options and len(place.beside) > 1:
        return _option_as_name(place.key, place.beside, mistake.options)
    found = "number" if isinstance(node, Scalar) and node.isdigit() else kind_of(node)
    found = "flag" if isinstance(node, Scalar) and node in ("true", "false") else found
    help = in_shape(mistake)
    if help == FORMS["a name"] and (meaning_of_name := meaning_of(place.last)) is not None:
        help = f"Write one name: {begun_small(meaning_of_name)}"
    return diagnosed("shape", place.body, f"‘{place.last}’ needs {wanted}, but this is a {found}.", help)


def not_together(mistake: wrong.NotTogether) -> Diagnostic:
    """Explain options that exclude each other, at the last one that the author wrote; others may be the parent's."""
    place, options, node = mistake.place, mistake.options, mistake.place.node
    keys = [key for option in options if isinstance(node, Mapping) and (key := node.key(option)) is not None]
    own = [key for key in keys if key.source is node.source]
    span = own[-1].span if own else place.heading
    inherited = [str(key) for key in keys if key.source is not node.source]
    help = f"Write remove: [{', '.join(inherited)}] beside it." if own and inherited else "Leave the others out."
    return diagnosed("not-together", span, f"{place.name} takes only one of {both(options)}.", help)


def _of_the_parent(place: Place) -> str | None:
    """The entry of a variant's parent that a new entry was probably meant to change."""
    key = place.key
    return None if key is None else probably(key, [each for each in place.beside if each.source is not key.source])


def _like_the_parent(change: Replacement) -> str:
    """The shape that the parent has, with its text if that is short."""
    shown = f", as in {change.text}" if "\n" not in change.text and len(change.text) < _SHORT else ""
    return f"Write a {change.before} here too{shown}."


def _comprehension(node: Scalar) -> Span | None:
    """The position of the bracket of `[x for x in list]`."""
    text = node.source.text
    looping = node.flow and text[node.start - 1 : node.start] == "[" and re.search(r" for \w+ in ", node)
    return Span(node.source, node.start - 1, node.start) if looping else None


def unknown_key(mistake: wrong.UnknownKey) -> Diagnostic:
    """Explain an option that does not exist."""
    place, key, options = mistake.place, mistake.key, mistake.options
    where = f"‘{mistake.step}’" if mistake.step else place.outside
    if place.around is not None and place.around in options and not mistake.step:
        return _option_as_name(place.around, place.around_beside, options)
    message = f"‘{key}’ is not an option of {where}. It takes {both(options)}."
    meant = mistake.meant
    if meant is not None and not mistake.step and probably(key, options) is None and places_of(key):
        # It is known, only not here, and stands for an option that is missing here by chance alone.
        meant = None
    if len(place.parts) == 1:
        meant = meant or probably(key, options)
    if not mistake.step and (below := _below(str(key), place, meant)) is not None:
        return diagnosed("unknown-key", key.span, message, below)
    if key in _FUNCTIONS and len(place.parts) == 1:
        meant = "define" if _are_expressions(place.node) else "routines"
    if meant is None:
        help = _elsewhere(str(key), options, place)
    elif meant in place.beside and len(place.parts) == 1:
        help = f"Write what is below it under ‘{meant}:’."
    else:
        help = meaning(meant)
    if key == "while" and meant == "until":
        help = _until(place)
    help = habitual(mistake) or _awaited(place, options) or help
    if (shown := _shown_or_not(place, options)) is not None:
        help = shown
    alone = len(place.beside) == 1 and "when" in options and isinstance(place.node, Scalar)
    if alone and "say" in options and parses(str(key), "expression") and isinstance(place.node, Scalar):
        said = place.node.span.text
        help = f"Write ‘when: {key}’ and below it ‘say: {said}’."
        help = f"Write when: {key}, say: {said}." if key.flow else help
    if alone and {"when", "colour"} <= {*options} and not key.isidentifier() and parses(str(key), "expression"):
        help = f"Write ‘when: {key}’ and below it ‘colour: {place.node.span.text}’."
    if key in _CONDITIONS and "at" in options and key not in options:
        help = _sites_by_condition(place)
    if re.match(r"(else ?if|elif)\b", key):
        help = "Write ‘else:’, and below it ‘- if: …’ with a then: of its own."
    return diagnosed("unknown-key", key.span, message, help)


def _awaited(place: Place, options: list[str]) -> str | None:
    """`wait: {move: e2 e4}`: the name of an action instead of ‘action’, with its choices."""
    key, node = place.key, place.node
    choices = choices_in(key.source.root).get(str(key)) if key is not None and "chosen" in options else None
    if choices is None or not isinstance(node, Scalar):
        return None
    values = re.split(r"[ ,]+", node.strip("[]"))
    fitting = len(values) <= len(choices) and all(re.fullmatch(r"[\w|.@]+", each) for each in values)
    pairs = " and ".join(f"{choice} == {value}" for choice, value in zip(choices, values, strict=False))
    only = f", and beside wait: ‘only: {pairs}’ if it must be just that" if fitting else ""
    return f"Write {{action: {key}}}{only}."


def _below(option: str, place: Place, meant: str | None) -> str | None:
    """The place further inside where an option makes sense; None if another option or section was more likely meant."""
    around = [part[1:] for part in place.parts[:-1] if part.startswith(".")]
    found = inside_of(around, option, place.node)
    if found is None:
        return None
    outer, named, others = found
    if not named and (meant is None if around else not isinstance(place.node, Sequence)):
        return None
    if not named:
        return f"It belongs under ‘{outer}:’{'' if outer in place.beside else ': write that above it, and indent it'}."
    besides = "".join(f", {each}: …" for each in others)
    return f"Write it under ‘{outer}:’, below a name: a_name: {{{option}: {_shown(place.node)}{besides}}}."


def _shown_or_not(place: Place, options: list[str]) -> str | None:
    """Show how to say whether something is drawn, for an author who uses another word: `hidden: true`, `show:
    false`."""
    key, node = place.key, place.node
    if key is None or key not in _SHOWN or key in options or not isinstance(node, Scalar):
        return None
    if node not in ("true", "false"):
        if "when" not in options:
            return None
        if "show" in options:
            return f"Write ‘when: {node}’ and below it ‘show: {'true' if _SHOWN[key] else 'false'}’."
        return _entry(place, f"when: {node}" if _SHOWN[key] else f"when: not ({node})")
    is_shown = _SHOWN[key] == (node == "true")
    option = next((each for each in ("show", "when") if each in options), None)
    if not is_shown and option is None and "looks" in options:
        return _entry(place, "looks: [{show: false}]")
    if is_shown or option is None:
        return "Leave it out: it is shown." if option is not None else None
    return _entry(place, f"{option}: false")


def _entry(place: Place, entry: str) -> str:
    """A help that says what to write instead of an entry."""
    key, node = place.key, place.node
    if key is None or "\n" in node.span.text:
        return f"Write ‘{entry}’."
    return Help(f"Write ‘{entry}’.", Edit(Span(key.source, key.start, node.end), entry))


def _sites_by_condition(place: Place) -> str:
    """Show how to say which sites have a sign, for an author who writes a condition: as a list of the sites for which
    it holds."""
    around = [part[1:] for part in place.parts if part.startswith(".")]
    board, condition = around[2] if len(around) > 2 else "grid", place.node
    if not isinstance(condition, Scalar):
        return "Write ‘at: …’ with the sites."
    if "at" in place.beside:
        return f"A mark has no condition: write it in ‘at:’, as in list(x for x in … if {condition})."
    looped, root = re.sub(r"\bit\b", "x", condition), condition.source.root
    boards = root.get("boards") if root is not None else None
    one = boards.get(board) if isinstance(boards, Mapping) else None
    if isinstance(one, Mapping) and one.get("per") == "player":
        board = f"{board}[{next(iter(names_in(root, 'players')), '…')}]"
    return _entry(place, f"at: list(x for x in {board} if {looped})")


def _until(place: Place) -> str:
    """Show how to express `while` with `until`: by negating its condition."""
    node, key = place.node, place.key
    sign = re.fullmatch(r"([^=<>!]+?) *(==|!=|<=|>=|<|>) *([^=<>!]+)", node) if isinstance(node, Scalar) else None
    if not isinstance(node, Scalar) or key is None or node.style != "plain":
        return "Write ‘until: …’ with the opposite condition: it says when to stop."
    opposite = f"not ({node})"
    if sign is not None and not re.search(r"\b(and|or|not|if|let)\b", node):
        opposite = f"{sign[1]} {_OPPOSITE[sign[2]]} {sign[3]}"
    whole = f"until: {opposite}"
    help = f"Write ‘{whole}’: it says when to stop, so the condition is the opposite one."
    return Help(help, Edit(Span(node.source, key.start, node.end), whole))


def _are_expressions(node: Node) -> bool:
    """Whether the entries of a map are expressions, and not steps."""
    return isinstance(node, Mapping) and any(isinstance(value, Scalar) for value in node.values())


def option_as_name(mistake: wrong.OptionAsName) -> Diagnostic:
    """Explain an option that is one level too high, next to the thing that it belongs to."""
    return _option_as_name(mistake.key, mistake.beside, [])


def _option_as_name(key: Scalar, beside: list[Scalar], options: list[str]) -> Diagnostic:
    message = f"‘{key}’ is an option, but it is used here as the name of something."
    above = [each for each in beside if each.start < key.start and each.source is key.source and each not in options]
    help = f"Indent it further: it belongs to ‘{above[-1]}’ above it." if above else _UNDER_A_NAME
    if key.flow:
        help = f"Write it inside the braces of ‘{above[-1]}’." if above else _UNDER_A_NAME
    return diagnosed("option-as-name", key.span, message, help)


def _elsewhere(option: str, options: list[str], place: Place) -> str:
    """Where an option belongs that makes no sense in its place."""
    path = [part[1:] for part in place.parts[:-1] if part.startswith(".")]
    if (outside := belongs_beside(option, path)) is not None:
        return f"It belongs beside ‘{outside}:’, not in it."
    if option == "first" and path[:1] == ["end_conditions"]:
        return f"They are tested in written order; a variant writes first: [{path[-1]}] beside them."
    places, verbs = places_of(option), verbs_of(option)
    if option in _BOUNDS and "is" in options:
        return "The type sets the range of a number: write is: 0..9."
    if set(options) == set(Variable.option_names()) and not any(key in options for key in place.beside):
        return _for_each_player(place)
    places = [each for each in places if path[:1] == [each.partition(":")[0]]] or places
    if places:
        before = [each for each in place.beside if place.key is not None and each.start < place.key.start]
        below = [each for each in places if before and each.startswith(f"{before[-1]}:")]
        if below:
            return f"It belongs under ‘{below[0]}’: indent it further, below what it belongs to."
        return f"It belongs under {_either(places)}."
    if verbs:
        return f"It belongs to the step {_either(verbs[:_FEW])}."
    if "cell" in options and _is_property(place.node):
        return f"Properties of sites belong under ‘cell:’: write cell: {{{option}: {_shown(place.node)}}}."
    if "given" in options and path[:1] in (["tutorial"], ["acceptance"]):
        return "Boards and zones are set up under ‘given:’: write that above it, and indent this below."
    taken = place.within if place.within is not None else place.beside
    free = [each for each in options if each not in taken]
    return f"Nothing has that name. {nearest(option, free or options)}"


def _for_each_player(place: Place) -> str:
    """Show how to write a variable with a value for each player that is given as a map."""
    values = list(dict.fromkeys(str(each) for each in place.within.values())) if place.within is not None else []
    if len(values) == 1:
        return f"For one value per player write {{per: player, start: {values[0]}}}."
    return "For one value per player write {per: player, start: 0}, and set them in setup:."


def _is_property(node: Node) -> bool:
    """Whether this may be the type of a property."""
    if isinstance(node, Mapping):
        return "is" in node
    return isinstance(node, Scalar) and (parses(str(node), "type") and not _LITERAL.fullmatch(node))


def _shown(node: Node) -> str:
    return str(node) if isinstance(node, Scalar) else node.span.text if "\n" not in node.span.text else "…"


def unknown_step(mistake: wrong.UnknownStep) -> Diagnostic:
    """Explain something in the place of a step that is not a step."""
    place, word = mistake.place, mistake.word
    if word is None:
        instead = "Write one before a colon, such as ‘move: x’, or set a value: ‘x = y’."
        return diagnosed("unknown-step", place.heading, "A step needs a verb.", instead)
    value = place.node.get(word) if isinstance(place.node, Mapping) else None
    if (question := re.search(r" \? ", word)) is not None:
        at = word.part(question.start() + 1, question.start() + 2)
        message = "‘?’ and ‘:’ do not choose between two values."
        other = "" if value is None or "\n" in value.span.text else value.span.text
        whole = chosen(f"{word} : {other}", "statement")
        return diagnosed("colon-in-value", at, message, f"Write ‘{whole or 'if … then … else …'}’.")
    help = (
        list_step(place.node, str(word))
        or _misspelt_verb(word)
        or _step_instead(word, value)
        or did_you_mean(word, STEP_ARGUMENTS)
        or _assignment(word, value)
    )
    help = help or f"{nearest(word, STEP_ARGUMENTS)} To set a value write ‘- x = y’."
    return diagnosed("unknown-step", word.span, f"‘{word}’ is not a step.", help)


def _misspelt_verb(word: Scalar) -> str | None:
    """The verb that a word differs from only by a slip; a short word may well be something else."""
    verb = closest(word, STEP_ARGUMENTS) if len(word) >= _LONG_ENOUGH else None
    return None if verb is None else meaning(verb)


def _step_instead(word: Scalar, value: Node | None) -> str | None:
    """Show how to write something that is in the place of a step and is not a misspelt verb."""
    verbs = [verb for verb, model in STEP_ARGUMENTS.items() if word in model.option_names()]
    if word in BARE_WORDS:
        return Help(f"Write ‘- {word}’ alone.", Edit(Span(word.source, word.end, word.end + 1), ""))
    if (named := re.fullmatch(r"let (\w+)", word)) is not None and isinstance(value, Scalar):
        return Help(
            f"Write ‘- let {named[1]} = {value}’.", Edit(Span(word.source, word.start, value.end), f"{word} = {value}")
        )
    if word in _COUNTED and isinstance(value, Scalar):
        return f"Write ‘- {value} {_COUNTED[word]} 1’."
    if word == "let" and isinstance(value, Scalar) and re.match(r"[a-z]\w* *=(?!=)", value):
        return Help(f"Write ‘- let {value}’, without a colon.", Edit(Span(word.source, word.end, word.end + 1), ""))
    if word in _TURNS and isinstance(value, Scalar) and (flag := _only_flag(word)) is not None:
        set_to = f"not {value}.{flag}" if _TURNS[word] is None else _TURNS[word]
        return f"A step sets what changes: write ‘- {value}.{flag} = {set_to}’."
    if verbs and (outer := _step_before(word, verbs)) is not None:
        help = f"It belongs to ‘{outer}’ above it: write it without ‘- ’, in the same column as ‘{outer}’."
        return Help(help, Edit(Span(word.source, word.start - len("- "), word.start), "  "))
    if verbs:
        return f"It belongs to {_either(verbs[:2])}: write it below, without ‘- ’."
    if isinstance(value, Scalar) and re.search(r"[^=<>!]=[^=]", re.sub(r"\(.*\)", "", value)):
        return Help(f"Write ‘- {value}’ alone.", Edit(Span(word.source, word.start, value.end), str(value)))
    if (begun := re.match(r"(\w+) (.+)", word)) is not None and begun[1] in STEP_ARGUMENTS:
        below = {"if": "then", "for": "do", "repeat": "do"}.get(begun[1])
        more = f", and below it ‘{below}:’ with the steps" if below else ""
        return f"Write ‘{begun[1]}: {begun[2]}’{more}."
    return _assignment(word, value) if isinstance(value, Scalar) and _is_assignment(word, value) else None


def _only_flag(word: Scalar) -> str | None:
    """The flag of the pieces of a spec, if there is just one."""
    entities = word.source.root.get("entities") if word.source.root is not None else None
    kinds = entities.values() if isinstance(entities, Mapping) else ()
    flags = [str(name) for kind in kinds if isinstance(kind, Mapping) for name, each in kind.items() if each == "flag"]
    return flags[0] if len(flags) == 1 else None


def _step_before(word: Scalar, verbs: list[str]) -> str | None:
    """The verb of the step in the line above, if it is one of these and starts in the same column."""
    text = word.source.text
    above = re.search(r"\n( *- )([a-z_]+): [^\n]*\n *- $", text[: word.start])
    column = word.start - text.rfind("\n", 0, word.start) - 1
    return above[2] if above is not None and len(above[1]) == column and above[2] in verbs else None


def _assignment(word: Scalar, value: Node | None) -> str | None:
    """Show how to set a value, if `word: value` may have been meant that way."""
    if not isinstance(value, Scalar) or not value or not (_is_assignment(word, value) or _may_be_set(word, value)):
        return None
    step = f"{word} = {value}"
    return Help(f"Write ‘- {step}’ to set a value.", Edit(Span(word.source, word.start, value.end), step))


def _is_assignment(word: Scalar, value: Scalar) -> bool:
    """Whether `word: value` was probably meant to set a value."""
    return bool(_PATH.fullmatch(word) or (_NAME.fullmatch(word) and _LITERAL.fullmatch(value)))


def _may_be_set(word: Scalar, value: Scalar) -> bool:
    """Whether `word: value` may have been meant to set a value: the word is a name and the value is not a sentence."""
    return bool(_NAME.fullmatch(word)) and "\n" not in value and not re.search(r"[A-Z].* ", value)


def out_of_range(mistake: wrong.OutOfRange) -> Diagnostic:
    """Explain a number beyond its limits."""
    place, low, high = mistake.place, mistake.low, mistake.high
    number = place.node
    assert isinstance(number, Scalar)
    nearest = low if int(number) < low else high
    message = f"‘{place.parts[-1].lstrip('.')}’ must be from {low:,} to {high:,}, but this is {number}."
    return diagnosed("out-of-range", number.span, message, Help(f"Write {nearest}.", str(nearest)))


def malformed(mistake: wrong.Malformed) -> Diagnostic:
    """Explain a text that is not in the required form."""
    place, wanted = mistake.place, mistake.wanted
    helps = {
        "a name": "Names have lower-case letters, digits and _, and begin with a letter.",
        "a name with parameters": "Write it like ‘ways’ or ‘ways(site s, number n)’.",
    }
    node = place.node
    if isinstance(node, Scalar) and (foreign := _LIST_TYPE.search(node)) and wanted == "a name with parameters":
        span = node.part(*foreign.span())
        item = next(filter(None, foreign.groups()))
        listed = Help(f"Write ‘list {item}’.", f"list {item}")
        return diagnosed("malformed", span, f"‘{foreign[0]}’ is not a type.", listed)
    if wanted == "a name" and (button := next((each for each in BUTTONS if bare(each) == bare(str(node))), None)):
        return diagnosed("malformed", node.span, f"‘{node}’ is not a name.", Help(f"Write ‘{button}’.", button))
    if wanted == "a name" and (named := titled(str(node), titles_in(node.source.root))) not in (None, node):
        assert named is not None
        message = f"‘{node}’ is what players read; the name is {named}."
        return diagnosed("title-for-name", node.span, message, Help(f"Write {named}.", named))
    if place.last == "facing" and (side := probably(str(node), DIRECTIONS)) is not None:
        return diagnosed("malformed", node.span, f"‘{node}’ is not a direction.", meaning(side))
    help: str = helps.get(wanted) or FORMS.get(wanted) or f"Write {wanted}."
    meant = re.sub(r"[ -]+", "_", re.sub(r"^\W+|\W+$", "", str(place.node)).lower())
    parts = [part for part in re.split(r"[ ,]+", str(place.node)) if part not in ("and", "or", "&", "+", "")]
    if place.last == "require":
        help = f"It is the name of the check: write ‘require: a_name’, and below it ‘check: {place.node}’."
    elif isinstance(node, Scalar) and NAMES.fullmatch(node.strip("[]")) and wanted == "a name":
        several = f"[{str(place.node).strip('[]')}]"
        help = Help(f"Write {several} for several.", several)
    elif len(parts) > 1 and parts[0] in names_in(node.source.root, "actions") and wanted == "a name":
        help = f"Write {parts[0]} alone; what it chooses is said under ‘only:’."
    elif len(parts) > 1 and isinstance(node, Scalar) and place.parts[-1][:1] != "[" and _all_are_known(node, parts):
        listed = Help(f"Write [{', '.join(parts)}].", f"[{', '.join(parts)}]")
        return diagnosed("malformed", node.span, f"‘{node}’ is not {wanted}.", listed)
    elif len(parts) > 1 and isinstance(node, Scalar) and place.parts[-1].startswith("[") and wanted == "a name":
        help = f"Write ‘{', '.join(parts)}’ for {len(parts)} names, or ‘{meant}’ for one."
    elif str(place.node).count("(") > str(place.node).count(")") and wanted == "a name with parameters":
        help = Help(f"Write ‘{place.node})’; its bracket is never closed.", f"{place.node})")
    elif (
        wanted.startswith("a whole number") and (number_help := _as_number(str(place.node), place, wanted)) is not None
    ):
        help = number_help
    elif wanted.startswith("a whole number") and re.fullmatch(r"[0-9]*\.[0-9]+", str(place.node)):
        help = "Leave out the fraction."
        if place.last.endswith("_ms"):
            number = str(round(1000 * float(str(place.node))))
            help = Help(f"It is in milliseconds: write {number}.", number)
    elif wanted == "a name" and _NAME.fullmatch(meant):
        help = Help(f"Write ‘{meant}’. {help}", meant)
    return diagnosed("malformed", place.node.span, f"‘{place.node}’ is not {wanted}.", help)


def _all_are_known(node: Scalar, words: list[str]) -> bool:
    """Whether all words are buttons, or all are names that one section declares."""
    root = node.source.root
    known = [names_in(root, section) for section in ("players", "entities", "levels", "end_conditions")]
    return any({*words} <= {*names} for names in (*known, [*BUTTONS, *names_in(root, "actions")]))


def _as_number(text: str, place: Place, wanted: str) -> str | None:
    """Show how to write a number that has a unit or readers' punctuation, or two numbers: 56px, 10,000, 56x280."""
    sizes, unit = _TWO_SIZES.fullmatch(text), _WITH_UNIT.fullmatch(text)
    if _GROUPED.fullmatch(text):
        plain = re.sub("[^0-9]", "", text)
        return Help(f"Write {plain}.", plain)
    if sizes is not None and "[" in wanted:
        pair = f"[{sizes[1]}, {sizes[2]}]"
        return Help(f"Write {pair}.", pair)
    if text.lower() in NUMBERS:
        return Help(f"Write {NUMBERS.index(text.lower())}.", str(NUMBERS.index(text.lower())))
    seconds = re.fullmatch(r"([0-9]+) *(?:s|secs?|seconds?)", text) if place.last.endswith("_ms") else None
    if seconds is not None:
        number = str(1000 * int(seconds[1]))
        return Help(f"It is in milliseconds: write {number}.", number)
    return Help(f"Write {unit[1]} alone.", unit[1]) if unit is not None else None


def _either(words: list[str], quotes: str = "‘’") -> str:
    """The words in quotes, with ‘or’ before the last."""
    return either([f"{quotes[:1]}{word}{quotes[1:]}" for word in words])
