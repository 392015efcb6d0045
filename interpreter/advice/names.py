"""Advice on a name that has no meaning in its place: a function for each form, in the order in which they are tried."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from functools import lru_cache
from typing import NamedTuple

from interpreter.advice.calls import CHANCE, as_call
from interpreter.advice.values import form_of, names_of, rewriting
from interpreter.boards import DIRECTIONS, Board, Topology
from interpreter.language import nodes
from interpreter.language.mistakes import AmbiguousSite, UnfilledText, UnknownName, UnknownSite, UnknownType
from interpreter.language.parser import parsed, parses
from interpreter.language.properties import property_names
from interpreter.language.scope import PLACES, RULES, SITE_NAME, VIEW, Scope
from interpreter.language.types import (
    NOTHING,
    SITE,
    TEXT,
    BoardSites,
    Flag,
    Listing,
    Number,
    Piece,
    Text,
    Type,
    Unknown,
    Words,
    ZonePieces,
    can_be_none,
    has_default,
    strip,
)
from interpreter.registry import functions
from interpreter.spec.diagnostics import Diagnostic, Help, diagnosed
from interpreter.spec.nodes import INHERITED, Edit, Mapping, Node, Scalar, Sequence, Span, keys_above
from interpreter.spec.suggest import NUMBERS, both, closest, did_you_mean, either, meaning, probably, suggestion

# A longer list of words would not help.
_MOST_WORDS = 8
_MOST_SITES = 12
_SHORT_NAME = 2
_ENDLESS = ("unlimited", "infinite", "infinity", "inf")
_MOST_BOARDS = 4
# What to write for a name that is known elsewhere only.
_INSTEAD = {
    "me": "Name a player, or leave it out.",
    "opponent": "Name a player, or leave it out.",
    "it": "Write the name of the choice or of the loop.",
    "inherited": "Write the define out in full here.",
    "thinking": "Leave it out; only the view knows whether the computer thinks.",
    "about": "Write the text itself.",
}
_NEW_NAME = "A new name is declared under state:, define: or settings:, or with let in steps."
# The sections that have steps; of an action only the effects are steps.
_STEPS = frozenset({"setup", "actions", "routines", "turns"})


class _Said(NamedTuple):
    """The words about a name, without its place."""

    code: str
    message: str
    help: str


def unknown_name(mistake: UnknownName) -> Diagnostic:
    """Explain a name: what it is elsewhere, or what was probably meant."""
    said = next(said for form in _FORMS if (said := form(mistake)) is not None)
    return diagnosed(said.code, mistake.node.span, said.message, said.help)


def unfilled_text(mistake: UnfilledText) -> Diagnostic:
    """Explain braces in a text of an expression: how to build the text instead."""
    node, texts, parts = mistake.node, set(names_of(TEXT, mistake.scope)), []
    for literal, written in re.findall(r"([^{}]*)(?:\{([^{}]*)\})?", node.value):
        parts += [f"'{literal}'"] if literal else []
        parts += [written if written in texts else f"text({written})"] if written else []
    help = f"Write {' + '.join(parts)}."
    message = "Braces are filled in only in texts for players; here they stay as they are."
    return diagnosed("unfilled-text", node.span, message, help, "warning")


def unknown_type(mistake: UnknownType) -> Diagnostic:
    """Explain a name that is not a type."""
    node, names = mistake.node, list(mistake.scope.schema.type_names())
    behind = re.match(r" +([a-z]\w*)", node.scalar[node.end :])
    if behind is not None and behind[1] in names:
        whole = f"{behind[1]} {node.name}"
        edit = node.scalar.edit(node.start, node.end + behind.end(), whole)
        message = "A parameter has its type before its name."
        return diagnosed("swapped-parameter", node.span, message, Help(f"Write {whole}.", edit))
    help = did_you_mean(node.name, names) or f"Write a range such as 1..9, or {either(names)}."
    return diagnosed("unknown-type", node.span, f"There is no type {node.name}.", help)


def _inherited(mistake: UnknownName) -> _Said | None:
    if mistake.node.value != INHERITED or mistake.scope.inherited is None:
        return None
    # The define that is restated has the same parameters, or others in the same order.
    values = list(mistake.scope.locals)
    wanted = len(mistake.scope.inherited.signature.parameters)
    call = f"inherited({', '.join(values)})" if len(values) == wanted else "inherited(…)"
    help = rewriting(f"Write {call}.", mistake.node, call)
    return _Said("missing-arguments", "The parent's define takes values.", help)


def _of_another_place(mistake: UnknownName) -> _Said | None:
    """A word of the language that is known in other places."""
    name, scope = mistake.node.value, mistake.scope
    if name in PLACES:
        help = _INSTEAD.get(name) or _what_is_known(mistake)
        own = re.match(r"\.(\w+)", mistake.node.scalar[mistake.node.end :]) if name == "it" else None
        if own is not None and own[1] in scope.locals:
            node = mistake.node
            help = Help(
                f"Write {own[1]} in place of it.{own[1]}.", node.scalar.edit(node.start, node.end + own.end(), own[1])
            )
        elif name == "it" and scope.locals:
            help = f"Write {either(list(scope.locals)[:_MOST_WORDS])}."
        return _Said("not-visible", f"‘{name}’ is known only in {PLACES[name]}.", help)
    if name in RULES | VIEW:
        help = "Write a number, a setting or a site. What changes in play is asked under where: or validate:."
        return _Said("not-visible", f"‘{name}’ is known only in rules and view.", help)
    return None


def _define(mistake: UnknownName) -> _Said | None:
    name = mistake.node.value
    if name not in mistake.scope.schema.defines:
        return None
    parameters = mistake.scope.schema.defines[name].signature.parameters
    item = re.match(r"\[([^\[\]]+)\]", mistake.node.scalar[mistake.node.end :])
    if item is not None and len(parameters) == 1:
        call, node = f"{name}({item[1]})", mistake.node
        called = Help(f"Write {call}.", node.scalar.edit(node.start, node.end + item.end(), call))
        return _Said("missing-arguments", f"{name} is a define: it takes its values in ( ).", called)
    takes = both([parameter.source for parameter in parameters])
    examples = [_example(parameter, mistake.scope) for parameter in parameters]
    if None in examples:
        return _Said(
            "missing-arguments", f"{name} takes {takes}.", f"Write {name}({', '.join('…' for _ in examples)})."
        )
    call = f"{name}({', '.join(filter(None, examples))})"
    help = rewriting(f"Write {call}, or other values." if len(examples) > 1 else f"Write {call}.", mistake.node, call)
    return _Said("missing-arguments", f"{name} takes {takes}.", help)


def _example(parameter: nodes.Parameter, scope: Scope) -> str | None:
    """A name in scope that could be passed to a define as a parameter."""
    kind = scope.schema.type_named(parameter.type.name) if isinstance(parameter.type, nodes.NamedType) else None
    return next(names_of(kind, scope), None) if kind is not None else None


def _word_of_enum(mistake: UnknownName) -> _Said | None:
    name, schema = mistake.node.value, mistake.scope.schema
    owner = next((words.name for words in schema.words_types() if name in words.words), None)
    if owner is None:
        return None
    help: str = f"Its type must be clear from what is beside it, as in x.{owner} == {name}."
    node = mistake.node
    compared = re.search(r"((?:\w+\.)*(\w+)) *[=!]= *$", node.scalar[: node.start])
    before = re.search(r"([\w.\[\]]+) *(==|!=) *\w+ +(?:or|and) +$", node.scalar[: node.start])
    if before is not None:
        help = rewriting(f"Write {before[1]} {before[2]} {name}.", node, f"{before[1]} {before[2]} {name}")
    kind = schema.kinds.get(_kind_of(compared[2], mistake.scope)) if compared is not None else None
    if compared is not None and kind is not None:
        holding = [prop for prop, each in kind.properties.items() if str(strip(each.type)) == owner]
        if len(holding) == 1:
            at = compared.end(1)
            help = Help(f"Write {compared[1]}.{holding[0]}.", node.scalar.edit(at, at, f".{holding[0]}"))
    if owner in schema.settings:
        help = f"Write ‘{owner} == {name}’, or ‘{owner}’ for the setting itself."
    return _Said("word-out-of-place", f"‘{name}’ is a word of {owner}, which is not expected here.", help)


def _kind_of(name: str, scope: Scope) -> str:
    """The kind of the piece that a name stands for, or nothing."""
    local = scope.locals.get(name)
    kind = strip(local.term.type) if local is not None else None
    return kind.kind if isinstance(kind, Piece) else name


def _parameter(mistake: UnknownName) -> _Said | None:
    """`near(site, player)`: parameters with only their types, so that their names are missing."""
    scope, name = mistake.scope, mistake.node.value
    types = set(scope.schema.type_names())
    nameless = [each for each, local in scope.locals.items() if local.what == "parameter" and each in types]
    written = mistake.node.scalar.source.text
    heading = (
        next(
            (
                found[0]
                for found in re.finditer(r"(?m)^ +\w+\([\w, ]+\)(?=:)", written)
                if all(re.search(rf"[(,] *{each} *[,)]", found[0]) for each in nameless)
            ),
            None,
        )
        if nameless
        else None
    )
    if heading is None or len(name) > _SHORT_NAME:
        return None
    return _nothing(mistake, f"A parameter has a type and a name: write ‘{nameless[0]} {name}’ in {heading.strip()}.")


def _candidate(mistake: UnknownName) -> _Said | None:
    """The choice whose candidates ‘it’ stands for here, or a property of whatever ‘it’ is."""
    name, scope = mistake.node.value, mistake.scope
    it = scope.locals.get("it")
    if it is None:
        return None
    if it.what == "candidate" and it.span is not None and it.span.text == name:
        return _nothing(mistake, Help("Write ‘it’ for the candidate.", "it"))
    if name not in property_names(strip(it.term.type), scope):
        return None
    whose = "The candidate" if it.what == "candidate" else "‘it’" if it.what == "name" else f"‘it’, the {it.what},"
    return _nothing(mistake, Help(f"{whose} has it: write it.{name}.", f"it.{name}"))


def _property(mistake: UnknownName) -> _Said | None:
    """A property of cells or of pieces on its own."""
    name, schema = mistake.node.value, mistake.scope.schema
    owner = "the cells" if schema.cell_property(name) is not None else None
    owner = next((f"a {kind.name}" for kind in schema.kinds.values() if name in kind.properties), owner)
    if owner is None or isinstance(schema.type_named(name), Words):
        return None
    indexed = re.search(rf"\b{name}\[([\w.]+)\]", mistake.node.scalar)
    scope, message = mistake.scope, f"‘{name}’ is a property of {owner}."
    if indexed is not None:
        return _Said("not-visible", message, f"Write {indexed[1]}.{name}.")
    own = [each for each, local in scope.locals.items() if name in property_names(strip(local.term.type), scope)]
    written = [f"{each}.{name}" for each in own[:_MOST_WORDS]] or [f"{_owner(name, scope)}.{name}"]
    text = isinstance(strip(mistake.expected or NOTHING), Text)
    help = f"Write {either(written)}{', or ' + repr(name) + ' in quotes for the text' if text else ''}."
    if not own:
        help = f"Write its owner and a dot before it, as in {written[0]}."
    return _Said("not-visible", message, rewriting(help, mistake.node, written[0]) if len(own) == 1 else help)


def _owner(name: str, scope: Scope) -> str:
    """Something in scope that has a property, for an example."""
    schema = scope.schema
    kind = next((kind.name for kind in schema.kinds.values() if name in kind.properties), None)
    site = next(names_of(SITE, scope), None) or next(iter(schema.topology.names[1:]), "x")
    if kind is None:
        return site
    return next(names_of(Piece(kind), scope), None) or f"{site}.{kind}"


def _name_of_inside(mistake: UnknownName) -> _Said | None:
    """A name that a loop or a step above defines only for its inside."""
    if mistake.inside is None:
        return None
    message = f"‘{mistake.node.value}’ is known only in the steps or the brackets of line {mistake.inside}."
    return _Said("not-visible", message, "Move this inside, or name the value first: let n = ….")


def _name_of_step(mistake: UnknownName) -> _Said | None:
    """A name that a step further down defines, or one of a routine."""
    node = mistake.node
    before = _step_that_names(node.value, node.span)
    return None if before is None else _Said("not-visible", f"‘{node.value}’ is not known yet.", before)


def _routine(mistake: UnknownName) -> _Said | None:
    name = mistake.node.value
    result = _result_of_routine(name, mistake.node.span)
    if result is None:
        return None
    help = Help(f"Write {result}, which is what it calls its result.", result)
    return _Said("unknown-name", f"‘{name}’ is a routine, not a value.", help)


def _later_choice(mistake: UnknownName) -> _Said | None:
    """The choice that a line is about, or one further down, in the condition that limits its candidates."""
    node, scope = mistake.node, mistake.scope
    name, root = node.value, node.span.source.root
    section, action, *inner = (*keys_above(root, node.span.start), "", "")
    if root is None or section != "actions" or inner[:1] != ["choose"]:
        return None
    # The choices of an action are known as such only when all of them are checked.
    rules = root["actions"][action] if isinstance(root["actions"], Mapping) else root
    written = rules.get("choose") if isinstance(rules, Mapping) else None
    choices = [str(choice) for choice in written] if isinstance(written, Mapping) else []
    if name not in choices or inner[1] not in choices or choices.index(name) < choices.index(inner[1]):
        return None
    if name != inner[1] and isinstance(written, Mapping) and _stands_alone(written[name], inner[1]):
        help = f"Move ‘{name}:’ with what is below it before ‘{inner[1]}:’."
        return _Said("not-visible", f"‘{name}’ is chosen only after ‘{inner[1]}’.", help)
    why = "is what is chosen here" if name == inner[1] else f"is chosen only after ‘{inner[1]}’"
    earlier = choices[: choices.index(inner[1])]
    fitting = [each for each in earlier if each in set(names_of(strip(mistake.expected or NOTHING), scope))] or earlier
    help = f"Write {either(fitting)}, which {'is' if len(fitting) == 1 else 'are'} chosen before." if fitting else ""
    if len(fitting) == 1:
        help = rewriting(help, node, fitting[0])
    return _Said("not-visible", f"‘{name}’ {why}.", help or "Write what it is chosen from, such as a board.")


def _stands_alone(choice: Node, other: str) -> bool:
    """Whether a choice does not depend on another one, so that it may come before it."""
    return re.search(rf"\b{other}\b", choice.span.text) is None


def _choice_of_action(mistake: UnknownName) -> _Said | None:
    name, scope = mistake.node.value, mistake.scope
    schema = scope.schema
    # First of all the action that a rule of the computer is about.
    about = sorted(schema.actions, key=lambda action: scope.place != f"rule of {action}")
    action = next((action for action in about if name in schema.names_of(action)), None)
    if action is None:
        return None
    verb = "chooses" if name in dict(schema.actions[action]) else "names"
    help = f"Add after: {action}."
    if scope.place == f"rule of {action}":
        help = "Write it under only:, which knows the move."
    elif keys_above(mistake.node.span.source.root, mistake.node.span.start)[-1:] in (("most",), ("least",)):
        message = f"‘{name}’ is not known when the turn is over, which is what most: and least: are about."
        return _Said("not-visible", message, "Keep it in a variable under state:, and set it in the effects.")
    elif not scope.place.startswith("end_conditions"):
        help = f"Choose it here too, or keep it under state: when {action} is played."
    if "draft" in scope.parts or "draft" in scope.globals:
        choosers = [each for each, choices in schema.actions.items() if name in dict(choices)] or ["…"]
        written = [f"draft.{each}.{name}" for each in choosers]
        help = f"Write {either(written)}."
        help = rewriting(help, mistake.node, written[0]) if len(written) == 1 else help
    return _Said("not-visible", f"‘{name}’ is known only in the action {action}, which {verb} it.", help)


def _text_without_quotes(mistake: UnknownName) -> _Said | None:
    node = mistake.node
    if node.scalar.style not in ("single", "double") or str(node.scalar) != node.value:
        return None
    help = Help(f"Write \"'{node.value}'\".", Edit(node.scalar.span, f"\"'{node.value}'\""))
    return _Said("quotes-removed", "YAML removed your quotes.", help)


def _number(mistake: UnknownName) -> _Said | None:
    name, number = mistake.node.value, isinstance(strip(mistake.expected or NOTHING), Number)
    if name in _ENDLESS and mistake.node.scalar[: mistake.node.start].endswith(".."):
        return _nothing(mistake, "Write a large number; without any limit the type is ‘… or none’.")
    if number and name in ("never", "no", "off"):
        return _nothing(mistake, Help("Write 0.", "0"))
    if name not in NUMBERS:
        return None
    return _nothing(mistake, Help(f"Write {NUMBERS.index(name)}.", str(NUMBERS.index(name))))


def _word_of_expected(mistake: UnknownName) -> _Said | None:
    meant = probably(mistake.node.value, _words(mistake.expected))
    return None if meant is None else _nothing(mistake, meaning(meant))


def _function(mistake: UnknownName) -> _Said | None:
    name, scope, expected = mistake.node.value, mistake.scope, mistake.expected
    if name not in functions():
        return None
    call = as_call(name, scope)
    help = rewriting(f"Write {call}.", mistake.node, call if re.search(r"\(\w*\)", call) else "…")
    item = re.match(r"\[([^\[\]]+)\]", mistake.node.scalar[mistake.node.end :])
    if item is not None:
        call = f"{name}({item[1]})"
        help = Help(f"Write {call}.", mistake.node.scalar.edit(mistake.node.start, mistake.node.end + item.end(), call))
    compared = re.search(r"([\w.]+) *(==|!=) *$", mistake.node.scalar[: mistake.node.start])
    if compared is not None and name == "empty":
        call = f"{'not ' if compared[2] == '!=' else ''}empty({compared[1]})"
        help = Help(f"Write {call}.", mistake.node.scalar.edit(compared.start(), mistake.node.end, call))
    if isinstance(strip(expected or NOTHING), Number) and not _gives_number(name):
        help = "A number is expected here."
    if (near := closest(name, scope.visible())) is not None:
        help += f" Or did you mean ‘{near}’?"
    return _Said("missing-arguments", f"‘{name}’ is a function.", help)


def _type(mistake: UnknownName) -> _Said | None:
    name, schema, written = mistake.node.value, mistake.scope.schema, mistake.node.scalar
    is_start = keys_above(written.source.root, written.start)[:1] == ("state",) and parses(str(written), "type")
    kind = schema.type_named(name)
    if kind is None or not (isinstance(kind, Words) or is_start):
        return None
    listed = "players for all of them" if name == "player" else f"values({name}) for all its words"
    if name == "player" and _is_filled_in(mistake.node.scalar):
        listed = "to_move for the player whose turn it is"
    if name == "player" and strip(mistake.expected or NOTHING) == schema.players:
        listed = either(["me", *schema.players.words])
    if is_start:
        alone = written.endswith(" none") or has_default(kind)
        listed = f"{{is: {written}}}" if alone else f"{{is: {written}, start: …}}"
    return _Said("unknown-name", f"‘{name}’ is a type, not a value.", f"Write {listed}.")


def _action(mistake: UnknownName) -> _Said | None:
    name, scope = mistake.node.value, mistake.scope
    if name not in scope.schema.actions:
        return None
    help: str | Help = f"Write can({name}) to test whether it is possible."
    if scope.place.startswith("end_conditions"):
        help = f"Write ‘after: {name}’ and ‘when: true’, or can({name}) to test whether it is possible."
    near = None if isinstance(strip(mistake.expected or NOTHING), Flag) else closest(name, scope.visible())
    if near is not None:
        help = meaning(near)
    return _Said("unknown-name", f"‘{name}’ is an action, not a value.", help)


def _table(mistake: UnknownName) -> _Said | None:
    """A name followed by […]: a table that takes a player or another word in brackets."""
    name, schema = mistake.node.value, mistake.scope.schema
    places = (schema.variables, schema.zones, schema.boards)
    keyed = [each for place in places for each, known in place.items() if known.per is not None] + [*schema.tables]
    indexed = re.search(rf"\b{name}\[[a-z]", mistake.node.scalar) is not None
    if not indexed or not keyed or closest(name, _known(mistake)) is not None:
        return None
    return _nothing(mistake, suggestion(name, keyed))


def _new_name(mistake: UnknownName) -> _Said | None:
    """A name that a step sets and nothing declares."""
    name = mistake.node.value
    rest = _set_by_steps(mistake.node.span.source.text).get(name)
    if rest is None or closest(name, mistake.scope.schema.variables) is not None:
        return None
    return _nothing(mistake, f"Write ‘let {name} = {rest}’ for a name of these steps, or declare it under state:.")


@lru_cache(maxsize=4)
def _set_by_steps(text: str) -> dict[str, str]:
    """The names that steps of a spec set, each with its first value."""
    return dict(reversed(re.findall(r"(?m)^ *- ([a-z]\w*) *=(?!=) *(\S.*?) *$", text)))


def _misspelt(mistake: UnknownName) -> _Said:
    return _nothing(mistake, did_you_mean(mistake.node.value, _known(mistake)) or _what_is_known(mistake))


_FORMS: tuple[Callable[[UnknownName], _Said | None], ...] = (
    _inherited,
    _of_another_place,
    _define,
    _word_of_enum,
    _parameter,
    _candidate,
    _property,
    _name_of_inside,
    _name_of_step,
    _routine,
    _later_choice,
    _choice_of_action,
    _text_without_quotes,
    _number,
    _word_of_expected,
    _function,
    _type,
    _action,
    _table,
    _new_name,
    _misspelt,
)


def _nothing(mistake: UnknownName, help: str) -> _Said:
    return _Said("unknown-name", f"There is nothing called ‘{mistake.node.value}’ here.", help)


def _known(mistake: UnknownName) -> list[str]:
    """The names and words that are allowed here."""
    return [*mistake.scope.visible(), *_words(mistake.expected), "none", "true", "false", INHERITED]


def _what_is_known(mistake: UnknownName) -> str:
    """Suggest what to write for a name that resembles nothing."""
    node, scope, expected = mistake.node, mistake.scope, mistake.expected
    name, words = node.value, _words(expected)
    if name in CHANCE and expected is not None and not isinstance(strip(expected), Text):
        return _by_chance(strip(expected), scope)
    if name in ("board", "field") and scope.schema.boards:
        return _either_of(list(scope.schema.boards))
    if 0 < len(words) <= _MOST_WORDS:
        return _either_of([*words, "none"] if expected and can_be_none(expected) else list(words))
    if isinstance(expected and strip(expected), Flag):
        return "Did you mean true or false?"
    if isinstance(expected and strip(expected), Text):
        return rewriting(f"Put the text in quotes: '{name}'.", node, f"'{name}'")
    if isinstance(expected and strip(expected), ZonePieces | BoardSites):
        return _place(mistake)
    if expected is None and scope.locals:
        local = list(scope.locals)[:_MOST_WORDS]
        return f"Did you mean {either(local)}? {_NEW_NAME}"
    if expected is None and _is_filled_in(node.scalar):
        return _named_in_text(name, scope)
    section = keys_above(node.span.source.root, node.span.start)[:1]
    if expected is None and str(node.scalar) == name and _STEPS.isdisjoint(section):
        return rewriting(f"Put the text in quotes: \"'{name}'\".", node, f"'{name}'")
    form = f"{form_of(expected, scope)} " if expected is not None and not isinstance(expected, Unknown) else ""
    return f"{form}{_NEW_NAME}"


def _by_chance(expected: Type, scope: Scope) -> str:
    """Show how to leave something to chance here: a step that draws it beforehand, and a variable that stores it."""
    drawn = f"values({expected.name})" if isinstance(expected, Words) else "…"
    step = f"‘- random: x in {'players' if expected == scope.schema.players else drawn}’ and below it ‘stream: luck’"
    return f"Chance is for steps: write {step} in setup:, keep x in a variable of state:, and name that here."


def _is_filled_in(scalar: Scalar) -> bool:
    """Whether an expression is in the braces of a text for players."""
    return scalar.source.text[scalar.start - 1 : scalar.start] == "{"


def _named_in_text(name: str, scope: Scope) -> str:
    """The names that braces in a text for players may contain."""
    schema = scope.schema
    plain = [each for each, define in schema.defines.items() if not define.signature.parameters]
    variables = [each for each, variable in schema.variables.items() if variable.per is None]
    known = [*scope.locals, *variables, *schema.settings, *plain]
    listed = suggestion(name, known, "There is none yet.") if known else _NEW_NAME
    return listed if isinstance(listed, Help) else f"Braces take an expression. {listed}"


def _place(mistake: UnknownName) -> str:
    """The existing zones or boards, if one is wanted."""
    schema = mistake.scope.schema
    zones, boards = (
        [str(each) for each in places if places[each].per is None] for places in (schema.zones, schema.boards)
    )
    places = zones if isinstance(strip(mistake.expected or NOTHING), ZonePieces) and zones else boards
    return _either_of(places) if places else form_of(mistake.expected or NOTHING, mistake.scope)


def _either_of(words: list[str]) -> str:
    return Help(f"There is only {words[0]}.", words[0]) if len(words) == 1 else f"Take {either(words)}."


def _gives_number(function: str) -> bool:
    """Whether a function may give a number."""
    return any(signature.result.startswith(("number", "T")) for signature in functions()[function].signatures)


def _words(expected: Type | None) -> tuple[str, ...]:
    kind = strip(expected) if expected is not None else None
    kind = strip(kind.item) if isinstance(kind, Listing) else kind
    return kind.words if isinstance(kind, Words) else ()


def ambiguous_site(mistake: AmbiguousSite) -> Diagnostic:
    """Explain a site that several boards have."""
    message, _, help = (on_several_boards(mistake.scope.schema.topology, mistake.node.value) or "").partition(". ")
    return diagnosed("ambiguous-site", mistake.node.span, f"{message}.", help)


def on_several_boards(topology: Topology, word: str) -> str | None:
    """Explain the name of a site that several boards have; None if only one has it, or none."""
    found = [f"{name}.{word}" for name, board in topology.boards.items() if word in board.by_name]
    if len(found) < 2:
        return None
    help = f"Write {either(found)}" if len(found) <= _MOST_BOARDS else f"Write the board first, as in {found[0]}"
    return f"‘{word}’ is on several boards. {help}."


def unknown_site(mistake: UnknownSite) -> Diagnostic:
    """Explain a site that no board has, or not the named one."""
    name, scope, board = mistake.node.value, mistake.scope, mistake.board
    topology = scope.schema.topology
    if "|" in name:
        message = f"No board has a site {name}." if board is None else f"Board {board} has no site {name}."
        return diagnosed("no-such-site", mistake.node.span, message, _border_help(name, topology))
    if board is None:
        help = site_meant(name, topology) or f"{extents(topology)}{_by_size(name, scope)}"
        return diagnosed("no-such-site", mistake.node.span, f"No board has a site {name}.", help)
    help = extents(topology)
    if board in topology.boards:
        one = topology.boards[board]
        meant = probably(name, one.by_name)
        help = extent(one)
        if meant is not None and isinstance(mistake.node, nodes.SiteOf):
            whole = f"{mistake.node.target.source}.{meant}"
            help = rewriting(f"Did you mean ‘{meant}’?", mistake.node, whole)
    return diagnosed("no-such-site", mistake.node.span, f"Board {board} has no site {name}.", help)


def site_meant(name: str, topology: Topology) -> str | None:
    """Suggest what to write for a site with capitals, or for one of a board with layers that is named only by its
    place; None if it is not such a site."""
    for form in (name.lower(), *_border_forms(name.lower())):
        if form != name and any(form in board.by_name for board in topology.boards.values()):
            return meaning(form)
    found = [site for board in topology.boards.values() for site in board.by_name if site.startswith(f"{name}@")]
    return f"Its layer is missing: write {either(found[:_MOST_WORDS])}." if found else None


def _border_forms(name: str) -> Iterator[str]:
    """The names of an edge or a corner, for an author who joins its cells with another sign: c3/d4, d4|c3."""
    cells = re.findall(r"[a-z]+[0-9]+", name)
    if len(cells) > 1:
        yield "|".join(cells)
        yield "|".join(sorted(cells))


def no_site_help(name: str, board: Board, topology: Topology) -> str:
    """Suggest what to write for a site that a board does not have."""
    if board.of and "|" in name:
        return _border_help(name, topology, board)
    # Of coordinates that lead outside, those that look alike are not nearer than others.
    meant = site_meant(name, topology)
    if meant is None and not SITE_NAME.fullmatch(name):
        meant = did_you_mean(name, board.by_name)
    return meant or (_called(board, name) if board.of else extent(board))


def _border_help(name: str, topology: Topology, board: Board | None = None) -> str:
    """Show how edges and corners are named, for an author who names one that does not exist, or is not on this
    board."""
    borders = [board] if board is not None else [each for each in topology.boards.values() if each.of]
    if not borders:
        return "Only a board with edges: or corners: has such sites."
    cell, *words = name.split("|")
    beside = all(word in DIRECTIONS for word in words)
    known = any(cell in board.by_name for board in topology.boards.values())
    if beside and known and not all(board.rim for board in borders):
        return "Those around a board are sites if you write rim: true in its edges or corners."
    elsewhere = next((each for each in topology.boards.values() if name in each.by_name), None)
    said = ""
    if elsewhere is not None:
        said = f"{name} is one of {elsewhere.name}. "
    elif known and len(words) == 1 and any(words[0] in each.by_name for each in topology.boards.values()):
        said = f"{cell} and {words[0]} do not touch. "
    return said + " ".join(_called(each, name) for each in borders)


def _called(board: Board, name: str) -> str:
    """The names of a board's edges or corners, with the one that resembles a name most as an example."""
    own = [each for each in board.by_name if each.startswith(f"{name.partition('|')[0]}|")]
    alike = get_close_matches(name, own, 1, 0)
    return f"{board.name} are named after the cells that they touch, such as {alike[0]}." if alike else extent(board)


def _by_size(name: str, scope: Scope) -> str:
    """Show how rules name a site at the edge of a board whose size depends on settings; a test knows its settings."""
    schema = scope.schema
    boards = schema.boards.values()
    board = next((each for each in boards if any(part in schema.settings for part in each.size)), None)
    spot = re.fullmatch(r"([a-z])([0-9]+)", name)
    if board is None or spot is None or scope.place == "acceptance":
        return ""
    column = "1" if spot[1] == "a" else board.size[0]
    row = "1" if spot[2] == "1" else board.size[1]
    return f" Settings change its size: for the edge write site({board.name}, {column}, {row})."


def extents(topology: Topology) -> str:
    """The first and last site of each board."""
    boards = [board for board in topology.boards.values() if not board.of]
    return " ".join(map(extent, boards)) or "This game has no board."


def extent(board: Board) -> str:
    """The first and last site of a board, for an author who names a site outside it."""
    names = list(board.by_name)
    gaps = board.shape != "layers" and len(names) < board.columns * board.rows
    if not names:
        return f"{board.name} has no sites."
    if board.of:
        own = {site: name for name, site in board.by_name.items()}
        example = own[board.sites[len(board.sites) // 2]]
        return f"{board.name} are named after the cells that they touch, such as {example}."
    # Where corners are missing, the first and the last site say little.
    if board.shape == "graph" or gaps:
        return f"{board.name} has {', '.join(names[:_MOST_SITES])}{' and others' if len(names) > _MOST_SITES else ''}."
    return f"{board.name} goes from {names[0]} to {names[-1]}."


def _naming_steps(node: Node) -> Iterator[tuple[str, str, int]]:
    """The names that steps inside a node define: with which word (`as`, `let` or `random`), the name, and where."""
    if isinstance(node, Sequence):
        for item in node:
            if isinstance(item, Scalar):
                if isinstance(step := parsed(item, "statement"), nodes.LetStatement):
                    yield "let", step.name, item.start
            else:
                yield from _naming_steps(item)
    elif isinstance(node, Mapping):
        for key, value in node.items():
            if not isinstance(value, Scalar):
                yield from _naming_steps(value)
            elif key == "as":
                yield "as", str(value), key.start
            elif key == "random" and isinstance(draw := parsed(value, "draw"), nodes.Draw):
                yield "random", draw.name, key.start


def _step_that_names(name: str, span: Span) -> str | None:
    """Suggest what to do about a name that a step defines: one further down in the same rule, or one in a routine."""
    root = span.source.root
    own = keys_above(root, span.start)
    if root is None or not own or own[0] not in _STEPS:
        return None
    read_by_step = own[0] != "actions" or own[2:3] == ("effects",)
    for section in root:
        for _, given, start in _naming_steps(root[section]) if section in _STEPS else ():
            if given != name:
                continue
            there, line = keys_above(root, start), span.source.position(start)[0]
            if there[:2] == own[:2] and start > span.start:
                return f"Put this after line {line}, which names it." if read_by_step else f"Move line {line} to let:."
            if section == "routines" and own[:2] != there[:2] and read_by_step:
                return f"Put this after the step ‘run: {re.sub(r'[(].*', '(…)', there[1])}’, which names it."
    return None


def _result_of_routine(name: str, span: Span) -> str | None:
    """The name of a routine's result, for an author who writes the name of the routine instead."""
    root = span.source.root
    routines = root.get("routines") if root is not None else None
    if not isinstance(routines, Mapping):
        return None
    steps = (value for key, value in routines.items() if key.partition("(")[0] == name)
    return next((given for each in steps for word, given, _ in _naming_steps(each) if word == "as"), None)
