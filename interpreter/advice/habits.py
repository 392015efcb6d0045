"""Habits from other languages, engines and everyday speech: options that have another name or place here, or none."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from interpreter.advice.declared import names_in
from interpreter.spec.mistakes import UnknownKey
from interpreter.spec.nodes import Mapping, Node, Scalar, Sequence, Source, Span
from interpreter.spec.suggest import meaning

# What others call the condition and the value of a case.
_CONDITIONS = ("if", "case", "condition", "test")
_VALUES = ("then", "value", "result", "return", "gives")
_LOWEST = ("min", "minimum", "lowest", "low", "lower", "at_least", "from")
_HIGHEST = ("max", "maximum", "highest", "high", "upper", "at_most", "to", "limit")
# What a setting is by its default, for each word that others call that by.
_KINDS = {
    "bool": "false",
    "boolean": "false",
    "flag": "false",
    "toggle": "false",
    "checkbox": "false",
    "int": "3",
    "integer": "3",
    "number": "3",
    "range": "3",
    "slider": "3",
}
_CHOSEN = ("enum", "choice", "select", "options", "list", "dropdown", "string", "str", "text", "word")
# How a value goes into a list and out of it, as steps of other languages.
_INTO = ("add", "append", "push", "insert", "put", "enqueue")
_OUT_OF = ("remove", "delete", "discard", "drop", "pop", "take", "subtract")
_TOWARDS = ("to", "into", "in", "onto")
_AWAY = ("from", "out_of", "in", "off")


class Habit(NamedTuple):
    """Words that stand for an option, and a function that explains one of them; it returns None where the word means
    something else."""

    words: tuple[str, ...]
    says: Callable[[UnknownKey], str | None]


def habitual(mistake: UnknownKey) -> str | None:
    """Suggest what to write for an option that is a habit from other languages."""
    helps = (habit.says(mistake) for habit in _HABITS if str(mistake.key) in habit.words)
    return next((help for help in helps if help is not None), _wrapped_properties(mistake))


def _value(mistake: UnknownKey, names: tuple[str, ...]) -> str | None:
    """The value of the first of several options found next to the given one, or of the given one."""
    around = mistake.place.within
    for name in names:
        value = around.get(name) if around is not None else None
        if isinstance(value, Scalar):
            return str(value)
    return None


def _bounds(mistake: UnknownKey) -> str | None:
    """`min: 4, max: 12` of a setting, a variable or a property."""
    option = "range" if "range" in mistake.options else "is" if "is" in mistake.options else None
    if option is None or not isinstance(mistake.place.node, Scalar) or mistake.step:
        return None
    low = _value(mistake, tuple(name for name in _LOWEST if name not in mistake.options))
    high = _value(mistake, tuple(name for name in _HIGHEST if name not in mistake.options))
    if option == "is" and low is None and mistake.place.node == high and not re.fullmatch(r"[\w]+", high):
        return None
    why = "The type sets the range of a number: write" if option == "is" else "Write"
    return f"{why} {option}: {low or '0'}..{high or '99'}."


def _range_of_type(mistake: UnknownKey) -> str | None:
    """`range: 0..9` of a variable or a property, whose type says it."""
    node = mistake.place.node
    if "is" not in mistake.options or not isinstance(node, Scalar) or not re.fullmatch(r"\w+\.\.\w+", node):
        return None
    return f"The type sets the range of a number: write is: {node}."


def _kind_of_setting(mistake: UnknownKey) -> str | None:
    """`type: bool` of a setting, whose default says it."""
    node = mistake.place.node
    if "default" not in mistake.options or "range" not in mistake.options or mistake.step:
        return None
    if isinstance(node, Sequence):
        return f"Write options: {node.span.text}."
    if mistake.place.within is not None and "default" in mistake.place.within:
        listed = isinstance(node, Scalar) and node.lower() in _CHOSEN and "options" not in mistake.place.within
        return f"Leave it out: the default says what a setting is{', and options: lists its words' if listed else ''}."
    default = _KINDS.get(str(node).lower(), "…")
    return f"Leave it out, and write default: {default}, which says what the setting is."


def _beneath(mistake: UnknownKey) -> str | None:
    """`underneath: true` and `under: b` of a piece that goes below a pile."""
    if "beneath" not in mistake.options:
        return None
    node, around = mistake.place.node, mistake.place.within
    if (around is not None and "to" in around) or node in ("true", "false"):
        return meaning("beneath")
    return f"Write ‘to: {node}’ and below it ‘beneath: true’."


def _from_of_step(mistake: UnknownKey) -> str | None:
    """`from:` of a step whose pieces know where they are, or that takes from whatever it names first."""
    node, around = mistake.place.node, mistake.place.within
    if mistake.step is None or around is None or not isinstance(node, Scalar):
        return None
    what = around.get(mistake.step)
    if not isinstance(what, Scalar):
        return None
    if "deal" in (mistake.step, *around) and "to" in mistake.options:
        return f"deal: names the source, and to: the target: write ‘deal: {node}’ and ‘to: {what}’."
    if mistake.step == "remove" and is_list(node, node.source):
        return f"remove: takes pieces out of play. To remove from a list, write ‘- {node} -= [{what}]’."
    if mistake.step in ("move", "remove") and what in names_in(node.source.root, "entities"):
        return f"Write ‘{mistake.step}: {node}.{what}’, the {what} that is there."
    if mistake.step in ("move", "remove"):
        return "Leave it out: a piece knows where it is."
    if mistake.step == "create":
        return f"create: makes a new piece. For one that is in {node} write move: or deal:."
    return None


def _who_lost(mistake: UnknownKey) -> str | None:
    """`loser: me` of an end, which should name who wins."""
    node = mistake.place.node
    if "winner" not in mistake.options or not isinstance(node, Scalar):
        return None
    if node in ("true", "false"):
        return f"Write won: {'false' if node == 'true' else 'true'}."
    other = {"me": "opponent", "opponent": "me"}.get(str(node))
    return f"An end names who wins: write winner: {other or f'opponent({node})'}."


def _hidden(mistake: UnknownKey) -> str | None:
    """`hidden: true` of a property or a zone, which should say who may know it."""
    if "seen_by" not in mistake.options:
        return None
    condition = ", or ‘seen_if: …’ with when it may be known" if "seen_if" in mistake.options else ""
    return f"Say who may know it: write ‘seen_by: nobody’, ‘seen_by: owner’{condition}."


def _value_of_setting(mistake: UnknownKey) -> str | None:
    """`value: …` within a setting of a variant, such as `width: {value: 9}`, which gives the setting another
    default."""
    parts, node = mistake.place.parts, mistake.place.node
    if "reseeds" not in mistake.options or len(parts) < 2 or not isinstance(node, Scalar):
        return None
    return f"Write {parts[-2].lstrip('.')}: {node}, or default: {node} beside the rest."


def _wrapped_properties(mistake: UnknownKey) -> str | None:
    """`properties: {king: flag}` of a kind of pieces, which holds its properties directly."""
    parts, key = mistake.place.parts, mistake.key
    if len(parts) < 2 or parts[-2].lstrip(".") not in ("properties", "attributes", "fields", "props"):
        return None
    return f"Properties belong directly under their kind: write {key}: {mistake.place.node} without ‘{parts[-2][1:]}:’."


def _last_case(mistake: UnknownKey) -> str | None:
    """`else: x` as the last case of a definition."""
    node = mistake.place.node
    if set(mistake.options) != {"when", "is"} or not isinstance(node, Scalar):
        return None
    return "The last case has no condition: write ‘is: …’ alone."


def _case(mistake: UnknownKey) -> str | None:
    """`if: x` with `then: y` in a case of a definition; the help is the same at both."""
    condition, value = _value(mistake, _CONDITIONS), _value(mistake, _VALUES)
    if set(mistake.options) != {"when", "is"} or condition is None or value is None:
        return None
    if "\n" in condition or "\n" in value:
        return None
    return f"Write ‘when: {condition}’ and below it ‘is: {value}’."


_HABITS = (
    Habit((*_CONDITIONS, *_VALUES), _case),
    Habit(("hidden", "secret", "private", "concealed", "face_down"), _hidden),
    Habit(("else", "otherwise", "default"), _last_case),
    Habit(("value", "set", "is"), _value_of_setting),
    Habit(("loser", "loses", "lose", "looser", "lost", "defeated", "defeat", "failed"), _who_lost),
    Habit((*_LOWEST, *_HIGHEST), _bounds),
    Habit(("range", "between"), _range_of_type),
    Habit(("type", "is", "kind", "datatype", "widget"), _kind_of_setting),
    Habit(("under", "below", "underneath", "bottom", "at_bottom"), _beneath),
    Habit(("from", "out_of", "source"), _from_of_step),
)


def list_step(step: Node, word: str) -> str | None:
    """Suggest what to write for a step that adds a value to a list of state: or removes one: `append: d` with `to:
    dice`."""
    if not isinstance(step, Mapping):
        return None
    value = step.get(word)
    for sign, verbs, ways in (("+=", _INTO, _TOWARDS), ("-=", _OUT_OF, _AWAY)):
        other = next((step[way] for way in ways if way in step), None) if word in verbs else None
        if isinstance(value, Scalar) and isinstance(other, Scalar) and is_list(other, other.source):
            return f"Write ‘- {other} {sign} [{value}]’."
    return None


def is_list(name: str, source: Source) -> bool:
    """Whether a name belongs to a variable of state: that is a list."""
    variables = source.root.get("state") if source.root is not None else None
    declared = variables.get(name.partition("[")[0]) if isinstance(variables, Mapping) else None
    kind = declared.get("is") if isinstance(declared, Mapping) else None
    return isinstance(kind, Scalar) and kind.startswith("list")


def is_single(name: str, source: Source) -> bool:
    """Whether a name belongs to a variable of state: that is not a list."""
    variables = source.root.get("state") if source.root is not None else None
    declared = isinstance(variables, Mapping) and name.partition("[")[0] in variables
    return declared and not is_list(name, source)


def payoff_by_player(paid: list[tuple[str, str]]) -> str:
    """Show how to write the payoffs of an end as one expression, for an author who gives a value for each player."""
    alike = {re.sub(rf"\b{player}\b", "it", value) for player, value in paid}
    if len(alike) == 1 and (one := alike.pop()) != paid[0][1]:
        return f"Write {one}: ‘it’ is each player in turn."
    if len(paid) == 2:
        (first, value), (_, other) = paid
        return f"Write if it == {first} then {value} else {other}: it is each player in turn."
    return "Write one expression in which it is each player in turn, such as if it == me then 1 else -1."


def payoff_in_braces(source: Source, begun: int) -> tuple[Span, str] | None:
    """The place of a map of payoffs whose brace opens at an offset, and what to write for it; None if it is not such a
    map."""
    text = source.text
    before = text[text.rfind("\n", 0, begun) + 1 : begun]
    inside = re.compile(r"\{([^{}\n]*)\}").match(text, begun)
    if inside is None or not re.search(r"\bpayoff: *$", before):
        return None
    paid = re.findall(r"(\w+): *([^,]*(?:\([^()]*\)[^,]*)*)", inside[1])
    return Span(source, *inside.span()), payoff_by_player([(player, value.strip()) for player, value in paid])


def named_value(text: str) -> tuple[str, str] | None:
    """The name and the value of `hole = last(…)` or `let hole = …`, which a map writes with a colon between them."""
    given = re.fullmatch(r"(?:let )?([a-z]\w*) *=(?!=) *(\S.*)", text)
    return None if given is None else (given[1], given[2])
