"""YAML's own complaints in plain words."""

import re

from interpreter.spec.diagnostics import Diagnostic, Help, diagnosed
from interpreter.spec.mistakes import YamlMistake
from interpreter.spec.nodes import Source, Span, quoted


def yaml_mistake(mistake: YamlMistake) -> Diagnostic:
    """What to say about a text where the YAML parser gave up."""
    source = mistake.source
    code, start, end, message, help = _explanation(mistake.problem, mistake.context, source, mistake.at, mistake.begun)
    return diagnosed(code, Span(source, start, max(end, start)), message, help)


_Explanation = tuple[str, int, int, str, str]

# A value that begins with # and so is a comment to YAML, such as a colour.
_COMMENT_AS_VALUE = re.compile(r"(?<=:) +(#[^\n]*)(?=\n|$)(?!.*: +#)", re.DOTALL)


def _explanation(problem: str, context: str, source: Source, at: int, begun: int) -> _Explanation:
    text = source.text
    character = text[at : at + 1]
    if "values are not allowed" in problem:
        return _stray_colon(source, at)
    if "entries are not allowed" in problem:
        return (
            "yaml-list",
            at,
            at + 1,
            "A list begins on the line below its name.",
            "Break the line before ‘- ’, or write [a, b].",
        )
    if "keys are not allowed" in problem or "cannot start any token" in problem:
        return _bad_start(text, at)
    if "scanning an alias" in context or "scanning an anchor" in context:
        return _bad_start(text, begun)
    if "tag" in problem or "tag" in context:
        return (
            "yaml-tag",
            begun,
            _word_end(text, begun),
            "YAML tags and aliases are not allowed.",
            "Put the text in quotes, or write it out.",
        )
    if "quoted scalar" in context and "end of stream" in problem:
        return "open-quote", begun, begun + 1, f"This {text[begun]} is never closed.", f"Write {text[begun]} behind it."
    if "quoted scalar" in context and ("escape" in problem or "hex" in problem):
        start = text.rfind("\\", begun, at + 1)
        written = text[start : start + 2]
        return (
            "bad-escape",
            start,
            start + 2,
            f"‘{written}’ means nothing in double quotes.",
            "Use single quotes.",
        )
    if "could not find expected ':'" in problem:
        return _no_colon(text, begun)
    if "block scalar" in context:
        help = "The text begins on the next line, indented."
        return (
            "block-text",
            begun,
            _line_end(text, at),
            f"Nothing may follow ‘{text[begun]}’ on its line.",
            help,
        )
    if "parsing a flow" in context and ("expected ',' or" in problem):
        return _flow(source, at, begun)
    if "node content" in problem:
        if (comment := _COMMENT_AS_VALUE.search(text, 0, at)) is not None and not text[comment.end() : at].strip():
            return _comment_as_value(comment)
        if character in ("]", "}"):
            return "stray-bracket", at, at + 1, f"This ‘{character}’ closes nothing.", "Leave it out."
        return "empty-value", at, at + 1, "A value is missing here.", "Write it, or leave the name out."
    if "'-' indicator" in problem or "collection" in context:
        line = source.position(begun)[0]
        message = f"The list that begins in line {line} goes on with ‘- ’ in the same column; this does not."
        help = "Indent it further if it belongs to the item above, or begin it with ‘- ’."
        return "indentation", at, _line_end(text, at), message, help
    if "block mapping" in context:
        return _misfit(source, at)
    if "document start" in problem:
        return (
            "indentation",
            at,
            _line_end(text, at),
            "Nothing may follow the spec.",
            "Indent it below the name that it belongs to, or leave it out.",
        )
    return (
        "yaml-syntax",
        at,
        at + 1,
        f"YAML cannot be read here: {problem}.",
        "Check the brackets, the quotes and the indentation above.",
    )


def _stray_colon(source: Source, at: int) -> _Explanation:
    """A colon after which YAML sees a value where none can be."""
    text = source.text
    line_start = text.rfind("\n", 0, at) + 1
    before = text[line_start:at]
    if (lacking := _steps_without_heading(text, line_start)) is not None:
        return lacking
    if re.fullmatch(r" *(- +)?[^:\n]*", before):
        first = line_start + len(before) - len(before.lstrip(" "))
        above = text.rfind("\n", 0, max(0, line_start - 1)) + 1
        above_first = above + len(text[above:line_start]) - len(text[above:line_start].lstrip(" "))
        if above_first - above >= first - line_start > -1 and above < line_start - 1:
            return _no_colon(text, above_first)
        if (outdented := _outdented(text, first, above)) is not None:
            return outdented
        message = "This name is indented as if it belonged to the text in the line above."
        return "indentation", first, at, message, "Indent it like its neighbours, or check the line above."
    message = "‘: ’ cannot stand inside a value."
    help = "Put the whole text in quotes, or use a dash."
    if (parameter := re.search(r"\w\((?:[\w ]+, *)*(\w+): (\w+)[,)]", before)) is not None:
        start = line_start + parameter.start(1)
        message, help = "A parameter has its type before its name.", f"Write {parameter[2]} {parameter[1]}."
        return "colon-in-value", start, start + len(parameter[1]), message, help
    if (nested := re.fullmatch(r" *(?:- +)?([a-z]\w*): +([a-z]\w*)", before)) is not None:
        help = f"Write ‘{nested[1]}: {{{nested[2]}: …}}’, or put a text in quotes."
    if "lambda" in before:
        help = "There is no lambda. Write the value before a loop, as in max(t.value for t in tiles)."
    elif (question := re.search(r" \? ", before)) is not None:
        start = line_start + question.start() + 1
        help = "Write ‘if … then … else …’."
        return "colon-in-value", start, start + 1, "‘?’ and ‘:’ do not choose between two values.", help
    elif (given := re.search(r"\w\([^()]*?(\w+)$", before)) is not None:
        help = f"In brackets a value is given with ‘=’: write ‘{given[1]} = …’."
    return "colon-in-value", at, at + 1, message, help


def _outdented(text: str, first: int, above: int) -> _Explanation | None:
    """A line that is less indented than the one before it and the one after it, which begins at `first`."""
    line = re.compile(r"( *)(- +)?([a-z]\w*):").match(text, above)
    before = re.compile(r"( *)(- +)?([a-z]\w*):").match(text, text.rfind("\n", 0, max(0, above - 1)) + 1)
    if line is None or before is None:
        return None
    indent = first - (text.rfind("\n", 0, first) + 1)
    after = re.compile(r"(?:- +)?(\w+)").match(text, first)
    if after is None or not len(line[1]) < indent <= len(before[1]) + len(before[2] or ""):
        return None
    message = "This line is indented less than the one above it and the one below it."
    help = f"Indent it like ‘{before[3]}:’ above it, or like ‘{after[1]}:’ below it."
    return "indentation", line.start(3), line.end(3), message, help


def _steps_without_heading(text: str, line_start: int) -> _Explanation | None:
    """Steps that stand right below `for:`, `if:` or `repeat:`, without the `do:` or `then:` between."""
    above = text[text.rfind("\n", 0, max(0, line_start - 1)) + 1 : line_start]
    opened = re.match(r" *(?:- +)?(for|if|repeat|until): +\S", above)
    item = re.compile(r" *- ").match(text, line_start)
    if opened is None or item is None or item.end() - line_start <= len(above) - len(above.lstrip(" ")) + 2:
        return None
    heading = "then" if opened[1] == "if" else "do"
    message = f"The steps of ‘{opened[1]}’ stand below ‘{heading}:’."
    return (
        "no-heading",
        item.end() - 2,
        item.end() - 1,
        message,
        f"Write ‘{heading}:’ on a line of its own before them.",
    )


def _no_colon(text: str, start: int) -> _Explanation:
    if (lacking := _steps_without_heading(text, text.rfind("\n", 0, start) + 1)) is not None:
        return lacking
    end = _line_end(text, start)
    message = "This line is neither ‘name: value’ nor part of a text."
    line = text[start:end].rstrip()
    help = "Write a blank after the colon."
    if re.match(r"(let )?[a-z][\w.]*(\[.*?\])? *[-+]?= ", line):
        help = f"Begin a step with ‘- ’: write ‘- {line}’."
    elif re.fullmatch(r"[a-z_0-9]+", line):
        help = f"Write ‘{line}:’ with a colon."
    elif re.match(r"[a-z_0-9]+:\S", line) is None and (begun := re.match(r"[\w-]+(?= )", line)) is not None:
        help = f"Write ‘{begun[0]}: …’ with a colon, or indent it as part of the text above."
    return "no-colon", start, end, message, help


def _comment_as_value(comment: re.Match[str]) -> _Explanation:
    message = "‘#’ begins a comment, so the value is missing here."
    return "empty-value", comment.start(1), comment.start(1) + 1, message, "Put a colour in quotes: '#1e90ff'."


def _comment_in_brackets(comment: re.Match[str]) -> _Explanation:
    message = "‘#’ begins a comment, so the bracket before it is never closed."
    return "open-bracket", *comment.span(), message, f"Put it in quotes: '{comment[0]}'."


def _apostrophe(text: str, at: int) -> _Explanation | None:
    """A quote inside a word, which ended the text before its time."""
    if not re.match(r"\w['\"]\w", text[max(0, at - 2) : at + 1]):
        return None
    quote = text[at - 1]
    message = f"This {quote} ended the text."
    return (
        "quote-in-text",
        at - 1,
        at,
        message,
        f"Write {quote * 2} for one inside a text." if quote == "'" else "Put the text in single quotes.",
    )


def _bad_start(text: str, at: int) -> _Explanation:
    message = f"A value cannot begin with ‘{text[at : at + 1]}’."
    return "bad-start", at, at + 1, message, "Put a text in quotes; begin an expression with something else."


def _flow(source: Source, at: int, begun: int) -> _Explanation:
    text = source.text
    opening = text[begun : begun + 1]
    closing = "}" if opening == "{" else "]"
    same_line = "\n" not in text[begun:at]
    if (apostrophe := _apostrophe(text, at)) is not None:
        return apostrophe
    if (quote := _open_quote(text, begun, at)) is not None:
        return "open-quote", quote, quote + 1, f"This {text[quote]} is never closed.", f"Write {text[quote]} behind it."
    if (comment := re.compile(r"(?<=[{\[ ,])#(?! )\w*").search(text, begun, _line_end(text, begun))) is not None:
        return _comment_in_brackets(comment)
    if same_line and text[at : at + 1] == ":" and (word := re.search(r"\S \s*(\w+) *$", text[begun:at])) is not None:
        message = f"A comma is missing before ‘{word[1]}’, or quotes around a text that holds ‘: ’."
        return "open-bracket", begun + word.start(1), begun + word.end(1), message, f"Write ‘, {word[1]}: …’."
    if same_line and text[at : at + 1] in ("[", "{"):
        start = max(text.rfind(mark, begun, at) for mark in (",", ":", opening)) + 1
        start += len(text[start:at]) - len(text[start:at].lstrip(" "))
        message = f"This expression has brackets inside {opening}…{closing}. Write it in block style."
        help = f"Write it below its name, on a line of its own, without the outer {opening}{closing}."
        return "flow-brackets", start, at + 1, message, help
    if same_line and text[at : at + 1] not in ("", "\n", "]", "}", ":"):
        kind = "map" if opening == "{" else "list"
        message = f"‘{opening}’ begins a YAML {kind}; a comma or ‘{closing}’ is missing here."
        return "open-bracket", at, _word_end(text, at), message, f"Write a comma or ‘{closing}’ before it."
    return "open-bracket", begun, begun + 1, f"This ‘{opening}’ is never closed.", f"‘{closing}’ is missing."


def _open_quote(text: str, begun: int, at: int) -> int | None:
    """Where a quote begins on the line of a bracket and ends on another line, or never."""
    line = text[begun : _line_end(text, begun)]
    for quote in re.finditer(r"(?<=[:,{\[]) *(['\"])|^[{\[](['\"])", line):
        start = quote.end() - 1
        if line.count(line[start], start) == 1 and begun + start < at:
            return begun + start
    return None


def _misfit(source: Source, at: int) -> _Explanation:
    """Something in a block map that is no further entry."""
    text = source.text
    line_start = text.rfind("\n", 0, at) + 1
    before = text[line_start:at].rstrip(" ")
    end = _line_end(text, at)
    if (apostrophe := _apostrophe(text, at)) is not None:
        return apostrophe
    if before and before[-1] == "]" and text[at:end].rstrip() != ",":
        message = "YAML ended the value at the bracket; an expression must not begin with one."
        return "bad-start", _opening(text, line_start, at, "["), end, message, "Write list(a, b) for [a, b]."
    if before and before[-1] in "]}'\"" and text[at:end].rstrip() == ",":
        return "stray-comma", at, at + 1, "No comma stands at the end of a line.", "Leave it out."
    if before and before[-1] == "}":
        message = "YAML ended the value at the brace; a text that begins with one stands in quotes."
        return "bad-start", _opening(text, line_start, at, "{"), end, message, "Put quotes around the whole text."
    if before and (joined := re.compile(r"\.join\((.*)\)").match(text, at)) is not None:
        between = re.search(r"(['\"])([^'\"]*)\1$", before)
        separator = f", '{between[2]}'" if between is not None and between[2] else ""
        help = f"Write join({joined[1]}{separator})."
        return "bad-start", at, end, "A text has no functions behind a dot.", help
    if before and before[-1] in "'\"" and re.fullmatch(r"(?:[A-Za-z]+,? )*[A-Za-z]+[.!?]", text[at:end].rstrip()):
        return _quote_in_sentence(text, line_start, at, end)
    if before and before[-1] in "'\"":
        message = "YAML ended the value at the quote; an expression must not begin with one."
        return (
            "bad-start",
            at,
            end,
            message,
            "Turn the expression round, or put all of it in quotes of the other kind.",
        )
    if text[at : at + 1] == ":":
        return "empty-key", at, at + 1, "A name is missing before this ‘:’.", "Write the name, or leave the ‘:’ out."
    above = text[text.rfind("\n", 0, max(0, line_start - 1)) + 1 : line_start]
    if text[at : at + 2] == "- " and (outer := re.match(r" *- (for|repeat|if): ", above)) is not None:
        below = "then" if outer[1] == "if" else "do"
        message = f"The steps of ‘{outer[1]}’ stand under ‘{below}:’."
        return "no-block", at, end, message, f"Write ‘{below}:’ on a line before it, and indent the steps below that."
    message = "This line fits none of the blocks above; check its indentation."
    return "indentation", at, end, message, "Indent it like the lines that it belongs to."


def _quote_in_sentence(text: str, line_start: int, at: int, end: int) -> _Explanation:
    """`else: "The stock" is empty.`"""
    start = text.index(text[:at].rstrip()[-1], line_start)
    sentence = quoted(text[start:end].rstrip())
    message = "YAML ended the text at the quote; a text that begins with one stands in quotes as a whole."
    return "bad-start", start, end, message, Help(f"Write {sentence}.", sentence)


def _opening(text: str, line_start: int, at: int, bracket: str) -> int:
    """Where the value begins that YAML ended before `at`: at its bracket, if that is in the same line."""
    found = text.find(bracket, line_start, at)
    return at if found < 0 else found


def _word_end(text: str, at: int) -> int:
    while at < len(text) and text[at] not in " \n,":
        at += 1
    return at


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end
