"""Where a test stands: the game under the test's settings, and the names that its expressions may use."""

from __future__ import annotations

from dataclasses import dataclass, replace

from interpreter import Game
from interpreter.expressions import RULES, Checker, Scope, StepChecker, terms
from interpreter.program import Program
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.nodes import Scalar
from runtime.acceptance.assist import assist_type


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
    scope = Scope(program.schema, names, place="acceptance", parts={"assist": assist_type(program)})
    return Ground(game, program, diagnostics, steps, scope)
