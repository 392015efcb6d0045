"""Why a move was refused: which rule, where it stands in the spec, and the values of its parts."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter import Action, Game, Part, Refusal, State
from interpreter.spec.nodes import Span

MOST_PARTS = 12
WIDEST = 36
"""Longer parts and values are cut, so that both fit on a line of 80."""
_ENGINE = {
    "over": "The game is over.",
    "only_if": "The settings leave this action out.",
    "phase": "The phase of the game does not allow this action.",
    "continuation": "Another move must be made first.",
    "forced": "Another action is possible and comes first.",
}


def explained(game: Game, state: State, refusal: Refusal, action: Action | None) -> list[str]:
    """The last refusal, explained in lines. Hidden values are left out."""
    lines = [refusal.text, f"Refused by {_rule(state, refusal)}."]
    span, parts = _parts(game, state, refusal, action)
    if span is not None:
        lines += ["", *_place(span)]
    if parts:
        lines += ["", *_values(parts)]
    return lines


def _rule(state: State, refusal: Refusal) -> str:
    if refusal.name in _ENGINE:
        return f"‘{refusal.name}’: {_ENGINE[refusal.name].rstrip('.').lower()}"
    plan = state.program.plans.get(refusal.action)
    is_choice = plan is not None and refusal.name in [choice.name for choice in plan.choices]
    return f"the {'choice' if is_choice else 'check'} ‘{refusal.name}’ of ‘{refusal.action}’"


def _parts(
    game: Game, state: State, refusal: Refusal, action: Action | None
) -> tuple[Span | None, Sequence[Part]]:
    """Where the rule stands, and the values of its parts if the player may know them."""
    if action is None:
        return refusal.span, ()
    explanation = game.explain(state, action)
    if not state.program.sight.hides:
        return explanation.span or refusal.span, explanation.parts
    seen = game.explain(game.view(state, state.mover).state, action)
    same = seen.refusal is not None and seen.refusal.name == refusal.name
    return explanation.span or refusal.span, seen.parts if same else ()


def _place(span: Span) -> list[str]:
    """The place of a rule: file and line, and the line itself."""
    return [f"{span.source.name}:{span.line}", f"  {span.source.line(span.line).strip()}"]


def _values(parts: Sequence[Part]) -> list[str]:
    shown = [(_short(part.source), _short(part.value)) for part in parts][:MOST_PARTS]
    widest = max(len(source) for source, _ in shown)
    return [f"  {source:<{widest}} = {value}" for source, value in shown]


def _short(text: str) -> str:
    text = text or "nothing"
    return text if len(text) <= WIDEST else f"{text[: WIDEST - 1]}…"
