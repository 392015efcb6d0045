"""Hints: first where to look, then what to do. How many there are is for the session to count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from interpreter import Action, Game, State, View
from interpreter.expr.scope import RULES, Scope
from interpreter.expr.types import Listing, Piece, Record, Site, Type, strip
from interpreter.rules.notation import Notation
from interpreter.rules.program import Program
from interpreter.rules.world import StateWorld, fill_template
from runtime.bots import choice_of, made
from runtime.bots.measures import condition, usable
from runtime.bots.options import hint_options

Data = tuple[Any, ...]
Tier = Literal["where", "what"]
TIERS: tuple[Tier, ...] = ("where", "what")
TAKE_BACK = "Take back the last step."


@dataclass(frozen=True, slots=True)
class Hint:
    """What a player is shown. `sites` are to be lit; the action is told only by the last tier."""

    tier: Tier
    text: str
    sites: tuple[int, ...]
    action: Action | None


def hint(game: Game, state: State, player: str | int, tier: Tier, seed: int) -> Hint | None:
    """A hint for a player who is to move; None if there is nothing to hint at. The same seed gives the same hint."""
    found = hints(game, state, player, seed)
    return found[TIERS.index(tier)] if found else None


def hints(game: Game, state: State, player: str | int, seed: int) -> tuple[Hint, ...]:
    """A hint of every tier, from one search; none if there is nothing to hint at."""
    view = game.view(state, player)
    if state.data[0] == view.viewer and cannot_be_won(state):
        return (Hint("what", TAKE_BACK, (), None),) * len(TIERS)
    action = best_action(game, state, view, seed)
    if action is None:
        return ()
    if len(view.program.actions) == 1 and not first_sites(view.program, view.data, action):
        # There is nowhere to look and nothing else to think of.
        return (_about(game, view, action, "what"),) * len(TIERS)
    return tuple(_about(game, view, action, tier) for tier in TIERS)


def cannot_be_won(state: State) -> bool:
    """Whether the spec says that the last step is better taken back; that is asked with all that is hidden."""
    undo_if = hint_options(state.program).undo_if
    return undo_if is not None and bool(condition(state.program, undo_if)(state.data, state.data[0]))


def _about(game: Game, view: View, action: Action, tier: Tier) -> Hint:
    """The hint of a tier at an action."""
    program = view.program
    sites = first_sites(program, view.data, action)
    if tier == "what":
        return Hint(tier, _capital(_told(game, view, action)), sites, action)
    names = ", ".join(program.schema.topology.names[site] for site in sites) or _in_zone(program, view.data, action)
    text = f"Look at {names}." if names else f"Think of: {_title(program, view, action)}."
    return Hint(tier, text, sites, None)


def best_action(game: Game, state: State, view: View, seed: int) -> Action | None:
    """The best action by the bot for hints, among those that hints are about.

    A solver that `sees_all` is given the state as it is: then the hint may tell what the player cannot know.
    """
    if state.over or state.data[0] != view.viewer:
        return None
    program, options = state.program, hint_options(state.program)
    known = View(program, view.viewer, state.data, (), ()) if options.sees_all else view
    if not usable(program, options.vocabulary)(known.data):
        return None
    ranking = choice_of(made(game, state, view.viewer, options), game, known, seed).ranking
    about = options.about or tuple(program.actions)
    return next((action for action in ranking if action[0] in about), None)


def first_sites(program: Program, data: Data, action: Action) -> tuple[int, ...]:
    """Where the first choice of an action is made; nothing if it is not made on a board."""
    plan = program.plans.get(action[0])
    if plan is None:
        return ()
    for choice, value in zip(plan.choices, action[1:], strict=True):
        return tuple(dict.fromkeys(_sites(program, data, choice.variable.type, value)))
    return ()


def _sites(program: Program, data: Data, kind: Type, value: Any) -> list[int]:
    inner = strip(kind)
    if isinstance(inner, Site):
        return [value] if value else []
    if isinstance(inner, Piece):
        site = data[program.layout.fields[f"{inner.kind}.site"].index][value]
        return [site] if site else []
    if isinstance(inner, Listing):
        return [site for item in value for site in _sites(program, data, inner.item, item)]
    if isinstance(inner, Record):
        parts = zip(inner.fields, value, strict=True)
        return [site for (_, part), each in parts for site in _sites(program, data, part, each)]
    return []


def _told(game: Game, view: View, action: Action) -> str:
    """An action so that it can be done: as it is typed, or where a list is chosen as its spec writes it down."""
    plan = view.program.plans.get(action[0])
    listed = plan is not None and any(choice.form != "one" for choice in plan.choices)
    return (game.notation(view.state, action) if listed else None) or game.text(view.state, action)


def _in_zone(program: Program, data: Data, action: Action) -> str:
    """The piece off the boards that an action chooses first, with its zone: ‘TS in the tray’; else nothing."""
    plan = program.plans.get(action[0])
    kind = strip(plan.choices[0].variable.type) if plan is not None and plan.choices else None
    if not isinstance(kind, Piece):
        return ""
    number = data[program.layout.fields[f"{kind.kind}.zone"].index][action[1]]
    for zone in program.schema.zones.values():
        if zone.first <= number < zone.first + zone.count:
            return f"{Notation(program).value_text(data, action[1], kind)} in the {zone.name.replace('_', ' ')}"
    return ""


def _title(program: Program, view: View, action: Action) -> str:
    """What the button of an action says."""
    plan = program.plans.get(action[0])
    if plan is None or plan.spec.title is None:
        return str(action[0]).replace("_", " ")
    world = StateWorld(program, view.data, view.viewer)
    return fill_template(plan.spec.title, Scope(program.schema, RULES, place="texts"), world, {}, program)


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].replace('_', ' ')}."
