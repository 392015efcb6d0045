"""Texts that are not expressions, explained in the designer's words: what they are, and what to write instead."""

from __future__ import annotations

import re

from interpreter.advice.declared import choices_in
from interpreter.advice.explanation import Explanation, counts_fit, depth, level, written
from interpreter.advice.foreign import foreign_operator, lambda_function, method, part_of_list
from interpreter.advice.misreadings import misreading
from interpreter.advice.phrases import phrase
from interpreter.language.mistakes import SyntaxMistake
from interpreter.language.parser import BARE_WORDS, parses
from interpreter.language.scope import SITE_NAME
from interpreter.registry import functions
from interpreter.spec.diagnostics import Diagnostic, Help, diagnosed
from interpreter.spec.model import Entity
from interpreter.spec.nodes import Mapping, Scalar
from interpreter.spec.step_model import STEP_ARGUMENTS
from interpreter.spec.suggest import nearest, probably

NAMES = {
    "expression": "an expression",
    "statement": "a step such as ‘x = y’ or ‘let n = y’",
    "loops": "a loop such as ‘x in grid’",
    "draw": "a draw such as ‘x in grid’",
    "named_call": "a name with values, such as ‘tile(value = 2)’",
    "plain_call": "a name, or one with values such as ‘flip(c)’",
    "signature": "a name, or one with parameters such as ‘near(site s)’",
    "type": "a type, such as ‘number’, ‘1..9’ or ‘player or none’",
}
# In how many places a missing bracket is tried.
_MOST_PLACES = 20
IF_HELP = "Write ‘if … then … else …’."
_WORD = re.compile(r"\w+")
_COMPARISON = re.compile(r"[<>=!]=|[<>]")
_OPERATORS = frozenset({"and", "or", "not", "in", "if", "then", "else", "for", "let", "while", "until"})
# Signs that look right in print.
_PRINTED = {
    "≠": "!=",
    "≤": "<=",
    "≥": ">=",
    "×": "*",
    "·": "*",
    "÷": "//",
    "−": "-",
    "–": "-",
    "…": "..",
    "‘": "'",
    "’": "'",
    "“": "'",
    "”": "'",
    "&": "and",
    "|": "or",
}
# Operators that other languages write as words.
_SIGNS_AS_WORDS = {
    "mod": "%",
    "modulo": "%",
    "rem": "%",
    "div": "//",
    "plus": "+",
    "minus": "-",
    "times": "*",
    "equals": "==",
    "equal": "==",
    "eq": "==",
    "ne": "!=",
    "isnt": "!=",
    "xor": "!=",
    "lt": "<",
    "gt": ">",
    "le": "<=",
    "ge": ">=",
}
# What may have been meant by signs that have no meaning.
_SIGNS = {
    ";": "Write two steps, each with its own ‘- ’.",
    ":": "Put a text in quotes; a choice between two values is written if … then … else ….",
    "@": "Write board.site for a site of a board.",
    "#": "Write len(…) for how many there are.",
    "$": "Write the name alone.",
    "^": "Multiply, or list the values in a table.",
    "~": "Write ‘not’.",
    "`": "Write the name alone, or a text between single quotes.",
    "\\": "Divide with //.",
    "'": "Put ‘+’ or a comma before a text.",
}
# An `if` that asks for then and else; the `if` of a loop follows a value.
_ASKING_IF = re.compile(r"(?:^|[(\[,=;]|\b(?:then|else|and|or|not|in)\b)\s*(if)\b")


def syntax_mistake(mistake: SyntaxMistake) -> Diagnostic:
    """Explain a text that is not an expression."""
    scalar, text = mistake.scalar, str(mistake.scalar)
    if (misread := misreading(scalar, mistake.start)) is not None:
        return misread
    if (indexes := _several_indexes(scalar, mistake.start, mistake.offset)) is not None:
        return indexes
    code, begin, end, message, help, edit = _diagnose(scalar, mistake.start, mistake.offset, mistake.strange)
    end = min(max(end, begin + 1), len(text)) if begin < len(text) else begin
    if edit is not None:
        help = Help(help, scalar.edit(*_set_apart(text, *edit)))
    return diagnosed(code, scalar.part(begin, end), message, help)


def _several_indexes(scalar: Scalar, start: str, offset: int) -> Diagnostic | None:
    """`grid[x, y]`: a site by its column and row, or an entry of a nested table."""
    bare = _outside_quotes(scalar)
    begin, _ = level(bare, offset)
    target = re.search(r"[a-z][\w.]*$", bare[: begin - 1]) if bare[begin - 1 : begin] == "[" else None
    closing = next((at for at in range(offset, len(bare)) if depth(bare[begin - 1 : at + 1]) == 0), None)
    if bare[offset : offset + 1] != "," or target is None or closing is None:
        return None
    inside, root = scalar[begin:closing], scalar.source.root
    boards = root.get("boards") if root is not None else None
    whole = f"{target[0]}[{re.sub(r', *', '][', inside)}]"
    if isinstance(boards, Mapping) and target[0] in boards:
        whole = f"site({target[0]}, {inside})"
    if not parses(f"{scalar[: target.start()]}{whole}{scalar[closing + 1 :]}", start):
        return None
    help = Help(f"Write {whole}.", scalar.edit(target.start(), closing + 1, whole))
    return diagnosed("several-values", scalar.part(target.start(), closing + 1), "‘[ ]’ takes one value.", help)


def _set_apart(text: str, begin: int, end: int, new: str) -> tuple[int, int, str]:
    """An edit whose words do not run into those around it."""
    before = " " if re.match(r"\w{2}", f"{text[:begin][-1:]}{new[:1]}") else ""
    after = " " if re.match(r"\w{2}", f"{new[-1:]}{text[end : end + 1]}") else ""
    return begin, end, f"{before}{new}{after}"


def _diagnose(text: str, start: str, offset: int, strange: bool) -> Explanation:
    bare = _outside_quotes(text)
    found = (
        _quotes(text, bare)
        or _route(text, bare, start)
        or foreign_operator(bare, offset)
        or _unbalanced(text, bare, start)
        or _named_like_a_site(bare, start)
        or _open_let(text, bare, start)
        or _declared(text, start)
        or _none_beside_type(text, start)
        or _habit(text, bare, start, offset)
        or _words_as_step(text, start)
        or phrase(text, bare, start, offset)
    )
    if found is None and strange:
        found = _character(text, bare, offset)
    return (
        found
        or _value_for_type(text, start)
        or _range_with_dash(bare, start)
        or _equals(bare, start, offset)
        or _fraction(text, offset)
        or _incomplete_if(bare)
        or _breaks_off(text, start, offset)
        or _unnamed_value(text, start, offset)
        or _misplaced_word(text, bare, start, offset)
        or _unexpected(text, start, offset)
    )


def _route(text: str, bare: str, start: str) -> Explanation | None:
    """The contents of walk instead of ‘x to y while …’: an arrow, one name alone, or a filter."""
    for call in re.finditer(r"\bwalk\(", bare):
        begin, end = level(bare, call.end())
        if bare[end : end + 1] != ",":
            continue
        begin, end = level(bare, end + 1)
        inside = bare[begin:end]
        if (arrow := re.match(r"\s*\w+\s*(->|=>|→|-|–|into)\s*\w+", inside)) is not None:
            at, after = begin + arrow.start(1), begin + arrow.end(1)
            return written("walk-form", at, after, "walk goes from site to site: ‘x to y’.", "to")
        if (lone := re.match(r"\s*(\w+)\s+(?:while|until)\b", inside)) is not None:
            earlier, name = "x" if lone[1] != "x" else "w", lone[1]
            route = f"{earlier} to {name}"
            message = f"walk needs two names: ‘{name}’ and another for the site before it."
            return written("walk-form", begin + lone.start(1), begin + lone.end(1), message, route)
        if (filtered := re.match(r"\s*\w+\s+to\s+\w+\b.*?\b(if|where)\b", inside)) is not None:
            at, after = begin + filtered.start(1), begin + filtered.end(1)
            if parses(f"{text[:at]}while{text[after:]}", start):
                return written("walk-form", at, after, "walk goes on while its condition holds.", "while")
    return None


def _named_like_a_site(bare: str, start: str) -> Explanation | None:
    """The name of a define, a define's parameter, a let or a loop that an expression reads as a site."""
    site, forms = SITE_NAME.pattern, [rf"\bfor +({SITE_NAME.pattern}) +in\b"]
    match start:
        case "signature":
            forms = [rf"^ *({site})\b", rf"[(,] *(?:[\w ]+ )?({site}) *[,)]"]
        case "plain_call":
            forms.append(rf"^ *({site})\b")
        case "statement":
            forms.append(rf"^ *let +({site})\b")
        case "loops" | "draw":
            forms.append(rf"(?:^|,) *({site}) +in\b")
    found = next((each for form in forms if (each := re.search(form, bare)) is not None), None)
    if found is None:
        return None
    message = f"‘{found[1]}’ looks like a site; choose another name."
    return Explanation("reads-as-site", *found.span(1), message, f"Write ‘{found[1]}_’ or a word.")


def _open_let(text: str, bare: str, start: str) -> Explanation | None:
    """`let w = idea, w != none`: a let with nothing between it and the expression it is for."""
    begun = re.search(r"\blet +\w+ *=(?!=)", bare) if start != "statement" else None
    if begun is None or ";" in bare[begun.end() :]:
        return None
    code, message = "open-let", "A let ends with ‘;’ before the expression that it is for."
    for sign in re.finditer(r" *, *| +in +|(?<=[\w)\]]) +(?=\w)", bare):
        parted = f"{text[: sign.start()]}; {text[sign.end() :]}"
        if sign.start() > begun.end() and parses(parted, start):
            help = f"Write ‘{parted[begun.start() :]}’."
            return Explanation(code, *sign.span(), message, help, (*sign.span(), "; "))
    return Explanation(code, *begun.span(), message, "Write ‘let n = …; …’.")


def _declared(text: str, start: str) -> Explanation | None:
    """`var n = 3`, `number n = 3`: a new name, declared as in other languages."""
    found = re.match(r"\s*([a-z]\w*)\s+([a-z]\w*)\s*(?::\s*\w+\s*)?:?(=(?!=)|[-+]=)", text)
    if start != "statement" or found is None or found[1] in ("let", "else", "if") or found[1] in STEP_ARGUMENTS:
        return None
    rest, verb = text[found.end() :].strip(), "" if found[1] == "set" or found[3] != "=" else "let "
    whole = f"{verb}{found[2]} {found[3]} {rest}"
    what = "A new name is introduced with ‘let’." if verb else "A step that sets a value has no verb."
    if not parses(whole, start):
        return None
    return Explanation("declared", *found.span(1), what, f"Write ‘{whole}’.", (0, len(text), whole))


def _none_beside_type(text: str, start: str) -> Explanation | None:
    """`0..8, none`, `none | player`."""
    found = re.fullmatch(r"(.+?)\s*[,|/;]\s*(?:or\s+)?none", text) if start == "type" else None
    found = found or (re.fullmatch(r"none\s*(?:[,|/;]|or)\s*(.+)", text) if start == "type" else None)
    if found is None or not parses(f"{found[1]} or none", start):
        return None
    message, whole = "A type that may be none ends with ‘or none’.", f"{found[1]} or none"
    return Explanation("foreign-operator", 0, len(text), message, f"Write ‘{whole}’.", (0, len(text), whole))


def _range_with_dash(bare: str, start: str) -> Explanation | None:
    """`1-6` where a type is expected: a range is written with dots."""
    found = re.fullmatch(r"\s*(\w+)\s*-\s*(\w+)\s*(or none)?\s*", bare) if start == "type" else None
    if found is None:
        return None
    low, high = found.group(1), found.group(2)
    return _range(found.start(1), found.end(2), low, high)


def _range(begin: int, end: int, low: str, high: str) -> Explanation:
    message, edit = "A range is written with two dots.", (begin, end, f"{low}..{high}")
    return Explanation("range-dash", begin, end, message, f"Write {low}..{high}.", edit)


def _quotes(text: str, bare: str) -> Explanation | None:
    at = bare.find('"')
    if at >= 0:
        closing = bare.find('"', at + 1)
        end = closing + 1 if closing > 0 else at + 1
        inside = text[at + 1 : closing] if closing > 0 else "text"
        edit = (at, end, f"'{inside}'") if closing > 0 else None
        return Explanation("quotes", at, end, "Put text in single quotes.", f"Write '{inside}'.", edit)
    if text.count("'") % 2:
        at = text.rindex("'")
        edit = (len(text), len(text), "'") if re.fullmatch(r"[\w ]*", text[at + 1 :]) else None
        return Explanation("unclosed-quote", at, len(text), "This text has no closing quote.", "Close it with '.", edit)
    return None


def _equals(bare: str, start: str, offset: int) -> Explanation | None:
    """`=` and `==` confused with each other, and chained comparisons."""
    if bare[offset : offset + 2] == "==" and start == "named_call":
        return written("double-equals", offset, offset + 2, "A value is given with ‘=’; ‘==’ compares.", "=")
    if start == "statement" and "==" in bare and "=" not in bare.replace("==", ""):
        at = bare.index("==")
        return written("comparison-as-step", at, at + 2, "A step sets a value with ‘=’; ‘==’ compares.", "=")
    if (parted := re.search(r"([<>!=]) +$", bare[:offset])) is not None and bare[offset : offset + 1] == "=":
        whole = f"{parted[1]}="
        return written("parted-operator", parted.start(), offset + 1, f"‘{whole}’ is written without a space.", whole)
    if bare[offset : offset + 1] == "=" and bare[offset : offset + 2] != "==":
        if start in ("loops", "draw"):
            return written("single-equals", offset, offset + 1, "A name takes its values from a list with ‘in’.", "in")
        if start == "type":
            return Explanation("unexpected", offset, offset + 1, "A type has no ‘=’.", "Write {is: …, start: …}.")
        if start != "statement":
            return written("single-equals", offset, offset + 1, "‘=’ sets a value; it does not compare.", "==")
    if re.search(r"\blet\s+\w+\s*$", bare[:offset]) and bare[offset : offset + 2] == "==":
        return written("double-equals", offset, offset + 2, "A let gives a name with ‘=’; ‘==’ compares.", "=")
    sign, earlier = _COMPARISON.match(bare, offset), _COMPARISON.findall(bare[:offset])
    if sign is not None and earlier:
        help_text = f"Write ‘a {earlier[-1]} b and b {sign.group()} c’."
        return Explanation("chained-comparison", *sign.span(), "Comparisons do not chain.", help_text)
    return None


def _fraction(text: str, offset: int) -> Explanation | None:
    """`1.5` is read as `1 . 5`."""
    for number in re.finditer(r"\d+\.\d+", text):
        if number.start() <= offset <= number.end():
            help_text = "Count in smaller units, such as halves or tenths."
            return Explanation("float", *number.span(), "Numbers are whole.", help_text)
    return None


def _incomplete_if(bare: str) -> Explanation | None:
    asking = [found.start(1) for found in _ASKING_IF.finditer(bare)]
    for word in ("then", "else"):
        if len(re.findall(rf"\b{word}\b", bare)) < len(asking):
            at = asking[-1]
            return Explanation("incomplete-if", at, at + 2, f"This if has no {word}.", IF_HELP)
    return None


def _value_for_type(text: str, start: str) -> Explanation | None:
    """`lit: false` where a type belongs."""
    literal = re.fullmatch(r"true|false|-?[0-9]+|'.*'", text)
    if start != "type" or literal is None:
        return None
    kind = "flag" if text in ("true", "false") else "text" if text.startswith("'") else "number"
    value = f'"{text}"' if kind == "text" else text
    message = f"‘{text}’ is a value, not a type."
    return Explanation("not-a-type", 0, len(text), message, f"Write {{is: {kind}, start: {value}}}.")


def _breaks_off(text: str, start: str, offset: int) -> Explanation | None:
    if offset < len(text):
        return None
    words = list(re.finditer(r"\S+", text))
    if (share := re.fullmatch(r"\s*(\d+) *%\s*", text)) is not None:
        message = "Numbers are whole, and ‘%’ is the remainder of a division."
        begin, end = share.start(1), len(text.rstrip())
        return Explanation("float", begin, end, message, f"Write {share[1]}.", (begin, end, share[1]))
    if start == "expression" and not words:
        return Explanation("unfinished", 0, len(text), "Nothing stands here.", "The empty text is written \"''\".")
    begin, last = (words[-1].start(), words[-1].group()) if words else (0, "")
    if start == "expression":
        return Explanation(
            "unfinished", begin, len(text), "This expression is not finished.", f"Something is missing after ‘{last}’."
        )
    message = f"This is not finished: {NAMES[start]} is expected."
    help_text = f"Something is missing after ‘{last}’."
    if start in ("loops", "draw") and len(words) == 1:
        return written("unfinished", begin, len(text), message, f"x in {last}")
    return Explanation("unfinished", begin, len(text), message, help_text)


def _unnamed_value(text: str, start: str, offset: int) -> Explanation | None:
    """`jump(b)` without names, where each value needs one."""
    value = re.search(r"[(,]\s*([\w.]+)\s*$", text[:offset])
    if start != "named_call":
        return None
    if value is None or text[offset] not in ",)":
        inside = re.fullmatch(r"\s*\w+\((.+)\)\s*", text)
        if inside is None or re.search(r"(?<![=<>!])=(?!=)", inside[1]) or not parses(inside[1], "expression"):
            return None
        begin, end, given = inside.start(1), inside.end(1), inside[1]
    else:
        begin, end, given = *value.span(1), value[1]
    message, name = "This value has no name.", _first_name(text)
    help, edit = f"Write ‘… = {given}’, as in tile(value = 2).", None
    if name is not None and text.count("(", 0, begin) == 1 and "," not in text[:begin]:
        help, edit = f"Write ‘{name} = {given}’.", (begin, end, f"{name} = {given}")
    return Explanation("unexpected", begin, end, message, help, edit)


def _first_name(text: str) -> str | None:
    """The first property of the kind, or the first choice of the action, before a bracket."""
    called, root = re.match(r" *(\w+)\(", text), text.source.root if isinstance(text, Scalar) else None
    entities = root.get("entities") if root is not None else None
    if called is None or root is None:
        return None
    kind = entities.get(called[1]) if isinstance(entities, Mapping) else None
    own = [str(name) for name in kind if name not in Entity.option_names()] if isinstance(kind, Mapping) else []
    return next(iter([*own, *choices_in(root).get(called[1], [])]), None)


def _words_as_step(text: str, start: str) -> Explanation | None:
    """`remove tiles` without its colon, `play again` with an extra word."""
    words = text.split()
    called = re.fullmatch(r"([a-z]\w*)\((.*)\)", text.strip())
    if start == "statement" and called is not None:
        help_text = f"Write ‘run: {text.strip()}’ for a routine, or ‘x = {text.strip()}’ to set a value."
        if called[1] in STEP_ARGUMENTS:
            help_text = f"Write ‘{called[1]}: {called[2]}’."
        word = None if called[2] else probably(called[1], BARE_WORDS)
        edit = None if word is None else (0, len(text), word)
        if word is not None:
            help_text = f"Write ‘{word}’ alone."
        return Explanation("unknown-step", 0, len(text), f"‘{text.strip()}’ is not a step.", help_text, edit)
    if start != "statement" or len(words) < 2 or words[0] == "let":
        return None
    if words[0] in STEP_ARGUMENTS:
        rest = text.split(maxsplit=1)[1]
        message = f"A colon is missing after ‘{words[0]}’."
        return Explanation("missing-colon", 0, len(words[0]), message, f"Write ‘{words[0]}: {rest}’.")
    if not all(word.isidentifier() for word in words):
        return None
    known = next((word for word in words if word in BARE_WORDS), None)
    help_text = nearest(words[0], STEP_ARGUMENTS) if known is None else f"Write ‘{known}’ alone."
    return Explanation("unknown-step", 0, len(text), f"‘{text}’ is not a step.", help_text)


def _misplaced_word(text: str, bare: str, start: str, offset: int) -> Explanation | None:
    word = _word_at(text, offset)
    end = offset + len(word)
    if re.match(r",\s*\w+\s+in\b", bare[offset:]) and re.search(r"\bfor\b", bare[:offset]):
        message, help, edit = (
            "A second loop needs its own ‘for’.",
            "Write ‘for’ instead of the comma.",
            (offset, offset + 1, " for"),
        )
        return Explanation("second-loop", offset, offset + 1, message, help, edit)
    if bare[offset] == "," and re.search(r"\bfor\b[^()]*$", bare[:offset]):
        help = "Put the loop last, or into list(…)."
        return Explanation("value-after-loop", offset, offset + 1, "Nothing may follow a loop.", help)
    if word == "is":
        if (within := re.match(r"is +(?=(?:not +)?in\b)", bare[offset:])) is not None:
            edit = (offset, offset + within.end(), "")
            return Explanation("foreign-operator", offset, end, "‘in’ needs no ‘is’.", "Leave ‘is’ out.", edit)
        unequal = _word_at(text, end + 1) == "not"
        sign, last = ("!=", text.index("not", end) + len("not")) if unequal else ("==", end)
        return written("foreign-operator", offset, last, f"‘{text[offset:last]}’ is not an operator.", sign)
    if word == "while" and (swapped := _until_before_while(text, bare, start, offset)) is not None:
        return swapped
    if word in ("while", "until") and (short := _loop_without_value(text, bare, start, offset)) is not None:
        return short
    if word in ("while", "until"):
        message = f"‘{word}’ belongs at the end of prefix, reach, span and walk; use if to filter."
        return Explanation("misplaced-while", offset, end, message, "Write ‘if’ to filter.")
    if word == "for" and start in ("loops", "draw"):
        message, help = "Separate the loops of a step with commas.", "Write a comma instead of ‘for’."
        return Explanation("second-loop", offset, end, message, help, (offset, end, ","))
    if word == "for":
        opened = [at for at in range(offset) if bare[at] == "["]
        if opened and bare.count("]", 0, offset) < len(opened):
            message = "A list in [ ] cannot have a loop."
            return Explanation("loop-in-list", offset, end, message, "Write list(… for x in …).")
        message = "A loop must be inside the brackets of a function."
        return Explanation("loop-in-list", offset, end, message, "Write list(… for x in …).")
    return None


def _loop_without_value(text: str, bare: str, start: str, offset: int) -> Explanation | None:
    """`prefix(x in l while …)`, whose loop lacks its value and its ‘for’."""
    begin, _ = level(bare, offset)
    loop = re.fullmatch(r"\s*(\w+) in .+", text[begin:offset])
    if loop is None or begin == 0:
        return None
    at = begin + loop.start(1)
    if not parses(f"{text[:at]}{loop[1]} for {text[at:]}", start):
        return None
    whole, message = f"{loop[1]} for {text[at:offset].strip()}", "A loop begins with its value and ‘for’."
    return Explanation(
        "misplaced-while", at, at + len(loop[1]), message, f"Write ‘{whole} …’.", (at, at, f"{loop[1]} for ")
    )


def _until_before_while(text: str, bare: str, start: str, offset: int) -> Explanation | None:
    """`until a while b`, which are in the wrong order."""
    begin, end = level(bare, offset)
    until = max((found.start() for found in re.finditer(r"\buntil\b", bare[begin:offset])), default=None)
    if until is None:
        return None
    stop, going = text[begin + until : offset].strip(), text[offset:end].strip()
    whole, message = f"{going} {stop}", "‘while’ comes before ‘until’."
    if not parses(f"{text[: begin + until]}{whole}{text[end:]}", start):
        return None
    edit = (begin + until, end, whole)
    return Explanation("misplaced-while", offset, offset + len("while"), message, f"Write ‘{whole}’.", edit)


def _unexpected(text: str, start: str, offset: int) -> Explanation:
    if (span := re.search(r"(\w+) +(to|through|until|bis) +(\w+)", text)) is not None and span.start(2) == offset:
        marked = _range(offset, span.end(2), span[1], span[3])
        return marked._replace(edit=(*span.span(), f"{span[1]}..{span[3]}"))
    if start == "expression" and re.fullmatch(r"[\w.@]+(?: +[\w.@]+)+", text) and not _OPERATORS & set(text.split()):
        end = offset + len(_word_at(text, offset))
        listed = ", ".join(text.split())
        edit = (0, len(text), f"list({listed})")
        return Explanation("unexpected", offset, end, "Several values are a list.", f"Write list({listed}).", edit)
    if (unit := re.search(r"\b(\d+)$", text[:offset])) is not None and text[offset].isalpha():
        end = offset + len(_word_at(text, offset))
        edit = (unit.start(), end, unit[1])
        return Explanation("unexpected", unit.start(), end, "A number cannot have a unit.", f"Write {unit[1]}.", edit)
    if start == "type" and text[:offset].rstrip().endswith(" or"):
        end = offset + len(_word_at(text, offset))
        edit = (offset, end, "none")
        return Explanation(
            "unexpected", offset, end, "After ‘or’, a type can have only none.", "Write ‘or none’.", edit
        )
    shown = _word_at(text, offset) or text[offset]
    end = offset + len(shown)
    before = text[:offset].rstrip()
    last = re.search(r"\w+$", before)
    after_value = before and (before[-1].isalnum() or before[-1] in ")]'")
    if last is not None and last.group() in _OPERATORS:
        after_value = False
    if after_value and text[offset].isalnum() and start in ("expression", "statement"):
        missing = "An operator or a comma is missing before it."
        return Explanation("unexpected", offset, end, f"‘{shown}’ does not fit here.", missing)
    if shown == "(" and last is not None and last.group() == "none":
        return written("unexpected", last.start(), offset, "‘none’ is a value, not a function.", "not any")
    help_text = _SIGNS.get(shown) or f"Leave it out, or write {NAMES[start]} in its place."
    if start in ("loops", "draw") and shown in ("from", "of", "="):
        help_text = "Write ‘in’."
    return Explanation(
        "unexpected", offset, end, f"‘{shown}’ does not fit here: {NAMES[start]} is expected.", help_text
    )


def _character(text: str, bare: str, offset: int) -> Explanation | None:
    character = text[offset]
    if character == "!":
        return written("foreign-operator", offset, offset + 1, "‘!’ is not an operator.", "not")
    if character == "/":
        edit = (offset, offset + 1, "//")
        return Explanation("float", offset, offset + 1, "Numbers are whole.", "Divide with //.", edit)
    if character == "?":
        return Explanation("foreign-operator", offset, offset + 1, "‘?’ is not an operator.", IF_HELP)
    fields = re.search(r"\b([a-z]\w*)\{([^{}]*)\}", text)
    if fields is not None and fields.start(2) == offset + 1:
        whole = f"{fields[1]}({fields[2].replace(':', ' =')})"
        message = f"{fields[1]} takes its values in ( )."
        return Explanation("unexpected-character", *fields.span(), message, f"Write {whole}.", (*fields.span(), whole))
    if character in "{}":
        message = f"‘{character}’ is not allowed in an expression."
        return Explanation("unexpected-character", offset, offset + 1, message, "Lists are written in [ ].")
    if character in _PRINTED:
        message = f"‘{character}’ is not allowed in an expression."
        return written("unexpected-character", offset, offset + 1, message, _PRINTED[character])
    for word in _WORD.finditer(bare):
        if word.start() <= offset < word.end() and not word.group().isdigit():
            called = re.match(r"\.(\w+) *\(", bare[word.end() :])
            if called is not None:
                message = f"Functions stand alone, without ‘{word.group()}.’ before them."
                help = f"Write {called[1].lower()}(…)."
                edit = (word.start(), word.end() + 1 + len(called[1]), called[1].lower())
                return Explanation("bad-name", word.start(), word.end() + 1, message, help, edit)
            if isinstance(text, Scalar) and _is_symbol(word.group(), text):
                message = f"‘{word.group()}’ is a symbol for pictures; rules do not use symbols."
                help = "Compare properties, as in c.rank == 12 and c.suit == spades."
                return Explanation("bad-name", *word.span(), message, help)
            return _bad_name(word.group(), word.start())
    message = f"‘{character}’ is not allowed in an expression."
    return Explanation("unexpected-character", offset, offset + 1, message, _SIGNS.get(character, "Leave it out."))


def _is_symbol(word: str, scalar: Scalar) -> bool:
    """Whether a word consists of symbols of a legend."""
    root, symbols = scalar.source.root, set[str]()
    for section in ("entities", "boards"):
        entries = root.get(section) if root is not None else None
        for entry in entries.values() if isinstance(entries, Mapping) else ():
            legend = entry.get("legend") if isinstance(entry, Mapping) else None
            symbols |= {str(key) for key in legend} if isinstance(legend, Mapping) else set()
    return bool(symbols) and all(sign in symbols or sign.isdigit() for sign in word) and word[0].isupper()


def _bad_name(word: str, start: int) -> Explanation:
    meant = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", word).lower().strip("_")
    message = "Names are lower case letters, digits and _, and start with a letter."
    if re.fullmatch(r"[a-z][a-z0-9_]*", meant):
        return written("bad-name", start, start + len(word), message, meant)
    return Explanation("bad-name", start, start + len(word), message, "Choose another name.")


def _outside_quotes(text: str) -> str:
    parts = text.split("'")
    return "'".join(part if n % 2 == 0 else " " * len(part) for n, part in enumerate(parts))


def _unbalanced(text: str, bare: str, start: str) -> Explanation | None:
    code = "unbalanced-bracket"
    opened: list[tuple[str, int]] = []
    closers = {"(": ")", "[": "]"}
    for offset, character in enumerate(bare):
        if character in closers:
            opened.append((character, offset))
        elif character in closers.values():
            if not opened:
                return _closes_nothing(text, start, offset)
            opener = opened.pop()[0]
            if closers[opener] != character:
                message = f"‘{character}’ does not close ‘{opener}’."
                return written(code, offset, offset + 1, message, closers[opener])
    if opened:
        opener, offset = opened[-1]
        missing = "".join(closers[each] for each, _ in reversed(opened))
        at = _where_it_parses(text, bare, start, offset, missing)
        help, edit = f"Add ‘{closers[opener]}’.", None if at is None else (at, at, missing)
        if at is not None and at < len(text):
            offset = next(each for each in range(at - 1, -1, -1) if bare[each] == opener and depth(bare[each:at]) == 1)
            help = f"Write ‘{text[offset - len(_last_word(text, offset)) : at]}{missing}’."
        return Explanation(code, offset, offset + 1, f"‘{opener}’ is never closed.", help, edit)
    return None


def _closes_nothing(text: str, start: str, offset: int) -> Explanation:
    """A bracket that closes nothing: its partner may be missing before a list or after the name of a function."""
    opener = "(" if text[offset] == ")" else "["
    help, edit = f"Leave it out, or write ‘{opener}’ before it.", (offset, offset + 1, "")
    called = re.search(r"(\w+)( +)[^()]*$", text[:offset])
    if opener == "(" and called is not None and parses(f"{text[: called.start(2)]}({text[called.end(2) :]}", start):
        whole = f"{called[1]}({text[called.end(2) : offset + 1]}"
        help, edit = f"Write ‘{whole}’.", (called.start(), offset + 1, whole)
    elif opener == "[" and "," in text[:offset] and offset == len(text) - 1:
        return Explanation("unbalanced-bracket", offset, offset + 1, "‘]’ closes nothing.", f"Write [{text}.")
    return Explanation("unbalanced-bracket", offset, offset + 1, f"‘{text[offset]}’ closes nothing.", help, edit)


def _where_it_parses(text: str, bare: str, start: str, opened: int, missing: str) -> int | None:
    """Where missing brackets would turn a text into an expression: at its end, or else after the last word that allows
    it."""
    ends = [len(text), *(found.end() for found in re.finditer(r"[\w)\]]+", bare) if found.end() > opened)]
    ends = sorted(set(ends), reverse=True)[:_MOST_PLACES]
    closed = {end: f"{text[:end]}{missing}{text[end:]}" for end in ends}
    possible = [end for end in ends if parses(closed[end], start)]
    return next((end for end in possible if counts_fit(closed[end], start)), next(iter(possible), None))


def _last_word(text: str, offset: int) -> str:
    found = re.search(r"\w*$", text[:offset])
    return found[0] if found is not None else ""


def _word_at(text: str, offset: int) -> str:
    found = _WORD.match(text, offset)
    return found.group() if found is not None else ""


def _habit(text: str, bare: str, start: str, offset: int) -> Explanation | None:
    """Explain a text that was read up to the offset; `bare` is the text without anything in quotes."""
    if offset >= len(text):
        return None
    found = _WORD.match(bare, offset)
    word = found.group() if found is not None else ""
    return (
        lambda_function(bare)
        or part_of_list(text, bare, offset)
        or method(text, bare, start, offset)
        or _several_values(text, bare, start, offset)
        or (_if_behind_value(text, bare, start, offset) if word == "if" else None)
        or _other_word(bare, offset, word)
        or _missing_brackets(bare, offset, word)
    )


def _several_values(text: str, bare: str, start: str, offset: int) -> Explanation | None:
    """`a, b` where one value is expected: a list was meant."""
    if text[offset] == "," and (doubled := _doubled_brackets(text, bare, start, offset)) is not None:
        return doubled
    if start != "expression" or text[offset] != "," or depth(bare[:offset]) != 0:
        return None
    help, edit = f"Write list({text}).", (0, len(text), f"list({text})")
    if re.search(r"[=<>]|\b(?:not|any|all|and|or)\b", bare):
        message, help = "One condition is expected here, not several.", "Write ‘and’ instead of the comma."
        return Explanation("several-values", offset, offset + 1, message, help, (offset, offset + 1, " and"))
    return Explanation("several-values", 0, len(text), "One value is expected here, not several.", help, edit)


def _doubled_brackets(text: str, bare: str, start: str, offset: int) -> Explanation | None:
    """`leaps((1, 2))`: brackets within those of a function."""
    begin, _ = level(bare, bare.rfind("(", 0, offset) + 1)
    closing = next((at for at in range(offset, len(bare)) if depth(bare[begin - 1 : at + 1]) == 0), None)
    if closing is None or begin < 2 or bare[begin - 1] != "(" or bare[begin - 2] not in "(,":
        return None
    inside = text[begin:closing]
    if not parses(f"{text[: begin - 1]}{inside}{text[closing + 1 :]}", start):
        return None
    message, edit = "Values of a function need no brackets of their own.", (begin - 1, closing + 1, inside)
    return Explanation("surplus-brackets", begin - 1, closing + 1, message, f"Write {inside}.", edit)


def _if_behind_value(text: str, bare: str, start: str, offset: int) -> Explanation | None:
    """`a if c else b`, and a filter without its loop."""
    begin, end = level(bare, offset)
    if start == "statement" and (sign := re.search(r"(?<![=<>!])=(?!=)", bare[:offset])) is not None:
        begin = max(begin, sign.end())
    rest = bare[offset:end]
    otherwise = re.search(r"\belse\b", rest)
    if otherwise is not None and "then" not in rest[: otherwise.start()]:
        test = text[offset + 2 : offset + otherwise.start()].strip()
        value, other = text[begin:offset].strip(), text[offset + otherwise.end() : end].strip()
        message = "‘if’ comes before both values."
        whole = f"if {test} then {value} else {other}"
        blank = len(text[begin:offset]) - len(text[begin:offset].lstrip())
        edit = (begin + blank, end, whole)
        return Explanation("misplaced-if", offset, offset + 2, message, f"Write ‘{whole}’.", edit)
    value = text[begin:offset].strip()
    if (loop := re.fullmatch(r"(\w+) in (.+)", value)) is not None and begin > 0 and otherwise is None:
        message = "A loop begins with its value and ‘for’."
        help_text = f"Write ‘{loop[1]} for {value} if …’."
        start_of_value = begin + len(text[begin:offset]) - len(text[begin:offset].lstrip())
        return Explanation("misplaced-if", start_of_value, start_of_value + len(loop[1]), message, help_text)
    inside = begin > 0 and bare[begin - 1] in "(,"
    if inside and otherwise is None and re.fullmatch(r"\w+(\[\w+\])?", value):
        return Explanation(
            "misplaced-if",
            offset,
            offset + 2,
            "A filter comes after a loop.",
            f"Write ‘x for x in {value} if …’.",
        )
    return None


def _other_word(bare: str, offset: int, word: str) -> Explanation | None:
    end = offset + len(word)
    if word in ("of", "from") and re.search(r"\bfor\s+\w+\s*$", bare[:offset]):
        return written("foreign-operator", offset, end, f"‘{word}’ does not begin the list of a loop.", "in")
    if word in _SIGNS_AS_WORDS and re.search(r"[\w)\]'] *$", bare[:offset]):
        return written("foreign-operator", offset, end, f"‘{word}’ is not an operator.", _SIGNS_AS_WORDS[word])
    if word in ("elif", "elsif", "elseif"):
        return written("foreign-operator", offset, end, f"‘{word}’ is not known.", "else if")
    begin, _ = level(bare, offset)
    loop = re.fullmatch(r"\s*(\w+) in .+?\s*", bare[begin:offset])
    if word in ("where", "when", "with") and loop is not None and begin > 0:
        at, short = begin + loop.start(1), bare[begin:offset].strip()
        help = f"Write ‘{loop[1]} for {short} if …’."
        return Explanation("misplaced-if", at, at + len(loop[1]), "A loop begins with its value and ‘for’.", help)
    if word in ("where", "when", "with", "unless") and re.search(r"\bfor\b", bare[:offset]):
        sign = "if not" if word == "unless" else "if"
        return written("foreign-operator", offset, end, f"‘{word}’ does not filter a loop.", sign)
    if word in ("then", "else") and not re.search(r"\bif\b", bare[:offset]):
        return Explanation("misplaced-if", offset, end, f"There is no if before this {word}.", IF_HELP)
    return None


def _missing_brackets(bare: str, offset: int, word: str) -> Explanation | None:
    """`above t`."""
    before = re.search(r"(\w+)\s+$", bare[:offset])
    if not word or before is None or before[1] not in functions() or before[1] in ("row", "column"):
        return None
    message = f"The value of {before[1]} belongs in brackets."
    help, edit = f"Write {before[1]}({word}).", (before.start(1), offset + len(word), f"{before[1]}({word})")
    return Explanation("missing-brackets", *edit[:2], message, help, edit)
