"""The moves that can be made, without giving anything hidden away."""

from __future__ import annotations

from interpreter import Action, Game, State
from interpreter.expressions import terms
from runtime import draft as drafts
from runtime.choosing import Choosing
from runtime.draft import Draft

MOST_GUESSED = 200
"""So many ways of an action are listed whose legality the player may not know."""


def listed_moves(game: Game, state: State) -> list[Action]:
    """What the player to move may try. Where legality would tell something hidden, all that may be chosen is listed."""
    if state.over:
        return []
    guarded = {name for name in state.program.actions if _tells(Choosing(game, state, name))}
    found = [action for action in game.legal(state) if action[0] not in guarded]
    for name in state.program.actions:
        if name in guarded:
            found += _choosable(game, state, drafts.start(state, name))[:MOST_GUESSED]
    return found


def _tells(choosing: Choosing) -> bool:
    """Whether the legal ways of an action tell something that its player may not know."""
    plan = choosing.plan
    read: list[terms.Term | None] = [value for _, value in plan.lets]
    read += [check.term for check in plan.checks] + [step.check for step in plan.requires]
    for choice in plan.choices:
        read += [choice.domain, choice.where]
    return any(choosing.is_secret(term) for term in read)


def _choosable(game: Game, state: State, draft: Draft) -> list[Action]:
    if drafts.ready(state, draft):
        return [drafts.submit(state, draft)] if Choosing(game, state, draft.action or "").barred() is None else []
    found: list[Action] = []
    slots = drafts.candidates(game, state, draft)
    for name, values in list(slots.items())[:1]:
        for value in values:
            found += _choosable(game, state, drafts.add(game, state, draft, value, name))
            if len(found) >= MOST_GUESSED:
                return found
    return found
