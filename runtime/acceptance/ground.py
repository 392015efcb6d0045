"""Where a test stands: the game under the test's settings, and the names that its expressions may use."""

from __future__ import annotations

from dataclasses import dataclass, replace

from interpreter import Game
from interpreter.expressions import NOTHING, NUMBER, RULES, Checker, Record, Scope, StepChecker, terms
from interpreter.program import Program
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.nodes import Scalar
from runtime.limits import limits_of


@dataclass(frozen=True, slots=True)
class Ground:
    """The program of a test; `diagnostics` takes what is wrong with the test."""

    game: Game
    program: Program
    diagnostics: Diagnostics
    steps: StepChecker
    scope: Scope

    def condition(self, scalar: Scalar) -> terms.Term | None:
        """A checked condition over everything, or None after a report."""
        before = len(self.diagnostics.errors)
        self.steps.checker.size = 0
        term = self.steps.condition(scalar, self.scope)
        return term if len(self.diagnostics.errors) == before else None


def ground_of(game: Game, program: Program, diagnostics: Diagnostics) -> Ground:
    """The ground of a test. What it draws and emits stays apart from what the rules do."""
    steps = replace(
        program.steps,
        checker=Checker(diagnostics, program.checker.count),
        events={},
        streams={},
        stream_types={},
        continued=[],
        ended=set(),
        used_routines=set(),
    )
    names = RULES | {"assist"}
    if len(program.schema.players.words) > 1:
        names -= {"me", "opponent"}
    scope = Scope(program.schema, names, place="acceptance", parts={"assist": _assist(program)})
    return Ground(game, program, diagnostics, steps, scope)


def _assist(program: Program) -> Record:
    """The type of `assist`, of which `Session.left` is the value: a number where there is a limit, none elsewhere."""
    limits = limits_of(program)
    kinds = (("undo", limits.undo), ("hints", limits.hints), ("lives", limits.lives))
    return Record(tuple((f"{kind}_left", NOTHING if limit is None else NUMBER) for kind, limit in kinds))
