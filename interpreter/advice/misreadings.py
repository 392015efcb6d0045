"""Texts that are not read as they were meant, so they make no expression: steps without their dash, texts for players
where an expression belongs."""

from __future__ import annotations

import re
from collections.abc import Callable

from interpreter.advice.declared import choices_in, names_in, titled, titles_in
from interpreter.language.parser import parses
from interpreter.language.scope import SITE_NAME
from interpreter.registry import functions
from interpreter.spec.diagnostics import Diagnostic, Help, diagnosed
from interpreter.spec.model import Entity
from interpreter.spec.nodes import Edit, Mapping, Node, Scalar, Span, keys_above, quoted
from interpreter.spec.suggest import meaning, probably

# Options that hold a condition.
_CONDITIONS = ("when", "only", "only_if", "where", "if", "check", "until", "expect")
# Sections whose names are values.
_NAMED = ("settings", "state", "define", "tables", "boards", "zones")
_FILLED = re.compile(r"\{([^{}]+)\}")
# Words and the marks of a sentence, none of which an expression could have instead.
_PROSE = re.compile(r"[A-Za-z][\w\s.,;:!?…%&’'–—-]*")
_OPERATORS = frozenset({"and", "or", "not", "in", "if", "then", "else", "for", "let", "while", "until"})


def misreading(scalar: Scalar, start: str) -> Diagnostic | None:
    """Explain a text that is not an expression because it was meant as something else, if it was."""
    return next((said for form in _FORMS if (said := form(scalar, start)) is not None), None)


def _indented_item(scalar: Scalar, _start: str) -> Diagnostic | None:
    """An item of a list that is indented further than the one above it."""
    item = re.search(r"\n *(- )", scalar.span.text) if scalar.style == "plain" else None
    if item is None:
        return None
    span = Span(scalar.source, scalar.start + item.start(1), scalar.start + item.end(1))
    message = "This ‘- ’ is indented as if it belonged to the text in the line above."
    return diagnosed("indentation", span, message, "Put every ‘- ’ of a list in the same column.")


def _missing_sign(scalar: Scalar, start: str) -> Diagnostic | None:
    """`to_move black`, `e2 e4` where a condition belongs: a comparison without its sign."""
    found = re.fullmatch(r"([a-z][\w.\[\]]*) +([a-z0-9][\w.\[\]]*)", scalar)
    line = scalar.source.text[scalar.source.text.rfind("\n", 0, scalar.start) + 1 : scalar.start]
    option = re.search(r"([a-z_]+): *$", line)
    if found is None or start != "expression" or option is None or option[1] not in _CONDITIONS:
        return None
    one, other = found.groups()
    if not (parses(one, "expression") and parses(other, "expression")):
        return None
    if one in functions():
        message, help = f"{one} takes its value in brackets.", f"Write {one}({other})."
        return diagnosed("missing-brackets", scalar.span, message, Help(help, Edit(scalar.span, f"{one}({other})")))
    whole, keys = f"{one} == {other}", keys_above(scalar.source.root, scalar.start)
    if all(map(SITE_NAME.fullmatch, found.groups())):
        choices = choices_in(scalar.source.root).get(_awaited_action(scalar, keys), [])
        if len(choices) < len(found.groups()):
            return None
        whole = " and ".join(f"{choice} == {site}" for choice, site in zip(choices, found.groups(), strict=False))
    message = "A condition compares values; a comparison sign is missing here."
    return diagnosed("missing-sign", scalar.span, message, Help(f"Write {whole}.", Edit(scalar.span, whole)))


def _title_for_name(scalar: Scalar, start: str) -> Diagnostic | None:
    """`to_move == North`: the title that players read instead of the name."""
    titles = list(titles_in(scalar.source.root))
    for word in re.finditer(r"\b[A-Z]\w*", re.sub(r"'[^']*'", lambda text: " " * len(text[0]), scalar)):
        named = titled(word[0], titles)
        if named is not None and named != word[0].lower() and parses(_replaced(scalar, word, named), start):
            message = f"‘{word[0]}’ is what players read; the name is {named}."
            help = Help(f"Write {named}.", scalar.edit(*word.span(), named))
            return diagnosed("title-for-name", scalar.part(*word.span()), message, help)
    return None


def _replaced(text: str, part: re.Match[str], new: str) -> str:
    return f"{text[: part.start()]}{new}{text[part.end() :]}"


def _formatted_value(scalar: Scalar, start: str) -> Diagnostic | None:
    """`{turn_number:02d}`: the way other languages format a value."""
    found = re.fullmatch(r"([^:]+?) *(:[-+<>=^ #,_0-9.]*[a-z%]?|![a-z])", scalar)
    filled = scalar.source.text[scalar.start - 1 : scalar.start] == "{"
    if found is None or not filled or start != "expression" or not parses(found[1], start):
        return None
    message = "A value is shown as it is; its form cannot be chosen."
    help = Help(f"Write {{{found[1]}}}.", scalar.edit(*found.span(2), ""))
    return diagnosed("foreign-operator", scalar.part(*found.span(2)), message, help)


def _name_with_blanks(scalar: Scalar, start: str) -> Diagnostic | None:
    """`target score` where the spec has target_score."""
    root, name = scalar.source.root, re.sub(r" +", "_", scalar.lower())
    if start != "expression" or not re.fullmatch(r"[A-Za-z]\w*(?: +\w+)+", scalar):
        return None
    if not any(name in names_in(root, section) for section in _NAMED):
        return None
    message = "A name cannot contain spaces."
    return diagnosed("blank-in-name", scalar.span, message, Help(f"Write {name}.", Edit(scalar.span, name)))


def _awaited_action(scalar: Scalar, keys: tuple[str, ...]) -> str:
    """The action that the lesson around a text waits for, or nothing."""
    node: Node | None = scalar.source.root
    for key in (*keys[:-1], "wait", "action"):
        node = node.get(key) if isinstance(node, Mapping) else None
    return str(node) if isinstance(node, Scalar) else ""


def _filled_text(scalar: Scalar, start: str) -> Diagnostic | None:
    """`{it.seeds}`, `Seeds: {it.seeds}`: a text with braces, as players read it, where an expression belongs."""
    found, text = _FILLED.search(scalar), str(scalar)
    if found is None or start != "expression" or "'" in text:
        return None
    parts = [part for part in _FILLED.split(text) if part]
    insides = set(_FILLED.findall(text))
    if not all(parses(inside, "expression") for inside in insides):
        return None
    if len(parts) > 1 and parses(_FILLED.sub(r"[\1]", text), "expression"):
        # A set of values, as other languages write it.
        return None
    whole = parts[0].strip()
    message = "Braces are filled in only in texts for players; this is an expression."
    help = f"Leave the braces out: write {whole}."
    if len(parts) > 1:
        whole = " + ".join(f"text({part})" if part in insides else f"'{part}'" for part in parts)
        help = f"Write {quoted(whole)}."
    new = quoted(whole) if len(parts) > 1 else whole
    begin, end = found.span() if len(parts) == 1 else (0, len(text))
    return diagnosed("text-for-expression", scalar.part(begin, end), message, Help(help, Edit(scalar.span, new)))


def _sentence(scalar: Scalar, start: str) -> Diagnostic | None:
    """`A man moves in a straight line.`, a text without quotes of its own where an expression belongs."""
    text = str(scalar).strip()
    if start != "expression" or not _PROSE.fullmatch(text) or re.search(r"\w\.\w|\.\.", text):
        return None
    begun, ended, words = text[0].isupper(), text[-1] in ".!?…", text.split()
    if not (begun and ended) and (len(words) < 3 or not (begun or ended) or not _OPERATORS.isdisjoint(words)):
        return None
    around = Span(scalar.source, scalar.start - 1, scalar.end + 1)
    if around.text == f"{{{scalar}}}":
        help = Help(f"Leave the braces out: write {text}", Edit(around, str(scalar)))
        return diagnosed("text-for-expression", scalar.span, "Braces hold an expression, and this is a text.", help)
    whole = "'" + text.replace("'", "’") + "'"
    removed = scalar.style in ("single", "double")
    message = "YAML removed your quotes." if removed else "In an expression, a text needs quotes of its own."
    new = whole if scalar.style in ("folded", "literal") else quoted(whole)
    edit = scalar.edit(0, len(scalar), whole) if new == whole else Edit(scalar.span, new)
    code = "quotes-removed" if removed else "text-for-expression"
    return diagnosed(code, scalar.span, message, Help(f"Write {new}.", edit))


def _option_of_a_kind(scalar: Scalar, start: str) -> Diagnostic | None:
    """An option of a kind of pieces that is misspelt, so that it reads as a property without a type."""
    keys = keys_above(scalar.source.root, scalar.start)
    if start != "type" or len(keys) != 3 or keys[0] != "entities":
        return None
    meant = probably(keys[-1], Entity.option_names())
    at = scalar.source.text.rfind(keys[-1], 0, scalar.start)
    if meant is None or at < 0:
        return None
    span = Span(scalar.source, at, at + len(keys[-1]))
    message = f"‘{keys[-1]}’ is not an option, and ‘{scalar}’ is not a type."
    return diagnosed("not-a-type", span, message, meaning(meant))


def _step_without_dash(scalar: Scalar, start: str) -> Diagnostic | None:
    """A step whose dash is missing: to YAML its line continues the text of the step above."""
    if scalar.style != "plain" or start == "type":
        return None
    for line in re.finditer(r"\n *(\S[^\n]*)", scalar.span.text):
        step, before = line[1].rstrip(), " ".join(scalar.span.text[: line.start()].split())
        if parses(step, "statement") and not parses(step, "expression") and parses(before, start):
            at = scalar.start + line.start(1)
            message = "A step begins with ‘- ’; without it this line belongs to the one above."
            help = f"Write ‘- {step}’, with its ‘- ’ below that of the step above."
            return diagnosed("missing-dash", Span(scalar.source, at, at + len(step)), message, help)
    return None


def _loop_in_yaml_list(scalar: Scalar, _start: str) -> Diagnostic | None:
    """`show: [t for t in rack]`, which is a YAML list with one item."""
    written, whole = scalar.source.text, f"list({scalar})"
    within = re.search(r"([a-z_]+: *)?\[ *$", written[: scalar.start].rpartition("\n")[2])
    after = re.compile(r" *\]").match(written, scalar.end)
    if within is None or after is None or scalar.style != "plain" or not parses(whole, "expression"):
        return None
    if re.search(r"\bfor\b", scalar) is None:
        return None
    around = Span(scalar.source, written.rindex("[", 0, scalar.start), after.end())
    help = Help(f"Write ‘{within[1] or ''}{whole}’.", Edit(around, whole))
    return diagnosed("loop-in-list", scalar.span, "A list in [ ] cannot have a loop.", help)


def _seconds(scalar: Scalar, start: str) -> Diagnostic | None:
    """`0.25` or `0.3s` where a time in thousandths of a second belongs."""
    found = re.fullmatch(r"([0-9]*\.[0-9]+|[0-9]+(?= *s)) *(?:s|secs?|seconds?)?", scalar)
    if (
        found is None
        or start != "expression"
        or keys_above(scalar.source.root, scalar.start)[:2] != ("view", "animate")
    ):
        return None
    number = str(round(1000 * float(found[1])))
    help = Help(f"It counts thousandths of a second: write {number}.", Edit(scalar.span, number))
    return diagnosed("float", scalar.span, "Numbers are whole.", help)


_FORMS: tuple[Callable[[Scalar, str], Diagnostic | None], ...] = (
    _indented_item,
    _option_of_a_kind,
    _step_without_dash,
    _loop_in_yaml_list,
    _filled_text,
    _name_with_blanks,
    _missing_sign,
    _title_for_name,
    _sentence,
    _formatted_value,
    _seconds,
)
