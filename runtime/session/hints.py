"""Hints, first where to look and then what to do, and the position that a move would lead to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from typing import Any

from interpreter import Action, Fault, Game, State, Unknowable, View
from interpreter.expressions import Listing, Piece, Record, Site, Type, strip
from interpreter.position import PieceValue, Position, result_of
from interpreter.program import Notation, Program
from runtime.bots import choice_of, made
from runtime.bots.bot import certain, hint_options
from runtime.bots.measures import usable
from runtime.session.choice import has_coordinates
from runtime.session.draft import Draft, Spot
from runtime.session.gestures import press
from runtime.session.hand import Gesture, Playing
from runtime.session.session import TIERS, Tier

TAKE_BACK = "Undo the last step."
MOST_TRIED = 200
"""Among so many moves one is looked for that does not lose a puzzle at once."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What a player is shown. `spots` are to be highlighted; only the last tier has the action."""

    tier: Tier
    text: str
    spots: tuple[Spot, ...]
    action: Action | None


def hint(game: Game, state: State, player: str | int, tier: Tier, seed: int) -> Hint | None:
    """A hint for a player who is to move; None if there is nothing to hint at. The same seed gives the same hint."""
    found = hints(game, state, player, seed)
    return found[TIERS.index(tier)] if found else None


def hints(game: Game, state: State, player: str | int, seed: int) -> tuple[Hint, ...]:
    """A hint of every tier, from one search; none if there is nothing to hint at."""
    known = _known(game, state, player)
    if state.mover == known.viewer and (cannot_be_won(known) or _ended_unless_taken_back(state)):
        return (Hint("what", TAKE_BACK, (), None),) * len(TIERS)
    action = _best_on(game, state, known, seed)
    if action is None:
        return ()
    meant = _meaning(game, state, known.viewer)(action)
    if len(known.program.actions) == 1 and not chosen_spots(state, meant):
        # There is nowhere to look and nothing else to think of.
        return (_about(game, known, action, state, meant, "what"),) * len(TIERS)
    return tuple(_about(game, known, action, state, meant, tier) for tier in TIERS)


def cannot_be_won(known: State | View) -> bool:
    """Whether the spec says that the last step should be undone, as far as that is known."""
    program, hides = known.program, isinstance(known, View) and bool(known.hidden)
    undo_if = program.computer_plan.undo_if
    if undo_if is None:
        return False
    try:
        return bool(program.guarded(lambda: undo_if.function(known.data, known.mover), hides))
    except (Fault, Unknowable):
        # With something hidden a fault may be none in the position as it is.
        if not hides:
            raise
        return False


def _known(game: Game, state: State, player: str | int) -> View:
    """The basis of hints: the view. A solver that `sees_all` gets the state itself, so the hint may reveal something
    that the player cannot know."""
    view = game.view(state, player)
    sees_all = hint_options(state.program).sees_all
    return View(state.program, view.viewer, state.data, (), ()) if sees_all else view


def _meaning(game: Game, state: State, viewer: int) -> Callable[[Action], Action]:
    """The function that turns an action on the basis of hints into the one on the state."""
    return (lambda action: action) if hint_options(state.program).sees_all else game.meaning(state, viewer)


def _ended_unless_taken_back(state: State) -> bool:
    """Whether the game has come to an end that can be undone."""
    return state.end is not None and "undo" in state.end.recover


def _about(game: Game, view: View, action: Action, state: State, meant: Action, tier: Tier) -> Hint:
    """The hint of a tier about an action on a view, with its counterpart `meant` on the state."""
    program = view.program
    spots = chosen_spots(state, meant)
    if tier == "what":
        told = game.advice(view.state, action) or _capital(_told(game, view, action))
        return Hint(tier, told, tuple(dict.fromkeys(spot for each in spots for spot in each)), meant)
    clue = game.clue(view.state, action)
    if clue is not None:
        return Hint(tier, clue, (), None)
    first = spots[0] if spots else ()
    shown = chosen_spots(view, action)[0] if spots else ()
    sites = [spot for spot in shown if isinstance(spot, int)]
    loose = [spot for spot in shown if isinstance(spot, PieceValue)]
    if not first:
        text = f"Consider: {_title(program, view, action)}."
    elif not sites:
        text = f"Look at {_in_zone(view, loose[0])}."
    elif all(has_coordinates(program, site) for site in sites):
        text = f"Look at {', '.join(program.schema.topology.names[site] for site in sites)}."
    else:
        text = f"Look at the highlighted {'place' if len(sites) == 1 else 'places'}."
    return Hint(tier, text, first, None)


def best_action(game: Game, state: State, player: str | int, seed: int) -> Action | None:
    """The best action by the bot for hints, among those that hints are about. A single player is not led into a dead
    end while there is another way, as far as that can be known before luck comes in."""
    known = _known(game, state, player)
    found = _best_on(game, state, known, seed)
    return _meaning(game, state, known.viewer)(found) if found is not None else None


def _best_on(game: Game, state: State, known: View, seed: int) -> Action | None:
    """The best action on the basis of hints."""
    if state.over or state.mover != known.viewer:
        return None
    program, options = state.program, hint_options(state.program)
    if not usable(program, options.vocabulary)(known.data):
        return None
    ranking = choice_of(made(game, state, known.viewer, options), known, seed).ranking
    about = options.about or tuple(program.actions)
    found = [action for action in ranking if action[0] in about]
    if not found or len(program.schema.players.words) > 1:
        return found[0] if found else None
    whole = state if options.sees_all else game.renumbered(state, known.viewer)
    others = (action for action in usable(program, options.vocabulary)(whole.data) if action[0] in about)
    goes_on = partial(_goes_on, game, whole if options.sees_all or certain(known) else known)
    return next((action for action in chain(found, islice(others, MOST_TRIED)) if goes_on(action)), found[0])


def _goes_on(game: Game, position: State | View, action: Action) -> bool:
    """Whether an action wins, or leaves something to do; in a view, as far as the viewer can tell."""
    if isinstance(position, View):
        foreseen = game.preview(position, action)
        after = foreseen.state.data if foreseen is not None and foreseen.state is not None else None
    else:
        after = position.program.do[action[0]](position.data, action)
    result = result_of(after) if after is not None else None
    return result is None or bool(result[2])


def chosen_spots(position: Position, action: Action) -> list[tuple[Spot, ...]]:
    """The sites and pieces that an action chooses, choice by choice."""
    plan = position.program.plans.get(action[0])
    if plan is None:
        return []
    chosen = zip(plan.choices, action[1:], strict=True)
    found = [tuple(dict.fromkeys(_spots(position, choice.variable.type, value))) for choice, value in chosen]
    return [spots for spots in found if spots]


def _spots(position: Position, kind: Type, value: Any) -> list[Spot]:
    inner = strip(kind)
    if isinstance(inner, Site):
        return [value] if value else []
    if isinstance(inner, Piece):
        piece = PieceValue(inner.kind, value)
        return [position.site_of(piece) or piece] if value else []
    if isinstance(inner, Listing):
        return [spot for item in value for spot in _spots(position, inner.item, item)]
    if isinstance(inner, Record):
        parts = zip(inner.fields, value, strict=True)
        return [spot for (_, part), each in parts for spot in _spots(position, part, each)]
    return []


def _told(game: Game, view: View, action: Action) -> str:
    """An action in words that a player can follow: its button, what to type, or its notation if it is a list."""
    plan = view.program.plans.get(action[0])
    if plan is not None and not plan.choices:
        return f"use {_title(view.program, view, action)}"
    listed = plan is not None and any(choice.form != "one" for choice in plan.choices)
    return (game.notation(view.state, action) if listed else None) or game.text(view.state, action)


def _in_zone(view: View, piece: PieceValue) -> str:
    """A piece off the boards, with its zone: ‘TS in the tray’."""
    shown = Notation(view.program).value_text(view.data, piece.number, Piece(piece.kind))
    held = view.zone_of(piece)
    return f"{shown} in the {held[0].name.replace('_', ' ')}" if held is not None else shown


def _title(program: Program, view: View, action: Action) -> str:
    """The text on the button of an action."""
    plan = program.plans.get(action[0])
    if plan is None or plan.spec.title is None:
        return str(action[0]).replace("_", " ")
    return program.say(plan.spec.title, view.data, view.viewer)


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].replace('_', ' ')}."


def previewed(table: Playing, draft: Draft, gesture: Gesture, player: str | int) -> State | None:
    """The preview that the spec shows of the move that a gesture would make now; None if there is nothing to show."""
    game, state = table.game, table.state
    assist = game.spec.assist
    if assist is None or not assist.preview:
        return None
    action = press(table, draft, gesture).action
    if action is None or action[0] not in map(str, assist.preview) or game.check(state, action) is not None:
        return None
    return shown_before(game, state, player, action)


def shown_before(game: Game, state: State, player: str | int, action: Action) -> State | None:
    """The board before the first random draw; None if there is nothing to show."""
    view = game.seen(state, player)
    foreseen = game.preview(view, action)
    if foreseen is None:
        return None
    if foreseen.state is not None:
        return foreseen.state
    reached = view.state.after(foreseen.events)
    return reached if reached != view.state else None
