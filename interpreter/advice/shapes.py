"""Texts, lists and maps in each other's place: how to write a value in the required shape."""

import re
from collections.abc import Callable

from interpreter.advice.declared import awaited, choices_in, names_in
from interpreter.advice.habits import named_value, payoff_by_player
from interpreter.advice.looks import as_hex
from interpreter.advice.options import list_for
from interpreter.language.parser import parses
from interpreter.spec.diagnostics import Help
from interpreter.spec.mistakes import WrongShape
from interpreter.spec.model import BUTTONS
from interpreter.spec.nodes import INHERITED, Edit, Mapping, Node, Scalar, Sequence, Span, quoted
from interpreter.spec.suggest import both, did_you_mean, probably
from interpreter.spec.view_model import COLOURS, ICONS, SHAPES

_NAME = re.compile(r"[a-z][a-z0-9_]*")
# Several names, with commas between.
NAMES = re.compile(rf"{_NAME.pattern}(?:, *{_NAME.pattern})+")
_MOST_OPTIONS = 8
# Maps whose entries may be empty.
_BARE_NAMES = ("entities", "players")
STEP_LISTS = ("setup", "effects", "then", "do", "begin", "end", "after", "when_stuck")
# How values of a kind are written.
FORMS = {
    "a text": "Write it on one line, or on several below ‘|’.",
    "an expression": "Write it on one line, such as a == b.",
    "a word": "Write one word or number.",
    "a name": "Write one name.",
    "a type": "Write a type such as number, flag, text, 1..9, player or none.",
    "true or false": "Write true or false.",
    "a whole number": "Write digits, such as 3.",
    "a picture": "Write ‘|’, and below it rows of symbols.",
    "a colour": "Write a word of the theme, or '#1e90ff' in quotes.",
    "a word or an expression": "Write a word, or an expression such as it.colour.",
    "an expression or a list of expressions": "Write it on one line, or as a list [a, b].",
    "a map": "Write its entries below it, each as ‘name: value’.",
    "a value": "Write a value after the colon.",
}
# Maps that need not say anything.
_MAY_BE_EMPTY = ("edges", "corners", "daily")
# How people say that there is none of something, and that there is any number of it.
NOTHING = ("false", "none", "no", "off", "never", "null", "~")
ANYTHING = ("true", "yes", "on", "always", "unlimited", "infinite", "any", "all")
# Options that take the name of something, with the section that declares it.
_NAMING = {"to_move": "players", "plays": "players", "level": "levels", "action": "actions", "about": "actions"}
# Options that take colours.
_COLOURED = frozenset({"colour", "colours", "ink", "lines", "outline", "valid", "last_move"})
# Maps by the names of what a spec declares, with the section that declares it.
_NAMED_BY = {
    "only": "actions",
    "log": "actions",
    "animate": "actions",
    "colours": "players",
    "pieces": "entities",
    "boards": "boards",
    "zones": "zones",
    "settings": "settings",
}


def in_shape(mistake: WrongShape) -> str:
    """Show how to write a value in the required shape."""
    helps = (form(mistake) for form in _FORMS)
    return next((help for help in helps if help is not None), _in_general(mistake))


def _in_general(mistake: WrongShape) -> str:
    return FORMS.get(mistake.wanted, f"Write ‘{mistake.place.last}: …’ with {mistake.wanted}.")


def _instead(node: Node, text: str) -> str:
    """A help that says what to write for a value, with the edit if nothing is left open."""
    return f"Write {text}." if "…" in text or "\n" in node.span.text else Help(f"Write {text}.", Edit(node.span, text))


def _listed_words(mistake: WrongShape) -> str | None:
    """Words of a fixed list, in brackets."""
    node, words = mistake.place.node, mistake.words
    if not words or (isinstance(node, Scalar) and node in words):
        return None
    return f"Write [{', '.join(words)}], or some of them."


def _listed_names(mistake: WrongShape) -> str | None:
    """`a, b` where a list belongs."""
    node = mistake.place.node
    named = "list" in mistake.wanted and isinstance(node, Scalar) and node.style == "plain"
    return _instead(node, f"[{node}]") if named and NAMES.fullmatch(str(node)) else None


def _text_for_list(mistake: WrongShape) -> str | None:
    """A single text where a list belongs: a step, a line of the log, a list without brackets."""
    node, last, items = mistake.place.node, mistake.place.last, mistake.items
    if not mistake.wanted.endswith("list") or not isinstance(node, Scalar):
        return None
    if items:
        plain = node.style == "plain" and not re.search(r"[:#]|^[{\['\"*&!|>%@]", node)
        return f"Write ‘- {_option_for(node, items)}: {node if plain else quoted(str(node))}’ below it."
    if last == "when" and (begun := re.fullmatch(r"(\w+) +([^=<>]+)", node)) is not None:
        return f"Write ‘- {begun[1]}: {begun[2]}’ below it."
    if last in STEP_LISTS or mistake.place.parts[:1] == [".routines"]:
        return _as_step(node)
    if node.style == "plain" and "," in node:
        return _instead(node, f"[{node}]")
    if node.isdigit():
        return f"Write a list such as [{node}, {node}]."
    parts = re.split(r" *[x×] *| +", node) if node.style == "plain" else []
    if parts and all(re.fullmatch(r"[\w-]+", part) for part in parts):
        return _instead(node, f"[{', '.join(parts)}]")
    return None


def _parted_list(mistake: WrongShape) -> str | None:
    """`options: 9 | 13 | 19`: the alternatives in a single text."""
    node = mistake.place.node
    if mistake.wanted != "a list or a map" or not isinstance(node, Scalar):
        return None
    parts = re.split(r" *[|/,;] *| +or +| +", node.strip())
    if len(parts) < 2 or not all(re.fullmatch(r"[\w-]+", part) for part in parts):
        return None
    return _instead(node, f"[{', '.join(parts)}]")


def _option_for(node: Scalar, options: list[str]) -> str:
    """The option that a single text was probably meant for: a colour, a shape, an icon, a message, or the first."""
    if "colour" in options and (node in COLOURS or as_hex(str(node)) is not None):
        return "colour"
    for option, words in (("shape", SHAPES), ("icon", ICONS)):
        if option in options and node in words:
            return option
    sentence = not parses(str(node), "expression")
    return next((each for each in ("say", "text", "title") if each in options and sentence), options[0])


def _names_in_braces(mistake: WrongShape) -> str | None:
    """`{a, b}` where a list belongs."""
    node = mistake.place.node
    if not mistake.wanted.endswith("list") or not isinstance(node, Mapping) or not node.flow or any(node.values()):
        return None
    return _instead(node, f"[{', '.join(node)}]") if node else None


def _dashes(mistake: WrongShape) -> str | None:
    """Anything else where a list belongs."""
    if not mistake.wanted.endswith("list"):
        return None
    node = mistake.place.node
    if isinstance(node, Mapping) and not node.flow and len(node) == 1 and "\n" not in node.span.text:
        return Help(f"Write ‘- {node.span.text}’.", Edit(Span(node.source, node.start, node.start), "- "))
    return f"Begin each item of a list with ‘- ’ on a line of its own{_first_item(node)}."


def _placeholder(mistake: WrongShape) -> str | None:
    """`{c}` where a text belongs: to YAML it is a map."""
    node = mistake.place.node
    named = isinstance(node, Mapping) and node.flow and not any(node.values())
    if not named or not mistake.wanted.startswith("a text"):
        return None
    return Help(f"Put a text with braces in quotes: {quoted(node.span.text)}.", Edit(node.span, quoted(node.span.text)))


def _list_for_map(mistake: WrongShape) -> str | None:
    node = mistake.place.node
    if not mistake.wanted.startswith("a map") or not isinstance(node, Sequence):
        return None
    if mistake.place.last == "wait" and len(node) == 1 and isinstance(node[0], Scalar):
        return _as_wait(node[0], node)
    known = {*BUTTONS, *names_in(node.source.root, "actions")}
    if "buttons" in mistake.options and node and all(isinstance(item, Scalar) and item in known for item in node):
        return _instead(node, f"{{buttons: [{', '.join(map(str, node))}]}}")
    keys = {str(key) for item in node if isinstance(item, Mapping) for key in item}
    if keys and (option := list_for(mistake.options, keys)) is not None:
        return f"Write ‘{option}:’ above the list, and indent the list below it."
    return _as_map(node, mistake.options, mistake.place.last)


def _payoff_by_player(mistake: WrongShape) -> str | None:
    """A number for each player, as a map or a list, where one expression covers all players."""
    node = mistake.place.node
    if mistake.place.last != "payoff" or not isinstance(node, Mapping | Sequence):
        return None
    paid = node.items() if isinstance(node, Mapping) else ()
    return payoff_by_player([(str(player), str(value)) for player, value in paid if isinstance(value, Scalar)])


def _braces(mistake: WrongShape) -> str | None:
    """An expression in braces."""
    node = mistake.place.node
    if not isinstance(node, Mapping) or not node.flow or not mistake.wanted.startswith(("an expression", "a word or")):
        return None
    if mistake.place.last == "move" and isinstance(node.get("to"), Scalar):
        return _move_between(node)
    if node and all(isinstance(value, Scalar) and value for value in node.values()):
        return _instead(node, " and ".join(f"{key} == {value}" for key, value in node.items()))
    return f"Leave the braces out: write {node.span.text[1:-1].strip()}."


def _move_between(node: Mapping) -> str:
    """Show how to write `move: {from: a, to: b}`: the moved piece, and the destination below it."""
    kinds = names_in(node.source.root, "entities")
    moved = next((str(value) for key, value in node.items() if key != "to" and isinstance(value, Scalar)), "…")
    moved = f"{moved}.{kinds[0]}" if "from" in node and len(kinds) == 1 and moved != "…" else moved
    return f"Write ‘move: {moved}’, the piece, and below it ‘to: {node['to']}’."


def _brackets(mistake: WrongShape) -> str | None:
    """A list in brackets where a text, a type or an expression belongs."""
    node, wanted = mistake.place.node, mistake.wanted
    if isinstance(node, Sequence) and not node:
        return "The empty list is written '[]', in quotes, and its type beside it: {is: list number, start: '[]'}."
    if not isinstance(node, Sequence):
        return None
    if wanted.startswith("an expression") and len(node) > 1:
        return _listed(node)
    if not node.flow:
        return None
    texts = [item for item in node if isinstance(item, Scalar)]
    coloured = not _COLOURED.isdisjoint(part.lstrip(".") for part in mistake.place.parts)
    if coloured and (colour := as_hex(",".join(texts))) is not None:
        return _instead(node, f"'{colour}'")
    if wanted not in ("a text", "a type", "an expression", "a text or a map") or len(texts) != len(node):
        return None
    if len(texts) == 2 and all(item.isdigit() for item in texts):
        return _instead(node, f"{texts[0]}..{texts[1]}")
    help = f"Write {' '.join(texts)}{'' if len(texts) > 1 else ' without brackets'}."
    return Help(help, Edit(node.span, " ".join(texts)))


def _listed(node: Sequence) -> str | None:
    """Show a list of values as an expression."""
    written = _as_expression(node)
    if written is None:
        return None
    return _instead(node, written) if node.flow else f"Write {written} on one line."


def _as_expression(node: Node) -> str | None:
    """A value or a list of values as an expression; None if it contains something else."""
    if isinstance(node, Scalar):
        return None if "\n" in node else str(node) if node.style == "plain" else f"'{node}'"
    parts = [_as_expression(item) for item in node] if isinstance(node, Sequence) else [None]
    return None if None in parts else f"list({', '.join(filter(None, parts))})"


def _text_for_map(mistake: WrongShape) -> str | None:
    """A text or a number where a map belongs."""
    node, options = mistake.place.node, mistake.options
    if mistake.wanted != "a map":
        return None
    if isinstance(node, Scalar) and (meant := did_you_mean(node, [INHERITED])) is not None:
        return meant
    number = node if isinstance(node, Scalar) and node.isdigit() else None
    if isinstance(node, Scalar) and node in NOTHING:
        number = Scalar("0", node.source, node.start, node.end)
    if isinstance(node, Scalar) and node in ANYTHING and "limit" in options:
        return Help("Write {limit: none} for no limit.", Edit(node.span, "{limit: none}"))
    if isinstance(node, Scalar) and node in NOTHING and "when" in options and "as" in options:
        return Help("Write {when: false}.", Edit(node.span, "{when: false}"))
    if isinstance(node, Scalar) and node in ANYTHING and mistake.place.last in _MAY_BE_EMPTY:
        return Help("Write {} if there is nothing more to say about it.", Edit(node.span, "{}"))
    if isinstance(node, Scalar) and mistake.place.last == "wait":
        return _as_wait(node, node)
    if number is not None and "limit" in options:
        return _instead(node, f"{{limit: {number}}}")
    begun = re.fullmatch(r"(\w+) +(\S.*)", node) if isinstance(node, Scalar) and node.style == "plain" else None
    if begun is not None and begun[1] in options and "\n" not in node:
        return Help(f"Write ‘{begun[1]}: {begun[2]}’ with a colon.", Edit(node.span, f"{begun[1]}: {begun[2]}"))
    if isinstance(node, Scalar) and (option := _option_that_names(node, options)) is not None:
        return _instead(node, f"{{{option}: {node}}}")
    if isinstance(node, Scalar) and "title" in options and node[:1].isupper():
        return _instead(node, f"{{title: {node if _in_brackets(node) else quoted(str(node))}}}")
    if 0 < len(options) <= _MOST_OPTIONS:
        return f"Write a map of {both(options)}, such as {{{options[0]}: {number or '…'}}}."
    if options:
        return f"Write its entries below it, each as ‘name: value’: {both(options[:_MOST_OPTIONS])} and others."
    if isinstance(node, Scalar) and mistake.place.last == "choose":
        return _as_choice(node)
    if isinstance(node, Scalar) and (given := named_value(str(node))) is not None:
        whole = f"{given[0]}: {given[1]}"
        return Help(f"Write ‘{whole}’.", Edit(node.span, whole)) if "\n" not in node.span.text else f"Write ‘{whole}’."
    if isinstance(node, Scalar):
        return _as_entry(node, mistake.place.last)
    return None


def _option_that_names(node: Scalar, options: list[str]) -> str | None:
    """The option that takes the kind of thing that a single name refers to: to_move for a player, level for a level."""
    root = node.source.root
    return next(
        (option for option, section in _NAMING.items() if option in options and node in names_in(root, section)), None
    )


def _as_wait(node: Scalar, written: Node) -> str:
    """Show how to write the thing that a lesson waits for if there is only its name, alone or in a list."""
    root = node.source.root
    found = awaited(str(node), choices_in(root), names_in(root, "end_conditions"))
    if found is not None:
        return _instead(written, f"{{{found}}}")
    meant = probably(node, choices_in(root))
    return f"Write {{action: {meant or '…'}}}, or {{button: {node}}} for a button that says so."


def _as_entry(node: Scalar, last: str) -> str:
    """Show how to write a single value as an entry of a map by names: of the existing names, the one that it is
    about."""
    root = node.source.root
    names = names_in(root, _NAMED_BY[last]) if last in _NAMED_BY else []
    if last == "only":
        said = set(re.findall(r"[a-z]\w*", node))
        names.sort(key=lambda name: said.isdisjoint(choices_in(root).get(name, ())))
    shown = str(node) if parses(str(node), "expression") or not re.search(r"[,:\[\]{}#]", node) else quoted(str(node))
    whole = f"{{{names[0] if names else 'name'}: {shown}}}"
    if len(names) == 1:
        return _instead(node, whole)
    return f"Write {whole}, with what it belongs to before each colon."


def _as_choice(node: Scalar) -> str:
    """Show how to write a single name or expression as a choice: its name, and what it is chosen from."""
    root = node.source.root
    sections = [root.get(name) for name in ("boards", "zones")] if root is not None else []
    places = [str(each) for section in sections for each in section or ()]
    chosen = f"{{{node}: {places[0]}}}" if _NAME.fullmatch(node) and node not in places and places else f"{{x: {node}}}"
    return f"Write {chosen}: the name of the choice, and what it is chosen from."


def _single_item(mistake: WrongShape) -> str | None:
    """One item behind a dash where a value belongs."""
    node = mistake.place.node
    if not isinstance(node, Sequence) or len(node) != 1 or "list" in mistake.wanted:
        return None
    if node.flow and isinstance(node[0], Scalar):
        return _instead(node, str(node[0]))
    return "Write it on one line, without ‘- ’."


_FORMS: tuple[Callable[[WrongShape], str | None], ...] = (
    _listed_words,
    _listed_names,
    _parted_list,
    _text_for_list,
    _names_in_braces,
    _dashes,
    _placeholder,
    _list_for_map,
    _payoff_by_player,
    _braces,
    _brackets,
    _text_for_map,
    _single_item,
)


def _first_item(node: Node) -> str:
    """Show how to write the first item of a list if its dash is missing, with the options below it."""
    if not isinstance(node, Mapping) or node.flow or len(node) == 1:
        return ""
    first, value = next(iter(node.items()))
    shown = f"{first}: {value}" if isinstance(value, Scalar) and "\n" not in value else f"{first}:"
    return f", such as ‘- {shown}’, and its options below ‘{first}’"


def _as_step(node: Scalar) -> str:
    """Show how to write a single text as a list of steps: it may be a routine."""
    if _NAME.fullmatch(node) and node not in ("again", INHERITED):
        return f"Write ‘- run: {node}’ below it, or other steps, each with ‘- ’."
    lines = [line.strip() for line in node.span.text.splitlines()]
    below = not node.source.text[node.source.text.rfind("\n", 0, node.start) + 1 : node.start].strip()
    if len(lines) > 1 and node.style == "plain":
        help = f"Begin each step with ‘- ’: ‘- {lines[0]}’, ‘- {lines[1]}’{' …' if len(lines) > 2 else ''}."
        dashes = re.sub(r"(?m)^( *)(?=\S)", r"\1- ", node.span.text)
        return Help(help, Edit(node.span, dashes)) if below else help
    if below and (dash := re.match(r"-(?=\w)", node)) is not None:
        return Help(f"Write ‘- {node[1:]}’, with a space after the dash.", Edit(node.part(0, dash.end()), "- "))
    if below:
        return Help(f"Write ‘- {node}’.", Edit(Span(node.source, node.start, node.start), "- "))
    return Help(f"Write ‘- {node}’ below it.", f"[{node}]") if _in_brackets(node) else f"Write ‘- {node}’ below it."


def _in_brackets(node: Scalar) -> bool:
    """Whether a text could be in brackets as the only item of a list."""
    return node.style == "plain" and not re.search(r"[,\[\]{}\n]|: ", node)


def _as_map(node: Sequence, options: list[str], last: str) -> str:
    """Show how to write the entries of a list as a map."""
    if last in _BARE_NAMES and all(isinstance(item, Scalar) and _NAME.fullmatch(item) for item in node):
        return f"Write {{{', '.join(f'{item}: {{}}' for item in node)}}}."
    if options and len(options) == len(node) and all(isinstance(item, Scalar) for item in node):
        return f"Write {{{', '.join(f'{option}: {item}' for option, item in zip(options, node, strict=True))}}}."
    entries = [item for item in node if isinstance(item, Mapping) and item]
    if node.flow and len(entries) == len(node):
        return f"Write {{{node.span.text[1:-1].strip()}}}."
    texts = [item for item in node if isinstance(item, Scalar)]
    if texts and (given := re.fullmatch(r"(?:let )?(\w+) *= *(.+)", texts[0])) is not None:
        return f"Write ‘{given[1]}: {given[2]}’ without ‘- ’, each on a line of its own."
    if texts:
        return f"Give each a name: write ‘name: {texts[0]}’, without ‘- ’ and brackets."
    if entries and len(entries[0]) > 1 and next(iter(entries[0])) not in ("name", "id"):
        return "Give each a name: write ‘a_name:’ in place of ‘- ’, and indent the rest below it."
    key, value = next(iter(entries[0].items())) if entries else (None, None)
    if key in ("name", "id") and isinstance(value, Scalar):
        return f"Write ‘{value}:’ in place of ‘- {key}: {value}’, and indent the rest below it."
    return "Write its entries without ‘- ’."
