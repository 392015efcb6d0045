"""Typed letters and words: which pieces they pick, and where they go."""

from __future__ import annotations

from typing import Any

from interpreter import Action, Refusal, View
from interpreter.boards import EAST, SOUTH
from interpreter.expressions import Letter, Number, Piece, Property, Site, Type, Words, strip
from interpreter.position import PieceValue
from interpreter.program import ChoicePlan, FieldPlan, Program
from runtime.session import draft as drafts
from runtime.session.draft import Draft, NotChoosable, Spot
from runtime.session.hand import Playing, Pressed, value_at
from runtime.session.readings import Readings

WILD = "*"
WAYS = {
    "across": EAST, "right": EAST, "east": EAST, "row": EAST, "horizontal": EAST,
    "down": SOUTH, "south": SOUTH, "column": SOUTH, "vertical": SOUTH,
}  # fmt: skip
"""What people write for the two ways in which a word is read."""


def takes_letters(playing: Playing, draft: Draft) -> bool:
    """Whether letters may be typed to choose things that show them, so that they are not commands."""
    return bool(_lists(Readings(playing.game, playing.state), draft))


def typed_letter(readings: Readings, draft: Draft, name: str, lit: frozenset[Spot] = frozenset()) -> Pressed | None:
    """Add the first thing that shows a letter to the list, highlighted ones first; if nothing shows it, a wild one
    stands for it. None if no letters are chosen."""
    letter = name.lower()
    if not (letter.isalpha() or letter == WILD) or len(letter) != 1:
        return None
    lists = _lists(readings, draft)
    # Only what the player sees may be typed.
    state = readings.state
    view = readings.game.seen(state, state.mover)
    for reading in lists:
        found = _showing(readings, view, reading, letter, lit)
        if found is not None:
            return readings.done(reading, drafts.add(readings.game, state, reading, found[1], found[0]))
    if not lists:
        return None
    # Others may only be lists of what to give away, for which nothing has to stand for anything.
    wild = _wild(readings, view, lists[0], letter, lit)
    if wild is not None:
        return readings.done(lists[0], wild)
    held = _held(readings, view, draft)
    if not held and (tried := _tried(readings, view, lists, letter)) is not None:
        return tried
    text = f"Place the {held} first." if held else f"There is no {letter.upper()} to choose."
    return Pressed(draft, refusal=Refusal("typed", text, lists[0].action or "", None))


def spelt_out(
    playing: Playing, word: str, action: str | None = None, lit: frozenset[Spot] = frozenset()
) -> Action | Refusal | None:
    """The action that only chooses a list of lettered things, with those that spell a word; or the letter that is
    missing. None if there is no such action, or none with that name."""
    state, readings = playing.state, Readings(playing.game, playing.state)
    name = next((each for each in spelling_actions(state.program) if action in (None, each)), None)
    if name is None:
        return None
    draft = drafts.start(state, name, armed=True)
    for letter in word:
        pressed = typed_letter(readings, draft, letter, lit)
        if pressed is None or pressed.refusal is not None:
            return pressed.refusal if pressed is not None else None
        draft = pressed.draft
    return (name, draft.items)


def spelling_actions(program: Program) -> list[str]:
    """The actions that only choose a list of lettered things, in any number and order."""
    lists = {name: plan.choices[0] for name, plan in program.actions.items() if len(plan.choices) == 1}
    return [
        name
        for name, choice in lists.items()
        if choice.form == "many" and not choice.fields and is_lettered(program, choice)
    ]


def _showing(
    readings: Readings, view: View, reading: Draft, letter: str, lit: frozenset[Spot]
) -> tuple[str, Any] | None:
    """The slot and the value of something that shows a letter: something highlighted, or else the first."""
    kinds = drafts.slots(readings.state, reading)
    found = [
        (slot, value)
        for slot, values in readings.candidates(reading).items()
        for value in values
        if letter_shown(view, kinds[slot], value) == letter
    ]
    return next((each for each in found if _spot(kinds[each[0]], each[1]) in lit), found[0] if found else None)


def _tried(readings: Readings, view: View, lists: list[Draft], letter: str) -> Pressed | None:
    """The refusal of the only thing on a board that shows a letter but cannot be chosen now."""
    state = readings.state
    for reading in lists:
        choice = drafts.choice_of(state, reading)
        if choice is None or choice.form != "one":
            continue
        kind = strip(choice.item.type)
        placed = view.placed(kind.kind) if isinstance(kind, Piece) else []
        shown = [piece.number for piece in placed if letter_shown(view, kind, piece.number) == letter]
        if len(shown) == 1:
            return readings.tried(reading, shown[0])
    return None


def _spot(kind: Type, value: Any) -> Spot:
    """The spot to point at in order to choose a value."""
    inner = strip(kind)
    return PieceValue(inner.kind, value) if isinstance(inner, Piece) else int(value)


def _wild(readings: Readings, view: View, reading: Draft, letter: str, lit: frozenset[Spot]) -> Draft | None:
    """A draft with a wild thing in its list that stands for a letter. If the question what it stands for comes at once,
    the letter is the answer; None if it may not stand for that."""
    state, choice = readings.state, drafts.choice_of(readings.state, reading)
    found = _showing(readings, view, reading, WILD, lit)
    if found is None or choice is None or choice.form == "one":
        return None
    wild = drafts.add(readings.game, state, reading, found[1], found[0])
    kinds = drafts.slots(state, wild)
    asked = [slot for slot in kinds if wild.parts and isinstance(strip(kinds[slot]), Letter)]
    if not asked:
        return wild
    fits = letter in readings.candidates(wild)[asked[0]]
    return drafts.add(readings.game, state, wild, letter, asked[0]) if fits else None


def _held(readings: Readings, view: View, draft: Draft) -> str:
    """The letter of a piece that is picked up and has no place yet."""
    choice = drafts.choice_of(readings.state, draft)
    for part, value in zip(choice.fields if choice is not None else (), draft.parts, strict=False):
        shown = letter_shown(view, part.variable.type, value) if value is not None else None
        if shown is not None:
            return shown.upper()
    return ""


def _lists(readings: Readings, draft: Draft) -> list[Draft]:
    """The actions for which a list of lettered things is being chosen, or could be begun."""
    state = readings.state
    if state.over:
        return []
    begun = readings.beginnings(draft.cursor) if draft.action is None else [draft]
    found: list[Draft] = []
    for reading in begun:
        choice = drafts.choice_of(state, reading)
        if choice is not None and is_lettered(state.program, choice):
            found.append(reading)
    return found


def plays_by_letters(program: Program) -> bool:
    """Whether letters are ever typed to play a game: its commands then always need Ctrl."""
    return any(is_lettered(program, choice) for plan in program.actions.values() for choice in plan.choices)


def places_numbers(program: Program) -> bool:
    """Whether pieces with numbers are placed from a zone on a board: digits then take them up. Cards are no such
    pieces: they have suits besides."""
    kept = {zone.kind for zone in program.schema.zones.values()}

    def numbered(kind: Type) -> bool:
        inner, types = strip(kind), {type(strip(each.type)) for each in _properties(program, kind)}
        return isinstance(inner, Piece) and inner.kind in kept and Number in types and Words not in types

    return any(
        len(plan.choices) > 1
        and all(choice.form == "one" for choice in plan.choices[:2])
        and isinstance(strip(plan.choices[1].item.type), Site)
        and numbered(plan.choices[0].item.type)
        for plan in program.actions.values()
    )


def _properties(program: Program, kind: Type) -> list[Property]:
    """The properties of a piece."""
    inner = strip(kind)
    return list(program.schema.kinds[inner.kind].properties.values()) if isinstance(inner, Piece) else []


def is_lettered(program: Program, choice: ChoicePlan) -> bool:
    """Whether a list, or everything that an action asks for, is chosen from things that show letters."""
    alone = any(len(plan.choices) == 1 and plan.choices[0] is choice for plan in program.actions.values())
    if choice.form == "one" and not alone:
        return False
    kinds = [part.variable.type for part in choice.fields] or [choice.item.type]
    return any(_lettered(program, kind) for kind in kinds)


def _lettered(program: Program, kind: Type) -> list[Property]:
    """The properties of the candidates that are letters."""
    inner = strip(kind)
    properties = _properties(program, kind)
    if isinstance(inner, Site):
        for board in program.schema.boards.values():
            properties += board.cells.values()
    return [each for each in properties if isinstance(strip(each.type), Letter)]


def letter_shown(view: View, kind: Type, value: Any) -> str | None:
    """The letter that a piece or cell shows to a viewer; None if it shows none."""
    for each in _lettered(view.program, kind):
        shown = view.read(each.column, value)
        if shown is not None:
            return str(shown)
    return None


def laying_actions(program: Program) -> list[str]:
    """The actions that only choose a list of lettered pieces, each with its place on a board."""
    lists = {name: plan.choices[0] for name, plan in program.actions.items() if len(plan.choices) == 1}
    return [
        name
        for name, choice in lists.items()
        if is_lettered(program, choice) and _part(choice.fields, Piece) and _part(choice.fields, Site)
    ]


def laid_out(
    playing: Playing, action: str, word: str, start: int, way: int, lit: frozenset[Spot] = frozenset()
) -> Action | Refusal:
    """The action that lays a word starting from a site, or why there is none: a letter is missing, or one is in its
    way."""
    state, readings = playing.state, Readings(playing.game, playing.state)
    view = playing.game.seen(state, state.mover)
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
            return _refusal(action, f"{where} has {stands.upper()}, where {word.upper()} needs {letter.upper()}.")
        cell = topology.step_table(way)[cell]
    if not draft.items:
        return _refusal(action, f"{word.upper()} is already there.")
    return (action, draft.items)


def _with_letter(
    readings: Readings, draft: Draft, letter: str, cell: int, place: str, lit: frozenset[Spot]
) -> Draft | Refusal:
    """The draft with one more letter on a site; a wild piece stands for a letter that nothing shows."""
    pressed = typed_letter(readings, draft, letter, lit)
    if pressed is None or pressed.refusal is not None:
        nothing = _refusal(draft.action or "", f"There is no {letter.upper()} to choose.")
        return pressed.refusal if pressed is not None and pressed.refusal is not None else nothing
    game, state = readings.game, readings.state
    try:
        draft = drafts.add(game, state, pressed.draft, cell, place)
        asked = [name for name, kind in drafts.slots(state, draft).items() if isinstance(strip(kind), Letter)]
        return drafts.add(game, state, draft, letter, asked[0]) if draft.parts and asked else draft
    except NotChoosable as problem:
        return problem.refusal


def _part(fields: tuple[FieldPlan, ...], kind: type) -> FieldPlan | None:
    """The only part of a record that has a given type."""
    found = [part for part in fields if isinstance(strip(part.variable.type), kind)]
    return found[0] if len(found) == 1 else None


def _refusal(action: str, text: str) -> Refusal:
    return Refusal("typed", text, action, None)
