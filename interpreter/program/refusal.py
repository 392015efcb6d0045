"""Why an action is not allowed: in words for players, and with the values of its parts for authors."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from interpreter.faults import Abandoned, Fault, Unknowable
from interpreter.language import terms
from interpreter.language.evaluator import Evaluator, in_words
from interpreter.language.types import Listing, Piece, Type, ZonePieces, strip
from interpreter.position import PHASE, RESULT, TO_MOVE, Pending, PieceValue, from_state, pending_of
from interpreter.program.legality import way_function
from interpreter.program.notation import Notation
from interpreter.program.program import Program
from interpreter.program.world import StateWorld, fill_template
from interpreter.rules.plan import ActionPlan, ChoicePlan, GoalPlan, RefusalPlan, made_before
from interpreter.spec.nodes import Span
from interpreter.spec.suggest import either
from interpreter.state.state import Action

Data = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal. `name` is the choice, check or require that refused, or one of over, only_if, phase, continuation,
    forced."""

    name: str
    text: str
    action: str
    span: Span | None
    shows: tuple[int, ...] = ()


def refuse(program: Program, data: Data, action: Action) -> Refusal | None:
    """None if the action is legal, otherwise why not: the first check to fail in written order."""
    early = may_be_tried(program, data, action)
    if early is not None:
        return early
    found = deciding(program, data, action)
    return None if found is None else _described(program, action[0], found)


@dataclass(frozen=True, slots=True)
class Deciding:
    """What refuses an action that may be tried, the state at that point, and the names that are known there; `choice`
    is the one whose candidate was refused."""

    plan: RefusalPlan
    data: Data
    names: dict[str, Any]
    choice: ChoicePlan | None = None


def deciding(program: Program, data: Data, action: Action) -> Deciding | None:
    """The first choice, check or require that refuses; a require sees the results of the effects before it."""
    if action[0] == "stop":
        return None
    found = program.full()[f"check_{action[0]}"](data, data[TO_MOVE], *action[1:])
    if found is None:
        return None
    number, item, *rest = found
    working: Data = rest[0] if rest else data
    made: dict[str, Any] = rest[1] if rest else {}
    plan = program.actions[action[0]]
    refusal = plan.refusals[number - 1]
    names = bindings(plan, StateWorld(program, data, data[TO_MOVE]), action)
    if refusal.item is not None and item is not None:
        names[refusal.item.name] = from_state(item, refusal.item.type)
    for variable in made_before(plan, refusal.scope) if rest else ():
        names[variable.name] = from_state(made[variable.name], variable.type)
    refused = (each for each in plan.choices if item is not None and each.refusal == number)
    return Deciding(refusal, working, names, next(refused, None))


def may_be_tried(program: Program, data: Data, action: Action) -> Refusal | None:
    """Step 0: the game is not over, the action exists, phase, continuation, forced."""
    name = action[0]
    plan = program.plans.get(name)
    span = plan.span if plan is not None else None
    if data[RESULT] is not None:
        return Refusal("over", "The game is over.", name, span)
    pending = pending_of(data)
    if name == "stop":
        if pending is not None and pending.may_stop:
            return None
        return Refusal("continuation", "There is nothing to stop.", name, None)
    if name not in program.actions:
        return Refusal("only_if", "That is not part of this game.", name, span)
    plan = program.actions[name]
    if pending is not None:
        return _continuation(program, data, plan, pending, action)
    if plan.spec.follows is not None:
        return Refusal("continuation", "That can only follow another move.", name, span)
    if program.phases:
        phase = program.phases[data[PHASE] - 1]
        if name not in phase.actions:
            text = (
                fill_template(phase.otherwise, plan.scope, StateWorld(program, data, data[TO_MOVE]), {}, program)
                if phase.otherwise is not None and plan.scope is not None
                else "Not in this phase."
            )
            return Refusal("phase", text, name, phase.span)
    names = program.phases[data[PHASE] - 1].actions if program.phases else program.actions
    others = (name for name in program.actions if name in names and program.actions[name].spec.follows is None)
    return _forced(program, data, plan, ((name, {}) for name in others))


def _continuation(program: Program, data: Data, plan: ActionPlan, pending: Pending, action: Action) -> Refusal | None:
    way = pending.way(plan.name)
    names = [choice.name for choice in plan.choices]
    if way is None or any(action[1 + names.index(name)] != value for name, value in way.fixed.items()):
        stop = ", or end the turn" if pending.may_stop else ""
        titles = [program.plans[each.action].spec.title or each.action for each in pending.ways]
        return Refusal("continuation", f"First go on with {either(titles)}{stop}.", plan.name, plan.span)
    return _forced(program, data, plan, [(each.action, each.fixed) for each in pending.ways])


def _forced(
    program: Program, data: Data, plan: ActionPlan, ways: Iterable[tuple[str, dict[str, Any]]]
) -> Refusal | None:
    """The refusal of an action when a forced one is possible; `ways` are those that may be tried, each with the choices
    that are already made."""
    if plan.spec.forced is not None:
        return None
    for name, fixed in ways:
        other = program.actions.get(name)
        if other is None or other.spec.forced is None:
            continue
        if program.functions[way_function("any", name, fixed)](data, data[TO_MOVE], *fixed.values()):
            world = StateWorld(program, data, data[TO_MOVE])
            assert other.scope is not None
            return Refusal(
                "forced",
                fill_template(other.spec.forced, other.scope, world, {}, program),
                plan.name,
                other.spec.forced.span,
            )
    return None


def _described(program: Program, action: str, found: Deciding) -> Refusal:
    """A refusal with its text filled in, and the sites that it points out."""
    world, refusal = StateWorld(program, found.data, found.data[TO_MOVE]), found.plan
    text = elsewhere(program, found.data, found.choice, found.names) if found.choice is not None else None
    if text is None:
        text = (
            "That cannot be chosen."
            if refusal.text is None
            else fill_template(refusal.text, refusal.scope, world, found.names, program)
        )
    shows: tuple[int, ...] = ()
    if refusal.show is not None:
        value = Evaluator(world).value(refusal.show, found.names)
        listed = value if isinstance(value, list) else [value]
        sites = [world.site_of(each) if isinstance(each, PieceValue) else each for each in listed]
        shows = tuple(site for site in sites if site)
    return Refusal(refusal.name, text, action, refusal.span, shows)


def elsewhere(program: Program, data: Data, choice: ChoicePlan, names: dict[str, Any]) -> str | None:
    """What is said of a piece that is not in the zone it should be chosen from; `names` has it as the candidate. An
    `else` beside a `where` speaks of pieces that are there, another one of all."""
    domain = choice.domain
    if choice.where is None and choice.told:
        return None
    if domain is None or not isinstance(domain.type, ZonePieces) or not _is_beside(program, data, choice, names):
        return None
    zone, world = program.schema.zones[domain.type.zone], StateWorld(program, data, data[TO_MOVE])
    whose = "the"
    if zone.per is not None:
        own = zone.per == program.schema.players and world.zone(zone.name, data[TO_MOVE])
        if Evaluator(world).value(domain, names) != own:
            return None
        whose = "your"
    return f"That {zone.kind} is not in {whose} {zone.name}.".replace("_", " ")


def _is_beside(program: Program, data: Data, choice: ChoicePlan, names: dict[str, Any]) -> bool:
    """Whether a candidate is not even among what it should be chosen from."""
    if choice.domain is None or choice.item.name not in names:
        return False
    evaluator = Evaluator(StateWorld(program, data, data[TO_MOVE]))
    try:
        return names[choice.item.name] not in evaluator.value(choice.domain, names)
    except (Unknowable, Fault):
        return False


def bindings(plan: ActionPlan, world: StateWorld, action: Action) -> dict[str, Any]:
    """The choices and lets of an action, as the reference evaluator sees them; a let that fails is left out."""
    names: dict[str, Any] = {}
    for choice, value in zip(plan.choices, action[1:], strict=True):
        names[choice.variable.name] = from_state(value, choice.variable.type)
    evaluator = Evaluator(world)
    for variable, term in plan.lets:
        try:
            names[variable.name] = evaluator.value(term, names)
        except (Unknowable, Fault):
            continue
    return names


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a check as it is written, and its value in words."""

    source: str
    value: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why an action is allowed or refused. `parts` goes from the whole check to its smallest parts."""

    refusal: Refusal | None
    span: Span | None
    parts: tuple[Part, ...]


def explain(program: Program, data: tuple[Any, ...], action: Action) -> Explanation:
    """Explain what decides whether an action is allowed."""
    refusal = refuse(program, data, action)
    if refusal is None or action[0] not in program.actions:
        return Explanation(refusal, refusal.span if refusal is not None else None, ())
    plan = program.actions[action[0]]
    found = deciding(program, data, action) if may_be_tried(program, data, action) is None else None
    if found is None:
        return Explanation(refusal, refusal.span, ())
    choice = found.choice
    beside = choice is not None and _is_beside(program, found.data, choice, found.names)
    decides = choice.domain if choice is not None and beside else found.plan.term
    if decides is None:
        return Explanation(refusal, refusal.span, ())
    if goal := next((goal for goal in plan.goals if goal.name == refusal.name), None):
        return Explanation(refusal, goal.term.node.span, _compared(program, data, action, goal))
    evaluator = Evaluator(StateWorld(program, found.data, found.data[TO_MOVE]))
    parts: dict[str, Part] = {}
    for term in terms.walk(decides):
        if isinstance(term, terms.Constant | terms.Comprehension | terms.Route) or term.node.source in parts:
            continue
        try:
            value = evaluator.value(term, found.names)
        except Abandoned:
            break
        except (Unknowable, Fault):
            continue
        parts[term.node.source] = Part(term.node.source, _told(program, found.data, value, term.type))
    return Explanation(refusal, decides.node.span, tuple(parts.values()))


def _told(program: Program, data: Data, value: Any, kind: Type) -> str:
    """A value in words, with pieces by their symbols and sites."""
    inner = strip(kind)
    if isinstance(value, PieceValue):
        return Notation(program).piece_in_words(data, value.number, value.kind)
    if isinstance(inner, Listing) and isinstance(strip(inner.item), Piece):
        return ", ".join(_told(program, data, item, inner.item) for item in value)
    return in_words(value, kind, program.schema)


def _compared(program: Program, data: Data, action: Action, goal: GoalPlan) -> tuple[Part, ...]:
    """What a turn can come to after an action, and after the best way."""
    place = program.actions[action[0]].goals.index(goal)
    worth = program.prospects.compared(action[0], data, data[TO_MOVE], action)
    reached, best = (str(int(each[place]) * goal.sign) for each in worth)
    source = goal.term.node.source
    return Part(f"{source} at best, after this", reached), Part(f"{source} at best, after another", best)
