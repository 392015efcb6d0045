"""What must hold: expressions, ends, refusals, and what has stayed as it was."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

from interpreter.expr import terms
from interpreter.expr.evaluator import Evaluator
from interpreter.expr.scope import RULES
from interpreter.faults import Fault
from interpreter.rules.actions import RESERVED_REFUSALS
from interpreter.rules.ends import ENGINE_ENDS
from interpreter.rules.plans import ActionPlan
from interpreter.spec.nodes import Mapping, Node, Scalar, Sequence
from interpreter.spec.suggest import suggestion
from runtime.acceptance.board_checks import check_boards
from runtime.acceptance.cards import check_card
from runtime.acceptance.computer_check import check_computer
from runtime.acceptance.course import Course
from runtime.acceptance.draft_checks import check_draft
from runtime.acceptance.event_checks import check_event, check_events
from runtime.acceptance.explained import UNKNOWABLE, parts_of
from runtime.acceptance.failures import Failure, Value
from runtime.acceptance.ground import Ground
from runtime.acceptance.legal_moves import check_legal
from runtime.acceptance.lesson_checks import check_lesson
from runtime.acceptance.list_checks import check_buttons, check_log, check_menu
from runtime.acceptance.look_checks import check_looks
from runtime.acceptance.place_checks import check_board, check_zone, describe_place, place_content
from runtime.acceptance.preview_check import check_preview
from runtime.acceptance.screen_checks import check_button, check_hint, check_overlay, check_panel, check_status
from runtime.acceptance.setting_checks import check_settings
from runtime.acceptance.site_lists import site_names, sites_listed
from runtime.acceptance.stage_checks import check_animate
from runtime.acceptance.target_checks import check_targets
from runtime.acceptance.zone_checks import check_zones

LastAction = ActionPlan | Literal["stop", "hand"] | None
"""The last action before a check, of which a refusal speaks; what a hand does may be any."""


class Outcome(Protocol):
    """Something that must hold."""

    def failures(self, course: Course) -> list[Failure]:
        """What does not hold."""


@dataclass(frozen=True, slots=True)
class Holds:
    """An expression is true."""

    scalar: Scalar
    term: terms.Term

    def failures(self, course: Course) -> list[Failure]:
        try:
            holds = Evaluator(course.world()).value(self.term, {})
        except UNKNOWABLE as problem:
            why = problem.message if isinstance(problem, Fault) else f"There is no value for {problem}."
            return [Failure(self.scalar.span, f"This cannot be worked out here. {why}")]
        if holds:
            return []
        return [
            Failure(
                self.scalar.span, "This does not hold.", (*parts_of(self.scalar, self.term, course), *self._end(course))
            )
        ]

    def _end(self, course: Course) -> list[Value]:
        """How the game ended, if the expression is about that."""
        status = course.position.game.status(course.state)
        asked = any(isinstance(part, terms.Global) and part.name in END_NAMES for part in terms.walk(self.term))
        return [Value("ended by", str(status.ended_by))] if asked and status.over else []


END_NAMES = ("over", "winner", "won")


@dataclass(frozen=True, slots=True)
class Ended:
    """The game has ended by this end condition."""

    name: Scalar

    def failures(self, course: Course) -> list[Failure]:
        status = course.position.game.status(course.state)
        if status.ended_by == str(self.name):
            return []
        how = f"it ended by {status.ended_by}" if status.over else "it goes on"
        return [Failure(self.name.span, f"The game should have ended by {self.name}, but {how}.")]


def check_ended(ground: Ground, key: Scalar, node: Node, _last: LastAction) -> Outcome | None:
    """`ended: name`."""
    name = _text(ground, key, node)
    if name is None:
        return None
    ends = [*(str(end) for end in ground.game.spec.end_conditions), *ENGINE_ENDS]
    if str(name) not in ends:
        ground.diagnostics.error("unknown-end", name.span, f"There is no end condition {name}.", suggestion(name, ends))
        return None
    return Ended(name)


@dataclass(frozen=True, slots=True)
class Refused:
    """The last action was refused by this choice, check or require."""

    name: Scalar

    def failures(self, course: Course) -> list[Failure]:
        refusal = course.refusal
        if refusal is None:
            instead = "it was done."
        elif refusal.name == str(self.name):
            return []
        elif refusal.name == "over":
            instead = f"the game had ended by {course.position.game.status(course.state).ended_by} before it."
        else:
            instead = f"{refusal.name} refused it: “{refusal.text}”"
        return [Failure(self.name.span, f"The action should have been refused by {self.name}, but {instead}")]


def check_refused(ground: Ground, key: Scalar, node: Node, last: LastAction) -> Outcome | None:
    """`refused: name`."""
    name = _text(ground, key, node)
    if name is None or not _acted(ground, key, last):
        return None
    plans = [last] if isinstance(last, ActionPlan) else list(ground.program.plans.values()) if last == "hand" else []
    own = [refusal.name for plan in plans for refusal in plan.refusals]
    names = [*own, *RESERVED_REFUSALS]
    if str(name) not in names:
        action = last.name if isinstance(last, ActionPlan) else "any action" if last == "hand" else last
        message = f"refused: {name} is no choice, check or require of {action}."
        ground.diagnostics.error("unknown-refusal", name.span, message, suggestion(name, names))
        return None
    return Refused(name)


@dataclass(frozen=True, slots=True)
class Says:
    """The player was told exactly this: by a refusal, or at the end."""

    text: Scalar

    def failures(self, course: Course) -> list[Failure]:
        said = course.refusal.text if course.refusal else course.position.game.status(course.state).text
        if said == str(self.text):
            return []
        values = (Value("expected", f"“{self.text}”"), Value("said", f"“{said}”" if said else "nothing"))
        return [Failure(self.text.span, "The player is told something else.", values)]


def check_says(ground: Ground, key: Scalar, node: Node, _last: LastAction) -> Outcome | None:
    """`says: text`."""
    text = _text(ground, key, node)
    return None if text is None else Says(text)


@dataclass(frozen=True, slots=True)
class Shows:
    """The refusal lit exactly these sites, in any order."""

    node: Node
    sites: frozenset[int]

    def failures(self, course: Course) -> list[Failure]:
        shown = frozenset(course.refusal.shows) if course.refusal is not None else frozenset()
        if shown == self.sites:
            return []
        values = (Value("expected", site_names(course, self.sites)), Value("shown", site_names(course, shown)))
        return [Failure(self.node.span, "Other sites light up.", values)]


def check_shows(ground: Ground, key: Scalar, node: Node, last: LastAction) -> Outcome | None:
    """`shows: [sites]`."""
    if not _acted(ground, key, last):
        return None
    sites = sites_listed(ground, node, str(key))
    return None if sites is None else Shows(node, sites)


@dataclass(frozen=True, slots=True)
class Unchanged:
    """Boards, zones and variables are as they were after `given`."""

    names: tuple[Scalar, ...]

    def failures(self, course: Course) -> list[Failure]:
        found = []
        for name in self.names:
            program, before, now = course.state.program, course.start.data, course.state.data
            if place_content(program, before, str(name)) != place_content(program, now, str(name)):
                found.append(describe_place(program, before, now, name))
        return found


def check_unchanged(ground: Ground, key: Scalar, node: Node, _last: LastAction) -> Outcome | None:
    """`unchanged: [names]`."""
    schema = ground.program.schema
    names = [*schema.boards, *schema.zones, *schema.variables]
    listed = [node] if isinstance(node, Scalar) else list(node)
    found: list[Scalar] = []
    for name in listed:
        if not isinstance(name, Scalar) or str(name) not in names:
            hint = suggestion(str(name), names)
            message = f"‘{name}’ is no board, zone or variable." if isinstance(name, Scalar) else f"{key} takes names."
            ground.diagnostics.error("unknown-place", name.span, message, hint)
        else:
            found.append(name)
    return Unchanged(tuple(found)) if len(found) == len(listed) else None


def _acted(ground: Ground, key: Scalar, last: LastAction) -> bool:
    if last is None:
        message = f"{key} speaks of the last action, and none comes before it."
        ground.diagnostics.error("no-action", key.span, message, "Put the action under when:, before it.")
    return last is not None


def _text(ground: Ground, key: Scalar, node: Node) -> Scalar | None:
    if isinstance(node, Scalar):
        return node
    ground.diagnostics.error("shape", node.span, f"{key} takes a text.", f"Write {key}: and the text in one line.")
    return None


Check = Callable[[Ground, Scalar, Node, LastAction], Outcome | None]

CHECKS: dict[str, Check] = {
    "legal": check_legal,
    "event": check_event,
    "events": check_events,
    "ended": check_ended,
    "refused": check_refused,
    "says": check_says,
    "shows": check_shows,
    "unchanged": check_unchanged,
    "draft": check_draft,
    "looks": check_looks,
    "panel": check_panel,
    "status": check_status,
    "button": check_button,
    "overlay": check_overlay,
    "hint": check_hint,
    "card": check_card,
    "log": check_log,
    "lesson": check_lesson,
    "zone": check_zones,
    "board": check_boards,
    "animate": check_animate,
    "targets": check_targets,
    "computer": check_computer,
    "settings": check_settings,
    "buttons": check_buttons,
    "menu": check_menu,
}

AFTER_REFUSAL = (Refused, Says, Shows)
"""The checks that expect a refusal."""


def check_outcome(ground: Ground, key: Scalar, node: Node, last: LastAction) -> Outcome | None:
    """Check an entry of `then` that is a map; None after a report."""
    name, schema = str(key), ground.program.schema
    if name in schema.boards:
        return check_board(ground, key, node)
    if name in schema.zones:
        return check_zone(ground, key, node)
    if name == "preview":
        return check_preview(node, [] if str(node) == "none" else check_entries(ground, node, last))
    if name in CHECKS:
        return CHECKS[name](ground, key, node, last)
    names = [*CHECKS, "preview", *schema.boards, *schema.zones]
    message = f"‘{name}’ is no check and no board or zone."
    help = suggestion(name, names)
    if isinstance(node, Scalar) and name in (*schema.variables, *schema.settings, *RULES):
        help = f"Write ‘- {name} == {node}’."
    ground.diagnostics.error("unknown-check", key.span, message, help)
    return None


def check_expression(ground: Ground, scalar: Scalar) -> Outcome | None:
    """Check an entry of `then` that is an expression; None after a report."""
    term = ground.condition(scalar)
    return None if term is None else Holds(scalar, term)


def check_entries(ground: Ground, node: Node, last: LastAction) -> list[Outcome]:
    """Check what `expect` holds: an expression, a map of checks, or a list of both."""
    if isinstance(node, Sequence):
        return [outcome for item in node for outcome in check_entries(ground, item, last)]
    if isinstance(node, Mapping):
        found = [check_outcome(ground, key, value, last) for key, value in node.items()]
    else:
        found = [check_expression(ground, node)]
    return [outcome for outcome in found if outcome is not None]


__all__ = ["AFTER_REFUSAL", "Outcome", "check_entries", "check_expression", "check_outcome"]
