"""Lists of sites in tests: as they are written, and as a report names them."""

from __future__ import annotations

from interpreter.expr.names import extents
from interpreter.expr.types import SITE
from interpreter.rules.notation import Notation
from interpreter.spec.nodes import Node, Scalar
from runtime.acceptance.course import Course
from runtime.acceptance.ground import Ground
from runtime.acceptance.words import words_of


def sites_listed(ground: Ground, node: Node, what: str) -> frozenset[int] | None:
    """The sites that a test lists for what it asks, `none` for no site; None after a report."""
    notation, sites = Notation(ground.program), set[int]()
    for scalar in [node] if isinstance(node, Scalar) else node:
        for word in words_of(scalar) if isinstance(scalar, Scalar) and scalar != "none" else []:
            try:
                sites.add(notation.value((), word.text, SITE, what, []))
            except ValueError as problem:
                message, _, help = str(problem).partition(". ")
                help = help or extents(ground.program.schema.topology)
                ground.diagnostics.error("bad-site", word.span, f"{message.rstrip('.')}.", help)
                return None
    return frozenset(sites)


def site_names(course: Course, sites: frozenset[int]) -> str:
    """Sites by their names."""
    notation = Notation(course.state.program)
    return ", ".join(notation.value_text(course.state.data, site, SITE) for site in sorted(sites)) or "none"
