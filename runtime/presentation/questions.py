"""Choices that are made from a menu, with their options in words."""

from __future__ import annotations

from interpreter import Game, State
from interpreter.expressions import Letter, Words, fill_template, in_words, strip
from interpreter.position import from_state
from runtime import draft as drafts
from runtime.choosing import UNKNOWABLE, Choosing
from runtime.draft import Draft
from runtime.presentation.sections import plain_name
from runtime.presentation.values import Question


def question(game: Game, state: State, draft: Draft) -> Question | None:
    """The first choice that is open and cannot be made by pointing."""
    if draft.action is None:
        return None
    schema = state.program.schema
    for slot, values in drafts.questions(game, state, draft).items():
        kind = strip(drafts.slots(state, draft)[slot])
        options = []
        for value in values:
            text = in_words(from_state(value, kind), kind, schema)
            if isinstance(kind, Letter):
                text = text.upper()
            elif isinstance(kind, Words) and kind != schema.players:
                text = plain_name(text)
            options.append((value, text))
        return Question(slot, _title(game, state, draft, slot), tuple(options))
    return None


def _title(game: Game, state: State, draft: Draft, slot: str) -> str:
    """What stands above the answers: as the spec says, or the name of the slot; of a mere letter the action's title."""
    choosing, choice = Choosing(game, state, draft.action or ""), drafts.choice_of(state, draft)
    action = choosing.plan.spec
    parts = {str(name): part.title for each in action.choose.values() for name, part in (each.of or {}).items()}
    titles = {str(name): each.title for name, each in action.choose.items()} | parts
    given, scope = titles.get(slot), choosing.plan.scope
    if given is None and len(slot) == 1:
        given = action.title
    if given is None or scope is None or choice is None:
        return plain_name(slot)
    try:
        return fill_template(given, scope, choosing.world, choosing.names(draft.values), state.program)
    except UNKNOWABLE:
        return plain_name(slot)
