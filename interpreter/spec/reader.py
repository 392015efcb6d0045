"""YAML text to nodes with positions.

Built from the parser's events without recursion. All scalars stay texts; whatever else YAML can do and a spec must not
(anchors, tags, several documents …) is refused here, with as many mistakes in one run as possible.
"""

import errno
import importlib
import itertools
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import yaml

from interpreter.files import RefusedFile, read_file
from interpreter.spec.characters import first_strange
from interpreter.spec.diagnostics import Diagnostic, Diagnostics, Help, SpecError
from interpreter.spec.mistakes import OpenBracket, OpenQuote, YamlMistake
from interpreter.spec.nodes import (
    Edit,
    Mapping,
    Node,
    Scalar,
    Sequence,
    Source,
    Span,
    Style,
    in_place_of_comment,
    line_end,
    quoted,
    uncut,
)

MOST_BYTES = 1 << 20
MOST_NODES = 100_000
MOST_DEPTH = 40
MOST_LOOKS = 20
"""So many values that stop the parser are shown in one run."""

_STYLES: dict[str | None, Style] = {"'": "single", '"': "double", "|": "literal", ">": "folded"}
# What follows a name whose value begins with # and so is a comment to YAML.
_COMMENT = re.compile(r" *: +(#[^\n]*)")
_COMMENTED_ITEM = re.compile(r" +(#[^\n]*)")
# A step that begins as it would in a program: ‘for x in tiles:’.
_BEGUN_STEP = re.compile(r"(for|if|repeat) (.+)")
# The name of a site, and what stands on it in a picture by site.
_SITE = re.compile(r"[a-z]{1,2}[1-9][0-9]*")
_ON_A_SITE = re.compile(r"[^{}:\n]*?(?=\s*(?:\}|,[^,{}:\n]*:))")
_EQUALS = re.compile(r"(\w+) *= *([^=].*)")
# What a piece is called in a position.
_SYMBOL = re.compile(r"[^\s:,{}\[\]]{1,3}")
_TWO_WORDS = re.compile(r"(\w+) +(\S+)")
_DIRECTIVE = re.compile(r"(?: *(?:#.*)?\n)*(%.*)")
# A line that is an entry of a map, or begins one.
_ENTRY = re.compile(r"( *)(?:- +)?[\w-]+:(?: |$)")
# A bracket of an expression; a text may have one that is a smile.
_BRACKET = re.compile(r"(?:^|[\w(])\(")
_TOO_LARGE = "A spec may have up to 1 MiB; this file is larger."
_SMALLER = "Split it: a variant may extend another spec."
_TAG_HELP = "Put the text in quotes, or write it out where it is used."
_STAR_HELP = "Put a text that begins with ‘*’ in quotes."
_BRACE_HELP = "Put a text that begins with ‘{’ or ‘[’ in quotes."


def read_source(name: str, path: Path, diagnostics: Diagnostics) -> Source | None:
    """The text of a file; anything that prevents reading it is reported. A file that is too large, or not a file, is
    not read."""
    start = Span(Source(name, ""), 0, 0)
    try:
        return decode(name, read_file(path, MOST_BYTES), diagnostics)
    except RefusedFile as problem:
        if problem.errno == errno.EFBIG:
            diagnostics.error("too-large", start, _TOO_LARGE, _SMALLER)
        else:
            diagnostics.error("not-a-file", start, f"This {problem.reason}.", problem.help)
    except OSError as problem:
        message = f"This file cannot be read: {problem.strerror}."
        diagnostics.error("unreadable", start, message, "Check that it exists and that you may read it.")
    return None


def decode(name: str, data: bytes, diagnostics: Diagnostics) -> Source | None:
    """The bytes of a file as a source; line ends become \\n."""
    if len(data) > MOST_BYTES:
        diagnostics.error("too-large", Span(Source(name, ""), 0, 0), _TOO_LARGE, _SMALLER)
        return None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        source = Source(name, data[: error.start].decode("utf-8"))
        at = len(source.text)
        diagnostics.error(
            "not-utf8", Span(source, at, at), "The file is not UTF-8 text from here on.", "Save it as UTF-8."
        )
        return None
    return Source(name, text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))


def read(source: Source, diagnostics: Diagnostics) -> Mapping | None:
    """The map at the top of a spec, or None if the text cannot be read at all."""
    complete, root = _root(source, diagnostics)
    if isinstance(root, Mapping):
        source.root = root
        return root
    if complete:
        diagnostics.error(
            "not-a-map",
            Span(source, 0, len(source.line(1))) if root is None else root.span,
            "A spec is a map: it begins with ‘game: name’.",
            "Write ‘game: my_game’ in the first line.",
        )
    return None


def read_any(source: Source, diagnostics: Diagnostics) -> Node | None:
    """The content of a YAML text, whether or not it is a map; None if it is empty or cannot be read."""
    return _root(source, diagnostics)[1]


def _root(source: Source, diagnostics: Diagnostics, looks: int = MOST_LOOKS) -> tuple[bool, Node | None]:
    """Whether a text could be read to its end, and its content if so. Up to that many obstacles for the parser are
    skipped."""
    if not _is_clean(source, diagnostics):
        return False, None
    found = Diagnostics()
    builder = _Builder(source, found)
    try:
        complete = all(builder.take(event) for event in _events(source.text))
    except yaml.YAMLError as error:
        complete = False
        stopped = Diagnostics()
        stopped.report(_where_it_gave_up(error, source))
        diagnostics.extend(stopped)
        # What was found before on that line came from misreading it, and so did a name right above it without a value.
        lines = {each.span.line for each in diagnostics if each.span is not None}
        above = {line - 1 for line in lines}
        empty = {each for each in found if each.code == "empty-value" and each.span and each.span.line in above}
        diagnostics.extend(each for each in found if each.span and each.span.line not in lines and each not in empty)
        if looks:
            diagnostics.extend(_further_on(source, stopped, looks - 1))
    except SpecError:
        complete = False
        diagnostics.extend(found)
    else:
        diagnostics.extend(found)
    return complete, builder.root if complete else None


def _further_on(source: Source, stopped: Diagnostics, looks: int) -> Iterator[Diagnostic]:
    """The mistakes after a value that only lacks quotes: a word of the same length takes its place."""
    for mistake in stopped:
        fix = mistake.fix
        if fix is None or fix.text[:1] not in ("'", '"') or not fix.span.text or "\n" in fix.span.text:
            continue
        start, end = fix.span.start, fix.span.end
        beyond = Diagnostics()
        _root(Source(source.name, source.text[:start] + "x" * (end - start) + source.text[end:]), beyond, looks)
        for found in beyond:
            yield _within(source, found)


def _within(source: Source, found: Diagnostic) -> Diagnostic:
    """The mistakes found in a text of the same length, with their places in this one."""
    span, fix = found.span, found.fix
    if span is not None:
        span = Span(source, span.start, span.end)
    if fix is not None:
        fix = Edit(Span(source, fix.span.start, fix.span.end), fix.text)
    return replace(found, span=span, fix=fix)


def _where_it_gave_up(error: yaml.YAMLError, source: Source) -> YamlMistake:
    """What the parser says about a text, and where."""
    if not isinstance(error, yaml.MarkedYAMLError):
        return YamlMistake(source, str(error), "", len(source.text), len(source.text))
    end = len(source.text)
    at = min(error.problem_mark.index, end) if error.problem_mark is not None else end
    begun = min(error.context_mark.index, end) if error.context_mark is not None else at
    return YamlMistake(source, str(error.problem or error), str(error.context or ""), at, begun)


def _events(text: str) -> Iterator[Any]:
    stream = (_c_parser() or _python_parser())(text)
    try:
        while (event := stream.get_event()) is not None:
            yield event
    finally:
        stream.dispose()


def _c_parser() -> Any:
    try:
        cyaml: Any = importlib.import_module("yaml.cyaml")
    except ImportError:
        return None
    return cyaml.CParser


def _python_parser() -> Any:
    from yaml.parser import Parser
    from yaml.reader import Reader
    from yaml.scanner import Scanner

    class PythonParser(Reader, Scanner, Parser):
        """PyYAML's own parser, for systems without its C library."""

        def __init__(self, text: str) -> None:
            Reader.__init__(self, text)
            Scanner.__init__(self)
            Parser.__init__(self)

    return PythonParser


def _is_clean(source: Source, diagnostics: Diagnostics) -> bool:
    text = source.text
    if len(text) > MOST_BYTES:
        diagnostics.error("too-large", Span(source, 0, 0), _TOO_LARGE, _SMALLER)
        return False
    strange = first_strange(text, "\t\n")
    if strange is not None:
        message = f"The character U+{ord(text[strange]):04X} is not allowed in a spec."
        diagnostics.error("control-character", Span(source, strange, strange + 1), message, "Delete it.")
        return False
    directive = _DIRECTIVE.match(text)
    if directive is not None:
        diagnostics.error(
            "yaml-directive",
            Span(source, *directive.span(1)),
            "YAML directives are not allowed.",
            "Leave the line out.",
        )
        return False
    tab = text.find("\t")
    if tab >= 0:
        others = sum("\t" in line for line in text.splitlines()) - 1
        more = f" {others} more {'line has' if others == 1 else 'lines have'} tabs." if others else ""
        message = "Tabs are not allowed."
        diagnostics.error("tab", Span(source, tab, tab + 1), message, f"Indent with spaces.{more}")
        return False
    return True


class _Builder:
    """Builds nodes from events and notes whatever a spec must not contain.

    `cut` is the end of the expression that was last cut at a comma: its other pieces are not mistakes of their own.
    """

    def __init__(self, source: Source, diagnostics: Diagnostics) -> None:
        self.source = source
        self.diagnostics = diagnostics
        self.root: Node | None = None
        self.open: list[Sequence | Mapping] = []
        self.keys: list[Scalar | None] = []
        self.nodes = 0
        self.documents = 0
        self.cut = 0

    def take(self, event: Any) -> bool:
        """Accept the next event; return False if the rest is not worth reading."""
        kind = type(event)
        if kind is yaml.ScalarEvent:
            self._refuse_decorations(event)
            scalar = self._scalar(event)
            self._put(scalar)
            if scalar.style in ("single", "double") and _runs_on(scalar):
                self.diagnostics.report(OpenQuote(self.source, scalar.start))
                return False
        elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
            self._refuse_decorations(event)
            made = Mapping if kind is yaml.MappingStartEvent else Sequence
            start = event.start_mark.index
            node = made(self.source, start, start, bool(event.flow_style))
            self._put(node)
            self.open.append(node)
            self.keys.append(None)
            if len(self.open) > MOST_DEPTH:
                message = f"Lists and maps may be nested up to {MOST_DEPTH} deep; this is deeper."
                self.diagnostics.error("too-deep", Span(self.source, start, start + 1), message, _SMALLER)
                return False
        elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
            self._close(event)
        elif kind is yaml.AliasEvent:
            span = self._span(event)
            self.diagnostics.error("yaml-alias", span, "YAML tags and aliases are not allowed.", _STAR_HELP)
            self._put(Scalar("", self.source, span.start, span.end))
        elif kind is yaml.DocumentStartEvent:
            return self._start_document(event)
        if self.nodes > MOST_NODES:
            message = f"A spec may have up to {MOST_NODES:,} values; this has more."
            self.diagnostics.error("too-large", self._span(event), message, _SMALLER)
            return False
        return True

    def _span(self, event: Any) -> Span:
        return Span(self.source, event.start_mark.index, event.end_mark.index)

    def _start_document(self, event: Any) -> bool:
        self.documents += 1
        if self.documents > 1:
            self.diagnostics.error(
                "several-documents",
                self._span(event),
                "A file holds one spec; ‘---’ begins another.",
                "Put it into a file of its own.",
            )
            return False
        return True

    def _refuse_decorations(self, event: Any) -> None:
        if event.anchor is not None or event.tag is not None:
            start = event.start_mark.index
            stop = start
            text = self.source.text
            while stop < len(text) and text[stop] not in " \n":
                stop += 1
            if (negated := re.compile(r"!\w[^\n]*").match(text, start)) is not None:
                meant = re.sub(r"!(?=[\w(])", "not ", negated[0].rstrip())
                help = f"Write ‘{meant}’."
                self.diagnostics.error("yaml-tag", Span(self.source, start, start + 1), "‘!’ is not an operator.", help)
                return
            what = "anchors" if text[start] == "&" else "tags and aliases"
            code = "yaml-anchor" if text[start] == "&" else "yaml-tag"
            self.diagnostics.error(code, Span(self.source, start, stop), f"YAML {what} are not allowed.", _TAG_HELP)

    def _scalar(self, event: Any) -> Scalar:
        style = _STYLES.get(event.style, "plain")
        start, end = event.start_mark.index, event.end_mark.index
        text = self.source.text
        if event.anchor is not None or event.tag is not None:
            start = _after_decorations(text, start, end)
        if style == "literal" or style == "folded":
            # Where a block ends differs between parsers: take the end of its last line with text.
            end = start + len(text[start:end].rstrip("\n "))
        flow = bool(self.open) and self.open[-1].flow
        value = event.value
        if style == "double":
            strange = first_strange(value, "\n")
            if strange is not None:
                message = f"The character U+{ord(value[strange]):04X} is not allowed in a spec."
                self.diagnostics.error("control-character", Span(self.source, start, end), message, "Leave it out.")
        return Scalar(value, self.source, start, end, style, flow)

    def _put(self, node: Node) -> None:
        """Make the node the next key, value or item of the open collection."""
        self.nodes += 1
        if not self.open:
            self.root = node
            return
        parent = self.open[-1]
        if isinstance(parent, Sequence):
            parent.append(node)
            if _is_empty(node):
                self._refuse_empty_item(node)
            return
        key = self.keys[-1]
        if key is None:
            self.keys[-1] = self._key(node)
            return
        self.keys[-1] = None
        self._refuse_empty_value(parent, key, node)
        first = parent.key(key) if key in parent else None
        if first is not None and key.start < self.cut:
            return
        if first is not None:
            line = first.span.line
            self.diagnostics.error(
                "duplicate-key", key.span, f"‘{key}’ appears here twice.", f"The first is in line {line}."
            )
        elif key == "<<" and key.style == "plain":
            self.diagnostics.error(
                "merge-key", key.span, "YAML merge keys are not allowed.", "Use ‘extends’ for variants."
            )
        else:
            parent[key] = node

    def _key(self, node: Node) -> Scalar:
        if isinstance(node, Scalar):
            if not node and node.style == "plain":
                self.diagnostics.error("empty-key", node.span, "A name is missing before this ‘:’.", "Write the name.")
            return node
        message = f"A {'map' if isinstance(node, Mapping) else 'list'} cannot be a name."
        at = Span(self.source, node.start, node.start + 1)
        self.diagnostics.error("key-shape", at, message, _BRACE_HELP)
        return Scalar("", self.source, node.start, node.start)

    def _refuse_empty_value(self, parent: Mapping, key: Scalar, node: Node) -> None:
        if (
            not _is_empty(node)
            or not key
            or key.start < self.cut
            or re.compile(r": +!").match(self.source.text, key.end) is not None
        ):
            return
        two_words = _TWO_WORDS.fullmatch(key) if parent.flow else None
        if parent.flow and parent:
            before = next(reversed(parent.values()))
            one_word = isinstance(before, Scalar) and re.fullmatch(r"[a-z0-9][\w.]*", before)
            if isinstance(before, Scalar) and before and not (two_words and one_word):
                self._comma(before, key, next(reversed(parent)))
                return
        help = (
            "Write a space after the colon." if ":" in key else "Write a value after the colon, or leave the name out."
        )
        if not parent.flow and ":" not in key and self._goes_on_beside(key):
            help = "Write a value after the colon, indent what belongs to it below it, or leave the name out."
        if not parent and not parent.flow and len(self.open) > 1 and isinstance(self.open[-2], Sequence):
            help = f"Write ‘- {key}’ if it stands alone, or a value after the colon."
        if (equals := _EQUALS.fullmatch(key)) is not None:
            help = Help(f"Write ‘{equals[1]}: {equals[2]}’.", f"{equals[1]}: {equals[2]}")
        begun = _BEGUN_STEP.match(key) or two_words
        if begun is not None:
            below = {"if": "then", "for": "do", "repeat": "do"}.get(begun[1])
            more = f", and below it ‘{below}:’ with the steps" if below else ""
            help = f"Write ‘{begun[1]}: {begun[2]}’{more}."
            help = Help(help, f"{begun[1]}: {begun[2]}") if begun is two_words else help
        span, message = key.span, f"‘{key}’ has no value."
        if (comment := _COMMENT.match(self.source.text, key.end)) is not None:
            help = in_place_of_comment(comment[1], parent.flow)
            message = f"‘{key}’ has no value: ‘#’ begins a comment."
            span = Span(self.source, *comment.span(1))
        self.diagnostics.error("empty-value", span, message, help)

    def _goes_on_beside(self, key: Scalar) -> bool:
        """Whether the line below an entry is in the same column and may be part of it."""
        below = re.compile(r" *:[^\n]*\n( *)\w+:(?: |\n|$)").match(self.source.text, key.end)
        return below is not None and len(below[1]) == key.span.column - 1

    def _refuse_empty_item(self, node: Node) -> None:
        at, message, help = node.span, "This item has no value.", "Write one after ‘-’, or leave the line out."
        span = Span(self.source, max(0, at.start - 1), at.end)
        if (comment := _COMMENTED_ITEM.match(self.source.text, at.end)) is not None:
            span, message = Span(self.source, *comment.span(1)), "This item has no value: ‘#’ begins a comment."
            help = in_place_of_comment(comment[1], flow=False)
        self.diagnostics.error("empty-value", span, message, help)

    def _comma(self, before: Scalar, after: Scalar, key: Scalar | None = None) -> None:
        """Refuse a comma that cuts a text, an expression or a list; `key` is the name before it."""
        message, span = "YAML cut this at its comma.", before.span
        quote = '"' if "'" in before + after else "'"
        help = f"Put a text with a comma in quotes: {quote}{before}, {after}{quote}."
        if before[:1].isupper():
            message = f"A comma ended your text ‘{before}’."
            if " " not in before and re.fullmatch(r"[a-z_]+ [\w.]*\w", after):
                name, value = after.split()
                help = f"Write ‘{name}: {value}’ with a colon, or put a text with a comma in quotes."
        elif before.count("(") > before.count(")"):
            whole = uncut(self.source.text, before.start)
            self.cut = before.start + len(whole) if whole is not None else line_end(self.source.text, before.start)
            if whole is None:
                return  # The bracket that is never closed is reported where the braces end.
            span = Span(self.source, before.start, self.cut)
            written = quoted(re.sub(r"\s*\n\s*", " ", whole))
            help = Help(f"Put the expression in quotes: {written}.", Edit(span, written))
        elif "(" in before or " " not in before.strip():
            help = f"Put the expression in quotes, or write ‘{after}: …’ with a value."
        on_site = key is not None and _SITE.fullmatch(key) is not None and not before.isdigit()
        if on_site or (key is not None and self._holds_pieces(before, after)):
            # Pieces on a site or in a zone go up to the next name, or to the brace.
            found = _ON_A_SITE.match(self.source.text, before.start)
            if found is not None:
                self.cut, span = found.end(), Span(self.source, *found.span())
                pieces = " ".join(found[0].replace(",", " ").split())
                message = f"A comma ends what stands on {key}." if on_site else f"A comma ends what {key} holds."
                where = "the pieces of a pile" if on_site else "them"
                help = Help(f"Write ‘{key}: {pieces}’, with spaces between {where}.", Edit(span, pieces))
                self.diagnostics.error("comma-in-flow", span, message, help)
                return
        if before.isdigit() and key is not None and (after.isidentifier() or key.isdigit()):
            message, help = f"‘{after}’ has no value.", f"Write ‘{after}: …’, as ‘{key}: {before}’ before it."
            self.diagnostics.error("empty-value", after.span, message, help)
            return
        if after == "none":
            whole = f"{before} or none"
            help = Help(f"Write ‘{whole}’.", Edit(Span(self.source, before.start, after.end), whole))
            message = f"A comma ended your type ‘{before}’."
        if before.isdigit() and after.isdigit():
            message, help = f"A comma ended your list after ‘{before}’.", f"Write [{before}, {after}]."
        self.diagnostics.error("comma-in-flow", span, message, help)

    def _holds_pieces(self, before: Scalar, after: Scalar) -> bool:
        """Whether two texts beside a comma are symbols of pieces, in a position that a test gives or expects."""
        path = [next(reversed(each)) for each in self.open if isinstance(each, Mapping) and each]
        return not {"given", "then", "expect"}.isdisjoint(path) and all(map(_SYMBOL.fullmatch, (before, after)))

    def _close(self, event: Any) -> None:
        node = self.open.pop()
        self.keys.pop()
        if node.flow:
            node.end = event.end_mark.index
            if isinstance(node, Sequence):
                self._refuse_cut_items(node)
            self._refuse_open_brackets(node)
        elif isinstance(node, Mapping):
            if node:
                node.start = next(iter(node)).start
                node.end = next(reversed(node.values())).end
        elif node:
            node.end = node[-1].end

    def _refuse_cut_items(self, node: Sequence) -> None:
        """`[f(a, b)]` is two items to YAML; nobody means that."""
        for item, following in itertools.pairwise(node):
            if not isinstance(item, Scalar) or not isinstance(following, Scalar) or item.start < self.cut:
                continue
            if item.style == "plain" and item.count("(") > item.count(")"):
                self._comma(item, following)

    def _refuse_open_brackets(self, node: Sequence | Mapping) -> None:
        """`{when: all(a, say: b}`: nothing up to the brace closes the bracket."""
        text, seen, closed = self.source.text, node.end, 0
        found = []
        for value in reversed(node if isinstance(node, Sequence) else node.values()):
            if not isinstance(value, Scalar) or value.style != "plain" or value.count("(") <= value.count(")"):
                continue
            # From the end on, so that nothing is counted twice.
            closed += text.count(")", value.end, seen) - text.count("(", value.end, seen)
            seen = value.end
            if _BRACKET.search(value) and not value[0].isupper() and closed <= 0:
                found.append(value)
        for value in reversed(found):
            self.diagnostics.report(OpenBracket(value))


def _runs_on(scalar: Scalar) -> bool:
    """Whether a text in quotes contains entries of the spec because its own closing quote is missing."""
    others = scalar.span.text.split("\n")[1:]
    if not others:
        return False
    line = scalar.source.line(scalar.span.line)
    indent = len(line) - len(line.lstrip(" "))
    return any((entry := _ENTRY.match(each)) is not None and len(entry[1]) <= indent for each in others)


def _is_empty(node: Node) -> bool:
    """Whether nothing was written; an alias has no value either, but it has a place."""
    return isinstance(node, Scalar) and not node and node.style == "plain" and node.start == node.end


def _after_decorations(text: str, start: int, end: int) -> int:
    while start < end and text[start] in "&!":
        while start < end and text[start] not in " \n":
            start += 1
        while start < end and text[start] in " \n":
            start += 1
    return start
