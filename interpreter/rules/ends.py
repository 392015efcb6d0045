"""End conditions: model → plan."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.expr import nodes, terms
from interpreter.expr.checker import Checker
from interpreter.expr.scope import RULES, Scope
from interpreter.expr.types import FLAG, Maybe
from interpreter.rules.plans import ActionPlan
from interpreter.spec import model
from interpreter.spec.nodes import Scalar
from interpreter.spec.source import Span
from interpreter.spec.suggest import suggestion
from interpreter.steps.base import StepChecker

ENGINE_ENDS = ("no_move", "stalled")
# The names by which expressions ask for the end.
_ENDED = ("over", "winner", "won")


@dataclass(frozen=True, slots=True, eq=False)
class EndPlan:
    """A checked end condition. `by_step` says that a step ends the game with it."""

    name: str
    after: str | None
    when: terms.Term | None
    winner: terms.Term | None
    won: terms.Term | None
    recover: tuple[str, ...]
    say: Scalar | None
    scope: Scope
    span: Span
    by_step: bool


def check_end(steps: StepChecker, name: Scalar, end: model.EndCondition, actions: dict[str, ActionPlan]) -> EndPlan:
    """Check one end condition; after an action it sees that action's choices and lets."""
    schema, checker = steps.schema, steps.checker
    several = len(schema.players.words) > 1
    scope = Scope(schema, RULES, place=f"end_conditions.{name}")
    say_scope = scope
    after = str(end.after) if end.after is not None else None
    if str(name) in ENGINE_ENDS:
        checker.error("reserved-name", name.span, f"‘{name}’ is an end of the engine itself.", "Choose another name.")
    if after is not None:
        if after in actions and (action_scope := actions[after].scope) is not None:
            scope = Scope(schema, RULES, action_scope.locals, place=scope.place)
        elif end.after is not None and after not in schema.actions:
            checker.error(
                "unknown-action",
                end.after.span,
                f"after: {after} is not an action.",
                suggestion(after, schema.actions),
            )
            after = None
    when = steps.condition(end.when, scope) if end.when is not None else None
    if end.when is None and str(name) not in steps.ended:
        checker.error(
            "unreachable-end",
            name.span,
            f"{name} has no when and no step ends with it.",
            f"Add when: and a condition, or a step ‘end: {name}’.",
        )
    if several and end.winner is None and end.won is None:
        help_text = "Write winner: with a player, or winner: none for a draw."
        checker.diagnostics.warning("no-winner", name.span, f"{name} does not say who wins.", help_text)
    winner = won = None
    if end.winner is not None:
        if not several:
            span = _key(end, "winner", end.winner)
            message = "A one-player game has no winner: use won."
            checker.error("winner-alone", span, message, "Write won: true or false, or leave it out.")
        else:
            winner = steps.term(end.winner, scope, schema.players)
            if winner is not None and not _names_a_player(checker, winner, scope):
                winner = None
    if end.won is not None:
        if several:
            span = _key(end, "won", end.won)
            checker.error("won-together", span, "With several players use winner.", "Write winner: and a player.")
        else:
            won = steps.term(end.won, scope, FLAG)
            if won is not None and not checker.require_fit(won, FLAG, "won", scope):
                won = None
    recover = tuple(str(word) for word in end.recover or [])
    return EndPlan(
        str(name), after, when, winner, won, recover, end.say, say_scope, name.span, str(name) in steps.ended
    )


def asks_for_end(term: terms.Term | None) -> bool:
    """Whether a condition asks whether or how the game has ended."""
    return term is not None and any(isinstance(part, terms.Global) and part.name in _ENDED for part in terms.walk(term))


def _key(end: model.EndCondition, key: str, value: Scalar) -> Span:
    """Where the name of an option stands, before its value."""
    at = end.span.source.text.rfind(key, 0, value.start)
    return Span(end.span.source, at, at + len(key)) if at >= end.span.start else value.span


def _names_a_player(checker: Checker, winner: terms.Term, scope: Scope) -> bool:
    """Whether the winner is a player or none; a best score in its place is reported with who has it."""
    best = {"max": "most", "min": "least"}
    node = winner.node
    if isinstance(node, nodes.Call) and node.name in best:
        message = f"winner needs a player, and {node.name} gives the number."
        checker.error("wrong-type", node.span, message, f"Write {best[node.name]}(…) for the player who has it.")
        return False
    return checker.require_fit(winner, Maybe(scope.schema.players), "winner", scope)
