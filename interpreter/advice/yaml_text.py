"""YAML's own complaints in plain words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from interpreter.advice.explanation import chosen
from interpreter.advice.habits import payoff_in_braces
from interpreter.advice.options import takes_list, takes_names
from interpreter.advice.shapes import STEP_LISTS
from interpreter.language.parser import parses
from interpreter.spec.diagnostics import Diagnostic, Help, diagnosed
from interpreter.spec.mistakes import OpenBracket, OpenQuote, YamlMistake
from interpreter.spec.model import Spec
from interpreter.spec.nodes import Edit, Source, Span, in_place_of_comment, line_end, quoted, uncut
from interpreter.spec.step_model import STEP_ARGUMENTS

_Explanation = tuple[str, int, int, str, str]

# A value that begins with # and so is a comment to YAML, such as a colour.
_COMMENT_AS_VALUE = re.compile(r"(?<=:) +(#[^\n]*)(?=\n|$)(?!.*: +#)", re.DOTALL)
# How far the entries of a map stand from its name, and what stands behind a dash from the dash.
_STEP = 2
# Options that hold a text for people wherever they stand.
_TEXT_OPTIONS = frozenset(
    {"about", "button", "clue", "confirm", "dead_end", "draw", "else", "forced", "help", "hint", "label", "line", "log"}
    | {"lose", "notation", "nudge", "say", "says", "status", "text", "title", "win"}
)
# A longer value is not repeated.
_SHORT = 48
# How far above a line the name of its picture is looked for.
_MOST_ROWS = 40
_NEITHER = "This line is neither ‘name: value’ nor part of a text."


def yaml_mistake(mistake: YamlMistake) -> Diagnostic:
    """Explain a text where the YAML parser gave up."""
    source = mistake.source
    code, start, end, message, help = _explanation(mistake.problem, mistake.context, source, mistake.at, mistake.begun)
    # Where the text ended too early there is no character to mark.
    return diagnosed(code, Span(source, start, max(start, min(end, len(source.text)))), message, help)


def open_quote(mistake: OpenQuote) -> Diagnostic:
    """Explain a quote that is never closed."""
    code, start, end, message, help = _never_closed(mistake.source, mistake.at)
    return diagnosed(code, Span(mistake.source, start, end), message, help)


def open_bracket(mistake: OpenBracket) -> Diagnostic:
    """Explain an expression in braces whose bracket is never closed."""
    text = mistake.text
    missing = text.count("(") - text.count(")")
    at = [found.start() for found in re.finditer(r"\(", text)][missing - 1]
    whole = quoted(f"{text}{')' * missing}")
    help = Help(f"Write {whole}, in quotes.", Edit(text.span, whole))
    return diagnosed("unbalanced-bracket", text.part(at, at + 1), "‘(’ is never closed.", help)


class _Line(NamedTuple):
    """A line of a spec: where it begins, how far it and its dash are indented, and its text."""

    start: int
    indent: int
    dash: int
    said: str

    @property
    def column(self) -> int:
        """The column of the name on the line, after the dash if there is one."""
        return self.indent + self.dash

    @property
    def name(self) -> str:
        """The name before the colon, or an empty text."""
        return self.said.partition(":")[0] if re.match(r"\w[\w-]*:(?: |$)", self.said) else ""

    @property
    def shown(self) -> str:
        """The way a message refers to the line."""
        return f"‘{self.name}:’" if self.name else f"‘{self.said}’"

    def indented(self, source: Source, indent: int) -> Edit:
        """The edit that changes the line's indentation."""
        return Edit(Span(source, self.start, self.start + self.indent), " " * indent)


def _lines(text: str, at: int, forwards: bool) -> Iterator[_Line]:
    """The lines with text, from the one that contains an offset, downwards or upwards."""
    start = text.rfind("\n", 0, at) + 1
    while True:
        found = re.compile(r"( *)(- +)?([^\n]*)").match(text, start)
        if found is not None and found[3] and not found[3].startswith("#"):
            yield _Line(start, len(found[1]), len(found[2] or ""), found[3].rstrip())
        end = line_end(text, start)
        if (forwards and end >= len(text)) or (not forwards and start == 0):
            return
        start = end + 1 if forwards else text.rfind("\n", 0, start - 1) + 1


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
        if (negated := _negated(source, begun)) is not None:
            return negated
        return (
            "yaml-tag",
            begun,
            _word_end(text, begun),
            "YAML tags and aliases are not allowed.",
            "Put the text in quotes, or write it out.",
        )
    if "quoted scalar" in context and "end of stream" in problem:
        return _never_closed(source, begun)
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
        return _no_colon(source, begun)
    if "block scalar" in context:
        help = "The text begins on the next line, indented."
        return (
            "block-text",
            begun,
            line_end(text, at),
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
        begins_line = not text[text.rfind("\n", 0, at) + 1 : at].strip()
        return _no_item(source, at, begun) if begins_line else _misfit(source, at)
    if "block mapping" in context:
        return _misfit(source, at)
    if "document start" in problem:
        return (
            "indentation",
            at,
            line_end(text, at),
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
    """A colon after which YAML sees a value where there cannot be one."""
    text = source.text
    line_start = text.rfind("\n", 0, at) + 1
    before = text[line_start:at]
    if (lacking := _steps_without_heading(source, line_start)) is not None:
        return lacking
    help: str
    whole = text[line_start : line_end(text, at)].rstrip()
    if (braces := re.fullmatch(r"( *(?:- +)?[\w-]+: +)([^{}]+)\}", whole)) is not None:
        edit = Edit(Span(source, line_start + braces.start(2), line_start + braces.start(2)), "{")
        closing = line_start + braces.end(2)
        help = Help(f"Write ‘{{{braces[2]}}}’.", edit)
        return "stray-bracket", closing, closing + 1, "This ‘}’ closes nothing.", help
    if re.fullmatch(r" *(- +)?[^:\n]*", before):
        first = line_start + len(before) - len(before.lstrip(" "))
        above = text.rfind("\n", 0, max(0, line_start - 1)) + 1
        above_first = above + len(text[above:line_start]) - len(text[above:line_start].lstrip(" "))
        if above_first - above >= first - line_start > -1 and above < line_start - 1:
            return _no_colon(source, above_first)
        if (above_it := _outdented(source, first, above) or _wrong_above(source, first)) is not None:
            return above_it
        message = "This name is indented as if it belonged to the text in the line above."
        help = _reindented(source, first) or "Indent it like its neighbours, or check the line above."
        return "indentation", first, at, message, help
    message = "‘: ’ is not allowed inside a value."
    help = "Put the whole text in quotes, or use a dash."
    if (parameter := re.search(r"\w\((?:[\w ]+, *)*(\w+): (\w+)[,)]", before)) is not None:
        start = line_start + parameter.start(1)
        message, help = "A parameter has its type before its name.", f"Write {parameter[2]} {parameter[1]}."
        return "colon-in-value", start, start + len(parameter[1]), message, help
    if (nested := re.fullmatch(r" *(?:- +)?([a-z]\w*): +([a-z]\w*)", before)) is not None:
        value = text[at + 1 : line_end(text, at)].strip()
        shown = value if value and len(value) < _SHORT and re.fullmatch(r"[\w ]+|[{\[][^#]*[}\]]", value) else "…"
        help = f"Write ‘{nested[1]}: {{{nested[2]}: {shown}}}’, or put a text in quotes."
        if nested[1] in STEP_LISTS and nested[2] in STEP_ARGUMENTS:
            whole = f"[{text[at - len(nested[2]) : line_end(text, at)].rstrip()}]"
            help = f"Write ‘{nested[1]}: {whole}’, or the step below it with ‘- ’."
    if "lambda" in before:
        help = "There is no lambda. Write the value before a loop, as in max(t.value for t in tiles)."
    elif (question := re.search(r" \? ", before)) is not None:
        start = line_start + question.start() + 1
        value = re.sub(r"^ *(?:- +)?(?:[a-z]\w*: +)?", "", whole)
        form = chosen(value, "expression") or chosen(value, "statement")
        help = f"Write ‘{form or 'if … then … else …'}’."
        return "colon-in-value", start, start + 1, "‘?’ and ‘:’ do not choose between two values.", help
    elif (
        re.search(r"\bif [^:]*$", before) is not None
        and not re.search(r"\bfor\b", before)
        and not before.rstrip().endswith("then")
    ):
        help = Help("Write ‘then’ instead of ‘:’.", Edit(Span(source, at, at + 1), " then"))
    elif (loop := re.search(r"(\w+)\((\w+ in [^:]+)$", before)) is not None:
        value = text[at + 1 : line_end(text, at)].strip().removesuffix(")")
        help = f"Write the value before its loop: {loop[1]}({value} for {loop[2]})."
    elif re.search(r"\w\( *for \w+ in ", before) is not None:
        help = "Write the value before its loop, as in all(s.wall for s in grid if s.row == 3)."
    elif (given := re.search(r"\w\([^()]*?(\w+)$", before)) is not None:
        help = f"In brackets a value is given with ‘=’: write ‘{given[1]} = …’."
    return "colon-in-value", at, at + 1, message, help


def _outdented(source: Source, first: int, above: int) -> _Explanation | None:
    """A line that is less indented than the one before it and the one after it, which begins at `first`."""
    text = source.text
    after = next(_lines(text, first, True))
    line, before = next(_lines(text, above, True)), next(_lines(text, max(0, above - 1), False), None)
    if before is None or not (line.name and before.name and after.name):
        return None
    if not line.indent < after.indent <= before.column:
        return None
    message = "This line is indented less than the one above it and the one below it."
    help = f"Indent it like {before.shown} above it, or like {after.shown} below it."
    if line.dash == 0 and before.column == after.indent:
        help = f"Indent it like {before.shown} above it and {after.shown} below it."
        help = Help(help, line.indented(source, after.indent))
    start = line.start + line.column
    return "indentation", start, start + len(line.name), message, help


def _wrong_above(source: Source, first: int) -> _Explanation | None:
    """A line above the one that begins at `first`, whose indentation or missing dash is why this one does not fit."""
    text = source.text
    lines = _lines(text, first, False)
    own, above = next(lines), next(lines)
    below = _below(text, first)
    start = above.start + above.indent
    if not above.name and own.indent > above.indent:
        return _no_name(above)
    if above.dash == 0 and own.indent == above.indent + _STEP and below is not None:
        if below.dash and below.indent == above.indent:
            help = Help(f"Write ‘- {above.said}’.", Edit(Span(source, start, start), "- "))
            return "indentation", start, start + len(above.name), "‘- ’ is missing before this item of a list.", help
    if above.dash and own.indent > above.column and below is not None and below.indent in (own.indent, own.indent - 2):
        message = "This ‘- ’ is indented less than the lines that belong to it."
        indent = above.indent + own.indent - above.column
        help = Help(f"Indent it with {indent} spaces.", above.indented(source, indent))
        return "indentation", start, start + 1, message, help
    return _first_entry(source, first)


def _first_entry(source: Source, at: int) -> _Explanation | None:
    """The first entry of a map, if it is off by one and the second, which contains an offset, is in line with the
    others."""
    own, *above = [*_lines(source.text, at, False)][:3]
    if len(above) < 2 or not own.name or not above[1].said.endswith(":"):
        return None
    first, outer = above
    if first.dash or abs(first.indent - own.indent) != 1 or own.indent != outer.column + _STEP:
        return None
    message = f"This line is not indented like {own.shown} below it."
    help = Help(f"Indent it with {own.indent} spaces.", first.indented(source, own.indent))
    start = first.start + first.indent
    return "indentation", start, start + len(first.name), message, help


def _no_name(line: _Line) -> _Explanation | None:
    """A line that should begin a block: it lacks its colon, or the blank after its dash."""
    start, said = line.start + line.column, line.said
    if (verb := re.fullmatch(r"([a-z]\w*) +(\S+)", said)) is not None and verb[1] in STEP_ARGUMENTS:
        help = Help(f"Write ‘{verb[1]}: {verb[2]}’.", f"{verb[1]}:")
        return "missing-colon", start, start + len(verb[1]), f"A colon is missing after ‘{verb[1]}’.", help
    if re.fullmatch(r"[a-z_0-9]+", said):
        return "no-colon", start, start + len(said), _NEITHER, Help(f"Write ‘{said}:’ with a colon.", f"{said}:")
    if re.match(r"-\w+:(?: |$)", said):
        help = Help(f"Write ‘- {said[1:]}’.", "- ")
        return "yaml-list", start, start + 1, "A space is missing after this ‘-’.", help
    return None


def _below(text: str, at: int) -> _Line | None:
    """The next line below the one that contains an offset."""
    below = _lines(text, at, True)
    next(below)
    return next(below, None)


def _reindented(source: Source, at: int) -> str | None:
    """Show how to indent a line that fits nowhere, if its neighbours make it clear: they agree, or it is off by one."""
    own, *above = _lines(source.text, at, False)
    below = _below(source.text, at)
    if not above:
        return None
    last = above[0]
    if own.dash:
        if last.said.endswith(":") and last.column > own.indent:
            indent = last.column + _STEP
            return Help(f"Indent it with {indent} spaces, below {last.shown}.", own.indented(source, indent))
        # What stands below an item tells the column of its dash, unless it is off by one.
        wanted = below.indent - _STEP if below is not None and below.dash == 0 else None
        columns = {own.indent - 1, own.indent + 1, wanted}
        like = next((each for each in above if each.dash and each.indent in columns), None)
        return like and Help(f"Indent it like ‘- {like.said}’ above it.", own.indented(source, like.indent))
    agree = below is not None and below.dash == 0 and below.indent == last.column
    if not last.name or not (agree or abs(last.column - own.indent) == 1):
        return None
    return Help(f"Indent it like {last.shown} above it.", own.indented(source, last.column))


def _no_item(source: Source, at: int, begun: int) -> _Explanation:
    """A line inside a list that neither begins an item nor belongs to one."""
    text = source.text
    line, column = source.position(begun)
    upwards, below = _lines(text, at, False), _below(text, at)
    own = next(upwards)
    last = next(upwards, own)
    message = f"The list that begins in line {line} goes on with ‘- ’ in the same column; this does not."
    help = "Indent it further if it belongs to the item above, or begin it with ‘- ’."
    goes_on = below is not None and below.dash == 0 and below.indent == own.indent + _STEP
    step = STEP_ARGUMENTS.get(last.name)
    first = next(_lines(text, begun, True))
    outer = next((each for each in _lines(text, begun, False) if each.start < first.start), None)
    entry = re.match(r"\w[^:{]*:(?: |$)", own.said)
    if outer is not None and entry and own.indent == first.indent and takes_names(outer.name):
        dash = first.start + first.indent
        message = f"‘{outer.name}:’ takes a map of names; ‘- ’ begins a list."
        help = Help(f"Write ‘{first.said}’ without ‘- ’.", Edit(Span(source, dash, dash + first.dash), ""))
        return "indentation", dash, dash + first.dash + len(first.name), message, help
    if own.indent == column - 1 and (own.name in STEP_ARGUMENTS or (goes_on and own.name == first.name)):
        help = Help(f"Write ‘- {own.said}’.", Edit(Span(source, at, at), "- "))
    elif step is not None and own.name in step.option_names():
        help = Help(f"Indent it like {last.shown} above it.", own.indented(source, last.column))
    else:
        help = _reindented(source, at) or help
    return "indentation", at, line_end(text, at), message, help


def _steps_without_heading(source: Source, line_start: int) -> _Explanation | None:
    """Steps directly below `for:`, `if:` or `repeat:`, without the `do:` or `then:` between."""
    text = source.text
    above = next(_lines(text, max(0, line_start - 1), False), None)
    item = re.compile(r"( *)- ").match(text, line_start)
    if above is None or item is None or len(item[1]) <= above.indent:
        return None
    if above.name not in ("for", "if", "repeat", "until") or above.said.endswith(":"):
        return None
    opened, heading = "repeat" if above.name == "until" else above.name, "then" if above.name == "if" else "do"
    help = f"Write ‘{heading}:’ on a line of its own before them."
    if len(item[1]) == above.column + _STEP:
        help = Help(help, Edit(Span(source, line_start, line_start), f"{' ' * above.column}{heading}:\n"))
    message = f"The steps of ‘{opened}’ belong below ‘{heading}:’."
    return "no-heading", item.end() - 2, item.end() - 1, message, help


def _rows_of_text(source: Source, at: int) -> _Explanation | None:
    """The rows of a picture or a text that are not indented further than the name above them, which ends with ‘|’."""
    text = source.text
    own, *above = [*_lines(text, at, False)][:_MOST_ROWS]
    heading = next((line for line in above if re.search(r": *[|>][-+]?$", line.said)), None)
    between = above[: above.index(heading)] if heading is not None else []
    if heading is None or own.column > heading.column or any(line.name or line.dash for line in between):
        return None
    first = between[-1] if between else own
    if first.indent > heading.column and own.said in Spec.option_names():
        return None
    start, indent = first.start + first.indent, heading.column + _STEP
    message = f"This does not belong to {heading.shown}: it is not indented further."
    help = f"Indent all rows below {heading.shown} with {indent} spaces."
    return "indentation", start, line_end(text, start), message, help


def _set_like_a_step(text: str, start: int, line: str) -> str | None:
    """`limit = 150` among entries of a map, rewritten as an entry."""
    own, *above = [*_lines(text, start, False)][:2]
    given = re.fullmatch(r"([a-z_0-9]+) *= *(\S.*)", line)
    if given is None or not above or not above[0].name:
        return None
    heads = above[0].said.endswith(":") and above[0].name not in STEP_LISTS and above[0].column < own.indent
    if not heads and (above[0].dash or above[0].indent != own.indent):
        return None
    return f"{given[1]}: {given[2]}"


def _no_colon(source: Source, start: int) -> _Explanation:
    text = source.text
    if (lacking := _steps_without_heading(source, text.rfind("\n", 0, start) + 1)) is not None:
        return lacking
    if (rows := _rows_of_text(source, start)) is not None:
        return rows
    end = line_end(text, start)
    line = text[start:end].rstrip()
    help: str = (
        "Write a space after the colon." if ":" in line else "Write it as ‘name: value’, or in quotes as a text."
    )
    below, above = _below(text, start), text[:start].rpartition("\n")[2]
    if below is not None and below.dash and not above.strip() and below.indent == len(above):
        help = Help(
            f"Begin it with ‘- ’ like the line below: write ‘- {line}’.", Edit(Span(source, start, start), "- ")
        )
    elif (entry := _set_like_a_step(text, start, line)) is not None:
        help = Help(f"Write ‘{entry}’ with a colon.", entry)
    elif re.match(r"(let )?[a-z][\w.]*(\[.*?\])? *[-+]?= ", line):
        help = Help(f"Begin a step with ‘- ’: write ‘- {line}’.", Edit(Span(source, start, start), "- "))
    elif re.fullmatch(r"[a-z_0-9]+", line):
        help = Help(f"Write ‘{line}:’ with a colon.", f"{line}:")
    elif (given := re.fullmatch(r"([\w-]+) *:?=(?!=) *(\S.*)", line)) is not None:
        help = Help(f"Write ‘{given[1]}: {given[2]}’ with a colon.", f"{given[1]}: {given[2]}")
    elif (joined := re.fullmatch(r"([a-z_0-9]+):(\S.*)", line)) is not None:
        help = Help(f"Write ‘{joined[1]}: {joined[2]}’, with a space after the colon.", f"{joined[1]}: {joined[2]}")
    elif (words := re.fullmatch(r"([a-z_0-9]+) +(\S+)", line)) is not None:
        help = Help(f"Write ‘{words[1]}: {words[2]}’ with a colon.", f"{words[1]}: {words[2]}")
    elif re.match(r"[a-z_0-9]+:\S", line) is None and (begun := re.match(r"[\w-]+(?= )", line)) is not None:
        help = f"Write ‘{begun[0]}: …’ with a colon, or indent it as part of the text above."
    return "no-colon", start, start + len(line), _NEITHER, help


def _comment_as_value(comment: re.Match[str]) -> _Explanation:
    message = "‘#’ begins a comment, so the value is missing here."
    help = in_place_of_comment(comment[1], flow=True)
    return "empty-value", comment.start(1), comment.start(1) + 1, message, help


def _comment_in_brackets(comment: re.Match[str]) -> _Explanation:
    message = "‘#’ begins a comment, so the bracket before it is never closed."
    return "open-bracket", *comment.span(), message, f"Put it in quotes: '{comment[0]}'."


def _apostrophe(source: Source, at: int, flow: bool) -> _Explanation | None:
    """A quote inside a text that ended it too early: `'Black's stones'`, `"Say "hi" now."`."""
    text = source.text
    if not re.match(r"[^\n,:{\[]['\"]\w", text[max(0, at - 2) : at + 1]):
        return None
    quote, message = text[at - 1], f"This {text[at - 1]} ended the text."
    help: str = f"Write {quote * 2} for one inside a text." if quote == "'" else "Put the text in single quotes."
    end = line_end(text, at)
    start = _text_start(text, at - 1, quote)
    closing = re.compile(rf"{quote}(?= *[,}}\]])" if flow else rf"{quote}(?= *(?:#.*)?$)").search(text, at, end)
    if start is not None and (closing is not None or not flow):
        end = end if closing is None else closing.end()
        inner = text[start + 1 : end if closing is None else end - 1].rstrip()
        # A text with quotes of both kinds is easier to read with '' than with a backslash.
        inner = re.sub(r"\{[^{}]*\}", lambda braces: braces[0].replace('"', "'"), inner)
        if not _is_text(text[text.rfind("\n", 0, start) + 1 : start], inner):
            inner = inner.replace('"', "'")
        whole = quoted(inner) if '"' not in inner else "'" + inner.replace("'", "''") + "'"
        help = Help(f"Write {whole}.", Edit(Span(source, start, end), whole))
    return "quote-in-text", at - 1, at, message, help


def _is_text(before: str, written: str) -> bool:
    """Whether a text is for people and not an expression: judged by its option, or by its words."""
    option = re.search(r"([a-z_]+): *$", before)
    return (option is not None and option[1] in _TEXT_OPTIONS) or re.match(
        r"\W*[A-Z].* |.* .*[.!?]$", written
    ) is not None


def _text_start(text: str, before: int, quote: str) -> int | None:
    """The start of the quoted text that ended at an offset, if it is on the same line."""
    line_start = text.rfind("\n", 0, before) + 1
    begun = [found.end() - 1 for found in re.finditer(rf"(?:[:,{{\[]|-) *{quote}", text[line_start:before])]
    return line_start + begun[-1] if begun else None


def _bad_start(text: str, at: int) -> _Explanation:
    above = next(_lines(text, max(0, text.rfind("\n", 0, at)), False), None)
    line = text[text.rfind("\n", 0, at) + 1 : line_end(text, at)].strip()
    if above is not None and above.name and above.said.endswith(":") and re.fullmatch(r"\S+( \S+)+", line):
        start = above.start + above.column
        help = Help(f"Write ‘{above.said} |’ for a picture below it.", f"{above.said} |")
        return "block-text", start, start + len(above.said), "A picture begins with ‘|’ after its name.", help
    message = f"A value cannot begin with ‘{text[at : at + 1]}’."
    return "bad-start", at, at + 1, message, "Put a text in quotes; begin an expression with something else."


def _flow(source: Source, at: int, begun: int) -> _Explanation:
    text = source.text
    opening = text[begun : begun + 1]
    closing = "}" if opening == "{" else "]"
    same_line = "\n" not in text[begun:at]
    if (apostrophe := _apostrophe(source, at, flow=True)) is not None:
        return apostrophe
    if (quote := _open_quote(text, begun, at)) is not None:
        return _never_closed(source, quote)
    if (comment := re.compile(r"(?<=[{\[ ,])#(?! )\w*").search(text, begun, line_end(text, begun))) is not None:
        return _comment_in_brackets(comment)
    if same_line and text[at : at + 1] == ":" and (nested := _nested_in_flow(source, at, begun)) is not None:
        return nested
    if same_line and text[at : at + 1] == ":" and (word := re.search(r"\S(\s+)(\w+) *$", text[begun:at])) is not None:
        message = f"A comma is missing before ‘{word[2]}’, or quotes around a text that contains ‘: ’."
        return "open-bracket", begun + word.start(2), begun + word.end(2), message, f"Write ‘, {word[2]}: …’."
    rest = text[at : line_end(text, at)]
    if same_line and text[at : at + 1] == "[" and rest.count("[") > rest.count("]"):
        help = "Write ‘]’ where it ends, and put the whole expression in quotes."
        return "unbalanced-bracket", at, at + 1, "‘[’ is never closed.", help
    if same_line and text[at : at + 1] in ("[", "{"):
        return _bracket_in_flow(source, at, begun)
    if same_line and text[at : at + 1] in ("]", "}"):
        return _other_bracket(source, at, begun, closing)
    if same_line and text[at : at + 1] not in ("", "\n", ":"):
        kind = "map" if opening == "{" else "list"
        message = f"‘{opening}’ begins a YAML {kind}; a comma or ‘{closing}’ is missing here."
        return "open-bracket", at, _word_end(text, at), message, f"Write a comma or ‘{closing}’ before it."
    line = text[begun : line_end(text, begun)].partition(" #")[0].rstrip()
    end = begun + len(line)
    if line[-1] in ")]}" and line.count(line[-1]) > line.count({")": "(", "]": "[", "}": "{"}[line[-1]]):
        return _does_not_close(end - 1, line[-1], opening, closing)
    help = f"‘{closing}’ is missing."
    if line[-1] not in ",{[" and line.count("{") + line.count("[") == line.count("}") + line.count("]") + 1:
        help = Help(f"Write ‘{closing}’ at the end of the line.", Edit(Span(source, end, end), closing))
    return "open-bracket", begun, begun + 1, f"This ‘{opening}’ is never closed.", help


def _nested_in_flow(source: Source, at: int, begun: int) -> _Explanation | None:
    """`{when_stuck: end: no_move}`: an entry within an entry, without brackets of its own."""
    text = source.text
    names = re.search(r"(?:^[{\[]|,) *(\w+): +(\w+) *$", text[begun:at])
    value = re.compile(r": +([\w.]+) *(?=[,}\]])").match(text, at)
    if names is None or value is None or names[1] in _TEXT_OPTIONS:
        return None
    inner = f"{names[2]}: {value[1]}"
    inner = f"[{inner}]" if names[2] in STEP_ARGUMENTS else f"{{{inner}}}"
    start, end = begun + names.start(2), begun + names.end(2)
    help = Help(f"Write ‘{names[1]}: {inner}’.", Edit(Span(source, start, value.end(1)), inner))
    return "colon-in-value", start, end, f"‘{names[2]}: …’ needs brackets of its own here.", help


def _bracket_in_flow(source: Source, at: int, begun: int) -> _Explanation:
    """`[` or `{` in an expression inside braces: YAML would begin a list or a map there."""
    text, start, depth = source.text, begun + 1, 0
    for each in range(begun + 1, at):
        depth += (text[each] == "(") - (text[each] == ")")
        if text[each] in ",:" and not depth:
            start = each + 1
    start += len(text[start:at]) - len(text[start:at].lstrip(" "))
    if (paid := payoff_in_braces(source, begun)) is not None:
        span, help = paid
        return "shape", span.start, span.end, "‘payoff’ needs an expression, but this is a map.", help
    kind, whole = "list" if text[at] == "[" else "map", uncut(text, start)
    message = f"YAML begins a {kind} at this ‘{text[at]}’."
    if whole is None:
        return "flow-brackets", at, at + 1, message, "Put the expression in quotes."
    help = Help(
        f"Put the expression in quotes: {quoted(whole)}.",
        Edit(Span(source, start, start + len(whole)), quoted(whole)),
    )
    return "flow-brackets", at, at + 1, message, help


def _other_bracket(source: Source, at: int, begun: int, closing: str) -> _Explanation:
    """`]` where the innermost bracket is `{`, or the other way round."""
    text, found = source.text, source.text[at]
    outer = text[text.rfind("\n", 0, begun) + 1 : begun]
    if found == "]" and "}" in text[at : line_end(text, at)]:
        start = text.rfind(": ", begun, at) + 2
        help = f"Leave it out, or write ‘[{text[start:at]}]’ for a list."
        return "stray-bracket", at, at + 1, f"This ‘{found}’ closes nothing.", help
    if found == "}" and outer.count("{") > outer.count("}"):
        entry = re.compile(r" *, *([\w-]+: )").search(text, begun, at)
        end, before = (entry.start(), f"‘, {entry[1].strip()}’") if entry is not None else (at, "‘}’")
        help = Help(f"Write ‘]’ before {before}.", Edit(Span(source, end, end), "]"))
        return "open-bracket", begun, begun + 1, "This ‘[’ is never closed.", help
    return _does_not_close(at, found, text[begun], closing)


def _does_not_close(at: int, found: str, opening: str, closing: str) -> _Explanation:
    return "open-bracket", at, at + 1, f"‘{found}’ does not close ‘{opening}’.", Help(f"Write ‘{closing}’.", closing)


def _open_quote(text: str, begun: int, at: int) -> int | None:
    """The start of a quote on the line of a bracket that ends on another line, never, or before the next value."""
    line = text[begun : line_end(text, begun)]
    for quote in re.finditer(r"(?<=[:,{\[]) *(['\"])|^[{\[](['\"])", line):
        start = quote.end() - 1
        closed = line.find(line[start], start + 1)
        if begun + start < at and (closed < 0 or re.search(r", *[\w-]+: *$", line[start:closed])):
            return begun + start
    return None


def _never_closed(source: Source, at: int) -> _Explanation:
    """A quote that is never closed, with where it should probably be closed: in brackets, at the next comma or
    bracket."""
    text = source.text
    quote, line, before = text[at], text[at : line_end(text, at)].rstrip(), text[text.rfind("\n", 0, at) + 1 : at]
    in_brackets = sum(map(before.count, "{[")) > sum(map(before.count, "]}"))
    whole = re.split(r"[,}\]]", line)[0] if in_brackets else line
    end = at + len(whole)
    edit = Edit(Span(source, end, end), quote)
    return "open-quote", at, at + 1, f"This {quote} is never closed.", Help(f"Write {whole}{quote}.", edit)


def _negated(source: Source, at: int) -> _Explanation | None:
    """`only: !full`, where others write an exclamation mark for ‘not’."""
    line = source.text[at : line_end(source.text, at)].rstrip()
    meant = re.sub(r"!(?=[\w(])", "not ", line)
    if not parses(meant, "expression"):
        return None
    help = Help(f"Write ‘{meant}’.", Edit(Span(source, at, at + len(line)), meant))
    return "yaml-tag", at, at + 1, "‘!’ is not an operator.", help


def _misfit(source: Source, at: int) -> _Explanation:
    """Something in a block map that is not another entry."""
    text = source.text
    line_start = text.rfind("\n", 0, at) + 1
    before = text[line_start:at].rstrip(" ")
    end = line_end(text, at)
    if (apostrophe := _apostrophe(source, at, flow=False)) is not None:
        return apostrophe
    if before and before[-1] == "]" and text[at:end].rstrip() != ",":
        message = "YAML ended the value at the bracket; an expression must not begin with one."
        return "bad-start", _opening(text, line_start, at, "["), end, message, "Write list(a, b) for [a, b]."
    if before and before[-1] in "]}'\"" and text[at:end].rstrip() == ",":
        return "stray-comma", at, at + 1, "A line does not end with a comma.", "Leave it out."
    if before and before[-1] == "}":
        message = "YAML ended the value at the brace; a text that begins with one needs quotes."
        start = _opening(text, line_start, at, "{")
        whole = quoted(text[start:end].strip("'\" "))
        return "bad-start", start, end, message, Help(f"Write {whole}.", whole)
    if before and (joined := re.compile(r"\.join\((.*)\)").match(text, at)) is not None:
        between = re.search(r"(['\"])([^'\"]*)\1$", before)
        separator = f", '{between[2]}'" if between is not None and between[2] else ""
        help = f"Write join({joined[1]}{separator})."
        return "bad-start", at, end, "A text has no functions after a dot.", help
    if before and before[-1] in "'\"" and _goes_on_as_text(before, text[at:end].rstrip()):
        return _quote_in_sentence(text, line_start, at, end)
    number = re.search(r"(['\"])(-?[0-9]+)\1$", before)
    if number is not None and re.match(r" *[-+*/%<>=]", text[at:end]):
        start = line_start + number.start()
        whole = f"{number[2]} {text[at:end].strip()}"
        help = Help(f"Write {whole}.", Edit(Span(source, start, end), whole))
        return "bad-start", start, end, "A number needs no quotes.", help
    if before and before[-1] in "'\"":
        message = "YAML ended the value at the quote; an expression must not begin with one."
        return (
            "bad-start",
            at,
            end,
            message,
            "Turn the expression around, or put all of it in the other kind of quotes.",
        )
    if text[at : at + 1] == ":":
        return "empty-key", at, at + 1, "A name is missing before this ‘:’.", "Write the name, or leave the ‘:’ out."
    above = text[text.rfind("\n", 0, max(0, line_start - 1)) + 1 : line_start]
    if text[at : at + 2] == "- " and (outer := re.match(r" *- (for|repeat|if): ", above)) is not None:
        below = "then" if outer[1] == "if" else "do"
        message = f"The steps of ‘{outer[1]}’ belong under ‘{below}:’."
        return "no-block", at, end, message, f"Write ‘{below}:’ on a line before it, and indent the steps below that."
    if (surplus := _surplus_dash(source, at)) is not None:
        return surplus
    message = "This line fits none of the blocks above; check its indentation."
    help = _reindented(source, at) or "Indent it like the lines that it belongs to."
    return _first_entry(source, at) or ("indentation", at, end, message, help)


def _surplus_dash(source: Source, at: int) -> _Explanation | None:
    """`- name: value` among entries of a map, which have no dash."""
    own, above = [*_lines(source.text, at, False)][:2]
    if not own.dash or not re.match(r"\w[^:{]*: ", own.said) or above.dash or above.indent != own.indent:
        return None
    if not re.match(r"\w[^:{]*:(?: |$)", above.said) or above.said.endswith(":"):
        return None
    outer = next((each for each in _lines(source.text, above.start, False) if each.indent < own.indent), None)
    if outer is not None and takes_list(outer.name):
        start = above.start + above.indent
        help = Help(f"Write ‘- {above.said}’.", Edit(Span(source, start, start), "- "))
        return "indentation", start, start + len(above.said), "‘- ’ is missing before this item of a list.", help
    dash = own.start + own.indent
    help = Help(f"Write ‘{own.said}’ without ‘- ’.", Edit(Span(source, dash, dash + own.dash), ""))
    message = "‘- ’ begins an item of a list, but this is an entry of a map, like the line above it."
    return "indentation", dash, dash + own.dash + len(own.said), message, help


def _goes_on_as_text(before: str, rest: str) -> bool:
    """Whether the words after a quote are part of a text for people: judged by the option, or by the words."""
    option = re.match(r" *(?:- +)?([a-z_]+): ", before)
    if option is not None and option[1] in _TEXT_OPTIONS:
        return True
    return re.fullmatch(r"[,;:]? ?(?:[A-Za-z]+[,;:]? )*[A-Za-z]+[.!?]", rest) is not None


def _quote_in_sentence(text: str, line_start: int, at: int, end: int) -> _Explanation:
    """`else: "The stock" is empty.`"""
    start = text.index(text[:at].rstrip()[-1], line_start)
    written = text[start:end].rstrip()
    if len(written) > 2 and written.endswith(written[0]) and _is_cut_in_braces(written):
        # A text of an expression in braces: 'It goes {if far then 'far' else 'on'}'
        whole = quoted(written[1:-1])
        message = "YAML ended the text at the quote inside the braces."
        return "bad-start", start, end, message, Help(f"Write {whole}.", whole)
    if len(written) > 2 and written.endswith(written[0]) and written.count(written[0]) % 2:
        # An apostrophe after a word: 'The players' turn.'
        written = written[1:-1]
    sentence = quoted(written)
    message = "YAML ended the text at the quote; a text that begins with one needs quotes around all of it."
    return "bad-start", start, end, message, Help(f"Write {sentence}.", sentence)


def _is_cut_in_braces(written: str) -> bool:
    """Whether the first quoted text ends before a brace inside it is closed."""
    first = written[1:].split(written[0])[0]
    return first.count("{") > first.count("}")


def _opening(text: str, line_start: int, at: int, bracket: str) -> int:
    """The start of the value that YAML ended before `at`: its bracket, if that is on the same line."""
    found = text.find(bracket, line_start, at)
    return at if found < 0 else found


def _word_end(text: str, at: int) -> int:
    while at < len(text) and text[at] not in " \n,":
        at += 1
    return at
