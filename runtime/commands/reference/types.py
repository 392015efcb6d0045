"""The page on types."""

from __future__ import annotations

import ast
import inspect
from itertools import pairwise

from interpreter.expressions import CONSTANTS, PLACES, PLAIN_TYPES, RULES, VIEW, types
from interpreter.spec.model import section
from runtime.commands.reference import markdown
from runtime.commands.reference.shapes import in_words

ABOUT = "Every expression has a type, known before the game starts, and every option takes one kind of text."
LISTS = "Values of one type in order. A board is the list of its sites, a zone the list of its pieces."


def page() -> str:
    """The types of values, the names that are always there, and the kinds of texts."""
    return markdown.page("Types", ABOUT, _types(), _names(), _texts())


def _types() -> list[str]:
    written = {type(kind): f"`{name}`" for name, kind in PLAIN_TYPES.items()}
    written[types.Words] = "`player`, `direction`, `axis` or the name of an enum"
    written[types.Piece] = "the name of a kind of pieces"
    written[types.Number] = "`number`, or a range such as `1..9`"
    written[types.Maybe] = "`T or none`"
    rows = [[how, markdown.sentence(kind.__doc__)] for kind, how in written.items()]
    rows.append(["`list T`", LISTS])
    return ["## Types of values", "", *markdown.table(["written", "what it is"], rows)]


def _names() -> list[str]:
    rows = [[f"`{name}`", PLACES.get(name, "everywhere in rules")] for name in sorted(RULES | VIEW)]
    rows += [[f"`{name}`", "everywhere"] for name in CONSTANTS]
    return ["## Names that every game has", "", *markdown.table(["name", "known in"], rows)]


def _texts() -> list[str]:
    """The kinds of texts, explained by the docstrings that follow them in the source."""
    body = ast.parse(inspect.getsource(section)).body
    rows: list[list[str]] = []
    for kind, about in pairwise(body):
        if not isinstance(kind, ast.Assign) or not isinstance(about, ast.Expr):
            continue
        target = kind.targets[0]
        if isinstance(target, ast.Name) and isinstance(about.value, ast.Constant):
            name = in_words(getattr(section, target.id), lambda inner: inner.__name__)
            rows.append([name, markdown.sentence(str(about.value.value))])
    single = [row for row in rows if " or a list" not in row[0]]
    return ["## Kinds of texts", "", *markdown.table(["kind", "what it is"], single)]
