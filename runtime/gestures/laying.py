"""Whole words that are laid at once: each letter by a piece that shows it, over the letters that stand there."""

from __future__ import annotations

from interpreter import Action, Refusal
from interpreter.boards import EAST, SOUTH
from interpreter.expressions import Letter, Piece, Site, strip
from interpreter.program import FieldPlan, Program
from runtime import draft as drafts
from runtime.draft import Draft, NotChoosable, Spot
from runtime.gestures.hand import Playing, value_at
from runtime.gestures.letters import is_lettered, letter_shown, typed_letter
from runtime.gestures.readings import Readings

WAYS = {
    "across": EAST, "right": EAST, "east": EAST, "row": EAST, "horizontal": EAST,
    "down": SOUTH, "south": SOUTH, "column": SOUTH, "vertical": SOUTH,
}  # fmt: skip
"""What people write for the two ways in which a word is read."""


def laying_actions(program: Program) -> list[str]:
    """The actions that choose nothing but a list of lettered pieces, each with its place on a board."""
    lists = {name: plan.choices[0] for name, plan in program.actions.items() if len(plan.choices) == 1}
    return [
        name
        for name, choice in lists.items()
        if is_lettered(program, choice) and _part(choice.fields, Piece) and _part(choice.fields, Site)
    ]


def laid_out(
    playing: Playing, action: str, word: str, start: int, way: int, lit: frozenset[Spot] = frozenset()
) -> Action | Refusal:
    """The action that lays a word from a site on, or why there is none: a letter that is not to be had, or one that
    stands in its way."""
    state, readings = playing.state, Readings(playing.game, playing.state)
    view = playing.game.view(state, state.mover)
    fields = state.program.actions[action].choices[0].fields
    piece, place = _part(fields, Piece), _part(fields, Site)
    assert piece is not None and place is not None
    topology = state.program.schema.topology
    draft, cell = drafts.start(state, action, armed=True), start
    for letter in word.lower():
        if not cell:
            return _refusal(action, f"{word.upper()} does not fit on the board there.")
        there = value_at(state, cell, piece.variable.type)
        stands = letter_shown(view, piece.variable.type, there) if there is not None else None
        if stands is None:
            laid = _with_letter(readings, draft, letter, cell, place.name, lit)
            if isinstance(laid, Refusal):
                return laid
            draft = laid
        elif stands != letter:
            where = topology.names[cell]
            return _refusal(action, f"On {where} stands {stands.upper()}, where {word.upper()} has {letter.upper()}.")
        cell = topology.step_table(way)[cell]
    if not draft.items:
        return _refusal(action, f"{word.upper()} stands there already.")
    return (action, draft.items)


def _with_letter(
    readings: Readings, draft: Draft, letter: str, cell: int, place: str, lit: frozenset[Spot]
) -> Draft | Refusal:
    """The draft with one more letter on a site; a wild piece stands for one that nothing shows."""
    pressed = typed_letter(readings, draft, letter, lit)
    if pressed is None or pressed.refusal is not None:
        nothing = _refusal(draft.action or "", f"There is no {letter.upper()} that can be chosen now.")
        return pressed.refusal if pressed is not None and pressed.refusal is not None else nothing
    game, state = readings.game, readings.state
    try:
        draft = drafts.add(game, state, pressed.draft, cell, place)
        asked = [name for name, kind in drafts.slots(state, draft).items() if isinstance(strip(kind), Letter)]
        return drafts.add(game, state, draft, letter, asked[0]) if draft.parts and asked else draft
    except NotChoosable as problem:
        return problem.refusal


def _part(fields: tuple[FieldPlan, ...], kind: type) -> FieldPlan | None:
    """The only part of a record that is of a kind."""
    found = [part for part in fields if isinstance(strip(part.variable.type), kind)]
    return found[0] if len(found) == 1 else None


def _refusal(action: str, text: str) -> Refusal:
    return Refusal("typed", text, action, None)
