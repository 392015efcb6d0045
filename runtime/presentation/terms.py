"""The expressions of a view: checked once for each program, and compiled when they are first shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from interpreter.expr import terms
from interpreter.expr.scope import Scope
from interpreter.expr.types import NUMBER, Piece, Type
from interpreter.rules.program import Program
from interpreter.rules.view_scope import view_scope
from interpreter.rules.writer import Writer
from interpreter.spec.nodes import Scalar

Compiled = Callable[..., Any]

ARGUMENTS = "data, me, CHOSEN, thinking, about, draft, assist"
"""What every compiled expression of a view is given; see `Shown.arguments`."""

UNWRITABLE = (LookupError, TypeError, AttributeError, ValueError, AssertionError, SyntaxError, RecursionError)
"""What the lowering raises for an expression that it was not made for, such as one over the history of a game."""


class ViewTerms:
    """The expressions of one program's view."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.hideable = frozenset(program.sight.hidden) | {
            prop.column for kind in program.sight.zones for prop in program.schema.kinds[kind].properties.values()
        }
        self._scopes: dict[Any, Scope] = {}
        self._terms: dict[tuple[int, int, bool], terms.Term | None] = {}
        self._functions: dict[int, tuple[terms.Term, Compiled | None]] = {}
        self._secret: dict[int, bool] = {}
        self.memo: dict[Any, Any] = {}
        """What others work out once for a program."""

    def scope(self, it: Type | None = None, standing: bool = False) -> Scope:
        """The scope of view; `it` is what an expression is about, perhaps a piece that stands on a board."""
        if (it, standing) not in self._scopes:
            more = {"i": NUMBER} if isinstance(it, Piece) else None
            self._scopes[it, standing] = view_scope(self.program, it, more, standing)
        return self._scopes[it, standing]

    def term(
        self,
        scalar: Scalar,
        it: Type | None = None,
        condition: bool = False,
        expected: Type | None = None,
        standing: bool = False,
    ) -> terms.Term | None:
        """An expression as a term; where a type is expected, words of it may stand alone."""
        scope = self.scope(it, standing)
        key = (id(scalar), id(scope), condition)
        if key not in self._terms:
            self.program.checker.size = 0
            steps = self.program.steps
            self._terms[key] = steps.condition(scalar, scope) if condition else steps.term(scalar, scope, expected)
        return self._terms[key]

    def reads_hidden(self, term: terms.Term) -> bool:
        """Whether a term reads what some player may not know. What is hidden reads as none, which the lowering does
        not expect of every type: then only the evaluator is trusted."""
        if id(term) not in self._secret:
            self._secret[id(term)] = any(
                isinstance(part, terms.ColumnItem) and part.column in self.hideable for part in terms.walk(term)
            )
        return self._secret[id(term)]

    def function(self, term: terms.Term) -> Compiled | None:
        """A term as a function of ARGUMENTS; None if it cannot be lowered."""
        found = self._functions.get(id(term))
        if found is None:
            found = self._functions[id(term)] = (term, compiled_value(self.program, term))
        return found[1]


@lru_cache(maxsize=64)
def view_terms(program: Program) -> ViewTerms:
    """The expressions of a program's view."""
    return ViewTerms(program)


def compiled_value(program: Program, term: terms.Term) -> Compiled | None:
    """A function that gives the value of a term without local names."""

    def write(writer: Writer) -> None:
        lowering = writer.start()
        lowering.calls.committed = lowering.calls.drafted = True
        lowering.code.line(f"return {lowering.value(term)}")
        writer.finish(f"def shown({ARGUMENTS}):", lowering)

    return _compiled(program, write)


def compiled_values(program: Program, term: terms.Term) -> Compiled | None:
    """A function that gives the values of a term for pairs of `it` and `i`, as a list."""

    def write(writer: Writer) -> None:
        lowering = writer.start()
        lowering.calls.drafted = True
        lowering.code.line("FOUND = []")
        with lowering.code.block("for it, i in ITEMS:"):
            lowering.code.line(f"FOUND.append({lowering.value(term)})")
        lowering.code.line("return FOUND")
        writer.finish(f"def shown(ITEMS, {ARGUMENTS}):", lowering)

    return _compiled(program, write)


def compiled_cases(
    program: Program, cases: Sequence[tuple[terms.Term | None, Sequence[terms.Term]]]
) -> Compiled | None:
    """A function that gives for each `it` the first case whose condition holds: its number from 0 and its values, or
    only its number where it has none; -1 if no case holds."""

    def write(writer: Writer) -> None:
        lowering = writer.start()
        lowering.calls.drafted = True
        code = lowering.code
        code.line("FOUND = []")
        with code.block("for it in ITEMS:"):
            for number, (condition, values) in enumerate(cases):
                with code.block(f"if {lowering.condition(condition)}:" if condition is not None else "if True:"):
                    worked_out = ", ".join(lowering.value(value) for value in values)
                    code.line(f"FOUND.append({f'({number}, {worked_out})' if values else number})")
                    code.line("continue")
            code.line("FOUND.append(-1)")
        code.line("return FOUND")
        writer.finish(f"def shown(ITEMS, {ARGUMENTS}):", lowering)

    return _compiled(program, write)


def _compiled(program: Program, write: Callable[[Writer], None]) -> Compiled | None:
    try:
        return program.compiler.extra(write)["shown"]
    except UNWRITABLE:
        return None
