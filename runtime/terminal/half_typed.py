"""A line that is half typed, as a draft: what may come next, and where it went wrong."""

from __future__ import annotations

from interpreter import BadAction, Game, Refusal, State
from interpreter.expressions import Type
from interpreter.program import END_OF_LIST, Notation
from runtime import draft as drafts
from runtime.choosing import Choosing
from runtime.draft import Draft, NotChoosable


def drafted(game: Game, state: State, action: str, words: list[str]) -> Draft:
    """The draft after some words. Raises NotChoosable at what cannot be chosen, BadAction at what is no value."""
    draft = drafts.start(state, action, armed=True)
    for word in words:
        draft = _with_word(game, state, draft, word)
    return draft


def _with_word(game: Game, state: State, draft: Draft, word: str) -> Draft:
    notation, data = Notation(state.program), state.data
    choice = drafts.choice_of(state, draft)
    if choice is None:
        raise BadAction(f"There is no choice left for ‘{word}’.")
    if word == END_OF_LIST and choice.form != "one" and len(draft.items) >= choice.low:
        return drafts.close(state, draft)
    if not choice.fields:
        kind: Type = choice.item.type
        try:
            value = notation.value(data, word, kind, choice.name, list(draft.items))
            return drafts.add(game, state, draft, value)
        except (BadAction, NotChoosable):
            if choice.form == "one" or len(draft.items) < choice.low:
                raise
            return _with_word(game, state, drafts.close(state, draft), word)
    count = len(draft.items)
    for part, written in zip(choice.fields, word.split("/"), strict=False):
        if len(draft.items) == count:
            used = [record[choice.fields.index(part)] for record in draft.items]
            draft = drafts.add(
                game, state, draft, notation.value(data, written, part.variable.type, part.name, used), part.name
            )
    return draft


def refused_word(game: Game, state: State, words: list[str]) -> Refusal | None:
    """Why the words cannot be the beginning of an action; None if they are no values at all."""
    actions = state.program.actions
    named = words[0].lower() if words[0].lower() in actions else None
    given = words[1:] if named is not None else words
    refusals: list[Refusal] = []
    able = sorted(actions, key=lambda name: not state.program.can(state.data, state.mover, name))
    for name in [named] if named is not None else able:
        try:
            drafted(game, state, name, given)
        except NotChoosable as problem:
            refusals.append(problem.refusal)
        except BadAction:
            continue
    return next((each for each in refusals if each.name == "forced"), refusals[0] if refusals else None)


def next_words(game: Game, state: State, action: str, words: list[str]) -> list[str]:
    """What may be typed after an action and some words."""
    if Choosing(game, state, action).barred() is not None:
        return []
    try:
        draft = drafted(game, state, action, words)
    except (NotChoosable, BadAction):
        return []
    notation, slots = Notation(state.program), drafts.slots(state, draft)
    for name, values in drafts.candidates(game, state, draft).items():
        return [notation.value_text(state.data, value, slots[name]) for value in values]
    return []
