"""What to say about a name that means nothing where it stands."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from interpreter.expr import nodes
from interpreter.expr.call_remedies import as_call
from interpreter.expr.named_by_steps import result_of_routine, step_that_names
from interpreter.expr.properties import property_names
from interpreter.expr.remedies import form_of
from interpreter.expr.scope import PLACES, RULES, VIEW, Scope
from interpreter.expr.types import NOTHING, Flag, Listing, Number, Text, Type, Unknown, Words, can_be_none, strip
from interpreter.registry import functions
from interpreter.spec.nodes import INHERITED
from interpreter.spec.suggest import closest, did_you_mean, either, probably, suggestion

if TYPE_CHECKING:
    from interpreter.expr.checker import Checker

# A longer list of words would not help.
_MOST_WORDS = 8
# What to write for a name that is known elsewhere only.
_INSTEAD = {
    "me": "Name a player, or leave it out.",
    "opponent": "Name a player, or leave it out.",
    "it": "Write the name of the choice or of the loop.",
    "inherited": "Write the define out in full here.",
    "thinking": "Leave it out; only the view knows whether the computer thinks.",
    "about": "Write the text itself.",
}
_NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]


def report_unknown_name(checker: Checker, node: nodes.Name, scope: Scope, expected: Type | None) -> None:
    """Report a name, with what it is elsewhere or what was probably meant."""
    schema, name = scope.schema, node.value
    code, message = "unknown-name", f"Nothing is called ‘{name}’ here."
    words = _words(expected)
    names = [*scope.visible(), *words, "none", "true", "false", INHERITED]
    if name == INHERITED and scope.inherited is not None:
        code, message, help = "missing-arguments", "The parent's define takes values.", "Write inherited(…)."
    elif name in PLACES:
        code, message = "not-visible", f"‘{name}’ is known only in {PLACES[name]}."
        help = _INSTEAD.get(name) or _what_is_known(node, scope, expected)
        if name == "it" and scope.locals:
            help = f"Write {either(list(scope.locals)[:_MOST_WORDS])}."
    elif name in RULES | VIEW:
        code, message = "not-visible", f"‘{name}’ is known only in rules and view."
        help = "Write a number, a setting or a site. What changes in play is asked under where: or validate:."
    elif name in schema.defines:
        code, message, help = "missing-arguments", f"{name} takes values.", f"Write {name}(…)."
    elif (owner := _owner(name, scope)) is not None:
        code, message = "word-out-of-place", f"‘{name}’ is a word of {owner}, which is not expected here."
        help = f"Its type must be clear from what stands beside it, as in x.{owner} == {name}."
        if owner in schema.settings:
            help = f"Write ‘{owner} == {name}’, or ‘{owner}’ for the setting itself."
    elif _is_candidate(name, scope):
        help = "Write ‘it’ for the candidate."
    elif (it := _property_of_it(name, scope)) is not None:
        help = f"{it} has it: write it.{name}."
    elif (owned := _as_property(node, scope)) is not None:
        code, (message, help) = "not-visible", owned
    elif (line := _line_of_inner_name(checker, node, scope)) is not None:
        code, message = "not-visible", f"‘{name}’ is known only in the steps or the brackets of line {line}."
        help = "Move this in there, or give the value a name before it: let n = …."
    elif (before := step_that_names(name, node.span)) is not None:
        code, message, help = "not-visible", f"‘{name}’ is not known yet.", before
    elif (result := result_of_routine(name, node.span)) is not None:
        message, help = f"‘{name}’ is a routine, not a value.", f"Write {result}, as it calls what it finds."
    elif (action := _chooser(name, scope)) is not None:
        verb = "chooses" if name in dict(schema.actions[action]) else "names"
        code, message = "not-visible", f"‘{name}’ is known only in the action {action}, which {verb} it."
        help = f"Add after: {action}."
        if scope.place == f"rule of {action}":
            help = "Write it under only:, which knows the move."
        elif not scope.place.startswith("end_conditions"):
            help = f"Choose it here too, or keep it under state: when {action} is played."
        if "draft" in scope.parts or "draft" in scope.globals:
            help = f"Write {either([f'draft.{each}.{name}' for each in _choosers(name, scope)])}."
    elif node.scalar.style in ("single", "double") and str(node.scalar) == name:
        code, message, help = "quotes-removed", "YAML removed your quotes.", f"Write \"'{name}'\"."
    elif name in _NUMBERS:
        help = f"Write {_NUMBERS.index(name)}."
    elif (meant := probably(name, words)) is not None:
        help = f"Did you mean ‘{meant}’?"
    elif name in functions():
        code, message, help = "missing-arguments", f"‘{name}’ is a function.", f"Write {as_call(name, scope)}."
        if isinstance(strip(expected or NOTHING), Number) and not _gives_number(name):
            help = "A number is wanted here."
        if (near := closest(name, scope.visible())) is not None:
            help += f" Or did you mean ‘{near}’?"
    elif isinstance(schema.type_named(name), Words):
        listed = "players for all of them" if name == "player" else f"values({name}) for all its words"
        if name == "player" and strip(expected or NOTHING) == schema.players:
            listed = either(["me", *schema.players.words])
        message, help = f"‘{name}’ is a type, not a value.", f"Write {listed}."
    elif name in schema.actions:
        message, help = f"‘{name}’ is an action, not a value.", f"Write can({name}) for whether it is possible."
        if scope.place.startswith("end_conditions"):
            help = f"Write ‘after: {name}’ and ‘when: true’, or can({name}) for whether it is possible."
    elif re.search(rf"\b{name}\[[a-z]", node.scalar) and closest(name, names) is None and (keyed := _keyed(scope)):
        help = suggestion(name, keyed)
    else:
        help = did_you_mean(name, names) or _what_is_known(node, scope, expected)
    checker.error(code, node.span, message, help)


def _what_is_known(node: nodes.Name, scope: Scope, expected: Type | None) -> str:
    """What to write for a name that resembles nothing."""
    name, words = node.value, _words(expected)
    if name in ("board", "field") and scope.schema.boards:
        return f"Take {either(list(scope.schema.boards))}."
    if 0 < len(words) <= _MOST_WORDS:
        return f"Take {either([*words, 'none'] if expected and can_be_none(expected) else list(words))}."
    if isinstance(expected and strip(expected), Flag):
        return "Take true or false."
    if isinstance(expected and strip(expected), Text):
        return f"A text stands in quotes: '{name}'."
    if expected is None and str(node.scalar) == name and not scope.place.startswith("actions"):
        return f"A text stands in quotes: \"'{name}'\"."
    form = f"{form_of(expected, scope)} " if expected is not None and not isinstance(expected, Unknown) else ""
    return f"{form}A new name is declared under state:, define: or settings:, or with let in steps."


def _keyed(scope: Scope) -> list[str]:
    """What takes a player or another word in […]: what each player has, and the tables."""
    schema = scope.schema
    places = (schema.variables, schema.zones, schema.boards)
    return [name for place in places for name, known in place.items() if known.per is not None] + [*schema.tables]


def _gives_number(function: str) -> bool:
    """Whether a function may give a number."""
    return any(signature.result.startswith(("number", "T")) for signature in functions()[function].signatures)


def _as_property(node: nodes.Name, scope: Scope) -> tuple[str, str] | None:
    """What to say about a property of cells or of pieces that stands alone."""
    name, schema = node.value, scope.schema
    owner = "the cells" if schema.cell_property(name) is not None else None
    owner = next((f"a {kind.name}" for kind in schema.kinds.values() if name in kind.properties), owner)
    if owner is None or isinstance(schema.type_named(name), Words):
        return None
    indexed = re.search(rf"\b{name}\[([\w.]+)\]", node.scalar)
    whose = indexed[1] if indexed is not None else "x"
    return f"‘{name}’ is a property of {owner}.", f"Write {whose}.{name}."


def _property_of_it(name: str, scope: Scope) -> str | None:
    """What `it` is, if it has a property of that name."""
    it = scope.locals.get("it")
    if it is None or name not in property_names(strip(it.term.type), scope):
        return None
    return "The candidate" if it.what == "candidate" else f"‘it’, the {it.what},"


def _owner(name: str, scope: Scope) -> str | None:
    """The enum that has the name as a word."""
    return next((words.name for words in scope.schema.words_types() if name in words.words), None)


def _is_candidate(name: str, scope: Scope) -> bool:
    """Whether the name is that of the choice whose candidates are ‘it’ here."""
    it = scope.locals.get("it")
    return it is not None and it.what == "candidate" and it.span is not None and it.span.text == name


def _line_of_inner_name(checker: Checker, node: nodes.Name, scope: Scope) -> int | None:
    """Where a loop or a step above, in the same rule, gives the name to what is inside it only."""
    place, span = checker.bound.get(node.value, ("", None))
    above = span is not None and span.source is node.span.source and span.line < node.span.line
    return span.line if span is not None and above and place == scope.place else None


def _choosers(name: str, scope: Scope) -> list[str]:
    """The actions that have the name as a choice."""
    return [action for action, choices in scope.schema.actions.items() if name in dict(choices)] or ["…"]


def _chooser(name: str, scope: Scope) -> str | None:
    """The action that has the name as a choice or a let, first of all that which a rule of the computer is about."""
    schema = scope.schema
    about = sorted(schema.actions, key=lambda action: scope.place != f"rule of {action}")
    return next((action for action in about if name in schema.names_of(action)), None)


def _words(expected: Type | None) -> tuple[str, ...]:
    kind = strip(expected) if expected is not None else None
    kind = strip(kind.item) if isinstance(kind, Listing) else kind
    return kind.words if isinstance(kind, Words) else ()
