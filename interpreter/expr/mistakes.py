"""Parse errors in the designer's words: what stands there, and what to write instead."""

from __future__ import annotations

import re

from lark import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken

from interpreter.expr.habits import IF_HELP, Explanation, explain_habit
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.nodes import INHERITED, Scalar
from interpreter.spec.source import Span
from interpreter.spec.steps import STEP_ARGUMENTS
from interpreter.spec.suggest import nearest

FOREIGN = (
    ("&&", "‘&&’ is not an operator.", "Write ‘and’."),
    ("||", "‘||’ is not an operator.", "Write ‘or’."),
    ("===", "‘===’ is not an operator.", "Write ‘==’."),
    ("!==", "‘!==’ is not an operator.", "Write ‘!=’."),
    ("<>", "‘<>’ is not an operator.", "Write ‘!=’."),
    ("++", "‘++’ is not an operator.", "Write ‘+= 1’."),
    ("--", "‘--’ is not an operator.", "Write ‘-= 1’."),
    ("**", "There are no powers.", "Multiply, or list the values in a table."),
    ("*=", "‘*=’ is not an operator.", "Write ‘x = x * n’."),
    ("/=", "‘/=’ is not an operator.", "Write ‘x = x // n’."),
    ("=+", "‘=+’ is not an operator.", "Write ‘+=’."),
    ("=>", "‘=>’ is not an operator.", "Write ‘>=’."),
    ("=<", "‘=<’ is not an operator.", "Write ‘<=’."),
)
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
# Steps of a single word.
BARE_WORDS = ("again", INHERITED)
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
# What may have been meant by signs that have no meaning.
_SIGNS = {
    ";": "Write two steps, each behind its own ‘- ’.",
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


def explain_mistake(scalar: Scalar, start: str, problem: UnexpectedInput, diagnostics: Diagnostics) -> None:
    """Report one parse error of a scalar."""
    text = str(scalar)
    raw = scalar.span.text
    if scalar.style == "plain" and (item := re.search(r"\n *(- )", raw)) is not None:
        span = Span(scalar.source, scalar.start + item.start(1), scalar.start + item.end(1))
        message = "This ‘- ’ is indented as if it belonged to the text in the line above."
        diagnostics.error("indentation", span, message, "Let all ‘- ’ of a list stand in the same column.")
        return
    code, begin, end, message, help_text = _diagnose(text, start, _offset(text, problem), problem)
    end = min(max(end, begin + 1), len(text)) if begin < len(text) else begin
    diagnostics.error(code, scalar.part(begin, end), message, help_text)


def _offset(text: str, problem: UnexpectedInput) -> int:
    position: int | None = getattr(problem, "pos_in_stream", None)
    if isinstance(problem, UnexpectedToken):
        position = problem.token.start_pos if problem.token.type != "$END" else len(text)
    if isinstance(problem, UnexpectedEOF) or position is None:
        return len(text)
    return min(position, len(text))


def _diagnose(text: str, start: str, offset: int, problem: UnexpectedInput) -> Explanation:
    bare = _outside_quotes(text)
    found = (
        _quotes(text, bare)
        or _foreign(bare, offset)
        or _unbalanced(bare)
        or explain_habit(text, bare, start, offset)
        or _words_as_step(text, start)
        or _question_behind_type(text, start, offset)
    )
    if found is None and isinstance(problem, UnexpectedCharacters):
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


def _range_with_dash(bare: str, start: str) -> Explanation | None:
    """`1-6` where a type is expected: a range is written with dots."""
    found = re.fullmatch(r"\s*(\w+)\s*-\s*(\w+)\s*(or none)?\s*", bare) if start == "type" else None
    if found is None:
        return None
    low, high = found.group(1), found.group(2)
    return "range-dash", found.start(1), found.end(2), "A range is written with two dots.", f"Write {low}..{high}."


def _quotes(text: str, bare: str) -> Explanation | None:
    at = bare.find('"')
    if at >= 0:
        closing = bare.find('"', at + 1)
        end = closing + 1 if closing > 0 else at + 1
        inside = text[at + 1 : closing] if closing > 0 else "text"
        return "quotes", at, end, "Text stands between single quotes.", f"Write '{inside}'."
    if text.count("'") % 2:
        at = text.rindex("'")
        return "unclosed-quote", at, len(text), "This text has no closing quote.", "Close it with '."
    return None


def _foreign(bare: str, offset: int) -> Explanation | None:
    for sign, message, help_text in FOREIGN:
        at = bare.find(sign)
        if 0 <= at <= offset:
            return "foreign-operator", at, at + len(sign), message, help_text
    return None


def _equals(bare: str, start: str, offset: int) -> Explanation | None:
    """`=` and `==` in each other's place, and comparisons in a row."""
    if bare[offset : offset + 2] == "==" and start == "named_call":
        return "double-equals", offset, offset + 2, "A value is given with ‘=’; ‘==’ compares.", "Write ‘=’."
    if start == "statement" and "==" in bare and "=" not in bare.replace("==", ""):
        at = bare.index("==")
        return "comparison-as-step", at, at + 2, "A step sets a value with ‘=’; ‘==’ compares.", "Write ‘=’."
    if bare[offset : offset + 1] == "=" and bare[offset : offset + 2] != "==":
        if start in ("loops", "draw"):
            return "single-equals", offset, offset + 1, "A name takes its values from a list with ‘in’.", "Write ‘in’."
        if start == "type":
            return "unexpected", offset, offset + 1, "A type has no ‘=’.", "Write {is: …, start: …}."
        if start != "statement":
            return "single-equals", offset, offset + 1, "‘=’ sets a value; it does not compare.", "Write ‘==’."
    if re.search(r"\blet\s+\w+\s*$", bare[:offset]) and bare[offset : offset + 2] == "==":
        return "double-equals", offset, offset + 2, "A let gives a name with ‘=’; ‘==’ compares.", "Write ‘=’."
    sign, earlier = _COMPARISON.match(bare, offset), _COMPARISON.findall(bare[:offset])
    if sign is not None and earlier:
        help_text = f"Write ‘a {earlier[-1]} b and b {sign.group()} c’."
        return "chained-comparison", *sign.span(), "Comparisons do not chain.", help_text
    return None


def _fraction(text: str, offset: int) -> Explanation | None:
    """`1.5` is read as `1 . 5`."""
    for number in re.finditer(r"\d+\.\d+", text):
        if number.start() <= offset <= number.end():
            help_text = "Count in smaller units, such as halves or tenths."
            return "float", *number.span(), "Numbers are whole.", help_text
    return None


def _incomplete_if(bare: str) -> Explanation | None:
    asking = [found.start(1) for found in _ASKING_IF.finditer(bare)]
    for word in ("then", "else"):
        if len(re.findall(rf"\b{word}\b", bare)) < len(asking):
            at = asking[-1]
            return "incomplete-if", at, at + 2, f"This if has no {word}.", IF_HELP
    return None


def _value_for_type(text: str, start: str) -> Explanation | None:
    """`lit: false` where a type belongs."""
    literal = re.fullmatch(r"true|false|-?[0-9]+|'.*'", text)
    if start != "type" or literal is None:
        return None
    kind = "flag" if text in ("true", "false") else "text" if text.startswith("'") else "number"
    value = f'"{text}"' if kind == "text" else text
    return "not-a-type", 0, len(text), f"‘{text}’ is a value, not a type.", f"Write {{is: {kind}, start: {value}}}."


def _breaks_off(text: str, start: str, offset: int) -> Explanation | None:
    if offset < len(text):
        return None
    words = list(re.finditer(r"\S+", text))
    if (share := re.fullmatch(r"\s*(\d+) *%\s*", text)) is not None:
        message = "Numbers are whole, and ‘%’ is the rest of a division."
        return "float", share.start(1), len(text.rstrip()), message, f"Write {share[1]}; chances are weights."
    if start == "expression" and not words:
        return "unfinished", 0, len(text), "Nothing stands here.", "The empty text is written \"''\"."
    begin, last = (words[-1].start(), words[-1].group()) if words else (0, "")
    if start == "expression":
        return "unfinished", begin, len(text), "This expression breaks off.", f"Something is missing after ‘{last}’."
    help_text = f"Something is missing after ‘{last}’."
    if start in ("loops", "draw") and len(words) == 1:
        help_text = f"Write ‘x in {last}’."
    return "unfinished", begin, len(text), f"This breaks off: {NAMES[start]} is expected.", help_text


def _unnamed_value(text: str, start: str, offset: int) -> Explanation | None:
    """`jump(b)` where each value stands beside its name."""
    value = re.search(r"[(,]\s*([\w.]+)\s*$", text[:offset])
    if start != "named_call" or value is None or text[offset] not in ",)":
        return None
    message = "A value stands here without its name."
    return "unexpected", *value.span(1), message, f"Write ‘… = {value[1]}’, as in tile(value = 2)."


def _question_behind_type(text: str, start: str, offset: int) -> Explanation | None:
    """`player?`."""
    if start != "type" or text[offset : offset + 1] != "?":
        return None
    message = "A type that may be none says so in words."
    return "foreign-operator", offset, offset + 1, message, f"Write ‘{text[:offset].strip()} or none’."


def _words_as_step(text: str, start: str) -> Explanation | None:
    """`remove tiles` without its colon, `play again` with a word too many."""
    words = text.split()
    called = re.fullmatch(r"([a-z]\w*)\((.*)\)", text.strip())
    if start == "statement" and called is not None:
        help_text = f"Write ‘run: {text.strip()}’ for a routine, or ‘x = {text.strip()}’ to set a value."
        if called[1] in STEP_ARGUMENTS:
            help_text = f"Write ‘{called[1]}: {called[2]}’."
        return "unknown-step", 0, len(text), f"‘{text.strip()}’ is not a step.", help_text
    if start != "statement" or len(words) < 2 or words[0] == "let":
        return None
    if words[0] in STEP_ARGUMENTS:
        rest = text.split(maxsplit=1)[1]
        message = f"A colon is missing behind ‘{words[0]}’."
        return "missing-colon", 0, len(words[0]), message, f"Write ‘{words[0]}: {rest}’."
    if not all(word.isidentifier() for word in words):
        return None
    known = next((word for word in words if word in BARE_WORDS), None)
    help_text = nearest(words[0], STEP_ARGUMENTS) if known is None else f"Write ‘{known}’ alone."
    return "unknown-step", 0, len(text), f"‘{text}’ is not a step.", help_text


def _misplaced_word(text: str, bare: str, start: str, offset: int) -> Explanation | None:
    word = _word_at(text, offset)
    end = offset + len(word)
    if re.match(r",\s*\w+\s+in\b", bare[offset:]) and re.search(r"\bfor\b", bare[:offset]):
        return "second-loop", offset, offset + 1, "A second loop needs its own ‘for’.", "Write ‘for’ for the comma."
    if bare[offset] == "," and re.search(r"\bfor\b[^()]*$", bare[:offset]):
        help = "Put the loop last, or into list(…)."
        return "value-after-loop", offset, offset + 1, "Nothing may follow a loop.", help
    if word == "is":
        sign = "!=" if _word_at(text, end + 1) == "not" else "=="
        return "foreign-operator", offset, end, "‘is’ is not an operator.", f"Write ‘{sign}’."
    if word in ("while", "until"):
        message = f"‘{word}’ belongs at the end of prefix, reach and span; use if to filter."
        return "misplaced-while", offset, end, message, "Write ‘if’ to filter."
    if word == "for" and start in ("loops", "draw"):
        return "second-loop", offset, end, "Loops of a step stand apart by commas.", "Write a comma for ‘for’."
    if word == "for":
        opened = [at for at in range(offset) if bare[at] == "["]
        if opened and bare.count("]", 0, offset) < len(opened):
            return "loop-in-list", offset, end, "A list in [ ] takes no loop.", "Write list(… for x in …)."
        return "loop-in-list", offset, end, "A loop stands in the brackets of a function.", "Write list(… for x in …)."
    return None


def _unexpected(text: str, start: str, offset: int) -> Explanation:
    if (span := re.search(r"(\w+) +(to|through|until|bis) +(\w+)", text)) is not None and span.start(2) == offset:
        message = "A range is written with two dots."
        return "range-dash", offset, span.end(2), message, f"Write {span[1]}..{span[3]}."
    if start == "expression" and re.fullmatch(r"[\w.@]+(?: +[\w.@]+)+", text) and not _OPERATORS & set(text.split()):
        end = offset + len(_word_at(text, offset))
        listed = ", ".join(text.split())
        return "unexpected", offset, end, "Several values are a list.", f"Write list({listed})."
    if (unit := re.search(r"\b(\d+)$", text[:offset])) is not None and text[offset].isalpha():
        end = offset + len(_word_at(text, offset))
        return "unexpected", unit.start(), end, "A number has no unit.", f"Write {unit[1]}."
    if start == "type" and text[:offset].rstrip().endswith(" or"):
        end = offset + len(_word_at(text, offset))
        return "unexpected", offset, end, "Behind ‘or’ a type has only none.", "Write ‘or none’."
    shown = _word_at(text, offset) or text[offset]
    end = offset + len(shown)
    before = text[:offset].rstrip()
    last = re.search(r"\w+$", before)
    after_value = before and (before[-1].isalnum() or before[-1] in ")]'")
    if last is not None and last.group() in _OPERATORS:
        after_value = False
    if after_value and text[offset].isalnum() and start in ("expression", "statement"):
        missing = "An operator or a comma is missing before it."
        return "unexpected", offset, end, f"‘{shown}’ does not fit here.", missing
    help_text = _SIGNS.get(shown) or f"Leave it out, or write {NAMES[start]} in its place."
    if start in ("loops", "draw") and shown in ("from", "of", "="):
        help_text = "Write ‘in’."
    return "unexpected", offset, end, f"‘{shown}’ does not fit here: {NAMES[start]} is expected.", help_text


def _character(text: str, bare: str, offset: int) -> Explanation | None:
    character = text[offset]
    if character == "!":
        return "foreign-operator", offset, offset + 1, "‘!’ is not an operator.", "Write ‘not’."
    if character == "/":
        return "float", offset, offset + 1, "Numbers are whole.", "Divide with //."
    if character == "?":
        return "foreign-operator", offset, offset + 1, "‘?’ is not an operator.", IF_HELP
    if character in "{}":
        message = f"‘{character}’ cannot stand in an expression."
        return "unexpected-character", offset, offset + 1, message, "Lists stand in [ ]."
    if character in _PRINTED:
        message = f"‘{character}’ cannot stand in an expression."
        return "unexpected-character", offset, offset + 1, message, f"Write ‘{_PRINTED[character]}’."
    for word in _WORD.finditer(bare):
        if word.start() <= offset < word.end() and not word.group().isdigit():
            called = re.match(r"\.(\w+) *\(", bare[word.end() :])
            if called is not None:
                message = f"Functions stand alone, without ‘{word.group()}.’ before them."
                return "bad-name", word.start(), word.end() + 1, message, f"Write {called[1].lower()}(…)."
            return _bad_name(word.group(), word.start())
    message = f"‘{character}’ cannot stand in an expression."
    return "unexpected-character", offset, offset + 1, message, _SIGNS.get(character, "Leave it out.")


def _bad_name(word: str, start: int) -> Explanation:
    meant = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", word).lower().strip("_")
    message = "Names are lower case letters, digits and _, and start with a letter."
    help_text = f"Write ‘{meant}’." if re.fullmatch(r"[a-z][a-z0-9_]*", meant) else "Choose another name."
    return "bad-name", start, start + len(word), message, help_text


def _outside_quotes(text: str) -> str:
    parts = text.split("'")
    return "'".join(part if n % 2 == 0 else " " * len(part) for n, part in enumerate(parts))


def _unbalanced(text: str) -> Explanation | None:
    code = "unbalanced-bracket"
    opened: list[tuple[str, int]] = []
    closers = {"(": ")", "[": "]"}
    openers = {closer: opener for opener, closer in closers.items()}
    for offset, character in enumerate(text):
        if character in closers:
            opened.append((character, offset))
        elif character in closers.values():
            if not opened:
                return (
                    code,
                    offset,
                    offset + 1,
                    f"‘{character}’ closes nothing.",
                    f"Leave it out, or write ‘{openers[character]}’ before it.",
                )
            opener = opened.pop()[0]
            if closers[opener] != character:
                message = f"‘{character}’ does not close ‘{opener}’."
                return code, offset, offset + 1, message, f"Write ‘{closers[opener]}’."
    if opened:
        opener, offset = opened[-1]
        return code, offset, offset + 1, f"‘{opener}’ is never closed.", f"Add ‘{closers[opener]}’."
    return None


def _word_at(text: str, offset: int) -> str:
    found = _WORD.match(text, offset)
    return found.group() if found is not None else ""
