"""Choices that are made from a menu, with their options in words."""

from __future__ import annotations

from interpreter import Game, State
from interpreter.expr.evaluator import in_words
from interpreter.expr.types import Letter, Words, strip
from interpreter.rules.world import from_state
from runtime import draft as drafts
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
        return Question(slot, plain_name(slot), tuple(options))
    return None
